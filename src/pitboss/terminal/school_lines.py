"""The dealer's school line by line: for pipes, for terminals without a full screen, and for who likes it so."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from pitboss.training.lesson import Lesson
from pitboss.training.printed_lesson import asked, judged, shown, wrapped
from pitboss.training.questions import AnswerError, Unit

PROMPTS = {Unit.DOLLARS: "$ ", Unit.CARDS: "cards: ", Unit.FACES: "faces: ", None: "> "}


class PlainSchool:
    """Asks each question of a lesson and reads a line for it, until the lesson or the input is over."""

    def __init__(
        self,
        lesson: Lesson,
        source: TextIO,
        write: Callable[[str], None],
        limit: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        letters: bool = False,
    ) -> None:
        self._lesson, self._source, self._say = lesson, source, write
        self._limit, self._clock = limit, clock
        self._letters = letters
        """Whether cards are written with letters instead of the signs of their suits."""

    def run(self) -> None:
        """The lesson, from the question it is at."""
        lesson = self._lesson
        while (question := lesson.question) is not None:
            self._say(f"\nQuestion {len(lesson.marks) + 1} of {lesson.length}, {question.topic}\n")
            for line in shown(question.scene, self._letters):
                self._say(wrapped(line, "    ", "  ") + "\n")
            for line in asked(question):
                self._say(f"{line}\n")
            if not self._answer(PROMPTS[question.typed.unit if question.typed else None]):
                return

    def _answer(self, prompt: str) -> bool:
        """Read lines until one is an answer; False if there are no more."""
        began = self._clock()
        while True:
            self._say(prompt)
            line = self._source.readline()
            if not line:
                return False
            taken = self._clock() - began if self._limit is not None else None
            try:
                verdict = self._lesson.answer(line, taken)
            except AnswerError as error:
                self._say(f"{error.message[:1].upper()}{error.message[1:]}.\n")
                continue
            for said in judged(verdict):
                self._say(f"{said}\n")
            if self._limit is not None and taken is not None and taken > self._limit:
                self._say(f"That took {taken:.0f} s; the clock gives {self._limit:g} s.\n")
            return True
