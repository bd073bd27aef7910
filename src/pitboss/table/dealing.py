"""The deal, the streets and the stub."""

from __future__ import annotations

from pitboss.cards import DECK
from pitboss.games import steps as s
from pitboss.games.irregularities import Irregularity
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.flow import short, stacks_total
from pitboss.table.moves import Draft
from pitboss.table.rules import Refusal, RefusedError, Rules
from pitboss.table.state import DEALER, Round, State
from pitboss.table.voiding import found, void_round


def current(rules: Rules, state: State) -> s.Step | None:
    """The step of the script the round stands at; None when only clearing is left."""
    round_ = state.round
    assert round_ is not None
    return rules.script[round_.step] if round_.step < len(rules.script) else None


def in_round(draft: Draft, by: Actor, key: str, *roles: Role) -> Round:
    """The round in progress, if this person may act in it and its deck is ready."""
    rules, round_ = draft.rules, draft.state.playing
    if round_ is None:
        rules.refuse("no-more-bets", "no-round", "no round is in progress: the call 'No more bets' begins one")
    if roles and by.role not in roles:
        rules.refuse(key, "wrong-person", f"this is for the {' or '.join(roles)}, not for the {by.role}")
    deck = draft.state.deck(round_.deck)
    if deck and deck.due:
        rules.refuse(deck.due[0].value, "deck-not-ready", f"this is due first: {deck.due[0].words}")
    if round_.inquiry:
        rules.refuse("stub-wrong", "hands-to-count", "the stub did not fit: every hand is counted before anything else")
    return round_


def not_due(rules: Rules, state: State, key: str, what: str) -> None:
    """Refuse a step because another one is due."""
    from pitboss.table.legal import due

    move = due(rules, state)
    clause = (move.clauses if move and move.clauses else rules.cite(key))[0] if move else rules.cite(key)[0]
    now = f"; due is {move.words}" if move else ""
    raise RefusedError(Refusal("out-of-order", clause, f"{what} is not due now{now}"))


def targets(rules: Rules, round_: Round) -> tuple[int, ...]:
    """Where the remaining cards (or stacks) of the initial deal go, in order."""
    one_pass = (*round_.positions, DEALER)
    return (one_pass * (1 if rules.stacks else rules.each))[round_.dealt :]


def deal(draft: Draft, command: c.Deal) -> None:
    """Cards, or stacks, from the top of the deck, in the order of the rules, face down."""
    rules, state = draft.rules, draft.state
    round_ = in_round(draft, command.by, "deal", Role.DEALER, Role.DEVICE)
    if command.face_up:
        rules.refuse("deal", "face-down", "every card of the deal is laid face down")
    left = targets(rules, round_)
    if not left:
        _complete(draft, command)
        return
    if command.to is not None and command.to != left[0]:
        where = "the dealer" if left[0] == DEALER else f"position {left[0]}"
        rules.refuse("deal", "wrong-place", f"the next card goes to {where}")
    if command.count is not None and not 1 <= command.count <= len(left):
        rules.refuse("deal", "too-many", f"{len(left)} are left to deal")
    deals, undealt = [], round_.undealt
    for position in left[: command.count]:
        cards = rules.each - round_.hands[position].missing if rules.stacks else 1
        deals.append((position, undealt[:cards]))
        undealt = undealt[cards:]
    to_dealer = deals[-1][0] == DEALER
    last = len(deals) == len(left)
    step = rules.deal
    draft.emit(
        e.CardsDealt(
            deals=tuple(deals),
            waits=rules.stacks and last and step.dealer_waits(rules.terms) and not short(round_),
            covered=to_dealer and (step.covered or (rules.stacks and step.stack_covered)),
            clauses=rules.cite("deal"),
        )
    )
    del state


def _complete(draft: Draft, command: c.Deal) -> None:
    """A stack that lacks a card is completed from the top of the stub, seats first, then the dealer."""
    rules, round_ = draft.rules, draft.round
    lacking = short(round_)
    if not lacking or round_.waits or not round_.taken_out:
        not_due(rules, draft.state, "deal", "dealing")
    if command.to is not None and command.to != lacking[0]:
        rules.refuse("complete-hands", "wrong-place", f"position {lacking[0]} is completed first")
    undealt = round_.undealt
    deals = []
    for position in lacking:
        count = round_.hands[position].missing
        deals.append((position, undealt[:count]))
        undealt = undealt[count:]
    draft.emit(e.CardsDealt(deals=tuple(deals), completes=True, clauses=rules.cite("complete-hands")))


def take_out(draft: Draft, command: c.TakeOut) -> None:
    """The cards left in the automated shoe come into the dealer's hand."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "stub", Role.DEALER)
    step = current(rules, draft.state)
    all_out = rules.stacks and round_.dealt == stacks_total(rules, round_) and not round_.taken_out
    if not all_out or round_.waits or not (isinstance(step, s.TakeOut) or short(round_)):
        not_due(rules, draft.state, "stub", "taking the cards out of the shoe")
    clauses = step.clauses if isinstance(step, s.TakeOut) else rules.cite("stub")
    draft.emit(e.CardsTakenOut(clauses=clauses))


def close_deal(draft: Draft, command: c.CloseDeal) -> None:
    """The device counts the hands and shows what they pay."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "deal", Role.DEALER)
    step = current(rules, draft.state)
    if not isinstance(step, s.CloseDeal) or short(round_):
        not_due(rules, draft.state, "deal", "closing the deal")
    assert isinstance(step, s.CloseDeal)
    emit_closed(draft, step.clauses)


def emit_closed(draft: Draft, clauses: tuple[str, ...]) -> None:
    """What the device shows: the hands that count, the dealer's among them, and the odds of that number."""
    rules, round_ = draft.rules, draft.round
    hands = 1 + sum(not round_.hands[p].void for p in round_.positions)
    keeper = rules.keeper
    table = keeper.pays.tables.get(hands) if keeper and keeper.pays else None
    pays = tuple(f"{row.label} {row.odds}" for row in table.rows) if table else ()
    draft.emit(e.DealClosed(hands=hands, pays=pays, clauses=clauses))


def deliver(draft: Draft, command: c.Deliver) -> None:
    """The dealer's stack comes to its area: after the decisions, or at once if a hand has to be completed."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "deliver", Role.DEALER)
    step = current(rules, draft.state)
    if not round_.waits or not (isinstance(step, s.Deliver) or short(round_)):
        not_due(rules, draft.state, "deliver" if rules.cite("deliver") else "deal", "delivering the dealer's stack")
    draft.emit(e.StackDelivered(clauses=rules.cite("deliver")))


def burn(draft: Draft, command: c.Burn) -> None:
    """The next card goes unseen to the discard rack."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "burn" if rules.cite("burn") else "deal", Role.DEALER)
    step = current(rules, draft.state)
    if not isinstance(step, s.Burn):
        not_due(rules, draft.state, "burn" if rules.cite("burn") else "deal", "burning a card")
    assert step is not None
    draft.emit(e.CardBurned(card=round_.undealt[0], clauses=(*step.clauses, *rules.cite("burn"))))


def community(draft: Draft, command: c.DealCommunity) -> None:
    """Community cards, face up, all of a street at once."""
    rules = draft.rules
    key = "community" if rules.cite("community") else "deal"
    round_ = in_round(draft, command.by, key, Role.DEALER)
    step = current(rules, draft.state)
    if not isinstance(step, s.Community):
        not_due(rules, draft.state, key, "dealing community cards")
    assert isinstance(step, s.Community)
    cards = round_.undealt[: step.count]
    draft.emit(e.CommunityDealt(cards=cards, faces=round_.shown(cards), clauses=step.clauses))


# --- the stub --------------------------------------------------------------------------------------------------------


def count_is_due(rules: Rules, state: State) -> bool:
    """Whether this round's stub has to be counted: for the table's five rounds, or for the deck's own."""
    if rules.game.procedure.device_counts(rules.terms):
        return False
    round_ = state.round
    deck = state.deck(round_.deck) if round_ else None
    own = deck.uncounted if deck else 0
    return max(state.uncounted, own) >= rules.stub_count_every


def rack_stub(draft: Draft, command: c.RackStub) -> None:
    """The stub goes away unseen, unless it has to be counted."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "stub", Role.DEALER)
    if not isinstance(current(rules, draft.state), s.Stub) or short(round_):
        not_due(rules, draft.state, "stub", "racking the stub")
    if count_is_due(rules, draft.state):
        message = f"the stub has to be counted at least every {rules.stub_count_every} rounds: count it first"
        rules.refuse("stub-count", "count-due", message)
    _take_stub(draft)
    draft.emit(e.StubRacked(clauses=rules.cite("stub")))


def _take_stub(draft: Draft) -> None:
    source = "hand" if draft.round.dealing == "hand" or draft.round.taken_out else "shoe"
    draft.emit(e.StubTaken(source=source, clauses=draft.rules.cite("stub")))


def count_stub(draft: Draft, command: c.CountStub) -> None:
    """The stub is counted face down; what does not fit a deck of 52 leads to a count of every hand."""
    rules, round_ = draft.rules, draft.state.playing
    at_stub = round_ and isinstance(current(rules, draft.state), s.Stub) and not short(round_) and not round_.inquiry
    if not round_ or not at_stub or round_.stub == "counted":
        draft.emit(e.Noted(what=f"the stub was counted: {command.cards} cards", clauses=rules.cite("stub-count")))
        return
    _take_stub(draft)
    expected = len(round_.undealt)
    right = command.cards == expected
    clauses = rules.cite("stub-right" if right else "stub-wrong")
    draft.emit(e.StubCounted(cards=command.cards, expected=expected, right=right, clauses=clauses))
    if right:
        draft.emit(e.StubRacked(clauses=clauses))


def count_hands(draft: Draft, command: c.CountHands) -> None:
    """Whether there was a misdeal, or the deck is wrong: either way all hands are void."""
    rules, round_ = draft.rules, draft.state.playing
    if round_ is None or not round_.inquiry:
        draft.emit(e.Noted(what="the hands were counted", clauses=rules.cite("stub-wrong")))
        return
    draft.emit(e.HandsCounted(counts=command.counts, clauses=rules.cite("stub-wrong")))
    counts = dict(command.counts)
    out = [p for p in (DEALER, *round_.positions) if not round_.hands[p].racked]
    held = {p: counts.get(p, len(round_.hands[p].cards)) for p in out}
    elsewhere = len(DECK) - len(round_.undealt) - sum(len(round_.hands[p].cards) for p in out)
    total = (round_.counted or 0) + sum(held.values()) + elsewhere
    misdealt = any(number != rules.each for p, number in held.items() if not round_.hands[p].void)
    kind = Irregularity.STUB_MISDEAL if total == len(DECK) and misdealt else Irregularity.STUB_DECK
    found(draft, kind)
    void_round(draft, kind)
