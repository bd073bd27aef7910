"""A table to work with: it keeps the state, carries out commands, and lets the autodealer do what nobody else does.

>>> table = Table.of("uth", seed=7)
>>> table.sit("Ann", 50_000), table.sit("Bob", 50_000)
(1, 2)
>>> table.bet("Ann", ante=1000, blind=1000, trips=500)
>>> table.bet("Bob", ante=1000, blind=1000)
>>> table.deal()
>>> table.turn
'Ann'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Any

from pitboss.argument_types import checked
from pitboss.errors import ArgumentError, MoneyError, PitbossError
from pitboss.games import find
from pitboss.games.irregularities import Irregularity
from pitboss.games.options import Approvals
from pitboss.games.possible_irregularities import told
from pitboss.games.settlement import BY_RULING, Outcome, Result, Settlement
from pitboss.games.terms import Terms
from pitboss.ledger import held
from pitboss.ledger import player as chips_of
from pitboss.money import Odds, cents, dollars
from pitboss.submission import Submission, new_submission, parse_submission
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF, Autodealer, Reader, with_faces
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.decide import work_through
from pitboss.table.duties import OPENING, unattested
from pitboss.table.events import Event
from pitboss.table.legal import due, legal
from pitboss.table.moves import Move, Moves, chips
from pitboss.table.outcome import results
from pitboss.table.picture import picture
from pitboss.table.rack_counts import OPENER, PRACTICE_OPENER, SECOND_SIGNER, opener_is_due
from pitboss.table.rules import Refusal, Refused, Rules, rules_of
from pitboss.table.state import Hand, Line, Round, State
from pitboss.table.views import View, view

FLOOR = STAFF[Role.FLOOR]
Record = Callable[[Command, tuple[Event, ...]], None]
"""Whoever keeps the journal is told of each command's events before they count."""
_SECOND = 1000
_EPOCH = 1_767_225_600_000
"""2026-01-01T00:00:00Z"""


class Table:
    """One table under one submission, from its first event on; `refused` is told of every refusal, for the log.

    With real cards people give the faces that are asked for; a `reader` does it for them, as `simulated_cards` can.
    """

    @checked
    def __init__(
        self,
        submission: Submission | State,
        *,
        seed: int | None = None,
        by_hand: Collection[type[Command]] = (),
        record: Record | None = None,
        refused: Callable[[Command, Refusal], None] | None = None,
        clock: Callable[[], int] | None = None,
        reader: Reader | None = None,
    ) -> None:
        self.dealer = Autodealer(seed, by_hand, reader)
        self._record, self._refused = record, refused
        self._counted = clock is None and seed is not None
        self._clock = clock or (_counted(_first_day(submission)) if seed is not None else _now)
        if isinstance(submission, State):
            self.state = submission
            self.rules = rules_of(submission.game, submission.digest, submission.options)
            return
        self.rules, self.state = Rules(submission.game, submission.terms), State()
        options = {key: value for key, value in submission.plain().items() if key != "game"}
        self.do(c.PostSubmission, FLOOR, game=submission.game.name, options=options)

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any] | None = None, **kwargs: Any) -> Table:
        """An open table of a game, with sound starting values where `options` does not say otherwise."""
        table = cls(practice_submission(game, options), **kwargs)
        table.open()
        return table

    @classmethod
    @checked
    def resume(cls, state: State, **kwargs: Any) -> Table:
        """Go on with a table from where its journal ends: `Table.resume(replay(file), record=Journal(file).append)`."""
        return cls(state, **kwargs)

    def __str__(self) -> str:
        """The felt as everybody sees it, with every player's chips and wagers."""
        return picture(self.rules, view(self.rules, self.state))

    def __repr__(self) -> str:
        state, move = self.state, self.due
        stands = f"round {state.round.number}" if state.round and not state.round.over else f"{state.rounds} rounds"
        return f"<Table {self.rules.game.short}: {stands}, {move.words if move else 'nothing is due'}>"

    # --- commands ---

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command, or say why not; nothing is half done."""
        draft = work_through(self.rules, self.state, command)
        if isinstance(draft, Refusal) and draft.cards and self.dealer.reader:
            command = with_faces(command, self.dealer.reader(self.state, draft.cards))
            draft = work_through(self.rules, self.state, command)
        if isinstance(draft, Refusal):
            if self._refused:
                self._refused(command, draft)
            return draft
        events = tuple(draft.events)
        if self._record:
            self._record(command, events)
        self.state, self.rules = draft.state, draft.rules
        return events

    def do(self, kind: type[Command], by: Actor, /, **arguments: Any) -> tuple[Event, ...]:
        """Carry out a command now; a refusal is raised as `Refused`."""
        if not (isinstance(kind, type) and issubclass(kind, Command)):
            raise ArgumentError("argument", f"{kind!r:.60} is no kind of command: give a class of commands, as c.Deal")
        answer = self.try_(kind(by=by, at=self.now(), **arguments))
        if isinstance(answer, Refusal):
            raise Refused(answer)
        return answer

    def now(self) -> int:
        """The time by the table's clock; never before what has happened already, should that be put back."""
        reading = self._clock()
        if type(reading) is not int:
            raise ArgumentError("clock", f"the clock says {reading!r:.60}: it has to tell milliseconds since 1970")
        return max(reading, self.state.at)

    def _meanwhile(self) -> int | None:
        """The time to look at the table; None where time only goes on with each command."""
        return None if self._counted else self.now()

    @checked
    def open(self, floor: tuple[str, ...] = (FLOOR.name,)) -> None:
        """Open for play, after attesting what the floor has to, unless that is left to people.

        Where the rack is counted people record the opener first; with a reader of simulated cards it is made up.
        """
        if unattested(self.rules, self.state, OPENING) and not self.dealer.leaves(c.Attest, {"moment": OPENING}):
            self.do(c.Attest, FLOOR, moment=OPENING)
        if self.dealer.reader and opener_is_due(self.rules, self.state) and not self.dealer.leaves(c.CountRack):
            self.do(c.CountRack, FLOOR, what=OPENER, total=PRACTICE_OPENER, second=SECOND_SIGNER)
        self.do(c.OpenTable, FLOOR, floor=floor)

    def step(self) -> bool:
        """Let the autodealer take the step that is due; False if it waits for somebody."""
        move = due(self.rules, self.state, self._meanwhile())
        command = self.dealer.command(self.rules, self.state, move, self.now()) if move else None
        if command is None:
            return False
        answer = self.try_(command)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        return True

    def run(self) -> None:
        """Let the autodealer go on until it waits for somebody."""
        while self.step():
            pass

    # --- players ---

    @checked
    def sit(self, player: str, chips: int, position: int | None = None) -> int:
        """Take a seat and buy in; returns the position."""
        free = (p for p in range(1, self.rules.terms["positions"] + 1) if p not in self.state.seats)
        seat = position if position is not None else next(free, 0)
        cents(chips, "the buy-in", self.rules.game.cites.amount)
        if not chips:
            raise MoneyError("amount", "buy in for more than nothing", self.rules.game.cites.amount)
        self.do(c.Sit, Actor(Role.PLAYER, player), position=seat)
        self.do(c.BuyIn, Actor(Role.PLAYER, player), amount=chips)
        return seat

    @checked
    def bet(self, player: str, position: int | None = None, **wagers: int) -> None:
        """Put wagers down by their names, in cents; those that others need go down first."""
        seat = position if position is not None else self.state.seat_of(player) or 0
        placed = tuple(
            (name, wagers[name]) for name in sorted(wagers, key=lambda name: len(self.rules.needed_by(name)))
        )
        self.do(c.PlaceBets, Actor(Role.PLAYER, player), position=seat, wagers=placed)

    def deal(self) -> None:
        """Go on from the bets, or from wherever the table stands, until somebody has to decide."""
        self.run()
        if self.state.bets and self.due is None:
            self.do(c.NoMoreBets, STAFF[Role.DEALER])  # which says what is wrong with the bets

    @checked
    def act(self, player: str, action: str, amount: int | None = None, position: int | None = None) -> None:
        """Check, fold or play; the amount must be said only where several are open. Then the table goes on."""
        open_ = [m for m in self.legal(player) if m.command is c.Act and m.given["action"] == action]
        seat = position if position is not None else open_[0].given["position"] if open_ else self._position(player)
        if amount is None:
            amounts = sorted({m.given["amount"] for m in open_ if m.given["position"] == seat})
            if len(amounts) > 1:
                named = " or ".join(map(dollars, amounts))
                raise MoneyError("amount", f"{player} may {action} for {named}: say which amount, in cents")
            amount = amounts[0] if amounts else 0
        self.do(c.Act, Actor(Role.PLAYER, player), position=seat, action=action, amount=amount)
        self.run()

    @checked
    def pick(self, player: str, *places: int, position: int | None = None) -> None:
        """Choose face-down cards by their places."""
        seat = position if position is not None else self._position(player)
        self.do(c.Pick, Actor(Role.PLAYER, player), position=seat, places=places)
        self.run()

    @checked
    def set(self, player: str, *low: int, position: int | None = None) -> None:
        """Lay the cards at these places low, the others high."""
        seat = position if position is not None else self._position(player)
        self.do(c.SetHand, Actor(Role.PLAYER, player), position=seat, low=low)
        self.run()

    def _position(self, player: str) -> int:
        """The position a player acts at if none is given: the player's own seat."""
        return self.state.seat_of(self._known(player)) or 0

    def _known(self, player: str) -> str:
        """The name of somebody who has to do with the table: seated, in the round, or with money kept here."""
        state, round_ = self.state, self.state.round
        in_round = round_ is not None and any(round_.hands[p].player == player for p in round_.positions)
        if state.seat_of(player) is None and not in_round and not {chips_of(player), held(player)} & state.books.keys():
            seated = ", ".join(state.seats.values()) or "nobody"
            raise PitbossError("not-seated", f"there is no {player!r} at this table; seated: {seated}")
        return player

    # --- what there is to see ---

    @property
    def due(self) -> Move | None:
        """The step the rules demand next."""
        return due(self.rules, self.state, self._meanwhile())

    @property
    def turn(self) -> str:
        """The player whom the table waits for; empty if it waits for nobody in particular."""
        move = self.due
        return move.player if move else ""

    @checked
    def legal(self, player: str | None = None) -> Moves:
        """What may be done now, by everyone or by one player; `command in table.legal()` asks about a command."""
        moves = legal(self.rules, self.state, self._meanwhile())
        return moves if player is None else Moves(move for move in moves if move.player == self._known(player))

    @property
    def round(self) -> Round:
        """The round in progress, or the last one."""
        if self.state.round is None:
            raise PitbossError("no-round", "no round has been played yet")
        return self.state.round

    @checked
    def hand(self, player: str) -> Hand:
        """A player's (first) hand in the round."""
        return self.round.hands[self._positions(player)[0]]

    @checked
    def view(self, viewer: Actor | str | None = None) -> View:
        """The table as somebody (a player by name) may see it; without a viewer, as the public does."""
        who = Actor(Role.PLAYER, self._known(viewer)) if isinstance(viewer, str) else viewer
        return view(self.rules, self.state, who)

    @checked
    def chips(self, player: str) -> int:
        """What a player has in front of them, in cents."""
        return chips(self.state, self._known(player))

    @checked
    def settlement(self, position: int) -> Settlement:
        """How a position of the last round was settled, with the facts behind it."""
        if position not in self.round.positions:
            known = ", ".join(map(str, self.round.positions))
            raise PitbossError("not-in-play", f"position {position} is not in round {self.round.number}; {known} are")
        hand = self.round.hands[position]
        return Settlement(
            self.rules.game.name,
            tuple(
                Result(
                    line.wager,
                    Outcome(line.outcome),
                    line.stake,
                    line.paid,
                    line.returned,
                    line.clauses,
                    self._facts(position, line),
                    Odds.parse(line.odds) if line.odds else None,
                )
                for line in hand.lines
            ),
            self.rules.announced,
        )

    def _facts(self, position: int, line: Line) -> tuple[str, ...]:
        """Why a wager came out as it did, worked out again with all that was settled beside it."""
        if line.outcome == Outcome.VOID:
            hand = self.round.hands[position]
            return (told(Irregularity[hand.void], self.rules.game, hand.wagers),)
        again = results(self.rules, self.state, position, (line.wager,))
        found = next((result for result in again if result.wager == line.wager), None)
        if line.outcome == Outcome.FORFEIT and not (found and set(found.clauses) <= set(line.clauses)):
            return (BY_RULING,)
        return found.facts if found else ()

    @checked
    def explain(self, player: str) -> str:
        """The last round of a player: every result with its facts and clauses."""
        return "\n".join(self.settlement(p).explain() for p in self._positions(player))

    def _positions(self, player: str) -> list[int]:
        """Where a player has hands in the round."""
        found = [p for p in self.round.positions if self.round.hands[p].player == player]
        if not found:
            raise PitbossError("not-in-play", f"{player} has no hand in round {self.round.number}")
        return found


@checked
def practice_submission(game: str, options: Mapping[str, Any] | None = None) -> Submission:
    """A game's starting submission with some options changed, its approvals filled in for practice."""
    submission = parse_submission(new_submission(find(game)))
    given = {key: value for key, value in submission.plain().items() if key != "game"} | dict(options or {})
    for option in submission.game.options:
        if isinstance(option, Approvals) and not (options and option.name in options):
            given[option.name] = {need.key: {"reference": "practice", "date": "2026-01-01"} for need in option.needed}
    return Submission(submission.game, Terms.of_table(submission.game, given), submission.file, submission.source)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _first_day(submission: Submission | State) -> int:
    """When a repeatable run begins: in 2026, or when the last approval is there; later than all that was before."""
    if isinstance(submission, State):
        return max(_EPOCH, submission.at)
    dates = [approval.date for approval in submission.terms["approvals"].values() if approval.date]
    return max([_EPOCH, *(int((day - date(1970, 1, 1)).total_seconds()) * _SECOND for day in dates)])


def _counted(start: int) -> Callable[[], int]:
    """A clock for runs that are to be repeated: each reading is a second after the one before."""
    at = [start]

    def read() -> int:
        at[0] += _SECOND
        return at[0]

    return read
