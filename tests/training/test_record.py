"""What is kept between runs is there again, whole, and a damaged file costs nothing but itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.solvers.solver import Choice
from pitboss.solvers.spots import parse_spot
from pitboss.training.choice_values import Judged
from pitboss.training.player_record import FOLDER, NAME, VERSION, Played, Record, RecordError, kept

GAME = "top-five-poker"
SPOT = parse_spot("top-five As Kd 9c 5d 3s 2h 4c")
MISTAKE = Judged(3, SPOT, {"ante": 1000}, Choice("fold"), Choice("play"), Fraction(50, 3))


def test_rounds_decisions_and_drills_are_there_in_the_next_run(tmp_path: Path) -> None:
    record = Record(tmp_path / NAME)
    record.change(GAME, lambda played: played.after_round(3000, -1000))
    record.change(GAME, lambda played: played.after_decision(MISTAKE))
    record.change(GAME, lambda played: played.after_drill(MISTAKE._replace(lost=Fraction(0)), row=4))
    played = Record(tmp_path / NAME).of(GAME)
    assert (played.rounds, played.wagered, played.net) == (1, 3000, -1000)
    assert (played.log.decisions, played.log.mistakes, played.lost) == (1, 1, Fraction(50, 3))
    assert [(one.spot, one.right) for one in played.missed] == [(str(SPOT), 1)]
    assert (played.drilled, played.drilled_right, played.drilled_row) == (1, 1, 4)


@pytest.mark.parametrize("file", [NAME, None])
def test_one_game_is_forgotten_or_all_are(tmp_path: Path, file: str | None) -> None:
    record = Record(tmp_path / file if file else None)
    for game in ("one", "two", "three"):
        record.change(game, lambda played: played.after_round(1, 1))
    record.forget("two")
    assert sorted(record.games()) == ["one", "three"]
    record.forget()
    assert record.games() == []
    assert record.of("one") == Played()


def test_runs_at_the_same_time_each_add_their_own(tmp_path: Path) -> None:
    def run(_: int) -> None:
        record = Record(tmp_path / NAME)
        for _ in range(5):
            record.change(GAME, lambda played: played.after_round(100, 1))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(run, range(4)))
    assert Record(tmp_path / NAME).of(GAME).rounds == 20


def test_a_change_that_does_not_come_to_its_end_leaves_everything_as_it_was(tmp_path: Path) -> None:
    record = Record(tmp_path / NAME)
    record.change(GAME, lambda played: played.after_round(100, 1))

    def dies(played: Played) -> Played:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record.change(GAME, dies)
    assert record.of(GAME).rounds == 1


def _no_database(file: Path) -> None:
    file.write_bytes(b"this is no database, whatever its name says" * 50)


def _no_sense(file: Path) -> None:
    Record(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO played VALUES ('game', ?)", (b'{"rounds": "many"}',))
        db.commit()


@pytest.mark.parametrize("damage", [_no_database, _no_sense])
def test_a_damaged_file_is_set_aside_and_the_statistics_begin_anew(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(tmp_path / NAME)
    before = (tmp_path / NAME).read_bytes()
    record, said = kept(tmp_path)
    assert "set aside" in said
    assert (tmp_path / NAME).with_suffix(".broken").read_bytes() == before
    record.change(GAME, lambda played: played.after_round(100, 1))
    assert kept(tmp_path)[0].of(GAME).rounds == 1


def test_the_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Record(tmp_path / NAME)
    with closing(sqlite3.connect(tmp_path / NAME)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(RecordError, match="newer Pitboss"):
        Record(tmp_path / NAME)
    before = (tmp_path / NAME).read_bytes()
    record, said = kept(tmp_path)
    assert "this run keeps no statistics" in said
    record.change(GAME, lambda played: played.after_round(100, 1))
    assert record.of(GAME).rounds == 1
    assert (tmp_path / NAME).read_bytes() == before


def test_where_nothing_can_be_written_one_plays_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    record, said = kept(tmp_path / "file")
    assert record.file is None
    assert "this run keeps no statistics" in said


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "elsewhere"))
    assert kept()[0].file == tmp_path / "elsewhere" / NAME
