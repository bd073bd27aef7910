"""A way to play Hold 'Em as tables that millions of rounds a second can look their decisions up in.

Before the flop a decision hangs on the hole cards, after it on one of 22,100 flops as well: one bit each. At the end
there are too many boards for that; each is brought to its standard board first, of which there are 134,459.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands.jit import compiled
from pitboss.simulation.five_cards import standard_hands
from pitboss.solvers.hold_em_boards import (
    PAIRS,
    WHOLE,
    Bytes,
    boards,
    flops,
    moved_pairs,
)
from pitboss.solvers.hold_em_rounds import Plan, cores, dealer_hands, hole_cards, last_bets, spread
from pitboss.solvers.hold_em_showdown import GROUPS, KINDS, Book, lay_out, new_kinds, order_of, sweep
from pitboss.solvers.solver import silent

BYTES = -(-PAIRS // 8)
"""The bits of all hole cards in one row."""


class Policy(NamedTuple):
    """When to bet; of the hole cards it knows the number, by `pair`."""

    starts: Bytes
    """The decision before the flop."""
    on_flop: Bytes
    """For each flop, by `flop_number`, a bit for each hole cards."""
    standard: npt.NDArray[np.uint32]
    """Of each board, see `standard_hands`."""
    moved: npt.NDArray[np.uint16]
    """The hole cards under each order of suits."""
    at_last: Bytes
    """For each standard board a bit for each hole cards."""


def policy_of(plan: Plan, book: Book) -> Policy:
    """The tables of a plan."""
    known, every = flops(), boards()
    moved = moved_pairs()
    bets = plan.bets[known.standard[:, None], moved[known.order]]
    at_last = np.zeros((len(every.cards), BYTES), np.uint8)
    by_size = order_of(5), order_of(6), order_of(7)

    def work(_: int, start: int, stop: int) -> None:
        _last(every.cards[start:stop], WHOLE.cards, by_size, book, dealer_hands(WHOLE), plan, at_last[start:stop])

    spread(len(every.cards), work, cores(), silent)
    bits = np.packbits(bets, axis=1, bitorder="little")
    return Policy(plan.starts, bits, _standard_boards(), moved, at_last)


@cache
def _standard_boards() -> npt.NDArray[np.uint32]:
    return standard_hands(boards().cards)


@compiled
def _last(boards, deck, by_size, book, dealers, plan, bits):  # type: ignore[no-untyped-def]
    kinds, masks, one_more = new_kinds(), np.zeros(4, np.int64), np.empty(GROUPS, np.int64)
    pairs, kind, bets = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16), np.empty(KINDS, np.uint8)
    for b in range(len(boards)):
        number = lay_out(boards[b], deck, by_size[2], masks, kinds)
        sweep(kinds, number)
        last_bets(boards[b], number, by_size, book, dealers, plan, masks, one_more, kinds, bets)
        for hand in range(hole_cards(deck, kinds, pairs, kind)):
            bits[b, pairs[hand] >> 3] |= bets[kind[hand]] << (pairs[hand] & 7)
