"""The journal of a table for those who audit it: records, the table at any moment, sheets, proofs, export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query
from fastapi.requests import Request
from fastapi.responses import Response, StreamingResponse

from pitboss.floor.archive import Archive
from pitboss.floor.audit_records import PAGE, Filter, deck_of, listed, own_sheets, round_of, sheet
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.proving import Prover
from pitboss.floor.replay_view import moment
from pitboss.floor.requests import read_as
from pitboss.table.commands import Role
from pitboss.table.rules import rules_of
from pitboss.web.api import Anyone, OurFloor, Staff, TableName, answer
from pitboss.web.openapi import body_of, file_of
from pitboss.web.pages import drawn

router = APIRouter(prefix="/api")
MARKS = 240
"""Rounds that are marked on the time line of a whole journal."""


def auditor_of(person: Staff) -> Person:
    """The floor or the auditor: a dealer has no business in the journal."""
    if person.role not in (Role.FLOOR, Role.AUDITOR):
        raise NotAllowedError("auditor-only", "the journal is for the floor and the auditor: ask one of them")
    return person


def archive_of(request: Request, table: TableName, floor: OurFloor) -> Archive:
    """The past of a table."""
    found: Archive = request.app.state.archives.of(floor.checked(table))
    return found


def prover_of(request: Request) -> Prover:
    """Who checks journals here."""
    prover: Prover = request.app.state.prover
    return prover


Auditor = Annotated[Person, Depends(auditor_of)]
Past = Annotated[Archive, Depends(archive_of)]
OurProver = Annotated[Prover, Depends(prover_of)]
Number = Annotated[int, Path(ge=1, le=2**53)]


@router.get("/audit/{table}", summary="A journal at a glance")
def overview(auditor: Auditor, past: Past) -> Response:
    """How many records there are, and where each round ended: all of them, or evenly spread ones if there are many."""
    chapters = past.chapters()
    step = -(-len(chapters) // MARKS) or 1
    return answer(
        {
            "version": past.version,
            "rounds": len(chapters),
            "marks": [[chapter.first, chapter.number] for chapter in chapters[::step]],
        }
    )


@router.get("/audit/{table}/records", summary="Records, the newest first")
def records(
    auditor: Auditor,
    past: Past,
    before: Annotated[int | None, Query(ge=0, description="Only records up to this one.")] = None,
    round: Annotated[int | None, Query(ge=1)] = None,  # noqa: A002
    seat: Annotated[int | None, Query(ge=0, description="A position; 0 is the dealer.")] = None,
    kind: Annotated[str, Query(max_length=40)] = "",
    text: Annotated[str, Query(max_length=100)] = "",
    number: Annotated[int, Query(ge=1, le=500)] = PAGE,
) -> Response:
    """One page of the journal in words; `next` is where to go on."""
    return answer(listed(past, Filter(round, seat, kind, text), before, number))


@router.get("/audit/{table}/at/{version}", summary="The table after a record")
def at(
    auditor: Auditor,
    past: Past,
    version: Annotated[int, Path(ge=0, le=2**53)],
    viewer: Annotated[str, Query(max_length=100)] = "auditor",
) -> Response:
    """As a viewer saw it then: `public`, `dealer`, `floor`, `auditor`, or `player:` with a name."""
    return answer(moment(past, version, viewer))


@router.get(
    "/audit/{table}/felt/{version}",
    summary="The layout that lay on the table",
    response_class=Response,
    responses={200: file_of("image/svg+xml")},
)
def layout(auditor: Auditor, past: Past, version: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """As a drawing: a table's submission may have changed since."""
    state = past.state(version)
    terms = rules_of(state.game, state.digest, state.options).terms
    return Response(drawn(terms), media_type="image/svg+xml")


@router.get("/audit/{table}/rounds/{number}", summary="A round: its records, its hands, its deck")
def one_round(auditor: Auditor, past: Past, number: Number) -> Response:
    """Where it begins and ends, and the deck's commitment with its proof once it is over."""
    return answer(round_of(past, past.chapter(number)))


@router.get("/audit/{table}/rounds/{number}/seats/{seat}", summary="The dispute sheet of a hand")
def dispute(auditor: Auditor, past: Past, number: Number, seat: Number) -> Response:
    """All that the record says about it."""
    return answer(sheet(past, number, seat))


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hash of a record that was kept where nobody who can change the journal gets at it."""

    head: str = ""


@router.post(
    "/audit/{table}/verify", status_code=202, summary="Check the journal", openapi_extra=body_of(Head, required=False)
)
async def begin_proof(request: Request, auditor: Auditor, past: Past, prover: OurProver) -> Response:
    """It goes on in the background; ask for its status until it is done."""
    wish = read_as(Head, await request.body() or b"{}")
    return answer(prover.begin(past.table, wish.head), 202)


@router.get("/audit/{table}/verify", summary="How far the check has come")
def proof(auditor: Auditor, past: Past, prover: OurProver) -> Response:
    """And what it found: what is proved, what is wrong, what nobody can say."""
    return answer(prover.status(past.table))


@router.get(
    "/audit/{table}/journal.jsonl",
    summary="The journal as JSON Lines",
    response_class=Response,
    responses={200: file_of("application/jsonl")},
)
def export(auditor: Auditor, past: Past) -> Response:
    """The order of a deck that has not been opened is left out; the copy verifies all the same."""

    def lines() -> Iterator[str]:
        for line in past.lines():
            yield f"{line}\n"

    name = f"table-{past.table}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines(), media_type="application/jsonl", headers=headers)


@router.get("/tables/{table}/rounds/{number}", summary="Your own hands in a round that is over")
def own(person: Anyone, past: Past, number: Number) -> Response:
    """The sheet of each, and the deck with what proves it."""
    return answer(own_round(past, number, person))


def own_round(past: Archive, number: int, person: Person) -> dict[str, Any]:
    """What a player may have of a round."""
    sheets = own_sheets(past, number, person.name)
    return {"round": number, "sheets": sheets, "deck": deck_of(past, past.chapter(number))}
