"""The coach: the exact value of each choice at a player's turn, and what the player's mistakes have cost so far.

The coach knows what the player knows, and nothing else: the own cards, the board, and hands that lie open.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.cards import notation
from pitboss.errors import PitbossError
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.prices import Prices
from pitboss.games import steps as s
from pitboss.journal.stores import Document, StaleError, Store
from pitboss.solve.solver import Advice, Choice, solver_of
from pitboss.solve.spots import Spot
from pitboss.table import commands as c
from pitboss.table.asked import action_of, spot_at
from pitboss.table.dealing import current
from pitboss.table.legal import legal
from pitboss.table.rules import Rules
from pitboss.table.state import State

_log = logging.getLogger(__name__)
WORST = 8
"""Mistakes that are kept, to play them again."""


class Mistake(msgspec.Struct, frozen=True):
    """A choice that was not the best."""

    round: int
    spot: str
    cards: str
    board: str
    did: str
    best: str
    lost: float
    """In cents."""


class Log(msgspec.Struct, frozen=True):
    """What the coach has seen of a player since the seat was taken."""

    since: int
    decisions: int = 0
    mistakes: int = 0
    lost: str = "0"
    """The expectation lost to mistakes, in cents, exactly."""
    worst: tuple[Mistake, ...] = ()


class Coach:
    """Advises players, and keeps count."""

    def __init__(self, store: Store, prices: Prices) -> None:
        self._store, self._prices = store, prices
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")

    def close(self) -> None:
        """Finish what was begun; decisions that wait to be judged are let go."""
        self._thread.shutdown(cancel_futures=True)

    def asked(self, live: LiveTable, person: Person) -> dict[str, Any] | None:
        """What a player may do now with what each choice is worth; None if the player is not asked, or not yet."""
        with live.lock:
            rules, state = live.rules, live.state
        position = _asked_at(rules, state, person.name)
        found = self._advice(rules, state, position) if position else None
        if found is None or position is None:
            return None
        spot, advice = found
        ante = _ante(state, position)
        choices: dict[tuple[str, int, str], dict[str, Any]] = {}
        for one in advice:  # the best first: of several ways to set the cards, to play is worth what the best is
            taken = _as_command(rules, state, position, one.choice)
            if taken is not None:
                value = {"ev": float(one.ev * ante), "exact": str(one.ev)}
                choices.setdefault((taken["action"], taken["amount"], taken["low"]), {**taken, **value})
        best = max(choice["ev"] for choice in choices.values())
        for choice in choices.values():
            choice["cost"] = best - choice["ev"]
        return {"position": position, "spot": str(spot), "choices": list(choices.values())}

    def is_ready(self, live: LiveTable) -> bool:
        """Whether the game of this table has been solved."""
        return self._prices.advisor(live.rules, live.state.digest) is not None

    def log(self, live: LiveTable, person: Person) -> Log:
        """The player's decisions at this table since the seat was taken."""
        sitting = live.sittings.get(person.name)
        since = sitting.since if sitting else 0
        found = self._store.get("coach", _id(live, person))
        log = msgspec.json.decode(found.body, type=Log) if found else Log(since)
        return log if log.since == since else Log(since)

    # --- keeping count ---

    def follow(self, live: LiveTable, person: Person) -> Log:
        """A player wants to be coached at this table: from now on every decision counts."""
        log = self.log(live, person)
        found = self._store.get("coach", _id(live, person))
        is_new = found is None or msgspec.json.decode(found.body, type=Log).since != log.since
        if person.name in live.sittings and is_new:
            with suppress(StaleError):  # counted in this very moment
                body = msgspec.json.encode(log)
                self._store.put(Document("coach", _id(live, person), body, found.revision if found else 0))
        return log

    def watch(self, live: LiveTable, person: Person, rules: Rules, before: State, command: c.Command) -> None:
        """A player has decided; if the coach follows, what it cost is worked out apart, and the table does not wait."""
        if isinstance(command, c.Act | c.SetHand) and person.name in live.sittings:
            self._thread.submit(self._judge, live, person, rules, before, command)

    def _judge(self, live: LiveTable, person: Person, rules: Rules, before: State, command: c.Act | c.SetHand) -> None:
        try:
            if self._store.get("coach", _id(live, person)) is None:
                return
            found = self._advice(rules, before, command.position)
            if found is None:
                return
            spot, advice = found
            taken = _taken(rules, before, command, advice)
            if taken is None:
                return
            if isinstance(command, c.SetHand):  # the choice to play was judged before
                advice = tuple(one for one in advice if one.choice.low)
            self._count(live, person, before, command.position, spot, taken, advice[0])
        except Exception:
            _log.exception("the coach could not judge %s", command)

    def _count(
        self, live: LiveTable, person: Person, before: State, position: int, spot: Spot, taken: Advice, best: Advice
    ) -> None:
        lost = (best.ev - taken.ev) * _ante(before, position)
        round_ = before.round
        assert round_ is not None
        mistake = Mistake(
            round_.number,
            str(spot),
            notation(spot.cards),
            notation(spot.board),
            _words(taken.choice),
            _words(best.choice),
            float(lost),
        )
        while True:
            log, found = self.log(live, person), self._store.get("coach", _id(live, person))
            worst = sorted((*log.worst, mistake), key=lambda one: -one.lost)[:WORST] if lost else log.worst
            log = Log(
                log.since,
                log.decisions + 1,
                log.mistakes + bool(lost),
                str(Fraction(log.lost) + lost),
                tuple(worst),
            )
            body = msgspec.json.encode(log)
            try:
                self._store.put(Document("coach", _id(live, person), body, found.revision if found else 0))
            except StaleError:
                continue
            return

    def _advice(self, rules: Rules, state: State, position: int) -> tuple[Spot, tuple[Advice, ...]] | None:
        round_ = state.round
        advisor = self._prices.advisor(rules, state.digest)
        if round_ is None or advisor is None or position not in round_.hands:
            return None
        apart = advisor.solver.apart.values()
        opening = {
            name: amount
            for name, amount in round_.hands[position].wagers.items()
            if not rules.game.wager[name].after_deal and name not in apart
        }
        try:
            spot = spot_at(rules, state, position, seen=True)
            return spot, advisor.at(opening).advise(spot)
        except PitbossError:
            return None


def _asked_at(rules: Rules, state: State, player: str) -> int | None:
    for move in legal(rules, state):
        if move.player == player and move.command in (c.Act, c.SetHand):
            return int(move.given["position"])
    return None


def _ante(state: State, position: int) -> int:
    assert state.round is not None
    return int(state.round.hands[position].wagers["ante"])


def _as_command(rules: Rules, state: State, position: int, choice: Choice) -> dict[str, Any] | None:
    """A choice as the table takes it; None for one that is no longer open."""
    step, round_ = current(rules, state), state.round
    assert round_ is not None
    hand = round_.hands[position]
    if isinstance(step, s.Decide) and not hand.played:
        action, amount = action_of(rules, step, hand, choice)
        return {"words": choice.action.replace("_", " "), "action": action, "amount": amount, "low": ""}
    if not choice.low:
        return None
    return {"words": f"{notation(choice.low)} low", "action": "set", "amount": 0, "low": notation(choice.low)}


def _taken(rules: Rules, before: State, command: c.Act | c.SetHand, advice: tuple[Advice, ...]) -> Advice | None:
    """What the player did, among what was advised."""
    return next(_fitting(rules, before, command, advice), None)


def _fitting(rules: Rules, before: State, command: c.Act | c.SetHand, advice: tuple[Advice, ...]) -> Iterator[Advice]:
    step, round_ = current(rules, before), before.round
    assert round_ is not None
    hand, solver = round_.hands[command.position], solver_of(rules.game)
    for one in advice:
        if isinstance(command, c.Act):
            if isinstance(step, s.Decide) and action_of(rules, step, hand, one.choice) == (
                command.action,
                command.amount,
            ):
                yield one
        elif one.choice.low:
            low = round_.faces(hand.cards[place - 1] for place in command.low)
            if solver.is_alike(round_.faces(hand.cards), Choice(one.choice.action, low), one.choice):
                yield one


def _words(choice: Choice) -> str:
    low = f", {notation(choice.low)} low" if choice.low else ""
    return choice.action.replace("_", " ") + low


def _id(live: LiveTable, person: Person) -> str:
    return f"{person.id}:{live.name}"
