"""What the dealer's page asks for now: one step, all that is done before it without a word, and the commands it sends.

Every command is ready but for what only the dealer can see: faces, places, a count. The browser fills those in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from pitboss.cards import DECK, UNKNOWN
from pitboss.floor.console import RULINGS
from pitboss.floor.dealer_words import capital, lies
from pitboss.floor.people import Person
from pitboss.floor.report_forms import Field, fields_of
from pitboss.floor.requests import CAPACITIES, Request
from pitboss.games import steps as s
from pitboss.games.handling import Handling
from pitboss.law import Citation
from pitboss.money import short_dollars as money
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.counts import hands_to_count
from pitboss.table.dealing import current, targets
from pitboss.table.decide import work_through
from pitboss.table.deciding import amounts, is_asked
from pitboss.table.legal import due, legal
from pitboss.table.moves import Distinct, Draft, Faces, Move, chips
from pitboss.table.rules import Refusal, Rules
from pitboss.table.saying import sentence
from pitboss.table.state import DEALER, Hand, Round, State
from pitboss.table.words import seat
from pitboss.training.step_words import in_imperative

LEADS = (c.Burn, c.TakeOut, c.CloseDeal, c.Deliver, c.RackStub)
"""What is done without a word before the next thing that has to be said."""
AT_A_SEAT = (c.Show, c.Settle, c.RackHand)
_TOGETHER = (
    frozenset((Handling.TURN_DOWN, Handling.WASH, Handling.STACK)),
    frozenset((Handling.LAY_COVER, Handling.CUT, Handling.COVER_AWAY, Handling.LOAD)),
)
"""Steps with a deck that follow one another in one go."""
_MOST_STEPS = 20


class Slot(msgspec.Struct, frozen=True):
    """A place for a card that is asked for."""

    label: str
    lies: str
    """As a key of the pad says it."""
    group: str = ""
    """"high" or "low" where hands are set."""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """The due step as the page puts it."""

    kind: str
    """"go", "cards", "pick", "choose", "number", "counts", "rule", "wait" or "bets"."""
    title: str
    how: str = ""
    clauses: tuple[Citation, ...] = ()
    label: str = ""
    """Of the button."""
    requests: tuple[Request, ...] = ()
    fill: int = -1
    """Which of the requests takes what is entered."""
    lead: tuple[Request, ...] = ()
    """What may be recorded alone before the rest: the burn, the stub."""
    lead_says: str = ""
    slots: tuple[Slot, ...] = ()
    places: tuple[int, int] | None = None
    """How many of how many places are named before the faces."""
    hands: tuple[int, ...] = ()
    """Whose cards are counted."""
    choices: tuple[Choice, ...] = ()
    previewed: bool = False
    """Whether what follows is shown before it is recorded."""
    tried: bool = False
    """Whether a number is first tried out: it is the last count, and what follows from it follows at once."""
    position: int | None = None


class Asking(NamedTuple):
    """What is asked, and the table when that is asked: after all that is done before it."""

    ask: Ask
    state: State
    move: Move | None


def request_of(move: Move, **more: Any) -> Request:
    """A move as it is sent."""
    given = {**move.given, **more}
    if move.role is Role.PLAYER:
        return Request(move.command.__name__, given, player=move.player)
    return Request(move.command.__name__, given, role=move.role)


def command_at(move: Move, at: int, **more: Any) -> Command:
    """A move as a dry run takes it."""
    name = move.player or move.role.value
    return move.command(by=Actor(move.role, name), at=at, **{**move.given, **more})


def tried(rules: Rules, state: State, move: Move, **more: Any) -> Draft | None:
    """What a move would lead to; None if it is refused."""
    rest = {"salt": "." * 16} if move.command is c.Shuffle else {}
    draft = work_through(rules, state, command_at(move, state.at, **rest, **more))
    return None if isinstance(draft, Refusal) else draft


def asking(rules: Rules, state: State, person: Person) -> Asking:
    """What is due, with all that leads up to it."""
    leads: list[Move] = []
    move, here = _due(rules, state, person), state
    while move and _is_lead(rules, here, move) and len(leads) < _MOST_STEPS:
        draft = tried(rules, here, _in_one(move))
        if draft is None:
            break
        leads.append(_in_one(move))
        here = draft.state
        move = _due(rules, here, person)
    lead = tuple(request_of(one) for one in leads)
    says = " ".join(in_imperative(one, rules, state) for one in leads if one.command in LEADS)
    ask = _ask(rules, here, move, person, lead)
    if lead and ask.kind in ("wait", "bets", "none"):  # nothing to go on with: the lead is the step
        ask = Ask(kind="go", title=says, clauses=leads[0].clauses, label="Done", requests=lead)
        return Asking(ask, state, leads[0])
    how = " ".join(part for part in (says, ask.how) if part)
    ask = msgspec.structs.replace(ask, lead=lead if says else (), lead_says=says, how=how)
    return Asking(ask, here, move)


def _due(rules: Rules, state: State, person: Person) -> Move | None:
    """The due step, in the capacity in which this person may take it if there is one."""
    move, own = due(rules, state), (*CAPACITIES[person.role], Role.PLAYER)
    if move is None or move.role in own:
        return move
    same = (m for m in legal(rules, state) if m.command is move.command and m.given == move.given and m.role in own)
    return next(same, move)


def _in_one(move: Move) -> Move:
    """All that is done at a seat, one thing after the other."""
    if move.command not in AT_A_SEAT:
        return move
    return move._replace(command=c.SettlePosition, given={"position": move.given["position"]}, open={})


def _is_lead(rules: Rules, state: State, move: Move) -> bool:
    if move.command in LEADS:
        return not (move.by_person or "faces" in move.open)
    if move.command in AT_A_SEAT and "faces" not in move.open:
        draft = tried(rules, state, _in_one(move))
        return draft is not None and not any(type(event).__name__ == "WagerSettled" for event in draft.events)
    return False


# --- each kind of step -----------------------------------------------------------------------------------------------


def _ask(rules: Rules, state: State, move: Move | None, person: Person, lead: tuple[Request, ...]) -> Ask:
    if not state.open:
        return _opening(rules, state, person)
    if move is None or move.command is c.WagersSeen:
        return Ask(kind="bets", title="Take the bets.", how="Enter what lies in front of each seat.")
    if move.command is c.NoMoreBets:
        how = "Enter what lies in front of each seat. When all have bet, make the call."
        call = (request_of(move),)
        return Ask(
            kind="bets", title="Take the bets.", how=how, clauses=move.clauses, label="No more bets", requests=call
        )
    decides = move.role is Role.FLOOR and not ("faces" in move.open and Role.FLOOR in CAPACITIES[person.role])
    if move.command in RULINGS or decides:
        return _of_the_floor(rules, state, move, person)
    if "faces" in move.open and move.command is not c.Pick:
        return _cards(rules, state, move, lead)
    match move.command:
        case c.Act:
            return _choose(rules, state, move, lead)
        case c.Pick:
            return _pick(rules, state, move, lead)
        case c.SetHand | c.LayDown:
            return _all_at_once(rules, state, move, lead)
        case c.CountStub | c.CountDeck | c.HandCount:
            return _number(rules, state, move, lead)
        case c.CountHands:
            hands = hands_to_count(state.round) if state.round else ()
            return Ask(
                kind="counts", title=capital(sentence(move, rules, state)), clauses=move.clauses, label="Counted",
                requests=(*lead, request_of(move)), fill=len(lead), hands=tuple(hands), tried=not lead,
            )  # fmt: skip
        case _:
            return _go(rules, state, move, lead)


def _opening(rules: Rules, state: State, person: Person) -> Ask:
    """What stands between a closed table and play: duties, the opener where the rack is counted, the order itself."""
    open_ = [m for m in legal(rules, state) if m.command in (c.Attest, c.CountRack, c.OpenTable)]
    first = [m for m in open_ if m.command is c.OpenTable] or [m for m in open_ if not m.given.get("again")]
    if not first:
        return Ask(kind="wait", title="The table is closed.", how="The floor puts its submission in order first.")
    move = first[0]
    if move.role not in CAPACITIES[person.role]:
        return Ask(kind="wait", title="The table is closed.", how="The floor opens it.", clauses=move.clauses)
    if move.command is c.CountRack:
        return _of_the_floor(rules, state, move, person)
    more = {"floor": (person.name,)} if move.command is c.OpenTable else {}
    label = "Open the table" if move.command is c.OpenTable else "Attest"
    title = sentence(move, rules, state)
    return Ask(kind="go", title=title, clauses=move.clauses, label=label, requests=(request_of(move, **more),))


def _of_the_floor(rules: Rules, state: State, move: Move, person: Person) -> Ask:
    """What only the floor decides: others wait for it."""
    says = sentence(move, rules, state)
    by_name = move.player and move.player != person.name
    if move.role not in CAPACITIES[person.role] or by_name:
        whom = f" {move.player} does this." if move.player else ""
        return Ask(kind="wait", title="Wait for the floor.", how=says + whom, clauses=move.clauses)
    player = move.given.get("player")
    same = [
        m for m in legal(rules, state)
        if m.role is Role.FLOOR and (m.command in RULINGS and m.given.get("player") == player if player else m == move)
    ]  # fmt: skip
    choices = tuple(
        Choice(
            key=str(number), label=sentence(m, rules, state), requests=(request_of(m),),
            fields=tuple(fields_of(m, rules, state, person)),
        )
        for number, m in enumerate(same or [move], 1)
    )  # fmt: skip
    title = f"Rule on the wagers of {player}." if player else says
    return Ask(kind="rule", title=title, clauses=move.clauses, choices=choices)


def _go(rules: Rules, state: State, move: Move, lead: tuple[Request, ...]) -> Ask:
    """A step that needs no entry, with the steps of the same deck that go with it."""
    run = list(_run(rules, state, move))
    titles = [in_imperative(one, rules, here) for one, here in run]
    more: tuple[Choice, ...] = ()
    if move.command is c.Deal:
        titles = [_deal(rules, state)]
        next_ = in_imperative(move, rules, state).removesuffix(".")
        one_card = Choice(key="1", label="One only", detail=next_, requests=(*lead, request_of(move, count=1)))
        more = (one_card,) if state.round and len(targets(rules, state.round)) > 1 else ()
    elif move.command in AT_A_SEAT:
        titles = [f"Settle {seat(move.given['position'])}."]
        run = [(_in_one(move), state)]
    position = move.given.get("position")
    return Ask(
        kind="go", title=titles[0], how=" ".join(titles[1:]), clauses=move.clauses, label="Done", choices=more,
        requests=(*lead, *(request_of(one) for one, _ in run)), previewed=move.command in AT_A_SEAT,
        position=position if move.command in AT_A_SEAT else None,
    )  # fmt: skip


def _run(rules: Rules, state: State, move: Move) -> Iterator[tuple[Move, State]]:
    yield move, state
    group = next((group for group in _TOGETHER if _step(move) in group), frozenset[Handling]())
    deck, follows, here = move.given.get("deck"), move, state
    while group:
        draft = tried(rules, here, follows)
        after = due(rules, draft.state) if draft else None
        if draft is None or after is None or _step(after) not in group or after.given.get("deck") != deck:
            return
        if after.role not in (Role.DEALER, Role.DEVICE):
            return
        follows, here = after, draft.state
        yield follows, here


def _step(move: Move) -> Handling | None:
    return Handling.CUT if move.command is c.Cut else move.given.get("step") if move.command is c.Handle else None


def _deal(rules: Rules, state: State) -> str:
    round_ = state.round
    if round_ is None or round_.dealt:
        return "Deal the cards that are left."
    each = "a stack" if rules.stacks else "one card at a time"
    return f"Deal {rules.each} cards to each seat and to yourself, {each}."


def _cards(rules: Rules, state: State, move: Move, lead: tuple[Request, ...]) -> Ask:
    """Faces are entered; at a seat what they come to is shown before it is recorded."""
    bounds, round_ = move.open["faces"], state.round
    assert isinstance(bounds, Faces)
    assert round_ is not None
    slots = tuple(_slots(rules, round_, move, bounds.cards))
    at_seat = move.command in AT_A_SEAT
    taken, position = _in_one(move), move.given.get("position")
    match move.command:
        case c.DealCommunity:
            number = len(slots)
            title = f"Enter the {'community card' if number == 1 else f'{_count(number)} community cards'}."
            how = "Face up. Enter each as it lies."
        case c.Reveal:
            title, how = "Turn up your cards.", "Enter them as they lie, from the left."
        case _ if at_seat:
            set_ = bool(round_.hands[move.given["position"]].low)
            title = f"Turn up {seat(move.given['position'])}."
            how = "Enter the high hand, then the low hand." if set_ else "Enter the cards as they lie, from the left."
        case _:
            title, how = in_imperative(move, rules, state), "Enter each card as it is turned up."
    wrong: tuple[Choice, ...] = ()
    if at_seat and rules.setting and round_.hands[move.given["position"]].low:
        wrong = tuple(_not_as_set(rules, round_, move, lead))
    return Ask(
        kind="cards", title=title, how=how, clauses=move.clauses, label="Done", slots=slots,
        requests=(*lead, request_of(taken)), fill=len(lead), previewed=at_seat, position=position, choices=wrong,
    )  # fmt: skip


def _count(number: int) -> str:
    from pitboss.floor.dealer_words import number as spoken

    return spoken(number)


def _slots(rules: Rules, round_: Round, move: Move, cards: Iterable[int]) -> Iterator[Slot]:
    position = move.given.get("position", DEALER)
    hand = round_.hands[position]
    order = {"high": 0, "low": 0}
    for place, card in enumerate(cards, 1):
        if move.command is c.DealCommunity:
            at = len(round_.board) + place
            yield Slot(f"community card {at}", f"board {at}")
        elif card in hand.cards and hand.low and not hand.announced and position != DEALER:
            group = "low" if card in hand.low else "high"
            order[group] += 1
            yield Slot(f"card {order[group]} of the {group} hand", f"{seat(position)}", group)
        elif card in hand.cards:
            whose = "your" if position == DEALER else f"{seat(position)},"
            yield Slot(f"{whose} card {hand.cards.index(card) + 1}", seat(position))
        else:
            yield Slot(f"card {place}", lies(round_, card))


def _not_as_set(rules: Rules, round_: Round, move: Move, lead: tuple[Request, ...]) -> Iterator[Choice]:
    """A hand that lies with another number of cards low than the rules ask."""
    assert rules.setting is not None
    position, each = move.given["position"], rules.each
    for low in range(each + 1):
        if low != rules.setting.low:
            places = tuple(range(each - low + 1, each + 1))
            found = Request("SettingFound", {"position": position, "low": places}, role=Role.DEALER)
            yield Choice(key=str(low), label=f"{each - low} and {low}", requests=(*lead, found), position=position)


def _pick(rules: Rules, state: State, move: Move, lead: tuple[Request, ...]) -> Ask:
    """Places are named, their cards turned up, and the wager is settled on them."""
    bounds, round_ = move.open["places"], state.round
    assert isinstance(bounds, Distinct)
    assert round_ is not None
    position = move.given["position"]
    slots = tuple(Slot(f"picked card {n}", seat(position)) for n in range(1, bounds.number + 1))
    then = Request("SettlePosition", {"position": position}, role=Role.DEALER)
    return Ask(
        kind="pick", title=f"{capital(seat(position))} picks {_count(bounds.number)} cards.",
        how="Touch the places that were picked, from the left, then enter the faces.", clauses=move.clauses,
        label="Done", slots=slots, places=(bounds.number, bounds.most), requests=(*lead, request_of(move), then),
        fill=len(lead), previewed=True, position=position,
    )  # fmt: skip


def _all_at_once(rules: Rules, state: State, move: Move, lead: tuple[Request, ...]) -> Ask:
    """Everybody lays the cards down, or sets them: one key for all."""
    same = [m for m in legal(rules, state) if m.command is move.command and m.role is Role.PLAYER]
    title = {
        c.SetHand: "Wait until all hands are set, high and low.",
        c.LayDown: "Wait until all have looked and laid their cards down.",
    }[move.command]
    label = {c.SetHand: "All are set", c.LayDown: "All lie"}[move.command]
    single = tuple(
        Choice(key="", label=capital(seat(position)), position=position, requests=(*lead, request_of(m)))
        for m in same
        for position in (m.given["position"],)
    )
    return Ask(
        kind="go", title=title, clauses=move.clauses, label=label,
        requests=(*lead, *(request_of(m) for m in same)), choices=single if len(single) > 1 else (),
    )  # fmt: skip


def _number(rules: Rules, state: State, move: Move, lead: tuple[Request, ...]) -> Ask:
    title = sentence(move, rules, state)
    again = "It did not fit: count once more." if move.by_person else "Face down. Enter how many there are."
    return Ask(
        kind="number", title=title, how=again, clauses=move.clauses, label="Counted",
        requests=(*lead, request_of(move)), fill=len(lead), tried=move.by_person and not lead,
    )  # fmt: skip


# --- decisions -------------------------------------------------------------------------------------------------------


def _choose(rules: Rules, state: State, move: Move, lead: tuple[Request, ...]) -> Ask:
    step, round_ = current(rules, state), state.round
    assert isinstance(step, s.Decide)
    assert round_ is not None
    asked = [p for p in round_.positions if is_asked(rules, state, step, p)]
    choices = tuple(choice for p in asked for choice in choices_at(rules, state, step, p, lead))
    position = move.given["position"]
    return Ask(
        kind="choose", title=f"Ask {seat(position)}.", clauses=move.clauses, choices=choices, position=position,
        how="" if len(asked) == 1 else "In any order: the arrow keys go to another seat.",
    )  # fmt: skip


def dummy_faces(round_: Round, number: int) -> tuple[int, ...]:
    """Faces that nobody has read, to see what comes next whatever they are."""
    known = set(round_.order) - {UNKNOWN}
    return tuple(face for face in DECK if face not in known)[:number]


_KEYS = {"check": "C", "fold": "0"}


class Choice(msgspec.Struct, frozen=True):
    """Something that may be chosen, at a position, by one touch or one key."""

    key: str
    label: str
    requests: tuple[Request, ...]
    position: int = 0
    detail: str = ""
    fields: tuple[Field, ...] = ()


def choices_at(
    rules: Rules, state: State, step: s.Decide, position: int, lead: tuple[Request, ...]
) -> Iterator[Choice]:
    """Everything that a position may choose at this step."""
    round_ = state.round
    assert round_ is not None
    hand, one_play = round_.hands[position], len({action.wager for action in step.actions if action.wager}) == 1
    for action in step.actions:
        for amount in amounts(rules, hand, action) if action.wager else (0,):
            given = {"position": position, "action": action.name, "amount": amount}
            act = Request("Act", given, player=hand.player)
            key, label = _named(action, amount, hand, one_play)
            detail = money(amount) if amount else _lost(rules, state, position, action)
            requests = (*lead, *short_of(state, hand.player, amount), act)
            yield Choice(key=key, label=label, detail=detail, requests=requests, position=position)


def _named(action: s.Action, amount: int, hand: Hand, one_play: bool) -> tuple[str, str]:
    """The key and the name of a choice: 4 plays four times, 0 folds."""
    label = capital(action.label)
    if not action.wager:
        return _KEYS.get(action.name, label[:1]), label
    if not one_play or not amount:
        return next((part for part in action.label.split() if part.isdigit()), label[:1]), label
    times = amount // hand.wagers["ante"]
    return str(times), f"{label} {times}×"


def _lost(rules: Rules, state: State, position: int, action: s.Action) -> str:
    """What is taken at once from a player who folds."""
    round_ = state.round
    assert round_ is not None
    by = Actor(Role.PLAYER, round_.hands[position].player)
    draft = work_through(rules, state, c.Act(by=by, at=state.at, position=position, action=action.name))
    if isinstance(draft, Refusal):
        return ""
    taken = sum(line.stake - line.returned for line in draft.hand(position).lines[len(round_.hands[position].lines) :])
    return f"take {money(taken)}" if taken else ""


def short_of(state: State, player: str, amount: int) -> tuple[Request, ...]:
    """The chips that somebody puts down and has not bought here."""
    short = amount - chips(state, player)
    return (Request("BuyIn", {"amount": short, "in_chips": True}, player=player),) if short > 0 else ()
