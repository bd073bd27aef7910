"""What every game must satisfy, ours or yours: plain functions that return, or raise a `NotConformingError`.

A package that brings a game has a test such as this one; `check_game(GAME)` does all of it at once.

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_it_conforms(check):
        check(GAME)
"""

from __future__ import annotations

import random
from collections.abc import Callable

from pitboss.conformance import data_laws, option_laws, settlement_laws, solver_laws, table_laws
from pitboss.conformance.failing import NotConformingError
from pitboss.games.game import Game

__all__ = ["CHECKS", "NotConformingError", "check_game"]

Check = Callable[[Game], None]
HANDS = 200
"""For how many random hands each law of settlement is tried."""


def settlement_obeys_its_laws(game: Game) -> None:
    """Each of `settlement_laws.LAWS`, for many random hands."""
    for law in settlement_laws.LAWS:
        for seed in range(HANDS):
            law(game, random.Random(f"{law.__name__} {seed}"))


CHECKS: tuple[Check, ...] = (
    *data_laws.CHECKS,
    *option_laws.CHECKS,
    settlement_obeys_its_laws,
    *table_laws.CHECKS,
    *solver_laws.CHECKS,
)
"""From the game's data to its play at a table and its price."""


def check_game(game: Game) -> None:
    """Every check, one after the other."""
    for check in CHECKS:
        check(game)
