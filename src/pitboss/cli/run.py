"""`pitboss run`: rounds of a game with simple players through the whole engine, and what came of them."""

from __future__ import annotations

import secrets
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.show import Within, console, json_flag, now, print_columns, working, write_json
from pitboss.errors import PitbossError
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.playtest.random_players import Session
    from pitboss.solvers.advisor import Advisor
    from pitboss.submission import Submission
    from pitboss.table.state import Line, Round

RANDOM = "random"
"""Players who decide at random among what is legal."""


@click.command()
@table_argument()
@click.option("--rounds", type=click.IntRange(min=1), default=100, show_default=True, help="Rounds to play.")
@click.option("--seats", type=click.IntRange(min=1), help="Players at the table; every position if not given.")
@click.option("--seed", type=int, help="The same seed gives the same cards, players and journal.")
@click.option(
    "--irregularities",
    "rate",
    metavar="RATE",
    type=Within(0, 1),
    default=0.0,
    help="In what part of the rounds, at most, something goes wrong: from 0 to 1.",
)
@click.option(
    "--at-once",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many things can be about to go wrong at the same time, each at the rate of --irregularities.",
)
@click.option("--journal", type=click.Path(dir_okay=False, path_type=Path), help="Write every event to this new file.")
@set_option
@click.option(
    "--strategy",
    metavar="NAME",
    default=RANDOM,
    show_default=True,
    help="How the players decide: optimal, or a written strategy of the game; results are held against the exact ones.",
)
@json_flag
def run(
    chosen: Chosen,
    rounds: int,
    seats: int | None,
    seed: int | None,
    rate: float,
    at_once: int,
    journal: Path | None,
    options: dict[str, Any],
    strategy: str,
    as_json: bool,
) -> None:
    """Play rounds of a game with simple players and sum up what they won and lost.

    \b
    pitboss run uth --rounds 1000 --seed 7
    pitboss run hi-lo --rounds 10000 --strategy optimal
    pitboss run table.toml --irregularities 0.2 --journal table.journal
    pitboss run pik-it --irregularities 1.0 --at-once 2
    """  # noqa: D301
    from pitboss.games.common import ANNOUNCED, CARDS, REAL, STAKES
    from pitboss.journal.journal import Journal
    from pitboss.playtest.random_players import Session
    from pitboss.table.autodealer import simulated_cards
    from pitboss.table.table import Table

    submission = chosen.submission(options, for_practice=True)
    positions = int(submission.terms["positions"])
    if seats is not None and seats > positions:
        raise click.BadParameter(f"the table has {positions} positions", param_hint="--seats")
    if journal is not None and journal.exists():
        raise PitbossError("journal-exists", f"{journal} exists already: a run writes a new journal; name another file")
    seed = secrets.randbelow(2**32) if seed is None else seed
    if strategy != RANDOM and submission.terms.get(STAKES) == ANNOUNCED:
        message = "with announced stakes no amounts are known that results could be held against: leave --strategy out"
        raise PitbossError("no-amounts", message)
    way = None if strategy == RANDOM else _way(submission, strategy, as_json)
    submission.must_be_approved(now())
    reader = simulated_cards(seed) if submission.terms[CARDS] == REAL else None
    Table(submission, seed=seed, reader=reader).open()  # so that a table that cannot open leaves no journal behind
    with Journal(journal, durable=False) if journal is not None else nullcontext() as book:
        table = Table(submission, seed=seed, record=None if book is None else book.append, reader=reader)
        table.open()
        decide = way.decide if way else None
        session = Session(table, seats or positions, seed, rate, decide=decide, at_once=at_once)
        report = _play(session, rounds, seed, way)
        if table.rules.counted:
            report.close()
        if book is not None:
            report.journal = {"file": str(journal), "records": len(book), "head": book.head}
    write_json(report.as_dict()) if as_json else _print(report)
    if report.interrupted:
        sys.exit(130)


class Way:
    """How the players decide, and what that is worth exactly."""

    def __init__(self, name: str, advisor: Advisor) -> None:
        from pitboss.solvers.observing import Observed

        written = advisor.strategy(name)
        self.decide = written.decide if written else advisor.decide
        self.report = advisor.report_of(written)
        self.solver = advisor.solver
        self.observed = {name: Observed(figures) for name, figures in self.report.wagers.items()}

    def add(self, round_: Round) -> None:
        """One more round; a void hand has no result."""
        results: dict[str, list[tuple[int, int]]] = {}
        for position in round_.positions:
            hand = round_.hands[position]
            if hand.void or round_.void:
                continue
            main = [line for line in hand.lines if line.wager in self.solver.main]
            results.setdefault("main", []).append((hand.wagers["ante"], sum(_net(line) for line in main)))
            for line in hand.lines:
                if line.wager not in self.solver.main:
                    name = self.solver.reported_as(line.wager, len(round_.hands))
                    results.setdefault(name, []).append((line.stake, _net(line)))
        for name, ones in results.items():
            if name in self.observed:
                self.observed[name].add_round(ones)

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {
            name: {
                "count": one.count,
                "edge": one.edge,
                "exact": float(one.figures.edge),
                "standard_errors": one.deviation,
            }
            for name, one in self.observed.items()
            if one.count
        }


def _net(line: Line) -> int:
    return line.paid + line.returned - line.stake


def _way(submission: Submission, name: str, quiet: bool) -> Way:
    """A strategy that the players follow, solved before the first round."""
    from pitboss.solvers.advisor import Advisor

    with working(submission.game, quiet) as progress:
        return Way(name, Advisor(submission.terms, progress=progress))


# --- play ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Sum:
    """All wagers of one name."""

    count: int = 0
    staked: int = 0
    paid: int = 0
    returned: int = 0
    house_net: int = 0

    def add(self, stake: int, paid: int, returned: int, count: int = 1) -> None:
        """Some more; what the house keeps is the stake less what went back and what was paid on top."""
        self.count += count
        self.staked += stake
        self.paid += paid
        self.returned += returned
        self.house_net += stake - returned - paid


class Report:
    """What a run came to."""

    def __init__(self, session: Session, seed: int, way: Way | None = None) -> None:
        self.session = session
        self.seed = seed
        self.way = way
        self.rounds = self.void = 0
        self.wagers: dict[str, Sum] = {wager.name: Sum() for wager in session.table.rules.game.wagers}
        self.outcomes: dict[str, Counter[str]] = defaultdict(Counter)
        """How often each wager came out how."""
        self.rack: dict[str, Any] | None = None
        """Where the rack is counted, its counts and what they come to."""
        self.journal: dict[str, Any] | None = None
        self.interrupted = False
        self.seconds = 0.0

    def add(self, round_: Round) -> None:
        """One more round."""
        self.rounds += 1
        self.void += bool(round_.void)
        if self.way:
            self.way.add(round_)
        for position in round_.positions:
            for line in round_.hands[position].lines:
                self.wagers.setdefault(line.wager, Sum()).add(line.stake, line.paid, line.returned)
                self.outcomes[line.wager][line.outcome] += 1

    def close(self) -> None:
        """Count the rack and close the table."""
        from pitboss.table.rack_counts import in_plain

        self.session.close()
        self.rack = in_plain(self.session.table.rules, self.session.table.state)

    @property
    def total(self) -> Sum:
        """All wagers together."""
        total = Sum()
        for one in self.wagers.values():
            total.add(one.staked, one.paid, one.returned, one.count)
        return total

    @property
    def accounts(self) -> dict[str, int]:
        """The house's accounts, in cents."""
        from pitboss.ledger import DROP, METER, RACK, TIPS

        books = self.session.table.state.books
        return {"drop": books.get(DROP, 0), "rack": books.get(RACK, 0), "tips": books.get(TIPS, 0),
                "meter": books.get(METER, 0)}  # fmt: skip

    @property
    def books_sum(self) -> int:
        """What all accounts come to."""
        return sum(self.session.table.state.books.values())

    def as_dict(self) -> dict[str, Any]:
        """The form programs read; money in cents."""
        return {
            "game": self.session.table.rules.game.name,
            "seed": self.seed,
            "seats": len(self.session.players),
            "rounds": self.rounds,
            "void_rounds": self.void,
            "interrupted": self.interrupted,
            "wagers": {name: asdict(one) for name, one in self.wagers.items() if one.count},
            "total": asdict(self.total),
            "against_exact": self.way.as_dict() if self.way else None,
            "mishaps": dict(sorted(self.session.mishaps.items())),
            "accounts": self.accounts,
            "books_sum": self.books_sum,
            "journal": self.journal,
            "outcomes": {name: dict(found) for name, found in self.outcomes.items()},
            "rack": self.rack,
        }


def _play(session: Session, rounds: int, seed: int, way: Way | None) -> Report:
    """Rounds until there are enough; Ctrl-C lets the one in progress come to its end."""
    from rich.console import Console
    from rich.progress import Progress

    report = Report(session, seed, way)
    screen = Console(stderr=True)
    start = time.perf_counter()
    with told_to_stop() as told, Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("rounds", total=rounds)
        for _ in range(rounds):
            session.play()
            report.add(session.table.round)
            bar.advance(task)
            if told:
                report.interrupted = True
                break
    report.seconds = time.perf_counter() - start
    return report


@contextmanager
def told_to_stop() -> Iterator[list[int]]:
    """Not empty once Ctrl-C was pressed; pressed again, it ends the program at once."""
    told: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        told.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield told
    finally:
        signal.signal(signal.SIGINT, before)


# --- print -----------------------------------------------------------------------------------------------------------


def _print(report: Report) -> None:
    out = console()
    title = report.session.table.rules.game.title
    speed = f"{report.rounds / report.seconds:,.0f} rounds a second" if report.seconds else ""
    seats = len(report.session.players)
    out.print(f"[bold]{title}[/bold]: {_many(report.rounds, 'round')}, {_many(seats, 'seat')}, seed {report.seed}")
    out.print(f"[dim]{speed}[/dim]")
    if report.interrupted:
        out.print("[yellow]stopped before the end[/yellow]")
    if report.session.table.rules.announced:
        _print_outcomes(report)
    else:
        _print_money(report)
    if report.way:
        rows = [["Wager", "Count", "House kept", "Exactly", "Standard errors"]]
        for name, one in report.way.as_dict().items():
            shares = (f"{100 * one['edge']:.4f} %", f"{100 * one['exact']:.4f} %", f"{one['standard_errors']:+.2f}")
            rows.append([name, f"{one['count']:,}", *shares])
        out.print("[bold]Against the exact figures[/bold] (main: of an ante; others: of the wager)")
        print_columns(rows, left=1, styles=["bold", *["" for _ in rows[1:]]])
    out.print(f"Void rounds: {report.void:,}")
    mishaps = report.session.mishaps
    if mishaps:
        out.print("[bold]Mishaps[/bold]")
        counted = sorted(mishaps.items(), key=lambda item: (-item[1], item[0]))
        print_columns(
            [[name, f"{times:,}"] for name, times in counted], left=1, styles=[""] * len(counted), indent="  "
        )
    if not report.session.table.rules.announced:
        accounts = ", ".join(f"{name} {dollars(amount)}" for name, amount in report.accounts.items())
        out.print(f"Accounts: {accounts}")
    if report.rack:
        won = (dollars(report.rack[key]) for key in ("counted_win", "tracked_win", "difference"))
        out.print("Won by the counts of the rack {}, by the ledger {}, difference {}".format(*won))
    if report.journal:
        out.print(f"Journal: {report.journal['records']:,} records in {report.journal['file']}", soft_wrap=True)
        out.print(f"[dim]head {report.journal['head']}[/dim]", soft_wrap=True)
    zero = report.books_sum == 0
    out.print("[green]The books sum to zero.[/green]" if zero else "[red]The books do not sum to zero![/red]")


def _print_money(report: Report) -> None:
    made = {name: one for name, one in report.wagers.items() if one.count}
    rows = [["Wager", "Count", "Staked", "Returned", "Paid", "House net"]]
    for name, one in [*made.items(), ("total", report.total)]:
        amounts = (dollars(amount) for amount in (one.staked, one.returned, one.paid, one.house_net))
        rows.append([name, f"{one.count:,}", *amounts])
    print_columns(rows, left=1, styles=["bold", *["" for _ in made], "bold"])
    note = "House net: what the players staked less what they got back and what they were paid."
    console().print(f"[dim]{note}[/dim]", soft_wrap=True)


def _print_outcomes(report: Report) -> None:
    """Where no amounts are known."""
    made = [(name, report.outcomes[name]) for name in report.wagers if report.outcomes[name]]
    rows = [["Wager", "Count", "Won", "Lost", "Pushed", "Void", "Forfeited"]]
    for name, found in made:
        counts = (found[key] for key in ("win", "lose", "push", "void", "forfeit"))
        rows.append([name, *(f"{count:,}" for count in (found.total(), *counts))])
    print_columns(rows, left=1, styles=["bold", *["" for _ in made]])


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' if number != 1 else ''}"
