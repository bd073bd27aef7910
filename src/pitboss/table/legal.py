"""What may be done now: the step that is due, and everything else that is open. It agrees with `decide`."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games import steps as s
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.betting import open_wagers, ready_deck
from pitboss.table.commands import Role
from pitboss.table.dealing import count_is_due, current, targets
from pitboss.table.deciding import amounts, is_asked, may_see, pick_turn, setting_step
from pitboss.table.decks import clauses_for, may_handle, next_deck
from pitboss.table.floor import waited
from pitboss.table.flow import short
from pitboss.table.moves import Between, Distinct, Move, chips
from pitboss.table.rules import RefusedError, Rules
from pitboss.table.settling import clearing_is_due, task_due
from pitboss.table.state import Deck, Round, State


def due(rules: Rules, state: State) -> Move | None:
    """The next step that the rules demand, for whoever has to take it; None while the table waits for bets."""
    if not state.open:
        return None
    round_ = state.playing
    if round_ is not None:
        return next(_in_round(rules, state, round_), None)
    return next(_between_rounds(rules, state), None)


def legal(rules: Rules, state: State) -> tuple[Move, ...]:
    """Every request that would be carried out now, with its bounds; facts may be reported at any time."""
    return tuple(_all(rules, state))


def _all(rules: Rules, state: State) -> Iterator[Move]:
    if not state.open:
        yield Move(c.OpenTable, Role.FLOOR, {}, rules.cite("open"), open={"floor": None})
        return
    round_ = state.playing
    yield from _people(rules, state)
    if round_ is not None:
        yield from _in_round(rules, state, round_)
        return
    yield from _between_rounds(rules, state)
    for player, position, wager, bounds in open_wagers(rules, state):
        given = {"position": position, "wager": wager.name}
        yield Move(c.Bet, Role.PLAYER, given, (wager.clause,), player, {"amount": bounds})
    if not state.bets:
        yield Move(c.CloseTable, Role.FLOOR, {}, rules.cite("close"))


def _people(rules: Rules, state: State) -> Iterator[Move]:
    playing = state.playing
    taken = {*state.seats, *state.bets, *(playing.positions if playing else ())}
    free = [p for p in range(1, rules.terms["positions"] + 1) if p not in taken]
    for position in free:
        yield Move(c.Sit, Role.PLAYER, {"position": position}, rules.cite("seated"))
    for player in state.seats.values():
        yield Move(c.BuyIn, Role.PLAYER, {}, rules.cite("chips"), player, {"amount": Between(1, 10**11)})
        in_play = playing and any(hand.player == player for hand in playing.hands.values())
        if not in_play and all(bets.player != player for bets in state.bets.values()):
            yield Move(c.Leave, Role.PLAYER, {}, rules.cite("stay"), player)


# --- between rounds --------------------------------------------------------------------------------------------------


def _between_rounds(rules: Rules, state: State) -> Iterator[Move]:
    """Cards first, then the call."""
    if not state.seats and _may_idle(rules, state):
        yield Move(c.GoIdle, Role.DEALER, {}, rules.cite("idle"))
    for name in rules.terms["deck_backs"]:
        if state.deck(name) is None:
            yield Move(c.ReceiveDeck, Role.DEALER, {"deck": name}, rules.cite("receive"))
    following = next_deck(rules, state)
    for deck in sorted(state.decks, key=lambda deck: deck is not following):
        if deck.due and not may_handle(rules, state, deck, deck.due[0]):
            yield handling_move(rules, state, deck)
    if state.bets:
        try:
            ready_deck(rules, state, 0)
        except RefusedError:
            return
        yield Move(c.NoMoreBets, Role.DEALER, {}, rules.cite("no-more-bets"))


def _may_idle(rules: Rules, state: State) -> bool:
    spreads = rules.game.procedure.spreads_when_idle(rules.terms)
    if state.idle or state.bets or not spreads or not state.rounds:
        return False
    return not rules.game.procedure.idle_needs_empty_seats or not state.seats or waited(rules, state, state.last_bet_at)


def handling_move(rules: Rules, state: State, deck: Deck) -> Move:
    """The next step with a deck as a move."""
    step = deck.due[0]
    clauses = clauses_for(rules, state, step)
    if step is Handling.SHUFFLE:
        role = Role.DEVICE if rules.shuffler else Role.DEALER
        return Move(c.Shuffle, role, {"deck": deck.name}, clauses, open={"order": None, "salt": None})
    if step is Handling.CUT:
        procedure = rules.game.procedure
        bounds = Between(procedure.cut_least, procedure.cut_most)
        return Move(c.Cut, Role.DEALER, {"deck": deck.name}, clauses, open={"cards": bounds})
    if step is Handling.COUNT:
        return Move(c.CountDeck, Role.DEALER, {"deck": deck.name}, clauses, open={"cards": None})
    given = {"deck": deck.name, "step": step}
    if step is Handling.VERIFY:
        return Move(c.Handle, Role.FLOOR, given, clauses)
    if step is Handling.LOOK:
        first = state.seats[min(state.seats)]
        return Move(c.Handle, Role.PLAYER, given, clauses, first)
    by_device = step is Handling.LOAD and rules.terms["shuffler_feeds_shoe"]
    return Move(c.Handle, Role.DEVICE if by_device else Role.DEALER, given, clauses)


# --- in a round ------------------------------------------------------------------------------------------------------


def _in_round(rules: Rules, state: State, round_: Round) -> Iterator[Move]:
    dealer = Role.DEALER
    deck = state.deck(round_.deck)
    if clearing_is_due(rules, state):
        yield Move(c.ClearTable, dealer, {}, rules.cite("clear"))
        return
    if deck and deck.due:
        yield handling_move(rules, state, deck)
        return
    if round_.inquiry:
        yield Move(c.CountHands, dealer, {}, rules.cite("stub-wrong"), open={"counts": None})
        return
    if targets(rules, round_):
        yield Move(c.Deal, dealer, {}, rules.cite("deal"))
        return
    if short(round_):
        if round_.waits:
            yield Move(c.Deliver, dealer, {}, rules.cite("deliver"))
        elif not round_.taken_out:
            yield Move(c.TakeOut, dealer, {}, rules.cite("stub"))
        else:
            yield Move(c.Deal, dealer, {}, rules.cite("complete-hands"))
        return
    yield from _at_step(rules, state, round_)


_PLAIN: dict[type[s.Step], type[c.Command]] = {
    s.TakeOut: c.TakeOut,
    s.CloseDeal: c.CloseDeal,
    s.Deliver: c.Deliver,
    s.Burn: c.Burn,
    s.Community: c.DealCommunity,
    s.Reveal: c.Reveal,
}


def _at_step(rules: Rules, state: State, round_: Round) -> Iterator[Move]:
    dealer = Role.DEALER
    step = current(rules, state)
    assert step is not None
    if plain := _PLAIN.get(type(step)):
        yield Move(plain, dealer, {}, step.clauses)
    elif isinstance(step, s.Stub):
        if not count_is_due(rules, state):
            yield Move(c.RackStub, dealer, {}, rules.cite("stub"))
        yield Move(c.CountStub, dealer, {}, rules.cite("stub-count"), open={"cards": None})
    elif task := task_due(rules, state):
        command = {"show": c.Show, "settle": c.Settle, "rack": c.RackHand}[task.kind]
        yield Move(command, dealer, {"position": task.position}, step.clauses)
    elif isinstance(step, s.LayDown):
        for position in round_.positions:
            hand = round_.hands[position]
            if not hand.laid_down and not hand.void:
                yield Move(c.LayDown, Role.PLAYER, {"position": position}, step.clauses, hand.player)
    elif isinstance(step, s.Pick):
        turn = pick_turn(round_, step)
        if turn is not None:
            hand, places = round_.hands[turn], Distinct(step.count, rules.each)
            who = Role.FLOOR if hand.exposed else Role.PLAYER
            yield Move(c.Pick, who, {"position": turn}, step.clauses, hand.player, {"places": places})
    else:
        yield from _decisions(rules, state, round_, step)


def _decisions(rules: Rules, state: State, round_: Round, step: s.Step) -> Iterator[Move]:
    if isinstance(step, s.Decide):
        for position in round_.positions:
            if is_asked(rules, state, step, position):
                hand = round_.hands[position]
                for action in step.actions:
                    for amount in amounts(rules, hand, action) if action.wager else (0,):
                        if amount <= chips(state, hand.player):
                            given = {"position": position, "action": action.name, "amount": amount}
                            yield Move(c.Act, Role.PLAYER, given, step.clauses, hand.player)
    setting = setting_step(rules, round_)
    if setting:
        for position in round_.positions:
            hand = round_.hands[position]
            if hand.played and not hand.low and not hand.void and may_see(rules, round_, position):
                low = {"low": Distinct(setting.low, rules.each)}
                yield Move(c.SetHand, Role.PLAYER, {"position": position}, setting.clauses, hand.player, low)
