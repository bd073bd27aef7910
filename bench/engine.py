"""Rounds a second of the whole engine, six seats, one core, against PokerKit's no-limit hold'em hands in the same run.

    python bench/table.py [--rounds 1000] [--memory 1000 5000] [--json FILE]

A round of Pitboss is everything from the bets to the shuffled deck of the next one: every command is checked, every
event carries its clauses and is encoded for the journal and hash-chained. A hand of PokerKit is played with all
automations by players who mostly check and call. Both are measured in turns, and the best of three counts.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.games import games
from pitboss.hands import five
from pitboss.journal.codec import GENESIS, encode
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.practice import Session
from pitboss.table.table import Table

SEATS = 6
TURNS = 3
FIRST = "uth"


class Chain:
    """A journal that encodes and hashes every event, and keeps none."""

    def __init__(self) -> None:
        self.head, self.records, self.size = GENESIS, 0, 0

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        by = str(command.by)
        for event in events:
            self.records += 1
            line, self.head = encode(event, seq=self.records, at=command.at, by=by, prev=self.head, key=command.key)
            self.size += len(line) + 1


def session(game: str, record: Callable[[Command, tuple[Event, ...]], None] | None) -> Session:
    return Session(Table.of(game, seed=1, record=record), SEATS, seed=1)


def pokerkit_hand(rng: random.Random) -> None:
    """One hand from the deal to the pushed chips."""
    from pokerkit import Automation, NoLimitTexasHoldem

    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * SEATS, SEATS)
    while state.status:
        draw = rng.random()
        if draw < 0.1 and state.can_fold():
            state.fold()
        elif draw < 0.15 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()


def per_second(run: Callable[[], Any], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        run()
    return times / (time.perf_counter() - start)


def speed(rounds: int) -> dict[str, float]:
    """Rounds and hands a second, the best of several turns."""
    tables: dict[str, Callable[[], Any]] = {}
    for game in sorted(games().values(), key=lambda game: game.short != FIRST):
        chain = Chain()
        tables[game.short] = session(game.short, chain.append).play
    try:
        rng = random.Random(1)
        pokerkit_hand(rng)
        tables["PokerKit"] = lambda: pokerkit_hand(rng)
    except ImportError:
        print("PokerKit is not installed")
    best: dict[str, float] = {}
    for _ in range(TURNS):
        for name, play in tables.items():
            times = rounds if name != "PokerKit" else max(1, rounds // 4)
            best[name] = max(best.get(name, 0.0), per_second(play, times))
    return best


def memory(stops: list[int]) -> list[tuple[int, float, float]]:
    """What the table holds after so many rounds, and the most it ever held, in MB; the journal is not kept."""
    for value in range(five.CLASSES):
        five.name(value)  # every hand's name is kept once it was called: that is no growth of the table
    tracemalloc.start()
    played, found, one = 0, [], session(FIRST, None)
    for stop in stops:
        while played < stop:
            one.play()
            played += 1
        gc.collect()
        held, peak = tracemalloc.get_traced_memory()
        found.append((stop, held / 1e6, peak / 1e6))
    tracemalloc.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--memory", type=int, nargs="*", default=[1000, 5000])
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    rates = speed(arguments.rounds)
    for name, rate in rates.items():
        unit = "hands/s" if name == "PokerKit" else "rounds/s"
        print(f"{name:<10} {rate:>8,.0f} {unit}")
    if "PokerKit" in rates:
        print(f"{FIRST} is {rates[FIRST] / rates['PokerKit']:.2f} times as fast as PokerKit")
    held = memory(sorted(arguments.memory))
    for rounds, now, peak in held:
        print(f"after {rounds:>6,} rounds: {now:.2f} MB held, {peak:.2f} MB at most")
    if arguments.json:
        arguments.json.write_text(json.dumps({"per_second": rates, "memory": held}, indent=2))


if __name__ == "__main__":
    main()
