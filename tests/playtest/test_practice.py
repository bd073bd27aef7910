"""Whole runs: the same seed repeats them, and whatever goes wrong, cards and money come out right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result
from tables import GAMES, MORE, WAYS

from pitboss.cards import DECK
from pitboss.cli import cli
from pitboss.games import find
from pitboss.games.irregularities import Irregularity
from pitboss.ledger import METER
from pitboss.playtest.mishaps import CATALOGUE, mishaps
from pitboss.playtest.random_players import Session
from pitboss.submission import new_submission
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.evolve import evolve
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import Round, State
from pitboss.table.table import Table, practice_submission

ROUNDS = 200


class Watched(Table):
    """A table that is looked at after every command."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.found: Counter[str] = Counter()
        """The irregularities, by kind."""
        self.bought: Counter[str] = Counter()
        """What players have bought in for."""
        super().__init__(*given, **more)

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        """As ever; then the books, the cards and the replay are checked."""
        before = self.state
        answer = super().try_(command)
        if isinstance(answer, Refusal):
            assert self.state is before
            return answer
        for event in answer:
            before = evolve(before, event, command.at)
            check_books(before)
            if isinstance(event, e.IrregularityFound):
                self.found[event.kind] += 1
            elif isinstance(event, e.ChipsBought):
                self.bought[event.player] += event.amount
        assert before == self.state, "the events lead to another state"
        if self.state.playing:
            check_cards(self.state.playing)
        return answer


def check_books(state: State) -> None:
    assert sum(state.books.values()) == 0
    overdrawn = {name for name, amount in state.books.items() if amount < 0}
    assert not {name for name in overdrawn if name.split(":")[0] in ("player", "wager", "drop", "tips", METER)}


def check_cards(round_: Round) -> None:
    """Every card is in one place."""
    out = [card for hand in round_.hands.values() if not hand.racked for card in hand.cards]
    board = () if any(group.name == "board" for group in round_.rack) else round_.board
    racked = [card for group in round_.rack for card in group.cards]
    assert sorted((*round_.undealt, *out, *board, *racked)) == list(DECK)


def check_round(table: Table, before: dict[str, int]) -> None:
    """The rack holds the whole deck, nothing is left on the layout, and each player has what the results say."""
    round_ = table.round
    assert round_.over
    assert sorted(card for group in round_.discards for card in group.cards) == list(DECK)
    assert not [account for account in table.state.books if account.startswith("wager:")]
    for position in round_.positions:
        hand = round_.hands[position]
        won = table.chips(hand.player) - before[hand.player]
        assert won == sum(line.paid + line.returned - line.stake for line in hand.lines)
        assert {line.wager for line in hand.lines} >= set(hand.wagers)
        if hand.void:
            alive = round_.still_settled if round_.void else ()
            back = [line for line in hand.lines if line.outcome != "forfeit" and line.wager not in alive]
            assert all(line.returned == line.stake and not line.paid for line in back)
            assert won == 0 or alive or any(line.outcome == "forfeit" for line in hand.lines)


class Run(NamedTuple):
    """What came of a run."""

    mishaps: Counter[str]
    found: Counter[str]
    void: int


def run(game: str, options: dict[str, Any], rounds: int, seats: int, kinds: tuple[str, ...] = ()) -> Run:
    """Rounds at a watched table, each with a mishap; with `kinds` only until one of those has struck."""
    table = Watched.of(game, options, seed=1)
    assert isinstance(table, Watched)
    session = Session(table, seats, seed=1, irregularities=1.0, kinds=kinds)
    void = 0
    for _ in range(rounds):
        before = {name: table.chips(name) - table.bought[name] for name in session.players}
        session.play()
        check_round(table, {name: amount + table.bought[name] for name, amount in before.items()})
        void += bool(table.round.void)
        if kinds and session.mishaps:
            break
    return Run(session.mishaps, table.found, void)


@cache
def soaked(game: str, way: str) -> Run:
    """A long run of one game, dealt in one way; a full table and a half full one by turns."""
    positions = int(practice_submission(game).terms["positions"])
    return run(game, WAYS[way], ROUNDS, positions if list(WAYS).index(way) % 2 else positions // 2)


@cache
def with_everything(game: str) -> Run:
    """A long run at a table that has all a game can have."""
    return run(game, {**WAYS["automated shoe, two decks"], **MORE[game]}, 2 * ROUNDS, 6)


def events(game: str, seed: int, rate: float) -> list[Event]:
    happened: list[Event] = []
    table = Table.of(game, WAYS["automated shoe"], seed=seed, record=lambda _, events: happened.extend(events))
    session = Session(table, 4, seed, rate)
    for _ in range(20):
        session.play()
    return happened


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_the_same_seed_gives_the_same_events(game: str, rate: float) -> None:
    assert events(game, 3, rate) == events(game, 3, rate)
    assert events(game, 3, rate) != events(game, 4, rate)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_cards_and_money_come_out_right_whatever_goes_wrong(game: str, way: str) -> None:
    done = soaked(game, way)
    assert done.mishaps.total() > 0.6 * ROUNDS
    assert 0 < done.void < ROUNDS


@pytest.mark.parametrize("game", GAMES)
def test_so_they_do_at_a_table_with_everything(game: str) -> None:
    assert with_everything(game).mishaps.total() > ROUNDS


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_of_the_game_is_found(game: str) -> None:
    found: Counter[str] = sum((soaked(game, way).found for way in WAYS), with_everything(game).found)
    known = {kind.name for kind in find(game).irregularities}
    if find(game).procedure.repair is None:
        known -= {Irregularity.DEALER_SHORT.name}  # as any other wrong number
    assert set(found) == known


def _struck() -> list[Any]:
    """Each mishap with a table of each game at which it can strike."""
    cases = []
    for game in GAMES:
        tables = [*WAYS.values(), {**WAYS["automated shoe, two decks"], **MORE[game]}]
        for name in CATALOGUE:
            for options in tables:
                submission = practice_submission(game, options)
                if CATALOGUE[name] in mishaps(Rules(submission.game, submission.terms)):
                    cases.append(pytest.param(game, name, options, id=f"{game}: {name}"))
                    break
    return cases


@pytest.mark.parametrize(("game", "name", "options"), _struck())
def test_every_mishap_strikes(game: str, name: str, options: dict[str, Any]) -> None:
    assert run(game, options, 30, 3, kinds=(name,)).mishaps[name] == 1


def test_every_mishap_is_for_some_table() -> None:
    assert {case.values[1] for case in _struck()} == set(CATALOGUE)


@pytest.mark.clause("T5-3.C(1)", "T5-3.C(2)")
@pytest.mark.parametrize("way", ["manual shoe", "hand, two decks"])
def test_decks_that_have_had_their_hours_are_replaced(way: str) -> None:
    removed: list[e.DeckRemoved] = []

    def record(command: Command, events: tuple[Event, ...]) -> None:
        removed.extend(event for event in events if isinstance(event, e.DeckRemoved))

    table = Table.of("top-five", WAYS[way], seed=1, record=record, clock=_minutes())
    session = Session(table, 6, seed=1)
    for _ in range(100):
        session.play()
    assert len(removed) > 3
    assert all("hours" in event.reason for event in removed)


def _minutes() -> Callable[[], int]:
    at = [1_767_225_600_000]

    def read() -> int:
        at[0] += 60_000
        return at[0]

    return read


def test_a_player_who_is_away_is_stood_in_for() -> None:
    table = Watched.of("hi-lo", seed=2)
    reasons: list[str] = []
    table._record = lambda command, events: reasons.append(getattr(command, "reason", ""))
    session = Session(table, 3, seed=2, irregularities=1.0, kinds=("a player walks away",))
    for _ in range(60):
        session.play()
    assert "the player cannot be asked" in reasons


# --- pitboss run -----------------------------------------------------------------------------------------------------


def command(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["run", *arguments])


def test_a_run_sums_up_its_wagers() -> None:
    done = command("uth", "--rounds", "20", "--seats", "3", "--seed", "5", "--json")
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    assert (report["rounds"], report["seats"], report["seed"]) == (20, 3, 5)
    assert report["wagers"]["ante"]["count"] == 60
    assert report["books_sum"] == 0
    assert not report["interrupted"]
    for one in (*report["wagers"].values(), report["total"]):
        assert one["house_net"] == one["staked"] - one["returned"] - one["paid"]
    assert report["total"]["house_net"] == sum(one["house_net"] for one in report["wagers"].values())
    chips = report["accounts"]["drop"] - report["total"]["house_net"]
    assert report["accounts"]["rack"] == -chips, "what left the rack is in front of the players"


def test_a_run_is_printed_for_people() -> None:
    done = command("pik-it", "--rounds", "30", "--seed", "5", "--irregularities", "1")
    assert done.exit_code == 0
    for text in (
        "Pik-It Poker: 30 rounds, 6 seats, seed 5",
        "House net",
        "Void rounds",
        "Mishaps",
        "drop $",
        "rack -$",
    ):
        assert text in done.stdout
    assert "The books sum to zero." in done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_writes_the_same_journal(game: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for file in (first, second):
        done = command(
            game, "--rounds", "25", "--seed", "9", "--irregularities", "0.5", "--journal", str(file), "--json"
        )
        assert done.exit_code == 0
        assert json.loads(done.stdout)["journal"]["records"] == len(file.read_bytes().splitlines())
    assert first.read_bytes() == second.read_bytes()


def test_a_run_reads_a_submission(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(new_submission(find("uth")), encoding="utf-8")
    done = command(str(file), "--rounds", "2")
    assert "approvals" in str(done.exception), "blank approvals keep the table closed"
    text = file.read_text(encoding="utf-8").replace(
        'reference = "", date = ""', 'reference = "A 1", date = "2026-01-02"'
    )
    file.write_text(text, encoding="utf-8")
    done = command(str(file), "--rounds", "2", "--seed", "1", "-o", "positions=2", "--json")
    assert json.loads(done.stdout)["seats"] == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "no game"),
        (["uth", "--rounds", "0"], "--rounds"),
        (["uth", "--seats", "0"], "--seats"),
        (["uth", "--seats", "7"], "6 positions"),
        (["uth", "--irregularities", "1.5"], "--irregularities"),
        (["uth", "--irregularities", "-0.1"], "--irregularities"),
        (["uth", "-o", "positions"], "NAME=VALUE"),
        (["uth", "-o", "positions=99"], "positions"),
        (["missing.toml"], "missing.toml"),
    ],
)
def test_what_cannot_be_run_is_refused(arguments: list[str], says: str) -> None:
    done = command(*arguments)
    assert done.exit_code != 0
    assert says in done.output + str(done.exception)


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    file.write_text("mine")
    done = command("uth", "--rounds", "1", "--journal", str(file))
    assert "exists already" in str(done.exception)
    assert file.read_text() == "mine"


def test_a_table_that_cannot_open_leaves_no_journal(tmp_path: Path) -> None:
    table, journal = tmp_path / "table.toml", tmp_path / "journal"
    table.write_text(new_submission(find("pik-it")), encoding="utf-8")
    done = command(str(table), "--rounds", "1", "--journal", str(journal))
    assert "approvals" in str(done.exception)
    assert not journal.exists()


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process there")
def test_ctrl_c_ends_with_what_was_played(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    arguments = ["run", "top-five", "--rounds", "1000000", "--seed", "1", "--journal", str(journal), "--json"]
    code = [sys.executable, "-c", "from pitboss.cli import main; main()", *arguments]
    with subprocess.Popen(code, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.stat().st_size > 100_000) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert not err
    report = json.loads(out)
    assert report["interrupted"]
    assert report["rounds"] > 0
    assert report["books_sum"] == 0
    assert report["journal"]["records"] == len(journal.read_bytes().splitlines())
