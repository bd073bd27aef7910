"""What every request passes first: size and rate limits, the origin, and headers that tell browsers what not to do."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import PitbossError
from pitboss.web.sessions import SAFE, Sessions, check_origin

MOST_BYTES = 65_536
"""Of a request's body, or of one message of a live connection."""
SLOWEST = 30.0
"""Seconds for the body of a request."""
MOST_KNOWN = 20_000
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class TooManyError(PitbossError):
    """More requests than anybody needs."""


class Rate:
    """So many a second for each sender, and a few more at a time."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, sender: str) -> None:
        """Count a request; refuse it if there were too many."""
        with self._lock:
            now = self._clock()
            left, at = self._left.pop(sender, (self._burst, now))
            left = min(self._burst, left + (now - at) * self._per_second)
            self._left[sender] = (left - 1, now) if left >= 1 else (left, now)
            if len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)
        if left < 1:
            raise TooManyError("too-many", "too many requests at once: wait a second, then go on")


def sender_of(connection: HTTPConnection, sessions: Sessions) -> str:
    """Whose requests are counted together: a person's, or those without a session from one host."""
    found = sessions.signed(connection)
    host = connection.client.host if connection.client else ""
    return f"person {found[0]}" if found else f"host {host}"


STATUS = {"too-many": 429, "too-large": 413, "other-origin": 403}


class Guard:
    """The middleware in front of everything."""

    def __init__(self, app: ASGIApp, sessions: Sessions, rate: Rate, looks: Rate) -> None:
        self._app, self._sessions, self._rate, self._looks = app, sessions, rate, looks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection, guarded = HTTPConnection(scope), _with_headers(send)
        try:
            check_origin(connection)
            if not scope["path"].startswith("/static/"):
                is_look = scope["type"] == "http" and scope["method"] in SAFE
                (self._looks if is_look else self._rate).take(sender_of(connection, self._sessions))
            if int(connection.headers.get("content-length") or 0) > MOST_BYTES:
                raise PitbossError("too-large", f"a request has {MOST_BYTES} bytes at most")
        except (PitbossError, ValueError) as error:
            await _refuse(scope, guarded, error)
            return
        with suppress(ClientDisconnect):  # gone in mid-request: there is nobody to be answered
            await self._app(scope, _limited(receive) if scope["type"] == "http" else receive, guarded)


def _limited(receive: Receive) -> Receive:
    """Count the bytes that come, whatever the header said, and give them only so much time."""
    size, is_more = 0, True
    end = time.monotonic() + SLOWEST

    async def limited() -> Message:
        nonlocal size, is_more
        try:
            message = await (asyncio.wait_for(receive(), end - time.monotonic()) if is_more else receive())
        except TimeoutError:
            raise PitbossError(
                "too-slow", f"the rest of this request did not come within {SLOWEST:.0f} seconds"
            ) from None
        is_more = message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > MOST_BYTES:
            raise PitbossError("too-large", f"a request has {MOST_BYTES} bytes at most")
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return with_headers


async def _refuse(scope: Scope, send: Send, error: Exception) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": str(error)[:100]})
        return
    code = error.code if isinstance(error, PitbossError) else "malformed"
    said = error.message if isinstance(error, PitbossError) else "this request cannot be read"
    body = msgspec.json.encode({"code": code, "message": said, "clause": None})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": STATUS.get(code, 400), "headers": headers})
    await send({"type": "http.response.body", "body": body})
