"""A lesson in plain lines of text, for a terminal, a file or the printer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from pitboss.cards import notation, parse, symbols
from pitboss.law import Citation
from pitboss.money import short_dollars as money
from pitboss.training.lesson_report import PASS, Entry, Report, Tally
from pitboss.training.levels import level
from pitboss.training.questions import Question, Verdict
from pitboss.training.scenes import Scene, Seat, Stake
from pitboss.training.step_questions import text_of

WIDTH = 96
OUTCOMES = {"win": "paid", "lose": "taken", "push": "given back", "void": "void", "forfeit": "forfeited"}


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Text in lines that are not too long."""
    return textwrap.fill(text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent)


def cards(text: str, plain: bool = False) -> str:
    """Cards as they are printed: with the signs of the suits, or with letters where a terminal lacks them."""
    return (notation if plain else symbols)(parse(text)) if text else ""


def shown(scene: Scene, plain: bool = False) -> Iterator[str]:
    """The table, line by line."""
    yield f"Round {scene.round}. {_decks(scene)}"
    if scene.dealer:
        yield f"Dealer   {cards(scene.dealer, plain)}"
    if scene.board:
        yield f"Board    {cards(scene.board, plain)}"
    for seat in scene.seats:
        held = f"{hand(seat, plain)}  " if seat.cards else ""
        status = f"{seat.status}; " if seat.status else ""
        yield f"Seat {seat.position}   {held}{status}{', '.join(map(stake, seat.stakes))}"
    if scene.lately:
        yield f"Just now: {'. '.join(scene.lately)}."


def _decks(scene: Scene) -> str:
    parts = [*scene.decks, f"in the rack: {scene.rack}" if scene.rack else ""]
    rounds = f"{scene.uncounted} round{'s' if scene.uncounted > 1 else ''}"
    parts.append(f"stub not counted for {rounds}" if scene.uncounted else "")
    said = "; ".join(part for part in parts if part) or "no cards yet"
    return f"{said[:1].upper()}{said[1:]}."


def hand(seat: Seat, plain: bool = False) -> str:
    """The cards of a seat, the high ones apart from the low ones where they are set."""
    faces = seat.cards.split()
    low = [face for place, face in enumerate(faces, 1) if place in seat.low]
    high = [face for place, face in enumerate(faces, 1) if place not in seat.low]
    return " / ".join(cards(" ".join(part), plain) for part in (high, low) if part)


def stake(one: Stake) -> str:
    """A wager, and what became of it."""
    said = f"{one.wager} {money(one.amount)}" if one.amount else one.wager
    if not one.outcome:
        return said
    return f"{said} {OUTCOMES[one.outcome]}" + (f" {money(one.paid)}" if one.paid else "")


def asked(question: Question) -> Iterator[str]:
    """The question with its hint and its options."""
    if question.hint:
        yield wrapped(f"The rule: {question.hint}")
    yield wrapped(question.asks)
    for option in question.options:
        yield wrapped(option.words, "     ", f"  {option.key}  ")


def judged(verdict: Verdict) -> Iterator[str]:
    """What is said to an answer: a wrong one with what was due and the text of its clauses."""
    if verdict.right:
        yield wrapped(f"Right. {verdict.sentence}{_cited(verdict.clauses)}")
        return
    yield wrapped(f"Wrong. {verdict.sentence}")
    if verdict.sentence != verdict.due.words:
        yield wrapped(f"Due: {verdict.due.words}")
    for clause in verdict.clauses:
        yield clause_line(clause)


def _cited(clauses: Sequence[Citation]) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""


def clause_line(clause: Citation, missed: int = 0) -> str:
    """A clause with its text."""
    often = f" (missed {missed} times)" if missed > 1 else ""
    return wrapped(f"{clause}{often}: {text_of(clause)}", "    ", "  ")


# --- the report ------------------------------------------------------------------------------------------------------


def printed(report: Report, trainee: str = "", at: int = 0) -> str:
    """The whole report, for the file of a trainee at a time if these are given."""
    head = [f"{trainee}, {_when(at)}"] if trainee else []
    return "\n".join([*head, *_report(report)]) + "\n"


def _report(report: Report) -> Iterator[str]:
    lesson, total = report.lesson, report.total
    yield f"{lesson.submission.game.title}, level {lesson.level.number}: {lesson.level.title.lower()}"
    if not report.marks:
        yield "Nothing was answered."
        return
    ended = "" if lesson.over else f", {lesson.length - total.asked} left unanswered"
    result = "Passed" if report.passed else f"Not passed ({PASS} % of a finished lesson are asked for)"
    yield f"{total.asked - total.wrong} of {total.asked} right, {report.score} %{ended}. {result}. Seed {lesson.seed}."
    if total.seconds is not None:
        slow = f", {total.slow} over {report.limit:g} s" if report.limit is not None else ""
        yield f"{total.seconds:.1f} s for an answer on average{slow}."
    yield ""
    topics = [_row(topic.value, tally) for topic, tally in report.topics.items()]
    yield from _table([("Topic", "asked", "wrong", "slow", "seconds"), *topics])
    if report.wrong:
        yield from ("", "What was wrong")
    for number, mark in enumerate(report.wrong, 1):
        said = mark.verdict.said.removesuffix(".")
        yield wrapped(f"{mark.question.asks} You said: {said}.", "    ", f"{number:>2}. ")
        yield wrapped(f"Due: {mark.verdict.due.words}{_cited(mark.verdict.due.clauses)}", "    ")
    if report.wrong:
        yield from ("", "Reread")
    for clause, missed in report.reread.items():
        yield clause_line(clause, missed)


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    return name, str(tally.asked), str(tally.wrong), str(tally.slow), _seconds(tally.seconds)


def _seconds(number: float | None) -> str:
    return "" if number is None else f"{number:.1f}"


def _table(rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    """Rows in columns, the first of them aligned left and the others, which are numbers, right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


# --- progress --------------------------------------------------------------------------------------------------------


def progress(entries: Sequence[Entry]) -> str:
    """The lessons so far, and the topics that most often go wrong."""
    if not entries:
        return "No lesson has been kept yet.\n"
    rows = [("When", "trainee", "game", "level", "result", "right", "seconds"), *map(_lesson, entries)]
    sums: dict[str, tuple[int, int]] = {}
    for entry in entries:
        for topic, (questions, wrong) in entry.topics.items():
            before = sums.get(topic, (0, 0))
            sums[topic] = (before[0] + questions, before[1] + wrong)
    worst = sorted(sums.items(), key=lambda item: -item[1][1] / item[1][0])
    topics = [("Topic", "asked", "wrong"), *((topic, str(n), str(wrong)) for topic, (n, wrong) in worst)]
    return "\n".join([*_table(rows, left=5), "", *_table(topics)]) + "\n"


def _lesson(entry: Entry) -> tuple[str, ...]:
    result = "passed" if entry.passed else "not passed" if entry.finished else "unfinished"
    title, right = f"{entry.level} {level(entry.level).title}", f"{entry.score} %"
    return _when(entry.at), entry.name, entry.game, title, result, right, _seconds(entry.seconds)


def _when(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
