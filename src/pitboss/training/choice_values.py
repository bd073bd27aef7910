"""What a player who is asked may do, with the exact value of each choice, and what the choice that was made cost.

The coach knows what the player knows, and nothing else: the own cards, the board, and hands that lie open.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import notation
from pitboss.errors import PitbossError
from pitboss.games import steps as s
from pitboss.playtest.spot_at_table import action_of, spot_at
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.solver import Advice, Choice, solver_of
from pitboss.solvers.spots import Spot
from pitboss.table import commands as c
from pitboss.table.dealing import current
from pitboss.table.legal import legal
from pitboss.table.rules import Rules
from pitboss.table.state import Hand, State

SET = "set"
"""The action of laying cards low and high, where that is all there is left to choose."""


class Valued(NamedTuple):
    """Something the player may do now, and what it is worth."""

    words: str
    action: str
    amount: int
    low: tuple[int, ...]
    """The cards laid low; none where the hand is not set."""
    exact: Fraction
    """The expected net result in antes."""
    ev: Fraction
    """The same in cents."""
    cost: Fraction
    """What it gives away against the best choice, in cents."""


class Question(NamedTuple):
    """A player is asked to decide, or to set the cards."""

    rules: Rules
    state: State
    position: int
    spot: Spot
    stakes: Mapping[str, int]
    """The opening wagers that the values hang on, in cents."""
    advice: tuple[Advice, ...]
    """The best first."""

    @property
    def ante(self) -> int:
        """The unit of the values, in cents."""
        return self.stakes["ante"]

    @property
    def choices(self) -> tuple[Valued, ...]:
        """What is open now, the best first; of several ways to set the cards, to play is worth what the best is."""
        found: dict[tuple[str, int, tuple[int, ...]], Advice] = {}
        for one in self.advice:
            if taken := self._as_command(one.choice):
                found.setdefault(taken, one)
        best = max(one.ev for one in found.values())
        return tuple(
            Valued(
                f"{notation(low)} low" if low else one.choice.action.replace("_", " "),
                action,
                amount,
                low,
                one.ev,
                one.ev * self.ante,
                (best - one.ev) * self.ante,
            )
            for (action, amount, low), one in found.items()
        )

    def judge(self, command: c.Act | c.SetHand) -> Judged | None:
        """What was given away by a choice; None if it cannot be told."""
        taken = next((one for one in self.advice if self._is(command, one.choice)), None)
        if taken is None:
            return None
        # where the hand is set, the choice to play was judged before
        best = next(one for one in self.advice if one.choice.low or isinstance(command, c.Act))
        round_ = self.state.round
        assert round_ is not None
        lost = (best.ev - taken.ev) * self.ante
        did = Choice(taken.choice.action) if isinstance(command, c.Act) else taken.choice  # nothing is laid low yet
        return Judged(round_.number, self.spot, self.stakes, did, best.choice, lost)

    def _as_command(self, choice: Choice) -> tuple[str, int, tuple[int, ...]] | None:
        """A choice as the table takes it; None for one that is no longer open."""
        step, hand = self._step, self._hand
        if isinstance(step, s.Decide) and not hand.played:
            return *action_of(self.rules, step, hand, choice), ()
        return (SET, 0, choice.low) if choice.low else None

    def _is(self, command: c.Act | c.SetHand, choice: Choice) -> bool:
        """Whether a command is this choice, or one that comes to the same."""
        step, hand = self._step, self._hand
        if isinstance(command, c.Act):
            return isinstance(step, s.Decide) and action_of(self.rules, step, hand, choice) == (
                command.action,
                command.amount,
            )
        round_ = self.state.round
        assert round_ is not None
        low = round_.faces(hand.cards[place - 1] for place in command.low)
        made = Choice(choice.action, low)
        return bool(choice.low) and solver_of(self.rules.game).is_alike(round_.faces(hand.cards), made, choice)

    @property
    def _step(self) -> s.Step | None:
        return current(self.rules, self.state)

    @property
    def _hand(self) -> Hand:
        round_ = self.state.round
        assert round_ is not None
        return round_.hands[self.position]


class Judged(NamedTuple):
    """A decision that was made, and what it gave away."""

    round: int
    spot: Spot
    stakes: Mapping[str, int]
    did: Choice
    best: Choice
    lost: Fraction
    """In cents."""


def asked_at(rules: Rules, state: State, player: str) -> int | None:
    """The position at which a player is asked to decide or to set the cards."""
    for move in legal(rules, state):
        if move.player == player and move.command in (c.Act, c.SetHand):
            return int(move.given["position"])
    return None


def question(advisor: Advisor, rules: Rules, state: State, position: int) -> Question | None:
    """What the player of a position is asked, with the value of everything; None where there is no telling."""
    round_ = state.round
    if round_ is None or position not in round_.hands:
        return None
    apart = advisor.solver.apart.values()
    stakes = {
        name: amount
        for name, amount in round_.hands[position].wagers.items()
        if not rules.game.wager[name].after_deal and name not in apart
    }
    try:
        spot = spot_at(rules, state, position, seen=True)
        advice = advisor.at(stakes).advise(spot)
    except PitbossError:
        return None
    return Question(rules, state, position, spot, stakes, advice)


def in_words(choice: Choice) -> str:
    """A choice as it is written down.

    >>> in_words(Choice("play_3"))
    'play 3'
    """
    low = f", {notation(choice.low)} low" if choice.low else ""
    return choice.action.replace("_", " ") + low
