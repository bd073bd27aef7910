"""The pages of the back office: the journal of a table, and the sheet of a hand, which its player gets as well."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, Response

from pitboss.cards import RANKS
from pitboss.floor.archive import Archive
from pitboss.floor.audit_records import KINDS, deck_of, sheet
from pitboss.floor.floor import Floor
from pitboss.journal.disputes import NOT_SEALED
from pitboss.web.api import Anyone, OurFloor, TableName
from pitboss.web.audit_api import Auditor, Number, Past, own_round
from pitboss.web.pages import drawn, page

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
_RANK_WORDS = dict(
    zip(
        RANKS,
        ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"),
        strict=True,
    )
)
_SUIT_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@router.get("/audit/{table}")
def audit(request: Request, table: TableName, auditor: Auditor, floor: OurFloor) -> Response:
    """The journal of a table, with the table at any moment of it."""
    live = floor.table(table)
    return page(
        "audit.html",
        person=auditor,
        table=live.name,
        game=live.rules.game,
        positions=live.rules.terms["positions"],
        digest=live.state.digest,
        real_cards=live.rules.real_cards,
        kinds=KINDS,
        drawing=drawn(live.rules.terms),
    )


@router.get("/audit/{table}/rounds/{number}/seats/{seat}")
def dispute(auditor: Auditor, past: Past, number: Number, seat: Number, floor: OurFloor) -> Response:
    """The dispute sheet of a hand, to be printed and signed."""
    return _sheet(floor, past, number, [sheet(past, number, seat)], own=False)


@router.get("/tables/{table}/rounds/{number}")
def own(person: Anyone, past: Past, number: Number, floor: OurFloor) -> Response:
    """A player's own hands in a round that is over, and how to check the deal."""
    found = own_round(past, number, person)
    return _sheet(floor, past, number, found["sheets"], own=True)


def _sheet(floor: Floor, past: Archive, number: int, sheets: list[dict[str, Any]], own: bool) -> Response:
    return page(
        "sheet.html",
        table=past.table,
        game=floor.table(past.table).rules.game,
        number=number,
        sheets=sheets,
        deck=deck_of(past, past.chapter(number)),
        own=own,
        not_sealed=NOT_SEALED,
        rank_words=_RANK_WORDS,
        suit_words=_SUIT_WORDS,
    )
