"""Top Five Poker with other players' hands seen, exactly: what counts is how many cards of each top rank are gone.

A card from ten to ace is the player's own, seen, or neither. A decision hangs on how many of each rank are own and how
many are seen, whether the own ones make a royal flush, and how many suits are whole, which the dealer needs for one.
The deals behind each such state follow from multinomials, with inclusion and exclusion over the suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from pitboss.games.terms import Terms
from pitboss.games.top_five_poker import CARDS_EACH
from pitboss.solvers.solver import Gain, Progress, silent
from pitboss.solvers.top_five_counts import (
    TOP_RANKS,
    Cards,
    Deck,
    Left,
    Numbers,
    compared,
    dealer_hands,
    kinds,
    value_of,
)
from pitboss.solvers.top_five_poker import values_of


class Suits(NamedTuple):
    """How the own and seen cards lie in the suits."""

    royal: bool
    """Whether one suit is all own."""
    whole: int
    """Suits of which no card is own or seen."""
    ways: Numbers
    """In how many ways, for each row of seen cards."""


def gain_with_others(terms: Terms, others: int, progress: Progress = silent) -> Gain:
    """What a player gains by best play for so many other hands seen, over best play for the own hand alone."""
    every = kinds(Deck())
    played, folded = values_of(terms, every.against)
    alone = int(np.maximum(played, folded).astype(object) @ every.hands)
    deals = int(every.hands.sum()) * int(every.against[0].sum())
    return Gain(best_with_others(terms, others, progress=progress) - Fraction(alone, deals))


def best_with_others(terms: Terms, others: int, deck: Deck | None = None, progress: Progress = silent) -> Fraction:
    """What ante and play wager are worth, in antes, to a player who has seen so many other hands."""
    deck = deck or Deck()
    seen = others * CARDS_EACH
    place, dealer = _dealers(deck, seen + CARDS_EACH)
    every = [own for own in product(range(deck.suits + 1), repeat=len(TOP_RANKS)) if sum(own) <= CARDS_EACH]
    total, deals = 0, 0
    for done, own in enumerate(every, 1):
        low = CARDS_EACH - sum(own)
        also_seen = np.array(list(product(*(range(deck.suits - number + 1) for number in own))))
        lower = np.array(
            [_choose(deck.lower - low, seen - number) for number in also_seen.sum(axis=1).tolist()], object
        )
        for royal, whole, ways in _in_suits(own, also_seen, deck.suits):
            deals_of = comb(deck.lower, low) * lower * ways
            rows = np.flatnonzero(deals_of)
            if len(rows):
                against = dealer[[place[(*gone, whole)] for gone in (also_seen[rows] + own).tolist()]]
                played, folded = values_of(terms, compared(against, np.full(len(rows), value_of(own, royal=royal))))
                total += int(deals_of[rows] @ np.maximum(played, folded).astype(object))
                deals += int(deals_of[rows].sum()) * int(against[0].sum())
        progress(done / len(every))
    return Fraction(total, deals)


def _dealers(deck: Deck, gone: int) -> tuple[dict[Cards, int], Numbers]:
    """The dealer's hands by value, for each number of gone tens, jacks, ... aces and of whole suits; and its row."""
    place: dict[Cards, int] = {}
    rows: list[Left] = []
    for *ranks, whole in product(range(deck.suits + 1), repeat=len(TOP_RANKS) + 1):
        lower = deck.lower - (gone - sum(ranks))
        if max(ranks) <= deck.suits - whole and 0 <= lower <= deck.lower:
            place[(*ranks, whole)] = len(rows)
            rows.append(Left(tuple(deck.suits - number for number in ranks), whole, lower))
    return place, dealer_hands(rows)


def _in_suits(own: Cards, seen: Numbers, suits: int) -> Iterator[Suits]:
    for royal, whole in product((False, True), range(suits + 1)):
        mixed = suits - royal - whole
        if mixed >= 0 and min(own) >= royal:
            ways = _mixed(np.array(own) - royal, seen, mixed)
            yield Suits(royal, whole, factorial(suits) // factorial(mixed) // factorial(whole) * ways)


def _mixed(own: Numbers, seen: Numbers, suits: int) -> Numbers:
    """In how many ways so many own and seen cards of each rank lie in suits of which none is all own or whole."""
    total = np.zeros(len(seen), np.int64)
    for all_own, whole in product(range(suits + 1), repeat=2):
        left = suits - all_own - whole
        if left >= 0:
            chosen = factorial(suits) // factorial(left) // factorial(all_own) // factorial(whole)
            ways = [
                [_choose(left, number) * _choose(left - number, other) for other in range(seen.max() + 1)]
                for number in (own - all_own).tolist()
            ]
            each = [np.array(row)[column] for row, column in zip(ways, seen.T, strict=True)]
            total += (-1) ** (all_own + whole) * chosen * np.prod(each, axis=0)
    return total


def _choose(cards: int, taken: int) -> int:
    return comb(cards, taken) if 0 <= taken <= cards else 0
