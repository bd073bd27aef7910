"""A table as a PettingZoo environment: every seat is an agent, asked when the rules ask it; an episode is a round.

>>> env = TableEnv("uth", seats=2)
>>> env.reset(seed=7)
>>> env.agent_selection, env.last()[0]["action_mask"].tolist()
('seat_1', [1, 1, 1, 0, 0, 0])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from pitboss.research.answers import Answer
from pitboss.research.rounds import SEEDS, Rounds, Values
from pitboss.research.sight import Seen, Sight, mask


class TableEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """Seats at a table of any game, all with the same opening wagers (in cents); every position without `seats`.

    The house banks, so no agent plays against another; they share the dealer's cards, and see what lies open. An agent
    is selected when its player is asked, and all are done when the round is over: the reward is its net result in
    antes, `infos[agent]["net"]` has it in cents. An action that is not open raises an `IllegalActionError`.

    An observation has the action mask beside what the agent sees, flattened to one array; `arrays` takes it apart. With
    `coach`, `infos` have the `values` of what an agent may do and the `regret` of what it did last, as fractions in
    antes.
    """

    metadata = {"name": "pitboss_table_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        wagers: Mapping[str, int] | None = None,
        coach: bool = False,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats=seats, options=options, wagers=wagers, coach=coach, render_mode=render_mode)
        self.render_mode = render_mode
        self._coach = coach
        self._rounds = Rounds(game, options, wagers, seats)
        self._sight = Sight(self._rounds.rules, len(self._rounds.seats), self._rounds.wagers)
        self._random = np.random.default_rng()
        self.possible_agents = list(self._rounds.seats)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.terminations: dict[str, bool] = {}
        actions = len(self.actions)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.flatten_space(self._sight.space),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }

    @property
    def actions(self) -> tuple[Answer, ...]:
        """What each number means; as text `check`, `play 4x`, `pick 1 2 3`, `low 4 5`."""
        return self._rounds.answers

    def values(self) -> Values:
        """The exact worth of what the selected agent may do, in antes; empty where it is not known: at a pick."""
        return self._rounds.values or {}

    def arrays(self, observation: npt.NDArray[np.float32]) -> Seen:
        """What an agent sees, array by array."""
        return spaces.unflatten(self._sight.space, observation)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # --- a round ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._rounds.deal(int(self._random.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: np.int64 | int | None) -> None:
        agent = self.agent_selection
        if self.terminations.get(agent):
            self._was_dead_step(action)
            return
        number = self._rounds.number(action)
        regret = self._rounds.regret(number) if self._coach and number in self._rounds.open else None
        self._rounds.answer(number)
        self.infos[agent] = {} if regret is None else {"regret": regret}
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """On to the agent that is asked, or to the end."""
        rounds = self._rounds
        if rounds.asked:
            self.agent_selection = rounds.asked.player
            if self._coach:
                self.infos[self.agent_selection]["values"] = dict(self.values())
            return
        for agent in self.agents:
            net = rounds.net(agent)
            self.rewards[agent] = net / rounds.ante
            self.terminations[agent] = True
            self.infos[agent]["net"] = net
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Seen:
        rounds = self._rounds
        seen = self._sight.of(rounds.table.view(agent), rounds.seats[agent], rounds.asked)
        open_ = rounds.open if rounds.asked and rounds.asked.player == agent else ()
        return {
            "observation": spaces.flatten(self._sight.space, seen),
            "action_mask": mask(open_, len(self.actions)),
        }

    # --- to look at ---

    def render(self) -> str | None:
        """The table as the selected agent sees it; in the end every result with its reasons."""
        return self._rounds.shown(self.agent_selection) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to give back."""
