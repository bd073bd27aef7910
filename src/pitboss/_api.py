"""The functions of `import pitboss`, with their full signatures; what they need is imported when they are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.argument_types import checked
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.settlement import Settlement
    from pitboss.journal.codec import Record
    from pitboss.journal.verify import Verdict
    from pitboss.simulation.results import Run
    from pitboss.solvers.advisor import Advisor
    from pitboss.solvers.solver import Advice, Strategy
    from pitboss.submission import Submission
    from pitboss.table import Table
    from pitboss.table.autodealer import Reader
    from pitboss.table.commands import Command
    from pitboss.table.events import Event
    from pitboss.table.rules import Refusal
    from pitboss.table.state import State

Options = Mapping[str, Any]
"""Choices of a submission by their names; those that are left out have the values of a new submission."""
Wagers = Mapping[str, int]
"""Amounts in cents by the names of the wagers."""
Cards = str | Collection[int]
"""Cards as text, such as "As Kd", or as numbers 0..51."""


@checked
def game(name: str) -> Game:
    """A game by its name or short name: `uth`, `hi-lo`, `top-five`, `pik-it`, or one of another package.

    :raises PitbossError: if there is no such game; the message lists those that there are.
    """
    from pitboss.games import find

    return find(name)


def settle(
    name: str,
    *,
    wagers: Wagers,
    player: Cards | None = None,
    community: Cards | None = None,
    dealer: Cards | None = None,
    high: Cards | None = None,
    low: Cards | None = None,
    picked: Cards | None = None,
    others: Collection[Cards] | None = None,
    folded: bool = False,
    match_play: int = 0,
    meter: int | None = None,
    sharers: int | None = None,
    left: int | None = None,
    irregularity: str | None = None,
    options: Options | None = None,
) -> Settlement:
    """Settle one finished hand: what each wager wins or loses, to the cent, with clauses and facts.

    Which cards describe a hand depends on the game: `high` and `low` in 5 Card Hi-Lo, `player` and `picked` in Pik-It
    Poker, `player` and `community` in Ultimate Texas Hold 'Em. Its Cover All also asks for `others`, its progressive
    for the `meter`, how many hands share the award (`sharers`), and what other rows have `left` of the meter.

    :raises PitbossError: if the hand is not finished, or not one that the rules allow; the message says why.
    """
    from pitboss.games.settlement import settle as settle_given

    given = {
        "player": player,
        "community": community,
        "dealer": dealer,
        "high": high,
        "low": low,
        "picked": picked,
        "others": others,
        "meter": meter,
        "sharers": sharers,
        "left": left,
        "irregularity": irregularity,
        "match_play": match_play or None,
        "options": options,
    }
    named = {field: value for field, value in given.items() if value is not None}
    return settle_given(game(name), {**named, "wagers": wagers, "folded": folded})


def open_table(
    name: str | Submission,
    options: Options | None = None,
    *,
    seed: int | None = None,
    by_hand: Collection[type[Command]] = (),
    record: Callable[[Command, tuple[Event, ...]], None] | None = None,
    refused: Callable[[Command, Refusal], None] | None = None,
    clock: Callable[[], int] | None = None,
    reader: Reader | None = None,
) -> Table:
    """A table of a game or of a submission, open for play and run by the autodealer.

    The same `seed` gives the same cards. `by_hand` names the commands that the autodealer leaves to people, as classes.
    `record` is told of every command and its events (a journal's `append`), `refused` of every refusal. `clock` tells
    milliseconds since 1970. A `reader` gives the faces of real cards.

    :raises PitbossError: if the options are not lawful; the message names the option, the clause and the legal values.
    """
    from pitboss.table import Table

    table = Table(
        _submission(name, options),
        seed=seed,
        by_hand=by_hand,
        record=record,
        refused=refused,
        clock=clock,
        reader=reader,
    )
    table.open()
    return table


def _submission(name: str | Submission, options: Options | None) -> Submission:
    """A submission as it is, or one of a game for practice with some options changed."""
    from pitboss.submission import Submission
    from pitboss.table.table import practice_submission

    if not isinstance(name, Submission):
        return practice_submission(name, options)
    if options:
        raise PitbossError("options", "a submission says all of its options: change them there, or name the game")
    return name


def solve(
    name: str | Submission,
    options: Options | None = None,
    *,
    stakes: Wagers | None = None,
    meter: int | None = None,
    cache: bool = True,
    progress: Callable[[float], None] | None = None,
) -> Advisor:
    """A game solved exactly: the figures of best play (`report`), advice for any hand, and the price of strategies.

    `stakes` are the opening wagers in cents; required ones that are left out are at their minimum. `meter` is what a
    progressive stands at. Solved games are kept on disk; `cache=False` works everything out anew. `progress` is told
    which part of the work is done, from 0 to 1.

    :raises PitbossError: if options or stakes are not lawful.
    """
    from pitboss.solvers.advisor import Advisor, advisor_for
    from pitboss.solvers.solver import silent
    from pitboss.submission import Submission

    how: dict[str, Any] = {"meter": meter, "cache": cache, "progress": progress or silent}
    if isinstance(name, Submission):
        return Advisor(_submission(name, options).terms, stakes, **how)
    return advisor_for(name, options, stakes, **how)


@checked
def advise(
    spot: str, options: Options | None = None, *, stakes: Wagers | None = None, cache: bool = True
) -> tuple[Advice, ...]:
    """All that a player may do at a spot such as `uth flop AsKd 7h8h9c`, the best first, each with its exact value.

    Cards of other players that were seen are named at the end: `pik-it 9h 9s 4h 6h 2c seen 9d Ah`.

    :raises PitbossError: if the spot cannot be read.
    """
    return solve(spot.partition(" ")[0], options, stakes=stakes, cache=cache).advise(spot)


def simulate(
    name: str | Submission,
    rounds: int,
    *,
    options: Options | None = None,
    stakes: Wagers | None = None,
    seed: int = 1,
    strategy: str | Strategy | None = None,
    errors: float = 0.0,
    players: int = 1,
    cores: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[float], None] | None = None,
) -> Run:
    """Rounds by the million, played by best play, a `strategy` of the game by its name, one of your own, or "random".

    The same seed gives the same rounds on any number of `cores`. `errors` is how often a decision is another one. With
    an `executor` (Dask's, for example) the rounds are played wherever its workers are.

    :raises PitbossError: if the table, the stakes or the strategy do not fit together.
    """
    from pitboss.simulation.playing import Play
    from pitboss.simulation.running import run
    from pitboss.solvers.advisor import BEST
    from pitboss.solvers.solver import silent
    from pitboss.solvers.stakes import stakes_of

    table = _submission(name, options)
    wagers = stakes if stakes is not None else stakes_of(table.game, table.terms)
    play = Play.at(table, wagers, strategy if strategy is not None else BEST, errors, players)
    return run(play, rounds, seed, executor=executor, cores=cores, progress=progress or silent)


def replay(journal: str | Path | Iterable[Record]) -> State:
    """The state that a journal leads to; `Table.resume` goes on from it.

    :raises PitbossError: if the records do not hold together; the message names the first that does not.
    """
    from pitboss.journal.replay import replay as replayed

    return replayed(journal)


def verify(journal: str | Path | Iterable[str], head: str | None = None) -> Verdict:
    """Whether a journal is what the table wrote; surer with a `head` that was kept elsewhere."""
    from pitboss.journal.verify import verify as verified

    return verified(journal, head)
