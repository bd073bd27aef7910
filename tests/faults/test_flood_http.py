"""A server under many who send whatever they like, over HTTP and live connections: all are answered, nothing breaks."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from blotter import Blotter, times
from inspection import inspect
from mobs import Sight, Wanted, assert_outcome, assert_wrong_is_told, wanted
from servers import new_url
from serving import Server
from visitors import House, Line, Visitor, Wire, furnished

from pitboss.floor.live import Outcome
from pitboss.journal.codec import decode
from pitboss.journal.stores import open_store
from pitboss.table.evolve import evolve
from pitboss.table.rules import rules_of
from pitboss.table.state import State
from pitboss.table.views import view

SENDERS = 8
"""At once."""
BY_WIRE = 0.1
"""How many of their visits are over a live connection."""
OF_EACH = times(200, 12_500)
"""Commands."""
STATUSES = {200, 400, 403, 409, 422, 429}
"""What may be answered."""


class Answered(NamedTuple):
    """An answer."""

    status: int
    said: dict[str, Any]


class Sender:
    """A few people who take turns, and what they were answered."""

    def __init__(self, house: House, server: Server, number: int) -> None:
        self.house, self.server, self.rng = house, server, random.Random(number)
        self.visitors = house.visitors[number::SENDERS]
        self.statuses: Counter[int] = Counter()
        self.refused: set[str] = set()
        """Keys of commands that were refused."""
        self.topped_up = 0

    def run(self) -> None:
        """Each looks at a table and asks for a few things there."""
        with Line(self.server) as self.line:
            while self.statuses.total() < OF_EACH:
                visitor, table = self.rng.choice(self.visitors), self.rng.choice(list(self.house.rules))
                if self.rng.random() < BY_WIRE:
                    with Wire(self.server, visitor, table) as wire:
                        self.visit(visitor, table, partial(_said, wire), 20)
                else:
                    self.visit(visitor, table, partial(self.post, visitor, table), 4)

    def visit(self, visitor: Visitor, table: str, ask: Callable[[Wanted], Answered], number: int) -> None:
        """So many wishes; one with a key may be sent twice."""
        rules = self.house.rules[table]
        status, scene = self.line.ask(visitor, "GET", f"/api/tables/{table}")
        assert status == 200, scene
        sight = Sight(rules.game.short, scene["version"], scene["you"]["seat"], scene["moves"])
        for _ in range(number):
            asked = wanted(self.rng, visitor.person, sight, rules)
            answered = ask(asked)
            self.note(visitor, asked, *answered)
            if "version" in answered.said and b'"key"' in asked.body and self.rng.random() < 0.2:
                again = ask(asked)
                self.note(visitor, asked, *again)
                assert again == answered or again.status == 429

    def post(self, visitor: Visitor, table: str, asked: Wanted) -> Answered:
        return Answered(*self.line.ask(visitor, "POST", f"/api/tables/{table}/{asked.to}", asked.body))

    def note(self, visitor: Visitor, asked: Wanted, status: int, said: dict[str, Any]) -> None:
        """Every answer is one of those that there are."""
        self.statuses[status] += 1
        assert status in STATUSES, (status, said, asked)
        if "version" in said:
            outcome = msgspec.convert(said, type=Outcome)
            assert_outcome(outcome)
            if outcome.refusal and asked.to == "commands" and (key := json.loads(asked.body).get("key")):
                self.refused.add(key)
            return
        assert_wrong_is_told(said)
        if said["code"] == "bankroll":
            self.topped_up += self.line.ask(visitor, "POST", "/api/me/chips")[1].get("added", 0)


def _said(wire: Wire, asked: Wanted) -> Answered:
    """The same over a live connection, whose answers have no status."""
    try:
        body = json.loads(asked.body) if asked.to != "ready" else True
        answer = wire.wish(**{"do" if asked.to == "commands" else asked.to: body})
    except (ValueError, RecursionError):
        answer = wire.say(asked.body.decode("latin-1"))
    del answer["id"]
    error = answer.get("error")
    if error is None:
        return Answered(200, answer)
    return Answered(429 if error["code"] == "too-many" else 400, error)


def assert_shown_as_written(shown: dict[str, Any], url: str) -> None:
    """What everybody sees of a table is what its journal says."""
    with open_store(url) as store:
        state = State()
        for line in store.lines(shown["table"], upto=shown["version"]):
            record = decode(line)
            state = evolve(state, record.event, record.at)
    seen = view(rules_of(state.game, state.digest, state.options), state, None)
    assert json.loads(msgspec.json.encode(seen)) == shown["view"]


@pytest.mark.fault(
    "random requests of players and staff, right and wrong, some of them twice",
    "a server, over HTTP and live connections",
    "an answer to each, no 5xx; refusals cite a clause; the journals and the money hold",
)
def test_a_server_under_random_requests(blotter: Blotter, tmp_path: Path) -> None:
    house = furnished(new_url("sqlite", tmp_path), times(3, 8) * SENDERS, times(4, 8))
    server = Server(house.url)
    try:
        senders = [Sender(house, server, number) for number in range(SENDERS)]
        with ThreadPoolExecutor(SENDERS) as threads:
            for done in [threads.submit(sender.run) for sender in senders]:
                done.result()
        with Line(server) as line:
            shown = [line.ask(None, "GET", f"/api/tables/{table}")[1] for table in house.rules]
        assert server.stop() == 0
    finally:
        server.kill()
    for scene in shown:
        assert_shown_as_written(scene, house.url)
    statuses = sum((sender.statuses for sender in senders), Counter[int]())
    blotter.add(statuses.total())
    assert min(statuses[status] for status in (200, 400, 403, 409, 422)) > statuses.total() // 200
    found = inspect(house.url, sum(sender.topped_up for sender in senders))
    assert not found.keys.keys() & {key for sender in senders for key in sender.refused}
    assert found.rounds > statuses.total() // 2000
