"""The card floor: all tables of one store, and everything people may ask of them.

Any number of processes may run a floor on one PostgreSQL. What one writes the others read before they go on; two that
want to do the same thing at once (call "No more bets", free a seat) do it once, because the second is too late.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.betting_timer import Call, Calls
from pitboss.floor.coach import Coach
from pitboss.floor.dealer_chips import KIND as CHIPS
from pitboss.floor.dealer_chips import MovedChips
from pitboss.floor.device_attendant import Attendant
from pitboss.floor.devices import PREFIX, Devices
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import NotAllowedError, People, Person
from pitboss.floor.presence import Presence, steps_for
from pitboss.floor.prices import Prices
from pitboss.floor.requests import KINDS, Request, command_of
from pitboss.floor.summons import KIND as SUMMONS
from pitboss.floor.summons import Summoning
from pitboss.games import games
from pitboss.journal.errors import JournalError
from pitboss.journal.stores import DamagedError, Document, StaleError, Store, StoreError
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table.autodealer import BY_PEOPLE, STAFF
from pitboss.table.betting import check_call
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.deck_steps import next_deck
from pitboss.table.rules import Refusal, Refused, Rules
from pitboss.table.state import State
from pitboss.table.table import practice_submission

_log = logging.getLogger(__name__)
MOST_KNOWN = 10_000
"""Bankrolls that are remembered for a moment."""
MOST_TOGETHER = 24
"""Requests that are carried out in one piece."""
BUY_IN = 500_00
"""What a player sits down with who does not say otherwise."""


class Settings(msgspec.Struct, frozen=True):
    """How a table is run: the steps that people take themselves."""

    by_hand: tuple[str, ...] = ()


class Floor:
    """Every table, and who may do what there; any method may be called from any thread."""

    def __init__(
        self, store: Store, clock: Callable[[], int] | None = None, steady: Callable[[], int] | None = None
    ) -> None:
        self.store = store
        self.clock = clock or (lambda: time.time_ns() // 1_000_000)
        steady = steady or clock or (lambda: time.monotonic_ns() // 1_000_000)
        self.people = People(store, self.clock)
        self.presence = Presence(store, steady, self.clock)
        self.prices = Prices()
        self.coach = Coach(store, self.prices)
        self.devices = Devices(store, self.clock)
        self.attendant = Attendant(self.devices, self.table, self.clock, steady, self._tell)
        self._calls = Calls(store, steady)
        self.summoning = Summoning(store)
        self.chips_moved = MovedChips(store)
        self._lock = threading.RLock()
        self._tables: dict[str, LiveTable] = {}
        self._damaged: dict[str, PitbossError] = {}
        """Tables that are out of service, and why."""
        self._missed: dict[str, int] = {}
        """What was heard of and could not be read, because the store was out of reach."""
        self._purses: dict[str, tuple[float, int]] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._people_listeners: list[Callable[[str], None]] = []
        first = store.get("floor", "first-start")
        if not self._used() or (first and not first.body):
            self._furnish()
        for name in self._used():
            with suppress(JournalError, DamagedError):  # the others are none the worse for it
                self._load(name)
        self._unwatch = store.watch(self._heard)

    def close(self) -> None:
        """Stop listening; the store is closed by whoever opened it."""
        self._unwatch()
        self.coach.close()

    # --- tables ---

    @property
    def tables(self) -> list[LiveTable]:
        """All tables, in the order of their numbers."""
        return sorted(self._tables.values(), key=lambda live: (len(live.name), live.name))

    def table(self, name: str) -> LiveTable:
        """A table by its number."""
        live = self._tables.get(self.checked(name))
        if live is None:
            raise self._damaged[name]
        return live

    def checked(self, name: str) -> str:
        """The number of a table that is here, though it may be out of service."""
        if name not in self._tables and name not in self._damaged:
            raise PitbossError("no-table", f"there is no table {name!r:.40} on this floor")
        return name

    def listing(self, live: LiveTable) -> dict[str, Any]:
        """A table as the lobby lists it."""
        state, terms, game = live.state, live.rules.terms, live.rules.game
        ante = game.wager["ante"]
        return {
            "table": live.name,
            "game": game.short,
            "title": game.title,
            "authority": game.law.authority,
            "place": re.split(r"[:(,]| State ", game.law.authority)[0].strip(),
            "edges": self.prices.edges(live.rules, state.digest),
            "real_cards": live.rules.real_cards,
            "house": terms["operator"],
            "limits": live.rules.limits(ante),
            "positions": terms["positions"],
            "seats": state.seats,
            "open": state.open,
            "rounds": state.rounds,
        }

    def add_table(self, submission: Submission, floor: tuple[str, ...] = ()) -> LiveTable:
        """Set up one more table, and open it; one of real cards under these people of the floor."""
        while True:
            name = str(max((int(one) for one in self._used() if one.isdigit()), default=0) + 1)
            with suppress(StaleError):
                LiveTable.new(self.store, name, submission, self.clock, floor)
                return self._load(name)

    def settings(self, table: str) -> Settings:
        """How a table is run."""
        found = self.store.get("settings", table)
        return msgspec.json.decode(found.body, type=Settings) if found else Settings()

    def run_by_hand(self, table: str, steps: Iterable[str]) -> None:
        """Leave these steps to people, and all others to the autodealer, which goes on at once."""
        names = tuple(sorted(set(steps)))
        unknown = [name for name in names if name not in KINDS or KINDS[name] in BY_PEOPLE]
        if unknown:
            raise PitbossError("step", f"{unknown[0]!r:.40} is not a step of the dealer, the floor or a device")
        live, found = self.table(table), self.store.get("settings", table)
        body = msgspec.json.encode(Settings(names))
        self.store.put(Document("settings", table, body, found.revision if found else 0))
        self._apply(live)
        live.carry_out(tuple)

    def _apply(self, live: LiveTable) -> None:
        left = [KINDS[name] for name in self.settings(live.name).by_hand if name in KINDS]
        live.is_called_by_hand = c.NoMoreBets in left
        live.table.dealer.by_hand = frozenset((*left, c.NoMoreBets))

    def _load(self, name: str) -> LiveTable:
        with self._lock:
            if name not in self._tables:
                try:
                    live = LiveTable(self.store, name, self.clock, self._purse_of)
                except (JournalError, DamagedError) as error:
                    _log.error("table %s is out of service: %s", name, error)
                    self._damaged[name] = error
                    raise
                self._apply(live)
                self._tables[name] = live
            return self._tables[name]

    def _used(self) -> list[str]:
        """The tables that have a submission."""
        return [name for name in self.store.tables() if self._is_used(name)]

    def _is_used(self, name: str) -> bool:
        try:
            return self.store.head(name)[0] > 0
        except DamagedError:
            return True

    def _furnish(self) -> None:
        """The first start: one table of each game; one that was broken off is finished by the next."""
        with suppress(StaleError):  # another process was faster, here and below
            self.store.put(Document("floor", "first-start", b"", 0))
        for number, game in enumerate(games().values(), 1):
            with suppress(StaleError):
                LiveTable.new(self.store, str(number), practice_submission(game.name), self.clock)
        with suppress(StaleError):
            self.store.put(Document("floor", "first-start", b"done", 1))

    def _purse_of(self, player: str) -> str:
        person = self.people.named(player)
        if person is None:
            raise PitbossError("no-person", f"nobody here is called {player}")
        return person.purse

    def purse(self, person: Person) -> int:
        """What somebody has apart from chips on tables; a second old at most."""
        now = time.monotonic()
        known = self._purses.get(person.id)
        if known is None or now - known[0] > 1:
            if len(self._purses) > MOST_KNOWN:
                self._purses.clear()
            known = self._purses[person.id] = now, self.store.balance(person.purse)
        return known[1]

    # --- requests ---

    def request(self, person: Person, table: str, request: Request) -> Outcome:
        """Carry out what somebody asks of a table, if it is theirs to ask."""
        live = self.table(table)
        self.presence.seen(person.name)
        tried: list[tuple[Rules, State, Command]] = []

        def make() -> Sequence[Command]:
            rest = partial(live.table.dealer.rest, live.rules, live.state)
            command = command_of(request, person, live.now(), rest, real_cards=live.rules.real_cards)
            command = self.attendant.with_reading(live, command)
            tried[:] = [(live.rules, live.state, command)]
            return (command,)

        outcome = live.carry_out(make, key=_own(person, request.key), digest=request.digest)
        self._purses.pop(person.id, None)
        if tried and not outcome.refusal:
            self.coach.watch(live, person, *tried[0])
        return outcome

    def together(
        self,
        person: Person,
        table: str,
        requests: Sequence[Request],
        more: Callable[[LiveTable], Sequence[Command]] = lambda live: (),
        *,
        version: int | None = None,
        key: str | None = None,
    ) -> Outcome:
        """Carry out several requests in one piece, or none of them; `more` are commands made of the table as it is."""
        live = self.table(table)
        self.presence.seen(person.name)
        if len(requests) > MOST_TOGETHER:
            raise PitbossError("malformed", f"{MOST_TOGETHER} steps at most are taken in one go")

        def make() -> Sequence[Command]:
            if version is not None and version != live.state.version:
                message = f"the table has moved on: it is at version {live.state.version}, not {version}; look again"
                raise Refused(Refusal("stale", live.rules.game.cites.choices, message))
            rest = partial(live.table.dealer.rest, live.rules, live.state)
            real = live.rules.real_cards
            return (*(command_of(one, person, live.now(), rest, real_cards=real) for one in requests), *more(live))

        digest = hashlib.sha256(" ".join(request.digest for request in requests).encode()).hexdigest()
        return live.carry_out(make, key=_own(person, key), digest=digest)

    def summon(self, person: Person, table: str, *, wanted: bool) -> None:
        """The dealer calls the floor, or takes the call back; the floor has come."""
        live = self.table(table)
        if not person.is_staff or person.role is Role.AUDITOR:
            raise NotAllowedError("wrong-person", "the dealer calls the floor")
        if wanted and not person.role.supervises:
            self.summoning.call(live.name, person.name, self.clock())
        else:
            self.summoning.answered(live.name)

    def moved_chips(self, person: Person, table: str, seq: int) -> None:
        """The dealer has moved the chips as it follows from the record up to this number."""
        live = self.table(table)
        if not person.is_staff or person.role is Role.AUDITOR:
            raise NotAllowedError("wrong-person", "the dealer moves the chips")
        if not 0 < seq <= live.state.version:
            raise PitbossError("malformed", "name a record of this table")
        self.chips_moved.done(live.name, seq)

    def sit(self, person: Person, table: str, position: int | None = None, amount: int = BUY_IN) -> Outcome:
        """Take a seat, the first free one unless a position is named, and buy in."""
        if person.role is not Role.PLAYER:
            raise NotAllowedError("wrong-person", "staff do not play: open the page as a player")
        live = self.table(table)
        self.presence.seen(person.name)

        def make() -> Sequence[Command]:
            state = live.state
            free = [p for p in range(1, live.rules.terms["positions"] + 1) if p not in state.seats]
            seat = position if position is not None else free[0] if free else 0
            if not seat:
                raise PitbossError("full", "every seat at this table is taken: choose another table")
            by, at = person.actor, live.now()
            buy = [c.BuyIn(by=by, at=at, amount=amount)] if amount else []
            return [c.Sit(by=by, at=at, position=seat), *buy]

        self._purses.pop(person.id, None)
        return live.carry_out(make)

    def ready(self, person: Person, table: str) -> Outcome:
        """A player has bet and waits for the cards."""
        live = self.table(table)
        self.presence.seen(person.name)
        with live.lock:
            live.catch_up()
            state = live.state
            if state.playing:
                return Outcome(state.version)  # the call was faster
            own = [p for p, bets in state.bets.items() if bets.player == person.name]
            try:
                _, outside = check_call(live.rules, state)
            except Refused as error:
                return Outcome(state.version, error.refusal.as_dict())
            for position in own:
                if position in outside:
                    return Outcome(state.version, outside[position].as_dict())
            if not own:
                refusal = Refusal("nothing-bet", live.rules.game.cites.choices, "place your wagers first")
                return Outcome(state.version, refusal.as_dict())
        call = self._calls.ready(table, state.rounds, person.name)
        return self._call(live, call) or Outcome(live.state.version)

    def call(self, live: LiveTable) -> Call | None:
        """Who is ready for the next round."""
        return self._calls.of(live.name, live.state.rounds) if live.state.playing is None else None

    def left(self, live: LiveTable, call: Call) -> int:
        """How long the dealer waits for those who are not ready, in milliseconds."""
        return self._calls.left(live.name, call)

    def _call(self, live: LiveTable, call: Call | None) -> Outcome | None:
        """Call "No more bets" if it is time and nobody does it by hand, as the dealer of real cards does."""
        if call is None or live.is_called_by_hand or live.rules.real_cards or live.state.playing:
            return None
        others = [name for name in live.state.seats.values() if not self.presence.has_vanished(name)]
        if self.left(live, call) and not all(name in call.ready for name in others):
            return None
        rounds = live.state.rounds

        def make() -> Sequence[Command]:
            if live.state.rounds != rounds or live.state.playing:
                return ()
            return (c.NoMoreBets(by=STAFF[Role.DEALER], at=live.now()),)

        outcome = live.carry_out(make)
        while outcome.refusal and outcome.refusal["code"] == "deck-too-old" and self._replace_deck(live):
            outcome = live.carry_out(make)
        return outcome

    def _replace_deck(self, live: LiveTable) -> bool:
        """Take the next deck away, which has had its hours, so that the autodealer brings new cards; whether it did."""
        deck = next_deck(live.rules, live.state)
        if deck is None or c.RemoveDeck in live.table.dealer.by_hand:
            return False
        order = c.RemoveDeck(by=self._supervisor(live), at=live.now(), deck=deck.name, reason="it has had its hours")
        return live.carry_out(lambda: (order,)).refusal is None

    def _supervisor(self, live: LiveTable) -> Actor:
        """Who gives the orders of the floor while nobody does it by hand."""
        return Actor(Role.FLOOR, live.state.floor[0] if live.state.floor else STAFF[Role.FLOOR].name)

    def rename(self, person: Person, name: str) -> Person:
        """Another name for somebody who has no seat."""
        if any(live.state.seat_of(person.name) for live in self.tables):
            raise PitbossError("seated", "tables know you by your name: leave your seat first")
        return self.people.rename(person, name)

    # --- the clock ---

    def tick(self) -> None:
        """What happens because time goes by: calls, and players who have gone; called about once a second."""
        try:
            self.presence.beat()
            while self._missed:
                self._heard(*self._missed.popitem())
        except PitbossError as error:
            _log.warning("others could not be heard, or told who is connected here: %s", error)
        for live in self.tables:
            try:
                with live.lock:
                    if live.state.bets:
                        self._call(live, self.call(live))
                    if not live.rules.real_cards:  # at a real table the dealer sees who walks away
                        self._see_to_vanished(live)
                    self.attendant.tick(live)
            except PitbossError as error:
                _log.warning("table %s: %s", live.name, error)
            except Exception:  # the other tables are none the worse for it
                _log.exception("table %s: the clock stumbled", live.name)

    def _see_to_vanished(self, live: LiveTable) -> None:
        for player in set(live.state.seats.values()):
            if self.presence.has_vanished(player):
                while steps := steps_for(live, player, self._supervisor(live)):
                    if live.carry_out(lambda steps=steps: steps).refusal:  # type: ignore[misc]
                        break

    # --- what is told ---

    def listen(self, tables: Callable[[str], None], people: Callable[[str], None]) -> None:
        """Have a table's name reported whenever something has changed there, and a person's or device's id likewise."""
        self._listeners.append(tables)
        self._people_listeners.append(people)

    def _heard(self, name: str, version: int) -> None:
        try:
            self._learn(name, version)
        except StoreError:
            self._missed[name] = version
            raise

    def _learn(self, name: str, version: int) -> None:
        kind, _, table = name.partition("/")
        if name in self._damaged:
            return
        if not table and version:
            live = self._tables.get(name) or self._load(name)
            if version > live.state.version:
                live.catch_up()
        elif kind == "settings" and table in self._tables:
            self._apply(self._tables[table])
        elif kind == "call":
            self._calls.changed(table)
        elif kind == SUMMONS:
            self.summoning.changed(table)
        elif kind == CHIPS:
            self.chips_moved.changed(table)
        else:
            if kind == PREFIX:
                self.devices.changed()
            if kind in ("person", PREFIX) and version > 1:
                for heard in self._people_listeners:
                    heard(table)
            return
        self._tell(table or name)

    def _tell(self, table: str) -> None:
        for listener in self._listeners:
            listener(table)


def _own(person: Person, key: str | None) -> str | None:
    """Keys of different people are different keys."""
    return f"{person.id}:{key}" if key else None
