"""What every command about a game takes: GAME or TABLE.TOML, and options of the table changed with --set."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.terms import Terms
    from pitboss.submission import Submission

Command = TypeVar("Command", bound=Callable[..., Any])
METAVAR = "GAME|TABLE.TOML"


class Chosen(NamedTuple):
    """The game that was named, and its table's submission where that was named instead."""

    game: Game
    file: Submission | None = None

    def submission(self, options: Mapping[str, Any], *, for_practice: bool = False) -> Submission:
        """The submission in the file, or a new one, with some options changed.

        `for_practice` fills in the approvals of a new one, so that its table can open.
        """
        from pitboss.games.terms import Terms
        from pitboss.submission import Submission, new_submission, parse_submission
        from pitboss.table.table import practice_submission

        if self.file is None and for_practice:
            return practice_submission(self.game.name, options)
        base = self.file or parse_submission(new_submission(self.game), f"{self.game.short}.toml")
        if not options:
            return base
        given = {key: value for key, value in base.plain().items() if key != "game"} | dict(options)
        return Submission(base.game, Terms.of_table(base.game, given), f"{base.file}, changed", base.source)

    def terms(self, options: Mapping[str, Any]) -> Terms:
        """The terms of that submission."""
        return self.submission(options).terms


def choose(text: str) -> Chosen:
    """A game by its full or short name, or a table by the file with its submission."""
    from pitboss.games import find
    from pitboss.submission import read_submission

    if text.endswith(".toml") or Path(text).is_file():
        submission = read_submission(text)
        return Chosen(submission.game, submission)
    try:
        return Chosen(find(text))
    except PitbossError as error:
        raise click.BadParameter(f"{error.message}; or name a table's .toml file", param_hint=METAVAR) from error


def _choose(ctx: click.Context, param: click.Parameter, value: str | None) -> Chosen | None:
    return None if value is None else choose(value)


def table_argument(*, required: bool = True) -> Callable[[Command], Command]:
    """A decorator for the argument GAME|TABLE.TOML, as `chosen`."""
    return click.argument("chosen", metavar=METAVAR, required=required, callback=_choose)


def pair(text: str) -> tuple[str, Any]:
    """`name=value`; a value that is JSON (a number, true, a table) is read as such."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"{text!r}: write an option as NAME=VALUE")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _options(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, Any]:
    found = [pair(text) for text in value]
    names = [name for name, _ in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise click.BadParameter(f"{', '.join(twice)} is given twice", ctx, param)
    return dict(found)


_SET: dict[str, Any] = {
    "multiple": True,
    "metavar": "OPTION=VALUE",
    "callback": _options,
    "help": "Change an option of the table; a value that is a table is written as JSON.",
}
_SET_NAMES = ("--set", "-o", "options")
set_option = click.option(*_SET_NAMES, **_SET)


def set_parameter() -> click.Option:
    """The same for a command that is put together."""
    return click.Option(_SET_NAMES, **_SET)
