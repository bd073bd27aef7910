"""What all benchmarks share: something done so often in so many seconds, beside something else in the same run."""

from __future__ import annotations

import argparse
import importlib.metadata
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

OURS = "pitboss"
Clock = Callable[[], float]
Work = Callable[[], float]
"""Does something, and says how much of it was done."""


class Measured(msgspec.Struct, frozen=True, tag="measured"):
    """So much of something, and the seconds it took in every turn."""

    name: str
    package: str
    version: str
    amount: float
    unit: str
    seconds: tuple[float, ...]
    against: str = ""
    """The name of what it is compared with; nothing for what others are compared with."""
    note: str = ""

    @property
    def median(self) -> float:
        """The seconds of the turn in the middle."""
        return statistics.median(self.seconds)

    @property
    def rate(self) -> float:
        """How much a second."""
        return self.amount / self.median

    @property
    def spread(self) -> float:
        """How far the fastest and the slowest turn lie apart, as a part of the median."""
        return (max(self.seconds) - min(self.seconds)) / self.median


class Absent(msgspec.Struct, frozen=True, tag="absent"):
    """Something that could not be measured here, because its package is not installed."""

    name: str
    package: str


Row = Measured | Absent


class Table(msgspec.Struct, frozen=True):
    """Things measured in one run, each beside another."""

    title: str
    rows: tuple[Row, ...]
    by_time: bool = False
    """Told in seconds, where less is better, instead of so much a second."""
    plotted: bool = True

    @property
    def unit(self) -> str:
        """What is counted."""
        return next(row.unit for row in self.rows if isinstance(row, Measured))

    def ratio(self, row: Measured) -> float:
        """How many times as fast it is, or as long it takes, as what it is compared with."""
        if not row.against:
            return 1.0
        other = next(one for one in self.rows if isinstance(one, Measured) and one.name == row.against)
        return other.rate / row.rate if self.by_time else row.rate / other.rate


class Line(msgspec.Struct, frozen=True):
    """How one thing grows: what it comes to at every place."""

    name: str
    points: tuple[tuple[float, float], ...]


class Curve(msgspec.Struct, frozen=True):
    """Costs that were measured while something grew."""

    title: str
    across: str
    """What grows."""
    upward: str
    """What is measured, with its unit."""
    lines: tuple[Line, ...]
    about: str = ""


class Findings(msgspec.Struct, frozen=True):
    """All that a benchmark found."""

    tables: tuple[Table, ...] = ()
    curves: tuple[Curve, ...] = ()
    said: tuple[str, ...] = ()
    """Sentences to stand below."""


class Scale(NamedTuple):
    """How thoroughly to measure."""

    turns: int = 5
    part: float = 1.0
    """Of the full amount of work."""

    def of(self, amount: float, least: int = 1) -> int:
        """So much work, or the part of it that is wanted."""
        return max(least, round(amount * self.part))


QUICK = Scale(2, 0.05)


class Benchmark(NamedTuple):
    """Something that can be measured."""

    name: str
    title: str
    about: str
    """What is measured beside what, for the report."""
    run: Callable[[Scale], Findings]


class Contestant(NamedTuple):
    """Something to be measured in turns with others."""

    name: str
    package: str
    unit: str
    prepare: Callable[[], Work]
    """Imports, compiles and warms up; what it gives is measured."""
    against: str = ""
    note: str = ""


def contest(contestants: Iterable[Contestant], turns: int, clock: Clock = time.process_time) -> tuple[Row, ...]:
    """Measure them in turns, so that whatever else happens on the machine meets all alike."""
    named: list[tuple[Contestant, Work | None]] = []
    for one in contestants:
        tell(f"{one.name}: preparing")
        try:
            named.append((one, one.prepare()))
        except ModuleNotFoundError:
            named.append((one, None))
    taken: dict[str, list[float]] = {one.name: [] for one, _ in named}
    amounts: dict[str, float] = {}
    for turn in range(1, turns + 1):
        for one, work in named:
            if work:
                tell(f"{one.name}: turn {turn} of {turns}")
                start = clock()
                amount = work()
                seconds = clock() - start
                # turns may differ in what they got done; they count as if each had done what the first did
                first = amounts.setdefault(one.name, amount)
                taken[one.name].append(seconds * first / amount)
    tell("")
    return tuple(
        measured(one.name, one.package, amounts[one.name], one.unit, taken[one.name], one.against, one.note)
        if work
        else Absent(one.name, one.package)
        for one, work in named
    )


def measured(
    name: str, package: str, amount: float, unit: str, seconds: Iterable[float], against: str = "", note: str = ""
) -> Measured:
    """What was measured, with the version of the package it is about."""
    return Measured(name, package, version_of(package), amount, unit, tuple(seconds), against, note)


def version_of(package: str) -> str:
    """The installed version; nothing for what belongs to Python itself."""
    return importlib.metadata.version(package) if package else ""


def timed(work: Callable[[], object], clock: Clock = time.process_time) -> float:
    """The seconds that something takes."""
    start = clock()
    work()
    return clock() - start


def tell(text: str) -> None:
    """Say on the terminal what is going on, over what was said before; a file gets none of it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text[:100]}")
        sys.stderr.flush()


def scale_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how thoroughly to measure."""
    parser.add_argument("--quick", action="store_true", help="a small part of the work, in two turns")
    parser.add_argument("--turns", type=int, help=f"how often everything is measured; {Scale().turns} if not given")
    parser.add_argument("--part", type=float, help="how much of the full work is done; 1 if not given")


def scale_of(arguments: argparse.Namespace) -> Scale:
    """What those options ask for."""
    base = QUICK if arguments.quick else Scale()
    return Scale(arguments.turns or base.turns, arguments.part or base.part)


def main(benchmark: Benchmark) -> None:
    """Run one benchmark by itself, and print what it found."""
    from bench.figures import as_text

    parser = argparse.ArgumentParser(description=f"{benchmark.title}. {benchmark.about}")
    scale_options(parser)
    parser.add_argument("--json", type=Path, help="write the findings to this file as well")
    arguments = parser.parse_args()
    findings = benchmark.run(scale_of(arguments))
    print(as_text(findings))
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(findings)))
