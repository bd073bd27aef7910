"""Killed with SIGKILL at every write: what was reported is there, what was not is there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from blotter import LONG, Blotter, times
from servers import SHARED, new_url, run, said

HERE = Path(__file__).parent


def deaths(script: str, *arguments: object) -> int:
    """How often a process was killed."""
    return int(said(run(str(HERE / script), *map(str, arguments))))


@pytest.mark.fault(
    "killed in the middle of every write",
    "a journal in a file",
    "every event that was reported is there; what is torn is set aside and the round goes on; both verifiers agree",
)
def test_a_journal_goes_on_after_a_writer_killed_at_any_write(blotter: Blotter, tmp_path: Path) -> None:
    blotter.add(deaths("doomed_files.py", "journal", tmp_path, times(11, 1)))


@pytest.mark.fault(
    "killed at moments that nobody has chosen",
    "a journal in a file",
    "as at every write",
)
def test_a_journal_goes_on_after_a_writer_killed_at_any_moment(blotter: Blotter, tmp_path: Path) -> None:
    blotter.add(deaths("doomed_files.py", "moments", tmp_path, times(12, 1)))


@pytest.mark.fault(
    "killed at the commit of every command, right after it, and at every statement of every sixth",
    "the stores in SQLite and PostgreSQL",
    "the command is there whole or not at all; sent again, it is carried out once; the journal is as without the kill",
)
@pytest.mark.parametrize("kind", SHARED)
def test_a_writer_killed_at_any_command_leaves_it_done_or_undone(kind: str, blotter: Blotter, tmp_path: Path) -> None:
    blotter.add(deaths("doomed.py", new_url(kind, tmp_path), times(7, 1)))
    if LONG:
        blotter.add(deaths("doomed.py", new_url(kind, tmp_path), 6, "statements"))


@pytest.mark.fault(
    "killed while they are written",
    "a player's statistics, the school's book, files that commands write, kept answers",
    "what was reported is there; a file is the old one or the new one; a half-written lesson is passed over, alone",
)
@pytest.mark.parametrize("what", ["statistics", "book", "outputs", "answers"])
def test_what_else_is_written_survives_a_kill(what: str, blotter: Blotter, tmp_path: Path) -> None:
    blotter.add(deaths("doomed_files.py", what, tmp_path, times(20, 1)))
