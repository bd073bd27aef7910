"""What every solver promises, whatever its game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.conformance import solver_laws
from pitboss.errors import PitbossError
from pitboss.games import find, games
from pitboss.games.game import Game
from pitboss.solvers import cache as kept
from pitboss.solvers.advisor import Advisor, advisor_for, terms_for
from pitboss.solvers.figures import Figures
from pitboss.solvers.judging import concerns, judge
from pitboss.solvers.observing import Observed
from pitboss.solvers.solver import LateSeat
from pitboss.solvers.spots import parse_spot

GAMES = tuple(games())
by_game = pytest.mark.parametrize("game", GAMES)


def advisor(game: str) -> Advisor:
    return solver_laws.advisor(find(game))


@by_game
@pytest.mark.parametrize("check", solver_laws.CHECKS, ids=lambda check: check.__name__)
def test_what_is_true_of_every_solver(game: str, check: Callable[[Game], None]) -> None:
    check(find(game))


def evens(lost: int) -> Figures:
    """An even-money wager that loses so many of 200 deals and wins the others: the house keeps `lost` / 100 - 1."""
    return Figures(unit=100, deals=200, nets={-100: lost, 100: 200 - lost}, staked=20_000, won=200 - lost, pushed=0)


@pytest.mark.parametrize(
    ("game", "bonus", "late", "says"),
    [
        (100, 100, None, []),
        (115, 120, None, []),
        (116, 100, None, ["the house keeps 16.00 % of an ante: more than 15.00 %"]),
        (100, 121, None, ["the house keeps 21.00 % of the poker bonus: more than 20.00 %"]),
        (99, 99, None, ["the game favours the player, by 1.00 %", "the poker bonus favours the player, by 1.00 %"]),
        (102, 100, LateSeat(5, 0.05, 0.01, 100), ["the last seat, having seen 5 open hands, gains the edge"]),
        (102, 100, LateSeat(5, 0.05, 0.02, 100), []),
    ],
)
def test_prices_are_judged_by_the_lines_that_are_drawn(
    game: int, bonus: int, late: LateSeat | None, says: list[str]
) -> None:
    report = advisor("top-five-poker").report
    report = replace(report, total=evens(game), wagers={"main": evens(game), "poker_bonus": evens(bonus)})
    found = [concern.message for concern in concerns(report, late)]
    assert len(found) == len(says)
    assert all(message.startswith(words) for message, words in zip(found, says, strict=True))


def test_a_large_wager_beside_a_small_ante_may_turn_the_game() -> None:
    assert not list(judge(advisor("five-card-hi-lo")))
    (found,) = judge(advisor_for("hi-lo", {"tie_maximum": "$2,000"}))
    assert found.wager == "tie"
    assert found.message == "with ante $10.00 and tie $2,000.00 the round favours the player, by 41.31 % of the ante"


def test_hands_that_meet_one_dealer_are_not_taken_for_so_many_rounds() -> None:
    observed = Observed(evens(100))
    observed.add_round([(100, 100), (100, 100)])
    assert (observed.alone, observed.together, observed.deviation) == (20_000, 40_000, 1)


@by_game
@pytest.mark.parametrize(
    ("options", "stakes"),
    [({"no_such_option": 1}, {}), ({}, {"no_such_wager": 100}), ({}, {"ante": 1}), ({}, {"ante": 10**13})],
)
def test_wrong_options_and_stakes_are_refused_before_anything_is_solved(
    game: str, options: dict[str, int], stakes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def solved(*given: object, **more: object) -> None:
        raise AssertionError("nothing should be solved")

    monkeypatch.setattr(type(advisor(game).solver), "solve", solved)
    with pytest.raises(PitbossError):
        advisor_for(game, options, stakes)


def test_spots_are_read_from_one_line() -> None:
    spot = parse_spot("uth AsKd 7h8h9c")
    assert (spot.stage, str(spot)) == ("flop", "uth flop As Kd 7h 8h 9c")
    assert parse_spot(str(spot)) == spot
    seen = parse_spot("pik-it 2c3c4c5cAd seen KhKdKs9h2d")
    assert len(seen.seen) == 5
    assert parse_spot(str(seen)) == seen


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no game"),
        ("chess e4", "there is no game"),
        ("uth AsKd 7h8h", "4 cards are given"),
        ("uth flop AsKd", "2 cards are given"),
        ("uth AsKd 7h8hAs", "twice"),
        ("uth As??", "known cards"),
        ("pik-it 2c3c4c5cAd seen Ad", "twice"),
        ("pik-it 2c3c4c5cAd seen", "no cards are given after"),
        ("uth turn AsKd 7h8h9c2d", "it has preflop, flop, river"),
        ("hi-lo As", "1 card is given"),
    ],
)
def test_a_spot_that_cannot_be_read_says_why(text: str, says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        parse_spot(text)


def test_a_decision_may_be_named_in_capitals() -> None:
    assert parse_spot("UTH FLOP AsKd 7h8h9c") == parse_spot("uth flop AsKd 7h8h9c")


@by_game
def test_a_meter_is_told_only_where_there_is_one(game: str) -> None:
    with pytest.raises(PitbossError, match="has no progressive"):
        advisor_for(game, meter=100_000)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda good: b"", id="empty"),
        pytest.param(lambda good: good[:100], id="cut off"),
        pytest.param(lambda good: b"not what was written", id="something else"),
        pytest.param(lambda good: re.sub(rb"(?s)(PK\x01\x02..)..", b"\\1\xff\xff", good), id="of another version"),
        pytest.param(lambda good: good.replace(b"{'descr'", b"(((((((("), id="unreadable inside"),
    ],
)
def test_a_damaged_file_is_worked_out_anew(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kept.FOLDER, str(tmp_path))
    first = advisor_for("top-five").solved
    (file,) = tmp_path.glob("*.npz")
    good = file.read_bytes()
    file.write_bytes(damage(good))
    assert advisor_for("top-five").solved.tally == first.tally
    assert file.read_bytes() == good


def test_solved_games_are_kept_by_their_content_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kept.FOLDER, str(tmp_path))
    terms = terms_for(games()["top-five-poker"])
    first = Advisor(terms).solved
    with monkeypatch.context() as without:
        without.setattr(type(Advisor(terms).solver), "solve", None)
        again = Advisor(terms).solved
    assert again.tally == first.tally
    assert again.tables.keys() == first.tables.keys()
    assert kept.key_of("one") != kept.key_of("two")


def test_a_folder_that_cannot_be_written_keeps_nobody_from_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(kept.FOLDER, str(tmp_path / "file" / "below"))
    assert advisor_for("top-five").report.decisions
