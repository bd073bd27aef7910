"""A server that dies in mid-round under an open page: the page waits, comes back, and everything is where it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from seats import Seat
from serving import Server

from pitboss.games import games
from pitboss.journal.stores import open_store
from pitboss.journal.verify import verify

GAMES = {game.short: str(number) for number, game in enumerate(games().values(), 1)}


@pytest.mark.parametrize("game", ["uth", "hi-lo"])
def test_a_page_survives_the_death_of_its_server(browser: Browser, tmp_path: Path, game: str) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    server = Server(url)
    context = browser.new_context(base_url=server.address, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"/tables/{GAMES[game]}")
    seat = Seat(page).sit()
    seat.deal()
    before = seat.told()
    assert before
    server.kill()
    expect(page.locator("#lost")).to_be_visible()
    server = Server(url, server.port)
    expect(page.locator("#lost")).to_be_hidden()
    seat.is_asked()
    assert seat.told() == before
    page.reload()
    seat.is_asked()
    assert seat.told() == before
    seat.play_on()
    context.close()
    server.stop()
    with open_store(url) as store:
        lines = list(store.lines(GAMES[game]))
    assert verify(lines).ok
    assert any("round-ended" in line for line in lines)
