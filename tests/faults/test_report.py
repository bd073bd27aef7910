"""The table of faults in the docs is the suite's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from blotter import Entry, entry_of
from report import BEGIN, END, PAGE

HERE = Path(__file__).parent


def test_every_fault_of_the_suite_is_in_the_docs_with_its_outcome_and_a_count(request: pytest.FixtureRequest) -> None:
    mine = [item for item in request.session.items if item.path.parent == HERE]
    entries = {entry: None for item in mine if (entry := entry_of(item))}
    rows = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip().splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    printed = [Entry(fault, where, outcome) for fault, where, _, outcome in cells]
    assert all(int(count.replace(",", "")) > 0 for _, _, count, _ in cells)
    assert [entry for entry in entries if entry not in printed] == []
    if {item.path for item in mine} == set(HERE.glob("test_*.py")):  # all of the folder, not a part of it
        assert [entry for entry in printed if entry not in entries] == []
