"""Clients that break off, dawdle, or mean harm: the server stays up, its log has no error, and others play on."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from blotter import Blotter, times
from floors import Hall
from inspection import inspect
from mobs import JUNK, NOT_JSON, assert_wrong_is_told
from servers import new_url
from serving import Server, served
from starlette.websockets import WebSocketDisconnect, WebSocketState
from visitors import Gambler, Line, Visitor, Wire, furnished
from websockets.exceptions import ConnectionClosed

from pitboss.web import guard, serving
from pitboss.web.app import create_app
from pitboss.web.guard import MOST_BYTES, Rate
from pitboss.web.hub import Hub

COMMAND = b'{"command": "BuyIn", "arguments": {"amount": 1}}'
TO = b"POST /api/tables/2/commands HTTP/1.1\r\nHost: localhost\r\n"
LIVE = b"GET /api/tables/1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
UPGRADE = LIVE + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
HOSTILE: tuple[bytes, ...] = (
    b"\r\n\r\n\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /%ff%fe%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: pitboss=\xff\xfe; =; ;;\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\x00\r\n\r\n",
    b"GET /api/tables/1?since=-1&since=x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/app.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    TO + b"Content-Length: 1000000000\r\n\r\n{",
    TO + b"Content-Length: -1\r\n\r\n",
    TO + b"Content-Length: 1e3\r\n\r\n",
    TO + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    TO + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    TO + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    TO + b"Transfer-Encoding: chunked\r\n\r\n" + b"4000\r\n" + b"x" * 0x4000 + b"\r\n" + b"zz\r\n",
    TO + b"Transfer-Encoding: chunked\r\n\r\n" + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 6 + b"0\r\n\r\n",
    TO + b"Content-Length: 5000\r\n\r\n" + b"[" * 5000,
    LIVE + b"\r\n",
    LIVE + b"Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n",
)
"""Requests that nobody needs, each complete enough to be answered or cut off."""
RESET = struct.pack("ii", 1, 0)


class Open(NamedTuple):
    """A server at which somebody plays, and others who mean no good."""

    server: Server
    player: Gambler
    guests: list[Visitor]

    def plays_on(self, rounds: int = 3) -> None:
        """The player gets on, and somebody new is answered."""
        self.player.comes_to(len(self.player.keys) + rounds)
        with Line(self.server) as line:
            assert line.ask(None, "GET", "/api/tables/1")[0] == 200


@contextmanager
def opened(folder: Path, guests: int = 3) -> Iterator[Open]:
    """A server whose log and journals are looked at in the end."""
    house = furnished(new_url("sqlite", folder), 1 + guests)
    log = folder / "log"
    with log.open("w") as file:
        server = Server(house.url, log=file.fileno())
        try:
            player = Gambler(server, house.visitors[0], "1")
            player.start()
            yield Open(server, player, house.visitors[1:])
            player.stop()
            assert server.stop() == 0
        finally:
            server.kill()
    said = log.read_text()
    assert said.count("Traceback") == said.count("Invalid UTF-8 sequence received"), said  # uvicorn shows where
    assert not player.troubles
    assert inspect(house.url).keys.keys() >= set(player.keys)


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("localhost", server.port), timeout=60)


def broken_off(taken: socket.socket, rng: random.Random) -> None:
    """End a connection, politely or as when a cable is cut."""
    if rng.random() < 0.5:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    taken.close()


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answer)]


def told(taken: socket.socket) -> bytes:
    """All that is said until the connection ends, or nothing more is."""
    taken.shutdown(socket.SHUT_WR)
    said = b""
    try:
        while part := taken.recv(65_536):
            said += part
    except ConnectionError:
        pass
    return said


# --- HTTP ------------------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "requests that break off anywhere, and hostile ones",
    "a server, over HTTP",
    "no error of the server; others play on",
)
def test_requests_that_break_off_or_mean_harm(blotter: Blotter, tmp_path: Path) -> None:
    rng = random.Random(1)
    with opened(tmp_path) as place:
        guest = place.guests[0]
        length = f"Content-Length: {len(COMMAND)}\r\nAuthorization: Bearer {guest.token}\r\n\r\n"
        good = TO + length.encode() + COMMAND
        for number in range(times(4, 100)):
            for _ in range(25):
                taken = connected(place.server)
                taken.sendall(good[: rng.randrange(len(good))])
                broken_off(taken, rng)
                blotter.add()
            for hostile in rng.sample(HOSTILE, times(7, len(HOSTILE))) if number else HOSTILE:
                with connected(place.server) as taken:
                    try:
                        taken.sendall(hostile)
                    except ConnectionError:
                        continue  # it did not want to hear the rest
                    finally:
                        blotter.add()
                    assert all(status < 500 for status in statuses(told(taken))), hostile[:100]
            place.plays_on()


# --- live connections ------------------------------------------------------------------------------------------------


def misbehave(wire: Wire, rng: random.Random) -> None:
    """Something that no page does over a live connection."""
    match rng.randrange(7):
        case 0:
            wire.wire.send(b"\x00\x01binary")
        case 1:
            wire.wire.send("x" * (MOST_BYTES + rng.randrange(3)))
        case 2:
            assert_wrong_is_told(wire.say(rng.choice(NOT_JSON).decode("latin-1"))["error"])
        case 3:
            wish = {rng.choice(("do", "sit", "ready", "id", "more")): rng.choice(JUNK) for _ in range(2)}
            wire.wire.send(json.dumps({"id": 1, **wish}))
        case 4:
            wire.wire.socket.sendall(rng.randbytes(50))
            wire.wire.socket.shutdown(socket.SHUT_WR)
        case 5:
            wire.wire.socket.sendall(b"\x81\xfe\xff\xff")  # a message is begun, and no more of it comes
            wire.wire.socket.shutdown(socket.SHUT_RDWR)
        case 6:
            for _ in range(200):
                wire.wire.send(json.dumps({"do": {"command": "Leave"}}))


@pytest.mark.fault(
    "messages of wrong shape and size, bytes that are none, and ends without a word",
    "live connections",
    "a refusal or the end of that connection; others play on",
)
def test_live_connections_that_mean_harm(blotter: Blotter, tmp_path: Path) -> None:
    rng = random.Random(2)
    with opened(tmp_path) as place:
        for _ in range(times(3, 60)):
            for _ in range(12):
                with Wire(place.server, rng.choice([None, *place.guests]), rng.choice("1234")) as wire:
                    breaks_off = rng.random() < 0.5
                    with suppress(ConnectionClosed, OSError):  # the server has hung up
                        misbehave(wire, rng)
                        if breaks_off:
                            wire.wire.socket.shutdown(socket.SHUT_RDWR)
                    blotter.add()
            place.plays_on()


# --- those who dawdle ------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "connections that say nothing, half a request, or never read what they are told",
    "a server, many at once",
    "it answers everybody else",
)
def test_many_who_hold_the_line(blotter: Blotter, tmp_path: Path) -> None:
    rng = random.Random(3)
    half = TO + b"Content-Length: 50\r\n\r\n{"
    with opened(tmp_path) as place, ExitStack() as held:
        for _ in range(times(150, 600)):
            taken = held.enter_context(connected(place.server))
            taken.sendall(half[: rng.choice((0, 10, 60, len(half)))])
            blotter.add()
        for guest in place.guests:
            for _ in range(times(5, 40)):
                deaf = held.enter_context(connected(place.server))
                deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                deaf.sendall(UPGRADE + f"Authorization: Bearer {guest.token}\r\n\r\n".encode())
                blotter.add()
        place.plays_on(times(20, 300))


@pytest.mark.fault(
    "requests that are not finished in time",
    "head, body and second request of a connection",
    "the connection ends, after a 408 where there was a request",
)
def test_a_request_that_does_not_come_to_its_end(hall: Hall, blotter: Blotter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SLOWEST", 0.2)
    monkeypatch.setattr(guard, "SLOWEST", 0.2)
    whole = b"GET /api/tables/1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    body = TO + b"Content-Length: 50\r\n\r\n{"
    cases = [(b"", []), (b"GET / HT", []), (body[:-5], []), (whole + b"GET /", [200]), (body, [401])]
    session = f"Authorization: Bearer {guest_token(hall)}\r\n".encode()
    cases += [(body.replace(b"Content", session + b"Content"), [408]), (b"%s\r\n" % session, [400])]
    with served(create_app(hall.floor), timeout_keep_alive=1) as address:
        for sent, answers in cases * times(1, 10):
            port = int(address.rpartition(":")[2])
            with socket.create_connection(("localhost", port), timeout=60) as taken:
                taken.sendall(sent)
                said = b""
                while part := taken.recv(65_536):
                    said += part
            assert statuses(said) == answers, sent
            blotter.add()


def guest_token(hall: Hall) -> str:
    from pitboss.web.sessions import Sessions

    return Sessions(hall.floor).token(hall.player())


class Dawdler:
    """A live connection that takes nothing for a while; everything it was sent is kept."""

    client_state = application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.takes, self.leaves = asyncio.Event(), asyncio.Event()
        self.told: list[dict[str, Any]] = []

    async def accept(self) -> None:
        self.takes.set()

    async def receive_text(self) -> str:
        await self.leaves.wait()
        raise WebSocketDisconnect

    async def send_text(self, text: str) -> None:
        await self.takes.wait()
        self.told.append(json.loads(text))

    async def sees(self, version: int) -> None:
        async with asyncio.timeout(60):
            while not self.told or self.told[-1]["version"] < version:
                await asyncio.sleep(0.001)


@pytest.mark.fault(
    "a connection takes nothing while others play on, and then goes on",
    "a live connection",
    "it is told of all that happened, each event once, in few messages",
)
def test_who_is_slow_misses_nothing(hall: Hall, blotter: Blotter) -> None:
    live, (ann,) = hall.seated("uth")

    async def watch() -> list[dict[str, Any]]:
        hub, slow = Hub(hall.floor, Rate(1000, 1000)), Dawdler()
        serving_ = asyncio.create_task(hub.serve(slow, live.name, None, "host"))  # type: ignore[arg-type]
        await slow.sees(live.state.version)
        for _ in range(times(5, 50)):
            slow.takes.clear()
            for number in range(8):
                await asyncio.to_thread(hall.ask, ann, live, "BuyIn", amount=100 + number)
                await asyncio.sleep(0.005)
            blotter.add()
            slow.takes.set()
            await slow.sees(live.state.version)
        slow.leaves.set()
        await serving_
        hub.close()
        return slow.told

    first, *later = asyncio.run(watch())
    seqs = [event["seq"] for message in later for event in message["feed"]]
    assert seqs == list(range(first["version"] + 1, live.state.version + 1))
    assert len(later) <= 4 * blotter.count
