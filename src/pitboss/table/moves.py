"""A move that is open at a table with its bounds, and the draft in which a command's events are put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, overload

from msgspec.structs import fields

from pitboss.cards import DECK, notation
from pitboss.games.handling import Handling
from pitboss.law import Citation
from pitboss.ledger import player as chips_of
from pitboss.money import dollars
from pitboss.table import events as e
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.deck_steps import is_in_shuffler, joined, shuffle_steps
from pitboss.table.events import Event
from pitboss.table.evolve import evolve
from pitboss.table.rules import Rules
from pitboss.table.state import Deck, Hand, Round, State
from pitboss.table.validate import malformed


class Trial(NamedTuple):
    """A table at which a command can be tried: nothing happens, and the code that decides says what would."""

    rules: Rules
    state: State
    at: int
    """The time of commands that are made up to see what an argument may be."""

    def accepts(self, command: Command) -> bool:
        """Whether the command would be carried out."""
        from pitboss.table.decide import would_carry_out

        return would_carry_out(self.rules, self.state, command)

    def __repr__(self) -> str:
        """Without the state, which holds sealed cards."""
        return f"Trial(version {self.state.version})"

    def __eq__(self, other: object) -> bool:
        """Moves are compared by what they say, not by what nobody may see of their tables."""
        return isinstance(other, Trial)

    def __hash__(self) -> int:
        return hash(Trial)


class Between(NamedTuple):
    """A number from `least` to `most`, in steps; 0 too where something may be taken back, or never 0."""

    least: int
    most: int
    unit: int = 1
    or_nothing: bool = False
    not_nothing: bool = False

    def __contains__(self, number: object) -> bool:
        if type(number) is not int:
            return False
        if number == 0 and (self.or_nothing or self.not_nothing):
            return self.or_nothing
        return self.least <= number <= self.most and number % self.unit == 0


class Tried(NamedTuple):
    """Whatever the table accepts of an argument, where no simpler bounds say it: each value is tried in a command."""

    trial: Trial
    command: type[Command]
    role: Role
    argument: str
    rest: Mapping[str, Any] = {}
    """Sound values for the other arguments."""
    player: str = ""

    def __contains__(self, value: object) -> bool:
        by, arguments = Actor(self.role, self.player or self.role.value), {**self.rest, self.argument: value}
        return self.trial.accepts(self.command(by=by, at=self.trial.at, **arguments))


class Distinct(NamedTuple):
    """This number of different places from 1 to `most`, which the table must also accept."""

    number: int
    most: int
    also: Tried | None = None

    def __contains__(self, places: object) -> bool:
        return (
            isinstance(places, tuple)
            and len(places) == self.number
            and all(type(place) is int and 1 <= place <= self.most for place in places)
            and len(set(places)) == self.number
            and (self.also is None or places in self.also)
        )


class Faces(NamedTuple):
    """The faces of real cards that are turned up and that nobody has read: one for each, none of them read already."""

    cards: tuple[int, ...]
    """Their places in the deck, in the order in which the faces are given."""
    lie: str
    """Where they lie."""
    used: frozenset[int]
    """The faces that were read."""

    def __contains__(self, faces: object) -> bool:
        return (
            isinstance(faces, tuple)
            and len(faces) == len(self.cards)
            and len(set(faces)) == len(faces)
            and all(type(face) is int and face in DECK and face not in self.used for face in faces)
        )


class Lying(NamedTuple):
    """Wagers without amounts that lie at positions: (position, names) for each, as the table accepts them."""

    positions: tuple[int, ...]
    wagers: tuple[str, ...]
    required: tuple[str, ...]
    """Those that lie wherever any does."""
    also: Tried

    def __contains__(self, wagers: object) -> bool:
        return isinstance(wagers, tuple) and wagers in self.also


class OneOf(NamedTuple):
    """One of a few values."""

    values: tuple[Any, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values


class Text(NamedTuple):
    """Something to read, such as a reason: blanks alone are not enough."""

    least: int = 1

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and len(text.strip()) >= self.least


Bounds = Between | Tried | Distinct | Faces | Lying | OneOf | Text | None
"""What an argument may be; None where it may be anything of its kind."""


class Move(NamedTuple):
    """Something that somebody may do now: a command with what is fixed about it and what is left open."""

    command: type[Command]
    role: Role
    given: Mapping[str, Any]
    clauses: tuple[Citation, ...]
    player: str = ""
    """The player who may do it, where it is not for staff."""
    open: Mapping[str, Bounds] = {}
    """Arguments the actor chooses, with their bounds; one that is given as well has a usual value."""
    by_person: bool = False
    """Left to people: a count to be made again, as what an autodealer knows of the cards is no count, or a device that
    was taken away on purpose and has to come back."""
    barred: tuple[str, ...] = ()
    """People who may not do it, where any other of the role may."""
    trial: Trial | None = None
    """The table at which it is open."""

    def is_for(self, actor: Actor) -> bool:
        """Whether this person may do it."""
        same = actor.role is self.role or (self.role.supervises and actor.role.outranks(self.role))
        return same and self.player in ("", actor.name) and actor.name not in self.barred

    def is_act_of(self, command: Command) -> bool:
        """Whether a command means this move, with what is fixed about it, however it fills in the rest."""
        return type(command) is self.command and all(
            key in self.open or getattr(command, key) == value for key, value in self.given.items()
        )

    def covers(self, command: Command) -> bool:
        """Whether a command is this move and would be carried out, with all that it says."""
        if not self.is_act_of(command) or malformed(command) or not self.is_for(command.by):
            return False
        usual = _defaults(self.command)
        for name, bounds in self.open.items():
            value = getattr(command, name)
            if bounds is not None and not isinstance(bounds, Tried) and value != usual[name] and value not in bounds:
                return False
        return self.trial is None or self.trial.accepts(command)

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


class Moves:
    """All that may be done, in order, move by move; `command in moves` says whether a command would be carried out."""

    __slots__ = ("_moves",)

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self._moves = tuple(moves)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Command):
            return any(move.covers(item) for move in self._moves)
        return item in self._moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._moves == other._moves

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Moves({', '.join(move.words for move in self._moves)})"


Sequence.register(Moves)


@cache
def _defaults(kind: type[Command]) -> dict[str, Any]:
    return {spec.name: spec.default for spec in fields(kind)}


_WORDS = re.compile(r"(?<!^)(?=[A-Z])")


def _in_words(name: str, bounds: Between) -> str:
    money = name in ("amount", "face")
    least, most = (dollars(n) if money else str(n) for n in (bounds.least, bounds.most))
    return f"{least} to {most}"


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
    order = notation(deck.order)
    draft.emit(e.DeckOpened(deck=deck.name, order=order, salt=deck.salt, stream=deck.stream, clauses=clauses))


def order_steps(
    draft: Draft, deck: Deck, steps: tuple[Handling, ...], reason: str, clauses: tuple[Citation, ...], by: str = ""
) -> None:
    """A deck goes through these steps as well; it lies where it is until one of them is taken."""
    due = joined(deck.due, steps)
    draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason=reason, by=by, where=deck.where, clauses=clauses))


def shuffle_anew(
    draft: Draft, deck: Deck, steps: tuple[Handling, ...], reason: str, clauses: tuple[Citation, ...], by: str = ""
) -> None:
    """A deck that was shuffled is shuffled again before it is dealt; another one makes room in the shuffler."""
    order_steps(draft, deck, steps, reason, clauses, by)
    for other in draft.state.decks:
        if draft.rules.shuffler and is_in_shuffler(other) and other.name != deck.name:
            order_steps(draft, other, shuffle_steps(draft.rules), "it makes room in the shuffler", clauses, by)


def chips(state: State, player: str) -> int:
    """What a player has in front of them."""
    return state.books.get(chips_of(player), 0)
