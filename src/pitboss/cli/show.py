"""What the commands share: JSON for programs, Rich tables for people, bars while they wait."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from math import isnan
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.games.game import Game

json_flag = click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")


class Within(click.FloatRange):
    """A number in a range; one that is none (nan) lies in no range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail(f"{value!r} is no number", param, ctx)
        return number


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@cache
def console() -> Console:
    """Where people read; colours only on a terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False)


def at_screen() -> bool:
    """Whether a full screen can be shown: it reads from the one end of a terminal, and is drawn on standard error."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def write_json(value: Any) -> None:
    """One JSON document, indented."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def cards_markup(cards: tuple[int, ...]) -> str:
    """Cards with red suits in red."""
    from pitboss.cards import UNKNOWN, notation, suit, symbols

    write = symbols if console().encoding.startswith("utf") else notation
    return " ".join(
        f"[red]{write([card])}[/red]" if card != UNKNOWN and suit(card) in (1, 2) else write([card]) for card in cards
    )


def print_columns(rows: list[list[str]], *, left: int, styles: list[str], indent: str = "") -> None:
    """Rows in columns as wide as they need, the first `left` aligned left; never cut, however narrow the screen."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row, style in zip(rows, styles, strict=True):
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        console().print(f"{indent}{escape('   '.join(cells))}", style=style, soft_wrap=True)


def cites(clauses: Iterable[str]) -> str:
    """Citations in grey; their square brackets are text, not markup."""
    return f"[dim]({escape(', '.join(clauses))})[/dim]"


def escape(text: str) -> str:
    """Text with square brackets that Rich should print."""
    from rich.markup import escape as escaped

    return escaped(text)


@contextmanager
def working(game: Game, quiet: bool) -> Iterator[Callable[[float], None]]:
    """A bar while a game is solved, for people only; it goes away with the answer."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    if quiet or not console().is_terminal:
        yield lambda part: None
        return
    columns = (TextColumn(f"Solving {game.title}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda part: bar.update(task, completed=part)
