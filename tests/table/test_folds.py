"""A fold costs at once, a live bonus keeps its cards on the table, and the floor stands in with a reason."""

from __future__ import annotations

import pytest
from playing import asked, choices, name_at, seats
from tables import DEALER, FLOOR, WAGERS, Scene, arranged, dealt, player, scene

from pitboss.table import commands as c
from pitboss.table import events as e
from support import case

# --- folding ---------------------------------------------------------------------------------------------------------


def folded(game: str, **more: int) -> Scene:
    """Two players; the one who is asked first folds, the other has not been asked."""
    table = dealt(game, seats(game, 1, 2, **more), by_hand=(c.Reveal,))
    for _ in range(2 if game == "uth" else 0):
        table.answer(others="check")
    table.happened.clear()
    table.asks(c.Act, player(name_at(table, asked(table))), position=asked(table), action="fold")
    return table


@pytest.mark.parametrize(
    ("game", "lost", "collects", "racks"),
    [
        case(
            "UTH-10(e)(2)(ii) UTH-10(e)(2)",
            "uth",
            {"ante": 10, "blind": 10},
            "UTH-10(e)(2)",
            "UTH-10(e)(2)(ii)",
        ),
        case("HL-40.10(b)-s1 HL-40.10(a)1-s1c", "hi-lo", {"ante": 10}, "HL-40.10(a)1-s1c", "HL-40.10(b)-s1"),
        case("T5-11.B(2)(b) T5-11.B(2)(a)", "top-five", {"ante": 10}, "T5-11.B(2)(a)", "T5-11.B(2)(b)"),
        case("PK-39.10(c)4/1 PK-39.10(c)4/2", "pik-it", {"ante": 10}, "PK-39.10(c)4/1", "PK-39.10(c)4/2"),
    ],
)
def test_a_fold_costs_its_wagers_and_the_cards_are_racked_before_anyone_else_is_asked(
    game: str, lost: dict[str, int], collects: str, racks: str
) -> None:
    table = folded(game)
    decided, *taken, racked = table.happened
    assert isinstance(decided, e.Decided)
    position = decided.position
    assert {event.wager: event.stake // 100 for event in taken if isinstance(event, e.WagerSettled)} == lost
    for event in taken:
        assert collects in event.clauses
        assert [(transfer.source, transfer.target) for transfer in event.money] == [
            (f"wager:{position}:{event.wager}", "rack")  # type: ignore[attr-defined]
        ]
    hand = table.round.hands[position]
    assert isinstance(racked, e.CardsRacked)
    assert (racked.group, racked.position, racked.cards, racks in racked.clauses) == (
        "hand",
        position,
        hand.cards,
        True,
    )
    assert table.round.discards[-1].cards == hand.cards
    if game != "pik-it":
        assert hand.up == ()
        for viewer in (None, player("Ann"), player("Bob"), DEALER):
            assert "?" * 2 in table.view(viewer)["round"]["hands"][position]["cards"]


@pytest.mark.clause("PK-39.10(c)4/1", "PK-R59")
def test_every_forfeited_ante_has_gone_to_the_rack_before_the_dealer_reveals() -> None:
    table = scene("pik-it", {1: WAGERS["pik-it"], 3: {"ante": 25, "five_card_bonus": 25}, 6: WAGERS["pik-it"]})
    table.dealer.by_hand = frozenset((c.Reveal,))
    table.run()
    before = table.state.books["rack"] - sum(line.stake for line in table.round.hands[6].lines)
    table.act("Cid", "fold")
    table.act("Bob", "fold")
    table.act("Ann", "play_3")
    forfeits = [event for event in table.seen(e.WagerSettled) if event.outcome == "forfeit"]
    assert [(event.position, event.stake) for event in forfeits] == [(6, 10_00), (3, 25_00)]
    bonuses = [event for event in table.seen(e.WagerSettled) if event.wager == "five_card_bonus"]
    paid = sum(event.paid + event.returned - event.stake for event in bonuses if event.position != 6)
    assert table.state.books["rack"] == before + 10_00 + 35_00 - paid
    assert table.rules.reveal is table.rules.script[table.round.step]


@pytest.mark.parametrize(
    ("game", "kept", "clause"),
    [
        case("UTH-10(e)(2)(i)", "uth", {"trips": 5}, "UTH-10(e)(2)(i)"),
        case("HL-40.10(b)-s2 HL-40.10(a)1-s1c", "hi-lo", {"poker_bonus": 5}, "HL-40.10(b)-s2"),
        case("T5-11.B(3)", "top-five", {"top_five_bonus": 5}, "T5-11.B(3)"),
        case("T5-11.B(3) T5-R20", "top-five", {"poker_bonus": 5}, "T5-11.B(3)"),
    ],
)
def test_a_folded_hand_with_a_live_bonus_stays_and_is_settled_and_racked_in_its_turn(
    game: str, kept: dict[str, int], clause: str
) -> None:
    table = folded(game, **kept)
    position = table.seen(e.Decided)[0].position
    assert clause in table.seen(e.Decided)[0].clauses
    assert not table.seen(e.CardsRacked)
    ((wager, stake),) = kept.items()
    assert table.state.books[f"wager:{position}:{wager}"] == stake * 100
    table.dealer.by_hand = frozenset()
    table.finish("fold")
    lines = [event.wager for event in table.seen(e.WagerSettled) if event.position == position]
    assert lines[-1] == wager
    shown = next(event for event in table.seen(e.CardsTurnedUp) if event.position == position)
    racked = next(event for event in table.seen(e.CardsRacked) if event.position == position)
    assert table.happened.index(shown) > table.happened.index(table.seen(e.HandAnnounced)[0])
    assert table.happened.index(racked) > table.happened.index(shown)


@pytest.mark.clause("HL-40.10(b)-s1")
def test_a_folded_hand_has_no_ante_bonus() -> None:
    table = dealt("hi-lo", 2, cards=arranged({1: "As Ad Ac Ah 2d", 2: "9s 9d 8c 8h 3d"}, "Ks Qs Jd 9c 8d"))
    table.act("Ann", "fold")
    refusal = table.refuses(c.Settle, DEALER, position=1, wager="ante_bonus")
    assert refusal.code == "out-of-order"
    table.finish("play")
    assert [line.wager for line in table.round.hands[1].lines] == ["ante"]


# --- the floor stands in ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "checks", "action", "other"),
    [
        case("UTH-R30 UTH-R85", "uth", 0, "check", "play"),
        case("UTH-R30 UTH-10(e).2", "uth", 2, "fold", "play"),
        case("HL-R42 HL-R61", "hi-lo", 0, "fold", "play"),
        case("T5-R36 T5-R33 T5-R84", "top-five", 0, "fold", "play"),
        case("PK-R54 PK-R55 PK-R72", "pik-it", 0, "fold", "play_3"),
    ],
)
def test_for_a_player_who_cannot_be_asked_the_floor_checks_or_folds_with_a_reason(
    game: str, checks: int, action: str, other: str
) -> None:
    table = dealt(game, by_hand=(c.Reveal,))
    for _ in range(checks):
        table.answer(others="check")
    clause, called = table.rules.cite("stand-in")[0], table.rules.cite("called")[0]
    refusal = table.refuses(c.Act, FLOOR, position=1, action=action)
    assert (refusal.code, refusal.clause) == ("reason", clause)
    refusal = table.refuses(c.Act, FLOOR, position=1, action=action, reason="away")
    assert (refusal.code, refusal.clause) == ("not-called", called)
    assert not any(move.command is c.Act and move.role == "floor" for move in table.legal())
    table.asks(c.NoAnswer, DEALER, position=1)
    assert table.refuses(c.NoAnswer, DEALER, position=1).code == "no-change"
    amount = next(dollars * 100 for name, dollars in choices(table) if name == other)
    refusal = table.refuses(c.Act, FLOOR, position=1, action=other, amount=amount, reason="away")
    assert (refusal.code, refusal.clause) == ("stand-in", clause)
    table.asks(c.Act, FLOOR, position=1, action=action, reason="left the table")
    decided = table.seen(e.Decided)[-1]
    assert (decided.action, decided.reason, clause in decided.clauses) == (action, "left the table", True)
    assert not table.round.void


@pytest.mark.clause("HL-R53")
def test_the_floor_has_the_hand_of_an_absent_player_set_the_house_way_with_a_reason() -> None:
    table = dealt("hi-lo", cards=arranged({1: "As 4d 9c 5h 2d"}, "Ks Qs Jd 9d 8d"), by_hand=(c.Reveal,))
    table.act("Ann", "play")
    table.asks(c.NoAnswer, FLOOR, position=1)
    assert table.refuses(c.SetHand, FLOOR, position=1, low=()).code == "reason"
    refusal = table.refuses(c.SetHand, FLOOR, position=1, low=(3, 4), reason="left")
    assert (refusal.code, refusal.clause) == ("house-way", "HL-R53")
    table.asks(c.SetHand, FLOOR, position=1, low=(), reason="left")
    (set_,) = table.seen(e.HandSet)
    assert (table.round.shown(set_.low), set_.reason, "HL-R53" in set_.clauses) == ("4d 2d", "left", True)


@pytest.mark.clause("T5-R35")
def test_the_floor_declares_ready_for_a_player_who_never_lays_the_cards_down() -> None:
    table = dealt("top-five", by_hand=(c.LayDown,))
    table.asks(c.NoAnswer, DEALER, position=1)
    assert table.refuses(c.LayDown, FLOOR, position=1).clause == "T5-R36"
    table.asks(c.LayDown, FLOOR, position=1, reason="gives no answer")
    assert asked(table) == 1


@pytest.mark.clause("PK-R54")
def test_for_an_absent_player_the_first_three_cards_are_picked() -> None:
    table = dealt("pik-it", seats("pik-it", 1, three_card_bonus=5), by_hand=(c.Reveal,))
    table.asks(c.Departed, DEALER, player="Ann")
    refusal = table.refuses(c.Pick, FLOOR, position=1, places=(3, 4, 5), reason="left")
    assert (refusal.code, refusal.clause) == ("stand-in", "PK-R54")
    table.asks(c.Pick, FLOOR, position=1, places=(1, 2, 3), reason="left")
    assert table.round.hands[1].picked == table.round.hands[1].cards[:3]
    table.run()
    table.asks(c.Act, FLOOR, position=1, action="fold", reason="left")
    assert [line.wager for line in table.round.hands[1].lines] == ["three_card_bonus", "five_card_bonus", "ante"]
