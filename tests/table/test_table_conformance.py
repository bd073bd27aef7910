"""What every table must do, whatever the game, and what our four documents each know of its steps."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from tables import GAMES

import pitboss.table
from pitboss.conformance import table_laws
from pitboss.games import find
from pitboss.games.game import Game
from pitboss.games.handling import Handling
from pitboss.law import registers
from pitboss.table.clause_keys import EVERY, OWN, WITH
from pitboss.table.table import practice_submission


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", table_laws.CHECKS, ids=lambda check: check.__name__)
def test_what_is_true_of_every_table(game: str, check: Callable[[Game], None]) -> None:
    check(find(game))


PATHS: dict[str, set[table_laws.Path]] = {
    "uth": {
        (("play", 4),),
        (("play", 3),),
        (("check", 0), ("play", 2)),
        (("check", 0), ("check", 0), ("play", 1)),
        (("check", 0), ("check", 0), ("fold", 0)),
    },
    "hi-lo": {(("play", 1),), (("fold", 0),)},
    "top-five": {(("play", 1),), (("fold", 0),)},
    "pik-it": {(("play_3", 1),), (("play_5", 1),), (("fold", 0),)},
}


@pytest.mark.parametrize("game", GAMES)
def test_these_are_all_the_ways_through_a_round(game: str) -> None:
    assert set(table_laws.paths(find(game), practice_submission(game).terms)) == PATHS[game]


# --- conduct ---------------------------------------------------------------------------------------------------------

PLACE_OF_KEY = {"cite": 0, "refuse": 0, "in_round": 2, "not_due": 2, "_must_supervise": 2, "_note": 2}
"""Functions that are given a conduct key, and which argument it is."""


def _sources() -> Iterator[ast.Module]:
    for file in sorted(Path(str(pitboss.table.__file__)).parent.glob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


def _keys_in(node: ast.AST) -> Iterator[str]:
    """Whole keys, or patterns where a part is filled in; a condition is no key."""
    if isinstance(node, ast.IfExp):
        yield from _keys_in(node.body)
        yield from _keys_in(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values)
        yield "".join(parts)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.BoolOp | ast.Subscript | ast.Dict):
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.Dict) and child in node.keys:
                continue
            if not (isinstance(node, ast.Subscript) and child is node.slice):
                yield from _keys_in(child)


@cache
def used_keys() -> frozenset[str]:
    """Keys the conduct of a table asks for, as patterns."""
    found: set[str] = set()
    for tree in _sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = PLACE_OF_KEY.get(name)
                if place is not None and len(node.args) > place:
                    found |= set(_keys_in(node.args[place]))
            elif isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "key" for t in node.targets):
                found |= set(_keys_in(node.value))
            elif isinstance(node, ast.arg) and node.arg == "key":
                found.add("too\\-late")
    return frozenset(found)


SPECIFIC = {
    "HL": "blind-hands equal-antes first-hand house-way set set-final set-for",
    "T5": "abandoned adjust-late breach cards-stay deck-hours deck-hours-by-hand hand-answered idle-gather idle-off "
    "own-seat recut-in-time shoe-between-rounds",
    "PK": "by-step pay-by-step pick-places rack-by-step seen-pick settle-before-choice settle-by-player settle-pick "
    "show-before-choice show-by-step take-by-step",
    "UTH": "burn community counting-device device-count keep-hand meter seen-card",
    "PK T5": "adjacent deliver",
    "PK UTH": "cover-dealer lift-cover",
    "HL UTH": "dealer-face-down",
    "HL T5": "idle-look no-talk",
    "HL T5 UTH": "fold-keep wager-order",
    "HL PK UTH": "cover-away lay-cover top-card",
    "HL PK T5": "wrong-device-count",
    "HL PK T5 UTH": "attest in-sequence real-cards stakes taken",
}
"""Steps and limits that only these documents know; every other key stands in all registers."""


def test_every_conduct_key_that_is_asked_for_is_known_to_be() -> None:
    plain = {re.sub(r"\\(.)", r"\1", key) for key in used_keys() if ".+" not in key and key}
    patterns = [key for key in used_keys() if ".+" in key]
    asked = plain | {step.value for step in Handling}
    known = {*EVERY, *WITH, *OWN}
    assert asked - known == set()
    constants = {
        node.value
        for tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    unasked = known - asked - constants
    assert {key for key in unasked if not any(re.fullmatch(pattern, key) for pattern in patterns)} == set()


def test_every_register_has_the_conduct_keys_of_the_steps_it_knows() -> None:
    specific = {key: games for games, keys in SPECIFIC.items() for key in keys.split()}
    have = {
        key: " ".join(sorted(register.prefix for register in registers() if key in register.conduct))
        for key in {*WITH, *OWN}
    }
    assert have == specific
