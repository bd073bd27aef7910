"""The way in: a game with its options and stakes is solved once, kept, and asked for figures and advice.

>>> advisor = advisor_for("top-five")
>>> advisor.report.decisions.keys()
dict_keys(['play', 'fold'])
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games.game import Game, Wagers
from pitboss.games.terms import Terms
from pitboss.solvers import cache as kept
from pitboss.solvers.pricing import Report, break_even_meter, price
from pitboss.solvers.solver import (
    Advice,
    Choice,
    Gain,
    LateSeat,
    Look,
    Progress,
    Solved,
    Solver,
    Strategy,
    silent,
    solver_of,
)
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.solvers.stakes import stakes_of
from pitboss.submission import new_submission, parse_submission

BEST = "optimal"
"""The name of best play among the strategies."""


class Advisor:
    """One game under its terms and stakes; everything is worked out when it is first asked for."""

    @checked
    def __init__(
        self,
        terms: Terms,
        stakes: Wagers | None = None,
        *,
        meter: int | None = None,
        cache: bool = True,
        progress: Progress = silent,
    ) -> None:
        self.game: Game = terms.game
        self.terms = terms
        self.solver: Solver = solver_of(terms.game)
        self.stakes = stakes_of(terms.game, terms, stakes, self.solver.apart)
        if meter is not None and not any(wager.seed and terms.offers(wager.name) for wager in self.game.wagers):
            raise PitbossError("meter", "this table has no progressive, and so no meter; leave the meter out")
        self.meter = meter
        self._cache, self._progress = cache, progress

    @cached_property
    def solved(self) -> Solved:
        """Best play."""
        return self._solve(None)

    @cached_property
    def report(self) -> Report:
        """The figures of best play."""
        return price(self.game, self.terms, self.stakes, self.solver, self.solved, self.meter)

    @cached_property
    def late_seat(self) -> LateSeat | None:
        """What the last seat gains from the hands it has seen, estimated; None where it sees none."""
        return self.solver.late_seat(self.terms, self.solved, progress=self._progress)

    @cached_property
    def sights(self) -> Mapping[str, Look]:
        """What a player might see before the first decision, in words; see `gain`."""
        return self.solver.sights(self.terms, self.stakes, self.solved)

    @checked
    def sight(self, seen: str) -> Look:
        """One of `sights`."""
        if seen not in self.sights:
            known = ", ".join(map(repr, self.sights)) or "nothing"
            raise PitbossError(
                "no-sight", f"{seen!r} is nothing {self.game.title} was worked out for; there is {known}"
            )
        return self.sights[seen]

    def gain(self, seen: str, progress: Progress | None = None) -> Gain:
        """What a player gains by best play for something that was seen, one of `sights`."""
        look = self.sight(seen)
        key = kept.key_of(self.game.name, dict(self.solver.depends_on(self.terms, self.stakes)), "seen", seen)
        found = kept.load_gain(key) if self._cache else None
        if found is None:
            found = look(progress or self._progress)
            if self._cache:
                kept.save_gain(key, found)
        return found

    @cached_property
    def break_even_meter(self) -> Fraction | None:
        """The lowest meter, in cents, at which a progressive costs nothing; None without one, or if no meter does."""
        metered = next((wager.name for wager in self.game.wagers if wager.seed), None)
        if metered is None or metered not in self.report.wagers:
            return None
        return break_even_meter(self.game, self.terms, self.stakes, self.solver, self.solved, metered)

    @checked
    def at(self, stakes: Wagers) -> Advisor:
        """The same table at other stakes."""
        other = Advisor(self.terms, stakes, meter=self.meter, cache=self._cache, progress=self._progress)
        before, after = (self.solver.depends_on(self.terms, one.stakes) for one in (self, other))
        if before == after:
            other.solved = self.solved  # what is solved does not depend on these stakes
        return other

    def solved_by(self, strategy: Strategy | None) -> Solved:
        """How a written strategy fares; None is best play."""
        return self._solve(strategy) if strategy else self.solved

    def report_of(self, strategy: Strategy | None) -> Report:
        """The figures of a written strategy; None is best play."""
        if strategy is None:
            return self.report
        return price(self.game, self.terms, self.stakes, self.solver, self._solve(strategy), self.meter)

    @checked
    def strategy(self, name: str | Strategy) -> Strategy | None:
        """A strategy that comes with the game, by its name; None for best play; one of your own stays as it is."""
        if not isinstance(name, str):
            return name
        if name == BEST:
            return None
        for strategy in self.solver.strategies:
            if strategy.name == name:
                return strategy
        known = ", ".join((BEST, *(strategy.name for strategy in self.solver.strategies)))
        raise PitbossError("no-strategy", f"{self.game.title} has no strategy {name!r}; it has {known}")

    @checked
    def advise(self, spot: Spot | str) -> tuple[Advice, ...]:
        """All that a player may do at a spot, the best first; of equals the one that wagers less."""
        own = self._own(spot)  # before anything is solved: a spot that cannot be read is told at once
        advice = self.solver.advise(self.terms, self.stakes, self.solved, own)
        return tuple(sorted(advice, key=lambda one: (-one.ev, one.wagers)))

    @checked
    def decide(self, spot: Spot | str) -> Choice:
        """What best play does at a spot."""
        own = self._own(spot)
        return self.solver.decide(self.terms, self.stakes, self.solved, own)

    def _own(self, spot: Spot | str) -> Spot:
        found = parse_spot(spot) if isinstance(spot, str) else spot
        if found.game is not self.game:
            raise PitbossError("spot", f"this is advice for {self.game.title}, not for {found.game.title}")
        return found

    def _solve(self, strategy: Strategy | None) -> Solved:
        way = (strategy.name, strategy.rules) if strategy else BEST
        is_kept = self._cache and (strategy is None or strategy in self.solver.strategies)
        key = kept.key_of(self.game.name, dict(self.solver.depends_on(self.terms, self.stakes)), way)
        found = kept.load(key) if is_kept else None
        if found is None:
            found = self.solver.solve(self.terms, self.stakes, strategy=strategy, progress=self._progress)
            if is_kept:
                kept.save(key, found)
        return found


@checked
def advisor_for(
    game: str, options: Mapping[str, Any] | None = None, stakes: Wagers | None = None, **how: Any
) -> Advisor:
    """The advisor for a game by its name; options that are not named have the values of a new submission."""
    return Advisor(terms_for(find(game), options), stakes, **how)


@checked
def terms_for(game: Game, options: Mapping[str, Any] | None = None) -> Terms:
    """A new submission's terms with some options changed."""
    start = parse_submission(new_submission(game)).plain()
    given = {key: value for key, value in start.items() if key != "game"} | dict(options or {})
    return Terms.of_table(game, given)
