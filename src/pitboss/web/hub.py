"""Live connections: whoever watches a table is told of everything that happens there, as far as they may know it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.messages import scene
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import Request, read_as
from pitboss.web.guard import MOST_BYTES, Rate


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
    if wish.do is not None:
        outcome = floor.request(person, table, wish.do)
    elif wish.sit is not None:
        amount = {} if wish.sit.amount is None else {"amount": wish.sit.amount}
        outcome = floor.sit(person, table, wish.sit.position, **amount)
    elif wish.ready:
        outcome = floor.ready(person, table)
    else:
        raise PitbossError("malformed", "a message says what to do: do, sit or ready")
    answer: dict[str, Any] = msgspec.to_builtins(outcome)
    return answer


class Hub:
    """All live connections of this process."""

    def __init__(self, floor: Floor, rate: Rate) -> None:
        self._floor, self._rate = floor, rate
        self._loop = asyncio.get_running_loop()
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        floor.listen(self._changed)

    def _changed(self, table: str) -> None:
        """Called from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str) -> None:
        for event in self._waiting[table]:
            event.set()

    async def serve(self, socket: WebSocket, table: str, person: Person | None) -> None:
        """One connection, from its beginning to its end."""
        self._floor.table(table)
        await socket.accept()
        changed = asyncio.Event()
        changed.set()
        self._waiting[table].add(changed)
        if person:
            self._floor.presence.arrived(person.name)
        telling = asyncio.create_task(self._tell(socket, table, person, changed))
        try:
            await self._listen(socket, table, person)
        finally:
            telling.cancel()
            self._waiting[table].discard(changed)
            if person:
                self._floor.presence.gone(person.name)
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await telling

    async def _tell(self, socket: WebSocket, table: str, person: Person | None, changed: asyncio.Event) -> None:
        """Send the scene whenever it has changed; who is slow gets fewer, later ones."""
        live, since = self._floor.table(table), None
        while True:
            await changed.wait()
            changed.clear()
            message = await run_in_threadpool(scene, self._floor, live, person, since)
            since = message["version"]
            await socket.send_text(msgspec.json.encode(message).decode())

    async def _listen(self, socket: WebSocket, table: str, person: Person | None) -> None:
        sender = person.id if person else "public"
        while socket.client_state is WebSocketState.CONNECTED:
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
                answer = {"error": error.as_dict()}
            await socket.send_text(msgspec.json.encode({"id": number, **answer}).decode())
