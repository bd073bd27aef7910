"""Duties that software cannot see: attested by people where the submission demands it, breaches by dealers reported."""

from __future__ import annotations

import random
from typing import Any

import pytest
from laws import anything, assert_money_is_kept, give, made, some_move
from tables import DEALER, FLOOR, GAMES, METHODS, NAMES, WAGERS, Scene, bare, dealt, player, scene

from pitboss.games.common import ATTESTATIONS, DEMANDED, WAIVED
from pitboss.journal.journal import Journal
from pitboss.journal.replay import replay
from pitboss.playtest.random_players import Session
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import CLOSING, DEALING, OPENING, unattested
from pitboss.table.moves import OneOf
from pitboss.table.rules import rules_of
from pitboss.table.table import Table
from support import case

ANN = player("Ann")
SHOE, HAND, AUTO = "manual-shoe", "hand", "automated-shoe"
DUTIES = [
    case("HL-1.13Z(a)", "hi-lo", SHOE, OPENING, "places", "HL-1.13Z(a)"),
    case("HL-1.13Z(d)-1", "hi-lo", HAND, OPENING, "boxes", "HL-1.13Z(d)-1"),
    case("HL-40.2(a)-s1c HL-40.2(a)-s1d", "hi-lo", AUTO, OPENING, "cards", "HL-40.2(a)-s1c HL-40.2(a)-s1d"),
    case("HL-1.19(b)-s1b", "hi-lo", SHOE, OPENING, "shoe", "HL-1.19(b)-s1b"),
    case("HL-1.19(b)-s1b", "hi-lo", AUTO, OPENING, "shoe", "HL-1.19(b)-s1b"),
    case("HL-40.4(c)1", "hi-lo", SHOE, DEALING, "cut", "HL-40.4(c)1"),
    case("HL-40.7(c)", "hi-lo", SHOE, DEALING, "shoe-hand", "HL-40.7(c)"),
    case(
        "HL-40.8(b)2 HL-40.8(b)2.i HL-40.8(b)4-1",
        *("hi-lo", HAND, DEALING, "holding-hand", "HL-40.8(b)2 HL-40.8(b)2.i HL-40.8(b)4-1"),
    ),
    case("HL-40.8(b)2.ii", "hi-lo", HAND, DEALING, "over-tray", "HL-40.8(b)2.ii"),
    case("HL-1.19(b)-s1c", "hi-lo", SHOE, CLOSING, "locked-away", "HL-1.19(b)-s1c"),
    case("HL-1.19(b)-s1c", "hi-lo", AUTO, CLOSING, "locked-away", "HL-1.19(b)-s1c"),
    case("PK-1.13Y(a)", "pik-it", SHOE, OPENING, "places", "PK-1.13Y(a)"),
    case("PK-1.13Y(e)", "pik-it", SHOE, OPENING, "boxes", "PK-1.13Y(e)"),
    case("PK-39.2(a)/4 PK-39.2(a)/5", "pik-it", HAND, OPENING, "cards", "PK-39.2(a)/4 PK-39.2(a)/5"),
    case("PK-39.7(a)/2", "pik-it", SHOE, OPENING, "shoe", "PK-39.7(a)/2"),
    case("PK-39.6(c)1", "pik-it", SHOE, DEALING, "cut", "PK-39.6(c)1"),
    case("PK-39.7(b)/2", "pik-it", SHOE, DEALING, "shoe-hand", "PK-39.7(b)/2"),
    case(
        "PK-39.8(b)2.i PK-39.8(b)3/2",
        *("pik-it", HAND, DEALING, "holding-hand", "PK-39.8(b)2.i PK-39.8(b)3/2"),
    ),
    case("PK-39.8(b)2.ii", "pik-it", HAND, DEALING, "over-tray", "PK-39.8(b)2.ii"),
    case("T5-2.C(1).1", "top-five", SHOE, OPENING, "boxes", "T5-2.C(1).1"),
    case("T5-2.C(2)", "top-five", HAND, OPENING, "rack", "T5-2.C(2)"),
    case("T5-3.A(1) T5-3.B(1)", "top-five", AUTO, OPENING, "cards", "T5-3.A(1) T5-3.B(1)"),
    case("T5-8.D(1).1 T5-8.D(1).2", "top-five", SHOE, DEALING, "shoe-hand", "T5-8.D(1).1 T5-8.D(1).2"),
    case("T5-9.A(2) T5-9.A(3)", "top-five", HAND, DEALING, "holding-hand", "T5-9.A(2) T5-9.A(3)"),
    case("T5-9.A(4)", "top-five", HAND, DEALING, "over-tray", "T5-9.A(4)"),
    case("UTH-4(c)(1)", "uth", SHOE, DEALING, "cut", "UTH-4(c)(1)"),
    case("UTH-7(c)", "uth", SHOE, DEALING, "shoe-hand", "UTH-7(c)"),
    case(
        "UTH-8(b)(2) UTH-8(b)(2)(i) UTH-8(b)(3).2",
        *("uth", HAND, DEALING, "holding-hand", "UTH-8(b)(2) UTH-8(b)(2)(i) UTH-8(b)(3).2"),
    ),
    case("UTH-8(b)(2)(ii)", "uth", HAND, DEALING, "over-tray", "UTH-8(b)(2)(ii)"),
    case(
        "UTH-9(d).2 UTH-R90",
        *("uth", AUTO, DEALING, "holding-hand", "UTH-8(b)(2) UTH-8(b)(2)(i) UTH-8(b)(3).2"),
    ),
    case("UTH-9(d).2 UTH-R90", "uth", AUTO, DEALING, "over-tray", "UTH-8(b)(2)(ii)"),
]
"""Game, method, moment, duty, and the clauses it stands for."""
BROKEN = ("cut", "shoe-hand", "holding-hand", "mood")
RULING = {"hi-lo": "HL-R65", "pik-it": "PK-R76", "top-five": "T5-R87", "uth": "UTH-R90"}


def opened(game: str, method: str = SHOE, **options: Any) -> Scene:
    """An open table that demands attestations; what the floor attests to open it is attested."""
    table = bare(game, (c.Attest,), **{**METHODS[method], ATTESTATIONS: DEMANDED, **options})
    if any(move.command is c.Attest for move in table.legal()):
        table.asks(c.Attest, FLOOR, moment=OPENING)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    return table


def played(game: str, method: str = SHOE, **options: Any) -> Scene:
    """A round, folded, in which nothing is left but to attest and to clear."""
    table = opened(game, method, **options)
    table.sit("Ann", 10_000_00, 1)
    table.bet("Ann", 1, **{wager: dollars * 100 for wager, dollars in WAGERS[game].items()})
    table.finish()
    return table


def at(moment: str, game: str, method: str) -> tuple[Scene, type[c.Command], c.Actor, dict[str, Any]]:
    """A table at a moment; what waits for the attestation, and who gives both commands."""
    if moment == OPENING:
        table = bare(game, **{**METHODS[method], ATTESTATIONS: DEMANDED})
        return table, c.OpenTable, FLOOR, {"floor": (FLOOR.name,)}
    if moment == CLOSING:
        return opened(game, method), c.CloseTable, FLOOR, {}
    return played(game, method), c.ClearTable, DEALER, {}


@pytest.mark.parametrize(("game", "method", "moment", "duty", "clauses"), DUTIES)
def test_a_table_does_not_go_on_before_each_duty_is_attested(
    game: str, method: str, moment: str, duty: str, clauses: str
) -> None:
    table, waits, by, given = at(moment, game, method)
    others = tuple(one.name for one in unattested(table.rules, table.state, moment) if one.name != duty)
    if others:
        table.asks(c.Attest, by, moment=moment, duties=others)
    assert waits not in {move.command for move in table.legal()}
    refused = table.refuses(waits, by, **given)
    assert (refused.code, refused.clause) == ("not-attested", clauses.split()[0])
    assert f"({duty}, {', '.join(clauses.split())})" in refused.message
    assert not any(f"({name}," in refused.message for name in others)
    (attested,) = table.asks(c.Attest, by, moment=moment)
    assert isinstance(attested, e.DutiesAttested)
    assert (attested.moment, attested.duties, attested.by, attested.name) == (moment, (duty,), by.role, by.name)
    assert attested.clauses == (*clauses.split(), RULING[game])
    assert table.refuses(c.Attest, by, moment=moment).code == "nothing-to-do"
    table.asks(waits, by, **given)


@pytest.mark.parametrize(
    ("game", "clause"), [case("HL-R65", "hi-lo", "HL-1.19(b)-s1b"), case("PK-R76", "pik-it", "PK-39.7(a)/2")]
)
def test_a_new_way_of_dealing_has_its_duties_of_opening_attested_at_the_open_table(game: str, clause: str) -> None:
    table = opened(game, "hand")
    table.sit("Ann", 10_000_00, 1)
    options = {**table.state.options, "dealing_method": SHOE}
    table.asks(c.PostSubmission, FLOOR, game=game, options=options, displayed=True)
    table.bet("Ann", 1, **{wager: dollars * 100 for wager, dollars in WAGERS[game].items()})
    assert table.due
    assert (table.due.command, table.due.given) == (c.Attest, {"moment": OPENING})
    refused = table.refuses(c.NoMoreBets, DEALER)
    assert (refused.code, refused.clause) == ("not-attested", clause)
    (attested,) = table.asks(c.Attest, FLOOR, moment=OPENING)
    assert isinstance(attested, e.DutiesAttested)
    assert attested.duties == ("shoe",)
    assert table.refuses(c.Attest, FLOOR, moment=OPENING).code == "nothing-to-do"
    table.run()
    assert table.state.rounds == 1


@pytest.mark.clause("HL-R65")
def test_what_a_new_way_of_dealing_asks_for_stays_due_when_the_submission_changes_again() -> None:
    table = opened("hi-lo", "hand")
    options = {**table.state.options, "dealing_method": SHOE}
    for more in ({}, {"idle_after_minutes": 7}):
        table.asks(c.PostSubmission, FLOOR, game="hi-lo", options={**options, **more}, displayed=True)
    assert table.state.attest_anew == ("shoe",)
    table.asks(c.Attest, FLOOR, moment=OPENING)
    table.asks(c.PostSubmission, FLOOR, game="hi-lo", options=options, displayed=True)
    assert not table.state.attest_anew


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.clause("UTH-R90", "HL-R65", "T5-R87", "PK-R76")
def test_what_is_waived_is_not_asked_and_not_attested(game: str, method: str) -> None:
    table = dealt(game, 1, **METHODS[method])
    table.finish()
    assert (table.state.rounds, table.state.playing) == (1, None)
    for by, moment in ((DEALER, DEALING), (FLOOR, CLOSING)):
        assert table.refuses(c.Attest, by, moment=moment).code == "waived"
    table.asks(c.CloseTable, FLOOR)
    assert not table.seen(e.DutiesAttested)


@pytest.mark.parametrize("game", GAMES)
def test_a_journal_from_before_the_option_waives(game: str) -> None:
    options = {key: value for key, value in scene(game).state.options.items() if key != ATTESTATIONS}
    rules = rules_of(game, "a digest from before", options)
    assert rules.terms[ATTESTATIONS] == WAIVED
    assert not rules.attests


@pytest.mark.clause("UTH-R90")
def test_the_attestation_is_due_before_the_table_is_cleared() -> None:
    table = played("uth")
    due = table.due
    assert due
    assert (due.command, due.role) == (c.Attest, "dealer")
    assert c.Attest(by=DEALER, at=table.now(), moment=DEALING) in table.legal()
    for some in (("cut",), ("shoe-hand", "cut")):
        assert c.Attest(by=DEALER, at=table.now(), moment=DEALING, duties=some) in table.legal()
    wrong: list[tuple[str, tuple[str, ...], str]] = [
        (DEALING, ("over-tray",), "no-such-duty"),
        (DEALING, ("cut", "cut"), "no-such-duty"),
        (CLOSING, (), "round-in-progress"),
        (OPENING, (), "not-now"),
        ("lunch", (), "no-such-moment"),
    ]
    for moment, duties, code in wrong:
        by = DEALER if moment == DEALING else FLOOR
        command = c.Attest(by=by, at=table.now(), moment=moment, duties=duties)
        assert table.refuses(c.Attest, by, moment=moment, duties=duties).code == code
        assert command not in table.legal()


def test_only_the_dealer_attests_the_dealing_and_only_the_floor_the_rest() -> None:
    table = played("hi-lo")
    for by in (FLOOR, ANN):
        assert table.refuses(c.Attest, by, moment=DEALING).code == "wrong-person"
    for moment in (OPENING, CLOSING):
        assert table.refuses(c.Attest, DEALER, moment=moment).code == "wrong-person"


def test_the_dealing_is_attested_when_it_is_done() -> None:
    table = opened("uth")
    assert table.refuses(c.Attest, DEALER, moment=DEALING).code == "no-round"
    table.sit("Ann", 10_000_00, 1)
    table.bet("Ann", 1, ante=1000, blind=1000)
    table.run()
    refused = table.refuses(c.Attest, DEALER, moment=DEALING)
    assert (refused.code, "due is" in refused.message) == ("out-of-order", True)


COUNTED = pytest.mark.parametrize(
    ("game", "method", "clauses"),
    [
        case("HL-40.7(f)-s2 HL-R65", "hi-lo", SHOE, ("HL-40.7(f)-s2",)),
        case("HL-40.8(e)-s2 HL-R65", "hi-lo", HAND, ("HL-40.7(f)-s2",)),
        case("HL-40.9(e)-s2 HL-R65", "hi-lo", AUTO, ("HL-40.7(f)-s2",)),
        case("PK-39.7(e)/2 PK-R76", "pik-it", SHOE, ("PK-39.7(e)/2",)),
        case("PK-39.8(e)/2 PK-R76", "pik-it", HAND, ("PK-39.7(e)/2",)),
        case("PK-39.9(e)/2 PK-R76", "pik-it", AUTO, ("PK-39.7(e)/2",)),
        case("T5-8.F(1) T5-R87", "top-five", SHOE, ("T5-8.F(1)", "T5-9.D(1)")),
        case("T5-9.D(1) T5-R87", "top-five", HAND, ("T5-8.F(1)", "T5-9.D(1)")),
        case("T5-R61 T5-R87", "top-five", AUTO, ("T5-8.F(1)", "T5-9.D(1)")),
        case("UTH-7(f).2 UTH-R90", "uth", SHOE, ("UTH-7(f).2",)),
        case("UTH-8(e).2 UTH-R90", "uth", HAND, ("UTH-7(f).2",)),
        case("UTH-9(e).2 UTH-R90", "uth", AUTO, ("UTH-7(f).2",)),
    ],
)


@COUNTED
def test_a_count_is_attested_where_one_was_made_however_the_cards_are_dealt(
    game: str, method: str, clauses: tuple[str, ...]
) -> None:
    table, breach = played(game, method), {"player": "dealer", "what": "in the hand", "rule": "stub-count"}
    for _ in range(5):
        counted = table.round.counted is not None
        asked = {duty.name for duty in unattested(table.rules, table.state, DEALING)}
        assert ("stub-count" in asked) is counted
        if counted:
            (attested,) = table.asks(c.Attest, DEALER, moment=DEALING)
            assert isinstance(attested, e.DutiesAttested)
            assert set(clauses) <= set(attested.clauses)
            (reported,) = table.asks(c.Breach, FLOOR, **breach)
            assert reported.clauses == (*clauses, RULING[game])
            return
        assert table.refuses(c.Breach, FLOOR, **breach).code == "no-such-rule"
        table.dealer.by_hand = frozenset()
        table.run()
        table.dealer.by_hand = frozenset((c.Attest,))
        table.bet_anew().finish()
    raise AssertionError("the stub is never counted")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-4(b)(1) UTH-R90", "uth", "UTH-4(c)(1)"),
        case("HL-40.4(b)1 HL-R65", "hi-lo", "HL-40.4(c)1"),
        case("PK-39.6(b)1 PK-R76", "pik-it", "PK-39.6(c)1"),
    ],
)
@pytest.mark.parametrize("method", [HAND, AUTO])
def test_no_cut_was_made_badly_where_none_is_made(game: str, clause: str, method: str) -> None:
    breach = {"player": "dealer", "what": "both hands", "rule": "cut"}
    by_device = dealt(game, 1, **{**METHODS[method], "shuffle_method": "automated"})
    assert by_device.refuses(c.Breach, FLOOR, **breach).code == "no-such-rule"
    uncut = scene(game, 1, by_hand=(c.Cut,)).until(c.Cut)
    assert uncut.refuses(c.Breach, FLOOR, **breach).code == "no-such-rule"
    (reported,) = dealt(game, 1).asks(c.Breach, FLOOR, **breach)
    assert reported.clauses[0] == clause


@pytest.mark.clause("UTH-8(b)(2)", "UTH-9(d).2", "UTH-R90")
def test_the_dealer_says_which_hand_takes_the_cards_out_of_the_shoe() -> None:
    table = scene("uth", 1, by_hand=(c.TakeOut,), **METHODS[AUTO]).until(c.TakeOut)
    assert table.refuses(c.TakeOut, DEALER, hand="both").code == "which-hand"
    (move,) = [move for move in table.legal() if move.command is c.TakeOut]
    assert move.open == {"hand": OneOf(("left", "right"))}
    (taken,) = table.asks(c.TakeOut, DEALER, hand="right")
    assert isinstance(taken, e.CardsTakenOut)
    assert taken.hand == "right"


@pytest.mark.clause("HL-R65", "PK-R76", "T5-R87", "UTH-R90")
@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_is_cleared_without(game: str) -> None:
    table = opened(game)
    table.sit("Ann", 10_000_00, 1)
    table.bet("Ann", 1, **{wager: dollars * 100 for wager, dollars in WAGERS[game].items()})
    table.run()
    table.asks(c.ForeignCard, DEALER)
    assert table.round.void
    table.finish()
    assert table.round.over
    assert not [event for event in table.seen(e.DutiesAttested) if event.moment == DEALING]


@pytest.mark.clause("HL-R65")
def test_what_was_attested_for_closing_lapses_with_the_next_call_and_with_another_submission() -> None:
    table = played("hi-lo")
    table.dealer.by_hand = frozenset()
    table.run()
    for lapse in ("call", "submission"):
        table.asks(c.Attest, FLOOR, moment=CLOSING)
        assert any(table.state.attested)
        if lapse == "call":
            table.bet_anew().finish()
        else:
            options = {**table.state.options, "idle_after_minutes": 5}
            table.asks(c.PostSubmission, FLOOR, game="hi-lo", options=options, displayed=True)
        assert not table.state.attested
        assert table.refuses(c.CloseTable, FLOOR).code == "not-attested"
    table.asks(c.Attest, FLOOR, moment=CLOSING)
    table.asks(c.CloseTable, FLOOR)
    assert table.refuses(c.OpenTable, FLOOR, floor=(FLOOR.name,)).code == "not-attested"


def test_the_autodealer_attests_what_it_deals_and_people_what_they_deal() -> None:
    table = Table.of("uth", {ATTESTATIONS: DEMANDED}, seed=1)
    assert not table.dealer.leaves(c.Attest)
    for by_hand in ((c.Attest,), (c.Deal,), (c.Cut,), (c.TakeOut,), (c.DealCommunity,), (c.CountStub,)):
        table.dealer.by_hand = frozenset(by_hand)
        assert table.dealer.leaves(c.Attest), by_hand
        if c.Attest not in by_hand:
            assert Table.of("hi-lo", {ATTESTATIONS: DEMANDED}, by_hand=by_hand).state.open
    table.dealer.by_hand = frozenset((c.Reveal,))
    assert not table.dealer.leaves(c.Attest)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_a_journal_with_attestations_replays_to_the_same_state(game: str, method: str) -> None:
    journal = Journal()
    options = {**METHODS[method], ATTESTATIONS: DEMANDED}
    table = Table.of(game, options, seed=3, record=journal.append)
    session = Session(table, players=3, seed=3, irregularities=0.4)
    for _ in range(12):
        session.play()
    assert replay(journal) == table.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", METHODS)
def test_what_is_listed_and_what_is_carried_out_agree(game: str, method: str) -> None:
    table, rng = opened(game, method), random.Random(f"{game} {method}")
    for position, name in enumerate(NAMES[:2], 1):
        table.sit(name, 2_000_00, position)
    table.bet_anew()
    for _ in range(150):
        at_ = table.now()
        if not table.step():
            give(table, made(some_move(table.legal(), rng), at_, rng), lawful=True)
        give(table, anything(rng.choice((c.Attest, c.Attest, c.ClearTable)), table.rules, at_, rng))
        if rng.random() < 0.05:
            give(table, c.Breach(by=DEALER, at=at_, player="dealer", what="slipped", rule=rng.choice(BROKEN)))
        assert_money_is_kept(table.state)
    assert table.seen(e.BetsClosed)


# --- a breach of the dealer's ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "duty", "clauses"),
    [
        pytest.param(*(value for value in row.values if value != DEALING), marks=row.marks, id=row.id)
        for row in DUTIES
        if DEALING in row.values
    ],
)
def test_a_breach_of_the_dealers_is_on_record_and_nothing_follows(
    game: str, method: str, duty: str, clauses: str
) -> None:
    for demanded in (WAIVED, DEMANDED):
        table = played(game, method) if demanded == DEMANDED else dealt(game, 1, **METHODS[method])
        books, hands = table.state.books, table.round.hands
        (reported,) = table.asks(c.Breach, FLOOR, player="dealer", what="seen by surveillance", rule=duty)
        assert isinstance(reported, e.BreachReported)
        assert (reported.player, reported.rule) == ("dealer", duty)
        assert reported.clauses == (*clauses.split(), RULING[game])
        assert (table.state.books, table.round.hands) == (books, hands)
        if demanded == DEMANDED:
            left = [one.name for one in unattested(table.rules, table.state, DEALING)]
            code = "no-such-duty" if left else "nothing-to-do"
            assert table.refuses(c.Attest, DEALER, moment=DEALING, duties=(duty,)).code == code
        table.dealer.by_hand = frozenset()
        table.finish()
        assert (table.round.over, table.round.void) == (True, "")
        assert duty not in {name for event in table.seen(e.DutiesAttested) for name in event.duties}


def test_a_breach_of_the_dealers_names_the_dealer_and_a_duty_in_force() -> None:
    table = dealt("uth", 1)
    for who, what, rule, code in (
        ("dealer", "both hands", "over-tray", "no-such-rule"),  # the cards come from a shoe
        ("dealer", "both hands", "", "no-such-rule"),
        ("dealer", "", "cut", "reason"),
        ("Ann", "both hands", "cut", "not-a-player"),
        ("Ann", "both hands", "over-tray", "no-such-rule"),
    ):
        assert table.refuses(c.Breach, DEALER, player=who, what=what, rule=rule).code == code, (who, rule)
    assert "dealer" in table.refuses(c.Breach, DEALER, player="Ann", what="x", rule="cut").message
    assert table.refuses(c.Forfeit, FLOOR, player="dealer", why="breach", reason="x").code != "reason"


def test_a_player_who_is_called_dealer_is_a_player() -> None:
    table = scene("uth", 1)
    table.sit("dealer", 1000_00, 2)
    table.run()
    (reported,) = table.asks(c.Breach, FLOOR, player="dealer", what="showed a card", rule="show")
    assert "UTH-10(a).1" in reported.clauses
    assert table.refuses(c.Breach, FLOOR, player="dealer", what="x", rule="mood").code == "no-such-rule"


def test_a_reported_breach_can_be_withdrawn_and_is_attested_then() -> None:
    table = played("uth")
    table.asks(c.Breach, FLOOR, player="dealer", what="both hands", rule="cut")
    table.asks(c.Withdraw, FLOOR, reason="it was another table")
    (attested,) = table.asks(c.Attest, DEALER, moment=DEALING)
    assert isinstance(attested, e.DutiesAttested)
    assert "cut" in attested.duties
