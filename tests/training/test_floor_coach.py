"""The coach of a floor: what it told before a decision is what it counts afterwards."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from floors import Hall, done

from pitboss.floor.prices import Prices
from pitboss.solvers.advisor import Advisor
from pitboss.table.rules import Rules


class Solved(Prices):
    """Every game is solved when it is asked for."""

    @cache  # noqa: B019
    def advisor(self, rules: Rules, digest: str) -> Advisor:
        return Advisor(rules.terms)


@pytest.mark.parametrize("game", ["hi-lo", "top-five", "pik-it"])
def test_decisions_count_from_the_moment_the_coach_follows_and_cost_what_was_said(game: str, hall: Hall) -> None:
    coach = hall.floor.coach
    coach._prices = Solved()
    live, (person,) = hall.seated(game)
    hall.play(live, [person])
    coach._thread.submit(int).result()  # what was decided has been judged
    assert coach.log(live, person).decisions == 0
    coach.follow(live, person)
    hall.bet(person, live)
    done(hall.floor.ready(person, live.name))
    decisions, lost = 0, 0.0
    while live.state.playing:
        asked = coach.asked(live, person)
        hall.answer(person, live, -1)  # the last that is open, which is a fold where one can fold
        if asked:
            decisions += 1
            lost += next(one["cost"] for one in asked["choices"] if one["action"] == "fold")
    coach._thread.submit(int).result()
    log = coach.log(live, person)
    assert log.decisions == decisions > 0
    assert float(Fraction(log.lost)) == pytest.approx(lost)
    assert log.mistakes == len(log.worst) == bool(lost)


def test_who_is_not_asked_is_told_nothing(hall: Hall) -> None:
    live, (person,) = hall.seated("top-five")
    assert hall.floor.coach.asked(live, person) is None
