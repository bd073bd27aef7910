"""What a later seat gains from the hands it has seen: an estimate by sampled deals, each counted exactly."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from math import ceil, comb, sqrt

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK
from pitboss.games.pik_it_poker import CARDS_EACH
from pitboss.hands import five, three
from pitboss.hands.jit import compiled
from pitboss.solvers.pik_it_against import count_against, order_tables
from pitboss.solvers.pik_it_hands import FIVE, THREE, Numbers, all_hands
from pitboss.solvers.pik_it_tally import values
from pitboss.solvers.solver import LateSeat, Progress, silent

Deals = npt.NDArray[np.uint8]
"""One row a deal: the player's hand, then all that was seen."""
QUICK, THOROUGH = 500_000_000, 20_000_000_000
"""So many dealer's hands are counted in all where no number of samples is asked for: in seconds, or in a minute."""
_EACH = 1_000
"""And so many for a sample at least, however few hands are left for the dealer: drawing one takes its time, too."""
_CLOSE = 0.1
"""In antes; added to how far apart the two best actions are, so that hands nearly indifferent are not all there is."""
_BLOCK = 100
"""Samples worked through at once."""


def position_value(
    policy: Numbers,
    paid: Numbers,
    seen: int,
    *,
    work: int = QUICK,
    samples: int | None = None,
    seed: int = 1,
    progress: Progress = silent,
) -> LateSeat:
    """What a seat gains by best play for the hands it has seen, over best play for its own hand alone.

    The deals are drawn at random, the same ones for the same seed; what each action is worth in a deal is exact. Hands
    whose best actions lie close together change their minds most easily: they are drawn more often, and count less.
    `policy` is best play for each of `all_hands`, `paid` what each action nets, as in `pik_it_tally.results`.
    """
    hands = all_hands()
    dealers = comb(len(DECK) - (seen + 1) * CARDS_EACH, CARDS_EACH)
    count = samples or work // max(dealers, _EACH)
    worth = np.sort(values(hands.counts, paid), axis=1) / hands.dealers
    drawn = hands.times / (worth[:, -1] - worth[:, -2] + _CLOSE)
    random = np.random.default_rng([seed, seen])
    own = random.choice(len(drawn), count, p=drawn / drawn.sum())
    blocks = np.array_split(own, ceil(count / _BLOCK))
    deals = (_deals(random, hands.cards[block], seen) for block in blocks)
    order_tables()  # before several threads ask for them
    found = []
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for gains in threads.map(lambda block, deals: gains_in(deals, policy[block], paid), blocks, deals):
            found.append(gains)
            progress(len(found) / len(blocks))
    counts_for = (hands.times / hands.times.sum() / (drawn / drawn.sum()))[own]
    gain = np.concatenate(found) / dealers * counts_for
    return LateSeat(seen, float(gain.mean()), float(gain.std()) / sqrt(count), count)


def _deals(random: np.random.Generator, own: npt.NDArray[np.uint8], seen: int) -> Deals:
    """These hands with so many others dealt to each from the cards that are left."""
    places = random.random((len(own), len(DECK)))
    np.put_along_axis(places, own.astype(np.int64), -1, axis=1)
    return np.argsort(places, axis=1)[:, : (seen + 1) * CARDS_EACH].astype(np.uint8)


def gains_in(deals: Deals, alone: Numbers, paid: Numbers) -> Numbers:
    """For each deal what seen cards add to the action for the hand alone, in antes, over all hands of the dealer's."""
    own = np.ascontiguousarray(deals[:, :CARDS_EACH])
    found: Numbers = _gains(deals, three.values(own), five.values(own), alone, paid, order_tables())
    return found


@compiled
def _gains(deals, threes, fives, alone, paid, order_tables):  # type: ignore[no-untyped-def]
    gains, left = np.empty(len(deals), np.int64), np.empty(52, np.bool_)
    for deal in range(len(deals)):
        left[:] = True
        for card in deals[deal]:
            left[card] = False
        counts = count_against(np.flatnonzero(left), threes[deal], fives[deal], order_tables)
        worth = (counts[THREE] * paid[0]).sum(), (counts[FIVE] * paid[1]).sum(), (counts[FIVE] * paid[2]).sum()
        gains[deal] = max(worth) - worth[alone[deal]]
    return gains
