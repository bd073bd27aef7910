"""A progressive wager by the operator's own definition: awards as fixed amounts or as shares of a meter (UTH-R4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from pitboss.errors import HandError, MoneyError, OptionError
from pitboss.games.options import Option
from pitboss.hands.five import Category, at_least
from pitboss.law import Citation
from pitboss.money import cents, dollars, parse_dollars

BEST_FIVE, HOLE_PLUS_FLOP = "best-five", "hole-plus-flop"
_KEYS = {"rows", "seed", "contribution", "basis"}


@dataclass(frozen=True, slots=True)
class Award:
    """What a hand of this kind or better is paid: a fixed amount in cents, or a share of the meter."""

    category: Category
    amount: int = 0
    share: Fraction | None = None

    def at_meter(self, meter: int) -> Fraction:
        """The award when the meter stands at so many cents, before it is divided."""
        return Fraction(self.amount) if self.share is None else self.share * meter

    def __str__(self) -> str:
        if self.share is None:
            return dollars(self.amount)
        percent = self.share * 100
        return f"{percent if percent.denominator == 1 else float(percent)}% of the meter"


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
            raise HandError("meter", f"the award is {award}: give the meter, in cents", clause)
        return int(award.at_meter(meter) / sharers)


@dataclass(frozen=True, kw_only=True)
class ProgressiveOption(Option):
    """The operator's definition, or nothing where the wager is not offered."""

    wager: int
    """The fixed wager, which the contribution cannot exceed."""

    @property
    def legal(self) -> str:
        kinds = ", ".join(kind.name.lower() for kind in Category if kind is not Category.HIGH_CARD)
        return (
            f'empty, or seed, contribution (0 to {self.wager}), basis ("{BEST_FIVE}" or "{HOLE_PLUS_FLOP}") and rows: '
            f'amounts or shares such as "$300" or "10%" for {kinds}'
        )

    def read(self, value: Any) -> Progressive | None:
        if value is None or isinstance(value, Progressive):
            return value
        if not isinstance(value, Mapping) or not set(value) <= _KEYS:
            raise self.refuse(value)
        if not value:
            return None
        rows, basis = value.get("rows"), value.get("basis", BEST_FIVE)
        if not isinstance(rows, Mapping) or not rows or basis not in (BEST_FIVE, HOLE_PLUS_FLOP):
            raise self.refuse(value)
        awards = sorted((self._award(key, entry) for key, entry in rows.items()), key=lambda a: -a.category)
        progressive = Progressive(
            tuple(awards), self._cents(value.get("seed")), self._cents(value.get("contribution")), basis
        )
        if progressive.contribution > self.wager:
            raise self._error(f"the contribution cannot exceed the wager of {dollars(self.wager)}")
        for better, worse in pairwise(awards):
            if better.at_meter(progressive.seed) < worse.at_meter(progressive.seed):
                raise self._error(
                    f"{worse.category.label} at {worse} pays more than {better.category.label} at {better}"
                )
        return progressive

    def _award(self, key: Any, entry: Any) -> Award:
        try:
            category = Category[str(key).upper()]
        except KeyError:
            category = Category.HIGH_CARD
        if category is Category.HIGH_CARD:
            raise self._error(f"{key!r} is no kind of hand that the rules rank")
        if isinstance(entry, str) and entry.endswith("%"):
            try:
                share = Fraction(entry[:-1]) / 100
            except ValueError:
                raise self._error(f"{key}: {entry!r} is no share; write it like 10%") from None
            if not 0 < share <= 1:
                raise self._error(f"{key}: a share is more than 0% and at most 100%")
            return Award(category, share=share)
        return Award(category, amount=self._cents(entry))

    def _cents(self, value: Any) -> int:
        try:
            return parse_dollars(value) if isinstance(value, str) else cents(value)
        except MoneyError as error:
            raise self._error(error.message) from error

    def _error(self, message: str) -> OptionError:
        return OptionError("option-value", f"{self.name}: {message}", self.clause, (self.name,))
