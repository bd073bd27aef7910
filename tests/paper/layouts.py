"""Layouts for tests: submissions with some choices changed, and every table the rules allow as far as areas go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from pitboss.games import find, games
from pitboss.games.game import Game
from pitboss.games.options import Whole
from pitboss.games.terms import Terms
from pitboss.paper.felt import felt
from pitboss.paper.felt_parts import Felt
from pitboss.submission import new_submission, parse_submission

HOUSE = "Marlowe's & Sons"
PROGRESSIVE = {
    "seed": 1_000_000,
    "contribution": 100,
    "rows": {"royal_flush": "100%", "straight_flush": "10%", "four_of_a_kind": 30_000, "full_house": 5_000},
}
COVER_ALL = {
    "cover_all": True,
    "cover_all_mode": True,
    "dealing_method": "automated-shoe",
    "shuffle_method": "automated",
}
CHOICES: dict[str, tuple[dict[str, Any], ...]] = {
    "hi-lo": ({}, {"odds_display": "sign"}),
    "pik-it": ({}, {"notices_display": "layout", "dealer_must_qualify": True, "play_3_multiple": 2}),
    "top-five": tuple({"top_five_bonus": one, "poker_bonus": other} for one, other in product((True, False), repeat=2)),
    "uth": (
        {},
        {"trips": False},
        COVER_ALL,
        {"trips": False, **COVER_ALL},
        {"progressive": PROGRESSIVE},
        {"progressive": PROGRESSIVE, **COVER_ALL},
    ),
}
"""What bears on which areas and how much print a layout has."""


def terms(game: str, **choices: Any) -> Terms:
    """The terms of a new submission with these choices."""
    known = find(game)
    plain = parse_submission(new_submission(known)).plain()
    plain.pop("game")
    if "positions" in choices and "positions_per_player" in plain:
        plain["positions_per_player"] = 1
    return Terms.of_table(known, plain | choices)


_LAID_OUT: dict[str, Felt] = {}


def layout(game: str, **choices: Any) -> Felt:
    """The layout of a table with these choices; each is worked out once."""
    key = f"{game} {choices}"
    if key not in _LAID_OUT:
        _LAID_OUT[key] = felt(terms(game, **choices), HOUSE)
    return _LAID_OUT[key]


def position_numbers(game: Game, choices: dict[str, Any]) -> range:
    """How many positions a table of these choices may have."""
    option = game.option["positions"]
    assert isinstance(option, Whole)
    return range(option.least, option.most + (0 if choices.get("cover_all") else 1))


def every_table() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each game with each number of positions and each choice of wagers."""
    for game in games().values():
        for choices in CHOICES[game.short]:
            for number in position_numbers(game, choices):
                yield game.short, {"positions": number, **choices}
