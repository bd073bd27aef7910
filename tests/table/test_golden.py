"""The golden rounds: stored transcripts that a change of conduct shows up in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from golden import FOLDER, GAMES, rounds

from pitboss.games import find

ROUNDS = dict(rounds())


@pytest.mark.parametrize(("name", "tell"), ROUNDS.items(), ids=ROUNDS)
def test_a_round_goes_as_it_is_written_down(name: str, tell: Callable[[], str]) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert tell() == written, "if this is meant, run `python tests/table/golden.py --write` and read the diff"


def test_every_file_is_one_of_the_rounds() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(ROUNDS)


@pytest.mark.parametrize("game", GAMES)
def test_each_irregularity_of_a_game_shows_in_its_round(game: str) -> None:
    for kind in find(game).irregularities:
        name = f"{game}-{kind.name.lower().replace('_', '-')}"
        if name in ROUNDS:
            assert f"IrregularityFound kind={kind.name} " in (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
