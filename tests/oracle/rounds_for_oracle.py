"""Rounds of the engine as the oracle sees them: what was reported when, and what the engine did about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args

from consequence_oracle import Dealing, Game, Limb, Moment, Outcome, Report, Round, Wager
from msgspec.structs import replace

from pitboss.games import steps as s
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity, Remedy
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table import state as t
from pitboss.table.commands import Command
from pitboss.table.dealing import count_is_due, targets
from pitboss.table.events import Event
from pitboss.table.flow import (
    all_elected,
    all_settled,
    awaits_ruling,
    live_after_void,
    short,
)
from pitboss.table.rules import Rules
from pitboss.table.settling import steps_when_cleared
from pitboss.table.state import DEALER, State

REPAIRED = Remedy.COMPLETE_DEALER.value
LIMBS: tuple[Limb, ...] = get_args(Limb)
SHOE = "automated-shoe"
GONE = ("void", "forfeit")


class Entry(NamedTuple):
    """A command that was carried out."""

    before: State
    command: Command
    events: tuple[Event, ...]
    after: State

    @property
    def round(self) -> t.Round:
        """The round as the command found it."""
        round_ = self.before.playing
        assert round_ is not None
        return round_


class Compared(NamedTuple):
    """A round for the oracle, and its outcome as the engine brought it about."""

    round: Round
    outcome: Outcome


def compared(rules: Rules, entries: list[Entry]) -> Compared:
    """One round, from the call to the cleared table."""
    entries = list(_without_withdrawn(entries))
    told = list(_without_comebacks(entries, [(x, report) for x in entries[1:] if (report := report_of(rules, x))]))
    round_, played = entries[0].after.round, entries[-1].after.round
    assert round_ is not None
    assert played is not None
    positions = played.positions
    for_oracle = Round(
        game=_known(rules.game.short, Game),
        dealing=_known(played.dealing, Dealing),
        delivery_after_decisions=rules.stacks and rules.deal.dealer_waits(rules.terms),
        positions=positions,
        player_of={p: played.hands[p].player for p in positions},
        wagers={p: tuple(played.hands[p].wagers) for p in positions},
        count_due=_count_due(rules, entries),
        reports=tuple(report for _, report in told),
    )
    faults = [entry for entry, report in told if report.what != "stub-count-right"]
    return Compared(for_oracle, _outcome(rules, entries, faults))


def _known(name: str, names: object) -> Any:
    assert name in get_args(names), name
    return name


def _without_withdrawn(entries: list[Entry]) -> Iterator[Entry]:
    """What was reported and taken back has never been."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry.command, c.Withdraw):
            last = max(i for i, one in enumerate(kept) if _fact(one))
            del kept[last]
        else:
            kept.append(entry)
    return iter(kept)


def _without_comebacks(entries: list[Entry], told: list[tuple[Entry, Report]]) -> Iterator[tuple[Entry, Report]]:
    """Who was back before a ruling has not been away (T5-R83 and its like)."""
    for entry, report in told:
        later = entries[entries.index(entry) + 1 :]
        about = (x.command for x in later if getattr(x.command, "player", "") == report.player)
        ends = next((x for x in about if isinstance(x, c.Returned | c.Forfeit | c.LetStand)), None)
        if report.what != "departed" or not isinstance(ends, c.Returned):
            yield entry, report


def _fact(entry: Entry) -> bool:
    return isinstance(entry.events[0], e.FactReported)


def _count_due(rules: Rules, entries: list[Entry]) -> bool:
    """Whether the stub of this round has to be counted: asked with its first card, or at its end if it had none."""
    for entry in entries:
        round_ = entry.after.round
        assert round_ is not None
        if round_.dealt or round_.face_up or round_.void:
            return count_is_due(rules, entry.after)
    return False


# --- reports ---------------------------------------------------------------------------------------------------------


def moment_of(rules: Rules, state: State) -> Moment:
    """The table as a report finds it."""
    round_ = state.playing
    assert round_ is not None
    hands = round_.hands
    deck = state.deck(round_.deck)
    settled = {(p, name) for p in round_.positions for name in hands[p].done}
    up = {p for p in round_.positions if hands[p].cards and set(hands[p].up) == set(hands[p].cards)}
    return Moment(
        first_card_dealt=bool(round_.dealt),
        initial_deal_complete=not targets(rules, round_) and not short(round_),
        hand_sizes={p: max(round_.miscounts.get(p, 0), len(hand.cards)) for p, hand in hands.items()},
        hand_size_due=rules.each,
        community=len(round_.board),
        burned=len(round_.burned),
        undealt=len(round_.undealt),
        stub=_stub(round_),
        all_decided=all_elected(rules, round_),
        somebody_to_decide_before_next_community=_decides_before_street(rules, round_),
        all_answered=_all_answered(rules, round_),
        dealer_revealed=round_.dealer.announced,
        dealer_waits_in_shoe=round_.waits,
        out_of_shoe=round_.taken_out,
        settled=frozenset(settled),
        last_wager_settled=_last_settled(rules, state, round_),
        table_cleared=False,
        racked=frozenset(p for p, hand in hands.items() if hand.racked),
        up=frozenset(up | ({DEALER} if round_.dealer.up else set())),
        shuffle_due=deck is not None and Handling.SHUFFLE in deck.due,
        turned_up={p: len(hand.up) for p, hand in hands.items()},
    )


def _stub(round_: t.Round) -> Any:
    if round_.counted is not None and not round_.unfit:
        return "counted-right"
    if round_.stub == "racked":
        return "racked"
    return "taken" if round_.stub else "not-taken"


def _decides_before_street(rules: Rules, round_: t.Round) -> bool:
    """Whether a player has not decided before the community cards for which a burn, or a decision, is due."""
    asked = -1
    for place, step in enumerate(rules.script):
        if isinstance(step, s.Decide):
            asked = place
        if isinstance(step, s.Community) and place >= round_.step:
            return place > round_.step and any(_unanswered(round_.hands[p], asked) for p in round_.positions)
    return False


def _unanswered(hand: t.Hand, place: int) -> bool:
    return not hand.folded and not hand.played and hand.acted < place


def _all_answered(rules: Rules, round_: t.Round) -> bool:
    hands = [round_.hands[position] for position in round_.positions]
    if any(_unanswered(hand, len(rules.script)) for hand in hands):
        return False
    return rules.setting is None or all(hand.folded or hand.low for hand in hands)


def _last_settled(rules: Rules, state: State, round_: t.Round) -> bool:
    if round_.void:
        return bool(round_.still_settled) and not live_after_void(round_)
    return all_settled(rules, state)


def report_of(rules: Rules, entry: Entry) -> Report | None:
    """What a command says to the oracle; None for what is no report of its kind."""
    if entry.before.playing is None:
        return None
    moment, round_ = moment_of(rules, entry.before), entry.round
    match entry.command:
        case c.CardExposed() if _nothing_there(entry.command, round_):
            return Report("face-up", moment)
        case c.FaceUpCard(deck=deck) | c.CardDrawn(deck=deck) if deck not in ("", round_.deck):
            return None
        case c.FaceUpCard():
            return Report("face-up", moment)
        case c.CardDrawn(seen=seen):
            return Report("drawn", moment, seen=seen)
        case c.CardExposed(where=where, position=position, by_player=by_player):
            return Report("exposed", moment, where=where, position=position, by_player=by_player)  # type: ignore[arg-type]
        case c.DeadCards(position=position, at_once=at_once, cards=cards):
            return Report("dead-cards", moment, position=position, at_once=at_once, cards=cards)
        case c.ForeignCard(deck=deck) if deck in ("", round_.deck):
            return Report("foreign-card", moment)
        case c.CountDeck(deck=deck) if deck == round_.deck and any(isinstance(x, e.DeckRemoved) for x in entry.events):
            return Report("foreign-card", moment)
        case c.ShoeFault():
            return Report("shoe-fault", moment) if round_.dealing == SHOE else None
        case c.DeviceStatus(device=device, status=status) if device == SHOE and status != "present":
            return Report("shoe-fault", moment) if round_.dealing == SHOE else None
        case c.Shuffle(deck=deck) if deck == round_.deck and any(isinstance(x, e.DeckRemoved) for x in entry.events):
            return Report("foreign-card", moment)
        case c.ShufflerFault():
            return Report("shuffler-fault", moment)
        case c.CountStub(cards=cards):
            event = next(event for event in entry.events if isinstance(event, e.StubCounted))
            if event.again:
                return None
            return Report("stub-count-right" if event.right else "stub-count-wrong", moment, cards=cards)
        case c.HandCount() | c.CountHands():
            return _count_report(entry, moment)
        case c.Departed(player=player) | c.Forfeit(player=player) | c.LetStand(player=player) | c.Breach(player=player):
            return _about_player(rules, entry, moment, player)
        case _:
            return None


def _nothing_there(command: c.CardExposed, round_: t.Round) -> bool:
    """Whether the hand has no card that could be exposed: what was seen is the next card."""
    if command.where not in ("dealer", "player"):
        return False
    hand = round_.hands.get(DEALER if command.where == "dealer" else command.position)
    return hand is not None and not hand.cards and not hand.racked


def _count_report(entry: Entry, moment: Moment) -> Report | None:
    event, round_ = entry.events[1 if _fact(entry) else 0], entry.round
    if getattr(event, "again", False):
        return None
    if isinstance(event, e.HandsCounted):
        counts = dict(event.counts)
        if round_.unfit:
            return Report("stub-count-wrong", moment, cards=round_.counted, hands=counts)
        return Report("hand-count", moment, hands=counts)
    if not isinstance(event, e.HandCounted) or round_.inquiry:
        return None
    undealt = entry.command.undealt if isinstance(entry.command, c.HandCount) else None
    return Report("hand-count", moment, position=event.position, cards=event.cards, undealt=undealt)


def _limb(rule: str) -> Limb | None:
    return next((limb for limb in LIMBS if limb == rule), None)


def _about_player(rules: Rules, entry: Entry, moment: Moment, player: str) -> Report | None:
    if all(entry.round.hands[p].player != player for p in entry.round.positions):
        return None
    match entry.command:
        case c.Departed():
            return Report("departed", moment, player=player)
        case c.Breach(rule=rule):
            limb = _limb(rule)
            return Report("breach", moment, player=player, limb=limb) if limb else None
        case c.Forfeit():
            (lost,) = (event for event in entry.events if isinstance(event, e.WagersForfeited))
            return Report("ruled", moment, player=player, limb=_limb(lost.rule), ruling="forfeit")
        case c.LetStand(rule=rule):
            return Report("ruled", moment, player=player, limb=_limb(rule), ruling="stand")
        case _:
            return None


# --- what the engine did ---------------------------------------------------------------------------------------------


def _outcome(rules: Rules, entries: list[Entry], told: list[Entry]) -> Outcome:
    round_, state = entries[-1].after.round, entries[-1].after
    assert round_ is not None
    lines = [(p, line) for p in round_.positions for line in round_.hands[p].lines]
    own = [(p, line) for p, line in lines if line.wager in round_.hands[p].wagers]
    due = next(event.due for event in entries[-1].events if isinstance(event, e.RoundEnded))
    leaves = any(isinstance(x, e.DeckRemoved) and x.deck == round_.deck for entry in entries for x in entry.events)
    counted = Handling.COUNT in due and state.deck(round_.deck) is not None
    return Outcome(
        round_void=bool(round_.void),
        alive=frozenset(line.wager for _, line in own if line.outcome not in GONE) if round_.void else frozenset(),
        void_hands=frozenset(p for p in round_.positions if round_.hands[p].void and not round_.void),
        returned=_with_outcome(own, "void"),
        forfeited=frozenset(_forfeited(entries)) - _with_outcome(own, "void"),
        waits_for_ruling=_waiting(rules, round_),
        deck_leaves=leaves,
        whole_deck_counted=counted,
        set_aside=_set_aside(entries),
        dead=sum(len(group.cards) for group in round_.rack if group.name == "dead"),
        dealer_completed=_dealer_completed(entries),
        short_hands_completed=_completed(entries),
        reshuffled_before_deal=_reshuffled(entries, round_),
        public=frozenset(_public(entries)),
        nothing_follows=tuple(not _follows(rules, entry) for entry in told),
    )


def _with_outcome(lines: Iterable[tuple[int, t.Line]], outcome: str) -> frozenset[Wager]:
    return frozenset((p, line.wager) for p, line in lines if line.outcome == outcome)


def _forfeited(entries: list[Entry]) -> Iterator[Wager]:
    """All wagers of players of whom the floor ruled so; those that were lost before are lost with the others."""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, e.WagersForfeited):
                hands = entry.after.round.hands if entry.after.round else {}
                yield from (
                    (p, name) for p, hand in hands.items() if hand.player == event.player for name in hand.wagers
                )


def _waiting(rules: Rules, round_: t.Round) -> frozenset[str]:
    if round_.void:
        return frozenset()
    costly = {rule.name for rule in rules.game.conduct_rules if rule.forfeits}
    gone = {hand.player for hand in round_.hands.values() if awaits_ruling(rules, hand)}
    return frozenset(gone | {player for player, rule in round_.breaches if rule in costly})


def _set_aside(entries: list[Entry]) -> int:
    """Cards set aside and replaced: not the one that made the round void with nothing left to settle."""
    number = 0
    for entry in entries:
        round_ = entry.after.round
        assert round_ is not None
        found = sum(isinstance(event, e.CardSetAside) for event in entry.events)
        number += max(0, found - bool(round_.void and not live_after_void(round_)))
    return number


def _completions(entries: list[Entry]) -> Iterator[tuple[Entry, int, int]]:
    """Each hand that was completed, and with how many cards."""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, e.CardsDealt) and event.completes:
                yield from ((entry, position, len(cards)) for position, cards in event.deals)


def _dealer_completed(entries: list[Entry]) -> int:
    """Cards the dealer got because the hand was counted short, not because one was set aside."""
    dealt = sum(number for _, position, number in _completions(entries) if position == DEALER)
    return dealt - sum(position == DEALER for position in _set_aside_of(entries) if DEALER in _completed(entries))


def _set_aside_of(entries: list[Entry]) -> Iterator[int]:
    """The hands from whose stacks cards were set aside."""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, e.CardSetAside) and event.short is not None:
                yield event.short


def _completed(entries: list[Entry]) -> frozenset[int]:
    """Hands that got another card for one that was set aside."""
    done = {position for _, position, _ in _completions(entries)}
    return frozenset(done & set(_set_aside_of(entries)))


def _reshuffled(entries: list[Entry], round_: t.Round) -> bool:
    ordered = (
        event
        for entry in entries
        if entry.before.playing and not entry.before.playing.dealt
        for event in entry.events
        if isinstance(event, e.StepsOrdered) and event.deck == round_.deck and Handling.SHUFFLE in event.due
    )
    return any(ordered) and not (round_.void and not round_.dealt)


def _public(entries: list[Entry]) -> Iterator[int]:
    for entry in entries:
        void = any(isinstance(event, e.RoundVoided) for event in entry.events)
        for event in entry.events:
            if isinstance(event, e.CardsTurnedUp) and event.early and event.position != DEALER and not void:
                yield event.position


_EFFECTS = (
    e.CardSetAside,
    e.CardsDead,
    e.RoundVoided,
    e.WagerSettled,
    e.DeckRemoved,
    e.WagersForfeited,
    e.WagersStand,
)


def _follows(rules: Rules, entry: Entry) -> bool:
    """Whether anything came of a report but an entry in the record."""
    before, after = entry.round, entry.after.round
    assert after is not None
    return (
        any(_has_effect(entry, event) for event in entry.events)
        or after.inquiry > before.inquiry
        or _counts_deck(rules, entry.after, after) > _counts_deck(rules, entry.before, replace(before, doubts={}))
        or _waiting(rules, after) > _waiting(rules, before)
        or _is_asked_instead(rules, entry)
    )


def _counts_deck(rules: Rules, state: State, round_: t.Round) -> bool:
    """Whether the whole deck of a void round is to be counted."""
    return bool(round_.void) and Handling.COUNT in steps_when_cleared(rules, state, round_)


def _has_effect(entry: Entry, event: Event) -> bool:
    if isinstance(event, e.StepsOrdered):
        return event.deck == entry.round.deck and not isinstance(entry.command, c.ShufflerFault)
    if isinstance(event, e.CardsTurnedUp):
        return event.position != DEALER and not entry.round.hands[event.position].exposed
    if isinstance(event, e.IrregularityFound):
        return event.kind == Irregularity.DEALER_SHORT.name and REPAIRED in event.order and not entry.round.void
    if isinstance(event, e.HandRecounted) and entry.after.round:
        return entry.round.hands[event.position].missing > entry.after.round.hands[event.position].missing
    if isinstance(event, e.HandVoided):
        return not entry.round.void
    return isinstance(event, _EFFECTS)


def _is_asked_instead(rules: Rules, entry: Entry) -> bool:
    """Whether a player has gone whom the floor stands in for, somebody having still to decide."""
    departed = isinstance(entry.events[-1], e.PlayerDeparted) and not rules.cite("abandoned")
    return departed and not entry.round.void and not moment_of(rules, entry.before).all_decided
