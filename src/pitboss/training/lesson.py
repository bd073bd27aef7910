"""A lesson: questions one after the other, each answered once, whatever was wrong put right before the next."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.games.common import CARDS, REAL
from pitboss.submission import Submission
from pitboss.table import events as e
from pitboss.training import irregularity_questions
from pitboss.training.levels import Level
from pitboss.training.practice_table import at_the_felt
from pitboss.training.questions import Question, Topic, Verdict
from pitboss.training.shift import rounds
from pitboss.training.shift_step import Step
from pitboss.training.step_topics import in_round

Asked = Generator[Question, str | None, None]
"""Questions one after the other; each is sent the answer to the one before."""
SLOWEST = 24 * 60 * 60.0
"""Seconds that an answer can take; what is longer was a night."""


class Given(NamedTuple):
    """An answer as it was given; `seconds` if the clock was on."""

    text: str
    seconds: float | None = None


class Mark(NamedTuple):
    """A question, the answer and what was said to it."""

    question: Question
    given: Given
    verdict: Verdict


class Lesson:
    """What a trainee is asked at one level; the same submission, level, seed and answers give the same lesson."""

    def __init__(
        self,
        submission: Submission,
        level: Level,
        seed: int,
        answers: Iterable[Given] = (),
        length: int | None = None,
        *,
        simulated: bool = False,
    ) -> None:
        self.submission = submission
        self.level = level
        self.seed = seed
        self.length = level.questions if length is None else length
        self.simulated = simulated
        """Whether the cards of a table with real cards are simulated, for a trainee who has none."""
        self.marks: list[Mark] = []
        is_real = submission.terms.get(CARDS) == REAL
        self._course = (
            at_the_felt(submission, level, seed, simulated) if is_real else _questions(submission, level, seed)
        )
        self.question: Question | None = next(self._course, None)
        """What is asked now; None when the lesson is over."""
        for given in answers:
            self.answer(*given)

    def answer(self, text: str, seconds: float | None = None) -> Verdict:
        """Answer the question; a text that is no answer is an `AnswerError` and changes nothing."""
        if self.question is None:
            raise PitbossError("lesson-over", "the lesson is over: read the report, or begin another one")
        verdict = self.question.judge(text)
        taken = None if seconds is None else min(max(round(float(seconds), 1), 0.0), SLOWEST)
        self.marks.append(Mark(self.question, Given(text.strip(), taken), verdict))
        self.question = self._next(text) if len(self.marks) < self.length else None
        return verdict

    def _next(self, text: str) -> Question | None:
        """What is asked after this answer; only at a physical table does it depend on the answer."""
        try:
            return self._course.send(text)
        except StopIteration:
            return None

    @property
    def answers(self) -> tuple[Given, ...]:
        """All that was answered: with the submission, level and seed it makes up the lesson."""
        return tuple(mark.given for mark in self.marks)

    @property
    def over(self) -> bool:
        """Whether nothing more is asked."""
        return self.question is None


# --- the course ------------------------------------------------------------------------------------------------------

PATIENCE = 50
"""A table that has had nothing to ask about for so long never will."""
TROUBLE, PAYMENT, ENDING, HAND = 20, 4, 2, 1
"""What it is worth to meet something for the first time."""


def _questions(submission: Submission, level: Level, seed: int) -> Asked:
    """As many as are wanted: the opening where the procedure is asked, then the richest of several rounds each time."""
    dice = random.Random(f"school {level.number} {seed}")
    shift, met = rounds(submission, level, seed), set[object]()
    if Topic.PROCEDURE in level.topics:
        opening = next(shift)
        met.update(_lessons_in(opening))
        yield from in_round(opening, level, dice)
    in_vain = 0
    while in_vain < PATIENCE:
        steps = max(islice(shift, level.rounds_for_one), key=lambda steps: _worth(steps, met))
        met.update(_lessons_in(steps))
        in_vain += 1
        for question in in_round(steps, level, dice):
            in_vain = 0
            yield question


def _worth(steps: Sequence[Step], met: set[object]) -> int:
    """How much there is to learn from a round: what was not met before, and every payment."""
    paid = sum(isinstance(event, e.WagerSettled) and bool(event.paid) for step in steps for event in step.events)
    return paid + sum(worth for lesson, worth in _lessons_in(steps).items() if lesson not in met)


def _lessons_in(steps: Sequence[Step]) -> dict[object, int]:
    """What can be learned from a round, with its worth: trouble, kinds of payment, endings of wagers, hands."""
    found: dict[object, int] = {}
    for step in steps:
        if irregularity_questions.is_trouble(step):
            found |= dict.fromkeys(irregularity_questions.kinds_of(step), TROUBLE)
        for event in step.events:
            if isinstance(event, e.WagerSettled):
                found[event.wager, event.outcome, event.odds] = PAYMENT if event.odds else ENDING
            elif isinstance(event, e.HandAnnounced):
                found[event.words] = HAND
    return found
