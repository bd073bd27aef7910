"""Each game's rounds against a player who asks the solver at every spot, and against the exact figures."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from slow import Slow

from pitboss.hands import five
from pitboss.simulation.kernel import Deal, Player, Work, kernel_of
from pitboss.simulation.playing import RANDOM, Play, ready_for
from pitboss.simulation.results import plain_stakes
from pitboss.simulation.running import run
from pitboss.simulation.sequence import nets
from pitboss.solvers.advisor import advisor_for
from pitboss.solvers.pricing import price
from pitboss.solvers.solver import Solved
from pitboss.solvers.tally import Tally
from pitboss.table.table import practice_submission

COVERED = {"cover_all": True, "cover_all_mode": True, "shuffle_method": "automated", "dealing_method": "automated-shoe"}
PROGRESSIVE = {
    "seed": "$10,000",
    "contribution": "$1",
    "rows": {"straight_flush": "100%", "flush": "2.5%", "two_pair": "$10"},
}


class Case(NamedTuple):
    game: str
    strategy: str = "optimal"
    errors: float = 0.0
    players: int = 1
    options: dict[str, Any] = {}  # noqa: RUF012
    stakes: dict[str, int] = {}  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.game} {self.strategy} {self.errors:g} {self.players}"

    @property
    def play(self) -> Play:
        return Play.at(
            practice_submission(self.game, self.options), self.stakes, self.strategy, self.errors, self.players
        )


PLAIN = [Case(game) for game in ("hi-lo", "top-five", "pik-it", "uth")]
WRITTEN = [
    Case("hi-lo", "eighteen-and-twice", stakes={"ante": 1000, "tie": 1500}),
    Case("pik-it", "with-qualifier", options={"dealer_must_qualify": True}),
    Case("uth", "count-the-outs", players=5, options=COVERED, stakes={"ante": 1000, "cover_all": 500}),
]
ERRING = [
    Case("hi-lo", errors=0.3, players=3),
    Case("hi-lo", RANDOM),
    Case("top-five", errors=0.2),
    Case("top-five", RANDOM),
    Case("pik-it", RANDOM, players=3),
    Case(
        "uth",
        errors=0.4,
        players=3,
        options={**COVERED, "progressive": PROGRESSIVE},
        stakes={"ante": 1000, "trips": 500, "progressive": 500, "cover_all": 500},
    ),
    Case("uth", RANDOM, players=2, options={"table_maximum": "$20,000"}, stakes={"ante": 2_000_000}),
]
"""The last at stakes that the limits often cut."""
ROUNDS = 1500
SEED = 99


@pytest.mark.parametrize("case", [*PLAIN, *WRITTEN, *ERRING], ids=str)
def test_rounds_end_as_the_solver_decides_and_the_rule_book_settles(case: Case) -> None:
    """Every wager's results over all rounds, to the cent, and every decision."""
    ready, slow = ready_for(case.play), Slow(case.play, SEED)
    one_by_one = Solved(Tally(tuple(slow.endings(ROUNDS, ready.deal.own, ready.deal.shared))))
    advisor = slow.advisor
    expected = price(advisor.game, advisor.terms, plain_stakes(advisor), advisor.solver, one_by_one)
    found = run(case.play, ROUNDS, SEED).report
    for name, figures in expected.wagers.items():
        if name == "main" or advisor.terms.offers(name):
            assert found.wagers[name].nets == figures.nets, name
    assert found.total.nets == expected.total.nets
    assert found.total.staked == expected.total.staked
    assert found.decisions == expected.decisions
    assert found.qualifies == expected.qualifies


@pytest.mark.parametrize("case", [case for case in ERRING if case.players > 1], ids=str)
def test_every_player_of_a_table_meets_the_same_dealer(case: Case) -> None:
    play = case.play
    ready, slow = ready_for(play), Slow(play, SEED)
    (found,) = nets(play, SEED, range(1))
    cards = Work(ready, SEED)
    cards.deal(0)
    for player, rows in enumerate(ready.deal.seats()):
        for round_ in range(200):
            ending = slow.ending(round_, tuple(cards.cards[rows, round_].tolist()), player)
            advisor, one = slow.advisor, Solved(Tally((ending,)))
            (net,) = price(advisor.game, advisor.terms, plain_stakes(advisor), advisor.solver, one).total.nets
            assert found[player, round_] == net


def test_every_player_sees_the_own_cards_first_and_the_hands_of_all_others() -> None:
    assert list(Deal(own=2, shared=3, players=3).seats()) == [
        [0, 1, 2, 3, 4, 5, 6, 7, 8],
        [5, 6, 2, 3, 4, 0, 1, 7, 8],
        [7, 8, 2, 3, 4, 5, 6, 0, 1],
    ]


def test_a_progressive_on_the_flop_looks_at_the_flop() -> None:
    """The last digit of an ending is the kind of hand that the player's cards and the flop make."""
    plain = advisor_for("uth")
    terms = practice_submission("uth", {"progressive": {**PROGRESSIVE, "basis": "hole-plus-flop"}}).terms
    work = Work(kernel_of(plain.game)(terms, Player(None, plain.solved), 1), SEED)
    endings = work.deal(0)
    of_five = five.values(np.ascontiguousarray(work.cards[:5].T))
    assert (endings % len(five.Category)).tolist() == [five.category(value) for value in of_five.tolist()]


@pytest.mark.parametrize("case", [*PLAIN, *WRITTEN], ids=str)
def test_results_lie_within_four_standard_errors_of_the_exact_ones(case: Case) -> None:
    done = run(case.play, 4_000_000, SEED)
    compared = list(done.compared())
    assert done.exact
    assert {one.name for one in compared} >= {"main", "total"}
    for one in compared:
        assert one.deviation is not None, one.name
        assert abs(one.deviation) < 4, one
    for name, seen in done.report.decisions.items():
        exact = float(done.exact.decisions[name])
        assert abs(float(seen) - exact) <= 4 * (exact * (1 - exact) / done.rounds) ** 0.5


def test_the_error_of_all_stakes_has_the_stakes_in_it_that_are_reckoned_apart() -> None:
    case = WRITTEN[-1]._replace(strategy="optimal", stakes={"ante": 1000, "cover_all": 2500})
    done = run(case.play, 200_000, SEED)
    *_, total = done.compared()
    assert done.exact
    assert total.error == pytest.approx(done.report.total.standard_deviation / done.rounds**0.5)
    assert total.error > 1.1 * done.exact.total.standard_deviation / done.rounds**0.5


@pytest.mark.parametrize(("cover_all", "is_cut"), [(2_500, False), (40_000, True), (200_000, True)])
def test_where_a_limit_cuts_what_is_reckoned_apart_nothing_is_called_exact(cover_all: int, is_cut: bool) -> None:
    """UTH-14(d) limits Cover All together with the rest, which the exact figures leave out."""
    options = {**COVERED, "cover_all_maximum": "$2,000"}
    case = Case("uth", players=5, options=options, stakes={"ante": 50_000, "cover_all": cover_all})
    done = run(case.play, 200_000, SEED)
    *_, total = done.compared()
    assert done.is_cut_apart == is_cut
    assert done.limits[0] == float(done.report.unlimited.ev - done.report.total.ev) > 0
    assert [total.exact is None, done.limits[1] is None, done.cost is None] == 3 * [is_cut]
