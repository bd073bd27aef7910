"""What a lesson came to: errors by topic, times, what was wrong, and the clauses to reread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.law import Citation
from pitboss.school.asking import text_of
from pitboss.school.lesson import Lesson, Mark
from pitboss.school.questions import Topic

PASS = 80
"""Per cent of right answers with which a lesson is passed."""


class Tally(NamedTuple):
    """The answers on one topic."""

    asked: int
    wrong: int
    slow: int
    seconds: float | None
    """On average; None if the clock was off."""


class Report:
    """The marks of a lesson, summed up; `limit` is what the clock gave for one answer, None if it was off."""

    def __init__(self, lesson: Lesson, limit: float | None = None) -> None:
        self.lesson = lesson
        self.limit = limit
        self.marks: Sequence[Mark] = tuple(lesson.marks)
        self.wrong = [mark for mark in self.marks if not mark.verdict.right]

    @property
    def score(self) -> int:
        """Per cent of right answers, rounded down; 0 if there were none."""
        return 100 * (len(self.marks) - len(self.wrong)) // len(self.marks) if self.marks else 0

    @property
    def passed(self) -> bool:
        """Whether the lesson was finished, and well enough."""
        return self.lesson.over and self.score >= PASS

    @property
    def topics(self) -> dict[Topic, Tally]:
        """Each topic that was asked about."""
        marks = {topic: [mark for mark in self.marks if mark.question.topic is topic] for topic in Topic}
        return {topic: self._tally(ones) for topic, ones in marks.items() if ones}

    @property
    def total(self) -> Tally:
        """All answers together."""
        return self._tally(self.marks)

    @property
    def reread(self) -> dict[Citation, int]:
        """The clauses behind what was wrong, the most often missed first."""
        missed = Counter(clause for mark in self.wrong for clause in mark.verdict.clauses)
        return dict(missed.most_common())

    def _tally(self, marks: Sequence[Mark]) -> Tally:
        times = [mark.given.seconds for mark in marks if mark.given.seconds is not None]
        slow = sum(seconds > self.limit for seconds in times) if self.limit is not None else 0
        wrong = sum(not mark.verdict.right for mark in marks)
        return Tally(len(marks), wrong, slow, round(sum(times) / len(times), 1) if times else None)

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {
            "game": self.lesson.submission.game.name,
            "level": self.lesson.level.number,
            "seed": self.lesson.seed,
            "questions": self.lesson.length,
            "finished": self.lesson.over,
            "passed": self.passed,
            "score": self.score,
            "limit": self.limit,
            **self.total._asdict(),
            "topics": {topic.value: tally._asdict() for topic, tally in self.topics.items()},
            "errors": [
                {"topic": mark.question.topic.value, "asks": mark.question.asks, **mark.verdict.as_dict()}
                for mark in self.wrong
            ],
            "reread": [
                {"clause": clause, "missed": times, "text": text_of(clause)} for clause, times in self.reread.items()
            ],
        }
