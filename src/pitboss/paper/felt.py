"""The layout of a table, worked out from its game's own data: which areas, which print, and where each of them is.

>>> from pitboss.games import find
>>> from pitboss.submission import new_submission, parse_submission
>>> layout = felt(parse_submission(new_submission(find("uth"))).terms)
>>> [ring.label for ring in layout.positions[0].rings]
['trips', 'ante', 'blind', 'play']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sin

from pitboss.errors import OptionError
from pitboss.games.terms import Terms
from pitboss.paper import felt_middle as middle
from pitboss.paper.felt_fit import MARGIN, Curve, Sector, fit
from pitboss.paper.felt_parts import Box, Felt, Fixture, Inscription, Panel, Position, Slot
from pitboss.paper.felt_position import PLATE, PLATE_HEIGHT, Place, arrange
from pitboss.paper.felt_words import odds_inscribed, pay_tables

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
