"""Rounds at a table that stops whenever a player is asked, and the exact worth of every answer.

>>> rounds = Rounds("uth")
>>> rounds.deal(seed=7)
>>> rounds.asked.player, [str(rounds.answers[number]) for number in rounds.open]
('seat_1', ['check', 'play 3x', 'play 4x'])
>>> rounds.answer(0)
>>> [str(rounds.answers[number]) for number in rounds.open]
['check', 'play 2x']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from operator import index
from typing import Any

from pitboss.errors import PitbossError
from pitboss.ledger import METER
from pitboss.money import dollars
from pitboss.research.answers import Asked, asked, every_answer, open_answers
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.solver import solver_of
from pitboss.solvers.stakes import stakes_of
from pitboss.table import commands as c
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import DEALER
from pitboss.table.table import Table, practice_submission
from pitboss.table.views import View
from pitboss.training.choice_values import question

Values = dict[int, Fraction]
"""What each answer that is open is worth, by its number: the expected net result in antes, best play afterwards."""
ILLEGAL = "illegal-action"
"""The code of an action that is not open now."""
SEEDS = 2**63
"""Rounds are dealt from seeds below this."""


class IllegalActionError(PitbossError, ValueError):
    """An action that cannot be taken; nothing has changed."""


class Rounds:
    """A table that is newly opened for every round, each seat with chips for all that the rules may let it wager.

    So no round hangs on another: it follows from its seed and the answers alone. What comes before the deck is shuffled
    is the same every time, and done once; what comes after the round is left.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        wagers: Mapping[str, int] | None = None,
        seats: int | None = 1,
    ) -> None:
        submission = practice_submission(game, options)
        positions = int(submission.terms["positions"])
        count = positions if seats is None else seats
        if not 1 <= count <= positions:
            raise PitbossError("seats", f"the table has positions for 1 to {positions} players, not {count}")
        self.seats = {f"seat_{position}": position for position in range(1, count + 1)}
        """The players by name, with their positions."""
        self.wagers = stakes_of(submission.game, submission.terms, wagers)
        """What each of them wagers before the deal, in cents."""
        shuffled = c.ReceiveDeck if submission.terms["opening_route"] == "preshuffled" else c.Shuffle
        self.table = Table(submission, seed=0, by_hand=(shuffled,))
        self.answers = every_answer(self.rules)
        """All that a player may ever answer; the numbers of the answers are the actions."""
        self._purse = sum(self.wagers.values()) + self.ante * max(answer.times for answer in self.answers)
        self.table.open()
        for player, position in self.seats.items():
            self.table.sit(player, self._purse, position)
            self.table.bet(player, position, **self.wagers)
        self.table.run()
        self._before = self.table.state
        self.asked: Asked | None = None
        """The question that the round waits with; None when it is over."""
        self.open: tuple[int, ...] = ()
        """The numbers of the answers that the table would take now."""

    @property
    def rules(self) -> Rules:
        """What is played by."""
        return self.table.rules

    @property
    def ante(self) -> int:
        """What results and values are measured in, in cents."""
        return self.wagers["ante"]

    # --- a round ---

    def deal(self, seed: int) -> None:
        """A new round, up to its first question."""
        self.table = self._dealt(seed)
        self._wait()

    def number(self, action: object) -> int:
        """The number of an answer, from whatever a learner gives as its action."""
        if self.asked is None:
            raise IllegalActionError("no-question", "no round is being played: reset first, which deals the next one")
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if not 0 <= number < len(self.answers):
            last = len(self.answers) - 1
            raise IllegalActionError("no-action", f"{action!r} is no action: they are the numbers from 0 to {last}")
        return number

    def answer(self, number: int) -> None:
        """Answer the question; the round goes on to the next one, or to its end."""
        answer = self.table.try_(self._command(number))
        if isinstance(answer, Refusal):
            what = f"action {number} ({self.answers[number]}) is not open: {answer.message}"
            message = f"{what}; the action mask has what is: {self._choices()}"
            raise IllegalActionError(ILLEGAL, message, answer.clause)
        while self.table.state.playing and self.table.step():
            pass
        self._wait()

    def abandon(self) -> None:
        """Nothing more is asked in this round."""
        self.__dict__.pop("values", None)
        self.asked, self.open = None, ()

    def net(self, player: str) -> int:
        """What a player has won or lost, in cents; what still lies on the layout counts as lost."""
        return self.table.chips(player) - self._purse

    def _dealt(self, seed: int) -> Table:
        table = Table.resume(self._before, seed=seed)
        table.deal()
        return table

    def _wait(self) -> None:
        """For the answer to the next question, if there is one."""
        self.abandon()
        self.asked = asked(self.rules, self.table.state)
        self.open = open_answers(self.rules, self.table.state, self.answers)

    def _command(self, number: int) -> c.Act | c.Pick | c.SetHand:
        assert self.asked is not None
        return self.answers[number].command(self.asked, self.table.state.at)

    # --- what it is worth ---

    @cached_property
    def advisor(self) -> Advisor:
        """Who knows the exact values; the game is solved when the first is asked for."""
        return Advisor(self.rules.terms)

    @cached_property
    def optimum(self) -> Fraction:
        """The expected net result of a round in antes, by best play of somebody who sees no other player's cards."""
        solver, hands = solver_of(self.rules.game), len(self.seats) + 1
        stakes = {solver.reported_as(name, hands): amount for name, amount in self.wagers.items()}
        meter = self._dealt(seed=0).state.books[METER] if self.rules.metered else None
        return Advisor(self.rules.terms, stakes, meter=meter).report.ev

    @cached_property
    def values(self) -> Values | None:
        """The exact worth of every open answer, for somebody who knows what the player knows.

        Of the wagers that hang on the decision; at a pick, which is blind, of the whole round. None where that is not
        known: at a pick beside others.
        """
        if self.asked is None:
            return {}
        if self.asked.kind is c.Pick:
            return dict.fromkeys(self.open, self.optimum) if len(self.seats) == 1 else None
        found = question(self.advisor, self.rules, self.table.state, self.asked.position)
        if found is None:
            return None
        best, values = found.choices[0].exact, {}
        for number in self.open:
            command = self._command(number)
            assert not isinstance(command, c.Pick)
            judged = found.judge(command)
            assert judged is not None
            values[number] = best - judged.lost / found.ante
        return values

    def regret(self, number: int) -> Fraction | None:
        """What an open answer gives away against the best one, in antes; of cards nobody has seen any are as good."""
        if self.asked and self.asked.kind is c.Pick:
            return Fraction(0)
        return max(self.values.values()) - self.values[number] if self.values else None

    # --- as text ---

    def shown(self, player: str) -> str:
        """The table as a player sees it, with what is asked; after the round how it came out and why."""
        return "\n".join(self._lines(self.table.view(player)))

    def _lines(self, view: View) -> Iterator[str]:
        round_ = view["round"]
        yield self.rules.game.title
        if round_ is None:
            return
        yield f"dealer: {round_['hands'][DEALER]['cards']}"
        if round_["board"]:
            yield f"board: {round_['board']}"
        for player, position in self.seats.items():
            hand = round_["hands"][position]
            wagers = ", ".join(f"{name.replace('_', ' ')} {dollars(amount)}" for name, amount in hand["wagers"].items())
            yield f"{player}: {hand['cards']}; {wagers}{'; folded' if hand['folded'] else ''}"
        if self.asked:
            yield f"{self.asked.player} is asked: {self._choices()}"
        elif round_["over"]:
            yield from (f"{player}, {self.table.explain(player)}" for player in self.seats)

    def _choices(self) -> str:
        return ", ".join(f"{number} ({self.answers[number]})" for number in self.open)
