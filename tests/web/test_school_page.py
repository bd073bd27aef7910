"""The dealer's school for staff: its interface, and its page in a real browser."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from floors import Hall
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from serving import Clients, clients_of, served

from pitboss.errors import PitbossError
from pitboss.floor.classroom import KIND, Classroom, Pupil
from pitboss.floor.people import Person
from pitboss.games.common import CARDS, REAL
from pitboss.journal.stores import Document
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.training.lesson import Given, Lesson
from pitboss.training.levels import level
from pitboss.training.questions import Question
from pitboss.web.app import create_app

SIZES = [(1440, 900), (1024, 768), (390, 844), (320, 640)]
expect.set_options(timeout=20_000)


def with_school(hall: Hall) -> FastAPI:
    """The floor's app, whose lessons can be repeated."""
    app = create_app(hall.floor)
    app.state.classroom = Classroom(hall.floor, seed=lambda: 7)
    return app


def member(hall: Hall, role: Role = Role.DEALER) -> Person:
    return hall.floor.people.accept(hall.floor.people.invite(role, f"Some {role}"))


def pupil(hall: Hall, name: str) -> Pupil:
    """What is kept of a trainee."""
    found = (msgspec.json.decode(one.body, type=Pupil) for one in hall.floor.store.all(KIND))
    return next(one for one in found if one.name == name)


_KNOWN: dict[str, Lesson] = {}


def asked(hall: Hall, name: str) -> Question:
    """The question a trainee is at, with its answer, worked out again from what is kept."""
    course = pupil(hall, name).course
    assert course
    if course.id not in _KNOWN:
        table = practice_submission(course.game, course.options)
        _KNOWN[course.id] = Lesson(table, level(course.level), course.seed)
    lesson = _KNOWN[course.id]
    for given in course.answers[len(lesson.marks) :]:
        lesson.answer(*given)
    assert lesson.question
    return lesson.question


def wrong_key(question: Question) -> str:
    return "1234567" if question.typed else next(option.key for option in question.options if option.fault)


# --- the interface ---------------------------------------------------------------------------------------------------


@pytest.fixture
def clients(hall: Hall) -> Iterator[Clients]:
    """A client for each role."""
    yield from clients_of(with_school(hall), hall)


CALLS: list[tuple[str, dict[str, Any] | None]] = [
    ("/school", None),
    ("/api/school", None),
    ("/api/school/lessons", {"table": "1", "level": 1}),
    ("/api/school/answers", {"lesson": "x", "number": 0, "text": "1"}),
    ("/api/school/end", {"lesson": "x"}),
    ("/api/school/progress", None),
]


@pytest.mark.parametrize("role", ["nobody", "player"])
def test_the_school_is_for_staff(clients: Clients, role: str) -> None:
    client = clients(role)
    for path, body in CALLS:
        answer = client.get(path) if body is None else client.post(path, json=body)
        assert answer.status_code in (401, 403), path


def test_everybodys_results_are_for_supervisors(clients: Clients) -> None:
    answers = {role: clients(role).get("/api/school/progress").status_code for role in ("dealer", "auditor", "floor")}
    assert answers == {"dealer": 403, "auditor": 403, "floor": 200}


def test_a_lesson_over_the_interface_is_passed_and_kept(clients: Clients, hall: Hall) -> None:
    client = clients("dealer")
    started = client.post("/api/school/lessons", json={"table": "2", "level": 5, "clock": 45}).json()
    assert started["question"]["options"]
    assert all(option.keys() == {"key", "words"} for option in started["question"]["options"])
    told = started
    while told["question"]:
        body = {"lesson": told["lesson"], "number": told["number"], "seconds": 3.5}
        told = client.post("/api/school/answers", json={**body, "text": asked(hall, "Some dealer").right}).json()
        assert told["mark"]["right"]
        assert told["mark"]["law"]
    assert (told["report"]["score"], told["report"]["passed"], told["report"]["seconds"]) == (100, True, 3.5)
    hall_now = client.get("/api/school").json()
    assert [one["passed"] for one in hall_now["past"]] == [True]
    assert hall_now["lesson"]["report"] == told["report"]
    assert [one["name"] for one in clients("floor").get("/api/school/progress").json()] == ["Some dealer"]


def test_an_answer_sent_again_is_not_counted_twice(clients: Clients, hall: Hall) -> None:
    client = clients("dealer")
    started = client.post("/api/school/lessons", json={"table": "1", "level": 3}).json()
    body = {"lesson": started["lesson"], "number": 0, "text": wrong_key(asked(hall, "Some dealer"))}
    first = client.post("/api/school/answers", json=body).json()
    again = client.post("/api/school/answers", json={**body, "text": "2"}).json()
    assert again == first
    assert (again["number"], again["wrong"], first["mark"]["right"]) == (1, 1, False)
    assert first["mark"]["clauses"]
    assert set(first["mark"]["law"]) == set(first["mark"]["clauses"])


def test_what_is_no_answer_is_a_clear_sentence_and_changes_nothing(clients: Clients) -> None:
    client = clients("dealer")
    lesson = client.post("/api/school/lessons", json={"table": "1", "level": 3}).json()["lesson"]
    for text in ("", "never", "1" * 100, "\u0000"):
        answer = client.post("/api/school/answers", json={"lesson": lesson, "number": 0, "text": text})
        assert answer.status_code == 400
        assert "answer" in answer.json()["message"]
    assert client.get("/api/school").json()["lesson"]["number"] == 0


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("lessons", {"table": "99", "level": 1}, "no-table"),
    ("lessons", {"table": "1", "level": 0}, "no-level"),
    ("lessons", {"table": "1", "level": 1, "clock": 0}, "clock"),
    ("lessons", {"table": "1"}, "malformed"),
    ("answers", {"lesson": "other", "number": 0, "text": "1"}, "another-lesson"),
    ("answers", {"lesson": "mine", "number": 5, "text": "1"}, "no-question"),
    ("answers", {"lesson": "mine", "number": -1, "text": "1"}, "no-question"),
    ("answers", {"lesson": "mine", "number": 0, "text": 1}, "malformed"),
    ("end", {"lesson": "other"}, "another-lesson"),
]


def test_what_cannot_be_done_says_why(clients: Clients) -> None:
    client = clients("dealer")
    lesson = client.post("/api/school/lessons", json={"table": "1", "level": 1}).json()["lesson"]
    for path, body, code in WRONG:
        answer = client.post(f"/api/school/{path}", json={k: lesson if v == "mine" else v for k, v in body.items()})
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code)


def test_a_lesson_goes_on_in_another_process(hall: Hall) -> None:
    dora = member(hall)
    one, other = (Classroom(hall.floor, seed=lambda: 7) for _ in range(2))
    lesson = one.begin(dora, "3", 4, None)["lesson"]
    dice = random.Random(3)
    for number in range(6):
        question = asked(hall, dora.name)
        text = question.right if number % 2 else wrong_key(question)
        told = dice.choice((one, other)).answer(dora, lesson, number, text, None)
        assert (told["number"], told["mark"]["right"]) == (number + 1, bool(number % 2))
    hall.again()
    assert Classroom(hall.floor).hall(dora)["lesson"] == {key: told[key] for key in told if key != "mark"}


def test_a_lesson_that_is_ended_counts_once(hall: Hall) -> None:
    dora, room = member(hall), Classroom(hall.floor, seed=lambda: 7)
    lesson = room.begin(dora, "1", 3, None)["lesson"]
    room.answer(dora, lesson, 0, asked(hall, dora.name).right, None)
    assert room.end(dora, lesson)["report"]["asked"] == 1
    room.end(dora, lesson)
    with pytest.raises(Exception, match="not asked now"):
        room.answer(dora, lesson, 1, "1", None)
    room.begin(dora, "1", 3, None)
    room.begin(dora, "1", 3, None)  # one without an answer leaves nothing behind
    past = room.hall(dora)["past"]
    assert [(one["asked"], one["finished"]) for one in past] == [(1, False)]


@pytest.mark.parametrize("changed", [{"answers": (Given("no answer"),)}, {"game": "gone"}], ids=str)
def test_a_lesson_that_the_rules_have_left_behind_does_not_bar_the_school(hall: Hall, changed: dict[str, Any]) -> None:
    dora, room = member(hall), Classroom(hall.floor, seed=lambda: 7)
    lesson = room.begin(dora, "1", 3, None)["lesson"]
    found = hall.floor.store.get(KIND, dora.id)
    kept = pupil(hall, dora.name)
    assert found
    assert kept.course
    left = msgspec.structs.replace(kept, course=msgspec.structs.replace(kept.course, **changed))
    hall.floor.store.put(Document(KIND, dora.id, msgspec.json.encode(left), found.revision))
    newer = Classroom(hall.floor)
    assert newer.hall(dora)["lesson"] is None
    with pytest.raises(PitbossError, match="load the page again"):
        newer.answer(dora, lesson, 1, "1", None)
    assert newer.begin(dora, "1", 3, None)["question"]


# --- the page --------------------------------------------------------------------------------------------------------


class Trainee:
    """A dealer at the page of the school; anything the browser complains about fails the test."""

    def __init__(self, browser: Browser, hall: Hall, address: str, role: Role = Role.DEALER) -> None:
        self.context = browser.new_context(viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
        self.page: Page = self.context.new_page()
        self.hall, self.name = hall, f"Some {role}"
        self.complaints: list[str] = []
        self.ignores = ""
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/staff/{hall.floor.people.invite(role, self.name)}")
        self.page.get_by_role("button", name="Begin").click()

    def heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not (self.ignores and self.ignores in message.text):
            self.complaints.append(message.text)

    def begin(self, title: str) -> None:
        self.page.get_by_role("link", name="Dealer’s school").click()
        self.page.get_by_label(title).check()
        self.page.get_by_role("button", name="Begin").click()
        self.is_at(1)

    def is_at(self, number: int) -> None:
        expect(self.page.locator("#number")).to_contain_text(f"Question {number} of")
        expect(self.page.locator("#asked h2")).to_be_visible()

    def question(self) -> Question:
        return asked(self.hall, self.name)

    def answer(self, text: str) -> None:
        """By the keyboard."""
        if self.question().typed:
            expect(self.page.locator("#typed")).to_be_focused()
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")
        else:
            self.page.keyboard.press(text)

    def is_sound(self) -> None:
        """No serious fault for those who listen or cannot use a mouse, and nothing wider than the window."""
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            assert self.page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(self.page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []

    def goes_on_to_an_amount(self) -> int:
        """Answer rightly until an amount is asked for; gives the number of that question."""
        number = 1
        while not self.question().typed:
            self.answer(self.question().right)
            number += 1
            self.is_at(number)
            expect(self.page.locator(".verdict.right")).to_contain_text("Right")
        return number

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@pytest.fixture
def trainee(browser: Browser, hall: Hall) -> Iterator[Trainee]:
    with served(with_school(hall)) as address:
        trainee = Trainee(browser, hall, address, Role.FLOOR)
        yield trainee
        trainee.close()


def test_a_lesson_by_the_keyboard_from_the_floor_to_the_report(trainee: Trainee) -> None:
    page = trainee.page
    trainee.begin("3. Taking and paying")
    number = trainee.goes_on_to_an_amount()
    trainee.answer("1234567")
    expect(page.locator(".verdict.wrong")).to_contain_text("not $1,234,567.00")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    trainee.is_at(number)
    page.keyboard.press("Enter")
    trainee.is_at(number + 1)
    page.get_by_role("button", name="End the lesson here").click()
    expect(page.locator("#report")).to_contain_text("Not passed")
    expect(page.locator("#report .errors")).to_contain_text("You said: $1,234,567.00")
    expect(page.locator("#report .reread .clause").first).to_be_visible()
    page.get_by_role("button", name="Another lesson").click()
    expect(page.locator(".results").first).to_contain_text("unfinished")


def test_a_reload_goes_on_where_it_was(trainee: Trainee) -> None:
    trainee.begin("1. The procedure")
    trainee.answer(trainee.question().right)
    trainee.is_at(2)
    asks = trainee.page.locator("#asked h2").inner_text()
    trainee.page.reload()
    trainee.is_at(2)
    assert trainee.page.locator("#asked h2").inner_text() == asks


def test_every_view_is_sound_at_every_size(trainee: Trainee) -> None:
    page = trainee.page
    page.get_by_role("link", name="Dealer’s school").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    trainee.is_sound()
    page.get_by_label("6. A whole shift").check()
    page.get_by_role("button", name="Begin").click()
    trainee.is_at(1)
    trainee.is_sound()
    trainee.answer(wrong_key(trainee.question()))
    expect(page.locator(".verdict.wrong")).to_be_visible()
    trainee.is_sound()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="End the lesson here").click()
    expect(page.locator("#report .errors")).to_be_visible()
    trainee.is_sound()


def test_what_cannot_be_read_is_said_on_the_page(trainee: Trainee) -> None:
    page = trainee.page
    trainee.begin("3. Taking and paying")
    number = trainee.goes_on_to_an_amount()
    trainee.ignores = "400"  # the browser's own word for the refusal
    trainee.answer("a lot")
    expect(page.locator("#complaint")).to_contain_text("is not an amount in dollars")
    trainee.is_at(number)
    page.locator("#typed").fill(trainee.question().right)
    page.keyboard.press("Enter")
    trainee.is_at(number + 1)
    expect(page.locator("#complaint")).to_be_hidden()


# --- real cards ------------------------------------------------------------------------------------------------------


def at_the_felt(trainee: Trainee, *, simulated: bool) -> None:
    """A lesson on reading hands at a table with real cards."""
    trainee.hall.floor.add_table(practice_submission("uth", {CARDS: REAL}))
    trainee.page.goto(trainee.page.url.replace("/floor", "/school"))
    shown = trainee.page.get_by_label("I have no cards at hand")
    expect(trainee.page.get_by_label("At the rules of")).to_be_visible()
    assert shown.is_hidden()
    trainee.page.get_by_label("At the rules of").select_option(label="Table 5, Ultimate Texas Hold 'Em, real cards")
    trainee.page.get_by_label("2. Reading hands").check()
    shown.set_checked(simulated)
    trainee.page.get_by_role("button", name="Begin").click()
    trainee.is_at(1)
    expect(trainee.page.locator("#which .real")).to_have_text("Real cards")
    assert trainee.page.locator("#scene .card").count() == 0


@pytest.mark.clause("UTH-R91")
def test_cards_that_the_trainee_reads_lie_on_the_table(trainee: Trainee) -> None:
    at_the_felt(trainee, simulated=False)
    trainee.ignores = "400"
    for text, said in (("Qd 9c", "read 3 cards"), ("Qd 9c Zz", "is not a card")):
        trainee.page.locator("#typed").fill(text)
        trainee.page.keyboard.press("Enter")
        expect(trainee.page.get_by_role("alert")).to_contain_text(re.compile(said, re.IGNORECASE))
    trainee.page.locator("#typed").fill("Q♦ 9c 10h")
    trainee.page.keyboard.press("Enter")
    trainee.is_at(2)
    names = [card.get_attribute("aria-label") for card in trainee.page.locator("#scene .card").all()]
    assert names == ["Queen of diamonds", "Nine of clubs", "Ten of hearts"]
    trainee.page.locator("#typed").fill("9c 2s")
    trainee.page.keyboard.press("Enter")
    expect(trainee.page.locator(".verdict.wrong")).to_contain_text("was read already")
    trainee.page.get_by_role("button", name="Go on").click()
    trainee.is_at(3)
    trainee.page.reload()
    trainee.is_at(3)
    trainee.is_sound()


@pytest.mark.clause("UTH-R91")
def test_simulated_cards_are_shown_to_who_has_none(trainee: Trainee) -> None:
    at_the_felt(trainee, simulated=True)
    expect(trainee.page.locator("#asked h2")).to_contain_text("They are")
    trainee.page.locator("#typed").fill("2c 3d 4h")
    trainee.page.keyboard.press("Enter")
    expect(trainee.page.locator(".verdict.wrong")).to_contain_text("They are")
