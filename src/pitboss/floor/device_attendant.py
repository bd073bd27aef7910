"""What devices say becomes what happens at their table, and their silence or nonsense what the rules have for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.floor import device_messages as m
from pitboss.floor.card_readings import Entry, Reading, Readings
from pitboss.floor.device_messages import OF_KIND, PROTOCOL, Asked, Kind, Reply
from pitboss.floor.device_steps import (
    DEALER,
    actor_of,
    asked_of_shuffler,
    by_card,
    finished,
    must_be_real,
    needs,
    out,
    stack,
    takes,
)
from pitboss.floor.devices import REMEMBERED, Device, Devices, Heard
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import CAPACITIES, read_as
from pitboss.games.common import AUTOMATED_SHOE
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.dealing import targets
from pitboss.table.legal import due
from pitboss.table.rules import FAULT, PRESENT, SHUFFLER

_log = logging.getLogger(__name__)
WATCH = "watch"
"""Who reports a device that says nothing, or nothing sensible: the floor's own watch."""
DRIFT_MS = 60_000
"""A clock that is off by more is told to the staff."""
_FAULTS: dict[str, type[c.ShufflerFault] | type[c.ShoeFault]] = {
    SHUFFLER: c.ShufflerFault,
    AUTOMATED_SHOE: c.ShoeFault,
}
_NAMES = {Kind.SHUFFLER: SHUFFLER, Kind.SHOE: AUTOMATED_SHOE}
"""What the rules call a device, where they know it."""
NOT_TAKEN = {"code": "face-not-taken", "message": "this face is not taken: the dealer sees why"}
"""All that a reader hears of it: what lies where is not for devices."""
_NOT_ITS_FAULT = ("store", "closed", "uncertain", "busy", "damaged")
_SILENT = "said nothing for {} seconds"
Table = Callable[[str], LiveTable]


class Attendant:
    """Looks after the devices of all tables."""

    def __init__(
        self,
        devices: Devices,
        table: Table,
        clock: Callable[[], int],
        steady: Callable[[], int],
        tell: Callable[[str], None],
    ) -> None:
        self.devices = devices
        self.readings = Readings()
        self._table, self._clock, self._steady, self._tell = table, clock, steady, tell
        self._seen: dict[str, tuple[int, int]] = {}
        """When each was last heard, by the steady clock, and the revision of what is known of it."""
        self._waits: dict[str, tuple[object, int]] = {}
        """The step that a table waits in, and since when."""
        self._given: dict[str, tuple[int, int, int]] = {}
        """Of a shoe that is dealt from by hand: the round, the cards that left it, and how many of them too many."""

    # --- messages ---

    def hear(self, device: Device, body: bytes) -> Reply:
        """Do what a device says."""
        live = self._table(device.table)
        with live.lock:
            live.catch_up()
            heard, revision = self.devices.heard(device.id)
            try:
                said: m.Said = read_as(m.Said, body)  # type: ignore[arg-type]
            except PitbossError as error:
                trouble = self._nonsense(live, device, "sent what cannot be read")
                self._note(device, msgspec.structs.replace(heard, trouble=trouble), revision)
                raise error
            if isinstance(said, m.Hello):
                return self._hello(live, device, said, heard, revision)
            return self._numbered(live, device, said, heard, revision)

    def _hello(self, live: LiveTable, device: Device, said: m.Hello, heard: Heard, revision: int) -> Reply:
        if said.protocol != PROTOCOL:
            raise PitbossError("protocol", f"this floor speaks version {PROTOCOL} of the protocol, not {said.protocol}")
        self._note(device, heard, revision)
        reply = self._reply(live, device, heard)
        return msgspec.structs.replace(reply, heartbeat=max(device.silence // 3, 1))

    def _numbered(self, live: LiveTable, device: Device, said: m.Message, heard: Heard, revision: int) -> Reply:
        known = next(((digest, reply) for seq, digest, reply in heard.answers if seq == said.seq), None)
        if known and known[0] != said.digest:
            message = f"number {said.seq} was another message: take number {heard.last + 1}"
            raise PitbossError("number-used", message)
        if known:
            self._note(device, heard, revision)
            return msgspec.json.decode(known[1], type=Reply)
        if said.seq <= heard.last:
            message = f"number {said.seq} comes too late, after {heard.last}: nothing is done; say hello for the next"
            self._note(device, heard, revision)
            raise PitbossError("too-late", message)
        if type(said) not in OF_KIND[device.kind]:
            what = f"a {device.kind} does not say {_tag(said)!r}"
            self._note(device, msgspec.structs.replace(heard, trouble=self._nonsense(live, device, what)), revision)
            raise NotAllowedError("wrong-device", f"{what}: this key is for {device.name}, a {device.kind}")
        missed = said.seq - heard.last - 1 if heard.last else 0
        refusal, trouble = self._carried_out(live, device, said, heard)
        ahead = said.at - self._clock() if said.at is not None else heard.ahead
        state = said.state if isinstance(said, m.Status) else heard.state
        told = msgspec.structs.replace(
            heard, last=said.seq, state=state, trouble=trouble, ahead=ahead, missed=heard.missed + missed
        )
        plain = self._reply(live, device, told)
        reply = msgspec.structs.replace(plain, seq=said.seq, missed=missed, refusal=refusal)
        answers = (*heard.answers, (said.seq, said.digest, msgspec.json.encode(reply)))[-REMEMBERED:]
        self._note(device, msgspec.structs.replace(told, answers=answers), revision)
        if not isinstance(said, m.Status):
            self._tell(live.name)
        return reply

    def _reply(self, live: LiveTable, device: Device, heard: Heard) -> Reply:
        state = live.state
        return Reply(
            table=live.name, next=heard.last + 1, version=state.version, asked=self.asked(live, device),
            round=state.playing.number if state.playing else state.rounds,
        )  # fmt: skip

    def _note(self, device: Device, heard: Heard, revision: int) -> None:
        self.devices.note(device.id, msgspec.structs.replace(heard, at=self._clock()), revision)
        self._seen[device.id] = self._steady(), revision + 1

    def _carried_out(
        self, live: LiveTable, device: Device, said: m.Message, heard: Heard
    ) -> tuple[dict[str, Any] | None, str]:
        """Do what a message says: the refusal, if there is one, and what is wrong with the device from now on."""
        try:
            outcome, trouble = self._done(live, device, said)
        except PitbossError as error:
            if error.code in _NOT_ITS_FAULT:
                raise
            outcome, trouble = Outcome(live.state.version, error.as_dict()), error.message
        if outcome.refusal is None:
            return None, heard.trouble if isinstance(said, m.Status) else trouble
        plain = {name: outcome.refusal[name] for name in ("code", "message", "clause")}
        if isinstance(said, m.Faces):
            return plain if plain["code"] == "out-of-order" else plain | NOT_TAKEN, heard.trouble
        return plain, self._nonsense(live, device, f"{_tag(said)}: {plain['message']}")

    def _done(self, live: LiveTable, device: Device, said: m.Message) -> tuple[Outcome, str]:
        """What came of a message, and what is to be told of the device."""
        nothing = Outcome(live.state.version), ""
        carry = partial(live.carry_out, key=f"{device.id}:{said.seq}", digest=said.digest)
        if not isinstance(said, m.Status | m.Jam | m.Cleared):
            must_be_real(live)
        match said:
            case m.Finished():
                return carry(lambda: finished(live, device, said)), _uncounted(live, said)
            case m.Loaded():
                by, deck = actor_of(device), said.deck
                return carry(lambda: (c.Handle(by=by, at=live.now(), deck=deck, step=Handling.LOAD),)), ""
            case m.Dispensed():
                return self._dispensed(live, device, said, carry)
            case m.Faces():
                return self._faces(live, device, said, carry), ""
            case m.Jam():
                reported = self._fault(live, device, "jam", said.what, actor_of(device))
                return (reported, "") if reported else (nothing[0], f"jam: {said.what}"[: m.MOST_WORDS])
            case m.Cleared():
                return self._cleared(live, device, carry), ""
            case _:
                return nothing

    # --- the shoe ---

    def _dispensed(
        self, live: LiveTable, device: Device, said: m.Dispensed, carry: Callable[..., Outcome]
    ) -> tuple[Outcome, str]:
        if not 1 <= said.cards <= len(DECK):
            raise PitbossError("impossible", f"a shoe gives out 1 to {len(DECK)} cards, not {said.cards}")
        round_ = live.state.playing
        if live.rules.stacks:
            if round_ is None or not targets(live.rules, round_):
                raise PitbossError("out-of-order", "no stack is due from the shoe")
            return carry(lambda: stack(live, device, said.cards)), ""
        if round_ is None:
            raise PitbossError("out-of-order", "no card is dealt now")
        number, given, odd = self._given.get(live.name, (0, 0, 0))
        if number != round_.number:
            given, odd = out(round_), 0
        more = given + said.cards
        outcome = carry(lambda: by_card(live, device, more, odd))
        if outcome.refusal is None:
            now = live.state.playing
            odd = max(odd, more - out(now) - takes(live)) if now else 0
            self._given[live.name] = round_.number, more, odd
        return outcome, f"gave out {said.cards} more than was dealt" if odd > 0 else ""

    # --- the reader ---

    def _faces(self, live: LiveTable, device: Device, said: m.Faces, carry: Callable[..., Outcome]) -> Outcome:
        reading = self.readings.take(live, said.faces, said.place, device.confidence)
        return self._read(live, reading, Actor(Role.DEALER, DEALER, device.name), carry)

    def enter(self, live: LiveTable, person: Person, entry: Entry) -> Outcome:
        """What the dealer says of a reading."""
        if Role.DEALER not in CAPACITIES[person.role]:
            raise NotAllowedError("wrong-person", f"the dealer reads the cards, not the {person.role}")
        with live.lock:
            live.catch_up()
            reading = self.readings.enter(live, entry)
            outcome = self._read(live, reading, Actor(Role.DEALER, person.name), live.carry_out)
        self._tell(live.name)
        return outcome

    def _read(self, live: LiveTable, reading: Reading, by: Actor, carry: Callable[..., Outcome]) -> Outcome:
        """Turn the cards up as soon as the last face is there; a choice of the player's is still the player's."""
        found = self.readings.of(live)
        if found is None or not reading.is_whole or found[1].role is Role.PLAYER:
            return Outcome(live.state.version)
        move = found[1]
        told = {**move.given, "faces": reading.faces}
        outcome = carry(lambda: (move.command(by=by, at=live.now(), **told),))
        if outcome.refusal:
            reading.refused = outcome.refusal["message"]
        return outcome

    def with_reading(self, live: LiveTable, command: Command) -> Command:
        """A command with the faces that were read for it, where whoever gives it names none."""
        if getattr(command, "faces", None) != ():
            return command
        found = self.readings.of(live)
        if found is None or not found[0].is_whole or not found[1].is_act_of(command):
            return command
        return msgspec.structs.replace(command, faces=found[0].faces)

    # --- faults ---

    def _cleared(self, live: LiveTable, device: Device, carry: Callable[..., Outcome]) -> Outcome:
        name = _NAMES.get(device.kind, "")
        status = live.state.devices.get(name, PRESENT)
        if status == FAULT:
            return carry(lambda: (c.DeviceStatus(by=actor_of(device), at=live.now(), device=name, status=PRESENT),))
        if status != PRESENT and name in live.rules.devices:
            raise PitbossError("device-away", f"the {device.kind} was taken out of service: the floor brings it back")
        return Outcome(live.state.version)

    def _fault(self, live: LiveTable, device: Device, kind: str, words: str, by: Actor) -> Outcome | None:
        """Tell the table that a device cannot be used; None where its rules do not know the device, or know it."""
        name = _NAMES.get(device.kind, "")
        if name not in live.rules.devices or not live.rules.real_cards:
            return None
        if live.state.devices.get(name, PRESENT) != PRESENT:
            return Outcome(live.state.version)
        fault = _FAULTS[name](by=by, at=live.now(), kind=kind, words=words[: m.MOST_WORDS])
        return live.carry_out(lambda: (fault,))

    def _nonsense(self, live: LiveTable, device: Device, what: str) -> str:
        """What follows from a senseless message: of a device that the due step needs, a fault; else words for staff."""
        if needs(live, device):
            self._fault(live, device, "stop", what, Actor(Role.DEVICE, device.name, WATCH))
        return what[: 2 * m.MOST_WORDS]

    # --- silence ---

    def tick(self, live: LiveTable) -> None:
        """Report a device that the due step needs and that has said nothing for too long."""
        here = self.devices.of(live.name)
        if not here or not live.rules.real_cards:
            return
        with live.lock:
            move, now = due(live.rules, live.state), self._steady()
            step = move and (move.command, move.role, dict(move.given))
            if live.name not in self._waits or self._waits[live.name][0] != step:
                self._waits[live.name] = step, now
            for device in here:
                waited = now - self._waits[live.name][1] >= device.silence * 1000
                if waited and needs(live, device) and self.is_silent(device):
                    what = _SILENT.format(device.silence)
                    self._fault(live, device, "stop", what, Actor(Role.DEVICE, device.name, WATCH))

    def is_silent(self, device: Device) -> bool:
        """Whether nobody has heard a device for as long as it may be silent, here or in another process."""
        now, known = self._steady(), self._seen.get(device.id)
        if known and now - known[0] < device.silence * 1000:
            return False
        revision = self.devices.heard(device.id)[1]
        if known and known[1] == revision:
            return True
        self._seen[device.id] = now, revision  # heard by another process, or not watched before
        return False

    # --- what is told ---

    def asked(self, live: LiveTable, device: Device) -> Asked | None:
        """What the table waits for from a device."""
        if not live.state.open or not live.rules.real_cards:
            return None
        name = _NAMES.get(device.kind, "")
        if live.state.devices.get(name) == FAULT:
            return Asked("clear")
        match device.kind:
            case Kind.SHUFFLER:
                return asked_of_shuffler(live)
            case Kind.SHOE if wanted := takes(live):
                return Asked("deal", cards=wanted)
            case Kind.READER if (found := self.readings.of(live)) and not found[0].is_whole:
                return found[0].asked(found[2].lie)
            case _:
                return None

    def lines(self, live: LiveTable) -> list[dict[str, Any]]:
        """The devices of a table as its staff see them."""
        return [self._line(live, device) for device in self.devices.of(live.name)]

    def _line(self, live: LiveTable, device: Device) -> dict[str, Any]:
        heard, _ = self.devices.heard(device.id)
        trouble = heard.trouble
        if heard.at == 0:
            trouble = "has never been heard"
        elif self._clock() - heard.at >= device.silence * 1000:
            trouble = _SILENT.format(device.silence)
        elif abs(heard.ahead) > DRIFT_MS:
            trouble = (
                trouble or f"its clock is {abs(heard.ahead) // 1000} seconds {'fast' if heard.ahead > 0 else 'slow'}"
            )
        return {
            "id": device.id,
            "kind": device.kind,
            "name": device.name,
            "silence": device.silence,
            "confidence": device.confidence,
            "ago": max(self._clock() - heard.at, 0) // 1000 if heard.at else None,
            "state": heard.state,
            "missed": heard.missed,
            "trouble": trouble,
            "needed": needs(live, device),
        }

    def warnings(self, live: LiveTable) -> list[tuple[str, str]]:
        """What a supervisor should look at."""
        lines = self.lines(live) if live.state.open else []
        return [
            ("stop" if line["needed"] else "due", f"{line['kind']} {line['name']} {line['trouble']}")
            for line in lines
            if line["trouble"]
        ]


def _tag(said: m.Message) -> str:
    return str(said.__struct_config__.tag)


def _uncounted(live: LiveTable, said: m.Finished) -> str:
    """A count that the table does not rely on, where it is wrong."""
    if live.rules.shuffler_counts or said.count in (None, len(DECK)):
        return ""
    return f"counted {said.count} cards in the {said.deck} deck: count it"
