"""The faces that a reader has given for the step that is due: put together here until the last one is there.

Nothing is guessed: a face that cannot be is not taken, and one that a reader is not sure of waits for a person.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.cards import DECK, parse, symbols
from pitboss.errors import PitbossError
from pitboss.floor.device_messages import Asked, ReadFace
from pitboss.floor.live import LiveTable
from pitboss.table.faces import where
from pitboss.table.legal import due
from pitboss.table.moves import Faces, Move

Step = tuple[int, str, tuple[int, ...]]
"""The step that faces were given for: round, command, and the cards that it turns up."""


class Cell(msgspec.Struct, frozen=True):
    """A card that was read."""

    face: int
    is_doubtful: bool = False


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a dealer does with a reading: undo the last face, begin again, or say what lies at a place."""

    undo: bool = False
    reset: bool = False
    place: int = 0
    face: str = ""


class Reading:
    """The faces of one step so far."""

    def __init__(self, step: Step, cards: int) -> None:
        self.step = step
        self.cells: list[Cell | None] = [None] * cards
        self.refused = ""
        """The last face that could not be taken, and why, for the dealer."""

    @property
    def faces(self) -> tuple[int, ...]:
        """Those that were given, the places that are still empty left out."""
        return tuple(cell.face for cell in self.cells if cell)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The places that a person looks at."""
        return tuple(place for place, cell in enumerate(self.cells, 1) if cell and cell.is_doubtful)

    @property
    def is_whole(self) -> bool:
        """Whether every face is there and none is in doubt."""
        return None not in self.cells and not self.doubtful

    def asked(self, lie: str) -> Asked:
        """What a reader is told of it."""
        given = tuple(place for place, cell in enumerate(self.cells, 1) if cell)
        return Asked("read", cards=len(self.cells), lie=lie, given=given, doubtful=self.doubtful)


class Readings:
    """The reading of each table, in the memory of the process that the reader is connected to."""

    def __init__(self) -> None:
        self._readings: dict[str, Reading] = {}

    def of(self, live: LiveTable) -> tuple[Reading, Move, Faces] | None:
        """What is read now, the step that it is for, and its bounds; None where no face is asked for."""
        move = due(live.rules, live.state) if live.rules.real_cards else None
        bounds = move.open.get("faces") if move else None
        if move is None or not isinstance(bounds, Faces):
            self._readings.pop(live.name, None)
            return None
        step = (live.state.rounds, f"{move.command.__name__} {move.given.get('position', '')}", bounds.cards)
        found = self._readings.get(live.name)
        if found is None or found.step != step:
            found = self._readings[live.name] = Reading(step, len(bounds.cards))
        return found, move, bounds

    def shown(self, live: LiveTable) -> dict[str, Any] | None:
        """The reading as the staff of a table see it, once there is something to see."""
        found = self.of(live)
        if found is None or not (found[0].faces or found[0].refused):
            return None
        reading, move, bounds = found
        return {
            "command": move.command.__name__,
            "lie": bounds.lie,
            "faces": [cell.face if cell else None for cell in reading.cells],
            "doubtful": reading.doubtful,
            "refused": reading.refused,
        }

    def take(self, live: LiveTable, said: Iterable[ReadFace], place: int | None, sure: float) -> Reading:
        """Take what a reader read, all of it or none."""
        reading, _, bounds = self._asked(live)
        cells, at = list(reading.cells), place
        for one in said:
            here = at or next((number for number, cell in enumerate(cells, 1) if cell is None), 0)
            cell = Cell(self._face(reading, one.face), one.confidence < sure)
            if not 1 <= here <= len(cells):
                left = "a person looks at what is doubtful" if reading.doubtful else "none is left"
                raise _not_taken(reading, f"{len(cells)} cards are read here, and {left}")
            if (there := cells[here - 1]) and not there.is_doubtful:
                raise _not_taken(reading, f"card {here} was read already: have the dealer undo it first")
            self._check(live, reading, cells, here, cell.face, bounds)
            cells[here - 1] = cell
            at = here + 1 if place else None
        reading.cells, reading.refused = cells, ""
        return reading

    def enter(self, live: LiveTable, entry: Entry) -> Reading:
        """What the dealer says of the reading."""
        if entry.undo + entry.reset + bool(entry.face) != 1:
            raise PitbossError("malformed", "say one thing: undo, reset, or the face at a place")
        reading, _, bounds = self._asked(live)
        cells = list(reading.cells)
        if entry.reset:
            cells = [None] * len(cells)
        elif entry.undo:
            last = max((number for number, cell in enumerate(cells) if cell), default=None)
            if last is not None:
                cells[last] = None
        else:
            if not 1 <= entry.place <= len(cells):
                raise PitbossError("bounds", f"name one of the places 1 to {len(cells)}")
            face = self._face(reading, entry.face)
            self._check(live, reading, cells, entry.place, face, bounds)
            cells[entry.place - 1] = Cell(face)
        reading.cells, reading.refused = cells, ""
        return reading

    def _asked(self, live: LiveTable) -> tuple[Reading, Move, Faces]:
        found = self.of(live)
        if found is None:
            raise PitbossError("out-of-order", "no card is to be read now")
        return found

    def _face(self, reading: Reading, text: str) -> int:
        try:
            (face,) = parse(text)
        except (PitbossError, ValueError):
            face = -1
        if face not in DECK:
            raise _not_taken(reading, f"{text!r} is no card: a face is written as Qd or Th")
        return face

    def _check(
        self, live: LiveTable, reading: Reading, cells: list[Cell | None], place: int, face: int, bounds: Faces
    ) -> None:
        """Refuse a face that another card has."""
        twin = next((n for n, cell in enumerate(cells, 1) if cell and cell.face == face and n != place), 0)
        round_ = live.state.round
        if face in bounds.used and round_:
            lies = where(round_, round_.order.index(face))
        elif twin:
            lies = f"card {twin} of this step"
        else:
            return
        message = f"{symbols((face,))} was read already: {lies}. Was one of them misread, or is a card foreign?"
        raise _not_taken(reading, message)


def _not_taken(reading: Reading, why: str) -> PitbossError:
    """What is wrong with a face, for the dealer, who sees all cards that were read."""
    reading.refused = why
    return PitbossError("face-not-taken", why)
