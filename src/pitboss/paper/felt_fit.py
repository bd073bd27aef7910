"""The curve that a table's positions stand on, and the felt around it: the one that is seen largest in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, pi, tan

from pitboss.paper.felt_parts import Box, Outline
from pitboss.paper.felt_position import Place

WINDOW = (1092.0, 700.0)
WIDEST = 0.54 * pi
"""All positions together take no wider angle."""
AIRY = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6)
"""How much further apart than they must positions may stand, where there is room."""
RAIL, MARGIN = 30.0, 10.0
EDGE = 14.0
"""From what a position holds to the edge of the felt."""
CORNER = 126.0
EASE = 0.0004
"""What a unit of room between positions is worth."""
NEAREST, FARTHEST, STRIDE = 380, 741, 20


@dataclass(frozen=True, slots=True)
class Sector:
    """Beyond `radius` from the middle of the curve and within half an angle to either side of straight down."""

    radius: float
    half: float

    def is_clear_of(self, box: Box, y: float) -> bool:
        """Whether an upright box, its x from the middle line, keeps out if the middle of the curve is at height y."""
        down = box.bottom - y
        near = 0.0 if box.x < 0 < box.right else min(abs(box.x), abs(box.right))
        reach = max(0.0, down * tan(self.half))
        return down <= 0 or near >= reach or hypot(min(max(-box.x, box.right), reach), down) <= self.radius


@dataclass(frozen=True, slots=True)
class Curve:
    """Where the positions stand: `inner` is how far their upper edges are from the middle, which is at height y."""

    inner: float
    y: float
    spacing: float
    outline: Outline
    """Its x is 0."""

    def angles(self, number: int) -> list[float]:
        """Where each position is; the first at the dealer's far left, which players see at the right."""
        return [self.spacing * ((number - 1) / 2 - index) for index in range(number)]

    @property
    def width(self) -> float:
        """Of the whole drawing."""
        return 2 * (self.outline.half + RAIL + MARGIN)

    @property
    def height(self) -> float:
        """Of the table with its rail."""
        return self.y + self.outline.radius + RAIL + MARGIN

    @property
    def size(self) -> float:
        """How much of a window it needs; of two that need about as much, the one with more room between positions."""
        return max(self.width / WINDOW[0], self.height / WINDOW[1]) - self.spacing * self.inner * EASE


def fit(
    place: Place,
    number: int,
    boxes: Sequence[Box],
    lines: Callable[[float], Sequence[Sector]],
    half: float,
    top: float,
) -> Curve | None:
    """The best curve for so many positions of this kind on a felt at least twice `half` wide.

    `boxes` keep out of the positions and of the lines that are printed inside a curve of some radius.
    """
    curves = _curves(place, number, boxes, lines, half, top)
    return min(curves, key=lambda curve: curve.size, default=None)


def _curves(
    place: Place,
    number: int,
    boxes: Sequence[Box],
    lines: Callable[[float], Sequence[Sector]],
    half: float,
    top: float,
) -> Iterator[Curve]:
    for inner in map(float, range(NEAREST, FARTHEST, STRIDE)):
        least = 2 * place.half_angle(inner)
        if number * least > WIDEST:
            continue
        y = _lowest(partial(_clear, lines(inner), boxes))
        for spacing in sorted({min(airy * least, WIDEST / number) for airy in AIRY}):
            sector = Sector(inner - 8, number * spacing / 2)
            lower = _lowest(partial(_clear, [sector], boxes), y)
            if outline := _around(place, number, inner, lower, spacing, half, top):
                yield Curve(inner, lower, spacing, outline)


def _clear(sectors: Sequence[Sector], boxes: Sequence[Box], y: float) -> bool:
    return all(sector.is_clear_of(box, y) for sector in sectors for box in boxes)


def _lowest(fits: Callable[[float], bool], low: float = -1500.0, high: float = 700.0) -> float:
    """The least value that fits, where everything above one that fits does too."""
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def _around(
    place: Place, number: int, inner: float, y: float, spacing: float, half: float, top: float
) -> Outline | None:
    """The felt's edge around the positions; None if they stand too steeply for a table so wide."""
    radius = place.outer(inner) + EDGE
    last = place.at(number, (number - 1) / 2 * spacing, inner, (0.0, y), 0.0)
    things = [(ring.x, ring.y, ring.radius + EDGE / 2) for ring in last.rings]
    things += [(x, down, EDGE / 2) for slot in last.slots for x, down in slot.corners]

    def fits(half: float) -> bool:
        return all(Outline(0, y, radius, half, CORNER, top).holds(*thing) for thing in things)

    widest = radius * 0.97
    if half > widest or not fits(widest):
        return None
    outline = Outline(0, y, radius, half if fits(half) else _lowest(fits, half, widest), CORNER, top)
    return outline if outline.y + outline.shoulder[1] > top + CORNER / 2 else None
