"""Ultimate Texas Hold 'Em solved: published figures, advice against all hands of the dealer, the written page."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards import ACE, DECK, TEN, notation, rank, suit
from pitboss.errors import HandError, PitbossError
from pitboss.games.settlement import Outcome, settle_hand
from pitboss.games.terms import Terms
from pitboss.games.ultimate_texas_hold_em import ANY_TIME, GAME
from pitboss.hands import five
from pitboss.hands.five import Category
from pitboss.solvers.hold_em_boards import WHOLE, boards, flops
from pitboss.solvers.hold_em_endings import rule_book
from pitboss.solvers.hold_em_plans import is_bet, plan_of
from pitboss.solvers.hold_em_rounds import TIMES
from pitboss.solvers.hold_em_showdown import board_and_one, lay_out, new_kinds, order_of, outs
from pitboss.solvers.hold_em_spots import at_start, unseen
from pitboss.solvers.hold_em_strategy import COUNT_THE_OUTS, Page
from pitboss.solvers.pricing import Report, break_even_meter, price
from pitboss.solvers.solver import Choice, Solved, best
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.solvers.tally import Ending
from pitboss.solvers.ultimate_texas_hold_em import BET_BITS, SOLVER
from support import case

Cards = tuple[int, ...]
Values = npt.NDArray[np.int64]
TERMS = Terms.of_hand(GAME)
STAKES = {"ante": 1000, "blind": 1000}
DEALS = comb(52, 2) * comb(50, 5) * comb(45, 2) * comb(5, 3)


TOLD: list[float] = []
"""The progress of best play."""
PROGRESSIVE = {"seed": 100_000, "contribution": 100, "rows": {"royal_flush": "100%", "flush": 5_000}}
BEST_FIVE, ON_FLOP = (
    Terms.of_hand(GAME, {"trips": True, "progressive": {**PROGRESSIVE, "basis": basis}})
    for basis in ("best-five", "hole-plus-flop")
)


@cache
def best_play() -> Solved:
    return SOLVER.solve(BEST_FIVE, STAKES, progress=TOLD.append)


@cache
def page_play() -> Solved:
    return SOLVER.solve(ON_FLOP, STAKES, strategy=COUNT_THE_OUTS)


def report(solved: Solved, trips: str = "C") -> Report:
    terms = Terms.of_hand(GAME, {"trips": True, "trips_pay_table": trips})
    return price(GAME, terms, STAKES, SOLVER, solved)


def percent(part: Fraction, digits: int) -> str:
    return f"{float(100 * part):.{digits}f}"


def deal(rng: random.Random, *sizes: int) -> list[Cards]:
    cards = iter(rng.sample(DECK, sum(sizes)))
    return [tuple(next(cards) for _ in range(size)) for size in sizes]


# --- the figures -----------------------------------------------------------------------------------------------------


def test_the_published_house_edge_and_element_of_risk() -> None:
    main = report(best_play()).wagers["main"]
    assert percent(-main.ev, 3) == "2.185"
    assert percent(-main.ev / main.average_wager, 3) == "0.526"
    assert main.ev == Fraction(-50643648973, 2317817502000)


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        case("UTH-11(d)[A]", "A", "0.90"),
        case("UTH-11(d)[B]", "B", "1.90"),
        case("UTH-11(d)[C]", "C", "3.50"),
        case("UTH-11(d)[D]", "D", "6.18"),
    ],
)
def test_the_published_edges_of_trips(table: str, edge: str) -> None:
    assert percent(-report(best_play(), table).wagers["trips"].ev, 2) == edge


def test_trips_is_won_as_often_as_seven_cards_make_three_of_a_kind_or_better() -> None:
    census = five.census(7)
    lost = int(census[: five.at_least(Category.THREE_OF_A_KIND)].sum())
    assert 1 - report(best_play()).wagers["trips"].hit_frequency == Fraction(lost, comb(52, 7))


def test_every_deal_is_in_one_ending() -> None:
    assert best_play().tally.deals == DEALS
    assert page_play().tally.deals == DEALS
    assert report(best_play()).qualifies == report(page_play()).qualifies


def test_the_standard_boards_and_flops_stand_for_all() -> None:
    assert (len(boards().cards), boards().copies.sum()) == (134_459, comb(52, 5))
    assert len(flops().cards) == 1755
    assert set(flops().standard.tolist()) == set(range(1755))


def test_the_loops_bet_what_the_rule_book_allows() -> None:
    assert sorted(TIMES[:4]) == list(ANY_TIME.numbers)
    assert (rule_book().after_flop, rule_book().after_river) == (2, 1)
    assert SOLVER.decisions == ("4x", "3x", "2x", "1x", "fold")


def test_best_play_never_bets_three_antes() -> None:
    assert report(best_play()).decisions["3x"] == 0


@pytest.mark.parametrize(
    ("least", "below"),
    [("3c3d", "2c2d"), ("Kc5d", "Kc4d"), ("Qc6c", "Qc5c"), ("Qc8d", "Qc7d"), ("Jc8c", "Jc7c"), ("JcTd", "Jc9d")],
)
def test_the_lowest_starts_that_are_bet_are_the_known_ones(least: str, below: str) -> None:
    for start, action in ((least, "4x"), (below, "check")):
        assert SOLVER.decide(TERMS, STAKES, best_play(), parse_spot(f"uth {start}")).action == action


# --- the examples ----------------------------------------------------------------------------------------------------


def decision(page: Page | None, cards: Cards, board: Cards) -> str:
    """What comes of playing a deal spot by spot."""
    for stage, shown in (("preflop", ()), ("flop", board[:3]), ("river", board)):
        spot = Spot(GAME, stage, cards, shown)
        action = (page.decide(spot) if page else SOLVER.decide(TERMS, STAKES, best_play(), spot)).action
        if action != "check":
            return action
    raise AssertionError("a player bets or folds")


@pytest.mark.parametrize("page", [None, COUNT_THE_OUTS])
def test_the_example_of_an_ending_is_played_as_the_ending_says(page: Page | None) -> None:
    for ending in (page_play() if page else best_play()).tally.endings:
        cards, board = ending.cards["player"], ending.cards["community"]
        assert decision(page, cards, board) == ending.decision
        dealer = five.value(ending.cards["dealer"] + board)
        assert ending.qualifies == (dealer >= five.at_least(Category.ONE_PAIR))
        assert ending.times == (0 if ending.decision == "fold" else int(ending.decision[0]))


def test_no_two_endings_settle_alike_and_none_is_missing() -> None:
    def settled(ending: Ending) -> tuple[object, ...]:
        own = five.category(five.value(ending.cards["player"] + ending.cards["community"]))
        results = settle_hand(GAME, TERMS, ending.at({**STAKES, "trips": 1000}, {})).results
        return ending.decision, ending.qualifies, own, *((result.wager, result.outcome) for result in results)

    found = [settled(ending) for ending in best_play().tally.endings]
    assert len(set(found)) == len(found)


def test_nobody_folds_a_hand_that_cover_all_would_have_paid_for() -> None:
    """Of all hands from a full house up only four of a kind is folded, and only where the board has all four."""
    folds = [ending for ending in best_play().tally.endings if ending.decision == "fold"]
    high = {
        kind: ending.deals
        for ending in folds
        if (kind := five.category(five.value(ending.cards["player"] + ending.cards["community"]))) >= 6
    }
    counted = 0
    for board, copies in zip(boards().cards.tolist(), boards().copies.tolist(), strict=True):
        if five.value(board) >= five.at_least(Category.FOUR_OF_A_KIND) and len({rank(card) for card in board}) == 2:
            counted += copies * _folds(tuple(board)) * comb(45, 2)
    assert high == {Category.FOUR_OF_A_KIND: counted}


def _folds(board: Cards) -> int:
    """How many hole cards and flops lead to a fold on a board."""
    number = 0
    for own in combinations([card for card in DECK if card not in board], 2):
        if SOLVER.decide(TERMS, STAKES, best_play(), Spot(GAME, "preflop", own)).action == "check":
            checks = sum(not is_bet(best_play().tables[BET_BITS], own, flop) for flop in combinations(board, 3))
            river = SOLVER.decide(TERMS, STAKES, best_play(), Spot(GAME, "river", own, board)) if checks else None
            number += checks * (river == Choice("fold"))
    return number


# --- advice ----------------------------------------------------------------------------------------------------------


def nets(own: Values, dealer: Values, times: int) -> npt.NDArray[np.float64]:
    """The rules of ante, blind and play once more, as tables; in antes."""
    pays = {Category.STRAIGHT: 1, Category.FLUSH: 1.5, Category.FULL_HOUSE: 3, Category.FOUR_OF_A_KIND: 10}
    pays |= {Category.STRAIGHT_FLUSH: 50, Category.ROYAL_FLUSH: 500}
    blind = np.array([pays.get(five.category(value), 0) for value in range(five.CLASSES)])
    sign = np.sign(own - dealer)
    ante = np.where(dealer >= five.at_least(Category.ONE_PAIR), sign, 0)
    won: npt.NDArray[np.float64] = ante + np.where(sign > 0, blind[own], sign) + times * sign
    return won


def against_all(own: Cards, board: Cards, seen: Cards, times: int) -> Fraction:
    """The mean over every hand of the dealer; sums of halves are exact as floats."""
    left = [card for card in DECK if card not in own + board + seen]
    hands = np.array([(*hand, *board) for hand in combinations(left, 2)], np.uint8)
    dealer = five.values(hands).astype(np.int64)
    won = nets(np.full(len(dealer), five.value(own + board)), dealer, times)
    return Fraction(float(won.sum())) / len(dealer)


def advised(spot: Spot) -> dict[str, Fraction]:
    return {one.choice.action: one.ev for one in SOLVER.advise(TERMS, STAKES, best_play(), spot)}


@pytest.mark.parametrize("seen", [0, 2, 3, 10])
def test_at_the_river_every_hand_of_the_dealer_counts(seen: int) -> None:
    rng = random.Random(seen)
    for _ in range(40):
        own, board, open_cards = deal(rng, 2, 5, seen)
        expected = {"fold": Fraction(-2), "1x": against_all(own, board, open_cards, 1)}
        spot = Spot(GAME, "river", own, board, open_cards)
        assert advised(spot) == expected
        choice = SOLVER.decide(TERMS, STAKES, best_play(), spot)
        assert choice.action == ("1x" if expected["1x"] > -2 else "fold")


@pytest.mark.parametrize("text", ["uth AsKd 7h8h9c", "uth Qc7d Qh8h3h seen 2c3c", "uth 5h4h 6h7hKc seen AhKhQhJhTh2s"])
def test_on_the_flop_every_card_that_may_come_counts(text: str) -> None:
    spot = parse_spot(text)
    left = [card for card in DECK if card not in spot.cards + spot.board + spot.seen]
    check = bet = Fraction(0)
    last = list(combinations(left, 2))
    for two in last:
        base, play = (against_all(spot.cards, spot.board + two, spot.seen, times) for times in (0, 1))
        check += max(play, Fraction(-2))
        bet += base + 2 * (play - base)
    assert advised(spot) == {"check": check / len(last), "2x": bet / len(last)}


def test_on_a_flop_best_play_is_looked_up_as_it_is_worked_out() -> None:
    rng = random.Random(5)
    for _ in range(60):
        own, flop = deal(rng, 2, 3)
        spot = Spot(GAME, "flop", own, flop)
        assert (
            SOLVER.decide(TERMS, STAKES, best_play(), spot)
            == best(SOLVER.advise(TERMS, STAKES, best_play(), spot)).choice
        )


def test_a_start_is_worth_the_same_without_standard_boards() -> None:
    spot = parse_spot("uth Qc7d")
    worth = at_start(rule_book(), spot.cards, unseen(spot.cards))
    parts = worth.deals * rule_book().unit
    expected = {f"{times}x": Fraction(worth.base + times * worth.play, parts) for times in (3, 4)}
    assert advised(spot) == {"check": Fraction(worth.wait, parts), **expected}


def test_the_value_of_the_game_is_the_mean_of_its_starts() -> None:
    starts = [max(advised(Spot(GAME, "preflop", own)).values()) for own in combinations(DECK, 2)]
    assert sum(starts, Fraction(0)) / len(starts) == report(best_play()).wagers["main"].ev


def test_open_cards_change_a_start() -> None:
    own, open_cards = (40, 21), tuple(card for card in DECK if rank(card) in range(8) and card != 21)
    spot = Spot(GAME, "preflop", own, (), open_cards)
    assert (
        SOLVER.decide(TERMS, STAKES, best_play(), spot) == best(SOLVER.advise(TERMS, STAKES, best_play(), spot)).choice
    )
    assert advised(spot) != advised(Spot(GAME, "preflop", own))


def test_too_many_open_cards_leave_no_deal() -> None:
    spot = Spot(GAME, "flop", DECK[:2], DECK[2:5], DECK[5:49])
    with pytest.raises(HandError, match="44 open cards leave fewer than 4"):
        SOLVER.advise(TERMS, STAKES, best_play(), spot)


# --- the written page ------------------------------------------------------------------------------------------------


def test_the_page_costs_little() -> None:
    cost = report(best_play()).wagers["main"].ev - report(page_play()).wagers["main"].ev
    assert percent(cost, 4) == "0.0869"


def read_flop(own: Cards, flop: Cards) -> bool:
    """The page's rules for the flop, sentence by sentence."""
    value = five.value(own + flop)
    if value >= five.at_least(Category.STRAIGHT):
        return True
    paired = {rank(card) for card in own} & {rank(card) for card in flop}
    suits = [suit(card) for card in flop]
    if paired:
        only_lowest = paired == {min(rank(card) for card in flop)} and value < five.at_least(Category.TWO_PAIR)
        return not (only_lowest and len(set(suits)) == 1 and not {suit(card) for card in own} & set(suits))
    both = own + flop
    return any(sum(suit(c) == suit(card) for c in both) == 4 and TEN <= rank(card) <= ACE for card in own)


def test_the_page_is_followed_on_the_flop_as_it_is_written() -> None:
    rng, bets = random.Random(1), np.packbits(plan_of(COUNT_THE_OUTS).bets, axis=1)
    for _ in range(5000):
        own, flop = deal(rng, 2, 3)
        says = read_flop(own, flop)
        assert (COUNT_THE_OUTS.decide(Spot(GAME, "flop", own, flop)) == Choice("2x")) == says, notation(own + flop)
        assert is_bet(bets, own, flop) == says


def test_the_page_is_followed_at_the_end_as_it_is_written() -> None:
    rng, kinds, masks = random.Random(2), new_kinds(), np.zeros(4, np.int64)
    by_size, one_more = (order_of(5), order_of(6), order_of(7)), np.empty(26, np.int64)
    for _ in range(2000):
        own, board = deal(rng, 2, 5)
        value = five.value(own + board)
        unseen_cards = [card for card in DECK if card not in own + board]
        count = sum(five.value((*board, card)) > value for card in unseen_cards)
        most = 20 if value > five.value(board) else 18
        said = COUNT_THE_OUTS.decide(Spot(GAME, "river", own, board))
        assert said == Choice("1x" if count <= most else "fold")
        cards = np.array(board, np.uint8)
        lay_out(cards, WHOLE.cards, by_size[2], masks, kinds)
        assert board_and_one(cards, by_size, masks, one_more) == five.value(board)
        kind = kinds.of[kinds.group[own[0]], kinds.group[own[1]]]
        assert (kinds.value[kind], outs(kinds, kind, one_more)) == (value, count)


def test_only_a_page_can_be_followed_through_every_deal() -> None:
    class Lucky:
        name = title = "lucky"
        rules: tuple[str, ...] = ("Bet when you feel lucky.",)

        def decide(self, spot: Spot) -> Choice:
            return Choice("check")

    with pytest.raises(PitbossError, match="only a Page of rules"):
        SOLVER.solve(TERMS, STAKES, strategy=Lucky())


# --- what is kept and what is asked ----------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R54")
@pytest.mark.parametrize(("terms", "cards"), [(BEST_FIVE, 7), (ON_FLOP, 5)], ids=["best five", "flop"])
def test_a_progressive_on_the_flop_is_counted_apart(terms: Terms, cards: int) -> None:
    found = best_play() if cards == 7 else page_play()
    assert ("progressive" in found.sides) == bool(SOLVER.depends_on(terms, STAKES)) == (cards == 5)
    figures = price(GAME, terms, STAKES, SOLVER, found, meter=100_000).wagers["progressive"]
    census = five.census(cards)
    flush, royal = (int(census[five.at_least(kind) :].sum()) for kind in (Category.FLUSH, Category.ROYAL_FLUSH))
    won = Fraction(5_000 * (flush - royal) + 100_000 * royal, int(census.sum()))
    assert figures.ev == won / 500 - Fraction(int(census.sum()) - flush, int(census.sum()))


@pytest.mark.parametrize(
    ("rows", "meter"),
    [
        ({"royal_flush": "100%"}, Fraction(500 * (comb(52, 7) - 4_324), 4_324)),
        ({"royal_flush": "100%", "flush": 15_000}, 0),  # the fixed awards alone are worth more than the wager
        ({"royal_flush": 1_000_000}, None),
    ],
)
def test_the_meter_at_which_a_progressive_costs_nothing(rows: dict[str, str | int], meter: Fraction | None) -> None:
    terms = Terms.of_hand(GAME, {"trips": True, "progressive": {**PROGRESSIVE, "basis": "best-five", "rows": rows}})
    assert break_even_meter(GAME, terms, STAKES, SOLVER, best_play(), "progressive") == meter


def test_nothing_else_at_a_table_bears_on_best_play() -> None:
    assert SOLVER.depends_on(TERMS, STAKES) == {}


def test_a_folded_hand_settles_trips_alone() -> None:
    fold = next(ending for ending in best_play().tally.endings if ending.decision == "fold")
    settled = settle_hand(GAME, TERMS, fold.at({**STAKES, "trips": 500}, {}))
    assert [result.outcome for result in settled.results] == [Outcome.FORFEIT, Outcome.FORFEIT, Outcome.LOSE]


def test_progress_is_told_in_order_up_to_the_end() -> None:
    assert best_play()
    assert sorted(TOLD) == TOLD
    assert (TOLD[0] > 0, TOLD[-1]) == (True, 1)


def test_the_solver_is_found_without_the_heavy_libraries() -> None:
    code = "import sys, pitboss.solvers.ultimate_texas_hold_em; print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
