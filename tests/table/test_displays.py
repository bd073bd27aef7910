"""What players can read at the table: layout and sign before it opens, the device's screen; and what helps nobody."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, FLOOR, METHODS, WAGERS, Scene, bare, dealt, player, scene

from pitboss.table import commands as c
from pitboss.table import events as e
from support import case

FLOP = 3
COVER_ALL = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True}


@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        case("HL-1.13Z(c)-s1 HL-R39", "hi-lo", {"odds_display": "sign"}, "HL-1.13Z(c)-s2"),
        case("HL-1.13Z(c)-s2", "hi-lo", {}, "HL-1.13Z(c)-s2"),
        case("PK-1.13Y(c) PK-1.13Y(d)1", "pik-it", {"odds_display": "sign"}, "PK-1.13Y(c)"),
        case("T5-2.B(4).2 T5-R47", "top-five", {"odds_display": "sign"}, "T5-2.B(4).2"),
        case("UTH-R70 UTH-1(trips).3", "uth", {}, "UTH-R70"),
    ],
)
def test_a_table_does_not_open_before_its_layout_and_sign_are_in_place(
    game: str, options: dict[str, Any], clause: str
) -> None:
    table = bare(game, **options)
    refusal = table.refuses(c.OpenTable, FLOOR, floor=(FLOOR.name,), displayed=False)
    assert (refusal.code, refusal.clause) == ("display-first", clause)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,), displayed=True)
    assert table.state.open


@pytest.mark.clause("T5-13.E(2)", "T5-R70")
def test_a_device_that_bears_the_sign_may_stay_when_another_way_is_used() -> None:
    table = scene("top-five", shuffle_method="automated")
    table.finish()
    by_hand = {"game": table.state.game, "options": {**table.state.options, "shuffle_method": "manual"}}
    table.asks(c.DeviceStatus, FLOOR, device="shuffler", status="fault")
    assert table.refuses(c.PostSubmission, FLOOR, **by_hand).code == "device-present"
    table.asks(c.DeviceStatus, FLOOR, device="shuffler", status="marked")
    table.asks(c.PostSubmission, FLOOR, **by_hand)
    assert not table.rules.shuffler


def screen(table: Scene) -> object:
    """What the device shows, to the public as to everybody."""
    seen = [table.view(viewer)["round"].get("screen") for viewer in (None, "Ann")]
    assert seen[0] == seen[1]
    return seen[0]


@pytest.mark.clause("UTH-13(e).3")
def test_the_device_shows_what_cover_all_pays_in_this_round_until_it_is_settled() -> None:
    bets = {position: {**WAGERS["uth"], **({"cover_all": 5} if position < 3 else {})} for position in range(1, 5)}
    table = scene("uth", bets, by_hand=(c.CloseDeal,), **COVER_ALL)
    table.until(c.CloseDeal)
    assert screen(table) is None
    table.asks(c.CloseDeal, DEALER)
    lit = {
        "wager": "cover_all",
        "hands": 5,
        "pays": [
            ["royal flush", "100 to 1"],
            ["straight flush", "40 to 1"],
            ["four of a kind", "35 to 1"],
            ["full house", "5 to 1"],
        ],
    }
    assert screen(table) == lit
    while not all(table.round.hands[position].settled("cover_all") for position in (1, 2)):
        assert screen(table) == lit
        if not table.step():
            action = "fold" if table.round.board[FLOP:] else "check"
            table.asks(c.Act, player(table.turn), position=table.state.seat_of(table.turn), action=action)
    assert screen(table) is None


@pytest.mark.clause("UTH-13(e).3")
def test_a_round_without_a_cover_all_wager_leaves_the_screen_dark() -> None:
    table = dealt("uth", 2, **COVER_ALL)
    assert table.seen(e.DealClosed)
    assert screen(table) is None


@pytest.mark.clause("T5-11.A(1)")
def test_a_player_who_mixes_up_the_cards_gets_no_wager_back() -> None:
    table = dealt("top-five")
    before = dict(table.round.hands[1].wagers), table.chips("Ann")
    table.asks(c.Breach, DEALER, player="Ann", what="says that two cards were mixed up", rule="own-hand")
    assert (dict(table.round.hands[1].wagers), table.chips("Ann")) == before
    assert not table.round.hands[1].void
    assert not table.seen(e.WagerSettled)
