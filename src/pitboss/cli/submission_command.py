"""`pitboss submission new` writes a table's submission; `pitboss check` validates one."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from pitboss.cli.game_arguments import Chosen, table_argument
from pitboss.cli.show import cites, console, escape, json_flag, now, working, write_json
from pitboss.errors import PitbossError
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.solvers.judging import Concern
    from pitboss.solvers.pricing import Report
    from pitboss.submission import Submission

GAME = "game"


@click.group()
def submission() -> None:
    """Write the submission of a table."""


@submission.command()
@table_argument()
def new(chosen: Chosen) -> None:
    """Write a commented submission with sound starting values to standard output: of a game, or of a table's game.

    \b
    pitboss submission new uth > table.toml
    """  # noqa: D301
    from pitboss.submission import new_submission

    click.echo(new_submission(chosen.game), nl=False)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--on",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The day on which the approvals must count; today if not given.",
)
@click.option("--unpriced", is_flag=True, help="Check the clauses only, not what the table is worth.")
@json_flag
def check(file: str, day: datetime | None, unpriced: bool, as_json: bool) -> None:
    """Check a table's submission against the clauses, and what its wagers cost."""
    from pitboss.submission import Problem, SubmissionError, read_submission

    try:
        found = read_submission(file)
    except PitbossError as error:
        problems = error.problems if isinstance(error, SubmissionError) else [Problem("", error.message, error.clause)]
        if as_json:
            write_json({"valid": False, "problems": [problem.as_dict() for problem in problems]})
        elif not isinstance(error, SubmissionError):
            raise
        else:
            for problem in problems:
                where = f"{file}:{problem.line}" if problem.line else file
                clause = f" [{problem.clause}]" if problem.clause else ""
                click.echo(f"{where}: {problem.message}{clause}")
            count = len(problems)
            click.echo(f"{count} problem{'s' if count > 1 else ''}: the submission is not lawful", err=True)
        sys.exit(1)
    from pitboss.games.options import Amount

    at = now() if day is None else int(day.replace(tzinfo=UTC).timestamp() * 1000)
    missing, cautions = [*found.missing_approvals(at)], [*found.cautions()]
    report, warned = (None, []) if unpriced else _priced(found, as_json)
    if as_json:
        write_json(
            {
                "valid": True,
                "game": found.game.name,
                "digest": found.digest,
                "cautions": [{"message": message, "clause": clause} for message, clause in cautions],
                "missing_approvals": [need._asdict() for need in missing],
                "edges": _edges(report) if report else None,
                "warnings": [concern.as_dict() for concern in warned],
            }
        )
        return
    out = console()
    out.print(f"[green]lawful[/green]: a table of {found.game.title} for {escape(found.terms['operator'])}")
    for option in found.game.options:
        if isinstance(option, Amount) and option.name.endswith("_minimum"):
            wager = option.name.removesuffix("_minimum")
            if option.only_if is None or found.terms[option.only_if]:
                low, high = (dollars(found.terms[f"{wager}_{bound}"]) for bound in ("minimum", "maximum"))
                out.print(f"  {option.help.removeprefix('the minimum ')}: {low} to {high}")
    out.print(f"[dim]digest {found.digest}[/dim]")
    if report:
        for name, edge in _edges(report).items():
            what = "the game, of an ante" if name == GAME else name.replace("_", " ")
            out.print(f"  the house keeps {100 * edge:.4f} % ({what})")
    for concern in warned:
        out.print(f"[yellow]warning[/yellow]: {escape(concern.message)}", soft_wrap=True)
    for message, clause in cautions:
        out.print(f"[yellow]caution[/yellow]: {message} {cites([clause])}", soft_wrap=True)
    for need in missing:
        words = f"approvals.{need.key}, {need.what}: it {need.why}"
        out.print(f"to open, still needed: {escape(words)} {cites([need.clause])}", soft_wrap=True)


def _priced(found: Submission, quiet: bool) -> tuple[Report, list[Concern]]:
    """What the table is worth, and what its operator should know of that."""
    from pitboss.solvers.advisor import Advisor
    from pitboss.solvers.judging import judge

    with working(found.game, quiet) as progress:
        advisor = Advisor(found.terms, progress=progress)
        return advisor.report, list(judge(advisor))


def _edges(report: Report) -> dict[str, float]:
    """What the house keeps of each wager that the table offers; of the compulsory ones together as `game`."""
    from pitboss.solvers.judging import judged_alone

    alone = {name: float(report.wagers[name].edge) for name in judged_alone(report)}
    return {GAME: float(-report.ev), **alone}
