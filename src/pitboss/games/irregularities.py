"""Irregularities: faults that can happen at any table, and what each game's rules order after them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pitboss.law import Citation


class Irregularity(StrEnum):
    """Faults that can be observed at a table; the same name in every game, each game with its own consequence.

    The words are true in every game. `described` (faults.py) says more where one game draws another line than the next.
    """

    FACE_UP_CARD = "one card found face up while the cards are dealt"
    SECOND_FACE_UP_IN_DEAL = "a second card found face up before the initial deal is complete"
    SECOND_FACE_UP_LATER = "a second card found face up after everyone has the initial cards"
    FACE_UP_IN_STUB = "a card found face up in the stub after the last card is dealt"
    DRAWN_UNSEEN = "a card drawn in error, its face not seen"
    DRAWN_SEEN = "a card drawn in error, its face seen"
    PLAYER_COUNT = "a player with a wrong number of cards"
    DEALER_SHORT = "the dealer short of cards"
    DEALER_COUNT = "the dealer with a wrong number of cards"
    DEALER_EXPOSED = "a dealer's card exposed too early"
    DEALER_EXPOSED_LATE = "a dealer's card exposed when it no longer matters"
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
    BAD_DECK = "a deck found wrong while no round is in progress with it"
    SEEN_EARLY = "a card seen in a shuffled deck before it is dealt"
    DEALER_EXPOSED_BY_PLAYER = "a dealer's card exposed by a player while somebody has still to decide"
    WRONG_SETTING = "a player's hand found set against the rules when it is turned up"
    DEALER_WRONG_SETTING = "the dealer's hand found set otherwise than the house way"


class Remedy(StrEnum):
    """What is done about a fault."""

    NOTHING = "it changes nothing"
    RACK_AND_REPLACE = "the card is not used and is racked, the next card takes its place"
    USE_AS_NEXT = "it is used as the next card"
    AS_FACE_UP = "it is treated as a card found face up"
    STANDS = "the card stays in its hand and is public"
    COMPLETE_DEALER = "the dealer's hand is completed with what comes next from the deck"
    DEAD = "the cards are dead and racked as a group of their own"
    VOID_HAND = "that hand is void and its wagers go back"
    VOID_ROUND = "all hands are void and every wager goes back"
    GATHER = "the cards are taken out of the shoe and put together with those dealt"
    COUNT_DECK = "the whole deck is counted"
    RESHUFFLE = "the cards are reshuffled"
    REMOVE_DECK = "the deck leaves the table"
    WAIT_FOR_RULING = "but those of the player who exposed it wait for the floor's ruling"
    SET_HOUSE_WAY = "it is set the house way"
    SETTLE_AGAIN = "hands that are settled are settled again"


ByDealing = Mapping[str, tuple[Citation, ...]]
"""Further clauses, where each dealing method has its own text."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the rules order after an irregularity."""

    remedies: tuple[Remedy, ...]
    clauses: tuple[Citation, ...]
    still_settled: tuple[str, ...] = ()
    """Wagers that are settled although the hands are void: a rule of their own."""
    by_dealing: ByDealing = field(default_factory=dict)

    def cited(self, dealing_method: str) -> tuple[Citation, ...]:
        """The clauses in force at a table that deals in this way."""
        return (*self.by_dealing.get(dealing_method, ()), *self.clauses)

    @property
    def voids(self) -> bool:
        """Whether the position's hand is void, alone or with all others."""
        return Remedy.VOID_HAND in self.remedies or Remedy.VOID_ROUND in self.remedies

    @property
    def voids_round(self) -> bool:
        """Whether all hands are void."""
        return Remedy.VOID_ROUND in self.remedies

    @property
    def words(self) -> str:
        """The consequence in a sentence."""
        words: list[str] = [*self.remedies]
        if self.still_settled:
            verb = "are" if len(self.still_settled) > 1 else "is"
            kept = " and ".join(name.replace("_", " ") for name in self.still_settled)
            words[0] += f", except {kept}, which {verb} settled all the same"
        return "; ".join(words).replace("; but", ", but")

    def among(self, wagers: Container[str]) -> Consequence:
        """What is ordered where there are these wagers and no others."""
        return replace(self, still_settled=tuple(name for name in self.still_settled if name in wagers))


def then(remedy: Remedy, *clauses: Citation) -> Consequence:
    """The round goes on with one remedy."""
    return Consequence((remedy,), clauses)


def between_rounds(bad_deck: Citation, seen_early: Citation) -> dict[Irregularity, Consequence]:
    """What is found with a deck that is not being dealt."""
    return {
        Irregularity.BAD_DECK: then(Remedy.REMOVE_DECK, bad_deck),
        Irregularity.SEEN_EARLY: then(Remedy.RESHUFFLE, seen_early),
    }


def round_void(
    *clauses: Citation, still_settled: tuple[str, ...] = (), by_dealing: ByDealing | None = None
) -> Consequence:
    """Every hand is void and the whole deck is shuffled again."""
    return Consequence((Remedy.VOID_ROUND, Remedy.RESHUFFLE), clauses, still_settled, by_dealing or {})


def shoe_void(*clauses: Citation, counted: bool = False) -> Consequence:
    """Every hand is void; the cards come out of the shoe, are counted where the rules say so, and shuffled again."""
    count = (Remedy.COUNT_DECK,) if counted else ()
    return Consequence((Remedy.VOID_ROUND, Remedy.GATHER, *count, Remedy.RESHUFFLE), clauses)


def shuffle_again(*clauses: Citation, counted: bool = False) -> Consequence:
    """No hand is touched: the deck is counted where the rules say so, and shuffled again."""
    count = (Remedy.COUNT_DECK,) if counted else ()
    return Consequence((*count, Remedy.RESHUFFLE), clauses)


def deck_void(*clauses: Citation, by_dealing: ByDealing | None = None) -> Consequence:
    """Every hand is void and the deck leaves the table."""
    return Consequence((Remedy.VOID_ROUND, Remedy.REMOVE_DECK), clauses, by_dealing=by_dealing or {})
