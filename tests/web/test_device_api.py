"""Devices over the wire: who enrols and revokes them, what they may say, and that no message breaks anything."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient
from felts import AUTOMATED, Felt
from floors import Hall
from hypothesis import given, settings
from hypothesis import strategies as st
from serving import Clients, clients_of, served
from starlette.websockets import WebSocketDisconnect

from pitboss.cli import cli
from pitboss.errors import PitbossError
from pitboss.floor.device_line import Line, Wire, parse_line
from pitboss.floor.device_messages import Kind
from pitboss.floor.simulated_devices import SimulatedDevice
from pitboss.table import commands as c
from pitboss.table.rules import FAULT
from pitboss.web.app import create_app
from pitboss.web.guard import MOST_BYTES

ROLES = ("nobody", "player", "dealer", "floor", "auditor")


@pytest.fixture
def clients(hall: Hall) -> Iterator[Clients]:
    """A client for each role."""
    yield from clients_of(create_app(hall.floor, per_second=1e9, burst=1e9), hall)


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with TestClient(create_app(hall.floor, per_second=1e9, burst=1e9)) as client:
        yield client


def say(client: TestClient, key: str, message: Any) -> Any:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return client.post("/api/device", content=body, headers={"authorization": f"Bearer {key}"})


# --- enrolment -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_devices_are_for_the_floor_to_enrol_and_for_staff_to_see(clients: Clients, role: str) -> None:
    client, wanted = clients(role), {"kind": "reader", "name": "Eye"}
    assert client.get("/api/tables/1/devices").status_code == (200 if role in ("dealer", "floor", "auditor") else 403)
    made = client.post("/api/tables/1/devices", json=wanted)
    assert made.status_code == (201 if role == "floor" else 403)
    other = clients("floor").post("/api/tables/2/devices", json=wanted).json()["id"]
    for path in ("1", "2"):
        status = client.post(f"/api/tables/{path}/devices/{other}/revoke").status_code
        assert status == (403 if role != "floor" else 404 if path == "1" else 200)


@pytest.mark.parametrize(
    "wanted",
    [
        {"kind": "kettle", "name": "Eye"},
        {"kind": "reader", "name": ""},
        {"kind": "reader", "name": "Eye", "silence": 0},
        {"kind": "reader", "name": "Eye", "confidence": 1.5},
        {"kind": "reader", "name": "Eye", "table": "2"},
    ],
)
def test_what_cannot_be_a_device_is_refused_in_a_sentence(clients: Clients, wanted: dict[str, Any]) -> None:
    answer = clients("floor").post("/api/tables/1/devices", json=wanted)
    assert answer.status_code == 400
    assert answer.json()["message"]
    assert clients("floor").get("/api/tables/1/devices").json() == []
    assert clients("floor").post("/api/tables/77/devices", json={"kind": "shoe", "name": "S"}).status_code == 404


# --- messages --------------------------------------------------------------------------------------------------------


def test_a_device_speaks_over_http_by_its_key(client: TestClient, hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    with caplog.at_level(logging.DEBUG):
        hello = say(client, shoe.key, {"type": "hello", "protocol": 1})
        assert hello.status_code == 200
        assert hello.json()["asked"] == {"step": "deal", "cards": 2}
        assert say(client, shoe.key, {"type": "dispensed", "seq": 1, "cards": 2}).json()["next"] == 2
        odd = say(client, shoe.key, {"type": "dispensed", "seq": 2, "cards": 99})
    assert (odd.status_code, odd.json()["refusal"]["code"]) == (422, "impossible")
    assert shoe.key.partition(".")[2] not in caplog.text
    assert say(client, shoe.key, {"type": "finished", "seq": 3, "deck": "red"}).status_code == 403
    assert say(client, shoe.key, {"type": "jam", "seq": 2}).status_code == 409
    assert say(client, shoe.key, b"{").status_code == 400
    assert say(client, shoe.key, b" " * (MOST_BYTES + 1)).status_code == 413
    for key in ("", "x.y", shoe.key + "x"):
        assert say(client, key, {"type": "hello", "protocol": 1}).status_code == 401
    assert client.post("/api/device", json={"type": "hello", "protocol": 1}).status_code == 401


def test_a_key_is_no_session(client: TestClient, hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    headers = {"authorization": f"Bearer {felt.enrol(Kind.READER).key}"}
    for path in ("/api/me", f"/api/tables/{felt.live.name}/desk", "/api/staff"):
        assert client.get(path, headers=headers).status_code in (401, 403)
    command = {"command": "ForeignCard"}
    assert client.post(f"/api/tables/{felt.live.name}/commands", json=command, headers=headers).status_code == 401


def test_devices_have_the_limits_of_everybody(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    key = felt.enrol(Kind.SHOE).key
    with TestClient(create_app(hall.floor, per_second=0.001, burst=3)) as client:
        said = [say(client, key, {"type": "status", "seq": number}).status_code for number in range(1, 6)]
        assert said == [200, 200, 200, 429, 429]


def test_the_dealer_confirms_a_doubtful_face_over_http(clients: Clients, hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader = felt.enrol(Kind.READER)
    felt.until(c.DealCommunity)
    faces = felt.truth()
    reader.read(*faces, sure=0.1)
    path = f"/api/tables/{felt.live.name}/faces"
    assert clients("player").post(path, json={"reset": True}).status_code == 403
    for place, face in enumerate(faces, 1):
        assert clients("dealer").post(path, json={"place": place, "face": face}).status_code == 200
    assert len(felt.live.state.round.board) == 3  # type: ignore[union-attr]
    assert clients("dealer").post(path, json={"reset": True}).status_code == 400


# --- the live connection ---------------------------------------------------------------------------------------------


def test_a_device_hears_at_once_what_the_table_waits_for(client: TestClient, hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler = felt.enrol(Kind.SHUFFLER)
    with client.websocket_connect("/api/device/live", headers={"authorization": f"Bearer {shuffler.key}"}) as socket:
        assert socket.receive_json() == {"asked": None}
        felt.until(c.Shuffle)
        hall.floor._tell(felt.live.name)
        assert socket.receive_json() == {"asked": {"step": "shuffle", "deck": "red"}}
        socket.send_json({"type": "finished", "seq": 1, "deck": "red", "count": 52})
        told = [socket.receive_json(), socket.receive_json()]
        assert {"asked": None} in told
        assert any(one.get("seq") == 1 for one in told)
        socket.send_text("{")
        assert socket.receive_json()["error"]["code"] == "malformed"


def test_a_revoked_device_is_cut_off(client: TestClient, hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    one, other = felt.enrol(Kind.READER, "One"), felt.enrol(Kind.READER, "Other")
    headers = [{"authorization": f"Bearer {device.key}"} for device in (one, other)]
    with (
        client.websocket_connect("/api/device/live", headers=headers[0]) as cut,
        client.websocket_connect("/api/device/live", headers=headers[1]) as stays,
    ):
        cut.receive_json(), stays.receive_json()
        hall.floor.devices.revoke(felt.live.name, one.device.id)
        with pytest.raises(WebSocketDisconnect):
            cut.receive_json()
        stays.send_json({"type": "status", "seq": 1})
        assert stays.receive_json()["seq"] == 1
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/device/live", headers=headers[0]),
    ):
        pass
    assert say(client, one.key, {"type": "status", "seq": 1}).status_code == 401


@pytest.mark.clause("UTH-13(e).3")
def test_a_display_hears_what_it_shows_and_says_only_that_it_is_there(client: TestClient, hall: Hall) -> None:
    felt = Felt(hall, "uth", {**AUTOMATED, "cover_all": True, "cover_all_mode": True})
    display = felt.enrol(Kind.DISPLAY)
    with client.websocket_connect("/api/device/live", headers={"authorization": f"Bearer {display.key}"}) as socket:
        shown = socket.receive_json()["display"]
        assert (shown["table"], shown["screen"], shown["bets_open"]) == (felt.live.name, None, True)
        felt.until(c.Act)
        hall.floor._tell(felt.live.name)
        while socket.receive_json()["display"]["bets_open"]:
            pass
        socket.send_json({"type": "jam", "seq": 1})
        assert socket.receive_json()["error"]["code"] == "wrong-device"


# --- nonsense of any kind --------------------------------------------------------------------------------------------

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-5, 60)
    | st.floats(allow_nan=False)
    | st.sampled_from(["red", "Qd", "", "??", "x" * 300, "\0"])
)
FIELDS = ("seq", "at", "deck", "count", "cards", "faces", "place", "what", "state", "protocol", "face", "confidence")
READ = st.fixed_dictionaries({"face": st.sampled_from(["Qd", "Kc", "2h", "Zz"]), "confidence": st.floats(0, 1)})
WELL = st.fixed_dictionaries(
    {"seq": st.integers(1, 40)},
    optional={
        "deck": st.sampled_from(["red", "blue"]), "count": st.integers(-1, 60), "cards": st.integers(-1, 60),
        "faces": st.lists(READ, max_size=4), "place": st.integers(0, 6),
    },
)  # fmt: skip
TYPES = st.sampled_from(["hello", "status", "finished", "loaded", "dispensed", "faces", "jam", "cleared", "explode"])
MESSAGES = st.one_of(
    st.binary(max_size=40),
    st.dictionaries(st.sampled_from(FIELDS), SCALARS | st.lists(SCALARS, max_size=3)),
    WELL,
)


@pytest.mark.parametrize("kind", Kind)
def test_no_message_breaks_the_floor_or_is_half_carried_out(client: TestClient, hall: Hall, kind: Kind) -> None:
    felt = Felt(hall, "uth", AUTOMATED, players=1)
    felt.until(c.Shuffle)
    device = felt.enrol(kind)

    @given(steps=st.integers(0, 3), messages=st.lists(st.tuples(TYPES, MESSAGES), min_size=1, max_size=6))
    @settings(max_examples=60)
    def sent(steps: int, messages: list[tuple[str, Any]]) -> None:
        for _ in range(steps):
            if felt.live.state.playing is None and not felt.live.state.bets:
                felt.session.bet(felt.session.players[0])
            felt.session.go_on()
        for name, message in messages:
            before, last = felt.live.state, hall.floor.devices.heard(device.device.id)[0].last
            body = message if isinstance(message, bytes) else {"type": name, **message}
            if isinstance(body, dict) and type(body.get("seq")) is int:
                body["seq"] += last
            answer = say(client, device.key, body)
            assert answer.status_code < 500, answer.text
            state = felt.live.state
            assert sum(state.books.values()) == 0
            if answer.status_code != 200 and state is not before:  # all that follows then is a device out of order
                assert FAULT in state.devices.values()
                assert felt.happened(before.version)[:2] == ["FactReported", "DeviceChanged"]

    sent()


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("finished", "write it as finished DECK [COUNT]"),
        ("finished red many", "write it as finished DECK [COUNT]"),
        ("face Qd", "write it as face CARD CONFIDENCE [PLACE]"),
        ("face Qd sure", "write it as face CARD CONFIDENCE [PLACE]"),
        ("dispensed 1 2", "write it as dispensed CARDS"),
        ("clear all", "write it as clear"),
        ("boil", "there is no line 'boil'"),
    ],
)
def test_a_line_that_says_nothing_is_told_how_it_is_written(text: str, problem: str) -> None:
    with pytest.raises(PitbossError) as caught:
        parse_line(text)
    assert problem in caught.value.message


def run(address: str, key: str, *more: str, lines: str = "") -> Result:
    return CliRunner().invoke(cli, ["device", "--server", address, *more], input=lines, env={"PITBOSS_DEVICE_KEY": key})


def test_lines_become_messages_and_answers_become_lines(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    with served(create_app(hall.floor)) as address:
        result = run(
            address, shoe.key, lines="dispensed 2\n\nboil\ndispensed 2\ndispensed 2\ndispensed 2\nfinished red\n"
        )
        assert result.output.splitlines() == [
            f"table {felt.live.name}; deal 2 cards",
            "ok 1; deal 2 cards",
            "refused: there is no line 'boil'; there are finished, loaded, dispensed, face, jam, clear, status",
            "ok 2; deal 2 cards",
            "ok 3",
            "refused: no stack is due from the shoe",
            "refused: a shoe does not say 'finished': this key is for the shoe, a shoe",
        ]
        wrong = run(address, shoe.key + "x", lines="dispensed 2\n")
        assert isinstance(wrong.exception, PitbossError)
        assert "this key opens nothing" in str(wrong.exception)
        elsewhere = run(f"{address}/nowhere", shoe.key, lines="clear\n")
        assert elsewhere.output.splitlines()[-1] == "ok 5"


@pytest.mark.parametrize("server", ["ftp://floor", "http://", ""])
def test_an_address_that_is_none_is_told(server: str) -> None:
    result = run(server, "a.b")
    assert "name the floor's address" in str(result.exception)


def test_a_line_waits_for_a_floor_that_cannot_be_reached(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shoe = felt.enrol(Kind.SHOE)
    felt.until(c.Deal)
    said: list[str] = []
    with served(create_app(hall.floor)) as address:
        waited: list[float] = []

        def wait(seconds: float) -> None:
            waited.append(seconds)
            wire.address = address

        wire = Wire("http://localhost:9", shoe.key, said.append, wait)
        assert Line(wire).hello() == f"table {felt.live.name}; deal 2 cards"
    assert waited == [0.5]
    assert said[0].startswith("no answer from http://localhost:9: trying again")


def test_a_simulated_device_plays_at_a_running_floor(hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    shuffler, reader = felt.enrol(Kind.SHUFFLER), felt.enrol(Kind.READER)
    felt.until(c.Shuffle)
    with served(create_app(hall.floor)) as address:
        result = run(address, shuffler.key, "--simulate", "shuffler", "--pace", "0", "--steps", "1")
        assert '"type":"finished"' in result.output.splitlines()[-1]
        assert result.output.endswith("-> ok 1\n")
        felt.until(c.DealCommunity)
        result = run(address, reader.key, "--simulate", "reader", "--seed", "3", "--pace", "0", "--steps", "3")
        assert result.exception is None
    assert len(felt.live.state.round.board) == 3  # type: ignore[union-attr]


def test_simulated_faults_are_drawn_from_the_seed() -> None:
    from pitboss.floor.device_messages import Asked

    def messages(seed: int) -> list[bytes]:
        device = SimulatedDevice(Kind.SHOE, seed, 0.5)
        said: list[bytes] = []
        for _ in range(200):
            said += device.react(Asked("deal", cards=2))
            device.is_silent = False
        return said

    assert messages(1) == messages(1) != messages(2)


def test_the_interface_describes_devices(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()
    operation = described["paths"]["/api/device"]["post"]
    assert operation["security"] == [{"device": []}]
    assert {"Finished", "Dispensed", "Faces", "Reply", "Asked", "Enrolment"} <= set(described["components"]["schemas"])
