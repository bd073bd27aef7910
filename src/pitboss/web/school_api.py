"""The dealer's school for staff: the page, and what its script asks for."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends
from fastapi.requests import Request as HTTPRequest
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from pitboss.floor.classroom import Classroom
from pitboss.floor.requests import read_as
from pitboss.web.api import OurFloor, Staff, answer
from pitboss.web.openapi import NO_TABLE, body_of
from pitboss.web.pages import page
from pitboss.web.staff_api import Supervisor

router = APIRouter()


def classroom_of(request: HTTPRequest, floor: OurFloor) -> Classroom:
    """The classroom of this floor, made when somebody first comes to it."""
    state = request.app.state
    if not hasattr(state, "classroom"):
        state.classroom = Classroom(floor)
    classroom: Classroom = state.classroom
    return classroom


OurClassroom = Annotated[Classroom, Depends(classroom_of)]


@router.get("/school", include_in_schema=False)
def school(person: Staff) -> Response:
    """The page of the school."""
    return page("school.html", person=person)


@router.get("/api/school", summary="The dealer's school")
def hall(person: Staff, classroom: OurClassroom) -> Response:
    """The levels and tables to choose from, your lesson if you are at one, and your results so far."""
    return answer(classroom.hall(person))


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson somebody wants."""

    table: str
    level: int
    clock: float | None = None
    """Seconds for an answer; null for no clock."""
    simulated: bool = False
    """At a table with real cards: show some, instead of having the trainee deal them."""


@router.post(
    "/api/school/lessons",
    status_code=201,
    summary="Begin a lesson",
    openapi_extra=body_of(Choice),
    responses={404: NO_TABLE},
)
async def begin(request: HTTPRequest, person: Staff, classroom: OurClassroom) -> Response:
    """A lesson at a table of this floor, by its submission; one that was under way ends."""
    wanted = read_as(Choice, await request.body())
    begun = await run_in_threadpool(
        classroom.begin, person, wanted.table, wanted.level, wanted.clock, simulated=wanted.simulated
    )
    return answer(begun, 201)


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to one question of a lesson."""

    lesson: str
    number: int
    """The question, from 0: one that was answered before is not counted again."""
    text: str
    seconds: float | None = None


@router.post("/api/school/answers", summary="Answer a question", openapi_extra=body_of(Said))
async def said(request: HTTPRequest, person: Staff, classroom: OurClassroom) -> Response:
    """What the rules say to it, and the next question; what is no answer at all (400) changes nothing."""
    one = read_as(Said, await request.body())
    told = await run_in_threadpool(classroom.answer, person, one.lesson, one.number, one.text, one.seconds)
    return answer(told)


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson that somebody wants to end."""

    lesson: str


@router.post("/api/school/end", summary="End a lesson early", openapi_extra=body_of(Ended))
async def end(request: HTTPRequest, person: Staff, classroom: OurClassroom) -> Response:
    """What was answered counts, and the report is there."""
    wanted = read_as(Ended, await request.body())
    return answer(await run_in_threadpool(classroom.end, person, wanted.lesson))


@router.get("/api/school/progress", summary="Everybody's results")
def progress(person: Supervisor, classroom: OurClassroom) -> Response:
    """The lessons of all who train on this floor, the latest first."""
    return answer(classroom.progress())
