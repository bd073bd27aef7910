"""The law of the four games: every rule as a clause, every contradiction or gap as a ruling, and citations of both.

The registers are TOML files beside this module. A `Citation` is the id of a clause or ruling, written as text; a test
reads the source and looks up every one in it, so none can dangle.

>>> clause = lookup("UTH-10(g).2")
>>> clause.kind, clause.actor
('enforce', 'dealer')
>>> lookup("PK-R7").decision.split(".")[0]
'Blind'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.errors import LawError

TESTED_KINDS = ("enforce", "procedure", "config", "display")
"""Kinds of clause that software can keep; "physical" ones are instructions it can only print."""


Citation = str
"""The id of a clause or a ruling, such as `UTH-10(g).2` or `PK-R7`; `lookup` finds what it cites."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of a document, in our own words, with a check that a test can make."""

    id: str
    topic: str
    text: str
    actor: str
    kind: str
    check: str
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """How we read the document where it contradicts itself or is silent; `decision` is what is built."""

    id: str
    clauses: tuple[str, ...]
    question: str
    decision: str
    alternatives: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Register:
    """One game's law."""

    game: str
    prefix: str
    authority: str
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    data: Mapping[str, Any]
    """The document's figures as the register lists them; tests hold the game files against it."""
    conduct: Mapping[str, Sequence[str] | Mapping[str, Sequence[str]]]
    """What each step of the table rests on; where the ways of dealing have their own texts, by dealing method."""

    def cited(self, step: str, dealing: str = "") -> tuple[Citation, ...]:
        """What a step of the table rests on; empty where this game has no such step."""
        found = self.conduct.get(step, ())
        return tuple(found.get(dealing, ()) if isinstance(found, Mapping) else found)

    def rulings_on(self, clause: str) -> Iterator[Ruling]:
        """The rulings that concern a clause."""
        return (ruling for ruling in self.rulings.values() if clause in ruling.clauses)


@cache
def _texts() -> dict[str, str]:
    """The text of each register by its prefix; a file is read in full only when its register is asked for."""
    found = {}
    for file in sorted(files("pitboss.law").joinpath("registers").iterdir(), key=lambda file: file.name):
        text = file.read_text(encoding="utf-8")
        if prefix := re.search(r'^prefix = "(\w+)"', text, re.MULTILINE):
            found[prefix[1]] = text
    return found


@cache
def register(prefix: str) -> Register:
    """The register with this prefix, such as UTH."""
    texts = _texts()
    if prefix not in texts:
        raise LawError("no-register", f"there is no register {prefix!r}; there are {', '.join(texts)}")
    raw = tomllib.loads(texts[prefix])
    clauses = (Clause(**entry) for entry in raw["clause"])
    rulings = (
        Ruling(**{**entry, "clauses": tuple(entry["clauses"]), "alternatives": tuple(entry["alternatives"])})
        for entry in raw["ruling"]
    )
    return Register(
        game=raw["game"],
        prefix=raw["prefix"],
        authority=raw["authority"],
        clauses={clause.id: clause for clause in clauses},
        rulings={ruling.id: ruling for ruling in rulings},
        data=raw.get("data", {}),
        conduct=raw.get("conduct", {}),
    )


def registers() -> tuple[Register, ...]:
    """Every register, one a game."""
    return tuple(register(prefix) for prefix in _texts())


def lookup(text: str) -> Clause | Ruling:
    """The clause or ruling with this id; the error lists near ones."""
    prefix = text.partition("-")[0].upper()
    if prefix not in _texts():
        raise LawError("no-clause", f"{text!r} names no clause: an id begins with {', '.join(_texts())} and a hyphen")
    found = register(prefix)
    entry = found.clauses.get(text) or found.rulings.get(text)
    if entry is None:
        near = [known for known in (*found.clauses, *found.rulings) if known.lower().startswith(text.lower())]
        if near and near[0].lower() == text.lower():
            return found.clauses.get(near[0]) or found.rulings[near[0]]
        hint = f"; did you mean {', '.join(near[:6])}?" if near else ""
        raise LawError("no-clause", f"there is no clause or ruling {text!r}{hint}")
    return entry
