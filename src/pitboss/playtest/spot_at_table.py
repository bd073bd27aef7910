"""The spot at which a player is asked to decide, for whoever gives advice or plays by a strategy."""

from __future__ import annotations

from pitboss.errors import PitbossError
from pitboss.games import steps as s
from pitboss.solvers.solver import Choice, solver_of
from pitboss.solvers.spots import Spot
from pitboss.table.deciding import amounts
from pitboss.table.rules import Rules
from pitboss.table.state import Hand, State


def spot_at(rules: Rules, state: State, position: int, *, seen: bool = False) -> Spot:
    """What the player of a position knows, when asked to decide or to set the cards; with `seen`, all open hands."""
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[position]
    asked = [place for place, step in enumerate(rules.script) if isinstance(step, s.Decide)]
    stage = solver_of(rules.game).stages[max(0, sum(place <= round_.step for place in asked) - 1)]
    others = [card for p in round_.positions if p != position for card in round_.hands[p].up] if seen else []
    faces = round_.faces
    return Spot(rules.game, stage.name, faces(hand.cards), faces(round_.board), faces(others))


def action_of(rules: Rules, step: s.Decide, hand: Hand, choice: Choice) -> tuple[str, int]:
    """A choice as the table takes it: the action, and the amount of its wager."""
    times = choice.action.removesuffix("x")
    for action in step.actions:
        if action.wager and times.isdigit():
            amount = int(times) * hand.wagers["ante"]
            if amount in amounts(rules, hand, action):
                return action.name, amount
        elif action.name == choice.action:
            return action.name, amounts(rules, hand, action)[0] if action.wager else 0
    raise PitbossError("choice", f"{choice.action} is not open here")
