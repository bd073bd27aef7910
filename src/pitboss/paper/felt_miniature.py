"""A small picture of a table for the lobby: its shape, the house, the game, and a numbered spot for each position."""

from __future__ import annotations

from math import sin
from xml.sax.saxutils import escape, quoteattr

from pitboss.paper.felt_drawing import PRINT, SANS, SERIF, SHADE, Look, data, defs, num, table, text
from pitboss.paper.felt_parts import Felt, Outline, turned
from pitboss.paper.felt_words import typographic, width_of

_WIDTH, _HEIGHT = 320.0, 204.0
_EDGE = Outline(_WIDTH / 2, -61.0, 244.0, 142.0, 44.0, 12.0)
_SPOT, _CURVE, _FURTHEST = 10.5, 216.0, 0.51
_TUBES = ("#cfc7b4", "#8f322c", "#285e42", "#2b2926", "#4f366a", "#2b2926", "#285e42", "#8f322c", "#cfc7b4")


def miniature(felt: Felt, taken: frozenset[int] = frozenset(), look: Look = Look.PAGE) -> str:
    """The table with the spots of taken positions filled."""
    key, number = felt.terms.game.short, len(felt.positions)
    words = f"{len(taken)} of {number} seats taken"
    house, title = typographic(felt.house).upper(), typographic(felt.title)
    step = min(0.19, 2 * _FURTHEST / max(1, number - 1))
    radius = min(_SPOT, _CURVE * sin(step / 2) - 1.5)
    spots = (
        _spot(index + 1, step * ((number - 1) / 2 - index), radius, taken=index + 1 in taken) for index in range(number)
    )
    body = (
        defs(key, flat=look is Look.PAPER),
        table(_EDGE, key, flat=look is Look.PAPER, rail=11.0),
        _rack(),
        _line(house, "house-line", 16, 80, 0.16, italic=False),
        _line(title, "game-line", 15, 103, 0.02, italic=True),
        *spots,
    )
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="miniature" viewBox="0 0 {num(_WIDTH)} {num(_HEIGHT)}" '
        f'role="img" aria-label={quoteattr(words)}{data(game=key)}><title>{escape(words)}</title>{"".join(body)}</svg>'
    )
    return look.resolve(drawing, felt.terms.game)


def _line(words: str, kind: str, size: float, y: float, tracking: float, *, italic: bool) -> str:
    fitting = size * min(1.0, 240 / width_of(words, size, tracking))
    return text(words, kind, fitting, at=(_WIDTH / 2, y), family=SERIF, tracking=tracking, italic=italic)


def _rack() -> str:
    tubes = "".join(
        f'<rect x="{num(126 + 7.8 * index)}" y="23" width="6" height="7" rx="1.5" fill="{colour}"/>'
        for index, colour in enumerate(_TUBES)
    )
    frame = '<rect x="122" y="20" width="76" height="13" rx="3" fill="#0d0b09" stroke="var(--accent)" '
    return f'{frame}stroke-opacity=".5"/>{tubes}'


def _spot(number: int, angle: float, radius: float, *, taken: bool) -> str:
    across, down = turned(0, _CURVE, angle)
    x, y = _EDGE.x + across, _EDGE.y + down
    fill = f'fill="{PRINT}"' if taken else f'{SHADE} stroke="{PRINT}" stroke-opacity=".75" stroke-width="1.2"'
    colour = "var(--felt-deep)" if taken else PRINT
    figure = text(str(number), "seat", 11, at=(x, y + 4), family=SANS, fill=colour, weight=600)
    return (
        f'<g class="spot"{data(position=number)}><circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" {fill}/>'
        f"{figure}</g>"
    )
