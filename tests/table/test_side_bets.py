"""Side bets in a round: the blind pick of Pik-It, the bonuses of Top Five, the device of Cover All."""

from __future__ import annotations

import pytest
from tables import DEALER, METHODS, SIDE_BETS, WAGERS, Scene, arranged, dealt, player, scene

from pitboss.cards import parse
from pitboss.games.common import in_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.rules import Refusal
from support import case

ANN, BOB, CID = player("Ann"), player("Bob"), player("Cid")
PICKER, PLAIN = SIDE_BETS["pik-it"], WAGERS["pik-it"]


# --- Pik-It ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PK-39.10(a)", "PK-39.10(b)/2")
def test_only_those_with_a_three_card_bonus_pick() -> None:
    table = dealt("pik-it", {1: PICKER, 2: PLAIN, 4: PICKER}, by_hand=(c.Settle,))
    refusal = table.refuses(c.Pick, BOB, position=2, places=(1, 2, 3))
    assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(b)/1")
    for name in ("Cid", "Ann"):
        assert table.turn == name
        table.pick(name, 1, 2, 3)
        assert table.refuses(c.Pick, BOB, position=2, places=(1, 2, 3)).code == "out-of-order"
        table.asks(c.Settle, DEALER, position={"Ann": 1, "Cid": 4}[name])
    table.run()
    assert table.refuses(c.Pick, BOB, position=2, places=(1, 2, 3)).code == "out-of-order"
    assert {event.position for event in table.seen(e.CardsPicked)} == {1, 4}


@pytest.mark.clause("PK-39.10(b)/1")
def test_players_pick_from_the_far_right_one_after_the_other() -> None:
    table = dealt("pik-it", {1: PICKER, 4: PICKER, 6: PICKER})
    for turn, position in ((CID, 6), (BOB, 4), (ANN, 1)):
        for other, place in ((ANN, 1), (BOB, 4), (CID, 6)):
            if place != position:
                refusal = table.refuses(c.Pick, other, position=place, places=(1, 2, 3))
                assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(b)/1")
        table.pick(turn.name, 1, 2, 3)
    assert [event.position for event in table.seen(e.CardsPicked)] == [6, 4, 1]


@pytest.mark.clause("PK-39.10(b)/2", "PK-R7")
def test_the_picked_cards_are_turned_up_for_all_and_the_others_stay_down() -> None:
    cards = arranged({1: "As Kd 7c 7d 2s"}, "2c 3c 4d 5h 9h")
    table = dealt("pik-it", {1: PICKER}, cards=cards, by_hand=(c.Show,))
    for viewer in (None, ANN, DEALER):
        assert table.view(viewer)["round"]["hands"][1]["cards"] == "?? ?? ?? ?? ??"
    for places in ((1, 3), (1, 3, 3), (1, 3, 6), (0, 1, 2)):
        refusal = table.refuses(c.Pick, ANN, position=1, places=places)
        assert (refusal.code, refusal.clause) == ("pick", "PK-39.10(b)/2")
    table.pick("Ann", 1, 3, 5)
    for viewer in (None, ANN, DEALER):
        assert table.view(viewer)["round"]["hands"][1]["cards"] == "As ?? 7c ?? 2s"
    assert table.refuses(c.Pick, ANN, position=1, places=(1, 2, 3)).code == "out-of-order"
    assert table.round.faces(table.hand("Ann").picked) == parse("As 7c 2s")


@pytest.mark.clause("PK-39.4(e)")
@pytest.mark.parametrize("claim", ["one pair", "a full house"])
def test_a_hand_counts_for_its_cards_whatever_its_player_says(claim: str) -> None:
    cards = arranged({1: "9s 9d 4c 4d Ks"}, "2c 3c 4s 5h 9h")
    table = dealt("pik-it", {1: PICKER}, cards=cards)
    table.asks(c.Pick, ANN, position=1, places=(1, 2, 3), reason=claim)
    table.run()
    played = c.Act(by=ANN, at=table.now(), position=1, action="play_5", amount=in_cents(10), reason=claim)
    assert any(move.covers(played) for move in table.legal("Ann"))
    assert not isinstance(table.try_(played), Refusal)
    table.run()
    words = [event.words for event in table.seen(e.HandAnnounced) if event.position == 1]
    assert words == ["five cards: two pair, nines and fours with king"]
    assert table.settlement(1)["five_card_bonus"].facts[0] == "player two pair, nines and fours with king"


# --- Top Five --------------------------------------------------------------------------------------------------------


def showdown(cards: str, wagers: dict[str, int], action: str = "play") -> Scene:
    """One Top Five player against a dealer who holds two pair, up to the settlement."""
    order = arranged({1: cards}, "Ah Ad Kh Kd 2c 3c 4c")
    table = dealt("top-five", {1: wagers}, cards=order, by_hand=(c.Settle, c.RackHand))
    table.act("Ann", action)
    table.run()
    return table


@pytest.mark.clause("T5-11.C(6)", "T5-11.C(8)", "T5-11.C(5)(b)")
def test_bonuses_are_settled_after_the_main_wagers_and_the_cards_stay_until_then() -> None:
    table = showdown("Tc Jd 2h 3h 4h 5h 6h", SIDE_BETS["top-five"])
    early = table.refuses(c.Settle, DEALER, position=1, wager="top_five_bonus")
    assert (early.code, early.clause) == ("order", "T5-11.C(6)")
    for wager in ("ante", "play"):
        table.asks(c.Settle, DEALER, position=1, wager=wager)
    assert table.chips("Ann") == 10_000_00 - in_cents(30)
    first = table.refuses(c.Settle, DEALER, position=1, wager="poker_bonus")
    assert (first.code, first.clause) == ("order", "T5-11.C(8)")
    for wager in ("top_five_bonus", "poker_bonus"):
        stays = table.refuses(c.RackHand, DEALER, position=1)
        assert (stays.code, stays.clause) == ("unsettled", "T5-11.C(5)(b)")
        assert not table.hand("Ann").racked
        table.asks(c.Settle, DEALER, position=1, wager=wager)
    table.asks(c.RackHand, DEALER, position=1)
    assert table.hand("Ann").racked


@pytest.mark.clause("T5-11.C(8)")
def test_without_a_top_five_bonus_the_poker_bonus_follows_the_main_wagers() -> None:
    table = showdown("Tc Jd 2h 3h 4h 5h 6h", {"ante": 10, "poker_bonus": 5})
    table.asks(c.Settle, DEALER, position=1)
    assert [line.wager for line in table.hand("Ann").lines] == ["ante", "play", "poker_bonus"]


@pytest.mark.parametrize("action", ["play", "fold"])
@pytest.mark.parametrize(
    ("cards", "wager", "pays"),
    [
        case("T5-11.C(5)(c)", "Tc Jd Qh Ks As 2h 3h", "top_five_bonus", 25),
        case("T5-11.C(5)(d)", "Tc Td Th 2h 3h 4h 5h", "poker_bonus", 35),
    ],
)
def test_a_won_bonus_is_paid_by_its_table_and_the_stake_stays(cards: str, wager: str, pays: int, action: str) -> None:
    table = showdown(cards, {"ante": 10, wager: 5}, action)
    wager_lines = ["ante", "play"] if action == "play" else []
    for name in wager_lines:
        table.asks(c.Settle, DEALER, position=1, wager=name)
    before = table.chips("Ann")
    wrong = table.refuses(c.Settle, DEALER, position=1, wager=wager, pays=in_cents(pays) - 100)
    assert wrong.code == "wrong-payment"
    table.asks(c.Settle, DEALER, position=1, wager=wager, pays=in_cents(pays))
    assert table.chips("Ann") - before == in_cents(pays + 5)


# --- Cover All -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-13(e).1", "UTH-13(e).2")
def test_the_green_button_closes_the_deal_before_anybody_is_asked() -> None:
    options = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True}
    table = scene("uth", 4, by_hand=(c.CloseDeal,), **options)
    table.until(c.CloseDeal)
    assert table.round.hands[0].cards
    skipped = table.refuses(c.Act, ANN, position=1, action="check")
    assert (skipped.code, skipped.clause) == ("out-of-order", "UTH-13(e).1")
    assert "close deal" in skipped.message
    table.asks(c.CloseDeal, DEALER)
    (closed,) = table.seen(e.DealClosed)
    assert (closed.hands, closed.clauses[:2]) == (5, ("UTH-13(e).1", "UTH-13(e).2"))
    assert table.turn == "Ann"
    table.asks(c.Act, ANN, position=1, action="check")
    names = table.names()
    assert names.index("CardsDealt") < names.index("DealClosed") < names.index("Decided")


def test_a_table_without_cover_all_has_no_green_button() -> None:
    table = dealt("uth", 1, **METHODS["automated-shoe"])
    assert table.turn == "Ann"
    assert not table.seen(e.DealClosed)


# --- a hand that turns out to be void after others were settled ------------------------------------------------------

SEVENS = "6c 7c Qc 6d 7d 4d", "9c 6h 6s 7h 9d 7s 2d"
"""Ann 6c 6d, Bob 7c 7d, the dealer Qc 4d; then a burn, the flop, a burn and the last two: both make four of a kind."""
COVERED = {"ante": 10, "blind": 10, "cover_all": 5}
SHARED = {"seed": "$10,000", "contribution": "$1", "rows": {"royal_flush": "100%", "four_of_a_kind": "50%"}}


@pytest.mark.clause("UTH-R54", "UTH-R61", "UTH-R80", "UTH-R89")
@pytest.mark.parametrize("counted_first", [True, False])
def test_who_shared_the_meter_with_a_void_hand_gets_the_whole_share_whenever_the_hand_is_counted(
    counted_first: bool,
) -> None:
    wagers = {"ante": 10, "blind": 10, "trips": 5, "progressive": 5}
    bets = dict.fromkeys((1, 2), wagers)
    table = scene("uth", bets, cards=" ".join(SEVENS), progressive=SHARED, by_hand=(c.Settle,))
    table.run()
    table.answer(others="play")
    if counted_first:
        table.asks(c.HandCount, DEALER, position=1, cards=3)
    table.until(c.Settle)
    table.asks(c.Settle, DEALER, position=2)
    if not counted_first:
        assert paid(table, 2, "progressive") == 2500_50, "half of a half"
        table.asks(c.HandCount, DEALER, position=1, cards=3)
    assert paid(table, 2, "progressive") == 5000_50
    assert table.state.books["progressive"] == 5000_50
    table.plays_on()


@pytest.mark.clause("UTH-R52", "UTH-R53", "UTH-R80")
@pytest.mark.parametrize("first", [1, 3])
def test_after_one_cover_all_went_back_the_next_wrong_count_counts_too(first: int) -> None:
    bets = dict.fromkeys((1, 2, 3), COVERED)
    table = dealt("uth", bets, cover_all=True, cover_all_mode=True, **METHODS["automated-shoe"])
    before = table.purses()
    table.asks(c.HandCount, DEALER, position=first, cards=3)
    table.asks(c.HandCount, DEALER, position=2, cards=1)
    assert [bool(table.round.hands[p].void) for p in (first, 2)] == [True, True]
    assert not table.seen(e.RoundVoided)
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    assert table.seen(e.RoundVoided)[-1].kind == "DEALER_COUNT"
    table.run()
    assert table.purses() == before


@pytest.mark.clause("UTH-R52", "UTH-R61", "UTH-R80")
def test_cover_all_is_settled_again_when_a_hand_turns_out_to_be_void() -> None:
    bets = dict.fromkeys((1, 2, 3), COVERED)
    options = {"cover_all": True, "cover_all_mode": True, **METHODS["automated-shoe"]}
    cards = arranged({1: "6c 6d", 2: "7c 8d", 3: "2c 3d"}, "Qc 4d", "6h 6s Kd Kc Ad", stacks=True)
    table = scene("uth", bets, cards=cards, by_hand=(c.Settle,), **options)
    table.run()
    table.answer(others="play")
    for position in (3, 2, 1, 3):
        table.until(c.Settle).asks(c.Settle, DEALER, position=position)
    assert paid(table, 3, "cover_all") == 40 * 5_00, "four of a kind among four hands"
    table.asks(c.HandCount, DEALER, position=2, cards=3)
    assert paid(table, 3, "cover_all") == 50 * 5_00, "and among three"
    table.plays_on()


def paid(table: Scene, position: int, wager: str) -> int:
    return next(line.paid for line in table.round.hands[position].lines if line.wager == wager)
