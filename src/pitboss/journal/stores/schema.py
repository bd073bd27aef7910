"""The tables of a database, made and brought up to date by the store itself, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.journal.stores.store_errors import NewerStoreError

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE journals (name TEXT PRIMARY KEY, version BIGINT NOT NULL, head TEXT NOT NULL)",
        "CREATE TABLE lines (journal TEXT NOT NULL, seq BIGINT NOT NULL, line TEXT NOT NULL,"
        " PRIMARY KEY (journal, seq))",
        "CREATE TABLE answers (journal TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, body BYTEA NOT NULL,"
        " at BIGINT NOT NULL, PRIMARY KEY (journal, key))",
        "CREATE TABLE snapshots (journal TEXT PRIMARY KEY, version BIGINT NOT NULL, data BYTEA NOT NULL)",
    ),
    (
        "CREATE TABLE accounts (name TEXT PRIMARY KEY, balance BIGINT NOT NULL)",
        "CREATE TABLE documents (kind TEXT NOT NULL, id TEXT NOT NULL, revision BIGINT NOT NULL, body BYTEA NOT NULL,"
        " PRIMARY KEY (kind, id))",
    ),
    (
        "ALTER TABLE answers ADD COLUMN sum BIGINT",
        "ALTER TABLE documents ADD COLUMN sum BIGINT",
    ),
)
"""What leads from each version to the next. A step that has been released is never changed."""

Run = Callable[..., Sequence[tuple[object, ...]]]
"""Carries out a statement with its values and returns its rows."""


def migrate(run: Run, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Take the steps that are left; the caller sees to it that only one process does this at a time."""
    run("CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)")
    rows = run("SELECT version FROM schema")
    version = int(str(rows[0][0])) if rows else 0
    if version > len(steps):
        raise NewerStoreError(version, len(steps))
    for step in steps[version:]:
        for statement in step:
            run(statement)
    if not rows:
        run("INSERT INTO schema (version) VALUES (?)", len(steps))
    elif version < len(steps):
        run("UPDATE schema SET version = ?", len(steps))
