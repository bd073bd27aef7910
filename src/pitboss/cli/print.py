"""`pitboss print`: the papers of a table, from its submission."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.out import checked, write_pages
from pitboss.cli.show import working
from pitboss.cli.solve import cache_option

KINDS = ("layout", "sign", "card", "par", "strategy", "submission", "out-of-order")
page_option = click.option(
    "--paper",
    "page",
    type=click.Choice(("a4", "letter")),
    default="a4",
    show_default=True,
    help="The size of a page.",
)


@click.command("print", short_help="Print a table's layout, sign, cards, par sheet or submission.")
@click.argument("kind", type=click.Choice(KINDS))
@table_argument()
@click.option(
    "--out",
    metavar="FILE",
    type=Path,
    help="Where to write it, as .pdf, .svg or .png; all but layout and signs as .html too.",
)
@page_option
@click.option(
    "--look",
    type=click.Choice(("cloth", "paper")),
    default="paper",
    show_default=True,
    help="Of the layout: in colour, or lines on white.",
)
@set_option
@cache_option
def print_paper(
    kind: str, chosen: Chosen, out: Path | None, page: str, look: str, options: dict[str, Any], no_cache: bool
) -> None:
    """Print a paper of a table.

    A game's name stands for a new submission of it. layout: the cloth, with every area its rules
    demand. sign: odds, statements and limits. card: how to play, for the rack. strategy: rules to play by, and what
    they cost. par: the par sheet. submission: every choice in words, with room to approve it. out-of-order: for a
    device that does not work.

    Pages of .svg and .png are files of their own: FILE-1, FILE-2 and so on.

    \b
    pitboss print sign table.toml --out sign.pdf
    pitboss print layout uth --out layout.svg --look cloth
    pitboss print strategy pik-it --paper letter
    """  # noqa: D301
    from pitboss.paper.felt_drawing import Look
    from pitboss.paper.pdf import SIZES
    from pitboss.paper.printing import KINDS as MADE
    from pitboss.paper.printing import How, printed

    made = MADE[kind]
    submission = chosen.submission(options)
    path = checked(out or Path(f"{submission.game.short}-{kind}.pdf"), made.forms)
    with working(submission.game, quiet=False) if made.solves else nullcontext(None) as progress:
        how = How(SIZES[page], Look[look.upper()], cache=not no_cache)
        pages = printed(kind, submission, path.suffix.lower(), how._replace(progress=progress) if progress else how)
    for each in write_pages(path, pages):
        click.echo(each)
