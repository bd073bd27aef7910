"""How many keys a dealer presses in a round: `python docs/keystrokes.py` plays it in a browser and prints the table.

`docs/physical.md` has it; a test compares.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[1] / "tests" / "web"))
sys.path.append(str(Path(__file__).parents[1] / "tests" / "floor"))

from bench.browser import launch
from floors import Hall
from key_counts import GAMES, as_table, keys_of_a_round
from playwright.sync_api import sync_playwright
from serving import served

from pitboss.web.app import create_app


def main() -> None:
    """Play a round of each game, and print how many keys it took."""
    with sync_playwright() as playwright, closing(Hall()) as hall, served(create_app(hall.floor)) as address:
        browser = launch(playwright)
        found = {game: keys_of_a_round(browser, hall, address, game) for game in GAMES}
        browser.close()
    sys.stdout.write(as_table(found) + "\n")


if __name__ == "__main__":
    main()
