"""What the guard lets through, and what it does not, however it is asked."""

from __future__ import annotations

import html
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from floors import Hall
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from pitboss.floor import submission_form
from pitboss.floor.people import Person
from pitboss.floor.presence import GRACE_MS
from pitboss.games import games
from pitboss.journal.stores import StoreError
from pitboss.table.commands import Role
from pitboss.table.table import practice_submission
from pitboss.web import hub
from pitboss.web.app import LOOKS, create_app
from pitboss.web.guard import HEADERS, Rate, TooManyError
from pitboss.web.sessions import COOKIE, Sessions

ORIGIN = {"origin": "http://testserver"}


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with TestClient(create_app(hall.floor), headers=ORIGIN) as client:
        yield client


def token(hall: Hall, person: Person) -> dict[str, str]:
    return {"authorization": f"Bearer {Sessions(hall.floor).token(person)}"}


# --- origin ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["Basic eDp5", "Negotiate x", "bearer", "Digest a=b", "x"])
def test_a_header_that_is_no_token_does_not_excuse_another_origin(client: TestClient, hall: Hall, scheme: str) -> None:
    """The cookie would be looked at, so a page of another site must not get that far."""
    client.cookies.set(COOKIE, Sessions(hall.floor).token(hall.player()))
    headers = {"origin": "http://evil", "authorization": scheme}
    answer = client.post("/api/me/name", json={"name": "Eve"}, headers=headers)
    assert answer.status_code in (401, 403)
    assert hall.floor.people.named("Eve") is None


@pytest.mark.parametrize(
    "origin", ["null", "", "http://", "http://evil", "http://testserver.evil", "http://testserver@evil", "http://[",
               "http://testserver:81", "http://evil/testserver", "testserver"],
)  # fmt: skip
def test_an_origin_is_ours_or_refused(client: TestClient, origin: str) -> None:
    answer = client.post("/api/players", headers={"origin": origin})
    assert answer.status_code in (400, 403)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/tables/1/live", headers={"origin": origin}),
    ):
        pass


def test_a_refusal_at_the_door_tells_browsers_the_same_as_every_answer(client: TestClient) -> None:
    headers = client.post("/api/players", headers={"origin": "http://evil"}).headers
    assert HEADERS.items() <= dict(headers).items()


# --- rates -----------------------------------------------------------------------------------------------------------


def test_made_up_tokens_are_counted_together(hall: Hall) -> None:
    with TestClient(create_app(hall.floor, per_second=0, burst=5), headers=ORIGIN) as client:
        made_up = [{"authorization": f"Bearer {number}"} for number in range(4)]
        made_up += [{"cookie": f"{COOKIE}={number}"} for number in range(4)]
        answers = [client.post("/api/me/chips", headers=headers).status_code for headers in made_up]
        assert answers == [401] * 5 + [429] * 3
        assert client.post("/api/me/chips", headers=token(hall, hall.player())).status_code == 200


def test_looking_has_its_limit_too_but_not_for_what_pages_are_made_of(hall: Hall) -> None:
    with TestClient(create_app(hall.floor, per_second=0, burst=1), headers=ORIGIN) as client:
        answers = [client.get("/api/tables").status_code for _ in range(LOOKS + 1)]
        assert answers == [200] * LOOKS + [429]
        assert client.get("/static/base.css").status_code == 200


def test_those_who_come_at_the_same_moment_are_all_counted() -> None:
    def slow() -> float:
        time.sleep(0.0001)
        return 0.0

    rate = Rate(0, 100, slow)

    def take(number: int) -> bool:
        try:
            rate.take("one")
        except TooManyError:
            return False
        return True

    with ThreadPoolExecutor(16) as threads:
        assert sum(threads.map(take, range(400))) == 100


def test_one_sender_has_so_many_live_connections(client: TestClient, hall: Hall, monkeypatch: Any) -> None:
    monkeypatch.setattr(hub, "MOST_CONNECTIONS", 2)
    ann, bob = token(hall, hall.player()), token(hall, hall.player())

    def connected(headers: dict[str, str]) -> WebSocketTestSession:
        return client.websocket_connect("/api/tables/1/live", headers=headers)

    with connected(ann), connected(ann):
        with pytest.raises(WebSocketDisconnect), connected(ann):
            pass
        with connected(bob) as socket:
            assert socket.receive_json()["version"]
    with connected(ann) as socket:
        assert socket.receive_json()["version"]


def test_a_list_longer_than_any_command_needs_is_refused(client: TestClient, hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    before = live.state.version
    wagers = [["ante", 1000 + 500 * (number % 2)] for number in range(3000)]
    body = {"command": "PlaceBets", "arguments": {"position": 1, "wagers": wagers}}
    assert client.post(f"/api/tables/{live.name}/commands", json=body, headers=token(hall, ann)).status_code == 400
    assert live.state.version == before


# --- sessions --------------------------------------------------------------------------------------------------------


def ends(socket: WebSocketTestSession) -> bool:
    """Whether a connection is ended by the server."""
    try:
        for _ in range(10):
            socket.receive_json()
    except WebSocketDisconnect:
        return True
    return False


def test_the_live_connections_of_an_ended_session_end(client: TestClient, hall: Hall) -> None:
    people = hall.floor.people
    dealer = people.accept(people.invite(Role.DEALER, "J. Moreau"))
    with client.websocket_connect("/api/tables/1/live", headers=token(hall, dealer)) as socket:
        assert socket.receive_json()["you"]["role"] == "dealer"
        people.end_sessions(dealer)
        assert ends(socket)


def test_nobody_goes_on_under_a_name_that_they_have_given_up(client: TestClient, hall: Hall) -> None:
    ann = hall.player()
    with client.websocket_connect("/api/tables/1/live", headers=token(hall, ann)) as socket:
        socket.receive_json()
        hall.floor.rename(ann, "Ann")
        assert ends(socket)


def test_a_program_that_only_looks_has_not_walked_away(client: TestClient, hall: Hall) -> None:
    live, (ann,) = hall.seated("uth")
    for _ in range(10):
        hall.clock.forward(GRACE_MS / 2000)
        client.get(f"/api/tables/{live.name}", headers=token(hall, ann))
        hall.floor.tick()
    assert live.state.seat_of(ann.name) == 1


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["<b>x</b>", "'><img src=x>", "{{ 7*7 }}", "&lt;", "a' OR 1=1--", "%s{0}"])
def test_a_name_is_text_wherever_it_stands(client: TestClient, hall: Hall, name: str) -> None:
    ann, game = hall.floor.rename(hall.player(), name), games()["ultimate-texas-hold-em"]
    options = {**submission_form.plain(practice_submission(game.name)), "operator": name}
    found, _ = submission_form.check(game, options)
    assert found is not None
    live = hall.floor.add_table(found)
    hall.floor.sit(ann, live.name)
    shown = html.escape(name).replace("&#x27;", "&#39;")
    for path in ("/", f"/tables/{live.name}", "/games/uth"):
        page = client.get(path, headers=token(hall, ann)).text
        assert "<b>x" not in page
        assert "<img" not in page
        assert path != "/" or shown in page
    assert client.get(f"/api/tables/{live.name}", headers=token(hall, ann)).json()["you"]["name"] == name


# --- a store out of reach --------------------------------------------------------------------------------------------


def test_what_is_wrong_with_the_store_is_for_the_log(
    client: TestClient, hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live, (ann,) = hall.seated("uth")
    headers, version = token(hall, ann), live.state.version
    bet = {"command": "Bet", "arguments": {"position": 1, "wager": "ante", "amount": 1000}}

    def full(*_: object, **__: object) -> None:
        raise StoreError("store", "/srv/floor.db: there is no room left for it on the disk")

    with client.websocket_connect(f"/api/tables/{live.name}/live", headers=headers) as socket:
        socket.receive_json()
        with monkeypatch.context() as patch:
            patch.setattr(hall.store, "append", full)
            answer = client.post(f"/api/tables/{live.name}/commands", json=bet, headers=headers)
            socket.send_json({"id": 7, "do": bet})
            error = socket.receive_json()["error"]
        assert answer.status_code == 503
        assert "nothing was done" in answer.json()["message"] == error["message"]
        assert "/srv" not in answer.text
        assert "no room left" in caplog.text
        assert live.state.version == version
        socket.send_json({"id": 8, "do": bet})
        told = [socket.receive_json() for _ in range(2)]
        assert {"id": 8, "version": version + 1} in told
