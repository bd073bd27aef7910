"""Live connections: whoever watches a table is told of everything that happens there, as far as they may know it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.errors import PitbossError
from pitboss.floor.display import display
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import Request, read_as
from pitboss.floor.scenes import Viewer, scenes
from pitboss.web.error_answers import told_of
from pitboss.web.guard import MOST_BYTES, Rate, TooManyError

_log = logging.getLogger(__name__)
MOST_CONNECTIONS = 50
"""Of one sender, at one time."""
PAUSE = 1.0
"""Seconds until a table is shown that could not be, as while the store was out of reach."""


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player wants a seat, the first free one unless a position is named."""

    position: int | None = None
    amount: int | None = None
    """The buy-in in cents; the usual one if it is not named, none if it is 0."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of a live connection: exactly one of `do`, `sit` and `ready`; `id` comes back with the answer."""

    id: int = 0
    do: Request | None = None
    sit: Seating | None = None
    ready: bool = False


def perform(floor: Floor, person: Person | None, table: str, wish: Wish) -> dict[str, Any]:
    """Do what somebody wishes; returns the outcome."""
    if person is None:
        raise NotAllowedError("no-session", "open the lobby first: it gives you a name and a bankroll")
    if (wish.do is not None) + (wish.sit is not None) + wish.ready != 1:
        raise PitbossError("malformed", "a message says one thing: do, sit or ready")
    if wish.do is not None:
        outcome = floor.request(person, table, wish.do)
    elif wish.sit is not None:
        real = floor.table(table).rules.real_cards  # there chips are bought from the dealer
        amount = {"amount": 0} if real else {} if wish.sit.amount is None else {"amount": wish.sit.amount}
        outcome = floor.sit(person, table, wish.sit.position, **amount)
    else:
        outcome = floor.ready(person, table)
    answer: dict[str, Any] = msgspec.to_builtins(outcome)
    return answer


class _Connection:
    """Somebody who watches a table."""

    def __init__(self, socket: WebSocket, person: Person | None, is_display: bool) -> None:
        self.socket, self.person, self.is_display = socket, person, is_display
        self.since: int | None = None
        """The version they were told of last."""
        self.text: str | None = None
        """What is to be sent, or is being sent."""
        self.wake = asyncio.Event()


class _Room:
    """All who watch one table from here."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.connections: set[_Connection] = set()
        self.changed = asyncio.Event()


class Hub:
    """All live connections of this process."""

    def __init__(self, floor: Floor, rate: Rate) -> None:
        self._floor, self._rate = floor, rate
        self._loop = asyncio.get_running_loop()
        self._rooms: dict[str, _Room] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._partings: set[asyncio.Task[None]] = set()
        self._senders: Counter[str] = Counter()
        floor.listen(self._changed, self._person_changed)

    def close(self) -> None:
        """Tell nobody any more."""
        for task in self._tasks:
            task.cancel()

    def _changed(self, table: str) -> None:
        """Called from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str) -> None:
        if table in self._rooms:
            self._rooms[table].changed.set()

    def _person_changed(self, person: str) -> None:
        """Called from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._part, person)

    def _part(self, person: str) -> None:
        """End the connections of somebody whose name or session is no longer the one they were begun with."""
        for room in self._rooms.values():
            for one in room.connections:
                if one.person and one.person.id == person:
                    parting = asyncio.create_task(one.socket.close(1008, "your name or your session has changed"))
                    self._partings.add(parting)
                    parting.add_done_callback(self._partings.discard)

    async def serve(
        self, socket: WebSocket, table: str, person: Person | None, sender: str, *, is_display: bool = False
    ) -> None:
        """One connection, from its beginning to its end; a display is told what it shows, and nothing else."""
        room = self._room(table)
        if self._senders[sender] >= MOST_CONNECTIONS:
            raise TooManyError("too-many", f"you have {MOST_CONNECTIONS} live connections: close some first")
        self._senders[sender] += 1
        try:
            await self._connected(room, _Connection(socket, person, is_display))
        finally:
            self._senders[sender] -= 1
            self._senders += Counter()  # drops those at zero

    async def _connected(self, room: _Room, connection: _Connection) -> None:
        socket, person = connection.socket, connection.person
        await socket.accept()
        room.connections.add(connection)
        room.changed.set()
        if person:
            self._floor.presence.arrived(person.name)
        sending = asyncio.create_task(self._send(room, connection))
        try:
            await self._listen(socket, room.live.name, person)
        finally:
            sending.cancel()
            room.connections.discard(connection)
            if person:
                self._floor.presence.gone(person.name)
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending

    def _room(self, table: str) -> _Room:
        live = self._floor.table(table)
        if table not in self._rooms:
            room = self._rooms[table] = _Room(live)
            self._tasks.append(asyncio.create_task(self._tell(room)))
        return self._rooms[table]

    async def _tell(self, room: _Room) -> None:
        """Whenever something has changed, put together what each is told; who is slow is left out for now."""
        while True:
            await room.changed.wait()
            room.changed.clear()
            free = sorted((one for one in room.connections if one.text is None), key=lambda one: one.is_display)
            viewers = [(one.person, one.since) for one in free if not one.is_display]
            try:
                told = await run_in_threadpool(self._told, room.live, viewers, len(free) - len(viewers))
            except Exception:
                _log.exception("table %s could not be shown", room.live.name)
                await asyncio.sleep(PAUSE)
                room.changed.set()
                continue
            for one, (version, text) in zip(free, told, strict=True):
                one.since, one.text = version, text
                one.wake.set()

    def _told(self, live: LiveTable, viewers: list[Viewer], displays: int) -> list[tuple[int, str]]:
        """What each viewer is told, and after them each display."""
        told = [(one["version"], one) for one in (scenes(self._floor, live, viewers) if viewers else ())]
        if displays:
            shown = display(live)
            told += [(shown.version, msgspec.to_builtins(shown))] * displays
        return [(version, msgspec.json.encode(message).decode()) for version, message in told]

    async def _send(self, room: _Room, connection: _Connection) -> None:
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            assert connection.text is not None
            await connection.socket.send_text(connection.text)
            connection.text = None
            if connection.since != room.live.state.version:
                room.changed.set()

    async def _listen(self, socket: WebSocket, table: str, person: Person | None) -> None:
        sender = person.id if person else "public"
        while _is_open(socket):
            try:
                text = await socket.receive_text()
            except (WebSocketDisconnect, KeyError):  # a message that is not text ends the connection, too
                return
            number = 0
            try:
                self._rate.take(sender)
                if len(text) > MOST_BYTES:
                    raise PitbossError("too-large", f"a message has {MOST_BYTES} bytes at most")
                wish = read_as(Wish, text.encode())
                number = wish.id
                answer = await run_in_threadpool(perform, self._floor, person, table, wish)
            except PitbossError as error:
                answer = {"error": told_of(error).as_dict()}
            if _is_open(socket):
                with suppress(WebSocketDisconnect):  # gone in this very moment; the next message would say so
                    await socket.send_text(msgspec.json.encode({"id": number, **answer}).decode())


def _is_open(socket: WebSocket) -> bool:
    return socket.client_state is socket.application_state is WebSocketState.CONNECTED
