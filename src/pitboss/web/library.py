"""The game pages: rules, pay tables, figures, strategy, clauses and rulings."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.games import find, games
from pitboss.games.card import rule_card
from pitboss.games.game import Game
from pitboss.solve.advisor import Advisor
from pitboss.web.api import OurFloor
from pitboss.web.pages import for_visitor

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/games")
def all_games(request: Request, floor: OurFloor) -> Response:
    """Every game in a few lines."""
    tables = {live.rules.game.name: floor.listing(live) for live in reversed(floor.tables)}
    return for_visitor(request, floor, "games.html", games=list(games().values()), tables=tables)


@router.get("/games/{name}")
def game(request: Request, name: str, floor: OurFloor) -> Response:
    """The rules of a game as its table here plays it, with the exact figures."""
    from pitboss.paper.charts import grid
    from pitboss.paper.starting import starting_hands

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
    )


@router.get("/games/{name}/par")
def par(name: str, floor: OurFloor) -> Response:
    """The par sheet of the game's table here."""
    from pitboss.paper.page import as_html
    from pitboss.paper.par import par_sheet
    from pitboss.submission import Submission

    live = _table_of(floor, find(name))
    if floor.prices.advisor(live.rules, live.state.digest) is None:
        raise PitbossError("busy", "this game is being solved: open the page again in a few seconds")
    file = f"table-{live.name}.toml"
    return HTMLResponse(as_html(par_sheet(Submission(live.rules.game, live.rules.terms, file, ""))))


@router.get("/games/{name}/law")
def law(request: Request, name: str, floor: OurFloor) -> Response:
    """Every clause and ruling of a game."""
    found = find(name)
    clauses = found.law.clauses.values()
    topics = {topic: list(members) for topic, members in groupby(clauses, key=lambda clause: clause.topic)}
    return for_visitor(request, floor, "law.html", game=found, law=found.law, topics=topics)


@router.get("/practice")
def practice(request: Request, floor: OurFloor, spot: Annotated[str, Query(max_length=200)]) -> Response:
    """A hand to play again: choose first, then see what each choice is worth."""
    from pitboss.cards import notation
    from pitboss.solve.spots import parse_spot

    found = parse_spot(spot)
    return for_visitor(
        request,
        floor,
        "practice.html",
        spot=found,
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
