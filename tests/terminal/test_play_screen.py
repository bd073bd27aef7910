"""The full-screen table, driven by keystrokes; every wait is for a fact."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from pitboss.table.table import practice_submission
from pitboss.terminal.dialogs import Dialog
from pitboss.terminal.drill_screen import DrillScreen
from pitboss.terminal.full_screen import PlayApp
from pitboss.terminal.table_screen import TableScreen
from pitboss.terminal.visit import Visit
from pitboss.training.drill import Missed
from pitboss.training.player_record import Record

PATIENCE = 120
"""Seconds after which a fact that has not come about is a failure."""


class Table:
    """Somebody at the keyboard of a full-screen table."""

    def __init__(self, app: PlayApp, visit: Visit, pilot: Pilot[None]) -> None:
        self.app, self.visit, self.seat, self.pilot = app, visit, visit.seat, pilot

    async def press(self, *keys: str) -> None:
        """Each key has had its effect before the next, whatever screen it brings up."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def until(self, fact: Callable[[], Any]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not fact():
            assert time.monotonic() < deadline, "it never came about"
            await self.pilot.pause(0.01)

    def read(self, *names: str) -> str:
        """What stands in places of the screen."""
        shown = [self.app.screen.query_one(f"#{name}", Static) for name in names]
        return "\n".join(str(one.render()) for one in shown if one.display)

    @property
    def side(self) -> str:
        return self.read("first", "second", "third")

    async def dialog(self) -> str:
        """The words of a dialog, once it is there."""
        await self.until(lambda: isinstance(self.app.screen, Dialog) and self.app.screen.query(Static))
        return str(self.app.screen.query_one(Static).render())

    @property
    def drill(self) -> DrillScreen:
        assert isinstance(self.app.screen, DrillScreen)
        return self.app.screen


@asynccontextmanager
async def seated(
    game: str, size: tuple[int, int] = (80, 24), *, drill: bool = False, record: Record | None = None, **how: Any
) -> AsyncIterator[Table]:
    app = PlayApp(drill=drill)
    visit = Visit(practice_submission(game), record or Record(None), told=app.told, **{"seed": 7, **how})
    app.visit = visit
    try:
        async with app.run_test(size=size) as pilot:
            table = Table(app, visit, pilot)
            await table.until(lambda: app.screen.query("#dock") and table.read("dock"))
            yield table
    finally:
        visit.close()


FOLDS = 1
"""A seed whose first hand of Top Five is a king and a jack, which is a fold."""


# --- rounds ----------------------------------------------------------------------------------------------------------

ROUNDS = {
    "uth": (["enter", "enter"], ["c"], ["p"]),
    "hi-lo": (["enter", "enter"], ["p"], ["h", "enter"]),
    "pik-it": (["2", "enter"], ["1", "3", "5", "enter"], ["5"]),
    "top-five": (["enter", "enter"], ["p"]),
}


@pytest.mark.parametrize(
    ("game", "size"), [*((game, (80, 24)) for game in ROUNDS), ("uth", (120, 36)), ("hi-lo", (200, 50))], ids=str
)
def test_a_round_is_played_by_single_keys_and_every_result_has_its_reason(game: str, size: tuple[int, int]) -> None:
    async def play() -> None:
        async with seated(game, size, seats=2) as table:
            deal, *answers = ROUNDS[game]
            assert "Place your wagers." in table.read("dock")
            await table.press(*deal)
            assert "No more bets." in table.read("call")
            for keys in answers:
                assert table.seat.question, "more answers than questions"
                await table.press(*keys)
            assert table.seat.is_over
            settlement = table.seat.settlement
            assert settlement is not None
            assert "ROUND 1" in table.side
            for result in settlement.results:
                assert all(clause in table.side.replace("\n", "") for clause in result.clauses)
            assert "LAST ROUNDS" in table.side
            felt = table.app.screen.query_one("#felt")
            assert sum(child.outer_size.height for child in felt.children if child.display) <= felt.size.height

    asyncio.run(play())


def test_wagers_go_down_chip_by_chip_and_come_back() -> None:
    async def play() -> None:
        async with seated("uth") as table:
            await table.press("3")
            assert table.seat.slip.amounts == {"ante": 25_00, "blind": 25_00}
            await table.press("right", "right", "2", "2", "minus")
            assert table.seat.slip.amounts["trips"] == 9_00
            await table.press("backspace")
            assert "trips" not in table.seat.slip.amounts
            await table.press("x", "m")
            assert table.seat.slip.total == 20_00
            await table.press("left", "left", "1")
            assert table.seat.slip.amounts["ante"] == 11_00
            assert "Ante $11" in table.read("wagers")
            await table.press("enter", "c", "c", "f", "r")
            assert table.seat.slip.amounts == {"ante": 11_00, "blind": 11_00}

    asyncio.run(play())


def test_a_refusal_is_said_with_its_clause_and_nothing_is_lost() -> None:
    async def play() -> None:
        async with seated("uth", chips=21_00) as table:
            await table.press("m", "right", "right", "2", "enter")
            assert not table.seat.is_playing
            assert "buy in first [" in table.read("dock")
            await table.press("b", "enter")
            assert table.seat.is_playing

    asyncio.run(play())


def test_keys_that_mean_nothing_do_nothing() -> None:
    async def play() -> None:
        async with seated("hi-lo") as table:
            await table.press("enter", "enter")
            before = table.seat.table.state
            await table.press("z", "9", "enter", "space", "up", "x", "m")
            assert table.seat.table.state is before

    asyncio.run(play())


def test_cards_are_moved_between_high_and_low_and_the_setting_is_read_out() -> None:
    async def play() -> None:
        async with seated("hi-lo") as table:
            await table.press("enter", "enter", "p", "1", "2")
            low = table.seat.reading((1, 2)).calls[0].words
            assert low in table.read("hand")
            await table.press("3")
            assert table.seat.reading((2, 3)).calls[0].words in table.read("hand")
            await table.press("h")
            house = table.seat.reading(table.seat.reading().house_way).calls[0].words
            assert house in table.read("hand")
            await table.press("enter")
            assert table.seat.is_over

    asyncio.run(play())


def test_a_blind_pick_shows_no_face_before_it_is_made() -> None:
    async def play() -> None:
        async with seated("pik-it") as table:
            await table.press("2", "enter", "1", "2")
            assert not any(suit in table.read("hand", "dealer") for suit in "♣♦♥♠")
            await table.press("enter")
            assert table.seat.is_picking
            await table.press("3", "enter")
            assert any(suit in table.read("hand") for suit in "♣♦♥♠")
            assert not any(suit in table.read("dealer") for suit in "♣♦♥♠")

    asyncio.run(play())


def test_the_table_is_drawn_anew_when_the_terminal_changes_its_size() -> None:
    async def play() -> None:
        async with seated("top-five") as table:
            await table.press("enter", "enter")
            small = table.read("hand")
            await table.pilot.resize_terminal(200, 50)
            await table.until(lambda: table.read("hand") != small)
            assert "PAYS" in table.read("fourth")

    asyncio.run(play())


@pytest.mark.parametrize("size", [(60, 20), (79, 24), (80, 23)], ids=str)
def test_a_window_that_would_cut_the_table_off_says_so_and_takes_no_wager(size: tuple[int, int]) -> None:
    async def play() -> None:
        async with seated("uth") as table:
            await table.pilot.resize_terminal(*size)
            await table.until(lambda: not table.app.screen.query_one("#table").region)
            assert f"this window has {size[0]} and {size[1]}" in table.read("small")
            await table.press("enter", "enter")
            assert not table.visit.seat.slip.amounts
            await table.pilot.resize_terminal(80, 24)
            await table.until(lambda: "Trips" in table.read("wagers").splitlines()[1])
            await table.press("enter", "enter")
            assert table.visit.seat.is_playing

    asyncio.run(play())


# --- the coach -------------------------------------------------------------------------------------------------------


def test_the_coach_tells_the_value_of_each_choice_before_it_is_made() -> None:
    async def play() -> None:
        async with seated("top-five", mode="before") as table:
            await table.press("enter", "enter")
            await table.until(lambda: "✓ best" in table.side)
            assert "Play" in table.side
            assert "Fold" in table.side
            assert "antes." in table.side

    asyncio.run(play())


def test_the_coach_judges_after_the_decision_and_the_mistake_waits_in_the_drill() -> None:
    async def play() -> None:
        async with seated("top-five", mode="after", seed=FOLDS) as table:
            await table.press("enter", "enter", "p")
            await table.until(lambda: table.visit.log.decisions)
            await table.until(lambda: "gave away" in table.side)
            assert "1 mistake in 1 decision" in table.side
            assert len(table.visit.kept.missed) == 1
            await table.press("g")
            await table.until(lambda: isinstance(table.app.screen, DrillScreen) and table.drill.exercise)
            await table.until(lambda: table.read("call"))
            assert "You missed this hand before" in table.read("call")
            await table.press("f")
            assert "Fold was best." in table.read("dock")
            assert "✓ best" in table.side
            assert (table.visit.score.asked, table.visit.score.right) == (1, 1)
            await table.press("enter")
            await table.until(lambda: "A close call" in table.read("call"))
            await table.press("escape")
            await table.until(lambda: isinstance(table.app.screen, TableScreen))

    asyncio.run(play())


def test_the_coach_can_be_switched_in_the_middle_of_a_hand() -> None:
    async def play() -> None:
        async with seated("top-five", mode="off", seed=FOLDS) as table:
            await table.press("enter", "enter")
            assert "k switches the coach on" in table.side
            await table.press("k")
            await table.until(lambda: "✓ best" in table.side)
            await table.press("k", "f")
            await table.until(lambda: "Fold was best." in table.side)
            await table.press("k")
            assert "COACH off" in table.side

    asyncio.run(play())


def test_one_plays_on_while_the_game_is_being_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Event

    from pitboss.solvers.top_five_poker import TopFiveSolver

    go_on = Event()
    solve = TopFiveSolver.solve

    def slow(self: TopFiveSolver, *arguments: Any, **how: Any) -> Any:
        how["progress"](0.25)
        go_on.wait(PATIENCE)
        return solve(self, *arguments, **how)

    monkeypatch.setattr(TopFiveSolver, "solve", slow)
    monkeypatch.setattr("pitboss.solvers.cache.load", lambda key: None)

    async def play() -> None:
        async with seated("top-five", mode="after") as table:
            await table.until(lambda: "Solving the game 25%" in table.side)
            await table.press("enter", "enter", "f")
            assert table.seat.is_over
            assert table.visit.log.decisions == 0
            go_on.set()
            await table.until(lambda: table.visit.log.decisions == 1)

    try:
        asyncio.run(play())
    finally:
        go_on.set()


def test_without_a_solver_one_is_told_why_and_plays_without_the_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.errors import MissingExtraError
    from pitboss.solvers.advisor import Advisor

    def missing(self: Advisor, strategy: object) -> None:
        raise MissingExtraError("working through many hands at once", "fast")

    monkeypatch.setattr(Advisor, "_solve", missing)

    async def play() -> None:
        async with seated("top-five", (120, 36), mode="before") as table:
            await table.until(lambda: "pitboss[fast]" in table.side)
            await table.press("enter", "enter", "p")
            assert table.seat.is_over

    asyncio.run(play())


def test_a_drill_sets_the_hand_before_it_is_played() -> None:
    async def play() -> None:
        record = Record(None)
        missed = Missed("hi-lo decide As Kd 9c 5d 3s", {"ante": 1000}, "500")
        record.change("five-card-hi-lo", lambda kept: type(kept)(missed=(missed,)))
        async with seated("hi-lo", drill=True, record=record) as table:
            await table.until(lambda: isinstance(table.app.screen, DrillScreen) and table.drill.exercise)
            await table.until(lambda: "What do you do?" in table.read("dock"))
            await table.press("p")
            assert "lay 2 cards low first" in table.read("dock")
            await table.press("4", "5", "p")
            assert "Play, 3♠ 5♦ low was best." in table.read("dock")
            assert record.of("five-card-hi-lo").missed[0].right == 1

    asyncio.run(play())


# --- dialogs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "words"), [("question_mark", "house way"), ("s", "Expectation lost")])
def test_help_and_statistics_lie_over_the_table_until_a_key_is_pressed(key: str, words: str) -> None:
    async def play() -> None:
        async with seated("hi-lo") as table:
            await table.press(key)
            assert words in await table.dialog()
            await table.press("space")
            await table.until(lambda: isinstance(table.app.screen, TableScreen))

    asyncio.run(play())


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
def test_leaving_says_what_becomes_of_the_wagers_and_can_be_taken_back(key: str) -> None:
    async def play() -> None:
        async with seated("uth") as table:
            await table.press("enter", "enter", key)
            assert "the floor plays on for you" in await table.dialog()
            await table.press("n")
            await table.until(lambda: isinstance(table.app.screen, TableScreen))
            assert table.seat.is_playing
            await table.press(key)
            await table.dialog()
            await table.pilot.press("y")
            await table.until(lambda: not table.app.is_running)
            table.visit.leave()
            assert (table.seat.is_seated, table.seat.rounds, table.seat.net) == (False, 1, -2000)

    asyncio.run(play())


def test_colours_are_changed_and_chips_bought_at_any_time() -> None:
    async def play() -> None:
        async with seated("uth") as table:
            await table.press("enter", "enter", "v", "b")
            assert table.app.four_colours
            assert table.seat.chips == 2 * 1000_00 - 2000
            assert "$1,000 bought" in table.read("dock")

    asyncio.run(play())
