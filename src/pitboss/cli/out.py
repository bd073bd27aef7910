"""Files that commands write: named well, whole or not at all, one for each page where a form has single pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click


def out_option(endings: Iterable[str], *, required: bool = True, help: str) -> Callable[[Any], Any]:  # noqa: A002
    """The option --out for a file with one of these endings."""
    known = tuple(endings)

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
        return None if value is None else checked(Path(value), known, ctx, param)

    return click.option("--out", required=required, metavar="FILE", callback=check, help=help)


def checked(
    path: Path, endings: tuple[str, ...], ctx: click.Context | None = None, param: click.Parameter | None = None
) -> Path:
    """A path that can be written to in one of these forms."""
    if path.suffix.lower() not in endings:
        message = f"{str(path)!r}: this is written as {' or '.join(endings)}; name the file so"
        raise click.BadParameter(message, ctx, param)
    if not path.parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(path.parent)!r}", ctx, param)
    if path.is_dir():
        raise click.BadParameter(f"{str(path)!r} is a folder", ctx, param)
    if not os.access(path.parent, os.W_OK):
        raise click.BadParameter(f"nothing can be written into {str(path.parent)!r}", ctx, param)
    return path


def write_pages(path: Path, pages: list[bytes]) -> list[Path]:
    """Write one file, or FILE-1, FILE-2 and so on for several pages."""
    several = len(pages) > 1
    paths = [path.with_stem(f"{path.stem}-{number}") if several else path for number in range(1, len(pages) + 1)]
    for each, page in zip(paths, pages, strict=True):
        write(each, page)
    return paths


def write(path: Path, data: bytes) -> None:
    """Whole, or not at all: a file that is replaced is never half there."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from error
    finally:
        part.unlink(missing_ok=True)
