"""Who is there: a player whose connection is gone for a while has walked away, and what is done for that player.

Each process writes down every few seconds whom it is connected with, so that nobody is thought gone who is connected
to another one. It writes over what a process has left that ended long ago, so that there are never many of them.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from pitboss.floor.live import LiveTable
from pitboss.journal.stores import Document, Store, StoreError
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.flow import awaits_ruling
from pitboss.table.legal import due
from pitboss.table.supervision import walked_away

GRACE_MS = 45_000
"""After so long without a sign of life a player has gone."""
BEAT_MS = 10_000
"""How often a process says whom it is connected with."""
DAY_MS = 86_400_000
"""A process that has said nothing for so long has ended; should it be wrong, it takes another sheet."""


class Beat(msgspec.Struct, frozen=True):
    """The sheet of a process: whom it is connected with."""

    by: str = ""
    at: int = 0
    names: tuple[str, ...] = ()


class Presence:
    """Signs of life, by name; its clock need not agree with anybody else's."""

    def __init__(self, store: Store, clock: Callable[[], int], wall: Callable[[], int] | None = None) -> None:
        self._store, self._clock, self._wall = store, clock, wall or clock
        self._lock = threading.Lock()
        self._connections: Counter[str] = Counter()
        self._seen: dict[str, int] = {}
        """When each was last heard of here."""
        self._beats: dict[str, tuple[int, int]] = {}
        """The last beat of each process by its number, and when it was heard here: clocks may differ."""
        self._elsewhere: dict[str, int] = {}
        self._id = self._sheet = secrets.token_hex(8)
        self._started = self._last = clock()

    def arrived(self, name: str) -> None:
        """A connection was made."""
        with self._lock:
            self._connections[name] += 1
            self._seen[name] = self._clock()

    def gone(self, name: str) -> None:
        """A connection has ended."""
        with self._lock:
            self._connections[name] -= 1
            self._connections += Counter()  # drops those at zero
            self._seen[name] = self._clock()

    def seen(self, name: str) -> None:
        """A sign of life."""
        with self._lock:
            self._seen[name] = self._clock()

    def beat(self) -> None:
        """Tell the other processes who is connected here, and hear from them; does so every few seconds only."""
        now = self._clock()
        if now - self._last < BEAT_MS:
            return
        with self._lock:
            here = {*self._connections, *self._seen}
            names = tuple(name for name in here if self._heard(name, now) > now - BEAT_MS)
            self._seen = {name: at for name, at in self._seen.items() if at > now - 2 * GRACE_MS}
        try:
            self._sheet, revision = self._own_sheet()
            body = msgspec.json.encode(Beat(self._id, self._wall(), names))
            self._store.put(Document("connected", self._sheet, body, revision))
            self._hear(self._store.all("connected"), now)
        except StoreError:
            self._started = self._clock()  # the others cannot be heard now: nobody of theirs is thought gone for that
            raise
        self._last = now

    def _own_sheet(self) -> tuple[str, int]:
        """Where to write, and over which revision: what it had, else what nobody uses any more, else a new one."""
        found = self._store.get("connected", self._sheet)
        if found and _read(found).by == self._id:
            return found.id, found.revision
        left = [one for one in self._store.all("connected") if abs(self._wall() - _read(one).at) > DAY_MS]
        return (left[0].id, left[0].revision) if left else (secrets.token_hex(8), 0)

    def _hear(self, beats: Iterable[Document], now: int) -> None:
        """Whom each process is connected with, as of the moment in which it was heard to say so."""
        elsewhere: dict[str, int] = {}
        for beat in beats:
            revision, at = self._beats.get(beat.id, (0, now))
            if beat.revision != revision:
                self._beats[beat.id] = beat.revision, (at := now)
            for name in _read(beat).names:
                elsewhere[name] = max(elsewhere.get(name, 0), at)
        self._elsewhere = elsewhere

    def has_vanished(self, name: str) -> bool:
        """Whether nobody has heard of this player for a while."""
        now = self._clock()
        with self._lock:
            last = max(self._heard(name, now), self._elsewhere.get(name, 0), self._started)
        return now - last >= GRACE_MS

    def _heard(self, name: str, now: int) -> int:
        return now if self._connections[name] else self._seen.get(name, 0)


def _read(document: Document) -> Beat:
    """What a sheet says; nothing, if another version of Pitboss has written it."""
    try:
        return msgspec.json.decode(document.body, type=Beat)
    except msgspec.MsgspecError:
        return Beat()


REASON = "the player has gone and cannot be asked"


def steps_for(live: LiveTable, player: str, floor: Actor) -> Sequence[Command]:
    """The next steps on account of a player who has gone; none if nothing waits for that player."""
    state, at = live.state, live.now()
    round_ = state.playing
    if round_ is None:
        return _between_rounds(live, player, floor)
    own = [position for position in round_.positions if round_.hands[position].player == player]
    if not own:
        return ()
    if not any(round_.hands[position].departed for position in own):
        return (c.Departed(by=floor, at=at, player=player),)
    if any(awaits_ruling(live.rules, round_.hands[position]) for position in own):
        return (c.LetStand(by=floor, at=at, player=player, reason=REASON),)
    waits = due(live.rules, state)
    if waits is None or waits.player != player:
        return ()
    for move in live.moves:
        if move.role is Role.FLOOR and "reason" in move.open and move.given.get("position") in own:
            return (move.command(by=floor, at=at, **{**move.given, "reason": REASON}),)
    return ()


def _between_rounds(live: LiveTable, player: str, floor: Actor) -> Sequence[Command]:
    """The seat is freed; wagers that lie there before the call go back first."""
    state, at = live.state, live.now()
    if player in walked_away(state):
        return (c.FreeSeat(by=floor, at=at, player=player),)
    who = Actor(Role.PLAYER, player)
    coupons = [
        c.UseCoupon(by=who, at=at, position=position, face=0)
        for position, bets in state.bets.items()
        if bets.player == player and bets.coupon
    ]
    wagers = [
        c.Bet(by=who, at=at, position=position, wager=wager, amount=0)
        for position, bets in state.bets.items()
        if bets.player == player
        for wager in reversed(list(bets.wagers))
    ]
    return (*coupons, *wagers, c.Leave(by=who, at=at))
