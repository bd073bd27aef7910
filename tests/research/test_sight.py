"""A player's arrays show what that player may see, all of it, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import GAMES, SIDE_BETS, player
from test_views import may_know, with_other_faces

from pitboss.cards import DECK
from pitboss.research.rounds import Rounds
from pitboss.research.sight import Sight
from pitboss.table.state import State
from pitboss.table.views import view

SEATS = 3


def at_table(game: str) -> tuple[Rounds, Sight]:
    wagers = {wager: 100 * dollars for wager, dollars in SIDE_BETS[game].items()}
    rounds = Rounds(game, wagers=wagers, seats=SEATS)
    return rounds, Sight(rounds.rules, SEATS, rounds.wagers)


def seen(rounds: Rounds, sight: Sight, name: str, state: State | None = None) -> dict[str, Any]:
    shown = view(rounds.rules, state or rounds.table.state, player(name))
    return sight.of(shown, rounds.seats[name], rounds.asked)


def cards_in(arrays: dict[str, Any]) -> list[int]:
    """The cards that arrays show, wherever they lie."""
    found = np.concatenate(
        [arrays[part].reshape(-1, len(DECK)) for part in ("hands", "dealer", "board") if part in arrays]
    )
    return sorted(np.nonzero(found)[1].tolist())


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_it_shows_all_that_may_be_known_and_is_the_same_whatever_lies_unseen(game: str, seed: int) -> None:
    rounds, sight = at_table(game)
    rng = random.Random(seed)
    rounds.deal(seed)
    while True:
        for name in rounds.seats:
            known = may_know(rounds.table, player(name))
            arrays = seen(rounds, sight, name)
            assert sight.space.contains(arrays)
            assert cards_in(arrays) == sorted(rounds.table.round.order[card] for card in known)
            if not rounds.table.round.over:  # then the order is opened to all
                other = with_other_faces(rounds.table.state, known, rng)
                assert data_equivalence(arrays, seen(rounds, sight, name, other), exact=True)
        if rounds.asked is None:
            break
        rounds.answer(rng.choice(rounds.open))
    assert rounds.table.round.over


@pytest.mark.parametrize("game", ["top-five", "hi-lo", "pik-it"])  # which are solved in a moment
def test_values_and_open_answers_are_the_same_whatever_lies_unseen(game: str) -> None:
    rounds, _ = at_table(game)
    rng = random.Random(1)
    for seed in range(4):
        rounds.deal(seed)
        while rounds.asked:
            values, open_, truth = rounds.values, rounds.open, rounds.table.state
            rounds.table.state = with_other_faces(truth, may_know(rounds.table, player(rounds.asked.player)), rng)
            rounds._wait()
            assert (rounds.values, rounds.open) == (values, open_)
            rounds.table.state = truth
            rounds.answer(rng.choice(open_))


@pytest.mark.parametrize("game", GAMES)
def test_only_who_is_asked_sees_a_question(game: str) -> None:
    rounds, sight = at_table(game)
    rounds.deal(1)
    asked: list[int] = []
    while rounds.asked:
        here = [name for name in rounds.seats if seen(rounds, sight, name)["question"].any()]
        assert here == [rounds.asked.player]
        (number,) = np.flatnonzero(seen(rounds, sight, here[0])["question"])
        asked.append(int(number))
        rounds.answer(rounds.open[0])
    assert asked == sorted(asked)
    assert set(asked) == set(range(sight.space["question"].shape[0]))  # type: ignore[index]


def test_the_own_seat_comes_first_and_the_others_clockwise() -> None:
    rounds, sight = at_table("uth")
    rounds.deal(1)
    rounds.answer(2)  # seat 1 plays 4x
    wagers = list(rounds.rules.game.wager)
    for ahead, name in ((0, "seat_1"), (2, "seat_2"), (1, "seat_3")):
        arrays = seen(rounds, sight, name)
        assert arrays["wagers"][:, wagers.index("play")].tolist() == [4.0 * (row == ahead) for row in range(SEATS)]
        assert arrays["wagers"][:, wagers.index("trips")].tolist() == [0.5] * SEATS
        own = rounds.table.round.faces(rounds.table.round.hands[rounds.seats[name]].cards)
        assert [int(np.flatnonzero(row)[0]) for row in arrays["hands"][0]] == list(own)
        assert not arrays["hands"][1:].any()


def test_a_fold_is_seen_by_all_and_its_cards_by_nobody() -> None:
    rounds, sight = at_table("hi-lo")
    rounds.deal(1)
    rounds.answer(1)
    for ahead, name in ((0, "seat_1"), (2, "seat_2"), (1, "seat_3")):
        arrays = seen(rounds, sight, name)
        assert arrays["folded"].tolist() == [row == ahead for row in range(SEATS)]
        assert not arrays["hands"][ahead].any()
