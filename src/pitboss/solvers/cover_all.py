"""Cover All: how good the highest of several hands on one board is, counted for every deal.

On a board, two hole cards that reach a row of the pay table are joined by a line. The deals in which no hand reaches
the row are the ways to lay out hands without any of the lines: by inclusion and exclusion they follow from the number
of ways to choose 1, 2, 3... lines that share no card. Cards that are joined to all others, the stars, are counted by
themselves; what is left falls into small pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.hands import five
from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import BOARD, WHOLE, Counts, Deck, boards
from pitboss.solvers.hold_em_rounds import NEVER, cores, spread
from pitboss.solvers.hold_em_showdown import GROUPS, lay_out, new_kinds, order_of
from pitboss.solvers.solver import Progress, silent

MOST_HANDS = 7
STRAIGHT_FLUSH = five.at_least(five.Category.STRAIGHT_FLUSH)
_LOW = 32
"""Sums are kept in two parts, the lower of so many bits: together they outgrow 64."""
_LOW_PART = (1 << _LOW) - 1
_PATTERNS = BOARD**2


class Highest(NamedTuple):
    """How many deals of so many hands have a highest hand of each class, the worst class first."""

    deals: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]
    """For each class a board on which a hand can be of it; empty where none can."""


def layouts(cards: int, hands: int) -> int:
    """The ways to lay out so many hands of two cards, in no order."""
    return factorial(cards) // (factorial(cards - 2 * hands) * factorial(hands) * 2**hands) if cards >= 2 * hands else 0


def highest(
    rows: Sequence[int], hands: Sequence[int], deck: Deck = WHOLE, progress: Progress = silent
) -> dict[int, Highest]:
    """For each number of hands, how many deals have their highest hand below, in and between these rows.

    A row is its lowest value, a full house or better; they are given in ascending order.
    """
    every, order, lowest = boards(deck), order_of(7), np.array(rows, np.int64)
    shape = (len(rows), MOST_HANDS + 1, 2)
    shares = [(np.zeros(shape, np.int64), np.full(len(rows) + 1, NEVER, np.int64)) for _ in cores()]

    def work(share: tuple[Counts, Counts], start: int, stop: int) -> None:
        _count_lines(start, every.cards[start:stop], every.copies[start:stop], deck.cards, order, lowest, *share)

    spread(len(every.cards), work, shares, progress)
    parts, first = zip(*shares, strict=True)
    choices = [[int(low) + (int(high) << _LOW) for low, high in row] for row in sum(parts)]
    shown = tuple(tuple(every.cards[at].tolist()) if at != NEVER else () for at in np.minimum.reduce(first))
    left = len(deck.cards) - BOARD
    found = {}
    for number in hands:
        whole = comb(len(deck.cards), BOARD) * layouts(left, number)
        below = [0, *(_without(choice, left, number) for choice in choices), whole]
        found[number] = Highest(tuple(above - under for under, above in pairwise(below)), shown)
    return found


def _without(choices: Sequence[int], cards: int, hands: int) -> int:
    """Deals in which no hand is a line, by the ways to choose 0, 1, 2... lines that share no card."""
    return sum((-1) ** k * choices[k] * layouts(cards - 2 * k, hands - k) for k in range(hands + 1))


def deal_with(board: Sequence[int], least: int, below: int, hands: int) -> tuple[tuple[int, ...], ...]:
    """So many hands on a board, the first of at least this value, none as good as `below`."""
    left = [card for card in DECK if card not in board]
    values = {held: five.value((*held, *board)) for held in combinations(left, 2)}
    weak = sorted((held for held, value in values.items() if value < below), key=lambda held: values[held])
    chosen = [next(held for held in weak if values[held] >= least)]
    for held in weak:
        if len(chosen) < hands and not any(set(held) & set(other) for other in chosen):
            chosen.append(held)
    return tuple(chosen)


@compiled
def _count_lines(start, boards, copies, deck, order, rows, parts, examples):  # type: ignore[no-untyped-def]
    """Add, for each row, the ways to choose lines that share no card; note a first board for each class of hand."""
    kinds, masks = new_kinds(), np.zeros(4, np.int64)
    joined, of_group = np.empty(64, np.uint64), np.empty(GROUPS, np.uint64)
    known = np.zeros((_PATTERNS, len(rows), MOST_HANDS + 1), np.int64)
    for b in range(len(boards)):
        number = lay_out(boards[b], deck, order, masks, kinds)
        best = 0
        for k in range(number):
            reached = 0
            while reached < len(rows) and kinds.value[k] >= rows[reached]:
                reached += 1
            examples[reached] = min(examples[reached], start + b)
            best = max(best, kinds.value[k])
        pattern = _pattern(boards[b]) if best < STRAIGHT_FLUSH else 0
        for row in range(len(rows)):
            choices = known[pattern, row]
            if not pattern or not choices[0]:
                cards = _join(deck, kinds, number, rows[row], of_group, joined)
                _choices(joined, cards, choices)
            for k in range(len(choices)):
                parts[row, k, 0] += copies[b] * (choices[k] & _LOW_PART)
                parts[row, k, 1] += copies[b] * (choices[k] >> _LOW)


@compiled
def _pattern(board):  # type: ignore[no-untyped-def]
    """How often the ranks of a board repeat: all that matters to a full house and four of a kind."""
    same = 0
    for card in board:
        for other in board:
            same += card >> 2 == other >> 2
    return same


@compiled
def _join(deck, kinds, number, least, of_group, joined):  # type: ignore[no-untyped-def]
    """For each card left by the board the cards it makes a hand of this value with, as bits; returns how many."""
    of_group[:] = 0
    cards = 0
    for card in deck:
        if kinds.group[card] >= 0:
            of_group[kinds.group[card]] |= np.uint64(1) << np.uint64(cards)
            cards += 1
    joined[:] = 0
    for k in range(number):
        if kinds.value[k] >= least:
            i, j = kinds.first[k], kinds.second[k]
            for card in range(cards):
                own = np.uint64(1) << np.uint64(card)
                if of_group[i] & own:
                    joined[card] |= of_group[j] & ~own
                if of_group[j] & own:
                    joined[card] |= of_group[i] & ~own
    return cards


@compiled
def _choices(joined, cards, choices):  # type: ignore[no-untyped-def]
    """The ways to choose 0, 1, 2... lines that share no card."""
    one = np.uint64(1)
    every = (one << np.uint64(cards)) - one
    to_all, stars = np.uint64(0), 0
    for card in range(cards):
        if joined[card] == every ^ (one << np.uint64(card)):
            to_all |= one << np.uint64(card)
            stars += 1
    rest = _pieces(joined, cards, to_all)
    choices[:] = 0
    for among in range(MOST_HANDS + 1):  # lines between two stars
        for k in range(among, MOST_HANDS + 1):
            for j in range(k - among + 1):  # lines without a star
                choices[k] += rest[j] * _star_lines(stars, among, k - among - j, cards - stars - 2 * j)


@compiled
def _pieces(joined, cards, to_all):  # type: ignore[no-untyped-def]
    """The ways to choose lines that share no card and touch no star, piece by piece."""
    one, left = np.uint64(1), np.uint64(0)
    for card in range(cards):
        if joined[card] & ~to_all and not to_all >> np.uint64(card) & one:
            left |= one << np.uint64(card)
    ways, more = np.zeros(MOST_HANDS + 1, np.int64), np.zeros(MOST_HANDS + 1, np.int64)
    piece = np.zeros(MOST_HANDS + 1, np.int64)
    ways[0] = 1
    while left:
        reach, grown = left & ~(left - one), np.uint64(0)
        while grown != reach:
            grown = reach
            for card in range(cards):
                if grown >> np.uint64(card) & one:
                    reach |= joined[card] & ~to_all
        left &= ~reach
        _match(joined, reach, piece)
        more[:] = 0
        for i in range(MOST_HANDS + 1):
            for j in range(MOST_HANDS + 1 - i):
                more[i + j] += ways[i] * piece[j]
        ways[:] = more
    return ways


@compiled
def _star_lines(stars, among, across, others):  # type: ignore[no-untyped-def]
    """The ways to choose lines between stars, and lines from the other stars to so many other cards."""
    if 2 * among + across > stars or across > others:
        return 0
    ways = 1
    for i in range(among):
        ways = ways * ((stars - 2 * i) * (stars - 2 * i - 1) // 2) // (i + 1)
    for i in range(across):
        ways = ways * (stars - 2 * among - i) // (i + 1)
    for i in range(across):
        ways *= others - i
    return ways


@compiled
def _match(joined, piece, counts):  # type: ignore[no-untyped-def]
    """Count the sets of 0, 1, 2... lines inside a piece that share no card, by going through them all."""
    one, depth = np.uint64(1), 0
    left, near = np.zeros(MOST_HANDS + 1, np.uint64), np.zeros(MOST_HANDS + 1, np.uint64)
    at = np.zeros(MOST_HANDS + 1, np.int64)
    counts[:] = 0
    counts[0], left[0] = 1, piece
    while depth >= 0:
        if near[depth]:
            partner = near[depth] & ~(near[depth] - one)
            near[depth] ^= partner
            counts[depth + 1] += 1
            if depth + 1 < MOST_HANDS:
                left[depth + 1], near[depth + 1], at[depth + 1] = left[depth] ^ partner, 0, at[depth]
                depth += 1
        elif left[depth]:
            while not left[depth] >> np.uint64(at[depth]) & one:
                at[depth] += 1
            left[depth] ^= one << np.uint64(at[depth])
            near[depth] = joined[at[depth]] & left[depth]
        else:
            depth -= 1
