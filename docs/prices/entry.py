"""What a ruling's readings are worth, as data; and how a finished game is settled under another rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import Result, settle_hand
from pitboss.games.terms import Terms
from pitboss.solvers.advisor import Advisor, advisor_for
from pitboss.solvers.stakes import priced_stakes

Settle = Callable[[Terms, FinishedHand], Result]
ROUND = "the whole round"
"""In place of a wager's name: everything staked, per ante."""
Options = Mapping[str, Any]
"""Options of a submission that are not at their starting values."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Reading(NamedTuple):
    """One way to read the text, and what the house then keeps of the wager."""

    words: str
    edge: Fraction
    built: bool = False
    options: Options = NOTHING
    """What it changes in the options of the price."""


class Published(NamedTuple):
    """The same figure from somebody else."""

    words: str
    percent: str
    source: str


class Price(NamedTuple):
    """One wager under each reading of a ruling."""

    ruling: str
    wager: str
    """As `pitboss solve` names it, or `ROUND`; under another name what it does not price by itself."""
    assumed: str
    """What the figures are for, in words."""
    readings: tuple[Reading, ...]
    published: tuple[Published, ...] = ()
    options: Options = NOTHING
    stakes: Mapping[str, int] = NOTHING
    """In dollars."""


class Unpriced(NamedTuple):
    """Why a reading of a ruling has no price."""

    ruling: str
    words: str


def built(words: str, edge: Fraction, options: Options = NOTHING) -> Reading:
    """The reading that is built."""
    return Reading(words, edge, True, options)


def asked(game: str, options: Options = NOTHING, stakes: Mapping[str, int] = NOTHING) -> Advisor:
    """The product's own answer, at stakes in dollars; without any, the ante is the minimum."""
    return advisor_for(game, options, {name: 100 * amount for name, amount in stakes.items()})


def solved(advisor: Advisor, wager: str) -> Fraction:
    """What the product says that the house keeps of a wager, or of `ROUND`."""
    report = advisor.report
    return -report.ev if wager == ROUND else report.wagers[wager].edge


def edge(advisor: Advisor, wager: str, settle: Settle | None = None) -> Fraction:
    """What the house keeps of a wager if the game is played as advised and the wager settled in this way.

    As in `pitboss solve`, limits are left out of account; a progressive meter stands at its seed.
    """
    terms = advisor.terms
    stakes = priced_stakes(advisor.game, terms, advisor.stakes)
    settle = settle or advisor.game.wager[wager].settle
    tally, net = advisor.solved.tally, 0
    for ending in tally.endings:
        hand = ending.at(stakes, {"meter": advisor.report.meter})
        net += ending.deals * settle(terms, hand).net
    return Fraction(-net, tally.deals * stakes[wager])


def edge_of_round(advisor: Advisor, limit: int, wagers: Collection[str] = (), *, stakes: bool = False) -> Fraction:
    """What the house keeps of an ante with one limit on what some wagers, or all, are paid.

    `stakes` says whether what goes back counts toward it.
    """
    tally, total = advisor.solved.tally, 0
    for ending in tally.endings:
        hand = ending.at(advisor.stakes, {})
        results = settle_hand(advisor.game, advisor.terms, hand, limited=False).results
        among = [result for result in results if not wagers or result.wager in wagers]
        paid = sum(result.paid for result in among)
        over = paid + stakes * sum(result.returned for result in among) - limit
        total += ending.deals * (sum(result.net for result in results) - min(paid, max(0, over)))
    return Fraction(-total, tally.deals * advisor.stakes["ante"])


def lost_goes_back(settle: Settle) -> Settle:
    """A wager that is not paid is returned."""

    def settled(terms: Terms, hand: FinishedHand) -> Result:
        result = settle(terms, hand)
        return result if result.paid else result._replace(returned=result.stake)

    return settled


def lost_unless(counts: Callable[[FinishedHand], bool], settle: Settle) -> Settle:
    """A wager that is lost on hands that do not count."""

    def settled(terms: Terms, hand: FinishedHand) -> Result:
        result = settle(terms, hand)
        return result if counts(hand) else result._replace(paid=0, returned=0)

    return settled


def not_folded(hand: FinishedHand) -> bool:
    """Whether the hand was played."""
    return not hand.folded
