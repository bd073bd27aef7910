"""The operator's submission: one TOML file describes one table, and every choice in it is checked against the clauses.

>>> from pitboss.games import find
>>> submission = parse_submission(new_submission(find("pik-it")))
>>> submission.terms["five_card_bonus_pay_table"], submission.digest == parse_submission(submission.source).digest
(1, True)
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import PitbossError
from pitboss.games import find, games
from pitboss.games.game import Game
from pitboss.games.options import Approval, Option
from pitboss.games.terms import Terms, problems
from pitboss.law import Citation


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a submission that keeps it from being lawful."""

    key: str
    message: str
    clause: Citation | None
    line: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {"key": self.key, "line": self.line, "clause": self.clause, "message": self.message}


class SubmissionError(PitbossError, ValueError):
    """A submission that cannot be accepted, with everything that is wrong in it."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        first = problems[0]
        where = f"{file}:{first.line}" if first.line else file
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__("submission", f"{where}: {first.message}{more}", first.clause)
        self.file = file
        self.problems = problems


class MissingApproval(NamedTuple):
    """An approval that a table needs and that does not count, and why."""

    key: str
    what: str
    clause: Citation
    why: str

    def __str__(self) -> str:
        return f"{self.key} in approvals ({self.what}) {self.why}"


@dataclass(frozen=True, slots=True)
class Submission:
    """A lawful description of one table."""

    game: Game
    terms: Terms
    file: str
    source: str

    @classmethod
    def read(cls, path: str | Path) -> Submission:
        """The submission in a TOML file.

        :raises SubmissionError: with everything in it that is not lawful.
        """
        return read_submission(path)

    def plain(self) -> dict[str, Any]:
        """Everything the submission says, as plain data that could be submitted again."""
        return {"game": self.game.name, **self.terms.plain()}

    @property
    def digest(self) -> str:
        """A fingerprint of what the submission says, whatever its comments and layout."""
        return hashlib.sha256(json.dumps(self.plain(), sort_keys=True).encode()).hexdigest()

    def missing_approvals(self, at: int) -> Iterator[MissingApproval]:
        """What keeps the table from opening at a time (milliseconds since 1970) although its choices are lawful."""
        for need in self.terms.missing_approvals(at):
            held = self.terms["approvals"].get(need.key, Approval())
            yield MissingApproval(need.key, need.what, need.clause, held.lacks(at))

    def must_be_approved(self, at: int) -> None:
        """Refuse a table that cannot open at a time because an approval is missing."""
        if missing := next(self.missing_approvals(at), None):
            raise PitbossError("approval-missing", f"the table cannot open: {missing}", missing.clause)

    def cautions(self) -> Iterator[tuple[str, Citation]]:
        """Lawful choices the operator is warned of."""
        return (
            (f"{', '.join(rule.keys)}: {rule.message}", rule.clause)
            for rule in self.game.cautions
            if rule.when(self.terms)
        )


def read_submission(path: str | Path) -> Submission:
    """Read and check the submission in a file."""
    file = str(path)
    try:
        source = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise PitbossError("submission-file", f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PitbossError("submission-file", f"{file} is not UTF-8 text") from error
    return parse_submission(source, file)


def parse_submission(source: str, file: str = "submission") -> Submission:
    """Check a submission's text; a `SubmissionError` lists every problem with its key, clause and legal values."""
    try:
        raw = tomllib.loads(source)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, and numbers or nesting without end
        line = re.search(r"at line (\d+)", str(error))
        problem = Problem("", f"this is not TOML: {error}", None, int(line[1]) if line else None)
        raise SubmissionError(file, [problem]) from error
    game = _game(raw, file)
    given = {key: value for key, value in raw.items() if key != "game"}
    found = [
        Problem(error.keys[0], error.message, error.clause, _line(source, error.keys[0]))
        for error in problems(game, given)
    ]
    if found:
        raise SubmissionError(file, found)
    return Submission(game, Terms.of_table(game, given), file, source)


def _game(raw: dict[str, Any], file: str) -> Game:
    known = ", ".join(games())
    if "game" not in raw:
        raise SubmissionError(file, [Problem("game", f"game is missing; name one of {known}", None)])
    try:
        return find(str(raw["game"]))
    except PitbossError as error:
        raise SubmissionError(file, [Problem("game", error.message, None)]) from error


def _line(source: str, key: str) -> int | None:
    """The line on which a key stands, if it can be found."""
    pattern = re.compile(rf"^\s*(?:{re.escape(key)}\s*=|\[\s*{re.escape(key)}\b)")
    return next((number for number, line in enumerate(source.splitlines(), 1) if pattern.match(line)), None)


def new_submission(game: Game) -> str:
    """A commented submission with sound starting values; it is lawful as it stands."""
    lines = [
        f"# A table of {game.title}.",
        f"# Rules: {game.law.authority}",
        "# Amounts are dollars in quotes, or whole cents. Each key names the clause that leaves the choice open.",
        "# `pitboss check` says whether the file is lawful and what the table still needs to open.",
        "",
        f'game = "{game.name}"',
    ]
    for option in sorted(game.options, key=lambda option: option.is_table):
        lines += ["", *_comment(option), *option.toml(game)]
    return "\n".join(lines) + "\n"


def _comment(option: Option) -> Iterator[str]:
    yield f"# {option.help[0].upper()}{option.help[1:]} ({option.clause})."
    yield f"# Legal: {option.legal}."
