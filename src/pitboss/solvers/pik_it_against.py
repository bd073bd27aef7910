"""One hand against every hand that the dealer may hold, with other players' cards known or not: counted one by one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from pitboss.cards import DECK
from pitboss.games.pik_it_poker import CARDS_EACH, qualifies
from pitboss.hands import five, three
from pitboss.hands.compiled import EMPTY, HIGH_MASK, LOW_BITS, LOW_MASK
from pitboss.hands.jit import compiled
from pitboss.hands.lookup_tables import tables
from pitboss.solvers.pik_it_hands import FIVE, THREE, Numbers
from pitboss.solvers.tally import Cards


def against(cards: Cards, seen: Cards = ()) -> Numbers:
    """(order, dealer qualifies, standing): the dealer's hands, as in `Hands.counts`, that share no card with these."""
    left = np.array([card for card in DECK if card not in cards and card not in seen], np.int64)
    found: Numbers = count_against(left, three.value(cards), five.value(cards), order_tables())
    return found


@cache
def order_tables() -> tuple[Any, ...]:
    """What the loops read strengths from: the rule book's own, for any three cards and for five."""
    cards = np.indices((52, 52, 52), np.uint8).reshape(3, -1).T
    triples = three.values(np.ascontiguousarray(cards)).reshape(52, 52, 52)
    lowest = next(value for value in range(five.CLASSES) if qualifies(value))
    found = tables(CARDS_EACH)
    return lowest, triples, found.keys, found.low, found.high, found.classes, found.flushes


@compiled
def count_against(left, by_three, by_five, order_tables):  # type: ignore[no-untyped-def]
    """Go through the hands made of the cards that are left: four cards one by one, then every fifth together."""
    lowest, triples, keys, low, high, classes, flushes = order_tables
    cards = len(left)
    best = np.empty((cards, cards, cards), np.uint16)
    for a in range(cards):
        for b in range(a + 1, cards):
            for c in range(b + 1, cards):
                best[a, b, c] = triples[left[a], left[b], left[c]]
    suit, rank = left & 3, 1 << (left >> 2)
    of_three, of_four = np.empty(cards, np.uint16), np.empty(cards, np.uint16)  # the best three with each further card
    whole = np.empty(cards, np.uint16)
    hands = short = lower_five = upto_five = lower = upto = lower_short = upto_short = 0
    for a in range(cards - 4):
        for b in range(a + 1, cards - 3):
            for c in range(b + 1, cards - 2):
                for e in range(c + 1, cards):
                    of_three[e] = max(max(best[a, b, c], best[a, b, e]), max(best[a, c, e], best[b, c, e]))
                for d in range(c + 1, cards - 1):
                    for e in range(d + 1, cards):
                        with_d = max(best[a, d, e], max(best[b, d, e], best[c, d, e]))
                        of_four[e] = max(with_d, max(of_three[d], of_three[e]))
                    total = EMPTY + keys[left[a]] + keys[left[b]] + keys[left[c]] + keys[left[d]]
                    for e in range(d + 1, cards):
                        hand = total + keys[left[e]]
                        whole[e] = classes[low[hand & LOW_MASK] + high[hand >> LOW_BITS & HIGH_MASK]]
                    if suit[a] == suit[b] and suit[a] == suit[c] and suit[a] == suit[d]:
                        for e in range(d + 1, cards):
                            if suit[e] == suit[a]:
                                whole[e] = flushes[rank[a] | rank[b] | rank[c] | rank[d] | rank[e]]
                    hands += cards - d - 1
                    for e in range(d + 1, cards):
                        short += whole[e] < lowest
                        lower_five += whole[e] < by_five
                        upto_five += whole[e] <= by_five
                        lower += of_four[e] < by_three
                        upto += of_four[e] <= by_three
                        lower_short += (of_four[e] < by_three) & (whole[e] < lowest)
                        upto_short += (of_four[e] <= by_three) & (whole[e] < lowest)
    counts = np.empty((2, 2, 3), np.int64)
    _split(counts[THREE], hands, short, lower, upto, lower_short, upto_short)
    if by_five < lowest:
        _split(counts[FIVE], hands, short, lower_five, upto_five, lower_five, upto_five)
    else:
        _split(counts[FIVE], hands, short, lower_five, upto_five, short, short)
    return counts


@compiled
def _split(counts, hands, short, lower, upto, lower_short, upto_short):  # type: ignore[no-untyped-def]
    """Lower, equal and higher hands: first those that do not qualify, then the others."""
    counts[0] = lower_short, upto_short - lower_short, short - upto_short
    counts[1, 0] = lower - lower_short
    counts[1, 1] = upto - lower - counts[0, 1]
    counts[1, 2] = hands - upto - counts[0, 2]
