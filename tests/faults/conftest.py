"""Every test of this folder brings about one kind of fault, counts how often, and says what must come of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest
from blotter import Blotter, entry_of


@pytest.fixture
def blotter(request: pytest.FixtureRequest) -> Iterator[Blotter]:
    """Where a test of faults counts them; one that counted none has shown nothing."""
    entry = entry_of(request.node)
    assert entry is not None, "say which fault this is: @pytest.mark.fault(...)"
    kept = Blotter(entry)
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
