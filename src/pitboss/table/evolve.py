"""From one state to the next: one branch for each event, and no rules.

What changes in the round alone stands in `evolve_round`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.games.handling import Handling
from pitboss.ledger import DROP, RACK, post
from pitboss.table import events as e
from pitboss.table.evolve_round import BRANCHES, racked
from pitboss.table.flow import spent
from pitboss.table.state import DEALER, STUB, Bets, Deck, Hand, Inventory, Report, Round, State, changed, seat_name

E = TypeVar("E", bound=e.Event)
_TIMED = (e.DeckReceived, e.WagerPlaced, e.WagersSeen, e.TableOpened)
"""Events whose branch looks at the time."""
_ANY_TIME = (e.PlayerDeparted, e.PlayerReturned, e.BreachReported, e.IrregularityFound)
"""Events that change the round if there is one."""
_BRANCHES: dict[type[e.Event], Callable[[State, Any], State]] = {}


def evolve(state: State, event: e.Event, at: int = 0) -> State:
    """The state after an event that happened at this time."""
    kind, before = type(event), state
    if branch := _BRANCHES.get(kind):
        state = branch(changed(state, at=at) if kind in _TIMED else state, event)
    books, round_ = state.books, state.round
    if of_round := BRANCHES.get(kind):
        if round_ is not None and not round_.over:
            round_ = of_round(round_, event)
        elif kind not in _ANY_TIME:
            raise AssertionError("there is no round in which this could happen")
    if event.money:
        books = post(books, event.money)
    if event.step is not None and round_ is not None:
        round_ = changed(round_, step=event.step)
    after = changed(state, version=state.version + 1, at=at, books=books, round=round_)
    if after.inventory.closer is not None and not after.inventory.ended and _moves_rack(event):
        after = changed(after, inventory=changed(after.inventory, closer=None))
    return after if after.report is None else _keep_report(before, after, event)


def _moves_rack(event: e.Event) -> bool:
    """Whether a closer that was counted before this no longer says what is in the rack."""
    if isinstance(event, e.RackCounted):
        return event.what in ("fill", "credit")
    return isinstance(event, e.BetsClosed) or any(RACK in move for move in event.money)


def _keep_report(before: State, after: State, event: e.Event) -> State:
    """The last report can be withdrawn until money moves on it, or something is done with cards."""
    report = after.report
    assert report is not None
    final = bool(event.money) or isinstance(event, e.WagerSettled)
    if report is not before.report or (after.version <= report.until and not final):
        return after
    same = after.round is before.round and after.decks is before.decks and after.devices is before.devices
    return after if after.version > report.until and same else changed(after, report=None)


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


# --- the table and its people ----------------------------------------------------------------------------------------


@_on(e.SubmissionPosted)
def _(state: State, event: e.SubmissionPosted) -> State:
    return changed(
        state, game=event.game, options=event.options, digest=event.digest, attested=(), attest_anew=event.attest
    )


@_on(e.TableOpened)
def _(state: State, event: e.TableOpened) -> State:
    return changed(
        state,
        open=True,
        idle=False,
        floor=event.floor,
        uncounted=0,
        opened_at=state.at,
        attested=(),
        attest_anew=(),
        inventory=Inventory(opened=True) if state.inventory.ended else changed(state.inventory, opened=True),
    )


@_on(e.TableClosed)
def _(state: State, event: e.TableClosed) -> State:
    return changed(
        state,
        open=False,
        idle=False,
        floor=(),
        decks=(),
        round=None,
        attested=(),
        attest_anew=(),
        left=(),
        inventory=changed(state.inventory, ended=True),
    )


@_on(e.RackCounted)
def _(state: State, event: e.RackCounted) -> State:
    kept, total, books = state.inventory, event.total, state.books
    match event.what:
        case "opener" if event.again:
            kept = changed(kept, opener=total)
        case "opener":
            kept = Inventory(total, rack_before=books.get(RACK, 0), drop_before=books.get(DROP, 0))
        case "fill":
            kept = changed(kept, fills=(*(kept.fills[:-1] if event.again else kept.fills), total))
        case "credit":
            kept = changed(kept, credits=(*(kept.credits[:-1] if event.again else kept.credits), total))
        case "closer":
            kept = changed(kept, closer=total)
        case _:
            kept = changed(kept, drop=total)
    return changed(state, inventory=kept)


@_on(e.DutiesAttested)
def _(state: State, event: e.DutiesAttested) -> State:
    if event.moment == "dealing":
        assert state.round is not None
        return _round(state, attested=(*state.round.attested, *event.duties))
    return changed(state, attested=(*state.attested, *event.duties))


@_on(e.TableIdled)
def _(state: State, event: e.TableIdled) -> State:
    return changed(state, idle=True)


@_on(e.PlayerSeated)
def _(state: State, event: e.PlayerSeated) -> State:
    left = _but(state.left, event.player)
    return changed(state, seats={**state.seats, event.position: event.player}, left=left)


@_on(e.PlayerLeft)
def _(state: State, event: e.PlayerLeft) -> State:
    seats = {position: name for position, name in state.seats.items() if name != event.player}
    left = (*_but(state.left, event.player), event.player)
    return changed(state, seats=seats, away=_but(state.away, event.player), left=left)


@_on(e.PlayerDeparted)
def _(state: State, event: e.PlayerDeparted) -> State:
    return changed(state, away=(*_but(state.away, event.player), event.player))


@_on(e.PlayerReturned)
def _(state: State, event: e.PlayerReturned) -> State:
    return changed(state, away=_but(state.away, event.player))


def _but(people: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(name for name in people if name != player)


@_on(e.PlayerExcluded)
def _(state: State, event: e.PlayerExcluded) -> State:
    return changed(state, excluded=(*state.excluded, event.player))


@_on(e.PlayerReadmitted)
def _(state: State, event: e.PlayerReadmitted) -> State:
    return changed(state, excluded=_but(state.excluded, event.player))


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
        stream=event.stream,
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
    Handling.LAY_COVER: "table",
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
            due = _without(deck, event.handling)
            where = _WHERE.get(event.handling, deck.where)
            deck = changed(deck, due=due, where=where)
            if event.face_up is not None:
                deck = changed(deck, face_up=event.face_up, faces=event.faces)
        elif event.handling is Handling.INTO_SHUFFLER and deck.where == "shuffler":
            deck = changed(deck, where="table")
        decks.append(deck)
    idle = state.idle and event.handling is not Handling.LOAD
    return changed(state, decks=tuple(decks), idle=idle)


def _without(deck: Deck, step: Handling) -> tuple[Handling, ...]:
    """What is left to do with a deck after a step, if that one was due."""
    return deck.due[1:] if deck.due[:1] == (step,) else deck.due


@_on(e.DeckShuffled)
def _(state: State, event: e.DeckShuffled) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    playing = state.playing
    if playing and playing.deck == event.deck:  # shuffled again between the call and the first card
        state = _round(state, order=event.order, undealt=tuple(range(len(event.order))))
    return _deck(
        state,
        event.deck,
        due=deck.due[1:],
        where="shuffler" if event.method == "automated" else "table",
        order=event.order,
        salt=event.salt,
        stream=event.stream,
        commitment=event.commitment,
        pile=tuple(range(len(event.order))),
        cut=False,
        device_count=event.count,
    )


@_on(e.DeckCut)
def _(state: State, event: e.DeckCut) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    cards = event.cards or 0
    pile = deck.pile[cards:] + deck.pile[:cards]
    state = _deck(state, event.deck, due=deck.due[1:], where="table", pile=pile, cut=True)
    playing = state.playing
    if playing and playing.deck == event.deck:
        return _round(state, undealt=pile)
    return state


@_on(e.DeckCounted)
def _(state: State, event: e.DeckCounted) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    if event.again:
        return _deck(state, event.deck, doubt=event.cards)
    where = "table" if deck.due[:1] == (Handling.COUNT,) else deck.where
    state = _deck(state, event.deck, due=_without(deck, Handling.COUNT), where=where, doubt=None)
    return changed(_deck(state, event.deck, uncounted=0), uncounted=0) if event.for_stub else state


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
    if event.wager == "ante" and event.amount:
        state = changed(state, last_bet_at=state.at)
    if event.player in state.away:
        state = changed(state, away=_but(state.away, event.player))
    return _bets(state, event.position, changed(here, wagers=wagers))


@_on(e.WagersSeen)
def _(state: State, event: e.WagersSeen) -> State:
    bets = {position: Bets(seat_name(position), dict.fromkeys(names, 0)) for position, names in event.wagers}
    away = tuple(name for name in state.away if all(here.player != name for here in bets.values()))
    return changed(state, bets=bets, away=away, last_bet_at=state.at if bets else state.last_bet_at)


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
        departed = bets.player in state.away
        hands[position] = Hand(bets.player, bets.wagers, bets.coupon, departed=departed)
    round_ = Round(hands, event.number, event.deck, event.dealing, event.positions, deck.order, deck.pile)
    return changed(state, round=round_, rounds=event.number, bets={}, idle=False, attested=(), attest_anew=())


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
        lacks = 0 if event.completes else hand.lacks
        hands[position] = changed(hand, cards=hand.cards + cards, missing=missing, lacks=lacks)
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


@_on(e.StubCounted)
def _(state: State, event: e.StubCounted) -> State:
    round_ = state.round
    assert round_ is not None
    if event.again:
        return _round(state, doubts={**round_.doubts, STUB: event.cards})
    doubts = {position: cards for position, cards in round_.doubts.items() if position != STUB}
    stub = round_.stub if round_.stub == "racked" else "counted"
    inquiry = not event.right and not spent(round_)
    state = _round(
        state, stub=stub, counted=event.cards, rest=None, doubts=doubts, inquiry=inquiry, unfit=not event.right
    )
    state = _deck(state, round_.deck, uncounted=0)
    return changed(state, uncounted=0)


@_on(e.RoundEnded)
def _(state: State, event: e.RoundEnded) -> State:
    assert state.round is not None
    state = _deck(
        state, state.round.deck, due=event.due, where="rack", order=(), salt="", stream="", pile=(), cut=False
    )
    return _round(state, over=True)


# --- irregularities, the floor ---------------------------------------------------------------------------------------


@_on(e.FactReported)
def _(state: State, event: e.FactReported) -> State:
    until = state.version + 1 + event.events
    report = Report(
        event.fact, until, state.round, state.decks, state.devices, state.away, state.uncounted, state.report
    )
    return changed(state, report=report)


@_on(e.ReportWithdrawn)
def _(state: State, event: e.ReportWithdrawn) -> State:
    report = state.report
    assert report is not None
    return changed(
        state,
        round=report.round,
        decks=report.decks,
        devices=report.devices,
        away=report.away,
        uncounted=report.uncounted,
        report=report.earlier,
    )


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
        stub_seen=False,
        face_up=round_.face_up + 1,
        undealt=tuple(card for card in round_.undealt if card != event.card),
        rack=racked(round_, "set aside", DEALER, (event.card,)),
    )
