"""The interface for programs, and for the scripts of our own pages: JSON over HTTP, described by OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, WebSocket
from fastapi.requests import Request as HTTPRequest
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.floor.display import display
from pitboss.floor.floor import Floor
from pitboss.floor.live import Outcome
from pitboss.floor.people import Person
from pitboss.floor.requests import Request, read_as
from pitboss.floor.scenes import scene
from pitboss.web.guard import sender_of
from pitboss.web.hub import Seating, Wish, perform
from pitboss.web.openapi import Identified, Wrong, answer_of, body_of
from pitboss.web.sessions import Sessions

router = APIRouter(prefix="/api")
OUTCOMES: dict[int | str, dict[str, Any]] = {
    200: answer_of("It is done.", Outcome),
    409: answer_of("The table has moved on, or the key stands for something else.", Outcome, Wrong),
    422: answer_of("The rules refuse it.", Outcome),
}
TableName = Annotated[str, Path(description="The number of the table.", max_length=20)]


def floor_of(request: HTTPRequest) -> Floor:
    """The floor this server runs."""
    floor: Floor = request.app.state.floor
    return floor


def sessions_of(request: HTTPRequest) -> Sessions:
    """The sessions of this floor."""
    sessions: Sessions = request.app.state.sessions
    return sessions


def person_of(request: HTTPRequest, identified: Identified) -> Person:
    """Who asks; somebody without a session has to get one first."""
    person = sessions_of(request).person(request)
    if person is None:
        raise PitbossError("no-session", "you have no session: open the lobby, or POST /api/players")
    return person


def staff_of(request: HTTPRequest, identified: Identified) -> Person:
    """The member of staff who asks."""
    return sessions_of(request).staff(request)


OurFloor = Annotated[Floor, Depends(floor_of)]
Anyone = Annotated[Person, Depends(person_of)]
Staff = Annotated[Person, Depends(staff_of)]


def answer(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def outcome(data: dict[str, Any]) -> Response:
    """The answer to a wish: 409 if the table had moved on, 422 if the rules refuse it."""
    refusal = data.get("refusal")
    return answer(data, 200 if refusal is None else 409 if refusal["code"] == "stale" else 422)


# --- people ----------------------------------------------------------------------------------------------------------


@router.post("/players", status_code=201, summary="Come to the floor as a new player")
def new_player(request: HTTPRequest, floor: OurFloor) -> Response:
    """A name, a bankroll of play money, and the token that goes with them (`Authorization: Bearer …`)."""
    request.app.state.arrivals.take(request.client.host if request.client else "")
    person = floor.people.welcome()
    return answer({"name": person.name, "token": sessions_of(request).token(person)}, 201)


@router.get("/me", summary="Who you are")
def me(person: Anyone, floor: OurFloor) -> Response:
    """Your name, role, bankroll, and the seats you have."""
    seats = {live.name: live.state.seat_of(person.name) for live in floor.tables}
    return answer(
        {
            "name": person.name,
            "role": person.role,
            "purse": floor.store.balance(person.purse),
            "seats": {table: seat for table, seat in seats.items() if seat is not None},
        }
    )


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to be called."""

    name: str


@router.post("/me/name", summary="Take another name", openapi_extra=body_of(Name))
async def rename(request: HTTPRequest, person: Anyone, floor: OurFloor) -> Response:
    """Not while you have a seat: tables know people by their names."""
    wanted = read_as(Name, await request.body())
    renamed = await run_in_threadpool(floor.rename, person, wanted.name)
    return answer({"name": renamed.name})


@router.post("/me/chips", summary="Fill up your play money")
def top_up(person: Anyone, floor: OurFloor) -> Response:
    """Brings the bankroll back to what everybody comes with."""
    added = floor.people.top_up(person)
    return answer({"added": added, "purse": floor.store.balance(person.purse)})


# --- tables ----------------------------------------------------------------------------------------------------------


@router.get("/tables", summary="All tables")
def tables(floor: OurFloor) -> Response:
    """Game, limits and seats of every table."""
    return answer([floor.listing(live) for live in floor.tables])


@router.get("/tables/{table}", summary="A table as you may see it")
def table(request: HTTPRequest, table: TableName, floor: OurFloor, since: int | None = Query(None, ge=0)) -> Response:
    """The view, what you may do, and what has happened after version `since`."""
    person = sessions_of(request).person(request)
    if person:
        floor.presence.seen(person.name)
    return answer(scene(floor, floor.table(table), person, since))


@router.post(
    "/tables/{table}/sit", summary="Sit down", openapi_extra=body_of(Seating, required=False), responses=OUTCOMES
)
async def sit(request: HTTPRequest, table: TableName, person: Anyone, floor: OurFloor) -> Response:
    """Take a seat and buy in."""
    wish = Wish(sit=read_as(Seating, await request.body() or b"{}"))
    return outcome(await run_in_threadpool(perform, floor, person, table, wish))


@router.post("/tables/{table}/ready", summary="You have bet: deal", responses=OUTCOMES)
def ready(table: TableName, person: Anyone, floor: OurFloor) -> Response:
    """The dealer calls "No more bets" when everybody at the table is ready, or has had time enough."""
    return outcome(perform(floor, person, table, Wish(ready=True)))


@router.post(
    "/tables/{table}/commands", summary="Tell a table something", openapi_extra=body_of(Request), responses=OUTCOMES
)
async def command(request: HTTPRequest, table: TableName, person: Anyone, floor: OurFloor) -> Response:
    """A command by its name, with its arguments, the version it was decided on, and a key.

    With `version`, it is refused (409) if the table has moved on. With `key`, sending it again does nothing more and
    gives the first answer. The rules' refusals (422) name their clause.
    """
    wish = Wish(do=read_as(Request, await request.body()))
    return outcome(await run_in_threadpool(perform, floor, person, table, wish))


@router.get("/tables/{table}/display", summary="What the wall display shows")
def shown(table: TableName, floor: OurFloor) -> Response:
    """Limits, odds and notices in force, meter, bets and last announcement: no card, no name, no stake."""
    return answer(display(floor.table(table)))


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Everything that happens at a table, as you may see it; takes the same wishes as the routes above."""
    await _serve(socket, table, is_display=False)


@router.websocket("/tables/{table}/display/live")
async def live_display(socket: WebSocket, table: str) -> None:
    """What the wall display shows, whenever that has changed."""
    await _serve(socket, table, is_display=True)


async def _serve(socket: WebSocket, table: str, *, is_display: bool) -> None:
    sessions: Sessions = socket.app.state.sessions
    person = None if is_display else await run_in_threadpool(sessions.person, socket)
    try:
        await socket.app.state.hub.serve(socket, table, person, sender_of(socket, sessions), is_display=is_display)
    except PitbossError as error:  # before there was a connection
        await socket.close(1008, error.message)
