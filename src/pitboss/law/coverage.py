"""Which clauses no test names, by the `clause` marks of every test that pytest would run, and who keeps the others."""

from __future__ import annotations

import contextlib
import io
from collections import defaultdict
from pathlib import Path
from typing import Any

from pitboss.errors import LawError, MissingExtraError
from pitboss.law import TESTED_KINDS, Clause, Register

Tests = dict[str, list[str]]
"""For each cited clause or ruling, the tests that name it."""


def tests_by_clause(folder: Path) -> Tests:
    """Collect the tests below a folder and read their `@pytest.mark.clause(...)` marks."""
    try:
        import pytest
    except ImportError as missing:
        raise MissingExtraError("the coverage of clauses by tests", "test") from missing
    if not folder.is_dir():
        raise LawError(
            "no-tests", f"there is no folder {str(folder)!r}; run this from a checkout, or give --tests FOLDER"
        )
    found: Tests = defaultdict(list)

    class Reader:
        def pytest_collection_finish(self, session: Any) -> None:
            for item in session.items:
                for mark in item.iter_markers("clause"):
                    for clause in mark.args:
                        found[clause].append(item.nodeid)

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(folder)], plugins=[Reader()])
    if status != pytest.ExitCode.OK:
        raise LawError("no-tests", f"the tests in {str(folder)!r} could not be collected:\n{output.getvalue()}")
    return dict(found)


def uncovered(register: Register, tests: Tests) -> list[Clause]:
    """The clauses of a testable kind that no test names."""
    return [clause for clause in register.clauses.values() if clause.kind in TESTED_KINDS and clause.id not in tests]


def physical(register: Register, tests: Tests) -> dict[str, list[Clause]]:
    """The physical clauses: those that people attest, those that are not but a test names, those only printed."""
    attested = {clause for duty in register.duties for clause in duty.clauses}
    found: dict[str, list[Clause]] = {"attested": [], "tested": [], "printed": []}
    for clause in register.clauses.values():
        if clause.kind == "physical":
            kept = "attested" if clause.id in attested else "tested" if clause.id in tests else "printed"
            found[kept].append(clause)
    return found


def testable(register: Register) -> int:
    """How many clauses of the register a test should name."""
    return sum(clause.kind in TESTED_KINDS for clause in register.clauses.values())
