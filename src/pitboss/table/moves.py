"""A move that is open at a table, and the draft in which a command's events are put together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import fields

from pitboss.cards import notation
from pitboss.games.handling import Handling
from pitboss.law import Citation
from pitboss.ledger import player as chips_of
from pitboss.money import dollars
from pitboss.table import events as e
from pitboss.table.commands import Actor, Command, Role
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


class OneOf(NamedTuple):
    """One of a few values."""

    values: tuple[Any, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values


Bounds = Between | Distinct | OneOf | None
"""What an argument may be; None where nothing is laid down beforehand (a reason, the order of a shuffle)."""


class Move(NamedTuple):
    """Something that somebody may do now: a command with what is fixed about it and what is left open."""

    command: type[Command]
    role: Role
    given: Mapping[str, Any]
    clauses: tuple[Citation, ...]
    player: str = ""
    """The player who may do it, where it is not for staff."""
    open: Mapping[str, Bounds] = {}
    """Arguments the actor chooses, with their bounds."""
    by_person: bool = False
    """A count to be made again, which is for people: what an autodealer knows of the cards is no count."""

    def is_for(self, actor: Actor) -> bool:
        """Whether this person may do it."""
        same = actor.role is self.role or (self.role.supervises and actor.role.outranks(self.role))
        return same and self.player in ("", actor.name)

    def covers(self, command: Command) -> bool:
        """Whether a command is this move: what is fixed is as it must be, what is open lies within its bounds."""
        if type(command) is not self.command or not self.is_for(command.by):
            return False
        for spec in _fields(type(command)):
            value = getattr(command, spec.name)
            if spec.name in _ENVELOPE or (spec.name not in self.given and value == spec.default):
                continue
            if spec.name == "reason" and command.by.role is Role.PLAYER:
                continue  # whatever a player says with it counts for nothing
            if spec.name in self.given:
                fits = value == self.given[spec.name]
            else:
                bounds = self.open.get(spec.name)
                fits = spec.name in self.open and (bounds is None or value in bounds)
            if not fits:
                return False
        return True

    @property
    def words(self) -> str:
        """The move in a few words, such as "Ann: play $40.00" or "dealer: no more bets"."""
        given = dict(self.given)
        what = _WORDS.sub(" ", self.command.__name__).lower()
        if "step" in given:
            what = given.pop("step").words
        elif "action" in given:
            what = str(given.pop("action")).replace("_", " ")
            if amount := given.pop("amount"):
                what += f" {dollars(amount)}"
        details = [f"{key} {value}" for key, value in given.items()]
        details += [
            f"{name} {_in_words(name, bounds)}" for name, bounds in self.open.items() if isinstance(bounds, Between)
        ]
        return f"{self.player or self.role.value}: {what}" + (f" ({', '.join(details)})" if details else "")


_fields = cache(fields)
_WORDS = re.compile(r"(?<!^)(?=[A-Z])")


def _in_words(name: str, bounds: Between) -> str:
    money = name in ("amount", "face")
    least, most = (dollars(n) if money else str(n) for n in (bounds.least, bounds.most))
    return f"{least} to {most}"


_ENVELOPE = frozenset(("by", "at", "version", "key"))


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


def open_seal(draft: Draft, deck: Deck, clauses: tuple[Citation, ...]) -> None:
    """Publish the order of the deck in play, and what it came from."""
    order = notation(draft.round.order)
    draft.emit(e.DeckOpened(deck=deck.name, order=order, salt=deck.salt, stream=deck.stream, clauses=clauses))


def shuffle_anew(
    draft: Draft, deck: Deck, due: tuple[Handling, ...], reason: str, clauses: tuple[Citation, ...], by: str = ""
) -> None:
    """A deck that was shuffled is shuffled again before it is dealt; another one makes room in the shuffler."""
    draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason=reason, by=by, clauses=clauses))
    for other in draft.state.decks:
        if draft.rules.shuffler and other.where == "shuffler" and other.name != deck.name:
            room = "it makes room in the shuffler"
            draft.emit(e.StepsOrdered(deck=other.name, due=due, reason=room, by=by, clauses=clauses))


def chips(state: State, player: str) -> int:
    """What a player has in front of them."""
    return state.books.get(chips_of(player), 0)
