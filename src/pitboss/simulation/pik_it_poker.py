"""Rounds of Pik-It Poker by the million."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.pik_it_poker import CARDS_EACH, PICKED, qualifies
from pitboss.games.terms import Terms
from pitboss.hands import five, three
from pitboss.hands.jit import compiled
from pitboss.simulation.five_cards import ORDER_BITS, number_columns, sort_columns, standard_hands
from pitboss.simulation.kernel import Deal, Player, Ready, slip
from pitboss.solvers.pik_it_hands import all_hands
from pitboss.solvers.pik_it_poker import POLICY
from pitboss.solvers.pik_it_strategy import ACTIONS, wagered
from pitboss.solvers.tally import Cards, Ending

FIVES, THREES = len(five.Category), len(three.Category)
SHAPE = (len(ACTIONS), 2, 3, FIVES, THREES)
"""What tells endings apart: action, whether the dealer qualifies, who is better, the five cards, the three picked."""
BY_THREE, BY_FIVE, FOLDS = range(len(ACTIONS))
FIVE_BITS, THREE_BITS = 13, 10
"""How a hand is packed: the action, the value of the best three cards, the value of all five."""
MOST_FIVE, MOST_THREE = (1 << FIVE_BITS) - 1, (1 << THREE_BITS) - 1
SUITED = three.SUITED


class Book(NamedTuple):
    """What the loop looks up."""

    hands: npt.NDArray[np.uint32]
    """Every hand by its number, packed."""
    category: npt.NDArray[np.uint8]
    """The kind of hand of each value of five cards."""
    qualifies: npt.NDArray[np.uint8]
    """Whether the dealer qualifies with it."""
    picked: npt.NDArray[np.uint8]
    """The kind of three-card hand by the ranks of three cards, then the same for three of one suit."""


def ready(terms: Terms, player: Player, players: int) -> Ready:
    """Look up every hand once."""
    every = all_hands()
    action = player.solved.tables[POLICY].astype(np.uint32)
    packed = (action << THREE_BITS | every.three) << FIVE_BITS | every.five
    values = range(five.CLASSES)
    book = Book(
        packed[standard_hands(every.cards) >> ORDER_BITS].astype(np.uint32),
        np.array([five.category(value) for value in values], np.uint8),
        np.array([qualifies(value) for value in values], np.uint8),
        np.array([three.category(value) for value in range(three.CLASSES)], np.uint8)[three.table()],
    )
    tell = partial(ending, wagered(terms), bool(terms["dealer_must_qualify"]))
    return Ready(Deal(CARDS_EACH, CARDS_EACH, players), 1, player.slips(len(ACTIONS)), prod(SHAPE), _look, book, tell)


def ending(times: tuple[int, ...], must_qualify: bool, number: int, deals: int, cards: Cards) -> Ending:
    """An ending by its number; three cards picked blind are as good as the first three."""
    place, does, *_ = (int(part) for part in np.unravel_index(number, SHAPE))
    action = ACTIONS[place]
    own, dealer = cards[:CARDS_EACH], cards[CARDS_EACH : 2 * CARDS_EACH]
    dealt = {"player": own, "dealer": dealer, "picked": own[:PICKED]}
    return Ending(action.name, deals, dealt, action.wager, times[place], bool(does) if must_qualify else None)


KERNEL = ready


@compiled
def _look(cards, erring, slips, book, endings):  # type: ignore[no-untyped-def]
    own, dealer = np.empty(len(endings), np.uint32), np.empty(len(endings), np.uint32)
    _look_up(cards[:5].copy(), book.hands, own)
    _look_up(cards[5:10].copy(), book.hands, dealer)
    for i in range(len(endings)):
        action = np.int64(own[i] >> (FIVE_BITS + THREE_BITS))
        if len(slips):
            action = slip(erring[0, i], slips, action, 3)
        value, house = own[i] & MOST_FIVE, dealer[i] & MOST_FIVE
        three, house_three = own[i] >> FIVE_BITS & MOST_THREE, dealer[i] >> FIVE_BITS & MOST_THREE
        by_five = np.int64(house >= value) + np.int64(house > value)
        by_three = np.int64(house_three >= three) + np.int64(house_three > three)
        outcome = by_five * np.int64(action == BY_FIVE) + by_three * np.int64(action == BY_THREE)
        way = (action * 2 + book.qualifies[house]) * 3 + outcome
        endings[i] = (way * FIVES + book.category[value]) * THREES + book.picked[_three(cards, i)]


@compiled
def _look_up(cards, hands, found):  # type: ignore[no-untyped-def]
    """The table is large: all numbers are worked out before any is looked up, so that no look waits for another."""
    sort_columns(cards)
    number_columns(cards, found)
    for i in range(len(found)):
        found[i] = hands[found[i]]


@compiled
def _three(cards, i):  # type: ignore[no-untyped-def]
    """Where the first three cards stand in the table of three-card hands."""
    a, b, c = cards[0, i], cards[1, i], cards[2, i]
    suited = np.uint32((a & 3 == b & 3) & (a & 3 == c & 3))
    return np.uint32(a >> 2) * 169 + np.uint32(b >> 2) * 13 + np.uint32(c >> 2) + SUITED * suited
