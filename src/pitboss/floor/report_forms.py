"""What staff can report at a table now, and what each report, order or step has to say beside its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

import msgspec

from pitboss.cards import DECK
from pitboss.floor.people import Person
from pitboss.floor.requests import KINDS
from pitboss.games import steps as s
from pitboss.games.irregularities import Irregularity
from pitboss.table import commands as c
from pitboss.table.commands import FAULT_KINDS, Actor, Role
from pitboss.table.counts import MOST_IN_DECK, hands_to_count
from pitboss.table.decide import would_carry_out
from pitboss.table.deciding import is_waited_for
from pitboss.table.duties import THE_DEALER, can_be_broken
from pitboss.table.faults import STATUSES, dealt_at_a_time
from pitboss.table.flow import spent
from pitboss.table.moves import Between, Distinct, Faces, Move, OneOf
from pitboss.table.rules import COVER_CARD, Rules
from pitboss.table.state import DEALER, Hand, Round, State
from pitboss.table.words import seat

MOST_CARDS = 52
MOST_TRIED = 60
"""Ways to fill in a report that are tried before it counts as one that cannot be."""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a form asks for."""

    name: str
    label: str
    kind: str
    """"number", "money" (in cents), "text", "choice", "names", "places", "counts", "face", "faces" or "misread" (faces
    in pairs: as read, and as they are)."""
    start: Any = None
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[Any, str], ...] = ()
    """Values with their words; for counts: hands with the cards they should have."""
    optional: bool = False
    help: str = ""


class Report(msgspec.Struct, frozen=True):
    """A fact that can be reported."""

    name: str
    says: str
    about: str
    command: str
    given: Mapping[str, Any] = {}
    fields: tuple[Field, ...] = ()


def _place(number: int, hand: Hand | None = None) -> Field:
    """The place of one card out of this number; in a hand, only of cards that lie face down."""
    closed = [n for n in _upto(number) if hand is None or n > len(hand.cards) or hand.cards[n - 1] not in hand.up]
    return Field(
        "place", "Which card", "choice", min(closed, default=1), choices=tuple((n, f"Card {n}") for n in closed)
    )


def _upto(number: int) -> range:
    return range(1, number + 1)


def _hands(positions: Iterable[int], players: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    return tuple((p, f"{seat(p).capitalize()}, {players[p]}" if players.get(p) else "The dealer") for p in positions)


def _yes_or_no(name: str, label: str, no: str, yes: str) -> Field:
    return Field(name, label, "choice", False, choices=((False, no), (True, yes)))


def reports(rules: Rules, state: State) -> list[Report]:
    """Every fact that can be at this game and moment."""
    round_ = state.playing
    on = [*_in_hands(rules, round_), *_cards(rules, round_)] if round_ and not spent(round_) else []
    every = [*on, *_decks(rules, state), *_devices(rules, state), *_people(rules, state)]
    return [report for report in every if _can_be(rules, state, report)]


def _can_be(rules: Rules, state: State, report: Report) -> bool:
    """Whether the report would be taken as it starts, or with other choices."""
    kind, by = KINDS[report.command], Actor(Role.FLOOR, ".")
    every = product(*(list(_values(state, field)) for field in report.fields))
    for values in islice(every, MOST_TRIED):
        named = zip((field.name for field in report.fields), values, strict=True)
        said = {name: tuple(value) if isinstance(value, list) else value for name, value in named if value is not None}
        if would_carry_out(rules, state, kind(by=by, at=state.at, **{**report.given, **said})):
            return True
    return False


def _values(state: State, field: Field) -> Iterator[Any]:
    """What a field may say, the start first; a text and a face that nobody has read stand for any."""
    if field.kind == "text":
        yield "."
    elif field.kind == "face":
        yield next(face for face in DECK if not state.round or face not in state.round.order)
    else:
        yield field.start
        yield from (value for value, _ in field.choices if value != field.start and field.kind == "choice")


def _cards(rules: Rules, round_: Round) -> Iterator[Report]:
    where = "stack" if rules.stacks else "deck" if rules.dealing == "hand" else "shoe"
    place = (_place(rules.each),) if rules.stacks else ()
    yield Report("face-up", f"A card face up in the {where}", "cards", "FaceUpCard", {}, place)
    seen = _yes_or_no("seen", "Its face", "Was not seen", "Was seen")
    yield Report("drawn", "A card drawn in error", "cards", "CardDrawn", {}, (seen,))
    if len(round_.board) < rules.board_after[-1]:
        given = {"where": "community"}
        read = (Field("face", "The card", "face", help=FACE_HELP),) if rules.real_cards else ()
        yield Report("early", "A community card too early", "cards", "CardExposed", given, read)
    if any(isinstance(step, s.Burn) for step in rules.script):
        yield Report("burn", "A burn card was seen", "cards", "CardExposed", {"where": "burn"})
    yield Report("stub", "A card of the stub was seen", "cards", "CardExposed", {"where": "stub"})
    empty = [p for p in _upto(int(rules.terms["positions"])) if p not in round_.positions]
    if empty and round_.dealt:
        choices = tuple((p, seat(p).capitalize()) for p in empty)
        lie = Field("position", "Where they lie", "choice", empty[0], choices=choices)
        noticed = _yes_or_no("at_once", "Noticed", "After the next card", "At once")
        many = Field("cards", "Cards there", "number", dealt_at_a_time(rules, round_), 1, rules.each)
        yield Report("dead", "Cards at an empty seat", "cards", "DeadCards", {}, (lie, many, noticed))


def _decks(rules: Rules, state: State) -> Iterator[Report]:
    """What is found with a deck, whether it is being dealt or not."""
    if not state.decks:
        return
    names = [deck.name for deck in state.decks]
    first = state.playing.deck if state.playing and state.playing.deck in names else names[0]
    which = Field("deck", "Which deck", "choice", first, choices=tuple((name, _words(name)) for name in names))
    yield Report("foreign", "A foreign or double card", "cards", "ForeignCard", {}, (which,))
    round_ = state.playing
    if round_ is None:
        several = (which,) if len(names) > 1 else ()
        yield Report("seen-early", "A card of the deck was seen", "cards", "FaceUpCard", {}, several)
    for name in names if round_ else ():
        if round_ and name != round_.deck:
            yield Report("seen-early", "A card of the other deck was seen", "cards", "FaceUpCard", {"deck": name})
    if round_ is None or not round_.dealt:
        cards = Field("cards", "Cards it has", "number", MOST_CARDS - 1, 0, MOST_IN_DECK)
        yield Report("count-deck", "A deck with a wrong number of cards", "cards", "CountDeck", {}, (which, cards))


def _in_hands(rules: Rules, round_: Round) -> Iterator[Report]:
    players = {position: round_.hands[position].player for position in round_.positions}
    dealt = [p for p in round_.positions if round_.hands[p].cards and not round_.hands[p].racked]
    if round_.dealer.cards and not round_.dealer.racked:
        given = {"where": "dealer"}
        yield Report(
            "dealer", "A dealer’s card exposed", "cards", "CardExposed", given, (_place(rules.each, round_.dealer),)
        )
        if Irregularity.DEALER_EXPOSED_BY_PLAYER in rules.game.irregularities:
            among = _hands(round_.positions, players)
            who = Field("position", "By whom", "choice", round_.positions[0], choices=among)
            given_, fields_ = {**given, "by_player": True}, (_place(rules.each, round_.dealer), who)
            yield Report("dealer-by", "A dealer’s card exposed by a player", "cards", "CardExposed", given_, fields_)
    if dealt:
        hand = Field("position", "Whose", "choice", dealt[0], choices=_hands(dealt, players))
        by = _yes_or_no("by_player", "Shown by", "The dealer", "The player")
        fields = (hand, _place(rules.each), by)
        yield Report("player", "A player’s card exposed", "cards", "CardExposed", {"where": "player"}, fields)
    if round_.dealt:
        places = [*dealt, DEALER]
        hand = Field("position", "Whose hand", "choice", places[0], choices=_hands(places, players))
        cards = Field("cards", "Cards it has", "number", rules.each - 1, 0, MOST_CARDS)
        repair = rules.game.procedure.repair
        proof = Field("undealt", "Undealt cards, if counted", "number", None, 0, MOST_CARDS, optional=True)
        fields = (hand, cards, *((proof,) if repair and repair.counted else ()))
        yield Report("count", "A wrong number of cards", "cards", "HandCount", {}, fields)
    if rules.setting and round_.dealer.announced:
        set_ = [p for p in dealt if round_.hands[p].low and not round_.hands[p].lines]
        hand = Field("position", "Whose hand", "choice", DEALER, choices=_hands([*set_, DEALER], players))
        low = Field("low", "Cards that lie low", "places", list(_upto(rules.each)), 0, rules.each)
        yield Report("setting", "A hand set wrong", "cards", "SettingFound", {}, (hand, low))


_FAULT_WORDS = ("Jammed", "Stopped", "Did not finish")
_FAULTS = Field(
    "kind", "What it did", "choice", FAULT_KINDS[0], choices=tuple(zip(FAULT_KINDS, _FAULT_WORDS, strict=True))
)


def _devices(rules: Rules, state: State) -> Iterator[Report]:
    if rules.shuffler:
        yield Report("shuffler", "The shuffler stopped", "devices", "ShufflerFault", {}, (_FAULTS,))
    if rules.stacks:
        yield Report("shoe", "The shoe stopped", "devices", "ShoeFault", {}, (_FAULTS,))
    if state.playing and state.playing.deal_closed:
        hands = Field("hands", "Hands it shows", "number", state.playing.deal_closed, 0, MOST_CARDS)
        yield Report("screen", "The device shows a wrong number", "devices", "DeviceCount", {}, (hands,))
    names = dict.fromkeys((*rules.devices, *state.devices, COVER_CARD))
    device = Field("device", "Which", "choice", next(iter(names)), choices=tuple((n, _words(n)) for n in names))
    status = Field("status", "It is", "choice", STATUSES[0], choices=tuple((n, _STATUS[n]) for n in STATUSES))
    yield Report("device", "Equipment came or went", "devices", "DeviceStatus", {}, (device, status))


_STATUS = {
    "present": "In service",
    "fault": "Out of order",
    "removed": "Removed from the table",
    "covered": "Covered",
    "marked": "Marked out of order",
}


def _words(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _people(rules: Rules, state: State) -> Iterator[Report]:
    seated = [name for _, name in sorted(state.seats.items())]
    here = [name for name in seated if name not in state.away]
    yield from _about(here, "left", "A player walked away", "Departed")
    yield from _about((name for name in seated if name in state.away), "back", "A player is back", "Returned")
    round_ = state.playing
    asked = [p for p in round_.positions if is_waited_for(rules, state, p)] if round_ else []
    if round_ and asked:
        players = {position: round_.hands[position].player for position in asked}
        who = Field("position", "Who", "choice", asked[0], choices=_hands(asked, players))
        yield Report("no-answer", "A player does not answer", "people", "NoAnswer", {}, (who,))
    revealed = round_ is not None and round_.dealer.announced
    conduct = [one for one in rules.game.conduct_rules if not (revealed and one.until_reveal)]
    choices = tuple((one.name, sentence_case(one.words)) for one in conduct)
    what = Field("what", "What happened", "text")
    if choices:
        rule = Field("rule", "Which rule", "choice", choices[0][0], choices=choices)
        yield from _about(seated, "breach", "A breach of conduct", "Breach", rule, what)
    own = tuple((duty.name, sentence_case(duty.words)) for duty in can_be_broken(rules, state))
    if own and state.open:
        duty = Field("rule", "Which duty", "choice", own[0][0], choices=own)
        given = {"player": THE_DEALER}
        yield Report("dealers-breach", "A breach of the dealer’s", "people", "Breach", given, (duty, what))


def _about(players: Iterable[str], name: str, says: str, command: str, *fields: Field) -> Iterator[Report]:
    """Something that one of these players did."""
    who = tuple((player, player) for player in players)
    if who:
        yield Report(
            name, says, "people", command, {}, (Field("player", "Who", "choice", who[0][0], choices=who), *fields)
        )


def sentence_case(words: str) -> str:
    """Words with a capital."""
    return f"{words[:1].upper()}{words[1:]}"


# --- what a move leaves open -----------------------------------------------------------------------------------------

DRAWN = ("order", "salt", "stream", "inspected", "shuffled", "count", "low")
"""Set by the server or by the house way, never asked for."""
FACES_HELP = "Rank and suit of each: Q♦ 9♣ 4♠ or Qd 9c 4s; ten is T or 10."
FACE_HELP = "Rank and suit: Q♦ or Qd; ten is T or 10."
MISREAD_HELP = "In pairs: Qd Qh says that what was read as Q♦ is Q♥."
LOW_HELP = "Faces are read the high hand first, so the last places are the low hand."
_LABELS = {
    "reason": "Reason, for the record",
    "cards": "Cards",
    "amount": "Amount",
    "floor": "Floor people assigned to the table",
    "places": "Places picked, from 1",
    "hand": "In which hand",
    "counts": "Cards in each hand",
    "rule": "Which breach",
    "total": "Total counted",
    "second": "Name of the second person who signs",
    "in_chips": "Brought in chips",
}


def fields_of(move: Move, rules: Rules, state: State, person: Person) -> list[Field]:
    """What somebody who takes this step has to say."""
    laid = rules.real_cards and move.command is c.SetHand
    return [
        field
        for name, bounds in move.open.items()
        if (name not in DRAWN or (laid and name == "low")) and (field := _field(name, bounds, rules, state, person))
    ]


def _value(value: object) -> str:
    return {True: "Yes", False: "No"}[value] if isinstance(value, bool) else _words(str(value))


def _field(name: str, bounds: object, rules: Rules, state: State, person: Person) -> Field | None:
    label = _LABELS.get(name, name.replace("_", " ").capitalize())
    match bounds:
        case Faces(cards, lie):
            return Field(name, f"Faces, as they lie: {lie}", "faces", None, len(cards), len(cards), help=FACES_HELP)
        case Distinct(number, most) if name == "low":
            return Field(name, "Cards that lie low", "places", list(_upto(most))[-number:], number, most, help=LOW_HELP)
        case Between(least, most) if name in ("amount", "total"):
            label += "; with a minus the player pays the rack" if least < 0 else ""
            return Field(name, label, "money", None, least, most)
        case Between(least, most):
            return Field(name, label, "number", None, least, most)
        case Distinct(number, most):
            return Field(name, label, "places", list(_upto(number)), number, most)
        case OneOf(values) if len(values) > 1:
            return Field(name, label, "choice", values[0], choices=tuple((v, _value(v)) for v in values))
        case OneOf():
            return None
    if name == "floor":
        return Field(name, label, "names", [person.name])
    if name == "counts":
        round_ = state.round
        out = hands_to_count(round_) if round_ else ()
        return Field(name, label, "counts", choices=tuple((p, seat(p).capitalize()) for p in out))
    if name == "faces":
        return Field(name, "Misread cards: as read, then as they are", "misread", None, 2, help=MISREAD_HELP)
    if name == "cards":
        return Field(name, label, "number", None, 0, MOST_CARDS, optional=rules.real_cards and bounds is not None)
    return Field(name, label, "text") if name in ("reason", "approval", "second") else None
