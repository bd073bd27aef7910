"""`pitboss simulate`, `session`, `hold`, `confidence` and `meter` as people and programs use them."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from click import Context
from click.testing import CliRunner, Result
from distributed import LocalCluster

from pitboss.cli import cli
from pitboss.cli.simulate import many
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.money import dollars
from pitboss.simulation import running, worth
from pitboss.simulation.results import SURE
from pitboss.simulation.stream import ROUNDS
from pitboss.submission import new_submission

SMALL = ("--rounds", "2e5", "--seed", "11")


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def answered(*arguments: str) -> dict[str, Any]:
    done = pitboss(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_simulate_tells_programs_every_figure() -> None:
    found = answered("simulate", "top-five", *SMALL, "--stake", "ante=20")
    assert (found["game"], found["rounds"], found["seed"]) == ("top-five-poker", 200_000, 11)
    assert found["stakes"] == {"ante": 2000}
    assert found["wagers"].keys() == {"main", "top_five_bonus", "poker_bonus", "total"}
    for one in found["wagers"].values():
        low, high = one["interval"]
        assert low < one["edge"] < high
        assert (high - low) / one["standard_error"] == pytest.approx(2 * NormalDist().inv_cdf(0.975))
        assert abs(one["deviation"]) < 4
    assert found["decisions"]["play"]["seen"] == pytest.approx(found["decisions"]["play"]["exact"], abs=0.01)
    for name, known in answered("solve", "top-five", "--stake", "ante=20")["wagers"].items():
        error = known["standard_deviation"] / found["rounds"] ** 0.5
        assert found["wagers"][name]["standard_error"] == pytest.approx(error)
    assert found["limits"] == {"seen": 0, "exact": 0}
    assert found["interrupted"] is False


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores() -> None:
    one, two = (answered("simulate", "hi-lo", *SMALL, "--cores", cores) for cores in ("1", "2"))
    assert one["wagers"] == two["wagers"]
    assert one["decisions"] == two["decisions"]


def test_simulate_tells_people_the_same() -> None:
    done = pitboss("simulate", "top-five", *SMALL)
    assert done.exit_code == 0
    for words in (
        "Top Five Poker: 200,000 rounds, optimal play",
        "seed 11",
        "95 % interval",
        "Standard errors",
        "fold",
    ):
        assert words in done.stdout
    assert "Against best play" not in done.stdout


def test_limits_are_in_the_total_and_it_is_said() -> None:
    asked = ("simulate", "uth", *SMALL, "--stake", "ante=20000", "--set", "table_maximum=$20000")
    found = answered(*asked)
    assert found["limits"]["seen"] == pytest.approx(found["limits"]["exact"], rel=0.1)
    assert found["limits"]["exact"] > 0.1
    total, main = (found["wagers"][name]["exact"] for name in ("total", "main"))
    assert total - main == pytest.approx(found["limits"]["exact"])
    assert "The game's limits take" in pitboss(*asked).stdout


def test_a_total_without_an_exact_value_says_why() -> None:
    covered = ("cover_all=true", "cover_all_mode=true", "shuffle_method=automated", "dealing_method=automated-shoe")
    options = [word for one in (*covered, "cover_all_maximum=$2000") for word in ("--set", one)]
    asked = ("simulate", "uth", *SMALL, *options, "--hands", "6", "--stake", "cover_all=2000", "--errors", "0.1")
    text = pitboss(*asked).stdout
    assert "A limit may cut cover_all_6, so the total has no exact value" in text
    assert "Against best play" not in text
    assert answered(*asked)["cost"] is None


def test_a_session_may_have_more_hands_than_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "SAMPLE", 10_000)
    covered = ("cover_all=true", "cover_all_mode=true", "shuffle_method=automated", "dealing_method=automated-shoe")
    options = [word for one in covered for word in ("--set", one)]
    for command in ("session", "confidence"):
        found = answered(command, "uth", *options, "--hands", "4", "--stake", "cover_all=5")
        assert (found["players"], found["stakes"]["cover_all_4"]) == (3, 500)


def test_errors_cost_something_and_a_written_strategy_knows_what() -> None:
    erring = answered("simulate", "hi-lo", *SMALL, "--errors", "0.1")
    assert erring["wagers"]["main"]["exact"] is None
    assert erring["cost"]["interval"][0] > 0
    best = answered("simulate", "hi-lo", *SMALL)
    for one in (erring, written := answered("simulate", "hi-lo", *SMALL, "--strategy", "eighteen-and-twice")):
        more = one["wagers"]["total"]["edge"] - best["wagers"]["total"]["exact"]
        assert one["cost"]["edge"] == pytest.approx(more)
    known = written["wagers"]["total"]["exact"] - best["wagers"]["total"]["exact"]
    assert written["cost"]["exact"] == pytest.approx(known)
    assert written["cost"]["exact"] > 0
    assert "Against best play this costs" in pitboss("simulate", "hi-lo", *SMALL, "--errors", "0.1").stdout


def test_a_table_file_is_played_with_its_own_options(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(new_submission(find("top-five")), encoding="utf-8")
    pays = ("--set", "poker_bonus_pay_table=B")
    found = answered("simulate", str(table), *SMALL, *pays)
    assert found["wagers"]["poker_bonus"]["exact"] == pytest.approx(
        answered("solve", "top-five", *pays)["wagers"]["poker_bonus"]["edge"]
    )


def test_ctrl_c_prints_what_was_played_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupting(rounds: int) -> Iterator[Callable[[float], None]]:
        yield lambda part: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(import_module("pitboss.cli.simulate"), "progress_of", interrupting)
    monkeypatch.setattr(running, "BATCHES", 1)
    done = pitboss("simulate", "top-five", "--rounds", "1e9", "--seed", "1")
    assert done.exit_code == 130
    assert f"{ROUNDS:,} rounds" in done.stdout
    assert "stopped before the end" in done.stdout


def test_a_cluster_gives_the_figures_of_this_machine() -> None:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        found = answered("simulate", "top-five", *SMALL, "--cluster", cluster.scheduler_address)
    assert found["wagers"] == answered("simulate", "top-five", *SMALL)["wagers"]


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("pitboss.cli.simulate"), "_ANSWERS", 0.1)
    done = pitboss("simulate", "top-five", *SMALL, "--cluster", "tcp://127.0.0.1:1")
    assert isinstance(done.exception, PitbossError)
    assert "no cluster answers at 'tcp://127.0.0.1:1'; start one" in str(done.exception)


def test_a_cluster_that_goes_away_leaves_what_it_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def dying(address: str | None) -> Iterator[tuple[None, Callable[[], bool]]]:
        yield None, lambda: True

    monkeypatch.setattr(import_module("pitboss.cli.simulate"), "_workers", dying)
    monkeypatch.setattr(running, "BATCHES", 1)
    done = pitboss("simulate", "top-five", *SMALL, "--cluster", "tcp://far:1", "--json")
    assert done.exit_code == 1
    assert "the cluster at tcp://far:1 answers no more" in done.stderr
    assert (json.loads(done.stdout)["rounds"], json.loads(done.stdout)["interrupted"]) == (ROUNDS, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("simulate", "chess"), "there is no game"),
        (("simulate", "hi-lo", "--rounds", "0.5"), "no whole number from 1 to 1e+18"),
        (("simulate", "hi-lo", "--rounds", "inf"), "no whole number from 1 to 1e+18"),
        (("simulate", "hi-lo", "--rounds", "many"), "no whole number from 1 to 1e+18"),
        (("simulate", "hi-lo", "--rounds", "nan"), "no whole number"),
        (("simulate", "hi-lo", "--rounds", "1e999999999"), "no whole number"),
        (("simulate", "hi-lo", "--errors", "2"), "not in the range"),
        (("simulate", "hi-lo", "--errors", "nan"), "no number"),
        (("hold", "hi-lo", "--speed", "nan"), "no number"),
        (("hold", "hi-lo", "--hours", "inf"), "not in the range"),
        (("hold", "hi-lo", "--shifts", "1000000000"), "not in the range"),
        (("meter", "uth", "--speed", "nan"), "no number"),
        (("confidence", "hi-lo", "--width", "nan"), "no number"),
        (("session", "hi-lo", "--bankroll", "all"), "all"),
        (("confidence", "hi-lo", "--confidence", "1"), "not in the range"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: tuple[str, ...], says: str) -> None:
    done = pitboss(*arguments)
    assert done.exit_code == 2
    assert says in done.output


def test_a_session_says_what_is_exact_and_what_ruin_means() -> None:
    asked = ("session", "top-five", "--rounds", "50", "--bankroll", "300", "--stake", "ante=10")
    found = answered(*asked)
    assert (found["drawn"], found["round"]["sampled"], found["bankroll"]) == (0, 0, 30_000)
    assert found["distribution"]["0"] == pytest.approx(1 - found["ahead"]["value"])
    assert 0 < found["ruin"]["value"] < found["ahead"]["value"] < 1
    text = pitboss(*asked).stdout
    for words in (
        "$300.00 do not last",
        "Ends ahead",
        "less is left than a round may cost ($20.00)",
        "go on whatever",
        "exact results",
    ):
        assert words in text
    bars = [line.rsplit("%", 1) for line in text.splitlines() if "█" in line]
    assert len(bars) > 5
    parts, lengths = [float(line.split()[-1]) for line, _ in bars], [bar.count("█") for _, bar in bars]
    assert max(lengths) == 30
    assert [round(30 * part / max(parts)) for part in parts] == lengths
    assert sum(parts) == pytest.approx(100, abs=0.5)


def test_what_is_reckoned_from_rounds_that_were_played_has_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "SAMPLE", 100_000)
    erring = ("top-five", "--errors", "0.1", "--seed", "1")
    found = answered("session", *erring, "--rounds", "50")
    assert found["ahead"]["low"] < found["ahead"]["value"] < found["ahead"]["high"]
    assert found["mean_error"] == pytest.approx(50 * found["round"]["error"])
    low, high = (dollars(round(found["mean"] + by * found["mean_error"])) for by in (-SURE, SURE))
    assert f"(95 %: {low} to {high})" in pitboss("session", *erring, "--rounds", "50").stdout
    shift = answered("hold", *erring, "--shifts", "10")
    off = SURE * shift["players"] * shift["round"]["error"]
    text = pitboss("hold", *erring, "--shifts", "10").stdout
    for mean, rounds in ((shift["per_hour"], shift["speed"]), (shift["per_shift"], shift["rounds"])):
        low, high = (dollars(round(mean + by * off * rounds)) for by in (-1, 1))
        assert f"{dollars(round(mean))} (95 %: {low} to {high})" in text
    (one, _) = answered("confidence", *erring)["rounds"]
    assert one["ahead_interval"][0] < one["ahead"] < one["ahead_interval"][1]
    assert f"{one['ahead']:,} (95 %: {one['ahead_interval'][0]:,} to" in pitboss("confidence", *erring).stdout


def test_a_shift_is_reckoned_with_players_who_meet_one_dealer() -> None:
    asked = ("hold", "top-five", "--seats", "3", "--hours", "2", "--shifts", "200", "--seed", "1", "--stake", "ante=25")
    found = answered(*asked)
    assert found["rounds"] == 70
    assert found["correlation"] > 0
    assert "The house loses" in pitboss(*asked).stdout


def test_a_number_of_rounds_is_read_to_the_last_digit() -> None:
    assert many(Context(cli), cli.params[0], "9,007,199,254,740,993") == 2**53 + 1


def test_a_confidence_close_to_one_is_not_called_certain() -> None:
    text = pitboss("confidence", "top-five", "--confidence", "0.99999", "--width", "1e-6").stdout
    assert "99.999 %" in text
    assert "to 0.0001 % of an ante" in text


def test_confidence_counts_rounds() -> None:
    found = answered("confidence", "top-five")
    (one, other) = found["rounds"]
    assert (one["confidence"], other["confidence"]) == (0.95, 0.99)
    assert one["ahead"] < other["ahead"]
    assert f"{one['ahead']:,}" in pitboss("confidence", "top-five").stdout


def test_a_meter_is_told_year_by_year(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    rows = 'seed = "$500"\ncontribution = "$1.50"\nrows = { flush = "50%", straight = "$30" }\n'
    table.write_text(new_submission(find("uth")).replace("[progressive]\n", f"[progressive]\n{rows}"), encoding="utf-8")
    asked = ("meter", str(table), "--speed", "0.75", "--hours", "2", "--seats", "4", "--years", "3", "--seed", "1")
    found = answered(*asked)
    assert found["droughts"].keys() == {"flush: 50% of the meter"}
    for year in found["years"]:
        assert (year["rounds"], year["wagers"], year["contributed"]) == (548, 4 * 548, 4 * 548 * 150)
        assert year["house"] == year["lost"] - year["fixed"] - year["contributed"] - year["reseeded"]
        assert 50_000 <= year["average"] <= year["highest"]
        assert year["fixed"] == 3_000 * year["hits"]["straight: $30.00"]
    text = pitboss(*asked).stdout
    for words in ("4 players make the wager in every round", "Hits: straight: $30.00", "From 3 years of 548 rounds"):
        assert words in text


def test_a_meter_needs_a_progressive() -> None:
    done = pitboss("meter", "top-five")
    assert done.exit_code == 1
    assert "has no progressive" in str(done.exception)
