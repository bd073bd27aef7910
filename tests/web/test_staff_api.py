"""The floor console's interface: who may ask what, what a report would lead to, steps by hand, submissions, people."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from floors import BETS, Hall, done
from hypothesis import given, settings
from hypothesis import strategies as st
from serving import Clients, clients_of

from pitboss.floor.console import Desk
from pitboss.floor.dry_run import blank, foresee
from pitboss.floor.live import LiveTable
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.report_forms import Field
from pitboss.floor.requests import Request, command_of
from pitboss.floor.submission_form import plain, write
from pitboss.floor.switches import GROUPS
from pitboss.games import games
from pitboss.games.common import ANNOUNCED, CARDS, COUNTED, REAL, STAKES
from pitboss.ledger import DROP, RACK
from pitboss.submission import parse_submission
from pitboss.table.commands import Role
from pitboss.table.rules import Refusal
from pitboss.table.state import changed
from pitboss.table.table import Table, practice_submission
from pitboss.table.words import told
from pitboss.web.app import create_app

GAMES = sorted(BETS)
ROLES = ("nobody", "player", "dealer", "floor", "auditor")
STEPS = [kind.__name__ for kinds in GROUPS.values() for kind in kinds]


@pytest.fixture
def clients(hall: Hall) -> Iterator[Clients]:
    """A client for each role."""
    yield from clients_of(create_app(hall.floor), hall)


def member(hall: Hall, role: Role = Role.FLOOR) -> Person:
    return hall.floor.people.accept(hall.floor.people.invite(role, f"Some {role}"))


def mid_round(hall: Hall, game: str, players: int = 2) -> tuple[LiveTable, list[Person]]:
    """A table at the first decision of a round."""
    live, people = hall.seated(game, players)
    for person in people:
        hall.bet(person, live)
    for person in people:
        done(hall.floor.ready(person, live.name))
    assert live.state.playing
    return live, people


# --- who may ask what ------------------------------------------------------------------------------------------------

READ, SUPERVISE, REPORT = {"dealer", "floor", "auditor"}, {"floor"}, {"dealer", "floor"}
ROUTES: list[tuple[str, str, Any, set[str]]] = [
    ("GET", "/api/floor", None, READ),
    ("GET", "/api/floor/games", None, READ),
    ("GET", "/api/tables/1/desk", None, READ),
    ("GET", "/api/tables/1/submission", None, READ),
    ("GET", "/api/tables/1/submission.toml", None, READ),
    ("GET", "/api/staff", None, READ),
    ("POST", "/api/tables/1/preview", {"command": "ForeignCard"}, REPORT),
    ("POST", "/api/tables/1/commands", {"command": "ForeignCard"}, REPORT),
    ("POST", "/api/tables/1/by-hand", {"steps": []}, SUPERVISE),
    ("POST", "/api/tables/1/submission/check", {"options": {}}, SUPERVISE),
    ("POST", "/api/floor/check", {"game": "uth", "options": {}}, SUPERVISE),
    ("POST", "/api/tables", {"toml": write("uth", plain(practice_submission("uth")))}, SUPERVISE),
    ("POST", "/api/staff", {"role": "dealer", "name": "J. Moreau"}, SUPERVISE),
]


@pytest.mark.parametrize("role", ROLES)
def test_each_route_is_for_those_whose_work_it_is(clients: Clients, role: str) -> None:
    client = clients(role)
    for method, path, body, allowed in ROUTES:
        status = client.request(method, path, json=body).status_code
        assert status in ((200, 201) if role in allowed else (401, 403)), path


@pytest.mark.parametrize("role", ROLES)
def test_the_console_opens_for_staff_only(clients: Clients, role: str) -> None:
    client = clients(role)
    for path in ("/floor", "/floor/1"):
        assert client.get(path).status_code == (200 if role in READ else 403)


@pytest.mark.clause("UTH-R71")
def test_a_dealer_does_not_change_the_submission(hall: Hall, clients: Clients) -> None:
    live = hall.table("uth")
    body = {"command": "PostSubmission", "arguments": {"game": live.state.game, "options": dict(live.state.options)}}
    for role, status in (("dealer", 422), ("floor", 200), ("auditor", 403)):
        assert clients(role).post(f"/api/tables/{live.name}/commands", json=body).status_code == status


def test_the_books_are_for_the_floor_and_the_auditor(hall: Hall) -> None:
    desk = Desk(hall.floor)
    for role, sees in ((Role.DEALER, False), (Role.FLOOR, True), (Role.AUDITOR, True)):
        person = member(hall, role)
        assert (desk.table(hall.table("uth"), person)["result"] is not None) is sees
        assert ("win" in desk.overview(person)["shift"]) is sees


def test_an_auditor_is_offered_no_step(hall: Hall) -> None:
    live, _ = mid_round(hall, "uth")
    offered = Desk(hall.floor).table(live, member(hall, Role.AUDITOR))["moves"]
    assert offered
    assert not any(move["may"] for move in offered)


# --- foresight -------------------------------------------------------------------------------------------------------


def filled(field: Field) -> Any:
    """An answer to a field of a form."""
    if field.kind == "text":
        return "seen by the floor"
    return field.start if field.start is not None else field.least


def request_of(offer: dict[str, Any]) -> Request:
    said = {field.name: filled(field) for field in offer["fields"] if not field.optional}
    return Request(offer["command"], {**offer["given"], **said}, role=offer.get("role"))


def reports(hall: Hall, live: LiveTable, person: Person) -> list[dict[str, Any]]:
    found = Desk(hall.floor).table(live, person)["reports"]
    return [{"command": one.command, "given": dict(one.given), "fields": one.fields} for one in found]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foreseen_is_what_happens(hall: Hall, game: str) -> None:
    live, _ = mid_round(hall, game)
    floor, before = member(hall), live.state
    for report in reports(hall, live, floor):
        asked, version = request_of(report), live.state.version
        seen = foresee(live, floor, asked)
        assert live.state.version == version, "a dry run writes nothing"
        scratch = Table(live.state)
        events = scratch.try_(command_of(asked, floor, live.now(), lambda kind: {}))
        assert not isinstance(events, Refusal)
        told_of = {told(event).title for event in events if not type(event).__name__.startswith("Wager")}
        assert told_of <= {order["title"] for order in seen["orders"]}, report
        books = scratch.state.books
        stays = {f"wager:{s['position']}:{w}": cents for s in seen["money"] for w, cents in s["stays"].items()}
        assert stays == {account: sum_ for account, sum_ in books.items() if account.startswith("wager:")}
        assert (seen["then"] is None) is (scratch.due is None)
    assert live.state is before


@pytest.mark.clause("UTH-15(a).1", "UTH-15(a).2")
def test_an_exposed_dealers_card_voids_the_hands_and_keeps_trips(hall: Hall, clients: Clients) -> None:
    live, people = hall.seated("uth", 2)
    for person in people:
        seat = live.state.seat_of(person.name)
        wagers = [("ante", 1000), ("blind", 1000), ("trips", 500)]
        done(hall.ask(person, live, "PlaceBets", position=seat, wagers=wagers))
    for person in people:
        done(hall.floor.ready(person, live.name))
    body = {"command": "CardExposed", "arguments": {"where": "dealer", "place": 2}}
    seen = clients("floor").post(f"/api/tables/{live.name}/preview", json=body).json()
    cited = {clause for order in seen["orders"] for clause in order["clauses"]}
    assert {"UTH-15(a).1", "UTH-15(a).2"} <= cited
    assert [(seat["back"], seat["lost"], seat["stays"]) for seat in seen["money"]] == [(2000, 0, {"trips": 500})] * 2
    assert seen["then"]["says"] == "Burn one card, unseen."


@settings(max_examples=20)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_asking_tells_no_card_that_nobody_has_seen(game: str, seed: int) -> None:
    hall = Hall()
    live, _ = mid_round(hall, game)
    round_ = live.state.playing
    assert round_ is not None
    public = {card for hand in round_.hands.values() for card in hand.up} | set(round_.board)
    hidden = [place for place in range(52) if place not in public]
    faces = random.Random(seed).sample([round_.order[place] for place in hidden], len(hidden))
    other = dict(zip(hidden, faces, strict=True))
    order = tuple(other.get(place, face) for place, face in enumerate(round_.order))
    decks = tuple(changed(deck, order=order, salt="other", commitment="") for deck in live.state.decks)
    elsewhere = changed(live.state, round=changed(round_, order=order), decks=decks)
    assert blank(elsewhere) == blank(live.state)
    hall.close()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foreseen_names_no_card(hall: Hall, game: str) -> None:
    live, _ = mid_round(hall, game)
    floor = member(hall)
    cards = {rank + suit for rank in "23456789TJQKA" for suit in "shdc"}
    for report in reports(hall, live, floor):
        words = json.dumps(foresee(live, floor, request_of(report))).replace('"', " ").replace(",", " ").split()
        assert not cards & set(words)


@pytest.mark.parametrize("command", ["Deal", "Reveal", "DealCommunity", "Shuffle", "ClearTable", "SettlePosition"])
def test_a_step_whose_outcome_lies_in_the_cards_is_not_tried_out(hall: Hall, clients: Clients, command: str) -> None:
    live, _ = mid_round(hall, "uth")
    answer = clients("floor").post(f"/api/tables/{live.name}/preview", json={"command": command})
    assert (answer.status_code, answer.json()["code"]) == (400, "no-foresight")


# --- lawful, and not -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_is_called_unlawful_is_refused_by_that_clause(hall: Hall, game: str) -> None:
    live, _ = mid_round(hall, game)
    floor = member(hall)
    refused = Desk(hall.floor).table(live, floor)["refused"]
    assert {"OrderRecut", "CloseTable", "PostSubmission"} <= {order["command"] for order in refused}
    arguments: dict[str, dict[str, Any]] = {
        "OrderRecut": {"reason": "x"},
        "OrderShuffle": {"reason": "x"},
        "PostSubmission": {"game": live.state.game, "options": dict(live.state.options)},
        "Correct": {"player": live.state.seats[1], "amount": 100, "reason": "x"},
    }
    for order in refused:
        outcome = hall.ask(floor, live, order["command"], **arguments.get(order["command"], {}))
        assert outcome.refusal
        assert (outcome.refusal["clause"], outcome.refusal["message"]) == (order["clause"], order["message"])


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_order_that_is_offered_may_be_given(hall: Hall, game: str, playing: bool) -> None:
    live, _ = mid_round(hall, game) if playing else hall.seated(game, 2)
    floor = member(hall)
    offered = [move for move in Desk(hall.floor).table(live, floor)["moves"] if move["tried"]]
    assert offered
    for move in offered:
        request = request_of(move)
        if move["command"] == "PostSubmission":
            request = Request(move["command"], {**request.arguments, "options": dict(live.state.options)})
        assert foresee(live, floor, request)["refusal"] is None, move["says"]


# --- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_is_conducted_from_the_console(hall: Hall, clients: Clients, game: str) -> None:
    live, (ann,) = hall.seated(game)
    console, desk, floor = clients("floor"), Desk(hall.floor), member(hall)
    assert console.post(f"/api/tables/{live.name}/by-hand", json={"steps": STEPS}).status_code == 200
    hall.bet(ann, live)
    taken = []
    for _ in range(200):
        due = desk.table(live, floor)["due"]
        if due is None:
            break
        if due["role"] == "player":
            hall.answer(ann, live)
            continue
        assert due["left"], due["says"]
        assert due["may"], due["says"]
        taken.append(due["command"])
        body = {"command": due["command"], "arguments": {**due["given"], **said(due, live)}, "role": due["role"]}
        answer = console.post(f"/api/tables/{live.name}/commands", json=body)
        assert answer.status_code == 200, answer.text
        if due["command"] == "ClearTable":
            break
    assert live.state.rounds == 1
    assert {"NoMoreBets", "Deal", "Reveal", "ClearTable"} <= set(taken)


def said(due: dict[str, Any], live: LiveTable) -> dict[str, Any]:
    """What the console asks of a person who takes this step: a number of cards, in a round by the book."""
    undealt = len(live.state.round.undealt) if live.state.round else 52
    numbers = {"CountStub": undealt, "CountDeck": 52, "Cut": 26, "Deal": 1}
    names = {field.name for field in due["fields"]}
    return {"cards": numbers[due["command"]]} if "cards" in names else {}


def test_a_step_by_hand_waits_and_is_offered(hall: Hall, clients: Clients) -> None:
    live, (ann,) = hall.seated("top-five")
    console = clients("floor")
    console.post(f"/api/tables/{live.name}/by-hand", json={"steps": ["NoMoreBets"]})
    hall.bet(ann, live)
    done(hall.floor.ready(ann, live.name))
    assert live.state.playing is None
    listed = next(one for one in console.get("/api/floor").json()["tables"] if one["table"] == live.name)
    assert [flag["kind"] for flag in listed["warnings"]] == ["due", "due"]
    due = console.get(f"/api/tables/{live.name}/desk").json()["due"]
    assert (due["says"], due["left"], due["may"]) == ("Call “No more bets”.", True, True)
    console.post(f"/api/tables/{live.name}/by-hand", json={"steps": []})
    hall.floor.tick()
    assert live.state.playing


@pytest.mark.parametrize("step", ["Act", "Bet", "Forfeit", "Nonsense", ""])
def test_what_players_choose_and_what_the_floor_rules_is_no_switch(clients: Clients, step: str) -> None:
    answer = clients("floor").post("/api/tables/1/by-hand", json={"steps": [step]})
    assert (answer.status_code, answer.json()["code"]) == (400, "step")


def test_only_steps_that_a_game_has_are_switched(hall: Hall) -> None:
    desk, floor = Desk(hall.floor), member(hall)
    groups = {g: [one["group"] for one in desk.table(hall.table(g), floor)["steps"]] for g in GAMES}
    assert [game for game in GAMES if "Community cards" in groups[game]] == ["uth"]


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_says_where_each_table_stands(hall: Hall) -> None:
    desk, floor = Desk(hall.floor), member(hall)
    live = hall.table("hi-lo")

    def says() -> str:
        return str(_line(desk, floor, live)["says"])

    live, (ann,) = hall.seated("hi-lo")
    assert says() == "Waiting for wagers"
    hall.bet(ann, live)
    assert says() == "Wagers being placed"
    done(hall.floor.ready(ann, live.name))
    assert says() == "Seat 1 to act"
    done(hall.ask(floor, live, "ForeignCard"))
    assert "Void" in says() or live.state.playing is None
    while live.state.playing:
        hall.answer(ann, live)
    done(hall.ask(ann, live, "Leave"))
    done(hall.ask(floor, live, "CloseTable"))
    assert says() == "Closed"


@pytest.mark.clause("T5-7.B(3)", "T5-R33")
@pytest.mark.parametrize("ruling", ["LetStand", "Forfeit"])
def test_a_table_is_held_until_the_floor_rules_on_abandoned_wagers(hall: Hall, ruling: str) -> None:
    live, (ann, _) = mid_round(hall, "top-five")
    desk, floor = Desk(hall.floor), member(hall)
    done(hall.ask(floor, live, "Departed", player=ann.name))
    line = _line(desk, floor, live)
    assert line["says"] == "Held for a ruling"
    assert line["warnings"][0] == {"kind": "stop", "says": f"rule on the wagers of {ann.name}, who left"}
    offered = [move for move in desk.table(live, floor)["moves"] if move["command"] == ruling]
    move = next(one for one in offered if one["given"].get("why") != "breach")
    assert {"T5-7.B(3)", "T5-R33"} <= set(move["clauses"])
    seen = foresee(live, floor, request_of(move))
    titles = [order["title"] for order in seen["orders"]]
    assert titles[0] == ("Wagers stand" if ruling == "LetStand" else "Wagers forfeited")
    assert {"Fold", "Wagers are forfeited to the house"} <= set(titles), "a hand that had not decided is folded"
    done(hall.floor.request(floor, live.name, request_of(move)))
    assert not any("rule on" in flag["says"] for flag in _line(desk, floor, live)["warnings"])


def _line(desk: Desk, person: Person, live: LiveTable) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in desk.overview(person)["tables"] if one["table"] == live.name)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_shift_adds_up_to_the_books(hall: Hall, game: str) -> None:
    live, people = hall.seated(game, 2)
    for _ in range(6):
        hall.play(live, people)
    desk, auditor = Desk(hall.floor), member(hall, Role.AUDITOR)
    result = desk.table(live, auditor)["result"]
    books = live.state.books
    assert (result["rounds"], result["drop"], result["rack"]) == (6, books[DROP], books.get(RACK, 0))
    assert result["win"] == books[DROP] + books.get(RACK, 0)
    chips = sum(live.table.chips(person.name) for person in people)
    assert result["win"] == result["drop"] - chips
    hall.clock.forward(9 * 3600)
    assert desk.table(live, auditor)["result"]["drop"] == 0, "a new shift begins with nothing"


def test_the_expectation_is_the_exact_edge_of_what_was_staked(hall: Hall) -> None:
    live, people = hall.seated("top-five")
    advisor = None
    while advisor is None:  # solved in the background
        advisor = hall.floor.prices.advisor(live.rules, live.state.digest)
    for _ in range(5):
        hall.play(live, people)
    desk, floor = Desk(hall.floor), member(hall)
    edge = advisor.report.wagers["main"].edge
    assert desk.table(live, floor)["result"]["expected"] == round(edge * 5 * BETS["top-five"]["ante"])
    options = {**live.state.options, "table_minimum": 500}
    posted = {"game": live.state.game, "options": options, "displayed": True}
    done(hall.ask(floor, live, "PostSubmission", **posted))
    assert desk.table(live, floor)["result"]["expected"] is None, "wagers of another submission have another price"


# --- submissions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_exported_submission_reads_back_as_the_same(hall: Hall, clients: Clients, game: str) -> None:
    live = hall.table(game)
    answer = clients("auditor").get(f"/api/tables/{live.name}/submission.toml")
    assert parse_submission(answer.text).digest == live.state.digest
    assert f"table-{live.name}.toml" in answer.headers["content-disposition"]


def test_names_with_quotes_and_far_letters_survive_the_file() -> None:
    options = plain(practice_submission("uth", {"operator": 'The "Marlowe" \\ Łódź 🂡'}))
    assert parse_submission(write("uth", options)).terms["operator"] == options["operator"]


@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_every_option_with_its_clause_and_value(hall: Hall, clients: Clients, game: str) -> None:
    live = hall.table(game)
    form = clients("floor").get(f"/api/tables/{live.name}/submission").json()
    options = {option["name"]: option["value"] for option in form["options"]}
    assert options == json.loads(json.dumps(dict(live.state.options)))
    assert all(option["clause"] and option["legal"] for option in form["options"])
    assert [version["digest"] for version in form["versions"]] == [live.state.digest]


@pytest.mark.clause("UTH-R71")
def test_a_change_is_checked_displayed_and_posted(hall: Hall, clients: Clients) -> None:
    live, console = hall.table("uth"), clients("floor")
    path = f"/api/tables/{live.name}/submission/check"
    options = dict(live.state.options)
    wrong = console.post(path, json={"options": {**options, "positions": 99}}).json()["problems"]
    assert [problem["keys"] for problem in wrong] == [["positions"]]
    assert wrong[0]["clause"] == "UTH-R10"
    new = {**options, "table_minimum": "$15"}
    checked = console.post(path, json={"options": new}).json()
    assert [(change["name"], change["before"], change["after"]) for change in checked["changes"]] == [
        ("table_minimum", 1000, 1500)
    ]
    assert checked["refusal"]["code"] == "display-first"
    checked = console.post(path, json={"options": new, "displayed": True}).json()
    assert checked["refusal"] is None
    arguments = {"game": live.state.game, "options": checked["options"], "displayed": True}
    console.post(f"/api/tables/{live.name}/commands", json={"command": "PostSubmission", "arguments": arguments})
    versions = console.get(f"/api/tables/{live.name}/submission").json()["versions"]
    assert versions[0]["digest"] == checked["digest"] == live.state.digest
    assert len(versions) == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_set_up_from_the_form_or_from_a_file(hall: Hall, clients: Clients, game: str) -> None:
    console = clients("floor")
    form = next(one for one in console.get("/api/floor/games").json() if one["short"] == game)
    options = {option["name"]: option["value"] for option in form["options"]}
    checked = console.post("/api/floor/check", json={"game": form["game"], "options": options}).json()
    assert checked["problems"] == []
    made = console.post("/api/tables", json={"game": form["game"], "options": checked["options"]})
    assert made.status_code == 201
    live = hall.floor.table(made.json()["table"])
    assert (live.rules.game.short, live.state.open) == (game, True)
    again = console.post("/api/tables", json={"toml": write(form["game"], live.state.options)})
    assert hall.floor.table(again.json()["table"]).state.digest == live.state.digest


def test_a_table_that_lacks_an_approval_is_not_set_up(clients: Clients) -> None:
    console, game = clients("floor"), next(iter(games().values()))
    options = {**plain(practice_submission(game.name)), "approvals": {}}
    problems = console.post("/api/floor/check", json={"game": game.name, "options": options}).json()["problems"]
    assert all(problem["keys"] == ["approvals"] for problem in problems)
    assert problems
    answer = console.post("/api/tables", json={"game": game.name, "options": options})
    assert (answer.status_code, answer.json()["code"]) == (400, "approval-missing")


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("uth", {"cover_all": True, "positions": 6}),
        ("hi-lo", {"decks": 2, "shuffle_method": "manual"}),
        ("uth", {"table_minimum": 50000, "table_maximum": 500}),
    ],
)
def test_what_is_wrong_with_options_is_said_in_the_words_of_the_form(
    clients: Clients, game: str, chosen: dict[str, object]
) -> None:
    console = clients("floor")
    labels = {
        option["name"]: option["label"]
        for one in console.get("/api/floor/games").json()
        if one["short"] == game
        for option in one["options"]
    }
    options = {**plain(practice_submission(game)), **chosen}
    problems = console.post("/api/floor/check", json={"game": game, "options": options}).json()["problems"]
    assert problems
    for problem in problems:
        assert "_" not in problem["message"], problem
        assert set(problem["keys"]) <= set(labels)


@pytest.mark.clause("UTH-R12", "HL-R48")
def test_an_approval_of_tomorrow_is_none_yet(hall: Hall, clients: Clients) -> None:
    console, options = clients("floor"), plain(practice_submission("hi-lo"))
    today = datetime.fromtimestamp(hall.floor.clock() / 1000, UTC).date()
    for day, counts in ((today, True), (today + timedelta(days=1), False)):
        held = {key: {**entry, "date": day.isoformat()} for key, entry in options["approvals"].items()}
        asked = {"game": "hi-lo", "options": {**options, "approvals": held}}
        problems = console.post("/api/floor/check", json=asked).json()["problems"]
        assert all("which is later than today" in problem["message"] for problem in problems)
        assert bool(problems) is not counts
        assert (console.post("/api/tables", json=asked).status_code == 201) is counts


def test_a_file_of_another_game_does_not_change_a_table(hall: Hall, clients: Clients) -> None:
    file = write("uth", plain(practice_submission("uth")))
    path = f"/api/tables/{hall.table('hi-lo').name}/submission/check"
    assert clients("floor").post(path, json={"toml": file}).json()["code"] == "another-game"


def test_everything_wrong_in_a_file_is_said_with_its_line(clients: Clients) -> None:
    answer = clients("floor").post("/api/floor/check", json={"toml": 'game = "uth"\npositions = 99\noperator = ""\n'})
    assert answer.status_code == 400
    assert "line 2" in answer.json()["message"]
    assert "line 3" in answer.json()["message"]


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_link_is_shown_once_and_begins_a_session(hall: Hall, clients: Clients) -> None:
    console, other = clients("floor"), clients("nobody")
    link = console.post("/api/staff", json={"role": "dealer", "name": "J. Moreau"}).json()["link"]
    assert link not in console.get("/api/staff").text
    token = link.removeprefix("/staff/")
    other.post("/staff", data={"token": token})
    assert other.get("/api/floor").status_code == 200
    found = next(one for one in console.get("/api/staff").json() if one["name"] == "J. Moreau")
    assert found["role"] == "dealer"
    assert console.post(f"/api/staff/{found['id']}/end", json={}).json() == {"name": "J. Moreau"}
    assert other.get("/api/floor").status_code == 403
    with pytest.raises(NotAllowedError):
        hall.floor.people.accept(token)


def test_only_sessions_of_staff_are_ended_here(hall: Hall, clients: Clients) -> None:
    player = hall.player()
    answer = clients("floor").post(f"/api/staff/{player.id}/end", json={})
    assert (answer.status_code, answer.json()["code"]) == (400, "no-person")


@pytest.mark.parametrize("role", ["player", "device", "pit", "shift"])
def test_staff_are_dealers_supervisors_and_auditors(clients: Clients, role: str) -> None:
    answer = clients("floor").post("/api/staff", json={"role": role, "name": "X"})
    assert (answer.status_code, answer.json()["code"]) == (400, "role")


# --- the rack --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R92")
def test_a_counted_day_is_given_from_the_console_and_its_win_stands_beside_the_tracked_one(
    hall: Hall, clients: Clients
) -> None:
    submission = practice_submission("uth", {CARDS: REAL, STAKES: COUNTED})
    live = hall.floor.add_table(submission)
    console, desk, floor = clients("floor"), Desk(hall.floor), member(hall)

    def take(command: str, **said: Any) -> None:
        moves = desk.table(live, floor)["moves"]
        move = next(
            one for one in moves if one["command"] == command and one["given"].get("what") in (None, said.get("what"))
        )
        asked = {field.name for field in move["fields"]}
        assert command != "CountRack" or {"total", "second"} <= asked
        body = {"command": command, "arguments": {**move["given"], **said}, "role": move["role"]}
        answer = console.post(f"/api/tables/{live.name}/commands", json=body)
        assert answer.status_code == 200, answer.text

    assert not live.state.open
    due = desk.table(live, floor)["due"]
    assert (due["says"], due["left"], due["may"]) == ("Count the rack: the opener.", True, True)
    line = next(one for one in desk.overview(floor)["tables"] if one["table"] == live.name)
    assert {"kind": "due", "says": "the opener is to be counted"} in line["warnings"]
    take("CountRack", what="opener", total=50_000_00, second="Sam")
    take("OpenTable", floor=["Flo"])
    take("CountRack", what="fill", total=1_000_00, second="Sam")
    take("CountRack", what="credit", total=500_00, second="Sam")
    assert not any(move["command"] == "CloseTable" for move in desk.table(live, floor)["moves"])
    take("CountRack", what="closer", total=50_499_00, second="Sam")
    take("CloseTable")
    take("CountRack", what="drop", total=0, second="Sam")
    found = desk.table(live, floor)["result"]["inventory"]
    assert (found["counted_win"], found["tracked_win"], found["difference"]) == (-1_00, 0, -1_00)
    assert desk.table(hall.table("uth"), floor)["result"]["inventory"] is None


@pytest.mark.clause("UTH-R92")
def test_a_dealer_says_what_lies_where_and_is_offered_the_same_again(hall: Hall, clients: Clients) -> None:
    live = hall.floor.add_table(practice_submission("uth", {CARDS: REAL, STAKES: ANNOUNCED}))
    dealer = clients("dealer")
    lie = [[2, ["ante", "blind"]], [3, ["ante", "blind", "trips"]]]
    body = {"command": "WagersSeen", "arguments": {"wagers": lie}}
    assert dealer.post(f"/api/tables/{live.name}/commands", json=body).status_code == 200
    assert set(live.state.bets) == {2, 3}
    scene = dealer.get(f"/api/tables/{live.name}").json()
    assert scene["view"]["bets"]["3"]["wagers"] == {"ante": None, "blind": None, "trips": None}
    offer = next(move for move in scene["moves"] if move["command"] == "WagersSeen")
    assert offer["given"]["wagers"] == lie
    assert offer["open"]["wagers"]["required"] == ["ante", "blind"]
    assert desk_result(hall, live)["announced"]


def desk_result(hall: Hall, live: LiveTable) -> dict[str, Any]:
    result: dict[str, Any] = Desk(hall.floor).table(live, member(hall))["result"]
    return result
