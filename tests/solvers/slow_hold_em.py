"""Hold 'Em a second time: every deal of a small deck settled by the rule book, and every way to play it tried."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import Outcome, settle_hand
from pitboss.games.terms import Terms
from pitboss.games.ultimate_texas_hold_em import GAME
from pitboss.hands import five

Cards = tuple[int, ...]
End = tuple[bool, int, int]
"""Whether the dealer qualifies; win, tie or loss; the kind of hand."""

TERMS = Terms.of_hand(GAME)
ANTE = 2
"""Cents, so that 3 to 2 is paid in whole cents."""
FOLDED = settle_hand(
    GAME,
    TERMS,
    FinishedHand({"player": (0, 1), "community": (2, 3, 4, 5, 6)}, {"ante": ANTE, "blind": ANTE}, folded=True),
).net


class Played(NamedTuple):
    """Hole cards played out on a board, over all hands of the dealer; in cents."""

    base: int
    play: int
    ends: Counter[End]

    @property
    def fold(self) -> int:
        return FOLDED * sum(self.ends.values())

    @property
    def river(self) -> int:
        return max(self.base + self.play, self.fold)


def play_out(own: Cards, board: Cards, deck: Cards) -> Played:
    """Every hand of the dealer, settled by the rule book with one ante on the play wager."""
    base, play, ends = 0, 0, Counter[End]()
    for dealer in combinations(rest(deck, own + board), 2):
        cards = {"player": own, "community": board, "dealer": dealer}
        wagers = {"ante": ANTE, "blind": ANTE, "play": ANTE}
        settled = settle_hand(GAME, TERMS, FinishedHand(cards, wagers), limited=False)
        base += settled["ante"].net + settled["blind"].net
        play += settled["play"].net
        qualifies = five.value(dealer + board) >= five.at_least(five.Category.ONE_PAIR)
        outcome = (Outcome.WIN, Outcome.PUSH, Outcome.LOSE).index(settled["play"].outcome)
        ends[qualifies, outcome, five.category(five.value(own + board))] += 1
    return Played(base, play, ends)


def rest(deck: Cards, taken: Cards) -> Cards:
    return tuple(card for card in deck if card not in taken)


@cache
def played(deck: Cards) -> dict[Cards, dict[Cards, Played]]:
    """All hole cards of a deck, on all boards."""
    return {
        own: {board: play_out(own, board, deck) for board in combinations(rest(deck, own), 5)}
        for own in combinations(deck, 2)
    }


class Slow:
    """Best play, found by trying everything at every spot; of equals the one that wagers less."""

    def __init__(self, deck: Cards) -> None:
        self.played, self.deck = played(deck), deck

    def on_flop(self, own: Cards, flop: Cards) -> tuple[int, int]:
        """What a check and a bet win."""
        follow = [result for board, result in self.played[own].items() if set(flop) <= set(board)]
        return sum(result.river for result in follow), sum(result.base + 2 * result.play for result in follow)

    @cache  # noqa: B019
    def at_start(self, own: Cards) -> tuple[int, int, int]:
        """What a check wins, ante and blind if played out, and each ante on the play wager; each flop counts once."""
        check = sum(max(self.on_flop(own, flop)) for flop in combinations(rest(self.deck, own), 3))
        results = self.played[own].values()
        return check, 10 * sum(result.base for result in results), 10 * sum(result.play for result in results)

    @cache  # noqa: B019
    def decide(self, own: Cards, board: Cards) -> str:
        if not board:
            check, base, play = self.at_start(own)
            ways = {"check": check, "3x": base + 3 * play, "4x": base + 4 * play}
        elif len(board) == 3:
            ways = dict(zip(("check", "2x"), self.on_flop(own, board), strict=True))
        else:
            result = self.played[own][board]
            ways = {"fold": result.fold, "1x": result.base + result.play}
        return max(ways, key=lambda action: ways[action])
