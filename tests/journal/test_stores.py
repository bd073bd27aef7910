"""One suite for all stores: memory, SQLite and a real PostgreSQL keep the same promises."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from desks import OK, Desk, answer, assert_sound, caught_up, play_rounds
from journals import GAMES
from servers import KINDS, SHARED, new_url

from pitboss.errors import MissingExtraError
from pitboss.journal.codec import GENESIS
from pitboss.journal.stores import (
    ISSUED,
    Answer,
    Document,
    KeyReusedError,
    OverdrawnError,
    StaleError,
    Store,
    StoreError,
    TableExistsError,
    UnknownTableError,
    UsedKeyError,
    open_store,
)
from pitboss.journal.stores.sql import AT_ONCE
from pitboss.journal.stores.store import KEPT
from pitboss.ledger import Transfer
from pitboss.table.state import State

T = "Table 1"


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with open_store(new_url(request.param, tmp_path)) as store:
        store.create(T)
        yield store


def add(store: Store, *lines: str, expected: int = 0, table: str = T, **more: Any) -> None:
    store.append(table, expected=expected, lines=lines, head=f"hash of {lines[-1]}" if lines else "", **more)


def ignore(name: str, version: int) -> None:
    """A watcher who does not care."""


# --- journals --------------------------------------------------------------------------------------------------------


def test_a_new_journal_is_empty(store: Store) -> None:
    assert store.head(T) == (0, GENESIS)
    assert list(store.lines(T)) == []
    assert store.tables() == [T]


def test_names_of_tables_are_used_once(store: Store) -> None:
    store.create("Another")
    with pytest.raises(TableExistsError, match="choose another name"):
        store.create(T)
    assert store.tables() == ["Another", T]


@pytest.mark.parametrize("name", ["", "a/b", "a\nb", "x" * 201, "nul\0", "half a letter \ud800"])
def test_a_name_that_not_every_database_can_keep_is_refused(store: Store, name: str) -> None:
    with pytest.raises(StoreError) as refused:
        store.create(name)
    assert refused.value.code == "name"


def test_lines_come_back_in_order_and_in_part(store: Store) -> None:
    add(store, "a", "b")
    add(store, "c", "d — ♠", expected=2)
    assert list(store.lines(T)) == ["a", "b", "c", "d — ♠"]
    assert list(store.lines(T, after=1)) == ["b", "c", "d — ♠"]
    assert list(store.lines(T, after=1, upto=3)) == ["b", "c"]
    assert list(store.lines(T, after=4)) == list(store.lines(T, upto=0)) == []
    assert store.head(T) == (4, "hash of d — ♠")


def test_a_long_journal_is_read_piece_by_piece(store: Store) -> None:
    many = [str(number) for number in range(2 * AT_ONCE)]
    add(store, *many)
    reading = store.lines(T)
    first = [next(reading) for _ in range(AT_ONCE)]
    add(store, "written meanwhile", expected=len(many))
    assert [*first, *reading] == [*many, "written meanwhile"]


def test_an_append_to_another_version_is_refused_with_the_current_one(store: Store) -> None:
    add(store, "a", "b")
    for expected in (0, 1, 3):
        with pytest.raises(StaleError, match="is at version 2, not") as stale:
            add(store, "c", expected=expected)
        assert (stale.value.what, stale.value.current) == (T, 2)
    assert store.head(T) == (2, "hash of b")
    assert list(store.lines(T)) == ["a", "b"]


def test_an_append_without_lines_still_checks_the_version(store: Store) -> None:
    add(store, "a")
    money = [Transfer(ISSUED, "Ann", 5)]
    with pytest.raises(StaleError):
        add(store, transfers=money)
    add(store, expected=1, transfers=money)
    assert store.head(T) == (1, "hash of a")
    assert store.balance("Ann") == 5


@pytest.mark.parametrize(
    "call",
    [
        lambda store: add(store, "a", table="Nowhere"),
        lambda store: store.head("Nowhere"),
        lambda store: list(store.lines("Nowhere")),
        lambda store: store.remember("Nowhere", answer("k")),
        lambda store: store.save_snapshot("Nowhere", 1, b""),
    ],
)
def test_a_table_that_is_not_there_is_named(store: Store, call: Callable[[Store], object]) -> None:
    with pytest.raises(UnknownTableError, match="'Nowhere'"):
        call(store)
    assert store.answer("Nowhere", "k") is None
    assert store.snapshot("Nowhere") is None


@pytest.mark.parametrize("game", GAMES)
def test_a_table_plays_into_a_store_and_comes_back_out_of_it(store: Store, game: str) -> None:
    desk = Desk(store, T)
    table = play_rounds(desk.append, game)
    assert assert_sound(store, T) == table.state.version > 40
    assert caught_up(store, T, State()) == (table.state, desk.head)


# --- answers ---------------------------------------------------------------------------------------------------------


def test_a_command_sent_again_gets_its_first_answer_and_nothing_happens(store: Store) -> None:
    first = answer("k", body=b"\x00\xff")
    add(store, "a", answer=first)
    for expected in (0, 1):
        with pytest.raises(UsedKeyError) as used:
            add(
                store, "b", expected=expected, answer=answer("k", body=b"another"), transfers=[Transfer(ISSUED, "A", 1)]
            )
        assert used.value.first == first
    assert list(store.lines(T)) == ["a"]
    assert store.balances() == {}
    assert store.answer(T, "k") == store.answer(T, "k", first.digest) == first
    assert store.answer(T, "other") is None


def test_a_key_stands_for_one_command(store: Store) -> None:
    add(store, "a", answer=answer("k"))
    with pytest.raises(KeyReusedError, match="new key"):
        add(store, "b", expected=1, answer=answer("k", digest="other"))
    with pytest.raises(KeyReusedError):
        store.answer(T, "k", "other")
    with pytest.raises(KeyReusedError):
        store.remember(T, answer("k", digest="other"))
    assert store.head(T)[0] == 1


def test_a_key_is_the_tables_own(store: Store) -> None:
    store.create("Table 2")
    add(store, "a", answer=answer("k"))
    add(store, "a", answer=answer("k", digest="other"), table="Table 2")
    assert store.answer("Table 2", "k") == answer("k", digest="other")


def test_a_refusal_is_remembered_once(store: Store) -> None:
    assert store.remember(T, answer("k", body=b"no")) == answer("k", body=b"no")
    assert store.remember(T, answer("k", body=b"a second no")) == answer("k", body=b"no")
    with pytest.raises(UsedKeyError):
        add(store, "a", answer=answer("k"))


def test_an_append_that_is_refused_leaves_no_answer(store: Store) -> None:
    with pytest.raises(StaleError):
        add(store, "a", expected=7, answer=answer("k"))
    assert store.answer(T, "k") is None
    add(store, "a", answer=answer("k"))


def test_answers_are_kept_for_a_day_and_then_dropped(store: Store) -> None:
    store.remember(T, answer("first", at=0))
    store.remember(T, answer("second", at=3_600_000))
    store.remember(T, answer("a day after the first", at=KEPT))
    assert store.answer(T, "first") == answer("first", at=0)
    add(store, "a", answer=answer("an hour later", at=KEPT + 3_600_000))
    assert [store.answer(T, key) is None for key in ("first", "second", "a day after the first")] == [
        True,
        False,
        False,
    ]


# --- snapshots -------------------------------------------------------------------------------------------------------


def test_only_the_latest_snapshot_is_kept(store: Store) -> None:
    assert store.snapshot(T) is None
    for version, data in ((5, b"five"), (9, b"\x00nine"), (7, b"late")):
        store.save_snapshot(T, version, data)
    assert store.snapshot(T) == (9, b"\x00nine")


# --- money -----------------------------------------------------------------------------------------------------------


def test_money_moves_with_an_append_or_by_itself(store: Store) -> None:
    store.transfer([Transfer(ISSUED, "bank:Ann", 500), Transfer(ISSUED, "bank:Bob", 200)])
    add(store, "a", transfers=[Transfer("bank:Ann", "table:1", 300)])
    assert store.balance("bank:Ann") == 200
    assert store.balances() == {"bank:Ann": 200, "bank:Bob": 200, ISSUED: -700, "table:1": 300}
    assert store.balances("bank:") == {"bank:Ann": 200, "bank:Bob": 200}
    assert store.balance("nobody") == 0


def test_an_account_at_zero_is_not_listed(store: Store) -> None:
    store.transfer([Transfer(ISSUED, "Ann", 5)])
    store.transfer([Transfer("Ann", ISSUED, 5)])
    assert store.balances() == {}


def test_prefixes_are_text_and_no_patterns(store: Store) -> None:
    store.transfer([Transfer(ISSUED, name, 1) for name in ("a_b", "axb", "A_b", "a%", "é_")])
    assert [list(store.balances(prefix)) for prefix in ("a_", "a%", "é")] == [["a_b"], ["a%"], ["é_"]]


def test_an_overdraft_refuses_all_that_came_with_it(store: Store) -> None:
    store.transfer([Transfer(ISSUED, "Ann", 500)])
    with pytest.raises(OverdrawnError, match=r"Ann lacks \$1\.00") as short:
        add(
            store,
            "a",
            answer=answer("k"),
            transfers=[Transfer("Ann", "Bob", 600)],
            documents=[Document("person", "Ann", b"")],
        )
    assert (short.value.account, short.value.short) == ("Ann", 100)
    with pytest.raises(OverdrawnError):
        store.transfer([Transfer("Bob", "Ann", 1)])
    assert store.head(T)[0] == 0
    assert (store.answer(T, "k"), store.get("person", "Ann")) == (None, None)
    assert store.balances() == {"Ann": 500, ISSUED: -500}


def test_transfers_count_together(store: Store) -> None:
    store.transfer([Transfer("Ann", "Bob", 300), Transfer(ISSUED, "Ann", 300)])
    assert store.balances() == {"Bob": 300, ISSUED: -300}


@pytest.mark.parametrize("amount", [0, -5, 1.5, True, 10**16, "5"])
def test_only_whole_cents_more_than_none_can_move(store: Store, amount: Any) -> None:
    with pytest.raises(StoreError) as refused:
        store.transfer([Transfer(ISSUED, "Ann", amount)])
    assert refused.value.code == "amount"


# --- documents -------------------------------------------------------------------------------------------------------


def test_a_document_is_written_over_the_revision_that_was_read(store: Store) -> None:
    store.put(Document("person", "Ann", b"1"))
    read = store.get("person", "Ann")
    assert read == Document("person", "Ann", b"1", 1)
    store.put(read._replace(body=b"2"))
    for old in (0, 1, 3):
        with pytest.raises(StaleError, match="person/Ann is at version 2") as stale:
            store.put(Document("person", "Ann", b"3", old))
        assert stale.value.current == 2
    with pytest.raises(StaleError, match="is at version 0"):
        store.put(Document("person", "Bob", b"", 1))
    assert store.get("person", "Ann") == Document("person", "Ann", b"2", 2)
    assert store.get("person", "Bob") is None


def test_documents_are_listed_by_kind(store: Store) -> None:
    for kind, name in (("person", "Bob"), ("person", "Ann"), ("session", "Ann")):
        store.put(Document(kind, name, b""))
    assert [document.id for document in store.all("person")] == ["Ann", "Bob"]
    assert store.all("nothing") == []


def test_documents_go_with_an_append_or_refuse_it(store: Store) -> None:
    papers = [Document("b", "1", b"x"), Document("a", "1", b"y")]
    add(store, "a", documents=papers)
    with pytest.raises(StaleError, match="b/1 is at version 1"):
        add(store, "b", expected=1, documents=[Document("a", "1", b"z", 1), Document("b", "1", b"z")])
    assert [document.body for document in store.all("a") + store.all("b")] == [b"y", b"x"]
    assert store.head(T)[0] == 1


def test_a_document_is_not_written_twice_at_once(store: Store) -> None:
    with pytest.raises(StoreError, match="twice"):
        add(store, "a", documents=[Document("a", "1", b"x"), Document("a", "1", b"y", 1)])


# --- opening and closing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["", "floor.db", "sqlite:", "sqlite:///", "mysql://host/db", "postgresql://", "memory"])
def test_a_url_of_no_store_is_told_what_is_possible(url: str) -> None:
    with pytest.raises(StoreError, match=r"memory:, sqlite:///floor\.db .*postgresql://") as refused:
        open_store(url)
    assert refused.value.code == "store-url"


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "pitboss.journal.stores.postgres", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install 'pitboss\[postgres\]'"):
        open_store("postgresql://localhost/floor")


def test_a_relative_path_is_a_file_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///floor.db").close()
    assert (tmp_path / "floor.db").stat().st_mode & 0o077 == 0, "others could read the order of a deck in play"


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    calls: list[Callable[[], object]] = [
        store.tables,
        lambda: store.create("Table 2"),
        lambda: add(store, "a"),
        lambda: store.put(Document("a", "b", b"")),
        lambda: store.transfer([]),
        lambda: store.watch(ignore),
    ]
    for call in calls:
        with pytest.raises(StoreError) as closed:
            call()
        assert closed.value.code == "closed"


@pytest.mark.parametrize("kind", SHARED)
def test_everything_is_there_when_a_store_is_opened_again(kind: str, tmp_path: Path) -> None:
    url = new_url(kind, tmp_path)
    with open_store(url) as store:
        store.create(T)
        papers = [Document("person", "Ann", b"x")]
        add(store, "a", answer=answer("k"), transfers=[Transfer(ISSUED, "Ann", 5)], documents=papers)
        store.save_snapshot(T, 1, OK)
    with open_store(url) as store:
        assert store.head(T) == (1, "hash of a")
        assert store.answer(T, "k") == Answer("k", "same", OK, 1000)
        assert store.snapshot(T) == (1, OK)
        assert store.balance("Ann") == 5
        assert store.all("person") == [Document("person", "Ann", b"x", 1)]


def test_a_store_leaves_no_threads_behind(store: Store) -> None:
    store.watch(ignore)
    add(store, "a")
    store.close()
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith(("pitboss-", "pool-"))]
