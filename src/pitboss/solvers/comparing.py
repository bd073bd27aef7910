"""The pay tables and versions of a game side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from pitboss.games.game import Game
from pitboss.solvers.figures import Figures
from pitboss.solvers.pricing import Report

Ask = Callable[[Mapping[str, Any]], Report]
"""Figures of the game with some options changed."""


class Priced(NamedTuple):
    """A wager under one of its pay tables."""

    wager: str
    table: str | int
    """Its name; empty where the wager has one table, or none."""
    figures: Figures

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {
            "wager": self.wager,
            "table": self.table,
            "ev": str(self.figures.ev),
            "edge": float(self.figures.edge),
            "hit_frequency": float(self.figures.hit_frequency),
            "standard_deviation": self.figures.standard_deviation,
        }


class Version(NamedTuple):
    """The game played one way."""

    options: Mapping[str, Any]
    report: Report

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        report = self.report
        return {
            "options": dict(self.options),
            "ev": str(report.ev),
            "edge": float(-report.ev),
            "main": float(report.wagers["main"].edge),
            "element_of_risk": float(report.element_of_risk),
            "standard_deviation": report.total.standard_deviation,
            "decisions": {name: str(part) for name, part in report.decisions.items()},
        }


def by_pay_table(game: Game, ask: Ask) -> Iterator[Priced]:
    """Every wager with every pay table it may have."""
    for name, figures in ask({}).wagers.items():
        pays = game.payouts.get(name)
        if pays is None or pays.selected_by is None:
            yield Priced(name, "", figures)
            continue
        for table in pays.tables:
            plain: dict[str, Any] = (
                {pays.raised_by: {}} if pays.raised_by else {}
            )  # each table at the odds it is written with
            yield Priced(name, table, ask({pays.selected_by: table, **plain}).wagers[name])


def by_version(game: Game, ask: Ask) -> Iterator[Version]:
    """Every combination of the options that change how the game is played; one if there are none."""
    names = game.versions
    for values in product(*(game.option[name].values for name in names)):
        options = dict(zip(names, values, strict=True))
        yield Version(options, ask(options))
