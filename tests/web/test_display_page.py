"""The wall display in a real browser: every game, every kind of submission, every shape of screen, and bad days."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from floors import Hall, done
from layouts import COVER_ALL, PROGRESSIVE, every_table
from playwright.sync_api import Browser, Page, expect
from serving import served

from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.journal.errors import JournalError
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

SCREENS = [(1920, 1080), (1366, 768), (1024, 768), (1080, 1920)]
TABLES = [(game, choices) for game, choices in every_table() if choices["positions"] in (2, 6)]
LONG = "The Very Grand Marlowe & Sons Casino, Hotel and Conference Centre at Boston Harbour"
OVERFLOW = """() => [...document.querySelectorAll("main, main *, footer *")].filter((part) => {
  const { left, top, right, bottom, width } = part.getBoundingClientRect();
  return !part.closest(".sr") && width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).map((part) => part.outerHTML.slice(0, 80))"""
"""Everything that stands beyond an edge of the screen."""
OVERLAP = """() => {
  const printed = ".house > *, .lim > div, .odds h2, .odds th, .odds td, .meter p, .rule, .caps-line, footer";
  const boxOf = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const isSeen = (part) => part.textContent.trim() && !part.closest(".sr");
  const parts = [...document.querySelectorAll(printed)].filter(isSeen);
  const boxes = parts.map((part) => [part.textContent, boxOf(part)]);
  const apart = (a, b, air) => a.left > b.right - 1 || a.top > b.bottom - air;
  const meet = (a, b, air = 0.2 * Math.min(a.height, b.height)) => !apart(a, b, air) && !apart(b, a, air);
  return boxes.flatMap(([text, a], place) =>
    boxes.slice(place + 1).filter(([, b]) => meet(a, b)).map(([other]) => `${text} / ${other}`));
}"""
"""Every text that is printed over another one; the boxes of lines have a little air."""


class Wall:
    """A browser with the display of a table."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.context = browser.new_context()
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.state = self.page.locator("#state")

    def opens(self, live: LiveTable) -> None:
        self.page.goto(f"{self.address}/display/{live.name}")
        expect(self.state).not_to_be_empty()

    def is_sound(self) -> None:
        """At every shape of screen nothing is cut off and nothing lies on something else."""
        for width, height in SCREENS:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
            assert self.page.evaluate(OVERFLOW) == [], (width, height)
            assert self.page.evaluate(OVERLAP) == [], (width, height)

    def is_for_everybody(self) -> None:
        found = Axe().run(self.page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@pytest.fixture
def wall(browser: Browser, hall: Hall) -> Iterator[Wall]:
    with served(create_app(hall.floor)) as address:
        wall = Wall(browser, address)
        yield wall
        wall.close()


def table(hall: Hall, game: str, **choices: Any) -> LiveTable:
    return hall.floor.add_table(practice_submission(game, choices))


def staff(hall: Hall) -> Person:
    return hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "Flo"))


@pytest.mark.clause("UTH-11(a).1", "HL-1.13Z(c)-s2", "T5-R3")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it", "top-five", "uth"])
def test_every_submission_fits_every_screen(wall: Wall, hall: Hall, game: str) -> None:
    for other, choices in TABLES:
        if other == game:
            alone = {"positions_per_player": 1} if game == "hi-lo" else {}
            wall.opens(table(hall, game, **{**choices, **alone, "operator": LONG}))
            wall.is_sound()


@pytest.mark.clause("UTH-15(c)")
def test_large_amounts_and_long_calls_fit(wall: Wall, hall: Hall) -> None:
    live = table(hall, "uth", progressive={**PROGRESSIVE, "seed": 1_234_567_89})
    person = hall.player()
    done(hall.floor.sit(person, live.name))
    wall.opens(live)
    expect(wall.page.locator("#meter")).to_have_text("$1,234,567.89")
    wall.is_sound()
    hall.bet(person, live)
    done(hall.floor.ready(person, live.name))
    done(hall.ask(staff(hall), live, "CardExposed", where="dealer", place=1))
    expect(wall.page.locator("#who")).to_have_text("All seats")
    expect(wall.page.locator("#words")).to_have_text("“All hands void, wagers back.”")
    wall.is_sound()


@pytest.mark.clause("UTH-13(e).3", "UTH-R54")
def test_a_round_of_cover_all_is_seen_on_the_wall(wall: Wall, hall: Hall) -> None:
    live = table(hall, "uth", progressive=PROGRESSIVE, **COVER_ALL)
    people = [hall.player() for _ in range(2)]
    for person in people:
        done(hall.floor.sit(person, live.name))
    wall.opens(live)
    expect(wall.state).to_have_text("Bets\nare open")
    expect(wall.page.locator("#meter")).to_have_text("$10,000.00")
    expect(wall.page.locator(".tb.now")).to_have_count(0)
    for person in people:
        seat = live.state.seat_of(person.name)
        wagers = [("ante", 1000), ("blind", 1000), ("trips", 500), ("cover_all", 500), ("progressive", 500)]
        done(hall.ask(person, live, "PlaceBets", position=seat, wagers=wagers))
    for person in people:
        done(hall.floor.ready(person, live.name))
    expect(wall.state).to_have_text("No more\nbets")
    expect(wall.page.locator("#meter")).to_have_text("$10,002.00")
    expect(wall.page.locator(".tb.now")).to_contain_text("Cover All pays, 3 hands with the dealer’s")
    wall.is_sound()
    wall.is_for_everybody()
    while live.state.playing:
        hall.answer(next(person for person in people if hall.asked(person, live)), live)
    expect(wall.state).to_have_text("Bets\nare open")
    expect(wall.page.locator("#who")).to_contain_text("Seat")
    expect(wall.page.locator("#words")).to_contain_text("“")
    expect(wall.page.locator(".tb.now")).to_have_count(0)
    wall.is_sound()


@pytest.mark.parametrize("game", ["hi-lo", "pik-it", "top-five", "uth"])
def test_the_display_is_for_everybody(wall: Wall, hall: Hall, game: str) -> None:
    wall.opens(hall.table(game))
    wall.is_for_everybody()


def test_nobody_needs_a_session_and_nobody_gets_one(wall: Wall, hall: Hall) -> None:
    before = hall.floor.people.all()
    wall.opens(hall.table("uth"))
    assert wall.context.cookies() == []
    assert hall.floor.people.all() == before
    unknown = wall.page.goto(f"{wall.address}/display/99")
    assert unknown
    assert unknown.status == 404


def test_the_console_leads_to_the_display(wall: Wall, hall: Hall) -> None:
    wall.page.goto(f"{wall.address}/staff/{hall.floor.people.invite(Role.DEALER, 'Dee')}")
    wall.page.get_by_role("button", name="Begin").click()
    wall.page.goto(f"{wall.address}/floor/1")
    with wall.context.expect_page() as opened:
        wall.page.get_by_role("link", name="Wall display").click()
    expect(opened.value.locator("#state")).to_have_text("Bets\nare open")


def test_a_closed_table_says_so(wall: Wall, hall: Hall) -> None:
    live = hall.table("top-five")
    wall.opens(live)
    done(hall.ask(staff(hall), live, "CloseTable"))
    expect(wall.state).to_have_text("Closed")
    expect(wall.page.locator("#round")).to_be_empty()
    wall.is_sound()
    wall.is_for_everybody()


def test_a_table_out_of_service_says_so(wall: Wall, hall: Hall) -> None:
    live = hall.table("top-five")
    hall.floor._damaged[live.name] = JournalError("damaged", "the journal is damaged")
    del hall.floor._tables[live.name]
    wall.opens(live)
    expect(wall.state).to_have_text("Out of\nservice")
    wall.is_sound()
    wall.is_for_everybody()


def test_a_display_without_its_table_states_no_meter_and_no_round(browser: Browser, hall: Hall) -> None:
    live = table(hall, "uth", progressive=PROGRESSIVE)
    with served(create_app(hall.floor)) as address:
        wall = Wall(browser, address)
        wall.opens(live)
        expect(wall.page.locator("#meter")).to_have_text("$10,000.00")
    expect(wall.state).to_have_text("No\nconnection")
    expect(wall.page.locator("#meter")).to_have_text("–")
    expect(wall.page.locator("#round")).to_be_empty()
    wall.is_sound()
    with served(create_app(hall.floor), port=int(address.rpartition(":")[2])):
        expect(wall.state).to_have_text("Bets\nare open")
        expect(wall.page.locator("#meter")).to_have_text("$10,000.00")
    wall.close()
