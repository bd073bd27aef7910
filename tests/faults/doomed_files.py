"""A process that is killed while it writes a file, again and again.

    python doomed_files.py WHAT FOLDER EVERY

`WHAT` is one of the functions at the end. The number of deaths is printed. Each death is that of a forked child, and
its parent then looks at what is left, as somebody would who starts the program again.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from desks import play_rounds
from journals import answer, bet, finish

from pitboss.cli.out import write
from pitboss.journal.journal import Journal, mend
from pitboss.journal.replay import replay
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.solvers import cache
from pitboss.solvers.solver import Gain
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Role
from pitboss.table.table import Table
from pitboss.training.lesson_report import Book, Entry
from pitboss.training.player_record import Record

GAME = "uth"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def child(work: Callable[[], object]) -> None:
    """Do something in a child, which must be killed on the way."""
    number = os.fork()
    if not number:
        try:
            work()
        finally:
            os._exit(1)
    _, status = os.waitpid(number, 0)
    assert os.WIFSIGNALED(status), "the child was not killed"


# --- the journal -----------------------------------------------------------------------------------------------------


class Doomed:
    """A file whose writer dies in the middle of one write, when so many of its bytes are there."""

    closed = False

    def __init__(self, file: Any, number: int, part: float) -> None:
        self.file, self.left, self.part = file, number, part

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        self.left -= 1
        if self.left:
            return int(self.file.write(data))
        self.file.write(data[: round(len(data) * self.part)])
        die()
        return 0


def play(file: Path, number: int, part: float) -> None:
    journal = Journal(file)
    journal._file = Doomed(journal._file, number, part)  # type: ignore[assignment]
    play_rounds(journal.append, GAME)


def go_on(file: Path) -> None:
    """Start again on what is left: the journal is mended, and the round is played to its end, and one more."""
    mend(file)
    with Journal(file) as journal:
        if not len(journal):
            return  # not even its submission was there: it is a new table
        table = Table.resume(replay(file), seed=1, record=journal.append)
        rng = random.Random(1)
        while table.state.playing:
            if not table.step():
                answer(table, rng)
        rounds = table.state.rounds
        if not table.state.open:
            table.open()
        for name in ("Ann", "Bob"):
            if not table.state.seat_of(name):
                table.do(c.Sit, Actor(Role.PLAYER, name), position=1 if name == "Ann" else 2)
            table.do(c.BuyIn, Actor(Role.PLAYER, name), amount=1_000_000)
        bet(table, rng)  # as far as it was not done
        finish(table, rng)
        assert table.state.rounds == rounds + 1
    verdict, second = verify(file, journal.head), second_opinion(file)
    assert verdict.ok, verdict.fault
    assert second.disagreement is None, second


def journal(folder: Path, every: int) -> int:
    """In every so many writes of a round: before, within and after its bytes."""
    whole = folder / "whole"
    reported = [0]
    """How long the file is when each command has been reported."""

    def count(*what: Any) -> None:
        kept.append(*what)
        reported.append(whole.stat().st_size)

    with Journal(whole) as kept:
        play_rounds(count, GAME)
    unbroken, deaths = whole.read_bytes(), 0
    for number in range(1, len(reported), every):
        for part in (0.0, 0.01, 0.3, 0.5, 0.9, 0.999, 1.0):
            file = folder / f"{number} {part}"
            child(lambda file=file, number=number, part=part: play(file, number, part))  # type: ignore[misc]
            deaths += 1
            assert unbroken.startswith(file.read_bytes())
            assert reported[number - 1] <= file.stat().st_size <= reported[number]
            go_on(file)
            file.unlink()
    return deaths


def moments(folder: Path, every: int) -> int:
    """At moments that nobody has chosen, once the file has grown to a certain size."""
    deaths = max(1, 60 // every)
    for number in range(deaths):
        file = folder / f"moment {number}"
        reading, telling = os.pipe()
        playing = os.fork()
        if not playing:
            try:
                with Journal(file, durable=False) as kept:

                    def report(*what: Any) -> None:
                        kept.append(*what)
                        os.write(telling, len(kept).to_bytes(8))  # noqa: B023

                    play_rounds(report, GAME, rounds=1000)
            finally:
                os._exit(1)
        os.close(telling)
        size = 1000 + number * 7919
        while not file.exists() or file.stat().st_size < size:
            pass
        os.kill(playing, signal.SIGKILL)
        os.waitpid(playing, 0)
        told = b""
        while more := os.read(reading, 8000):
            told += more
        os.close(reading)
        assert int.from_bytes(told[-8:]) <= file.read_bytes().count(b"\n")
        go_on(file)
    return deaths


# --- what is kept of a user ------------------------------------------------------------------------------------------


def statistics(folder: Path, every: int) -> int:
    """The record of a player: each change is there or not, and what was reported is."""
    file, deaths, rounds = folder / "play.db", 0, 0
    for number in range(1, 200, every):
        reading, telling = os.pipe()
        playing = os.fork()
        if not playing:
            try:
                record = Record(file)
                while True:
                    record.change(GAME, lambda played: played.after_round(100, -5))
                    os.write(telling, b".")
            finally:
                os._exit(1)
        os.close(telling)
        reported = len(os.read(reading, 1))
        while reported < number % 7 + 1:
            reported += len(os.read(reading, 1))
        os.kill(playing, signal.SIGKILL)
        os.waitpid(playing, 0)
        while more := os.read(reading, 1000):
            reported += len(more)
        os.close(reading)
        played = Record(file).of(GAME)
        assert rounds + reported <= played.rounds <= rounds + reported + 1
        assert (played.wagered, played.net) == (100 * played.rounds, -5 * played.rounds)
        rounds = played.rounds
        deaths += 1
    return deaths


ENTRY = Entry(1, "Dee", GAME, 1, 7, 10, 2, 0, None, True, True, {"money": (5, 1)})


def book(folder: Path, every: int) -> int:
    """The school's book: a lesson that was half written down is passed over, and no other one."""
    deaths, lessons = 0, 0
    for part in range(0, 200, every):
        kept = Book(folder)

        def write_part(kept: Book = kept, part: int = part) -> None:
            whole = msgspec.json.encode(ENTRY)
            with kept.file.open("ab") as file:
                file.write(whole[: min(part, len(whole) - 1)])
            die()

        kept.add(ENTRY)
        child(write_part)
        deaths += 1
        kept.add(ENTRY)
        lessons += 2
        assert len(kept.entries()) == lessons
    return deaths


# --- files that are replaced -----------------------------------------------------------------------------------------


def dying(what: str, number: int) -> None:
    """Die at the call of this number, in its middle."""
    real: Callable[..., Any] = getattr(os, what)
    left = [number]

    def doomed(*arguments: Any, **more: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            if what == "fsync":
                os.ftruncate(arguments[0], 3)  # the rest of it never got to the disk
            die()
        return real(*arguments, **more)

    setattr(os, what, doomed)


def outputs(folder: Path, every: int) -> int:
    """What commands write: each file is the old one or the new one, whole."""
    files = [folder / f"page-{number}.svg" for number in range(4)]
    old, new = b"old" * 1000, b"new" * 2000
    deaths = 0
    for what in ("fsync", "replace"):
        for number in range(1, len(files) + 1):
            for file in files:
                file.write_bytes(old)

            def rewrite(what: str = what, number: int = number) -> None:
                dying(what, number)
                write(dict.fromkeys(files, new))

            child(rewrite)
            deaths += 1
            assert {file.read_bytes() for file in files} <= {old, new}
            assert what == "replace" or all(file.read_bytes() == old for file in files)
            write(dict.fromkeys(files, new))
            assert all(file.read_bytes() == new for file in files)
    return deaths


def answers(folder: Path, every: int) -> int:
    """Solved games: an answer is there whole, or it is worked out again."""
    os.environ[cache.FOLDER] = str(folder)
    deaths, gain = 0, Gain(Fraction(1, 3), 0.0, 0)
    for what in ("fsync", "replace"):

        def keep(what: str = what) -> None:
            dying(what, 1)
            cache.save_gain("key", gain)

        child(keep)
        deaths += 1
        assert cache.load_gain("key") is None
        cache.save_gain("key", gain)
        assert cache.load_gain("key") == gain
        (folder / "key.json").unlink()
    return deaths


if __name__ == "__main__":
    kind, place, step = sys.argv[1:]
    sys.stdout.write(str(globals()[kind](Path(place), int(step))))
