"""`pitboss submission new` writes a table's submission; `pitboss check` validates one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pitboss.cli.show import cites, console, escape, game_argument, json_flag, write_json
from pitboss.errors import PitbossError
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.games.game import Game


@click.group()
def submission() -> None:
    """Write the submission of a table."""


@submission.command()
@game_argument()
def new(game: Game) -> None:
    """Write a commented submission with sound starting values to standard output.

    \b
    pitboss submission new uth > table.toml
    """  # noqa: D301
    from pitboss.submission import new_submission

    click.echo(new_submission(game), nl=False)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@json_flag
def check(file: str, as_json: bool) -> None:
    """Check a table's submission against the clauses."""
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

    missing, cautions = [*found.missing_approvals()], [*found.cautions()]
    if as_json:
        write_json(
            {
                "valid": True,
                "game": found.game.name,
                "digest": found.digest,
                "cautions": [{"message": message, "clause": clause} for message, clause in cautions],
                "missing_approvals": [{"key": n.key, "what": n.what, "clause": n.clause} for n in missing],
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
    for message, clause in cautions:
        out.print(f"[yellow]caution[/yellow]: {message} {cites([clause])}", soft_wrap=True)
    for need in missing:
        out.print(f"to open, still needed: approvals.{need.key}, {need.what} {cites([need.clause])}", soft_wrap=True)
