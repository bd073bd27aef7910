"""A record says everything about an event, in one line, and gives the same event back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import EVERYTHING, GAMES, play, random_trouble, table_of
from msgspec.structs import fields

from pitboss.errors import PitbossError
from pitboss.games.handling import Handling
from pitboss.journal.codec import EVENTS, GENESIS, decode, encode, event_name, own_hash, parse_line
from pitboss.journal.errors import JournalError, NewerVersionError
from pitboss.journal.journal import Journal
from pitboss.journal.upcast import UPCASTS, upcast
from pitboss.ledger import Transfer
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.decks import commitment

TRANSFERS = st.builds(Transfer, st.text(), st.text(), st.integers(1))
PLAIN = st.dictionaries(st.text(), st.integers() | st.booleans() | st.text() | st.lists(st.text()))


def values(hint: Any, name: str) -> st.SearchStrategy[Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if name == "money":
        return st.lists(TRANSFERS, max_size=3).map(tuple)
    if name == "order" and origin is tuple:
        return st.permutations(range(52)).map(tuple) | st.just(())
    if origin is UnionType:
        return st.none() | values(next(kind for kind in inner if kind is not NoneType), name)
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(values(inner[0], ""), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*(values(kind, "") for kind in inner))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return PLAIN
    if hint is Handling:
        return st.sampled_from(Handling)
    return {int: st.integers(), str: st.text(), bool: st.booleans()}[hint]


def events_of(kind: type[e.Event]) -> st.SearchStrategy[e.Event]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: values(hints[field.name], field.name) for field in fields(kind)})


@pytest.mark.parametrize("kind", EVENTS, ids=event_name)
def test_every_event_comes_back_equal(kind: type[e.Event]) -> None:
    @settings(max_examples=15)
    @given(events_of(kind), st.text(), st.none() | st.text())
    def comes_back(event: e.Event, by: str, key: str | None) -> None:
        line, digest = encode(event, seq=3, at=5, by=by, prev=GENESIS, key=key)
        record = decode(line, 8)
        assert record.event == event
        assert record == (8, 3, 5, by, event, key, GENESIS, digest)
        assert own_hash(parse_line(line)) == digest
        assert "\n" not in line
        assert line.isascii()

    comes_back()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_table_tells_is_what_is_read(game: str) -> None:
    told: list[e.Event] = []
    journal = Journal()

    def record(command: Command, events: tuple[e.Event, ...]) -> None:
        journal.append(command, events)
        told.extend(events)

    play(table_of(game, EVERYTHING[game], record=record), 2, trouble=random_trouble(3))
    assert [entry.event for entry in journal] == told


def test_a_record_is_one_compact_line_in_a_fixed_order() -> None:
    event = e.WagerPlaced(
        player="Ann", position=3, wager="ante", amount=1000,
        clauses=("UTH-1(ante).1",), money=(Transfer("player:Ann", "wager:3:ante", 1000),), step=2,
    )  # fmt: skip
    line, digest = encode(event, seq=7, at=1_767_225_601_000, by="player:Ann", prev=GENESIS, key="k1")
    body = (
        '{"seq":7,"at":1767225601000,"by":"player:Ann","event":"wager-placed","v":1,"clauses":["UTH-1(ante).1"],'
        '"money":[["player:Ann","wager:3:ante",1000]],"step":2,'
        '"data":{"player":"Ann","position":3,"wager":"ante","amount":1000},"key":"k1","prev":"' + GENESIS + '"'
    )
    assert line == f'{body},"hash":"{digest}"}}'
    assert digest == hashlib.sha256(f"{body}}}".encode()).hexdigest()


def test_what_is_sealed_stands_apart_and_the_hash_does_not_cover_it() -> None:
    order, salt = tuple(range(51, -1, -1)), "salt of sixteen letters"
    sealed = e.DeckShuffled(deck="red", method="manual", commitment=commitment(order, salt), order=order, salt=salt)
    without = e.DeckShuffled(deck="red", method="manual", commitment=sealed.commitment)
    line, digest = encode(sealed, seq=1, at=0, by="dealer:Dee", prev=GENESIS)
    raw = json.loads(line)
    assert set(raw["data"]) == {"deck", "method", "commitment", "count"}
    assert raw["sealed"]["order"].startswith("As Ah Ad Ac Ks")
    assert raw["sealed"]["salt"] == salt
    assert encode(without, seq=1, at=0, by="dealer:Dee", prev=GENESIS) == (
        line[: line.index(',"sealed"')] + "}",
        digest,
    )


LINE, _ = encode(e.TipGiven(player="Ann", amount=500), seq=1, at=0, by="player:Ann", prev=GENESIS)
BAD = {
    "not JSON": ("{", "not JSON"),
    "no object": ("[1]", "not a record"),
    "a key is missing": (LINE.replace('"at":0,', ""), "lacks 'at'"),
    "a key too many": (LINE.replace('"at":0,', '"at":0,"ad":0,'), "has 'ad'"),
    "a key twice": (LINE.replace('"at":0,', '"at":1,"at":0,'), "one form"),
    "spaces": (LINE.replace('"at":0,', '"at": 0,'), "one form"),
    "another order": (LINE.replace('"seq":1,"at":0', '"at":0,"seq":1'), "one form"),
    "a number as text": (LINE.replace('"at":0', '"at":"0"'), "'at' is '0'"),
    "an unknown event": (LINE.replace("tip-given", "tip-taken"), "no event 'tip-taken'"),
    "an unknown field": (LINE.replace('"player"', '"payer"'), "cannot be read"),
    "a field of another type": (LINE.replace("500", "true"), "True is not int"),
    "a field missing": (LINE.replace(',"amount":500', ""), "amount"),
    "money below zero": (LINE.replace('"money":[]', '"money":[["a","b",-1]]'), "no amount that can move"),
    "a seal on what has none": (LINE[:-1] + ',"sealed":{"salt":"x"}}', "nothing like this sealed"),
}


@pytest.mark.parametrize(("line", "why"), BAD.values(), ids=BAD.keys())
def test_what_is_no_record_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(JournalError) as caught:
        decode(line)
    assert why in caught.value.message


def test_a_sealed_field_in_the_open_is_refused() -> None:
    line, _ = encode(e.DeckShuffled(deck="red", method="manual", commitment="c"), seq=1, at=0, by="x", prev=GENESIS)
    with pytest.raises(JournalError, match="has to be sealed"):
        decode(line.replace('"count":null', '"count":null,"salt":"s"'))


# --- versions --------------------------------------------------------------------------------------------------------


def test_an_older_record_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up history: tips were once in whole dollars, and before that nobody wrote down whose they were."""
    monkeypatch.setattr(e.TipGiven, "SCHEMA", 3)
    monkeypatch.setitem(UPCASTS, ("tip-given", 1), lambda data: {**data, "player": "unknown"})
    monkeypatch.setitem(
        UPCASTS, ("tip-given", 2), lambda data: {"player": data["player"], "amount": data["dollars"] * 100}
    )
    oldest = LINE.replace('{"player":"Ann","amount":500}', '{"dollars":5}')
    older = LINE.replace('"amount":500', '"dollars":7').replace('"v":1', '"v":2')
    assert decode(oldest).event == e.TipGiven(player="unknown", amount=500)
    assert decode(older).event == e.TipGiven(player="Ann", amount=700)


def test_a_record_newer_than_this_program_is_refused_as_such() -> None:
    with pytest.raises(NewerVersionError, match="newer than this Pitboss") as caught:
        decode(LINE.replace('"v":1', '"v":2'))
    assert isinstance(caught.value, PitbossError)
    assert caught.value.code == "newer-version"


def test_an_older_record_that_nobody_can_read_is_refused() -> None:
    with pytest.raises(JournalError, match="cannot be read any more"):
        upcast("tip-given", 0, 1, {})


@pytest.mark.parametrize(
    ("name", "data", "event"),
    [
        (
            "hand-counted",
            '{"position":0,"cards":1,"expected":2,"again":false,"inquiry":false,"whole":true,"proved":true}',
            e.HandCounted(position=0, cards=1, expected=2),
        ),
        (
            "hand-voided",
            '{"position":2,"kind":"PLAYER_COUNT","late":true}',
            e.HandVoided(position=2, kind="PLAYER_COUNT"),
        ),
    ],
)
def test_counts_and_void_hands_of_older_journals_are_read(name: str, data: str, event: e.Event) -> None:
    older = LINE.replace('{"player":"Ann","amount":500}', data).replace('"event":"tip-given"', f'"event":"{name}"')
    assert decode(older).event == event
