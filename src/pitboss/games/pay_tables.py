"""Pay tables: rows from best to worst, each with its odds, its clause, and the lowest hand that earns it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pitboss.errors import OptionError
from pitboss.law import Citation
from pitboss.money import EVEN_MONEY, Odds


@dataclass(frozen=True, slots=True)
class Row:
    """A hand that pays. `at_least` is the lowest strength, in the order the table is read by, that earns it."""

    key: str
    label: str
    odds: Odds
    at_least: int
    clause: Citation


@dataclass(frozen=True, slots=True)
class PayTable:
    """The rows of one pay table, best first. A wager is paid once, for the best row its hand reaches."""

    name: str
    rows: tuple[Row, ...]
    clause: Citation
    otherwise: str = "loses"
    """What becomes of the wager on a hand below the lowest row."""
    _by_key: dict[str, Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if [row.at_least for row in self.rows] != sorted((row.at_least for row in self.rows), reverse=True):
            raise ValueError(f"the rows of pay table {self.name} are not in order from best to worst")
        object.__setattr__(self, "_by_key", {row.key: row for row in self.rows})

    def row(self, strength: int) -> Row | None:
        """The row a hand of this strength is paid on, or None if it reaches none."""
        for row in self.rows:
            if strength >= row.at_least:
                return row
        return None

    def __getitem__(self, key: str) -> Row:
        return self._by_key[key]

    @property
    def top(self) -> Odds:
        """The highest odds of the table."""
        return max(row.odds for row in self.rows)

    def raised(self, odds: Mapping[str, Odds], option: str, clause: Citation, whole: Citation) -> PayTable:
        """This table with rows raised to whole numbers to 1, none below its floor, none above a better hand's.

        `clause` lets rows be raised; `whole` is the ruling on what raised odds may be.
        """
        for key, new in odds.items():
            if key not in self._by_key:
                known = ", ".join(self._by_key)
                message = f"{option}: there is no row {key!r}; the rows are {known}"
                raise OptionError("option-value", message, clause, (option,))
            floor = self._by_key[key].odds
            if new.stake != 1 or new < floor:
                message = f"{option}: {key} at {new} is not allowed; whole numbers to 1 from {floor} up are"
                below = new < floor
                raise OptionError(
                    "below-floor" if below else "odds-whole", message, clause if below else whole, (option,)
                )
        raised = tuple(replace(row, odds=odds[row.key], clause=clause) if row.key in odds else row for row in self.rows)
        for better, worse in pairwise(raised):
            if better.odds < worse.odds:
                message = (
                    f"{option}: {worse.key} at {worse.odds} pays more than the better {better.key} at {better.odds}"
                )
                raise OptionError("odds-order", message, whole, (option,))
        return replace(self, rows=raised)


PayTables = Mapping[str | int, PayTable]
"""The pay tables of one wager by their names."""


@dataclass(frozen=True, slots=True)
class Payout:
    """How a wager is paid: its pay tables, and the options that select one and raise its rows."""

    tables: PayTables
    selected_by: str | None = None
    """None where there is one table, or where something in the round selects it (Cover All's number of hands)."""
    raised_by: str | None = None

    @property
    def only(self) -> PayTable:
        """The table of a payout that has one."""
        (table,) = self.tables.values()
        return table


def pay_table(
    name: str,
    clause: Citation,
    *rows: tuple[str, int, Odds] | tuple[str, int, Odds, Citation],
    otherwise: str = "loses",
) -> PayTable:
    """Write a table as the document prints it: `(hand, lowest strength, odds)`, and a clause if a row has its own."""
    return PayTable(
        name,
        tuple(
            Row(label.replace(" ", "_").replace("-", "_"), label, odds, at_least, own[0] if own else clause)
            for label, at_least, odds, *own in rows
        ),
        clause,
        otherwise,
    )


def even_money(clause: Citation) -> Payout:
    """A winning wager is paid 1 to 1."""
    return Payout({"even money": pay_table("even money", clause, ("win", 1, EVEN_MONEY))})
