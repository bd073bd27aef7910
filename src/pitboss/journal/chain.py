"""The lines of a journal and the chain of hashes that holds them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.journal.codec import GENESIS, Record, as_record, own_hash, parse_line
from pitboss.journal.errors import JournalError, TornJournalError
from pitboss.table import events as e
from pitboss.table.decks import commitment, unlike_stream

Source = str | Path | Iterable[str]
"""A journal: its file, or its lines."""
UNFINISHED = b" "
"""At the end of a line in a file: the command that it belongs to has more."""
_SIZE = 32
"""Bytes of a hash."""


class Fault(NamedTuple):
    """The first thing that is wrong in a journal."""

    line: int
    seq: int | None
    """The number of the record there, or of the one that should be there; None if it cannot be read."""
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class Link(NamedTuple):
    """A line as far as the chain goes."""

    line: int
    seq: int
    prev: str
    hash: str
    raw: dict[str, Any]


def lines_of(source: Source) -> Iterator[tuple[int, str]]:
    """Each line with its number, from 1; a last one without its end is torn, and so is a last command.

    In a file a line ends with a space if another one of the same command comes after it.
    """
    if not isinstance(source, str | Path):
        yield from enumerate(source, 1)
        return
    with open_file(source) as file:
        number, line = 0, b""
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                raise TornJournalError("torn", f"line {number} is torn: the last write did not get to its end")
            yield number, line[:-1].removesuffix(UNFINISHED).decode("ascii", "replace")
        if line.endswith(UNFINISHED + b"\n"):
            raise TornJournalError("torn", f"line {number + 1} is torn off: the last write did not get to its end")


def open_file(path: str | Path) -> Any:
    """The file, open for reading; a typed error if it cannot be read."""
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise JournalError("journal-file", f"{path} cannot be read: {error.strerror}") from error


class Chain:
    """The lines of a journal that hold together, one after the other; afterwards, what is wrong after them.

    A journal may be of any length: of what was gone through only the hashes are kept.
    """

    def __init__(self, source: Source) -> None:
        self.fault: Fault | None = None
        self._source = source
        self._hashes = bytearray()

    def __len__(self) -> int:
        """The records so far."""
        return len(self._hashes) // _SIZE

    def hash_of(self, seq: int) -> str:
        """The hash of a record; that of record 0 is what the first one names."""
        return self._hashes[(seq - 1) * _SIZE : seq * _SIZE].hex() if seq else GENESIS

    def __iter__(self) -> Iterator[Link]:
        scanned = _scan(self._source)
        for found in scanned:
            if isinstance(found, Fault):
                self.fault = found
                return
            if found.seq != len(self) + 1 or found.prev != self.hash_of(len(self)):
                self.fault = _broken(self, found, scanned)
                return
            self._hashes += bytes.fromhex(found.hash)
            yield found


def head_of(source: Source) -> str:
    """The hash of the last record of a journal that holds together; one that does not is refused."""
    links = Chain(source)
    for _ in links:
        pass
    if links.fault:
        where = f"{source}, " if isinstance(source, str | Path) else ""
        raise JournalError("fault", f"{where}{links.fault}")
    return links.hash_of(len(links))


def trusted(text: str, seq: int) -> Record:
    """The record of this number in a line, if its hash fits what it says and its seal what was committed to."""
    return following(text, seq, None)


def following(text: str, seq: int, prev: str | None) -> Record:
    """As `trusted`, if it was also written after the record with this hash."""
    found = _scan_line(seq, text)
    if isinstance(found, Fault):
        raise JournalError("fault", found.message)
    if found.seq != seq or (prev is not None and found.prev != prev):
        raise JournalError("fault", f"record {found.seq} stands where record {seq} belongs, or after another one")
    record = as_record(found.raw, found.line)
    check_seal(record.event)
    return record


def check_seal(event: e.Event) -> None:
    """Refuse a sealed order that is not the one committed to; no hash but the commitment holds it."""
    if isinstance(event, e.DeckReceived | e.DeckShuffled) and (event.order or event.salt):
        if commitment(event.order, event.salt) != event.commitment:
            raise JournalError("seal", f"the sealed order of the {event.deck} deck does not match its commitment")
        check_shuffle(event.deck, event.order, event.salt, event.stream)


def check_shuffle(deck: str, order: tuple[int, ...], salt: str, stream: str) -> None:
    """Refuse an order that its generator does not make of its seed."""
    if unlike_stream(order, salt, stream):
        raise JournalError("stream", f"the order of the {deck} deck is not what its generator makes of its seed")


def _scan(source: Source) -> Iterator[Link | Fault]:
    """Every line by itself."""
    number = 0
    try:
        for number, text in lines_of(source):
            yield _scan_line(number, text)
    except TornJournalError as error:
        yield Fault(number + 1, None, error.message)


def _scan_line(number: int, text: str) -> Link | Fault:
    try:
        raw = parse_line(text)
    except JournalError as error:
        return Fault(number, None, f"the record is damaged: {error.message}")
    seq = raw["seq"]
    if own_hash(raw) != raw["hash"]:
        return Fault(number, seq, f"record {seq} was edited: its hash does not fit what it says")
    return Link(number, seq, raw["prev"], raw["hash"], raw)


def _broken(before: Chain, found: Link, rest: Iterator[Link | Fault]) -> Fault:
    """What happened where the chain breaks, told from the records on both sides."""
    due, seq = len(before) + 1, found.seq
    following = next(rest, None)
    goes_on = isinstance(following, Link) and following.prev == found.hash
    if seq > due:
        if any(isinstance(later, Link) and later.seq == due for later in chain([following], rest)):
            return Fault(found.line, seq, f"record {seq} stands where record {due} belongs: records were swapped")
        lost = f"record {due} is" if seq == due + 1 else f"records {due} to {seq - 1} are"
        return Fault(found.line, due, f"{lost} missing: dropped before record {seq}")
    if seq == due:
        if len(before) and (goes_on or following is None):
            return Fault(len(before), seq - 1, f"record {seq - 1} is not the one that record {seq} was written after")
        return Fault(found.line, seq, f"record {seq} was not written after the one before it")
    if seq >= 1 and found.prev == before.hash_of(seq - 1) and found.hash != before.hash_of(seq):
        line = seq if goes_on or following is None else found.line
        return Fault(line, seq, f"there are two records {seq}: this one was inserted")
    return Fault(found.line, seq, f"record {seq} was inserted here, where record {due} belongs")
