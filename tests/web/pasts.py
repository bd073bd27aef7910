"""Floors with a past: tables whose rounds have been played, the last of them still in play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fastapi.testclient import TestClient

from pitboss.floor.floor import Floor
from pitboss.floor.people import Person
from pitboss.games import games
from pitboss.journal.journal import Journal
from pitboss.journal.stores import Store, open_store
from pitboss.journal.stores.memory import MemoryStore
from pitboss.playtest.random_players import Session
from pitboss.table import commands as c
from pitboss.table.commands import Role
from pitboss.table.table import FLOOR, Table
from pitboss.web.app import create_app

GAMES = tuple(game.short for game in games().values())
ROUNDS, PLAYERS = 5, 3
NOW = 1_800_000_000_000
"""The clock stands: nobody is thought to have walked away while a test looks on."""
NOTED, NOTE = 2, "cards held below the table"
"""The round in which staff note something about the first player."""


@cache
def journal_of(game: str, rounds: int = ROUNDS) -> tuple[list[str], str]:
    """The lines of a table with some trouble and a round in progress, and its head."""
    journal = Journal()
    table = Table.of(game, seed=11, record=journal.append)
    session = Session(table, players=PLAYERS, seed=11, irregularities=0.5)
    for number in range(rounds):
        if number + 1 == NOTED:
            _bet_all(session)
            table.deal()
            table.do(c.Breach, FLOOR, player=session.players[0], what=NOTE, rule=table.rules.game.conduct_rules[0].name)
            while table.state.playing:
                session.go_on()
        else:
            session.play()
    _bet_all(session)
    table.deal()
    assert table.state.playing
    return [line for _, line in journal.lines()], journal.head


@cache
def changed_journal() -> tuple[list[str], str]:
    """A table that had six positions in its first round, and has four since."""
    journal = Journal()
    table = Table.of("uth", seed=3, record=journal.append)
    session = Session(table, players=2, seed=3)
    session.play()
    options = {**table.state.options, "positions": 4}
    table.do(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)
    session.play()
    return [line for _, line in journal.lines()], journal.head


def _bet_all(session: Session) -> None:
    for name in session.players:
        session.bet(name)


class CountingStore(MemoryStore):
    """Counts the lines that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    def lines(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[str]:
        for line in super().lines(table, after, upto):
            self.read += 1
            yield line


def fill(store: Store, table: str, lines: list[str], head: str) -> None:
    store.create(table)
    store.append(table, expected=0, lines=lines, head=head)


def floor_with(*shorts: str, store: Store | None = None) -> Floor:
    """A floor whose tables have played these games."""
    kept = store or open_store("memory:")
    for number, game in enumerate(shorts, 1):
        fill(kept, str(number), *journal_of(game))
    return Floor(kept, clock=lambda: NOW)


class Office:
    """A floor with a past, served, and the people who look into it."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.app = create_app(floor)
        self.client = TestClient(self.app)
        self._tokens: dict[Role | str, str] = {}

    def person(self, who: Role | str) -> Person:
        """A member of staff by role, or a player by name."""
        if isinstance(who, Role):
            return self.floor.people.accept(self.floor.people.invite(who, f"the {who}"))
        return self.floor.people.named(who) or self.floor.people.rename(self.floor.people.welcome(), who)

    def token(self, who: Role | str) -> str:
        """What proves who somebody is."""
        if who not in self._tokens:
            self._tokens[who] = self.app.state.sessions.token(self.person(who))
        return self._tokens[who]

    def headers(self, who: Role | str | None) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token(who)}"} if who else {}
