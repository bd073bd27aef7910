"""A store in one SQLite file: whatever waits is written in one transaction, and nothing is lost when the power fails.

Another process may use the same file safely, but its watchers do not hear of what is written here.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from pitboss.errors import PitbossError
from pitboss.journal.stores.schema import migrate
from pitboss.journal.stores.sql import Rows, SqlStore, Transaction
from pitboss.journal.stores.store import Callback
from pitboss.journal.stores.store_errors import DamagedError, StoreError, UncertainError

PATIENCE = 30
"""Seconds to wait for another process that is writing."""
_WORDS = {
    sqlite3.SQLITE_FULL: "there is no room left for it on the disk: make room, then try again",
    sqlite3.SQLITE_READONLY: "it may not be written to: allow it, or name another file",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: see that its folder exists and may be written to",
    sqlite3.SQLITE_BUSY: f"another process has been writing to it for {PATIENCE} seconds: try again later",
    sqlite3.SQLITE_NOTADB: "it is no database: name another file",
    sqlite3.SQLITE_CORRUPT: "it is damaged: restore it from a copy",
}
_FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What a database raises; the second where it is damaged so that not even its own words can be read."""
T = TypeVar("T")


class _Task(NamedTuple):
    """Something to be written, by whoever waits for it."""

    work: Callable[[Transaction], Any]
    changes: Sequence[tuple[str, int]]
    done: Future[Any]


class _OneByOne:
    """A transaction whose questions are answered at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def ask(self, sql: str, *values: object) -> Callable[[], Rows]:
        rows = self._connection.execute(sql, values).fetchall()
        return lambda: rows


class SqliteStore(SqlStore):
    """One file, with a thread that writes and as many readers as there are at a time."""

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self._path = Path(path).absolute()
        self._readers: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock, self._closed, self._is_lost = threading.Lock(), False, False
        with self._typed():
            if not self._path.exists():
                self._path.touch(mode=0o600)  # it will hold the order of decks that are in play
            self._writer = self._connect()
        try:
            with self._typed():
                self._refuse_foreign()
                _use_wal(self._writer)
                self._prepare()
                self._check()
                self._found: list[tuple[int, int] | None] | None = self._files()
        except PitbossError:
            self._writer.close()
            raise
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._thread.start()

    def watch(self, callback: Callback) -> Callable[[], None]:
        self._open()
        return super().watch(callback)

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._tasks.put(None)
        self._thread.join()
        self._watchers.close()
        while not self._readers.empty():
            self._readers.get().close()

    # --- connections ---

    def _open(self) -> None:
        if self._closed:
            raise StoreError("closed", f"the store {self._path} is closed: open it again")

    def _connect(self) -> sqlite3.Connection:
        there = f"{self._path.as_uri()}?mode=rw"  # one that is gone is not made anew
        connection = sqlite3.connect(there, PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
        try:
            connection.execute("PRAGMA synchronous = FULL")
        except _FAILURES:
            connection.close()
            raise
        return connection

    def _refuse_foreign(self) -> None:
        """Leave the database of another program as it is."""
        tables = [name for (name,) in self._writer.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if tables and "schema" not in tables:
            raise StoreError("store", f"{self._path}: it is the database of another program: name another file")

    def _prepare(self) -> None:
        def run(sql: str, *values: object) -> Rows:
            return self._writer.execute(sql.replace("BYTEA", "BLOB"), values).fetchall()

        self._writer.execute("BEGIN IMMEDIATE")
        try:
            migrate(run)
            self._writer.execute("COMMIT")
        finally:
            _roll_back(self._writer)

    def _check(self) -> None:
        """See that tables and indices agree; journals, which are long, have their chain of hashes instead."""
        for table in ("journals", "answers", "snapshots", "accounts", "documents"):
            if self._writer.execute(f"PRAGMA integrity_check({table})").fetchall() != [("ok",)]:
                raise DamagedError(f"{self._path}: the table of {table}")
        if self._writer.execute("SELECT COALESCE(SUM(balance), 0) FROM accounts").fetchone() != (0,):
            raise DamagedError(f"{self._path}: an account")

    @contextmanager
    def _typed(self) -> Iterator[None]:
        try:
            yield
        except _FAILURES as error:
            raise self._error(error) from error
        except OSError as error:
            raise StoreError("store", f"{self._path} cannot be made: {error.strerror}") from error

    def _error(self, error: Exception) -> StoreError:
        words = _WORDS.get(_code(error), f"SQLite says: {error}")
        return StoreError("store", f"{self._path}: {words}")

    # --- reading ---

    def _read(self, sql: str, *values: object) -> Rows:
        self._open()
        with self._typed():
            try:
                connection = self._readers.get_nowait()
            except Empty:
                connection = self._connect()
            try:
                return connection.execute(sql, values).fetchall()
            finally:
                self._put_back(connection)

    def _put_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if self._closed:
                connection.close()
            else:
                self._readers.put(connection)

    # --- writing ---

    def _write(self, work: Callable[[Transaction], T], changes: Sequence[tuple[str, int]] = ()) -> T:
        done: Future[T] = Future()
        with self._lock:
            self._open()
            self._tasks.put(_Task(work, changes, done))
        return done.result()

    def _run(self) -> None:
        """Write whatever waits, again and again, until the store is closed."""
        more = True
        while more:
            waiting = [self._tasks.get()]
            while not self._tasks.empty():
                waiting.append(self._tasks.get())
            more = None not in waiting
            if tasks := [task for task in waiting if task is not None]:
                self._write_all(tasks)
        self._writer.close()

    def _write_all(self, tasks: Sequence[_Task]) -> None:
        """All tasks in one transaction; one that is refused is undone by itself, if the database fails all are."""
        carried_out: list[tuple[_Task, Any]] = []
        committing = False
        try:
            self._begin()
            for task in tasks:
                try:
                    carried_out.append((task, self._carry_out(task)))
                except Exception as error:
                    if isinstance(error, _FAILURES):
                        raise  # of the database, which has perhaps not undone it
                    task.done.set_exception(error)
            committing = True
            self._writer.execute("COMMIT")
        except Exception as error:
            self._give_up()
            for task in tasks:
                if not task.done.done():
                    task.done.set_exception(self._lost(error, committing))
            return
        for task, result in carried_out:
            task.done.set_result(result)
            for name, version in task.changes:
                self._watchers.tell(name, version)

    def _begin(self) -> None:
        if self._is_lost:
            self._writer, self._found, self._is_lost = self._connect(), None, False
        self._writer.execute("BEGIN IMMEDIATE")
        files = self._files()
        if self._found not in (None, files):
            raise StoreError("store", f"{self._path}: it was moved, removed or replaced: put it back, and start again")
        self._found = files

    def _give_up(self) -> None:
        """Undo what was begun; a connection that cannot even do that is closed, and the next task makes a new one."""
        try:
            _roll_back(self._writer)
        except sqlite3.Error:
            self._writer.close()
            self._is_lost = True

    def _files(self) -> list[tuple[int, int] | None]:
        """Which files the database and its log are now: what goes into one that nobody finds again would be lost."""
        return [_identity(file) for file in (self._path, Path(f"{self._path}-wal"))]

    def _carry_out(self, task: _Task) -> Any:
        self._writer.execute("SAVEPOINT task")
        try:
            result = task.work(_OneByOne(self._writer))
        except Exception:
            if self._writer.in_transaction:  # a full disk may have ended it all
                self._writer.execute("ROLLBACK TO task")
                self._writer.execute("RELEASE task")
            raise
        self._writer.execute("RELEASE task")
        return result

    def _lost(self, error: Exception, committing: bool) -> Exception:
        """What to say when a whole transaction failed: a commit that broke off may be there after a restart."""
        if not isinstance(error, _FAILURES):
            return error
        return UncertainError() if committing and _code(error) == sqlite3.SQLITE_IOERR else self._error(error)


def _code(error: Exception) -> int:
    """The kind of error, without the details that SQLite adds in higher bits."""
    if isinstance(error, UnicodeDecodeError) or "Could not decode" in str(error):
        return sqlite3.SQLITE_CORRUPT
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _identity(file: Path) -> tuple[int, int] | None:
    """What a file is, whatever it is called; None if it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Write ahead; while another process makes the same change SQLite says "busy" at once, without its patience."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
