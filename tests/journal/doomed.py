"""A process that is killed while it writes, again and again: before a commit and after it, at every command of a round.

    python doomed.py URL

It forks a child for each, so it must have no threads when it does: stores are closed in between.
"""

from __future__ import annotations

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

STAGES = ("before the commit", "after the commit")


class Enough(Exception):  # noqa: N818
    """Nothing more is to be played."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_commit(store: Store) -> None:
    """Be killed when everything is written but the commit."""
    if isinstance(store, SqliteStore):
        store._writer.set_trace_callback(lambda sql: die() if sql == "COMMIT" else None)
        return
    execute: Callable[..., Any] = psycopg.Connection.execute

    def doomed(self: Any, query: Any, *more: Any, **options: Any) -> Any:
        if query == "COMMIT":
            die()
        return execute(self, query, *more, **options)

    psycopg.Connection.execute = doomed  # type: ignore[method-assign]


def perish(url: str, table: str, index: int, stage: str) -> None:
    """Play, and be killed at the command of this number."""
    store = open_store(url)
    desk = Desk(store, table, lambda n: die_at_commit(store) if n == index and stage == STAGES[0] else None)

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


def main(url: str) -> None:
    """Every index, every stage."""
    whole, sizes = Journal(), [0]

    def count(command: Command, events: tuple[Event, ...]) -> None:
        whole.append(command, events)
        sizes.append(len(whole))

    play_rounds(count)
    unbroken = [line for _, line in whole.lines()]
    for index in range(1, len(sizes)):
        for stage in STAGES:
            table = f"{stage} {index}"
            with open_store(url) as store:
                store.create(table)
            child = os.fork()
            if not child:
                perish(url, table, index, stage)
                os._exit(1)
            _, status = os.waitpid(child, 0)
            assert os.WIFSIGNALED(status), f"the child at {table} was not killed"
            carried_out = index - (stage == STAGES[0])
            there, known, lines = resend(url, table, index)
            assert (there, known) == (sizes[carried_out], carried_out), table
            assert lines == unbroken[: sizes[index]], table
    sys.stdout.write(str(len(sizes) - 1))


if __name__ == "__main__":
    main(sys.argv[1])
