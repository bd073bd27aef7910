"""The second verifier shares only the rule book with the table, and finds what the first cannot."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from journals import EVERYTHING, GAMES, METHODS, chain_again, find, played, random_trouble, redacted

from pitboss.journal import second_verifier
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Role
from pitboss.table.table import FLOOR, Table

LINES = played("uth", EVERYTHING["uth"], 3)


def test_it_imports_neither_the_table_nor_the_first_verifier() -> None:
    source = Path(second_verifier.__file__).read_text()
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    assert not [name for name in names if name.startswith(("pitboss.table", "pitboss.journal", "pitboss.ledger"))]
    assert len(source.splitlines()) <= 400  # small enough to be read at one sitting


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_it_agrees_with_an_honest_journal(game: str, method: str) -> None:
    checked = second_opinion(played(game, METHODS[method], 3))
    assert checked.disagreement is None
    assert checked.rounds == 3
    assert checked.hands == 3 * 4
    assert checked.wagers >= 3 * 3


@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_a_journal_full_of_trouble(game: str) -> None:
    for seed in range(8):
        checked = second_opinion(played(game, EVERYTHING[game], 3, seed=seed, trouble=random_trouble(seed)))
        assert (checked.disagreement, checked.rounds) == (None, 3)


def test_it_checks_every_settlement() -> None:
    assert second_opinion(LINES).wagers == sum('"event":"wager-settled"' in line for line in LINES)


def test_it_names_an_empty_journal() -> None:
    assert second_opinion([]) == (0, 0, 0, "the journal is empty: there is nothing in it to check", 1)


def test_it_names_a_clock_that_runs_backwards() -> None:
    earlier = json.loads(LINES[9]) | {"at": json.loads(LINES[8])["at"] - 1}
    checked = second_opinion([*LINES[:9], json.dumps(earlier), *LINES[10:]])
    assert checked.line == 10
    assert checked.disagreement is not None
    assert checked.disagreement.startswith("the clock runs backwards here, from ")


def test_it_needs_no_sealed_part() -> None:
    assert second_opinion(redacted(LINES)) == second_opinion(LINES)


@pytest.mark.parametrize("game", GAMES)
def test_it_follows_a_recut_after_the_call(game: str) -> None:
    ordered: set[int] = set()

    def recut(table: Table) -> None:
        if table.round.number not in ordered:
            ordered.add(table.round.number)
            table.do(c.OrderRecut, FLOOR, reason="the cut was seen")

    lines = played(game, METHODS["shoe"], 2, trouble=recut)
    assert len([line for line in lines if '"event":"deck-cut"' in line]) == 4
    assert second_opinion(lines).disagreement is None


def test_it_reads_files(tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    file.write_text("\n".join(LINES) + "\n")
    assert second_opinion(file) == second_opinion(LINES)


# --- what a forger changes who knows how to chain records ------------------------------------------------------------


def forged(place: int, alter: Callable[[dict[str, Any]], None]) -> list[str]:
    """The journal with one record altered and the whole chain made to fit."""
    raw = json.loads(LINES[place])
    alter(raw)
    return chain_again([*LINES[:place], json.dumps(raw, separators=(",", ":")), *LINES[place + 1 :]])


def first(event: str, **having: Any) -> int:
    places = (place for place, line in enumerate(LINES) if (raw := json.loads(line))["event"] == event
              and having.items() <= raw["data"].items())  # fmt: skip
    return next(places)


def test_a_payment_that_was_altered_is_found_though_the_chain_is_sound() -> None:
    place = first("wager-settled", outcome="win", wager="ante")

    def pay_more(raw: dict[str, Any]) -> None:
        raw["data"]["paid"] += 100
        raw["money"][-1][2] += 100

    lines = forged(place, pay_more)
    assert verify(lines).ok
    checked = second_opinion(lines)
    assert checked.line == place + 1
    assert checked.disagreement is not None
    assert "'paid': 1100" in checked.disagreement
    assert "the rule book says" in checked.disagreement


def test_money_that_went_elsewhere_is_found() -> None:
    place = first("wager-settled", outcome="win", wager="ante")
    lines = forged(place, lambda raw: raw["money"][-1].__setitem__(1, "player:Thief"))
    checked = second_opinion(lines)
    assert checked.line == place + 1
    assert "player:Thief" in str(checked.disagreement)


def test_a_clause_that_was_altered_is_found() -> None:
    place = first("wager-settled", outcome="win", wager="ante")
    checked = second_opinion(forged(place, lambda raw: raw.update(clauses=["UTH-R1"])))
    assert (checked.line, checked.disagreement) == (
        place + 1, f"the ante at position {json.loads(LINES[place])['data']['position']} cites other clauses",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("event", "having"),
    [("community-dealt", {}), ("cards-turned-up", {"position": 0}), ("cards-turned-up", {"position": 1})],
)
def test_a_face_that_was_altered_is_found(event: str, having: dict[str, Any]) -> None:
    place = first(event, **having)
    shown = json.loads(LINES[place])["data"]["faces"]

    def other_face(raw: dict[str, Any]) -> None:
        raw["data"]["faces"] = "As" + shown[2:] if not shown.startswith("As") else "Ks" + shown[2:]

    checked = second_opinion(forged(place, other_face))
    assert checked.line == place + 1
    assert f"where the deck has {shown}" in str(checked.disagreement)


def test_cards_dealt_from_another_place_are_found() -> None:
    place = find(LINES, "cards-dealt")

    def from_below(raw: dict[str, Any]) -> None:
        raw["data"]["deals"][0][1] = [50, 51]

    checked = second_opinion(forged(place, from_below))
    assert (checked.line, checked.disagreement) == (place + 1, "cards [50, 51] did not lie on top of the deck")


def test_cards_dealt_out_of_turn_are_found() -> None:
    place = find(LINES, "cards-dealt")
    checked = second_opinion(forged(place, lambda raw: raw["data"]["deals"].reverse()))
    assert checked.line == place + 1
    assert "out of turn" in str(checked.disagreement)


def test_another_deck_than_the_one_committed_to_is_found() -> None:
    place = find(LINES, "deck-opened")
    order = json.loads(LINES[place])["data"]["order"]
    checked = second_opinion(forged(place, lambda raw: raw["data"].update(order=order[3:] + " " + order[:2])))
    assert checked.disagreement == "the deck opened is not the one committed to before the deal"


def test_options_altered_behind_the_digest_are_found() -> None:
    checked = second_opinion(forged(0, lambda raw: raw["data"]["options"].update(trips_pay_table="A")))
    assert (checked.line, checked.disagreement) == (1, "the submission is not the one of its digest")


@pytest.mark.clause("PK-R46")
def test_a_pick_that_the_seal_of_the_deck_did_not_draw_is_found() -> None:
    told: list[int] = []

    def expose(table: Table) -> None:
        position = table.round.positions[0]
        if not told and table.round.hands[position].cards:
            told.append(position)
            table.do(c.CardExposed, STAFF[Role.DEALER], where="player", position=position)

    lines = played("pik-it", METHODS["shoe"], 1, trouble=expose)
    assert sum('"drawn":true' in line for line in lines) == 1
    assert second_opinion(lines).disagreement is None
    place = next(place for place, line in enumerate(lines) if '"drawn":false' in line)
    typed = lines[place].replace('"drawn":false', '"drawn":true')
    altered = chain_again([*lines[:place], typed, *lines[place + 1 :]])
    assert "the seal of the deck draws" in str(second_opinion(altered).disagreement)


def test_a_wager_that_was_never_settled_is_found() -> None:
    place = first("wager-settled", wager="blind")
    checked = second_opinion(chain_again(LINES[:place] + LINES[place + 1 :]))
    assert "was not settled: blind" in str(checked.disagreement)


def test_a_wager_placed_for_more_than_the_chips_is_found() -> None:
    place = find(LINES, "wager-placed")
    checked = second_opinion(forged(place, lambda raw: raw["data"].update(amount=2000)))
    assert (checked.line, checked.disagreement) == (place + 1, "1000 cents lie on the ante at position 1, not 2000")


def test_a_record_it_cannot_follow_is_a_disagreement_not_a_crash() -> None:
    for place in (find(LINES, "bets-closed"), find(LINES, "deck-shuffled"), 0):
        assert second_opinion(chain_again(LINES[:place] + LINES[place + 1 :])).disagreement is not None
    assert "cannot be followed" in str(second_opinion(["not json"]).disagreement)
