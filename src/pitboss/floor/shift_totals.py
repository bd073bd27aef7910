"""What a table's journal adds up to: each shift's rounds, money and counts, and the submissions that were in force."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from pitboss.floor.live import LiveTable
from pitboss.journal.chain import following
from pitboss.journal.codec import GENESIS
from pitboss.journal.stores import Store
from pitboss.ledger import DROP, RACK
from pitboss.table import events as e

HOURS = 8
"""The length of a shift: three a day, the first from midnight."""


def shift_of(at: int) -> int:
    """When the shift of this moment began, by the clock on the wall; both in milliseconds.

    The clock may have been put forward or back since: the shift is an hour shorter or longer, and the same one.
    """
    then = datetime.fromtimestamp(at / 1000)
    start = then.replace(hour=then.hour - then.hour % HOURS, minute=0, second=0, microsecond=0, fold=0)
    return int(start.timestamp() * 1000)


@dataclass(slots=True)
class Shift:
    """One shift at a table."""

    rounds: int = 0
    void: int = 0
    irregularities: int = 0
    counts: int = 0
    """Stubs counted."""
    drop: int = 0
    rack: int = 0
    """What came into the rack, less what left it."""
    staked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By the submission in force and the wager, without what was void."""

    @property
    def win(self) -> int:
        """What the house won: cash in the drop box, less chips that left the rack for it."""
        return self.drop + self.rack


class Posted(NamedTuple):
    """A version of a table's submission."""

    version: int
    at: int
    by: str
    digest: str


class Daybook:
    """Reads on in a table's journal whenever it is asked."""

    def __init__(self, store: Store, live: LiveTable) -> None:
        self._store, self._live = store, live
        self._lock = threading.Lock()
        self._read, self._head = 0, GENESIS
        self._shifts: defaultdict[int, Shift] = defaultdict(Shift)
        self._posted: list[Posted] = []

    def shift(self, at: int) -> Shift:
        """The shift of this moment, up to the last event."""
        with self._lock:
            self._read_on()
            return self._shifts[shift_of(at)]

    def submissions(self) -> list[Posted]:
        """Every submission of the table, the latest first."""
        with self._lock:
            self._read_on()
            return self._posted[::-1]

    def _read_on(self) -> None:
        if self._read == self._live.state.version:
            return
        for line in self._store.lines(self._live.name, after=self._read):
            record = following(line, self._read + 1, self._head)
            self._read, self._head = record.seq, record.hash
            self._note(record.event, self._shifts[shift_of(record.at)])
            if isinstance(record.event, e.SubmissionPosted):
                self._posted.append(Posted(record.seq, record.at, record.by, record.event.digest))

    def _note(self, event: e.Event, shift: Shift) -> None:
        for account, amount in _moved(event):
            if account == DROP:
                shift.drop += amount
            elif account == RACK:
                shift.rack += amount
        match event:
            case e.RoundEnded(void=void):
                shift.rounds += 1
                shift.void += void
            case e.IrregularityFound():
                shift.irregularities += 1
            case e.StubCounted():
                shift.counts += 1
            case e.WagerSettled(wager=wager, outcome=outcome, stake=stake, money=money):
                again = any(target.startswith("wager:") for _, target, _ in money)  # an earlier result is undone
                counts = (outcome != "void") - again
                shift.staked[self._posted[-1].digest, wager] += counts * stake


def _moved(event: e.Event) -> Iterator[tuple[str, int]]:
    for source, target, amount in event.money:
        yield source, -amount
        yield target, amount
