"""`pitboss solve`, `advise`, `compare` and the prices of `check`, as people and programs use them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pitboss.cli import cli
from pitboss.games import games
from pitboss.solvers.advisor import advisor_for
from pitboss.submission import new_submission

FAST = ("five-card-hi-lo", "top-five-poker")
COVERED = tuple(
    f"--set={option}"
    for option in (
        "cover_all=true",
        "cover_all_mode=true",
        "shuffle_method=automated",
        "dealing_method=automated-shoe",
    )
)
"""A table of Hold 'Em with Cover All."""


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def answered(*arguments: str) -> dict[str, Any]:
    done = pitboss(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game", FAST)
def test_solve_tells_programs_every_figure(game: str) -> None:
    found = answered("solve", game)
    report = advisor_for(game).report
    assert found["game"] == game
    assert {name: Fraction(one["ev"]) for name, one in found["wagers"].items()} == {
        name: figures.ev for name, figures in report.wagers.items()
    }
    assert {"edge", "variance", "hit_frequency"} <= found["wagers"]["main"].keys()
    assert {"ev", "element_of_risk", "average_wager", "standard_deviation"} <= found["total"].keys()
    assert Fraction(found["total"]["ev"]) == report.ev
    assert {name: Fraction(part) for name, part in found["decisions"].items()} == report.decisions
    assert found["seconds"] >= 0
    assert set(found["options"]) == set(games()[game].option)


def test_solve_tells_people_what_the_house_keeps() -> None:
    done = pitboss("solve", "top-five", "--stake", "ante=20", "--stake", "poker_bonus=5")
    assert done.exit_code == 0
    assert "the house keeps" in done.output
    assert "poker_bonus $5.00" in done.output


def test_a_tie_bet_changes_who_folds() -> None:
    """HL-R2 makes the tie bet worth keeping a hand for: it is lost with a fold."""
    without = answered("solve", "hi-lo")
    joint = answered("solve", "hi-lo", "--stake", "ante=10", "--stake", "tie=5")
    assert Fraction(joint["decisions"]["fold"]) < Fraction(without["decisions"]["fold"])
    apart = Fraction(without["wagers"]["main"]["ev"]) + Fraction(without["wagers"]["tie"]["ev"]) / 2
    assert Fraction(joint["total"]["ev"]) > apart


def test_a_written_strategy_is_priced_and_printed() -> None:
    (name, *_) = (strategy.name for strategy in advisor_for("top-five").solver.strategies)
    found = answered("solve", "top-five", "--strategy", name)
    best = answered("solve", "top-five")
    assert Fraction(found["cost_of_strategy"]) == Fraction(best["total"]["ev"]) - Fraction(found["total"]["ev"]) >= 0
    assert "1. " in pitboss("solve", "top-five", "--strategy", name).output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("solve", "chess"), "there is no game"),
        (("solve", "uth", "--set", "colour=red"), "no option"),
        (("solve", "uth", "--set", "trips_pay_table=Z"), "not allowed"),
        (("solve", "uth", "--set", "trips"), "NAME=VALUE"),
        (("solve", "uth", "--stake", "ante=1"), "$10.00 to $500.00"),
        (("solve", "uth", "--stake", "play=10"), "no opening wager"),
        (("solve", "uth", "--stake", "ante"), "WAGER=DOLLARS"),
        (("solve", "uth", "--stake", "ante=ten"), "not an amount"),
        (("solve", "uth", "--stake", "trips=5.50"), "multiples of $1.00"),
        (("solve", "uth", "--stake", "ante=10", "--stake", "ante=20"), "ante is given twice"),
        (("solve", "uth", "--set", "decks=1", "--set", "decks=2"), "decks is given twice"),
        (("solve", "uth", "--meter", "100"), "has no progressive"),
        (("solve", "uth", *COVERED, "--stake", "cover_all_2=5", "--stake", "cover_all_3=5"), "one number of hands"),
        (("solve", "top-five", "--strategy", "luck"), "has no strategy"),
        (("advise", "uth", "AsKd", "7h8h"), "4 cards are given"),
        (("advise", "uth", "AsAs"), "twice"),
        (("compare", "chess"), "there is no game"),
    ],
)
def test_a_mistake_gets_a_sentence_and_no_computation(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.solvers.ultimate_texas_hold_em import SOLVER

    monkeypatch.setattr(type(SOLVER), "solve", None)
    done = pitboss(*arguments)
    assert done.exit_code != 0
    assert says in f"{done.output} {done.exception}"


@pytest.mark.clause("UTH-R3")
def test_a_wager_counted_apart_is_named_with_what_it_can_win() -> None:
    stakes = ("--stake", "cover_all_2=25")
    found = answered("solve", "uth", *COVERED, *stakes)["total"]
    assert (found["apart"], found["standard_deviation"]) == (["cover_all_2"], None)
    assert "besides, it can lose $5,000.00 on cover_all_2" in pitboss("solve", "uth", *COVERED, *stakes).output
    assert answered("solve", "uth")["total"]["apart"] == []


def test_best_play_is_not_said_to_know_the_limits() -> None:
    spot, high = ("advise", "hi-lo", "As Kd 9c 5d 3s"), ("--stake", "ante=500")
    assert "best play leaves them out of account" in pitboss("solve", "hi-lo", *high).output
    assert "are left out of account" in pitboss(*spot, *high).output
    assert "limits" not in pitboss("solve", "hi-lo").output + pitboss(*spot).output


def test_advise_gives_the_value_of_every_choice_the_best_first() -> None:
    found = answered("advise", "top-five", "AcKd9h8h7h6h2c")
    assert [one["action"] for one in found["choices"]] == ["play", "fold"]
    assert [Fraction(one["ev"]) for one in found["choices"]] == [Fraction(-719, 946), -1]
    people = pitboss("advise", "hi-lo", "As Kd 9c 5d 3s").output
    assert people.index("play (3s 5d low)") < people.index("fold")


def test_compare_shows_all_pay_tables() -> None:
    found = answered("compare", "top-five")
    assert [(one["wager"], one["table"]) for one in found["pay_tables"]] == [
        ("main", ""), *((wager, table) for wager in ("top_five_bonus", "poker_bonus") for table in "ABC"),
    ]  # fmt: skip
    assert len(found["versions"]) == 1
    assert "0.4931 %" in pitboss("compare", "top-five").output


@pytest.mark.clause("PK-R1", "PK-R30")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ("", []),
        ("play_3_multiple = 2", ["the game favours the player, by 15.84 % of an ante"]),
        ("dealer_must_qualify = true", ["the house keeps 26.13 % of an ante: more than 15.00 %"]),
        ('three_card_bonus_odds = { pair = "2 to 1" }', ["the three card bonus favours the player"]),
    ],
)
def test_check_warns_of_prices_that_are_out_of_order(changes: str, says: list[str], tmp_path: Path) -> None:
    text = new_submission(games()["pik-it-poker"])
    key = changes.partition(" =")[0]
    if key:
        kept = [line for line in text.splitlines() if not line.startswith((f"{key} =", f"[{key}]"))]
        text = "\n".join([changes, *kept])
    file = tmp_path / "table.toml"
    file.write_text(text)
    found = answered("check", str(file))
    assert len(found["warnings"]) == len(says)
    for warning, words in zip(found["warnings"], says, strict=True):
        assert words in warning["message"]
    assert found["edges"].keys() == {"game", "three_card_bonus"}
    assert answered("check", str(file), "--unpriced")["edges"] is None
