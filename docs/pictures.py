"""The pictures of the docs and the README, taken from the running product: `python docs/pictures.py [NAME...]`.

Everything is seeded and the clock stands, so the same product gives the same pictures.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parents[1]))  # the benchmarks' browser

from bench.browser import launch

from shots import paper, terminal, web

FOLDER = Path(__file__).parent / "pictures"
COLOURS = 112
WIDEST, TALLEST = 1440, 920


def keep(name: str, data: bytes) -> Path:
    """Write a picture no larger than a screen and with fewer colours: a third of the size, and it looks the same."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    picture.thumbnail((WIDEST, TALLEST), Image.Resampling.BOX)
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    return file


def main(names: list[str]) -> None:
    """Take the pictures named, or all."""
    with sync_playwright() as playwright, ExitStack() as opened:
        browser = launch(playwright)
        opened.callback(browser.close)
        hall = cache(lambda: web.Hall(browser, opened))
        takes: dict[str, Callable[[], bytes]] = {
            **{name: partial(lambda take: take(hall()), take) for name, take in web.PICTURES.items()},
            **{name: partial(terminal.take, screen, browser) for name, screen in terminal.PICTURES.items()},
            **{name: partial(paper.take, command) for name, command in paper.PICTURES.items()},
        }
        for name in names or takes:
            file = keep(name, takes[name]())
            sys.stdout.write(f"{file.name} {file.stat().st_size // 1000} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
