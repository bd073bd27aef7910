"""The journal a table writes: in memory or in a file, one command's events at a time.

>>> from pitboss.table.table import Table
>>> journal = Journal()
>>> table = Table.of("pik-it", seed=7, record=journal.append)
>>> len(journal), [record.by for record in journal]
(2, ['floor:autofloor', 'floor:autofloor'])
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from pitboss.journal.chain import lines_of, open_file
from pitboss.journal.codec import GENESIS, Record, decode, encode, parse_line
from pitboss.journal.errors import JournalError, TornJournalError
from pitboss.table.commands import Command
from pitboss.table.events import Event

_TAIL = 1 << 16


def written(command: Command, events: Iterable[Event], seq: int, head: str) -> tuple[list[str], str]:
    """The lines of a command's events, after so many records with this head, and the new head."""
    at, by = command.at, str(command.by)
    lines = []
    for number, event in enumerate(events, seq + 1):
        line, head = encode(event, seq=number, at=at, by=by, prev=head, key=command.key)
        lines.append(line)
    return lines, head


class Journal:
    """Lines that are only ever added to; `append` is what a `Table` takes as its `record`."""

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else None
        self.head = GENESIS
        """The hash of the last record: keep it elsewhere, and nobody can cut off or rewrite what came before."""
        self._seq = 0
        self._lines: list[str] = []
        self._file: FileIO | None = None
        self._size = 0
        if self.path is not None:
            self._open(self.path)

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        """Add the events of a command: all of them, in one write, or none."""
        lines, head = written(command, events, self._seq, self.head)
        if self.path is None:
            self._lines += lines
        elif lines:
            self._write("\n".join([*lines, ""]).encode("ascii"))
        self._seq, self.head = self._seq + len(lines), head

    def __len__(self) -> int:
        return self._seq

    def __iter__(self) -> Iterator[Record]:
        """Every record with the number of its line."""
        return (decode(text, number) for number, text in self.lines())

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line as it is written, with its number."""
        return lines_of(self._lines if self.path is None else self.path)

    # --- the file ---

    def _open(self, path: Path) -> None:
        if path.exists():
            last = _last_line(path)
            if last:
                raw = parse_line(last)
                self._seq, self.head = raw["seq"], raw["hash"]
        try:
            self._file = FileIO(path, "ab")
        except OSError as error:
            raise JournalError("journal-file", f"{path} cannot be written: {error.strerror}") from error
        self._size = os.fstat(self._file.fileno()).st_size

    def _write(self, data: bytes) -> None:
        if self._file is None or self._file.closed:
            raise JournalError("closed", f"{self.path} is closed: open the journal again")
        if os.fstat(self._file.fileno()).st_size != self._size:
            raise JournalError("not-alone", f"somebody else has written to {self.path}: nothing was added")
        try:
            written = self._file.write(data)
        except OSError as error:
            self._file.truncate(self._size)
            raise JournalError("journal-file", f"{self.path} cannot be written: {error.strerror}") from error
        if written != len(data):
            self._file.truncate(self._size)
            raise JournalError("journal-file", f"{self.path} could not be written to the end: nothing was added")
        self._size += len(data)

    def close(self) -> None:
        """Close the file; a journal in memory has nothing to close."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _last_line(path: Path) -> str:
    """The last line of a file, read from its end; one without its end is torn, and nothing may follow it."""
    with open_file(path) as file:
        size = file.seek(0, os.SEEK_END)
        if not size:
            return ""
        tail, start = b"", size
        while start and tail.count(b"\n") < 2:
            start = max(0, start - _TAIL)
            file.seek(start)
            tail = file.read(size - start)
    if not tail.endswith(b"\n"):
        message = f"the last line of {path} is torn: the last write did not get to its end, so nothing may follow it"
        raise TornJournalError("torn", message)
    return str(tail[:-1].rpartition(b"\n")[2].decode("ascii", "replace"))
