"""Events as lines of JSON, and back.

A record is one line: the keys `seq`, `at`, `by`, `event`, `v`, `clauses`, `money`, `step`, `data`, `key`, `prev`,
`hash`, `sealed`, in this order, without spaces, in ASCII; `step`, `key` and `sealed` only where there is something to
say. `hash` is the SHA-256 of the same object without `hash` and `sealed`. What is sealed is bound by the commitment
in `data`, so it can be taken out of a copy and the copy still verifies. In a file, a line ends with a space if another
one of the same command comes after it; without that one the file is torn.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import fields

from pitboss.cards import notation, parse
from pitboss.errors import CardError
from pitboss.games.handling import Handling
from pitboss.journal.errors import JournalError
from pitboss.journal.upcast import upcast
from pitboss.ledger import Money, Transfer
from pitboss.table import events as e
from pitboss.table.commands import LATEST

GENESIS = "0" * 64
"""What the first record names as the hash before it."""
KEYS = ("seq", "at", "by", "event", "v", "clauses", "money", "step", "data", "key", "prev", "hash", "sealed")
_KINDS = (
    ("seq", int), ("at", int), ("v", int), ("by", str), ("event", str), ("data", dict), ("prev", str), ("hash", str),
)  # fmt: skip
_OPTIONAL = {"step", "key", "sealed"}
_HEAD = frozenset(field.name for field in fields(e.Event))
_AS_CARDS = "order"
"""The sealed field that is written as cards."""
_dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Record(NamedTuple):
    """A line of a journal, read."""

    line: int
    seq: int
    at: int
    by: str
    event: e.Event
    key: str | None
    prev: str
    hash: str


class _Form(NamedTuple):
    """How one kind of event is written and read."""

    kind: type[e.Event]
    name: str
    prefix: str
    data: Callable[[e.Event], str]
    """Writes what is its own, as JSON."""
    readers: Mapping[str, Callable[[Any], Any]]


def event_name(kind: type[e.Event]) -> str:
    """The name of a kind of event in a journal.

    >>> event_name(e.WagerPlaced)
    'wager-placed'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


# --- writing ---------------------------------------------------------------------------------------------------------


def encode(event: e.Event, *, seq: int, at: int, by: str, prev: str, key: str | None = None) -> tuple[str, str]:
    """The line of an event, without its end, and its hash."""
    form = _FORMS[type(event)]
    money = ",".join([f"[{_quoted(source)},{_quoted(target)},{cents}]" for source, target, cents in event.money])
    step = f'"step":{event.step},' if event.step is not None else ""
    again = f',"key":{_quoted(key)}' if key is not None else ""
    body = (
        f'{{"seq":{seq},"at":{at},"by":{_quoted(by)},{form.prefix}{_listed(event.clauses)},'
        f'"money":[{money}],{step}"data":{form.data(event)}{again},"prev":"{prev}"'
    )
    digest = hashlib.sha256(f"{body}}}".encode()).hexdigest()
    sealed = f',"sealed":{_dumps(_sealed(event))}' if event.SEALED and _sealed(event) else ""
    return f'{body},"hash":"{digest}"{sealed}}}', digest


@lru_cache(maxsize=4096)
def _listed(clauses: tuple[str, ...]) -> str:
    return _dumps(clauses)


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return _dumps(text)


@lru_cache(maxsize=4096)
def _text_or_none(text: str | None) -> str:
    return _dumps(text)


_WRITTEN: dict[Any, str] = {
    int: "{event.%s}",
    str: "{_quoted(event.%s)}",
    Handling: "{_quoted(event.%s)}",
    str | None: "{_text_or_none(event.%s)}",
    bool: '{"true" if event.%s else "false"}',
    tuple[int, ...]: '[{",".join(map(str, event.%s))}]',
}
"""How a field of a common type is written; all others go through the JSON encoder."""


def _writer(names: tuple[str, ...], hints: Mapping[str, Any]) -> Callable[[e.Event], str]:
    """A function that writes these fields of an event, made once for each kind: events are written by the million."""
    parts = [f'"{name}":' + _WRITTEN.get(hints[name], "{_dumps(event.%s)}") % name for name in names]
    body = "{{" + ",".join(parts) + "}}"
    written: Callable[[e.Event], str] = eval(
        f"lambda event: f'''{body}'''", {"_quoted": _quoted, "_text_or_none": _text_or_none, "_dumps": _dumps}
    )
    return written


def _sealed(event: e.Event) -> dict[str, str]:
    found = {name: getattr(event, name) for name in event.SEALED}
    return {name: notation(value) if name == _AS_CARDS else value for name, value in found.items() if value}


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_line(text: str) -> dict[str, Any]:
    """The record in a line, its form checked; anything but the one way to write it is refused."""
    try:
        raw = json.loads(text)
        canonical = _dumps(raw)
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError("not-json", "it is not JSON") from error
    if not isinstance(raw, dict):
        raise JournalError("not-a-record", "it is not a record")
    missing = [key for key in KEYS if key not in raw and key not in _OPTIONAL]
    if missing or not set(raw) <= set(KEYS):
        what = f"lacks {missing[0]!r}" if missing else f"has {min(set(raw) - set(KEYS))!r}, which no record has"
        raise JournalError("not-a-record", f"it {what}")
    if list(raw) != [key for key in KEYS if key in raw] or canonical != text:
        raise JournalError("not-canonical", "it is not written in the one form that records have")
    for key, kind in _KINDS:
        if type(raw[key]) is not kind:
            raise JournalError("not-a-record", f"its {key!r} is {raw[key]!r:.40}")
    return raw


def own_hash(raw: Mapping[str, Any]) -> str:
    """The hash a record must have, by what it says."""
    body = {key: value for key, value in raw.items() if key not in ("hash", "sealed")}
    return hashlib.sha256(_dumps(body).encode()).hexdigest()


def decode(text: str, line: int = 0) -> Record:
    """Read a line; the hash is not checked here."""
    return as_record(parse_line(text), line)


def as_record(raw: Mapping[str, Any], line: int = 0) -> Record:
    """A parsed line as a record with its event, brought up to the form of today."""
    form = _BY_NAME.get(raw["event"])
    if form is None:
        raise JournalError("unknown-event", f"there is no event {raw['event']!r}")
    data = upcast(form.name, raw["v"], form.kind.SCHEMA, raw["data"])
    sealed = raw.get("sealed", {})
    nothing = "sealed" in raw and not sealed
    if nothing or not isinstance(sealed, dict) or not set(sealed) <= set(form.kind.SEALED):
        raise JournalError("sealed", f"a {form.name} has nothing like this sealed")
    if set(data) & set(form.kind.SEALED):
        raise JournalError("sealed", f"a {form.name} shows what has to be sealed")
    if not 0 <= raw["at"] < LATEST:
        raise JournalError("event", f"its time, {raw['at']!s:.40}, is none")
    try:
        values = {name: form.readers[name](value) for name, value in {**data, **_unsealed(sealed)}.items()}
        event = form.kind(
            clauses=_CLAUSES(raw["clauses"]), money=_money(raw["money"]), step=_STEP(raw.get("step")), **values
        )
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError("event", f"a {form.name} cannot be read from it: {error}") from error
    return Record(line, raw["seq"], raw["at"], raw["by"], event, raw.get("key"), raw["prev"], raw["hash"])


def _unsealed(sealed: Mapping[str, Any]) -> dict[str, Any]:
    try:
        found = {name: list(parse(value)) if name == _AS_CARDS else value for name, value in sealed.items()}
    except CardError as error:
        raise JournalError("sealed", f"the sealed order cannot be read: {error.message}") from error
    if _AS_CARDS in found and notation(found[_AS_CARDS]) != sealed[_AS_CARDS]:
        raise JournalError("sealed", "the sealed order is not written in the one form that it has")
    return found


def _money(value: Any) -> Money:
    if not isinstance(value, list):
        raise TypeError(f"money is {value!r:.40}")
    return tuple(Transfer(_text(source), _text(target), _positive(amount)) for source, target, amount in value)


def _positive(value: Any) -> int:
    if type(value) is not int or value <= 0:
        raise ValueError(f"{value!r:.40} is no amount that can move")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r:.40} is no text")
    return value


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r:.40} is not {kind.__name__}")
        return value

    return read


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """From JSON to a field of this type; anything else is refused."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is UnionType:
        (inner,) = (_reader(kind) for kind in arguments if kind is not NoneType)
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple_reader(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _exactly(dict)
    if issubclass(hint, Enum):
        return lambda value: hint(_text(value))
    return _exactly(hint)


def _tuple_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    as_list = _exactly(list)
    if arguments[-1] is Ellipsis:
        each = _reader(arguments[0])
        return lambda value: tuple([each(item) for item in as_list(value)])
    parts = [_reader(kind) for kind in arguments]
    return lambda value: tuple([part(item) for part, item in zip(parts, as_list(value), strict=True)])


_CLAUSES, _STEP = _reader(tuple[str, ...]), _reader(int | None)


def _form(kind: type[e.Event]) -> _Form:
    hints = get_type_hints(kind)
    own = [field.name for field in fields(kind) if field.name not in _HEAD]
    names = tuple(name for name in own if name not in kind.SEALED)
    name = event_name(kind)
    return _Form(
        kind=kind,
        name=name,
        prefix=f'"event":"{name}","v":{kind.SCHEMA},"clauses":',
        data=_writer(names, hints),
        readers={name: _reader(hints[name]) for name in own},
    )


EVENTS: tuple[type[e.Event], ...] = tuple(
    kind
    for kind in vars(e).values()
    if isinstance(kind, type) and issubclass(kind, e.Event) and kind.__module__ == e.__name__ and kind is not e.Event
)
"""Every kind of event."""
_FORMS = {kind: _form(kind) for kind in EVENTS}
_BY_NAME = {form.name: form for form in _FORMS.values()}
