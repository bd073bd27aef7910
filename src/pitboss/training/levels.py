"""The levels of the school, from the procedure to a whole shift: what is asked, and what the table is like."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.training.questions import Topic

ALL = frozenset(Topic)


class Level(NamedTuple):
    """What a trainee is asked, how much of it, and at which table."""

    number: int
    title: str
    about: str
    topics: frozenset[Topic]
    questions: int
    seconds: int
    """What the clock gives for one answer."""
    players: int = 3
    hints: bool = False
    side_wagers: float = 0.0
    """How often a player makes a wager that is not required."""
    bets_apart: int = 500
    """Cents between one size of a wager and the next."""
    irregularities: float = 0.0
    rounds_for_one: int = 1
    """So many rounds are played for one that is asked about: the one with the most in it."""
    share: float = 1.0
    """The part of what can be asked every round that is asked."""
    only_main: bool = False
    """Of outcomes, only those of the wagers that are required or follow from them."""


LEVELS = (
    Level(
        1,
        "The procedure",
        "Open the table and deal a round, step by step; the rule of the step that is due is shown.",
        frozenset((Topic.PROCEDURE, Topic.CARDS)),
        questions=30,
        seconds=30,
        hints=True,
    ),
    Level(
        2,
        "Reading hands",
        "What a hand makes, whether the dealer qualifies, and who wins.",
        frozenset((Topic.HANDS, Topic.OUTCOME)),
        questions=24,
        seconds=20,
        rounds_for_one=6,
        only_main=True,
    ),
    Level(
        3,
        "Taking and paying",
        "Seat by seat, wager by wager, in the right order and to the dollar.",
        frozenset((Topic.ORDER, Topic.OUTCOME, Topic.AMOUNT)),
        questions=30,
        seconds=20,
        rounds_for_one=12,
    ),
    Level(
        4,
        "Side wagers and odd amounts",
        "The same with every side wager down and amounts that take some reckoning.",
        frozenset((Topic.ORDER, Topic.OUTCOME, Topic.AMOUNT)),
        questions=36,
        seconds=30,
        side_wagers=1.0,
        bets_apart=100,
        rounds_for_one=16,
    ),
    Level(
        5,
        "Irregularities",
        "Something goes wrong in every round: what do you do?",
        frozenset((Topic.IRREGULARITY,)),
        questions=20,
        seconds=45,
        irregularities=1.0,
        side_wagers=0.5,
        rounds_for_one=6,
    ),
    Level(
        6,
        "A whole shift",
        "Everything, as it comes, without a hint.",
        ALL,
        questions=60,
        seconds=30,
        players=4,
        side_wagers=0.5,
        bets_apart=100,
        irregularities=1.0,
        rounds_for_one=3,
        share=0.3,
    ),
)


def level(number: int) -> Level:
    """A level by its number."""
    if not 1 <= number <= len(LEVELS):
        raise PitbossError("no-level", f"there is no level {number}; there are 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
