"""The coach at one's elbow: solves the game and judges decisions in a thread of its own, and nobody waits for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from random import Random
from typing import TypeVar

from pitboss.errors import PitbossError
from pitboss.games.terms import Terms
from pitboss.solvers.advisor import Advisor
from pitboss.table import commands as c
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.training.choice_values import Judged, Question, question
from pitboss.training.drill import Exercise, Missed, next_exercise

T = TypeVar("T")
RECENT = 4
"""Hands that a drill does not ask again at once."""


class Tutor:
    """Answers come as futures, one after the other; `told` is called when something has changed."""

    def __init__(self, terms: Terms, seed: int | None = None, told: Callable[[], None] = lambda: None) -> None:
        self.part = 0.0
        """How much of the game has been solved."""
        self.trouble = ""
        """Why there is no coach, if there is none."""
        self._terms, self._told = terms, told
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")
        self._solving: Future[Advisor | None] | None = None
        self._closed = False
        self._random = Random(seed)
        self._recent: deque[str] = deque(maxlen=RECENT)

    @property
    def is_ready(self) -> bool:
        """Whether the game is solved."""
        return self._solving is not None and self._solving.done() and not self.trouble

    def wake(self) -> Future[Advisor | None]:
        """Begin to solve, if that has not been done."""
        if self._solving is None:
            self._solving = self._thread.submit(self._solve)
            self._solving.add_done_callback(lambda _: self._told())
        return self._solving

    def ask(self, rules: Rules, state: State, position: int) -> Future[Question | None]:
        """What a player is asked, and what everything is worth."""
        return self._later(lambda advisor: question(advisor, rules, state, position))

    def judge(self, rules: Rules, before: State, command: c.Act | c.SetHand) -> Future[Judged | None]:
        """What a decision gave away."""

        def judged(advisor: Advisor) -> Judged | None:
            asked = question(advisor, rules, before, command.position)
            return asked.judge(command) if asked else None

        return self._later(judged)

    def exercise(self, missed: tuple[Missed, ...]) -> Future[Exercise | None]:
        """The next hand of a drill."""

        def found(advisor: Advisor) -> Exercise:
            exercise = next_exercise(advisor, missed, self._recent, self._random)
            self._recent.append(str(exercise.spot))
            return exercise

        return self._later(found)

    def close(self) -> None:
        """Let go of everything that is not done yet."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _later(self, work: Callable[[Advisor], T]) -> Future[T | None]:
        """Work for when the game is solved; nothing comes of it if it cannot be."""
        solving = self.wake()

        def then() -> T | None:
            advisor = solving.result()
            return work(advisor) if advisor and not self._closed else None

        return self._thread.submit(then)

    def _solve(self) -> Advisor | None:
        try:
            advisor = Advisor(self._terms, progress=self._progress)
            _ = advisor.solved
            return advisor
        except PitbossError as error:
            self.trouble = str(error)
            return None

    def _progress(self, part: float) -> None:
        if self._closed:
            raise CancelledError
        before, self.part = self.part, part
        if int(100 * before) != int(100 * part):
            self._told()
