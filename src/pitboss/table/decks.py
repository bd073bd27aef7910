"""Cards between rounds: receipt, inspection, spread, wash, shuffle, cut, loading, recut, idle spread, removal."""

from __future__ import annotations

import hashlib
from typing import NoReturn

from pitboss.cards import BY_SUIT, DECK, UNKNOWN, in_sequence, notation
from pitboss.errors import PitbossError
from pitboss.games.common import HAND
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity
from pitboss.randomness import order_of
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.counts import MOST_IN_DECK, deck_counted, in_bounds
from pitboss.table.deck_steps import clauses_for, cut_deck, dealt_next, hindrance, opening_steps, shuffle_steps, used_up
from pitboss.table.flow import spent
from pitboss.table.moves import Draft, order_steps, shuffle_anew
from pitboss.table.rules import Rules, refuse_by
from pitboss.table.state import Deck, State
from pitboss.table.voiding import found, void_if_stranded, void_round

WHOLE = len(DECK)
UNSEEN = (UNKNOWN,) * WHOLE
"""The order of real cards, as it is sealed."""
_BY_FLOOR, _BY_PLAYER = (Handling.VERIFY,), (Handling.LOOK,)


def commitment(order: tuple[int, ...], salt: str) -> str:
    """What binds a deck's order without showing it."""
    return hashlib.sha256(f"{salt}:{notation(order)}".encode()).hexdigest()


def unlike_stream(order: tuple[int, ...], salt: str, stream: str) -> str:
    """What is wrong with the order if a generator is said to have made it; "" if nothing is."""
    if not stream:
        return ""
    try:
        made = order_of(salt, stream)
    except PitbossError as error:
        return error.message
    return "" if made == order else "the generator makes another order of this seed: send the one it makes"


def is_from_seed(order: tuple[int, ...], salt: str, stream: str) -> bool | None:
    """Whether a generator made the order of the salt, its seed; None if none is said to have."""
    return not unlike_stream(order, salt, stream) if stream else None


# --- commands --------------------------------------------------------------------------------------------------------


def receive(draft: Draft, command: c.ReceiveDeck) -> None:
    """A deck comes to the table; each one must be whole by itself, its backs all alike."""
    rules, state = draft.rules, draft.state
    if state.playing:
        rules.refuse("round", "round-in-progress", "a deck comes to the table between rounds; finish this one first")
    if not state.open:
        rules.refuse("open", "table-closed", "open the table first, then cards can be received")
    _must_be(command.by, rules, "receive", Role.DEALER)
    if command.deck not in rules.terms["deck_backs"]:
        wanted = " or ".join(rules.terms["deck_backs"])
        rules.refuse("backs", "deck-backs", f"this table plays with {wanted} backs, not with {command.deck}")
    if state.deck(command.deck):
        rules.refuse("receive", "deck-present", f"the {command.deck} deck is at the table already")
    two = len(rules.terms["deck_backs"]) > 1
    if sorted(command.cards) != list(DECK):
        key = "each-deck" if two else "deck"
        rules.refuse(key, "deck-not-whole", f"the {command.deck} deck is not the 52 different cards of one deck")
    if set(command.backs) - {command.deck}:
        key = "each-deck" if two else "backs"
        rules.refuse(key, "mixed-backs", f"the backs of the {command.deck} deck are not all alike: bring another")
    preshuffled = bool(rules.terms["opening_route"] == "preshuffled" and command.inspected and command.shuffled)
    due, order = opening_steps(rules, preshuffled, second=bool(state.decks)), tuple[int, ...]()
    if Handling.SHUFFLE not in due:
        order = _sealed_order(rules, command)
    draft.emit(
        e.DeckReceived(
            deck=command.deck,
            preshuffled=preshuffled,
            due=due,
            commitment=commitment(order, command.salt) if order else "",
            order=order,
            salt=command.salt if order else "",
            stream=command.stream if order else "",
            clauses=(*rules.cite("receive"), *rules.cite("route")),
        )
    )


def remove(draft: Draft, command: c.RemoveDeck) -> None:
    """A deck leaves the table by order of the floor."""
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "remove-deck")
    _known(rules, state, command.deck)
    rules.reasoned(command.reason, "remove-deck")
    if state.playing:
        rules.refuse("round", "round-in-progress", "a deck leaves the table between rounds; finish this one first")
    draft.emit(e.DeckRemoved(deck=command.deck, reason=command.reason, clauses=rules.cite("remove-deck")))


def handle(draft: Draft, command: c.Handle) -> None:
    """The next step with a deck; out of order it is refused with the step that is due."""
    rules, state, step = draft.rules, draft.state, command.step
    deck = _known(rules, state, command.deck)
    if command.together_with:
        rules.refuse("each-opened", "decks-together", "each deck goes through every step by itself")
    if _is_wish(rules, state, deck, command):
        _wish_face_up(draft, deck, "a player asks for a face-up spread")
        return
    _check_due(rules, state, deck, step)
    if step is Handling.SHUFFLE or step is Handling.CUT or step is Handling.COUNT:
        name = {Handling.SHUFFLE: "Shuffle", Handling.CUT: "Cut", Handling.COUNT: "CountDeck"}[step]
        rules.refuse(step.value, "say-more", f"give a {name} command, which says how it came out")
    _check_person(rules, state, command.by, step)
    if command.cards != WHOLE:
        deck_counted(draft, deck, command.cards)
        return
    face_up = {Handling.SPREAD: True, Handling.TURN_UP: True, Handling.TURN_DOWN: False}.get(step)
    if step is Handling.SPREAD_IDLE:
        face_up = Handling.TURN_DOWN in deck.due and Handling.TURN_UP not in deck.due
    due = deck.due
    hand = ""
    if step is Handling.LOAD and rules.dealing == HAND:
        hand = command.hand
        if hand not in c.HANDS:
            rules.refuse("load", "which-hand", f"say which hand takes the deck: {' or '.join(c.HANDS)}")
    draft.emit(
        e.DeckHandled(
            deck=deck.name,
            handling=step,
            face_up=face_up,
            by=command.by.role.value,
            hand=hand,
            faces=notation(_spread(rules, command, face_up)),
            cards=command.cards,
            name=command.by.name,
            clauses=clauses_for(rules, state, deck, step),
        )
    )
    if step is Handling.TURN_UP and due[0] is not Handling.TURN_UP:
        _wish_face_up(draft, deck, "turned face up at a player's wish")


def _is_wish(rules: Rules, state: State, deck: Deck, command: c.Handle) -> bool:
    """Whether a player asks, before the cards are spread face down, that they be spread face up."""
    asked = command.step is Handling.TURN_UP and command.by.role is Role.PLAYER
    if not asked or Handling.SPREAD_IDLE not in deck.due or rules.game.procedure.turns_up_on_arrival:
        return False
    return Handling.TURN_DOWN not in deck.due and state.seat_of(command.by.name) is not None


def _wish_face_up(draft: Draft, deck: Deck, reason: str) -> None:
    """The cards lie face up for the look, and have to be turned down afterwards."""
    order_steps(draft, deck, (Handling.TURN_DOWN,), reason, draft.rules.cite("turn-up"))


def _spread(rules: Rules, command: c.Handle, face_up: bool | None) -> tuple[int, ...]:
    """The cards that everyone can see after this step."""
    if command.face_up not in (None, face_up):
        rules.refuse(command.step.value, "facing", f"the cards lie face {'up' if face_up else 'down'} at this point")
    if command.faces and (not face_up or sorted(command.faces) != list(DECK)):
        rules.refuse(command.step.value, "facing", "a face-up spread shows the 52 different cards of a deck, no other")
    if command.step is Handling.SPREAD and rules.cite("in-sequence") and not in_sequence(command.faces or BY_SUIT):
        rules.refuse("in-sequence", "spread-order", "spread the cards suit by suit and in sequence")
    return (command.faces or BY_SUIT) if face_up else ()


def shuffle(draft: Draft, command: c.Shuffle) -> None:
    """A complete shuffle leaves the deck as one stack in an order nobody knows."""
    rules, state = draft.rules, draft.state
    deck = _known(rules, state, command.deck)
    _check_due(rules, state, deck, Handling.SHUFFLE)
    if rules.shuffler and command.by.role is not Role.DEVICE:
        rules.refuse("shuffle", "device-shuffles", "this table's shuffler shuffles the cards, not the dealer")
    if not rules.shuffler and command.by.role is not Role.DEALER:
        rules.refuse("shuffle", "dealer-shuffles", "this table's dealer shuffles the cards by hand")
    order = _sealed_order(rules, command)
    counts = rules.shuffler_counts
    if command.count is not None and not counts:
        message = "nothing counts the cards of this shuffle: give no count; a whole deck is counted by `CountDeck`"
        rules.refuse("shuffle", "count", message)
    if command.count is not None:
        in_bounds(rules, command.count, MOST_IN_DECK, "a deck")
    if counts and command.count is None:
        rules.refuse("wrong-device-count", "count", "this table's shuffler counts the cards: say how many there are")
    draft.emit(
        e.DeckShuffled(
            deck=deck.name,
            method="automated" if rules.shuffler else "manual",
            commitment=commitment(order, command.salt),
            count=command.count,
            order=order,
            salt=command.salt,
            stream=command.stream,
            clauses=clauses_for(rules, state, deck, Handling.SHUFFLE),
        )
    )
    if counts and command.count != WHOLE:
        reason = f"the shuffler counts {command.count} cards"
        clauses = found(draft, Irregularity.SHUFFLER_COUNT)
        if state.playing and state.playing.deck == deck.name and not spent(state.playing):
            clauses = (*clauses, *rules.cite("bad-deck"))  # called, and shuffled again before its first card
            void_round(draft, Irregularity.SHUFFLER_COUNT, clauses=clauses)
        else:
            draft.emit(e.DeckRemoved(deck=deck.name, reason=reason, clauses=clauses))


def cut(draft: Draft, command: c.Cut) -> None:
    """At least ten cards off the top, the rest on top of them."""
    rules, state, procedure = draft.rules, draft.state, draft.rules.game.procedure
    deck = _known(rules, state, command.deck)
    _must_be(command.by, rules, "cut", Role.DEALER)
    if Handling.CUT not in deck.due and not deck.cut:
        _refuse_cutting(rules, "no-cut", "cards from a shuffler are not cut: they are dealt")
    _check_due(rules, state, deck, Handling.CUT)
    cards, bounds = command.cards, f"{procedure.cut_least} to {procedure.cut_most}"
    if cards is None and not rules.real_cards:
        rules.refuse("cut", "improper-cut", f"say how many cards are taken off the top: {bounds}")
    if cards is not None and not procedure.cut_least <= cards <= procedure.cut_most:
        rules.refuse("cut", "improper-cut", f"a cut of {cards} cards is improper: take {bounds} off the top")
    draft.emit(e.DeckCut(deck=deck.name, cards=cards, clauses=clauses_for(rules, state, deck, Handling.CUT)))


def order_recut(draft: Draft, command: c.OrderRecut) -> None:
    """Between the cut and the first card the floor may order a new cut."""
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "recut")
    rules.reasoned(command.reason, "recut")
    playing = state.playing
    if playing and (playing.dealt or playing.face_up):
        key = "recut-in-time" if rules.cite("recut-in-time") else "recut"
        found = "" if playing.dealt else ", and one that was found face up is dealt"
        rules.refuse(key, "too-late", f"a recut can be ordered only before the first card is dealt{found}")
    deck = cut_deck(state)
    if deck is None:
        by_hand = "no deck has been cut since its shuffle: the cut itself comes first"
        by_device = "cards from a shuffler are not cut: order a new shuffle instead"
        _refuse_cutting(rules, "recut", by_device if rules.shuffler else by_hand)
    steps = (*rules.game.procedure.cut_steps, Handling.LOAD)
    order_steps(draft, deck, steps, command.reason, rules.cite("recut"), str(command.by))


def _refuse_cutting(rules: Rules, key: str, message: str) -> NoReturn:
    if not rules.game.procedure.spreads_when_idle(rules.terms):
        rules.refuse("idle-off", "does-not-apply", "with this device the rules of cut and recut do not apply")
    rules.refuse(key, "no-cut", message)


def order_shuffle(draft: Draft, command: c.OrderShuffle) -> None:
    """The floor orders a shuffle of the deck that is dealt next, or of the one it names.

    With the deck of a round it waits, from the first card on, for the round's end, which brings one anyway.
    """
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "order-shuffle")
    rules.reasoned(command.reason, "order-shuffle")
    deck = _known(rules, state, command.deck) if command.deck else dealt_next(rules, state)
    if deck is None:
        rules.refuse("order-shuffle", "no-deck", "there is no deck at the table to be shuffled: receive one first")
    if used_up(state, deck):
        what = f"a shuffle of the {deck.name} deck is ordered for the end of the round: {command.reason}"
        draft.emit(e.Noted(what=what, clauses=rules.cite("order-shuffle")))
        return
    if Handling.SHUFFLE in deck.due:
        rules.refuse("order-shuffle", "shuffle-due", f"a shuffle of the {deck.name} deck is due already")
    clauses = rules.cite("order-shuffle")
    shuffle_anew(draft, deck, shuffle_steps(rules), command.reason, clauses, str(command.by))
    void_if_stranded(draft)


# --- checks ----------------------------------------------------------------------------------------------------------


def _known(rules: Rules, state: State, name: str) -> Deck:
    deck = state.deck(name)
    if deck is None:
        rules.refuse("receive", "no-deck", f"there is no {name} deck at the table: receive it first")
    return deck


def _check_due(rules: Rules, state: State, deck: Deck, step: Handling) -> None:
    if deck.doubt is not None:
        message = f"the {deck.name} deck was counted {deck.doubt} cards: count it again first, by a CountDeck"
        rules.refuse("count-again", "count-again", message)
    lies_down = deck.due[:1] in ((Handling.OFFER,), (Handling.LOOK,)) and not deck.face_up and state.idle
    asked_up = step is Handling.TURN_UP and lies_down
    if deck.due[:1] != (step,) and not (asked_up and not rules.game.procedure.turns_up_on_arrival):
        if deck.where == "play" and not deck.due:
            rules.refuse("round", "in-play", f"the {deck.name} deck is in play until every wager is settled")
        if not deck.due:
            rules.refuse("load", "nothing-due", f"the {deck.name} deck is ready to be dealt: nothing is due with it")
        due = deck.due[0]
        clause = (clauses_for(rules, state, deck, due) or rules.cite(step.value))[0]
        message = f"with the {deck.name} deck this is due first: {due.words}"
        refuse_by(clause, "out-of-order", message)
    if stands := hindrance(rules, state, deck, step):
        clauses = rules.cite(stands.rule) or clauses_for(rules, state, deck, step)
        refuse_by(clauses[0], "not-now", f"{step.words}: not now, {stands.why}")


def _check_person(rules: Rules, state: State, by: Actor, step: Handling) -> None:
    if step in _BY_FLOOR:
        if not by.role.supervises or by.name not in state.floor:
            message = f"{step.words}, by a person assigned to this table: {', '.join(state.floor)}"
            rules.refuse(step.value, "not-assigned", message)
    elif step in _BY_PLAYER:
        first = next(iter(state.seats.values()), None)
        if by.role is not Role.PLAYER or by.name != first:
            who = f"{first}, who came to the table first," if first else "the first player to come"
            gone = f"; {first} walked away: free that seat first (FreeSeat)" if first in state.away else ""
            rules.refuse(step.value, "not-first", f"{who} looks at the cards, or says that it is not wanted{gone}")
    elif step is Handling.TURN_UP and by.role is Role.PLAYER:
        if state.seat_of(by.name) is None:
            rules.refuse(step.value, "not-a-player", "only a player who has come to the table may ask for this")
    elif step is Handling.LOAD and rules.terms["shuffler_feeds_shoe"]:
        _must_be(by, rules, step.value, Role.DEVICE)
    elif not (step is Handling.INTO_SHUFFLER and by.role is Role.DEVICE):
        _must_be(by, rules, step.value, Role.DEALER)


def _must_be(by: Actor, rules: Rules, key: str, role: Role) -> None:
    if by.role is not role:
        rules.refuse(key, "wrong-person", f"this is for the {role}, not for the {by.role}")


def _sealed_order(rules: Rules, command: c.ReceiveDeck | c.Shuffle) -> tuple[int, ...]:
    """The order that a shuffle ended in: 52 unknown cards, where real ones were shuffled."""
    if rules.real_cards and (command.order or command.stream):
        message = "nobody knows the order of real cards that were shuffled: give no order and no stream"
        rules.refuse("real-cards", "order", message)
    order = UNSEEN if rules.real_cards else command.order
    _check_order(rules, command, order)
    return order


def _check_order(rules: Rules, command: c.ReceiveDeck | c.Shuffle, order: tuple[int, ...]) -> None:
    if not rules.real_cards and sorted(order) != list(DECK):
        rules.refuse("one-stack", "deck-not-whole", "a shuffle leaves one stack of the 52 different cards of a deck")
    if len(command.salt) < 16:
        rules.refuse("shuffle", "salt", "seal the order with a salt of at least 16 characters")
    if fault := unlike_stream(order, command.salt, command.stream):
        rules.refuse("shuffle", "stream", fault)
