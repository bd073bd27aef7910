"""Simulated rounds, against OpenSpiel and pgx on the nearest games: `python -m bench.simulator`."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from bench.engine import again, session
from bench.measuring import OURS, Benchmark, Contestant, Findings, Scale, Table, Work, contest, main, tell
from pitboss.games import games
from pitboss.simulation.playing import RANDOM, Play, ready_for
from pitboss.simulation.running import run as simulate
from pitboss.simulation.stream import ROUNDS
from pitboss.solvers.advisor import BEST
from pitboss.solvers.stakes import priced_stakes, stakes_of
from pitboss.table.table import practice_submission

BATCHES = 1200
"""Of one turn: about ten million rounds."""
IN_TOTAL = 1e9
"""Rounds over all games that are held against the exact figures."""
SEED, MOST = 1, 4
"""Standard errors by which a result may lie off."""
HOLD_EM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,raiseSize=10 10 20 20,firstPlayer=2 1 1 1,"
    "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
EVERY_WAGER = {
    "uth": {
        "cover_all": True, "cover_all_mode": True, "shuffle_method": "automated", "dealing_method": "automated-shoe",
        "progressive": {
            "seed": "$10,000",
            "contribution": "$1",
            "rows": {
                "royal_flush": "100%", "straight_flush": "10%", "four_of_a_kind": "$300", "full_house": "$50",
                "flush": "$40",
            },
        },
    }
}  # fmt: skip
"""The options of tables that offer all wagers of a game, where the usual table does not."""
AT_ONCE = 8192
"""Rounds that pgx plays beside each other."""


def pitboss(game: str, batches: int, strategy: str) -> Work:
    ready = ready_for(Play.at(practice_submission(game), {}, strategy))
    ready.play(SEED, range(1), ROUNDS)

    def work() -> float:
        ready.play(SEED, range(batches), batches * ROUNDS)
        return batches * ROUNDS

    return work


def engine(times: int) -> Work:
    return again(session("uth", 1).play, times)


def spiel_steps(game: str, times: int) -> Work:
    """Every card and every decision is a call from Python."""
    import pyspiel

    loaded, rng = pyspiel.load_game(game), random.Random(SEED)

    def play() -> None:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    return again(play, times)


def spiel_rounds(game: str, times: int) -> Work:
    """A round is one call: its own players decide in C++."""
    import pyspiel

    loaded = pyspiel.load_game(game)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(loaded.num_players())]
    seeds = random.Random(SEED)
    return again(lambda: pyspiel.evaluate_bots(loaded.new_initial_state(), bots, seeds.getrandbits(31)), times)


def pgx(game: str, times: int) -> Work:
    """Many rounds beside each other, compiled, until the last of them is over."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import pgx

    env = pgx.make(game)

    def play(key: Any) -> Any:
        def step(carried: tuple[Any, Any]) -> tuple[Any, Any]:
            states, key = carried
            key, draw = jax.random.split(key)
            actions = jax.random.categorical(draw, jax.numpy.log(states.legal_action_mask))
            return jax.vmap(env.step)(states, actions), key

        key, first = jax.random.split(key)
        states = jax.vmap(env.init)(jax.random.split(first, AT_ONCE))
        states, _ = jax.lax.while_loop(lambda carried: ~carried[0].terminated.all(), step, (states, key))
        return states.terminated.sum()

    compiled, keys = jax.jit(play), count()
    return again(lambda: compiled(jax.random.PRNGKey(next(keys))).block_until_ready(), times)


def in_batches(work: Callable[[], Work]) -> Work:
    """Counted in rounds instead of batches."""
    ready = work()
    return lambda: ready() * AT_ONCE


def deviations(game: str, rounds: int) -> dict[str, float]:
    """How many standard errors every wager lies off its exact value, at a table that offers all, with all staked."""
    table = practice_submission(game, EVERY_WAGER.get(game))
    stakes = priced_stakes(table.game, table.terms, stakes_of(table.game, table.terms))
    done = simulate(Play.at(table, stakes), rounds, SEED)
    return {one.name: one.deviation for one in done.compared() if one.deviation is not None}


def far_off(rounds: int) -> str:
    """The rounds of all games, held against the exact figures."""
    found = {}
    for game in games().values():
        tell(f"{game.short}: {rounds:,} rounds beside the exact figures")
        found[game.short] = deviations(game.short, rounds)
    tell("")
    lines = (f"{game} " + ", ".join(f"{name} {off:+.2f}" for name, off in each.items()) for game, each in found.items())
    worst = max(abs(off) for each in found.values() for off in each.values())
    verdict = "as it should" if worst < MOST else "TOO FAR"
    return (
        f"Standard errors by which each wager lies off its exact value after {rounds:,} rounds of each game with seed "
        f"{SEED}: {'; '.join(lines)}. The farthest lies {worst:.2f} off, {verdict}."
    )


def run(scale: Scale) -> Findings:
    batches, few = scale.of(BATCHES, 2), scale.of(20_000, 5)
    base = "Pitboss, uth, best play"
    ours = [("uth", BEST, "best play"), ("uth", RANDOM, "random play")]
    ours += [(game.short, BEST, "best play") for game in games().values() if game.short != "uth"]
    contestants = [
        Contestant(
            name, OURS, "rounds", partial(pitboss, game, batches, strategy), "" if name == base else base,
            "52 cards dealt, decided, counted by its ending, which settles every wager",
        )
        for game, strategy, how in ours
        for name in [f"Pitboss, {game}, {how}"]
    ]  # fmt: skip
    others: list[tuple[str, str, Callable[[], Work], str]] = [
        ("Pitboss, the engine, uth", OURS, partial(engine, scale.of(500, 2)), "the whole conduct of a table, one seat"),
        (
            "OpenSpiel, hold'em, by steps", "open-spiel", partial(spiel_steps, HOLD_EM, few),
            "52 cards, heads-up limit, random play; every step a call",
        ),
        (
            "OpenSpiel, hold'em, by rounds", "open-spiel", partial(spiel_rounds, HOLD_EM, 5 * few),
            "the same; a round is one call",
        ),
        (
            "OpenSpiel, blackjack, by rounds", "open-spiel", partial(spiel_rounds, "blackjack", 10 * few),
            "52 cards against the house, random play; a round is one call",
        ),
        (
            "pgx, Leduc hold'em", "pgx", partial(in_batches, partial(pgx, "leduc_holdem", scale.of(1000))),
            f"6 cards, heads-up, random play; {AT_ONCE:,} rounds at once",
        ),
        (
            "pgx, Kuhn poker", "pgx", partial(in_batches, partial(pgx, "kuhn_poker", scale.of(1000))),
            f"3 cards, heads-up, random play; {AT_ONCE:,} rounds at once",
        ),
    ]  # fmt: skip
    contestants += [Contestant(name, package, "rounds", work, base, note) for name, package, work, note in others]
    table = Table("Rounds simulated in the time of one core", contest(contestants, scale.turns))
    return Findings((table,), said=(far_off(scale.of(IN_TOTAL / len(games()), ROUNDS)),))


BENCHMARK = Benchmark(
    "simulator",
    "Rounds by the million",
    "No other simulator knows these games, so each plays the nearest that it has. OpenSpiel deals a whole deck of "
    "hold'em and bets on it; pgx has poker of three and of six cards only, which is far less work a round. All are "
    "measured in seconds of processor time, so that a library is not faster for using two cores. The ratio is to our "
    "first row. Then a billion of our rounds are held against the exact figures.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
