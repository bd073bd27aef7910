"""How many rounds it takes to be sure; by the normal distribution, which so many rounds follow closely."""

from __future__ import annotations

from math import ceil, inf
from statistics import NormalDist

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.simulation.results import SURE
from pitboss.simulation.worth import Worth

LEAST_WIDTH = 1e-12
"""Of an interval; a smaller one takes more rounds than anybody counts."""


@checked
def until_ahead(worth: Worth, confidence: float) -> int | None:
    """After how many rounds the house has won more than it lost with this confidence; None if it never is.

    >>> until_ahead(Worth({-100: 51, 100: 49}, 0), 0.95)
    6762
    """
    _check(confidence)
    if worth.mean >= 0:
        return None
    return max(1, ceil((NormalDist().inv_cdf(confidence) * worth.deviation / worth.mean) ** 2))


def ahead_between(worth: Worth, confidence: float) -> tuple[int | None, int | None]:
    """The least and the most that `until_ahead` may be, with 95 % confidence, where a round's worth is an estimate."""
    return until_ahead(worth.moved(-SURE), confidence), until_ahead(worth.moved(SURE), confidence)


@checked
def until_known(worth: Worth, unit: int, width: float, confidence: float) -> int:
    """How many rounds give an interval for the edge that is no wider than this part of a unit (in cents).

    >>> until_known(Worth({-100: 1, 100: 1}, 0), unit=100, width=0.02, confidence=0.95)
    38415
    """
    _check(confidence)
    if not LEAST_WIDTH <= width < inf:
        raise PitbossError(
            "width", f"an interval of the width {width:g} cannot be asked for; give {LEAST_WIDTH:g} or more"
        )
    sure = NormalDist().inv_cdf((1 + confidence) / 2)
    return max(1, ceil((2 * sure * worth.deviation / (width * unit)) ** 2))


def _check(confidence: float) -> None:
    if not 0.5 < confidence < (1 + confidence) / 2 < 1:
        raise PitbossError("confidence", f"a confidence lies between 0.5 and 1, such as 0.95, not {confidence:g}")
