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

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss._api import advise, game, open_table, replay, settle, simulate, solve, verify
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.settlement import Settlement
    from pitboss.journal.journal import Journal
    from pitboss.solvers.solver import Choice, Strategy
    from pitboss.solvers.spots import Spot
    from pitboss.submission import Submission
    from pitboss.table.commands import Actor, Role
    from pitboss.table.rules import Refused
    from pitboss.table.table import Table

__all__ = [
    "Actor",
    "Choice",
    "Game",
    "Journal",
    "PitbossError",
    "Refused",
    "Role",
    "Settlement",
    "Spot",
    "Strategy",
    "Submission",
    "Table",
    "advise",
    "game",
    "open_table",
    "replay",
    "settle",
    "simulate",
    "solve",
    "verify",
]
__version__ = "0.1.0"

_HOMES = {
    "Actor": "table.commands",
    "Choice": "solvers.solver",
    "Game": "games.game",
    "Journal": "journal.journal",
    "Refused": "table.rules",
    "Role": "table.commands",
    "Settlement": "games.settlement",
    "Spot": "solvers.spots",
    "Strategy": "solvers.solver",
    "Submission": "submission",
    "Table": "table.table",
}
"""Where the classes are; they are imported when somebody asks for them, so that `import pitboss` is quick."""


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"pitboss.{home}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
