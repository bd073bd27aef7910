"""The game at a table: rounds come out even whatever way they take, and all that is done or refused is cited."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import fields, replace

from pitboss.cards import DECK
from pitboss.conformance.data_laws import decisions
from pitboss.conformance.failing import must, must_equal
from pitboss.games import steps as s
from pitboss.games.common import (
    ANNOUNCED,
    ATTESTATIONS,
    AUTOMATED,
    AUTOMATED_SHOE,
    CARDS,
    COUNTED,
    DEALING,
    DEMANDED,
    HAND,
    MANUAL,
    MANUAL_SHOE,
    REAL,
    SHUFFLING,
    STAKES,
)
from pitboss.games.game import Game
from pitboss.games.hand import check_wagers
from pitboss.games.handling import Handling
from pitboss.games.terms import Terms
from pitboss.journal.journal import Journal
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.law import lookup
from pitboss.paper.felt import felt, lacking
from pitboss.playtest.random_players import Session
from pitboss.solvers.stakes import priced_stakes, stakes_of
from pitboss.table import commands as c
from pitboss.table.autodealer import STAFF, simulated_cards
from pitboss.table.clause_keys import known, needed
from pitboss.table.commands import Actor, Command, Observation, Role
from pitboss.table.decide import decide
from pitboss.table.duties import CLOSING, unattested
from pitboss.table.events import DutiesAttested, Event
from pitboss.table.rack_counts import wins
from pitboss.table.rules import Refusal
from pitboss.table.table import Table, practice_submission

METHODS: dict[str, dict[str, Any]] = {
    MANUAL_SHOE: {DEALING: MANUAL_SHOE, SHUFFLING: MANUAL},
    HAND: {DEALING: HAND, SHUFFLING: AUTOMATED},
    AUTOMATED_SHOE: {DEALING: AUTOMATED_SHOE, SHUFFLING: AUTOMATED},
}
"""One lawful combination for each way of dealing."""
DECKS: tuple[dict[str, Any], ...] = (
    {"decks": 1, "deck_backs": ["red"]},
    {"decks": 2, "deck_backs": ["red", "blue"], SHUFFLING: AUTOMATED},
)
PURSE = 10_000_00
MOST_STEPS = 1000

Path = tuple[tuple[str, int], ...]
"""What a player does at each decision: the action, and its wager in antes."""


def paths(game: Game, terms: Terms) -> Iterator[Path]:
    """Every way a player can go through the decisions of a round."""

    def onward(steps: list[s.Decide]) -> Iterator[Path]:
        for action in steps[0].actions:
            for times in action.multiples.at(terms) if action.wager else (0,):
                step = ((action.name, times),)
                ends = action.wager or action.name == "fold" or len(steps) == 1
                yield from (step + rest for rest in (((),) if ends else onward(steps[1:])))

    return onward(decisions(game))


def opening_wagers(terms: Terms) -> dict[str, int]:
    """The least of every opening wager that the table offers, the compulsory ones first."""
    game, compulsory = terms.game, stakes_of(terms.game, terms)
    every = priced_stakes(game, terms, compulsory)
    wagers = compulsory | {name: amount for name, amount in every.items() if terms.offers(name)}
    check_wagers(game, wagers, terms)
    return wagers


# --- what a register answers for -------------------------------------------------------------------------------------


def every_step_has_its_clauses(game: Game) -> None:
    """The register's `conduct` has every key the game needs and none that nothing asks for, each with its clauses."""
    conduct = game.law.conduct
    missing = sorted(set(needed(game)) - set(conduct))
    must(not missing, f"the register's conduct lacks {', '.join(missing)}")
    unknown = sorted(set(conduct) - set(known(game)))
    must(not unknown, f"nothing asks the register's conduct for {', '.join(unknown)}")
    for key in conduct:
        cited = [clause for method in METHODS for clause in game.law.cited(key, method)]
        must(cited, f"conduct {key} cites nothing")
        astray = [one for one in cited if one not in game.law.clauses and one not in game.law.rulings]
        must(not astray, f"conduct {key} cites {', '.join(astray)}, which are not in the register")


def layout_has_everything(game: Game) -> None:
    """The layout of a new submission's table."""
    lacks = [f"{lack.what} ({lack.clause})" for lack in lacking(felt(practice_submission(game.name).terms))]
    must(not lacks, f"the layout lacks {', '.join(lacks)}")


# --- rounds ----------------------------------------------------------------------------------------------------------


def rounds_come_out_even(game: Game) -> None:
    """Every path, from every kind of shoe or the hand, with one deck and with two."""
    for method in METHODS.values():
        for decks in DECKS:
            options = {**method, **decks}
            for path in paths(game, practice_submission(game.name, options).terms):
                round_comes_out_even(game, options, path)


def round_comes_out_even(game: Game, options: dict[str, Any], path: Path) -> None:
    """One round: Ann goes along the path, Bob takes the last thing he is offered."""
    happened: list[Event] = []
    table = Table(practice_submission(game.name, options), seed=1, record=lambda _, events: happened.extend(events))
    table.open()
    for position, name in enumerate(("Ann", "Bob"), 1):
        table.sit(name, PURSE, position)
        table.bet(name, position, **opening_wagers(table.rules.terms))
    _play(table, path)
    round_, books = table.round, table.state.books
    must(round_.over and not round_.void, f"the round is void, or does not end: {path}")
    for position in round_.positions:
        hand = round_.hands[position]
        open_ = [wager for wager in hand.wagers if not hand.settled(wager)]
        must(not open_, f"{', '.join(open_)} is not settled: {path}")
    racked = sorted(round_.faces(card for group in round_.discards for card in group.cards))
    must_equal(racked, list(DECK), "the cards in the discard rack")
    left = [account for account, amount in books.items() if account.startswith("wager:") and amount]
    must(not left and not sum(books.values()), f"the books do not come out even: {books}")
    for event in happened:
        _is_cited(game, event)


def _play(table: Table, path: Path) -> None:
    """To the end of the round; at each decision of Ann's exactly what the paths say is offered."""
    every, taken = list(paths(table.rules.game, table.rules.terms)), 0
    for _ in range(MOST_STEPS):
        table.run()
        move = table.due
        if table.state.playing is None:
            break
        must(move and move.player, "the table waits for nobody")
        assert move is not None
        if move.command is not c.Act:
            table.do(move.command, Actor(Role.PLAYER, move.player), **move.given, **_answer(table, move))
            continue
        moves = [one for one in table.legal(move.player) if one.command is c.Act]
        ante = table.round.hands[move.given["position"]].wagers["ante"]
        offered = [(str(one.given["action"]), one.given["amount"] // ante) for one in moves]
        chosen = moves[-1]
        if move.player == "Ann":
            wanted = {other[taken] for other in every if other[:taken] == path[:taken]}
            must_equal(set(offered), wanted, f"what is offered after {path[:taken]}")
            chosen = moves[offered.index(path[taken])]
            taken += 1
        table.do(c.Act, Actor(Role.PLAYER, move.player), **chosen.given)
    must_equal(taken, len(path), f"decisions that were asked for on the way {path}")


def _answer(table: Table, move: Any) -> dict[str, Any]:
    """What a player picks or lays low, where that is asked: the first cards, or the house way."""
    for step in table.rules.script:
        if move.command is c.Pick and isinstance(step, s.Pick):
            return {"places": tuple(range(1, step.count + 1))}
        if move.command is c.SetHand and isinstance(step, s.SetHand):
            cards = table.round.faces(table.round.hands[move.given["position"]].cards)
            return {"low": tuple(cards.index(card) + 1 for card in step.house_way(cards))}
    return {}


def rounds_with_mishaps_are_proved(game: Game) -> None:
    """Whatever goes wrong, the journal holds together and a second reading of it comes to the same."""
    for options in _ways_to_play(game):
        _mishaps_are_proved(game, options)


def _ways_to_play(game: Game) -> Iterator[dict[str, Any]]:
    """Dealt by the software, with real cards, and with real cards whose stakes are announced or counted."""
    yield {}
    if CARDS in game.option:
        yield {CARDS: REAL}
    if STAKES in game.option:
        yield from ({CARDS: REAL, STAKES: stakes} for stakes in (ANNOUNCED, COUNTED))


def _mishaps_are_proved(game: Game, options: dict[str, Any]) -> None:
    journal = Journal()
    reader = simulated_cards(1) if options else None
    table = Table.of(game.name, options, seed=1, record=journal.append, reader=reader)
    session = Session(table, players=4, seed=1, irregularities=0.5)
    for _ in range(60):
        session.play()
    if table.rules.counted:
        session.close()
        must(wins(table.rules, table.state).difference == 0, "the counts of the rack are not what the wagers moved")
    lines = [text for _, text in journal.lines()]
    verdict, second = verify(lines, journal.head), second_opinion(lines)
    must(verdict.fault is None, f"the journal does not hold: {verdict.fault}")
    must(not second.disagreement, f"the second verifier disagrees: {second.disagreement}")


def attested_rounds_go_on(game: Game) -> None:
    """Where attestations are demanded, a table opens, plays and closes, and each duty is attested at its moment."""
    if ATTESTATIONS not in game.option:
        return
    floor = STAFF[Role.FLOOR]
    for method in METHODS.values():
        happened: list[Event] = []
        options = {**method, ATTESTATIONS: DEMANDED}
        table = Table.of(game.name, options, seed=1, record=lambda _, events, said=happened: said.extend(events))
        session = Session(table, players=2, seed=1)
        for _ in range(5):
            session.play()
        if unattested(table.rules, table.state, CLOSING):
            must(c.CloseTable(by=floor, at=table.now()) not in table.legal(), "it closes before that is attested")
            table.do(c.Attest, floor, moment=CLOSING)
        table.do(c.CloseTable, floor)
        attested = {name for event in happened if isinstance(event, DutiesAttested) for name in event.duties}
        left = [duty.name for duty in table.rules.duties if not duty.after and duty.name not in attested]
        must(not left, f"nobody attests {', '.join(left)} with {options}")


# --- refusals --------------------------------------------------------------------------------------------------------

_VALUES: dict[str, tuple[Any, ...]] = {
    "amount": (0, 1, 10_00, -1),
    "position": (0, 1, 2, 9),
    "places": ((1, 2, 3), (), (1, 1, 2)),
    "low": ((4, 5), (1,)),
    "wagers": ((("ante", 1000),), ()),
    "order": (DECK,),
    "cards": (0, 23, 60),
    "counts": (((0, 5), (1, 5)),),
    "step": tuple(Handling),
    "deck": ("red", "green"),
    "floor": ((STAFF[Role.FLOOR].name,), ()),
    "action": ("check", "fold", "play", "raise", "dance"),
    "wager": ("ante", "play", "nothing", None),
    "options": ({}, {"positions": 99}),
    "game": ("no such game", ""),
    "face": (5_00, 0, None),
    "faces": ((), (0, 1, 2)),
    "why": ("abandoned", "breach", "whim"),
    "reason": ("", "because"),
    "approval": ("", "shift manager, 12"),
    "player": ("Ann", "Nobody"),
    "hands": (1, 3),
    "where": ("dealer", "player", "stub", "burn", "community", "elsewhere"),
    "device": ("shuffler", "toaster"),
    "status": ("present", "removed", "odd"),
    "seen": (True, False),
    "what": ("talked", "opener", "fill", "credit", "closer", "drop"),
    "total": (5_00, 0, -1),
    "second": ("Sam", "", STAFF[Role.FLOOR].name),
    "pieces": ((), ((5_00, 1),), ((1_00, 3),)),
    "again": (False, True),
    "moment": ("opening", "dealing", "closing", "lunch"),
    "duties": ((), ("cut",)),
    "salt": ("salt",),
    "stream": ("no such stream",),
}
_ACTORS = (
    Actor(Role.PLAYER, "Ann"),
    Actor(Role.PLAYER, "Nobody"),
    STAFF[Role.DEALER],
    STAFF[Role.FLOOR],
    Actor(Role.FLOOR, "Someone else"),
    STAFF[Role.DEVICE],
)


@cache
def every_command() -> tuple[Command, ...]:
    """Every kind of command by everyone, with values right and wrong in turn."""
    found: list[Command] = []
    for kind in vars(c).values():
        if isinstance(kind, type) and issubclass(kind, Command) and kind not in (Command, Observation):
            given = {f.name: _VALUES[f.name] for f in fields(kind) if f.name in _VALUES and f.default is not DECK}
            for turn, by in enumerate(_ACTORS * 2):
                arguments = {name: values[turn % len(values)] for name, values in given.items()}
                found.append(kind(by=by, at=1, **arguments))
    return tuple(found)


def every_refusal_is_cited(game: Game) -> None:
    """At every point of a round each command is carried out, or refused by a clause."""
    for method in METHODS.values():
        table = Table.of(game.name, method, seed=1)
        for position, name in enumerate(("Ann", "Bob"), 1):
            table.sit(name, PURSE, position)
            table.bet(name, position, **stakes_of(game, table.rules.terms))
        seen: set[tuple[object, int]] = set()
        for _ in range(MOST_STEPS):
            due = table.due
            key = (due.command if due else None, table.round.step if table.state.round else -1)
            if key not in seen:
                seen.add(key)
                _try_everything(table)
            if table.step():
                continue
            if table.state.playing is None:
                break
            assert due is not None
            table.do(due.command, Actor(Role.PLAYER, due.player), **due.given, **_answer(table, due))
        must(table.state.rounds, "no round is played")


def _try_everything(table: Table) -> None:
    for command in every_command():
        command = replace(command, at=table.state.at)
        answer = decide(table.rules, table.state, command)
        if not isinstance(answer, Refusal):
            for event in answer:
                _is_cited(table.rules.game, event)
            continue
        must(answer.code and answer.message, f"no sentence for {command}")
        own = answer.clause.startswith(f"{table.rules.game.prefix}-") or type(command) is c.PostSubmission
        must(own and lookup(answer.clause).id == answer.clause, f"{command} is refused by {answer.clause}")


def _is_cited(game: Game, event: Event) -> None:
    must(event.clauses, f"no clause for {event}")
    for clause in event.clauses:
        must(lookup(clause).id == clause and clause.startswith(f"{game.prefix}-"), f"{event} cites {clause}")


CHECKS = (
    every_step_has_its_clauses,
    layout_has_everything,
    rounds_come_out_even,
    rounds_with_mishaps_are_proved,
    attested_rounds_go_on,
    every_refusal_is_cited,
)
