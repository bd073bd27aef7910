"""Rounds of the whole engine with six players, against PokerKit and RLCard: `python -m bench.engine`."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.measuring import OURS, Benchmark, Contestant, Findings, Scale, Table, Work, contest, main
from pitboss.games import games
from pitboss.journal.codec import GENESIS, encode
from pitboss.playtest.random_players import Session
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.table import Table as CardTable

SEATS = 6
ROUNDS = 400
FIRST = "uth"
RLCARD = "no-limit-holdem"


class Chain:
    """A journal that encodes and hashes every event, and keeps none."""

    def __init__(self) -> None:
        self.head, self.records, self.size = GENESIS, 0, 0

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        by = str(command.by)
        for event in events:
            self.records += 1
            line, self.head = encode(event, seq=self.records, at=command.at, by=by, prev=self.head, key=command.key)
            self.size += len(line) + 1


def session(
    game: str, seats: int = SEATS, record: Callable[[Command, tuple[Event, ...]], None] | None = None
) -> Session:
    """A table with so many players who decide at random among what is legal."""
    return Session(CardTable.of(game, seed=1, record=record), seats, seed=1)


def again(play: Callable[[], Any], times: int) -> Work:
    """The same so often."""

    def work() -> float:
        for _ in range(times):
            play()
        return times

    play()
    return work


def pitboss(game: str, times: int) -> Work:
    return again(session(game, record=Chain().append).play, times)


def pokerkit(times: int, stays: bool) -> Work:
    """Hands of PokerKit, by players who stay to the end or decide at random."""
    from pokerkit import Automation, NoLimitTexasHoldem

    rng = random.Random(1)

    def hand() -> None:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * SEATS, SEATS)
        while state.status:
            ways: list[Callable[[], Any]] = [state.check_or_call]
            if not stays and state.can_fold():
                ways.append(state.fold)
            if not stays and state.can_complete_bet_or_raise_to():
                ways.append(state.complete_bet_or_raise_to)
            rng.choice(ways)()

    return again(hand, times)


def rlcard(times: int, stays: bool) -> Work:
    """Hands of RLCard's game alone."""
    import rlcard
    from rlcard.games.nolimitholdem.round import Action

    rng = random.Random(1)
    game = rlcard.make(RLCARD, config={"seed": 1, "game_num_players": SEATS}).game

    def hand() -> None:
        game.init_game()
        while not game.is_over():
            game.step(Action.CHECK_CALL if stays else rng.choice(game.get_legal_actions()))
        game.get_payoffs()

    return again(hand, times)


def rlcard_environment(times: int) -> Work:
    """Hands of RLCard as learners see them."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(RLCARD, config={"seed": 1, "game_num_players": SEATS})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(SEATS)])
    return again(lambda: env.run(is_training=False), times)


def run(scale: Scale) -> Findings:
    rounds = scale.of(ROUNDS, 2)
    ours = sorted(games().values(), key=lambda game: game.short != FIRST)
    base = f"Pitboss, {FIRST}"
    whole = "checked, cited, hash-chained; six players settled against the house"
    contestants = [
        Contestant(name, OURS, "rounds", partial(pitboss, game.short, rounds), "" if name == base else base, whole)
        for game in ours
        for name in [f"Pitboss, {game.short}"]
    ]
    pot = "checked; a pot among six; no record"
    others: list[tuple[str, str, Callable[[], Work], str]] = [
        ("PokerKit, random", "pokerkit", partial(pokerkit, rounds, False), pot),
        ("PokerKit, all stay", "pokerkit", partial(pokerkit, rounds // 4 + 1, True), pot),
        ("RLCard, random", "rlcard", partial(rlcard, 4 * rounds, False), pot),
        ("RLCard, all stay", "rlcard", partial(rlcard, rounds, True), pot),
        ("RLCard environment, random", "rlcard", partial(rlcard_environment, 2 * rounds), f"{pot}; observations"),
    ]
    contestants += [Contestant(name, package, "rounds", work, base, note) for name, package, work, note in others]
    return Findings((Table("Rounds with six players on one core", contest(contestants, scale.turns)),))


BENCHMARK = Benchmark(
    "engine",
    "Rounds through the engine",
    "A round of ours is everything from the bets to the shuffled deck of the next one, with six players who decide at "
    "random: every command checked against the rules, every event with its clauses, encoded and hash-chained for the "
    "journal, every wager settled with its reasons. The others play no-limit hold'em among six, without a house and "
    "its procedure. Random players there fold soon, and a hand is over after a few decisions; where all stay, it goes "
    "to the showdown of six hands, as a round of ours does. The ratio is to our first row.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
