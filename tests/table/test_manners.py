"""How a table answers whoever speaks to it: the time, the moves that are open, the refusals."""

from __future__ import annotations

import pytest
from tables import DEALER, FLOOR, GAMES, player, scene

from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.rules import Refusal

ANN = player("Ann")


# --- the time --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(lambda at: c.BuyIn(by=ANN, at=at, amount=100), id="request"),
        pytest.param(lambda at: c.CountDeck(by=DEALER, at=at, deck="red", cards=52), id="observation"),
        pytest.param(lambda at: c.OrderShuffle(by=FLOOR, at=at, reason=""), id="request that would be refused anyway"),
    ],
)
def test_time_only_goes_forward(game: str, kind: object) -> None:
    table = scene(game)
    now, before = table.state.at, table.state
    command = kind(now - 1)  # type: ignore[operator]
    assert isinstance(command, Command)
    answer = table.try_(command)
    assert isinstance(answer, Refusal)
    assert answer.code == "clock"
    assert str(now) in answer.message
    assert str(now - 1) in answer.message
    assert table.state is before
    later = table.try_(kind(now))  # type: ignore[operator]
    assert not isinstance(later, Refusal) or later.code != "clock"
