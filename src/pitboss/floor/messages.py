"""What somebody at a table is told: the view, what they may do, what has happened since, put together by whitelist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable, Moment
from pitboss.floor.people import Person
from pitboss.table import events as e
from pitboss.table.legal import due
from pitboss.table.moves import Between, Bounds, Distinct, Move, OneOf
from pitboss.table.views import view
from pitboss.table.words import told

STAFF_ONLY = (e.BreachReported, e.Noted, e.DeviceChanged, e.PlayerExcluded)
"""What is not called out at the table."""
Message = dict[str, Any]


def scene(floor: Floor, live: LiveTable, person: Person | None, since: int | None = None) -> Message:
    """Everything about a table for one person; `since` is the version they know, for what has happened after it."""
    with live.lock:
        actor = person.actor if person else None
        state, call = live.state, floor.call(live)
        seen = view(live.rules, state, actor)
        own = [move for move in live.moves if person and _is_offered(move, person)]
        waits = due(live.rules, state)
        return {
            "table": live.name,
            "version": state.version,
            "at": floor.clock(),
            "view": seen,
            "due": move_of(waits) if waits else None,
            "moves": [move_of(move) for move in own],
            "call": {"ready": call.ready, "until": floor.clock() + floor.left(live, call)} if call else None,
            "feed": [told_of(moment) for moment in _shown(live, person, since)],
            "you": _you(floor, live, person) if person else None,
        }


def _is_offered(move: Move, person: Person) -> bool:
    return bool(person.is_staff and not move.player) or move.is_for(person.actor)


def _shown(live: LiveTable, person: Person | None, since: int | None) -> Iterable[Moment]:
    moments = live.since(since) if since is not None else list(live.recent)[-30:]
    return [m for m in moments if (person and person.is_staff) or not isinstance(m.event, STAFF_ONLY)]


def _you(floor: Floor, live: LiveTable, person: Person) -> Message:
    state = live.state
    sitting = live.sittings.get(person.name)
    return {
        "name": person.name,
        "role": person.role,
        "seat": state.seat_of(person.name),
        "purse": floor.purse(person),
        "sitting": sitting,
    }


def told_of(moment: Moment) -> Message:
    """An event for people: words, clauses, and what a page needs to move cards and chips. Faces only if everyone's."""
    event = moment.event
    title, detail = told(event)
    message: Message = {
        "seq": moment.seq,
        "at": moment.at,
        "kind": type(event).__name__,
        "title": title,
        "detail": detail,
        "clauses": event.clauses,
    }
    match event:
        case e.CardsDealt(deals=deals):
            message["deals"] = [[position, len(cards)] for position, cards in deals]
        case e.CommunityDealt(faces=faces):
            message["faces"] = faces
        case e.HandAnnounced(position=position, words=words):
            message |= {"position": position, "words": words}
        case e.WagerSettled(position=position, wager=wager, outcome=outcome):
            message |= {"position": position, "wager": wager, "outcome": outcome}
        case _:
            where = getattr(event, "position", None)
            if where is not None:
                message["position"] = where
    return message


def move_of(move: Move) -> Message:
    """A move as a page can offer it."""
    return {
        "command": move.command.__name__,
        "role": move.role,
        "player": move.player,
        "given": dict(move.given),
        "open": {name: bounds_of(bounds) for name, bounds in move.open.items()},
        "clauses": move.clauses,
        "words": move.words,
    }


def bounds_of(bounds: Bounds) -> Message | None:
    """What an argument may be."""
    match bounds:
        case Between(least, most, unit, or_nothing):
            return {"least": least, "most": most, "unit": unit, "or_nothing": or_nothing}
        case Distinct(number, most):
            return {"number": number, "most": most}
        case OneOf(values):
            return {"one_of": values}
        case None:
            return None
