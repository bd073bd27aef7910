"""Bring about every fault in its long form, and write the table of the docs.

python tests/faults/report.py            all of them, then docs/reliability.md is written anew
python tests/faults/report.py --quick    as every run of the tests does it; the table is only printed
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from blotter import FILE, Entry  # noqa: E402

PAGE = HERE.parents[1] / "docs" / "reliability.md"
BEGIN, END = "<!-- faults: written by tests/faults/report.py -->", "<!-- end of faults -->"


def table(counts: Mapping[Entry, int]) -> str:
    """The rows as Markdown, in the order of the tests."""
    rows = [f"| {e.fault} | {e.where} | {count:,} | {e.outcome} |" for e, count in counts.items()]
    return "\n".join(["| fault | where | times | what came of it |", "|---|---|---:|---|", *rows])


def run(quick: bool) -> tuple[int, Counter[Entry]]:
    """Run the suite; its exit status and how often each fault was brought about."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "blotter")
        file.touch()
        environment = {**os.environ, FILE: str(file), "PITBOSS_LONG": "" if quick else "1"}
        how = ["-v", "--no-header", "-n", "auto", "--dist", "loadfile", f"--ignore={HERE / 'test_report.py'}"]
        command = [sys.executable, "-m", "pytest", *how, str(HERE)]
        status = subprocess.run(command, env=environment, cwd=HERE.parents[1], check=False).returncode
        counts: Counter[Entry] = Counter()
        for _file, _line, *words, count in sorted(map(json.loads, file.read_text(encoding="utf-8").splitlines())):
            counts[Entry(*words)] += count
    return status, counts


def main(arguments: list[str]) -> int:
    """Run, print, and write unless it failed or was quick."""
    quick = "--quick" in arguments
    status, counts = run(quick)
    rows = table(counts)
    sys.stdout.write(f"\n{rows}\n")
    if status == 0 and not quick:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{rows}\n{END}{after}", encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
