"""The layout of a table from its game's own data: which areas it has, where they are, and whether anything is missing.

>>> from pitboss.games import find
>>> from pitboss.submission import new_submission, parse_submission
>>> layout = felt(parse_submission(new_submission(find("uth"))).terms)
>>> [ring.label for ring in layout.positions[0].rings]
['trips', 'ante', 'blind', 'play']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot, pi, sin, tan
from typing import NamedTuple

from pitboss.errors import OptionError
from pitboss.games.terms import Terms
from pitboss.law import Citation
from pitboss.paper import felt_areas as middle
from pitboss.paper.felt_areas import PLATE, PLATE_HEIGHT, Place, arrange
from pitboss.paper.felt_parts import Box, Felt, Fixture, Inscription, Outline, Panel, Position, Slot
from pitboss.paper.felt_words import inscribed, notices, odds_inscribed, pay_tables, typographic

MOST_COLUMNS = 2
LONGEST, LINE_ROOM = 660.0, 1.05
"""How long a line may be: at most, and in parts of its distance from the middle of the curve."""

LINE_CLEAR, LINE_ENDS = 12.0, 42.0
"""What lines keep free above them and at their ends."""


def felt(terms: Terms, house: str | None = None) -> Felt:
    """The layout of a table under these terms, with the house's name (the operator's, if no other is given)."""
    name = (terms["operator"] if house is None else house).strip()
    if not name:
        message = "the layout bears the operator's name or trade name: name it"
        raise OptionError("operator", message, terms.game.option["operator"].clause, ("operator",))
    number, place = int(terms["positions"]), arrange(terms)
    panels = [middle.panel(table) for table in pay_tables(terms)] if odds_inscribed(terms) else []
    curve, setting = min(_fitted(terms, name, place, number, panels), key=lambda pair: pair[0].size)
    return _laid_out(terms, name, place, number, curve, setting)


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is between dealer and players, from the middle line."""

    cards: tuple[Slot, ...]
    panels: tuple[Panel, ...]
    reach: float
    """How far out the pay tables go."""

    def boxes(self, fixtures: Iterator[Fixture]) -> list[Box]:
        cards = [Box(slot.x - slot.width / 2, slot.y - slot.height / 2, slot.width, slot.height) for slot in self.cards]
        return [*cards, *(panel.box for panel in self.panels), *(fixture.box for fixture in fixtures)]

    def moved_out(self, by: float) -> _Setting:
        """With the pay tables further from the dealer."""
        panels = (replace(panel, box=panel.box.moved(by if panel.box.x > 0 else -by)) for panel in self.panels)
        return replace(self, panels=tuple(panels))


def _fitted(
    terms: Terms, house: str, place: Place, number: int, panels: list[Panel]
) -> Iterator[tuple[Curve, _Setting]]:
    """For each way to set the pay tables its best curve."""

    def lines(inner: float) -> list[Sector]:
        return [
            Sector(inner - arc.drop - arc.rise - LINE_CLEAR, (arc.length / 2 + LINE_ENDS) / (inner - arc.drop))
            for arc in middle.arcs(terms, house, _room(inner))
        ]

    for number_of_columns in range(1, MOST_COLUMNS + 1):
        setting = _set(terms, panels, number_of_columns)
        half = setting.reach + middle.CORNER.width + 44
        boxes = setting.boxes(middle.fixtures(terms, half))
        if curve := fit(place, number, boxes, lines, half, middle.TOP):
            spare = setting.moved_out((curve.outline.half - half) / 2)
            sectors = [*lines(curve.inner), Sector(curve.inner - 8, number * curve.spacing / 2)]
            wider = spare.boxes(middle.fixtures(terms, curve.outline.half))
            fits = all(sector.is_clear_of(box, curve.y) for sector in sectors for box in wider)
            yield curve, spare if fits else setting


def _set(terms: Terms, panels: list[Panel], number_of_columns: int) -> _Setting:
    placed: list[Panel] = []
    left, right = middle.sides(panels)
    for side, sign in ((left, -1), (right, 1)):
        for panel, out, down in middle.columns(side, number_of_columns):
            begins = middle.PANELS_LEFT + out
            x = begins if sign > 0 else -begins - panel.box.width
            placed.append(replace(panel, box=panel.box.moved(x, middle.PANELS_TOP + down)))
    reach = max([max(-panel.box.x, panel.box.right) for panel in placed], default=middle.PANELS_LEFT)
    return _Setting(middle.cards_of_the_table(terms), tuple(placed), reach)


def _laid_out(terms: Terms, house: str, place: Place, number: int, curve: Curve, setting: _Setting) -> Felt:
    """Everything in the drawing's own coordinates, wide and tall enough for the name plates."""
    outer = place.outer(curve.inner)
    plate = PLATE if number == 1 else min(PLATE, 1.88 * (outer + PLATE_HEIGHT / 2) * sin(curve.spacing / 2) - 4)
    at_middle = [
        place.at(index + 1, angle, curve.inner, (0.0, curve.y), plate)
        for index, angle in enumerate(curve.angles(number))
    ]
    half = max([curve.width / 2, *(position.plate.right + MARGIN for position in at_middle)])
    bottom = max([curve.height, *(position.plate.bottom + MARGIN for position in at_middle)])
    return Felt(
        terms=terms,
        house=house,
        width=2 * half,
        height=bottom,
        outline=replace(curve.outline, x=half),
        dealer=tuple(replace(slot, x=slot.x + half) for slot in setting.cards),
        fixtures=tuple(
            replace(fixture, box=fixture.box.moved(half)) for fixture in middle.fixtures(terms, curve.outline.half)
        ),
        panels=tuple(replace(panel, box=panel.box.moved(half)) for panel in setting.panels),
        inscriptions=tuple(
            Inscription(
                kind=arc.kind,
                text=arc.line.text,
                clauses=arc.line.clauses,
                size=arc.size,
                radius=curve.inner - arc.drop,
                length=arc.length,
            )
            for arc in middle.arcs(terms, house, _room(curve.inner))
        ),
        positions=tuple(_moved(position, half) for position in at_middle),
    )


def _room(inner: float) -> float:
    return min(LONGEST, inner * LINE_ROOM)


def _moved(position: Position, x: float) -> Position:
    return replace(
        position,
        x=position.x + x,
        rings=tuple(replace(ring, x=ring.x + x) for ring in position.rings),
        slots=tuple(replace(slot, x=slot.x + x) for slot in position.slots),
        equals=tuple((across + x, down) for across, down in position.equals),
        plate=position.plate.moved(x),
    )


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


class Lack(NamedTuple):
    """Something that a layout must have and has not, and the clause that wants it."""

    what: str
    clause: Citation


def lacking(felt: Felt) -> tuple[Lack, ...]:
    """What a layout lacks under its table's terms."""
    return (*_areas(felt), *_cards(felt), *_print(felt))


def _areas(felt: Felt) -> Iterator[Lack]:
    """Each wager offered has an area at every position that no other wager shares."""
    terms = felt.terms
    if len(felt.positions) != terms["positions"]:
        yield Lack(f"{terms['positions']} positions", terms.game.option["positions"].clause)
    for position in felt.positions:
        places = {(ring.x, ring.y): ring.wager for ring in position.rings}
        for wager in terms.game.wagers:
            if terms.offers(wager.name) and wager.name not in places.values():
                yield Lack(f"{inscribed(wager)} at position {position.number}", wager.area)


def _cards(felt: Felt) -> Iterator[Lack]:
    """Each area for cards is there, with room for its cards."""
    count = {field.name: field.count for field in felt.terms.game.fields}
    for area in felt.terms.game.areas:
        if area.holds is None:
            continue
        for position in felt.positions if area.each_position else ():
            room = sum(slot.count for slot in position.slots if slot.clause == area.clause and slot.name == area.holds)
            if room != count[area.holds]:
                yield Lack(f"{area.name} at position {position.number}", area.clause)
        if not area.each_position and count[area.holds] != sum(
            slot.count for slot in felt.dealer if slot.name.partition("-")[0] == area.holds
        ):
            yield Lack(area.name, area.clause)


def _print(felt: Felt) -> Iterator[Lack]:
    """The house's name, the odds in force where they are inscribed, and the notices."""
    game, said = felt.terms.game, " ".join(line.text for line in felt.inscriptions).casefold()
    if typographic(felt.house).casefold() not in said or not felt.house:
        yield Lack("the operator's name", game.option["operator"].clause)
    if odds_inscribed(felt.terms):
        printed = {panel.name: panel.rows for panel in felt.panels}
        for table in pay_tables(felt.terms):
            if printed.get(table.name) != table.rows:
                yield Lack(table.title, table.clause)
    for line in notices(felt.terms):
        if typographic(line.text).casefold() not in said:
            yield from (Lack(line.text, clause) for clause in line.clauses)
