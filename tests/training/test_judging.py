"""The coach values exactly what the table lets a player do, and adds up what mistakes cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.playtest.random_players import Session
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.solver import Choice
from pitboss.solvers.spots import parse_spot
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Role
from pitboss.table.moves import Distinct
from pitboss.table.table import Table
from pitboss.training.choice_values import SET, Judged, Question, asked_at, question
from pitboss.training.mistakes import WORST, Log

GAMES = ("hi-lo", "top-five", "pik-it", "uth")
DECISIONS = 12


def decisions(game: str, seed: int = 3) -> Iterator[tuple[Question, c.Act | c.SetHand]]:
    """Questions that come up in rounds with three players, each with what its player then does, at random."""
    table = Table.of(game, seed=seed)
    session, random = Session(table, 3, seed), Random(seed)
    advisor = Advisor(table.rules.terms)
    while True:
        for name in session.players:
            session.bet(name)
        while True:
            move = table.due
            if move is None or move.command not in (c.Act, c.SetHand):
                session.go_on()
                if table.state.playing is None:
                    break
                continue
            position = asked_at(table.rules, table.state, move.player)
            assert position is not None
            assert position == move.given["position"]
            asked = question(advisor, table.rules, table.state, position)
            assert asked is not None
            command = _anything(table, random)
            yield asked, command
            table.try_(command)


def _anything(table: Table, random: Random) -> c.Act | c.SetHand:
    due = table.due
    assert due is not None
    by, at, position = Actor(Role.PLAYER, due.player), table.now(), due.given["position"]
    if due.command is c.SetHand:
        bounds = due.open["low"]
        assert isinstance(bounds, Distinct)
        while True:
            low = tuple(random.sample(range(1, bounds.most + 1), bounds.number))
            command = c.SetHand(by=by, at=at, position=position, low=low)
            if not isinstance(Table.resume(table.state).try_(command), tuple):
                continue
            return command
    moves = [move for move in table.legal(due.player) if move.command is c.Act]
    return c.Act(by=by, at=at, **random.choice(moves).given)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_is_open_has_its_value_and_every_decision_its_cost(game: str) -> None:
    for (asked, command), _ in zip(decisions(game), range(DECISIONS), strict=False):
        choices = asked.choices
        assert min(one.cost for one in choices) == 0
        assert all(one.ev == one.exact * asked.ante and one.cost == choices[0].ev - one.ev for one in choices)
        judged = asked.judge(command)
        assert judged is not None
        if isinstance(command, c.Act):
            (same,) = [one for one in choices if (one.action, one.amount) == (command.action, command.amount)]
            assert judged.lost == same.cost
        else:
            assert {one.action for one in choices} == {SET}
            assert judged.lost in {one.cost for one in choices}


def test_a_hand_that_should_have_been_folded_is_still_set_against_its_best_setting() -> None:
    asked, command = next(
        (asked, command)
        for asked, command in decisions("hi-lo", seed=23)
        if isinstance(command, c.SetHand) and asked.advice[0].choice.action == "fold"
    )
    judged = asked.judge(command)
    (taken,) = [one for one in asked.advice if judged and one.choice == judged.did]
    assert judged
    assert judged.lost == (max(one.ev for one in asked.advice if one.choice.low) - taken.ev) * asked.ante


@pytest.mark.parametrize("game", GAMES)
def test_the_choices_are_those_the_table_takes(game: str) -> None:
    for (asked, command), _ in zip(decisions(game), range(DECISIONS), strict=False):
        if isinstance(command, c.Act):
            player = command.by.name
            moves = [m for m in Table.resume(asked.state).legal(player) if m.command is c.Act]
            offered = {(move.given["action"], move.given["amount"]) for move in moves}
            assert {(one.action, one.amount) for one in asked.choices} == offered


costs = st.lists(st.fractions(min_value=0, max_value=5000, max_denominator=990), max_size=30)


@given(costs)
def test_a_log_adds_up_exactly_and_keeps_the_worst(lost: list[Fraction]) -> None:
    spot = parse_spot("uth river As Kd 7h 8h 9c Td 2c")
    log = Log()
    for number, cost in enumerate(lost):
        log = log.after(Judged(number, spot, {"ante": 1000}, Choice("fold"), Choice("1x"), cost))
    assert (log.decisions, log.mistakes) == (len(lost), sum(cost > 0 for cost in lost))
    assert Fraction(log.lost) == sum(lost)
    worst = sorted((float(cost) for cost in lost if cost), reverse=True)[:WORST]
    assert [mistake.lost for mistake in log.worst] == worst
