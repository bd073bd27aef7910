"""Compiled loops: imported only where many hands are worked through at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.errors import MissingExtraError

try:
    from numba import njit
except ImportError as missing:
    raise MissingExtraError("working through many hands at once", "fast") from missing


def compiled(function: Callable[..., Any]) -> Any:
    """Compile when first called, and keep the result on disk where that is possible."""
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # nowhere to keep it
        return njit(nogil=True)(function)
