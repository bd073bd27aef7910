"""Three Card Poker solved: whether to play each hand. The rule book settles one deal of every kind; this counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.cards import DECK, SUITS, parse, rank, suit
from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.hands import three
from pitboss.solvers.solver import Advice, Choice, Progress, Solved, Solver, Strategy, best, silent
from pitboss.solvers.spots import Spot, Stage, check_cards_left
from pitboss.solvers.tally import Cards, Ending, Tally
from three_card_poker.game import CARDS_EACH, GAME, lowest_qualifying

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

PLAY, FOLD = "play", "fold"
STAGE = "decide"
POLICY = "policy"

Kind = tuple[tuple[int, ...], ...]
"""The ranks held in each suit, the suits in no order: hands of one kind differ only in the names of their suits."""


def kind_of(cards: Sequence[int]) -> Kind:
    """The kind of a hand."""
    return tuple(sorted(tuple(sorted(rank(c) for c in cards if suit(c) == s)) for s in range(len(SUITS))))


class Showdown(NamedTuple):
    """One way in which a hand can meet the dealer's: whether the dealer plays, who is higher, and how often."""

    qualifies: bool
    higher: int
    """1 if the dealer's hand is the higher one, 0 if they are equal, -1 if it is the lower one."""
    hands: int
    """The dealer's hands with which this happens."""
    dealer: Cards
    """One of them."""


@cache
def _all_hands() -> tuple[Numbers, Numbers, Numbers]:
    """The 22,100 hands of three cards, their values, and each as a set of bits."""
    import numpy as np

    rows = np.array(list(combinations(DECK, CARDS_EACH)), np.uint8)
    return rows.astype(np.int64), three.values(rows).astype(np.int64), (1 << rows.astype(np.int64)).sum(axis=1)


def showdowns(cards: Cards, seen: Cards = ()) -> tuple[Showdown, ...]:
    """All ways to meet the dealer, whose hand is any of those without these cards and other cards that are seen."""
    import numpy as np

    rows, values, bits = _all_hands()
    possible = np.flatnonzero(bits & sum(1 << card for card in cards + seen) == 0)
    held = values[possible]
    ways = 3 * (held >= lowest_qualifying()) + np.sign(held - three.value(cards)) + 1
    return tuple(
        Showdown(way >= 3, way % 3 - 1, number, tuple(rows[possible[np.argmax(ways == way)]].tolist()))
        for way, number in enumerate(np.bincount(ways, minlength=6).tolist())
        if number
    )


class Hands(NamedTuple):
    """All hands of one kind."""

    cards: Cards
    """One of them."""
    number: int
    showdowns: tuple[Showdown, ...]


@cache
def all_kinds() -> dict[Kind, Hands]:
    """The 1,755 kinds of hand."""
    alike: dict[Kind, list[Cards]] = {}
    for cards in combinations(DECK, CARDS_EACH):
        alike.setdefault(kind_of(cards), []).append(cards)
    return {kind: Hands(hands[0], len(hands), showdowns(hands[0])) for kind, hands in alike.items()}


@cache
def _places() -> dict[Kind, int]:
    """Where each kind stands in a policy."""
    return {kind: place for place, kind in enumerate(all_kinds())}


def values(terms: Terms, stakes: Wagers, cards: Cards, meets: tuple[Showdown, ...]) -> tuple[int, int]:
    """What it is worth to play a hand and to fold it: summed over the dealer's hands, in cents."""
    wagers = {**stakes, PLAY: stakes["ante"]}
    played = folded = 0
    for one in meets:
        hand = FinishedHand({"player": cards, "dealer": one.dealer}, wagers)
        played += one.hands * settle_hand(GAME, terms, hand).net
        folded += one.hands * settle_hand(GAME, terms, hand._replace(wagers=stakes, folded=True)).net
    return played, folded


class QueenSixFour(Strategy):
    """Best play in a sentence."""

    name = "queen-six-four"
    title = "Queen-six-four or better"
    rules = ("Play with queen-six-four or better, any pair included.", "Fold everything else.")

    def decide(self, spot: Spot) -> Choice:
        """What the page says."""
        lowest = three.value(parse("Qc 6d 4h"))
        return Choice(PLAY if three.value(spot.cards) >= lowest else FOLD)


class LikeTheDealer(Strategy):
    """The dealer's own rule."""

    name = "like-the-dealer"
    title = "Queen high or better, as the dealer"
    rules = ("Play with queen high or better.", "Fold everything else.")

    def decide(self, spot: Spot) -> Choice:
        """What the page says."""
        return Choice(PLAY if three.value(spot.cards) >= lowest_qualifying() else FOLD)


class ThreeCardSolver(Solver):
    """Best play hangs on nothing an operator chooses: every hand that earns a bonus is played by any pay table."""

    main = ("ante", "play", "ante_bonus")
    stages = (Stage(STAGE, CARDS_EACH),)
    decisions = (PLAY, FOLD)
    strategies = (QueenSixFour(), LikeTheDealer())

    def depends_on(self, terms: Terms, stakes: Wagers) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def solve(
        self, terms: Terms, stakes: Wagers, *, strategy: Strategy | None = None, progress: Progress = silent
    ) -> Solved:
        """Best play, or a written strategy, asked once for each kind of hand."""
        import numpy as np

        every = all_kinds().values()
        progress(0.5)
        if strategy is None:
            worth = (values(terms, {"ante": stakes["ante"]}, one.cards, one.showdowns) for one in every)
            policy = np.array([played > folded for played, folded in worth])
        else:
            policy = np.array([strategy.decide(Spot(GAME, STAGE, one.cards)).action == PLAY for one in every])
        progress(1)
        return Solved(tally(policy.tolist()), tables={POLICY: policy})

    def advise(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> tuple[Advice, ...]:
        """Fold and play."""
        check_cards_left(spot, CARDS_EACH)
        meets = showdowns(spot.cards, spot.seen)
        deals = sum(one.hands for one in meets) * stakes["ante"]
        played, folded = values(terms, stakes, spot.cards, meets)
        return (
            Advice(Choice(FOLD), Fraction(folded, deals), 0),
            Advice(Choice(PLAY), Fraction(played, deals), 1),
        )

    def decide(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> Choice:
        """Looked up, unless other players' cards are seen."""
        if spot.seen:
            return best(self.advise(terms, stakes, solved, spot)).choice
        return Choice(PLAY if solved.tables[POLICY][_places()[kind_of(spot.cards)]] else FOLD)


def tally(policy: list[bool]) -> Tally:
    """All deals, by what the player does, the category of the hand, whether the dealer plays, and who is higher."""
    found: dict[tuple[object, ...], Ending] = {}
    for plays, one in zip(policy, all_kinds().values(), strict=True):
        category = three.category(three.value(one.cards))
        for meets in one.showdowns:
            key = (plays, category, meets.qualifies, meets.higher)
            cards = {"player": one.cards, "dealer": meets.dealer}
            first = (
                Ending(PLAY, 0, cards, play=PLAY, times=1, qualifies=meets.qualifies)
                if plays
                else Ending(FOLD, 0, cards, qualifies=meets.qualifies)
            )
            known = found.get(key, first)
            found[key] = known._replace(deals=known.deals + one.number * meets.hands)
    return Tally(tuple(found.values()))


SOLVER = ThreeCardSolver()
