"""What the figures of a par sheet rest on: how they are counted, what is checked, and how the rules are read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import comb

from pitboss.cards import DECK
from pitboss.games.game import Game
from pitboss.games.settlement import settle_hand
from pitboss.games.steps import Community, Deal, Pick, Reveal
from pitboss.law import Citation
from pitboss.paper.numbers import label_of, wagers_behind
from pitboss.paper.par_data import Check, Reading
from pitboss.solvers.pricing import MAIN, Report
from pitboss.solvers.stakes import priced_stakes

_WORTH = re.compile(r"\d\s?(?:%|percent)|\bhouse edge\b")
"""How a ruling speaks of what a reading is worth."""


# --- method and checks -----------------------------------------------------------------------------------------------


def method_of(report: Report) -> Iterator[str]:
    """How the figures were found, in plain words."""
    tally = report.solved.tally
    yield (
        f"All {tally.deals:,} equally likely deals are counted; none is sampled. They are sorted into "
        f"{len(tally.endings):,} endings: deals in which the player does the same and every wager comes out the same."
    )
    yield (
        "One deal of each ending is settled by the rule book that settles hands at the table, with the pay tables, "
        "limits and clauses of this submission. A figure is that result, times the deals that end so."
    )
    yield (
        "The player does at every decision what has the greatest exact expectation, knowing only what the rules show "
        "by then; of two equal choices the one that wagers less is taken. Limits on what is paid change no decision, "
        "only what it comes to."
    )
    yield "Counts are whole numbers and expectations exact fractions; a number is rounded only where it is printed."
    yield (
        "The tests of the software hold the count to a second, slower one that is written another way, to the rule "
        "book over random deals, and to published figures where there are any."
    )


def checks_of(report: Report, shown: tuple[str, ...]) -> Iterator[Check]:
    """Counts that must be equal, made anew for this sheet."""
    tally = report.solved.tally
    ways, words = _ways_to_deal(report.game)
    yield Check(f"Every way to deal {words}", f"{ways:,}", f"{tally.deals:,}")
    for name in shown:
        figures = report.wagers[name]
        events = sum(event.deals for event in figures.events)
        returns = sum(Fraction(event.net, figures.deals * figures.unit) for event in figures.events)
        label = label_of(report, name)
        yield Check(f"{label}: the combinations of all events are all deals", f"{events:,}", f"{figures.deals:,}")
        yield Check(f"{label}: the returns of all events are the expectation", str(returns), str(figures.ev))
    nets = sum(report.total.nets.values())
    yield Check("Round: the combinations of all net results are all deals", f"{nets:,}", f"{tally.deals:,}")
    bets = [name for name in report.stakes if name in report.wagers and name not in report.apart]
    side = sum((report.wagers[name].ev * report.stakes[name] for name in bets), Fraction(0)) / report.stakes["ante"]
    alone = report.wagers[MAIN].ev + side
    yield Check(
        "Round: before limits it is worth what its wagers are worth one by one", str(alone), str(report.unlimited.ev)
    )


def _ways_to_deal(game: Game) -> tuple[int, str]:
    """By the script of a round: how many ways there are to deal its cards, and what is dealt."""
    left, ways, each, words = len(DECK), 1, 0, []
    for step in game.script:
        match step:
            case Deal():
                each = step.each
                ways, left = ways * comb(left, each) * comb(left - each, each), left - 2 * each
                words.append(f"{each} cards to a player and {each} to the dealer")
            case Community():
                ways, left = ways * comb(left, step.count), left - step.count
                words.append(f"{step.count} community cards")
            case Pick():
                ways *= comb(each, step.count)
                words.append(f"{step.count} of the player's cards picked blind")
    return ways, ", ".join(words)


# --- rulings ---------------------------------------------------------------------------------------------------------


def readings_of(report: Report, shown: tuple[str, ...]) -> Iterator[Reading]:
    """The rulings by which wagers of the sheet are settled or limited, and those that say what a reading is worth."""
    game = report.game
    settled_by = {name: _settled_by(report, name) for name in shown}
    about = {name: settled_by[name] | _made_and_paid_by(report, name) for name in shown}
    versions = {game.option[name].clause for name in (*game.versions, "positions")}
    limits = {clause for cap in game.caps for clause in cap.clauses}
    for ruling in game.law.rulings.values():
        settled = [name for name in shown if ruling.id in settled_by[name]]
        cited = {ruling.id, *ruling.clauses}
        wagers = settled or [name for name in shown if not about[name].isdisjoint(cited)]
        speaks = _WORTH.search(ruling.decision) or _WORTH.search(ruling.why)
        if settled or ruling.id in limits or (speaks and (wagers or not versions.isdisjoint(cited))):
            yield Reading(ruling.id, ruling.question, ruling.decision, ruling.why, tuple(wagers))


def _made_and_paid_by(report: Report, name: str) -> set[Citation]:
    """The clauses that say when a wager may be made and what it pays."""
    game, found = report.game, set()
    for each in wagers_behind(report, name):
        options = []
        if wager := game.wager.get(each):
            found |= {wager.clause, *(rule.clause for rule in wager.conditions)}
            options.append(wager.offered)
        if pays := game.payouts.get(each):
            found |= {table.clause for table in pays.tables.values()}
            found |= {row.clause for table in pays.tables.values() for row in table.rows}
            options += [pays.selected_by, pays.raised_by]
        found |= {game.option[option].clause for option in options if option}
    return found


def _settled_by(report: Report, name: str) -> set[Citation]:
    """What the rule book cites for a wager in one deal of each ending, and where the dealer sets a hand, for that."""
    game, terms, wagers = report.game, report.terms, wagers_behind(report, name)
    stakes = priced_stakes(game, terms, report.stakes)
    stakes = {wager: stake for wager, stake in stakes.items() if game.wager[wager].numbers is None}  # no meter here
    side = report.solved.sides.get(name)
    found = {event.clause for event in report.wagers[name].events}
    if name == MAIN:
        found |= {one for step in game.script if isinstance(step, Reveal) and step.accepts for one in step.clauses}
    for ending in (side.tally if side else report.solved.tally).endings:
        for result in settle_hand(game, terms, ending.at(stakes, {}), limited=False).results:
            if result.wager in wagers:
                found.update(result.clauses)
    return found
