"""A table with real cards on every page: said everywhere, conducted from the console, no card shown unread."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from floors import BETS, Hall, done
from playwright.sync_api import Browser, BrowserContext, Page, expect
from serving import served

from pitboss.cards import notation, parse, symbols
from pitboss.floor.console import Desk
from pitboss.floor.live import LiveTable
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import Request
from pitboss.games.common import CARDS, REAL
from pitboss.table.autodealer import simulated_cards
from pitboss.table.commands import Role
from pitboss.table.legal import due
from pitboss.table.moves import Faces
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

GAMES = ("uth", "hi-lo", "pik-it", "top-five")
BONUS = {"pik-it": {"three_card_bonus": 500}}
"""With it a player picks cards, which are then read."""
RULINGS = pytest.mark.clause("HL-R67", "PK-R78", "T5-R89", "UTH-R91")
READER = simulated_cards(7)
PATIENCE = 20.0
expect.set_options(timeout=5_000)


class House:
    """A floor in a browser: the console, and the pages of players."""

    def __init__(self, browser: Browser, hall: Hall, address: str) -> None:
        self.hall, self.address, self.browser = hall, address, browser
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []
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
            self.moves_on(place.get_by_role("button", name=label, exact=True).click)
            return
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
            seat = live.state.seat_of(person.name)
            done(
                hall.ask(person, live, "PlaceBets", position=seat, wagers=[*(BETS[game] | BONUS.get(game, {})).items()])
            )
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


# --- players ---------------------------------------------------------------------------------------------------------


def player_at(house: House, hall: Hall, live: LiveTable) -> tuple[Page, str]:
    """Somebody who sat down with a tablet and bought chips from the dealer."""
    page = house.new_page()
    page.goto(f"{house.address}/tables/{live.name}")
    page.locator("#dock .btn.primary").click()
    expect(page.locator("#dock")).to_contain_text("Buy some from the dealer")
    (name,) = live.state.seats.values()
    done(hall.floor.request(house.floor, live.name, Request("BuyIn", {"amount": 500_00}, player=name)))
    return page, name


@RULINGS
@pytest.mark.parametrize("game", GAMES)
def test_a_player_bets_and_decides_on_a_tablet_and_sees_no_card_that_nobody_read(
    house: House, hall: Hall, game: str
) -> None:
    live = table(hall, game)
    house.opens(live)
    page, name = player_at(house, hall, live)
    assert page.locator("#coach").is_hidden()
    while house.due():
        house.takes_the_due_step()
    page.get_by_role("button", name="Bet the minimum").click()
    house.until(lambda: bool(live.state.bets and house.due()))
    asked = set()
    while not (live.state.round and live.state.round.over):
        step = house.due()
        assert step
        answers = page.locator("#dock .acts button:not([disabled])")
        if step["role"] == "player" and step["player"] == name and step["command"] != "Pick":
            asked.add(step["command"])
            expect(answers.last).to_be_visible()
            if game != "pik-it":
                expect(page.locator("#dock .place").first).to_be_visible()
            house.moves_on(answers.last.click)
        else:
            house.takes_the_due_step()
        assert page.locator("use[href='#back']:visible").count() <= 1  # the discard rack
        read = {face for face in live.state.round.order if face < 52} if live.state.round else set()
        shown = set(
            page.locator("#dock svg.card use").evaluate_all("(uses) => uses.map((use) => use.getAttribute('href'))")
        )
        assert {parse(one.removeprefix("#c-"))[0] for one in shown} <= read
    assert "Act" in asked
    expect(page.locator("#dock .came-out")).to_be_visible()
    expect(page.locator(".bar .real")).to_have_text("Real cards")
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


@RULINGS
def test_chips_and_faces_are_for_the_dealer_to_enter(hall: Hall) -> None:
    live = table(hall, "uth")
    (person,) = seated(hall, live, 1)
    for command, arguments in (
        ("BuyIn", {"amount": 100_00}),
        ("PlaceBets", {"position": 1, "wagers": [], "faces": [1]}),
    ):
        with pytest.raises(NotAllowedError, match="dealer"):
            hall.ask(person, live, command, **arguments)


@RULINGS
def test_the_dealer_calls_no_more_bets_however_ready_players_are(hall: Hall) -> None:
    live = table(hall, "uth")
    (person,) = seated(hall, live, 1)
    while (step := due(live.rules, live.state)) is not None:
        role = None if step.role is Role.PLAYER else step.role
        player = step.player if step.role is Role.PLAYER else None
        dee = hall.floor.people.named("Dee") or hall.floor.people.accept(hall.floor.people.invite(Role.DEALER, "Dee"))
        request = Request(step.command.__name__, dict(step.given), role=role, player=player)
        done(hall.floor.request(dee, live.name, request))
    hall.bet(person, live)
    done(hall.floor.ready(person, live.name))
    hall.clock.forward(60)
    hall.floor.tick()
    assert live.state.playing is None


# --- the lobby and the back office ------------------------------------------------------------------------------------


@RULINGS
def test_lobby_audit_and_sheet_say_real_cards_and_who_read_them(house: House, hall: Hall) -> None:
    live = table(hall, "uth")
    people = seated(hall, live)
    house.opens(live)
    while not (live.state.round and live.state.round.over):
        if house.due():
            house.takes_the_due_step()
        else:
            for person in people:
                hall.bet(person, live)
    page = house.page
    page.goto(house.address)
    expect(page.locator(".real")).to_have_count(1)
    expect(page.locator(f"[data-table='{live.name}'] .real")).to_have_text("Real cards")
    page.goto(f"{house.address}/audit/{live.name}")
    expect(page.locator(".bar .real")).to_have_text("Real cards")
    expect(page.locator("#seal-words")).to_contain_text("no order was sealed")
    expect(page.locator("#seal-words")).to_contain_text("as reported by Flo")
    expect(page.locator("#commitment")).to_be_empty()
    expect(page.locator("#proof")).to_be_hidden()
    page.goto(f"{house.address}/audit/{live.name}/rounds/1/seats/1")
    expect(page.locator(".doc .real")).to_have_text("Real cards")
    expect(page.locator(".doc.deck")).to_contain_text("read by Flo")
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    page.goto(f"{house.address}/audit/1")
    expect(page.locator(".bar .real")).to_have_count(0)
