"""What is kept of lessons between runs, so that a trainer sees progress: one line a lesson in a small file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pitboss.coach.record import data_folder
from pitboss.errors import PitbossError
from pitboss.school.report import Report

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
