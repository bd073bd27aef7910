"""Older forms of events, brought up to the form of today step by step when they are read. Journals are never changed.

When the fields of an event change, its `SCHEMA` goes up by one and a function goes into `UPCASTS` under its name and
the version it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.journal.errors import JournalError, NewerVersionError

Data = Mapping[str, Any]
UPCASTS: dict[tuple[str, int], Callable[[Data], Data]] = {
    ("deck-received", 1): lambda data: data,  # since then a stream may be sealed too
    ("deck-shuffled", 1): lambda data: data,
    ("deck-opened", 1): lambda data: {**data, "stream": ""},
    ("hand-counted", 1): lambda data: _without(data, "whole", "proved"),  # since then it has the number itself
    ("hand-voided", 1): lambda data: _without(data, "late"),
}
"""From (event name, version): its data in the form of the next version."""


def _without(data: Data, *names: str) -> Data:
    return {name: value for name, value in data.items() if name not in names}


def upcast(name: str, version: int, schema: int, data: Data) -> Data:
    """The data of an event in the form of version `schema`."""
    if version > schema:
        message = f"a {name} of version {version} is newer than this Pitboss, which knows up to {schema}: update it"
        raise NewerVersionError("newer-version", message)
    for older in range(version, schema):
        step = UPCASTS.get((name, older))
        if step is None:
            raise JournalError("older-version", f"a {name} of version {older} cannot be read any more")
        data = step(data)
    return data
