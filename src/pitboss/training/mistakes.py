"""What the coach has seen of a player: how many decisions, how many mistakes, what they cost, and the worst of them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pitboss.cards import notation
from pitboss.training.choice_values import Judged, in_words

WORST = 8
"""Mistakes that are kept, to play them again."""


class Mistake(msgspec.Struct, frozen=True):
    """A choice that was not the best."""

    round: int
    spot: str
    cards: str
    board: str
    did: str
    best: str
    lost: float
    """In cents."""


class Log(msgspec.Struct, frozen=True):
    """The decisions of a player since a moment."""

    since: int = 0
    decisions: int = 0
    mistakes: int = 0
    lost: str = "0"
    """The expectation lost to mistakes, in cents, exactly."""
    worst: tuple[Mistake, ...] = ()

    def after(self, judged: Judged) -> Log:
        """The log with one more decision."""
        worst = (*self.worst, _mistake(judged)) if judged.lost else self.worst
        return Log(
            self.since,
            self.decisions + 1,
            self.mistakes + bool(judged.lost),
            str(Fraction(self.lost) + judged.lost),
            tuple(sorted(worst, key=lambda one: -one.lost)[:WORST]),
        )


def _mistake(judged: Judged) -> Mistake:
    spot = judged.spot
    return Mistake(
        judged.round,
        str(spot),
        notation(spot.cards),
        notation(spot.board),
        in_words(judged.did),
        in_words(judged.best),
        float(judged.lost),
    )
