"""The steps of a round: a game's script is a tuple of these, in the order its rules give them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pitboss.law import Citation

if TYPE_CHECKING:
    from pitboss.games.terms import Terms

Clauses = tuple[Citation, ...]
Cards = tuple[int, ...]


class Call(NamedTuple):
    """A hand as the dealer announces it, and the cards it is made of."""

    words: str
    cards: Cards


class HeldCards(NamedTuple):
    """What a hand is read from: its cards, those set low, the community cards, and a player's wagers."""

    cards: Cards
    low: Cards
    board: Cards
    wagers: tuple[str, ...]


class Direction(StrEnum):
    """The two ways round the table, as the dealer sees it."""

    CLOCKWISE = "from the dealer's far left, clockwise"
    COUNTERCLOCKWISE = "from the dealer's far right, counterclockwise"


@dataclass(frozen=True, slots=True)
class Multiples:
    """How many antes a play wager is: fixed by the rules, or by an option of the table."""

    numbers: tuple[int, ...] = ()
    option: str | None = None

    def at(self, terms: Terms) -> tuple[int, ...]:
        """The multiples open at a table."""
        return (terms[self.option],) if self.option else self.numbers

    def words(self, terms: Terms) -> str:
        """As a rule card says it; without a table whatever a table may choose."""
        if self.option and not terms.of_a_table and self.option not in terms.stated:
            choices = tuple(int(value) for value in terms.game.option[self.option].values)
            return f"{_times(choices)}, as the table chooses"
        return _times(self.at(terms))


def _times(numbers: tuple[int, ...]) -> str:
    *first, last = map(str, numbers)
    words = f"{', '.join(first)} or {last}" if first else last
    return "equal to the ante" if numbers == (1,) else f"{words} times the ante"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player may do at a decision; `wager` is the play wager it places, if it does."""

    name: str
    wager: str | None = None
    multiples: Multiples = Multiples()

    @property
    def label(self) -> str:
        """Its name for people: "play 3"."""
        return self.name.replace("_", " ")

    def words(self, terms: Terms) -> str:
        """As a rule card says it."""
        return f"{self.label}, {self.multiples.words(terms)}" if self.wager else self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of the round and the clauses that order it."""

    clauses: Clauses
    only_if: Callable[[Terms], bool] = lambda terms: True
    """Whether a table has the step at all; in a round one that it has not is done at once."""

    @property
    def settles_early(self) -> tuple[str, ...]:
        """Wagers that are settled before their player may fold."""
        return ()

    def applies(self, terms: Terms) -> bool:
        """Whether a rule card lists it: all that the rules know of without a table, at a table only what it has."""
        return not terms.of_a_table or self.only_if(terms)

    def words(self, terms: Terms) -> str:
        """The step as a rule card states it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoreBets(Step):
    """The call that closes betting."""

    def words(self, terms: Terms) -> str:
        return "the dealer calls 'No more bets': nothing may be placed, raised or taken back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Step):
    """The initial deal: so many cards face down to each hand and the dealer, the dealer last in each pass.

    A shoe or hand gives one card at a time, an automated shoe the same number in one stack.
    """

    each: int
    covered: bool = False
    """The dealer's cards lie under a cover card."""
    stack_covered: bool = False
    """The dealer's stack from an automated shoe lies under a cover card."""
    looked_at: bool = True
    """Players look at their cards once they are dealt."""
    dealer_waits: Callable[[Terms], bool] = lambda terms: False
    """Whether the dealer's stack stays in the automated shoe until the decisions are made."""
    waits_apart: bool = False
    """A stack that waits lies in a tray of its own until the reveal, so the stub leaves the shoe before it."""

    def covers(self, *, stacks: bool) -> bool:
        """Whether the dealer's cards lie under a cover card, dealt one by one or in stacks."""
        return self.covered or (stacks and self.stack_covered)

    def words(self, terms: Terms) -> str:
        cover = ", the dealer's under a cover card" if self.covered else ""
        look = "" if self.looked_at else "; nobody looks at them"
        waits = terms.of_a_table and self.dealer_waits(terms)
        to = "to each player; the dealer's wait in the automated shoe" if waits else "to each player and to the dealer"
        return f"{self.each} cards face down {to}{cover}, {Direction.CLOCKWISE}{look}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOut(Step):
    """The cards left in an automated shoe are taken into the dealer's hand."""

    def words(self, terms: Terms) -> str:
        only = "" if terms.of_a_table else "with an automated shoe: "
        return f"{only}the remaining cards are taken out of the shoe into the dealer's hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseDeal(Step):
    """The dealer closes the deal at the device, which counts the hands and shows what they pay."""

    option: str
    """The option with which the step exists."""

    def applies(self, terms: Terms) -> bool:
        return not terms.of_a_table or bool(terms[self.option])

    def words(self, terms: Terms) -> str:
        only = "" if terms.of_a_table else f"with {self.option.replace('_', ' ')}: "
        return f"{only}the dealer closes the deal at the device, which counts the hands"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliver(Step):
    """The dealer's stack, which waited in the automated shoe under the cover card, is delivered."""

    def words(self, terms: Terms) -> str:
        return "a dealer's stack that waited in the automated shoe is delivered"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayDown(Step):
    """Players look at their cards and lay them down again before anyone is asked."""

    def words(self, terms: Terms) -> str:
        return "all players look at their cards and lay them face down again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub(Step):
    """What is left of the deck is set aside, and counted when a count is due."""

    def words(self, terms: Terms) -> str:
        counted = terms.of_a_table and terms.game.procedure.device_counts(terms)
        count = "" if counted else ", or is counted first when a count is due"
        return f"the stub goes unseen to the discard rack{count}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn(Step):
    """The next card goes unseen to the discard rack."""

    def words(self, terms: Terms) -> str:
        return "a card is burned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Community(Step):
    """Cards for everyone, face up."""

    count: int

    def words(self, terms: Terms) -> str:
        return f"{self.count} community cards, face up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Step):
    """Players with this wager pick face-down cards of their own, which are turned up, and the wager is settled."""

    count: int
    wager: str
    direction: Direction

    @property
    def settles_early(self) -> tuple[str, ...]:
        return (self.wager,)

    def words(self, terms: Terms) -> str:
        name = terms.game.label(self.wager)
        return f"players with a {name} pick {self.count} cards unseen, and it is settled on them, {self.direction}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(Step):
    """Each player who has not played yet chooses one action; in any order if there is no direction."""

    when: str
    actions: tuple[Action, ...]
    direction: Direction | None = None
    settles_first: tuple[str, ...] = ()
    """Wagers settled at the player's turn before the choice, the cards being turned up for it."""

    @property
    def settles_early(self) -> tuple[str, ...]:
        return self.settles_first

    def words(self, terms: Terms) -> str:
        order = self.direction or "in any order"
        first = "".join(
            f", the cards are turned up and the {w.replace('_', ' ')} is settled" for w in self.settles_first
        )
        return f"{self.when}, {order}{first}: {'; or '.join(action.words(terms) for action in self.actions)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHand(Step):
    """Players who play set their cards as a high hand and a low hand."""

    high: int
    low: int
    house_way: Callable[[Cards], Cards]
    """The cards the dealer would lay low, of the hand of a player who cannot be asked."""
    totals: Callable[[Cards, Cards], tuple[int, int]] | None = None
    """The points of high and low cards, however few, for whoever reads a hand card by card."""

    def words(self, terms: Terms) -> str:
        return f"those who play set {self.high} cards high and {self.low} low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Step):
    """The dealer's cards are turned up."""

    then: str
    announces: Callable[[Terms, HeldCards], tuple[Call, ...]]
    """What the dealer announces of the dealer's hand."""
    accepts: Callable[[Cards, Cards], bool] | None = None
    """Whether a dealer may set the own cards with these low; None where they are not set."""
    cover_to: str = "on the layout"
    """Where a cover card that lies on the dealer's cards goes first."""

    def words(self, terms: Terms) -> str:
        return f"the dealer's cards are turned up, {self.then}"


class Who(StrEnum):
    """Whose wagers a step settles."""

    PLAYED = "those who made a play wager"
    FOLDED = "those who folded"
    ALL = "every player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Step):
    """These wagers are settled, player by player."""

    wagers: tuple[str, ...]
    direction: Direction = Direction.COUNTERCLOCKWISE
    of: Who = Who.ALL
    announces: Callable[[Terms, HeldCards], tuple[Call, ...]] | None = None
    """What the dealer calls of a player's hand; None where hands were shown before."""
    by_step: Callable[[Terms], bool] = lambda terms: False
    """Whether each step goes round the table (all shown, losers taken, winners paid, hands racked)."""
    winners_stay: bool = False
    """Cards of hands that did not lose are cleared at the end, the others at once."""

    def applies(self, terms: Terms) -> bool:
        return Step.applies(self, terms) and bool(self._wagers(terms))

    def words(self, terms: Terms) -> str:
        whose = "" if self.of is Who.ALL else f" for {self.of},"
        return f"settled{whose} {self.direction}: {', '.join(self._wagers(terms))}"

    def _wagers(self, terms: Terms) -> list[str]:
        """The wagers that a table offers; a bonus goes with a wager that it always has."""
        offered = [name for name in self.wagers if name not in terms.game.wager or terms.offers(name)]
        return [terms.game.label(name) for name in offered]
