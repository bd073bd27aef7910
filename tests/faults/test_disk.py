"""Disks that are full, and places that may not be written to: a clear sentence, nothing half done, and it goes on."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from blotter import Blotter, times
from desks import Desk, assert_sound, play_rounds
from floors import BETS, Hall
from servers import new_url

from pitboss.errors import PitbossError
from pitboss.floor.requests import Request
from pitboss.journal.errors import JournalError
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import StoreError, UsedKeyError, open_store
from pitboss.journal.stores.sqlite import SqliteStore
from pitboss.journal.verify import verify
from pitboss.solvers import cache
from pitboss.solvers.solver import Gain
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.training.lesson_report import Book, Entry
from pitboss.training.player_record import Record, RecordError
from pitboss.training.player_record import kept as kept_record

NOBODY = 65534
LESSON = Entry(1, "Dee", "uth", 1, 7, 10, 2, 0, None, True, True, {"money": (5, 1)})


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file may grow beyond this size: the system takes what fits and refuses the rest."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of a superuser, who may write anything."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing can be written."""
    folder = tmp_path / "closed"
    folder.mkdir()
    for way in (tmp_path, *tmp_path.parents):
        if way.stat().st_uid == os.geteuid():
            way.chmod(way.stat().st_mode | 0o011)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


# --- the journal in a file -------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "the disk is full in the middle of every write",
    "a journal in a file",
    "the command is refused and nothing of it is there; with room again it is carried out, as if nothing had been",
)
def test_a_journal_goes_on_when_there_is_room_again(blotter: Blotter, tmp_path: Path) -> None:
    unbroken = tmp_path / "unbroken.jsonl"
    with Journal(unbroken) as journal:
        play_rounds(journal.append)
    file = tmp_path / "full.jsonl"
    with Journal(file) as journal:

        def record(command: Command, events: tuple[Event, ...]) -> None:
            for more in range(0, times(400, 1200), times(133, 97)):
                before, head = file.read_bytes(), journal.head
                with room(len(before) + more):
                    try:
                        journal.append(command, events)
                        return  # it was shorter than that
                    except JournalError as error:
                        assert "nothing was added" in str(error)
                assert (file.read_bytes(), journal.head) == (before, head)
                blotter.add()
            journal.append(command, events)

        play_rounds(record)
    assert file.read_bytes() == unbroken.read_bytes()
    assert verify(file, journal.head).ok


@pytest.mark.fault(
    "a device without room, a folder and a file that may not be written to",
    "a journal in a file",
    "refused in one sentence that names the file and the reason",
)
def test_a_journal_that_cannot_be_written_says_so(blotter: Blotter, closed: Path) -> None:
    with nobody(), pytest.raises(JournalError, match=r"new\.jsonl cannot be written: Permission denied"):
        Journal(closed / "new.jsonl")
    full = Journal("/dev/full")
    with pytest.raises(JournalError, match="No space left on device; open the journal again"):
        play_rounds(full.append)
    with pytest.raises(JournalError, match="closed: open the journal again"):
        play_rounds(full.append)
    file = closed / "old.jsonl"
    with Journal(file) as journal:
        play_rounds(journal.append)
    file.chmod(0o444)
    before = file.read_bytes()
    with nobody():
        with pytest.raises(JournalError, match=r"old\.jsonl cannot be written: Permission denied"):
            Journal(file)
        assert verify(file, journal.head).ok
    assert file.read_bytes() == before
    blotter.add(4)


# --- stores ----------------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "the disk is full in the middle of every command",
    "a store in SQLite",
    "the command is refused; sent again when there is room it is carried out once; the journal is as without",
)
def test_a_store_goes_on_when_there_is_room_again(blotter: Blotter, tmp_path: Path) -> None:
    url = new_url("sqlite", tmp_path)
    unbroken = Journal()
    play_rounds(unbroken.append)
    with open_store(url) as store:
        store.create("T")
        desk = Desk(store, "T")
        log = Path(f"{url.removeprefix('sqlite:///')}-wal")

        def record(command: Command, events: tuple[Event, ...]) -> None:
            for more in range(1, times(9_000, 20_000), times(4_100, 1_500)):
                before = store.head("T")
                with room(log.stat().st_size + more):
                    try:
                        desk.append(command, events)
                        return
                    except StoreError as error:
                        assert str(error)
                        desk.commands -= 1
                        blotter.add()
                assert store.head("T") == before
            try:
                desk.append(command, events)
            except UsedKeyError:
                desk.skip(command, events)

        play_rounds(record)
        assert_sound(store, "T")
        assert list(store.lines("T")) == [line for _, line in unbroken.lines()]


@pytest.mark.fault(
    "the database may not grow, at every request",
    "a floor on a SQLite store",
    "the player is told that there is no room left; with room again the same request is carried out once",
)
def test_a_floor_goes_on_when_there_is_room_again(blotter: Blotter, tmp_path: Path) -> None:
    store = open_store(new_url("sqlite", tmp_path))
    assert isinstance(store, SqliteStore)
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    numbers = iter(range(10_000))

    def insist(ask: Callable[[], Any]) -> None:
        before = live.state, store.balances(), store.head(live.name)
        ((pages,),) = store._write(lambda on: on.ask("PRAGMA page_count")())
        store._write(lambda on: on.ask(f"PRAGMA max_page_count = {pages}"))
        free = store._write(lambda on: on.ask("PRAGMA freelist_count")())
        try:
            ask()
        except StoreError as error:
            assert "no room left" in str(error)
            assert (live.state, store.balances(), store.head(live.name)) == before
            blotter.add()
        else:
            assert free or live.state.version  # it found room in pages that were begun
        store._write(lambda on: on.ask("PRAGMA max_page_count = 1000000"))
        outcome = ask()
        assert outcome.refusal is None

    def request(command: str, **arguments: Any) -> None:
        asked = Request(command, arguments, key=str(next(numbers)))
        insist(lambda: hall.floor.request(ann, live.name, asked))

    for _ in range(times(6, 40)):
        request("PlaceBets", position=1, wagers=list(BETS["uth"].items()))
        hall.floor.ready(ann, live.name)
        while asked := hall.asked(ann, live):
            request(asked[0].command.__name__, **asked[0].given)
    lines = list(store.lines(live.name))
    assert verify(lines, store.head(live.name)[1]).ok
    assert second_opinion(lines).disagreement is None
    assert sum(store.balances().values()) == 0
    hall.close()


@pytest.mark.fault(
    "a database that may not be written to",
    "a store in SQLite",
    "refused in one sentence that names the file",
)
def test_a_store_that_may_not_be_written_to_is_named(blotter: Blotter, closed: Path) -> None:
    file = closed / "floor.db"
    open_store(f"sqlite:///{file}").close()
    file.chmod(0o444)
    with nobody(), pytest.raises(StoreError, match=r"floor\.db: it (may not be written to|cannot be opened)"):
        open_store(f"sqlite:///{file}")
    with nobody(), pytest.raises(StoreError, match=r"new\.db cannot be made: Permission denied"):
        open_store(f"sqlite:///{closed}/new.db")
    blotter.add(2)


# --- what else is kept -----------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "no room, and no right to write",
    "a player's statistics, the school's book, kept answers",
    "one sentence, or worked out again; what was there is there, and it goes on when there is room",
)
def test_what_is_kept_between_runs_survives_a_full_disk(
    blotter: Blotter, tmp_path: Path, closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, book = Record(tmp_path / "play.db"), Book(tmp_path)
    record.change("uth", lambda played: played.after_round(100, -5))
    book.add(LESSON)
    monkeypatch.setenv(cache.FOLDER, str(tmp_path / "answers"))
    gain = Gain(Fraction(1, 3))
    for more in range(0, 200, times(40, 3)):
        with room(more):
            with pytest.raises(RecordError, match="cannot be used"):
                record.change("uth", lambda played: played.after_round(100, -5))
            cache.save_gain("key", gain)
            found = cache.load_gain("key")
            assert found in (None, gain)
        with (
            room((tmp_path / "school.jsonl").stat().st_size + min(more, 50)),
            pytest.raises(PitbossError, match="kept"),
        ):
            book.add(LESSON)
        blotter.add(3)
    assert record.of("uth").rounds == 1
    book.add(LESSON)
    assert len(book.entries()) == 2
    cache.save_gain("key", gain)
    assert cache.load_gain("key") == gain
    assert [file.name for file in (tmp_path / "answers").iterdir()] == ["key.json"]
    with nobody():
        assert kept_record(closed)[0].file is None
        with pytest.raises(PitbossError, match="cannot be kept"):
            Book(closed).add(LESSON)
        blotter.add(2)


# --- commands --------------------------------------------------------------------------------------------------------


def pitboss(*arguments: object, size: int | None = None, out: str | None = None) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it, with a limit for files, or its output sent somewhere."""

    def limit() -> None:
        if size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    with Path(out or os.devnull).open("w") as where:
        return subprocess.run(
            [sys.executable, "-m", "pitboss", *map(str, arguments)],
            stdout=where if out else subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
            check=False,
        )


@pytest.mark.fault(
    "the disk is full",
    "commands that write a journal, a page, or their own output",
    "one sentence and exit status 1; the journal holds together as far as it goes, no half file is left",
)
def test_commands_on_a_full_disk_say_so_and_leave_nothing_half_done(blotter: Blotter, tmp_path: Path) -> None:
    file = tmp_path / "day.jsonl"
    run = pitboss("run", "uth", "--rounds", 50, "--seed", 7, "--journal", file, size=100_000)
    assert run.returncode == 1
    assert run.stderr == f"pitboss: {file} cannot be written: File too large; nothing was added\n"
    assert verify(file).ok
    sign = pitboss("print", "sign", "uth", "--out", tmp_path / "sign.svg", size=1_000)
    assert sign.returncode == 1
    assert "Traceback" not in sign.stderr
    assert list(tmp_path.iterdir()) == [file]
    words = pitboss("law", "list", "uth", out="/dev/full")
    assert words.returncode == 1
    assert words.stderr.startswith("pitboss: No space left on device")
    blotter.add(3)
