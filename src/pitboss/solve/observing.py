"""Rounds that were really played, held against the exact figures."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from pitboss.solve.figures import Figures


@dataclass(slots=True)
class Observed:
    """All results of one wager, whatever their stakes; amounts in cents."""

    count: int = 0
    staked: int = 0
    squares: int = 0
    """Of the stakes, which their spread follows from."""
    net: int = 0

    def add(self, stake: int, net: int) -> None:
        """One more result."""
        self.count += 1
        self.staked += stake
        self.squares += stake * stake
        self.net += net

    @property
    def edge(self) -> float:
        """What the house kept of a unit staked."""
        return -self.net / self.staked

    def deviation(self, figures: Figures) -> float:
        """How far the net result lies from its expectation, in standard errors."""
        return (self.net - float(figures.ev) * self.staked) / (figures.standard_deviation * sqrt(self.squares))
