from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given

from oracle import top_five_score
from pitboss.cards import notation, parse
from pitboss.hands import top_five
from pitboss.hands.top_five import Category
from support import case, deals

LOW = "2c 3c 4c 5c 6c 7c 8c"


def hand(top: str) -> tuple[int, ...]:
    """Seven cards: these from ten to ace, filled up with low clubs."""
    kept = parse(top)
    return kept + parse(LOW)[: 7 - len(kept)]


def test_all_seven_card_hands_counted_twice() -> None:
    """Every set of kept cards with the ways to fill it up, against counts by rank pattern and suits."""
    tops = range(32, 52)
    counted: Counter[tuple[int, Category]] = Counter()
    low = tuple(range(7))
    for number in range(8):
        ways = comb(32, 7 - number)
        for kept in combinations(tops, number):
            value = top_five.value(kept + low[: 7 - number])
            counted[top_five.count(value), top_five.category(value)] += ways
    assert sum(counted.values()) == comb(52, 7) == 133_784_560
    assert counted == counts_by_patterns()
    no_pair = sum(n for (_, kind), n in counted.items() if kind is Category.HIGH_CARD)
    assert no_pair == 83_073_056  # T5-R5


def counts_by_patterns() -> dict[tuple[int, Category], int]:
    counts: Counter[tuple[int, Category]] = Counter()
    for pattern in product(range(5), repeat=5):
        number, shape = sum(pattern), Counter(pattern)
        if number > 7:
            continue
        ways = comb(32, 7 - number)
        for held in pattern:
            ways *= comb(4, held)
        if min(pattern):
            # One suit with all five ranks; with at most seven cards no second suit can have them too.
            royal = 4 * comb(32, 7 - number)
            for held in pattern:
                royal *= comb(3, held - 1)
            counts[number, Category.ROYAL_FLUSH] += royal
            counts[number, Category.FIVE_CARD_STRAIGHT] += ways - royal
        elif shape[4]:
            counts[number, Category.FOUR_OF_A_KIND] += ways
        elif shape[3] > 1 or (shape[3] and shape[2]):
            counts[number, Category.FULL_HOUSE] += ways
        elif shape[3]:
            counts[number, Category.THREE_OF_A_KIND] += ways
        else:
            counts[number, (Category.HIGH_CARD, Category.ONE_PAIR, Category.TWO_PAIR)[min(shape[2], 2)]] += ways
    return {key: count for key, count in counts.items() if count}


@given(deals(14))
def test_comparisons_agree_with_the_plain_evaluator(deck: list[int]) -> None:
    one, other = deck[:7], deck[7:]
    values = top_five.value(one), top_five.value(other)
    scores = top_five_score(tuple(one)), top_five_score(tuple(other))
    assert (values[0] > values[1]) == (scores[0] > scores[1])
    assert (values[0] == values[1]) == (scores[0] == scores[1])
    assert (top_five.count(values[0]), top_five.category(values[0])) == (scores[0][0], scores[0][1][0])


@pytest.mark.parametrize(
    ("top", "number", "category"),
    [
        case("T5-6.C(1)", "Ah Kh Qh Jh Th", 5, Category.ROYAL_FLUSH),
        case("T5-6.C(1)", "Ah Kh Qh Jh Th Ac Kc", 7, Category.ROYAL_FLUSH),
        case("T5-6.C(2)", "Tc Td Th Ts", 4, Category.FOUR_OF_A_KIND),
        case("T5-6.C(3)", "Jc Jd Jh Ac Ad", 5, Category.FULL_HOUSE),
        case("T5-6.C(3)", "Ac Ad Ah Kc Kd Kh", 6, Category.FULL_HOUSE),
        case("T5-6.C(4) T5-R1", "As Kh Qh Jh Th", 5, Category.FIVE_CARD_STRAIGHT),
        case("T5-6.C(4)", "Kh Qh Jh Th", 4, Category.HIGH_CARD),
        case("T5-6.C(5)", "Tc Td Th", 3, Category.THREE_OF_A_KIND),
        case("T5-6.C(6)", "Ac Ad Tc Td", 4, Category.TWO_PAIR),
        case("T5-6.C(6)", "Ac Ad Kc Kd Qc Qd", 6, Category.TWO_PAIR),
        case("T5-6.C(7)", "Tc Td", 2, Category.ONE_PAIR),
        case("T5-11.B(4).3", "Ac Ad Kh Qs Jd Tc", 6, Category.FIVE_CARD_STRAIGHT),
        case("T5-R5", "", 0, Category.HIGH_CARD),
    ],
)
def test_these_cards_from_ten_to_ace_are_this_hand(top: str, number: int, category: Category) -> None:
    value = top_five.value(hand(top))
    assert (top_five.count(value), top_five.category(value)) == (number, category)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        case("T5-6.A", "Ac", "Kc"),
        case("T5-6.A", "Jc", "Tc"),
        case("T5-R2", "Qc Jd Th", "Ac Ad"),
        case("T5-6.C", "Ac Ad Ah Kc Kd", "As Kh Qs Jd Tc"),
        case("T5-6.C", "Ac Kd Qc Jh Ts", "Ac Ad Ah Kc Qd"),
        case("T5-6.C", "Ac Ad Ah Kc Qd", "Ac Ad Kc Kd Qd"),
        case("T5-6.C", "Tc Td Jc Jd", "Ac Ad Kc Qd"),
        case("T5-6.C(7)", "Tc Td", "Ac Kd"),
        case("T5-R6", "Kc Kd Tc", "Qc Qd Ac"),
        case("T5-R6", "Ac Ad Tc Td Jd", "Kc Kd Qc Qd Ad"),
        case("T5-R6", "Ac Kd Jc", "Ac Kd Tc"),
        case("T5-R5", "Tc", ""),
    ],
)
def test_this_hand_beats_that_hand(better: str, worse: str) -> None:
    assert top_five.value(hand(better)) > top_five.value(hand(worse))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        case("T5-6.B", "Qs Js", "Qc Jd"),
        case("T5-R2 T5-11.C(4)(e)", "Ac Ad Kc Kd Qc Th", "Ah As Kh Ks Qh Jc"),
        case("T5-R6", "As Kh Qh Jh Th", "Ac Kd Qc Jd Tc"),
    ],
)
def test_these_hands_tie(one: str, other: str) -> None:
    assert top_five.value(hand(one)) == top_five.value(hand(other))


@pytest.mark.clause("T5-R3", "T5-11.C(2)")
def test_the_dealer_qualifies_with_queen_jack_or_better() -> None:
    plays = ["Qc Jd", "Kc Td", "Kc Jd", "Kc Qd", "Ac Td", "Ac Jd", "Ac Qd", "Ac Kd", "Tc Td", "Jc Qd Ts", "Tc Jd Qh"]
    falls_short = ["Qc Td", "Jc Td", "Ac", "Tc", ""]
    assert all(top_five.qualifies(top_five.value(hand(top))) for top in plays)
    assert not any(top_five.qualifies(top_five.value(hand(top))) for top in falls_short)


@pytest.mark.clause("T5-R15")
def test_what_remains_is_ten_to_ace_not_the_face_cards() -> None:
    assert notation(top_five.kept(parse("As Kd Qh Jc Ts 9d 2c"))) == "As Kd Qh Jc Ts"
    assert len(top_five.kept(tuple(range(52)))) == 20


def test_a_hand_is_announced_in_words() -> None:
    assert top_five.name(top_five.value(hand(""))) == "no card from ten to ace"
    assert top_five.name(top_five.value(hand("Ac"))) == "1 card: ace high"
    assert top_five.name(top_five.value(hand("Kc Kd Qc Qd Jc Th"))) == "6 cards: two pair, kings and queens with jack"
    assert top_five.best(hand("Tc Td Th Ts Jc Jd Ac")) == parse("Tc Td Th Ts Ac")
