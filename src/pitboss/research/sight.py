"""What a player sees at a table, as arrays: made from that player's view, so nothing else can be in it.

- `question`: which decision of the round the player is asked, that one 1; all 0 when nothing is asked
- `hands`: for each seat, the player's own first and then clockwise, for each place each of the 52 cards: 1 for the one
  that is seen to lie there; a card face down is all 0
- `dealer`: the same for the dealer's hand; `board`: for the community cards, where the game has them
- `wagers`: for each seat in the same order each wager of the game, in antes
- `folded`: for each seat, whether it has folded
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pitboss.cards import DECK, UNKNOWN, parse
from pitboss.research.answers import Asked, every_answer, questions
from pitboss.table.rules import Rules
from pitboss.table.state import DEALER
from pitboss.table.views import View

Seen = dict[str, Any]
"""The arrays by name."""


class Sight:
    """How the views of a table become arrays, in the same shapes for every seat and at every time."""

    def __init__(self, rules: Rules, seats: int, wagers: Mapping[str, int]) -> None:
        self._seats, self._each, self._on_board = seats, rules.each, rules.board_after[-1]
        self._questions = questions(rules)
        self._wagers = tuple(wager.name for wager in rules.game.wagers)
        self._ante = wagers["ante"]
        most = max(max(answer.times for answer in every_answer(rules)), max(wagers.values()) / self._ante)
        parts: dict[str, spaces.Space[Any]] = {
            "question": _planes(len(self._questions)),
            "hands": _planes(seats, rules.each, len(DECK)),
            "dealer": _planes(rules.each, len(DECK)),
            "wagers": spaces.Box(0, most, (seats, len(self._wagers)), np.float32),
            "folded": _planes(seats),
        }
        if self._on_board:
            parts["board"] = _planes(self._on_board, len(DECK))
        self.space = spaces.Dict(parts)

    def of(self, view: View, position: int, question: Asked | None) -> Seen:
        """What the player of a position sees, from that player's view and the question that the table waits with."""
        round_ = view["round"]
        order = [(position - 1 + ahead) % self._seats + 1 for ahead in range(self._seats)]
        hands = [round_["hands"][seat] for seat in order]
        step = question.step if question and question.position == position else None
        seen: Seen = {
            "question": np.array([place == step for place in self._questions], np.int8),
            "hands": np.stack([_cards(hand["cards"], self._each) for hand in hands]),
            "dealer": _cards(round_["hands"][DEALER]["cards"], self._each),
            "wagers": np.array(
                [[hand["wagers"].get(name, 0) / self._ante for name in self._wagers] for hand in hands], np.float32
            ),
            "folded": np.array([hand["folded"] for hand in hands], np.int8),
        }
        if self._on_board:
            seen["board"] = _cards(round_["board"], self._on_board)
        return seen


def mask(open_: Collection[int], actions: int) -> npt.NDArray[np.int8]:
    """1 for every action that is open."""
    found = np.zeros(actions, np.int8)
    found[list(open_)] = 1
    return found


def _planes(*shape: int) -> spaces.Box:
    """Nothing but 0 and 1."""
    return spaces.Box(0, 1, shape, np.int8)


def _cards(shown: str, places: int) -> npt.NDArray[np.int8]:
    """Cards in notation, as a row for each place."""
    rows = np.zeros((places, len(DECK)), np.int8)
    for place, card in enumerate(parse(shown)):
        if card != UNKNOWN:
            rows[place, card] = 1
    return rows
