"""Irregularities: faults that can happen at any table, and what each game's rules order after them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.law import Citation


class Void(StrEnum):
    """How far an irregularity reaches."""

    NOTHING = "the round goes on"
    HAND = "that hand is void"
    ROUND = "all hands are void"


class Irregularity(StrEnum):
    """Faults that can be observed at a table; the same name in every game, each game with its own consequence."""

    FACE_UP_CARD = "one card found face up while the cards are dealt"
    SECOND_FACE_UP_IN_DEAL = "a second card found face up before the initial deal is complete"
    SECOND_FACE_UP_LATER = "a second card found face up after everyone has the initial cards"
    FACE_UP_IN_STUB = "a card found face up in the stub after the last card is dealt"
    DRAWN_UNSEEN = "a card drawn in error, its face not seen"
    DRAWN_SEEN = "a card drawn in error, its face seen"
    PLAYER_COUNT = "a player with a wrong number of cards"
    DEALER_SHORT = "the dealer one card short, the deck whole and nothing turned up"
    DEALER_COUNT = "the dealer with a wrong number of cards otherwise"
    DEALER_EXPOSED = "a dealer's card exposed while a player has still to decide"
    DEALER_EXPOSED_LATE = "a dealer's card exposed after every player has decided"
    PLAYER_EXPOSED = "a player's card exposed by the dealer"
    EARLY_COMMUNITY = "community cards exposed before all decisions due are made"
    PASSED_OVER = "a position in play that was passed over in the deal"
    DEAD_CARDS = "cards sent to a position not in play, noticed after the next card"
    STUB_MISDEAL = "a stub count that reveals a misdeal, 52 cards in all"
    STUB_DECK = "a stub count that shows a deck of other than 52 cards"
    FOREIGN_CARD = "a duplicate or foreign card"
    SHUFFLER_FAULT = "the shuffler jams, stops or does not finish"
    SHUFFLER_COUNT = "the shuffler reports other than 52 cards"
    SHOE_FAULT = "the automated shoe jams, stops or does not give out all cards"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the rules order after an irregularity."""

    words: str
    clauses: tuple[Citation, ...]
    void: Void = Void.NOTHING
    still_settled: tuple[str, ...] = ()
    """Wagers that are settled although the hand is void."""
    reshuffle: bool = False
    deck_removed: bool = False


def goes_on(words: str, *clauses: Citation) -> Consequence:
    """The round goes on."""
    return Consequence(words, clauses)


def hand_void(*clauses: Citation) -> Consequence:
    """One position's hand is void; the others play on."""
    return Consequence("that hand is void and its wagers go back", clauses, Void.HAND)


def round_void(*clauses: Citation, still_settled: tuple[str, ...] = ()) -> Consequence:
    """Every hand is void and the whole deck is shuffled again."""
    kept = f" except {', '.join(still_settled)}, which ride on the player's own cards" if still_settled else ""
    words = f"all hands are void, every wager goes back{kept}, the cards are reshuffled"
    return Consequence(words, clauses, Void.ROUND, still_settled, reshuffle=True)


def deck_void(*clauses: Citation) -> Consequence:
    """Every hand is void and the deck leaves the table."""
    words = "all hands are void, every wager goes back, the deck leaves the table"
    return Consequence(words, clauses, Void.ROUND, deck_removed=True)


def shuffled_again(*clauses: Citation) -> Consequence:
    """A fault of the shuffler: no round is void."""
    return Consequence("the cards in the shuffler are shuffled again; no round is void", clauses, reshuffle=True)


def deck_removed(*clauses: Citation) -> Consequence:
    """A deck in the shuffler is found wrong: no round is void."""
    return Consequence("the deck leaves the table; no round is void", clauses, deck_removed=True)
