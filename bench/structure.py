"""How the source is built, in numbers: `python -m bench.structure` (or `--json`).

Files, lines, module names that occur twice, arrows between rooms, and how far one wager and one scene travel through
the code: functions called, and how often the call goes from one module to another.
"""

from __future__ import annotations

import ast
import json
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from bench import ROOT

SOURCE = ROOT / "src" / "pitboss"
SPECIAL = ("__init__", "__main__")


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def imported(path: Path) -> Iterator[str]:
    """The rooms that a module imports from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss."):
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.ImportFrom) and node.module == "pitboss":
            yield from (alias.name for alias in node.names)


def source() -> dict[str, Any]:
    """Files and lines, names, arrows."""
    modules = sorted(SOURCE.rglob("*.py"))
    sizes = {path: lines_of(path) for path in modules}
    names = Counter(path.stem for path in modules if path.stem not in SPECIAL)
    rooms = {path: path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in modules}
    arrows = {(rooms[path], room) for path in modules for room in imported(path)}
    return {
        "files": len(modules),
        "lines": sum(sizes.values()),
        "median lines of a file": statistics.median(sizes.values()),
        "files over 500 lines": sorted(str(p.relative_to(SOURCE)) for p, n in sizes.items() if n > 500),
        "rooms": len(set(rooms.values()) - set(SPECIAL)),
        "arrows between rooms": sum(a != b and b in set(rooms.values()) for a, b in arrows if a not in SPECIAL),
        "module names used twice": sorted(name for name, number in names.items() if number > 1),
    }


def traced(call: Callable[[], object]) -> dict[str, int]:
    """What a call runs through, of our own code."""
    called: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(SOURCE)):
            called.append((frame.f_code.co_filename, frame.f_code.co_qualname))

    call()  # caches are filled
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return {
        "calls": len(called),
        "functions": len(set(called)),
        "modules": len({file for file, _ in called}),
        "module switches": sum(a[0] != b[0] for a, b in pairwise(called)),
    }


def paths() -> dict[str, dict[str, int]]:
    """One wager, and one scene of the table it lies on."""
    from pitboss.floor.floor import Floor
    from pitboss.floor.requests import Request
    from pitboss.floor.scenes import scene
    from pitboss.journal.stores import open_store

    with open_store("memory:") as store:
        floor = Floor(store)
        live = next(live for live in floor.tables if live.rules.game.short == "uth")
        ann = floor.people.welcome()
        floor.sit(ann, live.name)
        seat = live.state.seat_of(ann.name)
        amounts = iter((1000, 1500))

        def wager() -> None:
            arguments = {"position": seat, "wager": "ante", "amount": next(amounts)}
            assert floor.request(ann, live.name, Request("Bet", arguments)).refusal is None

        found = {"one wager": traced(wager), "one scene": traced(lambda: scene(floor, live, ann))}
        floor.close()
    return found


def main() -> None:
    found: dict[str, Any] = {**source(), **paths()}
    if "--json" in sys.argv:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        match value:
            case list():
                print(f"{name}: {len(value)} {' '.join(value)}")
            case dict():
                print(f"{name}: {', '.join(f'{number} {what}' for what, number in value.items())}")
            case _:
                print(f"{name}: {value:,}")


if __name__ == "__main__":
    main()
