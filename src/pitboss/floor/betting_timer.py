"""When "No more bets" is called: at once for a lone player who is ready; otherwise all have a little time."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pitboss.journal.stores import Document, StaleError, Store

PATIENCE_MS = 15_000
"""How long the dealer waits for the others once somebody is ready."""


class Call(msgspec.Struct, frozen=True):
    """Who is ready for the next round."""

    round: int
    """The rounds that were over when it was begun."""
    ready: tuple[str, ...]


class Calls:
    """The call of each table, kept where every process sees it; each waits by a clock of its own, which never jumps."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._known: dict[str, Call | None] = {}
        self._begun: dict[str, tuple[int, int]] = {}
        """The round of each table's latest call, and when it was heard of here."""

    def of(self, table: str, rounds: int) -> Call | None:
        """The call for the next round of a table, if somebody is ready."""
        if table not in self._known:
            found = self._store.get("call", table)
            self._known[table] = msgspec.json.decode(found.body, type=Call) if found else None
        call = self._known[table]
        return call if call and call.round == rounds else None

    def left(self, table: str, call: Call) -> int:
        """How long the dealer still waits for the others, in milliseconds."""
        now = self._clock()
        round_, since = self._begun.get(table, (-1, now))
        self._begun[table] = call.round, (since := min(since, now) if round_ == call.round else now)
        return max(0, since + PATIENCE_MS - now)

    def changed(self, table: str) -> None:
        """Somebody is ready, here or elsewhere: look again."""
        self._known.pop(table, None)

    def ready(self, table: str, rounds: int, player: str) -> Call:
        """A player is ready."""
        while True:
            self.changed(table)
            found = self._store.get("call", table)
            call = self.of(table, rounds) or Call(rounds, ())
            if player not in call.ready:
                call = msgspec.structs.replace(call, ready=(*call.ready, player))
            try:
                self._store.put(Document("call", table, msgspec.json.encode(call), found.revision if found else 0))
            except StaleError:
                continue
            self.changed(table)
            return call
