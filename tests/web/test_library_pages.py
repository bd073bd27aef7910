"""The pages one reads, in a real browser: the lobby, the games with their law and par sheets, practice, errors."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urldefrag

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from seats import Seat
from serving import Server

from pitboss.games import games

Visit = Callable[[str], Page]
GAMES = [game.short for game in games().values()]
SPOTS = {
    "hi-lo": "hi-lo Qd Js 9h 5c 2d",
    "pik-it": "pik-it As Ad 3h 4h 5h",
    "top-five": "top-five As Ad Kh Qc 2d 3h 4h",
    "uth": "uth flop As Kd 7h 8h 9c",
}
BEST = {"hi-lo": "Play, 2", "pik-it": "Play 3", "top-five": "Play", "uth": "Check"}
"""What to do at each spot, as its button begins."""
PAGES = [
    "/",
    "/games",
    *(f"/games/{game}{more}" for game in GAMES for more in ("", "/law")),
    "/games/hi-lo/par",
    *(f"/practice?spot={spot}" for spot in SPOTS.values()),
    "/staff/a.link",
]
ERRORS = {
    "/tables/99": (404, "There is no table"),
    "/nothing": (404, "Not Found"),
    "/games/chess": (400, "There is no game"),
    "/games/uth/paper/poster.pdf": (400, "There is no paper"),
    "/practice?spot=uth AsAs": (400, "twice"),
    "/practice": (400, "There is no game"),
    "/floor": (403, "This is for staff"),
    "/audit/1": (403, "This is for staff"),
    "/tables/1/rounds/1": (404, "Round 1 is not over"),
}
NO_LIMIT = 0
"""Of time: a par sheet takes as long as it takes."""
WIDE: ViewportSize = {"width": 1440, "height": 900}
SMALL: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A floor whose games are solved, so that every page has its figures."""
    server = Server("memory:")
    while any(table["edges"] is None for table in httpx2.get(f"{server.address}/api/tables").json()):
        time.sleep(0.2)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def law(server: Server) -> Callable[[str], set[str]]:
    """The anchors of a page, fetched once."""
    known: dict[str, set[str]] = {}

    def anchors(path: str) -> set[str]:
        if path not in known:
            known[path] = set(re.findall(r'id="([^"]+)"', httpx2.get(f"{server.address}{path}").text))
        return known[path]

    return anchors


@pytest.fixture(scope="module")
def guest(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """Somebody who looks around."""
    guest = browser.new_context(base_url=server.address, reduced_motion="reduce")
    yield guest
    guest.close()


@pytest.fixture
def visit(guest: BrowserContext) -> Iterator[Visit]:
    """Open a page; whatever its console complains of fails the test."""
    pages: list[Page] = []
    complaints: list[str] = []

    def visit(path: str) -> Page:
        page = guest.new_page()
        pages.append(page)
        page.set_viewport_size(WIDE)
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        answer = page.goto(path)
        assert answer
        if answer.status >= 400:
            complaints.remove(next(text for text in complaints if str(answer.status) in text))
        return page

    yield visit
    for page in pages:
        page.close()
    assert not complaints


def _barriers(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("path", [*PAGES, *ERRORS])
def test_a_page_is_open_to_everybody(visit: Visit, path: str) -> None:
    page = visit(path)
    if path.startswith("/practice?spot") and path not in ERRORS:
        expect(page.locator("#choices button").first).to_be_visible()
    barriers = _barriers(page)
    page.set_viewport_size(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert [*barriers, *_barriers(page)] == []
    expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize("path", [f"/games/{game}{more}" for game in GAMES for more in ("", "/law")])
def test_every_clause_that_is_named_leads_to_its_text(visit: Visit, law: Callable[[str], set[str]], path: str) -> None:
    page = visit(path)
    links: list[str] = page.eval_on_selector_all("a.clause", "links => links.map(link => link.getAttribute('href'))")
    assert links
    for link in set(links):
        where, anchor = urldefrag(link)
        assert unquote(anchor) in law(where or path), link


def test_every_link_of_the_games_leads_somewhere(visit: Visit) -> None:
    page = visit("/games")
    for link in page.eval_on_selector_all("a[href^='/']", "links => links.map(link => link.getAttribute('href'))"):
        assert page.request.get(link, timeout=NO_LIMIT).ok, link


@pytest.mark.parametrize(
    "path",
    [
        *(f"{game} {kind}" for game in GAMES for kind in ("layout", "sign", "card", "submission")),
        "hi-lo strategy",
        "hi-lo par",
    ],
)
def test_a_game_offers_its_papers_to_print(visit: Visit, path: str) -> None:
    game, kind = path.split()
    page = visit(f"/games/{game}")
    link = page.get_by_role("navigation", name="To print").locator(f"a[href$='/{kind}.pdf']").get_attribute("href")
    assert link
    answer = page.request.get(link, timeout=NO_LIMIT)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF")


@pytest.mark.parametrize("path", ERRORS)
def test_an_error_says_what_is_wrong_and_where_to_go(visit: Visit, server: Server, path: str) -> None:
    status, words = ERRORS[path]
    page = visit(path)
    assert page.request.get(path).status == status
    expect(page.get_by_role("main")).to_contain_text(words)
    page.get_by_role("link", name="To the tables").click()
    expect(page).to_have_url(f"{server.address}/")


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_practised_by_deciding_first(visit: Visit, game: str) -> None:
    page = visit(f"/practice?spot={SPOTS[game]}")
    buttons = page.locator("#choices button")
    expect(buttons.first).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("best there is")
    wrong = page.get_by_role("button", name="Bet 2×" if game == "uth" else "Fold", exact=True)
    wrong.click()
    expect(page.locator("#answer")).to_contain_text("gives away")
    expect(page.locator("#answer tbody tr")).to_have_count(buttons.count())
    right = buttons.filter(has_text=re.compile(f"^{BEST[game]}")).first
    right.press("Enter")
    expect(right).to_have_attribute("aria-pressed", "true")
    expect(wrong).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#answer")).to_contain_text("best there is")


def test_the_lobby_tells_edges_and_seats_somebody_with_one_click(visit: Visit) -> None:
    page = visit("/")
    tables = page.locator("li.table")
    expect(tables).to_have_count(len(GAMES))
    for edge in page.locator(".edge[data-wager=main]").all():
        expect(edge).to_have_text(re.compile(r"\d+\.\d\d %"))
    tables.first.get_by_role("link", name="Sit down").click()
    expect(page.locator("#dock")).to_contain_text("Place your wagers")
    page.goto("/")
    tables.first.get_by_role("link", name="Go on playing").click()
    expect(page.locator("#dock")).to_contain_text("Place your wagers")
    Seat(page).leave()


def test_a_name_is_taken_and_the_deck_has_four_colours(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Name and chips").click()
    page.get_by_role("textbox", name="Name").fill("Marlowe")
    page.get_by_role("button", name="Take this name").click()
    expect(page.locator("#name")).to_have_text("Marlowe")
    page.get_by_role("radio", name="Four colours").check(force=True)
    page.goto(f"/practice?spot={SPOTS['uth']}")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")


def test_the_last_deal_can_be_checked_from_the_table(visit: Visit) -> None:
    seat = Seat(visit("/tables/1")).sit()
    seat.deal()
    seat.play_on()
    with seat.page.expect_popup() as opened:
        seat.page.get_by_role("link", name="Check your last deal").click()
    expect(opened.value.get_by_role("heading", name="Check your deal yourself")).to_be_visible()
    opened.value.close()
    seat.leave()


def test_whoever_takes_a_seat_is_not_shown_the_wagers_of_the_one_before(visit: Visit) -> None:
    seat = Seat(visit("/tables/3")).sit()
    seat.deal()
    seat.play_on()
    seat.leave()
    other = seat.page.context.browser
    assert other
    with other.new_context(base_url=seat.page.url, viewport=SMALL, reduced_motion="reduce") as context:
        newcomer = Seat(context.new_page())
        newcomer.page.goto("/tables/3")
        newcomer.sit()
        expect(newcomer.page.locator("#near .near-area")).not_to_have_count(0)
        expect(newcomer.page.locator("#near .near-amount")).to_have_count(0)
        newcomer.leave()
