"""The registers are whole, and nothing in code or tests cites what is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss import law
from pitboss.conformance.data_laws import ids_are_unique, references_exist
from pitboss.errors import LawError
from pitboss.law import Register

ROOT = Path(__file__).parents[2]
REGISTERS = law.registers()
every_register = pytest.mark.parametrize("register", REGISTERS, ids=lambda register: register.prefix)
CITATION = re.compile(r"(UTH|HL|T5|PK)-[0-9R]\S*")


@every_register
@pytest.mark.parametrize("check", [ids_are_unique, references_exist], ids=lambda check: check.__name__)
def test_a_register_is_whole(register: Register, check: Callable[[Register], None]) -> None:
    check(register)


def texts_in(path: Path) -> list[str]:
    """Every text in a source file, except the pieces of formatted ones."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces
    ]


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_no_citation_in_the_source_dangles(folder: str) -> None:
    """A text that is a citation must exist; one within a sentence may name a whole section."""
    known = [text for register in REGISTERS for text in (*register.clauses, *register.rulings)]
    exact, loose = set(), set()
    for path in (ROOT / folder).rglob("*.py"):
        for text in texts_in(path):
            words = [word for word in text.split() if CITATION.fullmatch(word)]
            if " ".join(words) == text:
                exact |= set(words)
            else:
                loose |= {word.strip("(.,;:)`") for word in words}
    assert len(exact) > 200
    assert exact - set(known) == set()
    assert {word for word in loose if not any(text.startswith(word) for text in known)} == set()


def test_a_dangling_id_fails_with_near_ones() -> None:
    with pytest.raises(LawError, match="did you mean"):
        law.lookup("UTH 10(g)".replace(" ", "-"))
    with pytest.raises(LawError, match="begins with"):
        law.lookup("section 5")
    with pytest.raises(LawError, match="no register"):
        law.register("BJ")


@every_register
def test_one_vocabulary_of_options_in_every_register(register: Register) -> None:
    """Names and values the registers once used for the same things, each in its own way."""
    text = law.text_of(register.prefix)
    for old in ("deal_method", "manual_shoe'", "'device'", "device_counts_cards", "opening_path", "trips_override",
                "max_positions", "deck_count", "ante_limits", "No default: the operator must choose"):  # fmt: skip
        assert old not in text, old
