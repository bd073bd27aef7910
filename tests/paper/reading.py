"""Reading what was printed: the text of a PDF, as somebody who selects it gets it."""

from __future__ import annotations

import re
from typing import Any

import pypdfium2
from layouts import terms

from pitboss.submission import Submission


def submission(game: str, **choices: Any) -> Submission:
    """A table's submission with these choices."""
    found = terms(game, **choices)
    return Submission(found.game, found, "folder/table.toml", "")


def pages_of(pdf: bytes) -> list[str]:
    """The words of each page, with single spaces and plain apostrophes."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_plain(_read(page)) for page in document]
    finally:
        document.close()


def text_of(pdf: bytes) -> str:
    """The words of all pages."""
    return " ".join(pages_of(pdf))


def size_of(pdf: bytes) -> tuple[int, int]:
    """Width and height of the first page, in points."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        width, height = document[0].get_size()
        return round(width), round(height)
    finally:
        document.close()


def _read(page: pypdfium2.PdfPage) -> str:
    words = page.get_textpage()
    try:
        return str(words.get_text_bounded())
    finally:
        words.close()
        page.close()


def _plain(text: str) -> str:
    text = text.translate(
        {0x02: "-", 0x200B: None, 0xFFFE: None, 0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"', 0x202F: " "}
    )
    return re.sub(r"\s+", " ", text)
