"""Commands that come twice, out of order, or late: each is carried out once, on the table that its sender saw."""

from __future__ import annotations

import itertools
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from blotter import Blotter, times
from desks import answer, assert_sound, play_rounds, raised
from floors import BETS, Hall, done
from servers import KINDS, new_url

from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable, Outcome
from pitboss.floor.people import BANKROLL, Person
from pitboss.floor.requests import Request
from pitboss.journal.codec import decode
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import KeyReusedError, StaleError, Store, UsedKeyError, open_store
from pitboss.journal.verify import verify
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.rules import Refusal
from pitboss.table.table import Table

T = TypeVar("T")


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """One of each kind."""
    with open_store(new_url(request.param, tmp_path)) as opened:
        yield opened


# --- stores ----------------------------------------------------------------------------------------------------------


class Sent(NamedTuple):
    """What one command writes."""

    number: int
    expected: int
    lines: list[str]
    head: str

    def arrive(self, store: Store) -> Any:
        """What the store says to it."""
        given = answer(f"command {self.number}", digest=str(self.number))
        return raised(lambda: store.append("T", expected=self.expected, lines=self.lines, head=self.head, answer=given))


def sent_in_a_round() -> list[Sent]:
    """Everything that is written in a round, in its order."""
    journal, sent = Journal(), list[Sent]()

    def record(command: Command, events: tuple[Event, ...]) -> None:
        before = len(journal)
        journal.append(command, events)
        lines = [line for _, line in journal.lines()][before:]
        sent.append(Sent(len(sent), before, lines, journal.head))

    play_rounds(record)
    return sent


@pytest.mark.fault(
    "commands come twice, too early, too late and in any order",
    "stores in memory, in SQLite and in PostgreSQL",
    "each is written once, in its place, or refused as stale; the journal is as without",
)
def test_a_journal_is_the_same_however_often_and_in_whatever_order_commands_come(
    store: Store, blotter: Blotter
) -> None:
    rng, sent = random.Random(7), sent_in_a_round()
    store.create("T")
    told: Counter[str] = Counter()
    written = 0
    while written < len(sent):
        one = sent[min(len(sent) - 1, max(0, written + rng.choice((-9, -2, -1, -1, 0, 0, 1, 2, 9))))]
        said = one.arrive(store)
        if said is None:
            assert one.number == written
            written += 1
        else:
            told[said[0]] += 1
            assert said[0] == ("UsedKeyError" if one.number < written else "StaleError")
            blotter.add()
    assert set(told) == {UsedKeyError.__name__, StaleError.__name__}
    assert_sound(store, "T")
    assert list(store.lines("T")) == [line for one in sent for line in one.lines]


@pytest.mark.fault(
    "a key is used for another command",
    "stores in memory, in SQLite and in PostgreSQL",
    "refused: nothing is written under a key that stands for something else",
)
def test_a_key_stands_for_one_command(store: Store, blotter: Blotter) -> None:
    sent = sent_in_a_round()
    store.create("T")
    for one in sent[: times(20, 60)]:
        assert one.arrive(store) is None
        head = store.head("T")
        with pytest.raises(KeyReusedError):
            store.append(
                "T", expected=head[0], lines=["x"], head="x", answer=answer(f"command {one.number}", digest="another")
            )
        assert store.head("T") == head
        blotter.add()


# --- a table of the library ------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "commands with a version that is past, or not yet",
    "a table of the library",
    "refused as stale with the version there is; nothing changes",
)
def test_a_command_for_another_version_is_refused(blotter: Blotter) -> None:
    import msgspec

    versions: list[tuple[int, Command]] = []
    journal = Journal()

    def record(command: Command, events: tuple[Event, ...]) -> None:
        versions.append((len(journal), command))
        journal.append(command, events)

    table = play_rounds(record)
    state = table.state
    for version, command in versions:
        for wrong in {version, version + 1, state.version - 1, state.version + 1, -1, 10**20} - {state.version}:
            said = table.try_(msgspec.structs.replace(command, version=wrong))
            assert isinstance(said, Refusal)
            assert said.code == "stale"
            assert str(state.version) in said.message
            blotter.add()
    assert table.state is state
    again = Table.resume(state)
    assert again.state == state


# --- the floor -------------------------------------------------------------------------------------------------------


class Nervous:
    """A player behind a bad line: everything is sent several times, and old messages arrive again."""

    def __init__(self, hall: Hall, live: LiveTable, person: Person, rng: random.Random) -> None:
        self.hall, self.live, self.person, self.rng = hall, live, person, rng
        self.sent: list[tuple[Request, Outcome]] = []
        self.faults = 0

    def floor(self) -> Floor:
        return self.hall.floor

    def ask(self, command: str, **arguments: Any) -> Outcome:
        key = f"{len(self.sent)}"
        request = Request(command, arguments, self.live.state.version, key)
        outcome = self.floor().request(self.person, self.live.name, request)
        assert outcome.refusal is None, outcome.refusal
        self.sent.append((request, outcome))
        for _ in range(self.rng.randint(1, 3)):
            self._again(*self.rng.choice(self.sent[-6:]))
        self._late(request)
        return outcome

    def _again(self, request: Request, first: Outcome) -> None:
        """The same message once more, now or much later: the first answer, and nothing happens."""
        before = self.live.state
        assert self.floor().request(self.person, self.live.name, request) == first
        assert self.live.state is before
        self.faults += 1

    def _late(self, request: Request) -> None:
        """A message of its own that was decided on an older table: refused, and remembered as refused."""
        if self.live.state.version == request.version:
            return
        late = Request(request.command, request.arguments, request.version, f"late {len(self.sent)} {self.faults}")
        before = self.live.state
        said = self.floor().request(self.person, self.live.name, late)
        assert said.is_stale
        assert self.floor().request(self.person, self.live.name, late) == said
        assert self.live.state is before
        self.faults += 2

    def play(self) -> None:
        self.ask("PlaceBets", position=1, wagers=list(BETS[self.live.rules.game.short].items()))
        self.floor().ready(self.person, self.live.name)
        while asked := self.hall.asked(self.person, self.live):
            move = asked[0]
            given = dict(move.given)
            for name, bounds in move.open.items():
                given[name] = list(range(1, bounds.number + 1))  # type: ignore[union-attr]
            self.ask(move.command.__name__, **given)


@pytest.mark.fault(
    "every request comes several times, old ones again much later, and some were decided on an older table",
    "a floor, on each store",
    "a repeated one gets its first answer, a late one is refused as stale; both verifiers agree",
)
@pytest.mark.parametrize("game", ["uth", "pik-it"])
def test_a_player_behind_a_bad_line_plays_each_round_once(game: str, store: Store, blotter: Blotter) -> None:
    hall = Hall(store)
    live, (ann,) = hall.seated(game)
    player = Nervous(hall, live, ann, random.Random(7))
    rounds = times(3, 12)
    for _ in range(rounds):
        player.play()
    assert live.state.rounds == rounds
    lines = list(store.lines(live.name))
    assert verify(lines, store.head(live.name)[1]).ok
    assert second_opinion(lines).disagreement is None
    assert sum(store.balances().values()) == 0
    keys = [decode(line).key for line in lines]
    assert len({key for key in keys if key}) == len(player.sent)
    hall.again()
    live = player.live = hall.floor.table(live.name)
    for request, first in player.sent:
        assert hall.floor.request(ann, live.name, request) == first
    blotter.add(player.faults + len(player.sent))
    hall.floor.close()


@pytest.mark.fault(
    "one request arrives many times at once",
    "a floor, on each store",
    "it is carried out once, and everybody gets the same answer",
)
def test_a_request_sent_many_times_at_once_is_carried_out_once(store: Store, blotter: Blotter) -> None:
    hall = Hall(store)
    live, (ann,) = hall.seated("uth")
    for number in range(times(4, 25)):
        chips, version = live.table.chips(ann.name), live.state.version
        request = Request("BuyIn", {"amount": 100}, key=f"at once {number}")
        said = at_once(12, partial(hall.floor.request, ann, live.name, request))
        assert len(said) == 12
        assert len({outcome.version for outcome in said}) == 1
        assert live.table.chips(ann.name) == chips + 100
        assert live.state.version == version + 1
        blotter.add(12)
    assert verify(list(store.lines(live.name))).ok
    hall.floor.close()


@pytest.mark.fault(
    "play money is asked for many times at once, on two servers",
    "a floor, on each store",
    "the bankroll is filled up once",
)
def test_a_bankroll_is_filled_up_once(store: Store, blotter: Blotter) -> None:
    hall = Hall(store)
    with closing(Floor(store, hall.clock)) as other:
        live, (ann,) = hall.seated("uth", amount=BANKROLL // 2)
        for number in range(times(3, 25)):
            people = itertools.cycle((hall.floor.people, other.people))
            added = at_once(8, lambda people=people: next(people).top_up(ann))  # type: ignore[misc]
            assert sorted(added) == [0] * 7 + [BANKROLL // 2 if not number else 100]
            assert store.balance(ann.purse) == BANKROLL
            done(hall.ask(ann, live, "BuyIn", amount=100))
            blotter.add(8)
    assert sum(store.balances().values()) == 0
    hall.floor.close()


def at_once(number: int, work: Callable[[], T]) -> list[T]:
    """What so many who do the same at once are told."""
    start, said = threading.Barrier(number), list[T]()

    def run() -> None:
        start.wait()
        said.append(work())

    threads = [threading.Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said
