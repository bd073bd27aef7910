"""The floor console in a real browser: steps, reports, switches, submissions and staff, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from floors import Hall, done
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from serving import served

from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.games.common import CARDS, COUNTED, REAL, STAKES
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

WIDE, PHONE, SMALL = (1440, 900), (390, 844), (320, 640)


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    with served(create_app(hall.floor)) as address:
        yield address


class Console:
    """A member of staff at the console; anything the browser complains about fails the test."""

    def __init__(self, browser: Browser, hall: Hall, address: str, role: Role = Role.FLOOR) -> None:
        self.context = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]})
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/staff/{hall.floor.people.invite(role, f'Some {role}')}")
        self.page.get_by_role("button", name="Begin").click()
        self.address = address

    def heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def open(self, live: LiveTable) -> Page:
        self.page.goto(f"{self.address}/floor/{live.name}")
        self.page.locator("#due p").first.wait_for()
        return self.page

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@pytest.fixture
def console(browser: Browser, hall: Hall, address: str) -> Iterator[Console]:
    console = Console(browser, hall, address)
    yield console
    console.close()


def mid_round(hall: Hall, game: str, players: int = 2) -> tuple[LiveTable, list[Person]]:
    live, people = hall.seated(game, players)
    for person in people:
        hall.bet(person, live)
    for person in people:
        done(hall.floor.ready(person, live.name))
    return live, people


def says(page: Page, selector: str, text: str) -> None:
    expect(page.locator(selector)).to_contain_text(text)


@pytest.mark.clause("UTH-15(a).1", "UTH-15(a).2", "UTH-R61")
def test_an_irregularity_is_reported_and_carried_out(console: Console, hall: Hall) -> None:
    live, people = mid_round(hall, "uth")
    page = console.open(live)
    says(page, "#due", "Ask seat 1: check, play $30 or play $40.")
    expect(page.get_by_role("button", name="Record and carry out")).to_be_disabled()
    page.get_by_text("A dealer’s card exposed").click()
    says(page, ".orders", "A dealer's card exposed too early")
    says(page, ".orders", "UTH-15(a).1")
    says(page, ".back tfoot", "$40")
    page.get_by_role("button", name="Record and carry out").click()
    says(page, ".reporting .note", "Recorded: a dealer’s card exposed.")
    says(page, "#record", "All hands void, wagers back")
    assert live.state.playing is None
    assert [live.table.chips(person.name) for person in people] == [500_00, 500_00]


def test_a_round_is_dealt_by_hand_with_the_keyboard_alone(console: Console, hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    page = console.open(live)
    page.get_by_role("button", name="By hand").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-h")).to_be_focused()
    for group in ("betting calls", "community cards"):
        page.get_by_role("switch", name=f"All of {group} by hand").focus()
        page.keyboard.press("Space")
        expect(page.get_by_role("switch", name=f"All of {group} by hand")).to_be_focused()
        expect(page.get_by_role("switch", name=f"All of {group} by hand")).to_be_checked()
    hall.bet(ann, live)
    says(page, "#due", "Call “No more bets”.")
    page.get_by_role("button", name="Take this step").focus()
    page.keyboard.press("Enter")
    says(page, "#due", "Ask seat 1")
    hall.answer(ann, live)
    for step in ("Burn one card", "Deal three community cards"):
        says(page, "#due", step)
        page.get_by_role("button", name="Take this step").focus()
        page.keyboard.press("Enter")
    says(page, "#due", "Ask seat 1")
    assert len(live.state.round.board) == 3  # type: ignore[union-attr]


@pytest.mark.clause("T5-7.B(3)", "T5-R33")
def test_the_floor_rules_on_abandoned_wagers(console: Console, hall: Hall) -> None:
    live, (ann, _) = mid_round(hall, "top-five")
    page = console.open(live)
    page.get_by_text("A player walked away").click()
    page.get_by_role("button", name="Record and carry out").click()
    says(page, "#t-tags", "Held")
    says(page, "#due", f"Rule on the wagers that {ann.name} left")
    page.get_by_role("button", name="They are lost").click()
    says(page, "#sheet-h", "Give an order")
    says(page, ".back", "To the house")
    page.get_by_role("button", name="Carry out").click()
    says(page, ".reporting .note", "say it in a few words")
    page.get_by_label("Reason, for the record").fill("left the building")
    page.get_by_role("button", name="Carry out").click()
    says(page, "#record", "left the building")


def test_a_refused_order_says_why_beside_its_clause(console: Console, hall: Hall) -> None:
    live, _ = mid_round(hall, "uth")
    page = console.open(live)
    row = page.locator("#unlawful li", has_text="Recut")
    expect(row).to_contain_text("only before the first card is dealt")
    row.get_by_role("button", name="Why: Recut").click()
    expect(page.locator(".why:popover-open")).to_contain_text("Between the cut and the first card")


@pytest.mark.clause("HL-R30")
def test_a_table_is_closed_and_opened_again_with_its_floor(console: Console, hall: Hall) -> None:
    live = hall.table("hi-lo")
    page = console.open(live)
    page.get_by_role("button", name="Open: Close the table.").click()
    title = page.locator("#sheet-h").inner_text()
    assert title != "Report an irregularity"
    page.get_by_role("button", name="Carry out").click()
    says(page, "#t-tags", "Closed")
    says(page, ".reporting > .note", "Recorded: close the table.")
    says(page, "#sheet-h", title)  # the sheet of the order stays, until another is opened
    expect(page.get_by_role("button", name="Carry out")).to_be_disabled()
    page.get_by_role("button", name="Open: Open the table.").click()
    expect(page.get_by_label("Floor people assigned to the table")).to_have_value("Some floor")
    page.get_by_role("button", name="Carry out").click()
    says(page, "#t-sub", "Floor: Some floor.")


@pytest.mark.clause("UTH-R71")
def test_a_submission_is_changed_between_rounds(console: Console, hall: Hall) -> None:
    live = hall.table("uth")
    page = console.open(live)
    page.get_by_role("button", name="Submission", exact=True).click()
    field = page.get_by_label("Table minimum")
    expect(field).to_have_value("$10")
    field.fill("$600")
    page.get_by_role("button", name="Check").click()
    says(page, ".papers", "not lawful: see beside the options")
    expect(page.locator(".option", has=field).locator(".wrong")).to_be_visible()
    field.fill("$15")
    page.get_by_role("button", name="Check").click()
    says(page, ".changes", "table minimum: $10 becomes $15")
    says(page, ".papers", "must state the new name, odds, limits and places first")
    page.get_by_label("The layout and the sign state the new choices already").check()
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Post this submission").click()
    expect(page.locator(".versions li")).to_have_count(2)
    assert live.rules.terms["table_minimum"] == 1500


def test_a_table_is_set_up(console: Console, hall: Hall) -> None:
    page = console.open(hall.table("uth"))
    page.get_by_role("button", name="Set up a table").click()
    page.get_by_label("Game").select_option(label=hall.table("pik-it").rules.game.title)
    page.get_by_label("Operator").fill("The Marlowe")
    page.get_by_role("button", name="Set up and open").click()
    page.wait_for_url("**/floor/5")
    says(page, "#house", "The Marlowe")
    assert hall.floor.table("5").rules.game.short == "pik-it"


def test_staff_are_invited_by_a_link_that_is_shown_once(console: Console, hall: Hall) -> None:
    page = console.open(hall.table("uth"))
    page.get_by_role("button", name="Staff", exact=True).click()
    page.get_by_label("Name").fill("J. Moreau")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("The link for J. Moreau").input_value()
    assert hall.floor.people.accept(link.partition("/staff/")[2]).role is Role.DEALER
    page.get_by_role("button", name="Staff", exact=True).click()
    assert link not in page.content()
    says(page, ".people", "J. Moreau")


@pytest.mark.parametrize(
    ("role", "reports", "switches", "books"),
    [(Role.DEALER, True, False, False), (Role.AUDITOR, False, False, True), (Role.FLOOR, True, True, True)],
)
def test_each_sees_and_does_what_is_theirs(
    browser: Browser, hall: Hall, address: str, role: Role, reports: bool, switches: bool, books: bool
) -> None:
    live, _ = mid_round(hall, "uth")
    console = Console(browser, hall, address, role)
    page = console.open(live)
    assert page.get_by_role("button", name="Report an irregularity").is_visible() is reports
    assert page.get_by_role("button", name="Set up a table").is_visible() is switches
    assert page.locator(".result").is_visible() is books
    assert page.locator("#lawful .btn").count() == (2 if role is Role.FLOOR else 0)
    page.get_by_role("button", name="By hand").click()
    assert page.get_by_role("switch").first.is_enabled() is switches
    console.close()


@pytest.mark.parametrize("game", ["uth", "pik-it", "top-five", "hi-lo"])
def test_axe_finds_nothing_serious(console: Console, hall: Hall, game: str) -> None:
    live, _ = mid_round(hall, game)
    page = console.open(live)
    for button in ("Report an irregularity", "By hand", "Submission", "Staff", "Set up a table"):
        page.get_by_role("button", name=button, exact=True).click()
        page.locator("#sheet-body > *").first.wait_for()
        page.wait_for_timeout(300)
        found = Axe().run(page).response["violations"]
        serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, button


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_phone_shows_everything_without_sideways_scrolling(
    console: Console, hall: Hall, size: tuple[int, int]
) -> None:
    live, _ = mid_round(hall, "uth")
    console.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = console.open(live)
    for button in (None, "Report an irregularity", "By hand", "Submission"):
        if button:
            page.get_by_role("button", name=button, exact=True).click()
            page.locator("#sheet.open").wait_for()
            page.wait_for_timeout(300)
        wide = page.evaluate(
            "Math.max(document.documentElement.scrollWidth, document.getElementById('sheet').scrollWidth)"
        )
        assert wide <= size[0], button
        if button:
            page.keyboard.press("Escape")
            expect(page.get_by_role("button", name=button, exact=True)).to_be_focused()


@pytest.mark.clause("UTH-R92")
def test_a_day_is_counted_at_the_console_from_opener_to_drop(console: Console, hall: Hall) -> None:
    live = hall.floor.add_table(practice_submission("uth", {CARDS: REAL, STAKES: COUNTED}))
    page = console.open(live)
    says(page, "#due", "Count the rack: the opener.")
    sign_for(page, "#due", "50000")
    page.get_by_role("button", name="Take this step").click()
    page.get_by_role("button", name="Open: Open the table.").click()
    page.get_by_role("button", name="Carry out").click()
    says(page, "#t-sub", "Floor: Some floor.")
    for says_what, total in (("Record a fill.", "1000"), ("Count the rack: the closer.", "50990")):
        page.get_by_role("button", name=f"Open: {says_what}").click()
        sign_for(page, "#sheet", total)
        page.get_by_role("button", name="Carry out").click()
    page.get_by_role("button", name="Open: Close the table.").click()
    page.get_by_role("button", name="Carry out").click()
    says(page, "#t-tags", "Closed")
    page.get_by_role("button", name="Open: Count the drop.").click()
    sign_for(page, "#sheet", "0")
    page.get_by_role("button", name="Carry out").click()
    says(page, "#money", "Win by the counts−$10")
    says(page, "#money", "Win tracked since the opener$0")
    says(page, "#record", "signed by Some floor and Sam")


def sign_for(page: Page, where: str, total: str) -> None:
    """A count with a second signature."""
    page.locator(where).get_by_label("Total counted").fill(total)
    page.locator(where).get_by_label("Name of the second person who signs").fill("Sam")
