"""Lessons of the dealer's school: right answers pass, every wrong one is caught with its clause, nothing leaks."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor.dry_run import blank
from pitboss.games import find, games
from pitboss.law import lookup
from pitboss.money import dollars
from pitboss.submission import Submission
from pitboss.table.commands import CardExposed, Settle
from pitboss.table.events import CardSetAside, HandAnnounced, HandVoided, RoundVoided, StubCounted, WagerSettled
from pitboss.table.table import practice_submission
from pitboss.training import hand_questions, payment_questions, procedure_questions
from pitboss.training.irregularity_questions import is_trouble, what_now
from pitboss.training.lesson import Lesson
from pitboss.training.lesson_report import Report
from pitboss.training.levels import LEVELS, level
from pitboss.training.payment_questions import is_main
from pitboss.training.questions import AnswerError, Question, Topic, Typed
from pitboss.training.scenes import scene_of
from pitboss.training.shift import rounds
from pitboss.training.shift_step import Step
from pitboss.training.step_questions import Asking, duties

GAMES = sorted(game.short for game in games().values())
NUMBERS = [one.number for one in LEVELS]
SHUFFLER = {"shuffle_method": "automated", "decks": 2, "deck_backs": ["red", "blue"]}
EQUIPMENT: dict[str, dict[str, Any]] = {
    "preshuffled": {"opening_route": "preshuffled"},
    "hand, two decks": {**SHUFFLER, "dealing_method": "hand"},
    "automated shoe, two decks": {**SHUFFLER, "dealing_method": "automated-shoe"},
}
games_and_levels = pytest.mark.parametrize(("game", "number"), [(game, n) for game in GAMES for n in NUMBERS])


@cache
def submission(game: str) -> Submission:
    return practice_submission(game)


def taught(lesson: Lesson) -> Iterator[Question]:
    """Every question of a lesson, each answered rightly afterwards."""
    while (question := lesson.question) is not None:
        yield question
        assert lesson.answer(question.right).right


def wrong_answers(question: Question) -> list[str]:
    if isinstance(question.typed, Typed):
        near = question.typed.right - 1, question.typed.right + 1
        return [question.typed.unit.words(one).removesuffix(" cards") for one in near]
    return [option.key for option in question.options if option.fault]


# --- every game, every level -----------------------------------------------------------------------------------------


@games_and_levels
def test_right_answers_pass_and_every_wrong_one_is_caught_with_its_clause(game: str, number: int) -> None:
    lesson, topics = Lesson(submission(game), level(number), seed=12), set()
    for question in taught(lesson):
        topics.add(question.topic)
        assert question.due.clauses
        assert len(set(question.keys)) == len({option.words for option in question.options}) == len(question.options)
        assert bool(question.options) != bool(question.typed)
        assert wrong_answers(question)
        for text in wrong_answers(question):
            verdict = question.judge(text)
            assert not verdict.right
            assert verdict.sentence[0].isupper()
            assert verdict.sentence.endswith(".")
            assert set(question.due.clauses) <= set(verdict.clauses)
            assert all(lookup(clause) for clause in verdict.clauses)
    report = Report(lesson)
    assert lesson.over
    assert (len(lesson.marks), report.score, report.passed, report.reread) == (lesson.length, 100, True, {})
    assert topics == level(number).topics


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("equipment", EQUIPMENT)
def test_any_equipment_can_be_trained_with(game: str, equipment: str) -> None:
    table = practice_submission(game, EQUIPMENT[equipment])
    for number in (1, 5):
        lesson = Lesson(table, level(number), seed=2, length=14)
        assert all(wrong_answers(question) for question in taught(lesson))


def test_every_wager_a_table_can_offer_is_trained() -> None:
    everything = {**SHUFFLER, "dealing_method": "automated-shoe", "cover_all": True, "cover_all_mode": True}
    asked = [one.asks for one in taught(Lesson(practice_submission("uth", everything), level(4), seed=1, length=80))]
    for wager in ("ante", "blind", "play wager", "trips wager", "Cover All wager"):
        assert any(f"the {wager}" in asks for asks in asked), wager


# --- what the rules order --------------------------------------------------------------------------------------------

OPENING = (
    "Bring the red deck to the table.",
    "Sort and inspect the red deck.",
    "Spread the red deck face up, by suit and in sequence.",
    "Offer the first player a look at the cards.",
    "Turn the cards face down.",
    "Wash the cards.",
    "Stack the cards.",
    "Shuffle the red deck.",
)


@pytest.mark.clause(
    "UTH-3(b).1", "UTH-3(c).2", "HL-40.3(b)-s1a", "HL-40.3(c)-s1c", "T5-11.B(4).1", "PK-39.10(d)/1"
)  # fmt: skip
@pytest.mark.parametrize("game", GAMES)
def test_the_procedure_is_asked_in_the_order_of_the_rules(game: str) -> None:
    steps = [q.due.words for q in taught(Lesson(submission(game), level(1), seed=4)) if q.topic is Topic.PROCEDURE]
    assert tuple(steps[: len(OPENING)]) == OPENING
    places = [steps.index(step) for step in ("Call “No more bets”.", "Deal the next card.", "Clear the table.")]
    places.insert(2, steps.index("Turn up the dealer’s cards and announce them."))
    assert places == sorted(places)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_first_level_shows_the_rule_of_the_due_step(game: str) -> None:
    for number in NUMBERS:
        hints = [q.hint for q in taught(Lesson(submission(game), level(number), seed=4, length=8))]
        assert any(hints) == (number == 1)


@pytest.mark.clause("UTH-10(h).1", "HL-40.10(d)-1", "T5-11.C.1", "PK-39.10(e)1")
@pytest.mark.parametrize("game", GAMES)
def test_the_settlement_goes_from_the_dealers_right(game: str) -> None:
    """Once the dealer's cards are up; what is settled before has an order of its own."""
    first: dict[int, Question] = {}
    for question in taught(Lesson(submission(game), level(3), seed=4)):
        if question.asks == "Which seat do you turn to first?" and "??" not in question.scene.dealer:
            first.setdefault(question.scene.round, question)
    assert first
    for question in first.values():
        assert question.right == max(question.keys)


def done(step: Step) -> Iterator[tuple[Topic, str]]:
    """What a dealer should have answered about a step, by what then happened at the table."""
    for event in step.events:
        if isinstance(event, StubCounted):
            yield Topic.CARDS, str(event.expected)
        elif isinstance(event, WagerSettled) and isinstance(step.command, Settle):
            yield Topic.OUTCOME, "p" if event.paid else "b" if event.returned else "t"
            if event.paid:
                yield Topic.AMOUNT, dollars(event.paid)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_right_is_what_the_table_then_does(game: str) -> None:
    met = set[tuple[Topic, str]]()
    for steps in islice(rounds(submission(game), level(4), seed=2), 12):
        for place, step in enumerate(steps):
            asking = Asking(step, steps[:place], duties(steps), random.Random(1), hints=False)
            questions = [
                one
                for ask in (procedure_questions.stub, payment_questions.outcome, payment_questions.amount)
                for one in ask(asking)
            ]
            assert sorted((one.topic, one.right) for one in questions) == sorted(done(step))
            met.update(done(step))
            calls = iter([event.words for event in step.events if isinstance(event, HandAnnounced)])
            for question in hand_questions.readings(asking):  # each is the next call, or one after it
                (words,) = [option.words for option in question.options if option.fault is None]
                assert any(call.endswith(words) for call in calls)
            for question in payment_questions.which_seat(asking):
                assert question.right == str(getattr(step.command, "position", None))
    assert {topic for topic, _ in met} == {Topic.CARDS, Topic.OUTCOME, Topic.AMOUNT}
    assert {"p", "t"} <= {right for _, right in met}


@pytest.mark.parametrize("game", GAMES)
def test_what_the_rules_order_is_what_the_table_then_does(game: str) -> None:
    met = set[str]()
    for steps in islice(rounds(submission(game), level(5), seed=2), 60):
        for place, step in enumerate(steps):
            for question in what_now(Asking(step, steps[:place], (), random.Random(1), hints=False)):
                happened = {type(event) for event in step.events}
                words = question.due.words
                met.add(words)
                assert ("All hands are void" in words) == (RoundVoided in happened)
                assert ("That hand is void" in words) == (HandVoided in happened)
                assert ("next card takes its place" in words) == (
                    CardSetAside in happened and RoundVoided not in happened
                )
    assert len(met) > 3


@pytest.mark.clause("HL-R44", "T5-R19", "UTH-R40")
@pytest.mark.parametrize("game", GAMES)
def test_an_order_of_wagers_is_asked_only_where_a_rule_gives_one(game: str) -> None:
    """The ante and the play are settled together in some games, so neither is wrong in place of the other."""
    rules = next(rounds(submission(game), level(4), seed=4))[0].rules
    main = {f"The {wager.label}" for wager in rules.game.wagers if is_main(rules, wager.name)}
    asked = [q for q in taught(Lesson(submission(game), level(4), seed=4)) if "which of these wagers" in q.asks]
    assert bool(asked) == bool(rules.cite("wager-order"))
    assert all(len(main & {option.words for option in question.options}) <= 1 for question in asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_amount_is_answered_with_the_right_one(game: str) -> None:
    asked = [q for q in taught(Lesson(submission(game), level(4), seed=6)) if q.topic is Topic.AMOUNT]
    assert asked
    for question in asked:
        verdict = question.judge("1234567")
        assert isinstance(question.typed, Typed)
        assert question.typed.unit.words(question.typed.right) in verdict.sentence
        assert "not $1,234,567.00" in verdict.sentence


@pytest.mark.clause("UTH-15(b).1", "T5-13.A", "HL-40.12(a)-s1a", "PK-39.12(a)/1")
@pytest.mark.parametrize("game", GAMES)
def test_one_irregularity_has_each_games_own_remedy(game: str) -> None:
    void = "All hands are void and every wager goes back; the cards are reshuffled."
    racked = "The card is not used and is racked, the next card takes its place."
    own, other = (void, racked) if game == "top-five" else (racked, void)
    found = (
        option
        for seed in range(20)
        for question in taught(Lesson(submission(game), level(5), seed))
        if "lies face up" in question.asks and question.due.words == own
        for option in question.options
        if option.words == other
    )
    option = next(found)
    assert option.fault
    assert "but not here" in option.fault.words


@pytest.mark.clause("UTH-15(f).1", "T5-13.D.1", "HL-40.12(f)", "PK-39.12(f)/1")
@pytest.mark.parametrize("game", GAMES)
def test_no_answer_is_about_a_device_that_the_table_lacks(game: str) -> None:
    said = [
        words
        for seed in range(12)
        for question in taught(Lesson(submission(game), level(5), seed))
        if question.topic is Topic.IRREGULARITY
        for option in question.options
        for words in (option.words, option.fault.words if option.fault else "")
    ]
    assert len(said) > 30
    assert not [words for words in said if "shoe" in words or "shuffler" in words]


@pytest.mark.clause("HL-R20", "UTH-R66", "PK-R46")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_a_player_shows_is_not_held_against_the_dealer(game: str) -> None:
    shown = [
        step
        for steps in islice(rounds(submission(game), level(5), seed=11), 250)
        for step in steps
        if isinstance(step.command, CardExposed) and step.command.by_player
    ]
    assert shown
    assert not any(map(is_trouble, shown))


# --- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_trainee_sees_what_the_dealer_sees_and_nothing_more(game: str) -> None:
    """Two tables that differ only in cards nobody has seen look the same."""
    seen = 0
    for steps in islice(rounds(submission(game), level(6), seed=3), 2):
        for place, step in enumerate(steps):
            scene = scene_of(step.rules, step.state, steps[:place])
            assert scene == scene_of(step.rules, blank(step.state), steps[:place])
            seen += 1
    assert seen > 40


@games_and_levels
def test_what_programs_are_told_of_a_question_is_not_the_answer(game: str, number: int) -> None:
    question = Lesson(submission(game), level(number), seed=9).question
    assert question is not None
    told = json.loads(json.dumps(question.as_dict()))
    assert told.keys() == {"topic", "asks", "hint", "scene", "options", "unit"}
    assert all(option.keys() == {"key", "words"} for option in told["options"])


# --- laws ------------------------------------------------------------------------------------------------------------


def fingerprint(lesson: Lesson) -> object:
    question = lesson.question
    marks = [(mark.question.as_dict(), mark.given, mark.verdict) for mark in lesson.marks]
    return marks, question and question.as_dict()


@given(st.sampled_from(GAMES), st.sampled_from(NUMBERS), st.integers(0, 10**9), st.integers(0, 99))
@settings(max_examples=12)
def test_the_same_seed_and_answers_give_the_same_lesson(game: str, number: int, seed: int, luck: int) -> None:
    dice, first = random.Random(luck), Lesson(submission(game), level(number), seed, length=8)
    while (question := first.question) is not None and len(first.marks) < luck % 9:
        first.answer(dice.choice([question.right, *wrong_answers(question)]), dice.random())
    again = Lesson(submission(game), level(number), seed, first.answers, length=8)
    assert fingerprint(again) == fingerprint(first)
    assert Report(again).as_dict() == Report(first).as_dict()


ASKED = [
    question
    for number in (1, 3)
    for question in islice(taught(Lesson(practice_submission("uth"), level(number), seed=5)), 16)
]


@given(
    st.sampled_from(ASKED), st.text(max_size=60) | st.sampled_from(["", "0", "-1", "1e9", "$", "9" * 30, "٣", "1.005"])
)
@settings(max_examples=200)
def test_any_text_is_an_answer_or_a_clear_sentence(question: Question, text: str) -> None:
    try:
        assert isinstance(question.judge(text).right, bool)
    except AnswerError as error:
        assert error.message
        assert "\n" not in error.message


@pytest.mark.parametrize("text", ["", "x", "17 dollars", "yes please", "\x00", "1" * 100])
def test_what_is_no_answer_changes_nothing(text: str) -> None:
    lesson = Lesson(submission("hi-lo"), level(3), seed=5)
    before = fingerprint(lesson)
    with pytest.raises(AnswerError):
        lesson.answer(text)
    assert fingerprint(lesson) == before


def test_a_lesson_that_is_over_takes_no_answer() -> None:
    lesson = Lesson(submission("uth"), level(2), seed=5, length=1)
    list(taught(lesson))
    with pytest.raises(Exception, match="the lesson is over"):
        lesson.answer("1")


def test_there_is_no_other_level() -> None:
    with pytest.raises(Exception, match="there is no level 7; there are 1 to 6"):
        level(7)


@pytest.mark.clause("UTH-10(g).2", "T5-11.C(2)", "PK-39.1/qualifying-hand")
@pytest.mark.parametrize("game", ["uth", "top-five", "pik-it"])
def test_whether_the_dealer_qualifies_agrees_with_the_settlement(game: str) -> None:
    options = {"dealer_must_qualify": True} if "dealer_must_qualify" in find(game).option else {}
    table, answers, below, right = practice_submission(game, options), set(), 0, ""
    for seed in range(30):
        for question in taught(Lesson(table, level(2), seed)):
            if question.asks == "Does the dealer qualify?":
                answers.add(right := question.right)
            elif "dealer below" in question.due.words:
                below += 1
                assert right == "n"
        if below and len(answers) == 2:
            return
    raise AssertionError("no dealer fell short")


def test_a_game_without_a_qualifier_does_not_ask_for_one() -> None:
    assert all("qualify" not in q.asks for q in taught(Lesson(submission("hi-lo"), level(2), seed=1)))
