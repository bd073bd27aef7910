"""Bets on the dealer's page: what lies in front of each seat, what lay there last, and the commands that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.dealer_words import capital
from pitboss.floor.live import LiveTable
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import CAPACITIES
from pitboss.law import Citation
from pitboss.paper.felt_words import inscribed
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.moves import chips
from pitboss.table.rules import Rules
from pitboss.table.state import State, seat_name

MOST_SEATS = 20
_RESERVED = "RFMLN"
"""Keys of the page itself."""


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that may be made before the call."""

    wager: str
    label: str
    key: str
    least: int
    most: int
    unit: int
    required: bool
    equals: str = ""
    """The wager whose amount it has."""
    clause: Citation = ""


class BetsAt(msgspec.Struct, frozen=True, kw_only=True):
    """What lies at a seat."""

    position: int
    taken: bool
    """Somebody sits there."""
    wagers: Mapping[str, int]
    last: Mapping[str, int]
    """What lay there in the last round."""


class Bets(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is asked for before the call."""

    areas: tuple[Area, ...]
    seats: tuple[BetsAt, ...]
    repeats: tuple[int, ...]
    """Seats whose last bets may be laid again by one key."""
    amounts: bool = True
    """Whether amounts are entered; where stakes are announced it is only said which wagers lie there."""


class Staked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies at a seat, as the dealer enters it; an empty one takes everything back."""

    position: int
    wagers: tuple[tuple[str, int], ...]


class Stakes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bets of one or more seats, entered in one go."""

    seats: tuple[Staked, ...]
    version: int | None = None
    key: str | None = None


def bets(rules: Rules, state: State) -> Bets | None:
    """The bets before the call; None in a round or at a closed table."""
    if not state.open or state.playing:
        return None
    positions = range(1, int(rules.terms["positions"]) + 1)
    last = {p: _before_call(rules, state, p) for p in positions}
    seats = tuple(BetsAt(position=p, taken=p in state.seats, wagers=_down(state, p), last=last[p]) for p in positions)
    repeats = tuple(p for p in positions if last[p] and p not in state.bets and p in state.seats)
    return Bets(areas=tuple(_areas(rules)), seats=seats, repeats=repeats, amounts=not rules.announced)


def _down(state: State, position: int) -> dict[str, int]:
    return dict(state.bets[position].wagers) if position in state.bets else {}


def _before_call(rules: Rules, state: State, position: int) -> dict[str, int]:
    """What lay at a position in the last round before its call, as far as it is still offered there."""
    hand = state.round.hands.get(position) if state.round and position else None
    if hand is None or state.seats.get(position) != hand.player:
        return {}
    offered = {wager.name for wager in rules.opening_wagers}
    return {name: amount for name, amount in hand.wagers.items() if name in offered}


def _areas(rules: Rules) -> Iterator[Area]:
    keys: set[str] = set(_RESERVED)
    wagers = sorted(rules.opening_wagers, key=lambda wager: (not wager.required, bool(wager.equals)))
    for wager in wagers:
        least, most, unit = wager.amounts(rules.terms)
        label = capital(inscribed(wager))
        by_itself = wager.required and bool(wager.equals)  # lies there with the wager that it equals
        key = "" if by_itself else next((one for one in label.upper() if one.isalpha() and one not in keys), "")
        keys.add(key)
        yield Area(
            wager=wager.name, label=label, key=key, least=least, most=most, unit=unit, required=wager.required,
            equals=wager.equals, clause=wager.clause,
        )  # fmt: skip


# --- what is entered -------------------------------------------------------------------------------------------------


def commands_of(live: LiveTable, person: Person, seats: Sequence[Staked]) -> list[Command]:
    """What people at the table have done, so that this lies there: they sat down, brought chips, and bet."""
    rules, state, at = live.rules, live.state, live.now()
    if not rules.real_cards or Role.DEALER not in CAPACITIES[person.role]:
        raise NotAllowedError("wrong-person", "the dealer of a table with real cards enters the bets")
    if not 0 < len(seats) <= MOST_SEATS or len({one.position for one in seats}) != len(seats):
        raise PitbossError("malformed", "name each seat once")
    if rules.announced:
        return [c.WagersSeen(by=Actor(Role.DEALER, person.name), at=at, wagers=_lie(rules, state, seats))]
    made: list[Command] = []
    for one in seats:
        made += _at(rules, state, person, one, at)
    return made


def _wanted(rules: Rules, staked: Staked) -> dict[str, int]:
    """What is to lie at a seat: with a wager goes the required one that equals it."""
    wanted = {name: amount for name, amount in staked.wagers if amount}
    for wager in rules.opening_wagers:
        if wager.required and wager.name not in dict(staked.wagers) and wager.equals in wanted:
            wanted[wager.name] = wanted[wager.equals]
    return wanted


def _lie(rules: Rules, state: State, seats: Sequence[Staked]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Which wagers lie where, with what was said of the other seats."""
    lie = {position: tuple(down.wagers) for position, down in state.bets.items()}
    lie |= {staked.position: tuple(_wanted(rules, staked)) for staked in seats}
    return tuple((position, names) for position, names in sorted(lie.items()) if names)


def _at(rules: Rules, state: State, person: Person, staked: Staked, at: int) -> Iterator[Command]:
    position, down = staked.position, state.bets.get(staked.position)
    wanted = _wanted(rules, staked)
    player = down.player if down else state.seats.get(position)
    by = Actor(Role.PLAYER, player or _name(state, position), person.name)
    if player is None:
        yield c.Sit(by=by, at=at, position=position)
    here = dict(down.wagers) if down else {}
    for name in sorted(set(here) - set(wanted), key=lambda name: -len(rules.needed_by(name))):
        yield c.Bet(by=by, at=at, position=position, wager=name, amount=0)
    short = sum(wanted.values()) - sum(here.values()) - chips(state, by.name)
    if short > 0:
        yield c.BuyIn(by=by, at=at, amount=short, in_chips=True)
    changed = {name: amount for name, amount in wanted.items() if here.get(name) != amount}
    if changed:
        placed = tuple(
            (name, changed[name]) for name in sorted(changed, key=lambda name: rules.game.wager[name].rests_on)
        )
        yield c.PlaceBets(by=by, at=at, position=position, wagers=placed)


def _name(state: State, position: int) -> str:
    """A player whom nobody has named, by the seat."""
    name, number = seat_name(position), 1
    while name in state.seats.values() or name in state.excluded:
        number += 1
        name = f"{seat_name(position)} ({number})"
    return name
