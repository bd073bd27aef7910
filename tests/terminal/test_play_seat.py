"""A seat at the table, without a screen: wagers, rounds of every game, leaving, and sessions that repeat."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.journal.journal import Journal
from pitboss.journal.verify import verify
from pitboss.table.rules import Refused
from pitboss.table.table import practice_submission
from pitboss.terminal.plain import PlainTable
from pitboss.terminal.seat import Seat
from pitboss.terminal.sentences import results
from pitboss.terminal.visit import Visit
from pitboss.training.player_record import Record

GAMES = ("hi-lo", "top-five", "pik-it", "uth")


def play_round(seat: Seat, random: Random) -> None:
    """Every opening wager at its least, then anything that is open."""
    for wager in seat.slip.wagers:
        seat.slip.set(wager.name, 1)
    seat.deal()
    seat.slip.clear()
    while seat.question:
        if seat.is_setting:
            seat.set(seat.reading().house_way)
        elif bounds := seat.places:
            seat.pick(tuple(random.sample(range(1, bounds.most + 1), bounds.number)))
        else:
            seat.choose(random.choice(seat.choices))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 4])
def test_rounds_end_with_every_wager_explained_and_the_books_even(game: str, seats: int) -> None:
    seat, random = Seat(practice_submission(game), seats=seats, seed=5, chips=10_000_00), Random(5)
    for number in range(1, 7):
        play_round(seat, random)
        assert seat.is_over
        assert (seat.rounds, seat.last[0].number) == (number, number)
        _, told = results(seat)
        assert len(told) >= len(seat.last_wagers)
        assert all(one.clauses and one.words for one in told)
    assert seat.chips == 10_000_00 + seat.net
    assert sum(seat.table.state.books.values()) == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_answers_give_the_same_journal_and_it_verifies(game: str, tmp_path: Path) -> None:
    heads = []
    for name in ("one", "two"):
        with Journal(tmp_path / name) as journal:
            seat, random = Seat(practice_submission(game), seats=3, seed=11, record=journal.append), Random(2)
            for _ in range(3):
                play_round(seat, random)
            seat.leave()
            heads.append(journal.head)
    assert heads[0] == heads[1]
    assert verify(tmp_path / "one").head == heads[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("answers", range(3))
def test_who_leaves_in_a_round_has_it_played_to_its_end_by_the_floor(game: str, answers: int) -> None:
    seat = Seat(practice_submission(game), seats=2, seed=4, chips=5000_00)
    seat.slip.least()
    seat.deal()
    for _ in range(answers):
        if seat.question and seat.choices:
            seat.choose(seat.choices[0])
    if seat.is_playing:
        assert "the floor plays on for you" in seat.parting
    seat.leave()
    assert not seat.is_seated
    assert not seat.is_playing
    assert seat.rounds == 1
    assert seat.settlement is not None
    assert seat.settlement.net == seat.net
    assert sum(seat.table.state.books.values()) == 0


def test_who_leaves_between_rounds_takes_the_chips() -> None:
    seat = Seat(practice_submission("uth"), seed=4)
    assert "your chips go with you" in seat.parting
    seat.leave()
    assert seat.chips == 0


amounts = st.sampled_from([-500_00, -100, 0, 1, 100, 500, 700, 2500, 123_45, 9999_00])
presses = st.lists(st.tuples(st.integers(0, 5), amounts), max_size=12)


@given(st.sampled_from(GAMES), st.sampled_from([15_00, 100_00, 10_000_00]), presses)
def test_whatever_lies_on_the_slip_the_table_takes_unless_chips_or_a_required_wager_are_missing(
    game: str, chips: int, presses: list[tuple[int, int]]
) -> None:
    seat = Seat(practice_submission(game), seed=1, chips=chips)
    for place, amount in presses:
        wager = seat.slip.wagers[place % len(seat.slip.wagers)].name
        seat.slip.add(wager, amount) if amount else seat.slip.set(wager, 0)
    assert all(amount > 0 for amount in seat.slip.amounts.values())
    try:
        seat.deal()
    except PitbossError as refused:
        assert refused.code in ("wager-missing", "chips")
        assert refused.clause
        assert seat.chips == chips
        assert not seat.is_playing


def test_a_wager_is_raised_to_its_least_and_brings_what_must_be_equal_to_it() -> None:
    seat = Seat(practice_submission("uth"), seed=1)
    assert seat.slip.add("ante", 700) == "Ante begins at $10"
    assert seat.slip.amounts == {"ante": 1000, "blind": 1000}
    assert seat.slip.add("blind", 2500) == ""
    assert seat.slip.amounts == {"ante": 3500, "blind": 3500}
    assert seat.slip.set("ante", 900_00) == "Ante ends at $500"
    seat.slip.set("ante", 0)
    assert seat.slip.amounts == {}


def test_a_wager_that_needs_others_brings_them_and_goes_with_them() -> None:
    seat = Seat(practice_submission("pik-it"), seed=1)
    seat.slip.add("three_card_bonus", 500)
    assert seat.slip.amounts.keys() == {"three_card_bonus", "five_card_bonus", "ante"}
    seat.slip.set("ante", 0)
    assert "three_card_bonus" not in seat.slip.amounts


def test_a_refused_answer_changes_nothing() -> None:
    seat = Seat(practice_submission("pik-it"), seed=1)
    seat.slip.set("three_card_bonus", 1)
    seat.deal()
    before = seat.table.state
    with pytest.raises(Refused, match="pick 3 different places"):
        seat.pick((1, 1, 2))
    assert seat.table.state is before
    assert seat.is_picking


def test_more_people_than_positions_are_refused() -> None:
    with pytest.raises(PitbossError, match="positions"):
        Seat(practice_submission("uth"), seats=99)


def test_a_record_that_breaks_in_the_middle_of_a_session_costs_no_round(tmp_path: Path) -> None:
    visit = Visit(practice_submission("top-five"), Record(tmp_path / "play.db"), seed=3)
    play_round(visit.seat, Random(1))
    assert visit.kept.rounds == 1
    (tmp_path / "play.db").write_bytes(b"no database at all" * 100)
    play_round(visit.seat, Random(1))
    visit.close()
    assert visit.seat.rounds == 2
    assert "this run keeps no statistics" in visit.notice


def test_who_has_too_few_chips_for_a_play_wager_may_buy_before_deciding() -> None:
    said: list[str] = []
    visit = Visit(practice_submission("top-five"), Record(None), seed=3, chips=10_00)
    PlainTable(visit, io.StringIO("min\ndeal\nplay\nbuy 50\nplay\n"), said.append).run()
    visit.close()
    assert "Fold (f)?" in said
    assert "Play $10 (p), Fold (f)?" in said[said.index("Fold (f)?") + 1 :]
