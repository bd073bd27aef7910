"""A store that is slow, away for a while, or comes back as another one: nothing is written on what is not there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from blotter import Blotter, times
from desks import Desk, assert_sound, play_rounds
from floors import Clock, Hall, done
from journals import GAMES
from servers import KINDS, admin, new_url
from serving import clients_of

from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.presence import BEAT_MS, DAY_MS, GRACE_MS, Presence
from pitboss.floor.requests import Request
from pitboss.floor.submission_form import plain
from pitboss.journal.errors import JournalError
from pitboss.journal.stores import Document, Store, StoreError, open_store, postgres
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.stores.sql import SqlStore
from pitboss.journal.verify import verify
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.state import State
from pitboss.table.table import practice_submission
from pitboss.web.app import create_app


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """One of each kind."""
    with open_store(new_url(request.param, tmp_path)) as opened:
        yield opened


# --- another server takes over ---------------------------------------------------------------------------------------


@pytest.mark.fault(
    "the server becomes the copy of another, which may only be read, and then the primary again",
    "a store in PostgreSQL, at a command",
    "the command waits, or is refused in a sentence; it goes on by itself with connections of its own",
)
def test_a_store_follows_when_the_primary_changes(
    blotter: Blotter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_url("postgres", tmp_path)
    (name,) = re.findall(r"floor_\d+_\d+", url)
    unpatient = iter([True] * times(1, 6))
    with open_store(url) as store:
        store.create("T")
        desk, numbers = Desk(store, "T"), iter(range(1000))

        def record(command: Command, events: tuple[Event, ...]) -> None:
            if next(numbers) % 8 == 0 and next(unpatient, False):
                admin(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
                admin(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
                with monkeypatch.context() as patch:
                    patch.setattr(postgres, "PATIENCE", 0.5)
                    with pytest.raises(StoreError, match="use its primary server"):
                        desk.append(command, events)
                desk.commands -= 1
                admin(f"ALTER DATABASE {name} RESET default_transaction_read_only")
                blotter.add()
            desk.append(command, events)

        play_rounds(record)
        assert_sound(store, "T")


def put_back(store: Store, table: str, version: int, head: str) -> None:
    """The store has nothing of a table after this version, as a copy that was a little behind."""
    if isinstance(store, MemoryStore):
        kept = store._tables[table]
        kept.lines, kept.head = kept.lines[:version], head
    else:
        assert isinstance(store, SqlStore)
        store._write(lambda on: on.ask("DELETE FROM lines WHERE journal = ? AND seq > ?", table, version))
        store._write(
            lambda on: on.ask("UPDATE journals SET version = ?, head = ? WHERE name = ?", version, head, table)
        )


@pytest.mark.fault(
    "put back to what it was some commands ago, while servers run; another server goes on from there",
    "a floor, on each store",
    "who remembers more is told that it is lost, and writes nothing after it; the other's journal verifies",
)
@pytest.mark.parametrize("lost", [1, 2, 5])
def test_nothing_is_written_after_what_the_store_has_lost(store: Store, lost: int, blotter: Blotter) -> None:
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    version, head = store.head(live.name)
    for _ in range(lost):
        done(hall.ask(ann, live, "BuyIn", amount=100))
    put_back(store, live.name, version, head)
    state = live.state
    with closing(Floor(store, hall.clock)) as other:
        for _ in range(lost + 1):
            with pytest.raises(JournalError, match=r"no longer has what was written|damaged at record"):
                hall.ask(ann, live, "BuyIn", amount=300)
            assert live.state == state
            blotter.add()
            done(other.request(ann, live.name, Request("BuyIn", {"amount": 200})))
        with pytest.raises(JournalError, match="damaged at record"):
            live.catch_up()
        assert verify(store.lines(live.name), store.head(live.name)[1]).ok
        assert other.table(live.name).state.version == version + lost + 1
    hall.floor.close()


# --- out of reach for a while ----------------------------------------------------------------------------------------


class Away(MemoryStore):
    """Out of reach when it is said to be."""

    is_away = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("get", "put", "all", "lines", "head", "append") and self.is_away:
            raise StoreError("store", "out of reach")
        return super().__getattribute__(name)


@pytest.mark.fault(
    "the store is out of reach for longer than a player may be away",
    "two servers, each with players",
    "nobody who is connected to the other one is thought gone; who left meanwhile is, after the usual time",
)
@pytest.mark.parametrize("seconds", [20, 60, 600])
def test_those_at_the_other_server_are_not_thought_gone(seconds: int, blotter: Blotter) -> None:
    store = Away()
    clock = Clock()
    here, there = Presence(store, clock), Presence(store, clock)
    there.arrived("Ann")
    there.arrived("Bob")

    def wait(seconds: int) -> None:
        for _ in range(seconds):
            clock.forward(1)
            for one in (there, here):
                try:
                    one.beat()
                except StoreError:
                    assert store.is_away

    wait(2 * BEAT_MS // 1000)
    store.is_away = True
    wait(seconds)
    there.gone("Bob")
    store.is_away = False
    for one in (here, there):  # the one that is back first has heard nothing of the other yet
        clock.forward(1)
        one.beat()
        assert not here.has_vanished("Ann")
    for _ in range(10):
        wait(GRACE_MS // 1000)
        assert not here.has_vanished("Ann")
    assert here.has_vanished("Bob")
    blotter.add()


@pytest.mark.fault(
    "servers that are killed and started again, day after day",
    "what each writes down of whom it is connected with",
    "the sheets of those that ended are used again; a server that only slept takes another, and nobody is thought gone",
)
def test_servers_that_have_ended_leave_no_sheets_behind(blotter: Blotter) -> None:
    store, clock = MemoryStore(), Clock()
    store.put(Document("connected", "0 of an older Pitboss", b'["Ann"]'))
    sleeper = Presence(store, clock)
    sleeper.arrived("Ann")
    clock.forward(BEAT_MS / 1000)
    sleeper.beat()
    own = store.get("connected", sleeper._sheet)
    for _ in range(times(20, 1000)):
        servers = [Presence(store, clock), Presence(store, clock)]
        for _ in range(3):
            clock.forward(BEAT_MS / 1000)
            for one in servers:
                one.beat()
        clock.forward(DAY_MS / 1000)
        blotter.add(2)
    assert len(store.all("connected")) <= 5
    assert store.get("connected", sleeper._sheet) != own, "another process has used it"
    for _ in range(8):
        clock.forward(BEAT_MS / 1000)
        for one in (sleeper, *servers):
            one.beat()
    assert len({one._sheet for one in (sleeper, *servers)}) == 3
    assert not any(one.has_vanished("Ann") for one in servers)


@pytest.mark.fault(
    "the store is out of reach when a server is told what another one did",
    "a table, a new table and how a table is run",
    "it is read when the store is back, and those who watch are told",
)
@pytest.mark.parametrize("what", ["table", "new", "settings"])
def test_news_that_could_not_be_read_are_read_later(what: str, blotter: Blotter) -> None:
    store = Away()
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    told: list[str] = []
    hall.floor.listen(told.append, told.append)
    with closing(Floor(store, hall.clock)) as other:
        hall.floor._unwatch()
        name, version = live.name, live.state.version + 1
        if what == "table":
            done(other.request(ann, live.name, Request("BuyIn", {"amount": 100})))
        elif what == "new":
            name, version = other.add_table(practice_submission("hi-lo")).name, 1
        else:
            other.run_by_hand(live.name, ["Shuffle"])
            name, version = f"settings/{live.name}", 1
        told.clear()
        store.is_away = True
        with pytest.raises(StoreError):
            hall.floor._heard(name, version)
        hall.floor.tick()
        assert not told
        store.is_away = False
        hall.floor.tick()
        assert told == [name.removeprefix("settings/")]
        mine = hall.floor.table(told[0])
        assert mine.state == other.table(told[0]).state
        assert mine.table.dealer.by_hand == other.table(told[0]).table.dealer.by_hand
    blotter.add()
    hall.close()


@pytest.mark.fault(
    "an error that nobody thought of, at one table, whenever the clock is looked at",
    "a floor with other tables",
    "it is in the log; the others are seen to as usual",
)
@pytest.mark.parametrize("error", [ZeroDivisionError(), StoreError("store", "out of reach")])
@pytest.mark.parametrize("broken", range(len(GAMES)))
def test_one_tables_fault_does_not_stop_the_others(
    broken: int, error: Exception, blotter: Blotter, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall()
    tables = hall.floor.tables
    others = [live for live in tables if live is not tables[broken]]
    gone = [hall.seated(live.rules.game.short)[1][0] for live in others]
    monkeypatch.setattr(
        type(tables[broken]), "state", property(partial(_fails, tables[broken], LiveTable.state, error))
    )
    hall.clock.forward(GRACE_MS / 1000)
    hall.floor.tick()
    monkeypatch.undo()
    for live, person in zip(others, gone, strict=True):
        assert live.state.seat_of(person.name) is None
    assert f"table {tables[broken].name}: " in caplog.text
    blotter.add()
    hall.close()


def _fails(broken: LiveTable, state: Any, error: Exception, live: LiveTable) -> State:
    if live is broken:
        raise error
    found: State = state.__get__(live)
    return found


# --- a store that takes its time -------------------------------------------------------------------------------------


class Slow(MemoryStore):
    """Takes so long for everything that nobody may wait for it where all are served."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name in Store.__abstractmethods__:
            with suppress(RuntimeError):
                assert not asyncio.get_running_loop(), f"everybody waits for {name}"
        return found


def asked() -> Iterator[tuple[str, str, Any]]:
    """Who asks what of a server, and with which body; all of it is done."""
    draft = {"game": "hi-lo", "options": plain(practice_submission("hi-lo"))}
    yield "player", "/api/me/name", {"name": "Ann"}
    yield "player", "/api/me/chips", None
    yield "player", "/api/tables/1/sit", {}
    yield "player", "/api/tables/1/commands", {"command": "BuyIn", "arguments": {"amount": 100}, "key": "k"}
    yield "floor", "/api/tables/1/by-hand", {"steps": ["Shuffle"]}
    yield "floor", "/api/tables/1/preview", {"command": "CloseTable"}
    yield "floor", "/api/tables/1/submission/check", draft
    yield "floor", "/api/floor/check", draft
    yield "floor", "/api/tables", draft
    yield "floor", "/api/staff", {"role": "dealer", "name": "Dee"}
    yield "dealer", "/api/school/lessons", {"table": "1", "level": 1}
    yield "auditor", "/api/audit/1/verify", {}


@pytest.mark.fault(
    "the store takes its time",
    "every request with a body, and live connections",
    "whoever asked waits for it, and nobody else",
)
def test_nobody_waits_for_the_store_but_who_asked(blotter: Blotter) -> None:
    hall = Hall(Slow())
    for client in clients_of(create_app(hall.floor), hall):
        clients = {role: client(role) for role in ("player", "floor", "dealer", "auditor")}
        for role, address, body in asked():
            answer = clients[role].post(address, json=body)
            assert answer.status_code < 400, (address, answer.text)
            blotter.add()
        with clients["player"].websocket_connect("/api/tables/1/live") as wire:
            assert wire.receive_json()["you"]["name"] == "Ann"
            wire.send_json({"id": 1, "do": {"command": "BuyIn", "arguments": {"amount": 100}}})
            while "view" in (answered := wire.receive_json()):
                pass
            assert "error" not in answered
            blotter.add()
    hall.close()
