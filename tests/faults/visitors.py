"""People with a token, and the lines and wires over which they talk to a server on this machine."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from contextlib import ExitStack, closing
from typing import Any, NamedTuple, Self

import msgspec
from floors import BETS
from serving import ASKED, Server, choices
from websockets.sync.client import ClientConnection, connect

from pitboss.floor.floor import Floor
from pitboss.floor.people import Person
from pitboss.games import games
from pitboss.journal.stores import open_store
from pitboss.table.commands import Role
from pitboss.table.rules import Rules
from pitboss.web.sessions import Sessions

SHORT = {game.short: game.name for game in games().values()}


class Visitor(NamedTuple):
    """Somebody, and what proves it."""

    person: Person
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class House(NamedTuple):
    """A floor that is not open yet."""

    url: str
    visitors: list[Visitor]
    rules: dict[str, Rules]
    """Of each table."""


def furnished(url: str, players: int, staff: int = 0) -> House:
    """A floor with its tables and people, made before any server runs: that lets only so many in at a time."""
    with open_store(url) as store, closing(Floor(store)) as floor:
        people, sessions = floor.people, Sessions(floor)
        here = [people.welcome() for _ in range(players)]
        here += [people.accept(people.invite(Role.FLOOR, f"Floor {number}")) for number in range(staff)]
        visitors = [Visitor(person, sessions.token(person)) for person in here]
        return House(url, visitors, {live.name: live.rules for live in floor.tables})


class Line:
    """One connection of HTTP, kept open."""

    def __init__(self, server: Server) -> None:
        self._connection = http.client.HTTPConnection("localhost", server.port, timeout=60)

    def ask(self, visitor: Visitor | None, method: str, path: str, body: bytes | None = None) -> tuple[int, Any]:
        """The status and the body of an answer, which is JSON whatever was asked."""
        self._connection.request(method, path, body, visitor.headers if visitor else {})
        answer = self._connection.getresponse()
        return answer.status, msgspec.json.decode(answer.read())

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Wire:
    """One live connection of somebody at a table."""

    def __init__(self, server: Server, visitor: Visitor | None, table: str) -> None:
        address = f"ws://localhost:{server.port}/api/tables/{table}/live"
        headers = visitor.headers if visitor else {}
        self._open = ExitStack()
        self.wire: ClientConnection = self._open.enter_context(
            connect(address, additional_headers=headers, close_timeout=1, ping_interval=None)  # as browsers do
        )
        self.version = 0
        self._number = 0
        self.hear()

    def hear(self) -> dict[str, Any]:
        """The next message; versions never go back."""
        message: dict[str, Any] = msgspec.json.decode(self.wire.recv(timeout=60))
        if "view" in message:
            assert message["version"] >= self.version
            self.version = message["version"]
        return message

    def see(self, version: int) -> None:
        """Wait until the table has come to this version."""
        while self.version < version:
            self.hear()

    def wish(self, **wish: Any) -> dict[str, Any]:
        """Send something; the answer to it."""
        self._number += 1
        return self.say(json.dumps({"id": self._number, **wish}), self._number)

    def say(self, text: str, number: int = 0) -> dict[str, Any]:
        """Send any text; the answer, which has the number of what could be read, or 0."""
        self.wire.send(text)
        while (answer := self.hear()).get("id") not in (number, 0):
            pass
        return answer

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Stubborn(threading.Thread):
    """Somebody at a table who sends everything again, with its key, until it is answered."""

    def __init__(self, server: Server, visitor: Visitor, table: str) -> None:
        super().__init__(daemon=True)
        self.visitor, self.path, self._server = visitor, f"/api/tables/{table}", server
        self.statuses: Counter[int] = Counter()
        self.keys: list[str] = []
        """Of commands that were answered to be done."""
        self.troubles = 0
        """Answers that did not come."""
        self.last = 0
        """The latest version that was answered."""
        self._error: BaseException | None = None
        self._enough = threading.Event()

    def run(self) -> None:
        try:
            self.insist("POST", "/sit", b"{}")
            while not self._enough.is_set():
                self.go_on()
        except BaseException as error:
            self._error = error

    def go_on(self) -> None:
        """Buy in for another cent."""
        self.do("BuyIn", {"amount": 1})

    def do(self, command: str, arguments: dict[str, Any]) -> bool:
        """A command with a key of its own; whether it was done."""
        key = f"{self.visitor.person.id} {len(self.keys)} {self.statuses.total()}"
        body = {"command": command, "arguments": arguments, "key": key}
        status, _ = self.insist("POST", "/commands", json.dumps(body).encode())
        if status == 200:
            self.keys.append(key)
        return status == 200

    def insist(self, method: str, to: str, body: bytes | None = None) -> tuple[int, Any]:
        """Until there is an answer."""
        while True:
            try:
                with Line(self._server) as line:
                    status, said = line.ask(self.visitor, method, self.path + to, body)
            except (OSError, http.client.HTTPException):
                self.troubles += 1
                continue
            self.statuses[status] += 1
            if status not in (429, 503):
                assert status in (200, 409, 422), (status, said)
                self.last = max(self.last, said["version"])
                return status, said
            self._enough.wait(0.05)

    def comes_to(self, done: int) -> None:
        """Wait until so many commands were done."""
        while len(self.keys) < done and self.is_alive():
            self.join(0.005)
        if self._error:
            raise self._error

    def stop(self) -> None:
        """Finish what was begun."""
        self._enough.set()
        self.join()
        if self._error:
            raise self._error


class Gambler(Stubborn):
    """Plays rounds while there are chips, and buys in for another cent when there are not."""

    def go_on(self) -> None:
        _, scene = self.insist("GET", "")
        name, seat = scene["you"]["name"], scene["you"]["seat"]
        own = [move for move in scene["moves"] if move["player"] == name]
        if asked := [move for move in own if move["command"] in ASKED]:
            any(self.do(asked[0]["command"], given) for given in choices(asked[0]))
        elif any(move["command"] == "PlaceBets" for move in own):
            if seat not in map(int, scene["view"]["bets"]):
                game = next(short for short, title in SHORT.items() if title == scene["view"]["game"])
                if not self.do("PlaceBets", {"position": seat, "wagers": list(BETS[game].items())}):
                    super().go_on()
            self.insist("POST", "/ready")
        elif not scene["view"]["round"] or scene["view"]["round"]["over"]:
            super().go_on()
