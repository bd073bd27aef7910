"""The dealer's hand, the settlement in its order, the discard rack, and the end of the round."""

from __future__ import annotations

from typing import NoReturn

from pitboss.cards import notation
from pitboss.errors import HandError
from pitboss.games import steps as s
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity
from pitboss.law import Citation
from pitboss.ledger import METER, OUTSIDE, Transfer
from pitboss.money import dollars
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.counts import unexplained
from pitboss.table.dealing import (
    announce_dealer,
    count_is_due,
    current,
    held_cards,
    in_round,
    not_due,
    ruling_is_due,
    show_dealer,
)
from pitboss.table.deciding import emit_settled, must_be_ruled, pick_turn, turn
from pitboss.table.deck_steps import joined, steps_after
from pitboss.table.duties import DEALING, must_be_attested
from pitboss.table.faces import read
from pitboss.table.flow import Task, breaches_to_rule, in_order, nothing_alive, settlement_task, short, spent
from pitboss.table.moves import Draft, open_seal
from pitboss.table.outcome import decides_wagers, results
from pitboss.table.rules import Rules, refuse_by
from pitboss.table.state import DEALER, STUB, Hand, Round, State
from pitboss.table.voiding import found, settle_again


def reveal(draft: Draft, command: c.Reveal) -> None:
    """The dealer's cards are turned up, set out and announced, once every player has decided."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "reveal", Role.DEALER)
    step = current(rules, draft.state)
    if not isinstance(step, s.Reveal):
        not_due(rules, draft.state, "reveal", "turning up the dealer's cards", rules.cite("reveal"))
    cards = round_.dealer.cards
    if command.low is not None:
        if rules.setting is None or step.accepts is None:
            rules.refuse("reveal", "setting", "the dealer's cards are not set in this game: name no places")
        if not set(command.low) <= set(range(1, len(cards) + 1)):
            rules.refuse("reveal", "setting", f"name cards by their places from 1 to {len(cards)}")
        if len(set(command.low)) != rules.setting.low or len(command.low) != rules.setting.low:
            rules.refuse("house-way", "house-way", f"the dealer lays {rules.setting.low} cards low, the house way")
    read(draft, cards, command.faces)
    faces = draft.round.faces(cards)
    if step.accepts:
        laid = rules.house_way(faces) if command.low is None else tuple(faces[place - 1] for place in command.low)
        if command.low is not None and not step.accepts(faces, laid):
            rules.refuse("house-way", "house-way", "the dealer sets the cards the house way, not like this")
        low = tuple(card for card, face in zip(cards, faces, strict=True) if face in laid)
        draft.emit(e.HandSet(position=DEALER, low=low, clauses=rules.cite("house-way")))
    if round_.waits:
        draft.emit(e.StackDelivered(clauses=rules.cite("deliver")))
    if round_.cover:
        draft.emit(e.CoverLifted(where=step.cover_to, clauses=rules.cite("lift-cover")))
    show_dealer(draft, cards)
    _keep(draft, DEALER)


def set_again(draft: Draft, command: c.SettingFound) -> None:
    """A hand lies otherwise than it was set: what is against the rules is set the house way."""
    rules = draft.rules
    round_, position = draft.state.playing, command.position
    key = "set" if rules.setting else "reports"
    hand = round_.hands.get(position) if round_ else None
    if rules.setting is None or round_ is None or hand is None or not hand.cards or round_.void or hand.void:
        rules.refuse(key, "impossible", "no hand is set at this position")
    places = range(1, len(hand.cards) + 1)
    if len(set(command.low)) != len(command.low) or not set(command.low) <= set(places):
        rules.refuse(key, "bounds", f"name the cards that lie low by their places, 1 to {len(hand.cards)}")
    if position == DEALER:
        _dealer_is_set(rules, hand)
    elif not hand.low or (hand.lines and any(line.wager in rules.game.plays for line in hand.lines)):
        rules.refuse(key, "impossible", "a setting is found when the hand is turned up, before it is settled")
    read(draft, hand.cards, command.faces)
    faces = draft.round.faces(hand.cards)
    laid = tuple(faces[place - 1] for place in command.low)
    if position == DEALER:
        _dealer_set_again(draft, laid)
        return
    legal = _is_lawful(rules, laid)
    if legal and set(command.low) != {hand.cards.index(card) + 1 for card in hand.low}:
        rules.refuse("set-final", "set", f"position {position} was set otherwise, which is final")
    if legal:
        rules.refuse(key, "no-change", "that is how the hand was set, and it is by the rules")
    _reset(draft, position, tuple(hand.cards[place - 1] for place in command.low))


def _is_lawful(rules: Rules, laid: tuple[int, ...]) -> bool:
    """Whether a player may lay these cards low."""
    try:
        rules.game.check_cards({"low": laid})
    except HandError:
        return False
    return rules.setting is not None and len(laid) == rules.setting.low


def _check_setting(draft: Draft, position: int, clauses: tuple[Citation, ...]) -> None:
    """What was laid unread, or by cards that were misread, lies as the rules want it for the faces as they are known.

    What the player laid stands if it is lawful; the house way replaces it if not, and is what the floor sets.
    """
    rules, hand = draft.rules, draft.hand(position)
    if not hand.set_for and not _is_lawful(rules, draft.round.faces(hand.laid)):
        _reset(draft, position, hand.laid)
        return
    low = _house_low(draft, position) if hand.set_for else hand.laid
    if set(low) != set(hand.low):
        draft.emit(
            e.HandSet(
                position=position,
                low=low,
                laid=hand.laid,
                clauses=rules.cite("set-for") if hand.set_for else clauses,
            )
        )


def _reset(draft: Draft, position: int, laid: tuple[int, ...]) -> None:
    """A setting that the rules do not allow is replaced by the house way."""
    hand, low, kind = draft.hand(position), _house_low(draft, position), Irregularity.WRONG_SETTING
    is_known = set(hand.low) != set(hand.laid) == set(laid)
    if is_known and set(low) == set(hand.low):
        return
    by_rule = draft.rules.game.irregularities[kind].cited(draft.rules.dealing)
    clauses = by_rule if is_known else found(draft, kind, position)
    draft.emit(e.HandSet(position=position, low=low, laid=laid, clauses=clauses))


def read_again(draft: Draft, cards: tuple[int, ...], clauses: tuple[Citation, ...]) -> None:
    """Cards were misread: hands that were announced are announced again, and what comes out otherwise is settled so."""
    rules, round_ = draft.rules, draft.round
    for position in (DEALER, *round_.positions):
        hand = round_.hands[position]
        concerned = set(cards) & {*hand.cards, *round_.board}
        if not hand.announced or not decides_wagers(round_, hand) or not concerned:
            continue
        if position == DEALER:
            if rules.reveal.accepts:
                _lay_dealer(draft, clauses)
            announce_dealer(draft)
        else:
            if hand.low:
                _check_setting(draft, position, clauses)
            _announce(draft, position, clauses)
    _keep_best(draft)
    settle_again(draft, clauses)


def _dealer_is_set(rules: Rules, hand: Hand) -> None:
    """Refuse a setting of the dealer's hand before there is one."""
    if not hand.announced:
        rules.refuse("house-way", "impossible", "the dealer's hand is not set yet: it is set when it is turned up")
    if hand.missing:
        rules.refuse("complete-hands", "hand-short", "the dealer's hand is completed first, and set then")


def _dealer_set_again(draft: Draft, laid: tuple[int, ...]) -> None:
    rules, accepts, hand = draft.rules, draft.rules.reveal.accepts, draft.round.dealer
    faces = draft.round.faces(hand.cards)
    if rules.setting and len(laid) == rules.setting.low and accepts and accepts(faces, laid):
        rules.refuse("house-way", "no-change", "that setting has the totals of the house way: it is as it should be")
    show_dealer_again(draft, hand.cards, found(draft, Irregularity.DEALER_WRONG_SETTING))


def show_dealer_again(draft: Draft, cards: tuple[int, ...], clauses: tuple[Citation, ...]) -> None:
    """The dealer's hand is another than was announced: it is set and announced anew, and what comes out otherwise."""
    rules = draft.rules
    if rules.reveal.accepts:
        _lay_dealer(draft, clauses)
    show_dealer(draft, cards)
    settle_again(draft, clauses)


def _lay_dealer(draft: Draft, clauses: tuple[Citation, ...]) -> None:
    draft.emit(e.HandSet(position=DEALER, low=_house_low(draft, DEALER), clauses=clauses))


def _house_low(draft: Draft, position: int) -> tuple[int, ...]:
    """The cards of a hand that lie low the house way."""
    cards = draft.hand(position).cards
    faces = draft.round.faces(cards)
    low = draft.rules.house_way(faces)
    return tuple(card for card, face in zip(cards, faces, strict=True) if face in low)


def task_due(rules: Rules, state: State) -> Task | None:
    """What the dealer has to show, settle or rack next, wherever the script asks for it."""
    round_ = state.round
    assert round_ is not None
    step = current(rules, state)
    match step:
        case s.Settle():
            return settlement_task(rules, state, step)
        case s.Pick():
            position = pick_turn(round_, step)
            if position is not None and round_.hands[position].picked:
                return Task("settle", position, (step.wager,))
        case s.Decide(settles_first=first) if first:
            position = turn(round_, step)
            if position is not None:
                hand = round_.hands[position]
                if not round_.is_open(hand):
                    return Task("show", position)
                wagers = tuple(name for name in first if name in hand.wagers and not hand.settled(name))
                if wagers:
                    return Task("settle", position, wagers)
    return None


def task_clauses(rules: Rules, state: State, task: Task) -> tuple[Citation, ...]:
    """What showing, settling or racking rests on, at the step of the script where it is due."""
    step = current(rules, state)
    if isinstance(step, s.Pick):
        return rules.cite("settle-pick")
    if isinstance(step, s.Decide):
        return rules.cite(f"{task.kind}-before-choice")
    assert isinstance(step, s.Settle)
    if not step.by_step(rules.terms):
        key = {"show": "show", "settle": "settle-by-player", "rack": "rack-hand"}[task.kind]
    elif task.kind == "settle":
        lost = all(line.outcome == "lose" for line in results(rules, state, task.position, task.wagers))
        key = "take-by-step" if lost else "pay-by-step"
    else:
        key = f"{task.kind}-by-step"
    return rules.cite(key) or step.clauses


def _not_yet(draft: Draft, what: str, position: int) -> NoReturn:
    """Refuse what is not the dealer's next task: another player's turn, or another thing first at this position."""
    rules, state = draft.rules, draft.state
    step, task = current(rules, state), task_due(rules, state)
    forbids: tuple[Citation, ...] = ()
    if step and task and task.position == position:
        forbids = task_clauses(rules, state, task)
    elif isinstance(step, s.Settle) and task:
        begun = draft.hand(task.position).announced or draft.hand(task.position).lines
        key = "by-step" if step.by_step(rules.terms) else "one-by-one" if begun else ""
        forbids = rules.cite(key) or step.clauses
    elif step:
        forbids = step.clauses
    not_due(rules, state, "show", f"{what} position {position}", forbids)


def show(draft: Draft, command: c.Show) -> None:
    """A player's cards are turned up, and announced where the settlement asks for it."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "show", Role.DEALER)
    task = task_due(rules, draft.state)
    if task != Task("show", command.position):
        _not_yet(draft, "showing the hand at", command.position)
    must_be_ruled(rules, round_.hands[command.position])
    _show(draft, task, command.faces)


def _show(draft: Draft, task: Task, faces_read: tuple[int, ...]) -> None:
    rules = draft.rules
    clauses = task_clauses(rules, draft.state, task)
    hand, closed = draft.hand(task.position), not draft.round.is_open(draft.hand(task.position))
    read(draft, hand.cards, faces_read)
    round_ = draft.round
    if closed:
        faces = round_.shown(hand.cards)
        draft.emit(e.CardsTurnedUp(position=task.position, cards=hand.cards, faces=faces, clauses=clauses))
    if hand.low and rules.real_cards:
        _check_setting(draft, task.position, clauses)
    _announce(draft, task.position, clauses)


def _announce(draft: Draft, position: int, clauses: tuple[Citation, ...]) -> None:
    """A player's hand is called, where the settlement asks for it."""
    rules, step = draft.rules, current(draft.rules, draft.state)
    if isinstance(step, s.Settle) and step.announces:
        for call in step.announces(rules.terms, held_cards(draft.round, position)):
            draft.emit(
                e.HandAnnounced(position=position, words=call.words, cards=notation(call.cards), clauses=clauses)
            )


def settle_position(draft: Draft, command: c.SettlePosition) -> None:
    """Show, settle and rack, as it is due at a position; elsewhere nothing is done."""
    rules = draft.rules
    in_round(draft, command.by, "settle", Role.DEALER)
    task = task_due(rules, draft.state)
    if task is None or task.position != command.position:
        _not_yet(draft, "settling", command.position)
    must_be_ruled(rules, draft.hand(command.position))
    if task.kind != "show":
        read(draft, (), command.faces)
    while task and task.position == command.position:
        match task.kind:
            case "show":
                _show(draft, task, command.faces)
            case "settle":
                _settle(draft, task, task.wagers)
            case _:
                _collect_hand(draft, task)
        task = task_due(rules, draft.state)


def settle(draft: Draft, command: c.Settle) -> None:
    """Wagers are taken or paid in their order; a dealer who means to pay another amount is told the right one."""
    rules = draft.rules
    in_round(draft, command.by, "settle", Role.DEALER)
    task = task_due(rules, draft.state)
    if task is None or task.kind != "settle" or task.position != command.position:
        _not_yet(draft, "settling", command.position)
    must_be_ruled(rules, draft.hand(command.position))
    wagers = task.wagers
    if command.wager is not None:
        if command.wager != wagers[0]:
            message = f"at position {command.position} the {rules.game.label(wagers[0])} is settled first"
            order = rules.cite("wager-order") or task_clauses(rules, draft.state, task)
            refuse_by((rules.cite(f"order-{command.wager}") or order)[0], "order", message)
        wagers = wagers[:1]
    lines = results(rules, draft.state, command.position, wagers)
    if command.pays is not None and command.pays != sum(line.paid for line in lines):
        right = dollars(sum(line.paid for line in lines))
        named = " and ".join(map(rules.game.label, wagers))
        message = f"the {named} pays {right}, not {dollars(command.pays)}"
        refuse_by(lines[0].clauses[0], "wrong-payment", message)
    _settle(draft, task, wagers)


def _settle(draft: Draft, task: Task, wagers: tuple[str, ...]) -> None:
    """Each wager is settled by its own clause, or by that of the step."""
    rules, clauses = draft.rules, task_clauses(draft.rules, draft.state, task)
    for line in results(rules, draft.state, task.position, wagers):
        own = rules.cite(f"settle-{line.wager}") or clauses
        emit_settled(draft, task.position, line, own[:1])


def rack_hand(draft: Draft, command: c.RackHand) -> None:
    """A settled hand is collected, or stays exposed as the best so far."""
    rules = draft.rules
    in_round(draft, command.by, "rack-hand", Role.DEALER)
    if command.position == DEALER:
        rules.refuse("dealer-last", "dealer-last", "the dealer's cards go to the rack last, when the table is cleared")
    task = task_due(rules, draft.state)
    if task and task.position == command.position and task.kind == "settle" and rules.cite("cards-stay"):
        message = f"the cards stay until the {task.wagers[0].replace('_', ' ')} is settled"
        rules.refuse("cards-stay", "unsettled", message)
    if task != Task("rack", command.position):
        _not_yet(draft, "racking the hand at", command.position)
    _collect_hand(draft, task)


def _collect_hand(draft: Draft, task: Task) -> None:
    rules, kept = draft.rules, draft.round.kept
    is_kept = kept is not None and kept[0] == task.position
    clauses = rules.cite("keep-hand") if is_kept else task_clauses(rules, draft.state, task)
    if is_kept or not _keep(draft, task.position):
        _rack(draft, task.position, clauses)


def _rack(draft: Draft, position: int, clauses: tuple[Citation, ...]) -> None:
    """The high cards, then the low ones, so that the hand can be put together again."""
    hand = draft.hand(position)
    cards = (*(card for card in hand.cards if card not in hand.low), *hand.low)
    group = "dealer" if position == DEALER else "hand"
    draft.emit(e.CardsRacked(group=group, position=position, cards=cards, clauses=clauses))


def _keep_best(draft: Draft) -> None:
    """After cards were read again, the best of the hands that were turned up is the one that stays exposed.

    If none is good enough now, the one that is exposed stays until another one is.
    """
    rules, round_ = draft.rules, draft.round
    keeper = rules.keeper
    if keeper is None or keeper.keeps_hand is None or round_.kept is None:
        return
    board = round_.faces(round_.board)
    hands = {p: hand for p, hand in round_.hands.items() if round_.is_open(hand) and not hand.void}
    best = {p: keeper.keeps_hand(round_.faces(hand.cards), board) for p, hand in hands.items()}
    good = ((position, strength) for position, strength in best.items() if strength is not None)
    position, strength = max(good, key=lambda one: one[1], default=(round_.kept[0], 0))
    if (position, strength) != round_.kept:
        draft.emit(e.HandKept(position=position, strength=strength, clauses=rules.cite("keep-hand")))


def _keep(draft: Draft, position: int) -> bool:
    """Leave a hand exposed if a wager asks for the best one and this is it; the one kept until then is racked."""
    rules, round_ = draft.rules, draft.round
    keeper = rules.keeper
    if keeper is None or keeper.keeps_hand is None or round_.void:
        return False
    if not any(keeper.name in hand.wagers and not hand.settled(keeper.name) for hand in round_.hands.values()):
        return False
    strength = keeper.keeps_hand(round_.faces(round_.hands[position].cards), round_.faces(round_.board))
    before = round_.kept
    if strength is None or (before is not None and strength <= before[1]):
        return False
    draft.emit(e.HandKept(position=position, strength=strength, clauses=rules.cite("keep-hand")))
    if before is not None and before[0] != DEALER:
        _rack(draft, before[0], rules.cite("keep-hand"))
    return True


# --- the end of a round ----------------------------------------------------------------------------------------------


def clearing_is_due(rules: Rules, state: State) -> bool:
    """Whether nothing is left to do in the round but to clear the table."""
    round_ = state.round
    assert round_ is not None
    if nothing_alive(round_):
        return spent(round_) and not round_.inquiry
    open_ = round_.doubts or round_.inquiry or short(round_)
    return round_.step >= len(rules.script) and not open_


def clear_table(draft: Draft, command: c.ClearTable) -> None:
    """What is left goes to the rack, the dealer's cards last; the deck is opened and has to be shuffled."""
    rules = draft.rules
    round_ = in_round(draft, command.by, "clear", Role.DEALER) if not _void_now(draft) else draft.round
    if command.by.role is not Role.DEALER:
        rules.refuse("clear", "wrong-person", f"the dealer clears the table, not the {command.by.role}")
    if not clearing_is_due(rules, draft.state):
        not_due(rules, draft.state, "round", "clearing the table", rules.cite("round"))
    for breach in breaches_to_rule(rules, round_):
        ruling_is_due(rules, breach)
    must_be_attested(rules, draft.state, DEALING)
    clauses = rules.cite("clear")
    due = steps_when_cleared(rules, draft.state, round_)
    for position in in_order(round_, s.Direction.COUNTERCLOCKWISE):
        if not draft.hand(position).racked:
            _rack(draft, position, clauses)
    if draft.round.stub != "racked":
        draft.emit(e.StubRacked(clauses=rules.cite("stub")))
    if round_.board:
        draft.emit(e.CardsRacked(group="board", position=DEALER, cards=round_.board, clauses=clauses))
    _rack(draft, DEALER, rules.cite("dealer-last"))
    reset_meter(draft)
    deck = draft.state.deck(round_.deck)
    if deck:
        open_seal(draft, deck, clauses)
    draft.emit(e.RoundEnded(number=round_.number, void=bool(round_.void), due=due, clauses=rules.cite("round")))


def steps_when_cleared(rules: Rules, state: State, round_: Round) -> tuple[Handling, ...]:
    """What the round's deck goes through before it is dealt again; nothing if it has left the table."""
    deck = state.deck(round_.deck)
    if deck is None:
        return ()
    consequences = [rules.game.irregularities[Irregularity[kind]] for kind in round_.found if round_.void]
    remedies = tuple(remedy for one in consequences if one.voids_round for remedy in one.remedies)
    return joined(deck.due, steps_after(rules, remedies, count=_count_first(rules, state, round_)))


def _count_first(rules: Rules, state: State, round_: Round) -> bool:
    """Whether the whole deck is counted before it is shuffled: a count is still due, or the deck is in doubt."""
    due = bool(round_.void) and round_.counted is None and count_is_due(rules, state)
    answers = any(hand.answers for hand in round_.hands.values())
    return due or answers or STUB in round_.doubts or _in_doubt(round_)


def _in_doubt(round_: Round) -> bool:
    """Whether the counts of a void round do not come to 52, and the hands were not counted to find out why."""
    unfit = round_.unfit and Irregularity.STUB_MISDEAL.name not in round_.found
    return bool(round_.void) and (unfit or unexplained(round_))


def _void_now(draft: Draft) -> bool:
    """A void round is cleared whatever else was due in it."""
    playing = draft.state.playing
    return bool(playing and spent(playing) and not playing.inquiry)


def reset_meter(draft: Draft) -> None:
    """A meter below its seed is brought back to it by the house."""
    metered = draft.rules.metered
    if metered is None or metered.seed is None:
        return
    short = metered.seed(draft.rules.terms) - draft.state.books.get(METER, 0)
    if short > 0:
        money = (Transfer(OUTSIDE, METER, short),)
        meter = metered.seed(draft.rules.terms)
        draft.emit(e.MeterReset(meter=meter, money=money, clauses=draft.rules.cite("meter")))
