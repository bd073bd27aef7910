"""How costs grow with rounds, tables, seats, cores and the length of a history: `python -m bench.growth`."""

from __future__ import annotations

import gc
import os
import statistics
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from floors import Hall

from bench.engine import FIRST, SEATS, Chain, session
from bench.measuring import Benchmark, Curve, Findings, Line, Scale, main, tell, timed
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.games import games
from pitboss.hands import five
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.simulation.playing import Play
from pitboss.simulation.running import run as simulate
from pitboss.table.table import practice_submission

STOPS = (250, 500, 1000, 2000, 4000, 8000)
"""Rounds played."""
WINDOW = 100
"""Rounds over which the cost of one is measured."""
HELD = (250, 500, 1000, 2000, 4000)
"""Rounds after which memory is looked at, which takes its time."""
TABLES = (1, 4, 16, 64, 200)
PURSE = 3_000_00
HISTORIES = (50, 100, 200, 400, 800)
BY_CLOCK = 60_000_000
"""Rounds that are simulated on each number of cores."""


def shorts() -> list[str]:
    return [game.short for game in games().values()]


def per_round(play: Callable[[], object], times: int, turns: int) -> float:
    """Milliseconds of processor time a round: the median of some turns."""
    each = max(1, times // turns)
    return 1000 * statistics.median(timed(lambda: [play() for _ in range(each)]) / each for _ in range(turns))


def smaller(stops: Iterable[int], scale: Scale) -> list[int]:
    """The stops of a smaller run, each once."""
    return sorted({scale.of(stop, 2) for stop in stops})


def rounds(scale: Scale) -> Curve:
    """What the next round costs after so many."""
    chain, points = Chain(), []
    one = session(FIRST, record=chain.append)
    for stop in smaller(STOPS, scale):
        tell(f"growth: {stop:,} rounds")
        while one.table.state.rounds < stop:
            one.play()
        points.append((float(stop), per_round(one.play, scale.of(WINDOW, 2), scale.turns)))
    about = (
        f"The state of a table does not grow, and the journal is only appended to: {chain.records:,} records and "
        f"{chain.size / 1e6:.0f} MB by the end."
    )
    return Curve("A round after many others", "rounds played", "ms a round", (Line(FIRST, tuple(points)),), about)


def memory(scale: Scale) -> Curve:
    """What a table holds after so many rounds; the journal is not kept."""
    for value in range(five.CLASSES):
        five.name(value)  # every hand's name is kept once it was called: that is no growth of the table
    one, points = session(FIRST), []
    one.play()
    tracemalloc.start()
    for stop in smaller(HELD, scale):
        tell(f"growth: memory after {stop:,} rounds")
        while one.table.state.rounds < stop:
            one.play()
        gc.collect()
        points.append((float(stop), tracemalloc.get_traced_memory()[0] / 1e3))
    tracemalloc.stop()
    about = "What the table holds more than after its first round."
    return Curve("Memory of a table", "rounds played", "kB held", (Line(FIRST, tuple(points)),), about)


def seats(scale: Scale) -> Curve:
    """What a round costs with so many players."""
    lines = []
    for game in shorts():
        points = []
        for number in range(1, SEATS + 1):
            tell(f"growth: {game} with {number} players")
            one = session(game, number, Chain().append)
            one.play()
            points.append((float(number), per_round(one.play, scale.of(3 * WINDOW, 2), scale.turns)))
        lines.append(Line(game, tuple(points)))
    about = "Dealer, deck and record are there once for all; every player adds the same."
    return Curve("A round with more players", "players", "ms a round", tuple(lines), about)


class Visitors:
    """A floor with one player at every table, who play in turn."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.seated: deque[tuple[LiveTable, Person]] = deque()

    def furnish(self, tables: int) -> None:
        """Set up tables until there are so many."""
        while len(self.seated) < tables:
            live, person = self.hall.floor.add_table(practice_submission(FIRST)), self.hall.player()
            self.hall.floor.sit(person, live.name, amount=PURSE)
            self.seated.append((live, person))

    def play(self) -> None:
        """A round at the table whose turn it is."""
        live, person = self.seated[0]
        self.seated.rotate(-1)
        self.hall.play(live, [person])


def tables(scale: Scale) -> Curve:
    """What a round costs on a floor with so many tables, all in play."""
    visitors, points = Visitors(), []
    for number in TABLES if scale.part == 1 else TABLES[:3]:
        tell(f"growth: a floor of {number} tables")
        visitors.furnish(number)
        points.append((float(number), per_round(visitors.play, max(number, scale.of(WINDOW, 2)), scale.turns)))
    visitors.hall.close()
    about = "One player at every table, who play in turn; the floor is in this process and keeps its record in memory."
    return Curve("A round on a larger floor", "tables in play", "ms a round", (Line(FIRST, tuple(points)),), about)


def on_cores(game: str, rounds: int, turns: int) -> Line:
    """How many times as many rounds are simulated on so many cores as on one."""
    play = Play.at(practice_submission(game), {})
    simulate(play, 100_000, 1, cores=1)
    taken: dict[int, list[float]] = {cores: [] for cores in range(1, (os.cpu_count() or 1) + 1)}
    for _ in range(turns):
        for cores, seconds in taken.items():
            tell(f"growth: {game} on {cores} cores")
            seconds.append(timed(partial(simulate, play, rounds, 1, cores=cores), time.perf_counter))
    first = statistics.median(taken[1])
    return Line(game, tuple((float(cores), first / statistics.median(seconds)) for cores, seconds in taken.items()))


def cores(scale: Scale) -> Curve:
    number = scale.of(BY_CLOCK, 100_000)
    lines = tuple(on_cores(game, number, scale.turns) for game in shorts())
    about = f"{number:,} rounds with best play, by the clock."
    return Curve("Simulation on more cores", "cores", "times as many rounds as on one", lines, about)


def histories(scale: Scale) -> Curve:
    """What it costs to check a history, for each of its rounds."""
    checks: dict[str, Callable[[Path], object]] = {"verify": verify, "second verifier": second_opinion}
    points: dict[str, list[tuple[float, float]]] = {name: [] for name in checks}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "history.jsonl")
        with Journal(file) as journal:
            one = session(FIRST, record=journal.append)
            for stop in smaller(HISTORIES, scale):
                tell(f"growth: a history of {stop} rounds")
                while one.table.state.rounds < stop:
                    one.play()
                for name, check in checks.items():
                    taken = [timed(partial(check, file)) for _ in range(min(3, scale.turns))]
                    points[name].append((float(stop), 1000 * statistics.median(taken) / stop))
    lines = tuple(Line(name, tuple(found)) for name, found in points.items())
    about = (
        "Both verifiers of `pitboss audit verify` read the whole history, with six players in every round. They "
        "read as they go, and keep of every record its hash."
    )
    return Curve("Auditing a longer history", "rounds in the journal", "ms a round", lines, about)


def run(scale: Scale) -> Findings:
    curves = tuple(measure(scale) for measure in (rounds, memory, seats, tables, cores, histories))
    tell("")
    return Findings(curves=curves)


BENCHMARK = Benchmark(
    "growth",
    "How costs grow",
    "The same work while one thing grows. The last row of each table is the ratio of the last to the first. Processor "
    "time, unless the clock is named; six players, unless they are what grows.",
    run,
)

if __name__ == "__main__":
    main(BENCHMARK)
