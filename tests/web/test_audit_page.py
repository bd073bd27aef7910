"""The audit page in a real browser: the time slider, the journal, the table as others saw it, sheets and proofs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from pasts import GAMES, ROUNDS, Office, changed_journal, fill, floor_with, journal_of
from playwright.sync_api import Browser, Page, expect
from serving import served

from pitboss.journal.stores import open_store
from pitboss.table.commands import Role

WIDE, TABLET, PHONE, SMALL = (1440, 900), (1024, 768), (390, 844), (320, 640)
SLIDE = "(to) => { slider.value = to; slider.dispatchEvent(new Event('input')); }"
UTH, CHANGED = GAMES.index("uth") + 1, len(GAMES) + 1


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    store = open_store("memory:")
    fill(store, str(CHANGED), *changed_journal())
    office = Office(floor_with(*GAMES, store=store))
    yield office
    office.floor.close()


@pytest.fixture(scope="module")
def address(office: Office) -> Iterator[str]:
    with served(office.app) as address:
        yield address


class Desk:
    """Somebody with a browser; anything the browser complains about fails the test."""

    def __init__(self, browser: Browser, office: Office, address: str, who: Role | str, size: tuple[int, int]) -> None:
        self.address = address
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.context.add_cookies([{"name": "pitboss", "value": office.token(who), "url": address}])
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> Page:
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{path}")
        if path.startswith("/audit") and "seats" not in path:
            expect(self.page.locator("#clock")).not_to_be_empty()
        return self.page

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@pytest.fixture
def desk(browser: Browser, office: Office, address: str) -> Iterator[Desk]:
    desk = Desk(browser, office, address, Role.AUDITOR, WIDE)
    yield desk
    desk.close()


def number_of(kind: str, game: str = "uth", which: int = 0) -> int:
    """The record of an event of this kind."""
    found = [at for at, line in enumerate(journal_of(game)[0], 1) if f'"event":"{kind}"' in line]
    return found[which]


def at_event(page: Page, number: int) -> None:
    """Everything on the page is at this record."""
    expect(page.locator("#which")).to_contain_text(f"event {number:,}, ")
    expect(page.locator('#records [aria-current="true"] .seq')).to_have_text(f"{number:,}")
    assert page.input_value("#slider") == str(number)
    assert page.url.endswith(f"#{number}")


def faces(page: Page) -> list[str]:
    """The cards that lie on the felt."""
    cards = page.locator('.lying use[href^="#c-"], .lying use[href="#back"]')
    return [(one.get_attribute("href") or "").removeprefix("#c-") for one in cards.all()]


def test_the_slider_the_keys_the_buttons_and_the_journal_go_through_time_together(desk: Desk) -> None:
    start = number_of("bets-closed")
    page = desk.open(f"/audit/{UTH}#{start}")
    at_event(page, start)
    page.get_by_role("button", name="One event on").click()
    at_event(page, start + 1)
    page.keyboard.press("ArrowRight")
    at_event(page, start + 2)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    at_event(page, start + 1)
    page.locator('#records [aria-current="true"] a[data-seq]').focus()
    page.keyboard.press("ArrowDown")
    at_event(page, start)
    expect(page.locator('#records [aria-current="true"] a[data-seq]')).to_be_focused()
    last = number_of("round-ended")
    page.get_by_role("button", name="Last event").click()
    at_event(page, last)
    page.get_by_role("button", name="First event").click()
    at_event(page, 1)
    expect(page.get_by_role("button", name="First event")).to_be_focused()


def test_every_moment_of_a_round_can_be_shown(desk: Desk) -> None:
    for table in range(1, len(GAMES) + 1):
        page = desk.open(f"/audit/{table}")
        first, last = (int(page.get_attribute("#slider", end) or 0) for end in ("min", "max"))
        for number in range(first, last + 1, 4):
            page.evaluate(SLIDE, number)
        expect(page.locator("#which")).to_contain_text(f"event {number:,}, ")


def test_each_viewer_is_shown_what_they_saw(desk: Desk) -> None:
    dealt = number_of("cards-dealt")
    page = desk.open(f"/audit/{UTH}#{dealt}")
    assert set(faces(page)) == {"#back"}
    page.select_option("#viewer", "player:Player 1")
    expect(page.locator('.lying use[href^="#c-"]')).to_have_count(2)
    page.select_option("#viewer", "public")
    expect(page.locator('.lying use[href^="#c-"]')).to_have_count(0)


def test_the_place_of_a_player_is_not_offered_in_a_round_in_play(desk: Desk) -> None:
    last = len(journal_of("uth")[0])
    page = desk.open(f"/audit/{UTH}#{last}/player%3APlayer%201")
    expect(page.locator("#refused")).to_contain_text("still being played")
    assert set(faces(page)) == {"#back"}
    expect(page.locator("#doc")).to_contain_text("when the round is over")


def test_the_felt_is_the_one_that_lay_there_then(desk: Desk) -> None:
    page = desk.open(f"/audit/{CHANGED}")
    positions = page.locator("#stage g.position")
    page.get_by_text("Whole journal").click()
    page.get_by_role("button", name="Last event").click()
    expect(positions).to_have_count(4)
    page.get_by_role("button", name="First event").click()
    expect(positions).to_have_count(6)


def test_a_round_is_jumped_to_by_its_number(desk: Desk) -> None:
    page = desk.open(f"/audit/{UTH}")
    page.fill("#round", "2")
    page.keyboard.press("Enter")
    expect(page.locator("#which")).to_contain_text("round 2")
    page.get_by_role("button", name="The next round").click()
    expect(page.locator("#which")).to_contain_text("round 3")
    expect(page.locator("#round")).to_have_value("3")


def test_the_journal_is_sifted_and_read_on(desk: Desk) -> None:
    page = desk.open(f"/audit/{UTH}#{number_of('round-ended', which=2)}")
    page.select_option('[name="kind"]', "irregularities")
    expect(page.locator("#records li")).not_to_have_count(0)
    page.fill('[name="text"]', "nothing says this")
    expect(page.locator("#none")).to_be_visible()
    page.fill('[name="text"]', "")
    page.select_option('[name="kind"]', "")
    page.get_by_text("Whole journal").click()
    expect(page.locator("#older")).to_be_visible()
    before = page.locator("#records li").count()
    page.locator("#older").click()
    expect(page.locator("#records li").nth(before)).to_be_attached()
    page.get_by_role("button", name="First event").click()
    at_event(page, 1)


def test_the_sheet_of_the_hand_in_question_lies_beside_the_table(desk: Desk) -> None:
    settled = number_of("wager-settled")
    page = desk.open(f"/audit/{UTH}#{settled}")
    heading = page.locator("#doc h2")
    seat = page.locator('#seats [aria-pressed="true"]')
    expect(heading).to_have_text(re.compile(r"Seat \d, round 1"))
    assert seat.inner_text() == heading.inner_text().split(",")[0]
    page.locator("#seats button").first.click()
    expect(heading).to_contain_text(page.locator("#seats button").first.inner_text())
    page.get_by_role("link", name="Open to print").click()
    expect(page.locator("article").first).to_contain_text("Finding.")
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()


def test_a_check_says_what_is_proved_and_what_is_not(desk: Desk) -> None:
    page = desk.open(f"/audit/{UTH}")
    page.get_by_role("button", name="Check the journal").click()
    page.get_by_role("button", name="Check now").click()
    expect(page.locator("#findings")).to_contain_text("records hold together")
    expect(page.locator("#findings")).to_contain_text("Without a saved head")
    assert not serious(page)
    page.get_by_label("A head you saved earlier").fill(journal_of("uth")[1])
    page.get_by_role("button", name="Check now").click()
    expect(page.locator("#findings")).to_contain_text("The saved head is in the chain")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#verdict")).to_contain_text("Chain verified")


def test_a_player_checks_the_own_deal(browser: Browser, office: Office, address: str) -> None:
    desk = Desk(browser, office, address, "Player 1", PHONE)
    page = desk.open(f"/tables/{UTH}/rounds/{ROUNDS}")
    expect(page.get_by_role("heading", name="Check your deal yourself")).to_be_visible()
    expect(page.locator(".deck")).to_contain_text("The order matches the seal")
    desk.close()


def serious(page: Page) -> list[tuple[str, str]]:
    """What axe finds that would keep somebody out."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize(
    ("size", "game"),
    [*((size, game) for game in GAMES for size in (WIDE, SMALL)), (TABLET, "uth"), (PHONE, "uth")],
    ids=str,
)
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(desk: Desk, size: tuple[int, int], game: str) -> None:
    table, last = GAMES.index(game) + 1, len(journal_of(game)[0])
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in (f"/audit/{table}#{last}", f"/audit/{table}", "the sheet"):
        if path == "the sheet":
            path = desk.page.get_by_role("link", name="Open to print").get_attribute("href") or ""
        page = desk.open(path)
        page.locator("article, #doc .none").first.wait_for()
        assert not serious(page), path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
