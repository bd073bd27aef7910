"""What happened at a table, in the past tense: small frozen facts from which the whole state follows.

A card is named by its place in the order of its deck (0 to 51), so an event shows no face that is not public: faces
stand only where cards were turned up. The order itself, and the salt that seals it, are the `SEALED` fields of the
shuffle; they are opened at the end of the round. Of real cards no order is known: it is 52 unknown cards, and a card
has a face from `FacesSeen` on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from pitboss.games.handling import Handling
from pitboss.law import Citation
from pitboss.ledger import Money


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fact, the clauses that caused it, and the money that moved with it."""

    SEALED: ClassVar[tuple[str, ...]] = ()
    """Fields that nobody may see yet."""
    SCHEMA: ClassVar[int] = 1
    """The version of this event's form; older ones are brought up to it when they are read."""

    clauses: tuple[Citation, ...] = ()
    money: Money = ()
    step: int | None = None
    """The step of the game's script at which the round stands after this event, if that changed."""


# --- the table and its people ----------------------------------------------------------------------------------------


class SubmissionPosted(Event, frozen=True, kw_only=True):
    """The operator's choices came into force."""

    game: str
    options: Mapping[str, Any]
    digest: str
    attest: tuple[str, ...] = ()
    """The duties of opening that are attested anew at an open table."""


class TableOpened(Event, frozen=True, kw_only=True):
    """The table is open; these floor people are assigned to it."""

    floor: tuple[str, ...]


class TableClosed(Event, frozen=True, kw_only=True):
    """The table is closed and its cards are gone."""


class DutiesAttested(Event, frozen=True, kw_only=True):
    """Somebody answered for what software cannot see; the clauses are those of the duties."""

    moment: str
    duties: tuple[str, ...]
    by: str
    """In which role."""
    name: str


class TableIdled(Event, frozen=True, kw_only=True):
    """No play; the cards are to be spread."""


class PlayerSeated(Event, frozen=True, kw_only=True):
    """A player took a position."""

    player: str
    position: int


class PlayerLeft(Event, frozen=True, kw_only=True):
    """A player gave up the seat."""

    player: str


class ChipsBought(Event, frozen=True, kw_only=True):
    """Cash went into the drop box and chips to the player."""

    player: str
    amount: int


class ChipsBrought(Event, frozen=True, kw_only=True):
    """A player brought chips from elsewhere."""

    player: str
    amount: int


class TipGiven(Event, frozen=True, kw_only=True):
    """Chips went into the tip box."""

    player: str
    amount: int


# --- cards -----------------------------------------------------------------------------------------------------------


class DeckReceived(Event, frozen=True, kw_only=True):
    """A deck came to the table, with the steps it has to go through; a preshuffled one comes sealed."""

    SEALED: ClassVar[tuple[str, ...]] = ("order", "salt", "stream")
    SCHEMA: ClassVar[int] = 2
    deck: str
    preshuffled: bool
    due: tuple[Handling, ...]
    commitment: str = ""
    order: tuple[int, ...] = ()
    salt: str = ""
    stream: str = ""


class DeckRemoved(Event, frozen=True, kw_only=True):
    """A deck left the table."""

    deck: str
    reason: str


class DeckHandled(Event, frozen=True, kw_only=True):
    """A step with a deck was done."""

    deck: str
    handling: Handling
    face_up: bool | None = None
    """How a spread lies."""
    by: str = ""
    """Who did it: the dealer, the device, the floor or a player."""
    hand: str = ""
    """The hand that holds a deck that is dealt from the hand."""
    faces: str = ""
    """The cards of a spread that lies face up."""
    cards: int = 52
    name: str = ""
    """The name of the one who did it."""


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled; the commitment binds its order without showing it."""

    SEALED: ClassVar[tuple[str, ...]] = ("order", "salt", "stream")
    SCHEMA: ClassVar[int] = 2
    deck: str
    method: str
    commitment: str
    count: int | None = None
    order: tuple[int, ...] = ()
    salt: str = ""
    stream: str = ""


class DeckCut(Event, frozen=True, kw_only=True):
    """So many cards went from the top to the bottom; of real cards nobody counts them."""

    deck: str
    cards: int | None


class DeckCounted(Event, frozen=True, kw_only=True):
    """A whole deck was counted."""

    deck: str
    cards: int
    again: bool = False
    """The number does not fit: it is counted again before anything follows."""
    for_stub: bool = True
    """It stands in for the count of the stub that was due in a round which is void."""


class StepsOrdered(Event, frozen=True, kw_only=True):
    """A deck has to go through these steps before it is dealt."""

    deck: str
    due: tuple[Handling, ...]
    reason: str
    by: str = ""
    """Who ordered it, where somebody did."""
    where: str = "table"
    """Where the deck lies until then."""


# --- a round ---------------------------------------------------------------------------------------------------------


class WagerPlaced(Event, frozen=True, kw_only=True):
    """The wager on an area is now this much (0: it was taken back)."""

    player: str
    position: int
    wager: str
    amount: int


class WagersSeen(Event, frozen=True, kw_only=True):
    """Which wagers lie at each position, without their amounts; replaces what was said before."""

    wagers: tuple[tuple[int, tuple[str, ...]], ...]


class CouponLaid(Event, frozen=True, kw_only=True):
    """The match play coupon at a position is now this one (0: none)."""

    player: str
    position: int
    face: int


class BetsClosed(Event, frozen=True, kw_only=True):
    """The call "No more bets": the positions in play, and those that lacked something and got their wagers back."""

    number: int
    deck: str
    dealing: str
    positions: tuple[int, ...]
    returned: tuple[int, ...] = ()


class CardsDealt(Event, frozen=True, kw_only=True):
    """Cards went face down to hands, in this order: (position, cards); position 0 is the dealer."""

    deals: tuple[tuple[int, tuple[int, ...]], ...]
    waits: bool = False
    """The dealer's stack stays in the shoe under the cover card."""
    completes: bool = False
    """These cards complete hands that were short."""
    covered: bool = False
    """The dealer's cards lie under a cover card."""


class StackDelivered(Event, frozen=True, kw_only=True):
    """The dealer's stack came from the shoe to its area."""


class CardsTakenOut(Event, frozen=True, kw_only=True):
    """The cards left in the automated shoe were taken into the dealer's hand."""

    hand: str = ""


class DealClosed(Event, frozen=True, kw_only=True):
    """The device counted the hands and shows what they pay."""

    hands: int
    pays: tuple[str, ...] = ()


class CardBurned(Event, frozen=True, kw_only=True):
    """A card went unseen to the discard rack."""

    card: int


class CommunityDealt(Event, frozen=True, kw_only=True):
    """Community cards were dealt face up."""

    cards: tuple[int, ...]
    faces: str


class StubTaken(Event, frozen=True, kw_only=True):
    """What is left of the deck was taken from where it was dealt from."""

    source: str


class StubCounted(Event, frozen=True, kw_only=True):
    """The stub was counted face down; `right` if it fits a deck of 52."""

    cards: int
    expected: int
    right: bool
    again: bool = False
    """The number does not fit: it is counted again before anything follows."""


class HandsCounted(Event, frozen=True, kw_only=True):
    """Every hand was counted, because stub and hands do not come to 52."""

    counts: tuple[tuple[int, int], ...]
    again: bool = False
    """Some hands are wrong that were not known to be: they are counted again before anything follows."""


class HandCounted(Event, frozen=True, kw_only=True):
    """The cards of a hand were counted; position 0 is the dealer's."""

    position: int
    cards: int
    expected: int
    again: bool = False
    """The number does not fit: it is counted again before anything follows."""
    inquiry: bool = False
    """With the stub counted before, there are not 52 cards: every hand is counted."""
    whole: bool = True
    """The undealt cards, if they were counted with it, do not show another deck than one of 52."""
    proved: bool = False
    """The undealt cards were counted with it and show a deck of 52."""


class StubRacked(Event, frozen=True, kw_only=True):
    """The stub went unseen to the discard rack."""


class HandLaidDown(Event, frozen=True, kw_only=True):
    """A player laid the cards down, ready to be asked."""

    position: int
    reason: str = ""


class CardsPicked(Event, frozen=True, kw_only=True):
    """A player picked cards unseen and turned them up."""

    position: int
    cards: tuple[int, ...]
    faces: str
    reason: str = ""
    drawn: bool = False
    """Drawn by the sealed generator instead."""


class Decided(Event, frozen=True, kw_only=True):
    """A player checked, folded or made a play wager."""

    position: int
    action: str
    wager: str | None = None
    amount: int = 0
    reason: str = ""


class HandSet(Event, frozen=True, kw_only=True):
    """These cards of a hand lie low and the others high; a player's face down, the dealer's (position 0) face up."""

    position: int
    low: tuple[int, ...]
    reason: str = ""
    laid: tuple[int, ...] = ()
    """What had been laid low, where the dealer sets a player's hand otherwise, the house way or back."""


class CardsTurnedUp(Event, frozen=True, kw_only=True):
    """Cards of a hand are face up for everyone; position 0 is the dealer."""

    position: int
    cards: tuple[int, ...]
    faces: str
    early: bool = False
    """Shown before their time."""


class FacesSeen(Event, frozen=True, kw_only=True):
    """Real cards were read by whoever the record names."""

    cards: tuple[int, ...]
    faces: str


class FacesCorrected(Event, frozen=True, kw_only=True):
    """Real cards had been misread."""

    cards: tuple[int, ...]
    was: str
    faces: str
    reason: str


class CoverLifted(Event, frozen=True, kw_only=True):
    """The cover card came off the dealer's cards and went where the rules say."""

    where: str


class HandAnnounced(Event, frozen=True, kw_only=True):
    """The dealer called a hand; `cards` are the faces that make it, where they are set out."""

    position: int
    words: str
    cards: str = ""


class WagerSettled(Event, frozen=True, kw_only=True):
    """A wager was taken, paid or handed back; where stakes are announced all amounts are 0."""

    position: int
    wager: str
    outcome: str
    stake: int
    paid: int
    returned: int
    odds: str | None = None


class CardsRacked(Event, frozen=True, kw_only=True):
    """A group of cards went to the discard rack: a hand by its position, 0 the dealer's, or the board."""

    group: str
    position: int
    cards: tuple[int, ...]


class HandKept(Event, frozen=True, kw_only=True):
    """A settled hand stays exposed, being the best so far."""

    position: int
    strength: int


class DeckOpened(Event, frozen=True, kw_only=True):
    """The seal of the round's deck was opened: anyone can check the commitment, the shuffle and every card."""

    SCHEMA: ClassVar[int] = 2
    deck: str
    order: str
    salt: str
    stream: str
    """How a generator made the order from the salt, its seed; "" if none did."""


class RoundEnded(Event, frozen=True, kw_only=True):
    """The table is clear; the deck has to go through these steps before it is dealt again."""

    number: int
    void: bool
    due: tuple[Handling, ...]


# --- irregularities, the floor ---------------------------------------------------------------------------------------


class IrregularityFound(Event, frozen=True, kw_only=True):
    """Something went wrong; `order` says what the rules order."""

    kind: str
    position: int | None = None
    order: str = ""


class CardSetAside(Event, frozen=True, kw_only=True):
    """A card that may not be used went to the discard rack, its face seen."""

    card: int
    face: str
    short: int | None = None
    """The position whose stack lacks it; None where the next card takes its place at once."""


class CardsDead(Event, frozen=True, kw_only=True):
    """Cards that went to a position not in play were racked face down as a group."""

    position: int
    cards: tuple[int, ...]
    recount: bool = False
    """The stub was counted without them, and its number does not fit any more: it is counted again."""


class HandRecounted(Event, frozen=True, kw_only=True):
    """A hand was found to hold these cards; those it has too many or lacks are or lie on top of the undealt ones."""

    position: int
    cards: tuple[int, ...]
    undealt: tuple[int, ...]


class HandVoided(Event, frozen=True, kw_only=True):
    """A hand is void and its wagers went back."""

    position: int
    kind: str
    late: bool = False
    """The results of the others stood by then."""


class RoundVoided(Event, frozen=True, kw_only=True):
    """All hands are void; every wager went back but those that are settled all the same."""

    kind: str
    still_settled: tuple[str, ...] = ()
    waits: tuple[int, ...] = ()
    """Positions whose wagers wait for the floor's ruling instead."""


class RackCounted(Event, frozen=True, kw_only=True):
    """The rack, the drop, or chips that went into or out of the rack were counted; two people signed."""

    what: str
    total: int
    signed: tuple[str, str]
    pieces: tuple[tuple[int, int], ...] = ()
    again: bool = False
    """It takes the place of the last count of its kind."""
    reason: str = ""


class DeviceChanged(Event, frozen=True, kw_only=True):
    """A device's state: "present", "fault", "removed", "covered" or "marked"."""

    device: str
    status: str


class PlayerDeparted(Event, frozen=True, kw_only=True):
    """A player walked away."""

    player: str


class PlayerReturned(Event, frozen=True, kw_only=True):
    """A player who walked away is back, and plays on."""

    player: str


class PlayerCalled(Event, frozen=True, kw_only=True):
    """The player of a position was asked and did not answer."""

    player: str
    position: int


class BreachReported(Event, frozen=True, kw_only=True):
    """A breach of conduct was reported."""

    player: str
    """Or "dealer", where the rule is a duty of the dealer's."""
    what: str
    rule: str = ""
    """The rule of conduct that it breaks, by its name in the game."""


class WagersForfeited(Event, frozen=True, kw_only=True):
    """The floor ruled that a player's wagers of this round are lost."""

    player: str
    why: str
    reason: str
    rule: str = ""
    """Of a breach, the rule of conduct that it was reported under."""
    answers: bool = False
    """The player answers for the number of cards in the hands: if it is wrong, they were not dealt so."""


class WagersStand(Event, frozen=True, kw_only=True):
    """The floor ruled that the wagers of a player who walked away, or of whom a breach was reported, stand."""

    player: str
    reason: str
    rule: str = ""
    """The rule of conduct that the player was not found to have broken."""


class PlayerExcluded(Event, frozen=True, kw_only=True):
    """The floor keeps a player out of later rounds."""

    player: str
    reason: str


class PlayerReadmitted(Event, frozen=True, kw_only=True):
    """The floor lets a player in again who was kept out."""

    player: str
    reason: str


class ErrorCorrected(Event, frozen=True, kw_only=True):
    """The floor put an error right by a payment; earlier entries stand as they are."""

    player: str
    amount: int
    reason: str
    approval: str = ""


class MeterReset(Event, frozen=True, kw_only=True):
    """The house brought the progressive meter to its seed."""

    meter: int


class FactReported(Event, frozen=True, kw_only=True):
    """A fact as it was reported; what follows from it comes next."""

    fact: str
    said: Mapping[str, Any]
    events: int = 0
    """How many events follow from it."""


class ReportWithdrawn(Event, frozen=True, kw_only=True):
    """The floor took the last report back: the table is as it was before it."""

    fact: str
    reason: str


class Noted(Event, frozen=True, kw_only=True):
    """A fact from which nothing follows, by the ruling that is cited."""

    what: str
