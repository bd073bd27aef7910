"""A state that was frozen comes back exactly, and anything else does not come back at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from journals import EVERYTHING, GAMES, METHODS, play, random_trouble, table_of

from pitboss.journal import snapshot
from pitboss.journal.snapshot import freeze, thaw
from pitboss.table.state import State
from pitboss.table.table import Table


def parts(value: Any) -> Iterator[Any]:
    """A value taken apart to the last, each part with its type: 1 is not True, and a list is no tuple."""
    yield type(value)
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from parts(key)
            yield from parts(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from parts(inner)
    else:
        yield value


def assert_comes_back(table: Table) -> None:
    again = thaw(freeze(table.state))
    assert again == table.state
    assert list(parts(again)) == list(parts(table.state))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", ["everything", *METHODS])
def test_every_state_on_the_way_comes_back(game: str, options: str) -> None:
    given = EVERYTHING[game] if options == "everything" else METHODS[options]
    for seed in range(3):
        strike = random_trouble(seed)

        def look(table: Table, strike: Any = strike) -> None:
            assert_comes_back(table)
            strike(table)
            assert_comes_back(table)

        table = table_of(game, given, seed=seed)
        play(table, 2, seed, look)
        assert_comes_back(table)


def test_a_table_goes_on_from_a_snapshot() -> None:
    table = table_of("uth")
    again = thaw(freeze(table.state))
    assert again is not None
    other = Table.resume(again, seed=1)
    play(other, 1)
    assert other.state.rounds == 1


def test_a_table_at_which_nothing_has_happened_comes_back() -> None:
    assert thaw(freeze(State())) == State()


@given(st.binary(max_size=100))
def test_foreign_bytes_are_no_state(data: bytes) -> None:
    assert thaw(data) is None


def test_damage_anywhere_is_noticed() -> None:
    data = freeze(table_of("uth", seats=1).state)
    for place in range(len(data)):
        assert thaw(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]) is None
        assert thaw(data[:place]) is None


def test_a_snapshot_of_another_form_of_the_state_is_foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    class Longer(State, frozen=True):
        another: int = 0

    data = freeze(State())
    snapshot._mark.cache_clear()
    with monkeypatch.context() as later:
        later.setattr(snapshot, "State", Longer)
        assert thaw(data) is None
        assert freeze(State()) != data
    snapshot._mark.cache_clear()
    assert thaw(data) == State()
