"""What devices say becomes what happens at their table, and their silence or nonsense what the rules have for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.floor import device_messages as m
from pitboss.floor.device_messages import OF_KIND, PROTOCOL, Asked, Kind, Reply
from pitboss.floor.devices import REMEMBERED, Device, Devices, Heard
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.reading import Entry, Reading, Readings
from pitboss.floor.requests import CAPACITIES, read_as
from pitboss.games.common import AUTOMATED_SHOE, HAND
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.dealing import targets
from pitboss.table.flow import short
from pitboss.table.legal import due
from pitboss.table.moves import Faces, Move
from pitboss.table.rules import FAULT, PRESENT, SHUFFLER
from pitboss.table.state import Round

_log = logging.getLogger(__name__)
WATCH = "watch"
"""Who reports a device that says nothing, or nothing sensible: the floor's own watch."""
DEALER = "dealer"
"""Whoever deals: a device sees what is done, not by whom."""
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
        match said:
            case m.Finished():
                return carry(lambda: self._finished(live, device, said)), _uncounted(live, said)
            case m.Loaded():
                by, deck = _of(device), said.deck
                return carry(lambda: (c.Handle(by=by, at=live.now(), deck=deck, step=Handling.LOAD),)), ""
            case m.Dispensed():
                return self._dispensed(live, device, said, carry)
            case m.Faces():
                return self._faces(live, device, said, carry), ""
            case m.Jam():
                reported = self._fault(live, device, said.what.strip() or "jam", _of(device))
                return (reported, "") if reported else (nothing[0], f"jam: {said.what}"[: m.MOST_WORDS])
            case m.Cleared():
                return self._cleared(live, device, carry), ""
            case _:
                return nothing

    # --- the shuffler ---

    def _finished(self, live: LiveTable, device: Device, said: m.Finished) -> Iterator[Command]:
        """A deck that comes out of the shuffler was put into it."""
        by, at, deck = _of(device), live.now(), live.state.deck(said.deck)
        if deck and deck.due[:1] == (Handling.INTO_SHUFFLER,):
            yield c.Handle(by=by, at=at, deck=said.deck, step=Handling.INTO_SHUFFLER)
        salt = live.table.dealer.shuffle()["salt"]
        count = said.count if live.rules.shuffler_counts else None
        _must_be_real(live)
        yield c.Shuffle(by=by, at=at, deck=said.deck, salt=salt, count=count)

    # --- the shoe ---

    def _dispensed(
        self, live: LiveTable, device: Device, said: m.Dispensed, carry: Callable[..., Outcome]
    ) -> tuple[Outcome, str]:
        _must_be_real(live)
        if not 1 <= said.cards <= len(DECK):
            raise PitbossError("impossible", f"a shoe gives out 1 to {len(DECK)} cards, not {said.cards}")
        round_ = live.state.playing
        if live.rules.stacks:
            if round_ is None or not targets(live.rules, round_):
                raise PitbossError("out-of-order", "no stack is due from the shoe")
            return carry(lambda: _stack(live, device, said.cards)), ""
        if round_ is None:
            raise PitbossError("out-of-order", "no card is dealt now")
        number, given, odd = self._given.get(live.name, (0, 0, 0))
        if number != round_.number:
            given, odd = _out(round_), 0
        more = given + said.cards
        outcome = carry(lambda: _by_card(live, device, more, odd))
        if outcome.refusal is None:
            now = live.state.playing
            odd = max(odd, more - _out(now) - _takes(live)) if now else 0
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
            return carry(lambda: (c.DeviceStatus(by=_of(device), at=live.now(), device=name, status=PRESENT),))
        if status != PRESENT and name in live.rules.devices:
            raise PitbossError("device-away", f"the {device.kind} was taken out of service: the floor brings it back")
        return Outcome(live.state.version)

    def _fault(self, live: LiveTable, device: Device, what: str, by: Actor) -> Outcome | None:
        """Tell the table that a device cannot be used; None where its rules do not know the device, or know it."""
        name = _NAMES.get(device.kind, "")
        if name not in live.rules.devices or not live.rules.real_cards:
            return None
        if live.state.devices.get(name, PRESENT) != PRESENT:
            return Outcome(live.state.version)
        return live.carry_out(lambda: (_FAULTS[name](by=by, at=live.now(), kind=what[: m.MOST_WORDS]),))

    def _nonsense(self, live: LiveTable, device: Device, what: str) -> str:
        """What follows from a senseless message: of a device that the due step needs, a fault; else words for staff."""
        if needs(live, device):
            self._fault(live, device, what, Actor(Role.DEVICE, device.name, WATCH))
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
                    self._fault(live, device, what, Actor(Role.DEVICE, device.name, WATCH))

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
                return _for_shuffler(live)
            case Kind.SHOE if takes := _takes(live):
                return Asked("deal", cards=takes)
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


def needs(live: LiveTable, device: Device) -> bool:
    """Whether the step that is due needs this device."""
    move = due(live.rules, live.state) if live.rules.real_cards else None
    if move is None:
        return False
    match device.kind:
        case Kind.SHUFFLER:
            return move.role is Role.DEVICE and move.command in (c.Shuffle, c.Handle)
        case Kind.SHOE:
            return _takes(live) > 0
        case Kind.READER:
            return isinstance(move.open.get("faces"), Faces)
        case Kind.DISPLAY:
            return False


def _tag(said: m.Message) -> str:
    return str(said.__struct_config__.tag)


def _of(device: Device) -> Actor:
    return Actor(Role.DEVICE, device.name)


def _must_be_real(live: LiveTable) -> None:
    if not live.rules.real_cards:
        raise PitbossError("software-deals", "the software deals at this table: it takes no cards from devices")


def _uncounted(live: LiveTable, said: m.Finished) -> str:
    """A count that the table does not rely on, where it is wrong."""
    if live.rules.shuffler_counts or said.count in (None, len(DECK)):
        return ""
    return f"counted {said.count} cards in the {said.deck} deck: count it"


def _for_shuffler(live: LiveTable) -> Asked | None:
    steps = {Handling.SHUFFLE: "shuffle", Handling.LOAD: "load"}
    if not any(deck.due and deck.due[0] in steps for deck in live.state.decks):
        return None
    for move in live.moves:
        step = Handling.SHUFFLE if move.command is c.Shuffle else move.given.get("step")
        if move.role is Role.DEVICE and step in steps:
            return Asked(steps[step], deck=move.given["deck"])
    return None


def _takes(live: LiveTable) -> int:
    """How many cards the due step takes from the shoe: of an automated one, the next stack."""
    move, round_ = due(live.rules, live.state), live.state.playing
    return _taken(live, move, round_) if move and round_ else 0


def _taken(live: LiveTable, move: Move, round_: Round) -> int:
    left = targets(live.rules, round_)
    if move.command is c.Deal and left:
        return live.rules.each - round_.hands[left[0]].missing if live.rules.stacks else len(left)
    if live.rules.stacks or live.rules.dealing == HAND:
        return 0
    if move.command is c.Deal:
        return sum(round_.hands[position].missing for position in short(round_))
    if move.command is c.DealCommunity:
        return live.rules.board_after[round_.step] - len(round_.board)
    return int(move.command is c.Burn)


def _out(round_: Round) -> int:
    """How many cards have left the deck in a round."""
    return len(DECK) - len(round_.undealt)


def _stack(live: LiveTable, device: Device, cards: int) -> Iterator[Command]:
    """A stack goes to the next place; one of another size is counted again there."""
    by, round_ = _of(device), live.state.playing
    assert round_ is not None
    position = targets(live.rules, round_)[0]
    expected = live.rules.each - round_.hands[position].missing
    yield c.Deal(by=by, at=live.now(), count=1)
    if cards != expected:
        yield c.HandCount(by=by, at=live.now(), position=position, cards=cards)


def _by_card(live: LiveTable, device: Device, given: int, odd: int) -> Iterator[Command]:
    """Cards that the dealer takes from the shoe go where they are due; what no step takes was drawn in error."""
    by = Actor(Role.DEALER, DEALER, device.name)
    while (round_ := live.state.playing) and (ahead := given - _out(round_)) > 0 and _takes(live):
        move = due(live.rules, live.state)
        if move and move.command is c.Deal and targets(live.rules, round_):
            yield c.Deal(by=by, at=live.now(), count=min(ahead, _takes(live)))
        elif move and move.command is c.Burn:
            yield c.Burn(by=by, at=live.now())
        else:
            break
    now = live.state.playing
    for _ in range(given - _out(now) - _takes(live) - odd if now else 0):
        yield c.CardDrawn(by=_of(device), at=live.now(), seen=False)
