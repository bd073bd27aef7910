"""Devices at the tables: the floor enrols and revokes them, and they say what they do by a key of their own."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, WebSocket
from fastapi.requests import HTTPConnection
from fastapi.requests import Request as HTTPRequest
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.floor.device_messages import Reply, Said
from pitboss.floor.devices import Device, Enrolment
from pitboss.floor.floor import Floor
from pitboss.floor.reading import Entry
from pitboss.floor.requests import read_as
from pitboss.web.api import OUTCOMES, OurFloor, Staff, TableName, answer, outcome
from pitboss.web.described import Wrong, answer_of, body_of
from pitboss.web.sessions import bearer
from pitboss.web.staff import Supervisor

router = APIRouter(prefix="/api")
_KEY = HTTPBearer(scheme_name="device", description="The key that a device was enrolled with.", auto_error=False)
REPLIES: dict[int | str, dict[str, Any]] = {
    200: answer_of("It is done.", Reply),
    401: answer_of("The key opens nothing, or no longer.", Wrong),
    403: answer_of("A device of this kind does not say that.", Wrong),
    409: answer_of("The number was used for something else, or comes too late.", Wrong),
    422: answer_of("It is not done: the rules refuse it, or it makes no sense now.", Reply),
}


def device_of(floor: Floor, connection: HTTPConnection) -> Device:
    """The device whose key comes with a request."""
    return floor.devices.by_key(bearer(connection) or "")


# --- for the floor ---------------------------------------------------------------------------------------------------


@router.get("/tables/{table}/devices", summary="The devices of a table")
def devices(table: TableName, person: Staff, floor: OurFloor) -> Response:
    """What each is for, when it was last heard, and what is wrong with it."""
    return answer(floor.attendant.lines(floor.table(table)))


@router.post("/tables/{table}/devices", status_code=201, summary="Enrol a device", openapi_extra=body_of(Enrolment))
async def enrol(request: HTTPRequest, table: TableName, person: Supervisor, floor: OurFloor) -> Response:
    """Its key is shown only now; it is good for this table and for what a device of its kind says."""
    wanted = read_as(Enrolment, await request.body())
    device, key = await run_in_threadpool(floor.devices.enrol, floor.checked(table), wanted, person)
    return answer({"id": device.id, "key": key}, 201)


@router.post("/tables/{table}/devices/{device}/revoke", summary="Revoke a device")
def revoke(
    table: TableName,
    device: Annotated[str, Path(description="The number of the device.", max_length=40)],
    person: Supervisor,
    floor: OurFloor,
) -> Response:
    """Its key opens nothing any more, and its connection ends."""
    gone = floor.devices.revoke(floor.checked(table), device)
    return answer({"name": gone.name})


@router.post(
    "/tables/{table}/faces",
    summary="Undo, confirm or begin again what a reader reads",
    openapi_extra=body_of(Entry),
    responses=OUTCOMES,
)
async def faces(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """For the dealer: `undo`, `reset`, or `place` and `face`; with the last face the cards are turned up."""
    entry = read_as(Entry, await request.body())
    done = await run_in_threadpool(floor.attendant.enter, floor.table(table), person, entry)
    return outcome(msgspec.to_builtins(done))


# --- for devices -----------------------------------------------------------------------------------------------------


@router.post(
    "/device",
    summary="What a device says",
    openapi_extra=body_of(Said),
    responses=REPLIES,
    dependencies=[Depends(_KEY)],
)
async def say(request: HTTPRequest, floor: OurFloor) -> Response:
    """A message of a device, by its key; the answer says what the table waits for from it."""
    device = await run_in_threadpool(device_of, floor, request)
    body = await request.body()
    reply = await run_in_threadpool(floor.attendant.hear, device, body)
    return answer(reply, 422 if reply.refusal else 200)


@router.websocket("/device/live")
async def live(socket: WebSocket) -> None:
    """The same messages, and news of what the table waits for; a display hears what it shows."""
    floor: Floor = socket.app.state.floor
    try:
        device = await run_in_threadpool(device_of, floor, socket)
        await socket.app.state.device_hub.serve(socket, device)
    except PitbossError as error:  # before there was a connection
        await socket.close(1008, error.message[:100])
