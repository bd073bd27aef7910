from __future__ import annotations

from typing import Any

import pytest

from pitboss.errors import HandError, OptionError, PitbossError, WagerError
from pitboss.games import find
from pitboss.games.terms import Terms
from pitboss.law import register
from support import case, outcomes, play

PIK_IT = find("pik-it")
WIN, LOSE, PUSH, FORFEIT, VOID = "win", "lose", "push", "forfeit", "void"
SEVENS = "7c 7d 7h 2s 3d"
NO_QUALIFY = "Ac Qd Jh Ts 9c"
QUALIFIER = {"dealer_must_qualify": True}


def hand(player: str, dealer: str, play_by: str, options: dict[str, Any] | None = None, **kw: Any) -> Any:
    """A hand played by `play_3`, `play_5`, or `fold`."""
    wagers = {"ante": 10, "five_card_bonus": 10, **kw.pop("wagers", {})}
    if play_by == "fold":
        kw["folded"] = True
    else:
        wagers.setdefault(play_by, wagers["ante"] * (options or {}).get(f"{play_by}_multiple", 1))
    return play("pik-it", options, player=player, dealer=dealer, wagers=wagers, **kw)


def main(settled: Any) -> dict[str, tuple[str, float]]:
    return {wager: found for wager, found in outcomes(settled).items() if "bonus" not in wager}


@pytest.mark.parametrize(
    ("player", "dealer", "by", "expected"),
    [
        case("PK-39.1/play-3-wager/1 PK-R8 PK-R18", SEVENS, "4c 5d 6h 7s 8c", "play_3", (WIN, 10)),
        case("PK-39.1/play-5-wager/1", SEVENS, "4c 5d 6h 7s 8c", "play_5", (LOSE, 0)),
        case("PK-39.1/play-5-wager/1 PK-39.11(a)/1 PK-39.11(a)/2", SEVENS, "Ac Ad Kh Ks 4c", "play_5", (WIN, 10)),
        case("PK-39.4(d)/2 PK-R3", "Kc Kd 7h 4s 2c", "Kh Ks 7c 4d 2h", "play_5", (PUSH, 0)),
        case("PK-R3", "As Kd Qc 2h 3s", "Ac Kh Qd 5s 7c", "play_3", (PUSH, 0)),
        case("PK-R8", "2c 2d 2h 9s 8d", "Ah Kh Qd Js Tc", "play_3", (WIN, 10)),
        case("PK-R8", "2c 2d 2h 9s 8d", "Ah Kh Qd Js Tc", "play_5", (LOSE, 0)),
    ],
)
def test_ante_and_play_wager_ride_on_the_comparison_the_player_chose(
    player: str, dealer: str, by: str, expected: tuple[str, int]
) -> None:
    assert main(hand(player, dealer, by)) == {"ante": expected, by: expected}


@pytest.mark.clause("PK-R32")
def test_a_loss_cites_the_settlement_procedure_in_force() -> None:
    for order, clause in (("by-step", "PK-39.10(e)1.ii"), ("by-player", "PK-39.10(e)2.ii")):
        settled = hand(SEVENS, "4c 5d 6h 7s 8c", "play_5", {"settlement_order": order})
        assert [c for c in settled["ante"].clauses if "39.10(e)" in c] == [clause]


@pytest.mark.clause("PK-39.11(a)/2", "PK-39.3(b)/3", "PK-R1", "PK-39.1/play-3-wager/2")
def test_a_doubled_play_wager_pays_its_own_amount() -> None:
    doubled = {"play_3_multiple": 2, "play_5_multiple": 2}
    assert main(hand(SEVENS, "4c 5d 6h 7s 8c", "play_3", doubled)) == {"ante": (WIN, 10), "play_3": (WIN, 20)}
    assert main(hand(SEVENS, "Ac Ad Kh Ks 4c", "play_5", doubled)) == {"ante": (WIN, 10), "play_5": (WIN, 20)}


@pytest.mark.parametrize(
    ("player", "dealer", "ante", "bet"),
    [
        case("PK-39.10(f)/1 PK-39.10(f)/2 PK-R2", "2c 2d 5h 6s 7d", NO_QUALIFY, (WIN, 10), (PUSH, 0)),
        case("PK-39.10(f)/1 PK-39.10(f)/2 PK-R2", "Ah Qc Js Td 8c", NO_QUALIFY, (LOSE, 0), (PUSH, 0)),
        case("PK-39.10(f)/2 PK-R2 PK-39.11(a)/3", "Ah Qc Js Td 9d", NO_QUALIFY, (PUSH, 0), (PUSH, 0)),
        case("PK-39.1/qualifying-hand PK-R30", "2c 2d 5h 6s 7d", "Ac Kd 4h 3s 2h", (WIN, 10), (WIN, 10)),
        case("PK-39.1/qualifying-hand", "Ks Kc 5h 6s 7d", "2c 2d 3h 4s 5d", (WIN, 10), (WIN, 10)),
        case("PK-39.1/qualifying-hand", "Ks Kc 5h 6s 7d", "Ac 2d 3h 4s 5d", (LOSE, 0), (LOSE, 0)),
    ],
)
def test_play_5_in_the_qualifier_version(player: str, dealer: str, ante: tuple[str, int], bet: tuple[str, int]) -> None:
    assert main(hand(player, dealer, "play_5", QUALIFIER)) == {"ante": ante, "play_5": bet}


@pytest.mark.clause("PK-R2", "PK-R30", "PK-39.10(f)/2")
def test_qualifying_never_touches_play_3_and_counts_only_in_its_version() -> None:
    for options in ({}, QUALIFIER):
        assert main(hand(SEVENS, NO_QUALIFY, "play_3", options)) == {"ante": (WIN, 10), "play_3": (WIN, 10)}
    assert main(hand("2c 2d 5h 6s 7d", NO_QUALIFY, "play_5")) == {"ante": (WIN, 10), "play_5": (WIN, 10)}


@pytest.mark.clause("PK-39.3(b)/2", "PK-39.10(c)3/3", "PK-R24")
def test_a_fold_costs_the_ante_and_leaves_the_bonuses_alone() -> None:
    settled = hand(SEVENS, "4c 5d 6h 7s 8c", "fold", picked="7c 7d 2s", wagers={"three_card_bonus": 5})
    assert outcomes(settled) == {"three_card_bonus": (WIN, 5), "five_card_bonus": (WIN, 20), "ante": (FORFEIT, 0)}


FIVE = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "9h 8h 7h 6h 5h",
    "four_of_a_kind": "6c 6d 6h 6s 9d",
    "full_house": "9h 9c 9s 4d 4c",
    "flush": "Kh 9h 8h 4h 2h",
    "straight": "8c 7d 6h 5s 4c",
    "three_of_a_kind": "7c 7d 7h 2s 3d",
    "two_pair": "9c 9d 4h 4s Kc",
}
THREE = {
    "royal_flush": "Ah Kh Qh",
    "straight_flush": "Kh Qh Jh",
    "three_of_a_kind": "8c 8d 8h",
    "straight": "8c 7d 6h",
    "flush": "Kh 9h 2h",
    "pair": "8c 8d 2h",
}


@pytest.mark.parametrize(
    "table", [case(f"PK-39.11(b)/table-{n} PK-39.11(b)/3 PK-39.1/5-card-bonus-wager/1 PK-39.10(c)2", n) for n in (1, 2)]
)
def test_every_row_of_both_five_card_bonus_tables(table: int) -> None:
    stated = register("PK").data["pay"]["five_card_bonus"][f"table_{table}"]
    assert set(stated) == set(FIVE)
    for row, (win, stake) in stated.items():
        settled = hand(FIVE[row], "2d 3c 5d 7s Jc", "fold", {"five_card_bonus_pay_table": table})
        assert outcomes(settled)["five_card_bonus"] == (WIN, 10 * win / stake)
    for nothing in ("As Ad 9c 8h 2s", "As Kd 9c 8h 2s"):
        settled = hand(nothing, "2d 3c 5d 7s Jc", "fold", {"five_card_bonus_pay_table": table})
        assert outcomes(settled)["five_card_bonus"] == (LOSE, 0)


@pytest.mark.parametrize(
    "table",
    [case(f"PK-39.11(c)/table-{n} PK-39.11(c)/3 PK-39.10(b)/3 PK-39.3(a)/4", n) for n in (1, 2, 3)],
)
def test_every_row_of_the_three_card_bonus_tables(table: int) -> None:
    stated = register("PK").data["pay"]["three_card_bonus"][f"table_{table}"]
    assert set(stated) == set(THREE)
    options = {"three_card_bonus_pay_table": table}
    for row, (win, stake) in {**stated, "nothing": (0, 1)}.items():
        picked = THREE.get(row, "8c 7d 2h")
        settled = hand(
            f"{picked} 3s 5s", "2d 3c 5d 7s Jc", "fold", options, picked=picked, wagers={"three_card_bonus": 5}
        )
        assert outcomes(settled)["three_card_bonus"] == ((WIN, 5 * win / stake) if win else (LOSE, 0))


@pytest.mark.clause("PK-R7", "PK-39.1/3-card-bonus-wager/2")
def test_only_the_picked_cards_count_even_if_others_would_have_paid() -> None:
    settled = hand(SEVENS, NO_QUALIFY, "play_5", picked="7c 2s 3d", wagers={"three_card_bonus": 5})
    assert outcomes(settled)["three_card_bonus"] == (LOSE, 0)


@pytest.mark.clause("PK-39.11(b)/2", "PK-39.11(c)/2", "PK-R28")
def test_bonus_rows_may_be_raised_but_never_lowered() -> None:
    options = {"five_card_bonus_pay_table": 2, "five_card_bonus_odds": {"straight": "5 to 1"}}
    assert outcomes(hand(FIVE["straight"], "2d 3c 5d 7s Jc", "fold", options))["five_card_bonus"] == (WIN, 50)
    options = {"three_card_bonus_pay_table": 3, "three_card_bonus_odds": {"royal_flush": "100 to 1"}}
    settled = hand(
        "Ah Kh Qh 3s 5s", "2d 3c 5d 7s Jc", "fold", options, picked="Ah Kh Qh", wagers={"three_card_bonus": 5}
    )
    assert outcomes(settled)["three_card_bonus"] == (WIN, 500)
    for option, row, odds in (
        ("five_card_bonus_odds", "flush", "5 to 1"),
        ("three_card_bonus_odds", "three_of_a_kind", "20 to 1"),
        ("three_card_bonus_odds", "pair", "4 to 1"),
    ):
        with pytest.raises(OptionError):
            Terms.of_hand(PIK_IT, {"five_card_bonus_pay_table": 2, option: {row: odds}})


@pytest.mark.parametrize(
    ("wagers", "by", "clause"),
    [
        case(
            "PK-39.1/5-card-bonus-wager/2 PK-R27", {"ante": 15, "play_5": 15}, "play_5", "PK-39.1/5-card-bonus-wager/2"
        ),
        case("PK-39.1/5-card-bonus-wager/3 PK-39.3(a)/1", {"five_card_bonus": 0}, "play_5", "PK-39.3(a)/1"),
        case("PK-39.1/ante-wager", {"ante": 0, "three_card_bonus": 5, "play_5": 0}, "play_5", "PK-39.1/ante-wager"),
        case("PK-39.1/play-3-wager/2 PK-R23", {"play_3": 20}, "play_3", "PK-39.1/play-3-wager/2"),
        case("PK-39.1/play-5-wager/2 PK-39.3(b)/3", {"play_5": 20}, "play_5", "PK-39.3(b)/3"),
        case("PK-39.3(b)/1", {"play_3": 10}, "play_5", "PK-39.3(b)/1"),
        case("PK-39.3(b)/1", {"play_5": 0}, "play_5", "PK-39.3(b)/1"),
        case("PK-39.3(c)/1", {"trips": 5}, "play_5", "PK-39.3(c)/1"),
        case("PK-39.1/fold", {"play_3": 10}, "fold", "PK-39.1/fold"),
    ],
)
def test_wagers_against_the_rules_are_refused(wagers: dict[str, int], by: str, clause: str) -> None:
    with pytest.raises(WagerError) as caught:
        hand(SEVENS, NO_QUALIFY, by, picked="7c 7d 2s", wagers=wagers)
    assert caught.value.clause == clause


@pytest.mark.parametrize(
    "picked",
    [
        case("PK-39.1/3-card-bonus-wager/2", "7c 7d"),
        case("PK-39.1/3-card-bonus-wager/2", "7c 7d 7h 2s"),
        case("PK-39.1/3-card-bonus-wager/2", "7c 7d 7d"),
        case("PK-39.1/3-card-bonus-wager/2", "7c 7d 9s"),
        case("PK-39.1/3-card-bonus-wager/2", None),
    ],
)
def test_a_pick_is_three_of_the_five_cards(picked: str | None) -> None:
    with pytest.raises(PitbossError) as caught:
        hand(SEVENS, NO_QUALIFY, "play_5", picked=picked, wagers={"three_card_bonus": 5})
    assert caught.value.clause == "PK-39.1/3-card-bonus-wager/2"


@pytest.mark.clause("PK-39.1/hand")
def test_a_hand_is_five_cards() -> None:
    with pytest.raises(PitbossError) as caught:
        hand("7c 7d 7h 2s", NO_QUALIFY, "play_5")
    assert caught.value.clause == "PK-39.1/hand"
    with pytest.raises(HandError, match="dealer is missing"):
        play("pik-it", player=SEVENS, wagers={"ante": 10, "five_card_bonus": 10, "play_5": 10})


@pytest.mark.clause("PK-R53")
def test_match_play_coupons_follow_the_ante() -> None:
    allowed = {"match_play": "ante"}
    assert main(hand(SEVENS, NO_QUALIFY, "play_5", allowed, match_play=10))["match_play"] == (WIN, 10)
    assert main(hand(SEVENS, "4c 5d 6h 7s 8c", "play_5", allowed, match_play=10))["match_play"] == (LOSE, 0)
    assert main(hand(SEVENS, NO_QUALIFY, "fold", allowed, match_play=10))["match_play"] == (FORFEIT, 0)


@pytest.mark.parametrize(
    "irregularity",
    [
        case("PK-39.12(a)/2 PK-R43", "second_face_up_in_deal"),
        case("PK-39.12(c) PK-R43", "player_count"),
        case("PK-39.12(d) PK-R43", "dealer_exposed"),
        case("PK-39.12(f)/1 PK-R43", "shoe_fault"),
        case("PK-39.7(e)2/2 PK-R43", "stub_misdeal"),
        case("PK-39.7(e)2/3 PK-R42", "stub_deck"),
    ],
)
def test_a_void_round_undoes_the_bonuses_too(irregularity: str) -> None:
    wagers = {"ante": 10, "five_card_bonus": 10, "three_card_bonus": 5}
    settled = play("pik-it", player=FIVE["royal_flush"], wagers=wagers, irregularity=irregularity)
    assert outcomes(settled) == dict.fromkeys(wagers, (VOID, 0))
    assert settled.net == 0
