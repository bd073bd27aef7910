"""Cover All, counted: against every layout of small decks, and against a simulation of the whole deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, sqrt

import numpy as np
import pytest

from pitboss.cards import ACE, JACK, KING, NINE, QUEEN, TEN, THREE, TWO
from pitboss.games.settlement import Outcome, settle_hand
from pitboss.games.terms import Terms
from pitboss.games.ultimate_texas_hold_em import COVER_ALL, GAME
from pitboss.hands import five
from pitboss.hands.five import Category
from pitboss.solvers.cover_all import Highest, deal_with, highest, layouts
from pitboss.solvers.hold_em_boards import Deck
from pitboss.solvers.hold_em_endings import cover_all
from pitboss.solvers.solver import silent
from pitboss.solvers.tally import Side
from pitboss.solvers.ultimate_texas_hold_em import SOLVER

Cards = tuple[int, ...]
ROWS = [five.at_least(kind) for kind in list(Category)[Category.FULL_HOUSE :]]
TERMS = Terms.of_hand(GAME)


def every_layout(cards: Cards, hands: int) -> Iterator[tuple[Cards, ...]]:
    """All ways to lay out hands of two cards, each once: the lowest card is in the first hand, or in none."""
    if not hands:
        yield ()
    elif len(cards) >= 2 * hands:
        for other in cards[1:]:
            for rest in every_layout(tuple(card for card in cards[1:] if card != other), hands - 1):
                yield ((cards[0], other), *rest)
        yield from every_layout(cards[1:], hands)


@pytest.mark.parametrize(
    ("deck", "hands"),
    [
        (Deck((TEN, JACK, QUEEN, KING, ACE), 2), 2),
        (Deck((NINE, TEN, JACK, QUEEN, KING, ACE), 2), 3),
        (Deck((TEN, JACK, KING, ACE), 3), 3),
        (Deck((TWO, THREE, ACE), 4), 2),
        (Deck((TWO, THREE, ACE), 4), 3),
        (Deck((TEN, JACK, QUEEN, ACE), 4), 2),
        (Deck((TEN, JACK, QUEEN, KING, ACE), 3), 5),
    ],
)
def test_small_decks_come_out_as_they_do_one_by_one(deck: Deck, hands: int) -> None:
    cards: Cards = tuple(deck.cards.tolist())
    expected: Counter[int] = Counter()
    ways = list(every_layout(tuple(range(len(cards) - 5)), hands))
    for board in combinations(cards, 5):
        left = [card for card in cards if card not in board]
        places: Iterator[Cards] = combinations(range(len(left)), 2)
        reached = {at: sum(five.value((*board, left[at[0]], left[at[1]])) >= row for row in ROWS) for at in places}
        expected.update(max(reached[at] for at in layout) for layout in ways)
    assert Counter(dict(enumerate(highest(ROWS, [hands], deck)[hands].deals))) == expected


def test_layouts_are_counted_by_hand() -> None:
    for cards in range(9):
        for hands in range(5):
            assert layouts(cards, hands) == sum(1 for _ in every_layout(tuple(range(cards)), hands))


@pytest.fixture(scope="module")
def found() -> dict[int, Highest]:
    return highest(ROWS, range(2, 8))


def test_all_deals_are_counted(found: dict[int, Highest]) -> None:
    for hands, one in found.items():
        cards = 52 - 5 - 2 * hands
        assert sum(one.deals) == comb(52, 5) * factorial(47) // (factorial(cards) * 2**hands * factorial(hands))
        assert min(one.deals) > 0


def test_a_simulation_of_the_whole_deck_agrees(found: dict[int, Highest]) -> None:
    rng, number = np.random.default_rng(7), 200_000
    deals = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (number, 1)), axis=1)
    values = [five.values(np.hstack([deals[:, :5], deals[:, at : at + 2]])) for at in range(5, 19, 2)]
    for hands, one in found.items():
        best = np.maximum.reduce(values[:hands])
        for at, row in enumerate(ROWS):
            chance = sum(one.deals[at + 1 :]) / sum(one.deals)
            error = sqrt(chance * (1 - chance) / number)
            assert abs(float((best >= row).mean()) - chance) < 4 * error


@pytest.mark.clause("UTH-R1", "UTH-R2", "UTH-R48")
def test_each_ending_is_a_round_of_so_many_hands_that_the_rule_book_pays_by_its_row() -> None:
    sides: dict[str, Side] = dict(cover_all(silent))
    assert sides.keys() == SOLVER.apart.keys()
    for hands in range(2, 8):
        side = sides[f"cover_all_{hands}"]
        assert side.wager == "cover_all"
        paid = []
        for ending in side.tally.endings:
            assert len(ending.others) == hands - 2
            dealt = [*ending.cards.values(), *ending.others]
            assert len({card for cards in dealt for card in cards}) == 5 + 2 * hands
            hand = ending.at({"ante": 100, "blind": 100, "cover_all": 100}, {})
            result = settle_hand(GAME, TERMS, hand)["cover_all"]
            paid.append(result.paid if result.outcome is Outcome.WIN else -100)
        rows = [100 * row.odds.win for row in reversed(COVER_ALL.tables[hands].rows)]
        assert paid == [-100, *rows]


@pytest.mark.clause("UTH-R1")
def test_the_house_keeps_about_a_tenth_in_every_column(found: dict[int, Highest]) -> None:
    edges = []
    for hands, one in found.items():
        odds = [-1, *(row.odds.win for row in reversed(COVER_ALL.tables[hands].rows))]
        edges.append(-sum(odd * deals for odd, deals in zip(odds, one.deals, strict=True)) / sum(one.deals))
    assert [f"{100 * edge:.2f}" for edge in edges] == ["9.98", "10.00", "9.20", "8.61", "9.95", "10.56"]


def test_a_deal_is_found_for_a_row() -> None:
    board = (0, 1, 32, 36, 40)
    hands = deal_with(board, ROWS[3], five.CLASSES, 7)
    assert five.category(five.value(hands[0] + board)) is Category.ROYAL_FLUSH
    assert len({card for held in hands for card in held}) == 14


def test_the_wager_is_reported_by_the_number_of_hands() -> None:
    assert SOLVER.reported_as("cover_all", 7) == "cover_all_7"
    assert SOLVER.reported_as("trips", 7) == "trips"
