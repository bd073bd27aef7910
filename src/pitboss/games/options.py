"""The operator's options: what the rules leave open for one table, with legal values, starting values and clauses.

Every option of every game is one of a few kinds. `Options` is a complete, validated set of choices: what a table runs
by, and what settlement reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.errors import MoneyError, OptionError
from pitboss.law import Citation
from pitboss.money import Odds, cents, dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.paying import PayTable


@dataclass(frozen=True, kw_only=True)
class Option:
    """One choice the rules leave to the operator."""

    name: str
    help: str
    clause: Citation
    start: Any
    """What a new submission is written with; a finished hand that names no value is settled with it."""
    must_be_named: bool = False
    """A submission that leaves it out is refused; nothing is filled in silently."""
    only_if: str | None = None
    """The switch without which the option has nothing to say."""

    @property
    def legal(self) -> str:
        """The legal values in words."""
        raise NotImplementedError

    def read(self, value: Any) -> Any:
        """The value in its own type, or a typed error with the clause and the legal values."""
        raise NotImplementedError

    def refuse(self, value: Any) -> OptionError:
        """The error for an illegal value."""
        message = f"{self.name} = {value!r} is not allowed; legal: {self.legal}"
        return OptionError("option-value", message, self.clause, (self.name,))


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few values; a number may also be given as text."""

    values: tuple[str | int, ...]

    @property
    def legal(self) -> str:
        return " or ".join(repr(value) for value in self.values)

    def read(self, value: Any) -> str | int:
        for allowed in self.values:
            if type(value) in (str, int) and str(value) == str(allowed):
                return allowed
        raise self.refuse(value)


@dataclass(frozen=True, kw_only=True)
class Flag(Option):
    """Yes or no."""

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
        number = int(value) if isinstance(value, str) and value.isdigit() else value
        if type(number) is not int or not self.least <= number <= self.most:
            raise self.refuse(value)
        return number


@dataclass(frozen=True, kw_only=True)
class Amount(Option):
    """Money, as cents or as text such as "$10"."""

    multiple: int = 1
    follows: str | None = None
    """The option whose value it takes when a finished hand names none of its own."""

    @property
    def legal(self) -> str:
        step = f", a multiple of {dollars(self.multiple)}" if self.multiple > 1 else ""
        return f'more than nothing, in whole cents or as text like "$10"{step}'

    def read(self, value: Any) -> int:
        try:
            amount = parse_dollars(value) if isinstance(value, str) and value.startswith("$") else cents(value)
        except MoneyError as error:
            raise self.refuse(value) from error
        if amount < 1 or amount % self.multiple:
            raise self.refuse(value)
        return amount


@dataclass(frozen=True, kw_only=True)
class Text(Option):
    """Words of the operator's own."""

    @property
    def legal(self) -> str:
        return "some text"

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.refuse(value)
        return value.strip()


@dataclass(frozen=True, kw_only=True)
class Colours(Option):
    """A list of colours."""

    @property
    def legal(self) -> str:
        return 'a list of colours such as ["red", "blue"]'

    def read(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not value or not all(isinstance(v, str) and v.strip() for v in value):
            raise self.refuse(value)
        return tuple(colour.strip().lower() for colour in value)


@dataclass(frozen=True, kw_only=True)
class RaisedOdds(Option):
    """Rows of a pay table that the operator pays above their floor."""

    @property
    def legal(self) -> str:
        return 'rows of the table in force with odds at or above it, such as {flush = "8 to 1"}'

    def read(self, value: Any) -> dict[str, Odds]:
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        return {row: self._odds(odds) for row, odds in value.items()}

    def _odds(self, value: Any) -> Odds:
        try:
            match value:
                case Odds():
                    return value
                case str():
                    return Odds.parse(value, self.clause)
                case [int(), int()]:
                    return Odds(*value)
        except MoneyError as error:
            raise OptionError(error.code, f"{self.name}: {error.message}", self.clause, (self.name,)) from error
        raise self.refuse(value)


@dataclass(frozen=True, slots=True)
class Approval:
    """The record of an approval or attestation: its reference and date. Its content is not judged."""

    reference: str = ""
    date: date | None = None


@dataclass(frozen=True, slots=True)
class NeededApproval:
    """An approval or attestation that a table needs before it opens, if its options ask for it."""

    key: str
    what: str
    clause: Citation
    when: Callable[[Options], bool] = lambda options: True


@dataclass(frozen=True, kw_only=True)
class Approvals(Option):
    """References of the approvals a table needs; blank ones keep it from opening, not from being checked."""

    needed: tuple[NeededApproval, ...]

    @property
    def legal(self) -> str:
        keys = ", ".join(need.key for need in self.needed)
        return f'for each of {keys}: {{ reference = "...", date = 2026-01-31 }}'

    def read(self, value: Any) -> dict[str, Approval]:
        if not isinstance(value, Mapping) or not set(value) <= {need.key for need in self.needed}:
            raise self.refuse(value)
        return {key: self._approval(entry) for key, entry in value.items()}

    def _approval(self, entry: Any) -> Approval:
        if isinstance(entry, Approval):
            return entry
        if not isinstance(entry, Mapping) or not set(entry) <= {"reference", "date"}:
            raise self.refuse(entry)
        reference, when = entry.get("reference", ""), entry.get("date", "")
        try:
            day = date.fromisoformat(when) if isinstance(when, str) and when else when or None
        except ValueError as error:
            raise self.refuse(entry) from error
        if not isinstance(reference, str) or not (day is None or type(day) is date):
            raise self.refuse(entry)
        return Approval(reference.strip(), day)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A combination of choices that the clauses do not allow."""

    keys: tuple[str, ...]
    clause: Citation
    message: str
    when: Callable[[Options], bool]


class Options(Mapping[str, Any]):
    """A complete set of choices for one game, each legal by itself and with the others."""

    def __init__(self, game: Game, given: Mapping[str, Any] | None = None) -> None:
        """Read the given choices; the rest have their starting values.

        A forbidden combination is refused when every key of it is given: what a finished hand leaves unsaid is not
        held against it. `complete` judges all of them, as a table's submission needs.
        """
        self.game = game
        known = game.option_by_name
        if given is not None and not isinstance(given, Mapping):
            raise OptionError("options", f"options are values by name, not {given!r}", game.cites.choices)
        self.given: dict[str, Any] = {}
        for key, value in (given or {}).items():
            if key not in known:
                names = ", ".join(known)
                message = f"{game.title} has no option {key!r}; it has {names}"
                raise OptionError("unknown-option", message, game.cites.choices, (key,))
            self.given[key] = known[key].read(value)
        self._values = {name: self._value(option) for name, option in known.items()}
        self._tables: dict[str, PayTable] = {}
        self._limits: dict[int, int] = {}
        for problem in self.problems(lambda rule: all(key in self.given for key in rule.keys)):
            raise problem
        for wager in game.raised_odds:
            self.pay_table(wager)

    def _value(self, option: Option) -> Any:
        if option.name in self.given:
            return self.given[option.name]
        if isinstance(option, Amount) and option.follows in self.given:
            return self.given[option.follows]
        return option.read(option.start)

    def problems(self, judged: Callable[[Forbidden], bool] = lambda rule: True) -> Iterator[OptionError]:
        """An error for each forbidden combination among these choices."""
        for rule in self.game.forbidden:
            if judged(rule) and rule.when(self):
                message = f"{', '.join(rule.keys)}: {rule.message}"
                yield OptionError("forbidden-combination", message, rule.clause, rule.keys)

    def missing_approvals(self) -> Iterator[NeededApproval]:
        """The approvals these choices need and whose reference is blank."""
        for option in self.game.options:
            if isinstance(option, Approvals):
                for need in option.needed:
                    if need.when(self) and not self[option.name].get(need.key, Approval()).reference:
                        yield need

    def pay_table(self, wager: str) -> PayTable:
        """The pay table in force for a wager: the one selected, with the rows the operator has raised."""
        if wager not in self._tables:
            self._tables[wager] = self.game.table_in_force(wager, self)
        return self._tables[wager]

    def limit(self, cap: int) -> int:
        """The limit that the game's cap with this number sets at this table, in cents."""
        if cap not in self._limits:
            self._limits[cap] = self.game.caps[cap].limit(self)
        return self._limits[cap]

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
