"""`pitboss settle GAME --json`: lines a second through the command, against a process that only reads and writes JSON.

python bench/settle.py [--lines 50000]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from typing import Any

from pitboss.cards import notation
from pitboss.games import games
from pitboss.hands import hi_lo

BARE = "import json, sys\nfor line in sys.stdin.buffer: print(json.dumps(json.loads(line)))"
COMMAND = "from pitboss.cli import main; main()"


def random_line(game: str, rng: random.Random) -> dict[str, Any]:
    """A finished hand with every wager down that the game has."""
    deck = rng.sample(range(52), 16)
    side = {"ante": 1000, "play": 1000, "poker_bonus": 500}
    match game:
        case "uth":
            wagers = {"ante": 1000, "blind": 1000, "play": 4000, "trips": 500, "cover_all": 500, "progressive": 500}
            cards: dict[str, Any] = {
                "player": notation(deck[:2]),
                "community": notation(deck[2:7]),
                "dealer": notation(deck[7:9]),
                "others": [notation(deck[9:11])],
            }
        case "hi-lo":
            setting = rng.choice(list(hi_lo.settings(deck[:5])))
            wagers = {**side, "tie": 500}
            cards = {"high": notation(setting.high), "low": notation(setting.low), "dealer": notation(deck[5:10])}
        case "top-five":
            wagers = {**side, "top_five_bonus": 500}
            cards = {"player": notation(deck[:7]), "dealer": notation(deck[7:14])}
        case _:
            wagers = {"ante": 1000, "five_card_bonus": 1000, "three_card_bonus": 500, "play_3": 1000}
            cards = {"player": notation(deck[:5]), "dealer": notation(deck[5:10]), "picked": notation(deck[:3])}
    return {**cards, "wagers": wagers}


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
        text = "".join(json.dumps(random_line(game.short, rng)) + "\n" for _ in range(lines)).encode()
        rate = lines_per_second([COMMAND, "settle", game.short, "--json"], text, lines)
        bare = lines_per_second([BARE], text, lines)
        print(f"{game.short:<10} {rate:>9,.0f} lines/s   {bare / rate:.1f} times slower than reading and writing JSON")


if __name__ == "__main__":
    main()
