"""The dealer's steps as a trainer names them: short, without a word on when they are due."""

from __future__ import annotations

from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.commands import Role
from pitboss.table.dealing import targets
from pitboss.table.legal import due
from pitboss.table.moves import Move
from pitboss.table.rules import Rules
from pitboss.table.saying import sentence
from pitboss.table.state import State
from pitboss.training.shift_step import Step

_HANDLING = {
    Handling.INSPECT: "Sort and inspect {deck}",
    Handling.SPREAD: "Spread {deck} face up, by suit and in sequence",
    Handling.OFFER: "Offer the first player a look at the cards",
    Handling.TURN_UP: "Turn the spread cards face up",
    Handling.TURN_DOWN: "Turn the cards face down",
    Handling.WASH: "Wash the cards",
    Handling.STACK: "Stack the cards",
    Handling.INTO_SHUFFLER: "Put {deck} into the shuffler",
    Handling.LAY_COVER: "Lay down the cover card for the cut",
    Handling.COVER_AWAY: "Put the cover card into the discard rack",
    Handling.LOAD: "Put {deck} where it is dealt from",
    Handling.GATHER: "Take all cards out of the shoe and the discard rack",
    Handling.SPREAD_IDLE: "Spread the cards on the idle table",
}
"""The steps of the dealer's own; others verify and look."""


def due_step(step: Step) -> Move | None:
    """The due move that a step carried out, if it was one of the dealer's."""
    if step.command.by.role is not Role.DEALER:
        return None
    move = due(step.rules, step.state)
    return move if move and move.covers(step.command) else None


def said(move: Move, step: Step) -> str:
    """A due move in the imperative."""
    return in_imperative(move, step.rules, step.state)


def in_imperative(move: Move, rules: Rules, state: State) -> str:
    """A due move as somebody tells a dealer to take it."""
    if move.command is c.Handle and (words := _HANDLING.get(move.given["step"])):
        return words.format(deck=f"the {move.given['deck']} deck") + "."
    if move.command is c.Deal and state.playing and targets(rules, state.playing):
        return f"Deal the next {'stack' if rules.stacks else 'card'}."
    return sentence(move, rules, state).partition(":")[0].removesuffix(".") + "."
