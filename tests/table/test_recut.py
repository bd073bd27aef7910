"""What the floor may order between the shuffle and the first card: a new cut, or a new shuffle."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, TWO_DECKS, Scene, dealt, player, scene

from pitboss.cards import DECK
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.state import Deck
from support import case

SALT = "0123456789abcdef" * 2
SHOE: dict[str, Any] = METHODS["automated-shoe"]


def red(table: Scene) -> Deck:
    deck = table.state.deck("red")
    assert deck is not None
    return deck


RECUTS = [
    case("UTH-4(d) UTH-R17", "uth", "UTH-4(d)", "UTH-4(d)"),
    case("HL-40.4(d) HL-R26", "hi-lo", "HL-40.4(d)", "HL-40.4(d)"),
    case("T5-5.E.1 T5-5.E.2", "top-five", "T5-5.E.1", "T5-5.E.2"),
    case("PK-39.6(d) PK-R36", "pik-it", "PK-39.6(d)", "PK-39.6(d)"),
]


@pytest.mark.parametrize("after_the_call", [False, True])
@pytest.mark.parametrize(("game", "clause", "too_late"), RECUTS)
def test_the_floor_may_order_recuts_until_the_first_card(
    game: str, clause: str, too_late: str, after_the_call: bool
) -> None:
    table = scene(game, by_hand=(c.Cut,)).until(c.Cut)
    refusal = table.refuses(c.OrderRecut, FLOOR, reason="improper")
    assert (refusal.code, "shuffler" in refusal.message) == ("no-cut", False)
    table.asks(c.Cut, DEALER, deck="red", cards=20)
    table.until(c.NoMoreBets)
    if after_the_call:
        table.asks(c.NoMoreBets, DEALER)
    for cards in (10, 30):
        for somebody in (DEALER, player("Ann"), DEVICE):
            refusal = table.refuses(c.OrderRecut, somebody, reason="improper")
            assert (refusal.code, refusal.clause) == ("wrong-person", clause)
        assert table.refuses(c.OrderRecut, FLOOR, reason=" ").code == "reason"
        (order,) = table.asks(c.OrderRecut, FLOOR, reason="cards were seen")
        assert isinstance(order, e.StepsOrdered)
        assert (order.reason, order.by) == ("cards were seen", "floor:Flo")
        assert table.refuses(c.Deal if after_the_call else c.NoMoreBets, DEALER).code == "deck-not-ready"
        table.until(c.Cut)
        assert table.refuses(c.Cut, DEALER, deck="red", cards=9).code == "improper-cut"
        before = red(table).pile
        table.asks(c.Cut, DEALER, deck="red", cards=cards)
        assert red(table).pile == before[cards:] + before[:cards]
        table.until(c.Deal if after_the_call else c.NoMoreBets)
    assert [cut.cards for cut in table.seen(e.DeckCut)] == [20, 10, 30]
    table.until(c.Deal).asks(c.Deal, DEALER, count=1)
    refusal = table.refuses(c.OrderRecut, FLOOR, reason="cards were seen")
    assert (refusal.code, refusal.clause) == ("too-late", too_late)


@pytest.mark.parametrize("game", [case("UTH-4(d)", "uth"), case("HL-40.4(d)", "hi-lo"), case("PK-39.6(d)", "pik-it")])
def test_there_is_no_recut_once_a_card_was_found_face_up(game: str) -> None:
    table = scene(game, by_hand=(c.Deal,)).until(c.Deal)
    table.asks(c.FaceUpCard, DEALER)
    refusal = table.refuses(c.OrderRecut, FLOOR, reason="improper")
    assert (refusal.code, refusal.clause) == ("too-late", table.rules.cite("recut")[0])
    assert "face up" in refusal.message


@pytest.mark.parametrize(("game", "clause", "too_late"), RECUTS)
def test_there_is_no_recut_of_a_shufflers_cards(game: str, clause: str, too_late: str) -> None:
    table = scene(game, **SHOE).until(c.NoMoreBets)
    refusal = table.refuses(c.OrderRecut, FLOOR, reason="improper")
    assert (refusal.code, refusal.clause) == ("no-cut", clause)


@pytest.mark.clause("HL-40.4(d)", "HL-40.4(e)-s3b")
def test_a_recut_does_not_shorten_the_steps_of_an_idle_table() -> None:
    table = scene("hi-lo").until(c.NoMoreBets)
    table.bet("Ann", ante=0)
    table.asks(c.Leave, player("Ann"))
    assert table.refuses(c.OrderRecut, FLOOR, reason="improper").code == "no-cut"


@pytest.mark.parametrize("options", [{}, SHOE], ids=["by hand", "by device"])
@pytest.mark.clause("T5-5.A(3)", "T5-R53")
def test_the_floor_may_order_a_shuffle_before_the_next_round(options: dict[str, Any]) -> None:
    table = scene("top-five", by_hand=(c.Shuffle,), **options).until(c.Shuffle)
    by = DEVICE if options else DEALER
    table.asks(c.Shuffle, by, deck="red", order=DECK, salt=SALT)
    table.until(c.NoMoreBets)
    for somebody in (DEALER, player("Ann")):
        refusal = table.refuses(c.OrderShuffle, somebody, reason="a card was seen")
        assert (refusal.code, refusal.clause) == ("wrong-person", "T5-5.A(3)")
    table.asks(c.OrderShuffle, Actor(Role.SHIFT, "Shay"), reason="a card was seen")
    table.run()
    assert table.refuses(c.NoMoreBets, DEALER).code == "deck-not-ready"
    table.asks(c.Shuffle, by, deck="red", order=DECK[::-1], salt=SALT)
    table.until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)


@pytest.mark.clause("T5-5.A(3)", "T5-R53")
def test_a_shuffle_ordered_in_mid_round_waits_for_its_end() -> None:
    table = dealt("top-five")
    assert table.journey().count("shuffle") == 1
    (noted,) = table.asks(c.OrderShuffle, FLOOR, reason="a card was seen")
    assert isinstance(noted, e.Noted)
    assert table.journey().count("shuffle") == 1
    table.finish()
    assert table.journey()[-3:] == ["shuffle", "cut", "load"]


@pytest.mark.parametrize(
    "game",
    [case("T5-5.A(3) T5-R53", "top-five"), case("HL-R64", "hi-lo"), case("UTH-R88", "uth"), case("PK-R75", "pik-it")],
)
def test_with_two_decks_the_one_that_is_dealt_next_is_shuffled_or_the_one_that_is_named(game: str) -> None:
    table = dealt(game, **TWO_DECKS)
    assert table.journey("blue").count("shuffle") == 1
    (noted,) = table.asks(c.OrderShuffle, FLOOR, reason="a card was bent", deck="red")
    assert isinstance(noted, e.Noted)
    (ordered,) = table.asks(c.OrderShuffle, FLOOR, reason="a card was bent")
    assert isinstance(ordered, e.StepsOrdered)
    assert (ordered.deck, ordered.due[-2:]) == ("blue", (Handling.SHUFFLE, Handling.LOAD))
    for deck, code in (("", "shuffle-due"), ("blue", "shuffle-due"), ("green", "no-deck")):
        assert table.refuses(c.OrderShuffle, FLOOR, reason="a card was bent", deck=deck).code == code
    table.finish()
    table.bet_anew().until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)
    assert (table.round.deck, table.journey("blue").count("shuffle")) == ("blue", 2)


@pytest.mark.clause("T5-5.A(3)", "HL-R23", "UTH-R17", "PK-R36")
@pytest.mark.parametrize("game", ["top-five", "hi-lo", "uth", "pik-it"])
def test_with_two_decks_the_other_one_makes_room_in_the_shuffler(game: str) -> None:
    table = scene(game, **TWO_DECKS).until(c.NoMoreBets)
    table.asks(c.OrderShuffle, FLOOR, reason="a card was seen")
    table.until(c.NoMoreBets)
    assert [table.journey(deck).count("shuffle") for deck in ("red", "blue")] == [2, 2]
    (call,) = table.asks(c.NoMoreBets, DEALER)
    assert isinstance(call, e.BetsClosed)
    assert call.deck == "red"
    assert Handling.SHUFFLE not in red(table).due


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-R26 HL-40.2(b)3", "hi-lo", "HL-40.2(b)3"),
        case("PK-R36 PK-39.2(b)3", "pik-it", "PK-39.2(b)3"),
        case("T5-5.E.1 T5-3.B(3)", "top-five", "T5-3.B(3)"),
    ],
)
def test_of_two_preshuffled_decks_the_called_one_can_be_cut_again_while_the_other_stays_away(
    game: str, clause: str
) -> None:
    table = scene(game, opening_route="preshuffled", **TWO_DECKS).until(c.NoMoreBets)
    table.asks(c.NoMoreBets, DEALER)
    refusal = table.refuses(c.Handle, DEALER, deck="blue", step=Handling.LOAD)
    assert (refusal.code, refusal.clause) == ("not-now", clause)
    table.asks(c.OrderRecut, FLOOR, reason="cards were seen")
    table.until(c.Deal)
    assert table.journey().count("cut") == 2
