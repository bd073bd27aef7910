"""The rule book: one file a game, each a value that reads like its regulation, beside the vocabulary they share."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.errors import LawError

if TYPE_CHECKING:
    from pitboss.games.game import Game


@cache
def games() -> dict[str, Game]:
    """Every game by its name: each module of this package that defines `GAME`."""
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = (module.GAME for module in modules if hasattr(module, "GAME"))
    return {game.name: game for game in found}


def find(name: str) -> Game:
    """A game by its full or short name.

    >>> find("uth").title
    "Ultimate Texas Hold 'Em"
    """
    for game in games().values():
        if name.lower() in (game.name, game.short):
            return game
    known = ", ".join(f"{game.short} ({game.name})" for game in games().values())
    raise LawError("no-game", f"there is no game {name!r}; there are {known}")
