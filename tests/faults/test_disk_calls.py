"""A store that fails now and then: players get a clear sentence, nothing is half done, and it goes on."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from blotter import Blotter, times
from desks import Desk, play_rounds
from floors import BETS, Hall
from servers import new_url

from pitboss.floor import live as live_module
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import BANKROLL, Person
from pitboss.floor.requests import Request
from pitboss.floor.scenes import scene
from pitboss.journal.codec import GENESIS
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import StoreError, UncertainError, UsedKeyError, open_store
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.stores.sql import Transaction
from pitboss.journal.stores.sqlite import SqliteStore
from pitboss.journal.verify import verify
from pitboss.table.commands import Command
from pitboss.table.events import Event

CALLS = ("append", "answer", "remember", "lines", "save_snapshot", "balance", "put", "get", "transfer", "all")
TRIES = 4


class Moody(MemoryStore):
    """Fails at one of its calls: before it does anything, or after it has done it all."""

    def __init__(self) -> None:
        super().__init__()
        self.called, self.fails_at, self.fails_after = 0, -1, False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return self._moody(found) if name in CALLS else found

    def _moody(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def moody(*arguments: Any, **more: Any) -> Any:
            self.called += 1
            if self.called != self.fails_at:
                return call(*arguments, **more)
            if self.fails_after:
                call(*arguments, **more)
                raise UncertainError
            raise StoreError("store", "out of reach")

        return moody


class Stubborn:
    """A player who sends everything again, with its key, until it is answered."""

    def __init__(self, hall: Hall, live: LiveTable, person: Person) -> None:
        self.hall, self.live, self.person = hall, live, person
        self.keys = itertools.count()
        self.troubles = 0

    def insist(self, act: Callable[[], Outcome]) -> Outcome:
        for _ in range(TRIES):
            try:
                return act()
            except StoreError:
                self.troubles += 1
        raise AssertionError("the floor does not go on")

    def ask(self, command: str, **arguments: Any) -> None:
        request = Request(command, arguments, key=str(next(self.keys)))
        outcome = self.insist(lambda: self.hall.floor.request(self.person, self.live.name, request))
        assert outcome.refusal is None, outcome.refusal

    def play(self) -> None:
        """A round, as asked."""
        self.ask("PlaceBets", position=1, wagers=list(BETS[self.live.rules.game.short].items()))
        self.insist(lambda: self.hall.floor.ready(self.person, self.live.name))
        while asked := self.hall.asked(self.person, self.live):
            self.ask(asked[0].command.__name__, **asked[0].given)


def played(fails_at: int, fails_after: bool) -> tuple[int, Hall, LiveTable]:
    """Two rounds at a table whose store fails once."""
    store = Moody()
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    start = store.called
    store.fails_at, store.fails_after = start + fails_at, fails_after
    player = Stubborn(hall, live, ann)
    player.play()
    player.play()
    player.insist(lambda: Outcome(len(scene(hall.floor, live, ann)["feed"])))
    player.ask("Leave")
    store.fails_at = -1
    assert player.troubles <= 1
    return store.called - start, hall, live


@pytest.mark.fault(
    "lost at every call, before or after it has done its work",
    "the store under a floor",
    "the player is told, sends it again and is answered once; both verifiers agree, and no cent is missing",
)
@pytest.mark.parametrize("fails_after", [False, True])
def test_a_store_that_fails_once_at_any_call_costs_nobody_anything(
    monkeypatch: pytest.MonkeyPatch, fails_after: bool, blotter: Blotter
) -> None:
    monkeypatch.setattr(live_module, "SNAPSHOT_EVERY", 10)
    total, hall, _ = played(-1, False)
    hall.close()
    assert total > 30
    for fails_at in range(1, total + 1):
        _, hall, live = played(fails_at, fails_after)
        lines = list(hall.store.lines(live.name))
        assert live.state.rounds == 2
        assert verify(lines).ok
        assert second_opinion(lines).disagreement is None
        assert sum(hall.store.balances().values()) == 0
        seqs = [moment.seq for moment in live.recent]
        assert seqs == sorted(set(seqs))
        hall.close()
        blotter.add()


def test_a_failed_snapshot_does_not_count_a_round_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "SNAPSHOT_EVERY", 1)
    hall = Hall()
    live, (ann,) = hall.seated("uth")

    def full(*_: object) -> None:
        raise StoreError("store", "no room left")

    monkeypatch.setattr(hall.store, "save_snapshot", full)
    hall.play(live, [ann])
    assert live.sittings[ann.name].rounds == 1
    fresh = Floor(hall.store, hall.clock)
    assert fresh.table(live.name).sittings == live.sittings
    fresh.close()
    hall.close()


@pytest.mark.fault(
    "lost at every call, before or after it has done its work",
    "the store when somebody comes to the floor",
    "nobody is there without a bankroll, and no bankroll without its owner",
)
@pytest.mark.parametrize("fails_after", [False, True])
def test_nobody_comes_half(fails_after: bool, blotter: Blotter) -> None:
    store = Moody()
    hall = Hall(store)
    before = store.called
    hall.player()
    for fails_at in range(1, store.called - before + 1):
        store.fails_at, store.fails_after = store.called + fails_at, fails_after
        with pytest.raises(StoreError):
            hall.player()
        blotter.add()
    people = hall.floor.people.all()
    assert store.balances("purse:") == {person.purse: BANKROLL for person in people}
    assert len(people) == len(store.all("name")) == 1 + blotter.count * fails_after
    hall.close()


# --- a disk that fails in mid-command --------------------------------------------------------------------------------


class Failing:
    """A connection whose disk fails at a statement, and then at everything until it is closed, or not."""

    def __init__(self, connection: sqlite3.Connection, at: str, done: bool, for_good: bool) -> None:
        self._connection, self._at, self._done, self._for_good = connection, at, done, for_good
        self.failed = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *values: Any) -> Any:
        if (self.failed and self._for_good) or (not self.failed and sql.startswith(self._at)):
            if not self.failed and self._done:
                self._connection.execute(sql, *values)
            self.failed = True
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return self._connection.execute(sql, *values)


@pytest.mark.fault(
    "the disk fails once, or until the file is opened again, before or after it has done its work",
    "a store in SQLite, at every kind of statement",
    "the command is refused, or said to be uncertain; sent again it is carried out once; nobody waits without end",
)
@pytest.mark.parametrize("for_good", [False, True])
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("at", ["BEGIN", "SAVEPOINT", "UPDATE journals", "INSERT INTO lines", "RELEASE", "COMMIT"])
def test_a_disk_that_fails_holds_nobody_up(
    at: str, done: bool, for_good: bool, blotter: Blotter, tmp_path: Path
) -> None:
    unbroken = Journal()
    play_rounds(unbroken.append)
    with open_store(new_url("sqlite", tmp_path)) as store:
        assert isinstance(store, SqliteStore)
        store.create("T")
        desk = Desk(store, "T")

        def record(command: Command, events: tuple[Event, ...]) -> None:
            if desk.commands % 20 == 3:
                failing = Failing(store._writer, at, done, for_good)
                store._writer = failing  # type: ignore[assignment]
                with pytest.raises(StoreError) as told:
                    desk.append(command, events)
                assert isinstance(told.value, UncertainError) == (at == "COMMIT")
                assert failing.failed
                if not store._is_lost:
                    store._writer = failing._connection
                desk.commands -= 1
                blotter.add()
            try:
                desk.append(command, events)
            except UsedKeyError:
                assert (at, done) == ("COMMIT", True)
                desk.skip(command, events)

        play_rounds(record)
        assert list(store.lines("T")) == [line for _, line in unbroken.lines()]


@pytest.mark.fault(
    "another process writes between what a command reads and what it writes",
    "a store in SQLite",
    "the other waits; both are carried out",
)
def test_nobody_writes_in_the_middle_of_a_command(blotter: Blotter, tmp_path: Path) -> None:
    url = new_url("sqlite", tmp_path)
    with open_store(url) as store, open_store(url) as other, ThreadPoolExecutor() as threads:
        assert isinstance(store, SqliteStore)
        for number in range(times(2, 10)):

            def work(on: Transaction, number: int = number) -> Future[None]:
                on.ask("SELECT name FROM journals")
                waits = threads.submit(other.create, f"other {number}")
                with suppress(TimeoutError):
                    waits.result(0.1)
                on.ask("INSERT INTO journals (name, version, head) VALUES (?, 0, ?)", f"own {number}", GENESIS)
                return waits

            store._write(work).result()
            assert {f"own {number}", f"other {number}"} <= set(store.tables())
            blotter.add()
