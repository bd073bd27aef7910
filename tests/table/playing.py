"""Helpers for tests of decisions and settlement: who is asked what, and a dealer who settles by hand."""

from __future__ import annotations

from typing import Any

from tables import DEALER, WAGERS, Scene, dealt

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.legal import due

PLAY = {"uth": "play", "hi-lo": "play", "top-five": "play", "pik-it": "play_5"}
STEPS = (c.Reveal, c.Show, c.Settle, c.RackHand)
BY_PLAYER = {"settlement_order": "by-player"}
POSITIONS = (1, 3, 6)


def seats(game: str, *positions: int, **more: int) -> dict[int, dict[str, int]]:
    """The compulsory wagers at these positions, and further ones."""
    return {position: {**WAGERS[game], **more} for position in positions}


def asked(table: Scene) -> int:
    """Who is asked to decide now."""
    move = due(table.rules, table.state)
    assert move is not None
    assert move.command is c.Act, move.words
    return int(move.given["position"])


def name_at(table: Scene, position: int) -> str:
    return table.round.hands[position].player


def choices(table: Scene) -> set[tuple[str, int]]:
    """What may be chosen now, in dollars."""
    moves = [move.given for move in table.legal() if move.command is c.Act and move.player]
    return {(given["action"], given["amount"] // 100) for given in moves}


def at_the_reveal(
    game: str, positions: tuple[int, ...] = POSITIONS, cards: str = "", wagers: Any = (), **options: Any
) -> Scene:
    """Everyone has played; the dealer turns up, shows, settles and racks by hand."""
    bets = {position: {**WAGERS[game], **dict(wagers)} for position in positions}
    table = dealt(game, bets, cards=cards, by_hand=(c.Reveal,), **options)
    table.finish(PLAY[game])
    table.dealer.by_hand = frozenset(STEPS)
    table.happened.clear()
    return table


def next_task(table: Scene) -> tuple[type[c.Command], int]:
    """What the dealer does next, and where."""
    move = due(table.rules, table.state)
    assert move is not None
    return move.command, move.given.get("position", 0)


def settle_all(table: Scene) -> list[tuple[str, int]]:
    """Let the dealer do everything up to the clearing; what was done where."""
    done = []
    while next_task(table)[0] in STEPS:
        command, position = next_task(table)
        given = {} if command is c.Reveal else {"position": position}
        table.asks(command, DEALER, **given)
        done.append((command.__name__, position))
    return done


def place_of(table: Scene, kind: type[e.Event], position: int) -> int:
    """Where in the record the first event of a kind stands for a position."""
    events = enumerate(table.happened)
    return next(i for i, event in events if type(event) is kind and event.position == position)  # type: ignore[attr-defined]
