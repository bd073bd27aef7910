"""How far counts and sequences lie from chance, in standard deviations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]


def unevenness(counts: npt.ArrayLike, freedom: int | None = None) -> float:
    """Chi-square of counts that should be equal, as deviations from its mean; degrees of freedom if not one less."""
    seen = np.asarray(counts, np.float64).ravel()
    freedom = seen.size - 1 if freedom is None else freedom
    expected = seen.sum() / seen.size
    return float((((seen - expected) ** 2 / expected).sum() - freedom) / (2 * freedom) ** 0.5)


def run_deviation(bits: Sequence[bool] | npt.NDArray[np.bool_]) -> float:
    """Runs of equal bits beside how many there should be (Wald and Wolfowitz)."""
    seen = np.asarray(bits, bool)
    ones, zeros, number = int(seen.sum()), int((~seen).sum()), seen.size
    runs = 1 + int((seen[1:] != seen[:-1]).sum())
    mean = 1 + 2 * ones * zeros / number
    return float((runs - mean) / ((mean - 1) * (mean - 2) / (number - 1)) ** 0.5)


def rise_deviation(rows: npt.NDArray[np.int64]) -> float:
    """Runs up and down in rows of different numbers, all together, beside how many there should be."""
    number = rows.shape[1]
    rises = np.diff(rows, axis=1) > 0
    runs = 1 + (rises[:, 1:] != rises[:, :-1]).sum(axis=1)
    mean, variance = (2 * number - 1) / 3, (16 * number - 29) / 90
    return float((runs.mean() - mean) / (variance / len(rows)) ** 0.5)
