"""PostgreSQL stops and starts again while people play: the floor goes on by itself, and every answer was true."""

from __future__ import annotations

from pathlib import Path

import pytest
from blotter import Blotter, times
from inspection import inspect
from servers import new_url, restart
from serving import Server
from visitors import Gambler, Stubborn, Wire, furnished

MODES = ("fast", "immediate")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.fault(
    "PostgreSQL stopped and started under load, as ordered and as in a crash",
    "two servers with players and viewers",
    "what was acknowledged is in the journal once; servers and viewers go on by themselves",
)
def test_the_database_is_restarted_under_load(mode: str, blotter: Blotter, tmp_path: Path) -> None:
    house = furnished(new_url("postgres", tmp_path), 8)
    here, there = Server(house.url), Server(house.url)
    kinds = (Stubborn, Gambler, Gambler, Stubborn)
    people = [
        kind((here, there)[number % 2], house.visitors[2 * number + more], str(number + 1))
        for number, kind in enumerate(kinds)
        for more in range(2 if kind is Stubborn else 1)
    ]
    try:
        with Wire(here, None, "1") as seen_here, Wire(there, None, "1") as seen_there:
            for one in people:
                one.start()
            for _ in range(times(1, 15)):
                for one in people:
                    one.comes_to(len(one.keys) + 5)
                restart(mode=mode)
                blotter.add()
            for one in people:
                one.comes_to(len(one.keys) + 5)
                one.stop()
            for wire in (seen_here, seen_there):
                wire.see(max(one.last for one in people if one.path.endswith("/1")))
        assert [here.stop(), there.stop()] == [0, 0]
    finally:
        for server in (here, there):
            server.kill()
    found = inspect(house.url)
    assert found.keys.keys() == {key for one in people for key in one.keys}
    assert found.rounds > 0
    assert sum(one.statuses[503] + one.troubles for one in people) > 0
