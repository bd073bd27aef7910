"""A shift at a table, played by simple players and noted down step by step: what a lesson is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games.common import CARDS, REAL
from pitboss.games.options import Approvals
from pitboss.playtest.random_players import Session
from pitboss.solvers.solver import Choice, solver_of
from pitboss.solvers.spots import Spot
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table.autodealer import AT_A_POSITION, STAFF, Autodealer, Reader, simulated_cards, with_faces
from pitboss.table.commands import Command, Role
from pitboss.table.dealing import targets
from pitboss.table.decide import work_through
from pitboss.table.events import Event
from pitboss.table.moves import Move, OneOf
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import State
from pitboss.table.table import Table, practice_submission
from pitboss.training.levels import Level
from pitboss.training.shift_step import Step


class _OneByOne(Autodealer):
    """Shows, settles and racks one thing at a time, and deals in two goes, so that each can be asked about."""

    def command(self, rules: Rules, state: State, move: Move, at: int) -> Command | None:
        given: dict[str, Any] = dict(move.given)
        if move.command in AT_A_POSITION:
            first = move.open.get("wager")
            if isinstance(first, OneOf):
                given["wager"] = first.values[0]
            return move.command(by=STAFF[Role.DEALER], at=at, **given)
        if move.command is c.Deal and state.playing and not state.playing.dealt:
            left = targets(rules, state.playing)
            return c.Deal(by=STAFF[Role.DEALER], at=at, count=self.number(1, max(1, len(left) - 1)))
        return super().command(rules, state, move, at)


class Noted(Table):
    """A table that remembers all that is done at it."""

    def __init__(self, submission: Submission, seed: int, reader: Reader | None) -> None:
        self.steps: list[Step] = []
        super().__init__(submission, seed=seed)
        self.dealer = _OneByOne(seed, reader=reader)

    def taken(self) -> tuple[Step, ...]:
        """What has been done since this was asked last."""
        steps = tuple(self.steps)
        self.steps.clear()
        return steps

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        rules, state = self.rules, self.state
        command = self._read(command)
        answer = super().try_(command)
        if not isinstance(answer, Refusal):
            self.steps.append(Step(rules, state, command, answer, self.state))
        return answer

    def _read(self, command: Command) -> Command:
        """The command with the faces that it needs, so that a step has them."""
        draft = work_through(self.rules, self.state, command)
        unread = draft.cards if isinstance(draft, Refusal) else ()
        return with_faces(command, self.dealer.reader(self.state, unread)) if unread and self.dealer.reader else command


def rounds(submission: Submission, level: Level, seed: int) -> Iterator[tuple[Step, ...]]:
    """The rounds of a shift without end, each with all that was done since the one before."""
    reader = simulated_cards(seed) if submission.terms.get(CARDS) == REAL else None
    table = Noted(approved(submission), seed, reader)
    table.open()
    players = min(level.players, int(submission.terms["positions"]))
    session = Session(
        table,
        players,
        seed,
        level.irregularities,
        decide=_way(submission),
        side_wagers=level.side_wagers,
        step=level.bets_apart,
    )
    while True:
        session.play()
        yield table.taken()


def approved(submission: Submission) -> Submission:
    """The same table with its approvals filled in: a dealer trains before it may open."""
    granted = [option.name for option in submission.game.options if isinstance(option, Approvals)]
    own = {name: value for name, value in submission.plain().items() if name not in ("game", *granted)}
    return practice_submission(submission.game.name, own)


def _way(submission: Submission) -> Callable[[Spot], Choice] | None:
    """How sensible players of the game decide: by its first written strategy; at random where there is none."""
    try:
        written = solver_of(submission.game).strategies
    except PitbossError:
        return None
    return written[0].decide if written else None
