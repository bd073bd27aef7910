"""Two servers on one database, one of them paused in mid-command: the other goes on, and nothing is done twice."""

from __future__ import annotations

import json
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
from blotter import Blotter, times
from inspection import inspect
from servers import SHARED, new_url, run
from serving import Server
from sleeper import CHIPS, insist
from visitors import Stubborn, Wire, furnished

from pitboss.floor.floor import BUY_IN, Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.requests import Request
from pitboss.journal.stores import StoreError, open_store, postgres, sqlite

EVERY = times(4, 1)
"""Of how many statements one is slept at."""


class Sleeper:
    """The process that is paused."""

    def __init__(self, url: str, player: str, table: str) -> None:
        self.process = run(str(Path(__file__).parent / "sleeper.py"), url, player, table)

    def sleep_at(self, statement: int, key: str) -> None:
        """Have a command given; returns when the process sleeps in the middle of it."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps([statement, key])}\n")
        self.process.stdin.flush()
        _, status = os.waitpid(self.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), self.process.stderr and self.process.stderr.read()

    def wake(self) -> tuple[bool, int]:
        """Whether it slept in the middle, and the version it was answered in the end."""
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGCONT)
        slept, version = json.loads(self.process.stdout.readline())
        return slept, version

    def close(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        _, err = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, err


@pytest.mark.parametrize("kind", SHARED)
@pytest.mark.fault(
    "a server paused at every statement of a command, for longer than any timeout",
    "two servers on one database",
    "the other goes on, or says that it cannot; each command is done once",
)
def test_a_server_paused_in_mid_command(
    kind: str, blotter: Blotter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    monkeypatch.setattr(postgres, "ASLEEP", 0.2)
    url = new_url(kind, tmp_path)
    with open_store(url) as store, closing(Floor(store)) as floor:
        ann, bob = floor.people.welcome(), floor.people.welcome()
        for person in (ann, bob):
            floor.sit(person, "1")
        live, sleeper = floor.table("1"), Sleeper(url, ann.name, "1")
        statement = number = 0
        try:
            slept = True
            while slept:
                statement += EVERY
                number += 1
                sleeper.sleep_at(statement, f"ann {number}")
                went_on = goes_on(floor, bob, f"bob {number}")
                assert went_on or kind == "sqlite"
                slept, version = sleeper.wake()
                insist(floor, bob, "1", f"bob {number}")
                live.catch_up()
                assert live.state.version >= version
                for person in (ann, bob):
                    assert chips(live, person) == BUY_IN + number * CHIPS
                blotter.add()
        finally:
            sleeper.close()
    found = inspect(url)
    assert sum(found.keys.values()) == 2 * number
    assert number > 5 // EVERY


def chips(live: LiveTable, person: Person) -> int:
    return live.state.books[f"player:{person.name}"]


def goes_on(floor: Floor, person: Person, key: str) -> bool:
    """Whether somebody at another server can go on while the first one sleeps."""
    try:
        return floor.request(person, "1", Request("BuyIn", {"amount": CHIPS}, key=key)).refusal is None
    except StoreError as error:
        assert "try again later" in error.message
        return False


@pytest.mark.fault(
    "a server paused under load, and woken up again",
    "two servers on one PostgreSQL",
    "players at the other go on; nobody's command is lost or done twice; viewers of both catch up",
)
def test_a_server_paused_under_load(blotter: Blotter, tmp_path: Path) -> None:
    house = furnished(new_url("postgres", tmp_path), 6)
    here, there = Server(house.url), Server(house.url)
    buyers = [Stubborn(here if number % 2 else there, one, "1") for number, one in enumerate(house.visitors)]
    mine, others = buyers[1::2], buyers[::2]
    try:
        with Wire(here, None, "1") as seen_here, Wire(there, None, "1") as seen_there:
            for buyer in buyers:
                buyer.start()
            for _ in range(times(2, 25)):
                goal = {buyer: len(buyer.keys) + 5 for buyer in buyers}
                for buyer in mine:
                    buyer.comes_to(goal[buyer])
                here.process.send_signal(signal.SIGSTOP)
                try:
                    for buyer in others:
                        buyer.comes_to(len(buyer.keys) + 5)
                    seen_there.see(max(buyer.last for buyer in others))
                finally:
                    here.process.send_signal(signal.SIGCONT)
                seen_here.see(max(buyer.last for buyer in others))
                blotter.add()
            for buyer in buyers:
                buyer.stop()
            for wire in (seen_here, seen_there):
                wire.see(max(buyer.last for buyer in buyers))
        assert [here.stop(), there.stop()] == [0, 0]
    finally:
        for server in (here, there):
            server.kill()
    found = inspect(house.url)
    assert found.keys.keys() == {key for buyer in buyers for key in buyer.keys}
