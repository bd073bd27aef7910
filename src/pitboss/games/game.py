"""The vocabulary a game is written in: a game file reads like its regulation and is mostly this, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pitboss.errors import WagerError
from pitboss.games.irregularities import Consequence, Irregularity
from pitboss.games.options import Forbidden, Option, Options
from pitboss.games.paying import PayTable, PayTables
from pitboss.law import Citation, Register, register
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.games.hand import FinishedHand
    from pitboss.games.settlement import Result


class Direction(StrEnum):
    """The two ways round the table, as the dealer sees it."""

    CLOCKWISE = "from the dealer's far left, clockwise"
    COUNTERCLOCKWISE = "from the dealer's far right, counterclockwise"


# --- wagers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """Something a wager must satisfy, with the clause that says so."""

    clause: Citation

    def check(self, wager: Wager, amount: int, hand: FinishedHand, options: Options) -> None:
        """Raise a `WagerError` unless the wager satisfies this."""

    def words(self, options: Options) -> str:
        """The condition as a rule card states it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Required(Condition):
    """Nobody takes part without it."""

    def check(self, wager: Wager, amount: int, hand: FinishedHand, options: Options) -> None:
        if not amount:
            raise WagerError("wager-missing", f"the {wager.label} is missing; without it no hand is dealt", self.clause)

    def words(self, options: Options) -> str:
        return "required"


@dataclass(frozen=True, slots=True)
class EqualTo(Condition):
    """Of the same amount as another wager."""

    other: str

    def check(self, wager: Wager, amount: int, hand: FinishedHand, options: Options) -> None:
        expected = hand.wagers.get(self.other, 0)
        if amount != expected:
            raise WagerError(
                "wager-unequal",
                f"the {wager.label} is {dollars(amount)}; it must equal the {self.other} of {dollars(expected)}",
                self.clause,
            )

    def words(self, options: Options) -> str:
        return f"equal to the {self.other}"


@dataclass(frozen=True, slots=True)
class Exactly(Condition):
    """Of one fixed amount."""

    amount: int

    def check(self, wager: Wager, amount: int, hand: FinishedHand, options: Options) -> None:
        if amount and amount != self.amount:
            raise WagerError(
                "wager-amount",
                f"the {wager.label} is {dollars(amount)}; it must be exactly {dollars(self.amount)}",
                self.clause,
            )

    def words(self, options: Options) -> str:
        return f"exactly {dollars(self.amount)}"


@dataclass(frozen=True, slots=True)
class Needs(Condition):
    """Open only to a player who has other wagers down."""

    others: tuple[str, ...]

    def check(self, wager: Wager, amount: int, hand: FinishedHand, options: Options) -> None:
        missing = [other for other in self.others if not hand.wagers.get(other)]
        if amount and missing:
            raise WagerError(
                "wager-needs",
                f"the {wager.label} needs {' and '.join(missing)} at the same position",
                self.clause,
            )

    def words(self, options: Options) -> str:
        return f"only with {', '.join(self.others)}"


@dataclass(frozen=True, slots=True)
class Times(Condition):
    """Some whole multiple of the ante, fixed by the rules or by an option."""

    multiples: tuple[int, ...] | str

    def allowed(self, options: Options) -> tuple[int, ...]:
        """The multiples open at this table."""
        return (options[self.multiples],) if isinstance(self.multiples, str) else self.multiples

    def check(self, wager: Wager, amount: int, hand: FinishedHand, options: Options) -> None:
        ante = hand.wagers.get("ante", 0)
        allowed = self.allowed(options)
        if amount and amount not in [ante * times for times in allowed]:
            legal = " or ".join(dollars(ante * times) for times in allowed)
            raise WagerError(
                "wager-amount",
                f"the {wager.label} is {dollars(amount)}; with this ante it must be {legal}",
                self.clause,
            )

    def words(self, options: Options) -> str:
        allowed = self.allowed(options)
        return "equal to the ante" if allowed == (1,) else f"{' or '.join(str(n) for n in allowed)} times the ante"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A wager of the game: its name on the layout, when it is made, and what it must satisfy."""

    name: str
    label: str
    clause: Citation
    conditions: tuple[Condition, ...] = ()
    after_deal: bool = False
    """A play wager, made after the cards are seen; the others are down before "No more bets"."""
    offered: str | None = None
    """The option by which the operator offers it; None if it always is."""


# --- cards, layout, round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CardField:
    """A group of cards that a finished hand is described by.

    `if_played` and `if_folded` say whether it must (True), may (None) or must not (False) be given.
    """

    name: str
    count: int
    clause: Citation
    if_played: bool | None = True
    if_folded: bool | None = True
    needed_by: tuple[str, ...] = ()
    """Wagers that cannot be settled without it."""
    part_of: str | None = None
    """The field its cards are picked from."""
    many: bool = False
    """Several hands; a card in them may be unknown."""


@dataclass(frozen=True, slots=True)
class Area:
    """A marked place the layout must have."""

    name: str
    clause: Citation
    each_position: bool = True
    offered: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """Numbers of the card procedures."""

    cards_each: int
    stack: int
    """Cards in a stack from the automated shoe."""
    positions_most: int
    cut_least: int = 10
    cut_most: int = 51
    stub_count_rounds: int = 5
    cover_cards: int = 1
    deck_hours_by_hand: int | None = None
    deck_hours_by_shoe: int | None = None
    clauses: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """One thing a player may do at a decision; `wager` names the play wager it places, if it does."""

    name: str
    words: str
    wager: str | None = None
    multiples: tuple[int, ...] | str = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the round, in the order the rules give it."""

    kind: str
    words: str
    clauses: tuple[Citation, ...]
    direction: Direction | None = None
    count: int = 0
    choices: tuple[Choose, ...] = ()


@dataclass(frozen=True, slots=True)
class Qualifier:
    """What the dealer must hold for some wagers to play."""

    words: str
    clauses: tuple[Citation, ...]
    option: str | None = None
    """The option that switches it on; None if it always holds."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit on what several wagers of one hand are paid together; stakes go back on top."""

    wagers: tuple[str, ...]
    limit: Callable[[Options], int]
    clauses: tuple[Citation, ...]
    words: str


# --- the game --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Cites:
    """The clauses behind refusals that every game makes."""

    deck: Citation
    """Each card is there once."""
    area: Citation
    """A wager belongs on an area of this game's layout."""
    amount: Citation
    """Amounts are whole cents."""
    choices: Citation
    """What the operator may choose."""
    decide: Citation
    """A player folds or makes one play wager."""
    folded: Citation
    """A folded hand has no play wager."""
    coupon: Citation
    """Match play coupons."""
    void: Citation
    """What becomes of the money when hands are void."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as a value: everything its rules fix, everything they leave open, and how a hand is settled."""

    name: str
    short: str
    title: str
    prefix: str
    summary: str
    cites: Cites
    wagers: tuple[Wager, ...]
    """In the order in which one player's wagers are settled."""
    extra_results: tuple[str, ...] = ()
    """Payouts that are no wagers of their own (the ante bonus)."""
    fields: tuple[CardField, ...]
    layout: tuple[Area, ...]
    inscriptions: tuple[tuple[str, Citation], ...] = ()
    procedure: Procedure
    script: tuple[Step, ...]
    ranking: tuple[tuple[str, tuple[str, ...]], ...]
    """The hand orders, best first, as a rule card prints them."""
    qualifier: Qualifier | None = None
    even_money: Mapping[str, Citation]
    """Wagers that win 1 to 1."""
    pay_tables: Mapping[str, PayTables]
    """For each wager, its pay tables by name."""
    selected_by: Mapping[str, str] = field(default_factory=dict)
    """The option that selects a wager's pay table; a wager with one table needs none."""
    raised_odds: Mapping[str, str] = field(default_factory=dict)
    """The option that raises rows of a wager's pay table."""
    settlement_direction: Direction = Direction.COUNTERCLOCKWISE
    settlement_clauses: tuple[Citation, ...]
    caps: tuple[Cap, ...] = ()
    irregularities: Mapping[Irregularity, Consequence]
    options: tuple[Option, ...]
    forbidden: tuple[Forbidden, ...] = ()
    cautions: tuple[Forbidden, ...] = ()
    """Combinations that are lawful but that an operator is warned of."""
    settle: Callable[[Options, FinishedHand], Iterable[Result]]
    """Every wager of a finished hand, each once, in settlement order."""
    settle_alone: Mapping[str, Callable[[Options, FinishedHand], Result]] = field(default_factory=dict)
    """Wagers that ride on the player's own cards, for rules that settle them although the hand is void."""
    check_hand: Callable[[FinishedHand], None] = lambda hand: None
    """What this game asks of a finished hand beyond counts of cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "option_by_name", {option.name: option for option in self.options})
        object.__setattr__(self, "wager_by_name", {wager.name: wager for wager in self.wagers})
        object.__setattr__(self, "field_names", frozenset(spec.name for spec in self.fields))
        object.__setattr__(self, "plays", tuple(wager.name for wager in self.wagers if wager.after_deal))

    option_by_name: Mapping[str, Option] = field(init=False, repr=False)
    wager_by_name: Mapping[str, Wager] = field(init=False, repr=False)
    field_names: frozenset[str] = field(init=False, repr=False)
    plays: tuple[str, ...] = field(init=False, repr=False)
    """The wagers made after the deal; a player makes one of them or folds."""

    @property
    def law(self) -> Register:
        """The game's clause register."""
        return register(self.prefix)

    def table_in_force(self, wager: str, options: Options) -> PayTable:
        """The selected pay table of a wager, with the rows the operator has raised."""
        tables = self.pay_tables[wager]
        table = tables[options[self.selected_by[wager]]] if wager in self.selected_by else next(iter(tables.values()))
        if wager in self.raised_odds:
            option = self.option_by_name[self.raised_odds[wager]]
            table = table.raised(options[option.name], option.name, option.clause)
        return table

    def start_options(self) -> Options:
        """The options a new submission is written with."""
        return Options(self, {option.name: option.start for option in self.options})


def as_plain(value: Any) -> Any:
    """An option's value as JSON and TOML hold it."""
    if isinstance(value, Mapping):
        return {key: as_plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [as_plain(inner) for inner in value]
    return value if isinstance(value, str | int | bool) or value is None else str(value)
