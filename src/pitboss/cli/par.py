"""`pitboss par`: the par sheet of a submission."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.show import working
from pitboss.cli.solve import cache_option, stake_option

if TYPE_CHECKING:
    from pitboss.paper.sheet import Sheet


def _as_json(sheet: Sheet) -> str:
    return json.dumps(sheet.as_dict(), indent=2, ensure_ascii=False) + "\n"


def _as_html(sheet: Sheet) -> str:
    from pitboss.paper.page import as_html

    return as_html(sheet)


_FORMS = {".html": _as_html, ".json": _as_json}


def _sheet_path(ctx: click.Context, param: click.Parameter, value: str) -> Path:
    path = Path(value)
    if path.suffix.lower() not in _FORMS:
        known = " or ".join(_FORMS)
        raise click.BadParameter(f"{value!r}: a par sheet is written as {known}; name the file so", ctx, param)
    if not path.parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(path.parent)!r}", ctx, param)
    if path.is_dir():
        raise click.BadParameter(f"{value!r} is a folder", ctx, param)
    if not os.access(path.parent, os.W_OK):
        raise click.BadParameter(f"nothing can be written into {str(path.parent)!r}", ctx, param)
    return path


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--out",
    required=True,
    metavar="SHEET",
    callback=_sheet_path,
    help="Where to write it: a page (.html) or data (.json).",
)
@stake_option
@cache_option
def par(file: str, out: Path, stakes: dict[str, int], no_cache: bool) -> None:
    """Write the par sheet of a table's submission.

    What every wager is worth, exactly, how it is played best, and what the figures rest on.

    \b
    pitboss par table.toml --out sheet.html
    pitboss par table.toml --out sheet.json --stake ante=25
    """  # noqa: D301
    from pitboss.paper.par import par_sheet
    from pitboss.submission import read_submission

    submission = read_submission(file)
    with working(submission.game, quiet=False) as progress:
        sheet = par_sheet(submission, stakes, cache=not no_cache, progress=progress)
    _write(out, _FORMS[out.suffix.lower()](sheet))


def _write(path: Path, text: str) -> None:
    """Whole, or not at all: a sheet that is replaced is never half there."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from error
    finally:
        part.unlink(missing_ok=True)
