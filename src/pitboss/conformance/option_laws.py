"""The operator's options: those every table has are there, and each reads what is legal and refuses the rest."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from pitboss.conformance.failing import must, must_equal, refused
from pitboss.errors import OptionError
from pitboss.games.game import Game
from pitboss.games.options import Amount, Approvals, Choice, Flag, Option, Text, Whole
from pitboss.games.terms import Terms, problems

EVERY_TABLE = (
    "operator", "positions", "dealing_method", "shuffle_method", "shuffler_feeds_shoe", "decks", "deck_backs",
    "cover_card", "opening_route", "table_minimum", "table_maximum", "approvals",
)  # fmt: skip
"""Options that a table cannot be conducted without."""


def every_table_has_its_options(game: Game) -> None:
    """Name, places, cards, devices, limits, approvals."""
    missing = [name for name in EVERY_TABLE if name not in game.option]
    must(not missing, f"these options are missing: {', '.join(missing)}")


def starting_options_are_lawful(game: Game) -> None:
    """A new submission breaks no rule."""
    found = problems(game, {option.name: option.start for option in game.options})
    must(not found, "; ".join(str(problem) for problem in found))


def every_option_refuses_what_is_not_legal(game: Game) -> None:
    """With its clause, its name and the legal values."""
    for option in game.options:
        for value in (object(), [1.5], None, "no such thing"):
            if isinstance(option, Text) and isinstance(value, str):
                continue
            attempt = partial(Terms.of_hand, game, {option.name: value})
            error = refused(OptionError, attempt, f"{option.name} = {value!r}")
            must_equal((error.clause, error.keys), (option.clause, (option.name,)), f"the refusal of {option.name}")
            must(option.legal in error.message, f"the refusal of {option.name} does not say what is legal")


def options_read_exactly_their_values(game: Game) -> None:
    """Every value, given as data or as text, and nothing beside the bounds."""
    for option in game.options:
        match option:
            case Choice():
                read = [option.read(str(value)) for value in option.values]
                must_equal(read, list(option.values), option.name)
            case Flag():
                must_equal([option.read(value) for value in (True, "false")], [True, False], option.name)
            case Whole():
                must_equal(option.read(option.least), option.least, option.name)
                must_equal(option.read(str(option.most)), option.most, option.name)
                _refuses(option, option.least - 1, option.most + 1, True, 1.0)
            case Amount():
                must_equal((option.read("$10"), option.read(1000)), (1000, 1000), option.name)
                _refuses(option, 0, -1, 10.0, "10", "$-1")
            case _:
                pass


def _refuses(option: Option, *values: Any) -> None:
    for value in values:
        refused(OptionError, partial(option.read, value), f"{option.name} = {value!r}")


def values_are_written_as_they_are_read(game: Game) -> None:
    """Plain data that can be read again."""
    for option in game.options:
        filled: Any = option.start
        if isinstance(option, Approvals):
            filled = {option.needed[0].key: {"reference": " A-1 ", "date": "2026-01-31"}}
        is_written_as_read(option, filled)


def is_written_as_read(option: Option, value: Any) -> None:
    """One value."""
    read = option.read(value)
    plain = option.plain(read)
    must_equal(option.read(plain), read, f"{option.name}, written and read again")
    must_equal(json.loads(json.dumps(plain)), plain, f"{option.name} as plain data")


CHECKS = (
    every_table_has_its_options,
    starting_options_are_lawful,
    every_option_refuses_what_is_not_legal,
    options_read_exactly_their_values,
    values_are_written_as_they_are_read,
)
