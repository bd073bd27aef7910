"""Laws that hold for every hand order: total, blind to suits, and one table behind both forms."""

from __future__ import annotations

from itertools import permutations
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import best_score, best_three_score, top_five_score
from pitboss.cards import DECK, UNKNOWN, parse
from pitboss.errors import CardError
from pitboss.hands import five, three, top_five
from support import deals

ORDERS = [(five, 5), (five, 6), (five, 7), (three, 3), (three, 4), (three, 5), (top_five, 7)]
SUIT_ORDERS = list(permutations(range(4)))
every_order = pytest.mark.parametrize(("order", "size"), ORDERS, ids=lambda part: getattr(part, "__name__", str(part)))


@every_order
@pytest.mark.clause("UTH-1(suit).2", "T5-6.B", "PK-39.4(a)/2", "HL-40.1-suit")
@given(deck=deals(7), suits=st.sampled_from(SUIT_ORDERS), shuffled=st.randoms(use_true_random=False))
def test_neither_suits_nor_the_order_of_cards_change_a_hand(
    order: ModuleType, size: int, deck: list[int], suits: tuple[int, ...], shuffled: object
) -> None:
    hand = deck[:size]
    other = [card // 4 * 4 + suits[card % 4] for card in hand]
    shuffled.shuffle(other)  # type: ignore[attr-defined]
    assert order.value(hand) == order.value(other)


ORACLES = {five: best_score, three: best_three_score, top_five: top_five_score}


@every_order
@given(data=st.data())
def test_values_order_hands_as_the_plain_evaluator_does(order: ModuleType, size: int, data: st.DataObject) -> None:
    """The oracle compares tuples, so agreement makes the order total, antisymmetric and transitive."""
    hands = [tuple(data.draw(deals(size))) for _ in range(3)]
    scores = [ORACLES[order](hand) for hand in hands]
    values = [order.value(hand) for hand in hands]
    for a, b in ((0, 1), (1, 2), (0, 2)):
        assert (values[a] > values[b]) == (scores[a] > scores[b])
        assert (values[a] == values[b]) == (scores[a] == scores[b])
        assert (values[a] == values[b]) == (order.name(values[a]) == order.name(values[b]))


@every_order
def test_the_batch_form_gives_what_the_scalar_form_gives(order: ModuleType, size: int) -> None:
    rng = np.random.default_rng(size)
    rows = rng.permuted(np.tile(np.array(DECK, np.uint8), (2000, 1)), axis=1)[:, :size]
    assert order.values(rows).tolist() == [order.value(row.tolist()) for row in rows]


@every_order
@given(deck=deals(7))
def test_the_cards_that_play_make_the_hand(order: ModuleType, size: int, deck: list[int]) -> None:
    hand = deck[:size]
    best = order.best(hand)
    assert set(best) <= set(hand)
    if order is top_five:
        assert len(best) == min(5, order.count(order.value(hand)))
    else:
        assert order.value(best) == order.value(hand)
    assert order.name(order.value(hand)) in order.explain(hand)


@every_order
def test_a_wrong_number_of_cards_is_refused(order: ModuleType, size: int) -> None:
    with pytest.raises(CardError):
        order.value(parse("As Kd"))
    for wrong in ((-1,), (300,), ("As",), (1.5,)):
        with pytest.raises(CardError):
            order.value((*wrong, *range(size - 1)))
    with pytest.raises(CardError, match="unknown cards"):
        order.value((UNKNOWN, *range(size - 1)))
    with pytest.raises(CardError):
        order.values(np.zeros((3, 2), np.uint8))
    with pytest.raises(CardError, match="above 51"):
        order.values(np.full((3, size), 52, np.uint8))
    for rows in (np.full((3, size), -1), np.zeros((3, size), float), np.zeros(size, np.uint8), [[0] * size], None):
        with pytest.raises(CardError):
            order.values(rows)
    assert len(order.values(np.zeros((0, size), np.uint8))) == 0
    for value in (-1, order.CLASSES):
        with pytest.raises(CardError):
            order.name(value)


@every_order
@given(deck=deals(7))
def test_numpy_rows_are_hands_like_any_other(order: ModuleType, size: int, deck: list[int]) -> None:
    assert order.value(np.array(deck[:size], np.uint8)) == order.value(deck[:size])
