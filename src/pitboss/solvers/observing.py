"""Rounds that were really played, held against the exact figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from pitboss.solvers.figures import Figures


@dataclass(slots=True)
class Observed:
    """All results of one wager, whatever their stakes; amounts in cents."""

    figures: Figures
    """What it is worth."""
    count: int = 0
    staked: int = 0
    net: int = 0
    alone: float = 0.0
    """The variance of the sum if every hand met a dealer of its own."""
    together: float = 0.0
    """The variance of the sum as the rounds show it: the hands of one round meet the same dealer."""

    def add_round(self, results: Iterable[tuple[int, int]]) -> None:
        """The stake and net result of every such wager in one more round."""
        off = 0.0
        for stake, net in results:
            self.count += 1
            self.staked += stake
            self.net += net
            self.alone += float(self.figures.variance) * stake * stake
            off += net - float(self.figures.ev) * stake
        self.together += off * off

    @property
    def edge(self) -> float:
        """What the house kept of a unit staked."""
        return -self.net / self.staked

    @property
    def deviation(self) -> float:
        """How far the net result lies from its expectation, in standard errors (by the larger variance)."""
        return (self.net - float(self.figures.ev) * self.staked) / sqrt(max(self.alone, self.together))
