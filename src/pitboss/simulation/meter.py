"""A progressive meter over years of play: where it stands, how often it is hit, what it costs the house.

Whole tables are played, since several players may hit the same share of the meter. The rule book settles every hand
that is paid from the meter, as the meter then stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pitboss.argument_types import checked
from pitboss.errors import PitbossError
from pitboss.games.game import Wager, Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import Outcome
from pitboss.games.terms import Terms
from pitboss.simulation.kernel import Work
from pitboss.simulation.playing import Play, ready_for
from pitboss.simulation.sequence import Amounts, ByEnding
from pitboss.simulation.stream import ROUNDS
from pitboss.solvers.pricing import Settled
from pitboss.solvers.solver import Progress, silent
from pitboss.solvers.stakes import priced_stakes


class Award(NamedTuple):
    """Something the progressive pays."""

    label: str
    paid: int
    """A fixed amount; nothing where it comes from the meter."""
    from_meter: bool


NOTHING = Award("", 0, False)


@dataclass
class Year:
    """What happened in one year; amounts in cents."""

    meter: int
    """Where it stands."""
    rounds: int = 0
    wagers: int = 0
    highest: int = 0
    sum_of_meters: int = 0
    """As it stood after every round."""
    hits: Counter[str] = field(default_factory=Counter)
    """How often each award came, the best first."""
    from_meter: int = 0
    """What was paid out of the meter."""
    fixed: int = 0
    """What was paid besides, in fixed amounts."""
    contributed: int = 0
    reseeded: int = 0
    """What the house put in to bring the meter back to its seed."""
    lost: int = 0
    """The stakes of wagers without an award."""

    @property
    def average(self) -> float:
        """Of the meter over all rounds."""
        return self.sum_of_meters / self.rounds

    @property
    def house(self) -> int:
        """What the house keeps of the wager."""
        return self.lost - self.fixed - self.contributed - self.reseeded

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        plain = {name: value for name, value in vars(self).items() if name != "sum_of_meters"}
        return plain | {"average": self.average, "house": self.house, "hits": dict(self.hits)}


@dataclass(frozen=True)
class Meter:
    """Years of a progressive meter, one after the other."""

    years: tuple[Year, ...]
    droughts: dict[str, int]
    """For each award from the meter the most rounds without it."""

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {"years": [year.as_dict() for year in self.years], "droughts": self.droughts}


@checked
def meter(play: Play, rounds: int, years: int, seed: int, progress: Progress = silent) -> Meter:
    """Years of so many rounds in which every player makes the progressive wager; the meter starts at its seed."""
    table = Progressive(play)
    number = -(-rounds * years // ROUNDS)
    table.open_year()
    at_work = Work(ready_for(play), seed)
    for batch in range(number):
        seats = [(table.awards_of.of(endings, cards), endings.copy(), cards) for endings, cards in at_work.seats(batch)]
        awards, endings, cards = (list(column) for column in zip(*seats, strict=True))
        start, stop = 0, min(ROUNDS, rounds * years - batch * ROUNDS)
        while start < stop:
            if table.year.rounds == rounds:
                table.open_year()
            until = min(stop, start + rounds - table.year.rounds)
            table.play(range(start, until), np.stack(awards), endings, cards)
            start = until
        progress((batch + 1) / number)
    return table.closed()


class Progressive:
    """The progressive of a table while rounds go by."""

    def __init__(self, play: Play) -> None:
        self.ready, advisor = ready_for(play), play.advisor()
        self.terms: Terms = advisor.terms
        self.wager = _progressive_of(self.terms)
        self.stakes: Wagers = priced_stakes(advisor.game, self.terms, advisor.stakes)
        assert self.wager.seed
        assert self.wager.contribution
        self.seed = self.wager.seed(self.terms)
        self.rise = play.players * self.wager.contribution(self.terms)
        self.labels = _labels(self.wager.awards(self.terms))
        self.awards = [NOTHING]
        self.awards_of = ByEnding(self.ready, advisor, self.stakes, self._award)
        self.years: list[Year] = []
        self.rounds = 0
        self.last: dict[str, int] = {}
        self.droughts: dict[str, int] = {}

    @property
    def year(self) -> Year:
        """The one that is going on."""
        return self.years[-1]

    def open_year(self) -> None:
        """The meter goes on where it stood."""
        stands = self.year.meter if self.years else self.seed
        self.years.append(Year(stands, hits=Counter(dict.fromkeys(self.labels.values(), 0))))

    def closed(self) -> Meter:
        """All years; a drought may still be going on."""
        for award in self.awards:
            if award.from_meter:
                self._waited(award.label, self.rounds)
        return Meter(tuple(self.years), self.droughts)

    def play(self, columns: range, awards: Amounts, endings: Sequence[Any], cards: Sequence[Any]) -> None:
        """Some rounds of a batch: by player, the award in each round, how it ended, and the cards."""
        year, own = self.year, awards[:, columns.start : columns.stop]
        counts = np.bincount(own.ravel(), minlength=len(self.awards))
        for award, hits in zip(self.awards, counts.tolist(), strict=True):
            if award is NOTHING:
                year.lost += hits * self.stakes[self.wager.name]
            elif hits:
                year.hits[award.label] += hits
                year.fixed += hits * award.paid
        year.wagers += own.size
        from_meter = np.array([award.from_meter for award in self.awards])[own]
        before = 0
        for column in np.flatnonzero(from_meter.any(axis=0)).tolist():
            self._rise(column - before)
            won = np.flatnonzero(from_meter[:, column]).tolist()
            at = columns.start + column
            hands = [self.ready.ending(int(endings[p][at]), 1, tuple(cards[p][:, at].tolist())) for p in won]
            self._pay([hand.at(self.stakes, {}) for hand in hands])
            for label in {self.awards[own[player, column]].label for player in won}:
                self._hit(label)
            before = column + 1
        self._rise(own.shape[1] - before)

    def _rise(self, rounds: int) -> None:
        """Rounds without an award from the meter."""
        year = self.year
        year.sum_of_meters += rounds * year.meter + self.rise * rounds * (rounds + 1) // 2
        year.meter += rounds * self.rise
        year.contributed += rounds * self.rise
        year.highest = max(year.highest, year.meter)
        year.rounds += rounds
        self.rounds += rounds

    def _pay(self, hands: list[FinishedHand]) -> None:
        """A round with awards from the meter, which is read once, after all contributions (UTH-R54, UTH-R89)."""
        year, tell = self.year, self.wager.numbers
        assert tell
        self._rise(1)
        stands = year.meter
        for player, hand in enumerate(hands):
            numbers = tell(self.terms, stands, year.meter, (hand, *hands[:player], *hands[player + 1 :]))
            paid = self.wager.settle(self.terms, hand._replace(numbers=numbers)).paid
            year.meter -= paid
            year.from_meter += paid
        short = max(0, self.seed - year.meter)
        year.meter += short
        year.reseeded += short
        year.sum_of_meters += year.meter - stands

    def _hit(self, label: str) -> None:
        self._waited(label, self.rounds - 1)
        self.last[label] = self.rounds

    def _waited(self, label: str, until: int) -> None:
        """After the last hit, up to this round, there was none."""
        self.droughts[label] = max(self.droughts.get(label, 0), until - self.last.get(label, 0))

    def _award(self, settled: Settled) -> int:
        """The place of a round's award among all that have come."""
        result = next(result for result in settled.results if result.wager == self.wager.name)
        if result.outcome is not Outcome.WIN:
            return 0
        assert self.wager.from_meter
        from_meter = self.wager.from_meter(self.terms, settled.ending.at(self.stakes, {}))
        told = result.facts[-1]
        award = Award(self.labels.get(told, told), 0 if from_meter else result.paid, from_meter)
        if award not in self.awards:
            self.awards.append(award)
        return self.awards.index(award)


def _labels(awards: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By what a settlement tells of an award: which hands it is for, and what they are paid.

    >>> _labels([("straight flush", "10%"), ("four of a kind", "10%"), ("flush", "$20")])
    {'award 10%': 'straight flush, four of a kind: 10%', 'award $20': 'flush: $20'}
    """
    kinds: dict[str, list[str]] = {}
    for kind, award in awards:
        kinds.setdefault(award, []).append(kind)
    return {f"award {award}": f"{', '.join(hands)}: {award}" for award, hands in kinds.items()}


def _progressive_of(terms: Terms) -> Wager:
    for wager in terms.game.wagers:
        if wager.seed and terms.offers(wager.name) and wager.awards(terms):
            return wager
    raise PitbossError("no-meter", f"this table of {terms.game.title} has no progressive, and so no meter to follow")
