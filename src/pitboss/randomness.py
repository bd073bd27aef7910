"""Where the order of a deck comes from: a cryptographic generator, and a shuffle that favours no order.

The generator is HMAC_DRBG with SHA-256, of NIST SP 800-90A: whoever knows its seed can make the same bytes again, and
nobody else can tell them from chance or work back to the seed. A byte becomes one of so many cards by rejection: bytes
past the last whole multiple are thrown away, so each card is exactly as likely as every other.

>>> seed = bytes(SEED_BYTES)
>>> order_of(seed.hex(), SHUFFLE) == shuffled(DECK, Generator(seed, SHUFFLE).below)
True
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator, Sequence

from pitboss.cards import DECK
from pitboss.errors import PitbossError

SEED_BYTES = 48
"""384 bits: 256 of entropy and 128 of nonce; a deck has fewer than 226 bits of orders."""
REQUEST_BYTES = 64
"""The generator is asked for so many bytes at once; one request is nearly always enough for a shuffle."""
MOST_BYTES, MOST_REQUESTS = 2**16, 2**48
"""The standard's bounds: so much for one request, and so many from one seed."""
SHUFFLE = "HMAC_DRBG SHA-256 shuffle"
"""The stream that orders a deck: the generator's personalisation string, and the name of the way it is used."""
NUMBER = "HMAC_DRBG SHA-256 number"
"""The stream of a single number, such as where a deck is cut."""
PLACES = "HMAC_DRBG SHA-256 places"
"""The stream of cards that are picked by chance, one for each position."""
BITS = "HMAC_DRBG SHA-256 bits"
"""The stream for a laboratory that wants the generator's bytes as they are."""
SEEDS = "HMAC_DRBG SHA-256 seeds"
"""The stream of a repeatable run, whose bytes are the seeds of its shuffles and cuts."""
_BYTE = 256


class Generator:
    """Random bytes from a seed; a stream is a use of it, and no two streams of a seed have anything in common."""

    def __init__(self, seed: bytes, stream: str) -> None:
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(seed + stream.encode())
        self._bytes = self._stream()

    def take(self, number: int) -> bytes:
        """The next bytes.

        >>> Generator(bytes(SEED_BYTES), BITS).take(8).hex()
        'b3c4a3b0b6db9a0d'
        """
        return bytes(next(self._bytes) for _ in range(number))

    def below(self, bound: int) -> int:
        """A number from 0 on that is below the bound, each equally likely."""
        return below(bound, self._bytes)

    def requests(self, size: int = REQUEST_BYTES) -> Iterator[bytes]:
        """What the generator gives for one request after the other: the same bytes, many at once."""
        if not 0 < size <= MOST_BYTES:
            raise PitbossError("request", f"the generator is asked for 1 to {MOST_BYTES} bytes at once, not {size}")
        for _ in range(MOST_REQUESTS):
            parts = []
            for _ in range(0, size, len(self._value)):
                self._value = self._mac(self._value)
                parts.append(self._value)
            yield b"".join(parts)[:size]
            self._update()
        raise PitbossError("reseed", "this seed has given all that it may: take another")

    def _stream(self) -> Iterator[int]:
        for part in self.requests():
            yield from part

    def _update(self, given: bytes = b"") -> None:
        for mark in (b"\x00", b"\x01") if given else (b"\x00",):
            self._key = self._mac(self._value + mark + given)
            self._value = self._mac(self._value)

    def _mac(self, message: bytes) -> bytes:
        return hmac.digest(self._key, message, "sha256")


def below(bound: int, given: Iterator[int]) -> int:
    """A number below the bound from random bytes: as many as it takes, drawn anew while they would favour some numbers.

    >>> below(6, iter([255, 254, 13]))
    1
    """
    width, ways = 1, _BYTE
    while ways < bound:
        width, ways = width + 1, ways * _BYTE
    while True:
        number = 0
        for _ in range(width):
            number = number * _BYTE + next(given)
        if number < ways - ways % bound:
            return number % bound


def shuffled(cards: Sequence[int], below: Callable[[int], int]) -> tuple[int, ...]:
    """The cards in an order drawn from all, each equally likely: from the last place on, any of those left goes there.

    >>> shuffled((1, 2, 3), lambda bound: 0)
    (2, 3, 1)
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        place = below(last + 1)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def order_of(seed: str, stream: str) -> tuple[int, ...]:
    """The order that a deck has after a shuffle from this seed, given in hexadecimal digits."""
    if stream != SHUFFLE:
        raise PitbossError("stream", f"no deck is shuffled by the stream {stream!r}, only by {SHUFFLE!r}")
    return shuffled(DECK, Generator(seed_from(seed), stream).below)


def places_of(salt: str, position: int, places: int) -> tuple[int, ...]:
    """The places 1 to `places` of a hand in an order drawn from what sealed the deck and from the hand's position.

    >>> sorted(places_of("of any deck", position=3, places=5))
    [1, 2, 3, 4, 5]
    """
    generator = Generator(salt.encode(), f"{PLACES} {position}")
    return shuffled(range(1, places + 1), generator.below)


def seed_from(digits: str) -> bytes:
    """A seed as it is written down."""
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != digits:
        raise PitbossError("seed", f"a seed is {2 * SEED_BYTES} hexadecimal digits, in small letters")
    return seed


def seeds(run: int | None) -> Iterator[bytes]:
    """Seeds without end: from the operating system, or those of a run that is to be repeated, by its number."""
    if run is None:
        while True:
            yield secrets.token_bytes(SEED_BYTES)
    master = Generator(str(run).encode(), SEEDS)
    while True:
        yield master.take(SEED_BYTES)
