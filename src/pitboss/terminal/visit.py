"""A visit to a table: the seat, the coach beside it, and what is kept of both between visits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

import msgspec

from pitboss.solvers.solver import Choice
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.table import Record as Journalled
from pitboss.terminal.seat import Seat
from pitboss.terminal.sentences import signed
from pitboss.terminal.tutor import Tutor
from pitboss.training.choice_values import Judged
from pitboss.training.drill import Exercise, Score
from pitboss.training.mistakes import Log
from pitboss.training.player_record import Played, Record, RecordError

OFF, BEFORE, AFTER = "off", "before", "after"
MODES = (OFF, BEFORE, AFTER)
"""When the coach speaks: never, before a decision, or after it."""


class Visit:
    """One person, one table, from sitting down to leaving."""

    def __init__(
        self,
        submission: Submission,
        record: Record,
        *,
        seats: int = 1,
        seed: int | None = None,
        chips: int | None = None,
        journal: Journalled | None = None,
        mode: str = OFF,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        self.record = record
        self.notice = ""
        """Something that the player should know, such as that the statistics cannot be written."""
        self.log = Log()
        self.judged: Judged | None = None
        """The latest decision, once it has been judged."""
        self.score = Score()
        self._waiting: deque[Future[Judged | None]] = deque()
        self._told = told
        self.tutor = Tutor(submission.terms, seed, told)
        self.seat = Seat(
            submission, seats=seats, seed=seed, chips=chips, record=journal, decided=self._decided, ended=self._ended
        )
        self.mode = OFF
        self.coach(mode)

    @property
    def game(self) -> str:
        """The name under which things are kept."""
        return self.seat.game.name

    @property
    def kept(self) -> Played:
        """What is known of this player and game, this visit included."""
        try:
            return self.record.of(self.game)
        except RecordError as error:
            self._lose(error)
            return self.record.of(self.game)

    # --- the coach ---

    def coach(self, mode: str) -> None:
        """When the coach speaks from now on."""
        self.mode = mode
        if mode != OFF:
            self.tutor.wake()

    @property
    def is_judging(self) -> bool:
        """Whether decisions wait to be judged."""
        return bool(self._waiting)

    def collect(self, *, wait: bool = False) -> list[Judged]:
        """The decisions that have been judged by now, or all of them."""
        found: list[Judged] = []
        while self._waiting and (wait or self._waiting[0].done()):
            judged = self._waiting.popleft().result()
            if judged:
                found.append(judged)
                self.judged, self.log = judged, self.log.after(judged)
                self._keep(partial(Played.after_decision, judged=judged))
        return found

    def _decided(self, rules: Rules, before: State, command: c.Act | c.SetHand) -> None:
        self.judged = None
        if self.mode != OFF:
            future = self.tutor.judge(rules, before, command)
            self._waiting.append(future)
            future.add_done_callback(lambda _: self._told())

    # --- drills ---

    def answer(self, exercise: Exercise, choice: Choice) -> Judged:
        """An answer in a drill; a typed error if the cards may not lie like this."""
        judged = exercise.judge(choice)
        self.score = self.score.after(judged)
        self._keep(lambda played: played.after_drill(judged, self.score.row))
        return judged

    # --- what is kept ---

    def leave(self) -> None:
        """Give up the seat, if that has not been done; what has been judged by now is kept."""
        if self.seat.is_seated:
            self.seat.leave()
        self.collect()

    @property
    def farewell(self) -> str:
        """What the visit came to."""
        rounds = "1 round" if self.seat.rounds == 1 else f"{self.seat.rounds} rounds"
        return f"{rounds}; the session came to {signed(self.seat.net)}. Goodbye."

    def close(self) -> None:
        """Let the coach go."""
        self.tutor.close()

    def _ended(self, wagered: int, net: int) -> None:
        first = self.seat.rounds == 1

        def with_round(played: Played) -> Played:
            sessions = played.sessions + first
            return msgspec.structs.replace(played.after_round(wagered, net), sessions=sessions)

        self._keep(with_round)

    def _keep(self, how: Callable[[Played], Played]) -> None:
        try:
            self.record.change(self.game, how)
        except RecordError as error:
            self._lose(error)
            self.record.change(self.game, how)

    def _lose(self, error: RecordError) -> None:
        """What cannot be kept is kept in mind until the end."""
        self.notice = f"{error}; this run keeps no statistics"
        self.record = Record(None)
