"""5 Card Hi-Lo solved: whether to play each hand, and how to set it.

Best play looks at ante, play and ante bonus, and at the tie bet in the proportion in which it is staked: a tie bet is
lost on a fold, so with one there is less to fold. The limit on what one hand is paid is left out of account.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.cards import DECK, notation, parse
from pitboss.errors import HandError
from pitboss.games.five_card_hi_lo import CARDS_EACH, GAME, ante_bonus_strength, check_cards
from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.hands.hi_lo import Setting
from pitboss.solvers.hi_lo_strategy import EighteenAndTwice
from pitboss.solvers.solver import (
    Advice,
    Choice,
    Gain,
    Look,
    Progress,
    Solved,
    Solver,
    Strategy,
    best,
    other_hands,
    silent,
)
from pitboss.solvers.spots import Spot, Stage, check_cards_left
from pitboss.solvers.tally import Cards, Ending, Tally

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pitboss.solvers.hi_lo_counts import Numbers, Patterns

PLAY, FOLD = "play", "fold"
FOLDED = -1
"""In the place of a setting."""
STAGE = "decide"
POLICY = "policy"

HIGH, LOW = parse("9c 8c 7c"), parse("5c 4c")
DEALERS = (
    ("8d 7d 6d 3d 2d", "8d 7d 6d 5d 4d", "7d 7h 7s 6d 6h"),
    ("9d 8d 7d 3d 2d", "9d 8d 7d 5d 4d", "9d 8d 7d 6d 6h"),
    ("Kd Kh Ks 3d 2d", "Kd Kh Ks 5d 4d", "Kd Kh Ks 6d 6h"),
)
"""What a dealer may hold against these 24 high and 9 low: a lower, equal, higher high total, and so the low total."""


class HiLoSolver(Solver):
    """Best play for any stake of the tie bet beside the ante."""

    main = ("ante", "play", "ante_bonus")
    stages = (Stage(STAGE, CARDS_EACH),)
    decisions = (PLAY, FOLD)
    strategies = (EighteenAndTwice(),)

    def depends_on(self, terms: Terms, stakes: Wagers) -> Mapping[str, Any]:
        """The ante bonus odds in force, and the tie bet in antes."""
        odds = {row.key: str(row.odds) for row in terms.pay_tables["ante_bonus"].rows}
        return {"ante_bonus": odds, "tie": str(_tie_in_antes(stakes))}

    def solve(
        self, terms: Terms, stakes: Wagers, *, strategy: Strategy | None = None, progress: Progress = silent
    ) -> Solved:
        """Best play, or a written strategy, which is asked once for each pattern of points: it sees no other cards."""
        from pitboss.solvers.hi_lo_counts import patterns

        every = patterns(DECK)
        progress(0.1)
        policy = best_policy(terms, stakes, every) if strategy is None else policy_of(strategy, every)
        progress(0.7)
        found = tally(every, policy)
        progress(1)
        return Solved(found, tables={POLICY: policy})

    def advise(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> tuple[Advice, ...]:
        """Fold, and every setting that differs in its totals, the house way first."""
        from pitboss.solvers.hi_lo_counts import SPLITS, by_points, pattern_of, patterns

        check_cards_left(spot, CARDS_EACH)
        every = patterns(DECK)
        cards = sorted(spot.cards)
        place = every.place[pattern_of(cards)]
        rest = [card for card in DECK if card not in spot.cards + spot.seen]
        counts = every.compared(by_points(rest)[None, :], every.settings[[place]])
        values, folded = _values(terms, stakes, every.hands[[place]], counts)
        unit = _dealer_hands(counts) * _tie_in_antes(stakes).denominator
        advice = {(): Advice(Choice(FOLD), Fraction(folded, unit), 0)}
        for split, value, legal, totals in zip(
            SPLITS, values[0], every.legal[place], every.settings[place].tolist(), strict=True
        ):
            if legal:
                choice = Choice(PLAY, tuple(cards[card] for card in split))
                advice.setdefault(tuple(totals), Advice(choice, Fraction(value, unit), 1))
        return tuple(advice.values())

    def decide(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> Choice:
        """Looked up, unless other players' cards are seen."""
        from pitboss.solvers.hi_lo_counts import SPLITS, pattern_of, patterns

        if spot.seen:
            return best(self.advise(terms, stakes, solved, spot)).choice
        cards = sorted(spot.cards)
        split = solved.tables[POLICY][patterns(DECK).place[pattern_of(cards)]]
        return Choice(FOLD) if split == FOLDED else Choice(PLAY, tuple([cards[card] for card in SPLITS[split]]))

    def is_alike(self, cards: tuple[int, ...], one: Choice, other: Choice) -> bool:
        """Settings with the same totals are worth the same."""
        return one.action == other.action and _totals(cards, one.low) == _totals(cards, other.low)

    def sights(self, terms: Terms, stakes: Wagers, solved: Solved) -> Mapping[str, Look]:
        """Other players' hands: one exactly, several estimated."""

        def look(others: int, progress: Progress) -> Gain:
            from pitboss.solvers.hi_lo_others import gain_with_one, gain_with_others

            policy = solved.tables[POLICY].astype("int64")
            find = gain_with_one if others == 1 else partial(gain_with_others, others=others)
            return find(terms, stakes, policy, progress=progress)

        return {other_hands(number): partial(look, number) for number in range(1, terms["positions"])}


def _totals(cards: tuple[int, ...], low: tuple[int, ...]) -> tuple[int, int]:
    return Setting(tuple(card for card in cards if card not in low), low).totals


SOLVER = HiLoSolver()


def best_policy(terms: Terms, stakes: Wagers, every: Patterns) -> npt.NDArray[np.int8]:
    """For each pattern the split worth most, the first of equals; `FOLDED` if none is worth more than a fold."""
    import numpy as np

    values, folded = _values(terms, stakes, every.hands, every.against)
    worth = np.where(every.legal, values, folded)
    splits = worth.argmax(axis=1)
    return np.where(worth.max(axis=1) > folded, splits, FOLDED).astype(np.int8)


def policy_of(strategy: Strategy, every: Patterns) -> npt.NDArray[np.int8]:
    """What a written strategy does with each pattern."""
    import numpy as np

    hands = [tuple(hand) for hand in every.hands.tolist()]
    return np.array([_split(hand, strategy.decide(Spot(GAME, STAGE, hand))) for hand in hands], np.int8)


def tally(every: Patterns, policy: npt.NDArray[np.int8]) -> Tally:
    """All deals, by what the player does, how the totals compare, and the rows of poker bonus and ante bonus."""
    import numpy as np

    hands, examples = every.poker
    strengths = np.array([ante_bonus_strength(tuple(hand)) for hand in every.hands.tolist()])
    chosen = np.take_along_axis(every.against, policy.clip(0)[:, None, None, None], axis=1).reshape(-1, 9)
    endings = []
    for poker in range(hands.shape[1]):
        folds = np.flatnonzero((policy == FOLDED) & (hands[:, poker] > 0))
        if len(folds):
            deals = int(hands[folds, poker].sum()) * _dealer_hands(every.against)
            endings.append(Ending(FOLD, deals, {"player": examples[int(folds[0]), poker]}))
    for strength in np.unique(strengths):
        plays = (policy != FOLDED) & (strengths == strength)
        deals_of = chosen[plays].T @ hands[plays]
        for outcome, poker in np.argwhere(deals_of).tolist():
            first = int(np.flatnonzero(plays & (chosen[:, outcome] > 0) & (hands[:, poker] > 0))[0])
            cards = _played(every, first, int(policy[first]), examples[first, poker], *divmod(outcome, 3))
            endings.append(Ending(PLAY, int(deals_of[outcome, poker]), cards, play=PLAY, times=1))
    return Tally(tuple(endings))


def _played(every: Patterns, place: int, split: int, hand: Cards, high: int, low: int) -> Mapping[str, Cards]:
    """A hand set in one way, and a dealer's hand against it."""
    from pitboss.solvers.hi_lo_counts import SPLITS

    laid_low = tuple(hand[card] for card in SPLITS[split])
    totals = every.settings[place, split].tolist()
    return {
        "high": tuple(card for card in hand if card not in laid_low),
        "low": laid_low,
        "dealer": every.dealer_example(hand, totals, high - 1, low - 1),
    }


class Nets(NamedTuple):
    """What the rule book pays at the smallest stakes."""

    played: npt.NDArray[np.object_]
    """A lower, equal, higher high total of the dealer's, and so the low total; without the ante bonus."""
    folded: int
    bonuses: npt.NDArray[np.object_]
    """The ante bonus of each hand."""
    ante: int
    """What the results are to be divided by."""


def nets_of(terms: Terms, stakes: Wagers, hands: npt.NDArray[np.uint8]) -> Nets:
    """The rule book settles each way in which totals can compare. The numbers are Python's own, of any size."""
    import numpy as np

    tie = _tie_in_antes(stakes)
    ante = tie.denominator
    opening = {"ante": ante} | ({"tie": tie.numerator} if tie else {})
    played = [
        FinishedHand({"high": HIGH, "low": LOW, "dealer": parse(dealer)}, {**opening, "play": ante})
        for row in DEALERS
        for dealer in row
    ]
    nets = np.array([settle_hand(GAME, terms, hand, limited=False).net for hand in played], object)
    folded = settle_hand(GAME, terms, FinishedHand({"player": HIGH + LOW}, opening, folded=True), limited=False).net
    rows = [terms.pay_tables["ante_bonus"].row(ante_bonus_strength(tuple(hand))) for hand in hands.tolist()]
    bonuses = np.array([row.odds.pays(ante) if row else 0 for row in rows], object)
    return Nets(nets, folded, bonuses, ante)


def _values(
    terms: Terms, stakes: Wagers, hands: npt.NDArray[np.uint8], counts: Numbers
) -> tuple[npt.NDArray[np.object_], int]:
    """What each setting of each hand is worth, and a fold: summed over all dealer hands, at the smallest stakes."""
    nets, dealer_hands = nets_of(terms, stakes, hands), _dealer_hands(counts)
    played = counts.reshape(*counts.shape[:2], 9).astype(object) @ nets.played
    values: npt.NDArray[np.object_] = played + nets.bonuses[:, None] * dealer_hands
    return values, nets.folded * dealer_hands


def _dealer_hands(counts: Numbers) -> int:
    """How many hands a dealer may have against one hand."""
    return int(counts[0, 0].sum())


def _tie_in_antes(stakes: Wagers) -> Fraction:
    return Fraction(stakes.get("tie", 0), stakes["ante"])


def _split(hand: Cards, choice: Choice) -> int:
    """Which split of an ascending hand a choice is."""
    from pitboss.solvers.hi_lo_counts import SPLITS

    if choice.action == FOLD:
        return FOLDED
    check_cards({"low": choice.low})
    places = tuple(sorted(hand.index(card) for card in choice.low if card in hand))
    if places not in SPLITS or len(choice.low) != len(places):
        raise HandError("setting", f"{notation(choice.low)} is no low hand of {notation(hand)}", GAME.cites.decide)
    return SPLITS.index(places)
