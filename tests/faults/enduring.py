"""A process that plays on and on, and holds no more for it; in one of its own, so that nothing else is measured.

    python enduring.py table GAME ROUNDS MEGABYTES FOLDER
    python enduring.py floor ROUNDS MEGABYTES FOLDER

It prints how many rounds were played.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from floors import BETS, Hall
from servers import new_url

from pitboss.floor.people import BANKROLL
from pitboss.journal.journal import Journal
from pitboss.journal.stores import open_store
from pitboss.playtest.random_players import Session
from pitboss.table.table import Table

PAGE = resource.getpagesize()
MEGABYTE = 2**20


def memory() -> int:
    """Bytes that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def stays_flat(play: Callable[[], None], rounds: int, most: int) -> None:
    """Play so many rounds after a while to warm up; memory may grow by so many bytes altogether."""
    for _ in range(rounds // 5):
        play()
    held, files, threads = memory(), open_files(), threading.active_count()
    for _ in range(rounds - rounds // 5):
        play()
    assert open_files() == files
    assert threading.active_count() == threads
    assert memory() - held < most, f"{(memory() - held) / MEGABYTE:.1f} MB more after {rounds} rounds"


def at_a_table(game: str, rounds: int, most: int, folder: Path) -> int:
    """With a journal in a file, and irregularities."""
    with Journal(folder / "table.jsonl", durable=False) as journal:
        session = Session(Table.of(game, seed=7, record=journal.append), players=2, seed=7, irregularities=0.05)
        stays_flat(session.play, rounds, most)
    return rounds


def on_a_floor(rounds: int, most: int, folder: Path) -> int:
    """All games at once, on a SQLite store."""
    hall = Hall(open_store(new_url("sqlite", folder)))
    seated = {game: hall.seated(game, amount=BANKROLL) for game in BETS}

    def play() -> None:
        for live, people in seated.values():
            for person in people:
                hall.presence_of(person)
                if live.table.chips(person.name) < 20_000:
                    hall.floor.people.top_up(person)
                    hall.ask(person, live, "BuyIn", amount=BANKROLL)
            hall.play(live, people)
        hall.clock.forward(20)
        hall.floor.tick()

    stays_flat(play, rounds, most)
    hall.close()
    return rounds * len(seated)


if __name__ == "__main__":
    what, *which, number, megabytes, where = sys.argv[1:]
    limits = int(number), int(megabytes) * MEGABYTE, Path(where)
    done = at_a_table(which[0], *limits) if what == "table" else on_a_floor(*limits)
    sys.stdout.write(f"{done}\n")
