"""The game pages: rules, pay tables, figures, strategy, clauses and rulings."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.games import find, games
from pitboss.games.game import Game
from pitboss.games.rule_card import rule_card
from pitboss.games.terms import Terms
from pitboss.law import Clause
from pitboss.solvers.advisor import Advisor
from pitboss.web.api import OurFloor
from pitboss.web.pages import for_visitor

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
PAR_SHEETS, PAPERS_KEPT = 32, 64
"""Kept at hand: each takes seconds to make."""
PAPERS = {
    "layout": "Layout",
    "sign": "Sign",
    "card": "Rack card",
    "strategy": "Strategy card",
    "par": "Par sheet",
    "submission": "Rules submission",
}
"""What can be printed, and what it is called."""
PDF = "application/pdf"


@router.get("/games")
def all_games(request: Request, floor: OurFloor) -> Response:
    """Every game in a few lines."""
    tables = {live.rules.game.name: floor.listing(live) for live in reversed(floor.tables)}
    return for_visitor(request, floor, "games.html", games=list(games().values()), tables=tables)


@router.get("/games/{name}")
def game(request: Request, name: str, floor: OurFloor) -> Response:
    """The rules of a game as its table here plays it, with the exact figures."""
    from pitboss.paper.charts import grid
    from pitboss.paper.pdf import can_press
    from pitboss.paper.strategy import starting_hands

    found = find(name)
    live = _table_of(floor, found)
    advisor = floor.prices.advisor(live.rules, live.state.digest)
    hands = starting_hands(advisor) if advisor else None
    return for_visitor(
        request,
        floor,
        "game.html",
        game=found,
        card=rule_card(found, live.rules.terms),
        listing=floor.listing(live),
        report=advisor.report if advisor else None,
        shown=[name for name in advisor.report.wagers if _is_offered(advisor, name)] if advisor else [],
        ways=advisor.solver.strategies if advisor else (),
        chart=Markup(grid(hands).svg) if hands else None,
        papers=PAPERS if can_press() else {},
    )


@router.get("/games/{name}/par")
def par(name: str, floor: OurFloor) -> Response:
    """The par sheet of the game's table here."""
    live = _table_of(floor, find(name))
    if floor.prices.advisor(live.rules, live.state.digest) is None:
        raise PitbossError("busy", "this game is being solved: open the page again in a few seconds")
    return HTMLResponse(_par(live.rules.terms, f"table-{live.name}.toml"))


@lru_cache(PAR_SHEETS)
def _par(terms: Terms, file: str) -> str:
    from pitboss.paper.par_page import as_html
    from pitboss.paper.par_sheet import par_sheet
    from pitboss.submission import Submission

    return as_html(par_sheet(Submission(terms.game, terms, file, "")), back=f"/games/{terms.game.short}")


@router.get("/games/{name}/paper/{kind}.pdf")
def paper(name: str, kind: str, floor: OurFloor) -> Response:
    """A paper of the game's table here, to be printed."""
    live = _table_of(floor, find(name))
    if kind not in PAPERS:
        raise PitbossError("no-paper", f"there is no paper {kind!r}; there are {', '.join(PAPERS)}")
    if floor.prices.advisor(live.rules, live.state.digest) is None:
        raise PitbossError("busy", "this game is being solved: open the page again in a few seconds")
    file = f"{live.name}-{kind}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{file}"'}
    return Response(_paper(live.rules.terms, f"table-{live.name}.toml", kind), media_type=PDF, headers=headers)


@lru_cache(PAPERS_KEPT)
def _paper(terms: Terms, file: str, kind: str) -> bytes:
    from pitboss.paper.printing import printed
    from pitboss.submission import Submission

    (pdf,) = printed(kind, Submission(terms.game, terms, file, ""), ".pdf")
    return pdf


@router.get("/games/{name}/law")
def law(request: Request, name: str, floor: OurFloor) -> Response:
    """Every clause and ruling of a game."""
    found = find(name)
    topics: dict[str, list[Clause]] = {}
    for clause in found.law.clauses.values():
        topics.setdefault(clause.topic, []).append(clause)
    return for_visitor(request, floor, "law.html", game=found, law=found.law, topics=topics)


@router.get("/practice")
def practice(request: Request, floor: OurFloor, spot: Annotated[str, Query(max_length=200)] = "") -> Response:
    """A hand to play again: choose first, then see what each choice is worth."""
    from pitboss.cards import notation
    from pitboss.solvers.spots import parse_spot

    found = parse_spot(spot)
    return for_visitor(
        request,
        floor,
        "practice.html",
        spot=found,
        table=next((live.name for live in floor.tables if live.rules.game is found.game), None),
        cards=notation(found.cards).split(),
        board=notation(found.board).split(),
        seen=notation(found.seen).split(),
    )


def _is_offered(advisor: Advisor, name: str) -> bool:
    wager = advisor.solver.apart.get(name, name)
    return wager not in advisor.game.wager or advisor.terms.offers(wager)


def _table_of(floor: Floor, game: Game) -> LiveTable:
    for live in floor.tables:
        if live.rules.game is game:
            return live
    raise PitbossError("no-table", f"there is no table of {game.title} on this floor")
