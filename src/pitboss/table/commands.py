"""What people and devices tell a table: requests, and observations, which are facts.

An observation is refused only if it is impossible (a seat that is not in play, a hand of 60 cards) or if it comes from
somebody who does not report such things; the rules say what follows from it. Every command says who gives it and when,
and carries all the entropy it needs (the order of a shuffle, its seed): nothing inside the table reads a clock or draws
a random number.

Where the table plays with real cards, a command that turns cards up also says their faces (0 to 51), one for each card
that nobody has read yet, in the order in which the cards lie. Where the software deals, faces are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple

import msgspec

from pitboss.cards import DECK
from pitboss.games.handling import Handling


class Role(StrEnum):
    """Who someone is at the table, from the least authority to the most (T5-R71)."""

    AUDITOR = "auditor"
    """Surveillance and audit: sees the books, gives no commands."""
    PLAYER = "player"
    DEVICE = "device"
    DEALER = "dealer"
    FLOOR = "floor"
    PIT = "pit"
    SHIFT = "shift"

    @property
    def supervises(self) -> bool:
        """A floorperson or above."""
        return self in (Role.FLOOR, Role.PIT, Role.SHIFT)

    def outranks(self, other: Role) -> bool:
        """Whether this one has more authority."""
        return _RANKS[self] > _RANKS[other]


_RANKS = {role: rank for rank, role in enumerate(Role)}


class Actor(NamedTuple):
    """A person, or a device, by role and name."""

    role: Role
    name: str
    entered_by: str = ""
    """Who told the table, if somebody else did: a dealer enters what players at a real table say and do."""

    def __str__(self) -> str:
        entered = f" (entered by {self.entered_by})" if self.entered_by else ""
        return f"{self.role.value}:{self.name}{entered}"


LATEST = 253_370_764_800_000
"""No time is as late as the year 9999, in milliseconds."""


class Command(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that somebody wants done."""

    by: Actor
    at: int
    """Milliseconds since 1970, UTC."""
    version: int | None = None
    """The version of the table this was decided on; another one refuses it."""
    key: str | None = None
    """So that a command sent twice is carried out once; whoever stores the journal looks after it."""


_TABLE = frozenset((Role.DEALER, Role.FLOOR, Role.PIT, Role.SHIFT))
_WITH_DEVICE = _TABLE | {Role.DEVICE}


class Observation(Command, frozen=True, kw_only=True):
    """A fact somebody has seen; the rules say what follows."""

    REPORTERS: ClassVar[frozenset[Role]] = _TABLE
    """Who may report it."""


# --- the table and its people ----------------------------------------------------------------------------------------


class PostSubmission(Command, frozen=True, kw_only=True):
    """The operator's choices come into force; between rounds, before the first wager of the next."""

    game: str
    options: Mapping[str, Any]
    displayed: bool = False
    """The layout and the sign state the new choices already; changed odds and limits need that first."""


class OpenTable(Command, frozen=True, kw_only=True):
    """Open for play, with the floor people assigned to the table."""

    floor: tuple[str, ...]
    displayed: bool = True
    """The layout and the sign are in place and state this table's choices."""


class CloseTable(Command, frozen=True, kw_only=True):
    """Close; the cards leave the table."""


class Attest(Command, frozen=True, kw_only=True):
    """Answer for what software cannot see."""

    moment: str
    """"opening", "dealing" or "closing"."""
    duties: tuple[str, ...] = ()
    """By their names in the register; () for all that are left."""


class GoIdle(Command, frozen=True, kw_only=True):
    """No play at an open table: the cards are spread."""


class Sit(Command, frozen=True, kw_only=True):
    """Take a position."""

    position: int


class Leave(Command, frozen=True, kw_only=True):
    """Give up the seat and take the chips along."""


class BuyIn(Command, frozen=True, kw_only=True):
    """Cash into the drop box, chips to the player."""

    amount: int
    in_chips: bool = False
    """The player brings chips from elsewhere: no cash goes into the drop box, and none leave the rack."""


class Tip(Command, frozen=True, kw_only=True):
    """Chips into the tip box."""

    amount: int


# --- cards -----------------------------------------------------------------------------------------------------------


class ReceiveDeck(Command, frozen=True, kw_only=True):
    """A deck comes to the table, known by the colour of its backs."""

    deck: str
    cards: tuple[int, ...] = DECK
    backs: tuple[str, ...] = ()
    """The backs found in it, by colour or design; () if all are as they should be."""
    inspected: bool = False
    shuffled: bool = False
    """Marked as already inspected, and as already shuffled; both make it a preshuffled deck."""
    order: tuple[int, ...] = ()
    salt: str = ""
    stream: str = ""
    """What a preshuffled deck comes with, as in `Shuffle`."""


class RemoveDeck(Command, frozen=True, kw_only=True):
    """A deck leaves the table."""

    deck: str
    reason: str


HANDS = ("left", "right")
"""Those of a dealer, one of which holds the cards."""


class Handle(Command, frozen=True, kw_only=True):
    """The next step with a deck: inspect, verify, spread, wash, lay the cover card, load the shoe and so on."""

    deck: str
    step: Handling
    together_with: str = ""
    """Another deck handled in the same act; each deck is handled by itself, so this is refused."""
    hand: str = "left"
    """The hand that takes a deck that is dealt from the hand: "left" or "right"."""
    cards: int = len(DECK)
    """How many there are; a deck that is not whole goes no further."""
    face_up: bool | None = None
    """How the dealer means to lay them, where somebody asks."""
    faces: tuple[int, ...] = ()
    """The cards of a face-up spread as they lie; () for suit by suit, in sequence."""


class Shuffle(Command, frozen=True, kw_only=True):
    """A complete shuffle: the order it ended in and the salt that seals it; a counting device adds its count.

    Of real cards nobody knows the order: it is left out. The salt is sealed all the same, for what has to be drawn.
    """

    deck: str
    order: tuple[int, ...] = ()
    salt: str
    """What makes the seal impossible to guess; of a generator, the seed."""
    stream: str = ""
    """How a generator made the order from the seed; "" if the cards were shuffled in any other way."""
    count: int | None = None


class Cut(Command, frozen=True, kw_only=True):
    """This many cards are taken off the top; of real cards nobody has to count them."""

    deck: str
    cards: int | None = None


class OrderRecut(Command, frozen=True, kw_only=True):
    """The floor orders a new cut."""

    reason: str


class OrderShuffle(Command, frozen=True, kw_only=True):
    """The floor orders a new shuffle before the next round."""

    reason: str
    deck: str = ""
    """"" for the deck that is dealt next."""


# --- a round ---------------------------------------------------------------------------------------------------------


class Bet(Command, frozen=True, kw_only=True):
    """Put a wager on its area, change it, or take it back with an amount of 0; only before "No more bets"."""

    position: int
    wager: str
    amount: int
    form: str = "chips"


class PlaceBets(Command, frozen=True, kw_only=True):
    """Put several wagers down at a position, (wager, amount) each; all of them or none."""

    position: int
    wagers: tuple[tuple[str, int], ...]


class UseCoupon(Command, frozen=True, kw_only=True):
    """Lay a match play coupon with the chips of the ante; 0 takes it back."""

    position: int
    face: int


class WagersSeen(Command, frozen=True, kw_only=True):
    """Where no amounts are known: the wagers that lie at each position; replaces what was said before."""

    wagers: tuple[tuple[int, tuple[str, ...]], ...]


class NoMoreBets(Command, frozen=True, kw_only=True):
    """The call that closes betting; `deck` is the one the dealer means to deal."""

    deck: str | None = None


class Deal(Command, frozen=True, kw_only=True):
    """Deal the next cards (or stacks): so many, or all that are due; `to` says where the first one is meant to go."""

    count: int | None = None
    to: int | None = None
    face_up: bool = False
    off: str = "top"
    """Where in the deck they come from: the top; anything else is refused."""
    stack: int | None = None
    """How many cards an automated shoe gives out at a time, where somebody asks."""
    covered: bool = True
    """Whether the cover card goes on the dealer's cards, where the rules want it there."""


class TakeOut(Command, frozen=True, kw_only=True):
    """Take the cards left in the automated shoe into the hand."""

    hand: str = "left"
    """The hand that holds them from now on: "left" or "right"."""


class CloseDeal(Command, frozen=True, kw_only=True):
    """Press the device's button that closes the deal."""


class Deliver(Command, frozen=True, kw_only=True):
    """Bring the dealer's stack from the automated shoe to its area."""


class Burn(Command, frozen=True, kw_only=True):
    """The next card goes unseen to the discard rack."""


class DealCommunity(Command, frozen=True, kw_only=True):
    """Deal the community cards that are due, face up."""

    faces: tuple[int, ...] = ()


class RackStub(Command, frozen=True, kw_only=True):
    """Put the stub into the discard rack uncounted."""


class LayDown(Command, frozen=True, kw_only=True):
    """A player has looked at the cards of a position and laid them down."""

    position: int
    reason: str = ""
    """Why the floor declares it instead of the player."""


class Pick(Command, frozen=True, kw_only=True):
    """Choose face-down cards of the player's hand by their places, 1 to 5."""

    position: int
    places: tuple[int, ...]
    reason: str = ""
    faces: tuple[int, ...] = ()


class DrawPick(Command, frozen=True, kw_only=True):
    """Have the places of a hand with a card that was seen drawn at random, from the seed that sealed the deck."""

    position: int
    faces: tuple[int, ...] = ()


class Act(Command, frozen=True, kw_only=True):
    """Check, fold, or make a play wager of this amount; no amount is said where stakes are announced."""

    position: int
    action: str
    amount: int = 0
    reason: str = ""


class SetHand(Command, frozen=True, kw_only=True):
    """Lay the cards at these places (1 to 5) low and the others high; the floor names none: the house way is laid.

    Of real cards nobody has to name places: the hand lies high cards first, and is read when it is turned up.
    """

    position: int
    low: tuple[int, ...] = ()
    reason: str = ""
    """Why the floor has it set instead of the player."""


class Reveal(Command, frozen=True, kw_only=True):
    """Turn up the dealer's cards and announce them; `low` is how a dealer means to set them, where they are set."""

    low: tuple[int, ...] | None = None
    faces: tuple[int, ...] = ()


class Show(Command, frozen=True, kw_only=True):
    """Turn up a player's cards and announce them."""

    position: int
    faces: tuple[int, ...] = ()


class Settle(Command, frozen=True, kw_only=True):
    """Take or pay what is due at a position: one wager, or all; `pays` is what the dealer means to pay on it."""

    position: int
    wager: str | None = None
    pays: int | None = None


class RackHand(Command, frozen=True, kw_only=True):
    """Collect a settled hand into the discard rack (or leave it exposed, where a wager asks that of the best)."""

    position: int


class SettlePosition(Command, frozen=True, kw_only=True):
    """Do all that is due at a position, one thing after the other: show, settle, rack."""

    position: int
    faces: tuple[int, ...] = ()


class ClearTable(Command, frozen=True, kw_only=True):
    """Collect what is left on the table; the round is over."""


# --- the floor -------------------------------------------------------------------------------------------------------


class CountRack(Command, frozen=True, kw_only=True):
    """A count of the rack, or of what goes into it and out of it, with two signatures: who gives it, and another's."""

    what: str
    """"opener", "fill", "credit", "closer" or "drop"."""
    total: int
    """In cents."""
    second: str
    """The name of the second person who signs."""
    pieces: tuple[tuple[int, int], ...] = ()
    """(denomination in cents, how many pieces of it), if they were counted so; they come to the total."""
    again: bool = False
    """It takes the place of the last count of its kind, which was mistyped."""
    reason: str = ""
    """Why it is counted again."""


class Forfeit(Command, frozen=True, kw_only=True):
    """Rule that a player's wagers are lost: abandoned, or for a breach of conduct."""

    player: str
    why: str
    """"abandoned" or "breach"."""
    reason: str
    wagers: tuple[str, ...] = ()
    """() for all of them; part forfeiture is refused."""
    rule: str = ""
    """Of a breach: the rule of conduct that it was reported under; "" if only one report is open."""


class LetStand(Command, frozen=True, kw_only=True):
    """Rule that the wagers of a player who walked away stand: settled on the cards, folded if not decided.

    In a void round: rule that the wagers of a player who exposed the dealer's card go back like the others. With a
    `rule`: rule that the breach of it which was reported of a player is not confirmed.
    """

    player: str
    reason: str
    rule: str = ""


class FreeSeat(Command, frozen=True, kw_only=True):
    """Free the seat of a player who walked away in the last round; the house keeps the chips for the player."""

    player: str


class Exclude(Command, frozen=True, kw_only=True):
    """Keep a player out of later rounds."""

    player: str
    reason: str


class Readmit(Command, frozen=True, kw_only=True):
    """Let a player in again who was kept out."""

    player: str
    reason: str


class Correct(Command, frozen=True, kw_only=True):
    """Right an error found later, by a payment between the rack and a player; earlier entries stay as they are.

    For a player who has left the table the house keeps the money.
    """

    player: str
    amount: int
    """In cents; positive: the rack pays the player."""
    reason: str
    approval: str = ""
    """The reference of a further approval, where the rules want one by now."""


class CorrectFaces(Command, frozen=True, kw_only=True):
    """Cards were misread: (what was read, what it is) for each of them.

    Anybody at the table may say so until a wager was settled on them; from then on the floor, and what comes out
    otherwise is settled again.
    """

    faces: tuple[tuple[int, int], ...]
    reason: str


class Withdraw(Command, frozen=True, kw_only=True):
    """Take the last report back, which was a mistake, while no money has moved on it and the cards lie as they did."""

    reason: str
    fact: str = ""
    """The kind of report that is meant, such as "FaceUpCard"; "" for whatever was reported last."""


# --- observations ----------------------------------------------------------------------------------------------------


class CountStub(Observation, frozen=True, kw_only=True):
    """The stub, counted face down, has this many cards."""

    cards: int


class CountHands(Observation, frozen=True, kw_only=True):
    """How many cards each hand has: (position, cards), the dealer's as position 0."""

    counts: tuple[tuple[int, int], ...]


class CountDeck(Observation, frozen=True, kw_only=True):
    """A whole deck, counted face down, has this many cards."""

    deck: str
    cards: int


class FaceUpCard(Observation, frozen=True, kw_only=True):
    """A card lies face up: the next one to be dealt, or another place of the next stack as it came (1 is the first)."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    place: int = 1
    deck: str = ""
    """"" for the deck in play, or else the one that is dealt next."""
    face: int | None = None
    """Of a real card, if somebody read it."""


class CardDrawn(Observation, frozen=True, kw_only=True):
    """A card was drawn in error; whether its face was seen."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    seen: bool
    deck: str = ""
    """"" for the deck in play, or else the one that is dealt next."""
    face: int | None = None
    """Of a real card, if somebody read it."""


class HandCount(Observation, frozen=True, kw_only=True):
    """A hand is found to have this many cards; position 0 is the dealer. `undealt` proves the deck, if counted."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    position: int
    cards: int
    undealt: int | None = None


class DeadCards(Observation, frozen=True, kw_only=True):
    """Cards went to a position that is not in play; `at_once` if it was noticed before the next one was dealt."""

    position: int
    at_once: bool = False
    cards: int | None = None
    """How many lie there; where nobody says it, a stack while an automated shoe delivers, else one card."""


class CardExposed(Observation, frozen=True, kw_only=True):
    """A card was shown that should not have been: `where` is "dealer", "player", "burn", "stub" or "community"."""

    where: str
    position: int = 0
    """Of a player's card, whose it is; of a dealer's card that a player exposed, the position of that player."""
    place: int = 1
    by_player: bool = False
    face: int | None = None
    """Of a real card, if somebody read it."""


class ForeignCard(Observation, frozen=True, kw_only=True):
    """A card that does not belong to the deck, or is in it twice, has been seen."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    deck: str = ""
    """"" for the deck in play, or the only one."""


INCOMPLETE = "incomplete"
FAULT_KINDS = ("jam", "stop", INCOMPLETE)
"""What a device can be reported to have done: it jammed, stopped, or did not finish."""


class ShufflerFault(Observation, frozen=True, kw_only=True):
    """The shuffler jammed, stopped or did not finish its cycle."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    kind: str = "jam"
    """One of `FAULT_KINDS`."""
    words: str = ""
    """What was seen of it."""


class ShoeFault(Observation, frozen=True, kw_only=True):
    """The automated shoe jammed, stopped or did not give out all cards."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    kind: str = "jam"
    """One of `FAULT_KINDS`."""
    words: str = ""
    """What was seen of it."""


class DeviceCount(Observation, frozen=True, kw_only=True):
    """How many hands the device counted when the deal was closed."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    hands: int


class DeviceStatus(Observation, frozen=True, kw_only=True):
    """A device was removed, covered, marked out of order, or brought (back) into service."""

    REPORTERS: ClassVar[frozenset[Role]] = _WITH_DEVICE
    device: str
    status: str


class Departed(Observation, frozen=True, kw_only=True):
    """A player walked away."""

    player: str


class Returned(Observation, frozen=True, kw_only=True):
    """A player who walked away is back."""

    player: str


class NoAnswer(Observation, frozen=True, kw_only=True):
    """The player of a position was asked and did not answer."""

    position: int


class Breach(Observation, frozen=True, kw_only=True):
    """A breach of conduct: who, what was done, and the rule that it breaks, by its name in the game.

    Of the dealer (`player` is "dealer") the rule is one of the duties of dealing, by its name in the register.
    """

    player: str
    what: str
    rule: str = ""


class SettingFound(Observation, frozen=True, kw_only=True):
    """A hand lies set like this: the places (1 to 5) of the cards laid low; position 0 is the dealer's."""

    position: int
    low: tuple[int, ...]
    faces: tuple[int, ...] = ()
