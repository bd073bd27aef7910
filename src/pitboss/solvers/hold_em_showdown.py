"""One board against every pair of hole cards.

On a given board most hole cards are worth the same: only ranks count, and which cards are of the suit that can make a
flush. Cards that are alike form a group, two groups a kind of hole cards; a board has 91 kinds, or some 250 where a
flush is possible. Sorting the kinds once and sweeping upward, with a counter for each group, tells how many of the
dealer's hands that share no card with the player's are below it, equal to it, and below a pair.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands import five
from pitboss.hands.jit import compiled
from pitboss.hands.lookup_tables import tables
from pitboss.solvers.hold_em_boards import CARDS, RANKS, Bytes, Counts, Shorts, ranks_by_suit

PAIR = five.at_least(five.Category.ONE_PAIR)
LOW_MASK, HIGH_MASK, LOW_BITS = five.LOW_MASK, five.HIGH_MASK, five.LOW_BITS
GROUPS = 2 * RANKS
"""The ranks, and the ranks once more for the cards of the flush suit."""
KINDS = GROUPS * (GROUPS + 1) // 2
NO_SUIT = 4

Ints = npt.NDArray[np.int32]


class Order(NamedTuple):
    """The tables of the five-card order for hands of one size, as the loops read them."""

    ranks: Counts
    """What a card of each rank adds to the sum that the other tables are read by."""
    low: Shorts
    high: Shorts
    classes: Shorts
    flushes: Shorts


@cache
def order_of(size: int) -> Order:
    """The five-card order for hands of 5, 6 or 7 cards."""
    found = tables(size)
    ranks = found.keys[:CARDS:4].astype(np.int64) & ((1 << five.SUIT_SHIFT) - 1)
    return Order(ranks, found.low, found.high, found.classes, found.flushes)


class Book(NamedTuple):
    """What the loops must know of the rule book; its own settlement is the measure of them."""

    unit: int
    """An ante, in the smallest parts that the blind's odds pay."""
    blind: Counts
    """What the blind wins with a hand of each value, in those parts."""
    category: Bytes
    """The kind of hand of each value."""
    after_flop: int
    """The play wager after the flop, in antes."""
    after_river: int
    """The play wager at the end, in antes."""


@compiled
def results(value, below, equal, short, dealers, book):  # type: ignore[no-untyped-def]
    """What a hand wins on ante and blind, and on each ante of the play wager, over all hands of the dealer.

    So many of them are below it, equal to it, and short of a pair.
    """
    losses = dealers - below - equal
    ante = below - short - losses if value >= PAIR else short - dealers
    return book.unit * (ante - losses) + book.blind[value] * below, book.unit * (below - losses)


@compiled
def folded(dealers, book):  # type: ignore[no-untyped-def]
    """What a fold costs over all hands of the dealer: ante and blind."""
    return -2 * book.unit * dealers


@compiled
def value_of(ranks, suited, mask, order):  # type: ignore[no-untyped-def]
    """The value of a hand, by the sum for its ranks, and by those in the flush suit if there are five or more."""
    if suited >= 5:
        return np.int64(order.flushes[mask])
    return np.int64(order.classes[order.low[ranks & LOW_MASK] + order.high[ranks >> LOW_BITS & HIGH_MASK]])


@compiled
def look_at(board, order, masks):  # type: ignore[no-untyped-def]
    """The sum for a board's ranks, its flush suit, and the number and ranks of its cards in that suit."""
    ranks_by_suit(board, masks)
    ranks = np.int64(0)
    for card in board:
        ranks += order.ranks[card >> 2]
    for suit in range(4):
        held, left = 0, masks[suit]
        while left:
            left &= left - 1
            held += 1
        if held >= 3:
            return ranks, suit, held, masks[suit]
    return ranks, NO_SUIT, 0, 0


class Kinds(NamedTuple):
    """The kinds of hole cards on one board; written anew for each board."""

    group: Counts
    """The group of each card; -1 for a card that is not to be had."""
    cards: Ints
    """How many cards each group has."""
    suits: Ints
    """The suits they are of, as bits."""
    of: Shorts
    """The kind of two groups, in either order."""
    first: Bytes
    second: Bytes
    """The two groups of each kind."""
    value: Shorts
    below: Ints
    """How many of the dealer's hands are below one of this kind."""
    equal: Ints
    short: Ints
    """How many of the dealer's hands do not qualify."""
    ascending: Shorts
    """The kinds, sorted by value."""
    half_sorted: Shorts


@compiled
def new_kinds():  # type: ignore[no-untyped-def]
    """Room for the kinds of one board."""
    return Kinds(
        np.empty(CARDS, np.int64),
        np.empty(GROUPS, np.int32),
        np.empty(GROUPS, np.int32),
        np.empty((GROUPS, GROUPS), np.uint16),
        np.empty(KINDS, np.uint8),
        np.empty(KINDS, np.uint8),
        np.empty(KINDS, np.uint16),
        np.empty(KINDS, np.int32),
        np.empty(KINDS, np.int32),
        np.empty(KINDS, np.int32),
        np.empty(KINDS, np.uint16),
        np.empty(KINDS, np.uint16),
    )


@compiled
def lay_out(board, deck, order, masks, kinds):  # type: ignore[no-untyped-def]
    """Find the groups and kinds of a board and their values; returns the number of kinds."""
    ranks, suit, held, mask = look_at(board, order, masks)
    kinds.group[:] = -1
    kinds.cards[:] = 0
    kinds.suits[:] = 0
    for card in deck:
        if not masks[card & 3] >> (card >> 2) & 1:
            group = (card >> 2) + 13 * (card & 3 == suit)
            kinds.group[card] = group
            kinds.cards[group] += 1
            kinds.suits[group] |= 1 << (card & 3)
    number = 0
    for i in range(GROUPS):
        if not kinds.cards[i]:
            continue
        with_first, suited_first = ranks + order.ranks[i % 13], mask | (1 << i >> 13)
        for j in range(i, GROUPS):
            if not kinds.cards[j] or (i == j and kinds.cards[i] == 1):
                continue
            suited = held + (i >= 13) + (j >= 13)
            kinds.value[number] = value_of(
                with_first + order.ranks[j % 13], suited, suited_first | (1 << j >> 13), order
            )
            kinds.first[number] = i
            kinds.second[number] = j
            kinds.of[i, j] = number
            kinds.of[j, i] = number
            number += 1
    return number


@compiled
def sweep(kinds, number):  # type: ignore[no-untyped-def]
    """Count the dealer's hands below and equal to each kind, and those that do not qualify."""
    sort(kinds, number)
    below, equal, short = np.zeros(GROUPS, np.int32), np.zeros(GROUPS, np.int32), np.zeros(GROUPS, np.int32)
    all_below, all_short, counted = 0, 0, False
    start = 0
    while start < number:
        value = kinds.value[kinds.ascending[start]]
        if value >= PAIR and not counted:
            short[:] = below
            all_short, counted = all_below, True
        all_equal, end = 0, start
        while end < number and kinds.value[kinds.ascending[end]] == value:
            k = kinds.ascending[end]
            i, j = kinds.first[k], kinds.second[k]
            equal[i] += kinds.cards[j] - (i == j)
            if i != j:
                equal[j] += kinds.cards[i]
            all_equal += all_hands(kinds, i, j)
            end += 1
        for at in range(start, end):
            k = kinds.ascending[at]
            i, j = kinds.first[k], kinds.second[k]
            kinds.below[k] = all_below - below[i] - below[j]
            kinds.equal[k] = all_equal - equal[i] - equal[j] + 1  # the hand itself shares both cards
        for at in range(start, end):
            k = kinds.ascending[at]
            for group in (kinds.first[k], kinds.second[k]):
                below[group] += equal[group]
                equal[group] = 0
        all_below += all_equal
        start = end
    if not counted:
        short[:] = below
        all_short = all_below
    for k in range(number):
        kinds.short[k] = all_short - short[kinds.first[k]] - short[kinds.second[k]] + (kinds.value[k] < PAIR)


@compiled
def sort(kinds, number):  # type: ignore[no-untyped-def]
    """Sort the kinds by the low seven bits of their values, then by the rest."""
    places = np.zeros(129, np.int64)
    for k in range(number):
        places[(kinds.value[k] & 127) + 1] += 1
    for digit in range(128):
        places[digit + 1] += places[digit]
    for k in range(number):
        digit = kinds.value[k] & 127
        kinds.half_sorted[places[digit]] = k
        places[digit] += 1
    places[:] = 0
    for k in range(number):
        places[(kinds.value[k] >> 7) + 1] += 1
    for digit in range(128):
        places[digit + 1] += places[digit]
    for at in range(number):
        k = kinds.half_sorted[at]
        digit = kinds.value[k] >> 7
        kinds.ascending[places[digit]] = k
        places[digit] += 1


@compiled
def all_hands(kinds, i, j):  # type: ignore[no-untyped-def]
    """How many hole cards two groups make."""
    return kinds.cards[i] * (kinds.cards[i] - 1) // 2 if i == j else kinds.cards[i] * kinds.cards[j]


@compiled
def suited_hands(kinds, i, j):  # type: ignore[no-untyped-def]
    """How many of them are of one suit."""
    common, number = kinds.suits[i] & kinds.suits[j], 0
    while common and i != j:
        number += common & 1
        common >>= 1
    return number


@compiled
def board_and_one(board, by_size, masks, values):  # type: ignore[no-untyped-def]
    """The value of a board by itself; writes down what it is worth with one card more of each group."""
    ranks, _, held, mask = look_at(board, by_size[0], masks)
    for group in range(GROUPS):
        suited = held + (group >= 13)
        values[group] = value_of(ranks + by_size[1].ranks[group % 13], suited, mask | (1 << group >> 13), by_size[1])
    return value_of(ranks, held, mask, by_size[0])


@compiled
def outs(kinds, k, values):  # type: ignore[no-untyped-def]
    """How many unseen cards, put with the board, beat hole cards of one kind."""
    number = 0
    for group in range(GROUPS):
        if values[group] > kinds.value[k]:
            number += kinds.cards[group]
    return number
