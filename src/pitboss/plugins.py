"""Games that other packages bring.

Such a package has three files beside its `__init__.py`: `game.py` with the game as `GAME`, `register.toml` with its
clauses, `solver.py` with the solver as `SOLVER`; if it is to be simulated, `kernel.py` with `KERNEL` too. Once it is
installed, an entry point tells us of it:

    [project.entry-points."pitboss.games"]
    three-card-poker = "three_card_poker"
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import LawError

GROUP = "pitboss.games"
REGISTER = "register.toml"


class Guest(NamedTuple):
    """A game from outside: its name and the package that brings it."""

    game: str
    package: str

    def part(self, module: str, name: str) -> Any:
        """What a module of the package defines under this name."""
        try:
            return getattr(import_module(f"{self.package}.{module}"), name)
        except Exception as error:  # whatever is wrong in a file that is not ours
            raise self.broken(f"{module}.py does not give {name}: {error}") from error

    def register(self) -> str:
        """The text of its register."""
        try:
            return files(self.package).joinpath(REGISTER).read_text(encoding="utf-8")
        except (ImportError, OSError, TypeError) as error:  # there is none, or no package to hold one
            raise self.broken(f"{REGISTER} cannot be read: {error}") from error

    @property
    def folder(self) -> Path:
        """Where the package is."""
        return Path(str(files(self.package)))

    def broken(self, why: str) -> LawError:
        """The error for a package that cannot be used."""
        message = f"the package {self.package} brings the game {self.game!r}, but {why}; mend it, or uninstall it"
        return LawError("broken-game", message)


@cache
def guests() -> tuple[Guest, ...]:
    """The games that installed packages bring; looked for once."""
    return tuple(sorted({Guest(point.name, point.value) for point in entry_points(group=GROUP)}))


def guest(game: str) -> Guest | None:
    """Who brings the game of this name; None for one of our own."""
    return next((one for one in guests() if one.game == game), None)
