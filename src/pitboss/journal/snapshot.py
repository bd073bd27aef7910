"""A table's state as bytes, so that a restart need not replay a whole journal.

A snapshot is a shortcut and never the truth: one that cannot be read, or that was written for another form of the
state, is None, and the caller replays instead.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec.structs import fields

from pitboss.table.state import State

FORMAT = b"P1"
"""How a snapshot is laid out: this, the form of the state, a checksum, and the state in MessagePack."""
_SUM = 4
_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(State)


def freeze(state: State) -> bytes:
    """The state as bytes.

    >>> thaw(freeze(State(version=3, seats={1: "Ann"}))) == State(version=3, seats={1: "Ann"})
    True
    """
    data = _encoder.encode(state)
    return b"".join((_mark(), zlib.crc32(data).to_bytes(_SUM), data))


def thaw(data: bytes) -> State | None:
    """The state that was frozen; None if these bytes are damaged or foreign.

    >>> thaw(b"whatever") is None
    True
    """
    start = len(_mark())
    body = data[start + _SUM :]
    if data[:start] != _mark() or zlib.crc32(body).to_bytes(_SUM) != data[start : start + _SUM]:
        return None
    try:
        return _decoder.decode(body)
    except msgspec.DecodeError:
        return None


@cache
def _mark() -> bytes:
    """The format and the form of the state: a state with other fields does not read what was written for this one."""
    form = "\n".join(sorted(set(_shape(State, set()))))
    return FORMAT + hashlib.sha256(form.encode()).digest()[:8]


def _shape(hint: Any, seen: set[Any]) -> Iterator[str]:
    """Every field of a record and of the records in it, with its type."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in seen:
        seen.add(hint)
        for field in fields(hint):
            yield f"{hint.__name__}.{field.name}: {field.type!r}"
            yield from _shape(field.type, seen)
    for inner in get_args(hint):
        yield from _shape(inner, seen)
