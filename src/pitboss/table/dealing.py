"""The deal, the streets and the stub."""

from __future__ import annotations

from typing import NoReturn

from pitboss.cards import DECK, notation
from pitboss.games import steps as s
from pitboss.games.irregularities import Irregularity
from pitboss.law import Citation
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.deck_steps import check_others, cover_card_missing
from pitboss.table.faces import read
from pitboss.table.flow import nothing_alive, number_to_rule, short, stacks_total
from pitboss.table.moves import Draft
from pitboss.table.rules import Refusal, Refused, Rules, refuse_by
from pitboss.table.state import DEALER, STUB, Deck, Round, State


def current(rules: Rules, state: State) -> s.Step | None:
    """The step of the script the round stands at; None when only clearing is left."""
    round_ = state.round
    assert round_ is not None
    return rules.script[round_.step] if round_.step < len(rules.script) else None


def in_round(draft: Draft, by: Actor, key: str, *roles: Role, completes: bool = False) -> Round:
    """The round in progress, if this person may act in it, its deck is ready and no count or card is missing.

    `completes` is for the steps that complete a hand which is short.
    """
    rules, round_ = draft.rules, draft.state.playing
    if round_ is None:
        rules.refuse("no-more-bets", "no-round", "no round is in progress: the call 'No more bets' begins one")
    if roles and by.role not in roles:
        rules.refuse(key, "wrong-person", f"this is for the {' or '.join(roles)}, not for the {by.role}")
    if nothing_alive(round_):
        clauses = rules.game.irregularities[Irregularity[round_.void]].cited(rules.dealing)
        waiting = [round_.hands[position].player for position in round_.waits_for_ruling]
        left = f"the floor's ruling on the wagers of {waiting[0]}" if waiting else "to clear the table"
        refuse_by(clauses[0], "round-void", f"all hands are void: nothing is left but {left}")
    deck = draft.state.deck(round_.deck)
    if deck and deck.due:
        rules.refuse(deck.due[0].value, "deck-not-ready", f"this is due first: {deck.due[0].words}")
    if deck and deck.doubt is not None:
        message = f"the {deck.name} deck was counted {deck.doubt} cards: count it again first"
        rules.refuse("count-again", "count-again", message)
    must_be_counted(rules, round_)
    if not completes and round_.dealt == stacks_total(rules, round_) and short(round_):
        message = f"the hand of {_whose(short(round_)[0])} is completed first"
        refuse_by(completion(rules, round_)[0], "hand-short", message)
    return round_


def _whose(position: int) -> str:
    return "the dealer" if position == DEALER else f"position {position}"


def completion(rules: Rules, round_: Round) -> tuple[Citation, ...]:
    """What the completion of short hands rests on: a card taken out of a stack, or a dealer counted short."""
    lacking, kind = short(round_), Irregularity.DEALER_SHORT
    counted = DEALER in lacking and kind.name in round_.found
    stacks = () if lacking == (DEALER,) and counted else rules.cite("complete-hands")
    return (*stacks, *(rules.game.irregularities[kind].cited(rules.dealing) if counted else ()))


def must_be_counted(rules: Rules, round_: Round) -> None:
    """Refuse whatever else is asked while a count has to be made, or a ruling on it, for which the deal is finished."""
    for position in round_.doubts:
        breach = number_to_rule(rules, round_, position)
        if breach is None:
            rules.refuse("count-again", "count-again", doubt(round_, position))
        if not targets(rules, round_):
            ruling_is_due(rules, breach)
    if round_.inquiry:
        message = "stub and hands do not come to 52 cards: every hand is counted before anything else"
        rules.refuse("stub-wrong", "hands-to-count", message)


def ruling_is_due(rules: Rules, breach: tuple[str, str]) -> NoReturn:
    """Refuse what waits for the floor's ruling on a breach, which is named by player and rule."""
    player, rule = breach
    message = f"first the floor rules on the breach reported of {player} ({rule}): the wagers are lost, or stand"
    rules.refuse("breach", "ruling-due", message)


def doubt(round_: Round, position: int) -> str:
    """A number that has to be counted again."""
    what = {STUB: "the stub", DEALER: "the dealer's hand"}.get(position, f"the hand at position {position}")
    return f"{what} was counted {round_.doubts[position]} cards, which does not fit: count it again first"


def not_due(rules: Rules, state: State, key: str, what: str, forbids: tuple[str, ...] = ()) -> NoReturn:
    """Refuse a step because another one is due: by the rule that forbids it, or by that of the step that is due."""
    from pitboss.table.legal import due

    move = due(rules, state)
    clauses = forbids or (move.clauses if move else ()) or rules.cite(key) or (rules.game.cites.choices,)
    now = f"; due is {move.words}" if move else ""
    raise Refused(Refusal("out-of-order", clauses[0], f"{what} is not due now{now}"))


def _places(rules: Rules, round_: Round) -> tuple[int, ...]:
    """The rest of the initial deal, place by place."""
    one_pass = (*round_.positions, DEALER)
    return (one_pass * (1 if rules.stacks else rules.each))[round_.dealt :]


def _own(rules: Rules, round_: Round, kind: type[s.Step]) -> tuple[str, ...]:
    """The clauses of the next step of this kind, which say when it is due; none if it does not come any more."""
    return next((step.clauses for step in rules.script[round_.step :] if isinstance(step, kind)), ())


def targets(rules: Rules, round_: Round) -> tuple[int, ...]:
    """Where the remaining cards (or stacks) of the initial deal go, in order; a void hand in the rack gets none."""
    return tuple(position for position in _places(rules, round_) if not round_.hands[position].racked)


def deal(draft: Draft, command: c.Deal) -> None:
    """Cards, or stacks, from the top of the deck, in the order of the rules, face down."""
    rules, step = draft.rules, draft.rules.deal
    roles = (Role.DEALER, Role.DEVICE) if rules.stacks else (Role.DEALER,)
    round_ = in_round(draft, command.by, "deal", *roles, completes=True)
    left, deck = targets(rules, round_), draft.state.deck(round_.deck)
    if deck and not (round_.dealt or round_.face_up):
        check_others(rules, draft.state, deck)
    if command.face_up:
        dealers = left[:1] == (DEALER,) and rules.cite("dealer-face-down")
        key = "dealer-face-down" if dealers else "face-down"
        rules.refuse(key, "face-down", "every card of the deal is laid face down")
    if command.off != "top":
        key = "top-card" if rules.cite("top-card") else "deal"
        rules.refuse(key, "top-card", f"the next card is the one on top, not one from the {command.off}")
    if command.stack is not None and not (rules.stacks and command.stack == rules.each):
        rules.refuse("stacks", "stack-size", f"an automated shoe gives out stacks of {rules.each} cards in this game")
    if not left:
        _complete(draft, command)
        return
    if command.to is not None and command.to != left[0]:
        rules.refuse("deal", "wrong-place", f"the next card goes to {_whose(left[0])}")
    if command.count is not None and not 1 <= command.count <= len(left):
        what = "stacks" if rules.stacks else "cards"
        rules.refuse("deal", "count", f"deal 1 to {len(left)} {what}, which are left to deal, not {command.count}")
    deals, undealt, wanted = [], round_.undealt, command.count or len(left)
    for position in _places(rules, round_):
        cards = rules.each - round_.hands[position].missing if rules.stacks else 1
        if round_.hands[position].racked:
            cards = 0
        elif not wanted:
            break
        else:
            wanted -= 1
        deals.append((position, undealt[:cards]))
        undealt = undealt[cards:]
    covers = step.covers(stacks=rules.stacks)
    if covers and cover_card_missing(draft.state):
        rules.refuse("cover-card", "cover-card", "the cover card is missing: bring one before the cards are dealt")
    to_dealer = any(position == DEALER for position, _ in deals)
    if covers and to_dealer and not command.covered:
        rules.refuse("cover-dealer", "cover-card", "the dealer's cards lie under the cover card: put it there")
    last = len(deals) == len(_places(rules, round_))
    draft.emit(
        e.CardsDealt(
            deals=tuple(deals),
            waits=rules.stacks and last and step.dealer_waits(rules.terms) and not short(round_),
            covered=to_dealer and covers,
            clauses=rules.cite("deal"),
        )
    )


def _complete(draft: Draft, command: c.Deal) -> None:
    """A hand that is short is completed with the next cards, out of the shoe first, seats first, then the dealer."""
    rules, round_ = draft.rules, draft.round
    lacking = short(round_)
    if not lacking or round_.waits or (rules.stacks and not round_.taken_out):
        not_due(rules, draft.state, "deal", "dealing")
    clauses = completion(rules, round_)
    if command.by.role is not Role.DEALER:
        refuse_by(clauses[0], "wrong-person", "the dealer completes a hand from the stub, not the device")
    if command.to is not None and command.to != lacking[0]:
        refuse_by(clauses[0], "wrong-place", f"the hand of {_whose(lacking[0])} is completed first")
    undealt = round_.undealt
    deals = []
    for position in lacking:
        count = round_.hands[position].missing
        deals.append((position, undealt[:count]))
        undealt = undealt[count:]
    draft.emit(e.CardsDealt(deals=tuple(deals), completes=True, clauses=clauses))


def show_dealer(draft: Draft, cards: tuple[int, ...]) -> None:
    """Cards of the dealer's hand are turned up and the hand is announced."""
    round_, step = draft.round, draft.rules.reveal
    faces = round_.shown(cards)
    draft.emit(e.CardsTurnedUp(position=DEALER, cards=cards, faces=faces, clauses=step.clauses))
    announce_dealer(draft)


def announce_dealer(draft: Draft) -> None:
    """The dealer's hand is announced."""
    rules, step = draft.rules, draft.rules.reveal
    for call in step.announces(rules.terms, held_cards(draft.round, DEALER)):
        draft.emit(e.HandAnnounced(position=DEALER, words=call.words, cards=notation(call.cards), clauses=step.clauses))


def held_cards(round_: Round, position: int) -> s.HeldCards:
    """What a hand is read from."""
    hand, faces = round_.hands[position], round_.faces
    return s.HeldCards(faces(hand.cards), faces(hand.low), faces(round_.board), tuple(hand.wagers))


def take_out(draft: Draft, command: c.TakeOut) -> None:
    """The cards left in the automated shoe come into the dealer's hand."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "stub", Role.DEALER, completes=True)
    step = current(rules, draft.state)
    closed = rules.stacks and round_.dealt == stacks_total(rules, round_) and not round_.taken_out
    if not closed or round_.waits or not (isinstance(step, s.TakeOut) or short(round_)):
        not_due(rules, draft.state, "stub", "taking the cards out of the shoe")
    if command.hand not in c.HANDS:
        rules.refuse("stub", "which-hand", f"say which hand takes the cards: {' or '.join(c.HANDS)}")
    clauses = step.clauses if isinstance(step, s.TakeOut) else rules.cite("stub")
    draft.emit(e.CardsTakenOut(hand=command.hand, clauses=clauses))


def close_deal(draft: Draft, command: c.CloseDeal) -> None:
    """The device counts the hands and shows what they pay."""
    rules = draft.rules
    in_round(draft, command.by, "deal", Role.DEALER)
    step = current(rules, draft.state)
    if not isinstance(step, s.CloseDeal):
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
    round_ = in_round(draft, command.by, "deliver", Role.DEALER, completes=True)
    step = current(rules, draft.state)
    if not round_.waits or not (isinstance(step, s.Deliver) or short(round_)):
        not_due(rules, draft.state, "deal", "delivering the dealer's stack", _own(rules, round_, s.Deliver))
    draft.emit(e.StackDelivered(clauses=rules.cite("deliver")))


def burn(draft: Draft, command: c.Burn) -> None:
    """The next card goes unseen to the discard rack."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "burn" if rules.cite("burn") else "deal", Role.DEALER)
    step = current(rules, draft.state)
    if not isinstance(step, s.Burn):
        not_due(rules, draft.state, "deal", "burning a card", _own(rules, round_, s.Burn))
    assert step is not None
    draft.emit(e.CardBurned(card=round_.undealt[0], clauses=(*step.clauses, *rules.cite("burn"))))


def community(draft: Draft, command: c.DealCommunity) -> None:
    """Community cards, face up, all of a street at once."""
    rules = draft.rules
    key = "community" if rules.cite("community") else "deal"
    round_ = in_round(draft, command.by, key, Role.DEALER)
    step = current(rules, draft.state)
    if round_.board and len(round_.board) == rules.board_after[-1]:
        rules.refuse(key, "board-complete", f"all {len(round_.board)} community cards are out")
    if not isinstance(step, s.Community):
        not_due(rules, draft.state, key, "dealing community cards", _own(rules, round_, s.Community))
    assert isinstance(step, s.Community)
    cards = round_.undealt[: rules.board_after[round_.step] - len(round_.board)]
    read(draft, cards, command.faces)
    draft.emit(e.CommunityDealt(cards=cards, faces=draft.round.shown(cards), clauses=step.clauses))


# --- the stub --------------------------------------------------------------------------------------------------------


def count_is_due(rules: Rules, state: State) -> bool:
    """Whether this round's stub has to be counted: for the table's five rounds, or for the deck's own."""
    round_ = state.round
    deck = state.deck(round_.deck) if round_ else None
    if deck and deck.device_count == len(DECK) and rules.game.procedure.device_counts(rules.terms):
        return False
    return run_is_over(rules, state, deck)


def run_is_over(rules: Rules, state: State, deck: Deck | None) -> bool:
    """Whether the table or this deck has gone as many rounds without a count as it may."""
    own = deck.uncounted if deck else 0
    return max(state.uncounted, own) >= rules.stub_count_every


def rack_stub(draft: Draft, command: c.RackStub) -> None:
    """The stub goes away unseen, unless it has to be counted."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "stub", Role.DEALER)
    if not isinstance(current(rules, draft.state), s.Stub):
        not_due(rules, draft.state, "stub", "racking the stub", () if round_.stub else rules.cite("stub"))
    if count_is_due(rules, draft.state):
        message = f"the stub has to be counted at least every {rules.stub_count_every} rounds: count it first"
        rules.refuse("stub-count", "count-due", message)
    take_stub(draft)
    draft.emit(e.StubRacked(clauses=rules.cite("stub")))


def take_stub(draft: Draft) -> None:
    """The stub leaves where it was dealt from."""
    source = "hand" if draft.round.dealing == "hand" or draft.round.taken_out else "shoe"
    draft.emit(e.StubTaken(source=source, clauses=draft.rules.cite("stub")))
