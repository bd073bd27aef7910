"""The steps that can be left to people, in the groups in which a supervisor switches them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.games import steps as s
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.rules import Rules

GROUPS: dict[str, tuple[type[Command], ...]] = {
    "Cards and shuffle": (c.ReceiveDeck, c.Handle, c.Shuffle, c.Cut, c.CountDeck),
    "Betting calls": (c.NoMoreBets, c.GoIdle),
    "Dealing": (c.Deal, c.TakeOut, c.CloseDeal, c.Deliver, c.LayDown),
    "Community cards": (c.Burn, c.DealCommunity),
    "Stub": (c.RackStub, c.CountStub, c.CountHands),
    "Settlement": (c.Reveal, c.Show, c.Settle, c.RackHand, c.Attest, c.ClearTable),
}
"""The steps of dealer and devices, as they are switched between automatic and by hand. Rulings are always by hand."""
_WORDS: dict[type[Command], str] = {
    c.ReceiveDeck: "Bring a deck", c.Handle: "Inspect, wash, stack, load", c.Shuffle: "Shuffle", c.Cut: "Cut",
    c.CountDeck: "Count a whole deck", c.NoMoreBets: "Call “No more bets”", c.GoIdle: "Declare idle",
    c.Deal: "Deal", c.TakeOut: "Take the rest out of the shoe", c.CloseDeal: "Close the deal",
    c.Deliver: "Deliver the dealer’s stack", c.LayDown: "Players lay their cards down", c.Burn: "Burn",
    c.DealCommunity: "Deal community cards", c.RackStub: "Rack the stub", c.CountStub: "Count the stub",
    c.CountHands: "Count every hand", c.Reveal: "Turn up the dealer’s cards", c.Show: "Show hands",
    c.Settle: "Settle wagers", c.RackHand: "Collect hands", c.ClearTable: "Clear the table",
    c.Attest: "Attest the dealing",
}  # fmt: skip


def switches(rules: Rules) -> list[dict[str, Any]]:
    """The kinds of steps that a table has and that can be left to people, in their groups."""
    never = {command for command, has in _ONLY_WITH.items() if not has(rules)}
    groups = {group: [kind for kind in kinds if kind not in never] for group, kinds in GROUPS.items()}
    return [
        {"group": group, "steps": [{"name": kind.__name__, "says": _WORDS[kind]} for kind in kinds]}
        for group, kinds in groups.items()
        if kinds
    ]


def _has(step: type[s.Step]) -> Callable[[Rules], bool]:
    return lambda rules: any(isinstance(one, step) for one in rules.script)


_ONLY_WITH: dict[type[Command], Callable[[Rules], bool]] = {
    c.TakeOut: lambda rules: rules.stacks,
    c.Deliver: lambda rules: rules.stacks and rules.deal.dealer_waits(rules.terms),
    c.CloseDeal: _has(s.CloseDeal),
    c.LayDown: _has(s.LayDown),
    c.Burn: _has(s.Burn),
    c.Attest: lambda rules: rules.attests,
    c.DealCommunity: _has(s.Community),
}
