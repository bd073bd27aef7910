"""Servers for tests: `pitboss serve` as users start it, killed and started again at will, or an app of this process."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx2
import msgspec
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from floors import BETS, Hall
from websockets.sync.client import ClientConnection, connect

from pitboss.games import find
from pitboss.table.commands import Role
from pitboss.web.serving import configured

ASKED = ("Act", "Pick", "SetHand", "LayDown")


@contextmanager
def served(app: FastAPI, port: int = 0, **more: Any) -> Iterator[str]:
    """An application of this process, answering on any free port; gives its address."""
    server = uvicorn.Server(configured(app, port=port, **more))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    yield f"http://localhost:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


Clients = Callable[[str], TestClient]


def clients_of(app: FastAPI, hall: Hall) -> Iterator[Clients]:
    """A client for each role."""
    with TestClient(app):

        def client(role: str) -> TestClient:
            made = TestClient(app, headers={"origin": "http://testserver"})
            if role == "player":
                made.get("/")
            elif role != "nobody":
                made.post("/staff", data={"token": hall.floor.people.invite(Role(role), f"Some {role}")})
            return made

        yield client


class Server:
    """One server process on a store."""

    def __init__(self, url: str, port: int = 0, log: int | None = None) -> None:
        command = [sys.executable, "-m", "pitboss", "serve", "--db", url, "--port", str(port)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert self.process.stdout is not None
        said = [self.process.stdout.readline() for _ in range(4)]
        found = [re.search(r"http://\S+", line) for line in said]
        assert found[0], said
        assert found[1], said
        self.address = found[0].group().rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        self.staff_link = found[1].group()
        self._wait()

    def _wait(self) -> None:
        for _ in range(200):
            try:
                httpx2.get(f"{self.address}/static/mark.svg")
                return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def stop(self) -> int:
        """As Ctrl-C does it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._ended()

    def kill(self) -> None:
        """As a power cut does it."""
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        status = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


Started = list[Server]
"""Servers that are killed when a test is over."""


def start(servers: Started, url: str) -> Server:
    """One more server."""
    servers.append(Server(url))
    return servers[-1]


def game_of(server: Server, table: str) -> str:
    """The short name of the game of a table."""
    return find(httpx2.get(f"{server.address}/api/tables/{table}").json()["view"]["game"]).short


def table_of(server: Server, game: str) -> str:
    """The first table of a game."""
    return next(table for table in map(str, itertools.count(1)) if game_of(server, table) == game)


def choices(move: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with which somebody may do what is asked; which places may be chosen, only the rules say."""
    for name, bounds in move["open"].items():
        if bounds and "number" in bounds:
            for places in itertools.combinations(range(1, bounds["most"] + 1), bounds["number"]):
                yield {**move["given"], name: places}
            return
    yield move["given"]


class Player:
    """A program that plays over a live connection."""

    def __init__(self, server: Server, table: str, token: str = "") -> None:
        self.token = token or httpx2.post(f"{server.address}/api/players").json()["token"]
        self.table = table
        self._number = 0
        self._open = ExitStack()
        self.join(server)

    def join(self, server: Server) -> None:
        """Connect, perhaps to another server."""
        self.server = server
        address = f"{server.address.replace('http', 'ws')}/api/tables/{self.table}/live"
        self.close()
        headers = {"Authorization": f"Bearer {self.token}"}
        self.wire: ClientConnection = self._open.enter_context(connect(address, additional_headers=headers))
        self.scene = self.heard()

    def heard(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = msgspec.json.decode(self.wire.recv(timeout=30))
        if "view" in message:
            self.scene = message
        return message

    def see(self, version: int) -> dict[str, Any]:
        """The scene once the table has come to this version."""
        while self.scene["version"] < version:
            self.heard()
        return self.scene

    def wish(self, **wish: Any) -> dict[str, Any]:
        """Send something, and the answer to it; the scene that it led to is there, too."""
        self._number += 1
        self.wire.send(msgspec.json.encode({"id": self._number, **wish}).decode())
        while (answer := self.heard()).get("id") != self._number:
            pass
        assert "error" not in answer, answer
        self.see(answer["version"])
        return answer

    def bet(self) -> None:
        """The least that may be bet, and ready for the cards."""
        wagers = list(BETS[game_of(self.server, self.table)].items())
        self.wish(do={"command": "PlaceBets", "arguments": {"position": self.scene["you"]["seat"], "wagers": wagers}})
        self.wish(ready=True)

    @property
    def asked(self) -> list[dict[str, Any]]:
        """What this player is asked for."""
        mine = self.scene["you"]["name"]
        return [move for move in self.scene["moves"] if move["player"] == mine and move["command"] in ASKED]

    def decide(self, key: str | None = None) -> dict[str, Any]:
        """The first thing that is open."""
        move = self.asked[0]
        for number, given in enumerate(choices(move)):
            own = key and f"{key}, choice {number}"
            answer = self.wish(do={"command": move["command"], "arguments": given, "key": own})
            if "refusal" not in answer:
                return answer
        raise AssertionError(f"nothing is allowed: {move}")

    def close(self) -> None:
        """Leave."""
        self._open.close()
