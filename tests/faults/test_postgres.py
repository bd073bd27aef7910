"""PostgreSQL stops and starts again while people play: the floor goes on by itself, and every answer was true."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

import pytest
from blotter import LONG, Blotter, times
from inspection import inspect
from servers import new_url, restart
from serving import Server
from visitors import Gambler, Stubborn, Wire, furnished

MODES = ("fast", "immediate")


@contextmanager
def playing(url: str) -> Iterator[list[Stubborn]]:
    """Two servers with people at every table, and viewers at both who see all of it in the end."""
    house = furnished(url, 6)
    here, there = Server(url), Server(url)
    seats = zip(cycle((here, there)), house.visitors, ("1", "1", "2", "3", "4", "4"), strict=False)
    people = [(Gambler if table in "23" else Stubborn)(server, one, table) for server, one, table in seats]
    try:
        with Wire(here, None, "1") as seen_here, Wire(there, None, "1") as seen_there:
            for one in people:
                one.start()
            yield people
            for one in people:
                one.stop()
            for wire in (seen_here, seen_there):
                wire.see(max(one.last for one in people if one.path.endswith("/1")))
        assert [here.stop(), there.stop()] == [0, 0]
    finally:
        for server in (here, there):
            server.kill()
    found = inspect(url)
    assert found.keys.keys() == {key for one in people for key in one.keys}
    assert found.rounds > 0


def go_on(people: list[Stubborn]) -> None:
    """Wait until everybody has got something done."""
    goals = [len(one.keys) + 5 for one in people]
    for one, goal in zip(people, goals, strict=True):
        one.comes_to(goal)


@pytest.mark.fault(
    "PostgreSQL stopped and started again under load, as ordered and as in a crash",
    "two servers with players and viewers",
    "what was acknowledged is in the journal once; servers and viewers go on by themselves",
)
def test_the_database_is_restarted_under_load(blotter: Blotter, tmp_path: Path) -> None:
    with playing(new_url("postgres", tmp_path)) as people:
        for mode in islice(cycle(MODES), times(2, 24)):
            go_on(people)
            restart(mode=mode)
            blotter.add()
        go_on(people)


@pytest.mark.skipif(not LONG, reason="takes as long as the servers are patient")
@pytest.mark.fault(
    "PostgreSQL away for longer than the servers wait for it",
    "two servers with players and viewers",
    "everybody is told to try again; all goes on by itself when it is back",
)
def test_the_database_is_away_for_long(blotter: Blotter, tmp_path: Path) -> None:
    with playing(new_url("postgres", tmp_path)) as people:

        def until_all_were_told() -> None:
            while not all(one.statuses[503] for one in people):
                time.sleep(0.05)

        go_on(people)
        restart(until_all_were_told)
        blotter.add()
        go_on(people)
