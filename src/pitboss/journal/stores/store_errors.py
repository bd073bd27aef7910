"""What a store answers when it will not, or cannot, do something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.journal.stores.store import Answer


class StoreError(PitbossError):
    """A store that cannot be opened, reached, read or written to; nothing was changed."""


class UnknownTableError(StoreError, LookupError):
    """A table that the store does not have."""

    def __init__(self, table: str) -> None:
        super().__init__("unknown-table", f"there is no table {table!r} in this store: create it first")


class TableExistsError(StoreError):
    """A name for a new table that another one has."""

    def __init__(self, table: str) -> None:
        super().__init__("table-exists", f"there is a table {table!r} already: choose another name")


class StaleError(StoreError):
    """Somebody else was faster: `what` stands at version `current` by now."""

    def __init__(self, what: str, expected: int, current: int) -> None:
        other = f"not {expected}" if expected != current else "but came there in another way"
        super().__init__("stale", f"{what} is at version {current}, {other}: look again, then decide anew")
        self.what, self.current = what, current


class UsedKeyError(StoreError):
    """A command that was carried out before; `first` is the answer it got then."""

    def __init__(self, first: Answer) -> None:
        super().__init__("used-key", f"the key {first.key!r} was used for this command before: give its first answer")
        self.first = first


class KeyReusedError(StoreError):
    """A key that stands for another command."""

    def __init__(self, key: str) -> None:
        super().__init__("key-reused", f"the key {key!r} stands for another command: send this one with a new key")


class OverdrawnError(StoreError):
    """An account that would fall below zero."""

    def __init__(self, account: str, short: int) -> None:
        super().__init__("overdrawn", f"{account} lacks {dollars(short)}: nothing was moved")
        self.account, self.short = account, short


class UncertainError(StoreError):
    """The connection was lost while the store was writing: it may have happened, or not."""

    def __init__(self) -> None:
        message = "the database was lost while it was writing: ask for the answer to the key, or the head, to learn how"
        super().__init__("uncertain", f"{message} it ended")


class DamagedError(StoreError):
    """A store that does not give back what was written into it."""

    def __init__(self, what: str) -> None:
        super().__init__("damaged", f"{what} in the store is damaged: restore the store from a copy")


class NewerStoreError(StoreError):
    """A database that a later Pitboss has written to."""

    def __init__(self, version: int, known: int) -> None:
        message = f"the database is of version {version}, and this Pitboss knows up to {known}: update Pitboss"
        super().__init__("newer-store", message)
