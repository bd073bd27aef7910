"""Screens of the terminal: the real command in a terminal of its own, keys pressed, the screen kept."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser


class Screen(NamedTuple):
    """A command, the keys pressed at it, and how long until the picture is taken."""

    command: str
    keys: str
    seconds: int = 20
    columns: int = 120
    rows: int = 36


PICTURES = {
    "terminal": Screen("play uth --seed 23 --seats 3 --coach before", "m,enter,c"),
    "terminal-hi-lo": Screen("play hi-lo --seed 4 --coach before", "m,enter,p,h"),
    "school": Screen("school uth --level 5 --seed 4 --no-clock", "1"),
}


def take(screen: Screen, browser: Browser) -> bytes:
    """The screen as a picture."""
    with tempfile.TemporaryDirectory() as folder:
        _run(screen, Path(folder))
        svg = (Path(folder) / "screen.svg").read_text(encoding="utf-8")
    context = browser.new_context(offline=True)  # the drawing names a font on another host: the machine's own will do
    page = context.new_page()
    page.set_content(f"<body style='margin:0'>{svg}", wait_until="commit")
    picture = page.locator("svg").first.screenshot(omit_background=True)
    context.close()
    return picture


def _run(screen: Screen, folder: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", screen.rows, screen.columns, 0, 0))
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PITBOSS_DATA": str(folder),
        "TEXTUAL_PRESS": screen.keys,
        "TEXTUAL_SCREENSHOT": str(screen.seconds),
        "TEXTUAL_SCREENSHOT_LOCATION": str(folder),
        "TEXTUAL_SCREENSHOT_FILENAME": "screen.svg",
    }
    command = [sys.executable, "-m", "pitboss", *screen.command.split()]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as process:
        os.close(theirs)
        reader = threading.Thread(target=_drain, args=(ours,), daemon=True)
        reader.start()
        process.wait()
    reader.join()
    os.close(ours)


def _drain(descriptor: int) -> None:
    """Read what the program draws, so that it can go on."""
    with suppress(OSError):  # the other end is closed
        while os.read(descriptor, 65_536):
            pass
