"""The application: the floor's pages and interface, behind the guard."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
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
from pitboss.floor.proving import Prover
from pitboss.web import (
    api,
    audit_api,
    audit_pages,
    dealer_api,
    device_api,
    game_pages,
    pages,
    school_api,
    staff_api,
    table_api,
)
from pitboss.web.device_api import DeviceHub
from pitboss.web.error_answers import status_of, told_of
from pitboss.web.guard import Guard, Rate
from pitboss.web.hub import Hub
from pitboss.web.openapi import describe
from pitboss.web.sessions import Sessions

_log = logging.getLogger(__name__)
_FAILED = "this went wrong in the software, and the log says where: see whether it was done before you try again"
HERE = Path(__file__).parent
THREADS = 128
"""At work at once; most of them wait for the store, which writes for all of them together."""
TICK = 1.0
"""Seconds between looks at the clock."""
LOOKS = 4
"""How many times as often one may look as act."""


def create_app(floor: Floor, *, per_second: float = 30, burst: float = 120, arrivals: float = 1) -> FastAPI:
    """The application for a floor; the limits are requests for each sender, and new players for each host."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = Hub(floor, Rate(per_second, burst))
        app.state.device_hub = DeviceHub(floor, Rate(per_second, burst))
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
    looks = Rate(LOOKS * per_second, LOOKS * burst)
    app.add_middleware(Guard, sessions=app.state.sessions, rate=Rate(per_second, burst), looks=looks)
    for room in (
        api,
        table_api,
        staff_api,
        dealer_api,
        device_api,
        school_api,
        audit_api,
        audit_pages,
        pages,
        game_pages,
    ):
        app.include_router(room.router)
    app.include_router(dealer_api.shown)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")

    made = app.openapi

    def openapi() -> dict[str, Any]:
        return app.openapi_schema or describe(made())

    app.openapi = openapi  # type: ignore[method-assign]

    def wrong(request: Request, error: PitbossError, status: int, headers: Mapping[str, str] | None = None) -> Response:
        is_program = request.url.path.startswith("/api")
        said = api.answer(error.as_dict(), status) if is_program else pages.wrong(error, status)
        said.headers.update(headers or {})
        return said

    @app.exception_handler(PitbossError)
    async def refused(request: Request, error: PitbossError) -> Response:
        return wrong(request, told_of(error), status_of(error))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return wrong(request, PitbossError("malformed", f"{where}: {first['msg']}"), 400)

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        return wrong(request, PitbossError("http", str(error.detail)), error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        return wrong(request, PitbossError("internal", _FAILED), 500)

    return app


async def _ticking(floor: Floor) -> None:
    while True:
        await asyncio.sleep(TICK)
        try:
            await run_in_threadpool(floor.tick)
        except Exception:
            _log.exception("the clock stumbled")
