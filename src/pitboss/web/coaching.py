"""The coach: what each choice is worth, exactly, and what mistakes have cost."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response

from pitboss.errors import PitbossError
from pitboss.web.api import Anyone, OurFloor, TableName, answer
from pitboss.web.described import NO_TABLE

router = APIRouter(prefix="/api")


@router.get("/tables/{table}/coach", summary="The value of each choice you have now")
def coach(table: TableName, person: Anyone, floor: OurFloor) -> Response:
    """Your turn with the exact expectation of each action in cents and antes, and your mistakes so far."""
    live = floor.table(table)
    log = floor.coach.follow(live, person)
    return answer(
        {
            "ready": floor.coach.is_ready(live),
            "asked": floor.coach.asked(live, person),
            "session": {**msgspec.to_builtins(log), "lost": float(Fraction(log.lost)), "exactly": log.lost},
        }
    )


@router.get("/advice", summary="The value of each choice at a spot", responses={404: NO_TABLE})
def advice(floor: OurFloor, spot: str = Query(max_length=200, examples=["uth flop AsKd 7h8h9c"])) -> Response:
    """The exact expectation of every legal action, in antes, at a spot such as `uth flop AsKd 7h8h9c`."""
    from pitboss.cards import notation
    from pitboss.solvers.spots import parse_spot

    found = parse_spot(spot)
    here = next((live for live in floor.tables if live.rules.game is found.game), None)
    if here is None:
        raise PitbossError("no-table", f"there is no table of {found.game.title} on this floor")
    advisor = floor.prices.advisor(here.rules, here.state.digest)
    if advisor is None:
        raise PitbossError("busy", f"{found.game.title} is being solved: ask again in a few seconds")
    advised = advisor.advise(found)
    return answer(
        {
            "spot": str(found),
            "choices": [
                {
                    "action": one.choice.action,
                    "low": notation(one.choice.low),
                    "ev": str(one.ev),
                    "value": float(one.ev),
                }
                for one in advised
            ],
        }
    )
