"""From endings to figures: the rule book settles one deal of each ending, and the deals behind it are counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.games.game import Game, Wagers
from pitboss.games.settlement import Outcome, Result, settle_hand
from pitboss.games.terms import Terms
from pitboss.money import EVEN_MONEY, dollars
from pitboss.solvers.figures import Event, Figures
from pitboss.solvers.solver import Solved, Solver
from pitboss.solvers.stakes import priced_stakes
from pitboss.solvers.tally import Ending, Tally

MAIN = "main"


@dataclass(frozen=True)
class Report:
    """What a game under some terms is worth, for one way to play."""

    game: Game
    terms: Terms
    stakes: Wagers
    """The opening wagers the total is for, in cents."""
    meter: int
    """Where the progressive meter stands, in cents; 0 without one."""
    wagers: Mapping[str, Figures]
    """Each wager by itself, per unit of its stake, as if there were no limits; `main` per ante."""
    total: Figures
    """All stakes together, per ante, as they are paid: with the limits of the game."""
    unlimited: Figures
    """The same if there were no limits."""
    apart: Mapping[str, Figures]
    """Stakes that hang on cards of their own: in the expectation and the average wager, before limits, and not in the
    distribution of the total."""
    decisions: Mapping[str, Fraction]
    """How often the player does what."""
    qualifies: Fraction | None
    """How often the dealer qualifies; None where no dealer has to."""
    solver: Solver
    solved: Solved

    @property
    def ev(self) -> Fraction:
        """The expected net result of a round with these stakes, in antes."""
        return self._together(self.total.ev, [figures.ev for figures in self.apart.values()])

    @property
    def average_wager(self) -> Fraction:
        """What is wagered in a round on average, in antes."""
        return self._together(self.total.average_wager, [figures.average_wager for figures in self.apart.values()])

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return -self.ev / self.average_wager

    @property
    def opening(self) -> Fraction:
        """All opening wagers, in antes."""
        return Fraction(sum(self.stakes.values()), self.stakes["ante"])

    @property
    def cost_of_limits(self) -> Fraction:
        """What the game's limits take from the player at these stakes, in antes."""
        return self.unlimited.ev - self.total.ev

    def _together(self, joint: Fraction, apart: list[Fraction]) -> Fraction:
        units = [Fraction(figures.unit, self.stakes["ante"]) for figures in self.apart.values()]
        return joint + sum((one * unit for one, unit in zip(apart, units, strict=True)), Fraction(0))


class Settled(NamedTuple):
    """An ending as the rule book settles it."""

    ending: Ending
    results: tuple[Result, ...]


def price(game: Game, terms: Terms, stakes: Wagers, solver: Solver, solved: Solved, meter: int | None = None) -> Report:
    """Every figure of a solved game."""
    metered = next((wager for wager in game.wagers if wager.seed), None)
    stands = metered.seed(terms) if metered and metered.seed and meter is None else meter or 0
    everything = priced_stakes(game, terms, stakes)
    settled = list(settled_endings(game, terms, everything, solved.tally, stands, limited=False))
    wagers = {MAIN: _figures(game, terms, settled, solver.main, everything["ante"])}
    apart: dict[str, Figures] = {}
    elsewhere = {side.wager for side in solved.sides.values()}
    for name, stake in everything.items():
        if name not in solver.main and name not in elsewhere and _is_priced(terms, name):
            wagers[name] = _figures(game, terms, settled, (name,), stake)
    for name, side in solved.sides.items():
        stake = stakes.get(name) or everything[side.wager]
        own = list(settled_endings(game, terms, {**everything, side.wager: stake}, side.tally, stands, limited=False))
        wagers[name] = _figures(game, terms, own, (side.wager,), stake)
        if stakes.get(name):
            apart[name] = wagers[name]
    joint = {name: stake for name, stake in stakes.items() if name in game.wager and name not in elsewhere}
    whole, unlimited = (
        list(settled_endings(game, terms, joint, solved.tally, stands, limited=limited)) for limited in (True, False)
    )
    every = (*joint, *game.plays, *(bonus.name for bonus in game.bonuses))
    return Report(
        game=game,
        terms=terms,
        stakes=stakes,
        meter=stands,
        wagers=wagers,
        total=_figures(game, terms, whole, every, stakes["ante"], events=False),
        unlimited=_figures(game, terms, unlimited, every, stakes["ante"], events=False),
        apart=apart,
        decisions=_frequencies(solver.decisions, solved.tally),
        qualifies=_qualifies(solved.tally),
        solver=solver,
        solved=solved,
    )


def _is_priced(terms: Terms, wager: str) -> bool:
    """A wager whose awards the operator submits has a price only when they are there."""
    return terms.game.wager[wager].pays is not None or bool(terms.game.wager[wager].awards(terms))


def settled_endings(
    game: Game, terms: Terms, stakes: Wagers, tally: Tally, meter: int, *, limited: bool
) -> Iterator[Settled]:
    """Every ending with these opening wagers, the meter standing at so many cents."""
    tell = next((wager.numbers for wager in game.wagers if wager.numbers and wager.name in stakes), None)
    for ending in tally.endings:
        hand = ending.at(stakes, {})
        if tell and terms.get("progressive"):
            hand = hand._replace(numbers=tell(terms, meter, meter, (hand,)))
        yield Settled(ending, settle_hand(game, terms, hand, limited=limited).results)


def _figures(
    game: Game, terms: Terms, settled: Iterable[Settled], wagers: tuple[str, ...], unit: int, *, events: bool = True
) -> Figures:
    nets: defaultdict[int, int] = defaultdict(int)
    rows: defaultdict[tuple[str, str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    deals = staked = won = pushed = 0
    for ending, results in settled:
        own = [result for result in results if result.wager in wagers]
        net = sum(result.net for result in own)
        nets[net] += ending.deals
        deals += ending.deals
        staked += ending.deals * sum(result.stake for result in own)
        won += ending.deals * (net > 0)
        pushed += ending.deals * (net == 0)
        if events:
            row = rows[_event(game, terms, ending, own, wagers)]
            row[0] += ending.deals
            row[1] += ending.deals * net
    found = (Event(*key, number, total) for key, (number, total) in rows.items())
    return Figures(
        unit=unit,
        deals=deals,
        nets=dict(sorted(nets.items())),
        staked=staked,
        won=won,
        pushed=pushed,
        events=tuple(sorted(found, key=lambda event: -Fraction(event.net, event.deals))),
    )


def _event(
    game: Game, terms: Terms, ending: Ending, own: list[Result], wagers: tuple[str, ...]
) -> tuple[str, str, str, str]:
    """What the player did, what becomes of a wager, what it pays, and the clause: one row of a par sheet."""
    if len(wagers) > 1:
        return ending.decision, ", ".join(_in_words(result) for result in own), "", ""
    (result,) = own
    if result.outcome is not Outcome.WIN:
        return "", result.outcome.value, result.outcome.value, result.clauses[0]
    if result.odds is None:
        return "", result.facts[-1], dollars(result.paid), result.clauses[0]
    tables = [terms.pay_tables[result.wager]] if result.wager in terms.pay_tables else []
    tables += game.payouts[result.wager].tables.values()
    row = next(
        row for table in tables for row in table.rows if row.odds == result.odds and row.clause in result.clauses
    )
    return "", row.label, str(row.odds), row.clause


def _in_words(result: Result) -> str:
    odds = f" at {result.odds}" if result.odds and result.odds != EVEN_MONEY else ""
    return f"{result.wager.replace('_', ' ')} {result.outcome}{odds}"


def _frequencies(names: tuple[str, ...], tally: Tally) -> dict[str, Fraction]:
    deals = dict.fromkeys(names, 0)
    for ending in tally.endings:
        deals[ending.decision] += ending.deals
    return {name: Fraction(number, tally.deals) for name, number in deals.items()}


def _qualifies(tally: Tally) -> Fraction | None:
    if any(ending.qualifies is None for ending in tally.endings):
        return None
    return Fraction(sum(ending.deals for ending in tally.endings if ending.qualifies), tally.deals)


def break_even_meter(
    game: Game, terms: Terms, stakes: Wagers, solver: Solver, solved: Solved, wager: str
) -> Fraction | None:
    """The lowest meter, in cents, at which a progressive wager costs nothing; None if no meter makes it so."""
    low, high = 0, 10**12  # what a fraction of a cent makes of the slope is gone at this distance
    at_low, at_high = (price(game, terms, stakes, solver, solved, meter).wagers[wager].ev for meter in (low, high))
    slope = (at_high - at_low) / (high - low)
    if at_low >= 0:
        return Fraction(0)
    return -at_low / slope if slope > 0 else None
