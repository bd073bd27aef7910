"""Top Five Poker a second time: every hand played and folded against every hand of the dealer, by the rule book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.games.top_five_poker import GAME
from pitboss.hands import top_five
from pitboss.solvers.top_five_poker import SOLVER

Cards = tuple[int, ...]
TERMS = Terms.of_hand(GAME)
STAKES = {"ante": 100, "top_five_bonus": 100, "poker_bonus": 100}
Outcome = tuple[bool, tuple[tuple[str, str, int], ...]]


def played(player: Cards, plays: bool, dealer: Cards) -> FinishedHand:
    """A deal as the player plays it."""
    wagers: Wagers = STAKES | {"play": 100} if plays else STAKES
    return FinishedHand({"player": player, "dealer": dealer}, wagers, folded=not plays)


def outcome(hand: FinishedHand) -> Outcome:
    """Whether the dealer qualifies, and what became of every wager."""
    results = settle_hand(GAME, TERMS, hand).results
    qualifies = top_five.qualifies(top_five.value(hand.cards["dealer"]))
    return qualifies, tuple((result.wager, str(result.outcome), result.paid) for result in results)


def main_net(hand: FinishedHand) -> int:
    return sum(wager.settle(TERMS, hand).net for wager in GAME.wagers if wager.name in SOLVER.main)


def best_on(deck: Cards) -> Iterator[tuple[Cards, bool, int, Counter[Outcome]]]:
    """For every hand whether best play plays it, what that wins over all deals, and how they end."""
    for player in combinations(deck, 7):
        dealers = list(combinations([card for card in deck if card not in player], 7))
        worth = sum(main_net(played(player, True, dealer)) for dealer in dealers)
        plays = worth > -100 * len(dealers)
        ends = Counter(outcome(played(player, plays, dealer)) for dealer in dealers)
        yield player, plays, worth if plays else -100 * len(dealers), ends
