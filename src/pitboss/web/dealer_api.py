"""What the dealer's page asks for: what it shows, what would follow from what is entered, and that it is recorded."""

from __future__ import annotations

from functools import partial

import msgspec
from fastapi import APIRouter
from fastapi.requests import Request as HTTPRequest
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from pitboss.floor.dealer_bets import Stakes, commands_of
from pitboss.floor.dealer_page import foreseen, page
from pitboss.floor.dealer_reports import consequences, orders
from pitboss.floor.floor import Floor
from pitboss.floor.live import Outcome
from pitboss.floor.people import Person
from pitboss.floor.requests import Request, read_as
from pitboss.table.rules import Refused
from pitboss.web import pages
from pitboss.web.api import OUTCOMES, OurFloor, Staff, TableName, answer, outcome, sessions_of
from pitboss.web.openapi import body_of
from pitboss.web.staff_api import OurDesk

router = APIRouter(prefix="/api")
shown = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps that are recorded together, or not at all."""

    requests: list[Request]
    version: int | None = None
    """The version of the table that the sender saw."""
    key: str | None = None
    """Sent again with the same key, it is carried out once and answered alike."""


@router.get("/tables/{table}/dealer", summary="What the dealer's page shows")
def dealers_page(table: TableName, person: Staff, floor: OurFloor) -> Response:
    """The due step with what is entered for it, what to say, seats, faces that were read, settlement: of real cards."""
    return answer(page(floor, floor.table(table), person))


@router.post("/tables/{table}/dealer", summary="Record steps together", openapi_extra=body_of(Deed), responses=OUTCOMES)
async def record(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """All of them, or none if one is refused."""
    deed = read_as(Deed, await request.body())
    return outcome(await run_in_threadpool(_recorded, floor, person, table, deed))


def _recorded(floor: Floor, person: Person, table: str, deed: Deed) -> dict[str, object]:
    try:
        done = floor.together(person, table, deed.requests, version=deed.version, key=deed.key)
    except Refused as error:
        done = Outcome(floor.table(table).state.version, error.refusal.as_dict())
    told: dict[str, object] = msgspec.to_builtins(done)
    return told


@router.post("/tables/{table}/dealer/stakes", summary="Enter bets", openapi_extra=body_of(Stakes), responses=OUTCOMES)
async def stakes(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """What lies in front of seats; people who sit down and bring chips are entered with it."""
    entered = read_as(Stakes, await request.body())
    return outcome(await run_in_threadpool(_staked, floor, person, table, entered))


def _staked(floor: Floor, person: Person, table: str, entered: Stakes) -> dict[str, object]:
    try:
        done = floor.together(
            person, table, (), lambda live: commands_of(live, person, entered.seats),
            version=entered.version, key=entered.key,
        )  # fmt: skip
    except Refused as error:
        done = Outcome(floor.table(table).state.version, error.refusal.as_dict())
    told: dict[str, object] = msgspec.to_builtins(done)
    return told


@router.post("/tables/{table}/dealer/preview", summary="What entries would lead to", openapi_extra=body_of(Deed))
async def preview(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """A dry run: the settlement at a seat with the faces that were entered; nothing is written."""
    deed = read_as(Deed, await request.body())
    return answer(await run_in_threadpool(foreseen, floor.table(table), person, deed.requests))


@router.post("/tables/{table}/dealer/report", summary="What a report would lead to", openapi_extra=body_of(Request))
async def reported(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """A dry run, people named by their seats; nothing is written."""
    asked = read_as(Request, await request.body())
    return answer(await run_in_threadpool(consequences, floor.table(table), person, asked))


@router.get("/tables/{table}/dealer/orders", summary="What may be done besides the due step")
def other_orders(table: TableName, person: Staff, floor: OurFloor, desk: OurDesk) -> Response:
    """The orders of the floor and the dealer that are open now, people named by their seats."""
    return answer(orders(desk, floor.table(table), person))


class Summoned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the floor is wanted; from the floor itself: that it has come."""

    wanted: bool = True


@router.post("/tables/{table}/summons", summary="Call the floor", openapi_extra=body_of(Summoned))
async def summons(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """The floor sees it in its list, until somebody of it comes or the dealer takes the call back."""
    asked = read_as(Summoned, await request.body())
    await run_in_threadpool(partial(floor.summon, person, table, wanted=asked.wanted))
    return answer({"summons": floor.summoning.of(table)})


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips were moved as the page said."""

    seq: int
    """The record up to which it was done, as the page names it."""


@router.post("/tables/{table}/dealer/moved", summary="The chips are moved", openapi_extra=body_of(Moved))
async def moved(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """What the page shows under `moved` is done: wagers given back, chips paid or taken."""
    done = read_as(Moved, await request.body())
    await run_in_threadpool(floor.moved_chips, person, table, done.seq)
    return answer({"upto": floor.chips_moved.upto(table)})


@shown.get("/dealer/{table}")
def dealer(request: HTTPRequest, table: TableName, floor: OurFloor) -> Response:
    """The dealer's page."""
    person, live = sessions_of(request).staff(request), floor.table(table)
    page(floor, live, person)
    return pages.page("dealer.html", person=person, listing=floor.listing(live))
