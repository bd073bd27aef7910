"""`pitboss par`: the par sheet of a submission."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.out import out_option, write_pages
from pitboss.cli.print import page_option
from pitboss.cli.show import working
from pitboss.cli.solve import cache_option, stake_option

FORMS = (".html", ".pdf", ".svg", ".png", ".json")


@click.command()
@table_argument()
@out_option(FORMS, help="Where to write it: a page (.html), paper (.pdf, .svg, .png) or data (.json).")
@stake_option
@set_option
@page_option
@cache_option
def par(chosen: Chosen, out: Path, stakes: dict[str, int], options: dict[str, Any], page: str, no_cache: bool) -> None:
    """Write the par sheet of a table.

    What every wager is worth, exactly, how it is played best, and what the figures rest on.

    \b
    pitboss par table.toml --out sheet.html
    pitboss par table.toml --out sheet.pdf --paper letter
    pitboss par table.toml --out sheet.json --stake ante=25
    """  # noqa: D301
    from pitboss.paper.par_sheet import par_sheet
    from pitboss.paper.pdf import SIZES, need_press
    from pitboss.paper.printing import sheet_in

    submission = chosen.submission(options)
    need_press(out.suffix.lower())
    with working(submission.game, quiet=False) as progress:
        sheet = par_sheet(submission, stakes, cache=not no_cache, progress=progress)
    write_pages(out, sheet_in(out.suffix.lower(), sheet, SIZES[page]))
