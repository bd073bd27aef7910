"""The application: the floor's pages and interface, behind the guard."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from anyio import to_thread
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from pitboss.errors import PitbossError
from pitboss.floor.archive import Archives
from pitboss.floor.floor import Floor
from pitboss.floor.people import NotAllowedError
from pitboss.floor.proving import Prover
from pitboss.journal.stores import KeyReusedError, UncertainError
from pitboss.web import api, audit_pages, auditing, coaching, library, pages, staff, table_api
from pitboss.web.guard import Guard, Rate, TooManyError
from pitboss.web.hub import Hub
from pitboss.web.sessions import Sessions

_log = logging.getLogger(__name__)
HERE = Path(__file__).parent
THREADS = 128
"""At work at once; most of them wait for the store, which writes for all of them together."""
TICK = 1.0
"""Seconds between looks at the clock."""
_STATUS: tuple[tuple[type[PitbossError], int], ...] = (
    (NotAllowedError, 403),
    (TooManyError, 429),
    (KeyReusedError, 409),
    (UncertainError, 503),
)
_STATUS_BY_CODE = {
    "no-table": 404,
    "no-session": 401,
    "too-large": 413,
    "no-round": 404,
    "no-seat": 404,
    "no-record": 404,
    "busy": 503,
}


def status_of(error: PitbossError) -> int:
    """The status that goes with an error."""
    known = next((status for kind, status in _STATUS if isinstance(error, kind)), None)
    return known or _STATUS_BY_CODE.get(error.code, 400)


def create_app(floor: Floor, *, per_second: float = 30, burst: float = 120, arrivals: float = 1) -> FastAPI:
    """The application for a floor; the limits are requests for each sender, and new players for each host."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = Hub(floor, Rate(per_second, burst))
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        clock = asyncio.create_task(_ticking(floor))
        yield
        app.state.hub.close()
        clock.cancel()
        with suppress(asyncio.CancelledError):
            await clock

    app = FastAPI(
        title="Pitboss",
        description="Regulated casino poker tables, conducted by the book.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.floor, app.state.sessions = floor, Sessions(floor)
    app.state.arrivals = Rate(arrivals, 30 * arrivals)
    app.state.archives, app.state.prover = Archives(floor.store), Prover(floor.store, floor.clock)
    app.add_middleware(Guard, rate=Rate(per_second, burst))
    for room in (api, table_api, coaching, staff, auditing, audit_pages, pages, library):
        app.include_router(room.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")

    made = app.openapi

    def openapi() -> dict[str, Any]:
        return app.openapi_schema or api.describe(made())

    app.openapi = openapi  # type: ignore[method-assign]

    def wrong(request: Request, error: PitbossError, status: int) -> Response:
        if request.url.path.startswith("/api"):
            return api.answer(error.as_dict(), status)
        return pages.wrong(error, status)

    @app.exception_handler(PitbossError)
    async def refused(request: Request, error: PitbossError) -> Response:
        return wrong(request, error, status_of(error))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return wrong(request, PitbossError("malformed", f"{where}: {first['msg']}"), 400)

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        return wrong(request, PitbossError("http", str(error.detail)), error.status_code)

    return app


async def _ticking(floor: Floor) -> None:
    while True:
        await asyncio.sleep(TICK)
        try:
            await run_in_threadpool(floor.tick)
        except Exception:
            _log.exception("the clock stumbled")
