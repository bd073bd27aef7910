from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given

from oracle import best_score
from pitboss.cards import DECK, parse
from pitboss.errors import CardError
from pitboss.hands import five
from pitboss.hands.five import Category
from support import case, deals

FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
"""From the documents' own lists (HL-40.5(d)-s3, PK-39.4(b)), worst hand first."""


def by_category(counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    edges = [five.at_least(kind) for kind in Category]
    return [int(part.sum()) for part in np.split(counts, edges[1:])]


@pytest.mark.clause("HL-40.5(d)-s3", "PK-39.4(b)", "UTH-5(b)")
def test_all_five_card_hands_fall_into_the_categories_of_the_documents() -> None:
    assert by_category(five.census(5)) == FIVE_CARD_COUNTS
    assert sum(FIVE_CARD_COUNTS) == 2_598_960


@pytest.mark.parametrize("size", [6, 7])
def test_all_larger_hands_are_counted_twice_with_the_same_result(size: int) -> None:
    """Every hand of 6 or 7 cards, evaluated one by one, against counts derived from rank patterns and suits."""
    assert by_category(five.census(size)) == counts_by_patterns(size)


def counts_by_patterns(size: int) -> list[int]:
    """Flushes by choosing suited ranks; the rest by rank pattern, less the ways that would make a flush."""
    counts = [0] * 10
    for suited in range(5, size + 1):
        others = comb(39, size - suited)
        for mask in (m for m in range(1 << 13) if m.bit_count() == suited):
            top = _run_top(mask)
            counts[9 if top == 12 else 8 if top is not None else 5] += 4 * others
    for pattern in product(range(5), repeat=13) if size < 5 else _patterns(13, size):
        mask = sum(1 << rank for rank, held in enumerate(pattern) if held)
        ways = 1
        for held in pattern:
            ways *= comb(4, held)
        counts[_plain_category(pattern, mask)] += ways - _flush_ways(pattern, size)
    return counts


def _patterns(ranks: int, size: int) -> list[tuple[int, ...]]:
    if ranks == 0:
        return [()] if size == 0 else []
    return [(held, *rest) for held in range(min(4, size) + 1) for rest in _patterns(ranks - 1, size - held)]


def _flush_ways(pattern: tuple[int, ...], size: int) -> int:
    """Suit assignments of a rank pattern in which one suit has five cards or more."""
    ways = [1] + [0] * size  # by how many cards one given suit has
    for held in pattern:
        with_suit, without = comb(3, held - 1) if held else 0, comb(3, held)
        ways = [ways[n] * without + (ways[n - 1] * with_suit if n else 0) for n in range(size + 1)]
    return 4 * sum(ways[5:])


def _plain_category(pattern: tuple[int, ...], mask: int) -> int:
    shape = Counter(pattern)
    if shape[4]:
        return 7
    if shape[3] > 1 or (shape[3] and shape[2]):
        return 6
    if _run_top(mask) is not None:
        return 4
    return 3 if shape[3] else 2 if shape[2] > 1 else 1 if shape[2] else 0


def _run_top(mask: int) -> int | None:
    runs = [(top, sum(1 << r for r in range(top - 4, top + 1))) for top in range(12, 3, -1)] + [(3, 0b1000000001111)]
    return next((top for top, run in runs if mask & run == run), None)


def test_a_million_hands_rank_as_in_an_independent_library() -> None:
    eval7 = pytest.importorskip("eval7")
    rng = np.random.default_rng(7)
    rows = rng.permuted(np.tile(np.array(DECK, np.uint8), (1_000_000, 1)), axis=1)[:, :7]
    names = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    theirs = np.array([eval7.evaluate([names[card] for card in row]) for row in rows.tolist()])
    ours = five.values(rows)
    pairs = np.unique(np.stack([ours, theirs], axis=1), axis=0)
    assert len(pairs) == len(np.unique(ours)) == len(np.unique(theirs)), "each of our values is one of theirs"
    assert (np.diff(pairs[:, 1].astype(np.int64)) > 0).all(), "and they come in the same order"


@given(deals(7))
def test_the_best_five_of_seven_agree_with_the_plain_evaluator(deck: list[int]) -> None:
    value, score = five.value(deck), best_score(tuple(deck))
    assert five.category(value) == score[0]
    assert five.ranks_of(value)[: len(score[1])] == score[1]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        case("UTH-5(a).1 HL-40.5(d)-s1 PK-39.4(a)/1", "As 9d 7c 5h 3s", "Ks Qd Jc 9h 8s"),
        case("UTH-5(b)(2) UTH-R19", "6h 5h 4h 3h 2h", "As 2s 3s 4s 5s"),
        case("UTH-5(b)(2) PK-39.4(b)2", "Kh Qh Jh Th 9h", "Qs Js Ts 9s 8s"),
        case("UTH-5(b)(3) PK-39.4(b)3", "3c 3d 3h 3s 4c", "2c 2d 2h 2s Ac"),
        case("UTH-5(b)(4) PK-39.4(b)4", "3c 3d 3h 2c 2d", "2c 2d 2h Ac Ad"),
        case("UTH-5(b)(5)", "Ah Kh Qh Jh 9h", "As Ks Qs Ts 9s"),
        case("PK-39.4(b)5", "Ah Jh 9h 5h 3h", "Ac Jc 9c 5c 2c"),
        case("UTH-5(b)(6).1 PK-39.4(b)6/1 UTH-R21 PK-R15", "6s 5d 4c 3h 2s", "5s 4d 3c 2h Ac"),
        case("UTH-5(b)(7) PK-39.4(b)7", "3c 3d 3h 5s 4d", "2c 2d 2h As Kd"),
        case("UTH-5(b)(8) PK-39.4(b)8", "As Ad 2c 2h 3s", "Ks Kd Qc Qh Js"),
        case("PK-39.4(b)8", "As Ad 3c 3h 2s", "Ac Ah 2c 2h Ks"),
        case("UTH-5(b)(9) PK-R4", "3c 3d 6h 5s 4c", "2c 2d Ah Ks Qc"),
        case("PK-39.4(b)9 PK-39.4(d)/1", "Kc Kd 4h 3s 2c", "Qc Qd Ah Js Tc"),
        case("UTH-5(c).1 UTH-R21", "Ac Ad Kh 9s 4c", "Ah As Kd 9c 3d"),
        case("UTH-5(c).2", "Ac Jd 9h 6s 4c", "Ah Jc 9s 6d 3c"),
        case("PK-39.4(d)/1", "Ac Kd 9h 5s 3c", "Ah Kc 9s 5d 2c"),
    ],
)
def test_this_hand_beats_that_hand(better: str, worse: str) -> None:
    assert five.value(parse(better)) > five.value(parse(worse))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        case("UTH-1(suit).2", "Ah Kh 9h 6h 3h", "Ac Kc 9c 6c 3c"),
        case("UTH-5(c).3 PK-39.4(d)/2 PK-R17", "Kc Kd 7h 4s 2c", "Kh Ks 7c 4d 2h"),
        case("PK-39.4(b)1 HL-40.1-suit", "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
    ],
)
def test_these_hands_tie(one: str, other: str) -> None:
    assert five.value(parse(one)) == five.value(parse(other))


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        case("UTH-5(b)(1) HL-40.5(d)1 PK-39.4(b)1", "Ah Kh Qh Jh Th", Category.ROYAL_FLUSH),
        case("UTH-5(b)(1) UTH-R19", "Ah Kh Qh Jh Th 2c 3d", Category.ROYAL_FLUSH),
        case("HL-40.5(d)1", "As Ks Qs Js Td", Category.STRAIGHT),
        case("HL-40.5(d)2", "9h Th Jh Qh Kh", Category.STRAIGHT_FLUSH),
        case("HL-40.5(d)-s2 PK-39.4(a)/3 HL-R35", "As 2s 3s 4s 5s", Category.STRAIGHT_FLUSH),
        case("HL-40.5(d)2 HL-R35 PK-R16", "Qh Kh Ah 2h 3h", Category.FLUSH),
        case("HL-40.5(d)3", "7s 7h 7d 7c 2s", Category.FOUR_OF_A_KIND),
        case("HL-40.5(d)4", "7s 7h 7d 2c 2s", Category.FULL_HOUSE),
        case("HL-40.5(d)5", "2s 5s 9s Js Ks", Category.FLUSH),
        case("HL-40.5(d)6-a UTH-R20", "5s 6h 7d 8c 9s", Category.STRAIGHT),
        case("HL-40.5(d)-s2", "As 2d 3s 4s 5s", Category.STRAIGHT),
        case("UTH-5(a).2", "As 2d 3c 4h 5s Kd Qc", Category.STRAIGHT),
        case("HL-40.5(d)6-b PK-39.4(b)6/2", "Qs Kh Ad 2c 3s", Category.HIGH_CARD),
        case("UTH-5(b)(6).2", "Qc Kd Ah 2s 3c 7d 9h", Category.HIGH_CARD),
        case("HL-40.5(d)7", "7s 7h 7d 2c 3s", Category.THREE_OF_A_KIND),
        case("HL-40.5(d)8", "7s 7h 2d 2c 3s", Category.TWO_PAIR),
        case("HL-40.5(d)9", "5s 5h 2d 3c 9s", Category.ONE_PAIR),
        case("PK-39.4(a)/3", "As Ah 2d 3c 4s", Category.ONE_PAIR),
    ],
)
def test_this_hand_is_of_this_kind(cards: str, category: Category) -> None:
    assert five.category(five.value(parse(cards))) is category


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Kc Kd 4s 4h Kh 9d 2c", "full house, kings full of fours"),
        ("Ah Kh Qh Jh Th", "royal flush"),
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("6c 6d 6h 6s 9d", "four of a kind, sixes with nine"),
        ("As Jd 9c 8h 2s", "ace high (jack, nine, eight, two)"),
        ("As Ad 9c 8h 2s", "pair of aces with nine, eight and two"),
        ("As Ad 9c 9h 2s", "two pair, aces and nines with two"),
        ("7s 7d 7c 9h 2s", "three of a kind, sevens with nine and two"),
        ("Ks 9s 8s 4s 2s", "flush, king high (nine, eight, four, two)"),
        ("Ts 9d 8s 7s 6s", "straight, ten high"),
    ],
)
def test_a_hand_is_announced_in_words(cards: str, name: str) -> None:
    assert five.name(five.value(parse(cards))) == name


@pytest.mark.clause("UTH-1(hand)", "UTH-R24")
def test_the_hand_may_use_two_one_or_no_hole_cards() -> None:
    assert five.explain(parse("2c 7d Ah Kh Qh Jh 9h")).startswith("Ah Kh Qh Jh 9h: flush")
    assert five.best(parse("As 2d 3c 4h 5s Kd Qc")) == parse("5s 4h 3c 2d As")
    assert five.name(five.value(parse("Ac Ad Kh Ks 3d 3c Qh"))) == "two pair, aces and kings with queen"


def test_every_value_has_a_name_of_its_own_and_floors_stand_where_they_should() -> None:
    assert len({five.name(value) for value in range(five.CLASSES)}) == five.CLASSES
    for kind in Category:
        floor = five.at_least(kind)
        assert five.category(floor) is kind
        assert floor == 0 or five.category(floor - 1) == kind - 1
    for rank in range(13):
        assert five.ranks_of(five.at_least_pair(rank))[0] == rank
        assert five.ranks_of(five.at_least_pair(rank) - 1)[0] != rank or rank == 12


def test_a_batch_of_another_type_is_refused() -> None:
    with pytest.raises(CardError, match="uint8"):
        five.values(np.zeros((2, 7), np.int64))


def test_a_row_with_repeated_cards_stays_inside_the_tables() -> None:
    rows = np.repeat(np.arange(52, dtype=np.uint8)[:, None], 7, axis=1)
    assert len(five.values(rows)) == 52
