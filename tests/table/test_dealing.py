"""The call, the deck in its place, the order of the deal, the streets, the dealer's stack."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, WAGERS, Scene, dealt, player, scene

from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.legal import due
from pitboss.table.views import AUDITOR
from support import case

EACH = {"hi-lo": 5, "pik-it": 5, "top-five": 7, "uth": 2}


def called(game: str, seats: tuple[int, ...] = (1,), **options: Any) -> Scene:
    """The call has been made, and no card is dealt yet."""
    table = scene(game, dict.fromkeys(seats, WAGERS[game]), by_hand=(c.Deal,), **options)
    return table.until(c.Deal)


def expected(seats: tuple[int, ...], each: int, *, stacks: bool) -> dict[int, list[int]]:
    """The numbers of the cards of each hand, the dealer's last in every pass."""
    hands = (*seats, 0)
    if stacks:
        return {p: [place * each + card for card in range(1, each + 1)] for place, p in enumerate(hands)}
    return {p: [place + 1 + card * len(hands) for card in range(each)] for place, p in enumerate(hands)}


def test_the_numbers_expected_here_are_those_of_the_registers() -> None:
    """PK-39.7(c)/1, PK-39.9(c)/2 and UTH-7(d) spell some of them out."""
    passes, stacks = expected((1, 3, 6), 5, stacks=False), expected((1, 3, 6), 5, stacks=True)
    assert passes == {1: [1, 5, 9, 13, 17], 3: [2, 6, 10, 14, 18], 6: [3, 7, 11, 15, 19], 0: [4, 8, 12, 16, 20]}
    assert stacks[3] == [6, 7, 8, 9, 10]
    assert stacks[0] == [16, 17, 18, 19, 20]
    assert expected((2, 3, 5), 2, stacks=False) == {2: [1, 5], 3: [2, 6], 5: [3, 7], 0: [4, 8]}


# --- the deck in its place, and the call -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "clause"),
    [
        case("HL-40.7(a)-s2", "hi-lo", "manual-shoe", "HL-40.7(a)-s2"),
        case("HL-40.9(b)1", "hi-lo", "automated-shoe", "HL-40.9(b)1"),
        case("PK-39.7(a)/3", "pik-it", "manual-shoe", "PK-39.7(a)/3"),
        case("PK-39.8(b)2", "pik-it", "hand", "PK-39.8(b)2"),
        case("PK-39.9(b)1", "pik-it", "automated-shoe", "PK-39.9(b)1"),
        case("T5-8.B", "top-five", "manual-shoe", "T5-8.B"),
        case("T5-10.A(1)", "top-five", "automated-shoe", "T5-10.A(1)"),
        case("UTH-7(a).3", "uth", "manual-shoe", "UTH-7(a).3"),
        case("UTH-9(b)(1)", "uth", "automated-shoe", "UTH-9(b)(1)"),
    ],
)
def test_the_shuffled_deck_goes_where_it_is_dealt_from_before_the_call(game: str, method: str, clause: str) -> None:
    table = scene(game, **METHODS[method]).until(c.Shuffle)
    assert table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD).code == "out-of-order"
    table.until_deck(Handling.LOAD)
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert refusal.code == "deck-not-ready"
    assert refusal.clause in table.rules.cite("load")
    assert table.refuses(c.Deal, DEALER).code == "no-round"
    (loaded,) = table.asks(c.Handle, DEALER, deck="red", step=Handling.LOAD)
    assert isinstance(loaded, e.DeckHandled)
    assert loaded.by == "dealer"
    assert clause in loaded.clauses
    assert (table.state.decks[0].where, len(table.state.decks[0].pile)) == ("loaded", 52)
    table.asks(c.NoMoreBets, DEALER)
    assert table.asks(c.Deal, DEALER)


@pytest.mark.clause("HL-40.7(a)-s2", "PK-39.7(a)/3", "HL-40.9(b)1")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it"])
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
def test_a_deck_that_has_to_be_cut_does_not_go_into_the_shoe_uncut(game: str, dealing: str) -> None:
    table = scene(game, shuffle_method="manual", dealing_method=dealing)
    table.until_deck(Handling.LAY_COVER)
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD)
    assert refusal.code == "out-of-order"
    assert refusal.clause in (*table.rules.cite("must-cut"), *table.rules.cite("lay-cover"))


@pytest.mark.clause("UTH-7(a).3", "T5-8.B", "HL-40.7(a)-s2")
@pytest.mark.parametrize("game", ["uth", "top-five", "hi-lo"])
def test_a_shuffler_that_feeds_the_shoe_is_on_record_as_the_one_who_loaded_it(game: str) -> None:
    table = called(game, shuffle_method="automated", shuffler_feeds_shoe=True)
    loads = [event for event in table.seen(e.DeckHandled) if event.handling is Handling.LOAD]
    assert [load.by for load in loads] == ["device"]


@pytest.mark.clause("PK-39.8(b)2")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_the_hand_that_holds_the_deck_is_on_record(hand: str) -> None:
    table = scene("pik-it", **METHODS["hand"]).until_deck(Handling.LOAD)
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD, hand="both")
    assert (refusal.code, refusal.clause) == ("which-hand", "PK-39.8(b)2")
    (held,) = table.asks(c.Handle, DEALER, deck="red", step=Handling.LOAD, hand=hand)
    assert isinstance(held, e.DeckHandled)
    assert held.hand == hand


@pytest.mark.parametrize(
    ("game", "method", "clause"),
    [
        case("HL-40.7(b)", "hi-lo", "manual-shoe", "HL-40.7(b)"),
        case("HL-40.8(b)3", "hi-lo", "hand", "HL-40.8(b)3"),
        case("HL-40.9(b)2", "hi-lo", "automated-shoe", "HL-40.9(b)2"),
        case("PK-39.7(b)/1", "pik-it", "manual-shoe", "PK-39.7(b)/1"),
        case("PK-39.8(b)3/1", "pik-it", "hand", "PK-39.8(b)3/1"),
        case("PK-39.9(b)2", "pik-it", "automated-shoe", "PK-39.9(b)2"),
        case("T5-8.C", "top-five", "manual-shoe", "T5-8.C"),
        case("T5-9.A(5)", "top-five", "hand", "T5-9.A(5)"),
        case("T5-10.A(2)", "top-five", "automated-shoe", "T5-10.A(2)"),
        case("UTH-7(b)", "uth", "manual-shoe", "UTH-7(b)"),
        case("UTH-8(b)(3).1", "uth", "hand", "UTH-8(b)(3).1"),
        case("UTH-9(b)(2)", "uth", "automated-shoe", "UTH-9(b)(2)"),
    ],
)
def test_no_card_is_dealt_before_the_call(game: str, method: str, clause: str) -> None:
    table = scene(game, **METHODS[method]).until(c.NoMoreBets)
    for by in (DEALER, DEVICE):
        refusal = table.refuses(c.Deal, by)
        assert (refusal.code, refusal.clause) == ("no-round", clause)
    (closed,) = table.asks(c.NoMoreBets, DEALER)
    assert closed.clauses[0] == clause
    table.asks(c.Deal, DEALER)


@pytest.mark.clause("HL-40.7(b)")
def test_there_is_no_call_without_an_ante() -> None:
    table = scene("hi-lo", {1: {}, 2: {}})
    table.run()
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, refusal.clause) == ("nothing-bet", "HL-40.7(b)")


# --- the order of the deal -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "seats"),
    [
        case(
            "HL-40.7(d) HL-40.7(d)1 HL-40.7(d)2 HL-40.7(d)3 HL-40.7(d)4 HL-40.7(d)5", "hi-lo", "manual-shoe", (1, 3, 6)
        ),
        case("HL-40.8(c) HL-40.8(c)1 HL-40.8(c)2 HL-40.8(c)3 HL-40.8(c)4 HL-40.8(c)5", "hi-lo", "hand", (2, 5)),
        case("HL-40.9(c)-s1 HL-40.9(c)-s2 HL-40.9(c)-s3", "hi-lo", "automated-shoe", (3, 6)),
        case("PK-39.7(c)/1 PK-39.7(c)/3 PK-39.7(c)/4", "pik-it", "manual-shoe", (1, 3, 6)),
        case("PK-39.8(c)/1 PK-39.8(c)/3 PK-39.8(c)/4", "pik-it", "hand", (1, 3, 6)),
        case("PK-39.9(c)/1 PK-39.9(c)/2", "pik-it", "automated-shoe", (1, 3, 6)),
        case("T5-8.D(2).1 T5-8.D(2).2 T5-8.D(2).3 T5-8.D(2).5", "top-five", "manual-shoe", (1, 2)),
        case("T5-8.D(2).1 T5-8.D(3)", "top-five", "manual-shoe", (1, 2, 3, 4, 5, 6)),
        case("T5-9.B(1).1 T5-9.B(1).2 T5-9.B(1).4 T5-9.B(2)", "top-five", "hand", (2, 5)),
        case("T5-10.B(1).1 T5-10.B(1).2 T5-10.B(1).4", "top-five", "automated-shoe", (1, 4)),
        case("UTH-7(d) UTH-7(d)(1) UTH-7(d)(2) UTH-7(d)(3) UTH-7(d)(4)", "uth", "manual-shoe", (2, 3, 5)),
        case("UTH-8(c) UTH-8(c)(1) UTH-8(c)(2) UTH-8(c)(3) UTH-8(c)(4)", "uth", "hand", (1, 4)),
        case("UTH-9(c).1 UTH-9(c).2 UTH-9(c).3", "uth", "automated-shoe", (2, 4, 5)),
    ],
)
def test_cards_go_out_face_down_from_the_far_left_with_the_dealer_last(
    game: str, method: str, seats: tuple[int, ...]
) -> None:
    table = called(game, seats, **METHODS[method])
    stacks = method == "automated-shoe"
    while due(table.rules, table.state).command is c.Deal:  # type: ignore[union-attr]
        table.asks(c.Deal, DEALER, count=1)
        for viewer in (None, DEALER, FLOOR, AUDITOR, player("Ann") if len(table.seen(e.CardsDealt)) < 3 else None):
            hands = table.view(viewer)["round"]["hands"].values()
            assert all(set(hand["cards"].split()) <= {"??"} for hand in hands)
    to = [event.deals[0][0] for event in table.seen(e.CardsDealt)]
    assert to == [*seats, 0] * (1 if stacks else EACH[game])
    assert {p: table.numbers_at(p) for p in (*seats, 0)} == expected(seats, EACH[game], stacks=stacks)
    assert len(table.round.undealt) == 52 - EACH[game] * (len(seats) + 1)
    assert table.refuses(c.Deal, DEALER).code == "out-of-order"


@pytest.mark.parametrize(
    ("game", "method", "clause"),
    [
        case("HL-40.7(d) HL-40.7(d)5", "hi-lo", "manual-shoe", "HL-40.7(d)"),
        case("HL-40.8(c)", "hi-lo", "hand", "HL-40.8(c)"),
        case("HL-40.9(c)-s1", "hi-lo", "automated-shoe", "HL-40.9(c)-s1"),
        case("PK-39.7(c)/1", "pik-it", "manual-shoe", "PK-39.7(c)/1"),
        case("PK-39.8(c)/1", "pik-it", "hand", "PK-39.8(c)/1"),
        case("PK-39.9(c)/1", "pik-it", "automated-shoe", "PK-39.9(c)/1"),
        case("T5-8.D(2).1", "top-five", "manual-shoe", "T5-8.D(2).1"),
        case("T5-9.B(1).1", "top-five", "hand", "T5-9.B(1).1"),
        case("T5-10.B(1).1", "top-five", "automated-shoe", "T5-10.B(1).1"),
        case("UTH-7(d)", "uth", "manual-shoe", "UTH-7(d)"),
        case("UTH-8(c)", "uth", "hand", "UTH-8(c)"),
        case("UTH-9(c).1", "uth", "automated-shoe", "UTH-9(c).1"),
    ],
)
def test_a_card_or_stack_to_another_place_is_refused(game: str, method: str, clause: str) -> None:
    table = called(game, (3, 6), **METHODS[method])
    for wrong in (1, 6, 0):
        refusal = table.refuses(c.Deal, DEALER, count=1, to=wrong)
        assert (refusal.code, refusal.clause) == ("wrong-place", clause)
    table.asks(c.Deal, DEALER, count=1, to=3)
    assert table.refuses(c.Deal, DEALER, count=1, to=3).code == "wrong-place"
    table.asks(c.Deal, DEALER, count=1, to=6)
    left = 1 if method == "automated-shoe" else EACH[game] * 3 - 2
    assert table.refuses(c.Deal, DEALER, count=left + 1).code == "count"


@pytest.mark.parametrize(
    ("game", "method", "second"),
    [
        case("PK-39.7(c)/2", "pik-it", "manual-shoe", {"ante": 10}),
        case("PK-39.8(c)/2", "pik-it", "hand", {"ante": 10}),
        case("PK-39.9(c)/3", "pik-it", "automated-shoe", {"ante": 10}),
        case("T5-8.D(2).4", "top-five", "manual-shoe", {}),
        case("T5-9.B(1).3", "top-five", "hand", {}),
        case("T5-10.B(1).3", "top-five", "automated-shoe", {}),
        case("UTH-7(d)(1)", "uth", "manual-shoe", {"ante": 10}),
        case("UTH-9(c).2", "uth", "automated-shoe", {"ante": 10}),
        case("HL-R14", "hi-lo", "hand", {}),
    ],
)
def test_a_position_without_its_wagers_gets_no_cards(game: str, method: str, second: dict[str, int]) -> None:
    table = dealt(game, {1: WAGERS[game], 2: second, 4: WAGERS[game]}, **METHODS[method])
    assert table.round.positions == (1, 4)
    stacks = method == "automated-shoe"
    assert {p: table.numbers_at(p) for p in (1, 4, 0)} == expected((1, 4), EACH[game], stacks=stacks)
    assert 2 not in table.round.hands


@pytest.mark.parametrize(
    ("game", "method", "to_player", "to_dealer"),
    [
        case("HL-40.7(d)2", "hi-lo", "manual-shoe", "HL-40.7(d)1", "HL-40.7(d)2"),
        case("HL-40.8(b)4-2", "hi-lo", "hand", "HL-40.8(b)4-2", "HL-40.8(b)4-2"),
        case("HL-40.9(c)-s3", "hi-lo", "automated-shoe", "HL-40.9(c)-s1", "HL-40.9(c)-s3"),
        case("PK-39.7(c)/4", "pik-it", "manual-shoe", "PK-39.7(c)/4", "PK-39.7(c)/4"),
        case("PK-39.8(c)/4", "pik-it", "hand", "PK-39.8(c)/4", "PK-39.8(c)/4"),
        case("T5-8.D(2).3", "top-five", "manual-shoe", "T5-8.D(2).3", "T5-8.D(2).3"),
        case("UTH-7(d)(2)", "uth", "manual-shoe", "UTH-7(d)(1)", "UTH-7(d)(2)"),
    ],
)
def test_a_card_of_the_deal_laid_face_up_is_refused(game: str, method: str, to_player: str, to_dealer: str) -> None:
    table = called(game, **METHODS[method])
    assert table.refuses(c.Deal, DEALER, count=1, face_up=True)[:2] == ("face-down", to_player)
    table.asks(c.Deal, DEALER, count=1)
    assert table.refuses(c.Deal, DEALER, count=1, face_up=True)[:2] == ("face-down", to_dealer)


@pytest.mark.clause("HL-40.8(b)4-2")
@pytest.mark.parametrize("elsewhere", ["bottom", "middle"])
def test_only_the_top_card_is_dealt_from_the_hand(elsewhere: str) -> None:
    table = called("hi-lo", (1, 2), **METHODS["hand"])
    for number in range(15):
        refusal = table.refuses(c.Deal, DEALER, count=1, off=elsewhere)
        assert (refusal.code, refusal.clause) == ("top-card", "HL-40.8(b)4-2")
        top = table.round.undealt[0]
        (out,) = table.asks(c.Deal, DEALER, count=1)
        assert isinstance(out, e.CardsDealt)
        assert out.deals == (((1, 2, 0)[number % 3], (top,)),)


@pytest.mark.clause("HL-40.4(c)2")
@pytest.mark.parametrize("method", ["manual-shoe", "automated-shoe"])
def test_after_the_cut_the_deal_is_the_one_of_the_method_in_use(method: str) -> None:
    table = dealt("hi-lo", {1: WAGERS["hi-lo"], 4: WAGERS["hi-lo"]}, shuffle_method="manual", dealing_method=method)
    assert len(table.seen(e.DeckCut)) == 1
    (event,) = table.seen(e.CardsDealt)
    assert event.clauses == table.rules.game.law.cited("deal", method)
    assert {p: table.numbers_at(p) for p in (1, 4, 0)} == expected((1, 4), 5, stacks=method == "automated-shoe")


@pytest.mark.clause("PK-39.7(c)/3", "T5-8.D(3)")
@pytest.mark.parametrize("game", ["pik-it", "top-five"])
def test_a_deal_cannot_stop_a_card_short(game: str) -> None:
    table = called(game, (1, 2))
    table.asks(c.Deal, DEALER, count=EACH[game] * 3 - 1)
    assert table.refuses(c.RackStub, DEALER).code == "out-of-order"
    assert table.refuses(c.Deal, DEALER, count=2).code == "count"
    table.asks(c.Deal, DEALER, count=1, to=0)
    table.asks(c.RackStub, DEALER)


# --- the dealer's cards under the cover card -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "clause"),
    [
        case("UTH-7(d)(2) UTH-7(d)(4)", "uth", "manual-shoe", "UTH-7(d)(2)"),
        case("UTH-8(c)(2) UTH-8(c)(4)", "uth", "hand", "UTH-8(c)(2)"),
        case("UTH-9(c).3", "uth", "automated-shoe", "UTH-9(c).3"),
        case("PK-39.9(c)/4", "pik-it", "automated-shoe", "PK-39.9(c)/4"),
    ],
)
def test_the_dealers_cards_lie_under_a_cover_card(game: str, method: str, clause: str) -> None:
    table = called(game, **METHODS[method])
    table.asks(c.Deal, DEALER, count=1)
    refusal = table.refuses(c.Deal, DEALER, covered=False)
    assert (refusal.code, refusal.clause) == ("cover-card", clause)
    (event,) = table.asks(c.Deal, DEALER, count=1, to=0)
    assert isinstance(event, e.CardsDealt)
    assert event.covered
    assert table.round.cover == "on the dealer's cards"


@pytest.mark.clause("PK-39.9(c)1")
def test_the_dealers_stack_is_delivered_at_once_by_default() -> None:
    table = dealt("pik-it", 2, **METHODS["automated-shoe"])
    names = table.names()
    assert not table.round.waits
    assert len(table.round.dealer.cards) == 5
    assert table.round.cover
    assert "StackDelivered" not in names
    assert names.index("CardsDealt") < names.index("StubRacked") < names.index("WagerSettled")


@pytest.mark.clause("PK-39.9(c)2", "PK-39.9(d)/1", "PK-R39")
def test_after_decisions_the_stack_is_delivered_when_all_have_decided_and_the_stub_taken_then() -> None:
    table = dealt("pik-it", 2, dealer_stack_delivery="after-decisions", **METHODS["automated-shoe"])
    assert table.round.waits
    table.act("Bob", "play_3")
    for command, clause in ((c.Deliver, "PK-39.9(c)2"), (c.RackStub, "PK-39.9(d)/1")):
        refusal = table.refuses(command, DEALER)
        assert (refusal.code, refusal.clause) == ("out-of-order", clause)
    table.dealer.by_hand = frozenset((c.Deliver, c.RackStub, c.Reveal))
    table.act("Ann", "fold")
    assert table.round.hands[1].racked
    assert table.refuses(c.RackStub, DEALER)[:2] == ("out-of-order", "PK-39.9(d)/1")
    table.asks(c.Deliver, DEALER)
    assert table.refuses(c.Reveal, DEALER).code == "out-of-order"
    assert [type(event) for event in table.asks(c.RackStub, DEALER)] == [e.StubTaken, e.StubRacked]
    table.asks(c.Reveal, DEALER)
    table.plays_on()


# --- the streets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.clause("UTH-10(b).1", "UTH-10(b).2", "UTH-10(d).1", "UTH-10(d).2")
def test_each_street_is_burned_and_dealt_when_everyone_has_decided(method: str) -> None:
    table = dealt("uth", 3, by_hand=(c.Burn, c.DealCommunity), **METHODS[method])
    for burn, street, first, number in (
        ("UTH-10(b).1", "UTH-10(b).2", 9, 3),
        ("UTH-10(d).1", "UTH-10(d).2", 13, 2),
    ):
        table.act("Ann", "check")
        table.act("Bob", "check")
        assert table.refuses(c.Burn, DEALER)[:2] == ("out-of-order", burn)
        assert table.refuses(c.DealCommunity, DEALER)[:2] == ("out-of-order", street)
        table.act("Cid", "check")
        assert table.refuses(c.DealCommunity, DEALER)[:2] == ("out-of-order", street)
        (burned,) = table.asks(c.Burn, DEALER)
        assert isinstance(burned, e.CardBurned)
        assert table.round.order[burned.card] + 1 == first
        assert table.round.rack[-1].name == "burn"
        assert table.refuses(c.Burn, DEALER).code == "out-of-order"
        (turned,) = table.asks(c.DealCommunity, DEALER)
        assert isinstance(turned, e.CommunityDealt)
        assert [table.round.order[card] + 1 for card in turned.cards] == list(range(first + 1, first + 1 + number))
        assert table.view()["round"]["board"].endswith(turned.faces)
        table.run()
    table.plays_on()


@pytest.mark.clause("UTH-9(d).1", "UTH-9(d).2")
def test_the_rest_of_the_automated_shoe_is_in_the_hand_before_the_first_decision() -> None:
    table = scene("uth", 3, by_hand=(c.TakeOut, c.Burn), **METHODS["automated-shoe"])
    table.run()
    refusal = table.refuses(c.Act, player("Ann"), position=1, action="check")
    assert (refusal.code, refusal.clause) == ("out-of-order", "UTH-9(d).1")
    assert table.refuses(c.Deal, DEVICE).code == "out-of-order"
    table.asks(c.TakeOut, DEALER)
    assert (len(table.round.undealt), table.round.taken_out) == (44, True)
    assert table.refuses(c.Deal, DEVICE, count=1).code == "out-of-order"
    table.answer(others="check")
    assert table.view(player("Ann"))["round"]["board"] == ""
    table.asks(c.Burn, DEALER)
    table.run()
    assert [table.round.order[card] + 1 for card in (*table.round.burned, *table.round.board)] == [9, 10, 11, 12]


@pytest.mark.clause("T5-11.B(4).1", "T5-R23", "T5-R67")
def test_a_top_five_dealers_stack_may_stay_in_the_shuffler_until_the_reveal() -> None:
    table = dealt("top-five", 2, dealer_stack_delivery="at-reveal", by_hand=(c.Reveal,), **METHODS["automated-shoe"])
    assert (table.round.waits, table.round.stub) == (True, "racked")
    table.answer(others="play")
    assert table.refuses(c.Deliver, DEALER).code == "out-of-order"
    delivered, *shown = table.asks(c.Reveal, DEALER)
    assert isinstance(delivered, e.StackDelivered)
    assert not table.round.waits
    assert any(isinstance(event, e.CardsTurnedUp) for event in shown)
    table.plays_on()


@pytest.mark.clause("T5-R23", "T5-R67", "T5-R69", "T5-13.D.1")
@pytest.mark.parametrize(
    "report",
    [
        (c.CardExposed, {"where": "dealer", "place": 3}),
        (c.HandCount, {"position": 0, "cards": 6}),
        (c.ShoeFault, {}),
        (c.DeviceStatus, {"device": "automated-shoe", "status": "fault"}),
    ],
)
def test_the_stack_in_the_shuffler_is_the_dealers_hand(report: tuple[Any, dict[str, Any]]) -> None:
    table = dealt("top-five", 2, dealer_stack_delivery="at-reveal", **METHODS["automated-shoe"])
    table.asks(report[0], DEALER, **report[1])
    assert table.round.void
    table.plays_on()
