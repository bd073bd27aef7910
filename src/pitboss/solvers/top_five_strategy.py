"""A page of rules for Top Five Poker; it is best play itself."""

from __future__ import annotations

from pitboss.cards import ACE, JACK, rank
from pitboss.hands import top_five
from pitboss.solvers.solver import Choice, Strategy
from pitboss.solvers.spots import Spot


class AceJack(Strategy):
    """Play ace-jack or better."""

    name = "ace-jack"
    title = "Ace-jack or better"
    rules = (
        "Play with three or more cards from ten to ace.",
        "Play with two of them if they are a pair, or an ace with a jack, queen or king.",
        "Fold everything else.",
    )

    def decide(self, spot: Spot) -> Choice:
        """What the page says."""
        match sorted(rank(card) for card in top_five.kept(spot.cards)):
            case [low, high]:
                plays = low == high or (low >= JACK and high == ACE)
            case ranks:
                plays = len(ranks) > 2
        return Choice("play" if plays else "fold")
