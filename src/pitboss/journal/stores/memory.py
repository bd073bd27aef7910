"""A store in memory: for tests, practice, and as the model of what the others do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

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
    OverdrawnError,
    StaleError,
    StoreError,
    TableExistsError,
    UnknownTableError,
)
from pitboss.journal.stores.watchers import Watchers
from pitboss.ledger import Transfer


@dataclass(slots=True)
class _Kept:
    """All that belongs to one table."""

    lines: list[str] = field(default_factory=list)
    head: str = GENESIS
    answers: dict[str, Answer] = field(default_factory=dict)
    snapshot: tuple[int, bytes] | None = None


class MemoryStore(Store):
    """Gone when it is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: dict[str, _Kept] = {}
        self._accounts: dict[str, int] = {}
        self._documents: dict[tuple[str, str], Document] = {}
        self._watchers, self._pruning = Watchers(), Pruning()
        self._closed = False

    def create(self, table: str) -> None:
        check_table(table)
        with self._lock:
            self._open()
            if table in self._tables:
                raise TableExistsError(table)
            self._tables[table] = _Kept()

    def tables(self) -> list[str]:
        with self._lock:
            self._open()
            return sorted(self._tables)

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
        with self._lock:
            kept = self._kept(table)
            if answer is not None:
                self._prune(table, kept, answer.at)
                refuse_used(kept.answers.get(answer.key), answer.digest)
            if len(kept.lines) != expected or prev not in (None, kept.head):
                raise StaleError(table, expected, len(kept.lines))
            balances, written = self._posted(changes), self._written(papers)
            self._accounts.update(balances)
            self._documents.update(written)
            kept.lines.extend(lines)
            kept.head = head if lines else kept.head
            if answer is not None:
                kept.answers[answer.key] = answer
            if lines:
                self._watchers.tell(table, len(kept.lines))
            self._tell(written.values())

    def answer(self, table: str, key: str, digest: str | None = None) -> Answer | None:
        with self._lock:
            self._open()
            kept = self._tables.get(table)
            return same_command(kept.answers.get(key), digest) if kept else None

    def remember(self, table: str, answer: Answer) -> Answer:
        check_name("a key", answer.key)
        with self._lock:
            kept = self._kept(table)
            self._prune(table, kept, answer.at)
            first = kept.answers.setdefault(answer.key, answer)
            return same_command(first, answer.digest) or answer

    def lines(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[str]:
        self.head(table)
        place = after
        while upto is None or place < upto:
            with self._lock:
                lines = self._kept(table).lines
                if place >= len(lines):
                    return
                line = lines[place]
            yield line
            place += 1

    def head(self, table: str) -> tuple[int, str]:
        with self._lock:
            kept = self._kept(table)
            return len(kept.lines), kept.head

    def save_snapshot(self, table: str, version: int, data: bytes) -> None:
        with self._lock:
            kept = self._kept(table)
            if kept.snapshot is None or kept.snapshot[0] <= version:
                kept.snapshot = version, data

    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        with self._lock:
            self._open()
            kept = self._tables.get(table)
            return kept.snapshot if kept else None

    def transfer(self, transfers: Sequence[Transfer], documents: Sequence[Document] = ()) -> None:
        changes, papers = net(transfers), check_documents(documents)
        with self._lock:
            self._open()
            balances, written = self._posted(changes), self._written(papers)
            self._accounts.update(balances)
            self._documents.update(written)
            self._tell(written.values())

    def balance(self, account: str) -> int:
        with self._lock:
            self._open()
            return self._accounts.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        with self._lock:
            self._open()
            found = sorted(self._accounts.items())
            return {account: balance for account, balance in found if balance and account.startswith(prefix)}

    def put(self, document: Document) -> None:
        papers = check_documents([document])
        with self._lock:
            self._open()
            written = self._written(papers)
            self._documents.update(written)
            self._tell(written.values())

    def get(self, kind: str, id: str) -> Document | None:  # noqa: A002
        with self._lock:
            self._open()
            return self._documents.get((kind, id))

    def all(self, kind: str) -> list[Document]:
        with self._lock:
            self._open()
            return sorted(document for document in self._documents.values() if document.kind == kind)

    def watch(self, callback: Callback) -> Callable[[], None]:
        with self._lock:
            self._open()
            return self._watchers.add(callback)

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._watchers.close()

    # --- with the lock held ---

    def _open(self) -> None:
        if self._closed:
            raise StoreError("closed", "the store is closed: open it again")

    def _kept(self, table: str) -> _Kept:
        self._open()
        if table not in self._tables:
            raise UnknownTableError(table)
        return self._tables[table]

    def _prune(self, table: str, kept: _Kept, now: int) -> None:
        if self._pruning.due(table, now):
            kept.answers = {key: answer for key, answer in kept.answers.items() if answer.at >= now - KEPT}

    def _posted(self, changes: Iterable[tuple[str, int]]) -> dict[str, int]:
        posted = {}
        for account, change in changes:
            posted[account] = balance = self._accounts.get(account, 0) + change
            if overdrawn(account, balance, change):
                raise OverdrawnError(account, -balance)
        return posted

    def _written(self, documents: Iterable[Document]) -> dict[tuple[str, str], Document]:
        written: dict[tuple[str, str], Document] = {}
        for document in documents:
            place = document.kind, document.id
            there = self._documents.get(place)
            if document.revision != (there.revision if there else 0):
                raise StaleError(document.name, document.revision, there.revision if there else 0)
            written[place] = document._replace(revision=document.revision + 1)
        return written

    def _tell(self, documents: Iterable[Document]) -> None:
        for document in documents:
            self._watchers.tell(document.name, document.revision)
