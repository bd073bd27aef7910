"""Databases that are old, new, full, closed to writing, or lost while they write."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from desks import answer
from servers import SHARED, admin, new_url, restart

from pitboss.journal.stores import (
    ISSUED,
    NewerStoreError,
    StaleError,
    Store,
    StoreError,
    UncertainError,
    UsedKeyError,
    open_store,
    sqlite,
)
from pitboss.journal.stores.schema import STEPS, migrate
from pitboss.journal.stores.sqlite import SqliteStore
from pitboss.journal.stores.store import Document
from pitboss.journal.stores.store_errors import DamagedError
from pitboss.ledger import Transfer

T = "Table 1"


def add(store: Store, line: str, expected: int = 0, **more: Any) -> None:
    store.append(T, expected=expected, lines=[line], head=line, **more)


@contextmanager
def plainly(url: str) -> Iterator[Callable[..., list[tuple[Any, ...]]]]:
    """A database without a store: statements go straight to it."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as file:
            yield lambda sql, *values: file.execute(sql, values).fetchall()
        return
    with psycopg.connect(url, autocommit=True) as server:

        def run(sql: str, *values: object) -> list[tuple[Any, ...]]:
            cursor = server.execute(sql.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []

        yield run


# --- versions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SHARED)
@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_older_database_is_brought_up_to_date(kind: str, version: int, tmp_path: Path) -> None:
    url = new_url(kind, tmp_path)
    with plainly(url) as run:
        migrate(run, STEPS[:version])
        run("INSERT INTO journals (name, version, head) VALUES (?, 1, 'a')", T)
        run("INSERT INTO lines (journal, seq, line) VALUES (?, 1, 'a')", T)
    with open_store(url) as store:
        add(store, "b", 1, transfers=[Transfer(ISSUED, "Ann", 5)])
        assert list(store.lines(T)) == ["a", "b"]
    with plainly(url) as run:
        assert run("SELECT version FROM schema") == [(len(STEPS),)]


@pytest.mark.parametrize("kind", SHARED)
def test_a_newer_database_is_left_alone(kind: str, tmp_path: Path) -> None:
    url = new_url(kind, tmp_path)
    open_store(url).close()
    with plainly(url) as run:
        run("UPDATE schema SET version = 99")
    with pytest.raises(NewerStoreError, match=r"version 99.*update Pitboss"):
        open_store(url)


@pytest.mark.parametrize("kind", SHARED)
def test_many_may_start_at_once_on_an_empty_database(kind: str, tmp_path: Path) -> None:
    url, failed = new_url(kind, tmp_path), list[Exception]()

    def start(number: int) -> None:
        try:
            with open_store(url) as store:
                store.create(f"Table {number}")
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with open_store(url) as store:
        assert len(store.tables()) == 8


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"floor\.db cannot be made: No such file or directory"):
        open_store(f"sqlite:///{tmp_path}/nowhere/floor.db")


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "floor.db").write_text("something else entirely, and long enough to be looked at " * 50)
    with pytest.raises(StoreError, match="it is no database"):
        open_store(f"sqlite:///{tmp_path}/floor.db")


def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "floor.db"
    with closing(sqlite3.connect(file)) as music:
        music.execute("CREATE TABLE songs (title TEXT)")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        open_store(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_one_refusal_does_not_hurt_those_written_with_it(tmp_path: Path) -> None:
    with open_store(new_url("sqlite", tmp_path)) as store:
        assert isinstance(store, SqliteStore)
        store.create(T)
        hold, held = threading.Event(), threading.Event()

        def wait(on: object) -> None:
            held.set()
            hold.wait()

        results: dict[int, object] = {}

        def append(number: int) -> None:
            try:
                add(store, str(number), answer=answer(str(number)))
                results[number] = None
            except StaleError as stale:
                results[number] = stale.current

        threads = [threading.Thread(target=store._write, args=(wait,))]
        threads[0].start()
        held.wait()
        threads += [threading.Thread(target=append, args=(number,)) for number in range(8)]
        for thread in threads[1:]:
            thread.start()
        while store._tasks.qsize() < 8:
            time.sleep(0.001)
        hold.set()
        for thread in threads:
            thread.join()
        assert sorted(map(str, results.values())) == [*["1"] * 7, "None"]
        assert len(list(store.lines(T))) == 1


def test_another_process_that_does_not_stop_writing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    url = new_url("sqlite", tmp_path)
    with open_store(url) as store, plainly(url) as run:
        store.create(T)
        run("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process has been writing"):
            add(store, "a")
        assert store.head(T)[0] == 0
        run("ROLLBACK")
        add(store, "a")


# --- servers ---------------------------------------------------------------------------------------------------------


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"PostgreSQL says: connection .* failed: No such file"):
        open_store(f"postgresql://ann:secret@/floor?host={tmp_path}")


def test_a_password_is_not_repeated(tmp_path: Path) -> None:
    for url in (f"postgresql://ann:secret@/floor?host={tmp_path}", "mysql://ann:secret@host/floor"):
        with pytest.raises(StoreError) as refused:
            open_store(url)
        assert "secret" not in str(refused.value)


def test_a_store_goes_on_when_the_server_was_restarted(tmp_path: Path) -> None:
    with open_store(new_url("postgres", tmp_path)) as store:
        store.create(T)
        add(store, "a")
        restart()
        assert store.head(T) == (1, "a")
        meanwhile = threading.Thread(target=add, args=(store, "b", 1))
        restart(meanwhile.start)
        meanwhile.join()
        assert list(store.lines(T)) == ["a", "b"]


def test_a_server_that_only_reads_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="may not be written to: use its primary"):
        open_store(new_url("postgres", tmp_path) + "&options=-cdefault_transaction_read_only%3Don")


def test_a_connection_lost_in_a_commit_leaves_it_open_whether_it_happened(tmp_path: Path) -> None:
    url = new_url("postgres", tmp_path)
    with open_store(url) as store:
        store.create(T)
        with plainly(url) as run:
            run(
                "CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS"
                " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'"
            )
            run(
                "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON lines DEFERRABLE INITIALLY DEFERRED"
                " FOR EACH ROW EXECUTE FUNCTION break_off()"
            )
        with pytest.raises(UncertainError, match="ask for the answer"):
            add(store, "a", answer=answer("k"))
        assert store.answer(T, "k") is None
        with plainly(url) as run:
            run("DROP TRIGGER at_commit ON lines")
        add(store, "a", answer=answer("k"))
        assert store.head(T)[0] == 1


def test_a_connection_lost_after_a_commit_leaves_it_open_too_and_the_answer_tells(tmp_path: Path) -> None:
    url = new_url("postgres", tmp_path)
    with open_store(url) as store:
        store.create(T)
        ender = threading.Thread(target=end_whoever_waits, args=(url,))
        try:
            admin("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            admin("SELECT pg_reload_conf()")
            ender.start()
            lines = add_until_uncertain(store)
        finally:
            admin("ALTER SYSTEM RESET synchronous_standby_names")
            admin("SELECT pg_reload_conf()")
            ender.join()
        assert store.answer(T, lines[-1]) == answer(lines[-1])
        with pytest.raises(UsedKeyError):
            add(store, lines[-1], len(lines) - 1, answer=answer(lines[-1]))
        assert list(store.lines(T)) == lines


def add_until_uncertain(store: Store) -> list[str]:
    """Append until a commit breaks off: a server takes up its new settings in its own time."""
    lines: list[str] = []
    while True:
        lines.append(str(len(lines)))
        try:
            add(store, lines[-1], len(lines) - 1, answer=answer(lines[-1]))
        except UncertainError:
            return lines


def end_whoever_waits(url: str) -> None:
    """End the connection whose commit waits for a second server that does not exist."""
    waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    with plainly(url) as run:
        for _ in range(3000):
            if run(waiting):
                return
            time.sleep(0.01)


def test_a_body_that_became_text_is_found_out(tmp_path: Path) -> None:
    """One flipped bit makes text of bytes that say the same."""
    url = new_url("sqlite", tmp_path)
    with open_store(url) as store:
        store.put(Document("person", "1", b"Ann", 0))
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
        file.execute("UPDATE documents SET body = CAST(body AS TEXT)")
    with open_store(url) as store, pytest.raises(DamagedError):
        store.get("person", "1")
