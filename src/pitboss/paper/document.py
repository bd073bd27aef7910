"""What a printed paper is made of: a title, a foot, and blocks of plain words, tables and pictures.

A paper is data. `press` sets it on pages (PDF, SVG, PNG) and `papers_html` as a page of its own; neither knows what it
is about.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """Words with the clauses they rest on; a name may stand before them, a smaller line below."""

    words: str
    clauses: tuple[str, ...] = ()
    name: str = ""
    under: str = ""
    mono: bool = False


Text = str | Cell


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    """Begins a part, or a part of a part."""

    words: str
    level: int = 1


class Words(msgspec.Struct, frozen=True, tag="words"):
    """A paragraph: plain, a lead that is read first, or a small remark."""

    words: Text
    look: str = "plain"


class Points(msgspec.Struct, frozen=True, tag="points"):
    """Sentences one below the other."""

    items: tuple[Text, ...]
    numbered: bool = False


class Headline(msgspec.Struct, frozen=True, tag="headline"):
    """A few figures that are read first: what each is, and the figure."""

    figures: tuple[tuple[str, str], ...]


class Fact(msgspec.Struct, frozen=True):
    """A name and its value; `exact` is the same value to the last digit."""

    name: str
    value: str
    exact: str = ""


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """Names and values, in two columns where nothing is too long for it."""

    facts: tuple[Fact, ...]
    wide: bool = False


class Column(msgspec.Struct, frozen=True):
    """The head of a column; a wide one takes the room that is left."""

    title: str = ""
    right: bool = False
    wide: bool = False


class Row(msgspec.Struct, frozen=True):
    """A line of a table: plain, the head of a group, or the total."""

    cells: tuple[Text, ...]
    look: str = "plain"


class Table(msgspec.Struct, frozen=True, tag="table"):
    """Rows in columns; a form has room to write in."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    form: bool = False


class Bar(msgspec.Struct, frozen=True):
    """One row of a chart; its length goes from 0 to 1."""

    label: str
    length: float
    words: str
    look: str
    """How it is drawn: win, even, lose, chosen or plain."""


class Bars(msgspec.Struct, frozen=True, tag="bars"):
    """A chart."""

    title: str
    bars: tuple[Bar, ...]
    note: str = ""


class Square(msgspec.Struct, frozen=True, tag="square"):
    """The starting hands in rows of 13: the name of each, the letter of its action, and a shade of 0 and up."""

    title: str
    hands: tuple[tuple[str, str, int], ...]
    legend: tuple[tuple[str, str, str], ...]
    """Letter, action and hands in words."""
    note: str = ""


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A drawing as wide as the page."""

    svg: str
    words: str
    """What it shows, for those who cannot see it."""


class NewPage(msgspec.Struct, frozen=True, tag="page"):
    """What follows begins on a page of its own."""


Block = Heading | Words | Points | Headline | Facts | Table | Bars | Square | Picture | NewPage


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A paper to be printed."""

    kind: str
    """What it is, such as "Par sheet"."""
    title: str
    house: str
    authority: str
    """The rules it rests on."""
    foot: str
    """What tells its source: file or journal, and software."""
    digest: str
    """The fingerprint of what it was made from."""
    blocks: tuple[Block, ...]
    columns: int = 1
    wide: bool = False
    """On pages that lie on their side."""
    scale: float = 1
    """How large it is set."""


def rows(*every: Iterable[Text]) -> tuple[Row, ...]:
    """Plain rows."""
    return tuple(Row(tuple(cells)) for cells in every)
