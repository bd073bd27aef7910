"""A store in PostgreSQL, shared by any number of processes: each hears of what the others write.

A table's row is locked while its journal grows, so writers come one after the other; the transaction of a process that
was paused in the middle is ended by whoever waits for it, and done anew when that process wakes up. News go out after
the commit and not with it: transactions that notify wait for each other even where they have nothing in common. A
process that dies in between leaves them to the sweep of the others' listeners.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors as pg
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from pitboss.journal.stores.news import Connection, Crier, Listener
from pitboss.journal.stores.schema import migrate
from pitboss.journal.stores.sql import HEADS, Rows, SqlStore, Transaction
from pitboss.journal.stores.store import Callback
from pitboss.journal.stores.store_errors import StoreError, UncertainError

PATIENCE = 20.0
"""Seconds to wait for a server that does not answer, as while it is restarted."""
ASLEEP = 5.0
"""Seconds after which somebody who writes and says nothing more is taken to be asleep."""
CONNECTIONS = 16
"""At most so many at a time, beside the crier's and the listener's."""
MIGRATION_LOCK = 0x7069_7462_6F73_73
"""The advisory lock of whoever brings the schema up to date."""
_PAUSE = 0.05
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
_CONFIGURE = "SELECT set_config('application_name', 'pitboss', false), set_config('lock_timeout', ?, false)"
_END_SLEEPERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name = 'pitboss' AND wait_event = 'ClientRead' AND pid <> pg_backend_pid()"
    " AND xact_start IS NOT NULL AND greatest(xact_start, state_change) < now() - make_interval(secs => ?)"
)
"""Those that have begun to write, and whose process has sent nothing for so long."""
_TRANSIENT = (pg.DeadlockDetected, pg.SerializationFailure, pg.LockNotAvailable)
T = TypeVar("T")


class _InOneGo:
    """A transaction whose questions are sent without waiting for the answers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(self, sql: str, *values: object) -> Callable[[], Rows]:
        return self._connection.execute(_written(sql), values).fetchall


class PostgresStore(SqlStore):
    """A database that the processes of a floor share."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._lock, self._closed = threading.Lock(), False
        self._listener: Listener | None = None
        with _typed():
            self._prepare()
            self._pool: ConnectionPool[Connection] = ConnectionPool(
                url,
                kwargs={"autocommit": True},
                min_size=1,
                max_size=CONNECTIONS,
                timeout=PATIENCE,
                configure=_configure,
                open=True,
            )
        self._crier = Crier(url)

    def watch(self, callback: Callback) -> Callable[[], None]:
        self._open()
        with self._lock, _typed():
            if self._listener is None:
                self._listener = Listener(self._url, self._heads, self._watchers.tell)
        return super().watch(callback)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._listener is not None:
                self._listener.close()
        self._crier.close()
        self._watchers.close()
        self._pool.close()

    def _open(self) -> None:
        if self._closed:
            raise StoreError("closed", "the store is closed: open it again")

    def _prepare(self) -> None:
        with psycopg.connect(self._url) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            migrate(lambda sql, *values: _ask(connection, sql, *values))

    def _heads(self, connection: Connection) -> Rows:
        return _ask(connection, HEADS)

    # --- reading and writing ---

    def _read(self, sql: str, *values: object) -> Rows:
        return self._patiently(lambda connection: _ask(connection, sql, *values))

    def _write(self, work: Callable[[Transaction], T], changes: Sequence[tuple[str, int]] = ()) -> T:
        result = self._patiently(lambda connection: _commit(connection, work))
        for name, version in changes:
            self._watchers.tell(name, version)
            self._crier.tell(name, version)
        return result

    def _patiently(self, what: Callable[[Connection], T]) -> T:
        """Do it with a connection that works; only what certainly did not happen is tried again."""
        end = time.monotonic() + PATIENCE
        while True:
            self._open()
            with _typed(), self._pool.connection(max(end - time.monotonic(), _PAUSE)) as connection:
                try:
                    return what(connection)
                except psycopg.Error as error:
                    if isinstance(error, pg.ReadOnlySqlTransaction):
                        connection.close()  # the server has become another one's copy: a new connection may find that
                    again = connection.closed or isinstance(error, _TRANSIENT)
                    if not again or time.monotonic() > end:
                        raise
                    if isinstance(error, pg.LockNotAvailable):
                        _ask(connection, _END_SLEEPERS, ASLEEP)
            time.sleep(_PAUSE)
            self._pool.check()


def _commit(connection: Connection, work: Callable[[Transaction], T]) -> T:
    committing = False
    try:
        with connection.pipeline():
            connection.execute("BEGIN")
            result = work(_InOneGo(connection))
            committing = True
            connection.execute("COMMIT")
    except psycopg.Error as error:
        if committing and connection.broken:
            raise UncertainError from error
        _roll_back(connection)
        raise
    except Exception:
        _roll_back(connection)
        raise
    return result


def _roll_back(connection: Connection) -> None:
    with suppress(psycopg.Error):  # then the connection is of no use, and the server rolls back by itself
        connection.rollback()


def _ask(connection: Connection, sql: str, *values: object) -> Rows:
    cursor = connection.execute(_written(sql), values)
    return cursor.fetchall() if cursor.description else []


def _configure(connection: Connection) -> None:
    _ask(connection, _DURABLE)
    _ask(connection, _CONFIGURE, f"{ASLEEP:f}s")


@cache
def _written(sql: str) -> Any:
    """A statement as PostgreSQL's driver wants it."""
    return sql.replace("?", "%s").encode()


@contextmanager
def _typed() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise _error(error) from error


def _error(error: psycopg.Error) -> StoreError:
    match error:
        case PoolClosed():
            return StoreError("closed", "the store is closed: open it again")
        case PoolTimeout() | pg.ConnectionException() | pg.AdminShutdown() | pg.CannotConnectNow():
            words = "the PostgreSQL server does not answer: see that it runs, and that not too much is asked of it"
        case pg.LockNotAvailable():
            words = f"another process has been writing there for {PATIENCE:.0f} seconds: try again later"
        case pg.DiskFull():
            words = "the PostgreSQL server has no room left: make room, then try again"
        case pg.ReadOnlySqlTransaction():
            words = "the PostgreSQL database may not be written to: use its primary server"
        case _:
            words = f"PostgreSQL says: {' '.join(str(error).split())}"
    return StoreError("store", words)
