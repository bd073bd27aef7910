"""What a layout is made of. Lengths are in the drawing's own units, about a millimetre and a half on a real table."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, degrees, hypot, radians, sin, sqrt
from typing import NamedTuple

from pitboss.games.terms import Terms
from pitboss.law import Citation


class Box(NamedTuple):
    """An upright rectangle by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def moved(self, x: float, y: float = 0.0) -> Box:
        """The same rectangle elsewhere."""
        return self._replace(x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A wagering area: a ring with its wager's name in it, turned with its position."""

    wager: str
    label: str
    clause: Citation
    x: float
    y: float
    turn: float = 0.0
    """Degrees, clockwise."""
    radius: float
    detector: bool = False
    """It has a sensor for a progressive wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place for cards, by its middle. The first card lies at the left end, each further one a step to the right."""

    name: str
    label: str = ""
    clause: Citation | None = None
    """The clause that wants it marked; None where cards lie on bare felt."""
    count: int
    x: float
    y: float
    turn: float = 0.0
    width: float
    height: float
    card: float
    """How wide a card is drawn here."""
    step: float = 0.0

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, as it is turned."""
        turn, half, tall = radians(self.turn), self.width / 2, self.height / 2
        return tuple(
            (self.x + x * cos(turn) - y * sin(turn), self.y + x * sin(turn) + y * cos(turn))
            for x, y in ((-half, -tall), (half, -tall), (half, tall), (-half, tall))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A player's position; its name plate stays upright."""

    number: int
    x: float
    y: float
    turn: float
    rings: tuple[Ring, ...]
    slots: tuple[Slot, ...]
    equals: tuple[tuple[float, float], ...]
    """Where a sign says that the two wagers beside it are equal."""
    plate: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A printed pay table: a hand and its odds in each row, or one row for each of several tables."""

    name: str
    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...]
    clause: Citation
    box: Box
    columns: tuple[float, ...]
    """Where each column but the first ends, from the left edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inscription:
    """A line of print on an arc round the middle of the curve."""

    kind: str
    """"house", "game", "notice" or "limits"."""
    text: str
    clauses: tuple[Citation, ...]
    size: float
    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Fixture:
    """Equipment that stands on the table: "rack", "drop", "tips", "discards", "shoe", "shuffler"."""

    name: str
    box: Box


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge of the felt: straight at the dealer's side, round at the players'."""

    x: float
    y: float
    """The middle of the round edge."""
    radius: float
    half: float
    """Half its width."""
    corner: float
    top: float

    @property
    def shoulder(self) -> tuple[float, float]:
        """The middle of the corner's arc, from the middle of the edge."""
        across, down = self.half - self.corner, self.radius - self.corner
        return across, sqrt(max(0.0, down * down - across * across))

    def holds(self, x: float, y: float, room: float) -> bool:
        """Whether a round thing that needs so much room lies on the felt."""
        across, down = abs(x - self.x), y - self.y
        if across + room > self.half or hypot(across, down) + room > self.radius:
            return False
        shoulder_across, shoulder_down = self.shoulder
        beyond = down > shoulder_down and across * shoulder_down > down * shoulder_across
        return not beyond or hypot(across - shoulder_across, down - shoulder_down) + room <= self.corner

    def grown(self, by: float) -> Outline:
        """An edge outside this one, or inside it."""
        return Outline(self.x, self.y, self.radius + by, self.half + by, self.corner + by, self.top)

    @property
    def path(self) -> str:
        """As an SVG path."""
        across, down = self.shoulder
        stretch = self.radius / (self.radius - self.corner)
        tip, low = across * stretch, self.y + down * stretch
        left, right, side = self.x - self.half, self.x + self.half, self.y + down
        corner, round_edge = f"{self.corner:.1f}", f"{self.radius:.1f}"
        return (
            f"M{left:.1f} {self.top + 16:.1f}a16 16 0 0 1 16-16H{right - 16:.1f}a16 16 0 0 1 16 16V{side:.1f}"
            f"A{corner} {corner} 0 0 1 {self.x + tip:.1f} {low:.1f}"
            f"A{round_edge} {round_edge} 0 0 1 {self.x - tip:.1f} {low:.1f}"
            f"A{corner} {corner} 0 0 1 {left:.1f} {side:.1f}z"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The drawing of one table's layout, before it is drawn."""

    terms: Terms
    house: str
    width: float
    height: float
    outline: Outline
    dealer: tuple[Slot, ...]
    """Where cards of the table lie: the dealer's hand, and each community card."""
    fixtures: tuple[Fixture, ...]
    panels: tuple[Panel, ...]
    inscriptions: tuple[Inscription, ...]
    positions: tuple[Position, ...]

    @property
    def title(self) -> str:
        """The game's name."""
        return self.terms.game.title


def turned(x: float, y: float, by: float) -> tuple[float, float]:
    """A point of a position that stands at an angle (radians, to the right) from the middle of the curve."""
    return x * cos(by) + y * sin(by), y * cos(by) - x * sin(by)


def in_degrees(by: float) -> float:
    """How print turns with a position that stands at this angle."""
    return -degrees(by)
