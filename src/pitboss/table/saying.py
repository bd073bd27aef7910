"""What is due in the words of the floor: whole sentences for whoever takes the step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pitboss.games import steps as s
from pitboss.money import short_dollars as money
from pitboss.table import commands as c
from pitboss.table.commands import Command, Role
from pitboss.table.dealing import current, targets
from pitboss.table.duties import unattested, words_of
from pitboss.table.moves import Distinct, Move
from pitboss.table.outcome import results
from pitboss.table.rules import Rules
from pitboss.table.settling import task_due
from pitboss.table.state import State
from pitboss.table.words import outcome_words, phrase, seat

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Asked(NamedTuple):
    """A move with the table it is open at."""

    move: Move
    rules: Rules
    state: State
    moves: tuple[Move, ...] = ()
    """All that is open beside it."""

    @property
    def seat(self) -> str:
        """Whose hand it is about."""
        return seat(self.move.given["position"])

    @property
    def deck(self) -> str:
        """The deck it is about."""
        return f"the {self.move.given['deck']} deck"


def sentence(move: Move, rules: Rules, state: State, moves: Iterable[Move] = ()) -> str:
    """A move as a sentence that says what to do."""
    said = _SENTENCES[move.command](Asked(move, rules, state, tuple(moves)))
    return f"{said[:1].upper()}{said[1:]}."


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _or(choices: Iterable[str]) -> str:
    *first, last = choices
    return f"{', '.join(first)} or {last}" if first else last


def _act(asked: Asked) -> str:
    move = asked.move
    action = str(move.given["action"]).replace("_", " ")
    if move.role is Role.FLOOR:
        return f"{action} for {asked.seat}, who cannot be asked"
    at = move.given["position"]
    open_ = [m for m in asked.moves if m.command is c.Act and m.role is move.role and m.given["position"] == at]
    return f"ask {asked.seat}: {_or(map(choice_words, open_ or [move]))}"


def choice_words(move: Move) -> str:
    """What a player may answer, as it is said: "play $20"."""
    name, amount = str(move.given["action"]).replace("_", " "), move.given["amount"]
    return f"{name} {money(amount)}" if amount else name


def _deal(asked: Asked) -> str:
    round_ = asked.state.round
    assert round_ is not None
    left = targets(asked.rules, round_)
    if not left:
        return "complete the hands that are short, from the top of the stub"
    what = "stack" if asked.rules.stacks else "card"
    rest = len(left) - 1
    more = f", then {rest} more" if rest else ", the last one"
    return f"deal the next {what} to {_the(left[0])}{more}"


def _the(position: int) -> str:
    return "the dealer" if not position else seat(position)


def _community(asked: Asked) -> str:
    step = current(asked.rules, asked.state)
    count = step.count if isinstance(step, s.Community) else 1
    return f"deal {_number(count)} community card{'s' if count > 1 else ''} face up"


def _cut(asked: Asked) -> str:
    procedure = asked.rules.game.procedure
    return f"cut {asked.deck}: {procedure.cut_least} to {procedure.cut_most} cards off the top"


def _shuffle(asked: Asked) -> str:
    return f"the shuffler shuffles {asked.deck}" if asked.move.role is Role.DEVICE else f"shuffle {asked.deck}"


def _pick(asked: Asked) -> str:
    bounds = asked.move.open.get("places")
    count = bounds.number if isinstance(bounds, Distinct) else len(asked.move.given["places"])
    if asked.move.role is Role.FLOOR:
        return f"pick {_number(count)} cards for {asked.seat}"
    return f"ask {asked.seat} to pick {_number(count)} cards"


def _set_hand(asked: Asked) -> str:
    by_floor = asked.move.role is Role.FLOOR
    return f"set the hand of {asked.seat} the house way" if by_floor else f"ask {asked.seat} to set the hand"


def _lay_down(asked: Asked) -> str:
    by_floor = asked.move.role is Role.FLOOR
    return (
        f"declare the cards of {asked.seat} laid down" if by_floor else f"wait until {asked.seat} lays the cards down"
    )


def _forfeit(asked: Asked) -> str:
    lost = f"rule that {asked.move.given['player']}’s wagers are lost"
    rule = asked.rules.game.conduct_rule(asked.move.given.get("rule", ""))
    why = rule.words if rule else "abandoned" if asked.move.given["why"] == "abandoned" else "a breach of conduct"
    return f"{lost}: {why}"


def _let_stand(asked: Asked) -> str:
    stand = f"rule that {asked.move.given['player']}’s wagers stand"
    rule = asked.rules.game.conduct_rule(asked.move.given.get("rule", ""))
    return f"{stand}: it is not confirmed that {rule.words}" if rule else stand


def _attest(asked: Asked) -> str:
    moment = asked.move.given["moment"]
    return f"attest the {moment}: {words_of(unattested(asked.rules, asked.state, moment))}"


def _count_rack(asked: Asked) -> str:
    given = asked.move.given
    what = {"opener": "count the rack: the opener", "closer": "count the rack: the closer"}
    said = what.get(given["what"], "count the drop" if given["what"] == "drop" else f"record a {given['what']}")
    return f"{said}, which was mistyped" if given["again"] else said


def _settle(asked: Asked) -> str:
    """What is due at a seat; where no amounts are known, how each wager comes out, in the order of the rules."""
    task = task_due(asked.rules, asked.state)
    whole = asked.move.command is c.SettlePosition
    if asked.rules.announced and task and task.kind == "settle":
        lines = results(asked.rules, asked.state, task.position, task.wagers)
        return f"{asked.seat}: {outcome_words(lines)}"
    if whole:
        return f"do all that is due at {asked.seat}: show, settle, collect"
    return f"settle the wagers of {asked.seat} that are due"


def _about(text: str) -> Callable[[Asked], str]:
    """A sentence about the player, the seat or the deck that the move names."""
    return lambda asked: text.format(
        player=asked.move.given.get("player", asked.move.player),
        seat=asked.seat if "position" in asked.move.given else "",
        deck=asked.deck if "deck" in asked.move.given else "",
    )


_SENTENCES: dict[type[Command], Callable[[Asked], str]] = {
    c.PostSubmission: _about("change the submission of this table"),
    c.OpenTable: _about("open the table"),
    c.CloseTable: _about("close the table"),
    c.Attest: _attest,
    c.GoIdle: _about("declare the table idle: the cards are spread"),
    c.Sit: _about("take {seat}"),
    c.Leave: _about("{player} leaves the table"),
    c.BuyIn: _about("{player} buys chips"),
    c.Tip: _about("{player} gives a tip"),
    c.ReceiveDeck: _about("bring {deck} to the table"),
    c.RemoveDeck: _about("take {deck} off the table"),
    c.Handle: lambda asked: f"{asked.move.given['step'].words} ({asked.deck})",
    c.Shuffle: _shuffle,
    c.Cut: _cut,
    c.CountDeck: _about("count the whole of {deck} face down"),
    c.OrderRecut: _about("order a new cut"),
    c.OrderShuffle: _about("order a new shuffle"),
    c.Bet: lambda asked: f"{asked.move.player} may bet: {asked.rules.game.label(asked.move.given['wager'])}",
    c.PlaceBets: _about("{player} may bet"),
    c.UseCoupon: _about("{player} may lay a coupon"),
    c.WagersSeen: _about("say which wagers lie at which seats"),
    c.NoMoreBets: _about("call “No more bets”"),
    c.Deal: _deal,
    c.TakeOut: _about("take the cards left in the shoe into the hand"),
    c.CloseDeal: _about("close the deal on the device"),
    c.Deliver: _about("bring the dealer’s stack from the shoe to its place"),
    c.Burn: _about("burn one card, unseen"),
    c.DealCommunity: _community,
    c.RackStub: _about("put the stub into the discard rack, uncounted"),
    c.CountStub: _about("count the stub, face down"),
    c.CountHands: _about("count every hand: stub and hands do not come to 52"),
    c.HandCount: lambda asked: f"count the hand of {_the(asked.move.given['position'])} again",
    c.DrawPick: _about("have the places of {seat} drawn: a card of the hand was seen"),
    c.DeviceStatus: lambda asked: f"put the {asked.move.given['device'].replace('-', ' ')} in order",
    c.CountRack: _count_rack,
    c.Withdraw: lambda asked: f"withdraw the last report ({phrase(asked.move.given['fact'])}), which was a mistake",
    c.LayDown: _lay_down,
    c.Pick: _pick,
    c.Act: _act,
    c.SetHand: _set_hand,
    c.Reveal: _about("turn up the dealer’s cards and announce them"),
    c.Show: _about("turn up the cards of {seat} and announce them"),
    c.Settle: _settle,
    c.RackHand: _about("collect the cards of {seat}"),
    c.SettlePosition: _settle,
    c.ClearTable: _about("clear the table: the round is over"),
    c.Forfeit: _forfeit,
    c.LetStand: _let_stand,
    c.FreeSeat: _about("free the seat of {player}, who walked away"),
    c.Exclude: _about("keep {player} out of later rounds"),
    c.Readmit: _about("let {player} in again"),
    c.Correct: _about("put an error right with {player}"),
    c.CorrectFaces: _about("correct cards that were misread"),
}
