"""The interface for programs: sessions, limits, and that nothing gets past them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from floors import BETS, Hall
from starlette.websockets import WebSocketDisconnect

from pitboss.cards import parse
from pitboss.floor.people import BANKROLL
from pitboss.floor.requests import KINDS
from pitboss.table.commands import Role
from pitboss.web.app import create_app
from pitboss.web.guard import MOST_BYTES
from pitboss.web.sessions import COOKIE

ORIGIN = {"origin": "http://testserver"}
SEALED = ("order", "salt")


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with TestClient(create_app(hall.floor), headers=ORIGIN) as client:
        yield client


def bearer(client: TestClient) -> dict[str, str]:
    """A new player's token, as a program sends it."""
    return {"authorization": f"Bearer {client.post('/api/players').json()['token']}"}


def table_of(hall: Hall, game: str) -> str:
    return hall.table(game).name


def staff_client(hall: Hall, client: TestClient, role: Role) -> None:
    """From here on this client is a member of staff."""
    token = hall.floor.people.invite(role, f"Some {role}")
    assert client.post("/staff", data={"token": token}, follow_redirects=False).status_code == 303


# --- sessions --------------------------------------------------------------------------------------------------------


def test_opening_the_lobby_makes_a_player_with_a_cookie_no_script_can_read(client: TestClient) -> None:
    answer = client.get("/")
    cookie = answer.headers["set-cookie"].lower()
    assert answer.status_code == 200
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    me = client.get("/api/me").json()
    assert me["role"] == "player"
    assert me["purse"] == BANKROLL
    assert "set-cookie" not in client.get("/").headers


def test_over_tls_the_cookie_is_secure(hall: Hall) -> None:
    with TestClient(create_app(hall.floor), base_url="https://testserver") as client:
        assert "secure" in client.get("/").headers["set-cookie"].lower()


@pytest.mark.parametrize("token", ["", "x", "WyJhIiwwXQ.bad", "null"])
def test_a_forged_session_is_no_session(client: TestClient, token: str) -> None:
    client.cookies.set(COOKIE, token)
    assert client.get("/api/me").status_code == 401
    assert client.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 401


def test_a_session_that_was_ended_is_over(client: TestClient, hall: Hall) -> None:
    token = bearer(client)
    name = client.get("/api/me", headers=token).json()["name"]
    person = hall.floor.people.named(name)
    assert person is not None
    hall.floor.people.end_sessions(person)
    assert client.get("/api/me", headers=token).status_code == 401


def test_a_staff_link_begins_a_session_once_and_only_by_its_button(client: TestClient, hall: Hall) -> None:
    token = hall.floor.people.invite(Role.FLOOR, "K. Haddad")
    for _ in range(2):
        assert client.get(f"/staff/{token}").status_code == 200
    assert client.get("/floor").status_code == 403
    assert client.post("/staff", data={"token": token}, follow_redirects=False).status_code == 303
    assert client.get("/api/me").json()["role"] == "floor"
    assert client.post("/staff", data={"token": token}).status_code == 403


def test_a_staff_session_lasts_a_shift(client: TestClient, hall: Hall) -> None:
    staff_client(hall, client, Role.FLOOR)
    hall.clock.forward(15 * 3600)
    assert client.get("/api/me").status_code == 200
    hall.clock.forward(2 * 3600)
    assert client.get("/api/me").status_code == 401


# --- what gets in ----------------------------------------------------------------------------------------------------


def test_another_sites_page_cannot_make_a_browser_act(client: TestClient) -> None:
    client.get("/")
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        with TestClient(client.app, cookies=dict(client.cookies)) as other:
            assert other.post("/api/me/chips", headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/tables/1/live", headers={"origin": "https://evil.example"}),
    ):
        pass


def test_a_request_that_is_too_large_is_refused(client: TestClient) -> None:
    token = bearer(client)
    body = json.dumps({"command": "Tip", "arguments": {"amount": 1, "x": "y" * MOST_BYTES}})
    assert client.post("/api/tables/1/commands", content=body, headers=token).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1000 + 2):
            yield b" " * 1000

    assert client.post("/api/tables/1/commands", content=chunks(), headers=token).status_code == 413


def test_too_many_requests_are_slowed_down(hall: Hall) -> None:
    with TestClient(create_app(hall.floor, per_second=1, burst=5), headers=ORIGIN) as client:
        token = bearer(client)
        answers = [client.post("/api/me/chips", headers=token).status_code for _ in range(10)]
    assert answers[:5] == [200] * 5
    assert answers[-1] == 429


def test_new_players_come_at_a_pace(hall: Hall) -> None:
    with TestClient(create_app(hall.floor, arrivals=0.1), headers=ORIGIN) as client:
        answers = [client.post("/api/players").status_code for _ in range(5)]
    assert answers == [201, 201, 201, 429, 429]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables/99/commands", {"command": "Tip", "arguments": {"amount": 100}}, 404),
        ("/api/tables/1/commands", {"command": "Tipp"}, 400),
        ("/api/tables/1/commands", {"command": "Tip", "arguments": {"amount": "much"}}, 400),
        ("/api/tables/1/commands", {"command": "Tip", "arguments": {"amount": 100}, "who": "me"}, 400),
        ("/api/tables/1/commands", [], 400),
        ("/api/tables/1/commands", {"command": "NoMoreBets"}, 403),
        ("/api/tables/1/commands", {"command": "Tip", "arguments": {"amount": 100}}, 422),
        ("/api/tables/1/commands", {"command": "Tip", "arguments": {"amount": 100}, "version": 0}, 409),
        ("/api/tables/1/sit", {"position": 99}, 422),
        ("/api/tables/1/sit", {"amount": 10**15}, 422),
        ("/api/tables/1/sit", {"amount": 10**6}, 400),
        ("/api/me/name", {"name": ""}, 400),
    ],
)
def test_mistakes_are_answered_with_a_sentence_and_change_nothing(
    client: TestClient, hall: Hall, path: str, body: Any, status: int
) -> None:
    token = bearer(client)
    before = [live.state for live in hall.floor.tables]
    answer = client.post(path, json=body, headers=token)
    assert answer.status_code == status, answer.text
    said = answer.json()
    assert (said.get("refusal") or said)["message"]
    assert [live.state for live in hall.floor.tables] == before


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 5000])
def test_bytes_that_are_not_json_are_said_to_be_unreadable(client: TestClient, body: bytes) -> None:
    assert client.post("/api/tables/1/commands", content=body, headers=bearer(client)).status_code == 400


def test_what_is_refused_by_the_rules_names_its_clause(client: TestClient) -> None:
    said = client.post(
        "/api/tables/1/commands", json={"command": "Leave", "arguments": {}}, headers=bearer(client)
    ).json()
    assert said["refusal"]["clause"]
    assert said["version"] > 0


# --- what goes out ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/tables/1", "/api/tables", "/api/me", "/nowhere", "/static/base.css"])
def test_every_answer_tells_browsers_what_not_to_do(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_inline_script_and_name_no_other_host(client: TestClient) -> None:
    for path in ("/", "/tables/1", "/games", "/staff/x"):
        text = client.get(path).text
        assert "<script>" not in text
        assert " onclick=" not in text
        outside = [part[:40] for part in text.split("http")[1:] if not part.startswith("://www.w3.org/")]
        assert not outside, path


def test_what_is_missing_is_a_page_for_people_and_json_for_programs(client: TestClient) -> None:
    page, data = client.get("/tables/99"), client.get("/api/tables/99")
    assert page.status_code == data.status_code == 404
    assert "no table" in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert data.json()["code"] == "no-table"


def test_the_interface_describes_itself(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()
    assert "/api/tables/{table}/commands" in described["paths"]
    schemas = described["components"]["schemas"]
    assert {"Request", "Bet", "Act", "SetHand", "Seating"} <= set(schemas)
    read = {
        name: part["properties"]["faces"] for name, part in schemas.items() if "faces" in part.get("properties", {})
    }
    read = {name: faces for name, faces in read.items() if name in KINDS}
    assert len(read) > 5
    assert all(f"Qd is {parse('Qd')[0]}, As is {parse('As')[0]}" in faces["description"] for faces in read.values())


# --- live ------------------------------------------------------------------------------------------------------------


def test_a_round_over_the_live_connection(client: TestClient, hall: Hall) -> None:
    live = hall.table("top-five")
    with client.websocket_connect(f"/api/tables/{live.name}/live", headers=bearer(client)) as socket:
        scene = socket.receive_json()
        answers, scenes = {}, [scene]

        def wish(number: int, **what: Any) -> dict[str, Any]:
            socket.send_json({"id": number, **what})
            while number not in answers:
                message = socket.receive_json()
                if "view" in message:
                    scenes.append(message)
                else:
                    answers[message["id"]] = message
            answer: dict[str, Any] = answers[number]
            return answer

        assert "refusal" not in wish(1, sit={})
        bets = {"position": 1, "wagers": list(BETS["top-five"].items())}
        assert "refusal" not in wish(2, do={"command": "PlaceBets", "arguments": bets, "key": "k"})
        assert "refusal" not in wish(3, ready=True)
        fold = {"position": 1, "action": "fold", "amount": 0}
        assert "refusal" not in wish(4, do={"command": "Act", "arguments": fold})
        assert wish(5, do={"command": "Act", "arguments": fold})["refusal"]["clause"]
        assert wish(6)["error"]["code"] == "malformed"
        while scenes[-1]["version"] < live.state.version:
            scenes.append(socket.receive_json())
    versions = [scene["version"] for scene in scenes]
    assert versions == sorted(versions)
    assert scenes[-1]["view"]["round"]["over"]
    assert scenes[-1]["you"]["sitting"]["rounds"] == 1
    told = [entry["seq"] for scene in scenes[1:] for entry in scene["feed"]]
    assert told == sorted(set(told))


def test_watching_needs_no_session_but_acting_does(client: TestClient) -> None:
    with client.websocket_connect("/api/tables/1/live") as socket:
        scene = socket.receive_json()
        assert scene["you"] is None
        assert scene["moves"] == []
        socket.send_json({"id": 1, "ready": True})
        assert socket.receive_json()["error"]["code"] == "no-session"


def test_the_table_of_a_live_connection_must_exist(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/tables/99/live"):
        pass
