"""The browser that tests, pictures and benchmarks drive: whichever Chromium the machine has."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
    "microsoft-edge-stable", "msedge",
)  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
MISSING = "no Chromium, Chrome or Edge was found: `apt-get install chromium`, or `playwright install chromium`"


def executable(playwright: Playwright) -> str | None:
    """The path of a browser: on the search path, where macOS keeps it, or the one Playwright downloaded."""
    on_path = next((found for name in NAMES if (found := shutil.which(name))), None)
    return on_path or next((p for p in (*PLACES, playwright.chromium.executable_path) if Path(p).exists()), None)


def launch(playwright: Playwright) -> Browser:
    """Start it without a window."""
    path = executable(playwright)
    if path is None:
        raise FileNotFoundError(MISSING)
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
