"""What the page of a table asks besides its scenes: rules, a hand in words, why a wager was paid, the coach."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response

from pitboss.cards import UNKNOWN, notation, parse
from pitboss.errors import PitbossError
from pitboss.floor.archive import Archive
from pitboss.floor.live import LiveTable
from pitboss.floor.people import NotAllowedError, Person
from pitboss.games import steps as s
from pitboss.games.game import Wager
from pitboss.games.settlement import Result
from pitboss.journal.disputes import dispute_sheet
from pitboss.law import Clause, lookup
from pitboss.paper.felt_words import inscribed, sentence
from pitboss.table.rules import Rules
from pitboss.table.state import Round
from pitboss.table.views import view
from pitboss.training.hand_reading import read, setting_of
from pitboss.web.api import Anyone, OurFloor, TableName, answer
from pitboss.web.audit_api import Past
from pitboss.web.openapi import NO_TABLE

router = APIRouter(prefix="/api")
MOST_CLAUSES = 20


# --- the rules in force ----------------------------------------------------------------------------------------------


@router.get("/tables/{table}/rules", summary="What a table is played by")
def rules(table: TableName, floor: OurFloor) -> Response:
    """The wagers with their conditions, the steps of a round, and how hands are set, where they are."""
    live = floor.table(table)
    in_force = live.rules
    setting = setting_of(in_force)
    return answer(
        {
            "game": in_force.game.short,
            "submission": live.state.digest,
            "wagers": [wager_of(in_force, w) for w in in_force.game.wagers if in_force.terms.offers(w.name)],
            "steps": [{"words": step.words(in_force.terms), "clauses": step.clauses} for step in in_force.script],
            "setting": {"high": setting.high, "low": setting.low} if setting else None,
        }
    )


def wager_of(rules: Rules, wager: Wager) -> dict[str, Any]:
    """A wager with what a page must know to place it."""
    bounds = wager.amounts(rules.terms)
    return {
        "name": wager.name,
        "label": sentence(inscribed(wager)),
        "required": wager.required,
        "equals": [wager.equals] if wager.equals else [],
        "needs": wager.needs,
        "least": bounds.least,
        "most": bounds.most if rules.limits(wager) or wager.fixed else None,
        "unit": bounds.unit,
        "after_deal": wager.after_deal,
        "clause": wager.clause,
    }


@router.get("/clauses", summary="Clauses and rulings in words")
def clauses(ids: Annotated[list[str], Query(alias="id", max_length=MOST_CLAUSES)]) -> Response:
    """What each clause says, or how a ruling reads it."""
    found = [(one, lookup(one)) for one in dict.fromkeys(ids)]
    said = [{"id": one, "text": law.text if isinstance(law, Clause) else law.decision} for one, law in found]
    return answer(said)


# --- a hand in words -------------------------------------------------------------------------------------------------


@router.get("/tables/{table}/reading", summary="Your hand in words")
def reading(
    table: TableName,
    person: Anyone,
    floor: OurFloor,
    position: int = Query(ge=1),
    low: Annotated[list[int] | None, Query(max_length=10)] = None,
) -> Response:
    """How the dealer would announce your cards, with the places `low` laid low, and how the house would set them."""
    live = floor.table(table)
    with live.lock:
        seen = view(live.rules, live.state, person.actor)
        hand = (seen["round"] or {"hands": {}})["hands"].get(position)
        round_ = live.state.round
    if hand is None or round_ is None or hand.get("player") != person.name:
        raise PitbossError("no-seat", f"you have no hand at position {position}")
    held = s.HeldCards(parse(hand["cards"]), (), round_.faces(round_.board), tuple(hand["wagers"]))
    if UNKNOWN in held.cards or not held.cards:
        return answer({"calls": [], "house_way": None, "refusal": None})
    found = read(live.rules, held, low or ())
    return answer(
        {
            "calls": [{"words": sentence(call.words), "cards": notation(call.cards)} for call in found.calls],
            "house_way": found.house_way or None,
            "refusal": found.refusal.as_dict() if found.refusal else None,
        }
    )


# --- why a wager came out as it did ----------------------------------------------------------------------------------


@router.get("/tables/{table}/why", summary="Why wagers were settled as they were")
def why(
    table: TableName,
    person: Anyone,
    floor: OurFloor,
    past: Past,
    number: int = Query(alias="round", ge=1),
    seat: int = Query(ge=1),
) -> Response:
    """Each settled wager of a hand with its facts and clauses; of others' hands once the round is over."""
    live = floor.table(table)
    with live.lock:
        current = live.state.round
        if current is not None and current.number == number:
            return answer(_of_this_round(live, current, person, seat))
    return answer(_of_the_record(past, number, seat))


def _of_this_round(live: LiveTable, round_: Round, person: Person, seat: int) -> dict[str, Any]:
    if seat not in round_.positions:
        raise _no_hand(round_.number, seat)
    hand = round_.hands[seat]
    if not round_.over and hand.player != person.name:
        raise NotAllowedError("not-yours", "another player's hand is explained when the round is over")
    return _sheet(round_.number, seat, map(_result, live.table.settlement(seat).results))


def _result(result: Result) -> dict[str, Any]:
    return {
        "wager": result.wager,
        "outcome": result.outcome,
        "stake": result.stake,
        "odds": str(result.odds) if result.odds else None,
        "paid": result.paid,
        "returned": result.returned,
        "clauses": result.clauses,
        "facts": result.facts,
    }


def _of_the_record(past: Archive, number: int, seat: int) -> dict[str, Any]:
    """A round that is over, from the journal."""
    played = past.played(number)
    if seat not in played.end.positions:
        raise _no_hand(number, seat)
    return _sheet(number, seat, dispute_sheet(played, seat)["settlement"])


def _sheet(number: int, seat: int, lines: Iterable[dict[str, Any]]) -> dict[str, Any]:
    kept = ("wager", "outcome", "stake", "odds", "paid", "returned", "clauses", "facts")
    return {"round": number, "seat": seat, "wagers": [{name: line[name] for name in kept} for line in lines]}


def _no_hand(number: int, seat: int) -> PitbossError:
    return PitbossError("no-round", f"there was no hand at position {seat} in round {number}")


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
