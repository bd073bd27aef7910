"""What the batch forms ask of their arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.errors import CardError


def checked(rows: Any, least: int, most: int, *, faces: bool = True) -> npt.NDArray[np.uint8]:
    """The rows as they are if they are uint8 cards of shape (hands, least to most); a typed error otherwise.

    Without `faces` the cards themselves are not looked at, for a loop that does so by itself.
    """
    shape = f"(hands, {least})" if least == most else f"(hands, {least} to {most})"
    if not isinstance(rows, np.ndarray) or rows.dtype != np.uint8:
        found = rows.dtype if isinstance(rows, np.ndarray) else type(rows).__name__
        raise CardError("card-notation", f"rows of cards are a NumPy array of uint8, not {found}")
    if rows.ndim != 2 or not least <= rows.shape[1] <= most:
        raise CardError("card-count", f"rows of these hands have shape {shape}, not {rows.shape}")
    if faces and rows.size and int(rows.max()) > 51:
        raise CardError("card-notation", "a row holds a number above 51, which is no card")
    return rows
