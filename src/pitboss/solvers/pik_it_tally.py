"""From counted hands to best play, and to the endings of a round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from pitboss.games.pik_it_poker import GAME, PICKED
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.hands import five, three
from pitboss.solvers.pik_it_hands import FIVE, STANDINGS, THREE, Hands, Numbers
from pitboss.solvers.pik_it_strategy import ACTIONS, CHOICES, STAGE, wagered
from pitboss.solvers.solver import Strategy
from pitboss.solvers.spots import Spot
from pitboss.solvers.tally import Cards, Ending

Policy = npt.NDArray[np.uint8]
"""For every hand the place of what the player does among the actions."""
ORDERS = (THREE, FIVE, FIVE)
"""By which order each action is decided; for a fold it does not matter."""


def results(terms: Terms, hands: Hands) -> Numbers:
    """(action, dealer qualifies, standing): what ante and play wager net, in antes, settled by the rule book."""
    found = np.zeros((len(ACTIONS), 2, len(STANDINGS)), np.int64)
    for action, does, standing in np.ndindex(found.shape):
        able = hands.counts[:, ORDERS[action], does, standing] > 0
        if able.any():
            hand = int(able.argmax())
            cards = {
                "player": _cards(hands, hand),
                "dealer": _dealer(hands, hand, ORDERS[action], bool(does), standing),
            }
            one = Ending(ACTIONS[action].name, 1, cards, ACTIONS[action].wager, wagered(terms)[action])
            found[action, does, standing] = settle_hand(GAME, terms, one.at({"ante": 1}, {})).net
    return found


def values(counts: Numbers, paid: Numbers) -> Numbers:
    """(..., action): the net results of each action over all counted hands of the dealer's, in antes."""
    return np.stack(
        [(counts[..., order, :, :] * paid[action]).sum((-1, -2)) for action, order in enumerate(ORDERS)], -1
    )


def best_policy(terms: Terms, hands: Hands, paid: Numbers) -> Policy:
    """The action worth most; of equals the one that wagers less, and the first of those."""
    by_wager = np.argsort(wagered(terms), kind="stable")
    found: Policy = by_wager[values(hands.counts, paid)[:, by_wager].argmax(1)].astype(np.uint8)
    return found


def written_policy(strategy: Strategy, hands: Hands) -> Policy:
    """What a strategy does."""
    chosen = (strategy.decide(Spot(GAME, STAGE, tuple(cards))) for cards in hands.cards.tolist())
    return np.array([CHOICES.index(choice) for choice in chosen], np.uint8)


def endings(terms: Terms, hands: Hands, policy: Policy) -> Iterator[Ending]:
    """All endings: by action, dealer's qualifying, comparison, the player's five cards and the three picked."""
    kinds = np.array([five.category(value) for value in range(five.CLASSES)])[hands.five]
    of_kind = [np.flatnonzero(kinds == kind) for kind in five.Category]
    for action, members in product(range(len(ACTIONS)), of_kind):
        chosen = members[policy[members] == action]
        counts = hands.counts[chosen, ORDERS[action]] * hands.times[chosen, None, None]
        if ACTIONS[action].wager is None:
            counts = counts.sum(axis=2, keepdims=True)
        if not terms["dealer_must_qualify"]:
            counts = counts.sum(axis=1, keepdims=True)
        picks = hands.picks[chosen]
        deals = np.einsum("hqs,hp->qsp", counts, picks)
        for does, standing, picked in np.argwhere(deals).tolist():
            first = int(((counts[:, does, standing] > 0) & (picks[:, picked] > 0)).argmax())
            qualifies = bool(does) if terms["dealer_must_qualify"] else None
            stands = standing if ACTIONS[action].wager else None
            player = _cards(hands, chosen[first])
            yield Ending(
                decision=ACTIONS[action].name,
                deals=int(deals[does, standing, picked]),
                cards={
                    "player": player,
                    "dealer": _dealer(hands, chosen[first], ORDERS[action], qualifies, stands),
                    "picked": _pick(player, picked),
                },
                play=ACTIONS[action].wager,
                times=wagered(terms)[action],
                qualifies=qualifies,
            )


def _cards(hands: Hands, hand: int) -> Cards:
    return tuple(hands.cards[hand].tolist())


def _pick(player: Cards, kind: int) -> Cards:
    """The first three of a player's cards that make this kind of hand."""
    return next(picked for picked in combinations(player, PICKED) if three.category(three.value(picked)) == kind)


def _dealer(hands: Hands, hand: int, order: int, qualifies: bool | None, standing: int | None) -> Cards:
    """A hand of the dealer's that shares no card with a player's and stands to it as asked."""
    player = set(_cards(hands, hand))
    strength = (hands.three, hands.five)[order]
    fits = np.ones(len(strength), np.bool_) if qualifies is None else hands.qualifies == qualifies
    if standing is not None:
        fits &= STANDINGS[standing](strength, strength[hand])
    for one in np.flatnonzero(fits).tolist():
        for suits in permutations(range(hands.deck.suits)):
            dealer = tuple(card & ~3 | suits[card & 3] for card in _cards(hands, one))
            if player.isdisjoint(dealer):
                return dealer
    raise AssertionError("a dealer's hand was counted that does not exist")
