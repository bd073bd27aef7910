"""A dealer and a floor person at the dealer's page, in a browser: by clicks or by keyboard alone.

They look at nothing but the page; the cards lie in a deck that knows its own order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any

from dealt_by_hand import EACH, PhysicalDeck
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

TABLET = {"width": 1180, "height": 820}
PATIENCE = 8000
SEATS = range(1, 7)
CHIPS = (500, 100, 25, 5, 1)
_MOVED = """([version, foreseen]) => !document.body.classList.contains("busy")
  && (document.body.dataset.version !== version || document.body.dataset.foreseen !== foreseen)"""
_REACHED = """(version) => !document.body.classList.contains("busy") && document.body.dataset.version === version"""
_ANOTHER = """(moving) => !document.body.classList.contains("busy") && document.body.dataset.moving !== moving"""
_IN = ("$", "In play", "Bets down")
_SEEN = """(card) => !document.body.classList.contains("busy")
  && (document.querySelector(`[data-key="undo"]`)?.dataset.card ?? "") === card"""
_IDLE = "() => document.body.dataset.version && !document.body.classList.contains('busy')"


class Hands(ABC):
    """How somebody works the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.used: Counter[str] = Counter()
        """Keys or touches, by what they were for."""
        self.purpose = "else"

    @abstractmethod
    def card(self, name: str) -> None:
        """Enter a card."""

    @abstractmethod
    def forward(self) -> None:
        """The primary button."""

    @abstractmethod
    def choose(self, button: Locator) -> None:
        """One of the choices."""

    @abstractmethod
    def place(self, place: int) -> None:
        """A place that was picked."""

    @abstractmethod
    def bet(self, dollars: int, extra: str) -> None:
        """The bets of the seat that is asked for."""

    @abstractmethod
    def number(self, number: int) -> None:
        """A count."""

    @abstractmethod
    def dock(self, name: str, key: str) -> None:
        """A button of the dock or of a view, by its name or its key."""

    @abstractmethod
    def answer(self, button: Locator, key: str) -> None:
        """An answer to a question of a report."""

    @abstractmethod
    def fill(self, label: str, text: str) -> None:
        """A field of a form."""

    @abstractmethod
    def sheet(self) -> None:
        """Record a report, or carry an order out."""


class Keys(Hands):
    """By keyboard alone."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.used[self.purpose] += 1

    def card(self, name: str) -> None:
        self.press(*name)

    def forward(self) -> None:
        self.press("Enter")

    def choose(self, button: Locator) -> None:
        self.press(button.locator("kbd").inner_text())

    def place(self, place: int) -> None:
        self.press(str(place))

    def bet(self, dollars: int, extra: str) -> None:
        amounts = self.page.locator(".chiprow").count()
        self.press(*(str(dollars) if amounts else "a"))
        if extra:
            self.press(self.page.locator(f".area:has-text('{extra}') kbd").inner_text())
        self.press("Enter")

    def number(self, number: int) -> None:
        self.press(*str(number))

    def dock(self, name: str, key: str) -> None:
        self.press(key)

    def answer(self, button: Locator, key: str) -> None:
        self.press(key)

    def fill(self, label: str, text: str) -> None:
        for _ in range(60):  # to the field, and no further
            here = self.page.evaluate("document.activeElement.closest('label')?.firstChild?.textContent ?? ''")
            if label in here:
                break
            self.press("Tab")
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def sheet(self) -> None:
        self.press("Shift+Enter")


class Clicks(Hands):
    """By touches alone, and the keyboard only for words."""

    def touch(self, target: Locator) -> None:
        target.click(timeout=PATIENCE)
        self.used[self.purpose] += 1

    def card(self, name: str) -> None:
        self.touch(self.page.locator(f".pad [data-card='{name}']"))

    def forward(self) -> None:
        self.touch(self.page.locator("[data-key='dock forward']"))

    def choose(self, button: Locator) -> None:
        self.touch(button)

    def place(self, place: int) -> None:
        self.touch(self.page.locator(f"[data-key='place {place}']"))

    def bet(self, dollars: int, extra: str) -> None:
        amounts = self.page.locator(".chiprow").count()
        if not amounts:
            self.touch(self.page.locator(".area").first)
        for value in CHIPS if amounts else ():
            while dollars >= value:
                self.touch(self.page.locator(f"[data-key='chip {value}']"))
                dollars -= value
        if extra:
            self.touch(self.page.locator(f".area:has-text('{extra}')"))
        self.touch(self.page.locator("[data-key='next-seat']"))

    def number(self, number: int) -> None:
        for digit in str(number):
            self.touch(self.page.locator(f"[data-key='digit {digit}']"))

    def dock(self, name: str, key: str) -> None:
        self.touch(self.page.locator("#main").get_by_role("button", name=name).first)

    def answer(self, button: Locator, key: str) -> None:
        self.touch(button)

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).first.fill(text)

    def sheet(self) -> None:
        self.forward()


class AtThePage:
    """A member of staff at the dealer's page of a table; whatever the browser complains of is kept."""

    def __init__(self, browser: Browser, address: str, token: str, table: str, way: type[Hands]) -> None:
        self.context = browser.new_context(viewport=TABLET, reduced_motion="reduce")  # type: ignore[arg-type]
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/staff/{token}")
        self.page.get_by_role("button", name="Begin").click()
        self.page.goto(f"{address}/dealer/{table}")
        self.page.locator("#due-h").wait_for()
        self.hands = way(self.page)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    @property
    def title(self) -> str:
        return self.page.locator("#due-h").inner_text()

    def has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def mark(self) -> list[str]:
        self.page.wait_for_function(_IDLE, timeout=PATIENCE)
        return self.page.evaluate("[document.body.dataset.version, document.body.dataset.foreseen]")  # type: ignore[no-any-return]

    def moved(self, mark: list[str]) -> None:
        """Wait until the page shows something newer."""
        self.page.wait_for_function(_MOVED, arg=mark, timeout=PATIENCE)

    def order(self, says: str, fields: dict[str, str]) -> None:
        """Give one of the orders besides the due step."""
        mark = self.mark()
        self.hands.dock("More", "m")
        tile = self.page.locator(".cat", has_text=says).first
        tile.wait_for(timeout=PATIENCE)
        self.hands.dock(says, tile.locator("kbd").inner_text() if tile.locator("kbd").count() else "")
        for label, text in fields.items():
            self.hands.fill(label, text)
        self.hands.sheet()
        self.moved(mark)

    def report(self, says: str, *answers: str) -> None:
        """Report what was seen: the tile, then each question by the words of its button."""
        mark = self.mark()
        self.hands.dock("Report", "r")
        tile = self.page.locator(".cat", has_text=says).first
        self.hands.dock(says, tile.locator("kbd").inner_text())
        for answer in answers:
            button = self.page.locator(".who button", has_text=answer).first
            self.hands.answer(button, button.locator("kbd").inner_text())
        self.page.locator(".rules ol").wait_for(timeout=PATIENCE)
        self.hands.sheet()
        self.moved(mark)

    def rule(self, *texts: str) -> None:
        """Do what only the floor does: the first of the rulings, with the reason that it asks for."""
        form = self.page.locator(".rulings form").last
        form.wait_for(timeout=PATIENCE)
        mark = self.mark()
        fields = form.locator("input").all()
        for field, text in zip(fields, texts or ("seen by the floor",), strict=False):
            field.focus()
            self.page.keyboard.type(text)
        if isinstance(self.hands, Keys):
            form.locator("button").focus()
            self.page.keyboard.press("Enter")
        else:
            form.locator("button").click(timeout=PATIENCE)
        self.moved(mark)

    def correct(self, right: str) -> None:
        """The card that was read last was misread."""
        mark = self.mark()
        if isinstance(self.hands, Keys):
            self.hands.press("Backspace")
        else:
            self.page.locator("[data-key='undo']").click(timeout=PATIENCE)
        self.page.locator(".alert", has_text="Enter what it is").wait_for(timeout=PATIENCE)
        self.hands.card(right)
        self.moved(mark)

    def close(self) -> None:
        self.context.close()


class DealerAtThePage(AtThePage):
    """A dealer who deals real cards and does what the page says, step by step."""

    def __init__(self, *args: Any, game: str, deck: PhysicalDeck, extra: str = "") -> None:
        super().__init__(*args)
        self.game, self.deck, self.extra = game, deck, extra
        self.misread = False
        """Whether the last card of the dealer's own hand is entered wrongly, once."""
        self.corrected = 0
        self.floor: AtThePage | None = None
        """Who verifies, and rules."""
        self.settled_before = False
        """Whether wagers are settled before the dealer's hand is read, so that the floor corrects it."""

    def until(self, *titles: str, most: int = 400) -> None:
        """Go on until the page asks for one of these."""
        for _ in range(most):
            self.mark()
            if any(title in self.title for title in titles):
                return
            self.step()
        raise AssertionError(f"{titles} never comes; the page says {self.title!r}")

    def step(self) -> None:
        """Do what is due, whatever it is."""
        mark = self.mark()
        if self.has(".held") and self.floor:
            self._wait_for(self.floor)
            return
        if self.has(".moving"):
            self._for("chips")
            self.hands.forward()
            self.page.wait_for_function(_ANOTHER, arg=self.page.locator("body").get_attribute("data-moving"))
            return
        if self.has(".paying"):
            self._for("settlement")
            choices = self.page.locator(".dock .choice")
            if choices.count():
                self._for("decisions")
                self.hands.choose(choices.nth(0))
            else:
                self.hands.forward()
        elif self.has(".bets"):
            self._for("bets")
            self.bets()
            return
        elif self.has(".choices .choice:not(.less)"):
            self._for("decisions")
            self.hands.choose(self._choice())
        elif self.has(".slot.next"):
            self._cards()
        elif self.has(".counting output"):
            self._for("counts")
            self.hands.number(len(self.deck.cards))
            self.hands.forward()
        else:
            self._for("steps")
            self._prepare()
            self.hands.forward()
        self.moved(mark)

    def _wait_for(self, floor: AtThePage) -> None:
        """The floor does what it is waited for, unless it has been done and is not shown yet."""
        for _ in range(PATIENCE // 100):
            if floor.has(".rulings form"):
                floor.rule()
            if not self.has(".held"):
                return
            self.page.wait_for_timeout(100)

    def _for(self, purpose: str) -> None:
        self.hands.purpose = purpose

    def _choice(self) -> Locator:
        """Seat 6 folds when it must decide, or checks; the others play as soon as they may."""
        buttons = self.page.locator(".choices .choice")
        if "6" in self.title:
            quiet = self.page.locator(".choices .choice", has_text="Check")
            return quiet if quiet.count() else self.page.locator(".choices .choice", has_text="Fold")
        return self.page.locator(".choices .choice", has_text="Play").first if buttons.count() else buttons.first

    def _prepare(self) -> None:
        title = self.title
        if title.startswith("Deal"):
            self.deck.shuffle()
            self.deck.deal(self.dealt_in(), EACH[self.game])
        elif "hands are set" in title:
            self.deck.set_hands()

    def dealt_in(self) -> list[int]:
        """The seats that have bets."""
        cells = self.page.locator(".seats6 > li").all()
        return [n for n, cell in enumerate(cells, 1) if any(word in cell.inner_text() for word in _IN)]

    def slots(self) -> list[dict[str, str]]:
        found = self.page.locator(".slot")
        return found.evaluate_all("all => all.map((one) => ({ ...one.dataset }))")  # type: ignore[no-any-return]

    def _cards(self) -> None:
        self._for("cards")
        picked: Sequence[int] = ()
        if self.has(".places"):
            picked = self.deck.picks(3, 5)
            for place in picked:
                self.hands.place(place)
        names = self.deck.names(self.slots(), picked)
        if self.misread and self.slots()[0]["lies"] == "dealer":
            self.misread, right = False, names[-1]
            wrong = self.deck.names_of(self.deck.cards[:1])[0]
            mark = self.mark()
            self._enter([*names[:-1], wrong])
            self.moved(mark)
            corrects = self.floor if self.floor and self.settled_before else self
            corrects.page.wait_for_function(_SEEN, arg=wrong, timeout=PATIENCE)
            corrects.correct(right)
            self.page.wait_for_function(_REACHED, arg=corrects.mark()[0], timeout=PATIENCE)
            self.corrected += 1
            return
        self._enter(names)

    def _enter(self, names: Sequence[str]) -> None:
        for name in names:
            self.hands.card(name)

    def bets(self) -> None:
        """All six seats bet; after the first round by one key for what they bet last."""
        self.mark()
        if self.page.get_by_role("button", name="Last bets again").count():
            mark = self.mark()
            self.hands.dock("Last bets again", "l")
            self.moved(mark)
        elif not self.dealt_in():
            for seat in SEATS:
                mark = self.mark()
                self.hands.bet(25, self.extra if seat % 2 else "")
                self.moved(mark)
            if self.has("[data-key='dock Back']"):
                self.hands.dock("Back", "Escape")
            return
        mark = self.mark()
        if self.page.get_by_role("button", name="No more bets").count():
            self.hands.dock("No more bets", "n")
            self.moved(mark)
