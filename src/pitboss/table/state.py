"""The state of a table: what follows from its events, and nothing else. All of it is immutable.

Cards are places in the order of the deck (0 to 51); only `order` knows their faces, and only views that may show a face
read it. Real cards have no face there until somebody has read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.cards import UNKNOWN, notation
from pitboss.games.handling import Handling
from pitboss.ledger import Money

DEALER = 0
"""The dealer's hand stands beside the positions, which count from 1 at the dealer's far left."""
STUB = -1
"""Where counts are kept by position, the stub's."""


def seat_name(position: int) -> str:
    """What a player is called whose name nobody gave."""
    return f"Seat {position}"


changed = replace
"""A record of the state with some fields changed."""


class _Record(msgspec.Struct, frozen=True, gc=False):
    """A part of the state."""


class Line(_Record, frozen=True):
    """A wager that has been settled, and the money it moved."""

    wager: str
    outcome: str
    stake: int
    paid: int
    returned: int
    money: Money
    odds: str | None = None
    clauses: tuple[str, ...] = ()


class Hand(_Record, frozen=True):
    """A position in a round, or the dealer."""

    player: str = ""
    wagers: Mapping[str, int] = {}
    coupon: int = 0
    cards: tuple[int, ...] = ()
    up: tuple[int, ...] = ()
    """Its cards that everyone may see."""
    picked: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    laid: tuple[int, ...] = ()
    """What its player, or the floor for the player, laid low; the house way may have replaced it."""
    set_for: bool = False
    """Somebody else set it, the house way."""
    missing: int = 0
    """Cards it waits for: one of its stack was set aside, or it was counted short."""
    lacks: int = 0
    """By how many cards it was counted shorter than it was dealt; below zero, longer."""
    laid_down: bool = False
    acted: int = -1
    """The step of the script at which it last decided."""
    played: bool = False
    folded: bool = False
    departed: bool = False
    called: int = -1
    """The step of the script at which its player was last asked without an answer."""
    ruled: bool = False
    """The floor has ruled on the wagers of its player, who departed or broke the rules."""
    answers: bool = False
    """The floor found that its player lost, hid or mixed up cards: a wrong number is no misdeal."""
    exposed: bool = False
    """A card of it was seen before its time."""
    void: str = ""
    """The irregularity that made it void."""
    void_late: bool = False
    """It became void when the results of the round stood."""
    announced: bool = False
    racked: bool = False
    lines: tuple[Line, ...] = ()

    done: tuple[str, ...] = ()
    """The wagers and payouts that have been settled."""

    def settled(self, wager: str) -> bool:
        """Whether this wager has been settled."""
        return wager in self.done

    def forfeited(self, wager: str) -> bool:
        """Whether this wager was lost by a ruling."""
        return any(line.wager == wager and line.outcome == "forfeit" for line in self.lines)


class Group(_Record, frozen=True):
    """Cards that lie together in the discard rack."""

    name: str
    position: int
    cards: tuple[int, ...]


class Round(_Record, frozen=True):
    """The round in progress, or the last one."""

    hands: Mapping[int, Hand]
    """By position; the dealer's is number 0."""
    number: int
    deck: str
    dealing: str
    positions: tuple[int, ...]
    """Those in play, clockwise from the dealer's far left."""
    order: tuple[int, ...]
    """SECRET: the face at each place of the deck, as far as it is known."""
    undealt: tuple[int, ...]
    """What is left to deal, the top card first; later the stub."""
    step: int = 1
    dealt: int = 0
    """Cards, or stacks, that have gone out in the initial deal."""
    waits: bool = False
    """The dealer's stack lies in the automated shoe under the cover card."""
    cover: str = ""
    """Where the cover card of the dealer's cards is: "on the dealer's cards" until they are turned up."""
    taken_out: bool = False
    deal_closed: int = 0
    """Hands, as the device counted them; 0 before."""
    board: tuple[int, ...] = ()
    burned: tuple[int, ...] = ()
    face_up: int = 0
    """Cards found face up in this round."""
    stub: str = ""
    """"" in shoe or hand, "taken", "counted", "racked"."""
    inquiry: bool = False
    """Stub and hands do not come to 52, and every hand is to be counted."""
    counted: int | None = None
    """Cards found in the stub, if it was counted."""
    proved: bool = False
    """The undealt cards were counted, and with the hands they came to 52."""
    stub_seen: bool = False
    """The top card of the stub was seen when no card was to come, and has not been set aside."""
    unfit: bool = False
    """The stub, counted twice, did not fit."""
    doubts: Mapping[int, int] = {}
    """Numbers that did not fit and have to be counted again, by position; the stub's under `STUB`."""
    miscounts: Mapping[int, int] = {}
    """Numbers of cards that hands were found to have, counted twice, which they should not have."""
    void: str = ""
    still_settled: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    """The irregularities found in it so far."""
    waits_for_ruling: tuple[int, ...] = ()
    """Positions of a void round whose wagers the floor has still to rule on."""
    breaches: tuple[tuple[str, str], ...] = ()
    """Breaches of conduct that were reported and not ruled on: the player (or "dealer") and the rule."""
    attested: tuple[str, ...] = ()
    """The duties of dealing that the dealer has attested."""
    kept: tuple[int, int] | None = None
    """The position (0: the dealer) and strength of the hand that stays exposed."""
    rack: tuple[Group, ...] = ()
    over: bool = False

    def faces(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The faces of these cards; the caller answers for who may see them."""
        order = self.order
        return tuple([order[card] for card in cards])

    def unread(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Those of these cards whose faces nobody has read; none of a deck that the software dealt."""
        order = self.order
        return tuple([card for card in cards if order[card] == UNKNOWN])

    def is_open(self, hand: Hand) -> bool:
        """Whether all cards of a hand are turned up and read."""
        return set(hand.up) >= set(hand.cards) and not self.unread(hand.cards)

    def shown(self, cards: Iterable[int]) -> str:
        """These cards in notation."""
        return notation(self.faces(cards))

    @property
    def dealer(self) -> Hand:
        """The dealer's hand."""
        return self.hands[DEALER]

    @property
    def discards(self) -> tuple[Group, ...]:
        """The discard rack from the bottom up, the stub with its cards."""
        return tuple(changed(group, cards=self.undealt) if group.name == "stub" else group for group in self.rack)


class Deck(_Record, frozen=True):
    """A deck at the table."""

    name: str
    received_at: int
    due: tuple[Handling, ...]
    """The steps it still has to go through before it is dealt."""
    where: str = "table"
    """"table", "shuffler", "loaded", "play", or "rack" when its round is over."""
    order: tuple[int, ...] = ()
    """SECRET: the face at each place, once shuffled."""
    salt: str = ""
    """SECRET until opened, and so is the stream."""
    stream: str = ""
    commitment: str = ""
    pile: tuple[int, ...] = ()
    """The places from the top down: a cut turns them."""
    cut: bool = False
    face_up: bool = False
    """How it lies when spread."""
    faces: str = ""
    """The cards of a spread that lies face up."""
    unused: bool = False
    """Came preshuffled and has not been dealt yet."""
    from_hand: bool = False
    """Has been dealt from the hand since it came."""
    uncounted: int = 0
    """Its rounds since a count."""
    device_count: int | None = None
    """What a counting shuffler reported after the last shuffle."""
    doubt: int | None = None
    """A number of cards that did not fit; the whole deck has to be counted again."""


class Bets(_Record, frozen=True):
    """What lies at a position before the call."""

    player: str
    wagers: Mapping[str, int] = {}
    coupon: int = 0


class Inventory(_Record, frozen=True):
    """The counts of the rack from an opener on, in cents; the first entries of the books are those of its time."""

    opener: int | None = None
    fills: tuple[int, ...] = ()
    credits: tuple[int, ...] = ()
    drop: int | None = None
    closer: int | None = None
    opened: bool = False
    """The table opened on this opener."""
    ended: bool = False
    """The table was closed."""
    rack_before: int = 0
    drop_before: int = 0
    """What the ledger had in the rack and in the drop box when the opener was counted."""

    @property
    def expected(self) -> int:
        """What fills and credits leave of the opener; the chips that play moved come on top."""
        return (self.opener or 0) + sum(self.fills) - sum(self.credits)

    @property
    def win(self) -> int | None:
        """The table's win by the counts; None until opener, closer and drop are known."""
        if self.opener is None or self.closer is None or self.drop is None:
            return None
        return self.drop + self.closer - self.expected


class Report(_Record, frozen=True):
    """The last report, as long as it can be withdrawn, with what the table was before it."""

    fact: str
    until: int
    """The version of the table after all that followed from it."""
    round: Round | None
    decks: tuple[Deck, ...]
    devices: Mapping[str, str]
    away: tuple[str, ...]
    uncounted: int = 0
    earlier: Report | None = None
    """The one before it, if nothing but reports came in between."""


class State(_Record, frozen=True):
    """Everything about a table."""

    version: int = 0
    at: int = 0
    """When the last event happened."""
    books: Mapping[str, int] = {}
    round: Round | None = None
    game: str = ""
    options: Mapping[str, Any] = {}
    digest: str = ""
    open: bool = False
    idle: bool = False
    floor: tuple[str, ...] = ()
    seats: Mapping[int, str] = {}
    excluded: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    """Seated players who walked away and have not bet since."""
    left: tuple[str, ...] = ()
    """People who had a seat since the table opened and have none now."""
    decks: tuple[Deck, ...] = ()
    devices: Mapping[str, str] = {}
    bets: Mapping[int, Bets] = {}
    opened_at: int = 0
    last_bet_at: int = 0
    """When an ante was last placed."""
    rounds: int = 0
    uncounted: int = 0
    """Rounds of the table since a count."""
    report: Report | None = None
    attested: tuple[str, ...] = ()
    """The duties of opening or closing that have been attested and still count."""
    inventory: Inventory = Inventory()
    attest_anew: tuple[str, ...] = ()
    """The duties of opening that a new way of dealing asks for at the open table."""

    @property
    def playing(self) -> Round | None:
        """The round in progress."""
        return None if self.round is None or self.round.over else self.round

    def deck(self, name: str) -> Deck | None:
        """A deck at the table by the colour of its backs."""
        for deck in self.decks:
            if deck.name == name:
                return deck
        return None

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        for position, name in self.seats.items():
            if name == player:
                return position
        return None
