"""A question to the dealer, the answers it takes, and what is said to each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, parse, symbols
from pitboss.errors import PitbossError
from pitboss.games.settlement import once
from pitboss.law import Citation
from pitboss.money import MOST_CENTS, dollars, parse_dollars
from pitboss.training.scenes import Scene

Clauses = tuple[Citation, ...]
MOST_TEXT = 40
"""Letters in an answer."""
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


class AnswerError(PitbossError, ValueError):
    """A text that is no answer to the question; nothing is counted, and the question stays."""


class Topic(StrEnum):
    """What a question is about; a report counts errors by it."""

    PROCEDURE = "procedure"
    CARDS = "dealing, cutting and counting"
    HANDS = "reading hands"
    ORDER = "the order of settlement"
    OUTCOME = "take, pay or give back"
    AMOUNT = "amounts"
    IRREGULARITY = "irregularities"


class Unit(StrEnum):
    """What a typed answer counts."""

    DOLLARS = "dollars"
    CARDS = "cards"
    FACES = "faces"

    def words(self, number: int) -> str:
        """A number of these as people say it."""
        return dollars(number) if self is Unit.DOLLARS else f"{number} card{'' if number == 1 else 's'}"


class Point(NamedTuple):
    """Something said with the clauses it rests on."""

    words: str
    clauses: Clauses


class Option(NamedTuple):
    """One of the answers offered; `fault` says why it is wrong, and is None for the right one."""

    key: str
    words: str
    fault: Point | None = None


class Typed(NamedTuple):
    """An answer that is typed: the right one, and what is wrong with any other."""

    unit: Unit
    right: int
    fault: Callable[[int], Point]

    def read(self, text: str) -> int:
        """The number somebody typed."""
        if self.unit is Unit.DOLLARS:
            try:
                amount = parse_dollars(text)
            except PitbossError as error:
                raise AnswerError("answer", error.message) from None
            if amount > MOST_CENTS:
                raise AnswerError("answer", f"that is more than {dollars(MOST_CENTS)}; type the amount in dollars")
            return amount
        if not _NUMBER.fullmatch(text):
            raise AnswerError("answer", f"{text!r} is not a number of cards; type one like 30")
        return int(text)

    def judged(self, number: int) -> Point | None:
        """What is wrong with a number."""
        return self.fault(number) if number != self.right else None

    def words(self, number: int) -> str:
        """A number as people say it."""
        return self.unit.words(number)

    @property
    def due(self) -> str:
        """The right answer as it would be typed."""
        return self.words(self.right) if self.unit is Unit.DOLLARS else str(self.right)


class Read(NamedTuple):
    """Faces that are read from cards as they lie: how many, and what is wrong with some; the table takes the others."""

    number: int
    judged: Callable[[tuple[int, ...]], Point | None]
    due: str = ""
    """The faces, where the cards are simulated; nobody knows those of others."""
    unit: Unit = Unit.FACES

    def read(self, text: str) -> tuple[int, ...]:
        """The faces that somebody typed."""
        try:
            faces = parse(text)
        except PitbossError as error:
            raise AnswerError("answer", error.message) from None
        if len(faces) != self.number or UNKNOWN in faces:
            cards = Unit.CARDS.words(self.number)
            raise AnswerError("answer", f"read {cards}, each with rank and suit, such as Qd 9c")
        return faces

    def words(self, faces: tuple[int, ...]) -> str:
        """Faces as people read them."""
        return symbols(faces)


class Verdict(NamedTuple):
    """What is said to an answer."""

    right: bool
    said: str
    """The answer as it was understood."""
    sentence: str
    """Why it is right or wrong."""
    due: Point
    """What was due."""
    clauses: Clauses
    """All that the verdict rests on."""

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {
            "right": self.right,
            "said": self.said,
            "sentence": self.sentence,
            "due": self.due.words,
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True, slots=True)
class Question:
    """What the dealer sees and is asked; one of several options, or a number that is typed."""

    topic: Topic
    asks: str
    scene: Scene
    due: Point = field(repr=False)
    options: tuple[Option, ...] = field(default=(), repr=False)
    typed: Typed | Read | None = field(default=None, repr=False)
    hint: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the options; none where a number is typed."""
        return tuple(option.key for option in self.options)

    @property
    def right(self) -> str:
        """The answer that is due, as it would be typed."""
        if self.typed:
            return self.typed.due
        return next(option.key for option in self.options if option.fault is None)

    def judge(self, text: str) -> Verdict:
        """What is to be said to an answer; a text that is none is an `AnswerError`."""
        text = text.strip()
        if len(text) > MOST_TEXT:
            raise AnswerError("answer", f"an answer has {MOST_TEXT} letters at most; {self._ask_again()}")
        if self.typed:
            given = self.typed.read(text)
            return self._verdict(self.typed.words(given), self.typed.judged(given))  # type: ignore[arg-type]
        chosen = next((option for option in self.options if option.key == text.lower()), None)
        if chosen is None:
            raise AnswerError("answer", self._ask_again())
        return self._verdict(chosen.words, chosen.fault)

    def _ask_again(self) -> str:
        if self.typed:
            if isinstance(self.typed, Read):
                return "read the cards as they lie, such as Qd 9c"
            return f"type a number of {self.typed.unit}"
        *first, last = self.keys
        return f"answer with {', '.join(first)} or {last}"

    def _verdict(self, said: str, fault: Point | None) -> Verdict:
        sentence = fault.words if fault else self.due.words
        clauses = once(*(fault.clauses if fault else ()), *self.due.clauses)
        return Verdict(fault is None, said, sentence, self.due, clauses)

    def as_dict(self) -> dict[str, Any]:
        """What the trainee may know of it, for programs: not the answer."""
        return {
            "topic": self.topic.value,
            "asks": self.asks,
            "hint": self.hint,
            "scene": self.scene.as_dict(),
            "options": [{"key": option.key, "words": option.words} for option in self.options],
            "unit": self.typed.unit.value if self.typed else None,
        }
