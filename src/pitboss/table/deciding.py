"""Players' decisions: laying down, picking, checking, playing, folding, setting; and the floor standing in for them."""

from __future__ import annotations

from typing import NoReturn

from pitboss.errors import HandError
from pitboss.games import steps as s
from pitboss.games.game import OnFold, Times
from pitboss.games.settlement import Result
from pitboss.ledger import Money, Transfer
from pitboss.ledger import player as chips_of
from pitboss.ledger import wager as stake_on
from pitboss.money import dollars
from pitboss.randomness import places_of
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.dealing import current, in_round, not_due
from pitboss.table.faces import read
from pitboss.table.flow import awaits_ruling, in_order, is_undecided, short, stacks_total
from pitboss.table.moves import Draft, chips
from pitboss.table.outcome import money_for, results
from pitboss.table.rules import Refusal, Refused, Rules, refuse_by
from pitboss.table.state import Hand, Round, State


def _own_hand(draft: Draft, by: c.Actor, position: int, reason: str) -> Hand:
    """The hand at a position, if this person may act for it: its player, or the floor with a reason."""
    rules, round_ = draft.rules, draft.round
    hand = round_.hands.get(position) if position else None
    if hand is None:
        rules.refuse("own-hand", "not-in-play", f"position {position} is not in play")
    if by.role is Role.PLAYER:
        if by.name != hand.player:
            rules.refuse("own-hand", "not-yours", f"position {position} is {hand.player}'s, who answers for it")
    elif not by.role.supervises:
        rules.refuse(
            "own-hand", "not-yours", "only the player answers for a hand; the floor may stand in, with a reason"
        )
    elif not reason.strip():
        rules.refuse("stand-in", "reason", "the floor stands in for a player only with a reason, which is recorded")
    if hand.void:
        rules.refuse("too-late", "hand-void", f"the hand at position {position} is void")
    if by.role is Role.PLAYER and hand.departed and not hand.ruled:
        draft.emit(e.PlayerReturned(player=hand.player, clauses=rules.cite("returned")))
        hand = draft.hand(position)
    must_be_ruled(rules, hand)
    if by.role is not Role.PLAYER and not may_stand_in(round_, hand):
        message = f"{hand.player} is at the table: report that there was no answer at the turn, then the floor may act"
        rules.refuse("called", "not-called", message)
    return hand


def may_stand_in(round_: Round, hand: Hand) -> bool:
    """Whether the floor may act for a player: one who has gone, or who was asked just now and did not answer."""
    return hand.departed or hand.called == round_.step


def must_be_ruled(rules: Rules, hand: Hand) -> None:
    """Nothing is done with the hand of a player who walked away before the floor has ruled, where the rules ask it."""
    if awaits_ruling(rules, hand):
        message = f"{hand.player} walked away: first the floor rules whether the wagers are abandoned or stand"
        rules.refuse("abandoned", "ruling-due", message)


# --- laying down, picking --------------------------------------------------------------------------------------------


def lay_down(draft: Draft, command: c.LayDown) -> None:
    """A player is ready to be asked."""
    rules = draft.rules
    in_round(draft, command.by, "own-hand", Role.PLAYER, Role.FLOOR, Role.PIT, Role.SHIFT)
    step = current(rules, draft.state)
    hand = _own_hand(draft, command.by, command.position, command.reason)
    if not isinstance(step, s.LayDown) or hand.laid_down or hand.folded:
        not_due(rules, draft.state, "see", "laying the cards down")
    assert step is not None
    draft.emit(e.HandLaidDown(position=command.position, reason=command.reason, clauses=step.clauses))


def pick_turn(round_: Round, step: s.Pick) -> int | None:
    """Whose turn it is to pick, or to have the pick settled."""
    for position in in_order(round_, step.direction):
        hand = round_.hands[position]
        if step.wager in hand.wagers and not hand.settled(step.wager) and not hand.void:
            return position
    return None


def pick(draft: Draft, command: c.Pick) -> None:
    """Three cards, chosen unseen, are turned up; they are final."""
    rules = draft.rules
    in_round(draft, command.by, "own-hand", Role.PLAYER, Role.FLOOR, Role.PIT, Role.SHIFT)
    hand = _own_hand(draft, command.by, command.position, command.reason)
    step = current(rules, draft.state)
    if not isinstance(step, s.Pick) or pick_turn(draft.round, step) != command.position:
        not_due(rules, draft.state, "own-hand", f"a pick at position {command.position}")
    assert isinstance(step, s.Pick)
    if hand.picked:
        _is_picked(rules, command.position)
    places = command.places
    if len(set(places)) != step.count or len(places) != step.count or not set(places) <= set(range(1, rules.each + 1)):
        rules.refuse("pick-places", "pick", f"pick {step.count} different places from 1 to {rules.each}")
    if hand.exposed:
        rules.refuse("seen-pick", "seen", "a card of this hand was seen: its places are drawn by the sealed generator")
    if command.by.role.supervises and places != tuple(range(1, step.count + 1)):
        rules.refuse("stand-in", "stand-in", f"for a player who is away the first {step.count} cards are picked")
    instead = rules.cite("stand-in") if command.by.role.supervises else ()
    cards = tuple(hand.cards[place - 1] for place in places)
    read(draft, cards, command.faces)
    _emit_pick(draft, command.position, cards, reason=command.reason, clauses=(*step.clauses, *instead))


def draw_pick(draft: Draft, command: c.DrawPick) -> None:
    """The places of a hand with a card that was seen are drawn from the seed that sealed the deck before the deal."""
    rules = draft.rules
    staff = (Role.DEALER, Role.DEVICE, Role.FLOOR, Role.PIT, Role.SHIFT)
    round_ = in_round(draft, command.by, "seen-pick" if rules.cite("seen-pick") else "own-hand", *staff)
    step = current(rules, draft.state)
    if not isinstance(step, s.Pick) or pick_turn(round_, step) != command.position:
        not_due(rules, draft.state, "own-hand", f"a pick at position {command.position}")
    assert isinstance(step, s.Pick)
    hand = round_.hands[command.position]
    if hand.picked:
        _is_picked(rules, command.position)
    if not hand.exposed:
        rules.refuse("own-hand", "unseen", f"no card of position {command.position} was seen: its player picks")
    must_be_ruled(rules, hand)
    clauses = (*step.clauses, *rules.cite("seen-pick"))
    cards = drawn_cards(rules, draft.state, command.position, step)
    read(draft, cards, command.faces)
    _emit_pick(draft, command.position, cards, drawn=True, clauses=clauses)


def _is_picked(rules: Rules, position: int) -> NoReturn:
    rules.refuse("pick-places", "picked", f"the cards of position {position} are picked already, which is final")


def drawn_cards(rules: Rules, state: State, position: int, step: s.Pick) -> tuple[int, ...]:
    """The cards of a hand that the seed which sealed the deck picks."""
    round_ = state.round
    deck = state.deck(round_.deck) if round_ else None
    assert round_ is not None
    assert deck is not None
    cards = round_.hands[position].cards
    return tuple(cards[place - 1] for place in places_of(deck.salt, position, rules.each)[: step.count])


def _emit_pick(
    draft: Draft,
    position: int,
    cards: tuple[int, ...],
    *,
    reason: str = "",
    drawn: bool = False,
    clauses: tuple[str, ...],
) -> None:
    faces = draft.round.shown(cards)
    picked = e.CardsPicked(position=position, cards=cards, faces=faces, reason=reason, drawn=drawn, clauses=clauses)
    draft.emit(picked)


# --- check, play, fold -----------------------------------------------------------------------------------------------


def turn(round_: Round, step: s.Decide) -> int | None:
    """Whose turn it is; None if the order is free or all have decided."""
    if step.direction is None:
        return None
    place, hands = round_.step, round_.hands
    for position in in_order(round_, step.direction):
        if is_undecided(hands[position], place):
            return position
    return None


def is_asked(rules: Rules, state: State, step: s.Decide, position: int) -> bool:
    """Whether this position may decide now: at its turn, after the wagers that are settled first."""
    round_ = state.round
    assert round_ is not None
    hand = round_.hands[position]
    if hand.void or hand.played or hand.folded or hand.acted >= round_.step or awaits_ruling(rules, hand):
        return False
    if step.direction is not None and turn(round_, step) != position:
        return False
    return all(hand.settled(name) for name in step.settles_first if name in hand.wagers)


def amounts(rules: Rules, hand: Hand, action: s.Action) -> tuple[int, ...]:
    """What a play wager may be; where stakes are announced, 0: its multiple pays the same."""
    times_open = action.multiples.at(rules.terms)
    return (0,) if rules.announced else tuple(hand.wagers["ante"] * times for times in times_open)


def act(draft: Draft, command: c.Act) -> None:
    """A player checks, folds or makes a play wager of exactly the amount that is open."""
    rules = draft.rules
    in_round(draft, command.by, "own-hand", Role.PLAYER, Role.FLOOR, Role.PIT, Role.SHIFT)
    hand = _own_hand(draft, command.by, command.position, command.reason)
    state = draft.state
    step = current(rules, state)
    if hand.played or hand.folded:
        rules.refuse("final", "decided", f"position {command.position} has decided, which is final")
    if not isinstance(step, s.Decide):
        not_due(rules, state, "play-only", "a decision", rules.cite("play-only") if command.amount else ())
    assert isinstance(step, s.Decide)
    if not is_asked(rules, state, step, command.position):
        own_turn = turn(draft.round, step) == command.position
        forbids = () if own_turn else step.clauses
        not_due(rules, state, "play-only", f"a decision at position {command.position}", forbids)
    action = next((option for option in step.actions if option.name == command.action), None)
    if action is None:
        names = " or ".join(option.label for option in step.actions)
        _refuse(rules, step, "action", f"{step.when} a player may {names}: say which, not {command.action!r}")
    assert action is not None
    if command.by.role.supervises and action is not stand_in_action(step):
        only = stand_in_action(step).label
        rules.refuse("stand-in", "stand-in", f"for a player who cannot be asked the floor may only {only}")
    money: tuple[Transfer, ...] = ()
    if action.wager:
        open_amounts = amounts(rules, hand, action)
        have = chips(state, hand.player)
        if not command.amount and min(open_amounts) > have:
            rules.refuse("chips-short", "chips", f"{hand.player} has {dollars(have)} in chips")
        if command.amount and rules.announced:
            rules.refuse("stakes", "no-amounts", "stakes are announced here: no amount goes with a decision")
        if command.amount not in open_amounts:
            legal = " or ".join(map(dollars, open_amounts))
            rule = next(rule for rule in rules.game.wager[action.wager].conditions if isinstance(rule, Times))
            message = f"the play wager is {legal} here, not {dollars(command.amount)}"
            refuse_by(rule.clause, "amount", message)
        if command.amount > have:
            rules.refuse("chips-short", "chips", f"{hand.player} has {dollars(have)} in chips")
        account = stake_on(command.position, action.wager)
        money = (Transfer(chips_of(hand.player), account, command.amount),) if command.amount else ()
    elif command.amount:
        _refuse(rules, step, "amount", f"no chips go with a {action.label}")
    draft.emit(
        e.Decided(
            position=command.position,
            action=action.name,
            wager=action.wager,
            amount=command.amount,
            reason=command.reason,
            money=money,
            clauses=_choice_clauses(rules, step, action, hand, command),
        )
    )
    if action.name == "fold":
        collect(draft, command.position)


def _choice_clauses(rules: Rules, step: s.Decide, action: s.Action, hand: Hand, command: c.Act) -> tuple[str, ...]:
    """The step's, the floor's where it stands in, and why folded cards stay."""
    instead = rules.cite("stand-in") if command.by.role.supervises else ()
    stays = rules.cite("fold-keep") if action.name == "fold" and _keeps_cards(rules, hand) else ()
    return (*step.clauses, *instead, *stays)


def _keeps_cards(rules: Rules, hand: Hand) -> bool:
    """Whether a wager that is still open keeps the cards of a folded hand on the table."""
    return any(rules.game.wager[n].on_fold is OnFold.KEEPS_CARDS and not hand.settled(n) for n in hand.wagers)


def stand_in_action(step: s.Decide) -> s.Action:
    """What a player who cannot be asked is taken to do: check where that is open, fold where it is not."""
    return next((action for action in step.actions if action.name == "check"), step.actions[-1])


def _refuse(rules: Rules, step: s.Decide, code: str, message: str) -> NoReturn:
    raise Refused(Refusal(code, step.clauses[-1], message))


def collect(draft: Draft, position: int) -> None:
    """A fold costs its wagers at once; the cards go to the rack unless another wager keeps them."""
    rules, hand = draft.rules, draft.hand(position)
    lost = tuple(name for name in hand.wagers if rules.game.wager[name].on_fold is OnFold.FORFEIT)
    for result in results(rules, draft.state, position, lost):
        emit_settled(draft, position, result, rules.cite("fold-collect"))
    hand = draft.hand(position)
    if _keeps_cards(rules, hand):
        return
    draft.emit(e.CardsRacked(group="hand", position=position, cards=hand.cards, clauses=rules.cite("fold-rack")))


def emit_settled(
    draft: Draft, position: int, result: Result, clauses: tuple[str, ...] = (), money: Money | None = None
) -> None:
    """A wager is settled, and its money moves: this money if it was settled before, or what the result orders."""
    draft.emit(
        e.WagerSettled(
            position=position,
            wager=result.wager,
            outcome=result.outcome.value,
            stake=result.stake,
            paid=result.paid,
            returned=result.returned,
            odds=str(result.odds) if result.odds else None,
            money=money_for(draft.rules, draft.state, position, result) if money is None else money,
            clauses=(*clauses, *[cited for cited in result.clauses if cited not in clauses]),
        )
    )


def is_waited_for(rules: Rules, state: State, position: int) -> bool:
    """Whether the player of a position is asked something now: to lay down, pick, decide or set the hand."""
    round_ = state.round
    assert round_ is not None
    step, hand = current(rules, state), round_.hands[position]
    if hand.void or round_.void or round_.doubts or round_.inquiry or short(round_):
        return False
    match step:
        case s.LayDown():
            return not (hand.laid_down or hand.folded)
        case s.Pick():
            return pick_turn(round_, step) == position and not hand.picked and not hand.exposed
        case s.Decide() if is_asked(rules, state, step, position):
            return True
    setting = setting_step(rules, round_)
    return setting is not None and hand.played and not hand.low and may_see(rules, round_, position)


# --- setting ---------------------------------------------------------------------------------------------------------


def setting_step(rules: Rules, round_: Round) -> s.SetHand | None:
    """The setting that is open now: at its own step, or while others still decide just before it."""
    for step in rules.script[round_.step : round_.step + 2]:
        if isinstance(step, s.SetHand):
            return step
        if not isinstance(step, s.Decide):
            return None
    return None


def may_see(rules: Rules, round_: Round, position: int) -> bool:
    """Whether the player of a position may look at its cards now."""
    if round_.dealt < stacks_total(rules, round_) or short(round_) or not rules.deal.looked_at:
        return False
    if not rules.cite("blind-hands"):
        return True
    player = round_.hands[position].player
    own = [p for p in round_.positions if round_.hands[p].player == player]
    if position == own[0]:
        return True
    return all(h.played or h.folded or h.void for h in (round_.hands[p] for p in own))


def _house_way(round_: Round, step: s.SetHand, hand: Hand) -> tuple[int, ...]:
    """The places of the cards that the house way lays low."""
    faces = round_.faces(hand.cards)
    return tuple(faces.index(card) + 1 for card in step.house_way(faces))


def set_hand(draft: Draft, command: c.SetHand) -> None:
    """Cards are laid low and high, face down; the setting is final."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "own-hand", Role.PLAYER, Role.FLOOR, Role.PIT, Role.SHIFT)
    standing_in = command.by.role.supervises
    hand = _own_hand(draft, command.by, command.position, command.reason)
    step = setting_step(rules, round_)
    if hand.low:
        rules.refuse("set-final", "set", f"position {command.position} is set, which is final")
    if step and not may_see(rules, round_, command.position):
        first = next(h for p in round_.positions if (h := round_.hands[p]).player == hand.player)
        key = "blind-hands" if first.played or first.folded else "first-hand"
        rules.refuse(key, "unseen", "this hand stays unseen until every hand of the player has its play bet")
    if step is None or not hand.played:
        not_due(rules, draft.state, "own-hand", f"setting position {command.position}")
    unread = bool(round_.unread(hand.cards))
    if standing_in and command.low and not unread:
        message = "for a player who cannot be asked the hand is set the house way: name no places"
        rules.refuse("set-for", "house-way", message)
    places = command.low
    if unread and not places:
        places = tuple(range(rules.each - step.low + 1, rules.each + 1))  # as it lies: high cards first
    elif standing_in and not unread:
        places = _house_way(round_, step, hand)
    if len(set(places)) != step.low or len(places) != step.low or not set(places) <= set(range(1, rules.each + 1)):
        rules.refuse("set", "setting", f"lay {step.low} cards low, by their places from 1 to {rules.each}")
    low = tuple(hand.cards[place - 1] for place in sorted(places))
    try:
        rules.game.check_cards({"low": round_.faces(low)})  # of real cards, when they are turned up
    except HandError as error:
        raise Refused(Refusal(error.code, error.clause or "", error.message)) from error
    instead = rules.cite("set-for") if standing_in else ()
    clauses = tuple(dict.fromkeys((*step.clauses, *rules.cite("set"), *instead)))
    draft.emit(e.HandSet(position=command.position, low=low, reason=command.reason, clauses=clauses))
