"""Devices that stand on no table: they do what the table asks of them, and now and then something goes wrong.

Everything is drawn from a seed. A simulated reader sees what `look` shows it; without that it draws cards of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.cards import DECK, notation
from pitboss.floor import device_messages as m
from pitboss.floor.device_messages import Asked, Kind

Look = Callable[[Asked], tuple[int, ...]]
"""The faces of the cards that are to be read, in their order."""
SURE, UNSURE = 0.99, 0.5
FAULTS: dict[Kind, tuple[str, ...]] = {
    Kind.SHUFFLER: ("miscount", "wrong deck", "jam", "silence", "nonsense", "repeated", "lost"),
    Kind.SHOE: ("miscount", "too many", "jam", "silence", "nonsense", "repeated", "lost"),
    Kind.READER: ("misread", "double read", "unsure", "silence", "nonsense", "repeated", "lost"),
    Kind.DISPLAY: ("silence", "nonsense", "repeated", "lost"),
}
"""What can go wrong with each kind of device."""


class SimulatedDevice:
    """A device of one kind; `faults` is how often something goes wrong with what it does."""

    def __init__(self, kind: Kind, seed: int, faults: float = 0.0, look: Look | None = None) -> None:
        self.kind, self.rate = kind, faults
        self.struck: Counter[str] = Counter()
        """How often each fault has struck."""
        self.is_silent = False
        """Whether it says nothing until somebody wakes it."""
        self._random = random.Random(f"{kind} {seed}")
        self._look = look or self._own_cards
        self._seq = 0
        self._round, self._deck = -1, list(DECK)

    def at(self, seq: int) -> None:
        """The number of its next message, as the floor said."""
        self._seq = seq - 1

    def react(self, asked: Asked | None, round_number: int = 0) -> list[bytes]:
        """The messages that it sends now, in their order."""
        if round_number != self._round:
            self._round, self._deck = round_number, self._random.sample(DECK, len(DECK))
        if self.is_silent or asked is None:
            return []
        if asked.step == "clear":
            return [self._say(m.Cleared)]
        fault = self._fault(asked)
        match fault:
            case "silence":
                self.is_silent = True
                return []
            case "jam":
                return [self._say(m.Jam, what="a card is stuck")]
            case "nonsense":
                return [self._nonsense()]
            case "lost":
                self._act(asked, "")
                return []
            case "repeated":
                said = self._act(asked, "")
                return [*said, said[-1]]
            case _:
                return self._act(asked, fault)

    def _fault(self, asked: Asked) -> str:
        if self._random.random() >= self.rate:
            return ""
        fault = self._random.choice(FAULTS[self.kind])
        self.struck[fault] += 1
        return fault

    def _act(self, asked: Asked, fault: str) -> list[bytes]:
        match asked.step:
            case "shuffle":
                deck = {"wrong deck": "no such colour"}.get(fault, asked.deck)
                return [self._say(m.Finished, deck=deck, count=len(DECK) - (fault == "miscount"))]
            case "load":
                return [self._say(m.Loaded, deck=asked.deck)]
            case "deal":
                wrong = {"miscount": self._random.choice((-1, 1)), "too many": 1}.get(fault, 0)
                return [self._say(m.Dispensed, cards=max(asked.cards + wrong, 1))]
            case "read":
                return self._read(asked, fault)
            case _:
                return [self._say(m.Status, state="ready")]

    def _read(self, asked: Asked, fault: str) -> list[bytes]:
        """All cards that are still to be read, one message for each, or what was doubtful once more."""
        faces = self._look(asked)
        if asked.doubtful:
            place = asked.doubtful[0]
            return [self._face(faces[place - 1], SURE, place)] if len(faces) >= place else []
        left = [place for place in range(1, asked.cards + 1) if place not in asked.given]
        said: list[bytes] = []
        struck = self._random.choice(left) if left else 0
        for place in left:
            face, how_sure = faces[place - 1], SURE
            if place == struck and fault == "misread":
                face = self._random.choice([other for other in DECK if other not in faces])
            if place == struck and fault == "unsure":
                how_sure = UNSURE
            said.append(self._face(face, how_sure))
            if place == struck and fault == "double read":
                said.append(self._face(face, how_sure))
        return said

    def _own_cards(self, asked: Asked) -> tuple[int, ...]:
        """Cards from its own deck; those that are read are not drawn again in this round."""
        needed = asked.cards - len(asked.given) + len(asked.doubtful)
        drawn, self._deck = self._deck[:needed], self._deck[needed:]
        rest = iter(drawn)
        places = range(1, asked.cards + 1)
        return tuple(next(rest, 0) if p not in asked.given or p in asked.doubtful else -1 for p in places)

    def _face(self, face: int, how_sure: float, place: int | None = None) -> bytes:
        return self._say(m.Faces, faces=(m.ReadFace(notation((face,)), how_sure),), place=place)

    def _nonsense(self) -> bytes:
        makers: tuple[Callable[[], bytes], ...] = (
            lambda: b'{"type":',
            lambda: b'{"type":"explode","seq":1}',
            lambda: self._say(m.Finished, deck="red", count=-7),
            lambda: self._say(m.Dispensed, cards=400),
            lambda: self._say(m.Faces, faces=(m.ReadFace("Zz", SURE),)),
        )
        return self._random.choice(makers)()

    def _say(self, kind: type[m.Message], **more: Any) -> bytes:
        self._seq += 1
        return msgspec.json.encode(kind(seq=self._seq, **more))
