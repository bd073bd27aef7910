"""What a game's kernel offers, and how it is found.

`simulation/` has one module for each of our game files, of the same name; a package that brings a game has `kernel.py`.

A kernel looks at the cards of many rounds and says how each ends, by a number: which rounds are settled alike. Of each
ending the first round is remembered and the rule book settles it, so every payment, limit and clause is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.games.game import Game
from pitboss.games.terms import Terms
from pitboss.hands.jit import compiled
from pitboss.plugins import guest
from pitboss.simulation.stream import ERRING, ROUNDS, Rows, Words, deal, fill, new_rows, new_words
from pitboss.solvers.solver import Solved, Strategy
from pitboss.solvers.tally import Cards, Ending

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.uint32]
"""The number of the ending of each round."""
NEVER = np.iinfo(np.int64).max
"""The first round of an ending that has not come."""
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


class Player(NamedTuple):
    """How somebody plays."""

    strategy: Strategy | None
    """None is best play."""
    solved: Solved
    """What the solver found for it."""
    errors: float = 0.0
    """How often a decision is another than the strategy's, each other one equally likely."""
    at_random: bool = False
    """Whether every decision is any that the rules allow, each equally likely."""

    def slips(self, most: int) -> Words:
        """By the number of choices, up to so many: below which 32 random bits another is taken; empty if never."""
        if not self.errors and not self.at_random:
            return np.zeros(0, np.uint64)
        parts = [(choices - 1) / choices if self.at_random else self.errors for choices in range(1, most + 1)]
        return np.array([0, *(round(part * 2**32) for part in parts)], np.uint64)


class Deal(NamedTuple):
    """The cards of a round in the order in which they are dealt here: one player's, what is shared, the others'."""

    own: int
    """A player's cards."""
    shared: int
    """The board and the dealer's cards."""
    players: int = 1

    @property
    def cards(self) -> int:
        """All of them."""
        return self.own * self.players + self.shared

    def seats(self) -> Iterator[list[int]]:
        """For each player the rows of cards as they see them: their own first, another's in their place."""
        first = list(range(self.own))
        for player in range(self.players):
            rows = list(range(self.cards))
            if player:
                at = self.own * player + self.shared
                rows[: self.own], rows[at : at + self.own] = rows[at : at + self.own], first
            yield rows


class Ready(NamedTuple):
    """A game with a player who knows what to do: ready to play any rounds."""

    deal: Deal
    decisions: int
    """How many a round has at most, each with a word of its own for errors."""
    slips: Words
    """See `Player.slips`."""
    endings: int
    """How many are told apart."""
    look: Callable[..., None]
    """The compiled loop: from cards, words and slips, and what it looks up, to the ending of each round."""
    tables: Any
    """What it looks up."""
    ending: Callable[[int, int, Cards], Ending]
    """One ending by its number, with the number of rounds that ended so, and the cards of one of them."""

    def play(self, seed: int, batches: range, rounds: int) -> tuple[Counts, Counts]:
        """How often each ending came in some batches, as far as there are so many rounds, and its first round."""
        counts, firsts = np.zeros(self.endings, np.int64), np.full(self.endings, NEVER, np.int64)
        at_work = Work(self, seed)
        for batch in batches:
            _count(at_work.deal(batch), batch * ROUNDS, rounds, counts, firsts)
        return counts, firsts


class Work:
    """The room that dealing and playing a batch takes, used for one batch after the other."""

    def __init__(self, ready: Ready, seed: int) -> None:
        self.ready, self.seed = ready, np.uint64(seed)
        self.cards: Rows = new_rows(ready.deal.cards)
        self._words = new_words(ready.deal.cards)
        self._erring = np.empty((ready.decisions, ROUNDS), np.uint64)
        self._endings: Numbers = np.empty(ROUNDS, np.uint32)

    def deal(self, batch: int) -> Numbers:
        """Deal a batch and let the first player play it."""
        deal(self.seed, np.uint64(batch), self._words, self.cards)
        return self._look(batch, self.cards)

    def seats(self, batch: int) -> Iterator[tuple[Numbers, Rows]]:
        """Deal a batch and let every player play it, with errors of their own; the cards as that player sees them."""
        yield self.deal(batch), self.cards
        for player, rows in enumerate(self.ready.deal.seats()):
            if player:
                seen = self.cards[rows]
                yield self._look(batch, seen, player), seen

    def _look(self, batch: int, cards: Rows, player: int = 0) -> Numbers:
        if len(self.ready.slips):
            fill(self.seed, np.uint64(batch), np.uint64(ERRING + player), self._erring)
        self.ready.look(cards, self._erring, self.ready.slips, self.ready.tables, self._endings)
        return self._endings


class Kernel(Protocol):
    """What a game's module offers as `KERNEL`."""

    def __call__(self, terms: Terms, player: Player, players: int) -> Ready:
        """Prepare the tables for so many players at the table, who all play alike."""
        ...


def kernel_of(game: Game) -> Kernel:
    """The kernel of a game."""
    if visitor := guest(game.name):
        if find_spec(f"{visitor.package}.kernel") is None:
            message = (
                f"the package {visitor.package} brings no kernel.py, so {game.title} cannot be simulated; "
                "`pitboss run` plays it round by round"
            )
            raise PitbossError("no-kernel", message)
        brought: Kernel = visitor.part("kernel", "KERNEL")
        return brought
    found: Kernel = import_module(f"pitboss.simulation.{game.name.replace('-', '_')}").KERNEL
    return found


@compiled
def slip(word, slips, chosen, choices):  # type: ignore[no-untyped-def]
    """The place of a choice among so many, or of another if the word says so."""
    if choices < 2 or word >> _HALF >= slips[choices]:
        return chosen
    other = np.int64((word & _LOW) * np.uint64(choices - 1) >> _HALF)
    return other + np.int64(other >= chosen)


@compiled
def _count(endings, first, rounds, counts, firsts):  # type: ignore[no-untyped-def]
    """Count the endings of a batch with this first round, as far as there are so many rounds."""
    for i in range(min(len(endings), rounds - first)):
        ending = endings[i]
        if counts[ending] == 0:
            firsts[ending] = first + i
        counts[ending] += 1
