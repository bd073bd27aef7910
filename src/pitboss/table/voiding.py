"""Void hands and void rounds: the money goes back, as if nothing had been bet."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.handling import Handling
from pitboss.games.irregularities import Consequence, Irregularity, Remedy
from pitboss.games.settlement import Outcome, Result, once
from pitboss.games.steps import Direction
from pitboss.law import Citation
from pitboss.ledger import METER, RACK, Money, Transfer, post, reversed_money
from pitboss.ledger import player as chips_of
from pitboss.ledger import wager as stake_on
from pitboss.table import events as e
from pitboss.table.deciding import emit_settled
from pitboss.table.flow import in_order, is_open, spare_cards, spent
from pitboss.table.moves import Draft, open_seal
from pitboss.table.outcome import money_for, results
from pitboss.table.rules import AWAY, SHUFFLER, Rules
from pitboss.table.state import DEALER, Hand, Line, State, changed


def can_void(draft: Draft) -> bool:
    """Until the last wager is settled and the dealer's hand turned up, or the table is clear where the rules say so.

    A round that is void already can be voided again, until the wagers that outlived it are settled: what the
    irregularities order adds up. If the last wagers went back with a hand that is void by itself, none is settled last.
    """
    round_ = draft.state.playing
    if round_ is None:
        return False
    never = (round_.void and not round_.still_settled) or any(hand.void_last for hand in round_.hands.values())
    return draft.rules.game.procedure.voids_until_cleared or never or not _stands(draft)


def _stands(draft: Draft, but: int | None = None) -> bool:
    """Whether nothing is left to settle at other positions, and the dealer's hand lies open or the round is void."""
    rules, state, round_ = draft.rules, draft.state, draft.round
    left = any(is_open(rules, state, position) for position in round_.positions if position != but)
    return not left and bool(round_.void or round_.dealer.announced)


def found(draft: Draft, kind: Irregularity, position: int | None = None) -> tuple[str, ...]:
    """Record an irregularity with what the rules order; returns their clauses."""
    consequence = _here(draft, kind)
    clauses = consequence.cited(draft.rules.dealing)
    draft.emit(e.IrregularityFound(kind=kind.name, position=position, order=consequence.words, clauses=clauses))
    return clauses


def _here(draft: Draft, kind: Irregularity) -> Consequence:
    """What a game's table orders for the wagers that are down; in a round that is void, for those still alive."""
    consequence, round_ = draft.rules.game.irregularities[kind], draft.state.playing
    if round_ is None or round_.void:
        return consequence.among(round_.still_settled if round_ else ())
    return consequence.among({name for hand in round_.hands.values() if not hand.void for name in hand.wagers})


def void_round(
    draft: Draft, kind: Irregularity, waits: tuple[int, ...] = (), clauses: tuple[Citation, ...] = ()
) -> None:
    """All hands are void; what was paid or collected is undone, except for wagers a rule of their own keeps alive.

    In a round that is void already only those stay alive that this irregularity keeps alive as well.
    """
    consequence = _here(draft, kind)
    clauses = clauses or consequence.cited(draft.rules.dealing)
    round_, alive = draft.round, consequence.still_settled
    if not round_.void or alive != round_.still_settled:
        draft.emit(e.RoundVoided(kind=kind.name, still_settled=alive, waits=waits, clauses=clauses))
        for position in round_.positions:
            if position not in draft.round.waits_for_ruling:
                give_back(draft, position, alive, clauses)
    if Remedy.REMOVE_DECK in consequence.remedies:
        remove_deck(draft, kind)


def find(draft: Draft, kind: Irregularity, position: int | None = None, waits: tuple[int, ...] = ()) -> None:
    """An irregularity is found, and what the game's table says of hands and money is carried out, if it is in time."""
    consequence = draft.rules.game.irregularities[kind]
    if consequence.voids and not can_void(draft):
        too_late(draft, kind)
        if Remedy.REMOVE_DECK in consequence.remedies:
            remove_deck(draft, kind)
        return
    found(draft, kind, position)
    if consequence.voids_round:
        void_round(draft, kind, waits)


def void_if_stranded(draft: Draft) -> None:
    """A round that was called and waits for a shuffler which has been taken away cannot be shuffled in another way."""
    rules, state, playing = draft.rules, draft.state, draft.state.playing
    deck = state.deck(playing.deck) if playing and not playing.void else None
    if deck and Handling.SHUFFLE in deck.due and rules.shuffler and state.devices.get(SHUFFLER) in AWAY:
        void_round(draft, Irregularity.SHUFFLER_FAULT, clauses=rules.cite("device-away"))


def void_if_too_few(draft: Draft) -> None:
    """A round for which too few cards are left cannot be dealt to its end: the last ones would be the dealer's."""
    if not spent(draft.round) and spare_cards(draft.rules, draft.round) < 0:
        find(draft, Irregularity.DEALER_COUNT, DEALER)


def too_late(draft: Draft, kind: Irregularity) -> None:
    """It is on record, and changes no result."""
    what = f"{kind.value}: the round is settled, so its results stand"
    draft.emit(e.Noted(what=what, clauses=draft.rules.cite("too-late")))


def remove_deck(draft: Draft, kind: Irregularity) -> None:
    """The deck in play leaves the table, its seal opened."""
    rules, round_ = draft.rules, draft.round
    deck = draft.state.deck(round_.deck)
    if deck:
        clauses = rules.game.irregularities[kind].cited(rules.dealing)
        open_seal(draft, deck, rules.cite("clear"))
        draft.emit(e.DeckRemoved(deck=deck.name, reason=kind.value, clauses=clauses))


def void_hand(draft: Draft, kind: Irregularity, position: int) -> None:
    """One hand is void: its wagers go back and its cards to the rack; the others stand."""
    clauses = draft.rules.game.irregularities[kind].cited(draft.rules.dealing)
    last = can_void(draft) and _stands(draft, but=position)
    draft.emit(e.HandVoided(position=position, kind=kind.name, last=last, clauses=clauses))
    give_back(draft, position, (), clauses)
    hand = draft.hand(position)
    if not hand.racked:
        draft.emit(e.CardsRacked(group="hand", position=position, cards=hand.cards, clauses=clauses))
    settle_again(draft, clauses)


def settle_again(draft: Draft, clauses: tuple[str, ...]) -> None:
    """Wagers of other hands that come out otherwise now are settled again: those that go by all hands at the table."""
    rules = draft.rules
    round_ = draft.round
    positions = in_order(round_, Direction.COUNTERCLOCKWISE)
    for position in sorted(positions, key=lambda place: draft.hand(place).folded):
        hand = draft.hand(position)
        lines = (line for line in hand.lines if line.outcome not in (Outcome.VOID, Outcome.FORFEIT))
        before = {line.wager: line for line in lines if not round_.void or line.wager in round_.still_settled}
        if not before:
            continue
        unsettled = _without(draft.state, position, before)
        for result in results(rules, unsettled, position, tuple(before)):
            line = before.get(result.wager)
            if line and _comes_out(rules, line, line.odds) != _comes_out(rules, result, _words_of(result)):
                money = (*reversed_money(line.money), *money_for(rules, unsettled, position, result))
                emit_settled(draft, position, result, clauses, money)


def _words_of(result: Result) -> str | None:
    return str(result.odds) if result.odds else None


def _comes_out(rules: Rules, line: Line | Result, odds: str | None) -> tuple[object, ...]:
    """What a settlement says: its payment, or its odds where no amounts are known."""
    return line.outcome, odds if rules.announced else (line.paid, line.returned)


def _without(state: State, position: int, settled: Mapping[str, Line]) -> State:
    """The table as if these wagers of a position were not settled yet."""
    round_, books = state.round, state.books
    assert round_ is not None
    hand = round_.hands[position]
    for line in settled.values():
        books = post(books, reversed_money(line.money))
    lines = tuple(line for line in hand.lines if line.wager not in settled)
    bare = changed(hand, lines=lines, done=tuple(line.wager for line in lines))
    return changed(state, books=books, round=changed(round_, hands={**round_.hands, position: bare}))


def give_back(draft: Draft, position: int, but: tuple[str, ...], clauses: tuple[str, ...]) -> None:
    """The wagers of a position go back, all but these."""
    hand = draft.hand(position)
    extra = [line.wager for line in hand.lines if line.wager not in hand.wagers]
    if hand.coupon and "match_play" not in extra:
        extra.append("match_play")
    for name in (*hand.wagers, *extra):
        if name not in but and not _is_void(hand, name):
            stake = hand.wagers.get(name, 0)
            draft.emit(
                e.WagerSettled(
                    position=position,
                    wager=name,
                    outcome=Outcome.VOID.value,
                    stake=stake,
                    paid=0,
                    returned=stake,
                    money=_undone(draft, position, hand, name),
                    clauses=once(*clauses, draft.rules.game.cites.void),
                )
            )


def _is_void(hand: Hand, name: str) -> bool:
    return any(line.wager == name and line.outcome == Outcome.VOID for line in hand.lines)


def _undone(draft: Draft, position: int, hand: Hand, name: str) -> Money:
    """What was settled is reversed, then the stake goes back; its contribution comes out of the meter again."""
    stake = hand.wagers.get(name, 0)
    before = next((line.money for line in hand.lines if line.wager == name), ())
    money = list(reversed_money(before))
    if stake:
        money.append(Transfer(stake_on(position, name), chips_of(hand.player), stake))
    metered = draft.rules.metered
    if metered and metered.name == name and metered.contribution:
        added = metered.contribution(draft.rules.terms)
        if added:
            money.append(Transfer(METER, RACK, added))
    return tuple(money)
