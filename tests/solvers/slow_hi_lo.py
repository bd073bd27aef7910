"""5 Card Hi-Lo a second time: every setting of every hand against every hand of the dealer, by the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from pitboss.games.five_card_hi_lo import GAME
from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.hands import hi_lo
from pitboss.solvers.solver import Choice

Cards = tuple[int, ...]
TERMS = Terms.of_hand(GAME)
ONE_EACH = {"ante": 1, "tie": 1}


def played(cards: Sequence[int], choice: Choice, dealer: Sequence[int], wagers: Wagers) -> FinishedHand:
    """A deal as the player plays it."""
    if choice.action == "fold":
        return FinishedHand({"player": tuple(cards)}, wagers, folded=True)
    high = tuple(card for card in cards if card not in choice.low)
    return FinishedHand({"high": high, "low": choice.low, "dealer": tuple(dealer)}, {**wagers, "play": wagers["ante"]})


@cache
def dealt(deck: Cards) -> dict[Cards, dict[Cards, list[tuple[int, int]]]]:
    """For each hand and each setting, by its low cards, the nets of the main game and of the tie bet in every deal."""
    found: dict[Cards, dict[Cards, list[tuple[int, int]]]] = {}
    for hand in combinations(deck, 5):
        rest = [card for card in deck if card not in hand]
        found[hand] = {}
        for setting in hi_lo.settings(hand):
            nets = []
            for dealer in combinations(rest, 5):
                results = settle_hand(GAME, TERMS, played(hand, Choice("play", setting.low), dealer, ONE_EACH)).results
                tie = sum(result.net for result in results if result.wager == "tie")
                nets.append((sum(result.net for result in results) - tie, tie))
            found[hand][setting.low] = nets
    return found


def best_on(deck: Cards, ante: int, tie: int) -> tuple[int, int]:
    """What best play wins over all deals, and in how many of them it folds."""
    won, folded = 0, 0
    for nets in dealt(deck).values():
        deals = len(next(iter(nets.values())))
        values = [sum(ante * main + tie * tied for main, tied in each) for each in nets.values()]
        gives_up = max(values) <= -(ante + tie) * deals
        folded += gives_up * deals
        won += -(ante + tie) * deals if gives_up else max(values)
    return won, folded
