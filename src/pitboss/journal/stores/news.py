"""The voice and the ear of a process on a PostgreSQL database that it shares with others."""

from __future__ import annotations

import json
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import psycopg

CHANNEL = "pitboss"
SWEEP = 5.0
"""Seconds after which it looks for itself whether there was anything that nobody told it."""
_TICK = 0.2
_LONGEST_PAUSE = 5.0
_KEEPALIVE = {"keepalives_idle": 20, "keepalives_interval": 5, "keepalives_count": 3}
_TELL = "SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news"
_LOG = logging.getLogger(__name__)
Connection = psycopg.Connection[tuple[Any, ...]]
Heads = Callable[[Connection], Iterable[tuple[Any, ...]]]


class Crier:
    """A thread that tells all processes what this one has written: whatever waits, in one go.

    What it cannot tell is lost; the listeners find it when they sweep.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._news: SimpleQueue[tuple[str, int] | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="pitboss-crier", daemon=True)
        self._thread.start()

    def tell(self, name: str, version: int) -> None:
        """Have something told."""
        self._news.put((name, version))

    def close(self) -> None:
        """Tell what is left, and stop."""
        self._news.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            waiting = [self._news.get()]
            while not self._news.empty():
                waiting.append(self._news.get())
            more = None not in waiting
            if latest := dict(sorted(news for news in waiting if news is not None)):
                self._cry([json.dumps(news) for news in latest.items()])
        if self._connection is not None:
            self._connection.close()

    def _cry(self, news: list[str]) -> None:
        for _ in range(2):  # a connection that was lost shows only when it is used
            try:
                if self._connection is None:
                    self._connection = psycopg.connect(self._url, autocommit=True)
                    self._connection.execute("SET synchronous_commit = off")
                self._connection.execute(_TELL, (CHANNEL, news))
                return
            except psycopg.Error as error:
                _LOG.warning("news could not be told: %s", error)
                if self._connection is not None:
                    self._connection.close()
                self._connection = None


class Listener:
    """A thread with a connection of its own, which connects again by itself and then catches up."""

    def __init__(self, url: str, heads: Heads, tell: Callable[[str, int], None]) -> None:
        self._url, self._heads, self._tell = url, heads, tell
        self._known: dict[str, int] = {}
        self._closed = threading.Event()
        connection = self._listen()
        self._known.update(self._heads(connection))
        self._thread = threading.Thread(target=self._run, args=(connection,), name="pitboss-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        self._thread.join()

    def _listen(self) -> Connection:
        connection = psycopg.connect(self._url, autocommit=True, **_KEEPALIVE)  # type: ignore[arg-type]
        try:
            connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def _run(self, connection: Connection) -> None:
        pause = _TICK
        while not self._closed.is_set():
            try:
                with connection:
                    self._hear(connection)
            except psycopg.Error as error:
                _LOG.warning("the listener lost the database: %s", error)
            while not self._closed.wait(pause):
                try:
                    connection = self._listen()
                    pause = _TICK
                    break
                except psycopg.Error:
                    pause = min(2 * pause, _LONGEST_PAUSE)
        with suppress(psycopg.Error):
            connection.close()

    def _hear(self, connection: Connection) -> None:
        """Pass news on until the store is closed or the connection lost; after connecting again, catch up first."""
        swept = -math.inf
        while not self._closed.is_set():
            if time.monotonic() - swept > SWEEP:
                for name, version in self._heads(connection):
                    self._news(name, version)
                swept = time.monotonic()
            for news in connection.notifies(timeout=_TICK):
                with suppress(ValueError, TypeError):  # somebody else's news on this channel
                    self._news(*json.loads(news.payload))

    def _news(self, name: str, version: int) -> None:
        if version > self._known.get(name, 0):
            self._known[name] = version
            self._tell(name, version)
