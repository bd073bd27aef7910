"""Rounds of Top Five Poker by the million."""

from __future__ import annotations

from bisect import bisect_right
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.terms import Terms
from pitboss.games.top_five_poker import CARDS_EACH
from pitboss.hands import top_five
from pitboss.hands.jit import compiled
from pitboss.hands.top_five import EMPTY, FIELD, ROYAL, SUIT_SHIFT
from pitboss.simulation.kernel import Deal, Player, Ready, slip
from pitboss.solvers.tally import Cards, Ending
from pitboss.solvers.top_five_counts import POKER_ROWS, Deck, kinds
from pitboss.solvers.top_five_poker import FOLD, PLAY, POLICY, SOLVER

POKER_CLASSES = len(POKER_ROWS) + 1
BONUSES = (CARDS_EACH + 1) * POKER_CLASSES
SHAPE = (len(SOLVER.decisions), 2, 3, BONUSES)
"""What tells endings apart: the decision, whether the dealer qualifies, who is better, and both bonuses."""
PLAYS, FOLDS = SOLVER.decisions.index(PLAY), SOLVER.decisions.index(FOLD)
SUITS = 4


class Book(NamedTuple):
    """What the loop looks up."""

    keys: npt.NDArray[np.uint32]
    """For each card what it adds to a hand's sum."""
    value: npt.NDArray[np.uint16]
    """For each hand, by `place_of`."""
    decision: npt.NDArray[np.uint8]
    """For each number of suits among the cards from ten to ace, and each hand."""
    bonuses: npt.NDArray[np.uint8]
    """For each value the rows that the two bonuses reach."""
    qualifies: int
    """The lowest value with which the dealer plays."""


def ready(terms: Terms, player: Player, players: int) -> Ready:
    """Look up every kind of hand once."""
    every, policy = kinds(Deck()), player.solved.tables[POLICY]
    keys, value = np.array(top_five.KEYS, np.uint32), np.array(top_five.table(), np.uint16)
    decision = np.full((SUITS + 1, len(value)), FOLDS, np.uint8)
    for cards, plays in zip(every.examples, policy.tolist(), strict=True):
        total = np.uint32(EMPTY) + keys[list(cards)].sum(dtype=np.uint32)
        decision[suits_of(total), place_of(total)] = PLAYS if plays else FOLDS
    values = range(top_five.CLASSES)
    bonuses = [
        top_five.count(one) * POKER_CLASSES + bisect_right(POKER_ROWS, top_five.poker_rank(one)) for one in values
    ]
    least = next(one for one in values if top_five.qualifies(one))
    book = Book(keys, value, decision, np.array(bonuses, np.uint8), least)
    slips = player.slips(len(SOLVER.decisions))
    return Ready(Deal(CARDS_EACH, CARDS_EACH, players), 1, slips, prod(SHAPE), _look, book, ending)


def ending(number: int, deals: int, cards: Cards) -> Ending:
    """An ending by its number."""
    decision, qualifies, *_ = (int(part) for part in np.unravel_index(number, SHAPE))
    dealt = {"player": cards[:CARDS_EACH], "dealer": cards[CARDS_EACH : 2 * CARDS_EACH]}
    play = PLAY if decision == PLAYS else None
    return Ending(SOLVER.decisions[decision], deals, dealt, play, int(play is not None), bool(qualifies))


KERNEL = ready


@compiled
def place_of(total):  # type: ignore[no-untyped-def]
    """Where a hand with this sum of keys stands in the table of values."""
    return total & np.uint32(FIELD) | np.uint32(FIELD + 1) * np.uint32(total & np.uint32(ROYAL) > 0)


@compiled
def suits_of(total):  # type: ignore[no-untyped-def]
    """How many suits the cards from ten to ace are of."""
    held = (total - np.uint32(EMPTY)) >> np.uint32(SUIT_SHIFT)
    held = (held | held >> np.uint32(1) | held >> np.uint32(2)) & np.uint32(0x1111)
    return held * np.uint32(0x1111) >> np.uint32(12) & np.uint32(7)


@compiled
def _look(cards, erring, slips, book, endings):  # type: ignore[no-untyped-def]
    totals = np.empty((2, len(endings)), np.uint32)
    _sum_up(cards[:7], book.keys, totals[0])
    _sum_up(cards[7:14], book.keys, totals[1])
    for i in range(len(endings)):
        place = place_of(totals[0, i])
        own, dealer = book.value[place], book.value[place_of(totals[1, i])]
        decision = np.int64(book.decision[suits_of(totals[0, i]), place])
        if len(slips):
            decision = slip(erring[0, i], slips, decision, 2)
        outcome = (np.int64(dealer >= own) + np.int64(dealer > own)) * np.int64(decision == PLAYS)
        way = (decision * 2 + np.int64(dealer >= book.qualifies)) * 3 + outcome
        endings[i] = way * BONUSES + book.bonuses[own]


@compiled
def _sum_up(cards, keys, totals):  # type: ignore[no-untyped-def]
    for i in range(len(totals)):
        first = keys[cards[0, i]] + keys[cards[1, i]] + keys[cards[2, i]] + keys[cards[3, i]]
        totals[i] = np.uint32(EMPTY) + first + keys[cards[4, i]] + keys[cards[5, i]] + keys[cards[6, i]]
