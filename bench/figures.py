"""Figures as people read them: rates, times and ratios, as plain text and as Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

from bench.measuring import Absent, Curve, Findings, Measured, Table

MISSING = "not installed"
LARGE = {1e15: "quadrillion", 1e12: "trillion", 1e9: "billion", 1e6: "million"}


def figure(value: float) -> str:
    """Three digits that count, and a word for large numbers.

    >>> [figure(value) for value in (201_961_584, 4310, 17.31, 0.0117, 0)]
    ['202 million', '4,310', '17.3', '0.0117', '0']
    """
    for size, word in LARGE.items():
        if abs(value) >= size:
            return f"{figure(value / size)} {word}"
    if not value:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{float(f'{value:.3g}'):,.{digits}f}"


def ratio(value: float) -> str:
    """How many times; far below one as a part, which is easier to grasp.

    >>> [ratio(value) for value in (20_907.3, 1.762, 0.42, 0.0117)]
    ['20,900', '1.76', '0.420', '1/85.5']
    """
    return f"1/{figure(1 / value)}" if value < 0.1 else figure(value)


def duration(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> [duration(seconds) for seconds in (0.0000021, 0.0044, 3.56, 754, 3e11)]
    ['2.10 µs', '4.40 ms', '3.56 s', '12.6 min', '9,510 years']
    """
    units = [(1e-3, 1e-6, "µs"), (1, 1e-3, "ms"), (120, 1, "s"), (7200, 60, "min"), (172_800, 3600, "hours")]
    units += [(63_115_200, 86_400, "days"), (float("inf"), 31_557_600, "years")]
    unit, name = next((unit, name) for below, unit, name in units if seconds < below)
    return f"{figure(seconds / unit)} {name}"


def amount_of(row: Measured, by_time: bool) -> str:
    """The figure of a row."""
    return duration(row.median / row.amount) if by_time else figure(row.rate)


def header(table: Table) -> list[str]:
    """What stands over the columns."""
    noted = any(isinstance(row, Measured) and row.note for row in table.rows)
    told = "time" if table.by_time else f"{table.unit}/s"
    return ["", "version", told, "spread", "ratio", *(["what it does"] if noted else [])]


def cells(table: Table) -> list[list[str]]:
    """The rows as words."""
    noted = len(header(table)) == 6
    rows = []
    for row in table.rows:
        match row:
            case Absent():
                found = [row.name, MISSING, "", "", "", ""]
            case Measured():
                told, spread = amount_of(row, table.by_time), f"{row.spread:.0%}" if len(row.seconds) > 1 else ""
                found = [row.name, row.version, told, spread, ratio(table.ratio(row)), row.note]
        rows.append(found if noted else found[:5])
    return rows


def curve_cells(curve: Curve) -> list[list[str]]:
    """A curve as rows: a place each, then how the last place compares with the first."""
    places = sorted({at for line in curve.lines for at, _ in line.points})
    found = [dict(line.points) for line in curve.lines]
    rows = [[f"{at:,g}", *(figure(one[at]) if at in one else "" for one in found)] for at in places]
    grown = [ratio(line.points[-1][1] / line.points[0][1]) if line.points[0][1] else "" for line in curve.lines]
    return [*rows, ["last / first", *grown]]


def curve_header(curve: Curve) -> list[str]:
    """What stands over a curve's columns."""
    return [curve.across, *(line.name for line in curve.lines)]


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of plain text: the first at the left, figures at the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]

    def line(row: Sequence[str]) -> str:
        first, *rest = (
            cell.ljust(width) if at in (0, 5) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join([first, *rest]).rstrip()

    return "\n".join(map(line, (head, *rows)))


def as_text(findings: Findings) -> str:
    """All that was found, for a terminal."""
    tables = (f"{table.title}\n{columns(header(table), cells(table))}" for table in findings.tables)
    curves = (
        f"{curve.title}: {curve.upward}\n{columns(curve_header(curve), curve_cells(curve))}"
        for curve in findings.curves
    )
    return "\n\n".join(chain(tables, curves, findings.said))


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown: figures at the right, each in one piece."""
    words = (0, 5)
    rule = ["---" if at in words else "---:" for at in range(len(head))]
    whole = [[cell if at in words else cell.replace(" ", "&nbsp;") for at, cell in enumerate(row)] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *whole))
