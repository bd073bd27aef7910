"""A layout as SVG, for a page or for print: the table, its equipment and its areas, in one of three styles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from math import cos, pi, radians, sin
from xml.sax.saxutils import escape, quoteattr

from pitboss.games.game import Game
from pitboss.paper.felt import RAIL
from pitboss.paper.felt_areas import FACES, HEADS, ROW, ROW_SIZE, TITLE
from pitboss.paper.felt_parts import Box, Felt, Fixture, Inscription, Outline, Panel, Position, Ring, Slot
from pitboss.paper.felt_words import in_two, typographic, width_of

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


_FONTS = {
    "felt-serif": "Times New Roman, Times, Liberation Serif, serif",
    "felt-sans": "Arial, Liberation Sans, Helvetica Neue, sans-serif",
    "serif": "Palatino, Times New Roman, serif",
    "sans": "Arial, Liberation Sans, sans-serif",
}
_CARDS = {
    "card": "#fcf9f2",
    "card-edge": "#cfc6b4",
    "back": "#5d1c27",
    "back-ink": "#e9d9bd",
    "suit-s": "#1c1a18",
    "suit-h": "#b3222c",
    "suit-d": "#b3222c",
    "suit-c": "#1c1a18",
}
_CLOTH = {
    "ink": "#efe6d2",
    "text-2": "#c8bea9",
    "accent": "#c9a561",
    "accent-text": "#d9bb80",
    "rail": "#2d221b",
    "rail-deep": "#17110d",
}
_PAPER = {
    "felt": "#ffffff",
    "felt-deep": "#ffffff",
    "ink": "#1d1a16",
    "text-2": "#1d1a16",
    "accent": "#1d1a16",
    "accent-text": "#1d1a16",
    "rail": "#ffffff",
    "rail-deep": "#ffffff",
}


class Look(Enum):
    """Where the colours of a drawing come from."""

    PAGE = "from the custom properties of the page it stands in"
    CLOTH = "its own: ivory on felt"
    PAPER = "its own: lines on white"

    def colours(self, game: Game) -> Mapping[str, str]:
        """The colours and type faces by their names; none where the page gives them."""
        felt, deep = game.layout.cloth
        return {
            Look.PAGE: {},
            Look.CLOTH: {**_FONTS, **_CARDS, **_CLOTH, "felt": felt, "felt-deep": deep},
            Look.PAPER: {**_FONTS, **_CARDS, **_PAPER},
        }[self]

    def resolve(self, drawing: str, game: Game) -> str:
        """The drawing with colours instead of custom properties, unless the page gives them."""
        colours = self.colours(game)
        if not colours:
            return drawing
        drawing = drawing.replace(INK, PRINT)
        if self is Look.PAPER:
            drawing = drawing.replace(SHADE, 'fill="none"')
        return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: colours[found[1]], drawing)


NAMES = {"drop": "DROP", "tips": "TIPS", "discards": "DISCARDS", "shoe": "SHOE", "shuffler": "SHUFFLER"}
_TUBES = (
    ("#cfc7b4", "#51678c", 34),
    ("#8f322c", "#e9dfc9", 44),
    ("#8f322c", "#e9dfc9", 40),
    ("#285e42", "#e9dfc9", 44),
    ("#2b2926", "#e9dfc9", 38),
    ("#4f366a", "#e9dfc9", 26),
)
"""Half the rack: colour, stripe and height of each tube; the other half mirrors it."""
_TUBE = 22.0


def defs(key: str, more: str = "", *, flat: bool = False) -> str:
    """Lamp light, leather and weave, under names of the game; lines on paper need none."""
    if flat:
        return f"<defs>{more}</defs>"
    return (
        f'<defs><radialGradient id="lamp-{key}" cx="50%" cy="38%" r="72%"><stop offset="0" stop-color="var(--felt)"/>'
        '<stop offset="1" stop-color="var(--felt-deep)"/></radialGradient>'
        f'<linearGradient id="leather-{key}" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="var(--rail-deep)"/><stop offset=".75" stop-color="var(--rail)"/>'
        '<stop offset="1" stop-color="var(--rail-deep)"/></linearGradient>'
        f'<pattern id="weave-{key}" width="4" height="4" patternUnits="userSpaceOnUse">'
        '<path d="M0 1h2M2 3h2" stroke="#fff" stroke-opacity=".028"/>'
        '<path d="M1 2v2M3 0v2" stroke="#000" stroke-opacity=".075"/></pattern>'
        f"{more}</defs>"
    )


def table(edge: Outline, key: str, *, flat: bool = False, rail: float = RAIL) -> str:
    """The felt within its rail, seen from above."""
    felt, outside, inside = edge.path, edge.grown(rail).path, edge.grown(-10).path
    if flat:
        return (
            f'<path class="rail" d="{outside}" fill="none" stroke="{PRINT}" stroke-opacity=".45"/>'
            f'<path class="cloth" d="{felt}" fill="none" stroke="{PRINT}" stroke-width="1.5"/>'
        )
    return (
        f'<path class="rail" d="{outside}" fill="url(#leather-{key})"/>'
        f'<path d="{edge.grown(rail - 3).path}" fill="none" stroke="#fff" stroke-opacity=".05" stroke-width="2"/>'
        f'<path d="{edge.grown(5).path}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="10"/>'
        f'<path class="cloth" d="{felt}" fill="url(#lamp-{key})"/><path d="{felt}" fill="url(#weave-{key})"/>'
        f'<path d="{felt}" fill="none" stroke="var(--accent)" stroke-opacity=".75" stroke-width="1.5"/>'
        f'<path d="{inside}" fill="none" stroke="{PRINT}" stroke-opacity=".16"/>'
    )


def fixture(one: Fixture, *, flat: bool = False) -> str:
    """A piece of equipment and its name; on paper only where it stands."""
    box = one.box
    body = {"rack": _rack, "drop": _slit, "tips": _slit, "discards": _discards, "shoe": _shoe}.get(one.name, _shuffler)
    drawn = _place(one) if flat else body(box)
    name = (
        text(
            NAMES[one.name],
            "fixture-name",
            10,
            at=(box.x + box.width / 2, box.bottom - 4),
            weight=600,
            tracking=0.12,
        )
        if one.name in NAMES
        else ""
    )
    return f'<g class="fixture" data-fixture="{one.name}">{drawn}{name}</g>'


def _place(one: Fixture) -> str:
    foot = 18 if one.name in NAMES else 0
    box = one.box
    return (
        f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height - foot)}" rx="6" '
        f'fill="none" stroke="{PRINT}" stroke-opacity=".6" stroke-dasharray="4 3"/>'
    )


def _rack(box: Box) -> str:
    tubes = []
    middle, number = box.x + box.width / 2, 2 * len(_TUBES) - 1
    for index, (colour, stripe, tall) in enumerate((*_TUBES, *_TUBES[-2::-1])):
        x = middle + (index - number / 2) * (_TUBE + 4) + 2
        foot = box.bottom - 6
        tubes.append(
            f'<rect x="{num(x)}" y="{num(foot - 46)}" width="{num(_TUBE)}" height="46" rx="4" fill="#1d1814"/>'
            f'<rect x="{num(x)}" y="{num(foot - tall)}" width="{num(_TUBE)}" height="{tall}" rx="3" fill="{colour}"/>'
            f'<rect x="{num(x + 8)}" y="{num(foot - tall)}" width="6" height="{tall}" fill="{stripe}" opacity=".8"/>'
            f'<path d="M{num(x + _TUBE / 2)} {num(foot - tall)}v{tall}" stroke="#000" stroke-opacity=".4" '
            f'stroke-width="{num(_TUBE)}" stroke-dasharray="1 2.4"/>'
        )
    return (
        f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}" rx="7" '
        f'fill="#0d0b09" stroke="var(--accent)" stroke-opacity=".55"/>{"".join(tubes)}'
    )


def _slit(box: Box) -> str:
    return (
        f'<rect x="{num(box.x + 4)}" y="{num(box.y + 5)}" width="{num(box.width - 8)}" height="10" rx="5" '
        f'fill="#0b0907" stroke="var(--accent)" stroke-opacity=".55"/>'
    )


def _discards(box: Box) -> str:
    x, y = box.x + (box.width - 50) / 2, box.y
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="50" height="66" rx="6" fill="#fff" fill-opacity=".06" '
        f'stroke="{PRINT}" stroke-opacity=".5"/>'
        f'<rect x="{num(x + 6)}" y="{num(y + 7)}" width="38" height="53" rx="3" fill="none" stroke="{PRINT}" '
        'stroke-opacity=".28"/>'
    )


def _shoe(box: Box) -> str:
    return (
        f'<g transform="translate({num(box.x)} {num(box.y + 4)})">'
        '<path d="M10 0h54q8 0 8 8v40q0 8-8 8H30L0 40V10Q0 0 10 0z" fill="#15110e" stroke="var(--accent)" '
        'stroke-opacity=".6"/><path d="M4 36l22 13" stroke="#fcf9f2" stroke-width="5" stroke-linecap="round"/>'
        '<path d="M14 8h46v36H34L14 33z" fill="#fff" fill-opacity=".05"/></g>'
    )


def _shuffler(box: Box) -> str:
    return (
        f'<g transform="translate({num(box.x + 4)} {num(box.y + 4)})">'
        '<rect width="64" height="56" rx="8" fill="#15110e" stroke="var(--accent)" stroke-opacity=".6"/>'
        '<rect x="10" y="10" width="44" height="24" rx="4" fill="#fff" fill-opacity=".06"/>'
        '<path d="M14 44h36" stroke="#fcf9f2" stroke-width="5" stroke-linecap="round"/></g>'
    )


_NAME, _NAME_TRACKING = 10.5, 0.08
_NAME_RADIUS, _NAME_HALF = 18.2, 0.8 * pi


def draw(felt: Felt, look: Look = Look.PAGE) -> str:
    """The layout of a table; chips, cards and names are the page's to add."""
    key, flat = felt.terms.game.short, look is Look.PAPER
    size = "" if look is Look.PAGE else f' width="{num(felt.width)}" height="{num(felt.height)}"'
    body = (
        f'<rect width="{num(felt.width)}" height="{num(felt.height)}" fill="#fff"/>' if flat else "",
        defs(key, _ring_path(key), flat=flat),
        table(felt.outline, key, flat=flat),
        *(fixture(one, flat=flat) for one in felt.fixtures),
        *(_panel(panel) for panel in felt.panels),
        *_inscriptions(felt),
        *(_slot(slot) for slot in felt.dealer),
        *(_position(felt, position) for position in felt.positions),
    )
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="layout" viewBox="0 0 {num(felt.width)} {num(felt.height)}"'
        f"{size}{data(game=key, positions=len(felt.positions))}>"
        f"<title>{escape(f'{felt.house}: layout of {felt.title}')}</title>{''.join(body)}</svg>"
    )
    return look.resolve(drawing, felt.terms.game)


def _ring_path(key: str) -> str:
    """What the names in rings are set along."""
    across, down, size = _NAME_RADIUS * sin(_NAME_HALF), -_NAME_RADIUS * cos(_NAME_HALF), num(_NAME_RADIUS)
    path = f"M{num(-across)} {num(down)}A{size} {size} 0 1 1 {num(across)} {num(down)}"
    return f'<path id="name-{key}" d="{path}"/>'


def _position(felt: Felt, position: Position) -> str:
    plate, key = position.plate, felt.terms.game.short
    parts = [_ring(ring, position.number, key) for ring in position.rings]
    parts += [_equals(x, y, position.turn) for x, y in position.equals]
    parts += [_slot(slot, position.number) for slot in position.slots]
    parts.append(_seat(felt, position))
    middle = {"x": plate.x + plate.width / 2, "y": plate.y + plate.height / 2}
    parts.append(
        f'<g class="plate"{data(position=position.number, **middle, width=plate.width, height=plate.height)}/>'
    )
    place = data(position=position.number, x=position.x, y=position.y, turn=position.turn)
    return f'<g class="position"{place}>{"".join(parts)}</g>'


def _ring(ring: Ring, position: int, key: str) -> str:
    label = typographic(ring.label).upper()
    room = 2 * _NAME_HALF * _NAME_RADIUS
    size = min(_NAME, _NAME * room / width_of(label, _NAME, _NAME_TRACKING))
    sensor = (
        f'<circle cy="4" r="6.5" fill="none" stroke="{INK}" stroke-opacity=".8"/><circle cy="4" r="2.2" fill="{INK}"/>'
    )
    name = text(label, "name", size, fill=INK, weight=600, tracking=_NAME_TRACKING, along=f"name-{key}")
    place = data(wager=ring.wager, position=position, x=ring.x, y=ring.y, turn=ring.turn, radius=ring.radius)
    return (
        f'<g class="area"{place}{data(clause=ring.clause)} {_turn(ring.x, ring.y, ring.turn)}>'
        f'<circle class="area-ring" r="{num(ring.radius)}" {SHADE} stroke="{INK}" stroke-opacity=".72" '
        'stroke-width="1.4"/>'
        f"{sensor if ring.detector else ''}{name}</g>"
    )


def _slot(slot: Slot, position: int | None = None) -> str:
    where = {"position": position} if position else {}
    size = data(width=slot.width, height=slot.height, card=slot.card, step=slot.step)
    place = data(slot=slot.name, **where, count=slot.count, x=slot.x, y=slot.y, turn=slot.turn)
    clause = data(clause=slot.clause) if slot.clause else ""
    marked = (
        f'<rect x="{num(-slot.width / 2)}" y="{num(-slot.height / 2)}" width="{num(slot.width)}" '
        f'height="{num(slot.height)}" rx="6" {SHADE} stroke="{INK}" stroke-opacity=".5" stroke-width="1.2"/>'
        if slot.clause
        else ""
    )
    label = text(typographic(slot.label).upper(), "name", 10, at=(0, 3.6), fill=INK, weight=600, tracking=0.1)
    turn = _turn(slot.x, slot.y, slot.turn)
    return f'<g class="slot"{place}{size}{clause} {turn}>{marked}{label if slot.label else ""}</g>'


def _equals(x: float, y: float, turn: float) -> str:
    return f'<path d="M-3.5-2.5h7M-3.5 2.5h7" stroke="{INK}" stroke-width="1.5" {_turn(x, y, turn)}/>'


def _seat(felt: Felt, position: Position) -> str:
    """The position's number, on the rail."""
    angle, far = radians(-position.turn), felt.outline.radius + RAIL / 2
    x, y = felt.outline.x + far * sin(angle), felt.outline.y + far * cos(angle)
    if abs(x - felt.outline.x) > felt.outline.half + RAIL / 2:
        x = felt.outline.x + (felt.outline.half + RAIL / 2) * (1 if angle > 0 else -1)
    words = text(f"SEAT {position.number}", "seat", 10.5, at=(0, 4), fill="var(--text-2)", weight=500, tracking=0.08)
    return f'<g class="seat"{data(position=position.number)} {_turn(x, y, position.turn)}>{words}</g>'


def _turn(x: float, y: float, degrees: float) -> str:
    rotate = f" rotate({num(degrees)})" if degrees else ""
    return f'transform="translate({num(x)} {num(y)}){rotate}"'


def _inscriptions(felt: Felt) -> Iterator[str]:
    edge = felt.outline
    for number, line in enumerate(felt.inscriptions):
        name = f"line-{felt.terms.game.short}-{number}"
        half = min(pi / 2, (line.length / 2 + 30) / line.radius)
        face = FACES[line.kind]
        yield f'<path id="{name}" d="{arc(edge.x, edge.y, line.radius, half)}" fill="none"/>'
        yield text(
            line.text,
            f"line {line.kind}-line",
            line.size,
            family=SERIF if face.serif else SANS,
            tracking=face.tracking,
            weight=400 if face.serif else 600,
            italic=face.italic,
            along=name,
        )
    yield _band(felt, [line for line in felt.inscriptions if line.kind == "notice"])


def _band(felt: Felt, notices: list[Inscription]) -> str:
    """Two hairlines that hold the notices."""
    if not notices:
        return ""
    half = max(line.length / 2 + 34 for line in notices) / notices[0].radius
    edges = (notices[0].radius + 9, notices[-1].radius - notices[-1].size - 6)
    paths = "".join(f'<path d="{arc(felt.outline.x, felt.outline.y, radius, half)}"/>' for radius in edges)
    return f'<g fill="none" stroke="{PRINT}" stroke-opacity=".38">{paths}</g>'


def _panel(panel: Panel) -> str:
    box, y = panel.box, panel.box.y + 11
    parts = [text(panel.title.upper(), "pays", 11, at=(box.x + box.width / 2, y), weight=600, tracking=0.14)]
    parts.append(f'<path d="M{num(box.x)} {num(y + 7)}h{num(box.width)}" stroke="{PRINT}" stroke-opacity=".4"/>')
    y += TITLE - 1
    if panel.heads:
        parts += _heads(panel, y - 2)
        y += HEADS
    for row in panel.rows:
        parts.append(text(row[0], "hand", ROW_SIZE, at=(box.x, y), family=SERIF, anchor="start"))
        for odds, end in zip(row[1:], panel.columns, strict=True):
            parts.append(text(odds, "odds", ROW_SIZE, at=(box.x + end, y), family=SERIF, anchor="end"))
        y += ROW
    return f'<g class="pay-table"{data(wager=panel.name, clause=panel.clause)}>{"".join(parts)}</g>'


def _heads(panel: Panel, y: float) -> Iterator[str]:
    for head, end in zip(panel.heads, panel.columns, strict=True):
        for line, words in enumerate(in_two(head)):
            place = (panel.box.x + end, y + 11 * line)
            yield text(words, "head", 10, at=place, family=SERIF, anchor="end", italic=True)
