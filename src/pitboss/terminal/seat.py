"""A person's seat at a table: wagers, questions, answers and results, however they are shown.

>>> from pitboss.table.table import practice_submission
>>> seat = Seat(practice_submission("top-five"), seed=7)
>>> seat.slip.least()
>>> seat.deal()
>>> [choice.words for choice in seat.choices]
['Play $10', 'Fold']
>>> seat.choose(seat.choices[0])
>>> seat.is_over, seat.net, seat.rounds
(True, 1000, 1)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

from pitboss.cards import UNKNOWN, parse
from pitboss.errors import PitbossError
from pitboss.floor.sittings import Played, Sitting, after
from pitboss.games import steps as s
from pitboss.games.game import Game
from pitboss.games.settlement import Settlement
from pitboss.money import short_dollars as money
from pitboss.playtest.random_players import Session
from pitboss.solvers.solver import Choice, solver_of
from pitboss.solvers.spots import Spot
from pitboss.submission import Submission
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.moves import Distinct, Move, chips
from pitboss.table.rules import Refusal, Refused, Rules
from pitboss.table.state import State
from pitboss.table.supervision import walked_away
from pitboss.table.table import Record, Table
from pitboss.table.views import View, view
from pitboss.terminal.slip import Slip
from pitboss.training.hand_reading import Reading, read, setting_of

YOU = "Guest"
"""The name of the person in the record; on the screen it is you."""
_QUESTIONS = (c.Act, c.Pick, c.SetHand)
_WAGERS_TO_BUY = 100
"""Chips for so many of the smallest antes, to begin with."""
AWAY = "the player has left the table"
Decision = Callable[[Rules, State, c.Act | c.SetHand], None]
"""Told of every decision with the table as it stood before."""
Ended = Callable[[int, int], None]
"""Told of every round that is over: what was wagered, and the net result."""


class Way(NamedTuple):
    """One answer to a question."""

    name: str
    """Such as "Play 4×"."""
    action: str
    amount: int

    @property
    def words(self) -> str:
        """With the amount, where there is one."""
        return f"{self.name} {money(self.amount)}" if self.amount else self.name


class Seat:
    """One person at a table that is run by the autodealer, alone or beside simple players."""

    def __init__(
        self,
        submission: Submission,
        *,
        seats: int = 1,
        seed: int | None = None,
        chips: int | None = None,
        record: Record | None = None,
        decided: Decision | None = None,
        ended: Ended | None = None,
    ) -> None:
        self._record, self._decided, self._ended = record, decided, ended
        self._batch: list[tuple[Command, e.Event]] = []
        self.announced: dict[int, str] = {}
        """How each hand of the round was announced."""
        self._sittings: dict[str, Sitting] = {}
        self.news: list[e.Event] = []
        """What has happened since the last question, for whoever tells it."""
        self.cards: tuple[int, ...] = ()
        """The own cards as they were last seen."""
        self.table = Table(submission, seed=seed, record=self._note)
        self.table.open()
        positions = int(submission.terms["positions"])
        if seats > positions:
            raise PitbossError("seats", f"the table has {positions} positions: play with at most that many")
        self.position = (positions + 1) // 2
        self.bought = 0
        self.table.do(c.Sit, self._actor, position=self.position)
        self.buy(chips)
        self._company = Session(
            self.table,
            seats - 1,
            secrets.randbits(32) if seed is None else seed,
            decide=_written_strategy(submission.game),
        )
        self.slip = Slip(self.table, YOU)
        self.last_wagers: dict[str, int] = {}
        self.table.run()
        self._hear()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.rules.game

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        return self.table.rules

    # --- money ---

    @property
    def chips(self) -> int:
        """What lies in front, in cents."""
        return chips(self.table.state, YOU)

    @property
    def net(self) -> int:
        """What the session has come to so far: results of rounds that are over."""
        return self._sitting.net

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return self._sitting.rounds

    @property
    def last(self) -> tuple[Played, ...]:
        """The last rounds, the latest first."""
        return self._sitting.last

    def buy(self, amount: int | None = None) -> int:
        """More chips; as many as one began with if no amount is named. Returns what was bought."""
        first = self.rules.terms.posted["ante"]
        assert first is not None
        cents = amount if amount is not None else self.bought or first[0] * _WAGERS_TO_BUY
        self.table.do(c.BuyIn, self._actor, amount=cents)
        self.bought = self.bought or cents
        return cents

    # --- the round ---

    @property
    def view(self) -> View:
        """What the player may see."""
        return view(self.rules, self.table.state, self._actor)

    @property
    def is_playing(self) -> bool:
        """Whether a round is in progress."""
        return self.table.state.playing is not None

    @property
    def is_over(self) -> bool:
        """Whether a round has been played and the next has not begun."""
        return self.table.state.round is not None and not self.is_playing

    def deal(self) -> None:
        """The wagers go down, the others bet, the cards are dealt; a refusal is raised and changes nothing."""
        wagers = self.slip.checked()
        self.table.bet(YOU, **wagers)
        self.last_wagers = wagers
        self.cards = ()
        self.news.clear()
        for name in self._company.players:
            self._company.bet(name)
        self._go_on()

    @property
    def question(self) -> Move | None:
        """What the player is asked now."""
        move = self.table.due if self.is_playing else None
        return move if move and move.player == YOU and move.command in _QUESTIONS else None

    @property
    def choices(self) -> tuple[Way, ...]:
        """What the player may do, where that is a choice between actions."""
        moves = [move for move in self.table.legal(YOU) if move.command is c.Act] if self.question else []
        ante = self.wagers.get("ante", 0)
        asked = [(str(move.given["action"]), int(move.given["amount"])) for move in moves]
        return tuple(Way(named(action, amount, ante), action, amount) for action, amount in asked)

    @property
    def places(self) -> Distinct | None:
        """How many cards of how many are to be picked, or laid low."""
        move = self.question
        bounds = move and (move.open.get("places") or move.open.get("low"))
        return bounds if isinstance(bounds, Distinct) else None

    @property
    def is_picking(self) -> bool:
        """Whether cards are picked unseen."""
        return self.question is not None and self.question.command is c.Pick

    @property
    def is_setting(self) -> bool:
        """Whether the hand is being set."""
        return self.question is not None and self.question.command is c.SetHand

    @property
    def wagers(self) -> dict[str, int]:
        """The own wagers in the round."""
        round_ = self.table.state.round
        return dict(round_.hands[self.position].wagers) if round_ and self.position in round_.hands else {}

    def choose(self, way: Way) -> None:
        """Check, play or fold."""
        self._answer(c.Act, action=way.action, amount=way.amount)

    def pick(self, places: tuple[int, ...]) -> None:
        """Choose face-down cards by their places."""
        self._answer(c.Pick, places=places)

    def set(self, low: tuple[int, ...]) -> None:
        """Lay the cards at these places low, the others high."""
        self._answer(c.SetHand, low=low)

    def reading(self, low: tuple[int, ...] = ()) -> Reading:
        """The own hand in words, with these places laid low."""
        setting, round_ = setting_of(self.rules), self.table.state.round
        if not self.cards or UNKNOWN in self.cards or round_ is None:
            return Reading()
        low = low if setting and len(low) == setting.low else ()
        held = s.HeldCards(self.cards, (), round_.faces(round_.board), tuple(self.wagers))
        return read(self.rules, held, low)

    @property
    def settlement(self) -> Settlement | None:
        """How the own wagers have come out so far, with the facts and clauses behind each."""
        round_ = self.table.state.round
        if round_ is None or self.position not in round_.hands or not round_.hands[self.position].lines:
            return None
        return self.table.settlement(self.position)

    # --- leaving ---

    @property
    def is_seated(self) -> bool:
        """Whether the seat is still the player's."""
        return self.table.state.seat_of(YOU) is not None

    @property
    def parting(self) -> str:
        """What becomes of the wagers if the player leaves now."""
        if not self.is_playing:
            return "No wager is on the table: your chips go with you."
        clauses = dict.fromkeys((*self.rules.cite("abandoned"), *self.rules.cite("stand-in")))
        return (
            f"A round is being played, with {money(sum(self.wagers.values()))} of yours on the layout. If you leave, "
            "your wagers stand and the floor plays on for you: it checks where it may and folds where it must "
            f"({', '.join(clauses)})."
        )

    def leave(self) -> None:
        """Give up the seat; a round in progress is played to its end by the floor, as for one who has walked away."""
        table = self.table
        floor = Actor(Role.FLOOR, table.state.floor[0])
        if self.is_playing:
            table.do(c.Departed, floor, player=YOU)
            while self.is_playing:
                move = table.due
                if move and move.command is c.LetStand:
                    table.do(c.LetStand, floor, **move.given, reason=AWAY)
                else:
                    self._company.go_on()
        self._hear()
        if YOU in walked_away(table.state):
            table.do(c.FreeSeat, floor, player=YOU)
        else:
            table.do(c.Leave, self._actor)

    # --- inside ---

    @property
    def _actor(self) -> Actor:
        return Actor(Role.PLAYER, YOU)

    @property
    def _sitting(self) -> Sitting:
        return self._sittings[YOU]

    def _answer(self, kind: type[c.Act | c.Pick | c.SetHand], **arguments: object) -> None:
        rules, before = self.rules, self.table.state
        command = kind(by=self._actor, at=self.table.now(), position=self.position, **arguments)  # type: ignore[arg-type]
        answer = self.table.try_(command)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        if self._decided and not isinstance(command, c.Pick):
            self._decided(rules, before, command)
        self.news.clear()
        self._go_on()

    def _go_on(self) -> None:
        """Until the player is asked, or the round is over."""
        number = self.table.state.rounds + (not self.is_playing)
        while not self.question and (self.is_playing or self.table.state.rounds < number):
            self._company.go_on()
        self._hear()

    def _note(self, command: Command, events: tuple[e.Event, ...]) -> None:
        if self._record:
            self._record(command, events)
        self._batch += [(command, event) for event in events]

    def _hear(self) -> None:
        """What has happened is told, and counted; no two rounds end between two questions."""
        for command, event in self._batch:
            self.news.append(event)
            if isinstance(event, e.BetsClosed):
                self.announced = {}
            elif isinstance(event, e.HandAnnounced):
                self.announced[event.position] = event.words
            self._sittings = dict(after(self._sittings, self.table.state, event, command.at, self.announced))
            if isinstance(event, e.RoundEnded) and self._ended and self.settlement:
                results = self.settlement.results
                self._ended(sum(one.stake for one in results), self.settlement.net)
        self._batch.clear()
        round_ = self.view["round"]
        if round_ and self.position in round_["hands"]:
            cards = parse(round_["hands"][self.position]["cards"])
            if not self.cards or cards.count(UNKNOWN) <= self.cards.count(UNKNOWN):
                self.cards = cards


def _written_strategy(game: Game) -> Callable[[Spot], Choice] | None:
    """How the other players decide: by the first strategy that comes with the game; without one at random."""
    try:
        strategies = solver_of(game).strategies
    except PitbossError:
        return None
    return strategies[0].decide if strategies else None


def named(action: str, amount: int, ante: int) -> str:
    """An action as a player says it: how many antes it is, where that is not in its name already.

    >>> named("play", 4000, 1000), named("play", 1000, 1000), named("play_3", 3000, 1000)
    ('Play 4×', 'Play', 'Play 3')
    """
    times, words = amount // ante if ante else 0, action.replace("_", " ").capitalize()
    return f"{words} {times}×" if times > 1 and not words[-1].isdigit() else words
