"""What a device says becomes what the rules know; its silence and nonsense become what they have for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from felts import AUTOMATED, BY_CARD, Felt, Sender
from floors import Hall

from pitboss.cards import notation
from pitboss.errors import PitbossError
from pitboss.floor.card_readings import Entry
from pitboss.floor.console import Desk
from pitboss.floor.device_messages import OF_KIND, Kind
from pitboss.floor.devices import MOST_DEVICES, Enrolment
from pitboss.floor.floor import Floor
from pitboss.floor.people import NotAllowedError
from pitboss.floor.scenes import scene
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Role
from pitboss.table.rules import FAULT, PRESENT

MESSAGES: dict[str, dict[str, Any]] = {
    "status": {},
    "finished": {"deck": "red"},
    "loaded": {"deck": "red"},
    "dispensed": {"cards": 2},
    "faces": {"faces": [{"face": "Qd", "confidence": 1.0}]},
    "jam": {},
    "cleared": {},
}
COUNTING = {**AUTOMATED, "shuffler_counts": True}


def warned(hall: Hall, felt: Felt) -> list[str]:
    tables = Desk(hall.floor).overview(felt.session.floorperson)["tables"]
    (line,) = (line for line in tables if line["table"] == felt.live.name)
    return [warning["says"] for warning in line["warnings"]]


# --- enrolment -------------------------------------------------------------------------------------------------------


def test_a_device_is_let_in_by_its_key_alone_and_the_key_is_kept_nowhere(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    assert hall.floor.devices.by_key(shuffler.key) == shuffler.device
    secret = shuffler.key.partition(".")[2]
    assert not any(secret in str(document) for kind in ("device", "device-heard") for document in hall.store.all(kind))
    for wrong in ("", "x", shuffler.key[:-1], shuffler.key + "x", f"{shuffler.device.id}.", f".{secret}", "é.é"):
        with pytest.raises(PitbossError, match="this key opens nothing"):
            hall.floor.devices.by_key(wrong)
    hall.floor.devices.revoke(felt.live.name, shuffler.device.id)
    with pytest.raises(PitbossError, match="have the floor enrol the device"):
        hall.floor.devices.by_key(shuffler.key)
    assert hall.floor.attendant.lines(felt.live) == []


def test_a_table_has_so_many_devices_each_with_a_name_of_its_own(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    felt.enrol(Kind.READER, "Eye 0")
    with pytest.raises(PitbossError, match="is here already"):
        felt.enrol(Kind.SHOE, "EYE 0")
    for number in range(1, MOST_DEVICES):
        felt.enrol(Kind.READER, f"Eye {number}")
    with pytest.raises(PitbossError, match="revoke one first"):
        felt.enrol(Kind.READER, "One more")
    with pytest.raises(PitbossError, match="1 to 32 printable"):
        hall.floor.devices.enrol("1", Enrolment(Kind.SHOE, "\n"), felt.session.floorperson)
    with pytest.raises(PitbossError, match="no device of this table"):
        hall.floor.devices.revoke("1", hall.floor.devices.of(felt.live.name)[0].id)


# --- numbers ---------------------------------------------------------------------------------------------------------


def test_a_repeated_message_is_answered_as_before_and_done_once(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    first = shoe.say("dispensed", cards=2)
    version = felt.live.state.version
    assert shoe.send(type="dispensed", seq=1, cards=2, at=5) == first
    shoe.say("dispensed", cards=2)
    after = felt.live.state.version
    assert shoe.send(type="dispensed", seq=1, cards=2) == first
    hall.again()
    shoe.hall = hall
    assert shoe.send(type="dispensed", seq=1, cards=2) == first
    assert hall.floor.table(felt.live.name).state.version == after > version
    with pytest.raises(PitbossError, match="take number 3"):
        shoe.send(type="dispensed", seq=2, cards=3)


def test_a_number_that_is_left_out_is_noted_and_one_that_comes_too_late_is_refused(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    shoe.say("status")
    shoe.seq = 4
    assert shoe.say("status").missed == 3
    assert hall.floor.attendant.lines(felt.live)[0]["missed"] == 3
    with pytest.raises(PitbossError, match="too late, after 5"):
        shoe.send(type="jam", seq=3)
    assert felt.live.state.devices.get("automated-shoe", PRESENT) == PRESENT
    hello = shoe.send(type="hello", protocol=1)
    assert (hello.next, hello.heartbeat) == (6, shoe.device.silence // 3)
    with pytest.raises(PitbossError, match="version 1 of the protocol"):
        shoe.send(type="hello", protocol=2)


@pytest.mark.parametrize("kind", Kind)
def test_a_key_is_for_one_kind_of_message(hall: Hall, kind: Kind) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    device = felt.enrol(kind)
    own = {one.__struct_config__.tag for one in OF_KIND[kind]}
    for name, more in MESSAGES.items():
        before = felt.live.state
        if name in own:
            device.say(name, **more)
        else:
            with pytest.raises(NotAllowedError, match=f"a {kind} does not say '{name}'"):
                device.send(type=name, seq=99, **more)
            assert felt.live.state is before


# --- the shuffler ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-4(a).1", "UTH-R91")
def test_a_shuffle_is_finished_by_the_shuffler(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Shuffle)
    hello = shuffler.send(type="hello", protocol=1)
    assert hello.asked
    assert (hello.asked.step, hello.asked.deck) == ("shuffle", "red")
    before = felt.live.state.version
    assert shuffler.say("finished", deck="red", count=52).asked is None
    (moment,) = felt.live.since(before)
    assert (type(moment.event).__name__, moment.by) == ("DeckShuffled", "device:the shuffler")


@pytest.mark.clause("UTH-4(a).3")
def test_a_deck_that_comes_out_of_the_shuffler_was_put_into_it(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    while felt.due.given.get("step") != "into-shuffler":
        felt.session.go_on()
    before = felt.live.state.version
    assert shuffler.say("finished", deck="red").refusal is None
    assert felt.happened(before) == ["DeckHandled", "DeckShuffled"]


@pytest.mark.clause("HL-40.9(f)-s2", "HL-R18")
@pytest.mark.parametrize(("count", "stays"), [(52, True), (51, False)])
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table(hall: Hall, count: int, stays: bool) -> None:
    felt = Felt(hall, "hi-lo", COUNTING)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Shuffle)
    shuffler.say("finished", deck="red", count=count)
    assert (felt.live.state.deck("red") is not None) is stays


def test_a_wrong_count_that_the_table_does_not_rely_on_is_told_to_the_floor(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Shuffle)
    assert shuffler.say("finished", deck="red", count=51).refusal is None
    assert "shuffler the shuffler counted 51 cards in the red deck: count it" in warned(hall, felt)


@pytest.mark.clause("UTH-R87", "UTH-15(e)", "UTH-R64")
@pytest.mark.parametrize(
    "message",
    [
        {"type": "jam", "what": "two cards at once"},
        {"type": "finished", "deck": "green", "count": 52},
        {"type": "loaded", "deck": "red"},
        {"type": "finished", "deck": "red", "count": "many"},
        {"type": "explode"},
        {"type": "dispensed", "cards": 2},
    ],
)
def test_a_shuffler_that_jams_or_talks_nonsense_while_it_is_needed_is_out_of_order(
    hall: Hall, message: dict[str, Any]
) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Shuffle)
    before = felt.live.state.version
    try:
        shuffler.send(seq=1, **message)
    except PitbossError as error:
        assert error.code in ("malformed", "wrong-device")
    assert felt.live.state.devices["shuffler"] == FAULT
    assert felt.happened(before)[:2] == ["FactReported", "DeviceChanged"]
    assert felt.due.command is c.DeviceStatus
    shuffler.seq = 1
    reply = shuffler.say("cleared")
    assert reply.refusal is None
    assert felt.live.state.devices["shuffler"] == PRESENT


@pytest.mark.clause("UTH-R65")
def test_a_device_that_the_floor_has_taken_away_does_not_bring_itself_back(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.session.table.do(c.DeviceStatus, felt.session.floorperson.actor, device="shuffler", status="marked")
    reply = shuffler.say("cleared")
    assert reply.refusal
    assert "the floor brings it back" in reply.refusal["message"]
    assert felt.live.state.devices["shuffler"] == "marked"


def test_nonsense_of_a_device_that_is_not_needed_is_a_warning_and_nothing_more(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Act)
    before = felt.live.state
    reply = shuffler.say("finished", deck="red")
    assert reply.refusal
    assert felt.live.state is before
    (warning,) = (one for one in warned(hall, felt) if one.startswith("shuffler the shuffler"))
    assert "finished" in warning
    shuffler.say("status")
    assert warning in warned(hall, felt)
    shuffler.say("cleared")
    assert not any("the shuffler" in one for one in warned(hall, felt))


# --- silence ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R87", "UTH-15(e)", "UTH-R64")
def test_a_shuffler_that_is_needed_and_says_nothing_for_a_minute_is_out_of_order(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Shuffle)
    for _ in range(4):
        hall.floor.tick()
        hall.clock.forward(40)
        shuffler.say("status", state="shuffling")
    hall.floor.tick()
    assert "shuffler" not in felt.live.state.devices
    hall.clock.forward(59)
    hall.floor.tick()
    assert "shuffler" not in felt.live.state.devices
    hall.clock.forward(1)
    hall.floor.tick()
    assert felt.live.state.devices["shuffler"] == FAULT
    assert any("said nothing for 60 seconds" in str(moment.event) for moment in felt.last)
    assert any("entered by watch" in moment.by for moment in felt.last)


def test_a_device_that_is_not_needed_may_be_silent_and_the_floor_sees_it(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    for kind in Kind:
        felt.enrol(kind).say("status")
    felt.until(c.Act)
    before = felt.live.state
    for _ in range(5):
        hall.clock.forward(60)
        hall.floor.tick()
    assert felt.live.state is before
    assert sum("said nothing for" in one for one in warned(hall, felt)) == len(Kind)


@pytest.mark.clause("UTH-15(g)", "UTH-R53")
def test_an_automated_shoe_that_falls_silent_in_the_deal_voids_the_round(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE, silence=30)
    felt.until(c.Deal)
    shoe.say("dispensed", cards=2)
    for _ in range(2):
        hall.floor.tick()
        hall.clock.forward(30)
    hall.floor.tick()
    assert felt.live.state.round.void  # type: ignore[union-attr]


# --- the shoe --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-9(b)(1)")
def test_each_stack_of_an_automated_shoe_goes_to_the_next_place(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    reply = shoe.send(type="hello", protocol=1)
    assert reply.asked
    assert (reply.asked.step, reply.asked.cards) == ("deal", 2)
    for dealt in (1, 2, 3):
        assert shoe.say("dispensed", cards=2).refusal is None
        assert felt.live.state.round.dealt == dealt  # type: ignore[union-attr]
    assert felt.due.command is not c.Deal
    before = felt.live.state
    assert shoe.say("dispensed", cards=2).refusal
    assert felt.live.state is before


@pytest.mark.clause("UTH-R78", "UTH-15(d).1", "UTH-R86")
@pytest.mark.parametrize(("found", "is_void"), [(3, True), (2, False)])
def test_a_stack_that_the_shoe_counts_wrong_is_counted_again_by_the_dealer(
    hall: Hall, found: int, is_void: bool
) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    assert shoe.say("dispensed", cards=3).refusal is None
    assert felt.due.command is c.HandCount
    first = felt.due.given["position"]
    felt.count(found)
    assert bool(felt.live.state.round.hands[first].void) is is_void  # type: ignore[union-attr]


@pytest.mark.clause("UTH-15(c)", "UTH-R86")
def test_cards_from_a_manual_shoe_go_where_they_are_due_and_one_too_many_was_drawn_in_error(hall: Hall) -> None:
    felt = Felt(hall, "uth", BY_CARD)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    for _ in range(6):
        assert shoe.say("dispensed", cards=1).refusal is None
    round_ = felt.live.state.round
    assert round_
    assert [len(hand.cards) for hand in round_.hands.values()] == [2, 2, 2]
    assert felt.last[-1].by == "dealer:dealer (entered by the shoe)"
    before = felt.live.state.version
    shoe.say("dispensed", cards=1)
    assert "FactReported" in felt.happened(before)
    assert any("gave out 1 more than was dealt" in one for one in warned(hall, felt))


@pytest.mark.clause("UTH-10(f).1")
def test_a_burned_card_is_told_by_the_shoe_and_the_flop_waits_for_its_faces(hall: Hall) -> None:
    felt = Felt(hall, "uth", BY_CARD)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Burn)
    shoe.say("dispensed", cards=4)
    assert felt.due.command is c.DealCommunity
    assert len(felt.live.state.round.burned) == 1  # type: ignore[union-attr]
    assert not any("more than was dealt" in one for one in warned(hall, felt))


@pytest.mark.clause("UTH-10(f).1")
def test_a_shoe_that_is_slower_than_the_dealer_does_nothing_twice(hall: Hall) -> None:
    felt = Felt(hall, "uth", BY_CARD)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    shoe.say("dispensed", cards=2)
    felt.until(c.Act)
    before = felt.live.state
    shoe.say("dispensed", cards=4)
    assert felt.live.state is before
    assert not any("more than was dealt" in one for one in warned(hall, felt))


# --- the reader ------------------------------------------------------------------------------------------------------


def reading_of(felt: Felt) -> dict[str, Any] | None:
    found: dict[str, Any] | None = scene(felt.hall.floor, felt.live, felt.session.dealer)["reading"]
    return found


@pytest.mark.clause("UTH-R91")
def test_with_the_last_face_the_cards_are_turned_up(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader = felt.enrol(Kind.READER)
    felt.until(c.DealCommunity)
    faces = felt.truth()
    asked = reader.send(type="hello", protocol=1).asked
    assert asked
    assert (asked.step, asked.cards, asked.lie) == ("read", 3, felt.due.open["faces"].lie)  # type: ignore[union-attr]
    reader.read(faces[0])
    reply = reader.read(faces[1])
    assert reply.asked
    assert reply.asked.given == (1, 2)
    found = reading_of(felt)
    assert found
    assert (found["command"], found["faces"][2], found["doubtful"]) == ("DealCommunity", None, ())
    reader.read(faces[2])
    assert len(felt.live.state.round.board) == 3  # type: ignore[union-attr]
    assert felt.last[-1].by == "dealer:dealer (entered by the reader)"
    assert reading_of(felt) is None


@pytest.mark.clause("UTH-R91")
def test_a_face_that_a_reader_is_not_sure_of_waits_for_a_person_or_for_a_better_look(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader = felt.enrol(Kind.READER, confidence=0.8)
    felt.until(c.DealCommunity)
    faces = felt.truth()
    reader.read(faces[0], sure=0.79)
    reader.read(faces[1], sure=0.8)
    reply = reader.read(faces[2], sure=0.5)
    assert reply.asked
    assert reply.asked.doubtful == (1, 3)
    assert felt.due.command is c.DealCommunity
    assert reader.read(faces[0]).refusal  # nothing says which card it is
    reader.read(faces[0], place=1)
    assert felt.due.command is c.DealCommunity
    outcome = hall.floor.attendant.enter(felt.live, felt.session.dealer, Entry(place=3, face=faces[2]))
    assert outcome.refusal is None
    assert len(felt.live.state.round.board) == 3  # type: ignore[union-attr]
    assert felt.last[-1].by == f"dealer:{felt.session.dealer.name}"


@pytest.mark.clause("UTH-R91")
def test_a_face_that_cannot_be_is_not_taken_and_only_the_dealer_hears_why(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader = felt.enrol(Kind.READER)
    felt.until(c.DealCommunity)
    flop = felt.truth()
    reader.read(*flop)
    felt.until(c.DealCommunity)
    for wrong in (flop[1], "Zz", ""):
        before = felt.live.state
        reply = reader.read(wrong)
        assert reply.refusal == {
            "code": "face-not-taken", "message": "this face is not taken: the dealer sees why", "clause": None,
        }  # fmt: skip
        assert felt.live.state is before
        assert b"community" not in msgspec.json.encode(reply.refusal)
        found = reading_of(felt)
        assert found
        assert found["refused"]
    free = felt.truth()
    reader.read(free[0])
    reply = reader.read(free[0])
    assert reply.refusal
    found = reading_of(felt)
    assert found
    assert "card 1 of this step" in found["refused"]


@pytest.mark.clause("UTH-R91")
def test_the_dealer_undoes_a_face_or_begins_again(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader, dealer, attendant = felt.enrol(Kind.READER), felt.session.dealer, hall.floor.attendant
    felt.until(c.DealCommunity)
    faces = felt.truth()
    reader.read(faces[0], faces[1])
    attendant.enter(felt.live, dealer, Entry(undo=True))
    found = reading_of(felt)
    assert found
    assert [face is None for face in found["faces"]] == [False, True, True]
    attendant.enter(felt.live, dealer, Entry(reset=True))
    assert reading_of(felt) is None
    for entry in (Entry(), Entry(undo=True, reset=True), Entry(place=4, face="Qd"), Entry(place=1, face="Zz")):
        with pytest.raises(PitbossError):
            attendant.enter(felt.live, dealer, entry)
    auditor = hall.floor.people.accept(hall.floor.people.invite(Role.AUDITOR, "A. Udit"))
    with pytest.raises(NotAllowedError, match="the dealer reads the cards"):
        attendant.enter(felt.live, auditor, Entry(reset=True))


@pytest.mark.clause("UTH-R91")
def test_faces_of_a_step_that_is_over_are_forgotten(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader = felt.enrol(Kind.READER)
    felt.until(c.DealCommunity)
    reader.read(felt.truth()[0])
    felt.until(c.Reveal)  # the dealer enters the flop by hand
    assert reading_of(felt) is None
    assert reader.read("Qd", "Qd").refusal


@pytest.mark.clause("PK-R78")
def test_faces_that_were_read_go_with_what_the_player_picks(hall: Hall) -> None:
    felt = Felt(hall, "pik-it", AUTOMATED, players=1)
    reader = felt.enrol(Kind.READER)
    felt.until(c.Pick)
    hand = felt.live.state.round.hands[1]  # type: ignore[union-attr]
    picked = [felt.session.shadow.faces((card,))[0] for card in hand.cards[:3]]
    reader.read(*notation(picked).split())
    assert felt.due.command is c.Pick
    command = c.Pick(by=felt.session.dealer.actor, at=felt.live.now(), position=1, places=(1, 2, 3))
    told = hall.floor.attendant.with_reading(felt.live, command)
    assert isinstance(told, c.Pick)
    assert told.faces == tuple(picked)


def test_readings_are_for_the_staff_and_no_device_is_told_a_card(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    senders = [felt.enrol(kind) for kind in Kind]
    reader = senders[list(Kind).index(Kind.READER)]
    felt.until(c.DealCommunity)
    faces = felt.truth()
    reader.read(*faces[:2])
    player = hall.player()
    assert "reading" not in scene(hall.floor, felt.live, player)
    assert "reading" not in scene(hall.floor, felt.live, None)
    for sender in senders:
        told = msgspec.json.encode(sender.say("status")).decode()
        assert not any(face in told for face in faces)


def test_a_table_that_the_software_deals_takes_no_cards_from_devices(hall: Hall) -> None:
    live = hall.table("uth")
    person = hall.floor.people.accept(hall.floor.people.invite(Role.FLOOR, "Flo"))
    for kind, name in ((Kind.SHUFFLER, "finished"), (Kind.SHOE, "dispensed"), (Kind.READER, "faces")):
        sender = Sender(hall, *hall.floor.devices.enrol(live.name, Enrolment(kind, f"one {kind}"), person))
        before = live.state
        assert sender.say(name, **MESSAGES[name]).refusal
        assert live.state is before


# --- more than one process -------------------------------------------------------------------------------------------


def test_a_device_that_another_process_hears_is_not_silent(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    felt.until(c.Shuffle)
    other = Floor(hall.store, hall.clock)
    for number in range(1, 6):
        hall.floor.tick()
        other.tick()
        hall.clock.forward(40)
        other.attendant.hear(shuffler.device, msgspec.json.encode({"type": "status", "seq": number}))
    hall.floor.tick()
    assert "shuffler" not in felt.live.state.devices
    for _ in range(3):
        hall.clock.forward(60)
        hall.floor.tick()
    assert felt.live.state.devices["shuffler"] == FAULT
    other.close()


def test_a_table_is_as_it_was_if_a_command_cannot_even_be_made(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    felt.until(c.Shuffle)
    before, journal = felt.live.state, len(list(hall.store.lines(felt.live.name)))

    def make() -> Iterator[c.Command]:
        yield c.Tip(by=Actor(Role.PLAYER, "Player 1"), at=felt.live.now(), amount=100)
        raise PitbossError("odd", "the next one cannot be")

    with pytest.raises(PitbossError, match="cannot be"):
        felt.live.carry_out(make)
    assert felt.live.state is before
    felt.session.go_on()
    shuffled = list(hall.store.lines(felt.live.name))[journal:]
    assert not any("TipGiven" in line or '"tip' in line for line in shuffled)
