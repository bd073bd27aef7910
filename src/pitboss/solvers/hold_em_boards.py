"""Boards and flops up to the names of the suits.

A board is known by the ranks it holds in each suit. Sorting the suits by those ranks brings every board to one of a few
standard boards: 134,459 of 2,598,960, and 1,755 of 22,100 flops. Suits that hold the same ranks may still trade places;
what is alike under such a trade is decided alike.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands.jit import compiled

CARDS, RANKS, SUITS, FLOP, BOARD = 52, 13, 4, 3, 5
FLOPS_OF_A_BOARD = comb(BOARD, FLOP)
PAIRS = comb(CARDS, 2)
"""Two cards are numbered by `pair`."""

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]


class Deck(NamedTuple):
    """Some ranks in the first few suits; the counting works for any, so that small ones can be checked by hand."""

    ranks: tuple[int, ...] = tuple(range(RANKS))
    suits: int = SUITS

    @property
    def cards(self) -> Bytes:
        """In ascending order."""
        return np.array([4 * rank + suit for rank in self.ranks for suit in range(self.suits)], np.uint8)


WHOLE = Deck()


class Boards(NamedTuple):
    """The standard boards, and how many boards each stands for."""

    cards: Bytes
    copies: Counts


class Flops(NamedTuple):
    """The standard flops, and how each flop is brought to its own."""

    cards: Bytes
    standard: Shorts
    """For each flop, by `flop_number`, the place of its standard flop."""
    order: Bytes
    """For each flop the order of suits, a row of `orders`, that turns it into its standard flop."""


@cache
def orders() -> Bytes:
    """Every way to rename the suits: suit s becomes `orders()[i, s]`."""
    return np.array(list(permutations(range(SUITS))), np.uint8)


@cache
def moved_pairs() -> Shorts:
    """The number of each pair of cards under each renaming of the suits."""
    found = np.zeros((len(orders()), PAIRS), np.uint16)
    cards = np.arange(CARDS)
    second, first = np.tril_indices(CARDS, -1)
    for row, order in enumerate(orders()):
        moved = cards // SUITS * SUITS + order[cards % SUITS]
        low, high = np.minimum(moved[first], moved[second]), np.maximum(moved[first], moved[second])
        found[row, second * (second - 1) // 2 + first] = high * (high - 1) // 2 + low
    return found


@cache
def pair_cards() -> Bytes:
    """The two cards of each pair, the lower first."""
    second, first = np.tril_indices(CARDS, -1)
    return np.stack([first, second], axis=1).astype(np.uint8)


@cache
def boards(deck: Deck = WHOLE) -> Boards:
    """All standard boards of a deck."""
    cards = deck.cards
    rows, copies = np.empty((comb(len(cards), BOARD), BOARD), np.uint8), np.empty(comb(len(cards), BOARD), np.int64)
    number = _standard_boards(cards, deck.suits, rows, copies)
    return Boards(rows[:number].copy(), copies[:number].copy())


@cache
def flops(suits: int = SUITS) -> Flops:
    """All flops of thirteen ranks in so many suits."""
    number = comb(CARDS, FLOP)
    cards, standard, order = np.empty((number, FLOP), np.uint8), np.zeros(number, np.uint16), np.zeros(number, np.uint8)
    found = _standard_flops(suits, orders(), cards, standard, order)
    return Flops(cards[:found].copy(), standard, order)


@compiled
def pair(first, second):  # type: ignore[no-untyped-def]
    """The number of two cards, the first below the second."""
    return second * (second - 1) // 2 + first


@compiled
def flop_number(first, second, third):  # type: ignore[no-untyped-def]
    """The number of three cards in ascending order."""
    return third * (third - 1) * (third - 2) // 6 + second * (second - 1) // 2 + first


@compiled
def ranks_by_suit(cards, masks):  # type: ignore[no-untyped-def]
    """The ranks these cards hold in each suit, as bits."""
    masks[:] = 0
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)


@compiled
def _copies(masks, suits):  # type: ignore[no-untyped-def]
    """How many boards have these ranks in some order of the suits, given that equal ones stand side by side."""
    number, equal = 1, 1
    for suit in range(1, suits):
        equal = equal + 1 if masks[suit] == masks[suit - 1] else 1
        number = number * (suit + 1) // equal
    return number


@compiled
def _standard_boards(cards, suits, rows, copies):  # type: ignore[no-untyped-def]
    size, found = len(cards), 0
    masks, board = np.zeros(4, np.int64), np.empty(5, np.uint8)
    for e in range(4, size):
        board[4] = cards[e]
        for d in range(3, e):
            board[3] = cards[d]
            for c in range(2, d):
                board[2] = cards[c]
                for b in range(1, c):
                    board[1] = cards[b]
                    for a in range(b):
                        board[0] = cards[a]
                        ranks_by_suit(board, masks)
                        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
                            rows[found] = board
                            copies[found] = _copies(masks, suits)
                            found += 1
    return found


@compiled
def _standard_flops(suits, orders, cards, standard, order):  # type: ignore[no-untyped-def]
    """A flop is standard if no suit holds higher ranks than the one before it; every order finds its standard flop."""
    found = 0
    masks, flop, moved = np.zeros(4, np.int64), np.empty(3, np.uint8), np.empty(3, np.uint8)
    for last in (False, True):
        for c in range(2, 52):
            for b in range(1, c):
                for a in range(b):
                    if max(a & 3, b & 3, c & 3) >= suits:
                        continue
                    flop[0], flop[1], flop[2] = a, b, c
                    ranks_by_suit(flop, masks)
                    own = flop_number(a, b, c)
                    is_standard = masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]
                    if is_standard and not last:
                        cards[found] = flop
                        standard[own] = found
                        found += 1
                    elif last and not is_standard:
                        order[own] = sorting(masks, orders)
                        for i in range(3):
                            moved[i] = flop[i] & ~np.uint8(3) | orders[order[own], flop[i] & 3]
                        moved.sort()
                        standard[own] = standard[flop_number(moved[0], moved[1], moved[2])]
    return found


@compiled
def sorting(masks, orders):  # type: ignore[no-untyped-def]
    """The order that puts the higher ranks first and leaves equal suits in place."""
    place = np.zeros(4, np.uint8)
    for suit in range(4):
        for other in range(4):
            place[suit] += masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit)
    for row in range(len(orders)):
        if (orders[row] == place).all():
            return row
    return -1
