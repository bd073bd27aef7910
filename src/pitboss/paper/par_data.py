"""What a par sheet says: the parts of it, exact and in plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.solvers.solver import LateSeat

# --- what the sheet is of --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of the submission."""

    name: str
    help: str
    value: str
    clause: str
    bears_on_price: bool


@dataclass(frozen=True, slots=True)
class Note:
    """Something the operator should know before opening the table."""

    words: str
    clause: str


# --- wagers and rounds -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Something that can become of a wager."""

    event: str
    pays: str
    """The odds, or what happens to the stake; for the main game the net result in antes."""
    clause: str
    """Empty for the main game, where several wagers are settled together."""
    decision: str
    """What the player did in the main game."""
    deals: int
    probability: Fraction
    returns: Fraction
    """What it adds to the expected result of one unit."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A wager by itself, per unit of its stake; the main game per ante."""

    name: str
    label: str
    wagers: tuple[str, ...]
    """The wagers and bonuses that are settled together under this name."""
    pay_table: str
    """Its name, where the operator selects one of several."""
    apart: bool
    """It hangs on other cards than the rest of its position, and is counted apart."""
    unit: int
    """The stake, in cents."""
    deals: int
    ev: Fraction
    edge: Fraction
    element_of_risk: Fraction
    average_wager: Fraction
    variance: Fraction
    standard_deviation: float
    hit_frequency: Fraction
    push_frequency: Fraction
    most: Fraction
    """The most it can win, in units."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Net:
    """A net result of a round, in antes."""

    net: Fraction
    deals: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Round:
    """All stakes of a position together, in antes, as they are paid: with the limits of the game."""

    title: str
    """Which stakes these are."""
    stakes: Mapping[str, int]
    """The opening wagers, in cents."""
    opening: Fraction
    ev: Fraction
    edge: Fraction
    edge_of_opening: Fraction
    element_of_risk: Fraction
    average_wager: Fraction
    cost_of_limits: Fraction
    most: int
    """The most the house can lose, in cents."""
    most_unlimited: int
    """The same if there were no limits."""
    decisions: Mapping[str, Fraction]
    qualifies: Fraction | None
    hit_frequency: Fraction
    push_frequency: Fraction
    variance: Fraction
    standard_deviation: float
    deals: int
    distribution: tuple[Net, ...]
    apart: tuple[str, ...]
    """Wagers in the expectation that hang on cards of their own; no other figure here holds them."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on what one hand is paid, in cents."""

    words: str
    amount: int
    wagers: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Metered:
    """A progressive wager."""

    name: str
    label: str
    awards: tuple[tuple[str, str], ...]
    contribution: int
    """What each wager adds to the meter, in cents."""
    seed: int
    """Where the meter starts, in cents; the wager is priced there."""
    edge_at_seed: Fraction
    break_even: Fraction | None
    """The meter at which it costs nothing, in cents; None if no meter makes it so."""


@dataclass(frozen=True, slots=True)
class TableEdge:
    """What the house keeps of a wager under one of the pay tables that the document prints for it."""

    wager: str
    label: str
    table: str
    edge: Fraction
    hit_frequency: Fraction
    in_force: bool


# --- play ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A written strategy and what it costs."""

    name: str
    title: str
    rules: tuple[str, ...]
    ev: Fraction
    cost: Fraction
    """Against best play, in antes."""
    element_of_risk: Fraction
    decisions: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class StartingHand:
    """Two cards that open a round, all suits alike."""

    name: str
    """Such as "AA", "KQs" (of one suit) or "T9o" (of two)."""
    action: str
    ev: Fraction
    """Of the best action, in antes."""


@dataclass(frozen=True, slots=True)
class StartingHands:
    """Best play at the first decision, for every starting hand."""

    stage: str
    actions: tuple[str, ...]
    """Those that are best for some hand, the largest wager first."""
    hands: tuple[StartingHand, ...]
    """Row by row: aces first, hands of one suit to the right of the pairs, hands of two suits to their left."""


# --- what it rests on ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """A ruling that bears on the figures, and the wagers it bears on."""

    id: str
    question: str
    decision: str
    why: str
    wagers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """Two counts, made in different ways, that must be equal."""

    words: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The par sheet of one submission."""

    game: str
    short: str
    title: str
    rules: str
    operator: str
    file: str
    digest: str
    software: str
    settings: tuple[Setting, ...]
    notes: tuple[Note, ...]
    round: Round
    wagers: tuple[Priced, ...]
    at_stakes: tuple[Round, ...]
    limits: tuple[Limit, ...]
    progressive: Metered | None
    last_seat: LateSeat | None
    strategies: tuple[Way, ...]
    starting_hands: StartingHands | None
    pay_tables: tuple[TableEdge, ...]
    readings: tuple[Reading, ...]
    method: tuple[str, ...]
    checks: tuple[Check, ...]

    def as_dict(self) -> dict[str, Any]:
        """The form programs read; exact fractions as text."""
        import msgspec

        found: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        return found | {"last_seat": self.last_seat._asdict() if self.last_seat else None}
