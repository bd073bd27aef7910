"""Irregularities: what people and devices report, and what the rules order then. A fact is never refused."""

from __future__ import annotations

from pitboss.games import steps as s
from pitboss.games.common import AUTOMATED_SHOE
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity, Remedy
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import current, emit_closed, targets
from pitboss.table.flow import alive, all_decided, is_open, short, spent, undecided
from pitboss.table.moves import Draft
from pitboss.table.ready import steps_after
from pitboss.table.rules import COVER_CARD, SHUFFLER
from pitboss.table.settling import show_dealer
from pitboss.table.state import DEALER, Hand, Round
from pitboss.table.voiding import can_void, found, remove_deck, void_hand, void_round

STATUSES = ("present", "fault", "removed", "covered", "marked")


def _note(draft: Draft, what: str, key: str = "too-late") -> None:
    clauses = draft.rules.cite(key) or draft.rules.cite("too-late")  # where this game has no such step
    draft.emit(e.Noted(what=what, clauses=clauses))


def _apply(draft: Draft, kind: Irregularity, position: int | None = None) -> None:
    """Record an irregularity and carry out what the game's table says of hands and money."""
    consequence = draft.rules.game.irregularities[kind]
    if consequence.voids and not can_void(draft):
        _note(draft, f"{kind.value}: too late to change the results")
        if Remedy.REMOVE_DECK in consequence.remedies:
            remove_deck(draft, kind)
        return
    found(draft, kind, position)
    if Remedy.VOID_ROUND in consequence.remedies:
        void_round(draft, kind)
    elif Remedy.VOID_HAND in consequence.remedies and position:
        void_hand(draft, kind, position)
        if draft.round.deal_closed:
            emit_closed(draft, draft.rules.cite("device-count"))


def _dealing_goes_on(draft: Draft, round_: Round) -> bool:
    """Whether cards are still to leave the deck in this round."""
    return (round_.step <= draft.rules.last_dealing and not round_.stub) or _initial_deal(draft, round_)


def _initial_deal(draft: Draft, round_: Round) -> bool:
    """Whether a hand still waits for cards of the initial deal."""
    return bool(targets(draft.rules, round_) or short(round_) or round_.waits)


# --- cards -----------------------------------------------------------------------------------------------------------


def face_up(draft: Draft, command: c.FaceUpCard) -> None:
    """A card lies face up in the shoe, the deck or a stack."""
    round_ = draft.state.playing
    if round_ is None or spent(round_):
        _note(draft, "a card was found face up with no hand to be dealt", "shuffle")
    else:
        _face_up(draft, round_, command.place)


def _face_up(draft: Draft, round_: Round, place: int) -> None:
    rules = draft.rules
    deck = draft.state.deck(round_.deck)
    if deck and deck.due:
        _note(draft, "a card was found face up while the cards were cut again", "recut")
        return
    if not _dealing_goes_on(draft, round_):
        found(draft, Irregularity.FACE_UP_IN_STUB)
        return
    known = rules.game.irregularities
    in_deal = _initial_deal(draft, round_)
    if not round_.face_up or round_.void:
        kind = Irregularity.FACE_UP_CARD
    elif in_deal or Irregularity.SECOND_FACE_UP_LATER not in known:
        kind = Irregularity.SECOND_FACE_UP_IN_DEAL
    else:
        kind = Irregularity.SECOND_FACE_UP_LATER
    consequence = known[kind]
    if consequence.voids and not round_.dealt and not round_.face_up:
        _note(draft, "a card was found face up before the first card was dealt", "deal")
        return
    if consequence.voids and not can_void(draft):
        _note(draft, f"{kind.value}: too late to change the results")
        return
    found(draft, kind)
    card, lacks = _which(draft, round_, place)
    clauses = consequence.cited(rules.dealing)
    draft.emit(e.CardSetAside(card=card, face=round_.shown((card,)), short=lacks, clauses=clauses))
    if Remedy.VOID_ROUND in consequence.remedies:
        void_round(draft, kind)


def _which(draft: Draft, round_: Round, place: int) -> tuple[int, int | None]:
    """The card that lies face up, and the hand whose stack is short of it."""
    if round_.waits:
        cards = round_.dealer.cards
        return cards[min(max(place, 1), len(cards)) - 1], DEALER
    left = targets(draft.rules, round_)
    if draft.rules.stacks and left:
        position = left[0]
        size = draft.rules.each - round_.hands[position].missing
        return round_.undealt[min(max(place, 1), size) - 1], position
    return round_.undealt[0], None


def card_drawn(draft: Draft, command: c.CardDrawn) -> None:
    """A card was drawn in error: unseen it is the next card, seen it counts as found face up."""
    round_ = draft.state.playing
    if round_ is None or spent(round_):
        _note(draft, "a card was drawn in error with no hand to be dealt", "shuffle")
        return
    kind = Irregularity.DRAWN_SEEN if command.seen else Irregularity.DRAWN_UNSEEN
    consequence = draft.rules.game.irregularities[kind]
    if command.seen and not _dealing_goes_on(draft, round_):
        found(draft, Irregularity.FACE_UP_IN_STUB)
    elif Remedy.AS_FACE_UP in consequence.remedies:
        found(draft, kind)
        _face_up(draft, round_, 1)
    else:
        _apply(draft, kind)


def dead_cards(draft: Draft, command: c.DeadCards) -> None:
    """A card or stack went to a position that is not in play."""
    rules, round_ = draft.rules, draft.state.playing
    if round_ is None or command.position in (DEALER, *round_.positions) or round_.void or round_.stub:
        _note(draft, f"cards were reported at position {command.position}", "deal")
        return
    if command.at_once:
        found(draft, Irregularity.DRAWN_UNSEEN, command.position)
        return
    size = rules.each if rules.stacks else 1
    needed = sum(rules.each - len(hand.cards) for hand in round_.hands.values() if not hand.void)
    needed += rules.board_after[-1] - len(round_.board) + rules.burns_after[-1] - len(round_.burned)
    if not round_.dealt or len(round_.undealt) < needed + size:
        _note(draft, f"more cards were reported at position {command.position} than can have gone there", "deal")
        return
    clauses = found(draft, Irregularity.DEAD_CARDS, command.position)
    draft.emit(e.CardsDead(position=command.position, cards=round_.undealt[:size], clauses=clauses))


def hand_count(draft: Draft, command: c.HandCount) -> None:
    """A hand has a wrong number of cards."""
    rules, round_ = draft.rules, draft.state.playing
    hand = round_.hands.get(command.position) if round_ else None
    if round_ is None or hand is None or not _counts(draft, round_, command.position):
        _note(draft, f"position {command.position} was counted: {command.cards} cards")
        return
    more = command.cards - len(hand.cards)
    if not more or more > len(round_.undealt):
        _note(draft, f"position {command.position} has {command.cards} cards", "deal")
        return
    if command.position == DEALER:
        kind = Irregularity.DEALER_SHORT if _repairable(draft, round_, command) else Irregularity.DEALER_COUNT
    else:
        kind = Irregularity.PASSED_OVER if command.cards == 0 else Irregularity.PLAYER_COUNT
    if rules.game.irregularities[kind].voids and not can_void(draft) and not alive(round_, hand):
        _note(draft, f"{kind.value}: too late to change the results")
        return
    clauses = rules.game.irregularities[kind].cited(rules.dealing)
    keeps, goes = hand.cards[: max(command.cards, 0)], hand.cards[max(command.cards, 0) :]
    cards = keeps + round_.undealt[: max(more, 0)]
    undealt = goes + round_.undealt[max(more, 0) :]
    if not hand.racked:
        draft.emit(e.HandRecounted(position=command.position, cards=cards, undealt=undealt, clauses=clauses))
    if round_.void:
        found(draft, kind, command.position)
        void_hand(draft, kind, command.position)
        return
    _apply(draft, kind, command.position)
    if Remedy.COMPLETE_DEALER in rules.game.irregularities[kind].remedies:
        draft.emit(e.CardsDealt(deals=((DEALER, goes),), completes=True, clauses=clauses))
        if round_.dealer.announced:
            show_dealer(draft, goes)


def _counts(draft: Draft, round_: Round, position: int) -> bool:
    """Whether a wrong number of cards at this place still matters."""
    hand = round_.hands[position]
    if not round_.dealt:
        return False
    if hand.void:
        return alive(round_, hand)
    keeper = draft.rules.keeper
    if keeper and any(other.settled(keeper.name) for other in round_.hands.values()):
        return False  # every such wager is paid alike, by the hands that counted for the first
    if position and draft.rules.cite("hand-stands") and not (hand.folded and hand.racked and not hand.announced):
        return is_open(draft.rules, draft.state, position)
    return True


def _repairable(draft: Draft, round_: Round, command: c.HandCount) -> bool:
    """Whether a dealer's short hand may be completed with the next card."""
    repair = draft.rules.game.procedure.repair
    missing = len(round_.dealer.cards) - command.cards
    if repair is None or not 0 < missing <= repair.most_missing:
        return False
    if repair.before_board and (round_.board or round_.dealer.up):
        return False
    return not repair.counted or command.undealt == len(round_.undealt) + missing


def card_exposed(draft: Draft, command: c.CardExposed) -> None:
    """A card was shown before its time: the dealer's, a player's, a burn, one of the stub, community cards."""
    round_ = draft.state.playing
    if round_ is None or round_.void:
        _note(draft, f"a card was exposed ({command.where})")
        return
    match command.where:
        case "dealer":
            _dealer_exposed(draft, round_, command)
        case "player":
            _player_exposed(draft, round_, command)
        case "stub" if round_.waits:
            found(draft, Irregularity.FACE_UP_IN_STUB)
        case "stub":
            _face_up(draft, round_, 1)
        case "community" if _early(draft, round_):
            _apply(draft, Irregularity.EARLY_COMMUNITY)
        case "community" if targets(draft.rules, round_) or isinstance(current(draft.rules, draft.state), s.Burn):
            _face_up(draft, round_, 1)
        case _:
            key = "seen-card" if draft.rules.cite("seen-card") else "deal"
            _note(draft, f"a card was exposed ({command.where}); it changes nothing", key)


def _early(draft: Draft, round_: Round) -> bool:
    """Whether somebody has to decide before the next community cards, the initial deal being done."""
    if Irregularity.EARLY_COMMUNITY not in draft.rules.game.irregularities or targets(draft.rules, round_):
        return False
    steps = list(enumerate(draft.rules.script))[round_.step :]
    ahead = next((pair for pair in steps if isinstance(pair[1], s.Decide | s.Burn | s.Community)), None)
    later = any(isinstance(step, s.Community) for _, step in steps)
    return later and ahead is not None and isinstance(ahead[1], s.Decide) and any(undecided(round_, ahead[0]))


def _dealer_exposed(draft: Draft, round_: Round, command: c.CardExposed) -> None:
    hand = round_.dealer
    if not hand.cards:
        _face_up(draft, round_, 1)
        return
    procedure = draft.rules.game.procedure
    hidden = not hand.announced and (procedure.dealer_hidden_until_reveal or not all_decided(draft.rules, round_))
    _turn_up(draft, round_, DEALER, command.place)
    _apply(draft, Irregularity.DEALER_EXPOSED if hidden else Irregularity.DEALER_EXPOSED_LATE)


def _player_exposed(draft: Draft, round_: Round, command: c.CardExposed) -> None:
    hand = round_.hands.get(command.position) if command.position else None
    if hand is None or hand.racked:
        _note(draft, f"a card of position {command.position} was exposed", "see")
    elif not hand.cards:
        _face_up(draft, round_, 1)
    elif _card(hand, command.place) in hand.up:
        _note(draft, f"a card of position {command.position} that lies face up anyway was exposed", "see")
    else:
        stands = Remedy.STANDS in draft.rules.game.irregularities[Irregularity.PLAYER_EXPOSED].remedies
        if command.by_player and not stands:
            what = f"the player at position {command.position} showed a card"
            draft.emit(e.BreachReported(player=hand.player, what=what, clauses=draft.rules.cite("breach-noted")))
            return
        _turn_up(draft, round_, command.position, command.place)
        _apply(draft, Irregularity.PLAYER_EXPOSED, command.position)


def _card(hand: Hand, place: int) -> int:
    return hand.cards[min(max(place, 1), len(hand.cards)) - 1]


def _turn_up(draft: Draft, round_: Round, position: int, place: int) -> None:
    hand = round_.hands[position]
    card = _card(hand, place)
    if card not in hand.up:
        key = "reveal" if position == DEALER else "see"
        draft.emit(
            e.CardsTurnedUp(
                position=position, cards=(card,), faces=round_.shown((card,)), early=True, clauses=draft.rules.cite(key)
            )
        )


def foreign_card(draft: Draft, command: c.ForeignCard) -> None:
    """A card that does not belong to the deck: nothing of the round stands, and the deck goes."""
    round_ = draft.state.playing
    if round_ is None or draft.state.deck(round_.deck) is None:
        _note(draft, "a foreign or duplicate card was seen with no deck in play", "deck")
    elif round_.void:
        found(draft, Irregularity.FOREIGN_CARD)
        void_round(draft, Irregularity.FOREIGN_CARD)
    else:
        _apply(draft, Irregularity.FOREIGN_CARD)


# --- devices ---------------------------------------------------------------------------------------------------------


def shuffler_fault(draft: Draft, command: c.ShufflerFault) -> None:
    """The deck in the shuffler is shuffled again from the start; a round with the other deck goes on."""
    deck = next((d for d in draft.state.decks if d.where == "shuffler" and d.due[:1] == (Handling.SHUFFLE,)), None)
    if deck is None:
        _note(draft, f"the shuffler reported a fault ({command.kind}) with no shuffle under way", "device-away")
        return
    clauses = found(draft, Irregularity.SHUFFLER_FAULT)
    due = steps_after(draft.rules, draft.rules.game.irregularities[Irregularity.SHUFFLER_FAULT].remedies)
    draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason=f"shuffler: {command.kind}", clauses=clauses))


def shoe_fault(draft: Draft, command: c.ShoeFault) -> None:
    """While it deals, a fault of the automated shoe voids the round; once its cards are out it has no effect."""
    rules, round_ = draft.rules, draft.state.playing
    loaded = next((deck for deck in draft.state.decks if deck.where == "loaded"), None)
    if round_ is None and rules.stacks and loaded and rules.cite("shoe-between-rounds"):
        due = steps_after(rules, (Remedy.GATHER, Remedy.COUNT_DECK))
        clauses, reason = rules.cite("shoe-between-rounds"), f"automated shoe: {command.kind}"
        draft.emit(e.StepsOrdered(deck=loaded.name, due=due, reason=reason, clauses=clauses))
    elif round_ is None or not rules.stacks or round_.taken_out or round_.stub or spent(round_):
        _note(draft, f"the automated shoe reported a fault ({command.kind}) that touches no round", "device-away")
    elif round_.void:
        found(draft, Irregularity.SHOE_FAULT)
        void_round(draft, Irregularity.SHOE_FAULT)
    else:
        _apply(draft, Irregularity.SHOE_FAULT)


def device_count(draft: Draft, command: c.DeviceCount) -> None:
    """A wrong count of hands on the device's screen is put right before the flop."""
    round_ = draft.state.playing
    if round_ is None or not round_.deal_closed or round_.board or round_.void:
        _note(draft, f"the device shows {command.hands} hands", "device-count")
        return
    if command.hands != round_.deal_closed:
        _note(draft, f"the device shows {command.hands} hands instead of {round_.deal_closed}", "device-count")
        emit_closed(draft, draft.rules.cite("device-count"))


def device_status(draft: Draft, command: c.DeviceStatus) -> None:
    """A device left the table, was covered or marked, or is back."""
    if command.device not in (SHUFFLER, AUTOMATED_SHOE, COVER_CARD) or command.status not in STATUSES:
        _note(draft, f"{command.device} is reported {command.status}", "device-away")
        return
    clauses = draft.rules.cite("device-away")
    draft.emit(e.DeviceChanged(device=command.device, status=command.status, clauses=clauses))


# --- people ----------------------------------------------------------------------------------------------------------


def departed(draft: Draft, command: c.Departed) -> None:
    """A player walked away in mid-round: the floor stands in, the round is not void."""
    round_ = draft.state.playing
    if round_ is None or all(hand.player != command.player for hand in round_.hands.values()):
        _note(draft, f"{command.player} walked away", "departed")
        return
    draft.emit(e.PlayerDeparted(player=command.player, clauses=draft.rules.cite("departed")))


def breach(draft: Draft, command: c.Breach) -> None:
    """A breach of conduct goes into the record; what it costs is for the floor to rule."""
    clauses = draft.rules.cite("breach-noted")
    draft.emit(e.BreachReported(player=command.player, what=command.what, clauses=clauses))
