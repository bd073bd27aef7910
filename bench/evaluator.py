"""The five-card evaluator against other libraries: random seven-card hands a second, in one run on one core.

    python bench/evaluator.py [--hands 10000000] [--json FILE]

Every library evaluates the same hands; those that take one hand a call get fewer of them. The last column is the ratio
to Pitboss's batch form, so that runs on different machines can be compared.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import RANKS, SUITS
from pitboss.hands import five

Hands = npt.NDArray[np.uint8]
NAMES = [rank + suit for rank in RANKS for suit in SUITS]


def random_hands(count: int, seed: int = 1) -> Hands:
    """Seven distinct random cards a row."""
    rng = np.random.default_rng(seed)
    blocks = [
        rng.random((min(1_000_000, count - start), 52)).argpartition(7, axis=1)[:, :7].astype(np.uint8)
        for start in range(0, count, 1_000_000)
    ]
    return np.concatenate(blocks)


def best_of(times: int, run: Callable[[], Any]) -> float:
    """The shortest of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def per_call(evaluate: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """Hands a second when each is a call."""

    def run() -> None:
        for hand in hands:
            evaluate(hand)

    return len(hands) / best_of(3, run)


def pitboss_batch(hands: Hands) -> float:
    five.values(hands[:10])  # compile, or load what was compiled before
    return len(hands) / best_of(5, lambda: five.values(hands))


def pitboss_census(_: Hands) -> float:
    five.census(5)
    return float(five.census(7).sum()) / best_of(3, lambda: five.census(7))


def pitboss_scalar(hands: Hands) -> float:
    return per_call(five.value, hands[:200_000].tolist())


def eval7(hands: Hands) -> float:
    import eval7

    cards = [eval7.Card(name) for name in NAMES]
    return per_call(eval7.evaluate, [[cards[card] for card in hand] for hand in hands[:200_000].tolist()])


def phevaluator(hands: Hands) -> float:
    from phevaluator import evaluate_cards

    return per_call(lambda hand: evaluate_cards(*hand), hands[:50_000].tolist())


def treys(hands: Hands) -> float:
    from treys import Card, Evaluator

    cards = [Card.new(name) for name in NAMES]
    evaluator = Evaluator()
    pairs = [([cards[c] for c in hand[:5]], [cards[c] for c in hand[5:]]) for hand in hands[:5_000].tolist()]
    return per_call(lambda pair: evaluator.evaluate(*pair), pairs)


def pokerkit(hands: Hands) -> float:
    from pokerkit import Card, StandardHighHand

    cards = [next(iter(Card.parse(name))) for name in NAMES]
    parts = [([cards[c] for c in hand[:2]], [cards[c] for c in hand[2:]]) for hand in hands[:300].tolist()]
    return per_call(lambda part: StandardHighHand.from_game(*part), parts)


CONTESTANTS: list[tuple[str, str, Callable[[Hands], float]]] = [
    ("pitboss, batch of random hands", "pitboss", pitboss_batch),
    ("pitboss, all 133,784,560 hands", "pitboss", pitboss_census),
    ("pitboss, one call a hand", "pitboss", pitboss_scalar),
    ("eval7, one call a hand", "eval7", eval7),
    ("phevaluator, one call a hand", "phevaluator", phevaluator),
    ("treys, one call a hand", "treys", treys),
    ("PokerKit, one call a hand", "pokerkit", pokerkit),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    hands = random_hands(arguments.hands)
    rows: list[dict[str, Any]] = []
    for what, package, run in CONTESTANTS:
        try:
            version = importlib.metadata.version(package)
            rate = run(hands)
        except ImportError as missing:
            print(f"{what:<34} not installed ({missing.name})")
            continue
        first = rows[0]["hands_per_second"] if rows else rate
        rows.append({"what": what, "version": version, "hands_per_second": rate, "ratio": rate / first})
        print(f"{what:<34} {version:<10} {rate:>15,.0f} hands/s   {rows[-1]['ratio']:.6f}")
    if arguments.json:
        machine = {"python": platform.python_version(), "machine": platform.machine(), "numpy": np.__version__}
        arguments.json.write_text(json.dumps({"machine": machine, "rows": rows}, indent=2))


if __name__ == "__main__":
    main()
