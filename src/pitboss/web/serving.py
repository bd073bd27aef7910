"""Start a floor and serve it until somebody stops it."""

from __future__ import annotations

import logging
import signal
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.journal.stores import open_store
from pitboss.table.commands import Role
from pitboss.web.app import create_app
from pitboss.web.guard import MOST_BYTES


def serve(url: str, host: str, port: int, *, say: Callable[[str], None], open_page: bool = False) -> None:
    """Open the store, print where to go, and answer until stopped."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with open_store(url) as store, _listening(host, port) as listening:
        floor = Floor(store)
        app = create_app(floor)
        address = f"http://{'localhost' if host in ('127.0.0.1', '::1') else host}:{listening.getsockname()[1]}"
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
        with suppress(KeyboardInterrupt):  # uvicorn passes the signal on when it has finished
            server.run(sockets=[listening])
        floor.close()


def _listening(host: str, port: int) -> socket.socket:
    """The socket to answer on; taken before anything else, so that a used port is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        message = f"{host}:{port} cannot be used: {error.strerror}; choose another --port"
        raise PitbossError("port", message) from error
    return listening
