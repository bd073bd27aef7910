"""The five-card evaluator against other libraries: `python -m bench.evaluator`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.measuring import OURS, Benchmark, Contestant, Findings, Scale, Table, Work, contest, main
from pitboss.cards import RANKS, SUITS
from pitboss.hands import five

Hands = npt.NDArray[np.uint8]
NAMES = [rank + suit for rank in RANKS for suit in SUITS]
BATCH, ONE_BY_ONE = 10_000_000, 200_000
BASE = "Pitboss, a batch"


def random_hands(count: int, seed: int = 1) -> Hands:
    """Seven distinct random cards a row."""
    rng = np.random.default_rng(seed)
    blocks = [
        rng.random((min(1_000_000, count - start), 52)).argpartition(7, axis=1)[:, :7].astype(np.uint8)
        for start in range(0, count, 1_000_000)
    ]
    return np.concatenate(blocks)


def calls(evaluate: Callable[[Any], Any], hands: Sequence[Any]) -> Work:
    """Every hand is a call."""

    def work() -> float:
        for hand in hands:
            evaluate(hand)
        return len(hands)

    return work


def pitboss_batch(hands: Hands) -> Work:
    five.values(hands)  # compiles what was not compiled before
    return lambda: len(five.values(hands))


def pitboss_census() -> Work:
    five.census(5)
    return lambda: float(five.census(7).sum())


def pitboss_call(hands: Hands) -> Work:
    return calls(five.value, hands.tolist())


def eval7(hands: Hands) -> Work:
    import eval7

    cards = [eval7.Card(name) for name in NAMES]
    return calls(eval7.evaluate, [[cards[card] for card in hand] for hand in hands.tolist()])


def phevaluator(hands: Hands) -> Work:
    from phevaluator import evaluate_cards

    return calls(lambda hand: evaluate_cards(*hand), hands.tolist())


def treys(hands: Hands) -> Work:
    from treys import Card, Evaluator

    cards = [Card.new(name) for name in NAMES]
    evaluator = Evaluator()
    pairs = [([cards[c] for c in hand[:5]], [cards[c] for c in hand[5:]]) for hand in hands.tolist()]
    return calls(lambda pair: evaluator.evaluate(*pair), pairs)


def pokerkit(hands: Hands) -> Work:
    from pokerkit import Card, StandardHighHand

    cards = [next(iter(Card.parse(name))) for name in NAMES]
    parts = [([cards[c] for c in hand[:2]], [cards[c] for c in hand[2:]]) for hand in hands.tolist()]
    return calls(lambda part: StandardHighHand.from_game(*part), parts)


def run(scale: Scale) -> Findings:
    every = random_hands(scale.of(BATCH, 1000))
    hands = every[: scale.of(ONE_BY_ONE, 500)]

    def fewer(prepare: Callable[[Hands], Work], divisor: int) -> Callable[[], Work]:
        return partial(prepare, hands[: max(20, len(hands) // divisor)])

    array, one = "an array of hands in one call", "one hand a call"
    contestants = [
        Contestant(BASE, OURS, "hands", partial(pitboss_batch, every), note=array),
        Contestant("Pitboss, all 133,784,560 hands", OURS, "hands", pitboss_census, BASE, "each once, in order"),
        Contestant("Pitboss, one by one", OURS, "hands", fewer(pitboss_call, 1), BASE, one),
        Contestant("eval7", "eval7", "hands", fewer(eval7, 1), BASE, one),
        Contestant("phevaluator", "phevaluator", "hands", fewer(phevaluator, 2), BASE, one),
        Contestant("treys", "treys", "hands", fewer(treys, 20), BASE, one),
        Contestant("PokerKit", "pokerkit", "hands", fewer(pokerkit, 400), BASE, one),
    ]
    return Findings((Table("Seven-card hands ranked on one core", contest(contestants, scale.turns)),))


BENCHMARK = Benchmark(
    "evaluator",
    "Ranking hands",
    "Random seven-card hands, the same for every library; those that are slower get fewer of them. The ratio is to our "
    "batch form.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
