"""A journal grows by whole commands, and only at its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from journals import GAMES, play, table_of

from pitboss.journal.chain import lines_of
from pitboss.journal.codec import GENESIS
from pitboss.journal.errors import JournalError
from pitboss.journal.journal import Journal
from pitboss.journal.verify import verify
from pitboss.table import commands as c
from pitboss.table.events import Noted
from pitboss.table.table import FLOOR

COMMAND = c.Breach(by=FLOOR, at=5, player="Ann", what="talked", key="once")
EVENTS = (Noted(what="one"), Noted(what="two"))


@pytest.mark.parametrize("game", GAMES)
def test_equal_runs_write_equal_bytes(game: str, tmp_path: Path) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    memory = Journal()
    for file in files:
        with Journal(file) as journal:
            play(table_of(game, record=journal.append), 2)
    play(table_of(game, record=memory.append), 2)
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert first.replace(b" \n", b"\n") == "".join(f"{text}\n" for _, text in memory.lines()).encode()


def test_a_new_journal_is_empty(tmp_path: Path) -> None:
    with Journal(tmp_path / "new.jsonl") as journal:
        assert (len(journal), journal.head, list(journal)) == (0, GENESIS, [])


def test_records_know_their_lines_and_link_to_one_another() -> None:
    journal = Journal()
    journal.append(COMMAND, EVENTS)
    journal.append(COMMAND, EVENTS)
    records = list(journal)
    assert [record.line for record in records] == [record.seq for record in records] == [1, 2, 3, 4]
    assert [record.prev for record in records] == [GENESIS, *(record.hash for record in records[:-1])]
    assert journal.head == records[-1].hash
    assert {record.key for record in records} == {"once"}


def test_a_journal_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, at_once = tmp_path / "j.jsonl", Journal()
    for _ in range(3):
        with Journal(file) as journal:
            journal.append(COMMAND, EVENTS)
        at_once.append(COMMAND, EVENTS)
    assert [text for _, text in at_once.lines()] == [text for _, text in lines_of(file)]
    assert verify(file).ok


def test_the_last_line_is_found_however_long_it_is(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl") as journal:
        journal.append(COMMAND, (Noted(what="x" * 200_000), Noted(what="y" * 200_000)))
    with Journal(tmp_path / "j.jsonl") as again:
        assert (len(again), again.head) == (2, journal.head)


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n")
    with pytest.raises(JournalError):
        Journal(file)
    assert file.read_text() == "Dear Ann,\n"


def test_two_writers_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    with Journal(file) as one, Journal(file) as other:
        one.append(COMMAND, EVENTS)
        with pytest.raises(JournalError, match="somebody else"):
            other.append(COMMAND, EVENTS)
    assert verify(file).ok


def test_a_closed_journal_takes_no_more(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl") as journal:
        pass
    with pytest.raises(JournalError, match="closed"):
        journal.append(COMMAND, EVENTS)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path / "nowhere" / "j.jsonl")
