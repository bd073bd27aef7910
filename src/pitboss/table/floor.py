"""The operator's and the floor's acts: submissions, opening, closing, idle tables, rulings, corrections."""

from __future__ import annotations

from pitboss.errors import OptionError
from pitboss.games import find
from pitboss.games.handling import Handling
from pitboss.games.settlement import Outcome
from pitboss.games.terms import Terms
from pitboss.ledger import METER, OUTSIDE, RACK, Transfer
from pitboss.ledger import player as chips_of
from pitboss.ledger import wager as stake_on
from pitboss.money import dollars
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.decks import idle_steps, opening_steps, shuffle_steps
from pitboss.table.moves import Draft, chips
from pitboss.table.rules import Refusal, RefusedError, Rules, rules_of
from pitboss.table.state import Deck, State

MINUTE = 60_000


def post_submission(draft: Draft, command: c.PostSubmission) -> None:
    """New choices come into force between rounds, before the first wager, and only in a lawful combination."""
    old, state = draft.rules, draft.state
    game = find(command.game)
    if state.game and game.name != state.game:
        old.refuse("close", "another-game", f"this is a table of {old.game.title}; set up another for {game.title}")
    if not command.by.role.supervises:
        message = f"the operator's floor changes the submission, not the {command.by.role}"
        raise RefusedError(Refusal("wrong-person", game.cites.choices, message))
    if state.playing or state.bets:
        message = "choices change between rounds, before the first wager of the next one"
        raise RefusedError(Refusal("round-in-progress", game.cites.choices, message))
    try:
        terms = Terms.of_table(game, dict(command.options))
    except OptionError as error:
        raise RefusedError(Refusal(error.code, error.clause or game.cites.choices, error.message)) from error
    submission = Submission(game, terms, "", "")
    plain = {key: value for key, value in submission.plain().items() if key != "game"}
    rules = rules_of(game.name, submission.digest, plain)
    if state.game:
        _check_change(old, rules, state)
    if state.open:
        _check_approvals(rules)
    draft.emit(
        e.SubmissionPosted(game=game.name, options=plain, digest=submission.digest, clauses=(game.cites.choices,))
    )
    draft.rules = rules
    _prepare_again(draft, old if state.game else rules)
    metered = rules.metered
    if metered and metered.seed and state.books.get(METER, 0) < metered.seed(rules.terms):
        seed = metered.seed(rules.terms)
        money = (Transfer(OUTSIDE, METER, seed - state.books.get(METER, 0)),)
        draft.emit(e.MeterReset(meter=seed, money=money, clauses=rules.cite("meter")))


def _check_change(old: Rules, new: Rules, state: State) -> None:
    """A device that is left behind goes first; so does a deck too many; nobody loses a seat."""
    gone = ("removed",) if not _may_cover(new) else ("removed", "covered", "marked")
    for device in old.devices:
        if device not in new.devices and state.devices.get(device, "present") not in gone:
            how = " or ".join(gone)
            new.refuse(
                "device-away", "device-present", f"first the {device} must be {how}, then another way may be used"
            )
    for device in new.devices:
        if state.devices.get(device, "present") != "present":
            new.refuse("device-away", "device-away", f"the {device} is {state.devices[device]}: it cannot be used")
    left = [deck.name for deck in state.decks if deck.name not in new.terms["deck_backs"]]
    if left:
        new.refuse("alternate", "deck-too-many", f"the {left[0]} deck leaves the table first")
    if any(seat > new.terms["positions"] for seat in state.seats):
        new.refuse("seated", "seats-taken", "a position that would be gone is taken")


def _may_cover(rules: Rules) -> bool:
    """Whether covering or marking a device is enough."""
    return rules.game.procedure.device_may_stay_covered


def _prepare_again(draft: Draft, old: Rules) -> None:
    """After a change of method every deck is shuffled, and cut if by hand, before the next deal."""
    new = draft.rules
    if (old.shuffler, old.dealing) == (new.shuffler, new.dealing):
        return
    for deck in draft.state.decks:
        due = _due_again(new, deck)
        draft.emit(
            e.StepsOrdered(
                deck=deck.name, due=due, reason="another way of shuffling or dealing", clauses=new.cite("device-away")
            )
        )


def _due_again(rules: Rules, deck: Deck) -> tuple[Handling, ...]:
    if Handling.STACK in deck.due:
        return (*deck.due[: deck.due.index(Handling.STACK) + 1], *shuffle_steps(rules))
    if deck.unused and Handling.SHUFFLE not in deck.due:
        return opening_steps(rules, preshuffled=True)
    return ((Handling.COUNT,) if Handling.COUNT in deck.due else ()) + shuffle_steps(rules)


def _check_approvals(rules: Rules) -> None:
    need = next(rules.terms.missing_approvals(), None)
    if need:
        message = f"the table cannot open: {need.key} ({need.what}) has no reference and date in approvals"
        raise RefusedError(Refusal("approval-missing", need.clause, message))


def open_table(draft: Draft, command: c.OpenTable) -> None:
    """The table opens once every approval it needs is on record."""
    rules, state = draft.rules, draft.state
    _must_supervise(rules, command.by, "open")
    if state.open:
        rules.refuse("open", "open", "the table is open already")
    if not command.floor or not all(name.strip() for name in command.floor):
        rules.refuse("verify", "no-floor", "name the floor people who are assigned to the table")
    _check_approvals(rules)
    draft.emit(e.TableOpened(floor=command.floor, clauses=rules.cite("open")))


def close_table(draft: Draft, command: c.CloseTable) -> None:
    """Between rounds; players take their chips along and the cards leave the table."""
    rules, state = draft.rules, draft.state
    _must_supervise(rules, command.by, "close")
    if not state.open:
        rules.refuse("close", "closed", "the table is closed already")
    if state.playing or state.bets:
        rules.refuse("round", "round-in-progress", "finish the round, and give the wagers back, before closing")
    for name in state.seats.values():
        have = chips(draft.state, name)
        money = (Transfer(chips_of(name), OUTSIDE, have),) if have else ()
        draft.emit(e.PlayerLeft(player=name, money=money, clauses=rules.cite("close")))
    for deck in state.decks:
        draft.emit(e.DeckRemoved(deck=deck.name, reason="the table closes", clauses=rules.cite("remove-deck")))
    draft.emit(e.TableClosed(clauses=rules.cite("close")))


def go_idle(draft: Draft, command: c.GoIdle) -> None:
    """An open table without play: its cards are spread."""
    rules, state = draft.rules, draft.state
    procedure = rules.game.procedure
    if command.by.role is not Role.DEALER and not command.by.role.supervises:
        rules.refuse("idle", "wrong-person", "the dealer or the floor declares a table idle")
    if not procedure.spreads_when_idle(rules.terms):
        rules.refuse(
            "idle-off", "does-not-apply", "with this device the cards stay in it: the idle rule does not apply"
        )
    if not state.open or state.idle:
        rules.refuse("idle", "not-now", "the table is not open, or idle already")
    if state.playing or state.bets:
        rules.refuse("idle", "play-goes-on", "a table is idle only between rounds and with no wager down")
    if procedure.idle_needs_empty_seats and state.seats and not waited(rules, state, command.at):
        rules.refuse("idle", "players-seated", "players are seated, and the waiting time is not over")
    draft.emit(e.TableIdled(clauses=rules.cite("idle")))
    for deck in state.decks:
        if deck.unused and procedure.keeps_unused_preshuffled:
            continue
        if Handling.VERIFY in deck.due or Handling.SPREAD in deck.due or Handling.WASH in deck.due:
            continue  # it is being opened, and lies spread for that anyway
        due = idle_steps(rules)
        draft.emit(e.StepsOrdered(deck=deck.name, due=due, reason="the table is idle", clauses=rules.cite("idle")))


def waited(rules: Rules, state: State, at: int) -> bool:
    """Whether the posted time without a wager is over."""
    minutes = int(rules.terms["idle_after_minutes"]) if "idle_after_minutes" in rules.terms else 0
    return bool(minutes) and at - state.last_bet_at >= minutes * MINUTE


# --- rulings ---------------------------------------------------------------------------------------------------------


def forfeit(draft: Draft, command: c.Forfeit) -> None:
    """All wagers of a player are lost, where the rules provide for it: abandoned, or for a breach."""
    rules, round_ = draft.rules, draft.state.playing
    if command.why not in ("abandoned", "breach") or not rules.cite(command.why):
        rules.refuse("breach-noted", "no-such-ruling", "these rules take no wagers for that; it is recorded only")
    _must_supervise(rules, command.by, command.why)
    own = [p for p in round_.positions if round_.hands[p].player == command.player] if round_ else []
    if not own or round_ is None:
        rules.refuse(command.why, "not-in-play", f"{command.player} has no hand in this round")
    if not command.reason.strip():
        rules.refuse(command.why, "reason", "give the reason: it goes into the record")
    if command.wagers:
        rules.refuse(command.why, "all-or-nothing", "all wagers of the player are lost, not some of them")
    if command.why == "abandoned" and not any(round_.hands[p].departed for p in own):
        rules.refuse("abandoned", "not-departed", f"{command.player} has not left the table")
    if round_.void:
        rules.refuse("too-late", "round-void", "the round is void: every wager goes back")
    clauses = rules.cite(command.why)
    draft.emit(e.WagersForfeited(player=command.player, why=command.why, reason=command.reason, clauses=clauses))
    for position in own:
        hand = draft.hand(position)
        if hand.void:
            continue
        if not hand.played and not hand.folded:
            draft.emit(e.Decided(position=position, action="fold", reason=command.reason, clauses=clauses))
        for name, stake in hand.wagers.items():
            if not hand.settled(name):
                draft.emit(
                    e.WagerSettled(
                        position=position,
                        wager=name,
                        outcome=Outcome.FORFEIT.value,
                        stake=stake,
                        paid=0,
                        returned=0,
                        money=(Transfer(stake_on(position, name), RACK, stake),),
                        clauses=clauses,
                    )
                )
        if not hand.racked:
            draft.emit(e.CardsRacked(group="hand", position=position, cards=hand.cards, clauses=clauses))


def exclude(draft: Draft, command: c.Exclude) -> None:
    """A player is kept out of later rounds; hands in play are not touched."""
    rules, state = draft.rules, draft.state
    key = "exclude" if rules.cite("exclude") else "breach-noted"
    _must_supervise(rules, command.by, key)
    if not command.reason.strip():
        rules.refuse(key, "reason", "give the reason: it goes into the record")
    if command.player in state.excluded:
        rules.refuse(key, "excluded", f"{command.player} is excluded already")
    draft.emit(e.PlayerExcluded(player=command.player, reason=command.reason, clauses=rules.cite(key)))


def correct(draft: Draft, command: c.Correct) -> None:
    """After a round the floor may put an error right, by a new entry that says why."""
    rules, state = draft.rules, draft.state
    _must_supervise(rules, command.by, "adjust")
    if not command.reason.strip():
        rules.refuse("adjust", "reason", "give the reason: it goes into the record")
    if state.playing:
        rules.refuse("adjust", "round-in-progress", "errors are put right when the round is over")
    if state.seat_of(command.player) is None or not command.amount:
        rules.refuse("adjust", "nothing-to-do", "name a seated player and an amount that is not 0")
    purse = chips_of(command.player)
    if -command.amount > chips(state, command.player):
        have = dollars(chips(state, command.player))
        rules.refuse("adjust", "chips", f"{command.player} has only {have} in chips")
    amount = abs(command.amount)
    money = (Transfer(RACK, purse, amount) if command.amount > 0 else Transfer(purse, RACK, amount),)
    draft.emit(
        e.ErrorCorrected(
            player=command.player,
            amount=command.amount,
            reason=command.reason,
            money=money,
            clauses=rules.cite("adjust"),
        )
    )


def _must_supervise(rules: Rules, by: c.Actor, key: str) -> None:
    if not by.role.supervises:
        rules.refuse(key, "wrong-person", f"this is for a floorperson or above, not for the {by.role}")
