"""The dealer's school for the staff of a floor: the lesson somebody is at, and the results of those before.

A lesson is a pure function of its table's options, its level, its seed and the answers, so nothing but these is kept: a
reload, another browser or another server goes on where the answers end, and an answer that comes twice counts once.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person
from pitboss.games import games
from pitboss.games.common import CARDS, REAL
from pitboss.journal.stores import Document, StaleError
from pitboss.law import Citation
from pitboss.table.table import practice_submission
from pitboss.training.lesson import Given, Lesson, Mark
from pitboss.training.lesson_report import Entry, Report, entry_of
from pitboss.training.levels import LEVELS, level
from pitboss.training.step_questions import text_of

KIND = "school"
MOST_KEPT = 200
"""Lessons of one trainee whose results are kept."""
MOST_OPEN = 32
"""Lessons that are kept in memory; others are worked out again."""


class Course(msgspec.Struct, frozen=True):
    """A lesson as it is kept."""

    id: str
    table: str
    game: str
    options: Mapping[str, Any]
    level: int
    seed: int
    limit: float | None
    """Seconds the clock gives for an answer; None if it is off."""
    answers: tuple[Given, ...] = ()
    simulated: bool = False
    """Whether the cards of a table with real cards are simulated."""
    ended: int = 0
    """When its result was written down, in milliseconds since 1970; 0 before."""


class Pupil(msgspec.Struct, frozen=True):
    """A trainee: the lesson at hand, and the results so far."""

    name: str
    course: Course | None = None
    past: tuple[Entry, ...] = ()


class Classroom:
    """Everybody's lessons; any method may be called from any thread, and one at a time is at work."""

    def __init__(self, floor: Floor, seed: Callable[[], int] = lambda: secrets.randbelow(2**32)) -> None:
        self._floor, self._seed = floor, seed
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Lesson] = OrderedDict()

    def hall(self, person: Person) -> dict[str, Any]:
        """What there is to choose from, the lesson at hand, and the results so far."""
        with self._lock:
            pupil, _ = self._pupil(person)
            lesson = self._told(pupil.course) if pupil.course else None
        return {
            "levels": [
                {"number": one.number, "title": one.title, "about": one.about, "questions": one.questions,
                 "seconds": one.seconds}
                for one in LEVELS
            ],
            "tables": [
                {"table": live.name, "game": live.rules.game.short, "title": live.rules.game.title,
                 "real_cards": live.rules.real_cards}
                for live in self._floor.tables
            ],
            "lesson": lesson,
            "past": [_result(entry) for entry in reversed(pupil.past)],
        }  # fmt: skip

    def begin(
        self, person: Person, table: str, number: int, limit: float | None, *, simulated: bool = False
    ) -> dict[str, Any]:
        """A new lesson at a table of the floor, by its submission as it is now; one that was under way ends.

        With real cards the trainee deals some beside the screen, or is shown simulated ones.
        """
        live, chosen = self._floor.table(table), level(number)
        if limit is not None and not 1 <= limit <= 3600:
            raise PitbossError("clock", "the clock gives 1 to 3600 seconds for an answer")
        course = Course(
            secrets.token_hex(8), live.name, live.rules.game.name, live.state.options, chosen.number,
            self._seed(), limit, simulated=simulated,
        )  # fmt: skip
        with self._lock:
            told = self._told(course)
            self._change(person, lambda pupil: Pupil(person.name, course, self._ended(pupil).past))
        return told

    def answer(self, person: Person, lesson: str, number: int, text: str, seconds: float | None) -> dict[str, Any]:
        """Answer question `number` (from 0); one that was answered already is told what was said to it."""

        def answered(pupil: Pupil) -> Pupil:
            course = _course(pupil, lesson)
            if 0 <= number < len(course.answers):
                return pupil
            if number != len(course.answers) or course.ended:
                raise PitbossError("no-question", "this question is not asked now: load the page again")
            given = Given(text, seconds if course.limit is not None else None)
            after = self._lesson(course)
            after.answer(*given)
            course = msgspec.structs.replace(course, answers=after.answers)
            pupil = msgspec.structs.replace(pupil, course=course)
            return self._ended(pupil) if after.over else pupil

        with self._lock:
            course = _course(self._change(person, answered), lesson)
            return {**self._told(course), "mark": _mark(self._lesson(course).marks[number])}

    def end(self, person: Person, lesson: str) -> dict[str, Any]:
        """End a lesson here: what was answered counts."""

        def ended(pupil: Pupil) -> Pupil:
            _course(pupil, lesson)
            return self._ended(pupil)

        with self._lock:
            return self._told(_course(self._change(person, ended), lesson))

    def progress(self) -> list[dict[str, Any]]:
        """The results of everybody who trains here, the latest first."""
        pupils = [msgspec.json.decode(one.body, type=Pupil) for one in self._floor.store.all(KIND)]
        entries = sorted((entry for pupil in pupils for entry in pupil.past), key=lambda entry: -entry.at)
        return [_result(entry) for entry in entries]

    # --- what is kept ---

    def _pupil(self, person: Person) -> tuple[Pupil, int]:
        found = self._floor.store.get(KIND, person.id)
        if found is None:
            return Pupil(person.name), 0
        return self._fit(msgspec.json.decode(found.body, type=Pupil)), found.revision

    def _fit(self, pupil: Pupil) -> Pupil:
        """Without a lesson that cannot be gone on with, because the rules or the questions have changed since."""
        try:
            if pupil.course:
                self._lesson(pupil.course)
        except PitbossError:
            return msgspec.structs.replace(pupil, course=None)
        return pupil

    def _change(self, person: Person, change: Callable[[Pupil], Pupil]) -> Pupil:
        """Write what a change makes of a trainee; where somebody else was first, it is made again."""
        while True:
            before, revision = self._pupil(person)
            after = change(before)
            if after == before:
                return after
            try:
                self._floor.store.put(Document(KIND, person.id, msgspec.json.encode(after), revision))
            except StaleError:
                continue
            return after

    def _ended(self, pupil: Pupil) -> Pupil:
        """With the result of the lesson at hand written down, if it has one and that was not done yet."""
        course = pupil.course
        if course is None or course.ended:
            return pupil
        lesson = self._lesson(course)
        now = self._floor.clock()
        entry = (entry_of(Report(lesson, course.limit), pupil.name, now),) if lesson.marks else ()
        done = msgspec.structs.replace(course, ended=now)
        return Pupil(pupil.name, done, (*pupil.past, *entry)[-MOST_KEPT:])

    def _lesson(self, course: Course) -> Lesson:
        """The lesson with these answers: from memory if it stands there, else worked out again."""
        known = self._open.pop(course.id, None)
        if known is None or known.answers != course.answers:
            submission = practice_submission(course.game, course.options)
            known = Lesson(submission, level(course.level), course.seed, course.answers, simulated=course.simulated)
        self._open[course.id] = known
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return known

    # --- what is told ---

    def _told(self, course: Course) -> dict[str, Any]:
        lesson = self._lesson(course)
        report = Report(lesson, course.limit)
        over = lesson.over or bool(course.ended)
        return {
            "lesson": course.id,
            "table": course.table,
            "game": lesson.submission.game.short,
            "title": lesson.submission.game.title,
            "real_cards": lesson.submission.terms.get(CARDS) == REAL,
            "level": {"number": lesson.level.number, "title": lesson.level.title},
            "limit": course.limit,
            "ended": course.ended,
            "number": len(lesson.marks),
            "length": lesson.length,
            "wrong": len(report.wrong),
            "question": None if over or lesson.question is None else lesson.question.as_dict(),
            "report": report.as_dict() if over else None,
        }


def _course(pupil: Pupil, lesson: str) -> Course:
    if pupil.course is None or pupil.course.id != lesson:
        raise PitbossError("another-lesson", "another lesson has begun since: load the page again")
    return pupil.course


def _mark(mark: Mark) -> dict[str, Any]:
    return {**mark.verdict.as_dict(), "asks": mark.question.asks, "law": _texts(mark.verdict.clauses)}


def _texts(clauses: tuple[Citation, ...]) -> dict[Citation, str]:
    return {clause: text_of(clause) for clause in clauses}


def _result(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    known = games().get(entry.game)
    return {**plain, "score": entry.score, "title": known.title if known else entry.game}
