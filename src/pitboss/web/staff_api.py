"""What staff ask for from the floor console: a table's steps, what a report would lead to, people, submissions."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends
from fastapi.requests import Request as HTTPRequest
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.floor import submission_form
from pitboss.floor.console import Desk
from pitboss.floor.dry_run import foresee
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.requests import Request, read_as
from pitboss.games import find, games
from pitboss.table.commands import Actor, PostSubmission, Role
from pitboss.table.decide import decide
from pitboss.table.rules import Refusal
from pitboss.table.table import practice_submission
from pitboss.web.api import OurFloor, Staff, TableName, answer
from pitboss.web.openapi import body_of, file_of

router = APIRouter(prefix="/api")


def desk_of(request: HTTPRequest, floor: OurFloor) -> Desk:
    """The desk of this floor, made when it is first looked at."""
    state = request.app.state
    if not hasattr(state, "desk"):
        state.desk = Desk(floor)
    desk: Desk = state.desk
    return desk


def supervisor_of(person: Staff) -> Person:
    """The floor supervisor who asks."""
    if not person.role.supervises:
        raise NotAllowedError("wrong-person", f"this is for the floor supervisor, not for the {person.role}")
    return person


OurDesk = Annotated[Desk, Depends(desk_of)]
Supervisor = Annotated[Person, Depends(supervisor_of)]


# --- tables ----------------------------------------------------------------------------------------------------------


@router.get("/floor", summary="All tables, as staff see them")
def overview(person: Staff, desk: OurDesk) -> Response:
    """Where each table stands, what to look at, and the totals of the shift."""
    return answer(desk.overview(person))


@router.get("/tables/{table}/desk", summary="A table's steps, for its staff")
def desk(table: TableName, person: Staff, floor: OurFloor, desk: OurDesk) -> Response:
    """The due step, all lawful ones, what is refused and why, what can be reported, the table's result."""
    return answer(desk.table(floor.table(table), person))


@router.post(
    "/tables/{table}/preview", summary="What a report or an order would lead to", openapi_extra=body_of(Request)
)
async def preview(request: HTTPRequest, table: TableName, person: Staff, floor: OurFloor) -> Response:
    """A dry run: nothing is written, and no face is told that nobody has seen."""
    asked = read_as(Request, await request.body())
    return answer(await run_in_threadpool(foresee, floor.table(table), person, asked))


class ByHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps that people take themselves."""

    steps: list[str]


@router.post("/tables/{table}/by-hand", summary="Leave steps to people", openapi_extra=body_of(ByHand))
async def by_hand(request: HTTPRequest, table: TableName, person: Supervisor, floor: OurFloor) -> Response:
    """These steps wait for a hand; all others are automatic again."""
    wanted = read_as(ByHand, await request.body())
    await run_in_threadpool(floor.run_by_hand, table, wanted.steps)
    settings = await run_in_threadpool(floor.settings, table)
    return answer({"by_hand": settings.by_hand})


# --- submissions -----------------------------------------------------------------------------------------------------


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submission that is being written: options by name, or the text of a file."""

    game: str = ""
    options: dict[str, Any] = {}
    toml: str = ""
    displayed: bool = False


def _read(draft: Draft, game: str = "") -> tuple[str, dict[str, Any]]:
    if draft.toml:
        found, options = submission_form.read(draft.toml)
        if game and found.name != game:
            raise PitbossError("another-game", f"this is a submission of {found.title}: set up another table for it")
        return found.name, options
    return game or find(draft.game).name, draft.options


@router.get("/tables/{table}/submission", summary="A table's submission and its versions")
def submission(table: TableName, person: Staff, floor: OurFloor, desk: OurDesk) -> Response:
    """Every option with its legal values and its clause; all submissions so far, the latest first."""
    live = floor.table(table)
    with live.lock:
        game, options, digest = live.rules.game, live.rules.terms.plain(), live.state.digest
    versions = [posted._asdict() for posted in desk.daybook(live).submissions()]
    return answer(
        {"game": game.name, "digest": digest, "options": submission_form.form(game, options), "versions": versions}
    )


@router.get(
    "/tables/{table}/submission.toml",
    summary="A table's submission as a file",
    response_class=Response,
    responses={200: file_of("application/toml")},
)
def export(table: TableName, person: Staff, floor: OurFloor) -> Response:
    """Reads back as the same submission."""
    rules = floor.table(table).rules
    named = {"content-disposition": f'attachment; filename="table-{table}.toml"'}
    return Response(
        submission_form.write(rules.game.name, rules.terms.plain()), media_type="application/toml", headers=named
    )


@router.post(
    "/tables/{table}/submission/check", summary="Check a change of the submission", openapi_extra=body_of(Draft)
)
async def check(request: HTTPRequest, table: TableName, person: Supervisor, floor: OurFloor) -> Response:
    """Problems by option, or what would change, what must be displayed first, and whether it may be posted now."""
    live, draft = floor.table(table), read_as(Draft, await request.body())
    state, rules = live.state, live.rules
    _, options = _read(draft, state.game)
    found, wrong = submission_form.check(rules.game, options)
    if found is None:
        return answer({"problems": wrong})
    post = PostSubmission(
        by=Actor(Role.FLOOR, person.name),
        at=live.now(),
        game=state.game,
        options=submission_form.plain(found),
        displayed=draft.displayed,
    )
    outcome = decide(rules, state, post)
    return answer(
        {
            "problems": [],
            "options": submission_form.plain(found),
            "digest": found.digest,
            "changes": submission_form.changes(rules.game, rules.terms.plain(), submission_form.plain(found)),
            "cautions": [{"message": message, "clause": clause} for message, clause in found.cautions()],
            "refusal": outcome.as_dict() if isinstance(outcome, Refusal) else None,
        }
    )


@router.get("/floor/games", summary="The games a table can be set up for")
def kinds(person: Staff) -> Response:
    """Each with its options and starting values."""
    return answer(
        [
            {
                "game": game.name,
                "short": game.short,
                "title": game.title,
                "options": submission_form.form(game, submission_form.plain(practice_submission(game.name))),
            }
            for game in games().values()
        ]
    )


@router.post("/floor/check", summary="Check a submission for a new table", openapi_extra=body_of(Draft))
async def check_new(request: HTTPRequest, person: Supervisor, floor: OurFloor) -> Response:
    """Problems by option, or the options as they would be posted."""
    name, options = _read(read_as(Draft, await request.body()))
    found, wrong = submission_form.check(find(name), options)
    if found is None:
        return answer({"problems": wrong})
    missing = [{"keys": ["approvals"], "message": str(need), "clause": need.clause}
               for need in found.missing_approvals(floor.clock())]  # fmt: skip
    return answer({"problems": missing, "game": name, "options": submission_form.plain(found), "digest": found.digest})


@router.post("/tables", status_code=201, summary="Set up a table", openapi_extra=body_of(Draft))
async def add_table(request: HTTPRequest, person: Supervisor, floor: OurFloor) -> Response:
    """From a game and its options, or from a submission's file; it opens at once.

    With real cards it opens under whoever sets it up: that person verifies the inspection of a deck.
    """
    name, options = _read(read_as(Draft, await request.body()))
    found, wrong = submission_form.check(find(name), options)
    if found is None:
        raise PitbossError("submission", wrong[0]["message"], wrong[0]["clause"])
    live = await run_in_threadpool(floor.add_table, found, (person.name,))
    return answer({"table": live.name}, 201)


# --- people ----------------------------------------------------------------------------------------------------------


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who is to work here."""

    role: Role
    name: str


@router.get("/staff", summary="Who works here")
def staff(person: Staff, floor: OurFloor) -> Response:
    """Everybody with a staff role."""
    return answer([{"id": one.id, "name": one.name, "role": one.role} for one in floor.people.all() if one.is_staff])


@router.post("/staff", status_code=201, summary="Invite somebody to work here", openapi_extra=body_of(Invited))
async def invite(request: HTTPRequest, person: Supervisor, floor: OurFloor) -> Response:
    """A link that works once; it is shown only now."""
    wanted = read_as(Invited, await request.body())
    token = await run_in_threadpool(floor.people.invite, wanted.role, wanted.name)
    return answer({"link": f"/staff/{token}"}, 201)


@router.post("/staff/{member}/end", summary="End somebody's sessions")
def end(member: str, person: Supervisor, floor: OurFloor) -> Response:
    """Signs a member of staff out everywhere."""
    found = floor.people.find(member)
    if found is None or not found.is_staff:
        raise PitbossError("no-person", "nobody of the staff has this number")
    floor.people.end_sessions(found)
    return answer({"name": found.name})
