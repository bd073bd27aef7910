"""The lines of a journal and the chain of hashes that holds them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.journal.codec import GENESIS, own_hash, parse_line
from pitboss.journal.errors import JournalError, TornJournalError

Source = str | Path | Iterable[str]
"""A journal: its file, or its lines."""


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
    """Each line with its number, from 1; a last one without its end is torn."""
    if not isinstance(source, str | Path):
        yield from enumerate(source, 1)
        return
    with open_file(source) as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                raise TornJournalError("torn", f"line {number} is torn: the last write did not get to its end")
            yield number, line[:-1].decode("ascii", "replace")


def open_file(path: str | Path) -> Any:
    """The file, open for reading; a typed error if it cannot be read."""
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise JournalError("journal-file", f"{path} cannot be read: {error.strerror}") from error


def chained(source: Source) -> tuple[list[Link], Fault | None]:
    """The lines that hold together from the first on, and what is wrong after them, if anything is."""
    links: list[Link] = []
    scanned = _scan(source)
    for place, found in enumerate(scanned):
        if isinstance(found, Fault):
            return links, found
        if found.seq != len(links) + 1 or found.prev != _hash_before(links, len(links)):
            return links, _broken(links, found, scanned[place + 1 :])
        links.append(found)
    return links, None


def _scan(source: Source) -> list[Link | Fault]:
    """Every line by itself."""
    found: list[Link | Fault] = []
    try:
        for number, text in lines_of(source):
            found.append(_scan_line(number, text))
    except TornJournalError as error:
        found.append(Fault(len(found) + 1, None, error.message))
    return found


def _scan_line(number: int, text: str) -> Link | Fault:
    try:
        raw = parse_line(text)
    except JournalError as error:
        return Fault(number, None, f"the record is damaged: {error.message}")
    seq = raw["seq"]
    if own_hash(raw) != raw["hash"]:
        return Fault(number, seq, f"record {seq} was edited: its hash does not fit what it says")
    return Link(number, seq, raw["prev"], raw["hash"], raw)


def _hash_before(links: Sequence[Link], place: int) -> str:
    return links[place - 1].hash if place else GENESIS


def _broken(links: Sequence[Link], found: Link, rest: Sequence[Link | Fault]) -> Fault:
    """What happened where the chain breaks, told from the records on both sides."""
    due, seq = len(links) + 1, found.seq
    following = rest[0] if rest and isinstance(rest[0], Link) else None
    goes_on = following is not None and following.prev == found.hash
    if seq > due:
        if any(isinstance(later, Link) and later.seq == due for later in rest):
            return Fault(found.line, seq, f"record {seq} stands where record {due} belongs: records were swapped")
        lost = f"record {due} is" if seq == due + 1 else f"records {due} to {seq - 1} are"
        return Fault(found.line, due, f"{lost} missing: dropped before record {seq}")
    if seq == due:
        if links and (goes_on or not rest):
            return Fault(
                links[-1].line, seq - 1, f"record {seq - 1} is not the one that record {seq} was written after"
            )
        return Fault(found.line, seq, f"record {seq} was not written after the one before it")
    if seq >= 1 and found.prev == _hash_before(links, seq - 1) and found.hash != links[seq - 1].hash:
        stranger = links[seq - 1] if goes_on or not rest else found
        return Fault(stranger.line, seq, f"there are two records {seq}: this one was inserted")
    return Fault(found.line, seq, f"record {seq} was inserted here, where record {due} belongs")
