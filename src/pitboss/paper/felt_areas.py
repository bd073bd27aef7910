"""The areas of a layout: one position with its wagers and cards, and what lies between the dealer and the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import asin, atan2, hypot, sqrt
from typing import NamedTuple

from pitboss.games.game import Area, Wager
from pitboss.games.terms import Terms
from pitboss.paper.felt_parts import Box, Fixture, Panel, Position, Ring, Slot, in_degrees, turned
from pitboss.paper.felt_words import (
    Line,
    Table,
    in_two,
    inscribed,
    limits,
    notices,
    rows_of,
    sentence,
    typographic,
    width_of,
)

TOP = 20.0
RACK = Box(-148, TOP + 7, 296, 58)
SLIT = Box(0, TOP + 18, 60, 38)
"""Drop and tip slot, each with its name below."""
DEALER_TOP, DEALER_CARD = 97.0, 48.0
BOARD_CARD, BOARD_GAP = 66.0, 5.0
CARD_SHAPE = 1.4
PANELS_LEFT, PANELS_TOP = 240.0, 34.0
TITLE, HEADS, ROW, ROW_SIZE = 24.0, 25.0, 15.5, 13.0
COLUMN_GAP, PANEL_GAP = 30.0, 17.0
CORNER = Box(0, TOP + 8, 72, 84)
"""Discard rack, shoe and shuffler, each with its name below."""
SPREAD = 31.0
"""From one of the dealer's cards to the next, where they overlap."""


def cards_of_the_table(terms: Terms) -> tuple[Slot, ...]:
    """The dealer's hand, and below it a place for each community card; their middle is at 0."""
    fields = {field.name: field for field in terms.game.fields}
    slots: list[Slot] = []
    top = DEALER_TOP
    for area in sorted(terms.game.areas, key=lambda area: area.apart):
        if area.each_position or not area.holds:
            continue
        count = fields[area.holds].count
        if not area.apart:
            step = DEALER_CARD + 6 if count < 3 else SPREAD
            width, height = DEALER_CARD + step * (count - 1) + 22, DEALER_CARD * CARD_SHAPE + 12
            slots.append(
                Slot(
                    name=area.holds,
                    label=area.inscribed,
                    clause=area.clause,
                    count=count,
                    x=0,
                    y=top + height / 2,
                    width=width,
                    height=height,
                    card=DEALER_CARD,
                    step=step,
                )
            )
            top += height + 9
        else:
            height = BOARD_CARD * CARD_SHAPE
            slots += [
                Slot(
                    name=f"{area.holds}-{number + 1}",
                    label=area.inscribed,
                    clause=area.clause,
                    count=1,
                    x=(number - (count - 1) / 2) * (BOARD_CARD + BOARD_GAP),
                    y=top + height / 2,
                    width=BOARD_CARD,
                    height=height,
                    card=BOARD_CARD,
                )
                for number in range(count)
            ]
            top += height + 9
    return tuple(slots)


def devices(terms: Terms) -> tuple[str, ...]:
    """What the cards come from, at the dealer's left."""
    shoe = ("shoe",) if str(terms["dealing_method"]).endswith("shoe") else ()
    return (*shoe, "shuffler") if terms["shuffle_method"] == "automated" else shoe


def fixtures(terms: Terms, half: float) -> Iterator[Fixture]:
    """The equipment on a felt that is twice `half` wide; drop and tip box are at either hand of the dealer.

    What stands elsewhere, in a place that is known in words only, is not drawn.
    """
    gone = {one.fixture for one in terms.game.layout.elsewhere if terms[one.option]}
    yield Fixture("rack", RACK)
    beside = RACK.right + 14
    yield from (
        Fixture(name, SLIT.moved(x))
        for name, x in (("drop", -beside - SLIT.width), ("tips", beside))
        if name not in gone
    )
    outer = half - 20
    yield Fixture("discards", CORNER.moved(-outer))
    for number, name in enumerate(devices(terms)):
        yield Fixture(name, CORNER.moved(outer - CORNER.width, number * (CORNER.height + 8)))


def panel(table: Table) -> Panel:
    """A pay table at its natural size."""
    first = max(width_of(row[0], ROW_SIZE, serif=True) for row in table.rows)
    size = len(table.rows[0]) - 1
    heads = table.heads or ("",) * size
    others = [
        max(
            *(width_of(row[column + 1], ROW_SIZE, serif=True) for row in table.rows),
            *(width_of(line, 10, serif=True) for line in in_two(heads[column])),
        )
        for column in range(size)
    ]
    ends, x = [], first
    for width in others:
        x += width + 14
        ends.append(x)
    width = max(x, width_of(table.title.upper(), 11, 0.14))
    ends[-1] = width
    height = TITLE + (HEADS if table.heads else 0) + ROW * len(table.rows)
    return Panel(
        name=table.name,
        title=table.title,
        heads=table.heads,
        rows=table.rows,
        clause=table.clause,
        box=Box(0, 0, width, height),
        columns=tuple(ends),
    )


def sides(panels: Sequence[Panel]) -> tuple[list[Panel], list[Panel]]:
    """Pay tables to the left and right of the dealer, about as much print on either side."""
    left: list[Panel] = []
    right: list[Panel] = []
    for one in sorted(panels, key=lambda one: -one.box.height):
        shorter = min(left, right, key=lambda side: sum(other.box.height for other in side))
        shorter.append(one)
    return left, right


def columns(side: Sequence[Panel], number: int) -> Iterator[tuple[Panel, float, float]]:
    """One side's tables in so many columns, with where each begins from the dealer outwards and from the top."""
    heights, widths = [0.0] * number, [0.0] * number
    placed: list[tuple[Panel, int, float]] = []
    for one in side:
        column = heights.index(min(heights))
        placed.append((one, column, heights[column]))
        heights[column] += one.box.height + PANEL_GAP
        widths[column] = max(widths[column], one.box.width)
    for one, column, top in placed:
        begins = sum(width + COLUMN_GAP for width in widths[:column])
        yield one, begins + (widths[column] - one.box.width) / 2, top


class Arc(NamedTuple):
    """A line on an arc: how far its foot is from the positions, how tall and long it is."""

    kind: str
    line: Line
    size: float
    drop: float
    rise: float
    length: float


@dataclass(frozen=True, slots=True)
class Face:
    """How a kind of line is set."""

    size: float
    tracking: float
    serif: bool = True
    italic: bool = False

    def length(self, text: str) -> float:
        """About how long a text is in it."""
        return width_of(text, self.size, self.tracking, serif=self.serif)


FACES = {
    "house": Face(31, 0.24),
    "game": Face(18, 0.03, italic=True),
    "notice": Face(11.5, 0.15, serif=False),
    "limits": Face(13.5, 0.02, italic=True),
}
HOUSE_ROOM = 520.0


def arcs(terms: Terms, house: str, room: float) -> Iterator[Arc]:
    """From the players inwards: limits, notices, the game's name, the house's name; none longer than `room`."""
    drop = 22.0
    for line in _together(limits(terms), "limits", room):
        yield _arc("limits", line, drop, room)
        drop += 18
    drop += 8
    for line in _together(notices(terms), "notice", room):
        yield _arc("notice", line, drop, room)
        drop += 21
    drop += 20
    yield _arc("game", Line(typographic(terms.game.title), ()), drop, room)
    drop += 31
    name = Line(typographic(house).upper(), (terms.game.option["operator"].clause,))
    yield _arc("house", name, drop, min(room, HOUSE_ROOM))


def _arc(kind: str, line: Line, drop: float, room: float) -> Arc:
    """A line at its natural size, or smaller where it would be too long."""
    face = FACES[kind]
    size = face.size * min(1.0, room / face.length(line.text))
    return Arc(kind, line, size, drop, size * 0.85, face.length(line.text) * size / face.size)


def _together(lines: Iterator[Line], kind: str, room: float) -> Iterator[Line]:
    """Short lines share one; the last comes first, for it is nearest to the players."""
    joined: list[Line] = []
    for line in lines:
        words = typographic(line.text)
        words = words.upper() if kind == "notice" else sentence(words)
        both = f"{joined[-1].text} · {words}" if joined else words
        if joined and FACES[kind].length(both) <= room:
            joined[-1] = Line(both, joined[-1].clauses + line.clauses)
        else:
            joined.append(Line(words, line.clauses))
    yield from reversed(joined)


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
    return one.equals == other.name


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
