"""How to play a table: its written strategies with their exact cost, and best play for the hands that open a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.paper.sheet import StartingHands, Way
from pitboss.paper.starting import starting_hands
from pitboss.solvers.advisor import Advisor


@dataclass(frozen=True, slots=True)
class Play:
    """What a player needs to know to play a table well."""

    way: Way | None
    """The written strategy that costs least here; None if the game has none."""
    others: tuple[Way, ...]
    starting_hands: StartingHands | None
    best: Fraction
    """The expected result of best play, in antes."""
    decisions: dict[str, Fraction]
    """How often best play does what."""


def play_of(advisor: Advisor) -> Play:
    """How to play at this advisor's table and stakes."""
    ways = sorted(ways_of(advisor), key=lambda way: way.cost)
    return Play(
        way=ways[0] if ways else None,
        others=tuple(ways[1:]),
        starting_hands=starting_hands(advisor),
        best=advisor.report.ev,
        decisions=dict(advisor.report.decisions),
    )


def ways_of(advisor: Advisor) -> Iterator[Way]:
    """Every written strategy of the game, priced exactly at this table."""
    for strategy in advisor.solver.strategies:
        report = advisor.report_of(strategy)
        yield Way(
            name=strategy.name,
            title=strategy.title,
            rules=strategy.rules,
            ev=report.ev,
            cost=advisor.report.ev - report.ev,
            element_of_risk=report.element_of_risk,
            decisions=report.decisions,
        )
