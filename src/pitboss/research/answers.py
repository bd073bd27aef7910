"""What players are asked at a table and every answer they may ever give, numbered: the numbers are the actions.

>>> from pitboss.table.table import Table
>>> print(*every_answer(Table.of("uth", seed=1).rules), sep=" | ")
check | play 3x | play 4x | play 2x | play | fold
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pitboss.games import steps as s
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.decide import decide
from pitboss.table.legal import due, legal
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import State

ASKED_AT: dict[type[Command], type[s.Step]] = {c.Act: s.Decide, c.Pick: s.Pick, c.SetHand: s.SetHand}
"""What players are asked, and the kind of step that asks it."""


class Answer(NamedTuple):
    """One thing a player may answer at some time of a round.

    >>> print(Answer(c.Act, "play", 4), Answer(c.Act, "fold"), Answer(c.SetHand, places=(1, 3)), sep=" | ")
    play 4x | fold | low 1 3
    """

    kind: type[c.Act | c.Pick | c.SetHand]
    action: str = ""
    times: int = 0
    """The wager that goes with it, in antes."""
    places: tuple[int, ...] = ()
    """The cards picked, or laid low."""

    def __str__(self) -> str:
        if self.kind is c.Act:
            return f"{self.action} {self.times}x" if self.times > 1 else self.action
        return " ".join(("pick" if self.kind is c.Pick else "low", *map(str, self.places)))

    def command(self, question: Asked, at: int) -> c.Act | c.Pick | c.SetHand:
        """The answer to a question as the table takes it."""
        by, position = Actor(Role.PLAYER, question.player), question.position
        if self.kind is c.Act:
            return c.Act(by=by, at=at, position=position, action=self.action, amount=self.times * question.ante)
        if self.kind is c.Pick:
            return c.Pick(by=by, at=at, position=position, places=self.places)
        return c.SetHand(by=by, at=at, position=position, low=self.places)


class Asked(NamedTuple):
    """Who is asked what."""

    player: str
    position: int
    kind: type[Command]
    step: int
    """The place of the question in the script."""
    ante: int
    """The ante of the hand, in cents."""


def every_answer(rules: Rules) -> tuple[Answer, ...]:
    """All that a player may ever answer at a table, in the order of its script."""
    return tuple(dict.fromkeys(_listed(rules)))


def _listed(rules: Rules) -> Iterator[Answer]:
    places = range(1, rules.each + 1)
    for step in rules.script:
        match step:
            case s.Decide():
                for action in step.actions:
                    for times in action.multiples.at(rules.terms) if action.wager else (0,):
                        yield Answer(c.Act, action.name, times)
            case s.Pick():
                yield from (Answer(c.Pick, places=chosen) for chosen in combinations(places, step.count))
            case s.SetHand():
                yield from (Answer(c.SetHand, places=chosen) for chosen in combinations(places, step.low))


def questions(rules: Rules) -> tuple[int, ...]:
    """The places in the script at which players are asked something."""
    kinds = tuple(ASKED_AT.values())
    return tuple(place for place, step in enumerate(rules.script) if isinstance(step, kinds))


def asked(rules: Rules, state: State) -> Asked | None:
    """The question that the table waits with; None if it waits for no player's answer."""
    move = due(rules, state)
    if move is None or state.round is None or move.command not in ASKED_AT or move.role is not Role.PLAYER:
        return None
    kind, position = ASKED_AT[move.command], int(move.given["position"])
    step = next(n for n in range(state.round.step, len(rules.script)) if isinstance(rules.script[n], kind))
    return Asked(move.player, position, move.command, step, state.round.hands[position].wagers["ante"])


def open_answers(rules: Rules, state: State, answers: tuple[Answer, ...]) -> tuple[int, ...]:
    """The numbers of the answers that the table would take now; none if it asks nothing."""
    question = asked(rules, state)
    if question is None:
        return ()
    moves = [move.given for move in legal(rules, state) if move.command is c.Act and move.player == question.player]
    acts = {(given["action"], given["amount"]) for given in moves if given["position"] == question.position}

    def is_open(answer: Answer) -> bool:
        if answer.kind is not question.kind:
            return False
        if answer.kind is c.Act:
            return (answer.action, answer.times * question.ante) in acts
        # what may be laid low hangs on the cards, which only the table knows
        return not isinstance(decide(rules, state, answer.command(question, state.at)), Refusal)

    return tuple(number for number, answer in enumerate(answers) if is_open(answer))
