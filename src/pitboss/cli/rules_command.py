"""`pitboss rules`: a rule card of a game, or of one table of it."""

from __future__ import annotations

from typing import Any

import click

from pitboss.cli.game_arguments import Chosen, table_argument
from pitboss.cli.show import cites, console, json_flag, print_columns, write_json
from pitboss.money import dollars


@click.command(short_help="Print a rule card of a game, with its pay tables.")
@table_argument()
@click.option("--irregularities", is_flag=True, help="Also list what each irregularity leads to.")
@click.option("--glossary", is_flag=True, help="Also list the terms that the rules define.")
@json_flag
def rules(chosen: Chosen, irregularities: bool, glossary: bool, as_json: bool) -> None:
    """Print a rule card: wagers, the round, hands, pay tables, limits, each with its clauses.

    Of a table it is that table's card: the wagers it offers at the odds it pays. Of a game, every pay table of the
    document is shown and the ones a new submission starts with are marked.
    """
    from pitboss.games.rule_card import rule_card
    from pitboss.games.terms import Terms

    card = rule_card(chosen.game, chosen.file.terms if chosen.file else Terms.of_hand(chosen.game))
    if as_json:
        write_json(card)
    else:
        _print(card, irregularities=irregularities, glossary=glossary)


def _print(card: dict[str, Any], *, irregularities: bool, glossary: bool) -> None:
    out = console()
    out.print(f"[bold]{card['title']}[/bold]\n[dim]{card['authority']}[/dim]\n{card['summary']}", soft_wrap=True)
    _heading("Wagers")
    for wager in card["wagers"]:
        conditions = "".join(f", {rule['words']}" for rule in wager["conditions"])
        fold = f"; on a fold {wager['on_fold']}" if wager["on_fold"] else ""
        posted = f", {wager['posted']}" if wager["posted"] else ""
        _line(f"[bold]{wager['label']}[/bold]: {wager['made']}{conditions}{posted}{fold} {cites([wager['clause']])}")
    for rule in (*([card["coupon"]] if card["coupon"] else []), *card["positions"]):
        _line(f"{rule['words']} {cites(rule['clauses'])}")
    _heading("The round")
    for number, step in enumerate(card["round"], 1):
        _line(f"{number}. {step['words']} {cites(step['clauses'])}")
    _heading("Hands, best first")
    for what, kinds in card["ranking"].items():
        _line(f"{what}: {', '.join(kinds)}")
    for rule in card["reading"]:
        _line(f"{rule['words']} {cites(rule['clauses'])}")
    if card["qualifier"]:
        _line(f"{card['qualifier']['words']} {cites(card['qualifier']['clauses'])}")
    if card["outcomes"]:
        _heading("Won, lost, returned")
        for case in card["outcomes"]:
            _line(f"[bold]{case['words']}[/bold]: {case['then']} {cites(case['clauses'])}")
    _heading("Payouts")
    for name, tables in card["pay_tables"].items():
        if [row["hand"] for row in tables[0]["rows"]] == ["win"]:
            row = tables[0]["rows"][0]
            _line(f"[bold]{name.replace('_', ' ')}[/bold]: {row['odds']} {cites([row['clause']])}")
        else:
            _line(f"[bold]{name.replace('_', ' ')}[/bold]")
            _grid(tables)
    for name, awards in card["awards"].items():
        _line(f"[bold]{name.replace('_', ' ')}[/bold]")
        print_columns([list(award) for award in awards.items()], left=1, styles=[""] * len(awards), indent="    ")
    if any(table["in_force"] for tables in card["pay_tables"].values() if len(tables) > 1 for table in tables):
        _line("[dim]* what a new submission starts with[/dim]")
    if card["limits"]:
        _heading("Limits")
        for cap in card["limits"]:
            _line(f"{cap['words']}: {dollars(cap['cents'])} {cites(cap['clauses'])}")
    if card["duties"]:
        _heading("At the table")
        for duty in card["duties"]:
            _line(f"{duty['words']} {cites([duty['clause']])}")
    if card["dealer"]:
        _heading("What the dealer answers for")
        for duty in card["dealer"]:
            _line(f"{duty['words']} {cites(duty['clauses'])}")
    if irregularities:
        _heading("Irregularities")
        for name, entry in card["irregularities"].items():
            _line(f"[bold]{name}[/bold], {entry['what']}: {entry['then']} {cites(entry['clauses'])}")
    if glossary:
        _heading("Terms")
        for name, term in card["glossary"].items():
            _line(f"[bold]{name}[/bold]: {term['means']} {cites(term['clauses'])}")


def _heading(text: str) -> None:
    console().print(f"\n[bold underline]{text}[/bold underline]")


def _line(text: str) -> None:
    console().print(f"  {text}", soft_wrap=True)


def _grid(tables: list[dict[str, Any]]) -> None:
    """Pay tables side by side; with several, the one a new submission starts with has a star."""
    labels = list(dict.fromkeys(row["hand"] for table in tables for row in table["rows"]))
    head = (
        [["", *(f"{table['name']}{' *' if table['in_force'] else ''}" for table in tables)]] if len(tables) > 1 else []
    )
    body = [[label, *(_odds(table, label) for table in tables)] for label in labels]
    rest = [["anything less", *(table["otherwise"] for table in tables)]]
    rows = head + body + rest
    print_columns(rows, left=1, styles=["bold"] * len(head) + [""] * (len(rows) - len(head)), indent="    ")


def _odds(table: dict[str, Any], label: str) -> str:
    return next((row["odds"] for row in table["rows"] if row["hand"] == label), "")
