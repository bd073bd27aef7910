"""Somebody at a table, as plain text: what goes to every machine that plays some of the rounds."""

from __future__ import annotations

import json
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games.game import Wagers
from pitboss.games.terms import Terms
from pitboss.simulation.kernel import Player, Ready, kernel_of
from pitboss.solvers.advisor import BEST, Advisor
from pitboss.solvers.solver import Progress, Strategy, silent, solver_of
from pitboss.submission import Submission

RANDOM = "random"
"""The name of a player who takes any decision that is allowed, each equally likely."""
_one_at_a_time = Lock()


class Play(NamedTuple):
    """A table, what is wagered at it, and how its players decide."""

    table: str
    """The submission, as JSON."""
    stakes: str
    """The opening wagers of each player in cents, as JSON."""
    strategy: str | Strategy = BEST
    """By its name; or one of somebody's own, which an executor's workers must be able to import."""
    errors: float = 0.0
    """How often a decision is another than the strategy's."""
    players: int = 1

    @classmethod
    @checked
    def at(
        cls,
        submission: Submission,
        stakes: Wagers,
        strategy: str | Strategy = BEST,
        errors: float = 0.0,
        players: int = 1,
    ) -> Play:
        """So many players at a table; it is checked that they may sit there and wager so."""
        solver, positions = solver_of(submission.game), int(submission.terms["positions"])
        if not 0 <= errors <= 1:
            raise PitbossError("errors", f"an error rate is a part of all decisions, from 0 to 1, not {errors:g}")
        if errors and strategy == RANDOM:
            raise PitbossError("errors", "who decides at random makes no errors: give an error rate or play at random")
        if not 1 <= players <= positions:
            raise PitbossError("players", f"the table has positions for 1 to {positions} players, not {players}")
        named = {solver.reported_as(name, players + 1): amount for name, amount in stakes.items()}
        for name in named.keys() & solver.apart.keys():
            if name != solver.reported_as(solver.apart[name], players + 1):
                message = f"{name} is no wager of a round with {players + 1} hands; say how many there are in it"
                raise PitbossError("hands", message)
        play = cls(json.dumps(submission.plain()), json.dumps(named), strategy, errors, players)
        if strategy != RANDOM:
            play.advisor().strategy(strategy)
        return play

    def advisor(self, progress: Progress = silent) -> Advisor:
        """Who knows the table's game, at these stakes."""
        options = json.loads(self.table)
        game = find(options.pop("game"))
        return Advisor(Terms.of_table(game, options), json.loads(self.stakes), progress=progress)

    @property
    def way(self) -> str:
        """How its players decide, by name."""
        return self.strategy if isinstance(self.strategy, str) else self.strategy.name

    @property
    def is_exact(self) -> bool:
        """Whether the solver knows what such play is worth."""
        return not self.errors and self.strategy != RANDOM


def ready_for(play: Play) -> Ready:
    """The tables for a player, worked out once on each machine."""
    with _one_at_a_time:
        return _ready(play)


@lru_cache(maxsize=8)
def _ready(play: Play) -> Ready:
    advisor = play.advisor()
    at_random = play.strategy == RANDOM
    written = None if at_random else advisor.strategy(play.strategy)
    player = Player(written, advisor.solved_by(written), play.errors, at_random)
    return kernel_of(advisor.game)(advisor.terms, player, play.players)
