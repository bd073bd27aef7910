"""Sessions, shifts, confidence and meters: exact answers against every way they can come about, or against play."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, groupby, pairwise, product
from math import inf, nan
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.games.progressive import contribution, numbers_of_award, seed, settle_progressive
from pitboss.simulation import session as sessions
from pitboss.simulation import worth as worths_of
from pitboss.simulation.confidence import ahead_between, until_ahead, until_known
from pitboss.simulation.hold import hold
from pitboss.simulation.kernel import Work
from pitboss.simulation.meter import meter
from pitboss.simulation.playing import Play, ready_for
from pitboss.simulation.sequence import nets
from pitboss.simulation.session import after, longest_run, losing, ruin, session
from pitboss.simulation.stream import ROUNDS
from pitboss.simulation.worth import Share, Worth, worth_of
from pitboss.solvers.stakes import priced_stakes
from pitboss.table.table import practice_submission

TOP_FIVE = Play.at(practice_submission("top-five"), {"ante": 1000, "top_five_bonus": 500})
worths = st.dictionaries(st.integers(-4, 9).map(lambda units: 50 * units), st.integers(1, 9), min_size=1, max_size=4)


def every_session(nets: dict[int, int], rounds: int) -> list[tuple[list[int], Fraction]]:
    deals = sum(nets.values())
    return [
        (list(results), Fraction(np.prod([nets[one] for one in results], dtype=object), deals**rounds))
        for results in product(nets, repeat=rounds)
    ]


@given(worths, st.integers(1, 5), st.integers(0, 1000))
def test_a_session_is_all_that_can_happen_in_it(nets: dict[int, int], rounds: int, bankroll: int) -> None:
    found = session(Worth(nets, 0), rounds, bankroll)
    every = every_session(nets, rounds)
    need = max(0, -min(nets))
    ahead = sum(part for results, part in every if sum(results) > 0)
    even = sum(part for results, part in every if sum(results) == 0)
    broke = sum(
        part for results, part in every if any(left < need for left in accumulate(results[:-1], initial=bankroll))
    )
    assert found.drawn == 0
    assert found.ahead.value == pytest.approx(float(ahead), abs=1e-9)
    assert found.even.value == pytest.approx(float(even), abs=1e-9)
    assert found.ruin is not None
    assert found.ruin.value == pytest.approx(float(broke), abs=1e-9)
    mean = sum(sum(results) * part for results, part in every)
    variance = sum((sum(results) - mean) ** 2 * part for results, part in every)
    assert found.mean == pytest.approx(float(mean))
    assert found.deviation == pytest.approx(float(variance) ** 0.5, abs=1e-6)
    for part, result in found.quantiles.items():
        below, up_to = (
            sum(chance for results, chance in every if sum(results) < most) for most in (result, result + 1)
        )
        assert float(below) <= part + 1e-9
        assert float(up_to) >= part - 1e-9
    for most, told in found.distribution.items():
        assert told == pytest.approx(float(sum(part for results, part in every if sum(results) <= most)), abs=1e-9)
    assert (min(found.distribution), found.mean_error) == (min(sum(results) for results, _ in every), 0)
    assert found.distribution[max(found.distribution)] == pytest.approx(1)


@given(worths, st.integers(1, 5))
def test_results_of_many_rounds_are_those_of_one_put_together(nets: dict[int, int], rounds: int) -> None:
    expected: dict[int, float] = {}
    for results, part in every_session(nets, rounds):
        expected[sum(results)] = expected.get(sum(results), 0) + float(part)
    sums, parts = after(Worth(nets, 0), rounds)
    found = {result: part for result, part in zip(sums.tolist(), parts.tolist(), strict=True) if part > 1e-12}
    assert found == pytest.approx(expected, abs=1e-9)


@given(worths, st.integers(1, 6), st.sampled_from(sessions.QUANTILES))
def test_the_longest_losing_run_is_counted(nets: dict[int, int], rounds: int, part: float) -> None:
    worth = Worth(nets, 0)
    longest = [
        (max([len(list(run)) for loses, run in groupby(one < 0 for one in results) if loses], default=0), chance)
        for results, chance in every_session(nets, rounds)
    ]
    found = longest_run(losing(worth), rounds)[part]
    at_most = [sum(chance for run, chance in longest if run <= most) for most in (found - 1, found)]
    assert float(at_most[0]) < part + 1e-9
    assert float(at_most[1]) > part - 1e-9


def test_sessions_that_are_drawn_agree_with_those_that_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = worth_of(TOP_FIVE, 1)
    exact = session(worth, 100, 30_000)
    monkeypatch.setattr(sessions, "_WIDEST", 0)
    drawn = session(worth, 100, 30_000, seed=3)
    assert (exact.drawn, drawn.drawn) == (0, sessions.SESSIONS[-1])
    assert drawn.ruin is not None
    assert exact.ruin is not None
    for one, known in ((drawn.ahead, exact.ahead), (drawn.even, exact.even), (drawn.ruin, exact.ruin)):
        assert abs(one.value - known.value) < 2 * (one.high - one.low)
    assert drawn.losing_run[0.5] == pytest.approx(exact.losing_run[0.5], abs=1)
    assert (drawn.mean, drawn.deviation) == (exact.mean, exact.deviation)
    results, parts = after(worth, 100)
    for part, result in drawn.quantiles.items():
        error = (part * (1 - part) / drawn.drawn) ** 0.5
        assert parts[results < result].sum() - 4 * error < part < parts[results <= result].sum() + 4 * error
    for most, below in drawn.distribution.items():
        known = parts[results <= most].sum()
        assert abs(below - known) <= 5 * (known * (1 - known) / drawn.drawn) ** 0.5 + 1e-9


@pytest.mark.parametrize(("bankroll", "lasts"), [(200, 1), (199, 0.5), (99, 0)])
def test_a_bankroll_need_not_last_beyond_the_last_round(
    bankroll: int, lasts: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_WIDEST", 0)
    found = session(Worth({-100: 1, 100: 1}, 0), 2, bankroll)
    assert found.ruin is not None
    assert found.ruin.low - 0.01 < 1 - lasts < found.ruin.high + 0.01
    assert found.ruin.value == pytest.approx(1 - lasts, abs=0.02 * (lasts == 0.5))


def test_only_what_is_too_much_work_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = worth_of(TOP_FIVE, 1)
    exact = session(worth, 100, 30_000)
    monkeypatch.setattr(sessions, "_MOST_WORK", 0)
    found = session(worth, 100, 30_000, seed=3)
    assert found.ruin is not None
    assert exact.ruin is not None
    assert found.ruin.low < exact.ruin.value < found.ruin.high
    assert found.drawn == sessions.SESSIONS[-1]
    assert found._replace(ruin=exact.ruin, drawn=0) == exact


def test_a_wide_distribution_is_told_at_round_amounts() -> None:
    worth = worth_of(Play.at(practice_submission("uth"), {"ante": 1000}), 1)
    found = session(worth, 2000)
    results, parts = after(worth, 2000)
    width, *others = {more - amount for amount, more in pairwise(found.distribution)}
    assert not others
    assert width // worth.step in (2, 5, 10, 20, 50, 100)
    assert 0 in found.distribution
    assert 100 < len(found.distribution) <= 1002
    for amount in list(found.distribution)[::50]:
        assert found.distribution[amount] == pytest.approx(parts[results <= amount].sum(), abs=1e-9)
    assert parts[results < min(found.distribution)].sum() < 1e-6
    assert parts[results > max(found.distribution)].sum() < 1e-6


def test_intervals_hold_the_truth_though_a_rounds_worth_is_an_estimate() -> None:
    """A hundred times rounds are drawn, and sessions reckoned from them: 95 or so of their intervals should hold it."""
    worth, rounds, sampled = worth_of(TOP_FIVE, 1), 100, 20_000
    exact = session(worth, rounds, 30_000)
    assert exact.ruin is not None
    hold = np.zeros(4, np.int64)
    for seen in np.random.default_rng(5).multinomial(sampled, worth.parts, 100).tolist():
        nets = {net: rounds for net, rounds in zip(worth.amounts.tolist(), seen, strict=True) if rounds}
        one, estimate = session(Worth(nets, sampled), rounds, 30_000), Worth(nets, sampled)
        assert one.ruin is not None
        low, high = ahead_between(estimate, 0.95)
        hold += [
            one.ahead.low < exact.ahead.value < one.ahead.high,
            one.ruin.low < exact.ruin.value < one.ruin.high,
            abs(one.mean - exact.mean) < 1.96 * one.mean_error,
            (low or 0) < (until_ahead(worth, 0.95) or 0) < (high or inf),
        ]
    assert all(90 <= held <= 99 for held in hold), hold


def test_of_sessions_that_are_drawn_no_rounds_are_kept() -> None:
    for drawn in sessions._draw(Worth({-100: 1, 100: 1}, 0), 1000, 5000, seed=1):
        assert all(kept.base is None for kept in drawn)


def test_sessions_that_are_played_end_as_often_ahead_as_counted() -> None:
    rounds = 64
    exact = session(worth_of(TOP_FIVE, 1), rounds, 40_000)
    played = np.concatenate([batch[0] for batch in nets(TOP_FIVE, 5, range(100))]).reshape(-1, rounds)
    stands = np.cumsum(played, axis=1)
    within(exact.ahead, stands[:, -1] > 0)
    need = -int(played.min())
    assert exact.ruin is not None
    within(exact.ruin, 40_000 + stands[:, :-1].min(axis=1, initial=0) < need)


def within(share: Share, seen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> None:
    assert abs(seen.mean() - share.value) < 4 * (share.value * (1 - share.value) / len(seen)) ** 0.5


def test_a_stake_that_is_reckoned_apart_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = {"cover_all": True, "cover_all_mode": True}
    table = practice_submission("uth", {**covered, "shuffle_method": "automated", "dealing_method": "automated-shoe"})
    play = Play.at(table, {"ante": 1000, "cover_all": 2500}, players=5)
    monkeypatch.setattr(worths_of, "SAMPLE", 200_000)
    found = worth_of(play, 1)
    assert found.sampled == 200_000
    assert abs(found.mean - 1000 * float(play.advisor().report.ev)) < 4 * found.error
    assert found.most_lost == 2 * 1000 + 4 * 1000 + 2500


def test_what_has_no_exact_value_is_played() -> None:
    play = Play.at(practice_submission("top-five"), {}, errors=0.1)
    exact = worth_of(Play.at(practice_submission("top-five"), {}), 1)
    found = worth_of(play, 1)
    assert (exact.sampled, found.sampled > 0) == (0, True)
    assert found.mean < exact.mean


@pytest.mark.parametrize(("bankroll", "lasts"), [(1_000, False), (10**9, True)])
def test_a_bankroll_too_small_for_a_round_is_none_and_a_huge_one_lasts(bankroll: int, lasts: bool) -> None:
    assert ruin(worth_of(TOP_FIVE, 1), 50, bankroll) == pytest.approx(0 if lasts else 1, abs=1e-9)


def test_a_session_has_rounds() -> None:
    with pytest.raises(PitbossError, match="1 to 1,000,000 rounds"):
        session(Worth({-1: 1, 1: 1}, 0), 0)


@given(st.integers(0, 50), st.integers(1, 50))
def test_an_interval_holds_what_was_counted(hits: int, more: int) -> None:
    share = Share.counted(hits, hits + more)
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert share.low < share.high


@pytest.mark.parametrize(
    ("hits", "number", "low", "high"), [(0, 10, 0, 0.27753), (5, 10, 0.23659, 0.76341), (10, 10, 0.72247, 1)]
)
def test_an_interval_is_wilsons(hits: int, number: int, low: float, high: float) -> None:
    assert Share.counted(hits, number) == pytest.approx((hits / number, low, high), abs=1e-5)


# --- shifts ----------------------------------------------------------------------------------------------------------


def test_players_of_one_round_win_and_lose_together() -> None:
    play = Play.at(practice_submission("top-five"), {"ante": 1000}, players=3)
    found = hold(play, worth_of(play, 1), speed=30, hours=2, seed=8, shifts=2000)
    rounds = np.concatenate(list(nets(play, 8, range(-(-2000 * 60 // ROUNDS)))), axis=1)
    seen = np.corrcoef(rounds)[np.triu_indices(3, 1)].mean()
    assert found.correlation == pytest.approx(seen, abs=0.01)
    assert found.correlation > 0.1
    sums = -rounds.sum(axis=0)[: 2000 * 60].reshape(2000, 60).sum(axis=1)
    assert found.house_loses.value == (sums < 0).mean()
    assert found.deviation_per_shift == pytest.approx(sums.std(), rel=0.1)
    assert found.deviation_per_shift == pytest.approx(2**0.5 * found.deviation_per_hour)
    for part, most in found.quantiles.items():
        assert (sums < most).mean() < part <= (sums <= most).mean()
    products = np.mean([rounds[a] * rounds[b] for a, b in ((0, 1), (0, 2), (1, 2))], axis=0)
    error = products.std() / len(products) ** 0.5 / worth_of(play, 1).deviation ** 2
    assert found.correlation_error == pytest.approx(error)
    between = NormalDist(found.correlation, found.correlation_error).cdf
    assert between(found.correlation_interval[1]) - between(found.correlation_interval[0]) == pytest.approx(0.95)
    assert found.per_shift == pytest.approx(2 * found.per_hour)
    assert found.per_hour == pytest.approx(-worth_of(play, 1).mean * 3 * 30)


def test_a_player_alone_has_nobody_to_win_with() -> None:
    play = Play.at(practice_submission("top-five"), {"ante": 1000})
    worth = worth_of(play, 1)
    found = hold(play, worth, speed=25, hours=1, seed=8, shifts=100)
    assert found.correlation == 0
    assert found.deviation_per_hour == pytest.approx(5 * worth.deviation)


def test_players_who_often_lose_do_not_seem_to_lose_together_for_it() -> None:
    play = Play.at(practice_submission("top-five"), {"ante": 1000}, "random", players=3)
    rounds = np.concatenate(list(nets(play, 8, range(15))), axis=1)
    worth = Worth(dict(zip(*(one.tolist() for one in np.unique(rounds, return_counts=True)), strict=True)), rounds.size)
    found = hold(play, worth, speed=60.4, hours=1, seed=8, shifts=2000)
    assert found.correlation == pytest.approx(np.corrcoef(rounds)[np.triu_indices(3, 1)].mean(), abs=0.005)
    assert (found.rounds, found.per_hour, found.per_shift) == (60, -worth.mean * 3 * 60.4, -worth.mean * 3 * 60)


@pytest.mark.parametrize("speed", [0.1, -3, nan, inf])
def test_a_shift_has_rounds(speed: float) -> None:
    with pytest.raises(PitbossError, match="are no rounds that can be played"):
        hold(TOP_FIVE, worth_of(TOP_FIVE, 1), speed=speed, hours=1, seed=1)


def test_the_largest_stakes_go_together_like_the_smallest() -> None:
    table = practice_submission("top-five", {"table_maximum": "$1,000,000"})
    small, large = (Play.at(table, {"ante": ante}, players=3) for ante in (1_000, 100_000_000))
    found = [hold(play, worth_of(play, 1), speed=8, hours=1, seed=8, shifts=1000) for play in (small, large)]
    assert found[1].correlation == pytest.approx(found[0].correlation)
    assert found[1].correlation_error == pytest.approx(found[0].correlation_error)


# --- confidence ------------------------------------------------------------------------------------------------------


@given(st.floats(0.51, 0.9999), st.integers(1, 99))
def test_after_so_many_rounds_the_house_is_ahead_with_the_confidence_asked_for(sure: float, wins: int) -> None:
    worth = Worth({-100: 100, 100: wins}, 0)
    rounds = until_ahead(worth, sure)
    assert rounds is not None
    ahead = [NormalDist(-worth.mean * n, worth.deviation * n**0.5).cdf(0) for n in (rounds, max(1, rounds - 1))]
    assert 1 - ahead[0] >= sure - 1e-9
    assert rounds == 1 or 1 - ahead[1] <= sure + 1e-9


def test_a_house_that_loses_is_never_ahead() -> None:
    assert until_ahead(Worth({-100: 1, 100: 1}, 0), 0.95) is None


def test_a_house_that_may_lose_may_never_be_ahead() -> None:
    low, high = ahead_between(Worth({-100: 51, 100: 49}, 100), 0.95)
    assert low is not None
    assert (low < 6762, high) == (True, None)
    assert ahead_between(Worth({-100: 51, 100: 49}, 0), 0.95) == (6762, 6762)


def test_so_many_rounds_give_an_interval_as_wide_as_asked_for() -> None:
    worth = Worth({-100: 51, 100: 49}, 0)
    rounds = until_known(worth, 100, 0.01, 0.9)
    edge = NormalDist(worth.mean / 100, worth.deviation / 100 / rounds**0.5)
    assert edge.inv_cdf(0.95) - edge.inv_cdf(0.05) == pytest.approx(0.01, rel=1e-4)


def test_half_the_width_takes_four_times_the_rounds() -> None:
    worth = Worth({-100: 51, 100: 49}, 0)
    assert until_known(worth, 100, 0.001, 0.95) == pytest.approx(4 * until_known(worth, 100, 0.002, 0.95), abs=4)


@pytest.mark.parametrize(
    ("sure", "width", "says"),
    [
        (0.5, 1, "between 0.5 and 1"),
        (nan, 1, "between 0.5 and 1"),
        (1 - 2**-53, 1, "between 0.5 and 1"),
        (0.9, 0, "give 1e-12 or more"),
        (0.9, 1e-300, "give 1e-12 or more"),
        (0.9, nan, "give 1e-12 or more"),
        (0.9, inf, "give 1e-12 or more"),
    ],
)
def test_no_confidence_without_sense(sure: float, width: float, says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        until_known(Worth({-1: 1, 1: 1}, 0), 1, width, sure)


# --- meters ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R54", "UTH-R72", "UTH-R73", "UTH-R76")
def test_a_meter_moves_as_the_rules_move_it() -> None:
    """Every round again by the rule book, with awards so common that players often share one."""
    rows = {"full_house": "60%", "flush": "12.5%", "straight": "$40", "three_of_a_kind": "$20"}
    progressive = {"seed": "$900.01", "contribution": "$1.33", "rows": rows}
    play = Play.at(practice_submission("uth", {"progressive": progressive}), {}, players=3)
    rounds, years = 400, 3
    found = meter(play, rounds, years, seed=6)

    advisor, ready = play.advisor(), ready_for(play)
    terms, stakes = advisor.terms, priced_stakes(advisor.game, advisor.terms, advisor.stakes)
    stands, shared = seed(terms), 0
    without: dict[str, list[int]] = {}
    work = Work(ready, 6)
    work.deal(0)
    for place, year in enumerate(found.years):
        house = paid_from_meter = total = highest = 0
        for column in range(place * rounds, (place + 1) * rounds):
            stands += 3 * contribution(terms)
            house -= 3 * contribution(terms)
            highest = max(highest, stands)
            hands = [
                ready.ending(0, 1, tuple(work.cards[seat, column].tolist())).at(stakes, {})
                for seat in ready.deal.seats()
            ]
            paid = 0
            hit = set()
            for player, hand in enumerate(hands):
                others = (hand, *hands[:player], *hands[player + 1 :])
                numbers = numbers_of_award(terms, stands, stands - paid, others)
                result = settle_progressive(terms, hand._replace(numbers=numbers))
                if "of the meter" in result.facts[-1]:
                    paid += result.paid
                    shared += numbers["sharers"] > 1
                    hit.add(
                        "flush: 12.5% of the meter" if "12.5%" in result.facts[-1] else "full house: 60% of the meter"
                    )
                else:
                    house -= result.net
            for label in ("full house: 60% of the meter", "flush: 12.5% of the meter"):
                waits = without.setdefault(label, [0])
                waits[-1:] = [waits[-1], 0] if label in hit else [waits[-1] + 1]
            stands -= paid
            paid_from_meter += paid
            short = max(0, seed(terms) - stands)
            stands, house = stands + short, house - short
            total += stands
        assert (year.meter, year.from_meter, year.house) == (stands, paid_from_meter, house)
        assert year.highest == highest
        assert year.average == total / rounds
        assert (year.rounds, year.wagers) == (rounds, 3 * rounds)
    assert shared
    assert found.droughts == {label: max(waits) for label, waits in without.items()}


def test_without_a_progressive_there_is_no_meter() -> None:
    with pytest.raises(PitbossError, match="has no progressive"):
        meter(TOP_FIVE, 100, 1, 1)
