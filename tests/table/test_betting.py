"""Wagers up to the call and after it: who may bet, where, how much, in what form, and until when."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, FLOOR, GAMES, METHODS, SIDE_BETS, WAGERS, Scene, dealt, player, scene

from pitboss.games.common import in_cents
from pitboss.table import commands as c
from pitboss.table import events as e
from support import case

ANN, BOB = player("Ann"), player("Bob")
COVER_ALL = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True}


def called(game: str, *, cards_out: int = 0, **options: Any) -> Scene:
    """Ann has every wager down, Bob sits and has none; the call is made, and so many cards or stacks are out."""
    table = scene(game, {1: SIDE_BETS[game]}, by_hand=(c.Deal,), **options)
    table.sit("Bob", in_cents(1000), 2)
    table.until(c.Deal)
    if cards_out:
        table.asks(c.Deal, DEALER, count=cards_out)
    return table


def last_logged(table: Scene) -> str:
    return table.turned_down[-1].code


# --- until the call --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.6(b)-s1", "hi-lo", "HL-40.6(b)-s1"),
        case("PK-39.3(a)/5", "pik-it", "PK-39.3(a)/5"),
        case("T5-7.C T5-7.D.1", "top-five", "T5-7.D.1"),
        case("UTH-6(b).1", "uth", "UTH-6(b).1"),
    ],
)
def test_a_wager_is_taken_before_the_call_and_refused_after_it(game: str, clause: str) -> None:
    table = scene(game, {1: SIDE_BETS[game]}, by_hand=(c.NoMoreBets, c.Deal))
    table.sit("Bob", in_cents(1000), 2)
    table.until(c.NoMoreBets)
    for wager, dollars in SIDE_BETS[game].items():
        table.asks(c.Bet, BOB, position=2, wager=wager, amount=in_cents(dollars))
    for wager in SIDE_BETS[game]:
        table.asks(c.Bet, BOB, position=2, wager=wager, amount=0)
    table.asks(c.NoMoreBets, DEALER)
    for wager, dollars in SIDE_BETS[game].items():
        refusal = table.refuses(c.Bet, BOB, position=2, wager=wager, amount=in_cents(dollars))
        assert (refusal.code, refusal.clause) == ("bets-closed", clause)
        assert last_logged(table) == "bets-closed"
    assert table.chips("Bob") == in_cents(1000)


@pytest.mark.parametrize(
    ("game", "wager", "amount", "clause"),
    [
        case("HL-40.6(b)-s2", "hi-lo", "ante", 15, "HL-40.6(b)-s2"),
        case("HL-40.6(b)-s2", "hi-lo", "tie", 0, "HL-40.6(b)-s2"),
        case("PK-39.3(a)/6", "pik-it", "ante", 15, "PK-39.3(a)/6"),
        case("PK-39.3(a)/6", "pik-it", "ante", 0, "PK-39.3(a)/6"),
        case("PK-39.3(a)/6", "pik-it", "three_card_bonus", 0, "PK-39.3(a)/6"),
        case("T5-7.D.2", "top-five", "ante", 15, "T5-7.D.2"),
        case("T5-1.B(3).2 T5-7.D.2", "top-five", "top_five_bonus", 10, "T5-7.D.2"),
        case("T5-7.D.3", "top-five", "poker_bonus", 0, "T5-7.D.3"),
        case("T5-7.D.3", "top-five", "ante", 5, "T5-7.D.3"),
        case("UTH-6(b).2", "uth", "ante", 15, "UTH-6(b).2"),
        case("UTH-6(b).2", "uth", "ante", 0, "UTH-6(b).2"),
        case("UTH-6(b).2", "uth", "trips", 0, "UTH-6(b).2"),
    ],
)
@pytest.mark.parametrize("cards_out", [0, 1])
def test_after_the_call_no_wager_is_raised_or_taken_back(
    game: str, wager: str, amount: int, clause: str, cards_out: int
) -> None:
    table = called(game, cards_out=cards_out)
    refusal = table.refuses(c.Bet, ANN, position=1, wager=wager, amount=in_cents(amount))
    assert (refusal.code, refusal.clause) == ("bets-closed", clause)
    assert table.round.hands[1].wagers[wager] == in_cents(SIDE_BETS[game][wager])
    assert last_logged(table) == "bets-closed"


@pytest.mark.parametrize(
    ("game", "wager", "clause"),
    [
        case("T5-1.B(1).2", "top-five", "ante", "T5-1.B(1).2"),
        case("T5-1.B(3).2", "top-five", "top_five_bonus", "T5-1.B(3).2"),
        case("T5-1.B(3).2", "top-five", "poker_bonus", "T5-1.B(3).2"),
        case("PK-39.1/3-card-bonus-wager/1", "pik-it", "three_card_bonus", "PK-39.1/3-card-bonus-wager/1"),
        case("UTH-1(trips).1", "uth", "trips", "UTH-1(trips).1"),
    ],
)
def test_no_wager_is_placed_once_a_card_is_out(game: str, wager: str, clause: str) -> None:
    table = called(game, cards_out=1)
    refusal = table.refuses(c.Bet, BOB, position=2, wager=wager, amount=in_cents(10))
    assert (refusal.code, refusal.clause) == ("bets-closed", clause)
    assert table.chips("Bob") == in_cents(1000)


@pytest.mark.clause("UTH-13(a)", "UTH-R25")
def test_cover_all_is_neither_placed_nor_raised_nor_withdrawn_in_a_round() -> None:
    bets = {1: {**WAGERS["uth"], "cover_all": 5}, 2: WAGERS["uth"]}
    table = dealt("uth", bets, by_hand=(c.TakeOut,), **COVER_ALL)
    placed = table.refuses(c.Bet, BOB, position=2, wager="cover_all", amount=in_cents(5))
    assert placed.clause == "UTH-13(a)"
    for amount in (10, 0):
        changed = table.refuses(c.Bet, ANN, position=1, wager="cover_all", amount=in_cents(amount))
        assert (changed.code, changed.clause) == ("bets-closed", "UTH-6(b).2")
    assert table.round.hands[1].wagers["cover_all"] == in_cents(5)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.6(b)-s2 HL-40.6(c)", "hi-lo", "HL-40.6(c)"),
        case("T5-7.D.4", "top-five", "T5-7.D.4"),
        case("UTH-1(play) UTH-6(b).2 UTH-6(d)", "uth", "UTH-6(d)"),
        case("PK-39.3(b)/1", "pik-it", "PK-39.3(b)/1"),
    ],
)
def test_a_play_wager_is_made_when_its_player_is_asked_and_at_no_other_time(game: str, clause: str) -> None:
    table = called(game, cards_out=1)
    play = {"uth": "play", "hi-lo": "play", "top-five": "play", "pik-it": "play_3"}[game]
    early = table.refuses(c.Act, ANN, position=1, action=play, amount=in_cents(10))
    assert (early.code, early.clause) == ("out-of-order", clause)
    on_the_layout = table.refuses(c.Bet, ANN, position=1, wager=play, amount=in_cents(10))
    assert on_the_layout.clause == clause
    table.dealer.by_hand = frozenset((c.Show,))
    table.run()
    if game == "pik-it":
        table.pick("Ann", 1, 2, 3)
        table.asks(c.Show, DEALER, position=1)
        table.run()
    other = next(wager for wager in SIDE_BETS[game] if wager != "ante")
    assert table.refuses(c.Bet, BOB, position=2, wager=other, amount=in_cents(10)).code == "bets-closed"
    amount = in_cents(30 if game == "uth" else 10)
    table.asks(c.Act, ANN, position=1, action=play, amount=amount)
    assert table.round.hands[1].wagers[play] == amount
    for change in (in_cents(40), 0):
        assert table.refuses(c.Act, ANN, position=1, action=play, amount=change).code == "decided"
        taken_back = table.refuses(c.Bet, ANN, position=1, wager=play, amount=change)
        assert (taken_back.code, taken_back.clause) == ("not-now", table.rules.cite("final")[0])


@pytest.mark.parametrize(
    ("game", "clause"), [case("UTH-1(play)", "uth", "UTH-R27"), case("HL-40.6(c)", "hi-lo", "HL-40.6(b)-s2")]
)
def test_once_the_dealers_cards_are_up_nobody_plays_any_more(game: str, clause: str) -> None:
    table = dealt(game, {1: SIDE_BETS[game]}, by_hand=(c.Show,))
    while table.turn:
        actions = [move.given["action"] for move in table.legal("Ann") if move.command is c.Act]
        table.act("Ann", "fold" if "fold" in actions else "check")
    assert table.round.dealer.announced
    refusal = table.refuses(c.Act, ANN, position=1, action="play", amount=in_cents(10))
    assert (refusal.code, refusal.clause) == ("decided", clause)


# --- form, seat, limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-6(a).3", "uth", "UTH-6(a).3"),
        case("HL-40.6(a)-s2", "hi-lo", "HL-40.6(a)-s2"),
        case("PK-39.3(c)/2", "pik-it", "PK-39.3(c)/2"),
        case("T5-7.A.1", "top-five", "T5-7.A.1"),
    ],
)
@pytest.mark.parametrize("form", ["cash", "verbal"])
def test_a_spoken_bet_or_cash_is_not_taken(game: str, clause: str, form: str) -> None:
    table = scene(game, {})
    table.sit("Ann", in_cents(1000), 1)
    refusal = table.refuses(c.Bet, ANN, position=1, wager="ante", amount=in_cents(10), form=form)
    assert (refusal.code, refusal.clause) == ("chips-only", clause)
    assert table.turned_down == [refusal]
    assert not table.state.bets


@pytest.mark.parametrize(
    ("form", "taken"),
    [
        case("T5-7.A.1", "chip", True),
        case("T5-7.A.1", "chips", True),
        case("T5-7.A.1", "plaque", True),
        case("T5-7.A.1", "plaques", True),
        case("T5-7.A.1", "Match voucher", True),
        case("T5-7.A.1", "ticket", False),
    ],
)
def test_wagers_are_made_with_chips_plaques_and_what_the_commission_approved(form: str, taken: bool) -> None:
    table = scene("top-five", {}, wagering_instruments=["match voucher"])
    table.sit("Ann", in_cents(1000), 1)
    bet = {"position": 1, "wager": "ante", "amount": in_cents(10), "form": form}
    if taken:
        table.asks(c.Bet, ANN, **bet)
        assert table.state.bets[1].wagers == {"ante": in_cents(10)}
    else:
        refusal = table.refuses(c.Bet, ANN, **bet)
        assert refusal.clause == "T5-7.A.1"
        assert refusal.message.endswith("put chips, plaques or match voucher on the area")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.6(h)-s1", "hi-lo", "HL-40.6(h)-s1"),
        case("PK-39.3(d)/1", "pik-it", "PK-39.3(d)/1"),
        case("T5-7.B(1)", "top-five", "T5-7.B(1)"),
        case("UTH-6(e).1", "uth", "UTH-6(e).1"),
    ],
)
def test_only_people_with_a_seat_may_bet(game: str, clause: str) -> None:
    table = scene(game, 1)
    for wager, dollars in SIDE_BETS[game].items():
        for by in (player("Zoe"), DEALER, FLOOR):
            refusal = table.refuses(c.Bet, by, position=3, wager=wager, amount=in_cents(dollars))
            assert (refusal.code, refusal.clause) == ("not-seated", clause)


@pytest.mark.parametrize("game", [case("UTH-6(e).1 UTH-R6", "uth"), case("HL-R9", "hi-lo")])
def test_nobody_bets_at_another_players_position(game: str) -> None:
    table = scene(game, 2)
    refusal = table.refuses(c.Bet, ANN, position=2, wager="ante", amount=in_cents(20))
    assert (refusal.code, refusal.clause) == ("taken", table.rules.cite("taken")[0])


@pytest.mark.parametrize(
    ("game", "clause"),
    [case("UTH-R6", "uth", "UTH-R6"), case("HL-R9", "hi-lo", "HL-R9"), case("PK-R52", "pik-it", "PK-R52"),
     case("T5-R30", "top-five", "T5-R30")],
)  # fmt: skip
def test_a_position_belongs_to_who_sits_there(game: str, clause: str) -> None:
    refusal = scene(game, 2).refuses(c.Sit, player("Cid"), position=2)
    assert (refusal.code, refusal.clause) == ("taken", clause)


@pytest.mark.clause("UTH-6(c).1")
@pytest.mark.parametrize("down", [{}, {"ante": 10}, {"blind": 10}])
def test_trips_needs_ante_and_blind_at_the_position(down: dict[str, int]) -> None:
    table = scene("uth", {1: down})
    refusal = table.refuses(c.Bet, ANN, position=1, wager="trips", amount=in_cents(5))
    assert (refusal.code, refusal.clause) == ("wager-needs", "UTH-6(c).1")


@pytest.mark.parametrize(
    ("game", "wager", "amount", "code", "clause"),
    [
        case("UTH-R9", "uth", "ante", 900, "limits", "UTH-R9"),
        case("UTH-R9", "uth", "blind", 50_100, "limits", "UTH-R9"),
        case("UTH-R9", "uth", "trips", 10_100, "limits", "UTH-R9"),
        case("UTH-R9", "uth", "ante", 1050, "unit", "UTH-R9"),
        case("HL-R41", "hi-lo", "ante", 900, "limits", "HL-R41"),
        case("HL-R41", "hi-lo", "tie", 10_100, "limits", "HL-R41"),
        case("HL-R41", "hi-lo", "poker_bonus", 550, "unit", "HL-R41"),
        case("PK-39.3(a)/2", "pik-it", "ante", 20_001, "limits", "PK-39.3(a)/2"),
        case("PK-R26 PK-39.3(a)/3", "pik-it", "three_card_bonus", 499, "limits", "PK-39.3(a)/3"),
        case("T5-R31", "top-five", "top_five_bonus", 10_100, "limits", "T5-R31"),
        case("T5-R31", "top-five", "ante", 1001, "unit", "T5-R31"),
    ],
)
def test_a_wager_keeps_the_posted_limits_and_the_betting_unit(
    game: str, wager: str, amount: int, code: str, clause: str
) -> None:
    table = scene(game, 1)
    refusal = table.refuses(c.Bet, ANN, position=1, wager=wager, amount=amount)
    assert (refusal.code, refusal.clause) == (code, clause)


@pytest.mark.clause("PK-R26")
def test_within_its_limits_pik_it_takes_any_cents() -> None:
    table = scene("pik-it", 1)
    table.asks(c.Bet, ANN, position=1, wager="ante", amount=1001)
    assert table.state.bets[1].wagers["ante"] == 1001


def test_nobody_bets_more_than_the_chips_in_front() -> None:
    table = scene("hi-lo", {})
    table.sit("Ann", in_cents(12), 1)
    table.bet("Ann", ante=in_cents(10))
    refusal = table.refuses(c.Bet, ANN, position=1, wager="ante", amount=in_cents(13))
    assert (refusal.code, refusal.clause) == ("chips", "HL-40.6(a)-s1a")
    table.bet("Ann", ante=in_cents(12))
    assert table.chips("Ann") == 0


@pytest.mark.clause("PK-39.10(c)3/2")
def test_the_play_wagers_on_offer_are_the_antes_times_what_the_house_set() -> None:
    table = dealt("pik-it", 1, play_3_multiple=1, play_5_multiple=2)
    offered = {move.given["action"]: move.given["amount"] for move in table.legal("Ann") if move.command is c.Act}
    assert offered == {"play_3": in_cents(10), "play_5": in_cents(20), "fold": 0}


# --- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-40.6(g)", "HL-R9")
def test_a_hi_lo_player_takes_any_free_positions_up_to_the_posted_number() -> None:
    table = scene("hi-lo", {1: WAGERS["hi-lo"], 3: WAGERS["hi-lo"]}, positions_per_player=3)
    for position in (5, 7):
        table.bet("Ann", position, ante=in_cents(10))
    occupied = table.refuses(c.Bet, ANN, position=3, wager="ante", amount=in_cents(10))
    assert (occupied.code, occupied.clause) == ("taken", "HL-R9")
    beyond = table.refuses(c.Bet, ANN, position=2, wager="ante", amount=in_cents(10))
    assert (beyond.code, beyond.clause) == ("too-many", "HL-40.6(g)")
    table.run()
    assert {p: table.round.hands[p].player for p in table.round.positions} == {1: "Ann", 3: "Bob", 5: "Ann", 7: "Ann"}


@pytest.mark.clause("HL-40.6(g)1", "HL-R9")
@pytest.mark.parametrize(
    ("antes", "stay"),
    [
        ({1: 25, 3: 30, 4: 25, 5: 25}, (1, 4, 5)),
        ({3: 30, 4: 25, 5: 30}, (3, 5)),
        ({1: 25, 4: 25}, (1, 4)),
    ],
)
def test_the_antes_of_one_player_are_equal_at_the_call_and_other_wagers_need_not_be(
    antes: dict[int, int], stay: tuple[int, ...]
) -> None:
    table = scene("hi-lo", {1: {}, 2: {"ante": 10}}, by_hand=(c.NoMoreBets,))
    for position, ante in antes.items():
        table.bet("Ann", position, ante=in_cents(ante), tie=in_cents(5 * position))
    table.until(c.NoMoreBets)
    (closed,) = table.asks(c.NoMoreBets, DEALER)
    assert isinstance(closed, e.BetsClosed)
    assert closed.positions == tuple(sorted((2, *stay)))
    back = tuple(position for position in antes if position not in stay)
    assert closed.returned == back
    assert ("HL-40.6(g)1" in closed.clauses) == bool(back)
    assert sum(transfer.amount for transfer in closed.money) == sum(in_cents(antes[p] + 5 * p) for p in back)


@pytest.mark.parametrize(
    ("game", "most", "seat", "positions", "clause"),
    [
        case("T5-7.F.2", "top-five", 2, 3, (4,), ""),
        case("T5-7.F.2", "top-five", 2, 3, (5,), "T5-7.F.2"),
        case("T5-7.F.2", "top-five", 2, 3, (4, 5), "T5-7.F.2"),
        case("PK-39.3(e)/2", "pik-it", 3, 2, (4,), "PK-39.3(e)/2"),
        case("PK-39.3(e)/2", "pik-it", 3, 2, (3, 4), ""),
        case("PK-39.3(e)/2 PK-R52", "pik-it", 3, 1, (6,), "PK-39.3(e)/2"),
        case("PK-39.3(e)/1", "pik-it", 2, 2, (3, 4), "PK-39.3(e)/1"),
        case("UTH-R6", "uth", 1, 2, (3,), "UTH-12"),
    ],
)
def test_a_players_positions_are_neighbours_and_not_too_many(
    game: str, most: int, seat: int, positions: tuple[int, ...], clause: str
) -> None:
    options: dict[str, Any] = {} if game == "uth" else {"positions_per_player": most}
    table = scene(game, {seat: WAGERS[game]}, **options)
    *fine, last = positions
    for position in fine:
        table.bet("Ann", position, ante=in_cents(10))
    if not clause:
        table.bet("Ann", last, **{wager: in_cents(dollars) for wager, dollars in WAGERS[game].items()})
        assert table.state.bets[last].player == "Ann"
    else:
        assert table.refuses(c.Bet, ANN, position=last, wager="ante", amount=in_cents(10)).clause == clause


@pytest.mark.parametrize(
    ("game", "taken_back", "stay", "clause"),
    [
        case("PK-39.3(e)/2 PK-R52", "pik-it", 3, (2,), "PK-39.3(e)/2"),
        case("PK-39.3(e)/2 PK-R52", "pik-it", 2, (3, 4), ""),
        case("T5-7.F.2 T5-R30", "top-five", 3, (2,), "T5-7.F.2"),
        case("T5-7.F.2 T5-R30", "top-five", 2, (), "T5-R30"),
    ],
)
def test_wagers_that_do_not_lie_side_by_side_at_the_call_go_back(
    game: str, taken_back: int, stay: tuple[int, ...], clause: str
) -> None:
    table = scene(game, {2: WAGERS[game], 6: WAGERS[game]}, positions_per_player=3, by_hand=(c.NoMoreBets,))
    purse = table.chips("Ann") + table.staked("Ann")
    for position in (3, 4):
        table.bet("Ann", position, **{wager: in_cents(dollars) for wager, dollars in WAGERS[game].items()})
    table.until(c.NoMoreBets)
    table.bet("Ann", taken_back, **dict.fromkeys(WAGERS[game], 0))
    (closed,) = table.asks(c.NoMoreBets, DEALER)
    assert isinstance(closed, e.BetsClosed)
    assert closed.positions == (*stay, 6)
    assert closed.returned == tuple(place for place in (2, 3, 4) if place not in (*stay, taken_back))
    assert clause in (*closed.clauses, "")
    assert table.chips("Ann") == purse - len(stay) * sum(map(in_cents, WAGERS[game].values()))


@pytest.mark.clause("T5-R30", "T5-R29")
def test_nothing_is_dealt_if_no_wager_may_stand_at_the_call() -> None:
    table = scene("top-five", 1, positions_per_player=2, by_hand=(c.NoMoreBets,))
    table.bet("Ann", 2, ante=in_cents(10))
    table.until(c.NoMoreBets)
    table.bet("Ann", 1, ante=0)
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, "own seat, 1" in refusal.message) == ("nothing-bet", True)
    assert table.due is None


# --- side bets, and positions that lack something --------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        case("T5-1.B(3).1 T5-7.E(2).2", "top-five"),
        case("PK-39.1/3-card-bonus-wager/1", "pik-it"),
        case("UTH-1(trips).1", "uth"),
    ],
)
def test_side_bets_are_each_players_own_choice(game: str) -> None:
    bets = {position: SIDE_BETS[game] if position % 2 else WAGERS[game] for position in range(1, 7)}
    table = dealt(game, bets)
    assert table.round.positions == (1, 2, 3, 4, 5, 6)
    for position, wagers in bets.items():
        assert table.round.hands[position].wagers == {name: in_cents(dollars) for name, dollars in wagers.items()}


@pytest.mark.clause("T5-7.E(2).2")
def test_a_bonus_is_offered_at_every_position_or_at_none() -> None:
    table = scene("top-five", {})
    options = {**table.state.options, "top_five_bonus": [1, 2]}
    refusal = table.refuses(c.PostSubmission, FLOOR, game="top-five", options=options)
    assert (refusal.code, refusal.clause) == ("option-value", "T5-7.E(2).1")


@pytest.mark.parametrize(
    ("game", "lacking"),
    [
        case("UTH-R26", "uth", {"ante": 10}),
        case("UTH-R26", "uth", {"ante": 10, "blind": 20, "trips": 5}),
        case("HL-R11 HL-R14", "hi-lo", {"ante": 10, "tie": 5}),
        case("PK-R25", "pik-it", {"ante": 10}),
        case("PK-R25", "pik-it", {"ante": 10, "five_card_bonus": 15, "three_card_bonus": 5}),
        case("T5-R13", "top-five", {"ante": 10, "poker_bonus": 5}),
    ],
)
def test_a_position_that_lacks_something_gets_its_wagers_back_at_the_call(game: str, lacking: dict[str, int]) -> None:
    table = scene(game, {1: WAGERS[game], 2: lacking}, by_hand=(c.NoMoreBets, c.Deal))
    if game in ("hi-lo", "top-five"):
        table.bet("Bob", ante=0)
    table.until(c.NoMoreBets)
    (called_,) = table.asks(c.NoMoreBets, DEALER)
    assert isinstance(called_, e.BetsClosed)
    assert (called_.positions, called_.returned) == ((1,), (2,))
    assert table.chips("Bob") == 10_000_00
    assert set(table.rules.cite("complete")) <= set(called_.clauses)


@pytest.mark.parametrize(
    ("game", "clause"),
    [case("UTH-R26", "uth", "UTH-R26"), case("PK-R25", "pik-it", "PK-R25"), case("T5-R29", "top-five", "T5-R29")],
)
def test_without_a_complete_position_nothing_is_dealt(game: str, clause: str) -> None:
    table = scene(game, {1: WAGERS[game]}, by_hand=(c.NoMoreBets,))
    table.until(c.NoMoreBets)
    table.bet("Ann", ante=0)
    assert table.refuses(c.NoMoreBets, DEALER).clause == clause
    if game != "top-five":
        with pytest.raises(Exception, match="the ante is missing"):
            table.deal()


@pytest.mark.parametrize("game", GAMES)
def test_bets_placed_together_go_down_all_or_none(game: str) -> None:
    table = scene(game, {1: {}})
    lawful = tuple((wager, dollars * 100) for wager, dollars in WAGERS[game].items())
    table.refuses(c.PlaceBets, player("Ann"), position=1, wagers=(*lawful, ("ante", 1)))
    assert not table.state.bets
    table.asks(c.PlaceBets, player("Ann"), position=1, wagers=lawful)
    assert dict(table.state.bets[1].wagers) == dict(lawful)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_bets_by_name_need_not_know_which_wager_goes_down_first(game: str) -> None:
    table = scene(game, {1: {}})
    wanted = {wager: dollars * 100 for wager, dollars in SIDE_BETS[game].items()}
    table.bet("Ann", **dict(reversed(wanted.items())))
    assert table.state.bets[1].wagers == wanted
