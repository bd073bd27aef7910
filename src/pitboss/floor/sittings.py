"""A player's time at a table, from taking the seat to leaving it: what came in, what it stands at, the last rounds."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.table import events as e
from pitboss.table.state import DEALER, State

REMEMBERED = 12
"""Rounds that are kept for the list of the last results."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """A round as one player remembers it."""

    number: int
    position: int
    net: int
    words: str


class Sitting(msgspec.Struct, frozen=True, gc=False):
    """What a seated player has done here so far."""

    since: int
    """When the seat was taken, in milliseconds."""
    rounds: int = 0
    net: int = 0
    last: tuple[Played, ...] = ()
    """The latest first."""


Sittings = Mapping[str, Sitting]


def after(sittings: Sittings, state: State, event: e.Event, at: int, said: Mapping[int, str]) -> Sittings:
    """The sittings after an event at this time that led to this state; `said` is how each hand was announced."""
    match event:
        case e.PlayerSeated(player=player):
            return {**sittings, player: Sitting(at)}
        case e.PlayerLeft(player=player):
            return {name: sitting for name, sitting in sittings.items() if name != player}
        case e.RoundEnded():
            return {name: _played(sitting, state, name, said) for name, sitting in sittings.items()}
        case _:
            return sittings


def _played(sitting: Sitting, state: State, name: str, said: Mapping[int, str]) -> Sitting:
    round_ = state.round
    assert round_ is not None
    own = [position for position in round_.positions if round_.hands[position].player == name]
    if not own:
        return sitting
    results = []
    for position in own:
        hand = round_.hands[position]
        net = sum(line.paid + line.returned - line.stake for line in hand.lines)
        if hand.void or round_.void:
            words = "Hand void"
        elif hand.folded:
            words = "Folded"
        else:
            words = " against ".join(said[place] for place in (position, DEALER) if said.get(place)) or "Played"
        results.append(Played(round_.number, position, net, words[:1].upper() + words[1:]))
    return msgspec.structs.replace(
        sitting,
        rounds=sitting.rounds + 1,
        net=sitting.net + sum(result.net for result in results),
        last=(*reversed(results), *sitting.last)[:REMEMBERED],
    )
