"""The dealer's page in a real browser: whole shifts of each game with real cards, by clicks and by keyboard alone.

`PITBOSS_LONG=1 python -m pytest -s tests/web/test_dealer_page.py` plays ten rounds in each shift.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing

import pytest
from dealing import AtThePage, Clicks, DealerAtThePage, Hands, Keys
from dealt_by_hand import PhysicalDeck
from floors import Hall
from playwright.sync_api import Browser
from serving import served

from pitboss.floor.live import LiveTable
from pitboss.games.common import CARDS, REAL
from pitboss.journal.second import second_opinion
from pitboss.journal.verify import verify
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

GAMES = ("uth", "hi-lo", "top-five", "pik-it")
EXTRA = {"uth": "Trips", "hi-lo": "Tie", "top-five": "Poker Bonus", "pik-it": "3 card bonus"}
ROUNDS = 10 if os.environ.get("PITBOSS_LONG") else 2


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
    return sum(isinstance(moment.event, kind) for moment in live.recent)


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
