"""The drawings of the architecture page: the house, and the way of a wager through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

FLOORS: tuple[Mapping[str, tuple[str, str]], ...] = (
    {
        "conformance": ("what every game", "must satisfy"),
        "cli": ("the pitboss command", "for every job"),
        "research": ("seats and tables", "for learners"),
        "terminal": ("play and school", "in full screen"),
        "web": ("pages and API", "of a floor"),
    },
    {
        "floor": ("many tables,", "people and roles"),
        "paper": ("felt, signs, cards", "and par sheets"),
        "training": ("coach, drills,", "dealer's school"),
    },
    {
        "playtest": ("random players,", "mishaps"),
        "simulation": ("rounds by", "the million"),
        "solvers": ("best play and", "exact worth"),
        "journal": ("chained records,", "replay, audit"),
        "table": ("decide, evolve,", "legal, view"),
        "ledger": ("double entry,", "sums to zero"),
    },
    {
        "submission": ("an operator's choices", "for one table"),
        "games": ("the rule book,", "one file a game"),
        "law": ("clauses and rulings,", "every citation"),
    },
    {
        "hands": ("total orders", "over hands"),
        "randomness": ("shuffles that", "favour nobody"),
        "money": ("cents and odds", "in integers"),
        "cards": ("52 cards,", "As Kd ??"),
        "plugins": ("games that", "others bring"),
        "argument_types": ("arguments of", "the right kind"),
        "errors": ("a code, a clause,", "one sentence"),
    },
)
"""The rooms of each floor, the outermost floor first; each with what it is for."""
NAMES = ("the doors", "the house", "the table", "the rule book", "the ground")

LANES = ("browser", "web", "floor", "table", "games", "ledger", "journal")
WAY: tuple[tuple[str, str, str] | str, ...] = (
    ("browser", "web", "PlaceBets: ante $10"),
    ("web", "floor", "from Ann, signed"),
    ("floor", "table", "command, time"),
    ("table", "games", "offered? limits?"),
    ("table", "ledger", "player:Ann → wager:1:ante"),
    ("table", "journal", "WagerPlaced and its clauses, if the version still fits"),
    ("table", "browser", "to each viewer what that viewer may see"),
    "no more bets · deal · decisions · dealer's hand",
    ("table", "games", "settle"),
    ("games", "table", "paid, because …"),
    ("table", "ledger", "rack → player:Ann"),
    ("table", "journal", "WagerSettled because …, then the deck is opened"),
    ("table", "browser", "result, reason, clause"),
)
"""What passes from lane to lane, and what happens in between."""

WIDE = 760


def drawings() -> dict[str, str]:
    """Each drawing by its name, as SVG in the colours of the page."""
    return {"rooms": _svg("The rooms of the house", *_rooms()), "wager": _svg("The way of a wager", *_wager())}


def _svg(title: str, height: int, body: str) -> str:
    return (
        f'<div class="drawing"><svg viewBox="0 0 {WIDE} {height}" role="img" aria-label="{title}">'
        f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        f' orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" class="tip"/></marker></defs>{body}</svg></div>'
    )


def _rooms() -> tuple[int, str]:
    left, gap, tall = 120, 10, 84
    parts = []
    for row, (name, rooms) in enumerate(zip(NAMES, FLOORS, strict=True)):
        y = 12 + row * (tall + gap)
        parts.append(f'<text class="band" x="0" y="{y + tall / 2 + 4}">{name}</text>')
        width = (WIDE - left - gap * (len(rooms) - 1) - 40) / len(rooms)
        for column, (room, words) in enumerate(rooms.items()):
            x = left + column * (width + gap)
            parts.append(f'<rect class="room" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{tall}" rx="8"/>')
            parts += _texts(x + width / 2, y + 30, room, words)
    height = 12 + len(FLOORS) * (tall + gap)
    x = WIDE - 14
    parts.append(f'<path class="way" d="M{x} 16V{height - 20}" marker-end="url(#tip)"/>')
    parts.append(f'<text class="word" transform="translate({x - 8} {height / 2}) rotate(-90)">knows</text>')
    return height, "".join(parts)


def _texts(x: float, y: float, room: str, words: tuple[str, str]) -> Iterator[str]:
    yield f'<text class="name" x="{x:.1f}" y="{y}">{room}</text>'
    for line, text in enumerate(words, 1):
        yield f'<text class="word" x="{x:.1f}" y="{y + 4 + line * 15}">{escape(text)}</text>'


def _wager() -> tuple[int, str]:
    apart = WIDE / len(LANES)
    at = {lane: apart * (number + 0.5) for number, lane in enumerate(LANES)}
    top, step = 44, 40
    height = top + step * len(WAY) + 16
    parts = [
        f'<line class="lane" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{height - 8}"/>'
        f'<text class="name" x="{x:.1f}" y="24">{lane}</text>'
        for lane, x in at.items()
    ]
    number = 0
    for row, passed in enumerate(WAY):
        y = top + step * (row + 0.75)
        if isinstance(passed, str):
            parts.append(f'<rect class="between" x="8" y="{y - 18}" width="{WIDE - 16}" height="26" rx="8"/>')
            parts.append(f'<text class="word" x="{WIDE / 2}" y="{y}">{escape(passed)}</text>')
            continue
        number += 1
        source, target = at[passed[0]], at[passed[1]]
        side = 1 if target > source else -1
        middle = (source + target) / 2 + side * 4
        parts.append(
            f'<path class="way" d="M{source + side * 9:.1f} {y}H{target - side * 3:.1f}" marker-end="url(#tip)"/>'
        )
        parts.append(f'<circle class="stop" cx="{source:.1f}" cy="{y}" r="9"/>')
        parts.append(f'<text class="number" x="{source:.1f}" y="{y + 3.5}">{number}</text>')
        parts.append(f'<text class="word over" x="{middle:.1f}" y="{y - 7}">{escape(passed[2])}</text>')
    return height, "".join(parts)
