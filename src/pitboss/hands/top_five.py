"""Top Five Poker's order: first how many cards rank from ten to ace, then their poker rank (T5-R2).

Twos to nines are taken out of the seven cards; what remains is compared, best five at most. A straight, a full house
and a royal flush need five cards; there is no other flush (T5-R1).

>>> from pitboss.cards import parse
>>> name(value(parse("Ac Ad Kh Ks Qd Qc 2s")))
'6 cards: two pair, aces and kings with queen'
>>> value(parse("Qc Jd Th 2s 3s 4s 5d")) > value(parse("Ac Ad 2h 3s 4s 5s 9d"))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from pitboss.cards import ACE, JACK, QUEEN, RANK_NAMES, RANK_PLURALS, TEN, known, notation, rank
from pitboss.errors import CardError
from pitboss.hands.five import in_reading_order

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Category(IntEnum):
    """The kinds of Top Five hand, worst first (T5-6.C; high cards by T5-R5)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    FIVE_CARD_STRAIGHT = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6
    ROYAL_FLUSH = 7

    @property
    def label(self) -> str:
        """In words: "three of a kind"."""
        return self.name.lower().replace("_", " ")


CLASSES = 385
"""Hands that differ in value."""

Score = tuple[int, Category, tuple[int, ...]]
"""The number of cards, their kind, and the ranks that decide within it."""


def at_least(category: Category) -> int:
    """The lowest `poker_rank` of this category."""
    return category << 4


def at_least_pair(pair: int) -> int:
    """The lowest `poker_rank` of one pair of this rank (8 for tens to 12 for aces)."""
    return Category.ONE_PAIR << 4 | pair


def kept(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards from ten to ace, in the order given."""
    return tuple(card for card in cards if card >= TEN * 4)


def value(cards: Sequence[int]) -> int:
    """How good these seven cards are: higher wins, equal ties, suits never matter."""
    hand = known(cards)
    if len(cards) != 7:
        raise CardError("card-count", f"a Top Five hand is seven cards, not {len(cards)}")
    total = EMPTY
    for card in hand:
        total += KEYS[card]
    return table()[total & FIELD | (FIELD + 1 if total & ROYAL else 0)]


def values(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The value of many hands at once: an array of shape (hands, 7) with distinct cards in each row."""
    import numpy as np

    from pitboss.hands.rows import checked

    totals = EMPTY + np.array(KEYS, np.int64)[checked(rows, 7, 7)].sum(axis=1)
    found: npt.NDArray[np.uint16] = np.array(table(), np.uint16)[totals & FIELD | (FIELD + 1) * (totals & ROYAL > 0)]
    return found


def count(value: int) -> int:
    """How many cards from ten to ace a hand of this value holds."""
    return _scores()[value][0]


def category(value: int) -> Category:
    """The kind of poker hand those cards make."""
    return _scores()[value][1]


def poker_rank(value: int) -> int:
    """The poker rank alone, whatever the number of cards: its kind, then its first group (the Poker Bonus)."""
    _, kind, ranks = _scores()[value]
    return kind << 4 | (ranks[0] if ranks else 0)


def qualifies(value: int) -> bool:
    """The dealer plays with queen-jack or better: three cards, a pair, or two that rank at least Q-J (T5-R3)."""
    return value >= _queen_jack()


@cache
def name(value: int) -> str:
    """A value in words, as the dealer announces it."""
    if not 0 <= value < CLASSES:
        raise CardError("no-value", f"values run from 0 to {CLASSES - 1}, not {value}")
    number, kind, ranks = _scores()[value]
    if number == 0:
        return "no card from ten to ace"
    singular, plural = [RANK_NAMES[r] for r in ranks], [RANK_PLURALS[r] for r in ranks]
    match kind:
        case Category.ROYAL_FLUSH | Category.FIVE_CARD_STRAIGHT:
            hand = kind.label
        case Category.FULL_HOUSE:
            hand = f"full house, {plural[0]} full of {plural[1]}"
        case Category.TWO_PAIR:
            hand = f"two pair, {plural[0]} and {plural[1]}" + _with(singular[2:])
        case Category.ONE_PAIR:
            hand = f"pair of {plural[0]}" + _with(singular[1:])
        case Category.HIGH_CARD:
            hand = f"{singular[0]} high" + (f" ({', '.join(singular[1:])})" if ranks[1:] else "")
        case _:
            hand = f"{kind.label}, {plural[0]}" + _with(singular[1:])
    return f"{number} card{'s' if number > 1 else ''}: {hand}"


def best(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards from ten to ace that decide, five at most, as the hand is read."""
    top = kept(cards)
    _, kind, ranks = _scores()[value(cards)]
    if kind is Category.ROYAL_FLUSH:
        suits = [card & 3 for card in top]
        top = tuple(card for card in top if suits.count(card & 3) == 5)
    groups = zip(ranks or range(ACE, TEN - 1, -1), _GROUPS.get(kind, _SINGLES), strict=False)
    return tuple(card for r, size in groups for card in [card for card in top if rank(card) == r][:size])


def explain(cards: Sequence[int]) -> str:
    """Which cards count and what they are.

    >>> from pitboss.cards import parse
    >>> explain(parse("Kc Jd 9h 8s 4s 3s 2d"))
    'Kc Jd: 2 cards: king high (jack); 9h 8s 4s 3s 2d do not count'
    """
    top = kept(cards)
    low = [card for card in cards if card not in top]
    rest = f"{notation(low)} {'does' if len(low) == 1 else 'do'} not count"
    hand = name(value(cards))
    played = f"{notation(in_reading_order(top))}: {hand}" if top else hand
    return f"{played}; {rest}" if low else played


def _with(names: list[str]) -> str:
    return f" with {', '.join(names)}" if names else ""


_SINGLES = (1, 1, 1, 1, 1)
_GROUPS = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.ONE_PAIR: (2, 1, 1, 1),
}
"""How many cards of each deciding rank are in a hand of this kind."""

# One key a card: the count of each rank from ten up in base 5, and above it the count of each suit, biased so that bit
# 3 is set when all five cards of a suit are there. The low field has room for seven copies of one card.
FIELD = 0x1FFF
SUIT_SHIFT = 16
EMPTY = 0x3333 << SUIT_SHIFT
ROYAL = 0x8888 << SUIT_SHIFT
KEYS = [5 ** (card // 4 - TEN) | 1 << (SUIT_SHIFT + 4 * (card & 3)) if card >= TEN * 4 else 0 for card in range(52)]


def _score(counts: tuple[int, ...], royal: bool) -> Score:
    """Score the hand that holds so many tens, jacks, queens, kings and aces."""
    number = sum(counts)
    held = sorted(((n, TEN + i) for i, n in enumerate(counts) if n), reverse=True)
    if royal:
        return number, Category.ROYAL_FLUSH, ()
    if number >= 5 and min(counts) > 0:
        return number, Category.FIVE_CARD_STRAIGHT, ()
    sizes = [n for n, _ in held]
    by_rank = sorted((r for _, r in held), reverse=True)
    match sizes:
        case [4, *_]:
            kind, groups = Category.FOUR_OF_A_KIND, [held[0][1]]
        case [3, second, *_] if second >= 2:
            kind = Category.FULL_HOUSE
            groups = [held[0][1], max(r for n, r in held[1:] if n >= 2)]
        case [3, *_]:
            kind, groups = Category.THREE_OF_A_KIND, [held[0][1]]
        case [2, 2, *_]:
            kind, groups = Category.TWO_PAIR, [held[0][1], held[1][1]]
        case [2, *_]:
            kind, groups = Category.ONE_PAIR, [held[0][1]]
        case _:
            kind, groups = Category.HIGH_CARD, []
    places = len(_GROUPS.get(kind, _SINGLES))
    kickers = [r for r in by_rank if r not in groups]
    return number, kind, tuple(groups + kickers)[:places]


@cache
def _scores() -> list[Score]:
    """The score of every value, ascending."""
    return sorted(set(_scored().values()))


def _scored() -> dict[int, Score]:
    """The score at each place of the table: the base-5 field, and one block further with a royal flush."""
    scored = {}
    for counts in product(range(5), repeat=5):
        if sum(counts) <= 7:
            field = sum(n * 5**i for i, n in enumerate(counts))
            scored[field] = _score(counts, False)
            if min(counts) > 0:
                scored[field + FIELD + 1] = _score(counts, True)
    return scored


@cache
def table() -> list[int]:
    """The value of each hand, by the base-5 field of its keys, one block further with a royal flush."""
    values = {score: index for index, score in enumerate(_scores())}
    found = [0] * (2 * (FIELD + 1))
    for place, score in _scored().items():
        found[place] = values[score]
    return found


@cache
def _queen_jack() -> int:
    return _scores().index((2, Category.HIGH_CARD, (QUEEN, JACK)))
