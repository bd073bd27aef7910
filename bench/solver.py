"""Every game solved from nothing, against the slow oracles of the tests: `python -m bench.solver`."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from math import comb
from typing import NamedTuple

import slow_hi_lo
import slow_hold_em
import slow_pik_it
import slow_top_five

from bench.figures import duration
from bench.measuring import OURS, Benchmark, Findings, Measured, Scale, Table, main, measured, tell, timed
from pitboss.cards import DECK
from pitboss.games import games, pik_it_poker
from pitboss.games.terms import Terms
from pitboss.hands import five
from pitboss.solvers.advisor import advisor_for
from pitboss.solvers.spots import Spot

Cards = tuple[int, ...]
SPOTS, SLOW_TURNS = 200, 3
YARDSTICK = "all seven-card hands once"
SOLVE = """
import resource, sys, time
from pitboss.solvers.advisor import advisor_for
start, clock = time.process_time(), time.perf_counter()
advisor_for(sys.argv[1], cache=False).report
taken = time.process_time() - start, time.perf_counter() - clock
print(*taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


class Solve(NamedTuple):
    """One solve that nothing prepared."""

    seconds: float
    by_the_clock: float
    megabytes: float


def in_a_process_of_its_own(game: str) -> Solve:
    """Solve a game without anything that is known already."""
    done = subprocess.run([sys.executable, "-c", SOLVE, game], capture_output=True, check=True, text=True)
    return Solve(*map(float, done.stdout.split()))


def slowest_advice(game: str, spots: int) -> float:
    """The slowest of some random spots at every stage, after one that warms up, in seconds."""
    advisor, rng, slowest = advisor_for(game), random.Random(1), 0.0
    for stage in advisor.solver.stages:
        for turn in range(spots):
            cards = tuple(rng.sample(DECK, stage.own + stage.board))
            spot = Spot(advisor.game, stage.name, cards[: stage.own], cards[stage.own :])
            taken = timed(lambda spot=spot: advisor.advise(spot))  # type: ignore[misc]
            slowest = max(slowest, taken) if turn else slowest
    return slowest


def solved(game: str, scale: Scale) -> Measured:
    """A game of 52 cards from nothing."""
    tell(f"{game}: compiling")
    advisor_for(game, cache=False).report  # noqa: B018 - compiles what is not compiled yet
    turns = []
    for turn in range(scale.turns):
        tell(f"{game}: turn {turn + 1} of {scale.turns}")
        turns.append(in_a_process_of_its_own(game))
    clock = duration(min(turn.by_the_clock for turn in turns))
    memory = max(turn.megabytes for turn in turns)
    advice = duration(slowest_advice(game, scale.of(SPOTS, 2)))
    note = f"{clock} by the clock; {memory:.0f} MB at most; then advice at a spot within {advice}"
    return measured(f"Pitboss, {game}", OURS, 1, "solves", [turn.seconds for turn in turns], YARDSTICK, note)


class Oracle(NamedTuple):
    """A game in the slow and obvious way, deal by deal."""

    cards: int
    """Of the small deck."""
    deals: Callable[[int], int]
    """How many deals a deck of so many cards has."""
    play: Callable[[Cards], object]


def slow_hi_lo_best(deck: Cards) -> None:
    slow_hi_lo.dealt.cache_clear()
    slow_hi_lo.best_on(deck, 1, 0)


def slow_hold_em_best(deck: Cards) -> None:
    slow_hold_em.played.cache_clear()
    slow = slow_hold_em.Slow(deck)
    for own in slow.played:
        slow.at_start(own)


ORACLES = {
    "hi-lo": Oracle(11, lambda cards: comb(cards, 5) * comb(cards - 5, 5), slow_hi_lo_best),
    "pik-it": Oracle(
        11,
        lambda cards: comb(cards, 5) * comb(cards - 5, 5),
        lambda deck: slow_pik_it.one_by_one(Terms.of_hand(pik_it_poker.GAME), deck, None),
    ),
    "top-five": Oracle(
        14, lambda cards: comb(cards, 7) * comb(cards - 7, 7), lambda deck: list(slow_top_five.best_on(deck))
    ),
    "uth": Oracle(10, lambda cards: comb(cards, 2) * comb(cards - 2, 5) * comb(cards - 7, 2), slow_hold_em_best),
}


def beside_the_oracle(short: str, ours: Measured, scale: Scale) -> tuple[Measured, Measured]:
    """Deals a second of a small deck one by one, and of the whole deck by our solver."""
    oracle = ORACLES[short]
    tell(f"{short}: one by one")
    deck = DECK[-oracle.cards :]
    taken = [timed(lambda: oracle.play(deck)) for _ in range(min(scale.turns, SLOW_TURNS))]
    name = f"{short}, one by one"
    few, all_of_them = oracle.deals(len(deck)), oracle.deals(len(DECK))
    scaled = duration(min(taken) * all_of_them / few)
    note = f"{len(deck)} cards: {few:,} deals; 52 cards would take {scaled} (scaled)"
    slow = measured(name, "", few, "deals", taken, note=note)
    note = f"52 cards: {all_of_them:,} deals"
    return slow, measured(f"Pitboss, {short}, solved", OURS, all_of_them, "deals", ours.seconds, name, note)


def run(scale: Scale) -> Findings:
    five.census(5)
    note = "133,784,560 hands ranked"
    rows = [
        measured(YARDSTICK, OURS, 1, "passes", [timed(lambda: five.census(7)) for _ in range(scale.turns)], note=note)
    ]
    pairs: list[Measured] = []
    for name, game in games().items():
        rows.append(solved(name, scale))
        pairs += beside_the_oracle(game.short, rows[-1], scale)
    tell("")
    return Findings(
        (
            Table("From nothing to the value, the strategy and the distribution", tuple(rows), by_time=True),
            Table("Deals worked through on one core", tuple(pairs)),
        )
    )


BENCHMARK = Benchmark(
    "solver",
    "Solving",
    "Each game of 52 cards from nothing, in a process of its own, by processor time; the yardstick is one pass through "
    "all seven-card hands. Then the same beside the slow oracles that hold the solvers to the rule book in the tests: "
    "they settle every deal of a small deck one by one, with all that a player may do. What the whole deck would take "
    "them is scaled from that.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
