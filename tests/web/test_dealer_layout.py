"""The dealer's page as it is drawn: nothing over anything, nothing cut off, and card keys that stay where they are.

Each round is played with every wager at every seat, so that the page is as full as it can be.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing

import pytest
from dealing import DealerAtThePage, Keys
from dealt_by_hand import PhysicalDeck
from floors import Hall
from playwright.sync_api import Browser
from serving import served

from pitboss.floor.dealer_bets import Staked, bets, commands_of
from pitboss.games.common import CARDS, REAL
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app

TABLET, SMALL, PHONE, NARROW = (1180, 820), (1024, 768), (390, 844), (360, 740)
PICTURES = os.environ.get("PITBOSS_PICTURES")
"""A folder that gets a picture of every view, to be looked at."""

_FAULTS = """() => {
  const faults = [], wide = innerWidth, high = innerHeight, tablet = wide >= 1024;
  const seen = (one) => one.checkVisibility() && one.getClientRects().length;
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen)
    .map((one) => [one.className || one.id || one.tagName, one.getBoundingClientRect(), one]);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const out = (a, b) => a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  const apart = (selector) => {
    const all = boxes(selector);
    all.forEach(([name, box, one], index) => all.slice(index + 1).forEach(([other, its, two]) => {
      if (!one.contains(two) && !two.contains(one) && over(box, its)) faults.push(`${name} over ${other}`);
    }));
  };
  const within = (inner, outer) => boxes(outer).forEach(([name, box, one]) => boxes(inner)
    .filter(([, its, part]) => one.contains(part) && out(its, box))
    .forEach(([what, , part]) => faults.push(`${what} (${part.textContent.slice(0, 20)}) sticks out of ${name}`)));
  const parts = ".bar, .due-p, .say, .seats6, .sets, .pad, .bets, .counting, .hands, .panel";
  apart(tablet ? `${parts}, .dock` : parts);  // the dock of a phone lies over what is scrolled
  apart(".ask .way, .ask h1, .ask .how, .ask .nextis, .ask .slots, .ask .places, .ask .picked, .ask .choices");
  apart(".dock > *");
  within(".way, h1, .how, .nextis, .slots, .places, .picked, .choices, .choice", ".due-p");
  within("q, .after, .then", ".say");
  within("b, span.num", ".seats6 > li");
  within(".slot, .eq", ".set");
  for (const [name, box, one] of boxes("#view button, #dock button, #dock label, .slot")) {
    if (box.left < -1 || box.right > wide + 1) faults.push(`${one.textContent} is off the side`);
    if (tablet && (box.top < 0 || box.bottom > high + 1)) faults.push(`${one.textContent} is off the screen`);
  }
  if (document.documentElement.scrollWidth > wide) faults.push("sideways scrolling");
  if (tablet && document.documentElement.scrollHeight > high) faults.push("scrolling");
  const pad = boxes(".carding .pad").map(([, box]) => box)[0], [, dock] = boxes(".dock")[0];
  const covered = pad && wide >= 390 ? pad.bottom - dock.top : 0;
  if (covered > 1) faults.push(`the dock lies over ${covered} of the pad`);
  return faults;
}"""
_PAD = "() => [document.querySelector('.pad .key').getBoundingClientRect()].map(({ top, bottom }) => [top, bottom])[0]"


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    with served(create_app(hall.floor, per_second=1000, burst=5000)) as address:
        yield address


class FullTable(DealerAtThePage):
    """Every wager lies at every seat; every view is looked at in every size, once."""

    def __init__(self, browser: Browser, hall: Hall, address: str, game: str) -> None:
        self.hall = hall
        self.live = hall.floor.add_table(practice_submission(game, {CARDS: REAL}))
        token = hall.floor.people.invite(Role.DEALER, "J. Moreau")
        super().__init__(browser, address, token, self.live.name, Keys, game=game, deck=PhysicalDeck(7))
        self.faults: dict[str, list[str]] = defaultdict(list)
        self.keys_at: dict[tuple[int, int], set[tuple[float, float]]] = defaultdict(set)
        self.looked: set[str] = set()

    def bets(self) -> None:
        """Every wager at every seat, or the call."""
        mark = self.mark()
        if self.page.get_by_role("button", name="No more bets").count():
            self.hands.dock("No more bets", "n")
        else:
            person = self.hall.floor.people.accept(self.hall.floor.people.invite(Role.DEALER, "second"))
            self.hall.floor.together(person, self.live.name, (), lambda live: commands_of(live, person, self.all()))
        self.moved(mark)

    def all(self) -> list[Staked]:
        """What lies at all seats."""
        areas = bets(self.live.rules, self.live.state).areas  # type: ignore[union-attr]
        entered = tuple((one.wager, min(one.most, 10000)) for one in areas if not (one.required and one.equals))
        return [Staked(seat, entered) for seat in self.dealt_in()]

    def dealt_in(self) -> list[int]:
        """All seats."""
        return list(range(1, int(self.live.rules.terms["positions"]) + 1))

    def step(self) -> None:
        """Look, then do what is due."""
        self.look(re.sub(r"\d+", "n", self.title))
        super().step()

    def look(self, where: str) -> None:
        """What is wrong with the view in each size."""
        if where in self.looked:
            return
        self.looked.add(where)
        for size in (TABLET, SMALL, PHONE, NARROW):
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            self.page.wait_for_timeout(80)
            self._check(where, size)
            if size in (TABLET, SMALL) and self.has(".carding .key.used"):
                self.page.locator(".key.used").first.click()
                self._check(f"{where} A used card.", size)
                self.page.keyboard.press("Escape")
        self.page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})

    def _check(self, where: str, size: tuple[int, int]) -> None:
        for fault in self.page.evaluate(_FAULTS):
            self.faults[f"{where} {size[0]}"].append(fault)
        if size in (TABLET, SMALL) and self.has(".carding .pad"):
            self.keys_at[size].add(tuple(self.page.evaluate(_PAD)))
        if PICTURES:
            name = re.sub(r"\W+", "-", where).strip("-")
            self.page.screenshot(path=f"{PICTURES}/{self.game}-{name}-{size[0]}.png")


@pytest.mark.parametrize("game", ["uth", "hi-lo", "top-five", "pik-it"])
def test_nothing_lies_over_anything_and_the_keys_stay_where_they_are(
    browser: Browser, hall: Hall, address: str, game: str
) -> None:
    table = FullTable(browser, hall, address, game)
    with closing(table):
        table.until("Deal ")
        table.step()
        table.until("Take the bets")
        assert not table.faults, "\n".join(f"{where}: {faults}" for where, faults in table.faults.items())
        for size, places in table.keys_at.items():
            assert len(places) == 1, (size, places)
