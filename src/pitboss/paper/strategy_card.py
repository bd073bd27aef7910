"""The strategy card: a page of rules to play by, what it costs, and best play for the hands that open a round."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.money import short_dollars
from pitboss.paper.charts import square_of
from pitboss.paper.document import Block, Fact, Facts, Heading, Headline, Paper, Points, Words
from pitboss.paper.felt_words import sentence
from pitboss.paper.numbers import exact, money, percent, software
from pitboss.paper.strategy import Play, play_of
from pitboss.solvers.advisor import Advisor
from pitboss.submission import Submission

ROUNDS = 100
LARGE, SMALL = 1.25, 0.93
"""A card that is rules only is set larger; one with a square of hands fits its page."""


def strategy_card(submission: Submission, advisor: Advisor) -> Paper:
    """How to play this table, with everything at the table minimum."""
    play = play_of(advisor)
    return Paper(
        kind="Strategy card",
        title=submission.game.title,
        house=submission.terms["operator"],
        authority=submission.game.law.authority,
        foot=software(),
        digest=submission.digest,
        blocks=tuple(_blocks(advisor, play)),
        scale=SMALL if play.starting_hands else LARGE,
    )


def _blocks(advisor: Advisor, play: Play) -> Iterator[Block]:
    ante = advisor.stakes["ante"]
    if way := play.way:
        yield Words(f"{way.title}.", look="lead")
        yield Points(way.rules, numbered=True)
        if way.cost:
            words = (
                f"To play by this card costs {percent(way.cost)} of the ante more than to make no mistake at all, "
                f"exactly {exact(way.cost)} antes."
            )
        else:
            words = "This is best play itself: no way to play this table loses less."
        yield Words(words, look="note")
    yield Headline(tuple(_edges(play)))
    yield Facts(tuple(_facts(play, ante)))
    if play.starting_hands:
        yield square_of(play.starting_hands)
    if others := [way for way in play.others if way.cost > 0]:
        yield Heading("Other ways to play, and what they cost here")
        yield Facts(tuple(Fact(way.title, percent(way.cost)) for way in others), wide=True)
    yield Words(
        f"With {_stakes(advisor)}. Side wagers are not in these figures: no play of the hand changes what they cost.",
        look="small",
    )


def _edges(play: Play) -> Iterator[tuple[str, str]]:
    yield "the house keeps of the ante, best play", percent(-play.best)
    if play.way:
        yield "by this card", percent(-play.way.ev)
        yield "of all that is wagered by it", percent(play.way.element_of_risk)


def _facts(play: Play, ante: int) -> Iterator[Fact]:
    decisions = play.way.decisions if play.way else play.decisions
    for name, part in decisions.items():
        yield Fact(f"{sentence(name.replace('_', ' '))}: how often", percent(part, 2))
    ev = play.way.ev if play.way else play.best
    loss = -ev * ante * ROUNDS
    yield Fact(f"Expected cost of {ROUNDS} rounds at an ante of {short_dollars(ante)}", money(loss))


def _stakes(advisor: Advisor) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {short_dollars(cents)}" for name, cents in advisor.stakes.items())
