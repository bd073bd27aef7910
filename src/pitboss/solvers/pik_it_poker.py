"""Pik-It Poker solved: play 3, play 5 or fold for every hand, with or without other players' open cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from pitboss.games.game import Wagers
from pitboss.games.pik_it_poker import CARDS_EACH, GAME
from pitboss.games.terms import Terms
from pitboss.solvers.pik_it_strategy import ACTIONS, CHOICES, STAGE, SingleWagers, WithQualifier, wagered
from pitboss.solvers.solver import (
    Advice,
    Choice,
    Gain,
    LateSeat,
    Look,
    Progress,
    Solved,
    Solver,
    Strategy,
    best,
    other_hands,
    silent,
)
from pitboss.solvers.spots import Spot, Stage, check_cards_left
from pitboss.solvers.tally import Tally

HANDS, POLICY, RESULTS = "hands", "policy", "results"
"""What is kept: the keys of all hands, what to do with each, and what each action nets."""


class PikItSolver(Solver):
    """The solver of Pik-It Poker. Both bonuses hang on the player's own cards and leave the decision alone."""

    main = ("ante", *GAME.plays)
    stages = (Stage(STAGE, CARDS_EACH),)
    decisions = tuple(action.name for action in ACTIONS)
    strategies = (SingleWagers(), WithQualifier())

    def depends_on(self, terms: Terms, stakes: Wagers) -> Mapping[str, Any]:
        """The multiples of the play wagers, and whether the dealer must qualify."""
        return {name: terms[name] for name in GAME.versions}

    def solve(
        self, terms: Terms, stakes: Wagers, *, strategy: Strategy | None = None, progress: Progress = silent
    ) -> Solved:
        """Best play, or how a written strategy fares; it must treat all suits alike."""
        from pitboss.solvers.pik_it_hands import all_hands
        from pitboss.solvers.pik_it_tally import best_policy, endings, results, written_policy

        hands = all_hands()
        progress(0.6)
        paid = results(terms, hands)
        policy = written_policy(strategy, hands) if strategy else best_policy(terms, hands, paid)
        progress(0.7)
        tally = Tally(tuple(endings(terms, hands, policy)))
        progress(1)
        return Solved(tally, tables={HANDS: hands.keys, POLICY: policy, RESULTS: paid})

    def advise(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> tuple[Advice, ...]:
        """Counted over every hand that the dealer may hold."""
        from pitboss.solvers.pik_it_against import against
        from pitboss.solvers.pik_it_tally import values

        check_cards_left(spot, CARDS_EACH)
        counts = against(spot.cards, spot.seen)
        worth = values(counts, solved.tables[RESULTS].astype("int64")).tolist()
        dealers = int(counts[0].sum())
        each = zip(CHOICES, worth, wagered(terms), strict=True)
        return tuple(Advice(choice, Fraction(value, dealers), times) for choice, value, times in each)

    def decide(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> Choice:
        """Looked up; counted where other players' cards are known."""
        if spot.seen:
            return best(self.advise(terms, stakes, solved, spot)).choice
        hands, policy = (memoryview(solved.tables[name]) for name in (HANDS, POLICY))  # type: ignore[arg-type]
        return CHOICES[policy[bisect_left(hands, key_of(spot.cards))]]

    def late_seat(self, terms: Terms, solved: Solved, *, progress: Progress = silent) -> LateSeat | None:
        """All other hands of a full table lie open when the last seat decides (PK-R9)."""
        from pitboss.solvers.pik_it_position import position_value

        others = terms["positions"] - 1
        policy, paid = (solved.tables[name].astype("int64") for name in (POLICY, RESULTS))
        return position_value(policy, paid, others, progress=progress) if others else None

    def sights(self, terms: Terms, stakes: Wagers, solved: Solved) -> Mapping[str, Look]:
        """Other players' hands: one of them exactly, more of them estimated."""

        def look(others: int, progress: Progress) -> Gain:
            from pitboss.solvers.pik_it_others import gain_with_one
            from pitboss.solvers.pik_it_position import THOROUGH, position_value

            policy, paid = (solved.tables[name].astype("int64") for name in (POLICY, RESULTS))
            if others == 1:
                return gain_with_one(policy, paid, progress=progress)
            _, gain, error, samples = position_value(policy, paid, others, work=THOROUGH, progress=progress)
            return Gain(gain, error, samples)

        return {other_hands(number): partial(look, number) for number in range(1, terms["positions"])}


def key_of(cards: tuple[int, ...]) -> int:
    """The same for hands that differ only in suits: the ranks of each suit as bits, the suits in descending order."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    suits.sort()
    return suits[3] << 39 | suits[2] << 26 | suits[1] << 13 | suits[0]


SOLVER = PikItSolver()
