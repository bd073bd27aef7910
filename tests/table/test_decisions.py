"""Players decide: in turn, by the stated amounts, for good; a fold costs at once; the floor stands in with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from playing import asked, choices, name_at, seats
from tables import DEALER, FLOOR, GAMES, METHODS, NAMES, Scene, arranged, dealt, player, scene

from pitboss.table import commands as c
from pitboss.table import events as e
from support import case

BACKS = {number: " ".join(["??"] * number) for number in (2, 5, 7)}


# --- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("game", "order", "action", "clause"),
    [
        case("UTH-10(a).3", "uth", (1, 3, 4), "check", "UTH-10(a).3"),
        case("T5-11.B.2", "top-five", (1, 3, 6), "play", "T5-11.B.2"),
        case("PK-39.10(c)", "pik-it", (6, 3, 1), "play_3", "PK-39.10(c)"),
    ],
)
def test_players_are_asked_one_at_a_time_in_the_order_of_the_rules(
    game: str, order: tuple[int, ...], action: str, clause: str, method: str
) -> None:
    table = dealt(game, seats(game, *order), **METHODS[method])
    place = table.round.step
    answered: list[int] = []
    while table.round.step == place:
        turn = asked(table)
        for other in set(order) - {turn, *answered}:
            refusal = table.refuses(c.Act, player(name_at(table, other)), position=other, action="fold")
            assert (refusal.code, refusal.clause) == ("out-of-order", clause)
        table.act(name_at(table, turn), action)
        answered.append(turn)
    assert answered == list(order)


@pytest.mark.clause("HL-R42")
def test_at_hi_lo_players_decide_in_any_order() -> None:
    table = dealt("hi-lo", seats("hi-lo", 1, 3, 6))
    for position in (3, 6, 1):
        table.act(name_at(table, position), "play")
    assert [event.position for event in table.seen(e.Decided)] == [3, 6, 1]


@pytest.mark.clause("UTH-10(c).1", "UTH-10(a)(1)", "UTH-10(a)(2)")
def test_after_the_flop_only_those_who_checked_are_asked() -> None:
    table = dealt("uth", 3)
    table.answer(Ann="play", others="check")
    assert table.state.books["wager:1:play"] == 40_00
    refusal = table.refuses(c.Act, player("Ann"), position=1, action="play", amount=20_00)
    assert (refusal.code, refusal.clause) == ("decided", "UTH-R27")
    for position in (2, 3):
        assert asked(table) == position
        table.act(name_at(table, position), "check")
    assert asked(table) == 2  # at the end


@pytest.mark.clause("UTH-10(e).1", "UTH-10(c)(2)")
def test_at_the_end_only_those_who_checked_twice_are_asked() -> None:
    table = dealt("uth", seats("uth", 1, 2, 5, 6))
    table.answer(Ann="play", others="check")
    table.answer(Dan="play", others="check")
    for position in (2, 5):
        assert len(table.round.board) == 5
        assert asked(table) == position
        refusal = table.refuses(c.Act, player("Ann"), position=1, action="fold")
        assert refusal.code == "decided"
        table.act(name_at(table, position), "fold")
    assert table.round.dealer.announced


@pytest.mark.clause("T5-11.B.1")
def test_nobody_is_asked_before_every_player_has_laid_the_cards_down() -> None:
    table = dealt("top-five", seats("top-five", 1, 5), by_hand=(c.LayDown,))
    table.asks(c.LayDown, player("Ann"), position=1)
    refusal = table.refuses(c.Act, player("Ann"), position=1, action="fold")
    assert (refusal.code, refusal.clause) == ("out-of-order", "T5-11.B.1")
    assert not choices(table)
    table.asks(c.LayDown, player("Bob"), position=5)
    assert asked(table) == 1


# --- what may be chosen ----------------------------------------------------------------------------------------------

STAGES: list[Any] = [
    case("UTH-10(a).4", "uth", 0, {("check", 0), ("play", 30), ("play", 40)}, (10, 20, 35, 50), "fold", "UTH-10(a).4"),
    case("UTH-10(c).2", "uth", 1, {("check", 0), ("play", 20)}, (10, 30, 40), "fold", "UTH-10(c).2"),
    case("UTH-10(e).2", "uth", 2, {("play", 10), ("fold", 0)}, (5, 20, 30, 40), "check", "UTH-10(e).2"),
    case("HL-40.10(a)", "hi-lo", 0, {("play", 10), ("fold", 0)}, (5, 20), "check", "HL-40.10(a)"),
    case("T5-11.B(1)", "top-five", 0, {("play", 10), ("fold", 0)}, (5, 20), "check", "T5-11.B(1)"),
    case(
        "PK-39.10(c)3/1",
        "pik-it",
        0,
        {("play_3", 10), ("play_5", 10), ("fold", 0)},
        (5, 20),
        "check",
        "PK-39.10(c)3/1",
    ),
]
EXACT = {
    ("uth", "play"): "UTH-R27",
    ("hi-lo", "play"): "HL-40.10(a)2-s1a",
    ("top-five", "play"): "T5-11.B(1)(a)",
    ("pik-it", "play_3"): "PK-39.1/play-3-wager/2",
    ("pik-it", "play_5"): "PK-39.3(b)/3",
}


@pytest.mark.parametrize(("game", "checks", "open_", "amounts", "closed", "clause"), STAGES)
def test_the_choices_are_those_of_the_rules_and_no_other_amount_is_taken(
    game: str, checks: int, open_: set[tuple[str, int]], amounts: tuple[int, ...], closed: str, clause: str
) -> None:
    table = dealt(game)
    for _ in range(checks):
        table.answer(others="check")
    assert choices(table) == open_
    refusal = table.refuses(c.Act, player("Ann"), position=1, action=closed)
    assert (refusal.code, refusal.clause) == ("action", clause)
    for action in {action for action, amount in open_ if amount}:
        for amount in (0, *amounts):
            refusal = table.refuses(c.Act, player("Ann"), position=1, action=action, amount=amount * 100)
            assert (refusal.code, refusal.clause) == ("amount", EXACT[game, action])
    for action, amount in open_ - {("check", 0)}:
        other = dealt(game)
        for _ in range(checks):
            other.answer(others="check")
        other.asks(c.Act, player("Ann"), position=1, action=action, amount=amount * 100)


@pytest.mark.parametrize(
    ("checks", "amount"),
    [
        case("UTH-10(a)(1)", 0, 40),
        case("UTH-10(c)(1)", 1, 20),
        case("UTH-10(e)(1)", 2, 10),
    ],
)
def test_a_play_wager_lies_on_the_play_area_and_its_player_is_not_asked_again(checks: int, amount: int) -> None:
    table = dealt("uth", 2, by_hand=(c.Reveal,))
    for _ in range(checks):
        table.answer(others="check")
    table.act("Ann", "play", amount * 100)
    assert table.state.books["wager:1:play"] == amount * 100
    assert table.state.books["wager:1:ante"] == table.state.books["wager:1:blind"] == 10_00
    while table.turn:
        assert table.turn == "Bob"
        table.act("Bob", "check" if ("check", 0) in choices(table) else "fold")
    assert table.state.books["wager:1:play"] == amount * 100


@pytest.mark.clause("UTH-6(c).2")
def test_a_trips_wager_lies_on_an_area_of_its_own() -> None:
    table = dealt("uth", seats("uth", 2, trips=5))
    books = table.state.books
    assert (books["wager:2:trips"], books["wager:2:ante"], books["wager:2:blind"]) == (5_00, 10_00, 10_00)
    areas = {wager.name: wager.area for wager in table.rules.game.wagers}
    assert areas["trips"] == "UTH-6(c).2"


@pytest.mark.clause("UTH-R27", "HL-40.6(b)-s2", "T5-R36", "PK-R23")
@pytest.mark.parametrize(
    ("game", "first", "clause"),
    [
        ("uth", "play", "UTH-R27"),
        ("hi-lo", "play", "HL-40.6(b)-s2"),
        ("hi-lo", "fold", "HL-40.6(b)-s2"),
        ("top-five", "play", "T5-R36"),
        ("top-five", "fold", "T5-R36"),
        ("pik-it", "play_3", "PK-R23"),
        ("pik-it", "fold", "PK-R23"),
    ],
)
def test_a_decision_is_final(game: str, first: str, clause: str) -> None:
    table = dealt(game, 2, by_hand=(c.Reveal,))
    name = name_at(table, asked(table))
    position = asked(table)
    table.act(name, first)
    for action in ("play", "play_3", "play_5", "fold", "check"):
        refusal = table.refuses(c.Act, player(name), position=position, action=action, amount=10_00)
        assert (refusal.code, refusal.clause) == ("decided", clause)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_answers_for_another_player(game: str) -> None:
    table = dealt(game, 2)
    position = asked(table)
    other = next(name for name in NAMES[:2] if name != name_at(table, position))
    for by in (player(other), DEALER):
        refusal = table.refuses(c.Act, by, position=position, action="fold")
        assert refusal.clause == table.rules.cite("own-hand")[0]


# --- looking at cards ------------------------------------------------------------------------------------------------


@pytest.mark.clause("T5-11.A")
@pytest.mark.parametrize("method", METHODS)
def test_when_the_deal_is_complete_a_player_sees_the_own_seven_cards_and_no_others(method: str) -> None:
    table = scene("top-five", 3, by_hand=(c.Deal, c.LayDown), **METHODS[method])
    table.until(c.Deal)
    total = 4 if table.rules.stacks else 28
    for _ in range(total):
        seen = table.view(player("Bob"))["round"]["hands"]
        assert set("".join(hand["cards"] for hand in seen.values())) <= {"?", " "}
        table.asks(c.Deal, DEALER, count=1)
    table.until(c.LayDown)
    seen = table.view(player("Bob"))["round"]["hands"]
    assert seen[2]["cards"] == table.cards_at(2)
    assert "?" not in seen[2]["cards"]
    assert all(seen[place]["cards"] == BACKS[7] for place in (0, 1, 3))


def hands_of_ann(number: int) -> Scene:
    """Ann plays so many hands of Hi-Lo."""
    table = scene("hi-lo", 1, positions_per_player=number)
    for position in range(2, number + 1):
        table.bet("Ann", position, ante=10_00)
    table.run()
    return table


def seen_by_ann(table: Scene) -> list[int]:
    hands = table.view(player("Ann"))["round"]["hands"]
    return [position for position in table.round.positions if "?" not in hands[position]["cards"]]


@pytest.mark.clause("HL-40.6(g)2.i", "HL-R8")
def test_other_hands_stay_unseen_while_the_first_is_undecided() -> None:
    table = hands_of_ann(2)
    assert seen_by_ann(table) == [1]
    table.act("Ann", "play", position=2)
    assert seen_by_ann(table) == [1]
    refusal = table.refuses(c.SetHand, player("Ann"), position=2, low=(1, 2))
    assert (refusal.code, refusal.clause) == ("unseen", "HL-40.6(g)2.i")


@pytest.mark.clause("HL-40.6(g)2.ii", "HL-R8")
@pytest.mark.parametrize("last", ["play", "fold"])
def test_other_hands_stay_unseen_until_each_has_its_play_bet_or_is_folded_unseen(last: str) -> None:
    table = hands_of_ann(3)
    table.act("Ann", "fold", position=1)
    for position in (2, 3):
        assert not set(seen_by_ann(table)) & {2, 3}
        refusal = table.refuses(c.SetHand, player("Ann"), position=2, low=(1, 2))
        assert (refusal.code, refusal.clause) == ("unseen", "HL-40.6(g)2.ii")
        table.act("Ann", "play" if position == 2 else last, position=position)
    assert seen_by_ann(table) == ([2, 3] if last == "play" else [2])
    table.asks(c.SetHand, player("Ann"), position=2, low=(1, 2))


# --- setting a hand --------------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-40.5(b)-s1", "HL-R36")
def test_two_aces_low_are_refused_and_so_is_any_number_of_cards_but_two() -> None:
    table = dealt("hi-lo", cards=arranged({1: "As Ad 9c 5h 2d"}, "Ks Qs Jd 9d 8d"))
    table.act("Ann", "play")
    refusal = table.refuses(c.SetHand, player("Ann"), position=1, low=(1, 2))
    assert (refusal.code, refusal.clause) == ("two-aces-low", "HL-40.5(b)-s1")
    for low in ((), (3,), (3, 4, 5), (3, 3), (0, 3), (3, 6)):
        refusal = table.refuses(c.SetHand, player("Ann"), position=1, low=low)
        assert (refusal.code, refusal.clause) == ("setting", "HL-40.10(a)2-s1b")
    table.asks(c.SetHand, player("Ann"), position=1, low=(2, 5))
    assert table.round.shown(table.round.hands[1].low) == "Ad 2d"


@pytest.mark.clause("HL-40.10(a)2-s1c", "HL-R36")
def test_a_set_hand_lies_face_down_for_everyone_but_its_player_and_is_final() -> None:
    table = dealt("hi-lo", 2, by_hand=(c.Reveal, c.Show))
    for name in NAMES[:2]:
        table.act(name, "play")
    table.asks(c.SetHand, player("Ann"), position=1, low=(4, 5))
    for viewer in (None, player("Bob"), DEALER, FLOOR):
        assert table.view(viewer)["round"]["hands"][1]["cards"] == BACKS[5]
    own = table.view(player("Ann"))["round"]["hands"][1]
    assert (own["cards"], own["low"]) == (table.cards_at(1), [4, 5])
    refusal = table.refuses(c.SetHand, player("Ann"), position=1, low=(1, 2))
    assert (refusal.code, refusal.clause) == ("set", "HL-R36")
    table.finish("play")
    table.asks(c.Reveal, DEALER)
    assert table.view()["round"]["hands"][1]["cards"] == BACKS[5]
    table.asks(c.Show, DEALER, position=2)
    table.until(c.Show).asks(c.Show, DEALER, position=1)
    assert table.view()["round"]["hands"][1]["cards"] == table.cards_at(1)
