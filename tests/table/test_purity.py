"""The table reads no clock and draws no random number: both come with the commands."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tables import DEALER, GAMES, METHODS, dealt

import pitboss.table
from pitboss.table import commands as c
from pitboss.table.decide import decide
from pitboss.table.legal import due

ROOM = Path(pitboss.table.__file__).parent
OUTSIDE = {"__init__.py", "autodealer.py", "table.py", "practice.py", "mishaps.py", "moments.py", "consequences.py"}
"""What stands outside the pure part: it brings time and entropy along."""
IMPURE = {"time", "datetime", "random", "secrets", "os", "uuid", "socket", "threading", "io", "sys", "pathlib"}


@pytest.mark.parametrize("path", sorted(set(ROOM.glob("*.py"))), ids=lambda path: path.name)
def test_the_pure_part_imports_neither_clock_nor_chance(path: Path) -> None:
    if path.name in OUTSIDE:
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        assert not IMPURE & {name.split(".")[0] for name in [*names, module]}, path.name
        if isinstance(node, ast.ImportFrom) and module == "pitboss.table":
            assert not {f"{name}.py" for name in names} & OUTSIDE
        assert f"{module.removeprefix('pitboss.table.')}.py" not in OUTSIDE, f"{path.name} imports {module}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_the_same_command_on_the_same_state_gives_the_same_events(game: str, method: str) -> None:
    table = dealt(game, 2, by_hand=(c.Deal,), **METHODS[method])
    move = due(table.rules, table.state)
    assert move
    assert move.command is c.Deal
    command = c.Deal(by=DEALER, at=table.state.at)
    first, state = decide(table.rules, table.state, command), table.state
    assert decide(table.rules, table.state, command) == first
    assert table.state is state
    assert isinstance(first, tuple)
    assert first
