"""When a deck is ready: the steps it goes through, whose turn it is, what may be done with it, and its cover card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.common import AUTOMATED_SHOE, HAND
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Remedy
from pitboss.table.rules import (
    AWAY,
    COVER_CARD,
    DEVICES,
    FAULT,
    PRESENT,
    SHUFFLER,
    Rules,
    device_words,
    refuse_by,
    the_device,
)
from pitboss.table.state import Deck, State

HOUR = 3_600_000
_AT_ITS_TURN = (Handling.LAY_COVER, Handling.CUT, Handling.COVER_AWAY, Handling.LOAD)


# --- which steps a deck goes through ---------------------------------------------------------------------------------


def shuffle_steps(rules: Rules) -> tuple[Handling, ...]:
    """From a gathered deck to one that can be dealt: a device's shuffle is not cut, a dealer's is."""
    if rules.shuffler:
        return Handling.INTO_SHUFFLER, Handling.SHUFFLE, Handling.LOAD
    return Handling.SHUFFLE, *rules.game.procedure.cut_steps, Handling.LOAD


def joined(*orders: tuple[Handling, ...]) -> tuple[Handling, ...]:
    """Every step that any of these orders names, once and at its place: what is ordered of a deck adds up."""
    return tuple(step for step in Handling if any(step in order for order in orders))


def before_shuffle(due: tuple[Handling, ...]) -> tuple[Handling, ...]:
    """The steps of an order that come before the shuffle, which is another one after a change of method."""
    every = tuple(Handling)
    return tuple(step for step in due if step in every[: every.index(Handling.INTO_SHUFFLER)])


def opening_steps(rules: Rules, preshuffled: bool, second: bool = False) -> tuple[Handling, ...]:
    """What a new deck goes through; the second of two waits for its round in the shuffler, preshuffled or not."""
    procedure = rules.game.procedure
    if not preshuffled:
        look = (
            Handling.INSPECT,
            Handling.VERIFY,
            Handling.SPREAD,
            Handling.OFFER,
            Handling.LOOK,
            Handling.TURN_DOWN,
            Handling.WASH,
            Handling.STACK,
        )
        return *look, *shuffle_steps(rules)
    as_it_is = procedure.deals_preshuffled(rules.terms) and not second
    return (*procedure.cut_steps, Handling.LOAD) if as_it_is else shuffle_steps(rules)


def steps_after(rules: Rules, remedies: tuple[Remedy, ...], *, count: bool = False) -> tuple[Handling, ...]:
    """What a deck goes through after an irregularity; `count` if a count of the whole deck is due anyway."""
    gather = (Handling.GATHER,) if Remedy.GATHER in remedies else ()
    count = count or Remedy.COUNT_DECK in remedies
    return *gather, *((Handling.COUNT,) if count else ()), *shuffle_steps(rules)


def idle_steps(rules: Rules) -> tuple[Handling, ...]:
    """What a deck goes through when an open table has no play."""
    procedure = rules.game.procedure
    gather = (Handling.GATHER,) if procedure.turns_up_on_arrival is False else ()
    turn_up = (Handling.TURN_UP,) if procedure.turns_up_on_arrival and not spreads_face_up(rules) else ()
    turn_down = (Handling.TURN_DOWN,) if turn_up or spreads_face_up(rules) else ()
    return (
        *gather,
        Handling.SPREAD_IDLE,
        *turn_up,
        Handling.OFFER,
        Handling.LOOK,
        *turn_down,
        Handling.WASH,
        Handling.STACK,
        *shuffle_steps(rules),
    )


def stays_closed(rules: Rules, deck: Deck) -> bool:
    """Whether a deck that came preshuffled waits at an idle table as it is."""
    return deck.unused and rules.game.procedure.keeps_unused_preshuffled


def spreads_face_up(rules: Rules) -> bool:
    """How the cards lie at an idle table."""
    return "idle_spread" in rules.terms and bool(rules.terms["idle_spread"] == "face-up")


# --- what may be done now --------------------------------------------------------------------------------------------


def next_deck(rules: Rules, state: State) -> Deck | None:
    """The deck of the next round: two decks take turns without a break."""
    decks = state.decks
    if len(decks) < 2:
        return decks[0] if decks else None
    last = state.round.deck if state.round else ""
    red, blue = decks
    for deck in decks:
        if deck.where == "loaded" and not used_up(state, deck):
            return deck  # a replacement that comes later waits for the round after
    following = blue if red.name == last else red
    other = red if following is blue else blue
    if waits_for_no_one(rules, state, following) and not being_opened(other):
        return other
    anew = is_new(following) and Handling.SHUFFLE not in other.due  # alternation starts with the deck that is ready
    return other if anew else following


def is_in_shuffler(deck: Deck) -> bool:
    """Whether a deck lies in the shuffler to stay: one that has to be put there anew makes room for another."""
    return deck.where == "shuffler" and Handling.INTO_SHUFFLER not in deck.due


def used_up(state: State, deck: Deck) -> bool:
    """Whether a deck is shuffled before it is dealt again, because the round with it has begun or is void."""
    round_ = state.playing
    if round_ is None or round_.deck != deck.name:
        return False
    return bool(round_.dealt or round_.face_up or round_.void)


def dealt_next(rules: Rules, state: State) -> Deck | None:
    """The deck from which cards are dealt next, in the round that was called or in the one that follows."""
    called = state.deck(state.playing.deck) if state.playing else None
    return called if called and not used_up(state, called) else next_deck(rules, state)


def is_new(deck: Deck) -> bool:
    """Whether a deck has not been shuffled at this table yet."""
    return not deck.commitment and Handling.SHUFFLE in deck.due


def being_opened(deck: Deck) -> bool:
    """Whether a new deck has not come through its opening steps yet; one that was shuffled before is not new."""
    return Handling.STACK in deck.due and not deck.commitment


def waits_for_no_one(rules: Rules, state: State, deck: Deck) -> bool:
    """Whether the table may go on without this deck: a replacement that is still being opened, where rules allow it."""
    return being_opened(deck) and rules.game.procedure.goes_on_with_one_deck and state.round is not None


class Hindrance(NamedTuple):
    """Why a due step with a deck cannot be done at this moment, and the rule behind it, if it has one of its own."""

    why: str
    rule: str = ""


def hindrance(rules: Rules, state: State, deck: Deck, step: Handling) -> Hindrance | None:
    """What stands in the way of a step with a deck that is due; None if nothing does."""
    playing = state.playing
    if playing and playing.deck == deck.name and (playing.dealt or playing.face_up):
        return Hindrance("the deck is in play", "other-deck")
    closed = state.idle and stays_closed(rules, deck)
    if not state.seats and (closed or step in (Handling.OFFER, Handling.LOOK, Handling.TURN_UP)):
        return Hindrance("no player has come yet", "idle" if closed else "")
    device = _device_for(rules, step)
    if device and (status := state.devices.get(device, PRESENT)) != PRESENT:
        return Hindrance(device_words(device, status), "device-away")
    if step in (Handling.SHUFFLE, Handling.CUT, Handling.LOAD) and (other_device := in_the_way(rules, state)):
        return Hindrance(f"{the_device(other_device)} stands at the table: {_PUT_AWAY}", "device-away")
    if step in (Handling.LAY_COVER, Handling.CUT) and cover_card_missing(state):
        return Hindrance("there is no cover card", "cover-card")
    if step is Handling.INTO_SHUFFLER:
        other = next((other for other in state.decks if other.name != deck.name), None)
        if other and is_in_shuffler(other):
            return Hindrance("the other deck is in the shuffler", "other-deck")
        first = next_deck(rules, state) if not playing else state.deck(playing.deck)
        if other and first == other and _shuffled_first(other):
            return Hindrance("the other deck has its turn", "other-deck")
    if step in _AT_ITS_TURN:
        if playing:
            return None if playing.deck == deck.name else Hindrance("the other deck is in play", "other-deck")
        following = next_deck(rules, state)
        if following is None or following.name != deck.name:
            return Hindrance("the other deck has its turn", "other-deck")
    return None


def _device_for(rules: Rules, step: Handling) -> str | None:
    """The device that a step is done with."""
    if rules.shuffler and step in (Handling.INTO_SHUFFLER, Handling.SHUFFLE):
        return SHUFFLER
    return AUTOMATED_SHOE if rules.stacks and step is Handling.LOAD else None


def _shuffled_first(following: Deck) -> bool:
    """Whether the deck of the next round still needs the shuffler, which holds one deck at a time."""
    return Handling.SHUFFLE in following.due and not is_new(following)


_PUT_AWAY = "take it away first"


def in_the_way(rules: Rules, state: State) -> str | None:
    """A device that is reported to stand at the table and is not used: no other method is, until it has gone."""
    reported = ((device, state.devices[device]) for device in DEVICES if device in state.devices)
    unused = (device for device, status in reported if device not in rules.devices and hinders_others(rules, status))
    return next(unused, None)


def hinders_others(rules: Rules, status: str) -> bool:
    """Whether a device in this state keeps the table from another method; one that works only where it has to go."""
    return status == FAULT if may_be_covered(rules) else status not in AWAY[:1]


def may_be_covered(rules: Rules) -> bool:
    """Whether covering or marking a device is enough."""
    return rules.game.procedure.device_may_stay_covered


def cover_card_missing(state: State) -> bool:
    """Whether the cover card was reported gone."""
    return state.devices.get(COVER_CARD, "present") != "present"


def clauses_for(rules: Rules, state: State, deck: Deck, step: Handling) -> tuple[str, ...]:
    """What a step with the cards rests on."""
    if state.idle and step is Handling.GATHER:
        return rules.cite("idle-gather") or rules.cite(step.value)
    if state.idle and step in (Handling.OFFER, Handling.LOOK):
        return rules.cite("idle-look") or rules.cite("idle-again")
    if state.idle and step in (Handling.TURN_DOWN, Handling.WASH, Handling.STACK):
        return (*rules.cite("idle-again"), *rules.cite(step.value))
    if step is Handling.SHUFFLE and deck.commitment:
        return rules.cite("reshuffle")
    if step is Handling.CUT or step is Handling.LAY_COVER:
        return (*rules.cite(step.value), *rules.cite("must-cut"))
    return rules.cite(step.value)


def cut_deck(state: State) -> Deck | None:
    """The deck whose cut still holds; a shuffle that is due undoes it."""
    return next((deck for deck in state.decks if deck.cut and Handling.SHUFFLE not in deck.due), None)


# --- a deck that can be dealt ----------------------------------------------------------------------------------------


def ready_deck(rules: Rules, state: State, at: int, named: str | None = None) -> Deck:
    """The deck of the next round, if everything is in order for it to be dealt."""
    if not state.open:
        rules.refuse("open", "table-closed", "the table is closed")
    if state.playing:
        rules.refuse("round", "round-in-progress", "the round is not over: every wager has to be settled first")
    deck = next_deck(rules, state)
    if deck is None:
        rules.refuse("receive", "no-deck", "there is no deck at the table: receive one first")
    wanted = int(rules.terms["decks"])
    if len(state.decks) < wanted and not (rules.game.procedure.goes_on_with_one_deck and state.round):
        message = "this table plays with two decks: bring a replacement, or change the submission to one deck"
        rules.refuse("alternate", "deck-missing", message)
    if named is not None and named != deck.name:
        why = "the decks take turns" if state.deck(named) else f"there is no {named or 'nameless'} deck at the table"
        rules.refuse("alternate", "decks-alternate", f"{why}: this round is dealt from the {deck.name} one")
    for device in rules.devices:
        if (status := state.devices.get(device, PRESENT)) != PRESENT:
            message = f"{device_words(device, status)}: put it right, or take the wagers back and change the submission"
            rules.refuse("device-away", "device-away", message)
    if other_device := in_the_way(rules, state):
        message = f"{the_device(other_device)} stands at the table, which this table does not use: {_PUT_AWAY}"
        rules.refuse("device-away", "device-here", message)
    if cover_card_missing(state):
        rules.refuse("cover-card", "cover-card", "the cover card is missing: bring one before the next round")
    left = hours_left(rules, deck, at)
    if left is not None and left <= 0:
        key = "deck-hours-by-hand" if deck.from_hand else "deck-hours"
        rules.refuse(key, "deck-too-old", f"the {deck.name} deck has had its hours: open new cards")
    if deck.doubt is not None:
        message = f"the {deck.name} deck was counted {deck.doubt} cards: count it again first"
        rules.refuse("count-again", "count-again", message)
    if deck.due:
        message = f"with the {deck.name} deck this is due first: {deck.due[0].words}"
        clauses = rules.cite(_without(deck)) or clauses_for(rules, state, deck, deck.due[0])
        refuse_by(clauses[0], "deck-not-ready", message)
    check_others(rules, state, deck)
    return deck


def others_out_of_place(rules: Rules, state: State, deck: Deck) -> Iterator[Deck]:
    """The decks that have to be in the shuffler while this one is dealt, and are not; none if it cannot be used."""
    for other in state.decks if state.devices.get(SHUFFLER, PRESENT) == PRESENT else ():
        concerned = other.name != deck.name and not waits_for_no_one(rules, state, other)
        if concerned and (_is_unopened(rules, other) or not is_in_shuffler(other)):
            yield other


def check_others(rules: Rules, state: State, deck: Deck) -> None:
    """While one of two decks is in play the other one is in the shuffler, and its cards are not in the rack."""
    for other in others_out_of_place(rules, state, deck):
        message = f"while one deck is in play the {other.name} one is in the shuffler: put it there"
        if _is_unopened(rules, other):
            rules.refuse("each-opened", "other-deck", f"the {other.name} deck has still to be opened, step by step")
        if other.where == "rack":
            rules.refuse("one-deck-in-rack", "other-deck", f"the {other.name} deck is in the discard rack: {message}")
        rules.refuse("other-deck", "other-deck", message)


def _is_unopened(rules: Rules, deck: Deck) -> bool:
    return being_opened(deck) or (is_new(deck) and not rules.game.procedure.second_deck_may_be_shuffling)


def _without(deck: Deck) -> str:
    """The rule that forbids a deal without the next step, where it is not the rule of the step itself."""
    match deck.due[0]:
        case Handling.CUT | Handling.LAY_COVER:
            return "must-cut"
        case Handling.SHUFFLE | Handling.INTO_SHUFFLER:
            return "reshuffle" if deck.commitment else "shuffle"
        case Handling.LOAD if deck.cut:
            return "load-cut"
        case _:
            return ""


def hours_left(rules: Rules, deck: Deck, at: int) -> int | None:
    """Milliseconds until the deck must be replaced; None where no rule says so."""
    procedure = rules.game.procedure
    by_hand = rules.dealing == HAND or deck.from_hand
    hours = procedure.deck_hours_by_hand if by_hand else procedure.deck_hours_by_shoe
    return None if hours is None else deck.received_at + hours * HOUR - at


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
