"""The record of faults: what was done to which part, how often, and what came of it.

A test says it in its mark, `@pytest.mark.fault(fault, where, outcome)`, and counts with `blotter.add()`. `report.py`
runs them all in their long form and makes the table in the docs.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest

LONG = bool(os.environ.get("PITBOSS_LONG"))
"""Whether faults are brought about as often as the report says, or as often as fits into every run of the tests."""
FILE = "PITBOSS_BLOTTER"
"""Names the file that entries are added to."""


def times(short: int, long: int) -> int:
    """How often: in every run, and for the report."""
    return long if LONG else short


class Entry(NamedTuple):
    """A row of the report."""

    fault: str
    """What is done: "killed at every write"."""
    where: str
    """To what: "the SQLite store"."""
    outcome: str
    """What comes of it, which the test holds."""


class Blotter:
    """Counts the faults of one test."""

    def __init__(self, entry: Entry, place: tuple[str, int]) -> None:
        self.entry = entry
        self.place = place
        """The test's file and line, which the rows are sorted by."""
        self.count = 0

    def add(self, count: int = 1) -> None:
        """So many more."""
        self.count += count

    def write(self) -> None:
        """Into the file, if one is kept."""
        if path := os.environ.get(FILE):
            with Path(path).open("a", encoding="utf-8") as file:
                file.write(json.dumps([*self.place, *self.entry, self.count]) + "\n")


def entry_of(item: pytest.Item) -> Entry | None:
    """What a test's mark says."""
    mark = item.get_closest_marker("fault")
    return Entry(*mark.args, **mark.kwargs) if mark else None
