"""Announced stakes: the same outcomes and odds as where amounts are known, and no amount anywhere.

A long run: `PITBOSS_LONG=1 python -m pytest -s tests/table/test_announced.py` compares 100,000 rounds.
"""

from __future__ import annotations

import os
from typing import Any

import announced
import pytest
from meddlers import SIDE_WAGERS, TABLES, Meddlers

from pitboss.cards import UNKNOWN
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF, simulated_cards
from pitboss.table.commands import Role
from pitboss.table.state import seat_name

RULINGS = pytest.mark.clause("HL-R68", "PK-R79", "T5-R90", "UTH-R92")
ROUNDS = 12
MISREAD = 0.03
SEEDS = (1, 3, 4, 6)


class Seats(Meddlers):
    """Players called by their seats, as a dealer calls whom nobody has named."""

    def __init__(self, table: Any, players: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(table, 0, *args, **kwargs)
        self.players = [seat_name(number) for number in range(1, players + 1)]
        for number, name in enumerate(self.players, 1):
            table.sit(name, 10_000_00, number)

    def go_on(self) -> None:
        """Now and then two cards were taken for each other, before or after money moved on them."""
        playing = self.table.state.playing
        read = [face for face in playing.order if face != UNKNOWN] if playing else []
        if len(read) > 1 and self.random.random() < MISREAD:
            one, other = self.random.sample(read, 2)
            faces, by = ((one, other), (other, one)), STAFF[Role.FLOOR]
            self.table.try_(c.CorrectFaces(by=by, at=self.table.now(), faces=faces, reason="misread"))
        super().go_on()


def run(game: str, way: str, seed: int, rounds: int = ROUNDS) -> tuple[list[str], str]:
    """Rounds with several irregularities, told to a table with amounts and to one without, every answer compared."""
    quiet = Journal()
    options = {key: value for key, value in TABLES[game, way].items() if key != "progressive"}
    reader = simulated_cards(seed)
    table = announced.of(game, options, seed=seed, reader=reader, record_quiet=quiet.append)
    positions = int(table.rules.terms["positions"])
    rate = 1.0 if seed % 2 else 0.2  # calmer rounds come to their end
    session = Seats(table, 1 + seed % positions, seed, rate, side_wagers=SIDE_WAGERS, at_once=2 + seed % 3)
    session.often = 0.05 * (seed % 3)
    for _ in range(rounds):
        session.play()
        assert table.quiet.state.rounds == table.state.rounds
    return [text for _, text in quiet.lines()], quiet.head


@RULINGS
@pytest.mark.parametrize(("game", "way"), TABLES, ids=[f"{game}, {way}" for game, way in TABLES])
def test_every_wager_comes_out_as_it_does_where_amounts_are_known(game: str, way: str) -> None:
    for seed in SEEDS:
        lines, head = run(game, way, seed)
        assert verify(lines, head).fault is None
        checked = second_opinion(lines)
        assert checked.disagreement is None
        assert checked.rounds == ROUNDS
        assert not any('"money":[[' in line for line in lines)


def _wanted() -> int:
    asked = int(os.environ.get("PITBOSS_LONG") or 0)
    return 100_000 if asked == 1 else asked


@pytest.mark.skipif(not _wanted(), reason="PITBOSS_LONG=1 compares 100,000 rounds")
def test_every_wager_comes_out_alike_in_the_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    rounds, seed = 0, 100
    while rounds < _wanted():
        for game, way in TABLES:
            lines, head = run(game, way, seed, 20)
            rounds += 20
            if seed % 10 == 0:
                assert verify(lines, head).fault is None
                assert second_opinion(lines).disagreement is None
        seed += 1
    with capsys.disabled():
        print(f"\n{rounds:,} rounds, 0 differences")  # noqa: T201
