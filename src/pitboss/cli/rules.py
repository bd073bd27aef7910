"""`pitboss rules`: a rule card of a game, with the pay tables in force at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.show import cites, console, game_argument, json_flag, write_json
from pitboss.money import dollars

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.games.game import Game
    from pitboss.games.options import Options


@click.command()
@game_argument()
@click.option("--table", type=click.Path(dir_okay=False), help="The table's submission (a TOML file).")
@click.option("--irregularities", is_flag=True, help="Also list what each irregularity leads to.")
@json_flag
def rules(game: Game, table: str | None, irregularities: bool, as_json: bool) -> None:
    """Print a rule card: wagers, the round, hands, pay tables, limits.

    Without a submission every pay table of the document is shown and the starting choices are marked.
    """
    from pitboss.submission import read_submission

    submission = read_submission(table) if table else None
    if submission and submission.game is not game:
        raise click.UsageError(f"{table} describes a table of {submission.game.title}, not of {game.title}")
    options = submission.options if submission else game.start_options()
    if as_json:
        write_json(as_dict(game, options))
    else:
        _print(game, options, in_force_only=submission is not None, irregularities=irregularities)


def as_dict(game: Game, options: Options) -> dict[str, Any]:
    """The rule card as data."""
    from pitboss.games.game import as_plain

    return {
        "game": game.name,
        "title": game.title,
        "authority": game.law.authority,
        "wagers": [
            {
                "name": wager.name,
                "clause": wager.clause,
                "conditions": [{"words": rule.words(options), "clause": rule.clause} for rule in wager.conditions],
            }
            for wager in game.wagers
        ],
        "round": [{"step": step.kind, "words": step.words, "clauses": step.clauses} for step in game.script],
        "qualifier": game.qualifier and {"words": game.qualifier.words, "clauses": game.qualifier.clauses},
        "even_money": dict(game.even_money),
        "pay_tables": {
            wager: {
                str(name): [{"hand": row.label, "odds": str(row.odds), "clause": row.clause} for row in table.rows]
                for name, table in tables.items()
            }
            for wager, tables in game.pay_tables.items()
        },
        "limits": [{"wagers": cap.wagers, "cents": cap.limit(options), "clauses": cap.clauses} for cap in game.caps],
        "irregularities": {
            kind.name.lower(): {"what": kind.value, "then": then.words, "clauses": then.clauses}
            for kind, then in game.irregularities.items()
        },
        "options": {
            option.name: {"value": as_plain(options[option.name]), "legal": option.legal, "clause": option.clause}
            for option in game.options
        },
    }


def _print(game: Game, options: Options, *, in_force_only: bool, irregularities: bool) -> None:
    out = console()
    out.print(f"[bold]{game.title}[/bold]\n[dim]{game.law.authority}[/dim]", soft_wrap=True)
    out.print(game.summary, soft_wrap=True)
    _heading("Wagers")
    for wager in game.wagers:
        conditions = "; ".join(rule.words(options) for rule in wager.conditions)
        when = "after the deal" if wager.after_deal else "before the deal"
        _line(f"[bold]{wager.label}[/bold]: {when}, {conditions} {cites([wager.clause])}")
    _heading("The round")
    for number, step in enumerate(game.script, 1):
        direction = f", {step.direction}" if step.direction else ""
        choices = ": " + "; or ".join(choice.words for choice in step.choices) if step.choices else ""
        _line(f"{number}. {step.words}{direction}{choices} {cites(step.clauses)}")
    _heading("Hands, best first")
    for what, kinds in game.ranking:
        _line(f"{what}: {', '.join(kinds)}")
    if game.qualifier and (game.qualifier.option is None or options[game.qualifier.option]):
        _line(f"{game.qualifier.words} {cites(game.qualifier.clauses)}")
    _heading("Payouts")
    for wagers, clause in game.even_money.items():
        _line(f"{wagers}: 1 to 1 {cites([clause])}")
    for paid in game.pay_tables:
        _heading(f"{paid.replace('_', ' ').capitalize()} pays")
        out.print(_pay_tables(game, options, paid, in_force_only))
    if game.caps:
        _heading("Limits")
        for cap in game.caps:
            _line(f"{cap.words}: {dollars(cap.limit(options))} {cites(cap.clauses)}")
    if irregularities:
        _heading("Irregularities")
        for kind, then in game.irregularities.items():
            _line(f"[bold]{kind.name.lower()}[/bold], {kind.value}: {then.words} {cites(then.clauses)}")


def _line(text: str) -> None:
    console().print(f"  {text}", soft_wrap=True)


def _heading(text: str) -> None:
    console().print(f"\n[bold underline]{text}[/bold underline]")


def _pay_tables(game: Game, options: Options, wager: str, in_force_only: bool) -> Table:
    """The pay tables of a wager side by side; the one in force is marked."""
    from rich.table import Table

    in_force = options.pay_table(wager)
    selected = wager in game.selected_by
    tables = [*game.pay_tables[wager].values()]
    shown = [in_force] if selected and in_force_only else tables if selected or len(tables) > 1 else [in_force]
    labels = list(dict.fromkeys(row.label for table in shown for row in table.rows))
    order = {row.label: row.at_least for table in shown for row in table.rows}
    grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 2), show_header=len(shown) > 1, header_style="bold")
    grid.add_column("")
    for table in shown:
        mark = " *" if selected and table.name == in_force.name else ""
        grid.add_column(f"{table.name}{mark}", justify="right")
    for label in sorted(labels, key=lambda label: -order[label]):
        odds = [next((str(row.odds) for row in table.rows if row.label == label), "") for table in shown]
        grid.add_row(label, *odds)
    grid.add_row("anything less", *(table.otherwise for table in shown))
    return grid
