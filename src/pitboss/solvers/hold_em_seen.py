"""What a player wins who has seen cards of the dealer's, by best play for what is seen.

Everything is measured against a player who checks twice and always wagers at the end. For each flop, the player's cards
and what is seen, two sums over the last two cards and the dealer's hands are enough: what each further ante on the play
wager wins, and what folds at the end save. After the flop the better of the two is taken; before it, three antes more
are held against that. (To wager three times the ante instead of four is never best: where the play wager wins, four
times is better; where it loses, twice the ante after the flop is.)

A flop stands for all that differ from it only in the names of suits, so the sums for a start are those of one standard
flop after another, added up over all renamings of the suits.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import (
    BOARD,
    CARDS,
    FLOP,
    PAIRS,
    SUITS,
    WHOLE,
    Bytes,
    Counts,
    Deck,
    Shorts,
    flops,
    moved_pairs,
    orders,
    pair_cards,
    ranks_by_suit,
)
from pitboss.solvers.hold_em_ladder import climb, dealers_of, new_ladder
from pitboss.solvers.hold_em_rounds import FOUR, TIMES, cores, hole_cards, spread, trades_of
from pitboss.solvers.hold_em_showdown import (
    GROUPS,
    KINDS,
    PAIR,
    Book,
    Ints,
    folded,
    lay_out,
    new_kinds,
    order_of,
    results,
)
from pitboss.solvers.solver import Progress, silent

HIDDEN = 255
"""In the place of a rung: hole cards that a board leaves nobody; there are fewer rungs."""
_MOST = 16
"""So many cores work at most: each needs some 60 MB for its sums."""
_AT_ONCE = 127
"""So many boards are counted in bytes before they are added up."""


class Won(NamedTuple):
    """What best play wins beyond checking twice and always wagering at the end, in parts of an ante (`Book.unit`)."""

    total: int
    deals: int


class Flop(NamedTuple):
    """A standard flop, and what is to be worked through after it."""

    cards: Bytes
    copies: int
    """For how many flops it stands."""
    boards: Bytes
    """Every board with this flop."""
    hands: Counts
    """One of all hole cards that are alike stands for them: for how many each, 0 for those it replaces."""
    free: npt.NDArray[np.bool_]
    """Which hole cards the flop leaves."""


class Sums(NamedTuple):
    """For each start, the player's two cards and what is seen: sums over flops."""

    more: Counts
    """What each ante on the play wager wins."""
    wait: Counts
    """What is won by waiting for the flop."""


def one_dealer_card(book: Book, deck: Deck = WHOLE, progress: Progress = silent) -> tuple[Won, Won]:
    """With one of the dealer's cards seen before the flop; and with one card of the flop seen as well."""
    sums = _one_card(book, deck, True, progress)
    by_card = Sums(*(each.reshape(PAIRS, CARDS, CARDS).sum(axis=2) for each in sums))
    deals = all_deals(deck) * 2 * FLOP  # either card of the dealer's and any of the flop may be the one that is seen
    return Won(_best(book, by_card, deck), deals), Won(_best(book, sums, deck), deals)


def one_other_card(book: Book, deck: Deck = WHOLE, progress: Progress = silent) -> npt.NDArray[np.float64]:
    """For hole cards and a card that another player holds: what a wager at once is worth more than waiting, in antes.

    0 where the card is one of the player's own.
    """
    sums = _one_card(book, deck, False, progress)
    more, wait = (each.reshape(PAIRS, CARDS, CARDS).sum(axis=2) for each in sums)
    left = len(deck.cards) - 3
    deals = comb(left, FLOP) * comb(left - FLOP, BOARD - FLOP) * comb(left - BOARD, 2)
    unit = float(book.unit * deals * FLOP * factorial(deck.suits))
    found: npt.NDArray[np.float64] = ((TIMES[FOUR] - book.after_river) * more - wait) / unit
    return found


def _one_card(book: Book, deck: Deck, is_dealers: bool, progress: Progress) -> Sums:
    """For each start with one card, the dealer's or another player's, and one card of the flop."""
    left = len(deck.cards) - BOARD - 2 - 1
    dealers = left if is_dealers else comb(left, 2)

    def after(flop: Flop, room: Ints, sums: Sums) -> None:
        _with_card(flop, deck.cards, order_of(7), book, is_dealers, dealers, room)
        _add_with_card(flop, pair_cards(), book, room, sums)

    cards = np.arange(CARDS)
    moved = cards // SUITS * SUITS + orders()[:, cards % SUITS]
    both = (moved[:, :, None] * CARDS + moved[:, None, :]).reshape(len(orders()), -1)
    rooms = [np.zeros((2, PAIRS, CARDS), np.int32) for _ in cores()[:_MOST]]
    return _over_flops(deck, after, rooms, both.astype(np.uint16), progress)


def both_dealer_cards(book: Book, deck: Deck = WHOLE, progress: Progress = silent) -> Won:
    """With both of the dealer's cards seen before the flop."""

    def after(flop: Flop, room: Ints, sums: Sums) -> None:
        rungs, qualifying = np.full((len(flop.boards), PAIRS), HIDDEN, np.uint8), np.empty(len(flop.boards), np.uint8)
        _rungs(flop, deck.cards, order_of(7), rungs, qualifying)
        _with_hand(flop, pair_cards(), rungs, qualifying, len(deck.cards), book, room, sums)

    rooms = [np.zeros((2, PAIRS), np.int32) for _ in cores()[:_MOST]]
    sums = _over_flops(deck, after, rooms, moved_pairs(), progress)
    return Won(_best(book, sums, deck), all_deals(deck))


def all_deals(deck: Deck = WHOLE) -> int:
    """All deals: the player's cards, the flop, the last two cards and the dealer's."""
    left, deals = len(deck.cards), 1
    for cards in (2, FLOP, BOARD - FLOP, 2):
        deals *= comb(left, cards)
        left -= cards
    return deals


def _over_flops(
    deck: Deck, after: Callable[[Flop, Ints, Sums], None], rooms: list[Ints], moved_seen: Shorts, progress: Progress
) -> Sums:
    """Work through the standard flops; `moved_seen` numbers what is seen under each renaming of the suits."""
    known = flops(deck.suits).cards
    every, seen = known[np.isin(known, deck.cards).all(axis=1)], moved_seen.shape[1]
    shares = [(room, Sums(np.zeros((PAIRS, seen), np.int64), np.zeros((PAIRS, seen), np.int64))) for room in rooms]

    def work(share: tuple[Ints, Sums], start: int, stop: int) -> None:
        for cards in every[start:stop]:
            after(flop_of(cards, deck), *share)

    spread(len(every), work, shares, progress, 1)
    same = renamings(deck)
    added = [sum(parts) for parts in zip(*(sums for _, sums in shares), strict=True)]
    return Sums(*(_rename(each, moved_pairs()[same], moved_seen[same]) for each in added))


def _best(book: Book, sums: Sums, deck: Deck) -> int:
    """The better of wagering at once and waiting, for every start; `sums` are those over all renamings."""
    total = np.maximum((TIMES[FOUR] - book.after_river) * sums.more, sums.wait).sum()
    return int(total) // factorial(deck.suits)


def renamings(deck: Deck) -> npt.NDArray[np.bool_]:
    """Which orders of the suits leave those alone that a deck does not have."""
    found: npt.NDArray[np.bool_] = (orders()[:, deck.suits :] == np.arange(deck.suits, SUITS)).all(axis=1)
    return found


def flop_of(cards: Bytes, deck: Deck) -> Flop:
    """A standard flop of a deck."""
    left = np.setdiff1d(deck.cards, cards)
    images = np.sort(cards >> 2 << 2 | orders()[renamings(deck)][:, cards & 3], axis=1)
    first, second = np.triu_indices(len(left), 1)
    boards = np.concatenate([np.tile(cards, (len(first), 1)), left[first, None], left[second, None]], axis=1)
    hands, free = np.zeros(PAIRS, np.int64), np.isin(pair_cards(), left)
    free = free[:, 0] & free[:, 1]
    _alike(cards, deck.suits, orders(), moved_pairs(), free, hands)
    return Flop(cards, len(np.unique(images, axis=0)), boards, hands, free)


@compiled
def _alike(cards, suits, orders, moved, free, hands):  # type: ignore[no-untyped-def]
    """Count, for the first of all hole cards that trades of suits turn into one another, how many they are."""
    masks, trades = np.zeros(4, np.int64), np.empty(len(orders), np.int64)
    ranks_by_suit(cards, masks)
    number = trades_of(masks, suits, orders, trades)
    for hand in range(len(hands)):
        same, first = 0, free[hand]
        for i in range(number):
            image = moved[trades[i], hand]
            same += image == hand
            first &= image >= hand
        if first:
            hands[hand] = number // same


@compiled
def _rename(sums, moved, moved_seen):  # type: ignore[no-untyped-def]
    """Add up the sums of each start under every renaming of the suits."""
    found = np.zeros_like(sums)
    for order in range(len(moved)):
        for hand in range(len(sums)):
            row, out = sums[moved[order, hand]], found[hand]
            for seen in range(sums.shape[1]):
                out[seen] += row[moved_seen[order, seen]]
    return found


# --- one card --------------------------------------------------------------------------------------------------------


@compiled
def _with_card(flop, deck, order, book, is_dealers, dealers, room):  # type: ignore[no-untyped-def]
    """For each hole cards and card that is seen what an ante more wins after a flop, and what folds save."""
    masks, kinds, ladder = np.zeros(4, np.int64), new_kinds(), new_ladder()
    pairs, kind, wanted = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16), np.empty(KINDS, np.bool_)
    rows, by_group = np.empty((KINDS, 2, CARDS), np.int32), np.zeros((2, GROUPS + 1), np.int32)
    group_of = np.empty(CARDS, np.uint8)
    room[:] = 0
    for board in flop.boards:
        number = lay_out(board, deck, order, masks, kinds)
        qualifying = climb(kinds, number, ladder)
        hands = hole_cards(deck, kinds, pairs, kind)
        for card in range(CARDS):  # one that is not there has the last place, where there are zeros
            group_of[card] = kinds.group[card] if kinds.group[card] >= 0 else GROUPS
        wanted[:number] = False
        for hand in range(hands):
            wanted[kind[hand]] |= flop.hands[pairs[hand]] > 0
        for k in range(number):
            if wanted[k]:
                _against_card(kinds, ladder, k, qualifying, is_dealers, dealers, book, by_group, group_of, rows[k])
        for hand in range(hands):
            if flop.hands[pairs[hand]]:
                for part in range(2):
                    row, sums = rows[kind[hand], part], room[part, pairs[hand]]
                    for card in range(CARDS):
                        sums[card] += row[card]


@compiled
def _against_card(kinds, ladder, k, qualifying, is_dealers, dealers, book, by_group, group_of, row):  # type: ignore[no-untyped-def]
    """Hole cards of one kind on one board, for each card that the dealer holds, or that the dealer does not hold."""
    rung, value, fold = np.int64(ladder.rung[k]), kinds.value[k], folded(dealers, book)
    first, second = ladder.together[kinds.first[k]], ladder.together[kinds.second[k]]
    under, up_to, unqualified = ladder.under[rung], ladder.under[rung + 1], ladder.under[qualifying]
    all_below, all_upto, all_short = dealers_of(ladder, rung, qualifying, kinds.first[k], kinds.second[k])
    for group in range(GROUPS):
        below = under[group] - (first[group] < rung) - (second[group] < rung)
        upto = up_to[group] - (first[group] <= rung) - (second[group] <= rung)
        short = unqualified[group] - (first[group] < qualifying) - (second[group] < qualifying)
        if not is_dealers:
            below, upto, short = all_below - below, all_upto - upto, all_short - short
        base, play = results(value, below, upto - below, short, dealers, book)
        by_group[0, group] = play
        by_group[1, group] = max(0, fold - base - book.after_river * play)
    for card in range(CARDS):
        row[0, card] = by_group[0, group_of[card]]
        row[1, card] = by_group[1, group_of[card]]


@compiled
def _add_with_card(flop, pair_cards, book, room, sums):  # type: ignore[no-untyped-def]
    """Decide after a flop, and add what follows for each card of the flop that may have been seen."""
    for hand in np.flatnonzero(flop.hands):
        times = flop.copies * flop.hands[hand]
        for card in range(CARDS):
            if card != pair_cards[hand, 0] and card != pair_cards[hand, 1]:  # a card of the flop has only zeros
                play, save = np.int64(room[0, hand, card]), np.int64(room[1, hand, card])
                wait = max((book.after_flop - book.after_river) * play, save)
                for seen in flop.cards:
                    sums.more[hand, card * CARDS + seen] += times * play
                    sums.wait[hand, card * CARDS + seen] += times * wait


# --- both ------------------------------------------------------------------------------------------------------------


@compiled
def _rungs(flop, deck, order, rungs, qualifying):  # type: ignore[no-untyped-def]
    """On which rung of each board all hole cards stand, and from which on a dealer qualifies."""
    masks, kinds, ladder = np.zeros(4, np.int64), new_kinds(), new_ladder()
    pairs, kind = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    for at in range(len(flop.boards)):
        number = lay_out(flop.boards[at], deck, order, masks, kinds)
        qualifying[at] = climb(kinds, number, ladder)
        hands = hole_cards(deck, kinds, pairs, kind)
        for hand in range(hands):
            rungs[at, pairs[hand]] = ladder.rung[kind[hand]]


@compiled
def _with_hand(flop, pair_cards, rungs, qualifying, cards, book, room, sums):  # type: ignore[no-untyped-def]
    """Count on how many boards each hole cards win against each hand of the dealer's, decide, and add what follows."""
    base, play = results(np.int64(PAIR), 0, 0, 0, 1, book)
    saved = folded(1, book) - base - book.after_river * play  # by a fold against a better hand that qualifies
    left = cards - len(flop.cards) - 2
    hidden = left * (left - 1) // 2 - (left - 2) * (left - 3) // 2  # boards that would hold a card of the dealer's
    for hand in np.flatnonzero(flop.hands):
        own = np.flatnonzero(rungs[:, hand] != HIDDEN)
        _count(rungs, qualifying, own, hand, room)
        times = flop.copies * flop.hands[hand]
        for dealer in np.flatnonzero(flop.free):
            if _is_apart(pair_cards[hand], pair_cards[dealer]):
                ahead = book.unit * (np.int64(room[0, dealer]) - len(own) + hidden)
                save = saved * (len(own) - np.int64(room[1, dealer]) - hidden)
                sums.more[hand, dealer] += times * ahead
                sums.wait[hand, dealer] += times * max((book.after_flop - book.after_river) * ahead, save)


@compiled
def _is_apart(one, other):  # type: ignore[no-untyped-def]
    return one[0] != other[0] and one[0] != other[1] and one[1] != other[0] and one[1] != other[1]


@compiled
def _count(rungs, qualifying, boards, hand, room):  # type: ignore[no-untyped-def]
    """Count boards for each hand of the dealer's; a hidden one counts as the best.

    In the first row those on which it is below some hole cards, and once more those on which it is not above; in the
    second those on which it is not above or does not qualify.
    """
    width = rungs.shape[1]
    ahead, safe = np.empty(width, np.uint8), np.empty(width, np.uint8)
    room[:] = 0
    for start in range(0, len(boards), _AT_ONCE):
        ahead[:] = 0
        safe[:] = 0
        for at in boards[start : start + _AT_ONCE]:
            row, rung = rungs[at], rungs[at, hand]
            better = max(np.uint8(rung + 1), qualifying[at])
            for dealer in range(width):
                ahead[dealer] += np.uint8(row[dealer] < rung) + np.uint8(row[dealer] <= rung)
                safe[dealer] += np.uint8(row[dealer] < better)
        for dealer in range(width):
            room[0, dealer] += ahead[dealer]
            room[1, dealer] += safe[dealer]
