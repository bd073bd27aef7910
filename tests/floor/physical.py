"""A physical table with simulated devices, people who do the rest, and a shadow dealt by the software that knows all.

The shadow is told what was committed at the real table, one command after the other; from it come the faces that lie on
the felt, and the money that every account must hold at the end of each round.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from floors import Hall
from msgspec.structs import replace

from pitboss.cards import DECK, UNKNOWN, notation
from pitboss.errors import PitbossError
from pitboss.floor.card_readings import Entry
from pitboss.floor.device_messages import Asked, Kind, Reply
from pitboss.floor.devices import Device, Enrolment
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.simulated_devices import SimulatedDevice
from pitboss.games.common import BY_SOFTWARE, CARDS, REAL
from pitboss.playtest.random_players import Session
from pitboss.table import commands as c
from pitboss.table.autodealer import Autodealer
from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.legal import due
from pitboss.table.rules import Refusal, Refused
from pitboss.table.state import State
from pitboss.table.table import Table, practice_submission

SECONDS = 1.0
"""Between two steps."""
NOTICED = 0.5
"""How often a misread card is noticed as soon as it is read."""


class Shadow:
    """The same table, dealt by the software."""

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        self.table = Table(practice_submission(game, {**options, CARDS: BY_SOFTWARE}), seed=seed)
        self.table.open()
        self._random = random.Random(f"felt {seed}")

    def follow(self, command: Command) -> None:
        """What was done with real cards is done here."""
        if isinstance(command, c.CorrectFaces):
            return
        if isinstance(command, c.Shuffle) or (isinstance(command, c.ReceiveDeck) and command.salt):
            command = replace(command, order=tuple(self._random.sample(DECK, len(DECK))))
        if hasattr(command, "faces"):
            command = replace(command, faces=())
        answer = self.table.try_(replace(command, version=None, key=None))
        assert not isinstance(answer, Refusal), (command, answer)

    def faces(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """What lies there."""
        return self.table.round.faces(cards)


class FloorTable(Table):
    """A table of a floor, as a session of players and its dealer use it."""

    live: LiveTable

    @classmethod
    def at(cls, live: LiveTable, reader: Callable[[State, tuple[int, ...]], tuple[int, ...]]) -> FloorTable:
        table = cls.__new__(cls)
        table.live = live
        table.dealer = Autodealer(7, (), reader)
        return table

    state = property(lambda self: self.live.state)
    rules = property(lambda self: self.live.rules)

    def now(self) -> int:
        return self.live.now()

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        before = self.live.state.version
        outcome = self.live.carry_out(lambda: (command,))
        if outcome.refusal:
            said = outcome.refusal
            return Refusal(said["code"], said["clause"], said["message"])
        return tuple(moment.event for moment in self.live.since(before))


class Physical(Session):
    """Rounds at a physical table: devices do what they are asked, people do the rest and put right what went wrong."""

    def __init__(
        self,
        hall: Hall,
        game: str,
        options: dict[str, Any],
        kinds: tuple[Kind, ...],
        players: int,
        seed: int,
        faults: float,
    ) -> None:
        self.hall = hall
        self.shadow = Shadow(game, options, seed)
        self.live = hall.floor.add_table(practice_submission(game, {**options, CARDS: REAL}))
        self._mirror()
        people = hall.floor.people
        self.floorperson = people.accept(people.invite(Role.FLOOR, f"Floor {self.live.name}"))
        self.dealer = people.accept(people.invite(Role.DEALER, f"Dealer {self.live.name}"))
        self.devices: list[tuple[Device, SimulatedDevice]] = []
        for number, kind in enumerate(kinds):
            look = self._look if kind is Kind.READER else None
            device, key = hall.floor.devices.enrol(
                self.live.name, Enrolment(kind, f"{kind} {number}"), self.floorperson
            )
            assert hall.floor.devices.by_key(key) == device
            self.devices.append((device, SimulatedDevice(kind, seed + number, faults, look)))
        self.told: Counter[str] = Counter()
        """What was answered that was no success, by its code."""
        self.waits: Counter[str] = Counter()
        """How often a person put something right, by what was done."""
        self._pointed: dict[tuple[int, int], tuple[int, ...]] = {}
        """The places that a player chose, by round and position."""
        table = FloorTable.at(self.live, lambda state, cards: self.shadow.faces(cards))
        super().__init__(table, players, seed)

    # --- the shadow ---

    def _mirror(self) -> None:
        keep = self.live._keep

        def kept(outcome: Outcome, key: str | None, digest: str) -> Outcome:
            batch = list(self.live._batch)
            done = keep(outcome, key, digest)
            for command, _ in batch:
                self.shadow.follow(command)
            return done

        self.live._keep = kept  # type: ignore[method-assign]

    def _look(self, asked: Asked) -> tuple[int, ...]:
        return self.shadow.faces(self._to_read())

    def _to_read(self) -> tuple[int, ...]:
        """The cards that are turned up now: in a pick, those that the player has pointed at."""
        found = self.hall.floor.attendant.readings.of(self.live)
        assert found
        _, move, bounds = found
        if move.command is not c.Pick:
            return bounds.cards
        key = self.live.state.rounds, move.given["position"]
        hand = self.live.state.round.hands[key[1]]  # type: ignore[union-attr]
        if key not in self._pointed:
            self._pointed[key] = tuple(self.random.sample(range(1, len(hand.cards) + 1), len(bounds.cards)))
        return tuple(hand.cards[place - 1] for place in self._pointed[key])

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, c.Pick):
            faces = self._look(Asked("read"))
            places = self._pointed[self.live.state.rounds, command.position]
            command = self.hall.floor.attendant.with_reading(self.live, replace(command, places=places))
            assert isinstance(command, c.Pick)
            command = command if command.faces else replace(command, faces=faces)
        try:
            super()._carry_out(command)
        except Refused as error:  # the dealer, reading without the reader, finds that a card was misread before
            if error.code != "face-twice" or not self._correct():
                raise

    # --- a step ---

    def go_on(self) -> None:
        """Devices first; what they leave is for people."""
        self.hall.clock.forward(SECONDS)
        if self.random.random() < NOTICED and self._correct():
            return
        if self._put_right() or self._by_devices():
            return
        move = due(self.live.rules, self.live.state)
        if move and move.command in (c.ClearTable, c.Settle) and self._correct():
            return
        if move and (needed := self._silent()):
            device, simulated = needed
            if device.kind is Kind.READER:
                self.waits["read by the dealer"] += 1  # the dealer reads these cards without it
                simulated.is_silent = False
            else:
                self.hall.clock.forward(device.silence)
                self.hall.floor.tick()
                self.waits[f"{device.kind} silent"] += 1
                simulated.is_silent = False
                return
        super().go_on()

    def _silent(self) -> tuple[Device, SimulatedDevice] | None:
        """A device that should do something and says nothing."""
        asked = self.hall.floor.attendant.asked
        return next((one for one in self.devices if one[1].is_silent and asked(self.live, one[0])), None)

    def _by_devices(self) -> bool:
        """Whether a device has moved anything on."""
        attendant = self.hall.floor.attendant
        for device, simulated in self.devices:
            if device.kind is Kind.DISPLAY:
                continue
            before = self._standing()
            number = self.live.state.rounds
            for body in simulated.react(attendant.asked(self.live, device), number):
                self._send(device, body)
            if self._standing() != before:
                return True
        return False

    def _standing(self) -> object:
        found = self.hall.floor.attendant.readings.of(self.live)
        return self.live.state.version, found and list(found[0].cells)

    def _send(self, device: Device, body: bytes) -> None:
        try:
            reply = self.hall.floor.attendant.hear(device, body)
        except PitbossError as error:
            self.told[error.code] += 1
            return
        assert isinstance(reply, Reply)
        if reply.refusal:
            self.told[reply.refusal["code"]] += 1

    def _put_right(self) -> bool:
        """The dealer looks at what a reader was not sure of, and at a face that could not be taken."""
        found = self.hall.floor.attendant.readings.of(self.live)
        if found is None:
            return False
        reading = found[0]
        faces = self.shadow.faces(self._to_read())
        if reading.refused:
            if self._correct():
                return True
            self.waits["begun again"] += 1
            self._enter(Entry(reset=True))
            return True
        if reading.doubtful and self.random.random() < NOTICED:
            place = reading.doubtful[0]
            self.waits["confirmed"] += 1
            self._enter(Entry(place=place, face=notation((faces[place - 1],))))
            return True
        return False

    def _enter(self, entry: Entry) -> None:
        outcome = self.hall.floor.attendant.enter(self.live, self.dealer, entry)
        assert outcome.refusal is None, outcome

    def _correct(self) -> bool:
        """Misread cards are put right: by the dealer, or by the floor once money has moved on them."""
        round_ = self.live.state.playing
        if round_ is None:
            return False
        lie = [card for card, face in enumerate(round_.order) if face != UNKNOWN]
        truth = dict(zip(lie, self.shadow.faces(tuple(lie)), strict=True))
        wrong = tuple((round_.order[card], truth[card]) for card in lie if round_.order[card] != truth[card])
        if not wrong:
            return False
        command = c.CorrectFaces(by=self.floorperson.actor, at=self.live.now(), faces=wrong, reason="misread")
        outcome = self.live.carry_out(lambda: (command,))
        assert outcome.refusal is None, outcome
        self.waits["corrected"] += 1
        return True

    def _by_displays(self) -> None:
        """Displays say that they are there; whatever they say, nothing happens at the table."""
        before = self.live.state
        for device, simulated in self.devices:
            if device.kind is Kind.DISPLAY:
                simulated.is_silent = simulated.is_silent and self.random.random() < NOTICED
                for body in simulated.react(Asked("show"), before.rounds):
                    self._send(device, body)
        assert self.live.state is before

    def play(self) -> None:
        self._by_displays()
        super().play()
        assert self.live.state.books == self.shadow.table.state.books
        assert sum(self.live.state.books.values()) == 0
