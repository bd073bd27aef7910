"""Tables whose journals are kept in a store, each command under a key of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from journals import bet, finish

from pitboss.journal.codec import decode
from pitboss.journal.journal import written
from pitboss.journal.stores import Answer, Store
from pitboss.journal.verify import verify
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.evolve import evolve
from pitboss.table.state import State
from pitboss.table.table import Table, practice_submission

OK = b"done"


def answer(key: str, *, digest: str = "same", body: bytes = OK, at: int = 1000) -> Answer:
    return Answer(key, digest, body, at)


class Desk:
    """Writes what a table does into a store; `append` is the table's `record`."""

    def __init__(self, store: Store, name: str, before: Callable[[int], None] = lambda number: None) -> None:
        self.store, self.name, self.before = store, name, before
        self.version, self.head = store.head(name)
        self.commands = 0

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        self.commands += 1
        self.before(self.commands)
        lines, head = written(command, events, self.version, self.head)
        given = answer(f"command {self.commands}", digest=repr(command), at=command.at)
        self.store.append(self.name, expected=self.version, lines=lines, head=head, answer=given)
        self.version, self.head = self.version + len(lines), head

    def skip(self, command: Command, events: tuple[Event, ...]) -> None:
        """Go on from a command that the store has already."""
        lines, self.head = written(command, events, self.version, self.head)
        self.version += len(lines)


def caught_up(store: Store, name: str, state: State) -> tuple[State, str]:
    """A state brought up to what the store has by now, and the hash of the last record."""
    head = ""
    for line in store.lines(name, after=state.version):
        record = decode(line)
        state, head = evolve(state, record.event, record.at), record.hash
    return state, head


def play_rounds(record: Callable[[Command, tuple[Event, ...]], None], game: str = "uth", rounds: int = 1) -> Table:
    """Two players at a table, from the first event on; the same each time."""
    table = Table(practice_submission(game), seed=7, record=record)
    table.open()
    for name in ("Ann", "Bob"):
        table.sit(name, 1_000_000)
    rng = random.Random(7)
    for _ in range(rounds):
        bet(table, rng)
        finish(table, rng)
    return table


def assert_sound(store: Store, name: str) -> int:
    """The journal holds together up to the head that the store names; returns its version."""
    version, head = store.head(name)
    if version:
        verdict = verify(store.lines(name), head)
        assert verdict.ok, verdict.fault
        assert verdict.records == version
    return version


def raised(call: Callable[[], Any]) -> Any:
    """What a call returns, or the kind and text of the error it raises."""
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)
