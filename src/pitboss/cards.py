"""The 52 cards as the integers 0 to 51, and the notation people write them in.

A card is `4 * rank + suit`: ranks run from 0 (two) to 12 (ace), suits from 0 to 3 (clubs, diamonds, hearts, spades),
so sorting cards sorts them by rank. `UNKNOWN` stands for a card nobody may see.

>>> parse("As 10h Kd")
(51, 34, 45)
>>> notation(parse("A♠ th KD ??"))
'As Th Kd ??'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pitboss.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK = tuple(range(52))
UNKNOWN = 52
"""A card that is there but not known, written `??`; it never counts as a duplicate."""

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = (*(f"{name}s" if name != "six" else "sixes" for name in RANK_NAMES),)

_NOTATION = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
_CARDS = {
    spelling: card
    for card, (rank, suit) in enumerate((rank, suit) for rank in range(13) for suit in range(4))
    for rank_text in ((RANKS[rank], RANKS[rank].lower()) if RANKS[rank] != "T" else ("T", "t", "10"))
    for spelling in (
        rank_text + SUITS[suit],
        rank_text + SUITS[suit].upper(),
        rank_text + SUIT_SYMBOLS[suit],
    )
} | {"??": UNKNOWN}
_SEPARATOR = re.compile(r"[\s,]+")
_GLUED = re.compile(r"10[^\s,]|[^\s,]{2}")


def rank(card: int) -> int:
    """0 for a two to 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; no suit outranks another."""
    return card & 3


FACE_CARDS = tuple(card for card in DECK if JACK <= rank(card) <= KING)
"""The jacks, queens and kings; a word of the glossary, no rule turns on it (T5-1.B(8))."""
BY_SUIT = tuple(sorted(DECK, key=lambda card: (suit(card), rank(card))))
"""A deck in the order in which it is spread to be looked at."""


def in_sequence(cards: Sequence[int]) -> bool:
    """Whether a whole deck lies suit by suit, each suit in sequence, up or down, the ace at either end.

    >>> in_sequence(BY_SUIT), in_sequence(DECK)
    (True, False)
    """
    runs = [cards[start : start + 13] for start in range(0, len(DECK), 13)]
    upward = list(range(13)), [ACE, *range(12)]
    ways = [*upward, *(ranks[::-1] for ranks in upward)]
    return sorted(cards) == list(DECK) and all(
        len({suit(card) for card in run}) == 1 and [rank(card) for card in run] in ways for run in runs
    )


def parse(text: str) -> tuple[int, ...]:
    """Read cards such as `"As Kd"`, `"AsKd"`, `"10h, ??"`; the error names the bad token and where it stands.

    >>> parse("As Kd Xz")
    Traceback (most recent call last):
    ...
    pitboss.errors.CardError: 'Xz' at position 7 is not a card: write a rank (2-9, T or 10, J, Q, K, A) and a suit \
(c, d, h, s), or ??
    >>> parse("As Kd As")
    Traceback (most recent call last):
    ...
    pitboss.errors.CardError: As at position 7 is there twice; a deck has each card once
    """
    if not isinstance(text, str):
        raise CardError("card-notation", f"cards are written as text such as 'As Kd', not {text!r:.60}")
    try:  # the usual case: two-letter tokens between single spaces
        cards = tuple([_CARDS[token] for token in text.split()])
    except KeyError:
        cards = tuple(card for card, _ in _tokens(text))
    if len(set(cards)) != len(cards):
        _refuse_duplicates(text)
    return cards


def as_dealt(cards: object) -> tuple[int, ...]:
    """Cards given as integers by a program instead of as text; refused like bad notation.

    >>> as_dealt([51, 45])
    (51, 45)
    """
    if not isinstance(cards, list | tuple) or not all(type(card) is int and 0 <= card <= UNKNOWN for card in cards):
        raise CardError("card-notation", f"cards are text such as 'As Kd' or numbers from 0 to 51, not {cards!r:.60}")
    refuse_shared([cards])
    return tuple(cards)


def notation(cards: Iterable[int]) -> str:
    """Write cards the way `parse` reads them."""
    return " ".join([_NOTATION[card] for card in cards])


def is_unseen(cards: str) -> bool:
    """Whether these are cards of which none is known, in notation.

    >>> is_unseen("?? ??"), is_unseen("?? As")
    (True, False)
    """
    return not cards.replace("?", "").strip()


def symbols(cards: Iterable[int]) -> str:
    """Write cards for people: `A♠ 10♥`.

    >>> symbols(parse("As Th ??"))
    'A♠ 10♥ ??'
    """
    return " ".join(
        "??" if card == UNKNOWN else ("10" if rank(card) == 8 else RANKS[rank(card)]) + SUIT_SYMBOLS[suit(card)]
        for card in cards
    )


def known(cards: Iterable[int]) -> bytes:
    """Cards whose faces are all known, as small integers; a typed error for `UNKNOWN` and for what is no card.

    >>> list(known(parse("As Kd")))
    [51, 45]
    """
    try:
        hand = bytes(cards)
    except (TypeError, ValueError) as error:
        raise CardError("card-notation", "cards are whole numbers from 0 to 51") from error
    if hand and max(hand) >= UNKNOWN:
        raise CardError("unknown-card", "a hand with unknown cards has no value")
    return hand


def refuse_shared(hands: Iterable[Sequence[int]], clause: str | None = None) -> None:
    """Refuse a card that lies in two of the given hands at once."""
    cards = [card for hand in hands for card in hand if card != UNKNOWN]
    if len(set(cards)) == len(cards):
        return
    twice = next(card for card in cards if cards.count(card) > 1)
    raise CardError("duplicate-card", f"{_NOTATION[twice]} is dealt twice; a deck has each card once", clause)


def _tokens(text: str) -> Iterable[tuple[int, int]]:
    """Cards with the position (from 1) at which each stands; a token may be several cards without a space."""
    position = 0
    for token in re.findall(r"[^\s,]+|[\s,]+", text):
        if not _SEPARATOR.fullmatch(token):
            yield from _cards_in(token, position + 1)
        position += len(token)


def _cards_in(token: str, position: int) -> Iterable[tuple[int, int]]:
    pieces = [token] if token in _CARDS else _GLUED.findall(token)
    if "".join(pieces) != token:
        pieces = [token]
    for piece in pieces:
        if piece not in _CARDS:
            raise CardError(
                "card-notation",
                f"{piece!r} at position {position} is not a card: write a rank (2-9, T or 10, J, Q, K, A) and a suit "
                "(c, d, h, s), or ??",
            )
        yield _CARDS[piece], position
        position += len(piece)


def _refuse_duplicates(text: str) -> None:
    seen: set[int] = set()
    for card, position in _tokens(text):
        if card in seen and card != UNKNOWN:
            raise CardError(
                "duplicate-card",
                f"{_NOTATION[card]} at position {position} is there twice; a deck has each card once",
            )
        seen.add(card)
