"""A table with real cards on every page: said everywhere, conducted from the console, nothing shown that nobody read."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from floors import Hall, done
from playwright.sync_api import Browser, Page, expect
from serving import served

from pitboss.cards import notation, symbols
from pitboss.floor.desk import Desk
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.games.common import CARDS, REAL
from pitboss.table.autodealer import simulated_cards
from pitboss.table.commands import Role
from pitboss.table.legal import due
from pitboss.table.moves import Faces
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

GAMES = ("uth", "hi-lo", "pik-it", "top-five")
RULINGS = pytest.mark.clause("HL-R67", "PK-R78", "T5-R89", "UTH-R91")
READER = simulated_cards(7)
PATIENCE = 20.0
expect.set_options(timeout=5_000)


class House:
    """A floor in a browser: the console, and the pages of players."""

    def __init__(self, browser: Browser, hall: Hall, address: str) -> None:
        self.hall, self.address, self.browser = hall, address, browser
        self.complaints: list[str] = []
        self.contexts = []
        self.page = self.new_page()
        self.page.goto(f"{address}/staff/{hall.floor.people.invite(Role.FLOOR, 'Flo')}")
        self.page.get_by_role("button", name="Begin").click()
        self.page.wait_for_url("**/floor")
        self.floor = next(one for one in hall.floor.people.all() if one.name == "Flo")

    def new_page(self) -> Page:
        context = self.browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.complaints

    # --- the console ---

    def opens(self, live: LiveTable) -> None:
        self.live = live
        self.page.goto(f"{self.address}/floor/{live.name}")

    def due(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = msgspec.to_builtins(Desk(self.hall.floor).table(self.live, self.floor)["due"])
        return found

    def until(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end
            self.page.wait_for_timeout(20)

    def moves_on(self, act: Callable[[], None]) -> None:
        before = self.live.state.version
        act()
        self.until(lambda: self.live.state.version > before)

    def faces(self) -> tuple[int, ...]:
        """What the cards are that are to be read now."""
        move = due(self.live.rules, self.live.state)
        assert move
        bounds = move.open["faces"]
        assert isinstance(bounds, Faces)
        return READER(self.live.state, bounds.cards)

    def takes_the_due_step(self) -> None:
        step, place = self.due(), self.page.locator("#due")
        assert step
        expect(place).to_contain_text(step["says"])
        if step["answers"]:
            label = next(one["label"] for one in step["answers"] if one["label"] != "Fold")
            return self.moves_on(place.get_by_role("button", name=label, exact=True).click)
        for field in step["fields"]:
            if field["kind"] == "faces":
                place.get_by_label("Faces").fill(symbols(self.faces()))
            elif field["name"] == "cards" and not field.get("optional"):
                assert self.live.state.round
                place.get_by_label("Cards").fill(str(len(self.live.state.round.undealt)))
        self.moves_on(place.get_by_role("button", name="Take this step").click)


@pytest.fixture
def house(browser: Browser, hall: Hall) -> Iterator[House]:
    with served(create_app(hall.floor)) as address:
        house = House(browser, hall, address)
        yield house
        house.close()


def table(hall: Hall, game: str) -> LiveTable:
    return hall.floor.add_table(practice_submission(game, {CARDS: REAL}))


def seated(hall: Hall, live: LiveTable, number: int = 2) -> list[Person]:
    people = [hall.player() for _ in range(number)]
    for person in people:
        done(hall.floor.sit(person, live.name))
    return people


# --- the console -----------------------------------------------------------------------------------------------------


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_real_cards_is_conducted_from_the_console(house: House, hall: Hall, game: str) -> None:
    live = table(hall, game)
    people = seated(hall, live)
    house.opens(live)
    expect(house.page.locator("#t-tags .real")).to_have_text("Real cards")
    expect(house.page.locator("#tables .sel .real")).to_have_text("real cards")
    while not (live.state.round and live.state.round.over):
        if house.due():
            house.takes_the_due_step()
            continue
        for person in people:
            hall.bet(person, live)
    found = Axe().run(house.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def to_the_faces(house: House, hall: Hall, live: LiveTable) -> None:
    """As far as the first cards to be read."""
    people = seated(hall, live)
    house.opens(live)
    while not (step := house.due()) or not any(field["kind"] == "faces" for field in step["fields"]):
        if step:
            house.takes_the_due_step()
        else:
            for person in people:
                hall.bet(person, live)


@RULINGS
def test_faces_are_refused_in_a_sentence_and_corrected(house: House, hall: Hall) -> None:
    live = table(hall, "uth")
    to_the_faces(house, hall, live)
    place, complaint = house.page.locator("#due"), house.page.locator("#complaint")
    faces, said = house.faces(), place.locator(".note.bad")
    for typed, sentence in (
        ("Qx 9c 4s", "“Qx” is no card: give rank and suit, as in Q♦ or Qd."),
        ("Qd 9c", "3 cards are to be read, you gave 2."),
        ("", "3 cards are to be read, you gave 0."),
    ):
        place.get_by_label("Faces").fill(typed)
        place.get_by_role("button", name="Take this step").click()
        expect(said).to_have_text(sentence)
    place.get_by_label("Faces").fill("Qd 9c 9c")
    place.get_by_role("button", name="Take this step").click()
    expect(complaint).to_contain_text("9♣ was read already")
    place.get_by_label("Faces").fill(notation(faces).replace("T", "10"))
    house.moves_on(place.get_by_role("button", name="Take this step").click)
    other = next(face for face in range(52) if face not in faces)
    house.page.get_by_role("button", name="Open: Correct cards that were misread").first.click()
    sheet = house.page.locator("#sheet")
    sheet.get_by_label("Misread cards").fill(notation((faces[0], other)))
    sheet.get_by_label("Reason").fill("read upside down")
    house.moves_on(sheet.get_by_role("button", name="Carry out").click)
    assert live.state.round
    assert live.state.round.faces(live.state.round.board) == (other, *faces[1:])


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_real_cards_is_set_up_from_the_console(house: House, hall: Hall, game: str) -> None:
    house.page.goto(f"{house.address}/floor/1")
    house.page.get_by_role("button", name="Set up a table").click()
    sheet = house.page.locator("#sheet")
    sheet.get_by_label("Game").first.select_option(label=practice_submission(game).game.title)
    sheet.get_by_label("Cards", exact=True).select_option(label=REAL)
    sheet.get_by_role("button", name="Set up and open").click()
    house.page.wait_for_url(re.compile(r"/floor/5$"))
    assert hall.floor.table("5").rules.real_cards
    expect(house.page.locator("#t-tags .real")).to_have_text("Real cards")
