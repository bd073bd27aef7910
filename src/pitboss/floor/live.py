"""A table as it is played: its state in memory, its truth in the store, one command after the other.

A command and all that the autodealer does after it go into the store in one piece, or not at all. Another process may
have written in between: then nothing was done, what it wrote is read, and the command is tried on that.
"""

from __future__ import annotations

import logging
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.sittings import Sitting, Sittings, after
from pitboss.journal.chain import following, trusted
from pitboss.journal.codec import GENESIS
from pitboss.journal.errors import JournalError
from pitboss.journal.journal import written
from pitboss.journal.snapshot import freeze, thaw
from pitboss.journal.stores import (
    ISSUED,
    Answer,
    OverdrawnError,
    StaleError,
    Store,
    StoreError,
    TableExistsError,
    UsedKeyError,
)
from pitboss.ledger import METER, OUTSIDE, Transfer
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.evolve import evolve
from pitboss.table.moves import Moves
from pitboss.table.rack_counts import opener_is_due
from pitboss.table.rules import Refusal, Refused, Rules, rules_of
from pitboss.table.state import State
from pitboss.table.table import Table

_log = logging.getLogger(__name__)
REMEMBERED = 500
"""Events that are kept at hand for those who watch."""
SNAPSHOT_EVERY = 1000
"""Events after which the state is kept, so that a restart need not read the whole journal."""
TRIES = 8
"""How often a command is tried again because another process was faster."""
_SUM = 4
"""Bytes of the sum over a snapshot."""
Make = Callable[[], Iterable[Command]]
"""Commands, one after the other: each may be made from what the one before has led to."""


class Moment(NamedTuple):
    """Something that happened at a table."""

    seq: int
    at: int
    by: str
    event: e.Event


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a request."""

    version: int
    """Of the table afterwards."""
    refusal: dict[str, Any] | None = None

    @property
    def is_stale(self) -> bool:
        """Whether it was refused because the table had moved on."""
        return self.refusal is not None and self.refusal["code"] == "stale"


class _Kept(msgspec.Struct):
    """What a snapshot holds."""

    state: bytes
    sittings: dict[str, Sitting]
    head: str


class LiveTable:
    """One table; every method may be called from any thread."""

    def __init__(self, store: Store, name: str, clock: Callable[[], int], account_of: Callable[[str], str]) -> None:
        self.name = name
        self.lock = threading.RLock()
        self.sittings: Sittings = {}
        self.is_called_by_hand = False
        """Whether a person calls "No more bets"."""
        self.recent: deque[Moment] = deque(maxlen=REMEMBERED)
        self._store, self._wall, self._account_of = store, clock, account_of
        self._said: dict[int, str] = {}
        self._batch: list[tuple[Command, tuple[e.Event, ...]]] = []
        self._snapshot_at = 0
        self._moves: tuple[int, Moves] | None = None
        noted = store.head(name)
        state, self._head = self._read_on(*self._load(), noted)
        self.table = Table.resume(state, by_hand=(c.NoMoreBets,), record=self._collect, clock=clock)

    @classmethod
    def new(
        cls, store: Store, name: str, submission: Submission, clock: Callable[[], int], floor: tuple[str, ...] = ()
    ) -> None:
        """Write the first events of a table: its submission is posted, and it opens.

        With real cards these people are assigned to it, if any are named, and verify what the floor has to.
        """
        batch: list[tuple[Command, tuple[e.Event, ...]]] = []
        table = Table(submission, record=lambda command, events: batch.append((command, events)), clock=clock)
        if not opener_is_due(table.rules, table.state):
            if floor and table.rules.real_cards:
                table.open(floor)
            else:
                table.open()
            table.run()
        with suppress(TableExistsError):  # begun by somebody who did not get to its first events
            store.create(name)
        lines, head = _lines(batch, 0, GENESIS)
        store.append(name, expected=0, lines=lines, head=head)

    @property
    def state(self) -> State:
        """Where the table stands."""
        return self.table.state

    @property
    def rules(self) -> Rules:
        """What it is conducted by."""
        return self.table.rules

    def now(self) -> int:
        """The time; never before what has happened already, whatever the clock of this machine says."""
        return self.table.now()

    # --- commands ---

    def carry_out(self, make: Make, *, key: str | None = None, digest: str = "") -> Outcome:
        """Carry out commands, all of them or none, and let the autodealer go on; a known key gets its first answer."""
        with self.lock:
            for _ in range(TRIES):
                first = self._store.answer(self.name, key, digest) if key else None
                if first:
                    self.catch_up()  # it may have been done without our hearing of it
                    return msgspec.json.decode(first.body, type=Outcome)
                before = self.table.state, self.table.rules
                outcome = self._attempt(make)
                if outcome.refusal and self.catch_up():
                    continue  # it was refused on what was no longer so
                try:
                    return self._keep(outcome, key, digest)
                except UsedKeyError:
                    self.table.state, self.table.rules = before
                    self.catch_up()
                except StaleError as error:
                    self.table.state, self.table.rules = before
                    if not self.catch_up():
                        raise self._put_back() from error
                except BaseException:
                    self.table.state, self.table.rules = before
                    raise
                finally:
                    self._batch.clear()
            raise PitbossError("busy", "the table is very busy: nothing was done, try again")

    def _attempt(self, make: Make) -> Outcome:
        before = self.table.state, self.table.rules
        try:
            for command in make():
                answer = self.table.try_(command)
                if isinstance(answer, Refusal):
                    self.table.state, self.table.rules = before
                    self._batch.clear()
                    return Outcome(self.state.version, answer.as_dict())
        except BaseException:  # whoever makes the commands finds on the way that one of them cannot be
            self.table.state, self.table.rules = before
            self._batch.clear()
            raise
        self._go_on()
        return Outcome(self.state.version)

    def _go_on(self) -> None:
        """Let the autodealer do what is due; should one of its own steps be refused, people go on from there."""
        try:
            self.table.run()
        except Refused as error:
            _log.error("table %s: the autodealer's step was refused: %s", self.name, error)

    def _keep(self, outcome: Outcome, key: str | None, digest: str) -> Outcome:
        answer = Answer(key, digest, msgspec.json.encode(outcome), self._wall()) if key else None
        if not self._batch:
            if answer:
                return msgspec.json.decode(self._store.remember(self.name, answer).body, type=Outcome)
            return outcome
        expected = self.state.version - sum(len(events) for _, events in self._batch)
        lines, head = _lines(self._batch, expected, self._head)
        try:
            self._store.append(
                self.name,
                expected=expected,
                lines=lines,
                head=head,
                prev=self._head,
                answer=answer,
                transfers=list(self._cash()),
            )
        except OverdrawnError as error:
            raise PitbossError("bankroll", "there is not that much in the bankroll: buy in for less") from error
        self._head = head
        for moment, state in self._moments(expected):
            self._note(moment, state)
        self._save_snapshot()
        return outcome

    def _collect(self, command: Command, events: tuple[e.Event, ...]) -> None:
        self._batch.append((command, events))

    def _cash(self) -> Iterable[Transfer]:
        """What goes from people's bankrolls to the house, and back to them; at a real table people pay in cash.

        What the house itself puts into the meter comes from nobody's bankroll.
        """
        if self.rules.real_cards:
            return
        for _, events in self._batch:
            for event in events:
                for source, target, amount in event.money:
                    if OUTSIDE in (source, target) and METER not in (source, target):
                        purse = self._account_of(event.player)  # type: ignore[attr-defined]
                        yield Transfer(purse, ISSUED, amount) if source == OUTSIDE else Transfer(ISSUED, purse, amount)

    @property
    def moves(self) -> Moves:
        """All that may be done now."""
        with self.lock:
            if self._moves is None or self._moves[0] != self.state.version:
                self._moves = self.state.version, self.table.legal()
            return self._moves[1]

    # --- what has happened ---

    def catch_up(self) -> bool:
        """Read what other processes have written; whether there was anything."""
        with self.lock:
            state, head = self._read_on(self.table.state, self._head)
            if state is self.table.state:
                return False
            self._head = head
            self.table.state, self.table.rules = state, rules_of(state.game, state.digest, state.options)
            return True

    def _read_on(self, state: State, head: str, noted: tuple[int, str] = (0, "")) -> tuple[State, str]:
        """The state and the head after all that the store has; nothing is believed that does not hold together."""
        heads = {state.version: head}
        for line in self._store.lines(self.name, after=state.version):
            try:
                record = following(line, state.version + 1, head)
                state = evolve(state, record.event, record.at)
            except Exception as error:  # whatever an impossible sequence of events runs into
                said = error.message if isinstance(error, JournalError) else "it cannot have happened at this point"
                raise self._damaged(state.version + 1, said) from error
            head = record.hash
            if state.version == noted[0]:
                heads[state.version] = head
            self._note(Moment(record.seq, record.at, record.by, record.event), state)
        if noted[0] and heads.get(noted[0]) != noted[1]:
            raise self._damaged(noted[0], "the last one, by its own account, is not there")
        return state, head

    def _damaged(self, record: int, what: str) -> JournalError:
        where = f"the journal of table {self.name} is damaged at record {record}"
        return JournalError("damaged", f"{where} ({what}): restore the store from a copy")

    def _put_back(self) -> JournalError:
        where = f"the store no longer has what was written at table {self.name}"
        return JournalError("damaged", f"{where}, as when an older copy took its place: see what is lost, start again")

    def since(self, version: int) -> list[Moment]:
        """What has happened after a version, as far back as is kept at hand."""
        with self.lock:
            later = takewhile(lambda moment: moment.seq > version, reversed(self.recent))
            return list(later)[::-1]

    def _moments(self, version: int) -> Iterable[tuple[Moment, State]]:
        """The moments of the batch, each with the state after all of them: no two rounds end in one batch."""
        for command, events in self._batch:
            for event in events:
                version += 1
                yield Moment(version, command.at, str(command.by), event), self.state

    def _note(self, moment: Moment, state: State) -> None:
        if self.recent and moment.seq <= self.recent[-1].seq:
            return  # read again, because the store was lost while it was read
        self.recent.append(moment)
        event = moment.event
        if isinstance(event, e.BetsClosed):
            self._said = {}
        elif isinstance(event, e.HandAnnounced):
            self._said = {**self._said, event.position: event.words}
        self.sittings = after(self.sittings, state, event, moment.at, self._said)

    # --- snapshots ---

    def _load(self) -> tuple[State, str]:
        """The state to read on from, with its head: that of the snapshot, or the very beginning."""
        found = None
        with suppress(StoreError):  # one that cannot be read is no loss; a store out of reach says so again
            found = self._store.snapshot(self.name)
        kept = _unpacked(found[1]) if found else None
        state = thaw(kept.state) if kept else None
        if found and kept and state and state.version == found[0] and self._is_in_journal(found[0], kept.head):
            self.sittings, self._snapshot_at = kept.sittings, found[0]
            return state, kept.head
        return State(), GENESIS

    def _is_in_journal(self, version: int, head: str) -> bool:
        try:
            lines = self._store.lines(self.name, after=version - 1, upto=version)
            return any(trusted(line, version).hash == head for line in lines)
        except JournalError:
            return False

    def _save_snapshot(self) -> None:
        state = self.state
        if state.playing is None and state.version - self._snapshot_at >= SNAPSHOT_EVERY:
            kept = _Kept(freeze(state), dict(self.sittings), self._head)
            try:
                self._store.save_snapshot(self.name, state.version, _packed(kept))
            except StoreError as error:  # what it is a shortcut for is kept already
                _log.warning("table %s: no snapshot: %s", self.name, error)
                return
            self._snapshot_at = state.version


def _packed(kept: _Kept) -> bytes:
    """A snapshot as bytes, with a sum that shows whether they are still the same."""
    body = msgspec.msgpack.encode(kept)
    return zlib.crc32(body).to_bytes(_SUM) + body


def _unpacked(data: bytes) -> _Kept | None:
    """The snapshot in these bytes; None if they are damaged."""
    body = data[_SUM:]
    if zlib.crc32(body).to_bytes(_SUM) != data[:_SUM]:
        return None
    try:
        return msgspec.msgpack.decode(body, type=_Kept)
    except msgspec.MsgspecError:
        return None


def _lines(batch: Iterable[tuple[Command, tuple[e.Event, ...]]], seq: int, head: str) -> tuple[list[str], str]:
    lines: list[str] = []
    for command, events in batch:
        more, head = written(command, events, seq + len(lines), head)
        lines += more
    return lines, head
