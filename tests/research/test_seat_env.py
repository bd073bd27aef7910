"""One seat for Gymnasium: sound by its own checker, the same rounds from the same seeds, and exact about its worth."""

from __future__ import annotations

import pickle
import sys
from fractions import Fraction
from importlib import import_module
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from tables import GAMES, METHODS, SIDE_BETS

import pitboss
from pitboss.conformance.table_laws import DECKS
from pitboss.errors import MissingExtraError, PitbossError
from pitboss.games import games
from pitboss.research import IllegalActionError, SeatEnv
from pitboss.solvers.advisor import Advisor
from pitboss.table.table import practice_submission

EVERY_WAGER = {game: {wager: 100 * dollars for wager, dollars in SIDE_BETS[game].items()} for game in GAMES}
QUICK = ("top-five", "hi-lo", "pik-it")
"""Games that are solved in a moment."""
SEED, CONTRIBUTION = 10_000_00, 1_00
PROGRESSIVE: dict[str, Any] = {
    "progressive": {"seed": "$10,000", "contribution": "$1", "rows": {"royal_flush": "100%", "full_house": "$20"}}
}


def opened(info: dict[str, Any]) -> list[int]:
    return [int(number) for number in np.flatnonzero(info["action_mask"])]


def played(env: SeatEnv, random: np.random.Generator, **how: Any) -> list[tuple[Any, ...]]:
    """All that a round gives to a player who takes anything that is open; the cards are drawn from the same numbers."""
    happened: list[tuple[Any, ...]] = [env.reset(**{"seed": int(random.integers(2**31)), **how})]
    while True:
        action = int(random.choice(opened(happened[-1][-1])))
        happened.append((action, *env.step(action)))
        if happened[-1][3]:
            return happened


# --- by the customs of Gymnasium -------------------------------------------------------------------------------------


@pytest.mark.parametrize("coach", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_checker(game: str, coach: bool) -> None:
    coach = coach and game in QUICK
    env = gymnasium.make(f"pitboss/{game}-v0", wagers=EVERY_WAGER[game], coach=coach)
    check_env(env.unwrapped)


def test_every_game_is_registered_by_both_its_names() -> None:
    for game in games().values():
        for name in (game.name, game.short):
            env = gymnasium.make(f"pitboss.research:pitboss/{name}-v0")
            assert isinstance(env.unwrapped, SeatEnv)
            assert env.render_mode is None


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_answers_give_the_same_rounds(game: str) -> None:
    first, second = (
        [
            played(env, random, seed=seed)
            for env, random in [(SeatEnv(game), np.random.default_rng(1))]
            for seed in (5, None)
        ]
        for _ in range(2)
    )
    assert data_equivalence(first, second, exact=True)
    assert not data_equivalence(first[0], first[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_the_same_whatever_was_done_in_the_one_before(game: str) -> None:
    env = SeatEnv(game)
    after = []
    for choose in (min, max):
        _, info = env.reset(seed=3)
        while opened(info):
            info = env.step(choose(opened(info)))[-1]
        after.append(env.reset())
    assert data_equivalence(after[0], after[1], exact=True)


def test_it_is_pickled_as_it_was_made() -> None:
    env = SeatEnv("top-five", wagers={"ante": 25_00}, coach=True, strict=True)
    again = pickle.loads(pickle.dumps(env))
    assert data_equivalence(env.reset(seed=1), again.reset(seed=1), exact=True)


def test_many_seats_are_played_at_once() -> None:
    envs = gymnasium.make_vec("pitboss/top-five-v0", num_envs=3, vectorization_mode="sync", coach=True)
    _, info = envs.reset(seed=1)
    assert info["action_mask"].tolist() == [[1, 1]] * 3
    _, rewards, terminated, _, info = envs.step(np.array([1, 1, 1]))
    assert (rewards.tolist(), terminated.tolist(), info["net"].tolist()) == ([-1] * 3, [True] * 3, [-10_00] * 3)
    assert all(isinstance(regret, Fraction) for regret in info["regret"])


def test_without_its_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "pitboss.research")
    with pytest.raises(MissingExtraError, match=r"pip install 'pitboss\[research\]'"):
        import_module("pitboss.research")


# --- rounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_reward_is_the_net_result_in_antes_and_comes_at_the_end(game: str) -> None:
    wagers = {wager: amount * 3 for wager, amount in EVERY_WAGER[game].items()}
    env, random = SeatEnv(game, wagers=wagers), np.random.default_rng(2)
    nets = set()
    for _ in range(30):
        *before, (_, _, reward, terminated, truncated, info) = played(env, random)
        assert terminated
        assert not truncated
        assert all(step[2] == 0.0 and "net" not in step[-1] for step in before[1:])
        settlement = env._rounds.table.settlement(1)
        assert info["net"] == settlement.net
        assert reward == settlement.net / wagers["ante"]
        nets.add(info["net"])
    assert len(nets) > 3


@pytest.mark.parametrize("game", ["uth", "hi-lo", "pik-it"])  # in the other one everything is open
def test_an_illegal_action_ends_the_round_and_loses_what_lies_there(game: str) -> None:
    env = SeatEnv(game, render_mode="ansi", coach=game in QUICK)
    _, info = env.reset(seed=1)
    wrong = next(number for number in range(len(env.actions)) if number not in opened(info))
    _, reward, terminated, _, info = env.step(wrong)
    assert terminated
    assert info["net"] == -sum(env._rounds.wagers.values())
    assert reward == info["net"] / env._rounds.ante
    assert "is not open" in info["illegal"]
    assert not info["action_mask"].any()
    assert "regret" not in info
    assert env.values() == {}
    assert "net" not in str(env.render())  # the table has not settled it
    with pytest.raises(IllegalActionError, match="reset first"):
        env.step(0)


def test_a_strict_seat_raises_what_to_do_and_waits() -> None:
    env = SeatEnv("uth", strict=True)
    seen, info = env.reset(seed=1)
    with pytest.raises(IllegalActionError) as caught:
        env.step(5)
    assert str(caught.value) == (
        "action 5 (fold) is not open: before the flop a player may check or play: say which, not 'fold'; "
        "the action mask has what is: 0 (check), 1 (play 3x), 2 (play 4x) [UTH-10(a).4]"
    )
    assert data_equivalence((seen, info), (env._seen(), env._info()), exact=True)
    assert env.step(np.int64(0))[2] is False


@pytest.mark.parametrize("action", [-1, 6, 1.5, None, "fold"])
def test_what_is_no_action_at_all_is_always_refused(action: Any) -> None:
    env = SeatEnv("uth")
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="numbers from 0 to 5"):
        env.step(action)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [*METHODS.values(), *DECKS, {"opening_route": "preshuffled"}])
def test_a_seat_is_played_under_any_options(game: str, options: dict[str, Any]) -> None:
    env, random = SeatEnv(game, options=options, strict=True), np.random.default_rng(4)
    orders = set()
    for _ in range(3):
        played(env, random)
        assert env._rounds.table.round.over
        assert not env._rounds.table.round.void
        orders.add(env._rounds.table.round.order)
    assert len(orders) == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_played_at_the_table_of_a_submission(game: str) -> None:
    options = practice_submission(game, {"table_minimum": 25_00}).plain()
    env = SeatEnv(options.pop("game"), options=options)
    env.reset(seed=1)
    assert env._rounds.wagers["ante"] == 25_00
    assert env._rounds.table.state.options == options


@pytest.mark.parametrize(
    ("wagers", "says"),
    [
        ({"ante": 1}, "ante is .* not"),
        ({"play": 10_00}, "no opening wager 'play'"),
        ({"ante": 10_00, "blind": 20_00}, "must equal the ante"),
    ],
)
def test_wagers_that_the_rules_do_not_allow_are_refused_at_once(wagers: dict[str, int], says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        SeatEnv("uth", wagers=wagers)


def test_it_is_rendered_as_its_player_sees_it() -> None:
    env = SeatEnv("uth", render_mode="ansi", wagers={"trips": 5_00})
    env.reset(seed=4)
    assert env.render() == (
        "Ultimate Texas Hold 'Em\ndealer: ?? ??\nseat_1: 7h Kd; ante $10.00, blind $10.00, trips $5.00\n"
        "seat_1 is asked: 0 (check), 1 (play 3x), 2 (play 4x)"
    )
    env.step(2)
    text = env.render()
    assert text
    assert text.endswith(env._rounds.table.explain("seat_1"))
    assert SeatEnv("uth").render() is None


# --- worth -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
def test_regret_is_what_the_advisor_says_it_costs(game: str) -> None:
    """By way of the notation of a spot, which the environment never writes."""
    env, random, advisor = SeatEnv(game, coach=True), np.random.default_rng(3), pitboss.solve(game)
    for _ in range(25):
        cards = ""
        for before, after in zip(happened := played(env, random), happened[1:], strict=False):
            answer, values, regret = env.actions[after[0]], before[-1]["values"], after[-1]["regret"]
            assert values.keys() == set(opened(before[-1]))
            assert regret == max(values.values()) - values[after[0]]
            cards = cards or " ".join(pitboss.cards.notation(np.flatnonzero(row)) for row in before[0]["hands"][0])
            advice = advisor.advise(f"{game} {cards}")
            if answer.action:
                assert values[after[0]] == max(one.ev for one in advice if one.choice.action == answer.action)
                assert regret == advice[0].ev - values[after[0]]
            else:
                low = {pitboss.cards.parse(cards)[place - 1] for place in answer.places}
                assert {one.ev for one in advice if set(one.choice.low) == low} <= {values[after[0]]}
                assert max(values.values()) == max(one.ev for one in advice if one.choice.low)


def test_hold_em_is_worth_the_same_to_the_seat_as_to_the_advisor() -> None:
    env = SeatEnv("uth")
    env.reset(seed=4)
    cards = env._rounds.table.view("seat_1")["round"]["hands"][1]["cards"]
    advice = {one.choice.action: one.ev for one in pitboss.advise(f"uth preflop {cards}")}
    assert env.values() == {0: advice["check"], 1: advice["3x"], 2: advice["4x"]}


def test_a_blind_pick_costs_nothing_whichever_it_is() -> None:
    env = SeatEnv("pik-it", wagers=EVERY_WAGER["pik-it"], coach=True)
    _, info = env.reset(seed=1)
    assert info["values"] == dict.fromkeys(range(10), env.optimum)
    assert env.step(7)[-1]["regret"] == 0


@pytest.mark.parametrize("game", QUICK)
@pytest.mark.parametrize("side_bets", [False, True])
def test_the_optimum_is_the_figure_of_the_par_sheet(game: str, side_bets: bool) -> None:
    wagers = EVERY_WAGER[game] if side_bets else {"ante": 10_00}
    assert SeatEnv(game, wagers=wagers).optimum == pitboss.solve(game, stakes=wagers).report.ev


def test_the_optimum_counts_on_the_meter_as_it_stands_when_the_wager_is_settled() -> None:
    wagers = {"trips": 5_00, "progressive": 5_00}
    env = SeatEnv("uth", options=PROGRESSIVE, wagers=wagers)
    terms = env._rounds.rules.terms
    before, after = (Advisor(terms, wagers, meter=meter).report.ev for meter in (SEED, SEED + CONTRIBUTION))
    assert env.optimum == after != before


@pytest.mark.parametrize(("game", "rounds"), [("top-five", 2500), ("hi-lo", 1500)])
def test_best_actions_earn_the_optimum(game: str, rounds: int) -> None:
    env = SeatEnv(game)
    env.reset(seed=11)
    total = 0.0
    for _ in range(rounds):
        reward, terminated = 0.0, False
        while not terminated:
            values = env.values()
            _, reward, terminated, _, _ = env.step(max(values, key=values.__getitem__))
        total += reward
        env.reset()
    error = Advisor(env._rounds.rules.terms).report.total.standard_deviation / sqrt(rounds)
    assert abs(total / rounds - env.optimum) < 4 * error


@pytest.mark.parametrize(("game", "rounds"), [("top-five", 800), ("hi-lo", 800), ("pik-it", 400), ("uth", 400)])
def test_random_actions_fall_short_of_the_optimum_by_their_regrets(game: str, rounds: int) -> None:
    env, random = SeatEnv(game, wagers=EVERY_WAGER[game], coach=True), np.random.default_rng(7)
    env.reset(seed=7)
    made_good = []
    for _ in range(rounds):
        _, *steps = played(env, random)
        made_good.append(float(steps[-1][2] + sum(step[-1]["regret"] for step in steps)))
    error = float(np.std(made_good)) / sqrt(rounds)
    assert abs(np.mean(made_good) - float(env.optimum)) < 4 * error
