"""The operator's and the floor's acts: submissions, opening, closing, idle tables, rulings, corrections."""

from __future__ import annotations

from pitboss.errors import OptionError
from pitboss.games import find
from pitboss.games.common import DISPLAYS
from pitboss.games.game import ConductRule, Times
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Irregularity
from pitboss.games.options import Approval, Approvals
from pitboss.games.settlement import Outcome
from pitboss.games.terms import Terms
from pitboss.law import Citation
from pitboss.ledger import METER, OUTSIDE, RACK, Transfer, held, reversed_money
from pitboss.ledger import player as chips_of
from pitboss.ledger import wager as stake_on
from pitboss.money import dollars
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.dealing import in_round, not_due, targets
from pitboss.table.deciding import collect
from pitboss.table.deck_steps import (
    before_shuffle,
    cover_card_missing,
    hinders_others,
    idle_steps,
    joined,
    may_be_covered,
    opening_steps,
    shuffle_steps,
    stays_closed,
)
from pitboss.table.duties import (
    CLOSING,
    DEALING,
    OPENING,
    ROLES,
    clauses_of,
    must_be_attested,
    to_attest_anew,
    unattested,
)
from pitboss.table.flow import awaits_ruling, breaches_to_rule
from pitboss.table.moves import Between, Draft, chips
from pitboss.table.rack_counts import must_be_closed, must_be_opened
from pitboss.table.rules import (
    AWAY,
    PRESENT,
    Refusal,
    Refused,
    Rules,
    device_words,
    refuse_by,
    rules_of,
    the_device,
)
from pitboss.table.settling import clearing_is_due, reset_meter
from pitboss.table.state import Bets, Deck, Round, State
from pitboss.table.voiding import give_back

MINUTE = 60_000


def post_submission(draft: Draft, command: c.PostSubmission) -> None:
    """New choices come into force between rounds, before the first wager, and only in a lawful combination."""
    old, state = draft.rules, draft.state
    game = find(command.game)
    if state.game and game.name != state.game:
        old.refuse("close", "another-game", f"this is a table of {old.game.title}; set up another for {game.title}")
    if not command.by.role.supervises:
        message = f"the operator's floor changes the submission, not the {command.by.role}"
        refuse_by(game.cites.choices, "wrong-person", message)
    if state.playing or state.bets:
        message = "choices change between rounds, before the first wager of the next one"
        refuse_by(game.cites.choices, "round-in-progress", message)
    try:
        terms = Terms.of_table(game, dict(command.options))
    except OptionError as error:
        raise Refused(Refusal(error.code, error.clause or game.cites.choices, error.message)) from error
    submission = Submission(game, terms, "", "")
    plain = {key: value for key, value in submission.plain().items() if key != "game"}
    rules = rules_of(game.name, submission.digest, plain)
    if state.game:
        _check_change(old, rules, state)
    if state.open and not command.displayed and _posted(old) != _posted(rules):
        message = "the layout and the sign must state the new name, odds, limits and places first (displayed)"
        refuse_by(game.cites.choices, "display-first", message)
    if state.open:
        _check_references(old, rules)
        _check_approvals(rules, command.at)
    draft.emit(
        e.SubmissionPosted(
            game=game.name,
            options=plain,
            digest=submission.digest,
            attest=to_attest_anew(old, rules, state) if state.game else (),
            clauses=(game.cites.choices,),
        )
    )
    draft.rules = rules
    _prepare_again(draft, old if state.game else rules)
    reset_meter(draft)


def _check_change(old: Rules, new: Rules, state: State) -> None:
    """A device that is left behind goes first; so does a deck too many; nobody loses a seat."""
    for device in old.devices:
        if device not in new.devices and hinders_others(new, state.devices.get(device, PRESENT)):
            how = " or ".join(AWAY if may_be_covered(new) else AWAY[:1])
            new.refuse(
                "device-away",
                "device-present",
                f"first {the_device(device)} must be {how}, then another way may be used",
            )
    for device in new.devices:
        if (status := state.devices.get(device, PRESENT)) != PRESENT:
            new.refuse("device-away", "device-away", f"{device_words(device, status)}: it cannot be used")
    if state.decks and old.real_cards != new.real_cards:
        message = "a deck is dealt by the software or by people for as long as it is here: the decks leave first"
        new.refuse("real-cards", "deck-present", message)
    if state.seats and old.announced != new.announced:
        message = "amounts are known, or not, from a player's first wager on: the players leave first"
        new.refuse("stakes", "seats-taken", message)
    left = [deck.name for deck in state.decks if deck.name not in new.terms["deck_backs"]]
    if left:
        fewer = new.terms["decks"] < old.terms["decks"]
        key, code = ("alternate", "deck-too-many") if fewer else ("backs", "deck-backs")
        new.refuse(key, code, f"the {left[0]} deck leaves the table first")
    if any(seat > new.terms["positions"] for seat in state.seats):
        new.refuse("seated", "seats-taken", "a position that would be gone is taken")


def _check_references(old: Rules, new: Rules) -> None:
    """At an open table a choice that rests on an approval changes only with a new reference."""
    for option in new.game.options:
        for need in option.needed if isinstance(option, Approvals) else ():
            now, before = (rules.terms[option.name].get(need.key, Approval()) for rules in (new, old))
            changed = [name for name in need.covers(new.terms) if new.terms[name] != old.terms[name]]
            if changed and now.reference == before.reference:
                message = f"{changed[0]} rests on {need.key} in approvals, which needs a new reference first"
                refuse_by(new.game.cites.choices, "new-reference", message)


def _posted(rules: Rules) -> tuple[object, ...]:
    """What layout and sign tell the players: whose table it is, places, wagers, odds, limits, and which says what."""
    offered = [w for w in rules.game.wagers if rules.terms.offers(w.name)]
    names = [w.name for w in offered]
    tables = rules.terms.pay_tables.items()
    odds = {name: table for name, table in tables if name not in rules.game.wager or name in names}
    awards = [w.awards(rules.terms) for w in offered]
    plays = [rule.words(rules.terms) for w in offered for rule in w.conditions if isinstance(rule, Times)]
    qualifier = rules.game.qualifier
    switch = rules.terms[qualifier.option] if qualifier and qualifier.option else None
    terms, layout = rules.terms, rules.game.layout
    where = [terms[option.name] for option in rules.game.options if getattr(option, "values", ()) == DISPLAYS]
    said = [notice.words(terms) for notice in (*layout.notices, *layout.sign)]
    return (
        terms["operator"],
        terms["positions"],
        terms.get("positions_per_player", 1),
        where,
        said,
        [terms[one.option] for one in layout.elsewhere],
        terms.limits,
        names,
        odds,
        [rules.limits(w) for w in offered],
        awards,
        plays,
        switch,
    )


def _prepare_again(draft: Draft, old: Rules) -> None:
    """After a change of method every deck is shuffled, and cut if by hand, before the next deal."""
    new = draft.rules
    if (old.shuffler, old.dealing) == (new.shuffler, new.dealing):
        return
    for deck in draft.state.decks:
        due = _due_again(new, deck, second=deck.name != draft.state.decks[0].name)
        draft.emit(
            e.StepsOrdered(
                deck=deck.name,
                due=due,
                reason="another way of shuffling or dealing",
                where=deck.where,
                clauses=new.cite("device-away"),
            )
        )


def _due_again(rules: Rules, deck: Deck, second: bool) -> tuple[Handling, ...]:
    if deck.unused and Handling.SHUFFLE not in deck.due:
        return opening_steps(rules, preshuffled=True, second=second)
    return (*before_shuffle(deck.due), *shuffle_steps(rules))


def _check_approvals(rules: Rules, at: int) -> None:
    need = next(rules.terms.missing_approvals(at), None)
    if need:
        message = f"the table cannot open: {need.key} ({need.what}) has no reference and date by today in approvals"
        refuse_by(need.clause, "approval-missing", message)


def open_table(draft: Draft, command: c.OpenTable) -> None:
    """The table opens once layout and sign are in place and every approval it needs is on record."""
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "open")
    if state.open:
        rules.refuse("open", "open", "the table is open already")
    if not command.floor or not all(name.strip() for name in command.floor):
        rules.refuse("verify", "no-floor", "name the floor people who are assigned to the table")
    if len({name.strip() for name in command.floor}) < len(command.floor):
        message = "two floor people of one name cannot be told apart in the record: give each a name of their own"
        rules.refuse("verify", "same-name", message)
    if not command.displayed:
        message = "the layout and the sign of this table must be in place first; `pitboss print` makes both"
        rules.refuse("display", "display-first", message)
    _check_approvals(rules, command.at)
    if cover_card_missing(state):
        rules.refuse("cover-card", "cover-card", "a table does not open without a cover card")
    must_be_attested(rules, state, OPENING)
    must_be_opened(rules, state)
    draft.emit(e.TableOpened(floor=command.floor, clauses=rules.cite("open")))


def close_table(draft: Draft, command: c.CloseTable) -> None:
    """Between rounds; players take their chips along and the cards leave the table."""
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "close")
    if not state.open:
        rules.refuse("close", "closed", "the table is closed already")
    if state.playing or state.bets:
        rules.refuse("round", "round-in-progress", "finish the round, and give the wagers back, before closing")
    must_be_attested(rules, state, CLOSING)
    must_be_closed(rules, state)
    for name in state.seats.values():
        have = chips(draft.state, name)
        money = (Transfer(chips_of(name), OUTSIDE, have),) if have else ()
        draft.emit(e.PlayerLeft(player=name, money=money, clauses=rules.cite("close")))
    for deck in state.decks:
        draft.emit(e.DeckRemoved(deck=deck.name, reason="the table closes", clauses=rules.cite("remove-deck")))
    draft.emit(e.TableClosed(clauses=rules.cite("close")))


def attest(draft: Draft, command: c.Attest) -> None:
    """Somebody answers for what software cannot see, at the moment when it is asked."""
    rules, state, moment = draft.rules, draft.state, command.moment
    if not rules.attests:
        rules.refuse("attest", "waived", "the submission of this table waives attestations: nothing is attested")
    if moment not in ROLES:
        rules.refuse("attest", "no-such-moment", f"say of which moment: {', '.join(ROLES)}")
    if moment == DEALING:
        in_round(draft, command.by, "attest", Role.DEALER)
        if not clearing_is_due(rules, state):
            not_due(rules, state, "attest", "attesting the round", rules.cite("attest"))
    else:
        rules.supervised(command.by, "attest")
        if (moment == OPENING) == state.open and not state.attest_anew:
            how = "open already" if state.open else "closed already"
            rules.refuse("attest", "not-now", f"the table is {how}: the duties of {moment} are attested before that")
        if moment == CLOSING and (state.playing or state.bets):
            message = "finish the round, and give the wagers back, before you attest for closing"
            rules.refuse("attest", "round-in-progress", message)
    left = {duty.name: duty for duty in unattested(rules, state, moment)}
    if not left:
        rules.refuse("attest", "nothing-to-do", f"nothing is left to attest of the {moment}")
    wrong = [name for name in command.duties if name not in left]
    if wrong or len(set(command.duties)) != len(command.duties):
        known = ", ".join(left)
        rules.refuse("attest", "no-such-duty", f"what is left to attest of the {moment}, each once: {known}")
    names = command.duties or tuple(left)
    clauses = clauses_of(rules, [left[name] for name in names])
    by, name = command.by.role.value, command.by.name
    draft.emit(e.DutiesAttested(moment=moment, duties=names, by=by, name=name, clauses=clauses))


def go_idle(draft: Draft, command: c.GoIdle) -> None:
    """An open table without play: its cards are spread."""
    rules, state = draft.rules, draft.state
    if command.by.role is not Role.DEALER and not command.by.role.supervises:
        rules.refuse("idle", "wrong-person", "the dealer or the floor declares a table idle")
    _check_idle(rules, state, command.at)
    lie_idle(draft)


def _check_idle(rules: Rules, state: State, at: int) -> None:
    """Refuse to call a table idle that has play, is idle already, or whose device keeps the cards."""
    procedure = rules.game.procedure
    if not procedure.spreads_when_idle(rules.terms):
        message = "with this device the cards stay in it: the idle rule does not apply"
        rules.refuse("idle-off", "does-not-apply", message)
    if not state.open or (state.idle and not to_spread(rules, state)):
        rules.refuse("idle", "not-now", "the table is not open, or idle already")
    if state.playing or state.bets:
        rules.refuse("idle", "play-goes-on", "a table is idle only between rounds and with no wager down")
    if procedure.idle_needs_empty_seats and state.seats and not waited(rules, state, at):
        gone = [name for name in state.seats.values() if name in state.away]
        free = f"; free the seat of {', '.join(gone)}, who walked away (FreeSeat)" if gone else ""
        message = f"players have seats, and the waiting time is not over: wait, or let them leave{free}"
        rules.refuse("idle", "players-seated", message)


def to_spread(rules: Rules, state: State) -> tuple[Deck, ...]:
    """The decks that have to be spread at an idle table: all but those whose look is still to come."""
    return tuple(deck for deck in state.decks if Handling.LOOK not in deck.due and not stays_closed(rules, deck))


def lie_idle(draft: Draft) -> None:
    """The table is idle, and its cards have to be spread."""
    rules, state = draft.rules, draft.state
    draft.emit(e.TableIdled(clauses=rules.cite("idle")))
    for deck in to_spread(rules, state):
        kept = tuple(step for step in deck.due if step is not Handling.TURN_DOWN)  # they are spread anew
        due, reason = joined(kept, idle_steps(rules)), "the table is idle"
        draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason=reason, where=deck.where, clauses=rules.cite("idle")))


def idle_if_empty(draft: Draft) -> None:
    """With its last player gone a table is idle: whoever comes next looks at the cards before they are dealt."""
    rules, state = draft.rules, draft.state
    if not state.seats and to_spread(rules, state) and may_idle(rules, state, draft.at):
        lie_idle(draft)


def may_idle(rules: Rules, state: State, at: int) -> bool:
    """Whether the table can be declared idle."""
    try:
        _check_idle(rules, state, at)
    except Refused:
        return False
    return True


def waited(rules: Rules, state: State, at: int) -> bool:
    """Whether the posted time without a wager is over."""
    minutes = int(rules.terms["idle_after_minutes"]) if "idle_after_minutes" in rules.terms else 0
    return bool(minutes) and at - max(state.last_bet_at, state.opened_at) >= minutes * MINUTE


# --- rulings ---------------------------------------------------------------------------------------------------------


def forfeit(draft: Draft, command: c.Forfeit) -> None:
    """All wagers of a player are lost, where the rules provide for it: abandoned, or for a breach that was reported."""
    rules, round_ = draft.rules, draft.state.playing
    own = [p for p in round_.positions if round_.hands[p].player == command.player] if round_ else []
    waits = round_ is not None and any(p in round_.waits_for_ruling for p in own)
    if command.why not in ("abandoned", "breach"):
        rules.refuse("breach-noted", "no-such-reason", "say why they are lost: 'abandoned' or 'breach'")
    key = "two-faults" if waits else command.why
    if not waits and not rules.cite(command.why):
        rules.refuse("breach-noted", "no-such-ruling", "these rules take no wagers for that; it is recorded only")
    rules.supervised(command.by, key)
    if not own or round_ is None:
        rules.refuse(key, "not-in-play", f"{command.player} has no hand in this round")
    rules.reasoned(command.reason, key)
    if command.wagers:
        rules.refuse(key, "all-or-nothing", "all wagers of the player are lost, not some of them")
    clauses = rules.cite(key)
    broken, answers = "", False
    if waits:
        clauses = rules.game.irregularities[Irregularity.DEALER_EXPOSED_BY_PLAYER].clauses
    elif command.why == "abandoned":
        if not any(awaits_ruling(rules, round_.hands[p]) for p in own):
            rules.refuse("abandoned", "not-departed", f"{command.player} has not left the table, or was ruled on")
    else:
        rule = _breach_of(rules, round_, command.player, command.rule)
        clauses, broken, answers = (rule.clause, *clauses), rule.name, rule.explains_number
    if not waits:
        _may_rule(rules, round_, key)
    lost = e.WagersForfeited(
        player=command.player, why=command.why, reason=command.reason, rule=broken, answers=answers, clauses=clauses
    )
    draft.emit(lost)
    for position in own:
        hand = draft.hand(position)
        if hand.void and not waits:
            continue
        if not hand.played and not hand.folded and not waits:
            draft.emit(e.Decided(position=position, action="fold", reason=command.reason, clauses=clauses))
        for name, stake in hand.wagers.items():
            line = next((line for line in hand.lines if line.wager == name), None)
            if line and line.outcome in (Outcome.LOSE, Outcome.FORFEIT):
                continue
            before = line.money if line else ()
            taken = (Transfer(stake_on(position, name), RACK, stake),) if stake else ()
            draft.emit(
                e.WagerSettled(
                    position=position,
                    wager=name,
                    outcome=Outcome.FORFEIT.value,
                    stake=stake,
                    paid=0,
                    returned=0,
                    money=(*reversed_money(before), *taken),
                    clauses=clauses,
                )
            )
        if not hand.racked and not waits:
            draft.emit(e.CardsRacked(group="hand", position=position, cards=hand.cards, clauses=clauses))


def _breach_of(rules: Rules, round_: Round, player: str, rule: str) -> ConductRule:
    """The rule that a player was reported to have broken in this round, if it can cost the wagers."""
    reported = [name for who, name in breaches_to_rule(rules, round_) if who == player and rule in ("", name)]
    named = [one for one in rules.game.conduct_rules if one.name in reported]
    if not named:
        what = f"no breach of {rule!r}" if rule else "no breach that costs wagers"
        rules.refuse("breach", "not-reported", f"{what} by {player} is on record and open: report it first")
    if len(named) > 1:
        names = " or ".join(one.name for one in named)
        rules.refuse("breach", "which-breach", f"several breaches are on record: say which one it rests on, {names}")
    return named[0]


def _may_rule(rules: Rules, round_: Round, key: str) -> None:
    if round_.void:
        rules.refuse("too-late", "round-void", "the round is void: every wager goes back")
    if targets(rules, round_):
        rules.refuse(key, "deal-goes-on", "finish the deal first: the floor rules when all have their cards")


def let_stand(draft: Draft, command: c.LetStand) -> None:
    """A player's wagers are not lost: settled on the cards, or returned like the others in a void round."""
    rules, round_ = draft.rules, draft.state.playing
    own = [p for p in round_.positions if round_.hands[p].player == command.player] if round_ else []
    if round_ and any(position in round_.waits_for_ruling for position in own):
        rules.supervised(command.by, "two-faults")
        rules.reasoned(command.reason, "two-faults")
        clauses = rules.game.irregularities[Irregularity.DEALER_EXPOSED_BY_PLAYER].clauses
        draft.emit(e.WagersStand(player=command.player, reason=command.reason, clauses=clauses))
        for position in own:
            give_back(draft, position, round_.still_settled, clauses)
        return
    if command.rule and rules.cite("breach"):
        _not_confirmed(draft, command)
        return
    if command.rule or not rules.cite("abandoned"):
        rules.refuse("departed", "no-such-ruling", "these rules leave the wagers standing without a ruling")
    rules.supervised(command.by, "abandoned")
    if round_ is None or not any(awaits_ruling(rules, round_.hands[p]) for p in own):
        rules.refuse("abandoned", "not-departed", f"{command.player} has not left the table, or was ruled on")
    rules.reasoned(command.reason, "abandoned")
    _may_rule(rules, round_, "abandoned")
    clauses = rules.cite("abandoned")
    draft.emit(e.WagersStand(player=command.player, reason=command.reason, clauses=clauses))
    for position in own:
        hand = draft.hand(position)
        if not hand.played and not hand.folded and not hand.void:
            draft.emit(e.Decided(position=position, action="fold", reason=command.reason, clauses=clauses))
            collect(draft, position)


def _not_confirmed(draft: Draft, command: c.LetStand) -> None:
    """A breach that was reported is not found to have happened: the wagers stay as they are."""
    rules, round_ = draft.rules, draft.state.playing
    rules.supervised(command.by, "breach")
    if round_ is None:
        rules.refuse("breach", "not-in-play", f"{command.player} has no hand in this round")
    rules.reasoned(command.reason, "breach")
    rule = _breach_of(rules, round_, command.player, command.rule)
    _may_rule(rules, round_, "breach")
    clauses = (rule.clause, *rules.cite("breach"))
    draft.emit(e.WagersStand(player=command.player, reason=command.reason, rule=rule.name, clauses=clauses))


def withdraw(draft: Draft, command: c.Withdraw) -> None:
    """The last report was a mistake: as long as nothing was done on it, the table is as it was before."""
    rules, report = draft.rules, draft.state.report
    rules.supervised(command.by, "withdraw")
    if report is None:
        message = "there is no report to withdraw: none was made, or money has moved or cards were handled since"
        rules.refuse("withdraw", "too-late", message)
    rules.reasoned(command.reason, "withdraw")
    if command.fact not in ("", report.fact):
        rules.refuse("withdraw", "another-report", f"the last report is a {report.fact}: name that one, or none")
    draft.emit(e.ReportWithdrawn(fact=report.fact, reason=command.reason, clauses=rules.cite("withdraw")))


def walked_away(state: State) -> tuple[str, ...]:
    """Players whose seats can be freed: they left, the round they had a hand in is over, and have not bet since."""
    return () if state.playing else tuple(player for player in state.seats.values() if player in state.away)


def free_seat(draft: Draft, command: c.FreeSeat) -> None:
    """The seat of a player who walked away is free after the round; nobody else had it before."""
    rules, state, name = draft.rules, draft.state, command.player
    rules.supervised(command.by, "departed")
    if name not in walked_away(state):
        rules.refuse("departed", "not-departed", f"{name} has not walked away, or the round is not over")
    for position, bets in state.bets.items():
        if bets.player == name:
            _hand_back(draft, position, bets, rules.cite("departed"))
    have = chips(draft.state, name)
    money = (Transfer(chips_of(name), held(name), have),) if have else ()
    draft.emit(e.PlayerLeft(player=name, money=money, clauses=rules.cite("departed")))
    idle_if_empty(draft)


def exclude(draft: Draft, command: c.Exclude) -> None:
    """A player is kept out of later rounds; hands in play are not touched."""
    rules, state, clauses = draft.rules, draft.state, draft.rules.cite("exclude")
    rules.supervised(command.by, "exclude")
    rules.reasoned(command.reason, "exclude")
    if state.seat_of(command.player) is None:
        rules.refuse("exclude", "not-seated", f"{command.player} has no seat at this table")
    if command.player in state.excluded:
        rules.refuse("exclude", "excluded", f"{command.player} is excluded already")
    draft.emit(e.PlayerExcluded(player=command.player, reason=command.reason, clauses=clauses))
    for position, bets in state.bets.items():
        if bets.player == command.player:
            _hand_back(draft, position, bets, clauses)


def readmit(draft: Draft, command: c.Readmit) -> None:
    """A player who was kept out may play again."""
    rules = draft.rules
    rules.supervised(command.by, "exclude")
    if not draft.state.open:
        rules.refuse("open", "table-closed", "the table is closed")
    if command.player not in draft.state.excluded:
        rules.refuse("exclude", "not-excluded", f"{command.player} is not excluded")
    rules.reasoned(command.reason, "exclude")
    clauses = rules.cite("exclude")
    draft.emit(e.PlayerReadmitted(player=command.player, reason=command.reason, clauses=clauses))


def _hand_back(draft: Draft, position: int, bets: Bets, clauses: tuple[Citation, ...]) -> None:
    """What lies at a position before the call goes back to its player."""
    player = bets.player
    for name, amount in bets.wagers.items():
        money = (Transfer(stake_on(position, name), chips_of(player), amount),) if amount else ()
        back = e.WagerPlaced(player=player, position=position, wager=name, amount=0, money=money, clauses=clauses)
        draft.emit(back)
    if bets.coupon:
        draft.emit(e.CouponLaid(player=player, position=position, face=0, clauses=clauses))


def correct(draft: Draft, command: c.Correct) -> None:
    """After a round the floor may put an error right, by a new entry that says why."""
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "adjust")
    rules.reasoned(command.reason, "adjust")
    if rules.announced:
        message = "stakes are announced here, and this record holds no money: put the error right at the table"
        rules.refuse("stakes", "no-amounts", message)
    if state.playing:
        rules.refuse("adjust", "round-in-progress", "errors are put right when the round is over")
    name, amount, books = command.player, command.amount, state.books
    seated = state.seat_of(name) is not None
    if not seated and name not in state.left:
        stranger = f"{name} has not had a seat at this table: name somebody who has"
        message = stranger if name.strip() else "name somebody who has had a seat at this table"
        rules.refuse("adjust", "not-known", message)
    if correction_is_late(rules, state) and not command.approval.strip():
        message = "the deck has been shuffled since: name the further approval by its reference (approval)"
        rules.refuse("adjust-late", "approval", message)
    purse = chips_of(name) if seated else held(name)
    bounds = correction_bounds(rules, state, name)
    if amount < -books.get(purse, 0):
        where = "in chips" if seated else "kept by the house"
        rules.refuse("adjust", "chips", f"{name} has only {dollars(books.get(purse, 0))} {where}")
    if amount not in bounds:
        most = dollars(bounds.most)
        message = f"a correction is not nothing, and {most} at most, the most that a round can pay here"
        rules.refuse("adjust", "bounds", message)
    money = (Transfer(RACK, purse, amount) if amount > 0 else Transfer(purse, RACK, -amount),)
    draft.emit(
        e.ErrorCorrected(
            player=name,
            amount=amount,
            reason=command.reason,
            approval=command.approval,
            money=money,
            clauses=rules.cite("adjust"),
        )
    )


def correction_bounds(rules: Rules, state: State, player: str) -> Between:
    """What a correction may move: no more than a player has, or than a round at the highest limits can pay."""
    have = state.books.get(chips_of(player) if state.seat_of(player) is not None else held(player), 0)
    most = _most_paid(rules) + state.books.get(METER, 0)
    return Between(-min(have, most), most, not_nothing=True)


def _most_paid(rules: Rules) -> int:
    """More than a round can pay one player: every wager at the highest maximum and the best odds, at every position."""
    highest = max(limits[1] for wager in rules.game.wagers if (limits := rules.limits(wager)))
    odds = (row.odds.win for table in rules.terms.pay_tables.values() for row in table.rows)
    best = max(odds, default=1)
    return rules.positions_per_player * len(rules.game.wagers) * highest * (best + 1)


def correction_is_late(rules: Rules, state: State) -> bool:
    """Whether the last round's deck has been shuffled again, after which some rules want a further approval."""
    deck = state.deck(state.round.deck) if state.round else None
    return bool(rules.cite("adjust-late")) and deck is not None and bool(deck.order)
