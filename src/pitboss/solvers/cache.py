"""Solved games on disk, found again by their content: the rules, the code that solved them, and what they depend on."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from pitboss.plugins import Guest, guest
from pitboss.solvers.solver import Gain, Solved
from pitboss.solvers.tally import Ending, Side, Tally

FOLDER = "PITBOSS_CACHE"
"""The environment variable that names another folder."""
_PACKAGE = Path(__file__).parents[1]
_MEANING = ("cards.py", "money.py", "hands", "games", "solvers")
"""What an answer follows from: change any of it, and nothing is found again."""


def folder() -> Path:
    """Where answers are kept."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("pitboss")


def key_of(game: str, *content: Any) -> str:
    """The name of an answer about a game, by everything it follows from."""
    text = json.dumps([_code(guest(game)), game, *content], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def load(key: str) -> Solved | None:
    """An answer that was kept; None if there is none, or if it cannot be read."""
    import numpy as np

    try:
        with (folder() / f"{key}.npz").open("rb") as file, np.load(file, allow_pickle=False) as kept:
            tables = {name: kept[name] for name in kept.files if name != "endings"}
            endings = json.loads(bytes(kept["endings"]).decode())
        sides = {name: Side(wager, _read(plain)) for name, (wager, plain) in endings["sides"].items()}
        return Solved(_read(endings["tally"]), sides, tables)
    except Exception:  # a damaged file fails in more ways than can be named
        return None


def save(key: str, solved: Solved) -> None:
    """Keep an answer; where that is not possible it is simply worked out again next time."""
    import numpy as np

    sides = {name: (side.wager, _plain(side.tally)) for name, side in solved.sides.items()}
    endings = json.dumps({"tally": _plain(solved.tally), "sides": sides}).encode()
    arrays: dict[str, Any] = {"endings": np.frombuffer(endings, np.uint8), **solved.tables}
    _write(f"{key}.npz", lambda file: np.savez(file, **arrays))


def load_gain(key: str) -> Gain | None:
    """A gain that was kept; None if there is none, or if it cannot be read."""
    try:
        text, _, digest = (folder() / f"{key}.json").read_text().partition("\n")
        mean, error, samples = json.loads(text)
        if digest != _digest(text):
            return None
        return Gain(Fraction(mean) if isinstance(mean, str) else float(mean), float(error), int(samples))
    except (OSError, ValueError, TypeError, ArithmeticError, RecursionError):
        return None


def save_gain(key: str, gain: Gain) -> None:
    """Keep a gain, as `save` keeps answers."""
    plain = str(gain.mean) if gain.is_exact else gain.mean
    text = json.dumps([plain, gain.error, gain.samples])
    _write(f"{key}.json", lambda file: file.write(f"{text}\n{_digest(text)}".encode()))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _write(name: str, write: Callable[[BinaryIO], object]) -> None:
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder(), suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(folder() / name)  # whole, or not at all
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError:
        return


def _plain(tally: Tally) -> list[Any]:
    return [ending.plain() for ending in tally.endings]


def _read(plain: list[Any]) -> Tally:
    return Tally(tuple(Ending.read(one) for one in plain))


@cache
def _code(visitor: Guest | None) -> str:
    digest = hashlib.sha256()
    for root, path in sources_of(visitor):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def sources_of(visitor: Guest | None) -> Iterator[tuple[Path, Path]]:
    """The files an answer follows from, each after the folder it is in."""
    for name in _MEANING:
        path = _PACKAGE / name
        yield from ((_PACKAGE, file) for file in (sorted(path.rglob("*.py")) if path.is_dir() else (path,)))
    if visitor:
        yield from ((visitor.folder, file) for file in sorted(visitor.folder.rglob("*.py")))
