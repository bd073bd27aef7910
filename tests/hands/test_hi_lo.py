from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from pitboss.cards import DECK, notation, parse
from pitboss.errors import CardError
from pitboss.hands import hi_lo
from pitboss.hands.hi_lo import Setting
from pitboss.law import register
from support import case, deals


@pytest.mark.parametrize(
    ("high", "low", "totals"),
    [
        case("HL-40.5(a)1", "2c 9d 5h", "Ts 7c", (16, 17)),
        case("HL-40.5(a)2", "Jc Qd Kh", "Js Qc", (30, 20)),
        case("HL-40.5(a)3.i HL-40.1-point-total", "As Kd 9c", "4h 3d", (30, 7)),
        case("HL-40.5(a)3.i", "As Ah Ad", "4h 3d", (33, 7)),
        case("HL-40.5(a)3.ii HL-40.1-point-value", "Kc Kd Kh", "As 2d", (30, 3)),
        case("HL-40.5(a)3.ii", "2c 3d 4h", "As Kd", (9, 11)),
        case("HL-40.5(c)", "9c 9d 9h", "9s 8c", (27, 17)),
    ],
)
def test_points_of_a_setting(high: str, low: str, totals: tuple[int, int]) -> None:
    assert Setting(parse(high), parse(low)).totals == totals


def test_the_value_patterns_stand_for_every_hand() -> None:
    patterns = dict(hi_lo.patterns())
    assert len(patterns) == 1993
    by_hand: dict[tuple[int, ...], int] = {}
    points = [hi_lo.high_total([card]) for card in DECK]
    for cards in combinations(points, 5):
        values = tuple(sorted(cards))
        by_hand[values] = by_hand.get(values, 0) + 1
    assert by_hand == patterns
    assert sum(patterns.values()) == 2_598_960


@pytest.mark.clause("HL-40.5(b)-s1", "HL-40.10(a)2-s1b", "HL-40.1-high-hand", "HL-40.1-low-hand", "HL-R36")
@given(deals(5))
def test_a_player_may_set_three_and_two_cards_with_at_most_one_ace_low(deck: list[int]) -> None:
    found = list(hi_lo.settings(deck))
    aces = hi_lo.aces(deck)
    assert len(found) == 10 - aces * (aces - 1) // 2
    for setting in found:
        assert sorted(setting.high + setting.low) == sorted(deck)
        assert (len(setting.high), len(setting.low)) == (3, 2)
        assert hi_lo.aces(setting.low) <= 1


@pytest.mark.parametrize(
    ("high", "low", "legal"),
    [
        case("HL-40.1-high-hand HL-40.1-low-hand", "9c 5d 3s", "As 2s", True),
        case("HL-40.1-low-hand", "9c 5d 3s", "As", False),
        case("HL-40.1-low-hand", "9c 5d 3s", "As 2s 4h", False),
        case("HL-40.1-high-hand", "9c 5d", "As 2s", False),
        case("HL-40.5(b)-s1", "9c 5d 3s", "As Ah", False),
    ],
)
def test_a_setting_is_three_cards_high_and_two_low(high: str, low: str, legal: bool) -> None:
    assert hi_lo.is_legal(Setting(parse(high), parse(low))) is legal


@pytest.mark.clause("HL-40.5(b)-s1", "HL-R36")
def test_with_four_aces_the_setting_is_forced() -> None:
    assert {setting.totals for setting in hi_lo.settings(parse("As Ah Ad Ac 6d"))} == {(33, 7)}


@pytest.mark.clause("HL-40.10(c)-2", "HL-40.5(b)-s2a", "HL-40.5(b)-s2b", "HL-R1")
def test_the_house_way_of_the_register() -> None:
    for example in register("HL").data["worked_dealer_setting"]:
        assert list(hi_lo.house_way(parse(example["cards"])).totals) == example["totals"]


@pytest.mark.clause("HL-R1", "HL-40.5(b)-s2a", "HL-40.5(b)-s2b")
@given(deals(5))
def test_no_lawful_dealer_setting_is_higher_high_or_lower_low(deck: list[int]) -> None:
    house = hi_lo.house_way(deck)
    assert hi_lo.aces(house.low) == (1 if hi_lo.aces(deck) == 4 else 0)
    lawful = [s for s in hi_lo.settings(deck) if hi_lo.aces(s.low) == hi_lo.aces(house.low)]
    assert house.totals[0] == max(setting.totals[0] for setting in lawful)
    assert house.totals[1] == min(setting.totals[1] for setting in lawful)


@pytest.mark.clause("HL-R1")
def test_among_equal_points_the_lower_rank_goes_low_then_clubs_first() -> None:
    assert notation(hi_lo.house_way(parse("Kc Qd Jh Ts Th")).low) == "Th Ts"
    assert notation(hi_lo.house_way(parse("Kc Kd Kh 9s 9d")).low) == "9d 9s"
    assert notation(hi_lo.house_way(parse("As Ah Ad Ac Kd")).low) == "Kd Ac"


def test_batches_give_what_single_hands_give() -> None:
    rng = np.random.default_rng(5)
    rows = rng.permuted(np.tile(np.array(DECK, np.uint8), (2000, 1)), axis=1)[:, :5]
    assert hi_lo.house_totals(rows).tolist() == [list(hi_lo.house_way(row).totals) for row in rows.tolist()]
    set_as_dealt = hi_lo.totals(rows[:, :3], rows[:, 3:])
    assert set_as_dealt.tolist() == [list(Setting(tuple(r[:3]), tuple(r[3:])).totals) for r in rows.tolist()]


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(CardError):
        hi_lo.house_way(parse("As Kd"))
    with pytest.raises(CardError, match="unknown"):
        hi_lo.house_way(parse("As Kd ?? 2c 3c"))
    with pytest.raises(CardError):
        hi_lo.house_totals(np.zeros((2, 4), np.uint8))
    with pytest.raises(CardError):
        hi_lo.totals(np.zeros((2, 3), np.uint8), np.zeros((2, 3), np.uint8))
    with pytest.raises(CardError, match="above 51"):
        hi_lo.house_totals(np.full((2, 5), 60, np.uint8))
