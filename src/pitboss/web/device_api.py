"""Devices at the tables: enrolled by the floor, heard by their key over HTTP or a live connection."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path
from fastapi.requests import HTTPConnection
from fastapi.requests import Request as HTTPRequest
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.errors import PitbossError
from pitboss.floor.card_readings import Entry
from pitboss.floor.device_messages import Kind, Reply, Said
from pitboss.floor.devices import Device, Enrolment
from pitboss.floor.display import display
from pitboss.floor.floor import Floor
from pitboss.floor.requests import read_as
from pitboss.web.api import OUTCOMES, OurFloor, Staff, TableName, answer, outcome
from pitboss.web.error_answers import told_of
from pitboss.web.guard import MOST_BYTES, Rate, TooManyError
from pitboss.web.hub import PAUSE
from pitboss.web.openapi import Wrong, answer_of, body_of
from pitboss.web.sessions import bearer
from pitboss.web.staff_api import Supervisor

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


_log = logging.getLogger(__name__)
MOST_CONNECTIONS = 3
"""Of one device, at one time."""
REVOKED = "this device was revoked"


class _Line:
    """A device that is connected."""

    def __init__(self, socket: WebSocket, device: Device) -> None:
        self.socket, self.device = socket, device
        self.changed = asyncio.Event()
        self.told = b""


class DeviceHub:
    """All devices that are connected to this process."""

    def __init__(self, floor: Floor, rate: Rate) -> None:
        self._floor, self._rate = floor, rate
        self._loop = asyncio.get_running_loop()
        self._lines: set[_Line] = set()
        self._partings: set[asyncio.Task[None]] = set()
        floor.listen(self._changed, self._revoked)

    def _changed(self, table: str) -> None:
        """Called from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str) -> None:
        for line in self._lines:
            if line.device.table == table:
                line.changed.set()

    def _revoked(self, device: str) -> None:
        """Called from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._part, device)

    def _part(self, device: str) -> None:
        for line in self._lines:
            if line.device.id == device:
                parting = asyncio.create_task(line.socket.close(1008, REVOKED))
                self._partings.add(parting)
                parting.add_done_callback(self._partings.discard)

    async def serve(self, socket: WebSocket, device: Device) -> None:
        """One connection, from its beginning to its end."""
        if Counter(line.device.id for line in self._lines)[device.id] >= MOST_CONNECTIONS:
            raise TooManyError("too-many", f"this device has {MOST_CONNECTIONS} live connections: close one first")
        line = _Line(socket, device)
        self._lines.add(line)
        await socket.accept()
        line.changed.set()
        sending = asyncio.create_task(self._send(line))
        try:
            await self._listen(line)
        finally:
            sending.cancel()
            self._lines.discard(line)
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, PitbossError):
                await sending

    async def _send(self, line: _Line) -> None:
        while True:
            await line.changed.wait()
            line.changed.clear()
            try:
                told = await run_in_threadpool(self._told, line.device)
            except Exception:
                _log.exception("device %s could not be told", line.device.name)
                await asyncio.sleep(PAUSE)
                line.changed.set()
                continue
            if told != line.told:
                line.told = told
                await line.socket.send_text(told.decode())

    def _told(self, device: Device) -> bytes:
        live = self._floor.table(device.table)
        if device.kind is Kind.DISPLAY:
            return msgspec.json.encode({"display": display(live)})
        with live.lock:
            asked = self._floor.attendant.asked(live, device)
        return msgspec.json.encode({"asked": asked})

    async def _listen(self, line: _Line) -> None:
        while _is_open(line.socket):
            try:
                text = await line.socket.receive_text()
            except (WebSocketDisconnect, KeyError):  # a message that is not text ends the connection, too
                return
            try:
                self._rate.take(line.device.id)
                if len(text) > MOST_BYTES:
                    raise PitbossError("too-large", f"a message has {MOST_BYTES} bytes at most")
                answer = await run_in_threadpool(self._heard, line.device, text.encode())
            except PitbossError as error:
                answer = msgspec.json.encode({"error": told_of(error).as_dict()})
            if _is_open(line.socket):
                with suppress(WebSocketDisconnect):  # gone in this very moment
                    await line.socket.send_text(answer.decode())

    def _heard(self, device: Device, body: bytes) -> bytes:
        known = self._floor.devices.find(device.id)
        if known is None or known.revoked:
            raise PitbossError("device-key", REVOKED)
        return msgspec.json.encode(self._floor.attendant.hear(device, body))


def _is_open(socket: WebSocket) -> bool:
    return socket.client_state is socket.application_state is WebSocketState.CONNECTED
