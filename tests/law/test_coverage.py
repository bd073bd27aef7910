from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import law
from pitboss.errors import LawError
from pitboss.law.coverage import testable as count_testable
from pitboss.law.coverage import tests_by_clause as read_marks
from pitboss.law.coverage import uncovered

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


def test_a_missing_or_broken_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(LawError, match="run this from a checkout"):
        read_marks(tmp_path / "nowhere")
    (tmp_path / "test_broken.py").write_text("def test_x(:\n")
    with pytest.raises(LawError, match="could not be collected"):
        read_marks(tmp_path)
