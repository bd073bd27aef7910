"""How often the highest of several hands on one board is three of a kind or better, counted for every deal.

The solver's Cover All counts from a full house up, as its pay table does. Below that, two hole cards can also make a
straight or a flush. As there, two cards that make the hand are joined by a line, and the deals without a line follow
by inclusion and exclusion from the ways to choose lines that share no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import comb, factorial

from pitboss.cards import rank, suit
from pitboss.hands import five
from pitboss.hands.five import Category
from pitboss.solvers.cover_all import MOST_HANDS, layouts
from pitboss.solvers.hold_em_boards import BOARD, boards

RANKS, SUITS, FLUSH = 13, 4, 5
LEFT = 52 - BOARD
WINDOWS = [{(low + place) % RANKS for place in range(5)} for low in range(-1, RANKS - 4)]
"""The ranks of each straight; the first starts with a low ace."""
Ways = dict[tuple[int, int], int]
"""By the number of lines and of cards in the flush suit that they use, the ways to choose them."""


def reached(hands: Iterable[int]) -> dict[int, int]:
    """For each number of hands the deals, their hands in no order, in which one is three of a kind or better."""
    chosen = [0] * (MOST_HANDS + 1)
    every = boards()
    for board, copies in zip(every.cards.tolist(), every.copies.tolist(), strict=True):
        for lines, ways in enumerate(choices(tuple(board))):
            chosen[lines] += copies * ways
    return {
        number: -sum(
            (-1) ** lines * chosen[lines] * layouts(LEFT - 2 * lines, number - lines) for lines in range(1, number + 1)
        )
        for number in hands
    }


def choices(board: tuple[int, ...]) -> tuple[int, ...]:
    """The ways to choose 0, 1, 2... lines on a board that share no card."""
    if five.value(board) >= five.at_least(Category.THREE_OF_A_KIND):
        return _with_stars((1,), LEFT)
    ranks = Counter(map(rank, board))
    (main_suit, suited), *_ = Counter(map(suit, board)).most_common(1)
    in_suit = {rank(card) for card in board if suit(card) == main_suit}
    missing = [window - ranks.keys() for window in WINDOWS]
    star_ranks = {r for r, number in ranks.items() if number == 2} | {
        r for gap in missing if len(gap) == 1 for r in gap
    }
    flush = {r for r in range(RANKS) if r not in in_suit} if suited >= FLUSH - 2 else set()
    star_suit = flush if suited == FLUSH - 1 else set()
    stars = sum(SUITS - ranks[r] for r in star_ranks) + len(star_suit - star_ranks)
    flush = flush - star_suit - star_ranks
    straights = {tuple(sorted(gap)) for gap in missing if len(gap) == 2 and not gap & star_ranks}
    open_ranks = sorted({r for gap in straights for r in gap})
    plain = tuple(SUITS - (r in flush or r in star_suit) for r in open_ranks)
    pairs = tuple((open_ranks.index(a), open_ranks.index(b)) for a, b in sorted(straights))
    ways = _straights(pairs, plain, tuple(r in flush for r in open_ranks))
    for r in ranks.keys() - star_ranks:
        cards = SUITS - 1 - (r in star_suit)
        own = r in flush
        ways = _times(ways, {(0, 0): 1, (1, 0): comb(cards - own, 2), (1, 1): (cards - own) * own})
    lines = [0] * (MOST_HANDS + 1)
    for (number, used), count in ways.items():
        for more in range(MOST_HANDS + 1 - number):
            lines[number + more] += count * layouts(len(flush) - used, more)
    return _with_stars(tuple(lines), stars)


@cache
def _straights(pairs: tuple[tuple[int, int], ...], plain: tuple[int, ...], flush: tuple[bool, ...]) -> Ways:
    """The ways to choose lines between ranks that make a straight together; two of the flush suit make a flush.

    `plain` and `flush` are the cards left of each rank, in other suits and in the flush suit.
    """
    if not pairs:
        return {(0, 0): 1}
    (a, b), rest = pairs[0], pairs[1:]
    found: Counter[tuple[int, int]] = Counter()
    for from_a in range(flush[a] + 1):  # the flush card of one rank with a plain card of the other
        for from_b in range(flush[b] + 1):
            free_a, free_b = plain[a] - from_b, plain[b] - from_a
            first = plain[b] ** from_a * plain[a] ** from_b
            for both in range(min(free_a, free_b) + 1):
                ways = first * comb(free_a, both) * comb(free_b, both) * factorial(both)
                cards, own = list(plain), list(flush)
                cards[a], cards[b] = free_a - both, free_b - both
                own[a], own[b] = flush[a] and not from_a, flush[b] and not from_b
                for (lines, used), more in _straights(rest, tuple(cards), tuple(own)).items():
                    at = lines + both + from_a + from_b, used + from_a + from_b
                    found[at] += ways * more * (at[0] <= MOST_HANDS)
    return {at: ways for at, ways in found.items() if ways}


def _times(ways: Ways, more: Ways) -> Ways:
    found: Counter[tuple[int, int]] = Counter()
    for (lines, used), count in ways.items():
        for (further, own), times in more.items():
            if lines + further <= MOST_HANDS:
                found[lines + further, used + own] += count * times
    return dict(found)


@cache
def _with_stars(lines: tuple[int, ...], stars: int) -> tuple[int, ...]:
    """Add the cards that are joined to every other card."""
    found = [0] * (MOST_HANDS + 1)
    for without, count in enumerate(lines):
        for among in range(MOST_HANDS + 1 - without):  # lines between two stars
            for across in range(min(MOST_HANDS - without - among, max(0, stars - 2 * among)) + 1):
                others = LEFT - stars - 2 * without
                ends = layouts(stars, among) * comb(stars - 2 * among, across) if stars >= 2 * among else 0
                found[without + among + across] += count * ends * comb(others, across) * factorial(across)
    return tuple(found)
