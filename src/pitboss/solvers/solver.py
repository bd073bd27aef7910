"""What a game's solver offers, and how it is found.

`solvers/` has one module for each of our game files, of the same name; a package that brings a game has `solver.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from pitboss.errors import PitbossError
from pitboss.games.game import Game, Wagers
from pitboss.games.terms import Terms
from pitboss.plugins import guest
from pitboss.solvers.spots import Spot, Stage
from pitboss.solvers.tally import Side, Tally

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Progress = Callable[[float], None]
"""Told from time to time which part of the work is done, from 0 to 1."""


def silent(part: float) -> None:
    """Nobody watches."""


class Choice(NamedTuple):
    """What a player does at a spot."""

    action: str
    """Such as "4x", "check", "fold", "play" or "play_3"."""
    low: tuple[int, ...] = ()
    """The cards laid low, where the player sets a hand."""


class Advice(NamedTuple):
    """One thing the player may do at a spot, and what it is worth."""

    choice: Choice
    ev: Fraction
    """The exact expected net result in antes of the wagers that hang on the decision, best play afterwards; limits on
    what a hand is paid are left out of account."""
    wagers: int
    """What is wagered with it, in antes; of two equal choices the one that wagers less is taken."""


class LateSeat(NamedTuple):
    """What the last seat of a full table gains from the hands it has seen: an estimate by sampling."""

    seen: int
    """Other hands that lie open when it decides."""
    gain: float
    """In antes."""
    error: float
    """The standard error of the gain."""
    samples: int


class Gain(NamedTuple):
    """What a player gains by best play for cards that were seen, over best play for the own cards: exact, or estimated.

    >>> Gain(Fraction(1, 8)).is_exact, Gain(0.125, 0.002, 1000).is_exact
    (True, False)
    """

    mean: Fraction | float
    """In antes."""
    error: float = 0.0
    """The standard error of an estimate."""
    samples: int = 0
    """The deals it was estimated from."""

    @property
    def is_exact(self) -> bool:
        """Whether every deal was counted."""
        return isinstance(self.mean, Fraction)


Look = Callable[[Progress], Gain]
"""Works out what something seen is worth."""


def other_hands(number: int) -> str:
    """What a player sees, in words.

    >>> other_hands(1), other_hands(2)
    ('1 other hand', '2 other hands')
    """
    return f"{number} other hand{'s' * (number > 1)}"


@runtime_checkable
class Strategy(Protocol):
    """A way to play. One of your own is a sub-class that says what it does at a spot; it must treat all suits alike."""

    name: str = "own"
    title: str = ""
    rules: tuple[str, ...] = ()
    """The page that a person would play by, sentence by sentence."""

    def decide(self, spot: Spot) -> Choice:
        """What it does at a spot."""
        ...


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver found for one way to play."""

    tally: Tally
    """Every ending of a round with the wagers of one position."""
    sides: Mapping[str, Side] = field(default_factory=dict)
    """Wagers that are counted apart, by the names in `Solver.apart`."""
    tables: Mapping[str, npt.NDArray[np.generic]] = field(default_factory=dict)
    """What the solver needs again to advise and to decide, kept in the cache with the rest."""


class Solver(Protocol):
    """The solver of one game; games inherit what most of them have in common."""

    main: tuple[str, ...]
    """The wagers and bonuses of the main game, reported together as `main`."""
    stages: tuple[Stage, ...]
    """The points of a round at which the player decides."""
    decisions: tuple[str, ...]
    """What an ending's decision may be, the largest play wager first."""
    apart: Mapping[str, str] = MappingProxyType({})
    """Wagers that are counted apart from the rest of a position: the wager behind each name they are reported under."""
    strategies: tuple[Strategy, ...]
    """Written strategies that come with the game."""

    def reported_as(self, wager: str, hands: int) -> str:
        """The name a wager is reported under, in a round with so many hands, the dealer's among them."""
        return wager

    def depends_on(self, terms: Terms, stakes: Wagers) -> Mapping[str, Any]:
        """All that bears on best play and its endings, as plain data; everything else is only money."""
        ...

    def solve(
        self, terms: Terms, stakes: Wagers, *, strategy: Strategy | None = None, progress: Progress = silent
    ) -> Solved:
        """Best play, or how a written strategy fares."""
        ...

    def advise(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> tuple[Advice, ...]:
        """Everything the player may do at a spot, with its exact value."""
        ...

    def decide(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> Choice:
        """What best play does at a spot; as `advise`, but fast enough for millions of hands."""
        ...

    def is_alike(self, cards: tuple[int, ...], one: Choice, other: Choice) -> bool:
        """Whether two choices with these cards come to the same whatever the dealer has."""
        return one.action == other.action and set(one.low) == set(other.low)

    def late_seat(self, terms: Terms, solved: Solved, *, progress: Progress = silent) -> LateSeat | None:
        """What the last seat gains from hands it has seen; None where nobody sees any."""
        return None

    def sights(self, terms: Terms, stakes: Wagers, solved: Solved) -> Mapping[str, Look]:
        """What a player might see before the first decision, in words, and how to work out what it is worth."""
        return {}


def solver_of(game: Game) -> Solver:
    """The solver of a game."""
    if visitor := guest(game.name):
        brought: Solver = visitor.part("solver", "SOLVER")
        return brought
    name = f"pitboss.solvers.{game.name.replace('-', '_')}"
    try:
        found: Solver = import_module(name).SOLVER
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise PitbossError("no-solver", f"there is no solver for {game.title} yet") from error
    return found


def best(advice: tuple[Advice, ...]) -> Advice:
    """The best of several choices; among equals the one that wagers less, and the first of those."""
    return max(advice, key=lambda one: (one.ev, -one.wagers))
