"""Cards that are seen, devices that fail and what people do: facts that are reported, and what the rules order then."""

from __future__ import annotations

from typing import NoReturn

from pitboss.cards import UNKNOWN, symbols
from pitboss.games import steps as s
from pitboss.games.common import AUTOMATED_SHOE
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity, Remedy
from pitboss.games.settlement import once
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.counts import WHOLE, bad_deck, fits, judge_short_again, judge_stub_again, seen_early, the_round
from pitboss.table.dealing import current, emit_closed, targets
from pitboss.table.deciding import is_waited_for
from pitboss.table.deck_steps import next_deck, steps_after
from pitboss.table.duties import dealers_breach
from pitboss.table.faces import read
from pitboss.table.flow import alive, all_elected, answered_before_street, short, spent, waits_in_shoe
from pitboss.table.moves import Draft, order_steps, shuffle_anew
from pitboss.table.rules import (
    AWAY,
    COVER_CARD,
    FAULT,
    PRESENT,
    SHUFFLER,
    Rules,
    device_words,
    the_device,
)
from pitboss.table.state import DEALER, Deck, Hand, Round
from pitboss.table.voiding import can_void, find, found, void_if_stranded, void_if_too_few, void_round

STATUSES = (PRESENT, FAULT, *AWAY)
PLACES = ("dealer", "player", "burn", "stub", "community")


def _note(draft: Draft, what: str, key: str) -> None:
    draft.emit(e.Noted(what=what, clauses=draft.rules.cite(key)))


def _refuse(draft: Draft, message: str, key: str = "reports", code: str = "impossible") -> NoReturn:
    draft.rules.refuse(key, code, message)


def _dealing_goes_on(draft: Draft, round_: Round) -> bool:
    """Whether cards are still to leave the deck in this round."""
    if round_.step <= draft.rules.last_dealing and not round_.stub:
        return True
    return bool(short(round_)) or _initial_deal(draft, round_)


def _initial_deal(draft: Draft, round_: Round) -> bool:
    """Whether a hand still waits for cards of the initial deal."""
    return bool(targets(draft.rules, round_) or short(round_) or waits_in_shoe(draft.rules, round_))


# --- cards that are seen ---------------------------------------------------------------------------------------------


def face_up(draft: Draft, command: c.FaceUpCard) -> None:
    """A card lies face up in the shoe, the deck or a stack."""
    most = draft.rules.each if draft.rules.stacks else 1
    if not 1 <= command.place <= most:
        _refuse(draft, f"the next card to be dealt is place 1, the last of a stack {most}; not {command.place}")
    if _of_another(draft, command.deck, seen=True):
        return
    round_ = draft.state.playing
    if round_ and round_.waits:
        _dealer_exposed(draft, round_, command.place, command.face)
    else:
        _next_card_seen(draft, command.place, command.face)


def card_drawn(draft: Draft, command: c.CardDrawn) -> None:
    """A card was drawn in error: unseen it is the next card, seen it counts as found face up."""
    round_ = draft.state.playing
    if _of_another(draft, command.deck, seen=command.seen):
        return
    if not command.seen:
        _drawn_unseen(draft)
        return
    if round_ and round_.waits:
        _dealer_exposed(draft, round_, 1, command.face)
        return
    if round_ and not spent(round_) and _dealing_goes_on(draft, round_):
        kind = Irregularity.DRAWN_SEEN
        if Remedy.AS_FACE_UP in draft.rules.game.irregularities[kind].remedies:
            found(draft, kind)
        elif round_.dealt:
            find(draft, kind)
            return
    _next_card_seen(draft, 1, command.face)


def _of_another(draft: Draft, name: str, *, seen: bool) -> bool:
    """What follows for a deck that is neither dealt now nor next; False if it is not about such a one."""
    state = draft.state
    deck = _named(draft, name) if name else None
    dealt = state.playing.deck if state.playing else getattr(next_deck(draft.rules, state), "name", "")
    if deck is None or deck.name == dealt:
        return False
    if not seen:
        _note(draft, f"a card of the {name} deck was drawn, unseen, and goes back to its place", "seen-early")
    elif _is_shuffled(deck):
        seen_early(draft, deck)
    else:
        _note(draft, "a card was seen in a deck that is still to be shuffled", "seen-early")
    return True


def _named(draft: Draft, name: str) -> Deck:
    deck = draft.state.deck(name)
    if deck is None:
        names = " or ".join(deck.name for deck in draft.state.decks)
        _refuse(draft, f"name a deck that is at the table: {names or 'there is none'}", "deck", "no-deck")
    return deck


def _is_shuffled(deck: Deck) -> bool:
    return bool(deck.commitment) and Handling.SHUFFLE not in deck.due


def _drawn_unseen(draft: Draft, position: int | None = None) -> None:
    round_ = draft.state.playing
    if round_ and spent(round_):
        _note(draft, "a card was drawn, unseen, in a round that is void", "out-of-play")
        return
    if not draft.state.decks:
        _refuse(draft, "there is no deck at the table: no card can have been drawn from it")
    if _dealable(draft) is None:
        _note(draft, "a card was drawn, unseen, from a deck that is still to be shuffled", "seen-early")
    elif round_ and not _dealing_goes_on(draft, round_):
        _note(draft, "a card drawn after the last one goes back on the stub, unseen", "out-of-play")
    else:
        found(draft, Irregularity.DRAWN_UNSEEN, position)


def _dealable(draft: Draft) -> Deck | None:
    """The deck that is dealt next or now, if it is shuffled."""
    playing = draft.state.playing
    deck = draft.state.deck(playing.deck) if playing else next_deck(draft.rules, draft.state)
    return deck if deck and _is_shuffled(deck) else None


def _next_card_seen(draft: Draft, place: int, face: int | None = None) -> None:
    """The face of a card that is still to be dealt was seen, or of one of the stub."""
    rules, round_ = draft.rules, draft.state.playing
    deck = _dealable(draft)
    if round_ and spent(round_):
        _note(draft, "a card was seen in a round that is void", "out-of-play")
        return
    early = round_ is None or not (round_.dealt or round_.face_up)
    if early and deck is None:
        if not draft.state.decks:
            _refuse(draft, "there is no deck at the table: no card of it can be seen")
        _note(draft, "a card was seen in a deck that is still to be shuffled", "seen-early")
        return
    if round_ is None:
        assert deck is not None
        seen_early(draft, deck)
        return
    if not can_void(draft):
        _note(draft, "a card was seen when the round was settled", "out-of-play")
        return
    in_play = draft.state.deck(round_.deck)
    if in_play and Handling.SHUFFLE in in_play.due:
        _note(draft, "a card was seen in a deck that is still to be shuffled", "seen-early")
        return
    if not _dealing_goes_on(draft, round_):
        if round_.undealt:
            _read(draft, round_.undealt[0], face)
        found(draft, Irregularity.FACE_UP_IN_STUB)
        return
    known = rules.game.irregularities
    in_deal = _initial_deal(draft, round_)
    if not round_.face_up:
        kind = Irregularity.FACE_UP_CARD
    elif in_deal or Irregularity.SECOND_FACE_UP_LATER not in known:
        kind = Irregularity.SECOND_FACE_UP_IN_DEAL
    else:
        kind = Irregularity.SECOND_FACE_UP_LATER
    consequence = known[kind]
    if deck and early and (deck.due or deck.doubt is not None or consequence.voids):
        seen_early(draft, deck)
        return
    card, lacks = _which(draft, round_, place)
    clauses = found(draft, kind)
    _read(draft, card, face)
    draft.emit(e.CardSetAside(card=card, face=draft.round.shown((card,)), short=lacks, clauses=clauses))
    if consequence.voids_round:
        void_round(draft, kind)
    elif round_.stub_seen and lacks is not None:
        seen_in_stub(draft)
    void_if_too_few(draft)


def seen_in_stub(draft: Draft) -> None:
    """A card of the stub was seen and a hand is short now: that card is one still to be dealt, and found face up."""
    _next_card_seen(draft, 1)


def _which(draft: Draft, round_: Round, place: int) -> tuple[int, int | None]:
    """The card that lies face up, and the hand whose stack is short of it."""
    left = targets(draft.rules, round_)
    if draft.rules.stacks and left:
        return _of_stack(draft, round_, place, round_.hands[left[0]].missing), left[0]
    return round_.undealt[_within(draft, place, 1)], None


def _of_stack(draft: Draft, round_: Round, place: int, missing: int) -> int:
    """A card of the next stack by its place, as the stack came: one that was set aside has had a place too.

    Place 1 is always the next card that is dealt.
    """
    left = round_.undealt[: draft.rules.each - missing]
    aside = [card for group in round_.rack if group.name == "set aside" for card in group.cards]
    gone = aside[len(aside) - missing :]
    deck = draft.state.deck(round_.deck)
    assert deck is not None
    stack = sorted((*gone, *left), key=deck.pile.index)
    card = stack[_within(draft, place, len(stack))]
    if card not in gone:
        return card
    if place > 1:
        _refuse(draft, f"the card at place {place} of this stack was set aside already")
    return left[0]


def _within(draft: Draft, place: int, size: int) -> int:
    if not 1 <= place <= size:
        places = "only the next card, place 1, is" if size == 1 else f"the stack has the places 1 to {size}: one is"
        _refuse(draft, f"{places} found face up, not place {place}")
    return place - 1


def card_exposed(draft: Draft, command: c.CardExposed) -> None:
    """A card was shown before its time: what follows depends on where it lies, not on how it was shown."""
    rules = draft.rules
    if command.where not in PLACES:
        _refuse(draft, f"a card is exposed at one of {', '.join(PLACES)}, not at {command.where!r}")
    round_ = the_round(draft, "a card in the deck is reported as a card that lies face up")
    _must_exist(draft, round_, command)
    if spent(round_):
        _note(draft, f"a card was exposed ({command.where}) in a round that is void", "out-of-play")
        return
    match command.where:
        case "dealer":
            if command.position and command.position not in round_.positions:
                _not_in_play(draft, round_, command.position)
            culprit = command.position if command.by_player else None
            _dealer_exposed(draft, round_, command.place, command.face, culprit)
        case "player":
            _player_exposed(draft, round_, command)
        case "burn":
            _read(draft, round_.burned[command.place - 1], command.face)
            _note(draft, "a burned card was seen", "out-of-play")
        case "stub" if waits_in_shoe(rules, round_) and not targets(rules, round_) and not short(round_):
            _read(draft, round_.undealt[0], command.face)
            found(draft, Irregularity.FACE_UP_IN_STUB)
        case "stub":
            _next_card_seen(draft, 1, command.face)
        case _ if _early(draft, round_):
            _community_seen(draft, round_, command.face)
        case _ if isinstance(current(rules, draft.state), s.Community) and not _initial_deal(draft, round_):
            _refuse(draft, "the community cards are due now: deal them")
        case _:
            _next_card_seen(draft, 1, command.face)


def _must_exist(draft: Draft, round_: Round, command: c.CardExposed) -> None:
    """Refuse a card where there is none."""
    where = command.where
    if where == "burn" and not round_.burned:
        _refuse(draft, "no card has been burned in this round")
    if where == "burn" and not 1 <= command.place <= len(round_.burned):
        _refuse(draft, f"the burned cards have the places 1 to {len(round_.burned)}, not {command.place}")
    if where == "stub" and not round_.dealt:
        _refuse(draft, "no card has been dealt: there is no stub, and a card of the deck lies face up")
    if where == "community" and len(round_.board) == draft.rules.board_after[-1]:
        _refuse(draft, "no community card is still to be dealt")
    if where in ("stub", "community") and command.place != 1:
        _refuse(draft, f"the card that is seen there is the next one, place 1, not place {command.place}")
    whose = {"dealer": DEALER, "player": command.position}.get(where)
    if whose is not None and (whose not in round_.hands or (where == "player" and whose == DEALER)):
        _not_in_play(draft, round_, whose)
    if whose is not None and not 1 <= command.place <= max(draft.rules.each, len(round_.hands[whose].cards)):
        _refuse(draft, f"the cards of a hand have the places 1 to {draft.rules.each}, not {command.place}")
    if whose is not None and round_.miscounts.get(whose) == 0:
        _refuse(draft, "that hand was counted without a card: no card of it can be exposed")


def _read(draft: Draft, card: int, face: int | None, *, needed: bool = False) -> None:
    """Take in the face of a card that was seen, if somebody read it; a card that was read already keeps its face."""
    before = draft.round.order[card]
    if face is not None and draft.rules.real_cards and before != UNKNOWN:
        if face == before:
            return
        message = f"that card was read as {symbols((before,))}: correct its face (CorrectFaces), or give none"
        draft.rules.refuse("real-cards", "face-twice", message)
    read(draft, (card,), () if face is None else (face,), needed=needed)


def _community_seen(draft: Draft, round_: Round, face: int | None) -> None:
    """A community card was shown too early: it lies on the board, which is completed for the wagers that live on."""
    kind, due = Irregularity.EARLY_COMMUNITY, isinstance(current(draft.rules, draft.state), s.Community)
    clauses = draft.rules.game.irregularities[kind].cited(draft.rules.dealing)
    if can_void(draft):
        cards = round_.undealt[:1]
        _read(draft, cards[0], face, needed=True)
        draft.emit(e.CommunityDealt(cards=cards, faces=draft.round.shown(cards), clauses=clauses))
    if not due:
        find(draft, kind)
    judge_short_again(draft)


def _early(draft: Draft, round_: Round) -> bool:
    """Whether the next community cards are not due yet, the initial deal being done.

    Somebody has not decided; or they would be due, but for a dealer's hand that was counted short.
    """
    rules, hands = draft.rules, round_.hands
    owed = targets(rules, round_) or waits_in_shoe(rules, round_)
    owed = owed or any(hands[position].missing > max(0, hands[position].lacks) for position in short(round_))
    if Irregularity.EARLY_COMMUNITY not in rules.game.irregularities or owed:
        return False
    if isinstance(current(rules, draft.state), s.Community):
        return bool(short(round_))
    return not answered_before_street(rules, round_)


def _dealer_exposed(draft: Draft, round_: Round, place: int, face: int | None, culprit: int | None = None) -> None:
    """A card of the dealer's was seen, by whomever; also one of a stack that waits in the shoe.

    The culprit is the position of the player who exposed it, 0 if nobody said which.
    """
    rules, hand, known = draft.rules, round_.dealer, draft.rules.game.irregularities
    if not hand.cards:
        _next_card_seen(draft, place if rules.stacks else 1, face)  # it was seen on its way to the dealer
        return
    card = _card(draft, hand, place)
    if card in hand.up:
        _refuse(draft, "that card lies face up already")
    hidden = not hand.announced and (rules.game.procedure.dealer_hidden_until_reveal or not all_elected(rules, round_))
    kind = Irregularity.DEALER_EXPOSED if hidden else Irregularity.DEALER_EXPOSED_LATE
    waits: tuple[int, ...] = ()
    if hidden and culprit is not None and Irregularity.DEALER_EXPOSED_BY_PLAYER in known and not round_.void:
        if not culprit:
            among = ", ".join(map(str, round_.positions))
            _refuse(draft, f"say at which position the player sits who exposed the card: one of {among}")
        kind = Irregularity.DEALER_EXPOSED_BY_PLAYER
        hands = round_.hands
        waits = tuple(p for p in round_.positions if hands[p].player == hands[culprit].player and not hands[p].void)
    _turn_up(draft, DEALER, card, face)
    find(draft, kind, culprit if waits else None, waits)
    judge_short_again(draft)


def _player_exposed(draft: Draft, round_: Round, command: c.CardExposed) -> None:
    hand = round_.hands.get(command.position) if command.position else None
    if hand is None:
        _not_in_play(draft, round_, command.position)
    if command.by_player and (hand.racked or not hand.cards):
        why = "is in the discard rack" if hand.racked else "has no cards yet"
        _refuse(draft, f"the hand at position {command.position} {why}: its player has no card to show")
    if hand.racked:
        if 1 <= command.place <= len(hand.cards):
            _read(draft, hand.cards[command.place - 1], command.face)
        _note(draft, f"a card of position {command.position} was seen in the discard rack", "out-of-play")
        return
    if not hand.cards:
        _next_card_seen(draft, 1, command.face)
        return
    card = _card(draft, hand, command.place)
    if card in hand.up:
        _refuse(draft, "that card lies face up already")
    if round_.void and not alive(round_, hand):
        _note(draft, f"a card of position {command.position} was seen in a round that is void", "out-of-play")
        return
    if not can_void(draft):
        what = f"a card of position {command.position} was seen when the round was settled"
        _note(draft, what, "out-of-play")
        return
    stands = Remedy.STANDS in draft.rules.game.irregularities[Irregularity.PLAYER_EXPOSED].remedies
    if command.by_player and not stands:
        _read(draft, card, command.face)
        what = f"the player at position {command.position} showed a card"
        rule = next((one for one in draft.rules.game.conduct_rules if one.covers_showing), None)
        if rule is None or (rule.until_reveal and round_.dealer.announced):
            _note(draft, what, "breach" if rule else "breach-noted")
        else:
            clauses = (rule.clause,)
            draft.emit(e.BreachReported(player=hand.player, what=what, rule=rule.name, clauses=clauses))
        return
    _turn_up(draft, command.position, card, command.face)
    if not stands and round_.dealer.announced:
        late = draft.rules.game.irregularities[Irregularity.PLAYER_EXPOSED]
        what = f"a card of position {command.position} was turned up; the dealer's hand is revealed, so it stands"
        draft.emit(e.Noted(what=what, clauses=late.clauses))
        return
    find(draft, Irregularity.PLAYER_EXPOSED, command.position)


def _not_in_play(draft: Draft, round_: Round, position: int) -> NoReturn:
    among = ", ".join(map(str, round_.positions))
    _refuse(draft, f"position {position} is not in play: the positions are {among}", code="not-in-play")


def _card(draft: Draft, hand: Hand, place: int) -> int:
    if not 1 <= place <= len(hand.cards):
        _refuse(draft, f"the hand has the places 1 to {len(hand.cards)}, not {place}")
    return hand.cards[place - 1]


def _turn_up(draft: Draft, position: int, card: int, face: int | None) -> None:
    clauses = draft.rules.cite("reveal" if position == DEALER else "see")
    _read(draft, card, face)
    faces = draft.round.shown((card,))
    draft.emit(e.CardsTurnedUp(position=position, cards=(card,), faces=faces, early=True, clauses=clauses))


def dead_cards(draft: Draft, command: c.DeadCards) -> None:
    """A card or stack went to a position that is not in play."""
    rules = draft.rules
    round_ = the_round(draft, "no card is being dealt")
    positions = rules.terms["positions"]
    if not 1 <= command.position <= positions or command.position in round_.positions:
        _refuse(draft, f"name a position that is not in play, of 1 to {positions}", code="not-in-play")
    if not (round_.dealt or command.at_once):
        _refuse(draft, "cards go to a wrong place only while cards are dealt", "deal")
    fitted = fits(round_)
    judged = fitted if round_.counted is None else not round_.unfit
    if spent(round_) and (command.at_once or not judged):
        _note(draft, f"cards went to position {command.position} in a round that is void", "out-of-play")
        return
    if command.at_once:
        _drawn_unseen(draft, command.position)
        return
    size = command.cards if command.cards is not None else dealt_at_a_time(rules, round_)
    if not 1 <= size <= rules.each:
        _refuse(draft, f"1 to {rules.each} cards can lie there, not {size}", "deal", "bounds")
    if size > len(round_.undealt):
        _refuse(
            draft, f"only {len(round_.undealt)} cards have not been dealt to a hand: {size} cannot lie there", "deal"
        )
    clauses = found(draft, Irregularity.DEAD_CARDS, command.position)
    recount = fitted and round_.counted is not None
    inquiry = fitted and not recount and not spent(round_)
    clauses = once(*clauses, *rules.cite("count-again" if recount else "stub-wrong" if inquiry else ""))
    cards = round_.undealt[:size]
    draft.emit(e.CardsDead(position=command.position, cards=cards, recount=recount, inquiry=inquiry, clauses=clauses))
    judge_stub_again(draft)
    void_if_too_few(draft)


def dealt_at_a_time(rules: Rules, round_: Round) -> int:
    """A stack while the automated shoe delivers; a card from a manual shoe, and from the hand."""
    return rules.each if rules.stacks and not round_.taken_out else 1


def foreign_card(draft: Draft, command: c.ForeignCard) -> None:
    """A card that does not belong to the deck: nothing of a round with it stands, and the deck goes."""
    state, round_ = draft.state, draft.state.playing
    names = [deck.name for deck in state.decks]
    name = command.deck or (round_.deck if round_ else names[0] if len(names) == 1 else "")
    deck = _named(draft, name)
    if round_ and round_.deck == name and not spent(round_):
        find(draft, Irregularity.FOREIGN_CARD)
    else:
        bad_deck(draft, deck, Irregularity.FOREIGN_CARD, Irregularity.FOREIGN_CARD.value)


# --- devices ---------------------------------------------------------------------------------------------------------


def shuffler_fault(draft: Draft, command: c.ShufflerFault) -> None:
    """The shuffler cannot be used: one of the ways to say it."""
    _known_kind(draft, command.kind)
    _device(draft, SHUFFLER, FAULT, command.kind, command.words)


def shoe_fault(draft: Draft, command: c.ShoeFault) -> None:
    """The automated shoe cannot be used: one of the ways to say it."""
    _known_kind(draft, command.kind)
    _device(draft, AUTOMATED_SHOE, FAULT, command.kind, command.words)


def _known_kind(draft: Draft, kind: str) -> None:
    if kind not in c.FAULT_KINDS:
        message = f"a device has one of these faults: {', '.join(c.FAULT_KINDS)}; not {kind!r}"
        _refuse(draft, message, "device-state", "no-such-fault")


def device_status(draft: Draft, command: c.DeviceStatus) -> None:
    """A device left the table, was covered or marked, does not work, or is back."""
    known = (SHUFFLER, AUTOMATED_SHOE, COVER_CARD)
    if command.device not in known:
        _refuse(draft, f"a table has {', '.join(known)}, not {command.device!r}", "device-state", "no-device")
    if command.status not in STATUSES:
        _refuse(draft, f"a device is {', '.join(STATUSES)}, not {command.status!r}", "device-state", "status")
    _device(draft, command.device, command.status, command.status)


def _device(draft: Draft, device: str, status: str, how: str, words: str = "") -> None:
    """A device is in this state; out of order while it is needed, it has failed, however that is put."""
    rules = draft.rules
    if status == FAULT and device not in (*rules.devices, COVER_CARD, *draft.state.devices):
        _refuse(draft, f"this table does not use {the_device(device)}", "device-state", "no-device")
    if status == FAULT:
        _must_be_here(draft, device, "no fault can be seen")
    clauses = (*rules.cite("device-state"), *rules.cite(COVER_CARD if device == COVER_CARD else "device-away"))
    draft.emit(e.DeviceChanged(device=device, status=status, clauses=clauses))
    if status == PRESENT:
        return
    reason = device_words(device, status) + ("" if how == status else f": {words.strip() or how}")
    if device == SHUFFLER and rules.shuffler:
        _shuffler_failed(draft, reason, unfinished=how == c.INCOMPLETE)
        void_if_stranded(draft)
    one_device = device == SHUFFLER and rules.game.procedure.shuffler_deals(rules.terms)
    if (device == AUTOMATED_SHOE and rules.stacks) or one_device:
        _shoe_failed(draft, reason)


def _must_be_here(draft: Draft, device: str, what: str) -> None:
    """Refuse what can only be seen of a device that stands at the table and is used."""
    status = draft.state.devices.get(device, PRESENT)
    if status in AWAY:
        message = f"{device_words(device, status)}: {what} of it; report first that it is back in service"
        _refuse(draft, message, "device-state", "device-away")


def _shuffler_failed(draft: Draft, reason: str, *, unfinished: bool) -> None:
    """The deck in the shuffler is shuffled again from the start, its shuffle on record or not; a round goes on.

    If its cycle was left unfinished and the deck is out already, that one is, as long as no card of it was dealt.
    """
    rules, decks = draft.rules, draft.state.decks
    deck = next((deck for deck in decks if deck.where == "shuffler"), None)
    if deck is None and unfinished:
        deck = next((deck for deck in decks if deck.where == "loaded" and not deck.cut), None)
    steps = steps_after(rules, rules.game.irregularities[Irregularity.SHUFFLER_FAULT].remedies)
    if deck and not set(steps) <= set(deck.due):
        order_steps(draft, deck, steps, reason, found(draft, Irregularity.SHUFFLER_FAULT))


def _shoe_failed(draft: Draft, reason: str) -> None:
    """A fault of the automated shoe voids the round until its cards are out, a dealer's stack that waits there too."""
    rules, round_ = draft.rules, draft.state.playing
    loaded = next((deck for deck in draft.state.decks if deck.where == "loaded"), None)
    if round_ is None:
        if loaded and rules.cite("shoe-between-rounds"):
            steps = steps_after(rules, (Remedy.GATHER, Remedy.COUNT_DECK))
            shuffle_anew(draft, loaded, steps, reason, rules.cite("shoe-between-rounds"))
    elif round_.waits or not (round_.taken_out or round_.stub):
        find(draft, Irregularity.SHOE_FAULT)


def device_count(draft: Draft, command: c.DeviceCount) -> None:
    """A wrong count of hands on the device's screen is put right."""
    rules = draft.rules
    round_ = the_round(draft, "no device shows a number of hands")
    if not round_.deal_closed or round_.void:
        _refuse(draft, "no device shows a number of hands now", "device-count")
    _must_be_here(draft, AUTOMATED_SHOE, "no number can be read")
    most = WHOLE // rules.each
    if not 1 <= command.hands <= most:
        _refuse(draft, f"a device shows 1 to {most} hands, not {command.hands}", "device-count", "bounds")
    what = f"the device shows {command.hands} hands"
    if command.hands == round_.deal_closed:
        _note(draft, what, "device-count")
        return
    draft.emit(e.Noted(what=f"{what} instead of {round_.deal_closed}", clauses=rules.cite("device-count")))
    emit_closed(draft, rules.cite("device-count"))


# --- people ----------------------------------------------------------------------------------------------------------


def departed(draft: Draft, command: c.Departed) -> None:
    """A player walked away: the floor stands in, a round is not void."""
    state, name = draft.state, command.player
    if state.seat_of(name) is None:
        _refuse(draft, f"{name} has no seat at this table", "departed", "not-seated")
    if name in state.away:
        _refuse(draft, f"{name} is on record as gone already", "departed", "no-change")
    draft.emit(e.PlayerDeparted(player=name, clauses=draft.rules.cite("departed")))


def returned(draft: Draft, command: c.Returned) -> None:
    """A player is back: the hand is the player's again, as far as nobody has decided for it."""
    state, name = draft.state, command.player
    if name not in state.away:
        _refuse(draft, f"{name} is not on record as gone", "returned", "no-change")
    draft.emit(e.PlayerReturned(player=name, clauses=draft.rules.cite("returned")))


def no_answer(draft: Draft, command: c.NoAnswer) -> None:
    """A player was asked and gave no answer: now the floor may act."""
    round_ = the_round(draft, "nobody is asked anything")
    hand = round_.hands.get(command.position) if command.position else None
    if hand is None or not is_waited_for(draft.rules, draft.state, command.position):
        _refuse(draft, f"position {command.position} is not asked anything now", "called", "not-asked")
    if hand.called == round_.step:
        _refuse(draft, f"the call to position {command.position} is on record already", "called", "no-change")
    clauses = draft.rules.cite("called")
    draft.emit(e.PlayerCalled(player=hand.player, position=command.position, clauses=clauses))


def breach(draft: Draft, command: c.Breach) -> None:
    """A breach of conduct goes into the record; what it costs, where it costs something, is for the floor to rule."""
    rules, round_ = draft.rules, draft.state.playing
    if dealers_breach(draft, command):
        return
    in_play = round_ is not None and any(hand.player == command.player for hand in round_.hands.values())
    if draft.state.seat_of(command.player) is None and not in_play:
        _refuse(draft, f"{command.player} has no seat at this table", "breach-noted", "not-seated")
    if not command.what.strip():
        _refuse(draft, "say what was done: it goes into the record", "breach-noted", "reason")
    rule = rules.game.conduct_rule(command.rule)
    if rule is None:
        known = ", ".join(f"{one.name} ({one.words})" for one in rules.game.conduct_rules)
        _refuse(draft, f"say which rule it breaks: {known}", "breach-noted", "no-such-rule")
    if draft.state.round is None or (round_ and not round_.dealt):
        _refuse(draft, "no cards have been dealt: there is nothing that this rule protects", "breach-noted")
    if rule.until_reveal and round_ and round_.dealer.announced:
        message = "since the dealer's cards were turned up, the rules forbid this no more"
        rules.refuse("breach-noted", "not-forbidden", message)
    what, clauses = command.what, (rule.clause,)
    draft.emit(e.BreachReported(player=command.player, what=what, rule=rule.name, clauses=clauses))
