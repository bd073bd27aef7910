"""5 Card Hi-Lo: point totals of a three-card high hand and a two-card low hand.

Twos to tens count their number, jack, queen and king ten, an ace eleven in the high hand and one in the low hand
(HL-40.5(a)). A setting wins on a part if its high total is above, or its low total below, the dealer's.

>>> from pitboss.cards import parse
>>> house_way(parse("As Ah 9c 5d 3s")).totals
(31, 8)
>>> str(house_way(parse("Kc Kd 8c 6h 2d")))
'Kc Kd 8c / 2d 6h: 28 high, 8 low'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import ACE, known, notation, rank
from pitboss.errors import CardError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

HIGH_CARDS, LOW_CARDS = 3, 2
ACE_HIGH, ACE_LOW = 11, 1
LOW_ACES_AT_MOST = 1
"""A player may put one ace in the low hand, never two (HL-40.5(b)-s1)."""
_POINTS = (*(min(number, 10) for number in range(2, 14)), ACE_HIGH)
"""The points of each rank in a high hand."""


class Setting(NamedTuple):
    """Five cards set as a high hand and a low hand."""

    high: tuple[int, ...]
    low: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, int]:
        """The point totals of the high and of the low hand."""
        return high_total(self.high), low_total(self.low)

    def __str__(self) -> str:
        return f"{notation(self.high)} / {notation(self.low)}: {name(*self.totals)}"


def high_total(cards: Sequence[int]) -> int:
    """The points of a high hand; an ace counts 11."""
    return sum([_POINTS[card >> 2] for card in cards])


def low_total(cards: Sequence[int]) -> int:
    """The points of a low hand; an ace counts 1."""
    return sum([ACE_LOW if card >> 2 == ACE else _POINTS[card >> 2] for card in cards])


def name(high: int, low: int) -> str:
    """Two totals in words."""
    return f"{high} high, {low} low"


def aces(cards: Sequence[int]) -> int:
    """How many aces are among these cards."""
    return sum([card >> 2 == ACE for card in cards])


def is_legal(setting: Setting) -> bool:
    """Three cards high, two low, at most one ace low."""
    return (
        len(setting.high) == HIGH_CARDS
        and len(setting.low) == LOW_CARDS
        and aces(setting.low) <= LOW_ACES_AT_MOST
    )  # fmt: skip


def settings(cards: Sequence[int]) -> Iterator[Setting]:
    """Every legal way a player may set five cards."""
    for low in combinations(cards, LOW_CARDS):
        setting = Setting(tuple(card for card in cards if card not in low), low)
        if is_legal(setting):
            yield setting


def house_way(cards: Sequence[int]) -> Setting:
    """The dealer's setting (HL-R1): aces high, the biggest of the rest high, the smallest low.

    With four aces one is low with the fifth card. Among equal points the lower rank goes low, then the lower suit.
    """
    hand = known(cards)
    if len(set(hand)) != HIGH_CARDS + LOW_CARDS:
        raise CardError("card-count", f"a Hi-Lo hand is five different cards, not {len(set(hand))}")
    low = tuple(sorted(hand)[:LOW_CARDS])  # cards sort by rank, then by suit, aces last
    high = sorted((card for card in hand if card not in low), key=rank, reverse=True)
    return Setting(tuple(high), low)


def explain(setting: Setting) -> str:
    """How the totals come about.

    >>> from pitboss.cards import parse
    >>> explain(house_way(parse("As Ah Ad Ac 6d")))
    'high As Ah Ad: 11 + 11 + 11 = 33; low 6d Ac: 6 + 1 = 7'
    """
    high = " + ".join(str(high_total([card])) for card in setting.high)
    low = " + ".join(str(low_total([card])) for card in setting.low)
    totals = setting.totals
    return f"high {notation(setting.high)}: {high} = {totals[0]}; low {notation(setting.low)}: {low} = {totals[1]}"


def totals(highs: npt.NDArray[np.uint8], lows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The totals of many settings at once: (hands, 3) and (hands, 2) cards give (hands, 2) totals."""
    import numpy as np

    from pitboss.hands.rows import checked

    points = np.repeat(np.array(_POINTS, np.int64), 4)
    high = points[checked(highs, HIGH_CARDS, HIGH_CARDS)].sum(1)
    low = np.where(points == ACE_HIGH, ACE_LOW, points)[checked(lows, LOW_CARDS, LOW_CARDS)].sum(1)
    if len(high) != len(low):
        raise CardError("card-count", f"there are {len(high)} high hands and {len(low)} low hands")
    return np.stack([high, low], axis=1).astype(np.uint8)


def house_totals(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The dealer's two totals for many hands at once: shape (hands, 5) gives (hands, 2)."""
    import numpy as np

    from pitboss.hands.rows import checked

    points = np.repeat(np.array(_POINTS, np.int64), 4)[checked(rows, HIGH_CARDS + LOW_CARDS, HIGH_CARDS + LOW_CARDS)]
    points.sort(axis=1)
    low = np.where(points[:, :LOW_CARDS] == ACE_HIGH, ACE_LOW, points[:, :LOW_CARDS])
    return np.stack([points[:, LOW_CARDS:].sum(1), low.sum(1)], axis=1).astype(np.uint8)


def patterns() -> Iterator[tuple[tuple[int, ...], int]]:
    """Each multiset of five point values with the number of hands that have it: 1,993 stand for 2,598,960 hands."""
    cards_worth = {points: 4 * _POINTS.count(points) for points in sorted(set(_POINTS))}
    for values in combinations_with_replacement(cards_worth, HIGH_CARDS + LOW_CARDS):
        hands = prod(comb(cards_worth[points], values.count(points)) for points in set(values))
        if hands:
            yield values, hands
