"""What follows from every fact in every phase: the matrix that the engine itself gives."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from tables import GAMES

from pitboss.cli import cli
from pitboss.games import find
from pitboss.playtest.consequences import PHASES, WAYS, Cell, consequences, silent
from pitboss.table import commands as c
from support import case

EVERYWHERE = {phase.name for phase in PHASES}
NEVER = {"uth": {"waiting"}, "hi-lo": {"waiting", "void-alive", "dealt"}, "top-five": {"void-alive", "dealt"},
         "pik-it": {"void-alive", "dealt"}}  # fmt: skip
"""Phases that a table of a game does not have."""


def cells(game: str, fact: str) -> Iterator[tuple[str, str, Cell]]:
    for phase, ways in consequences(find(game))[fact].items():
        for way, cell in ways.items():
            yield phase, way, cell


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_only_noted_without_a_ruling(game: str) -> None:
    assert silent(find(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_is_tried_in_every_phase_dealt_in_every_way(game: str) -> None:
    matrix = consequences(find(game))
    for fact, phases in matrix.items():
        assert set(phases) == EVERYWHERE - NEVER[game], fact
        ways = {way for found in phases.values() for way in found}
        assert ways == set(WAYS), fact
    assert len(matrix) >= 38


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_report_has_its_facts(game: str) -> None:
    """A new observation does not stay out of the matrix."""
    from pitboss.playtest.consequences import facts_at, moments_of

    kinds = {
        type(command)
        for moments in moments_of(find(game), WAYS["manual-shoe"]).values()
        for rules, state in moments
        for fact in facts_at(rules, state)
        for command in fact.reports
    }
    facts = {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Observation)}
    assert kinds == facts - {c.Observation}


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_a_sentence_with_its_clause(game: str) -> None:
    law = find(game).law
    for fact in consequences(find(game)):
        for phase, way, cell in cells(game, fact):
            assert cell.outcome, (fact, phase, way)
            assert cell.clauses, (fact, phase, way)
            assert all(clause in law.clauses or clause in law.rulings for clause in cell.clauses)


KNOWN_BAD = ("a foreign or double card is seen", "a deck has 51 cards")
NO_DECK = {"no-cards", "closed", "void"}


@pytest.mark.parametrize(
    "game",
    [case("HL-R57 HL-R16", "hi-lo"), case("PK-R68 PK-R42", "pik-it"), case("T5-R80 T5-R62", "top-five"),
     case("UTH-R81 UTH-R36", "uth")],
)  # fmt: skip
def test_a_deck_that_is_known_to_be_bad_leaves_the_table_in_every_phase(game: str) -> None:
    for phase, way, cell in cells(game, KNOWN_BAD[0]):
        if phase in NO_DECK:
            assert cell.kind == "impossible", (phase, way)
        else:
            assert "the deck leaves the table" in cell.outcome, (phase, way)
    for phase, _, cell in cells(game, KNOWN_BAD[1]):
        assert cell.kind == "impossible" or "the deck leaves the table" in cell.outcome, phase


@pytest.mark.parametrize(
    ("game", "clause"),
    [case("HL-40.12(d)-s2 HL-R21", "hi-lo", "HL-40.12(d)-s2"), case("PK-39.12(c)", "pik-it", "PK-39.12(c)"),
     case("T5-13.C.1", "top-five", "T5-13.C.1"), case("UTH-15(d).3 UTH-R60", "uth", "UTH-15(d).3")],
)  # fmt: skip
def test_a_dealers_hand_that_is_a_card_short_is_a_fact_in_every_game(game: str, clause: str) -> None:
    short = next(fact for fact in consequences(find(game)) if fact.startswith("the dealer is a card short"))
    found = [cell for phase, _, cell in cells(game, short) if phase in ("stub", "decisions", "dealt")]
    assert found
    assert all(cell.kind == "follows" for cell in found)
    assert any(clause in cell.clauses for cell in found)


SAME = (
    ("a card lies face up", "a card is drawn in error and seen"),
    ("the shuffler is removed", "the shuffler is covered"),
    ("the automated shoe is removed", "the automated shoe is marked out of order"),
)
"""Facts that are one and the same, by the commands that report them."""


@pytest.mark.clause("HL-R63", "PK-R74", "T5-R86", "UTH-R87", "HL-R20", "PK-R46", "T5-R67", "UTH-R59")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_fact_has_one_outcome_whatever_it_is_called(game: str, one: str, other: str) -> None:
    first = {(phase, way): cell for phase, way, cell in cells(game, one)}
    for phase, way, cell in cells(game, other):
        same = first[phase, way]
        treated = cell.outcome.removeprefix("it is treated as a card found face up; ")
        assert (treated, cell.kind) == (same.outcome, same.kind), (phase, way)


def test_the_command_shows_it_and_knows_its_phases() -> None:
    run = CliRunner().invoke
    shown = run(cli, ["law", "consequences", "uth", "--search", "foreign", "--phase", "ready"])
    assert shown.exit_code == 0
    assert "the deck leaves the table" in shown.output
    assert "UTH-R81" in shown.output
    rows = json.loads(run(cli, ["law", "consequences", "hi-lo", "--json"]).output)
    assert {"fact", "cell", "phases", "ways"} == set(rows[0])
    wrong = run(cli, ["law", "consequences", "uth", "--phase", "lunch"])
    assert (wrong.exit_code, "settling" in wrong.output) == (2, True)
