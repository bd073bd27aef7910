"""Bytes that are not what was written: whoever reads them is told, and never gets a wrong answer instead."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from blotter import Blotter, times
from floors import Clock, Hall
from journals import play, table_of

from pitboss.errors import PitbossError
from pitboss.floor import live as live_module
from pitboss.floor.archive import Archive
from pitboss.floor.floor import Floor
from pitboss.floor.shift_totals import Daybook
from pitboss.journal.chain import lines_of
from pitboss.journal.errors import JournalError, TornJournalError
from pitboss.journal.journal import Journal, mend
from pitboss.journal.replay import replay, walk
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import open_store
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.verify import verify
from pitboss.solvers import cache
from pitboss.solvers.solver import Gain
from pitboss.table.state import State

Damage = Callable[[bytes, int], bytes]


def flipped(data: bytes, place: int) -> bytes:
    """One bit is another."""
    return data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]


def zeroed(data: bytes, place: int) -> bytes:
    """A byte, or a few, are zero."""
    length = 1 + place % 5
    return data[:place] + bytes(len(data[place : place + length])) + data[place + length :]


def torn(data: bytes, place: int) -> bytes:
    """Nothing is there from here on."""
    return data[:place]


class Kept(NamedTuple):
    """A journal in a file, as it was written."""

    file: Path
    data: bytes
    head: str
    hashes: list[str]
    states: list[State]
    lines: list[str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A round of one player."""
    file = tmp_path_factory.mktemp("bytes") / "table.jsonl"
    with Journal(file) as journal:
        play(table_of("top-five", record=journal.append, seats=1), 1)
    records = list(journal)
    states = [State(), *(after for _, _, after in walk(file))]
    lines = [line for _, line in lines_of(file)]
    return Kept(file, file.read_bytes(), journal.head, [record.hash for record in records], states, lines)


def places(size: int, short: int, step: int = 1) -> Iterator[int]:
    """Every place (or as the step says) in the long form; so many, spread evenly, in the short one."""
    return iter(range(0, size, times(max(1, size // short), step)))


@pytest.mark.fault(
    "bits flipped, bytes zeroed, cut off at every byte",
    "a journal in a file",
    "the verifier names the record; neither it nor the replay believes anything from there on",
)
@pytest.mark.parametrize("damage", [flipped, zeroed, torn])
def test_damage_at_any_byte_of_a_journal_is_found(damage: Damage, kept: Kept, blotter: Blotter, tmp_path: Path) -> None:
    file = tmp_path / "damaged.jsonl"
    for place in places(len(kept.data), 150):
        data = damage(kept.data, place)
        assert data != kept.data
        file.write_bytes(data)
        verdict = verify(file, kept.head)
        assert verdict.fault is not None, place
        assert verdict.records <= kept.data[:place].count(b"\n")
        assert verdict.head == [*kept.hashes, "0" * 64][verdict.records - 1]
        assert verdict.fault.line in (verdict.records, verdict.records + 1)
        try:
            state = replay(file)
        except JournalError as error:
            assert "line" in str(error)
        else:
            assert damage is torn, "only what was cut off between two commands can be read"
            assert state == kept.states[verdict.records]
        blotter.add()


@pytest.mark.fault(
    "cut off anywhere, then mended",
    "a journal in a file",
    "every whole command is kept, the rest is set aside; the journal goes on and verifies",
)
def test_a_torn_journal_is_not_written_to_and_goes_on_when_it_is_mended(
    kept: Kept, blotter: Blotter, tmp_path: Path
) -> None:
    for place in places(len(kept.data), 100, 7):
        file = tmp_path / f"{place}.jsonl"
        file.write_bytes(kept.data[:place])
        whole = max((end for end in _ends(kept.data) if end <= place), default=0)
        if whole < place:
            with pytest.raises(TornJournalError, match="pitboss audit mend"):
                Journal(file)
            assert file.read_bytes() == kept.data[:place]
        aside = mend(file)
        assert file.read_bytes() == kept.data[:whole]
        assert (aside.read_bytes() if aside else b"\n") == kept.data[whole:place] + b"\n"
        assert mend(file) is None
        with Journal(file) as journal:
            table_of("top-five", record=journal.append)
        blotter.add()


def _ends(data: bytes) -> list[int]:
    """Where each command ends."""
    return [place + 1 for place, byte in enumerate(data) if byte == ord("\n") and data[place - 1 : place] != b" "]


@pytest.mark.fault(
    "every bit of the sealed order and salt flipped, and the seal taken apart",
    "a journal in a file",
    "the commitment does not match, and the verifier names the record",
)
def test_no_bit_of_a_seal_can_be_changed(kept: Kept, blotter: Blotter) -> None:
    (place, line), *_ = [(number, line) for number, line in enumerate(kept.lines) if '"sealed":' in line]
    start = line.index('"sealed":')
    wholly = range(8 * start, 8 * len(line))
    for bit in wholly if times(0, 1) else random.Random(7).sample(wholly, 150):
        data = bytearray(line.encode())
        data[bit // 8] ^= 1 << bit % 8
        _assert_found(kept, place, data.decode("ascii", "replace"))
        blotter.add()
    raw = json.loads(line)
    order, salt = raw["sealed"]["order"], raw["sealed"]["salt"]
    seals: list[Any] = [
        {"order": order},
        {"salt": salt},
        {"order": order.lower(), "salt": salt},
        {},
        [],
        "",
        None,
        {"x": 1},
        {"order": order.replace(" ", ""), "salt": salt},
        {"order": 5, "salt": salt},
        {"order": order, "salt": [salt]},
    ]
    for seal in seals:
        _assert_found(kept, place, json.dumps({**raw, "sealed": seal}, separators=(",", ":")))
        blotter.add()


@pytest.mark.fault(
    "the stream taken out of a seal, or another one put in",
    "a journal in a file",
    "the deck as opened does not come from what was sealed; the verifier names the record",
)
def test_a_seal_without_its_stream_is_found_when_the_deck_is_opened(kept: Kept, blotter: Blotter) -> None:
    place, line = next((number, line) for number, line in enumerate(kept.lines) if '"sealed":' in line)
    raw = json.loads(line)
    for stream in (None, "", "HMAC_DRBG", "another"):
        seal = {**raw["sealed"], "stream": stream}
        if stream is None:
            del seal["stream"]
        changed = json.dumps({**raw, "sealed": seal}, separators=(",", ":"))
        verdict = verify([*kept.lines[:place], changed, *kept.lines[place + 1 :]], kept.head)
        assert verdict.fault is not None
        blotter.add()


def _assert_found(kept: Kept, place: int, line: str) -> None:
    verdict = verify([*kept.lines[:place], line, *kept.lines[place + 1 :]], kept.head)
    assert verdict.fault is not None, line
    assert verdict.fault.line == place + 1


# --- stores ----------------------------------------------------------------------------------------------------------


def told(path: Path) -> list[Any]:
    """All that a floor says of a store, in plain values."""
    with open_store(f"sqlite:///{path}") as store, closing(Floor(store, Clock())) as floor:
        said: list[Any] = [store.balances(), [store.all(kind) for kind in ("person", "name", "settings", "call")]]
        said += [floor.people.all(), store.tables()]
        for name in store.tables():
            live, past = floor.table(name), Archive(store, name)
            said += [live.state, live.sittings, store.head(name), list(past.lines()), store.answer(name, KEY)]
            said += [past.records(0, past.version), Daybook(store, live).submissions(), second_opinion(past.lines())]
    return said


KEY = "kept"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a floor on which some rounds were played."""
    file = tmp_path_factory.mktemp("store") / "floor.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_module, "SNAPSHOT_EVERY", 10)
        hall = Hall(open_store(f"sqlite:///{file}"))
        for game in ("uth", "pik-it"):
            live, people = hall.seated(game, 2)
            hall.play(live, people)
        live.carry_out(tuple, key=KEY)
        hall.close()
    return file


@pytest.mark.fault(
    "bits flipped and bytes zeroed",
    "the file of a SQLite store",
    "the store, or the table that it hits, is refused in one sentence; otherwise every answer is as before",
)
@pytest.mark.parametrize("damage", [flipped, zeroed])
def test_a_damaged_store_never_gives_a_wrong_answer(
    damage: Damage, database: Path, blotter: Blotter, tmp_path: Path
) -> None:
    truly, data = told(database), database.read_bytes()
    used = [place for place, byte in enumerate(data) if byte]
    refused = 0
    for place in random.Random(7).sample(used, times(60, 1500)):
        file = tmp_path / "floor.db"
        file.write_bytes(damage(data, place))
        try:
            said = told(file)
        except PitbossError as error:
            assert str(error)
            refused += 1
        else:
            assert said == truly, place
        for left in tmp_path.glob("floor.db*"):
            left.unlink()
        blotter.add()
    assert refused


@pytest.mark.fault(
    "one record damaged",
    "a table of a floor with others",
    "this table is out of service, the audit says which record it is; the others are played",
)
def test_a_damaged_table_leaves_the_others_in_service(blotter: Blotter) -> None:
    for part in range(times(6, 40)):
        store = MemoryStore()
        hall = Hall(store)
        live, (ann,) = hall.seated("uth")
        hall.play(live, [ann])
        other, (bob,) = hall.seated("hi-lo")
        lines = store._tables[live.name].lines
        place = part * len(lines) // times(6, 40)
        lines[place] = lines[place].replace('"at":1', '"at":2')
        hall.again()
        with pytest.raises(JournalError, match=rf"table {live.name} is damaged at record {place + 1} \(.*edited"):
            hall.floor.table(live.name)
        verdict = verify(store.lines(hall.floor.checked(live.name)))
        assert verdict.fault is not None
        assert verdict.fault.line == place + 1
        hall.play(hall.floor.table(other.name), [bob])
        hall.close()
        blotter.add()


@pytest.mark.fault(
    "bits flipped in a snapshot, and a snapshot of another time",
    "a floor",
    "it is not used: the journal alone says how things are",
)
def test_a_snapshot_that_is_not_what_was_written_is_not_used(monkeypatch: pytest.MonkeyPatch, blotter: Blotter) -> None:
    monkeypatch.setattr(live_module, "SNAPSHOT_EVERY", 10)
    store = MemoryStore()
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    hall.play(live, [ann])
    early = store.snapshot(live.name)
    hall.play(live, [ann])
    late = store.snapshot(live.name)
    assert early is not None
    assert late is not None
    version, data = late
    damaged = [late, early, (version, early[1]), (version + 1, data), (version, data[: len(data) // 2]), (version, b"")]
    damaged += [(version, flipped(data, place)) for place in places(len(data), 60, 3)]
    damaged.append((version, live_module._packed(live_module._Kept(b"", {}, "0" * 64))))
    for snapshot in damaged:
        store._tables[live.name].snapshot = snapshot
        hall.again()
        again = hall.floor.table(live.name)
        assert (again.state, again.sittings) == (live.state, live.sittings)
        blotter.add()
    hall.play(again, [ann])
    assert verify(list(store.lines(live.name))).ok
    hall.close()


def test_a_journal_older_than_its_snapshot_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a database was put back from a copy, but not all of it."""
    monkeypatch.setattr(live_module, "SNAPSHOT_EVERY", 10)
    store = MemoryStore()
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    table = store._tables[live.name]
    lines, head = list(table.lines), table.head
    hall.play(live, [ann])
    table.lines, table.head = lines, head
    hall.again()
    again = hall.floor.table(live.name)
    assert again.state.version == len(lines)
    hall.play(again, [ann])
    assert verify(list(store.lines(live.name))).ok
    hall.close()


# --- what else is kept -----------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "bits flipped, bytes zeroed, cut off at every byte",
    "kept answers of the solvers",
    "an answer that is not what was written is worked out again",
)
@pytest.mark.parametrize("damage", [flipped, zeroed, torn])
def test_a_damaged_answer_is_not_used(
    damage: Damage, blotter: Blotter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.FOLDER, str(tmp_path))
    for gain in (Gain(Fraction(1, 3)), Gain(0.125, 0.002, 1000)):
        cache.save_gain("key", gain)
        data = (tmp_path / "key.json").read_bytes()
        for place in range(len(data)):
            (tmp_path / "key.json").write_bytes(damage(data, place))
            assert cache.load_gain("key") is None, place
            blotter.add()
    shutil.rmtree(tmp_path)
