"""A layout as SVG: for the page of a table, or to be printed.

Wagering areas are `<g class="area" data-wager data-position data-x data-y data-turn data-radius>`, places of cards
`<g class="slot" data-slot data-position data-count data-x data-y data-turn data-width data-height data-card data-step>`
(those of the table have no position), name plates `<g class="plate" data-position data-x data-y data-width
data-height>`; all by their middle. On a page the colours are its custom properties, and a position may be marked by
giving it a `--ring`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, radians, sin
from xml.sax.saxutils import escape

from pitboss.paper.felt_fit import RAIL
from pitboss.paper.felt_fixtures import defs, fixture, table
from pitboss.paper.felt_looks import Look
from pitboss.paper.felt_middle import FACES, HEADS, ROW, ROW_SIZE, TITLE
from pitboss.paper.felt_parts import Felt, Inscription, Panel, Position, Ring, Slot
from pitboss.paper.felt_svg import INK, PRINT, SANS, SERIF, SHADE, arc, data, num, text
from pitboss.paper.felt_words import in_two, typographic, width_of

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
