"""A physical table for tests of single messages: people do everything until a step is due, then a device speaks."""

from __future__ import annotations

from typing import Any

import msgspec
from floors import Hall
from physical import Physical

from pitboss.cards import notation
from pitboss.floor.device_messages import Kind, Reply
from pitboss.floor.devices import Device, Enrolment
from pitboss.floor.live import Moment
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.legal import due
from pitboss.table.moves import Faces, Move

AUTOMATED = {"shuffle_method": "automated", "dealing_method": "automated-shoe"}
BY_CARD = {"shuffle_method": "manual", "dealing_method": "manual-shoe"}


class Sender:
    """A device as it sends its messages, numbered from 1."""

    def __init__(self, hall: Hall, device: Device, key: str) -> None:
        self.hall, self.device, self.key, self.seq = hall, device, key, 0

    def send(self, **message: Any) -> Reply:
        return self.hall.floor.attendant.hear(self.device, msgspec.json.encode(message))

    def say(self, kind: str, **more: Any) -> Reply:
        self.seq += 1
        return self.send(type=kind, seq=self.seq, **more)

    def read(self, *faces: str, sure: float = 0.99, place: int | None = None) -> Reply:
        more = {} if place is None else {"place": place}
        return self.say("faces", faces=[{"face": face, "confidence": sure} for face in faces], **more)


class Felt:
    """A table with real cards, its people, and no device yet."""

    def __init__(self, hall: Hall, game: str, options: dict[str, Any], players: int = 2) -> None:
        self.hall = hall
        self.session = Physical(hall, game, options, (), players, 1, 0.0)
        self.session.random.seed(5)
        self.live = self.session.live

    def enrol(self, kind: Kind, name: str = "", **more: Any) -> Sender:
        wanted = Enrolment(kind, name or f"the {kind}", **more)
        return Sender(self.hall, *self.hall.floor.devices.enrol(self.live.name, wanted, self.session.floorperson))

    @property
    def due(self) -> Move:
        move = due(self.live.rules, self.live.state)
        assert move
        return move

    def until(self, *kinds: type[Command], faces: bool = False) -> Move:
        """People go on until one of these is due, or until cards are to be read."""
        for _ in range(300):
            move = due(self.live.rules, self.live.state)
            if move and (move.command in kinds or (faces and isinstance(move.open.get("faces"), Faces))):
                return move
            if move is None and not self.live.state.bets:
                for name in self.session.players:
                    self.session.bet(name)
            self.session.go_on()
        raise AssertionError(f"none of {kinds} is ever due")

    def truth(self) -> list[str]:
        """The faces that lie where they are to be read."""
        bounds = self.due.open["faces"]
        assert isinstance(bounds, Faces)
        return notation(self.session.shadow.faces(bounds.cards)).split()

    @property
    def last(self) -> list[Moment]:
        return list(self.live.recent)

    def happened(self, since: int) -> list[str]:
        return [type(moment.event).__name__ for moment in self.live.since(since)]

    def count(self, cards: int) -> None:
        """The dealer makes the count that is due."""
        move = self.due
        assert move.command is c.HandCount
        by = self.session.dealer.actor
        outcome = self.live.carry_out(lambda: (c.HandCount(by=by, at=self.live.now(), cards=cards, **move.given),))
        assert outcome.refusal is None
