"""Small pieces of SVG that the drawings of a layout share."""

from __future__ import annotations

from math import cos, sin
from xml.sax.saxutils import escape, quoteattr

INK = "var(--ring, var(--ink))"
PRINT = "var(--ink)"
SANS, SERIF = "var(--felt-sans)", "var(--felt-serif)"
SHADE = 'fill="#000" fill-opacity=".13"'
"""What darkens an area a little."""


def num(value: float) -> str:
    """A number with at most one decimal.

    >>> num(12.04), num(-0.01), num(3.25)
    ('12', '0', '3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def data(**values: str | float) -> str:
    """Attributes for scripts: `data-` and the name.

    >>> data(wager="ante", x=12.5)
    ' data-wager="ante" data-x="12.5"'
    """
    return "".join(
        f" data-{name}={quoteattr(value if isinstance(value, str) else num(value))}" for name, value in values.items()
    )


def text(
    words: str,
    kind: str,
    size: float,
    *,
    at: tuple[float, float] | None = None,
    family: str = SANS,
    fill: str = PRINT,
    anchor: str = "middle",
    tracking: float = 0.0,
    weight: int = 400,
    italic: bool = False,
    along: str | None = None,
) -> str:
    """A line of print, at a point or along a path."""
    place = f' x="{num(at[0])}" y="{num(at[1])}"' if at else ""
    style = f' font-weight="{weight}"' if weight != 400 else ""
    style += ' font-style="italic"' if italic else ""
    style += f' letter-spacing="{size * tracking:.2f}"' if tracking else ""
    inner = escape(words)
    if along:
        inner = f'<textPath href="#{along}" startOffset="50%">{inner}</textPath>'
    return (
        f'<text class="{kind}"{place} font-family="{family}" font-size="{num(size)}"{style} text-anchor="{anchor}" '
        f'fill="{fill}">{inner}</text>'
    )


def arc(x: float, y: float, radius: float, half: float) -> str:
    """A path from left to right below a point, as far to either side as half an angle."""
    across, down = radius * sin(half), y + radius * cos(half)
    size = num(radius)
    return f"M{num(x - across)} {num(down)}A{size} {size} 0 0 0 {num(x + across)} {num(down)}"
