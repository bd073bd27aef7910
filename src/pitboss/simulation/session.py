"""One player's session: how it ends, whether the bankroll lasts, how long a losing run gets.

All three are exact as long as that is little work: the results of many rounds are one distribution multiplied with
itself (by Fourier's transform), a bankroll is followed round by round, losing runs are counted by how they end. Else
sessions are drawn from the distribution of a round, and come with intervals. Where that distribution is an estimate
itself, intervals reach as far as the expected result of a round may be off, which is what matters in the long run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.simulation.results import SURE
from pitboss.simulation.worth import Parts, Share, Worth

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
SESSIONS = range(1_000, 20_000 + 1)
"""So many are drawn where the exact answer is too much work: the more, the shorter they are."""
MOST_ROUNDS = 1_000_000
_DRAWS = 200_000_000
_WIDEST = 1 << 24
"""The most results that one distribution may have."""
_MOST_WORK = 4_000_000_000
_DRAWN_AT_ONCE = 1 << 22
_NOISE = 1e-13
"""Below this a probability from a transform says nothing."""
_POINTS = 1_000
"""A distribution is told at about so many amounts at most."""
_RAREST = 1e-6
"""Results beyond which so few sessions end, to either side, are left out of it."""

Results = npt.NDArray[np.int64]


class Session(NamedTuple):
    """What may become of a session; amounts in cents."""

    rounds: int
    mean: float
    mean_error: float
    """Its standard error; 0 if it is exact."""
    deviation: float
    ahead: Share
    even: Share
    quantiles: dict[float, int]
    distribution: dict[int, float]
    """How many of all sessions end at or below an amount: at amounts evenly apart, from the lowest to the highest."""
    ruin: Share | None
    """How often the bankroll cannot pay another round in full, before the session is over; None without a bankroll."""
    losing_run: dict[float, int]
    """The longest run of rounds with a loss: quantiles."""
    drawn: int
    """How many sessions were drawn to estimate what has an interval; 0 if none were."""

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return self._asdict() | {
            "ahead": self.ahead._asdict(),
            "even": self.even._asdict(),
            "ruin": self.ruin._asdict() if self.ruin else None,
        }


@checked
def session(worth: Worth, rounds: int, bankroll: int | None = None, seed: int = 0) -> Session:
    """A session of so many rounds, with so many cents if that is said."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise PitbossError("rounds", f"a session has 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}")
    found = _as_if_known(worth, rounds, bankroll, seed)
    if not worth.sampled:
        return found
    moved = [_as_if_known(worth.moved(errors), rounds, bankroll, seed) for errors in (-SURE, SURE)]
    return found._replace(
        ahead=found.ahead.or_between(*(one.ahead for one in moved)),
        even=found.even.or_between(*(one.even for one in moved)),
        ruin=found.ruin and found.ruin.or_between(*(one.ruin for one in moved if one.ruin)),
    )


def _as_if_known(worth: Worth, rounds: int, bankroll: int | None, seed: int) -> Session:
    """By the distribution of a round as it stands."""
    span = (max(worth.nets) - min(worth.nets)) // worth.step
    if rounds * span >= _WIDEST:
        return _drawn(worth, rounds, bankroll, seed)
    found = _counted(worth, rounds)
    if bankroll is None:
        return found
    if rounds * (rounds * worth.most_lost // worth.step + 1) * len(worth.nets) < _MOST_WORK:
        return found._replace(ruin=Share.exactly(ruin(worth, rounds, bankroll)))
    drawn = _drawn(worth, rounds, bankroll, seed)
    return found._replace(ruin=drawn.ruin, drawn=drawn.drawn)


def _counted(worth: Worth, rounds: int) -> Session:
    results, parts = after(worth, rounds)
    upward = np.cumsum(parts)
    return Session(
        rounds,
        rounds * worth.mean,
        rounds * worth.error,
        rounds**0.5 * worth.deviation,
        Share.exactly(float(parts[results > 0].sum())),
        Share.exactly(float(parts[results == 0].sum())),
        {part: int(results[np.searchsorted(upward, part)]) for part in QUANTILES},
        _distribution(results, upward, worth.step),
        None,
        longest_run(losing(worth), rounds),
        0,
    )


def _distribution(results: Results, upward: Parts, step: int) -> dict[int, float]:
    """From results, ascending, and how many sessions end at or below each."""
    low, high = (int(results[np.searchsorted(upward[:-1], part)]) for part in (_RAREST, 1 - _RAREST))
    width = step * round_number((high - low) / (step * _POINTS))
    amounts = range(low // width * width, high + width, width)
    below = np.concatenate(([0.0], upward))[np.searchsorted(results, amounts, side="right")]
    return dict(zip(amounts, np.minimum(below, 1).tolist(), strict=True))


def round_number(least: float) -> int:
    """The first of 1, 2, 5, 10, 20, 50, ... that is not less.

    >>> round_number(0.3), round_number(2), round_number(21)
    (1, 2, 50)
    """
    return next(int(times * 10**zeros) for zeros in count() for times in (1, 2, 5) if times * 10**zeros >= least)


def after(worth: Worth, rounds: int) -> tuple[Results, Parts]:
    """The results that so many rounds together may have, ascending, and how often each comes."""
    step, least = worth.step, min(worth.nets)
    one = np.zeros((max(worth.nets) - least) // step + 1)
    one[(worth.amounts - least) // step] = worth.parts
    number = rounds * (len(one) - 1) + 1
    size = 1 << (number - 1).bit_length()
    parts = np.fft.irfft(np.fft.rfft(one, size) ** rounds, size)[:number] if size > 1 else np.ones(1)
    parts[parts < _NOISE] = 0
    return rounds * least + step * np.arange(number), parts / parts.sum()


def ruin(worth: Worth, rounds: int, bankroll: int) -> float:
    """How often a bankroll cannot pay another round in full before so many are played."""
    step, need = worth.step, worth.most_lost
    top = rounds * need // step  # who has so much more than a round needs is safe, and stays so
    at = min((bankroll - need) // step, top)
    if at < 0:
        return 1.0
    alive = np.zeros(top + 1)
    alive[at] = 1
    moves = list(zip((worth.amounts // step).tolist(), worth.parts.tolist(), strict=True))
    for _ in range(rounds - 1):
        before, alive = alive, np.zeros(top + 1)
        for move, part in moves:
            if move < 0:
                alive[:move] += part * before[-move:]
            elif move <= top:
                alive[move:] += part * before[: top + 1 - move]
                alive[top] += part * before[top + 1 - move :].sum()
            else:
                alive[top] += part * before.sum()
    return max(0.0, 1 - float(alive.sum()))


def losing(worth: Worth) -> float:
    """How often a round loses."""
    return float(worth.parts[worth.amounts < 0].sum())


def longest_run(loses: float, rounds: int) -> dict[float, int]:
    """The length that the longest losing run does not exceed in so many of all sessions."""
    found: dict[float, int] = {}
    for most in range(rounds + 1):
        reached = _no_longer(loses, rounds, most)
        found |= {part: most for part in QUANTILES if part not in found and part <= reached}
        if len(found) == len(QUANTILES):
            break
    return found


def _no_longer(loses: float, rounds: int, most: int) -> float:
    """How often no losing run is longer than this: a longer one is first complete in some round, after a win."""
    none = [1.0] * (most + 1)
    ends = loses ** (most + 1)
    for done in range(most + 1, rounds + 1):
        first = done == most + 1
        none.append(none[-1] - (ends if first else ends * (1 - loses) * none[done - most - 2]))
        if none[-1] < QUANTILES[0]:  # it gets no more, and nobody asks for less
            break
    return none[-1]


def _drawn(worth: Worth, rounds: int, bankroll: int | None, seed: int) -> Session:
    number = max(SESSIONS[0], min(SESSIONS[-1], _DRAWS // rounds))
    drawn = zip(*_draw(worth, rounds, number, seed), strict=True)
    results, lowest, longest = (np.concatenate(parts) for parts in drawn)
    broke = None if bankroll is None else Share.counted(int((bankroll + lowest < worth.most_lost).sum()), number)
    return Session(
        rounds,
        rounds * worth.mean,
        rounds * worth.error,
        rounds**0.5 * worth.deviation,
        Share.counted(int((results > 0).sum()), number),
        Share.counted(int((results == 0).sum()), number),
        {part: int(np.quantile(results, part, method="inverted_cdf")) for part in QUANTILES},
        _distribution(np.sort(results), np.arange(1, number + 1) / number, worth.step),
        broke,
        {part: int(np.quantile(longest, part, method="inverted_cdf")) for part in QUANTILES},
        number,
    )


def _draw(worth: Worth, rounds: int, number: int, seed: int) -> Iterator[tuple[Results, ...]]:
    """Sessions, some at a time: what each comes to, the least it stood at before its last round, its longest run.

    A run is as long as the last round without a loss lies back.
    """
    random, upward = np.random.Generator(np.random.Philox(seed)), np.cumsum(worth.parts)
    upward[-1] = 1
    at_once, numbers = max(1, _DRAWN_AT_ONCE // rounds), np.arange(rounds)
    for start in range(0, number, at_once):
        shape = min(at_once, number - start), rounds
        won = worth.amounts[np.searchsorted(upward, random.random(shape), side="right")]
        stands = np.cumsum(won, axis=1)
        no_loss = np.maximum.accumulate(np.where(won >= 0, numbers, -1), axis=1)
        last = stands[:, -1].copy()  # a view would keep every round of every session
        yield last, stands[:, :-1].min(axis=1, initial=0), (numbers - no_loss).max(axis=1)
