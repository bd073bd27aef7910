"""What a solver counts: endings of a round, each with one deal as its example and the number of deals it stands for.

The rule book settles the example, so every payment, limit and clause is the rule book's own: a solver decides only
which deals are settled alike, and how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand

Cards = tuple[int, ...]


class Ending(NamedTuple):
    """Deals in which the player does the same and every wager comes out the same."""

    decision: str
    """What the player did, such as "4x", "play" or "fold"."""
    deals: int
    """How many of all equally likely deals end like this."""
    cards: Mapping[str, Cards]
    """One of them, by the names of the game's card fields."""
    play: str | None = None
    """The play wager that was made; None on a fold."""
    times: int = 0
    """The play wager in antes."""
    qualifies: bool | None = None
    """Whether the dealer qualified; None where the game does not ask."""
    others: tuple[Cards, ...] = ()
    """The other players' hands, where a wager looks at the whole table."""

    def at(self, stakes: Wagers, numbers: Mapping[str, int]) -> FinishedHand:
        """The example as a finished hand with these opening wagers."""
        wagers = {**stakes, self.play: self.times * stakes["ante"]} if self.play else dict(stakes)
        return FinishedHand(self.cards, wagers, folded=self.play is None, others=self.others, numbers=numbers)

    def plain(self) -> list[Any]:
        """As plain data, for the cache."""
        cards = {name: list(held) for name, held in self.cards.items()}
        others = [list(held) for held in self.others]
        return [self.decision, str(self.deals), cards, self.play, self.times, self.qualifies, others]

    @classmethod
    def read(cls, plain: list[Any]) -> Ending:
        """From plain data."""
        decision, deals, cards, play, times, qualifies, others = plain
        held = {name: tuple(numbers) for name, numbers in cards.items()}
        return cls(decision, int(deals), held, play, times, qualifies, tuple(tuple(other) for other in others))


class Tally(NamedTuple):
    """All endings of a round; together they are every deal there is."""

    endings: tuple[Ending, ...]

    @property
    def deals(self) -> int:
        """The number of equally likely deals."""
        return sum(ending.deals for ending in self.endings)


class Side(NamedTuple):
    """A wager that hangs on other cards than the rest of its position, with endings of its own."""

    wager: str
    tally: Tally
