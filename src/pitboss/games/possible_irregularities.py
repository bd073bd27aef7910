"""What can go wrong at a table of a game, and how it is told."""

from __future__ import annotations

from collections.abc import Container, Mapping

from pitboss.games.common import AUTOMATED, AUTOMATED_SHOE, DEALING, SHUFFLING
from pitboss.games.game import Game
from pitboss.games.irregularities import Consequence, Irregularity
from pitboss.games.steps import Community
from pitboss.games.terms import Terms


def described(kind: Irregularity, game: Game) -> str:
    """What happened, as this game's table tells one case from another."""
    procedure = game.procedure
    until = "the dealer's hand is revealed" if procedure.dealer_hidden_until_reveal else "every player has decided"
    match kind:
        case Irregularity.DEALER_SHORT if procedure.repair:
            return procedure.repair.words
        case Irregularity.DEALER_COUNT if procedure.repair:
            return "the dealer with any other wrong number of cards"
        case Irregularity.DEALER_EXPOSED:
            return f"a dealer's card exposed before {until}"
        case Irregularity.DEALER_EXPOSED_LATE:
            return f"a dealer's card exposed after {until}"
        case _:
            return kind.value


def told(kind: Irregularity, game: Game, wagers: Container[str]) -> str:
    """What happened, and what it comes to for a hand with these wagers."""
    return f"{described(kind, game)}: {game.irregularities[kind].among(wagers).words}"


def possible(game: Game, terms: Terms) -> Mapping[Irregularity, Consequence]:
    """What can go wrong at a table by its devices and the way it is played, and what follows for the wagers it has.

    Without a table, all that can go wrong in the game.
    """
    offered = [wager.name for wager in game.wagers if terms.offers(wager.name)]
    return {kind: then.among(offered) for kind, then in game.irregularities.items() if _can_happen(kind, game, terms)}


def _can_happen(kind: Irregularity, game: Game, terms: Terms) -> bool:
    match kind:
        case Irregularity.DEALER_SHORT:
            return game.procedure.repair is not None
        case Irregularity.DEALER_EXPOSED_LATE:
            return not game.procedure.dealer_hidden_until_reveal
        case Irregularity.EARLY_COMMUNITY | Irregularity.SECOND_FACE_UP_LATER:
            return any(isinstance(step, Community) for step in game.script)
        case _ if not terms.of_a_table:
            return True
        case Irregularity.SHOE_FAULT:
            return bool(terms[DEALING] == AUTOMATED_SHOE)
        case Irregularity.SHUFFLER_FAULT:
            return bool(terms[SHUFFLING] == AUTOMATED)
        case Irregularity.SHUFFLER_COUNT:
            return bool(terms[SHUFFLING] == AUTOMATED) and game.procedure.shuffler_counts(terms)
        case Irregularity.DEAD_CARDS:
            return bool(terms["positions"] > 1)
        case _:
            return True
