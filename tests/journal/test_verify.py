"""Whoever changes a journal is found out, and told where."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from journals import (
    EVERYTHING,
    GAMES,
    METHODS,
    chain_again,
    change,
    find,
    played,
    random_trouble,
    redacted,
)

from pitboss.journal.codec import GENESIS, own_hash
from pitboss.journal.errors import JournalError
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import NO_HEAD, verify

LINES = played("uth", METHODS["hand"])
HEAD = json.loads(LINES[-1])["hash"]
PLACE = 40


def fault_in(lines: list[str], head: str | None = None) -> tuple[int, str]:
    verdict = verify(lines, head)
    assert verdict.fault is not None
    assert not verdict.ok
    return verdict.fault.line, verdict.fault.message


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_an_honest_journal_is_sound(game: str, method: str) -> None:
    lines = played(game, METHODS[method])
    verdict = verify(lines)
    assert verdict.fault is None
    assert (verdict.records, verdict.head) == (len(lines), json.loads(lines[-1])["hash"])


@pytest.mark.parametrize("game", GAMES)
def test_a_journal_full_of_trouble_is_sound(game: str) -> None:
    for seed in range(6):
        assert verify(played(game, EVERYTHING[game], 3, seed=seed, trouble=random_trouble(seed))).fault is None


def test_an_empty_journal_proves_nothing(tmp_path: Path) -> None:
    (tmp_path / "j.jsonl").touch()
    for source in (tmp_path / "j.jsonl", list[str]()):
        verdict = verify(source)
        assert verdict.fault == (1, 1, "the journal is empty: there is nothing in it to check")
        assert (verdict.ok, verdict.records, verdict.head) == (False, 0, GENESIS)


@pytest.mark.parametrize("place", [1, PLACE, len(LINES) - 1])
def test_a_clock_that_runs_backwards_is_named(place: int) -> None:
    earlier = json.loads(LINES[place]) | {"at": json.loads(LINES[place - 1])["at"] - 1}
    line, message = fault_in(chain_again([*LINES[:place], json.dumps(earlier), *LINES[place + 1 :]]))
    assert line == place + 1
    assert message.startswith(f"record {place + 1}: the clock runs backwards here, from 1767225")


# --- the chain -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(0, len(LINES), 7))
def test_an_edited_record_is_named(place: int) -> None:
    raw = json.loads(LINES[place])
    raw["at"] += 1
    edited = [*LINES[:place], json.dumps(raw, separators=(",", ":")), *LINES[place + 1 :]]
    assert fault_in(edited) == (
        place + 1, f"record {place + 1} was edited: its hash does not fit what it says",
    )  # fmt: skip


def test_an_edited_record_whose_hash_was_made_to_fit_is_named() -> None:
    (made,) = chain_again([LINES[PLACE]])
    raw = json.loads(made) | {"at": 1, "seq": PLACE + 1, "prev": json.loads(LINES[PLACE - 1])["hash"]}
    raw["hash"] = own_hash(raw)
    edited = [*LINES[:PLACE], json.dumps(raw, separators=(",", ":")), *LINES[PLACE + 1 :]]
    line, message = fault_in(edited)
    assert line == PLACE + 1
    assert message == f"record {PLACE + 1} is not the one that record {PLACE + 2} was written after"


@pytest.mark.parametrize("place", range(0, len(LINES) - 1, 7))
def test_a_dropped_record_is_named(place: int) -> None:
    line, message = fault_in(LINES[:place] + LINES[place + 1 :])
    assert (line, message) == (place + 1, f"record {place + 1} is missing: dropped before record {place + 2}")


def test_several_dropped_records_are_named() -> None:
    assert fault_in(LINES[:PLACE] + LINES[PLACE + 3 :]) == (
        PLACE + 1, f"records {PLACE + 1} to {PLACE + 3} are missing: dropped before record {PLACE + 4}",
    )  # fmt: skip


def test_a_record_inserted_from_elsewhere_is_named() -> None:
    line, message = fault_in([*LINES[:PLACE], LINES[7], *LINES[PLACE:]])
    assert (line, message) == (PLACE + 1, f"record 8 was inserted here, where record {PLACE + 1} belongs")


def test_a_record_inserted_with_hashes_that_fit_is_named() -> None:
    forged = chain_again([*LINES[:PLACE], LINES[7]])
    line, message = fault_in([*forged, *LINES[PLACE:]])
    assert (line, message) == (PLACE + 1, f"there are two records {PLACE + 1}: this one was inserted")


@pytest.mark.parametrize("place", range(0, len(LINES) - 1, 7))
def test_swapped_records_are_named(place: int) -> None:
    swapped = [*LINES[:place], LINES[place + 1], LINES[place], *LINES[place + 2 :]]
    assert fault_in(swapped) == (
        place + 1, f"record {place + 2} stands where record {place + 1} belongs: records were swapped",
    )  # fmt: skip


@pytest.mark.parametrize("cut", [1, 2, 100])
def test_a_torn_last_record_is_named(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    file.write_text(("\n".join(LINES) + "\n")[:-cut])
    verdict = verify(file)
    assert verdict.fault is not None
    assert verdict.fault.line == len(LINES)
    assert "torn" in verdict.fault.message
    assert verdict.records == len(LINES) - 1


@pytest.mark.parametrize("damage", ["", "\x00\x01", "{}", LINES[PLACE][:-9], LINES[PLACE] + " "])
def test_a_damaged_line_is_named(damage: str) -> None:
    line, message = fault_in([*LINES[:PLACE], damage, *LINES[PLACE + 1 :]])
    assert line == PLACE + 1
    assert message.startswith("the record is damaged: ")


def test_bytes_that_are_no_text_are_a_damaged_line(tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    file.write_bytes("\n".join(LINES[:3]).encode() + b"\n\xff\xfe\n")
    verdict = verify(file)
    assert verdict.fault is not None
    assert verdict.fault.line == 4


def test_a_file_that_is_not_there_is_an_error_not_a_verdict(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be read"):
        verify(tmp_path / "none.jsonl")


# --- the saved head --------------------------------------------------------------------------------------------------


def test_with_the_saved_head_nothing_is_left_to_doubt() -> None:
    verdict = verify(LINES, HEAD)
    assert verdict.ok
    assert verdict.cautions == ()


def test_without_a_saved_head_the_verdict_says_what_it_cannot_prove() -> None:
    for lines in (LINES, LINES[:-5], chain_again([*LINES[:-5], LINES[-1]])):
        assert verify(lines).cautions == (NO_HEAD,)
    assert verify(LINES[:-5]).ok


def test_a_saved_head_shows_that_the_end_was_cut_off() -> None:
    line, message = fault_in(LINES[:-5], HEAD)
    assert line == len(LINES) - 5
    assert message == "no record has the saved head: the end was cut off, or the journal was written anew"


def test_a_saved_head_shows_that_the_journal_was_written_anew() -> None:
    raw = json.loads(LINES[PLACE])
    raw["at"] += 1
    forged = chain_again([*LINES[:PLACE], json.dumps(raw), *LINES[PLACE + 1 :]])
    assert verify(forged).ok
    assert "written anew" in fault_in(forged, HEAD)[1]


def test_a_journal_may_grow_after_its_head_was_saved() -> None:
    verdict = verify(LINES, json.loads(LINES[-4])["hash"])
    assert verdict.ok
    assert verdict.cautions == ("the last 3 records were written after the saved head, which does not cover them",)


# --- seals -----------------------------------------------------------------------------------------------------------


def test_a_journal_without_its_sealed_parts_is_sound() -> None:
    verdict = verify(redacted(LINES), HEAD)
    assert verdict.ok
    assert verdict.redacted == len([line for line in LINES if '"sealed"' in line]) > 0


def test_an_edited_sealed_part_is_named() -> None:
    place = find(LINES, "deck-shuffled")
    raw = json.loads(LINES[place])
    cards = raw["sealed"]["order"].split()
    raw["sealed"]["order"] = " ".join([cards[1], cards[0], *cards[2:]])
    line, message = fault_in([*LINES[:place], json.dumps(raw, separators=(",", ":")), *LINES[place + 1 :]])
    assert line == place + 1
    assert "does not match its commitment" in message


def test_a_deck_opened_other_than_it_was_sealed_is_named() -> None:
    place = find(LINES, "deck-opened")
    order = json.loads(LINES[place])["data"]["order"].split()
    other = change(LINES[place], order=" ".join([order[1], order[0], *order[2:]]))
    line, message = fault_in(chain_again([*LINES[:place], other, *LINES[place + 1 :]]))
    assert line == place + 1
    assert "does not match the commitment made before the deal" in message


def test_a_deck_opened_from_another_stream_than_was_sealed_is_named() -> None:
    """A house that sealed what its generator made, and says afterwards that people shuffled."""
    place = find(LINES, "deck-opened")
    line, message = fault_in(chain_again([*LINES[:place], change(LINES[place], stream=""), *LINES[place + 1 :]]))
    assert line == place + 1
    assert "came from another stream than was sealed" in message


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [METHODS["shoe"], METHODS["hand"], {"opening_route": "preshuffled"}], ids=str)
def test_order_seed_and_stream_are_sealed_until_the_deck_is_opened(game: str, options: dict[str, Any]) -> None:
    records = [json.loads(line) for line in played(game, options)]
    sealed: dict[str, dict[str, str]] = {}
    for number, record in enumerate(records):
        data, deck = record["data"], record["data"].get("deck")
        if data.get("commitment"):
            sealed[deck] = record["sealed"]
            assert sealed[deck].keys() == {"order", "salt", "stream"}
            assert sealed[deck].keys().isdisjoint(data)
        if record["event"] == "deck-opened":
            assert sealed[deck].items() <= data.items()
            assert records[number + 1]["event"] == "round-ended"
        else:
            shown = json.dumps({**record, "sealed": None})
            assert not any(kept[name] in shown for kept in sealed.values() for name in ("order", "salt"))
    assert sealed


def test_an_order_that_no_generator_made_of_its_seed_is_named() -> None:
    """A house that says its generator shuffled, and picks the order itself: seal, opening and chain all fit."""
    shuffled, opened = find(LINES, "deck-shuffled"), find(LINES, "deck-opened")
    raw = json.loads(LINES[shuffled])
    cards = raw["sealed"]["order"].split()
    picked = " ".join([cards[1], cards[0], *cards[2:]])
    raw["sealed"]["order"] = picked
    raw["data"]["commitment"] = hashlib.sha256(f"{raw['sealed']['salt']}:{picked}".encode()).hexdigest()
    forged = [*LINES]
    forged[shuffled] = json.dumps(raw, separators=(",", ":"))
    forged[opened] = change(LINES[opened], order=picked)
    message = "the order of the red deck is not what its generator makes of its seed"
    assert fault_in(chain_again(forged)) == (shuffled + 1, f"record {shuffled + 1}: {message}")
    assert fault_in(chain_again(redacted(forged))) == (opened + 1, f"record {opened + 1}: {message}")


def test_a_journal_from_before_streams_were_sealed_is_sound() -> None:
    older = []
    for line in LINES:
        raw = json.loads(line)
        if raw["event"] in ("deck-received", "deck-shuffled", "deck-opened"):
            raw["v"] = 1
            raw["data"].pop("stream", None)
            raw.get("sealed", {}).pop("stream", None)
        older.append(json.dumps(raw, separators=(",", ":")))
    assert verify(chain_again(older)).fault is None
    assert second_opinion(chain_again(older)).disagreement is None


# --- what a forger who chains anew still gets wrong ------------------------------------------------------------------


def test_an_overdrawn_player_is_named() -> None:
    place = find(LINES, "chips-bought")
    raw = json.loads(LINES[place])
    raw["money"][1][2] = 1
    line, message = fault_in(chain_again([*LINES[:place], json.dumps(raw), *LINES[place + 1 :]]))
    assert line == find(LINES, "wager-placed") + 1
    assert "player:P1 is overdrawn" in message


def test_events_that_cannot_have_happened_are_named() -> None:
    place = find(LINES, "bets-closed")
    line, message = fault_in(chain_again([*LINES[:place], *LINES[place + 1 :]]))
    assert line == place + 1
    assert "cannot have happened" in message


def test_a_verdict_can_be_read_by_programs() -> None:
    plain = verify(LINES[:PLACE] + LINES[PLACE + 1 :]).as_dict()
    assert plain["fault"] == {
        "line": PLACE + 1, "seq": PLACE + 1,
        "message": f"record {PLACE + 1} is missing: dropped before record {PLACE + 2}",
    }  # fmt: skip
    assert json.loads(json.dumps(plain))["records"] == PLACE
