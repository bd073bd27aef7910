"""The kinds of hole cards on one board as rungs of a ladder, and how many cards go with each to stay below a rung.

With the ladder it takes a few additions to count the dealer's hands below a player's when some cards are known: one of
the dealer's own, or those of other players.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import Counts, Shorts
from pitboss.solvers.hold_em_showdown import GROUPS, KINDS, PAIR, Ints, all_hands, sort


class Ladder(NamedTuple):
    """Kinds of equal value share a rung; the lowest is rung 0. Written anew for each board."""

    rung: Shorts
    """The rung of each kind."""
    together: Shorts
    """The rung of a card of one group with a card of another."""
    under: Ints
    """For each rung and group: with how many other cards a card of the group is below that rung."""
    hands: Counts
    """For each rung how many hole cards are below it."""


@compiled
def new_ladder():  # type: ignore[no-untyped-def]
    """Room for the ladder of one board."""
    return Ladder(
        np.empty(KINDS, np.uint16),
        np.zeros((GROUPS, GROUPS), np.uint16),
        np.empty((KINDS + 1, GROUPS), np.int32),
        np.empty(KINDS + 1, np.int64),
    )


@compiled
def climb(kinds, number, ladder):  # type: ignore[no-untyped-def]
    """Put the kinds of a board on their rungs; returns the lowest with which a dealer qualifies."""
    sort(kinds, number)
    rung, qualifying, last = -1, -1, np.int64(-1)
    for at in range(number):
        k = kinds.ascending[at]
        value = np.int64(kinds.value[k])
        if value != last:
            rung, last = rung + 1, value
            ladder.under[rung + 1] = 0
            ladder.hands[rung + 1] = 0
            if value >= PAIR and qualifying < 0:
                qualifying = rung
        ladder.rung[k] = rung
        i, j = kinds.first[k], kinds.second[k]
        ladder.together[i, j] = ladder.together[j, i] = rung
        ladder.under[rung + 1, i] += kinds.cards[j] - (i == j)
        if i != j:
            ladder.under[rung + 1, j] += kinds.cards[i]
        ladder.hands[rung + 1] += all_hands(kinds, i, j)
    rungs = rung + 1
    ladder.under[0] = 0
    ladder.hands[0] = 0
    for rung in range(rungs):
        ladder.under[rung + 1] += ladder.under[rung]
        ladder.hands[rung + 1] += ladder.hands[rung]
    return qualifying if qualifying >= 0 else rungs


@compiled
def dealers_of(ladder, rung, qualifying, i, j):  # type: ignore[no-untyped-def]
    """How many hands of the dealer's are below hole cards of two groups, not above them, and short of qualifying."""
    below = ladder.hands[rung] - ladder.under[rung, i] - ladder.under[rung, j]
    upto = ladder.hands[rung + 1] - ladder.under[rung + 1, i] - ladder.under[rung + 1, j] + 1  # the hand shares both
    short = ladder.hands[qualifying] - ladder.under[qualifying, i] - ladder.under[qualifying, j] + (rung < qualifying)
    return below, upto, short
