"""The floor as a service: who may do what, money between bankrolls and tables, calls, restarts, several processes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from floors import BETS, START, Hall, done

from pitboss.errors import PitbossError
from pitboss.floor.archive import Archive
from pitboss.floor.audit_records import Filter, listed
from pitboss.floor.betting_timer import PATIENCE_MS
from pitboss.floor.console import Desk
from pitboss.floor.floor import BUY_IN, Floor
from pitboss.floor.people import BANKROLL, NotAllowedError, Person
from pitboss.floor.presence import GRACE_MS
from pitboss.floor.requests import KINDS, Request
from pitboss.floor.status import stands
from pitboss.games import games
from pitboss.journal.codec import decode
from pitboss.journal.replay import replay
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import KeyReusedError, open_store
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.verify import verify
from pitboss.table.commands import Role

GAMES = sorted(BETS)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Hall]:
    """A floor on a file."""
    hall = Hall(open_store(f"sqlite:///{tmp_path / 'floor.db'}"))
    yield hall
    hall.close()


def staff(hall: Hall, role: Role) -> Person:
    return hall.floor.people.accept(hall.floor.people.invite(role, f"Some {role}"))


def money(hall: Hall) -> dict[str, int]:
    return hall.store.balances()


# --- the first start, rounds -----------------------------------------------------------------------------------------


def test_the_first_start_opens_one_table_of_each_game(hall: Hall) -> None:
    assert [live.rules.game.name for live in hall.floor.tables] == list(games())
    assert all(live.state.open for live in hall.floor.tables)
    hall.again()
    assert len(hall.floor.tables) == len(games())


@pytest.mark.parametrize("calls", range(2 * len(games()) + 2))
def test_a_first_start_that_was_broken_off_is_finished_by_the_next(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    left = iter(range(calls))

    def until_killed(call: Callable[..., None]) -> Callable[..., None]:
        def called(*arguments: Any, **more: Any) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt
            call(*arguments, **more)

        return called

    with monkeypatch.context() as patch:
        for name in ("create", "append", "put"):
            patch.setattr(store, name, until_killed(getattr(store, name)))
        with pytest.raises(KeyboardInterrupt):
            Floor(store)
    hall = Hall(store)
    assert [live.rules.game.name for live in hall.floor.tables] == list(games())
    hall.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_lone_player_plays_without_waiting_for_anybody(hall: Hall, game: str) -> None:
    live, people = hall.seated(game)
    for _ in range(12):
        hall.play(live, people)
    assert live.state.rounds == 12
    lines = list(hall.store.lines(live.name))
    assert verify(lines).ok
    assert second_opinion(lines).disagreement is None
    sitting = live.sittings[people[0].name]
    assert sitting.rounds == 12
    assert sitting.net == live.table.chips(people[0].name) - BUY_IN


def test_what_is_won_and_lost_goes_back_to_the_bankroll(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    assert money(hall)[ann.purse] == BANKROLL - BUY_IN
    hall.play(live, [ann])
    chips = live.table.chips(ann.name)
    done(hall.ask(ann, live, "Leave"))
    assert money(hall)[ann.purse] == BANKROLL - BUY_IN + chips
    assert sum(money(hall).values()) == 0


def test_nobody_buys_in_for_more_than_the_bankroll(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    before = live.state, money(hall)
    with pytest.raises(PitbossError, match="bankroll"):
        hall.ask(ann, live, "BuyIn", amount=BANKROLL)
    assert (live.state, money(hall)) == before
    done(hall.ask(ann, live, "BuyIn", amount=BANKROLL - BUY_IN))


def test_a_seat_that_is_taken_costs_nothing(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    bob = hall.player()
    outcome = hall.floor.sit(bob, live.name, live.state.seat_of(ann.name))
    assert outcome.refusal is not None
    assert money(hall)[bob.purse] == BANKROLL
    assert live.state.seat_of(bob.name) is None


def test_a_full_table_says_so(hall: Hall) -> None:
    live, _ = hall.seated("top-five", 6)
    with pytest.raises(PitbossError, match="every seat"):
        hall.floor.sit(hall.player(), live.name)


# --- the call --------------------------------------------------------------------------------------------------------


def test_the_dealer_waits_a_little_for_the_others(hall: Hall) -> None:
    live, (ann, bob) = hall.seated("top-five", 2)
    hall.bet(ann, live)
    done(hall.floor.ready(ann, live.name))
    assert live.state.playing is None
    call = hall.floor.call(live)
    assert call is not None
    assert call.ready == (ann.name,)
    hall.clock.forward(PATIENCE_MS / 1000 - 1)
    hall.floor.tick()
    assert live.state.rounds == 0
    hall.clock.forward(1)
    hall.floor.tick()
    assert live.table.round.positions == (live.state.seat_of(ann.name),)
    assert bob.name in live.state.seats.values()


def test_when_everybody_is_ready_the_cards_come_at_once(hall: Hall) -> None:
    live, people = hall.seated("uth", 3)
    for person in people:
        hall.bet(person, live)
        assert live.state.playing is None
        done(hall.floor.ready(person, live.name))
    assert live.state.playing is not None


def test_being_ready_without_a_wager_or_with_half_of_one_is_refused_with_what_is_missing(hall: Hall) -> None:
    live, (ann, bob) = hall.seated("uth", 2)
    assert hall.floor.ready(ann, live.name).refusal
    hall.bet(bob, live)
    assert "place your wagers" in (hall.floor.ready(ann, live.name).refusal or {})["message"]
    done(hall.ask(ann, live, "Bet", position=live.state.seat_of(ann.name), wager="ante", amount=1000))
    assert "blind" in (hall.floor.ready(ann, live.name).refusal or {})["message"]


def test_a_dealer_who_calls_by_hand_is_not_forestalled(hall: Hall) -> None:
    live, (ann,) = hall.seated("top-five")
    hall.floor.run_by_hand(live.name, ["NoMoreBets"])
    hall.bet(ann, live)
    done(hall.floor.ready(ann, live.name))
    hall.clock.forward(60)
    hall.floor.presence.seen(ann.name)
    hall.floor.tick()
    assert live.state.playing is None
    done(hall.ask(staff(hall, Role.DEALER), live, "NoMoreBets"))
    assert live.state.playing is not None


def test_steps_left_to_people_wait_for_them_and_go_on_by_themselves_when_given_back(hall: Hall) -> None:
    live, (ann,) = hall.seated("top-five")
    hall.floor.run_by_hand(live.name, ["Deal"])
    hall.bet(ann, live)
    done(hall.floor.ready(ann, live.name))
    assert live.table.due is not None
    assert live.table.due.command.__name__ == "Deal"
    hall.again()
    live = hall.table("top-five")
    assert live.table.due is not None
    assert live.table.due.command.__name__ == "Deal"
    hall.floor.run_by_hand(live.name, [])
    assert hall.asked(ann, live)
    with pytest.raises(PitbossError, match="not a step"):
        hall.floor.run_by_hand(live.name, ["Act"])


def test_staff_who_shuffle_by_hand_send_no_order(hall: Hall) -> None:
    live, (ann,) = hall.seated("top-five")
    hall.floor.run_by_hand(live.name, ["Shuffle"])
    dealer = staff(hall, Role.DEALER)
    hall.play(live, [ann])
    assert live.table.due is not None
    given = dict(live.table.due.given)
    with pytest.raises(NotAllowedError):
        hall.ask(dealer, live, "Shuffle", **given, order=list(range(52)), salt="00")
    done(hall.ask(dealer, live, "Shuffle", **given))
    hall.play(live, [ann])


# --- who may -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "command", "arguments"),
    [
        (Role.PLAYER, "ForeignCard", {}),
        (Role.PLAYER, "NoMoreBets", {}),
        (Role.PLAYER, "Correct", {"player": "x", "amount": 5, "reason": "gift"}),
        (Role.PLAYER, "Deal", {}),
        (Role.AUDITOR, "OpenTable", {"floor": ["x"]}),
        (Role.AUDITOR, "ForeignCard", {}),
    ],
)
def test_what_is_not_theirs_to_do_is_refused_before_the_table_hears_of_it(
    hall: Hall, role: Role, command: str, arguments: dict[str, Any]
) -> None:
    live, (ann,) = hall.seated("uth")
    person = ann if role is Role.PLAYER else staff(hall, role)
    before = live.state
    with pytest.raises(NotAllowedError):
        hall.ask(person, live, command, **arguments)
    assert live.state is before


def test_a_player_cannot_speak_for_another_or_as_staff(hall: Hall) -> None:
    live, (ann, bob) = hall.seated("uth", 2)
    hall.bet(ann, live)
    seat = live.state.seat_of(ann.name)
    assert hall.ask(bob, live, "Bet", position=seat, wager="ante", amount=2000).refusal
    with pytest.raises(NotAllowedError):
        hall.floor.request(ann, live.name, Request("Bet", {"position": 1}, role=Role.FLOOR))
    with pytest.raises(NotAllowedError):
        hall.ask(ann, live, "Leave", by=["player", bob.name])


def test_dealers_do_not_supervise(hall: Hall) -> None:
    live = hall.table("uth")
    dealer = staff(hall, Role.DEALER)
    refusal = hall.ask(dealer, live, "CloseTable").refusal
    assert refusal is not None
    assert refusal["code"] == "wrong-person"
    done(hall.ask(staff(hall, Role.FLOOR), live, "CloseTable"))
    assert not live.state.open


def test_staff_do_not_play(hall: Hall) -> None:
    with pytest.raises(NotAllowedError):
        hall.floor.sit(staff(hall, Role.FLOOR), "1")


def test_arguments_that_make_no_sense_are_said_to_be_unreadable(hall: Hall) -> None:
    live = hall.table("uth")
    floor = staff(hall, Role.FLOOR)
    before = live.state
    for name in KINDS:
        with pytest.raises(PitbossError) as caught:
            hall.ask(floor, live, name, nonsense=1)
        assert caught.value.code == "malformed"
    assert live.state is before


# --- keys and versions -----------------------------------------------------------------------------------------------


def test_a_command_sent_again_with_its_key_gets_its_first_answer_and_is_done_once(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    buy = Request("BuyIn", {"amount": 5000}, key="one")
    first = done(hall.floor.request(ann, live.name, buy))
    chips = live.table.chips(ann.name)
    hall.ask(ann, live, "Tip", amount=100)
    assert hall.floor.request(ann, live.name, buy) == first
    assert live.table.chips(ann.name) == chips - 100


def test_a_refusal_is_a_first_answer_too(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    tip = Request("Tip", {"amount": BUY_IN + 1}, key="tip")
    first = hall.floor.request(ann, live.name, tip)
    assert first.refusal
    done(hall.ask(ann, live, "BuyIn", amount=5000))
    assert hall.floor.request(ann, live.name, tip) == first


def test_another_body_under_a_used_key_is_refused(hall: Hall) -> None:
    live, (ann, bob) = hall.seated("uth", 2)
    done(hall.floor.request(ann, live.name, Request("BuyIn", {"amount": 5000}, key="one")))
    with pytest.raises(KeyReusedError):
        hall.floor.request(ann, live.name, Request("BuyIn", {"amount": 6000}, key="one"))
    done(hall.floor.request(bob, live.name, Request("BuyIn", {"amount": 6000}, key="one")))


def test_who_decided_on_an_old_version_is_told_the_present_one(hall: Hall) -> None:
    live, (ann, bob) = hall.seated("uth", 2)
    version = live.state.version
    done(hall.floor.request(ann, live.name, Request("Tip", {"amount": 100}, version=version)))
    late = hall.floor.request(bob, live.name, Request("Tip", {"amount": 100}, version=version))
    assert late.is_stale
    assert late.version == live.state.version > version


def test_many_at_once_on_one_table_lose_and_double_nothing(kept: Hall) -> None:
    """64 clients tip a dollar, each as often as it takes to get it in with the right version."""
    live, people = kept.seated("uth", 6)
    failures: list[BaseException] = []

    def client(number: int) -> None:
        person = people[number % 6]
        try:
            for tries in range(2000):
                request = Request("Tip", {"amount": 100}, version=live.state.version, key=f"{number} {tries}")
                if not kept.floor.request(person, live.name, request).is_stale:
                    return
            raise AssertionError("never got through")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert live.state.books["tips"] == 64 * 100
    assert verify(list(kept.store.lines(live.name))).ok


# --- restarts, several processes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_restart_goes_on_in_mid_round_with_every_wager_where_it_was(kept: Hall, game: str) -> None:
    live, people = kept.seated(game, 2)
    for _ in range(3):
        kept.play(live, people)
    for person in people:
        kept.bet(person, live)
    for person in people:
        done(kept.floor.ready(person, live.name))
    before, sittings = live.state, live.sittings
    kept.again()
    live = kept.table(game)
    assert live.state == before
    assert live.sittings == sittings
    assert live.state.playing is not None
    while live.state.playing:
        kept.answer(next(person for person in people if kept.asked(person, live)), live)
    kept.play(live, people)


def test_a_long_day_is_loaded_from_a_snapshot_and_equals_the_journal(kept: Hall) -> None:
    live, people = kept.seated("hi-lo", amount=BANKROLL)
    while kept.store.snapshot(live.name) is None:
        kept.play(live, people)
    kept.play(live, people)
    before, sittings = live.state, live.sittings
    kept.again()
    live = kept.table("hi-lo")
    assert live.state == before == replay(decode(line, 1) for line in kept.store.lines(live.name))
    assert live.sittings == sittings


def test_two_processes_on_one_store_conduct_one_table(hall: Hall) -> None:
    other = Floor(hall.store, hall.clock)
    live, (ann,) = hall.seated("uth")
    there = other.table(live.name)
    hall.bet(ann, live)
    done(other.ready(ann, live.name))
    for _ in range(6):
        if live.state.playing:
            hall.answer(ann, live)
        there.catch_up()
        live.catch_up()
    assert live.state == there.state
    assert there.sittings == live.sittings
    assert verify(list(hall.store.lines(live.name))).ok
    other.close()


# --- people who go ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R30", "T5-R33", "PK-R54", "HL-R53")
@pytest.mark.parametrize("game", GAMES)
def test_a_vanished_player_does_not_hold_up_the_others(hall: Hall, game: str) -> None:
    live, (ann, bob) = hall.seated(game, 2)
    for person in (ann, bob):
        hall.bet(person, live)
    for person in (ann, bob):
        done(hall.floor.ready(person, live.name))
    hall.floor.presence.arrived(bob.name)
    hall.clock.forward(GRACE_MS / 1000)
    for _ in range(20):
        hall.floor.tick()
        if live.state.playing and hall.asked(bob, live):
            hall.answer(bob, live)
    assert live.state.playing is None
    assert live.state.seat_of(ann.name) is None
    assert live.state.seat_of(bob.name) is not None
    hand = next(hand for hand in live.table.round.hands.values() if hand.player == ann.name)
    assert hand.departed
    hall.play(live, [bob])


def test_who_walked_away_finds_the_chips_at_the_table(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    hall.bet(ann, live)
    done(hall.floor.ready(ann, live.name))
    hall.clock.forward(GRACE_MS / 1000)
    for _ in range(10):
        hall.floor.tick()
    assert live.state.seat_of(ann.name) is None
    kept = live.state.books[f"held:{ann.name}"]
    assert kept == BUY_IN - 2000
    done(hall.floor.sit(ann, live.name, amount=0))
    assert live.table.chips(ann.name) == kept


def test_who_vanishes_between_rounds_takes_everything_along(hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    hall.bet(ann, live)
    hall.clock.forward(GRACE_MS / 1000)
    hall.floor.tick()
    assert live.state.seat_of(ann.name) is None
    assert money(hall)[ann.purse] == BANKROLL


def test_who_is_connected_elsewhere_has_not_vanished(hall: Hall) -> None:
    other = Floor(hall.store, hall.clock)
    live, (ann,) = hall.seated("uth")
    other.presence.arrived(ann.name)
    for _ in range(12):
        hall.clock.forward(11)
        other.tick()
        hall.floor.tick()
    assert live.state.seat_of(ann.name) is not None
    other.presence.gone(ann.name)
    hall.clock.forward(GRACE_MS / 1000 + 11)
    hall.floor.tick()
    assert live.state.seat_of(ann.name) is None
    other.close()


def test_time_never_runs_backwards_at_a_table(hall: Hall) -> None:
    live, people = hall.seated("uth")
    hall.clock.forward(-3600)
    hall.play(live, people)
    times = [decode(line, 1).at for line in hall.store.lines(live.name)]
    assert times == sorted(times)
    assert times[-1] >= START


# --- attestations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("HL-R65", "PK-R76", "T5-R87", "UTH-R90")
def test_a_round_that_a_person_attests_waits_for_it_at_the_desk(hall: Hall, game: str) -> None:
    live, people = hall.seated(game)
    floor, dealer = staff(hall, Role.FLOOR), staff(hall, Role.DEALER)
    options = {**live.rules.terms.plain(), "attestations": "demanded"}
    done(hall.ask(floor, live, "PostSubmission", game=live.rules.game.name, options=options, displayed=True))
    desk = Desk(hall.floor)
    (steps,) = (group["steps"] for group in desk.table(live, floor)["steps"] if group["group"] == "Settlement")
    assert {"name": "Attest", "says": "Attest the dealing"} in steps
    hall.floor.run_by_hand(live.name, ["Attest"])
    hall.bet(people[0], live)
    done(hall.floor.ready(people[0], live.name))
    while hall.asked(people[0], live):
        hall.answer(people[0], live)
    due = desk.table(live, dealer)["due"]
    assert (due["command"], due["may"], due["left"]) == ("Attest", True, True)
    assert due["says"].startswith("Attest the dealing: ")
    assert stands(live.rules, live.state) == "Duties to be attested"
    report = next(one for one in desk.table(live, floor)["reports"] if one.name == "dealers-breach")
    said = {field.name: field.start or "seen by surveillance" for field in report.fields}
    done(hall.ask(floor, live, report.command, **report.given, **said))
    if live.state.playing:
        done(hall.ask(dealer, live, due["command"], **due["given"]))
    assert live.state.playing is None
    told = [one["title"] for one in listed(Archive(hall.store, live.name), Filter(kind="irregularities"))["records"]]
    assert "Breach reported" in told
