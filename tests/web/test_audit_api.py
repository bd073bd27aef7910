"""The journal for those who audit it: who may look, what they see, and that nothing sealed gets out."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pasts import GAMES, NOTE, NOTED, PLAYERS, ROUNDS, CountingStore, Office, fill, floor_with, journal_of

from pitboss.floor import archive as archives
from pitboss.floor.archive import Archive, Archives
from pitboss.floor.audit_records import KINDS, sheet
from pitboss.floor.replay_view import moment
from pitboss.journal.codec import EVENTS, Record, decode
from pitboss.journal.errors import JournalError
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores.memory import MemoryStore
from pitboss.journal.verify import verify
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.evolve import evolve
from pitboss.table.rules import rules_of
from pitboss.table.state import State
from pitboss.table.views import AUDITOR, view

CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")
AUDITORS = (Role.FLOOR, Role.AUDITOR)
STAFF_PATHS = (
    "/audit/1",
    "/audit/1/rounds/1/seats/1",
    "/api/audit/1",
    "/api/audit/1/records",
    "/api/audit/1/at/9",
    "/api/audit/1/felt/9",
    "/api/audit/1/rounds/1",
    "/api/audit/1/rounds/1/seats/1",
    "/api/audit/1/verify",
    "/api/audit/1/journal.jsonl",
)


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    floor = floor_with(*GAMES)
    with (office := Office(floor)).client:
        yield office
    floor.close()


@pytest.fixture(scope="module")
def auditor(office: Office) -> dict[str, str]:
    return office.headers(Role.AUDITOR)


def archive_of(game: str) -> Archive:
    store = MemoryStore()
    fill(store, "1", *journal_of(game))
    return Archive(store, "1")


@cache
def records_of(game: str) -> list[Record]:
    return [decode(line, number) for number, line in enumerate(journal_of(game)[0], 1)]


@cache
def states_of(game: str) -> list[State]:
    states = [State()]
    for record in records_of(game):
        states.append(evolve(states[-1], record.event, record.at))
    return states


def live_secrets(game: str) -> list[str]:
    """The order and the salt of the deck that is still in play."""
    sealed = [json.loads(line) for line in journal_of(game)[0] if '"sealed":' in line]
    return [sealed[-1]["sealed"][secret] for secret in ("order", "salt")]


# --- who may look ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", STAFF_PATHS)
@pytest.mark.parametrize("who", [*AUDITORS, Role.DEALER, "Player 1", None])
def test_the_journal_is_for_the_floor_and_the_auditor(office: Office, path: str, who: Role | str | None) -> None:
    answer = office.client.get(path, headers=office.headers(who))
    assert answer.status_code == (200 if who in AUDITORS else 403)


@pytest.mark.parametrize("who", [Role.DEALER, "Player 1", None])
def test_nobody_else_has_a_journal_checked(office: Office, who: Role | str | None) -> None:
    answer = office.client.post("/api/audit/1/verify", json={}, headers=office.headers(who))
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/audit/99", 404),
        ("/api/audit/1/at/999999", 404),
        ("/api/audit/1/at/9?viewer=somebody", 400),
        ("/api/audit/1/at/9?viewer=player:Nobody", 400),
        ("/api/audit/1/rounds/99", 404),
        (f"/api/audit/1/rounds/{ROUNDS + 1}/seats/1", 404),
        ("/api/audit/1/rounds/1/seats/99", 404),
        ("/api/audit/1/records?round=99", 404),
        ("/api/audit/1/records?kind=nothing", 400),
        ("/api/audit/1/records?number=100000", 400),
    ],
)
def test_what_is_not_there_is_said_so(office: Office, auditor: dict[str, str], path: str, status: int) -> None:
    answer = office.client.get(path, headers=auditor)
    assert (answer.status_code, bool(answer.json()["message"])) == (status, True)


def test_the_interface_describes_every_body_it_takes(office: Office) -> None:
    described = office.client.get("/api/openapi.json").text
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', described))
    assert "Head" in named
    assert named <= set(json.loads(described)["components"]["schemas"])


# --- records ---------------------------------------------------------------------------------------------------------


def test_every_event_is_of_one_kind() -> None:
    listed = [event for events in KINDS.values() for event in events]
    assert sorted(listed, key=str) == sorted(EVENTS, key=str)


def pages(office: Office, headers: dict[str, str], query: str) -> Iterator[dict[str, Any]]:
    before = ""
    while True:
        page = office.client.get(f"/api/audit/1/records?{query}{before}", headers=headers).json()
        yield from page["records"]
        if page["next"] is None:
            return
        before = f"&before={page['next']}"


@pytest.mark.parametrize("number", [1, 7, 80, 500])
def test_pages_follow_each_other_without_a_gap(office: Office, auditor: dict[str, str], number: int) -> None:
    lines, _ = journal_of(GAMES[0])
    found = list(pages(office, auditor, f"number={number}"))
    assert [record["seq"] for record in found] == list(range(len(lines), 0, -1))
    assert found[0]["hash"] == json.loads(lines[-1])["hash"]


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("kind=settlement", lambda r: r["event"] in ("wager-settled", "hand-announced", "round-ended")),
        ("kind=wager-settled", lambda r: r["event"] == "wager-settled"),
        ("seat=2", lambda r: r.get("position") == 2 or r["event"] in ("cards-dealt", "bets-closed")),
        ("text=no%20more%20BETS", lambda r: r["event"] == "bets-closed"),
        ("round=3&kind=bets-closed", lambda r: r["title"] == "No more bets" and r["detail"].startswith("round 3")),
    ],
)
def test_a_list_is_narrowed_down(office: Office, auditor: dict[str, str], query: str, holds: Any) -> None:
    every = list(pages(office, auditor, "number=500" + ("&round=3" if "round" in query else "")))
    found = list(pages(office, auditor, f"{query}&number=9"))
    assert found
    assert found == [record for record in every if record in found]
    assert all(holds(record) for record in found)
    assert not any(holds(record) for record in every if record not in found and "seat" not in query)


def test_a_page_reads_no_more_than_it_shows() -> None:
    store = CountingStore()
    fill(store, "1", *journal_of("uth"))
    archive = Archive(store, "1")
    last = archive.version
    store.read = 0
    found, _ = archive.backwards(last, 0, 20, lambda record: True)
    assert len(found) == 20
    assert store.read <= archives.CHUNK


# --- the table at any moment -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_state_after_any_record_is_what_a_replay_gives(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "EVERY", 8)
    monkeypatch.setattr(archives, "MOST_CHECKPOINTS", 6)
    archive = archive_of(game)
    assert [archive.state(version) for version in range(archive.version + 1)] == states_of(game)
    assert len(archive._checkpoints) <= 6


def test_a_moment_is_a_short_replay_away() -> None:
    store = CountingStore()
    fill(store, "1", *journal_of("uth"))
    archive = Archive(store, "1")
    for version in range(0, archive.version, 17):
        store.read = 0
        archive.state(version)
        assert store.read < archives.EVERY


def test_few_archives_are_kept_open() -> None:
    kept = Archives(MemoryStore())
    first = kept.of("0")
    assert kept.of("0") is first
    for number in range(archives.MOST_TABLES):
        kept.of(str(number + 1))
    assert kept.of("0") is not first


def known_faces(game: str, version: int, player: str | None) -> set[str]:
    """The cards somebody may know at a moment, from the events alone: what was shown, and the own hand."""
    state, shown = states_of(game)[version], set[str]()
    for record in records_of(game)[:version]:
        event = record.event
        if isinstance(event, e.BetsClosed):
            shown = set()
        for name in ("faces", "face", "order"):
            if isinstance(said := getattr(event, name, ""), str):
                shown |= set(said.split())
    round_, rules = state.playing, rules_of(state.game, state.digest, state.options)
    if round_ and player and rules.deal.looked_at:
        own = [hand for hand in round_.hands.values() if hand.player == player]
        shown |= {face for hand in own for face in round_.shown(hand.cards).split()}
    return shown


def actor_of(viewer: str) -> Actor | None:
    role, _, name = viewer.partition(":")
    return {"public": None, "auditor": AUDITOR}.get(viewer, Actor(Role(role), name) if role in set(Role) else None)


@pytest.mark.parametrize("game", GAMES)
def test_looking_back_shows_what_the_viewer_saw_then_and_no_card_more(game: str) -> None:
    archive, states = archive_of(game), states_of(game)
    over = [record.seq for record in records_of(game) if isinstance(record.event, e.RoundEnded)][-1]
    for version in range(2, over + 1, 3):
        state = states[version]
        rules = rules_of(state.game, state.digest, state.options)
        for viewer in moment(archive, version, "public")["viewers"]:
            seen = moment(archive, version, viewer)["view"]
            assert seen == view(rules, state, actor_of(viewer))
            if state.playing:
                faces = set(CARD.findall(json.dumps(seen)))
                assert faces <= known_faces(game, version, viewer.partition(":")[2] or None), (version, viewer)


@pytest.mark.parametrize("table", range(1, len(GAMES) + 1))
def test_a_player_s_place_cannot_be_taken_in_a_round_that_is_being_played(
    office: Office, auditor: dict[str, str], table: int
) -> None:
    last = office.client.get(f"/api/audit/{table}", headers=auditor).json()["version"]
    now = office.client.get(f"/api/audit/{table}/at/{last}", headers=auditor).json()
    assert now["viewers"] == ["public", "dealer", "floor", "auditor"]
    answer = office.client.get(f"/api/audit/{table}/at/{last}?viewer=player:Player 1", headers=auditor)
    assert (answer.status_code, answer.json()["code"]) == (403, "sealed")


@pytest.mark.parametrize(("table", "game"), list(enumerate(GAMES, 1)))
def test_nothing_an_auditor_is_sent_opens_the_deck_in_play(
    office: Office, auditor: dict[str, str], table: int, game: str
) -> None:
    last = office.client.get(f"/api/audit/{table}", headers=auditor).json()["version"]
    paths = ["", "/records?number=500", f"/rounds/{ROUNDS + 1}", "/journal.jsonl", f"/felt/{last}"]
    paths += [f"/at/{last}?viewer={viewer}" for viewer in ("public", "dealer", "floor", "auditor")]
    sent = [office.client.get(f"/api/audit/{table}{path}", headers=auditor).text for path in paths]
    sent += [office.client.get(f"/audit/{table}", headers=auditor).text]
    assert not any(secret in text for secret in live_secrets(game) for text in sent)


# --- the deck and the sheets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_opened_deck_gives_the_commitment_by_the_printed_recipe(game: str, office: Office) -> None:
    table = GAMES.index(game) + 1
    answer = office.client.get(f"/tables/{table}/rounds/1", headers=office.headers("Player 1"))
    recipe = re.search(r"printf &#39;%s&#39; &#39;(.+?)&#39;|printf '%s' '(.+?)'", answer.text)
    assert recipe
    text = recipe[1] or recipe[2]
    assert hashlib.sha256(text.encode()).hexdigest() in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_of_every_round_has_a_sheet_that_finds_no_fault(game: str) -> None:
    archive = archive_of(game)
    for number in range(1, ROUNDS + 1):
        for seat in archive.chapter(number).positions:
            made = sheet(archive, number, seat)
            assert made["deck"]["matches"]
            assert not made["disputed"]
            assert made["back"] - made["stakes"] == made["net"]


def test_a_sheet_is_a_page_to_print(office: Office, auditor: dict[str, str]) -> None:
    seat = next(iter(office.client.get("/api/audit/1/rounds/1", headers=auditor).json()["seats"]))
    page = office.client.get(f"/audit/1/rounds/1/seats/{seat}", headers=auditor).text
    data = office.client.get(f"/api/audit/1/rounds/1/seats/{seat}", headers=auditor).json()
    assert data["player"] in page
    assert all(clause in page for line in data["settlement"] for clause in line["clauses"])


def test_players_get_their_own_sheets_only(office: Office) -> None:
    for number in range(1, PLAYERS + 1):
        name = f"Player {number}"
        own = office.client.get("/api/tables/1/rounds/1", headers=office.headers(name)).json()
        assert {made["player"] for made in own["sheets"]} == {name}
    for who, status in (("Somebody else", 403), (Role.FLOOR, 403), (None, 401)):
        for path in ("/tables/1/rounds/1", "/api/tables/1/rounds/1"):
            assert office.client.get(path, headers=office.headers(who)).status_code == status


def test_there_is_no_sheet_of_a_round_that_is_being_played(office: Office) -> None:
    for path in (f"/tables/1/rounds/{ROUNDS + 1}", f"/api/tables/1/rounds/{ROUNDS + 1}"):
        answer = office.client.get(path, headers=office.headers("Player 1"))
        assert answer.status_code == 404
        assert not any(secret in answer.text for secret in live_secrets(GAMES[0]))


def test_what_staff_note_is_not_on_a_player_s_sheet(office: Office, auditor: dict[str, str]) -> None:
    for table in range(1, len(GAMES) + 1):
        seats = office.client.get(f"/api/audit/{table}/rounds/{NOTED}", headers=auditor).json()["seats"]
        seat = next(number for number, player in seats.items() if player == "Player 1")
        for own, full in (
            (f"/tables/{table}/rounds/{NOTED}", f"/audit/{table}/rounds/{NOTED}/seats/{seat}"),
            (f"/api/tables/{table}/rounds/{NOTED}", f"/api/audit/{table}/rounds/{NOTED}/seats/{seat}"),
        ):
            assert NOTE in office.client.get(full, headers=auditor).text
            assert NOTE not in office.client.get(own, headers=office.headers("Player 1")).text


# --- proofs and copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "game"), list(enumerate(GAMES, 1)))
def test_a_copy_verifies_and_keeps_the_deck_in_play_sealed(
    office: Office, auditor: dict[str, str], table: int, game: str
) -> None:
    copy = office.client.get(f"/api/audit/{table}/journal.jsonl", headers=auditor).text.splitlines()
    lines, head = journal_of(game)
    verdict = verify(copy, head)
    assert (verdict.ok, verdict.records, verdict.head) == (True, len(lines), head)
    assert second_opinion(copy).disagreement is None
    opened = sum('"event":"deck-opened"' in line for line in lines)
    assert sum('"sealed":' in line for line in copy) == opened


@given(st.dictionaries(st.text(), st.text()))
def test_a_line_without_its_seal_is_otherwise_the_same(data: dict[str, str]) -> None:
    line = json.dumps({"data": data, "hash": "0" * 64}, separators=(",", ":"))
    sealed = json.dumps({"data": data, "hash": "0" * 64, "sealed": {"salt": "1"}}, separators=(",", ":"))
    assert archives.without_seal(sealed) == archives.without_seal(line) == line


def proved(office: Office, headers: dict[str, str], table: str, head: str = "") -> dict[str, Any]:
    began = office.client.post(f"/api/audit/{table}/verify", json={"head": head}, headers=headers)
    assert began.status_code == 202
    for _ in range(600):
        proof = office.client.get(f"/api/audit/{table}/verify", headers=headers).json()
        if proof["state"] not in ("waiting", "running"):
            break
        time.sleep(0.05)
    assert proof["state"] == "done", proof
    found: dict[str, Any] = proof["result"]
    return found


def test_a_sound_journal_is_proved_and_what_is_not_is_said(office: Office, auditor: dict[str, str]) -> None:
    lines, head = journal_of(GAMES[0])
    found = proved(office, auditor, "1")
    assert (found["ok"], found["records"], found["head"]) == (True, len(lines), head)
    assert any("written anew" in caution for caution in found["open"])
    assert proved(office, auditor, "1", head)["open"] == []
    earlier = json.loads(lines[-5])["hash"]
    assert "last 4 records" in proved(office, auditor, "1", f" {earlier.upper()} ")["open"][0]
    assert not proved(office, auditor, "1", "f" * 64)["ok"]


def test_half_a_head_is_refused(office: Office, auditor: dict[str, str]) -> None:
    answer = office.client.post("/api/audit/1/verify", json={"head": "abc"}, headers=auditor)
    assert (answer.status_code, answer.json()["code"]) == (400, "head")


@pytest.mark.parametrize("change", ["edited", "cut", "dropped"])
def test_a_journal_that_was_tampered_with_is_told_by_its_record(change: str) -> None:
    lines, head = journal_of("uth")
    place = next(number for number, line in enumerate(lines) if '"event":"round-ended"' in line) + 1
    bad = {
        "edited": [*lines[:place], lines[place].replace('"amount":', '"amount":1'), *lines[place + 1 :]],
        "dropped": [*lines[:place], *lines[place + 1 :]],
        "cut": lines[:-3],
    }[change]
    assert bad[place] != lines[place] or change == "cut"
    floor = floor_with("uth")
    fill(floor.store, "2", bad, head)
    with (office := Office(floor)).client:
        with pytest.raises(JournalError, match="the journal of table 2 is damaged"):
            floor._load("2")
        found = proved(office, office.headers(Role.AUDITOR), "2")
    assert not found["ok"]
    assert found["wrong"]
    assert (found["line"] is None) == (change == "cut")
    floor.close()
