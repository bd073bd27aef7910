"""A table for PettingZoo: sound by its own tests, every seat asked as the rules order it, paid by the same ledger."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
from tables import GAMES, SIDE_BETS

from pitboss.errors import PitbossError
from pitboss.research import IllegalActionError, TableEnv
from pitboss.research.rounds import Rounds
from pitboss.research.sight import Sight
from pitboss.table import commands as c

QUICK = ("top-five", "hi-lo", "pik-it")
"""Games that are solved in a moment."""


def table(game: str, **how: Any) -> TableEnv:
    return TableEnv(game, wagers={wager: 100 * dollars for wager, dollars in SIDE_BETS[game].items()}, **how)


def played(env: TableEnv, seed: int) -> dict[str, dict[str, Any]]:
    """A round in which everybody takes anything that is open: what each agent is told in the end, with its reward."""
    random, told = np.random.default_rng(seed), {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, _, info = env.last()
        if terminated:
            told[agent] = {**info, "reward": reward}
        env.step(None if terminated else random.choice(np.flatnonzero(seen["action_mask"])))
    return told


# --- by the customs of PettingZoo ------------------------------------------------------------------------------------


@pytest.mark.filterwarnings(
    # said of every observation with an action mask, unless it is a game of PettingZoo's own
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrapped", [False, True])
def test_it_passes_the_test_of_the_api(game: str, wrapped: bool) -> None:
    env = table(game, seats=3)
    api_test(OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env)) if wrapped else env, num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_table(game: str) -> None:
    seed_test(lambda: table(game, seats=3, coach=game in QUICK), num_cycles=30)


def test_rounds_follow_from_the_first_seed() -> None:
    seen = []
    for seed in (5, 5, 6):
        env = table("uth")
        env.reset(seed=seed)
        env.reset()
        seen.append(env.last()[0])
    assert data_equivalence(seen[0], seen[1], exact=True)
    assert not data_equivalence(seen[0], seen[2])


def test_it_is_pickled_as_it_was_made() -> None:
    env = table("pik-it", seats=4)
    again = pickle.loads(pickle.dumps(env))
    for one in (env, again):
        one.reset(seed=1)
    assert data_equivalence(env.last(), again.last(), exact=True)


# --- rounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_agent_is_paid_the_net_result_of_its_hand(game: str) -> None:
    env = table(game)
    for seed in range(5):
        told = played(env, seed)
        rounds: Rounds = env._rounds
        assert list(told) == env.possible_agents
        assert len(told) == rounds.rules.terms["positions"]
        for agent, position in rounds.seats.items():
            assert told[agent]["net"] == rounds.table.settlement(position).net
            assert told[agent]["reward"] == told[agent]["net"] / 10_00


@pytest.mark.parametrize("game", GAMES)
def test_agents_are_asked_in_the_order_of_the_table_and_no_other_may_act(game: str) -> None:
    env = table(game, seats=3)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        due = env._rounds.table.due
        assert due
        assert env.agent_selection == due.player
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert [agent for agent, mask in masks.items() if mask.any()] == [due.player]
        env.step(np.flatnonzero(masks[due.player])[-1])


def test_an_illegal_action_is_raised_and_changes_nothing() -> None:
    env = table("uth", seats=2)
    env.reset(seed=1)
    before = env.last()
    for action in (5, 6, None):
        with pytest.raises(IllegalActionError):
            env.step(action)
    assert env.agent_selection == "seat_1"
    assert data_equivalence(before, env.last(), exact=True)


def test_nobody_acts_before_a_round_or_after_it() -> None:
    env = table("top-five", seats=2)
    with pytest.raises(IllegalActionError, match="reset first"):
        env.step(0)
    played(env, 1)
    for action in (0, None):
        with pytest.raises(IllegalActionError, match="reset first"):
            env.step(action)


@pytest.mark.parametrize("seats", [0, 7])
def test_there_are_as_many_agents_as_positions_at_most(seats: int) -> None:
    with pytest.raises(PitbossError, match=f"1 to 6 players, not {seats}"):
        TableEnv("uth", seats=seats)


@pytest.mark.parametrize("game", GAMES)
def test_the_flat_observation_has_every_array_of_the_sight(game: str) -> None:
    env = table(game, seats=2)
    env.reset(seed=1)
    rounds: Rounds = env._rounds
    sight = Sight(rounds.rules, 2, rounds.wagers)
    for agent, position in rounds.seats.items():
        arrays = sight.of(rounds.table.view(agent), position, rounds.asked)
        assert data_equivalence(dict(env.arrays(env.observe(agent)["observation"])), arrays)


def test_it_is_rendered_as_the_selected_agent_sees_it() -> None:
    env = TableEnv("top-five", seats=2, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text
    first, second = (line for line in text.splitlines() if line.startswith("seat_") and ";" in line)
    assert "??" not in first
    assert second == "seat_2: ?? ?? ?? ?? ?? ?? ??; ante $10.00"
    env.step(0)
    env.step(1)
    text = env.render()
    assert text
    assert all(env._rounds.table.explain(agent) in text for agent in env.agents)
    assert TableEnv("top-five").render() is None


# --- worth -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
def test_every_agent_is_told_what_its_choices_are_worth_and_what_it_gave_away(game: str) -> None:
    env = table(game, seats=3, coach=True)
    random, regrets = np.random.default_rng(1), set()
    for seed in range(8):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            agent = env.agent_selection
            seen, _, _, _, info = env.last()
            values, choice = info["values"], int(random.choice(np.flatnonzero(seen["action_mask"])))
            is_pick = env.actions[choice].kind is c.Pick
            assert set(values) == (set() if is_pick else set(np.flatnonzero(seen["action_mask"])))
            env.step(choice)
            regret = env.infos[agent]["regret"]
            assert regret == (0 if is_pick else max(values.values()) - values[choice])
            assert isinstance(regret, Fraction)
            regrets.add(regret)
    assert len(regrets) > 5


def test_hands_that_lie_open_count_in_what_a_choice_is_worth() -> None:
    """In Pik-It the seats to the right of the one that decides have shown their cards."""
    env = TableEnv("pik-it", seats=2)
    env.reset(seed=1)
    rounds: Rounds = env._rounds
    as_if_alone = {}
    while not any(env.terminations.values()):
        cards = rounds.table.round.shown(rounds.table.hand(env.agent_selection).cards)
        alone = {one.choice.action: one.ev for one in rounds.advisor.advise(f"pik-it {cards}")}
        told = {env.actions[number].action: value for number, value in env.values().items()}
        as_if_alone[env.agent_selection] = told == alone
        env.step(rounds.open[0])
    assert as_if_alone == {"seat_2": True, "seat_1": False}
