"""The table at an earlier moment, as somebody saw it then; nobody sees more by looking back.

Whoever audits may take any viewer's place, but not a player's in a round that is still being played: what only that
player may know stays with the player until the deck is opened.
"""

from __future__ import annotations

from typing import Any

from pitboss.errors import PitbossError
from pitboss.floor.archive import Archive
from pitboss.floor.people import NotAllowedError
from pitboss.table.commands import Actor, Role
from pitboss.table.rules import rules_of
from pitboss.table.state import State
from pitboss.table.views import AUDITOR, view

PUBLIC = "public"
_STAFF = {
    "dealer": Actor(Role.DEALER, "dealer"),
    "floor": Actor(Role.FLOOR, "floor"),
    "auditor": AUDITOR,
}
_PLAYER = "player:"


def moment(archive: Archive, version: int, viewer: str) -> dict[str, Any]:
    """The table after a record, as a viewer saw it: "public", "dealer", "floor", "auditor" or "player:" and a name."""
    state = archive.state(version)
    rules = rules_of(state.game, state.digest, state.options) if state.game else None
    chapter = archive.chapter_at(version)
    who = _actor(state, viewer)
    if who is not None and who.role is Role.PLAYER and _is_sealed(archive, state):
        message = "this round is still being played: what a player sees in it is shown to nobody else"
        raise NotAllowedError("sealed", message)
    return {
        "version": version,
        "at": state.at,
        "round": chapter.number,
        "digest": state.digest,
        "viewer": viewer,
        "viewers": viewers(archive, state),
        "view": view(rules, state, who) if rules else None,
    }


def viewers(archive: Archive, state: State) -> list[str]:
    """Whose place may be taken at this moment."""
    return [PUBLIC, *_STAFF, *([] if _is_sealed(archive, state) else (_PLAYER + name for name in _players(state)))]


def _is_sealed(archive: Archive, state: State) -> bool:
    """Whether this moment is in a round that has not ended to this day."""
    return state.playing is not None and archive.chapter(state.playing.number).last is None


def _players(state: State) -> list[str]:
    hands = state.round.hands.values() if state.round else ()
    return list(dict.fromkeys([*state.seats.values(), *(hand.player for hand in hands if hand.player)]))


def _actor(state: State, viewer: str) -> Actor | None:
    if viewer == PUBLIC:
        return None
    if viewer in _STAFF:
        return _STAFF[viewer]
    name = viewer.removeprefix(_PLAYER)
    if viewer.startswith(_PLAYER) and name in _players(state):
        return Actor(Role.PLAYER, name)
    raise PitbossError("no-viewer", f"{viewer!r:.60} was not at the table then: choose another viewer")
