"""What a wager is worth: exact figures from the number of deals behind each result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple


class Event(NamedTuple):
    """A row of a par sheet: something that can become of a wager."""

    decision: str
    """What the player did, where several wagers are counted together."""
    label: str
    pays: str
    """The odds, or what happens to the stake."""
    clause: str
    deals: int
    net: int
    """All these deals together, in cents."""


@dataclass(frozen=True)
class Figures:
    """One wager, or several together, over all deals."""

    unit: int
    """What results are measured in: the wager's stake, or the ante, in cents."""
    deals: int
    nets: Mapping[int, int]
    """The distribution: how many deals end with each net result in cents, in ascending order."""
    staked: int
    """All that is wagered over all deals, play wagers included, in cents."""
    won: int
    """Deals with a net win."""
    pushed: int
    """Deals that end even."""
    events: tuple[Event, ...] = ()

    @cached_property
    def ev(self) -> Fraction:
        """The expected net result, in units."""
        return Fraction(sum(net * deals for net, deals in self.nets.items()), self.deals * self.unit)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a unit."""
        return -self.ev

    @cached_property
    def variance(self) -> Fraction:
        """Of the net result, in units squared."""
        squares = Fraction(sum(net * net * deals for net, deals in self.nets.items()), self.deals * self.unit**2)
        return squares - self.ev**2

    @property
    def standard_deviation(self) -> float:
        """In units."""
        return sqrt(self.variance)

    @property
    def average_wager(self) -> Fraction:
        """What is wagered on average, in units."""
        return Fraction(self.staked, self.deals * self.unit)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return self.edge / self.average_wager

    @property
    def hit_frequency(self) -> Fraction:
        """How often it wins."""
        return Fraction(self.won, self.deals)

    @property
    def push_frequency(self) -> Fraction:
        """How often it ends even."""
        return Fraction(self.pushed, self.deals)

    @property
    def most(self) -> int:
        """The most it can win in one round, in cents."""
        return max(self.nets)

    def as_dict(self) -> dict[str, Any]:
        """The form programs read; the distribution in units."""
        return {
            "ev": str(self.ev),
            "edge": float(self.edge),
            "variance": float(self.variance),
            "standard_deviation": self.standard_deviation,
            "hit_frequency": float(self.hit_frequency),
            "push_frequency": float(self.push_frequency),
            "element_of_risk": float(self.element_of_risk),
            "average_wager": float(self.average_wager),
            "unit": self.unit,
            "most": self.most,
            "deals": self.deals,
            "distribution": {str(Fraction(net, self.unit)): deals for net, deals in self.nets.items()},
        }
