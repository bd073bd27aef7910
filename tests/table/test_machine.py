"""A table under random hands: whatever people ask and report, the laws of the house hold after every command."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from laws import (
    NOT_SAMPLED,
    OBSERVATIONS,
    REQUESTS,
    anything,
    assert_cards_are_kept,
    assert_due_is_accepted,
    assert_money_is_kept,
    assert_one_fact_has_one_outcome,
    assert_order_does_not_matter,
    assert_secrets_are_kept,
    assert_time_goes_forward,
    assert_wagers_are_booked,
    at_a_decision,
    free_faces,
    give,
    made,
    some_move,
    without_time,
)
from tables import FLOOR, GAMES, METHODS, NAMES, TWO_DECKS, Rigged, Scene, bare, player

from pitboss.games.common import ANNOUNCED, COUNTED, STAKES, TRACKED
from pitboss.playtest.consequences import facts_at
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.evolve import evolve
from pitboss.table.legal import legal
from pitboss.table.state import State, seat_name

STEPS = int(os.environ.get("PITBOSS_MACHINE_STEPS", "60"))
"""How long each example is at most. A long run, with the number of steps on the screen:
`PITBOSS_MACHINE_EXAMPLES=500 PITBOSS_MACHINE_STEPS=400 pytest -s tests/table/test_machine.py`."""
EXAMPLES = int(os.environ.get("PITBOSS_MACHINE_EXAMPLES", "6"))


class TableMachine(RuleBasedStateMachine):
    """Random requests, lawful and not, and random observations."""

    game = name = ""
    real = False
    """Whether the cards are real, with faces that people read."""
    stakes = TRACKED
    steps = 0
    """Taken so far in all examples of a game."""
    pairs = 0
    """Of facts that were reported in both orders."""

    @initialize(seed=st.integers(0, 2**32), method=st.sampled_from(sorted(METHODS)), two=st.booleans())
    def a_table_opens(self, seed: int, method: str, two: bool) -> None:
        self.random = random.Random(seed)
        options = {**METHODS[method], **(TWO_DECKS if two and method != "manual-shoe" else {})}
        options |= {STAKES: self.stakes}
        self.table: Scene = bare(self.game, real=self.real, **options)
        self.replayed = State()
        self.table.dealer = Rigged("")
        if self.stakes == COUNTED:
            self.table.asks(c.CountRack, FLOOR, what="opener", total=5_000_00, second="Sam")
        self.table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
        for name, position in zip(NAMES[:3], (1, 2, 4), strict=True):
            if self.stakes == ANNOUNCED:
                self.table.do(c.Sit, player(seat_name(position)), position=position)
            else:
                self.table.sit(name, 2_000_00, position)

    # --- what people do ---

    @rule()
    def the_autodealer_goes_on(self) -> None:
        self.with_a_reader(self.table.step)

    @rule()
    def the_autodealer_runs(self) -> None:
        self.with_a_reader(self.table.run)

    def with_a_reader(self, go_on: Callable[[], object]) -> None:
        """Real cards are read by the autodealer while it goes on; people's own commands say what they read."""
        self.table.dealer.reader = partial(free_faces, rng=self.random) if self.real else None
        go_on()
        self.table.dealer.reader = None

    @rule()
    def somebody_makes_a_lawful_move(self) -> None:
        at = self.table.now()
        move = some_move(legal(self.table.rules, self.table.state, at), self.random)
        command = made(move, at, self.random)
        assert move.covers(command), command
        give(self.table, command, lawful=True)

    @rule(kind=st.sampled_from(OBSERVATIONS))
    def somebody_reports_something(self, kind: type[Command]) -> None:
        if self.random.random() < 0.25:
            give(self.table, self.any(kind))

    @rule()
    def a_fact_is_reported_that_may_be_one(self) -> None:
        """Once: a number that does not fit waits for its second count, whatever else is reported meanwhile."""
        if self.random.random() < 0.25:
            facts = [command for fact in facts_at(self.table.rules, self.table.state) for command in fact.reports[:1]]
            give(self.table, self.random.choice(facts))

    @rule()
    def two_facts_come_to_the_same_in_either_order(self) -> None:
        table = self.table
        facts = [command for fact in facts_at(table.rules, table.state) for command in fact.reports[:1]]
        one, other = self.random.sample(facts, 2)
        type(self).pairs += assert_order_does_not_matter(table.rules, table.state, one, other)

    @rule()
    def two_facts_at_a_decision_come_to_the_same_in_either_order(self) -> None:
        table = self.table
        for one, other in at_a_decision(table.rules, table.state, table.now()):
            type(self).pairs += assert_order_does_not_matter(table.rules, table.state, one, other)

    @rule()
    def one_fact_has_one_outcome(self) -> None:
        assert_one_fact_has_one_outcome(self.table.rules, self.table.state, self.table.now())

    @rule(kind=st.sampled_from(OBSERVATIONS))
    def nothing_happens_before_what_has_happened(self, kind: type[Command]) -> None:
        assert_time_goes_forward(self.table.rules, self.table.state, self.any(kind))

    @rule(kind=st.sampled_from(REQUESTS))
    def somebody_asks_for_anything(self, kind: type[Command]) -> None:
        if kind not in NOT_SAMPLED:
            give(self.table, self.any(kind))

    def any(self, kind: type[Command]) -> Command:
        return anything(kind, self.table.rules, self.table.now(), self.random)

    # --- what always holds ---

    @invariant()
    def a_step_was_taken(self) -> None:
        type(self).steps += 1

    @invariant()
    def what_is_due_can_be_done(self) -> None:
        assert_due_is_accepted(self.table.rules, self.table.state, self.random)

    @invariant()
    def money_is_neither_made_nor_lost(self) -> None:
        assert_money_is_kept(self.table.state)

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        assert_cards_are_kept(self.table.state)

    @invariant()
    def wagers_on_the_layout_are_in_the_books(self) -> None:
        assert_wagers_are_booked(self.table.state)

    @invariant()
    def the_state_follows_from_the_events(self) -> None:
        for event in self.table.happened:
            self.replayed = evolve(self.replayed, event, 0)
        self.table.happened.clear()
        assert without_time(self.replayed) == without_time(self.table.state)

    @invariant()
    def nobody_sees_more_than_they_may(self) -> None:
        assert_secrets_are_kept(self.table.rules, self.table.state, self.random)


KINDS: dict[str, dict[str, Any]] = {
    "": {},
    ", real cards": {"real": True},
    ", announced": {"real": True, "stakes": ANNOUNCED},
    ", counted": {"real": True, "stakes": COUNTED},
}


def machines() -> Iterator[Any]:
    for game in GAMES:
        for name, own in KINDS.items():
            kind = type(f"Machine_{game}", (TableMachine,), {"game": game, "name": f"{game}{name}", **own})
            yield pytest.param(kind, id=f"{game}{name}")


@pytest.mark.parametrize("machine", list(machines()))
def test_the_laws_of_the_house_hold_whatever_happens(machine: type[TableMachine]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            phases=(Phase.generate,),
            derandomize="PITBOSS_MACHINE_EXAMPLES" not in os.environ,
            suppress_health_check=list(HealthCheck),
        ),
    )
    if "PITBOSS_MACHINE_EXAMPLES" in os.environ:
        sys.stderr.write(f"{machine.name}: {machine.steps:,} steps, {machine.pairs:,} pairs of facts\n")
