"""Three Card Poker: it conforms, it settles as its register says, and it costs what is published."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import pitboss
from pitboss.cards import DECK, notation, parse
from pitboss.conformance import CHECKS
from pitboss.games.game import Game
from three_card_poker.game import GAME
from three_card_poker.solver import all_kinds


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_conforms(check: Callable[[Game], None]) -> None:
    check(GAME)


# --- settlement ------------------------------------------------------------------------------------------------------


def case(clause: str, *values: object) -> Any:
    """A row that proves a clause."""
    return pytest.param(*values, marks=pytest.mark.clause(clause), id=f"{clause} {values[0]}")


WIN, LOSE, PUSH, GIVEN_UP = "win", "lose", "push", "forfeit"


@pytest.mark.parametrize(
    ("player", "dealer", "ante", "play", "pair_plus", "bonus"),
    [
        case("TC-1.2", "4s 3d 2h", "Ac Kc 9c", (WIN, 10), (WIN, 10), (WIN, 30), 10),
        case("TC-1.2", "2c 2d 2h", "Ac Kd Qh", (WIN, 10), (WIN, 10), (WIN, 150), 40),
        case("TC-1.3", "As 3d 2h", "4c 3c 2d", (LOSE, 0), (LOSE, 0), (WIN, 30), 10),
        case("TC-1.3", "As Kd 2h", "Qc Jd 9h", (WIN, 10), (WIN, 10), (LOSE, 0), 0),
        case("TC-1.4", "Qs 6d 4h", "Qc 6c 3d", (WIN, 10), (WIN, 10), (LOSE, 0), 0),
        case("TC-1.5", "4s 3d 2c", "Qc 3c 2d", (WIN, 10), (WIN, 10), (WIN, 30), 10),
        case("TC-1.5", "9s 7d 2c", "2d 2h 3c", (LOSE, 0), (LOSE, 0), (LOSE, 0), 0),
        case("TC-8.2", "Js 9d 3h", "Jc 9c 2d", (WIN, 10), (PUSH, 0), (LOSE, 0), 0),
        case("TC-8.2", "Ts 4d 2h", "Jc 9c 2d", (WIN, 10), (PUSH, 0), (LOSE, 0), 0),
        case("TC-8.3", "Ks 6d 4h", "Qc 6c 3d", (WIN, 10), (WIN, 10), (LOSE, 0), 0),
        case("TC-8.4", "Qs 6d 3h", "Qc 6c 4d", (LOSE, 0), (LOSE, 0), (LOSE, 0), 0),
        case("TC-8.5", "Ks 9d 4h", "Kc 9c 4d", (PUSH, 0), (PUSH, 0), (LOSE, 0), 0),
        case("TC-8.6", "4s 3d 2h", "Qs Js Ts", (LOSE, 0), (LOSE, 0), (WIN, 30), 10),
        case("TC-8.7", "2s 2d 9h", "3s 3d 4h", (LOSE, 0), (LOSE, 0), (WIN, 5), 0),
        case("TC-R2", "As Ks Qs", "Ac Kd Qh", (WIN, 10), (WIN, 10), (WIN, 200), 50),
    ],
)
def test_hands_are_settled_as_the_clause_says(
    player: str,
    dealer: str,
    ante: tuple[str, int],
    play: tuple[str, int],
    pair_plus: tuple[str, int],
    bonus: int,
) -> None:
    wagers = {"ante": 1000, "play": 1000, "pair_plus": 500}
    hand = pitboss.settle("three-card", player=player, dealer=dealer, wagers=wagers)
    found = {result.wager: (str(result.outcome), result.paid // 100) for result in hand.results}
    wanted = {"ante": ante, "play": play, "pair_plus": pair_plus} | ({"ante_bonus": (WIN, bonus)} if bonus else {})
    assert found == wanted


@pytest.mark.parametrize("player", ["9s 7d 2c", "2s 2d 9h", "4s 3d 2h"])
@pytest.mark.clause("TC-7.4", "TC-R1")
def test_a_fold_gives_up_everything_whatever_the_cards(player: str) -> None:
    hand = pitboss.settle("three-card", player=player, folded=True, wagers={"ante": 1000, "pair_plus": 500})
    assert {result.wager: str(result.outcome) for result in hand.results} == {"ante": GIVEN_UP, "pair_plus": GIVEN_UP}
    assert hand.net == -1500


# --- price -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "wager", "exactly", "published"),
    [
        ({"ante_bonus_pay_table": "A"}, "main", Fraction(-686689, 20358520), "3.37%"),
        ({"ante_bonus_pay_table": "B"}, "main", Fraction(-686689, 20358520) - Fraction(52, 22100), "3.61%"),
        ({"pair_plus_pay_table": "A"}, "pair_plus", Fraction(-128, 5525), "2.32%"),
        ({"pair_plus_pay_table": "B"}, "pair_plus", Fraction(-402, 5525), "7.28%"),
    ],
)
def test_the_house_keeps_what_is_published(
    options: dict[str, str], wager: str, exactly: Fraction, published: str
) -> None:
    figures = pitboss.solve("three-card", options).report.wagers[wager]
    assert figures.ev == exactly
    assert f"{float(figures.edge):.2%}" == published


def test_best_play_is_queen_six_four_and_playing_like_the_dealer_costs_more() -> None:
    advisor = pitboss.solve("three-card")
    edges = [advisor.report_of(strategy).total.edge for strategy in advisor.solver.strategies]
    assert edges[0] == advisor.report.total.edge
    assert f"{float(edges[1]):.2%}" == "3.45%"


def test_every_deal_is_counted() -> None:
    kinds = all_kinds().values()
    assert (len(kinds), sum(kind.number for kind in kinds)) == (1755, 22100)
    assert all(sum(meets.hands for meets in kind.showdowns) == 18424 for kind in kinds)


# --- the same a second way, slow and obvious -------------------------------------------------------------------------


def rank_of(cards: tuple[int, ...]) -> tuple[int, list[int]]:
    """A hand by its kind and its ranks, straight from the rules; nothing of the engine is used."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    wheel = ranks == [12, 1, 0]
    straight = wheel or (len(set(ranks)) == 3 and ranks[0] - ranks[2] == 2)
    if straight:
        return 5 if flush else 3, [1] if wheel else ranks[:1]
    if len(set(ranks)) == 1:
        return 4, ranks
    if len(set(ranks)) == 2:
        pair = ranks[1]
        return 1, [pair, *(rank for rank in ranks if rank != pair)]
    return 2 if flush else 0, ranks


def worth_of_playing(player: tuple[int, ...]) -> Fraction:
    """In antes, from every hand the dealer can have."""
    own = rank_of(player)
    bonus = {3: 1, 4: 4, 5: 5}.get(own[0], 0)
    hands = [rank_of(hand) for hand in combinations([card for card in DECK if card not in player], 3)]
    total = sum(1 if dealer < (0, [10]) else 2 * ((own > dealer) - (own < dealer)) for dealer in hands)
    return Fraction(total, len(hands)) + bonus


@pytest.mark.parametrize(
    "cards",
    [
        *(parse(text) for text in ("Qs 6d 4h", "Qs 6d 3h", "As 3d 2h", "As Ks Qs", "7s 7d 7h", "9h 4h 2h")),
        *(tuple(random.Random(seed).sample(DECK, 3)) for seed in range(10)),
    ],
    ids=notation,
)
def test_a_second_count_of_a_hand_comes_to_the_same(cards: tuple[int, ...]) -> None:
    advice = {one.choice.action: one.ev for one in pitboss.advise(f"three-card {notation(cards)}")}
    assert advice == {"play": worth_of_playing(cards), "fold": -1}
