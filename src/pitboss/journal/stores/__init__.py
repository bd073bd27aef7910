"""Where a floor keeps its tables: one interface, and a URL that says what is behind it."""

from __future__ import annotations

from pitboss.errors import MissingExtraError
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.stores.sqlite import SqliteStore
from pitboss.journal.stores.store import ISSUED, Answer, Document, Store
from pitboss.journal.stores.store_errors import (
    DamagedError,
    KeyReusedError,
    NewerStoreError,
    OverdrawnError,
    StaleError,
    StoreError,
    TableExistsError,
    UncertainError,
    UnknownTableError,
    UsedKeyError,
)

__all__ = [
    "ISSUED",
    "Answer",
    "DamagedError",
    "Document",
    "KeyReusedError",
    "NewerStoreError",
    "OverdrawnError",
    "StaleError",
    "Store",
    "StoreError",
    "TableExistsError",
    "UncertainError",
    "UnknownTableError",
    "UsedKeyError",
    "open_store",
]

_POSSIBLE = "memory:, sqlite:///floor.db (sqlite:////var/floor.db for a full path), postgresql://user@host/floor"


def open_store(url: str) -> Store:
    """The store that a URL names, made and brought up to date where needed.

    >>> with open_store("memory:") as store:
    ...     store.create("Table 1")
    ...     store.tables()
    ['Table 1']
    """
    if url == "memory:":
        return MemoryStore()
    scheme, _, place = url.partition("://")
    if scheme == "sqlite" and place.startswith("/") and len(place) > 1:
        return SqliteStore(place[1:])
    if scheme in ("postgresql", "postgres") and place:
        return _postgres(url)
    raise StoreError("store-url", f"this names no store: use one of {_POSSIBLE}")


def _postgres(url: str) -> Store:
    try:
        from pitboss.journal.stores.postgres import PostgresStore
    except ImportError as error:
        raise MissingExtraError("a store in PostgreSQL", "postgres") from error
    return PostgresStore(url)
