"""Chips are neither made nor lost, whatever people do, at however many tables, through whichever process."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from floors import BETS, Clock, Hall, done
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from servers import KINDS, new_url

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.people import BANKROLL, Person
from pitboss.floor.presence import GRACE_MS
from pitboss.floor.requests import Request
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import ISSUED, Store, open_store
from pitboss.journal.verify import verify
from pitboss.ledger import OUTSIDE
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission

STEPS = int(os.environ.get("PITBOSS_FLOOR_STEPS", "40"))
EXAMPLES = int(os.environ.get("PITBOSS_FLOOR_EXAMPLES", "12"))
WHO = st.integers(0, 2)
WHERE = st.sampled_from(("1", "2", "3", "4"))
FLOORS = st.integers(0, 1)
AMOUNTS = st.one_of(st.integers(-10, BANKROLL * 2), st.sampled_from((0, -1, 2**63, 10**40, BANKROLL)))


def cash_at(floor: Floor) -> int:
    """What has come to all tables, less what has left them."""
    for live in floor.tables:
        live.catch_up()
        assert sum(live.state.books.values()) == 0
    return -sum(live.state.books.get(OUTSIDE, 0) for live in floor.tables)


class Money(RuleBasedStateMachine):
    """Three players, a supervisor and two processes on one store."""

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.store = Clock(), open_store("memory:")
        self.floors = [Floor(self.store, self.clock) for _ in range(2)]
        people = self.floors[0].people
        self.people = [people.welcome() for _ in range(3)]
        self.boss = people.accept(people.invite(Role.FLOOR, "Boss"))
        self.issued = 3 * BANKROLL
        self.done: Counter[str] = Counter()

    def teardown(self) -> None:
        for live in self.floors[0].tables:
            lines = list(self.store.lines(live.name))
            assert verify(lines).ok
            assert second_opinion(lines).disagreement is None
        for floor in self.floors:
            floor.close()
        self.store.close()

    def ask(self, floor: int, person: Person, table: str, command: str, /, **arguments: object) -> None:
        try:
            outcome = self.floors[floor].request(person, table, Request(command, arguments))
        except PitbossError:
            return
        self.done[command] += outcome.refusal is None

    @rule(floor=FLOORS, who=WHO, table=WHERE, amount=AMOUNTS)
    def sit(self, floor: int, who: int, table: str, amount: int) -> None:
        try:
            self.floors[floor].sit(self.people[who], table, amount=amount)
        except PitbossError as error:
            assert error.code in ("bankroll", "full")

    @rule(floor=FLOORS, who=WHO, table=WHERE)
    def leave(self, floor: int, who: int, table: str) -> None:
        self.ask(floor, self.people[who], table, "Leave")

    @rule(floor=FLOORS, who=WHO, table=WHERE, amount=AMOUNTS, command=st.sampled_from(("BuyIn", "Tip")))
    def pay(self, floor: int, who: int, table: str, amount: int, command: str) -> None:
        self.ask(floor, self.people[who], table, command, amount=amount)

    @rule(floor=FLOORS, who=WHO, table=WHERE, times=st.integers(1, 3))
    def bet(self, floor: int, who: int, table: str, times: int) -> None:
        live = self.floors[floor].table(table)
        wagers = [(name, times * amount) for name, amount in BETS[live.rules.game.short].items()]
        self.ask(floor, self.people[who], table, "PlaceBets", position=who + 1, wagers=wagers)

    @rule(floor=FLOORS, who=WHO, table=WHERE)
    def ready(self, floor: int, who: int, table: str) -> None:
        self.floors[floor].ready(self.people[who], table)

    @rule(floor=FLOORS, table=WHERE, which=st.integers(0, 20), low=st.permutations(range(1, 6)))
    def decide(self, floor: int, table: str, which: int, low: list[int]) -> None:
        live = self.floors[floor].table(table)
        moves = [move for move in live.moves if move.player and move.command.__name__ in ("Act", "Pick", "SetHand")]
        if not moves:
            return
        move = moves[which % len(moves)]
        more = {name: low[: getattr(bounds, "number", 1)] for name, bounds in move.open.items() if bounds}
        person = next(person for person in self.people if person.name == move.player)
        self.ask(floor, person, table, move.command.__name__, **{**move.given, **more})

    @rule(floor=FLOORS, who=WHO)
    def top_up(self, floor: int, who: int) -> None:
        self.issued += self.floors[floor].people.top_up(self.people[who])

    @rule(floor=FLOORS, who=WHO, name=st.sampled_from(("Ann", "Bob", "Cy")))
    def rename(self, floor: int, who: int, name: str) -> None:
        try:
            self.people[who] = self.floors[floor].rename(self.people[who], name)
        except PitbossError as error:
            assert error.code in ("seated", "name-taken")

    @rule(floor=FLOORS, who=WHO, table=WHERE, amount=AMOUNTS)
    def correct(self, floor: int, who: int, table: str, amount: int) -> None:
        name = self.people[who].name
        self.ask(floor, self.boss, table, "Correct", player=name, amount=amount, reason="a mistake")

    @rule(floor=FLOORS, who=WHO, table=WHERE, command=st.sampled_from(("Departed", "LetStand", "FreeSeat", "Exclude")))
    def rule_on(self, floor: int, who: int, table: str, command: str) -> None:
        more = {} if command in ("Departed", "FreeSeat") else {"reason": "a reason"}
        self.ask(floor, self.boss, table, command, player=self.people[who].name, **more)

    @rule(floor=FLOORS, who=WHO, table=WHERE, why=st.sampled_from(("abandoned", "breach")))
    def forfeit(self, floor: int, who: int, table: str, why: str) -> None:
        self.ask(floor, self.boss, table, "Forfeit", player=self.people[who].name, why=why, reason="a reason")

    @rule(floor=FLOORS, table=WHERE, command=st.sampled_from(("CloseTable", "GoIdle")))
    def stop(self, floor: int, table: str, command: str) -> None:
        self.ask(floor, self.boss, table, command)

    @rule(floor=FLOORS, table=WHERE)
    def open(self, floor: int, table: str) -> None:
        self.ask(floor, self.boss, table, "OpenTable", floor=[self.boss.name])

    @rule(floor=FLOORS, seconds=st.sampled_from((1.0, 16.0, GRACE_MS / 1000)))
    def time_goes_by(self, floor: int, seconds: float) -> None:
        self.clock.forward(seconds)
        self.floors[floor].tick()

    @rule(floor=FLOORS)
    def start_again(self, floor: int) -> None:
        self.floors[floor].close()
        self.floors[floor] = Floor(self.store, self.clock)

    @invariant()
    def every_cent_is_somewhere(self) -> None:
        balances = self.store.balances()
        assert sum(balances.values()) == 0
        assert all(balance > 0 for account, balance in balances.items() if account != ISSUED)
        assert balances[ISSUED] == cash_at(self.floors[0]) - self.issued


TestMoney = Money.TestCase
TestMoney.settings = settings(max_examples=EXAMPLES, stateful_step_count=STEPS)


@pytest.mark.parametrize("kind", KINDS)
def test_one_bankroll_buys_in_once_however_many_ask_at_once(kind: str, tmp_path: Path) -> None:
    """At every table, through two processes' floors, all at the same moment."""
    url = new_url(kind, tmp_path)
    with open_store(url) as here, _second(here, kind, url) as there:
        floors = [Floor(here), Floor(there)]
        ann = floors[0].people.welcome()
        wishes = [(floor, str(table)) for table in range(1, 5) for floor in floors]

        def sit(wish: tuple[Floor, str]) -> bool:
            try:
                return wish[0].sit(ann, wish[1], amount=BANKROLL).refusal is None
            except PitbossError as error:
                assert error.code == "bankroll"
                return False

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(sit, wishes)) == 1
        assert here.balance(ann.purse) == 0
        assert cash_at(floors[0]) == cash_at(floors[1]) == BANKROLL
        assert sum(here.balances().values()) == 0
        for floor in floors:
            floor.close()


def _second(store: Store, kind: str, url: str) -> Store:
    return store if kind == "memory" else open_store(url)


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_sent_to_two_processes_at_once_is_carried_out_once(kind: str, tmp_path: Path) -> None:
    url = new_url(kind, tmp_path)
    with open_store(url) as here, _second(here, kind, url) as there:
        floors = [Floor(here), Floor(there)]
        ann = floors[0].people.welcome()
        assert floors[0].sit(ann, "4").refusal is None
        for number in range(10):
            buy = Request("BuyIn", {"amount": 100}, key=f"buy {number}")
            with ThreadPoolExecutor(8) as threads:
                answers = set(threads.map(lambda floor: floor.request(ann, "4", buy).version, floors * 4))  # noqa: B023
            assert len(answers) == 1
        assert cash_at(floors[1]) == 500_00 + 10 * 100
        for floor in floors:
            floor.close()


@pytest.mark.clause("UTH-R76")
def test_the_house_brings_the_meter_to_its_seed_out_of_nobodys_bankroll(hall: Hall) -> None:
    awards = {"seed": "$5,000", "contribution": "$1", "rows": {"royal_flush": "100%", "one_pair": "10%"}}
    live = hall.floor.add_table(practice_submission("uth", {"progressive": awards}))
    person = hall.player()
    done(hall.floor.sit(person, live.name))
    kinds: set[type[e.Event]] = set()
    while e.MeterReset not in kinds:
        before, purse = live.state.version, hall.store.balance(person.purse)
        wagers = [("ante", 1000), ("blind", 1000), ("trips", 500), ("progressive", 500)]
        done(hall.ask(person, live, "PlaceBets", position=1, wagers=wagers))
        done(hall.floor.ready(person, live.name))
        while live.state.playing:
            hall.answer(person, live)
        assert hall.store.balance(person.purse) == purse
        kinds = {type(moment.event) for moment in live.since(before)}
