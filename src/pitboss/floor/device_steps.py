"""The steps of a table that devices take, and whether the step that is due needs one."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.floor.device_messages import Asked, Finished, Kind
from pitboss.floor.devices import Device
from pitboss.floor.live import LiveTable
from pitboss.games.common import HAND
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.dealing import targets
from pitboss.table.flow import short
from pitboss.table.legal import due
from pitboss.table.moves import Faces, Move
from pitboss.table.state import Round

DEALER = "dealer"
"""Whoever deals: a device sees what is done, not by whom."""


def finished(live: LiveTable, device: Device, said: Finished) -> Iterator[Command]:
    """A shuffle; a deck that comes out of the shuffler was put into it."""
    by, at, deck = actor_of(device), live.now(), live.state.deck(said.deck)
    if deck and deck.due[:1] == (Handling.INTO_SHUFFLER,):
        yield c.Handle(by=by, at=at, deck=said.deck, step=Handling.INTO_SHUFFLER)
    salt = live.table.dealer.shuffle()["salt"]
    count = said.count if live.rules.shuffler_counts else None
    yield c.Shuffle(by=by, at=at, deck=said.deck, salt=salt, count=count)


def needs(live: LiveTable, device: Device) -> bool:
    """Whether the step that is due needs this device."""
    move = due(live.rules, live.state) if live.rules.real_cards else None
    if move is None:
        return False
    match device.kind:
        case Kind.SHUFFLER:
            return move.role is Role.DEVICE and move.command in (c.Shuffle, c.Handle)
        case Kind.SHOE:
            return takes(live) > 0
        case Kind.READER:
            return isinstance(move.open.get("faces"), Faces)
        case Kind.DISPLAY:
            return False


def actor_of(device: Device) -> Actor:
    """A device as its table knows it."""
    return Actor(Role.DEVICE, device.name)


def must_be_real(live: LiveTable) -> None:
    """Refuse cards from devices where the software deals."""
    if not live.rules.real_cards:
        raise PitbossError("software-deals", "the software deals at this table: it takes no cards from devices")


def asked_of_shuffler(live: LiveTable) -> Asked | None:
    """The next step with a deck that a shuffler may take, the one in play or not."""
    steps = {Handling.SHUFFLE: "shuffle", Handling.LOAD: "load"}
    if not any(deck.due and deck.due[0] in steps for deck in live.state.decks):
        return None
    for move in live.moves:
        step = Handling.SHUFFLE if move.command is c.Shuffle else move.given.get("step")
        if move.role is Role.DEVICE and step in steps:
            return Asked(steps[step], deck=move.given["deck"])
    return None


def takes(live: LiveTable) -> int:
    """How many cards the due step takes from the shoe: of an automated one, the next stack."""
    move, round_ = due(live.rules, live.state), live.state.playing
    return _taken(live, move, round_) if move and round_ else 0


def _taken(live: LiveTable, move: Move, round_: Round) -> int:
    left = targets(live.rules, round_)
    if move.command is c.Deal and left:
        return live.rules.each - round_.hands[left[0]].missing if live.rules.stacks else len(left)
    if live.rules.stacks or live.rules.dealing == HAND:
        return 0
    if move.command is c.Deal:
        return sum(round_.hands[position].missing for position in short(round_))
    if move.command is c.DealCommunity:
        return live.rules.board_after[round_.step] - len(round_.board)
    return int(move.command is c.Burn)


def out(round_: Round) -> int:
    """How many cards have left the deck in a round."""
    return len(DECK) - len(round_.undealt)


def stack(live: LiveTable, device: Device, cards: int) -> Iterator[Command]:
    """A stack goes to the next place; one of another size is counted again there."""
    by, round_ = actor_of(device), live.state.playing
    assert round_ is not None
    position = targets(live.rules, round_)[0]
    expected = live.rules.each - round_.hands[position].missing
    yield c.Deal(by=by, at=live.now(), count=1)
    if cards != expected:
        yield c.HandCount(by=by, at=live.now(), position=position, cards=cards)


def by_card(live: LiveTable, device: Device, given: int, odd: int) -> Iterator[Command]:
    """Cards that the dealer takes from the shoe go where they are due; what no step takes was drawn in error."""
    by = Actor(Role.DEALER, DEALER, device.name)
    while (round_ := live.state.playing) and (ahead := given - out(round_)) > 0 and takes(live):
        move = due(live.rules, live.state)
        if move and move.command is c.Deal and targets(live.rules, round_):
            yield c.Deal(by=by, at=live.now(), count=min(ahead, takes(live)))
        elif move and move.command is c.Burn:
            yield c.Burn(by=by, at=live.now())
        else:
            break
    now = live.state.playing
    for _ in range(given - out(now) - takes(live) - odd if now else 0):
        yield c.CardDrawn(by=actor_of(device), at=live.now(), seen=False)
