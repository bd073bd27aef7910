"""A journal gives back the table, whatever happened at it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from journals import EVERYTHING, GAMES, METHODS, chain_again, play, played, random_trouble, table_of

from pitboss.journal.codec import decode
from pitboss.journal.disputes import OTHERWISE, dispute_sheet, rounds_of
from pitboss.journal.errors import JournalError
from pitboss.journal.journal import Journal
from pitboss.journal.replay import replay, walk
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.table.state import State
from pitboss.table.table import Table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_replay_gives_the_live_state(game: str, method: str, tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    with Journal(file) as journal:
        table = table_of(game, METHODS[method], record=journal.append)
        play(table, 3)
    assert replay(file) == table.state


@pytest.mark.parametrize("game", GAMES)
def test_replay_gives_the_live_state_after_trouble_of_all_kinds(game: str) -> None:
    for seed in range(6):
        journal = Journal()
        table = table_of(game, EVERYTHING[game], record=journal.append, seed=seed)
        play(table, 3, seed, random_trouble(seed))
        assert replay(iter(journal)) == table.state


@pytest.mark.parametrize("game", GAMES)
def test_replay_gives_the_live_state_at_every_step(game: str) -> None:
    journal = Journal()
    live: dict[int, State] = {}
    table = table_of(game, record=journal.append)
    play(table, 1, trouble=lambda table: live.update({len(journal): table.state}))
    replayed = {record.seq: after for _, record, after in walk(iter(journal))}
    assert len(live) > 10
    assert all(replayed[seq] == state for seq, state in live.items())


OLDER: dict[str, tuple[tuple[str, ...], dict[str, Any], frozenset[str]]] = {
    "uth": ((), {}, frozenset(("cards", "shuffler_fault_procedure", "shoe_fault_procedure"))),
    "hi-lo": (("cutting_card",), {"cover_card": "Pale Ochre"}, frozenset()),
    "top-five": (("wagering_instruments",), {"cover_card": "white with a crest"}, frozenset(("wagering_instruments",))),
    "pik-it": (
        ("settlement_order", "play_3_multiple", "play_5_multiple", "dealer_must_qualify"),
        {"cover_card": "Yellow"},
        frozenset(),
    ),
}
"""What submissions lacked or could say before it was asked for: options, values, approvals."""


def older(lines: list[str], game: str) -> list[str]:
    """A journal as it was written when its submission had to say less."""
    absent, said, unheard = OLDER[game]
    found = []
    for text in lines:
        raw = json.loads(text)
        if raw["event"] == "submission-posted":
            options = {key: value for key, value in raw["data"]["options"].items() if key not in absent} | said
            options["approvals"] = {key: held for key, held in options["approvals"].items() if key not in unheard}
            plain = json.dumps({"game": raw["data"]["game"], **options}, sort_keys=True)
            raw["data"] |= {"options": options, "digest": hashlib.sha256(plain.encode()).hexdigest()}
        found.append(json.dumps(raw, separators=(",", ":")))
    return chain_again(found)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("PK-39.10(e)/2", "HL-R27", "T5-7.A.1", "UTH-R12")
def test_a_journal_from_before_an_option_had_to_be_named_is_read_and_gone_on_with(game: str) -> None:
    lines = older(played(game), game)
    assert verify(lines).fault is None
    assert second_opinion(lines).disagreement is None
    records = [decode(text, number) for number, text in enumerate(lines, 1)]
    sheet = dispute_sheet(next(rounds_of(records)), 1)
    assert all(one["facts"] != [OTHERWISE] for one in sheet["settlement"])
    table = Table.resume(replay(records), seed=7)
    play(table, 1)
    assert table.state.rounds == 3


def test_an_empty_journal_is_a_table_at_which_nothing_has_happened(tmp_path: Path) -> None:
    (tmp_path / "j.jsonl").touch()
    assert replay(tmp_path / "j.jsonl") == State()


def test_events_that_cannot_have_happened_are_named() -> None:
    lines = chain_again(played("uth")[-3:])
    with pytest.raises(JournalError, match="line 1: record 1 cannot have happened"):
        replay(decode(text, number) for number, text in enumerate(lines, 1))
