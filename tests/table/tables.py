"""Tables for tests: known cards, known people, everything that happened in a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.cards import DECK, parse
from pitboss.table import commands as c
from pitboss.table.autodealer import Autodealer
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.events import Event
from pitboss.table.legal import due
from pitboss.table.rules import Refusal
from pitboss.table.table import Table, practice_submission

DEALER = Actor(Role.DEALER, "Dora")
FLOOR = Actor(Role.FLOOR, "Flo")
STRANGER = Actor(Role.FLOOR, "Someone else")
DEVICE = Actor(Role.DEVICE, "shuffler")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
METHODS: dict[str, dict[str, Any]] = {
    "manual-shoe": {"dealing_method": "manual-shoe", "shuffle_method": "manual"},
    "hand": {"dealing_method": "hand", "shuffle_method": "automated"},
    "automated-shoe": {"dealing_method": "automated-shoe", "shuffle_method": "automated"},
}
"""One lawful combination for each way of dealing."""
TWO_DECKS: dict[str, Any] = {
    "shuffle_method": "automated",
    "decks": 2,
    "deck_backs": ["red", "blue"],
}
GAMES = ("uth", "hi-lo", "top-five", "pik-it")
WAGERS: dict[str, dict[str, int]] = {
    "uth": {"ante": 10, "blind": 10},
    "hi-lo": {"ante": 10},
    "top-five": {"ante": 10},
    "pik-it": {"ante": 10, "five_card_bonus": 10},
}
"""The compulsory wagers of each game, in dollars."""
CUT = 10


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


def stacked(top: str) -> tuple[int, ...]:
    """A whole deck with these cards on top, in dealing order."""
    first = parse(top)
    return first + tuple(card for card in DECK if card not in first)


class Rigged(Autodealer):
    """Shuffles to a known order, as it will be dealt after a cut of ten."""

    def __init__(self, top: str, by_hand: tuple[type[Command], ...] = ()) -> None:
        super().__init__(seed=1, by_hand=by_hand)
        self.top = stacked(top)
        self.cut_follows = True

    def order(self) -> tuple[int, ...]:
        return self.top[-CUT:] + self.top[:-CUT] if self.cut_follows else self.top

    def command(self, rules: Any, state: Any, move: Any, at: int) -> Command | None:
        self.cut_follows = not rules.shuffler
        if move.command is c.Cut and c.Cut not in self.by_hand:
            return c.Cut(by=DEALER, at=at, deck=move.given["deck"], cards=CUT)
        return super().command(rules, state, move, at)


class Scene(Table):
    """A table whose cards are known, with every event in `happened`."""

    happened: list[Event]

    def asks(self, kind: type[Command], by: Actor, **arguments: Any) -> tuple[Event, ...]:
        """Give a command that must be carried out."""
        return self.do(kind, by, **arguments)

    def refuses(self, kind: type[Command], by: Actor, **arguments: Any) -> Refusal:
        """Give a command that must be refused, with nothing changed."""
        before = self.state
        answer = self.try_(kind(by=by, at=self.now(), **arguments))
        assert isinstance(answer, Refusal), f"{kind.__name__} was carried out: {answer}"
        assert self.state is before
        return answer

    def until(self, kind: type[Command]) -> Scene:
        """Let the autodealer go on until this step is due; people's steps are not taken."""
        for _ in range(500):
            move = due(self.rules, self.state)
            if move and move.command is kind:
                return self
            assert self.step(), f"{kind.__name__} is never due; the table waits for {move.words if move else 'bets'}"
        raise AssertionError("the table never gets there")

    def names(self) -> list[str]:
        """The events so far, by name."""
        return [type(event).__name__ for event in self.happened]

    def seen(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.happened if type(event) is kind]

    def cards_at(self, position: int) -> str:
        """The cards of a position (0: the dealer) in the order they came, as the engine knows them."""
        return self.round.shown(self.round.hands[position].cards)

    def answer(self, **choice: str) -> None:
        """Let each player take an action at the present decision: answer(Ann="fold", others="check")."""
        here = self.round.step
        while (move := due(self.rules, self.state)) and move.command is c.Act and self.round.step == here:
            self.act(move.player, choice.get(move.player, choice.get("others", "fold")))

    def finish(self, action: str = "fold") -> None:
        """Play the round to its end; every player takes this action where it is open, else the first one."""
        for _ in range(1000):
            self.run()
            move = due(self.rules, self.state)
            if move is None or self.state.playing is None:
                return
            by, given = player(move.player), dict(move.given)
            if move.command is c.Act:
                options = [m.given for m in self.legal(move.player) if m.command is c.Act]
                given = dict(next((o for o in options if o["action"] == action), options[0]))
            elif move.command is c.Pick:
                given["places"] = (1, 2, 3)
            elif move.command is c.SetHand:
                step = next(s for s in self.rules.script if type(s).__name__ == "SetHand")
                cards = self.round.faces(self.round.hands[given["position"]].cards)
                given["low"] = tuple(cards.index(card) + 1 for card in step.house_way(cards))  # type: ignore[attr-defined]
            else:
                raise AssertionError(f"nobody here does {move.words}")
            self.do(move.command, by, **given)
        raise AssertionError("the round never ends")


def bare(game: str, by_hand: tuple[type[Command], ...] = (), cards: str = "", **options: Any) -> Scene:
    """A table with its submission posted and not yet open; nobody is seated and no deck has come."""
    happened: list[Event] = []
    table = Scene(practice_submission(game, options), seed=1, record=lambda command, events: happened.extend(events))
    table.happened = happened
    table.dealer = Rigged(cards, by_hand)
    return table


def scene(
    game: str,
    bets: Mapping[int, Mapping[str, int]] | int = 1,
    *,
    cards: str = "",
    by_hand: tuple[type[Command], ...] = (),
    **options: Any,
) -> Scene:
    """An open table with players seated and bets down (dollars, by position), the deck ready, the call to come.

    A number instead of bets seats that many players from position 1 with the compulsory wagers. `cards` are the top
    cards of the deck as they will be dealt. Commands in `by_hand` are not given by the autodealer.
    """
    table = bare(game, by_hand, cards, **options)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    placed = dict.fromkeys(range(1, bets + 1), WAGERS[game]) if isinstance(bets, int) else bets
    for name, position in zip(NAMES, sorted(placed), strict=False):
        table.sit(name, 10_000_00, position)
        table.bet(name, position, **{wager: dollars * 100 for wager, dollars in placed[position].items()})
    return table


def dealt(game: str, bets: Mapping[int, Mapping[str, int]] | int = 1, **kwargs: Any) -> Scene:
    """As `scene`, with the round dealt until somebody is asked something."""
    table = scene(game, bets, **kwargs)
    table.run()
    return table
