"""A table's past, read from the store: its records, its rounds, and the state after any of them.

The journal is read through once, and from then on only what was added. On the way a checkpoint of the state is kept
every few hundred events, so that any moment is a short replay away however long the table has been open.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.phases import Phase, phase_of
from pitboss.journal.chain import following, trusted
from pitboss.journal.codec import GENESIS, Record
from pitboss.journal.disputes import Played
from pitboss.journal.snapshot import freeze, thaw
from pitboss.journal.stores import Store
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.rules import rules_of
from pitboss.table.state import State

EVERY = 256
"""Events between two checkpoints, to begin with."""
MOST_CHECKPOINTS = 512
"""For each table; beyond that every second one is let go, and the next ones are twice as far apart."""
MOST_TABLES = 16
"""Archives that are kept open."""
CHUNK = 250
"""Records that are read in one go when a list is filled."""
MOST_SCANNED = 5000
"""Records that are looked through for one page of a list."""
Wanted = Callable[[Record], bool]


class Chapter(msgspec.Struct):
    """What belongs to one round, from the first event after the round before it."""

    number: int
    first: int
    phases: list[Phase]
    call: int | None = None
    """The record of "No more bets"."""
    last: int | None = None
    """The record that ended it."""
    at: int = 0
    """When it was called."""
    positions: tuple[int, ...] = ()
    sealed: int | None = None
    """The record in which its deck was sealed."""


class Archive:
    """The past of one table; every method may be called from any thread."""

    def __init__(self, store: Store, table: str) -> None:
        self.table = table
        self._store = store
        self._lock = threading.RLock()
        self._state, self._head = State(), GENESIS
        self._every = EVERY
        self._checkpoints: list[tuple[int, bytes]] = [(0, freeze(State()))]
        self._chapters: list[Chapter] = []
        self._sealed: dict[str, int] = {}
        """The record in which each deck was last sealed."""
        self._opened: set[int] = set()
        """Those of them that have been opened since."""

    @property
    def version(self) -> int:
        """Of the last record there is; what was added since is read first."""
        with self._lock:
            for line in self._store.lines(self.table, after=self._state.version):
                record = following(line, self._state.version + 1, self._head)
                self._hear(record)
                self._head = record.hash
            return self._state.version

    # --- records ---

    def records(self, after: int, upto: int) -> list[Record]:
        """The records after a version up to another; nothing else is read."""
        found: list[Record] = []
        for seq, line in enumerate(self._store.lines(self.table, after=after, upto=upto), after + 1):
            found.append(following(line, seq, found[-1].hash) if found else trusted(line, seq))
        return found

    def backwards(self, upto: int, down_to: int, number: int, wanted: Wanted) -> tuple[list[Record], int | None]:
        """The latest records that are wanted, the newest first, and where to go on if that is not all."""
        found: list[Record] = []
        floor = max(down_to, upto - MOST_SCANNED)
        while upto > floor:
            start = max(floor, upto - CHUNK)
            for record in reversed(self.records(start, upto)):
                if wanted(record):
                    found.append(record)
                    if len(found) == number:
                        return found, record.seq - 1 if record.seq - 1 > down_to else None
            upto = start
        return found, upto if upto > down_to else None

    def lines(self) -> Iterator[str]:
        """Every line as a copy for others: what is sealed is left in only where the deck has been opened."""
        last = self.version
        with self._lock:
            opened = frozenset(self._opened)
        for seq, line in enumerate(self._store.lines(self.table, upto=last), 1):
            yield line if seq in opened else without_seal(line)

    # --- moments ---

    def state(self, version: int) -> State:
        """The table after so many events."""
        if not 0 <= version <= (last := self.version):
            raise PitbossError("no-record", f"there is no record {version}: the last one is {last}")
        with self._lock:
            place = bisect_right(self._checkpoints, version, key=lambda kept: kept[0]) - 1
            _, data = self._checkpoints[place]
        state = thaw(data)
        assert state is not None, "what was frozen here thaws here"
        for record in self.records(state.version, version):
            state = evolve(state, record.event, record.at)
        return state

    # --- rounds ---

    def chapters(self) -> list[Chapter]:
        """All rounds, and what has happened after the last one."""
        with self._lock:
            return self._chapters[:] if self.version else []

    def chapter(self, number: int) -> Chapter:
        """A round by its number."""
        chapters = self.chapters()
        if not 1 <= number <= len(chapters):
            raise PitbossError("no-round", f"there is no round {number}: the last one is {len(chapters)}")
        return chapters[number - 1]

    def chapter_at(self, version: int) -> Chapter:
        """The round that a record belongs to."""
        chapters = self.chapters()
        return chapters[max(0, bisect_right(chapters, version, key=lambda one: one.first) - 1)]

    def played(self, number: int) -> Played:
        """A round that is over, moment by moment."""
        chapter = self.chapter(number)
        if chapter.call is None or chapter.last is None:
            raise PitbossError("no-round", f"round {number} is not over: its deck is still sealed")
        state = self.state(chapter.call - 1)
        moments = []
        for record in self.records(chapter.call - 1, chapter.last):
            after = evolve(state, record.event, record.at)
            moments.append((state, record, after))
            state = after
        return Played(moments)

    # --- reading on ---

    def _hear(self, record: Record) -> None:
        before, event = self._state, record.event
        if not self._chapters or self._chapters[-1].last is not None:
            self._chapters.append(Chapter(len(self._chapters) + 1, record.seq, [Phase(record.seq, "Bets")]))
        state = self._state = evolve(before, event, record.at)
        chapter = self._chapters[-1]
        match event:
            case e.DeckReceived(deck=deck) | e.DeckShuffled(deck=deck):
                self._sealed[deck] = record.seq
            case e.DeckOpened(deck=deck):
                self._opened.add(self._sealed[deck])
            case e.BetsClosed(deck=deck, positions=positions):
                chapter.call, chapter.at, chapter.positions = record.seq, record.at, positions
                chapter.sealed = self._sealed.get(deck)
                chapter.phases.append(Phase(record.seq, "Deal"))
            case e.RoundEnded():
                chapter.last = record.seq
            case _:
                pass
        if event.step is not None:
            name = phase_of(rules_of(state.game, state.digest, state.options), event.step)
            if name and name != chapter.phases[-1].name:
                chapter.phases.append(Phase(record.seq + 1, name))
        if state.version - self._checkpoints[-1][0] >= self._every:
            self._keep(state)

    def _keep(self, state: State) -> None:
        self._checkpoints.append((state.version, freeze(state)))
        if len(self._checkpoints) > MOST_CHECKPOINTS:
            self._checkpoints = self._checkpoints[::2]
            self._every *= 2


class Archives:
    """The archives of a floor's tables; those asked for last are kept open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Archive] = OrderedDict()

    def of(self, table: str) -> Archive:
        """The archive of a table."""
        with self._lock:
            archive = self._kept.pop(table, None) or Archive(self._store, table)
            self._kept[table] = archive
            if len(self._kept) > MOST_TABLES:
                self._kept.popitem(last=False)
            return archive


def without_seal(line: str) -> str:
    """A line without its sealed part, which its hash does not cover.

    >>> without_seal('{"seq":1,"hash":"ab","sealed":{"order":"As Kd","salt":"00"}}')
    '{"seq":1,"hash":"ab"}'
    """
    if '"sealed":' not in line:
        return line
    raw = json.loads(line)
    raw.pop("sealed", None)
    return json.dumps(raw, separators=(",", ":"))
