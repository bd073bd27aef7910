"""`pitboss settle GAME --json`, against a process that only reads and writes JSON: `python -m bench.settle`."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
from functools import partial

from bench.measuring import OURS, Benchmark, Contestant, Findings, Scale, Table, Work, contest, main
from pitboss.conformance.sampling import random_hand
from pitboss.games import games
from pitboss.games.game import Game
from pitboss.games.terms import Terms

LINES = 50_000
BARE = "import json, sys\nfor line in sys.stdin.buffer: print(json.dumps(json.loads(line)))"
COMMAND = "from pitboss.cli import main; main()"


def time_of_children() -> float:
    """Processor time of the processes that were started and are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def hands_of(game: Game, lines: int) -> bytes:
    """Random hands with every wager down, a line each."""
    rng, terms = random.Random(1), Terms.of_hand(game)
    hands = (random_hand(game, terms, rng, side_wagers=1) for _ in range(lines))
    return "".join(json.dumps(hand) + "\n" for hand in hands).encode()


def through(command: list[str], text: bytes) -> Work:
    """All lines through a process."""

    def work() -> float:
        subprocess.run([sys.executable, "-c", *command], input=text, stdout=subprocess.DEVNULL, check=True)
        return text.count(b"\n")

    return work


def run(scale: Scale) -> Findings:
    contestants = []
    for game in games().values():
        text, short = hands_of(game, scale.of(LINES, 50)), game.short
        base = f"JSON read and written, {short}"
        contestants += [
            Contestant(base, "", "lines", partial(through, [BARE], text)),
            Contestant(
                f"Pitboss, settle {short}",
                OURS,
                "lines",
                partial(through, [COMMAND, "settle", short, "--json"], text),
                base,
            ),
        ]
    rows = contest(contestants, scale.turns, time_of_children)
    return Findings((Table("Lines settled on one core", rows),))


BENCHMARK = Benchmark(
    "settle",
    "Settling lines",
    "Hands with every wager down, a line of JSON each, through `pitboss settle GAME --json`, start and all; against a "
    "process that only reads and writes the lines. The ratio is to the row above.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
