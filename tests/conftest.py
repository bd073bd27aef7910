"""Every clause a test names must exist; a dangling mark fails the whole run."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from pitboss.errors import LawError
from pitboss.law import lookup
from pitboss.plugins import guests
from pitboss.solvers.cache import FOLDER

if TYPE_CHECKING:
    from blotter import Blotter
    from floors import Hall
    from playwright.sync_api import Browser
    from serving import Started

sys.path.append(str(Path(__file__).parents[1]))  # the benchmarks are a package of the checkout
settings.register_profile("pitboss", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitboss")


@pytest.fixture(scope="session", autouse=True)
def _answers_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Solved games are shared by the tests of a run, and by no other run."""
    base = tmp_path_factory.getbasetemp()
    of_all_workers = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    os.environ[FOLDER] = str(of_all_workers / "answers")


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A floor in memory."""
    from floors import Hall

    hall = Hall()
    yield hall
    hall.close()


@pytest.fixture
def started() -> Iterator[Started]:
    """Servers of a test."""
    servers: Started = []
    yield servers
    for server in servers:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium, as the machine has it; in CI it has to be there."""
    from bench.browser import MISSING, executable, launch
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        if executable(playwright) is None:
            (pytest.fail if "CI" in os.environ else pytest.skip)(MISSING)
        browser = launch(playwright)
        yield browser
        browser.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line how to get what the browser tests need, where they were skipped."""
    from bench.browser import MISSING

    skipped = terminalreporter.stats.get("skipped", [])
    number = sum(MISSING in str(report.longrepr) for report in skipped)
    if number:
        terminalreporter.write_line(f"{number} browser tests were skipped: {MISSING}")


@pytest.fixture
def blotter(request: pytest.FixtureRequest) -> Iterator[Blotter]:
    """Where a test of faults counts them; one that counted none has shown nothing."""
    from blotter import Blotter, entry_of

    entry = entry_of(request.node)
    assert entry is not None, "say which fault this is: @pytest.mark.fault(...)"
    file, line, _ = request.node.location
    kept = Blotter(entry, (file, line))
    yield kept
    failed = getattr(request.node, "failed", False)
    assert kept.count or failed, "no fault was brought about"
    if not failed:
        kept.write()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and not report.passed:
        item.failed = True  # type: ignore[attr-defined]
    return report


def pytest_configure() -> None:
    if others := ", ".join(one.package for one in guests()):
        raise pytest.UsageError(f"these tests are about our own games: uninstall {others} first")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                try:
                    lookup(clause)
                except LawError as error:
                    raise pytest.UsageError(f"{item.nodeid}: {error}") from error
