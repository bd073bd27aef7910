"""Clauses and rulings as places in the docs: where each one stands, and text with links to them."""

from __future__ import annotations

import re
from functools import cache

from pitboss.law import Clause, Register, Ruling, registers

_ANCHOR = str.maketrans({"(": "-", ")": "", "[": "-", "]": "", "/": "_"})
_QUOTED = re.compile(r"(?<!\[)`([A-Z]\w+-[^`\s]+)`")
_FENCE = re.compile(r"^\s*(```|~~~)")


def page_of(register: Register) -> str:
    """The name of a game's page below `clauses/` and `rulings/`."""
    return re.sub(r"\W+", "-", register.game.lower()).strip("-") + ".md"


@cache
def places() -> dict[str, str]:
    """For every clause and ruling, the page and anchor where it stands.

    >>> places()["UTH-10(g).2"], places()["PK-R7"]
    ('clauses/ultimate-texas-hold-em.md#UTH-10-g.2', 'rulings/pik-it-poker.md#PK-R7')
    """
    return {
        cited: f"{folder}/{page_of(register)}#{_anchor(cited)}"
        for register in registers()
        for folder, entries in (("clauses", register.clauses), ("rulings", register.rulings))
        for cited in entries
    }


def heading(entry: Clause | Ruling) -> str:
    """The title under which an entry stands, with its anchor."""
    return f"{_plain(entry.id)} {{ #{_anchor(entry.id)} }}"


def title(topic: str) -> str:
    """A topic as a title."""
    return topic.replace("-", " ").capitalize()


def _anchor(cited: str) -> str:
    """An id as a place in a page's address."""
    return cited.translate(_ANCHOR)


def link(cited: str, up: str = "../") -> str:
    """A link to a clause or ruling from a page that is `up` from the docs' folder.

    >>> link("PK-R7", up="")
    '[`PK-R7`](rulings/pik-it-poker.md#PK-R7){ .clause }'
    """
    return f"[`{cited}`]({up}{places()[cited]}){{ .clause }}"


@cache
def _cited() -> re.Pattern[str]:
    ids = sorted(map(re.escape, places()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(ids)})(?![\w(\[]|\.\w)")


def prose(text: str) -> str:
    """A register's plain text as Markdown that means the same, with links to what it cites.

    >>> prose("as in PK-R7, if 2 < 3")
    'as in [`PK-R7`](../rulings/pik-it-poker.md#PK-R7){ .clause }, if 2 &lt; 3'
    """
    parts = _cited().split(text)
    return "".join(link(part) if number % 2 else _plain(part) for number, part in enumerate(parts))


def _plain(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]#|~])", r"\\\1", text)


def with_links(markdown: str, up: str = "") -> str:
    """A page by hand, its clauses in backquotes turned into links, code apart.

    >>> with_links("see `PK-R7`")
    'see [`PK-R7`](rulings/pik-it-poker.md#PK-R7){ .clause }'
    """
    lines, inside = [], False
    for line in markdown.split("\n"):
        if _FENCE.match(line):
            inside = not inside
        lines.append(line if inside else _QUOTED.sub(lambda found: _linked(found[1], up), line))
    return "\n".join(lines)


def _linked(quoted: str, up: str) -> str:
    return link(quoted, up) if quoted in places() else f"`{quoted}`"
