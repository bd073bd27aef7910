"""The page of a table in a real browser: every game by hand and by keyboard, and what each person gets to see."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocket, WebSocketRoute, expect
from seats import Seat
from serving import Server

from pitboss.games import games

Visit = Callable[..., Page]
Sit = Callable[..., Seat]
GAMES = {game.short: str(number) for number, game in enumerate(games().values(), 1)}
"""The table of each game on a new floor."""
EXTRA = {"hi-lo": "Poker bonus", "pik-it": "3 card bonus", "top-five": "Poker Bonus", "uth": "Trips"}
"""A wager besides those that must be made."""
FACES = "#felt .lying use[href^='#c-']"
PHONES = [{"width": 390, "height": 844}, {"width": 320, "height": 640}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('floor') / 'floor.db'}")
    yield server
    server.stop()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a page as somebody new; whatever its console complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visit(path: str = "/", **options: Any) -> Page:
        context = browser.new_context(base_url=server.address, **{"reduced_motion": "reduce", **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def seat_at(visit: Visit) -> Iterator[Sit]:
    """Sit down at a game, with a page of one's own or this one; everybody gets up again when a test is over."""
    seats: list[Seat] = []

    def seat_at(game: str, page: Page | None = None, **options: Any) -> Seat:
        page = page or visit(**options)
        page.goto(f"/tables/{GAMES[game]}")
        seat = Seat(page)
        seats.append(seat)
        return seat.sit()

    yield seat_at
    while seats:
        for seat in [seat for seat in seats if seat.may_leave()]:
            seat.leave()
            seats.remove(seat)


# --- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_clicking(seat_at: Sit, game: str) -> None:
    seat = seat_at(game)
    seat.then(seat.button("Bet the minimum").click)
    area = seat.page.get_by_role("spinbutton", name=re.compile(f"^{EXTRA[game]}, seat", re.IGNORECASE))
    area.first.click()
    expect(area.first).to_have_attribute("aria-valuetext", "$5")
    seat.button("Deal").click()
    if game == "pik-it":
        expect(seat.button("Turn up")).to_be_disabled()
    seat.is_asked()
    seat.play_on()
    rows = seat.dock.locator(".results tbody tr")
    expect(rows.filter(has_text=re.compile(EXTRA[game], re.IGNORECASE))).to_have_count(1)
    rows.first.get_by_role("button", name=re.compile("^Why")).click()
    expect(seat.page.locator(".why:popover-open .clause").first).to_be_visible()
    seat.press("Escape")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_with_the_keyboard_alone(visit: Visit, game: str) -> None:
    seat = Seat(visit(f"/tables/{GAMES[game]}"))
    expect(seat.button("Sit down")).to_be_visible()
    seat.then(lambda: seat.press("s"))
    seat.then(lambda: seat.press("Enter"))
    label = f"{EXTRA[game]}, seat 1".lower()
    for _ in range(40):
        if (seat.page.evaluate("document.activeElement.getAttribute('aria-label')") or "").lower() == label:
            break
        seat.press("Tab")
    seat.press("+", "+", "-")
    expect(seat.page.locator(":focus")).to_have_attribute("aria-valuetext", "$5")
    seat.press("Enter")
    seat.is_asked()
    while not seat.settles():
        if seat.button("Turn up").count():
            seat.press("1", "3", "5")
            expect(seat.button("Turn up")).to_be_enabled()
        if seat.button("House way").count():
            seat.press("h")
            expect(seat.dock.locator(".low .tray-words")).to_have_text(re.compile(r"\d+"))
        seat.then(lambda: seat.primary.press("Enter"))
    expect(seat.page.locator(":focus")).to_have_count(1)
    seat.leave()


def test_wagers_that_must_be_equal_follow_one_another(seat_at: Sit) -> None:
    seat = seat_at("uth")
    ante, blind, trips = (
        seat.page.get_by_role("spinbutton", name=f"{name}, seat 1") for name in ("Ante", "Blind", "Trips")
    )
    trips.click()
    for area in (ante, blind):
        expect(area).to_have_attribute("aria-valuetext", "$10")
    ante.click()
    expect(blind).to_have_attribute("aria-valuetext", "$15")
    blind.click(button="right")
    expect(ante).to_have_attribute("aria-valuetext", "$10")
    ante.focus()
    seat.press("2", "5", "Enter")
    expect(blind).to_have_attribute("aria-valuetext", "$25")
    ante.press("Delete")
    expect(trips).to_have_attribute("aria-valuetext", "nothing")


def test_the_same_again_and_double_repeat_the_last_wagers(seat_at: Sit) -> None:
    seat = seat_at("top-five")
    seat.deal()
    seat.play_on()
    seat.then(seat.button("Double").click)
    expect(seat.button("Deal")).to_contain_text("$20")
    seat.then(seat.button("Clear").click)
    seat.then(seat.button("Same again").click)
    expect(seat.button("Deal")).to_contain_text("$10")


def test_cards_are_set_by_moving_them_between_high_and_low(seat_at: Sit) -> None:
    seat = seat_at("hi-lo")
    seat.deal()
    high, low = seat.dock.locator(".high .card-button"), seat.dock.locator(".low .card-button")
    first = high.first.get_attribute("aria-label") or ""
    high.first.click()
    expect(low).to_have_count(1)
    expect(low.first).to_have_attribute("aria-label", re.compile(f"^{first.split(',')[0]}, low"))
    low.first.click()
    expect(high).to_have_count(5)


def test_the_house_way_is_laid_as_soon_as_it_is_known(seat_at: Sit) -> None:
    seat = seat_at("hi-lo")
    readings: list[Route] = []

    def hold(route: Route) -> None:
        readings.append(route) if "low=" not in route.request.url else route.continue_()

    seat.page.route("**/reading?*", hold)
    seat.deal()
    while not readings:
        seat.page.wait_for_timeout(20)
    seat.press("h")
    expect(seat.dock.locator(".low .card-button")).to_have_count(0)
    for reading in readings:
        reading.continue_()
    expect(seat.dock.locator(".low .card-button")).to_have_count(2)
    expect(seat.dock.locator(".low .tray-words")).to_have_text(re.compile(r"\d+"))


def test_chips_are_bought_and_tipped(seat_at: Sit) -> None:
    seat = seat_at("uth")
    seat.page.get_by_role("button", name="Buy chips").click()
    dialog = seat.page.get_by_role("dialog", name="Buy chips")
    dialog.get_by_role("spinbutton").fill("100")
    dialog.get_by_role("button", name="Buy", exact=True).click()
    expect(seat.page.locator("#chips")).to_have_text("$600.00")
    seat.page.get_by_role("button", name="Tip", exact=True).click()
    seat.page.get_by_role("dialog").get_by_role("button", name="Tip", exact=True).click()
    expect(seat.page.locator("#chips")).to_have_text("$595.00")


# --- what is refused, lost and found again ---------------------------------------------------------------------------


@pytest.mark.clause("UTH-6(e).2")
def test_a_refusal_says_why_and_names_its_clause(seat_at: Sit) -> None:
    seat = seat_at("uth")
    seat.deal()
    seat.page.get_by_role("button", name="Leave", exact=True).click()
    alert = seat.page.get_by_role("alert")
    expect(alert).to_contain_text("stays until the round is over")
    alert.get_by_role("button", name=re.compile("^Why")).click()
    expect(seat.page.locator(".why:popover-open .clause")).to_have_text("UTH-6(e).2")
    seat.press("Escape")
    seat.play_on()


def test_a_bankroll_that_is_too_small_is_told_in_the_dialog(seat_at: Sit) -> None:
    seat = seat_at("uth")
    seat.page.get_by_role("button", name="Buy chips").click()
    dialog = seat.page.get_by_role("dialog", name="Buy chips")
    dialog.get_by_role("spinbutton").fill("99999")
    dialog.get_by_role("button", name="Buy", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("buy in for less")
    dialog.get_by_role("button", name="Cancel").click()


@pytest.mark.parametrize("game", GAMES)
def test_a_page_opened_again_in_mid_round_shows_everything_as_it_was(seat_at: Sit, game: str) -> None:
    seat = seat_at(game)
    seat.deal()
    expect(seat.page.locator("#told li").first).to_contain_text("Your cards")
    before = seat.facts()
    seat.page.reload()
    seat.is_asked()
    seat.comes_to(before)
    seat.play_on()


def test_a_lost_connection_is_told_and_comes_back_by_itself(visit: Visit, seat_at: Sit) -> None:
    page = visit("/")
    held: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        held.append(route)
        route.connect_to_server()

    page.route_web_socket(re.compile("/live$"), through)
    seat = seat_at("uth", page)
    seat.then(seat.button("Bet the minimum").click)
    held[0].close()
    expect(page.locator("body")).not_to_have_class(re.compile("is-lost"))
    assert len(held) > 1
    expect(page.locator("#lost")).to_be_hidden()
    seat.button("Deal").click()
    expect(seat.button("Check")).to_be_visible()


# --- several people --------------------------------------------------------------------------------------------------


def test_two_people_at_a_table_see_only_what_they_may(visit: Visit, seat_at: Sit) -> None:
    heard: list[list[dict[str, Any]]] = [[], []]
    seats: list[Seat] = []
    for frames in heard:
        page = visit()
        page.on("websocket", _listening(frames))
        seats.append(seat_at("uth", page))
    one, two = seats
    for seat in seats:
        seat.then(seat.button("Bet the minimum").click)
    one.button("Deal").click()
    expect(one.dock).to_contain_text("You are ready")
    expect(two.dock).to_contain_text("is ready")
    two.button("Deal").click()
    expect(one.button("Check")).to_be_visible()
    expect(two.dock).to_contain_text("to act")
    for seat, frames, other in ((one, heard[0], "2"), (two, heard[1], "1")):
        rounds = [frame["view"]["round"] for frame in frames if frame.get("view", {}).get("round")]
        assert {round_["hands"][other]["cards"] for round_ in rounds if not round_["over"]} == {"?? ??"}
        expect(seat.page.locator(FACES)).to_have_count(2)
    one.then(one.primary.click)
    expect(two.button("Check")).to_be_visible()
    two.then(two.primary.click)
    for seat in seats:
        expect(seat.dock.locator(".results")).to_have_count(1)
        expect(seat.page.locator(FACES)).to_have_count(2 + 2 + 2 + 5)


def _listening(frames: list[dict[str, Any]]) -> Callable[[WebSocket], None]:
    return lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text)))


def test_whoever_only_watches_sees_no_hole_cards(seat_at: Sit, visit: Visit) -> None:
    watching, seat = Seat(visit(f"/tables/{GAMES['uth']}")), seat_at("uth")
    seat.deal()
    expect(watching.page.locator("#felt .lying use[href='#back']")).to_have_count(4)
    expect(watching.page.locator(FACES)).to_have_count(0)
    expect(watching.button("Sit down")).to_be_visible()


# --- for everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_stage_of_a_round_has_a_serious_barrier(seat_at: Sit, game: str) -> None:
    seat = seat_at(game)
    seat.page.get_by_role("radio", name="Before").check(force=True)
    barriers = _barriers(seat.page)
    seat.deal()
    barriers += _barriers(seat.page)
    seat.play_on()
    barriers += _barriers(seat.page)
    assert barriers == []


def _barriers(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("viewport", PHONES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_own_position_without_scrolling_sideways(
    seat_at: Sit, game: str, viewport: dict[str, int]
) -> None:
    seat = seat_at(game, viewport=viewport, has_touch=True)
    area = seat.page.locator("#near [data-wager='ante']")
    area.tap()
    expect(area).to_have_attribute("aria-valuetext", "$10")
    assert area.evaluate("area => Math.min(area.offsetWidth, area.offsetHeight)") >= 44
    seat.button("Deal").tap()
    seat.is_asked()
    seat.play_on()
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    seat.page.get_by_role("button", name="Whole table").click()
    expect(seat.page.locator("#felt svg.layout")).to_be_visible()
    seat.page.get_by_role("button", name="Your position").click()


def test_cards_fly_in_one_by_one_and_a_key_skips_it(seat_at: Sit) -> None:
    seat = seat_at("top-five", reduced_motion="no-preference")
    seat.then(seat.button("Bet the minimum").click)
    seat.button("Deal").click()
    seat.sees("document.getAnimations().length > 10")
    seat.press("Shift")
    assert seat.page.evaluate("document.querySelector('#felt .cards').getAnimations({ subtree: true }).length") == 0
