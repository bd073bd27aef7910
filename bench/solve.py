"""Seconds to solve each game from nothing, and to give advice, beside one pass through all seven-card hands.

    python bench/solve.py [--turns 3] [--json FILE]

Compiled code is warm, no answer is taken from the cache; each solve is value, complete strategy and distribution. The
best of some turns counts. The yardstick of the same run is `five.census(7)`: all 133,784,560 seven-card hands on one
core. Peak memory is that of the whole process after the largest solve.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.cards import DECK
from pitboss.games import games
from pitboss.hands import five
from pitboss.solve.answers import answer_for
from pitboss.solve.spots import Spot

SPOTS = 200


def seconds(run: Callable[[], object], turns: int) -> float:
    best = float("inf")
    for _ in range(turns):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def slowest_advice(game: str) -> float:
    """The slowest of some random spots at every stage, after one that warms up, in seconds."""
    answer, rng, slowest = answer_for(game), random.Random(1), 0.0
    for stage in answer.solver.stages:
        for turn in range(SPOTS):
            cards = tuple(rng.sample(DECK, stage.own + stage.board))
            spot = Spot(answer.game, stage.name, cards[: stage.own], cards[stage.own :])
            taken = seconds(lambda spot=spot: answer.advise(spot), 1)  # type: ignore[misc]
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
        answer_for(game).report  # noqa: B018 - compiles what is not compiled yet
        taken = seconds(lambda game=game: answer_for(game, cache=False).report, arguments.turns)  # type: ignore[misc]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        advice = slowest_advice(game)
        found[game] = {"seconds": taken, "ratio": taken / yardstick, "advice": advice, "megabytes": memory}
        print(
            f"{game:<24} {taken:6.2f} s, {taken / yardstick:5.2f} times the yardstick; "
            f"advice {1000 * advice:6.1f} ms at most; peak memory so far {memory:.0f} MB"
        )
    if arguments.json:
        arguments.json.write_text(json.dumps({"yardstick": yardstick, "games": found}, indent=2))


if __name__ == "__main__":
    main()
