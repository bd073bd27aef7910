"""From one state to the next: one branch for each event, and no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.games.handling import Handling
from pitboss.ledger import post
from pitboss.table import events as e
from pitboss.table.state import DEALER, Bets, Deck, Group, Hand, Line, Round, State, changed

E = TypeVar("E", bound=e.Event)
_TIMED = (e.DeckReceived, e.WagerPlaced)
"""Events whose branch looks at the time."""
_BRANCHES: dict[type[e.Event], Callable[[State, Any], State]] = {}


def evolve(state: State, event: e.Event, at: int = 0) -> State:
    """The state after an event that happened at this time."""
    branch = _BRANCHES.get(type(event))
    if branch is not None:
        state = branch(changed(state, at=at) if type(event) in _TIMED else state, event)
    version, _, books, round_, *rest = state  # the four that most events change stand first
    if event.money:
        books = post(books, event.money)
    if event.step is not None and round_ is not None:
        round_ = changed(round_, step=event.step)
    return State._make((version + 1, at, books, round_, *rest))


def _on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def keep(branch: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _BRANCHES[kind] = branch
        return branch

    return keep


def _deck(state: State, name: str, **changes: Any) -> State:
    return changed(
        state, decks=tuple([changed(deck, **changes) if deck.name == name else deck for deck in state.decks])
    )


def _round(state: State, **changes: Any) -> State:
    assert state.round is not None
    return changed(state, round=changed(state.round, **changes))


def _hand(state: State, position: int, **changes: Any) -> State:
    round_ = state.round
    assert round_ is not None
    hands = dict(round_.hands)
    hands[position] = changed(hands[position], **changes)
    version, at, books, _, *rest = state
    return State._make((version, at, books, changed(round_, hands=hands), *rest))


def _racked(round_: Round, name: str, position: int, cards: tuple[int, ...]) -> tuple[Group, ...]:
    return (*round_.rack, Group(name, position, cards))


# --- the table and its people ----------------------------------------------------------------------------------------


@_on(e.SubmissionPosted)
def _(state: State, event: e.SubmissionPosted) -> State:
    return changed(state, game=event.game, options=event.options, digest=event.digest)


@_on(e.TableOpened)
def _(state: State, event: e.TableOpened) -> State:
    return changed(state, open=True, idle=False, floor=event.floor, uncounted=0)


@_on(e.TableClosed)
def _(state: State, event: e.TableClosed) -> State:
    return changed(state, open=False, idle=False, floor=(), decks=(), round=None)


@_on(e.TableIdled)
def _(state: State, event: e.TableIdled) -> State:
    return changed(state, idle=True)


@_on(e.PlayerSeated)
def _(state: State, event: e.PlayerSeated) -> State:
    return changed(state, seats={**state.seats, event.position: event.player})


@_on(e.PlayerLeft)
def _(state: State, event: e.PlayerLeft) -> State:
    return changed(state, seats={position: name for position, name in state.seats.items() if name != event.player})


@_on(e.PlayerExcluded)
def _(state: State, event: e.PlayerExcluded) -> State:
    return changed(state, excluded=(*state.excluded, event.player))


@_on(e.DeviceChanged)
def _(state: State, event: e.DeviceChanged) -> State:
    return changed(state, devices={**state.devices, event.device: event.status})


# --- cards -----------------------------------------------------------------------------------------------------------


@_on(e.DeckReceived)
def _(state: State, event: e.DeckReceived) -> State:
    deck = Deck(
        name=event.deck,
        received_at=state.at,
        due=event.due,
        order=event.order,
        salt=event.salt,
        commitment=event.commitment,
        pile=tuple(range(len(event.order))),
        unused=event.preshuffled,
    )
    return changed(state, decks=(*state.decks, deck))


@_on(e.DeckRemoved)
def _(state: State, event: e.DeckRemoved) -> State:
    return changed(state, decks=tuple(deck for deck in state.decks if deck.name != event.deck))


_WHERE = {
    Handling.INTO_SHUFFLER: "shuffler",
    Handling.LOAD: "loaded",
    Handling.COUNT: "table",
    Handling.GATHER: "table",
    Handling.SPREAD: "table",
    Handling.SPREAD_IDLE: "table",
}


@_on(e.DeckHandled)
def _(state: State, event: e.DeckHandled) -> State:
    decks = []
    for deck in state.decks:
        if deck.name == event.deck:
            due = deck.due[1:] if deck.due[:1] == (event.handling,) else deck.due
            where = _WHERE.get(event.handling, deck.where)
            deck = changed(deck, due=due, where=where)
            if event.face_up is not None:
                deck = changed(deck, face_up=event.face_up, faces=event.faces)
        decks.append(deck)
    idle = state.idle and event.handling is not Handling.LOAD
    return changed(state, decks=tuple(decks), idle=idle)


@_on(e.DeckShuffled)
def _(state: State, event: e.DeckShuffled) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    return _deck(
        state,
        event.deck,
        due=deck.due[1:],
        where="shuffler" if event.method == "automated" else "table",
        order=event.order,
        salt=event.salt,
        commitment=event.commitment,
        pile=tuple(range(len(event.order))),
        cut=False,
        device_count=event.count,
    )


@_on(e.DeckCut)
def _(state: State, event: e.DeckCut) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    pile = deck.pile[event.cards :] + deck.pile[: event.cards]
    state = _deck(state, event.deck, due=deck.due[1:], pile=pile, cut=True)
    playing = state.playing
    if playing and playing.deck == event.deck:
        return _round(state, undealt=pile)
    return state


@_on(e.DeckCounted)
def _(state: State, event: e.DeckCounted) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    state = _deck(state, event.deck, due=deck.due[1:], uncounted=0, where="table")
    return changed(state, uncounted=0)


@_on(e.StepsOrdered)
def _(state: State, event: e.StepsOrdered) -> State:
    return _deck(state, event.deck, due=event.due, where=event.where)


# --- a round ---------------------------------------------------------------------------------------------------------


@_on(e.WagerPlaced)
def _(state: State, event: e.WagerPlaced) -> State:
    here = state.bets.get(event.position) or Bets(event.player)
    wagers = {**here.wagers, event.wager: event.amount}
    if not event.amount:
        del wagers[event.wager]
    return _bets(changed(state, last_bet_at=state.at), event.position, changed(here, wagers=wagers))


@_on(e.CouponLaid)
def _(state: State, event: e.CouponLaid) -> State:
    here = state.bets.get(event.position) or Bets(event.player)
    return _bets(state, event.position, changed(here, coupon=event.face))


def _bets(state: State, position: int, here: Bets) -> State:
    bets = {**state.bets, position: here}
    if not here.wagers and not here.coupon:
        del bets[position]
    return changed(state, bets=bets)


@_on(e.BetsClosed)
def _(state: State, event: e.BetsClosed) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    hands = {DEALER: Hand()}
    for position in event.positions:
        bets = state.bets[position]
        hands[position] = Hand(bets.player, bets.wagers, bets.coupon)
    round_ = Round(event.number, event.deck, event.dealing, event.positions, hands, deck.order, deck.pile)
    return changed(state, round=round_, rounds=event.number, bets={})


@_on(e.CardsDealt)
def _(state: State, event: e.CardsDealt) -> State:
    round_ = state.round
    assert round_ is not None
    if not round_.dealt and not round_.face_up:
        state = _first_card(state, round_)
    hands, out = dict(round_.hands), 0
    for position, cards in event.deals:
        hand = hands[position]
        missing = max(0, hand.missing - len(cards)) if event.completes else hand.missing
        hands[position] = changed(hand, cards=hand.cards + cards, missing=missing)
        out += len(cards)
    return changed(
        state,
        round=changed(
            round_,
            hands=hands,
            undealt=round_.undealt[out:],
            dealt=round_.dealt if event.completes else round_.dealt + len(event.deals),
            waits=round_.waits or event.waits,
            cover="on the dealer's cards" if event.covered else round_.cover,
        ),
    )


def _first_card(state: State, round_: Round) -> State:
    """From its first card on a round counts, for the table and for its deck."""
    deck = state.deck(round_.deck)
    assert deck is not None
    by_hand = deck.from_hand or round_.dealing == "hand"
    state = _deck(state, deck.name, where="play", unused=False, from_hand=by_hand, uncounted=deck.uncounted + 1)
    return changed(state, uncounted=state.uncounted + 1)


@_on(e.StackDelivered)
def _(state: State, event: e.StackDelivered) -> State:
    return _round(state, waits=False)


@_on(e.CardsTakenOut)
def _(state: State, event: e.CardsTakenOut) -> State:
    return _round(state, taken_out=True)


@_on(e.DealClosed)
def _(state: State, event: e.DealClosed) -> State:
    return _round(state, deal_closed=event.hands)


@_on(e.CardBurned)
def _(state: State, event: e.CardBurned) -> State:
    round_ = state.round
    assert round_ is not None
    return _round(
        state,
        burned=(*round_.burned, event.card),
        undealt=round_.undealt[1:],
        rack=_racked(round_, "burn", DEALER, (event.card,)),
    )


@_on(e.CommunityDealt)
def _(state: State, event: e.CommunityDealt) -> State:
    round_ = state.round
    assert round_ is not None
    return _round(state, board=round_.board + event.cards, undealt=round_.undealt[len(event.cards) :])


@_on(e.StubTaken)
def _(state: State, event: e.StubTaken) -> State:
    return _round(state, stub="taken", taken_out=True)


@_on(e.StubCounted)
def _(state: State, event: e.StubCounted) -> State:
    assert state.round is not None
    state = _round(state, stub="counted", counted=event.cards, inquiry=not event.right)
    state = _deck(state, state.round.deck, uncounted=0) if state.round else state
    return changed(state, uncounted=0)


@_on(e.HandsCounted)
def _(state: State, event: e.HandsCounted) -> State:
    return _round(state, inquiry=False)


@_on(e.StubRacked)
def _(state: State, event: e.StubRacked) -> State:
    assert state.round is not None
    return _round(state, stub="racked", rack=_racked(state.round, "stub", DEALER, ()))


@_on(e.HandLaidDown)
def _(state: State, event: e.HandLaidDown) -> State:
    return _hand(state, event.position, laid_down=True)


@_on(e.CardsPicked)
def _(state: State, event: e.CardsPicked) -> State:
    assert state.round is not None
    up = tuple(dict.fromkeys(state.round.hands[event.position].up + event.cards))
    return _hand(state, event.position, picked=event.cards, up=up)


@_on(e.Decided)
def _(state: State, event: e.Decided) -> State:
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[event.position]
    wagers = {**hand.wagers, event.wager: event.amount} if event.wager else hand.wagers
    return _hand(
        state,
        event.position,
        acted=round_.step,
        wagers=wagers,
        played=hand.played or event.wager is not None,
        folded=event.action == "fold",
    )


@_on(e.HandSet)
def _(state: State, event: e.HandSet) -> State:
    return _hand(state, event.position, low=event.low)


@_on(e.CardsTurnedUp)
def _(state: State, event: e.CardsTurnedUp) -> State:
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[event.position]
    up = tuple(dict.fromkeys(hand.up + event.cards))
    return _hand(state, event.position, up=up, exposed=hand.exposed or len(up) < len(hand.cards))


@_on(e.CoverLifted)
def _(state: State, event: e.CoverLifted) -> State:
    return _round(state, cover=event.where)


@_on(e.HandAnnounced)
def _(state: State, event: e.HandAnnounced) -> State:
    return _hand(state, event.position, announced=True)


@_on(e.WagerSettled)
def _(state: State, event: e.WagerSettled) -> State:
    assert state.round is not None
    line = Line(
        event.wager,
        event.outcome,
        event.stake,
        event.paid,
        event.returned,
        event.money,
        event.odds,
        event.clauses,
    )
    others = [other for other in state.round.hands[event.position].lines if other.wager != event.wager]
    return _hand(state, event.position, lines=(*others, line), done=tuple([one.wager for one in (*others, line)]))


@_on(e.CardsRacked)
def _(state: State, event: e.CardsRacked) -> State:
    round_ = state.round
    assert round_ is not None
    rack = _racked(round_, event.group, event.position, event.cards)
    if event.group != "hand" and event.group != "dealer":
        return _round(state, rack=rack)
    hands = dict(round_.hands)
    hands[event.position] = changed(hands[event.position], racked=True)
    return _round(state, rack=rack, hands=hands)


@_on(e.HandKept)
def _(state: State, event: e.HandKept) -> State:
    return _round(state, kept=(event.position, event.strength))


@_on(e.RoundEnded)
def _(state: State, event: e.RoundEnded) -> State:
    assert state.round is not None
    state = _deck(state, state.round.deck, due=event.due, where="rack", order=(), salt="", pile=(), cut=False)
    return _round(state, over=True)


# --- irregularities, the floor ---------------------------------------------------------------------------------------


@_on(e.CardSetAside)
def _(state: State, event: e.CardSetAside) -> State:
    round_ = state.round
    assert round_ is not None
    if not round_.dealt and not round_.face_up:
        state = _first_card(state, round_)
    hands = dict(round_.hands)
    if event.short is not None:
        lacks = hands[event.short]
        cards = tuple(card for card in lacks.cards if card != event.card)
        hands[event.short] = changed(lacks, cards=cards, missing=lacks.missing + 1)
    return _round(
        state,
        hands=hands,
        face_up=round_.face_up + 1,
        undealt=tuple(card for card in round_.undealt if card != event.card),
        rack=_racked(round_, "set aside", DEALER, (event.card,)),
    )


@_on(e.CardsDead)
def _(state: State, event: e.CardsDead) -> State:
    round_ = state.round
    assert round_ is not None
    return _round(
        state,
        undealt=round_.undealt[len(event.cards) :],
        rack=_racked(round_, "dead", event.position, event.cards),
    )


@_on(e.HandRecounted)
def _(state: State, event: e.HandRecounted) -> State:
    round_ = state.round
    assert round_ is not None
    hand, cards = round_.hands[event.position], event.cards
    up, picked, low = (tuple([card for card in some if card in cards]) for some in (hand.up, hand.picked, hand.low))
    missing = hand.missing + max(0, len(hand.cards) - len(cards))
    return _round(
        _hand(state, event.position, cards=cards, up=up, picked=picked, low=low, missing=missing),
        undealt=event.undealt,
    )


@_on(e.HandVoided)
def _(state: State, event: e.HandVoided) -> State:
    return _hand(state, event.position, void=event.kind)


@_on(e.RoundVoided)
def _(state: State, event: e.RoundVoided) -> State:
    round_ = state.round
    assert round_ is not None
    hands = {position: changed(hand, void=event.kind) for position, hand in round_.hands.items()}
    return _round(
        state, void=event.kind, still_settled=event.still_settled, hands=hands, kept=None, inquiry=False, waits=False
    )


@_on(e.PlayerDeparted)
def _(state: State, event: e.PlayerDeparted) -> State:
    round_ = state.round
    assert round_ is not None
    hands = {
        position: changed(hand, departed=True) if hand.player == event.player else hand
        for position, hand in round_.hands.items()
    }
    return _round(state, hands=hands)


@_on(e.WagersForfeited)
def _(state: State, event: e.WagersForfeited) -> State:
    return _ruled(state, event.player)


@_on(e.WagersStand)
def _(state: State, event: e.WagersStand) -> State:
    return _ruled(state, event.player)


def _ruled(state: State, player: str) -> State:
    round_ = state.round
    assert round_ is not None
    hands = {p: changed(hand, ruled=True) if hand.player == player else hand for p, hand in round_.hands.items()}
    return _round(state, hands=hands)
