"""Settlement on the dealer's page: what each wager of a seat comes to, in which order the seats come, the chips to pay.

Before it is recorded a settlement is a dry run with the faces that the dealer has entered; the rule book says the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pitboss.cards import notation
from pitboss.errors import PitbossError
from pitboss.floor.dealer_words import capital
from pitboss.games import steps as s
from pitboss.games.settlement import Outcome, Result
from pitboss.law import Citation
from pitboss.money import short_dollars as money
from pitboss.paper.felt_words import inscribed
from pitboss.table import events as e
from pitboss.table.dealing import current, held_cards
from pitboss.table.flow import in_order
from pitboss.table.moves import Draft
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER, Hand, Line, Round, State
from pitboss.table.table import Table
from pitboss.table.words import seat

CHIPS = (1000, 500, 100, 25, 5, 1)
"""In dollars, the largest first."""
_ABOUT_HANDS = ("player ", "dealer ")
"""How facts begin that only say what hands are."""
_COMPARED = {"lose": "the dealer’s hand is higher", "push": "both hands are equal"}


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A wager with what it comes to."""

    wager: str
    label: str
    stake: int
    outcome: str
    reason: str
    why: tuple[str, ...]
    clauses: tuple[Citation, ...]
    pay: int
    take: int
    odds: str
    chips: tuple[tuple[int, int], ...]
    """What to pay with: value in dollars, how many."""


class Lies(msgspec.Struct, frozen=True, kw_only=True):
    """A hand with what it is read as."""

    name: str
    note: str
    cards: tuple[str, ...]
    best: tuple[str, ...]
    words: str
    split: int = 0
    """How many of the best are the high hand, where hands are set."""


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's settlement, before or after it is recorded."""

    position: int
    title: str
    say: str
    hands: tuple[Lies, ...]
    rows: tuple[Row, ...]
    pay: int
    take: int
    chips: tuple[tuple[int, int], ...]
    stays: str


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in the order of settlement."""

    position: int
    state: str
    """"done", "now", "" or "out"."""
    title: str
    note: str


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """The order of the seats, and what was paid and taken in this round."""

    title: str
    seats: tuple[Place, ...]
    paid: int
    taken: int


def chips_for(cents: int) -> tuple[tuple[int, int], ...]:
    """An amount in chips, the largest first.

    >>> chips_for(631_00)
    ((500, 1), (100, 1), (25, 1), (5, 1), (1, 1))
    """
    found, left = [], cents // 100
    for value in CHIPS:
        number, left = divmod(left, value)
        if number:
            found.append((value, number))
    return tuple(found)


def settled(before: State, draft: Draft, position: int) -> Settled:
    """What the events of a draft settle at a seat."""
    rules, round_, hand = draft.rules, draft.round, draft.hand(position)
    wagers = [x.wager for x in draft.events if isinstance(x, e.WagerSettled) and x.position == position]
    was = before.round.hands.get(position) if before.round else None
    old = was.lines if was else ()
    lines = [line for line in hand.lines if line.wager in wagers and line not in old]
    facts = _facts(draft.state, position)
    rows = tuple(_row(rules, line, facts.get(line.wager)) for line in lines)
    pay, take = sum(row.pay for row in rows), sum(row.take for row in rows)
    calls = [x.words for x in draft.events if isinstance(x, e.HandAnnounced) and x.position == position]
    calls = calls or _called_before(rules, before, position)
    stay = sum(line.returned for line in lines)
    goes = any(isinstance(x, e.CardsRacked) and x.position == position for x in draft.events)
    kept = round_.kept is not None and round_.kept[0] == position
    stays = [f"{money(stay)} stays." if stay else "", "Leave the cards: the best so far." if kept else ""]
    stays += ["Then collect the cards." if goes else ""]
    return Settled(
        position=position,
        title=f"Settle {seat(position)}{_result(rules, rows)}.",
        say=capital("; ".join(plain_call(call) for call in calls)),
        hands=tuple(_hands(rules, round_, position, hand, calls)),
        rows=rows, pay=pay, take=take, chips=chips_for(pay), stays=" ".join(filter(None, stays)),
    )  # fmt: skip


def _called_before(rules: Rules, before: State, position: int) -> list[str]:
    """What is called of a hand that was turned up before its wagers are settled."""
    step, round_ = current(rules, before), before.round
    if not isinstance(step, s.Settle) or not step.announces or not round_ or not round_.hands[position].announced:
        return []
    return [call.words for call in step.announces(rules.terms, held_cards(round_, position))]


def _facts(state: State, position: int) -> dict[str, Result]:
    """Why each wager came out as it did."""
    try:
        return {result.wager: result for result in Table.resume(state).settlement(position).results}
    except PitbossError:
        return {}


def _row(rules: Rules, line: Line, found: Result | None) -> Row:
    facts = found.facts if found else ()
    own = [fact for fact in facts if ":" in fact or not fact.startswith(_ABOUT_HANDS)]
    reason = (
        line.odds if line.odds and line.outcome == Outcome.WIN else own[-1] if own else _COMPARED.get(line.outcome, "")
    )
    wager = rules.game.wager.get(line.wager)
    return Row(
        wager=line.wager, label=capital(inscribed(wager) if wager else rules.game.label(line.wager)), stake=line.stake,
        outcome=line.outcome, reason=reason, why=tuple(facts), clauses=line.clauses, pay=line.paid,
        take=line.stake - line.returned, odds=line.odds or "", chips=chips_for(line.paid),
    )  # fmt: skip


def _result(rules: Rules, rows: Iterable[Row]) -> str:
    """How the play wager came out, in a word."""
    decides = {*rules.game.plays, "ante"}
    found = [row.outcome for row in rows if row.wager in decides]
    if Outcome.WIN in found:
        return ": player wins"
    if Outcome.LOSE in found:
        return ": dealer wins"
    return ": push" if found and set(found) == {Outcome.PUSH} else ""


def plain_call(call: str) -> str:
    """A call without the cards in notation that it may begin with."""
    return call.rpartition(": ")[2] if "/" in call else call


# --- the hands side by side ------------------------------------------------------------------------------------------


def _hands(rules: Rules, round_: Round, position: int, hand: Hand, calls: list[str]) -> Iterator[Lies]:
    if hand.picked and round_.unread(hand.cards):
        name, picked = capital(seat(position)), _names(round_.faces(hand.picked))
        yield Lies(name=name, note="picked", cards=picked, best=(), words="")
    elif not round_.unread(hand.cards) and hand.cards:
        yield lies_of(rules, round_, position, "as it lies" if hand.low else "", calls)
    if round_.dealer.announced and not round_.unread(round_.dealer.cards):
        yield lies_of(rules, round_, DEALER, "", [])


def lies_of(rules: Rules, round_: Round, position: int, note: str, calls: list[str]) -> Lies:
    """A hand that was read, set out as the dealer announces it."""
    held, hand = held_cards(round_, position), round_.hands[position]
    made = _called(rules, held)
    words = "; ".join(plain_call(call) for call in calls) or "; ".join(plain_call(call.words) for call in made)
    best = next((call.cards for call in made if call.cards), ())
    name = "Dealer" if position == DEALER else capital(seat(position))
    split = len(held.cards) - len(held.low) if held.low else 0
    return Lies(
        name=name, note=note, cards=_names(held.cards), best=_names(best), words=capital(words),
        split=split if hand.low else 0,
    )  # fmt: skip


def _called(rules: Rules, held: s.HeldCards) -> tuple[s.Call, ...]:
    try:
        return rules.reveal.announces(rules.terms, held)
    except PitbossError:
        return ()


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(notation(cards).split())


# --- the order of the seats ------------------------------------------------------------------------------------------


def order(rules: Rules, state: State, now: int | None) -> Order | None:
    """The seats as they are settled; None where no settlement is going on."""
    round_ = state.playing
    step = current(rules, state) if round_ else None
    if round_ is None or not (now or isinstance(step, s.Settle) or (round_.dealer.announced and round_.positions)):
        return None
    sequence = list(_sequence(rules, round_))
    place = sequence.index(now) if now in sequence else -1
    seats = tuple(_line(rules, round_, p, now, i - place if place >= 0 else 0) for i, p in enumerate(sequence))
    lines = [line for p in sequence for line in round_.hands[p].lines]
    first = next((one for one in rules.script if isinstance(one, s.Settle)), None)
    title = "From your left" if first and first.direction is s.Direction.CLOCKWISE else "From your right"
    taken = sum(line.stake - line.returned for line in lines)
    return Order(title=title, seats=seats, paid=sum(line.paid for line in lines), taken=taken)


def _sequence(rules: Rules, round_: Round) -> Iterator[int]:
    """Played hands, then folded ones, each in the direction of its settlement."""
    settles = [step for step in rules.script if isinstance(step, s.Settle)]
    for folded in (False, True):
        for position in in_order(round_, settles[0].direction if settles else None):
            if round_.hands[position].folded is folded:
                yield position


def _line(rules: Rules, round_: Round, position: int, now: int | None, ahead: int) -> Place:
    hand = round_.hands[position]
    paid = sum(line.paid for line in hand.lines)
    taken = sum(line.stake - line.returned for line in hand.lines)
    open_ = any(not hand.settled(name) for name in hand.wagers)
    played = how_played(rules, hand)
    if position == now:
        return Place(position=position, state="now", title="Now", note=played)
    if open_ and not hand.void and (ahead >= 0 or not hand.lines):
        title = "Folded" if hand.folded else {1: "Next", 2: "After that"}.get(ahead, "Later")
        kept = ", ".join(rules.game.label(name) for name in hand.wagers if not hand.settled(name))
        return Place(
            position=position, state="out" if hand.folded else "", title=title, note=kept if hand.folded else played
        )
    parts = [f"paid {money(paid)}" if paid else "", f"took {money(taken)}" if taken else ""]
    said = ", ".join(filter(None, parts)) or ("settled" if rules.announced else "nothing paid or taken")
    return Place(position=position, state="done", title=capital(said), note="void" if hand.void else played)


def how_played(rules: Rules, hand: Hand) -> str:
    """What a hand did: "played 3×", "folded"."""
    if hand.folded:
        return "folded"
    played = next((name for name in rules.game.plays if name in hand.wagers), None)
    if played is None:
        return ""
    if len(rules.game.plays) > 1:
        return f"played {played.rpartition('_')[2]}"
    if rules.announced:
        return "played"
    times = hand.wagers[played] / max(hand.wagers.get("ante", 1), 1)
    return f"played {times:g}×"
