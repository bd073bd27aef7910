"""Pitboss conducts regulated casino poker tables by the book.

>>> import pitboss
>>> hand = pitboss.settle(
...     "uth",
...     player="Ah Kh", community="Qh Jh Th 2c 3d", dealer="9c 9d",
...     wagers={"ante": 1000, "blind": 1000, "play": 4000},
... )
>>> hand.net, hand["blind"].odds
(505000, Odds(win=500, stake=1))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pitboss.argument_types import checked
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.settlement import Settlement
    from pitboss.solvers.advisor import Advisor
    from pitboss.solvers.solver import Advice
    from pitboss.table import Table

__all__ = ["PitbossError", "advise", "advisor", "game", "open_table", "settle"]
__version__ = "0.1.0"


def game(name: str) -> Game:
    """A game by its name or short name: `uth`, `hi-lo`, `top-five`, `pik-it`."""
    from pitboss.games import find

    return find(name)


@checked
def advise(spot: str, options: Mapping[str, Any] | None = None, **how: Any) -> tuple[Advice, ...]:
    """All that a player may do at a spot such as `uth flop AsKd 7h8h9c`, the best first, each with its exact value."""
    return advisor(spot.partition(" ")[0], options, **how).advise(spot)


@checked
def advisor(name: str, options: Mapping[str, Any] | None = None, **how: Any) -> Advisor:
    """A game solved exactly: its figures (`report`), advice for any hand, written strategies.

    `stakes` are the opening wagers in cents; `cache=False` works everything out anew.
    """
    from pitboss.solvers.advisor import advisor_for

    return advisor_for(name, options, **how)


@checked
def open_table(name: str, options: Mapping[str, Any] | None = None, **how: Any) -> Table:
    """A table of a game, open for practice and run by the autodealer.

    `seed` makes it repeatable, `by_hand` names commands that the autodealer leaves to people, `record` is told of
    every command's events (a journal's `append`).
    """
    from pitboss.table import Table

    return Table.of(name, options, **how)


@checked
def settle(name: str, *, options: Mapping[str, Any] | None = None, **hand: Any) -> Settlement:
    """Settle one finished hand: its cards by name, `wagers` in cents, `folded`, and the table's `options`."""
    from pitboss.games.settlement import settle as settle_given

    return settle_given(game(name), {**hand, "options": options})
