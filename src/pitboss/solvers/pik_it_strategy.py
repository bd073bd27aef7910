"""What a player may do in Pik-It Poker, and pages of rules for it. They look at the player's own cards only."""

from __future__ import annotations

from pitboss.cards import ACE, EIGHT, FIVE, JACK, KING, QUEEN, rank
from pitboss.games.pik_it_poker import SCRIPT
from pitboss.games.steps import Decide
from pitboss.games.terms import Terms
from pitboss.hands import five, three
from pitboss.hands.five import Category as Five
from pitboss.hands.three import Category as Three
from pitboss.solvers.solver import Choice, Strategy
from pitboss.solvers.spots import Spot
from pitboss.solvers.tally import Cards

STAGE = "decide"
(_DECIDE,) = [step for step in SCRIPT if isinstance(step, Decide)]
ACTIONS = _DECIDE.actions
"""Play 3, play 5 and fold, as the rule book has them."""
CHOICES = tuple(Choice(action.name) for action in ACTIONS)
PLAY_3, PLAY_5, FOLD = CHOICES

_STEPS = 8
"""From a pair up to the top of a flush that is better than the pair, without the qualifier."""
_HIGHEST_PAIR = {ACE: ACE, KING: JACK, QUEEN: EIGHT}
"""By the top of a flush, the highest pair that it is better than, with the qualifier."""


def wagered(terms: Terms) -> tuple[int, ...]:
    """What each action wagers, in antes."""
    return tuple(sum(action.multiples.at(terms)) for action in ACTIONS)


class SingleWagers(Strategy):
    """For play wagers equal to the ante and a dealer who need not qualify."""

    name = "single-wagers"
    title = "Seven rules for single play wagers without the qualifier"
    rules = (
        "A straight, a flush or better with all five cards: play 5.",
        "Else three suited cards in sequence: play 3.",
        "Else two pair or three of a kind: play 5.",
        "Else three cards in sequence: play 3, but play 5 with a pair of queens, kings or aces that ranks above all "
        "three (an ace in ace-two-three is low).",
        "Else a pair: play 5, but play 3 with three suited cards whose highest ranks eight or more steps above the "
        "pair: twos and a ten-high flush or better, threes and jack-high, fours and queen-high, fives and king-high, "
        "sixes and ace-high.",
        "Else three suited cards: play 3.",
        "Else ace high, or king-queen high: play 5. Fold everything lower.",
    )

    def decide(self, spot: Spot) -> Choice:
        """The first rule that fits."""
        of_five, of_three, (first, second, *_) = _read(spot.cards)
        if of_five >= Five.STRAIGHT:
            return PLAY_5
        if of_three >= Three.STRAIGHT_FLUSH:
            return PLAY_3
        if of_five >= Five.TWO_PAIR:
            return PLAY_5
        if of_three is Three.STRAIGHT:
            above = of_five is Five.ONE_PAIR and first >= QUEEN and first > _top(spot.cards)
            return PLAY_5 if above else PLAY_3
        if of_five is Five.ONE_PAIR:
            return PLAY_3 if of_three is Three.FLUSH and _top(spot.cards) - first >= _STEPS else PLAY_5
        if of_three is Three.FLUSH:
            return PLAY_3
        return PLAY_5 if first == ACE or (first, second) == (KING, QUEEN) else FOLD


class WithQualifier(Strategy):
    """For a dealer who must qualify and a play 3 wager of two antes."""

    name = "with-qualifier"
    title = "Six rules for a dealer who must qualify and a doubled play 3 wager"
    rules = (
        "Three cards that make a straight or better: play 3.",
        "Else two pair or a flush of five: play 5.",
        "Else a pair with three suited cards: play 3 if the highest of the three is an ace; or a king, and the pair is "
        "jacks or lower; or a queen, and the pair is eights or lower; or if the pair is fives or lower.",
        "Else a pair: play 5.",
        "Else three suited cards: play 3.",
        "Else ace high: play 5. Fold everything lower.",
    )

    def decide(self, spot: Spot) -> Choice:
        """The first rule that fits."""
        of_five, of_three, (first, *_) = _read(spot.cards)
        if of_three >= Three.STRAIGHT:
            return PLAY_3
        if of_five >= Five.TWO_PAIR:
            return PLAY_5
        if of_five is Five.ONE_PAIR:
            low = of_three is Three.FLUSH and first <= _HIGHEST_PAIR.get(_top(spot.cards), FIVE)
            return PLAY_3 if low else PLAY_5
        if of_three is Three.FLUSH:
            return PLAY_3
        return PLAY_5 if first == ACE else FOLD


def _read(cards: Cards) -> tuple[Five, Three, tuple[int, ...]]:
    """The kind of hand that all five cards make, that the best three make, and the ranks that decide the five."""
    whole = five.value(cards)
    return five.category(whole), three.category(three.value(cards)), five.ranks_of(whole)


def _top(cards: Cards) -> int:
    """The highest rank of the best three cards; an ace in a run from ace to three is low."""
    return rank(three.best(cards)[0])
