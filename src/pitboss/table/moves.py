"""A move that is open at a table, and the draft in which a command's events are put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.law import Citation
from pitboss.ledger import player as chips_of
from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.evolve import evolve
from pitboss.table.rules import Rules
from pitboss.table.state import Deck, Hand, Round, State


class Between(NamedTuple):
    """A number from `least` to `most`, in steps; 0 too where something may be taken back."""

    least: int
    most: int
    unit: int = 1
    or_nothing: bool = False

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return (self.or_nothing and number == 0) or (self.least <= number <= self.most and number % self.unit == 0)


class Distinct(NamedTuple):
    """So many different places from 1 to `most`."""

    number: int
    most: int

    def __contains__(self, places: object) -> bool:
        return (
            isinstance(places, tuple)
            and len(set(places)) == len(places) == self.number
            and all(type(place) is int and 1 <= place <= self.most for place in places)
        )


class Move(NamedTuple):
    """Something that somebody may do now: a command with what is fixed about it and what is left open."""

    command: type[Command]
    role: Role
    given: Mapping[str, Any]
    clauses: tuple[Citation, ...]
    player: str = ""
    """The player who may do it, where it is not for staff."""
    open: Mapping[str, Between | Distinct | None] = {}
    """Arguments the actor chooses, with their bounds; None where anything goes."""

    @property
    def words(self) -> str:
        """The move in a few words."""
        given = ", ".join(f"{key} {value}" for key, value in self.given.items())
        bounds = ", ".join(
            f"{key} {bound.least} to {bound.most}" for key, bound in self.open.items() if isinstance(bound, Between)
        )
        details = "; ".join(part for part in (given, bounds) if part)
        who = self.player or self.role.value
        return f"{who}: {self.command.__name__}" + (f" ({details})" if details else "")


class Draft:
    """What a command leads to, event by event, while the rules are worked through."""

    __slots__ = ("at", "events", "rules", "state")

    def __init__(self, rules: Rules, state: State, at: int) -> None:
        self.rules = rules
        self.state = state
        self.at = at
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """An event happens."""
        self.events.append(event)
        self.state = evolve(self.state, event, self.at)

    @property
    def round(self) -> Round:
        """The round in progress."""
        round_ = self.state.round
        assert round_ is not None
        return round_

    def hand(self, position: int) -> Hand:
        """A hand of the round."""
        return self.round.hands[position]

    def deck(self, name: str) -> Deck:
        """A deck that is known to be at the table."""
        deck = self.state.deck(name)
        assert deck is not None
        return deck


def chips(state: State, player: str) -> int:
    """What a player has in front of them."""
    return state.books.get(chips_of(player), 0)
