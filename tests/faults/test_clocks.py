"""Clocks that jump, both ways, and clocks that are put forward and back twice a year."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest
from blotter import Blotter, times
from floors import BETS, START, Clock, Hall, done
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import GAMES, play, table_of
from servers import KINDS, new_url
from starlette.requests import HTTPConnection

from pitboss.floor.betting_timer import PATIENCE_MS
from pitboss.floor.floor import Floor
from pitboss.floor.people import BANKROLL, INVITATION_MS, NotAllowedError, Person
from pitboss.floor.requests import Request
from pitboss.floor.scenes import scene
from pitboss.floor.shift_totals import HOURS, Daybook, shift_of
from pitboss.journal.codec import decode
from pitboss.journal.disputes import rounds_of, summary
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import Answer, open_store
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.stores.store import KEPT
from pitboss.journal.verify import verify
from pitboss.table import commands as c
from pitboss.table.commands import LATEST, Role
from pitboss.table.rules import Refusal
from pitboss.table.table import FLOOR, Table
from pitboss.web.sessions import STAFF_MS, Sessions

SECOND, HOUR, DAY = 1.0, 3600.0, 86_400.0
TABLE = "1"
JUMPS = [
    -30 * 365 * DAY, -DAY, -HOUR, -SECOND, SECOND, HOUR, DAY, 30 * 365 * DAY,
    -20_000 * DAY, 20_000 * DAY,
]  # fmt: skip
ZONES = {
    "UTC": "UTC0",
    "New York": "EST5EDT,M3.2.0,M11.1.0",
    "Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
    "Havana, at midnight": "CST5CDT,M3.2.0/0,M11.1.0/1",
    "Santiago, at the end of the day": "<-04>4<-03>,M9.1.6/24,M4.1.6/24",
    "Lord Howe, by half an hour": "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    "Kathmandu": "<+0545>-5:45",
}
CHANGES = [
    (2026, 3, 8), (2026, 11, 1), (2026, 3, 29), (2026, 10, 25), (2026, 9, 5), (2026, 4, 4), (2026, 10, 4), (2026, 4, 5),
]  # fmt: skip
"""Days on which a clock is put forward or back somewhere."""


@pytest.fixture
def zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """The clock on the wall of another place."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = ZONES[request.param]
    time.tzset()
    yield
    os.environ.pop("TZ")
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


# --- jumps -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "the clock jumps before, between and in the middle of rounds, by a second to 55 years, both ways",
    "a floor",
    "every round is played to its end, no record is earlier than the one before it, both verifiers agree",
)
@pytest.mark.parametrize("game", sorted(BETS))
def test_rounds_go_on_whatever_the_clock_does(game: str, blotter: Blotter) -> None:
    rng = random.Random(game)
    hall = Hall()
    live, people = hall.seated(game, 2, amount=BANKROLL)
    rounds = times(12, 120)
    for _ in range(rounds):
        for person in people:
            if live.table.chips(person.name) < 20_000:
                hall.floor.people.top_up(person)
                hall.ask(person, live, "BuyIn", amount=BANKROLL)
        for step in range(3):
            hall.clock.now = max(1, START + round(rng.choice(JUMPS) * 1000)) if rng.random() < 0.6 else hall.clock.now
            if step == 0:
                for person in people:
                    hall.bet(person, live)
            elif step == 1:
                for person in people:
                    hall.presence_of(person)
                    done(hall.floor.ready(person, live.name))
            else:
                while live.state.playing:
                    if rng.random() < 0.3:
                        hall.clock.now = max(1, START + round(rng.choice(JUMPS) * 1000))
                        blotter.add()
                    hall.answer(next(person for person in people if hall.asked(person, live)), live)
            blotter.add()
    assert live.state.rounds == rounds
    lines = list(hall.store.lines(live.name))
    ats = [decode(line).at for line in lines]
    assert all(one <= other for one, other in pairwise(ats))
    assert verify(lines).ok
    assert second_opinion(lines).disagreement is None
    assert len([summary(played) for played in rounds_of(decode(line, 1) for line in lines)]) == rounds
    hall.close()


@pytest.mark.fault(
    "the clock jumps back or forward between commands",
    "a table of the library with a clock of its own",
    "its time stands still or goes on, never back; the journal verifies",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_never_goes_back_in_time(game: str, blotter: Blotter) -> None:
    rng, journal = random.Random(7), Journal()

    def clock() -> int:
        blotter.add()
        return max(START + round(rng.choice(JUMPS[:6]) * 1000), 0)

    table = Table.of(game, clock=clock, record=journal.append)
    for number in range(3):
        table.sit(f"P{number + 1}", 100_000_000)
    play(table, times(4, 40))
    lines = [line for _, line in journal.lines()]
    ats = [record.at for record in journal]
    assert ats == sorted(ats)
    assert verify(lines, journal.head).ok
    assert second_opinion(lines).disagreement is None


@pytest.mark.fault(
    "commands from before 1970, after the year 9999, and long before the last one",
    "a table",
    "what is no time is refused, and so is an earlier one; the table goes on",
)
def test_a_command_with_an_impossible_time_is_refused(blotter: Blotter) -> None:
    table = table_of("uth")
    for at in (-1, -(10**30), LATEST, 10**30):
        answer = table.try_(c.CloseTable(by=FLOOR, at=at))
        assert isinstance(answer, Refusal)
        assert answer.code == "malformed"
        assert "since 1970" in answer.message
        blotter.add()
    for at in (table.state.at, LATEST - 1):
        assert not isinstance(
            table.try_(c.DeviceStatus(by=FLOOR, at=at, device="cover-card", status="present")), Refusal
        )
        blotter.add()
    for at in (0, 5, LATEST - 2):
        answer = table.try_(c.DeviceStatus(by=FLOOR, at=at, device="cover-card", status="present"))
        assert isinstance(answer, Refusal)
        assert answer.code == "clock"
        blotter.add()
    play(table, 1)


@pytest.mark.fault(
    "the clock jumps by more than the hours a deck may be used",
    "a floor, in all games",
    "the autodealer brings new cards, and the next round is played with them",
)
@pytest.mark.parametrize("game", sorted(BETS))
def test_cards_that_have_had_their_hours_are_replaced(game: str, blotter: Blotter) -> None:
    hall = Hall()
    live, (ann,) = hall.seated(game)
    hall.play(live, [ann])
    for days in (2, 1000):
        hall.clock.forward(days * DAY)
        hall.presence_of(ann)
        hall.play(live, [ann])
        blotter.add()
    assert live.state.rounds == 3
    assert verify(list(hall.store.lines(live.name))).ok
    hall.close()


@pytest.mark.fault(
    "the clock jumps while the dealer waits for players",
    "the call of a round",
    "everybody has the usual time, neither more nor less, and is told how much is left",
)
@pytest.mark.parametrize("jump", [-DAY, -HOUR, -20.0, -5.0, -0.5, 0.5, 5.0, HOUR, 1000 * DAY])
def test_the_dealer_waits_as_long_as_always(jump: float, blotter: Blotter) -> None:
    store, wall, steady = MemoryStore(), Clock(), Clock()
    with closing(Floor(store, wall, steady)) as floor:
        ann, bob = betting(floor), betting(floor)
        live = floor.table(TABLE)
        done(floor.ready(ann, TABLE))
        wall.forward(jump)
        for second in range(PATIENCE_MS // 1000):
            floor.tick()
            assert live.state.playing is None
            told = scene(floor, live, bob)
            assert told["call"]["until"] - told["at"] == PATIENCE_MS - 1000 * second
            for clock in (wall, steady):
                clock.forward(1)
        floor.tick()
        assert live.state.playing
    blotter.add()


@pytest.mark.fault(
    "the clocks of two servers differ by a second to a day",
    "the call of a round, answers that are kept, records",
    "everybody has the usual time at both; a repetition is known at both; no record is earlier than the one before it",
)
@pytest.mark.parametrize("ahead", [-0.9 * DAY, -HOUR, -180.0, -1.0, 1.0, 180.0, HOUR, 0.9 * DAY])
def test_two_servers_whose_clocks_differ(ahead: float, blotter: Blotter) -> None:
    store, clocks = MemoryStore(), (Clock(), Clock())
    clocks[1].forward(ahead)
    with closing(Floor(store, clocks[0])) as here, closing(Floor(store, clocks[1])) as there:
        ann, bob = betting(here), betting(there)
        live = here.table(TABLE)
        asked = Request("BuyIn", {"amount": 100}, key="once")
        first = here.request(ann, TABLE, asked)
        done(there.request(bob, TABLE, Request("Tip", {"amount": 100}, key="another")))
        assert there.request(ann, TABLE, asked) == here.request(ann, TABLE, asked) == first
        done(here.ready(ann, TABLE))
        waited = 0
        while live.state.playing is None:
            for floor, clock in zip((here, there), clocks, strict=True):
                floor.table(TABLE).catch_up()
                floor._heard(f"call/{TABLE}", 1)
                told = scene(floor, floor.table(TABLE), bob)
                if told["call"]:
                    assert told["call"]["until"] - told["at"] == max(0, PATIENCE_MS - 1000 * waited)
                for person in (ann, bob):
                    floor.presence.seen(person.name)
                floor.tick()
                clock.forward(1)
            live.catch_up()
            waited += 1
        assert waited == PATIENCE_MS // 1000 + 1
        ats = [decode(line).at for line in store.lines(TABLE)]
        assert ats == sorted(ats)
    blotter.add()


def betting(floor: Floor) -> Person:
    """Somebody at the table who has bet."""
    person = floor.people.welcome()
    done(floor.sit(person, TABLE))
    live = floor.table(TABLE)
    bets = {"position": live.state.seat_of(person.name), "wagers": list(BETS[live.rules.game.short].items())}
    done(floor.request(person, TABLE, Request("PlaceBets", bets)))
    return person


@pytest.mark.fault(
    "the clock was far ahead once, and is right again",
    "answers that are kept, in each store",
    "those of more than a day ago are dropped as before: they do not become more without end",
)
@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_dropped_after_a_clock_was_ahead(kind: str, blotter: Blotter, tmp_path: Path) -> None:
    with open_store(new_url(kind, tmp_path)) as store:
        store.create("T")
        hours = [0, 1000 * 24, *range(1, times(60, 24 * 14))]
        for hour in hours:
            store.remember("T", Answer(f"{hour}", "", b"", START + hour * 3_600_000))
            blotter.add()
        left = [hour for hour in hours if store.answer("T", f"{hour}")]
    assert set(left) == {1000 * 24, *range(hours[-1] - 24, hours[-1] + 1)}


@pytest.mark.fault(
    "the clock jumps both ways",
    "sessions and links of the staff",
    "they end by the clock there is; one from the far future is not taken; going back gives nobody more than a shift",
)
def test_sessions_and_links_end_whatever_the_clock_does(hall: Hall, blotter: Blotter) -> None:
    people, sessions = hall.floor.people, Sessions(hall.floor)
    dee = people.accept(people.invite(Role.DEALER, "Dee"))
    headers = [(b"authorization", f"Bearer {sessions.token(dee)}".encode())]
    sent = HTTPConnection({"type": "http", "headers": headers})
    for jump, is_in in [(0, True), (STAFF_MS, True), (STAFF_MS + 1, False), (-STAFF_MS, True), (-STAFF_MS - 1, False)]:
        hall.clock.now = START + jump
        assert (sessions.person(sent) is not None) == is_in
        blotter.add()
    hall.clock.now = START
    for jump, works in [(-INVITATION_MS, True), (INVITATION_MS, True), (INVITATION_MS + 1, False)]:
        hall.clock.now = START
        link = people.invite(Role.DEALER, "Dee")
        hall.clock.now = START + jump
        if works:
            assert people.accept(link).name == "Dee"
        else:
            with pytest.raises(NotAllowedError, match="no longer"):
                people.accept(link)
        blotter.add()


@pytest.mark.fault(
    "the clock jumps between a command and its repetition, by less than a day",
    "a floor",
    "the repetition gets the first answer",
)
def test_a_repeated_command_is_known_after_a_jump(blotter: Blotter) -> None:
    for jump in (-1000 * DAY, -HOUR, HOUR, KEPT / 1000 - 1):
        hall = Hall()
        live, (ann,) = hall.seated("uth")
        asked = Request("BuyIn", {"amount": 100}, key="once")
        first = hall.floor.request(ann, live.name, asked)
        hall.clock.forward(jump)
        done(hall.floor.request(ann, live.name, Request("Tip", {"amount": 100}, key="another")))
        assert hall.floor.request(ann, live.name, asked) == first
        hall.close()
        blotter.add()


# --- daylight saving -------------------------------------------------------------------------------------------------

MOMENTS = st.integers(946_684_800_000, 2_208_988_800_000) | st.builds(
    lambda day, ms: int(datetime(*day).timestamp() * 1000) + ms,
    st.sampled_from(CHANGES),
    st.integers(-86_400_000, 2 * 86_400_000),
)


@pytest.mark.fault(
    "the clock is put forward and back, at night, at midnight, by an hour and by half of one",
    "shifts of the floor's reports",
    "three shifts a day by the clock on the wall; none is split, none overlaps another",
)
@pytest.mark.parametrize("zone", ZONES, indirect=True)
def test_a_shift_is_one_shift_when_the_clock_is_changed(zone: None, blotter: Blotter) -> None:
    @settings(max_examples=times(150, 3000))
    @given(MOMENTS, st.integers(0, 2 * 86_400_000))
    def holds(at: int, later: int) -> None:
        start, other = shift_of(at), shift_of(at + later)
        assert start <= at
        assert shift_of(start) == start
        assert start <= other
        assert (start == other) == (_on_the_wall(at) == _on_the_wall(at + later))
        blotter.add()

    holds()


def _on_the_wall(at: int) -> tuple[int, int, int, int]:
    then = time.localtime(at / 1000)
    return then.tm_year, then.tm_mon, then.tm_mday, then.tm_hour // HOURS


@pytest.mark.fault(
    "a night with a change of the clock is played through, hour by hour",
    "a table's daybook",
    "every round is counted once, in its shift",
)
@pytest.mark.parametrize("zone", ["New York", "Havana, at midnight"], indirect=True)
@pytest.mark.parametrize("day", CHANGES[:2])
def test_rounds_of_a_night_are_counted_once(zone: None, day: tuple[int, int, int], blotter: Blotter) -> None:
    hall = Hall()
    live, (ann,) = hall.seated("hi-lo")
    hall.clock.now = max(START, int(datetime(*day).timestamp() * 1000) + 365 * 86_400_000 * (day[1] < 10))
    shifts = set()
    for hour in range(26):
        hall.presence_of(ann)
        if live.table.chips(ann.name) < 20_000:
            hall.floor.people.top_up(ann)
            hall.ask(ann, live, "BuyIn", amount=20_000)
        hall.play(live, [ann])
        shifts.add(shift_of(hall.clock.now))
        hall.clock.forward(HOUR)
        assert live.state.rounds == hour + 1
        blotter.add()
    book = Daybook(hall.store, live)
    assert sum(book.shift(start).rounds for start in shifts) == 26
    hall.close()
