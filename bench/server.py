"""A full floor on live connections, against a bare endpoint of the same framework: `python -m bench.server`.

One server process, one process with all the players.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple

import uvicorn
from fastapi import FastAPI, WebSocket
from starlette.websockets import WebSocketDisconnect

from bench.crowd import Bot, Echo, Guest, crowd
from bench.measuring import OURS, Benchmark, Findings, Measured, Scale, Table, main, measured, tell
from bench.stores import a_postgres_server
from pitboss.floor.floor import Floor
from pitboss.games import games
from pitboss.journal.stores import open_store
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

TABLES, PLAYERS, SECONDS = 200, 1000, 20
FREE = 1e9
ECHO = "bare echo"


def echo_app() -> FastAPI:
    """Sends back what it gets."""
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
    port = listening.getsockname()[1]
    try:
        door = HTTPConnection("127.0.0.1", port, timeout=60)
        door.request("GET", "/nowhere")
        door.getresponse()  # it is open
        door.close()
        yield port
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


class Visit(NamedTuple):
    """What a crowd met with."""

    name: str
    package: str
    guests: Sequence[Guest]
    began: float
    seconds: float
    note: str

    @property
    def against(self) -> str:
        """What it is compared with."""
        return "" if self.name == ECHO else ECHO

    def commands(self, turns: int) -> Measured:
        """How many were answered, turn by turn; a turn is a part of the visit."""
        part = self.seconds / turns
        counts = [0] * turns
        for guest in self.guests:
            for moment, _ in guest.answers:
                counts[min(turns - 1, int((moment - self.began) / part))] += 1
        amount = sum(counts) / turns
        seconds = [part * amount / max(1, count) for count in counts]
        return measured(self.name, self.package, amount, "commands", seconds, self.against, self.note)

    def answer(self, at: float) -> Measured:
        """How long that answer took which so large a part was faster than."""
        times = sorted(seconds for guest in self.guests for _, seconds in guest.answers)
        return measured(self.name, self.package, 1, "answers", [times[int(len(times) * at)]], self.against)


def echoes(players: int, seconds: float) -> Visit:
    """Everybody at the bare echo."""
    tell(f"{players} players at the bare echo")
    with serving(echo_server) as port:
        began = time.monotonic()
        guests = [Echo(port, began + seconds) for _ in range(players)]
        asyncio.run(crowd(guests))
    return Visit(ECHO, "fastapi", guests, began, seconds, "sends back what it gets")


def floor(kind: str, url: str, tables: int, players: int, seconds: float) -> Visit:
    """Everybody at the tables of one floor."""
    tell(f"{players} players at {tables} tables, {kind}")
    shorts, tokens = furnish(url, tables, players)
    with serving(floor_server, url) as port:
        began = time.monotonic()
        guests = [
            Bot(port, str(n % tables + 1), shorts[n % tables], token, began + seconds) for n, token in enumerate(tokens)
        ]
        asyncio.run(crowd(guests))
    with open_store(url) as store:
        floor = Floor(store)
        rounds = sum(live.state.rounds for live in floor.tables)
        floor.close()
    refused = sum(guest.refused for guest in guests)
    note = f"{rounds / seconds:.1f} rounds/s; durable, and told to everybody at the table; {refused} refused"
    return Visit(f"Pitboss, {kind}", OURS, guests, began, seconds, note)


def run(scale: Scale) -> Findings:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tables, players, seconds = scale.of(TABLES, 4), scale.of(PLAYERS, 8), scale.of(SECONDS, 3)
    visits = [echoes(players, seconds)]
    with tempfile.TemporaryDirectory() as folder, a_postgres_server() as postgres:
        places = {"SQLite": f"sqlite:///{folder}/floor.db", "PostgreSQL": postgres}
        visits += [floor(kind, url, tables, players, seconds) for kind, url in places.items()]
    tell("")
    return Findings(
        (
            Table(
                f"Commands of {players:,} players at {tables:,} tables, {seconds} s each",
                tuple(visit.commands(scale.turns) for visit in visits),
            ),
            *(
                Table(title, tuple(visit.answer(at) for visit in visits), by_time=True, plotted=False)
                for title, at in (("The answer in the middle", 0.5), ("One answer in a hundred takes longer", 0.99))
            ),
        )
    )


BENCHMARK = Benchmark(
    "server",
    "A full floor",
    "One server process with many tables, and players on live connections of their own, all playing as fast as they "
    "can without a pause to think. Beside it an endpoint of the same framework that sends back what it gets: what the "
    "rules, the record and the views cost is the difference. Measured by the clock; players and server share the "
    "cores.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
