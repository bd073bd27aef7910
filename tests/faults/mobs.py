"""People who ask for anything: what is theirs to ask, what is not, and what no page would ever send."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

import msgspec
from floors import BETS
from laws import NOT_SAMPLED, OFTEN, SELDOM, arguments, in_bounds
from tables import NAMES

from pitboss.floor.live import Outcome
from pitboss.floor.people import Person
from pitboss.floor.requests import KINDS, SEALED
from pitboss.law import lookup
from pitboss.table.commands import Role
from pitboss.table.moves import Between, Bounds, Distinct, OneOf
from pitboss.table.rules import Rules

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    10**30,
    "",
    "x" * 600,
    "\u0000",
    [],
    [[]],
    {},
    {"a": {}},
    [1] * 70,
)
NOT_JSON = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"do"',
    b"\xff\xfe",
    b'{"id":1}{',
    b"[" * 5000,
    b'{"id": 1e999}',
    b'{"a": "\\ud800"}',
)
FORWARD = [kind.__name__ for kind in OFTEN]
KINDS_ASKED = [name for name, kind in KINDS.items() if kind not in NOT_SAMPLED]


class Wanted(NamedTuple):
    """Something somebody sends: a body, by the address that takes it."""

    to: str
    """`sit`, `ready` or `commands`."""
    body: bytes


class Sight(NamedTuple):
    """What somebody knows of a table: enough to ask for something sensible."""

    game: str
    version: int
    seat: int | None
    moves: list[dict[str, Any]]


def wanted(rng: random.Random, person: Person, sight: Sight, rules: Rules) -> Wanted:
    """What somebody asks for next."""
    chance = rng.random()
    if person.role is Role.PLAYER and chance < 0.45:
        return _as_usual(rng, sight)
    if chance < 0.65 and (asked := _lawful(rng, sight)):
        return _sent(rng, sight, asked)
    kind = rng.choice(KINDS_ASKED)
    given = msgspec.to_builtins(arguments(KINDS[kind], rules, rng))
    asked = {"command": kind, "arguments": {name: one for name, one in given.items() if name not in SEALED}}
    if chance < 0.85:
        return _sent(rng, sight, asked)
    return _misshapen(rng, asked)


def _as_usual(rng: random.Random, sight: Sight) -> Wanted:
    """Sit, bet, play: what a player is there for."""
    if sight.seat is None:
        return Wanted("sit", b"{}" if rng.random() < 0.9 else json.dumps({"position": rng.randint(-1, 9)}).encode())
    own = [move for move in sight.moves if move["command"] in ("Act", "Pick", "SetHand", "LayDown")]
    if own:
        return _sent(rng, sight, _chosen(rng, rng.choice(own)))
    if rng.random() < 0.6:
        bets = {"position": sight.seat, "wagers": list(BETS[sight.game].items())}
        return _sent(rng, sight, {"command": "PlaceBets", "arguments": bets})
    return Wanted("ready", b"")


def _lawful(rng: random.Random, sight: Sight) -> dict[str, Any] | None:
    """A move that is offered, rather one that brings the round forward than one that keeps it from being played."""
    kept = [kind.__name__ for kind in (*NOT_SAMPLED, *(SELDOM if rng.random() < 0.98 else ()))]
    open_ = [move for move in sight.moves if move["command"] not in kept]
    forward = [move for move in open_ if move["command"] in FORWARD]
    return _chosen(rng, rng.choice(forward if forward and rng.random() < 0.8 else open_)) if open_ else None


def _chosen(rng: random.Random, move: dict[str, Any]) -> dict[str, Any]:
    """A move with what is open chosen; what is secret is not sent."""
    open_ = {name: _bounds(one) for name, one in move["open"].items() if name not in SEALED}
    given = {**move["given"], **{name: in_bounds(one, name, rng) for name, one in open_.items()}}
    role = move["role"] if move["role"] != "player" else None
    return {"command": move["command"], "arguments": given, "role": role}


def _bounds(told: dict[str, Any] | None) -> Bounds:
    match told:
        case {"least": least, "most": most, "unit": unit, "or_nothing": or_nothing}:
            return Between(least, most, unit, or_nothing)
        case {"number": number, "most": most}:
            return Distinct(number, most)
        case {"one_of": values}:
            return OneOf(tuple(values))
        case _:
            return None


def _sent(rng: random.Random, sight: Sight, asked: dict[str, Any]) -> Wanted:
    """With the version it was decided on, or a wrong one; with a key, or none."""
    envelope = dict(asked)
    if rng.random() < 0.2:
        envelope["version"] = sight.version + rng.choice((0, 0, 0, -1, 1, -1000))
    if rng.random() < 0.3:
        envelope["key"] = f"{rng.getrandbits(40):x}"
    return Wanted("commands", json.dumps(envelope, default=str).encode())


def _misshapen(rng: random.Random, asked: dict[str, Any]) -> Wanted:
    """What no page sends."""
    body = json.loads(json.dumps(asked, default=str))
    match rng.randrange(6):
        case 0:
            return Wanted(rng.choice(("sit", "commands")), rng.choice(NOT_JSON))
        case 1:
            body["arguments"][rng.choice([*body["arguments"], "by", "at", "order", "salt", "x"])] = rng.choice(JUNK)
        case 2:
            body[rng.choice(("command", "arguments", "version", "key", "role", "more"))] = rng.choice(JUNK)
        case 3:
            body["role"] = rng.choice([*Role, "king"])
        case 4:
            body["arguments"] = {name: rng.choice(JUNK) for name in body["arguments"]}
        case 5:
            body["command"] = rng.choice(("Command", "Observation", "__init__", body["command"].lower(), *NAMES))
    return Wanted("commands", json.dumps(body).encode())


def assert_wrong_is_told(said: dict[str, Any]) -> None:
    """What is said of something that was not done: a code, a sentence, and a clause that exists, if any is named."""
    assert said["code"]
    assert said["message"]
    if said["clause"] is not None:
        lookup(said["clause"])


def assert_outcome(outcome: Outcome) -> None:
    """Done, or refused by a clause that exists."""
    if outcome.refusal is not None:
        assert_wrong_is_told(outcome.refusal)
        assert outcome.refusal["clause"]
