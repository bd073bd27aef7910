"""A table that tracks every stake, and beside it one that knows no amounts, told of the same facts."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from pitboss.games.common import ANNOUNCED, CARDS, REAL, STAKES
from pitboss.games.settlement import Outcome
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.rules import Refusal
from pitboss.table.table import Record, Table

ABOUT_MONEY = (c.Bet, c.PlaceBets, c.UseCoupon, c.BuyIn, c.Tip, c.Correct)
"""What is done at a table that tracks, and cannot be where nobody knows amounts."""
MONEY_ONLY = (e.WagerPlaced, e.CouponLaid, e.ChipsBought, e.ChipsBrought, e.TipGiven, e.ErrorCorrected, e.WagersSeen)
NO_AMOUNTS: dict[type[Event], dict[str, Any]] = {
    e.WagerSettled: {"stake": 0, "paid": 0, "returned": 0},
    e.Decided: {"amount": 0},
    e.SubmissionPosted: {"options": {}, "digest": ""},
    e.FactReported: {"events": 0},
}


class Beside(Table):
    """Whatever is done here, with real cards and amounts, is done without amounts too, and comes out alike."""

    quiet: Table
    record_quiet: Record | None = None

    def __init__(self, submission: Any, **kwargs: Any) -> None:
        self.record_quiet = kwargs.pop("record_quiet", None)
        super().__init__(submission, **kwargs)

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        before = self.state
        answer = super().try_(command)
        if isinstance(command, c.PostSubmission):
            command = replace(command, options={**command.options, STAKES: ANNOUNCED})
            if not hasattr(self, "quiet"):
                self.quiet = Table.__new__(Table)
                self.quiet.__dict__ |= self.__dict__ | {"state": before, "_record": self.record_quiet}
        if isinstance(command, ABOUT_MONEY):
            return answer
        if isinstance(command, c.NoMoreBets):
            self._show(command)
        if isinstance(command, c.Act):
            command = replace(command, amount=0)
        same = self.quiet.try_(command)
        difference = differing(answer, same)
        assert not difference, f"{command}\n{difference}"
        assert self.quiet.state.books == {}
        return answer

    def _show(self, call: c.NoMoreBets) -> None:
        """The dealer says what lies there, as it is seen; nothing is said twice."""
        lie = tuple((position, tuple(bets.wagers)) for position, bets in self.state.bets.items())
        if lie := lie or self._dealt_in():
            answer = self.quiet.try_(c.WagersSeen(by=STAFF[Role.DEALER], at=call.at, wagers=lie))
            assert not isinstance(answer, Refusal), answer.message

    def _dealt_in(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """After the call: what lay there when it was made."""
        round_ = self.state.playing
        if round_ is None or self.quiet.state.playing:
            return ()
        return tuple((position, tuple(round_.hands[position].wagers)) for position in round_.positions)


def of(game: str, options: dict[str, Any], **kwargs: Any) -> Beside:
    """An open table of real cards with its other self."""
    table = Beside.of(game, {**options, CARDS: REAL}, **kwargs)
    assert isinstance(table, Beside)
    return table


def bare(answer: tuple[Event, ...] | Refusal) -> tuple[object, ...]:
    """An answer without amounts and what is about them alone."""
    if isinstance(answer, Refusal):
        return "refused", answer.code, answer.clause
    told = (event for event in answer if not isinstance(event, MONEY_ONLY))
    return tuple(replace(event, money=(), **NO_AMOUNTS.get(type(event), {})) for event in told)


def differing(answer: tuple[Event, ...] | Refusal, same: tuple[Event, ...] | Refusal) -> str:
    """What does not come out alike."""
    pairs = zip_longest(bare(answer), bare(same))
    return "\n".join(f"{one}\n    {other}" for one, other in pairs if one != other)


def settlements(events: tuple[Event, ...]) -> list[tuple[str, str, str | None]]:
    """Each wager with its outcome and its odds."""
    settled = (event for event in events if isinstance(event, e.WagerSettled))
    return [(event.wager, Outcome(event.outcome).value, event.odds) for event in settled]
