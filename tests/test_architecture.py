"""The rooms of the house: inner ones never import outer ones, and only the game files know the games."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from pitboss.games import games

SOURCE = Path(__file__).parents[1] / "src" / "pitboss"
MAP = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROOMS = re.findall(r"^\| `(\w+)` \|", MAP, re.MULTILINE)
"""From the inside out."""
MODULES = sorted(SOURCE.rglob("*.py"))


def test_the_map_has_every_room() -> None:
    rooms = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert sorted(ROOMS) == sorted(name for name in rooms if not name.startswith("_"))


def room(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_rooms_inside_it(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if own.startswith("_"):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("pitboss")]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module and node.module.startswith("pitboss"):
                names = [node.module] if node.module != "pitboss" else [f"pitboss.{alias.name}" for alias in node.names]
        for name in names:
            if room(name) in ROOMS:
                assert ROOMS.index(room(name)) <= ROOMS.index(own), f"{own} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_a_game_file_names_its_game(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }
    for game in games().values():
        if path.stem != game.name.replace("-", "_"):
            assert not texts & {game.name, game.short, game.title}
