"""A lesson: questions one after the other, each answered once, whatever was wrong put right before the next."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.school import hands, money, procedure, trouble
from pitboss.school.asking import Asking, duties
from pitboss.school.levels import Level
from pitboss.school.questions import Question, Topic, Verdict
from pitboss.school.shift import rounds
from pitboss.school.steps import Step
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table import events as e

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
    ) -> None:
        self.submission = submission
        self.level = level
        self.seed = seed
        self.length = level.questions if length is None else length
        self.marks: list[Mark] = []
        self._course = islice(_questions(submission, level, seed), self.length)
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
        self.question = next(self._course, None)
        return verdict

    @property
    def answers(self) -> tuple[Given, ...]:
        """All that was answered: with the submission, level and seed it makes up the lesson."""
        return tuple(mark.given for mark in self.marks)

    @property
    def over(self) -> bool:
        """Whether nothing more is asked."""
        return self.question is None


# --- the course ------------------------------------------------------------------------------------------------------

_ASKERS = {
    Topic.CARDS: (procedure.where_to_cut, procedure.next_card, procedure.stub),
    Topic.ORDER: (money.which_wager,),
    Topic.HANDS: (hands.house_way, hands.readings, hands.qualifying),
    Topic.OUTCOME: (money.outcome,),
    Topic.AMOUNT: (money.amount,),
    Topic.IRREGULARITY: (trouble.what_now,),
}
"""In the order in which a step is asked about, when it has been asked whose turn it is and what is due."""
RARE = (Topic.AMOUNT, Topic.IRREGULARITY)
"""Asked whenever there is something to ask."""
PATIENCE = 50
"""A table that has had nothing to ask about for so long never will."""
TROUBLE, PAYMENT, ENDING, HAND = 20, 4, 2, 1
"""What it is worth to meet something for the first time."""


def _questions(submission: Submission, level: Level, seed: int) -> Iterator[Question]:
    """As many as are wanted: the opening where the procedure is asked, then the richest of several rounds each time."""
    dice = random.Random(f"school {level.number} {seed}")
    shift, met = rounds(submission, level, seed), set[object]()
    if Topic.PROCEDURE in level.topics:
        opening = next(shift)
        met.update(_lessons_in(opening))
        yield from _in_round(opening, level, dice)
    in_vain = 0
    while in_vain < PATIENCE:
        steps = max(islice(shift, level.rounds_for_one), key=lambda steps: _worth(steps, met))
        met.update(_lessons_in(steps))
        in_vain += 1
        for question in _in_round(steps, level, dice):
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
        if trouble.is_trouble(step):
            found |= dict.fromkeys(trouble.kinds_of(step), TROUBLE)
        for event in step.events:
            if isinstance(event, e.WagerSettled):
                found[event.wager, event.outcome, event.odds] = PAYMENT if event.odds else ENDING
            elif isinstance(event, e.HandAnnounced):
                found[event.words] = HAND
    return found


def _in_round(steps: Sequence[Step], level: Level, dice: random.Random) -> Iterator[Question]:
    asked, troubled, due = set[object](), False, duties(steps)
    for place, step in enumerate(steps):
        asking = Asking(step, steps[:place], due, random.Random(dice.getrandbits(64)), level.hints)
        kind = type(step.command), getattr(step.command, "step", None)
        first = kind not in asked
        asked.add(kind)
        if Topic.ORDER in level.topics and dice.random() < level.share:
            yield from money.which_seat(asking)
        if troubled:
            yield from procedure.after_trouble(asking)
        elif Topic.PROCEDURE in level.topics and first and dice.random() < level.share:
            yield from procedure.next_step(asking)
        for topic, askers in _ASKERS.items():
            if topic in level.topics and not (topic is Topic.OUTCOME and level.only_main and not _is_main(step)):
                for ask in askers:
                    if topic in RARE or dice.random() < level.share:
                        yield from ask(asking)
        troubled = Topic.IRREGULARITY in level.topics and trouble.is_trouble(step)


def _is_main(step: Step) -> bool:
    return isinstance(step.command, c.Settle) and money.is_main(step.rules, step.command.wager or "")
