"""`pitboss simulate`: rounds by the million, and what they came to beside the exact figures."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.run import told_to_stop
from pitboss.cli.show import Within, console, escape, json_flag, print_columns, working, write_json
from pitboss.cli.solve import stake_option
from pitboss.errors import MissingExtraError, PitbossError
from pitboss.money import dollars

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pitboss.simulation.playing import Play
    from pitboss.simulation.results import Compared, Run

Command = TypeVar("Command", bound=Callable[..., Any])
MANY = 10**18
"""More of anything than any machine gets done."""
_ANSWERS = 10
"""A cluster that does not answer within so many seconds is not there."""


def many(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """A whole number, also as 1e9 or 1,000,000."""
    try:
        number = Decimal(value.replace(",", ""))
        if not 1 <= number <= MANY or number % 1:
            raise ValueError
    except (ValueError, InvalidOperation) as error:
        message = f"{value!r} is no whole number from 1 to {MANY:.0e}; write it like 1000000 or 1e6"
        raise click.BadParameter(message, ctx, param) from error
    return int(number)


def rounds_option(default: str, help: str) -> Callable[[Command], Command]:  # noqa: A002
    """The option --rounds, as large as one likes."""
    return click.option("--rounds", metavar="NUMBER", default=default, show_default=True, callback=many, help=help)


strategy_option = click.option(
    "--strategy",
    metavar="NAME",
    default="optimal",
    show_default=True,
    help="How decisions are made: optimal, a written strategy of the game, or random.",
)
errors_option = click.option(
    "--errors",
    metavar="PART",
    type=Within(0, 1),
    default=0.0,
    help="What part of all decisions is another than the strategy's: from 0 to 1.",
)
hands_option = click.option(
    "--hands", type=click.IntRange(2), default=2, show_default=True, help="In a round, the dealer's too: for Cover All."
)
seed_option = click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed gives the same rounds.")


@click.command(short_help="Play rounds by the million, beside the exact figures.")
@table_argument()
@rounds_option("1e7", "Rounds to play, such as 1e9.")
@strategy_option
@errors_option
@stake_option
@set_option
@hands_option
@seed_option
@click.option("--cores", type=click.IntRange(1), help="Cores of this machine to use; all if not given.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: the address of its scheduler.")
@json_flag
def simulate(
    chosen: Chosen,
    rounds: int,
    strategy: str,
    errors: float,
    stakes: dict[str, int],
    options: dict[str, Any],
    hands: int,
    seed: int | None,
    cores: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play rounds by the million, and hold every wager against its exact value.

    Ctrl-C prints what was played so far.

    \b
    pitboss simulate uth --rounds 1e9
    pitboss simulate hi-lo --errors 0.02 --stake ante=10 --stake tie=5
    pitboss simulate table.toml --strategy random --seed 7 --json
    """  # noqa: D301
    from pitboss.simulation.playing import ready_for
    from pitboss.simulation.running import run

    play = play_of(chosen, options, stakes, strategy, errors, hands - 1)
    seed = seed_of(seed)
    with _workers(cluster) as (executor, gone):
        prepare(play, as_json)
        ready_for(play)
        start = time.perf_counter()
        with told_to_stop() as told, progress_of(rounds) as progress:
            done = run(
                play,
                rounds,
                seed,
                executor=executor,
                cores=cores,
                progress=progress,
                stop=lambda: bool(told) or gone(),
            )
        if gone():
            click.echo(f"pitboss: the cluster at {cluster} answers no more; this is what it had played", err=True)
    seconds = time.perf_counter() - start
    if as_json:
        write_json(done.as_dict() | {"seconds": seconds, "interrupted": done.rounds < rounds})
    else:
        _print(done, seconds, rounds)
    if done.rounds < rounds:
        sys.exit(130 if told else 1)


def play_of(
    chosen: Chosen,
    options: dict[str, Any],
    stakes: dict[str, int],
    strategy: str = "optimal",
    errors: float = 0.0,
    players: int = 1,
) -> Play:
    """Who plays how, at which table."""
    from pitboss.simulation.playing import Play

    return Play.at(chosen.submission(options), stakes, strategy, errors, players)


def seed_of(given: int | None) -> int:
    """The seed that was given, or any."""
    return secrets.randbelow(2**32) if given is None else given


def prepare(play: Play, quiet: bool) -> None:
    """Solve the game before the first round, with a bar."""
    advisor = play.advisor()
    with working(advisor.game, quiet) as progress:
        advisor = play.advisor(progress)
        advisor.solved_by(advisor.strategy(play.strategy) if play.is_exact else None)


@contextmanager
def progress_of(rounds: int) -> Iterator[Callable[[float], None]]:
    """A bar on the terminal: rounds played, rounds a second, time left; it goes away with the answer."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        """Rounds a second."""

        def render(self, task: Task) -> Text:
            return Text(f"{(task.speed or 0) / 1e6:.1f} million rounds a second")

    screen = Console(stderr=True)
    columns = (TextColumn("{task.fields[played]}"), BarColumn(), Speed(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=rounds, played="0")
        yield lambda part: bar.update(task, completed=part * rounds, played=f"{int(part * rounds):,}")


@contextmanager
def _workers(address: str | None) -> Iterator[tuple[Executor | None, Callable[[], bool]]]:
    """The workers of a cluster, and whether it is gone; None for the cores of this machine, which stay."""
    if address is None:
        yield None, lambda: False
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtraError("playing on a cluster", "cluster") from error
    try:
        client = Client(address, timeout=_ANSWERS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        message = f"no cluster answers at {address!r}; start one with `dask scheduler` and `dask worker`: {error}"
        raise PitbossError("cluster", message) from error
    with client:  # a part that is played again is a new task, not the lost one by its old name: so it is not pure
        yield client.get_executor(pure=False), lambda: client.status == "closed"  # type: ignore[no-untyped-call]


# --- print -----------------------------------------------------------------------------------------------------------


def _print(done: Run, seconds: float, asked: int) -> None:
    out, play = console(), done.play
    errs = f", {100 * play.errors:g} % of decisions wrong" if play.errors else ""
    stakes = ", ".join(f"{name.replace('_', ' ')} {dollars(amount)}" for name, amount in done.advisor.stakes.items())
    out.print(f"[bold]{done.advisor.game.title}[/bold]: {done.rounds:,} rounds, {escape(play.way)} play{errs}")
    out.print(f"[dim]{stakes}; seed {done.seed}; {done.rounds / seconds:,.0f} rounds a second[/dim]", soft_wrap=True)
    if done.rounds < asked:
        out.print("[yellow]stopped before the end[/yellow]")
    rows = [["Wager", "House keeps", "95 % interval", "Exactly", "Standard errors"]]
    rows += [_row(one) for one in done.compared()]
    print_columns(rows, left=1, styles=["bold", *["" for _ in rows[2:]], "bold"])
    out.print("[dim]main and total: of an ante; others: of the wager[/dim]")
    _print_limits(done)
    exact = done.exact
    rows = [["Decision", "Seen", *(["Exactly"] if exact else [])]]
    for name, seen in done.report.decisions.items():
        known = [_percent(float(exact.decisions[name]))] if exact else []
        rows.append([name.replace("_", " "), _percent(float(seen)), *known])
    print_columns(rows, left=1, styles=["bold", *["" for _ in rows[1:]]])
    cost = done.cost
    if cost and (play.strategy != "optimal" or play.errors):
        known_cost = f", exactly {_percent(cost.exact)}" if cost.exact is not None else ""
        low, high = cost.interval
        out.print(
            f"[bold]Against best play[/bold] this costs {_percent(cost.edge)} of an ante a round "
            f"(95 %: {_percent(low)} to {_percent(high)}){known_cost}",
            soft_wrap=True,
        )


def _print_limits(done: Run) -> None:
    seen, known = done.limits
    if seen or known:
        exactly = f", exactly {_percent(known)}" if known is not None else ""
        words = f"The game's limits take {_percent(seen)} of an ante{exactly}; the total is with them, wagers without"
        console().print(words, soft_wrap=True)
    if done.is_cut_apart:
        apart = " and ".join(done.advisor.report.apart)
        console().print(f"A limit may cut {apart}, so the total has no exact value", soft_wrap=True)


def _row(one: Compared) -> list[str]:
    low, high = one.interval
    exact = _percent(one.exact) if one.exact is not None else ""
    deviation = f"{one.deviation:+.2f}" if one.deviation is not None else ""
    return [one.name, _percent(one.edge), f"{_percent(low)} to {_percent(high)}", exact, deviation]


def _percent(value: float) -> str:
    return f"{100 * value:.4f} %"
