"""A table under random hands: whatever people ask and report, the laws of the house hold after every command."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec import NODEFAULT
from msgspec.structs import fields
from tables import DEALER, DEVICE, FLOOR, GAMES, METHODS, NAMES, STRANGER, TWO_DECKS, Rigged, Scene, bare, player

from pitboss.games.handling import Handling
from pitboss.law import lookup
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Observation
from pitboss.table.evolve import evolve
from pitboss.table.legal import legal
from pitboss.table.moves import Between, Distinct, Move, OneOf
from pitboss.table.rules import Refusal
from pitboss.table.state import State, changed
from pitboss.table.views import view

STEPS = int(os.environ.get("PITBOSS_MACHINE_STEPS", "60"))
"""How long each example is at most. A long run, with the number of steps on the screen:
`PITBOSS_MACHINE_EXAMPLES=500 PITBOSS_MACHINE_STEPS=400 pytest -s tests/table/test_machine.py`."""
EXAMPLES = int(os.environ.get("PITBOSS_MACHINE_EXAMPLES", "6"))
COMMANDS = [kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, Command)]
OBSERVATIONS = [kind for kind in COMMANDS if issubclass(kind, Observation) and kind is not Observation]
REQUESTS = [kind for kind in COMMANDS if not issubclass(kind, Observation) and kind is not Command]
ACTORS = [DEALER, FLOOR, STRANGER, DEVICE, *(player(name) for name in NAMES[:4])]
NOT_SAMPLED = (c.PostSubmission, c.CloseTable)
"""Whether another submission is lawful is another test's question; a closed table would end the example."""
SELDOM = (c.Exclude, c.RemoveDeck, c.Leave, c.GoIdle, c.OrderRecut, c.OrderShuffle, c.Forfeit)
"""Moves that keep a table from playing."""
OFTEN = (c.Act, c.Bet, c.SetHand, c.Pick, c.LayDown, c.NoMoreBets)
"""Moves that bring a round forward, drawn more often than the floor's orders."""


def in_bounds(bounds: Any, name: str, rng: random.Random) -> Any:
    match bounds:
        case Between():
            if bounds.least > bounds.most:
                return 0
            top = min(bounds.most, bounds.least + 20_000)
            number = rng.randint(bounds.least, top) if top > bounds.least else bounds.least
            return number - number % bounds.unit if number - number % bounds.unit >= bounds.least else bounds.least
        case Distinct():
            return tuple(rng.sample(range(1, bounds.most + 1), bounds.number))
        case OneOf():
            return rng.choice(bounds.values)
        case _:
            return FREE[name](rng)


FREE: dict[str, Any] = {
    "reason": lambda rng: "for the record",
    "order": lambda rng: tuple(rng.sample(range(52), 52)),
    "salt": lambda rng: f"{rng.getrandbits(128):032x}",
    "stream": lambda rng: "",
    "count": lambda rng: None,
    "cards": lambda rng: rng.choice([52, 52, 52, 51]),
    "counts": lambda rng: (),
    "low": lambda rng: None,
    "wagers": lambda rng: (("ante", 1000),),
    "inspected": lambda rng: False,
    "shuffled": lambda rng: False,
}


class TableMachine(RuleBasedStateMachine):
    """Random requests, lawful and not, and random observations."""

    game = ""
    steps = 0
    """Taken so far in all examples of a game."""

    @initialize(seed=st.integers(0, 2**32), method=st.sampled_from(sorted(METHODS)), two=st.booleans())
    def a_table_opens(self, seed: int, method: str, two: bool) -> None:
        self.random = random.Random(seed)
        options = {**METHODS[method], **(TWO_DECKS if two and method != "manual-shoe" else {})}
        self.table: Scene = bare(self.game, **options)
        self.replayed = State()
        self.table.dealer = Rigged("")
        self.table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
        for name, position in zip(NAMES[:3], (1, 2, 4), strict=True):
            self.table.sit(name, 2_000_00, position)

    # --- what people do ---

    @rule()
    def the_autodealer_goes_on(self) -> None:
        self.table.step()

    @rule()
    def the_autodealer_runs(self) -> None:
        self.table.run()

    @rule()
    def somebody_makes_a_lawful_move(self) -> None:
        moves = [move for move in legal(self.table.rules, self.table.state) if move.command not in NOT_SAMPLED]
        forward = [move for move in moves if move.command in OFTEN]
        usual = [move for move in moves if move.command not in SELDOM or self.random.random() < 0.05]
        move = self.random.choice(forward if forward and self.random.random() < 0.8 else usual)
        command = self.carried_out_by(move)
        assert move.covers(command)
        self.give(command, lawful=True)

    def carried_out_by(self, move: Move) -> Command:
        open_ = {
            name: in_bounds(bounds, name, self.random)
            for name, bounds in move.open.items()
            if not (isinstance(bounds, Between) and bounds.or_nothing and self.random.random() < 0.1)
        }
        for name, bounds in move.open.items():
            if name not in open_:
                open_[name] = 0
                assert isinstance(bounds, Between)
        if move.command is c.Correct and not open_["amount"]:
            open_["amount"] = 1
        name = move.player or "Newcomer"
        by = Actor(move.role, FLOOR.name if move.role.supervises else name if move.role == "player" else "staff")
        return move.command(by=by, at=self.table.now(), **{**move.given, **open_})

    @rule(kind=st.sampled_from(OBSERVATIONS))
    def somebody_reports_something(self, kind: type[Command]) -> None:
        if self.random.random() < 0.25:
            self.give(self.any(kind), lawful=True)

    @rule(kind=st.sampled_from(REQUESTS))
    def somebody_asks_for_anything(self, kind: type[Command]) -> None:
        if kind not in NOT_SAMPLED:
            self.give(self.any(kind))

    def any(self, kind: type[Command]) -> Command:
        """A command with arguments out of a hat."""
        rng = self.random
        hat: dict[str, Any] = {
            "position": rng.randint(0, 7),
            "place": rng.randint(0, 8),
            "deck": rng.choice(["red", "blue", "green"]),
            "step": rng.choice(list(Handling)),
            "wager": rng.choice([*self.table.rules.game.wager, "nonsense"]),
            "amount": rng.choice([0, 1, 500, 1000, 1001, 2000, 4000, 10**7, -5]),
            "face": rng.choice([0, 500, 1000]),
            "action": rng.choice(["check", "fold", "play", "play_3", "play_5", "raise"]),
            "places": tuple(rng.sample(range(1, 7), 3)),
            "low": tuple(rng.sample(range(1, 7), 2)),
            "cards": rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 17, 31, 51, 52]),
            "count": rng.choice([None, 1, 3, 52, 51]),
            "counts": tuple((p, rng.choice([2, 5, 7, 6])) for p in (0, 1, 2, 4)),
            "order": tuple(rng.sample(range(52), rng.choice([52, 52, 51]))),
            "salt": "0123456789abcdef",
            "stream": rng.choice(["", "", "", "no such stream"]),
            "player": rng.choice(NAMES[:4]),
            "reason": rng.choice(["", "because"]),
            "why": rng.choice(["abandoned", "breach", "mood"]),
            "where": rng.choice(["dealer", "player", "burn", "stub", "community"]),
            "device": rng.choice(["shuffler", "automated-shoe", "toaster"]),
            "status": rng.choice(["present", "present", "present", "fault", "covered"]),
            "undealt": rng.choice([None, 44, 45, 46]),
            "hands": rng.randint(1, 7),
            "seen": rng.random() < 0.5,
            "what": "talk",
            "floor": ("Flo",),
            "wagers": (("ante", rng.choice([500, 1000, 2000])), ("blind", 1000))[: rng.randint(0, 2)],
        }
        if kind is c.ReceiveDeck:
            del hat["cards"]
        given = {
            spec.name: hat[spec.name]
            for spec in fields(kind)
            if spec.name in hat and (spec.default is NODEFAULT or rng.random() < 0.5)
        }
        return kind(by=rng.choice(ACTORS), at=self.table.now(), **given)

    def give(self, command: Command, *, lawful: bool = False) -> None:
        """A command is carried out or refused, as `legal` says beforehand."""
        table = self.table
        before, open_ = table.state, legal(table.rules, table.state)
        answer = table.try_(command)
        if isinstance(answer, Refusal):
            assert not lawful or self.may_still_be_refused(command), (command, answer)
            assert table.state is before
            lookup(answer.clause)
            assert answer.message
            assert not any(move.covers(command) for move in open_) or self.may_still_be_refused(command), (
                command,
                answer,
            )
        elif not isinstance(command, Observation):
            assert any(move.covers(command) for move in open_), (command, [move.words for move in open_])
            assert answer
            for event in answer:
                assert event.clauses, event
                for clause in event.clauses:
                    lookup(clause)

    def may_still_be_refused(self, command: Command) -> bool:
        """Bounds that a list of moves does not spell out: whether a setting is legal, a reason or an order is given."""
        match command:
            case c.SetHand() | c.Shuffle() | c.ReceiveDeck() | c.Sit() | c.Reveal() | c.PlaceBets():
                return True
            case c.Correct():
                return not command.amount or not command.reason
            case _:
                return not getattr(command, "reason", "some")

    # --- what always holds ---

    @invariant()
    def a_step_was_taken(self) -> None:
        type(self).steps += 1

    @invariant()
    def money_is_neither_made_nor_lost(self) -> None:
        books = self.table.state.books
        assert sum(books.values()) == 0
        assert all(balance > 0 for name, balance in books.items() if name.startswith(("player:", "wager:")))

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        round_ = self.table.state.round
        if round_ is None:
            return
        hands = [card for hand in round_.hands.values() if not hand.racked for card in hand.cards]
        board = () if any(group.name == "board" for group in round_.rack) else round_.board
        racked = [card for group in round_.discards for card in group.cards]
        undealt = () if any(group.name == "stub" for group in round_.rack) else round_.undealt
        assert sorted([*hands, *board, *racked, *undealt]) == list(range(52))
        assert sorted(round_.order) == list(range(52))

    @invariant()
    def wagers_on_the_layout_are_in_the_books(self) -> None:
        state = self.table.state
        layout = {
            f"wager:{position}:{name}": amount
            for position, bets in state.bets.items()
            for name, amount in bets.wagers.items()
        }
        if state.playing:
            for position in state.playing.positions:
                hand = state.playing.hands[position]
                layout |= {f"wager:{position}:{n}": a for n, a in hand.wagers.items() if not hand.settled(n)}
        assert {name: amount for name, amount in state.books.items() if name.startswith("wager:")} == layout

    @invariant()
    def the_state_follows_from_the_events(self) -> None:
        for event in self.table.happened:
            self.replayed = evolve(self.replayed, event, 0)
        self.table.happened.clear()
        assert without_time(self.replayed) == without_time(self.table.state)

    @invariant()
    def nobody_sees_more_than_they_may(self) -> None:
        state = self.table.state
        if state.playing is None:
            return
        swapped = self.with_unseen_cards_swapped(state)
        for viewer in (None, DEALER, FLOOR):
            assert view(self.table.rules, state, viewer) == view(self.table.rules, swapped, viewer)

    def with_unseen_cards_swapped(self, state: State) -> State:
        """The same table with other faces on every card that is not public."""
        round_ = state.round
        assert round_ is not None
        seen = {*round_.board, *(card for hand in round_.hands.values() for card in hand.up)}
        seen |= {card for group in round_.rack if group.name == "set aside" for card in group.cards}
        hidden = [card for card in range(52) if card not in seen]
        order = list(round_.order)
        faces = [order[card] for card in hidden]
        self.random.shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            order[card] = face
        return changed(state, round=changed(round_, order=tuple(order)))


def without_time(state: State) -> State:
    return changed(
        state, at=0, opened_at=0, last_bet_at=0, decks=tuple(changed(deck, received_at=0) for deck in state.decks)
    )


def machines() -> Iterator[Any]:
    for game in GAMES:
        yield pytest.param(type(f"Machine_{game}", (TableMachine,), {"game": game}), id=game)


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
        sys.stderr.write(f"{machine.game}: {machine.steps:,} steps\n")
