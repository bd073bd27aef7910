"""Build the docs: `python docs/build.py` writes the site to build/docs, `--serve` shows it at localhost:8000.

Clauses, rulings, consequences, glossary, commands and the map of modules are written first, from the registers and the
code; then Zensical makes the site of them and of the pages written by hand. A dead link or a page that fetches anything
from another host fails.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs" / "generators"))

from clause_pages import Tests, clause_pages, clause_table  # noqa: E402
from command_page import command_page  # noqa: E402
from consequence_pages import consequence_pages, consequence_table, phase_table  # noqa: E402
from drawings import drawings  # noqa: E402
from glossary_page import glossary_page  # noqa: E402
from module_map import module_map  # noqa: E402
from pitboss.law.coverage import tests_by_clause  # noqa: E402
from references import with_links  # noqa: E402
from ruling_pages import ruling_pages, ruling_table  # noqa: E402

MARK = ROOT / "src" / "pitboss" / "web" / "static" / "mark.svg"
SOURCE = ROOT / "build" / "docs-source"
SITE = ROOT / "build" / "docs"
FETCHED = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>", re.IGNORECASE
)
"""Whatever a reader's browser would ask another host for."""
PLACE = re.compile(r"<!-- put: (\w+) -->")
BY_HAND = (".md", ".png", ".svg", ".css")


@cache
def _tests() -> Tests:
    return tests_by_clause(ROOT / "tests")


@cache
def written() -> dict[str, str]:
    """The generated pages by path."""
    pages = {"glossary.md": glossary_page(), "commands.md": command_page()}
    return {**clause_pages(_tests()), **ruling_pages(), **consequence_pages(), **pages}


@cache
def _put() -> dict[str, str]:
    """What is put in the places that pages by hand leave for it."""
    tables = {"clauses": clause_table(_tests()), "rulings": ruling_table(), "consequences": consequence_table()}
    return {**drawings(), **tables, "phases": phase_table(), "modules": module_map()}


def page(path: str, text: str) -> str:
    """A page by hand with the clauses it names as links, and what is generated in its places."""
    return PLACE.sub(lambda place: _put()[place[1]], with_links(text, "../" * path.count("/")))


def prepare() -> Path:
    """Write everything that the site is made of; returns the configuration."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    docs = ROOT / "docs"
    for file in sorted(docs.rglob("*")):
        if file.suffix in BY_HAND and "generators" not in file.parts:
            path = file.relative_to(docs).as_posix()
            _write(path, page(path, file.read_text("utf-8")) if file.suffix == ".md" else file.read_bytes())
    for path, text in written().items():
        _write(path, text)
    _write("pictures/mark.svg", MARK.read_bytes())
    config: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    config |= {"docs_dir": SOURCE.name, "site_dir": SITE.name, "nav": _opened(config["nav"])}
    file = SOURCE.parent / "mkdocs.yml"
    file.write_text(yaml.safe_dump(config, sort_keys=False, allow_unicode=True), "utf-8")
    return file


def _write(path: str, content: str | bytes) -> None:
    file = SOURCE / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def _opened(nav: Any) -> Any:
    """A folder in the navigation becomes the list of its generated pages."""
    match nav:
        case list():
            return [_opened(item) for item in nav]
        case dict():
            return {title: _opened(item) for title, item in nav.items()}
        case str() if nav.endswith("/"):
            return [f"{nav}index.md", *(_item(path, text) for path, text in written().items() if path.startswith(nav))]
        case _:
            return nav


def _item(path: str, text: str) -> dict[str, str]:
    """A page in the navigation: by what stands before the colon of its title."""
    return {text.removeprefix("# ").partition(":")[0]: path}


def fetching() -> list[str]:
    """What the pages of the site fetch from other hosts."""
    return [
        f"{file.relative_to(SITE)} fetches from another host: {found}"
        for file in sorted(SITE.rglob("*.html"))
        for found in FETCHED.findall(file.read_text("utf-8"))
    ]


def main() -> int:
    """Build the site, or show it; returns the exit status."""
    config = prepare()
    if "--serve" in sys.argv:
        return subprocess.call(["zensical", "serve", "-f", str(config)])
    status = subprocess.call(["zensical", "build", "--strict", "--clean", "-f", str(config)])
    found = fetching()
    sys.stderr.writelines(f"{line}\n" for line in found)
    return status or bool(found)


if __name__ == "__main__":
    sys.exit(main())
