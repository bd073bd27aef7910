"""Nobody learns a card early by asking: of any route, as anybody.

At each moment of a round a second world is made for each viewer. It has the same journal, except that in the sealed
decks all cards lie otherwise that this viewer may not know. Every route has to answer alike in both worlds.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from floors import BETS, Hall
from test_leaks import Knowledge

from pitboss.cards import notation, parse
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.prices import Prices
from pitboss.journal import chain
from pitboss.journal.codec import decode
from pitboss.journal.stores.memory import MemoryStore
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.web.app import create_app
from pitboss.web.sessions import Sessions

FREE = 1e9
SEATS = (1, 2)
FIXED = ("/api/openapi.json", "/staff/{token}", "/practice", "/api/advice", "/api/clauses", "/api/floor/games")
"""Routes that know nothing of any table."""


def sealed_lines(lines: list[str]) -> dict[int, str]:
    """The places of the lines with a deck that is sealed and has been neither shown nor opened, by its name."""
    found: dict[str, int] = {}
    for seq, line in enumerate(lines, 1):
        match decode(line, seq).event:
            case e.DeckReceived(deck=deck, order=order) | e.DeckShuffled(deck=deck, order=order) if order:
                found[deck] = seq
            case e.DeckHandled(deck=deck, faces=faces) if faces:
                found.pop(deck, None)
            case e.DeckOpened(deck=deck):
                found.pop(deck, None)
            case _:
                pass
    return {seq: deck for deck, seq in found.items()}


def otherwise(line: str, known: set[int], luck: random.Random) -> str:
    """The same line with the cards that are not known in another order."""
    raw = json.loads(line)
    order = parse(raw["sealed"]["order"])
    hidden = [card for card in order if card not in known]
    luck.shuffle(hidden)
    rest = iter(hidden)
    raw["sealed"]["order"] = notation([card if card in known else next(rest) for card in order])
    return json.dumps(raw, separators=(",", ":"))


class World:
    """A hall in the middle of a round, and what each may know of it."""

    def __init__(self, game: str, prices: Prices) -> None:
        self.hall, self.prices = Hall(), prices
        self.hall.floor.prices = self.hall.floor.coach._prices = prices
        self.live, self.people = self.hall.seated(game, len(SEATS))
        people = self.hall.floor.people
        self.staff = [people.accept(people.invite(role, f"Some {role}")) for role in (Role.DEALER, Role.FLOOR)]
        self.auditor = people.accept(people.invite(Role.AUDITOR, "Some auditor"))
        self.watcher = self.hall.player()
        self.app = create_app(self.hall.floor, per_second=FREE, burst=FREE)

    @property
    def viewers(self) -> list[Person]:
        return [self.people[0], self.watcher, *self.staff, self.auditor]

    def moments(self, which: int) -> Iterator[None]:
        """Stops at each moment of a round at which somebody may ask; one that is over lies before it.

        `which` is what the first player does whenever asked: the first that is open, or the last.
        """
        self.hall.play(self.live, self.people)
        for person in self.people:
            self.hall.bet(person, self.live)
            yield
        for person in self.people:
            self.hall.floor.ready(person, self.live.name)
        while self.live.state.playing:
            yield
            person = next(one for one in self.people if self.hall.asked(one, self.live))
            self.hall.answer(person, self.live, which if person is self.people[0] else 0)

    @contextmanager
    def twin(self, viewer: Person) -> Iterator[TestClient]:
        """The same floor with everything changed that this viewer may not know."""
        store, luck, known = MemoryStore(), random.Random(5), Knowledge()
        here = self.hall.store
        assert isinstance(here, MemoryStore)
        store._tables = {name: copy(kept) for name, kept in here._tables.items()}
        store._accounts, store._documents = dict(here._accounts), dict(here._documents)
        lines = list(here.lines(self.live.name))
        for seq, line in enumerate(lines, 1):
            known.learn(decode(line, seq).event)
        playing = self.live.state.playing
        for seq, deck in sealed_lines(lines).items():
            in_play = playing is not None and playing.deck == deck
            seen = known.open | known.own[viewer.name] if in_play else set()
            lines[seq - 1] = otherwise(lines[seq - 1], seen, luck)
        store._tables[self.live.name].lines = lines
        floor = Floor(store, self.hall.clock)
        floor.prices = floor.coach._prices = self.prices
        with TestClient(create_app(floor, per_second=FREE, burst=FREE)) as client:
            yield client
        floor.close()
        store.close()


def routes(app: FastAPI) -> list[str]:
    """Every address that can be looked at."""
    rooms = [getattr(route, "original_router", None) for route in app.routes]
    found = [route for room in (app.router, *filter(None, rooms)) for route in room.routes]
    return [
        one.path
        for one in found
        if isinstance(one, APIRoute) and one.path not in FIXED and "GET" in (one.methods or ())
    ]


def filled(path: str, live: LiveTable, people: list[Person]) -> Iterator[str]:
    """The addresses of a route: this table, this round and the last, each seat."""
    path = path.replace("{table}", live.name).replace("{name}", live.rules.game.short)
    path = path.replace("{version}", str(live.state.version)).replace("{kind}", "sign")
    for number in (live.state.rounds, live.state.rounds + 1):
        for seat in SEATS:
            here = path.replace("{number}", str(number)).replace("{seat}", str(seat))
            assert "{" not in here, f"{path} is new: say here what it takes"
            if here.endswith("/why"):
                yield f"{here}?round={number}&seat={seat}"
            elif here.endswith("/reading"):
                yield f"{here}?position={seat}"
            elif "/at/" in here:
                viewers = ("public", "dealer", "floor", "auditor", *(f"player:{one.name}" for one in people))
                yield from (f"{here}?viewer={viewer}" for viewer in viewers)
            elif here.endswith("/records"):
                yield from (here, f"{here}?round={number}", f"{here}?seat={seat}", f"{here}?text=pair")
            else:
                yield here


@pytest.fixture(scope="module")
def prices() -> Prices:
    """Every game, solved."""
    hall, prices = Hall(), Prices()
    while not all(prices.edges(live.rules, live.state.digest) for live in hall.floor.tables):
        time.sleep(0.05)
    hall.close()
    return prices


@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize("game", sorted(BETS))
def test_no_route_tells_anybody_a_card_before_its_time(
    game: str, which: int, prices: Prices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain, "check_seal", lambda event: None)  # a twin has another deck under the same commitment
    world = World(game, prices)
    sessions, asked, answered = Sessions(world.hall.floor), 0, 0
    assert len(routes(world.app)) > 30
    with TestClient(world.app) as here:
        for number, _ in enumerate(world.moments(which)):
            world.hall.floor.coach._thread.submit(int).result()  # what was decided has been judged
            paths = {one for path in routes(world.app) for one in filled(path, world.live, world.people)}
            if number != 2:
                paths = {path for path in paths if path.startswith("/api")}
            for viewer in world.viewers:
                headers = {"authorization": f"Bearer {sessions.token(viewer)}"}
                shut = "/api/audit" if number != 2 and viewer.role in (Role.PLAYER, Role.DEALER) else "nothing"
                with world.twin(viewer) as there:
                    for path in sorted(path for path in paths if not path.startswith(shut)):
                        one, two = here.get(path, headers=headers), there.get(path, headers=headers)
                        assert one.status_code == two.status_code, f"{path}: {one.text} {two.text}"
                        assert one.content == two.content, f"{path} tells {viewer.name} more than they may know"
                        asked, answered = asked + 1, answered + (one.status_code == 200)
    assert answered > asked / 4
    world.hall.close()
