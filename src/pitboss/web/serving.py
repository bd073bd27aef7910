"""Start a floor and serve it until somebody stops it."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress

import uvicorn

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.journal.stores import open_store
from pitboss.table.commands import Role
from pitboss.web.app import create_app
from pitboss.web.guard import MOST_BYTES

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
        server = uvicorn.Server(
            uvicorn.Config(
                app, log_level=logging.WARNING, ws_max_size=MOST_BYTES, timeout_graceful_shutdown=3, server_header=False
            )
        )
        if open_page:
            webbrowser.open(address)
        server.run(sockets=[listening])


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
