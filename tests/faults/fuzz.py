"""Look for inputs that are neither understood nor refused, guided by the code that they reach; for hours, if you like.

    pip install atheris
    python tests/faults/fuzz.py journal|submission|notation|request [options of libFuzzer, as -max_total_time=60]

No part of the tests: they do the same by chance, in `test_fuzz.py`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / name) for name in ("", "journal", "table", "floor", "faults")]


def journal(data: bytes) -> None:
    """Lines, judged by both verifiers and replayed."""
    from pitboss.errors import PitbossError
    from pitboss.journal.codec import decode
    from pitboss.journal.replay import replay
    from pitboss.journal.second_verifier import second_opinion
    from pitboss.journal.verify import verify

    lines = data.decode("ascii", "replace").splitlines()
    verify(lines)
    second_opinion(lines)
    with suppress(PitbossError):
        replay(decode(line, number) for number, line in enumerate(lines, 1))


def submission(data: bytes) -> None:
    """A table's file."""
    from pitboss.errors import PitbossError
    from pitboss.submission import parse_submission

    with suppress(PitbossError):
        parse_submission(data.decode("utf-8", "replace"))


def notation(data: bytes) -> None:
    """Cards, spots, amounts and odds."""
    from pitboss.cards import parse
    from pitboss.errors import PitbossError
    from pitboss.money import Odds, parse_dollars
    from pitboss.solvers.spots import parse_spot

    text = data.decode("utf-8", "replace")
    for read in (parse, parse_spot, parse_dollars, Odds.parse):
        with suppress(PitbossError):
            read(text)


def request(data: bytes) -> None:
    """What somebody sends to a floor."""
    from pitboss.errors import PitbossError
    from pitboss.floor.requests import Request, read_as

    with suppress(PitbossError):
        read_as(Request, data)


def seeds(kind: str, folder: Path) -> None:
    """Sound ones to begin with."""
    folder.mkdir(parents=True, exist_ok=True)
    from journals import GAMES, played

    from pitboss.games import find
    from pitboss.submission import new_submission

    for game in GAMES:
        match kind:
            case "journal":
                (folder / game).write_text("\n".join(played(game, rounds=1)))
            case "submission":
                (folder / game).write_text(new_submission(find(game)))
            case "notation":
                (folder / game).write_text(f"{game} As Kd 10h ??")
            case _:
                (folder / game).write_text('{"command":"Bet","arguments":{"position":1},"version":3,"key":"k"}')


KINDS: dict[str, Callable[[bytes], None]] = {one.__name__: one for one in (journal, submission, notation, request)}


def main(kind: str, *options: str) -> None:
    """Fuzz until something is found, or the time is up."""
    import tempfile

    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["pitboss"]):
        KINDS[kind](b"")
    folder = Path(tempfile.mkdtemp(prefix="pitboss-fuzz-"))
    seeds(kind, folder)
    atheris.Setup([sys.argv[0], *options, str(folder)], KINDS[kind])
    atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    main(*sys.argv[1:])
