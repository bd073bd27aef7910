"""The lookup tables of the five-card order, built in a few milliseconds when first used.

A card has one 64-bit key. The keys of a hand are summed; the sum then holds, side by side, the count of each rank (in
base 5, seven low ranks in one field, six high ranks in another) and the count of each suit (biased, so that bit 3 is
set from five cards on). With no flush, two small tables turn the two rank fields into one index with no gaps, and the
third gives the hand's class: 6,175, 18,395 and 49,205 entries for 5, 6 and 7 cards, 100 KB at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.cards import ACE
from pitboss.hands.five import HIGH_BITS, HIGH_RANKS, LOW_BITS, LOW_RANKS, NOT_A_CARD, SUIT_SHIFT, Category

U16 = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Tables:
    """For hands of one size: `classes[low[a] + high[b]]` without a flush, `flushes[mask]` with one."""

    keys: npt.NDArray[np.uint64]
    low: U16
    high: U16
    classes: U16
    flushes: U16


@cache
def tables(size: int) -> Tables:
    """The tables for hands of 5, 6 or 7 cards; built once per process."""
    low_counts, high_counts = _count_vectors(LOW_RANKS), _count_vectors(HIGH_RANKS)
    high = np.zeros(1 << HIGH_BITS, np.uint16)
    by_size = [high_counts[high_counts.sum(1) == count] for count in range(8)]
    for same_size in by_size:
        high[_base5(same_size)] = np.arange(len(same_size))

    counts, starts, of_low = _patterns(low_counts, by_size, size)
    low = np.zeros(1 << LOW_BITS, np.uint16)
    low[_base5(of_low)] = starts
    pattern_scores, flush_scores = _scores(counts), _flush_scores(np.arange(1 << 13))
    # A few spare entries: the fields of a row with repeated cards may point past the end.
    classes = np.zeros(len(counts) + 1024, np.uint16)
    classes[: len(counts)] = np.searchsorted(scores(), pattern_scores)
    return Tables(_keys(), low, high, classes, np.searchsorted(scores(), flush_scores).astype(np.uint16))


@cache
def scores() -> npt.NDArray[np.int64]:
    """The score of each of the 7,462 classes, ascending: the category, then the ranks that decide, four bits each."""
    counts = _count_vectors(13, 5)
    flush_scores = _flush_scores(np.arange(1 << 13))
    return np.unique(np.concatenate([_scores(counts[counts.sum(1) == 5]), flush_scores[flush_scores > 0]]))


def _keys() -> npt.NDArray[np.uint64]:
    """One key a card; every byte that is no card carries a mark instead, so a batch can refuse it."""
    keys = np.full(256, NOT_A_CARD, np.uint64)
    for card in range(52):
        rank, suit = divmod(card, 4)
        field = 5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << LOW_BITS
        keys[card] = field | 1 << (SUIT_SHIFT + 4 * suit)
    return keys


def _count_vectors(ranks: int, most: int = 7) -> npt.NDArray[np.int64]:
    """Every way to hold at most so many cards in these ranks, at most four of each; one row a way."""
    rows = np.zeros((1, 0), np.int64)
    for _ in range(ranks):
        rows = np.concatenate([np.insert(rows, rows.shape[1], count, axis=1) for count in range(5)])
        rows = rows[rows.sum(1) <= most]
    return rows


def _base5(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return counts @ 5 ** np.arange(counts.shape[1])


def _patterns(
    low_counts: npt.NDArray[np.int64], high_by_size: list[npt.NDArray[np.int64]], size: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """All rank patterns of a hand of this size in index order, where each low pattern starts, and the low patterns."""
    low = low_counts[low_counts.sum(1) <= size]
    partners = [high_by_size[size - count] for count in low.sum(1)]
    lengths = np.array([len(rows) for rows in partners])
    starts = np.cumsum(lengths) - lengths
    counts = np.hstack([np.repeat(low, lengths, axis=0), np.concatenate(partners)])
    return counts, starts, low


def _scores(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The best five cards of each rank pattern, flushes aside, as one comparable number."""
    bits = 1 << np.arange(13)
    held, pairs, trips, quads = ((counts >= n) @ bits for n in (1, 2, 3, 4))
    top_pair, top_trips, top_quads = _top(pairs), _top(trips), _top(quads)
    next_pair = _top(pairs & ~(1 << np.maximum(top_pair, 0)))
    house_pair = _top(pairs & ~(1 << np.maximum(top_trips, 0)))
    run = _run(held)
    cases = [
        (top_quads >= 0, Category.FOUR_OF_A_KIND, [top_quads], 1),
        ((top_trips >= 0) & (house_pair >= 0), Category.FULL_HOUSE, [top_trips, house_pair], 0),
        (run >= 0, Category.STRAIGHT, [run], 0),
        (top_trips >= 0, Category.THREE_OF_A_KIND, [top_trips], 2),
        (next_pair >= 0, Category.TWO_PAIR, [top_pair, next_pair], 1),
        (top_pair >= 0, Category.ONE_PAIR, [top_pair], 3),
        (held > 0, Category.HIGH_CARD, [], 5),
    ]
    best = np.zeros(len(counts), np.int64)
    for applies, category, groups, kickers in reversed(cases):
        chosen = np.flatnonzero(applies)
        ranks = [group[chosen] for group in groups]
        left = held[chosen]
        for group in ranks:
            left = left & ~(1 << group)
        for _ in range(kickers):
            ranks.append(_top(left))
            left = left & ~(1 << ranks[-1])
        best[chosen] = _pack(category, ranks, len(chosen))
    return best


def _flush_scores(masks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The best flush of each set of suited ranks; 0 where there are fewer than five."""
    run, left, ranks = _run(masks), masks, []
    for _ in range(5):
        ranks.append(_top(left))
        left = left & ~(1 << np.maximum(ranks[-1], 0))
    straight_flush = _pack(Category.STRAIGHT_FLUSH, [np.maximum(run, 0)], len(masks))
    royal = _pack(Category.ROYAL_FLUSH, [np.maximum(run, 0)], len(masks))
    scores = np.where(run == ACE, royal, np.where(run >= 0, straight_flush, _pack(Category.FLUSH, ranks, len(masks))))
    return np.where(ranks[-1] >= 0, scores, 0)


def _top(masks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The highest rank in each set of ranks, -1 in an empty one."""
    return np.frexp(masks)[1].astype(np.int64) - 1


def _run(held: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The top rank of the best five in sequence, the ace also below the two; -1 if there is none."""
    wheel = held << 1 | held >> 12
    bottoms = wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4
    return np.where(bottoms > 0, _top(bottoms) + 3, -1)


def _pack(category: int, ranks: list[npt.NDArray[np.int64]], rows: int) -> npt.NDArray[np.int64]:
    score = np.full(rows, category, np.int64)
    for place in range(5):
        score = score << 4 | (ranks[place] if place < len(ranks) else 0)
    return score
