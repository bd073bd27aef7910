"""What one round brings one player: the distribution that questions about many rounds start from."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, gcd, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.simulation.playing import Play
from pitboss.simulation.running import run
from pitboss.solvers.solver import Progress, silent

Parts = npt.NDArray[np.float64]
SAMPLE = 20_000_000
"""So many rounds are played where the exact distribution is not known."""


class Worth(NamedTuple):
    """The results of a round in cents, and how often each comes."""

    nets: Mapping[int, float]
    """Each result with the deals, or the rounds, that end so."""
    sampled: int
    """From how many rounds this is an estimate; 0 if it is exact."""

    @property
    def amounts(self) -> npt.NDArray[np.int64]:
        """The results, ascending."""
        return np.array(sorted(self.nets), np.int64)

    @property
    def parts(self) -> Parts:
        """How often each result comes, of all."""
        deals = sum(self.nets.values())
        return np.array([self.nets[net] / deals for net in sorted(self.nets)])

    @property
    def mean(self) -> float:
        """The expected result."""
        return float(self.amounts @ self.parts)

    @property
    def deviation(self) -> float:
        """The standard deviation of a round."""
        return sqrt(float((self.amounts - self.mean) ** 2 @ self.parts))

    @property
    def error(self) -> float:
        """The standard error of the expected result; 0 if it is exact."""
        return self.deviation / sqrt(self.sampled) if self.sampled else 0.0

    @property
    def step(self) -> int:
        """What all results are multiples of."""
        return gcd(*self.nets) or 1

    @property
    def most_lost(self) -> int:
        """The most a round can cost, and so what a player needs to play it."""
        return max(0, -min(self.nets))

    def moved(self, errors: float) -> Worth:
        """As it would be if the expected result were so many standard errors higher: each result the likelier for it.

        >>> moved = Worth({-100: 5000, 100: 5000}, 10_000).moved(1)
        >>> round(moved.mean, 3)
        1.0
        """
        tilt = errors * self.error / self.deviation**2 if self.deviation else 0.0
        return Worth({net: deals * exp(tilt * net) for net, deals in self.nets.items()}, self.sampled)

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {"mean": self.mean, "error": self.error, "deviation": self.deviation, "sampled": self.sampled}


def worth_of(play: Play, seed: int, progress: Progress = silent) -> Worth:
    """The exact distribution where the solver knows it for all stakes together; else from rounds that are played."""
    if play.is_exact:
        advisor = play.advisor(progress)
        exact = advisor.report_of(advisor.strategy(play.strategy))
        if not exact.apart:
            return Worth(exact.total.nets, 0)
    return Worth(run(play, SAMPLE, seed, progress=progress).report.total.nets, SAMPLE)


class Share(NamedTuple):
    """A part of something, and where it lies with 95 % confidence; both ends are the same if it is exact."""

    value: float
    low: float
    high: float

    @classmethod
    def exactly(cls, value: float) -> Share:
        """A part that is known."""
        return cls(value, value, value)

    def or_between(self, *others: Share) -> Share:
        """The same, if it may as well lie wherever others do."""
        return Share(self.value, min(one.low for one in (self, *others)), max(one.high for one in (self, *others)))

    @classmethod
    def counted(cls, hits: int, number: int) -> Share:
        """A part that was counted, with Wilson's interval, which also holds where nothing or everything hits."""
        z, seen = NormalDist().inv_cdf(0.975), hits / number
        middle = (seen + z * z / (2 * number)) / (1 + z * z / number)
        half = z * sqrt(seen * (1 - seen) / number + z * z / (4 * number * number)) / (1 + z * z / number)
        return cls(seen, max(0.0, middle - half), min(1.0, middle + half))
