"""The consequences: a page a game, of what follows from every fact in every phase, as the engine answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pitboss.games import games
from pitboss.games.game import Game
from pitboss.playtest.consequences import PHASES, Row, rows
from references import link, page_of, prose

MARKS = {"follows": "", "nothing": "*nothing follows:* ", "impossible": "*refused:* "}


def consequence_pages() -> dict[str, str]:
    """The text of each page by its path."""
    return {f"consequences/{page_of(game.law)}": "\n".join(_page(game)) for game in _ours()}


def consequence_table() -> str:
    """How many facts and outcomes each game has."""
    lines = ["| game | facts | outcomes | of which nothing follows, by a ruling |", "|---|--:|--:|--:|"]
    for game in _ours():
        found = [row for row in rows(game) if row.cell.kind != "impossible"]
        facts, nothing = len({row.fact for row in found}), sum(row.cell.kind == "nothing" for row in found)
        lines.append(f"| [{game.title}]({page_of(game.law)}) | {facts} | {len(found)} | {nothing} |")
    return "\n".join(lines)


def phase_table() -> str:
    """The phases of a table's day."""
    lines = ["| phase | what it is |", "|---|---|", *(f"| {one.name} | {one.words} |" for one in PHASES)]
    return "\n".join(lines)


def _ours() -> Iterator[Game]:
    yield from games().values()


def _page(game: Game) -> Iterator[str]:
    yield f"# {game.title}: what follows\n"
    yield f"After this page you know what follows at a table of {game.title} from every fact that can be reported, in"
    yield "every phase, with the clause. It is what the engine answers when each fact is tried out."
    yield "[What the phases are](index.md#the-phases).\n"
    for fact, found in groupby(rows(game), key=lambda row: row.fact):
        yield f"## {prose(fact[:1].upper() + fact[1:])}\n"
        yield "| what follows | clauses | phases |\n|---|---|---|"
        yield from map(_row, found)
        yield ""


def _row(row: Row) -> str:
    clauses = ", ".join(link(clause) for clause in row.cell.clauses)
    only = f" (dealt by {', '.join(row.ways)})" if row.ways else ""
    said = prose(row.cell.outcome)
    outcome = said if row.cell.kind == "nothing" and said == "nothing follows" else MARKS[row.cell.kind] + said
    return f"| {outcome} | {clauses} | {', '.join(row.phases)}{only} |"
