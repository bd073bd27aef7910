"""Questions on the settlement: which seat, which wager, take, pay or give back, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from pitboss.games.settlement import Outcome, Result
from pitboss.law import Citation
from pitboss.money import short_dollars as money
from pitboss.table import commands as c
from pitboss.table.legal import due
from pitboss.table.outcome import results
from pitboss.table.rules import Rules
from pitboss.table.settling import task_due
from pitboss.table.words import seat
from pitboss.training.questions import Option, Point, Question, Topic, Typed, Unit
from pitboss.training.shift_step import Step
from pitboss.training.step_questions import Asking, refused, sentence

AT_A_SEAT = (c.Show, c.Settle, c.RackHand)
DONE = {
    Outcome.WIN: ("p", "Pay it", "wins and is paid"),
    Outcome.LOSE: ("t", "Take it", "loses and is taken"),
    Outcome.FORFEIT: ("t", "Take it", "is forfeited and is taken"),
    Outcome.PUSH: ("b", "Give it back", "is a push and goes back"),
    Outcome.VOID: ("b", "Give it back", "is void and goes back"),
}


def which_seat(asking: Asking) -> Iterator[Question]:
    """Whose turn it is in the settlement."""
    at, last = _seat(asking.step), _last_seat(asking)
    if at is None or isinstance(asking.step.command, c.RackHand) or at == last:
        return
    out = [place for place in asking.round.positions if place == at or not asking.round.hands[place].racked]
    options = []
    for place in out:
        refusal = asking.tried_as(c.SettlePosition, position=place)
        options.append(Option(str(place), seat(place).capitalize(), refused(refusal) if refusal else None))
    if len(options) > 1:
        turn = "first" if last is None else "next"
        point = Point(f"Seat {at} comes {turn}.", _clauses(asking))
        yield Question(Topic.ORDER, f"Which seat do you turn to {turn}?", asking.scene(), point, tuple(options))


def which_wager(asking: Asking) -> Iterator[Question]:
    """Which of several wagers at a seat is settled first, where a rule says so.

    The ante and what follows from it are settled together in some games: they are not played off against each other.
    """
    command, task = asking.step.command, task_due(asking.rules, asking.state) if asking.state.playing else None
    if not asking.rules.cite("wager-order") or not isinstance(command, c.Settle) or not task or len(task.wagers) < 2:
        return
    if asking.random.randrange(len(task.wagers)):  # about once at a seat, at any of its wagers
        return
    due_first, *later = task.wagers
    wrong = []
    for name in later:
        refusal = asking.tried_as(c.Settle, position=command.position, wager=name)
        if refusal and not (is_main(asking.rules, due_first) and is_main(asking.rules, name)):
            wrong.append((_the(asking.rules, name), refused(refusal)))
    if wrong:
        turn = "next" if asking.round.hands[command.position].lines else "first"
        first = _the(asking.rules, due_first)
        options = asking.numbered([(first, None), *wrong])
        point = Point(f"{first} is settled {turn}.", asking.rules.cite("wager-order"))
        asks = f"Seat {command.position}: which of these wagers do you settle {turn}?"
        yield Question(Topic.ORDER, asks, asking.scene(), point, options)


def outcome(asking: Asking) -> Iterator[Question]:
    """Whether a wager is taken, paid or given back."""
    command = asking.step.command
    if not isinstance(command, c.Settle) or command.wager is None:
        return
    for result in results(asking.rules, asking.state, command.position, (command.wager,)):
        key, _, becomes = DONE[result.outcome]
        said = f"{_the(asking.rules, result.wager)} {becomes}{_because(result)}"
        point = Point(sentence(said), result.clauses)
        ways = dict.fromkeys(way[:2] for way in DONE.values())
        options = tuple(Option(one, words, None if one == key else point) for one, words in ways)
        stake = f" of {money(result.stake)}" if result.stake else ""
        asks = f"Seat {command.position}, the {asking.rules.game.label(result.wager)}{stake}: what do you do with it?"
        yield Question(Topic.OUTCOME, asks, asking.scene(), point, options)


def amount(asking: Asking) -> Iterator[Question]:
    """What a winning wager is paid."""
    command = asking.step.command
    if not isinstance(command, c.Settle) or command.wager is None:
        return
    for result in results(asking.rules, asking.state, command.position, (command.wager,)):
        if result.paid:
            point = Point(sentence(f"{_the(asking.rules, result.wager)} is paid {_reckoned(result)}"), result.clauses)
            yield Question(
                Topic.AMOUNT,
                f"Seat {command.position}: what do you pay on the {asking.rules.game.label(result.wager)}, in dollars?",
                asking.scene(),
                point,
                typed=Typed(Unit.DOLLARS, result.paid, partial(_misjudged, asking, command)),
            )


def _misjudged(asking: Asking, command: c.Settle, pays: int) -> Point:
    """What the rules say to a dealer who means to pay something else."""
    refusal = asking.tried(replace(command, pays=pays))
    assert refusal is not None
    return refused(refusal)


def is_main(rules: Rules, wager: str) -> bool:
    """Whether a wager is required, or made after the deal."""
    found = rules.game.wager.get(wager)
    return found is not None and (found.after_deal or found.required)


def _seat(step: Step) -> int | None:
    return step.command.position if isinstance(step.command, AT_A_SEAT) else None


def _last_seat(asking: Asking) -> int | None:
    """The seat at which the dealer was last, at this step of the round."""
    for step in reversed(asking.before):
        if isinstance(step.command, AT_A_SEAT) and step.state.round and step.state.round.step == asking.round.step:
            return _seat(step)
    return None


def _clauses(asking: Asking) -> tuple[Citation, ...]:
    """What the due step rests on."""
    move = due(asking.rules, asking.state)
    return move.clauses if move else ()


def _the(rules: Rules, wager: str) -> str:
    return f"The {rules.game.label(wager)}"


def _because(result: Result) -> str:
    return f": {'; '.join(result.facts)}" if result.facts else ""


def _reckoned(result: Result) -> str:
    plain = result.odds and result.stake and result.odds.pays(result.stake) == result.paid
    return money(result.paid) + (f", {result.odds} on {money(result.stake)}" if plain else _because(result))
