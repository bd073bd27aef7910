"""Simple players for runs of the whole engine: everything is drawn from one seed, so a run can be repeated.

>>> from pitboss.table.table import Table
>>> session = Session(Table.of("uth", seed=7), players=3, seed=7)
>>> for _ in range(3):
...     session.play()
>>> session.table.state.rounds, sum(session.table.state.books.values())
(3, 0)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any

from pitboss.cards import DECK
from pitboss.errors import HandError
from pitboss.games import steps as s
from pitboss.games.game import Wager
from pitboss.ledger import DROP, RACK
from pitboss.playtest.mishaps import Course, Mishap, mishaps
from pitboss.playtest.spot_at_table import action_of, spot_at
from pitboss.playtest.triggers import Scene
from pitboss.solvers.solver import Choice
from pitboss.solvers.spots import Spot
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.dealing import current, targets
from pitboss.table.deciding import amounts, stand_in_action
from pitboss.table.deck_steps import next_deck
from pitboss.table.duties import CLOSING, unattested
from pitboss.table.legal import due
from pitboss.table.moves import Distinct, Move
from pitboss.table.rack_counts import CLOSER, CREDIT, DROPPED, FILL, PRACTICE_OPENER, SECOND_SIGNER
from pitboss.table.rules import Refusal, Refused, Rules
from pitboss.table.state import Hand, Round, changed, seat_name
from pitboss.table.table import Table

PURSE = 10_000_00
SIDE_WAGERS = 0.4
UNITS = 20
"""Wagers are at most so many steps above their minimum."""
DOLLAR = 100
FULL, HOUSE = 6, 2
"""At so many players moments spread as far as they say; the dealer's own steps weigh as much as so many more."""
MOST_STEPS = 10_000
"""No round has as many; one that does is stuck."""
PATIENCE = 6
"""After so many rounds without an occasion a mishap is given up."""
CREDITS, CREDIT_OF = 0.02, 1_000_00
"""How often chips go back to the cage where the rack is counted, and how many."""
AWAY, SEEN = "the player cannot be asked", "a card of the hand was seen"
_ANSWERS = (c.Act, c.Pick, c.SetHand, c.LayDown)


class Session:
    """A table with simple players who bet, decide among what is legal, and buy in again when they run low.

    `irregularities` is how often a round begins with something about to go wrong, and `at_once` how many such things a
    round can begin with; what finds no occasion waits for the next round, and keeps its place until it has struck or is
    given up. So it is the most, not the average.
    """

    def __init__(
        self,
        table: Table,
        players: int,
        seed: int,
        irregularities: float = 0.0,
        kinds: Collection[str] = (),
        decide: Callable[[Spot], Choice] | None = None,
        side_wagers: float = SIDE_WAGERS,
        step: int = DOLLAR,
        at_once: int = 1,
    ) -> None:
        self.table = table
        self.side_wagers = side_wagers
        """How often a player makes a wager that is not required."""
        self.step = step
        """Wagers are so many cents apart, or as near to it as the table's unit lets them be."""
        self.decide = decide
        """How the players decide; without it at random."""
        self.random = random.Random(f"players {seed}")
        self.rate = irregularities
        self.at_once = at_once
        """How many mishaps may wait for their moment at the same time."""
        self.kinds = frozenset(kinds)
        """The mishaps that may strike, by name; all that fit the table if there are none."""
        announced = table.rules.announced
        self.players = [f"Player {n}" if not announced else seat_name(n) for n in range(1, players + 1)]
        self.mishaps: Counter[str] = Counter()
        """How often each mishap struck."""
        self._scene = Scene(table, self.random)
        self._under_way: list[_Strike] = []
        for number, name in enumerate(self.players, 1):
            if announced:
                table.do(c.Sit, Actor(Role.PLAYER, name), position=number)
            else:
                table.sit(name, PURSE)

    def play(self) -> None:
        """One round, from the bets to the cleared table."""
        for _ in self.playing():
            pass

    def playing(self) -> Iterator[None]:
        """One round; it stops before each thing that is due."""
        table, number = self.table, self.table.state.rounds
        for _ in range(self.at_once):
            self._mishap()
        self._strike()
        while (move := due(table.rules, table.state)) and move.command is c.DeviceStatus:
            self.go_on()
        if table.rules.counted:
            self._fill_or_credit()
        bettors = [name for name in self.players if name not in self._scene.sitting_out]
        if table.rules.announced:
            self._show_wagers(bettors)
        else:
            for name in bettors:
                self.bet(name)
        self._scene.sitting_out.clear()
        for _ in range(MOST_STEPS):
            if table.state.rounds > number and table.state.playing is None:
                break
            yield
            if self._under_way:
                self._strike()
            self.go_on()
        else:
            raise RuntimeError(f"round {table.state.rounds} does not come to its end")
        self._under_way = [strike for strike in self._under_way if strike.outlasts_round()]

    # --- bets ---

    def _show_wagers(self, players: Collection[str]) -> None:
        """The dealer says which wagers these players have made, without amounts."""
        seats = {name: position for position, name in self.table.state.seats.items()}
        lie = tuple((seats[name], tuple(self._wagers())) for name in players)
        self.table.do(c.WagersSeen, STAFF[Role.DEALER], wagers=lie)

    def _wagers(self) -> dict[str, int]:
        """What a player wagers before the deal."""
        placed: dict[str, int] = {}
        for wager in _plan(self.table.rules)[0]:
            amount = self._amount(wager, placed)
            if amount:
                placed[wager.name] = amount
        return placed

    def bet(self, name: str) -> None:
        """A player's wagers for the round that comes."""
        table, placed = self.table, self._wagers()
        most_antes = _plan(table.rules)[1]
        need = sum(placed.values()) + placed["ante"] * most_antes
        if table.chips(name) < need:
            table.do(c.BuyIn, Actor(Role.PLAYER, name), amount=max(PURSE, 2 * need))
        table.bet(name, **placed)

    def _amount(self, wager: Wager, placed: dict[str, int]) -> int:
        if wager.equals:
            return placed[wager.equals]
        if any(other not in placed for other in wager.needs):
            return 0
        if not wager.required and self.random.random() >= self.side_wagers:
            return 0
        if wager.fixed:
            return wager.fixed
        limits = self.table.rules.limits(wager)
        assert limits is not None
        unit = self.table.rules.unit
        step = unit * -(-self.step // unit)
        return limits[0] + step * self.random.randint(0, min(UNITS, (limits[1] - limits[0]) // step))

    # --- the round ---

    def go_on(self) -> None:
        """The next thing that is due, by whoever has to do it."""
        table = self.table
        move = due(table.rules, table.state)
        if move is None:
            self._carry_out(c.NoMoreBets(by=STAFF[Role.DEALER], at=table.now()))
        elif move.command is c.WagersSeen:
            self._show_wagers(self.players)
        elif move.command is c.RemoveDeck:
            self._scene.order(c.RemoveDeck, **move.given, reason="it has had its hours")
        elif move.command is c.LetStand:
            self._scene.rule_on(**move.given)
        elif move.by_person:
            self._scene.count(move)
        elif not (move.command is c.Deal and self._under_way and self._deal_a_part()):
            command = self._answer(move) if move.command in _ANSWERS else None
            command = command or table.dealer.command(table.rules, table.state, move, table.now())
            if command is None:
                raise RuntimeError(f"round {table.state.rounds} is not over, and nobody does this: {move.words}")
            self._carry_out(command)

    def _carry_out(self, command: Command) -> None:
        """Do what is due; where a deck has had its hours, replace it instead."""
        answer = self.table.try_(command)
        if isinstance(answer, Refusal):
            deck = next_deck(self.table.rules, self.table.state)
            if answer.code != "deck-too-old" or deck is None:
                raise Refused(answer)
            self._scene.order(c.RemoveDeck, deck=deck.name, reason=answer.message)

    def _deal_a_part(self) -> bool:
        """Some of the cards that are due, so that things can happen between them."""
        table = self.table
        left = targets(table.rules, self._scene.round)
        if left:
            self._scene.report(c.Deal, count=self.random.randint(1, len(left)))
        return bool(left)

    def _answer(self, move: Move) -> Command | None:
        """What a player does of all that is open; for one who is away the floor does what the rules let it."""
        round_, position = self._scene.round, move.given["position"]
        hand = round_.hands[position]
        given: dict[str, Any] = {"position": position}
        by, at = Actor(Role.PLAYER, hand.player), self.table.now()
        if hand.departed or move.role is Role.FLOOR:
            by = Actor(Role.FLOOR, self.table.state.floor[0])
            given["reason"] = AWAY if hand.departed else SEEN
        if move.command is c.LayDown:
            return c.LayDown(by=by, at=at, **given)
        if move.command is c.Pick:
            return c.Pick(by=by, at=at, places=self._places(move, hand), **given)
        if move.command is c.SetHand:
            return c.SetHand(by=by, at=at, low=self._low(move, hand), **given)
        return c.Act(by=by, at=at, **given, **self._action(hand, position))

    def _places(self, move: Move, hand: Hand) -> tuple[int, ...]:
        bounds = move.open["places"]
        assert isinstance(bounds, Distinct)
        if hand.departed and not hand.exposed:
            return tuple(range(1, bounds.number + 1))
        return tuple(self.random.sample(range(1, bounds.most + 1), bounds.number))

    @property
    def _in_hand(self) -> Round:
        """The round as players know it who hold real cards in their hands: each looks at nothing but the own ones."""
        state, reader = self.table.state, self.table.dealer.reader
        round_ = self._scene.round
        return changed(round_, order=reader(state, DECK)) if reader else round_

    def _spot(self, position: int) -> Spot:
        return spot_at(self.table.rules, changed(self.table.state, round=self._in_hand), position)

    def _low(self, move: Move, hand: Hand) -> tuple[int, ...]:
        """Any setting the rules allow; the house way, which needs no places, for a player who is away."""
        bounds = move.open["low"]
        assert isinstance(bounds, Distinct)
        if self.decide and not hand.departed:
            held = self._in_hand.faces(hand.cards)
            wanted = self.decide(self._spot(move.given["position"])).low
            return tuple(held.index(card) + 1 for card in wanted)
        while not hand.departed:
            low = tuple(self.random.sample(range(1, bounds.most + 1), bounds.number))
            try:
                laid = self._in_hand.faces(hand.cards[place - 1] for place in low)
                self.table.rules.game.check_cards({"low": laid})
                return low
            except HandError:
                continue
        return ()

    def _action(self, hand: Hand, position: int) -> dict[str, Any]:
        rules = self.table.rules
        step = current(rules, self.table.state)
        assert isinstance(step, s.Decide)
        if hand.departed:
            return {"action": stand_in_action(step).name}
        if self.decide:
            action, amount = action_of(rules, step, hand, self.decide(self._spot(position)))
            return {"action": action, "amount": amount}
        ways = [(a.name, n) for a in step.actions for n in (amounts(rules, hand, a) if a.wager else (0,))]
        action, amount = self.random.choice(ways)
        return {"action": action, "amount": amount}

    # --- the rack ---

    def close(self) -> None:
        """Close the table; where the rack is counted, with a closer and the drop, which come to what they should."""
        table, floor, counted = self.table, STAFF[Role.FLOOR], self.table.rules.counted
        if counted:
            self._count(CLOSER, self._in_rack)
        if unattested(table.rules, table.state, CLOSING):
            table.do(c.Attest, floor, moment=CLOSING)
        table.do(c.CloseTable, floor)
        if counted:
            self._count(DROPPED, table.state.books.get(DROP, 0) - table.state.inventory.drop_before)

    @property
    def _in_rack(self) -> int:
        """What a count of the rack comes to."""
        state = self.table.state
        return state.inventory.expected + state.books.get(RACK, 0) - state.inventory.rack_before

    def _fill_or_credit(self) -> None:
        """A rack that is half empty is filled up; now and then some chips go back."""
        if self._in_rack < PRACTICE_OPENER // 2:
            self._count(FILL, PRACTICE_OPENER // 2)
        elif self.random.random() < CREDITS:
            self._count(CREDIT, CREDIT_OF)

    def _count(self, what: str, total: int) -> None:
        self.table.do(c.CountRack, STAFF[Role.FLOOR], what=what, total=total, second=SECOND_SIGNER)

    # --- mishaps ---

    def _mishap(self) -> None:
        """Now and then something begins to go wrong."""
        waiting = sum(not strike.struck for strike in self._under_way)
        if self.random.random() < self.rate and waiting < self.at_once:
            busy = [strike.mishap for strike in self._under_way]
            fitting = [mishap for mishap in mishaps(self.table.rules) if mishap not in busy]
            if self.kinds:
                fitting = [mishap for mishap in fitting if mishap.name in self.kinds]
            if fitting:
                self._under_way.append(_Strike(self.random.choice(fitting), self._scene))

    def _strike(self) -> None:
        """Whatever has waited for this moment happens."""
        for strike in self._under_way:
            if strike.happens():
                self.mishaps[strike.mishap.name] += 1
        self._under_way = [strike for strike in self._under_way if not strike.over]


class _Strike:
    """A mishap under way."""

    def __init__(self, mishap: Mishap, scene: Scene) -> None:
        self.mishap = mishap
        self.struck = False
        """Something has been reported."""
        self.over = False
        self._scene = scene
        self._rounds = self._occasions = self._passing = 0
        self._begin()

    def happens(self) -> bool:
        """Let things happen if their moment is now; True if this is where the mishap shows."""
        if self.over or not self._moment.holds(self._scene):
            return False
        if not self.struck and self.mishap not in mishaps(self._scene.rules):
            self.over = True  # another submission is in force, at whose table it cannot happen
            return False
        self._occasions += 1
        if self._passing:
            self._passing -= 1
            return False
        before, shown = self._scene.said, self.struck
        self._wait()
        self.struck = shown or self._scene.said > before
        return self.struck and not shown

    def outlasts_round(self) -> bool:
        """Whether to go on with it in the next round: if it lasts, or has had no occasion yet."""
        self._rounds += 1
        if self.struck:
            return self._moment.lasts
        self._begin()
        return self._rounds < PATIENCE and self.mishap in mishaps(self._scene.rules)

    def _begin(self) -> None:
        """From the first moment on; where that has passed by, no more occasions are let pass than there were."""
        seen = self._occasions
        self._course: Course = self.mishap.course(self._scene)
        self._wait()
        self._passing = min(self._passing, self._scene.random.randrange(seen)) if seen else self._passing

    def _wait(self) -> None:
        """Go on to the moment that is waited for next, if there is one."""
        moment = next(self._course, None)
        self.over = moment is None
        if moment is not None:
            self._moment = moment
            self._occasions = 0
            most = moment.spread * (len(self._scene.state.seats) + HOUSE) // (FULL + HOUSE)
            self._passing = self._scene.random.randint(0, most)


@lru_cache(maxsize=8)
def _plan(rules: Rules) -> tuple[list[Wager], int]:
    """The opening wagers in an order in which they can be made, and the most a play wager can be, in antes."""
    decisions = [step for step in rules.script if isinstance(step, s.Decide)]
    most = max(n for step in decisions for action in step.actions for n in action.multiples.at(rules.terms))
    return sorted(rules.opening_wagers, key=lambda wager: wager.rests_on), most
