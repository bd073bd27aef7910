"""A process that is killed while it writes to a store, again and again, at every so many commands of a round.

    python doomed.py URL EVERY [statements]

It dies when everything is written but the commit, and right after the commit; or before every single statement. The
number of deaths is printed. A child is forked for each, so there must be no threads: stores are closed in between.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from desks import OK, Desk, assert_sound, play_rounds

from pitboss.journal.codec import GENESIS
from pitboss.journal.journal import Journal
from pitboss.journal.stores import Store, UsedKeyError, open_store
from pitboss.journal.stores.sqlite import SqliteStore
from pitboss.table.commands import Command
from pitboss.table.events import Event

AT_COMMIT, AFTERWARDS = "at the commit", "afterwards"
MANY = 4
"""Statements that every command takes at least: its version, its answer, its lines, the commit."""


class Enough(Exception):  # noqa: N818
    """Nothing more is to be played."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_in_transaction(store: Store, stage: str) -> None:
    """Be killed when everything is written but the commit, or before the statement of this number."""
    number = itertools.count(1)

    def look(sql: Any) -> None:
        if (sql == "COMMIT" and stage == AT_COMMIT) or str(next(number)) == stage:
            die()

    if isinstance(store, SqliteStore):
        store._writer.set_trace_callback(look)
        return
    execute: Callable[..., Any] = psycopg.Connection.execute

    def doomed(self: Any, query: Any, *more: Any, **options: Any) -> Any:
        look(query)
        return execute(self, query, *more, **options)

    psycopg.Connection.execute = doomed  # type: ignore[method-assign]


def perish(url: str, table: str, index: int, stage: str) -> None:
    """Play, and be killed at the command of this number."""
    store = open_store(url)
    desk = Desk(store, table, lambda n: die_in_transaction(store, stage) if n == index else None)

    def record(command: Command, events: tuple[Event, ...]) -> None:
        desk.append(command, events)
        if desk.commands == index:
            die()

    play_rounds(record)


def resend(url: str, table: str, last: int) -> tuple[int, int, list[str]]:
    """Send every command again under its key; how many were there, how many had been carried out, and the journal."""
    with open_store(url) as store:
        there = assert_sound(store, table)
        desk, known = Desk(store, table), 0
        desk.version, desk.head = 0, GENESIS

        def record(command: Command, events: tuple[Event, ...]) -> None:
            nonlocal known
            if desk.commands == last:
                raise Enough
            try:
                desk.append(command, events)
            except UsedKeyError as used:
                assert used.first.body == OK
                known += 1
                desk.skip(command, events)

        with suppress(Enough):
            play_rounds(record)
        assert_sound(store, table)
        return there, known, list(store.lines(table))


def main(url: str, every: int, *, statements: bool) -> int:
    """Be killed at every so many commands; the number of deaths."""
    whole, sizes, deaths = Journal(), [0], 0

    def count(command: Command, events: tuple[Event, ...]) -> None:
        whole.append(command, events)
        sizes.append(len(whole))

    play_rounds(count)
    unbroken = [line for _, line in whole.lines()]
    for index in range(1, len(sizes), every):
        stages = map(str, itertools.count(1)) if statements else iter((AT_COMMIT, AFTERWARDS))
        is_there = False
        while not is_there:
            stage = next(stages)
            table = f"{index}, {stage}"
            with open_store(url) as store:
                store.create(table)
            child = os.fork()
            if not child:
                perish(url, table, index, stage)
                os._exit(1)
            _, status = os.waitpid(child, 0)
            assert os.WIFSIGNALED(status), f"the child at {table} was not killed"
            deaths += 1
            there, known, lines = resend(url, table, index)
            is_there = there == sizes[index]
            carried_out = index if is_there else index - 1
            assert (there, known) == (sizes[carried_out], carried_out), table
            assert is_there == (stage == AFTERWARDS) or statements, table
            assert lines == unbroken[: sizes[index]], table
        assert not statements or int(stage) > MANY, f"{stage} statements are too few for a command"
    return deaths


if __name__ == "__main__":
    where, step, *also = sys.argv[1:]
    sys.stdout.write(str(main(where, int(step), statements=bool(also))))
