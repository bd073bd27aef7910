"""The table itself and the equipment on it: edge and rail, chip rack, slots, discard rack, shoe and shuffler."""

from __future__ import annotations

from pitboss.paper.felt_fit import RAIL
from pitboss.paper.felt_parts import Box, Fixture, Outline
from pitboss.paper.felt_svg import PRINT, num, text

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
