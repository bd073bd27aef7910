"""The supervisor's desk: all tables at a glance, and one of them with its steps, its money and its cards."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from pitboss.floor.dry_run import ORDERS, blank
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.report_forms import fields_of, reports, sentence_case
from pitboss.floor.requests import BY_PLAYERS, CAPACITIES
from pitboss.floor.scenes import move_of
from pitboss.floor.shift_totals import Daybook, Shift, shift_of
from pitboss.floor.status import stands, warnings
from pitboss.floor.switches import switches
from pitboss.games.common import DEALING, SHUFFLING
from pitboss.law import Citation, Clause, lookup
from pitboss.ledger import METER, RACK
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.decide import work_through
from pitboss.table.legal import due
from pitboss.table.moves import Move
from pitboss.table.rack_counts import in_plain
from pitboss.table.rules import Refusal
from pitboss.table.saying import choice_words, sentence

RULINGS = (c.LetStand, c.Forfeit)
"""What the floor decides about a player's wagers; never taken by the autodealer."""
_REASON = "to see whether it may be done"
_NOBODY = {STAFF[Role.FLOOR].name: "automatic"}
_STAFF_ROLES = (Role.DEALER, Role.FLOOR, Role.DEVICE)


class Desk:
    """What staff see beyond a player's view; the daybooks are read on as the tables go on."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._lock = threading.Lock()
        self._daybooks: dict[str, Daybook] = {}

    def daybook(self, live: LiveTable) -> Daybook:
        """The daybook of a table."""
        with self._lock:
            if live.name not in self._daybooks:
                self._daybooks[live.name] = Daybook(self._floor.store, live)
            return self._daybooks[live.name]

    # --- all tables ---

    def overview(self, person: Person) -> dict[str, Any]:
        """Every table in a line, and the shift's totals."""
        now = self._floor.clock()
        shifts = [self.daybook(live).shift(now) for live in self._floor.tables]
        totals: dict[str, Any] = {
            "since": shift_of(now),
            "rounds": sum(shift.rounds for shift in shifts),
            "irregularities": sum(shift.irregularities for shift in shifts),
            "counts": sum(shift.counts for shift in shifts),
        }
        if _sees_books(person):
            totals |= {"drop": sum(s.drop for s in shifts), "win": sum(s.win for s in shifts)}
        return {"tables": [self._line(live) for live in self._floor.tables], "shift": totals}

    def _line(self, live: LiveTable) -> dict[str, Any]:
        with live.lock:
            state, rules, call = live.state, live.rules, self._floor.call(live)
            own = (c.Attest.__name__,) if live.table.dealer.leaves(c.Attest) else ()
            by_hand = (*self._floor.settings(live.name).by_hand, *own)
            called = self._floor.summoning.of(live.name) is not None
            flags = warnings(rules, state, len(call.ready) if call else 0, by_hand, called=called)
            flags += self._floor.attendant.warnings(live)
            return {
                "table": live.name,
                "game": rules.game.short,
                "title": rules.game.title,
                "open": state.open,
                "says": stands(rules, state),
                "real_cards": rules.real_cards,
                "seats": len(state.seats),
                "positions": rules.terms["positions"],
                "warnings": [{"kind": kind, "says": says} for kind, says in flags],
            }

    # --- one table ---

    def table(self, live: LiveTable, person: Person) -> dict[str, Any]:
        """A table with everything its staff work with."""
        with live.lock:
            state, rules, moves = live.state, live.rules, live.moves
            waits = due(rules, state)
            refused = list(_refused(live, person))
            offered = [m for m in moves if _is_offered(live, m) and m.command.__name__ not in _names(refused)]
            found: dict[str, Any] = {
                "table": live.name,
                "version": state.version,
                "game": rules.game.short,
                "title": rules.game.title,
                "real_cards": rules.real_cards,
                "house": rules.terms["operator"],
                "floor": [_NOBODY.get(name, name) for name in state.floor],
                "says": stands(rules, state),
                "due": self._due(live, person, waits, moves) if waits else None,
                "moves": _merged(live, person, offered),
                "refused": refused,
                "reports": reports(rules, state),
                "by_hand": self._floor.settings(live.name).by_hand,
                "steps": switches(rules),
                "equipment": _equipment(live),
                "enrolled": self._floor.attendant.lines(live),
                "metered": rules.metered is not None,
                "summons": self._floor.summoning.of(live.name),
            }
        found["result"] = self._result(live) if _sees_books(person) else None
        found["law"] = dict(_texts(_cited(found)))
        return found

    def _due(self, live: LiveTable, person: Person, move: Move, moves: Iterable[Move]) -> dict[str, Any]:
        offer = _offer(live, person, move)
        if move.command in RULINGS:
            player, rule = move.given["player"], move.given.get("rule")
            own = [m for m in moves if m.command in RULINGS and m.given["player"] == player]
            about = [m for m in own if m.given.get("rule") == rule and (rule or m.given.get("why") != "breach")]
            rulings = [_offer(live, person, m) for m in about]
            which = f"of {player}, of whom a breach was reported" if rule else f"that {player} left"
            says = f"Rule on the wagers {which}: they stand, or they are lost."
            return {**offer, "says": says, "left": True, "rulings": rulings, "answers": []}
        by_people = live.table.dealer.leaves(move.command, move.given) or move.command is c.CountRack
        left = by_people and move.role is not Role.PLAYER
        left |= live.rules.real_cards and move.role is not Role.FLOOR
        says = sentence(move, live.rules, live.state, moves)
        return {**offer, "says": says, "left": left, "rulings": [], "answers": _answers(live, person, move, moves)}

    def _result(self, live: LiveTable) -> dict[str, Any]:
        """What the table took in this shift, and what it holds."""
        now, books = self._floor.clock(), live.state.books
        shift = self.daybook(live).shift(now)
        return {
            "since": shift_of(now),
            "rounds": shift.rounds,
            "void": shift.void,
            "drop": shift.drop,
            "win": shift.win,
            "rack": books.get(RACK, 0),
            "meter": books.get(METER, 0),
            "expected": self._expected(live, shift),
            "announced": live.rules.announced,
            "inventory": in_plain(live.rules, live.state) if live.rules.real_cards else None,
        }

    def _expected(self, live: LiveTable, shift: Shift) -> int | None:
        """What best play would have left the house of the shift's wagers; None if one of them has no price."""
        digest = live.state.digest
        advisor = self._floor.prices.advisor(live.rules, digest)
        if advisor is None:
            return None
        figures, total = advisor.report.wagers, Fraction(0)
        for (posted, wager), stake in shift.staked.items():
            if not stake or (wager != "ante" and wager in advisor.solver.main):
                continue  # the main wagers are priced together, per ante
            price = figures.get("main" if wager == "ante" else wager)
            if posted != digest or price is None:
                return None
            total += price.edge * stake
        return round(total)


def _sees_books(person: Person) -> bool:
    return person.role.supervises or person.role is Role.AUDITOR


def _is_offered(live: LiveTable, move: Move) -> bool:
    """Whether staff may take this step: at a table with real cards they enter what players with a seat say and do."""
    entered = live.rules.real_cards and bool(move.player) and move.command in (*BY_PLAYERS, c.Handle)
    return move.role in _STAFF_ROLES or (entered and move.command is not c.PlaceBets)  # each wager is entered alone


def _answers(live: LiveTable, person: Person, move: Move, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """What a player may answer who is asked at a table with real cards, for whoever enters it."""
    if not live.rules.real_cards or move.command is not c.Act or move.role is not Role.PLAYER:
        return []
    at = move.given["position"]
    open_ = [m for m in moves if m.command is c.Act and m.role is move.role and m.given["position"] == at]
    return [{**_offer(live, person, m), "label": sentence_case(choice_words(m))} for m in open_]


def _may(live: LiveTable, person: Person, move: Move) -> bool:
    if live.rules.real_cards and move.role is Role.PLAYER:
        return Role.DEALER in CAPACITIES[person.role]
    return move.role in CAPACITIES[person.role] and move.player in ("", person.name)


def _offer(live: LiveTable, person: Person, move: Move) -> dict[str, Any]:
    return {
        **move_of(move),
        "says": sentence(move, live.rules, live.state),
        "fields": fields_of(move, live.rules, live.state, person),
        "may": _may(live, person, move),
        "tried": move.command in ORDERS,
    }


def _merged(live: LiveTable, person: Person, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """The steps that are open; those that differ only in whom they concern stand together."""
    found: dict[object, dict[str, Any]] = {}
    for move in sorted(moves, key=lambda move: (move.role is Role.FLOOR) != (person.role is Role.FLOOR)):
        offer = _offer(live, person, move)
        given = offer["given"]
        about = next((name for name in ("player", "deck") if move.role is Role.FLOOR and name in given), None)
        key = (
            offer["command"],
            about,
            given.get("why"),
            given.get("rule"),
            given.get("step"),
            move.player,
            None if about else str(given),
        )
        if key not in found:
            found[key] = {**offer, "about": about, "which": [given[about]] if about else []}
        elif about and given[about] not in found[key]["which"]:
            found[key]["which"].append(given[about])
    offers = sorted(found.values(), key=lambda offer: offer["role"] is Role.FLOOR)
    for offer in offers:
        if len(offer["which"]) > 1:
            offer["says"] = _SEVERAL[offer["command"]]
    return offers


_SEVERAL = {
    "Exclude": "Keep a player out of later rounds.",
    "Readmit": "Let a player in again who was kept out.",
    "Correct": "Put an error right with a player.",
    "Forfeit": "Rule that a player’s wagers are lost.",
    "LetStand": "Rule that a player’s wagers stand.",
    "FreeSeat": "Free the seat of a player who walked away.",
    "RemoveDeck": "Take a deck off the table.",
    "Handle": "Verify the inspection of a deck.",
}


# --- what is not lawful now ------------------------------------------------------------------------------------------


def _refused(live: LiveTable, person: Person) -> Iterator[dict[str, Any]]:
    """The orders a supervisor looks for that the rules refuse now, each by a dry run."""
    state, rules = blank(live.state), live.rules
    by, at = Actor(Role.FLOOR, person.name), live.now()
    player = next(iter((*state.seats.values(), *state.left)), "")
    orders: tuple[Command, ...] = (
        c.OrderRecut(by=by, at=at, reason=_REASON),
        c.OrderShuffle(by=by, at=at, reason=_REASON),
        c.PostSubmission(by=by, at=at, game=state.game, options=rules.terms.plain()),
        c.Correct(by=by, at=at, player=player, amount=1, reason=_REASON),
        c.GoIdle(by=by, at=at),
        c.CloseTable(by=by, at=at),
    )
    for order in orders:
        answer = work_through(rules, state, order)
        if isinstance(answer, Refusal):
            kind = type(order)
            yield {
                "command": kind.__name__,
                "says": _ORDERS[kind],
                "message": answer.message,
                "clause": answer.clause,
            }


_ORDERS: dict[type[Command], str] = {
    c.OrderRecut: "Recut",
    c.OrderShuffle: "Shuffle",
    c.PostSubmission: "Change of the submission",
    c.Correct: "Correction",
    c.GoIdle: "Idle",
    c.CloseTable: "Close",
}


def _names(refused: Iterable[dict[str, Any]]) -> set[str]:
    return {order["command"] for order in refused}


# --- cards and law ---------------------------------------------------------------------------------------------------


def _equipment(live: LiveTable) -> dict[str, Any]:
    state, rules = live.state, live.rules
    left = max(rules.stub_count_every - state.uncounted, 0)
    counts = rules.game.procedure.device_counts(rules.terms)
    return {
        "stub": None if counts else left,
        "stub_clauses": rules.cite("stub-count"),
        "shuffle": rules.terms[SHUFFLING],
        "shuffle_clauses": rules.cite("shuffle"),
        "dealt_from": rules.terms[DEALING],
        "dealt_clauses": rules.cite("load"),
    }


def _cited(found: dict[str, Any]) -> Iterator[Citation]:
    """Every clause a table's desk names."""
    yield from found["due"]["clauses"] if found["due"] else ()
    for move in found["moves"]:
        yield from move["clauses"]
    yield from (order["clause"] for order in found["refused"])


def _texts(clauses: Iterable[Citation]) -> Iterator[tuple[Citation, str]]:
    for clause in dict.fromkeys(clauses):
        entry = lookup(clause)
        yield clause, entry.text if isinstance(entry, Clause) else entry.decision
