"""A million commands, lawful and not, from people of every kind: the laws of the house hold, and all is answered."""

from __future__ import annotations

import random

import msgspec
import pytest
from blotter import Blotter, times
from desks import assert_sound, caught_up
from floors import Hall
from laws import (
    NOT_SAMPLED,
    OBSERVATIONS,
    REQUESTS,
    anything,
    assert_cards_are_kept,
    assert_money_is_kept,
    assert_secrets_are_kept,
    assert_wagers_are_booked,
    give,
    made,
    some_move,
    without_time,
)
from mobs import JUNK, Sight, assert_outcome, assert_wrong_is_told, wanted
from tables import FLOOR, GAMES, METHODS, NAMES, TWO_DECKS, WAGERS, Rigged, Scene, bare, player

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import BANKROLL, Person
from pitboss.floor.requests import KINDS, Request, read_as
from pitboss.floor.scenes import move_of
from pitboss.journal.second_verifier import second_opinion
from pitboss.table import commands as c
from pitboss.table.autodealer import BY_PEOPLE
from pitboss.table.commands import Command, Role
from pitboss.table.evolve import evolve
from pitboss.table.legal import legal
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.web.hub import Seating, Wish, perform

BATCH = 50
"""Commands between two looks at everything."""


def assert_laws_hold(rules: Rules, state: State, rng: random.Random) -> None:
    assert_money_is_kept(state)
    assert_cards_are_kept(state)
    assert_wagers_are_booked(state)
    assert_secrets_are_kept(rules, state, rng)


# --- at a table ------------------------------------------------------------------------------------------------------

AT_TABLES = times(1_000, 180_000)
EVENING = 1_000
"""Commands until another table is opened."""


def opened(game: str, rng: random.Random) -> Scene:
    """A table of a game, run by any lawful method, with three players."""
    method = rng.choice(sorted(METHODS))
    two = TWO_DECKS if method != "manual-shoe" and rng.random() < 0.5 else {}
    table = bare(game, **{**METHODS[method], **two})
    table.dealer = Rigged("")
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    for name, position in zip(NAMES[:3], (1, 2, 4), strict=True):
        table.sit(name, 20_000_00, position)
    return table


def misshapen(command: Command, rng: random.Random) -> Command:
    """One argument is something else altogether."""
    names = [name for name in command.__struct_fields__ if name not in ("by", "at", "version", "key")]
    return msgspec.structs.replace(command, **{rng.choice(names): rng.choice(JUNK)}) if names else command


def bet_anew(table: Scene) -> None:
    """Everybody takes back what lies there and bets what one has to: random wagers alone seldom make a round."""
    if table.state.playing:
        return
    for position, bets in table.state.bets.items():
        by = player(bets.player)
        for wager in reversed(list(bets.wagers)):
            give(table, c.Bet(by=by, at=table.now(), position=position, wager=wager, amount=0))
    wagers = tuple((wager, dollars * 100) for wager, dollars in WAGERS[table.rules.game.short].items())
    for position, name in table.state.seats.items():
        give(table, c.PlaceBets(by=player(name), at=table.now(), position=position, wagers=wagers))


def one_command(table: Scene, rng: random.Random) -> None:
    """Somebody does something."""
    rules, state, chance = table.rules, table.state, rng.random()
    at = table.now()
    moves = legal(rules, state, at)
    if chance < 0.3:
        table.step()
    elif chance < 0.33:
        bet_anew(table)
    elif chance < 0.7:
        give(table, made(some_move(moves, rng, 0.002), at, rng), lawful=True, moves=moves)
    elif chance < 0.72:
        give(table, anything(rng.choice(OBSERVATIONS), rules, at, rng), moves=moves)
    else:
        kind = rng.choice([kind for kind in REQUESTS if kind not in NOT_SAMPLED])
        command = anything(kind, rules, at, rng)
        if chance < 0.92:
            give(table, command, moves=moves)
        else:
            table.try_(misshapen(command, rng))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.fault(
    "random commands, lawful, unlawful and misshapen",
    "a table, in process",
    "done or refused by a clause as `legal` says; cards, money, journal and secrets kept",
)
def test_a_table_under_random_commands(game: str, blotter: Blotter) -> None:
    rng = random.Random(game)
    rounds = 0
    while blotter.count < AT_TABLES:
        table, replayed = opened(game, rng), State()
        for _ in range(min(EVENING, AT_TABLES) // BATCH):
            for _ in range(BATCH):
                one_command(table, rng)
            for event in table.happened:
                replayed = evolve(replayed, event, 0)
            table.happened.clear()
            table.turned_down.clear()
            assert without_time(replayed) == without_time(table.state)
            assert_laws_hold(table.rules, table.state, rng)
            blotter.add(BATCH)
        rounds += table.state.rounds
    assert rounds > blotter.count // 500


# --- on a floor ------------------------------------------------------------------------------------------------------

ON_FLOORS = times(1_500, 180_000)
SHIFT = 5_000
"""Commands until another floor is opened."""
STEPS = [name for name, kind in KINDS.items() if kind not in BY_PEOPLE]


class Crowd:
    """A floor with its people, all of whom send what they like."""

    def __init__(self, rng: random.Random) -> None:
        self.hall, self.rng = Hall(), rng
        people = self.hall.floor.people
        staff = [people.accept(people.invite(Role(role), role)) for role in ("floor", "dealer", "auditor")]
        self.people = [*(people.welcome() for _ in range(12)), *staff, *staff]
        self.replayed = {live.name: State() for live in self.floor.tables}
        for live in self.floor.tables[::2]:
            self.floor.run_by_hand(live.name, rng.sample(STEPS, 6))

    @property
    def floor(self) -> Floor:
        return self.hall.floor

    def sight(self, person: Person, live: LiveTable) -> Sight:
        mine = [move for move in live.moves if move.is_for(person.actor) or (person.is_staff and not move.player)]
        told = [msgspec.to_builtins(move_of(move)) for move in self.rng.sample(mine, min(3, len(mine)))]
        return Sight(live.rules.game.short, live.state.version, live.state.seat_of(person.name), told)

    def one_wish(self) -> None:
        """Somebody sends something, and hears what came of it."""
        rng = self.rng
        person, live = rng.choice(self.people), rng.choice(self.floor.tables)
        asked = wanted(rng, person, self.sight(person, live), live.rules)
        before = live.state
        try:
            match asked.to:
                case "commands":
                    wish = Wish(do=read_as(Request, asked.body))
                case "sit":
                    wish = Wish(sit=read_as(Seating, asked.body))
                case _:
                    wish = Wish(ready=True)
            outcome = msgspec.convert(perform(self.floor, person, live.name, wish), type=Outcome)
        except PitbossError as error:
            assert_wrong_is_told(error.as_dict())
            assert live.state == before
            if error.code == "bankroll":
                self.floor.people.top_up(person)
        else:
            assert_outcome(outcome)
            assert outcome.refusal is None or live.state == before

    def look(self) -> None:
        """Look at everything."""
        store = self.hall.store
        for live in self.floor.tables:
            self.replayed[live.name], _ = caught_up(store, live.name, self.replayed[live.name])
            assert self.replayed[live.name] == live.state
            assert_laws_hold(live.rules, live.state, self.rng)
        assert sum(store.balances().values()) == 0
        assert all(0 <= balance <= 100 * BANKROLL for balance in store.balances("purse:").values())

    def close(self) -> int:
        """The journals hold together, whoever reads them; returns the rounds that were played."""
        for live in self.floor.tables:
            assert_sound(self.hall.store, live.name)
            assert second_opinion(list(self.hall.store.lines(live.name))).disagreement is None
        rounds = sum(live.state.rounds for live in self.floor.tables)
        self.hall.close()
        return rounds


@pytest.mark.fault(
    "random requests of players and staff, right and wrong",
    "a floor, in process",
    "done, or a typed refusal; state equal to the journal, money to zero",
)
def test_a_floor_under_random_requests(blotter: Blotter) -> None:
    rng = random.Random(7)
    rounds = 0
    while blotter.count < ON_FLOORS:
        crowd = Crowd(rng)
        for _ in range(min(SHIFT, ON_FLOORS) // BATCH):
            for _ in range(BATCH):
                crowd.one_wish()
            crowd.hall.clock.forward(rng.choice((0, 1, 20)))
            crowd.floor.tick()
            crowd.look()
            blotter.add(BATCH)
        rounds += crowd.close()
    assert rounds > blotter.count // 500
