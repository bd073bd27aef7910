"""The researchers' environment: one seat for Gymnasium, a whole table for PettingZoo, over the rules of the table.

Importing it registers an environment for every game: `gymnasium.make("pitboss.research:pitboss/uth-v0")`.
"""

from __future__ import annotations

from pitboss.errors import MissingExtraError
from pitboss.games import games

try:
    import gymnasium
    import pettingzoo  # noqa: F401, a table needs it
except ImportError as missing:
    raise MissingExtraError("the researchers' environment", "research") from missing

from pitboss.research.rounds import IllegalActionError
from pitboss.research.seat_environment import SeatEnv
from pitboss.research.table_environment import TableEnv

__all__ = ["IllegalActionError", "SeatEnv", "TableEnv", "register"]


def register() -> None:
    """Let `gymnasium.make` know every game by both its names, those of other packages too."""
    for game in games().values():
        for name in (game.name, game.short):
            env = f"pitboss/{name}-v0"
            if env not in gymnasium.registry:
                gymnasium.register(
                    env, entry_point="pitboss.research.seat_environment:SeatEnv", kwargs={"game": game.name}
                )


register()
