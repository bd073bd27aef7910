"""The journal a table writes: in memory or in a file, one command's events at a time.

What `append` has returned from is on the disk for good, whatever happens to the process or the power. With
`durable=False` it is only handed to the system: a killed process still loses nothing, but a power cut may take the last
seconds. Of a command that was being written in the moment of a crash a part may be there: such a journal is torn, which
everybody who reads it is told; `mend` sets that part aside, and the table goes on from before the command.

>>> from pitboss.table.table import Table
>>> journal = Journal()
>>> table = Table.of("pik-it", seed=7, record=journal.append)
>>> len(journal), [record.by for record in journal]
(2, ['floor:autofloor', 'floor:autofloor'])
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from io import BufferedRandom, FileIO
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Self

from pitboss.argument_types import checked
from pitboss.journal.chain import UNFINISHED, Chain, Link, lines_of, open_file
from pitboss.journal.codec import GENESIS, Record, decode, encode, own_hash, parse_line
from pitboss.journal.errors import JournalError, TornJournalError
from pitboss.journal.flat_rows import RoundRow, WagerRow, round_rows, wager_rows
from pitboss.table.commands import Command
from pitboss.table.events import Event

locks: ModuleType | None
try:
    import fcntl as locks
except ImportError:  # not every system has them
    locks = None

_TAIL = 1 << 16


def written(command: Command, events: Collection[Event], seq: int, head: str) -> tuple[list[str], str]:
    """The lines of a command's events, after so many records with this head, and the new head."""
    known = isinstance(command, Command) and isinstance(events, Collection)
    if not known or not all(isinstance(event, Event) for event in events):
        raise JournalError("not-a-record", "a journal takes a command and the events it led to, as a table gives them")
    at, by = command.at, str(command.by)
    lines = []
    for number, event in enumerate(events, seq + 1):
        line, head = encode(event, seq=number, at=at, by=by, prev=head, key=command.key)
        lines.append(line)
    return lines, head


class Journal:
    """Lines that are only ever added to; `append` is what a `Table` takes as its `record`."""

    @checked
    def __init__(self, path: str | Path | None = None, *, durable: bool = True) -> None:
        self.path = Path(path) if path is not None else None
        self.head = GENESIS
        """The hash of the last record: keep it elsewhere, and nobody can cut off or rewrite what came before."""
        self._place = os.path.abspath(path) if path is not None else ""  # noqa: PTH100
        self._durable = durable
        self._seq = 0
        self._lines: list[str] = []
        self._file: FileIO | None = None
        self._size = 0
        if self.path is not None:
            self._open(self.path)

    @classmethod
    @checked
    def read(cls, path: str | Path) -> Self:
        """The journal in a file that exists, to look at: nothing can be added to it.

        :raises JournalError: if there is no such file, or if its records do not hold together.
        """
        link: Link | None = None
        for link in (chain := Chain(path)):  # noqa: B007
            pass
        if chain.fault:
            raise JournalError("fault", f"{path}, {chain.fault}")
        found = cls()
        found.path = Path(path)
        found._seq, found.head = len(chain), link.hash if link else GENESIS
        return found

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        """Add the events of a command: all of them or, if it says that they cannot be written, none."""
        lines, head = written(command, events, self._seq, self.head)
        if self.path is None:
            self._lines += lines
        elif lines:
            self._write((UNFINISHED + b"\n").join(line.encode("ascii") for line in lines) + b"\n")
        self._seq, self.head = self._seq + len(lines), head

    def __len__(self) -> int:
        return self._seq

    def __iter__(self) -> Iterator[Record]:
        """Every record with the number of its line."""
        return (decode(text, number) for number, text in self.lines())

    def rounds(self) -> Iterator[RoundRow]:
        """A flat row for each round that has ended, as data frames take them."""
        return round_rows(self)

    def wagers(self) -> Iterator[WagerRow]:
        """A flat row for each wager of the rounds that have ended."""
        return wager_rows(self)

    def __repr__(self) -> str:
        where = self.path if self.path is not None else "in memory"
        return f"<Journal {where}: {len(self)} records, head {self.head[:12]}>"

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line as it is written, with its number."""
        return lines_of(self._lines if self.path is None else self.path)

    # --- the file ---

    def _open(self, path: Path) -> None:
        is_new = not path.exists()
        if not is_new:
            last, torn = _end_of(path)
            if torn:
                message = f"{path} is torn: its last write did not get to its end; to go on, set that part of it aside"
                raise TornJournalError("torn", f"{message} with: pitboss audit mend {path}")
            if last:
                raw = parse_line(last)
                self._seq, self.head = raw["seq"], raw["hash"]
                if own_hash(raw) != self.head:
                    raise JournalError("edited", f"the last record of {path} is not as it was written: verify it first")
        try:
            self._file = FileIO(path, "ab")
            if is_new and self._durable:
                _sync_folder(path.parent)
        except OSError as error:
            self.close()
            raise JournalError("journal-file", f"{path} cannot be written: {error.strerror}") from error
        self._size = os.fstat(self._file.fileno()).st_size

    def _write(self, data: bytes) -> None:
        if self._file is None or self._file.closed:
            raise JournalError("closed", f"{self.path} is closed: open the journal again")
        with _alone(self._file, self.path):
            self._check_place(os.fstat(self._file.fileno()))
            try:
                left = memoryview(data)
                while left:  # a disk that fills up takes a part first, and says why when it is given the rest
                    left = left[self._file.write(left) :]
                if self._durable:
                    os.fsync(self._file.fileno())
            except OSError as error:
                raise self._undone(self._file, error) from error
        self._size += len(data)

    def _check_place(self, opened: os.stat_result) -> None:
        """See that the file is where it was, and as it was left: what went elsewhere would be lost."""
        try:
            is_there = os.path.samestat(os.stat(self._place), opened)  # noqa: PTH116
        except OSError:
            is_there = False
        if not is_there:
            raise JournalError("not-alone", f"somebody has moved, removed or replaced {self.path}: nothing was added")
        if opened.st_size != self._size:
            raise JournalError("not-alone", f"somebody else has written to {self.path}: nothing was added")

    def _undone(self, file: FileIO, error: OSError) -> JournalError:
        """Take back what was written of a command; if not even that is possible, nothing more is written at all."""
        try:
            file.truncate(self._size)
        except OSError:
            file.close()
            return JournalError("journal-file", f"{self.path} failed: {error.strerror}; open the journal again")
        return JournalError("journal-file", f"{self.path} cannot be written: {error.strerror}; nothing was added")

    def close(self) -> None:
        """Close the file, with all of it on the disk; a journal in memory has nothing to close."""
        if self._file is None or self._file.closed:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError("journal-file", f"{self.path} cannot be written: {error.strerror}") from error
        finally:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@checked
def mend(path: str | Path) -> Path | None:
    """Take a torn last command away, so that the journal can go on; returns the file it was put into, None if none was.

    Nobody was told of it: it had not been carried out when the crash came.
    """
    file = Path(path)
    if not _end_of(file)[1]:
        return None
    try:
        with file.open("r+b") as damaged, _alone(damaged, file):
            return _set_aside(file, damaged)
    except OSError as error:
        raise JournalError("journal-file", f"{file} cannot be mended: {error.strerror}") from error


def _set_aside(file: Path, damaged: BufferedRandom) -> Path | None:
    _, torn = _end_of(file)
    if not torn:
        return None  # it was being written, and came to its end
    aside = file.with_name(f"{file.name}.torn")
    damaged.seek(-torn, os.SEEK_END)
    with aside.open("ab") as kept:
        kept.write(damaged.read() + b"\n")
        kept.flush()
        os.fsync(kept.fileno())
    damaged.seek(-torn, os.SEEK_END)
    damaged.truncate()
    os.fsync(damaged.fileno())
    return aside


@contextmanager
def _alone(file: FileIO | BufferedRandom, path: Path | None) -> Iterator[None]:
    """While nobody else writes to this file; somebody who does is not waited for."""
    if locks is None:
        yield
        return
    try:
        locks.flock(file.fileno(), locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError as error:
        raise JournalError("not-alone", f"somebody else is writing to {path}: nothing was changed") from error
    except OSError:
        pass  # a disk that knows no locks, as some over the network
    try:
        yield
    finally:
        if not file.closed:
            with suppress(OSError):
                locks.flock(file.fileno(), locks.LOCK_UN)


def _end_of(path: Path) -> tuple[str, int]:
    """The last line of the last whole command in a file, and how many bytes of a torn one come after it."""
    with open_file(path) as file:
        size = start = file.seek(0, os.SEEK_END)
        tail, end = b"", 0
        while start and b"\n" not in tail[: max(0, end - 1)]:
            start = max(0, start - max(_TAIL, len(tail)))
            file.seek(start)
            tail = file.read(size - start)
            end = len(tail)
            while end and (not tail.endswith(b"\n", 0, end) or tail.endswith(UNFINISHED, 0, end - 1)):
                end = tail.rfind(b"\n", 0, end - 1) + 1
    return tail[: max(0, end - 1)].rpartition(b"\n")[2].decode("ascii", "replace"), len(tail) - end


def _sync_folder(folder: Path) -> None:
    """See that a new file is found again after a power cut; not every system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
