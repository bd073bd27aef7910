"""How to play a table: its written strategies with their exact cost, and best play for the 169 starting hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import RANKS
from pitboss.paper.par_data import StartingHand, StartingHands, Way
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.spots import Spot


@dataclass(frozen=True, slots=True)
class Play:
    """What a player needs to know to play a table well."""

    way: Way | None
    """The written strategy that costs least here; None if the game has none."""
    others: tuple[Way, ...]
    starting_hands: StartingHands | None
    best: Fraction
    """The expected result of best play, in antes."""
    decisions: dict[str, Fraction]
    """How often best play does what."""


def play_of(advisor: Advisor) -> Play:
    """How to play at this advisor's table and stakes."""
    ways = sorted(ways_of(advisor), key=lambda way: way.cost)
    return Play(
        way=ways[0] if ways else None,
        others=tuple(ways[1:]),
        starting_hands=starting_hands(advisor),
        best=advisor.report.ev,
        decisions=dict(advisor.report.decisions),
    )


def ways_of(advisor: Advisor) -> Iterator[Way]:
    """Every written strategy of the game, priced exactly at this table."""
    for strategy in advisor.solver.strategies:
        report = advisor.report_of(strategy)
        yield Way(
            name=strategy.name,
            title=strategy.title,
            rules=strategy.rules,
            ev=report.ev,
            cost=advisor.report.ev - report.ev,
            element_of_risk=report.element_of_risk,
            decisions=report.decisions,
        )


HIGH_TO_LOW = RANKS[::-1]
_HOLE_CARDS = 2
_SUITS = 4


def starting_hands(advisor: Advisor) -> StartingHands | None:
    """Best play at the first decision; None for a game that does not begin with two cards of one's own."""
    stage = advisor.solver.stages[0]
    if (stage.own, stage.board) != (_HOLE_CARDS, 0):
        return None
    wagered: dict[str, int] = {}
    hands = []
    for name, cards in all_hands():
        best = advisor.advise(Spot(advisor.game, stage.name, cards))[0]
        wagered[best.choice.action] = best.wagers
        hands.append(StartingHand(name, best.choice.action, best.ev))
    actions = sorted(wagered, key=lambda action: -wagered[action])
    return StartingHands(stage.name, tuple(actions), tuple(hands))


def all_hands() -> Iterator[tuple[str, tuple[int, int]]]:
    """Row by row, as in the usual square: one suit above the diagonal of pairs, two suits below."""
    for row in HIGH_TO_LOW:
        for column in HIGH_TO_LOW:
            high, low = sorted((RANKS.index(row), RANKS.index(column)), reverse=True)
            suited = RANKS.index(row) > RANKS.index(column)
            kind = "" if row == column else "s" if suited else "o"
            yield f"{RANKS[high]}{RANKS[low]}{kind}", (_SUITS * high, _SUITS * low + (not suited))


def in_ranges(hands: StartingHands, action: str) -> str:
    """The hands of one action in a few words, such as "33 to AA, A2s to AKs"."""
    taken = {hand.name for hand in hands.hands if hand.action == action}
    rows = [[rank * 2 for rank in RANKS]]
    rows += [[f"{high}{low}{kind}" for low in RANKS[: RANKS.index(high)]] for kind in "so" for high in HIGH_TO_LOW]
    return ", ".join(filter(None, (_run(row, taken) for row in rows)))


def _run(names: list[str], taken: set[str]) -> str:
    """The stretches of a row that are taken, from its lowest hand to its highest."""
    stretches: list[list[str]] = [[]]
    for name in names:
        if name in taken:
            stretches[-1].append(name)
        elif stretches[-1]:
            stretches.append([])
    return ", ".join(
        stretch[0] if len(stretch) == 1 else f"{stretch[0]} to {stretch[-1]}" for stretch in stretches if stretch
    )
