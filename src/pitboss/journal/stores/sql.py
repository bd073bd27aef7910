"""A store in SQL: one text of every statement for SQLite and PostgreSQL.

What is asked in a transaction is answered when its rows are read, so that a database over the network gets everything
in one go: first all questions, then all answers, and a refusal undoes the whole.
"""

from __future__ import annotations

import zlib
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

from pitboss.journal.codec import GENESIS
from pitboss.journal.stores.store import (
    KEPT,
    Answer,
    Callback,
    Document,
    Pruning,
    Store,
    check_documents,
    check_name,
    check_table,
    net,
    overdrawn,
    refuse_used,
    same_command,
)
from pitboss.journal.stores.store_errors import (
    DamagedError,
    OverdrawnError,
    StaleError,
    TableExistsError,
    UnknownTableError,
)
from pitboss.journal.stores.watchers import Watchers
from pitboss.ledger import Transfer

CREATE = "INSERT INTO journals (name, version, head) VALUES (?, 0, ?) ON CONFLICT DO NOTHING RETURNING version"
TABLES = "SELECT name FROM journals"
HEAD = "SELECT version, head FROM journals WHERE name = ?"
MOVE = (
    "UPDATE journals SET version = ?, head = COALESCE(?, head)"
    " WHERE name = ? AND version = ? AND head = COALESCE(?, head) RETURNING version"
)
ADD = "INSERT INTO lines (journal, seq, line) VALUES {} ON CONFLICT DO NOTHING"
LINES = "SELECT seq, line FROM lines WHERE journal = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
KEEP = (
    "INSERT INTO answers (journal, key, digest, body, at, sum) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    " RETURNING at"
)
ANSWER = "SELECT key, digest, body, at, sum FROM answers WHERE journal = ? AND key = ?"
PRUNE = "DELETE FROM answers WHERE journal = ? AND at < ?"
SAVE = (
    "INSERT INTO snapshots (journal, version, data) VALUES (?, ?, ?) ON CONFLICT (journal) DO UPDATE"
    " SET version = excluded.version, data = excluded.data WHERE snapshots.version <= excluded.version"
)
SNAPSHOT = "SELECT version, data FROM snapshots WHERE journal = ?"
POST = (
    "INSERT INTO accounts (name, balance) VALUES (?, ?) ON CONFLICT (name) DO UPDATE"
    " SET balance = accounts.balance + excluded.balance RETURNING balance"
)
BALANCE = "SELECT balance FROM accounts WHERE name = ?"
BALANCES = "SELECT name, balance FROM accounts WHERE balance <> 0 AND substr(name, 1, ?) = ?"
NEW = (
    "INSERT INTO documents (kind, id, body, revision, sum) VALUES (?, ?, ?, 1, ?) ON CONFLICT DO NOTHING"
    " RETURNING revision"
)
REPLACE = (
    "UPDATE documents SET body = ?, revision = revision + 1, sum = ? WHERE kind = ? AND id = ? AND revision = ?"
    " RETURNING revision"
)
GET = "SELECT kind, id, body, revision, sum FROM documents WHERE kind = ? AND id = ?"
ALL = "SELECT kind, id, body, revision, sum FROM documents WHERE kind = ?"
HEADS = (
    "SELECT name, version FROM journals WHERE version > 0 UNION ALL SELECT kind || '/' || id, revision FROM documents"
)
AT_ONCE = 500
"""Lines read, or written, in one go."""
LAST = 2**62
"""A version that no table reaches."""

Rows = list[tuple[Any, ...]]
T = TypeVar("T")


class Transaction(Protocol):
    """A transaction under way."""

    def ask(self, sql: str, *values: object) -> Callable[[], Rows]:
        """Carry out a statement; its rows are there when they are asked for."""


class SqlStore(Store):
    """What SQLite and PostgreSQL share: everything but how a transaction is made."""

    def __init__(self) -> None:
        self._watchers, self._pruning = Watchers(), Pruning()

    @abstractmethod
    def _read(self, sql: str, *values: object) -> Rows:
        """The rows of a question."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T], changes: Sequence[tuple[str, int]] = ()) -> T:
        """Carry out a transaction and, when it is there for good, tell of its changes."""

    # --- journals ---

    def create(self, table: str) -> None:
        check_table(table)
        if not self._write(lambda on: on.ask(CREATE, table, GENESIS)()):
            raise TableExistsError(table)

    def tables(self) -> list[str]:
        return sorted(name for (name,) in self._read(TABLES))

    def append(
        self,
        table: str,
        *,
        expected: int,
        lines: Sequence[str],
        head: str,
        prev: str | None = None,
        answer: Answer | None = None,
        transfers: Sequence[Transfer] = (),
        documents: Sequence[Document] = (),
    ) -> None:
        if answer is not None:
            check_name("a key", answer.key)
        changes, papers = net(transfers), check_documents(documents)
        version = expected + len(lines)
        prune = answer is not None and self._pruning.due(table, answer.at)

        def work(on: Transaction) -> None:
            moved = on.ask(MOVE, version, head if lines else None, table, expected, prev)
            kept = _keep(on, table, answer, prune) if answer is not None else None
            _add(on, table, expected, lines)
            posted, written = _post(on, changes), _write_down(on, papers)
            if answer is not None and kept is not None and not kept():
                refuse_used(_first(on, table, answer.key), answer.digest)
            if not moved():
                raise StaleError(table, expected, _version(on, table))
            posted()
            written()

        self._write(work, ([(table, version)] if lines else []) + _news_of(papers))

    def lines(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[str]:
        last = LAST if upto is None else upto
        version, _ = self.head(table)
        more = True
        while more and after < last:
            rows = self._read(LINES, table, after, last, AT_ONCE)
            for seq, line in rows:
                after += 1
                if seq != after:
                    raise DamagedError(f"line {after} of table {table}")
                yield line
            more = len(rows) == AT_ONCE
        if after < min(version, last):
            raise DamagedError(f"line {after + 1} of table {table}")

    def head(self, table: str) -> tuple[int, str]:
        for version, head in self._read(HEAD, table):
            if type(version) is not int or (version == 0) != (head == GENESIS):
                raise DamagedError(f"the head of table {table}")
            return version, head
        raise UnknownTableError(table)

    # --- answers ---

    def answer(self, table: str, key: str, digest: str | None = None) -> Answer | None:
        rows = self._read(ANSWER, table, key)
        return same_command(_answer(rows[0]), digest) if rows else None

    def remember(self, table: str, answer: Answer) -> Answer:
        check_name("a key", answer.key)
        prune = self._pruning.due(table, answer.at)

        def work(on: Transaction) -> Answer:
            there = on.ask(HEAD, table)
            kept = _keep(on, table, answer, prune)
            if not there():
                raise UnknownTableError(table)
            first = answer if kept() else _first(on, table, answer.key)
            return same_command(first, answer.digest) or answer

        return self._write(work)

    # --- snapshots ---

    def save_snapshot(self, table: str, version: int, data: bytes) -> None:
        def work(on: Transaction) -> None:
            there = on.ask(HEAD, table)
            on.ask(SAVE, table, version, data)
            if not there():
                raise UnknownTableError(table)

        self._write(work)

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        for version, data in self._read(SNAPSHOT, table):
            if type(version) is int and type(data) is bytes:  # else it is damaged, and nobody needs it
                return version, data
        return None

    # --- money ---

    def transfer(self, transfers: Sequence[Transfer], documents: Sequence[Document] = ()) -> None:
        changes, papers = net(transfers), check_documents(documents)

        def work(on: Transaction) -> None:
            posted, written = _post(on, changes), _write_down(on, papers)
            posted()
            written()

        self._write(work, _news_of(papers))

    def balance(self, account: str) -> int:
        rows = self._read(BALANCE, account)
        return rows[0][0] if rows else 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        return dict(sorted((name, balance) for name, balance in self._read(BALANCES, len(prefix), prefix)))

    # --- documents ---

    def put(self, document: Document) -> None:
        papers = check_documents([document])
        self._write(lambda on: _write_down(on, papers)(), _news_of(papers))

    def get(self, kind: str, id: str) -> Document | None:  # noqa: A002
        rows = self._read(GET, kind, id)
        return _document(rows[0]) if rows else None

    def all(self, kind: str) -> list[Document]:
        return sorted(map(_document, self._read(ALL, kind)))

    def watch(self, callback: Callback) -> Callable[[], None]:
        return self._watchers.add(callback)


# --- rows ------------------------------------------------------------------------------------------------------------


def _sum(*values: object) -> int:
    """A sum over what a row says and of which type, kept with it: a disk that gives back other bytes is found out."""
    return zlib.crc32(repr(values).encode())


def _answer(row: tuple[Any, ...]) -> Answer:
    return Answer(*_whole("an answer", row))


def _document(row: tuple[Any, ...]) -> Document:
    return Document(*_whole("a document", row))


def _whole(what: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row without its sum, if that fits; rows from before there were sums have none."""
    *values, kept = row
    if kept is not None and kept != _sum(*values):
        raise DamagedError(what)
    return tuple(values)


def _news_of(documents: Sequence[Document]) -> list[tuple[str, int]]:
    """What is told of documents that were written."""
    return [(document.name, document.revision + 1) for document in documents]


# --- within a transaction --------------------------------------------------------------------------------------------


def _add(on: Transaction, table: str, version: int, lines: Sequence[str]) -> None:
    for start in range(0, len(lines), AT_ONCE):
        some = lines[start : start + AT_ONCE]
        values = [value for seq, line in enumerate(some, version + start + 1) for value in (table, seq, line)]
        on.ask(_adding(len(some)), *values)


@cache
def _adding(lines: int) -> str:
    return ADD.format(", ".join(["(?, ?, ?)"] * lines))


def _keep(on: Transaction, table: str, answer: Answer, prune: bool) -> Callable[[], Rows]:
    """Keep an answer, if it is the first under its key; no rows if it is not."""
    if prune:
        on.ask(PRUNE, table, answer.at - KEPT)
    return on.ask(KEEP, table, *answer, _sum(*answer))


def _first(on: Transaction, table: str, key: str) -> Answer | None:
    rows = on.ask(ANSWER, table, key)()
    return _answer(rows[0]) if rows else None


def _version(on: Transaction, table: str) -> int:
    for version, _ in on.ask(HEAD, table)():
        return int(version)
    raise UnknownTableError(table)


def _post(on: Transaction, changes: Sequence[tuple[str, int]]) -> Callable[[], None]:
    """Change balances; what is returned refuses an overdraft."""
    posted = [on.ask(POST, account, change) for account, change in changes]

    def check() -> None:
        for (account, change), rows in zip(changes, posted, strict=True):
            balance = rows()[0][0]
            if overdrawn(account, balance, change):
                raise OverdrawnError(account, -balance)

    return check


def _write_down(on: Transaction, documents: Sequence[Document]) -> Callable[[], None]:
    """Write documents; what is returned refuses one that is not based on the latest revision."""
    written = []
    for kind, name, body, revision in documents:
        if revision:
            written.append(on.ask(REPLACE, body, _sum(kind, name, body, revision + 1), kind, name, revision))
        else:
            written.append(on.ask(NEW, kind, name, body, _sum(kind, name, body, 1)))

    def check() -> None:
        for document, rows in zip(documents, written, strict=True):
            if not rows():
                there = on.ask(GET, document.kind, document.id)()
                raise StaleError(document.name, document.revision, there[0][3] if there else 0)

    return check
