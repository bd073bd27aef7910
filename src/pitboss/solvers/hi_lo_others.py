"""5 Card Hi-Lo with other players' hands seen: what counts is how many cards of each number of points are gone.

One other hand is worked through exactly, pattern by pattern. With more of them there are too many ways for the cards to
be gone: deals are drawn at random, and each is counted exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK
from pitboss.games.five_card_hi_lo import CARDS_EACH
from pitboss.games.game import Wagers
from pitboss.games.terms import Terms
from pitboss.hands.jit import compiled
from pitboss.solvers.five_card_hi_lo import Nets, nets_of
from pitboss.solvers.hi_lo_counts import Cards, Numbers, Patterns, by_points, patterns
from pitboss.solvers.solver import Gain, Progress, silent

AnyNumbers = npt.NDArray[np.signedinteger]

_LEFTS = 2000
"""So many ways for cards to be gone are worked through at once."""
_SAMPLES = 200_000
_BASE = 1 + len(DECK)


def gain_with_one(
    terms: Terms, stakes: Wagers, policy: Numbers, *, deck: Cards = DECK, progress: Progress = silent
) -> Gain:
    """What a player gains by best play for one other hand seen, over best play for the own hand alone.

    `policy` is best play for each pattern alone.
    """
    every = patterns(deck)
    nets, there, held = nets_of(terms, stakes, every.hands), by_points(deck), every.held.astype(np.int8)
    own, seen = (at.reshape(-1) for at in np.indices((len(held), len(held)), np.int32))
    fits = (held[own] + held[seen] <= there).all(axis=1)
    own, seen = own[fits], seen[fits]
    left = there.astype(np.int8) - held[own] - held[seen]
    ways = _ways(there, held)[own] * _ways(left + held[seen], held[seen])
    total = 0
    for rows, best, alone in _decided(every, nets, left, own, policy, progress):
        total += int(ways[rows].astype(object) @ (best - alone))
    return Gain(Fraction(total, nets.ante * comb(len(deck) - 2 * CARDS_EACH, CARDS_EACH) * int(ways.sum())))


def gain_with_others(
    terms: Terms,
    stakes: Wagers,
    policy: Numbers,
    others: int,
    *,
    samples: int = _SAMPLES,
    seed: int = 1,
    progress: Progress = silent,
) -> Gain:
    """What a player gains by best play for so many other hands seen, over best play for the own hand alone.

    The deals are drawn at random, the same ones for the same seed. `policy` as for one hand.
    """
    every = patterns(DECK)
    nets, points = nets_of(terms, stakes, every.hands), np.array([by_points([card]) for card in DECK])
    cards = np.argsort(np.random.default_rng([seed, others]).random((samples, len(DECK))), axis=1)
    own = _places(every, points[cards[:, :CARDS_EACH]].sum(axis=1))
    left = points[cards[:, (others + 1) * CARDS_EACH :]].sum(axis=1)
    gains = np.empty(samples)
    for rows, best, alone in _decided(every, nets, left, own, policy, progress):
        gains[rows] = best - alone
    gains /= nets.ante * comb(len(DECK) - (others + 1) * CARDS_EACH, CARDS_EACH)
    return Gain(float(gains.mean()), float(gains.std()) / sqrt(samples), samples)


def _ways(there: AnyNumbers, taken: AnyNumbers) -> Numbers:
    """In how many ways so many cards of each number of points are taken from those there, row by row."""
    choose = np.array([[comb(cards, number) for number in range(CARDS_EACH + 1)] for cards in range(_BASE)], np.int64)
    found: Numbers = choose[there, taken].prod(axis=1)
    return found


def _places(every: Patterns, held: Numbers) -> Numbers:
    """Where the patterns with so many cards of each number of points stand."""
    by_key = np.argsort(_key(every.held))
    return by_key[np.searchsorted(_key(every.held)[by_key], _key(held))]


def _key(counts: AnyNumbers) -> Numbers:
    """One number for each row."""
    return counts @ (_BASE ** np.arange(counts.shape[1], dtype=np.int64))


def _decided(
    every: Patterns, nets: Nets, left: AnyNumbers, own: AnyNumbers, policy: Numbers, progress: Progress
) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """Rows of deals at a time, what best play nets in each over all dealer hands, and what a policy does."""
    _, first, same = np.unique(_key(left), return_index=True, return_inverse=True)
    order = np.argsort(same.reshape(-1), kind="stable")
    ends = np.searchsorted(same.reshape(-1)[order], np.arange(0, len(first) + _LEFTS, _LEFTS))
    paid = nets.played.astype(np.int64).reshape(3, 3), nets.folded, nets.bonuses.astype(np.int64)
    for part, start in enumerate(range(0, len(first), _LEFTS)):
        rows = order[ends[part] : ends[part + 1]]
        below = every.below(left[first[start : start + _LEFTS]].astype(np.int64))
        best, alone = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
        _decide(
            below, same.reshape(-1)[rows] - start, own[rows], every.settings, every.legal, policy, *paid, best, alone
        )
        progress((start + _LEFTS) / len(first))
        yield rows, best, alone


@compiled
def _decide(below, left, own, settings, legal, policy, played, folded, bonuses, best, alone):  # type: ignore[no-untyped-def]
    beyond_high, beyond_low = below.shape[1] - 1, below.shape[2] - 1
    high, low = np.zeros(4, np.int64), np.zeros(4, np.int64)
    high[3], low[3] = beyond_high, beyond_low
    for row in range(len(own)):
        hands, hand = below[left[row]], own[row]
        dealers = hands[beyond_high, beyond_low]
        best[row] = alone[row] = folded * dealers
        for split in range(settings.shape[1]):
            if not legal[hand, split]:
                continue
            high[1], low[1] = settings[hand, split]
            high[2], low[2] = high[1] + 1, low[1] + 1
            value = bonuses[hand] * dealers
            for i in range(3):
                for j in range(3):
                    of_both = hands[high[i + 1], low[j + 1]] - hands[high[i], low[j + 1]]
                    value += played[i, j] * (of_both - hands[high[i + 1], low[j]] + hands[high[i], low[j]])
            best[row] = max(best[row], value)
            if split == policy[hand]:
                alone[row] = value
