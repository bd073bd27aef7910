"""The steps that can be left to people, in the groups in which a supervisor switches them."""

from __future__ import annotations

from typing import Any

from pitboss.table import commands as c
from pitboss.table.commands import Command

GROUPS: dict[str, tuple[type[Command], ...]] = {
    "Cards and shuffle": (c.ReceiveDeck, c.Handle, c.Shuffle, c.Cut, c.CountDeck),
    "Betting calls": (c.NoMoreBets, c.GoIdle),
    "Dealing": (c.Deal, c.TakeOut, c.CloseDeal, c.Deliver, c.LayDown),
    "Community cards": (c.Burn, c.DealCommunity),
    "Stub": (c.RackStub, c.CountStub, c.CountHands),
    "Settlement": (c.Reveal, c.Show, c.Settle, c.RackHand, c.ClearTable),
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
}  # fmt: skip


def switches() -> list[dict[str, Any]]:
    """The kinds of steps that can be left to people, in their groups."""
    return [
        {"group": group, "steps": [{"name": kind.__name__, "says": _WORDS[kind]} for kind in kinds]}
        for group, kinds in GROUPS.items()
    ]
