"""A progressive wager by the operator's own definition: awards as fixed amounts or as shares of a meter (UTH-R4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.errors import HandError, MoneyError
from pitboss.games.hand import FinishedHand
from pitboss.games.options import Option, read_amount
from pitboss.games.settlement import Outcome, Result, lose, void
from pitboss.games.terms import Terms
from pitboss.hands import five
from pitboss.hands.five import Category, at_least
from pitboss.law import Citation
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.games.game import Game

BEST_FIVE, HOLE_PLUS_FLOP = "best-five", "hole-plus-flop"
FLOP = 3
_KEYS = {"rows", "seed", "contribution", "basis"}
_SHARE = re.compile(r"(\d{1,3})(?:\.(\d{1,4}))?%")


@dataclass(frozen=True, slots=True)
class Award:
    """What a hand of this kind or better is paid: a fixed amount in cents, or a share of the meter."""

    category: Category
    amount: int = 0
    share: Fraction | None = None

    def at_meter(self, meter: int) -> Fraction:
        """The award when the meter stands at so many cents, before it is divided."""
        return Fraction(self.amount) if self.share is None else self.share * meter

    def plain(self) -> int | str:
        """As a submission states it: cents, or a share such as "12.5%"."""
        if self.share is None:
            return self.amount
        percent = self.share * 100
        return f"{percent}%" if percent.denominator == 1 else f"{float(percent)}%"

    def __str__(self) -> str:
        return dollars(self.amount) if self.share is None else f"{self.plain()} of the meter"


@dataclass(frozen=True, slots=True)
class Progressive:
    """A complete definition: awards from best to worst, where the meter starts, and what each wager adds to it."""

    awards: tuple[Award, ...]
    seed: int
    contribution: int
    basis: str = BEST_FIVE

    def award(self, strength: int) -> Award | None:
        """The award of a hand of this five-card value, or None."""
        return next((award for award in self.awards if strength >= at_least(award.category)), None)

    def pays(self, award: Award, meter: int | None, sharers: int, clause: Citation) -> int:
        """What one player is paid: a share is divided among its hitters, fractions of a cent stay (UTH-R72)."""
        if award.share is None:
            return award.amount
        if meter is None:
            raise HandError("meter", f"the award is {award}: give the meter", clause)
        return int(award.at_meter(meter) / sharers)


@dataclass(frozen=True, kw_only=True)
class ProgressiveOption(Option):
    """The operator's definition, or nothing where the wager is not offered."""

    wager: int
    """The fixed wager, which the contribution cannot exceed."""
    is_table: ClassVar[bool] = True

    @property
    def legal(self) -> str:
        kinds = ", ".join(kind.name.lower() for kind in Category if kind is not Category.HIGH_CARD)
        return (
            f'empty, or seed, contribution (0 to {self.wager}), basis ("{BEST_FIVE}" or "{HOLE_PLUS_FLOP}") and rows: '
            f'amounts or shares such as "$300" or "10%" for {kinds}'
        )

    def read(self, value: Any) -> Progressive | None:
        if not isinstance(value, Mapping) or not set(value) <= _KEYS:
            raise self.refuse(value)
        if not value:
            return None
        rows, basis = value.get("rows"), value.get("basis", BEST_FIVE)
        if not isinstance(rows, Mapping) or not rows or basis not in (BEST_FIVE, HOLE_PLUS_FLOP):
            raise self.refuse(value)
        awards = sorted((self._award(key, entry) for key, entry in rows.items()), key=lambda a: -a.category)
        seed, contribution = (
            self._cents("seed", value.get("seed")),
            self._cents("contribution", value.get("contribution")),
        )
        if contribution > self.wager:
            raise self.error(f"the contribution cannot exceed the wager of {dollars(self.wager)}")
        for better, worse in pairwise(awards):
            if better.at_meter(seed) < worse.at_meter(seed):
                raise self.error(
                    f"{worse.category.label} at {worse} pays more than {better.category.label} at {better}"
                )
        return Progressive(tuple(awards), seed, contribution, basis)

    def plain(self, value: Any) -> dict[str, Any]:
        if value is None:
            return {}
        rows = {award.category.name.lower(): award.plain() for award in value.awards}
        return {"seed": value.seed, "contribution": value.contribution, "basis": value.basis, "rows": rows}

    def toml(self, game: Game) -> Iterator[str]:
        yield f"[{self.name}]"
        yield '# seed = "$10,000"'
        yield '# contribution = "$1"'
        yield f'# basis = "{BEST_FIVE}"'
        yield '# rows = { royal_flush = "100%", straight_flush = "10%", four_of_a_kind = "$300" }'

    def _award(self, key: str, entry: Any) -> Award:
        category = Category.__members__.get(key.upper(), Category.HIGH_CARD) if key.islower() else Category.HIGH_CARD
        if category is Category.HIGH_CARD:
            raise self.error(f"{key!r} is no kind of hand that the rules rank")
        if not isinstance(entry, str) or not entry.endswith("%"):
            return Award(category, amount=self._cents(key, entry))
        found = _SHARE.fullmatch(entry)
        share = Fraction(entry[:-1]) / 100 if found else Fraction(0)
        if not 0 < share <= 1:
            raise self.error(f"{key}: {entry!r} is no share; write more than 0% and at most 100%, such as 10% or 12.5%")
        return Award(category, share=share)

    def _cents(self, what: str, value: Any) -> int:
        try:
            return read_amount(value)
        except MoneyError as error:
            raise self.error(f'{what} is {value!r}; give cents, or text like "$300"') from error


def _strength(progressive: Progressive, hand: FinishedHand) -> int:
    cards = hand.cards["player"] + hand.cards["community"]
    return five.value(cards[: len(hand.cards["player"]) + FLOP] if progressive.basis == HOLE_PLUS_FLOP else cards)


def _award(progressive: Progressive, hand: FinishedHand) -> Award | None:
    return progressive.award(_strength(progressive, hand))


def settle_progressive(terms: Terms, hand: FinishedHand) -> Result:
    """By the operator's definition; without one the wager is not offered and the chip goes back (UTH-R4)."""
    stake, progressive = hand.wagers["progressive"], terms["progressive"]
    if progressive is None:
        return void("progressive", stake, ("UTH-R4",), ("no progressive has been submitted: the wager is not offered",))
    strength = _strength(progressive, hand)
    facts: tuple[str, ...] = (f"player {five.name(strength)}",)
    award = progressive.award(strength)
    if award is None:
        return lose("progressive", stake, ("UTH-14(c)", "UTH-R41"), (*facts, "no award for this hand"))
    sharers = hand.numbers.get("sharers", 1)
    won = progressive.pays(award, hand.numbers.get("meter"), sharers, "UTH-R54")
    shared = f", divided by {sharers}" if award.share and sharers > 1 else ""
    facts = (*facts, f"award {award}{shared}")
    whole = award.at_meter(hand.numbers.get("meter", 0)) == won * (sharers if award.share else 1)
    paid = min(won, hand.numbers.get("left", won)) if award.share else won
    cut = ("UTH-R89",) if paid < won else ()
    if cut:
        facts = (*facts, f"{dollars(won)} cut to the {dollars(paid)} left in the meter")
    clauses = ("UTH-14(c)", "UTH-R4", "UTH-R54", "UTH-R73", *(() if whole else ("UTH-R72",)), *cut)
    return Result("progressive", Outcome.WIN, stake, paid, stake, clauses, facts)


def numbers_of_award(terms: Terms, meter: int, left: int, hands: tuple[FinishedHand, ...]) -> Mapping[str, int]:
    """What an award depends on besides the hand (the first of these).

    The meter as it was read once, what is left in it when this hand is paid, and how many hit the same share.
    """
    progressive = terms["progressive"]
    won = [_award(progressive, hand) for hand in hands]
    sharers = max(1, sum([award is not None and award == won[0] for award in won]))
    return {"meter": meter, "left": left, "sharers": sharers}


def shares_exceed_meter(terms: Terms) -> bool:
    """Whether the meter cannot pay all shares if they are hit in one round."""
    awards = terms["progressive"].awards if terms["progressive"] else ()
    return sum(award.share or 0 for award in awards) > 1


def contribution(terms: Terms) -> int:
    """What one wager adds to the meter."""
    return int(terms["progressive"].contribution)


def from_meter(terms: Terms, hand: FinishedHand) -> bool:
    """Shares are paid from the meter, fixed amounts from the rack (UTH-R76)."""
    award = _award(terms["progressive"], hand)
    return award is not None and award.share is not None


def seed(terms: Terms) -> int:
    """Where the meter starts; 0 where there is no progressive."""
    return terms["progressive"].seed if terms["progressive"] else 0


def progressive_awards(terms: Terms) -> tuple[tuple[str, str], ...]:
    """What the operator's progressive pays, for a rule card."""
    progressive = terms["progressive"]
    return tuple((award.category.label, str(award)) for award in progressive.awards) if progressive else ()


def progressive_reading(terms: Terms) -> str:
    """Which cards the progressive goes by, and how an award is shared, for a rule card."""
    progressive = terms["progressive"]
    if not progressive:
        return ""
    cards = "two cards and the flop" if progressive.basis == HOLE_PLUS_FLOP else "best five of seven cards"
    sharing = (
        "; players who hit the same share of the meter divide it" if any(a.share for a in progressive.awards) else ""
    )
    return f"the progressive goes by your {cards}, whatever the dealer holds, folded or not{sharing}"
