"""The number of cards, from all that was counted: hands by their last counts, in the rack as well, and the stub."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from tables import DEALER, GAMES, METHODS, TWO_DECKS, WAGERS, Scene, dealt, scene

from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from support import case

SETTLING = (c.SettlePosition, c.Show, c.Settle, c.RackHand, c.ClearTable)


def hi_lo(phase: str, way: str = "manual-shoe") -> Scene:
    """Ann at position 1 and Bob at position 2: Ann folded; one hand settled; both; or at an earlier step."""
    table = dealt("hi-lo", 2, by_hand=(c.RackStub, c.CountStub, c.Deal, *SETTLING), **METHODS[way])
    if (move := table.due) and move.command is c.Deal:
        table.asks(c.Deal, DEALER)
    table.run()
    if phase == "stub":
        return table
    table.asks(c.RackStub, DEALER)
    table.run()
    if phase == "decisions":
        return table
    table.act("Ann", "fold" if phase == "folded" else "play")
    if phase == "folded":
        return table
    table.act("Bob", "play")
    table.set("Ann", 4, 5)
    table.set("Bob", 4, 5)
    table.run()
    for position in {"one": (2,), "settled": (2, 1)}.get(phase, ()):
        table.asks(c.SettlePosition, DEALER, position=position)
    return table


def names(events: tuple[e.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def count_all(table: Scene, **others: int) -> tuple[e.Event, ...]:
    """Every hand that is asked for, each with five cards but for those named."""
    hands = {0: 5, 1: 5, 2: 5} | {int(name[1:]): cards for name, cards in others.items()}
    stands = {p for p, hand in table.round.hands.items() if hand.void and hand.racked}
    return table.asks(c.CountHands, DEALER, counts=tuple((p, n) for p, n in hands.items() if p not in stands))


# --- hands in the rack -----------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-40.7(f)2-s3", "HL-R16")
@pytest.mark.parametrize("way", METHODS)
@pytest.mark.parametrize(("phase", "position"), [("folded", 1), ("one", 2), ("settled", 1), ("settled", 2)])
@pytest.mark.parametrize("cards", [0, 4, 6])
def test_a_hand_in_the_rack_counts_with_the_cards_it_was_found_to_have(
    way: str, phase: str, position: int, cards: int
) -> None:
    """With 37 cards in the stub the deck is not whole; before or after the hand was counted, it leaves."""
    for stub_first in (False, True):
        table = hi_lo(phase, way)
        other = table.chips("Bob" if position == 1 else "Ann")
        if stub_first:
            table.asks(c.CountStub, DEALER, cards=37)
            table.asks(c.HandCount, DEALER, position=position, cards=cards)
        else:
            table.asks(c.HandCount, DEALER, position=position, cards=cards)
            table.asks(c.CountStub, DEALER, cards=37)
        count_all(table, **{f"p{position}": cards})
        assert table.state.deck("red") is None, stub_first
        if phase == "settled":
            assert table.chips("Bob" if position == 1 else "Ann") == other
        else:
            assert table.round.void
        assert table.round.hands[position].void


@pytest.mark.clause("HL-40.7(f)1", "HL-40.12(d)-s1", "HL-R16")
@pytest.mark.parametrize(("phase", "position"), [("decisions", 1), ("folded", 1), ("one", 2), ("settled", 1)])
def test_a_stub_that_has_the_card_which_a_void_hand_lacks_is_right(phase: str, position: int) -> None:
    table = hi_lo(phase)
    before = table.chips("Bob")
    table.asks(c.HandCount, DEALER, position=position, cards=4)
    (counted, *_) = table.asks(c.CountStub, DEALER, cards=38)
    assert isinstance(counted, e.StubCounted)
    assert (counted.right, counted.expected) == (True, 38)
    assert not table.round.void
    assert phase != "settled" or table.chips("Bob") == before
    assert table.state.deck("red") is not None


@pytest.mark.clause("HL-40.7(f)2-s3", "HL-R6", "HL-R16")
@pytest.mark.parametrize("cards", [4, 6])
def test_the_dealers_hand_counts_as_it_was_found_after_the_last_settlement_too(cards: int) -> None:
    table = hi_lo("settled")
    chips = table.chips("Ann"), table.chips("Bob")
    table.asks(c.HandCount, DEALER, position=0, cards=cards)
    assert "StubRacked" not in names(table.asks(c.CountStub, DEALER, cards=37))
    count_all(table, p0=cards)
    assert table.state.deck("red") is None
    assert (table.chips("Ann"), table.chips("Bob")) == chips


@pytest.mark.clause("HL-40.7(f)2-s2", "HL-R15", "HL-R22")
def test_a_stub_that_was_explained_by_a_hand_fits_when_it_is_counted_once_more() -> None:
    table = hi_lo("settled")
    table.asks(c.CountStub, DEALER, cards=36)
    count_all(table, p2=6)
    assert table.round.hands[2].void
    (again, *_) = table.asks(c.CountStub, DEALER, cards=36)
    assert isinstance(again, e.StubCounted)
    assert again.right
    assert table.state.deck("red") is not None


@pytest.mark.clause("HL-R16", "HL-R54")
def test_a_hand_that_fits_no_more_beside_a_counted_stub_has_every_hand_counted() -> None:
    """After the last settlement the dealer's hand has four cards, the stub 38; then five: that would be 53."""
    table = hi_lo("settled")
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    table.asks(c.CountStub, DEALER, cards=38)
    assert table.state.deck("red") is not None
    table.asks(c.HandCount, DEALER, position=0, cards=5)
    count_all(table)
    assert table.state.deck("red") is None


@pytest.mark.parametrize(
    "game",
    [case("PK-R42 PK-39.7(e)2/3", "pik-it"), case("UTH-R36 UTH-7(f)(2).3", "uth")],
)  # fmt: skip
def test_a_wrong_number_that_came_too_late_for_the_round_still_shows_a_wrong_deck(game: str) -> None:
    table = dealt(game, 1, by_hand=(c.ClearTable,))
    table.finish()
    stub, each = len(table.round.undealt), table.rules.each
    table.asks(c.HandCount, DEALER, position=0, cards=each - 1)
    table.asks(c.CountStub, DEALER, cards=stub)
    table.asks(c.CountHands, DEALER, counts=((0, each - 1), (1, each)))
    assert table.state.deck("red") is None
    assert not table.round.void


def void_by_itself(game: str, phase: str) -> Scene:
    """The hand of position 1 has a card too few: it was void before the decisions, or after it had been settled."""
    settled = phase == "settled"
    if game == "hi-lo":
        table = hi_lo("settled" if settled else "decisions")
    else:
        table = dealt(game, {1: WAGERS[game], 2: WAGERS[game]}, by_hand=(c.CountStub, c.RackStub, *SETTLING))
    table.asks(c.HandCount, DEALER, position=1, cards=table.rules.each - 1)
    assert table.round.hands[1].void == "PLAYER_COUNT"
    assert table.round.hands[1].racked
    assert not table.round.void
    return table


VOID_HANDS = pytest.mark.parametrize(
    ("game", "phase"),
    [case("HL-R16 HL-40.12(d)-s1", "hi-lo", "decisions"), case("HL-R16 HL-R22", "hi-lo", "settled"),
     case("UTH-R36 UTH-15(d).1", "uth", "decisions")],
)  # fmt: skip


@VOID_HANDS
def test_the_count_that_voided_a_hand_may_be_stated_again_and_no_other(game: str, phase: str) -> None:
    table = void_by_itself(game, phase)
    each, known = table.rules.each, (table.round.hands, table.state.books)
    for kind, said in (
        (c.HandCount, {"position": 1, "cards": each - 1}),
        (c.CountHands, {"counts": ((1, each - 1), (2, each))}),
    ):
        happened = table.do(kind, DEALER, **said)
        assert not any(isinstance(event, e.IrregularityFound) or getattr(event, "again", False) for event in happened)
        assert (table.round.hands, table.state.books) == known
    for other in (0, each):
        refusal = table.refuses(c.HandCount, DEALER, position=1, cards=other)
        assert f"the count of {each - 1} that voided it stands" in refusal.message


@VOID_HANDS
def test_when_every_hand_is_counted_a_void_one_in_the_rack_may_be_left_out_or_stated_as_it_was_counted(
    game: str, phase: str
) -> None:
    after = []
    for stated in (False, True):
        table = void_by_itself(game, phase)
        if game == "uth":
            table.finish("check")
        each, void = table.rules.each, ((1, table.rules.each - 1),)
        table.asks(c.CountStub, DEALER, cards=len(table.round.undealt) - 2)
        assert "this lacks the dealer, position 2" in refused(table, c.CountHands, counts=void)
        assert table.refuses(c.CountHands, DEALER, counts=((0, each), (1, each), (2, each))).code == "racked"
        table.asks(c.CountHands, DEALER, counts=((0, each), *(void if stated else ()), (2, each)))
        found = [(event.kind, event.position) for event in table.seen(e.IrregularityFound)]
        after.append((found, table.round.void, table.state.books, table.state.deck("red")))
    assert after[0] == after[1]


# --- one number after the other --------------------------------------------------------------------------------------


def refused(table: Scene, kind: type[c.Command], **said: Any) -> str:
    refusal = table.refuses(kind, DEALER, **said)
    assert refusal.code in ("count-again", "hands-to-count")
    return refusal.message


@pytest.mark.parametrize(
    "game",
    [case("HL-R54", "hi-lo"), case("PK-R65", "pik-it"), case("T5-R77", "top-five"), case("UTH-R78", "uth")],
)  # fmt: skip
def test_a_deck_that_waits_and_is_to_be_counted_again_holds_up_its_own_deal_and_no_round_of_the_other(
    game: str,
) -> None:
    """It is counted again at any time; until then no step is taken with it."""
    for doubted, counted in product(("before the call", "in the round"), ("in the round", "after it")):
        table = scene(game, 2, by_hand=(c.NoMoreBets,), **TWO_DECKS)
        table.run()
        if doubted == "before the call":
            table.do(c.CountDeck, DEALER, deck="blue", cards=51)
        table.asks(c.NoMoreBets, DEALER)
        table.dealer.by_hand = frozenset()
        table.run()
        if doubted == "in the round":
            table.do(c.CountDeck, DEALER, deck="blue", cards=51)
        blue = table.state.decks[1]
        again = [move for move in table.legal() if move.command is c.CountDeck]
        assert [(move.given, move.by_person) for move in again] == [({"deck": "blue"}, True)]
        if counted == "in the round":
            table.do(c.CountDeck, DEALER, deck="blue", cards=52)
        table.finish()
        assert (table.round.over, table.round.void) == (True, "")
        table.bet_anew()
        if counted == "after it":
            assert table.state.decks[1].due == blue.due
            assert "blue deck was counted 51" in refused(table, c.NoMoreBets)
            assert "blue deck was counted 51" in refused(table, c.Handle, deck="blue", step=Handling.LOAD)
            table.do(c.CountDeck, DEALER, deck="blue", cards=52)
        table.finish()
        assert (table.round.deck, table.round.over, table.round.void) == ("blue", True, "")


@pytest.mark.parametrize(
    "game",
    [case("HL-R54 HL-40.7(f)2-s1", "hi-lo"), case("PK-R65", "pik-it"), case("T5-R77", "top-five"),
     case("UTH-R78", "uth")],
)  # fmt: skip
def test_nothing_else_is_counted_while_a_number_is_to_be_counted_again(game: str) -> None:
    table = dealt(game, 2, by_hand=(c.RackStub, c.CountStub))
    table.finish("check")
    each, stub = table.rules.each, len(table.round.undealt)
    table.do(c.HandCount, DEALER, position=1, cards=each + 1)
    assert "position 1 was counted" in refused(table, c.CountStub, cards=stub)
    table.do(c.HandCount, DEALER, position=1, cards=each)
    table.do(c.CountStub, DEALER, cards=stub + 1)
    assert "the stub was counted" in refused(table, c.HandCount, position=0, cards=each - 1)
    assert "the stub was counted" in refused(table, c.CountHands, counts=((0, each - 1), (1, each)))
    table.do(c.CountStub, DEALER, cards=stub + 1)
    assert "every hand is counted" in refused(table, c.HandCount, position=0, cards=each - 1)
    assert "every hand is counted" in refused(table, c.CountStub, cards=stub)


@pytest.mark.clause("HL-40.12(d)-s2", "HL-40.7(f)2-s2", "HL-R15", "HL-R54")
@pytest.mark.parametrize("way", METHODS)
@pytest.mark.parametrize("phase", ["stub", "decisions", "reveal", "one"])
def test_a_dealers_card_that_is_in_the_stub_is_found_by_the_count_of_the_stub(phase: str, way: str) -> None:
    """The stub has 38 because the dealer has four: what the count reveals voids all hands, and the deck stays."""
    table = hi_lo(phase, way)
    table.asks(c.CountStub, DEALER, cards=38)
    count_all(table, p0=4)
    assert table.round.void == "STUB_MISDEAL"
    assert table.state.deck("red") is not None
    table.plays_on()


# --- the right number ------------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-40.12(d)-s2", "HL-40.12(d)-s3", "HL-R21", "HL-R54")
@pytest.mark.parametrize("way", METHODS)
@pytest.mark.parametrize("phase", ["stub", "decisions", "reveal", "one"])
def test_a_dealers_hand_that_has_five_cards_after_all_is_not_completed_and_voids_nothing(phase: str, way: str) -> None:
    table = hi_lo(phase, way)
    due, undealt, dealers = table.due, table.round.undealt, table.round.dealer
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    table.asks(c.HandCount, DEALER, position=0, cards=5)
    assert not table.round.void
    assert (table.round.dealer.cards, table.round.undealt) == (dealers.cards, undealt)
    assert (set(table.round.dealer.up), table.round.dealer.low) == (set(dealers.up), dealers.low)
    assert table.due
    assert due
    assert table.due.words == due.words
    table.plays_on()


@pytest.mark.clause("HL-40.12(d)-s3", "HL-R21")
@pytest.mark.parametrize("cards", [3, 6])
def test_another_number_than_four_or_five_is_any_other_misdeal_also_before_the_hand_is_completed(cards: int) -> None:
    table = hi_lo("decisions")
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    table.asks(c.HandCount, DEALER, position=0, cards=cards)
    assert table.round.void == "DEALER_COUNT"
    table.plays_on()


@pytest.mark.clause("UTH-15(d).1", "UTH-R60", "UTH-R78")
def test_a_dealers_hand_of_two_that_was_counted_as_one_is_not_completed() -> None:
    table = dealt("uth", 1)
    undealt = table.round.undealt
    table.asks(c.HandCount, DEALER, position=0, cards=1, undealt=len(undealt) + 1)
    assert table.round.dealer.missing
    table.asks(c.HandCount, DEALER, position=0, cards=2, undealt=len(undealt))
    assert not table.round.void
    assert table.round.undealt == undealt
    assert not table.round.dealer.missing
    table.plays_on()


# --- before and after the last settlement ----------------------------------------------------------------------------


@pytest.mark.clause("HL-R6", "HL-R22", "HL-R56")
@pytest.mark.parametrize("way", METHODS)
@pytest.mark.parametrize(
    ("kind", "said", "leaves"),
    [(c.ForeignCard, {}, True), (c.HandCount, {"position": 0, "cards": 6}, False)],
    ids=["a foreign card", "the dealer has six"],
)
def test_a_hand_void_after_the_last_settlement_does_not_open_the_round_again(
    way: str, kind: type[c.Command], said: dict[str, Any], leaves: bool
) -> None:
    for hand_first in (True, False):
        table = hi_lo("settled", way)
        chips = table.chips("Bob")
        reports: list[tuple[type[c.Command], dict[str, Any]]] = [
            (c.HandCount, {"position": 1, "cards": 4}),
            (kind, said),
        ]
        for fact, given in reports if hand_first else reversed(reports):
            table.asks(fact, DEALER, **given)
        assert not table.round.void
        assert table.chips("Bob") == chips
        assert table.chips("Ann") == 10_000_00
        assert (table.state.deck("red") is None) == leaves


@pytest.mark.clause("HL-R56", "HL-R22")
def test_a_hand_void_before_the_last_settlement_keeps_the_round_open() -> None:
    """Only Ann's hand is unsettled: in both orders a foreign card voids the round."""
    for hand_first in (True, False):
        table = hi_lo("one")
        reports: list[tuple[type[c.Command], dict[str, Any]]] = [
            (c.HandCount, {"position": 1, "cards": 4}),
            (c.ForeignCard, {}),
        ]
        for fact, given in reports if hand_first else reversed(reports):
            table.asks(fact, DEALER, **given)
        assert table.round.void == "FOREIGN_CARD"
        assert table.chips("Bob") == 10_000_00


# --- whose card ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-R59", "PK-R70", "T5-R82", "UTH-R83")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_sits_at_position_0_in_a_void_round_either(game: str) -> None:
    table = dealt(game, {1: WAGERS[game]}, by_hand=(c.ClearTable,))
    table.asks(c.ForeignCard, DEALER)
    assert table.refuses(c.CardExposed, DEALER, where="player", position=0).code == "not-in-play"
