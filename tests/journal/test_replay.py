"""A journal gives back the table, whatever happened at it."""

from __future__ import annotations

from pathlib import Path

import pytest
from journals import EVERYTHING, GAMES, METHODS, chain_again, play, played, random_trouble, table_of

from pitboss.journal.codec import decode
from pitboss.journal.errors import JournalError
from pitboss.journal.journal import Journal
from pitboss.journal.replay import replay, walk
from pitboss.table.state import State


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


def test_an_empty_journal_is_a_table_at_which_nothing_has_happened(tmp_path: Path) -> None:
    (tmp_path / "j.jsonl").touch()
    assert replay(tmp_path / "j.jsonl") == State()


def test_events_that_cannot_have_happened_are_named() -> None:
    lines = chain_again(played("uth")[-3:])
    with pytest.raises(JournalError, match="line 1: record 1 cannot have happened"):
        replay(decode(text, number) for number, text in enumerate(lines, 1))
