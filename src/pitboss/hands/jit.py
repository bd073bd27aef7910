"""Compiled loops: imported only where many hands are worked through at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.errors import MissingExtraError

try:
    from numba import njit
except ImportError as missing:
    raise MissingExtraError("working through many hands at once", "fast") from missing

_PACKAGE = Path(__file__).parents[1]
_LOOPS = ("hands", "solvers", "simulation")
"""The rooms that compiled loops, and what they call and look up, come from."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile when first called, and keep the result on disk where that is possible.

    Numba would use what it kept as long as the function's own file is as it was, though what it calls in another file
    is not; so everything is compiled anew when any of our loops has changed.
    """
    try:
        made: Any = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # nowhere to keep it
        return njit(nogil=True)(function)
    kept = made._cache._cache_file
    kept._source_stamp = (kept._source_stamp, code())
    return made


@cache
def code() -> str:
    """All code that loops may come from, in short."""
    files = sorted(path for room in _LOOPS for path in (_PACKAGE / room).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
