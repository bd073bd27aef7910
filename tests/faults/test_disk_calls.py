"""A store that fails now and then: players get a clear sentence, nothing is half done, and it goes on."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from blotter import Blotter
from floors import BETS, Hall

from pitboss.floor import live as live_module
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.messages import scene
from pitboss.floor.people import Person
from pitboss.floor.requests import Request
from pitboss.journal.second import second_opinion
from pitboss.journal.stores import StoreError, UncertainError
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.verify import verify

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
