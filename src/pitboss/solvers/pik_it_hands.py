"""Every five-card hand against every dealer's hand that shares no card with it, by five and by three cards.

Hands that differ only in suits stand for one another: 134,459 of them for 2,598,960. They are sorted once by strength
and swept upward, while a number is kept for every set of cards that a hand could share: how many hands below hold it.
Inclusion and exclusion over a hand's own cards then gives the hands below that share none. Only one set of each kind
is kept, since sets that differ only in suits are held equally often. All strengths are the rule book's own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.pik_it_poker import CARDS_EACH, PICKED, qualifies
from pitboss.hands import five, three
from pitboss.hands.jit import compiled

Numbers = npt.NDArray[np.int64]

THREE, FIVE = 0, 1
"""The two orders, as places of the counts."""
STANDINGS = (np.less, np.equal, np.greater)
"""What the dealer's hand is to the player's, in the order of the counts."""
CHOOSE = np.array([[comb(card, size) for size in range(CARDS_EACH + 1)] for card in range(53)], np.int64)
START = np.cumsum([0, *(comb(52, size) for size in range(CARDS_EACH))])
"""Where the sets of no card, one, two, three and four cards start in one row of all such sets, and where it ends."""


class Deck(NamedTuple):
    """The ranks and the number of suits that are played with."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards, ascending."""
        return tuple(4 * rank + suit for rank in self.ranks for suit in range(self.suits))


FULL = Deck()


class Hands(NamedTuple):
    """One hand of each kind, in ascending order of `keys`."""

    deck: Deck
    keys: Numbers
    """See `keys_of`."""
    cards: npt.NDArray[np.uint8]
    """(hands, 5)"""
    times: Numbers
    """For how many hands it stands."""
    three: npt.NDArray[np.uint16]
    five: npt.NDArray[np.uint16]
    """The strength of the best three cards and of all five."""
    qualifies: npt.NDArray[np.bool_]
    """Whether a dealer qualifies with it."""
    picks: Numbers
    """(hands, categories): how many of the ten blind picks make which three-card hand."""
    counts: Numbers
    """(hands, order, dealer qualifies, standing): the dealer's hands that share no card with it."""

    @property
    def dealers(self) -> int:
        """How many hands the dealer may hold against any hand."""
        return comb(len(self.deck.cards) - CARDS_EACH, CARDS_EACH)


def keys_of(rows: npt.NDArray[np.uint8]) -> Numbers:
    """The same for hands that differ only in suits: the ranks of each suit as bits, the suits in descending order."""
    bits = np.int64(1) << (rows >> 2).astype(np.int64)
    suits = np.stack([(bits * (rows & 3 == suit)).sum(axis=1) for suit in range(4)], axis=1)
    suits.sort(axis=1)
    found: Numbers = suits @ (1 << np.array([0, 13, 26, 39], np.int64))
    return found


@cache
def all_hands(deck: Deck = FULL) -> Hands:
    """The hands of a deck, counted against one another; worked out once."""
    every = comb(len(deck.cards), CARDS_EACH)
    cards, times = _one_of_each(np.array(deck.cards), deck.suits, factorial(deck.suits), every)
    keys = keys_of(cards)
    order = np.argsort(keys)
    keys, cards, times = keys[order], cards[order], times[order]
    strengths = {THREE: three.values(cards), FIVE: five.values(cards)}
    qualified = np.array([qualifies(value) for value in range(five.CLASSES)])[strengths[FIVE]]
    counts = counted(deck.suits, cards, times, strengths, qualified)
    return Hands(deck, keys, cards, times, strengths[THREE], strengths[FIVE], qualified, _picks(cards), counts)


def _picks(cards: npt.NDArray[np.uint8]) -> Numbers:
    picks = np.zeros((len(cards), len(three.Category)), np.int64)
    kinds = np.array([three.category(value) for value in range(three.CLASSES)])
    every = np.arange(len(cards))
    for picked in combinations(range(CARDS_EACH), PICKED):
        picks[every, kinds[three.values(cards[:, picked])]] += 1
    return picks


def counted(
    suits: int,
    cards: npt.NDArray[np.uint8],
    times: Numbers,
    strengths: Mapping[int, npt.NDArray[np.uint16]],
    qualified: npt.NDArray[np.bool_],
) -> Numbers:
    """Sweep by both orders, over the dealer's hands that qualify and those that do not."""
    counts = np.zeros((len(cards), 2, 2, len(STANDINGS)), np.int64)
    kept, unmoved = _kinds(CHOOSE, START, suits)
    unmoved = np.concatenate([unmoved, factorial(suits) // times])
    parts = _parts(cards, kept, CHOOSE, START)

    def sweep(order: int, does: bool) -> None:
        upward = np.argsort(strengths[order], kind="stable")
        counted = np.where(qualified == does, times, 0)
        _sweep(upward, strengths[order], counted, parts, unmoved, factorial(suits), counts[:, order, int(does)])

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for done in [threads.submit(sweep, order, does) for order in (THREE, FIVE) for does in (False, True)]:
            done.result()
    return counts


@compiled
def _advance(places, among):  # type: ignore[no-untyped-def]
    """Step to the next choice of so many places among some; False after the last."""
    size = len(places)
    j = size - 1
    while j >= 0 and places[j] == among - size + j:
        j -= 1
    if j < 0:
        return False
    places[j] += 1
    for k in range(j + 1, size):
        places[k] = places[k - 1] + 1
    return True


@compiled
def _unmoved(held, suits):  # type: ignore[no-untyped-def]
    """How many ways to exchange suits leave a hand as it is; its suits stand in descending order."""
    ways = run = 1
    for suit in range(1, suits):
        run = run + 1 if held[suit] == held[suit - 1] else 1
        ways *= run
    return ways


@compiled
def _one_of_each(deck, suits, orders, hands):  # type: ignore[no-untyped-def]
    """The hands whose suits stand in descending order, and for how many hands each stands."""
    cards, times = np.empty((hands, 5), np.uint8), np.empty(hands, np.int64)
    places, held = np.arange(5), np.zeros(4, np.int64)
    found = 0
    while True:
        held[:] = 0
        for place in places:
            held[deck[place] & 3] |= 1 << (deck[place] >> 2)
        if held[0] >= held[1] and held[1] >= held[2] and held[2] >= held[3]:
            for j in range(5):
                cards[found, j] = deck[places[j]]
            times[found] = orders // _unmoved(held, suits)
            found += 1
        if not _advance(places, len(deck)):
            return cards[:found], times[:found]


@compiled
def _kinds(choose, start, suits):  # type: ignore[no-untyped-def]
    """For every set of up to four cards the place of the one that is kept of its kind, and how often it is unmoved."""
    kept, unmoved = np.zeros(start[5], np.int32), np.ones(start[5], np.int64)
    held = np.zeros(4, np.int64)
    for size in range(5):
        cards = np.arange(size)
        while True:
            held[:] = 0
            place = start[size]
            for j in range(size):
                place += choose[cards[j], j + 1]
                held[cards[j] & 3] |= 1 << (cards[j] >> 2)
            for first in range(3):
                for suit in range(first + 1, 4):
                    if held[suit] > held[first]:
                        held[first], held[suit] = held[suit], held[first]
            among, count = start[size], 0
            for rank in range(13):
                for suit in range(4):
                    if held[suit] >> rank & 1:
                        count += 1
                        among += choose[4 * rank + suit, count]
            kept[place] = among
            unmoved[place] = _unmoved(held, suits)
            if not _advance(cards, 52):
                break
    return kept, unmoved


@compiled
def _parts(cards, kept, choose, start):  # type: ignore[no-untyped-def]
    """For every hand the places of its 32 sets of cards; the whole hand has a place of its own behind the others."""
    parts = np.empty((len(cards), 32), np.int32)
    for hand in range(len(cards)):
        for subset in range(31):
            size, place = 0, 0
            for j in range(5):
                if subset >> j & 1:
                    size += 1
                    place += choose[cards[hand, j], size]
            parts[hand, subset] = kept[start[size] + place]
        parts[hand, 31] = start[5] + hand
    return parts


@compiled
def _sweep(upward, strength, counted, parts, unmoved, orders, found):  # type: ignore[no-untyped-def]
    """For every hand the counted hands below it, equal to it and above it that share no card with it."""
    holding = np.zeros(len(unmoved), np.int64)  # hands so far that hold a set, times all orders of the suits
    start = 0
    while start < len(upward):
        stop = start
        while stop < len(upward) and strength[upward[stop]] == strength[upward[start]]:
            hand = upward[stop]
            found[hand, 0] = _apart(holding, parts[hand]) // orders
            stop += 1
        for hand in upward[start:stop]:
            for part in parts[hand]:
                holding[part] += counted[hand] * unmoved[part]
        for hand in upward[start:stop]:
            found[hand, 1] = _apart(holding, parts[hand]) // orders - found[hand, 0]
        start = stop
    for hand in range(len(upward)):
        found[hand, 2] = _apart(holding, parts[hand]) // orders - found[hand, 0] - found[hand, 1]


@compiled
def _apart(holding, parts):  # type: ignore[no-untyped-def]
    """Inclusion and exclusion over the sets of a hand's cards."""
    total = 0
    for subset in range(32):
        odd = (subset ^ subset >> 1 ^ subset >> 2 ^ subset >> 3 ^ subset >> 4) & 1
        total += -holding[parts[subset]] if odd else holding[parts[subset]]
    return total
