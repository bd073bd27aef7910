"""The table on the whole screen: every key is one thing, and whatever happens is drawn anew from the seat."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from pitboss.errors import PitbossError
from pitboss.money import short_dollars as money
from pitboss.terminal import panels, side
from pitboss.terminal.card_art import LARGE, size_for
from pitboss.terminal.colours import BAD
from pitboss.terminal.dialogs import help_dialog, leave_dialog, stats_dialog
from pitboss.terminal.keys import keys_for
from pitboss.terminal.panels import Looks, keyed, lines
from pitboss.terminal.sentences import asking, calls
from pitboss.terminal.visit import BEFORE, MODES, Visit
from pitboss.training.choice_values import Question

KEYS = "? help   k coach   g drill   s statistics   v colours   b chips   q leave"
PLACES = ("first", "second", "third", "fourth")
"""At the side, from the top down."""
LEAST = 80, 24
"""Columns and rows without which the table is not shown, and no key but the one to leave does anything."""
WIDE = 150
"""Columns from which the side has room for long lines."""
_MOVES = {"left": -1, "up": -2, "right": 1, "down": 2, "tab": 1, "shift+tab": -1}
_NAMES = {"question_mark": "?", "minus": "-", "ctrl+c": "q"}


class Host(Protocol):
    """Who shows the screens."""

    four_colours: bool

    def told(self) -> None:
        """Something is new; may be called from any thread."""

    def open_drill(self) -> None:
        """Practise; the table waits."""

    def close_drill(self) -> None:
        """Back to the table."""


class Room(Screen[None]):
    """What the table and the drill have in common: the places on the screen."""

    def __init__(self, visit: Visit, host: Host) -> None:
        super().__init__()
        self.visit, self.host = visit, host

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Vertical(id="table"):
            yield Static(id="bar")
            with Horizontal(id="room"):
                with Vertical(id="felt"):
                    for name in ("others", "dealer", "board", "hand", "wagers"):
                        yield Static(id=name)
                with VerticalScroll(id="side", can_focus=False):
                    for name in PLACES:
                        yield Static(id=name)
            yield Static(id="call")
            yield Static(id="dock")
            yield Static(id="keys")

    def draw(self) -> None:
        """Everything, from what is known now."""
        raise NotImplementedError

    def on_resize(self, event: Resize) -> None:
        """Drawn once for the new size, and once more when every place has it."""
        self.draw()
        self.call_after_refresh(self.draw)

    def put(self, name: str, text: Text | None) -> None:
        """Fill a place; nothing leaves no gap."""
        place = self.query_one(f"#{name}", Static)
        place.display = text is not None and bool(text.plain)
        place.update(text or "")

    def put_on_felt(self, **parts: Text | None) -> None:
        """Fill the felt, with lines between its parts as far as there is room for them."""
        there = [text for text in parts.values() if text]
        rows = sum(text.plain.count("\n") + 1 for text in there)
        spare = self.query_one("#felt").content_size.height - rows
        self.set_class(spare >= len(there), "airy")
        self.set_class(0 < spare < len(there), "tight")
        for name, text in parts.items():
            self.put(name, text)

    @property
    def looks(self) -> Looks:
        """How cards are drawn at this size."""
        return Looks(size_for(*self.app.size), self.host.four_colours)

    @property
    def is_large(self) -> bool:
        """Whether there is room to spare."""
        return self.looks.size.height >= LARGE.height

    @property
    def is_too_small(self) -> bool:
        """Whether the table would be cut off."""
        return any(there < least for there, least in zip(self.app.size, LEAST, strict=True))

    def fit(self, cloth: tuple[str, str]) -> None:
        """The felt in the colour of the game, everything in the size of the screen."""
        self.set_class(self.is_too_small, "small")
        self.query_one("#small", Static).update(small(*self.app.size))
        self.set_class(self.is_large, "large")
        self.set_class(self.app.size.width >= WIDE, "wide")
        self.query_one("#felt").styles.background = cloth[0]

    def scroll(self, key: str) -> bool:
        """Read on at the side; whether the key was for that."""
        place = self.query_one("#side", VerticalScroll)
        if key == "pagedown":
            place.scroll_page_down(animate=False)
        elif key == "pageup":
            place.scroll_page_up(animate=False)
        else:
            return False
        return True


def small(columns: int, rows: int) -> str:
    """What is said instead of a table that would be cut off."""
    return (
        f"The table needs {LEAST[0]} columns and {LEAST[1]} rows; this window has {columns} and {rows}. Make it "
        "larger, and the game goes on. q leaves; pitboss play --plain goes line by line, in any window."
    )


class TableScreen(Room):
    """A round after the other."""

    def __init__(self, visit: Visit, host: Host) -> None:
        super().__init__(visit, host)
        self.seat = visit.seat
        self.selected = 0
        """The area that chips go on."""
        self.places: list[int] = []
        """Cards that are picked, or laid low, and not confirmed yet."""
        self.note = ""
        self._asked: Future[Question | None] | None = None

    def on_mount(self) -> None:
        self.draw()

    # --- keys ---

    def on_key(self, event: Key) -> None:
        event.stop()
        key = _NAMES.get(event.key, event.key)
        if self.scroll(key) or (self.is_too_small and key != "q"):
            return
        self.note = self.visit.notice = ""
        try:
            if not self._at_any_time(key):
                self._now(key)
        except PitbossError as error:
            self.note = str(error)
        self.draw()

    def _at_any_time(self, key: str) -> bool:
        match key:
            case "?":
                self.app.push_screen(help_dialog(self.seat))
            case "s":
                self.app.push_screen(stats_dialog(self.visit))
            case "k":
                self.visit.coach(MODES[(MODES.index(self.visit.mode) + 1) % len(MODES)])
                self._ask()
            case "g":
                self.host.open_drill()
            case "v":
                self.host.four_colours = not self.host.four_colours
            case "b":
                self.note = f"{money(self.seat.buy())} bought"
            case "q":
                self.leave()
            case _:
                return False
        return True

    def leave(self) -> None:
        """Say what becomes of the wagers, and ask."""
        self.app.push_screen(leave_dialog(self.seat), lambda leaves: self.app.exit() if leaves else None)

    def _now(self, key: str) -> None:
        if self.seat.places:
            self._place(key)
        elif self.seat.question:
            ways = self.seat.choices
            for way, own in zip(ways, keys_for([way.name for way in ways]), strict=True):
                if key == own:
                    self.seat.choose(way)
                    self._ask()
                    return
        else:
            self._bet(key)

    def _place(self, key: str) -> None:
        bounds = self.seat.places
        assert bounds is not None
        if key == "enter" and self.places:
            answer = self.seat.pick if self.seat.is_picking else self.seat.set
            answer(tuple(self.places))
            self.places = []
            self._ask()
        elif key == "h" and self.seat.is_setting:
            self.places = list(self.seat.reading().house_way)
        elif key.isdigit() and 1 <= int(key) <= bounds.most:
            place = int(key)
            self.places = [one for one in self.places if one != place] + [place] * (place not in self.places)
            self.places = self.places[-bounds.number :]

    def _bet(self, key: str) -> None:
        slip = self.seat.slip
        wager = slip.wagers[self.selected].name
        if key in _MOVES:
            self.selected = (self.selected + _MOVES[key]) % len(slip.wagers)
        elif key.isdigit() and 1 <= int(key) <= len(slip.chips):
            self.note = slip.add(wager, slip.chips[int(key) - 1])
        elif key == "-":
            self.note = slip.add(wager, -slip.chips[0])
        elif key in ("backspace", "delete"):
            slip.set(wager, 0)
        elif key == "m":
            slip.least()
        elif key == "r":
            slip.again(self.seat.last_wagers)
        elif key == "x":
            slip.clear()
        elif key == "enter" and slip.amounts:
            self.seat.deal()
            slip.clear()
            self._ask()
        elif key == "enter":
            slip.again(self.seat.last_wagers) if self.seat.last_wagers else slip.least()

    # --- the coach ---

    def _ask(self) -> None:
        """If the coach speaks first, values are worked out while the table is drawn."""
        self._asked = None
        if self.visit.mode == BEFORE and self.seat.question and not self.seat.is_picking:
            state = self.seat.table.state
            self._asked = self.visit.tutor.ask(self.seat.rules, state, self.seat.position)
            self._asked.add_done_callback(lambda _: self.host.told())

    def heard(self) -> None:
        """The coach has something new."""
        self.visit.collect()
        self.draw()

    # --- drawing ---

    def draw(self) -> None:
        """Everything, from the seat as it is."""
        seat, looks = self.seat, self.looks
        self.fit(seat.game.layout.cloth)
        is_betting = not seat.is_playing
        selected = seat.slip.wagers[self.selected].name if is_betting else None
        self.put("bar", panels.bar(seat, self.app.size.width - 2))
        self.put_on_felt(
            others=panels.others(seat, looks, brief=not self.is_large),
            dealer=panels.dealer(seat, looks),
            board=panels.board(seat, looks),
            hand=panels.hand(seat, looks, self.places),
            wagers=panels.wagers(seat, selected, min(self.query_one("#felt").size.width - 4, 60)),
        )
        self._draw_side()
        self.put("call", Text(" ".join(calls(seat)), overflow="ellipsis", no_wrap=True))
        self.query_one("#call").display = True
        self.put("dock", self._dock(selected))
        self.put("keys", Text(KEYS, no_wrap=True))

    def _draw_side(self) -> None:
        asked = self._asked.result() if self._asked and self._asked.done() else None
        coach = side.coach(self.visit, asked)
        outcome = side.outcome(self.seat)
        last = side.last_rounds(self.seat, 12)
        first = (outcome, coach) if outcome and self.seat.is_over else (coach, outcome)
        pays = side.pays(self.seat) if self.app.size.width >= WIDE else None
        for name, text in zip(PLACES, (*first, last, pays), strict=True):
            self.put(name, text)

    def _dock(self, selected: str | None) -> Text:
        seat = self.seat
        if seat.places:
            more = [("h", "house way")] if seat.is_setting else []
            numbers = (f"1 … {seat.places.most}", "pick" if seat.is_picking else "move")
            return lines(self._sentence(asking(seat)), keyed([numbers, *more, ("Enter", "confirm")]))
        if seat.question:
            return lines(self._sentence(asking(seat)), panels.choices(seat))
        again = f"again {money(sum(seat.last_wagers.values()))}" if seat.last_wagers else ""
        actions = [("m", "least"), *([("r", again)] if again else []), ("x", "clear")]
        deal = f"deal {money(seat.slip.total)}" if seat.slip.amounts else "same again" if again else "least wagers"
        return lines(
            self._sentence("Place your wagers."), panels.chips(seat, selected), keyed([*actions, ("Enter", deal)])
        )

    def _sentence(self, words: str) -> Text:
        notice = self.note or self.visit.notice
        return Text.assemble((words, "bold"), (f"  {notice}" if notice else "", BAD))
