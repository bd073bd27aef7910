"""The modules of every room with the first line of their docstrings, for the architecture page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"


def module_map() -> str:
    """A table for each room, in the order of the map in CONTRIBUTING.md."""
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms: list[tuple[str, str]] = re.findall(r"^\| `(\w+)` \| (.+) \|$", contributing, re.MULTILINE)
    return "\n\n".join("\n".join(_room(name, job)) for name, job in rooms if (SOURCE / name).is_dir())


def _room(name: str, job: str) -> Iterator[str]:
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", job)  # the links lead from another place
    yield f"### {name}\n\n{plain}\n\n| module | what it does |\n|---|---|"
    for path in sorted((SOURCE / name).rglob("*.py")):
        if path.stem != "__init__":
            says = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            module = ".".join(path.relative_to(SOURCE / name).with_suffix("").parts)
            yield f"| `{module}` | {says.splitlines()[0]} |"
