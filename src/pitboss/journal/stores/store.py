"""What a store of tables offers, whatever it is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from types import TracebackType
from typing import NamedTuple, Self

from pitboss.journal.stores.store_errors import KeyReusedError, StoreError, UsedKeyError
from pitboss.ledger import Transfer

ISSUED = "issued"
"""The account that play money comes from: the only one that may be below zero, by as much as was issued."""
KEPT = 24 * 60 * 60 * 1000
"""How long the answer to a command is kept, in milliseconds."""
LONGEST = 200
"""Letters in a name, a key or an account."""
MOST = 10**15
"""Cents in one transfer."""

Callback = Callable[[str, int], None]
"""Told of a table and its version, or of a document ("kind/id") and its revision."""


class Answer(NamedTuple):
    """What somebody was told about the command they sent under this key."""

    key: str
    digest: str
    """Of the command: the same key with another digest is a mistake."""
    body: bytes
    at: int
    """When, in milliseconds since 1970."""


class Document(NamedTuple):
    """Anything else a floor keeps: a person, a session, a submission."""

    kind: str
    id: str
    body: bytes
    revision: int = 0
    """As read: the one there is. As written: the one it replaces, 0 if it is new; the store then counts one up."""

    @property
    def name(self) -> str:
        """As watchers hear of it."""
        return f"{self.kind}/{self.id}"


class Store(ABC):
    """The journals of a floor's tables, with the answers, money and documents that go with them.

    Every method may be called from any thread. What it changes is there for good when it returns; what it refuses has
    changed nothing.
    """

    @abstractmethod
    def create(self, table: str) -> None:
        """Begin the journal of a new table."""

    @abstractmethod
    def tables(self) -> list[str]:
        """The names of all tables, sorted."""

    @abstractmethod
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
        """Add the events of a command and all that goes with them, or nothing.

        `expected` is the version before, `head` the hash of the last line; `prev`, if given, must be the head before.
        Of two writers the second gets a `StaleError`; a command that was carried out before gives a `UsedKeyError`
        with its first answer. An answer is kept until one that is a day younger comes to the same table; the store
        looks once an hour.
        """

    @abstractmethod
    def answer(self, table: str, key: str, digest: str | None = None) -> Answer | None:
        """The first answer under a key; another digest than the first one's is refused."""

    @abstractmethod
    def remember(self, table: str, answer: Answer) -> Answer:
        """Keep an answer that came with no events; returns the first one under its key, which may be an earlier one."""

    @abstractmethod
    def lines(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[str]:
        """The lines of a journal after this version, in order, read as they are asked for."""

    @abstractmethod
    def head(self, table: str) -> tuple[int, str]:
        """The version of a table and the hash of its last record."""

    @abstractmethod
    def save_snapshot(self, table: str, version: int, data: bytes) -> None:
        """Keep a table's state at this version; only the latest is kept."""

    @abstractmethod
    def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The latest snapshot with its version."""

    @abstractmethod
    def transfer(self, transfers: Sequence[Transfer], documents: Sequence[Document] = ()) -> None:
        """Move money between accounts and write documents, all at once; none but `ISSUED` may end below zero."""

    @abstractmethod
    def balance(self, account: str) -> int:
        """What an account holds."""

    @abstractmethod
    def balances(self, prefix: str = "") -> dict[str, int]:
        """All accounts whose names begin like this and that are not at zero."""

    @abstractmethod
    def put(self, document: Document) -> None:
        """Write a document over the revision it names."""

    @abstractmethod
    def get(self, kind: str, id: str) -> Document | None:  # noqa: A002
        """A document as it stands."""

    @abstractmethod
    def all(self, kind: str) -> list[Document]:
        """All documents of a kind, sorted by id."""

    @abstractmethod
    def watch(self, callback: Callback) -> Callable[[], None]:
        """Have every change reported from now on; returns what ends it.

        Changes of one table (or document) come in order, from a thread of the store; a report may stand for several.
        """

    @abstractmethod
    def close(self) -> None:
        """Finish what was begun, and let go of the database."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# --- what all stores check -------------------------------------------------------------------------------------------


def same_command(first: Answer | None, digest: str | None) -> Answer | None:
    """The first answer under a key, if that stands for the same command; the one place that compares them."""
    if first is not None and digest is not None and first.digest != digest:
        raise KeyReusedError(first.key)
    return first


def refuse_used(first: Answer | None, digest: str) -> None:
    """Refuse to carry out a command whose key has an answer."""
    known = same_command(first, digest)
    if known is not None:
        raise UsedKeyError(known)


def check_name(what: str, name: str) -> None:
    """Names are short printable text that every database can keep."""
    if not (name and len(name) <= LONGEST and name.isprintable()):
        raise StoreError("name", f"{what} is 1 to {LONGEST} printable characters, not {name!r:.40}")


def check_table(name: str) -> None:
    """A table's name cannot be mistaken for a document's."""
    check_name("a table's name", name)
    if "/" in name:
        raise StoreError("name", f"a table's name has no slash in it, as {name!r} has")


def check_documents(documents: Iterable[Document]) -> list[Document]:
    """Documents in the one order in which everybody writes them, so that nobody waits in a circle."""
    ordered = sorted(documents, key=lambda document: (document.kind, document.id))
    for document in ordered:
        check_name("a document's kind", document.kind)
        check_name("a document's id", document.id)
    if twice := [one.name for one, other in pairwise(ordered) if one.name == other.name]:
        raise StoreError("twice", f"{twice[0]} cannot be written twice at once: write what it is to be in the end")
    return ordered


def net(transfers: Iterable[Transfer]) -> list[tuple[str, int]]:
    """What transfers change in each account, sorted by account.

    >>> net([Transfer("issued", "Ann", 500), Transfer("Ann", "Bob", 200)])
    [('Ann', 300), ('Bob', 200), ('issued', -500)]
    """
    changes: Counter[str] = Counter()
    for source, target, amount in transfers:
        check_name("an account's name", source)
        check_name("an account's name", target)
        if type(amount) is not int or not 0 < amount <= MOST:
            raise StoreError("amount", f"{amount!r:.40} cannot be moved: name whole cents, more than none")
        changes[source] -= amount
        changes[target] += amount
    return sorted((account, change) for account, change in changes.items() if change)


def overdrawn(account: str, balance: int, change: int) -> bool:
    """Whether a change left an account below zero that may not be."""
    return change < 0 and balance < 0 and account != ISSUED


class Pruning:
    """When to look for answers that have become too old: once an hour for each table, by the answers' own time."""

    def __init__(self) -> None:
        self._hours: dict[str, int] = {}

    def due(self, table: str, at: int) -> bool:
        """Whether it is time, at the time of this answer."""
        hour = at // 3_600_000
        if self._hours.get(table) == hour:
            return False
        self._hours[table] = hour
        return True
