"""Servers that are killed: what they were told is kept, and whoever comes next goes on where they were."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest
from blotter import Blotter, times
from floors import BETS
from inspection import inspect
from servers import new_url
from serving import Player, Started, start, table_of


@pytest.mark.parametrize(("kind", "game"), [*(("sqlite", game) for game in sorted(BETS)), ("postgres", "uth")])
@pytest.mark.fault(
    "a server killed in mid-round, at every decision",
    "players of each game on a live connection",
    "the next server shows the same table, and the round is played to its end",
)
def test_a_server_killed_in_mid_round_goes_on_where_it_was(
    started: Started, tmp_path: Path, kind: str, game: str, blotter: Blotter
) -> None:
    url = new_url(kind, tmp_path)
    server = start(started, url)
    ann = Player(server, table_of(server, game))
    ann.wish(sit={})
    ann.bet()
    assert ann.asked
    while ann.asked:
        before = ann.scene
        if blotter.count < times(1, 100):
            server.kill()
            server = start(started, url)
            blotter.add()
        ann.join(server)
        for part in ("version", "view", "moves", "due", "you"):
            assert ann.scene[part] == before[part], part
        ann.decide(key=f"at {before['version']}")
        assert ann.scene["version"] > before["version"]
    assert ann.scene["view"]["round"]["over"]
    ann.close()
    assert server.stop() == 0
    assert inspect(url).rounds == 1


@pytest.mark.fault(
    "a server killed between a command and its answer",
    "a player on a live connection",
    "sent again with its key, the command is done once",
)
def test_a_command_whose_answer_was_lost_is_done_once(started: Started, tmp_path: Path, blotter: Blotter) -> None:
    url = new_url("sqlite", tmp_path)
    server = start(started, url)
    ann = Player(server, table_of(server, "uth"))
    ann.wish(sit={})
    chips = ann.scene["view"]["chips"][ann.scene["you"]["name"]]
    for number in range(times(2, 40)):
        buy = {"command": "BuyIn", "arguments": {"amount": 100}, "key": f"buy {number}"}
        ann.wire.send(msgspec.json.encode({"id": 0, "do": buy}).decode())
        time.sleep(number % 8 / 1000)  # to meet it at different moments
        server.kill()
        server = start(started, url)
        ann.join(server)
        ann.wish(do=buy)
        ann.wish(do=buy)
        assert ann.scene["view"]["chips"][ann.scene["you"]["name"]] == chips + 100 * (number + 1)
        blotter.add()
    ann.close()
    assert server.stop() == 0
    inspect(url)
