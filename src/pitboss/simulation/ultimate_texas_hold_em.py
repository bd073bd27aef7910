"""Rounds of Ultimate Texas Hold 'Em by the million: all three streets, and the hands of the others for Cover All."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.progressive import FLOP, HOLE_PLUS_FLOP
from pitboss.games.terms import Terms
from pitboss.games.ultimate_texas_hold_em import HOLE_CARDS, LAST_CARDS
from pitboss.hands.jit import compiled
from pitboss.simulation.five_cards import (
    FLUSH,
    ORDER_BITS,
    Order,
    flush_suit,
    number_columns,
    order_of,
    place_of,
    ranks_in,
    sort_columns,
    sum_up,
)
from pitboss.simulation.hold_em_policy import Policy, policy_of
from pitboss.simulation.kernel import Deal, Player, Ready, slip
from pitboss.solvers.hold_em_boards import flop_number, pair
from pitboss.solvers.hold_em_endings import PLAY, rule_book
from pitboss.solvers.hold_em_rounds import CATEGORIES, FOLD, LOSS, ONE, TIMES, TWO
from pitboss.solvers.hold_em_showdown import PAIR
from pitboss.solvers.tally import Cards, Ending
from pitboss.solvers.ultimate_texas_hold_em import SOLVER

SHAPE = (FOLD + 1, 2, 3, CATEGORIES, CATEGORIES, CATEGORIES)
"""What tells endings apart: the decision, whether the dealer qualifies, who is better, and three hands: the player's,
the highest of all for Cover All, and the player's with the flop alone where a progressive looks at it."""
BOARD = slice(HOLE_CARDS, HOLE_CARDS + FLOP + LAST_CARDS)
DEALER = slice(BOARD.stop, BOARD.stop + HOLE_CARDS)
"""The player's cards are dealt first, then the board, the dealer's and the others'."""
STREETS = 3


class Book(NamedTuple):
    """What the loop looks up."""

    policy: Policy
    seven: Order
    five: Order
    category: npt.NDArray[np.uint8]
    """The kind of hand of each value."""
    flop_counts: bool
    """Whether a wager looks at the player's cards and the flop alone."""
    others_count: bool
    """Whether a wager looks at the other players' hands."""


def ready(terms: Terms, player: Player, players: int) -> Ready:
    """Work out every decision."""
    found, progressive = rule_book(), terms["progressive"]
    policy = policy_of(SOLVER.plan(player.strategy, player.solved), found)
    on_flop = progressive is not None and progressive.basis == HOLE_PLUS_FLOP
    book = Book(policy, order_of(7), order_of(5), found.category, on_flop, terms.offers("cover_all"))
    dealt = Deal(HOLE_CARDS, DEALER.stop - HOLE_CARDS, players)
    return Ready(dealt, STREETS, player.slips(STREETS), prod(SHAPE), _look, book, ending)


def ending(number: int, deals: int, cards: Cards) -> Ending:
    """An ending by its number."""
    decision, qualifies, *_ = (int(part) for part in np.unravel_index(number, SHAPE))
    dealt = {"player": cards[:HOLE_CARDS], "community": cards[BOARD], "dealer": cards[DEALER]}
    others = tuple(cards[at : at + HOLE_CARDS] for at in range(DEALER.stop, len(cards), HOLE_CARDS))
    play = PLAY if decision != FOLD else None
    return Ending(SOLVER.decisions[decision], deals, dealt, play, TIMES[decision], bool(qualifies), others)


KERNEL = ready


@compiled
def _look(cards, erring, slips, book, endings):  # type: ignore[no-untyped-def]
    rounds, category = len(endings), book.category
    decision, board = np.empty(rounds, np.uint8), np.empty(rounds, np.uint64)
    player, dealer, other = np.empty(rounds, np.uint16), np.empty(rounds, np.uint16), np.empty(rounds, np.uint16)
    _decide(cards, erring, slips, book.policy, decision)
    sum_up(cards[2:7], book.seven, board)
    _values(cards, 0, board, book.seven, player)
    _values(cards, 7, board, book.seven, dealer)
    for i in range(rounds):
        own, house = player[i], dealer[i]
        outcome = np.uint32(house >= own) + np.uint32(house > own) if decision[i] != FOLD else np.uint32(LOSS)
        way = (np.uint32(decision[i]) * 2 + np.uint32(house >= PAIR)) * 3 + outcome
        endings[i] = (way * 10 + category[own]) * 100 + 10 * category[max(own, house)]
    for row in range(9, len(cards) if book.others_count else 0, 2):
        _values(cards, row, board, book.seven, other)
        for i in range(rounds):
            highest = endings[i] // 10 % 10
            endings[i] += 10 * (max(category[other[i]], highest) - highest)
    if book.flop_counts:
        sum_up(cards[:5], book.five, board)
        for i in range(rounds):
            value = book.five.classes[place_of(board[i], book.five)]
            if board[i] & FLUSH:
                value = book.five.flushes[ranks_in(flush_suit(board[i]), cards, 0, 5, i)]
            endings[i] += category[value]


@compiled
def _values(cards, first, board, order, values):  # type: ignore[no-untyped-def]
    """The values of the hands in two rows, the board among them."""
    for i in range(len(values)):
        total = board[i] + order.keys[cards[first, i]] + order.keys[cards[first + 1, i]]
        if total & FLUSH:
            suit = flush_suit(total)
            held = ranks_in(suit, cards, 2, 7, i) | ranks_in(suit, cards, first, first + 2, i)
            values[i] = order.flushes[held]
        else:
            values[i] = order.classes[place_of(total, order)]


# --- decisions -------------------------------------------------------------------------------------------------------


@compiled
def _decide(cards, erring, slips, policy, decision):  # type: ignore[no-untyped-def]
    """What the player does, street by street; only the rounds that wait go on to the next."""
    waiting, hole = np.empty(len(decision), np.uint32), np.empty(len(decision), np.uint32)
    own, board = cards[:2].copy(), cards[2:7].copy()
    sort_columns(own)
    left = _before_flop(own, policy.starts, erring[0], slips, hole, decision, waiting)
    sort_columns(board[:3])
    left = _on_flop(board, policy.on_flop, erring[1], slips, hole, left, waiting)
    sort_columns(board)
    _at_last(board, policy, erring[2], slips, hole, left, decision, waiting)


@compiled
def _before_flop(own, starts, erring, slips, hole, decision, waiting):  # type: ignore[no-untyped-def]
    """Decide on the hole cards; returns how many rounds wait."""
    left = np.int64(0)
    for i in range(len(decision)):
        hole[i] = pair(np.int64(own[0, i]), np.int64(own[1, i]))
        choice = np.int64(starts[hole[i]])
        if len(slips):
            choice = slip(erring[i], slips, choice, 3)
        decision[i] = choice
        waiting[left] = i
        left += np.int64(choice == TWO)
    return left


@compiled
def _on_flop(flop, bets, erring, slips, hole, left, waiting):  # type: ignore[no-untyped-def]
    """Decide on the flop; returns how many rounds still wait."""
    still = np.int64(0)
    for at in range(left):
        i = waiting[at]
        number = flop_number(np.int64(flop[0, i]), np.int64(flop[1, i]), np.int64(flop[2, i]))
        waits = 1 - np.int64(bets[number, hole[i] >> 3] >> (hole[i] & 7) & 1)
        if len(slips):
            waits = slip(erring[i], slips, waits, 2)
        waiting[still] = i
        still += waits
    return still


@compiled
def _at_last(board, policy, erring, slips, hole, left, decision, waiting):  # type: ignore[no-untyped-def]
    """Decide on the whole board."""
    standard = np.empty(len(decision), np.uint32)
    number_columns(board, standard)
    for at in range(left):
        i = waiting[at]
        standard[i] = policy.standard[standard[i]]
    for at in range(left):
        i = waiting[at]
        own = policy.moved[standard[i] & ((1 << ORDER_BITS) - 1), hole[i]]
        folds = 1 - np.int64(policy.at_last[standard[i] >> ORDER_BITS, own >> 3] >> (own & 7) & 1)
        if len(slips):
            folds = slip(erring[i], slips, folds, 2)
        decision[i] = ONE + folds
