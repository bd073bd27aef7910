"""Players of a floor, all in one process: each on a live connection, playing as fast as it can."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from floors import BETS
from websockets.asyncio.client import connect

ASKED = ("Act", "Pick", "SetHand", "LayDown")


class Move(msgspec.Struct):
    """What may be done, as far as a bot looks."""

    command: str
    player: str
    given: dict[str, Any]
    open: dict[str, Any]


class You(msgspec.Struct):
    """Who the bot is."""

    name: str
    seat: int | None


class Scene(msgspec.Struct):
    """A message of the server: a scene, or the answer to a wish."""

    version: int = 0
    moves: list[Move] = []
    you: You | None = None
    id: int = 0
    refusal: Any = None
    error: Any = None
    view: Any = None


class Guest(Protocol):
    """Somebody who is connected for a while, and notes when every answer came and how long it took."""

    answers: list[tuple[float, float]]

    async def play(self) -> None: ...


class Bot:
    """Bets the least, is ready, and takes the first thing that is open."""

    def __init__(self, port: int, table: str, game: str, token: str, until: float) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self.game, self.token, self.until = game, token, until
        self.answers: list[tuple[float, float]] = []
        self.refused = 0
        self.scene = Scene()

    async def play(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(self.address, additional_headers=headers, compression=None, ping_interval=None) as self.wire:
            await self.heard()
            await self.wish({"sit": {"amount": 300_000}})
            bet = False
            while time.monotonic() < self.until:
                mine = [m for m in self.scene.moves if self.scene.you and m.player == self.scene.you.name]
                asked = next((m for m in mine if m.command in ASKED), None)
                playing = any(m.command == "Bet" for m in mine)
                if asked:
                    bet = False
                    places = {
                        name: list(range(1, b["number"] + 1)) for name, b in asked.open.items() if b and "number" in b
                    }
                    await self.wish({"do": {"command": asked.command, "arguments": {**asked.given, **places}}})
                elif playing and not bet:
                    assert self.scene.you
                    wagers = list(BETS[self.game].items())
                    arguments = {"position": self.scene.you.seat, "wagers": wagers}
                    await self.wish({"do": {"command": "PlaceBets", "arguments": arguments}})
                    await self.wish({"ready": True})
                    bet = True
                else:
                    before = self.scene.version
                    with suppress(TimeoutError):  # the others are done, and nothing happens any more
                        while self.scene.version == before:
                            await self.heard(self.until - time.monotonic())
                    bet = bet and playing

    async def wish(self, wish: dict[str, Any]) -> None:
        number = len(self.answers) + 1
        started = time.monotonic()
        await self.wire.send(msgspec.json.encode({"id": number, **wish}).decode())
        while True:
            answer = await self.heard()
            if answer.id == number:
                break
        self.answers.append((time.monotonic(), time.monotonic() - started))
        self.refused += bool(answer.refusal or answer.error)
        while self.scene.version < answer.version:
            await self.heard()

    async def heard(self, patience: float = 60) -> Scene:
        message = msgspec.json.decode(await asyncio.wait_for(self.wire.recv(), max(0, patience)), type=Scene)
        if message.view is not None:
            self.scene = message
        return message


class Echo:
    """Sends the same text again and again."""

    def __init__(self, port: int, until: float) -> None:
        self.address, self.until = f"ws://127.0.0.1:{port}/echo", until
        self.answers: list[tuple[float, float]] = []

    async def play(self) -> None:
        text = msgspec.json.encode({"id": 1, "do": {"command": "Act", "arguments": {"position": 1}}}).decode()
        async with connect(self.address, compression=None, ping_interval=None) as wire:
            while time.monotonic() < self.until:
                started = time.monotonic()
                await wire.send(text)
                await wire.recv()
                self.answers.append((time.monotonic(), time.monotonic() - started))


async def crowd(guests: Sequence[Guest]) -> None:
    gate = asyncio.Semaphore(100)  # a hundred come through the door at a time

    async def one(guest: Guest) -> None:
        async with gate:
            await asyncio.sleep(0)
        await guest.play()

    await asyncio.gather(*(one(guest) for guest in guests))
