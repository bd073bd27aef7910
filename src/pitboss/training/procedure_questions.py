"""Questions on the procedure: which step is due, to whom the next card goes, where to cut, what the stub must have."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import targets
from pitboss.table.moves import Between, Move
from pitboss.table.state import DEALER
from pitboss.table.words import seat
from pitboss.training.questions import Option, Point, Question, Topic, Typed, Unit
from pitboss.training.step_questions import Asking, refused, text_of
from pitboss.training.step_words import due_step, said

NEARBY = 6
"""Wrong steps are drawn from so many that are nearest to the right one."""


def next_step(asking: Asking, move: Move | None = None) -> Iterator[Question]:
    """Which step is due: the one that was taken, or this one, before it is taken."""
    yield from _next(asking, Topic.PROCEDURE, move)


def after_trouble(asking: Asking) -> Iterator[Question]:
    """What is due when something has gone wrong."""
    yield from _next(asking, Topic.IRREGULARITY)


def _next(asking: Asking, topic: Topic, move: Move | None = None) -> Iterator[Question]:
    move = move or due_step(asking.step)
    if move is None:
        return
    words = said(move, asking.step)
    wrong = _refused_steps(asking, words)
    if wrong:
        options = asking.numbered([(words, None), *asking.some(wrong.items())])
        hint = text_of(move.clauses[0]) if asking.hints and move.clauses else ""
        scene = asking.scene()
        asks = " ".join([*(f"{last}." for last in scene.lately[-1:]), "What do you do next?"])
        yield Question(topic, asks, scene, Point(words, move.clauses), options, hint=hint)


def _refused_steps(asking: Asking, due_words: str) -> dict[str, Point]:
    """The dealer's steps from nearby in the round that the rules would refuse now, with their reasons."""
    found: dict[str, Point] = {}
    here = len(asking.before)
    for duty in sorted(asking.duties, key=lambda duty: abs(duty.place - here)):
        if duty.words != due_words and duty.words not in found and (refusal := asking.tried(duty.step.command)):
            found[duty.words] = refused(refusal)
            if len(found) == NEARBY:
                break
    return found


def next_card(asking: Asking) -> Iterator[Question]:
    """To whom the next card of the initial deal goes."""
    if not isinstance(asking.step.command, c.Deal) or not (left := targets(asking.rules, asking.round)):
        return
    what = "stack" if asking.rules.stacks else "card"
    options = []
    for place in (*asking.state.seats, DEALER):
        refusal = asking.tried_as(c.Deal, to=place)
        words = seat(place).capitalize() if place else "The dealer"
        options.append(Option(str(place) if place else "d", words, refused(refusal) if refusal else None))
    if len(options) > 1:
        which = f"{'next' if asking.round.dealt else 'first'} {what}"
        to = seat(left[0]) if left[0] else "the dealer"
        point = Point(f"The {which} goes to {to}.", asking.rules.cite("deal"))
        asks = f"To whom does the {which} go?"
        yield Question(Topic.CARDS, asks, asking.scene(), point, tuple(options))


def where_to_cut(asking: Asking) -> Iterator[Question]:
    """How many cards a cut may take off."""
    command, move = asking.step.command, due_step(asking.step)
    if not isinstance(command, c.Cut) or move is None:
        return
    bounds = move.open["cards"]
    if not isinstance(bounds, Between):
        return  # nobody counts the cards of a real cut
    outside = [*range(1, bounds.least), *range(bounds.most + 1, bounds.most + 2)]
    wrong = [
        (Unit.CARDS.words(number), refused(refusal))
        for number in asking.some(outside)
        if (refusal := asking.tried_as(c.Cut, deck=command.deck, cards=number))
    ]
    if wrong and command.cards is not None:
        options = asking.numbered([(Unit.CARDS.words(command.cards), None), *wrong])
        point = Point(f"A cut takes {bounds.least} to {bounds.most} cards off the top.", move.clauses)
        asks = f"You cut the {command.deck} deck. How many cards may you take off the top?"
        yield Question(Topic.CARDS, asks, asking.scene(), point, options)


def stub(asking: Asking) -> Iterator[Question]:
    """How many cards the stub must have."""
    counted = next((event for event in asking.step.events if isinstance(event, e.StubCounted)), None)
    if counted is None:
        return
    whole, right = len(asking.round.order), counted.expected
    point = Point(f"The stub must have {right} cards: {whole} less the {whole - right} that left it.", counted.clauses)
    typed = Typed(Unit.CARDS, right, lambda number: point)
    asks = "You count the stub. How many cards must it have?"
    yield Question(Topic.CARDS, asks, asking.scene(), point, typed=typed)
