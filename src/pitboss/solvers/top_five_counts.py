"""Top Five Poker counted: of seven cards only those from ten to ace matter, and their suits only in a royal flush.

Suits are interchangeable, so the kept cards fall into 7,362 classes. What the dealer may hold against them hangs on
even less: how many cards of each rank are kept, and how many suits are still whole. That leaves 1,400 kinds of hand.
All values are the rule book's own, taken from one hand of each kind.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import ACE, TEN, rank, suit
from pitboss.games.top_five_poker import CARDS_EACH, POKER_BONUS
from pitboss.hands import top_five

Numbers = npt.NDArray[np.int64]
Cards = tuple[int, ...]

TOP_RANKS = range(TEN, ACE + 1)
POKER_ROWS = tuple(sorted({row.at_least for table in POKER_BONUS.tables.values() for row in table.rows}))
"""The lowest rank of every row of every poker bonus table; a poker class is how many of them a hand reaches."""
_CHOOSE = np.array([[comb(cards, taken) for taken in range(5)] for cards in range(5)], np.int64)
_WHOLE = (1 << len(TOP_RANKS)) - 1
"""A suit of which every card from ten to ace is there, as bits."""


class Deck(NamedTuple):
    """A deck with all cards from ten to ace of some suits, and so many lower cards."""

    suits: int = 4
    lower: int = 4 * TEN

    @property
    def cards(self) -> Cards:
        """All its cards, ascending."""
        return (*range(self.lower), *(4 * r + s for r in TOP_RANKS for s in range(self.suits)))


class Kind(NamedTuple):
    """Hands that are alike: in what they are worth, and in what they leave to the dealer."""

    ranks: tuple[int, ...]
    """How many tens, jacks, queens, kings and aces are kept."""
    suits: int
    """How many suits they are of."""
    royal: bool


def kind_of(cards: Sequence[int]) -> Kind:
    """The kind of a hand."""
    kept = top_five.kept(cards)
    ranks, suits = [rank(card) for card in kept], [suit(card) for card in kept]
    in_use = set(suits)
    royal = any(suits.count(one) == len(TOP_RANKS) for one in in_use)
    return Kind(tuple([ranks.count(one) for one in TOP_RANKS]), len(in_use), royal)


@dataclass(frozen=True)
class Kinds:
    """All kinds of hand from one deck."""

    deck: Deck
    examples: tuple[Cards, ...]
    """One hand of each."""
    hands: Numbers
    """How many hands of each there are."""

    @cached_property
    def place(self) -> dict[Kind, int]:
        """Where each kind stands."""
        return {kind_of(cards): place for place, cards in enumerate(self.examples)}

    @cached_property
    def values(self) -> Numbers:
        """What each kind is worth."""
        return np.array([top_five.value(cards) for cards in self.examples])

    @cached_property
    def against(self) -> Numbers:
        """(kinds, 2, 3): dealer hands that do not qualify and that do, each lower, equal and higher than the kind."""
        left = [cards_left(self.deck, cards) for cards in self.examples]
        return compared(dealer_hands(left), self.values)

    @cached_property
    def bonuses(self) -> list[tuple[int, int]]:
        """The number of kept cards, and the poker class, of each kind."""
        values = self.values.tolist()
        return [(top_five.count(value), bisect_right(POKER_ROWS, top_five.poker_rank(value))) for value in values]


class Left(NamedTuple):
    """The cards a dealer's hand comes from."""

    ranks: tuple[int, ...]
    """Tens, jacks, queens, kings, aces."""
    whole: int
    """Suits of which all five are there."""
    lower: int


def cards_left(deck: Deck, gone: Sequence[int]) -> Left:
    """What is left of a deck without these cards."""
    kind = kind_of(gone)
    lower = deck.lower - (len(gone) - sum(kind.ranks))
    return Left(tuple(deck.suits - number for number in kind.ranks), deck.suits - kind.suits, lower)


@cache
def kinds(deck: Deck) -> Kinds:
    """The kinds of hand from a deck: each class of kept cards, as one set of ranks for each suit, in its kind."""
    examples: dict[Kind, Cards] = {}
    hands: dict[Kind, int] = {}
    bits = [mask.bit_count() for mask in range(_WHOLE + 1)]
    for masks in combinations_with_replacement(range(_WHOLE + 1), deck.suits):
        number = sum([bits[mask] for mask in masks])
        if not CARDS_EACH - deck.lower <= number <= CARDS_EACH:
            continue
        kept = [4 * r + s for s, mask in enumerate(masks) for r in TOP_RANKS if mask >> r - TEN & 1]
        cards = (*kept, *range(CARDS_EACH - number))
        kind = kind_of(cards)
        arranged = factorial(deck.suits) // prod([factorial(masks.count(mask)) for mask in set(masks)])
        examples.setdefault(kind, cards)
        hands[kind] = hands.get(kind, 0) + arranged * comb(deck.lower, CARDS_EACH - number)
    return Kinds(deck, tuple(examples.values()), np.array(list(hands.values())))


@cache
def _drawn() -> tuple[Numbers, Numbers, Numbers]:
    """Every number of tens, jacks, ... aces that seven cards can have, and its value without and with a royal flush."""
    ranks = [each for each in product(range(5), repeat=len(TOP_RANKS)) if sum(each) <= CARDS_EACH]
    without, royal = ([value_of(each, royal=royal) for each in ranks] for royal in (False, True))
    return np.array(ranks), np.array(without), np.array(royal)


def value_of(ranks: Sequence[int], *, royal: bool) -> int:
    """The value of a hand with so many tens, jacks, ... aces; with a royal flush, if it has one of each."""
    return top_five.value(_hand(ranks, shift=0 if royal else 1))


def _hand(ranks: Sequence[int], shift: int) -> Cards:
    """Seven cards with so many tens, jacks, ... aces; the suit of the first of each moves on by `shift` every rank."""
    top = [4 * r + (place * shift + s) % 4 for place, r in enumerate(TOP_RANKS) for s in range(ranks[place])]
    return (*top, *range(CARDS_EACH - len(top)))


def dealer_hands(left: Sequence[Left]) -> Numbers:
    """(rows, values): how many dealer hands of each value can be dealt from each row's cards."""
    ranks, without, royal = _drawn()
    there = np.array([row.ranks for row in left])
    lower = np.array([[comb(row.lower, taken) for taken in range(CARDS_EACH + 1)] for row in left])
    filled = lower[:, CARDS_EACH - ranks.sum(axis=1)]
    every = filled * _ways(there, ranks)
    # A royal flush takes one card of each rank from a whole suit; further cards come from the other suits.
    full = ranks.min(axis=1) > 0
    whole = np.array([[row.whole] for row in left])
    royals = filled[:, full] * _ways(np.maximum(there - 1, 0), ranks[full] - 1) * whole
    every[:, full] -= royals
    found = np.zeros((len(left), top_five.CLASSES), np.int64)
    for hands, values in ((every, without), (royals, royal[full])):
        order = np.argsort(values)
        first = np.flatnonzero(np.diff(values[order], prepend=-1))
        found[:, values[order][first]] += np.add.reduceat(hands[:, order], first, axis=1)
    return found


def _ways(there: Numbers, taken: Numbers) -> Numbers:
    """(rows, draws): in how many ways so many cards of each rank can be taken from those there."""
    ways = np.ones((len(there), len(taken)), np.int64)
    for cards, number in zip(there.T, taken.T, strict=True):
        ways *= _CHOOSE[:, number][cards]
    return ways


def compared(dealer: Numbers, values: Numbers) -> Numbers:
    """(rows, 2, 3): dealer hands that do not qualify and that do, each lower than, equal to and higher than a value."""
    below = np.concatenate([np.zeros((len(dealer), 1), np.int64), dealer.cumsum(axis=1)], axis=1)
    edges = np.stack([np.zeros_like(values), values, values + 1, np.full_like(values, top_five.CLASSES)], axis=1)
    queen_jack = _qualifying()
    each = [edges.clip(None, queen_jack), edges.clip(queen_jack, None)]
    found: Numbers = np.stack([np.diff(np.take_along_axis(below, part, axis=1), axis=1) for part in each], axis=1)
    return found


@cache
def _qualifying() -> int:
    """The lowest value with which the dealer plays."""
    return next(value for value in range(top_five.CLASSES) if top_five.qualifies(value))


def dealer_example(deck: Deck, gone: Sequence[int], fits: Callable[[int], bool]) -> Cards:
    """A dealer's hand from the other cards, of a value that fits."""
    rest = [card for card in deck.cards if card not in gone]
    lower = [card for card in rest if rank(card) < TEN]
    held = [[card for card in rest if rank(card) == one] for one in TOP_RANKS]
    for ranks, *values in zip(*(part.tolist() for part in _drawn()), strict=True):
        if any(map(fits, values)) and sum(ranks) + len(lower) >= CARDS_EACH:
            for top in product(*map(combinations, held, ranks)):
                hand = (*chain.from_iterable(top), *lower[: CARDS_EACH - sum(ranks)])
                if fits(top_five.value(hand)):
                    return hand
    raise LookupError("no hand of the dealer fits")
