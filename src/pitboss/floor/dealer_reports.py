"""Reports and orders on the dealer's page: every fact that may be reported, tried out, and what may be ordered.

The tablet lies in view of the table: people are named by their seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from pitboss.floor.console import Desk
from pitboss.floor.dry_run import foresee
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.report_forms import Field, Report, reports
from pitboss.floor.requests import Request
from pitboss.games import steps as s
from pitboss.games.irregularities import Irregularity
from pitboss.table.commands import Role
from pitboss.table.duties import dealers_duties
from pitboss.table.rules import Rules
from pitboss.table.state import State

T = TypeVar("T")
UNLISTED = (
    "CorrectFaces", "PostSubmission", "NoMoreBets", "WagersSeen", "Show", "Settle", "RackHand", "SettlePosition",
)  # fmt: skip
"""What has a place of its own on the page, or on the floor console."""
ENTERED = {"BuyIn": "A player buys chips.", "Leave": "A player leaves the table.", "Tip": "A player gives a tip."}
"""What players do besides betting and deciding: entered for one of them."""


def names_of(state: State) -> dict[str, str]:
    """What people are called on the page: by their seats."""
    found = {name: f"Seat {position}" for position, name in state.seats.items()}
    hands = state.round.hands if state.round else {}
    found |= {hand.player: f"Seat {position}" for position, hand in hands.items() if hand.player}
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


def nameless(state: State, data: T) -> T:
    """Texts with seats in place of names, however deep they lie; what commands say stays as it is."""
    names = names_of(state)

    def without(value: Any) -> Any:
        match value:
            case str():
                for name, by_seat in names.items():
                    value = value.replace(name, by_seat)
                return value
            case msgspec.Struct() if not isinstance(value, Request):
                return msgspec.structs.replace(
                    value, **{f: without(getattr(value, f)) for f in value.__struct_fields__}
                )
            case dict():
                return {key: value[key] if key in ("given", "which", "start") else without(value[key]) for key in value}
            case (str(name), shown) if isinstance(value, tuple) and name in names:
                return (name, without(shown))  # a choice: what is sent, what is shown
            case list() | tuple():
                return type(value)(without(one) for one in value)
            case _:
                return value

    made: T = without(data)
    return made


def consequences(live: LiveTable, person: Person, request: Request) -> dict[str, Any]:
    """What a report would lead to."""
    return nameless(live.state, foresee(live, person, request))


def orders(desk: Desk, live: LiveTable, person: Person) -> dict[str, Any]:
    """What this person may do besides the due step."""
    found = desk.table(live, person)
    due = found["due"]["command"] if found["due"] else ""
    moves = _of_any_player(m for m in found["moves"] if m["may"] and m["command"] not in (*UNLISTED, due))
    seen, seats = names_of(live.state), {name: position for position, name in live.state.seats.items()}
    for move in moves:
        move["which"] = sorted(move["which"], key=lambda name: seats.get(name, 0))
    told = [{**move, "which": [(name, seen.get(name, name)) for name in move["which"]]} for move in moves]
    return {
        "version": found["version"],
        "moves": [_nameless_move(live.state, move) for move in told],
        "law": found["law"],
    }


def _of_any_player(moves: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The orders of the table, and once each what any of the players may do."""
    found: dict[str, dict[str, Any]] = {}
    for number, move in enumerate(moves):
        command = move["command"]
        if move["role"] is not Role.PLAYER:
            found[f"{command} {number}"] = move
        elif command in found:
            found[command]["which"].append(move["player"])
        elif command in ENTERED:
            found[command] = {**move, "about": "player", "which": [move["player"]], "says": ENTERED[command]}
        elif command == "UseCoupon":
            found[f"{command} {number}"] = {**move, "which": [move["player"]]}
    return sorted(found.values(), key=lambda move: move["role"] is Role.PLAYER)


def _nameless_move(state: State, move: dict[str, Any]) -> dict[str, Any]:
    return {**nameless(state, {key: move[key] for key in ("says", "fields", "words")}), **{
        key: move[key] for key in ("command", "role", "given", "clauses", "about", "which", "tried")
    }}  # fmt: skip


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be reported by one touch, and what has to be said with it."""

    name: str
    says: str
    key: str
    when: str = ""
    """When it can be; "" if it can be now."""
    command: str = ""
    given: Mapping[str, Any] = {}
    fields: tuple[Field, ...] = ()
    quick: tuple[int, ...] = ()
    """Numbers that are offered as buttons."""


_DEALT, _ROUND, _SEATED = "once cards are dealt", "in a round", "when somebody is seated"
_CATALOGUE: tuple[tuple[str, str, str, str], ...] = (
    ("count", "Wrong number of cards", "W", _DEALT),
    ("dealer", "Dealer’s card exposed", "D", _DEALT),
    ("face-up", "Card face up in the shoe", "U", _ROUND),
    ("drawn", "Card drawn in error", "E", _ROUND),
    ("player", "Player’s card exposed", "P", _DEALT),
    ("dealer-by", "Dealer’s card exposed by a player", "Y", _DEALT),
    ("early", "Community card too early", "C", "after the deal, before it is due"),
    ("burn", "Burn card seen", "B", "after a card is burned"),
    ("stub", "Card of the stub seen", "T", _DEALT),
    ("setting", "Hand set wrong", "S", "after the reveal"),
    ("dead", "Cards at an empty seat", "N", _DEALT),
    ("foreign", "Foreign or double card", "X", "when a deck is here"),
    ("seen-early", "Card of the deck seen", "K", "between rounds"),
    ("count-deck", "Deck counted wrong", "Q", "before the deal"),
    ("shuffler", "Shuffler stopped", "J", "with a shuffler"),
    ("shoe", "Shoe stopped", "J", "with an automated shoe"),
    ("screen", "Device shows a wrong number", "H", "after the deal is closed"),
    ("device", "Equipment came or went", "G", "when the table is open"),
    ("left", "Player walked away", "A", _SEATED),
    ("back", "Player is back", "I", "after somebody walked away"),
    ("no-answer", "Player does not answer", "V", "when a player is asked"),
    ("breach", "Breach of conduct", "O", _SEATED),
    ("dealers-breach", "Breach of the dealer’s", "L", "when the table is open"),
)
"""Names of reports in the order of their likelihood, with the key of each and when it can be."""
_IN_DEAL = {
    "dealer": "before it is turned up",
    "dealer-by": "before it is turned up",
    "player": "before it is turned up",
    "dead": "where a seat is empty",
    "breach": "not at this moment",
}
"""When those can be that cannot, though cards are dealt or somebody is seated."""


def tiles(rules: Rules, state: State) -> tuple[Tile, ...]:
    """All that this table can have, the likeliest first."""
    return tuple(_tiles(rules, state))


def _tiles(rules: Rules, state: State) -> Iterator[Tile]:
    found: dict[str, list[Report]] = {}
    for one in reports(rules, state):
        found.setdefault(one.name, []).append(one)
    keys: set[str] = set()
    dealt = state.playing is not None and bool(state.playing.dealt)
    for name, says, key, usual in _CATALOGUE:
        when = _IN_DEAL.get(name, usual) if dealt else usual
        if not _has(rules, name):
            continue
        now: list[Report | None] = [*found.pop(name, [])]
        for number, report in enumerate(now or [None]):
            own = next((one for one in (key, *"123456789") if one not in keys), "")
            keys.add(own)
            if report is None:
                yield Tile(name=name, says=says, key=own, when=when)
            else:
                yield _tile(rules, report, report.says if number else says, own)
    for name, others in found.items():  # those of a game from outside, or newer than this list
        for report in others:
            own = next((one for one in "123456789" if one not in keys), "")
            keys.add(own)
            yield _tile(rules, report, report.says, own or name[:1])


def _tile(rules: Rules, report: Report, says: str, key: str) -> Tile:
    quick: tuple[int, ...] = ()
    if report.name == "count":
        quick = tuple(dict.fromkeys((0, rules.each - 1, rules.each + 1)))
    return Tile(
        name=report.name, says=says, key=key, command=report.command, given=report.given, fields=report.fields,
        quick=quick,
    )  # fmt: skip


def _has(rules: Rules, name: str) -> bool:
    """Whether this game, dealt like this, can have such a thing at all."""
    script = rules.script
    return {
        "early": any(isinstance(step, s.Community) for step in script),
        "burn": any(isinstance(step, s.Burn) for step in script),
        "setting": rules.setting is not None,
        "dealer-by": Irregularity.DEALER_EXPOSED_BY_PLAYER in rules.game.irregularities,
        "shuffler": rules.shuffler,
        "shoe": rules.stacks,
        "screen": any(isinstance(step, s.CloseDeal) and rules.terms[step.option] for step in script),
        "breach": bool(rules.game.conduct_rules),
        "dealers-breach": bool(dealers_duties(rules)),
    }.get(name, True)
