"""Clerks who all write to one table and try again when somebody else was faster; also a process of its own.

python clerks.py URL NAME CLERKS TIMES
"""

from __future__ import annotations

import sys
import threading

from desks import Desk, answer, caught_up

from pitboss.journal.codec import GENESIS
from pitboss.journal.journal import written
from pitboss.journal.stores import StaleError, Store, open_store
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Role
from pitboss.table.decide import work_through
from pitboss.table.rules import Refusal, rules_of
from pitboss.table.state import State
from pitboss.table.table import Table

TABLE = "Table 1"
ANN = Actor(Role.PLAYER, "Ann")
CHIPS = 100


def seat_ann(store: Store) -> int:
    """A table at which Ann sits; returns the chips in front of her."""
    store.create(TABLE)
    table = Table.of("uth", seed=7, record=Desk(store, TABLE).append)
    table.sit("Ann", CHIPS)
    return table.chips("Ann")


def buy_in(store: Store, name: str, times: int) -> None:
    """Ann buys in so many times; each time once, whatever it takes."""
    state, head = State(), GENESIS
    for number in range(times):
        key = f"{name}-{number}"
        while True:
            after, last = caught_up(store, TABLE, state)
            state, head = after, last or head
            command = c.BuyIn(by=ANN, at=state.at + 1, amount=CHIPS, key=key)
            draft = work_through(rules_of(state.game, state.digest, state.options), state, command)
            assert not isinstance(draft, Refusal), draft
            lines, end = written(command, tuple(draft.events), state.version, head)
            try:
                store.append(TABLE, expected=state.version, lines=lines, head=end, answer=answer(key))
                break
            except StaleError as stale:
                assert stale.current > state.version


def at_once(store: Store, name: str, clerks: int, times: int) -> None:
    """So many clerks, each in a thread."""
    failed: list[BaseException] = []

    def work(number: int) -> None:
        try:
            buy_in(store, f"{name}-{number}", times)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(clerks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


if __name__ == "__main__":
    url, who, *numbers = sys.argv[1:]
    with open_store(url) as opened:
        at_once(opened, who, *map(int, numbers))
