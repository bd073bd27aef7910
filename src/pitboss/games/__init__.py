"""The rule book: one file a game, each a value that reads like its regulation, beside the vocabulary they share."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.argument_types import checked
from pitboss.errors import LawError
from pitboss.plugins import Guest, guests

if TYPE_CHECKING:
    from pitboss.games.game import Game


def games() -> dict[str, Game]:
    """Every game by its name: ours, each a module of this package that defines `GAME`, and those of other packages."""
    return _games(guests())


@cache
def _games(brought: tuple[Guest, ...]) -> dict[str, Game]:
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    found: dict[str, Game] = {module.GAME.name: module.GAME for module in modules if hasattr(module, "GAME")}
    for one in brought:
        game: Game = one.part("game", "GAME")
        taken = {name for known in found.values() for name in (known.name, known.short)}
        if game.name != one.game:
            raise one.broken(f"its game is called {game.name!r}: the entry point must bear the same name")
        if clash := taken & {game.name, game.short}:
            raise one.broken(f"there is a game {min(clash)!r} already")
        found[game.name] = game
    return found


@checked
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
