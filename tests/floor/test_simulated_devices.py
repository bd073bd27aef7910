"""Rounds at physical tables whose devices fail: none gets stuck, nothing is paid wrongly, both verifiers agree.

A long run: `PITBOSS_LONG=1 python -m pytest -s tests/floor/test_simulated_devices.py` plays 10,000 rounds; another
number is a count of rounds.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, NamedTuple

import pytest
from floors import Hall
from meddlers import TABLES
from physical import Physical

from pitboss.floor.device_messages import Kind
from pitboss.floor.simulated_devices import FAULTS
from pitboss.games.common import DEALING, HAND, SHUFFLING
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify

RATE = 0.05
ROUNDS = 25
OFTEN = 0.3
"""How often something goes wrong in the short runs, so that every fault strikes."""


class Tally(NamedTuple):
    """What came of some rounds."""

    rounds: int
    void: int
    struck: Counter[str]
    told: Counter[str]
    waits: Counter[str]


def kinds_at(options: dict[str, Any]) -> tuple[Kind, ...]:
    shuffler = (Kind.SHUFFLER,) if options.get(SHUFFLING) == "automated" else ()
    shoe = (Kind.SHOE,) if options.get(DEALING) != HAND else ()
    return (*shuffler, *shoe, Kind.READER, Kind.DISPLAY)


def played(game: str, way: str, seed: int, rounds: int, rate: float, seats: int = 3) -> Tally:
    """Rounds at a table with all its devices; afterwards its journal is verified twice."""
    hall = Hall()
    options = TABLES[game, way]
    session = Physical(hall, game, options, kinds_at(options), seats, seed, rate)
    void = 0
    for _ in range(rounds):
        session.play()
        void += bool(session.live.state.round and session.live.state.round.void)
    lines = list(hall.store.lines(session.live.name))
    assert verify(lines, hall.store.head(session.live.name)[1]).fault is None
    second = second_opinion(lines)
    assert (second.disagreement, second.rounds) == (None, rounds)
    hall.close()
    struck: Counter[str] = Counter()
    for device, simulated in session.devices:
        struck.update({f"{device.kind}: {fault}": times for fault, times in simulated.struck.items()})
    return Tally(rounds, void, struck, session.told, session.waits)


@pytest.mark.clause("UTH-15(g)", "UTH-R87", "UTH-R91", "HL-R62", "PK-R73", "T5-R85", "UTH-R86")
@pytest.mark.parametrize(("game", "way"), TABLES, ids=[f"{game}, {way}" for game, way in TABLES])
def test_rounds_end_and_are_paid_rightly_though_devices_fail(game: str, way: str) -> None:
    tally = played(game, way, 1, ROUNDS, OFTEN)
    kinds = {one.partition(":")[0] for one in tally.struck}
    assert kinds == set(kinds_at(TABLES[game, way]))


def _wanted() -> int:
    asked = int(os.environ.get("PITBOSS_LONG") or 0)
    return 10_000 if asked == 1 else asked


@pytest.mark.skipif(not _wanted(), reason="PITBOSS_LONG=1 plays 10,000 rounds")
def test_rounds_end_and_are_paid_rightly_in_the_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    rounds, void, seed = 0, 0, 100
    struck, told, waits = Counter[str](), Counter[str](), Counter[str]()
    while rounds < _wanted():
        for game, way in TABLES:
            tally = played(game, way, seed, 50, RATE, seats=1 + seed % 6)
            rounds, void = rounds + tally.rounds, void + tally.void
            for all_, one in ((struck, tally.struck), (told, tally.told), (waits, tally.waits)):
                all_.update(one)
        seed += 1
    if rounds >= 10_000:
        assert set(struck) == {f"{kind}: {fault}" for kind in Kind for fault in FAULTS[kind]}
    with capsys.disabled():
        print(f"\n{rounds:,} rounds, {void:,} void, faults at rate {RATE}")  # noqa: T201
        for name, counted in (("faults", struck), ("answers", told), ("put right by people", waits)):
            print(f"{name}: " + ", ".join(f"{what} {times:,}" for what, times in counted.most_common()))  # noqa: T201
