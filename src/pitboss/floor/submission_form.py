"""A table's submission as people work with it: a form, a check before it is sent, a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.errors import OptionError, PitbossError
from pitboss.games import find
from pitboss.games.game import Game
from pitboss.games.options import Amount, Approvals, Choice, Flag, Names, Option, RaisedOdds, SolidColour, Text, Whole
from pitboss.games.terms import Terms, problems
from pitboss.submission import Submission, SubmissionError, parse_submission

KINDS: dict[type[Option], str] = {
    Choice: "choice", Flag: "flag", Whole: "number", Amount: "money", Text: "text", Names: "list",
    SolidColour: "choice", RaisedOdds: "odds", Approvals: "approvals",
}  # fmt: skip
"""How a form asks for an option; one of another kind is written as lines, `key = value`."""


def form(game: Game, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every option of a game, with its legal values, its clause and its present value."""
    return [_entry(game, option, options.get(option.name)) for option in game.options]


def _entry(game: Game, option: Option, value: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": option.name,
        "label": label(option.name),
        "help": option.help,
        "clause": option.clause,
        "kind": KINDS.get(type(option), "lines"),
        "legal": option.legal,
        "values": option.values,
        "only_if": option.only_if,
        "value": value,
    }
    match option:
        case Whole(least=least, most=most):
            entry |= {"least": least, "most": most}
        case RaisedOdds():
            entry["rows"] = _rows(game, option.name)
        case Approvals(needed=needed):
            entry["needed"] = [{"key": need.key, "what": need.what, "clause": need.clause} for need in needed]
    return entry


def _rows(game: Game, option: str) -> list[dict[str, str]]:
    """The rows that the operator may pay higher, with their names."""
    pays = next(pays for pays in game.payouts.values() if pays.raised_by == option)
    found = {row.key: row.label for table in pays.tables.values() for row in table.rows}
    return [{"key": key, "label": label} for key, label in found.items()]


def check(game: Game, options: Mapping[str, Any]) -> tuple[Submission | None, list[dict[str, Any]]]:
    """A submission of these options, or everything that is wrong with them, option by option."""
    found = problems(game, options)
    if found:
        return None, [_problem(game, error) for error in found]
    return Submission(game, Terms.of_table(game, options), "", ""), []


def _problem(game: Game, error: OptionError) -> dict[str, Any]:
    return {"keys": error.keys, "message": _labelled(game, error.message), "clause": error.clause}


def _labelled(game: Game, message: str) -> str:
    """A sentence with the labels of the form in place of the names that a file has."""
    names = sorted((option.name for option in game.options if "_" in option.name), key=len, reverse=True)
    return re.sub(rf"\b(?:{'|'.join(names)})\b", lambda found: f"“{label(found[0])}”", message)


def label(name: str) -> str:
    """What an option is called in the form.

    >>> label("shuffle_method")
    'Shuffle method'
    """
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def changes(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a new submission changes."""
    return [
        {"name": option.name, "before": before.get(option.name), "after": after[option.name], "clause": option.clause}
        for option in game.options
        if before.get(option.name) != after[option.name]
    ]


def read(source: str) -> tuple[Game, dict[str, Any]]:
    """The game and options of a submission's file; everything that is wrong in it is one error."""
    try:
        submission = parse_submission(source)
    except SubmissionError as error:
        wrong = [f"line {problem.line}: {problem.message}" if problem.line else problem.message
                 for problem in error.problems]  # fmt: skip
        raise PitbossError("submission", "; ".join(wrong), error.clause) from error
    return submission.game, plain(submission)


def plain(submission: Submission) -> dict[str, Any]:
    """The options of a submission as plain data."""
    return {key: value for key, value in submission.plain().items() if key != "game"}


def write(game: str, options: Mapping[str, Any]) -> str:
    """A submission's file, which reads back as the same submission."""
    known = find(game)
    lines = [f"# A table of {known.title}.", f"# Rules: {known.law.authority}", "", f'game = "{known.name}"']
    for option in sorted(known.options, key=lambda option: option.is_table):
        if option.name in options:
            lines += ["", f"# {option.help[0].upper()}{option.help[1:]} ({option.clause}).", *_toml(option, options)]
    return "\n".join(lines) + "\n"


def _toml(option: Option, options: Mapping[str, Any]) -> Iterator[str]:
    value = options[option.name]
    if not option.is_table:
        yield f"{option.name} = {_value(value)}"
        return
    yield f"[{option.name}]"
    yield from (f"{_key(key)} = {_value(inner)}" for key, inner in value.items())


def _value(value: Any) -> str:
    """A value in TOML, which writes all but tables as JSON does."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)
