"""What `import pitboss` offers: a flat list of names with real signatures, and objects that show what they are."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss.games import games

NAMES = [
    "Actor", "Choice", "Game", "Journal", "PitbossError", "Refused", "Role", "Settlement", "Spot", "Strategy",
    "Submission", "Table", "advise", "game", "open_table", "replay", "settle", "simulate", "solve", "verify",
]  # fmt: skip
FUNCTIONS = [name for name in NAMES if name.islower()]


def test_the_public_names_are_these() -> None:
    assert pitboss.__all__ == NAMES
    for name in NAMES:
        assert getattr(pitboss, name).__doc__
        assert name in dir(pitboss)
    with pytest.raises(AttributeError, match="no attribute 'Tabel'"):
        pitboss.Tabel  # noqa: B018


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_editor_can_complete_every_argument(name: str) -> None:
    parameters = inspect.signature(getattr(pitboss, name)).parameters.values()
    assert all(one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL) for one in parameters)
    assert all(one.annotation is not one.empty for one in parameters)


def test_settle_takes_whatever_describes_a_hand_of_any_game() -> None:
    known = set(inspect.signature(pitboss.settle).parameters)
    for game in games().values():
        assert game.keys <= known, game.name


def test_the_package_is_imported_quickly() -> None:
    heavy = "numpy", "rich", "fastapi", "pitboss.table", "pitboss.solvers"
    code = f"import sys, pitboss; print([one for one in {heavy!r} if one in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_a_table_prints_its_felt() -> None:
    table = pitboss.open_table("uth", seed=44)
    assert str(table).splitlines()[0].startswith("Ultimate Texas Hold 'Em · 0 rounds played")
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, blind=10_00, trips=5_00)
    table.deal()
    heading, dealer, seat = str(table).splitlines()
    assert heading == "Ultimate Texas Hold 'Em · round 1 · Ann: check (position 1)"
    assert dealer == "dealer  ?? ??"
    assert seat == "seat 1  Ann $475  ?? ??  ante $10, blind $10, trips $5"
    assert repr(table) == "<Table uth: round 1, Ann: check (position 1)>"
    table.act("Ann", "play", 40_00)
    assert str(table).splitlines()[1:] == [
        "dealer     Q♣ 3♣",
        "community  2♥ J♣ Q♥ 5♥ 7♦",
        "seat 1     Ann $565  J♦ J♠  ante win, blind push, play win, trips win",
    ]


class AcesOnly(pitboss.Strategy):
    """Plays with an ace and folds without one."""

    name = "aces-only"

    def decide(self, spot: pitboss.Spot) -> pitboss.Choice:
        return pitboss.Choice("play" if any(card >= 48 for card in spot.cards) else "fold")


def test_an_own_strategy_is_priced_exactly_and_played() -> None:
    solved, own = pitboss.solve("top-five"), AcesOnly()
    exact = solved.report_of(own)
    assert exact.ev < solved.report.ev
    run = pitboss.simulate("top-five", 200_000, strategy=own, seed=3)
    (main,) = (row for row in run.wagers() if row["wager"] == "main")
    assert main["exact"] == pytest.approx(float(exact.wagers["main"].edge))
    assert abs(main["deviation"]) < 4


def test_strategies_of_one_name_are_not_taken_for_each_other() -> None:
    class AlwaysPlay(pitboss.Strategy):
        name = "aces-only"

        def decide(self, spot: pitboss.Spot) -> pitboss.Choice:
            return pitboss.Choice("play")

    solved = pitboss.solve("top-five")
    assert solved.report_of(AcesOnly()).ev != solved.report_of(AlwaysPlay()).ev


def test_a_submission_is_taken_in_place_of_a_game(tmp_path: Path) -> None:
    from pitboss.submission import new_submission

    file = tmp_path / "table.toml"
    file.write_text(new_submission(pitboss.game("hi-lo")), encoding="utf-8")
    submission = pitboss.Submission.read(file)
    assert pitboss.solve(submission).report.ev == pitboss.solve("hi-lo").report.ev
    with pytest.raises(pitboss.PitbossError, match="change them there"):
        pitboss.simulate(submission, 10, options={"positions": 3})


def test_a_journal_is_read_from_a_file_and_not_made_by_a_slip(tmp_path: Path) -> None:
    file = tmp_path / "day.jsonl"
    with pitboss.Journal(file) as written:
        pitboss.open_table("uth", seed=1, record=written.append)
    journal = pitboss.Journal.read(file)
    assert (len(journal), journal.head) == (len(written), written.head)
    assert list(journal.rounds()) == []
    assert pitboss.verify(file, journal.head).ok
    assert pitboss.replay(file).open
    with pytest.raises(pitboss.PitbossError, match="cannot be read"):
        pitboss.Journal.read(tmp_path / "dya.jsonl")
    assert not (tmp_path / "dya.jsonl").exists()
