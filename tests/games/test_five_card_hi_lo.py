from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import notation, parse
from pitboss.errors import CardError, HandError, OptionError, WagerError
from pitboss.games import find
from pitboss.games.five_card_hi_lo import limit, most_at_minimum
from pitboss.games.terms import Terms
from pitboss.hands import five, hi_lo
from pitboss.law import register
from support import case, deals, outcomes, play

HI_LO = find("hi-lo")
DEALER = "Ks Qd 8c 5h 4d"
"""Set by the house as 28 high and 9 low, the dealer of the register's worked results."""
WIN, LOSE, PUSH, FORFEIT, VOID = "win", "lose", "push", "forfeit", "void"


def hand(high: str, low: str, dealer: str = DEALER, options: dict[str, Any] | None = None, **kw: Any) -> Any:
    wagers = {"ante": 10, **kw.pop("wagers", {})}
    wagers.setdefault("play", wagers["ante"])
    return play("hi-lo", options, high=high, low=low, dealer=dealer, wagers=wagers, **kw)


def folded(player: str, options: dict[str, Any] | None = None, **kw: Any) -> Any:
    wagers = {"ante": 10, **kw.pop("wagers", {})}
    return play("hi-lo", options, player=player, folded=True, wagers=wagers, **kw)


# --- ante, play and tie ----------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "HL-40.10(d)i", "HL-40.10(d)ii", "HL-40.10(d)iii-a", "HL-40.10(d)iii-b", "HL-40.11(b)", "HL-R2", "HL-R5",
    "HL-40.1-tie-bet",
)  # fmt: skip
@pytest.mark.parametrize("example", register("HL").data["worked_result"], ids=lambda example: example["player"])
def test_the_worked_results_of_the_register(example: dict[str, Any]) -> None:
    high, low = example["player"].split(" / ")
    settled = hand(high, low, wagers={"tie": 5})
    main = {"win": (WIN, 10), "lose": (LOSE, 0), "push": (PUSH, 0)}[example["main"]]
    odds = 0 if example["tie"] == "lose" else int(example["tie"].split()[0])
    tie = (WIN, 5 * odds) if odds else (LOSE, 0)
    assert outcomes(settled) == {"ante": main, "play": main, "tie": tie}


@pytest.mark.parametrize(
    ("high", "low", "main", "tie"),
    [
        case("HL-40.10(d)i", "Kh Qc 9d", "3s 2h", (WIN, 10), (LOSE, 0)),
        case("HL-40.10(d)iii-a HL-40.1-push HL-40.11(c)-low", "Kh Qc 9d", "5s 4h", (PUSH, 0), (WIN, 20)),
        case("HL-40.10(d)iii-b HL-40.11(c)-high", "Kh Qc 8d", "3s 2h", (PUSH, 0), (WIN, 20)),
        case("HL-40.10(d)ii HL-40.11(c)-both", "Jh Jc 8d", "5s 4h", (LOSE, 0), (WIN, 100)),
        case("HL-40.10(d)ii", "Kh 9c 7d", "6s 5c", (LOSE, 0), (LOSE, 0)),
        case("HL-40.1-rank", "Ah Kc 8d", "Qs 2h", (PUSH, 0), (LOSE, 0)),
    ],
)
def test_main_wagers_and_tie_bet(high: str, low: str, main: tuple[str, int], tie: tuple[str, int]) -> None:
    assert outcomes(hand(high, low, wagers={"tie": 5})) == {"ante": main, "play": main, "tie": tie}


@pytest.mark.clause("HL-R2", "HL-40.1-tie-bet")
def test_the_same_five_ranks_set_differently_do_not_tie() -> None:
    settled = hand("Kc 9d 4s", "Ah 3c", dealer="As Kd 9c 4h 3d", wagers={"tie": 5})
    assert outcomes(settled)["tie"] == (LOSE, 0)


@pytest.mark.clause("HL-40.10(a)1-s1a", "HL-40.10(a)1-s1b", "HL-R2")
def test_a_fold_costs_ante_and_tie_bet_even_if_the_totals_would_have_tied() -> None:
    settled = folded("Jh Jc 8d 5s 4h", dealer=DEALER, wagers={"tie": 5})
    assert outcomes(settled) == {"ante": (FORFEIT, 0), "tie": (FORFEIT, 0)}
    assert settled.net == -1500


# --- poker bonus -----------------------------------------------------------------------------------------------------

BONUS_HANDS = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "9h Th Jh Qh Kh",
    "four_of_a_kind": "7s 7h 7d 7c 2s",
    "full_house": "7s 7h 7d 2c 2s",
    "flush": "2s 5s 9s Js Ks",
    "straight": "5s 6h 7d 8c 9s",
    "three_of_a_kind": "7s 7h 7d 2c 3s",
    "two_pair": "7s 7h 2d 2c 3s",
    "pair_of_sevens_or_better": "7s 7h 2d 3c 4s",
    "pair_of_sixes_or_better": "6s 6h 2d 3c 4s",
}


@pytest.mark.parametrize(
    ("table", "row", "pays"),
    [
        case(f"HL-40.11(d)-{clause} HL-40.11(d)-2", table, row, pays)
        for row, clause, one, two in [
            ("royal_flush", "royal-flush", 1250, 2500),
            ("straight_flush", "straight-flush", 250, 500),
            ("four_of_a_kind", "four-of-a-kind", 125, 200),
            ("full_house", "full-house", 75, 75),
            ("flush", "flush", 50, 40),
            ("straight", "straight", 40, 30),
            ("three_of_a_kind", "three-of-a-kind", 25, 20),
            ("two_pair", "two-pair", 15, 15),
            ("pair_of_sevens_or_better", "pair-sevens", 5, 5),
            ("pair_of_sixes_or_better", "pair-sixes", None, 5),
        ]
        for table, pays in ((1, one), (2, two))
    ],
)
def test_every_row_of_both_poker_bonus_tables(table: int, row: str, pays: int | None) -> None:
    settled = folded(BONUS_HANDS[row], {"poker_bonus_pay_table": table}, wagers={"poker_bonus": 5})
    assert outcomes(settled)["poker_bonus"] == ((LOSE, 0) if pays is None else (WIN, pays))


@pytest.mark.parametrize(
    ("table", "cards", "expected"),
    [
        case("HL-40.11(d)-pair-sevens HL-40.5(d)-s1 HL-R34", 1, "As Ah 2d 3c 4s", (WIN, 5)),
        case("HL-40.11(d)-pair-sixes HL-40.5(d)9 HL-R34", 2, "5s 5h 2d 3c 9s", (LOSE, 0)),
        case("HL-40.5(d)-s1", 2, "2s 2h 5d 3c 9s", (LOSE, 0)),
        case("HL-R34", 1, "As Kh 2d 3c 9s", (LOSE, 0)),
    ],
)
def test_only_some_pairs_pay(table: int, cards: str, expected: tuple[str, int]) -> None:
    settled = folded(cards, {"poker_bonus_pay_table": table}, wagers={"poker_bonus": 5})
    assert outcomes(settled)["poker_bonus"] == expected


@pytest.mark.clause("HL-40.1-poker-bonus-bet", "HL-40.10(e)")
def test_the_poker_bonus_rides_on_the_players_own_five_cards_however_they_are_set() -> None:
    lost = hand("7s 7h 2d", "7d 2c", wagers={"poker_bonus": 5, "tie": 5}, options={"poker_bonus_pay_table": 1})
    assert outcomes(lost)["poker_bonus"] == (WIN, 75)
    assert set(outcomes(lost)) == {"ante", "play", "tie", "poker_bonus"}


@pytest.mark.clause("HL-R3", "HL-40.10(b)-s2")
def test_three_aces_folded_pay_the_poker_bonus_and_no_ante_bonus() -> None:
    settled = folded("As Ah Ad 5c 4d", wagers={"poker_bonus": 5})
    assert outcomes(settled) == {"ante": (FORFEIT, 0), "poker_bonus": (WIN, 25)}


# --- ante bonus ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("high", "low", "bonus"),
    [
        case("HL-40.11(e)-four-aces-two", "As Ah Ad", "Ac 2s", 1000),
        case("HL-40.11(e)-four-aces-other", "As Ah Ad", "Ac Kc", 500),
        case("HL-40.11(e)-three-aces HL-40.1-ante-bonus HL-R33", "As Ah Ad", "Kc Kh", 50),
        case("HL-40.11(e)-three-aces HL-40.1-ante-bonus", "As Ah Kc", "3d 2h", None),
    ],
)
def test_the_ante_bonus_pays_its_best_row_on_the_ante(high: str, low: str, bonus: int | None) -> None:
    found = outcomes(hand(high, low)).get("ante_bonus")
    assert found == (None if bonus is None else (WIN, bonus))


@pytest.mark.parametrize(
    ("dealer", "low", "main"),
    [
        case("HL-40.10(f)", "Ks Qd 8c 6h 5d", "5c 4d", (WIN, 10)),
        case("HL-40.10(f)", "Ks Qd 8c 5h 4s", "5c 4d", (PUSH, 0)),
        case("HL-40.10(f)", "Ac Ks Qd 3h 2s", "As 4d", (LOSE, 0)),
    ],
)
def test_the_ante_bonus_is_paid_whether_ante_and_play_win_push_or_lose(
    dealer: str, low: str, main: tuple[str, int]
) -> None:
    high = notation(card for card in parse("As Ah Ad 5c 4d") if card not in parse(low))
    settled = hand(high, low, dealer=dealer)
    assert outcomes(settled) == {"ante": main, "play": main, "ante_bonus": (WIN, 50)}
    assert settled["ante_bonus"].stake == 0


@pytest.mark.clause("HL-40.11(e)", "HL-R33")
def test_ante_bonus_odds_may_be_raised_never_lowered_and_keep_their_order() -> None:
    raised = {"ante_bonus_odds": {"four_aces_and_a_two": "120 to 1", "three_aces": [7, 1]}}
    assert outcomes(hand("As Ah Ad", "Ac 2s", options=raised))["ante_bonus"] == (WIN, 1200)
    assert outcomes(hand("As Ah Ad", "Kc Kh", options=raised))["ante_bonus"] == (WIN, 70)
    for row, odds, clause in [
        ("four_aces_and_a_two", "99 to 1", "HL-40.11(e)"),
        ("four_aces_and_any_other_card", "49 to 1", "HL-40.11(e)"),
        ("three_aces", "4 to 1", "HL-40.11(e)"),
        ("four_aces_and_any_other_card", "120 to 1", "HL-R33"),
        ("three_aces", "11 to 2", "HL-R33"),
        ("two_aces", "1 to 1", "HL-40.11(e)"),
    ]:
        with pytest.raises(OptionError) as caught:
            Terms.of_hand(HI_LO, {"ante_bonus_odds": {row: odds}})
        assert caught.value.clause == clause


# --- the limit -------------------------------------------------------------------------------------------------------


def minimums(ante: int, tie: int, bonus: int, table: int, odds: dict[str, str] | None = None) -> Terms:
    limits = {"table_minimum": ante * 100, "tie_minimum": tie * 100, "poker_bonus_minimum": bonus * 100}
    return Terms.of_hand(HI_LO, {**limits, "poker_bonus_pay_table": table, "ante_bonus_odds": odds or {}})


@pytest.mark.parametrize(
    ("minimum", "table", "expected"),
    [
        case("HL-40.11(f) HL-R32", 96, 2, 50_000),
        case("HL-40.11(f) HL-R32", 97, 2, 50_440),
        case("HL-40.11(f) HL-R32", 100, 2, 52_000),
        case("HL-R32", 185, 1, 50_000),
        case("HL-R32", 186, 1, 50_220),
    ],
)
def test_the_limit_is_50_000_or_the_most_won_at_the_minimum(minimum: int, table: int, expected: int) -> None:
    assert limit(minimums(minimum, minimum, minimum, table)) == expected * 100
    only_table = Terms.of_hand(HI_LO, {"table_minimum": minimum * 100, "poker_bonus_pay_table": table})
    assert limit(only_table) == expected * 100, "a side wager without a minimum of its own has the table's"


@pytest.mark.clause("HL-40.11(f)", "HL-R32")
def test_what_is_paid_on_one_hand_is_cut_in_order_and_stakes_go_back() -> None:
    royal = {"poker_bonus_pay_table": 2, "table_minimum": 1000}
    settled = hand("As Ks Qs", "Js Ts", "Kd Qd 8c 5h 4d", wagers={"poker_bonus": 200}, options=royal)
    assert outcomes(settled)["poker_bonus"] == (WIN, 50_000)
    assert settled["poker_bonus"].returned == 20_000
    both = hand("As Ah Ad", "Ac 2s", wagers={"ante": 400, "poker_bonus": 400}, options=royal)
    assert outcomes(both) == {
        "ante": (WIN, 400), "play": (WIN, 400), "poker_bonus": (WIN, 16_000), "ante_bonus": (WIN, 33_200),
    }  # fmt: skip


@pytest.mark.clause("HL-R32")
@pytest.mark.parametrize("table", [1, 2])
def test_no_round_at_minimum_stakes_wins_more_than_the_formula_says(table: int) -> None:
    """Every best-case combination of own cards, result and tie that any player and dealer can reach."""
    reached = reachable_rounds()
    cases = [(1, 1, 1), (100, 1, 1), (1, 100, 1), (1, 1, 100), (7, 40, 3), (100, 1000, 1), (100, 60, 1)]
    raised = {"four_aces_and_any_other_card": "100 to 1", "three_aces": "90 to 1"}
    for (ante, tie, bonus), odds in product(cases, ({}, raised)):
        terms = minimums(ante, tie, bonus, table, odds)
        poker, aces = terms.pay_tables["poker_bonus"], terms.pay_tables["ante_bonus"]
        most = 0
        for strength, ace_strength, main, tied in reached:
            row, ace_row = poker.row(strength), aces.row(ace_strength)
            won = main * 2 * ante + {0: 0, 1: 4, 2: 20}[tied] * tie
            won += (row.odds.win if row else 0) * bonus + (ace_row.odds.win if ace_row else 0) * ante
            most = max(most, won)
        assert most_at_minimum(terms) == most * 100


def reachable_rounds() -> set[tuple[int, int, int, int]]:
    """(poker value, aces, ante won, tied parts) that can occur, for the strong hands of each rank pattern."""
    rounds = set()
    dealers: dict[tuple[int, ...], set[tuple[int, int]]] = {}
    for pattern in combinations_with_replacement(range(13), 5):
        if max(pattern.count(rank) for rank in pattern) > 4:
            continue
        held = [sum(rank == card for rank in pattern[:place]) for place, card in enumerate(pattern)]
        cards = tuple(rank * 4 + copy for rank, copy in zip(pattern, held, strict=True))
        value = five.value(cards)
        if value < five.at_least(five.Category.FULL_HOUSE) and hi_lo.aces(cards) < 3:
            continue  # weaker hands pay less on every wager than a royal flush with the same result
        aces = hi_lo.aces(cards)
        strength = 5 if aces == 4 and 0 in pattern else aces if aces >= 3 else 0
        used = tuple(pattern.count(rank) for rank in range(13))
        if used not in dealers:
            dealers[used] = dealer_totals(used)
        for setting in hi_lo.settings(cards):
            high, low = setting.totals
            for dealer_high, dealer_low in dealers[used]:
                won = int(high > dealer_high and low < dealer_low)
                rounds.add((value, strength, won, (high == dealer_high) + (low == dealer_low)))
    return rounds


def dealer_totals(used: tuple[int, ...]) -> set[tuple[int, int]]:
    """Every pair of totals a dealer can hold with what is left of the deck."""
    left: dict[int, int] = {}
    for rank, count in enumerate(used):
        points = hi_lo.high_total([rank * 4])
        left[points] = left.get(points, 0) + 4 - count
    totals = set()
    for values in combinations_with_replacement(sorted(left), 5):
        if all(values.count(points) <= left[points] for points in set(values)):
            low = [1 if points == 11 else points for points in values[:2]]
            totals.add((sum(values[2:]), sum(low)))
    return totals


# --- refusals, coupons, voids ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        case("HL-40.5(b)-s1", {"high": "9c 5d 3s", "low": "As Ah"}, "HL-40.5(b)-s1"),
        case("HL-40.1-high-hand", {"high": "9c 5d", "low": "As 3s"}, "HL-40.1-high-hand"),
        case("HL-40.1-low-hand", {"high": "9c 5d 3s", "low": "As"}, "HL-40.1-low-hand"),
        case("HL-40.1-low-hand", {"high": "9c 5d 3s", "low": "As 3h 2s"}, "HL-40.1-low-hand"),
        case("HL-40.1-high-hand", {"high": "9c 5d 3s 4h", "low": "As 2s"}, "HL-40.1-high-hand"),
        case("HL-40.1-hand", {"high": "9c 5d 3s", "low": "As 2s", "dealer": "Kc Kd 2c 2d"}, "HL-40.1-hand"),
        case("HL-40.2(a)-s3", {"high": "9c 5d 3s", "low": "As 2s", "dealer": "Kc Kd 2c 2d As"}, "HL-40.2(a)-s3"),
        case("HL-40.1-hand", {"player": "9c 5d 3s As 2s"}, "HL-40.1-hand"),
    ],
)
def test_cards_against_the_rules_are_refused(given: dict[str, Any], clause: str) -> None:
    with pytest.raises((HandError, CardError)) as caught:
        play("hi-lo", **{"dealer": DEALER, **given}, wagers={"ante": 10, "play": 10})
    assert caught.value.clause == clause


@pytest.mark.parametrize(
    ("wagers", "clause"),
    [
        case("HL-40.1-ante-bet", {"ante": 0, "play": 0, "tie": 5}, "HL-40.1-ante-bet"),
        case("HL-40.1-play-bet HL-40.10(a)2-s1a", {"play": 24}, "HL-40.10(a)2-s1a"),
        case("HL-40.10(a)", {"play": 0}, "HL-40.10(a)"),
        case("HL-40.6(a)-s1a HL-40.1-ante-bonus", {"ante_bonus": 5}, "HL-40.6(a)-s1a"),
    ],
)
def test_wagers_against_the_rules_are_refused(wagers: dict[str, int], clause: str) -> None:
    with pytest.raises(WagerError) as caught:
        hand("Kh Qc 9d", "3s 2h", wagers=wagers)
    assert caught.value.clause == clause


@pytest.mark.clause("HL-40.1-fold")
def test_a_folded_hand_has_no_play_bet_and_is_not_set() -> None:
    with pytest.raises(WagerError) as caught:
        folded("Kh Qc 9d 3s 2h", wagers={"play": 10})
    assert caught.value.clause == "HL-40.1-fold"
    with pytest.raises(HandError, match="not described by high"):
        play("hi-lo", high="Kh Qc 9d", low="3s 2h", player="Kh Qc 9d 3s 2h", folded=True, wagers={"ante": 10})


@pytest.mark.clause("HL-R40", "HL-40.6(a)-s1b", "HL-R52")
def test_match_play_coupons_follow_the_ante_and_leave_the_bonus_alone() -> None:
    allowed = {"match_play": "ante"}
    settled = hand("As Ah Ad", "5c 4d", dealer="Ks Qd 8c 6h 5d", options=allowed, match_play=10)
    assert outcomes(settled) == {
        "ante": (WIN, 10), "match_play": (WIN, 10), "play": (WIN, 10), "ante_bonus": (WIN, 50),
    }  # fmt: skip
    with pytest.raises(WagerError, match="takes no match play"):
        hand("Kh Qc 9d", "3s 2h", match_play=10)
    options = {**allowed, "poker_bonus_pay_table": 2}
    cut = hand("As Ah Ad", "Ac 2s", options=options, match_play=400, wagers={"ante": 400, "poker_bonus": 1200})
    assert sum(paid for _, paid in outcomes(cut).values()) == 50_000, "the coupon's winnings count toward the limit"
    assert outcomes(cut)["ante_bonus"] == (WIN, 50_000 - 1_200 - 48_000)


@pytest.mark.parametrize(
    "irregularity",
    [
        case("HL-40.12(a)-s2 HL-R6", "second_face_up_in_deal"),
        case("HL-40.12(d)-s1 HL-R6", "player_count"),
        case("HL-40.12(d)-s3 HL-R6", "dealer_count"),
        case("HL-40.12(f) HL-R6", "shoe_fault"),
        case("HL-40.7(f)2-s2 HL-R15", "stub_misdeal"),
        case("HL-40.7(f)2-s3 HL-R16", "stub_deck"),
        case("HL-R20", "dealer_exposed"),
    ],
)
def test_a_void_hand_gives_every_wager_back(irregularity: str) -> None:
    wagers = {"ante": 10, "tie": 5, "poker_bonus": 5}
    settled = play("hi-lo", player="As Ah Ad Ac 2s", wagers=wagers, irregularity=irregularity)
    assert outcomes(settled) == dict.fromkeys(wagers, (VOID, 0))
    assert settled.net == 0


@pytest.mark.clause("HL-R36", "HL-40.5(b)-s1", "HL-R1")
def test_a_setting_found_against_the_rules_is_settled_as_it_lies_the_house_way() -> None:
    """A A low and K Q 9 high becomes A A K over Q 9: 32 and 19 against the dealer's 28 and 11."""
    found = hand("Kc Qd 9d", "Ah Ac", "Jc Jd 8c 5d 6h", irregularity="wrong_setting")
    assert outcomes(found)["ante"] == (PUSH, 0)
    assert "HL-R36" in found["ante"].clauses
    assert any("house way" in fact for fact in found["ante"].facts)
    with pytest.raises(HandError):
        hand("Kc Qd 9d", "Ah Ac", "Jc Jd 8c 5d 6h")


@pytest.mark.clause("HL-R36", "HL-40.10(a)2-s1b")
def test_a_lawful_setting_is_final_whatever_it_is_called() -> None:
    lawful = ("Kc Qd 9d", "Ah 3c", "Jc Jd 8c 5d 6h")
    assert hand(*lawful, irregularity="wrong_setting").results == hand(*lawful).results


@given(deals(10), st.data())
def test_a_random_setting_settles_as_its_totals_say(deck: list[int], data: st.DataObject) -> None:
    setting = data.draw(st.sampled_from(list(hi_lo.settings(deck[:5]))))
    dealer = hi_lo.house_way(deck[5:])
    better_high = setting.totals[0] > dealer.totals[0]
    settled = hand(notation(setting.high), notation(setting.low), notation(deck[5:]), wagers={"tie": 5})
    better_low = setting.totals[1] < dealer.totals[1]
    expected = {2: WIN, 1: PUSH, 0: LOSE}[better_high + better_low]
    assert outcomes(settled)["ante"][0] == outcomes(settled)["play"][0] == expected
    tied = [a == b for a, b in zip(setting.totals, dealer.totals, strict=True)]
    assert outcomes(settled)["tie"][1] == {0: 0, 1: 20, 2: 100}[sum(tied)]
