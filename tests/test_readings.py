"""The edge under each reading: the file against the registers, the solver, and counts made a second way."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pitboss.cards import rank
from pitboss.hands import five
from pitboss.law import registers
from pitboss.solvers.advisor import Advisor, advisor_for
from pitboss.solvers.hold_em_boards import WHOLE
from pitboss.solvers.hold_em_endings import rule_book
from pitboss.solvers.hold_em_showdown import new_kinds, order_of, value_of
from prices import cover_all, hi_lo, hold_em_play, pik_it, top_five
from prices.entry import ROUND, solved
from readings import FILE, lines

READINGS = tomllib.loads(FILE.read_text(encoding="utf-8"))
GAMES = {"HL": "hi-lo", "T5": "top-five", "PK": "pik-it", "UTH": "uth"}


def prices(prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for ruling, entry in READINGS.items():
        if ruling.startswith(prefix):
            yield from ((ruling, price) for price in entry.get("prices", ()))


@cache
def advisor(game: str, question: str) -> Advisor:
    options, stakes = json.loads(question)
    return advisor_for(game, options, stakes)


def ask(game: str, price: Mapping[str, Any], reading: Mapping[str, Any]) -> Advisor:
    options = price.get("options", {}) | reading.get("options", {})
    return advisor(game, json.dumps([options, price.get("stakes", {})]))


# --- the file --------------------------------------------------------------------------------------------------------


def test_every_entry_is_a_ruling_in_the_order_of_the_registers() -> None:
    rulings = [ruling for register in registers() for ruling in register.rulings]
    assert list(READINGS) == [ruling for ruling in rulings if ruling in READINGS]


def test_every_price_has_a_reading_that_is_built_and_every_percentage_is_its_edge() -> None:
    for ruling, price in prices():
        assert any(reading["built"] for reading in price["readings"]), ruling
        for reading in price["readings"]:
            assert reading["percent"] == f"{float(100 * Fraction(reading['edge'])):.4f}", ruling


def test_published_figures_are_ours_to_their_last_digit() -> None:
    for ruling, price in prices():
        for published, reading in zip(price.get("published", ()), price["readings"], strict=False):
            digits = len(published["percent"].partition(".")[2])
            assert published["percent"] == f"{float(100 * Fraction(reading['edge'])):.{digits}f}", ruling


# --- the solver ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("prefix", "game"), GAMES.items())
def test_what_is_built_has_the_edge_that_the_solver_finds(prefix: str, game: str) -> None:
    for ruling, price in prices(prefix):
        for reading in price["readings"]:
            known = ask(game, price, reading)
            if reading["built"] and price["wager"] in {ROUND, *known.report.wagers}:
                assert Fraction(reading["edge"]) == solved(known, price["wager"]), ruling


# --- the other readings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [hi_lo, top_five, pik_it], ids=lambda game: game.NAME)
def test_the_file_is_what_the_readings_come_to(game: ModuleType) -> None:
    found = tomllib.loads("\n".join(lines(game.prices())))
    assert found == {ruling: READINGS[ruling] for ruling in found}


def lines_that_share_no_card(board: tuple[int, ...]) -> list[int]:
    """Hole cards of three of a kind or better, one, two and three at a time, counted one by one."""
    left = [card for card in range(52) if card not in board]
    pairs = [*combinations(left, 2)]
    strengths = five.values(np.array([(*pair, *board) for pair in pairs], np.uint8))
    joined = np.zeros((52, 52), np.int64)
    for (a, b), strength in zip(pairs, strengths.tolist(), strict=True):
        joined[a, b] = joined[b, a] = strength >= five.at_least(five.Category.THREE_OF_A_KIND)

    def two(graph: np.ndarray[Any, np.dtype[np.int64]]) -> int:
        return comb(int(graph.sum()) // 2, 2) - sum(comb(number, 2) for number in graph.sum(axis=0).tolist())

    three = 0
    for a, b in zip(*np.nonzero(np.triu(joined)), strict=True):
        rest = joined.copy()
        rest[[a, b]] = rest[:, [a, b]] = 0
        three += two(rest)
    return [1, int(joined.sum()) // 2, two(joined), three // 3]


def test_cover_all_below_a_full_house_counts_the_lines_of_any_board() -> None:
    draw = random.Random(7)
    for _ in range(40):
        lowest, suits = draw.randrange(9), draw.choice([(0, 1, 2, 3), (0, 1), (0,)])
        near = [card for card in range(4 * lowest, 4 * lowest + 24) if (card & 3) in suits and card < 52]
        few = draw.sample(near, min(len(near), draw.choice([3, 4])))
        board = tuple(few + draw.sample([card for card in range(52) if card not in few], 5 - len(few)))
        assert list(cover_all.choices(board)[:4]) == lines_that_share_no_card(board)


def test_the_order_by_the_highest_card_lacked_is_that_of_the_best_five_of_seven() -> None:
    order, draw = hold_em_play.highest_card_lacked(), random.Random(3)

    def literal(cards: tuple[int, ...]) -> tuple[int, list[int]]:
        return five.category(five.value(cards)), sorted(map(rank, cards), reverse=True)

    def value(cards: tuple[int, ...]) -> int:
        ranks = sum(int(order.ranks[rank(card)]) for card in cards)
        in_suit = [[rank(card) for card in cards if card & 3 == suit] for suit in range(4)]
        longest = max(in_suit, key=len)
        return int(value_of(ranks, len(longest), sum(1 << r for r in longest), order))

    hands = [
        tuple(draw.sample(draw.choice([range(52), range(0, 52, 2), [*range(20), *range(48, 52)]]), 7))
        for _ in range(300)
    ]
    best = [(max(map(literal, combinations(hand, 5))), value(hand)) for hand in hands]
    for (mine, own), (theirs, other) in combinations(best, 2):
        assert (mine > theirs) == (own > other)


def test_hands_of_both_hole_cards_are_the_best_with_three_of_the_board() -> None:
    kinds, masks, draw = new_kinds(), np.zeros(4, np.int64), random.Random(5)
    for suits in ((0, 1, 2, 3), (0, 1), (2,)) * 4:
        board = np.array(draw.sample([card for card in range(52) if card & 3 in suits], 5), np.uint8)
        hold_em_play.both_cards_play(board, WHOLE.cards, order_of(5), masks, kinds)
        for own in combinations(draw.sample([card for card in range(52) if card not in board], 9), 2):
            value = kinds.value[kinds.of[kinds.group[own[0]], kinds.group[own[1]]]]
            assert value == max(five.value((*own, *three)) for three in combinations(board.tolist(), 3))


def ante(out: int, pair: bool) -> int:
    return UNIT * out * pair


def blind(out: int, pays: int) -> int:
    return pays if out > 0 else UNIT * out


UNIT = rule_book().unit
RULES: dict[str, Callable[[int, bool, int], int]] = {
    "loser_pays_ante": lambda out, pair, pays: ante(out, pair or out < 0) + blind(out, pays),
    "all_go_back": lambda out, pair, pays: (ante(out, pair) + blind(out, pays)) * pair,
    "blind_needs_pair": lambda out, pair, pays: ante(out, pair) + blind(out, pays * pair),
    "blind_paid_on_tie": lambda out, pair, pays: ante(out, pair) + (blind(out, pays) if out else pays),
    "folded_ante_back": lambda out, pair, pays: ante(out, pair) + blind(out, pays) - UNIT * (not pair),
}
"""What ante and blind win: by win (1), tie (0) or loss (-1), whether the dealer has a pair, and what the blind pays."""


@pytest.mark.parametrize("rule", RULES)
def test_hold_em_under_another_rule_is_settled_hand_by_hand(rule: str) -> None:
    book, pair, draw = rule_book(), five.at_least(five.Category.ONE_PAIR), random.Random(9)
    for _ in range(20):
        first, second, *board = draw.sample(range(52), 7)
        left = [card for card in range(52) if card not in (first, second, *board)]
        player = five.value((first, second, *board))
        dealers = five.values(np.array([(*held, *board) for held in combinations(left, 2)], np.uint8)).tolist()
        ends = [((player > dealer) - (player < dealer), dealer >= pair) for dealer in dealers]
        base = sum(RULES[rule](out, has_pair, int(book.blind[player])) for out, has_pair in ends)
        play = sum(UNIT * out * (has_pair or rule != "all_go_back") for out, has_pair in ends)
        counts = sum(out > 0 for out, _ in ends), sum(out == 0 for out, _ in ends), sum(not has for _, has in ends)
        assert getattr(hold_em_play, rule)(player, *counts, len(ends), book) == (base, play)
