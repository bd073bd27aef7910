"""What is ordered of a deck adds up, a jam with the other deck holds up no round, and nobody gains by hiding a card."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from tables import DEALER, FLOOR, GAMES, METHODS, WAYS, Scene, dealt, player, scene

from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor
from pitboss.table.rules import Refusal, Refused
from pitboss.table.table import Table
from support import case

Fact = tuple[type[c.Command], Actor, dict[str, Any]]
SEEN: Fact = (c.FaceUpCard, DEALER, {})
SHUFFLE: Fact = (c.OrderShuffle, FLOOR, {"reason": "the cards were left alone"})
RECUT: Fact = (c.OrderRecut, FLOOR, {"reason": "the cut card slipped"})
SHOE: Fact = (c.ShoeFault, DEALER, {})
UNFINISHED: Fact = (c.ShufflerFault, DEALER, {"kind": "incomplete"})
JAM: Fact = (c.ShufflerFault, DEALER, {})
BY_HAND = (c.NoMoreBets, c.Deal)


# --- what is ordered of a deck ---------------------------------------------------------------------------------------


def _journey(table: Scene, facts: tuple[Fact, ...]) -> list[str] | None:
    """What the red deck goes through after these facts until it can be dealt; None if one of them is refused."""
    table.happened.clear()
    for kind, by, given in facts:
        if isinstance(table.try_(kind(by=by, at=table.now(), **given)), Refusal):
            return None
    table.run()
    if not table.state.playing and not table.state.bets:
        table.bet_anew()
    table.run()
    assert table.due, facts
    assert table.due.command in BY_HAND, (facts, table.due.words)
    return table.journey()


def _ready(game: str, way: str, *, called: bool) -> Scene:
    table = scene(game, 1, by_hand=BY_HAND, **WAYS[way]).until(c.NoMoreBets)
    if called:
        table.asks(c.NoMoreBets, DEALER)
        table.until(c.Deal)
    return table


@pytest.mark.clause("HL-R56", "PK-R67", "T5-R79", "UTH-R80")
@pytest.mark.parametrize("called", [False, True], ids=["before the call", "after the call"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_deck_goes_through_each_step_that_was_ordered_whichever_order_came_first(
    game: str, way: str, called: bool
) -> None:
    seen = () if called and game != "top-five" else (SEEN,)  # there the round begins with it, and its end is waited for
    facts = (*seen, SHUFFLE, RECUT, SHOE, UNFINISHED)
    alone = {fact[0]: _journey(_ready(game, way, called=called), (fact,)) for fact in facts}
    for pair in permutations(facts, 2):
        if any(alone[kind] is None for kind, *_ in pair):
            continue
        both = _journey(_ready(game, way, called=called), pair)
        if both is not None:
            wanted = {step for kind, *_ in pair for step in alone[kind] or ()}
            wanted -= {Handling.LOAD}  # of two decks the other one may have its turn first
            assert wanted <= set(both), (pair, both)
            assert len(set(both)) == len(both), (pair, both)


@pytest.mark.parametrize(
    ("game", "first", "second", "way"),
    [
        case("T5-R69 T5-13.D.1", "top-five", RECUT, SHOE, {"dealing_method": "automated-shoe"}),
        case("T5-R69 T5-R81", "top-five", SEEN, SHOE, METHODS["automated-shoe"]),
        case("T5-R69 T5-R53", "top-five", SHUFFLE, UNFINISHED, METHODS["hand"]),
        case("UTH-R64 UTH-15(e)", "uth", SHUFFLE, UNFINISHED, METHODS["hand"]),
    ],
)
def test_a_device_fault_has_the_deck_counted_although_something_else_was_ordered_before(
    game: str, first: Fact, second: Fact, way: dict[str, Any]
) -> None:
    table = scene(game, 1, by_hand=BY_HAND, **way).until(c.NoMoreBets)
    steps = _journey(table, (first, second))
    assert steps
    assert steps.index(Handling.COUNT) < steps.index(Handling.SHUFFLE)


@pytest.mark.clause("T5-R69", "T5-R79")
def test_a_shuffle_that_was_not_finished_has_the_deck_counted_in_a_round_that_the_shoe_made_void() -> None:
    for facts in ((SHOE, UNFINISHED), (UNFINISHED, SHOE)):
        table = _ready("top-five", "automated shoe", called=True)
        steps = _journey(table, facts)
        assert steps == [Handling.GATHER, Handling.COUNT, Handling.INTO_SHUFFLER, Handling.SHUFFLE, Handling.LOAD]


@pytest.mark.clause("T5-5.F", "T5-R56", "T5-R79", "HL-R56", "PK-R67", "UTH-R80")
@pytest.mark.parametrize("game", GAMES)
def test_a_jam_takes_nothing_from_the_spread_of_an_idle_table(game: str) -> None:
    journeys = []
    leaves: Fact = (c.Leave, player("Ann"), {})
    for facts in ((JAM, leaves), (leaves, JAM)):
        table = dealt(game, 1, **METHODS["hand"])
        table.dealer.by_hand = frozenset((c.Shuffle,))
        table.finish()
        table.until(c.Shuffle)
        table.happened.clear()
        for kind, by, given in facts:
            table.asks(kind, by, **given)
        table.sit("Bob", 1000_00, 1)
        table.dealer.by_hand = frozenset()
        table.bet_anew().run()
        journeys.append(table.journey())
    first, second = journeys
    assert first == second
    counted = [Handling.COUNT] if game in ("top-five", "uth") else []
    assert [step for step in first if step in (Handling.COUNT, Handling.SPREAD_IDLE, Handling.LOOK, Handling.WASH)] == [
        *counted,
        Handling.SPREAD_IDLE,
        Handling.LOOK,
        Handling.WASH,
    ]


# --- a shuffler that holds the other deck ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        case("T5-R69 T5-R70 T5-R86", "top-five"),
        case("PK-R48", "pik-it"),
        case("UTH-R64", "uth"),
        case("HL-R24", "hi-lo"),
    ],
)
@pytest.mark.parametrize("status", ["fault", "removed", "covered", "marked"])
@pytest.mark.parametrize("way", [way for way in WAYS if "two decks" in way])
def test_a_round_that_was_called_is_dealt_although_the_other_deck_cannot_be_shuffled(
    game: str, status: str, way: str
) -> None:
    table = _ready(game, way, called=True)
    table.asks(c.DeviceStatus, DEALER, device="shuffler", status=status)
    assert table.due
    assert table.due.command is c.Deal
    table.dealer.by_hand = frozenset((c.DeviceStatus,))
    table.finish()
    assert (table.round.over, table.round.void) == (True, "")
    again = table.state.deck("blue")
    assert again
    assert Handling.SHUFFLE in again.due, "the deck that was in the shuffler is shuffled again"
    table.bet_anew()
    assert table.refuses(c.NoMoreBets, DEALER).code == "device-away"


# --- a card that a player hides --------------------------------------------------------------------------------------

REPORT: dict[str, Any] = {"player": "Ann", "what": "put a card into her sleeve"}
HIDDEN: Fact = (c.Breach, DEALER, {**REPORT, "rule": "own-hand"})
CONFIRMED: Fact = (c.Forfeit, FLOOR, {"player": "Ann", "why": "breach", "rule": "own-hand", "reason": "on camera"})
SIX: Fact = (c.HandCount, DEALER, {"position": 1, "cards": 6})


def _gives(table: Scene, *facts: Fact) -> None:
    for kind, by, given in facts:
        table.do(kind, by, **given)


def _fold(table: Scene) -> None:
    table.act("Ann", "fold")


def _touched(table: Scene) -> None:
    table.act("Ann", "play")
    _gives(table, (c.Breach, DEALER, {**REPORT, "rule": "touch"}))
    _gives(table, (c.Forfeit, FLOOR, {"player": "Ann", "why": "breach", "rule": "touch", "reason": "seen"}))


def _abandoned(table: Scene) -> None:
    table.act("Ann", "play")
    _gives(table, (c.Departed, DEALER, {"player": "Ann"}))
    _gives(table, (c.Forfeit, FLOOR, {"player": "Ann", "why": "abandoned", "reason": "walked away"}))


@pytest.mark.clause("T5-R34", "T5-11.A(1)", "T5-11.A(3)", "T5-11.A(5)")
@pytest.mark.parametrize("lost_all", [_fold, _touched, _abandoned])
@pytest.mark.parametrize("rule", ["own-hand", "out-of-view"])
def test_a_card_that_is_hidden_by_a_player_with_nothing_left_to_lose_voids_nothing(lost_all: Any, rule: str) -> None:
    table = dealt("top-five", 2, by_hand=(c.Reveal,))
    lost_all(table)
    table.act("Bob", "play")
    _gives(table, (c.Breach, DEALER, {**REPORT, "rule": rule}))
    (found,) = table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", rule=rule, reason="on camera")
    assert (type(found), found.money) == (e.WagersForfeited, ())
    table.asks(c.HandCount, DEALER, position=1, cards=6)
    table.dealer.by_hand = frozenset((c.CountDeck,))
    table.finish()
    assert (table.round.over, table.round.void) == (True, "")
    assert {line.outcome for line in table.round.hands[2].lines} <= {"win", "lose", "push"}
    table.until(c.CountDeck)


@pytest.mark.clause("T5-R34", "T5-R79", "T5-13.C.1")
@pytest.mark.parametrize("stub", ["not counted", "counted"])
@pytest.mark.parametrize(
    "facts",
    [(HIDDEN, CONFIRMED, SIX), (HIDDEN, SIX, CONFIRMED), (SIX, HIDDEN, CONFIRMED), (HIDDEN, SIX, CONFIRMED, SIX)],
)
def test_a_hidden_card_costs_its_player_whether_it_was_counted_before_the_ruling_or_after_it(
    facts: tuple[Fact, ...], stub: str
) -> None:
    table = dealt("top-five", 2, by_hand=(c.RackStub, c.CountStub))
    if stub == "counted":
        table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    _gives(table, *facts)
    assert {line.outcome for line in table.round.hands[1].lines} == {"forfeit"}
    table.dealer.by_hand = frozenset()
    table.finish("play")
    assert (table.round.over, table.round.void) == (True, "")


@pytest.mark.clause("T5-R34", "T5-13.C.1", "T5-8.F(4)")
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_second_wrong_number_waits_for_the_ruling_on_the_player(confirmed: bool) -> None:
    table = dealt("top-five", 2)
    _gives(table, HIDDEN, SIX)
    again = table.refuses(*SIX[:2], **SIX[2])
    assert (again.code, again.clause, "Ann" in again.message) == ("ruling-due", "T5-11.A(5)", True)
    assert table.refuses(c.Act, player("Bob"), position=2, action="fold").code == "ruling-due"
    assert table.due
    assert table.due.command is c.LetStand
    if confirmed:
        _gives(table, CONFIRMED)
    else:
        _gives(table, (c.LetStand, FLOOR, {"player": "Ann", "rule": "own-hand", "reason": "nobody saw it"}), SIX)
    assert table.round.void == ("" if confirmed else "PLAYER_COUNT")
    table.plays_on()


@pytest.mark.clause("T5-R34", "T5-8.F(4)", "T5-8.F(5).1")
@pytest.mark.parametrize("first", ["the hand", "the stub"])
def test_every_hand_is_counted_once_the_floor_has_ruled_on_a_hidden_card(first: str) -> None:
    table = dealt("top-five", 2, by_hand=(c.RackStub, c.CountStub, c.CountHands))
    right = len(table.round.undealt)
    if first == "the hand":
        table.asks(c.CountStub, DEALER, cards=right)
        table.asks(*SIX[:2], **SIX[2])
    else:
        table.asks(c.CountStub, DEALER, cards=right + 1)
    assert table.round.inquiry
    _gives(table, HIDDEN)
    counts = ((0, 7), (1, 6), (2, 7))
    if first == "the stub":
        table.do(c.CountHands, DEALER, counts=counts)
    assert table.refuses(c.CountHands, DEALER, counts=counts).code == "ruling-due"
    _gives(table, CONFIRMED)
    table.asks(c.CountHands, DEALER, counts=counts)
    assert table.round.void == ("" if first == "the hand" else "STUB_DECK"), "the card is not in the stub as well"
    table.plays_on() if first == "the hand" else table.finish()


@pytest.mark.clause("T5-R34", "T5-R75")
@pytest.mark.parametrize("facts", [(HIDDEN, (c.HandCount, DEALER, {"position": 1, "cards": 0}))])
@pytest.mark.parametrize("turned_round", [False, True])
def test_the_deal_is_finished_before_the_ruling_that_a_count_waits_for(
    facts: tuple[Fact, ...], turned_round: bool
) -> None:
    table = scene("top-five", 2, by_hand=(c.Deal,)).until(c.Deal)
    table.asks(c.Deal, DEALER, count=4)
    _gives(table, *(reversed(facts) if turned_round else facts))
    assert table.due
    assert table.due.command is c.Deal
    assert table.refuses(*CONFIRMED[:2], **CONFIRMED[2]).code == "deal-goes-on"
    table.asks(c.Deal, DEALER)
    _gives(table, CONFIRMED)
    table.plays_on()


# --- what is said of it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wagers", "action"),
    [
        case("T5-R36", "top-five", {"ante": 1000}, "play"),
        case("HL-40.10(a)2-s1a", "hi-lo", {"ante": 1000}, "play"),
        case("UTH-R27", "uth", {"ante": 1000, "blind": 1000}, "play"),
        case("PK-R23", "pik-it", {"ante": 1000, "five_card_bonus": 1000}, "play_5"),
    ],
)
def test_a_player_without_the_chips_for_a_play_wager_is_told_so(game: str, wagers: dict[str, int], action: str) -> None:
    table = Table.of(game, seed=3)
    table.sit("Ann", sum(wagers.values()) + 500)
    table.bet("Ann", **wagers)
    table.deal()
    with pytest.raises(Refused) as refused:
        table.act("Ann", action)
    assert "Ann has $5.00 in chips" in refused.value.message


@pytest.mark.clause("T5-3.C(1)", "T5-3.C(2)", "T5-R50")
@pytest.mark.parametrize(("way", "hours"), [("hand", 4), ("manual shoe", 8)])
def test_cards_that_have_had_their_hours_are_replaced_before_the_call(way: str, hours: int) -> None:
    now = [1_800_000_000_000]
    table = Table.of("top-five", WAYS[way], seed=1, by_hand=(c.NoMoreBets,), clock=lambda: now[0])
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=1000)
    table.run()
    assert table.due
    assert table.due.command is c.NoMoreBets
    now[0] += hours * 3_600_000
    due = table.due
    assert due.given == {"deck": "red"}
    assert due.command.__name__ == "RemoveDeck"
    assert all(move.command is not c.NoMoreBets for move in table.legal())
    assert due in table.legal()
    table.run()
    table.do(c.RemoveDeck, FLOOR, deck="red", reason="it has had its hours")
    table.run()
    assert table.due.command is c.NoMoreBets
