"""The pages people open: the server fills a frame with what does not change, a script brings it to life."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from importlib import resources
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.floor.people import Person
from pitboss.games import games
from pitboss.games.terms import Terms
from pitboss.money import short_dollars
from pitboss.web.api import OurFloor, TableName, sessions_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
KEPT = 256
"""Drawings at hand: to draw takes longer than all else that is done for a page."""


@cache
def _templates() -> Environment:
    from pitboss.paper.card_faces import sprite
    from pitboss.paper.felt_words import sentence, typographic
    from pitboss.paper.html import pages_of

    pages = pages_of("pitboss.web")
    pages.globals |= {"static": _static, "sprite": Markup(sprite()), "cloths": _cloths}
    pages.filters |= {"dollars": short_dollars, "typographic": typographic, "sentence": sentence}
    return pages


@cache
def _static(name: str) -> str:
    """The address of a file, which changes when the file does."""
    data = resources.files("pitboss.web").joinpath("static", name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(data).hexdigest()[:10]}"


def _cloths() -> Markup:
    """The colours of every game's felt, for whatever on a page names the game."""
    felts = ((game.short, *game.layout.cloth) for game in games().values())
    return Markup(
        " ".join(f'[data-game="{name}"] {{ --felt: {lit}; --felt-deep: {dark}; }}' for name, lit, dark in felts)
    )


def page(template: str, status: int = 200, **values: Any) -> Response:
    """A page from its template."""
    return HTMLResponse(_templates().get_template(template).render(**values), status)


def wrong(error: PitbossError, status: int) -> Response:
    """The page that says what is wrong, and where to go."""
    return page("wrong.html", status, error=error)


def visitor(request: Request, floor: OurFloor) -> tuple[Person, bool]:
    """Who opens a page, and whether they came just now: a new player gets a name and a bankroll."""
    person = sessions_of(request).person(request)
    if person:
        return person, False
    request.app.state.arrivals.take(request.client.host if request.client else "")
    return floor.people.welcome(), True


def for_visitor(request: Request, floor: OurFloor, template: str, **values: Any) -> Response:
    """A page for whoever opens it, with a session from now on."""
    person, is_new = visitor(request, floor)
    answer = page(template, person=person, purse=floor.store.balance(person.purse), **values)
    if is_new:
        sessions_of(request).begin(answer, person, request.url.scheme == "https")
    return answer


@router.get("/favicon.ico")
def icon() -> Response:
    """For pages that name no icon of their own."""
    return RedirectResponse(_static("mark.svg"))


@router.get("/")
def lobby(request: Request, floor: OurFloor) -> Response:
    """All tables; sit down with one click."""
    drawings = {live.name: _miniature(live.rules.terms, frozenset(live.state.seats)) for live in floor.tables}
    listings = [floor.listing(live) for live in floor.tables]
    return for_visitor(request, floor, "lobby.html", listings=listings, drawings=drawings)


@router.get("/tables/{table}")
def table(request: Request, table: TableName, floor: OurFloor) -> Response:
    """The felt of a table."""
    live = floor.table(table)
    drawing = drawn(live.rules.terms)
    return for_visitor(request, floor, "table.html", listing=floor.listing(live), drawing=drawing)


@lru_cache(KEPT)
def drawn(terms: Terms) -> Markup:
    """The layout of a table."""
    from pitboss.paper.felt import felt
    from pitboss.paper.felt_drawing import draw

    return Markup(draw(felt(terms)))


@lru_cache(KEPT)
def _miniature(terms: Terms, taken: frozenset[int]) -> Markup:
    """A table seen from afar, with the seats that are taken."""
    from pitboss.paper.felt import felt
    from pitboss.paper.felt_miniature import miniature

    return Markup(miniature(felt(terms), taken))


@router.get("/display/{table}")
def wall(table: TableName, floor: OurFloor) -> Response:
    """What players read on the wall; it is for everybody and begins no session."""
    return page("display.html", table=floor.checked(table))


@router.get("/floor")
@router.get("/floor/{table}")
def console(request: Request, floor: OurFloor, table: str | None = None) -> Response:
    """The floor console."""
    person = sessions_of(request).staff(request)
    return page("floor.html", person=person, table=floor.table(table).name if table else None)


# --- staff -----------------------------------------------------------------------------------------------------------


@router.get("/staff/{token}")
def invitation(token: str) -> Response:
    """What a staff link shows; only the button uses it up, so that no preview does."""
    return page("staff.html", token=token)


@router.post("/staff")
async def accept(request: Request, floor: OurFloor) -> Response:
    """Begin a staff session."""
    form = parse_qs((await request.body()).decode("ascii", "replace"))
    person = await run_in_threadpool(floor.people.accept, form.get("token", [""])[0])
    answer = RedirectResponse("/floor", status_code=303)
    sessions_of(request).begin(answer, person, request.url.scheme == "https")
    return answer


@router.post("/leave")
def sign_out(request: Request) -> Response:
    """End the session of this browser."""
    answer = RedirectResponse("/", status_code=303)
    answer.delete_cookie("pitboss", path="/")
    return answer
