"""Seats, chips and wagers, up to the call of "No more bets"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NoReturn

from pitboss.errors import PitbossError, WagerError
from pitboss.games.game import Amounts, EqualTo, Needs, Required, Wager
from pitboss.games.hand import check_wagers
from pitboss.ledger import DROP, METER, OUTSIDE, RACK, TIPS, Transfer, held
from pitboss.ledger import player as chips_of
from pitboss.ledger import wager as stake_on
from pitboss.money import cents, dollars
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.deck_steps import ready_deck
from pitboss.table.duties import OPENING, must_be_attested
from pitboss.table.moves import Between, Draft, chips
from pitboss.table.rules import Refusal, Refused, Rules, refuse_by
from pitboss.table.state import Bets, Round, State, seat_name
from pitboss.table.supervision import idle_if_empty, lie_idle, may_idle, waited

CHIPS = ("chip", "chips", "plaque", "plaques")
LONGEST_NAME = 64
MOST_BUY_IN = 10**11
"""A billion dollars; what is more is a slip of the keyboard."""


def bet(draft: Draft, command: c.Bet) -> None:
    """A wager goes on its area, changes, or is taken back."""
    rules, state = draft.rules, draft.state
    _amounts_known(rules)
    if command.form.strip().lower() not in (*CHIPS, *rules.instruments):
        *some, last = ("chips", "plaques", *rules.instruments)
        message = f"a {command.form} bet is not taken: put {', '.join(some)} or {last} on the area"
        rules.refuse("no-cash", "chips-only", message)
    if state.playing:
        _refuse_late(rules, state.playing, command)
    if not state.bets and not state.idle and waited(rules, state, command.at) and may_idle(rules, state, command.at):
        lie_idle(draft)  # the posted time without a wager is over
    here = _place(rules, state, command.by, command.position)
    wager = lawful_wager(rules, state, rules.game.wager.get(command.wager), command.wager, new=True)
    cents(command.amount, f"the {wager.label}", rules.game.cites.amount)
    bounds = bet_bounds(rules, state, here, wager)
    if command.amount not in bounds:
        _explain(rules, state, here, wager, command.amount)
    before = here.wagers.get(wager.name, 0)
    stake, purse = stake_on(command.position, wager.name), chips_of(command.by.name)
    change = command.amount - before
    money = (Transfer(purse, stake, change),) if change > 0 else (Transfer(stake, purse, -change),) if change else ()
    draft.emit(
        e.WagerPlaced(
            player=command.by.name,
            position=command.position,
            wager=wager.name,
            amount=command.amount,
            money=money,
            clauses=(wager.clause,),
        )
    )
    if not command.amount:
        _take_along(draft, command, wager)


def _amounts_known(rules: Rules) -> None:
    """Refuse what is about money at a table that only announces."""
    if rules.announced:
        message = "stakes are announced here, no amounts are known: say which wagers lie where (WagersSeen)"
        rules.refuse("stakes", "no-amounts", message)


def _take_along(draft: Draft, command: c.Bet, gone: Wager) -> None:
    """A wager that needs an optional one goes back with it; without a required one the call sorts the position out."""
    rules = draft.rules
    here = draft.state.bets.get(command.position)
    if here is None or gone.required:
        return
    for name, amount in here.wagers.items():
        for rule in rules.game.wager[name].conditions:
            if isinstance(rule, Needs) and gone.name in rule.others:
                money = (Transfer(stake_on(command.position, name), chips_of(here.player), amount),)
                draft.emit(
                    e.WagerPlaced(
                        player=here.player,
                        position=command.position,
                        wager=name,
                        amount=0,
                        money=money,
                        clauses=(rule.clause,),
                    )
                )


def place_bets(draft: Draft, command: c.PlaceBets) -> None:
    """Several wagers go down together, in the order given; if one is refused, none does."""
    if not command.wagers:
        draft.rules.refuse("nothing-bet", "nothing-bet", "name at least one wager and its amount")
    _amounts_known(draft.rules)
    names = [name for name, _ in command.wagers]
    if len(set(names)) < len(names):
        draft.rules.refuse("chips", "wager-twice", "name each wager once, with the whole of its amount")
    for name, amount in command.wagers:
        bet(draft, c.Bet(by=command.by, at=command.at, position=command.position, wager=name, amount=amount))


def _refuse_late(rules: Rules, playing: Round, command: c.Bet) -> NoReturn:
    """After the call nothing is placed, raised or taken back; a play wager is made when its player is asked."""
    wager, hand = rules.game.wager.get(command.wager), playing.hands.get(command.position)
    down = hand.wagers.get(command.wager, 0) if hand and hand.player == command.by.name else 0
    if wager and wager.after_deal:
        rules.refuse("final" if down else "play-only", "not-now", f"the {wager.label} is made when the player is asked")
    message = "'No more bets' was called: nothing may be placed, raised or taken back"
    if wager and wager.before_deal and playing.dealt and not down:
        refuse_by(wager.before_deal, "bets-closed", message)
    key = "bets-closed" if not down else "no-raise" if command.amount > down else "no-withdrawal"
    rules.refuse(key, "bets-closed", message)


def bet_bounds(rules: Rules, state: State, here: Bets, wager: Wager) -> Between:
    """The amounts that may lie on an area now."""
    (least, most, unit), others = _offered(rules, wager.name)
    wagers = here.wagers
    already = wagers.get(wager.name)
    most = min(most, chips(state, here.player) + (already or 0))
    for other in others:
        if not wagers.get(other):
            most = 0
    coupon = _coupon_on(here, wager)
    return Between(max(least, coupon), most, unit, already is not None and not coupon)


def _coupon_on(here: Bets, wager: Wager) -> int:
    """The face of the coupon that lies with a wager, which holds at least as much in chips."""
    return here.coupon if wager.name == "ante" else 0


@lru_cache(maxsize=256)
def _offered(rules: Rules, name: str) -> tuple[Amounts, tuple[str, ...]]:
    """What a wager may be at this table, and the wagers it needs."""
    wager = rules.game.wager[name]
    return wager.amounts(rules.terms), wager.needs


def lawful_wager(rules: Rules, state: State, wager: Wager | None, name: str, *, new: bool) -> Wager:
    """Refuse a wager that cannot lie on the layout before the call; a new one needs its device."""
    if wager is None:
        known = ", ".join(w.name for w in rules.opening_wagers)
        rules.refuse("chips", "unknown-wager", f"there is no area {name!r}; there are {known}")
    if wager.after_deal:
        rules.refuse("play-only", "not-now", f"the {wager.label} is made after the deal, when the player is asked")
    if wager not in rules.opening_wagers:
        refuse_by(wager.clause, "not-offered", f"this table does not offer the {wager.label}")
    if new and wager.keeps_hand and any(state.devices.get(device, "present") != "present" for device in rules.devices):
        message = f"the {wager.label} is not taken while its device is away"
        rules.refuse("counting-device", "device-away", message)
    return wager


def _explain(rules: Rules, state: State, here: Bets, wager: Wager, amount: int) -> None:
    """Why an amount may not lie on an area."""
    if amount < _coupon_on(here, wager):
        message = f"a coupon of {dollars(here.coupon)} lies with the {wager.label}: take the coupon back first"
        refuse_by(rules.game.cites.coupon, "coupon-amount", message)
    if amount == 0:
        rules.refuse("chips", "no-wager", f"there is no {wager.label} to take back")
    would_be = {**here.wagers, wager.name: amount}
    for rule in wager.conditions:
        if not isinstance(rule, Required | EqualTo):
            try:
                rule.check(wager, would_be, rules.terms)
            except WagerError as error:
                raise Refused(Refusal(error.code, error.clause or "", error.message)) from error
    limits = rules.limits(wager)
    if limits and not limits[0] <= amount <= limits[1]:
        low, high = map(dollars, limits)
        own = f"limits-{wager.name}"
        key = own if rules.cite(own) else "limits"
        rules.refuse(key, "limits", f"the {wager.label} is {low} to {high} at this table, not {dollars(amount)}")
    if amount % rules.unit:
        rules.refuse("limits", "unit", f"wagers are whole multiples of {dollars(rules.unit)}")
    have = dollars(chips(state, here.player) + here.wagers.get(wager.name, 0))
    rules.refuse("chips", "chips", f"{here.player} has {have} in chips: buy in first")


def _place(rules: Rules, state: State, by: c.Actor, position: int) -> Bets:
    """What lies at a position, if this person may bet there."""
    if not state.open:
        rules.refuse("open", "table-closed", "the table is closed")
    if state.playing:
        rules.refuse("bets-closed", "bets-closed", "'No more bets' was called: nothing may be placed or taken back")
    seat = state.seat_of(by.name)
    if by.role is not Role.PLAYER or seat is None:
        rules.refuse("seated", "not-seated", "only people seated at the table may bet: take a seat first")
    not_excluded(rules, state, by.name)
    known_position(rules, position)
    here = state.bets.get(position)
    if state.seats.get(position, by.name) != by.name or (here and here.player != by.name):
        _taken(rules, f"position {position} is another player's")
    if here is None:
        _check_positions(rules, state, by.name, seat, position)
    return here or Bets(by.name)


def _taken(rules: Rules, message: str) -> NoReturn:
    rules.refuse("taken" if rules.cite("taken") else "positions", "taken", message)


def known_position(rules: Rules, position: int) -> None:
    """Refuse a position that the table does not have."""
    if type(position) is not int or not 1 <= position <= rules.terms["positions"]:
        rules.refuse("seated", "no-position", f"positions are 1 to {rules.terms['positions']}")


def not_excluded(rules: Rules, state: State, name: str) -> None:
    """Refuse a player whom the floor keeps out."""
    if name in state.excluded:
        rules.refuse("exclude", "excluded", f"{name} has been excluded from play by the floor")


def may_take(rules: Rules, state: State, player: str, seat: int, position: int) -> bool:
    """Whether a player may bet on one more position."""
    try:
        _check_positions(rules, state, player, seat, position)
    except Refused:
        return False
    return True


def _check_positions(rules: Rules, state: State, player: str, seat: int, position: int) -> None:
    own = sorted({position, *(place for place, bets in state.bets.items() if bets.player == player)})
    most = rules.positions_per_player
    if most == 1 and position != seat:
        rules.refuse("positions", "one-position", f"a player bets at one position: {player} sits at {seat}")
    if len(own) > most:
        rules.refuse("positions", "too-many", f"one player may bet on {most} positions at this table")
    if rules.cite("adjacent"):
        run = sorted({*own, seat})
        if run != list(range(run[0], run[-1] + 1)) or len(run) > most:
            rules.refuse(
                "adjacent", "not-adjacent", "a player's positions are next to one another, the own seat among them"
            )


def use_coupon(draft: Draft, command: c.UseCoupon) -> None:
    """A match play coupon lies with the chips of the ante."""
    rules, state = draft.rules, draft.state
    _amounts_known(rules)
    here = _place(rules, state, command.by, command.position)
    clause = rules.game.cites.coupon
    if rules.terms.get("match_play", "off") == "off":
        refuse_by(clause, "no-coupons", "this table takes no match play coupons")
    cents(command.face, "the coupon", clause)
    if command.face > here.wagers.get("ante", 0):
        message = f"a coupon of {dollars(command.face)} needs at least as much in chips on the ante"
        refuse_by(clause, "coupon-amount", message)
    if not command.face and not here.coupon:
        refuse_by(clause, "no-coupon", "there is no coupon to take back")
    if not takes_coupon(rules, state, here.player, command.position):
        refuse_by(clause, "one-coupon", "one coupon for each player and round")
    draft.emit(e.CouponLaid(player=here.player, position=command.position, face=command.face, clauses=(clause,)))


def no_more_bets(draft: Draft, command: c.NoMoreBets) -> None:
    """The call closes betting; a position that lacks something gets its wagers back and no cards."""
    rules, state = draft.rules, draft.state
    if command.by.role is not Role.DEALER:
        rules.refuse("no-more-bets", "wrong-person", f"the dealer calls 'No more bets', not the {command.by.role}")
    must_be_attested(rules, state, OPENING)
    deck = ready_deck(rules, state, command.at, command.deck)
    inside, outside = check_call(rules, state)
    money = [
        Transfer(stake_on(position, name), chips_of(state.bets[position].player), amount)
        for position in outside
        for name, amount in state.bets[position].wagers.items()
    ]
    metered = rules.metered
    if metered and metered.contribution:
        added = metered.contribution(rules.terms)
        money += [Transfer(RACK, METER, added) for p in inside if metered.name in state.bets[p].wagers and added]
    broken = dict.fromkeys(_TOGETHER.get(error.code, "complete") for error in outside.values())
    clauses = tuple(clause for key in ("no-more-bets", *broken) for clause in rules.cite(key))
    draft.emit(
        e.BetsClosed(
            number=state.rounds + 1,
            deck=deck.name,
            dealing=rules.dealing,
            positions=tuple(inside),
            returned=tuple(outside),
            money=tuple(money),
            clauses=clauses,
        )
    )


def _sorted_out(rules: Rules, state: State) -> tuple[list[int], Mapping[int, PitbossError]]:
    """The positions that are dealt in, and what is wrong with the others."""
    if rules.announced:
        return sorted(state.bets), {}  # what lies there was checked when it was said
    inside: list[int] = []
    outside: dict[int, PitbossError] = {}
    for position in sorted(state.bets):
        bets = state.bets[position]
        try:
            check_wagers(rules.game, bets.wagers, rules.terms)
            inside.append(position)
        except WagerError as error:
            outside[position] = error
    for stray in (_apart, _unequal):
        outside.update(stray(rules, state, inside))
        inside = [position for position in inside if position not in outside]
    return inside, outside


def check_call(rules: Rules, state: State) -> tuple[list[int], Mapping[int, PitbossError]]:
    """The positions that are dealt in, and why the others are not.

    The call is refused if no position would be dealt in.
    """
    inside, outside = rules.remembered(_sorted_out, state.bets, lambda: _sorted_out(rules, state))
    if not inside:
        why = next(iter(outside.values()), None)
        message = f"no position can be dealt in: {why.message}" if why else "nobody has bet yet"
        rules.refuse("nothing-bet", "nothing-bet", message)
    return inside, outside


def takes_coupon(rules: Rules, state: State, player: str, position: int) -> bool:
    """Whether a coupon may be laid at a position."""
    if rules.terms.get("match_play", "off") == "off":
        return False
    elsewhere = any(b.player == player and b.coupon for p, b in state.bets.items() if p != position)
    return not (rules.game.procedure.one_coupon and elsewhere)


_TOGETHER = {"not-adjacent": "adjacent", "own-seat": "own-seat", "unequal-antes": "equal-antes"}
"""The rules behind the ways in which one player's complete positions can fail to go together."""


def _by_player(state: State, positions: list[int]) -> Iterator[tuple[str, int, list[int], int]]:
    """Who has which of these positions: (player, seat, positions, the seat's own or else the one dealt first)."""
    for seat, player in state.seats.items():
        own = [position for position in positions if state.bets[position].player == player]
        if own:
            yield player, seat, own, seat if seat in own else min(own)


def _apart(rules: Rules, state: State, inside: list[int]) -> Iterator[tuple[int, WagerError]]:
    """Positions away from the player's others: the own seat's neighbours stay, or those of the one dealt first."""
    if not rules.cite("adjacent"):
        return
    for player, seat, own, leads in _by_player(state, inside):
        lacks_seat = bool(rules.cite("own-seat")) and seat not in own
        stays = seat if lacks_seat else leads
        for position in own:
            if set(range(min(position, stays), max(position, stays) + 1)) <= set(own):
                continue
            if lacks_seat:
                message = f"{player}'s positions must include the own seat, {seat}"
                yield position, WagerError("own-seat", message, rules.cite("own-seat")[0])
            else:
                message = f"{player}'s positions must be next to one another"
                yield position, WagerError("not-adjacent", message, rules.cite("adjacent")[0])


def _unequal(rules: Rules, state: State, inside: list[int]) -> Iterator[tuple[int, WagerError]]:
    """Positions whose ante is not that of the player's own seat, or of the position dealt first."""
    clauses = rules.cite("equal-antes")
    if not clauses:
        return
    for player, _, own, leads in _by_player(state, inside):
        ante = state.bets[leads].wagers["ante"]
        for position in own:
            if state.bets[position].wagers["ante"] != ante:
                message = f"{player}'s antes must be equal: that of position {leads} is {dollars(ante)}"
                yield position, WagerError("unequal-antes", message, clauses[0])


def open_wagers(rules: Rules, state: State) -> Iterator[tuple[str, int, Wager, Between]]:
    """What each seated player may put where: (player, position, wager, amounts)."""
    if rules.announced:
        return
    for seat, player in state.seats.items():
        if player in state.excluded:
            continue
        for position in range(1, rules.terms["positions"] + 1):
            here = state.bets.get(position)
            if state.seats.get(position, player) != player or (here and here.player != player):
                continue
            if here is None and not may_take(rules, state, player, seat, position):
                continue
            for wager in rules.opening_wagers:
                if wager.keeps_hand and any(state.devices.get(d, "present") != "present" for d in rules.devices):
                    continue
                bounds = bet_bounds(rules, state, here or Bets(player), wager)
                if bounds.least <= bounds.most or bounds.or_nothing:
                    yield player, position, wager, bounds


# --- people ----------------------------------------------------------------------------------------------------------


def sit(draft: Draft, command: c.Sit) -> None:
    """A person takes a free position."""
    rules, state, name = draft.rules, draft.state, command.by.name
    if not state.open:
        rules.refuse("open", "table-closed", "the table is closed")
    if command.by.role is not Role.PLAYER:
        rules.refuse("seated", "wrong-person", f"players sit down, not the {command.by.role}")
    if not name.isprintable() or name != name.strip() or not 0 < len(name) <= LONGEST_NAME:
        rules.refuse("seated", "name", f"a player's name has 1 to {LONGEST_NAME} printable characters")
    not_excluded(rules, state, name)
    if (seat := state.seat_of(name)) is not None:
        rules.refuse("positions", "seated", f"{name} sits at position {seat} already")
    known_position(rules, command.position)
    if rules.announced and name != seat_name(command.position):
        message = f"where stakes are announced players are called by their positions: {seat_name(command.position)}"
        rules.refuse("stakes", "name", message)
    playing = state.playing
    taken = command.position in state.seats or command.position in state.bets
    if taken or (playing and command.position in playing.positions):
        _taken(rules, f"position {command.position} is taken")
    kept = state.books.get(held(name), 0)  # what the house kept for a player who walked away
    money = (Transfer(held(name), chips_of(name), kept),) if kept else ()
    draft.emit(e.PlayerSeated(player=name, position=command.position, money=money, clauses=rules.cite("seated")))


def leave(draft: Draft, command: c.Leave) -> None:
    """A player gives up the seat; not with cards in front, and not with wagers down."""
    rules, state, name = draft.rules, draft.state, command.by.name
    if command.by.role is not Role.PLAYER or state.seat_of(name) is None:
        rules.refuse("seated", "not-seated", f"{name} has no seat at this table")
    playing = state.playing
    if playing and any(hand.player == name for hand in playing.hands.values()):
        if not playing.dealt:
            message = "'No more bets' was called: a player with a wager down stays until the round is over"
            rules.refuse("no-withdrawal", "in-round", message)
        rules.refuse("stay", "in-round", "a player who has bet and been dealt cards stays until the round is over")
    if any(bets.player == name for bets in state.bets.values()):
        rules.refuse("stay", "wagers-down", "take the wagers back first")
    have = chips(state, name)
    money = (Transfer(chips_of(name), OUTSIDE, have),) if have else ()
    draft.emit(e.PlayerLeft(player=name, money=money, clauses=rules.cite("stay")))
    idle_if_empty(draft)


def buy_in(draft: Draft, command: c.BuyIn) -> None:
    """Cash goes into the drop box, chips to the player; or the player brings chips."""
    rules, state, name = draft.rules, draft.state, command.by.name
    _amounts_known(rules)
    if command.by.role is not Role.PLAYER or state.seat_of(name) is None:
        rules.refuse("seated", "not-seated", "take a seat first, then buy in")
    cents(command.amount, "the buy-in", rules.game.cites.amount)
    if not 0 < command.amount <= MOST_BUY_IN:
        rules.refuse("chips", "amount", "buy in for more than nothing")
    if command.in_chips:
        if not rules.real_cards:
            rules.refuse("chips", "in-chips", "chips are bought at a table that the software deals: nobody brings any")
        brought = (Transfer(OUTSIDE, chips_of(name), command.amount),)
        draft.emit(e.ChipsBrought(player=name, amount=command.amount, money=brought, clauses=rules.cite("chips")))
        return
    money = (Transfer(OUTSIDE, DROP, command.amount), Transfer(RACK, chips_of(name), command.amount))
    draft.emit(e.ChipsBought(player=name, amount=command.amount, money=money, clauses=rules.cite("chips")))


def tip(draft: Draft, command: c.Tip) -> None:
    """Chips go into the tip box; between rounds, so that a round can always be undone."""
    rules, state, name = draft.rules, draft.state, command.by.name
    _amounts_known(rules)
    if command.by.role is not Role.PLAYER or state.seat_of(name) is None:
        rules.refuse("tips", "not-seated", "only a seated player has chips to give")
    cents(command.amount, "the tip", rules.game.cites.amount)
    if state.playing:
        rules.refuse("tips", "round-in-progress", "tips go into the box between rounds")
    if command.amount < 1:
        rules.refuse("tips", "amount", "a tip is more than nothing")
    if command.amount > chips(state, name):
        rules.refuse("tips", "chips", f"{name} has {dollars(chips(state, name))} in chips")
    money = (Transfer(chips_of(name), TIPS, command.amount),)
    draft.emit(e.TipGiven(player=name, amount=command.amount, money=money, clauses=rules.cite("tips")))
