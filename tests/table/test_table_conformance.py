"""What every table must do, whatever the game: rounds come out even, and all that is done or refused is cited."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields
from tables import DEALER, DEVICE, FLOOR, GAMES, METHODS, STRANGER, WAGERS, Scene, player, scene

import pitboss.table
from pitboss.cards import DECK
from pitboss.games import find
from pitboss.games.handling import Handling
from pitboss.law import lookup, registers
from pitboss.table import commands as c
from pitboss.table.commands import Command, Observation
from pitboss.table.decide import decide
from pitboss.table.legal import due
from pitboss.table.rules import Refusal

ONE: dict[str, Any] = {"decks": 1, "deck_backs": ["red"]}
TWO: dict[str, Any] = {"decks": 2, "deck_backs": ["red", "blue"], "shuffle_method": "automated"}
MORE = {
    "uth": {"trips": 5},
    "hi-lo": {"tie": 5, "poker_bonus": 5},
    "top-five": {"top_five_bonus": 5, "poker_bonus": 5},
    "pik-it": {"three_card_bonus": 5},
}
PATHS = {
    "uth": (
        ("play 40",),
        ("play 30",),
        ("check", "play 20"),
        ("check", "check", "play 10"),
        ("check", "check", "fold"),
    ),
    "hi-lo": (("play 10",), ("fold",)),
    "top-five": (("play 10",), ("fold",)),
    "pik-it": (("play_3 10",), ("play_5 10",), ("fold",)),
}
"""Every way a player can go through a round."""
WAYS = [
    pytest.param(game, {**METHODS[method], **decks}, path, id=f"{game}, {method}, {number}: {', '.join(path)}")
    for game in GAMES
    for method in METHODS
    for number, decks in (("one deck", ONE), ("two decks", TWO))
    for path in PATHS[game]
]


def words(move: Any) -> str:
    """An action as the paths write it."""
    amount = move.given["amount"] // 100
    return f"{move.given['action']} {amount}" if amount else str(move.given["action"])


def play(table: Scene, path: tuple[str, ...]) -> list[set[str]]:
    """Ann goes along the path, Bob the other way; what Ann was offered at each decision."""
    offered, steps = [], iter(path)
    while table.state.playing or not table.state.rounds:
        table.run()
        if not table.state.playing:
            break
        move = due(table.rules, table.state)
        assert move is not None
        place = move.given["position"]
        if move.command is not c.Act:
            more: dict[str, Any] = {"places": (1, 2, 3)} if move.command is c.Pick else {"low": _low(table, place)}
            table.do(move.command, player(move.player), position=place, **more)
            continue
        moves = [m for m in table.legal(move.player) if m.command is c.Act]
        if move.player == "Ann":
            offered.append({words(m) for m in moves})
            wanted = next(steps)
            chosen = next(m for m in moves if words(m) == wanted)
        else:
            chosen = moves[-1]
        table.do(c.Act, player(move.player), **chosen.given)
    assert next(steps, None) is None
    return offered


def _low(table: Scene, position: int) -> tuple[int, ...]:
    """Any two cards that may be laid low."""
    moves = [m for m in table.legal() if m.command is c.SetHand and m.given["position"] == position]
    assert moves
    cards = table.round.faces(table.round.hands[position].cards)
    ranks = [card // 4 for card in cards]
    return next((a, b) for a in range(1, 6) for b in range(a + 1, 6) if ranks[a - 1] != ranks[b - 1])


@pytest.mark.parametrize(("game", "options", "path"), WAYS)
def test_a_round_of_any_path_comes_out_even_and_is_cited_throughout(
    game: str, options: dict[str, Any], path: tuple[str, ...]
) -> None:
    table = scene(game, dict.fromkeys((1, 2), WAGERS[game] | MORE[game]), **options)
    offered = play(table, path)
    taken = len(path)
    for place, choices in enumerate(offered):
        assert choices == {other[place] for other in PATHS[game] if other[:place] == path[:place]}
    assert len(offered) == taken
    round_ = table.round
    assert round_.over
    assert not round_.void
    for position in round_.positions:
        hand = round_.hands[position]
        assert all(hand.settled(wager) for wager in hand.wagers)
    assert sorted(round_.faces(card for group in round_.discards for card in group.cards)) == list(DECK)
    assert sum(table.state.books.values()) == 0
    assert not [account for account, amount in table.state.books.items() if account.startswith("wager:") and amount]
    for event in table.happened:
        assert event.clauses, event
        for cited in event.clauses:
            assert lookup(cited).id == cited
            assert cited.startswith(f"{table.rules.game.prefix}-")


# --- refusals --------------------------------------------------------------------------------------------------------

_VALUES: dict[str, tuple[Any, ...]] = {
    "amount": (0, 1, 10_00, -1),
    "position": (0, 1, 2, 9),
    "places": ((1, 2, 3), (), (1, 1, 2)),
    "low": ((4, 5), (1,)),
    "wagers": ((("ante", 1000),), ()),
    "order": (DECK,),
    "cards": (0, 23, 60),
    "counts": (((0, 5), (1, 5)),),
    "step": tuple(Handling),
    "deck": ("red", "green"),
    "floor": ((FLOOR.name,), ()),
    "action": ("check", "fold", "play", "play_3", "dance"),
    "wager": ("ante", "play", "nothing", None),
    "options": ({}, {"positions": 99}),
    "game": (GAMES[0], GAMES[1]),
    "face": (5_00, 0),
    "why": ("abandoned", "breach", "whim"),
    "reason": ("", "because"),
    "player": ("Ann", "Nobody"),
    "hands": (1, 3),
    "where": ("dealer", "player", "stub", "burn", "community", "elsewhere"),
    "device": ("shuffler", "toaster"),
    "status": ("present", "removed", "odd"),
    "seen": (True, False),
    "what": ("talked",),
    "salt": ("salt",),
}
ACTORS = (player("Ann"), player("Nobody"), DEALER, FLOOR, STRANGER, DEVICE)


@cache
def every_command() -> tuple[Command, ...]:
    """Every kind of command by everyone, with values right and wrong in turn."""
    found: list[Command] = []
    for kind in _kinds():
        given = {f.name: _VALUES[f.name] for f in fields(kind) if f.name in _VALUES and f.default is not DECK}
        for turn, by in enumerate(ACTORS * 2):
            arguments = {name: values[turn % len(values)] for name, values in given.items()}
            found.append(kind(by=by, at=1, **arguments))
    return tuple(found)


def _kinds() -> Iterator[type[Command]]:
    for kind in vars(c).values():
        if isinstance(kind, type) and issubclass(kind, Command) and kind not in (Command, Observation):
            yield kind


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_cites_a_clause_of_its_game_and_no_fact_is_ever_refused(game: str, method: str) -> None:
    table = scene(game, 2, **METHODS[method])
    seen: set[str] = set()
    for _ in range(200):
        key = f"{table.due.command.__name__ if table.due else ''} {table.round.step if table.state.round else ''}"
        if key not in seen:
            seen.add(key)
            _check_all(table)
        if table.step():
            continue
        if not table.state.playing:
            break
        move = table.due
        assert move is not None
        more: dict[str, Any] = {"low": (4, 5)} if move.command is c.SetHand else {}
        table.do(move.command, player(move.player), **move.given, **more)
    assert table.state.rounds


def _check_all(table: Scene) -> None:
    prefix = f"{table.rules.game.prefix}-"
    for command in every_command():
        answer = decide(table.rules, table.state, command)
        if isinstance(answer, Refusal):
            assert not isinstance(command, Observation), (command, answer)
            assert lookup(answer.clause).id == answer.clause, command
            assert answer.clause.startswith(prefix) or type(command) is c.PostSubmission, command
            assert answer.code, command
            assert answer.message, command
        else:
            for event in answer:
                assert event.clauses, (command, event)
                assert all(lookup(cited).id == cited for cited in event.clauses), event


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
    "HL": "blind-hands equal-antes first-hand hand-stands house-way recut-assigned set set-final set-for",
    "T5": "abandoned breach cards-stay deck-hours deck-hours-by-hand idle-gather idle-off own-seat recut-in-time "
    "shoe-between-rounds",
    "PK": "by-step deliver pay-by-step seen-pick settle-by-player settle-pick take-by-step",
    "UTH": "burn community device-count exclude keep-hand meter seen-card",
    "PK T5": "adjacent",
    "PK UTH": "cover-dealer lift-cover",
    "HL UTH": "dealer-face-down",
    "HL T5": "idle-look no-talk",
    "HL PK": "in-sequence",
    "HL T5 UTH": "fold-keep wager-order",
    "HL PK UTH": "cover-away lay-cover top-card",
    "HL PK T5": "wrong-device-count",
}
"""Steps and limits that only these documents know; every other key stands in all registers."""


def test_every_conduct_key_that_is_asked_for_stands_in_every_register_that_knows_the_step() -> None:
    plain = {re.sub(r"\\(.)", r"\1", key) for key in used_keys() if ".+" not in key and key}
    asked = plain | {step.value for step in Handling}
    every = " ".join(sorted(register.prefix for register in registers()))
    specific = {key: games for games, keys in SPECIFIC.items() for key in keys.split()}
    have = {
        key: " ".join(sorted(register.prefix for register in registers() if key in register.conduct)) for key in asked
    }
    assert {key: games for key, games in have.items() if games != specific.get(key, every)} == {}
    assert set(specific) <= asked


def test_no_conduct_key_stands_in_a_register_unused() -> None:
    constants = {
        node.value
        for tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    known = constants | {step.value for step in Handling}
    patterns = [key for key in used_keys() if ".+" in key]
    for register in registers():
        unused = [key for key in register.conduct if key not in known]
        assert [key for key in unused if not any(re.fullmatch(pattern, key) for pattern in patterns)] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_behind_a_step_is_a_clause_of_the_game(game: str) -> None:
    law = find(game).law
    for key in law.conduct:
        cited = [clause for method in METHODS for clause in law.cited(key, method)]
        assert cited, key
        for clause in cited:
            assert clause in law.clauses or clause in law.rulings, (key, clause)
