"""Papers as HTML pages of their own: no script, no font and no picture from elsewhere; all text is escaped."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from pitboss.paper.charts import drawn_bars, drawn_square
from pitboss.paper.document import Paper
from pitboss.paper.felt_words import typographic


def as_page(paper: Paper) -> str:
    """The whole page."""
    kinds = [type(block).__name__ for block in paper.blocks]
    return _pages().get_template("office.html").render(paper=paper, kinds=kinds)


@cache
def _pages() -> Environment:
    pages = pages_of("pitboss.paper")
    pages.filters |= {"typographic": typographic, "bars": drawn_bars, "square": drawn_square}
    return pages


def pages_of(package: str) -> Environment:
    """The templates of a package."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
