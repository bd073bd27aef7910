"""The report as a page of the docs, with its plots."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bench import plots
from bench.figures import cells, curve_cells, curve_header, duration, header, markdown
from bench.measuring import Benchmark, Curve, Findings, Scale, Table
from bench.results import FILE, Report, Section

PAGE, PICTURES = "performance.md", "pictures/bench"
COMMAND = "python -m bench"
HEAD = f"""\
<!-- written by `{COMMAND}`: what is changed here is lost -->
# Performance

After this page you know how fast Pitboss is beside other libraries, what its costs grow with, and how to measure it
yourself. One command measures everything and writes this page, its plots and
[all figures as JSON](performance.json):

```sh
pip install -e ".[bench,peers]"
{COMMAND}
```

Each benchmark runs in a process of its own. What is compared is measured in the same run, in turns; a figure is the
median of its turns, and the spread is how far the fastest and the slowest lie apart. Only ratios bear comparison with
other machines. `{COMMAND} --only evaluator,engine` measures a part again, `--quick` in a minute or two, and
`python -m bench.evaluator` prints one benchmark alone.
"""


def write(report: Report, benchmarks: Sequence[Benchmark], folder: Path) -> None:
    """Leave figures, page and plots in a folder, and no plot of an earlier run."""
    pictures = folder / PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    (folder / PAGE).write_text(page_of(report, benchmarks), encoding="utf-8")
    for old in pictures.glob("*.svg"):
        old.unlink()
    for place, shown in plotted(report).items():
        drawn = plots.of_table(shown) if isinstance(shown, Table) else plots.of_curve(shown)
        (folder / place).write_text(drawn, encoding="utf-8")


def plotted(report: Report) -> dict[str, Table | Curve]:
    """All that is drawn, by its place as seen from the page."""
    return {
        picture(one.name, shown): shown
        for one in report.sections
        if one.findings is not None
        for shown in shown_in(one.findings)
        if isinstance(shown, Curve) or shown.plotted
    }


def shown_in(findings: Findings) -> list[Table | Curve]:
    """The tables, then the curves."""
    return [*findings.tables, *findings.curves]


def picture(name: str, shown: Table | Curve) -> str:
    """Where a plot stands."""
    return f"{PICTURES}/{name}-{re.sub(r'[^a-z]+', '-', shown.title.lower()).strip('-')}.svg"


def page_of(report: Report, benchmarks: Sequence[Benchmark]) -> str:
    """The whole page."""
    parts = [HEAD, *machine(report)]
    for benchmark in benchmarks:
        parts += section(benchmark, report.section(benchmark.name))
    return "\n".join(parts)


def machine(report: Report) -> Iterator[str]:
    """What it ran on."""
    found, small = report.machine, ""
    if report.scale != Scale():
        small = f"; a small run: {report.scale.part:g} of the full work, turns: {report.scale.turns}"
    yield "## What it ran on\n"
    yield wrapped(f"{found.processor}, {found.cores} cores, {found.system}; {report.day}{small}.")
    yield wrapped(", ".join(f"{name} {version}" for name, version in found.versions.items()) + ".")


def section(benchmark: Benchmark, found: Section | None) -> Iterator[str]:
    """A benchmark: what it is about, then every table and curve with its plot."""
    yield f"## {benchmark.title}\n"
    yield wrapped(benchmark.about)
    if found is None or found.findings is None:
        yield f"**Not measured: {found.failure if found else 'it was not asked for'}.**\n"
        return
    for shown in shown_in(found.findings):
        yield f"### {shown.title}\n"
        if isinstance(shown, Curve):
            yield wrapped(shown.about)
        if isinstance(shown, Curve) or shown.plotted:
            yield f"![The table below as a plot]({picture(found.name, shown)})\n"
        if isinstance(shown, Curve):
            yield f"In {shown.upward}:\n"
            yield markdown(curve_header(shown), curve_cells(shown)) + "\n"
        else:
            yield markdown(header(shown), cells(shown)) + "\n"
    yield from map(wrapped, found.findings.said)
    yield f"`python -m bench.{found.name}` took {duration(found.took)}.\n"


def wrapped(text: str) -> str:
    """A paragraph."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) + "\n"
