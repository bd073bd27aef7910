"""The five-card order as compiled loops look it up, for hands that stand in columns."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands import five
from pitboss.hands.jit import compiled
from pitboss.hands.lookup_tables import tables
from pitboss.solvers.hold_em_boards import orders, ranks_by_suit, sorting

LOW_MASK, HIGH_MASK = np.uint64(five.LOW_MASK), np.uint64(five.HIGH_MASK)
LOW_BITS, SUIT_SHIFT = np.uint64(five.LOW_BITS), np.uint64(five.SUIT_SHIFT)
EMPTY, FLUSH = np.uint64(five.EMPTY), np.uint64(five.FLUSH)
SIZE = 5
ORDER_BITS = 5
"""Room for the number of an order of suits, of which there are 24."""
_NIBBLE, _FULL = np.uint64(4), np.uint64(8)
_CHOOSE = np.array([[comb(card, size) for card in range(52)] for size in range(SIZE + 1)], np.uint32)

Shorts = npt.NDArray[np.uint16]


class Order(NamedTuple):
    """The tables of `hands/tables.py`, for hands of one size."""

    keys: npt.NDArray[np.uint64]
    low: Shorts
    high: Shorts
    classes: Shorts
    flushes: Shorts


@cache
def order_of(size: int) -> Order:
    """The order of hands of 5, 6 or 7 cards."""
    found = tables(size)
    return Order(found.keys, found.low, found.high, found.classes, found.flushes)


@compiled
def sum_up(cards, order, sums):  # type: ignore[no-untyped-def]
    """The sum of keys of the five cards in each column."""
    keys = order.keys
    for i in range(len(sums)):
        sums[i] = (
            EMPTY + keys[cards[0, i]] + keys[cards[1, i]] + keys[cards[2, i]] + keys[cards[3, i]] + keys[cards[4, i]]
        )


@compiled
def place_of(total, order):  # type: ignore[no-untyped-def]
    """Where a hand's ranks stand among all sets of so many ranks."""
    return np.uint32(order.low[total & LOW_MASK]) + np.uint32(order.high[total >> LOW_BITS & HIGH_MASK])


@compiled
def flush_suit(total):  # type: ignore[no-untyped-def]
    """The suit with five cards or more."""
    suit = 0
    while not total >> (SUIT_SHIFT + _NIBBLE * np.uint64(suit)) & _FULL:
        suit += 1
    return suit


@compiled
def ranks_in(suit, cards, first, stop, i):  # type: ignore[no-untyped-def]
    """The ranks that some of the cards in one column hold in a suit, as bits."""
    mask = 0
    for row in range(first, stop):
        mask |= np.int64(cards[row, i] & 3 == suit) << (cards[row, i] >> 2)
    return mask


@compiled
def sort_columns(cards):  # type: ignore[no-untyped-def]
    """Put the five cards of each column in ascending order."""
    for last in range(len(cards) - 1, 0, -1):
        for row in range(last):
            lower, higher = cards[row], cards[row + 1]
            for i in range(len(lower)):
                least, most = min(lower[i], higher[i]), max(lower[i], higher[i])
                lower[i], higher[i] = least, most


@compiled
def number_columns(cards, numbers):  # type: ignore[no-untyped-def]
    """The number of the five cards in each column, which are in ascending order."""
    for i in range(len(numbers)):
        numbers[i] = _number(cards[0, i], cards[1, i], cards[2, i], cards[3, i], cards[4, i])


def standard_hands(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
    """For each five cards, by number, which of the standard hands in `rows` they are, up to the names of the suits.

    That is its place, moved up by `ORDER_BITS`, and below it the order of suits that leads there.
    """
    found = np.zeros(comb(52, SIZE), np.uint32)
    _standardise(rows, orders(), found)
    return found


@compiled
def _number(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """The number of five cards in ascending order."""
    return _CHOOSE[5, e] + _CHOOSE[4, d] + _CHOOSE[3, c] + _CHOOSE[2, b] + np.uint32(a)


@compiled
def _standardise(rows, orders, standard):  # type: ignore[no-untyped-def]
    """The standard hands first, then all others by way of theirs."""
    for b in range(len(rows)):
        standard[_number(rows[b, 0], rows[b, 1], rows[b, 2], rows[b, 3], rows[b, 4])] = b << ORDER_BITS
    masks, hand, moved = np.zeros(4, np.int64), np.empty(SIZE, np.uint8), np.empty(SIZE, np.uint8)
    number = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        ranks_by_suit(hand, masks)
                        if not (masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]):
                            order = sorting(masks, orders)
                            for i in range(SIZE):
                                moved[i] = hand[i] & ~np.uint8(3) | orders[order, hand[i] & 3]
                            moved.sort()
                            own = _number(moved[0], moved[1], moved[2], moved[3], moved[4])
                            standard[number] = standard[own] >> ORDER_BITS << ORDER_BITS | order
                        number += 1
