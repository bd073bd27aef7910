"""The dealer's school on the full screen, driven by keystrokes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import cycle

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from pitboss.games import games
from pitboss.table.table import practice_submission
from pitboss.terminal.school_screen import ReportScreen, SchoolApp
from pitboss.training.lesson import Lesson
from pitboss.training.lesson_report import Report
from pitboss.training.levels import LEVELS, level

WIDE, SMALL = (120, 40), (80, 24)
GAMES = sorted(game.short for game in games().values())
Scene = Callable[["Desk"], Awaitable[None]]


class Clock:
    """Time, in seconds, as the test says."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Desk:
    """A trainee before the screen."""

    def __init__(self, app: SchoolApp, pilot: Pilot[None], clock: Clock) -> None:
        self.app, self.pilot, self.clock = app, pilot, clock
        self.lesson = app.lesson

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def answer(self, text: str) -> None:
        """Type an answer as a person would."""
        assert self.lesson.question
        typed = self.lesson.question.typed
        await self.press(*("full_stop" if key == "." else key for key in text if key not in "$,"))
        if typed:
            await self.press("enter")

    async def answer_rightly(self) -> None:
        assert self.lesson.question
        await self.answer(self.lesson.question.right)

    async def answer_wrongly(self) -> None:
        question = self.lesson.question
        assert question
        await self.answer("987654" if question.typed else next(one.key for one in question.options if one.fault))

    def reads(self, part: str) -> str:
        """What stands in a part of the screen."""
        return str(self.app.query_one(f"#{part}", Static).render())


def at_desk(lesson: Lesson, scene: Scene, size: tuple[int, int] = WIDE, limit: float | None = 20.0) -> None:
    async def run() -> None:
        clock = Clock()
        app = SchoolApp(lesson, limit, clock)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(Desk(app, pilot, clock))

    asyncio.run(run())


def lesson(number: int = 3, game: str = "uth", length: int = 8, seed: int = 5) -> Lesson:
    return Lesson(practice_submission(game), level(number), seed, length=length)


@pytest.mark.parametrize(("game", "number"), [*zip(cycle(GAMES), range(1, len(LEVELS) + 1), strict=False)])
def test_a_lesson_by_keystrokes_ends_with_its_report(game: str, number: int) -> None:
    made = lesson(number, game, length=6)

    async def scene(desk: Desk) -> None:
        while made.question is not None:
            await desk.answer_rightly()
        assert isinstance(desk.app.screen, ReportScreen)
        assert desk.app.screen.report.passed
        await desk.press("enter")
        assert desk.app.return_code == 0

    at_desk(made, scene)
    assert Report(made).score == 100


def test_a_wrong_answer_stays_until_it_has_been_read() -> None:
    async def scene(desk: Desk) -> None:
        asked = desk.reads("asks")
        await desk.answer_wrongly()
        assert "Wrong" in desk.reads("said")
        assert "Due: Seat 3 comes first." in desk.reads("said")
        assert "UTH-10(h).1" in desk.reads("said")
        assert desk.reads("asks") == asked
        await desk.press("1", "2", "3")
        assert len(desk.lesson.marks) == 1
        await desk.press("enter")
        assert desk.reads("asks") != asked
        assert desk.reads("said") == ""
        await desk.answer_rightly()
        assert "Right" in desk.reads("said")
        assert "1 right, 1 wrong" in desk.reads("standing")

    at_desk(lesson(), scene)


def test_an_amount_is_typed_and_what_is_no_amount_changes_nothing() -> None:
    made = lesson(4, length=20)

    async def scene(desk: Desk) -> None:
        while made.question and not made.question.typed:
            await desk.answer_rightly()
        before = len(made.marks)
        await desk.press("x", "y", "enter")
        assert "is not an amount in dollars" in desk.reads("said")
        assert len(made.marks) == before
        desk.app.query_one("#typed", Input).value = ""
        await desk.answer_rightly()
        assert made.marks[-1].verdict.right

    at_desk(made, scene)


def test_the_clock_may_tick_while_the_screen_is_cleared() -> None:
    async def scene(desk: Desk) -> None:
        await desk.app.screen.query("#bar").remove()
        desk.app._tick()

    at_desk(lesson(), scene)


def test_the_clock_is_seen_and_counts_but_loses_no_answer() -> None:
    async def scene(desk: Desk) -> None:
        desk.clock.now = 31.0
        desk.app._tick()
        assert "31 s, over 20" in desk.reads("standing")
        await desk.answer_rightly()
        assert desk.lesson.marks[0].given.seconds == 31.0
        assert "0 of 20 s" in desk.reads("standing")

    made = lesson()
    at_desk(made, scene)
    assert (Report(made, 20.0).total.slow, Report(made, 20.0).total.wrong) == (1, 0)


def test_without_the_clock_no_time_is_kept() -> None:
    made = lesson()

    async def scene(desk: Desk) -> None:
        assert desk.reads("standing").endswith("0 right, 0 wrong")
        await desk.answer_rightly()

    at_desk(made, scene, limit=None)
    assert made.marks[0].given.seconds is None


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_the_lesson_is_ended_by_a_key_and_what_was_answered_counts(key: str) -> None:
    made = lesson()

    async def scene(desk: Desk) -> None:
        await desk.answer_rightly()
        await desk.press(key)

    at_desk(made, scene)
    assert len(made.marks) == 1
    assert not Report(made).passed


@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_a_small_screen_and_a_large_one(game: str) -> None:
    made = lesson(4, game)

    async def scene(desk: Desk) -> None:
        assert made.question
        for seat in made.question.scene.seats:
            assert f"Seat {seat.position}" in desk.reads("scene")
        assert desk.app.query_one("#table").max_scroll_y == 0
        assert desk.app.query_one("#right").region.height > 6
        small = desk.reads("scene")
        await desk.answer_wrongly()
        await desk.press("pagedown", "pageup", "down", "up")
        await desk.pilot.resize_terminal(*WIDE)
        await desk.pilot.pause()
        assert "Seat 1" in desk.reads("scene")
        assert desk.reads("scene") != small

    at_desk(made, scene, SMALL)


def test_hidden_cards_stay_hidden() -> None:
    made = lesson(1, length=18)
    while made.question and not made.question.scene.dealer:
        made.answer(made.question.right)

    async def scene(desk: Desk) -> None:
        assert "░" in desk.reads("scene")
        assert not set("♣♦♥♠") & set(desk.reads("scene"))

    at_desk(made, scene)
