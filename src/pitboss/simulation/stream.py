"""Random deals that anybody can deal again: a round's cards follow from the seed and the round's number alone.

The words come from Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3), which
turns a counter into random bits: no state is handed on, so any core or machine can deal any rounds, in any order. One
word deals several cards (Brackett-Rozinsky, Lemire: Batched ranged random integer generation): it is multiplied by the
number of cards left, what runs over is the card's place among them, what remains serves the next card. The few words
that would favour some deals are rejected, so every deal is exactly as likely as every other.

All rounds of a batch are dealt side by side, one card after the other, which lets a core deal dozens at once.
"""

from __future__ import annotations

from math import perm

import numpy as np
import numpy.typing as npt

from pitboss.hands.jit import compiled

CARDS = 52
CARDS_PER_WORD = 10
"""Ten cards can be dealt in far fewer ways than a word has values."""
ROUNDS = 1 << 13
"""The rounds of a batch; round r is in batch r // ROUNDS, at place r % ROUNDS."""
SEEDS = 1 << 64
"""A seed is below this."""
DEALING, ERRING = range(2)
"""What words are for, no two uses sharing one; each further player errs by the next number."""

Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.uint8]
"""One row a card, one column a round."""

_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_FIRST, _SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_FIRST_STEP, _SECOND_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_ATTEMPT = np.uint64(1 << 8)
_WAYS = np.array([[perm(left, taken) for taken in range(CARDS_PER_WORD + 1)] for left in range(CARDS + 1)], np.uint64)
"""In how many ways so many cards can be dealt from those left."""


def cards_of(seed: int, round: int, number: int) -> tuple[int, ...]:  # noqa: A002
    """The first cards of a round, in the order in which they leave the deck.

    >>> len(set(cards_of(seed=7, round=123_456_789, number=19)))
    19
    """
    batch, place = divmod(round, ROUNDS)
    cards = new_rows(number)
    deal(np.uint64(seed), np.uint64(batch), new_words(number), cards)
    return tuple(cards[:, place].tolist())


def new_words(cards: int) -> Words:
    """Room for the words that deal so many cards to each round of a batch."""
    return np.empty((-(-cards // CARDS_PER_WORD), ROUNDS), np.uint64)


def new_rows(cards: int) -> Rows:
    """Room for so many cards of each round of a batch."""
    return np.empty((cards, ROUNDS), np.uint8)


@compiled
def fill(seed, batch, use, words):  # type: ignore[no-untyped-def]
    """So many words for each round of a batch, one row after the other; a counter gives two rounds one each."""
    pairs = words.shape[1] // 2
    for row in range(len(words)):
        first, second = words[row, :pairs], words[row, pairs:]
        for pair in range(pairs):
            c0, c1 = np.uint64(row * pairs + pair), np.uint64(use)
            c2, c3, k0, k1 = batch & _LOW, batch >> _HALF, seed & _LOW, seed >> _HALF
            for _ in range(10):
                one, other = _FIRST * c0, _SECOND * c2
                c0, c1 = (other >> _HALF) ^ c1 ^ k0, other & _LOW
                c2, c3 = (one >> _HALF) ^ c3 ^ k1, one & _LOW
                k0, k1 = (k0 + _FIRST_STEP) & _LOW, (k1 + _SECOND_STEP) & _LOW
            first[pair], second[pair] = c0 | c1 << _HALF, c2 | c3 << _HALF


@compiled
def deal(seed, batch, words, cards):  # type: ignore[no-untyped-def]
    """Deal to every round of a batch as many cards as there are rows; all cards are equally likely to be the next."""
    fill(seed, batch, np.uint64(DEALING), words)
    number = len(cards)
    for row in range(len(words)):
        first, stop = row * CARDS_PER_WORD, min((row + 1) * CARDS_PER_WORD, number)
        _reject(seed, batch, words, row, _WAYS[CARDS - first, stop - first])
        for k in range(first, stop):
            _places(words[row], np.uint64(CARDS - k), cards[k])
    _from_places(cards)


@compiled
def _places(words, left, places):  # type: ignore[no-untyped-def]
    """The place of the next card among those left, and what remains of each word."""
    for i in range(len(words)):
        word = words[i]
        places[i] = np.uint8(((word >> _HALF) * left + ((word & _LOW) * left >> _HALF)) >> _HALF)
        words[i] = word * left


@compiled
def _from_places(cards):  # type: ignore[no-untyped-def]
    """Turn places into cards: a card moves up by one for each lower card that is gone already."""
    number, rounds = cards.shape
    gone, card = np.empty((number, rounds), np.uint8), np.empty(rounds, np.uint8)
    for k in range(number):
        row = cards[k]
        for lower in range(k):
            _move_up(row, gone[lower])
        card[:] = row
        for lower in range(k):
            _sort(gone[lower], card)
        gone[k] = card


@compiled
def _move_up(cards, gone):  # type: ignore[no-untyped-def]
    for i in range(len(cards)):
        cards[i] = np.uint8(cards[i] + np.uint8(cards[i] >= gone[i]))


@compiled
def _sort(lower, higher):  # type: ignore[no-untyped-def]
    for i in range(len(lower)):
        least, most = min(lower[i], higher[i]), max(lower[i], higher[i])
        lower[i], higher[i] = least, most


@compiled
def _reject(seed, batch, words, row, ways):  # type: ignore[no-untyped-def]
    """Put a fair word in the place of each that would favour some of so many ways to deal."""
    uneven = (np.uint64(0) - ways) % ways
    doubtful = False
    for i in range(words.shape[1]):
        doubtful |= words[row, i] * ways < uneven
    attempt = np.uint64(DEALING)
    again = np.empty_like(words)
    while doubtful:
        doubtful = False
        attempt += _ATTEMPT
        fill(seed, batch, attempt, again)
        for i in range(words.shape[1]):
            if words[row, i] * ways < uneven:
                words[row, i] = again[row, i]
                doubtful |= words[row, i] * ways < uneven
