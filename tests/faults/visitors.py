"""People with a token, and the lines and wires over which they talk to a server on this machine."""

from __future__ import annotations

import http.client
import json
from contextlib import ExitStack, closing
from typing import Any, NamedTuple, Self

import msgspec
from serving import Server
from websockets.sync.client import ClientConnection, connect

from pitboss.floor.floor import Floor
from pitboss.floor.people import Person
from pitboss.journal.stores import open_store
from pitboss.table.commands import Role
from pitboss.table.rules import Rules
from pitboss.web.sessions import Sessions


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
        self.wire: ClientConnection = self._open.enter_context(connect(address, additional_headers=headers))
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
