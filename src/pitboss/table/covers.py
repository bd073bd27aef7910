"""Where the cover cards are: things of their own, never one of the 52 and never counted with them."""

from __future__ import annotations

from pitboss.games.handling import Handling
from pitboss.table.ready import cut_deck
from pitboss.table.rules import Rules
from pitboss.table.state import State

FREE = "free"


def cover_cards(rules: Rules, state: State) -> tuple[str, ...]:
    """The place of each cover card: of the one that serves the cut first, then of one for the dealer's cards."""
    on_cards = state.playing.cover if state.playing else ""
    if rules.game.procedure.cover_cards == 1:
        return (on_cards or _after_cut(rules, state),)
    return _after_cut(rules, state), on_cards or FREE


def _after_cut(rules: Rules, state: State) -> str:
    steps = rules.game.procedure.cut_steps
    for deck in state.decks:
        if deck.due[:1] == (Handling.CUT,) and Handling.LAY_COVER in steps:
            return "on the table"
        if deck.due[:1] == (Handling.COVER_AWAY,):
            return "under the deck"
    deck_cut = cut_deck(state)
    if deck_cut is None or Handling.CUT in deck_cut.due:
        return FREE
    return "in the discard rack" if Handling.COVER_AWAY in steps else "under the stack"
