"""The rack card: what dealer and players read at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.games.rule_card import rule_card
from pitboss.paper.document import Block, Cell, Column, Fact, Facts, Heading, Paper, Points, Table, Words, rows
from pitboss.paper.felt_words import Table as PayTable
from pitboss.paper.felt_words import pay_tables, sentence, single_odds
from pitboss.paper.numbers import software
from pitboss.paper.sign import sign
from pitboss.submission import Submission

SMALL = 0.92
"""So that the longest card is a sheet of two sides."""


def rack_card(submission: Submission) -> Paper:
    """How this table plays, pays and is conducted, with the terms its rules define."""
    return Paper(
        kind="Rack card",
        title=submission.game.title,
        house=submission.terms["operator"],
        authority=submission.game.law.authority,
        foot=software(),
        digest=submission.digest,
        blocks=tuple(_blocks(submission)),
        columns=2,
        scale=SMALL,
    )


def _blocks(submission: Submission) -> Iterator[Block]:
    card, terms = rule_card(submission.game, submission.terms), submission.terms
    yield Words(card["summary"], look="lead")
    yield Heading("Wagers")
    yield Points(
        (
            *(_wager(wager) for wager in card["wagers"]),
            *_rules([card["coupon"]] if card["coupon"] else []),
            *_rules(card["positions"]),
        )
    )
    yield Heading("The round")
    yield Points(tuple(Cell(_ended(step["words"]), tuple(step["clauses"])) for step in card["round"]), numbered=True)
    if card["outcomes"]:
        yield Heading("Won, lost, returned")
        yield Points(
            tuple(
                Cell(f"{case['then']}.", tuple(case["clauses"]), name=sentence(case["words"]))
                for case in card["outcomes"]
            )
        )
    yield Heading("What is paid")
    for line in single_odds(terms):
        yield Words(Cell(_ended(line.text), tuple(dict.fromkeys(line.clauses))))
    for table in pay_tables(terms):
        yield pay_table(table)
    if card["qualifier"]:
        yield Words(Cell(_ended(card["qualifier"]["words"]), tuple(card["qualifier"]["clauses"])), look="note")
    yield Heading("Limits")
    posted = sign(submission)
    yield Facts(tuple(Fact(sentence(one.name), one.words) for one in (*posted.wagers, *posted.payouts)))
    yield Heading("Hands, best first")
    for what, kinds in card["ranking"].items():
        yield Words(f"{sentence(what)}: {', '.join(kinds)}.")
    if card["reading"]:
        yield Points(tuple(_rules(card["reading"])))
    if card["duties"]:
        yield Heading("At the table")
        yield Points(tuple(Cell(_ended(duty["words"]), (duty["clause"],)) for duty in card["duties"]))
    if card["dealer"]:
        yield Heading("What the dealer answers for")
        yield Points(tuple(_rules(card["dealer"])))
    yield Heading("When something goes wrong")
    yield Points(
        tuple(
            Cell(f"{one['then']}.", tuple(one["clauses"]), name=sentence(one["what"]))
            for one in card["irregularities"].values()
        )
    )
    yield from glossary(card["glossary"])


def _rules(rules: list[dict[str, Any]]) -> Iterator[Cell]:
    return (Cell(_ended(rule["words"]), tuple(rule["clauses"])) for rule in rules)


def _wager(wager: dict[str, Any]) -> Cell:
    words = ", ".join([wager["made"], *(rule["words"] for rule in wager["conditions"])])
    fold = f"; on a fold {wager['on_fold']}" if wager["on_fold"] else ""
    return Cell(f"{words}{fold}.", (wager["clause"],), name=sentence(wager["label"]))


def _ended(words: str) -> str:
    return f"{sentence(words)}."


def glossary(terms: dict[str, Any]) -> Iterator[Block]:
    """The defined terms of a game with their meanings."""
    if terms:
        yield Heading("Terms")
        yield Points(
            tuple(Cell(term["means"], tuple(term["clauses"]), name=sentence(name)) for name, term in terms.items())
        )


def pay_table(table: PayTable) -> Table:
    """A pay table with its clause."""
    wide = Column(wide=True)
    heads = [Column(head, right=True) for head in table.heads] or [Column(right=True)]
    return Table(columns=(wide, *heads), rows=rows(*table.rows), title=table.title)
