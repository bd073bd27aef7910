"""The rules submission: every choice of a table in words, what it pays, and room for those who approve it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.games.options import Approval, Approvals
from pitboss.paper.document import Block, Cell, Column, Fact, Facts, Heading, Paper, Points, Row, Table, Words, rows
from pitboss.paper.felt_words import pay_tables, sentence, single_odds
from pitboss.paper.numbers import software
from pitboss.paper.par_data import Setting
from pitboss.paper.rack_card import pay_table
from pitboss.paper.settings import settings_of
from pitboss.submission import Submission

SIGNED_BY = ("For the operator", "For the regulator")


def rules_submission(submission: Submission) -> Paper:
    """The submission as it is handed in."""
    return Paper(
        kind="Rules submission",
        title=submission.game.title,
        house=submission.terms["operator"],
        authority=submission.game.law.authority,
        foot=f"{Path(submission.file).name}, {software()}",
        digest=submission.digest,
        blocks=tuple(_blocks(submission)),
    )


def _blocks(submission: Submission) -> Iterator[Block]:
    game, terms = submission.game, submission.terms
    yield Facts(
        (
            Fact("Operator", terms["operator"]),
            Fact("Game", game.title),
            Fact("File", Path(submission.file).name),
            Fact("Fingerprint of what it says", "SHA-256", submission.digest),
        ),
        wide=True,
    )
    approvals = {option.name for option in game.options if isinstance(option, Approvals)}
    settings = [one for one in settings_of(terms) if one.name not in approvals]
    yield Heading("How the table plays and pays")
    yield _settings(one for one in settings if one.bears_on_price)
    yield Heading("How it is run")
    yield _settings(one for one in settings if not one.bears_on_price)
    yield Heading("Odds in force")
    for line in single_odds(terms):
        yield Words(Cell(f"{sentence(line.text)}.", tuple(dict.fromkeys(line.clauses))))
    for table in pay_tables(terms):
        yield pay_table(table)
    yield Heading("What layout and sign must say")
    yield Points(tuple(Cell(f"{sentence(words)}.", (clause,)) for words, clause in game.inscriptions))
    if cautions := list(submission.cautions()):
        yield Heading("Lawful, but mind")
        yield Points(tuple(Cell(f"{sentence(words)}.", (clause,)) for words, clause in cautions))
    if needed := list(_needed(submission)):
        yield Heading("Approvals")
        yield Words("The table does not open while one of these has no reference and date.")
        heads = (Column("What", wide=True), Column("Reference"), Column("Date"), Column("Signature"))
        yield Table(columns=heads, rows=tuple(needed), form=True)
    yield Heading("Signed")
    heads = (Column("", wide=True), Column("Name"), Column("Date"), Column("Signature"))
    yield Table(columns=heads, rows=rows(*((who, "", "", "") for who in SIGNED_BY)), form=True)


def _settings(settings: Iterator[Setting]) -> Table:
    columns = (Column("Choice", wide=True), Column("Value", wide=True), Column("Clause"))
    return Table(
        columns=columns,
        rows=rows(
            *((Cell(one.help, under=one.name), sentence(one.value), Cell("", (one.clause,))) for one in settings)
        ),
    )


def _needed(submission: Submission) -> Iterator[Row]:
    """A line for each approval that these choices need, with what is on record."""
    terms = submission.terms
    for option in submission.game.options:
        for need in option.needed if isinstance(option, Approvals) else ():
            if need.when(terms):
                held = terms[option.name].get(need.key, Approval())
                day = held.date.isoformat() if held.date else ""
                what = Cell(sentence(need.what), (need.clause,))
                yield Row((what, held.reference, day, ""))
