"""What rounds came to, beside what they are worth exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pitboss.simulation.kernel import Counts
from pitboss.simulation.playing import Play, ready_for
from pitboss.simulation.stream import cards_of
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.figures import Figures
from pitboss.solvers.pricing import MAIN, Report, price
from pitboss.solvers.solver import Solved
from pitboss.solvers.tally import Tally

SURE = 1.959964
"""Of a normal variable, 95 % lie within so many standard deviations."""
TOTAL = "total"


class Compared(NamedTuple):
    """What a wager came to, and what it is worth: the house's part of a unit."""

    name: str
    rounds: int
    edge: float
    error: float
    """The standard error of the edge; by the exact distribution where it is known."""
    exact: float | None

    @property
    def interval(self) -> tuple[float, float]:
        """Where 95 % of such intervals hold the exact edge."""
        return self.edge - SURE * self.error, self.edge + SURE * self.error

    @property
    def deviation(self) -> float | None:
        """How far the edge lies from the exact one, in standard errors."""
        return (self.edge - self.exact) / self.error if self.exact is not None and self.error else None

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {
            "edge": self.edge,
            "standard_error": self.error,
            "interval": list(self.interval),
            "exact": self.exact,
            "deviation": self.deviation,
        }


@dataclass(frozen=True)
class Run:
    """Rounds that were played, by their endings."""

    play: Play
    seed: int
    rounds: int
    counts: Counts
    firsts: Counts

    @cached_property
    def advisor(self) -> Advisor:
        """Who knows the exact figures."""
        return self.play.advisor()

    @cached_property
    def report(self) -> Report:
        """The figures of these rounds, as the rule book settles them."""
        ready, advisor = ready_for(self.play), self.advisor
        endings = [
            ready.ending(
                number, int(self.counts[number]), cards_of(self.seed, int(self.firsts[number]), ready.deal.cards)
            )
            for number in np.flatnonzero(self.counts).tolist()
        ]
        solved = Solved(Tally(tuple(endings)))
        return price(advisor.game, advisor.terms, plain_stakes(advisor), advisor.solver, solved, advisor.meter)

    @cached_property
    def exact(self) -> Report | None:
        """The exact figures for the same play; None where somebody errs or plays at random."""
        return self.advisor.report_of(self.advisor.strategy(self.play.strategy)) if self.play.is_exact else None

    @cached_property
    def is_cut_apart(self) -> bool:
        """Whether a limit may cut stakes that the exact figures reckon apart, before limits: then they do not hold.

        What a round pays is at most the most that is won in it and the most that is lost.
        """
        best, advisor = self.advisor.report, self.advisor
        paid = best.total.most - min(best.total.nets)
        for cap, limit in zip(advisor.game.caps, advisor.terms.limits, strict=True):
            apart = [one.most for name, one in best.apart.items() if advisor.solver.apart.get(name) in cap.wagers]
            if apart and paid + sum(apart) > limit:
                return True
        return False

    def compared(self) -> Iterator[Compared]:
        """Every wager the table offers beside its exact figures, the main game first, all stakes together last.

        The wagers are paid as if there were no limits, all stakes together with them.
        """
        terms, exact = self.advisor.terms, self.exact
        for name, seen in self.report.wagers.items():
            if name == MAIN or terms.offers(name):
                known = self.advisor.solver.reported_as(name, self.play.players + 1)
                yield self._beside(known, seen, exact.wagers.get(known) if exact else None)
        alone = exact.total if exact and not exact.apart else None
        total = self._beside(TOTAL, self.report.total, alone)
        yield total._replace(exact=-float(exact.ev)) if exact and not self.is_cut_apart else total

    def _beside(self, name: str, seen: Figures, exact: Figures | None) -> Compared:
        error = (exact or seen).standard_deviation / sqrt(self.rounds)
        return Compared(name, self.rounds, float(seen.edge), error, float(exact.edge) if exact else None)

    def wagers(self) -> Iterator[dict[str, Any]]:
        """A flat row for each wager, and one for all of them, as data frames take them."""
        for one in self.compared():
            low, high = one.interval
            row = {"wager": one.name, "rounds": one.rounds, "edge": one.edge, "standard_error": one.error}
            yield {**row, "low": low, "high": high, "exact": one.exact, "deviation": one.deviation}

    @property
    def limits(self) -> tuple[float, float | None]:
        """What the game's limits take from the player, in antes: as seen, and exactly where that is known."""
        known = self.exact if not self.is_cut_apart else None
        return float(self.report.cost_of_limits), float(known.cost_of_limits) if known else None

    @property
    def cost(self) -> Compared | None:
        """What all stakes lose beyond best play, in antes: exactly, or with the error of what was seen.

        None where best play with all stakes has no exact value.
        """
        if self.is_cut_apart:
            return None
        best, exact = float(self.advisor.report.ev), self.exact
        seen = self._beside(TOTAL, self.report.total, None)
        return seen._replace(edge=seen.edge + best, exact=best - float(exact.ev) if exact else None)

    def as_dict(self) -> dict[str, Any]:
        """The form programs read; edges are parts of a unit, costs antes."""
        exact, play = self.exact, self.play
        return {
            "game": self.advisor.game.name,
            "strategy": play.way,
            "errors": self.play.errors,
            "players": self.play.players,
            "stakes": dict(self.advisor.stakes),
            "seed": self.seed,
            "rounds": self.rounds,
            "wagers": {one.name: one.as_dict() for one in self.compared()},
            "decisions": {
                name: {"seen": float(seen), "exact": float(exact.decisions[name]) if exact else None}
                for name, seen in self.report.decisions.items()
            },
            "limits": dict(zip(("seen", "exact"), self.limits, strict=True)),
            "cost": self.cost.as_dict() if self.cost else None,
        }


def plain_stakes(advisor: Advisor) -> dict[str, int]:
    """The opening wagers by their names at the table."""
    return {advisor.solver.apart.get(name, name): amount for name, amount in advisor.stakes.items()}
