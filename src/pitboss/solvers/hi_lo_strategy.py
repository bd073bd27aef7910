"""A page of rules for 5 Card Hi-Lo, found by looking at best play."""

from __future__ import annotations

from pitboss.hands import hi_lo
from pitboss.solvers.solver import Choice, Strategy
from pitboss.solvers.spots import Spot

LEAST_APART = 15
"""Totals of a hand without an ace that are closer together are folded, if neither is good by itself."""
GOOD_HIGH, GOOD_LOW = 28, 9
ACE_GOES_LOW = 18


class EighteenAndTwice(Strategy):
    """One sum for the ace, three numbers for the fold."""

    name = "eighteen-and-twice"
    title = "Eighteen and twice the second card"
    rules = (
        "Set your three highest cards high and your two lowest low, aces high.",
        f"With an ace, add up that high hand. If it is no more than {ACE_GOES_LOW} and twice your second-lowest card, "
        "lay one ace low with your lowest card instead.",
        "With an ace, always play.",
        f"Without an ace, fold if your high total is below {GOOD_HIGH}, your low total above {GOOD_LOW}, and they are "
        f"less than {LEAST_APART} apart. Otherwise play.",
    )

    def decide(self, spot: Spot) -> Choice:
        """What the page says."""
        setting = hi_lo.house_way(spot.cards)
        high, low = setting.totals
        lowest, second, *_ = sorted(spot.cards)
        aces = [card for card in spot.cards if hi_lo.aces([card])]
        if aces:
            ace_low = high <= ACE_GOES_LOW + 2 * hi_lo.high_total([second])
            return Choice("play", (lowest, aces[0]) if ace_low else setting.low)
        folds = high < GOOD_HIGH and low > GOOD_LOW and high - low < LEAST_APART
        return Choice("fold") if folds else Choice("play", setting.low)
