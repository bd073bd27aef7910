"""Drills ask hands that best play comes to, the close ones, and those that were missed until they are known."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.solvers.advisor import advisor_for
from pitboss.solvers.solver import Choice
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.training.choice_values import Judged
from pitboss.training.drill import KNOWN, MOST, Missed, Score, again, close_call, next_exercise, remembered

GAMES = ("hi-lo", "top-five", "pik-it", "uth")


@pytest.mark.parametrize("game", GAMES)
def test_a_close_call_is_closer_than_a_hand_dealt_at_random(game: str) -> None:
    advisor = advisor_for(game)
    gaps = [close_call(advisor, Random(seed), tries).gap for tries in (1, 8) for seed in range(6)]
    assert sum(gaps[6:]) < sum(gaps[:6])


def test_a_later_street_is_asked_only_where_best_play_has_not_bet_before() -> None:
    advisor = advisor_for("uth")
    spots = [close_call(advisor, Random(seed), 1).spot for seed in range(30)]
    assert {spot.stage for spot in spots} == {stage.name for stage in advisor.solver.stages}
    for spot in spots:
        for stage in advisor.solver.stages:
            if stage.board < len(spot.board):
                before = Spot(spot.game, stage.name, spot.cards, spot.board[: stage.board])
                assert advisor.decide(before).action == "check"


def test_the_order_of_the_answers_does_not_tell_the_values() -> None:
    advisor = advisor_for("top-five")
    orders = {close_call(advisor, Random(seed), 1).actions for seed in range(12)}
    bests = {close_call(advisor, Random(seed), 1).best.choice.action for seed in range(12)}
    assert orders == {("fold", "play")}
    assert bests == {"fold", "play"}


def test_a_setting_that_comes_to_the_same_is_as_right() -> None:
    advisor = advisor_for("hi-lo")
    missed = Missed("hi-lo As Ah 9c 9d 3s", {"ante": 1000}, "100")
    exercise = again(advisor, missed)
    assert exercise is not None
    low = exercise.best.choice.low
    twins = [card for card in exercise.spot.cards if card not in low and card >> 2 == low[-1] >> 2]
    assert twins
    for twin in twins:
        assert exercise.judge(Choice("play", (low[0], twin))).lost == 0
    with pytest.raises(PitbossError, match="may not be laid"):
        exercise.judge(Choice("play", low[:1]))


def test_a_missed_hand_comes_first_and_not_twice_at_once() -> None:
    advisor = advisor_for("top-five")
    dear, cheap = (Missed(f"top-five {cards}", {"ante": 1000}, lost) for cards, lost in (
        ("As Kd 9c 5d 3s 2h 4c", "900"), ("Js Td 9c 5d 3s 2h 4c", "30"),
    ))  # fmt: skip
    first = next_exercise(advisor, (dear, cheap), (), Random(1))
    second = next_exercise(advisor, (dear, cheap), (dear.spot,), Random(1))
    third = next_exercise(advisor, (dear, cheap), (dear.spot, cheap.spot), Random(1))
    assert [one.missed for one in (first, second, third)] == [dear, cheap, None]


def test_a_missed_hand_is_asked_at_this_tables_stakes_if_its_own_are_not_taken_here() -> None:
    advisor = advisor_for("top-five")
    exercise = again(advisor, Missed("top-five As Kd 9c 5d 3s 2h 4c", {"ante": 7}, "900"))
    assert exercise is not None
    assert exercise.stakes == advisor.stakes
    assert again(advisor, Missed("top-five As Kd", {"ante": 1000}, "900")) is None


def judged(spot: str, lost: Fraction) -> Judged:
    return Judged(0, parse_spot(spot), {"ante": 1000}, Choice("fold"), Choice("play"), lost)


def test_a_hand_is_let_go_when_it_has_been_right_often_enough_in_a_row() -> None:
    spot = "hi-lo As Kd 9c 5d 3s"
    known: tuple[Missed, ...] = ()
    for lost, left in ((0, 0), (50, 1), (0, 1), (20, 1), *[(0, 1)] * (KNOWN - 1), (0, 0)):
        known = remembered(known, judged(spot, Fraction(lost)))
        assert len(known) == left


@given(st.lists(st.tuples(st.sampled_from("23456789TJQ"), st.integers(0, 500)), max_size=40))
def test_the_dearest_mistakes_are_kept_each_hand_once(answers: list[tuple[str, int]]) -> None:
    known: tuple[Missed, ...] = ()
    for rank, lost in answers:
        known = remembered(known, judged(f"hi-lo {rank}c Ks Ad Ah As", Fraction(lost)))
    assert len({one.spot for one in known}) == len(known) <= MOST
    assert [Fraction(one.lost) for one in known] == sorted((Fraction(one.lost) for one in known), reverse=True)


def test_a_score_counts_right_answers_and_the_row_they_stand_in() -> None:
    score = Score()
    for lost in (0, 0, 25, 0):
        score = score.after(judged("hi-lo As Kd 9c 5d 3s", Fraction(lost)))
    assert score == (4, 3, 1, Fraction(25))
