"""Where a table stands, in the words of the floor."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.table import commands as c
from pitboss.table.commands import Command, Role
from pitboss.table.dealing import count_is_due
from pitboss.table.flow import awaits_ruling, breaches_to_rule
from pitboss.table.legal import due
from pitboss.table.moves import Move
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.words import seat


def stands(rules: Rules, state: State) -> str:
    """Where a table stands, in a few words for a list."""
    if not state.open:
        return "Closed"
    move, round_ = due(rules, state), state.playing
    if round_ is None:
        if state.idle and not state.bets:
            return "Idle, cards spread"
        if move and move.command is not c.NoMoreBets:
            return f"{_short(move)}"
        return "Wagers being placed" if state.bets else "Waiting for wagers" if state.seats else "No players"
    if round_.waits_for_ruling or any(awaits_ruling(rules, hand) for hand in round_.hands.values()):
        return "Held for a ruling"
    if move is None:
        return "Round in progress"
    if move.command is c.LetStand:
        return "Held for a ruling"
    if move.player and move.role is Role.PLAYER:
        return f"{seat(move.given['position']).capitalize()} to act"
    return "Void, " + _short(move).lower() if round_.void else _short(move)


_SHORT: dict[type[Command], str] = {
    c.ReceiveDeck: "New cards due", c.Shuffle: "Shuffle due", c.Cut: "Cut due", c.CountDeck: "Deck to be counted",
    c.Deal: "Dealing", c.Burn: "Burn card due", c.DealCommunity: "Community cards due", c.Reveal: "Dealer to show",
    c.CountStub: "Stub to be counted", c.RackStub: "Stub to be racked", c.CountHands: "Hands to be counted",
    c.ClearTable: "Table to be cleared", c.GoIdle: "To be declared idle", c.Handle: "Cards being prepared",
    c.Show: "Settling", c.Settle: "Settling", c.RackHand: "Settling", c.HandCount: "Hand to be counted",
    c.DrawPick: "Pick to be drawn", c.DeviceStatus: "Device to be put in order",
    c.Attest: "Duties to be attested", c.WagersSeen: "Waiting for wagers",
}  # fmt: skip


def _short(move: Move) -> str:
    words = _SHORT.get(move.command, "In progress")
    return f"{words} {seat(move.given['position'])}" if words == "Settling" else words


def warnings(
    rules: Rules, state: State, waiting: int, by_hand: Iterable[str], *, called: bool = False
) -> list[tuple[str, str]]:
    """What a supervisor should look at: ("stop" or "due", why); `waiting` players have bet and are ready."""
    found: list[tuple[str, str]] = [("stop", "the dealer calls the floor")] if called else []
    round_, move = state.playing, due(rules, state)
    if round_:
        left = dict.fromkeys(hand.player for hand in round_.hands.values() if awaits_ruling(rules, hand))
        found += [("stop", f"rule on the wagers of {player}, who left") for player in left]
        waiting_for = dict.fromkeys(round_.hands[position].player for position in round_.waits_for_ruling)
        found += [("stop", f"rule on the wagers of {player}, who exposed a card") for player in waiting_for]
        reported = dict.fromkeys(player for player, _ in breaches_to_rule(rules, round_))
        found += [("stop", f"rule on the breach reported of {player}") for player in reported]
        if round_.doubts:
            found.append(("stop", "a number does not fit and is counted again"))
        if round_.void or round_.inquiry or round_.face_up or any(hand.void for hand in round_.hands.values()):
            found.append(("stop", "an irregularity in this round"))
        if not round_.stub and count_is_due(rules, state):
            found.append(("due", "the stub is counted in this round"))
    found += [("stop", f"the {device}: {status}") for device, status in state.devices.items() if status == "fault"]
    if move and move.role is not Role.PLAYER and move.command.__name__ in set(by_hand):
        found.append(("due", "a step waits for a hand"))
    if not state.open and move and move.command is c.CountRack:
        found.append(("due", "the opener is to be counted"))
    if waiting and move and move.command is c.NoMoreBets:
        found.append(("due", f"{waiting} player{'s wait' if waiting > 1 else ' waits'} for the cards"))
    return found
