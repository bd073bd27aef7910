"""Whoever calls the library wrongly gets a sentence that says what to do, and nothing has happened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.journal.codec import decode
from pitboss.journal.journal import Journal, mend
from pitboss.journal.replay import replay
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.verify import verify
from pitboss.simulation.confidence import until_ahead
from pitboss.simulation.hold import hold
from pitboss.simulation.meter import meter
from pitboss.simulation.playing import Play
from pitboss.simulation.running import run
from pitboss.simulation.session import session
from pitboss.solvers.advisor import advisor_for
from pitboss.table import Actor, Role, decide, due, evolve, legal, view
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.rules import Refusal
from pitboss.table.state import State
from pitboss.table.table import Table, practice_submission

ANN, DEALER = Actor(Role.PLAYER, "Ann"), Actor(Role.DEALER, "Dee")
HAND: dict[str, Any] = {"player": "Ah Kh", "community": "Qh Jh Th 2c 3d", "dealer": "9c 9d"}
WAGERS = {"ante": 1000, "blind": 1000, "play": 4000}
face: Any = pitboss
"""The public functions, unseen by the type checker."""
Wrong = Callable[[Any], Any]
"""A wrong call, typed as nobody's checker would let it pass: of a table, where it is about one."""


def fresh() -> Table:
    """A table with a player and no round yet."""
    table = Table.of("uth", seed=1)
    table.sit("Ann", 500_00)
    return table


def asked() -> Table:
    """A table that waits for its player's decision."""
    table = fresh()
    table.bet("Ann", ante=1000, blind=1000)
    table.deal()
    return table


FUNCTIONS: dict[str, Wrong] = {
    "game, a number": lambda x: face.game(5),
    "game, nothing": lambda x: face.game(None),
    "game, unknown": lambda x: face.game("bridge"),
    "open, unknown game": lambda x: face.open_table("bridge"),
    "open, no name": lambda x: face.open_table(["uth"]),
    "open, options in a list": lambda x: face.open_table("uth", ["decks"]),
    "open, options as text": lambda x: face.open_table("uth", "decks"),
    "open, unknown option": lambda x: face.open_table("uth", {"colour": "red"}),
    "open, option by a number": lambda x: face.open_table("uth", {5: 1}),
    "open, option of another kind": lambda x: face.open_table("uth", {"decks": [1]}),
    "open, seed as text": lambda x: face.open_table("uth", seed="x"),
    "open, seed with a point": lambda x: face.open_table("uth", seed=1.5),
    "open, by hand by name": lambda x: face.open_table("uth", by_hand=["Deal"]),
    "open, by hand as text": lambda x: face.open_table("uth", by_hand="Deal"),
    "open, by hand another class": lambda x: face.open_table("uth", by_hand=[int]),
    "open, by hand one class": lambda x: face.open_table("uth", by_hand=c.Deal),
    "open, record is text": lambda x: face.open_table("uth", record="file"),
    "open, refused is a number": lambda x: face.open_table("uth", refused=1),
    "open, clock is a time": lambda x: face.open_table("uth", clock=1_767_225_600_000),
    "open, clock that tells text": lambda x: face.open_table("uth", clock=lambda: "noon"),
    "table of a name": lambda x: Table("uth"),  # type: ignore[arg-type]
    "table of nothing": lambda x: Table(None),  # type: ignore[arg-type]
    "resume a file name": lambda x: Table.resume("day.jsonl"),  # type: ignore[arg-type]
    "resume an empty state": lambda x: Table.resume(State()),
    "submission of a number": lambda x: practice_submission(5),  # type: ignore[arg-type]
    "submission of unknown": lambda x: practice_submission("bridge"),
    "submission with a list": lambda x: practice_submission("uth", [1]),  # type: ignore[arg-type]
    "settle, unknown game": lambda x: face.settle("bridge", wagers=WAGERS),
    "settle, no name": lambda x: face.settle(5, wagers=WAGERS),
    "settle, no cards": lambda x: face.settle("uth", wagers=WAGERS),
    "settle, cards as a number": lambda x: face.settle("uth", **{**HAND, "player": 5}, wagers=WAGERS),
    "settle, wagers as text": lambda x: face.settle("uth", **HAND, wagers="ante"),
    "settle, wagers in a list": lambda x: face.settle("uth", **HAND, wagers=[1000]),
    "settle, wager by a number": lambda x: face.settle("uth", **HAND, wagers={5: 1000}),
    "settle, no whole cents": lambda x: face.settle("uth", **HAND, wagers={**WAGERS, "ante": 10.5}),
    "settle, less than nothing": lambda x: face.settle("uth", **HAND, wagers={**WAGERS, "ante": -1000}),
    "settle, folded is text": lambda x: face.settle("uth", **HAND, wagers=WAGERS, folded="no"),
    "settle, options as text": lambda x: face.settle("uth", **HAND, wagers=WAGERS, options="A"),
    "settle, field of another game": lambda x: face.settle("uth", **HAND, wagers=WAGERS, low="2d 3d"),
    "settle, irregularity a number": lambda x: face.settle("uth", **HAND, wagers=WAGERS, irregularity=5),
    "advise, a number": lambda x: face.advise(5),
    "advise, nothing": lambda x: face.advise(""),
    "advise, no cards": lambda x: face.advise("uth flop"),
    "advise, no such cards": lambda x: face.advise("uth 1x 2y"),
    "advisor, unknown game": lambda x: face.solve("bridge"),
    "advisor, options in a list": lambda x: face.solve("uth", [1]),
    "advisor, stakes as a number": lambda x: face.solve("uth", stakes=10_00),
    "advisor, unknown stake": lambda x: face.solve("uth", stakes={"colour": 1000}),
    "advisor, stake by a number": lambda x: face.solve("uth", stakes={5: 1000}),
    "advisor, stake with a point": lambda x: face.solve("uth", stakes={"ante": 10.5}),
    "advisor, meter as text": lambda x: face.solve("uth", stakes={"ante": 1000}, meter="full"),
    "advisor, a number as strategy": lambda x: advisor_for("uth").strategy(5),  # type: ignore[arg-type]
    "advisor, unknown strategy": lambda x: advisor_for("uth").strategy("luck"),
    "advisor, unknown sight": lambda x: advisor_for("uth").sight("tea leaves"),
    "advisor, spot of a number": lambda x: advisor_for("uth").advise(5),  # type: ignore[arg-type]
    "advisor, spot of another game": lambda x: advisor_for("uth").advise("pik-it As Ks Qs Js Ts"),
    "play, not at a submission": lambda x: Play.at("uth", {"ante": 1000}),  # type: ignore[arg-type]
    "play, stakes as text": lambda x: Play.at(practice_submission("uth"), "ante"),  # type: ignore[arg-type]
    "play, unknown strategy": lambda x: Play.at(practice_submission("uth"), {"ante": 1000}, "luck"),
    "play, errors as text": lambda x: Play.at(practice_submission("uth"), {"ante": 1000}, errors="few"),  # type: ignore[arg-type]
    "play, too many players": lambda x: Play.at(practice_submission("uth"), {"ante": 1000}, players=99),
    "run, not a play": lambda x: run("uth", 100, 1),  # type: ignore[arg-type]
    "run, rounds as text": lambda x: run(play(), "100", 1),  # type: ignore[arg-type]
    "run, seed as text": lambda x: run(play(), 100, "x"),  # type: ignore[arg-type]
    "run, no rounds": lambda x: run(play(), 0, 1),
    "run, cores with a point": lambda x: run(play(), 100, 1, cores=1.5),  # type: ignore[arg-type]
    "run, no cores": lambda x: run(play(), 100, 1, cores=0),
    "session, of a game": lambda x: session("uth", 100),  # type: ignore[arg-type]
    "hold, of a game": lambda x: hold("uth", 100),  # type: ignore[arg-type, call-arg]
    "meter, of a game": lambda x: meter("uth", 100, 1, 1),  # type: ignore[arg-type]
    "confidence, of a game": lambda x: until_ahead("uth", 0.9),  # type: ignore[arg-type]
    "verify, a number": lambda x: verify(5),  # type: ignore[arg-type]
    "verify, head as a number": lambda x: verify([], head=5),  # type: ignore[arg-type]
    "verify, no such file": lambda x: verify("/no/such/file"),
    "verify, a folder": lambda x: verify("/"),
    "replay, a number": lambda x: replay(5),  # type: ignore[arg-type]
    "replay, lines": lambda x: replay(["{}"]),  # type: ignore[list-item]
    "replay, no such file": lambda x: replay("/no/such/file"),
    "decode, a number": lambda x: decode(5),  # type: ignore[arg-type]
    "decode, no record": lambda x: decode("{}"),
    "mend, a number": lambda x: mend(5),  # type: ignore[arg-type]
    "journal, a number": lambda x: Journal(5),  # type: ignore[arg-type]
    "journal, a folder": lambda x: Journal("/"),
    "journal, no such folder": lambda x: Journal("/no/such/folder/j.jsonl"),
    "journal, durable as text": lambda x: Journal(None, durable="yes"),  # type: ignore[arg-type]
    "append, no command": lambda x: Journal().append("deal", ()),  # type: ignore[arg-type]
    "append, no events": lambda x: Journal().append(c.Deal(by=DEALER, at=1), ("deal",)),  # type: ignore[arg-type]
    "append, no event list": lambda x: Journal().append(c.Deal(by=DEALER, at=1), None),  # type: ignore[arg-type]
}
"""Wrong calls of functions."""

BEFORE: dict[str, Wrong] = {
    "sit, name a number": lambda t: t.sit(5, 1000),
    "sit, nobody": lambda t: t.sit("", 1000),
    "sit, no whole cents": lambda t: t.sit("Bob", 10.5),
    "sit, less than nothing": lambda t: t.sit("Bob", -1000),
    "sit, for nothing": lambda t: t.sit("Bob", 0),
    "sit, money as text": lambda t: t.sit("Bob", "$10"),
    "sit, too much money": lambda t: t.sit("Bob", 10**30),
    "sit, no such position": lambda t: t.sit("Bob", 1000, 99),
    "sit, position as text": lambda t: t.sit("Bob", 1000, "2"),
    "sit, position true": lambda t: t.sit("Bob", 1000, True),
    "sit, twice": lambda t: t.sit("Ann", 1000),
    "bet, unknown player": lambda t: t.bet("Zoe", ante=1000, blind=1000),
    "bet, name a number": lambda t: t.bet(5, ante=1000),
    "bet, no wagers": lambda t: t.bet("Ann"),
    "bet, unknown wager": lambda t: t.bet("Ann", colour=1000),
    "bet, no whole cents": lambda t: t.bet("Ann", ante=10.5),
    "bet, less than nothing": lambda t: t.bet("Ann", ante=-1000),
    "bet, money as text": lambda t: t.bet("Ann", ante="10"),
    "bet, too much": lambda t: t.bet("Ann", ante=10**30),
    "bet, no such position": lambda t: t.bet("Ann", 99, ante=1000),
    "bet, position as text": lambda t: t.bet("Ann", "1", ante=1000),
    "act, before the deal": lambda t: t.act("Ann", "check"),
    "act, unknown player": lambda t: t.act("Zoe", "check"),
    "pick, before the deal": lambda t: t.pick("Ann", 1, 2, 3),
    "set, before the deal": lambda t: t.set("Ann", 1, 2),
    "hand, before the deal": lambda t: t.hand("Ann"),
    "round, before one": lambda t: t.round,
    "explain, before a round": lambda t: t.explain("Ann"),
    "settlement, before a round": lambda t: t.settlement(1),
    "view, of somebody unknown": lambda t: t.view("Zoe"),
    "view, of a number": lambda t: t.view(5),
    "chips, of somebody unknown": lambda t: t.chips("Zoe"),
    "chips, of a number": lambda t: t.chips(5),
    "legal, of somebody unknown": lambda t: t.legal("Zoe"),
    "legal, of a number": lambda t: t.legal(5),
    "open, again": lambda t: t.open(),
    "open, floor as text": lambda t: t.open("Flo"),
    "do, command by name": lambda t: t.do("Deal", DEALER),
    "do, a command already": lambda t: t.do(c.Deal(by=DEALER, at=1), DEALER),
    "do, another class": lambda t: t.do(int, DEALER),
    "do, kinds in common": lambda t: t.do(c.Command, DEALER),
    "do, actor as text": lambda t: t.do(c.Deal, "Dee"),
    "do, actor as a pair": lambda t: t.do(c.Deal, ("dealer", "Dee")),
    "do, actor of no role": lambda t: t.do(c.Deal, Actor("dealer", "Dee")),  # type: ignore[arg-type]
    "do, version as text": lambda t: t.do(c.GoIdle, DEALER, version="1"),
    "do, key as a number": lambda t: t.do(c.GoIdle, DEALER, key=5),
    "try, no command": lambda t: t.try_("deal"),
    "try, nothing": lambda t: t.try_(None),
    "try, actor as text": lambda t: t.try_(c.GoIdle(by="Dee", at=t.now())),  # type: ignore[arg-type]
    "try, time as text": lambda t: t.try_(c.GoIdle(by=DEALER, at="noon")),  # type: ignore[arg-type]
    "try, submission in a list": lambda t: t.do(c.PostSubmission, Actor(Role.FLOOR, "F"), game="uth", options=[1]),
    "try, submission of nothing": lambda t: t.do(c.PostSubmission, Actor(Role.FLOOR, "F"), game="uth", options={}),
    "try, submission by numbers": lambda t: t.do(c.PostSubmission, Actor(Role.FLOOR, "F"), game="uth", options={5: 5}),
}
"""Wrong calls at a table with a player and no round yet."""

PURE: dict[str, Wrong] = {
    "decide, a name for the rules": lambda t: decide("uth", t.state, c.Deal(by=DEALER, at=0)),  # type: ignore[arg-type]
    "decide, no state": lambda t: decide(t.rules, None, c.Deal(by=DEALER, at=0)),  # type: ignore[arg-type]
    "decide, a word": lambda t: decide(t.rules, t.state, "deal"),  # type: ignore[arg-type]
    "evolve, no state": lambda t: evolve(None, e.StackDelivered()),  # type: ignore[arg-type]
    "evolve, no event": lambda t: evolve(t.state, None),  # type: ignore[arg-type]
    "evolve, a command": lambda t: evolve(t.state, c.Deal(by=DEALER, at=0)),  # type: ignore[arg-type]
    "evolve, a time in words": lambda t: evolve(t.state, e.StackDelivered(), "now"),  # type: ignore[arg-type]
    "legal, turned round": lambda t: legal(t.state, t.rules),
    "legal, a time in words": lambda t: legal(t.rules, t.state, "now"),  # type: ignore[arg-type]
    "due, no rules": lambda t: due(None, t.state),  # type: ignore[arg-type]
    "due, a round": lambda t: due(t.rules, t.state.round),
    "view, a name": lambda t: view(t.rules, t.state, "Ann"),  # type: ignore[arg-type]
    "view, a role": lambda t: view(t.rules, t.state, Role.DEALER),  # type: ignore[arg-type]
    "view, no state": lambda t: view(t.rules, None),  # type: ignore[arg-type]
}
"""The pure functions, with the rules and the state of a table."""
DURING: dict[str, Wrong] = {
    "act, unknown action": lambda t: t.act("Ann", "raise"),
    "act, action a number": lambda t: t.act("Ann", 5),
    "act, several amounts": lambda t: t.act("Ann", "play"),
    "act, wrong amount": lambda t: t.act("Ann", "play", 5),
    "act, amount with a point": lambda t: t.act("Ann", "play", 40.0),
    "act, amount as text": lambda t: t.act("Ann", "play", "40"),
    "act, no such position": lambda t: t.act("Ann", "check", position=99),
    "act, the dealer's position": lambda t: t.act("Ann", "check", position=0),
    "act, unknown player": lambda t: t.act("Zoe", "check"),
    "pick, in another game": lambda t: t.pick("Ann", 1, 2, 3),
    "pick, places as text": lambda t: t.pick("Ann", "1", "2"),
    "set, in another game": lambda t: t.set("Ann", 1, 2),
    "hand, of somebody unknown": lambda t: t.hand("Zoe"),
    "explain, somebody unknown": lambda t: t.explain("Zoe"),
    "explain, a number": lambda t: t.explain(1),
    "settlement, no such position": lambda t: t.settlement(99),
    "settlement, the dealer": lambda t: t.settlement(0),
    "settlement, a name": lambda t: t.settlement("Ann"),
}
"""Wrong calls at a table that waits for its player's decision."""


def play() -> Play:
    return Play.at(practice_submission("top-five"), {"ante": 1000})


def wrongly(call: Wrong, table: Table | None) -> PitbossError | Refusal:
    """What comes of a wrong call: an error, or a refusal where that is what a call gives back."""
    try:
        answer = call(table)
    except PitbossError as error:
        return error
    assert isinstance(answer, Refusal), f"it was taken, and gave {answer!r:.200}"
    return answer


def is_a_sentence(said: PitbossError | Refusal) -> None:
    assert said.code
    assert len(said.message.split()) >= 3
    assert "object at 0x" not in said.message


@pytest.mark.parametrize("call", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_wrong_call_of_a_function_gets_a_sentence(call: Wrong) -> None:
    is_a_sentence(wrongly(call, None))


@pytest.mark.parametrize(
    ("table", "call"),
    [pytest.param(fresh, call, id=f"before: {name}") for name, call in BEFORE.items()]
    + [pytest.param(asked, call, id=f"during: {name}") for name, call in (DURING | PURE).items()],
)
def test_a_wrong_call_of_a_table_gets_a_sentence_and_changes_nothing(table: Callable[[], Table], call: Wrong) -> None:
    here = table()
    before = here.state
    said = wrongly(call, here)
    is_a_sentence(said)
    assert here.state.seats.keys() - before.seats.keys() == set()
    assert here.state == before


@pytest.mark.parametrize(
    "call",
    [
        lambda: Table.of("uth", colour="red"),
        lambda: fresh().sit("Bob"),  # type: ignore[call-arg]
        lambda: fresh().act("Ann"),  # type: ignore[call-arg]
        lambda: fresh().do(c.Sit, ANN),
        lambda: fresh().do(c.Sit, ANN, place=1),
        lambda: pitboss.game(),  # type: ignore[call-arg]
    ],
)
def test_arguments_that_are_missing_or_unknown_are_pythons_own_error(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        call()


def test_what_is_not_a_journal_is_named_by_both_verifiers(tmp_path: Path) -> None:
    (tmp_path / "j.jsonl").write_text("not a journal\n")
    for source in (tmp_path / "j.jsonl", ["not a journal"], [5]):
        assert not verify(source).ok  # type: ignore[arg-type]
        assert second_opinion(source).disagreement  # type: ignore[arg-type]


def test_names_of_commands_are_not_taken_for_the_commands() -> None:
    with pytest.raises(PitbossError, match=r"by_hand of Table cannot be \['Deal'\]: give several values, each a class"):
        Table.of("uth", by_hand=["Deal"])


def test_every_game_says_what_it_does_not_know() -> None:
    for short in ("uth", "hi-lo", "top-five", "pik-it"):
        with pytest.raises(PitbossError):
            pitboss.open_table(find(short).name, {"colour": 1})
