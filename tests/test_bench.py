"""The benchmarks: what they say of figures, a small run from end to end, and the report in the docs."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from bench import figures, plots
from bench.machine import Machine
from bench.measuring import QUICK, Absent, Contestant, Findings, Measured, Scale, Table, Work, contest
from bench.page import PAGE, page_of, plotted
from bench.reporting import NAMES, benchmarks, run
from bench.results import FILE, Report, Section, read
from bench.simulator import MOST, deviations
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SMALL = ("evaluator", "engine")


def measured(name: str, seconds: tuple[float, ...], against: str = "") -> Measured:
    return Measured(name, "pitboss", "1.0", 10, "hands", seconds, against)


# --- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [figures, plots])
def test_the_examples_hold(module: object) -> None:
    done = doctest.testmod(module)  # type: ignore[arg-type]
    assert done.attempted
    assert not done.failed


def test_a_figure_is_the_median_of_its_turns_and_says_how_far_they_lie_apart() -> None:
    one = measured("one", (1.0, 4.0, 2.0))
    assert (one.rate, one.spread) == (5.0, 1.5)


def test_a_ratio_is_to_what_is_named_and_turns_over_where_less_is_better() -> None:
    rows = measured("base", (2.0,)), measured("other", (8.0,), "base")
    assert [Table("by rate", rows).ratio(row) for row in rows] == [1, 0.25]
    assert [Table("by time", rows, by_time=True).ratio(row) for row in rows] == [1, 4]


def test_contestants_are_measured_in_turns_and_who_is_not_installed_is_said_to_be_absent() -> None:
    called: list[str] = []

    def working(name: str) -> Work:
        return lambda: called.append(name) or 3  # type: ignore[func-returns-value]

    def missing() -> Work:
        raise ModuleNotFoundError(name="elsewhere")

    rows = contest(
        [
            Contestant("one", "pitboss", "hands", lambda: working("one")),
            Contestant("nobody", "elsewhere", "hands", missing, "one"),
            Contestant("other", "numpy", "hands", lambda: working("other"), "one"),
        ],
        2,
        iter(range(100)).__next__,
    )
    assert called == ["one", "other"] * 2
    one, nobody, other = rows
    assert nobody == Absent("nobody", "elsewhere")
    assert isinstance(one, Measured)
    assert (one.amount, one.seconds, one.against) == (3, (1, 1), "")
    assert isinstance(other, Measured)
    assert other.against == "one"
    assert figures.MISSING in figures.as_text(Findings((Table("a contest", rows),)))


@given(st.lists(st.floats(0, 100), min_size=1, max_size=6))
def test_labels_keep_their_order_and_their_distance(places: list[float]) -> None:
    moved = plots.apart(places, 2.0)
    order = sorted(range(len(places)), key=lambda at: places[at])
    assert all(moved[above] - moved[below] > 1.9 for below, above in pairwise(order))


# --- reports ---------------------------------------------------------------------------------------------------------


def report(*sections: Section, processor: str = "a processor", scale: Scale = QUICK) -> Report:
    return Report("2026-01-01", Machine(processor, 2, "a system", {"Python": "3.11"}), scale, sections)


def test_what_was_measured_earlier_stays_only_if_it_was_measured_likewise() -> None:
    new, old = Section("engine", 1.0, Findings()), Section("evaluator", 1.0, Findings())
    now = report(new)
    assert now.beside(report(old)).sections == (new, old)
    assert now.beside(report(Section("engine", 9.0))).sections == (new,)
    assert now.beside(report(old, processor="another")).sections == (new,)
    assert now.beside(report(old, scale=Scale())).sections == (new,)


def test_a_benchmark_that_fails_is_said_to_have_failed() -> None:
    failed = run("evaluator", Scale(turns=-1, part=1e-9))
    assert failed.findings is None
    page = page_of(report(failed), benchmarks())
    assert "**Not measured: it ended with status 1.**" in page
    assert "**Not measured: it was not asked for.**" in page


def test_a_small_run_leaves_page_plots_and_figures_with_versions_and_ratios(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench", "--part", "1e-5", "--turns", "1"]
    done = subprocess.run(
        [*command, "--only", ",".join(SMALL), "--out", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [name for name in NAMES if f"{name}: measured" in done.stdout] == list(SMALL)
    found = read(tmp_path)
    assert found
    assert tuple(one.name for one in found.sections) == SMALL
    page = (tmp_path / PAGE).read_text(encoding="utf-8")
    assert f"numpy {found.machine.versions['numpy']}" in page
    drawn = {str(file.relative_to(tmp_path)): file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.svg")}
    assert drawn.keys() == plotted(found).keys()
    for svg in drawn.values():
        assert "prefers-color-scheme:dark" in svg
        assert not [stand_in for stand_in in plots.COLOURS if stand_in in svg]
    for section in found.sections:
        assert section.findings
        for table in section.findings.tables:
            for row in table.rows:
                assert row.name in page
                if isinstance(row, Measured):
                    assert row.version in page
                    assert f"| {figures.ratio(table.ratio(row))} |" in page.replace("&nbsp;", " ")
    subprocess.run([*command, "--again", "--out", str(tmp_path)], cwd=ROOT, capture_output=True, check=True)
    assert (tmp_path / PAGE).read_text(encoding="utf-8") == page


# --- simulated rounds beside the exact figures ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("hi-lo", ["main", "tie", "poker_bonus"]),
        ("pik-it", ["main", "three_card_bonus", "five_card_bonus"]),
        ("top-five", ["main", "top_five_bonus", "poker_bonus"]),
        ("uth", ["main", "trips", "progressive", "cover_all_2"]),
    ],
)
def test_every_wager_of_a_game_is_held_against_its_exact_value(game: str, wagers: list[str]) -> None:
    found = deviations(game, 200_000)
    assert list(found) == [*wagers, "total"]
    assert all(abs(off) < MOST for off in found.values())


# --- the report in the docs ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def published() -> Report:
    found = read(DOCS)
    assert found
    return found


def test_the_report_in_the_docs_is_of_all_benchmarks_and_as_its_figures_say(published: Report) -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    titles = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert titles == ["What it ran on", *(one.title for one in benchmarks())]
    assert sorted(one.name for one in published.sections) == sorted(NAMES)
    assert page == page_of(published, benchmarks()), "run: python -m bench --again"
    assert "TOO FAR" not in page


def test_the_plots_in_the_docs_are_those_of_the_report(published: Report) -> None:
    files = (DOCS / "pictures" / "bench").glob("*.svg")
    assert sorted(str(file.relative_to(DOCS)) for file in files) == sorted(plotted(published))


def test_nothing_in_the_report_says_whose_machine_it_was() -> None:
    texts = [(DOCS / name).read_text(encoding="utf-8") for name in (PAGE, FILE)]
    assert not [found for text in texts for found in re.findall(r"(?:/home/|/root|/work|/tmp|[A-Z]:\\)\S*", text)]
