"""Where a round stands: which step of the script it has reached, and what is due there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games import steps as s
from pitboss.table.outcome import bets_on, finished, results
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER, Hand, Round, State


def in_order(round_: Round, direction: s.Direction | None) -> tuple[int, ...]:
    """The positions in play, the way round the table that the rules give."""
    return round_.positions[::-1] if direction is s.Direction.COUNTERCLOCKWISE else round_.positions


def stacks_total(rules: Rules, round_: Round) -> int:
    """How many cards, or stacks, the initial deal has."""
    return (len(round_.positions) + 1) * (1 if rules.stacks else rules.each)


def short(round_: Round) -> tuple[int, ...]:
    """Hands that wait for a card, in the order in which they are completed: seats first, then the dealer."""
    lacking = [p for p in (*round_.positions, DEALER) if round_.hands[p].missing]
    if not lacking:
        return ()
    return tuple(p for p in lacking if not round_.hands[p].void or alive(round_, round_.hands[p]))


def waits_in_shoe(rules: Rules, round_: Round) -> bool:
    """Whether the dealer's stack waits in the automated shoe together with the cards that are left."""
    return round_.waits and not rules.deal.waits_apart


def is_undecided(hand: Hand, place: int) -> bool:
    """Whether a hand has still to decide at this step of the script."""
    return not (hand.void or has_answered(hand, place))


def has_answered(hand: Hand, place: int) -> bool:
    """Whether its player has decided up to this step of the script; a hand that is void had done so, or not."""
    return hand.played or hand.folded or hand.acted >= place


def awaits_ruling(rules: Rules, hand: Hand) -> bool:
    """Whether the floor has still to rule on the wagers of a player who walked away, where the rules ask for that."""
    return hand.departed and not hand.ruled and not hand.void and bool(rules.cite("abandoned"))


def breaches_to_rule(rules: Rules, round_: Round) -> tuple[tuple[str, str], ...]:
    """Reported breaches, by player and rule, that cost wagers: no round is closed before the floor has ruled.

    Also of a player who has lost them all already: what was found decides as well who answers for a wrong number.
    """
    if round_.void or not rules.cite("breach"):
        return ()
    costly = {rule.name for rule in rules.game.conduct_rules if rule.forfeits}
    players = {round_.hands[position].player for position in round_.positions}
    return tuple(dict.fromkeys(one for one in round_.breaches if one[0] in players and one[1] in costly))


def number_to_rule(rules: Rules, round_: Round, position: int) -> tuple[str, str] | None:
    """The breach, by player and rule, that would explain the number of cards of a hand and is still to be ruled on."""
    explain = {rule.name for rule in rules.game.conduct_rules if rule.explains_number}
    hand = round_.hands.get(position)
    open_ = breaches_to_rule(rules, round_) if hand else ()
    return next((one for one in open_ if hand and one[0] == hand.player and one[1] in explain), None)


def ruling_on_count(rules: Rules, round_: Round) -> tuple[str, str] | None:
    """The breach that the floor rules on before a hand which was counted with a wrong number is counted again."""
    counted = (*round_.doubts, *round_.miscounts)
    return next((one for position in counted if (one := number_to_rule(rules, round_, position))), None)


def all_elected(rules: Rules, round_: Round) -> bool:
    """Whether every player has decided, and set the hand where hands are set.

    A player whose hand is void, by itself or with the round, had done so or not: what was seen before does not depend
    on which of two facts is reported first.
    """
    hands = [round_.hands[position] for position in round_.positions]
    to_set = rules.setting is not None and any(hand.played and not hand.low for hand in hands)
    return all(has_answered(hand, len(rules.script)) for hand in hands) and not to_set


def answered_before_street(rules: Rules, round_: Round) -> bool:
    """Whether every player has decided, up to the community cards that come next; void hands as in `all_elected`."""
    ahead = [place for place in range(round_.step, len(rules.script)) if isinstance(rules.script[place], s.Community)]
    before = range(ahead[0] if ahead else 0)
    last = next((place for place in reversed(before) if isinstance(rules.script[place], s.Decide)), None)
    return last is None or all(has_answered(round_.hands[position], last) for position in round_.positions)


def spare_cards(rules: Rules, round_: Round) -> int:
    """How many of the undealt cards this round can do without."""
    waiting = (hand for hand in round_.hands.values() if not hand.void or alive(round_, hand))
    needed = sum(max(0, rules.each - len(hand.cards)) for hand in waiting)
    needed += rules.board_after[-1] - len(round_.board) + rules.burns_after[-1] - len(round_.burned)
    return len(round_.undealt) - needed


def live_after_void(round_: Round) -> bool:
    """Whether a void round still has wagers to settle."""
    return any(alive(round_, hand) for hand in round_.hands.values())


def alive(round_: Round, hand: Hand) -> bool:
    """Whether a hand of a void round still has a wager to settle."""
    return any(name in round_.still_settled and not hand.settled(name) for name in hand.wagers)


def nothing_alive(round_: Round) -> bool:
    """Whether a round is void with nothing left to settle; the floor may still have to rule on some wagers."""
    return bool(round_.void) and not live_after_void(round_)


def spent(round_: Round) -> bool:
    """Whether a round is void with nothing left to settle or to rule on."""
    return nothing_alive(round_) and not round_.waits_for_ruling


def all_out(rules: Rules, round_: Round) -> bool:
    """Whether every card of the round has left the deck."""
    streets = len(round_.board) == rules.board_after[-1] and len(round_.burned) == rules.burns_after[-1]
    return round_.dealt == stacks_total(rules, round_) and not short(round_) and streets


def is_open(rules: Rules, state: State, position: int) -> bool:
    """Whether a wager of a position, or a payout that goes with its hand, is still to be settled."""
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[position]
    if not all(hand.settled(name) for name in hand.wagers):
        return True
    return bool(rules.game.bonuses) and any(_bonuses_due(rules, state, position, hand))


def all_settled(rules: Rules, state: State) -> bool:
    """Whether the last wager of the round has been settled."""
    round_ = state.round
    assert round_ is not None
    return not any(is_open(rules, state, position) for position in round_.positions)


# --- settlement ------------------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """What the dealer does next in settlement: show a hand, settle wagers, or rack a hand."""

    kind: str
    position: int
    wagers: tuple[str, ...] = ()


def settlement_task(rules: Rules, state: State, step: s.Settle) -> Task | None:
    """The next thing to do in this settlement, or None if it is done."""
    round_ = state.round
    assert round_ is not None
    return rules.remembered(step, round_, lambda: _settlement_task(rules, state, step, round_))


def _settlement_task(rules: Rules, state: State, step: s.Settle, round_: Round) -> Task | None:
    order = in_order(round_, step.direction)
    if step.by_step(rules.terms) and not round_.void:
        hands = [(p, round_.hands[p]) for p in order if _concerned(step, round_, round_.hands[p])]
        return _round_the_table(rules, state, step, hands)
    for position in order:
        hand = round_.hands[position]
        if (hand.racked and hand.wagers.keys() <= set(hand.done)) or not _concerned(step, round_, hand):
            continue
        wagers = due_wagers(rules, state, position, step)
        if wagers:
            if step.announces is not None and not hand.announced:
                return Task("show", position)
            rival = _rival_to_show(rules, state, position, wagers) if step.announces else None
            return Task("settle", position, wagers) if rival is None else Task("show", rival)
        if _to_rack(rules, round_, step, position, hand):
            return Task("rack", position)
    kept = round_.kept
    if step.announces is None and kept and kept[0] != DEALER and not round_.hands[kept[0]].racked:
        return Task("rack", kept[0])
    return None


def _rival_to_show(rules: Rules, state: State, position: int, wagers: tuple[str, ...]) -> int | None:
    """A hand that may share what this one wins of the meter: it is turned up before anybody is paid."""
    metered, round_ = rules.metered, state.round
    assert round_ is not None
    if metered is None or metered.name not in wagers or metered.from_meter is None:
        return None
    hand = finished(rules, state, position, (metered.name,))
    if not metered.from_meter(rules.terms, hand):
        return None
    others = (p for p in in_order(round_, s.Direction.COUNTERCLOCKWISE) if p != position)
    hidden = (p for p in others if bets_on(round_.hands[p], metered.name) and not round_.hands[p].announced)
    return next(hidden, None)


def _round_the_table(rules: Rules, state: State, step: s.Settle, hands: list[tuple[int, Hand]]) -> Task | None:
    for position, hand in hands:
        if not hand.announced:
            return Task("show", position)
    due = [(position, due_wagers(rules, state, position, step)) for position, _ in hands]
    for position, wagers in due:
        if wagers:
            lost = tuple(r.wager for r in results(rules, state, position, wagers) if r.outcome == "lose")
            if lost:
                return Task("settle", position, tuple(name for name in wagers if name in lost))
    for position, wagers in due:
        if wagers:
            return Task("settle", position, wagers)
    for position, hand in hands:
        if not hand.racked:
            return Task("rack", position)
    return None


def _concerned(step: s.Settle, round_: Round, hand: Hand) -> bool:
    if hand.void and not round_.void:
        return False
    if step.of is s.Who.ALL:
        return True
    return hand.folded == (step.of is s.Who.FOLDED)


def due_wagers(rules: Rules, state: State, position: int, step: s.Settle) -> tuple[str, ...]:
    """The wagers of a position that this step has still to settle, in order; a bonus payout only if it is won."""
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[position]
    wagers = [
        name
        for name in step.wagers
        if name in hand.wagers and not hand.settled(name) and (not round_.void or name in round_.still_settled)
    ]
    if rules.game.bonuses:
        wagers += [name for name in _bonuses_due(rules, state, position, hand) if name in step.wagers]
    return tuple(wagers)


def _bonuses_due(rules: Rules, state: State, position: int, hand: Hand) -> Iterator[str]:
    """The payouts that a played hand has won besides its wagers and not been given yet."""
    round_ = state.round
    assert round_ is not None
    if not hand.played or hand.void or not round_.dealer.announced or round_.unread(hand.cards):
        return
    for bonus in rules.game.bonuses:
        if not hand.settled(bonus.name):
            lines = results(rules, state, position, (*hand.wagers, bonus.name))
            if any(line.wager == bonus.name for line in lines):
                yield bonus.name


def _to_rack(rules: Rules, round_: Round, step: s.Settle, position: int, hand: Hand) -> bool:
    """Whether a settled hand is collected now."""
    if hand.racked or step.announces is None or (round_.kept and round_.kept[0] == position):
        return False
    if not step.winners_stay or hand.folded:
        return True
    return any(line.outcome == "lose" for line in hand.lines if line.wager in rules.game.plays)


# --- the script ------------------------------------------------------------------------------------------------------


def step_done(rules: Rules, state: State, place: int) -> bool:
    """Whether a step of the script is behind the round."""
    round_ = state.round
    assert round_ is not None
    step = rules.script[place]
    hands = round_.hands
    match step:
        case s.Decide():
            return not any(is_undecided(hands[p], place) for p in round_.positions)
        case s.Settle():
            return settlement_task(rules, state, step) is None
        case s.Deal():
            return round_.dealt == stacks_total(rules, round_)
        case s.Burn():
            return len(round_.burned) >= rules.burns_after[place]
        case s.Community():
            return len(round_.board) >= rules.board_after[place]
        case s.Stub():
            return round_.stub == "racked" or waits_in_shoe(rules, round_)
        case s.TakeOut():
            return not rules.stacks or round_.taken_out
        case s.CloseDeal():
            return not rules.terms[step.option] or bool(round_.deal_closed) or bool(round_.void)
        case s.Deliver():
            return not round_.waits
        case s.LayDown():
            return all(hands[p].laid_down or hands[p].folded or hands[p].void for p in round_.positions)
        case s.Pick():
            return all(
                hands[p].void or step.wager not in hands[p].wagers or hands[p].settled(step.wager)
                for p in round_.positions
            )
        case s.SetHand():
            return all(hands[p].low or hands[p].void or not hands[p].played for p in round_.positions)
        case s.Reveal():
            return hands[DEALER].announced or bool(round_.void)
        case _:
            return True


def reached(rules: Rules, state: State) -> int:
    """The first step of the script, from where the round stands, that is not done."""
    round_ = state.round
    assert round_ is not None
    place = round_.step
    if short(round_) and round_.dealt == stacks_total(rules, round_):
        return place + any(isinstance(step, s.Deal) for step in rules.script[place : place + 1])
    while place < len(rules.script) and step_done(rules, state, place):
        place += 1
    return place
