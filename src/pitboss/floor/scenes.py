"""What somebody at a table is told: the view, what they may do, what has happened since, put together by whitelist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable, Moment
from pitboss.floor.people import Person
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.legal import due
from pitboss.table.moves import Between, Bounds, Distinct, Faces, Lying, Move, OneOf
from pitboss.table.views import public, seen_by
from pitboss.table.words import told

STAFF_ONLY = (
    e.BreachReported,
    e.DutiesAttested,
    e.Noted,
    e.DeviceChanged,
    e.PlayerExcluded,
    e.PlayerReadmitted,
    e.RackCounted,
)
"""What is not called out at the table."""
Message = dict[str, Any]


Viewer = tuple[Person | None, int | None]
"""Somebody who watches, and the version they know, for what has happened after it."""


def scene(floor: Floor, live: LiveTable, person: Person | None, since: int | None = None) -> Message:
    """Everything about a table for one person."""
    (told_one,) = scenes(floor, live, [(person, since)])
    return told_one


def scenes(floor: Floor, live: LiveTable, viewers: Iterable[Viewer]) -> list[Message]:
    """Everything about a table for each of them; what all may know is put together once."""
    with live.lock:
        state, call, now = live.state, floor.call(live), floor.clock()
        waits = due(live.rules, state)
        everybody = {
            "table": live.name,
            "version": state.version,
            "at": now,
            "due": move_of(waits) if waits else None,
            "call": {"ready": call.ready, "until": now + floor.left(live, call)} if call else None,
        }
        seen, fed = public(live.rules, state), _Fed(live)
        reading = {"reading": floor.attendant.readings.shown(live)}
        return [
            everybody
            | {
                "view": seen_by(person.actor if person else None, seen, live.rules, state),
                "moves": [move_of(move) for move in _offered(live, person)] if person else [],
                "feed": fed.to(bool(person and person.is_staff), since),
                "you": _you(floor, live, person) if person else None,
            }
            | (reading if person and person.is_staff else {})
            for person, since in viewers
        ]


def _offered(live: LiveTable, person: Person) -> Iterable[Move]:
    actor, is_staff = person.actor, person.is_staff
    enters = live.rules.real_cards and actor.role is not Role.AUDITOR
    return (m for m in live.moves if (is_staff and (enters or not m.player)) or m.is_for(actor))


class _Fed:
    """What has happened at a table, told once to all who know as much."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._told: dict[tuple[bool, int | None], list[Message]] = {}

    def to(self, is_staff: bool, since: int | None) -> list[Message]:
        """What happened after a version; the last of it for somebody who has just come."""
        if (is_staff, since) not in self._told:
            moments = self._live.since(since) if since is not None else list(self._live.recent)[-30:]
            shown = [moment for moment in moments if is_staff or not isinstance(moment.event, STAFF_ONLY)]
            self._told[is_staff, since] = [told_of(moment) for moment in shown]
        return self._told[is_staff, since]


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
        case Faces(cards, lie):
            return {"cards": cards, "lie": lie}
        case Lying(positions, wagers, required):
            return {"positions": positions, "wagers": wagers, "required": required}
        case _:
            return None
