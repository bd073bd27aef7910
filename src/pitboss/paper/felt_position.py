"""One position by itself: its wagering areas in rows and its cards below them, as a player would see it upright."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import asin, atan2, hypot, sqrt

from pitboss.games.game import Area, EqualTo, Wager
from pitboss.games.terms import Terms
from pitboss.paper.felt_parts import Box, Position, Ring, Slot, in_degrees, turned
from pitboss.paper.felt_words import inscribed, rows_of

RING = 28.0
BETWEEN, BESIDE_EQUALS = 5.0, 12.0
CARD, CARD_SHAPE = 28.0, 1.4
PAD = 4.0
CARDS_WIDTH = 118.0
PLATE, PLATE_HEIGHT = 132.0, 38.0
APART = 7.0
"""What neighbours leave between them."""


@dataclass(frozen=True, slots=True)
class Place:
    """The things at a position. Its upper edge is at 0, the middle of its width at 0; players sit below."""

    rings: tuple[Ring, ...]
    slots: tuple[Slot, ...]
    equals: tuple[tuple[float, float], ...]

    def half_angle(self, inner: float) -> float:
        """Half the angle it takes, with room to its neighbours, when its upper edge is so far from the middle."""
        room = APART / 2
        rings = [
            atan2(abs(ring.x), inner + ring.y) + asin((ring.radius + room) / hypot(ring.x, inner + ring.y))
            for ring in self.rings
        ]
        corners = [atan2(abs(x) + room, inner + y) for slot in self.slots for x, y in slot.corners]
        return max([*rings, *corners])

    def outer(self, inner: float) -> float:
        """How far from the middle of the curve it reaches."""
        rings = [hypot(ring.x, inner + ring.y) + ring.radius for ring in self.rings]
        corners = [hypot(x, inner + y) for slot in self.slots for x, y in slot.corners]
        return max([*rings, *corners])

    def at(self, number: int, angle: float, inner: float, middle: tuple[float, float], plate: float) -> Position:
        """The same things where position `number` is, with a name plate so wide beyond them."""

        def put(x: float, y: float) -> tuple[float, float]:
            across, down = turned(x, inner + y, angle)
            return middle[0] + across, middle[1] + down

        turn = in_degrees(angle)
        corner = turned(0, 1, angle)
        half, tall = plate / 2, PLATE_HEIGHT / 2
        distance = self.outer(inner) + PAD * 2 + abs(corner[0]) * half + abs(corner[1]) * tall
        plate_x, plate_y = put(0, distance - inner)
        x, y = put(0, (self.outer(inner) - inner) / 2)
        rings = ((ring, put(ring.x, ring.y)) for ring in self.rings)
        slots = ((slot, put(slot.x, slot.y)) for slot in self.slots)
        return Position(
            number=number,
            x=x,
            y=y,
            turn=turn,
            rings=tuple(replace(ring, x=at[0], y=at[1], turn=turn) for ring, at in rings),
            slots=tuple(replace(slot, x=at[0], y=at[1], turn=turn) for slot, at in slots),
            equals=tuple(put(*sign) for sign in self.equals),
            plate=Box(plate_x - half, plate_y - tall, plate, PLATE_HEIGHT),
        )


def arrange(terms: Terms) -> Place:
    """The areas of a position of this table."""
    rings: list[Ring] = []
    equals: list[tuple[float, float]] = []
    above: list[Ring] = []
    for wagers in rows_of(terms):
        row, signs = _row(wagers)
        down = max([RING, *(_below(upper, ring) for upper in above for ring in row)])
        above = [replace(ring, y=down) for ring in row]
        rings += above
        equals += [(x, down) for x in signs]
    bottom = max(ring.y + ring.radius for ring in rings)
    return Place(tuple(rings), tuple(_slots(terms, bottom + BETWEEN + 1)), tuple(equals))


def _row(wagers: tuple[Wager, ...]) -> tuple[list[Ring], list[float]]:
    """Rings side by side round the middle, and the places of signs of equality between them."""
    places, signs, x = [0.0], [], 0.0
    for left, right in pairwise(wagers):
        equal = _equal(left, right) or _equal(right, left)
        gap = BESIDE_EQUALS if equal else BETWEEN
        if equal:
            signs.append(x + RING + gap / 2)
        x += 2 * RING + gap
        places.append(x)
    row = [
        Ring(
            wager=wager.name,
            label=inscribed(wager),
            clause=wager.area,
            x=place - x / 2,
            y=0,
            radius=RING,
            detector=wager.contribution is not None,
        )
        for wager, place in zip(wagers, places, strict=True)
    ]
    return row, [sign - x / 2 for sign in signs]


def _equal(one: Wager, other: Wager) -> bool:
    return any(isinstance(rule, EqualTo) and rule.other == other.name for rule in one.conditions)


def _below(upper: Ring, ring: Ring) -> float:
    """How far down a ring must be to keep clear of one above it."""
    reach, across = upper.radius + ring.radius + BETWEEN, abs(upper.x - ring.x)
    return upper.y + sqrt(max(0.0, reach * reach - across * across))


def _slots(terms: Terms, top: float) -> Iterator[Slot]:
    """The card places side by side; cards overlap where they must."""
    fields = {field.name: field for field in terms.game.fields}
    marked = [area for area in terms.game.areas if area.each_position and area.holds]
    held: list[tuple[int, Area | None]] = [(fields[area.holds].count, area) for area in marked if area.holds]
    held = held or [(fields["player"].count, None)]
    gaps = BETWEEN * (len(held) - 1)
    free = CARDS_WIDTH - gaps - len(held) * (CARD + 2 * PAD)
    step = min(CARD + 2, free / max(1, sum(count - 1 for count, _ in held)))
    widths = [CARD + 2 * PAD + step * (count - 1) for count, _ in held]
    height = CARD * CARD_SHAPE + 2 * PAD
    left = -(sum(widths) + gaps) / 2
    for (count, area), width in zip(held, widths, strict=True):
        yield Slot(
            name=area.holds if area and area.holds else "player",
            label=area.inscribed if area else "",
            clause=area.clause if area else None,
            count=count,
            x=left + width / 2,
            y=top + height / 2,
            width=width,
            height=height,
            card=CARD,
            step=step,
        )
        left += width + BETWEEN
