"""What is kept of a player between runs, game by game, in one small file in the user's data directory."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path

import msgspec

from pitboss.errors import PitbossError
from pitboss.training.choice_values import Judged
from pitboss.training.drill import Missed, remembered
from pitboss.training.mistakes import Log

FOLDER = "PITBOSS_DATA"
"""The environment variable that names another folder."""
NAME = "play.db"
VERSION = 1
_PATIENCE = 10.0
"""Seconds to wait for another run that is writing."""


class RecordError(PitbossError):
    """The record cannot be read or written."""

    @property
    def is_broken(self) -> bool:
        """Whether the file is there but makes no sense."""
        why = self.__cause__
        damaged = isinstance(why, sqlite3.DatabaseError) and not isinstance(why, sqlite3.OperationalError)
        return damaged or isinstance(why, msgspec.MsgspecError)


class Played(msgspec.Struct, frozen=True):
    """What somebody has done at one game so far; money in cents."""

    sessions: int = 0
    rounds: int = 0
    wagered: int = 0
    net: int = 0
    log: Log = Log()
    missed: tuple[Missed, ...] = ()
    """Hands to practise."""
    drilled: int = 0
    drilled_right: int = 0
    drilled_row: int = 0
    """The most right answers in a row."""

    def after_round(self, wagered: int, net: int) -> Played:
        """With one more round."""
        changed = {"rounds": self.rounds + 1, "wagered": self.wagered + wagered, "net": self.net + net}
        return msgspec.structs.replace(self, **changed)

    def after_decision(self, judged: Judged) -> Played:
        """With one more decision at a table."""
        return msgspec.structs.replace(self, log=self.log.after(judged), missed=remembered(self.missed, judged))

    def after_drill(self, judged: Judged, row: int) -> Played:
        """With one more answer in a drill, `row` of them right in a row."""
        return msgspec.structs.replace(
            self,
            missed=remembered(self.missed, judged),
            drilled=self.drilled + 1,
            drilled_right=self.drilled_right + (not judged.lost),
            drilled_row=max(self.drilled_row, row),
        )

    @property
    def lost(self) -> Fraction:
        """The expectation lost to mistakes, in cents."""
        return Fraction(self.log.lost)


class Record:
    """The file; without one, everything is forgotten at the end."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._memory: dict[str, Played] = {}
        if file is not None:
            with self._opened(file) as db:
                db.execute("CREATE TABLE IF NOT EXISTS played (game TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT")
                db.execute(f"PRAGMA user_version = {VERSION}")
                for (game,) in db.execute("SELECT game FROM played").fetchall():
                    _read(db, game)  # what cannot be read is better known at once

    def of(self, game: str) -> Played:
        """What is known of one game."""
        if self.file is None:
            return self._memory.get(game, Played())
        with self._opened(self.file) as db:
            return _read(db, game)

    def change(self, game: str, how: Callable[[Played], Played]) -> Played:
        """Something more is known; of several runs at the same time, each adds its own."""
        if self.file is None:
            self._memory[game] = how(self.of(game))
            return self._memory[game]
        with self._opened(self.file) as db:
            played = how(_read(db, game))
            db.execute("INSERT OR REPLACE INTO played VALUES (?, ?)", (game, msgspec.json.encode(played)))
            return played

    def games(self) -> list[str]:
        """The games of which something is known."""
        if self.file is None:
            return list(self._memory)
        with self._opened(self.file) as db:
            return [game for (game,) in db.execute("SELECT game FROM played ORDER BY game")]

    def forget(self, game: str | None = None) -> None:
        """Forget one game, or everything."""
        if self.file is None:
            self._memory = {name: one for name, one in self._memory.items() if game not in (None, name)}
            return
        with self._opened(self.file) as db:
            db.execute("DELETE FROM played WHERE game = ?1 OR ?1 IS NULL", (game,))

    @contextmanager
    def _opened(self, file: Path) -> Iterator[sqlite3.Connection]:
        """The file for one change, which is made whole or not at all."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)) as db:
                db.execute("BEGIN IMMEDIATE")
                (version,) = db.execute("PRAGMA user_version").fetchone()
                if version > VERSION:
                    raise RecordError("record-newer", f"{file} was written by a newer Pitboss: update to go on with it")
                yield db
                db.execute("COMMIT")
        except (sqlite3.Error, msgspec.MsgspecError, OSError) as error:
            raise RecordError("record", f"the statistics in {file} cannot be used: {error}") from error


def kept(folder: Path | None = None) -> tuple[Record, str]:
    """The user's record, and a sentence if something is wrong with it; a broken file is set aside, never deleted."""
    try:
        file = (folder or data_folder()) / NAME
        try:
            return Record(file), ""
        except RecordError as error:
            if not error.is_broken:
                raise
            aside = file.with_suffix(".broken")
            file.replace(aside)
            return Record(file), f"the statistics could not be read: they are set aside in {aside}, and begin anew"
    except (RecordError, OSError) as error:
        return Record(None), f"{error}; this run keeps no statistics"


def data_folder() -> Path:
    """Where things are kept between runs, unless somebody names another folder."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("pitboss")


def _read(db: sqlite3.Connection, game: str) -> Played:
    found = db.execute("SELECT body FROM played WHERE game = ?", (game,)).fetchone()
    return msgspec.json.decode(found[0], type=Played) if found else Played()
