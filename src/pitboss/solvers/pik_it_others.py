"""Pik-It Poker with one other hand seen: every hand of the player's with every other hand, exactly.

Beside the usual action of a hand, another one makes a difference against each hand of the dealer's. A hand that is seen
takes those away that share a card with it, and what is left of all differences says whether to change one's mind. They
are added up once for every set of cards that the dealer may hold. Then a card is seen at a time: of the dealer's hands
that hold some cards and none of those seen, the ones that hold the next card as well are taken off. That is one
subtraction, and one long row of them is worked through at once, since sets that differ in their lowest card only stand
side by side.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pitboss.games.pik_it_poker import CARDS_EACH, qualifies
from pitboss.hands import five, three
from pitboss.hands.jit import compiled
from pitboss.solvers.pik_it_hands import FULL, STANDINGS, THREE, Deck, Numbers, all_hands
from pitboss.solvers.pik_it_tally import ORDERS
from pitboss.solvers.solver import Gain, Progress, silent

LOWEST = next(value for value in range(five.CLASSES) if qualifies(value))
"""The lowest hand that a dealer qualifies with."""
GONE = 2 * len(STANDINGS) ** 2
"""The kind of a hand that the dealer cannot have; those of others are lower."""
_CHOOSE = np.array([[comb(card, size) for card in range(52)] for size in range(CARDS_EACH + 1)], np.int64)
_BLOCK = 64
"""Hands worked through at once."""


def gain_with_one(policy: Numbers, paid: Numbers, *, deck: Deck = FULL, progress: Progress = silent) -> Gain:
    """What a player gains by best play for one other hand seen, over best play for the own hand alone.

    `policy` is best play for each of `all_hands`, `paid` what each action nets, as in `pik_it_tally.results`.
    """
    hands, strengths = all_hands(deck), all_strengths()
    left = len(deck.cards) - CARDS_EACH
    dealers = comb(left - CARDS_EACH, CARDS_EACH)
    dealt, differ = np.isin(np.arange(52), deck.cards), differences(paid)
    may = may_be_better(policy, paid, hands.counts, dealers)

    def work(block: Numbers) -> int:
        own = hands.cards[block], hands.three[block], hands.five[block]
        found: Numbers = _gains(*own, differ[policy[block]], may[block], dealt, strengths, LOWEST)
        return int(found.astype(object) @ hands.times[block])

    doubtful = np.flatnonzero(may.any(axis=1))
    total = _spread(work, np.array_split(doubtful, max(1, len(doubtful) // _BLOCK)), progress)
    return Gain(Fraction(total, int(hands.times.sum()) * comb(left, CARDS_EACH) * dealers))


def may_be_better(policy: Numbers, paid: Numbers, counts: Numbers, dealers: int) -> npt.NDArray[np.bool_]:
    """(hands, action): whether an action could do better than the usual one against any so many of the dealer's hands.

    One that could not, even if these were the best for it and the worst for the usual one, need not be looked at.
    """
    most = np.stack([_most(counts[:, order], paid[action], dealers) for action, order in enumerate(ORDERS)], 1)
    least = np.stack([-_most(counts[:, order], -paid[action], dealers) for action, order in enumerate(ORDERS)], 1)
    usual = policy.astype(np.int64)[:, None]
    better: npt.NDArray[np.bool_] = most > np.take_along_axis(least, usual, 1)
    np.put_along_axis(better, usual, False, 1)
    return better


def _most(counts: Numbers, paid: Numbers, dealers: int) -> Numbers:
    """The most that an action nets against so many of the counted hands."""
    order = np.argsort(-paid.reshape(-1), kind="stable")
    upto = np.minimum(np.cumsum(counts.reshape(len(counts), -1)[:, order], axis=1), dealers)
    found: Numbers = np.diff(upto, axis=1, prepend=0) @ paid.reshape(-1)[order]
    return found


def differences(paid: Numbers) -> npt.NDArray[np.int8]:
    """(usual action, action, kind): by how much an action is better against a dealer's hand; last, one that is gone."""
    number = len(STANDINGS)
    of_kind = np.empty((len(paid), 2, number, number), np.int64)
    for action, order in enumerate(ORDERS):
        of_kind[action] = paid[action][:, :, None] if order == THREE else paid[action][:, None, :]
    flat = of_kind.reshape(len(paid), -1)
    return np.pad(flat[None] - flat[:, None], ((0, 0), (0, 0), (0, 1))).astype(np.int8)


def _spread(work: Callable[[Numbers], int], blocks: list[Numbers], progress: Progress) -> int:
    total = 0
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for done, found in enumerate(threads.map(work, blocks), 1):
            total += found
            progress(done / len(blocks))
    return total


@cache
def all_strengths() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """Of all five cards, by their number in ascending order of the highest card: the best three of them, and all."""
    every = chain.from_iterable(combinations(range(52), CARDS_EACH))
    rows = np.fromiter(every, np.uint8, CARDS_EACH * comb(52, CARDS_EACH)).reshape(-1, CARDS_EACH)
    rows = np.ascontiguousarray(51 - rows[::-1, ::-1])
    return three.values(rows), five.values(rows)


@compiled
def _gains(cards, threes, fives, differ, may, dealt, strengths, lowest):  # type: ignore[no-untyped-def]
    """For each hand what changing one's mind wins, over all other hands and all of the dealer's that are left."""
    kind, change = np.empty(len(strengths[0]), np.uint8), np.empty(len(strengths[0]), np.int8)
    best, sums = np.empty(len(kind), np.int32), _room()
    found = np.zeros(len(cards), np.int64)
    for hand in range(len(cards)):
        there = dealt.copy()
        for card in cards[hand]:
            there[card] = False
        _kinds(strengths, threes[hand], fives[hand], lowest, kind)
        _take_out(there, kind)
        best[:] = 0
        for action in range(may.shape[1]):
            if may[hand, action]:
                for i in range(len(kind)):
                    change[i] = differ[hand, action, kind[i]]
                _add_up(change, sums)
                _see(change, there, sums, best)
        for i in range(len(best)):
            found[hand] += best[i]
    return found


@compiled
def _room():  # type: ignore[no-untyped-def]
    """A number for every set of one, two, three and four cards; sets with the same highest card stand together."""
    return (
        np.empty(52, np.int32), np.empty(52 * 51 // 2, np.int32), np.empty(52 * 51 * 50 // 6, np.int32),
        np.empty(52 * 51 * 50 * 49 // 24, np.int32),
    )  # fmt: skip


@compiled
def _kinds(strengths, by_three, by_five, lowest, kind):  # type: ignore[no-untyped-def]
    """Of every hand of the dealer's: whether it qualifies, and its standing by three cards and by five, as a number."""
    threes, fives = strengths
    for i in range(len(kind)):
        of_three = np.uint8(threes[i] >= by_three) + np.uint8(threes[i] > by_three)
        of_five = np.uint8(fives[i] >= by_five) + np.uint8(fives[i] > by_five)
        kind[i] = 9 * np.uint8(fives[i] >= lowest) + 3 * of_three + of_five


@compiled
def _take_out(there, kind):  # type: ignore[no-untyped-def]
    """Mark the hands with a card that is not there."""
    one, two, three, four, five = _CHOOSE[1], _CHOOSE[2], _CHOOSE[3], _CHOOSE[4], _CHOOSE[5]
    for e in range(4, 52):
        if not there[e]:
            kind[five[e] : five[e] + four[e]] = GONE
            continue
        for d in range(3, e):
            first = five[e] + four[d]
            if not there[d]:
                kind[first : first + three[d]] = GONE
                continue
            for c in range(2, d):
                if not there[c]:
                    kind[first + three[c] : first + three[c] + two[c]] = GONE
                    continue
                for b in range(1, c):
                    row = kind[first + three[c] + two[b] : first + three[c] + two[b] + one[b]]
                    if not there[b]:
                        row[:] = GONE
                    else:
                        for a in range(b):
                            if not there[a]:
                                row[a] = GONE


@compiled
def _add_up(change, sums):  # type: ignore[no-untyped-def]
    """The changes of all hands that hold one, two, three and four cards, for each such set."""
    of_one, of_two, of_three, of_four = sums
    two, three, four, five = _CHOOSE[2], _CHOOSE[3], _CHOOSE[4], _CHOOSE[5]
    of_one[:], of_two[:], of_three[:], of_four[:] = 0, 0, 0, 0
    for e in range(4, 52):
        at_e = five[e]
        _add(of_four[: four[e]], change[at_e : at_e + four[e]])
        for d in range(3, e):
            at_d, four_d = at_e + four[d], four[e]
            _add(of_four[four_d : four_d + three[d]], change[at_d : at_d + three[d]])
            for c in range(2, d):
                at_c, four_c = at_d + three[c], four_d + three[d]
                _add(of_four[four_c : four_c + two[c]], change[at_c : at_c + two[c]])
                for b in range(1, c):
                    at_b, four_b = at_c + two[b], four_c + two[c]
                    total = np.int32(0)
                    for a in range(b):
                        of_four[four_b + a] += change[at_b + a]
                        total += change[at_b + a]
                    of_four[four_b + b] += total
    for d in range(3, 52):  # every hand with three cards holds two fourth ones, and so on
        _add(of_three[: three[d]], of_four[four[d] : four[d] + three[d]])
        for c in range(2, d):
            at_c = four[d] + three[c]
            _add(of_three[three[d] : three[d] + two[c]], of_four[at_c : at_c + two[c]])
            for b in range(1, c):
                for a in range(b):
                    of_three[three[d] + two[c] + a] += of_four[at_c + two[b] + a]
                    of_three[three[d] + two[c] + b] += of_four[at_c + two[b] + a]
    of_three //= 2
    for c in range(2, 52):
        for b in range(1, c):
            for a in range(b):
                whole = of_three[three[c] + two[b] + a]
                of_two[two[b] + a] += whole
                of_two[two[c] + a] += whole
                of_two[two[c] + b] += whole
    of_two //= 3
    for b in range(1, 52):
        for a in range(b):
            of_one[a] += of_two[two[b] + a]
            of_one[b] += of_two[two[b] + a]
    of_one //= 4


@compiled
def _add(sums, numbers):  # type: ignore[no-untyped-def]
    for i in range(len(sums)):
        sums[i] += numbers[i]


@compiled
def _see(change, there, sums, best):  # type: ignore[no-untyped-def]
    """For every other hand the changes that are left when its cards are seen, if they are more than the best so far.

    The cards are seen from the highest down: of hands that hold a set of lower cards and none of those seen, the ones
    with the next card are taken off.
    """
    of_one, of_two, of_three, of_four = sums
    two, three, four, five = _CHOOSE[2], _CHOOSE[3], _CHOOSE[4], _CHOOSE[5]
    one_e, two_e, three_e = np.empty_like(of_one), np.empty_like(of_two), np.empty_like(of_three)
    one_d, two_d, one_c = np.empty_like(of_one), np.empty_like(of_two), np.empty_like(of_one)
    every = np.int32(of_one.sum() // 5)
    for e in range(4, 52):
        if not there[e]:
            continue
        _take_off(of_one[:e], of_two[two[e] : two[e] + e], one_e)
        _take_off(of_two[: two[e]], of_three[three[e] : three[e] + two[e]], two_e)
        _take_off(of_three[: three[e]], of_four[four[e] : four[e] + three[e]], three_e)
        for d in range(3, e):
            if not there[d]:
                continue
            _take_off(one_e[:d], two_e[two[d] : two[d] + d], one_d)
            _take_off(two_e[: two[d]], three_e[three[d] : three[d] + two[d]], two_d)
            for c in range(2, d):
                if not there[c]:
                    continue
                _take_off(one_d[:c], two_d[two[c] : two[c] + c], one_c)
                left = every - of_one[e] - one_e[d] - one_d[c]
                for b in range(1, c):
                    if there[b]:
                        abc = three[c] + two[b]
                        abcd, abcde = four[d] + abc, five[e] + four[d] + abc
                        _see_lowest(
                            left - one_c[b], one_c[:b], two_d[two[b] : two[b] + b], three_e[abc : abc + b],
                            of_four[abcd : abcd + b], change[abcde : abcde + b], there[:b], best[abcde : abcde + b],
                        )  # fmt: skip


@compiled
def _see_lowest(left, one_c, two_d, three_e, of_four, change, there, best):  # type: ignore[no-untyped-def]
    for a in range(len(best)):
        seen = left - one_c[a] + two_d[a] - three_e[a] + of_four[a] - change[a]
        best[a] = max(best[a], seen * there[a])


@compiled
def _take_off(numbers, others, less):  # type: ignore[no-untyped-def]
    for i in range(len(numbers)):
        less[i] = numbers[i] - others[i]
