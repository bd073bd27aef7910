"""The actions of a table are all answers its players may ever give, and exactly those it would take are open."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import DEALER, GAMES, SIDE_BETS, dealt

from pitboss.playtest.random_players import Session
from pitboss.research.answers import asked, every_answer, open_answers
from pitboss.table import commands as c
from pitboss.table.decide import decide
from pitboss.table.legal import legal
from pitboss.table.rules import Refusal
from pitboss.table.table import Table

PAIRS = ["1 2", "1 3", "1 4", "1 5", "2 3", "2 4", "2 5", "3 4", "3 5", "4 5"]
TRIPLES = ["1 2 3", "1 2 4", "1 2 5", "1 3 4", "1 3 5", "1 4 5", "2 3 4", "2 3 5", "2 4 5", "3 4 5"]


@pytest.mark.parametrize(
    ("game", "options", "actions"),
    [
        ("uth", {}, ["check", "play 3x", "play 4x", "play 2x", "play", "fold"]),
        ("top-five", {}, ["play", "fold"]),
        ("hi-lo", {}, ["play", "fold", *(f"low {places}" for places in PAIRS)]),
        ("pik-it", {}, [*(f"pick {places}" for places in TRIPLES), "play_3", "play_5", "fold"]),
        (
            "pik-it",
            {"play_3_multiple": 2, "dealer_must_qualify": True},
            [*(f"pick {places}" for places in TRIPLES), "play_3 2x", "play_5", "fold"],
        ),
    ],
)
def test_the_actions_follow_from_the_script_and_the_options(
    game: str, options: dict[str, int], actions: list[str]
) -> None:
    assert [str(answer) for answer in every_answer(Table.of(game, options, seed=1).rules)] == actions


class Watched(Session):
    """Players of all sorts, and something checked before everything that happens."""

    questions: Counter[type[c.Command]]

    def go_on(self) -> None:
        self._open_is_what_the_table_takes()
        super().go_on()

    def _open_is_what_the_table_takes(self) -> None:
        rules, state = self.table.rules, self.table.state
        answers = every_answer(rules)
        question, open_ = asked(rules, state), open_answers(rules, state, answers)
        if question is None:
            assert open_ == ()
            return
        self.questions[question.kind] += 1
        commands = [answer.command(question, state.at) for answer in answers]
        taken = [n for n, one in enumerate(commands) if not isinstance(decide(rules, state, one), Refusal)]
        listed = legal(rules, state)
        assert list(open_) == taken
        assert all(any(move.covers(commands[number]) for move in listed) for number in open_)
        acts = [move for move in listed if move.command is c.Act and move.player == question.player]
        assert question.kind is not c.Act or len(open_) == len(acts)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), irregularities=st.sampled_from([0.0, 0.7]))
def test_exactly_what_the_table_takes_is_open_whatever_goes_wrong(game: str, seed: int, irregularities: float) -> None:
    session = Watched(Table.of(game, seed=seed), players=3, seed=seed, irregularities=irregularities)
    session.questions = Counter()
    for _ in range(3):
        session.play()
    assert irregularities or session.questions[c.Act] >= 9


def test_what_a_player_cannot_pay_for_is_not_open() -> None:
    table = Table.of("uth", seed=1)
    table.sit("Ann", 40_00)
    table.bet("Ann", ante=10_00, blind=10_00)
    table.deal()
    answers = every_answer(table.rules)

    def open_() -> list[str]:
        return [str(answers[number]) for number in open_answers(table.rules, table.state, answers)]

    assert open_() == ["check"]
    table.act("Ann", "check")
    assert open_() == ["check", "play 2x"]


def test_two_aces_are_not_laid_low() -> None:
    table = dealt("hi-lo", 1, cards="As 2c Ah 3c 7c 4c 6c 5c 2d 6d")
    table.act("Ann", "play")
    answers = every_answer(table.rules)
    numbers = open_answers(table.rules, table.state, answers)
    assert table.cards_at(1) == "As Ah 7c 6c 2d"
    assert [str(answer) for n, answer in enumerate(answers) if n not in numbers] == ["play", "fold", "low 1 2"]


def test_what_the_floor_does_for_a_player_is_not_asked() -> None:
    """A card of the hand was seen, so the places of the pick are drawn."""
    table = dealt("pik-it", {1: SIDE_BETS["pik-it"]})
    question = asked(table.rules, table.state)
    assert question
    assert (question.player, question.kind) == ("Ann", c.Pick)
    table.asks(c.CardExposed, DEALER, where="player", position=1)
    assert table.due
    assert table.due.command is c.DrawPick
    assert asked(table.rules, table.state) is None
