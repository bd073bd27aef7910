"""Many hands on one store: threads, and processes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from clerks import CHIPS, TABLE, at_once, seat_ann
from desks import assert_sound, caught_up
from servers import KINDS, SHARED, new_url, run, said

from pitboss.journal.stores import Store, open_store
from pitboss.table.state import State


def assert_each_once(store: Store, commands: int, chips: int) -> None:
    """Every buy-in is in the journal once, and the table holds the money of all."""
    assert_sound(store, TABLE)
    keys = Counter(json.loads(line).get("key") for line in store.lines(TABLE))
    del keys[None]
    state, _ = caught_up(store, TABLE, State())
    assert len(keys) == commands
    assert set(keys.values()) == {1}
    assert state.books["player:Ann"] == chips + commands * CHIPS


@pytest.mark.parametrize("kind", KINDS)
def test_of_64_writers_nothing_is_lost_and_nothing_doubled(kind: str, tmp_path: Path) -> None:
    with open_store(new_url(kind, tmp_path)) as store:
        chips = seat_ann(store)
        at_once(store, "clerk", 64, 2)
        assert_each_once(store, 128, chips)


@pytest.mark.parametrize("kind", SHARED)
def test_two_processes_write_to_one_table(kind: str, tmp_path: Path) -> None:
    url = new_url(kind, tmp_path)
    with open_store(url) as store:
        chips = seat_ann(store)
        others = [run("clerks.py", url, f"process {number}", "4", "5") for number in (1, 2)]
        at_once(store, "clerk", 4, 5)
        for process in others:
            said(process)
        assert_each_once(store, 60, chips)
