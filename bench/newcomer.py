"""A newcomer's path, from a fresh clone to the first round, par sheet and audit: `python -m bench.newcomer`.

Everything happens in a new folder with an environment of its own, with the commands that the docs give. The round in
the browser is played in Chromium as a person would, with no time to think.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import ROOT
from bench.browser import launch
from bench.measuring import OURS, Benchmark, Findings, Measured, Scale, Table, main, measured, tell
from pitboss.solvers.cache import FOLDER

SHORT_CUTS = "min\ndeal\ncheck\ncheck\nplay\nquit\n"
BASE = "an empty environment of Python"


def play_in_browser(address: str) -> None:
    """Sit down, bet, deal, decide until the round is over."""
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(reduced_motion="reduce")
        expect.set_options(timeout=60_000)
        page.goto(address)
        page.locator("[data-table]").filter(has_text="Ultimate").get_by_role("link", name="Sit down").click()
        dock, over = page.locator("#dock"), page.locator("#dock .results")
        for name in ("Bet the minimum", "Deal"):
            dock.get_by_role("button", name=re.compile(f"^{name}")).click()
        decide = page.locator("#dock .btn.primary:not([disabled])")
        while True:
            expect(over.or_(decide).first).to_be_visible()
            if over.count():
                break
            said = dock.get_attribute("data-said") or ""
            decide.first.click()
            expect(dock).not_to_have_attribute("data-said", said)
        browser.close()


class Walk:
    """The steps of the path, with the seconds each took."""

    def __init__(self) -> None:
        self.steps: list[Measured] = []

    @contextmanager
    def step(self, name: str, package: str = OURS, against: str = BASE) -> Iterator[None]:
        """Measure one."""
        tell(f"newcomer: {name}")
        start = time.perf_counter()
        yield
        self.steps.append(measured(name, package, 1, "times", [time.perf_counter() - start], against))


def walk(folder: Path) -> list[Measured]:
    """All steps, in a folder of their own."""
    home, walk = folder / "pitboss", Walk()
    pitboss = str(home / ".venv" / "bin" / "pitboss")

    environment = {**os.environ, FOLDER: str(folder / "answers")}

    def run(*command: str, given: str | None = None) -> str:
        done = subprocess.run(
            command, cwd=home, env=environment, check=True, input=given, text=True, stdout=subprocess.PIPE
        )
        return done.stdout

    home.mkdir()
    with walk.step(BASE, "", ""):
        run(sys.executable, "-m", "venv", str(folder / "empty"))
    with walk.step("git clone"):
        run("git", "clone", "--quiet", str(ROOT), ".")
    with walk.step('environment, and pip install -e ".[all]"'):
        run(sys.executable, "-m", "venv", ".venv")
        run(str(home / ".venv" / "bin" / "pip"), "install", "-qq", "-e", ".[all]")
    with walk.step("pitboss serve, and the first round in the browser"):
        serve = pitboss, "serve", "--port", "0"
        server = subprocess.Popen(serve, cwd=home, env=environment, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found
        play_in_browser(found.group())
    server.terminate()
    server.communicate()
    with walk.step("pitboss play uth, the first round in the terminal"):
        run(pitboss, "play", "uth", "--data", "record", given=SHORT_CUTS)
    with walk.step("pitboss par uth.toml, the first par sheet"):
        (home / "uth.toml").write_text(run(pitboss, "submission", "new", "uth"))
        run(pitboss, "par", "uth.toml", "--out", "sheet.pdf")
    with walk.step("pitboss run and audit verify, the first audit"):
        run(pitboss, "run", "uth", "--rounds", "50", "--irregularities", "0.1", "--journal", "day.jsonl")
        run(pitboss, "audit", "verify", "day.jsonl")
    tell("")
    return walk.steps


def run(_: Scale) -> Findings:
    with tempfile.TemporaryDirectory() as folder:
        rows = tuple(walk(Path(folder)))
    return Findings((Table("Step by step, by the clock", rows, by_time=True),))


BENCHMARK = Benchmark(
    "newcomer",
    "A newcomer's path",
    "From a clone to the first round, par sheet and audit, in a new environment with nothing kept from before. The "
    "first round in the terminal is played line by line, where the coach is waited for: the game is compiled and "
    "solved, once. In full screen and in the browser one plays on meanwhile. The ratio is to making an empty "
    "environment.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
