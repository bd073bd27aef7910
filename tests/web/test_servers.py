"""Servers as processes: started, stopped, and two of them on one database."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from floors import BETS
from servers import new_url
from serving import Player, Started, start, table_of

from pitboss.floor.floor import Floor
from pitboss.journal.stores import open_store
from pitboss.journal.verify import verify
from pitboss.web.serving import listen


def test_a_server_says_where_to_go_and_stops_cleanly(started: Started, tmp_path: Path) -> None:
    server = start(started, new_url("sqlite", tmp_path))
    assert httpx2.get(f"{server.address}/").status_code == 200
    assert httpx2.get(server.staff_link).status_code == 200
    assert server.stop() == 0


def test_an_answer_is_sent_without_waiting_for_more() -> None:
    """Else the second part of each waits for the reader's acknowledgement of the first, 40 ms on most systems."""

    async def delays() -> bool:
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(take, sock=listen("127.0.0.1", 0)) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            is_prompt = await taken
            writer.close()
            return not is_prompt

    assert not asyncio.run(delays())


def test_two_servers_on_one_database_conduct_one_table(started: Started, tmp_path: Path) -> None:
    url = new_url("postgres", tmp_path)
    here, there = start(started, url), start(started, url)
    table = table_of(here, "uth")
    ann, bob = Player(here, table), Player(there, table)
    ann.wish(sit={})
    bob.see(ann.scene["version"])
    bob.wish(sit={})
    for _ in range(3):
        ann.see(bob.scene["version"])
        ann.bet()
        bob.see(ann.scene["version"])
        bob.bet()
        while True:
            version = max(ann.scene["version"], bob.scene["version"])
            ann.see(version)
            bob.see(version)
            turn = ann if ann.asked else bob if bob.asked else None
            if turn is None:
                break
            turn.decide()
        assert ann.scene["view"]["round"]["order"] == bob.scene["view"]["round"]["order"]
    here.kill()
    ann.join(there)
    ann.bet()
    bob.see(ann.scene["version"])
    bob.bet()
    assert ann.see(bob.scene["version"])["view"]["round"]["number"] == 4
    ann.close()
    bob.close()
    assert there.stop() == 0
    with open_store(url) as store:
        floor = Floor(store)
        assert verify(list(store.lines(table))).ok
        assert sum(store.balances().values()) == 0
        floor.close()


def test_two_servers_may_start_at_once_on_an_empty_database(started: Started, tmp_path: Path) -> None:
    url = new_url("postgres", tmp_path)
    command = [sys.executable, "-m", "pitboss", "serve", "--db", url, "--port", "0"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        said = [process.stdout.readline() if process.stdout else "" for process in both]
    finally:
        for process in both:
            process.kill()
            process.communicate()
    assert all("http://" in line for line in said)
    with open_store(url) as store:
        floor = Floor(store)
        assert len(floor.tables) == len(BETS)
        floor.close()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--db", "mysql://x"], "sqlite"),
        (["--db", "sqlite:////nowhere/at/all.db"], "nowhere"),
        (["--port", "PORT"], "--port"),
        (["--host", "256.1.1.1", "--db", "memory:"], "choose another --host"),
        (["--host", "::2", "--db", "memory:"], "[::2]:8000"),
    ],
)
def test_a_floor_that_cannot_open_says_why_in_a_sentence(arguments: list[str], word: str, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        given = [str(taken.getsockname()[1]) if one == "PORT" else one for one in arguments]
        command = [sys.executable, "-m", "pitboss", "serve", *given]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
    assert done.returncode == 1
    assert word in done.stderr
    assert "Traceback" not in done.stderr
