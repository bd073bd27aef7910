"""Start a floor and serve it until somebody stops it."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.journal.stores import open_store
from pitboss.table.commands import Role
from pitboss.web.app import create_app
from pitboss.web.guard import MOST_BYTES

SLOWEST = 30.0
"""Seconds for the head of a request."""
BACKLOG = 2048
"""Connections that may wait to be taken."""


def serve(url: str, host: str, port: int, *, say: Callable[[str], None], open_page: bool = False) -> None:
    """Open the store, print where to go, and answer until stopped."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        suppress(KeyboardInterrupt),  # uvicorn passes the signal on when it has finished
        listen(host, port) as listening,
        open_store(url) as store,
        closing(Floor(store)) as floor,
    ):
        app = create_app(floor)
        address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
        say(f"Players:  {address}/")
        say(f"Staff:    {address}/staff/{floor.people.invite(Role.FLOOR, 'Floor')}   (works once)")
        say(f"Programs: {address}/api/openapi.json")
        say("Stop with Ctrl-C; everything is kept." if url != "memory:" else "Stop with Ctrl-C; nothing is kept.")
        server = uvicorn.Server(configured(app))
        if open_page:
            webbrowser.open(address)
        server.run(sockets=[listening])


def configured(app: FastAPI, **more: Any) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        http=Prompt,
        log_level=logging.WARNING,
        ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=3,
        server_header=False,
        **more,
    )


class Prompt(H11Protocol):
    """Ends a connection over which no request comes to its point: held open, they would keep others out."""

    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._end = self.loop.call_later(SLOWEST, transport.close)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._done_waiting()
        elif self._end is None:
            self._end = self.loop.call_later(SLOWEST, self.transport.close)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True  # what cannot be read is answered; whoever has begun to read it need not

    def connection_lost(self, exc: Exception | None) -> None:
        self._done_waiting()
        super().connection_lost(exc)

    def _done_waiting(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None


def listen(host: str, port: int) -> socket.socket:
    """The socket to answer on; taken before anything else, so that a used port is told at once.

    It names its protocol, by which asyncio knows that answers are to be sent without waiting for more.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        which = "--port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "--host"
        message = f"{_shown(host)}:{port} cannot be used: {error.strerror}; choose another {which}"
        raise PitbossError("port", message) from error
    return listening


def _shown(host: str) -> str:
    """A host as it stands in an address."""
    return "localhost" if host == "127.0.0.1" else f"[{host}]" if ":" in host else host
