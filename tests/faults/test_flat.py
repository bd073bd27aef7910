"""However long a table is played: no more memory, and no more open files."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from blotter import Blotter, times
from journals import GAMES, chain_again, played
from servers import run, said

from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify

MEGABYTE = 2**20
TELLS = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="this system does not say what a process holds"
)


def rounds(*arguments: object) -> int:
    """How many rounds a process played and held no more for it."""
    return int(said(run(str(Path(__file__).parent / "enduring.py"), *map(str, arguments))))


@TELLS
@pytest.mark.fault(
    "rounds without end, with irregularities",
    "a table with a journal in a file",
    "memory, open files and threads stay as they were",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_holds_no_more_after_many_rounds(game: str, blotter: Blotter, tmp_path: Path) -> None:
    blotter.add(rounds("table", game, times(600, 25_000), times(6, 12), tmp_path))


@TELLS
@pytest.mark.fault(
    "rounds without end, in all games at once",
    "a floor on a SQLite store",
    "memory, open files and threads stay as they were",
)
def test_a_floor_holds_no_more_after_many_rounds(blotter: Blotter, tmp_path: Path) -> None:
    blotter.add(rounds("floor", times(40, 1_200), times(10, 20), tmp_path))


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
