"""Lessons at a physical practice table: each step asked before it is taken, faces read, errors caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cards import DECK, notation, parse
from pitboss.cli import cli
from pitboss.errors import PitbossError
from pitboss.games.common import CARDS, REAL
from pitboss.submission import Submission
from pitboss.table.table import practice_submission
from pitboss.training.lesson import Given, Lesson
from pitboss.training.levels import level
from pitboss.training.questions import AnswerError, Question, Read, Topic, Unit, Verdict

GAMES = ("uth", "hi-lo", "pik-it", "top-five")
LEVELS = (1, 2, 3, 4, 6)
LENGTH = 80
RULINGS = {"hi-lo": "HL-R67", "pik-it": "PK-R78", "top-five": "T5-R89", "uth": "UTH-R91"}


def real(game: str) -> Submission:
    return practice_submission(game, {CARDS: REAL})


class Cards:
    """The cards beside the screen: a script shuffles them for each round and turns them up in turn."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._round = 0
        self._left: list[int] = []

    def next(self, question: Question) -> str:
        """The faces that are to be read now, or whatever else is right."""
        if not isinstance(question.typed, Read):
            return question.right
        if question.scene.round != self._round:
            self._round, self._left = question.scene.round, self._random.sample(DECK, len(DECK))
        turned, self._left = self._left[: question.typed.number], self._left[question.typed.number :]
        return notation(turned)


def taught(lesson: Lesson, cards: Cards) -> Iterator[tuple[Question, Verdict]]:
    """A lesson that is answered rightly."""
    while lesson.question:
        question = lesson.question
        yield question, lesson.answer(cards.next(question))


@pytest.mark.clause(*RULINGS.values())
@pytest.mark.parametrize("number", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_lesson_is_taught_with_cards_that_only_the_trainee_knows(game: str, number: int) -> None:
    lesson = Lesson(real(game), level(number), 7, length=LENGTH)
    told = list(taught(lesson, Cards(number)))
    assert len(told) == LENGTH
    assert all(verdict.right for _, verdict in told)
    assert {question.topic for question, _ in told} >= level(number).topics - {Topic.IRREGULARITY}
    again = Lesson(real(game), level(number), 7, lesson.answers, length=LENGTH)
    assert [(mark.question.asks, mark.verdict) for mark in again.marks] == [
        (mark.question.asks, mark.verdict) for mark in lesson.marks
    ]


@pytest.mark.parametrize("game", GAMES)
def test_other_cards_make_another_lesson_from_the_first_of_them_on(game: str) -> None:
    one, other = (Lesson(real(game), level(6), 7, length=LENGTH) for _ in range(2))
    asked = [[question.asks for question, _ in taught(lesson, Cards(seed))] for lesson, seed in ((one, 1), (other, 2))]
    first = next(place for place, mark in enumerate(one.marks) if isinstance(mark.question.typed, Read))
    assert asked[0][: first + 1] == asked[1][: first + 1]
    assert asked[0] != asked[1]


def at(lesson: Lesson, is_it: Callable[[Question], bool], cards: Cards) -> Question:
    """Go on to the first question of a kind."""
    while lesson.question and not is_it(lesson.question):
        lesson.answer(cards.next(lesson.question))
    assert lesson.question
    return lesson.question


def due_words(question: Question) -> str:
    return next((option.words for option in question.options if option.fault is None), "")


@pytest.mark.clause("UTH-10(b).1")
def test_a_missed_burn_is_caught_before_the_flop_is_dealt() -> None:
    for seed in range(20):
        lesson, cards = Lesson(real("uth"), level(1), seed, length=400), Cards(seed)
        question = at(lesson, lambda question: due_words(question).startswith("Burn"), cards)
        missed = [option for option in question.options if option.words.startswith("Deal three community cards")]
        if missed:
            verdict = lesson.answer(missed[0].key)
            assert not verdict.right
            assert verdict.due.words == "Burn one card, unseen."
            assert verdict.clauses
            return
    raise AssertionError("the flop is never offered in place of the burn")


@pytest.mark.parametrize("game", GAMES)
def test_steps_out_of_order_are_refused_with_their_clause(game: str) -> None:
    lesson, cards = Lesson(real(game), level(1), 3, length=40), Cards(3)
    wrong = 0
    while lesson.question:
        question = lesson.question
        fault = next((option for option in question.options if option.fault), None)
        if question.topic is Topic.PROCEDURE and fault:
            verdict = lesson.answer(fault.key)
            assert not verdict.right
            assert verdict.clauses
            wrong += 1
        else:
            lesson.answer(cards.next(question))
    assert wrong > 5


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_was_read_before_is_a_wrong_reading_and_is_asked_for_again(game: str) -> None:
    lesson, cards = Lesson(real(game), level(2), 3, length=200), Cards(3)
    read, number, second = "", 0, at(lesson, lambda question: isinstance(question.typed, Read), cards)
    while second.scene.round != number:
        read, number = cards.next(second), second.scene.round
        assert lesson.answer(read).right
        second = at(lesson, lambda question: isinstance(question.typed, Read), cards)
    assert isinstance(second.typed, Read)
    fresh = [card for card in DECK if card not in parse(read)][: second.typed.number - 1]
    verdict = lesson.answer(notation((*parse(read)[:1], *fresh)))
    assert not verdict.right
    assert "was read already" in verdict.sentence
    assert RULINGS[game] in verdict.clauses
    assert lesson.question
    assert lesson.question.asks == second.asks
    assert lesson.answer(cards.next(second)).right


@pytest.mark.parametrize("game", GAMES)
def test_simulated_cards_are_shown_and_a_misreading_is_caught(game: str) -> None:
    lesson = Lesson(real(game), level(2), 3, length=30, simulated=True)
    while not isinstance(lesson.question and lesson.question.typed, Read):
        assert lesson.question
        lesson.answer(lesson.question.right)
    right = lesson.question.right if lesson.question else ""
    misread = notation(parse(right)[::-1])
    verdict = lesson.answer(misread)
    assert not verdict.right
    assert verdict.due.words
    assert lesson.question
    assert lesson.answer(right).right


@pytest.mark.parametrize("said", ["", "Qx", "Qd", "Qd Qd", "Qd 9c ??", "Qd 9c 4s 2h 3h 5h 7d 8d", "x" * 50])
def test_what_is_no_reading_changes_nothing(said: str) -> None:
    lesson, cards = Lesson(real("uth"), level(2), 3, length=60), Cards(3)
    question = at(lesson, lambda question: isinstance(question.typed, Read), cards)
    marks = list(lesson.marks)
    with pytest.raises(AnswerError):
        lesson.answer(said)
    assert (lesson.question, lesson.marks) == (question, marks)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_hand_and_a_wrong_payment_are_caught(game: str) -> None:
    lesson, cards = Lesson(real(game), level(6), 5, length=300), Cards(5)
    caught: set[Topic] = set()
    while lesson.question and caught < {Topic.HANDS, Topic.AMOUNT}:
        question = lesson.question
        fault = next((option.key for option in question.options if option.fault), None)
        is_amount = question.typed is not None and question.typed.unit is Unit.DOLLARS
        if question.topic in (Topic.HANDS, Topic.AMOUNT) and (fault or is_amount):
            verdict = lesson.answer(fault or "1234567")
            assert not verdict.right
            assert verdict.clauses
            caught.add(question.topic)
        else:
            lesson.answer(cards.next(question))
    assert caught == {Topic.HANDS, Topic.AMOUNT}


def test_irregularities_alone_are_trained_with_the_softwares_cards() -> None:
    with pytest.raises(PitbossError, match="choose another level, or cards = software"):
        Lesson(real("uth"), level(5), 1)


def test_a_lesson_over_the_command_line_reads_cards(tmp_path: Path) -> None:
    lesson = Lesson(real("uth"), level(2), 3, length=6, simulated=True)
    said = []
    while lesson.question:
        said.append(lesson.question.right)
        lesson.answer(said[-1])
    call = ["school", "uth", "--set", "cards=real", "--simulated", "--level", "2", "--seed", "3", "--questions", "6"]
    done = CliRunner().invoke(cli, [*call, "--data", str(tmp_path)], input="\n".join(said))
    assert "6 of 6 right, 100 %. Passed" in done.output, done.output
    assert "faces: " in done.output


def test_answers_given_so_far_make_the_lesson() -> None:
    lesson, cards = Lesson(real("hi-lo"), level(6), 9, length=60), Cards(9)
    list(taught(lesson, cards))
    half = lesson.answers[:30]
    assert Lesson(real("hi-lo"), level(6), 9, half, length=60).answers == tuple(Given(*one) for one in half)
