"""The vocabulary a game is written in: a game file reads like its regulation and is mostly this, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from pitboss.errors import WagerError
from pitboss.games.handling import Procedure
from pitboss.games.irregularities import Consequence, Irregularity
from pitboss.games.options import Combination, Option
from pitboss.games.pay_tables import Payout
from pitboss.games.steps import Cards, Multiples, Step
from pitboss.law import Citation, Register, register
from pitboss.money import MOST_CENTS, dollars

if TYPE_CHECKING:
    from pitboss.games.hand import FinishedHand
    from pitboss.games.settlement import Case, Result
    from pitboss.games.terms import Terms

Wagers = Mapping[str, int]
"""The wagers at one position, in cents."""


# --- wagers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """Something a wager must satisfy, with the clause that says so."""

    clause: Citation

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        """Raise a `WagerError` unless the wager, one of those at its position, satisfies this."""
        raise NotImplementedError

    def words(self, terms: Terms) -> str:
        """The condition as a rule card states it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Required(Condition):
    """Nobody takes part without it."""

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        if not wagers.get(wager.name):
            raise WagerError("wager-missing", f"the {wager.label} is missing; without it no hand is dealt", self.clause)

    def words(self, terms: Terms) -> str:
        return "required"


@dataclass(frozen=True, slots=True)
class EqualTo(Condition):
    """Of the same amount as another wager."""

    other: str

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        amount, expected = wagers.get(wager.name, 0), wagers.get(self.other, 0)
        if amount != expected:
            message = f"the {wager.label} is {dollars(amount)}; it must equal the {self.other} of {dollars(expected)}"
            raise WagerError("wager-unequal", message, self.clause)

    def words(self, terms: Terms) -> str:
        return f"equal to the {self.other}"


@dataclass(frozen=True, slots=True)
class Exactly(Condition):
    """Of one fixed amount."""

    amount: int

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        amount = wagers.get(wager.name, 0)
        if amount not in (0, self.amount):
            message = f"the {wager.label} is {dollars(amount)}; it must be exactly {dollars(self.amount)}"
            raise WagerError("wager-amount", message, self.clause)

    def words(self, terms: Terms) -> str:
        return f"exactly {dollars(self.amount)}"


@dataclass(frozen=True, slots=True)
class WholeMultiple(Condition):
    """A whole multiple of some cents, so that its odds always pay whole cents."""

    unit: int

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        amount = wagers.get(wager.name, 0)
        if amount % self.unit:
            message = f"the {wager.label} is {dollars(amount)}; it must be a multiple of {dollars(self.unit)}"
            raise WagerError("wager-amount", message, self.clause)

    def words(self, terms: Terms) -> str:
        return f"a multiple of {dollars(self.unit)}"


@dataclass(frozen=True, slots=True)
class Needs(Condition):
    """Open only to a player who has other wagers down."""

    others: tuple[str, ...]

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        missing = [other for other in self.others if not wagers.get(other)]
        if missing and wagers.get(wager.name):
            message = f"the {wager.label} needs {' and '.join(missing)} at the same position"
            raise WagerError("wager-needs", message, self.clause)

    def words(self, terms: Terms) -> str:
        *first, last = (terms.game.wager[other].label for other in self.others)
        return f"only with {', '.join(first)} and {last}" if first else f"only with {last}"


@dataclass(frozen=True, slots=True)
class Times(Condition):
    """Some whole multiple of another wager; each decision of the round says which are open at its time."""

    other: str
    multiples: Multiples

    def check(self, wager: Wager, wagers: Wagers, terms: Terms) -> None:
        amount, base = wagers.get(wager.name, 0), wagers.get(self.other, 0)
        open_amounts = [base * times for times in self.multiples.at(terms)]
        if amount and amount not in open_amounts:
            legal = " or ".join(dollars(allowed) for allowed in open_amounts)
            message = f"the {wager.label} is {dollars(amount)}; with this {self.other} it must be {legal}"
            raise WagerError("wager-amount", message, self.clause)

    def words(self, terms: Terms) -> str:
        return self.multiples.words(terms)


class Amounts(NamedTuple):
    """From the least to the most amount of a wager, in steps of a unit; all in cents."""

    least: int
    most: int
    unit: int


class OnFold(StrEnum):
    """What becomes of a wager when its player folds."""

    FORFEIT = "collected at once"
    KEEPS_CARDS = "settled later, the cards staying under it"
    STAYS = "settled later, without the cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A wager of the game: its name on the layout, when it is made, what it must satisfy, and how it is settled."""

    name: str
    label: str
    clause: Citation
    area: Citation
    """The clause that gives it an area of its own at every position."""
    settle: Callable[[Terms, FinishedHand], Result]
    """What becomes of it at the end of a round, folded or not."""
    pays: Payout | None = None
    """None where the operator submits the awards."""
    awards: Callable[[Terms], tuple[tuple[str, str], ...]] = lambda terms: ()
    """The operator's awards in words: hand and amount."""
    conditions: tuple[Condition, ...] = ()
    after_deal: bool = False
    """A play wager, made after the cards are seen; the others are down before "No more bets"."""
    before_deal: Citation | None = None
    """The clause that wants it down before the first card, where it has one of its own."""
    offered: str | None = None
    """The option by which the operator offers it; None if it always is."""
    on_fold: OnFold = OnFold.FORFEIT
    numbers: Callable[[Terms, int, int, tuple[FinishedHand, ...]], Mapping[str, int]] | None = None
    """What its settlement needs to know of the table.

    From the meter as it stood before the awards of the round, what is left in it now, and every hand that made this
    wager.
    """
    contribution: Callable[[Terms], int] | None = None
    """What each such wager adds to the progressive meter, in cents."""
    from_meter: Callable[[Terms, FinishedHand], bool] | None = None
    """Whether its award is paid out of the meter instead of the rack."""
    seed: Callable[[Terms], int] | None = None
    """Where the progressive meter starts, and to which an award never leaves it lower."""
    keeps_hand: Callable[[tuple[int, ...], tuple[int, ...]], int | None] | None = None
    """From a hand's cards and the community cards, how strong it is if it stays exposed while it is the best."""

    @property
    def required(self) -> bool:
        """Whether nobody takes part without it."""
        return any(isinstance(rule, Required) for rule in self.conditions)

    @property
    def equals(self) -> str:
        """The wager whose amount it has; empty if it may differ."""
        return next((rule.other for rule in self.conditions if isinstance(rule, EqualTo)), "")

    @property
    def needs(self) -> tuple[str, ...]:
        """The wagers without which it is not open."""
        return tuple(other for rule in self.conditions if isinstance(rule, Needs) for other in rule.others)

    @property
    def fixed(self) -> int:
        """Its one amount, in cents; 0 if it may vary."""
        return next((rule.amount for rule in self.conditions if isinstance(rule, Exactly)), 0)

    @property
    def rests_on(self) -> int:
        """How late it can go down: wagers on which others rest have the lower numbers."""
        return len(self.needs) + 1 if self.needs else int(bool(self.equals))

    def amounts(self, terms: Terms) -> Amounts:
        """What it may be before the call, whatever its player has and whatever else lies there."""
        least, most = terms.posted[self.name] or (1, MOST_CENTS)
        if self.fixed:
            return Amounts(self.fixed, min(self.fixed, most), 1)
        multiples = [rule.unit for rule in self.conditions if isinstance(rule, WholeMultiple)]
        return Amounts(least, most, lcm(terms.unit, *multiples))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A payout that is no wager of its own (the ante bonus)."""

    name: str
    on: str
    """The wager that it is paid on."""
    clause: Citation
    settle: Callable[[Terms, FinishedHand], Result | None]
    pays: Payout


# --- cards, layout, procedure ----------------------------------------------------------------------------------------


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
    """Wagers that cannot be settled without it, even if the hand is void."""
    part_of: str | None = None
    """The field its cards are picked from."""
    many: bool = False
    """Several hands; a card in them may be unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField:
    """A number that a finished hand may be described by."""

    name: str
    clause: Citation
    help: str
    least: int = 0
    money: bool = False
    """In cents; people type dollars."""


@dataclass(frozen=True, slots=True)
class Area:
    """A marked place the layout must have besides the wagering areas."""

    name: str
    clause: Citation
    each_position: bool = False
    holds: str | None = None
    """The cards that lie there, by the name of their field."""
    apart: bool = False
    """Each of its cards has a place of its own."""
    inscribed: str = ""
    """What is printed in it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence printed on layout or sign where the table's terms call for it; no words, no notice."""

    words: Callable[[Terms], str]
    clauses: tuple[Citation, ...]
    display: str | None = None
    """The option that says whether it stands on the layout, on the sign or on both."""


def stated(words: str, *clauses: Citation) -> Notice:
    """A notice that says the same under all terms."""
    return Notice(lambda terms: words, clauses)


def as_written(clause: Citation) -> Notice:
    """A clause in the words of its register."""
    return Notice(lambda terms: terms.game.law.clauses[clause].words, (clause,))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductRule:
    """Something that players must not do; `words` say what, as in "somebody talks about a hand"."""

    name: str
    words: str
    clause: Citation
    until_reveal: bool = False
    """Forbidden only until the dealer's cards are turned up."""
    forfeits: bool = False
    """The floor may rule that it costs all wagers of the round."""
    covers_showing: bool = False
    """Showing one's own cards is a breach of it."""
    explains_number: bool = False
    """A player who was found to have broken it, and not the deal, answers for a wrong number of cards in the hand."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Equipment that may stand elsewhere than beside the dealer, where an option says so in words."""

    fixture: str
    """Its name on the drawing, as in "tips"."""
    name: str
    option: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How a layout is arranged and what is printed on it besides areas, names and odds."""

    rows: tuple[tuple[str, ...], ...] = ()
    """The wagering areas of a position, row by row from the dealer's side; one that is not offered has no area."""
    notices: tuple[Notice, ...] = ()
    """What is printed on the layout, and on the sign where an option says so."""
    sign: tuple[Notice, ...] = ()
    """What the sign at the table states in any case."""
    limits: Citation | None = None
    """The clause that wants the limits printed."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """What an operator may have in another place than the usual one, which is not drawn then."""
    cloth: tuple[str, str] = ("#174a3d", "#0a2822")
    """The colour of the felt, in the lamp's light and away from it."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """What the dealer must hold for some wagers to play."""

    words: str
    clauses: tuple[Citation, ...]
    met: Callable[[Cards, Cards], bool]
    """Whether the dealer's own cards, with the community cards, are enough."""
    option: str | None = None
    """The option that switches it on; None if it always holds."""

    def in_force(self, terms: Terms) -> bool:
        """Whether a dealer must qualify at this table."""
        return self.option is None or bool(terms[self.option])

    def may_be_in_force(self, terms: Terms) -> bool:
        """Whether a dealer must qualify, or must at some tables where no table is named."""
        return self.in_force(terms) or not terms.of_a_table

    def said(self, terms: Terms) -> str:
        """What the dealer needs, as a rule card says it."""
        return self.words if self.in_force(terms) else f"where the table has the dealer qualify: {self.words}"


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit on what several wagers of one hand are paid together; stakes go back on top."""

    wagers: tuple[str, ...]
    limit: Callable[[Terms], int]
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
    odds: Citation | None = None
    """Odds are never worded with "for", where the rules say so."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game as a value: everything its rules fix, everything they leave open, and how its wagers are settled."""

    name: str
    short: str
    title: str
    prefix: str
    summary: str
    cites: Cites
    wagers: tuple[Wager, ...]
    """In the order in which one player's wagers are settled."""
    bonuses: tuple[Bonus, ...] = ()
    fields: tuple[CardField, ...]
    numbers: tuple[NumberField, ...] = ()
    check_cards: Callable[[Mapping[str, tuple[int, ...]]], None] = lambda cards: None
    """What this game asks of a finished hand's cards beyond their number."""
    areas: tuple[Area, ...]
    inscriptions: tuple[tuple[str, Citation], ...]
    """What layout or sign must say."""
    duties: tuple[tuple[str, Citation], ...] = ()
    """What a player is told to do and to leave."""
    conduct_rules: tuple[ConductRule, ...] = ()
    """What can be reported as a breach of conduct."""
    layout: Layout = Layout()
    procedure: Procedure
    script: tuple[Step, ...]
    ranking: tuple[tuple[str, tuple[str, ...]], ...]
    """The hand orders, best first, as a rule card prints them."""
    reading: tuple[Notice, ...] = ()
    """How hands are read and compared, beyond their order."""
    outcomes: Callable[[Terms], Iterable[tuple[tuple[str, ...], Case]]] = lambda terms: ()
    """How wagers that go by the dealer's hand come out."""
    qualifier: Qualifier | None = None
    caps: tuple[Cap, ...] = ()
    irregularities: Mapping[Irregularity, Consequence]
    options: tuple[Option, ...]
    forbidden: tuple[Combination, ...] = ()
    cautions: tuple[Combination, ...] = ()
    """Combinations that are lawful but that an operator is warned of."""

    def conduct_rule(self, name: str) -> ConductRule | None:
        """The rule of conduct with this name."""
        return next((rule for rule in self.conduct_rules if rule.name == name), None)

    @cached_property
    def option(self) -> Mapping[str, Option]:
        """The options by name."""
        return {option.name: option for option in self.options}

    @cached_property
    def wager(self) -> Mapping[str, Wager]:
        """The wagers by name."""
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def conditions(self) -> tuple[tuple[Wager, Condition], ...]:
        """What the wagers at a position must satisfy: first that the required ones are there, then the rest."""
        every = [(wager, rule) for wager in self.wagers for rule in wager.conditions]
        return tuple(sorted(every, key=lambda pair: not isinstance(pair[1], Required)))

    @cached_property
    def payouts(self) -> Mapping[str, Payout]:
        """How each wager and bonus is paid."""
        wagers = {wager.name: wager.pays for wager in self.wagers if wager.pays}
        return wagers | {bonus.name: bonus.pays for bonus in self.bonuses}

    def label(self, name: str) -> str:
        """What people call a wager, or a payout that is none."""
        known = self.wager.get(name)
        return known.label if known else name.replace("_", " ")

    @cached_property
    def plays(self) -> tuple[str, ...]:
        """The wagers made after the deal; a player makes one of them or folds."""
        return tuple(wager.name for wager in self.wagers if wager.after_deal)

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The options that make another main game: the size of a play wager, the qualifier, a bonus's pay table."""
        rules = [rule for wager in self.wagers for rule in wager.conditions if isinstance(rule, Times)]
        qualifier = self.qualifier.option if self.qualifier else None
        bonuses = (bonus.pays.selected_by for bonus in self.bonuses)
        names = [*(rule.multiples.option for rule in rules), qualifier, *bonuses]
        return tuple(dict.fromkeys(name for name in names if name))

    @cached_property
    def keys(self) -> frozenset[str]:
        """What a finished hand of this game may be described by."""
        general = ("folded", "wagers", "options", "match_play", "irregularity")
        return frozenset((*general, *(spec.name for spec in self.fields), *(spec.name for spec in self.numbers)))

    @property
    def law(self) -> Register:
        """The game's clause register."""
        return register(self.prefix)
