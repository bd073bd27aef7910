"""However long a table is played: no more memory, and no more open files."""

from __future__ import annotations

import gc
import os
import resource
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from blotter import Blotter, times
from floors import BETS, Hall
from journals import GAMES, chain_again, played
from servers import new_url

from pitboss.floor.people import BANKROLL
from pitboss.journal.journal import Journal
from pitboss.journal.second import second_opinion
from pitboss.journal.stores import open_store
from pitboss.journal.verify import verify
from pitboss.table.practice import Session
from pitboss.table.table import Table

PAGE = resource.getpagesize()
MEGABYTE = 2**20
TELLS = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="this system does not say what a process holds"
)


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
    assert open_files() <= files
    assert threading.active_count() <= threads
    assert memory() - held < most, f"{(memory() - held) / MEGABYTE:.1f} MB more after {rounds} rounds"


@TELLS
@pytest.mark.fault(
    "rounds without end, with irregularities",
    "a table with a journal in a file",
    "memory, open files and threads stay as they were",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_holds_no_more_after_many_rounds(game: str, blotter: Blotter, tmp_path: Path) -> None:
    rounds = times(600, 25_000)
    with Journal(tmp_path / "table.jsonl", durable=False) as journal:
        session = Session(Table.of(game, seed=7, record=journal.append), players=2, seed=7, irregularities=0.05)
        stays_flat(session.play, rounds, times(6, 12) * MEGABYTE)
        blotter.add(rounds)


@TELLS
@pytest.mark.fault(
    "rounds without end, in all games at once",
    "a floor on a SQLite store",
    "memory, open files and threads stay as they were",
)
def test_a_floor_holds_no_more_after_many_rounds(blotter: Blotter, tmp_path: Path) -> None:
    store = open_store(new_url("sqlite", tmp_path))
    hall = Hall(store)
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

    rounds = times(40, 1_200)
    stays_flat(play, rounds, times(10, 20) * MEGABYTE)
    blotter.add(rounds * len(seated))
    hall.close()


@pytest.mark.fault(
    "a journal of any length",
    "both verifiers",
    "they read as they go: of each record only its hash is kept, 32 bytes",
)
def test_a_long_journal_is_verified_in_little_memory(blotter: Blotter, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    first = played("hi-lo", rounds=1)
    note = first[-1].replace("round-ended", "noted")
    data = note[note.index('"data":') : note.index(',"prev"')]
    noted = note.replace(data, '"data":{"what":"nothing happened"}')
    records = times(8_000, 150_000)
    with file.open("w") as long:
        for line in chain_again([*first, *[noted] * records]):
            long.write(f"{line}\n")
    tracemalloc.start()
    verdict, second = verify(file), second_opinion(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert verdict.fault is None
    assert verdict.records == len(first) + records
    assert second.disagreement is None
    assert most < 40 * records + 2 * MEGABYTE
    blotter.add(records)
