"""Top Five Poker: the solver against the rule book, deal by deal, on small decks; and against all dealer hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from slow_top_five import STAKES, TERMS, Outcome, best_on, main_net, outcome, played

from pitboss.cards import DECK, TEN, parse, rank
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.games.top_five_poker import GAME
from pitboss.hands import top_five
from pitboss.solvers.solver import Choice, Solved, best
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.solvers.tally import Tally
from pitboss.solvers.top_five_counts import Deck, Kinds, cards_left, dealer_hands, kind_of, kinds
from pitboss.solvers.top_five_poker import SOLVER, best_policy, policy_of, tally

MAIN = SOLVER.main


@cache
def solved() -> Solved:
    return SOLVER.solve(TERMS, STAKES)


def ev(found: Tally, *wagers: str, terms: Terms = TERMS) -> Fraction:
    """The expectation of some wagers, per unit."""
    net = 0
    for ending in found.endings:
        results = settle_hand(GAME, terms, ending.at(STAKES, {})).results
        net += ending.deals * sum(result.net for result in results if result.wager in wagers)
    return Fraction(net, found.deals * 100)


def share(found: Tally, deals: Iterator[int]) -> Fraction:
    return Fraction(sum(deals), found.deals)


def folds(found: Tally) -> Fraction:
    return share(found, (ending.deals for ending in found.endings if ending.decision == "fold"))


# --- the whole deck --------------------------------------------------------------------------------------------------


def test_best_play_and_how_often_the_dealer_qualifies() -> None:
    found = solved().tally
    assert found.deals == comb(52, 7) * comb(45, 7)
    assert ev(found, *MAIN) == Fraction("-799646116/162155248255")
    qualifies = share(found, (ending.deals for ending in found.endings if ending.qualifies))
    qualifying = sum(number for value, number in hands_by_value().items() if top_five.qualifies(value))
    assert qualifies == Fraction(qualifying, comb(52, 7))
    assert f"{float(qualifies):.2%}" == "79.12%"
    assert f"{float(folds(found)):.2%}" == "32.92%"


@cache
def hands_by_value() -> Counter[int]:
    """How many of all hands are of each value: every set of kept cards, one by one, with any lower cards beside it."""
    found: Counter[int] = Counter()
    for number in range(8):
        for kept in combinations(range(4 * TEN, 52), number):
            found[top_five.value((*kept, *range(7 - number)))] += comb(32, 7 - number)
    return found


@pytest.mark.parametrize(
    ("wager", "table", "expected", "edge"),
    [
        ("top_five_bonus", "A", "-20978/491855", "4.27%"),
        ("top_five_bonus", "B", "-4150/98371", "4.22%"),
        ("top_five_bonus", "C", "-6254/70265", "8.90%"),
        ("poker_bonus", "A", "-1292957/33446140", "3.87%"),
        ("poker_bonus", "B", "-763277/16723070", "4.56%"),
        ("poker_bonus", "C", "-130619/1454180", "8.98%"),
    ],
)
def test_the_bonuses_by_every_pay_table(wager: str, table: str, expected: str, edge: str) -> None:
    terms = Terms.of_hand(GAME, {f"{wager}_pay_table": table})
    found = ev(solved().tally, wager, terms=terms)
    strength = top_five.count if wager == "top_five_bonus" else top_five.poker_rank
    rows = terms.pay_tables[wager]
    paid = sum(
        number * (row.odds.pays(1) if (row := rows.row(strength(value))) else -1)
        for value, number in hands_by_value().items()
    )
    assert found == Fraction(expected) == Fraction(paid, comb(52, 7))
    assert f"{-float(found):.2%}" == edge


def test_the_kinds_are_all_hands_and_leave_the_dealer_what_the_player_might_have_had() -> None:
    every = kinds(Deck())
    assert len(every.examples) == len(every.place) == 1400
    own = np.bincount(every.values, weights=every.hands, minlength=top_five.CLASSES).astype(np.int64)
    assert {value: number for value, number in enumerate(own.tolist()) if number} == hands_by_value()
    dealer = dealer_hands([cards_left(Deck(), cards) for cards in every.examples])
    assert (every.hands @ dealer == own * comb(45, 7)).all()


def test_nothing_but_the_cards_bears_on_best_play() -> None:
    other = Terms.of_hand(GAME, {"poker_bonus_pay_table": "C", "top_five_bonus_pay_table": "B"})
    assert SOLVER.depends_on(TERMS, STAKES) == SOLVER.depends_on(other, {"ante": 2500}) == {}


@pytest.mark.parametrize(
    "spot",
    [
        "top-five As Td 7h 5c 4d 2c 2d",
        "top-five Ah Kh Qh Jh Th 2c 9d",
        "top-five Ac Kd Qh Js Tc Ts Ad",
        "top-five 2c 3c 4c 5c 6c 7c 8c seen Ad Kd Qd Jd Td 9d 8d",
        "top-five Ac Jd 4c 5c 6c 7c 8c seen Ts Th Td Tc Js 2d 2h Jc Jh Qs 3d 4h 5h 6h",
    ],
)
def test_advice_equals_a_count_of_every_set_of_top_cards_the_dealer_may_hold(spot: str) -> None:
    asked = parse_spot(spot)
    rest = [card for card in DECK if card not in asked.cards + asked.seen]
    top, lower = [card for card in rest if rank(card) >= TEN], [card for card in rest if rank(card) < TEN]
    own, net, deals = top_five.value(asked.cards), 0, 0
    for number in range(8):
        weight = comb(len(lower), 7 - number)
        for kept in combinations(top, number):
            dealer = top_five.value((*kept, *lower[: 7 - number]))
            better = (own > dealer) - (own < dealer)
            net += weight * better * (2 if top_five.qualifies(dealer) else 1)
            deals += weight
    assert deals == comb(len(rest), 7)
    fold, play = SOLVER.advise(TERMS, STAKES, solved(), asked)
    assert (fold.choice, fold.ev, fold.wagers) == (Choice("fold"), Fraction(-1), 0)
    assert (play.choice, play.ev, play.wagers) == (Choice("play"), Fraction(net, deals), 1)


def test_what_is_decided_is_what_is_advised() -> None:
    rng = random.Random(7)
    for _ in range(300):
        cards = rng.sample(DECK, 14)
        spot = Spot(GAME, "decide", tuple(cards[:7]), seen=tuple(cards[7 : 7 + rng.choice((0, 0, 7))]))
        choice = SOLVER.decide(TERMS, STAKES, solved(), spot)
        assert choice == best(SOLVER.advise(TERMS, STAKES, solved(), spot)).choice


def test_every_deal_comes_out_like_an_ending() -> None:
    rng = random.Random(3)
    known = {outcome(ending.at(STAKES, {})) for ending in solved().tally.endings}
    for _ in range(3000):
        cards = tuple(rng.sample(DECK, 14))
        choice = SOLVER.decide(TERMS, STAKES, solved(), Spot(GAME, "decide", cards[:7]))
        assert outcome(played(cards[:7], choice.action == "play", cards[7:])) in known


def test_an_ending_says_whether_the_dealer_qualifies() -> None:
    for ending in solved().tally.endings:
        assert ending.qualifies == top_five.qualifies(top_five.value(ending.cards["dealer"]))


# --- small decks, every deal -----------------------------------------------------------------------------------------

SMALL_DECKS = pytest.mark.parametrize("deck", [Deck(1, 10), Deck(2, 5), Deck(3, 0)], ids=str)


@SMALL_DECKS
def test_a_small_deck_equals_trying_everything(deck: Deck) -> None:
    every = kinds(deck)
    policy = best_policy(TERMS, every)
    expected, one_by_one = 0, Counter[Outcome]()
    for player, plays, worth, ends in best_on(deck.cards):
        assert plays == plays_by(every, policy.tolist(), player)
        expected += worth
        one_by_one.update(ends)
    found = tally(every, policy)
    counted = Counter[Outcome]()
    for ending in found.endings:
        counted[outcome(ending.at(STAKES, {}))] += ending.deals
    assert counted == one_by_one
    assert found.deals == comb(15, 7) * comb(8, 7)
    assert ev(found, *MAIN) == Fraction(expected, found.deals * 100)


def test_a_hand_that_is_worth_no_more_than_a_fold_is_folded() -> None:
    every = kinds(Deck(2, 6))
    policy = best_policy(TERMS, every).tolist()
    even = []
    for player in every.examples:
        rest = [card for card in every.deck.cards if card not in player]
        nets = [main_net(played(player, True, dealer)) for dealer in combinations(rest, 7)]
        if sum(nets) == -100 * len(nets):
            even.append(player)
    assert even
    assert not any(plays_by(every, policy, player) for player in even)


def plays_by(every: Kinds, policy: list[bool], player: tuple[int, ...]) -> bool:
    return policy[every.place[kind_of(player)]]


# --- the page of rules -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("2c 3c 4c 5c 6c 7c 8c", "fold"),
        ("Ac 3c 4c 5c 6c 7c 8c", "fold"),
        ("Ac Td 4c 5c 6c 7c 8c", "fold"),
        ("Kc Qd 4c 5c 6c 7c 8c", "fold"),
        ("Ac Jd 4c 5c 6c 7c 8c", "play"),
        ("Tc Td 4c 5c 6c 7c 8c", "play"),
        ("Tc Jd Qc 5c 6c 7c 8c", "play"),
    ],
)
def test_the_page_is_followed_to_the_letter(cards: str, action: str) -> None:
    (page,) = SOLVER.strategies
    assert page.decide(Spot(GAME, "decide", parse(cards))) == Choice(action)


def test_the_page_is_best_play() -> None:
    every = kinds(Deck())
    assert (policy_of(SOLVER.strategies[0], every) == best_policy(TERMS, every)).all()
    assert SOLVER.solve(TERMS, STAKES, strategy=SOLVER.strategies[0]).tally == solved().tally
