"""Files that commands write: named well, whole or not at all, one for each page where a form has single pages."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import click

from pitboss.errors import MissingExtraError


def out_option(endings: Iterable[str], *, required: bool = True, help: str) -> Callable[[Any], Any]:  # noqa: A002
    """The option --out for a file with one of these endings."""
    known = tuple(endings)

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
        return None if value is None else checked(Path(value), known)

    return click.option("--out", required=required, metavar="FILE", callback=check, help=help)


def checked(path: Path, endings: tuple[str, ...]) -> Path:
    """A path that can be written to in one of these forms."""
    if path.suffix.lower() not in endings:
        raise _refused(f"{str(path)!r}: this is written as {' or '.join(endings)}; name the file so")
    if not path.parent.is_dir():
        raise _refused(f"there is no folder {str(path.parent)!r}")
    if path.is_dir():
        raise _refused(f"{str(path)!r} is a folder")
    if not os.access(path.parent, os.W_OK):
        raise _refused(f"nothing can be written into {str(path.parent)!r}")
    return path


def _refused(why: str) -> click.BadParameter:
    return click.BadParameter(why, param_hint="--out")


def write_pages(path: Path, pages: list[bytes]) -> list[Path]:
    """Write one file, or FILE-1, FILE-2 and so on for several pages."""
    several = len(pages) > 1
    paths = [path.with_stem(f"{path.stem}-{number}") if several else path for number in range(1, len(pages) + 1)]
    write(dict(zip(paths, pages, strict=True)))
    return paths


def table_file(rows: Sequence[Mapping[str, Any]], ending: str) -> bytes:
    """Rows with the same columns as a CSV or Parquet file."""
    if ending == ".csv":
        text = StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue().encode()
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("Parquet", "data") from error
    data = BytesIO()
    parquet.write_table(pa.Table.from_pylist(list(rows)), data)
    return data.getvalue()


def write(files: Mapping[Path, bytes]) -> None:
    """Whole, or not at all, whatever happens: nothing is replaced before everything is written."""
    parts = {path: path.with_name(f".{number}.{os.getpid()}.part") for number, path in enumerate(files)}
    path = Path()
    try:
        for path, data in files.items():
            with parts[path].open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # before its name is given to it, so that a power cut leaves no empty file
        for path, part in parts.items():
            part.replace(path)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from error
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
