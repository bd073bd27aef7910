"""Top Five Poker solved: whether to play each hand. Both bonuses follow from the player's own cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.cards import parse
from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.games.top_five_poker import CARDS_EACH, GAME
from pitboss.hands import top_five
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
from pitboss.solvers.top_five_strategy import AceJack

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pitboss.solvers.top_five_counts import Kinds, Numbers

PLAY, FOLD = "play", "fold"
STAGE = "decide"
POLICY = "policy"

DEALERS = ("Jd Td 6d 5d 4d 3d 2d", "Qd Jd 6d 5d 4d 3d 2d")
"""One that does not qualify, one that does."""
PLAYERS = (
    ("Qc Jc 6c 5c 4c 3c 2c", "Jc Tc 6c 5c 4c 3c 2c", "Tc 7c 6c 5c 4c 3c 2c"),
    ("Kc Qc 6c 5c 4c 3c 2c", "Qc Jc 6c 5c 4c 3c 2c", "Jc Tc 6c 5c 4c 3c 2c"),
)
"""Against each of them one hand that beats it, one that ties, one that loses."""


class TopFiveSolver(Solver):
    """Best play; nothing an operator chooses bears on it."""

    main = ("ante", "play")
    stages = (Stage(STAGE, CARDS_EACH),)
    decisions = (PLAY, FOLD)
    strategies = (AceJack(),)

    def depends_on(self, terms: Terms, stakes: Wagers) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def solve(
        self, terms: Terms, stakes: Wagers, *, strategy: Strategy | None = None, progress: Progress = silent
    ) -> Solved:
        """Best play, or a written strategy, which is asked once for each kind of hand: it sees no other cards."""
        from pitboss.solvers.top_five_counts import Deck, kinds

        every = kinds(Deck())
        progress(0.3)
        policy = best_policy(terms, every) if strategy is None else policy_of(strategy, every)
        progress(0.7)
        found = tally(every, policy)
        progress(1)
        return Solved(found, tables={POLICY: policy})

    def advise(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> tuple[Advice, ...]:
        """Fold and play."""
        import numpy as np

        from pitboss.solvers.top_five_counts import Deck, cards_left, compared, dealer_hands

        check_cards_left(spot, CARDS_EACH)
        dealer = dealer_hands([cards_left(Deck(), spot.cards + spot.seen)])
        values, folded = values_of(terms, compared(dealer, np.array([top_five.value(spot.cards)])))
        hands = int(dealer.sum())
        return (
            Advice(Choice(FOLD), Fraction(folded, hands), 0),
            Advice(Choice(PLAY), Fraction(int(values[0]), hands), 1),
        )

    def decide(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> Choice:
        """Looked up, unless other players' cards are seen."""
        from pitboss.solvers.top_five_counts import Deck, kind_of, kinds

        if spot.seen:
            return best(self.advise(terms, stakes, solved, spot)).choice
        return Choice(PLAY if solved.tables[POLICY][kinds(Deck()).place[kind_of(spot.cards)]] else FOLD)

    def sights(self, terms: Terms, stakes: Wagers, solved: Solved) -> Mapping[str, Look]:
        """Other players' hands, exactly."""

        def look(others: int, progress: Progress) -> Gain:
            from pitboss.solvers.top_five_others import gain_with_others

            return gain_with_others(terms, others, progress=progress)

        return {other_hands(number): partial(look, number) for number in range(1, terms["positions"])}


SOLVER = TopFiveSolver()


def best_policy(terms: Terms, every: Kinds) -> npt.NDArray[np.bool_]:
    """Which kinds are played: those that are then worth more than a fold."""
    values, folded = values_of(terms, every.against)
    return values > folded


def policy_of(strategy: Strategy, every: Kinds) -> npt.NDArray[np.bool_]:
    """Which kinds a written strategy plays."""
    import numpy as np

    return np.array([strategy.decide(Spot(GAME, STAGE, cards)).action == PLAY for cards in every.examples])


def tally(every: Kinds, policy: npt.NDArray[np.bool_]) -> Tally:
    """All deals, by what the player does, whether the dealer qualifies, who is better, and both bonuses."""
    import numpy as np

    alike: defaultdict[tuple[bool, tuple[int, int]], list[int]] = defaultdict(list)
    for place, key in enumerate(zip(policy.tolist(), every.bonuses, strict=True)):
        alike[key].append(place)
    endings = []
    for (plays, _), places in alike.items():
        against = every.against[places]
        if not plays:  # it does not matter who is better
            against = against.sum(axis=2, keepdims=True)
        deals = (against * every.hands[places][:, None, None]).sum(axis=0)
        for qualifies, order in np.argwhere(deals).tolist():
            place = places[int(np.flatnonzero(against[:, qualifies, order])[0])]
            cards = _example(every, place, bool(qualifies), order - 1 if plays else None)
            number = int(deals[qualifies, order])
            endings.append(
                Ending(PLAY, number, cards, play=PLAY, times=1, qualifies=bool(qualifies))
                if plays
                else Ending(FOLD, number, cards, qualifies=bool(qualifies))
            )
    return Tally(tuple(endings))


def _example(every: Kinds, place: int, qualifies: bool, order: int | None) -> Mapping[str, Cards]:
    """A hand of a kind, and a dealer's that qualifies or not and is lower, equal or higher (-1, 0, 1, None for any)."""
    from pitboss.solvers.top_five_counts import dealer_example

    player, own = every.examples[place], int(every.values[place])

    def fits(value: int) -> bool:
        return top_five.qualifies(value) == qualifies and order in (None, (value > own) - (value < own))

    return {"player": player, "dealer": dealer_example(every.deck, player, fits)}


def values_of(terms: Terms, against: Numbers) -> tuple[Numbers, int]:
    """What it is worth to play against these dealer hands, row by row, and a fold: summed over the hands, in antes.

    The rule book settles each way in which the hands can compare.
    """
    import numpy as np

    played = [
        [FinishedHand({"player": parse(player), "dealer": parse(dealer)}, {"ante": 1, "play": 1}) for player in players]
        for dealer, players in zip(DEALERS, PLAYERS, strict=True)
    ]
    nets = np.array([[settle_hand(GAME, terms, hand, limited=False).net for hand in row] for row in played])
    folded = settle_hand(GAME, terms, FinishedHand({"player": parse(PLAYERS[0][0])}, {"ante": 1}, folded=True)).net
    values: Numbers = (against * nets).sum(axis=(1, 2))
    return values, folded * int(against[0].sum())
