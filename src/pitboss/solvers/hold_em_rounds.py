"""Every round there is: what best play is worth, and how rounds end under a way to play.

A deal is the player's two cards, the board, which three of its cards came first, and the dealer's two cards. Each
standard board is worked through once, for all hole cards; what follows from it is added to each of its ten flops.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import (
    BOARD,
    FLOPS_OF_A_BOARD,
    PAIRS,
    RANKS,
    WHOLE,
    Bytes,
    Counts,
    Deck,
    boards,
    flop_number,
    flops,
    moved_pairs,
    orders,
    pair,
    pair_cards,
    ranks_by_suit,
)
from pitboss.solvers.hold_em_showdown import (
    GROUPS,
    KINDS,
    Book,
    all_hands,
    board_and_one,
    folded,
    lay_out,
    new_kinds,
    order_of,
    outs,
    results,
    suited_hands,
    sweep,
)
from pitboss.solvers.solver import Progress, silent

FOUR, THREE, TWO, ONE, FOLD = range(5)
"""How the play wager is made, or a fold, as the counts are ordered."""
TIMES = (4, 3, 2, 1, 0)
"""The play wager in antes."""
WIN, TIE, LOSS = range(3)
CATEGORIES = 10
NEVER = np.iinfo(np.int64).max
_CHUNK = 1000


class Best(NamedTuple):
    """Best play up to the river, and what the starts are worth; a start's place is its `cell`."""

    base: Counts
    """What ante and blind win for each start that is played out, over all its deals."""
    play: Counts
    """What each ante on the play wager wins."""
    check: Counts
    """What is won after a check, with best play."""
    bets: Bytes
    """For each standard flop and hole cards whether to bet."""

    @property
    def starts(self) -> Bytes:
        """`FOUR`, `THREE`, or `TWO` for a check; of equals the one that wagers less."""
        starts, most = np.full(self.check.shape, TWO, np.uint8), self.check
        for decision in (THREE, FOUR):
            wagered = self.base + TIMES[decision] * self.play
            starts[wagered > most] = decision
            most = np.maximum(most, wagered)
        return starts


class Plan(NamedTuple):
    """A way to play, as the loops follow it."""

    starts: Bytes
    """`FOUR`, `THREE`, or `TWO` for a check, for each pair of hole cards."""
    bets: Bytes
    """For each standard flop and pair of hole cards whether to bet."""
    outs: Counts
    """How many outs the dealer may have for a bet at the end: where the board is all the player has, and where it is
    not. Empty for best play, which looks at the dealer's hands themselves."""


class Endings(NamedTuple):
    """How many deals end in each way: by decision, whether the dealer qualifies, win, tie or loss, and category.

    A fold is counted as a loss, whatever the hands.
    """

    deals: Counts
    examples: Counts
    """The first standard board and hole cards that end so, as one number; `NEVER` where none does."""


def spread(
    number: int, work: Callable[[Any, int, int], None], shares: Sequence[Any], progress: Progress, size: int = _CHUNK
) -> None:
    """Work through so many boards, a share for each core; every share gets its chunks in ascending order."""
    free: SimpleQueue[Any] = SimpleQueue()
    for share in shares:
        free.put(share)

    def chunk(start: int) -> None:
        share = free.get()
        try:
            work(share, start, min(start + size, number))
        finally:
            free.put(share)

    starts = range(0, number, size)
    with ThreadPoolExecutor(len(shares)) as threads:
        for done, _ in enumerate(threads.map(chunk, starts), 1):
            progress(done / len(starts))


def cores() -> range:
    """The cores of this machine."""
    return range(os.cpu_count() or 1)


def dealer_hands(deck: Deck) -> int:
    """How many hands the dealer may have against given hole cards on a given board."""
    return comb(len(deck.cards) - BOARD - 2, 2)


def cell(first: int, second: int) -> tuple[int, int]:
    """The place of two hole cards among the starts: suited below the diagonal, all others on it and above."""
    low, high = sorted((first, second))
    return (high >> 2, low >> 2) if high & 3 == low & 3 else (low >> 2, high >> 2)


def best_play(book: Book, deck: Deck = WHOLE, progress: Progress = silent) -> Best:
    """Best play before the flop and after it, and the values of the starts."""
    every, known, order, moved = boards(deck), flops(deck.suits), order_of(7), moved_pairs()
    shares = [(np.zeros((len(known.cards), PAIRS), np.int64), np.zeros((3, RANKS, RANKS), np.int64)) for _ in cores()]

    def work(share: tuple[Counts, Counts], start: int, stop: int) -> None:
        part = every.cards[start:stop], every.copies[start:stop]
        _value(*part, deck.cards, order, book, dealer_hands(deck), known, moved, *share)

    spread(len(every.cards), work, shares, progress)
    gains, (base, play, river) = (sum(parts) for parts in zip(*shares, strict=True))
    base, play, check = FLOPS_OF_A_BOARD * base, FLOPS_OF_A_BOARD * play, FLOPS_OF_A_BOARD * river
    bets = np.zeros(gains.shape, np.uint8)
    _bet(known.cards, deck.suits, orders(), moved, pair_cards(), gains, bets, check)
    return Best(base, play, check, bets)


def count_endings(book: Book, plan: Plan, deck: Deck = WHOLE, progress: Progress = silent) -> Endings:
    """How all rounds end under a way to play."""
    every, known, moved = boards(deck), flops(deck.suits), moved_pairs()
    by_size = order_of(5), order_of(6), order_of(7)
    shape = (FOLD + 1, 2, 3, CATEGORIES)
    shares = [(np.zeros(shape, np.int64), np.full(shape, NEVER, np.int64)) for _ in cores()]

    def work(share: tuple[Counts, Counts], start: int, stop: int) -> None:
        part = start, every.cards[start:stop], every.copies[start:stop]
        _end(*part, deck.cards, by_size, book, dealer_hands(deck), known, moved, plan, *share)

    spread(len(every.cards), work, shares, progress)
    deals, examples = zip(*shares, strict=True)
    return Endings(sum(deals), np.minimum.reduce(examples))


# --- best play -------------------------------------------------------------------------------------------------------


@compiled
def hole_cards(deck, kinds, pairs, kind):  # type: ignore[no-untyped-def]
    """Write down the hole cards that a board leaves, and their kinds; returns how many."""
    left, groups, cards, number = np.empty(52, np.int64), np.empty(52, np.uint64), 0, 0
    for second in deck:
        if kinds.group[second] >= 0:
            kind_with, numbers = kinds.of[kinds.group[second]], pair(0, np.int64(second))
            for i in range(cards):
                pairs[number] = numbers + left[i]
                kind[number] = kind_with[groups[i]]
                number += 1
            left[cards], groups[cards] = second, kinds.group[second]
            cards += 1
    return number


@compiled
def _value(boards, copies, deck, order, book, dealers, known, moved, gains, sums):  # type: ignore[no-untyped-def]
    """Add what a bet after the flop gains over a check for each flop and hole cards, and the sums for each start."""
    kinds, masks = new_kinds(), np.zeros(4, np.int64)
    pairs, kind = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    by_kind, by_hand = np.empty(KINDS, np.int64), np.empty(PAIRS, np.int64)
    for b in range(len(boards)):
        board = boards[b]
        number = lay_out(board, deck, order, masks, kinds)
        sweep(kinds, number)
        for k in range(number):
            base, play = results(kinds.value[k], kinds.below[k], kinds.equal[k], kinds.short[k], dealers, book)
            river = max(base + book.after_river * play, folded(dealers, book))
            by_kind[k] = copies[b] * (base + book.after_flop * play - river)
            first, second = kinds.first[k], kinds.second[k]
            low, high = min(first % 13, second % 13), max(first % 13, second % 13)
            suited = suited_hands(kinds, first, second)
            others = all_hands(kinds, first, second) - suited
            for part, result in enumerate((base, play, river)):
                sums[part, high, low] += copies[b] * suited * result
                sums[part, low, high] += copies[b] * others * result
        hands = hole_cards(deck, kinds, pairs, kind)
        for hand in range(hands):
            by_hand[hand] = by_kind[kind[hand]]
        for z in range(2, 5):
            for y in range(1, z):
                for x in range(y):
                    flop = flop_number(board[x], board[y], board[z])
                    row, move = gains[known.standard[flop]], moved[known.order[flop]]
                    for hand in range(hands):
                        row[move[pairs[hand]]] += by_hand[hand]


@compiled
def _bet(flops, suits, orders, moved, pair_cards, gains, bets, check):  # type: ignore[no-untyped-def]
    """Bet where that gains, hole cards that only trade suits taken together; add the gain to the value of checking."""
    masks, trades = np.zeros(4, np.int64), np.empty(len(orders), np.int64)
    for flop in range(len(flops)):
        ranks_by_suit(flops[flop], masks)
        number = trades_of(masks, suits, orders, trades)
        for hand in range(gains.shape[1]):
            total = np.int64(0)
            for i in range(number):
                total += gains[flop, moved[trades[i], hand]]
            if total > 0:
                bets[flop, hand] = 1
                low, high = pair_cards[hand]
                if low & 3 == high & 3:
                    low, high = high, low
                check[low >> 2, high >> 2] += gains[flop, hand]


@compiled
def trades_of(masks, suits, orders, rows):  # type: ignore[no-untyped-def]
    """The orders that move only suits with the same ranks; returns how many."""
    number = 0
    for row in range(len(orders)):
        same = True
        for suit in range(4):
            to = orders[row, suit]
            same &= masks[to] == masks[suit] and (to == suit or max(to, suit) < suits)
        if same:
            rows[number] = row
            number += 1
    return number


# --- how rounds end --------------------------------------------------------------------------------------------------


@compiled
def _end(start, boards, copies, deck, by_size, book, dealers, known, moved, plan, deals, examples):  # type: ignore[no-untyped-def]
    """Count the endings of some boards, of which the first has the number `start`."""
    kinds, masks, split = new_kinds(), np.zeros(4, np.int64), np.empty((2, 3), np.int64)
    pairs, kind, bets = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint8)
    weight, one_more, last = np.empty((KINDS, 5), np.int64), np.empty(GROUPS, np.int64), np.empty(KINDS, np.uint8)
    for b in range(len(boards)):
        number = lay_out(boards[b], deck, by_size[2], masks, kinds)
        sweep(kinds, number)
        hands = hole_cards(deck, kinds, pairs, kind)
        weight[:number] = 0
        _early_bets(boards[b], hands, pairs, kind, known, moved, plan, bets, weight)
        last_bets(boards[b], number, by_size, book, dealers, plan, masks, one_more, kinds, last)
        for k in range(number):
            if not last[k]:
                weight[k, FOLD] = weight[k, ONE]
                weight[k, ONE] = 0
            category = book.category[kinds.value[k]]
            _split(kinds, k, dealers, split)
            for decision in range(5):
                times = copies[b] * weight[k, decision]
                if not times:
                    continue
                for qualifies in range(2):
                    for outcome in range(3):
                        if split[qualifies, outcome]:
                            way = decision, qualifies, LOSS if decision == FOLD else outcome, category
                            deals[way] += times * split[qualifies, outcome]
                            if examples[way] == NEVER:
                                hand = _first(k, decision, hands, kind, pairs, plan.starts, bets)
                                examples[way] = (start + b) * PAIRS + pairs[hand]


@compiled
def last_bets(board, number, by_size, book, dealers, plan, masks, one_more, kinds, bets):  # type: ignore[no-untyped-def]
    """With which kinds of hole cards a plan bets at the end on a board that was laid out and swept."""
    own = board_and_one(board, by_size, masks, one_more) if len(plan.outs) else 0
    for k in range(number):
        if len(plan.outs):
            bets[k] = outs(kinds, k, one_more) <= plan.outs[np.int64(kinds.value[k] > own)]
        else:
            base, play = results(kinds.value[k], kinds.below[k], kinds.equal[k], kinds.short[k], dealers, book)
            bets[k] = base + book.after_river * play > folded(dealers, book)


@compiled
def _early_bets(board, hands, pairs, kind, known, moved, plan, bets, weight):  # type: ignore[no-untyped-def]
    """Add up, for each kind, the flops of a board on which the player bets so much, or still waits at the end.

    Writes down for each hole cards that are not bet at once on how many flops they are bet.
    """
    waiting, checked, count = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16), 0
    for hand in range(hands):
        decision = plan.starts[pairs[hand]]
        weight[kind[hand], decision] += FLOPS_OF_A_BOARD * (decision != TWO)
        waiting[count], checked[count] = hand, pairs[hand]
        count += decision == TWO
    on = np.zeros(count, np.uint8)
    for z in range(2, 5):
        for y in range(1, z):
            for x in range(y):
                flop = flop_number(board[x], board[y], board[z])
                row, move = plan.bets[known.standard[flop]], moved[known.order[flop]]
                for i in range(count):
                    on[i] += row[move[checked[i]]]
    for i in range(count):
        hand = waiting[i]
        weight[kind[hand], TWO] += on[i]
        weight[kind[hand], ONE] += FLOPS_OF_A_BOARD - on[i]
        bets[hand] = on[i]


@compiled
def _split(kinds, k, dealers, split):  # type: ignore[no-untyped-def]
    """The dealer's hands that hole cards of one kind beat, tie and lose to: those below a pair, and the others."""
    wins, ties, short = kinds.below[k], kinds.equal[k], kinds.short[k]
    split[0, WIN] = min(wins, short)
    split[0, TIE] = min(ties, short - split[0, WIN])
    split[0, LOSS] = short - split[0, WIN] - split[0, TIE]
    split[1, WIN] = wins - split[0, WIN]
    split[1, TIE] = ties - split[0, TIE]
    split[1, LOSS] = dealers - wins - ties - split[0, LOSS]


@compiled
def _first(k, decision, hands, kind, pairs, starts, bets):  # type: ignore[no-untyped-def]
    """The first hole cards of a kind with which the player comes to a decision."""
    for hand in range(hands):
        if kind[hand] == k:
            start = starts[pairs[hand]]
            later = bets[hand] > 0 if decision == TWO else bets[hand] < FLOPS_OF_A_BOARD
            if start == decision if decision < TWO else start == TWO and later:
                return hand
    return -1
