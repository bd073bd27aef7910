"""Pik-It's three-card order, and the best three of four or five cards.

Here three of a kind beats a straight and a straight beats a flush (PK-39.4(c)).

>>> from pitboss.cards import parse
>>> name(value(parse("Ah Kh 9h 4s 4d")))
'flush, ace high (king, nine)'
>>> value(parse("2c 2d 2h")) > value(parse("Ac Kd Qh")) > value(parse("As Js 9s"))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from pitboss.cards import RANK_NAMES, RANK_PLURALS, known, notation
from pitboss.errors import CardError
from pitboss.hands.five import in_reading_order

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Category(IntEnum):
    """The kinds of three-card hand, worst first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    ROYAL_FLUSH = 6

    @property
    def label(self) -> str:
        """In words: "three of a kind"."""
        return self.name.lower().replace("_", " ")


CLASSES = 741
"""Hands that differ in value; `value` runs from 0 (five high) to 740 (royal flush)."""
_IN_CATEGORY = (274, 156, 274, 12, 13, 11, 1)
_FIRST = (*accumulate(_IN_CATEGORY, initial=0),)

Score = tuple[Category, int, int, int]


SUITED = 13**3
"""Three suited cards stand one block further in the table than three unsuited ones of the same ranks."""


def at_least(category: Category) -> int:
    """The lowest value of this category."""
    return _FIRST[category]


def value(cards: Sequence[int]) -> int:
    """How good the best three of these 3 to 5 cards are: higher wins, equal ties, suits never matter."""
    hand = known(cards)
    if not 3 <= len(cards) <= 5:
        raise CardError("card-count", f"a three-card hand is made of 3 to 5 cards, not {len(cards)}")
    found = table()
    return max(
        [
            found[(a >> 2) * 169 + (b >> 2) * 13 + (c >> 2) + (SUITED if a & 3 == b & 3 == c & 3 else 0)]
            for a, b, c in combinations(hand, 3)
        ]
    )


def values(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The value of many hands at once: an array of shape (hands, 3 to 5) with distinct cards in each row."""
    import numpy as np

    from pitboss.hands.rows import checked

    by_ranks, cards = np.array(table(), np.uint16), checked(rows, 3, 5).astype(np.int64)
    best = np.zeros(len(rows), np.uint16)
    for a, b, c in combinations(range(rows.shape[1]), 3):
        suited = (cards[:, a] & 3 == cards[:, b] & 3) & (cards[:, a] & 3 == cards[:, c] & 3)
        ranks = cards[:, a] // 4 * 169 + cards[:, b] // 4 * 13 + cards[:, c] // 4
        np.maximum(best, by_ranks[ranks + SUITED * suited], out=best)
    return best


def category(value: int) -> Category:
    """The kind of hand a value belongs to."""
    return _scores()[value][0]


@cache
def name(value: int) -> str:
    """A value in words, as the dealer announces it."""
    if not 0 <= value < CLASSES:
        raise CardError("no-value", f"values run from 0 to {CLASSES - 1}, not {value}")
    kind, top, middle, bottom = _scores()[value]
    match kind:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{kind.label}, {RANK_NAMES[top]} high"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {RANK_PLURALS[top]}"
        case Category.ONE_PAIR:
            return f"pair of {RANK_PLURALS[top]} with {RANK_NAMES[middle]}"
        case _:
            prefix = "flush, " if kind is Category.FLUSH else ""
            return f"{prefix}{RANK_NAMES[top]} high ({RANK_NAMES[middle]}, {RANK_NAMES[bottom]})"


def best(cards: Sequence[int]) -> tuple[int, ...]:
    """The three cards that play; among equals the ones that come first in dealing order (PK-R19)."""
    wanted = value(cards)
    return in_reading_order(next(hand for hand in combinations(cards, 3) if value(hand) == wanted))


def explain(cards: Sequence[int]) -> str:
    """Which cards play and what they are.

    >>> from pitboss.cards import parse
    >>> explain(parse("Ah Kh 9h 4s 4d"))
    'Ah Kh 9h: flush, ace high (king, nine)'
    """
    return f"{notation(best(cards))}: {name(value(cards))}"


def _score(ranks: tuple[int, ...], suited: bool) -> Score:
    low, middle, top = sorted(ranks)
    if low == top:
        return Category.THREE_OF_A_KIND, top, 0, 0
    if middle in (low, top):
        return Category.ONE_PAIR, middle, low if middle == top else top, 0
    run_top = top if top - low == 2 else 1 if (low, middle, top) == (0, 1, 12) else None
    if run_top is None:
        return Category.FLUSH if suited else Category.HIGH_CARD, top, middle, low
    if suited:
        return Category.ROYAL_FLUSH if run_top == 12 else Category.STRAIGHT_FLUSH, run_top, 0, 0
    return Category.STRAIGHT, run_top, 0, 0


@cache
def _scores() -> list[Score]:
    """The score of every value, ascending."""
    unsuited = {_score(ranks, False) for ranks in combinations_with_replacement(range(13), 3)}
    suited = {_score(ranks, True) for ranks in combinations(range(13), 3)}
    return sorted(unsuited | suited)


@cache
def table() -> list[int]:
    """The value of three ranks in any order, unsuited then suited; 0 where three cards cannot have those ranks."""
    values = {score: index for index, score in enumerate(_scores())}
    every = [(a, b, c) for a in range(13) for b in range(13) for c in range(13)]
    suited = [values[_score(ranks, True)] if len(set(ranks)) == 3 else 0 for ranks in every]
    return [values[_score(ranks, False)] for ranks in every] + suited
