"""Many rounds on many cores: cut into parts that any machine may play in any order, and put together again."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, nullcontext
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.hands.jit import code
from pitboss.simulation.kernel import NEVER, Counts
from pitboss.simulation.playing import Play, ready_for
from pitboss.simulation.results import Run
from pitboss.simulation.stream import ROUNDS, SEEDS
from pitboss.solvers.cache import key_of
from pitboss.solvers.solver import Progress, silent

BATCHES = 128
"""The batches of a part: about a million rounds."""
AHEAD = 256
"""So many parts are handed out before the first is back."""
TRIES = 3
"""So often a part is handed out before its error counts."""
PATIENCE = 0.5
"""For so many seconds a part is waited for before it is asked again whether to stop."""


class Part(NamedTuple):
    """The endings of some of the rounds: each with how often it came, and the first round."""

    endings: Counts
    counts: Counts
    firsts: Counts


@lru_cache(maxsize=8)
def code_of(play: Play) -> str:
    """The code that the counts follow from, in short: the same on every machine that plays some of the rounds."""
    return key_of(json.loads(play.table)["game"], code())


def play_part(play: Play, seed: int, rounds: int, batches: range, by: str) -> Part:
    """Play some batches, as far as there are so many rounds, by this code and no other."""
    if code_of(play) != by:
        raise PitbossError("version", "a worker has another version of Pitboss: install the same one on all machines")
    counts, firsts = ready_for(play).play(seed, batches, rounds)
    came = np.flatnonzero(counts)
    return Part(came, counts[came], firsts[came])


@checked
def run(
    play: Play,
    rounds: int,
    seed: int,
    *,
    executor: Executor | None = None,
    cores: int | None = None,
    progress: Progress = silent,
    stop: Callable[[], bool] = lambda: False,
) -> Run:
    """Play so many rounds; on all cores of this machine, or wherever an executor's workers are.

    The same seed gives the same counts, however many workers there are and in whatever order they are done. If it is
    told to stop, the rounds played so far are the first ones: as many, asked for alone, give the same counts.
    """
    if not 1 <= rounds < NEVER:
        raise PitbossError("rounds", f"a run has 1 to {NEVER - 1:,} rounds, not {rounds:,}")
    if not 0 <= seed < SEEDS:
        raise PitbossError("seed", f"a seed is a number from 0 to {SEEDS - 1}, not {seed}")
    if cores is not None and cores < 1:
        raise PitbossError(
            "cores", f"rounds are played on 1 core or more, not on {cores}; leave it out for all of them"
        )
    ready = ready_for(play)
    counts, firsts = np.zeros(ready.endings, np.int64), np.full(ready.endings, NEVER, np.int64)
    own = ThreadPoolExecutor(cores or os.cpu_count()) if executor is None else nullcontext(executor)
    batches = range(-(-rounds // ROUNDS))
    starts = batches[::BATCHES]
    parts = (batches[start : start + BATCHES] for start in starts)
    with own as workers, closing(_in_order(partial(_submit, workers, play, seed, rounds), parts, stop)) as played:
        for done, part in enumerate(played, 1):
            counts[part.endings] += part.counts
            firsts[part.endings] = np.minimum(firsts[part.endings], part.firsts)
            progress(done / len(starts))
            if stop():
                break
    if not counts.any():
        raise PitbossError("stopped", "it was stopped before any round was played")
    return Run(play, seed, int(counts.sum()), counts, firsts)


def _submit(executor: Executor, play: Play, seed: int, rounds: int, batches: range) -> Future[Part]:
    return executor.submit(play_part, play, seed, rounds, batches, code_of(play))


def _in_order(
    submit: Callable[[range], Future[Part]], parts: Iterator[range], stop: Callable[[], bool]
) -> Generator[Part, None, None]:
    """Every part once, the first one first, until told to stop; what nobody waits for any more is taken back."""
    out: deque[tuple[range, Future[Part]]] = deque()
    try:
        while True:
            out.extend((batches, submit(batches)) for batches in islice(parts, AHEAD - len(out)))
            if not out:
                return
            part = _back(submit, *out[0], stop)
            if part is None:
                return
            out.popleft()
            yield part
    finally:
        for _, waited_for in out:
            waited_for.cancel()


def _back(
    submit: Callable[[range], Future[Part]],
    batches: range,
    part: Future[Part],
    stop: Callable[[], bool],
    tries: int = TRIES,
) -> Part | None:
    """A part that is back, None if told to stop; one that is lost on the way is played again, and comes to the same."""
    while not wait([part], PATIENCE).done:
        if stop():
            return None
    try:
        return part.result()
    except Exception as error:  # whatever happens to machines
        if tries == 1:
            message = (
                f"some of the rounds were lost {TRIES} times and cannot be played: {error or type(error).__name__}"
            )
            raise PitbossError("lost", message) from error
    return _back(submit, batches, submit(batches), stop, tries - 1)
