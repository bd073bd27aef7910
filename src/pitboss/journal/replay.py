"""From a journal back to the table: the events alone give the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pitboss.argument_types import checked
from pitboss.journal.chain import Chain, check_seal
from pitboss.journal.codec import Record, as_record
from pitboss.journal.errors import JournalError
from pitboss.table.evolve import evolve
from pitboss.table.state import State


def records_of(path: str | Path) -> Iterator[Record]:
    """The records of a file, as long as they hold together; the error names the first that does not."""
    chain = Chain(path)
    for link in chain:
        try:
            record = as_record(link.raw, link.line)
            check_seal(record.event)
        except JournalError as error:
            raise JournalError(error.code, f"{path}, line {link.line}: {error.message}") from error
        yield record
    if chain.fault:
        raise JournalError("fault", f"{path}, {chain.fault}")


def walk(source: str | Path | Iterable[Record]) -> Iterator[tuple[State, Record, State]]:
    """Each record between the state before it and the state after it."""
    state = State()
    for record in records_of(source) if isinstance(source, str | Path) else source:
        if not isinstance(record, Record):
            raise JournalError("not-a-record", f"{record!r:.60} is not a record: decode the lines of a journal first")
        try:
            after = evolve(state, record.event, record.at)
        except Exception as error:  # whatever an impossible sequence of events runs into
            message = f"line {record.line}: record {record.seq} cannot have happened at this point ({error!r:.80})"
            raise JournalError("cannot-replay", message) from error
        yield state, record, after
        state = after


@checked
def replay(source: str | Path | Iterable[Record]) -> State:
    """The state a journal leads to."""
    state = State()
    for _, _, state in walk(source):  # noqa: B007
        pass
    return state
