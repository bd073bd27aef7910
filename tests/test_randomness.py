"""The generator by its published answers, the shuffle by counting all it can do, and both by what chance allows."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, permutations, product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chances import rise_deviation, run_deviation, unevenness
from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.randomness import (
    BITS,
    MOST_BYTES,
    MOST_REQUESTS,
    NUMBER,
    REQUEST_BYTES,
    SEED_BYTES,
    SHUFFLE,
    Generator,
    below,
    order_of,
    seed_from,
    seeds,
    shuffled,
)
from pitboss.table.autodealer import Autodealer

WIDE = 4.5
"""So many standard deviations off, a fair generator is about once in a hundred thousand tests."""
Raw = np.ndarray[tuple[int], np.dtype[np.uint8]]
Orders = np.ndarray[tuple[int, int], np.dtype[np.int64]]
UNBIASED = pytest.mark.clause("HL-40.4(a)-s1d", "T5-5.A.1")


# --- the generator ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entropy", "nonce", "personalisation", "answer"),
    [
        (
            "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
            "659ba96c601dc69fc902940805ec0ca8",
            "",
            "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460"
            "b6f73ebad0dc2aba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
            "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
        ),
        (
            "5cacc68165a2e2ee20812f35ec73a79dbf30fd475476ac0c44fc6174cdac2b55",
            "6f885496c1e63af620becd9e71ecb824",
            "e72dd8590d4ed5295515c35ed6199e9d211b8f069b3058caa6670b96ef1208d0",
            "f1012cf543f94533df27fedfbf58e5b79a3dc517a9c402bdbfc9a0c0f721f9d53faf4aafdc4b8f7a1b580fcaa52338d4"
            "bd95f58966a243cdcd3f446ed4bc546d9f607b190dd69954450d16cd0e2d6437067d8b44d19a6af7a7cfa8794e5fbd72"
            "8e8fb2f2e8db5dd4ff1aa275f35886098e80ff844886060da8b1e7137846b23b",
        ),
    ],
)
def test_the_generator_gives_the_answers_of_the_standards_test_vectors(
    entropy: str, nonce: str, personalisation: str, answer: str
) -> None:
    """NIST's validation program, HMAC_DRBG with SHA-256: the second of two requests for 1,024 bits."""
    requests = Generator(bytes.fromhex(entropy + nonce + personalisation), "").requests(128)
    next(requests)
    assert next(requests).hex() == answer


def test_the_bounds_of_the_standard_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """SP 800-90A, table 2: 2^19 bits a request, 2^48 requests from a seed."""
    assert (8 * MOST_BYTES, MOST_REQUESTS) == (2**19, 2**48)
    seed = next(seeds(1))
    whole = next(Generator(seed, BITS).requests(MOST_BYTES))
    assert [next(Generator(seed, BITS).requests(size)) for size in (1, 33, MOST_BYTES)] == [
        whole[:1],
        whole[:33],
        whole,
    ]
    for size in (0, MOST_BYTES + 1):
        with pytest.raises(PitbossError, match="1 to 65536 bytes at once"):
            next(Generator(seed, BITS).requests(size))
    monkeypatch.setattr("pitboss.randomness.MOST_REQUESTS", 2)
    generator = Generator(seed, BITS)
    assert len(generator.take(2 * REQUEST_BYTES)) == 2 * REQUEST_BYTES
    with pytest.raises(PitbossError, match="take another"):
        generator.below(6)


def test_the_generator_gives_the_answer_of_rfc_6979() -> None:
    """Whose nonces come from the same generator: P-256, SHA-256, the message "sample" (A.2.5)."""
    key = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    nonce = "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60"
    message = hashlib.sha256(b"sample").digest()  # below the order of the curve, so it goes in as it is
    assert Generator(bytes.fromhex(key) + message, "").take(32).hex() == nonce


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """By its definition."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\x00")) for pad in (0x36, 0x5C))
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


def slow_bytes(seed: bytes, stream: str) -> Iterator[int]:
    """HMAC_DRBG as SP 800-90A writes it down, asked for 64 bytes again and again."""
    key, value = b"\x00" * 32, b"\x01" * 32
    given = seed + stream.encode()
    key = hmac_sha256(key, value + b"\x00" + given)
    value = hmac_sha256(key, value)
    key = hmac_sha256(key, value + b"\x01" + given)
    value = hmac_sha256(key, value)
    while True:
        for _ in range(2):
            value = hmac_sha256(key, value)
            yield from value
        key = hmac_sha256(key, value + b"\x00")
        value = hmac_sha256(key, value)


def slow_order(seed: bytes) -> tuple[int, ...]:
    """A shuffle as one tells it: whoever is to lie last is drawn from all, then the next from those left."""
    deck, given = list(DECK), slow_bytes(seed, SHUFFLE)
    for left in range(52, 1, -1):
        byte = next(given)
        while byte >= 256 // left * left:
            byte = next(given)
        deck[left - 1], deck[byte % left] = deck[byte % left], deck[left - 1]
    return tuple(deck)


@given(st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES))
def test_bytes_and_orders_are_those_of_the_slow_version(seed: bytes) -> None:
    assert Generator(seed, NUMBER).take(200) == bytes(islice(slow_bytes(seed, NUMBER), 200))
    assert order_of(seed.hex(), SHUFFLE) == slow_order(seed)


def test_the_same_seed_and_stream_give_the_same_bytes_and_no_others_do() -> None:
    first, second = islice(seeds(7), 2)
    found = [Generator(seed, stream).take(32) for seed in (first, second) for stream in (SHUFFLE, NUMBER, BITS)]
    assert len(set(found)) == len(found)
    assert found[0] == Generator(first, SHUFFLE).take(32)


@pytest.mark.parametrize("digits", ["", "00", "0" * 95, "0" * 97, "x" * 96, "A" * 96, "0" * 48 + " " + "0" * 47])
def test_a_seed_is_written_in_one_way(digits: str) -> None:
    with pytest.raises(PitbossError, match="96 hexadecimal digits"):
        seed_from(digits)


# --- no number and no order is favoured ------------------------------------------------------------------------------


@UNBIASED
@pytest.mark.parametrize("bound", [*range(1, 53), 100, 255, 256])
def test_of_all_bytes_that_are_not_rejected_as_many_give_each_number(bound: int) -> None:
    found: Counter[int] = Counter()
    for byte in range(256):
        given = iter([byte, 0])  # a rejected byte is followed by one that never is
        number = below(bound, given)
        if next(given, None) is not None:
            found[number] += 1
    assert dict(found) == dict.fromkeys(range(bound), 256 // bound)


@pytest.mark.parametrize("bound", [257, 1000, 40_000])
def test_where_a_byte_is_too_small_two_are_taken(bound: int) -> None:
    found = Counter(below(bound, iter([*divmod(number, 256), 0, 0])) for number in range(65_536 // bound * bound))
    assert dict(found) == dict.fromkeys(range(bound), 65_536 // bound)


def said(numbers: Iterable[int]) -> Callable[[int], int]:
    """A draw that gives these numbers in turn."""
    left = iter(numbers)
    return lambda bound: next(left)


@UNBIASED
@pytest.mark.parametrize("cards", range(1, 8))
def test_every_way_to_draw_gives_an_order_of_its_own_and_all_orders_come(cards: int) -> None:
    """All that a shuffle of a small deck can do: as many ways as orders, and no order twice."""
    ways = product(*(range(bound) for bound in range(cards, 1, -1)))
    found = Counter(shuffled(range(cards), said(way)) for way in ways)
    assert found == dict.fromkeys(permutations(range(cards)), 1)


@UNBIASED
def test_all_strings_of_bytes_that_shuffle_three_cards_give_each_order_equally_often() -> None:
    """By the bytes themselves: of the 65,536 pairs all that nothing is rejected of."""
    found: Counter[tuple[int, ...]] = Counter()
    for pair in product(range(256), repeat=2):
        with suppress(StopIteration):
            found[shuffled(range(3), partial(below, given=iter(pair)))] += 1
    assert found == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


@UNBIASED
@pytest.mark.parametrize("cards", [3, 4, 5, 6])
def test_the_orders_of_small_decks_come_equally_often_from_the_generator(cards: int) -> None:
    generator = Generator(next(seeds(cards)), BITS)
    found = Counter(shuffled(range(cards), generator.below) for _ in range(50 * factorial(cards)))
    counts = [found[order] for order in permutations(range(cards))]
    assert abs(unevenness(counts)) < WIDE


# --- chance ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def raw() -> Raw:
    parts = islice(Generator(next(seeds(2026)), BITS).requests(), 1 << 14)
    return np.frombuffer(b"".join(parts), np.uint8)


@pytest.fixture(scope="module")
def orders() -> Orders:
    dealer = Autodealer(seed=2026)
    return np.array([dealer.shuffle()["order"] for _ in range(20_000)], np.int64)


def test_bytes_come_equally_often_one_by_one_and_in_pairs(raw: Raw) -> None:
    """Chi-square, and the serial test over pairs that do not overlap."""
    pairs = raw[::2].astype(np.int64) * 256 + raw[1::2]
    assert abs(unevenness(np.bincount(raw, minlength=256))) < WIDE
    assert abs(unevenness(np.bincount(pairs, minlength=65_536))) < WIDE


def test_bits_are_even_and_change_as_often_as_they_should(raw: Raw) -> None:
    bits = np.unpackbits(raw).astype(bool)
    assert abs(unevenness(np.bincount(bits))) < WIDE
    assert abs(run_deviation(bits)) < WIDE
    assert all(abs(unevenness(np.bincount(bits[lag:] ^ bits[:-lag]))) < WIDE for lag in (1, 2, 7, 8, 64, 256, 512))


@UNBIASED
def test_every_card_is_equally_likely_at_every_place(orders: Orders) -> None:
    counts = np.zeros((52, 52), np.int64)
    for place in range(52):
        counts[place] = np.bincount(orders[:, place], minlength=52)
    assert abs(unevenness(counts, 51 * 51)) < WIDE


@UNBIASED
def test_no_card_follows_another_more_often_than_any_other(
    orders: Orders,
) -> None:
    """The serial test over neighbours in the deck, and over the first cards of decks that follow one another."""
    inside = np.bincount(orders[:, :-1].ravel() * 52 + orders[:, 1:].ravel(), minlength=52 * 52).reshape(52, 52)
    assert not inside.diagonal().any()
    assert abs(unevenness(inside[~np.eye(52, dtype=bool)], 51 * 51 - 1)) < WIDE
    across = np.bincount(orders[:-1, 0] * 52 + orders[1:, 0], minlength=52 * 52)
    assert abs(unevenness(across)) < WIDE


@UNBIASED
def test_cards_rise_and_fall_as_often_as_they_should(orders: Orders) -> None:
    assert abs(rise_deviation(orders)) < WIDE
    assert abs(run_deviation(orders[:, 0] < 26)) < WIDE


def test_every_lawful_cut_is_equally_likely() -> None:
    dealer = Autodealer(seed=5)
    counts = np.bincount([dealer.number(10, 42) for _ in range(20_000)], minlength=43)
    assert not counts[:10].any()
    assert abs(unevenness(counts[10:])) < WIDE


def test_the_tests_of_chance_notice_what_is_not_chance() -> None:
    """A byte that comes a little too often, bits that stick, a shuffle that draws from all cards at every place."""
    generator = Generator(next(seeds(1)), BITS)
    leaning = [generator.below(256) for _ in range(20_000)] + [7] * 60
    assert unevenness(np.bincount(leaning, minlength=256)) > WIDE
    sticking = np.repeat([generator.below(2) == 1 for _ in range(500)], 2)
    assert abs(run_deviation(sticking)) > WIDE
    naive: Counter[tuple[int, ...]] = Counter()
    for _ in range(5_000):
        deck = [0, 1, 2]
        for place in range(3):
            other = generator.below(3)
            deck[place], deck[other] = deck[other], deck[place]
        naive[tuple(deck)] += 1
    assert unevenness([naive[order] for order in permutations(range(3))]) > WIDE
    assert abs(rise_deviation(np.tile(np.arange(52), (100, 1)))) > WIDE


# --- where seeds come from -------------------------------------------------------------------------------------------


@UNBIASED
def test_without_a_seed_every_shuffle_takes_one_of_its_own_from_the_operating_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def system(size: int) -> bytes:
        asked.append(size)
        return bytes([len(asked)]) * size

    monkeypatch.setattr("pitboss.randomness.secrets.token_bytes", system)
    dealer = Autodealer()
    made = [dealer.shuffle() for _ in range(3)]
    assert asked == [SEED_BYTES] * 3
    assert [one["salt"] for one in made] == [(bytes([n]) * SEED_BYTES).hex() for n in (1, 2, 3)]
    assert all(one["order"] == order_of(one["salt"], one["stream"]) for one in made)


def test_a_deck_has_fewer_orders_than_there_are_seeds() -> None:
    assert prod(range(1, 53)) < 2 ** (8 * SEED_BYTES)


def test_a_run_of_the_same_number_repeats_its_seeds() -> None:
    assert list(islice(seeds(3), 5)) == list(islice(seeds(3), 5))
    assert set(islice(seeds(3), 5)).isdisjoint(islice(seeds(4), 5))
