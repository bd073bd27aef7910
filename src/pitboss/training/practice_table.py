"""A lesson at a physical practice table: the trainee deals real cards, and reads them to the table as they turn up.

Each step is asked about before it is taken. The faces that the trainee reads are answers like all others, so the
lesson stays a pure function of submission, level, seed and answers: nobody else knows the cards. The players are
simulated; they have not seen their cards, and decide by chance.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Sequence
from itertools import chain, islice
from typing import Any

from pitboss.cards import UNKNOWN, notation, parse, symbols
from pitboss.errors import PitbossError
from pitboss.playtest.random_players import Session
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF, Reader, simulated_cards
from pitboss.table.commands import Actor, Role
from pitboss.table.faces import check
from pitboss.table.legal import due
from pitboss.table.moves import Distinct, Faces, Move
from pitboss.table.rules import Refused
from pitboss.table.saying import NUMBERS
from pitboss.table.state import DEALER, Hand, State
from pitboss.training.levels import Level
from pitboss.training.questions import Point, Question, Read, Topic
from pitboss.training.shift import Noted, approved, rounds
from pitboss.training.shift_step import Step
from pitboss.training.step_questions import Asking, Duty, duties, refused
from pitboss.training.step_topics import after, before
from pitboss.training.step_words import said

Cards = tuple[int, ...]
EXAMPLES = 2
"""Rounds of simulated cards from which steps are taken that would be wrong now."""


class _Dictated:
    """The faces that the trainee has read in this round."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def __call__(self, state: State, cards: Cards) -> Cards:
        return tuple(self._known.get(card, UNKNOWN) for card in cards)

    def learn(self, cards: Cards, faces: Cards) -> None:
        """These cards are these."""
        self._known |= zip(cards, faces, strict=True)

    def forget(self) -> None:
        """Another round begins."""
        self._known.clear()


class _Players(Session):
    """Players who pick the first cards, and set their hands as they lie: the last cards that are read are low."""

    def _low(self, move: Move, hand: Hand) -> Cards:
        bounds = move.open["low"]
        assert isinstance(bounds, Distinct)
        return tuple(range(bounds.most - bounds.number + 1, bounds.most + 1))

    def _places(self, move: Move, hand: Hand) -> Cards:
        bounds = move.open["places"]
        assert isinstance(bounds, Distinct)
        return tuple(range(1, bounds.number + 1))


def at_the_felt(
    submission: Submission, level: Level, seed: int, simulated: bool
) -> Generator[Question, str | None, None]:
    """The questions of a lesson with real cards; each is sent the answer to the one before."""
    if level.topics == {Topic.IRREGULARITY}:
        message = "irregularities are trained with cards of the software: choose another level, or cards = software"
        raise PitbossError("school-cards", message)
    dice, dictated = random.Random(f"felt {level.number} {seed}"), _Dictated()
    table = Noted(approved(submission), seed, dictated)
    table.open()
    players = _Players(
        table,
        min(level.players, int(submission.terms["positions"])),
        seed,
        side_wagers=level.side_wagers,
        step=level.bets_apart,
    )
    examples = tuple(duty for steps in islice(rounds(submission, level, seed), EXAMPLES) for duty in duties(steps))
    deck = simulated_cards(seed) if simulated else None
    while True:
        dictated.forget()
        yield from _round(table, players, _Lesson(level, dice, examples, deck), dictated)


class _Lesson:
    """How a round is asked about, and what has been asked in it."""

    def __init__(self, level: Level, dice: random.Random, examples: Sequence[Duty], deck: Reader | None) -> None:
        self.level, self.dice, self.deck = level, dice, deck
        self._examples = examples
        self.done: list[Step] = []
        self.asked = set[object]()

    def asking(self, step: Step) -> Asking:
        """A step that can be asked about."""
        chosen = self.dice.sample(self._examples, len(self._examples))
        here = len(self.done)
        wrong = tuple(Duty(here + place, duty.step, duty.words) for place, duty in enumerate(chosen))
        return Asking(step, tuple(self.done), wrong, random.Random(self.dice.getrandbits(64)), self.level.hints)


def _round(
    table: Noted, players: _Players, lesson: _Lesson, dictated: _Dictated
) -> Generator[Question, str | None, None]:
    read_before = False
    for _ in chain(players.playing(), _once()):
        for step in table.taken():
            asking = lesson.asking(step)
            if not read_before:
                yield from before(asking, lesson.level, lesson.dice, lesson.asked)
            yield from after(asking, lesson.level, lesson.dice)
            lesson.done.append(step)
            read_before = False
        move = due(table.rules, table.state) if table.state.playing else None
        faces = move.open.get("faces") if move else None
        if move and isinstance(faces, Faces):
            by = STAFF[Role.DEALER] if move.role is Role.DEALER else Actor(move.role, move.player)
            untaken = Step(table.rules, table.state, _bare(move, by, table.now()), (), table.state)
            asking = lesson.asking(untaken)
            if move.role is Role.DEALER:
                yield from before(asking, lesson.level, lesson.dice, lesson.asked, move)
            dictated.learn(faces.cards, (yield from _read(asking, move, faces, lesson.deck)))
            read_before = True


def _once() -> Iterable[None]:
    """One more look, when the round is over."""
    return (None,)


def _bare(move: Move, by: Actor, at: int) -> c.Command:
    """The command of a move without what is still open."""
    more: dict[str, Any] = {"places": ()} if move.command is c.Pick else {}
    return move.command(by=by, at=at, **move.given, **more)


def _read(asking: Asking, move: Move, faces: Faces, deck: Reader | None) -> Generator[Question, str | None, Cards]:
    """Ask for the faces until the table takes them."""
    right = deck(asking.state, faces.cards) if deck else None
    clauses = asking.rules.cite("real-cards")

    due_ = f"They are {symbols(right)}." if right else "Each card is read once, in the order in which it lies."
    point = Point(due_, clauses)

    def judged(given: Cards) -> Point | None:
        if right is not None and given != right:
            return point
        try:
            check(asking.rules, asking.round, given)
        except Refused as error:
            return refused(error.refusal)
        return None

    shown = f" They are {symbols(right)}." if right else ""
    asks = f"{_what(asking, move)} Which cards are they, {_order(asking, move, faces)}?{shown}"
    while True:
        question = Question(
            Topic.CARDS,
            asks,
            asking.scene(),
            point,
            typed=Read(len(faces.cards), judged, notation(right) if right else ""),
        )
        answer = yield question
        given = parse(answer or "")
        if judged(given) is None:
            return given


def _what(asking: Asking, move: Move) -> str:
    """What is done before the cards are read."""
    if move.role is Role.DEALER:
        return said(move, asking.step)
    number = NUMBERS[len(move.open["faces"].cards)]  # type: ignore[union-attr]
    return f"Seat {move.given['position']} picks the first {number} cards: turn them up."


def _order(asking: Asking, move: Move, faces: Faces) -> str:
    """In which order the cards are read."""
    if move.command is c.Deal:
        return faces.lie
    hand = asking.round.hands.get(move.given.get("position", DEALER))
    return "the high hand first, then the low one" if hand and hand.low else "in the order in which they lie"
