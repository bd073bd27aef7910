"""What the page of a table asks besides its scenes, and that nobody learns more by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from floors import BETS, Hall

from pitboss.floor.people import Person
from pitboss.web.app import create_app
from pitboss.web.sessions import Sessions

GAMES = sorted(BETS)


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with TestClient(create_app(hall.floor)) as client:
        yield client


def ask(client: TestClient, hall: Hall, person: Person, path: str, status: int = 200) -> Any:
    """What the interface answers somebody."""
    token = Sessions(hall.floor).token(person)
    answer = client.get(f"/api/tables/{path}", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_every_wager_with_its_conditions(client: TestClient, hall: Hall, game: str) -> None:
    rules = client.get(f"/api/tables/{hall.table(game).name}/rules").json()
    wagers = {wager["name"]: wager for wager in rules["wagers"]}
    required = {name for name, wager in wagers.items() if wager["required"]}
    assert required == set(BETS[game])
    for name, wager in wagers.items():
        assert set(wager["equals"]) | set(wager["needs"]) <= set(wagers), name
    assert all(step["words"] and step["clauses"] for step in rules["steps"])


@pytest.mark.parametrize("game", GAMES)
def test_every_settled_wager_is_explained_from_the_table_and_from_the_record_alike(
    client: TestClient, hall: Hall, game: str
) -> None:
    live, people = hall.seated(game, 2)
    hall.play(live, people)
    first = [ask(client, hall, people[0], f"{live.name}/why?round=1&seat={seat}") for seat in (1, 2)]
    assert all(wager["facts"] and wager["clauses"] for sheet in first for wager in sheet["wagers"])
    hall.play(live, people)
    again = [ask(client, hall, people[0], f"{live.name}/why?round=1&seat={seat}") for seat in (1, 2)]
    assert again == first
    ask(client, hall, people[0], f"{live.name}/why?round=3&seat=1", 404)


@pytest.mark.parametrize("game", GAMES)
def test_in_mid_round_only_the_own_hand_is_explained_and_read(client: TestClient, hall: Hall, game: str) -> None:
    live, people = hall.seated(game, 2)
    for person in people:
        hall.bet(person, live)
    for person in people:
        hall.floor.ready(person, live.name)
    one, two = people
    ask(client, hall, one, f"{live.name}/why?round=1&seat=1")
    ask(client, hall, two, f"{live.name}/why?round=1&seat=1", 403)
    ask(client, hall, one, f"{live.name}/reading?position=1")
    ask(client, hall, two, f"{live.name}/reading?position=1", 404)


def test_cards_nobody_has_looked_at_are_not_read_out(client: TestClient, hall: Hall) -> None:
    live, [person] = hall.seated("pik-it")
    wagers = [*BETS["pik-it"].items(), ("three_card_bonus", 500)]
    hall.ask(person, live, "PlaceBets", position=1, wagers=wagers)
    hall.floor.ready(person, live.name)
    assert ask(client, hall, person, f"{live.name}/reading?position=1")["calls"] == []


@pytest.mark.clause("HL-40.5(b)-s1")
def test_the_house_way_is_a_setting_the_table_takes(client: TestClient, hall: Hall) -> None:
    live, [person] = hall.seated("hi-lo")
    hall.bet(person, live)
    hall.floor.ready(person, live.name)
    low = ask(client, hall, person, f"{live.name}/reading?position=1")["house_way"]
    read = ask(client, hall, person, f"{live.name}/reading?position=1&low={low[0]}&low={low[1]}")
    assert read["refusal"] is None
    assert "high" in read["calls"][0]["words"]
    assert hall.answer(person, live).refusal is None
    assert hall.ask(person, live, "SetHand", position=1, low=low).refusal is None


def test_clauses_are_told_in_words(client: TestClient) -> None:
    found = client.get("/api/clauses", params={"id": ["UTH-10(g).2", "PK-R7"]}).json()
    assert [one["id"] for one in found] == ["UTH-10(g).2", "PK-R7"]
    assert all(one["text"] for one in found)
    assert client.get("/api/clauses", params={"id": "no such clause"}).status_code == 400
