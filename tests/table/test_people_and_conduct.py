"""People: who stays, who answers for a hand, what a breach costs, and what the floor may rule."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, FLOOR, SIDE_BETS, WAGERS, Scene, arranged, dealt, player, scene

from pitboss.games.common import in_cents
from pitboss.money import dollars
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.views import AUDITOR
from support import case

ANN, BOB, CID = player("Ann"), player("Bob"), player("Cid")
START = 10_000_00


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "called", "clause"),
    [
        case("HL-40.6(h)-s2 HL-40.6(b)-s2", "hi-lo", "HL-40.6(b)-s2", "HL-40.6(h)-s2"),
        case("PK-39.3(d)/2 PK-39.3(a)/6", "pik-it", "PK-39.3(a)/6", "PK-39.3(d)/2"),
        case("T5-7.B(2) T5-7.D.3", "top-five", "T5-7.D.3", "T5-7.B(2)"),
        case("UTH-6(e).2 UTH-6(b).2", "uth", "UTH-6(b).2", "UTH-6(e).2"),
    ],
)
def test_a_player_who_was_dealt_cards_stays_until_the_round_is_over(game: str, called: str, clause: str) -> None:
    table = scene(game, 2, by_hand=(c.Deal, c.ClearTable)).until(c.Deal)
    refusal = table.refuses(c.Leave, ANN)
    assert (refusal.code, refusal.clause) == ("in-round", called)
    table.dealer.by_hand = frozenset((c.ClearTable,))
    table.run()
    refusal = table.refuses(c.Leave, ANN)
    assert (refusal.code, refusal.clause) == ("in-round", clause)
    table.dealer.by_hand = frozenset()
    first = table.turn
    if game == "uth":
        table.answer(others="check")
        table.answer(others="check")
    table.act(first, "fold")
    assert table.refuses(c.Leave, player(first)).clause == clause
    table.finish()
    table.asks(c.Leave, ANN)
    assert 1 not in table.state.seats
    assert "player:Ann" not in table.state.books


def test_a_player_takes_the_wagers_back_before_leaving() -> None:
    table = scene("hi-lo", 1)
    assert table.refuses(c.Leave, ANN).code == "wagers-down"
    table.bet("Ann", ante=0)
    table.asks(c.Leave, ANN)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-R42", "hi-lo", "HL-R42"),
        case("PK-39.3(d)/2 PK-R54", "pik-it", "PK-R54"),
        case("T5-7.B(2)", "top-five", "T5-7.B(2)"),
        case("UTH-6(e).2 UTH-R30", "uth", "UTH-R30"),
    ],
)
def test_walking_off_is_recorded_and_the_seat_stays_taken(game: str, clause: str) -> None:
    table = dealt(game, 2)
    (gone,) = table.asks(c.Departed, FLOOR, player="Ann")
    assert isinstance(gone, e.PlayerDeparted)
    assert gone.clauses[0] == clause
    assert table.hand("Ann").departed
    assert table.refuses(c.Sit, CID, position=1).code == "taken"
    assert not table.round.void


def test_somebody_without_a_seat_cannot_walk_away_and_nobody_does_so_twice() -> None:
    table = dealt("uth", 2)
    assert table.refuses(c.Departed, FLOOR, player="Zoe").code == "not-seated"
    table.asks(c.Departed, FLOOR, player="Ann")
    assert table.refuses(c.Departed, FLOOR, player="Ann").code == "no-change"


@pytest.mark.clause("HL-R60", "PK-R71", "T5-R83", "UTH-R84")
@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("reported", [True, False])
def test_a_player_who_is_back_before_the_turn_plays_on(game: str, reported: bool) -> None:
    table = dealt(game, 1)
    table.asks(c.Departed, FLOOR, player="Ann")
    if reported:
        (back,) = table.asks(c.Returned, DEALER, player="Ann")
        assert isinstance(back, e.PlayerReturned)
        assert table.refuses(c.Returned, DEALER, player="Ann").code == "no-change"
    table.act("Ann", "fold" if game != "uth" else "check")
    assert not table.round.hands[1].departed
    assert table.state.away == ()
    assert len(table.seen(e.PlayerReturned)) == 1


@pytest.mark.clause("HL-R42", "PK-R54", "T5-7.B(2)", "UTH-R30")
@pytest.mark.parametrize("game", WAGERS)
def test_the_seat_of_a_player_who_leaves_between_rounds_is_freed_and_what_lies_there_goes_along(game: str) -> None:
    table = scene(game, 2)
    before = table.chips("Ann") + table.staked("Ann")
    table.asks(c.Departed, FLOOR, player="Ann")
    table.asks(c.FreeSeat, FLOOR, player="Ann")
    assert (table.state.seat_of("Ann"), table.state.books["held:Ann"]) == (None, before)


# --- one's own hand --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("PK-39.3(f)/1", "pik-it", "PK-39.3(f)/1"),
        case("T5-11.A(2) T5-R34", "top-five", "T5-11.A(2)"),
        case("UTH-R6", "uth", "UTH-R6"),
        case("HL-40.6(h)-s1", "hi-lo", "HL-40.6(h)-s1"),
    ],
)
def test_nobody_but_its_player_answers_for_a_hand(game: str, clause: str) -> None:
    by_hand = (c.LayDown,) if game == "top-five" else ()
    table = dealt(game, {1: WAGERS[game], 3: SIDE_BETS[game]}, by_hand=by_hand)
    attempts: list[tuple[type[c.Command], dict[str, object]]] = [
        (c.Act, {"position": 3, "action": "fold"}),
        (c.Pick, {"position": 3, "places": (1, 2, 3)}),
        (c.LayDown, {"position": 3}),
        (c.SetHand, {"position": 3, "low": (1, 2)}),
    ]
    for kind, given in attempts:
        refusal = table.refuses(kind, ANN, **given)
        assert (refusal.code, refusal.clause) == ("not-yours", clause)
        assert table.turned_down[-1] == refusal
        assert table.refuses(kind, DEALER, **given).code == "wrong-person"
        unreasoned = table.refuses(kind, FLOOR, **given)
        assert (unreasoned.code, unreasoned.clause) == ("reason", table.rules.cite("stand-in")[0])


# --- the floor stands in ---------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R30")
def test_in_hold_em_the_floor_checks_and_at_last_folds_for_a_player_who_left() -> None:
    table = dealt("uth", {1: SIDE_BETS["uth"]}, cards=arranged({1: "As Ad"}, "2c 3d", "Ah 7c 8d Js 4h"))
    table.asks(c.Departed, FLOOR, player="Ann")
    for action in ("check", "check", "fold"):
        away = {"position": 1, "reason": "left the table"}
        assert table.refuses(c.Act, FLOOR, action="play", amount=in_cents(40), **away).code in ("stand-in", "action")
        table.asks(c.Act, FLOOR, action=action, **away)
        table.run()
    assert [line.outcome for line in table.hand("Ann").lines] == ["forfeit", "forfeit", "win"]
    assert table.chips("Ann") == START - in_cents(20) + in_cents(15), "winnings wait for the player"


@pytest.mark.clause("HL-R42", "HL-R53")
def test_in_hi_lo_the_floor_folds_or_sets_the_hand_the_house_way() -> None:
    cards = arranged({1: "As Kd 7c 4d 2s", 2: "Ah Qd 8c 3d 2h"}, "2c 3c 4s 5h 9h")
    table = dealt("hi-lo", {1: {"ante": 10}, 2: SIDE_BETS["hi-lo"]}, cards=cards)
    table.act("Ann", "play")
    for name in ("Ann", "Bob"):
        table.asks(c.Departed, FLOOR, player=name)
    played = table.refuses(c.Act, FLOOR, position=2, action="play", amount=in_cents(10), reason="left")
    assert (played.code, played.clause) == ("stand-in", "HL-R42")
    table.asks(c.Act, FLOOR, position=2, action="fold", reason="left the table")
    named = table.refuses(c.SetHand, FLOOR, position=1, low=(4, 5), reason="left the table")
    assert (named.code, named.clause) == ("house-way", "HL-R53")
    assert table.refuses(c.SetHand, FLOOR, position=1, low=()).code == "reason"
    (laid,) = table.asks(c.SetHand, FLOOR, position=1, low=(), reason="left the table")
    assert isinstance(laid, e.HandSet)
    assert (table.round.shown(laid.low), laid.reason) == ("4d 2s", "left the table")
    assert "HL-R53" in laid.clauses
    table.finish()
    assert [line.wager for line in table.hand("Bob").lines] == ["ante", "tie", "poker_bonus"]


@pytest.mark.clause("PK-R54", "PK-R55", "PK-39.3(f)/1")
def test_in_pik_it_the_floor_picks_the_first_three_and_folds() -> None:
    table = dealt("pik-it", {1: SIDE_BETS["pik-it"]})
    table.asks(c.Departed, FLOOR, player="Ann")
    chosen = table.refuses(c.Pick, FLOOR, position=1, places=(1, 3, 5), reason="left")
    assert (chosen.code, chosen.clause) == ("stand-in", "PK-R54")
    table.asks(c.Pick, FLOOR, position=1, places=(1, 2, 3), reason="left the table")
    table.run()
    for action in ("play_3", "play_5"):
        played = table.refuses(c.Act, FLOOR, position=1, action=action, amount=in_cents(10), reason="left")
        assert (played.code, played.clause) == ("stand-in", "PK-R54")
    table.asks(c.Act, FLOOR, position=1, action="fold", reason="left the table")
    assert {line.wager for line in table.hand("Ann").lines} == {"three_card_bonus", "five_card_bonus", "ante"}
    assert [event.reason for event in table.seen(e.Decided)] == ["left the table"]


@pytest.mark.clause("T5-R36", "T5-R35")
def test_in_top_five_the_floor_declares_a_player_ready_and_folds_one_who_gives_no_answer() -> None:
    table = dealt("top-five", {1: SIDE_BETS["top-five"]}, by_hand=(c.LayDown,))
    early = table.refuses(c.LayDown, FLOOR, position=1, reason="no answer")
    assert (early.code, early.clause) == ("not-called", "T5-R84")
    table.asks(c.NoAnswer, DEALER, position=1)
    table.asks(c.LayDown, FLOOR, position=1, reason="no answer")
    assert table.refuses(c.Act, FLOOR, position=1, action="fold", reason="no answer").code == "not-called"
    table.asks(c.NoAnswer, DEALER, position=1)
    played = table.refuses(c.Act, FLOOR, position=1, action="play", amount=in_cents(10), reason="no answer")
    assert (played.code, played.clause) == ("stand-in", "T5-R36")
    table.asks(c.Act, FLOOR, position=1, action="fold", reason="no answer")
    assert table.refuses(c.Act, ANN, position=1, action="play", amount=in_cents(10)).clause == "T5-R36"
    table.finish()
    assert {line.wager for line in table.hand("Ann").lines} == {"ante", "top_five_bonus", "poker_bonus"}


# --- Top Five: abandoned, stands, breach -----------------------------------------------------------------------------

DEALER_LOW = "2c 3c 4c 5c 6c 7c 8c"


def left_behind(*, played: bool) -> Scene:
    """Ann, who holds three tens with an ante and a Poker Bonus, has walked away; Bob is still there."""
    cards = arranged({1: "Tc Td Th 2h 3h 4h 5h", 2: "9c 9d 9h 8d 8h 7d 7h"}, DEALER_LOW)
    table = dealt("top-five", {1: {"ante": 10, "poker_bonus": 5}, 2: WAGERS["top-five"]}, cards=cards)
    if played:
        table.act("Ann", "play")
    table.asks(c.Departed, DEALER, player="Ann")
    return table


@pytest.mark.clause("T5-7.B(3)", "T5-R33")
@pytest.mark.parametrize("played", [True, False])
def test_without_a_ruling_nothing_is_done_with_the_hand_of_a_player_who_left(played: bool) -> None:
    table = left_behind(played=played)
    if played:
        table.act("Bob", "fold")
        refusals = [table.refuses(c.Show, DEALER, position=1)]
    else:
        refusals = [
            table.refuses(c.Act, FLOOR, position=1, action="fold", reason="gone"),
        ]
    assert {(refusal.code, refusal.clause) for refusal in refusals} == {("ruling-due", "T5-7.B(3)")}
    table.run()
    assert table.due is not None
    assert (table.due.command, table.due.role) == (c.LetStand, Role.FLOOR)
    table.asks(c.Forfeit, FLOOR, player="Ann", why="abandoned", reason="walked away")
    again = table.refuses(c.LetStand, FLOOR, player="Ann", reason="after all")
    assert (again.code, again.clause) == ("not-departed", "T5-7.B(3)")
    table.finish()


@pytest.mark.clause("T5-7.B(3)", "T5-R33")
@pytest.mark.parametrize(("played", "lost"), [(True, 25), (False, 15)])
def test_abandoned_wagers_are_lost(played: bool, lost: int) -> None:
    table = left_behind(played=played)
    rack = table.state.books["rack"]
    for by in (DEALER, BOB):
        assert table.refuses(c.Forfeit, by, player="Ann", why="abandoned", reason="gone").code == "wrong-person"
    assert table.refuses(c.Forfeit, FLOOR, player="Ann", why="abandoned", reason=" ").code == "reason"
    assert table.refuses(c.Forfeit, FLOOR, player="Bob", why="abandoned", reason="gone").code == "not-departed"
    table.asks(c.Forfeit, FLOOR, player="Ann", why="abandoned", reason="walked away")
    assert table.seen(e.WagersForfeited)[0].reason == "walked away"
    assert table.state.books["rack"] - rack == in_cents(lost)
    table.finish()
    assert table.chips("Ann") == START - in_cents(lost)
    assert {line.outcome for line in table.hand("Ann").lines} == {"forfeit"}


@pytest.mark.clause("T5-7.B(3)", "T5-R33")
@pytest.mark.parametrize(("played", "won"), [(True, 10 + 35), (False, -10 + 35)])
def test_wagers_that_stand_are_settled_on_the_cards(played: bool, won: int) -> None:
    """Three tens: the Poker Bonus pays 35; against a dealer who does not qualify play pays 10 and the ante pushes."""
    table = left_behind(played=played)
    for by in (DEALER, BOB):
        assert table.refuses(c.LetStand, by, player="Ann", reason="came back").code == "wrong-person"
    assert table.refuses(c.LetStand, FLOOR, player="Ann", reason="").code == "reason"
    assert table.refuses(c.LetStand, FLOOR, player="Bob", reason="gone").code == "not-departed"
    table.asks(c.LetStand, FLOOR, player="Ann", reason="taken ill")
    assert table.seen(e.WagersStand)[0].clauses == ("T5-7.B(3)", "T5-R33")
    assert [line.wager for line in table.hand("Ann").lines] == ([] if played else ["ante"])
    table.finish()
    assert table.chips("Ann") == START + in_cents(won)


@pytest.mark.parametrize("game", ["uth", "hi-lo", "pik-it"])
def test_other_games_know_no_such_rulings(game: str) -> None:
    table = dealt(game, 1)
    table.asks(c.Departed, FLOOR, player="Ann")
    for why in ("abandoned", "breach"):
        assert table.refuses(c.Forfeit, FLOOR, player="Ann", why=why, reason="gone").code == "no-such-ruling"
    assert table.refuses(c.LetStand, FLOOR, player="Ann", reason="gone").code == "no-such-ruling"


@pytest.mark.clause("T5-11.A(5)", "T5-R34")
def test_a_breach_costs_all_wagers_of_every_box_and_nobody_elses() -> None:
    bets = {1: SIDE_BETS["top-five"], 3: WAGERS["top-five"]}
    table = scene("top-five", bets, positions_per_player=2)
    table.bet("Ann", 2, ante=in_cents(10))
    table.run()
    table.act("Ann", "play", position=1)
    others = table.round.hands[3]
    early = table.refuses(c.Forfeit, FLOOR, player="Ann", why="breach", reason="swapped cards")
    assert (early.code, early.clause) == ("not-reported", "T5-11.A(5)")
    table.asks(c.Breach, DEALER, player="Ann", what="swapped cards", rule="touch")
    part = table.refuses(c.Forfeit, FLOOR, player="Ann", why="breach", reason="swapped cards", wagers=("ante",))
    assert (part.code, part.clause) == ("all-or-nothing", "T5-11.A(5)")
    assert table.refuses(c.Forfeit, DEALER, player="Ann", why="breach", reason="swapped cards").code == "wrong-person"
    table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="swapped cards")
    assert table.chips("Ann") == START - in_cents(10 + 10 + 5 + 5 + 10)
    assert all(table.round.hands[p].racked and not table.round.hands[p].up for p in (1, 2))
    assert table.round.hands[3] == others
    assert table.refuses(c.Act, ANN, position=2, action="play", amount=in_cents(10)).code == "decided"
    table.finish("play")
    assert table.chips("Ann") == START - in_cents(40)
    assert not any(event.position in (1, 2) for event in table.seen(e.CardsTurnedUp))


@pytest.mark.clause("T5-R34", "T5-11.A(1)", "T5-11.A(3)", "T5-11.A(5)", "T5-13.C.1")
@pytest.mark.parametrize("rule", ["own-hand", "out-of-view"])
@pytest.mark.parametrize("stub", ["racked", "counted", "wrong"])
def test_a_hand_that_is_short_by_its_players_doing_costs_its_player_and_nobody_else(rule: str, stub: str) -> None:
    table = dealt("top-five", 2, by_hand=(c.RackStub, c.CountStub, c.CountDeck))
    number = len(table.round.undealt)
    if stub == "racked":
        table.asks(c.RackStub, DEALER)
    elif stub == "counted":
        table.asks(c.CountStub, DEALER, cards=number)
    table.asks(c.Breach, DEALER, player="Ann", what="put a card into her sleeve", rule=rule)
    table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="seen on camera", rule=rule)
    if stub == "wrong":
        table.asks(c.CountStub, DEALER, cards=number - 1)
        table.asks(c.CountHands, DEALER, counts=((0, 7), (1, 6), (2, 8)))
        assert table.round.void == "STUB_MISDEAL", "the eighth card of position 2 came from the stub"
    else:
        *_, counted, noted = table.asks(c.HandCount, DEALER, position=1, cards=6)
        assert isinstance(counted, e.HandCounted)
        assert isinstance(noted, e.Noted)
        assert (counted.again, counted.inquiry, noted.clauses) == (False, False, ("T5-11.A(1)", "T5-R34"))
        assert not table.round.void
        table.finish("play")
        assert (table.round.over, table.chips("Ann")) == (True, START - in_cents(10))
        assert {line.outcome for line in table.round.hands[2].lines} <= {"win", "lose", "push"}
    table.until(c.CountDeck)
    table.asks(c.CountDeck, DEALER, deck="red", cards=51)
    assert [event.deck for event in table.seen(e.DeckRemoved)] == ["red"]


@pytest.mark.clause("T5-R34", "T5-13.C.1", "T5-R64")
def test_a_hand_short_without_a_finding_against_its_player_was_dealt_so() -> None:
    for rule in ("", "own-hand"):
        table = dealt("top-five", 2)
        if rule:
            table.asks(c.Breach, DEALER, player="Ann", what="put a card into her sleeve", rule=rule)
            table.asks(c.LetStand, FLOOR, player="Ann", reason="nothing on camera", rule=rule)
        table.asks(c.HandCount, DEALER, position=1, cards=6)
        assert (table.round.void, table.chips("Ann")) == ("PLAYER_COUNT", START)


@pytest.mark.clause("T5-R34", "T5-11.A(5)")
@pytest.mark.parametrize("ruling", [(c.Forfeit, {"why": "breach"}), (c.LetStand, {})], ids=["confirmed", "not"])
def test_a_breach_of_a_player_without_a_wager_left_is_ruled_on_and_moves_no_money(ruling: tuple[Any, Any]) -> None:
    kind, more = ruling
    table = dealt("top-five", 2)
    table.act("Ann", "fold")
    table.asks(c.Breach, DEALER, player="Ann", what="told Bob the hand", rule="talk")
    books = table.state.books
    (ruled,) = table.asks(kind, FLOOR, player="Ann", reason="talk", rule="talk", **more)
    assert (ruled.money, table.state.books) == ((), books)
    table.act("Bob", "fold")
    table.plays_on()


@pytest.mark.clause("T5-R34", "T5-11.A(4)", "T5-11.A(5)")
def test_talk_about_a_hand_is_a_breach_only_until_the_reveal_and_is_ruled_on_once() -> None:
    table = dealt("top-five", 2, by_hand=(c.Show,))
    table.asks(c.Breach, DEALER, player="Ann", what="told Bob the hand", rule="talk")
    table.asks(c.Breach, DEALER, player="Ann", what="took a card away", rule="out-of-view")
    which = table.refuses(c.Forfeit, FLOOR, player="Ann", why="breach", reason="talk")
    assert (which.code, "out-of-view or talk" in which.message) == ("which-breach", True)
    (lost, *_) = table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="talk", rule="talk")
    assert isinstance(lost, e.WagersForfeited)
    assert (lost.rule, lost.clauses[0]) == ("talk", "T5-11.A(4)")
    again = table.refuses(c.Forfeit, FLOOR, player="Ann", why="breach", reason="talk", rule="talk")
    assert again.code == "not-reported"
    (another,) = table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="a card", rule="out-of-view")
    assert isinstance(another, e.WagersForfeited)
    assert (another.rule, another.money) == ("out-of-view", ())
    table.act("Bob", "play")
    table.until(c.Show)
    late = table.refuses(c.Breach, DEALER, player="Bob", what="told Ann the hand", rule="talk")
    assert (late.code, table.round.dealer.announced) == ("not-forbidden", True)


@pytest.mark.clause("T5-R34", "T5-11.A(5)")
@pytest.mark.parametrize("confirmed", [True, False])
def test_no_round_is_closed_before_the_floor_has_ruled_on_a_reported_breach(confirmed: bool) -> None:
    table = dealt("top-five", {1: SIDE_BETS["top-five"], 2: WAGERS["top-five"]}, by_hand=(c.ClearTable,))
    table.asks(c.Breach, DEALER, player="Ann", what="told Bob the hand", rule="talk")
    table.answer(others="play")
    table.run()
    held = table.refuses(c.ClearTable, DEALER)
    assert (held.code, held.clause) == ("ruling-due", "T5-11.A(5)")
    assert table.due
    assert (table.due.command, table.due.given) == (c.LetStand, {"player": "Ann", "rule": "talk"})
    results = table.hand("Ann").lines
    for given, code in (
        ({"reason": "ill"}, "not-departed"),
        ({"reason": " ", "rule": "talk"}, "reason"),
        ({"reason": "no proof", "rule": "touch"}, "not-reported"),
    ):
        assert table.refuses(c.LetStand, FLOOR, player="Ann", **given).code == code
    assert table.refuses(c.LetStand, DEALER, player="Ann", reason="no proof", rule="talk").code == "wrong-person"
    if confirmed:
        table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="the camera shows it", rule="talk")
        assert table.chips("Ann") == START - in_cents(10 + 10 + 5 + 5)
    else:
        (stand,) = table.asks(c.LetStand, FLOOR, player="Ann", reason="nobody heard it", rule="talk")
        assert isinstance(stand, e.WagersStand)
        assert stand.clauses == ("T5-11.A(4)", "T5-11.A(5)", "T5-R34")
        assert table.hand("Ann").lines == results
    table.asks(c.ClearTable, DEALER)
    assert table.round.over


@pytest.mark.clause("T5-R33", "T5-R34")
def test_a_ruling_on_a_player_who_left_does_not_dismiss_a_breach() -> None:
    table = left_behind(played=True)
    table.asks(c.Breach, DEALER, player="Ann", what="took a card away", rule="out-of-view")
    table.asks(c.LetStand, FLOOR, player="Ann", reason="taken ill")
    table.answer(others="fold")
    table.until(c.LetStand)
    assert table.refuses(c.ClearTable, DEALER).code == "ruling-due"


@pytest.mark.clause("T5-R64", "T5-13.A")
def test_a_breach_in_a_void_round_holds_nothing_up() -> None:
    table = dealt("top-five", 1)
    table.asks(c.Breach, DEALER, player="Ann", what="took a card away", rule="out-of-view")
    table.asks(c.CardExposed, DEALER, where="dealer")
    table.plays_on()


@pytest.mark.clause("T5-R64")
def test_forfeited_wagers_go_back_if_the_round_is_void() -> None:
    table = left_behind(played=False)
    table.asks(c.Forfeit, FLOOR, player="Ann", why="abandoned", reason="walked away")
    table.asks(c.CardExposed, DEALER, where="dealer")
    assert table.round.void
    assert table.chips("Ann") == START


def test_the_floor_rules_when_the_deal_is_done() -> None:
    table = scene("top-five", 2, by_hand=(c.Deal,))
    table.until(c.Deal)
    table.asks(c.Deal, DEALER, count=2)
    table.asks(c.Departed, DEALER, player="Ann")
    for kind, given in ((c.Forfeit, {"why": "abandoned"}), (c.LetStand, {})):
        assert table.refuses(kind, FLOOR, player="Ann", reason="gone", **given).code == "deal-goes-on"


# --- breaches that are only recorded, exclusion, corrections, the auditor --------------------------------------------


@pytest.mark.parametrize(
    ("game", "rule", "what", "clause"),
    [
        case("HL-40.6(d)-s1", "hi-lo", "look", "looked at Bob's cards", "HL-40.6(d)-s1"),
        case("HL-40.6(d)-s2", "hi-lo", "talk", "told Bob the hand", "HL-40.6(d)-s2"),
        case("UTH-10(a).1 UTH-R31", "uth", "show", "showed both cards", "UTH-10(a).1"),
        case("PK-39.3(f)/2", "pik-it", "touch", "turned Bob's cards", "PK-39.3(f)/2"),
        case("T5-11.A(2)", "top-five", "touch", "turned Bob's cards", "T5-11.A(2)"),
        case("T5-11.A(4)", "top-five", "talk", "told Bob the hand", "T5-11.A(4)"),
    ],
)
def test_a_reported_breach_goes_into_the_record_and_the_hand_plays_on(
    game: str, rule: str, what: str, clause: str
) -> None:
    table = dealt(game, 2)
    hands = table.round.hands
    for player_, done, named in (("Zoe", what, rule), ("Ann", " ", rule), ("Ann", what, "mood"), ("Ann", what, "")):
        table.refuses(c.Breach, DEALER, player=player_, what=done, rule=named)
    (reported,) = table.asks(c.Breach, DEALER, player="Ann", what=what, rule=rule)
    assert isinstance(reported, e.BreachReported)
    assert (reported.player, reported.what, reported.rule) == ("Ann", what, rule)
    assert clause in reported.clauses
    assert table.round.hands == hands


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-R31", "uth", "UTH-R31"),
        case("HL-R66", "hi-lo", "HL-R66"),
        case("PK-R77", "pik-it", "PK-R77"),
        case("T5-R88", "top-five", "T5-R88"),
    ],
)
def test_an_excluded_player_finishes_the_round_and_bets_no_more(game: str, clause: str) -> None:
    table = dealt(game, 2)
    for by in (DEALER, ANN):
        assert table.refuses(c.Exclude, by, player="Ann", reason="showed cards").code == "wrong-person"
    assert table.refuses(c.Exclude, FLOOR, player="Ann", reason="").code == "reason"
    hand = table.hand("Ann")
    table.asks(c.Exclude, FLOOR, player="Ann", reason="showed cards")
    assert table.hand("Ann") == hand
    table.finish()
    late = table.refuses(c.Bet, ANN, position=1, wager="ante", amount=in_cents(10))
    assert (late.code, late.clause) == ("excluded", clause)
    assert not any(move.command is c.Bet for move in table.legal("Ann"))
    table.asks(c.Leave, ANN)
    assert table.refuses(c.Sit, ANN, position=1).code == "excluded"
    for by, who, reason, code in (
        (DEALER, "Ann", "a mistake", "wrong-person"),
        (FLOOR, "Bob", "a mistake", "not-excluded"),
        (FLOOR, "Ann", " ", "reason"),
    ):
        assert table.refuses(c.Readmit, by, player=who, reason=reason).code == code
    (back,) = table.asks(c.Readmit, FLOOR, player="Ann", reason="it was somebody else")
    assert (type(back), back.clauses[0]) == (e.PlayerReadmitted, clause)
    table.asks(c.Sit, ANN, position=1)


def test_wagers_down_before_the_call_go_back_to_an_excluded_player() -> None:
    table = scene("uth", {1: SIDE_BETS["uth"], 2: WAGERS["uth"]}, match_play="ante")
    table.asks(c.UseCoupon, ANN, position=1, face=in_cents(10))
    table.asks(c.Exclude, FLOOR, player="Ann", reason="showed cards")
    assert 1 not in table.state.bets
    assert table.chips("Ann") == START
    table.run()
    assert table.round.positions == (2,)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-R61", "uth", "UTH-R61"),
        case("HL-R37", "hi-lo", "HL-R37"),
        case("PK-R47", "pik-it", "PK-R47"),
        case("T5-R26", "top-five", "T5-R26"),
    ],
)
def test_the_floor_corrects_an_error_after_the_round_by_a_new_entry(game: str, clause: str) -> None:
    table = dealt(game, 1)
    table.dealer.by_hand = frozenset((c.Shuffle,))
    early = table.refuses(c.Correct, FLOOR, player="Ann", amount=500, reason="misread hand")
    assert (early.code, early.clause) == ("round-in-progress", clause)
    table.finish()
    before, entries = table.chips("Ann"), list(table.happened)
    for by, reason, code in ((DEALER, "misread hand", "wrong-person"), (FLOOR, " ", "reason")):
        assert table.refuses(c.Correct, by, player="Ann", amount=500, reason=reason).code == code
    table.asks(c.Correct, FLOOR, player="Ann", amount=500, reason="misread hand")
    table.asks(c.Correct, FLOOR, player="Ann", amount=-200, reason="too much")
    assert table.chips("Ann") == before + 300
    assert table.happened[: len(entries)] == entries
    assert [event.reason for event in table.seen(e.ErrorCorrected)] == ["misread hand", "too much"]
    assert table.refuses(c.Correct, FLOOR, player="Ann", amount=-before - 301, reason="all").code == "chips"
    assert table.refuses(c.Correct, FLOOR, player="Zoe", amount=500, reason="misread hand").code == "not-known"
    nobody = table.refuses(c.Correct, FLOOR, player="", amount=500, reason="misread hand")
    assert nobody.message == "name somebody who has had a seat at this table"
    (move,) = [move for move in table.legal() if move.command is c.Correct]
    bounds: Any = move.open["amount"]
    for amount in (0, bounds.most + 1):
        slip = table.refuses(c.Correct, FLOOR, player="Ann", amount=amount, reason="misread hand")
        assert (slip.code, dollars(bounds.most) in slip.message) == ("bounds", True)


@pytest.mark.clause("T5-R26")
def test_after_the_next_shuffle_a_correction_needs_a_further_approval() -> None:
    table = dealt("top-five", 1)
    table.finish()
    late = table.refuses(c.Correct, FLOOR, player="Ann", amount=500, reason="misread hand")
    assert (late.code, late.clause) == ("approval", "T5-R26")
    (corrected,) = table.asks(c.Correct, FLOOR, player="Ann", amount=500, reason="misread hand", approval="SM 12")
    assert isinstance(corrected, e.ErrorCorrected)
    assert corrected.approval == "SM 12"


@pytest.mark.parametrize(
    "game",
    [case("UTH-R61", "uth"), case("HL-R37", "hi-lo"), case("PK-R47", "pik-it"), case("T5-R26", "top-five")],
)
def test_an_error_is_put_right_for_a_player_who_has_left(game: str) -> None:
    table = dealt(game, 2)
    table.dealer.by_hand = frozenset((c.Shuffle,))
    table.finish()
    table.asks(c.Leave, ANN)
    table.asks(c.Correct, FLOOR, player="Ann", amount=500, reason="misread hand")
    assert table.state.books["held:Ann"] == 500
    assert sum(table.state.books.values()) == 0
    assert table.refuses(c.Correct, FLOOR, player="Ann", amount=-501, reason="too much").code == "chips"
    table.asks(c.Correct, FLOOR, player="Ann", amount=-200, reason="too much")
    table.asks(c.Sit, ANN, position=1)
    assert (table.chips("Ann"), table.state.left) == (300, ())


def test_an_auditor_gives_no_commands() -> None:
    table = scene("hi-lo", 1)
    named_like_ann = Actor(Role.AUDITOR, "Ann")
    for by in (AUDITOR, named_like_ann):
        for kind, given in (
            (c.BuyIn, {"amount": 100}),
            (c.Tip, {"amount": 100}),
            (c.Leave, {}),
            (c.NoMoreBets, {}),
            (c.CloseTable, {}),
        ):
            assert table.refuses(kind, by, **given).code == "wrong-person"


def test_staff_who_share_a_players_name_do_not_act_for_the_player() -> None:
    table = scene("hi-lo", {})
    table.sit("Ann", in_cents(100), 1)
    for role in (Role.DEALER, Role.FLOOR, Role.DEVICE):
        for kind, given in ((c.BuyIn, {"amount": 100}), (c.Tip, {"amount": 100}), (c.Leave, {})):
            assert table.refuses(kind, Actor(role, "Ann"), **given).code == "not-seated"


@pytest.mark.parametrize(
    "game",
    [
        case("UTH-R30", "uth"),
        case("HL-R42", "hi-lo"),
        case("PK-39.3(d)/2 PK-R54", "pik-it"),
        case("T5-7.B(2)", "top-five"),
    ],
)
def test_the_seat_of_a_player_who_walked_away_is_freed_after_the_round_and_the_house_keeps_the_chips(game: str) -> None:
    table = dealt(game, 2)
    table.asks(c.Departed, FLOOR, player="Ann")
    assert table.refuses(c.FreeSeat, FLOOR, player="Ann").code == "not-departed"
    if game == "top-five":
        table.asks(c.LetStand, FLOOR, player="Ann", reason="walked away")
    table.finish()
    assert table.refuses(c.FreeSeat, FLOOR, player="Bob").code == "not-departed"
    chips = table.chips("Ann")
    table.asks(c.FreeSeat, FLOOR, player="Ann")
    assert table.state.seat_of("Ann") is None
    assert (table.chips("Ann"), table.state.books["held:Ann"]) == (0, chips)
    table.asks(c.Sit, player("Ann"), position=1)
    assert table.chips("Ann") == chips, "who comes back gets them"
