"""What a player may choose, as the dealer's page offers it: one key each, with the chips that go with it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.floor.dealer_words import capital
from pitboss.floor.reports import Field
from pitboss.floor.requests import Request
from pitboss.games import steps as s
from pitboss.money import short_dollars as money
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Role
from pitboss.table.decide import work_through
from pitboss.table.deciding import amounts
from pitboss.table.moves import chips
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import Hand, State

_KEYS = {"check": "C", "fold": "0"}


class Choice(msgspec.Struct, frozen=True):
    """Something that may be chosen, at a position, by one touch or one key."""

    key: str
    label: str
    requests: tuple[Request, ...]
    position: int = 0
    detail: str = ""
    fields: tuple[Field, ...] = ()


def choices_at(
    rules: Rules, state: State, step: s.Decide, position: int, lead: tuple[Request, ...]
) -> Iterator[Choice]:
    """Everything that a position may choose at this step."""
    round_ = state.round
    assert round_ is not None
    hand, one_play = round_.hands[position], len({action.wager for action in step.actions if action.wager}) == 1
    for action in step.actions:
        for amount in amounts(rules, hand, action) if action.wager else (0,):
            given = {"position": position, "action": action.name, "amount": amount}
            act = Request("Act", given, player=hand.player)
            key, label = _named(action, amount, hand, one_play)
            detail = money(amount) if amount else _lost(rules, state, position, action)
            requests = (*lead, *short_of(state, hand.player, amount), act)
            yield Choice(key=key, label=label, detail=detail, requests=requests, position=position)


def _named(action: s.Action, amount: int, hand: Hand, one_play: bool) -> tuple[str, str]:
    """The key and the name of a choice: 4 plays four times, 0 folds."""
    label = capital(action.label)
    if not action.wager:
        return _KEYS.get(action.name, label[:1]), label
    if not one_play or not amount:
        return next((part for part in action.label.split() if part.isdigit()), label[:1]), label
    times = amount // hand.wagers["ante"]
    return str(times), f"{label} {times}×"


def _lost(rules: Rules, state: State, position: int, action: s.Action) -> str:
    """What is taken at once from a player who folds."""
    round_ = state.round
    assert round_ is not None
    by = Actor(Role.PLAYER, round_.hands[position].player)
    draft = work_through(rules, state, c.Act(by=by, at=state.at, position=position, action=action.name))
    if isinstance(draft, Refusal):
        return ""
    taken = sum(line.stake - line.returned for line in draft.hand(position).lines[len(round_.hands[position].lines) :])
    return f"take {money(taken)}" if taken else ""


def short_of(state: State, player: str, amount: int) -> tuple[Request, ...]:
    """The chips that somebody puts down and has not bought here."""
    short = amount - chips(state, player)
    return (Request("BuyIn", {"amount": short, "in_chips": True}, player=player),) if short > 0 else ()
