"""What a lesson came to, and what is kept of lessons between runs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import PitbossError
from pitboss.law import Citation
from pitboss.training.lesson import Lesson, Mark
from pitboss.training.player_record import data_folder
from pitboss.training.questions import Topic
from pitboss.training.step_questions import text_of

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


NAME = "school.jsonl"


class Entry(msgspec.Struct, frozen=True):
    """One lesson of one trainee."""

    at: int
    """When it ended, in milliseconds since 1970."""
    name: str
    game: str
    level: int
    seed: int
    asked: int
    wrong: int
    slow: int
    seconds: float | None
    finished: bool
    passed: bool
    topics: dict[str, tuple[int, int]]
    """Asked and wrong, by topic."""

    @property
    def score(self) -> int:
        """Per cent of right answers."""
        return 100 * (self.asked - self.wrong) // self.asked if self.asked else 0


def entry_of(report: Report, name: str, at: int) -> Entry:
    """A lesson as it is kept."""
    total, lesson = report.total, report.lesson
    return Entry(
        at=at,
        name=name,
        game=lesson.submission.game.name,
        level=lesson.level.number,
        seed=lesson.seed,
        asked=total.asked,
        wrong=total.wrong,
        slow=total.slow,
        seconds=total.seconds,
        finished=lesson.over,
        passed=report.passed,
        topics={topic.value: (tally.asked, tally.wrong) for topic, tally in report.topics.items()},
    )


class Book:
    """The file that lessons are written into; a line that cannot be read is passed over, never deleted."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = (folder or data_folder()) / NAME

    def add(self, entry: Entry) -> None:
        """Write a lesson down."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a+b") as file:
                end = file.seek(0, os.SEEK_END)
                file.seek(max(0, end - 1))
                torn = b"\n" if file.read() not in (b"", b"\n") else b""  # by a crash: what follows has its own line
                file.write(torn + msgspec.json.encode(entry) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise PitbossError("school-book", f"the lesson cannot be kept in {self.file}: {error.strerror}") from error

    def entries(self, name: str | None = None, game: str | None = None) -> Sequence[Entry]:
        """The lessons so far, the oldest first; of one trainee, or of one game."""
        try:
            lines = self.file.read_bytes().splitlines()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise PitbossError("school-book", f"{self.file} cannot be read: {error.strerror}") from error
        found = [entry for line in lines if (entry := _read(line))]
        return [one for one in found if name in (None, one.name) and game in (None, one.game)]


def _read(line: bytes) -> Entry | None:
    try:
        return msgspec.json.decode(line, type=Entry)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
