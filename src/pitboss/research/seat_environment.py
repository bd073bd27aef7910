"""One seat at a table as a Gymnasium environment: an episode is a round, a step is one answer of the player.

>>> env = SeatEnv("uth")
>>> seen, info = env.reset(seed=7)
>>> [str(env.actions[number]) for number in info["action_mask"].nonzero()[0]]
['check', 'play 3x', 'play 4x']
>>> seen, reward, terminated, truncated, info = env.step(1)
>>> reward, terminated, info["net"]
(3.0, True, 3000)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle

from pitboss.research.answers import Answer
from pitboss.research.rounds import ILLEGAL, SEEDS, IllegalActionError, Rounds, Values
from pitboss.research.sight import Seen, Sight, mask

PLAYER, POSITION = "seat_1", 1


class SeatEnv(gymnasium.Env[Seen, np.int64], EzPickle):
    """A player alone at a table of any game, under any options, with any opening wagers (in cents).

    The reward is the net result of the round in antes, given when it is over; `info["net"]` has it in cents. What may
    be done now is in `info["action_mask"]`. An action that is not open ends the round, and what lies on the layout is
    lost: `check_env` and many learners draw actions without looking at a mask. `strict` raises an `IllegalActionError`
    instead, and the round waits.

    With `coach`, `info["values"]` has the exact worth of every open action and `info["regret"]` what the action just
    taken gave away, all as fractions in antes.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        wagers: Mapping[str, int] | None = None,
        coach: bool = False,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, options=options, wagers=wagers, coach=coach, strict=strict, render_mode=render_mode
        )
        self.render_mode = render_mode
        self._coach, self._strict = coach, strict
        self._rounds = Rounds(game, options, wagers)
        self._sight = Sight(self._rounds.rules, 1, self._rounds.wagers)
        self.observation_space = self._sight.space
        self.action_space = spaces.Discrete(len(self.actions))

    @property
    def actions(self) -> tuple[Answer, ...]:
        """What each number means; as text `check`, `play 4x`, `pick 1 2 3`, `low 4 5`."""
        return self._rounds.answers

    @property
    def optimum(self) -> Fraction:
        """The exact expected reward of best play."""
        return self._rounds.optimum

    def values(self) -> Values:
        """The exact worth of every open action, by its number, in antes; the game is solved when first asked."""
        return self._rounds.values or {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be done now, as the maskable learners of Stable-Baselines ask for it."""
        return self._mask().astype(bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self._rounds.deal(int(self.np_random.integers(SEEDS)))
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        more: dict[str, Any] = {}
        number = self._rounds.number(action)
        if self._coach and number in self._rounds.open:
            more["regret"] = self._rounds.regret(number)
        try:
            self._rounds.answer(number)
        except IllegalActionError as error:
            if self._strict or error.code != ILLEGAL:
                raise
            self._rounds.abandon()
            more["illegal"] = str(error)
        over = self._rounds.asked is None
        net = self._rounds.net(PLAYER) if over else 0
        if over:
            more["net"] = net
        return self._seen(), net / self._rounds.ante, over, False, self._info() | more

    def render(self) -> str | None:
        """The table as text: what the player sees and is asked, and in the end every result with its reasons."""
        return self._rounds.shown(PLAYER) if self.render_mode == "ansi" else None

    def _seen(self) -> Seen:
        return self._sight.of(self._rounds.table.view(PLAYER), POSITION, self._rounds.asked)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self._coach and self._rounds.asked:
            info["values"] = dict(self.values())
        return info

    def _mask(self) -> npt.NDArray[np.int8]:
        return mask(self._rounds.open, len(self.actions))
