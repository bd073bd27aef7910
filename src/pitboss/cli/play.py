"""`pitboss play`: a table of one's own in the terminal, with the coach at one's elbow."""

from __future__ import annotations

import io
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.show import at_screen, now
from pitboss.errors import MissingExtraError, PitbossError
from pitboss.money import parse_dollars

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.training.player_record import Record


@click.command(short_help="Play at a table in the terminal.")
@table_argument(required=False)
@click.option("--seats", type=click.IntRange(min=1), default=1, show_default=True, help="Players, you among them.")
@click.option("--chips", metavar="AMOUNT", help="Dollars to buy in for; a hundred times the least ante if not given.")
@click.option("--seed", type=int, help="The same seed gives the same cards and the same other players.")
@click.option("--coach", type=click.Choice(["off", "before", "after"]), default="after", show_default=True,
              help="When the coach speaks: before a decision, after it, or never.")  # fmt: skip
@click.option("--drill", is_flag=True, help="Begin with hands you missed, and close calls.")
@click.option("--journal", type=click.Path(dir_okay=False, path_type=Path), help="Write every event to this new file.")
@set_option
@click.option("--four-colours", is_flag=True, help="Diamonds blue and clubs green.")
@click.option("--plain", is_flag=True, help="Line by line, as without a terminal.")
@click.option("--stats", is_flag=True, help="Print what is kept of your play, and end.")
@click.option("--forget", is_flag=True, help="Forget what is kept of your play, of GAME or of all, and end.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), envvar="PITBOSS_DATA", show_envvar=True,
              help="The folder in which your statistics are kept.")  # fmt: skip
def play(
    chosen: Chosen | None,
    seats: int,
    chips: str | None,
    seed: int | None,
    coach: str,
    drill: bool,
    journal: Path | None,
    options: dict[str, Any],
    four_colours: bool,
    plain: bool,
    stats: bool,
    forget: bool,
    data: Path | None,
) -> None:
    """Sit down at a table: wagers and decisions by single keys, results with their reasons and clauses.

    The coach tells the exact value of each choice and what mistakes cost. What you miss comes back in drills. Without
    a terminal, or with --plain, the same game goes line by line.

    \b
      pitboss play uth
      pitboss play hi-lo --seats 4 --coach before
      pitboss play table.toml --seed 7 --journal evening.journal
      pitboss play pik-it --drill
    """  # noqa: D301
    from pitboss.training.player_record import kept

    record, wrong = kept(data)
    if wrong:
        click.echo(f"{wrong}.", err=True)
    if stats or forget:
        game = chosen.game if chosen else None
        _stats(record, game) if stats else _forget(record, game)
        return
    if chosen is None:
        raise click.UsageError("name a game or a table's .toml file to play")
    submission = chosen.submission(options, for_practice=True)
    submission.must_be_approved(now())
    positions = int(submission.terms["positions"])
    if seats > positions:
        raise click.BadParameter(f"the table has {positions} positions", param_hint="--seats")
    if journal is not None and journal.exists():
        raise PitbossError("journal-exists", f"{journal} exists already: play writes a new journal; name another file")
    from pitboss.journal.journal import Journal
    from pitboss.terminal.seat import Seat
    from pitboss.terminal.visit import Visit

    bought = parse_dollars(chips) if chips is not None else None
    Seat(submission, seed=seed, chips=bought)  # so that a seat that cannot be taken leaves no journal behind
    is_plain = plain or not at_screen()
    app = None
    if not is_plain:
        try:
            from pitboss.terminal.full_screen import PlayApp
        except ImportError as error:
            raise MissingExtraError("the full-screen table (--plain goes without)", "terminal") from error
        app = PlayApp(four_colours=four_colours, drill=drill)
    with Journal(journal) if journal is not None else nullcontext() as book:
        visit = Visit(
            submission,
            record,
            seats=seats,
            seed=seed,
            chips=bought,
            journal=None if book is None else book.append,
            mode=coach,
            told=app.told if app else lambda: None,
        )
        visit.notice = wrong if app else ""
        try:
            if app:
                app.play(visit)
                click.echo(visit.farewell)
            else:
                from pitboss.terminal.plain import PlainTable

                if isinstance(sys.stdin, io.TextIOWrapper):
                    sys.stdin.reconfigure(errors="replace")  # what is no text is no answer either
                PlainTable(visit, sys.stdin, click.echo).run(drill=drill)
        finally:
            visit.close()


def _stats(record: Record, game: Game | None) -> None:
    from pitboss.games import games
    from pitboss.terminal.stats import lines_of, worst

    names = [game.name] if game else [name for name in record.games() if name in games()]
    if not names:
        click.echo("Nothing has been played yet.")
    for name in names:
        played = record.of(name)
        click.echo(games()[name].title)
        for what, figure in lines_of(played):
            click.echo(f"  {what:<18}{figure}")
        for mistake in played.log.worst:
            click.echo(f"  {worst(mistake)}")


def _forget(record: Record, game: Game | None) -> None:
    record.forget(game.name if game else None)
    click.echo(f"What was kept of {game.title if game else 'all games'} is forgotten.")
