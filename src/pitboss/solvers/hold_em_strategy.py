"""Written strategies for Hold 'Em: pages of one form, which differ in where they draw their lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import ACE, DECK, EIGHT, FIVE, JACK, KING, QUEEN, SIX, TEN, THREE, TWO, rank, suit
from pitboss.hands import five
from pitboss.solvers.solver import Choice
from pitboss.solvers.spots import Spot


@dataclass(eq=False, kw_only=True)
class Page:
    """A page of rules, with its lines as ranks from 0 (two) to 12 (ace) and as numbers of cards."""

    name: str
    title: str
    rules: tuple[str, ...]
    pairs: int
    """Bet 4x on a pair from this rank up."""
    suited: Mapping[int, int]
    """Bet 4x on two cards of one suit: for the higher rank the least lower one."""
    offsuit: Mapping[int, int]
    """The same for two cards of different suits."""
    draw: int
    """Bet 2x on four cards of one suit if an own card among them is of this rank or higher."""
    outs: tuple[int, int]
    """Bet 1x if the dealer has at most so many outs: where the board is all the player has, and where it is not."""

    def decide(self, spot: Spot) -> Choice:
        match spot.stage:
            case "preflop":
                return Choice("4x" if self.bets_at_once(*spot.cards) else "check")
            case "flop":
                (first, second), (a, b, c) = spot.cards, spot.board
                return Choice("2x" if bets_on_flop(first, second, a, b, c, self.draw) else "check")
            case _:
                return Choice("1x" if self._bets_at_last(spot) else "fold")

    def bets_at_once(self, first: int, second: int) -> bool:
        """Whether it bets before the flop."""
        low, high = sorted((rank(first), rank(second)))
        if low == high:
            return low >= self.pairs
        least = self.suited if suit(first) == suit(second) else self.offsuit
        return high in least and low >= least[high]

    def _bets_at_last(self, spot: Spot) -> bool:
        value, of_board = five.value(spot.cards + spot.board), five.value(spot.board)
        unseen = set(DECK).difference(spot.cards, spot.board, spot.seen)
        outs = sum([five.value((*spot.board, card)) > value for card in unseen])
        return outs <= self.outs[value > of_board]


def bets_on_flop(first: int, second: int, a: int, b: int, c: int, draw: int) -> bool:
    """Whether a page bets on a flop; written without calls of our own, so that it can be compiled as it stands."""
    low, high = min(first >> 2, second >> 2), max(first >> 2, second >> 2)
    bottom, top = min(a >> 2, b >> 2, c >> 2), max(a >> 2, b >> 2, c >> 2)
    middle = (a >> 2) + (b >> 2) + (c >> 2) - bottom - top
    ranks = 1 << low | 1 << high | 1 << bottom | 1 << middle | 1 << top
    run = ranks << 1 | ranks >> 12
    straight = (run & run >> 1 & run >> 2 & run >> 3 & run >> 4) > 0
    full_house = low == high and bottom == top
    if straight or full_house:
        return True
    with_low = low in (bottom, middle, top)
    with_high = high in (bottom, middle, top)
    if with_low or with_high:
        lowest = with_low != with_high and (low if with_low else high) == bottom
        one_suit = a & 3 == b & 3 == c & 3
        return not (lowest and one_suit and first & 3 != a & 3 and second & 3 != a & 3)
    for own in (first, second):
        on_flop = (a & 3 == own & 3) + (b & 3 == own & 3) + (c & 3 == own & 3)
        in_hand = (first & 3 == own & 3) + (second & 3 == own & 3)
        if on_flop + in_hand == 5 or (on_flop + in_hand == 4 and own >> 2 >= draw):
            return True
    return False


COUNT_THE_OUTS = Page(
    name="count-the-outs",
    title="Bet 4x by a short list, 2x on a pair with the flop, 1x by counting outs",
    rules=(
        "Before the flop bet 4x or check; never bet 3x.",
        "Bet 4x on a pair of threes or better, and on any ace.",
        "Bet 4x on a king with a five or higher, or with any card of its suit.",
        "Bet 4x on a queen with an eight or higher, or with a six or higher of its suit.",
        "Bet 4x on a jack with a ten, or with an eight or higher of its suit.",
        "After the flop bet 2x if one of your cards pairs a card of the flop, or if you have a straight or better.",
        "Yet check if just one of yours pairs, with its lowest card, on a flop of one suit of which you hold none.",
        "Also bet 2x on four cards of one suit if one of yours among them is a ten or higher.",
        "At the end count the dealer's outs: the cards you do not see that, put with the board, beat your hand.",
        "Bet 1x against 20 outs or fewer; against 18 or fewer if the board alone is all you have; otherwise fold.",
    ),
    pairs=THREE,
    suited={ACE: TWO, KING: TWO, QUEEN: SIX, JACK: EIGHT},
    offsuit={ACE: TWO, KING: FIVE, QUEEN: EIGHT, JACK: TEN},
    draw=TEN,
    outs=(18, 20),
)
