"""Whatever is read from outside is understood, or refused in a sentence: no other error, and no end of time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from blotter import Blotter, times
from floors import BETS, Hall
from hypothesis import example, given, settings
from hypothesis import strategies as st
from journals import EVERYTHING, GAMES, chain_again, played, random_trouble
from mangling import JUNK, mangled, mangled_lines, mangled_text

import pitboss
from pitboss.cards import notation, parse
from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.requests import KINDS, Request, read_as
from pitboss.games import find
from pitboss.journal.codec import decode
from pitboss.journal.disputes import dispute_sheet, rounds_of, summary
from pitboss.journal.journal import Journal, mend
from pitboss.journal.replay import replay
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.snapshot import freeze, thaw
from pitboss.journal.verify import verify
from pitboss.law import lookup
from pitboss.money import Odds, dollars, parse_dollars
from pitboss.solvers.spots import parse_spot
from pitboss.submission import new_submission, parse_submission, read_submission
from pitboss.table.table import Table, practice_submission

SENTENCE = 8
"""Letters that a message has at least."""


def understood_or_refused(read: Callable[[], Any]) -> Any:
    """What is read, or None where a sentence says why not."""
    try:
        return read()
    except PitbossError as error:
        assert len(error.message) >= SENTENCE
        assert error.code
        return None


def all_of_it(lines: list[str]) -> None:
    """Everything that is done with a journal."""
    records = [decode(line, number) for number, line in enumerate(lines, 1)]
    replay(records)
    for one in rounds_of(records):
        summary(one)
        for seat in one.end.positions:
            dispute_sheet(one, seat)


# --- journals --------------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "records changed, dropped, doubled and moved, with hashes that fit or not",
    "journals",
    "the verifiers name what is wrong, or there is nothing wrong; nothing else happens",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_mangled_journal_is_judged(game: str, blotter: Blotter) -> None:
    lines = played(game, EVERYTHING[game], 1, trouble=random_trouble(3))

    @settings(max_examples=times(60, 2500))
    @given(mangled_lines(lines, chain_again))
    def holds(found: list[str]) -> None:
        verdict, second = verify(found), second_opinion(found)
        assert verdict.ok or verdict.fault is not None
        assert verdict.records <= len(found)
        assert second.disagreement is None or second.disagreement
        understood_or_refused(lambda: all_of_it(found))
        blotter.add()

    holds()


@pytest.mark.fault(
    "files of any bytes, and sound ones with any bytes in them",
    "journals, submissions and snapshots",
    "read, or refused in a sentence; no file is changed by being looked at",
)
def test_any_bytes_are_judged(blotter: Blotter, tmp_path: Path) -> None:
    file = tmp_path / "file"
    lines = ("\n".join(played("hi-lo", rounds=1)) + "\n").encode()
    table = new_submission(find("hi-lo")).encode()
    state = freeze(Table.of("hi-lo", seed=1).state)

    @settings(max_examples=times(80, 3000))
    @given(st.sampled_from([b"", lines, table, state]), st.binary(max_size=40), st.integers(0, 10**6), st.booleans())
    @example(b"", b'{"seq":' + b"9" * 5000 + b"}\n", 0, False)
    @example(b"", b"[" * 100_000 + b"\n", 0, False)
    @example(b"", b"\n\n", 0, False)
    def holds(sound: bytes, junk: bytes, place: int, over: bool) -> None:
        place %= len(sound) + 1
        data = sound[:place] + junk + sound[place + (len(junk) if over else 0) :]
        file.write_bytes(data)
        verify(file)
        second_opinion(file)
        understood_or_refused(lambda: replay(file))
        understood_or_refused(lambda: Journal(file).close())
        understood_or_refused(lambda: read_submission(file))
        thaw(data)
        assert file.read_bytes() == data
        understood_or_refused(lambda: mend(file))
        blotter.add()

    holds()


# --- submissions -----------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "lines dropped, doubled and changed, values of every other kind",
    "submissions",
    "lawful, or refused with every problem, its line and its clause; a lawful one opens a table",
)
@pytest.mark.parametrize("game", GAMES)
def test_a_mangled_submission_is_judged(game: str, blotter: Blotter) -> None:
    text = new_submission(find(game))
    options = {key: value for key, value in practice_submission(game).plain().items() if key != "game"}

    @settings(max_examples=times(60, 2500))
    @given(mangled_text(text))
    def as_text(found: str) -> None:
        submission = understood_or_refused(lambda: parse_submission(found))
        if submission is not None:
            assert parse_submission(found).digest == submission.digest
            understood_or_refused(lambda: Table(submission, seed=1).open())
        blotter.add()

    @settings(max_examples=times(40, 1500))
    @given(mangled(options))
    def as_options(found: Any) -> None:
        if isinstance(found, dict):
            understood_or_refused(lambda: Table.of(game, found, seed=1))
        blotter.add()

    as_text()
    as_options()


# --- notations -------------------------------------------------------------------------------------------------------

FACES = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]
CARDS = st.lists(st.sampled_from([*FACES, "10h", "??", "as", "", ",", "Xx", "1s"]), max_size=9)
WORDS = st.sampled_from(
    ["uth", "hi-lo", "pik-it", "top-five", "preflop", "flop", "river", "|", "/", ":", "-", "", "x", "\0"]
)
TEXTS = st.text(max_size=30) | st.builds(
    lambda words, cards: " ".join([*words, *cards]), st.lists(WORDS, max_size=4), CARDS
)
AMOUNTS = st.text(alphabet="$0123456789.,-+eE to%", max_size=12) | TEXTS
NOTATIONS: dict[str, tuple[st.SearchStrategy[str], Callable[[str], Any], Callable[[Any], str] | None]] = {
    "cards": (CARDS.map(" ".join) | CARDS.map("".join) | TEXTS, parse, notation),
    "spots": (TEXTS, parse_spot, str),
    "amounts": (AMOUNTS, parse_dollars, dollars),
    "odds": (AMOUNTS, Odds.parse, str),
    "games": (TEXTS, lambda text: find(text).name, str),
    "clauses": (TEXTS | st.text(alphabet="UTHLPK5-()RabcI1234/.", max_size=14), lambda text: lookup(text).id, str),
}  # fmt: skip


@pytest.mark.fault(
    "texts of all kinds",
    "notations: cards, spots, amounts, odds, games, clauses",
    "read, and written as they are read; or refused in a sentence",
)
@pytest.mark.parametrize("kind", NOTATIONS)
def test_any_text_is_read_or_refused(kind: str, blotter: Blotter) -> None:
    texts, read, write = NOTATIONS[kind]

    @settings(max_examples=times(200, 10_000))
    @given(texts)
    def holds(text: str) -> None:
        value = understood_or_refused(lambda: read(text))
        if value is not None and write is not None:
            assert read(write(value)) == value
        blotter.add()

    holds()


@pytest.mark.fault(
    "cards, wagers and options of every kind",
    "settling a hand",
    "settled, or refused in a sentence",
)
@pytest.mark.parametrize("game", GAMES)
def test_any_hand_is_settled_or_refused(game: str, blotter: Blotter) -> None:
    wagers = [wager.name for wager in find(game).wagers]
    names = st.sampled_from(["player", "dealer", "community", "picked", "low", "high", "others"])

    @settings(max_examples=times(60, 2500))
    @given(
        st.dictionaries(names, CARDS.map(" ".join) | JUNK, max_size=5),
        st.dictionaries(st.sampled_from([*wagers, "x"]), st.integers(-100, 10_000) | JUNK, max_size=4) | JUNK,
        st.booleans() | JUNK,
    )
    def holds(cards: dict[str, Any], stakes: Any, folded: Any) -> None:
        understood_or_refused(lambda: pitboss.settle(game, wagers=stakes, folded=folded, **cards))
        blotter.add()

    holds()


# --- requests --------------------------------------------------------------------------------------------------------


@pytest.mark.fault(
    "requests of every kind with arguments of every kind, as JSON and as any bytes",
    "a floor",
    "carried out, or refused in a sentence; the books sum to zero and the journals verify",
)
def test_any_request_is_answered(blotter: Blotter) -> None:
    hall = Hall()
    people = {game: hall.seated(game)[1][0] for game in BETS}
    tables = {game: hall.table(game) for game in BETS}
    arguments = sorted({name for kind in KINDS.values() for name in kind.__struct_fields__})
    given_ = st.dictionaries(st.sampled_from(arguments), JUNK, max_size=4) | st.fixed_dictionaries(
        {"position": st.integers(-1, 8), "wagers": st.lists(st.lists(JUNK, max_size=3), max_size=3)}
    )

    @settings(max_examples=times(250, 8000))
    @given(st.sampled_from(sorted(BETS)), st.sampled_from([*sorted(KINDS), "", "x"]), given_, JUNK, JUNK, st.booleans())
    def holds(game: str, command: str, arguments: dict[str, Any], version: Any, key: Any, plain: bool) -> None:
        body: dict[str, Any] = {"command": command, "arguments": arguments}
        body |= {} if plain else {"version": version, "key": key}
        request = understood_or_refused(lambda: read_as(Request, json.dumps(body).encode("utf-8", "replace")))
        if request is not None:
            understood_or_refused(lambda: hall.floor.request(people[game], tables[game].name, request))
        blotter.add()

    @settings(max_examples=times(50, 2000))
    @given(st.binary(max_size=60))
    def as_bytes(body: bytes) -> None:
        understood_or_refused(lambda: read_as(Request, body))
        blotter.add()

    holds()
    as_bytes()
    for live in tables.values():
        assert verify(list(hall.store.lines(live.name))).ok
        assert sum(live.state.books.values()) == 0
    again = Floor(hall.store, hall.clock)
    assert [again.table(live.name).state for live in tables.values()] == [live.state for live in tables.values()]
    assert msgspec.json.encode([again.listing(live) for live in again.tables])
    again.close()
    hall.close()
