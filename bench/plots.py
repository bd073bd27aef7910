"""The plots of the report, as SVG: one accent, direct labels, readable on paper and in the dark room."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from bench.figures import amount_of, ratio
from bench.measuring import OURS, Curve, Measured, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, ROW, MARGIN, LETTER = 8.0, 0.29, 0.6, 0.071
"""Inches."""
FAR_APART = 20
"""Figures whose ends lie so many times apart are drawn on a logarithmic scale."""
FONTS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
INK, MUTED, RULE, PANEL, BRASS, PEER = "#010101", "#020202", "#030303", "#040404", "#050505", "#060606"
GAMES = {"uth": "#0a0a01", "hi-lo": "#0a0a02", "top-five": "#0a0a03", "pik-it": "#0a0a04"}
"""Stand-ins, which the style sheet gives their colours."""
COLOURS = {
    INK: ("#211b13", "#f1e9d8"),
    MUTED: ("#6b6150", "#9d9480"),
    RULE: ("#dcd4c2", "#37322b"),
    PANEL: ("#fdfaf2", "#191714"),
    BRASS: ("#8a6a2c", "#c9a561"),
    PEER: ("#a89d88", "#857b68"),
    GAMES["uth"]: ("#27735a", "#6fc0a3"),
    GAMES["hi-lo"]: ("#a03344", "#e48f9b"),
    GAMES["top-five"]: ("#2f66a3", "#8ab6e8"),
    GAMES["pik-it"]: ("#7d4a94", "#c79bdb"),
}
"""On paper, and in the dark."""


def new(height: float) -> tuple[Figure, Axes]:
    """A panel to draw on, with nothing in it."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "pitboss", "font.family": "DejaVu Sans", "font.size": 9}
    )
    figure = Figure(figsize=(WIDTH, height), facecolor=PANEL)
    axes = figure.add_subplot(facecolor=PANEL)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelcolor=MUTED)
    return figure, axes


def as_svg(figure: Figure) -> str:
    """The drawing with colours that follow the reader's."""
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    text = drawn.getvalue().replace("'DejaVu Sans'", FONTS)
    for number, stand_in in enumerate(COLOURS):
        text = text.replace(stand_in, f"var(--c{number})")
    paper, dark = ("".join(f"--c{number}:{pair[at]};" for number, pair in enumerate(COLOURS.values())) for at in (0, 1))
    style = f"<style>svg{{{paper}}}@media (prefers-color-scheme:dark){{svg{{{dark}}}}}</style>"
    head, tag, rest = text.partition("<defs>")
    return "\n".join(line.rstrip() for line in f"{head}{style}{tag}{rest}".splitlines()) + "\n"


def of_table(table: Table) -> str:
    """What was measured as dots on lines from the left; ours in brass."""
    rows = [row for row in table.rows if isinstance(row, Measured)]
    values = [row.median / row.amount if table.by_time else row.rate for row in rows]
    told = [amount_of(row, table.by_time) + _beside(table, row) for row in rows]
    height = MARGIN + ROW * len(rows)
    figure, axes = new(height)
    left, right = (max(map(len, texts)) * LETTER + 0.35 for texts in ([row.name for row in rows], told))
    figure.subplots_adjust(left / WIDTH, 0.16 / height, 1 - right / WIDTH, 1 - 0.38 / height)
    logarithmic = max(values) > FAR_APART * min(values)
    if logarithmic:
        axes.set_xscale("log")
        low = 10 ** math.floor(math.log10(min(values)) - 0.3)
    else:
        low = 0.0
    axes.set_xlim(low, max(values))
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for place, (row, value, text) in enumerate(zip(rows, values, told, strict=True)):
        colour = BRASS if row.package == OURS else PEER
        axes.hlines(place, low, value, color=colour, linewidth=2.2 if logarithmic else 7)
        if logarithmic:
            axes.plot(value, place, "o", color=colour, markersize=6.5, clip_on=False)
        _label(axes, text, (value, place), INK)
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set_xticks([])
    axes.minorticks_off()
    axes.tick_params(axis="y", labelcolor=INK, pad=8)
    unit = "" if table.by_time else f", {table.unit}/s"
    _title(figure, height, f"{table.title}{unit}{', on a logarithmic scale' if logarithmic else ''}")
    return as_svg(figure)


def of_curve(curve: Curve) -> str:
    """Lines with their names at their ends."""
    height = 2.9
    figure, axes = new(height)
    figure.subplots_adjust(left=0.08, right=0.84, top=1 - 0.5 / height, bottom=0.5 / height)
    places = sorted({at for line in curve.lines for at, _ in line.points})
    most = max(value for line in curve.lines for _, value in line.points)
    if places[-1] > 10 * places[0]:
        axes.set_xscale("log")
    axes.set_xticks(places, [f"{place:,g}" for place in places])
    axes.minorticks_off()
    axes.set_ylim(0, 1.15 * most)
    axes.locator_params(axis="y", nbins=4)
    axes.grid(axis="y", color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(curve.across, color=MUTED, labelpad=6)
    for line in curve.lines:
        x, y = zip(*line.points, strict=True)
        axes.plot(x, y, "o-", color=colour_of(curve, line.name), linewidth=1.8, markersize=4.5)
    ends = [line.points[-1][1] for line in curve.lines]
    gap = 0.085 * 1.15 * most
    for line, at in zip(curve.lines, apart(ends, gap), strict=True):
        colour = colour_of(curve, line.name)
        _label(axes, line.name, (places[-1], at), MUTED if colour == PEER else colour)
    _title(figure, height, f"{curve.title}, {curve.upward}")
    return as_svg(figure)


def colour_of(curve: Curve, name: str) -> str:
    """A game's own colour where games are compared; brass first and grey after it otherwise."""
    if len(curve.lines) > 1 and name in GAMES:
        return GAMES[name]
    return BRASS if name == curve.lines[0].name else PEER


def apart(places: Sequence[float], gap: float) -> list[float]:
    """The same places, moved as little as need be to lie so far apart.

    >>> apart([1, 5, 1.5], 1)
    [0.75, 5.0, 1.75]
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    found = [float(place) for place in places]
    for _ in range(50):
        for below, above in pairwise(order):
            if (missing := gap - (found[above] - found[below])) > 1e-9:
                found[below] -= missing / 2
                found[above] += missing / 2
    return found


def _beside(table: Table, row: Measured) -> str:
    return f" · {ratio(table.ratio(row))} ×" if row.against else ""


def _label(axes: Axes, text: str, at: tuple[float, float], colour: str) -> None:
    """Words to the right of a place, which may lie outside of the axes."""
    axes.annotate(
        text, at, xytext=(9, 0), textcoords="offset points", va="center", color=colour, annotation_clip=False
    )  # fmt: skip


def _title(figure: Figure, height: float, text: str) -> None:
    figure.text(0.02, 1 - 0.2 / height, text, color=MUTED, va="center", fontsize=9)
