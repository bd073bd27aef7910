"""A process with a floor on a shared store that falls asleep in mid-command, once for each command it is given.

    python sleeper.py URL PLAYER TABLE

It reads a line for each: the number of the statement at which it stops, and the key of the command. Whoever started it
wakes it up; then it finishes, however often it has to try, and prints at which statement it slept and the version.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person
from pitboss.floor.requests import Request
from pitboss.journal.stores import Store, open_store
from pitboss.journal.stores.sqlite import SqliteStore

CHIPS = 100


class Alarm:
    """Counts statements, and sleeps at one of them."""

    def __init__(self) -> None:
        self.count, self.at = 0, 0

    def tick(self, *_: object) -> None:
        self.count += 1
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGSTOP)


def listen_to(store: Store, alarm: Alarm) -> None:
    """Have every statement of a transaction counted."""
    if isinstance(store, SqliteStore):
        store._writer.set_trace_callback(alarm.tick)
        return
    execute: Callable[..., Any] = psycopg.Connection.execute

    def counted(self: Any, query: Any, *more: Any, **options: Any) -> Any:
        if self.info.pipeline_status:
            alarm.tick()
        return execute(self, query, *more, **options)

    psycopg.Connection.execute = counted  # type: ignore[method-assign]


def insist(floor: Floor, person: Person, table: str, key: str) -> int:
    """Buy in, once, however often it has to be sent; the version that was answered."""
    while True:
        try:
            outcome = floor.request(person, table, Request("BuyIn", {"amount": CHIPS}, key=key))
        except PitbossError:
            continue
        assert outcome.refusal is None, outcome.refusal
        return outcome.version


def main(url: str, player: str, table: str) -> None:
    """One command after the other."""
    alarm = Alarm()
    with open_store(url) as store, closing(Floor(store)) as floor:
        person = floor.people.named(player)
        assert person is not None
        listen_to(store, alarm)
        for line in sys.stdin:
            at, key = json.loads(line)
            alarm.count, alarm.at = 0, at
            version = insist(floor, person, table, key)
            slept = alarm.count >= at
            if not slept:  # there were not so many: it sleeps when all is done and before anybody hears of it
                os.kill(os.getpid(), signal.SIGSTOP)
            sys.stdout.write(f"{json.dumps([slept, version])}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
