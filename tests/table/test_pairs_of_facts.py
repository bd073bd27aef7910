"""Every two facts at every moment of a round: in either order they come to the same, and there is always a way on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from laws import assert_due_is_accepted, assert_order_does_not_matter, reported
from tables import GAMES

from pitboss.games import find
from pitboss.playtest.consequences import WAYS, facts_at, moments_of
from pitboss.table.commands import Command
from pitboss.table.decide import work_through
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import State

PHASES = (
    *("called", "dealing", "dealt", "stub", "count", "inquiry", "decisions", "waiting", "reveal"),
    *("settling", "settled", "void-alive", "void"),
)


def moments(game: str, phase: str, *ways: str) -> Iterator[tuple[Rules, State, list[Command]]]:
    for way in ways or WAYS:
        for rules, state in moments_of(find(game), WAYS[way]).get(phase, []):
            yield rules, state, [command for fact in facts_at(rules, state) for command in fact.reports[:1]]


@pytest.mark.clause("HL-R56", "HL-R6", "PK-R67", "T5-R79", "UTH-R80")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("game", GAMES)
def test_two_facts_come_to_the_same_in_either_order(game: str, phase: str) -> None:
    for rules, state, facts in moments(game, phase):
        assert sum(assert_order_does_not_matter(rules, state, *pair) for pair in combinations(facts, 2)) > 10


@pytest.mark.clause("HL-R54", "PK-R65", "T5-R77", "UTH-R78")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_is_to_be_counted_again_leaves_a_way_on_whatever_else_is_reported(game: str, phase: str) -> None:
    for rules, state, facts in moments(game, phase, "manual-shoe", "automated-shoe"):
        for one, other in permutations(facts, 2):
            draft = work_through(rules, state, one)
            after = None if isinstance(draft, Refusal) else reported(rules, draft.state, other)
            if after is not None:
                assert_due_is_accepted(rules, after, random.Random(1))
