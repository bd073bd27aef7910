"""Somebody at the page of a table, as a test drives it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

expect.set_options(timeout=20_000)
ASKED = re.compile("^(Check|Fold|Turn up|Set the hand)")


class Seat:
    """Somebody at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dock = page.locator("#dock")
        self.primary = page.locator("#dock .btn.primary:not([disabled])")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.dock.get_by_role("button", name=re.compile(rf"^{re.escape(name)}\b"))

    def then(self, act: Callable[[], Any]) -> None:
        """Do something and wait until the dock says something else."""
        before = self.dock.get_attribute("data-said") or ""
        act()
        expect(self.dock).not_to_have_attribute("data-said", before)

    def sit(self) -> Seat:
        self.button("Sit down").click()
        expect(self.dock).to_contain_text("Place your wagers")
        return self

    def settles(self) -> bool:
        """Whether the round is over, as soon as it is, or something is asked."""
        over = self.dock.locator(".results")
        expect(over.or_(self.button("Turn up")).or_(self.primary).first).to_be_visible()
        return over.count() > 0

    def deal(self) -> None:
        """Bet the minimum and have the cards dealt."""
        self.then(self.button("Bet the minimum").click)
        expect(self.button("Deal")).to_be_enabled()
        self.button("Deal").click()
        self.is_asked()

    def play_on(self) -> None:
        """Take every decision with the primary button until the round is over."""
        while not self.settles():
            self.decide()

    def decide(self) -> None:
        """The primary choice, with everything that it needs."""
        if self.button("Turn up").count():
            self.pick()
        if self.button("House way").count():
            self.button("House way").click()
            expect(self.dock.locator(".low .tray-words")).to_have_text(re.compile(r"\d+"))
        self.then(self.primary.click)

    def is_asked(self) -> None:
        """Wait for a decision."""
        expect(self.dock.get_by_role("button", name=ASKED).first).to_be_visible()

    def pick(self) -> None:
        for place in (1, 3, 5):
            self.dock.get_by_role("button", name=re.compile(f"^Card {place},")).click()
        expect(self.button("Turn up")).to_be_enabled()

    def facts(self) -> list[str]:
        """What lies where, without how the hand reads, which the page asks for apart."""
        return [line.partition(". ")[0].rstrip(".") for line in self.told()]

    def comes_to(self, wanted: list[str]) -> None:
        """Wait until the page tells these facts."""
        for _ in range(200):
            if self.facts() == wanted:
                return
            self.page.wait_for_timeout(100)
        assert self.facts() == wanted

    def sees(self, expression: str) -> None:
        """Wait until this holds in the page, asked from outside: the page's own policy forbids it to evaluate."""
        for _ in range(400):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(expression)

    def told(self) -> list[str]:
        """What those who listen are told of the table."""
        return self.page.locator("#told li").all_text_contents()

    def may_leave(self) -> bool:
        """Go on towards the end of the round, if this is the one whom the table waits for."""
        if self.button("Clear").count():
            self.then(self.button("Clear").click)
        elif self.dock.get_by_role("button", name=ASKED).count():
            self.decide()
        return self.button("Bet the minimum").count() + self.dock.locator(".results").count() > 0

    def leave(self) -> None:
        self.page.get_by_role("button", name="Leave", exact=True).click()
        expect(self.dock).to_contain_text("Take a seat")
