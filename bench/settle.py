"""`pitboss settle GAME --json`: lines a second, every wager down, against a process that only reads and writes JSON.

python bench/settle.py [--lines 50000]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time

from pitboss.games import games
from pitboss.games.sampling import random_hand
from pitboss.games.terms import Terms

BARE = "import json, sys\nfor line in sys.stdin.buffer: print(json.dumps(json.loads(line)))"
COMMAND = "from pitboss.cli import main; main()"


def lines_per_second(command: list[str], text: bytes, lines: int) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", *command], input=text, stdout=subprocess.DEVNULL, check=True)
    return lines / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=50_000)
    lines = parser.parse_args().lines
    for game in games().values():
        rng = random.Random(1)
        terms = Terms.of_hand(game)
        hands = (random_hand(game, terms, rng, side_wagers=1) for _ in range(lines))
        text = "".join(json.dumps(hand) + "\n" for hand in hands).encode()
        rate = lines_per_second([COMMAND, "settle", game.short, "--json"], text, lines)
        bare = lines_per_second([BARE], text, lines)
        print(f"{game.short:<10} {rate:>9,.0f} lines/s   {bare / rate:.1f} times slower than reading and writing JSON")


if __name__ == "__main__":
    main()
