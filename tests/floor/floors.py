"""A floor for tests: its clock stands until it is moved, and players do what is asked of them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from pitboss.floor.floor import BUY_IN, Floor
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import Person
from pitboss.floor.requests import Request
from pitboss.journal.stores import Store, open_store
from pitboss.table import commands as c
from pitboss.table.moves import Distinct, Move

START = 1_790_000_000_000
BETS: dict[str, dict[str, int]] = {
    "uth": {"ante": 1000, "blind": 1000},
    "hi-lo": {"ante": 1000},
    "top-five": {"ante": 1000},
    "pik-it": {"ante": 1000, "five_card_bonus": 1000},
}
ASKED = (c.Act, c.Pick, c.SetHand, c.LayDown)


class Clock:
    """Time, in milliseconds, as the test says."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


class Hall:
    """A floor with its clock."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock = Clock()
        self.store = store or open_store("memory:")
        self.floor = Floor(self.store, self.clock)

    def again(self) -> None:
        """The process ends; another one starts on the same store."""
        self.floor.close()
        self.floor = Floor(self.store, self.clock)

    def close(self) -> None:
        self.floor.close()
        self.store.close()

    def player(self) -> Person:
        return self.floor.people.welcome()

    def presence_of(self, person: Person) -> None:
        """A sign of life, by the clock as it is now."""
        self.floor.presence.seen(person.name)

    def table(self, game: str) -> LiveTable:
        return next(live for live in self.floor.tables if live.rules.game.short == game)

    def seated(self, game: str, number: int = 1, amount: int = BUY_IN) -> tuple[LiveTable, list[Person]]:
        live, people = self.table(game), [self.player() for _ in range(number)]
        for person in people:
            done(self.floor.sit(person, live.name, amount=amount))
        return live, people

    def ask(self, person: Person, live: LiveTable, command: str, **arguments: Any) -> Outcome:
        return self.floor.request(person, live.name, Request(command, arguments))

    def bet(self, person: Person, live: LiveTable) -> None:
        wagers = list(BETS[live.rules.game.short].items())
        seat = live.state.seat_of(person.name)
        done(self.ask(person, live, "PlaceBets", position=seat, wagers=wagers))

    def asked(self, person: Person, live: LiveTable) -> list[Move]:
        return [move for move in live.moves if move.player == person.name and move.command in ASKED]

    def answer(self, person: Person, live: LiveTable, which: int = 0) -> Outcome:
        """Do one of the things a player is asked for."""
        move = self.asked(person, live)[which]
        name, given = move.command.__name__, move.given
        for argument, bounds in move.open.items():
            if isinstance(bounds, Distinct):  # the first places the rules allow
                every = combinations(range(1, bounds.most + 1), bounds.number)
                tries = (self.ask(person, live, name, **given, **{argument: places}) for places in every)
                return next(outcome for outcome in tries if not outcome.refusal)
        return done(self.ask(person, live, name, **given))

    def play(self, live: LiveTable, people: list[Person]) -> None:
        """One round from the bets to its end."""
        for person in people:
            self.bet(person, live)
        for person in people:
            done(self.floor.ready(person, live.name))
        while live.state.playing:
            self.answer(next(person for person in people if self.asked(person, live)), live)


def done(outcome: Outcome) -> Outcome:
    """An outcome that is not a refusal."""
    assert outcome.refusal is None, outcome.refusal
    return outcome
