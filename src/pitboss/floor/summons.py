"""The dealer calls the floor: who called, and since when, until somebody of the floor has come."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from pitboss.journal.stores import Document, StaleError, Store

KIND = "summons"


class Summons(msgspec.Struct, frozen=True):
    """A call that nobody has answered yet."""

    by: str
    at: int
    """Milliseconds since 1970, UTC."""


class Summoning:
    """The calls of all tables, kept where every process sees them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Summons | None] = {}

    def of(self, table: str) -> Summons | None:
        """The call of a table that is still open."""
        if table not in self._known:
            found = self._store.get(KIND, table)
            self._known[table] = msgspec.json.decode(found.body, type=Summons) if found and found.body else None
        return self._known[table]

    def call(self, table: str, by: str, at: int) -> None:
        """The floor is wanted at a table; a call that is open stays as it is."""
        if self.of(table) is None:
            self._write(table, msgspec.json.encode(Summons(by, at)))

    def answered(self, table: str) -> None:
        """Somebody of the floor has come."""
        if self.of(table) is not None:
            self._write(table, b"")

    def changed(self, table: str) -> None:
        """Another process has written."""
        self._known.pop(table, None)

    def _write(self, table: str, body: bytes) -> None:
        found = self._store.get(KIND, table)
        with suppress(StaleError):  # somebody was faster, and wanted the same
            self._store.put(Document(KIND, table, body, found.revision if found else 0))
        self._known.pop(table, None)
