"""What a table's device shows, on the page of everybody who looks at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from floors import BETS, Hall, done
from playwright.sync_api import Browser, expect
from serving import served

from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

COVER_ALL = {
    "cover_all": True,
    "cover_all_mode": True,
    "dealing_method": "automated-shoe",
    "shuffle_method": "automated",
}


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    with served(create_app(hall.floor)) as address:
        yield address


@pytest.mark.clause("UTH-13(e).3")
def test_what_cover_all_pays_is_on_the_page_until_it_is_settled(browser: Browser, hall: Hall, address: str) -> None:
    live = hall.floor.add_table(practice_submission("uth", COVER_ALL))
    people = [hall.player() for _ in range(2)]
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{address}/tables/{live.name}")
    for seat, person in enumerate(people, 1):
        done(hall.floor.sit(person, live.name))
        wagers = [*BETS["uth"].items(), ("cover_all", 500)]
        done(hall.ask(person, live, "PlaceBets", position=seat, wagers=wagers))
    screen = page.locator("#screen")
    expect(screen).to_be_hidden()
    for person in people:
        done(hall.floor.ready(person, live.name))
    expect(screen).to_contain_text("Cover All, 3 hands, pays")
    expect(screen).to_contain_text("Royal flush150 to 1Straight flush80 to 1Four of a kind50 to 1Full house8 to 1")
    while live.state.playing:
        hall.answer(next(person for person in people if hall.asked(person, live)), live)
    expect(screen).to_be_hidden()
    page.close()
