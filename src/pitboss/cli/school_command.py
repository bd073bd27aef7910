"""`pitboss school`: the dealer's trainer, at a table of its own."""

from __future__ import annotations

import getpass
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.show import Within, at_screen, json_flag, write_json
from pitboss.errors import MissingExtraError, PitbossError

if TYPE_CHECKING:
    from pitboss.training.lesson import Lesson
    from pitboss.training.lesson_report import Book, Entry, Report


@click.command(short_help="Train a dealer: procedure, hands, payments, irregularities.")
@table_argument(required=False)
@click.option("--level", "-l", "number", type=int, default=1, show_default=True, help="What is trained; see below.")
@click.option("--questions", type=click.IntRange(1, 500), help="How many; each level has its own number.")
@click.option("--clock", type=Within(1, 3600), metavar="SECONDS", help="What the clock gives for an answer.")
@click.option("--no-clock", is_flag=True, help="Answer without the clock.")
@click.option("--simulated", is_flag=True, help="With real cards: be shown the cards of a simulated deck.")
@click.option("--seed", type=int, help="The same seed asks the same questions.")
@click.option("--name", help="The trainee, for the record.")
@set_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file too.")
@click.option("--plain", is_flag=True, help="Line by line, as without a terminal.")
@click.option("--progress", is_flag=True, help="Print the lessons kept so far, and end.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), envvar="PITBOSS_DATA", show_envvar=True,
              help="The folder in which lessons are kept.")  # fmt: skip
@json_flag
def school(
    chosen: Chosen | None,
    number: int,
    questions: int | None,
    clock: float | None,
    no_clock: bool,
    simulated: bool,
    seed: int | None,
    name: str | None,
    options: dict[str, Any],
    out: Path | None,
    plain: bool,
    progress: bool,
    data: Path | None,
    as_json: bool,
) -> None:
    """Be the dealer at a real table: every answer is checked by the rules and explained by their clauses.

    \b
    Levels: 1 the procedure, with its rules shown   4 side wagers and odd amounts
            2 reading hands                         5 irregularities
            3 taking and paying                     6 a whole shift

    With real cards (--set cards=real, or the table's own file) you shuffle and deal beside the screen: each step is
    asked before you take it, and you read the cards as they turn up, such as Qd 9c 4s. Level 6 asks about all of it.
    Without cards, --simulated shows some.

    The end is a report: errors by topic, times, the clauses to reread. The exit status is 0 if the lesson is passed
    and 1 if it is not. With --json the report goes to standard output and the questions to standard error.

    \b
      pitboss school uth
      pitboss school table.toml --level 4 --clock 15
      pitboss school uth --set cards=real --level 6
      pitboss school pik-it --level 5 --no-clock --out report.txt
      pitboss school --progress
    """  # noqa: D301
    from msgspec import to_builtins

    from pitboss.training.lesson import Lesson
    from pitboss.training.lesson_report import Book, Report, entry_of
    from pitboss.training.levels import level
    from pitboss.training.printed_lesson import printed
    from pitboss.training.printed_lesson import progress as lessons

    book = Book(data)
    if progress:
        entries = book.entries(name, chosen.game.name if chosen else None)
        write_json([to_builtins(entry) for entry in entries]) if as_json else click.echo(lessons(entries), nl=False)
        return
    if chosen is None:
        raise click.UsageError("name a game or a table's .toml file to train at")
    if out is not None and not out.parent.is_dir():
        raise click.BadParameter(f"there is no folder {out.parent}", param_hint="--out")
    submission = chosen.submission(options, for_practice=True)
    seed = secrets.randbelow(2**32) if seed is None else seed
    lesson = Lesson(submission, level(number), seed, length=questions, simulated=simulated)
    limit = None if no_clock or not (clock or sys.stdin.isatty()) else clock or lesson.level.seconds
    try:
        _teach(lesson, limit, full_screen=at_screen() and not plain and not as_json, quiet=as_json)
    except KeyboardInterrupt:
        click.echo(err=True)
    report = Report(lesson, limit)
    write_json(report.as_dict()) if as_json else click.echo(f"\n{printed(report)}", nl=False)
    if report.marks:
        _keep(report, book, entry_of(report, name or _user(), time.time_ns() // 1_000_000), out)
    sys.exit(0 if report.passed else 1)


def _teach(lesson: Lesson, limit: float | None, *, full_screen: bool, quiet: bool) -> None:
    """Ask the questions, on the full screen or line by line."""
    if full_screen:
        try:
            from pitboss.terminal.school_screen import SchoolApp
        except ImportError as error:
            raise MissingExtraError("the full-screen school (--plain goes without)", "terminal") from error
        SchoolApp(lesson, limit).run()
        return
    from pitboss.terminal.school_lines import PlainSchool

    letters = not (sys.stdout.encoding or "").lower().startswith("utf")
    PlainSchool(lesson, sys.stdin, lambda text: click.echo(text, nl=False, err=quiet), limit, letters=letters).run()


def _keep(report: Report, book: Book, entry: Entry, out: Path | None) -> None:
    """Write the lesson down; a book that cannot be written to is no reason to lose the report's file."""
    from pitboss.cli.out import write
    from pitboss.training.printed_lesson import printed

    try:
        book.add(entry)
    except PitbossError as error:
        click.echo(f"pitboss: {error}", err=True)
    if out is not None:
        write({out: printed(report, entry.name, entry.at).encode()})


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "trainee"
