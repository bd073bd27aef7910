"""Ways to play as the loops follow them: best play, or a page of rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import SUITS, flop_number, flops, moved_pairs, pair, pair_cards
from pitboss.solvers.hold_em_rounds import FOUR, TWO, Best, Plan, cell
from pitboss.solvers.hold_em_strategy import Page, bets_on_flop

_bets_on_flop = compiled(bets_on_flop)


def best_plan(best: Best) -> Plan:
    """Best play."""
    by_cell = best.starts
    starts = [by_cell[cell(first, second)] for first, second in pair_cards().tolist()]
    return Plan(np.array(starts, np.uint8), best.bets, np.zeros(0, np.int64))


def plan_of(page: Page, suits: int = SUITS) -> Plan:
    """A page of rules, carried out for every flop and hole cards."""
    starts = [FOUR if page.bets_at_once(first, second) else TWO for first, second in pair_cards().tolist()]
    bets = np.zeros((len(flops(suits).cards), len(starts)), np.uint8)
    _follow(flops(suits).cards, pair_cards(), page.draw, bets)
    return Plan(np.array(starts, np.uint8), bets, np.array(page.outs, np.int64))


def is_bet(bets: npt.NDArray[np.generic], own: Sequence[int], flop: Sequence[int]) -> bool:
    """Whether a plan bets with these hole cards on this flop; `bets` as packed bits."""
    standard, order, moved = _lookup()
    number = flop_number(*sorted(flop))
    hand = moved[order[number]][pair(*sorted(own))]
    return bool(int(bets[standard[number], hand >> 3]) >> (7 - (hand & 7)) & 1)


@cache
def _lookup() -> tuple[list[int], list[int], list[list[int]]]:
    """How a flop is brought to its standard flop, in the form plain Python reads fastest."""
    known = flops()
    return known.standard.tolist(), known.order.tolist(), moved_pairs().tolist()


@compiled
def _follow(flops, pair_cards, draw, bets):  # type: ignore[no-untyped-def]
    for flop in range(len(flops)):
        a, b, c = np.int64(flops[flop, 0]), np.int64(flops[flop, 1]), np.int64(flops[flop, 2])
        for hand in range(len(pair_cards)):
            first, second = np.int64(pair_cards[hand, 0]), np.int64(pair_cards[hand, 1])
            bets[flop, hand] = _bets_on_flop(first, second, a, b, c, draw)
