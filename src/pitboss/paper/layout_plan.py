"""The layout as a plan: the drawing, then a list of everything on it and the clause that wants it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.paper.document import Cell, Column, Heading, NewPage, Paper, Picture, Table, rows
from pitboss.paper.felt import felt
from pitboss.paper.felt_drawing import Look, draw
from pitboss.paper.felt_parts import Felt
from pitboss.paper.felt_words import sentence
from pitboss.paper.numbers import software
from pitboss.submission import Submission


def layout_plan(submission: Submission, look: Look) -> Paper:
    """The plan of a table's layout."""
    laid_out = felt(submission.terms)
    return Paper(
        kind="Layout",
        title=submission.game.title,
        house=laid_out.house,
        authority=submission.game.law.authority,
        foot=software(),
        digest=submission.digest,
        blocks=(
            Picture(draw(laid_out, look), f"The layout of a table of {submission.game.title}"),
            NewPage(),
            Heading("What is on it"),
            Table(
                columns=(Column("Area or print", wide=True), Column("Where"), Column("Clause")),
                rows=rows(*_parts(laid_out)),
            ),
        ),
        wide=True,
    )


def layout_drawing(submission: Submission, look: Look) -> str:
    """The drawing alone, as SVG."""
    return draw(felt(submission.terms), look)


def _parts(laid_out: Felt) -> Iterator[tuple[str, str, Cell]]:
    number = len(laid_out.positions)
    each = f"each of {number} positions" if number > 1 else "the position"
    position = laid_out.positions[0]
    for ring in position.rings:
        yield sentence(ring.label), each, Cell("", (ring.clause,))
    named = {area.holds: area for area in laid_out.terms.game.areas if area.holds}
    for slot in position.slots:
        if slot.clause:
            yield sentence(named[slot.name].name), each, Cell("", (slot.clause,))
    for area in laid_out.terms.game.areas:
        if not area.each_position:
            yield sentence(area.name), "before the dealer", Cell("", (area.clause,))
    for one in laid_out.terms.game.layout.elsewhere:
        if place := laid_out.terms[one.option]:
            clause = laid_out.terms.game.option[one.option].clause
            yield sentence(one.name), f"{place}; not drawn", Cell("", (clause,))
    for panel in laid_out.panels:
        yield sentence(panel.title), "between dealer and players", Cell("", (panel.clause,))
    for line in laid_out.inscriptions:
        yield line.text, "between dealer and players", Cell("", tuple(dict.fromkeys(line.clauses)))
