"""The operator's submission: one TOML file describes one table, and every choice in it is checked against the clauses.

>>> from pitboss.games import find
>>> submission = parse_submission(new_submission(find("pik-it")))
>>> submission.options["five_card_bonus_pay_table"], submission.digest == parse_submission(submission.source).digest
(1, True)
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pitboss.errors import OptionError, PitbossError
from pitboss.games import find, games
from pitboss.games.game import Game, as_plain
from pitboss.games.options import Amount, Approvals, NeededApproval, Option, Options, RaisedOdds
from pitboss.games.progressive import ProgressiveOption
from pitboss.law import Citation
from pitboss.money import dollars


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


@dataclass(frozen=True, slots=True)
class Submission:
    """A lawful description of one table."""

    game: Game
    options: Options
    file: str
    source: str

    @property
    def digest(self) -> str:
        """A fingerprint of what the submission says, whatever its comments and layout."""
        plain = {"game": self.game.name, **{name: as_plain(value) for name, value in self.options.items()}}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()

    def missing_approvals(self) -> Iterator[NeededApproval]:
        """What keeps the table from opening although its choices are lawful."""
        return self.options.missing_approvals()

    def cautions(self) -> Iterator[tuple[str, Citation]]:
        """Lawful choices the operator is warned of."""
        return (
            (f"{', '.join(rule.keys)}: {rule.message}", rule.clause)
            for rule in self.game.cautions
            if rule.when(self.options)
        )


def read_submission(path: str | Path) -> Submission:
    """Read and check the submission in a file."""
    file = str(path)
    try:
        source = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise PitbossError("submission-file", f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PitbossError("submission-file", f"{file} is not UTF-8 text") from error
    return parse_submission(source, file)


def parse_submission(source: str, file: str = "submission") -> Submission:
    """Check a submission's text; a `SubmissionError` lists every problem with its key, clause and legal values."""
    try:
        raw = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise SubmissionError(file, [Problem("", f"this is not TOML: {error}", None)]) from error
    game = _game(raw, file)
    given = {key: value for key, value in raw.items() if key != "game"}
    problems = [replace(problem, line=_line(source, problem.key)) for problem in _problems(game, given)]
    if problems:
        raise SubmissionError(file, problems)
    return Submission(game, Options(game, given), file, source)


def _game(raw: dict[str, Any], file: str) -> Game:
    known = ", ".join(games())
    if "game" not in raw:
        raise SubmissionError(file, [Problem("game", f"game is missing; name one of {known}", None)])
    try:
        return find(str(raw["game"]))
    except PitbossError as error:
        raise SubmissionError(file, [Problem("game", error.message, None)]) from error


def _problems(game: Game, given: dict[str, Any]) -> Iterator[Problem]:
    """Problems of single keys; only where there are none, those of keys together."""
    single = [*_of_single_keys(game, given)]
    if single:
        yield from single
        return
    try:
        together = [*Options(game, given).problems()]
    except OptionError as first:
        together = [first]
    for error in together:
        yield Problem(error.keys[0], error.message, error.clause)


def _of_single_keys(game: Game, given: dict[str, Any]) -> Iterator[Problem]:
    for key, value in given.items():
        try:
            Options(game, {key: value})
        except OptionError as error:
            if error.code not in ("below-floor", "odds-order"):  # those depend on the table that is selected
                yield Problem(key, error.message, error.clause)
    for option in game.options:
        switched_off = option.only_if is not None and given.get(option.only_if) is False
        if option.must_be_named and option.name not in given and not switched_off:
            yield Problem(option.name, f"{option.name} is missing; legal: {option.legal}", option.clause)


def _line(source: str, key: str) -> int | None:
    """The line on which a key stands, if it can be found."""
    pattern = re.compile(rf"^\s*(?:{re.escape(key)}\s*=|\[\s*{re.escape(key)}\b)")
    return next((number for number, line in enumerate(source.splitlines(), 1) if pattern.match(line)), None)


# --- a new submission ------------------------------------------------------------------------------------------------


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
    tables = [option for option in game.options if isinstance(option, RaisedOdds | ProgressiveOption | Approvals)]
    for option in game.options:
        if option not in tables:
            lines += ["", *_comment(option), f"{option.name} = {_toml(option)}"]
    for option in tables:
        lines += ["", *_comment(option), f"[{option.name}]", *_entries(game, option)]
    return "\n".join(lines) + "\n"


def _comment(option: Option) -> Iterator[str]:
    yield f"# {option.help[0].upper()}{option.help[1:]} ({option.clause})."
    if not isinstance(option, Approvals | Amount):
        yield f"# Legal: {option.legal}."


def _toml(option: Option) -> str:
    if isinstance(option, Amount):
        return json.dumps(dollars(option.start))
    return json.dumps(option.start)


def _entries(game: Game, option: Option) -> Iterator[str]:
    """Examples and blanks of the options that are tables."""
    match option:
        case Approvals():
            for need in option.needed:
                yield f"# {need.what} ({need.clause})"
                yield f'{need.key} = {{ reference = "", date = "" }}'
        case RaisedOdds():
            wager = next(wager for wager, name in game.raised_odds.items() if name == option.name)
            for row in game.start_options().pay_table(wager).rows:
                yield f'# {row.key} = "{row.odds}"'
        case _:
            yield '# seed = "$10,000"'
            yield '# contribution = "$1"'
            yield '# basis = "best-five"'
            yield '# rows = { royal_flush = "100%", straight_flush = "10%", four_of_a_kind = "$300" }'
