"""How a game's cards are handled between rounds: the steps a deck goes through, and the numbers that bind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pitboss.law import Citation

if TYPE_CHECKING:
    from pitboss.games.terms import Terms


class Handling(StrEnum):
    """One thing that is done with a deck, in the order in which such things are done.

    The value is also the key of its clauses in the register's conduct.
    """

    GATHER = "gather"
    COUNT = "count"
    INSPECT = "inspect"
    VERIFY = "verify"
    SPREAD = "spread"
    SPREAD_IDLE = "idle-spread"
    TURN_UP = "turn-up"
    OFFER = "offer"
    LOOK = "look"
    TURN_DOWN = "turn-down"
    WASH = "wash"
    STACK = "stack"
    INTO_SHUFFLER = "into-shuffler"
    SHUFFLE = "shuffle"
    LAY_COVER = "lay-cover"
    CUT = "cut"
    COVER_AWAY = "cover-away"
    LOAD = "load"

    @property
    def words(self) -> str:
        """What the step is, for a person."""
        return _WORDS[self]


_WORDS = {
    Handling.INSPECT: "the dealer sorts and inspects the cards",
    Handling.VERIFY: "the floor verifies the inspection",
    Handling.SPREAD: "the dealer spreads the cards face up, by suit and in sequence",
    Handling.OFFER: "the dealer offers the first player a look at the cards",
    Handling.LOOK: "the first player looks at the cards, or declines",
    Handling.TURN_UP: "the spread cards are turned face up",
    Handling.TURN_DOWN: "the cards are turned face down",
    Handling.WASH: "the cards are washed",
    Handling.STACK: "the cards are stacked",
    Handling.INTO_SHUFFLER: "the cards go into the shuffler",
    Handling.SHUFFLE: "the cards are shuffled",
    Handling.LAY_COVER: "the cover card is laid down for the cut",
    Handling.CUT: "the dealer cuts the cards",
    Handling.COVER_AWAY: "the cover card goes to the discard rack",
    Handling.LOAD: "the stack goes to where it is dealt from",
    Handling.GATHER: "the cards are taken out of shoe and discard rack",
    Handling.COUNT: "the whole deck is counted face down",
    Handling.SPREAD_IDLE: "the cards are spread on the idle table",
}

ON_COVER_CARD = (Handling.LAY_COVER, Handling.CUT, Handling.COVER_AWAY)
"""A cut onto a cover card that is laid down first and racked afterwards."""


_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


@dataclass(frozen=True, slots=True)
class Repair:
    """When a dealer's hand that is short may be completed."""

    most_missing: int
    before_board: bool = False
    """Only while neither a community card nor the dealer's own cards are face up."""
    counted: bool = False
    """Only if a count of the undealt cards proves the deck whole."""

    @property
    def words(self) -> str:
        """The hand that may be completed, and on what terms."""
        number = " or ".join(_NUMBERS[missing] for missing in range(1, self.most_missing + 1))
        shown = ", with no community card and no card of the dealer's face up" if self.before_board else ""
        proved = ", and the deck counted and whole" if self.counted else ""
        return f"the dealer {number} card{'s' if self.most_missing > 1 else ''} short{shown}{proved}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """What a document fixes about its cards."""

    clauses: tuple[Citation, ...]
    cut_steps: tuple[Handling, ...] = ON_COVER_CARD
    cut_least: int = 10
    cut_most: int = 51
    stub_count_rounds: int = 5
    shuffler_counts: Callable[[Terms], bool] = lambda terms: False
    """Whether the shuffler counts the deck after each shuffle."""
    device_counts: Callable[[Terms], bool] = lambda terms: False
    """Whether a counting device makes the stub count unnecessary."""
    shuffler_deals: Callable[[Terms], bool] = lambda terms: False
    """Whether one device shuffles and gives out the cards, so that its fault in the deal is one of the shoe."""
    cover_cards: int = 1
    deck_hours_by_hand: int | None = None
    deck_hours_by_shoe: int | None = None
    deals_preshuffled: Callable[[Terms], bool] = lambda terms: False
    """Whether a deck that came preshuffled is dealt (after a cut) without another shuffle."""
    spreads_when_idle: Callable[[Terms], bool] = lambda terms: True
    idle_needs_empty_seats: bool = False
    """Idle begins when nobody is seated, or when a posted waiting time is over; not before."""
    turns_up_on_arrival: bool = True
    """Cards spread face down are turned up when a player comes; otherwise only if the player asks."""
    keeps_unused_preshuffled: bool = False
    """A preshuffled deck not yet dealt stays closed at an idle table."""
    second_deck_may_be_shuffling: bool = False
    """In the first round the second of two new decks may still be in the shuffler for its first shuffle."""
    goes_on_with_one_deck: bool = False
    """A two-deck table that lost a deck may go on with the other until a replacement is ready."""
    dealer_hidden_until_reveal: bool = False
    """A dealer's card exposed before the reveal voids the round, not only one exposed before all have decided."""
    voids_until_cleared: bool = False
    """A round can be voided until the table is cleared, not only until its results stand."""
    hand_voids_until_cleared: bool = False
    """One hand can be voided until the table is cleared, although it was settled."""
    repair: Repair | None = None
    device_may_stay_covered: bool = False
    """A device may stay beside another method: one that works as it is, one out of order covered or marked."""
    talk_after_reveal: bool = False
    """Where players may not speak of their hands: until the dealer's are revealed, not until the round is over."""
    one_coupon: bool = False
    """One match play coupon for each player, not for each hand."""
