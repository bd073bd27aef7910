"""What a run of the benchmarks leaves behind: the figures, from which page and plots are made."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bench.machine import Machine
from bench.measuring import Findings, Scale

FILE = "performance.json"


class Section(msgspec.Struct, frozen=True):
    """What came of one benchmark."""

    name: str
    took: float
    """Seconds."""
    findings: Findings | None = None
    failure: str = ""
    """Why there are none."""


class Report(msgspec.Struct, frozen=True):
    """What came of all of them."""

    day: str
    machine: Machine
    scale: Scale
    sections: tuple[Section, ...] = ()

    def beside(self, earlier: Report) -> Report:
        """With what was measured earlier and not now, if it was on the same machine with the same versions."""
        if (earlier.machine, earlier.scale) != (self.machine, self.scale):
            return self
        now = {one.name for one in self.sections}
        kept = tuple(one for one in earlier.sections if one.name not in now)
        return msgspec.structs.replace(self, sections=self.sections + kept)

    def section(self, name: str) -> Section | None:
        """What came of one benchmark, if it was run."""
        return next((one for one in self.sections if one.name == name), None)


def read(folder: Path) -> Report | None:
    """The report of an earlier run, if there is one."""
    file = folder / FILE
    return msgspec.json.decode(file.read_bytes(), type=Report) if file.exists() else None
