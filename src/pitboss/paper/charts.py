"""Small charts as SVG: drawn in shares of the width, so that their lettering stays legible on a phone and on paper."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, log10
from typing import NamedTuple

from markupsafe import Markup

from pitboss.paper.document import Bar, Bars, Square
from pitboss.paper.numbers import chance, percent, short
from pitboss.paper.par_data import Net, Round, StartingHands, TableEdge
from pitboss.paper.strategy import in_ranges

_STEPS = (*range(11), 20, 50, 100, 200, 500, 1000, 10**9)
"""Net results in antes that share a bar lie between two of these."""
_IN_POWERS_FROM = 100
"""Bars whose lengths would differ by more are drawn on a scale of powers of ten."""
_ROW, _BAR = 24, 14
_BARS_START, _BARS_WIDTH = 27, 52
"""Where the bars start and how long the longest is, in percent of the width."""
_SIDE = 13
_CELL = 36


class Drawing(NamedTuple):
    """A chart and how to read it."""

    svg: Markup
    note: str = ""


def distribution(found: Round) -> Drawing:
    """The net results of a round, drawn."""
    return drawn_bars(distribution_bars(found))


def edges(tables: Iterable[TableEdge]) -> Drawing:
    """What the house keeps under each pay table of one wager, drawn."""
    return drawn_bars(edge_bars(tables))


def distribution_bars(found: Round) -> Bars:
    """The net results of a round; rare results in antes are put together."""
    title = "Net result of a round, in antes"
    groups: dict[tuple[bool, int], list[Net]] = {}
    for net in found.distribution:
        upper = next(step for step in _STEPS if abs(net.net) <= step)
        groups.setdefault((net.net < 0, upper), []).append(net)
    parts = [float(sum(net.probability for net in group)) for group in groups.values()]
    if max(parts) <= _IN_POWERS_FROM * min(parts):
        lengths, note = _in_proportion(parts), ""
    else:
        decades = -floor(log10(min(parts)))
        lengths = [1 + log10(part) / decades for part in parts]
        note = "Each tenfold of chance is the same length of bar."
    bars = (_net_bar(group, length) for group, length in zip(groups.values(), lengths, strict=True))
    return Bars(title, tuple(bars), note)


def _net_bar(group: list[Net], length: float) -> Bar:
    low, high = group[0].net, group[-1].net
    label = short(low, plus=True) if low == high else f"{short(low, plus=True)} to {short(high, plus=True)}"
    part = sum((net.probability for net in group), Fraction(0))
    look, sign = ("win", "▲") if low > 0 else ("lose", "▼") if high < 0 else ("even", "=")
    return Bar(f"{sign} {label}", length, chance(part), look)


def edge_bars(tables: Iterable[TableEdge]) -> Bars:
    """What the house keeps under each pay table of one wager; what the player keeps is drawn as a loss."""
    every = list(tables)
    lengths = _in_proportion([abs(float(one.edge)) for one in every])
    return Bars(
        "House edge by pay table",
        tuple(
            Bar(
                f"Table {one.table}{' ●' if one.in_force else ''}",
                length,
                percent(one.edge, 2),
                "lose" if one.edge < 0 else "chosen" if one.in_force else "plain",
            )
            for one, length in zip(every, lengths, strict=True)
        ),
    )


def _in_proportion(values: list[float]) -> list[float]:
    most = max(values) or 1
    return [value / most for value in values]


def drawn_bars(chart: Bars) -> Drawing:
    """A bar chart."""
    rows = Markup("").join(_bar_row(bar, top=_ROW * place) for place, bar in enumerate(chart.bars))
    words = "; ".join(f"{bar.label}: {bar.words}" for bar in chart.bars)
    return Drawing(_drawn(chart.title, words, _ROW * len(chart.bars), rows), chart.note)


def _bar_row(bar: Bar, *, top: int) -> Markup:
    return Markup(
        '<text x="0" y="{line}">{label}</text>'
        '<rect x="{start}%" y="{bar_top}" width="{width:.3f}%" height="{height}" class="{kind}"/>'
        '<text x="100%" y="{line}" class="value">{words}</text>'
    ).format(
        line=top + _ROW // 2 + 4,
        label=bar.label,
        start=_BARS_START,
        bar_top=top + (_ROW - _BAR) // 2,
        width=max(0.3, _BARS_WIDTH * bar.length),
        height=_BAR,
        kind=bar.look,
        words=bar.words,
    )


def grid(hands: StartingHands) -> Drawing:
    """The 169 starting hands in a square, each with the letter of its best action, drawn."""
    return drawn_square(square_of(hands))


def drawn_square(square: Square) -> Drawing:
    """A square of starting hands."""
    cells = Markup("").join(
        _cell(*divmod(place, _SIDE), name, letter, f"shade-{shade}")
        for place, (name, letter, shade) in enumerate(square.hands)
    )
    actions = {letter: action for letter, action, _ in square.legend}
    words = "; ".join(f"{name}: {actions[letter]}" for name, letter, _ in square.hands)
    return Drawing(_drawn(square.title, words, _SIDE * _CELL, cells))


def square_of(hands: StartingHands) -> Square:
    """The starting hands with letters, shades and a legend."""
    letters = letters_of(hands.actions)
    return Square(
        title=f"Best play with each starting hand, {hands.stage}",
        hands=tuple((hand.name, letters[hand.action], hands.actions.index(hand.action)) for hand in hands.hands),
        legend=tuple((letters[action], action.replace("_", " "), in_ranges(hands, action)) for action in hands.actions),
        note="Pairs on the diagonal, one suit to the right of it (s), two suits to the left (o).",
    )


def letters_of(actions: tuple[str, ...]) -> dict[str, str]:
    """A letter for each action, or as many as tell them apart."""
    size = next(size for size in range(1, 20) if len({action[:size] for action in actions}) == len(actions))
    return {action: action[:size].upper() for action in actions}


def _cell(row: int, column: int, name: str, letter: str, shade: str) -> Markup:
    width = 100 / _SIDE
    return Markup(
        '<g class="{shade}"><rect x="{left:.3f}%" y="{top}" width="{width:.3f}%" height="{height}"/>'
        '<text x="{middle:.3f}%" y="{name_line}" class="hand">{name}</text>'
        '<text x="{middle:.3f}%" y="{letter_line}" class="letter">{letter}</text></g>'
    ).format(
        shade=shade,
        left=column * width,
        top=row * _CELL,
        width=width,
        height=_CELL,
        middle=(column + 0.5) * width,
        name_line=row * _CELL + 15,
        name=name,
        letter_line=row * _CELL + 29,
        letter=letter,
    )


def _drawn(title: str, words: str, height: int, parts: Markup) -> Markup:
    return Markup('<svg role="img" aria-label="{title}. {words}" width="100%" height="{height}">{parts}</svg>').format(
        title=title, words=words, height=height, parts=parts
    )
