"""Best play of Ultimate Texas Hold 'Em under other rules: the solver's own loops with one function exchanged."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from pitboss.cards import ACE, FIVE, FOUR, THREE, TWO
from pitboss.hands import five
from pitboss.hands.five import Category
from pitboss.solvers import hold_em_rounds
from pitboss.solvers.hold_em_boards import FLOPS_OF_A_BOARD
from pitboss.solvers.hold_em_endings import rule_book
from pitboss.solvers.hold_em_rounds import Best
from pitboss.solvers.hold_em_showdown import (
    GROUPS,
    HIGH_MASK,
    LOW_BITS,
    LOW_MASK,
    PAIR,
    Book,
    Order,
    look_at,
    order_of,
    results,
    value_of,
)

DEALS = comb(52, 2) * comb(50, 5) * FLOPS_OF_A_BOARD * comb(45, 2)
WHEEL = (ACE, TWO, THREE, FOUR, FIVE)
_SIZES = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.ONE_PAIR: (2, 1, 1, 1),
}
"""How many cards there are of each deciding rank."""


def main(book: Book | None = None, **loops: Any) -> Fraction:
    """What the house keeps of an ante with best play, if parts of the loops are exchanged."""
    book = book or rule_book()
    return edge_of(_best_play(loops)(book), book)


def with_early_fold() -> Fraction:
    """The same if a hand may be given up before the flop.

    After the flop it cannot matter: what is won by waiting is nowhere less than what the last fold loses.
    """
    book = rule_book()
    best = hold_em_rounds.best_play(book)
    alike = np.full((13, 13), 12) - 8 * np.tri(13, k=-1, dtype=np.int64) - 6 * np.eye(13, dtype=np.int64)
    folded = -2 * book.unit * alike * (DEALS // comb(52, 2))  # of each start, suited ones below the diagonal
    return edge_of(best._replace(check=np.maximum(best.check, folded)), book)


def edge_of(best: Best, book: Book) -> Fraction:
    """From the sums for each start, in parts of an ante."""
    most = np.maximum(best.check, np.maximum(best.base + 3 * best.play, best.base + 4 * best.play))
    return Fraction(-int(most.sum()), book.unit * DEALS)


def _best_play(loops: dict[str, Any]) -> Callable[[Book], Best]:
    """The solver's `best_play` with other functions under these names."""
    known = {**vars(hold_em_rounds), **loops}
    if loops.keys() & {"results", "lay_out"}:
        inner = FunctionType(hold_em_rounds._value.py_func.__code__, known)
        known["_value"] = njit(nogil=True)(inner)
    return FunctionType(hold_em_rounds.best_play.__code__, known, argdefs=hold_em_rounds.best_play.__defaults__)


# --- what ante, blind and play win, over all hands of the dealer -----------------------------------------------------


@njit
def loser_pays_ante(value, below, equal, short, dealers, book):  # type: ignore[no-untyped-def]
    """A dealer below a pair: the ante goes back only if the player does not lose."""
    base, play = results(value, below, equal, short, dealers, book)
    losses = dealers - below - equal
    return base - book.unit * max(0, losses + short - dealers), play


@njit
def all_go_back(value, below, equal, short, dealers, book):  # type: ignore[no-untyped-def]
    """A dealer below a pair: every wager goes back."""
    wins = below - short if value >= PAIR else 0
    losses = dealers - below - equal if value >= PAIR else dealers - short
    return book.unit * (wins - 2 * losses) + book.blind[value] * wins, book.unit * (wins - losses)


@njit
def blind_needs_pair(value, below, equal, short, dealers, book):  # type: ignore[no-untyped-def]
    """The blind is not paid against a dealer below a pair."""
    base, play = results(value, below, equal, short, dealers, book)
    return base - book.blind[value] * min(below, short), play


@njit
def blind_paid_on_tie(value, below, equal, short, dealers, book):  # type: ignore[no-untyped-def]
    """A tie with a straight or better pays the blind."""
    base, play = results(value, below, equal, short, dealers, book)
    return base + book.blind[value] * equal, play


@njit
def folded_ante_back(value, below, equal, short, dealers, book):  # type: ignore[no-untyped-def]
    """Play on, measured by a fold whose ante goes back where the dealer is below a pair."""
    base, play = results(value, below, equal, short, dealers, book)
    return base - book.unit * short, play


# --- hands, pay tables and orders ------------------------------------------------------------------------------------


@njit
def both_cards_play(board, deck, order, masks, kinds):  # type: ignore[no-untyped-def]
    """As the solver's `lay_out`, for hands of both hole cards and three of the board; `order` is that of five cards."""
    suit = look_at(board, order, masks)[1]
    kinds.group[:] = -1
    kinds.cards[:] = 0
    kinds.suits[:] = 0
    for card in deck:
        if not masks[card & 3] >> (card >> 2) & 1:
            group = (card >> 2) + 13 * (card & 3 == suit)
            kinds.group[card] = group
            kinds.cards[group] += 1
            kinds.suits[group] |= 1 << (card & 3)
    number = 0
    for i in range(GROUPS):
        for j in range(i, GROUPS):
            if not kinds.cards[i] or not kinds.cards[j] or (i == j and kinds.cards[i] == 1):
                continue
            best = 0
            for z in range(2, 5):
                for y in range(1, z):
                    for x in range(y):
                        ranks = order.ranks[i % 13] + order.ranks[j % 13]
                        suited, mask = (i >= 13) + (j >= 13), 1 << i % 13 | 1 << j % 13
                        for card in (board[x], board[y], board[z]):
                            ranks += order.ranks[card >> 2]
                            suited += card & 3 == suit
                            mask |= 1 << (card >> 2)
                        best = max(best, value_of(ranks, suited, mask, order))
            kinds.value[number] = best
            kinds.first[number] = i
            kinds.second[number] = j
            kinds.of[i, j] = number
            kinds.of[j, i] = number
            number += 1
    return number


def blind_of(pays: dict[Category, int], unit: int) -> Book:
    """The rule book with some rows of the blind changed: what is won on a stake of so many parts."""
    book = rule_book()
    blind = book.blind * unit // book.unit
    for kind, won in pays.items():
        blind[book.category == kind] = won
    return book._replace(unit=unit, blind=blind)


@cache
def highest_card_lacked() -> Order:
    """The order in which the highest card that the other hand lacks decides at once, and an ace is always high.

    A run from ace to five, the lowest of its kind by the rule book, is then above all but the one from ace to ten.
    """
    order, new = order_of(7), _places()
    classes, flushes = new[order.classes], new[order.flushes]
    kinds = rule_book().category
    for more in combinations_with_replacement(range(13), 2):
        at = sum(int(order.ranks[r]) for r in (*WHEEL, *more))
        place = order.low[at & LOW_MASK] + order.high[at >> LOW_BITS & HIGH_MASK]
        if kinds[order.classes[place]] == Category.STRAIGHT:
            classes[place] = new[five.at_least(Category.STRAIGHT)]
    wheel = sum(1 << r for r in WHEEL)
    for mask in range(1 << 13):
        if mask & wheel == wheel and kinds[order.flushes[mask]] == Category.STRAIGHT_FLUSH:
            flushes[mask] = new[five.at_least(Category.STRAIGHT_FLUSH)]
    return order._replace(classes=classes, flushes=flushes)


def _places() -> npt.NDArray[np.uint16]:
    """For each class its place in the new order, which never leaves its kind."""
    keys = [(five.category(value), _literal(value)) for value in range(five.CLASSES)]
    new = np.zeros(five.CLASSES, np.uint16)
    for place, value in enumerate(sorted(range(five.CLASSES), key=lambda value: keys[value])):
        new[value] = place
    return new


def _literal(value: int) -> tuple[int, ...]:
    kind, ranks = five.category(value), five.ranks_of(value)
    if kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return (ACE, FIVE) if ranks[0] == FIVE else (ranks[0], ranks[0] - 1)
    sizes = _SIZES.get(kind, (1, 1, 1, 1, 1))
    return tuple(sorted((r for r, size in zip(ranks, sizes, strict=False) for _ in range(size)), reverse=True))
