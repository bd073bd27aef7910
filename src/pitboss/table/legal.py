"""What may be done now: the step that is due, and everything else that is open. It agrees with `decide`.

A bound that only the code that decides can tell is `Tried`: nothing is worked out until somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.cards import DECK
from pitboss.games import steps as s
from pitboss.games.common import HAND
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity
from pitboss.table import commands as c
from pitboss.table.announced import may_lie, usual_wagers
from pitboss.table.betting import MOST_BUY_IN, check_call, open_wagers, takes_coupon
from pitboss.table.commands import Actor, Role
from pitboss.table.counts import MOST_IN_DECK, WHOLE
from pitboss.table.dealing import completion, count_is_due, current, targets
from pitboss.table.deciding import (
    amounts,
    drawn_cards,
    is_asked,
    may_see,
    may_stand_in,
    pick_turn,
    setting_step,
    stand_in_action,
    turn,
)
from pitboss.table.deck_steps import (
    clauses_for,
    cover_card_missing,
    cut_deck,
    hindrance,
    hours_left,
    in_the_way,
    next_deck,
    others_out_of_place,
    ready_deck,
    used_up,
)
from pitboss.table.duties import CLOSING, DEALING, OPENING, ROLES, clauses_of, must_be_attested, unattested
from pitboss.table.faces import known, unsettled, where_all
from pitboss.table.flow import awaits_ruling, breaches_to_rule, nothing_alive, number_to_rule, ruling_on_count, short
from pitboss.table.moves import Between, Bounds, Distinct, Faces, Move, Moves, OneOf, Text, Trial, Tried, chips
from pitboss.table.rack_counts import OPENER, closer_is_due, count, counts, opener_is_due
from pitboss.table.rules import AWAY, COVER_CARD, FAULT, PRESENT, Refused, Rules
from pitboss.table.settling import clearing_is_due, task_clauses, task_due
from pitboss.table.state import STUB, Deck, Round, State, changed, seat_name
from pitboss.table.supervision import correction_bounds, correction_is_late, may_idle, to_spread, walked_away

_REASON: dict[str, Bounds] = {"reason": Text()}
_SALT = "." * 16
"""As good as any where a seal is tried."""


def due(rules: Rules, state: State, at: int | None = None) -> Move | None:
    """The next step that the rules demand at this time, whoever has to take it; None while the table waits for bets.

    Without a time it is that of the last event.
    """
    now = state.at if at is None else at
    if not state.open:
        opener = count(rules, state, OPENER) if opener_is_due(rules, state) and state.game else None
        return opener and _at_table(opener, (Trial(rules, state, now),))
    round_ = state.playing
    if round_ is not None:
        move = next(_in_round(rules, state, round_), None) or next(_rulings(rules, round_), None)
    else:
        move = next(_between_rounds(rules, state, now), None)
    return move and _at_table(move, (Trial(rules, state, now),))


def legal(rules: Rules, state: State, at: int | None = None) -> Moves:
    """Every request that would be carried out at this time, with its bounds; facts may be reported at any time.

    Without a time it is that of the last event: a table that may be called idle later is not called so yet.
    """
    trial = Trial(rules, state, state.at if at is None else at)
    here = (trial,)
    return Moves([_at_table(move, here) for move in _all(rules, state, trial)])


def _at_table(move: Move, here: tuple[Trial]) -> Move:
    return tuple.__new__(Move, move[:-1] + here)  # as `_replace(trial=...)`, which takes five times as long


def _all(rules: Rules, state: State, trial: Trial) -> Iterator[Move]:
    at = trial.at
    if not state.open:
        yield from counts(rules, state)
        yield from _attesting(rules, state, OPENING)
        if trial.accepts(c.OpenTable(by=Actor(Role.FLOOR, "floor"), at=at, floor=("floor",))):
            names: dict[str, Bounds] = {"floor": Tried(trial, c.OpenTable, Role.FLOOR, "floor")}
            yield Move(c.OpenTable, Role.FLOOR, {}, rules.cite("open"), open=names)
        yield _posting(rules, state, trial)
        return
    round_ = state.playing
    yield from _people(rules, state)
    yield from _floor(rules, state, trial)
    if round_ is not None:
        deck = state.deck(round_.deck)
        hindered = deck and deck.due and hindrance(rules, state, deck, deck.due[0])
        if not hindered or clearing_is_due(rules, state):
            moves = list(_in_round(rules, state, round_))
            yield from moves
            yield from _stand_ins(rules, state, moves)
            yield from _comebacks(rules, state, round_)
        yield from _meanwhile(rules, state, round_)
        return
    yield from _between_rounds(rules, state, at)
    if may_idle(rules, state, at):
        yield Move(c.GoIdle, Role.DEALER, {}, rules.cite("idle"))
        yield Move(c.GoIdle, Role.FLOOR, {}, rules.cite("idle"))
    may_place: set[tuple[str, int]] = set()
    for player, position, wager, bounds in open_wagers(rules, state):
        given = {"position": position, "wager": wager.name}
        yield Move(c.Bet, Role.PLAYER, given, (wager.clause,), player, {"amount": bounds})
        if (player, position) not in may_place:
            may_place.add((player, position))
            here = {"position": position}
            together: dict[str, Bounds] = {"wagers": Tried(trial, c.PlaceBets, Role.PLAYER, "wagers", here, player)}
            yield Move(c.PlaceBets, Role.PLAYER, here, (wager.clause,), player, together)
    for position, bets in state.bets.items():
        if takes_coupon(rules, state, bets.player, position):
            face = Between(1, bets.wagers.get("ante", 0), or_nothing=bool(bets.coupon))
            clauses, given = (rules.game.cites.coupon,), {"position": position}
            if face.most or face.or_nothing:
                yield Move(c.UseCoupon, Role.PLAYER, given, clauses, bets.player, {"face": face})


def _people(rules: Rules, state: State) -> Iterator[Move]:
    playing = state.playing
    taken = {*state.seats, *state.bets, *(playing.positions if playing else ())}
    free = [p for p in range(1, rules.terms["positions"] + 1) if p not in taken]
    barred = (*state.seats.values(), *state.excluded)
    for position in free:
        by = seat_name(position) if rules.announced else ""
        if by not in state.excluded:
            yield Move(c.Sit, Role.PLAYER, {"position": position}, rules.cite("seated"), by, barred=barred)
    for player in state.seats.values():
        if not rules.announced:
            bought: dict[str, Bounds] = {"amount": Between(1, MOST_BUY_IN)}
            if rules.real_cards:
                bought["in_chips"] = OneOf((False, True))
            yield Move(c.BuyIn, Role.PLAYER, {}, rules.cite("chips"), player, bought)
        in_play = playing and any(hand.player == player for hand in playing.hands.values())
        if not in_play and all(bets.player != player for bets in state.bets.values()):
            yield Move(c.Leave, Role.PLAYER, {}, rules.cite("stay"), player)
        if playing is None and (have := chips(state, player)):
            yield Move(c.Tip, Role.PLAYER, {}, rules.cite("tips"), player, {"amount": Between(1, have)})


def _floor(rules: Rules, state: State, trial: Trial) -> Iterator[Move]:
    """What a floorperson may order; each with a reason for the record."""
    playing = state.playing
    yield from counts(rules, state)
    began = playing is not None and (playing.dealt or playing.face_up)
    if not began and cut_deck(state):
        yield Move(c.OrderRecut, Role.FLOOR, {}, rules.cite("recut"), open=_REASON)
    names = [deck.name for deck in state.decks if used_up(state, deck) or Handling.SHUFFLE not in deck.due]
    if names:
        which: dict[str, Bounds] = {"deck": OneOf(tuple(names))} if len(state.decks) > 1 else {}
        usual = {"deck": names[0]} if which else {}
        yield Move(c.OrderShuffle, Role.FLOOR, usual, rules.cite("order-shuffle"), open=_REASON | which)
    for player in state.seats.values():
        if player not in state.excluded:
            yield Move(c.Exclude, Role.FLOOR, {"player": player}, rules.cite("exclude"), open=_REASON)
    for player in state.excluded:
        yield Move(c.Readmit, Role.FLOOR, {"player": player}, rules.cite("exclude"), open=_REASON)
    if state.report:
        fact = state.report.fact
        meant: dict[str, Bounds] = {**_REASON, "fact": OneOf((fact,))}
        yield Move(c.Withdraw, Role.FLOOR, {"fact": fact}, rules.cite("withdraw"), open=meant)
    if playing:
        yield from _rulings(rules, playing)
        if rules.real_cards and known(playing):
            for role in (Role.DEALER, Role.FLOOR) if unsettled(playing) else (Role.FLOOR,):
                misread = {"faces": Tried(trial, c.CorrectFaces, role, "faces", {"reason": "misread"})}
                yield Move(c.CorrectFaces, role, {}, rules.cite("real-cards"), open=misread | _REASON)
        return
    for player in walked_away(state):
        yield Move(c.FreeSeat, Role.FLOOR, {"player": player}, rules.cite("departed"))
    late: dict[str, Bounds] = {"approval": Text()} if correction_is_late(rules, state) else {}
    for player in () if rules.announced else (*state.seats.values(), *state.left):
        open_ = {**_REASON, "amount": correction_bounds(rules, state, player), **late}
        yield Move(c.Correct, Role.FLOOR, {"player": player}, rules.cite("adjust"), open=open_)
    for deck in state.decks:
        if deck is not _outworn(rules, state, trial.at):
            yield _removal(rules, deck)
    if not state.bets:
        attesting = list(_attesting(rules, state, CLOSING))
        yield from attesting
        if not attesting and not closer_is_due(rules, state):
            yield Move(c.CloseTable, Role.FLOOR, {}, rules.cite("close"))
        yield _posting(rules, state, trial)


def _removal(rules: Rules, deck: Deck) -> Move:
    return Move(c.RemoveDeck, Role.FLOOR, {"deck": deck.name}, rules.cite("remove-deck"), open={"reason": None})


def _outworn(rules: Rules, state: State, at: int) -> Deck | None:
    """The next deck, if wagers wait for it and it has had its hours: it has to be replaced."""
    deck = next_deck(rules, state) if state.bets else None
    left = hours_left(rules, deck, at) if deck else None
    return deck if left is not None and left <= 0 else None


def _attesting(rules: Rules, state: State, moment: str) -> Iterator[Move]:
    """What has to be attested before the table goes on."""
    if left := unattested(rules, state, moment):
        role, given = ROLES[moment], {"moment": moment}
        named = {"duties": Tried(Trial(rules, state, state.at), c.Attest, role, "duties", given)}
        yield Move(c.Attest, role, given, clauses_of(rules, left), open=named)


def _posting(rules: Rules, state: State, trial: Trial) -> Move:
    """Another submission, or the first one; a game has a short name too."""
    given = {"game": state.game or rules.game.name}
    now = {**given, "options": state.options, "displayed": True}
    open_: dict[str, Bounds] = {
        key: Tried(trial, c.PostSubmission, Role.FLOOR, key, now) for key in ("game", "options")
    }
    open_["displayed"] = OneOf((False, True))
    return Move(c.PostSubmission, Role.FLOOR, given, (rules.game.cites.choices,), open=open_)


def _rulings(rules: Rules, round_: Round) -> Iterator[Move]:
    """What the floor may rule on a player's wagers."""
    for player in dict.fromkeys(round_.hands[p].player for p in round_.waits_for_ruling):
        own: dict[str, object] = {"player": player}
        clauses = rules.game.irregularities[Irregularity.DEALER_EXPOSED_BY_PLAYER].clauses
        yield Move(c.LetStand, Role.FLOOR, own, clauses, open=_REASON)
        for why in ("breach", "abandoned"):
            yield Move(c.Forfeit, Role.FLOOR, {**own, "why": why}, clauses, open={**_REASON, "rule": None})
    if round_.void or targets(rules, round_):
        return
    left = dict.fromkeys(hand.player for hand in round_.hands.values() if awaits_ruling(rules, hand))
    for player in left:
        given: dict[str, object] = {"player": player}
        yield Move(c.LetStand, Role.FLOOR, given, rules.cite("abandoned"), open=_REASON)
        lost = {**_REASON, "rule": None}
        yield Move(c.Forfeit, Role.FLOOR, {**given, "why": "abandoned"}, rules.cite("abandoned"), open=lost)
    for player, rule in breaches_to_rule(rules, round_):
        named: dict[str, object] = {"player": player, "rule": rule}
        yield Move(c.LetStand, Role.FLOOR, named, rules.cite("breach"), open=_REASON)
        which: dict[str, Bounds] = {**_REASON, "rule": OneOf((rule,))}
        yield Move(c.Forfeit, Role.FLOOR, {**named, "why": "breach"}, rules.cite("breach"), open=which)


def _stand_ins(rules: Rules, state: State, moves: Iterable[Move]) -> Iterator[Move]:
    """What the floor may do for a player who cannot be asked."""
    clauses, round_ = rules.cite("stand-in"), state.round
    assert round_ is not None
    for move in moves:
        if move.role is not Role.PLAYER or not may_stand_in(round_, round_.hands[move.given["position"]]):
            continue
        if move.command is c.Act:
            step = current(rules, state)
            assert isinstance(step, s.Decide)
            if move.given["action"] == stand_in_action(step).name:
                yield Move(c.Act, Role.FLOOR, move.given, clauses, open=_REASON)
        elif move.command is c.Pick:
            bounds = move.open["places"]
            assert isinstance(bounds, Distinct)
            first = {**move.given, "places": tuple(range(1, bounds.number + 1))}
            yield Move(c.Pick, Role.FLOOR, first, clauses, open=_REASON)
        elif move.command is c.LayDown:
            yield Move(c.LayDown, Role.FLOOR, move.given, clauses, open=_REASON)
        elif move.command is c.SetHand:
            yield Move(c.SetHand, Role.FLOOR, {**move.given, "low": ()}, rules.cite("set-for"), open=_REASON)


def _comebacks(rules: Rules, state: State, round_: Round) -> Iterator[Move]:
    """What a player may do who has gone and comes back before the floor has ruled."""
    gone = {hand.player for hand in round_.hands.values() if awaits_ruling(rules, hand)}
    if gone:
        hands = {p: changed(hand, departed=False) for p, hand in round_.hands.items()}
        back = changed(round_, hands=hands)
        moves = _in_round(rules, changed(state, round=back), back)
        yield from (move for move in moves if move.player in gone)


def _meanwhile(rules: Rules, state: State, round_: Round) -> Iterator[Move]:
    """What may be done with the deck that is not in play."""
    for deck in state.decks:
        if deck.name == round_.deck:
            continue
        if deck.doubt is not None or (deck.due and not hindrance(rules, state, deck, deck.due[0])):
            yield from handling_moves(rules, state, deck)


def _repairs(rules: Rules, state: State) -> Iterator[Move]:
    """What stands in the way of the cards is put right: a device that this table needs, or does not use, the cover."""
    failed = [device for device in rules.devices if state.devices.get(device) == FAULT]
    wanted = [(Role.DEVICE, device, PRESENT) for device in failed]
    if device := in_the_way(rules, state):
        wanted.append((Role.DEALER, device, "removed"))
    if cover_card_missing(state):
        wanted.append((Role.DEALER, COVER_CARD, PRESENT))
    for role, device, status in wanted:
        yield Move(c.DeviceStatus, role, {"device": device, "status": status}, rules.cite("device-state"))


# --- between rounds --------------------------------------------------------------------------------------------------


def _between_rounds(rules: Rules, state: State, at: int) -> Iterator[Move]:
    """What is out of order first, then the cards, then a device that was taken away, then the call."""
    yield from _repairs(rules, state)
    yield from _attesting(rules, state, OPENING)
    began = state.round or rules.terms["opening_route"] == "at-table"
    if not state.seats and began and to_spread(rules, state) and may_idle(rules, state, at):
        yield Move(c.GoIdle, Role.DEALER, {}, rules.cite("idle"))
    for name in rules.terms["deck_backs"]:
        if state.deck(name) is None:
            more: dict[str, Bounds] = {
                key: Tried(Trial(rules, state, at), c.ReceiveDeck, Role.DEALER, key, {"deck": name})
                for key in ("inspected", "shuffled", "order", "salt", "stream")
            }
            yield Move(c.ReceiveDeck, Role.DEALER, {"deck": name}, rules.cite("receive"), open=more)
    following = next_deck(rules, state)
    for deck in sorted(state.decks, key=lambda deck: deck is not following):
        if deck.doubt is not None or (deck.due and not hindrance(rules, state, deck, deck.due[0])):
            yield from handling_moves(rules, state, deck)
    if worn := _outworn(rules, state, at):
        yield _removal(rules, worn)
    for device in rules.devices:
        if state.devices.get(device) in AWAY:
            back = {"device": device, "status": PRESENT}
            yield Move(c.DeviceStatus, Role.DEALER, back, rules.cite("device-state"), by_person=True)
    yield from _calls(rules, state, at)
    if rules.announced:
        usual = usual_wagers(rules, state)
        lie: dict[str, Bounds] = {"wagers": may_lie(rules, state, at)}
        yield Move(c.WagersSeen, Role.DEALER, {"wagers": usual} if usual else {}, rules.cite("stakes"), open=lie)


def _calls(rules: Rules, state: State, at: int) -> Iterator[Move]:
    """The call, once wagers lie there and a deck is ready."""
    if not state.bets:
        return
    try:
        must_be_attested(rules, state, OPENING)
        deck = ready_deck(rules, state, at)
        check_call(rules, state)
    except Refused:
        return
    yield Move(c.NoMoreBets, Role.DEALER, {}, rules.cite("no-more-bets"), open={"deck": OneOf((deck.name,))})


def handling_moves(rules: Rules, state: State, deck: Deck) -> Iterator[Move]:
    """The next step with a deck, by everyone who may take it."""
    if deck.doubt is not None:
        given_: dict[str, object] = {"deck": deck.name}
        bounds_ = {"cards": Between(0, MOST_IN_DECK)}
        yield Move(c.CountDeck, Role.DEALER, given_, rules.cite("count-again"), open=bounds_, by_person=True)
        return
    step = deck.due[0]
    clauses = clauses_for(rules, state, deck, step)
    given: dict[str, object] = {"deck": deck.name}
    if step is Handling.SHUFFLE:
        role = Role.DEVICE if rules.shuffler else Role.DEALER
        done = {
            **given,
            "order": () if rules.real_cards else DECK,
            "salt": _SALT,
            "count": len(DECK) if rules.shuffler_counts else None,
        }
        trial = Trial(rules, state, state.at)
        said = ("order", "salt", "stream", *(("count",) if rules.shuffler_counts else ()))
        sealed: dict[str, Bounds] = {key: Tried(trial, c.Shuffle, role, key, done) for key in said}
        yield Move(c.Shuffle, role, given, clauses, open=sealed)
        return
    if step is Handling.CUT:
        procedure = rules.game.procedure
        bounds: Bounds = Between(procedure.cut_least, procedure.cut_most)
        if rules.real_cards:
            bounds = Tried(Trial(rules, state, state.at), c.Cut, Role.DEALER, "cards", given)
        yield Move(c.Cut, Role.DEALER, given, clauses, open={"cards": bounds})
        return
    if step is Handling.COUNT:
        yield Move(c.CountDeck, Role.DEALER, given, clauses, open={"cards": None})
        return
    given["step"] = step
    if step is Handling.VERIFY:
        for name in state.floor:
            yield Move(c.Handle, Role.FLOOR, given, clauses, name)
    elif step is Handling.LOOK:
        for first in list(state.seats.values())[:1]:
            yield Move(c.Handle, Role.PLAYER, given, clauses, first)
    else:
        held = step is Handling.LOAD and rules.dealing == HAND
        dealer = Move(c.Handle, Role.DEALER, given, clauses, open={"hand": OneOf(c.HANDS)} if held else {})
        device = dealer._replace(role=Role.DEVICE)
        if step is Handling.LOAD and rules.terms["shuffler_feeds_shoe"]:
            yield device
        else:
            yield dealer
        if step is Handling.INTO_SHUFFLER:
            yield device
    asked = not rules.game.procedure.turns_up_on_arrival and state.idle and not deck.face_up
    if asked and Handling.SPREAD_IDLE in deck.due and Handling.TURN_DOWN not in deck.due:
        for name in state.seats.values():
            yield Move(c.Handle, Role.PLAYER, {**given, "step": Handling.TURN_UP}, rules.cite("turn-up"), name)
    if step is Handling.TURN_UP or (asked and step in (Handling.OFFER, Handling.LOOK)):
        up = Move(c.Handle, Role.DEALER, {**given, "step": Handling.TURN_UP}, rules.cite("turn-up"))
        for name in state.seats.values():
            yield up._replace(role=Role.PLAYER, player=name)
        if step is not Handling.TURN_UP:
            yield up


# --- in a round ------------------------------------------------------------------------------------------------------


def _in_round(rules: Rules, state: State, round_: Round) -> Iterator[Move]:
    dealer = Role.DEALER
    deck = state.deck(round_.deck)
    if clearing_is_due(rules, state):
        attesting = list(_attesting(rules, state, DEALING))
        yield from attesting
        if not attesting and not breaches_to_rule(rules, round_):
            yield Move(c.ClearTable, dealer, {}, rules.cite("clear"))
        return
    if round_.waits_for_ruling and nothing_alive(round_) and not round_.inquiry:
        return
    if deck and (deck.due or deck.doubt is not None):
        yield from _repairs(rules, state)
        if deck.doubt is not None or not hindrance(rules, state, deck, deck.due[0]):
            yield from handling_moves(rules, state, deck)
        return
    left = targets(rules, round_)
    if not left and ruling_on_count(rules, round_):
        return
    if round_.inquiry and STUB not in round_.doubts:
        yield Move(c.CountHands, dealer, {}, rules.cite("stub-wrong"), open={"counts": None}, by_person=True)
        return
    doubted = [position for position in round_.doubts if number_to_rule(rules, round_, position) is None]
    for position in (STUB,) if STUB in doubted else doubted:
        again, least = rules.cite("count-again"), 0 if position == STUB else round_.hands[position].fewest
        cards = {"cards": Between(least, WHOLE)}
        if position == STUB:
            yield Move(c.CountStub, dealer, {}, again, open=cards, by_person=True)
        else:
            yield Move(c.HandCount, dealer, {"position": position}, again, open=cards, by_person=True)
    if doubted:
        return
    if left:
        if rules.deal.covers(stacks=rules.stacks) and cover_card_missing(state):
            yield from _repairs(rules, state)
            return
        if deck and not (round_.dealt or round_.face_up):
            others = list(others_out_of_place(rules, state, deck))
            for other in others:
                if other.due and not hindrance(rules, state, other, other.due[0]):
                    yield from handling_moves(rules, state, other)
            if others:
                return
        more: dict[str, Bounds] = {"count": Between(1, len(left)), "to": OneOf(left[:1])}
        yield Move(c.Deal, dealer, {}, rules.cite("deal"), open=more)
        if rules.stacks:
            yield Move(c.Deal, Role.DEVICE, {}, rules.cite("deal"), open=more)
        return
    if short(round_):
        if round_.waits:
            yield Move(c.Deliver, dealer, {}, rules.cite("deliver"))
        elif rules.stacks and not round_.taken_out:
            yield Move(c.TakeOut, dealer, {}, rules.cite("stub"), open={"hand": OneOf(c.HANDS)})
        else:
            more = {"to": OneOf(short(round_)[:1]), "count": None}
            yield Move(c.Deal, dealer, {}, completion(rules, round_), open=more)
        return
    yield from _at_step(rules, state, round_)


def _to_read(rules: Rules, round_: Round, cards: tuple[int, ...]) -> dict[str, Bounds]:
    """What has to be said of real cards that are turned up: the faces of those that nobody has read."""
    unread = round_.unread(cards) if rules.real_cards else ()
    return {"faces": Faces(unread, where_all(round_, unread), known(round_))} if unread else {}


_PLAIN: dict[type[s.Step], type[c.Command]] = {
    s.TakeOut: c.TakeOut,
    s.CloseDeal: c.CloseDeal,
    s.Deliver: c.Deliver,
    s.Burn: c.Burn,
    s.Community: c.DealCommunity,
    s.Reveal: c.Reveal,
}


_TASKS: dict[str, type[c.Command]] = {"show": c.Show, "settle": c.Settle, "rack": c.RackHand}


def _at_step(rules: Rules, state: State, round_: Round) -> Iterator[Move]:
    dealer = Role.DEALER
    step = current(rules, state)
    assert step is not None
    if plain := _PLAIN.get(type(step)):
        more: dict[str, Bounds] = {}
        if isinstance(step, s.Reveal):
            more = _to_read(rules, round_, round_.dealer.cards)
            if step.accepts:
                tried = Tried(Trial(rules, state, state.at), c.Reveal, dealer, "low")
                more["low"] = None if more else tried
        elif isinstance(step, s.Community):
            cards = round_.undealt[: rules.board_after[round_.step] - len(round_.board)]
            more = _to_read(rules, round_, cards)
        elif isinstance(step, s.TakeOut):
            more = {"hand": OneOf(c.HANDS)}
        yield Move(plain, dealer, {}, step.clauses, open=more)
    elif isinstance(step, s.Stub):
        if not count_is_due(rules, state):
            yield Move(c.RackStub, dealer, {}, rules.cite("stub"))
        yield Move(c.CountStub, dealer, {}, rules.cite("stub-count"), open={"cards": None})
    elif task := task_due(rules, state):
        if awaits_ruling(rules, round_.hands[task.position]):
            return
        wager: dict[str, Bounds] = {"wager": OneOf(task.wagers[:1])} if task.kind == "settle" else {}
        faces = _to_read(rules, round_, round_.hands[task.position].cards) if task.kind == "show" else {}
        clauses, here = task_clauses(rules, state, task), {"position": task.position}
        yield Move(_TASKS[task.kind], dealer, here, clauses, open=wager | faces)
        yield Move(c.SettlePosition, dealer, here, clauses, open=faces)
    elif isinstance(step, s.LayDown):
        for position in round_.positions:
            hand = round_.hands[position]
            if not (hand.laid_down or hand.folded or hand.void or awaits_ruling(rules, hand)):
                yield Move(c.LayDown, Role.PLAYER, {"position": position}, step.clauses, hand.player)
    elif isinstance(step, s.Pick):
        picks = pick_turn(round_, step)
        if picks is not None:
            hand, places = round_.hands[picks], Distinct(step.count, rules.each)
            if hand.exposed:
                faces = _to_read(rules, round_, drawn_cards(rules, state, picks, step))
                for role in (Role.DEALER, Role.FLOOR, Role.DEVICE):
                    yield Move(c.DrawPick, role, {"position": picks}, rules.cite("seen-pick"), open=faces)
            else:
                own: dict[str, Bounds] = {"places": places}
                if rules.real_cards:
                    own["faces"] = Faces(hand.cards[: step.count], f"position {picks}", known(round_))
                yield Move(c.Pick, Role.PLAYER, {"position": picks}, step.clauses, hand.player, own)
    else:
        yield from _decisions(rules, state, round_, step)


def _decisions(rules: Rules, state: State, round_: Round, step: s.Step) -> Iterator[Move]:
    if isinstance(step, s.Decide):
        asked = round_.positions if step.direction is None else (turn(round_, step),)
        for position in asked:
            if position is not None and is_asked(rules, state, step, position):
                hand = round_.hands[position]
                for action in step.actions:
                    for amount in amounts(rules, hand, action) if action.wager else (0,):
                        if amount <= chips(state, hand.player):
                            given = {"position": position, "action": action.name, "amount": amount}
                            yield Move(c.Act, Role.PLAYER, given, step.clauses, hand.player)
    setting = setting_step(rules, round_)
    if setting:
        trial = Trial(rules, state, state.at)
        for position in round_.positions:
            hand = round_.hands[position]
            settled = hand.low or hand.void or awaits_ruling(rules, hand)
            if hand.played and not settled and may_see(rules, round_, position):
                given = {"position": position}
                lawful = Tried(trial, c.SetHand, Role.PLAYER, "low", given, hand.player)
                low = {"low": Distinct(setting.low, rules.each, lawful)}
                yield Move(c.SetHand, Role.PLAYER, given, setting.clauses, hand.player, low)
