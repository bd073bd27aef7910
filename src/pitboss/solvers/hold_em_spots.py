"""What a player can win from one spot on, by going through every card that may come and every hand of the dealer.

Cards that lie open elsewhere are simply not among those that may come.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import BOARD, CARDS, FLOP, FLOPS_OF_A_BOARD, Bytes, Counts, flop_number
from pitboss.solvers.hold_em_rounds import cores
from pitboss.solvers.hold_em_showdown import (
    PAIR,
    Book,
    all_hands,
    folded,
    lay_out,
    look_at,
    new_kinds,
    order_of,
    results,
    value_of,
)


class Worth(NamedTuple):
    """What is won over all deals that may follow, in parts of an ante (`Book.unit`)."""

    base: int
    """On ante and blind, if the hand is played out."""
    play: int
    """On each ante of a play wager."""
    wait: int
    """If nothing is wagered now: by best play later, or by a fold at the end."""
    deals: int


def unseen(*known: Sequence[int]) -> Bytes:
    """The cards that may still come."""
    return np.array(sorted(set(DECK).difference(*known)), np.uint8)


def at_river(book: Book, own: Sequence[int], board: Sequence[int], left: Bytes) -> Worth:
    """With the whole board on the table."""
    base, play, wait = _at_river(own[0], own[1], np.array(board, np.uint8), left, order_of(7), book)
    return Worth(base, play, wait, comb(len(left), 2))


def at_flop(book: Book, own: Sequence[int], flop: Sequence[int], left: Bytes) -> Worth:
    """With three cards of the board on the table."""
    base, play, wait = _at_flop(own[0], own[1], np.array(flop, np.uint8), left, order_of(7), book)
    to_come = BOARD - FLOP
    return Worth(base, play, wait, comb(len(left), to_come) * comb(len(left) - to_come, 2))


def at_start(book: Book, own: Sequence[int], left: Bytes) -> Worth:
    """Before the board."""
    order = order_of(7)

    def boards_up_to(place: int) -> tuple[Counts, Counts]:
        sums, gains = np.zeros(3, np.int64), np.zeros(comb(CARDS, FLOP), np.int64)
        _at_start(own[0], own[1], place, left, order, book, sums, gains)
        return sums, gains

    with ThreadPoolExecutor(len(cores())) as threads:
        parts = list(threads.map(boards_up_to, reversed(range(BOARD - 1, len(left)))))
    (base, play, river), gains = (sum(part) for part in zip(*parts, strict=True))
    wait = FLOPS_OF_A_BOARD * int(river) + int(np.maximum(gains, 0).sum())
    deals = FLOPS_OF_A_BOARD * comb(len(left), BOARD) * comb(len(left) - BOARD, 2)
    return Worth(FLOPS_OF_A_BOARD * int(base), FLOPS_OF_A_BOARD * int(play), wait, deals)


@compiled
def _river(first, second, board, left, order, book, masks, kinds):  # type: ignore[no-untyped-def]
    """What ante and blind, each ante on the play wager, and the better of a bet and a fold win on one board."""
    number = lay_out(board, left, order, masks, kinds)
    ranks, suit, held, mask = look_at(board, order, masks)
    for card in (first, second):
        ranks += order.ranks[card >> 2]
        if card & 3 == suit:
            held += 1
            mask |= 1 << (card >> 2)
    value = value_of(ranks, held, mask, order)
    below, equal, short, dealers = 0, 0, 0, 0
    for k in range(number):
        hands = all_hands(kinds, kinds.first[k], kinds.second[k])
        dealers += hands
        below += hands * (kinds.value[k] < value)
        equal += hands * (kinds.value[k] == value)
        short += hands * (kinds.value[k] < PAIR)
    base, play = results(value, below, equal, short, dealers, book)
    return base, play, max(base + book.after_river * play, folded(dealers, book))


@compiled
def _at_river(first, second, board, left, order, book):  # type: ignore[no-untyped-def]
    base, play, _ = _river(first, second, board, left, order, book, np.zeros(4, np.int64), new_kinds())
    return base, play, folded(len(left) * (len(left) - 1) // 2, book)


@compiled
def _at_flop(first, second, flop, left, order, book):  # type: ignore[no-untyped-def]
    masks, kinds, board = np.zeros(4, np.int64), new_kinds(), np.empty(5, np.uint8)
    board[:3] = flop
    all_base, all_play, all_wait = np.int64(0), np.int64(0), np.int64(0)
    for j in range(1, len(left)):
        for i in range(j):
            board[3], board[4] = left[i], left[j]
            base, play, river = _river(first, second, board, left, order, book, masks, kinds)
            all_base += base
            all_play += play
            all_wait += river
    return all_base, all_play, all_wait


@compiled
def _at_start(first, second, highest, left, order, book, sums, gains):  # type: ignore[no-untyped-def]
    """Add up the boards with this highest card, and what a bet gains on each of their flops."""
    masks, kinds, board = np.zeros(4, np.int64), new_kinds(), np.empty(5, np.uint8)
    board[4] = left[highest]
    for d in range(3, highest):
        board[3] = left[d]
        for c in range(2, d):
            board[2] = left[c]
            for b in range(1, c):
                board[1] = left[b]
                for a in range(b):
                    board[0] = left[a]
                    base, play, river = _river(first, second, board, left, order, book, masks, kinds)
                    sums[0] += base
                    sums[1] += play
                    sums[2] += river
                    gain = base + book.after_flop * play - river
                    for z in range(2, 5):
                        for y in range(1, z):
                            for x in range(y):
                                gains[flop_number(board[x], board[y], board[z])] += gain
