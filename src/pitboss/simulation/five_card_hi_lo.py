"""Rounds of 5 Card Hi-Lo by the million."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK
from pitboss.games.five_card_hi_lo import CARDS_EACH, FOUR_ACES_AND_A_TWO, ante_bonus_strength
from pitboss.games.terms import Terms
from pitboss.hands import five
from pitboss.hands.jit import compiled
from pitboss.simulation.five_cards import EMPTY, FLUSH, Order, flush_suit, order_of, place_of, ranks_in, sum_up
from pitboss.simulation.kernel import Deal, Player, Ready, slip
from pitboss.solvers.five_card_hi_lo import FOLD, FOLDED, PLAY, POLICY
from pitboss.solvers.hi_lo_counts import POKER_ROWS, SPLITS, pattern_of, patterns
from pitboss.solvers.tally import Cards, Ending

FOLDS = len(SPLITS)
STRENGTHS = FOUR_ACES_AND_A_TWO + 1
POKER_CLASSES = len(POKER_ROWS) + 1
SHAPE = (len(SPLITS) + 1, 3, 3, STRENGTHS, POKER_CLASSES)
"""What tells endings apart: the setting, or a fold in the last place, how both totals compare, and the bonuses."""
BONUSES = STRENGTHS * POKER_CLASSES
LOW_BITS, ENDING_BITS = 5, 16
"""How a way to set a hand is packed: the high total, the low total, the ending if the dealer has less of both."""
BEYOND = (1 << 6) - 1, (1 << LOW_BITS) - 1
"""Totals that the dealer never reaches: after a fold nothing is compared."""


class Book(NamedTuple):
    """What the loop looks up for each set of five ranks, by its place in the five-card order."""

    order: Order
    decision: npt.NDArray[np.uint8]
    """A split of the cards in ascending order, or `FOLDS`."""
    ways: npt.NDArray[np.uint32]
    """(places, splits and the fold): each way to set the hand, packed."""
    house: npt.NDArray[np.uint32]
    """The dealer's totals, packed in the same way."""
    legal: npt.NDArray[np.uint8]
    """(places, splits and the fold): what is allowed, one after the other."""
    choices: npt.NDArray[np.uint8]
    """How many of them there are."""
    poker: npt.NDArray[np.uint8]
    """For each value of the five-card order the row of the poker bonus it reaches."""


def ready(terms: Terms, player: Player, players: int) -> Ready:
    """Look up every set of five ranks once."""
    every, policy, order = patterns(DECK), player.solved.tables[POLICY], order_of(CARDS_EACH)
    places = len(order.classes)
    decision, choices = np.zeros(places, np.uint8), np.zeros(places, np.uint8)
    legal = np.full((places, len(SPLITS) + 1), FOLDS, np.uint8)
    ways, house = np.zeros((places, len(SPLITS) + 1), np.uint32), np.zeros(places, np.uint32)
    for ranks in combinations_with_replacement(range(13), CARDS_EACH):
        if max(map(ranks.count, ranks)) > 4:
            continue
        hand = tuple(4 * rank + ranks[:card].count(rank) for card, rank in enumerate(ranks))
        place, pattern = place_of(EMPTY + order.keys[list(hand)].sum(), order), every.place[pattern_of(hand)]
        decision[place] = FOLDS if policy[pattern] == FOLDED else policy[pattern]
        allowed = np.flatnonzero(every.legal[pattern])
        legal[place, : len(allowed)] = allowed
        choices[place] = len(allowed) + 1
        bonus = ante_bonus_strength(hand) * POKER_CLASSES
        for split, (high, low) in enumerate((*every.settings[pattern].tolist(), BEYOND)):
            ways[place, split] = _packed(high, low) | split * 9 * BONUSES + bonus
        high, low = every.house[pattern].tolist()
        house[place] = _packed(high, low)
    poker = np.searchsorted(POKER_ROWS, range(five.CLASSES), side="right").astype(np.uint8)
    book = Book(order, decision, ways, house, legal, choices, poker)
    dealt = Deal(CARDS_EACH, CARDS_EACH, players)
    return Ready(dealt, 1, player.slips(len(SPLITS) + 1), prod(SHAPE), _look, book, ending)


def ending(number: int, deals: int, cards: Cards) -> Ending:
    """An ending by its number."""
    split = number // prod(SHAPE[1:])
    hand = tuple(sorted(cards[:CARDS_EACH]))
    if split == FOLDS:
        return Ending(FOLD, deals, {"player": hand})
    low = tuple(hand[card] for card in SPLITS[split])
    high = tuple(card for card in hand if card not in low)
    return Ending(PLAY, deals, {"high": high, "low": low, "dealer": cards[CARDS_EACH : 2 * CARDS_EACH]}, PLAY, 1)


KERNEL = ready


def _packed(high: int, low: int) -> int:
    return (high << LOW_BITS | low) << ENDING_BITS


@compiled
def _look(cards, erring, slips, book, endings):  # type: ignore[no-untyped-def]
    order, own, dealer = book.order, np.empty(len(endings), np.uint64), np.empty(len(endings), np.uint64)
    sum_up(cards[:5], order, own)
    sum_up(cards[5:10], order, dealer)
    for i in range(len(endings)):
        place = place_of(own[i], order)
        split = np.int64(book.decision[place])
        if len(slips):
            split = _slip(erring[0, i], slips, split, place, book.legal, np.int64(book.choices[place]))
        way, house = book.ways[place, split], book.house[place_of(dealer[i], order)]
        high, house_high = way >> (ENDING_BITS + LOW_BITS), house >> (ENDING_BITS + LOW_BITS)
        low, house_low = way >> ENDING_BITS & BEYOND[1], house >> ENDING_BITS & BEYOND[1]
        outcome = 3 * (np.uint32(house_high >= high) + np.uint32(house_high > high))
        outcome += np.uint32(house_low >= low) + np.uint32(house_low > low)
        value = order.classes[place]
        if own[i] & FLUSH:
            value = order.flushes[ranks_in(flush_suit(own[i]), cards, 0, 5, i)]
        endings[i] = (way & ((1 << ENDING_BITS) - 1)) + outcome * BONUSES + book.poker[value]


@compiled
def _slip(word, slips, chosen, place, legal, choices):  # type: ignore[no-untyped-def]
    """Another of the settings that are allowed, or a fold, if the word says so."""
    at = choices - 1
    for choice in range(choices):
        if legal[place, choice] == chosen:
            at = choice
    return np.int64(legal[place, slip(word, slips, at, choices)])
