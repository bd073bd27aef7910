"""Pages of a floor in the middle of its day."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import uvicorn
from playwright.sync_api import Browser, Page, expect

from pitboss.floor.floor import Floor
from pitboss.games import games
from pitboss.games.common import CARDS, REAL
from pitboss.journal.journal import Journal
from pitboss.journal.stores import open_store
from pitboss.playtest.random_players import Session
from pitboss.table import commands as c
from pitboss.table.autodealer import simulated_cards
from pitboss.table.commands import Actor, Role
from pitboss.table.table import Table
from pitboss.web.app import create_app

if TYPE_CHECKING:
    from fastapi import FastAPI

Size = tuple[int, int]
WIDE, TABLET, PHONE = (1440, 900), (1180, 820), (390, 844)
SEATS = ("Bob", "Cleo", "Ann", "Dan")
HERO = "Ann"
CHIPS = 2_000_00
STEP = 5_00
ROUNDS = 3
SCENES = {"uth": (22, 3)}
"""The seed of a game's table, and how many cards lie in the middle when its picture is taken."""
NOW = 1_767_226_500_000
"""When the pictures are taken: a quarter of an hour after the seeded tables were opened. The clock stands."""
COACH = "localStorage.setItem('pitboss-coach', 'before')"
PATIENCE = 120_000
REAL_SEED, SIX, STAKES = 3, range(1, 7), (25_00, 50_00, 15_00, 25_00, 10_00, 25_00)
FIRST_ASKING = 4
"""The step of the script at which the players of Hold 'Em are asked first."""


def journal_of(game: str) -> tuple[list[str], str]:
    """A table with a few rounds behind it, in mid-round, the hero to decide."""
    seed, board = SCENES.get(game, (1, 0))
    journal = Journal()
    table = Table.of(game, seed=seed, record=journal.append)
    session = Session(table, players=0, seed=seed, step=STEP)
    session.players = list(SEATS)
    for name in SEATS:
        table.sit(name, CHIPS)
    for _ in range(ROUNDS):
        session.play()
    for name in SEATS:
        session.bet(name)
    while not (_decides(table) and len(table.round.board) >= board):
        session.go_on()
    return [line for _, line in journal.lines()], journal.head


def real_journal() -> tuple[list[str], str]:
    """A table of real cards in its third round: the flop is to be entered."""
    journal = Journal()
    table = Table.of("uth", {CARDS: REAL}, seed=REAL_SEED, record=journal.append, reader=simulated_cards(REAL_SEED))
    for seat in SIX:
        table.sit(f"Seat {seat}", CHIPS, seat)
    for number in range(3):
        for seat in SIX:
            table.bet(f"Seat {seat}", seat, ante=STAKES[seat - 1], blind=STAKES[seat - 1], trips=STEP)
        table.deal()
        while table.turn and not (number == 2 and table.round.step > FIRST_ASKING):
            mine = [m for m in table.legal(table.turn) if m.command is c.Act]
            plays = number < 2 or mine[0].given["position"] in (1, 6)
            table.dealer.reader = simulated_cards(REAL_SEED) if number < 2 else None
            chosen = mine[-1 if plays else 0]
            table.do(c.Act, Actor(Role.PLAYER, chosen.player), **chosen.given)
            table.run()
    return [line for _, line in journal.lines()], journal.head


def _decides(table: Table) -> bool:
    return table.turn == HERO and table.due is not None and table.due.command is c.Act


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The app on a free port; gives its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    yield f"http://localhost:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


class Hall:
    """The floor, served, and a browser to look at it."""

    def __init__(self, browser: Browser, opened: ExitStack) -> None:
        self._browser = browser
        store = opened.enter_context(open_store("memory:"))
        self.tables = {game.short: str(number) for number, game in enumerate(games().values(), 1)}
        for game, table in self.tables.items():
            lines, head = journal_of(game)
            store.create(table)
            store.append(table, expected=0, lines=lines, head=head)
        lines, head = real_journal()
        self.real = str(len(self.tables) + 1)
        store.create(self.real)
        store.append(self.real, expected=0, lines=lines, head=head)
        floor = Floor(store, clock=lambda: NOW)
        opened.callback(floor.close)
        app, people = create_app(floor), floor.people
        self.player = app.state.sessions.token(people.rename(people.welcome(), HERO))
        self.staff = app.state.sessions.token(people.accept(people.invite(Role.FLOOR, "Flora")))
        self.dealer = app.state.sessions.token(people.accept(people.invite(Role.DEALER, "J. Moreau")))
        self._address = opened.enter_context(served(app))

    @contextmanager
    def page(self, path: str, token: str, size: Size = WIDE, scale: float = 1) -> Iterator[Page]:
        """A page as somebody sees it."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            reduced_motion="reduce",
            timezone_id="UTC",
        )
        context.add_cookies([{"name": "pitboss", "value": token, "url": self._address}])
        context.add_init_script(COACH)
        page = context.new_page()
        page.clock.set_fixed_time(datetime.fromtimestamp(NOW / 1000, UTC))
        page.goto(self._address + path)
        yield page
        context.close()


def lobby(hall: Hall) -> bytes:
    """The tables with their edges."""
    with hall.page("/", hall.player) as page:
        for edge in page.locator(".edge[data-wager=main]").all():
            expect(edge).to_contain_text("%", timeout=PATIENCE)
        return page.screenshot()


def table(game: str, size: Size = WIDE, scale: float = 1) -> Callable[[Hall], bytes]:
    """A table in play, the hero to decide, the coach telling what each choice is worth."""

    def take(hall: Hall) -> bytes:
        with hall.page(f"/tables/{hall.tables[game]}", hall.player, size, scale) as page:
            page.locator("#dock .btn.primary").wait_for()
            expect(page.locator("#coach")).to_contain_text("best", timeout=PATIENCE)
            return page.screenshot()

    return take


def console(hall: Hall) -> bytes:
    """The floor console at a table."""
    with hall.page(f"/floor/{hall.tables['uth']}", hall.staff) as page:
        page.locator("#due p").first.wait_for()
        page.locator("#tables li").first.wait_for()
        expect(page.locator("#seats")).to_contain_text(HERO)
        return page.screenshot()


def dealer(hall: Hall) -> bytes:
    """The dealer's page: two cards of the flop are entered, the third is half typed."""
    with hall.page(f"/dealer/{hall.real}", hall.dealer, TABLET) as page:
        page.locator(".slot.next").wait_for()
        page.keyboard.type("Qd9c4")
        expect(page.locator(".key.half").first).to_be_visible()
        return page.screenshot()


def audit(hall: Hall) -> bytes:
    """The audit page with the sheet of a hand."""
    with hall.page(f"/audit/{hall.tables['uth']}", hall.staff) as page:
        page.locator("#records li").first.wait_for()
        expect(page.locator("#doc")).to_contain_text("Dispute sheet", ignore_case=True)
        expect(page.locator("#strip li").first).to_be_visible()
        return page.screenshot()


PICTURES: dict[str, Callable[[Hall], bytes]] = {
    "lobby": lobby,
    "table": table("uth"),
    **{f"table-{game.short}": table(game.short) for game in games().values() if game.short not in SCENES},
    "phone": table("uth", PHONE, 2),
    "floor": console,
    "dealer": dealer,
    "audit": audit,
}
