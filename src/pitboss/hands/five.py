"""The standard order: the best five of five, six or seven cards.

>>> from pitboss.cards import parse
>>> name(value(parse("Kc Kd 4s 4h Kh 9d 2c")))
'full house, kings full of fours'
>>> value(parse("As 2d 3c 4h 5s")) < value(parse("2d 3c 4h 5s 6s"))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import accumulate, combinations
from typing import TYPE_CHECKING

from pitboss.cards import RANK_NAMES, RANK_PLURALS, known, notation, rank
from pitboss.errors import CardError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Category(IntEnum):
    """The kinds of hand, worst first; the royal flush is a kind of its own."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """In words: "three of a kind"."""
        return self.name.lower().replace("_", " ")


# How the key of a card is laid out, for the tables (tables.py), the compiled loops and `value` below: the count of each
# low rank in base 5, of each high rank in base 5, and of each suit, biased so that its top bit is set from five cards
# on. The fields are wide enough for seven copies of one card: a row with repeated cards still reads inside the tables.
LOW_RANKS, HIGH_RANKS = 7, 6
LOW_BITS, HIGH_BITS = 17, 15
LOW_MASK, HIGH_MASK = (1 << LOW_BITS) - 1, (1 << HIGH_BITS) - 1
SUIT_SHIFT = LOW_BITS + HIGH_BITS
EMPTY = 0x3333 << SUIT_SHIFT
FLUSH = 0x8888 << SUIT_SHIFT
NOT_A_CARD = 1 << 60

CLASSES = 7462
"""Hands that differ in value; `value` runs from 0 (seven high) to 7461 (royal flush)."""
_IN_CATEGORY = (1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1)
_FIRST = (*accumulate(_IN_CATEGORY, initial=0),)
_KICKERS_OF_A_PAIR = 220


def at_least(category: Category) -> int:
    """The lowest value of this category, so that a comparison with it says "a flush or better"."""
    return _FIRST[category]


def at_least_pair(pair: int) -> int:
    """The lowest value of a pair of this rank (0 for twos to 12 for aces)."""
    return _FIRST[Category.ONE_PAIR] + _KICKERS_OF_A_PAIR * pair


def value(cards: Sequence[int]) -> int:
    """How good the best five of these 5 to 7 cards are: higher wins, equal ties, suits never matter."""
    try:
        hand = bytes(cards)
    except (TypeError, ValueError):
        hand = known(cards)  # says what is wrong with them
    size = len(hand)
    if not 5 <= size <= 7:
        raise CardError("card-count", f"a five-card hand is made of 5 to 7 cards, not {size}")
    keys, low, high, classes, flushes = _scalar_tables(size)
    total = EMPTY
    for card in hand:
        total += keys[card]
    if total >= NOT_A_CARD:
        known(hand)  # says what is wrong with them
    flush = total & FLUSH
    if flush:
        suit = (flush.bit_length() - 1 - SUIT_SHIFT) >> 2
        mask = 0
        for card in hand:
            if card & 3 == suit:
                mask |= 1 << (card >> 2)
        return flushes[mask]
    return classes[low[total & LOW_MASK] + high[total >> LOW_BITS & HIGH_MASK]]


def values(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The value of many hands at once: an array of shape (hands, 5 to 7) with distinct cards in each row.

    One compiled loop, compiled on the first call and kept on disk for the next process.
    """
    from pitboss.hands.compiled import five_values

    return five_values(rows)


def census(size: int) -> npt.NDArray[np.int64]:
    """How many of all hands of 5, 6 or 7 cards fall in each class, by going through every one of them."""
    from pitboss.hands.compiled import five_census

    return five_census(size)


def category(value: int) -> Category:
    """The kind of hand a value belongs to."""
    return _categories()[value]


@cache
def name(value: int) -> str:
    """A value in words, as the dealer announces it."""
    if not 0 <= value < CLASSES:
        raise CardError("no-value", f"values run from 0 to {CLASSES - 1}, not {value}")
    kind = category(value)
    top, second, *_ = ranks = ranks_of(value)
    match kind:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.FULL_HOUSE:
            return f"full house, {RANK_PLURALS[top]} full of {RANK_PLURALS[second]}"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{kind.label}, {RANK_NAMES[top]} high"
        case Category.FLUSH | Category.HIGH_CARD:
            rest = ", ".join(RANK_NAMES[card] for card in ranks[1:])
            return f"{'flush, ' if kind is Category.FLUSH else ''}{RANK_NAMES[top]} high ({rest})"
        case Category.TWO_PAIR:
            return f"two pair, {RANK_PLURALS[top]} and {RANK_PLURALS[second]} with {RANK_NAMES[ranks[2]]}"
        case Category.ONE_PAIR:
            return f"pair of {RANK_PLURALS[top]} with {_a(ranks[1:4])}"
        case _:
            kickers = 2 if kind is Category.THREE_OF_A_KIND else 1
            return f"{kind.label}, {RANK_PLURALS[top]} with {_a(ranks[1 : 1 + kickers])}"


def ranks_of(value: int) -> tuple[int, ...]:
    """The ranks that decide a value, most important first (a run has only its top card)."""
    score = _scores()[value]
    return tuple(score >> shift & 15 for shift in (16, 12, 8, 4, 0))


def best(cards: Sequence[int]) -> tuple[int, ...]:
    """The five cards that play, set out as the hand is read; among equals the ones that come first."""
    wanted = value(cards)
    five = next(hand for hand in combinations(cards, 5) if value(hand) == wanted)
    return in_reading_order(five)


def in_reading_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Larger groups first, then higher cards; the ace last in a run from ace to five."""
    held = [rank(card) for card in cards]
    wheel = sorted(held) == [0, 1, 2, 3, 12] or sorted(held) == [0, 1, 12]

    def place(card: int) -> tuple[int, int]:
        return -held.count(rank(card)), 1 if wheel and rank(card) == 12 else -rank(card)

    return tuple(sorted(cards, key=place))


def explain(cards: Sequence[int]) -> str:
    """Which cards play and what they are.

    >>> from pitboss.cards import parse
    >>> explain(parse("2c 7d Ah Kh Qh Jh 9h"))
    'Ah Kh Qh Jh 9h: flush, ace high (king, queen, jack, nine); 2c 7d do not play'
    """
    playing = best(cards)
    idle = [card for card in cards if card not in playing]
    rest = f"; {notation(idle)} {'does' if len(idle) == 1 else 'do'} not play" if idle else ""
    return f"{notation(playing)}: {name(value(cards))}{rest}"


def _a(ranks: Sequence[int]) -> str:
    """Kickers in words: "ace", "ace and nine"."""
    names = [RANK_NAMES[card] for card in ranks]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@cache
def _scalar_tables(size: int) -> tuple[Sequence[int], ...]:
    """The tables of `values` in the form plain Python reads fastest."""
    from pitboss.hands.lookup_tables import tables

    found = tables(size)
    return found.keys.tolist(), *(memoryview(part) for part in (found.low, found.high, found.classes, found.flushes))  # type: ignore[arg-type]


@cache
def _scores() -> list[int]:
    from pitboss.hands.lookup_tables import scores

    found: list[int] = scores().tolist()
    return found


@cache
def _categories() -> tuple[Category, ...]:
    return tuple(kind for kind, count in zip(Category, _IN_CATEGORY, strict=True) for _ in range(count))
