"""The dispute sheet of a hand, to be printed: all that the record says of it, and the proof of its deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cards import parse, symbols
from pitboss.games import find
from pitboss.journal.disputes import NOT_SEALED, Played, dispute_sheet
from pitboss.money import dollars
from pitboss.paper.document import Block, Cell, Column, Fact, Facts, Heading, Paper, Points, Row, Table, Words, rows
from pitboss.paper.felt_words import sentence
from pitboss.paper.numbers import MINUS, software

_LINE = Column("Line", right=True)
NO_AMOUNTS = "stakes are announced: no amounts are known"


def dispute_paper(played: Played, seat: int) -> Paper:
    """Everything about one position of a round that has ended."""
    table = played.moments[0][0]
    sheet = dispute_sheet(played, seat)
    return Paper(
        kind="Dispute sheet",
        title=f"{sheet['game']}, round {sheet['round']}, position {sheet['seat']}",
        house=table.options["operator"],
        authority=find(table.game).law.authority,
        foot=software(),
        digest=sheet["submission"],
        blocks=tuple(_blocks(sheet)),
    )


def _blocks(sheet: dict[str, Any]) -> Iterator[Block]:
    yield Words(sheet["player"] if sheet["announced"] else f"{sheet['player']}: {_signed(sheet['net'])}", look="lead")
    yield Facts(
        (
            Fact("Round called", f"{sheet['time']} UTC"),
            Fact("Dealt from", sheet["dealing"].replace("-", " ")),
            *(() if sheet["deck"]["order_sealed"] else (Fact("Cards", "Real cards"),)),
        )
    )
    if sheet["cards"]:
        yield Heading("Cards, in the order dealt")
        yield Table(
            columns=(_LINE, Column("To"), Column("Cards", wide=True)),
            rows=rows(*((str(one["line"]), sentence(one["to"]), _faces(one["cards"])) for one in sheet["cards"])),
        )
    yield Heading("Wagers")
    coupon = {"match play coupon": sheet["coupon"]} if sheet["coupon"] else {}
    wagers = {**sheet["wagers"], **coupon}
    yield Facts(tuple(Fact(sentence(name.replace("_", " ")), _amount(cents)) for name, cents in wagers.items()))
    if said := list(_said(sheet)):
        yield Heading("Decisions and announcements")
        yield Table(columns=(_LINE, Column("Who"), Column("What", wide=True)), rows=rows(*said))
    yield Heading("Settlement")
    if sheet["announced"]:
        yield Table(columns=_SETTLED[:3], rows=tuple(Row(row.cells[:3]) for row in _settled(sheet)))
        yield Words(f"{'. '.join(map(sentence, (NO_AMOUNTS, *sheet['limits'])))}.", look="note")
    else:
        yield Table(columns=_SETTLED, rows=(*_settled(sheet), _total(sheet)))
    if sheet["read"]:
        yield Heading("Cards read")
        read = ((str(one["line"]), sentence(_name(one["by"])), _faces(one["cards"])) for one in sheet["read"])
        yield Table(columns=(_LINE, Column("By"), Column("Cards", wide=True)), rows=rows(*read))
    if sheet["notes"]:
        yield Heading("Notes")
        yield Points(
            tuple(
                Cell(f"{sentence(note['what'])}.", tuple(note["clauses"]), name=f"Line {note['line']}")
                for note in sheet["notes"]
            )
        )
    yield from _proof(sheet["deck"])


def _said(sheet: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    said = [(one["line"], one["of"], one["words"]) for one in sheet["announcements"]]
    for one in sheet["decisions"]:
        reason = f" ({one['reason']})" if one["reason"] else ""
        said.append((one["line"], _name(one["by"]), one["what"] + reason))
    for line, who, what in sorted(said):
        yield str(line), sentence(who), sentence(what)


_SETTLED = (
    _LINE,
    Column("Wager, and why", wide=True),
    Column("Result"),
    Column("Stake", right=True),
    Column("Paid", right=True),
    Column("Back", right=True),
)


def _settled(sheet: dict[str, Any]) -> Iterator[Row]:
    for one in sheet["settlement"]:
        why = Cell(
            sentence(one["wager"].replace("_", " ")), tuple(one["clauses"]), under=sentence("; ".join(one["facts"]))
        )
        result = f"{one['outcome']} at {one['odds']}" if one["odds"] else one["outcome"]
        money = (_amount(one[key]) for key in ("stake", "paid", "returned"))
        yield Row((str(one["line"]), why, sentence(result), *money))


def _amount(cents: int | None) -> str:
    """An amount, where it is known."""
    return "on the layout" if cents is None else dollars(cents)


def _total(sheet: dict[str, Any]) -> Row:
    stake, paid, back = (sum(one[key] for one in sheet["settlement"]) for key in ("stake", "paid", "returned"))
    return Row(("", f"Net {_signed(sheet['net'])}", "", dollars(stake), dollars(paid), dollars(back)), look="total")


def _proof(deck: dict[str, Any]) -> Iterator[Block]:
    yield Heading(f"The {deck['name']} deck")
    if not deck["order_sealed"]:
        yield Words(NOT_SEALED, look="note")
        return
    verdict = "matches" if deck["matches"] else "DOES NOT MATCH"
    yield Words(f"The SHA-256 of salt, colon and order {verdict} what was committed to before the deal.", look="note")
    if deck["stream"]:
        made = "makes" if deck["from_seed"] else "DOES NOT MAKE"
        yield Words(f"The generator ({deck['stream']}) {made} this order of the salt, its seed.", look="note")
    yield Points(
        (
            Cell(deck["commitment"], name="Committed to", mono=True),
            Cell(deck["salt"], name="Salt", mono=True),
            Cell(deck["order"], name="Order", mono=True),
        )
    )
    if deck["first_dealt"] is not None:
        first = f"the first card dealt was number {deck['first_dealt'] + 1}."
        yield Words(f"After the cut, {first}" if deck["cut"] else sentence(first), look="small")


def _name(by: str) -> str:
    return by.partition(":")[2] or by


def _faces(cards: str) -> str:
    return symbols(parse(cards))


def _signed(cents: int) -> str:
    amount = dollars(cents).replace("-", MINUS)
    return f"won {amount}" if cents > 0 else f"lost {amount.lstrip(MINUS)}" if cents < 0 else "came out even"
