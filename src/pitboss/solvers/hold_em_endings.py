"""From counts to endings: one deal of each, for the rule book to settle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import lcm

import numpy as np

from pitboss.cards import DECK
from pitboss.games.progressive import FLOP
from pitboss.games.ultimate_texas_hold_em import AFTER_FLOP, AFTER_RIVER, BLIND, COVER_ALL, HOLE_CARDS, LAST_CARDS
from pitboss.hands import five
from pitboss.solvers.cover_all import deal_with, highest
from pitboss.solvers.hold_em_boards import PAIRS, boards, pair_cards
from pitboss.solvers.hold_em_plans import is_bet
from pitboss.solvers.hold_em_rounds import FOLD, LOSS, ONE, TIE, TIMES, TWO, WIN, Endings, Plan
from pitboss.solvers.hold_em_showdown import PAIR, Book
from pitboss.solvers.solver import Progress
from pitboss.solvers.tally import Cards, Ending, Side, Tally

PLAY = "play"


@cache
def rule_book() -> Book:
    """What the loops must know of the rule book."""
    unit = lcm(*(row.odds.stake for row in BLIND.rows))
    rows = [BLIND.row(value) for value in range(five.CLASSES)]
    (after_flop,), (after_river,) = AFTER_FLOP.numbers, AFTER_RIVER.numbers
    return Book(
        unit,
        np.array([row.odds.pays(unit) if row else 0 for row in rows], np.int64),
        np.array([five.category(value) for value in range(five.CLASSES)], np.uint8),
        after_flop,
        after_river,
    )


def endings(counted: Endings, plan: Plan, decisions: Sequence[str]) -> Iterator[Ending]:
    """The endings of all rounds, each with a deal in which the player comes to its decision."""
    every, packed = boards().cards, np.packbits(plan.bets, axis=1)
    for place in np.argwhere(counted.deals).tolist():
        decision, qualifies, outcome, _ = place
        at, hand = divmod(int(counted.examples[tuple(place)]), PAIRS)
        board, own = tuple(every[at].tolist()), tuple(pair_cards()[hand].tolist())
        if decision >= TWO:
            flop = next(flop for flop in combinations(board, FLOP) if is_bet(packed, own, flop) == (decision == TWO))
            board = (*flop, *(card for card in board if card not in flop))
        yield Ending(
            decisions[decision],
            int(counted.deals[tuple(place)]),
            {"player": own, "community": board, "dealer": _dealer(own, board, decision, bool(qualifies), outcome)},
            PLAY if decision != FOLD else None,
            TIMES[decision],
            bool(qualifies),
        )


def _dealer(own: Cards, board: Cards, decision: int, qualifies: bool, outcome: int) -> Cards:
    """Some hand of the dealer that leads to this ending."""
    player = five.value(own + board)
    for hand in combinations(_left(own, board), HOLE_CARDS):
        value = five.value(hand + board)
        came_out = WIN if value < player else TIE if value == player else LOSS
        if (value >= PAIR) == qualifies and (decision == FOLD or came_out == outcome):
            return hand
    raise AssertionError("every ending has a deal")


def cover_all(progress: Progress) -> Iterator[tuple[str, Side]]:
    """Cover All by the number of hands in the round: the dealer's, the player's and the others'."""
    rows = sorted({row.at_least for table in COVER_ALL.tables.values() for row in table.rows})
    numbers = sorted(int(number) for number in COVER_ALL.tables)
    for hands, found in highest(rows, numbers, progress=progress).items():
        lines = pairwise((0, *rows, five.CLASSES))
        each = zip(found.deals, found.boards, lines, strict=True)
        tally = Tally(tuple(_covered(hands, deals, board, *line) for deals, board, line in each if deals))
        yield f"cover_all_{hands}", Side("cover_all", tally)


def _covered(hands: int, deals: int, board: Cards, least: int, below: int) -> Ending:
    player, dealer, *others = deal_with(board, least, below, hands)
    cards = {"player": player, "community": board, "dealer": dealer}
    return Ending("", deals, cards, PLAY, TIMES[ONE], others=tuple(others))


def five_cards() -> Tally:
    """The player's cards and the flop, by the kind of hand they make."""
    every = boards()
    kinds = rule_book().category[five.values(every.cards)]
    found = [(every.cards[kinds == kind], every.copies[kinds == kind]) for kind in np.unique(kinds)]
    return Tally(tuple(_of_five(int(copies.sum()), tuple(cards[0].tolist())) for cards, copies in found))


def _of_five(deals: int, five_cards: Cards) -> Ending:
    own, flop = five_cards[:HOLE_CARDS], five_cards[HOLE_CARDS:]
    rest = _left(five_cards)
    board, dealer = (*flop, *rest[:LAST_CARDS]), tuple(rest[LAST_CARDS : LAST_CARDS + HOLE_CARDS])
    return Ending("", deals, {"player": own, "community": board, "dealer": dealer}, PLAY, TIMES[ONE])


def _left(*known: Cards) -> list[int]:
    taken = {card for cards in known for card in cards}
    return [card for card in DECK if card not in taken]
