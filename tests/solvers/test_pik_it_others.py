"""Pik-It Poker with one other hand seen: counted exactly, against every deal of small decks gone through one by one."""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import DECK
from pitboss.games.pik_it_poker import GAME, qualifies
from pitboss.games.terms import Terms
from pitboss.hands import five, three
from pitboss.solvers import pik_it_others
from pitboss.solvers.advisor import advisor_for
from pitboss.solvers.pik_it_hands import Deck, Hands, Numbers, all_hands
from pitboss.solvers.pik_it_others import all_strengths, gain_with_one, may_be_better
from pitboss.solvers.pik_it_poker import POLICY, RESULTS
from pitboss.solvers.pik_it_position import gains_in
from pitboss.solvers.pik_it_strategy import CHOICES
from pitboss.solvers.pik_it_tally import best_policy, values

Cards = tuple[int, ...]
FOLDS = len(CHOICES) - 1
SMALL = [
    (Deck((0, 3, 4, 12), 4), (1, 1, False)),
    (Deck((0, 3, 4, 12), 4), (2, 1, True)),
    (Deck((8, 9, 11, 12), 4), (2, 2, True)),
    (Deck((1, 5, 9, 10, 12), 3), (1, 2, False)),
]


def paid_at(multiples: tuple[int, int, bool]) -> Numbers:
    """As the rule book settles them; hands of small decks do not come to everything."""
    options = dict(zip(GAME.versions, multiples, strict=True))
    found: Numbers = advisor_for("pik-it", options=options).solved.tables[RESULTS].astype(np.int64)
    return found


def nets(paid: Numbers, own: Cards, dealer: Cards) -> list[int]:
    """What each action nets against a hand of the dealer's."""
    does = int(qualifies(five.value(dealer)))
    by_three = int(np.sign(three.value(dealer) - three.value(own))) + 1
    by_five = int(np.sign(five.value(dealer) - five.value(own))) + 1
    return [int(paid[0, does, by_three]), int(paid[1, does, by_five]), int(paid[2, does, by_five])]


def one_by_one(hands: Hands, policy: Numbers, paid: Numbers) -> Fraction:
    """The gain by going through every deal."""
    total, deals = 0, 0
    for place, row in enumerate(hands.cards.tolist()):
        own, times, usual = tuple(row), int(hands.times[place]), int(policy[place])
        left = [card for card in hands.deck.cards if card not in own]
        worth = {dealer: nets(paid, own, dealer) for dealer in combinations(left, 5)}
        for other in combinations(left, 5):
            met = [worth[dealer] for dealer in combinations([card for card in left if card not in other], 5)]
            each = [sum(one[action] for one in met) for action in range(3)]
            total += times * (max(each) - each[usual])
            deals += times * len(met)
    return Fraction(total, deals)


@pytest.mark.parametrize(("deck", "version"), SMALL, ids=str)
def test_every_deal_of_a_small_deck_is_counted(deck: Deck, version: tuple[int, int, bool]) -> None:
    hands, paid = all_hands(deck), paid_at(version)
    terms = Terms.of_hand(GAME, dict(zip(GAME.versions, version, strict=True)))
    policy = best_policy(terms, hands, paid).astype(np.int64)
    seen: list[float] = []
    gain = gain_with_one(policy, paid, deck=deck, progress=seen.append)
    assert gain.is_exact
    assert gain.mean == one_by_one(hands, policy, paid) > 0
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_a_player_who_always_folds_gains_up_to_best_play() -> None:
    """Whatever the usual action is, the gain leads to the same."""
    deck, version = SMALL[0]
    hands, paid = all_hands(deck), paid_at(version)
    worth, every = values(hands.counts, paid), int(hands.times.sum()) * hands.dealers
    found = set()
    for policy in (worth.argmax(axis=1), np.full(len(worth), FOLDS)):
        alone = int(np.take_along_axis(worth, policy[:, None], 1)[:, 0] @ hands.times)
        found.add(Fraction(alone, every) + Fraction(gain_with_one(policy, paid, deck=deck).mean))
    assert len(found) == 1


@pytest.mark.parametrize("version", [(1, 1, False), (2, 1, True)])
def test_hands_of_the_whole_deck_gain_what_sampled_deals_say(version: tuple[int, int, bool]) -> None:
    """Some hands that may change their minds, with all others, beside some others counted one by one."""
    options = dict(zip(GAME.versions, version, strict=True))
    tables, hands = advisor_for("pik-it", options=options).solved.tables, all_hands()
    policy, paid = (tables[name].astype(np.int64) for name in (POLICY, RESULTS))
    worth = np.sort(values(hands.counts, paid), axis=1)
    own = np.argsort(worth[:, -1] - worth[:, -2])[[5, 900]]
    may = may_be_better(policy, paid, hands.counts, comb(42, 5))
    rest = hands.cards[own], hands.three[own], hands.five[own]
    differ = pik_it_others.differences(paid)[policy[own]]
    found = pik_it_others._gains(
        *rest, differ, may[own], np.ones(52, np.bool_), all_strengths(), pik_it_others.LOWEST
    ) / comb(47, 5)
    random = np.random.default_rng(3)
    for cards, usual, gain in zip(hands.cards[own], policy[own], found, strict=True):
        left = [card for card in DECK if card not in cards]
        others = np.array([[*cards, *random.choice(left, 5, replace=False)] for _ in range(150)], np.uint8)
        each = gains_in(others, np.full(len(others), usual), paid)
        assert abs(each.mean() - gain) < 4 * each.std() / len(each) ** 0.5
        assert gain > 0


def test_no_action_that_could_be_better_is_left_out() -> None:
    """With every action looked at, hands of a small deck come to the same."""
    deck, version = SMALL[2]
    hands, paid, some = all_hands(deck), paid_at(version), slice(None, None, 7)
    policy = values(hands.counts, paid).argmax(axis=1)
    may = may_be_better(policy, paid, hands.counts, comb(6, 5))[some]
    assert 0 < may.sum() < may.size
    dealt = np.isin(np.arange(52), deck.cards)
    rest = hands.cards[some], hands.three[some], hands.five[some], pik_it_others.differences(paid)[policy[some]]
    more = dealt, all_strengths(), pik_it_others.LOWEST
    assert np.array_equal(
        pik_it_others._gains(*rest, may, *more), pik_it_others._gains(*rest, np.ones_like(may), *more)
    )


@pytest.mark.skipif("PITBOSS_LONG" not in os.environ, reason="takes minutes; PITBOSS_LONG=1 runs it")
def test_one_other_hand_of_the_whole_deck() -> None:
    asked = advisor_for("pik-it", cache=False)
    assert asked.report.ev + asked.gain("1 other hand").mean == Fraction("-71224813031633/1084179113657640")
