"""Stakes that are announced: which wagers lie where, without amounts, as the dealer sees them before the call."""

from __future__ import annotations

from pitboss.games.game import EqualTo, Needs, Required
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import known_position, lawful_wager, not_excluded
from pitboss.table.commands import Role
from pitboss.table.moves import Draft, Lying, Trial, Tried
from pitboss.table.rules import Refused, Rules, refuse_by
from pitboss.table.state import State, seat_name
from pitboss.table.supervision import lie_idle, may_idle, waited


def wagers_seen(draft: Draft, command: c.WagersSeen) -> None:
    """The dealer says which wagers lie at which positions; whoever is there for the first time gets a seat."""
    rules, state = draft.rules, draft.state
    if not rules.announced:
        rules.refuse("stakes", "amounts", "wagers are entered with their amounts here: place bets instead")
    if command.by.role is not Role.DEALER:
        rules.refuse("stakes", "wrong-person", f"the dealer says what lies on the layout, not the {command.by.role}")
    if not state.open:
        rules.refuse("open", "table-closed", "the table is closed")
    if state.playing:
        rules.refuse("bets-closed", "bets-closed", "'No more bets' was called: nothing may be placed or taken back")
    if not command.wagers and not state.bets:
        rules.refuse("nothing-bet", "nothing-bet", "say at which positions wagers lie, and which")
    positions = [position for position, _ in command.wagers]
    if len(set(positions)) < len(positions):
        rules.refuse("stakes", "position-twice", "name each position once, with all the wagers that lie there")
    for position, names in command.wagers:
        _check_seen(rules, state, position, names)
    if not state.bets and not state.idle and waited(rules, state, command.at) and may_idle(rules, state, command.at):
        lie_idle(draft)
    for position in sorted(positions):
        if position not in state.seats:
            name = seat_name(position)
            draft.emit(e.PlayerSeated(player=name, position=position, clauses=rules.cite("seated")))
    draft.emit(e.WagersSeen(wagers=tuple(sorted(command.wagers)), clauses=rules.cite("stakes")))


def _check_seen(rules: Rules, state: State, position: int, names: tuple[str, ...]) -> None:
    """Refuse wagers that cannot lie together at a position, whatever their amounts."""
    known_position(rules, position)
    not_excluded(rules, state, seat_name(position))
    if len(set(names)) < len(names) or not names:
        rules.refuse("stakes", "wager-twice", f"name each wager at position {position} once; leave out an empty one")
    here = state.bets.get(position)
    for name in names:
        lawful_wager(rules, state, rules.game.wager.get(name), name, new=here is None or name not in here.wagers)
    for wager, rule in rules.game.conditions:
        lies, message = wager.name in names, ""
        match rule:
            case Required() if not lies:
                message = f"the {wager.label} is missing at position {position}; without it no hand is dealt"
            case EqualTo(other=other) if lies != (other in names):
                both = f"the {wager.label} and the {rules.game.label(other)}"
                message = f"{both} go together: one of them is missing at position {position}"
            case Needs(others=others) if lies and not set(others) <= set(names):
                needed = " and ".join(rules.game.label(other) for other in others if other not in names)
                message = f"the {wager.label} needs the {needed} at the same position, {position}"
        if message:
            refuse_by(rule.clause, "wager-missing", message)


def may_lie(rules: Rules, state: State, at: int) -> Lying:
    """Where wagers may lie, and which, whatever their amounts."""
    away = any(state.devices.get(device, "present") != "present" for device in rules.devices)
    wagers = [wager for wager in rules.opening_wagers if not (away and wager.keeps_hand)]
    every = range(1, int(rules.terms["positions"]) + 1)
    return Lying(
        tuple(position for position in every if seat_name(position) not in state.excluded),
        tuple(wager.name for wager in wagers),
        tuple(wager.name for wager in wagers if wager.required or wager.equals),
        Tried(Trial(rules, state, at), c.WagersSeen, Role.DEALER, "wagers"),
    )


def usual_wagers(rules: Rules, state: State) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """What lies there now, or lay there in the last round, as far as it may lie there again."""
    found = {position: tuple(here.wagers) for position, here in state.bets.items()}
    if not found and state.round:
        hands = ((position, state.round.hands[position]) for position in state.round.positions)
        open_ = [wager.name for wager in rules.opening_wagers]
        found = {
            position: tuple(name for name in hand.wagers if name in open_)
            for position, hand in hands
            if hand.player in state.seats.values() and hand.player not in state.away
        }
    usual = []
    for position, names in sorted(found.items()):
        try:
            _check_seen(rules, state, position, names)
        except Refused:
            continue
        usual.append((position, names))
    return tuple(usual)
