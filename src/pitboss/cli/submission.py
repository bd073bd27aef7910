"""`pitboss submission new` writes a table's submission; `pitboss check` validates one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pitboss.cli.show import cites, console, game_argument, json_flag, write_json

if TYPE_CHECKING:
    from pitboss.games.game import Game


@click.group()
def submission() -> None:
    """Write the submission of a table."""


@submission.command()
@game_argument()
def new(game: Game) -> None:
    r"""Write a commented submission with sound starting values to standard output.

    \b
    pitboss submission new uth > table.toml
    """
    from pitboss.submission import new_submission

    click.echo(new_submission(game), nl=False)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@json_flag
def check(file: str, as_json: bool) -> None:
    """Check a table's submission against the clauses."""
    from pitboss.submission import SubmissionError, read_submission

    try:
        found = read_submission(file)
    except SubmissionError as error:
        if as_json:
            write_json({"valid": False, "problems": [problem.as_dict() for problem in error.problems]})
        else:
            for problem in error.problems:
                where = f"{file}:{problem.line}" if problem.line else file
                clause = f" [{problem.clause}]" if problem.clause else ""
                click.echo(f"{where}: {problem.message}{clause}")
            count = len(error.problems)
            click.echo(f"{count} problem{'s' if count > 1 else ''}: the submission is not lawful", err=True)
        sys.exit(1)
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
    out.print(f"[green]lawful[/green]: a table of {found.game.title} for {found.terms['operator']}")
    out.print(f"[dim]digest {found.digest}[/dim]")
    for message, clause in cautions:
        out.print(f"[yellow]caution[/yellow]: {message} {cites([clause])}", soft_wrap=True)
    for need in missing:
        out.print(f"to open, still needed: approvals.{need.key}, {need.what} {cites([need.clause])}", soft_wrap=True)
