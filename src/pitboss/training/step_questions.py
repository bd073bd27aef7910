"""A step of the shift with all that a question about it needs: what went before, the dice, and the rules to ask."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from pitboss.law import Citation, Clause, lookup
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Command, Role
from pitboss.table.decide import decide
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import Round, State
from pitboss.training.questions import Option, Point
from pitboss.training.scenes import Scene, scene_of
from pitboss.training.shift_step import Step
from pitboss.training.step_words import due_step, said

CHOICES = 4
"""How many options a question offers where there are many."""
T = TypeVar("T")
_POSITION = re.compile(r"\bposition (\d)")


class Duty(NamedTuple):
    """A step that was due for the dealer, by its place among all steps of the round."""

    place: int
    step: Step
    words: str


def duties(steps: Sequence[Step]) -> tuple[Duty, ...]:
    """All that was due for the dealer in a round."""
    return tuple(Duty(place, step, said(move, step)) for place, step in enumerate(steps) if (move := due_step(step)))


class Asking(NamedTuple):
    """A step that can be asked about."""

    step: Step
    before: Sequence[Step]
    """What was done earlier in the round."""
    duties: Sequence[Duty]
    """All that was due for the dealer in the round."""
    random: random.Random
    hints: bool

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.step.rules

    @property
    def state(self) -> State:
        """The table before the step."""
        return self.step.state

    @property
    def round(self) -> Round:
        """The round in progress."""
        round_ = self.state.round
        assert round_ is not None
        return round_

    @property
    def after(self) -> Round:
        """The round after the step, in which the cards that it turned up have their faces."""
        round_ = self.step.after.round
        assert round_ is not None
        return round_

    def scene(self, state: State | None = None) -> Scene:
        """What the dealer sees before the step, or in another state of the table."""
        return scene_of(self.rules, state or self.state, self.before)

    def tried(self, command: Command) -> Refusal | None:
        """Why the rules refuse this now; None if they do not, or only ask for the faces of real cards."""
        answer = decide(self.rules, self.state, replace(command, at=self.step.command.at))
        return answer if isinstance(answer, Refusal) and not answer.cards else None

    def tried_as(self, kind: type[Command], **arguments: Any) -> Refusal | None:
        """As `tried`, of a command that the dealer would give."""
        return self.tried(kind(by=STAFF[Role.DEALER], at=self.step.command.at, **arguments))

    def some(self, many: Iterable[T], number: int = CHOICES - 1) -> list[T]:
        """A few of many, drawn."""
        pool = list(many)
        return self.random.sample(pool, min(number, len(pool)))

    def numbered(self, options: Iterable[tuple[str, Point | None]]) -> tuple[Option, ...]:
        """Options in a drawn order, with the keys 1, 2, 3 and so on."""
        drawn = list(options)
        self.random.shuffle(drawn)
        return tuple(Option(str(place), words, fault) for place, (words, fault) in enumerate(drawn, 1))


def refused(refusal: Refusal) -> Point:
    """A refusal as a trainer says it; what is due instead is said apart."""
    message = _POSITION.sub(r"seat \1", refusal.message.partition("; due is ")[0])
    return Point(sentence(message), (refusal.clause,))


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def text_of(clause: Citation) -> str:
    """What a clause says, or what a ruling decides."""
    entry = lookup(clause)
    return entry.text if isinstance(entry, Clause) else entry.decision
