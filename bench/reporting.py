"""All benchmarks in turn, and one report of them: page, plots and figures.

    python -m bench [--only evaluator,engine] [--quick] [--out FOLDER]

Each runs in a process of its own, so that none disturbs another, and one that fails or hangs is only missing.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bench import ROOT
from bench.figures import duration
from bench.machine import this_machine
from bench.measuring import Benchmark, Findings, Scale, scale_of, scale_options
from bench.page import write
from bench.results import Report, Section, read

NAMES = ("evaluator", "engine", "simulator", "solver", "settle", "stores", "server", "growth", "newcomer")
SLOW = ("newcomer",)
"""Left out of a quick run unless it is asked for."""
PATIENCE = 1800
"""Seconds after which a benchmark hangs."""


def benchmarks() -> list[Benchmark]:
    """All of them, in the order of the report."""
    return [importlib.import_module(f"bench.{name}").BENCHMARK for name in NAMES]


def run(name: str, scale: Scale) -> Section:
    """One benchmark, in a process of its own."""
    start = time.perf_counter()
    findings, failure = None, ""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "findings.json")
        options = ["--turns", str(scale.turns), "--part", str(scale.part), "--json", str(file)]
        command = [sys.executable, "-m", f"bench.{name}", *options]
        try:
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
            findings = msgspec.json.decode(file.read_bytes(), type=Findings)
        except subprocess.TimeoutExpired:
            failure = f"it was not done after {duration(PATIENCE)}"
        except subprocess.CalledProcessError as error:
            failure = f"it ended with status {error.returncode}"
    return Section(name, time.perf_counter() - start, findings, failure)


def measure(names: Sequence[str], scale: Scale) -> Report:
    """So many benchmarks, with word of how it goes."""
    sections = []
    for number, name in enumerate(names, 1):
        place = f"{number} of {len(names)}  {name}"
        print(f"{place} ...", flush=True)
        sections.append(section := run(name, scale))
        print(f"{place}: {section.failure or 'measured'}, {duration(section.took)}", flush=True)
    return Report(f"{datetime.now(UTC):%Y-%m-%d}", this_machine(), scale, tuple(sections))


def main() -> None:
    """Measure what is asked for, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=lambda text: text.split(","), metavar="NAMES", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--again", action="store_true", help="measure nothing: page and plots anew from the figures")
    parser.add_argument("--out", type=Path, help="the folder of the report: docs, or build/bench after a small run")
    scale_options(parser)
    arguments = parser.parse_args()
    if unknown := set(arguments.only or ()) - set(NAMES):
        parser.error(f"there is no benchmark {unknown.pop()!r}; there are {', '.join(NAMES)}")
    scale = scale_of(arguments)
    out = arguments.out or ROOT / ("docs" if scale == Scale() else "build/bench")
    described, earlier = benchmarks(), read(out)
    if not arguments.again:
        asked = arguments.only or [name for name in NAMES if not (arguments.quick and name in SLOW)]
        report = measure([name for name in NAMES if name in asked], scale)
        failed = any(section.failure for section in report.sections)
        report = report.beside(earlier) if earlier else report
    elif earlier:
        report, failed = earlier, False
    else:
        parser.error(f"there are no figures in {out} yet")
    write(report, described, out)
    print(f"the report is in {out}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
