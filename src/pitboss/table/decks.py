"""Cards between rounds: receipt, inspection, spread, wash, shuffle, cut, loading, recut, idle spread, removal."""

from __future__ import annotations

import hashlib

from pitboss.cards import DECK, notation
from pitboss.games.common import HAND
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.moves import Draft
from pitboss.table.rules import SHUFFLER, Rules
from pitboss.table.state import Deck, State

HOUR = 3_600_000
WHOLE = len(DECK)
_BY_FLOOR, _BY_PLAYER = (Handling.VERIFY,), (Handling.LOOK,)


def commitment(order: tuple[int, ...], salt: str) -> str:
    """What binds a deck's order without showing it."""
    return hashlib.sha256(f"{salt}:{notation(order)}".encode()).hexdigest()


# --- which steps a deck goes through ---------------------------------------------------------------------------------


def shuffle_steps(rules: Rules) -> tuple[Handling, ...]:
    """From a gathered deck to one that can be dealt: a device's shuffle is not cut, a dealer's is."""
    if rules.shuffler:
        return Handling.INTO_SHUFFLER, Handling.SHUFFLE, Handling.LOAD
    return Handling.SHUFFLE, *rules.game.procedure.cut_steps, Handling.LOAD


def opening_steps(rules: Rules, preshuffled: bool) -> tuple[Handling, ...]:
    """What a new deck goes through."""
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
    return (*procedure.cut_steps, Handling.LOAD) if procedure.deals_preshuffled(rules.terms) else shuffle_steps(rules)


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
    following = blue if red.name == last or (blue.where == "loaded" and blue.name != last) else red
    other = red if following is blue else blue
    return other if waits_for_no_one(rules, state, following) and not being_opened(other) else following


def being_opened(deck: Deck) -> bool:
    """Whether a new deck has not come through its opening steps yet."""
    return Handling.STACK in deck.due


def waits_for_no_one(rules: Rules, state: State, deck: Deck) -> bool:
    """Whether the table may go on without this deck: a replacement that is still being opened, where rules allow it."""
    return being_opened(deck) and rules.game.procedure.goes_on_with_one_deck and state.round is not None


def may_handle(rules: Rules, state: State, deck: Deck, step: Handling) -> str:
    """Why a due step cannot be done at this moment; empty if it can."""
    playing = state.playing
    if playing and playing.deck == deck.name and (playing.dealt or playing.face_up):
        return "the deck is in play"
    if step in (Handling.OFFER, Handling.LOOK, Handling.TURN_UP) and not state.seats:
        return "no player has come yet"
    if (
        step in (Handling.INTO_SHUFFLER, Handling.SHUFFLE)
        and rules.shuffler
        and state.devices.get(SHUFFLER, "present") != "present"
    ):
        return f"the shuffler is {state.devices[SHUFFLER]}"
    if step is Handling.INTO_SHUFFLER and any(
        other.where == "shuffler" for other in state.decks if other.name != deck.name
    ):
        return "the other deck is in the shuffler"
    if step is Handling.LOAD:
        following = next_deck(rules, state)
        if playing and playing.deck != deck.name:
            return "the other deck is in play"
        if following is None or following.name != deck.name:
            return "the other deck has its turn"
    return ""


def clauses_for(rules: Rules, state: State, step: Handling) -> tuple[str, ...]:
    """What a step with the cards rests on."""
    if state.idle and step in (Handling.OFFER, Handling.LOOK):
        return rules.cite("idle-look") or rules.cite("idle-again")
    if state.idle and step in (Handling.TURN_DOWN, Handling.WASH, Handling.STACK):
        return (*rules.cite("idle-again"), *rules.cite(step.value))
    if step is Handling.SHUFFLE and state.rounds:
        return rules.cite("reshuffle")
    if step is Handling.CUT or step is Handling.LAY_COVER:
        return (*rules.cite("must-cut"), *rules.cite(step.value))
    return rules.cite(step.value)


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
    if sorted(command.cards) != list(DECK):
        key = "each-deck" if len(rules.terms["deck_backs"]) > 1 else "deck"
        rules.refuse(key, "deck-not-whole", f"the {command.deck} deck is not the 52 different cards of one deck")
    if set(command.backs) - {command.deck}:
        rules.refuse("backs", "mixed-backs", f"the {command.deck} deck has backs of several colours: bring another")
    preshuffled = bool(rules.terms["opening_route"] == "preshuffled" and command.inspected and command.shuffled)
    sealed = ""
    if preshuffled and rules.game.procedure.deals_preshuffled(rules.terms):
        _check_order(rules, command.order, command.salt)
        sealed = commitment(command.order, command.salt)
    draft.emit(
        e.DeckReceived(
            deck=command.deck,
            preshuffled=preshuffled,
            due=opening_steps(rules, preshuffled),
            commitment=sealed,
            order=command.order if sealed else (),
            salt=command.salt if sealed else "",
            clauses=(*rules.cite("receive"), *rules.cite("route")),
        )
    )


def remove(draft: Draft, command: c.RemoveDeck) -> None:
    """A deck leaves the table by order of the floor."""
    rules, state = draft.rules, draft.state
    _must_supervise(command.by, rules, "remove-deck")
    _known(rules, state, command.deck)
    if state.playing:
        rules.refuse("round", "round-in-progress", "a deck leaves the table between rounds; finish this one first")
    draft.emit(e.DeckRemoved(deck=command.deck, reason=command.reason, clauses=rules.cite("remove-deck")))


def handle(draft: Draft, command: c.Handle) -> None:
    """The next step with a deck; out of order it is refused with the step that is due."""
    rules, state, step = draft.rules, draft.state, command.step
    deck = _known(rules, state, command.deck)
    if command.together_with:
        rules.refuse("each-opened", "decks-together", "each deck goes through every step by itself")
    _check_due(rules, state, deck, step)
    if step is Handling.SHUFFLE or step is Handling.CUT or step is Handling.COUNT:
        name = {Handling.SHUFFLE: "Shuffle", Handling.CUT: "Cut", Handling.COUNT: "CountDeck"}[step]
        rules.refuse(step.value, "say-more", f"give a {name} command, which says how it came out")
    _check_person(rules, state, command.by, step)
    face_up = None
    if step is Handling.SPREAD or step is Handling.TURN_UP:
        face_up = True
    elif step is Handling.SPREAD_IDLE:
        face_up = spreads_face_up(rules)
    elif step is Handling.TURN_DOWN:
        face_up = False
    due = deck.due
    draft.emit(e.DeckHandled(deck=deck.name, handling=step, face_up=face_up, clauses=clauses_for(rules, state, step)))
    if (
        step is Handling.TURN_UP and due[0] is not Handling.TURN_UP
    ):  # a player asked for it; it has to be turned down again
        place = due.index(Handling.WASH)
        again = (*due[:place], Handling.TURN_DOWN, *due[place:])
        draft.emit(
            e.StepsOrdered(deck=deck.name, due=again, reason="turned face up at a player's wish",
                           clauses=rules.cite("turn-up"))
        )  # fmt: skip


def shuffle(draft: Draft, command: c.Shuffle) -> None:
    """A complete shuffle leaves the deck as one stack in an order nobody knows."""
    rules, state = draft.rules, draft.state
    deck = _known(rules, state, command.deck)
    _check_due(rules, state, deck, Handling.SHUFFLE)
    if rules.shuffler and command.by.role is not Role.DEVICE:
        rules.refuse("shuffle", "device-shuffles", "this table's shuffler shuffles the cards, not the dealer")
    if not rules.shuffler and command.by.role is not Role.DEALER:
        rules.refuse("shuffle", "dealer-shuffles", "this table's dealer shuffles the cards by hand")
    _check_order(rules, command.order, command.salt)
    counts = "shuffler_counts" in rules.terms and bool(rules.terms["shuffler_counts"])
    counts = counts or bool(rules.terms.get("continuous_shuffler"))
    draft.emit(
        e.DeckShuffled(
            deck=deck.name,
            method="automated" if rules.shuffler else "manual",
            commitment=commitment(command.order, command.salt),
            count=command.count if counts else None,
            order=command.order,
            salt=command.salt,
            clauses=clauses_for(rules, state, Handling.SHUFFLE),
        )
    )
    if counts and command.count is not None and command.count != WHOLE:
        clauses = rules.cite("wrong-device-count")
        reason = f"the shuffler counts {command.count} cards"
        draft.emit(e.IrregularityFound(kind="SHUFFLER_COUNT", order="the deck leaves the table", clauses=clauses))
        draft.emit(e.DeckRemoved(deck=deck.name, reason=reason, clauses=clauses))


def cut(draft: Draft, command: c.Cut) -> None:
    """At least ten cards off the top, the rest on top of them."""
    rules, state, procedure = draft.rules, draft.state, draft.rules.game.procedure
    deck = _known(rules, state, command.deck)
    _must_be(command.by, rules, "cut", Role.DEALER)
    if Handling.CUT not in deck.due and not deck.cut:
        off = rules.cite("idle-off") and rules.terms["continuous_shuffler"]
        rules.refuse("idle-off" if off else "no-cut", "no-cut", "cards from a shuffler are not cut: they are dealt")
    _check_due(rules, state, deck, Handling.CUT)
    if not procedure.cut_least <= command.cards <= procedure.cut_most:
        bounds = f"{procedure.cut_least} to {procedure.cut_most}"
        rules.refuse("cut", "improper-cut", f"a cut of {command.cards} cards is improper: take {bounds} off the top")
    draft.emit(e.DeckCut(deck=deck.name, cards=command.cards, clauses=clauses_for(rules, state, Handling.CUT)))


def order_recut(draft: Draft, command: c.OrderRecut) -> None:
    """Between the cut and the first card the floor may order a new cut."""
    rules, state = draft.rules, draft.state
    _must_supervise(command.by, rules, "recut")
    _needs_reason(rules, "recut", command.reason)
    playing = state.playing
    if playing and (playing.dealt or playing.face_up):
        rules.refuse("recut", "too-late", "a recut can be ordered only before the first card is dealt")
    deck = next((deck for deck in state.decks if deck.cut), None)
    if deck is None:
        off = rules.cite("idle-off") and rules.terms["continuous_shuffler"]
        message = "there was no cut that could be made again; after a shuffler order a new shuffle instead"
        rules.refuse("idle-off" if off else "recut", "no-cut", message)
    due = (*rules.game.procedure.cut_steps, Handling.LOAD)
    draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason=command.reason, clauses=rules.cite("recut")))


def order_shuffle(draft: Draft, command: c.OrderShuffle) -> None:
    """The floor orders a shuffle; in mid-round it waits for the round's end, which brings one anyway."""
    rules, state = draft.rules, draft.state
    _must_supervise(command.by, rules, "order-shuffle")
    _needs_reason(rules, "order-shuffle", command.reason)
    if state.playing:
        what = f"a shuffle is ordered for the end of the round: {command.reason}"
        draft.emit(e.Noted(what=what, clauses=rules.cite("order-shuffle")))
        return
    deck = next_deck(rules, state)
    if deck is None or Handling.SHUFFLE in deck.due:
        rules.refuse("order-shuffle", "shuffle-due", "a shuffle is due already")
    due = shuffle_steps(rules)
    draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason=command.reason, clauses=rules.cite("order-shuffle")))


def count_deck(draft: Draft, command: c.CountDeck) -> None:
    """A whole deck is counted; other than 52 it leaves the table."""
    rules = draft.rules
    deck = draft.state.deck(command.deck)
    if deck is None or deck.due[:1] != (Handling.COUNT,):
        what = f"the {command.deck} deck was counted: {command.cards} cards"
        draft.emit(e.Noted(what=what, clauses=rules.cite("count")))
        return
    draft.emit(e.DeckCounted(deck=deck.name, cards=command.cards, clauses=rules.cite("count")))
    if command.cards != WHOLE:
        reason = f"counted {command.cards} cards"
        draft.emit(e.DeckRemoved(deck=deck.name, reason=reason, clauses=rules.cite("count")))


# --- checks ----------------------------------------------------------------------------------------------------------


def _known(rules: Rules, state: State, name: str) -> Deck:
    deck = state.deck(name)
    if deck is None:
        rules.refuse("receive", "no-deck", f"there is no {name} deck at the table: receive it first")
    return deck


def _check_due(rules: Rules, state: State, deck: Deck, step: Handling) -> None:
    asked_up = step is Handling.TURN_UP and Handling.OFFER in deck.due[:1] and not deck.face_up and state.idle
    if deck.due[:1] != (step,) and not (asked_up and not rules.game.procedure.turns_up_on_arrival):
        if not deck.due:
            rules.refuse("load", "nothing-due", f"the {deck.name} deck is ready to be dealt: nothing is due with it")
        due = deck.due[0]
        clause = (clauses_for(rules, state, due) or rules.cite(step.value))[0]
        message = f"with the {deck.name} deck this is due first: {due.words}"
        _refuse_by(rules, clause, "out-of-order", message)
    if why := may_handle(rules, state, deck, step):
        key = "other-deck" if "other deck" in why or "in play" in why else step.value
        key = "device-away" if why.startswith("the shuffler is") else key
        rules.refuse(key, "not-now", f"{step.words}: not now, {why}")


def _refuse_by(rules: Rules, clause: str, code: str, message: str) -> None:
    from pitboss.table.rules import Refusal, RefusedError

    raise RefusedError(Refusal(code, clause, message))


def _check_person(rules: Rules, state: State, by: Actor, step: Handling) -> None:
    if step in _BY_FLOOR:
        if not by.role.supervises or by.name not in state.floor:
            message = f"{step.words}, by a person assigned to this table: {', '.join(state.floor)}"
            rules.refuse(step.value, "not-assigned", message)
    elif step in _BY_PLAYER:
        if by.role is not Role.PLAYER or state.seat_of(by.name) is None:
            rules.refuse(
                step.value, "not-a-player", "a seated player looks at the cards, or says that it is not wanted"
            )
    elif (step is Handling.TURN_UP and by.role is Role.PLAYER) or (
        step in (Handling.INTO_SHUFFLER, Handling.LOAD) and by.role is Role.DEVICE
    ):
        return
    else:
        _must_be(by, rules, step.value, Role.DEALER)


def _must_be(by: Actor, rules: Rules, key: str, role: Role) -> None:
    if by.role is not role:
        rules.refuse(key, "wrong-person", f"this is for the {role}, not for the {by.role}")


def _must_supervise(by: Actor, rules: Rules, key: str) -> None:
    if not by.role.supervises:
        rules.refuse(key, "wrong-person", f"only a floorperson or above may order this, not the {by.role}")


def _needs_reason(rules: Rules, key: str, reason: str) -> None:
    if not reason.strip():
        rules.refuse(key, "reason", "give the reason: it goes into the record")


def _check_order(rules: Rules, order: tuple[int, ...], salt: str) -> None:
    if sorted(order) != list(DECK):
        rules.refuse("deck", "deck-not-whole", "a shuffle leaves one stack of the 52 different cards of a deck")
    if len(salt) < 16:
        rules.refuse("shuffle", "salt", "seal the order with a salt of at least 16 characters")


def hours_left(rules: Rules, deck: Deck, at: int) -> int | None:
    """Milliseconds until the deck must be replaced; None where no rule says so."""
    procedure = rules.game.procedure
    by_hand = rules.dealing == HAND or deck.from_hand
    hours = procedure.deck_hours_by_hand if by_hand else procedure.deck_hours_by_shoe
    return None if hours is None else deck.received_at + hours * HOUR - at
