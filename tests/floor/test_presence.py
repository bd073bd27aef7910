"""Who is there, whatever clocks and stores do."""

from __future__ import annotations

import pytest
from floors import Clock

from pitboss.floor.presence import BEAT_MS, GRACE_MS, Presence
from pitboss.journal.stores import Store, UncertainError, open_store


class Process:
    """A process with a clock of its own."""

    def __init__(self, store: Store, ahead: float = 0) -> None:
        self.clock = Clock()
        self.clock.forward(ahead)
        self.presence = Presence(store, self.clock)


def later(seconds: float, *processes: Process) -> None:
    """Time goes by, and everybody beats."""
    for _ in range(round(seconds * 1000 / BEAT_MS)):
        for one in processes:
            one.clock.forward(BEAT_MS / 1000)
            one.presence.beat()


@pytest.mark.parametrize("ahead", [-3600, -60, 0, 60, 3600])
def test_clocks_that_differ_make_nobody_vanish(ahead: float) -> None:
    store = open_store("memory:")
    here, there = Process(store), Process(store, ahead)
    there.presence.arrived("Ann")
    later(5 * GRACE_MS / 1000, here, there)
    assert not here.presence.has_vanished("Ann")
    there.presence.gone("Ann")
    later(2 * GRACE_MS / 1000, here, there)
    assert here.presence.has_vanished("Ann")


def test_those_of_a_process_that_has_died_have_vanished() -> None:
    store = open_store("memory:")
    here, there = Process(store), Process(store)
    there.presence.arrived("Ann")
    later(GRACE_MS / 1000, here, there)
    assert not here.presence.has_vanished("Ann")
    later(2 * GRACE_MS / 1000, here)
    assert here.presence.has_vanished("Ann")


def test_a_beat_that_was_lost_or_not_does_not_silence_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store breaks off after it has written: the next beat is written over that one."""
    store = open_store("memory:")
    here, there = Process(store), Process(store)
    there.presence.arrived("Ann")
    later(BEAT_MS / 1000, here, there)
    put = store.put

    def breaks_off(document: object) -> None:
        put(document)  # type: ignore[arg-type]
        raise UncertainError

    with monkeypatch.context() as patch:
        patch.setattr(store, "put", breaks_off)
        with pytest.raises(UncertainError):
            later(BEAT_MS / 1000, there)
    later(5 * GRACE_MS / 1000, here, there)
    assert not here.presence.has_vanished("Ann")
