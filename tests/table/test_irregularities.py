"""Cards that lie face up, are drawn in error, are too many or too few, go astray, or are shown too early."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, SIDE_BETS, Scene, dealt, player, scene

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor
from pitboss.table.flow import spare_cards
from pitboss.table.state import Group
from support import case

EACH = {"hi-lo": 5, "pik-it": 5, "top-five": 7, "uth": 2}
SEATS = (1, 3, 6)


def called(game: str, method: str = "manual-shoe", **options: Any) -> Scene:
    """Positions 1, 3 and 6 are in play with side bets, and no card is dealt yet."""
    bets = dict.fromkeys(SEATS, SIDE_BETS[game])
    return scene(game, bets, by_hand=(c.Deal,), **METHODS[method] | options).until(c.Deal)


def void(table: Scene, before: dict[str, int], kind: str) -> None:
    """The round is void, nothing but clearing is open, everybody is as before, and the next round is dealt."""
    assert table.round.void == kind
    refusal = table.refuses(c.Deal, DEALER)
    consequence = next(then for k, then in table.rules.game.irregularities.items() if k.name == kind)
    assert (refusal.code, refusal.clause) == ("round-void", consequence.cited(table.rules.dealing)[0])
    assert [move.command for move in table.legal() if move.role == "dealer"] == [c.ClearTable]
    table.run()
    assert table.purses() == before
    assert table.refuses(c.NoMoreBets, DEALER).code == "nothing-bet"
    table.plays_on()


def out_of(numbers: list[int], each: int) -> dict[int, list[int]]:
    """The hands that these cards make when dealt one at a time."""
    return {position: numbers[place :: len(SEATS) + 1][:each] for place, position in enumerate((*SEATS, 0))}


# --- a card found face up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "stub"),
    [
        case("HL-40.12(a)-s1a HL-40.12(a)-s1b HL-R19", "hi-lo", "manual-shoe", 31),
        case("HL-40.12(a)-s1a HL-40.12(a)-s1b", "hi-lo", "hand", 31),
        case("PK-39.12(a)/1 PK-R41", "pik-it", "manual-shoe", 31),
        case("PK-39.12(a)/1", "pik-it", "hand", 31),
        case("UTH-15(b).1 UTH-R34 UTH-R57", "uth", "manual-shoe", 36),
        case("UTH-15(b).1 UTH-R57", "uth", "hand", 36),
    ],
)
def test_one_face_up_card_is_racked_and_the_next_one_takes_its_place(game: str, method: str, stub: int) -> None:
    table = called(game, method)
    table.asks(c.Deal, DEALER, count=6)
    found, aside = table.asks(c.FaceUpCard, DEALER)
    assert isinstance(found, e.IrregularityFound)
    assert isinstance(aside, e.CardSetAside)
    assert (found.kind, table.round.order[aside.card]) == ("FACE_UP_CARD", 6)
    assert table.round.rack[-1] == Group("set aside", 0, (aside.card,))
    table.asks(c.Deal, DEALER)
    hands = out_of([1, 2, 3, 4, 5, 6, *range(8, 53)], EACH[game])
    assert {p: table.numbers_at(p) for p in (*SEATS, 0)} == hands
    table.dealer.by_hand = frozenset((c.RackStub, c.CountStub))
    table.run()
    while game == "uth" and not table.round.stub and len(table.round.board) < 5:
        table.answer(others="check")
    _, counted, _ = table.asks(c.CountStub, DEALER, cards=stub)
    assert isinstance(counted, e.StubCounted)
    assert counted.right
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "options", "completed", "undealt"),
    [
        case("HL-40.12(a)-s1a HL-R19", "hi-lo", {}, [6, 8, 9, 10, 21], 31),
        case("PK-39.12(a)/1 PK-R45", "pik-it", {}, [6, 8, 9, 10, 21], 31),
        case("PK-R45", "pik-it", {"dealer_stack_delivery": "after-decisions"}, [6, 8, 9, 10, 21], 31),
        case("UTH-R58", "uth", {}, [3, 9], 43),
    ],
)
def test_a_stack_that_lost_a_face_up_card_is_completed_from_the_stub_before_anyone_looks(
    game: str, options: dict[str, Any], completed: list[int], undealt: int
) -> None:
    table = called(game, "automated-shoe", **options)
    table.asks(c.Deal, DEALER, count=1)
    table.asks(c.FaceUpCard, DEALER, place=2)
    table.asks(c.Deal, DEALER)
    assert table.numbers_at(3) == completed[:-1]
    assert not table.round.waits
    assert set(table.view(player("Ann"))["round"]["hands"][1]["cards"].split()) == {"??"}
    assert table.refuses(c.RackStub, DEALER).code == "hand-short"
    assert table.refuses(c.Deal, DEALER).code == "out-of-order"
    table.asks(c.TakeOut, DEALER)
    (event,) = table.asks(c.Deal, DEALER)
    assert isinstance(event, e.CardsDealt)
    assert event.completes
    assert {p: len(table.numbers_at(p)) for p in (*SEATS, 0)} == dict.fromkeys((*SEATS, 0), EACH[game])
    assert (table.numbers_at(3), len(table.round.undealt)) == (completed, undealt)
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "late"),
    [
        case("PK-39.12(d) PK-39.9(c)2 PK-R45 PK-R46", "pik-it", "after-decisions"),
        case("T5-R67 T5-R23 T5-R66", "top-five", "at-reveal"),
    ],
)
@pytest.mark.parametrize("decided", [False, True])
@pytest.mark.parametrize(
    ("by", "report"),
    [
        (DEALER, (c.FaceUpCard, {"place": 3})),
        (DEVICE, (c.FaceUpCard, {"place": 3})),
        (DEALER, (c.CardDrawn, {"seen": True})),
        (DEALER, (c.CardExposed, {"where": "dealer", "place": 3})),
        (DEALER, (c.CardExposed, {"where": "dealer", "place": 3, "by_player": True, "position": 1})),
        (FLOOR, (c.CardExposed, {"where": "dealer", "place": 3})),
    ],
)
def test_a_card_seen_in_a_dealers_stack_that_waits_in_the_shoe_is_a_dealers_card_exposed(
    game: str, late: str, decided: bool, by: Actor, report: tuple[Any, dict[str, Any]]
) -> None:
    """One consequence, by whomever and in whatever words it is reported."""
    bets = dict.fromkeys(SEATS, SIDE_BETS[game])
    options = {**METHODS["automated-shoe"], "dealer_stack_delivery": late}
    table = scene(game, bets, by_hand=(c.Deal, c.Deliver, c.Reveal), **options).until(c.Deal)
    before = table.purses()
    table.asks(c.Deal, DEALER)
    if decided:
        table.finish("play")
    assert table.round.waits
    table.asks(report[0], by, **report[1])
    assert (table.round.void, table.purses()) == ("DEALER_EXPOSED", before)
    assert not table.seen(e.CardSetAside)
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "method"),
    [
        case("HL-40.12(a)-s2 HL-R6 HL-R23", "hi-lo", "manual-shoe"),
        case("HL-40.12(a)-s2 HL-R19", "hi-lo", "automated-shoe"),
        case("PK-39.12(a)/2 PK-R43", "pik-it", "manual-shoe"),
        case("PK-39.12(a)/2 PK-R45", "pik-it", "automated-shoe"),
        case("UTH-15(b).2 UTH-R53", "uth", "hand"),
        case("UTH-15(b).2 UTH-R57 UTH-R58", "uth", "automated-shoe"),
    ],
)
@pytest.mark.parametrize("dealt_between", [0, 1, None])
def test_a_second_face_up_card_in_the_deal_voids_the_round(game: str, method: str, dealt_between: int | None) -> None:
    """Found before the first card, in mid-deal, or when a short stack is completed: finds add up."""
    table = called(game, method)
    before = table.purses()
    table.asks(c.FaceUpCard, DEALER)
    if dealt_between != 0 and not (dealt_between is None and method != "automated-shoe"):
        table.asks(c.Deal, DEALER, count=dealt_between)
    table.asks(c.FaceUpCard, DEALER)
    void(table, before, "SECOND_FACE_UP_IN_DEAL")


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        case("HL-40.12(a)-s2 HL-R19 HL-R56", "hi-lo", "SECOND_FACE_UP_IN_DEAL"),
        case("PK-39.12(a)/2 PK-R67", "pik-it", "SECOND_FACE_UP_IN_DEAL"),
        case("T5-13.A T5-R79", "top-five", "FACE_UP_CARD"),
        case("UTH-15(b).2 UTH-R58 UTH-R80", "uth", "SECOND_FACE_UP_IN_DEAL"),
    ],
)
@pytest.mark.parametrize("dealt_before", [0, 1])
def test_two_face_up_cards_of_one_stack_are_reported_in_either_order(game: str, kind: str, dealt_before: int) -> None:
    for places in permutations(range(1, EACH[game] + 1), 2):
        table = called(game, "automated-shoe")
        before = table.purses()
        if dealt_before or game == "top-five":  # before the first card its deck is shuffled again (T5-R81)
            table.asks(c.Deal, DEALER, count=1)
        stack = table.round.undealt
        for place in places:
            table.asks(c.FaceUpCard, DEALER, place=place)
        if game != "top-five":
            aside = [card for group in table.round.rack if group.name == "set aside" for card in group.cards]
            assert aside == [stack[place - 1] for place in places]
        void(table, before, kind)


@pytest.mark.clause("UTH-R58", "HL-R19")
@pytest.mark.parametrize("game", ["uth", "hi-lo"])
def test_a_place_of_a_stack_from_which_the_card_was_taken_has_no_other_and_place_1_is_always_the_next_card(
    game: str,
) -> None:
    table = called(game, "automated-shoe")
    table.asks(c.FaceUpCard, DEALER, place=2)
    assert (
        table.refuses(c.FaceUpCard, DEALER, place=2).message
        == "the card at place 2 of this stack was set aside already"
    )
    table = called(game, "automated-shoe")
    before = table.purses()
    for _ in range(2):
        table.asks(c.FaceUpCard, DEALER, place=1)
    void(table, before, "SECOND_FACE_UP_IN_DEAL")


@pytest.mark.parametrize(
    ("method", "out"), [case("T5-13.A T5-R64 T5-R65 T5-R66", "manual-shoe", 8), case("T5-13.A", "automated-shoe", 2)]
)
def test_in_top_five_one_face_up_card_voids_the_round(method: str, out: int) -> None:
    table = called("top-five", method)
    before = table.purses()
    table.asks(c.Deal, DEALER, count=out)
    table.asks(c.FaceUpCard, DEALER)
    void(table, before, "FACE_UP_CARD")


@pytest.mark.clause("T5-R66", "T5-R81", "T5-R67")
@pytest.mark.parametrize("report", [(c.FaceUpCard, {}), (c.CardDrawn, {"seen": True})])
def test_in_top_five_a_card_seen_before_the_first_one_is_dealt_has_the_deck_shuffled_again(
    report: tuple[Any, dict[str, Any]],
) -> None:
    table = called("top-five")
    bets, number = table.round.hands, table.round.number
    found, ordered = table.asks(report[0], DEALER, **report[1])
    assert isinstance(found, e.IrregularityFound)
    assert (found.kind, found.clauses) == ("SEEN_EARLY", ("T5-R81",))
    assert isinstance(ordered, e.StepsOrdered)
    assert table.refuses(c.Deal, DEALER).code == "deck-not-ready"
    table.until(c.Deal)
    assert len(table.seen(e.DeckShuffled)) == 2
    assert (table.round.void, table.round.number, table.round.hands) == ("", number, bets)
    table.plays_on()


@pytest.mark.clause("T5-R66")
def test_in_top_five_a_card_found_face_up_after_the_last_one_voids_nothing() -> None:
    table = called("top-five")
    table.asks(c.Deal, DEALER)
    (found,) = table.asks(c.FaceUpCard, DEALER)
    assert isinstance(found, e.IrregularityFound)
    assert found.kind == "FACE_UP_IN_STUB"
    assert not table.round.void
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R19", "hi-lo"), case("PK-R47", "pik-it"), case("T5-R66", "top-five"), case("UTH-R66", "uth")]
)
@pytest.mark.parametrize("report", [c.FaceUpCard, c.CardExposed])
def test_a_card_seen_in_the_stub_when_all_cards_are_out_changes_nothing(game: str, report: Any) -> None:
    table = dealt(game, 2)
    table.answer(others="check") if game == "uth" else None
    table.answer(others="check") if game == "uth" else None
    hands, undealt = table.round.hands, table.round.undealt
    (found,) = table.asks(report, DEALER, **({"where": "stub"} if report is c.CardExposed else {}))
    assert isinstance(found, e.IrregularityFound)
    assert found.kind == "FACE_UP_IN_STUB"
    assert (table.round.hands, table.round.undealt) == (hands, undealt)
    table.plays_on()


# --- drawn in error --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method"),
    [
        case("HL-40.12(c)", "hi-lo", "manual-shoe"),
        case("PK-39.12(b)", "pik-it", "manual-shoe"),
        case("PK-39.12(b) PK-R45", "pik-it", "automated-shoe"),
        case("T5-13.B", "top-five", "manual-shoe"),
        case("UTH-15(c)", "uth", "hand"),
    ],
)
def test_a_card_or_stack_drawn_in_error_unseen_is_the_next_one(game: str, method: str) -> None:
    table, plain = called(game, method), called(game, method)
    table.asks(c.Deal, DEALER, count=2)
    drawn = table.round.undealt[0]
    (found,) = table.asks(c.CardDrawn, DEALER, seen=False)
    assert isinstance(found, e.IrregularityFound)
    assert (found.kind, found.order) == ("DRAWN_UNSEEN", "it is used as the next card")
    for discards in (c.Burn, c.RackStub):
        assert table.refuses(discards, DEALER).code == "out-of-order"
    table.asks(c.Deal, DEALER, count=1)
    assert table.round.hands[6].cards[0] == drawn
    table.asks(c.Deal, DEALER)
    plain.asks(c.Deal, DEALER)
    assert [table.numbers_at(p) for p in (*SEATS, 0)] == [plain.numbers_at(p) for p in (*SEATS, 0)]
    table.plays_on()


@pytest.mark.clause("T5-R68")
def test_a_card_drawn_unseen_after_the_deal_belongs_to_the_stub() -> None:
    table = called("top-five")
    table.asks(c.Deal, DEALER)
    stub = table.round.undealt
    table.asks(c.CardDrawn, DEALER, seen=False)
    assert table.round.undealt == stub
    table.plays_on()


@pytest.mark.parametrize("game", [case("HL-R20", "hi-lo"), case("PK-R46", "pik-it"), case("UTH-R59", "uth")])
def test_a_card_drawn_in_error_and_seen_counts_as_found_face_up(game: str) -> None:
    table = called(game)
    before = table.purses()
    table.asks(c.Deal, DEALER, count=2)
    table.asks(c.CardDrawn, DEALER, seen=True)
    assert [event.kind for event in table.seen(e.IrregularityFound)] == ["DRAWN_SEEN", "FACE_UP_CARD"]
    table.asks(c.Deal, DEALER, count=1)
    assert table.numbers_at(6) == [4]
    table.asks(c.FaceUpCard, DEALER)
    void(table, before, "SECOND_FACE_UP_IN_DEAL")


@pytest.mark.parametrize("out", [case("T5-R67 T5-13.A", 1), case("T5-R67", 9)])
def test_in_top_five_a_card_drawn_in_error_and_seen_voids_the_round(out: int) -> None:
    table = called("top-five")
    before = table.purses()
    table.asks(c.Deal, DEALER, count=out)
    table.asks(c.CardDrawn, DEALER, seen=True)
    void(table, before, "DRAWN_SEEN")


# --- a wrong number of cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [case("HL-40.12(d)-s1 HL-R15 HL-R22", "hi-lo"), case("UTH-15(d).1 UTH-R53", "uth")])
@pytest.mark.parametrize("more", [-1, 1])
@pytest.mark.parametrize("decided", [False, True])
def test_a_players_wrong_number_of_cards_voids_that_hand_alone(game: str, more: int, decided: bool) -> None:
    table = dealt(game, dict.fromkeys(SEATS, SIDE_BETS[game]))
    before = table.purses()
    if decided:
        table.answer(**{"Ann": "fold", "others": "play"} if game == "hi-lo" else {"Ann": "play", "others": "check"})
    table.asks(c.HandCount, DEALER, position=1, cards=EACH[game] + more)
    assert (bool(table.round.hands[1].void), bool(table.round.hands[3].void), table.round.void) == (True, False, "")
    assert {line.outcome for line in table.round.hands[1].lines} == {"void"}
    assert table.purses()["player:Ann"] == before["player:Ann"]
    assert Group("hand", 1, table.round.hands[1].cards) in table.round.rack
    assert len(table.round.hands[1].cards) == EACH[game] + more
    table.plays_on()


@pytest.mark.clause("HL-40.12(d)-s1", "HL-R16", "HL-R51", "UTH-R34")
@pytest.mark.parametrize("game", ["hi-lo", "uth"])
def test_a_hand_that_is_void_in_mid_deal_gets_no_more_cards_and_the_stub_still_fits(game: str) -> None:
    table = called(game)
    table.asks(c.Deal, DEALER, count=3)
    table.asks(c.HandCount, DEALER, position=3, cards=2)
    table.asks(c.Deal, DEALER, count=2)
    assert table.refuses(c.Deal, DEALER, count=1, to=3).code == "wrong-place"
    table.asks(c.Deal, DEALER)
    assert {p: len(table.numbers_at(p)) for p in (*SEATS, 0)} == {1: EACH[game], 3: 2, 6: EACH[game], 0: EACH[game]}
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "position"),
    [
        case("PK-39.12(c)", "pik-it", 3),
        case("PK-39.12(c) PK-39.7(c)/3", "pik-it", 0),
        case("T5-13.C.1 T5-13.C.2 T5-13.C.3 T5-8.D(3) T5-R63", "top-five", 3),
        case("T5-13.C.1 T5-10.B(1).2", "top-five", 0),
    ],
)
@pytest.mark.parametrize("method", ["manual-shoe", "automated-shoe"])
@pytest.mark.parametrize("more", [-1, 1])
def test_any_wrong_number_of_cards_voids_the_round(game: str, position: int, method: str, more: int) -> None:
    table = dealt(game, dict.fromkeys(SEATS, SIDE_BETS[game]), **METHODS[method])
    before = table.purses()
    table.asks(c.HandCount, DEALER, position=position, cards=EACH[game] + more)
    void(table, before, "PLAYER_COUNT" if position else "DEALER_COUNT")


@pytest.mark.clause("HL-40.12(d)-s2", "HL-R21")
@pytest.mark.parametrize("when", [c.RackStub, c.Act])
def test_a_hi_lo_dealer_with_four_cards_gets_the_next_one_face_down(when: Any) -> None:
    table = dealt("hi-lo", 3, by_hand=(when,))
    four, stub = table.round.dealer.cards[:4], table.round.undealt
    events = table.asks(c.HandCount, DEALER, position=0, cards=4)
    counted = [e.HandCounted, e.HandCounted]
    assert [type(event) for event in events] == [*counted, e.IrregularityFound, e.HandRecounted]
    assert table.refuses(c.RackStub, DEALER).clause == "HL-40.12(d)-s2"
    (dealt_,) = table.asks(c.Deal, DEALER)
    assert isinstance(dealt_, e.CardsDealt)
    assert (dealt_.completes, dealt_.clauses) == (True, ("HL-40.12(d)-s2", "HL-R21"))
    assert table.round.dealer.cards == (*four, stub[0])
    assert table.view()["round"]["hands"][0]["cards"] == "?? ?? ?? ?? ??"
    assert len(table.round.undealt) == len(stub)
    table.plays_on()


@pytest.mark.parametrize("cards", [case("HL-40.12(d)-s3", 3), case("HL-40.12(d)-s3", 6)])
def test_any_other_number_in_the_hi_lo_dealers_hand_voids_the_round(cards: int) -> None:
    table = dealt("hi-lo", dict.fromkeys(SEATS, SIDE_BETS["hi-lo"]))
    before = table.purses()
    table.answer(Ann="fold", others="play")
    table.asks(c.HandCount, DEALER, position=0, cards=cards)
    void(table, before, "DEALER_COUNT")


@pytest.mark.parametrize(
    ("cards", "undealt", "flop", "saved"),
    [
        case("UTH-15(d).3 UTH-R60", 1, 45, False, True),
        case("UTH-R60", 0, 46, False, True),
        case("UTH-15(d).3", 1, 44, False, False),
        case("UTH-15(d).3 UTH-R60", 1, None, False, False),
        case("UTH-15(d).3", 1, 41, True, False),
        case("UTH-15(d).2 UTH-R60", 3, 43, False, False),
    ],
)
def test_a_hold_em_dealers_short_hand_is_completed_if_nothing_is_turned_up_and_the_deck_is_right(
    cards: int, undealt: int | None, flop: bool, saved: bool
) -> None:
    table = dealt("uth", dict.fromkeys(SEATS, SIDE_BETS["uth"]))
    before, hole = table.purses(), (*table.round.dealer.cards[:cards], *table.round.undealt[: 2 - cards])
    if flop:
        table.answer(others="check")
    table.asks(c.HandCount, DEALER, position=0, cards=cards, undealt=undealt)
    if undealt == 44:
        assert not table.round.void
        table.asks(c.CountHands, DEALER, counts=((0, 1), *((position, 2) for position in SEATS)))
    if not saved:
        void(table, before, "STUB_DECK" if undealt == 44 else "DEALER_COUNT")
        return
    table.run()
    assert (table.round.void, table.round.dealer.cards, len(table.round.undealt)) == ("", hole, 44)
    table.plays_on()


# --- passed over, astray ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "all_void"),
    [case("HL-R51", "hi-lo", False), case("UTH-R63", "uth", False), case("PK-R63", "pik-it", True),
     case("T5-R75", "top-five", True)],
)  # fmt: skip
def test_a_position_passed_over_in_the_deal_has_the_wrong_number_of_cards(game: str, all_void: bool) -> None:
    table = dealt(game, dict.fromkeys(SEATS, SIDE_BETS[game]))
    before = table.purses()
    table.asks(c.HandCount, DEALER, position=6, cards=0)
    if all_void:
        void(table, before, "PASSED_OVER")
        return
    assert (table.round.void, table.round.hands[6].void) == ("", "PASSED_OVER")
    assert table.purses() == before
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "last"),
    [
        case("HL-R51 HL-40.12(d)-s3", "hi-lo", c.DeadCards),
        case("HL-R51 HL-40.12(d)-s3", "hi-lo", c.FaceUpCard),
        case("PK-R63 PK-39.12(c)", "pik-it", c.DeadCards),
        case("PK-R63 PK-39.12(c)", "pik-it", c.FaceUpCard),
        case("T5-R75 T5-13.C.1", "top-five", c.DeadCards),
        case("UTH-R63 UTH-15(d).2", "uth", c.DeadCards),
        case("UTH-R63 UTH-15(d).2", "uth", c.FaceUpCard),
    ],
)
@pytest.mark.parametrize("method", ["manual-shoe", "automated-shoe"])
def test_a_round_for_which_too_few_cards_are_left_is_void(game: str, last: type[c.Command], method: str) -> None:
    table = scene(game, 5, by_hand=(c.NoMoreBets, c.Deal), **METHODS[method])
    before = table.until(c.NoMoreBets).purses()
    table.asks(c.NoMoreBets, DEALER)
    table.asks(c.Deal, DEALER, count=1)
    while spare := spare_cards(table.rules, table.round):
        table.asks(c.DeadCards, DEALER, position=6, cards=min(spare, EACH[game]))
    assert not table.round.void
    left = len(table.round.undealt)
    assert table.refuses(c.DeadCards, DEALER, position=6, cards=EACH[game] + 1).code == "bounds"
    table.asks(last, DEALER, **({"position": 6, "cards": 1} if last is c.DeadCards else {}))
    assert len(table.round.undealt) == left - 1
    assert (table.round.void, table.purses()) == ("DEALER_COUNT", before)
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R51", "hi-lo"), case("UTH-R63", "uth"), case("PK-R63", "pik-it"), case("T5-R75", "top-five")]
)
@pytest.mark.parametrize("method", ["manual-shoe", "automated-shoe"])
@pytest.mark.parametrize("at_once", [True, False])
def test_cards_sent_to_an_empty_position_are_the_next_ones_or_dead(game: str, method: str, at_once: bool) -> None:
    table = called(game, method)
    size = EACH[game] if method == "automated-shoe" else 1
    table.asks(c.Deal, DEALER, count=2)
    top = table.round.undealt[:size]
    table.asks(c.DeadCards, DEALER, position=4, at_once=at_once)
    table.asks(c.Deal, DEALER, count=1, to=6)
    assert (table.round.hands[6].cards == top) is at_once
    table.asks(c.Deal, DEALER)
    dead = [group for group in table.round.rack if group.name == "dead"]
    assert dead == ([] if at_once else [Group("dead", 4, top)])
    assert len(table.round.undealt) == 52 - 4 * EACH[game] - (0 if at_once else size)
    assert 4 not in table.round.hands
    table.dealer.by_hand = frozenset()
    table.plays_on()
