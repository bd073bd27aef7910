"""Small helpers: cases that name their clauses, and hands settled with amounts in dollars."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

import pitboss
from pitboss.games.settlement import Settlement


def case(clauses: str, *values: Any) -> Any:
    """A row of a table-driven test; `clauses` are the ids it proves, separated by spaces."""
    ids = clauses.split()
    return pytest.param(*values, marks=pytest.mark.clause(*ids), id=" ".join(ids))


def play(game: str, options: dict[str, Any] | None = None, **hand: Any) -> Settlement:
    """Settle a hand whose wagers (and coupon, and meter) are given in dollars."""
    amounts = {wager: round(dollars * 100) for wager, dollars in hand.pop("wagers").items()}
    for key in ("match_play", "meter"):
        if key in hand:
            hand[key] = round(hand[key] * 100)
    return pitboss.settle(game, options=options, wagers=amounts, **hand)


def outcomes(settlement: Settlement) -> dict[str, tuple[str, float]]:
    """For each wager its outcome and what was paid on it, in dollars."""
    return {result.wager: (str(result.outcome), result.paid / 100) for result in settlement.results}


def deals(count: int) -> st.SearchStrategy[list[int]]:
    """Distinct cards of one deck, in dealing order."""
    return st.permutations(range(52)).map(lambda deck: list(deck[:count]))
