"""Card faces, the back, the cover card, chips and the mark, drawn by us, as symbols of one SVG sprite.

A page that has the sprite draws the nine of hearts with `<use href="#c-9h"/>`, and likewise `#back`, `#cover`,
`#suit-s`, `#chip-25` (seen from above), `#chip-25-edge` (within a stack) and `#mark`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pitboss.cards import RANKS, SUITS

_PEN = 'fill="none" stroke="currentColor" stroke-width="4.7"'


def _pen(path: str) -> str:
    return f'<path d="{path}" {_PEN}/>'


def _cut(path: str) -> str:
    return f'<path d="{path}" fill="currentColor"/>'


def _oval(x: float, y: float, across: float, down: float) -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" {_PEN}/>'


_SIX = _pen(
    "M19.9 8C18.9 4.3 16.3 2.4 12.9 2.4c-6.2 0-9.9 5.5-9.9 15 0 9.2 3.3 14.2 9.2 14.2 5.2 0 8.8-3.7 8.8-9.2 "
    "0-5.3-3.5-8.9-8.5-8.9-4.5 0-8.3 3-9.3 7.4"
)
FIGURES = {
    "A": _cut("M9.1 0h5.8L24 34h-5.2l-2-7.9H7.2L5.2 34H0zM8.3 21.6h7.4L12 7.2z"),
    "K": _cut("M1 0h4.9v15L17.2 0h5.9L12.4 13.9 23.9 34h-5.7L9.1 18 5.9 22.1V34H1z"),
    "Q": _oval(12, 16.6, 9.6, 14.2) + _pen("M12.6 23.5 22 34"),
    "J": _pen("M8.5 2.4h9.8v21.4c0 5-2.8 7.8-7.2 7.8-4.3 0-7-2.7-7.3-7.6"),
    "T": _cut("M.2 6.2C3 5.4 4.9 3.5 5.9 0h3.6v34H4.7V9.5H.2z") + _oval(20.5, 17, 6.9, 14.6),
    "9": f'<g transform="rotate(180 12 17)">{_SIX}</g>',
    "8": _oval(12, 9.3, 7.6, 6.9) + _oval(12, 23.9, 9.2, 7.7),
    "7": _pen("M1.5 2.4h19c-6 7.8-9.9 17.8-11 31.6"),
    "6": _SIX,
    "5": _pen(
        "M20.2 2.4H6.2L4.9 16.2c1.7-2.2 4.2-3.3 7.2-3.3 5.3 0 8.9 3.6 8.9 9.1 0 5.7-3.8 9.6-9.4 9.6-4.7 0-8-2.4-8.8-6.6"
    ),
    "4": _cut("M13.7 0h5.2v22h4.6v4.5h-4.6V34h-4.9v-7.5H.5v-4.3zM14 7.8 5.5 22H14z"),
    "3": _pen(
        "M3.3 9.2C3.8 5 7 2.4 11.6 2.4c5 0 8.5 2.7 8.5 6.9 0 4.3-3.2 6.9-8 6.9H9.2M12 16.2c5.4 0 9 2.7 9 7.6 0 4.9"
        "-3.9 7.8-9.3 7.8-5 0-8.5-2.6-9-7.1"
    ),
    "2": _pen("M3.3 11C3.3 5.5 6.9 2.4 12 2.4c5.1 0 8.6 3 8.6 7.6 0 3.7-1.9 6.2-5.3 9.7L4.6 31.6h17"),
}
"""The index of each rank in a box of 24 by 34."""
PIPS = {
    "s": "M50 4C55 19 91 38 91 64c0 12-9 20-19.5 20C63.5 84 57 80 53.6 73.5 54.2 84 57.5 91 65 96H35c7.5-5 10.8-12 "
    "11.4-22.5C43 80 36.5 84 28.5 84 18 84 9 76 9 64 9 38 45 19 50 4z",
    "h": "M50 95C45 82 8 60 8 32 8 17 18.5 7 31 7c9.5 0 16 5.5 19 14.5C53 12.5 59.5 7 69 7c12.5 0 23 10 23 25 0 28-37 "
    "50-42 63z",
    "d": "M50 3c8 17.5 20.5 33.5 36 47-15.5 13.5-28 29.5-36 47-8-17.5-20.5-33.5-36-47C29.5 36.5 42 20.5 50 3z",
    "c": "M50 4c11.6 0 20.5 8.8 20.5 19.9 0 7.3-3.6 13.3-9.3 19 2.7-1.1 5.7-1.7 8.8-1.7 12.2 0 21.5 9 21.5 20.9S82.2 "
    "83 70.2 83c-7 0-12.9-3.2-16.6-8.5.6 9.8 3.9 16.7 11.4 21.5H35c7.5-4.8 10.8-11.7 11.4-21.5C42.7 79.8 36.8 83 29.8 "
    "83 17.8 83 8.5 74 8.5 62.1S17.8 41.2 30 41.2c3.1 0 6.1.6 8.8 1.7-5.7-5.7-9.3-11.7-9.3-19C29.5 12.8 38.4 4 50 4z",
}
"""Each suit in a box of 100 by 100."""
CROWNS = {
    "K": '<path d="M28 0h4v3.5h3.5v4H32V12l12 8 13-8-4 15H7L3 12l13 8 12-8V7.5h-3.5v-4H28zM7 30h46v5H7z"/>',
    "Q": '<path d="M8 27 4 14l12 7 6-11 8 10 8-10 6 11 12-7-4 13zM8 30h44v5H8z"/><circle cx="3.5" cy="10" r="3.5"/>'
    '<circle cx="22" cy="5.5" r="3.5"/><circle cx="38" cy="5.5" r="3.5"/><circle cx="56.5" cy="10" r="3.5"/>',
    "J": '<path d="M8 30h44v5H8zM9 27c0-5 3-8 8-8h26c5 0 8 3 8 8zM31 17c-4-8 1-15 13-17 2 9-2 15-13 17z"/>',
}
"""Cross, pearls and plume, in a box of 60 by 36, above the suit of a court card."""


class Chip(NamedTuple):
    """A chip's value in dollars and its colours."""

    value: int
    body: str
    spots: str
    figure: str


CHIPS = (
    Chip(1, "#e8e1cf", "#4d648c", "#1c1a18"),
    Chip(5, "#9f3730", "#f0e7d3", "#fff9ea"),
    Chip(25, "#2c6849", "#f0e7d3", "#fff9ea"),
    Chip(100, "#262421", "#e9dfc9", "#fff9ea"),
    Chip(500, "#573c75", "#f0e7d3", "#fff9ea"),
    Chip(1000, "#b5802a", "#2a2013", "#1c1509"),
)
_CARD_BOX, _CHIP_BOX = "0 0 100 140", "0 0 60 60"
_BLANK = '<rect x=".75" y=".75" width="98.5" height="138.5" rx="8" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
_PAPER = _BLANK.format(fill="var(--card)", edge="var(--card-edge)")


@cache
def sprite() -> str:
    """All symbols in one hidden drawing, for the top of a page; colours come from the page's custom properties."""
    return f'<svg width="0" height="0" aria-hidden="true" focusable="false">{symbols()}</svg>'


@cache
def symbols() -> str:
    """All symbols, for a drawing that stands alone."""
    suits = "".join(_symbol(f"suit-{suit}", "0 0 100 100", f'<path d="{pip}"/>') for suit, pip in PIPS.items())
    faces = "".join(_symbol(f"c-{rank}{suit}", _CARD_BOX, _face(rank, suit)) for rank in RANKS for suit in SUITS)
    chips = "".join(_chip(chip) for chip in CHIPS)
    cover = _BLANK.format(fill="#bd9f4c", edge="#8f7a3a") + (
        '<rect x="7" y="7" width="86" height="126" rx="4" fill="none" stroke="#8f7a3a" stroke-opacity=".55"/>'
    )
    return (
        suits
        + faces
        + _LATTICE
        + _symbol("back", _CARD_BOX, _BACK)
        + _symbol("cover", _CARD_BOX, cover)
        + (chips + _symbol("mark", _CHIP_BOX, _MARK))
    )


def _symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def _put(x: float, y: float, scale: float, body: str) -> str:
    return f'<g transform="translate({x} {y}) scale({scale})">{body}</g>'


def _face(rank: str, suit: str) -> str:
    """A large index at the left, the suit below it and again in the corner, a crown on court cards."""
    pip, ten = f'<path d="{PIPS[suit]}"/>', rank == "T"
    index = _put(6.5 if ten else 9, 10, 1.18 if ten else 1.22, FIGURES[rank]) + _put(11, 57, 0.25, pip)
    if rank in CROWNS:
        large = _put(44, 47, 0.74, CROWNS[rank]) + _put(42, 80, 0.48, pip)
    else:
        large = _put(34, 70, 0.58, pip) if rank == "A" else _put(37, 76, 0.53, pip)
    colour = f"var(--suit-{suit})"
    return f'{_PAPER}<g fill="{colour}" color="{colour}">{index}{large}</g>'


_LATTICE = (
    '<pattern id="lattice" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0h8M0 0v8" fill="none" stroke="var(--back-ink)" stroke-width="1.1" opacity=".5"/>'
    '<circle cx="4" cy="4" r="1" fill="var(--back-ink)" opacity=".55"/></pattern>'
)
_BACK = (
    f'{_PAPER}<rect x="7" y="7" width="86" height="126" rx="4" fill="var(--back)"/>'
    '<rect x="7" y="7" width="86" height="126" rx="4" fill="url(#lattice)"/>'
    '<rect x="11" y="11" width="78" height="118" rx="2.5" fill="none" stroke="var(--back-ink)" opacity=".8"/>'
    '<circle cx="50" cy="70" r="19" fill="var(--back)" stroke="var(--back-ink)" stroke-width="1.4"/>'
    '<path d="M50 55 63 70 50 85 37 70z" fill="none" stroke="var(--back-ink)" stroke-width="1.4"/>'
    '<circle cx="50" cy="70" r="3" fill="var(--back-ink)"/>'
)
_MARK = (
    '<circle cx="30" cy="30" r="26" fill="none" stroke="var(--accent)" stroke-width="5" '
    'stroke-dasharray="18.15 9.08" transform="rotate(-110 30 30)"/>'
    '<circle cx="30" cy="30" r="19.5" fill="none" stroke="var(--accent)" stroke-width="1.5"/>'
    '<text x="30" y="38.5" text-anchor="middle" font-family="var(--serif)" font-size="26" '
    'fill="var(--accent-text)">§</text>'
)


def _chip(chip: Chip) -> str:
    base = (
        f'<circle cx="30" cy="30" r="29" fill="{chip.body}"/>'
        f'<circle cx="30" cy="30" r="25.6" fill="none" stroke="{chip.spots}" stroke-width="6.8" '
        'stroke-dasharray="10.72 16.09" transform="rotate(-102 30 30)"/>'
        '<circle cx="30" cy="30" r="29" fill="none" stroke="#000" stroke-opacity=".38" stroke-width="1.5"/>'
    )
    digits = len(str(chip.value))
    size, foot = {1: (18, 36.0), 2: (18, 36.0), 3: (15.5, 35.2)}.get(digits, (13.5, 35.2))
    face = (
        f'<circle cx="30" cy="30" r="19.5" fill="{chip.body}" stroke="{chip.spots}" stroke-opacity=".75" '
        'stroke-width="1.3"/>'
        f'<text x="30" y="{foot}" text-anchor="middle" font-family="var(--sans)" font-weight="700" '
        f'font-size="{size}" fill="{chip.figure}">{chip.value}</text>'
    )
    return _symbol(f"chip-{chip.value}-edge", _CHIP_BOX, base) + _symbol(f"chip-{chip.value}", _CHIP_BOX, base + face)
