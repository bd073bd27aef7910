"""The table line by line, as the real command with lines piped into it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cli.play import play
from pitboss.games import find
from pitboss.journal.verify import verify
from pitboss.submission import new_submission
from pitboss.training.player_record import FOLDER, NAME

GAMES = {
    "uth": ["min", "deal", "check", "check", "fold"],
    "hi-lo": ["min", "", "p", "house"],
    "pik-it": ["3 card bonus 5", "deal", "1 3 5", "play 3"],
    "top-five": ["ante 15", "deal", "play"],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def pitboss(
    data: Path, *arguments: str, lines: list[str] | None = None, start: str = "from pitboss.cli import main; main()"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", start, "play", *arguments],
        input="".join(f"{line}\n" for line in lines or []),
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, FOLDER: str(data), "PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_lines_and_the_journal_verifies(game: str, data: Path, tmp_path: Path) -> None:
    journal = tmp_path / "table.journal"
    done = pitboss(
        data,
        game,
        "--seed",
        "3",
        "--seats",
        "2",
        "--coach",
        "off",
        "--journal",
        str(journal),
        lines=[*GAMES[game], "why"],
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert "“No more bets.”" in said
    assert any(line.startswith("Round 1: ") for line in said)
    assert said[-1].startswith("1 round; the session came to ")
    assert any(line.startswith("Ante: ") and line.endswith(").") for line in said), "why cites clauses"
    assert len(list(journal.read_text().splitlines())) == verify(journal).records


def test_the_same_seed_says_the_same(data: Path) -> None:
    lines = [*GAMES["hi-lo"], "again", "deal", "f"]
    one, two = (pitboss(data, "hi-lo", "--seed", "8", "--coach", "off", lines=lines).stdout for _ in range(2))
    assert one == two


def test_the_end_of_the_lines_in_the_middle_of_a_round_plays_it_to_its_end(data: Path) -> None:
    done = pitboss(data, "uth", "--seed", "3", "--coach", "off", lines=["min", "deal"])
    assert done.returncode == 0
    assert "the floor plays on for you: it checks where it may and folds where it must" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 round; the session came to −$20. Goodbye."
    stats = pitboss(data, "--stats").stdout
    assert "Net               −$20" in stats


def test_a_line_that_makes_no_sense_gets_a_sentence_and_costs_nothing(data: Path) -> None:
    bets = ("deal", "ante", "ante ten", "nonsense", "min", "buy 0", "deal")
    answers = ("raise", "p", "1 1", "house house", "2 3")
    lines = [*bets, *answers]
    done = pitboss(data, "hi-lo", "--seed", "3", "--coach", "off", lines=lines)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    for sentence in ("Nothing lies on the layout", "'nonsense' is no wager here", "'raise' is not open here",
                     "Buy in for more than nothing", "'house house' are no places"):  # fmt: skip
        assert sentence in done.stdout
    assert "Round 1: " in done.stdout


def test_the_coach_speaks_and_mistakes_are_drilled_in_the_next_run(data: Path) -> None:
    done = pitboss(data, "top-five", "--seed", "1", "--coach", "before", lines=["min", "deal", "p"])
    assert "Coach: Fold is worth −$10.000, the best." in done.stdout
    assert "Coach: Play gave away $2.368; best was fold." in done.stdout
    drill = pitboss(data, "top-five", "--drill", lines=["maybe", "f", "stop"])
    assert "Drill: 1 missed hand, then close calls." in drill.stdout
    assert "You missed this hand before." in drill.stdout
    assert "'maybe' is no answer" in drill.stdout
    assert "Right. Fold was best." in drill.stdout
    stats = pitboss(data, "top-five", "--stats").stdout
    assert "Mistakes          1" in stats
    assert "1 of 1 right" in stats


def test_a_line_without_end_is_answered_with_a_short_sentence(data: Path) -> None:
    done = pitboss(data, "top-five", "--seed", "1", "--coach", "off", lines=["x" * 100_000])
    assert "is no wager here" in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 250


def test_statistics_can_be_forgotten(data: Path) -> None:
    pitboss(data, "uth", "--seed", "3", "--coach", "off", lines=["min", "deal"])
    assert "Ultimate Texas Hold 'Em" in pitboss(data, "--stats").stdout
    assert "is forgotten" in pitboss(data, "uth", "--forget").stdout
    assert pitboss(data, "--stats").stdout == "Nothing has been played yet.\n"


def test_a_broken_file_of_statistics_is_said_in_a_sentence_and_the_game_goes_on(data: Path) -> None:
    data.mkdir()
    (data / NAME).write_bytes(b"nothing that could be read" * 100)
    done = pitboss(data, "top-five", "--seed", "1", "--coach", "off", lines=["min", "deal", "f"])
    assert done.returncode == 0
    assert "set aside" in done.stderr
    assert "Round 1: " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a game"),
        (["bridge"], "there is no game 'bridge'"),
        (["uth", "--seats", "40"], "the table has 6 positions"),
        (["uth", "--chips", "lots"], "is not an amount in dollars"),
        (["uth", "--chips", "0", "--journal", "new.journal"], "buy in for more than nothing"),
        (["missing.toml"], "missing.toml cannot be read"),
        (["uth", "--journal", "old.journal"], "old.journal exists already"),
    ],
)
def test_a_mistake_on_the_command_line_ends_in_one_sentence(
    data: Path, arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.journal").write_text("mine")
    done = CliRunner().invoke(play, ["--data", str(data), *arguments])
    assert done.exit_code != 0
    assert sentence in f"{done.output} {done.exception}"
    assert [file.name for file in tmp_path.iterdir() if file != data] == ["old.journal"]
    assert (tmp_path / "old.journal").read_text() == "mine"


def test_lines_need_no_textual_and_the_full_screen_says_what_to_install(data: Path) -> None:
    without = "import sys; sys.modules['textual'] = None; from pitboss.cli import main; "
    plain = pitboss(
        data, "top-five", "--seed", "1", "--coach", "off", lines=["min", "deal", "f"], start=without + "main()"
    )
    assert "Round 1: " in plain.stdout, plain.stderr
    terminal = "sys.stdin.isatty = sys.stdout.isatty = sys.stderr.isatty = lambda: True; main()"
    full = pitboss(data, "top-five", start=without + terminal)
    assert "pip install 'pitboss[terminal]'" in full.stderr


def test_a_table_of_ones_own_is_played_by_its_submission(data: Path, tmp_path: Path) -> None:
    approved = 'reference = "practice", date = "2026-01-01"'
    text = new_submission(find("top-five")).replace('reference = "", date = ""', approved)
    text = text.replace('table_minimum = "$10.00"', 'table_minimum = "$20.00"')
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    done = pitboss(data, str(tmp_path / "table.toml"), "--seed", "1", "--coach", "off", lines=["min"])
    assert "ante $20 to " in done.stdout, done.stderr
