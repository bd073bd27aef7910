from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given

from oracle import three_score
from pitboss.cards import DECK, parse
from pitboss.hands import three
from pitboss.hands.three import Category
from support import case, deals


@pytest.mark.clause("PK-39.4(c)")
def test_all_three_card_hands_counted_twice() -> None:
    counted = Counter(three.category(three.value(hand)) for hand in combinations(DECK, 3))
    runs, singles = 12, comb(13, 3)
    derived = {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4 * (runs - 1),
        Category.THREE_OF_A_KIND: 13 * comb(4, 3),
        Category.STRAIGHT: runs * (4**3 - 4),
        Category.FLUSH: 4 * (singles - runs),
        Category.ONE_PAIR: 13 * comb(4, 2) * 48,
        Category.HIGH_CARD: (singles - runs) * (4**3 - 4),
    }
    assert counted == derived
    assert list(derived.values()) == [4, 44, 52, 720, 1096, 3744, 16440]
    assert sum(derived.values()) == 22_100


@given(deals(5))
def test_the_best_three_of_five_agree_with_the_plain_evaluator(deck: list[int]) -> None:
    best = max(three_score(hand) for hand in combinations(deck, 3))
    value = three.value(deck)
    assert three.category(value) == best[0]
    assert three_score(three.best(deck)) == best


def test_best_three_of_all_five_card_hands() -> None:
    """The register's own counts (PK data), from the batch form over every five-card hand."""
    import numpy as np

    from pitboss.law import register

    rows = np.array(list(combinations(DECK, 5)), np.uint8)
    counts = np.bincount(three.values(rows), minlength=three.CLASSES)
    edges = [three.at_least(kind) for kind in Category]
    found = [int(part.sum()) for part in np.split(counts, edges[1:])]
    stated = register("PK").data["derived"]["best_three_of_five_counts"]
    names = ["none", "one_pair", "flush", "straight", "three_of_a_kind", "straight_flush", "royal_flush"]
    assert found == [stated[name] for name in names]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        case("PK-39.4(c)1", "Ah Kh Qh", "Kh Qh Jh"),
        case("PK-39.4(c)2", "4h 3h 2h", "3s 2s As"),
        case("PK-39.4(c)2 PK-R15", "Kh Qh Jh", "3s 2s As"),
        case("PK-39.4(c)3", "2c 2d 2h", "As Kd Qc"),
        case("PK-39.4(c)3", "Ac Ad Ah", "Kc Kd Kh"),
        case("PK-39.4(c)4/1 PK-R15", "4c 3d 2h", "3s 2c Ad"),
        case("PK-39.4(c)4/1 PK-39.4(c)", "3s 2c Ad", "As Ks Js"),
        case("PK-39.4(c)5", "7s 5s 2s", "Ac Ad Kh"),
        case("PK-39.4(c)5", "4c 3d 2h", "7s 5s 2s"),
        case("PK-39.4(c)6 PK-R4", "3c 3d 2h", "2c 2d Ah"),
        case("PK-39.4(c)6", "2c 2d 4h", "2h 2s 3c"),
    ],
)
def test_this_hand_beats_that_hand(better: str, worse: str) -> None:
    assert three.value(parse(better)) > three.value(parse(worse))


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        case("PK-39.4(c)1", "Ah Kh Qh", Category.ROYAL_FLUSH),
        case("PK-39.4(c)1 PK-39.4(a)/3", "Ah 2h 3h", Category.STRAIGHT_FLUSH),
        case("PK-39.4(a)/3", "As 2d 3c", Category.STRAIGHT),
        case("PK-39.4(a)/3", "As 2d 4c", Category.HIGH_CARD),
        case("PK-39.4(c)4/2", "Ks Ad 2c", Category.HIGH_CARD),
        case("PK-39.4(c)4/2 PK-R16", "Ks As 2s", Category.FLUSH),
        case("PK-39.10(d)/5 PK-R18", "Ah Kh 9h 4s 4d", Category.FLUSH),
    ],
)
def test_this_hand_is_of_this_kind(cards: str, category: Category) -> None:
    assert three.category(three.value(parse(cards))) is category


@pytest.mark.clause("PK-R19")
def test_among_equal_cards_the_first_in_dealing_order_play() -> None:
    assert three.best(parse("Ac Kd Ah Kh 2s")) == parse("Ac Ah Kd")
    assert three.best(parse("As 2d 3c")) == parse("3c 2d As"), "the low ace is read last"
    assert three.name(three.value(parse("4c 3d 2h As 9c"))) == "straight, four high"


def test_every_value_has_a_name_of_its_own() -> None:
    assert len({three.name(value) for value in range(three.CLASSES)}) == three.CLASSES
