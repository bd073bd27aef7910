"""Card faces in characters: a border, a rank and a suit, so that they read as cards with and without colour.

>>> from pitboss.cards import parse
>>> print(faces(parse("As Td"), SMALL))
╭───╮ ╭───╮
│A  │ │10 │
│  ♠│ │  ♦│
╰───╯ ╰───╯
>>> str(faces(parse("Kc ??"), LINE))
' K♣   ?? '
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from pitboss.cards import RANK_NAMES, SUITS, UNKNOWN, rank, suit, symbols
from pitboss.terminal.colours import BRASS, FAINT


class CardSize(NamedTuple):
    """How much room a card takes."""

    width: int
    height: int
    gap: int = 0


LINE, SMALL, LARGE, HUGE = CardSize(4, 1, 1), CardSize(5, 4, 1), CardSize(7, 5, 1), CardSize(11, 7, 1)
_ROOM = {HUGE: (150, 48), LARGE: (110, 34), SMALL: (0, 0)}
"""From how many columns and lines on cards are of this size."""
_PAPER, _BACK, _BACK_INK = "#fcf9f2", "#5d1c27", "#e9d9bd"
_BORDER, _EDGE = frozenset("╭╮╰╯│─"), Style(color="#cfc6b4", bold=False)
_TWO_COLOURS = ("#1c1a18", "#b3222c", "#b3222c", "#1c1a18")
_FOUR_COLOURS = ("#1c6b3f", "#1d56a8", "#b3222c", "#1c1a18")
"""Clubs, diamonds, hearts, spades."""
_SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


def faces(
    cards: Sequence[int | None],
    size: CardSize,
    *,
    four_colours: bool = False,
    captions: Sequence[str] = (),
    dim: Sequence[int] = (),
) -> Text:
    """Cards side by side; None is an empty place, `dim` are places of cards that do not count."""
    rows = [Text(no_wrap=True) for _ in range(size.height + bool(captions))]
    for place, card in enumerate(cards):
        lines = _card(card, size)
        style = _style(card, four_colours, dim=place in dim)
        for row, line in zip(rows, lines, strict=False):
            if row:
                row.append(" " * size.gap)
            row.append_text(_inked(line, style))
        if captions:
            if place:
                rows[-1].append(" " * size.gap)
            rows[-1].append(captions[place].center(size.width), BRASS)
    return Text("\n", no_wrap=True).join(rows)


def in_words(cards: Sequence[int]) -> str:
    """Cards as they are read aloud.

    >>> from pitboss.cards import parse
    >>> in_words(parse("As Th ??"))
    'ace of spades, ten of hearts, a card face down'
    """
    return ", ".join(
        "a card face down" if card == UNKNOWN else f"{RANK_NAMES[rank(card)]} of {_SUIT_NAMES[SUITS[suit(card)]]}"
        for card in cards
    )


def size_for(width: int, height: int) -> CardSize:
    """The largest cards that leave room for everything else on a screen of this size."""
    return next(size for size, least in _ROOM.items() if width >= least[0] and height >= least[1])


def _card(card: int | None, size: CardSize) -> list[str]:
    inner = size.width - 2
    if size.height == 1:
        return [("·" if card is None else symbols([card])).center(size.width)]
    if card is None:
        middle = ["╎" + " " * inner + "╎"] * (size.height - 2)
        return ["╭" + "╌" * inner + "╮", *middle, "╰" + "╌" * inner + "╯"]
    if card == UNKNOWN:
        middle = ["│" + "░" * inner + "│"] * (size.height - 2)
    else:
        name = symbols([card])
        index, sign = name[:-1], name[-1]
        middle = [index.ljust(inner), sign.rjust(inner)]
        if size.height > SMALL.height:
            blank = [" " * inner] * ((size.height - LARGE.height) // 2)
            middle = [index.ljust(inner), *blank, sign.center(inner), *blank, index.rjust(inner)]
        middle = [f"│{line}│" for line in middle]
    return ["╭" + "─" * inner + "╮", *middle, "╰" + "─" * inner + "╯"]


def _inked(line: str, style: Style) -> Text:
    """A line of a card; its border is fainter than what is printed on it."""
    text = Text(line, style, no_wrap=True)
    for place in (place for place, sign in enumerate(line) if sign in _BORDER):
        text.stylize(_EDGE, place, place + 1)
    return text


def _style(card: int | None, four_colours: bool, dim: bool) -> Style:
    if card is None:
        return Style(color=FAINT)
    if card == UNKNOWN:
        return Style(color=_BACK_INK, bgcolor=_BACK)
    ink = (_FOUR_COLOURS if four_colours else _TWO_COLOURS)[suit(card)]
    return Style(color=ink, bgcolor="#a9a294" if dim else _PAPER, bold=not dim)
