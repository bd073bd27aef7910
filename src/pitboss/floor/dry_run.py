"""What would follow: a command is worked through on the table as it stands, and nothing is written down.

Nobody learns a card by asking. The dry run is done on a deck whose unseen cards lie in an order of our own, and no face
is told; two tables that differ only in what nobody has seen give equal answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pitboss.cards import DECK, UNKNOWN
from pitboss.errors import PitbossError
from pitboss.floor.dealer_chips import Flow, flow
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.requests import KINDS, Request, command_of
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Command, Observation
from pitboss.table.decide import work_through
from pitboss.table.legal import due, legal
from pitboss.table.moves import Draft, Move
from pitboss.table.rules import Refusal
from pitboss.table.saying import sentence
from pitboss.table.state import Round, State, changed
from pitboss.table.words import told

ORDERS: tuple[type[Command], ...] = (
    c.PostSubmission, c.OpenTable, c.CloseTable, c.GoIdle, c.OrderRecut, c.OrderShuffle, c.RemoveDeck,
    c.Forfeit, c.LetStand, c.FreeSeat, c.Exclude, c.Readmit, c.Correct, c.CorrectFaces, c.Withdraw,
)  # fmt: skip
"""What is tried out beside reports; a step of the deal is not, for its outcome lies in the cards."""
_FACES = ("face", "faces", "words")
_IN_THE_TABLE = (e.WagerSettled, e.WagerPlaced)
"""What is told as a sum."""


def is_tried(kind: type[Command]) -> bool:
    """Whether a command can be tried out before it is given."""
    return issubclass(kind, Observation) or kind in ORDERS


def foresee(live: LiveTable, person: Person, request: Request) -> dict[str, Any]:
    """What a report or an order would lead to: events in words, money by seat, and what is due then."""
    kind = KINDS.get(request.command)
    if kind and not is_tried(kind):
        raise PitbossError("no-foresight", "only reports, rulings and orders are tried out before they are given")
    with live.lock:
        state, rules = blank(live.state), live.rules
        command = command_of(request, person, live.now(), lambda kind: {})
        draft = work_through(rules, state, command)
        if isinstance(draft, Refusal):
            return {"version": live.state.version, "refusal": draft.as_dict()}
        then, moves = due(draft.rules, draft.state), legal(draft.rules, draft.state)
        return {
            "version": live.state.version,
            "refusal": None,
            "orders": _orders(draft.events),
            "money": _money(state, draft),
            "again": _counted_alike(draft, command, then) if then and then.by_person else None,
            "cards": [
                {"deck": deck.name, "steps": [step.words for step in deck.due]}
                for deck in draft.state.decks
                if deck.due and deck.due != getattr(state.deck(deck.name), "due", ())
            ],
            "then": {"says": sentence(then, draft.rules, draft.state, moves), "clauses": then.clauses}
            if then
            else None,
        }


def _counted_alike(draft: Draft, command: Command, then: Move) -> dict[str, Any] | None:
    """What the second count leads to if it says the same as the first."""
    if then.command is not type(command):
        return None
    second = work_through(draft.rules, draft.state, command)
    if isinstance(second, Refusal):
        return None
    return {"orders": _orders(second.events), "money": _money(draft.state, second)}


def blank(state: State) -> State:
    """The same table with an order of our own for all cards that nobody has seen yet."""
    decks = tuple(
        changed(deck, order=DECK, salt="", stream="", commitment="sealed") if deck.order else deck
        for deck in state.decks
    )
    round_ = state.playing
    return changed(state, decks=decks, round=changed(round_, order=_arranged(round_)) if round_ else state.round)


def _arranged(round_: Round) -> tuple[int, ...]:
    """Of real cards only those that were read have faces: nothing is hidden in them, and they stay as they are."""
    if UNKNOWN in round_.order:
        return round_.order
    public = {card for hand in round_.hands.values() for card in hand.up} | set(round_.board)
    public |= {card for group in round_.rack if group.name == "set aside" for card in group.cards}
    seen = {round_.order[card] for card in public}
    rest = iter([face for face in sorted(round_.order) if face not in seen])
    return tuple(face if place in public else next(rest) for place, face in enumerate(round_.order))


def _orders(events: Iterable[e.Event]) -> list[dict[str, Any]]:
    """The events in words; what happens to many wagers alike is said once."""
    orders: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, _IN_THE_TABLE):
            title, detail = _BACK.get(getattr(event, "outcome", "void"), "Wagers are settled"), _wager(event)
            said = next((order for order in orders if order["title"] == title), None)
            if said:
                said["detail"] |= detail
                said["clauses"] |= dict.fromkeys(event.clauses)
                continue
        else:
            title, words = told(_faceless(event))
            detail = {words: None}
        orders.append({"title": title, "detail": detail, "clauses": dict.fromkeys(event.clauses)})
    return [{**order, "detail": ", ".join(order["detail"]), "clauses": list(order["clauses"])} for order in orders]


def _wager(event: e.WagerSettled | e.WagerPlaced) -> dict[str, None]:
    return {event.wager.replace("_", " "): None}


_BACK = {
    "void": "Wagers go back, unpaid and in full",
    "forfeit": "Wagers are forfeited to the house",
    "lose": "Wagers are lost",
}


def _faceless(event: e.Event) -> e.Event:
    own = {name: "" for name in _FACES if name in event.__struct_fields__}
    return msgspec.structs.replace(event, **own) if own else event


def _money(before: State, draft: Draft) -> list[dict[str, Any]]:
    """For each seat with wagers: what goes back, what the house takes and pays, and what stays on the layout."""
    moved: defaultdict[int, list[Flow]] = defaultdict(list)
    stays: defaultdict[int, list[str]] = defaultdict(list)
    for event in draft.events:
        if isinstance(event, _IN_THE_TABLE):
            moved[event.position].append(flow(event.money))
    for account in draft.state.books:
        if account.startswith("wager:"):
            stays[_position(account)].append(account)
    players = _players(before)
    return [
        {
            "position": position,
            "player": players.get(position, ""),
            "back": sum(one.back for one in moved[position]),
            "paid": sum(one.pay for one in moved[position]),
            "lost": sum(one.take for one in moved[position]),
            "stays": {account.split(":")[2]: draft.state.books[account] for account in stays[position]},
        }
        for position in sorted({*moved, *stays})
    ]


def _position(account: str) -> int:
    return int(account.split(":")[1])


def _players(state: State) -> Mapping[int, str]:
    if state.playing:
        return {position: state.playing.hands[position].player for position in state.playing.positions}
    return {position: bets.player for position, bets in state.bets.items()}
