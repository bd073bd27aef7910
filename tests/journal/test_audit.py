"""`pitboss audit`, as an inspector uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from journals import EVERYTHING, GAMES, chain_again, find, played, random_trouble, redacted

from pitboss.cli import cli
from pitboss.errors import PitbossError
from pitboss.law import lookup

LINES = played("uth", EVERYTHING["uth"], 3)


def audit(*arguments: Any) -> Result:
    return CliRunner().invoke(cli, ["audit", *map(str, arguments)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, LINES)


def written(folder: Path, lines: list[str]) -> Path:
    path = folder / "table.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


# --- verify, head ----------------------------------------------------------------------------------------------------


def test_a_sound_journal_is_reported_by_both_verifiers(file: Path) -> None:
    head = audit("head", file).stdout.strip()
    assert head == json.loads(LINES[-1])["hash"]
    done = audit("verify", file, "--head", head)
    assert done.exit_code == 0
    assert f"{len(LINES)} records hold together. Head {head}" in done.stdout
    assert "Second verifier: 3 rounds, 12 hands and" in done.stdout
    assert "all agree" in done.stdout
    assert "Note" not in done.stdout


def test_without_a_saved_head_the_command_says_what_it_cannot_prove(file: Path) -> None:
    done = audit("verify", file)
    assert done.exit_code == 0
    assert "Note: without a saved head nobody can prove that records were not cut off" in done.stdout


def test_an_empty_journal_is_not_said_to_be_well(tmp_path: Path) -> None:
    (tmp_path / "table.jsonl").touch()
    done = audit("verify", tmp_path / "table.jsonl")
    assert done.exit_code == 1
    assert "line 1: the journal is empty" in done.stdout
    assert "hold together" not in done.stdout
    plain = json.loads(audit("verify", tmp_path / "table.jsonl", "--json").stdout)
    assert (plain["ok"], plain["fault"]["line"], plain["second"]) == (False, 1, None)


def test_a_clock_that_runs_backwards_is_reported(tmp_path: Path) -> None:
    earlier = json.loads(LINES[30]) | {"at": json.loads(LINES[29])["at"] - 1}
    done = audit("verify", written(tmp_path, chain_again([*LINES[:30], json.dumps(earlier), *LINES[31:]])))
    assert done.exit_code == 1
    assert "line 31: record 31: the clock runs backwards here" in done.stdout


def test_the_first_bad_record_is_named(tmp_path: Path) -> None:
    file = written(tmp_path, LINES[:30] + LINES[31:])
    done = audit("verify", file)
    assert done.exit_code == 1
    assert "line 31: record 31 is missing: dropped before record 32" in done.stdout
    plain = json.loads(audit("verify", file, "--json").stdout)
    assert (plain["ok"], plain["fault"]["line"], plain["second"]) == (False, 31, None)


def test_a_payment_altered_with_the_whole_chain_is_named_by_the_second_verifier(tmp_path: Path) -> None:
    place = find(LINES, "wager-settled")
    raw = json.loads(LINES[place])
    raw["clauses"] = ["UTH-R1"]
    file = written(tmp_path, chain_again([*LINES[:place], json.dumps(raw), *LINES[place + 1 :]]))
    done = audit("verify", file)
    assert done.exit_code == 1
    assert f"line {place + 1}: " in done.stdout
    plain = json.loads(audit("verify", file, "--json").stdout)
    assert (plain["ok"], plain["fault"], plain["second"]["line"]) == (False, None, place + 1)


def test_a_cut_end_is_found_with_the_saved_head(tmp_path: Path) -> None:
    file = written(tmp_path, LINES[:-3])
    assert audit("verify", file).exit_code == 0
    done = audit("verify", file, "--head", json.loads(LINES[-1])["hash"])
    assert done.exit_code == 1
    assert "no record has the saved head" in done.stdout


def test_a_journal_without_sealed_parts_is_said_to_be_one(tmp_path: Path) -> None:
    done = audit("verify", written(tmp_path, redacted(LINES)))
    assert done.exit_code == 0
    assert "sealed parts have been taken out" in done.stdout


def test_a_broken_journal_has_no_head(tmp_path: Path) -> None:
    done = audit("head", written(tmp_path, LINES[1:]))
    assert isinstance(done.exception, PitbossError)
    assert "line 1: record 1 is missing" in done.exception.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    done = audit("verify", tmp_path / "none.jsonl")
    assert isinstance(done.exception, PitbossError)
    assert "cannot be read" in done.exception.message


# --- rounds ----------------------------------------------------------------------------------------------------------


def test_rounds_are_listed_with_the_result_of_the_house(file: Path) -> None:
    rounds = json.loads(audit("rounds", file, "--json").stdout)
    assert [one["round"] for one in rounds] == [1, 2, 3]
    assert all(one["positions"] == [1, 2, 3] and one["void"] == "" for one in rounds)
    for one in rounds:
        sheets = [json.loads(audit("hand", file, "--round", one["round"], "--seat", s, "--json").stdout)
                  for s in (1, 2, 3)]  # fmt: skip
        assert one["house"] == -sum(sheet["net"] for sheet in sheets)
    table = audit("rounds", file).stdout.splitlines()
    assert table[0].split() == ["Round", "Ended", "Deck", "Positions", "House"]
    assert len(table) == 4


def test_a_void_round_is_listed_as_void(tmp_path: Path) -> None:
    lines = played("uth", EVERYTHING["uth"], 5, seed=4, trouble=random_trouble(4, 0.1))
    rounds = json.loads(audit("rounds", written(tmp_path, lines), "--json").stdout)
    assert any(one["void"] for one in rounds)
    assert "void" in audit("rounds", tmp_path / "table.jsonl").stdout


# --- hand ------------------------------------------------------------------------------------------------------------


def test_a_dispute_sheet_has_everything_about_a_hand(file: Path) -> None:
    sheet = json.loads(audit("hand", file, "--round", 2, "--seat", 1, "--json").stdout)
    order = sheet["deck"]["order"].split()
    assert sheet["player"] == "P1"
    assert sheet["deck"]["matches"] is True
    dealt = {entry["to"]: entry["cards"] for entry in sheet["cards"]}
    assert set(dealt) == {"position 1", "dealer", "burned", "community"}
    assert all(entry["cards"] == " ".join(order[p] for p in entry["places"]) for entry in sheet["cards"])
    assert [entry["wager"] for entry in sheet["settlement"]][:2] == ["ante", "blind"]
    assert set(sheet["wagers"]) == {entry["wager"] for entry in sheet["settlement"]}
    assert sheet["net"] == sum(e["paid"] + e["returned"] - e["stake"] for e in sheet["settlement"])
    assert sheet["decisions"]
    assert {entry["of"] for entry in sheet["announcements"]} <= {"dealer", "position 1"}


@pytest.mark.parametrize("game", GAMES)
def test_every_payment_has_its_facts_and_clauses_whatever_happened(game: str, tmp_path: Path) -> None:
    settled = 0
    for seed in range(5):
        file = written(tmp_path, played(game, EVERYTHING[game], 2, seed=seed, trouble=random_trouble(seed)))
        for one in json.loads(audit("rounds", file, "--json").stdout):
            for seat in one["positions"]:
                done = audit("hand", file, "--round", one["round"], "--seat", seat, "--json")
                assert done.exit_code == 0, done.exception
                sheet = json.loads(done.stdout)
                assert sheet["deck"]["matches"]
                for entry in sheet["settlement"]:
                    settled += 1
                    assert entry["facts"]
                    assert entry["facts"] != ["the rule book comes to another result"]
                    assert all(lookup(clause) for clause in entry["clauses"])
    assert settled > 30


def test_a_dispute_sheet_reads_like_one(file: Path) -> None:
    text = audit("hand", file, "--round", 1, "--seat", 2).stdout
    for part in ("round 1, position 2: P2", "Cards, in the order dealt", "Wagers", "Settlement", "ante", "UTH-10(h).1",
                 "Net", "committed to before the deal", "matches the commitment"):  # fmt: skip
        assert part in text


def test_a_sheet_notes_what_went_wrong(tmp_path: Path) -> None:
    lines = played("uth", EVERYTHING["uth"], 5, seed=4, trouble=random_trouble(4, 0.1))
    file = written(tmp_path, lines)
    void = next(one for one in json.loads(audit("rounds", file, "--json").stdout) if one["void"])
    text = audit("hand", file, "--round", void["round"], "--seat", 1).stdout
    assert "Notes" in text
    assert "all hands are void" in text


def test_a_sheet_needs_no_sealed_part(tmp_path: Path, file: Path) -> None:
    whole = audit("hand", file, "--round", 1, "--seat", 1).stdout
    assert audit("hand", written(tmp_path, redacted(LINES)), "--round", 1, "--seat", 1).stdout == whole


@pytest.mark.parametrize(
    ("arguments", "why"),
    [(("--round", 9, "--seat", 1), "no round 9 that has ended"), (("--round", 1, "--seat", 6), "1, 2, 3 were")],
)
def test_a_hand_that_was_not_dealt_is_refused(arguments: tuple[Any, ...], why: str, file: Path) -> None:
    done = audit("hand", file, *arguments)
    assert isinstance(done.exception, PitbossError)
    assert why in done.exception.message


def test_a_round_that_goes_on_is_not_shown(tmp_path: Path) -> None:
    file = written(tmp_path, LINES[: find(LINES, "round-ended", 1)])
    assert len(json.loads(audit("rounds", file, "--json").stdout)) == 1
    done = audit("hand", file, "--round", 2, "--seat", 1)
    assert isinstance(done.exception, PitbossError)
