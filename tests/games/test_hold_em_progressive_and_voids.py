"""The progressive, and what a void round does to each wager."""

from __future__ import annotations

from typing import Any

import pytest
from hold_em import HANDS, LOSE, ROYAL, UTH, VOID, WIN, uth

from pitboss.errors import HandError, OptionError, WagerError
from pitboss.games.terms import Terms
from support import case, outcomes, play

# --- progressive -----------------------------------------------------------------------------------------------------

PROGRESSIVE = {
    "seed": "$10,000",
    "contribution": "$1",
    "rows": {"royal_flush": "100%", "straight_flush": "12.5%", "four_of_a_kind": "$300", "full_house": 5000},
}


def progressive(hand: tuple[str, str, str], rows: dict[str, Any] = PROGRESSIVE, **kw: Any) -> tuple[str, float]:
    settled = uth(*hand, options={"progressive": rows}, wagers={"trips": 5, "progressive": 5}, **kw)
    return outcomes(settled)["progressive"]


@pytest.mark.clause("UTH-R4", "UTH-R54", "UTH-R73", "UTH-14(c)")
def test_the_progressive_pays_by_the_operators_table() -> None:
    assert progressive(HANDS["royal_flush"], meter=23_456.78) == (WIN, 23_456.78)
    assert progressive(HANDS["straight_flush"], meter=20_000) == (WIN, 2_500)
    assert progressive(HANDS["four_of_a_kind"]) == (WIN, 300)
    assert progressive(HANDS["full_house"]) == (WIN, 50)
    assert progressive(HANDS["flush"]) == (LOSE, 0)
    assert progressive(("6c 6d", "6h 6s Qd Kc Ad", "Qc 4d")) == (WIN, 300)
    settled = uth(*HANDS["four_of_a_kind"], options={"progressive": PROGRESSIVE}, wagers={"trips": 5, "progressive": 5})
    assert settled["progressive"].returned == 500


@pytest.mark.clause("UTH-R74")
def test_a_kind_without_an_award_is_paid_as_the_best_lower_kind_that_has_one() -> None:
    rows = {"seed": 0, "contribution": 0, "rows": {"one_pair": 5000, "four_of_a_kind": 30_000}}
    assert progressive(HANDS["flush"], rows) == (WIN, 50)


@pytest.mark.clause("UTH-R54", "UTH-R72")
def test_winners_of_one_share_divide_it_and_fractions_of_a_cent_stay() -> None:
    board_royal = ("2c 3d", "Ah Kh Qh Jh Th", "4c 5d")
    assert progressive(board_royal, meter=10_000.01, sharers=2) == (WIN, 5_000)
    assert progressive(HANDS["straight_flush"], meter=10_000.01) == (WIN, 1_250)
    assert progressive(HANDS["four_of_a_kind"], sharers=2) == (WIN, 300), "fixed amounts are paid to each"


@pytest.mark.clause("UTH-R54")
def test_the_progressive_survives_a_fold_and_may_ride_on_hole_cards_and_flop() -> None:
    settled = uth(*HANDS["four_of_a_kind"], folded=True, options={"progressive": PROGRESSIVE},
                  wagers={"trips": 5, "progressive": 5})  # fmt: skip
    assert outcomes(settled)["progressive"] == (WIN, 300)
    on_flop = {**PROGRESSIVE, "basis": "hole-plus-flop"}
    assert progressive(("6c 6d", "6h 6s Qd 2c 3d", "Qc 4d"), on_flop) == (WIN, 300)
    assert progressive(("6c 6d", "6h 2c Qd 6s 3d", "Qc 4d"), on_flop) == (LOSE, 0), "the turn does not count"


@pytest.mark.clause("UTH-R4")
def test_without_a_submitted_definition_the_progressive_is_not_offered_and_goes_back() -> None:
    settled = uth(*ROYAL, wagers={"trips": 5, "progressive": 5})
    assert outcomes(settled)["progressive"] == (VOID, 0)
    assert settled["progressive"].returned == 500


@pytest.mark.clause("UTH-R54")
def test_a_share_needs_the_meter() -> None:
    with pytest.raises(HandError, match="give the meter"):
        progressive(HANDS["royal_flush"])


@pytest.mark.parametrize(
    "definition",
    [
        {"rows": {}},
        {"rows": {"high_card": 500}, "seed": 0, "contribution": 0},
        {"rows": {"royal": 500}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": "0%"}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": "101%"}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": "ten%"}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": "1/0%"}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": "1000"}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": -1}, "seed": 0, "contribution": 0},
        {"rows": {"royal_flush": "100%", "straight_flush": "$11,000"}, "seed": "$10,000", "contribution": 100},
        {"rows": {"royal_flush": "100%"}, "seed": 1000, "contribution": 501},
        {"rows": {"royal_flush": "100%"}, "seed": 1000},
        {"rows": {"royal_flush": "100%"}, "seed": 1000, "contribution": 1, "basis": "river"},
        {"rows": {"royal_flush": "100%"}, "seed": 1000, "contribution": 1, "color": "red"},
        {"rows": {"royal_flush": "100%"}, "seed": 1000.5, "contribution": 1},
        "all of it",
    ],
)
@pytest.mark.clause("UTH-R4")
def test_an_incomplete_or_unsound_progressive_is_refused(definition: Any) -> None:
    with pytest.raises(OptionError) as caught:
        Terms.of_hand(UTH, {"progressive": definition})
    assert caught.value.clause == "UTH-R4"


# --- void hands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("irregularity", "trips"),
    [
        case("UTH-15(a).2 UTH-R53 UTH-15(a).1", "dealer_exposed", (WIN, 350)),
        case("UTH-15(b).3 UTH-R53", "second_face_up_later", (WIN, 350)),
        case("UTH-R62", "early_community", (WIN, 350)),
        case("UTH-15(b).2", "second_face_up_in_deal", (VOID, 0)),
        case("UTH-15(d).1", "player_count", (VOID, 0)),
        case("UTH-15(d).2", "dealer_count", (VOID, 0)),
        case("UTH-15(f).1", "shoe_fault", (VOID, 0)),
        case("UTH-7(f)(2).2 UTH-R35", "stub_misdeal", (VOID, 0)),
        case("UTH-7(f)(2).3 UTH-R36", "stub_deck", (VOID, 0)),
    ],
)
def test_a_void_hand_gives_its_wagers_back_but_some_keep_trips_alive(irregularity: str, trips: tuple[str, int]) -> None:
    player, board, _ = HANDS["flush"]
    settled = play(
        "uth", {"trips_pay_table": "A"}, player=player, community=board, irregularity=irregularity,
        wagers={"ante": 10, "blind": 10, "play": 40, "trips": 50, "cover_all": 5},
    )  # fmt: skip
    assert outcomes(settled) == {
        "ante": (VOID, 0), "blind": (VOID, 0), "play": (VOID, 0), "trips": trips, "cover_all": (VOID, 0),
    }  # fmt: skip
    assert settled.net == trips[1] * 100
    assert all(result.returned == result.stake for result in settled.results)


@pytest.mark.clause("UTH-R53")
def test_the_progressive_lives_with_trips() -> None:
    player, board, _ = HANDS["four_of_a_kind"]
    settled = play(
        "uth", {"progressive": PROGRESSIVE}, player=player, community=board, irregularity="dealer_exposed",
        wagers={"ante": 10, "blind": 10, "trips": 5, "progressive": 5},
    )  # fmt: skip
    assert outcomes(settled)["progressive"] == (WIN, 300)
    assert "UTH-15(a).2" in settled["progressive"].clauses


@pytest.mark.clause("UTH-15(d).1", "UTH-15(d).2", "UTH-R36")
def test_a_void_hand_is_not_asked_for_the_cards_that_made_it_void() -> None:
    faulty: dict[str, dict[str, Any]] = {
        "player_count": {"player": "9c", "community": "9s Ks 7h 5d 2s", "dealer": "As 3s"},
        "dealer_count": {"player": "9c 9d", "dealer": "As 3s 4s"},
        "foreign_card": {"player": "9c 9d", "community": "9c Ks 7h 5d 2s"},
    }
    for irregularity, cards in faulty.items():
        settled = play("uth", irregularity=irregularity, wagers={"ante": 10, "blind": 10}, **cards)
        assert outcomes(settled) == {"ante": (VOID, 0), "blind": (VOID, 0)}
    with pytest.raises(HandError, match="community is missing") as caught:
        play("uth", player="Ah Kh", irregularity="dealer_exposed", wagers={"ante": 10, "blind": 10, "trips": 5})
    assert caught.value.clause == "UTH-1(community).1"


@pytest.mark.clause("UTH-R57")
def test_a_single_fault_that_voids_nothing_changes_nothing() -> None:
    for irregularity in ("face_up_card", "drawn_unseen", "dealer_exposed_late"):
        settled = uth(*HANDS["flush"], wagers={"play": 40}, irregularity=irregularity)
        assert outcomes(settled) == outcomes(uth(*HANDS["flush"]))
    with pytest.raises(WagerError, match="not finished"):
        uth(*HANDS["flush"], irregularity="face_up_card")
    with pytest.raises(HandError, match="no irregularity here"):
        uth(*HANDS["flush"], irregularity="earthquake")
