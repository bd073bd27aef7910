"""What a table holds: the house's win in an hour and over a shift.

The hands of one round meet the same dealer, and some games the same board, so they win and lose together. How much so
is measured: whole tables are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.simulation.playing import Play
from pitboss.simulation.results import SURE
from pitboss.simulation.sequence import Amounts, nets
from pitboss.simulation.stream import ROUNDS
from pitboss.simulation.worth import Share, Worth
from pitboss.solvers.solver import Progress, silent

SHIFTS = 20_000
"""So many are played."""


class Hold(NamedTuple):
    """What the house may expect of a table; amounts in cents, the house's win positive."""

    rounds: int
    """In a shift."""
    per_hour: float
    deviation_per_hour: float
    per_shift: float
    deviation_per_shift: float
    correlation: float
    """Between the results of two players in one round."""
    correlation_error: float
    """Its standard error."""
    house_loses: Share
    """In how many shifts."""
    quantiles: dict[float, int]
    """The house's win of a shift."""
    shifts: int

    @property
    def correlation_interval(self) -> tuple[float, float]:
        """Where it lies with 95 % confidence."""
        return self.correlation - SURE * self.correlation_error, self.correlation + SURE * self.correlation_error

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return self._asdict() | {"house_loses": self.house_loses._asdict()}


@checked
def hold(
    play: Play, worth: Worth, speed: float, hours: float, seed: int, shifts: int = SHIFTS, progress: Progress = silent
) -> Hold:
    """So many rounds an hour with the same players for so many hours."""
    rounds = rounds_of(speed, hours)
    number = -(-shifts * rounds // ROUNDS)
    sums = np.zeros(shifts, np.int64)
    together = squares = 0.0
    for done, batch in enumerate(nets(play, seed, range(number))):
        table, each = batch.sum(axis=0), batch.astype(np.float64)  # squares of large stakes are too large for integers
        pairs = (each.sum(axis=0) ** 2 - (each**2).sum(axis=0)) / max(1, play.players * (play.players - 1))
        together += float(pairs.sum())
        squares += float((pairs * pairs).sum())
        in_shifts = -table[: shifts * rounds - done * ROUNDS]
        np.add.at(sums, (done * ROUNDS + np.arange(len(in_shifts))) // rounds, in_shifts)
        progress((done + 1) / number)
    played, variance = number * ROUNDS, worth.deviation**2
    product = together / played
    error = sqrt(max(0.0, squares / played - product * product) / played)
    common = product - worth.mean**2 if play.players > 1 else 0.0
    in_a_round = play.players * variance + play.players * (play.players - 1) * common
    return Hold(
        rounds,
        -worth.mean * play.players * speed,
        sqrt(in_a_round * speed),
        -worth.mean * play.players * rounds,
        sqrt(in_a_round * rounds),
        common / variance,
        error / variance,
        Share.counted(int((sums < 0).sum()), shifts),
        dict(_quantiles(sums)),
        shifts,
    )


def rounds_of(speed: float, hours: float) -> int:
    """How many rounds are played in so many hours, at so many an hour."""
    rounds = round(speed * hours) if isfinite(speed * hours) else 0
    if rounds < 1:
        raise PitbossError("hold", f"{speed:g} rounds an hour for {hours:g} hours are no rounds that can be played")
    return rounds


def _quantiles(sums: Amounts) -> Iterator[tuple[float, int]]:
    for part in (0.01, 0.05, 0.5, 0.95, 0.99):
        yield part, int(np.quantile(sums, part, method="inverted_cdf"))
