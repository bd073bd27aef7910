"""Top Five Poker under other readings of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import JACK, QUEEN, TEN, rank
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import Result
from pitboss.games.terms import Terms
from pitboss.games.top_five_poker import CARDS_EACH, GAME
from pitboss.hands import top_five
from pitboss.hands.top_five import Category
from pitboss.solvers.top_five_counts import TOP_RANKS, Deck, Left, cards_left, kind_of, kinds
from prices.entry import Price, Reading, Settle, Unpriced, asked, built, edge, lost_goes_back, lost_unless, solved

NAME = "top-five"
FULL = Deck()
BONUSES = ("top_five_bonus", "poker_bonus")
TABLES = ("A", "B", "C")
BEST_PLAY = "best play under each reading"
NETS = ((1, 0, -1), (2, 0, -2))
"""What ante and play net: the dealer does not qualify, or does; and is lower, equal, higher."""
LOSER_PAYS = ((1, 0, -2), (2, 0, -2))
PAID_TWICE = ((1, 0, -1), (3, 0, -2))
FOLDED = (-1, -1)
"""What a fold nets: against a dealer who does not qualify, and one who does."""
_WITHOUT_STRAIGHT = {
    (1, 1): Category.HIGH_CARD,
    (2, 1): Category.ONE_PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
}
"""What a straight is besides, by the two largest numbers of one rank in it."""


class Top(NamedTuple):
    """The cards from ten to ace in a hand: how many of each rank, and whether a royal flush is among them."""

    ranks: tuple[int, ...]
    royal: bool

    @property
    def number(self) -> int:
        """How many there are."""
        return sum(self.ranks)

    @property
    def cards(self) -> tuple[int, ...]:
        """A hand with them; without a royal flush the suit moves on from rank to rank."""
        shift = 0 if self.royal else 1
        top = [4 * r + (r * shift + s) % 4 for r, held in zip(TOP_RANKS, self.ranks, strict=True) for s in range(held)]
        return (*top, *range(CARDS_EACH - len(top)))

    @property
    def value(self) -> int:
        """In the rule book's order."""
        return top_five.value(self.cards)

    @property
    def poker(self) -> tuple[int, tuple[int, ...]]:
        """The kind of hand, and the ranks that decide within it."""
        return top_five.category(self.value), tuple(rank(card) for card in top_five.best(self.cards))


Score = Callable[[Top], object]
"""A hand's place in an order: higher wins."""


# --- the rulings -----------------------------------------------------------------------------------------------------


def prices() -> Iterator[Price | Unpriced]:
    """Every ruling of the game whose readings may differ in money."""
    yield from _order()
    yield from _dealer()
    yield from _bonuses()
    yield Unpriced(
        "T5-R2",
        "The poker hand alone, whatever the number of cards: the text has no rule for a pair against three cards "
        "without one, nor for a dealer's queen-jack among them.",
    )
    yield Unpriced("T5-R27", "A highest payout: no amount is stated.")
    yield Unpriced(
        "T5-R30",
        "One box at a time, or all of a player's boxes together: what seven known cards are worth hangs on how many "
        "boxes are played; a box that is decided by its own cards has the edge of the main game.",
    )


def _order() -> Iterator[Price]:
    chosen = main()
    assert chosen == solved(asked(NAME), "main")
    yield Price(
        "T5-R1",
        "main",
        BEST_PLAY,
        (
            built("A-K-Q-J-10 not of one suit is a straight", chosen),
            Reading("there is no straight, only the flush that nobody can hold", main(no_straight)),
        ),
    )
    yield Price(
        "T5-R2",
        "main",
        BEST_PLAY,
        (
            built("six and seven cards count as such, the best five of them are compared", chosen),
            Reading("six and seven cards count as five", main(at_most_five)),
            Reading("with equal best five the sixth and seventh card decide", main(all_cards)),
        ),
    )
    yield Price(
        "T5-R5",
        "main",
        BEST_PLAY,
        (
            built("hands without a pair are compared from the highest card down", chosen),
            Reading("as many cards without a pair are equal", main(no_high_cards)),
        ),
    )
    yield Price(
        "T5-R6",
        "main",
        BEST_PLAY,
        (
            built("within a kind the higher ranks win", chosen),
            Reading("as many cards of the same kind are equal", main(kind_alone)),
        ),
    )
    everyone_plays = Deck(lower=0)
    yield Price(
        "T5-R49",
        "main",
        "one player and the dealer: 20 cards make no third hand",
        (
            built("52 cards, twos to nines taken out of the hands", chosen),
            Reading("20 cards, ten to ace only", main(deck=everyone_plays)),
        ),
    )


def _dealer() -> Iterator[Price]:
    chosen = main()
    yield Price(
        "T5-R3",
        "main",
        BEST_PLAY,
        (
            built("queen-jack or better in the order of hands: three cards, a pair, or two from Q-J up", chosen),
            Reading("the dealer must hold a queen and a jack", main(qualifies=holds_queen_and_jack)),
            Reading("any two cards qualify", main(qualifies=lambda top: top.number >= 2)),
        ),
    )
    yield Price(
        "T5-R7",
        "main",
        BEST_PLAY,
        (
            built("a dealer below queen-jack: every played ante goes back, a folded one stays lost", chosen),
            Reading("only a hand that does not lose gets its ante back", main(nets=LOSER_PAYS)),
            Reading("a folded ante goes back too", main(folded=(0, -1))),
        ),
    )
    yield Price(
        "T5-R8",
        "main",
        BEST_PLAY,
        (
            built("the Play Wager is settled once", chosen),
            Reading("against a dealer who qualifies it is paid by 11.C(3) and again by 11.C(4)", main(nets=PAID_TWICE)),
        ),
    )


def _bonuses() -> Iterator[Price]:
    rules = {wager: GAME.wager[wager].settle for wager in BONUSES}
    poker = rules["poker_bonus"]
    yield _bonus(
        "T5-R1",
        "poker_bonus",
        "the line for a straight is paid on A-K-Q-J-10 not of one suit",
        ("there is no straight: such a hand is paid for the pair or pairs in it", paid_without_straight),
    )
    for table in TABLES:
        only_five = ("only five or more", lost_unless(holds_five, poker))
        yield _bonus("T5-R9", "poker_bonus", "any number of cards is judged", only_five, table)
    for wager, settle in rules.items():
        every = ("that line and every line below it", every_line(settle))
        yield _bonus("T5-R10", wager, "one line, the highest the hand meets", every)
        yield _bonus("T5-R17", wager, "a hand that meets no line loses", ("it goes back", lost_goes_back(settle)))


def _bonus(ruling: str, wager: str, taken: str, other: tuple[str, Settle], table: str = TABLES[0]) -> Price:
    options = {f"{wager}_pay_table": table}
    advisor, (words, settle) = asked(NAME, options), other
    readings = built(taken, edge(advisor, wager)), Reading(words, edge(advisor, wager, settle))
    return Price(ruling, wager, f"pay table {table}", readings, options=options)


# --- orders and qualifying -------------------------------------------------------------------------------------------


def at_most_five(top: Top) -> object:
    """Six and seven cards count as five."""
    return min(top.number, 5), top.poker


def all_cards(top: Top) -> object:
    """Between equal hands all cards decide, from the highest down."""
    return top.value, tuple(
        sorted((r for r, held in zip(TOP_RANKS, top.ranks, strict=True) for _ in range(held)), reverse=True)
    )


def no_high_cards(top: Top) -> object:
    """Hands without a pair are equal if they have as many cards."""
    kind, ranks = top.poker
    return top.number, kind, ranks if kind else ()


def kind_alone(top: Top) -> object:
    """As many cards of the same kind are equal."""
    return top.number, top.poker[0]


def no_straight(top: Top) -> object:
    """A straight is worth the pair or pairs in it."""
    return top.number, without_straight(top)


def without_straight(top: Top) -> tuple[int, tuple[int, ...]]:
    """The kind of hand and the deciding ranks if there is no straight."""
    if top.poker[0] != Category.FIVE_CARD_STRAIGHT:
        return top.poker
    held = sorted(zip(top.ranks, TOP_RANKS, strict=True), reverse=True)
    ranks = [r for number, r in held for _ in range(number)]
    return _WITHOUT_STRAIGHT[held[0][0], held[1][0]], tuple(ranks[:5])


def holds_queen_and_jack(top: Top) -> bool:
    """A queen and a jack are there, whatever else is."""
    return bool(top.ranks[QUEEN - TEN] and top.ranks[JACK - TEN])


# --- bonuses ---------------------------------------------------------------------------------------------------------


def _top(hand: FinishedHand) -> Top:
    kind = kind_of(hand.cards["player"])
    return Top(kind.ranks, kind.royal)


def paid_without_straight(terms: Terms, hand: FinishedHand) -> Result:
    """The poker bonus if there is no straight."""
    result = GAME.wager["poker_bonus"].settle(terms, hand)
    top = _top(hand)
    if top.poker[0] != Category.FIVE_CARD_STRAIGHT:
        return result
    kind, ranks = without_straight(top)
    row = terms.pay_tables["poker_bonus"].row(kind << 4 | ranks[0])
    return result._replace(paid=row.odds.pays(result.stake) if row else 0, returned=result.stake if row else 0)


def holds_five(hand: FinishedHand) -> bool:
    """Whether five cards or more are from ten to ace."""
    return _top(hand).number >= 5


def every_line(settle: Settle) -> Settle:
    """A bonus that pays the line of the hand and all below it."""

    def settled(terms: Terms, hand: FinishedHand) -> Result:
        result = settle(terms, hand)
        rows = terms.pay_tables[result.wager].rows
        own = [place for place, row in enumerate(rows) if row.clause in result.clauses]
        return result._replace(paid=sum(row.odds.pays(result.stake) for row in rows[own[0] :])) if own else result

    return settled


# --- the count -------------------------------------------------------------------------------------------------------


def main(
    score: Score = lambda top: top.value,
    qualifies: Callable[[Top], bool] = lambda top: top_five.qualifies(top.value),
    nets: tuple[tuple[int, ...], ...] = NETS,
    folded: tuple[int, int] = FOLDED,
    deck: Deck = FULL,
) -> Fraction:
    """What the house keeps of an ante with best play: every kind of hand against all that the dealer may hold."""
    every, dealers = kinds(deck), _dealers()
    players = [Top(kind.ranks, kind.royal) for kind in map(kind_of, every.examples)]
    places = {found: place for place, found in enumerate(sorted({score(top) for top in (*players, *dealers)}))}  # type: ignore[type-var]
    own, theirs = (np.array([places[score(top)] for top in tops]) for tops in (players, dealers))
    counts = _against(deck)
    short = np.array([not qualifies(top) for top in dealers])
    standing = np.sign(theirs[None, :] - own[:, None])
    played = sum(
        (counts * (short == (not does)) * (standing == order - 1) * net).sum(axis=1)
        for does, row in enumerate(nets)
        for order, net in enumerate(row)
    )
    given_up = (counts * np.where(short, *folded)).sum(axis=1)
    total = sum(
        int(number) * int(worth) for number, worth in zip(every.hands, np.maximum(played, given_up), strict=True)
    )
    return Fraction(-total, int(every.hands.sum()) * int(counts[0].sum()))


@cache
def _dealers() -> tuple[Top, ...]:
    """What a dealer may hold."""
    every = [ranks for ranks in product(range(5), repeat=len(TOP_RANKS)) if sum(ranks) <= CARDS_EACH]
    return (*(Top(ranks, royal=False) for ranks in every), *(Top(ranks, royal=True) for ranks in every if min(ranks)))


@cache
def _against(deck: Deck) -> npt.NDArray[np.int64]:
    """(kinds, dealers): how many hands of the dealer's have these top cards."""
    return np.array([_hands(cards_left(deck, cards)) for cards in kinds(deck).examples])


def _hands(left: Left) -> list[int]:
    found = []
    for ranks, royal in _dealers():
        ways = _ways(left.ranks, ranks)
        if min(ranks):  # a royal flush takes one card of each rank from a whole suit, the rest from the others
            fewer = [max(0, there - 1) for there in left.ranks]
            royals = left.whole * _ways(fewer, [taken - 1 for taken in ranks])
            ways = royals if royal else ways - royals
        found.append(ways * comb(left.lower, CARDS_EACH - sum(ranks)))
    return found


def _ways(there: Sequence[int], taken: Sequence[int]) -> int:
    """In how many ways so many cards of each rank can be taken from those there."""
    return prod(map(comb, there, taken))
