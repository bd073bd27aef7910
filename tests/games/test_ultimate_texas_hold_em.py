from __future__ import annotations

from typing import Any

import pytest
from hold_em import FORFEIT, HANDS, LOSE, PUSH, ROYAL, UTH, VOID, WIN, uth

from pitboss.errors import CardError, HandError, OptionError, WagerError
from pitboss.games.terms import Terms
from pitboss.law import register
from support import case, outcomes, play

# --- against the dealer ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "board", "dealer", "ante", "blind", "bet"),
    [
        case("UTH-10(h)(2).1 UTH-11(b)", *HANDS["flush"], (WIN, 10), (WIN, 15), (WIN, 40)),
        case("UTH-10(h)(2).2 UTH-R23 UTH-1(blind).2", *HANDS["three_of_a_kind"], (WIN, 10), (PUSH, 0), (WIN, 40)),
        case("UTH-10(h)(1)", "Kc 8d", "Ks 7h 2d 9c 4s", "9d 7c", (LOSE, 0), (LOSE, 0), (LOSE, 0)),
        case("UTH-10(h)(1) UTH-R42", "8c 7d", "6h 5h 4h Kd 2c", "Ah 3h", (LOSE, 0), (LOSE, 0), (LOSE, 0)),
        case(
            "UTH-10(h)(3) UTH-1(push) UTH-5(c).3", "8c 2d", "6h 5s 4c 7d 2h", "8d 2c", (PUSH, 0), (PUSH, 0), (PUSH, 0)
        ),
        case("UTH-1(community).2 UTH-R24", "2c 3d", "Th Jh Qh Kh Ah", "9c 9d", (PUSH, 0), (PUSH, 0), (PUSH, 0)),
        case("UTH-10(g).2 UTH-10(g).3 UTH-R5", "As Jd", "Qh 9s 7c 4d 2h", "Ac Kd", (PUSH, 0), (LOSE, 0), (LOSE, 0)),
        case("UTH-10(g).2 UTH-10(g).3 UTH-R23", "9c 3d", "Qh 9s 7c 4d 2h", "Ac Kd", (PUSH, 0), (PUSH, 0), (WIN, 40)),
        case("UTH-R42 UTH-10(g).3", "9h Th", "8c 7d 6h 2s Kc", "Ac 4d", (PUSH, 0), (WIN, 10), (WIN, 40)),
        case("UTH-10(g).2", "Ah 3d", "Qh 9s 7c 4d 2h", "Ac 3s", (PUSH, 0), (PUSH, 0), (PUSH, 0)),
        case("UTH-R5", "Ac Kd", "Qh Qs 7c 4d 2h", "Jc Td", (WIN, 10), (PUSH, 0), (WIN, 40)),
    ],
)
def test_ante_blind_and_play(
    player: str, board: str, dealer: str, ante: tuple[str, int], blind: tuple[str, int], bet: tuple[str, int]
) -> None:
    assert outcomes(uth(player, board, dealer)) == {"ante": ante, "blind": blind, "play": bet}


@pytest.mark.parametrize(
    ("row", "pays"),
    [
        case("UTH-11(c)[royal-flush] UTH-11(c)", "royal_flush", 5000),
        case("UTH-11(c)[straight-flush]", "straight_flush", 500),
        case("UTH-11(c)[four-of-a-kind]", "four_of_a_kind", 100),
        case("UTH-11(c)[full-house]", "full_house", 30),
        case("UTH-11(c)[flush]", "flush", 15),
        case("UTH-11(c)[straight]", "straight", 10),
        case("UTH-11(c)[less-than-straight]", "three_of_a_kind", None),
        case("UTH-11(c)[less-than-straight]", "two_pair", None),
        case("UTH-11(c)[less-than-straight]", "one_pair", None),
    ],
)
def test_every_row_of_the_blind_table(row: str, pays: int | None) -> None:
    expected = (PUSH, 0) if pays is None else (WIN, pays)
    assert outcomes(uth(*HANDS[row]))["blind"] == expected


@pytest.mark.clause("UTH-11(c)")
def test_a_straight_flush_that_loses_or_ties_is_not_paid_on_the_blind() -> None:
    assert outcomes(uth("6h 2c", "Th 9h 8h 7h 2d", "Jh 3d"))["blind"] == (LOSE, 0)
    assert outcomes(uth("3c 2c", "Th 9h 8h 7h 6h", "4c 3d"))["blind"] == (PUSH, 0)
    with pytest.raises(OptionError, match="no option 'blind_odds'"):
        Terms.of_hand(UTH, {"blind_odds": {"flush": "2 to 1"}})


@pytest.mark.clause("UTH-11(c)[flush]", "UTH-R45")
def test_three_to_two_on_an_odd_blind_is_exact() -> None:
    assert outcomes(uth(*HANDS["flush"], wagers={"ante": 5, "blind": 5, "play": 20}))["blind"] == (WIN, 7.5)
    for hand in ("flush", "one_pair"):
        with pytest.raises(WagerError, match=r"multiple of \$0.02") as caught:
            uth(*HANDS[hand], wagers={"ante": 10.01, "blind": 10.01, "play": 40.04})
        assert caught.value.clause == "UTH-R45"


@pytest.mark.parametrize("times", [1, 2, 3, 4])
@pytest.mark.clause("UTH-R27", "UTH-11(b)")
def test_play_is_one_to_four_times_the_ante_and_pays_even_money(times: int) -> None:
    assert outcomes(uth(*HANDS["flush"], wagers={"play": 10 * times}))["play"] == (WIN, 10 * times)


# --- trips -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [case(f"UTH-11(d)[{table}] UTH-1(trips).2", table) for table in "ABCD"])
def test_every_row_of_every_trips_table(table: str) -> None:
    stated = register("UTH").data["payouts"]["trips"][table]
    assert len(stated) == 7
    for row, (win, stake) in stated.items():
        settled = uth(*HANDS[row], options={"trips_pay_table": table}, wagers={"trips": 10})
        assert outcomes(settled)["trips"] == (WIN, 10 * win / stake)
        assert settled["trips"].clauses[0] == f"UTH-11(d)[{table}]"
    for row in ("two_pair", "one_pair"):
        settled = uth(*HANDS[row], options={"trips_pay_table": table}, wagers={"trips": 10})
        assert outcomes(settled)["trips"] == (LOSE, 0)


@pytest.mark.clause("UTH-1(trips).4", "UTH-10(h)(4).2")
def test_trips_is_paid_whether_the_player_wins_ties_or_loses() -> None:
    lost = outcomes(uth("9c 9d", "9h Kh 4h 2h 7c", "Ah 3h", wagers={"trips": 5}))
    assert lost == {"ante": (LOSE, 0), "blind": (LOSE, 0), "play": (LOSE, 0), "trips": (WIN, 15)}
    tied = outcomes(uth("8c 2d", "6h 5s 4c 7d 2h", "8d 2c", options={"trips_pay_table": "A"}, wagers={"trips": 10}))
    assert tied == {"ante": (PUSH, 0), "blind": (PUSH, 0), "play": (PUSH, 0), "trips": (WIN, 40)}


@pytest.mark.clause("UTH-6(c).3")
def test_trips_does_not_touch_the_other_wagers() -> None:
    for hand in HANDS.values():
        without = outcomes(uth(*hand))
        assert {k: v for k, v in outcomes(uth(*hand, wagers={"trips": 25})).items() if k != "trips"} == without


@pytest.mark.clause("UTH-R55", "UTH-10(e)(2)(i)")
def test_the_board_alone_can_win_trips_also_for_a_folded_hand() -> None:
    settled = uth("2c 3d", "9c 9d 9h Ks Jd", "Ac Kd", folded=True, wagers={"trips": 5})
    assert "UTH-10(e)(2)(i)" in settled["trips"].clauses
    assert outcomes(settled) == {"ante": (FORFEIT, 0), "blind": (FORFEIT, 0), "trips": (WIN, 15)}


@pytest.mark.clause("UTH-10(e)(2)", "UTH-R38", "UTH-10(e).2")
def test_a_fold_gives_up_ante_and_blind_even_if_the_dealer_has_nothing() -> None:
    settled = uth("2c 3d", "Qh 9s 7c 4d Jh", "Ac Kd", folded=True)
    assert outcomes(settled) == {"ante": (FORFEIT, 0), "blind": (FORFEIT, 0)}
    assert settled.net == -2000


@pytest.mark.clause("UTH-11(d).1", "UTH-R43")
def test_trips_rows_may_be_raised_but_never_lowered() -> None:
    for odds in ("6 to 1", "7 to 1", "8 to 1"):
        raised = {"trips_pay_table": "B", "trips_odds": {"flush": odds}}
        paid = outcomes(uth(*HANDS["flush"], options=raised, wagers={"trips": 10}))["trips"][1]
        assert paid == 10 * int(odds.split()[0])
    for odds, code, clause in (
        ("5 to 1", "below-floor", "UTH-11(d).1"),
        ("9 to 1", "odds-order", "UTH-R43"),
        ("13 to 2", "odds-whole", "UTH-R43"),
    ):
        with pytest.raises(OptionError) as caught:
            Terms.of_hand(UTH, {"trips_pay_table": "B", "trips_odds": {"flush": odds}})
        assert (caught.value.code, caught.value.clause) == (code, clause)


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-11(e).1", "UTH-R3", "UTH-R7")
def test_four_wagers_together_are_limited_in_settlement_order() -> None:
    settled = uth(
        *ROYAL, wagers={"ante": 100, "blind": 100, "play": 400, "trips": 100}, options={"table_minimum": 1000}
    )
    assert outcomes(settled) == {"ante": (WIN, 100), "blind": (WIN, 49_900), "play": (WIN, 0), "trips": (WIN, 0)}
    assert settled.net == 5_000_000
    assert all(result.returned == result.stake for result in settled.results)
    assert "UTH-11(e).1" in settled["blind"].clauses


@pytest.mark.parametrize(
    ("minimum", "options", "limit"),
    [
        case("UTH-11(e).2 UTH-R8", 90, {}, 50_000),
        case("UTH-11(e).2 UTH-R8", 91, {}, 50_505),
        case("UTH-11(e).2 UTH-R8", 100, {}, 55_500),
        case("UTH-R8", 100, {"trips_odds": {"royal_flush": "100 to 1"}}, 60_500),
        case("UTH-R8", 100, {"trips": False}, 50_500),
        case("UTH-11(e).2 UTH-R8", 100, {"trips_minimum": 500}, 50_750),
        case("UTH-11(e).2 UTH-R8", 91, {"trips_minimum": 8_100}, 50_005),
        case("UTH-R8", 10, {"trips_minimum": 100_000}, 55_050),
        case("UTH-R8", 100, {"trips_minimum": 500, "trips": False}, 50_500),
        case("UTH-R3", 136, {}, 75_480),
    ],
)
def test_the_limit_rises_with_the_table_minimum(minimum: int, options: dict[str, Any], limit: int) -> None:
    terms = Terms.of_hand(UTH, {"table_minimum": minimum * 100, **options})
    assert terms.limits[0] == limit * 100


@pytest.mark.clause("UTH-14(d)", "UTH-R3")
def test_all_wagers_but_the_progressive_are_limited_to_75_000() -> None:
    progressive = {"rows": {"royal_flush": "100%"}, "seed": "$10,000", "contribution": 100}
    wagers = {"ante": 100, "blind": 100, "play": 400, "trips": 5, "cover_all": 200, "progressive": 5}
    settled = uth(*ROYAL, wagers=wagers, options={"progressive": progressive}, meter=80_000)
    assert outcomes(settled)["cover_all"] == (WIN, 25_000)
    assert outcomes(settled)["progressive"] == (WIN, 80_000)
    assert "UTH-14(d)" in settled["cover_all"].clauses
    binds = uth(*ROYAL, wagers={"ante": 200, "blind": 200, "play": 800}, options={"table_minimum": 13_600})
    assert sum(paid for _, paid in outcomes(binds).values()) == 75_000


# --- Cover All -------------------------------------------------------------------------------------------------------

OTHERS = ["2c 3d", "2d 3c", "2s 3s", "7c 8d", "Jc Qs"]
BOARDS = {
    "royal_flush": "Ah Kh Qh Jh Th",
    "straight_flush": "9h 8h 7h 6h 5h",
    "four_of_a_kind": "6c 6d 6h 6s Qd",
    "full_house": "9h 9c 9s 4d 4c",
}


@pytest.mark.parametrize(
    "hands",
    [case(f"UTH-13(k)[{n}] UTH-13(k) UTH-13(c) UTH-R2 UTH-R50", n) for n in (2, 3, 4, 5, 6)]
    + [case("UTH-13(k)[7] UTH-13(f)", 7)],
)
def test_every_column_and_row_of_cover_all(hands: int) -> None:
    stated = register("UTH").data["payouts"]["cover_all"][str(hands)]
    assert list(stated) == list(BOARDS)
    for row, (win, stake) in stated.items():
        settled = uth("5c 5d", BOARDS[row], "Tc Td", others=OTHERS[: hands - 2], wagers={"cover_all": 5})
        assert outcomes(settled)["cover_all"] == (WIN, 5 * win / stake)
        assert settled["cover_all"].clauses[0] == f"UTH-13(k)[{hands}]"


@pytest.mark.parametrize(
    ("player", "board", "dealer", "others", "expected"),
    [
        case("UTH-13(b)", "2c 3d", "6h 6s Qd 2h 9d", "6c 6d", ["Ac Kc"], (WIN, 250)),
        case("UTH-R1 UTH-13(b)", *HANDS["flush"], ["7c 8d"], (LOSE, 0)),
        case("UTH-R1 UTH-13(b)", *HANDS["straight"], [], (LOSE, 0)),
        case("UTH-R1 UTH-13(b)", *HANDS["three_of_a_kind"], [], (LOSE, 0)),
        case("UTH-13(g).1", "6c 6d", "6h 6s Qd Qh 9d", "Qc 9c", ["Ac Kc", "2c 3c"], (WIN, 200)),
        case("UTH-13(g).2", "Kh 9h", "Qh Jh Th 2c 2d", "2s 4d", [], (WIN, 500)),
    ],
)
def test_cover_all_is_paid_once_on_the_highest_hand(
    player: str, board: str, dealer: str, others: list[str], expected: tuple[str, int]
) -> None:
    assert outcomes(uth(player, board, dealer, others=others, wagers={"cover_all": 5}))["cover_all"] == expected


@pytest.mark.clause("UTH-R48")
def test_a_folded_hand_counts_for_cover_all_only_if_it_is_kept_for_trips() -> None:
    quads = ("6c 6d", "6h 6s Qd 2c 3d", "Qc 4d")
    folded = uth(*quads, folded=True, others=["?? ??"], wagers={"cover_all": 5})
    assert outcomes(folded)["cover_all"] == (LOSE, 0)
    kept = uth(*quads, folded=True, others=["?? ??"], wagers={"cover_all": 5, "trips": 5})
    assert outcomes(kept)["cover_all"] == (WIN, 250), "three hands were dealt, the unseen one included"


@pytest.mark.clause("UTH-R47")
def test_cover_all_needs_ante_and_blind_but_not_trips() -> None:
    assert "cover_all" in outcomes(uth(*HANDS["flush"], wagers={"cover_all": 5}))
    with pytest.raises(WagerError):
        uth(*HANDS["flush"], wagers={"ante": 0, "blind": 0, "play": 0, "cover_all": 5}, folded=True)


@pytest.mark.clause("UTH-2(a).2")
def test_a_card_of_another_player_is_not_dealt_twice() -> None:
    for others in (["Ah 2c"], ["5s 6s", "5s 7s"]):
        with pytest.raises(CardError, match="dealt twice") as caught:
            uth(*HANDS["flush"], others=others, wagers={"cover_all": 5})
        assert caught.value.clause == "UTH-2(a).2"


@pytest.mark.clause("UTH-13(k)")
def test_cover_all_needs_two_to_seven_hands() -> None:
    with pytest.raises(HandError, match="2 to 7 hands") as caught:
        uth("5c 5d", BOARDS["royal_flush"], "Tc Td", others=[*OTHERS, "8c 9c"], wagers={"cover_all": 5})
    assert caught.value.clause == "UTH-13(k)"


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wagers", "clause"),
    [
        case("UTH-1(ante).2", {"blind": 15}, "UTH-1(ante).2"),
        case("UTH-1(blind).1", {"blind": 0}, "UTH-1(blind).1"),
        case("UTH-1(ante).1", {"ante": 0, "blind": 10}, "UTH-1(ante).1"),
        case("UTH-R27", {"play": 50}, "UTH-R27"),
        case("UTH-R27", {"play": 35}, "UTH-R27"),
        case("UTH-14(a)", {"trips": 5, "progressive": 4.99}, "UTH-14(a)"),
        case("UTH-14(a)", {"trips": 5, "progressive": 10}, "UTH-14(a)"),
        case("UTH-14(b).1", {"progressive": 5}, "UTH-14(b).1"),
        case("UTH-6(a).1", {"tie": 5}, "UTH-6(a).1"),
        case("UTH-10(e).2", {"play": 0}, "UTH-10(e).2"),
    ],
)
def test_wagers_against_the_rules_are_refused(wagers: dict[str, float], clause: str) -> None:
    with pytest.raises(WagerError) as caught:
        uth(*HANDS["flush"], wagers=wagers)
    assert caught.value.clause == clause


@pytest.mark.clause("UTH-14(b).2")
def test_a_progressive_is_never_played_alone() -> None:
    with pytest.raises(WagerError):
        play("uth", player="Ah Kh", community="Qh 9h 2h 3c 3d", dealer="4c 5d", wagers={"progressive": 5})


@pytest.mark.clause("UTH-1(fold)")
def test_a_folded_hand_has_no_play_wager() -> None:
    with pytest.raises(WagerError, match="folded hand has no play") as caught:
        uth(*HANDS["flush"], folded=True, wagers={"play": 10})
    assert caught.value.clause == "UTH-1(fold)"


@pytest.mark.clause("UTH-R44", "UTH-R47")
def test_a_wager_that_the_table_does_not_offer_is_refused() -> None:
    for wager in ("trips", "cover_all"):
        with pytest.raises(WagerError, match="does not offer"):
            uth(*HANDS["flush"], wagers={wager: 5}, options={wager: False})
    table = Terms.of_table(UTH, {option.name: option.start for option in UTH.options})
    for wager in ("cover_all", "progressive"):
        assert not table.offers(wager), "a table that does not say offers what a new submission says"
    assert table.offers("trips")


@pytest.mark.clause("UTH-R28", "UTH-6(a).2", "UTH-R75")
def test_match_play_coupons_lie_on_the_ante() -> None:
    allowed = {"match_play": "ante"}
    with pytest.raises(WagerError, match="takes no match play"):
        uth(*HANDS["flush"], match_play=5)
    with pytest.raises(WagerError, match="at least as much in chips"):
        uth(*HANDS["flush"], options=allowed, match_play=15)
    assert outcomes(uth(*HANDS["flush"], options=allowed, match_play=10))["match_play"] == (WIN, 10)
    lost = uth("Kc 8d", "Ks 7h 2d 9c 4s", "9d 7c", options=allowed, match_play=10)
    assert outcomes(lost)["match_play"] == (LOSE, 0)
    back = uth("As Jd", "Qh 9s 7c 4d 2h", "Ac Kd", options=allowed, match_play=10)
    assert outcomes(back)["match_play"] == (PUSH, 0)
    fold = uth("As Jd", "Qh 9s 7c 4d 2h", "Ac Kd", options=allowed, match_play=10, folded=True)
    assert outcomes(fold)["match_play"] == (FORFEIT, 0)
    void = uth(*HANDS["flush"], options=allowed, match_play=10, irregularity="shoe_fault")
    assert outcomes(void)["match_play"] == (VOID, 0)
    high = uth(*ROYAL, options={**allowed, "table_minimum": 20_000}, match_play=200,
               wagers={"ante": 200, "blind": 200, "play": 800})  # fmt: skip
    assert outcomes(high)["blind"] == (WIN, 74_600), "also in the limit of 14(d)"
    cut = uth(*ROYAL, options=allowed, match_play=100, wagers={"ante": 100, "blind": 100, "play": 400})
    assert outcomes(cut)["blind"] == (WIN, 49_800), "the coupon's winnings count toward the limit, after the ante"
