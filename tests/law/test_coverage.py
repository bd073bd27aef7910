from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import law
from pitboss.errors import LawError
from pitboss.law.coverage import physical, uncovered
from pitboss.law.coverage import testable as count_testable
from pitboss.law.coverage import tests_by_clause as read_marks

SAMPLE = """
import pytest

@pytest.mark.clause("UTH-12", "UTH-R6")
def test_one_position() -> None: ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("UTH-7(b)"))])
def test_announcement(n: int) -> None: ...
"""


def test_marks_are_read_from_tests_and_their_parameters(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = clause(*ids): clauses\n")
    found = read_marks(tmp_path)
    assert set(found) == {"UTH-12", "UTH-R6", "UTH-7(b)"}
    register = law.register("UTH")
    missing = {clause.id for clause in uncovered(register, found)}
    assert len(missing) == count_testable(register) - 2
    assert "UTH-12" not in missing
    assert all(register.clauses[text].kind != "physical" for text in missing)


def test_physical_clauses_are_attested_or_tested_or_only_printed() -> None:
    named = {"T5-9.A(4)": ["test_x"], "T5-13.E(1)": ["test_y"]}
    found = physical(law.register("T5"), named)
    assert {how: [clause.id for clause in clauses] for how, clauses in found.items()} == {
        "attested": [
            "T5-2.C(1).1", "T5-2.C(2)", "T5-3.A(1)", "T5-3.B(1)", "T5-8.D(1).1", "T5-8.D(1).2", "T5-8.F(1)",
            "T5-9.A(2)", "T5-9.A(3)", "T5-9.A(4)", "T5-9.D(1)",
        ],
        "tested": ["T5-13.E(1)"],
        "printed": ["T5-11.A(3)"],
    }  # fmt: skip
    for register in law.registers():
        kinds = physical(register, {})
        physical_ones = [clause.id for clause in register.clauses.values() if clause.kind == "physical"]
        assert sorted(clause.id for clauses in kinds.values() for clause in clauses) == sorted(physical_ones)


def test_a_missing_or_broken_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(LawError, match="run this from a checkout"):
        read_marks(tmp_path / "nowhere")
    (tmp_path / "test_broken.py").write_text("def test_x(:\n")
    with pytest.raises(LawError, match="could not be collected"):
        read_marks(tmp_path)
