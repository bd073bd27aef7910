"""Live connections of devices: each hears what the table waits for from it; a display, what it shows."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.errors import PitbossError
from pitboss.floor.device_messages import Kind
from pitboss.floor.devices import Device
from pitboss.floor.display import display
from pitboss.floor.floor import Floor
from pitboss.web.guard import MOST_BYTES, Rate, TooManyError
from pitboss.web.hub import PAUSE
from pitboss.web.wrongs import told_of

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
