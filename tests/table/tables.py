"""Tables for tests: known cards, known people, everything that happened in a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.cards import DECK, notation, parse
from pitboss.conformance.table_laws import METHODS as METHODS
from pitboss.games.common import CARDS, REAL
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
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
TWO_DECKS: dict[str, Any] = {
    "shuffle_method": "automated",
    "decks": 2,
    "deck_backs": ["red", "blue"],
}
GAMES = ("uth", "hi-lo", "top-five", "pik-it")
WAYS: dict[str, dict[str, Any]] = {
    "manual shoe": METHODS["manual-shoe"],
    "manual shoe, two decks": TWO_DECKS,
    "hand": METHODS["hand"],
    "hand, two decks": {**METHODS["hand"], **TWO_DECKS},
    "automated shoe": METHODS["automated-shoe"],
    "automated shoe, two decks": {**METHODS["automated-shoe"], **TWO_DECKS},
}
"""The ways of dealing and shuffling, by what people call them."""
AWARDS = {"straight_flush": "100%", "full_house": "10%", "flush": "10%", "straight": 5000}
MORE: dict[str, dict[str, Any]] = {
    "uth": {
        "cover_all": True,
        "cover_all_mode": True,
        "progressive": {"seed": 1_000_000, "contribution": 100, "rows": AWARDS},
    },
    "hi-lo": {"shuffler_counts": True, "opening_route": "preshuffled"},
    "top-five": {"shuffler_counts": True, "opening_route": "preshuffled", "dealer_stack_delivery": "at-reveal"},
    "pik-it": {"shuffler_counts": True, "dealer_stack_delivery": "after-decisions"},
}
"""What else a game can have at a table with all devices."""
WAGERS: dict[str, dict[str, int]] = {
    "uth": {"ante": 10, "blind": 10},
    "hi-lo": {"ante": 10},
    "top-five": {"ante": 10},
    "pik-it": {"ante": 10, "five_card_bonus": 10},
}
"""The compulsory wagers of each game, in dollars."""
SIDE_BETS: dict[str, dict[str, int]] = {
    "uth": {"ante": 10, "blind": 10, "trips": 5},
    "hi-lo": {"ante": 10, "tie": 5, "poker_bonus": 5},
    "top-five": {"ante": 10, "top_five_bonus": 5, "poker_bonus": 5},
    "pik-it": {"ante": 10, "five_card_bonus": 10, "three_card_bonus": 5},
}
"""With the side bets that every table of the game can take."""
CUT = 10


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


def whose(step: Handling) -> Actor:
    """Who takes a step with the cards."""
    return {Handling.VERIFY: FLOOR, Handling.LOOK: player(NAMES[0])}.get(step, DEALER)


def stacked(top: str) -> tuple[int, ...]:
    """A whole deck with these cards on top, in dealing order."""
    first = parse(top)
    return first + tuple(card for card in DECK if card not in first)


def arranged(hands: Mapping[int, str], dealer: str, board: str = "", *, stacks: bool = False) -> str:
    """The top of a deck that deals these cards to the positions and the dealer, and this board after each burn."""
    every = [parse(hands[position]) for position in sorted(hands)] + [parse(dealer)]
    community = parse(board)
    taken = {card for cards in (*every, community) for card in cards}
    spare = iter([card for card in DECK if card not in taken])
    rows = every if stacks else zip(*every, strict=True)
    order = [card for row in rows for card in row]
    for street in (community[:3], community[3:]):
        order += [next(spare), *street] if street else []
    return notation(order)


class Rigged(Autodealer):
    """Shuffles to a known order, as it will be dealt after a cut of ten."""

    def __init__(self, top: str, by_hand: tuple[type[Command], ...] = ()) -> None:
        super().__init__(seed=1, by_hand=by_hand)
        self.top = stacked(top)
        self.cut_follows = True

    def shuffle(self) -> dict[str, Any]:
        order = self.top[-CUT:] + self.top[:-CUT] if self.cut_follows else self.top
        return {**super().shuffle(), "order": order, "stream": ""}

    def command(self, rules: Any, state: Any, move: Any, at: int) -> Command | None:
        self.cut_follows = not rules.shuffler
        if move.command is c.Cut and c.Cut not in self.by_hand:
            return c.Cut(by=DEALER, at=at, deck=move.given["deck"], cards=CUT)
        return super().command(rules, state, move, at)


class Scene(Table):
    """A table whose cards are known, with every event in `happened` and every refusal in `turned_down`."""

    happened: list[Event]
    given: list[tuple[Command, tuple[Event, ...]]]
    turned_down: list[Refusal]

    def act(self, player: str, action: str, amount: int | None = None, position: int | None = None) -> None:
        """As at any table; the most, where several amounts are open and none is said."""
        open_ = [m.given for m in self.legal(player) if m.command is c.Act and m.given["action"] == action]
        amounts = {given["amount"] for given in open_ if position in (None, given["position"])}
        super().act(player, action, max(amounts, default=None) if amount is None else amount, position)

    def asks(self, kind: type[Command], by: Actor, /, **arguments: Any) -> tuple[Event, ...]:
        """Give a command that must be carried out, and see what follows.

        A count that does not fit is made again, with the same number.
        """
        events = self.do(kind, by, **arguments)
        if any(getattr(event, "again", False) for event in events):
            events += self.do(kind, by, **arguments)
        return tuple(event for event in events if not isinstance(event, e.FactReported))

    def refuses(self, kind: type[Command], by: Actor, /, **arguments: Any) -> Refusal:
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

    def until_deck(self, step: Handling, deck: str = "red") -> Scene:
        """Let the autodealer go on until this is the next step with a deck."""
        for _ in range(500):
            found = self.state.deck(deck)
            if found and found.due[:1] == (step,):
                return self
            assert self.step(), f"{step} is never due with the {deck} deck"
        raise AssertionError("the table never gets there")

    def handle(self, step: Handling, by: Actor | None = None, deck: str = "red", **how: Any) -> tuple[Event, ...]:
        """Take a step with a deck, by the dealer or whoever has to."""
        return self.asks(c.Handle, by or whose(step), deck=deck, step=step, **how)

    def make_ready(self, deck: str = "red") -> None:
        """Take every step that is due with one deck, and no other."""
        while (found := self.state.deck(deck)) and found.due:
            if found.due[0] is Handling.SHUFFLE:
                by = DEVICE if self.rules.shuffler else DEALER
                self.asks(c.Shuffle, by, deck=deck, order=DECK, salt="0123456789abcdef")
            elif found.due[0] is Handling.CUT:
                self.asks(c.Cut, DEALER, deck=deck, cards=CUT)
            else:
                self.handle(found.due[0], deck=deck)

    def bet_anew(self) -> Scene:
        """Everybody puts the compulsory wagers down."""
        for position, name in self.state.seats.items():
            self.bet(name, position, **{w: d * 100 for w, d in WAGERS[self.rules.game.short].items()})
        return self

    def journey(self, deck: str = "red") -> list[str]:
        """The steps a deck has gone through, in order."""
        done = {e.DeckShuffled: Handling.SHUFFLE, e.DeckCut: Handling.CUT, e.DeckCounted: Handling.COUNT}
        return [
            event.handling if isinstance(event, e.DeckHandled) else done[type(event)]
            for event in self.happened
            if type(event) in (*done, e.DeckHandled) and getattr(event, "deck", "") == deck
        ]

    def names(self) -> list[str]:
        """The events so far, by name."""
        return [type(event).__name__ for event in self.happened]

    def seen(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.happened if type(event) is kind]

    def cards_at(self, position: int) -> str:
        """The cards of a position (0: the dealer) in the order they came, as the engine knows them."""
        return self.round.shown(self.round.hands[position].cards)

    def numbers_at(self, position: int) -> list[int]:
        """The cards of a position by their numbers in dealing order, 1 the top one, where the deck is not arranged."""
        return [face + 1 for face in self.round.faces(self.round.hands[position].cards)]

    def staked(self, name: str) -> int:
        """What a player has put down for the next round."""
        return sum(sum(bets.wagers.values()) for bets in self.state.bets.values() if bets.player == name)

    def purses(self) -> dict[str, int]:
        """All accounts, with the chips on the layout counted as their players'."""
        accounts: dict[str, int] = {}
        for account, amount in self.state.books.items():
            place = account.split(":")
            owner = f"player:{self.state.seats[int(place[1])]}" if place[0] == "wager" else account
            accounts[owner] = accounts.get(owner, 0) + amount
        return accounts

    def plays_on(self) -> None:
        """The round comes to its end, and after new bets another one is dealt and finished, all by the autodealer."""
        self.dealer.by_hand = frozenset()
        self.finish()
        number = self.state.rounds
        self.bet_anew().finish()
        assert (self.round.number, self.round.over, self.round.void) == (number + 1, True, "")

    def answer(self, **choice: str) -> None:
        """Let each player take an action at the present decision: answer(Ann="fold", others="check")."""
        here = self.round.step
        while (move := due(self.rules, self.state)) and move.command is c.Act and self.round.step == here:
            self.act(move.player, choice.get(move.player, choice.get("others", "fold")))

    def finish(self, action: str = "fold") -> None:
        """Play the round to its end, or to a step that is taken by hand; every player takes this action where it is
        open, else the first one."""
        for _ in range(1000):
            self.run()
            move = due(self.rules, self.state)
            if move is None or self.state.playing is None or move.command in self.dealer.by_hand:
                return
            by, given = player(move.player), dict(move.given)
            if self.round.hands[given["position"]].departed:
                instead = [
                    m for m in self.legal() if m.role == "floor" and m.given.get("position") == given["position"]
                ]
                self.do(instead[0].command, FLOOR, **instead[0].given, reason="left the table")
                continue
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


def bare(
    game: str, by_hand: tuple[type[Command], ...] = (), cards: str = "", *, real: bool = False, **options: Any
) -> Scene:
    """A table with its submission posted and not yet open; nobody is seated and no deck has come."""
    options |= {CARDS: REAL} if real else {}
    happened: list[Event] = []
    turned_down: list[Refusal] = []
    given: list[tuple[Command, tuple[Event, ...]]] = []

    def record(command: Command, events: tuple[Event, ...]) -> None:
        happened.extend(events)
        given.append((command, events))

    table = Scene(
        practice_submission(game, options),
        seed=1,
        record=record,
        refused=lambda command, refusal: turned_down.append(refusal),
    )
    table.happened, table.turned_down, table.given = happened, turned_down, given
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
        if placed[position]:
            table.bet(name, position, **{wager: dollars * 100 for wager, dollars in placed[position].items()})
    return table


def dealt(game: str, bets: Mapping[int, Mapping[str, int]] | int = 1, **kwargs: Any) -> Scene:
    """As `scene`, with the round dealt until somebody is asked something."""
    table = scene(game, bets, **kwargs)
    table.run()
    return table
