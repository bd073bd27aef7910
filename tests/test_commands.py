"""Every command about a game takes GAME or TABLE.TOML and says the same to both; options are changed with --set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pitboss.cli import cli
from pitboss.cli.game_arguments import METAVAR

GAME = "top-five"
HAND = "--player AsAdKhQdJc3c2s --dealer KsKd9h8h7d3d2d --ante 10 --play 10"
COMMANDS = {
    "advise {} AsAdKhQdJc3c2s": "play",
    "compare {}": "poker_bonus",
    "confidence {} --seed 1": "Rounds until",
    "hold {} --shifts 20 --seed 1": "Win a shift",
    "law consequences {} --phase settling --search foreign": "foreign",
    "law coverage {} --tests .": "no tests collected",
    "law list {} --topic payouts": "T5-",
    "meter {}": "has no progressive",
    "par {} --out {}.json": "",
    "play {} --plain --seed 1": "Top Five Poker",
    "print strategy {} --out {}.html": "",
    "random rounds {} --number 1 --seed 1": '"round": 1',
    "rules {}": "Payouts",
    "run {} --rounds 2 --seed 1": "The books sum to zero",
    "school {} --plain --no-clock --seed 1 --questions 1": "Question 1 of 1",
    "seen {} '1 other hand'": "exactly",
    "session {} --rounds 10 --seed 1": "Ends ahead",
    f"settle {{}} {HAND}": "Net",
    "simulate {} --rounds 1000 --seed 1": "House keeps",
    "solve {}": "Decisions",
    "submission new {}": 'game = "top-five-poker"',
}
"""Each with something that it answers."""


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command with the words that call it."""
    for name, command in group.commands.items():
        yield " ".join((*path, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def takes_a_game(command: click.Command) -> bool:
    named = {parameter.make_metavar(click.Context(command)) for parameter in command.params}
    by_word = "GAME" in (command.help or "") and any(parameter.name == "spot" for parameter in command.params)
    return by_word or any(METAVAR in text for text in (*named, getattr(command, "subcommand_metavar", "") or ""))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table with the starting values of its game, approved."""
    file = tmp_path_factory.mktemp("tables") / "table.toml"
    text = CliRunner().invoke(cli, ["submission", "new", GAME]).output
    file.write_text(text.replace('reference = "", date = ""', 'reference = "practice", date = "2026-01-01"'))
    return str(file)


def answer(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PITBOSS_DATA", str(folder))
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]
    return CliRunner().invoke(cli, words, input="q\n", env={"COLUMNS": "200"})


def told(result: Result) -> str:
    """What was answered, without times, speeds, fingerprints, and the line that names what the odds start with."""
    error = f"{result.exception}" if result.exception and not isinstance(result.exception, SystemExit) else ""
    varies = r"in [\d.]+ ?s\b|[\d,]+ rounds a second|\b[0-9a-f]{64}\b|\S+\.(json|html|toml)"
    return re.sub(varies, "", result.output + error)


def test_the_table_below_has_every_command_that_takes_a_game() -> None:
    known = {line.split(" {}")[0].removesuffix(" strategy") for line in COMMANDS}
    assert known == {name for name, command in commands(cli) if takes_a_game(command)}


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_takes_a_game_or_a_table_and_says_the_same(
    line: str, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_game, by_table = (
        answer(line.format(chosen, name), tmp_path, monkeypatch) for chosen, name in ((GAME, "game"), (table, "table"))
    )
    assert by_game.exit_code == by_table.exit_code, by_table.output
    assert COMMANDS[line] in told(by_game)
    assert COMMANDS[line] in told(by_table)
    if not line.startswith("rules"):  # of a game it has every pay table, of a table the one in force
        assert told(by_game) == told(by_table)
    for ending in (".json", ".html"):
        if ending in line:
            assert (tmp_path / f"game{ending}").stat().st_size == pytest.approx(
                (tmp_path / f"table{ending}").stat().st_size, rel=0.05
            )


@pytest.mark.parametrize("line", COMMANDS)
def test_what_is_neither_a_game_nor_a_table_is_told_in_one_sentence(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = answer(line.format("chess", "out"), tmp_path, monkeypatch)
    assert "there is no game 'chess'" in nobody.output
    assert "or name a table's .toml file" in nobody.output
    assert "cannot be read" in told(answer(line.format("nowhere.toml", "out"), tmp_path, monkeypatch))


def test_options_have_one_name() -> None:
    names = {name: {flag for one in command.params for flag in one.opts} for name, command in commands(cli)}
    assert not {name for name, flags in names.items() if flags & {"--option", "--table"}}
    assert {name for name, flags in names.items() if "-o" in flags} == {
        name for name, flags in names.items() if "--set" in flags
    }
