"""Whether a table is sound for both sides: warnings about wagers that favour the player or take too much."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.money import dollars
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.pricing import Report
from pitboss.solvers.solver import LateSeat

MOST_OF_WAGER, MOST_OF_GAME = Fraction(20, 100), Fraction(15, 100)
"""A house edge above these is out of the ordinary."""
_SURE = 2
"""An estimate counts when it lies so many standard errors away."""


class Concern(NamedTuple):
    """Something about the price of a table that its operator should know."""

    wager: str
    """The wager concerned; `game` for the compulsory wagers together."""
    message: str
    edge: float

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {"wager": self.wager, "message": self.message, "edge": self.edge}


def judge(advisor: Advisor) -> Iterator[Concern]:
    """All that is wrong with the price of a table; the advisor is the one for its compulsory wagers alone."""
    yield from concerns(advisor.report, advisor.late_seat)
    yield from _at_the_limits(advisor)


def _at_the_limits(advisor: Advisor) -> Iterator[Concern]:
    """A wager that changes how the game is played may turn it when it is large and the ante small."""
    usual = advisor.solver.depends_on(advisor.terms, advisor.stakes)
    for name in judged_alone(advisor.report):
        posted = advisor.terms.posted.get(name)
        stakes = {"ante": advisor.stakes["ante"], name: posted[1] if posted else 0}
        if posted and advisor.solver.depends_on(advisor.terms, stakes) != usual:
            ev = advisor.at(stakes).report.ev
            if ev > 0:
                words = " and ".join(f"{wager.replace('_', ' ')} {dollars(stake)}" for wager, stake in stakes.items())
                message = f"with {words} the round favours the player, by {_percent(ev)} of the ante"
                yield Concern(name, message, -float(ev))


def concerns(report: Report, late: LateSeat | None = None) -> Iterator[Concern]:
    """What is wrong with the figures of the compulsory wagers, and of each other wager by itself."""
    edge = -report.ev
    if edge < 0:
        yield Concern("game", f"the game favours the player, by {_percent(-edge)} of an ante", float(edge))
    elif edge > MOST_OF_GAME:
        most = _percent(MOST_OF_GAME)
        yield Concern("game", f"the house keeps {_percent(edge)} of an ante: more than {most}", float(edge))
    for name in judged_alone(report):
        figures = report.wagers[name]
        words = name.replace("_", " ")
        if figures.edge < 0:
            message = f"the {words} favours the player, by {_percent(-figures.edge)} of the wager"
            yield Concern(name, message, float(figures.edge))
        elif figures.edge > MOST_OF_WAGER:
            message = f"the house keeps {_percent(figures.edge)} of the {words}: more than {_percent(MOST_OF_WAGER)}"
            yield Concern(name, message, float(figures.edge))
    if late is not None and late.gain - _SURE * late.error > edge >= 0:
        yield Concern(
            "game",
            f"the last seat, having seen {late.seen} open hands, gains the edge: about "
            f"{100 * (late.gain - float(edge)):.1f} % of an ante",
            float(edge) - late.gain,
        )


def judged_alone(report: Report) -> Iterator[str]:
    """The wagers a player may leave out, as far as the table offers them; the compulsory ones are the game."""
    for name in report.wagers:
        wager = report.game.wager.get(report.solver.apart.get(name, name))
        if wager and not wager.required and report.terms.offers(wager.name):
            yield name


def _percent(value: Fraction) -> str:
    return f"{100 * float(value):.2f} %"
