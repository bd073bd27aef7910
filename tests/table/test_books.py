"""The table's money: chips, boxes, coupons, limits, the progressive meter, and books that always sum to zero."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, GAMES, METHODS, SIDE_BETS, WAGERS, Rigged, Scene, arranged, dealt, player, scene

from pitboss.games.common import in_cents
from pitboss.journal.codec import decode
from pitboss.journal.journal import Journal
from pitboss.journal.replay import walk
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.ledger import post
from pitboss.money import dollars
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.state import State
from pitboss.table.table import practice_submission
from support import case

ANN, BOB = player("Ann"), player("Bob")
START = 10_000_00


def lines(table: Scene, position: int = 1) -> dict[str, tuple[str, int]]:
    """Each settled wager of a position: its outcome and what it paid, in dollars."""
    return {line.wager: (line.outcome, line.paid // 100) for line in table.round.hands[position].lines}


# --- chips and boxes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"), [case("UTH-6(a).1", "uth", "UTH-6(a).1"), case("HL-40.6(a)-s1a", "hi-lo", "HL-40.6(a)-s1a")]
)
def test_cash_goes_into_the_drop_box_and_chips_come_from_the_rack(game: str, clause: str) -> None:
    table = scene(game, {})
    assert table.refuses(c.BuyIn, ANN, amount=in_cents(100)).code == "not-seated"
    table.asks(c.Sit, ANN, position=1)
    for amount in (0, -100, 10**12):
        assert table.refuses(c.BuyIn, ANN, amount=amount).code == "amount"
    (bought,) = table.asks(c.BuyIn, ANN, amount=in_cents(100))
    assert bought.clauses == (clause,)
    assert dict(table.state.books) == {"outside": -10_000, "drop": 10_000, "rack": -10_000, "player:Ann": 10_000}


def test_a_player_buys_chips_in_mid_round_and_can_then_play() -> None:
    table = scene("pik-it", {}, cards=arranged({1: "2c 3d 5h 8h 9h"}, "As Ad 7c 7d 2s"))
    table.sit("Ann", in_cents(20), 1)
    table.bet("Ann", ante=in_cents(10), five_card_bonus=in_cents(10))
    table.run()
    short = table.refuses(c.Act, ANN, position=1, action="play_5", amount=in_cents(10))
    assert (short.code, short.clause) == ("chips", "PK-R23")
    assert {move.given["action"] for move in table.legal("Ann") if move.command is c.Act} == {"fold"}
    table.asks(c.BuyIn, ANN, amount=in_cents(10))
    table.asks(c.Act, ANN, position=1, action="play_5", amount=in_cents(10))


def test_tips_go_into_the_box_between_rounds() -> None:
    table = scene("hi-lo", 1, by_hand=(c.NoMoreBets,))
    for amount, code in ((0, "amount"), (START, "chips"), (-1, "amount")):
        assert table.refuses(c.Tip, ANN, amount=amount).code == code
    table.asks(c.Tip, ANN, amount=500)
    assert table.state.books["tips"] == 500
    table.until(c.NoMoreBets)
    table.asks(c.NoMoreBets, DEALER)
    late = table.refuses(c.Tip, ANN, amount=500)
    assert (late.code, late.clause) == ("round-in-progress", "HL-1.13Z(d)-1")


def test_a_player_who_leaves_takes_the_chips_along() -> None:
    table = scene("top-five", {})
    table.sit("Ann", in_cents(100), 1)
    (left,) = table.asks(c.Leave, ANN)
    assert [transfer.amount for transfer in left.money] == [in_cents(100)]
    assert dict(table.state.books) == {"drop": 10_000, "rack": -10_000}


# --- coupons ---------------------------------------------------------------------------------------------------------

WINS: dict[str, dict[str, Any]] = {
    "uth": {"hand": "As Ad", "dealer": "2c 2d", "board": "3h 7c 8d Js 4h"},
    "hi-lo": {"hand": "As Ks Qd 2c 3c", "dealer": "4c 5c 6d 7h 8h"},
    "pik-it": {"hand": "As Ad 7c 7d 2s", "dealer": "2c 3d 5h 8h 9h"},
}
LOSES: dict[str, dict[str, Any]] = {
    "uth": {"hand": "2c 3d", "dealer": "As Ad", "board": "4h 7c 8d Js 9h"},
    "hi-lo": {"hand": "9c 8c 7d 9h 8h", "dealer": "As Ks Qd 2c 3c"},
    "pik-it": {"hand": "2c 3d 5h 8h 9h", "dealer": "As Ad 7c 7d 2s"},
}


def with_coupon(game: str, cards: dict[str, Any], face: int = 10) -> Scene:
    order = arranged({1: cards["hand"]}, cards["dealer"], cards.get("board", ""))
    table = scene(game, {1: dict.fromkeys(WAGERS[game], 20)}, cards=order, match_play="ante")
    table.asks(c.UseCoupon, ANN, position=1, face=in_cents(face))
    return table


def play_on(table: Scene, *, fold: bool = False) -> None:
    table.run()
    play = "fold" if fold else "play_5" if "play_5" in table.rules.game.plays else "play"
    table.finish(play)


@pytest.mark.parametrize("game", [case("UTH-R28", "uth"), case("HL-R40", "hi-lo"), case("PK-R53", "pik-it")])
def test_a_coupon_pays_its_face_when_the_ante_wins_and_only_chips_count_for_play(game: str) -> None:
    table = with_coupon(game, WINS[game])
    play_on(table)
    assert lines(table)["match_play"] == ("win", 10)
    assert lines(table)["ante"] == ("win", 20)
    play = next(name for name in table.rules.game.plays if name in table.hand("Ann").wagers)
    assert table.hand("Ann").wagers[play] == in_cents(60 if game == "uth" else 20)
    (settled,) = [event for event in table.seen(e.WagerSettled) if event.wager == "match_play"]
    assert [(t.source, t.target, t.amount) for t in settled.money] == [("rack", "player:Ann", in_cents(10))]


@pytest.mark.parametrize("game", [case("UTH-R28", "uth"), case("HL-R40", "hi-lo"), case("PK-R53", "pik-it")])
def test_a_coupon_goes_with_a_lost_or_folded_ante_and_comes_back_on_a_void(game: str) -> None:
    for fold, outcome in ((False, "lose"), (True, "forfeit")):
        table = with_coupon(game, LOSES[game])
        play_on(table, fold=fold)
        assert lines(table)["match_play"] == (outcome, 0)
    table = with_coupon(game, LOSES[game])
    table.run()
    table.asks(c.ForeignCard, DEALER)
    assert lines(table)["match_play"] == ("void", 0)
    assert table.chips("Ann") == START


@pytest.mark.parametrize(
    ("game", "clause"),
    [case("UTH-R28", "uth", "UTH-R28"), case("HL-R40", "hi-lo", "HL-R40"), case("PK-R53", "pik-it", "PK-R53")],
)
def test_a_coupon_lies_with_chips_of_at_least_its_face_where_coupons_are_taken(game: str, clause: str) -> None:
    for table, face, code in (
        (scene(game, 1), 10, "no-coupons"),
        (scene(game, 1, match_play="ante"), 11, "coupon-amount"),
    ):
        refusal = table.refuses(c.UseCoupon, ANN, position=1, face=in_cents(face))
        assert (refusal.code, refusal.clause) == (code, clause)
    bets = dict.fromkeys((1, 2), dict.fromkeys(WAGERS[game], 20))
    table = scene(game, bets, match_play="ante", by_hand=(c.NoMoreBets, c.Deal))
    table.asks(c.UseCoupon, ANN, position=1, face=in_cents(15))
    for less in (10, 0):
        refusal = table.refuses(c.PlaceBets, ANN, position=1, wagers=(("ante", in_cents(less)),))
        assert (refusal.code, refusal.clause) == ("coupon-amount", clause)
        assert "take the coupon back first" in refusal.message
    table.bet("Ann", **dict.fromkeys(WAGERS[game], in_cents(15)))
    table.asks(c.UseCoupon, ANN, position=1, face=0)
    table.bet("Ann", **dict.fromkeys(WAGERS[game], in_cents(10)))
    table.asks(c.UseCoupon, ANN, position=1, face=in_cents(10))
    table.until(c.NoMoreBets)
    table.asks(c.NoMoreBets, DEALER)
    assert table.refuses(c.UseCoupon, BOB, position=2, face=in_cents(5)).code == "bets-closed"


@pytest.mark.clause("UTH-R28")
def test_hold_em_takes_cover_all_of_a_folded_hand_with_a_coupon() -> None:
    options = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True, "match_play": "ante"}
    table = scene("uth", {1: {**WAGERS["uth"], "cover_all": 5}}, **options)
    table.asks(c.UseCoupon, ANN, position=1, face=in_cents(10))
    play_on(table, fold=True)
    assert set(lines(table)) == {"ante", "match_play", "blind", "cover_all"}
    assert not any(account.startswith("wager:") for account in table.state.books)


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R3", "UTH-11(e).1")
@pytest.mark.parametrize("one_by_one", [True, False])
def test_a_limit_is_paid_in_the_order_of_settlement_however_the_dealer_goes_about_it(one_by_one: bool) -> None:
    cards = arranged({1: "As Ks"}, "2c 2d", "Qs Js Ts 3h 4d")
    table = dealt("uth", {1: {"ante": 500, "blind": 500, "trips": 100}}, cards=cards, by_hand=(c.Settle,))
    table.act("Ann", "play", in_cents(2000))
    table.run()
    if one_by_one:
        for wager in ("ante", "blind", "play", "trips"):
            table.asks(c.Settle, DEALER, position=1, wager=wager)
    else:
        table.asks(c.Settle, DEALER, position=1)
    assert lines(table) == {"ante": ("win", 500), "blind": ("win", 49_500), "play": ("win", 0), "trips": ("win", 0)}
    assert table.chips("Ann") == START + in_cents(50_000)


@pytest.mark.clause("HL-R9", "HL-40.11(f)")
def test_each_hand_of_a_player_has_a_limit_of_its_own() -> None:
    royal = {1: "As Ks Qs Js Ts", 2: "Ah Kh Qh Jh Th"}
    cards, most = arranged(royal, "2c 2d 3c 3d 4c"), in_cents(300)
    table = scene("hi-lo", {1: {"ante": 10, "poker_bonus": 300}}, cards=cards, poker_bonus_maximum=most)
    table.bet("Ann", 2, ante=in_cents(10), poker_bonus=most)
    play_on(table, fold=True)
    paid = [lines(table, position)["poker_bonus"][1] for position in (1, 2)]
    assert paid == [50_000, 50_000], "each would pay 75,000"


# --- the progressive -------------------------------------------------------------------------------------------------

SEED, ADDED = in_cents(10_000), 150
PROGRESSIVE = {
    "seed": SEED,
    "contribution": ADDED,
    "rows": {"royal_flush": "100%", "straight_flush": "10%", "four_of_a_kind": "$300"},
}
WITH_CHIP = {**SIDE_BETS["uth"], "progressive": 5}


def metered(hands: dict[int, str], board: str, **kwargs: Any) -> Scene:
    order = arranged(hands, "2c 7d", board)
    return dealt("uth", dict.fromkeys(hands, WITH_CHIP), cards=order, progressive=PROGRESSIVE, **kwargs)


def meter(table: Scene) -> int:
    return table.state.books["progressive"]


@pytest.mark.clause("UTH-R54", "UTH-R76", "UTH-14(a)")
def test_the_meter_starts_at_the_seed_and_each_wager_adds_to_it() -> None:
    table = scene("uth", {1: WITH_CHIP, 2: WITH_CHIP, 3: SIDE_BETS["uth"]}, progressive=PROGRESSIVE)
    assert meter(table) == SEED
    for amount in (400, 600):
        refusal = table.refuses(c.Bet, ANN, position=1, wager="progressive", amount=amount)
        assert (refusal.code, refusal.clause) == ("wager-amount", "UTH-14(a)")
    table.run()
    assert meter(table) == SEED + 2 * ADDED
    assert sum(t.amount for t in table.seen(e.BetsClosed)[0].money if t.target == "progressive") == 2 * ADDED
    table.finish()
    assert meter(table) == SEED + 2 * ADDED


@pytest.mark.clause("UTH-R54", "UTH-R73", "UTH-R76")
def test_a_share_is_paid_from_the_meter_and_a_meter_below_its_seed_is_brought_back() -> None:
    table = metered({1: "As Ks", 2: "9d 4d"}, "Qs Js Ts 3h 4h")
    table.finish("check")
    award = SEED + 2 * ADDED
    assert lines(table)["progressive"] == ("win", award // 100)
    (settled,) = [event for event in table.seen(e.WagerSettled) if event.wager == "progressive" and event.position == 1]
    assert [t.amount for t in settled.money if t.source == "progressive"] == [award]
    assert (settled.returned, settled.stake) == (500, 500)
    (reset,) = table.seen(e.MeterReset)[1:]
    assert (reset.meter, [(t.source, t.amount) for t in reset.money]) == (SEED, [("outside", SEED)])
    assert meter(table) == SEED


@pytest.mark.clause("UTH-R54", "UTH-R72", "UTH-R76")
def test_two_who_hit_the_same_share_divide_it_and_the_meter_is_read_once() -> None:
    """Both hold a straight flush on the board: 10% of the meter, halved, fractions staying in it."""
    table = metered({1: "Ac Kd", 2: "9d 4d"}, "8s 7s 6s 5s 4s")
    stood = SEED + 2 * ADDED
    table.finish("check")
    each = stood // 10 // 2
    paid = [event.paid for event in table.seen(e.WagerSettled) if event.wager == "progressive"]
    assert paid == [each, each]
    assert stood - 2 * each < SEED
    assert meter(table) == SEED


BOTH_SHARES = "Qs Js Ts 9s 3h"
ROYAL, STRAIGHT_FLUSH = "As Ks", "8s 7d"


@pytest.mark.parametrize("folds", [(), ("Ann",), ("Bob",)], ids=["both play", "first folds", "second folds"])
@pytest.mark.parametrize("hands", [(ROYAL, STRAIGHT_FLUSH), (STRAIGHT_FLUSH, ROYAL)])
@pytest.mark.clause("UTH-R89")
def test_shares_of_two_rows_are_paid_in_order_from_what_is_left(hands: tuple[str, str], folds: tuple[str, ...]) -> None:
    journal = Journal()
    submission = practice_submission("uth", {"progressive": PROGRESSIVE})
    table = Scene(submission, seed=1, record=journal.append)
    table.dealer = Rigged(arranged(dict(enumerate(hands, 1)), "2c 7c", BOTH_SHARES))
    table.open()
    for name in ("Ann", "Bob"):
        table.sit(name, START)
        table.bet(name, **{wager: in_cents(dollars) for wager, dollars in WITH_CHIP.items()})
    table.run()
    for _ in range(2):
        table.answer(others="check")
    table.answer(**dict.fromkeys(folds, "fold"), others="play")
    table.run()
    stood = SEED + 2 * ADDED
    first, last = (1, 2) if "Bob" in folds else (2, 1)  # from the far right, those who played before those who folded
    due = {position: stood if hands[position - 1] == ROYAL else stood // 10 for position in (first, last)}
    paid = {position: table.settlement(position)["progressive"].paid for position in due}
    assert paid == {first: due[first], last: min(due[last], stood - due[first])}
    cut = table.settlement(last)["progressive"]
    assert "UTH-R89" in cut.clauses
    assert any(f"cut to the {dollars(paid[last])} left in the meter" in fact for fact in cut.facts)
    lowest = min(state.books.get("progressive", 0) for _, _, state in walk(decode(text) for _, text in journal.lines()))
    assert lowest == 0
    lines = [text for _, text in journal.lines()]
    assert verify(lines).fault is None
    assert second_opinion(lines).disagreement is None


@pytest.mark.clause("UTH-R76", "UTH-R54")
def test_a_fixed_award_is_paid_to_each_from_the_rack_and_leaves_the_meter_alone() -> None:
    table = metered({1: "As Ad", 2: "Kd Kc"}, "Ah Ac Ks Kh 3d")
    table.finish("check")
    assert [lines(table, position)["progressive"] for position in (1, 2)] == [("win", 300), ("win", 300)]
    assert meter(table) == SEED + 2 * ADDED
    assert len(table.seen(e.MeterReset)) == 1, "only the one with which the table began"


@pytest.mark.clause("UTH-R54")
def test_the_progressive_survives_a_fold() -> None:
    table = metered({1: "As Ad"}, "Ah Ac 2s 9h 3d")
    table.finish("fold")
    assert lines(table)["progressive"] == ("win", 300)
    assert lines(table)["ante"] == ("forfeit", 0)


@pytest.mark.clause("UTH-R61", "UTH-R76")
def test_a_void_round_gives_the_wager_back_and_takes_its_contribution_out_of_the_meter() -> None:
    table = metered({1: "As Ks", 2: "9d 4d"}, "Qs Js Ts 3h 4h")
    table.asks(c.ForeignCard, DEALER)
    assert table.chips("Ann") == START
    assert meter(table) == SEED
    table.run()
    assert meter(table) == SEED


@pytest.mark.clause("UTH-R53", "UTH-R54")
def test_one_void_hand_takes_only_its_own_contribution_back() -> None:
    table = metered({1: "As Ks", 2: "9d 4d"}, "Qs Js Ts 3h 4h")
    table.asks(c.HandCount, DEALER, position=1, cards=3)
    assert meter(table) == SEED + ADDED
    assert table.chips("Ann") == START


# --- the books -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ends", ["fold", "play", "void"])
def test_each_event_moves_its_own_money_and_the_books_sum_to_zero(game: str, method: str, ends: str) -> None:
    options = {**METHODS[method], **({"progressive": PROGRESSIVE} if game == "uth" else {})}
    bets = dict.fromkeys((1, 2, 3), WITH_CHIP if game == "uth" else SIDE_BETS[game])
    table = scene(game, bets, **options)
    table.run()
    if ends == "void":
        table.asks(c.ForeignCard, DEALER)
    play_on(table, fold=ends == "fold")
    table.asks(c.Tip, ANN, amount=100)
    table.asks(c.Leave, BOB)
    state = State()
    for event in table.happened:
        after = evolve(state, event)
        assert sum(after.books.values()) == 0
        assert after.books == post(state.books, event.money)
        state = after
    assert state.books == table.state.books
    assert not [account for account in state.books if account.startswith("wager:")]
    if ends == "void":
        assert {table.chips(name) for name in ("Ann", "Cid")} == {START - 100, START}
