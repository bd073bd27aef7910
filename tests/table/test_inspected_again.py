"""What a second round of inspections found: counts, cards and devices whose consequence came too late or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, GAMES, METHODS, SIDE_BETS, TWO_DECKS, WAGERS, Scene, dealt, player, scene

from pitboss.cards import DECK
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Role
from pitboss.table.counts import hands_to_count
from support import case

AUTOMATED = METHODS["automated-shoe"]
SALT = "0123456789abcdef"
Facts = list[tuple[type[c.Command], dict[str, Any]]]


# --- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-15(d).3", "UTH-R60", "UTH-R36")
@pytest.mark.parametrize(
    "later",
    [(c.HandCount, {"position": 1, "cards": 3}), (c.DeadCards, {"position": 5, "cards": 1})],
    ids=["a hand too many", "a dead card"],
)
def test_undealt_cards_that_were_counted_are_judged_anew(later: tuple[type[c.Command], dict[str, Any]]) -> None:
    """A dealer's short hand is proved by 47 undealt cards; what is found later makes them 53, in either order.

    Every hand is counted before the deck leaves.
    """
    kind, given = later
    for proved_first in (True, False):
        table = dealt("uth", 2, by_hand=(c.ClearTable,))
        proof = {"position": 0, "cards": 1, "undealt": 47}
        facts: Facts = [(c.HandCount, proof), (kind, given)]
        for fact, said in facts if proved_first else reversed(facts):
            table.asks(fact, DEALER, **said)
        assert table.round.inquiry, proved_first
        hands = {0: 1, 1: given["cards"] if kind is c.HandCount else 2, 2: 2}
        table.asks(c.CountHands, DEALER, counts=tuple((p, hands[p]) for p in hands_to_count(table.round)))
        assert table.round.void, proved_first
        assert table.state.decks == (), proved_first


@pytest.mark.clause("UTH-R36", "HL-R16")
@pytest.mark.parametrize("game", ["uth", "hi-lo"])
@pytest.mark.parametrize("cards", [43, 46, 47])
def test_a_hand_that_leaves_too_few_cards_for_the_round_shows_a_wrong_deck(game: str, cards: int) -> None:
    table = dealt(game, 2)
    table.asks(c.HandCount, DEALER, position=1, cards=cards)
    assert table.round.void == "STUB_DECK"
    table.plays_on()


@pytest.mark.clause("UTH-R63", "UTH-R57")
def test_trips_go_back_when_too_few_cards_are_left_to_settle_them() -> None:
    """When a stub lies face up until too few cards are left for the board, trips go back as well."""
    table = dealt("uth", {1: SIDE_BETS["uth"]})
    for _ in range(len(table.round.undealt) - 7):
        table.asks(c.FaceUpCard, DEALER)
    assert table.round.still_settled
    table.asks(c.FaceUpCard, DEALER)
    assert table.round.still_settled == ()
    assert all(line.outcome == "void" for line in table.round.hands[1].lines)
    table.plays_on()


@pytest.mark.clause("T5-R62", "T5-R77", "HL-R16", "PK-R42")
@pytest.mark.parametrize("game", ["hi-lo", "top-five", "pik-it"])
def test_a_hand_still_to_be_counted_again_in_a_void_round_has_the_deck_counted(game: str) -> None:
    table = dealt(game, 1, by_hand=(c.ClearTable,))
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    table.do(c.HandCount, DEALER, position=1, cards=table.rules.each + 1)
    table.asks(c.CardExposed, DEALER, where="dealer")
    table.asks(c.ClearTable, DEALER)
    assert Handling.COUNT in table.state.decks[0].due


@pytest.mark.clause("T5-R77", "T5-13.C.1")
def test_all_hands_can_be_counted_although_one_of_them_voids_the_round() -> None:
    table = dealt("top-five", {1: WAGERS["top-five"], 3: WAGERS["top-five"]}, by_hand=(c.Reveal,))
    table.act("Ann", "play")
    table.act("Bob", "fold")
    table.asks(c.CountHands, DEALER, counts=((0, 7), (1, 8), (3, 7)))
    assert table.round.void == "PLAYER_COUNT"
    table.plays_on()


@pytest.mark.clause("HL-40.12(d)-s2", "HL-R21", "HL-R22")
def test_a_wrong_hand_is_void_while_the_dealers_hand_waits_for_its_card() -> None:
    table = dealt("hi-lo", 2, by_hand=(c.Deal,))
    table.asks(c.Deal, DEALER)
    table.run()
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    table.asks(c.HandCount, DEALER, position=1, cards=6)
    assert table.round.hands[1].void == "PLAYER_COUNT"
    table.asks(c.Deal, DEALER)
    assert len(table.round.dealer.cards) == 5
    table.plays_on()


@pytest.mark.clause("UTH-R80", "HL-R56")
@pytest.mark.parametrize("game", ["uth", "hi-lo"])
def test_while_a_hand_is_void_by_itself_the_round_can_be_voided(game: str) -> None:
    chips = set()
    for hand_first in (True, False):
        table = dealt(game, 2, by_hand=(c.ClearTable,))
        table.answer(Ann="check", Bob="check") if game == "uth" else table.act("Bob", "fold")
        reports: Facts = [(c.HandCount, {"position": 1, "cards": table.rules.each + 1}), (c.ForeignCard, {})]
        for kind, given in reports if hand_first else reversed(reports):
            table.asks(kind, DEALER, **given)
        assert table.round.void
        chips.add((table.chips("Ann"), table.chips("Bob")))
    assert len(chips) == 1


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PK-R45", "PK-R47", "PK-39.12(d)")
def test_a_stub_card_seen_beside_a_waiting_dealers_stack_changes_nothing() -> None:
    for stub_first in (True, False):
        options = {**AUTOMATED, "dealer_stack_delivery": "after-decisions"}
        table = dealt("pik-it", 2, by_hand=(c.Deliver,), **options)
        reports: Facts = [(c.CardExposed, {"where": "stub"}), (c.FaceUpCard, {})]
        for kind, given in reports if stub_first else reversed(reports):
            table.asks(kind, DEALER, **given)
        assert table.round.void == "DEALER_EXPOSED", stub_first


@pytest.mark.clause("HL-R21")
def test_a_stub_card_that_was_seen_is_set_aside_before_the_dealers_hand_is_completed() -> None:
    table = dealt("hi-lo", 1)
    table.run()
    table.asks(c.CardExposed, DEALER, where="stub")
    seen = table.round.undealt[0]
    table.asks(c.HandCount, DEALER, position=0, cards=4)
    assert [group.cards for group in table.round.rack if group.name == "set aside"] == [(seen,)]


@pytest.mark.clause("HL-R20", "HL-40.10(a)2-s1b")
def test_a_dealers_card_shown_before_the_hands_are_set_voids_the_round() -> None:
    table = dealt("hi-lo", 1)
    table.act("Ann", "play")
    table.asks(c.CardExposed, DEALER, where="dealer", position=1, by_player=True)
    assert table.round.void == "DEALER_EXPOSED_BY_PLAYER"
    assert table.round.waits_for_ruling == (1,)


@pytest.mark.clause("PK-R73", "T5-R85", "UTH-R86", "HL-R62")
@pytest.mark.parametrize("game", WAGERS)
def test_impossible_facts_are_refused_in_a_void_round_too(game: str) -> None:
    table = dealt(game, 2, by_hand=(c.ClearTable,))
    table.asks(c.CardExposed, DEALER, where="dealer")
    for kind, given in (
        (c.CardExposed, {"where": "player", "position": 9}),
        (c.CardExposed, {"where": "player", "position": 1, "place": 77}),
        (c.CardExposed, {"where": "stub", "place": 99}),
        (c.FaceUpCard, {"place": 77}),
    ):
        assert table.refuses(kind, DEALER, **given).code in ("impossible", "not-in-play"), given


# --- devices and decks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.12(g)", "hi-lo", "HL-40.12(g)"),
        case("PK-39.12(g)", "pik-it", "PK-39.12(g)"),
        case("UTH-15(g)", "uth", "UTH-15(g)"),
        case("T5-13.E", "top-five", "T5-13.E"),
    ],
)
@pytest.mark.parametrize("device", ["shuffler", "automated-shoe"])
def test_a_device_that_stands_unused_at_the_table_goes_before_another_way_is_used(
    game: str, clause: str, device: str
) -> None:
    table = scene(game, 1, by_hand=(c.NoMoreBets, c.DeviceStatus)).until(c.NoMoreBets)
    table.asks(c.DeviceStatus, FLOOR, device=device, status="present")
    if game == "top-five":  # one that works may stay; 13.E speaks of a device that cannot be used
        assert table.due
        assert table.due.command is c.NoMoreBets
        table.asks(c.DeviceStatus, FLOOR, device=device, status="fault")
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, refusal.clause) == ("device-here", clause)
    assert table.due
    assert (table.due.command, table.due.given["status"]) == (c.DeviceStatus, "removed")
    table.plays_on()


@pytest.mark.clause("UTH-7(d)(2)", "PK-39.9(c)1")
@pytest.mark.parametrize(("game", "options"), [("uth", {}), ("pik-it", AUTOMATED)])
def test_no_card_is_dealt_to_the_dealer_while_the_cover_card_is_missing(game: str, options: dict[str, Any]) -> None:
    table = scene(game, 1, by_hand=(c.Deal, c.DeviceStatus), **options).until(c.Deal)
    table.asks(c.DeviceStatus, DEALER, device="cover-card", status="removed")
    assert table.refuses(c.Deal, DEALER).code == "cover-card"
    assert table.due
    assert (table.due.command, table.due.given) == (c.DeviceStatus, {"device": "cover-card", "status": "present"})
    table.plays_on()


@pytest.mark.clause("PK-R73", "T5-R85", "UTH-R86", "HL-R62")
@pytest.mark.parametrize("game", WAGERS)
def test_no_device_reports_at_a_table_that_has_none(game: str) -> None:
    table = dealt(game, 1)
    for kind in (c.FaceUpCard, c.ForeignCard):
        assert "no device" in table.refuses(kind, DEVICE).message


@pytest.mark.clause("T5-R69", "T5-3.B(3)")
def test_a_shoe_that_jams_between_rounds_leaves_no_deck_in_the_way() -> None:
    table = scene(
        "top-five",
        1,
        by_hand=(c.NoMoreBets,),
        **AUTOMATED,
        **{k: v for k, v in TWO_DECKS.items() if k != "shuffle_method"},
    )
    table.until(c.NoMoreBets)
    table.asks(c.ShoeFault, FLOOR)
    table.until(c.NoMoreBets)
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("T5-3.B(3)", "top-five"), case("PK-39.2(b)3", "pik-it"), case("UTH-2(b)(3)", "uth")]
)
def test_the_other_deck_is_in_the_shuffler_again_before_the_first_card(game: str) -> None:
    table = scene(game, 1, by_hand=(c.Deal, c.Handle), **TWO_DECKS)
    table.dealer.by_hand = frozenset((c.Deal,))
    table.until(c.Deal)
    table.asks(c.OrderShuffle, FLOOR, reason="the cards were left alone")
    table.until_deck(Handling.LOAD)
    table.dealer.by_hand = frozenset((c.Deal, c.Handle))
    table.handle(Handling.LOAD)
    assert table.refuses(c.Deal, DEALER).code == "other-deck"
    assert table.due
    assert table.due.given == {"deck": "blue", "step": Handling.INTO_SHUFFLER}
    table.plays_on()


@pytest.mark.clause("PK-R44", "HL-R18", "T5-R54")
@pytest.mark.parametrize("game", ["pik-it", "hi-lo", "top-five"])
def test_a_round_that_a_shufflers_count_ends_is_explained_by_that_count(game: str) -> None:
    options: dict[str, Any] = {"shuffle_method": "automated", "shuffler_counts": True}
    table = scene(game, 1, by_hand=(c.Shuffle, c.Deal), **options)
    for count in (52, 51):
        table.until(c.Shuffle)
        table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT, count=count)
        if count == 52:
            table.until(c.Deal)
            table.asks(c.OrderShuffle, FLOOR, reason="again")
    assert table.round.void == "SHUFFLER_COUNT"
    assert "foreign" not in table.explain("Ann")


# --- ways back, and people -------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-R55", "HL-R17")
def test_a_report_that_is_withdrawn_is_no_round() -> None:
    table = scene("hi-lo", 1, by_hand=(c.Deal,)).until(c.Deal)
    before = table.state.uncounted
    for _ in range(3):
        table.asks(c.FaceUpCard, DEALER)
        table.asks(c.Withdraw, FLOOR, reason="another table")
    assert table.state.uncounted == before


@pytest.mark.clause("UTH-R79")
def test_a_deck_reported_wrong_after_the_last_settlement_can_be_brought_back() -> None:
    table = dealt("uth", 1, by_hand=(c.ClearTable,))
    table.answer(others="check")
    table.finish()
    table.asks(c.ForeignCard, DEALER, deck="red")
    table.asks(c.Withdraw, FLOOR, reason="it was the other table's card")
    assert table.state.deck("red")
    table.plays_on()
    assert not table.state.round or table.state.round.over


@pytest.mark.clause("HL-R61")
def test_each_question_needs_a_call_of_its_own() -> None:
    table = dealt("hi-lo", 2)
    table.asks(c.NoAnswer, DEALER, position=1)
    table.act("Ann", "play", position=1)
    refusal = table.refuses(c.SetHand, FLOOR, position=1, low=(), reason="no answer")
    assert refusal.code == "not-called"


def test_a_removed_device_finds_no_cards() -> None:
    table: Scene = dealt("top-five", 1, shuffle_method="automated")
    table.asks(c.DeviceStatus, DEALER, device="shuffler", status="removed")
    assert "no device" in table.refuses(c.FaceUpCard, Actor(Role.DEVICE, "shuffler")).message


def test_a_player_is_named_where_one_is_meant() -> None:
    table = dealt("uth", 1)
    assert table.refuses(c.Act, player("Nobody"), position=1, action="check").code == "not-yours"


# --- what changes nothing --------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-6(b).1", "UTH-R28")
def test_wagers_a_coupon_and_choices_may_be_stated_again_as_they_are() -> None:
    """They say how things lie, and that is how they lie; no money moves."""
    table, ann = scene("uth", {1: SIDE_BETS["uth"]}, match_play="ante"), player("Ann")
    wagers = tuple((name, dollars * 100) for name, dollars in SIDE_BETS["uth"].items())
    table.asks(c.UseCoupon, ann, position=1, face=500)
    said: Facts = [
        (c.PlaceBets, {"position": 1, "wagers": wagers}),
        (c.Bet, {"position": 1, "wager": "ante", "amount": wagers[0][1]}),
        (c.UseCoupon, {"position": 1, "face": 500}),
    ]
    for kind, given in said:
        bets, books = table.state.bets, table.state.books
        table.asks(kind, ann, **given)
        assert (table.state.bets, table.state.books) == (bets, books)
    empty = scene("uth", {1: {}}, match_play="ante")
    empty.run()
    before = empty.state
    empty.asks(c.PostSubmission, FLOOR, game="uth", options=empty.state.options)
    for name in ("digest", "options", "decks", "seats", "books", "open", "attest_anew"):
        assert getattr(empty.state, name) == getattr(before, name), name


@pytest.mark.clause("HL-R55", "PK-R66", "T5-R78", "UTH-R79")
@pytest.mark.parametrize("game", GAMES)
def test_a_correction_or_a_change_that_is_none_is_refused(game: str) -> None:
    """Nothing goes into the record as put right, taken back or changed that was not."""
    table, ann = scene(game, {1: {}}), player("Ann")
    slips: list[tuple[type[c.Command], Actor, dict[str, Any]]] = [
        (c.Correct, FLOOR, {"player": "Ann", "amount": 0, "reason": "x"}),
        (c.Withdraw, FLOOR, {"reason": "x"}),
        (c.Readmit, FLOOR, {"player": "Ann", "reason": "x"}),
        (c.Returned, FLOOR, {"player": "Ann"}),
        (c.Bet, ann, {"position": 1, "wager": "ante", "amount": 0}),
        (c.PlaceBets, ann, {"position": 1, "wagers": ()}),
        (c.UseCoupon, ann, {"position": 1, "face": 0}),
        (c.Tip, ann, {"amount": 0}),
        (c.BuyIn, ann, {"amount": 0}),
    ]
    for kind, by, given in slips:
        table.refuses(kind, by, **given)
