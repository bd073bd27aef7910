"""5 Card Hi-Lo counted: cards of equal points are alike, so 1,993 patterns stand for the 2,598,960 hands.

The dealer's totals, and those of each of a player's ten settings, hang on points alone. The poker bonus looks at ranks
and suits: for it each pattern knows how many of its hands reach which row. All totals and poker ranks are the rule
book's own, taken from one hand of each kind.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, combinations_with_replacement, groupby, product
from math import comb, prod

import numpy as np
import numpy.typing as npt

from pitboss.cards import ACE, DECK, rank, suit
from pitboss.games.five_card_hi_lo import CARDS_EACH, POKER_BONUS
from pitboss.hands import five, hi_lo
from pitboss.hands.hi_lo import ACE_HIGH, LOW_ACES_AT_MOST, LOW_CARDS

Numbers = npt.NDArray[np.int64]
Cards = tuple[int, ...]

SPLITS = tuple(combinations(range(CARDS_EACH), LOW_CARDS))
"""Which of five cards, in ascending order, are laid low: each way to set a hand, the house way first."""
POKER_ROWS = tuple(sorted({row.at_least for table in POKER_BONUS.tables.values() for row in table.rows}))
"""The lowest hand of every row of every poker bonus table; a poker class is how many of them a hand reaches."""
_COUNTS = [hi_lo.high_total([card]) for card in DECK]
"""What each card counts in a high hand."""
_POINTS = range(2, ACE_HIGH + 1)
_BEYOND = 3 * ACE_HIGH + 1, 2 * 10 + 1
"""More than any high and any low total."""
_WAYS = np.array([[comb(cards, taken) for taken in range(CARDS_EACH + 1)] for cards in range(17)], np.int64)


def by_points(cards: Sequence[int]) -> Numbers:
    """How many of these cards count 2, 3, ... 11."""
    counts = [_COUNTS[card] for card in cards]
    return np.array([counts.count(points) for points in _POINTS])


def pattern_of(cards: Sequence[int]) -> Cards:
    """The points of some cards, ascending."""
    return tuple(sorted([_COUNTS[card] for card in cards]))


@dataclass(frozen=True)
class Patterns:
    """The patterns of five cards from one deck, in the order of the totals that the house way gives them."""

    deck: Cards
    hands: npt.NDArray[np.uint8]
    """(patterns, 5): one hand of each, its cards ascending."""

    @cached_property
    def place(self) -> dict[Cards, int]:
        """Where each pattern stands."""
        return {pattern_of(hand): place for place, hand in enumerate(self.hands.tolist())}

    @cached_property
    def held(self) -> Numbers:
        """(patterns, points): how many cards of each number of points."""
        return np.array([by_points(hand) for hand in self.hands.tolist()])

    @cached_property
    def house(self) -> Numbers:
        """(patterns, 2): the dealer's high and low total."""
        return hi_lo.house_totals(self.hands).astype(np.int64)

    @cached_property
    def settings(self) -> Numbers:
        """(patterns, splits, 2): the high and low total of every setting."""
        high = [[place for place in range(CARDS_EACH) if place not in low] for low in SPLITS]
        each = [hi_lo.totals(self.hands[:, up], self.hands[:, low]) for up, low in zip(high, SPLITS, strict=True)]
        return np.stack(each, axis=1).astype(np.int64)

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """(patterns, splits): whether a player may set it so."""
        aces = self.hands >> 2 == ACE
        return np.stack([aces[:, low].sum(axis=1) <= LOW_ACES_AT_MOST for low in SPLITS], axis=1)

    @cached_property
    def against(self) -> Numbers:
        """(patterns, splits, 3, 3): every setting against all dealer hands from the rest of the deck."""
        return self.compared(by_points(self.deck) - self.held, self.settings)

    @cached_property
    def poker(self) -> tuple[Numbers, dict[tuple[int, int], Cards]]:
        """(patterns, poker classes): how many hands there are of each, and one of them, its cards ascending."""
        hands = np.zeros((len(self.hands), len(POKER_ROWS) + 1), np.int64)
        examples: dict[tuple[int, int], Cards] = {}
        for hand, number in _by_rank(self.deck):
            where = self.place[pattern_of(hand)], bisect_right(POKER_ROWS, five.value(hand))
            hands[where] += number
            examples.setdefault(where, tuple(sorted(hand)))
        return hands, examples

    def below(self, left: Numbers) -> Numbers:
        """(rows, high, low): dealer hands with both totals below some numbers.

        `left` has in each row, by points, the cards that the dealer's hand comes from.
        """
        first = np.flatnonzero(np.diff(self.house, axis=0, prepend=-1).any(axis=1))
        found = np.zeros((len(left), _BEYOND[0] + 1, _BEYOND[1] + 1), np.int64)
        high, low = self.house[first].T + 1
        found[:, high, low] = np.add.reduceat(self._dealer_hands(left), first, axis=1, dtype=np.int32)
        for axis in (1, 2):
            found.cumsum(axis, out=found)
        return found

    def compared(self, left: Numbers, settings: Numbers) -> Numbers:
        """(rows, splits, 3, 3): dealer hands whose high total is lower, equal, higher than a setting's; then the low.

        `left` as in `below`.
        """
        below = self.below(left)
        edges = np.stack([0 * settings, settings, settings + 1, np.broadcast_to(_BEYOND, settings.shape)], axis=-1)
        row = np.arange(len(left))[:, None, None, None]
        corners = below[row, edges[:, :, 0, :, None], edges[:, :, 1, None, :]]
        found: Numbers = np.diff(np.diff(corners, axis=2), axis=3)
        return found

    def _dealer_hands(self, left: Numbers) -> npt.NDArray[np.int32]:
        """(rows, patterns): how many hands of each pattern the cards of each row make, of 2,598,960 at most."""
        hands = np.ones((len(left), len(self.hands)), np.int32)
        for part, columns, column in self._halves:  # in one half of the points few rows and columns differ
            rows, row = np.unique(left[:, part], axis=0, return_inverse=True)
            ways = _WAYS[rows[:, None, :], columns].prod(axis=2).astype(np.int32)
            hands *= ways.take(column, axis=1).take(row.reshape(-1), axis=0)
        return hands

    @cached_property
    def _halves(self) -> list[tuple[slice, Numbers, Numbers]]:
        parts = [slice(0, len(_POINTS) // 2), slice(len(_POINTS) // 2, None)]
        columns = [np.unique(self.held[:, part], axis=0, return_inverse=True) for part in parts]
        return [(part, rows, row.reshape(-1)) for part, (rows, row) in zip(parts, columns, strict=True)]

    def dealer_example(self, gone: Sequence[int], totals: tuple[int, int], high: int, low: int) -> Cards:
        """A dealer's hand from the other cards whose totals are lower, equal or higher (-1, 0, 1) than these."""
        rest = [card for card in self.deck if card not in gone]
        wanted = (np.sign(self.house - totals) == (high, low)).all(axis=1)
        there = (self.held <= by_points(rest)).all(axis=1)
        pattern = np.flatnonzero(wanted & there)[0]
        each = zip(_POINTS, self.held[pattern].tolist(), strict=True)
        return tuple(chain.from_iterable(_worth(rest, points)[:number] for points, number in each))


@cache
def patterns(deck: Cards) -> Patterns:
    """The patterns of a deck."""
    cards = {points: _worth(deck, points) for points in _POINTS}
    found = (_groups(points) for points in combinations_with_replacement(_POINTS, CARDS_EACH))
    hands = np.array(
        [
            [card for points, number in groups for card in cards[points][:number]]
            for groups in found
            if all(number <= len(cards[points]) for points, number in groups)
        ],
        np.uint8,
    )
    high, low = hi_lo.house_totals(hands).T
    return Patterns(deck, hands[np.lexsort((low, high))])


def _worth(cards: Sequence[int], points: int) -> list[int]:
    return [card for card in cards if _COUNTS[card] == points]


def _by_rank(deck: Cards) -> Iterator[tuple[Cards, int]]:
    """One hand of each set of five ranks, in one suit and in several, with the number of such hands."""
    held = {r: [card for card in deck if rank(card) == r] for r in sorted({rank(card) for card in deck})}
    suits = [{card for card in deck if suit(card) == one} for one in range(4)]
    for ranks in combinations_with_replacement(held, CARDS_EACH):
        groups = _groups(ranks)
        number = prod([comb(len(held[r]), cards) for r, cards in groups])
        if len(groups) == CARDS_EACH:
            flushes = [hand for one in range(4) if suits[one].issuperset(hand := [4 * r + one for r in ranks])]
            if flushes:
                yield tuple(flushes[0]), len(flushes)
                number -= len(flushes)
        if number:
            every = product(*(combinations(held[r], cards) for r, cards in groups))
            hands = (tuple(chain.from_iterable(hand)) for hand in every)
            yield next(hand for hand in hands if len({suit(card) for card in hand}) > 1), number


def _groups(ascending: Sequence[int]) -> list[tuple[int, int]]:
    """Each of some numbers once, with how often it is there."""
    return [(one, len(list(same))) for one, same in groupby(ascending)]
