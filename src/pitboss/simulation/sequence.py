"""Rounds one after the other, with the money: for questions about sessions, shifts and meters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from pitboss.games.game import Wagers
from pitboss.simulation.kernel import Numbers, Ready, Work
from pitboss.simulation.playing import Play, ready_for
from pitboss.simulation.results import plain_stakes
from pitboss.simulation.stream import Rows
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.pricing import Settled, settled_endings
from pitboss.solvers.tally import Ending, Tally

Amounts = npt.NDArray[np.int64]


class ByEnding:
    """Something about each round that follows from its ending; worked out for the first round that ends so."""

    def __init__(self, ready: Ready, advisor: Advisor, stakes: Wagers, tell: Callable[[Settled], int]) -> None:
        self._ready, self._advisor, self._stakes, self._tell = ready, advisor, stakes, tell
        self._told, self._known = np.zeros(ready.endings, np.int64), np.zeros(ready.endings, np.bool_)

    def of(self, endings: Numbers, cards: Rows) -> Amounts:
        """For the rounds of a batch, from their endings and the cards as the player sees them."""
        for number in np.unique(endings[~self._known[endings]]).tolist():
            example = tuple(cards[:, int(np.argmax(endings == number))].tolist())
            self._told[number] = self._tell(self._settled(self._ready.ending(number, 1, example)))
            self._known[number] = True
        return self._told[endings]

    def _settled(self, ending: Ending) -> Settled:
        """As the rule book settles it, the meter at its seed."""
        advisor, tally = self._advisor, Tally((ending,))
        meter = sum(wager.seed(advisor.terms) for wager in advisor.game.wagers if wager.seed)
        (found,) = settled_endings(advisor.game, advisor.terms, self._stakes, tally, meter, limited=True)
        return found


def net(settled: Settled) -> int:
    """What a player wins or loses on all wagers together, in cents."""
    return sum(result.net for result in settled.results)


def nets(play: Play, seed: int, batches: range) -> Iterator[Amounts]:
    """Batch by batch what each player (a row) wins or loses in each round (a column), in cents."""
    ready, advisor = ready_for(play), play.advisor()
    told, at_work = ByEnding(ready, advisor, plain_stakes(advisor), net), Work(ready, seed)
    for batch in batches:
        yield np.stack([told.of(endings, cards) for endings, cards in at_work.seats(batch)])
