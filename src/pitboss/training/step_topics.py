"""Which questions a step gives: whose turn it is, what is due, and all that the topics of a level ask about it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pitboss.table import commands as c
from pitboss.table.moves import Move
from pitboss.training import hand_questions, irregularity_questions, payment_questions, procedure_questions
from pitboss.training.levels import Level
from pitboss.training.questions import Question, Topic
from pitboss.training.shift_step import Step
from pitboss.training.step_questions import Asking, duties

_ASKERS = {
    Topic.CARDS: (procedure_questions.where_to_cut, procedure_questions.next_card, procedure_questions.stub),
    Topic.ORDER: (payment_questions.which_wager,),
    Topic.HANDS: (hand_questions.house_way, hand_questions.readings, hand_questions.qualifying),
    Topic.OUTCOME: (payment_questions.outcome,),
    Topic.AMOUNT: (payment_questions.amount,),
    Topic.IRREGULARITY: (irregularity_questions.what_now,),
}
"""In the order in which a step is asked about, when it has been asked whose turn it is and what is due."""
RARE = (Topic.AMOUNT, Topic.IRREGULARITY)
"""Asked whenever there is something to ask."""


def in_round(steps: Sequence[Step], level: Level, dice: random.Random) -> Iterator[Question]:
    """All that is asked about a round."""
    asked, troubled, due = set[object](), False, duties(steps)
    for place, step in enumerate(steps):
        asking = Asking(step, steps[:place], due, random.Random(dice.getrandbits(64)), level.hints)
        yield from before(asking, level, dice, asked, troubled=troubled)
        yield from after(asking, level, dice)
        troubled = Topic.IRREGULARITY in level.topics and irregularity_questions.is_trouble(step)


def before(
    asking: Asking,
    level: Level,
    dice: random.Random,
    asked: set[object],
    move: Move | None = None,
    *,
    troubled: bool = False,
) -> Iterator[Question]:
    """What is asked before a step is taken: whose turn it is, and what is due; `move` if it has not been taken."""
    step = asking.step
    kind = type(step.command), getattr(step.command, "step", None)
    first = kind not in asked
    asked.add(kind)
    if Topic.ORDER in level.topics and dice.random() < level.share:
        yield from payment_questions.which_seat(asking)
    if troubled:
        yield from procedure_questions.after_trouble(asking)
    elif Topic.PROCEDURE in level.topics and first and dice.random() < level.share:
        yield from procedure_questions.next_step(asking, move)


def after(asking: Asking, level: Level, dice: random.Random) -> Iterator[Question]:
    """What is asked about a step itself."""
    for topic, askers in _ASKERS.items():
        if topic in level.topics and not (topic is Topic.OUTCOME and level.only_main and not _is_main(asking.step)):
            for ask in askers:
                if topic in RARE or dice.random() < level.share:
                    yield from ask(asking)


def _is_main(step: Step) -> bool:
    return isinstance(step.command, c.Settle) and payment_questions.is_main(step.rules, step.command.wager or "")
