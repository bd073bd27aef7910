"""A paper for the office as a page of its own: no script, no font and no picture from elsewhere."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment

from pitboss.paper.charts import drawn_bars, drawn_square
from pitboss.paper.document import Paper
from pitboss.paper.felt_words import typographic
from pitboss.paper.pages import pages_of


def as_page(paper: Paper) -> str:
    """The whole page."""
    kinds = [type(block).__name__ for block in paper.blocks]
    return _pages().get_template("office.html").render(paper=paper, kinds=kinds)


@cache
def _pages() -> Environment:
    pages = pages_of("pitboss.paper")
    pages.filters |= {"typographic": typographic, "bars": drawn_bars, "square": drawn_square}
    return pages
