"""The operator's options: what the rules leave open for one table, with legal values, starting values and clauses.

Every option of every game is one of a few kinds. A kind reads a value from plain data (TOML, JSON, the command line),
refuses what is not legal, and writes it back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.errors import MoneyError, OptionError
from pitboss.law import Citation
from pitboss.money import Odds, cents, dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.terms import Terms


@dataclass(frozen=True, kw_only=True)
class Option:
    """One choice the rules leave to the operator."""

    name: str
    help: str
    clause: Citation
    start: Any
    """What a new submission is written with, as plain data; a bare hand that names no value is settled with it."""
    must_be_named: bool = False
    """A submission that leaves it out is refused; nothing is filled in silently."""
    only_if: str | None = None
    """The switch without which the option has nothing to say."""

    is_table: ClassVar[bool] = False
    """Written as a table of its own at the end of a submission."""
    values: ClassVar[tuple[str | int, ...]] = ()
    """All legal values, where they are few."""

    @property
    def legal(self) -> str:
        """The legal values in words."""
        raise NotImplementedError

    def read(self, value: Any) -> Any:
        """The value in its own type, or a typed error with the clause and the legal values."""
        raise NotImplementedError

    def read_record(self, value: Any) -> Any:
        """A value out of a journal: also one that was legal when it was written and is not any more."""
        return self.read(value)

    def plain(self, value: Any) -> Any:
        """A value as plain data: what `read` reads."""
        return value

    def toml(self, game: Game) -> Iterator[str]:
        """The lines of a new submission for this option, comments apart."""
        yield f"{self.name} = {json.dumps(self.start)}"

    def refuse(self, value: Any) -> OptionError:
        """The error for an illegal value."""
        return self.error(f"{value!r} is not allowed; legal: {self.legal}")

    def error(self, message: str) -> OptionError:
        """An error about this option."""
        return OptionError("option-value", f"{self.name}: {message}", self.clause, (self.name,))


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few values; a number may also be given as text."""

    values: tuple[str | int, ...]  # type: ignore[misc]

    @property
    def legal(self) -> str:
        return " or ".join(json.dumps(value) for value in self.values)

    def read(self, value: Any) -> str | int:
        for allowed in self.values:
            if type(value) in (str, int) and str(value) == str(allowed):
                return allowed
        raise self.refuse(value)


@dataclass(frozen=True, kw_only=True)
class Flag(Option):
    """Yes or no."""

    values: ClassVar[tuple[str | int, ...]] = (False, True)

    @property
    def legal(self) -> str:
        return "true or false"

    def read(self, value: Any) -> bool:
        if type(value) is bool:
            return value
        if value in ("true", "false"):
            return bool(value == "true")
        raise self.refuse(value)


@dataclass(frozen=True, kw_only=True)
class Whole(Option):
    """A whole number between two bounds."""

    least: int
    most: int

    @property
    def legal(self) -> str:
        return f"a whole number from {self.least} to {self.most}" if self.least < self.most else f"{self.least} only"

    def read(self, value: Any) -> int:
        number = (
            int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 9 else value
        )
        if type(number) is not int or not self.least <= number <= self.most:
            raise self.refuse(value)
        return number


def read_amount(value: Any) -> int:
    """Money as a submission states it: whole cents, or text such as "$10"."""
    return parse_dollars(value) if isinstance(value, str) and value.startswith("$") else cents(value)


@dataclass(frozen=True, kw_only=True)
class Amount(Option):
    """Money, as cents or as text such as "$10"."""

    multiple: int = 1
    follows: str | None = None
    """The option whose value it takes when a bare hand names that one and not this."""

    @property
    def legal(self) -> str:
        step = f", a multiple of {dollars(self.multiple)}" if self.multiple > 1 else ""
        return f'more than nothing, in whole cents or as text like "$10"{step}'

    def read(self, value: Any) -> int:
        try:
            amount = read_amount(value)
        except MoneyError as error:
            raise self.refuse(value) from error
        if amount < 1 or amount % self.multiple:
            raise self.refuse(value)
        return amount

    def toml(self, game: Game) -> Iterator[str]:
        yield f'{self.name} = "{dollars(self.start)}"'


@dataclass(frozen=True, kw_only=True)
class Text(Option):
    """Words of the operator's own."""

    may_be_blank: bool = False

    @property
    def legal(self) -> str:
        return f"some text on one line{', or none' if self.may_be_blank else ''}"

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not (value.strip() or self.may_be_blank) or not value.strip().isprintable():
            raise self.refuse(value)
        return value.strip()


SOLID_COLOURS = (
    "yellow", "green", "white", "black", "red", "blue", "orange", "purple", "violet", "pink", "brown", "grey",
    "turquoise", "gold", "silver",
)  # fmt: skip
"""What cover and cutting cards are made in."""


@dataclass(frozen=True, kw_only=True)
class SolidColour(Choice):
    """The colour of a cover or cutting card."""

    values: tuple[str | int, ...] = SOLID_COLOURS  # type: ignore[misc]

    def read(self, value: Any) -> str | int:
        return super().read(value.strip().lower() if isinstance(value, str) else value)

    def read_record(self, value: Any) -> str | int:
        """Journals from before there was a list may hold any words."""
        return value if isinstance(value, str) and value.strip() else self.read(value)


@dataclass(frozen=True, kw_only=True)
class Names(Option):
    """A list of names or colours, in small letters."""

    such_as: str
    """A list as an example."""
    may_be_empty: bool = False

    @property
    def legal(self) -> str:
        return f"a list such as {self.such_as}{', or an empty one' if self.may_be_empty else ''}"

    def read(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not (value or self.may_be_empty):
            raise self.refuse(value)
        if not all(isinstance(name, str) and name.strip() and name.strip().isprintable() for name in value):
            raise self.refuse(value)
        return tuple(name.strip().lower() for name in value)

    def plain(self, value: Any) -> list[str]:
        return list(value)


@dataclass(frozen=True, kw_only=True)
class RaisedOdds(Option):
    """Rows of a pay table that the operator pays above their floor."""

    whole: Citation
    """The ruling that raised odds are whole numbers to 1, and that a better hand never pays less than a worse one."""
    is_table: ClassVar[bool] = True

    @property
    def legal(self) -> str:
        return 'rows of the table in force with odds at or above it, such as flush = "8 to 1"'

    def read(self, value: Any) -> dict[str, Odds]:
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        return {row: self._odds(row, odds) for row, odds in value.items()}

    def plain(self, value: Any) -> dict[str, str]:
        return {row: str(odds) for row, odds in value.items()}

    def toml(self, game: Game) -> Iterator[str]:
        pays = next(pays for pays in game.payouts.values() if pays.raised_by == self.name)
        table = pays.tables[game.option[pays.selected_by].start] if pays.selected_by else pays.only
        yield f"[{self.name}]"
        yield from (f'# {row.key} = "{row.odds}"' for row in table.rows)

    def _odds(self, row: str, value: Any) -> Odds:
        try:
            match value:
                case str():
                    return Odds.parse(value, self.clause)
                case [int(), int()]:
                    return Odds(*value)
        except MoneyError as error:
            raise self.error(f"{row}: {error.message}") from error
        raise self.error(f"{row}: {value!r} is not allowed; legal: {self.legal}")


@dataclass(frozen=True, slots=True)
class Approval:
    """The record of an approval or attestation: its reference and date. Its content is not judged."""

    reference: str = ""
    date: date | None = None

    def is_complete_by(self, at: int | None = None) -> bool:
        """Both reference and date are there, and the date is not after this time (milliseconds since 1970, UTC)."""
        return not self.lacks(at)

    def lacks(self, at: int | None = None) -> str:
        """Why it does not count at a time; empty if it does."""
        if not self.reference or self.date is None:
            return f"has no {'date' if self.reference else 'reference'}"
        if at is not None and self.date > date(1970, 1, 1) + timedelta(milliseconds=at):
            return f"is dated {self.date}, which is later than today"
        return ""


@dataclass(frozen=True, slots=True)
class NeededApproval:
    """An approval or attestation that a table needs before it opens, if its options ask for it."""

    key: str
    what: str
    clause: Citation
    when: Callable[[Terms], bool] = lambda terms: True
    covers: Callable[[Terms], tuple[str, ...]] = lambda terms: ()
    """Options that rest on it: a change of one needs a new reference."""


def covering(*options: str) -> Callable[[Terms], tuple[str, ...]]:
    """The same options under all terms."""
    return lambda terms: options


@dataclass(frozen=True, kw_only=True)
class Approvals(Option):
    """References of the approvals a table needs; blank ones keep it from opening, not from being checked."""

    needed: tuple[NeededApproval, ...]
    is_table: ClassVar[bool] = True

    @property
    def legal(self) -> str:
        keys = ", ".join(need.key for need in self.needed)
        return f'for each of {keys}: {{ reference = "...", date = 2026-01-31 }}'

    def read(self, value: Any) -> dict[str, Approval]:
        if not isinstance(value, Mapping) or not set(value) <= {need.key for need in self.needed}:
            raise self.refuse(value)
        return {key: self._approval(entry) for key, entry in value.items()}

    def plain(self, value: Any) -> dict[str, dict[str, str]]:
        return {
            key: {"reference": approval.reference, "date": approval.date.isoformat() if approval.date else ""}
            for key, approval in value.items()
        }

    def toml(self, game: Game) -> Iterator[str]:
        yield f"[{self.name}]"
        for need in self.needed:
            yield f"# {need.what} ({need.clause})"
            yield f'{need.key} = {{ reference = "", date = "" }}'

    def _approval(self, entry: Any) -> Approval:
        if not isinstance(entry, Mapping) or not set(entry) <= {"reference", "date"}:
            raise self.refuse(entry)
        reference, day = entry.get("reference", ""), entry.get("date", "")
        try:
            when = date.fromisoformat(day) if isinstance(day, str) and day else day
        except ValueError as error:
            raise self.refuse(entry) from error
        if not isinstance(reference, str) or not (when == "" or type(when) is date):
            raise self.refuse(entry)
        return Approval(reference.strip(), when or None)


@dataclass(frozen=True, slots=True)
class Combination:
    """Choices that the clauses do not allow together, or that an operator is warned of."""

    keys: tuple[str, ...]
    clause: Citation
    message: str
    when: Callable[[Terms], bool]
