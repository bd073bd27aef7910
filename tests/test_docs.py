"""The docs are true: every command shown is run, every link leads somewhere, and what is generated is complete."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest
from click import Context, Group

from clause_pages import clause_pages
from command_page import command_page
from drawings import FLOORS, drawings
from glossary_page import glossary_page
from pitboss.cli import cli
from pitboss.law import registers
from references import places
from ruling_pages import ruling_pages
from test_architecture import ROOMS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BY_HAND = sorted(DOCS.rglob("*.md"))
PAGES = [ROOT / "README.md", *BY_HAND]
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""What stands after the first fence is a language; with more words it is a block that other tests hold."""
PATIENCE = 300
"""Seconds after which a command hangs; none takes a tenth of it."""


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in FENCED.findall(page.read_text(encoding="utf-8")) if found == language]


# --- commands --------------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A command and what the page says it answers."""

    command: str
    answer: str
    is_stopped: bool
    """It goes on until somebody stops it, which the page shows as ^C."""


def shown_in(block: str) -> Iterator[Shown]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        first, *lines = part.splitlines()
        more = [line.removeprefix("> ") for line in takewhile(lambda line: line.startswith("> "), lines)]
        answer = lines[len(more) :]
        yield Shown("\n".join([first, *more]), "\n".join(answer).removesuffix("\n^C"), answer[-1:] == ["^C"])


def run(shown: Shown, folder: Path) -> str:
    """What the command answers, as somebody would see it in a terminal of 80 columns."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "PITBOSS_DATA": str(folder / ".pitboss"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONUNBUFFERED": "1",
        "BROWSER": "true",
    }
    command = f"{shown.command} --port 0" if shown.is_stopped else shown.command  # 8000 may be taken here
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command}" if shown.is_stopped else command],
        cwd=folder, env=environment, text=True, encoding="utf-8",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        if not shown.is_stopped:
            return process.communicate(timeout=PATIENCE)[0]
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in shown.answer.splitlines()]
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, rest
        return re.sub(r"localhost:\d+", "localhost:8000", "".join(said))
    finally:
        process.kill()


def fits(said: str, got: str) -> bool:
    """Whether an answer is what a page says; there `...` stands for some text, and alone on a line for any lines."""
    lines = said.splitlines()
    parts = [r"(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n" for line in lines]
    return re.fullmatch("".join(parts), f"{got}\n" if got else "") is not None


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")], ids=named)
def test_every_command_answers_as_the_page_says(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for shown in shown_in(block):
            got = "\n".join(line.rstrip() for line in run(shown, tmp_path).splitlines())
            if not fits(shown.answer, got):
                pytest.fail(f"$ {shown.command}\n--- the page says\n{shown.answer}\n--- it answers\n{got}", False)


@pytest.mark.parametrize("page", BY_HAND, ids=named)
def test_a_command_of_ours_stands_where_it_is_run(page: Path) -> None:
    assert not [block for block in blocks(page, "sh") if re.search(r"^\s*pitboss ", block, re.MULTILINE)]


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=named)
def test_what_is_installed_exists(page: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for named_extras in re.findall(r"pip install [^\n`]*?\[([\w,]+)\]", page.read_text(encoding="utf-8")):
        assert set(named_extras.split(",")) <= set(extras)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=named)
def test_every_script_that_is_named_exists(page: Path) -> None:
    for script in re.findall(r"python ((?:bench|docs|tests)/[\w/]+\.py)", page.read_text(encoding="utf-8")):
        assert (ROOT / script).exists(), script


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", BY_HAND, ids=named)
def test_a_page_begins_with_what_its_reader_can_do_after_it(page: Path) -> None:
    _, _, promise = re.split(r"^# (.*)\n+", page.read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE)
    assert promise.startswith(("After this page you ", "Pitboss "))


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\((?!\w+:)([^)\s]+)\)|<img[^>]* src=\"(?!\w+:)([^\"]+)\"", (ROOT / name).read_text()):
        path, _, place = "".join(target).partition("#")
        page = ROOT / (path or name)
        assert page.exists(), target
        if place:
            titles = re.findall(r"^#+ (.*)", page.read_text(), re.MULTILINE)
            assert place in [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]


def test_pictures_are_small_and_used() -> None:
    pictures = [path for path in (DOCS / "pictures").iterdir() if path.suffix in (".png", ".svg")]
    texts = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert all(path.stat().st_size <= 250_000 for path in pictures)
    assert sum(path.stat().st_size for path in pictures) <= 4_000_000
    assert [path.name for path in pictures if f"pictures/{path.name}" not in texts] == []


# --- what is generated -----------------------------------------------------------------------------------------------


def anchors(text: str) -> list[str]:
    return re.findall(r"^###.*\{ #(\S+) \}$", text, re.MULTILINE)


def test_every_clause_and_ruling_has_its_place() -> None:
    written = {**clause_pages({}), **ruling_pages()}
    found = [f"{path}#{anchor}" for path, text in written.items() for anchor in anchors(text)]
    assert sorted(found) == sorted(places().values())
    assert len(found) == len(set(found)) == sum(len(r.clauses) + len(r.rulings) for r in registers())


def test_the_clause_index_names_the_tests_that_prove_a_clause() -> None:
    pages = clause_pages({"UTH-10(g).2": ["tests/a.py::test_b[1]", "tests/a.py::test_b[2]"]})
    assert "- `tests/a.py::test_b` (2 cases)" in pages["clauses/ultimate-texas-hold-em.md"]


def test_every_term_of_every_game_is_in_the_glossary() -> None:
    page = glossary_page()
    for register in registers():
        for term in register.glossary:
            assert f"## {term.name.capitalize()}\n" in page
            assert term.means in page


def test_every_command_is_described() -> None:
    def paths(group: Group, context: Context) -> Iterator[str]:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            yield f"{context.command_path} {name}"
            if isinstance(command, Group):
                yield from paths(command, Context(command, info_name=name, parent=context))

    described = re.findall(r"^##+ (.*) \{", command_page(), re.MULTILINE)
    assert sorted(described) == sorted(paths(cli, Context(cli, info_name="pitboss")))


def test_the_drawing_of_the_house_has_every_room_in_its_order() -> None:
    from_the_inside = [sorted(ROOMS.index(room) for room in floor) for floor in reversed(FLOORS)]
    assert [number for floor in from_the_inside for number in floor] == list(range(len(ROOMS)))
    assert all(f">{room}<" in drawings()["rooms"] for room in ROOMS)
