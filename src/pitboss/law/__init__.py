"""The law of the games: every rule as a clause, every contradiction or gap as a ruling, and citations of both.

The registers are TOML files: beside this module, or in a package that brings a game. A `Citation` is the id of a clause
or ruling, written as text; a test reads the source and looks up every one in it, so none can dangle.

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
from pitboss.plugins import Guest, guests

TESTED_KINDS = ("enforce", "procedure", "config", "display")
"""Kinds of clause that software can keep; "physical" ones are kept by people, who attest some of them."""
KINDS = (*TESTED_KINDS, "physical")
MOMENTS = ("opening", "dealing", "closing")
"""When a duty is attested: before the table opens, before a round is cleared, before the table closes."""


Citation = str
"""The id of a clause or a ruling, such as `UTH-10(g).2` or `PK-R7`; `lookup` finds what it cites."""


_CITED = re.compile(r" \([A-Z0-9]+-R\d+\)$")


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

    @property
    def words(self) -> str:
        """The rule as part of a sentence, without a ruling that it names at its end."""
        text = _CITED.sub("", self.text.removesuffix("."))
        return f"{text[:1].lower()}{text[1:]}"


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
class Term:
    """A word that the document defines."""

    name: str
    means: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Duty:
    """Physical clauses that a person at the table answers for together, and attests in these words."""

    name: str
    moment: str
    """One of `MOMENTS`: the dealer attests the dealing, a floorperson opening and closing."""
    words: str
    clauses: tuple[str, ...]
    dealing: tuple[str, ...] = ()
    """The dealing methods that it belongs to; () for all."""
    after: str = ""
    """What it is about, where that is not done in every round: "cut" or "count" (of the stub)."""


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
    duties: tuple[Duty, ...]
    """What people at the table attest."""
    glossary: tuple[Term, ...]
    """The defined terms, in the order of the alphabet."""

    def cited(self, step: str, dealing: str = "") -> tuple[Citation, ...]:
        """What a step of the table rests on; empty where this game has no such step."""
        found = self.conduct.get(step, ())
        return tuple(found.get(dealing, ()) if isinstance(found, Mapping) else found)

    def in_force(self, clauses: Sequence[Citation], dealing: str) -> tuple[Citation, ...]:
        """These clauses, those on another way of dealing replaced by what the rules say there on this one."""
        by_dealing = [found for found in self.conduct.values() if isinstance(found, Mapping)]
        always = {one for found in self.conduct.values() if not isinstance(found, Mapping) for one in found}
        always |= {one for found in by_dealing for one in found.get(dealing, ())}
        here: list[Citation] = []
        for clause in clauses:
            keys = [found for found in by_dealing if any(clause in each for each in found.values())]
            elsewhere = keys and clause not in always
            here += [one for found in keys for one in found.get(dealing, ())] if elsewhere else [clause]
        return tuple(dict.fromkeys(here))

    def rulings_on(self, clause: str) -> Iterator[Ruling]:
        """The rulings that concern a clause."""
        return (ruling for ruling in self.rulings.values() if clause in ruling.clauses)


def _texts() -> dict[str, str]:
    """The text of each register by its prefix; a file is read in full only when its register is asked for."""
    return _texts_with(guests())


@cache
def _texts_with(brought: tuple[Guest, ...]) -> dict[str, str]:
    ours = sorted(files("pitboss.law").joinpath("registers").iterdir(), key=lambda file: file.name)
    found = {_prefix(text): text for text in (file.read_text(encoding="utf-8") for file in ours)}
    for one in brought:
        text = one.register()
        if not (prefix := _prefix(text)) or prefix in found:
            raise one.broken(f"its register's prefix is {prefix!r}; it must be one that no other register has")
        found[prefix] = text
    return found


def _prefix(text: str) -> str:
    found = re.search(r'^prefix = "(\w+)"', text, re.MULTILINE)
    return found[1] if found else ""


def register(prefix: str) -> Register:
    """The register with this prefix, such as UTH."""
    texts = _texts()
    if prefix not in texts:
        raise LawError("no-register", f"there is no register {prefix!r}; there are {', '.join(texts)}")
    return _read(texts[prefix])


def text_of(prefix: str) -> str:
    """A register as it is written."""
    return _texts()[prefix]


@cache
def _read(text: str) -> Register:
    try:
        return _register(tomllib.loads(text))
    except (ValueError, TypeError, KeyError) as error:  # no TOML, or an entry with too few or too many keys
        raise LawError("broken-register", f"the register {_prefix(text)} cannot be read: {error}") from error


def _register(raw: dict[str, Any]) -> Register:
    clauses = (Clause(**entry) for entry in raw["clause"])
    rulings = (
        Ruling(**{**entry, "clauses": tuple(entry["clauses"]), "alternatives": tuple(entry["alternatives"])})
        for entry in raw.get("ruling", ())
    )
    duties = (
        Duty(**{**entry, "clauses": tuple(entry["clauses"]), "dealing": tuple(entry.get("dealing", ()))})
        for entry in raw.get("duty", ())
    )
    return Register(
        game=raw["game"],
        prefix=raw["prefix"],
        authority=raw["authority"],
        clauses={clause.id: clause for clause in clauses},
        rulings={ruling.id: ruling for ruling in rulings},
        data=raw.get("data", {}),
        conduct=raw.get("conduct", {}),
        duties=tuple(duties),
        glossary=tuple(
            Term(name, entry["means"], tuple(entry["clauses"])) for name, entry in raw.get("glossary", {}).items()
        ),
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
