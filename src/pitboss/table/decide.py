"""The one way in: a command becomes events, or a refusal, by the rules and the state alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import fields, force_setattr

from pitboss.errors import PitbossError
from pitboss.games.common import MANUAL_SHOE
from pitboss.table import (
    announced,
    betting,
    counts,
    dealing,
    deciding,
    decks,
    faces,
    faults,
    rack_counts,
    settling,
    supervision,
)
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.events import Event
from pitboss.table.flow import reached
from pitboss.table.legal import legal
from pitboss.table.moves import Draft
from pitboss.table.rules import AWAY, PRESENT, Refusal, Refused, Rules
from pitboss.table.state import State, changed
from pitboss.table.validate import malformed

_WAYS: dict[type[c.Command], Callable[[Draft, Any], None]] = {
    c.PostSubmission: supervision.post_submission,
    c.OpenTable: supervision.open_table,
    c.CloseTable: supervision.close_table,
    c.Attest: supervision.attest,
    c.GoIdle: supervision.go_idle,
    c.Sit: betting.sit,
    c.Leave: betting.leave,
    c.BuyIn: betting.buy_in,
    c.Tip: betting.tip,
    c.ReceiveDeck: decks.receive,
    c.RemoveDeck: decks.remove,
    c.Handle: decks.handle,
    c.Shuffle: decks.shuffle,
    c.Cut: decks.cut,
    c.OrderRecut: decks.order_recut,
    c.OrderShuffle: decks.order_shuffle,
    c.Bet: betting.bet,
    c.PlaceBets: betting.place_bets,
    c.UseCoupon: betting.use_coupon,
    c.WagersSeen: announced.wagers_seen,
    c.NoMoreBets: betting.no_more_bets,
    c.Deal: dealing.deal,
    c.TakeOut: dealing.take_out,
    c.CloseDeal: dealing.close_deal,
    c.Deliver: dealing.deliver,
    c.Burn: dealing.burn,
    c.DealCommunity: dealing.community,
    c.RackStub: dealing.rack_stub,
    c.LayDown: deciding.lay_down,
    c.Pick: deciding.pick,
    c.DrawPick: deciding.draw_pick,
    c.Act: deciding.act,
    c.SetHand: deciding.set_hand,
    c.Reveal: settling.reveal,
    c.Show: settling.show,
    c.Settle: settling.settle,
    c.RackHand: settling.rack_hand,
    c.SettlePosition: settling.settle_position,
    c.ClearTable: settling.clear_table,
    c.Forfeit: supervision.forfeit,
    c.LetStand: supervision.let_stand,
    c.FreeSeat: supervision.free_seat,
    c.Exclude: supervision.exclude,
    c.Readmit: supervision.readmit,
    c.Correct: supervision.correct,
    c.Withdraw: supervision.withdraw,
    c.CountRack: rack_counts.count_rack,
    c.CorrectFaces: faces.correct_faces,
    c.CountStub: counts.count_stub,
    c.CountHands: counts.count_hands,
    c.CountDeck: counts.count_deck,
    c.FaceUpCard: faults.face_up,
    c.CardDrawn: faults.card_drawn,
    c.HandCount: counts.hand_count,
    c.DeadCards: faults.dead_cards,
    c.CardExposed: faults.card_exposed,
    c.ForeignCard: faults.foreign_card,
    c.ShufflerFault: faults.shuffler_fault,
    c.ShoeFault: faults.shoe_fault,
    c.DeviceCount: faults.device_count,
    c.DeviceStatus: faults.device_status,
    c.Departed: faults.departed,
    c.Returned: faults.returned,
    c.NoAnswer: faults.no_answer,
    c.Breach: faults.breach,
    c.SettingFound: settling.set_again,
}
_COUNTS = (c.CountStub, c.CountHands, c.CountDeck, c.HandCount, c.DeviceCount)
"""Facts whose own events say all, unless something follows: a count that was a slip is made again."""
_COUNTED = (e.StubTaken, e.StubCounted, e.StubRacked, e.HandsCounted, e.HandCounted, e.DeckCounted)


def decide(rules: Rules, state: State, command: c.Command) -> tuple[Event, ...] | Refusal:
    """What happens when this command is given: events, or why nothing does."""
    draft = work_through(rules, state, command)
    return draft if isinstance(draft, Refusal) else tuple(draft.events)


def work_through(rules: Rules, state: State, command: c.Command) -> Draft | Refusal:
    """As `decide`, with the state that the events lead to."""
    if unfit := _unfit(rules, state, command):
        return unfit
    answer = _carried_out(rules, state, command)
    if isinstance(answer, Refusal):
        open_to = (move for move in legal(rules, state, command.at) if move.is_for(command.by))
        return answer._replace(allowed=tuple(move.words for move in open_to if not move.is_act_of(command)))
    return answer


def would_carry_out(rules: Rules, state: State, command: c.Command) -> bool:
    """Whether `decide` would give events."""
    return not _unfit(rules, state, command) and not isinstance(_carried_out(rules, state, command), Refusal)


def _unfit(rules: Rules, state: State, command: c.Command) -> Refusal | None:
    """Why a command is not even looked at: its form, its version, its time, or who gives it."""
    clause = rules.game.cites.choices
    if wrong := malformed(command):
        if type(command) is c.CountStub:
            clause = rules.cite("stub-number")[0]
        return Refusal("malformed", clause, f"this command cannot be read: {wrong}")
    if type(command) not in _WAYS:
        what = f"a {type(command).__name__} is not a command of a table: give one of those in pitboss.table.commands"
        return Refusal("malformed", clause, what)
    if command.version is not None and command.version != state.version:
        message = f"the table has moved on: it is at version {state.version}, not {command.version}; look again"
        return Refusal("stale", clause, message)
    if command.at < state.at:
        message = f"time only goes forward: the last event here was at {state.at}, and this command says {command.at}"
        return Refusal("clock", clause, f"{message} (milliseconds since 1970); give it the time of now")
    if isinstance(command, c.Observation):
        if command.by.role not in command.REPORTERS:
            who = ", ".join(sorted(command.REPORTERS))
            message = f"this is reported by {who}, not by the {command.by.role}"
            return Refusal("wrong-person", (rules.cite("reports") or (clause,))[0], message)
        here = any(state.devices.get(device, PRESENT) not in AWAY for device in rules.devices)
        here = here or (rules.dealing == MANUAL_SHOE and isinstance(command, c.CardDrawn))
        if command.by.role is Role.DEVICE and not (here or isinstance(command, c.DeviceStatus)):
            message = "no device stands at this table that could report anything"
            return Refusal("wrong-person", (rules.cite("reports") or (clause,))[0], message)
    elif command.by.role is Role.AUDITOR:
        return Refusal("wrong-person", clause, "an auditor watches and gives no commands")
    return None


def _carried_out(rules: Rules, state: State, command: c.Command) -> Draft | Refusal:
    draft = Draft(rules, state, command.at)
    try:
        if isinstance(command, c.Observation):
            _report(draft, command)
        else:
            _WAYS[type(command)](draft, command)
    except Refused as error:
        return error.refusal
    except PitbossError as error:
        return Refusal(error.code, error.clause or rules.game.cites.choices, error.message)
    _advance(draft)
    return draft


def _report(draft: Draft, command: c.Observation) -> None:
    """What follows from a fact, and before it the fact itself, which can be withdrawn while it has changed nothing."""
    ahead = Draft(draft.rules, draft.state, command.at)
    _WAYS[type(command)](ahead, command)
    if isinstance(command, _COUNTS) and all(_is_plain_count(event) for event in ahead.events):
        draft.events, draft.state = ahead.events, ahead.state
        return
    own = ((name, getattr(command, name)) for name in _said(type(command)))
    said = {name: list(value) if isinstance(value, tuple) else value for name, value in own}
    fact = type(command).__name__
    clauses = draft.rules.cite("reports")
    draft.emit(e.FactReported(fact=fact, said=said, events=len(ahead.events), clauses=clauses))
    for event in ahead.events:
        draft.emit(event)


def _is_plain_count(event: Event) -> bool:
    """Whether a count says no more than that a number fits, or is to be counted again."""
    if not isinstance(event, _COUNTED):
        return False
    return getattr(event, "again", False) or (getattr(event, "right", True) and not getattr(event, "inquiry", False))


@cache
def _said(kind: type[c.Command]) -> tuple[str, ...]:
    """What a command says of its own."""
    return tuple(field.name for field in fields(kind) if field.name not in c.Command.__struct_fields__)


def _advance(draft: Draft) -> None:
    """Write the step that the round has reached into the last event."""
    round_ = draft.state.playing
    if round_ is None or not draft.events:
        return
    place = reached(draft.rules, draft.state)
    if place != round_.step:
        force_setattr(draft.events[-1], "step", place)  # nobody has seen the event yet
        draft.state = changed(draft.state, round=changed(round_, step=place))
