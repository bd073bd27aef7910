"""Other orders of three-card and five-card hands in Pik-It Poker, and the solver's counts under them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import ACE, FOUR, JACK, KING, QUEEN, THREE, TWO, rank, suit
from pitboss.games.pik_it_poker import CARDS_EACH, PICKED
from pitboss.hands import five, three
from pitboss.solvers import pik_it_hands as by
from pitboss.solvers.pik_it_hands import Hands, Numbers, counted

Strengths = npt.NDArray[np.uint16]
Key = Callable[[tuple[int, ...], int], Any]
"""A hand's place among those of its size, from its cards and its category: higher wins."""
CORNERS = (
    {KING, ACE, TWO},
    {JACK, QUEEN, KING, ACE, TWO},
    {QUEEN, KING, ACE, TWO, THREE},
    {KING, ACE, TWO, THREE, FOUR},
)
"""Runs round the corner of the ace."""
_RUNS = {
    PICKED: (three.Category.STRAIGHT, three.Category.STRAIGHT_FLUSH),
    CARDS_EACH: (five.Category.STRAIGHT, five.Category.STRAIGHT_FLUSH),
}


def as_built(cards: tuple[int, ...], category: int) -> Any:
    """The rule book's order: groups first; the ace is low in a run from ace to five, or to three."""
    ranks = _grouped(cards)
    return category, ranks[1:] if _has_low_ace(ranks, category) else ranks


def highest_card(cards: tuple[int, ...], category: int) -> Any:
    """The highest card that the other hand lacks, read word for word; runs as built."""
    ranks = tuple(sorted(_grouped(cards), reverse=True))
    return category, ranks[1:] if _has_low_ace(ranks, category) else ranks


def ace_high(cards: tuple[int, ...], category: int) -> Any:
    """The ace of a low run counts as the highest card."""
    return category, _grouped(cards)


def corner(cards: tuple[int, ...], category: int) -> Any:
    """A suited run round the corner of the ace is the lowest straight flush."""
    if len({suit(card) for card in cards}) == 1 and {rank(card) for card in cards} in CORNERS:
        return _RUNS[len(cards)][1], ()
    return as_built(cards, category)


def ordered(hands: Hands, key: Key) -> Numbers:
    """The solver's counts with hands of three and of five cards in another order."""
    triples = np.array([*combinations(range(52), PICKED)], np.uint8)
    of_three = _places(triples, three.values(triples), three.category, key)
    table = np.zeros((52, 52, 52), np.uint16)
    table[tuple(triples.T)] = of_three
    ascending = np.sort(hands.cards, axis=1)
    each = [table[tuple(ascending[:, picked].T)] for picked in combinations(range(CARDS_EACH), PICKED)]
    strengths = {by.THREE: np.max(each, axis=0), by.FIVE: _places(hands.cards, hands.five, five.category, key)}
    return counted(hands.deck.suits, hands.cards, hands.times, strengths, hands.qualifies)


def _places(cards: npt.NDArray[np.uint8], strengths: Strengths, category: Callable[[int], int], key: Key) -> Strengths:
    """Each hand's place in an order."""
    kinds = [int(category(strength)) for strength in range(int(strengths.max()) + 1)]
    keys = [
        key(tuple(hand), kinds[strength]) for hand, strength in zip(cards.tolist(), strengths.tolist(), strict=True)
    ]
    places = {found: place for place, found in enumerate(sorted(set(keys)))}
    return np.array([places[found] for found in keys], np.uint16)


def _grouped(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks by how often they are there, then from the highest down."""
    ranks = [rank(card) for card in cards]
    return tuple(sorted(ranks, key=lambda one: (ranks.count(one), one), reverse=True))


def _has_low_ace(ranks: tuple[int, ...], category: int) -> bool:
    return category in _RUNS[len(ranks)] and ranks[0] == ACE and ranks[1] != KING
