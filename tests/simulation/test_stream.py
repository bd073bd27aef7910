"""Random words by their known answers, and deals that are all equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import perm

import numpy as np
import pytest
import slow
from hypothesis import given
from hypothesis import strategies as st

from chances import unevenness
from pitboss.simulation.stream import DEALING, ROUNDS, cards_of, deal, fill, new_rows, new_words


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((slow.LOW,) * 4, (slow.LOW,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_its_authors_answers(counter: list[int], key: list[int], words: tuple[int, ...]) -> None:
    assert slow.philox(counter, key) == words


def test_the_first_words_of_seed_zero() -> None:
    words = np.empty((1, ROUNDS), np.uint64)
    fill(np.uint64(0), np.uint64(0), np.uint64(0), words)
    assert [hex(int(words[0, i])) for i in (0, ROUNDS // 2)] == ["0xe169c58d6627e8d5", "0x9b00dbd8bc57ac4c"]


@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**40),
    st.integers(0, 300),
    st.lists(st.integers(0, ROUNDS - 1), max_size=9),
)
def test_words_are_those_of_the_slow_version(seed: int, batch: int, use: int, columns: list[int]) -> None:
    words = np.empty((3, ROUNDS), np.uint64)
    fill(np.uint64(seed), np.uint64(batch), np.uint64(use), words)
    for row in range(3):
        for column in columns:
            assert int(words[row, column]) == slow.word(seed, batch * ROUNDS + column, use, row)


@pytest.mark.parametrize("number", [9, 10, 14, 19, 45])
def test_deals_are_those_of_the_slow_version(number: int) -> None:
    cards = new_rows(number)
    deal(np.uint64(7), np.uint64(3), new_words(number), cards)
    for column in range(1000):
        assert tuple(cards[:, column].tolist()) == slow.deal(7, 3 * ROUNDS + column, number)


def test_some_words_are_rejected_or_the_test_above_says_little() -> None:
    rejected = [slow.places(slow.word(7, 3 * ROUNDS + i, DEALING, 0), 64, 52, 10) is None for i in range(1000)]
    assert any(rejected)


@pytest.mark.parametrize(
    ("bits", "cards", "number"), [(8, 5, 3), (10, 4, 4), (12, 6, 3), (13, 7, 4), (6, 8, 2), (4, 5, 1)]
)
def test_every_deal_comes_from_equally_many_words(bits: int, cards: int, number: int) -> None:
    """The same arithmetic with a word so small that all of its values can be tried."""
    found: Counter[tuple[int, ...]] = Counter()
    for word in range(1 << bits):
        places = slow.places(word, bits, cards, number)
        if places is not None:
            deck = list(range(cards))
            found[tuple(deck.pop(place) for place in places)] += 1
    assert set(found) == set(permutations(range(cards), number))
    assert set(found.values()) == {(1 << bits) // perm(cards, number)}


def test_cards_fall_evenly_on_every_place() -> None:
    """Chi-square: 51 degrees of freedom for one card, 2,651 for two after one another; five deviations are allowed."""
    number, batches = 14, 40
    singles, pairs = np.zeros((number, 52)), np.zeros((number - 1, 52, 52))
    cards, words = new_rows(number), new_words(number)
    for batch in range(batches):
        deal(np.uint64(2026), np.uint64(batch), words, cards)
        for row in range(number):
            singles[row] += np.bincount(cards[row], minlength=52)
        for row in range(number - 1):
            np.add.at(pairs[row], (cards[row], cards[row + 1]), 1)
    assert all(abs(unevenness(counts)) < 5 for counts in singles)
    apart = ~np.eye(52, dtype=bool)
    for counts in pairs:
        assert not counts[~apart].any()
        assert abs(unevenness(counts[apart])) < 5


def test_a_round_can_be_dealt_again_alone() -> None:
    assert cards_of(5, 123_456_789, 9) == slow.deal(5, 123_456_789, 9)
