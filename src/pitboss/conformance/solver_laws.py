"""The game solved: endings are lawful hands, figures add up, advice agrees with play, and play with the figures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial

from pitboss.cards import DECK
from pitboss.cli.run import Way
from pitboss.conformance.failing import must, must_equal, refused
from pitboss.errors import HandError, PitbossError
from pitboss.games.game import Game
from pitboss.games.hand import read_hand
from pitboss.playtest.random_players import Session
from pitboss.solvers.advisor import BEST, Advisor, advisor_for
from pitboss.solvers.pricing import MAIN
from pitboss.solvers.solver import best
from pitboss.solvers.spots import Spot
from pitboss.table.table import Table

ROUNDS, PLAYERS, SEED = 400, 5, 3
FARTHEST = 4
"""Standard errors that played rounds may be from the exact figures."""
MOST_RULES = 25
"""A written strategy is a page."""


@cache
def advisor(game: Game) -> Advisor:
    """The game as a new submission has it, solved once."""
    return advisor_for(game.name)


def spots(game: Game, number: int, seed: int = 1) -> Iterator[Spot]:
    """Random spots, so many at each decision."""
    rng = random.Random(seed)
    for stage in advisor(game).solver.stages:
        for _ in range(number):
            cards = tuple(rng.sample(DECK, stage.own + stage.board))
            yield Spot(game, stage.name, cards[: stage.own], cards[stage.own :])


def endings_are_lawful_hands(game: Game) -> None:
    """The rule book reads the example of every ending."""
    one = advisor(game)
    for ending in one.solved.tally.endings:
        hand = ending.at(one.stakes, {})
        cards = {name: list(held) for name, held in hand.cards.items()}
        read = read_hand(game, {**cards, "wagers": dict(hand.wagers), "folded": hand.folded}, one.terms)
        must_equal(read.cards, hand.cards, "the cards of an ending")
        must(ending.deals > 0, f"an ending stands for no deal: {ending}")


def decisions_add_up_to_one(game: Game) -> None:
    """How often the player does what."""
    report = advisor(game).report
    must_equal(sum(report.decisions.values()), 1, "all decisions together")
    must_equal(set(report.decisions), set(advisor(game).solver.decisions), "the decisions")


def the_game_is_the_sum_of_its_wagers(game: Game) -> None:
    """Those that are compulsory, weighed by their stakes."""
    one = advisor(game)
    report = one.report
    beside = {name: Fraction(stake, report.stakes["ante"]) for name, stake in report.stakes.items()}
    sides = [report.wagers[name].ev * unit for name, unit in beside.items() if name not in one.solver.main]
    must_equal(report.ev, report.wagers[MAIN].ev + sum(sides), "the expectation of a round")


def figures_follow_from_their_deals(game: Game) -> None:
    """Rows of a par sheet, frequencies and variance, from the number of deals behind each result."""
    report = advisor(game).report
    for name, figures in (*report.wagers.items(), ("the total", report.total)):
        chances = {Fraction(net, figures.unit): Fraction(deals, figures.deals) for net, deals in figures.nets.items()}
        must_equal(figures.hit_frequency, sum(part for net, part in chances.items() if net > 0), f"wins of {name}")
        must_equal(figures.push_frequency, chances.get(Fraction(0), 0), f"pushes of {name}")
        variance = sum(part * (net - figures.ev) ** 2 for net, part in chances.items())
        must_equal(figures.variance, variance, f"the variance of {name}")
        must_equal(figures.most, max(chances) * figures.unit, f"the most {name} can win")
    for name, figures in report.wagers.items():
        rows = sum(event.deals for event in figures.events)
        must_equal((rows, sum(figures.nets.values())), (figures.deals, figures.deals), f"the deals of {name}")
        net = Fraction(sum(event.net for event in figures.events), figures.deals * figures.unit)
        must_equal(net, figures.ev, f"the rows of {name}")


def best_play_is_the_best_advice(game: Game) -> None:
    """At random spots."""
    for spot in spots(game, 60):
        advice = advisor(game).advise(spot)
        must(advice[0] == best(advice), f"the first advice is not the best: {spot}")
        decided = advisor(game).decide(spot)
        chosen = next((one for one in advice if one.choice == decided), None)
        must(chosen is not None, f"best play does {decided}, of which no advice is given: {spot}")
        assert chosen is not None
        must_equal((chosen.ev, chosen.wagers), (advice[0].ev, advice[0].wagers), f"what best play is worth: {spot}")


def written_strategies_are_no_better_than_best_play(game: Game) -> None:
    """Each a page, and lawful."""
    one = advisor(game)
    must(one.solver.strategies, "the game comes with no written strategy")
    for strategy in one.solver.strategies:
        must(1 <= len(strategy.rules) <= MOST_RULES, f"{strategy.name} is not a page")
        must(one.report_of(strategy).ev <= one.report.ev, f"{strategy.name} is better than best play")
        for spot in spots(game, 20):
            action = strategy.decide(spot).action
            must(
                action in {advice.choice.action for advice in one.advise(spot)}, f"{strategy.name}: {action} at {spot}"
            )
    error = refused(PitbossError, lambda: one.strategy("lucky"), "an unknown strategy")
    must(f"it has {BEST}" in error.message, f"the refusal does not name the strategies: {error.message}")


def open_cards_must_leave_a_hand(game: Game) -> None:
    """A spot with nearly all cards seen is refused."""
    for stage in advisor(game).solver.stages:
        cards, seen = DECK[: stage.own + stage.board], DECK[stage.own + stage.board : -1]
        spot = Spot(game, stage.name, cards[: stage.own], cards[stage.own :], seen)
        error = refused(HandError, partial(advisor(game).advise, spot), "a spot that leaves no hand")
        must("open cards leave fewer than" in error.message, error.message)


def rounds_at_a_table_come_out_as_the_figures_say(game: Game) -> None:
    """Best play through the whole engine, within four standard errors of every figure."""
    one = advisor(game)
    way = Way(BEST, one)
    session = Session(Table.of(game.name, seed=SEED), players=PLAYERS, seed=SEED, decide=way.decide)
    for _ in range(ROUNDS):
        session.play()
        way.add(session.table.round)
    seen = {name: observed for name, observed in way.observed.items() if observed.count}
    missing = {MAIN, *(name for name in one.stakes if name not in one.solver.main)} - set(seen)
    must(not missing, f"never played: {', '.join(sorted(missing))}")
    for name, observed in seen.items():
        must(abs(observed.deviation) < FARTHEST, f"{name} is {observed.deviation:+.1f} standard errors off")


CHECKS = (
    endings_are_lawful_hands,
    decisions_add_up_to_one,
    the_game_is_the_sum_of_its_wagers,
    figures_follow_from_their_deals,
    best_play_is_the_best_advice,
    written_strategies_are_no_better_than_best_play,
    open_cards_must_leave_a_hand,
    rounds_at_a_table_come_out_as_the_figures_say,
)
