"""The dealer's page in a real browser: whole shifts of each game with real cards, by clicks and by keyboard alone.

`PITBOSS_LONG=1 python -m pytest -s tests/web/test_dealer_page.py` plays ten rounds in each shift.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from dealing import AtThePage, Clicks, DealerAtThePage, Hands, Keys
from dealt_by_hand import PhysicalDeck
from floors import Hall
from key_counts import PARTS, keys_of_a_round
from playwright.sync_api import Browser, expect
from serving import served

from pitboss.floor.live import LiveTable
from pitboss.games.common import CARDS, REAL
from pitboss.journal.codec import decode
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

GAMES = ("uth", "hi-lo", "top-five", "pik-it")
EXTRA = {"uth": "Trips", "hi-lo": "Tie", "top-five": "Poker Bonus", "pik-it": "3 card bonus"}
LONG = bool(os.environ.get("PITBOSS_LONG"))
ROUNDS = 10 if LONG else 2
SIZES = [(1180, 820), (1024, 768), (390, 844), (360, 740)]
PHYSICAL = Path(__file__).parents[2] / "docs" / "physical.md"


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    with served(create_app(hall.floor, per_second=1000, burst=5000)) as address:
        yield address


def table_of(hall: Hall, game: str, **options: object) -> LiveTable:
    return hall.floor.add_table(practice_submission(game, {CARDS: REAL, **options}))


def dealer_at(
    browser: Browser, hall: Hall, address: str, live: LiveTable, way: type[Hands] = Keys, extra: str = ""
) -> DealerAtThePage:
    token = hall.floor.people.invite(Role.DEALER, "J. Moreau")
    game = live.rules.game.short
    return DealerAtThePage(browser, address, token, live.name, way, game=game, deck=PhysicalDeck(7), extra=extra)


def floor_at(
    browser: Browser, hall: Hall, address: str, live: LiveTable, way: type[Hands] = Keys, name: str = "K. Haddad"
) -> AtThePage:
    return AtThePage(browser, address, hall.floor.people.invite(Role.FLOOR, name), live.name, way)


def happened(hall: Hall, live: LiveTable, kind: type[e.Event]) -> int:
    lines = enumerate(hall.store.lines(live.name), 1)
    return sum(isinstance(decode(text, line).event, kind) for line, text in lines)


# --- whole shifts -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R91", "HL-R67", "T5-R89", "PK-R78")
@pytest.mark.parametrize("way", [Keys, Clicks])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_shift_of_real_cards(browser: Browser, hall: Hall, address: str, game: str, way: type[Hands]) -> None:
    """Opened by the floor, inspected, dealt, two irregularities, a misread card, a count, another deck, closed."""
    live = table_of(hall, game, stakes="counted")
    floor = floor_at(browser, hall, address, live, way)
    dealer = dealer_at(browser, hall, address, live, way, EXTRA[game])
    with closing(floor), closing(dealer):
        dealer.floor, dealer.settled_before = floor, game == "pik-it"
        assert "closed" in dealer.title
        floor.rule("100000", "cage")  # the opener
        mark = floor.mark()
        floor.hands.forward()  # the table opens
        floor.moved(mark)
        dealer.until("Deal ")
        dealer.step()
        by = "The player" if game == "top-five" else "The dealer"
        dealer.report("Player’s card exposed", "Seat 2", by)
        dealer.misread = True
        dealer.until("Deal ")  # the first round is over
        assert dealer.corrected == 1
        for _ in range(ROUNDS - 2):
            dealer.step()
            dealer.until("Deal ")
        dealer.step()
        dealer.until("Turn up your cards")
        dealer.report("Dealer’s card exposed") if game == "top-five" else dealer.report("Foreign or double card")
        dealer.until("Take the bets", "Bring the", "Sort and")
        assert live.state.rounds == ROUNDS
        assert happened(hall, live, e.FacesCorrected) == 1
        assert happened(hall, live, e.FactReported) >= 2
        if live.state.decks:
            floor.order(
                "Take a deck off the table" if len(live.state.decks) > 1 else "Take the red deck", {"Reason": "worn"}
            )
        assert live.state.decks == ()
        floor.order("Count the rack: the closer", {"Total counted": "100000", "second person": "cage"})
        floor.order("Close the table", {})
        assert not live.state.open
    assert_sound(hall, live)
    assert not [one for one in (*dealer.complaints, *floor.complaints) if "status of 4" not in one]


def assert_sound(hall: Hall, live: LiveTable) -> None:
    """The journal as it is kept convinces both verifiers, and no face stands in it that was not read."""
    lines = list(hall.store.lines(live.name))
    assert verify(lines, hall.store.head(live.name)[1]).fault is None
    checked = second_opinion(lines)
    assert checked.disagreement is None
    assert checked.rounds == ROUNDS
    assert sum(live.state.books.values()) == 0


@pytest.mark.parametrize("game", GAMES if LONG else ("pik-it",))
def test_the_keys_of_a_round_are_as_few_as_the_docs_say(browser: Browser, hall: Hall, address: str, game: str) -> None:
    found = keys_of_a_round(browser, hall, address, game)
    row = next(line for line in PHYSICAL.read_text().splitlines() if line.startswith(f"| {game} |"))
    assert row == f"| {game} | {' | '.join(str(found[part]) for part in PARTS)} | **{sum(found.values())}** |"


# --- single things ----------------------------------------------------------------------------------------------------


@pytest.fixture
def dealer(browser: Browser, hall: Hall, address: str) -> Iterator[DealerAtThePage]:
    """At a table of Hold 'Em, the cards ready and six bets down."""
    dealer = dealer_at(browser, hall, address, table_of(hall, "uth"), Keys, "Trips")
    dealer.until("Deal ")
    yield dealer
    dealer.close()
    assert not dealer.complaints


def text(dealer: DealerAtThePage, selector: str) -> str:
    return " ".join(dealer.page.locator(selector).inner_text().split())


@pytest.mark.clause("UTH-10(b).2")
def test_a_half_typed_card_stands_in_its_place_and_backspace_takes_it_back(dealer: DealerAtThePage) -> None:
    dealer.until("community cards")
    page = dealer.page
    page.keyboard.press("Q")
    expect(page.locator(".slot.next")).to_contain_text("suit?")
    expect(page.locator(".key.half")).to_have_count(4)
    page.keyboard.press("d")
    expect(page.locator(".slot.full")).to_have_count(1)
    expect(page.get_by_role("button", name="Queen of diamonds, used: board 1")).to_be_enabled()  # it says why
    page.keyboard.press("9")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(page.locator(".slot.full")).to_have_count(0)


@pytest.mark.clause("UTH-R91")
def test_a_used_card_again_asks_whether_it_was_misread_or_is_there_twice(dealer: DealerAtThePage) -> None:
    dealer.until("community cards")
    mark = dealer.mark()
    for card in ("Qd", "9c", "4d"):
        dealer.hands.card(card)
    dealer.moved(mark)
    dealer.until("community cards")
    page = dealer.page
    page.locator(".pad [data-card='9c']").click(force=True)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The nine of clubs is board 2 already.")
    expect(page.locator(".slot.full")).to_have_count(0)
    mark = dealer.mark()
    alert.get_by_role("button", name="Correct board 2").click()
    page.locator(".pad [data-card='9s']").click()
    dealer.moved(mark)
    expect(page.get_by_role("button", name="Nine of spades, used: board 2")).to_be_visible()
    for key in ("9", "s"):
        page.keyboard.press(key)
    page.keyboard.press("2")
    expect(page.locator("#due-h")).to_have_text("Report what was seen.")
    expect(page.locator(".cat[aria-pressed='true']")).to_contain_text("Foreign or double card")
    page.keyboard.press("Escape")
    expect(page.locator("#due-h")).to_contain_text("community cards")


@pytest.mark.clause("UTH-R91")
def test_what_only_the_floor_corrects_is_not_offered_to_the_dealer(dealer: DealerAtThePage) -> None:
    dealer.until("Settle seat")
    dealer.step()
    dealer.until("Turn up seat")
    page, lies = dealer.page, dealer.page.locator(".key.used")
    expect(page.locator("[data-key='undo']")).to_have_count(0)
    board = lies.filter(has_text="board 3").get_attribute("data-card")
    assert board
    for way in ("Backspace", *board.upper()):
        page.keyboard.press(way)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("A wager was settled on it: the floor corrects it.")
    page.keyboard.press("1")
    expect(page.locator("#due-h")).to_have_text("Wait for the floor.")


@pytest.mark.parametrize("way", ["keys", "touches"])
def test_a_correction_that_is_refused_says_why_and_calls_the_floor(
    hall: Hall, dealer: DealerAtThePage, way: str
) -> None:
    """The floor may settle at its console while the dealer begins to correct: the refusal stands in the dock."""
    dealer.until("community cards")
    mark = dealer.mark()
    for card in ("Qd", "9c", "4d"):
        dealer.hands.card(card)
    dealer.moved(mark)
    page = dealer.page
    refusal = {"message": "a wager was settled on these cards: the floor corrects them", "code": "settled"}
    page.route(
        f"**/api/tables/{hall.floor.tables[-1].name}/dealer",
        lambda route: (
            route.fulfill(status=422, json={"refusal": refusal}) if route.request.method == "POST" else route.fallback()
        ),
    )
    page.keyboard.press("Backspace")
    page.keyboard.press("9")
    expect(page.get_by_role("alert")).to_contain_text("9, suit?")
    expect(page.locator("#due-h")).not_to_contain_text("suit?")
    page.keyboard.press("s") if way == "keys" else page.locator(".pad [data-card='9s']").click()
    expect(page.get_by_role("alert")).to_contain_text(refusal["message"])
    expect(page.get_by_role("alert").get_by_role("button", name="Call the floor")).to_be_visible()
    dealer.complaints.clear()


def test_a_stray_enter_records_no_report_and_recounting_keeps_what_happened(dealer: DealerAtThePage) -> None:
    dealer.step()
    page = dealer.page
    for key in ("r", "w", "2", "3"):
        page.keyboard.press(key)
    expect(page.locator(".rules")).to_contain_text("seat 2")
    page.keyboard.press("Enter")
    expect(page.locator("#due-h")).to_have_text("Report what was seen.")
    page.keyboard.press("Backspace")
    expect(page.locator(".num1[aria-pressed='true']")).to_have_count(0)
    expect(page.locator(".cat[aria-pressed='true']")).to_contain_text("Wrong number of cards")
    expect(page.locator(".cat.no").first).to_be_visible()


def test_every_choice_of_a_report_has_a_key_and_shows_it(dealer: DealerAtThePage) -> None:
    """The keys stand at the question whose turn it is; each of them chooses what it stands on."""
    dealer.step()
    page, asked = dealer.page, set()
    page.keyboard.press("r")
    for key in page.locator(".cat:not(.no) kbd").all_inner_texts():
        page.keyboard.press(key)
        page.locator(f".cat[aria-pressed='true'] kbd:text-is('{key}')").wait_for()
        for _ in range(4):
            shown = page.locator(".who .picks kbd")
            if not shown.count():
                break
            chosen, digit = shown.last.locator("xpath=.."), shown.last.inner_text()
            name = chosen.get_attribute("data-key")
            page.keyboard.press(digit)
            expect(page.locator(f"[data-key='{name}']")).to_have_attribute("aria-pressed", "true")
            asked.add(str(name).split()[1])
            if "place" in str(name):
                break  # the card can be said again
        left = page.locator(".who .num1:not(.grid .num1)")
        assert not left.count() or page.locator(".who [aria-pressed='true']").count(), key
    assert asked >= {"position", "place", "by_player", "status", "rule", "player"}, asked
    page.keyboard.press("w")
    expect(page.locator(".grid .s kbd").first).to_have_text("1")
    page.keyboard.press("3")
    expect(page.locator(".grid .h kbd")).to_have_text(["0", "1", "3"])
    page.keyboard.press("1")
    expect(page.locator("[data-key='count 3 1']")).to_have_attribute("aria-pressed", "true")


def test_the_floor_is_called_and_nothing_can_be_entered_until_it_has_come(
    browser: Browser, hall: Hall, address: str, dealer: DealerAtThePage
) -> None:
    dealer.until("community cards")
    page = dealer.page
    page.keyboard.press("f")
    expect(page.locator("#due-h")).to_have_text("Wait for the floor.")
    expect(page.locator(".pad")).to_have_attribute("inert", "")
    page.keyboard.press("Q")
    expect(page.locator(".key.half")).to_have_count(0)
    live = hall.floor.tables[-1]
    floor = floor_at(browser, hall, address, live)
    with closing(floor):
        floor.page.goto(f"{address}/floor/{live.name}")
        expect(floor.page.locator("#tables")).to_contain_text("The dealer calls the floor")
        expect(floor.page.get_by_role("link", name="Dealer’s page")).to_have_attribute("href", f"/dealer/{live.name}")
        floor.page.get_by_role("button", name="The floor has come").click()
        expect(page.locator("#due-h")).to_contain_text("community cards")


@pytest.mark.clause("UTH-R91")
def test_where_stakes_are_announced_odds_are_said_and_no_amount(browser: Browser, hall: Hall, address: str) -> None:
    live = table_of(hall, "uth", stakes="announced")
    dealer = dealer_at(browser, hall, address, live, Keys, "Trips")
    with closing(dealer):
        dealer.until("Settle seat")
        assert "$" not in text(dealer, ".paying")
        assert dealer.page.locator(".pay td.do").all_inner_texts()
        assert "Pay" not in text(dealer, ".sum")
    assert not dealer.complaints


def test_axe_finds_nothing_serious_in_any_view(dealer: DealerAtThePage) -> None:
    def clean(where: str) -> None:
        dealer.page.wait_for_timeout(150)
        found = Axe().run(dealer.page).response["violations"]
        assert not [
            (one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")
        ], where

    clean("go")
    dealer.step()
    clean("choose")
    dealer.until("community cards")
    clean("cards")
    for keys, view in ((("r", "w", "2", "3"), "report"), (("Escape", "m"), "more"), (("Escape",), "cards again")):
        for key in keys:
            dealer.page.keyboard.press(key)
        dealer.page.wait_for_timeout(300)
        clean(view)
    dealer.until("Settle seat")
    clean("settlement")
    dealer.until("Take the bets")
    clean("bets")
    dealer.page.keyboard.press("f")
    clean("waiting")


def test_every_size_shows_everything_without_sideways_scrolling(dealer: DealerAtThePage) -> None:
    def fits(where: str) -> None:
        for width, height in SIZES:
            dealer.page.set_viewport_size({"width": width, "height": height})
            dealer.page.wait_for_timeout(60)
            assert dealer.page.evaluate("document.documentElement.scrollWidth") <= width, (where, width)
            if width >= 1024:
                assert dealer.page.evaluate("document.documentElement.scrollHeight") <= height, (where, height)
        dealer.page.set_viewport_size({"width": 1180, "height": 820})

    dealer.step()
    fits("choose")
    dealer.until("community cards")
    fits("cards")
    least = 44 if dealer.page.viewport_size else 0
    for width, height in SIZES:
        dealer.page.set_viewport_size({"width": width, "height": height})
        box = dealer.page.locator(".pad [data-card='Ts']").bounding_box()
        assert box is not None
        assert box["height"] >= (48 if width >= 1024 else least), (width, box)
        assert box["width"] >= (48 if width >= 1024 else least), (width, box)
    dealer.page.set_viewport_size({"width": 1180, "height": 820})
    dealer.page.keyboard.press("r")
    fits("report")
    dealer.page.keyboard.press("Escape")
    dealer.until("Settle seat")
    fits("settlement")
    dealer.until("Take the bets")
    fits("bets")


# --- what goes wrong --------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R91")
def test_a_correction_is_typed_over_a_decision_and_decides_nothing(dealer: DealerAtThePage) -> None:
    dealer.until("community cards")
    mark = dealer.mark()
    for card in ("Qd", "9c", "4d"):
        dealer.hands.card(card)
    dealer.moved(mark)
    page, live_title = dealer.page, dealer.title
    assert live_title.startswith("Ask ")
    mark = dealer.mark()
    page.keyboard.press("Backspace")
    for key in ("2", "0", "c"):  # the rank of a card, and keys of decisions
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Two of clubs, used: board 3")).to_be_visible()
    assert dealer.title == live_title
    page.keyboard.press("Backspace")
    page.keyboard.press("K")
    expect(page.get_by_role("alert")).to_contain_text("K, suit?")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("alert")).to_contain_text("Enter what it is")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.clause("UTH-R91")
def test_a_card_that_was_settled_on_is_corrected_by_the_floor_and_the_page_says_so(dealer: DealerAtThePage) -> None:
    dealer.until("Settle seat")
    dealer.step()
    dealer.until("Turn up seat")
    page = dealer.page
    expect(page.locator("[data-key='undo']")).to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(".key.used", has_text="board 3").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("the floor corrects it")
    page.keyboard.press("1")
    expect(page.locator("#due-h")).to_have_text("Wait for the floor.")


@pytest.mark.clause("UTH-R91")
def test_what_is_refused_is_said_in_sight_whatever_was_being_entered(hall: Hall, dealer: DealerAtThePage) -> None:
    dealer.until("Turn up seat")
    page, live = dealer.page, hall.floor.tables[-1]
    page.keyboard.press("Backspace")
    expect(page.get_by_role("alert")).to_contain_text("Enter what it is")
    page.route("**/dealer", lambda route: route.fulfill(status=500, body="Internal Server Error"))
    for key in ("3", "s") if "3s" not in dealer_used(dealer) else ("2", "s"):
        page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
    page.unroute("**/dealer")
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert live.state.playing
    dealer.complaints.clear()


def dealer_used(dealer: DealerAtThePage) -> list[str]:
    return dealer.page.locator(".key.used").evaluate_all("all => all.map((one) => one.dataset.card)")  # type: ignore[no-any-return]


@pytest.mark.clause("UTH-R91")
def test_the_wagers_of_a_void_hand_are_given_back_before_the_round_goes_on(dealer: DealerAtThePage) -> None:
    dealer.step()
    page, title = dealer.page, dealer.title
    for _ in range(2):
        mark = dealer.mark()
        for key in ("r", "w", "2", "3"):
            page.keyboard.press(key)
        page.locator(".rules ol").first.wait_for()
        expect(page.locator(".rules")).to_contain_text("Wagers go back")
        page.keyboard.press("Shift+Enter")
        dealer.moved(mark)
        if not dealer.has(".moving"):
            assert "again" in page.locator("#view").inner_text()
    expect(page.locator("#due-h")).to_have_text("Give back the wagers of seat 2.")
    expect(page.locator(".moving")).to_contain_text("Give back $25")
    page.keyboard.press("c")
    expect(page.locator("#due-h")).to_have_text("Give back the wagers of seat 2.")
    page.keyboard.press("Enter")
    expect(page.locator("#due-h")).to_have_text(title)
    expect(page.locator(".seats6 > li").nth(1)).not_to_contain_text("$")


@pytest.mark.clause("UTH-R91")
def test_what_a_last_count_leads_to_is_shown_before_it_is_recorded(dealer: DealerAtThePage) -> None:
    dealer.step()
    page = dealer.page
    dealer_counts(dealer)
    assert "Count" in dealer.title or "count" in dealer.title
    for key in ("3", "7"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".leads")).to_contain_text("37")
    expect(page.get_by_role("button", name="Record it")).to_be_visible()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.press("2")
    expect(page.locator(".leads")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator(".leads").wait_for()
    mark = dealer.mark()
    page.keyboard.press("Enter")
    dealer.page.wait_for_function("(version) => document.body.dataset.version !== version", arg=mark[0])
    expect(page.locator("#due-h")).to_contain_text("Ask seat")


def dealer_counts(dealer: DealerAtThePage) -> None:
    """Seat 2 is said to have three cards: it is counted again."""
    mark = dealer.mark()
    for key in ("r", "w", "2", "3"):
        dealer.page.keyboard.press(key)
    dealer.page.locator(".rules ol").first.wait_for()
    dealer.page.keyboard.press("Shift+Enter")
    dealer.moved(mark)
