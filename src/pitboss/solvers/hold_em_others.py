"""Hold 'Em with other players' hands seen before the first decision: sampled deals, each worked through exactly.

What is gained has two parts. After the flop: on every standard flop some hole cards and other hands are drawn, and best
play for all that is seen is held against best play for the own cards. Before it: what each seen card by itself does to
the choice is known exactly, and adding that up card by card tells nearly what all of them do; a few deals are worked
through every flop there is, to learn by how much that errs.
"""

from __future__ import annotations

from math import comb, hypot, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands.jit import compiled
from pitboss.solvers.hold_em_boards import (
    BOARD,
    CARDS,
    FLOP,
    WHOLE,
    Bytes,
    Counts,
    Deck,
    flops,
    orders,
    pair,
    pair_cards,
)
from pitboss.solvers.hold_em_ladder import climb, dealers_of, new_ladder
from pitboss.solvers.hold_em_rounds import FOUR, TIMES, cores, dealer_hands, spread
from pitboss.solvers.hold_em_seen import flop_of, renamings
from pitboss.solvers.hold_em_showdown import Book, folded, lay_out, new_kinds, order_of, results
from pitboss.solvers.solver import Gain, Progress, silent

Floats = npt.NDArray[np.float64]

_POOL = 200_000
"""Deals for which the seen cards are added up one by one."""
_CLOSE = 0.05
"""In antes; added to how far apart the two choices before the flop are, when deals are drawn from the pool."""
_CHUNK = 4
"""Flops worked through at once."""


class Policy(NamedTuple):
    """Best play for the own cards alone."""

    ahead: Floats
    """For each pair of hole cards what a wager before the flop is worth more than a check, in antes."""
    ahead_with: Floats
    """The same with one card seen that neither player nor dealer holds."""
    bets: Bytes
    """For each standard flop and pair of hole cards whether to bet."""


class Won(NamedTuple):
    """What samples win over all deals that may follow, beyond checking twice and always wagering at the end."""

    at_once: Counts
    """With four antes before the flop."""
    wait: Counts
    """By best play after it."""
    alone: Counts
    """By best play for the own cards alone, after the flop."""


def gain_with_others(
    book: Book, policy: Policy, others: int, *, on_flop: int = 40, at_start: int = 40, progress: Progress = silent
) -> Gain:
    """What a player gains by best play for so many other hands seen, over best play for the own cards alone.

    So many samples are drawn on each standard flop, and so many at the start; always the same ones.
    """
    after = gain_after_flop(book, policy, others, on_flop, progress=lambda part: progress(0.3 * part))
    before = gain_before_flop(book, policy, others, at_start, progress=lambda part: progress(0.3 + 0.7 * part))
    return Gain(after.mean + before.mean, hypot(after.error, before.error), after.samples + before.samples)


def gain_before_flop(
    book: Book,
    policy: Policy,
    others: int,
    samples: int,
    *,
    deck: Deck = WHOLE,
    seed: int = 1,
    progress: Progress = silent,
) -> Gain:
    """By wagering four antes, or checking, where the own cards alone would not."""
    random = np.random.default_rng([seed, others])
    own = random.choice(np.flatnonzero(np.isin(pair_cards(), deck.cards).all(axis=1)), _POOL)
    cards = _deals(random, pair_cards()[own], others, deck)
    effects = policy.ahead_with - policy.ahead[:, None]
    ahead = policy.ahead[own] + effects[own[:, None], cards[:, 2:]].sum(axis=1)
    told = _changed(policy.ahead[own], ahead)
    drawn = 1 / (np.abs(ahead) + _CLOSE) ** 2
    drawn /= drawn.sum()
    some = random.choice(_POOL, samples, p=drawn)
    won = over_flops(book, policy, cards[some], deck, progress)
    left = len(deck.cards) - cards.shape[1]
    deals = book.unit * comb(left, FLOP) * comb(left - FLOP, BOARD - FLOP) * comb(left - BOARD, 2)
    really = _changed(policy.ahead[own[some]], (won.at_once - won.wait) / deals)
    missed = (really - told[some]) / (_POOL * drawn[some])
    error = hypot(float(missed.std(ddof=1)) / sqrt(samples), float(told.std()) / sqrt(_POOL))
    return Gain(float(told.mean() + missed.mean()), error, samples)


def _changed(alone: Floats, seen: Floats) -> Floats:
    """What is gained by another choice before the flop: by so much a wager is ahead for the own cards, and for all."""
    return np.where((alone > 0) != (seen > 0), np.abs(seen), 0.0)


def gain_after_flop(
    book: Book,
    policy: Policy,
    others: int,
    samples: int,
    *,
    deck: Deck = WHOLE,
    seed: int = 1,
    progress: Progress = silent,
) -> Gain:
    """By betting, checking or folding where the own cards alone would not, after a check."""
    known, standard = _standard(deck)
    means, squares = np.zeros(len(standard)), np.zeros(len(standard))
    dealers = _dealers(deck, 2 * (others + 1))
    deals = book.unit * comb(len(deck.cards) - FLOP - 2 * (others + 1), BOARD - FLOP) * dealers[1]

    def work(core: int, start: int, stop: int) -> None:
        for place in range(start, stop):
            at = standard[place]
            flop, random = flop_of(known[at], deck), np.random.default_rng([seed, others, at])
            cards = _deals(random, np.tile(flop.cards, (samples, 1)), others + 1, deck)[:, FLOP:]
            checked = np.flatnonzero(policy.ahead[_hole_cards(cards)] <= 0)
            sums = np.zeros((3, samples), np.int64)
            _meet(flop.boards, deck.cards, order_of(7), book, dealers, policy.bets[at], cards[checked], checked, sums)
            gains, weight = (sums[1] - sums[2]) / deals, flop.copies / comb(len(deck.cards), FLOP)
            means[place], squares[place] = weight * gains.mean(), weight**2 * gains.var(ddof=1) / samples

    spread(len(standard), work, cores(), progress, _CHUNK)
    return Gain(float(means.sum()), sqrt(squares.sum()), samples * len(standard))


def over_flops(book: Book, policy: Policy, cards: Bytes, deck: Deck = WHOLE, progress: Progress = silent) -> Won:
    """Work through every flop; each row of `cards` is a sample: the player's cards, then those seen.

    A standard flop meets a sample once for each flop that it stands for, the sample's suits renamed instead.
    """
    (known, standard), every = _standard(deck), orders()[renamings(deck)]
    shares = [np.zeros((3, len(cards)), np.int64) for _ in cores()]
    dealers = _dealers(deck, cards.shape[1])

    def work(sums: Counts, start: int, stop: int) -> None:
        for at in standard[start:stop]:
            flop = flop_of(known[at], deck)
            images = np.sort(flop.cards >> 2 << 2 | every[:, flop.cards & 3], axis=1)
            back = np.argsort(every[np.unique(images, axis=0, return_index=True)[1]], axis=1).astype(np.uint8)
            moved = (cards >> 2 << 2 | back[:, cards & 3]).reshape(-1, cards.shape[1])
            free = np.flatnonzero(~np.isin(moved, flop.cards).any(axis=1))
            samples = moved[free], free % len(cards)
            _meet(flop.boards, deck.cards, order_of(7), book, dealers, policy.bets[at], *samples, sums)

    spread(len(standard), work, shares, progress, _CHUNK)
    more, wait, alone = np.sum(shares, axis=0)
    return Won((TIMES[FOUR] - book.after_river) * more, wait, alone)


def _standard(deck: Deck) -> tuple[Bytes, Counts]:
    """Standard flops, and the places of those that a deck has."""
    known = flops(deck.suits).cards
    return known, np.flatnonzero(np.isin(known, deck.cards).all(axis=1))


def _dealers(deck: Deck, known: int) -> tuple[int, int]:
    """How many hands the dealer may have on a board: for the own cards alone, and with so many cards known."""
    return dealer_hands(deck), comb(len(deck.cards) - BOARD - known, 2)


def _deals(random: np.random.Generator, dealt: Bytes, others: int, deck: Deck) -> Bytes:
    """These cards, and so many hands more dealt to each row from those that are left."""
    places = np.full((len(dealt), CARDS), np.inf)
    places[:, deck.cards] = random.random((len(dealt), len(deck.cards)))
    first = np.broadcast_to(np.arange(dealt.shape[1]) - float(CARDS), dealt.shape)
    np.put_along_axis(places, dealt.astype(np.int64), first, axis=1)
    return np.argsort(places, axis=1)[:, : dealt.shape[1] + 2 * others].astype(np.uint8)


def _hole_cards(cards: Bytes) -> Counts:
    """The numbers of the first two cards of each row."""
    found: Counts = pair(*np.sort(cards[:, :2].astype(np.int64), axis=1).T)
    return found


@compiled
def _meet(boards, deck, order, book, dealers, bets, cards, sample, sums):  # type: ignore[no-untyped-def]
    """Add up what each sample wins on the boards of one flop, decide after the flop, and add what follows."""
    masks, kinds, ladder = np.zeros(4, np.int64), new_kinds(), new_ladder()
    play, save, alone = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64)
    for board in boards:
        number = lay_out(board, deck, order, masks, kinds)
        qualifying = climb(kinds, number, ladder)
        for row in range(len(cards)):
            free = True
            for card in cards[row]:
                free &= kinds.group[card] >= 0
            if free:
                wins, folds, folds_alone = _at_end(cards[row], kinds, ladder, qualifying, dealers, book)
                play[row] += wins
                save[row] += max(folds, 0)
                alone[row] += folds * folds_alone
    for row in range(len(cards)):
        first, second = min(cards[row, 0], cards[row, 1]), max(cards[row, 0], cards[row, 1])
        bet = (book.after_flop - book.after_river) * play[row]
        sums[0, sample[row]] += play[row]
        sums[1, sample[row]] += max(bet, save[row])
        sums[2, sample[row]] += bet if bets[pair(np.int64(first), np.int64(second))] else alone[row]


@compiled
def _at_end(cards, kinds, ladder, qualifying, dealers, book):  # type: ignore[no-untyped-def]
    """What each ante on the play wager wins, what a fold saves, and whether the player would fold for the own cards."""
    one, other = kinds.group[cards[0]], kinds.group[cards[1]]
    k = kinds.of[one, other]
    rung = np.int64(ladder.rung[k])
    by_one, by_other = ladder.together[one], ladder.together[other]
    below, upto, short = dealers_of(ladder, rung, qualifying, one, other)
    base, play = results(kinds.value[k], below, upto - below, short, dealers[0], book)
    folds_alone = base + book.after_river * play <= folded(dealers[0], book)
    for i in range(2, len(cards)):
        seen = kinds.group[cards[i]]
        below -= ladder.under[rung, seen] - (by_one[seen] < rung) - (by_other[seen] < rung)
        upto -= ladder.under[rung + 1, seen] - (by_one[seen] <= rung) - (by_other[seen] <= rung)
        short -= ladder.under[qualifying, seen] - (by_one[seen] < qualifying) - (by_other[seen] < qualifying)
        together = ladder.together[seen]
        for j in range(2, i):
            both = np.int64(together[kinds.group[cards[j]]])
            below += both < rung
            upto += both <= rung
            short += both < qualifying
    base, play = results(kinds.value[k], below, upto - below, short, dealers[1], book)
    return play, folded(dealers[1], book) - base - book.after_river * play, folds_alone
