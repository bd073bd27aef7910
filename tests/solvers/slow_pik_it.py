"""Pik-It Poker a second time: all that a player may do in every deal, settled by the rule book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from pitboss.games.hand import FinishedHand
from pitboss.games.pik_it_poker import GAME, qualifies
from pitboss.games.settlement import Result, settle_hand
from pitboss.games.terms import Terms
from pitboss.hands import five
from pitboss.solvers.pik_it_poker import SOLVER
from pitboss.solvers.pik_it_strategy import CHOICES, FOLD
from pitboss.solvers.solver import Choice, Strategy
from pitboss.solvers.spots import Spot

Cards = tuple[int, ...]
STAKES = {"three_card_bonus": 50, "five_card_bonus": 100, "ante": 100}
Settled = tuple[tuple[str, str, int], ...]
"""What became of every wager, and what it was paid."""
Outcome = tuple[str, bool | None, Settled]
"""What the player did, whether the dealer qualified, and what became of every wager."""


def played(terms: Terms, choice: Choice, player: Cards, dealer: Cards) -> FinishedHand:
    """A deal as the player plays it; nothing was picked."""
    wagers = {"five_card_bonus": 100, "ante": 100}
    if choice != FOLD:
        wagers[choice.action] = 100 * terms[f"{choice.action}_multiple"]
    return FinishedHand({"player": player, "dealer": dealer}, wagers, folded=choice == FOLD)


def came(settled: Iterable[Result]) -> Settled:
    return tuple((result.wager, str(result.outcome), result.paid) for result in settled)


def does_qualify(terms: Terms, dealer: Cards) -> bool | None:
    return qualifies(five.value(dealer)) if terms["dealer_must_qualify"] else None


def one_by_one(terms: Terms, deck: Cards, follow: Strategy | None) -> tuple[Fraction, Counter[Outcome]]:
    """What the main wagers are worth, and every deal's outcome, by trying all that a player may do in every deal."""
    total, found = 0, Counter[Outcome]()
    by_wager = sorted(CHOICES, key=lambda one: terms.get(f"{one.action}_multiple", 0))
    for player in combinations(deck, 5):
        dealers = list(combinations([card for card in deck if card not in player], 5))
        tried = {choice: [played(terms, choice, player, dealer) for dealer in dealers] for choice in by_wager}
        settled = {choice: [settle_hand(GAME, terms, hand).results for hand in tried[choice]] for choice in by_wager}
        nets = {
            choice: sum(result.net for one in settled[choice] for result in one if result.wager in SOLVER.main)
            for choice in by_wager
        }
        choice = follow.decide(Spot(GAME, "decide", player)) if follow else max(nets, key=nets.__getitem__)
        total += nets[choice]
        picks = [
            GAME.wager["three_card_bonus"].settle(terms, FinishedHand({"picked": picked}, STAKES))
            for picked in combinations(player, 3)
        ]
        for dealer, rest in zip(dealers, settled[choice], strict=True):
            does = does_qualify(terms, dealer)
            found.update((choice.action, does, came((pick, *rest))) for pick in picks)
    return Fraction(total * 10, found.total() * 100), found
