"""The engine is held to an independent oracle: rounds with several irregularities, all games and ways of dealing.

A long run: `PITBOSS_LONG=1 python -m pytest tests/oracle` compares 100,000 rounds; a number names another count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from consequence_oracle import Outcome, Round, consequences
from meddlers import MORE, TABLES, meddled
from rounds_for_oracle import compared
from tables import GAMES, WAYS

from pitboss.cli import cli
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify

ROUNDS = 20
SEEDS = 2
ALL = 100_000
EVERY = 10
"""In a long run, one run in this number goes through both verifiers, which take longer than the rounds."""


class Run(NamedTuple):
    """A run at one table, and what came of it."""

    rounds: int
    reports: int
    busiest: int
    """The most reports in a round."""
    differences: list[str]


def run(game: str, way: str, seed: int, *, verified: bool = True) -> Run:
    """Some rounds at one table, each held against the oracle; books and verifiers at the end."""
    journal = Journal() if verified else None
    made, differences = list[Round](), list[str]()
    for table, entries in meddled(game, TABLES[game, way], seed, ROUNDS, journal):
        round_, done = compared(table.rules, entries)
        made.append(round_)
        where = f"{game}, {way}, seed {seed}, round {table.round.number}"
        differences += [f"{where}: {text}" for text in _differences(round_, done)]
        assert sum(table.state.books.values()) == 0, where
    if journal is not None:
        lines = [text for _, text in journal.lines()]
        assert verify(lines, journal.head).fault is None, (game, way, seed)
        checked = second_opinion(lines)
        assert checked.disagreement is None, (game, way, seed, checked)
        assert checked.rounds == len(made)
    numbers = [len(round_.reports) for round_ in made]
    return Run(len(made), sum(numbers), max(numbers), differences)


def _differences(round_: Round, done: Outcome) -> Iterator[str]:
    due = consequences(round_)
    for field in fields(Outcome):
        ordered, brought = getattr(due, field.name), getattr(done, field.name)
        if ordered != brought:
            reports = [report.what for report in round_.reports]
            yield f"{field.name}: {brought} by the engine, {ordered} by the oracle, after {reports}"


@pytest.mark.clause("HL-R56", "PK-R67", "T5-R79", "UTH-R80")
@pytest.mark.parametrize(("game", "way"), TABLES, ids=[f"{game}, {way}" for game, way in TABLES])
def test_engine_and_oracle_agree(game: str, way: str) -> None:
    runs = [run(game, way, seed) for seed in range(1, SEEDS + 1)]
    assert not [text for one in runs for text in one.differences]
    assert sum(one.reports for one in runs) > sum(one.rounds for one in runs)
    assert max(one.busiest for one in runs) > 2


def _wanted() -> int:
    asked = int(os.environ.get("PITBOSS_LONG") or 0)
    return ALL if asked == 1 else asked


@pytest.mark.skipif(not _wanted(), reason="PITBOSS_LONG=1 compares 100,000 rounds")
def test_engine_and_oracle_agree_in_the_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    rounds = reports = 0
    differences = list[str]()
    seed = 100
    while rounds < _wanted():
        for number, (game, way) in enumerate(TABLES):
            one = run(game, way, seed, verified=(seed + number) % EVERY == 0)
            rounds, reports = rounds + one.rounds, reports + one.reports
            differences += one.differences
        seed += 1
    with capsys.disabled():
        print(f"\n{rounds:,} rounds, {reports:,} reports, {len(differences)} differences")  # noqa: T201
    assert not differences


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["manual shoe", "automated shoe, two decks"])
def test_runs_with_two_or_more_irregularities_a_round_are_proved(game: str, way: str, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    more = MORE[game] if way != "manual shoe" and game == "pik-it" else {}
    options = {**WAYS[way], **more}
    chosen = [f"-o{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in options.items()]
    wanted = ["--irregularities", "1.0", "--at-once", "3", "--rounds", "40", "--seed", "3", "--journal", str(file)]
    done = CliRunner().invoke(cli, ["run", game, *wanted, *chosen, "--json"])
    assert done.exit_code == 0, (done.output, done.exception)
    report = json.loads(done.stdout)
    assert report["books_sum"] == 0
    assert sum(report["mishaps"].values()) > report["rounds"]
    assert verify(file, report["journal"]["head"]).ok
    assert second_opinion(file).disagreement is None
