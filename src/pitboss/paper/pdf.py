"""The press: a paper set on pages, by Typst. The same paper gives the same bytes, whenever it is printed."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import MissingExtraError, PitbossError
from pitboss.paper.felt_words import typographic

if TYPE_CHECKING:
    from types import ModuleType

NO_DAY = 0
"""The time that stands in every print: nothing in a paper is of the day it was printed on."""
DOTS_PER_INCH = 150.0


class Form(StrEnum):
    """What the press gives out; a file's ending."""

    PDF = ".pdf"
    SVG = ".svg"
    PNG = ".png"


class Size(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "us-letter"


SIZES = {"a4": Size.A4, "letter": Size.LETTER}
"""As people call them."""


def pressed(template: str, paper: msgspec.Struct, form: Form, size: Size = Size.A4) -> list[bytes]:
    """The pages of a paper, one by one; a PDF holds all of them."""
    typst = _typst()
    data = msgspec.json.encode(_typographic(msgspec.to_builtins(paper))).decode()
    given: dict[str, Any] = {"format": form.removeprefix("."), "timestamp": NO_DAY, "ppi": DOTS_PER_INCH}
    try:
        pages: bytes | list[bytes] = typst.compile(
            {"main": _templates()[template], **_templates()}, sys_inputs={"paper": data, "size": size.value}, **given
        )
    except typst.TypstError as error:
        raise PitbossError("press", f"the paper could not be set: {error}") from error
    return [pages] if isinstance(pages, bytes) else pages


def need_press(form: str) -> None:
    """Refused, before anything is worked out, if a form is the press's and there is none."""
    if form in tuple(Form):
        _typst()


def can_press() -> bool:
    """Whether the press is there."""
    return find_spec("typst") is not None


def _typographic(value: Any) -> Any:
    """Plain data with true quotation marks; drawings are left as they are."""
    if isinstance(value, str):
        return value if value.startswith("<svg") else typographic(value)
    if isinstance(value, dict):
        return {key: _typographic(inner) for key, inner in value.items()}
    return [_typographic(inner) for inner in value] if isinstance(value, list | tuple) else value


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError as error:
        raise MissingExtraError("printing", "paper") from error
    return typst


@cache
def _templates() -> dict[str, bytes]:
    folder = files("pitboss.paper") / "templates"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".typ")}
