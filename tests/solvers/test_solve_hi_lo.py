"""5 Card Hi-Lo: the solver against the rule book, deal by deal, on small decks; and against all dealer hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import comb

import numpy as np
import pytest
from slow_hi_lo import TERMS, best_on, played

from pitboss.cards import DECK, parse
from pitboss.errors import HandError
from pitboss.games.five_card_hi_lo import GAME
from pitboss.games.game import Wagers
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.hands import five, hi_lo
from pitboss.hands.hi_lo import Setting
from pitboss.solvers.five_card_hi_lo import FOLDED, SOLVER, best_policy, policy_of, tally
from pitboss.solvers.hi_lo_counts import POKER_ROWS, SPLITS, Patterns, by_points, pattern_of, patterns
from pitboss.solvers.solver import Choice, Solved, best
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.solvers.tally import Tally

MAIN = SOLVER.main
STAKES = {"ante": 100, "tie": 100, "poker_bonus": 100}


def stakes(ante: int, tie: int) -> Wagers:
    return {"ante": ante} | ({"tie": tie} if tie else {})


@cache
def solved(ante: int = 1, tie: int = 0) -> Solved:
    return SOLVER.solve(TERMS, stakes(ante, tie))


def ev(found: Tally, *wagers: str, terms: Terms = TERMS) -> Fraction:
    """The expectation of some wagers, each staked alike, per unit."""
    net = 0
    for ending in found.endings:
        results = settle_hand(GAME, terms, ending.at(STAKES, {}), limited=False).results
        net += ending.deals * sum(result.net for result in results if result.wager in wagers)
    return Fraction(net, found.deals * 100)


def folds(found: Tally) -> Fraction:
    return Fraction(sum(ending.deals for ending in found.endings if ending.decision == "fold"), found.deals)


# --- the whole deck --------------------------------------------------------------------------------------------------


def test_the_patterns_are_all_hands_with_all_their_poker_ranks() -> None:
    every = patterns(DECK)
    hands, examples = every.poker
    totals = {pattern_of(hand): int(row.sum()) for hand, row in zip(every.hands.tolist(), hands, strict=True)}
    assert totals == dict(hi_lo.patterns())
    classes = np.searchsorted(POKER_ROWS, np.arange(five.CLASSES), side="right")
    assert hands.sum(axis=0).tolist() == np.bincount(classes, weights=five.census(5)).tolist()
    for (place, poker), hand in examples.items():
        assert every.place[pattern_of(hand)] == place
        assert sum(five.value(hand) >= row for row in POKER_ROWS) == poker


@pytest.mark.parametrize("totals", [(24, 9), (30, 4), (31, 13), (33, 20), (16, 7)])
def test_the_dealer_is_left_what_the_player_might_have_had(totals: tuple[int, int]) -> None:
    every = patterns(DECK)
    hands = every.poker[0].sum(axis=1)
    against = every.compared(by_points(DECK) - every.held, np.tile(totals, (len(hands), 1, 1)))
    higher = np.sign(every.house - totals) + 1
    for high, low in product(range(3), repeat=2):
        number = int(hands[(higher == (high, low)).all(axis=1)].sum())
        assert int(hands @ against[:, 0, high, low]) == number * comb(47, 5)


@pytest.mark.parametrize(
    ("tie", "ante", "folded", "main", "tie_ev"),
    [
        (0, 1, "2887/92820", "-38421789247/996661525860", "-29293647833/249165381465"),
        (1, 10, "14543/649740", "-2315049833/58627148580", "-10261148239/99666152586"),
        (1, 2, "222/54145", "-322690031/6388855935", "-6717579357/110740169540"),
        (1, 1, "19/64974", "-32368014271/498330762930", "-566504665/14238021798"),
        (5, 1, "0", "-1059616289/7550466105", "-4203064861/996661525860"),
        (10, 1, "0", "-44807575049/249165381465", "1435644283/996661525860"),
    ],
    ids=lambda value: str(value),
)
def test_a_tie_bet_changes_who_folds_and_what_the_game_costs(
    tie: int, ante: int, folded: str, main: str, tie_ev: str
) -> None:
    found = solved(ante, tie).tally
    assert found.deals == comb(52, 5) * comb(47, 5)
    assert folds(found) == Fraction(folded)
    assert ev(found, *MAIN) == Fraction(main)
    assert ev(found, "tie") == Fraction(tie_ev)


@pytest.mark.parametrize(("table", "expected"), [(1, "-2341/30940"), (2, "-1203/30940")])
def test_the_poker_bonus_does_not_hang_on_play(table: int, expected: str) -> None:
    terms = Terms.of_hand(GAME, {"poker_bonus_pay_table": table})
    for tie in (0, 1):
        assert ev(solved(1, tie).tally, "poker_bonus", terms=terms) == Fraction(expected)


def test_only_the_proportion_of_tie_bet_and_ante_and_the_ante_bonus_bear_on_best_play() -> None:
    asked = SOLVER.depends_on(TERMS, {"ante": 1000, "tie": 500})
    assert asked["tie"] == "1/2"
    assert asked == SOLVER.depends_on(TERMS, {"ante": 500, "tie": 250, "poker_bonus": 500})
    assert asked != SOLVER.depends_on(TERMS, {"ante": 500})
    raised = Terms.of_hand(GAME, {"ante_bonus_odds": {"three_aces": "1000 to 1", **FOUR_ACES}})
    assert asked != SOLVER.depends_on(raised, {"ante": 1000, "tie": 500})


FOUR_ACES = {"four_aces_and_any_other_card": "1000 to 1", "four_aces_and_a_two": "1000 to 1"}


def test_a_raised_ante_bonus_is_worth_what_its_hands_are() -> None:
    raised = Terms.of_hand(GAME, {"ante_bonus_odds": FOUR_ACES})
    found = SOLVER.solve(raised, {"ante": 1}).tally
    more = Fraction(4 * 900 + 44 * 950, comb(52, 5))
    assert ev(found, *MAIN, terms=raised) == ev(solved().tally, *MAIN) + more


def dealer_totals(rest: Sequence[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """What every hand a dealer may have comes to, one by one."""
    number = comb(len(rest), 5)
    hands = np.fromiter(chain.from_iterable(combinations(rest, 5)), np.uint8, 5 * number).reshape(number, 5)
    return hi_lo.house_totals(hands)


@pytest.mark.parametrize(
    ("spot", "tie", "ante"),
    [
        ("hi-lo As Kd 7h 5c 4d", 0, 1),
        ("hi-lo Qs Jd Th 9c 8d", 3, 7),
        ("hi-lo As Ad Ac 2c 2d seen Ah 3c 3d 3h 3s", 1, 2),
    ],
)
def test_advice_equals_a_count_of_every_dealer_hand(spot: str, tie: int, ante: int) -> None:
    asked = parse_spot(spot)
    dealer = dealer_totals([card for card in DECK if card not in asked.cards + asked.seen])
    fold, *settings = SOLVER.advise(TERMS, stakes(ante, tie), solved(ante, tie), asked)
    assert (fold.choice, fold.ev, fold.wagers) == (Choice("fold"), -1 - Fraction(tie, ante), 0)
    every = {setting.totals for setting in hi_lo.settings(asked.cards)}
    assert len(settings) == len(every)
    bonus = 5 if hi_lo.aces(asked.cards) == 3 else 0
    for advice in settings:
        high, low = Setting(tuple(set(asked.cards) - set(advice.choice.low)), advice.choice.low).totals
        every.remove((high, low))
        wins, same = (dealer[:, 0] < high, dealer[:, 1] > low), (dealer[:, 0] == high, dealer[:, 1] == low)
        both, neither = int((wins[0] & wins[1]).sum()), int((~wins[0] & ~wins[1]).sum())
        twice, once = int((same[0] & same[1]).sum()), int((same[0] ^ same[1]).sum())
        won = Fraction(2 * (both - neither), len(dealer)) + bonus
        tied = Fraction(21 * twice + 5 * once, len(dealer)) - 1
        assert advice.ev == won + tied * Fraction(tie, ante)
        assert (advice.choice.action, advice.wagers) == ("play", 1)


@pytest.mark.parametrize(("ante", "tie"), [(1, 0), (2, 1)])
def test_what_is_decided_is_what_is_advised_whatever_the_suits_and_the_order(ante: int, tie: int) -> None:
    rng = random.Random(7)
    for _ in range(300):
        cards = rng.sample(DECK, 10)
        spot = Spot(GAME, "decide", tuple(cards[:5]), seen=tuple(cards[5 : 5 + rng.choice((0, 0, 5))]))
        choice = SOLVER.decide(TERMS, stakes(ante, tie), solved(ante, tie), spot)
        assert choice == best(SOLVER.advise(TERMS, stakes(ante, tie), solved(ante, tie), spot)).choice


def test_every_deal_comes_out_like_an_ending() -> None:
    rng = random.Random(3)
    wagers = {"ante": 100, "tie": 200, "poker_bonus": 500}
    found = SOLVER.solve(TERMS, wagers)
    known = {outcome(ending.at(wagers, {})) for ending in found.tally.endings}
    for _ in range(3000):
        cards = tuple(rng.sample(DECK, 10))
        assert (
            outcome(played(cards[:5], SOLVER.decide(TERMS, wagers, found, spot_of(cards[:5])), cards[5:], wagers))
            in known
        )


def spot_of(cards: Sequence[int]) -> Spot:
    return Spot(GAME, "decide", tuple(cards))


def outcome(hand: FinishedHand) -> tuple[tuple[str, str, int], ...]:
    """What became of every wager."""
    results = settle_hand(GAME, TERMS, hand, limited=False).results
    return tuple((result.wager, str(result.outcome), result.paid) for result in results)


# --- small decks, every deal -----------------------------------------------------------------------------------------

FEW_RANKS = parse("2c 2d 5c 5d 9c 9d Tc Td Kc Kd Ac Ad")
MANY_ACES = parse("2c 3c 3d 4c 5c 8d Ts Ac Ad Ah As")
POOR = parse("5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc")
SMALL_DECKS = pytest.mark.parametrize("deck", [FEW_RANKS, MANY_ACES, POOR], ids=["few ranks", "many aces", "poor"])


@SMALL_DECKS
@pytest.mark.parametrize(("ante", "tie"), [(1, 0), (3, 1), (1, 5)])
def test_best_play_on_a_small_deck_equals_trying_everything(deck: tuple[int, ...], ante: int, tie: int) -> None:
    every = patterns(deck)
    policy = best_policy(TERMS, stakes(ante, tie), every)
    expected, folded = best_on(deck, ante, tie)
    found = tally(every, policy)
    assert found.deals == comb(len(deck), 5) * comb(len(deck) - 5, 5)
    assert folds(found) == Fraction(folded, found.deals)
    assert ante * ev(found, *MAIN) + tie * ev(found, "tie") == Fraction(expected, found.deals)


@SMALL_DECKS
def test_the_endings_of_a_small_deck_are_its_deals_one_by_one(deck: tuple[int, ...]) -> None:
    every = patterns(deck)
    wagers = {"ante": 100, "tie": 100, "poker_bonus": 100}
    for policy in (best_policy(TERMS, stakes(2, 1), every), policy_of(SOLVER.strategies[0], every)):
        counted: Counter[tuple[tuple[str, str, int], ...]] = Counter()
        for ending in tally(every, policy).endings:
            counted[outcome(ending.at(wagers, {}))] += ending.deals
        one_by_one = Counter(
            outcome(played(hand, choice_of(every, policy.tolist(), hand), dealer, wagers))
            for hand in combinations(deck, 5)
            for dealer in combinations([card for card in deck if card not in hand], 5)
        )
        assert counted == one_by_one


def choice_of(every: Patterns, policy: list[int], hand: tuple[int, ...]) -> Choice:
    split = policy[every.place[pattern_of(hand)]]
    low = () if split == FOLDED else tuple(sorted(hand)[card] for card in SPLITS[split])
    return Choice("fold" if split == FOLDED else "play", low)


# --- the page of rules -----------------------------------------------------------------------------------------------

EIGHTEEN = SOLVER.strategies[0]


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Kd 7h 5c 4d", "4d As"),
        ("As Kd 8h 5c 4d", "5c 4d"),
        ("As Kd 7h 6c 4d", "4d As"),
        ("As 9d 7h 5c 4d", "4d As"),
        ("As Ad 9h 9c 4d", "4d As"),
        ("As Ad Ac Ah Kd", "Kd As"),
        ("Ks Kd 8c 6d 4d", "6d 4d"),
        ("Ks 9d 8c 7d 5d", "7d 5d"),
        ("Ks 9d 8c 7d 6d", None),
        ("Ks Qd 8c 7d 7h", "7d 7h"),
        ("7s 6d 5c 5d 4d", "5c 4d"),
    ],
)
def test_the_page_is_followed_to_the_letter(cards: str, low: str | None) -> None:
    choice = EIGHTEEN.decide(spot_of(parse(cards)))
    laid_low = hi_lo.low_total(choice.low), hi_lo.aces(choice.low)
    assert (choice.action, laid_low) == (
        ("fold", (0, 0)) if low is None else ("play", (hi_lo.low_total(parse(low)), hi_lo.aces(parse(low))))
    )


def test_the_page_costs_a_tenth_of_a_percent_of_the_ante() -> None:
    found = SOLVER.solve(TERMS, {"ante": 1}, strategy=EIGHTEEN).tally
    cost = ev(solved().tally, *MAIN) - ev(found, *MAIN)
    assert 0 < cost < Fraction(11, 10_000)


@pytest.mark.parametrize("low", ["Ac Ad", "Ac", "Ks Qs", "Ac 2c 3c"])
def test_a_strategy_that_sets_a_hand_against_the_rules_is_refused(low: str) -> None:
    class Careless:
        name = title = "careless"
        rules: tuple[str, ...] = ("lay these low",)

        def decide(self, spot: Spot) -> Choice:
            return Choice("play", parse(low)) if hi_lo.aces(spot.cards) == 4 else EIGHTEEN.decide(spot)

    with pytest.raises(HandError):
        SOLVER.solve(TERMS, {"ante": 1}, strategy=Careless())
