"""What is done for a player who has walked away, as the rulings say (UTH-R30, T5-R33, PK-R54, HL-R53).

The floor records the departure, rules that the wagers stand where a ruling is due, and stands in for the hand; after
the round the seat is freed, and the house keeps the chips.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.live import LiveTable
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.floor import walked_away
from pitboss.table.flow import awaits_ruling
from pitboss.table.legal import due

REASON = "the player has gone and cannot be asked"


def steps_for(live: LiveTable, player: str, floor: Actor) -> Sequence[Command]:
    """The next steps on account of a player who has gone; none if nothing waits for that player."""
    state, at = live.state, live.now()
    round_ = state.playing
    if round_ is None:
        return _between_rounds(live, player, floor)
    own = [position for position in round_.positions if round_.hands[position].player == player]
    if not own:
        return ()
    if not any(round_.hands[position].departed for position in own):
        return (c.Departed(by=floor, at=at, player=player),)
    if any(awaits_ruling(live.rules, round_.hands[position]) for position in own):
        return (c.LetStand(by=floor, at=at, player=player, reason=REASON),)
    waits = due(live.rules, state)
    if waits is None or waits.player != player:
        return ()
    for move in live.moves:
        if move.role is Role.FLOOR and "reason" in move.open and move.given.get("position") in own:
            return (move.command(by=floor, at=at, **{**move.given, "reason": REASON}),)
    return ()


def _between_rounds(live: LiveTable, player: str, floor: Actor) -> Sequence[Command]:
    """The seat is freed; wagers that lie there before the call go back first."""
    state, at = live.state, live.now()
    if player in walked_away(state):
        return (c.FreeSeat(by=floor, at=at, player=player),)
    who = Actor(Role.PLAYER, player)
    coupons = [
        c.UseCoupon(by=who, at=at, position=position, face=0)
        for position, bets in state.bets.items()
        if bets.player == player and bets.coupon
    ]
    wagers = [
        c.Bet(by=who, at=at, position=position, wager=wager, amount=0)
        for position, bets in state.bets.items()
        if bets.player == player
        for wager in reversed(list(bets.wagers))
    ]
    return (*coupons, *wagers, c.Leave(by=who, at=at))
