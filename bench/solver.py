"""Seconds to solve each game from nothing, and to give advice, beside one pass through all seven-card hands.

    python bench/solve.py [--turns 3] [--json FILE]

Each turn is a process of its own, so that nothing is known beforehand but the compiled code on disk; no answer is taken
from the cache. A solve is value, complete strategy and distribution, priced. The best of some turns counts. The
yardstick of the same run is `five.census(7)`: all 133,784,560 seven-card hands on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.cards import DECK
from pitboss.games import games
from pitboss.hands import five
from pitboss.solve.advisor import advisor_for
from pitboss.solve.spots import Spot

SPOTS = 200
SOLVE = """
import resource, sys, time
from pitboss.solve.advisor import advisor_for
start = time.perf_counter()
advisor_for(sys.argv[1], cache=False).report
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def seconds(run: Callable[[], object], turns: int) -> float:
    best = float("inf")
    for _ in range(turns):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def in_a_process_of_its_own(game: str) -> tuple[float, float]:
    """Seconds and megabytes of one solve that nothing prepared."""
    done = subprocess.run([sys.executable, "-c", SOLVE, game], capture_output=True, check=True, text=True)
    taken, memory = map(float, done.stdout.split())
    return taken, memory


def slowest_advice(game: str) -> float:
    """The slowest of some random spots at every stage, after one that warms up, in seconds."""
    advisor, rng, slowest = advisor_for(game), random.Random(1), 0.0
    for stage in advisor.solver.stages:
        for turn in range(SPOTS):
            cards = tuple(rng.sample(DECK, stage.own + stage.board))
            spot = Spot(advisor.game, stage.name, cards[: stage.own], cards[stage.own :])
            taken = seconds(lambda spot=spot: advisor.advise(spot), 1)  # type: ignore[misc]
            slowest = max(slowest, taken) if turn else slowest
    return slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    five.census(5)
    yardstick = seconds(lambda: five.census(7), arguments.turns)
    print(f"all seven-card hands once: {yardstick:.2f} s")
    found: dict[str, dict[str, float]] = {}
    for game in games():
        advisor_for(game, cache=False).report  # noqa: B018 - compiles what is not compiled yet
        turns = [in_a_process_of_its_own(game) for _ in range(arguments.turns)]
        taken, memory = (min(column) for column in zip(*turns, strict=True))
        advice = slowest_advice(game)
        found[game] = {"seconds": taken, "ratio": taken / yardstick, "advice": advice, "megabytes": memory}
        print(
            f"{game:<24} {taken:6.2f} s, {taken / yardstick:5.2f} times the yardstick, {memory:4.0f} MB at most; "
            f"advice {1000 * advice:5.1f} ms at most"
        )
    if arguments.json:
        arguments.json.write_text(json.dumps({"yardstick": yardstick, "games": found}, indent=2))


if __name__ == "__main__":
    main()
