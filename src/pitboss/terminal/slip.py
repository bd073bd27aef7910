"""The wagers somebody wants to make, kept within what the table takes; the table itself has the last word."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from pitboss.games.game import Wager
from pitboss.games.hand import check_wagers
from pitboss.money import short_dollars as money
from pitboss.paper.felt_words import inscribed, sentence
from pitboss.table.betting import bet_bounds
from pitboss.table.moves import Between
from pitboss.table.state import Bets
from pitboss.table.table import Table

_VALUES = (1_00, 5_00, 25_00, 100_00, 500_00, 1000_00)
_STACK = 25
"""A chip is worth offering if so many of them make the least wager."""


class Slip:
    """What one player wants to lie where before the call."""

    def __init__(self, table: Table, player: str) -> None:
        self._table, self._player = table, player
        self.amounts: dict[str, int] = {}

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """What this table takes before the deal."""
        return self._table.rules.opening_wagers

    @property
    def chips(self) -> tuple[int, ...]:
        """The chips worth offering."""
        bounds = [self._bounds(wager.name) for wager in self.wagers]
        least, most = bounds[0].least, max(one.most for one in bounds)
        return tuple(chip for chip in _VALUES if chip <= max(most, _VALUES[0]) and chip * _STACK >= least)

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.amounts.values())

    def add(self, wager: str, cents: int) -> str:
        """Some chips more, or less; a sentence if the amount had to be another."""
        return self.set(wager, self.amounts.get(wager, 0) + cents, up=cents > 0)

    def set(self, wager: str, amount: int, *, up: bool = True) -> str:
        """So much on an area, and on all that must be alike; the nearest amount that may lie there."""
        group = self._alike(wager)
        for other in self._table.rules.needed_by(wager) if amount > 0 else ():
            if other not in self.amounts and other not in group:
                self.set(other, 1)
        bounds = [self._bounds(name) for name in group]
        least, most = max(one.least for one in bounds), min(one.most for one in bounds)
        fits = min(amount - amount % lcm(*(one.unit for one in bounds)), most)
        said = ""
        if amount <= 0 or (fits < least and not up) or most < least:
            fits = 0
            if amount > 0 and most < least:
                said = f"{_name(self._rule(wager))} is {money(least)} or more: buy chips first"
        elif fits < least:
            fits, said = least, f"{_name(self._rule(wager))} begins at {money(least)}" if amount > 1 else ""
        elif amount > most:
            said = f"{_name(self._rule(wager))} ends at {money(most)}"
        for name in group:
            self.amounts[name] = fits
        self._drop()
        return said

    def least(self) -> None:
        """The smallest wagers with which a hand is dealt."""
        self.amounts = {}
        for wager in self.wagers:
            if wager.required and wager.name not in self.amounts:
                self.set(wager.name, 1)

    def again(self, wagers: Mapping[str, int]) -> None:
        """The same wagers as before."""
        self.amounts = {wager.name: wagers[wager.name] for wager in self.wagers if wager.name in wagers}

    def clear(self) -> None:
        """Nothing lies there."""
        self.amounts = {}

    def checked(self) -> dict[str, int]:
        """The wagers; a typed error if one is missing or wrong."""
        rules = self._table.rules
        check_wagers(rules.game, self.amounts, rules.terms)
        return dict(self.amounts)

    def _drop(self) -> None:
        """What is nothing, and what needs something that is not there, goes."""
        self.amounts = {name: amount for name, amount in self.amounts.items() if amount}
        needed_by = self._table.rules.needed_by
        alone = [name for name in self.amounts if any(other not in self.amounts for other in needed_by(name))]
        for name in alone:
            del self.amounts[name]

    def _rule(self, name: str) -> Wager:
        return self._table.rules.game.wager[name]

    def _alike(self, name: str) -> list[str]:
        """All wagers that must be as large as this one, itself among them."""
        group = {name}
        pairs = [(wager.name, wager.equals) for wager in self.wagers if wager.equals]
        while more := {name for pair in pairs if group & set(pair) for name in pair} - group:
            group |= more
        return [wager.name for wager in self.wagers if wager.name in group]

    def _bounds(self, name: str) -> Between:
        lying = {wager.name: self.amounts.get(wager.name, 0) or 1 for wager in self.wagers if wager.name != name}
        return bet_bounds(self._table.rules, self._table.state, Bets(self._player, lying), self._rule(name))


def _name(wager: Wager) -> str:
    return sentence(inscribed(wager))
