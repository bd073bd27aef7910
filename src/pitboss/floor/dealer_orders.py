"""What the dealer's page offers besides the due step: reports tried out, and the orders of those at the table.

The tablet lies in view of the table: people are named by their seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from pitboss.floor.desk import Desk
from pitboss.floor.foresight import foresee
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.requests import Request
from pitboss.table.commands import Role
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
    seen = names_of(live.state)
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
