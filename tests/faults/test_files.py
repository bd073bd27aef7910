"""Files that are moved, removed, replaced, used by two, or put back in part: nothing is lost without a word."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from urllib.parse import quote

import pytest
from blotter import Blotter, times
from desks import Desk, play_rounds
from floors import Hall
from inspection import inspect
from servers import new_url

from pitboss.errors import PitbossError
from pitboss.floor import live as live_module
from pitboss.floor.floor import Floor
from pitboss.journal.codec import GENESIS
from pitboss.journal.errors import JournalError
from pitboss.journal.journal import Journal, mend
from pitboss.journal.replay import replay
from pitboss.journal.stores import ISSUED, DamagedError, Document, StoreError, open_store
from pitboss.journal.stores.postgres import PostgresStore
from pitboss.journal.stores.sqlite import SqliteStore
from pitboss.journal.verify import verify
from pitboss.ledger import Transfer
from pitboss.table.commands import Command
from pitboss.table.events import Event

Written = list[tuple[Command, tuple[Event, ...]]]


@pytest.fixture(scope="module")
def commands() -> Written:
    """What is written in a round."""
    written: Written = []
    play_rounds(lambda command, events: written.append((command, events)))
    return written


# --- moved, removed, replaced ----------------------------------------------------------------------------------------


def removed(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    """As when logs are rotated."""
    file.rename(f"{file}.1")


def replaced(file: Path) -> None:
    """A copy takes its place, as when it was edited or restored."""
    shutil.copy(file, f"{file}.copy")
    Path(f"{file}.copy").replace(file)


WAYS = [removed, moved, replaced]
Way = Callable[[Path], None]


@pytest.mark.fault(
    "moved, removed or replaced while it is written to",
    "a journal in a file",
    "the next command is refused and says so: nothing goes into a file that nobody finds again",
)
@pytest.mark.parametrize("way", WAYS)
def test_a_journal_that_is_not_where_it_was_takes_no_more(
    way: Way, commands: Written, blotter: Blotter, tmp_path: Path
) -> None:
    for number in range(1, len(commands), times(9, 1)):
        file = tmp_path / f"{number}.jsonl"
        with Journal(file, durable=False) as journal:
            for one in commands[:number]:
                journal.append(*one)
            before, head = file.read_bytes(), journal.head
            way(file)
            for _ in range(2):
                with pytest.raises(JournalError, match=r"moved, removed or replaced .*: nothing was added"):
                    journal.append(*commands[number])
            assert (len(journal), journal.head) == (len(before.splitlines()), head)
        left = [one.read_bytes() for one in tmp_path.glob(f"{number}.jsonl*")]
        assert left == ([] if way is removed else [before])
        blotter.add()


@pytest.mark.fault(
    "its file, or the log beside it, moved, removed or replaced while it is used",
    "a store in SQLite",
    "the next command is refused and says so; nothing that was reported went into a file that nobody finds again",
)
@pytest.mark.parametrize(("way", "what"), [*product(WAYS, ["", "-wal"])])
def test_a_database_that_is_not_where_it_was_takes_no_more(
    way: Way, what: str, commands: Written, blotter: Blotter, tmp_path: Path
) -> None:
    for number in range(1, len(commands), times(20, 2)):
        file = tmp_path / f"{number}.db"
        with open_store(f"sqlite:///{file}") as store:
            store.create("T")
            desk = Desk(store, "T")
            for one in commands[:number]:
                desk.append(*one)
            way(Path(f"{file}{what}"))
            for _ in range(2):
                with pytest.raises(StoreError, match="moved, removed or replaced"):
                    desk.append(*commands[number])
            assert isinstance(store, SqliteStore)
            store._readers.get().close()
            with suppress(StoreError):
                store.tables()  # by a connection that is made only now
        assert what or way is replaced or not file.exists(), "one that is gone is not made anew"
        blotter.add()


# --- two at once -----------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "another process writes to it, or mends it, in the middle of a command",
    "a journal in a file",
    "the second is refused at once; what the first was told is there, and the journal verifies",
)
def test_two_at_once_on_one_file(
    commands: Written, blotter: Blotter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.jsonl"
    sync = os.fsync
    with Journal(file) as first:
        for number, one in enumerate(commands):
            with Journal(file) as second:

                def meanwhile(handle: int, one: tuple[Command, tuple[Event, ...]] = one) -> None:
                    monkeypatch.setattr(os, "fsync", sync)
                    sync(handle)
                    with pytest.raises(JournalError, match="somebody else is writing to"):
                        second.append(*one)
                    whole = file.read_bytes()
                    with file.open("ab") as torn:
                        torn.write(b"{")
                    with pytest.raises(JournalError, match="somebody else is writing to"):
                        mend(file)
                    os.truncate(file, len(whole))
                    blotter.add(2)

                if number % times(8, 1) == 0:
                    monkeypatch.setattr(os, "fsync", meanwhile)
                first.append(*one)
                with pytest.raises(JournalError, match="somebody else has written to"):
                    second.append(*one)
    assert verify(file, first.head).ok
    assert len(first) == sum(len(events) for _, events in commands)


# --- power -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "the power fails after any command: nothing is left but what the disk was told to keep",
    "a journal in a file, and one that is mended",
    "every command that was reported is there",
)
def test_what_was_reported_is_on_the_disk(
    commands: Written, blotter: Blotter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.jsonl"
    disk: dict[Path, bytes] = {}
    """What is on it for sure, by file and, as nothing, by folder."""
    sync = os.fsync

    def keep(handle: int) -> None:
        sync(handle)
        where = Path(f"/proc/self/fd/{handle}").resolve()
        disk[where] = where.read_bytes() if where.is_file() else b""

    monkeypatch.setattr(os, "fsync", keep)
    with Journal(file) as journal:
        assert tmp_path in disk, "a new file is found again only if its folder is kept"
        for one in commands:
            journal.append(*one)
            assert disk[file] == file.read_bytes()
            blotter.add()
    assert verify(disk_as_file(disk[file], tmp_path), journal.head).ok
    with file.open("ab") as torn:
        torn.write(b'{"seq":')
        torn.flush()
        os.fsync(torn.fileno())
    aside = mend(file)
    assert aside is not None
    assert disk[file] == file.read_bytes()
    assert disk[aside] == b'{"seq":\n'
    blotter.add()


def disk_as_file(data: bytes, folder: Path) -> Path:
    kept = folder / "kept.jsonl"
    kept.write_bytes(data)
    return kept


@pytest.mark.fault(
    "the power fails after any command",
    "the stores in SQLite and PostgreSQL",
    "every connection waits for the disk, even where the database is set up not to",
)
def test_every_connection_waits_for_the_disk(blotter: Blotter, tmp_path: Path) -> None:
    url = new_url("postgres", tmp_path)
    for options, said in (("", "on"), ("-csynchronous_commit=off", "on"), ("-csynchronous_commit=local", "local")):
        with open_store(f"{url}&options={quote(options)}") as store:
            assert isinstance(store, PostgresStore)
            assert store._read("SHOW synchronous_commit") == [(said,)]
            assert store._write(lambda on: on.ask("SHOW synchronous_commit")()) == [(said,)]
            blotter.add()
    with open_store(new_url("sqlite", tmp_path)) as store:
        assert isinstance(store, SqliteStore)
        assert store._write(lambda on: on.ask("PRAGMA synchronous")()) == [(2,)]
        assert store._read("PRAGMA synchronous") == [(2,)]
        assert store._read("PRAGMA journal_mode") == [("wal",)]
        blotter.add(2)


# --- put back in part ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Copies of a store's files, each made while the server ran, a few rounds after the one before."""
    folder = tmp_path_factory.mktemp("evenings")
    hall = Hall(open_store(f"sqlite:///{folder}/floor.db"))
    live, people = hall.seated("uth", 2, amount=400_000)
    copies = []
    for number in range(times(8, 30)):
        for person in people:
            hall.presence_of(person)
            hall.ask(person, live, "BuyIn", amount=100)
        hall.play(live, people)
        copies.append(folder / str(number))
        copies[-1].mkdir()
        for file in folder.glob("floor.db*"):
            shutil.copy(file, copies[-1] / file.name)
    hall.close()
    return copies


@pytest.mark.fault(
    "put back without the log beside it, or with that of another day",
    "the file of a SQLite store",
    "the store, or a table of it, is refused; otherwise it is as it once was, to the cent",
)
def test_a_store_that_was_put_back_in_part_gives_no_wrong_answer(
    evenings: list[Path], blotter: Blotter, tmp_path: Path
) -> None:
    for number, (file, log) in enumerate(product(evenings, [None, *evenings])):
        place = tmp_path / f"{number}"
        place.mkdir()
        shutil.copy(file / "floor.db", place)
        if log:
            shutil.copy(log / "floor.db-wal", place)
        url = f"sqlite:///{place}/floor.db"
        try:
            with open_store(url) as store, closing(Floor(store)) as floor:
                assert [floor.table(name) for name in store.tables()]
        except PitbossError as error:
            assert file != log, "what belongs together is not refused"
            assert "restore" in str(error)
        else:
            inspect(url)
        shutil.rmtree(place)
        blotter.add()


@pytest.mark.fault(
    "records removed, or the note of the last one changed",
    "a table in a SQLite store with others",
    "this table is out of service and says at which record; the others are played",
)
def test_a_table_with_records_missing_leaves_the_others_in_service(blotter: Blotter, tmp_path: Path) -> None:
    url = new_url("sqlite", tmp_path)
    file = Path(url.removeprefix("sqlite:///"))
    hall = Hall(open_store(url))
    live, (ann,) = hall.seated("uth")
    hall.play(live, [ann])
    other, (bob,) = hall.seated("hi-lo")
    last = live.state.version
    hall.close()
    missing = [(f"DELETE FROM lines WHERE journal = ? AND seq = {seq}", f"line {seq} of") for seq in range(1, last + 1)]
    changed = [
        ("DELETE FROM lines WHERE journal = ? AND seq > 9", "line 10 of"),
        (f"UPDATE journals SET head = '{GENESIS}' WHERE name = ?", "the head of"),
        ("UPDATE journals SET version = 'x' WHERE name = ?", "the head of"),
        (f"UPDATE journals SET head = '{'f' * 64}' WHERE name = ?", "the journal of"),
    ]
    for number, (statement, what) in enumerate(missing[:: times(9, 1)] + missing[-1:] + changed):
        damaged = tmp_path / f"damaged {number}.db"
        shutil.copy(file, damaged)
        with closing(sqlite3.connect(damaged)) as rows, rows:
            rows.execute(statement, (live.name,))
        hall = Hall(open_store(f"sqlite:///{damaged}"))
        with pytest.raises(PitbossError, match=rf"{what} table {live.name} (in the store )?is damaged"):
            hall.floor.table(live.name)
        if "journal of" not in what:
            with pytest.raises(DamagedError, match=what):
                list(hall.store.lines(live.name))
        hall.play(hall.floor.table(other.name), [bob])
        hall.close()
        blotter.add()


@pytest.mark.fault(
    "an account changed by a cent, a table and its index that do not agree",
    "the file of a SQLite store",
    "it is not opened, in one sentence",
)
def test_a_store_whose_accounts_do_not_sum_to_zero_is_not_opened(blotter: Blotter, tmp_path: Path) -> None:
    url = new_url("sqlite", tmp_path)
    with open_store(url) as store:
        for number in range(times(3, 20)):
            store.transfer([Transfer(ISSUED, f"purse:{number}", 100)])
            store.put(Document("person", f"{number}", b"Ann"))
        accounts = list(store.balances())
    file = Path(url.removeprefix("sqlite:///"))
    for account in accounts:
        with closing(sqlite3.connect(file)) as rows, rows:
            rows.execute("UPDATE accounts SET balance = balance + 1 WHERE name = ?", (account,))
        with pytest.raises(DamagedError, match="an account"):
            open_store(url)
        with closing(sqlite3.connect(file)) as rows, rows:
            rows.execute("UPDATE accounts SET balance = balance - 1 WHERE name = ?", (account,))
        blotter.add()
    with closing(sqlite3.connect(file)) as rows, rows:
        (index,) = rows.execute("SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_documents%'")
        ((size,),) = rows.execute("PRAGMA page_size")
    data = bytearray(file.read_bytes())
    place = data.index(b"person", (index[0] - 1) * size)
    data[place] ^= 1
    file.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        open_store(url)
    blotter.add()


def test_a_cut_in_the_middle_of_a_command_is_no_end(commands: Written, tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    with Journal(file) as journal:
        for one in commands:
            journal.append(*one)
    lines, whole = file.read_bytes().splitlines(keepends=True), 0
    for number in range(1, len(lines) + 1):
        file.write_bytes(b"".join(lines[:number]))
        if lines[number - 1].endswith(b" \n"):
            with pytest.raises(JournalError, match="torn"):
                replay(file)
            assert not verify(file).ok
        else:
            assert replay(file).version == number
            whole += 1
    assert 1 < whole < len(lines)


@pytest.mark.fault(
    "a snapshot that has become text or a number, or whose version has",
    "a floor on a SQLite store",
    "it is not used: the journal alone says how things are",
)
@pytest.mark.parametrize("change", ["data = CAST(data AS TEXT)", "data = 'text'", "data = 7", "version = 'text'"])
def test_a_snapshot_of_another_type_is_not_used(
    change: str, blotter: Blotter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "SNAPSHOT_EVERY", 10)
    url = new_url("sqlite", tmp_path)
    hall = Hall(open_store(url))
    live, people = hall.seated("uth")
    hall.play(live, people)
    assert hall.store.snapshot(live.name)
    hall.close()
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as rows, rows:
        rows.execute(f"UPDATE snapshots SET {change}")
    hall = Hall(open_store(url))
    again = hall.floor.table(live.name)
    assert (again.state, again.sittings) == (live.state, live.sittings)
    hall.play(again, people)
    hall.close()
    blotter.add()
