"""The report of a lesson, what is kept of it between runs, and the command line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from pitboss.cli import cli
from pitboss.cli.school_command import _teach
from pitboss.errors import MissingExtraError
from pitboss.law import lookup
from pitboss.table.table import practice_submission
from pitboss.terminal.school_lines import PlainSchool
from pitboss.training.lesson import Given, Lesson
from pitboss.training.lesson_report import Book, Entry, Report, entry_of
from pitboss.training.levels import level
from pitboss.training.printed_lesson import printed, progress

LENGTH = 6


def lesson(number: int = 3, length: int = LENGTH, answers: Iterable[Given] = ()) -> Lesson:
    return Lesson(practice_submission("uth"), level(number), seed=5, answers=answers, length=length)


def answered(wrong: int = 0, seconds: float | None = None, length: int = LENGTH) -> Lesson:
    """A lesson with so many wrong answers, then right ones."""
    made = lesson(length=length)
    while (question := made.question) is not None:
        is_wrong = len(made.marks) < wrong
        bad = "1234567" if question.typed else next((one.key for one in question.options if one.fault), "")
        made.answer(bad if is_wrong else question.right, seconds)
    return made


# --- the report ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wrong", "score", "passed"), [(0, 100, True), (2, 80, True), (3, 70, False), (10, 0, False)])
def test_four_of_five_right_answers_pass(wrong: int, score: int, passed: bool) -> None:
    report = Report(answered(wrong, length=10))
    assert (report.score, report.passed, len(report.wrong)) == (score, passed, wrong)


def test_a_lesson_that_was_not_finished_is_not_passed() -> None:
    made = lesson()
    assert made.question
    made.answer(made.question.right)
    report = Report(made)
    assert (report.score, report.passed) == (100, False)
    assert "5 left unanswered" in printed(report)
    assert "Nothing was answered" in printed(Report(lesson()))


def test_errors_are_counted_by_topic_and_their_clauses_are_to_be_reread() -> None:
    report = Report(answered(wrong=3))
    told = json.loads(json.dumps(report.as_dict()))
    assert sum(tally["asked"] for tally in told["topics"].values()) == told["asked"] == LENGTH
    assert sum(tally["wrong"] for tally in told["topics"].values()) == told["wrong"] == len(told["errors"]) == 3
    missed = {clause for error in told["errors"] for clause in error["clauses"]}
    assert {one["clause"] for one in told["reread"]} == missed
    assert [one["missed"] for one in told["reread"]] == sorted((one["missed"] for one in told["reread"]), reverse=True)
    text = printed(report)
    for one in told["reread"]:
        assert lookup(one["clause"])
        assert one["clause"] in text
        assert " ".join(one["text"].split()) in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 96


def test_the_clock_counts_slow_answers_and_loses_none() -> None:
    report = Report(answered(wrong=1, seconds=30.0), limit=20)
    assert (report.total.asked, report.total.slow, report.total.seconds) == (LENGTH, LENGTH, 30.0)
    assert "30.0 s for an answer on average, 6 over 20 s." in printed(report)
    without = Report(answered())
    assert (without.total.slow, without.total.seconds) == (0, None)
    assert "on average" not in printed(without)


def test_a_clock_that_went_wrong_does_no_harm() -> None:
    times = [Report(answered(seconds=seconds), limit=20).total.seconds for seconds in (-5.0, 1e12)]
    assert times == [0.0, 86400.0]


# --- between runs ----------------------------------------------------------------------------------------------------


def entry(name: str = "Dora", at: int = 1_790_000_000_000) -> Entry:
    return entry_of(Report(answered(wrong=2, seconds=4.0), limit=20), name, at)


def test_lessons_are_kept_between_runs(tmp_path: Path) -> None:
    for name, at in (("Dora", 1), ("Flo", 2), ("Dora", 3)):
        Book(tmp_path / "new").add(entry(name, at))
    book = Book(tmp_path / "new")
    assert [one.at for one in book.entries()] == [1, 2, 3]
    assert [one.at for one in book.entries("Dora")] == [1, 3]
    assert list(book.entries(game="five-card-hi-lo")) == []
    assert book.entries("Flo")[0] == entry("Flo", 2)


def test_a_torn_line_is_passed_over(tmp_path: Path) -> None:
    book = Book(tmp_path)
    book.add(entry())
    with book.file.open("ab") as file:
        file.write(b'{"at": 3, "na\n\xff\xfe\n[]\n')
    book.add(entry(at=4))
    assert len(book.entries()) == 2


def test_what_cannot_be_written_is_a_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "school.jsonl").mkdir()
    with pytest.raises(Exception, match="the lesson cannot be kept"):
        Book(tmp_path).add(entry())
    with pytest.raises(Exception, match="cannot be read"):
        Book(tmp_path).entries()


def test_progress_shows_every_lesson_and_the_worst_topics_first() -> None:
    lines = progress([entry(), entry("Flo")]).splitlines()
    assert len([line for line in lines if "ultimate-texas-hold-em" in line]) == 2
    assert "Flo" in lines[2]
    assert "66 %" in lines[1]
    assert lines[-1] != lines[-2]
    assert progress([]) == "No lesson has been kept yet.\n"


# --- line by line ----------------------------------------------------------------------------------------------------


def school(folder: Path, *arguments: str, said: str = "") -> Result:
    return CliRunner().invoke(cli, ["school", *arguments, "--data", str(folder)], input=said)


def right_answers(number: int, length: int) -> str:
    made, said = lesson(number, length), ""
    while (question := made.question) is not None:
        said += f"{question.right}\n"
        made.answer(question.right)
    return said


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_a_lesson_line_by_line(tmp_path: Path, number: int) -> None:
    arguments = ("uth", "--level", str(number), "--seed", "5", "--questions", "5", "--name", "Dora")
    done = school(tmp_path, *arguments, said=right_answers(number, 5))
    assert done.exit_code == 0, done.output
    assert "5 of 5 right, 100 %. Passed." in done.output
    assert [one.name for one in Book(tmp_path).entries()] == ["Dora"]


def test_a_wrong_answer_says_what_was_due_and_prints_the_clause(tmp_path: Path) -> None:
    done = school(tmp_path, "uth", "--level", "3", "--seed", "5", "--questions", "1", said="what?\n1\n")
    assert done.exit_code == 1
    assert "Answer with 1, 2 or 3." in done.output
    assert "Wrong. Settling seat 1 is not due now.\nDue: Seat 3 comes first.\n  UTH-10(h).1: " in done.output
    assert "0 of 1 right, 0 %. Not passed" in done.output


def test_input_that_ends_early_ends_the_lesson(tmp_path: Path) -> None:
    done = school(tmp_path, "hi-lo", "--seed", "5", said="1\n")
    assert done.exit_code == 1
    assert "29 left unanswered" in done.output
    assert len(Book(tmp_path).entries()) == 1
    assert school(tmp_path, "hi-lo", "--seed", "5").exit_code == 1
    assert len(Book(tmp_path).entries()) == 1


def test_programs_get_the_report_as_json_and_people_a_file(tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    arguments = ("uth", "-l3", "--seed", "5", "--questions", "4", "--name", "Dora", "--json", "--out", str(file))
    done = school(tmp_path, *arguments, said="1\n" + right_answers(3, 4).split("\n", 1)[1])
    told = json.loads(done.stdout)
    assert (told["game"], told["asked"], told["wrong"], told["passed"]) == ("ultimate-texas-hold-em", 4, 1, False)
    assert "Question 1 of 4" in done.stderr
    assert file.read_text(encoding="utf-8").startswith("Dora, 20")
    assert "Seat 3 comes first." in file.read_text(encoding="utf-8")
    kept = json.loads(school(tmp_path, "--progress", "--json").stdout)
    assert msgspec.convert(kept, list[Entry]) == list(Book(tmp_path).entries())
    assert "level" in school(tmp_path, "--progress", "uth").output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "name a game or a table's .toml file to train at"),
        (("chess",), "there is no game 'chess'"),
        (("uth", "--level", "9"), "there is no level 9; there are 1 to 6"),
        (("uth", "-o", "decks=7"), "decks"),
        (("uth", "--questions", "0"), "0 is not in the range"),
        (("uth", "--out", "no/such/folder/report.txt"), "there is no folder no/such/folder"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_clear_sentence(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    done = school(tmp_path, *arguments)
    assert done.exit_code != 0
    assert sentence in done.output + str(done.exception)


def test_the_full_screen_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pitboss.terminal.school_screen", None)
    with pytest.raises(MissingExtraError, match=r"--plain goes without.*pip install 'pitboss\[terminal\]'"):
        _teach(lesson(), None, full_screen=True, quiet=False)


def test_a_book_that_cannot_be_written_to_does_not_lose_the_report(tmp_path: Path) -> None:
    (tmp_path / "school.jsonl").mkdir()
    arguments = ("uth", "-l3", "--seed", "5", "--questions", "1", "--out", str(tmp_path / "report.txt"))
    done = school(tmp_path, *arguments, said="3\n")
    assert done.exit_code == 0
    assert "Passed" in done.stdout
    assert "the lesson cannot be kept" in done.stderr
    assert "Passed" in (tmp_path / "report.txt").read_text(encoding="utf-8")


def test_a_tables_own_file_is_trained_by(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["submission", "new", "top-five"])
    file = tmp_path / "table.toml"
    file.write_text(done.output, encoding="utf-8")
    assert "Top Five Poker, level 2" in school(tmp_path, str(file), "--level", "2", "--seed", "1", said="1\n").output


def test_slow_answers_are_told_at_once() -> None:
    said: list[str] = []
    now = iter([0.0, 45.0, 50.0, 52.0])
    made = lesson(length=2)
    second = lesson(length=2, answers=[Given("3")]).question
    assert second
    answers = StringIO(f"3\n{second.right}\n")
    PlainSchool(made, answers, said.append, limit=20.0, clock=lambda: next(now)).run()
    assert [mark.given.seconds for mark in made.marks] == [45.0, 2.0]
    assert Report(made, 2.0).total.slow == 1  # who takes just what the clock gives is not slow
    assert "That took 45 s; the clock gives 20 s.\n" in said
    assert len(made.marks) == 2


def test_a_terminal_without_suits_gets_letters() -> None:
    said: list[str] = []
    PlainSchool(lesson(), StringIO(""), said.append, letters=True).run()
    assert not set("".join(said)) & set("♣♦♥♠")
