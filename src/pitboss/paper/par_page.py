"""The par sheet as a page that stands alone: no script, no font and no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from jinja2 import Environment

from pitboss.paper import charts, numbers
from pitboss.paper.felt_words import sentence
from pitboss.paper.html import pages_of
from pitboss.paper.par_data import Line, Net, Sheet
from pitboss.paper.strategy import in_ranges


def as_html(sheet: Sheet, back: str = "") -> str:
    """The whole page; `back` is where a reader came from, if that is a page as well."""
    wager_of = {wager.name: wager for wager in sheet.wagers}
    return _pages().get_template("par.html").render(sheet=sheet, wager_of=wager_of, back=back)


class Group(NamedTuple):
    """The lines of one decision, added up."""

    decision: str
    lines: list[Line]
    deals: int
    probability: Fraction
    returns: Fraction


def by_decision(lines: Iterable[Line]) -> Iterator[Group]:
    """Lines in groups, in their order; one group where a wager asks for no decision."""
    for decision, members in groupby(lines, key=lambda line: line.decision):
        group = list(members)
        yield Group(
            decision,
            group,
            sum(line.deals for line in group),
            sum((line.probability for line in group), Fraction(0)),
            sum((line.returns for line in group), Fraction(0)),
        )


def sum_of_nets(distribution: Iterable[Net]) -> Fraction:
    """The expectation of a distribution."""
    return sum((one.net * one.probability for one in distribution), Fraction(0))


def _pages() -> Environment:
    pages = pages_of("pitboss.paper")
    pages.filters |= {
        "exact": numbers.exact,
        "percent": numbers.percent,
        "decimal": numbers.decimal,
        "short": numbers.short,
        "money": numbers.money,
        "count": lambda number: f"{number:,}",
        "words": lambda name: name.replace("_", " "),
        "sentence": sentence,
        "by_decision": by_decision,
        "sum_of_nets": sum_of_nets,
        "distribution": charts.distribution,
        "edges": charts.edges,
        "grid": charts.grid,
        "letters": charts.letters_of,
        "in_ranges": in_ranges,
    }
    return pages
