"""When "No more bets" is called: at once for a lone player who is ready; otherwise all have a little time."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from pitboss.journal.stores import Document, StaleError, Store

PATIENCE_MS = 15_000
"""How long the dealer waits for the others once somebody is ready."""


class Call(msgspec.Struct, frozen=True):
    """Who is ready for the next round, and until when the dealer waits for the others."""

    round: int
    """The rounds that were over when it was begun."""
    ready: tuple[str, ...]
    until: int


class Calls:
    """The call of each table, kept where every process sees it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Call | None] = {}

    def of(self, table: str, rounds: int) -> Call | None:
        """The call for the next round of a table, if somebody is ready."""
        if table not in self._known:
            found = self._store.get("call", table)
            self._known[table] = msgspec.json.decode(found.body, type=Call) if found else None
        call = self._known[table]
        return call if call and call.round == rounds else None

    def changed(self, table: str) -> None:
        """Somebody is ready, here or elsewhere: look again."""
        self._known.pop(table, None)

    def ready(self, table: str, rounds: int, player: str, now: int) -> Call:
        """A player is ready."""
        while True:
            self.changed(table)
            found = self._store.get("call", table)
            call = self.of(table, rounds) or Call(rounds, (), now + PATIENCE_MS)
            if player not in call.ready:
                call = msgspec.structs.replace(call, ready=(*call.ready, player))
            try:
                self._store.put(Document("call", table, msgspec.json.encode(call), found.revision if found else 0))
            except StaleError:
                continue
            self.changed(table)
            return call


def is_due(call: Call | None, waited_for: Collection[str], now: int) -> bool:
    """Whether the dealer calls now: everybody waited for is ready, or the time is up.

    Nobody has that much time: if the end is far off, a clock was put back.
    """
    if call is None:
        return False
    in_time = now < call.until <= now + 2 * PATIENCE_MS
    return not in_time or all(name in call.ready for name in waited_for)
