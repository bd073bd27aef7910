"""A game from outside: found by its entry point, it conforms, and every command knows it; a broken one is refused."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import gymnasium
import pytest
from click.testing import CliRunner
from floors import Hall
from gymnasium.utils.env_checker import check_env

import pitboss
from pitboss.cli import cli
from pitboss.errors import LawError
from pitboss.games import find, games
from pitboss.law import lookup, registers
from pitboss.plugins import GROUP, guest, guests
from pitboss.research import TableEnv, register
from pitboss.solvers.cache import sources_of
from pitboss.solvers.solver import solver_of
from test_docs import run, shown_in

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "three_card_poker"
FILED = 'reference = "TC-1", date = "2026-01-31"'
PAGE = ROOT / "docs" / "add-a-game.md"


def installed(folder: Path, game: str, package: str) -> Path:
    """A folder in which a package with this entry point is installed, as far as Python can tell."""
    info = folder / f"{package}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{game} = {package}\n")
    return folder


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Where Python finds the example, as if it were installed."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    ((game, package),) = project["entry-points"][GROUP].items()
    return [str(EXAMPLE), str(installed(tmp_path_factory.mktemp("site"), game, package))]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[object], None]]:
    """Lets Python see what is in a folder, until the test is over."""

    def see(folder: object) -> None:
        monkeypatch.syspath_prepend(str(folder))
        guests.cache_clear()

    yield see
    monkeypatch.undo()
    guests.cache_clear()


@pytest.fixture
def visit(paths: list[str], show: Callable[[object], None]) -> None:
    """The example is installed."""
    for path in paths:
        show(path)


def test_the_example_passes_its_own_tests(paths: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=EXAMPLE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# --- found -----------------------------------------------------------------------------------------------------------


def test_without_it_there_are_our_own_games_only() -> None:
    assert guests() == ()
    assert len(games()) == len(registers())
    with pytest.raises(LawError, match="no game"):
        find("three-card")


@pytest.mark.usefixtures("visit")
def test_with_it_there_is_one_more_of_everything() -> None:
    game = find("three-card")
    assert list(games())[-1] == game.name
    assert registers()[-1] is game.law
    assert lookup("TC-8.6").id == "TC-8.6"
    assert pitboss.advise("three-card Qs 6d 4h")[0].choice.action == "play"


@pytest.mark.usefixtures("visit")
def test_answers_follow_from_the_package_too() -> None:
    theirs = {path for _, path in sources_of(guest("three-card-poker"))}
    assert theirs - {path for _, path in sources_of(None)} == set((EXAMPLE / "three_card_poker").glob("*.py"))


GOOD_REGISTER = 'game = "X"\nprefix = "XX"\nauthority = "X"\nclause = []\n'
GAME = "from pitboss.games.top_five_poker import GAME\n"
OWN_GAME = f"from dataclasses import replace\n{GAME}GAME = replace(GAME, name='x', short='y')\n"


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "No module named"),
        ({"game.py": "GAME = 1 / 0\n"}, "game.py does not give GAME: division by zero"),
        ({"game.py": ""}, "game.py does not give GAME"),
        ({"game.py": GAME}, "its game is called 'top-five-poker': the entry point must bear the same name"),
        ({"game.py": OWN_GAME.replace("'y'", "'uth'")}, "there is a game 'uth' already"),
        ({"game.py": OWN_GAME}, "register.toml cannot be read"),
        ({"game.py": OWN_GAME, "register.toml": ""}, "its register's prefix is ''"),
        ({"game.py": OWN_GAME, "register.toml": GOOD_REGISTER.replace("XX", "UTH")}, "prefix is 'UTH'"),
        ({"game.py": OWN_GAME, "register.toml": GOOD_REGISTER + "[[["}, "the register XX cannot be read"),
        ({"game.py": OWN_GAME, "register.toml": GOOD_REGISTER}, "solver.py does not give SOLVER"),
    ],
)
def test_a_package_that_cannot_be_used_says_why_in_a_sentence(
    files: dict[str, str], says: str, tmp_path: Path, show: Callable[[object], None]
) -> None:
    package = tmp_path.name  # one that no other case has
    if files:
        (tmp_path / package).mkdir()
        for name, text in {"__init__.py": "", **files}.items():
            (tmp_path / package / name).write_text(text)
    show(installed(tmp_path, "x", package))
    with pytest.raises(LawError, match=re.escape(says)):
        everything()


def test_two_packages_cannot_bring_one_game(tmp_path: Path, show: Callable[[object], None]) -> None:
    for package in ("first_visitor", "second_visitor"):
        (tmp_path / package / package).mkdir(parents=True)
        (tmp_path / package / package / "game.py").write_text(OWN_GAME)
        show(installed(tmp_path / package, "x", package))
    with pytest.raises(LawError, match="second_visitor brings the game 'x', but there is a game 'x' already"):
        games()


def everything() -> None:
    """All that is asked of a package that brings a game."""
    game = find("x")
    registers()
    solver_of(game)


# --- used ------------------------------------------------------------------------------------------------------------


COMMANDS = {
    "--help": "Three Card Poker",
    "rules three-card-poker": "the dealer needs queen high or better",
    "law show TC-R1": "the ante bonus",
    "solve three-card": "-686689/20358520",
    "compare three-card": "3.6083 %",
    "advise three-card Qs 6d 3h": "-393/392",
    "settle three-card --player 4s3d2h --dealer QsJsTs --ante 10 --play 10": "ante_bonus",
    "submission new three-card": 'game = "three-card-poker"',
    "check table.toml": "lawful",
    "par table.toml --out sheet.json": "",
    "print sign table.toml --out sign.svg": "sign",
    "run table.toml --rounds 20 --irregularities 0.5 --seed 7 --journal day.jsonl": "The books sum to zero",
    "audit verify day.jsonl": "all agree",
    "audit hand day.jsonl --round 3 --seat 2": "Three Card Poker, round 3, position 2",
    "play three-card --plain": "Three Card Poker, ante $10 to $500",
    "school three-card": "Three Card Poker, level 1",
}


@pytest.mark.usefixtures("visit")
def test_every_command_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new = CliRunner().invoke(cli, ["submission", "new", "three-card"]).output
    (tmp_path / "table.toml").write_text(re.sub(r'reference = "", date = ""', FILED, new))
    for line, says in COMMANDS.items():
        answer = CliRunner().invoke(cli, line.split(), input="q\n", env={"HOME": str(tmp_path), "COLUMNS": "200"})
        assert isinstance(answer.exception, SystemExit | None), line
        assert says in answer.output, line
    assert sorted(path.name for path in tmp_path.glob("s*")) == ["sheet.json", "sign.svg"]


@pytest.mark.usefixtures("visit")
def test_a_floor_has_a_table_of_it_where_people_sit_down() -> None:
    hall = Hall()
    try:
        live, (person,) = hall.seated("three-card")
        assert live.rules.game.title == "Three Card Poker"
        assert len(hall.floor.tables) == len(games())
        assert person.name
    finally:
        hall.close()


@pytest.mark.usefixtures("visit")
def test_a_researcher_has_a_seat_and_a_table_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gymnasium.envs.registration, "registry", dict(gymnasium.registry))
    monkeypatch.setattr(gymnasium, "registry", gymnasium.envs.registration.registry)
    register()
    env = gymnasium.make("pitboss/three-card-v0", coach=True)
    check_env(env.unwrapped)
    _, info = env.reset(seed=1)
    assert info["values"].keys() == {0, 1}
    table = TableEnv("three-card", seats=2, coach=True)
    table.reset(seed=1)
    for action in (0, 1):
        table.step(action)
    assert table.terminations == {"seat_1": True, "seat_2": True}


# --- told ------------------------------------------------------------------------------------------------------------

TOLD = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r'^```(\w+) title="([^"]+)"\n(.*?)^```$', TOLD, re.MULTILINE | re.DOTALL)


def sources() -> dict[str, str]:
    """The example's files by their names."""
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml")]
    return {path.relative_to(EXAMPLE).as_posix(): path.read_text(encoding="utf-8") for path in files}


@pytest.mark.parametrize(
    ("title", "code"), [(title, code) for language, title, code in BLOCKS if language in ("python", "toml")]
)
def test_code_on_the_page_is_code_of_the_example(title: str, code: str) -> None:
    for piece in re.split(r"^ *\.\.\.\n", code, flags=re.MULTILINE):  # where the page leaves something out
        assert piece in sources()[title]


def test_every_block_of_the_page_is_of_a_kind_that_is_checked() -> None:
    assert len(BLOCKS) == TOLD.count("\n```") / 2
    assert {language for language, _, _ in BLOCKS} == {"console", "python", "sh", "text", "toml"}


@pytest.mark.parametrize("block", [code for language, _, code in BLOCKS if language == "console"])
def test_commands_on_the_page_answer_as_it_says(
    block: str, paths: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    for shown in shown_in(block):
        answer = "\n".join(line.rstrip() for line in run(shown, tmp_path).splitlines())
        alike = doctest.OutputChecker().check_output(f"{shown.answer}\n", f"{answer}\n", doctest.ELLIPSIS)
        assert alike, f"$ {shown.command}\n{answer}"
