"""Simulated rounds a second with best play, and how far a billion of them lie from the exact figures.

    python bench/simulate.py [--rounds 1e9] [--seed 1] [--json FILE]

For every game: rounds a second of one core (its own time, so that other work on the machine counts less), of the whole
engine in the same run, and of one and two threads by the clock, measured in turns, the best of three. Then so many
rounds in total over the games, each wager beside its exact value, in standard errors.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pitboss.games import games
from pitboss.simulate.playing import Play, ready_for
from pitboss.simulate.running import run
from pitboss.simulate.stream import ROUNDS
from pitboss.table.practice import Session
from pitboss.table.table import Table, practice_submission

TURNS = 3
BATCHES = 400
"""Of one measurement on one core: about three million rounds."""
BY_CLOCK = 40_000_000
ENGINE_ROUNDS = 300
MOST = 4
"""Standard errors by which a result may lie off."""


def best(times: int, clock: Callable[[], float], work: Callable[[], Any]) -> float:
    """So many things a second, the best of several turns."""
    rates = []
    for _ in range(TURNS):
        start = clock()
        work()
        rates.append(times / (clock() - start))
    return max(rates)


def speed(game: str) -> dict[str, float]:
    play = Play.at(practice_submission(game), {})
    start = time.perf_counter()
    ready = ready_for(play)
    prepared = time.perf_counter() - start
    session = Session(Table.of(game, seed=1), 1, seed=1)
    ready.play(1, range(1), ROUNDS)
    rounds = BATCHES * ROUNDS
    one = best(rounds, time.thread_time, lambda: ready.play(1, range(BATCHES), rounds))
    engine = best(ENGINE_ROUNDS, time.thread_time, lambda: play_on(session))
    threads = {1: 0.0, 2: 0.0}
    for _ in range(TURNS):
        for cores in threads:
            start = time.perf_counter()
            run(play, BY_CLOCK, 1, cores=cores)
            threads[cores] = max(threads[cores], BY_CLOCK / (time.perf_counter() - start))
    return {"prepared": prepared, "one": one, "engine": engine, "threads_1": threads[1], "threads_2": threads[2]}


def play_on(session: Session) -> None:
    for _ in range(ENGINE_ROUNDS):
        session.play()


def deviations(game: str, rounds: int, seed: int) -> dict[str, float]:
    done = run(Play.at(practice_submission(game), {}), rounds, seed)
    return {one.name: one.deviation for one in done.compared() if one.deviation is not None}


def versions() -> dict[str, str]:
    packages = {name: version(name) for name in ("pitboss", "numpy", "numba")}
    return {"python": platform.python_version(), **packages, "machine": platform.machine()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    names = [game.short for game in games().values()]
    print(" ".join(f"{name} {number}" for name, number in versions().items()))
    rates = {name: speed(name) for name in names}
    print(f"{'million rounds a second':<24} {'one core':>9} {'1 thread':>9} {'2 threads':>9} {'engine x':>11}")
    for name, rate in rates.items():
        clock = f"{rate['threads_1'] / 1e6:>9.1f} {rate['threads_2'] / 1e6:>9.1f}"
        print(f"{name:<24} {rate['one'] / 1e6:>9.1f} {clock} {rate['one'] / rate['engine']:>11,.0f}")
    each = int(arguments.rounds) // len(names)
    found = {name: deviations(name, each, arguments.seed) for name in names}
    print(f"standard errors off the exact value, {each:,} rounds of each game, seed {arguments.seed}")
    for name, wagers in found.items():
        print(f"{name:<24} " + ", ".join(f"{wager} {off:+.2f}" for wager, off in wagers.items()))
    worst = max(abs(off) for wagers in found.values() for off in wagers.values())
    print(f"the farthest lies {worst:.2f} off: {'as it should' if worst < MOST else 'TOO FAR'}")
    if arguments.json:
        answer = {"versions": versions(), "speed": rates, "rounds": each, "seed": arguments.seed, "deviations": found}
        arguments.json.write_text(json.dumps(answer, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
