"""Who watches a store hears of all that changes in it, in order, whoever changed it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import psycopg
import pytest
from clerks import TABLE, seat_ann
from servers import KINDS, new_url, restart, run, said

from pitboss.journal.stores import Document, StaleError, Store, news, open_store


class Ear:
    """Hears what is reported."""

    def __init__(self) -> None:
        self._heard: SimpleQueue[tuple[str, int]] = SimpleQueue()

    def __call__(self, name: str, version: int) -> None:
        self._heard.put((name, version))

    def next(self) -> tuple[str, int]:
        return self._heard.get(timeout=30)

    def nothing(self) -> bool:
        try:
            self._heard.get(timeout=0.3)
        except Empty:
            return True
        return False

    def hears(self, what: tuple[str, int]) -> bool:
        """Whether this is reported in the end, after nothing but earlier versions, each once."""
        before = 0
        while before < what[1]:
            name, version = self.next()
            assert name == what[0]
            assert before < version <= what[1]
            before = version
        return True


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with open_store(new_url(request.param, tmp_path)) as store:
        store.create(TABLE)
        yield store


def add(store: Store, *lines: str, expected: int = 0, documents: tuple[Document, ...] = ()) -> None:
    store.append(TABLE, expected=expected, lines=lines, head=lines[-1], documents=documents)


def test_watchers_hear_of_every_change_in_order(store: Store) -> None:
    ear, other = Ear(), Ear()
    ends = [store.watch(ear), store.watch(other)]
    add(store, "a", "b", documents=(Document("person", "Ann", b""),))
    add(store, "c", expected=2)
    with pytest.raises(StaleError):
        add(store, "d")
    store.put(Document("person", "Ann", b"", 1))
    heard = [(TABLE, 2), ("person/Ann", 1), (TABLE, 3), ("person/Ann", 2)]
    assert [ear.next() for _ in heard] == [other.next() for _ in heard] == heard
    ends[0]()
    add(store, "d", expected=3)
    assert other.next() == (TABLE, 4)
    assert ear.nothing()


def test_a_watcher_that_fails_does_not_silence_the_others(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def fail(name: str, version: int) -> None:
        raise ValueError("I am not listening")

    ear = Ear()
    store.watch(fail)
    store.watch(ear)
    add(store, "a")
    add(store, "b", expected=1)
    assert [ear.next(), ear.next()] == [(TABLE, 1), (TABLE, 2)]
    assert "a watcher failed" in caplog.text


def test_a_watcher_may_use_the_store(store: Store) -> None:
    heads: SimpleQueue[tuple[int, str]] = SimpleQueue()
    store.watch(lambda name, version: heads.put(store.head(name)))
    add(store, "a")
    assert heads.get(timeout=30) == (1, "a")


# --- other processes -------------------------------------------------------------------------------------------------


def test_news_come_from_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "SWEEP", 1e9)
    url, ear = new_url("postgres", tmp_path), Ear()
    with open_store(url) as store:
        seat_ann(store)
        store.watch(ear)
        said(run("clerks.py", url, "process", "4", "5"))
        assert ear.hears((TABLE, store.head(TABLE)[0]))


def test_what_others_send_on_the_channel_does_no_harm(tmp_path: Path) -> None:
    url, ear = new_url("postgres", tmp_path), Ear()
    with open_store(url) as store, open_store(url) as other:
        store.create(TABLE)
        store.watch(ear)
        with psycopg.connect(url, autocommit=True) as stranger:
            for payload in ("", "hello", "5", "[1]", '["a", "b"]'):
                stranger.execute("SELECT pg_notify(%s, %s)", (news.CHANNEL, payload))
        add(other, "a")
        assert ear.next() == (TABLE, 1)


def test_a_listener_catches_up_after_the_server_was_away(tmp_path: Path) -> None:
    url, ear = new_url("postgres", tmp_path), Ear()
    with open_store(url) as store:
        store.watch(ear)
        store.create(TABLE)
        restart()
        with open_store(url) as other:
            add(other, "a")
        assert ear.next() == (TABLE, 1)
        add(store, "b", expected=1)
        assert ear.next() == (TABLE, 2)


def test_a_listener_finds_what_a_process_wrote_that_died_before_it_could_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "SWEEP", 0.2)
    url, ear = new_url("postgres", tmp_path), Ear()
    with open_store(url) as store, psycopg.connect(url, autocommit=True) as silent:
        store.create(TABLE)
        store.watch(ear)
        silent.execute("UPDATE journals SET version = 5")
        assert ear.next() == (TABLE, 5)
