"""The dealer's school: a lesson at a real table, every answer checked by the rules and explained by their clauses.

    >>> from pitboss.school import Lesson, level
    >>> from pitboss.table.table import practice_submission
    >>> lesson = Lesson(practice_submission("uth"), level(3), seed=7)
    >>> lesson.question.asks, lesson.question.keys
    ('Which seat do you turn to first?', ('1', '2', '3'))
    >>> verdict = lesson.answer("1")
    >>> verdict.right, verdict.due.words, verdict.clauses[0]
    (False, 'Seat 3 comes first.', 'UTH-10(h).1')

A lesson is a pure function of the submission, the level, the seed and the answers given so far.
"""

from __future__ import annotations

from pitboss.school.lesson import Given, Lesson, Mark
from pitboss.school.levels import LEVELS, Level, level
from pitboss.school.questions import AnswerError, Question, Topic, Verdict
from pitboss.school.report import Report

__all__ = [
    "LEVELS",
    "AnswerError",
    "Given",
    "Lesson",
    "Level",
    "Mark",
    "Question",
    "Report",
    "Topic",
    "Verdict",
    "level",
]
