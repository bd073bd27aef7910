"""The discard rack read back: its order, with the record of what went into it, gives every hand of a round.

>>> from pitboss.table.events import CardsRacked, StubRacked
>>> record = [StubRacked(), CardsRacked(group="hand", position=1, cards=(3, 4))]
>>> [(group.name, group.position, group.cards) for group in rebuild((50, 51, 12, 0), record)]
[('stub', 0, (50, 51)), ('hand', 1, (12, 0))]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.table import events as e
from pitboss.table.state import DEALER


class Rebuilt(NamedTuple):
    """Cards that lay together in the rack, by their faces, from the bottom up."""

    name: str
    position: int
    cards: tuple[int, ...]
    low: tuple[int, ...] = ()
    """The low part of a hand that was set; the rest is the high part."""


def rebuild(rack: Sequence[int], record: Iterable[e.Event]) -> tuple[Rebuilt, ...]:
    """Part the cards of a rack, as they lie in it, into the groups that a round's record says went in."""
    events = tuple(record)
    sizes = [group for event in events if (group := _group(event))]
    low = {event.position: len(event.low) for event in events if isinstance(event, e.HandSet)}
    stub = len(rack) - sum(size or 0 for _, _, size in sizes)
    groups, rest = [], tuple(rack)
    for name, position, size in sizes:
        number = stub if size is None else size
        cards, rest = rest[:number], rest[number:]
        split = number - low.get(position, 0) if name in ("hand", "dealer") else number
        groups.append(Rebuilt(name, position, cards, cards[split:]))
    return tuple(groups)


def _group(event: e.Event) -> tuple[str, int, int | None] | None:
    """What an event put into the rack: name, position and number of cards, None for all that was left of the deck."""
    match event:
        case e.CardBurned():
            return "burn", DEALER, 1
        case e.CardSetAside():
            return "set aside", DEALER, 1
        case e.CardsDead():
            return "dead", event.position, len(event.cards)
        case e.CardsRacked():
            return event.group, event.position, len(event.cards)
        case e.StubRacked():
            return "stub", DEALER, None
        case _:
            return None
