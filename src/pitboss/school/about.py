"""Which questions a step gives: whose turn it is, what is due, and all that the topics of a level ask about it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pitboss.school import hands, money, procedure, trouble
from pitboss.school.asking import Asking, duties
from pitboss.school.levels import Level
from pitboss.school.questions import Question, Topic
from pitboss.school.steps import Step
from pitboss.table import commands as c
from pitboss.table.moves import Move

_ASKERS = {
    Topic.CARDS: (procedure.where_to_cut, procedure.next_card, procedure.stub),
    Topic.ORDER: (money.which_wager,),
    Topic.HANDS: (hands.house_way, hands.readings, hands.qualifying),
    Topic.OUTCOME: (money.outcome,),
    Topic.AMOUNT: (money.amount,),
    Topic.IRREGULARITY: (trouble.what_now,),
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
        troubled = Topic.IRREGULARITY in level.topics and trouble.is_trouble(step)


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
        yield from money.which_seat(asking)
    if troubled:
        yield from procedure.after_trouble(asking)
    elif Topic.PROCEDURE in level.topics and first and dice.random() < level.share:
        yield from procedure.next_step(asking, move)


def after(asking: Asking, level: Level, dice: random.Random) -> Iterator[Question]:
    """What is asked about a step itself."""
    for topic, askers in _ASKERS.items():
        if topic in level.topics and not (topic is Topic.OUTCOME and level.only_main and not _is_main(asking.step)):
            for ask in askers:
                if topic in RARE or dice.random() < level.share:
                    yield from ask(asking)


def _is_main(step: Step) -> bool:
    return isinstance(step.command, c.Settle) and money.is_main(step.rules, step.command.wager or "")
