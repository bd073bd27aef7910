"""A position as the rule book settles it: the engine's hands become finished hands, and results become money."""

from __future__ import annotations

from pitboss.cards import UNKNOWN
from pitboss.games.game import OnFold
from pitboss.games.hand import FinishedHand
from pitboss.games.irregularities import Irregularity
from pitboss.games.settlement import Result, settle_hand
from pitboss.ledger import METER, RACK, Money, Transfer
from pitboss.ledger import player as chips_of
from pitboss.ledger import wager as stake_on
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER, Hand, Round, State


def finished(rules: Rules, state: State, position: int, wagers: tuple[str, ...]) -> FinishedHand:
    """A position with these of its wagers, and what their settlement needs to know of the table."""
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[position]
    keeper, metered = rules.keeper, rules.metered
    others: tuple[tuple[int, ...], ...] = ()
    if keeper and keeper.name in wagers:
        dealt = [other for other in round_.positions if other != position and not round_.hands[other].void]
        others = tuple(_seen(rules, round_, other) for other in dealt)
    one = _plain(rules, round_, hand, {name: hand.wagers[name] for name in wagers if name in hand.wagers}, others)
    if metered and metered.numbers and metered.name in one.wagers:
        rivals = [
            _plain(rules, round_, round_.hands[other], {}, ())
            for other in round_.positions
            if other != position and bets_on(round_.hands[other], metered.name) and not _unread(round_, other)
        ]
        settled = any(line.wager == metered.name and line.outcome != "void" for line in hand.lines)
        left = _paid_from_meter(hand, metered.name) if settled else state.books.get(METER, 0)
        meter = meter_read(state, metered.name)
        return one._replace(numbers=metered.numbers(rules.terms, meter, left, (one, *rivals)))
    return one


def _unread(round_: Round, position: int) -> bool:
    """Whether a card that a hand is made of has not been read."""
    return bool(round_.unread((*round_.hands[position].cards, *round_.board)))


def bets_on(hand: Hand, wager: str) -> bool:
    """Whether a hand has this wager, and it has not gone back."""
    return wager in hand.wagers and not any(line.wager == wager and line.outcome == "void" for line in hand.lines)


def meter_read(state: State, wager: str) -> int:
    """The meter as it stood before this round's awards: it is read once."""
    round_ = state.round
    assert round_ is not None
    paid = sum(_paid_from_meter(hand, wager) for hand in round_.hands.values())
    return state.books.get(METER, 0) + paid


def decides_wagers(round_: Round, hand: Hand) -> bool:
    """Whether a hand decides wagers: one that is void decides those that outlive a void round."""
    return not hand.void or any(bets_on(hand, name) for name in round_.still_settled)


def _paid_from_meter(hand: Hand, wager: str) -> int:
    """What a hand has been paid from the meter, which was all that was left for it or its whole award."""
    lines = [line for line in hand.lines if line.wager == wager and line.outcome != "void"]
    return sum(transfer.amount for line in lines for transfer in line.money if transfer.source == METER)


def _plain(
    rules: Rules, round_: Round, hand: Hand, wagers: dict[str, int], others: tuple[tuple[int, ...], ...]
) -> FinishedHand:
    faces = round_.faces
    cards = {"player": faces(hand.cards), "dealer": faces(round_.hands[DEALER].cards), "community": faces(round_.board)}
    if hand.picked:
        cards["picked"] = faces(hand.picked)
    if hand.low:
        cards["low"] = faces(hand.low)
        cards["high"] = faces(card for card in hand.cards if card not in hand.low)
    return FinishedHand(
        cards=cards,
        wagers=wagers,
        folded=hand.folded,
        others=others,
        match_play=hand.coupon if "ante" in wagers else 0,
        irregularity=Irregularity[hand.void] if hand.void else None,
    )


def _seen(rules: Rules, round_: Round, position: int) -> tuple[int, ...]:
    """Another hand, if it was turned up in settlement: a folded one only if a wager kept its cards on the table."""
    hand = round_.hands[position]
    kept = not hand.folded or any(rules.game.wager[n].on_fold is OnFold.KEEPS_CARDS for n in hand.wagers)
    return round_.faces(hand.cards) if kept and round_.is_open(hand) else (UNKNOWN,) * len(hand.cards)


def results(rules: Rules, state: State, position: int, wagers: tuple[str, ...]) -> tuple[Result, ...]:
    """How these wagers of a position come out, in the order of settlement; limits count what was paid before."""
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[position]
    before = tuple(line.wager for line in hand.lines if line.wager in hand.wagers and line.outcome != "void")
    read = not round_.unread((*hand.cards, *round_.dealer.cards))
    played = tuple(name for name in rules.game.plays if name in hand.wagers and read)  # other wagers may turn on it
    hand_ = finished(rules, state, position, tuple(dict.fromkeys(before + wagers + played)))
    wanted = {*wagers, "match_play"} if "ante" in wagers else set(wagers)
    is_read = not any(UNKNOWN in cards for cards in hand_.cards.values())
    only = None if is_read else before + wagers
    settled = settle_hand(rules.game, rules.terms, hand_, only=only)
    return tuple(line for line in settled.results if line.wager in wanted)


def money_for(rules: Rules, state: State, position: int, result: Result) -> Money:
    """What moves when a wager is settled."""
    round_ = state.round
    assert round_ is not None
    chips, stake = chips_of(round_.hands[position].player), stake_on(position, result.wager)
    money = []
    if result.returned:
        money.append(Transfer(stake, chips, result.returned))
    if result.stake > result.returned:
        money.append(Transfer(stake, RACK, result.stake - result.returned))
    if result.paid:
        money.append(Transfer(_fund(rules, state, position, result), chips, result.paid))
    return tuple(money)


def _fund(rules: Rules, state: State, position: int, result: Result) -> str:
    metered = rules.metered
    if metered and metered.name == result.wager and metered.from_meter:
        hand = finished(rules, state, position, (result.wager,))
        return METER if metered.from_meter(rules.terms, hand) else RACK
    return RACK
