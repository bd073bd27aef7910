"""What MkDocs builds besides the pages by hand: clauses, rulings, glossary, commands, drawings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from clause_pages import Tests, clause_pages, clause_table
from command_page import command_page
from consequence_pages import consequence_pages, consequence_table, phase_table
from drawings import drawings
from glossary_page import glossary_page
from module_map import module_map
from pitboss.errors import PitbossError
from pitboss.law.coverage import tests_by_clause
from references import with_links
from ruling_pages import ruling_pages, ruling_table

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
MARK = ROOT / "src" / "pitboss" / "web" / "static" / "mark.svg"
FETCHED = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>", re.IGNORECASE
)
"""Whatever a reader's browser would ask another host for."""
PLACE = re.compile(r"<!-- put: (\w+) -->")
_log = get_plugin_logger("pitboss")


@cache
def _tests() -> Tests:
    try:
        return tests_by_clause(ROOT / "tests")
    except PitbossError as error:
        raise PluginError(str(error)) from error


@cache
def _written() -> dict[str, str]:
    """The generated pages by path."""
    pages = {"glossary.md": glossary_page(), "commands.md": command_page()}
    return {**clause_pages(_tests()), **ruling_pages(), **consequence_pages(), **pages}


@cache
def _put() -> dict[str, str]:
    """What is put in the places that pages by hand leave for it."""
    tables = {"clauses": clause_table(_tests()), "rulings": ruling_table()}
    tables |= {"consequences": consequence_table(), "phases": phase_table(), "modules": module_map()}
    return {**drawings(), **tables}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """A folder in the navigation becomes the list of its generated pages."""
    config.nav = _opened(config.nav)
    return config


def _opened(nav: Any) -> Any:
    match nav:
        case list():
            return [_opened(item) for item in nav]
        case dict():
            return {title: _opened(item) for title, item in nav.items()}
        case str() if nav.endswith("/"):
            return [f"{nav}index.md", *(_item(path, text) for path, text in _written().items() if path.startswith(nav))]
        case _:
            return nav


def _item(path: str, text: str) -> dict[str, str]:
    """A page in the navigation: by what stands before the colon of its title."""
    return {text.removeprefix("# ").partition(":")[0]: path}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and drawings."""
    for path, text in _written().items():
        files.append(File.generated(config, path, content=text))
    files.append(File.generated(config, "pictures/mark.svg", abs_src_path=str(MARK)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Clauses that a page names in backquotes become links, and what is generated is put in its places."""
    path = page.file.src_uri
    if path in _written():
        return markdown
    linked = with_links(markdown, "../" * path.count("/"))
    return PLACE.sub(lambda place: _put()[place[1]], linked)


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Nothing is fetched from another host."""
    for fetched in FETCHED.findall(output):
        _log.warning("%s fetches from another host: %s", page.file.src_uri, fetched)
    return output
