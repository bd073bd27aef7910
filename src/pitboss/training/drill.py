"""Hands to practise: the ones a player got wrong, and close calls, at which the best two choices are nearly equal.

>>> from random import Random
>>> from pitboss.solvers.advisor import advisor_for
>>> exercise = close_call(advisor_for("top-five"), Random(1))
>>> sorted(exercise.actions), exercise.judge(exercise.best.choice).lost
(['fold', 'play'], Fraction(0, 1))
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import NamedTuple

import msgspec

from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.games import steps as s
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.solver import Advice, Choice, Solver
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.training.choice_values import Judged

TRIES = 24
"""Hands that are dealt to find a close call among them."""
KNOWN = 2
"""A missed hand is let go when it was right so many times in a row."""
MOST = 60
"""Missed hands that are kept; the cheapest mistakes are let go first."""


class Missed(msgspec.Struct, frozen=True):
    """A hand that a player got wrong, kept until it is known."""

    spot: str
    stakes: dict[str, int]
    lost: str
    """What it cost, in cents, exactly."""
    right: int = 0
    """How often in a row it has been right since."""


class Exercise(NamedTuple):
    """A hand to decide about."""

    spot: Spot
    stakes: Mapping[str, int]
    advice: tuple[Advice, ...]
    """The best first."""
    solver: Solver
    missed: Missed | None = None
    """The mistake it comes from; None for a close call."""

    @property
    def best(self) -> Advice:
        """What is worth most."""
        return self.advice[0]

    @property
    def gap(self) -> Fraction:
        """What the second best choice gives away, in antes."""
        others = [one.ev for one in self.advice if one.ev < self.best.ev]
        return self.best.ev - max(others) if others else Fraction(0)

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be done, the smallest wager first: the order tells nothing about the values."""
        ordered = sorted(self.advice, key=lambda one: (one.wagers, one.choice.action))
        return tuple(dict.fromkeys(one.choice.action for one in ordered))

    def sets(self, action: str) -> bool:
        """Whether cards are laid low with an action."""
        return any(one.choice.low for one in self.advice if one.choice.action == action)

    def taken(self, choice: Choice) -> Advice:
        """The advice that a choice comes to."""
        for one in self.advice:
            if self.solver.is_alike(self.spot.cards, choice, one.choice):
                return one
        raise PitbossError("choice", "these cards may not be laid like this: choose others")

    def judge(self, choice: Choice) -> Judged:
        """What a choice gives away, in cents."""
        taken = self.taken(choice)
        lost = (self.best.ev - taken.ev) * self.stakes["ante"]
        return Judged(0, self.spot, self.stakes, taken.choice, self.best.choice, lost)


class Score(NamedTuple):
    """How a drill goes."""

    asked: int = 0
    right: int = 0
    row: int = 0
    """Right in a row."""
    lost: Fraction = Fraction(0)
    """Given away, in cents."""

    def after(self, judged: Judged) -> Score:
        """The score with one more answer."""
        right = not judged.lost
        return Score(self.asked + 1, self.right + right, self.row + 1 if right else 0, self.lost + judged.lost)


def close_call(advisor: Advisor, random: Random, tries: int = TRIES) -> Exercise:
    """The closest call among so many hands that best play could come to, all at one stage of the round."""
    stage = random.choice(range(len(advisor.solver.stages)))
    dealt = (_exercise(advisor, _dealt(advisor, random, stage)) for _ in range(tries))
    return min(dealt, key=lambda exercise: exercise.gap)


def again(advisor: Advisor, missed: Missed) -> Exercise | None:
    """A missed hand at this table; None if it cannot be played here."""
    with suppress(PitbossError):  # this table has other limits: its own least wagers will do
        advisor = advisor.at(missed.stakes)
    try:
        return _exercise(advisor, parse_spot(missed.spot))._replace(missed=missed)
    except PitbossError:
        return None


def next_exercise(advisor: Advisor, known: tuple[Missed, ...], recent: Collection[str], random: Random) -> Exercise:
    """The costliest missed hand that was not asked just now; where there is none, a close call."""
    waiting = (again(advisor, one) for one in known if one.spot not in recent)
    return next((one for one in waiting if one), None) or close_call(advisor, random)


def remembered(known: tuple[Missed, ...], judged: Judged) -> tuple[Missed, ...]:
    """The missed hands after one more decision: a mistake joins them, a hand that is known by now leaves."""
    spot = str(judged.spot)
    before = next((one for one in known if one.spot == spot), None)
    rest = tuple(one for one in known if one.spot != spot)
    if judged.lost:
        now = Missed(spot, dict(judged.stakes), str(judged.lost))
    elif before is None or before.right + 1 >= KNOWN:
        return rest
    else:
        now = msgspec.structs.replace(before, right=before.right + 1)
    return tuple(sorted((now, *rest), key=lambda one: -Fraction(one.lost))[:MOST])


def _exercise(advisor: Advisor, spot: Spot) -> Exercise:
    return Exercise(spot, advisor.stakes, advisor.advise(spot), advisor.solver)


def _dealt(advisor: Advisor, random: Random, stage: int) -> Spot:
    """A hand that has come to a stage because best play did not bet before it."""
    stages, waits = advisor.solver.stages, _waits(advisor)
    while True:
        deck = tuple(random.sample(DECK, len(DECK)))
        spots = [Spot(advisor.game, one.name, deck[: one.own], deck[one.own :][: one.board]) for one in stages]
        if all(advisor.decide(spot).action in waits for spot in spots[:stage]):
            return spots[stage]


def _waits(advisor: Advisor) -> set[str]:
    """What a player does who goes on without betting."""
    decisions = [step for step in advisor.game.script if isinstance(step, s.Decide)][:-1]
    return {action.name for step in decisions for action in step.actions if not action.wager}
