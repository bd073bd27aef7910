"""A newcomer's path, timed: from a fresh clone to the first round, the first par sheet and the first audit.

    python bench/newcomer.py

Everything happens in a new folder with an environment of its own, with the commands that the docs give. The round in
the browser is played in Chromium as a person would, with no time to think.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

CHECKOUT = Path(__file__).parents[1]
SHORT_CUTS = "min\ndeal\ncheck\ncheck\nplay\nquit\n"


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long something took."""
    start = time.perf_counter()
    yield
    print(f"{what:<52} {time.perf_counter() - start:6.1f} s", flush=True)


def play_in_browser(address: str) -> None:
    """Sit down, bet, deal, decide until the round is over."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
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


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "pitboss"
        pitboss = str(home / ".venv" / "bin" / "pitboss")

        def run(*command: str, given: str | None = None) -> None:
            subprocess.run(command, cwd=home, check=True, input=given, text=True, stdout=subprocess.DEVNULL)

        with timed("clone"):
            subprocess.run(("git", "clone", "--quiet", str(CHECKOUT), str(home)), check=True)
        with timed("environment, and pip install -e .[all]"):
            run(sys.executable, "-m", "venv", ".venv")
            run(str(home / ".venv" / "bin" / "pip"), "install", "--quiet", "-e", ".[all]")
        with timed("pitboss serve, and the first round in the browser"):
            server = subprocess.Popen((pitboss, "serve", "--port", "0"), cwd=home, stdout=subprocess.PIPE, text=True)
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            play_in_browser(found.group())
        server.terminate()
        server.communicate()
        with timed("pitboss play uth, the first round in the terminal"):
            run(pitboss, "play", "uth", "--data", "record", given=SHORT_CUTS)
        with timed("pitboss par uth.toml, the first par sheet"):
            (home / "uth.toml").write_text(subprocess.check_output((pitboss, "submission", "new", "uth"), text=True))
            run(pitboss, "par", "uth.toml", "--out", "sheet.pdf")
        with timed("pitboss run and audit verify, the first audit"):
            run(pitboss, "run", "uth", "--rounds", "50", "--irregularities", "0.1", "--journal", "day.jsonl")
            run(pitboss, "audit", "verify", "day.jsonl")


if __name__ == "__main__":
    main()
