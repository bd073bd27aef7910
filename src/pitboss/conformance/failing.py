"""What a check says of a game that does not pass it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.errors import PitbossError


class NotConformingError(PitbossError, AssertionError):
    """A game that breaks what every game must satisfy."""

    def __init__(self, message: str) -> None:
        super().__init__("not-conforming", message)


def must(holds: object, otherwise: str) -> None:
    """Go on if this holds."""
    if not holds:
        raise NotConformingError(otherwise)


def must_equal(found: object, wanted: object, what: str) -> None:
    """Go on if two things are equal."""
    must(found == wanted, f"{what}: {found!r}, which should be {wanted!r}")


def refused(error: type[PitbossError], attempt: Callable[[], Any], what: str) -> Any:
    """The error that an attempt must end in."""
    try:
        attempt()
    except error as answer:
        return answer
    raise NotConformingError(f"{what} is accepted")
