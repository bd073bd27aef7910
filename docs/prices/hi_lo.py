"""5 Card Hi-Lo under other readings of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
import numpy.typing as npt

from pitboss.cards import ACE, DECK
from pitboss.games.five_card_hi_lo import (
    ANTE_BONUS,
    THREE_ACES,
    TIE,
    ante_bonus_strength,
    settle_ante,
    settle_tie,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import Outcome, Result
from pitboss.games.terms import Terms
from pitboss.hands import hi_lo
from pitboss.hands.hi_lo import HIGH_CARDS
from pitboss.solvers.hi_lo_counts import Numbers, Patterns, patterns
from prices.entry import ROUND, Price, Reading, Unpriced, asked, built, edge, edge_of_round, solved

NAME = "hi-lo"
NETS = np.array([[0, 0, 2], [-2, -2, 0], [-2, -2, 0]])
"""What ante and play net: dealer's high total lower, equal, higher than the player's; and so the low total."""
BOTH_EQUAL_PUSH = np.array([[0, 0, 2], [-2, 0, 0], [-2, -2, 0]])
BONUS = {row.at_least: row.odds.win for row in ANTE_BONUS.rows}
CORNERS = 3
"""Runs of five round the corner of the ace: J-Q-K-A-2, Q-K-A-2-3 and K-A-2-3-4."""
SUITS = 4


def prices() -> Iterator[Price | Unpriced]:
    """Every ruling of the game whose readings may differ in money."""
    yield from _main()
    yield from _side_bets()
    yield from _coupon()
    yield from _limit()


def _main() -> Iterator[Price | Unpriced]:
    every = patterns(DECK)
    chosen = main(every)
    assert chosen == solved(asked(NAME), "main")
    yield Price(
        "HL-R1",
        "main",
        "best play against each way to set the dealer's hand",
        (
            built("the biggest cards high", chosen),
            Reading(
                "a rule of the casino's own that sends the smallest cards high, aces apart: the other end of all rules "
                "it could write",
                main(smallest_high()),
            ),
        ),
    )
    yield Price(
        "HL-R3",
        "main",
        "best play under each reading",
        (
            built("no ante bonus on a folded hand", chosen),
            Reading("the ante bonus is due on a folded hand too", main(every, bonus_if_folded=True)),
        ),
    )
    yield Price(
        "HL-R5",
        "main",
        "best play under each reading",
        (
            built("an equal total counts for the house, two equal totals lose", chosen),
            Reading("two equal totals are a push, as 'tie' says", main(every, BOTH_EQUAL_PUSH)),
        ),
    )
    yield Price(
        "HL-R8",
        "main, on an additional hand of one player",
        "the hand is set at its best on its own five cards",
        (
            built("its play bet is made before it is seen", main(every, may_fold=False)),
            Reading("it is seen, and then played or folded", chosen),
        ),
    )
    extra = {strength: odds + BONUS[THREE_ACES] * (strength > THREE_ACES) for strength, odds in BONUS.items()}
    yield Price(
        "HL-R33",
        "main",
        "starting odds of 100, 50 and 5 to 1, best play under each reading",
        (
            built("one row, the best that fits; three aces in a full house count", chosen),
            Reading("a hand of four aces collects for three aces as well", main(every, bonus=extra)),
            Reading("aces full is a full house, not three aces", chosen + aces_full()),
        ),
    )


def _side_bets() -> Iterator[Price | Unpriced]:
    advisor = asked(NAME)
    yield Price(
        "HL-R2",
        "tie",
        "a hand played as is best for ante and play",
        (
            built("both totals equal: 20 to 1 and nothing else", edge(advisor, "tie")),
            Reading(
                "both totals equal: every row that fits, 20 and 4 and 4 to 1",
                edge(advisor, "tie", every_row),
            ),
        ),
    )
    yield Unpriced("HL-R2", "Equal rank of all five cards as a third way to win: no odds are printed for it.")
    chosen, rows = solved(advisor, "poker_bonus"), advisor.terms.pay_tables["poker_bonus"]
    better = Fraction((rows["straight_flush"].odds.win - rows["flush"].odds.win) * SUITS, comb(52, 5))
    yield Price(
        "HL-R35",
        "poker_bonus",
        "pay table 1",
        (
            built("K-A-2-3-4 of one suit is a flush, A-2-3-4-5 a straight flush", chosen),
            Reading("a straight flush may go round the corner of the ace", chosen - CORNERS * better),
            Reading("an ace is never low in a straight flush: A-2-3-4-5 of one suit is a flush", chosen + better),
        ),
    )


def _coupon() -> Iterator[Price]:
    tally = asked(NAME).solved.tally
    ends: Counter[Outcome] = Counter()
    for ending in tally.endings:
        ante = settle_ante(asked(NAME).terms, ending.at({"ante": 1}, {}))
        ends[ante.outcome] += ending.deals
    won, back = ends[Outcome.WIN], ends[Outcome.PUSH]
    yield Price(
        "HL-R40",
        "a coupon, of its face value",
        "the hand is played as without it; below zero is what it is worth to the player",
        (
            built("it goes back on a push and is played again", Fraction(-won, tally.deals - back)),
            Reading("it is collected on a push", Fraction(-won, tally.deals)),
        ),
    )


def _limit() -> Iterator[Price | Unpriced]:
    options, stakes = {"poker_bonus_pay_table": 2}, {"ante": 500, "tie": 100, "poker_bonus": 100}
    advisor = asked(NAME, options, stakes)
    (limit,) = advisor.terms.limits
    yield Price(
        "HL-R32",
        ROUND,
        "ante $500, tie $100, poker bonus $100 on pay table 2, the starting maximums; best play",
        (
            built("the limit of $50,000 is for winnings, stakes go back on top", -advisor.report.ev),
            Reading("the limit is for winnings and stakes together", edge_of_round(advisor, limit, stakes=True)),
            Reading("for comparison: no limit", -advisor.report.unlimited.ev),
        ),
        options=options,
        stakes=stakes,
    )
    yield Unpriced(
        "HL-R32",
        "One limit for all hands of a player: it takes more only where several hands win some $50,000 together, and "
        "what that costs hangs on how many hands the player has and what is staked on each.",
    )


def every_row(terms: Terms, hand: FinishedHand) -> Result:
    """The tie bet with all three rows paid on a double tie."""
    result = settle_tie(terms, hand)
    both = result.odds == TIE["both_totals_equal"].odds
    return result._replace(paid=sum(row.odds.pays(result.stake) for row in TIE.rows)) if both else result


def main(
    every: Patterns,
    nets: npt.NDArray[np.int64] = NETS,
    bonus: Mapping[int, int] = BONUS,
    *,
    may_fold: bool = True,
    bonus_if_folded: bool = False,
) -> Fraction:
    """What the house keeps of an ante with best play: the solver's counts, settled by these numbers."""
    dealers = comb(len(DECK) - 5, 5)
    won = (every.against * nets).sum(axis=(2, 3))
    best = np.where(every.legal, won, won.min()).max(axis=1)
    strengths = [ante_bonus_strength(tuple(hand)) for hand in every.hands.tolist()]
    paid = dealers * np.array([bonus.get(strength, 0) for strength in strengths])
    played, folded = best + paid, -dealers + paid * bonus_if_folded
    worth = np.maximum(played, folded) if may_fold else played
    hands = every.poker[0].sum(axis=1)
    total = sum(int(number) * int(value) for number, value in zip(hands, worth, strict=True))
    return Fraction(-total, int(hands.sum()) * dealers)


@dataclass(frozen=True)
class SmallestHigh(Patterns):
    """The same hands, the dealer's set with aces high and then the smallest of the other cards."""

    @cached_property
    def house(self) -> Numbers:
        """The dealer's high and low total."""
        return np.array([_smallest_high(hand) for hand in self.hands.tolist()])


def smallest_high() -> Patterns:
    """The patterns in the order of the totals that the dealer then has."""
    known = patterns(DECK).hands
    high, low = SmallestHigh(DECK, known).house.T
    return SmallestHigh(DECK, known[np.lexsort((low, high))])


def _smallest_high(cards: list[int]) -> tuple[int, int]:
    aces = [card for card in cards if card >> 2 == ACE]
    others = sorted((card for card in cards if card >> 2 != ACE), key=lambda card: hi_lo.high_total([card]))
    order = aces[:HIGH_CARDS] + others + aces[HIGH_CARDS:]
    return hi_lo.high_total(order[:HIGH_CARDS]), hi_lo.low_total(order[HIGH_CARDS:])


def aces_full() -> Fraction:
    """What the ante bonus pays on three aces with a pair, of which every one is played."""
    hands = comb(4, 3) * 12 * comb(4, 2)
    return Fraction(BONUS[THREE_ACES] * hands, comb(52, 5))
