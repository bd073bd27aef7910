"""A server that dies in mid-round under an open page: the page waits, comes back, and everything is where it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from seats import Seat
from serving import Server

from pitboss.games import games
from pitboss.journal.stores import open_store
from pitboss.journal.verify import verify

GAMES = {game.short: str(number) for number, game in enumerate(games().values(), 1)}


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    servers: list[Server] = []
    yield servers
    for server in servers:
        if server.process.poll() is None:
            server.kill()


@pytest.mark.parametrize("game", ["uth", "hi-lo"])
def test_a_page_survives_the_death_of_its_server(
    browser: Browser, servers: list[Server], tmp_path: Path, game: str
) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    servers.append(Server(url))
    context = browser.new_context(base_url=servers[0].address, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"/tables/{GAMES[game]}")
    seat = Seat(page).sit()
    seat.deal()
    before = seat.facts()
    assert before
    servers[0].kill()
    expect(page.locator("#lost")).to_be_visible()
    servers.append(Server(url, servers[0].port))
    expect(page.locator("#lost")).to_be_hidden()
    seat.is_asked()
    seat.comes_to(before)
    page.reload()
    seat.is_asked()
    seat.comes_to(before)
    seat.play_on()
    context.close()
    servers[1].stop()
    with open_store(url) as store:
        lines = list(store.lines(GAMES[game]))
    assert verify(lines).ok
    assert any("round-ended" in line for line in lines)
