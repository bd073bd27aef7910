"""The dealer's school on the full screen: the table on one side, the question with its answers on the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Input, Static

from pitboss.terminal.school_scene import asked_text, judged_text, options_table, scene_text
from pitboss.terminal.theme import THEME
from pitboss.training.lesson import Lesson
from pitboss.training.lesson_report import Report
from pitboss.training.printed_lesson import printed
from pitboss.training.questions import AnswerError, Question, Verdict

WIDE, TALL = 100, 34
"""From this many columns the table and the question stand side by side; with fewer rows the cards are small."""
TICK = 0.5
"""Seconds between two looks at the clock."""


class SchoolApp(App[None]):
    """Asks a lesson's questions, one key for each answer; a wrong one stays until it has been read."""

    TITLE = "Pitboss school"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar = [
        Binding("escape,ctrl+c", "end", "End the lesson", priority=True),
        ("pagedown", "turn(1)", "Read on"),
        ("pageup", "turn(-1)", "Read back"),
        ("down", "look(1)", "Down the table"),
        ("up", "look(-1)", "Up the table"),
    ]
    CSS = """
    #bar { height: 1; background: $panel; padding: 0 1; }
    #lesson { width: 1fr; }
    #standing { width: auto; margin-left: 2; color: $secondary; }
    #table { width: 1fr; padding: 1 2; background: $surface; }
    #right { width: 1fr; padding: 1 2; }
    #asks, #options, #said { height: auto; }
    #options, #said { margin-top: 1; }
    #typed { margin-top: 1; width: 24; }
    #foot { height: 1; background: $panel; color: $secondary; padding: 0 1; }
    .-narrow #sides { layout: vertical; }
    .-narrow #table, .-narrow #right { width: 100%; }
    .-narrow #table { height: auto; max-height: 50%; padding: 0 1; }
    .-narrow #right { height: 1fr; padding: 0 1; }
    """

    def __init__(self, lesson: Lesson, limit: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.lesson = lesson
        self.limit = limit
        self._clock = clock
        self._began = clock()
        self._wrong: Verdict | None = None
        """What was wrong, while it is being read."""
        self._question: Question | None = None

    def compose(self) -> ComposeResult:
        """A bar, the two sides, and the keys below."""
        level = self.lesson.level
        with Horizontal(id="bar"):
            yield Static(f"{self.lesson.submission.game.title}, level {level.number}: {level.title}", id="lesson")
            yield Static(id="standing")
        with Horizontal(id="sides"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="scene")
            with VerticalScroll(id="right", can_focus=False):
                yield Static(id="asks")
                yield Static(id="options")
                yield Input(id="typed")
                yield Static(id="said")
        yield Static(id="foot")

    def on_mount(self) -> None:
        """The first question."""
        self.register_theme(THEME)
        self.theme = THEME.name
        self.set_interval(TICK, self._tick)
        self._ask()

    # --- asking ---

    def _ask(self) -> None:
        """Show the question the lesson is at, or the report."""
        question = self.lesson.question
        if question is None:
            self.push_screen(ReportScreen(Report(self.lesson, self.limit)))
            return
        self._question, self._began = question, self._clock()
        self._draw(self.size)
        self.query_one("#asks", Static).update(asked_text(question))
        self.query_one("#options", Static).update(options_table(question))
        box = self.query_one("#typed", Input)
        box.display = question.typed is not None
        box.value = ""
        box.placeholder = question.typed.unit.value if question.typed else ""
        if question.typed:
            box.focus()
        else:
            self.set_focus(None)
        self._stand()

    def _draw(self, size: Size) -> None:
        if self._question is not None:
            compact = size.width < WIDE or size.height < TALL
            self.query_one("#scene", Static).update(scene_text(self._question.scene, compact))

    def on_resize(self, event: Resize) -> None:
        """The table as large as there is room for."""
        self._draw(event.size)

    def _stand(self) -> None:
        """How far the lesson is, the clock, and which keys there are."""
        marks = self.lesson.marks
        wrong = sum(not mark.verdict.right for mark in marks)
        number = min(len(marks) + (self._wrong is None), self.lesson.length)
        standing = f"{number} of {self.lesson.length}   {len(marks) - wrong} right, {wrong} wrong   {self._time()}"
        self.query_one("#standing", Static).update(standing.rstrip())
        keys = "Enter: go on" if self._wrong else "type it, then Enter" if self._typing else "one key for each answer"
        self.query_one("#foot", Static).update(f"{keys}   ↑ ↓ PgUp PgDn: scroll   Esc: end the lesson")

    def _time(self) -> str:
        if self.limit is None or self._wrong is not None:
            return ""
        taken = self._clock() - self._began
        return f"{taken:.0f} of {self.limit:g} s" if taken <= self.limit else f"{taken:.0f} s, over {self.limit:g}"

    def _tick(self) -> None:
        is_there = len(self.query("#standing, #foot")) == 2  # the clock may tick once more while the screen is cleared
        if self._question is not None and len(self.screen_stack) == 1 and is_there:
            self._stand()

    @property
    def _typing(self) -> bool:
        return self._question is not None and self._question.typed is not None

    # --- answers ---

    def on_key(self, event: Key) -> None:
        """An answer by its key, or on from a wrong one."""
        if len(self.screen_stack) > 1 or self._question is None:
            return
        if self._wrong is not None:
            if event.key in ("enter", "space"):
                event.stop()
                self._wrong = None
                self.query_one("#said", Static).update("")
                self._ask()
        elif not self._typing and event.character and event.character.lower() in self._question.keys:
            event.stop()
            self._answer(event.character)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A number that was typed."""
        if self._wrong is None and self._typing:
            self._answer(event.value)

    def _answer(self, text: str) -> None:
        assert self._question is not None
        taken = self._clock() - self._began if self.limit is not None else None
        try:
            verdict = self.lesson.answer(text, taken)
        except AnswerError as error:
            self.query_one("#said", Static).update(Text(f"{error.message[:1].upper()}{error.message[1:]}."))
            return
        self.query_one("#said", Static).update(judged_text(verdict))
        if verdict.right:
            self._ask()
            return
        self._wrong = verdict
        self.query_one("#typed", Input).display = False
        self.set_focus(None)
        self._stand()
        self.call_after_refresh(self.query_one("#said", Static).scroll_visible, animate=False, top=True)

    def action_turn(self, pages: int) -> None:
        """Scroll what does not fit."""
        right = self.query_one("#right", VerticalScroll)
        right.scroll_relative(y=pages * right.size.height, animate=False)

    def action_look(self, lines: int) -> None:
        """Scroll the table, where it does not fit."""
        self.query_one("#table", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_end(self) -> None:
        """End here: what was answered counts."""
        self.exit()


class ReportScreen(Screen[None]):
    """The report of a lesson that is over."""

    CSS = "#report { padding: 1 2; } #leave { dock: bottom; height: 1; background: $panel; padding: 0 1; }"
    BINDINGS: ClassVar = [("enter,escape,q", "leave", "Leave")]

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report

    def compose(self) -> ComposeResult:
        """The printed report, and how to leave."""
        with VerticalScroll(id="report"):
            yield Static(Text(printed(self.report)))
        yield Static("Arrow keys: read on   Enter: leave", id="leave")

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one("#report", VerticalScroll).focus()

    def action_leave(self) -> None:
        """Back to the command line."""
        self.app.exit()
