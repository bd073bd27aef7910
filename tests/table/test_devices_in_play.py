"""Shufflers and automated shoes that jam, miscount, or leave the table."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, GAMES, METHODS, SIDE_BETS, TWO_DECKS, WAGERS, Scene, dealt, player, scene

from pitboss.cards import DECK
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.words import told
from support import case

SALT = "s" * 32
SHUFFLE_AGAIN = (Handling.INTO_SHUFFLER, Handling.SHUFFLE)
AUTOMATED: dict[str, Any] = METHODS["automated-shoe"]
COVER_ALL: dict[str, Any] = {**AUTOMATED, "cover_all": True, "cover_all_mode": True}


def shuffling(game: str, **options: Any) -> Scene:
    """The red deck is in the shuffler, its shuffle under way."""
    return scene(game, 2, by_hand=(c.Shuffle, c.CountDeck), **METHODS["hand"] | options).until(c.Shuffle)


def with_blue(game: str, **options: Any) -> Scene:
    """The second round, with the blue deck, while the red one is in the shuffler."""
    table = dealt(game, 2, **TWO_DECKS, **options)
    table.dealer.by_hand = frozenset((c.Shuffle, c.CountDeck))
    table.finish()
    table.bet_anew().asks(c.NoMoreBets, DEALER)
    table.run()
    return table


def in_order(table: Scene, device: str) -> None:
    """Somebody puts a device right and says so."""
    table.asks(c.DeviceStatus, DEVICE, device=device, status="present")


# --- the shuffler ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause", "counted"),
    [
        case("HL-40.12(e) HL-R24 HL-R63", "hi-lo", "HL-40.12(e)", False),
        case("PK-39.12(e) PK-R48 PK-R74", "pik-it", "PK-39.12(e)", False),
        case("T5-R69 T5-R86", "top-five", "T5-R69", True),
        case("UTH-15(e) UTH-R64 UTH-R87", "uth", "UTH-15(e)", True),
    ],
)
@pytest.mark.parametrize("kind", ["jam", "stop", "incomplete", "fault", "removed", "covered", "marked"])
def test_a_shuffler_that_fails_shuffles_the_deck_again_from_the_start(
    game: str, clause: str, counted: bool, kind: str
) -> None:
    table = shuffling(game)
    if kind in ("fault", "removed", "covered", "marked"):
        changed, found, ordered = table.asks(c.DeviceStatus, DEALER, device="shuffler", status=kind)
    else:
        changed, found, ordered = table.asks(c.ShufflerFault, DEVICE, kind=kind)
    assert isinstance(changed, e.DeviceChanged)
    assert isinstance(found, e.IrregularityFound)
    assert isinstance(ordered, e.StepsOrdered)
    assert (found.kind, ordered.clauses[0]) == ("SHUFFLER_FAULT", clause)
    again = (Handling.INTO_SHUFFLER, Handling.SHUFFLE, Handling.LOAD)
    assert ordered.due == (Handling.COUNT, *again) if counted else again
    assert table.refuses(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT).code == "out-of-order"
    if counted:
        table.asks(c.CountDeck, DEALER, deck="red", cards=52)
    assert table.refuses(c.Handle, DEALER, deck="red", step=Handling.INTO_SHUFFLER).code == "not-now"
    in_order(table, "shuffler")
    table.until(c.Shuffle)
    assert table.refuses(c.NoMoreBets, DEALER).code == "deck-not-ready"
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT)
    table.plays_on()


SHUFFLED_AGAIN = pytest.mark.parametrize(
    ("game", "counted"),
    [
        case("HL-40.12(e) HL-R24 HL-R63", "hi-lo", False),
        case("PK-39.12(e) PK-R48 PK-R74", "pik-it", False),
        case("T5-R69 T5-R86", "top-five", True),
        case("UTH-15(e) UTH-R64 UTH-R87", "uth", True),
    ],
)
JAMMED = pytest.mark.parametrize(
    "fault", [*({"kind": kind} for kind in c.FAULT_KINDS), *({"status": s} for s in ("fault", "removed", "covered"))]
)


def shuffler_fails(table: Scene, fault: dict[str, str]) -> tuple[e.Event, ...]:
    if "kind" in fault:
        return table.asks(c.ShufflerFault, DEALER, **fault)
    return table.asks(c.DeviceStatus, DEALER, device="shuffler", **fault)


def assert_shuffled_anew(table: Scene, before: str, counted: bool) -> None:
    """The red deck is not dealt before it is counted, where that is ordered, and shuffled once more."""
    in_order(table, "shuffler")
    assert table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD).code == "out-of-order"
    if counted:
        assert table.refuses(c.Handle, DEALER, deck="red", step=Handling.INTO_SHUFFLER).code == "out-of-order"
        table.asks(c.CountDeck, DEALER, deck="red", cards=52)
    table.dealer.by_hand = frozenset()
    table.plays_on()
    deck = table.state.deck("red")
    assert deck
    assert deck.commitment != before


@SHUFFLED_AGAIN
@JAMMED
@pytest.mark.parametrize("method", ["hand", "automated-shoe"])
def test_a_finished_stack_that_is_still_in_a_shuffler_that_fails_is_shuffled_again(
    game: str, counted: bool, fault: dict[str, str], method: str
) -> None:
    table = shuffling(game, **{**METHODS[method], "shuffle_method": "automated"})
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT)
    deck = table.state.deck("red")
    assert deck
    assert (deck.where, deck.due) == ("shuffler", (Handling.LOAD,))
    _changed, found, ordered = shuffler_fails(table, fault)
    assert isinstance(found, e.IrregularityFound)
    assert isinstance(ordered, e.StepsOrdered)
    assert Handling.SHUFFLE in ordered.due
    assert_shuffled_anew(table, deck.commitment, counted)


@SHUFFLED_AGAIN
@JAMMED
def test_a_deck_that_waits_shuffled_in_a_shuffler_that_fails_is_shuffled_again(
    game: str, counted: bool, fault: dict[str, str]
) -> None:
    table = with_blue(game)
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT)
    deck = table.state.deck("red")
    assert deck
    assert (table.round.deck, deck.where, deck.due) == ("blue", "shuffler", (Handling.LOAD,))
    shuffler_fails(table, fault)
    assert not table.round.void
    assert_shuffled_anew(table, deck.commitment, counted)


@SHUFFLED_AGAIN
@pytest.mark.parametrize("called", [False, True])
def test_a_deck_is_shuffled_again_whose_cycle_was_not_finished_though_it_is_out(
    game: str, counted: bool, called: bool
) -> None:
    waits_for = c.Deal if called else c.NoMoreBets
    table = scene(game, 2, by_hand=(waits_for, c.CountDeck), **METHODS["hand"]).until(waits_for)
    deck = table.state.deck("red")
    assert deck
    assert deck.where == "loaded"
    before = table.state
    for kind in ("jam", "stop"):  # which the deck that is out has nothing to do with
        assert len(table.asks(c.ShufflerFault, DEALER, kind=kind)) == 1
        in_order(table, "shuffler")
    assert table.state.decks == before.decks
    table.asks(c.ShufflerFault, DEALER, kind="incomplete")
    assert table.refuses(waits_for, DEALER).code in ("device-away", "deck-not-ready", "not-now")
    assert_shuffled_anew(table, deck.commitment, counted)
    assert not table.round.void


@SHUFFLED_AGAIN
def test_an_unfinished_cycle_has_no_effect_once_the_first_card_is_dealt(game: str, counted: bool) -> None:
    table = dealt(game, 2, **METHODS["hand"])
    assert len(table.asks(c.ShufflerFault, DEALER, kind="incomplete")) == 1
    in_order(table, "shuffler")
    table.finish()
    assert not table.round.void


@pytest.mark.parametrize(
    "game", [case("HL-R63", "hi-lo"), case("PK-R74", "pik-it"), case("T5-R86", "top-five"), case("UTH-R87", "uth")]
)
@pytest.mark.parametrize("kind", [c.ShufflerFault, c.ShoeFault])
@pytest.mark.parametrize("said", ["weird", "", "Jam"])
def test_a_fault_of_a_device_is_one_of_a_list(game: str, kind: Any, said: str) -> None:
    table = scene(game, 1, by_hand=(c.NoMoreBets,), **{**AUTOMATED, "shuffle_method": "automated"}).until(c.NoMoreBets)
    refused = table.refuses(kind, DEVICE, kind=said)
    assert refused.code == "no-such-fault"
    assert all(known in refused.message for known in c.FAULT_KINDS)


@pytest.mark.clause("UTH-R64", "T5-R69")
@pytest.mark.parametrize("game", ["uth", "top-five"])
def test_a_deck_that_comes_out_of_a_jammed_shuffler_short_leaves_the_table(game: str) -> None:
    table = shuffling(game)
    table.asks(c.ShufflerFault, DEVICE)
    table.asks(c.CountDeck, DEALER, deck="red", cards=50)
    assert table.state.decks == ()
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R24", "hi-lo"), case("PK-R48", "pik-it"), case("T5-R69", "top-five"), case("UTH-R64", "uth")]
)
def test_a_jam_with_the_other_deck_does_not_touch_the_round_and_the_next_one_waits_for_it(game: str) -> None:
    table = with_blue(game)
    hands = table.round.hands
    table.asks(c.ShufflerFault, DEVICE)
    assert table.round.hands == hands
    assert not table.round.void
    table.finish()
    assert (table.round.over, table.round.void, table.round.deck) == (True, "", "blue")
    table.bet_anew()
    assert table.refuses(c.NoMoreBets, DEALER).code == "deck-not-ready"
    table.dealer.by_hand = frozenset()
    table.finish()
    assert (table.round.number, table.round.deck) == (3, "red")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-R58", "hi-lo", "HL-R58"),
        case("PK-R69", "pik-it", "PK-R69"),
        case("T5-R81", "top-five", "T5-R81"),
        case("UTH-R82", "uth", "UTH-R82"),
    ],
)
@pytest.mark.parametrize("kind", [c.FaceUpCard, c.CardDrawn])
def test_a_card_of_the_other_deck_touches_no_round_and_has_a_shuffled_deck_shuffled_again(
    game: str, clause: str, kind: Any
) -> None:
    table = with_blue(game)
    seen: dict[str, Any] = {"deck": "red"} if kind is c.FaceUpCard else {"deck": "red", "seen": True}
    before = table.round
    (noted,) = table.asks(kind, DEALER, **seen)
    assert (type(noted), noted.clauses) == (e.Noted, (clause,))  # its shuffle is under way
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT)
    (noted,) = table.asks(c.CardDrawn, DEALER, deck="red", seen=False)
    assert (type(noted), noted.clauses) == (e.Noted, (clause,))
    found, ordered = table.asks(kind, DEALER, **seen)
    assert isinstance(ordered, e.StepsOrdered)
    assert (found.clauses, ordered.deck, ordered.due[:2]) == ((clause,), "red", SHUFFLE_AGAIN)
    assert (table.round.hands, table.round.undealt, table.round.void) == (before.hands, before.undealt, "")
    table.asks(kind, DEALER, **seen | {"deck": "blue"})
    assert table.round.found[-1] != "SEEN_EARLY"
    assert table.refuses(kind, DEALER, **seen | {"deck": "green"}).code == "no-deck"
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "method", "clause"),
    [
        case("HL-40.9(f)-s2", "hi-lo", "automated-shoe", "HL-40.9(f)-s2"),
        case("HL-R18", "hi-lo", "hand", "HL-40.9(f)-s2"),
        case("PK-39.7(f)/2", "pik-it", "manual-shoe", "PK-39.7(f)/2"),
        case("T5-R54", "top-five", "hand", "T5-5.B(2)"),
    ],
)
@pytest.mark.parametrize("count", [51, 53])
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table(
    game: str, method: str, clause: str, count: int
) -> None:
    table = shuffling(game, **METHODS[method] | {"shuffle_method": "automated", "shuffler_counts": True})
    events = table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT, count=count)
    assert isinstance(events[-1], e.DeckRemoved)
    assert events[-1].clauses[0] == clause
    assert table.refuses(c.NoMoreBets, DEALER).code == "no-deck"
    assert table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD).code == "no-deck"
    table.dealer.by_hand = frozenset()
    table.finish()
    assert len(table.seen(e.DeckReceived)) == 2
    assert [event.handling for event in table.seen(e.DeckHandled)].count(Handling.INSPECT) == 2
    table.plays_on()


@pytest.mark.parametrize("game", [case("HL-R18", "hi-lo"), case("PK-R44", "pik-it"), case("T5-R54", "top-five")])
def test_a_wrong_count_of_the_other_deck_leaves_the_round_alone(game: str) -> None:
    table = with_blue(game, shuffler_counts=True)
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT, count=53)
    assert [deck.name for deck in table.state.decks] == ["blue"]
    assert not table.round.void
    table.plays_on()


# --- the automated shoe ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause", "gather", "counted"),
    [
        case("HL-40.12(f)", "hi-lo", "HL-40.12(f)", "HL-40.12(f)", False),
        case("PK-39.12(f)/1 PK-39.12(f)/2", "pik-it", "PK-39.12(f)/1", "PK-39.12(f)/2", False),
        case("T5-13.D.1 T5-13.D.2 T5-13.D.3", "top-five", "T5-13.D.1", "T5-13.D.3", False),
        case("UTH-15(f).1 UTH-15(f).2 UTH-R64 UTH-R53", "uth", "UTH-15(f).1", "UTH-15(f).2", True),
    ],
)
@pytest.mark.parametrize(("out", "how"), [(0, "jam"), (2, "jam"), (2, "removed"), (1, "covered"), (1, "fault")])
def test_a_shoe_that_fails_while_it_deals_voids_the_round_and_all_52_cards_are_shuffled(
    game: str, clause: str, gather: str, counted: bool, out: int, how: str
) -> None:
    bets = dict.fromkeys((1, 2, 3), SIDE_BETS[game])
    table = scene(game, bets, by_hand=(c.Deal,), **AUTOMATED).until(c.Deal)
    before = table.purses()
    if out:
        table.asks(c.Deal, DEVICE, count=out)
    if how == "jam":
        table.asks(c.ShoeFault, DEVICE)
    else:
        table.asks(c.DeviceStatus, DEALER, device="automated-shoe", status=how)
    assert table.round.void == "SHOE_FAULT"
    assert table.refuses(c.Deal, DEVICE)[:2] == ("round-void", clause)
    assert all(move.role != "player" or move.command not in (c.Act, c.Pick, c.LayDown) for move in table.legal())
    table.asks(c.ClearTable, DEALER)
    assert table.purses() == before
    table.bet_anew()
    assert table.refuses(c.NoMoreBets, DEALER).code == "device-away"
    in_order(table, "automated-shoe")
    assert table.refuses(c.NoMoreBets, DEALER)[:2] == ("deck-not-ready", gather)
    table.handle(Handling.GATHER)
    if counted:
        assert table.refuses(c.NoMoreBets, DEALER)[:2] == ("deck-not-ready", "UTH-R33")
        table.asks(c.CountDeck, DEALER, deck="red", cards=52)
    table.handle(Handling.INTO_SHUFFLER)
    refusal = table.refuses(c.Shuffle, DEVICE, deck="red", order=DECK[:38], salt=SALT)
    assert refusal.code == "deck-not-whole"
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT)
    table.plays_on()


@pytest.mark.clause("UTH-15(f).2", "UTH-R64")
def test_a_deck_gathered_from_a_failed_shoe_with_other_than_52_cards_leaves_the_table() -> None:
    table = scene("uth", 2, by_hand=(c.Deal, c.CountDeck), **AUTOMATED).until(c.Deal)
    table.asks(c.ShoeFault, DEVICE)
    table.until(c.CountDeck)
    table.asks(c.CountDeck, DEALER, deck="red", cards=51)
    assert [event.deck for event in table.seen(e.DeckRemoved)] == ["red"]
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R24", "hi-lo"), case("PK-R48", "pik-it"), case("T5-R69", "top-five"), case("UTH-R64", "uth")]
)
def test_once_its_cards_are_out_a_fault_of_the_shoe_has_no_effect(game: str) -> None:
    table = dealt(game, 2, **AUTOMATED)
    (changed,) = table.asks(c.ShoeFault, DEVICE)
    assert isinstance(changed, e.DeviceChanged)
    table.plays_on()


@pytest.mark.clause("PK-R43", "PK-39.12(f)/1")
def test_a_jam_on_a_late_dealers_stack_undoes_the_settled_bonuses() -> None:
    options = {**AUTOMATED, "dealer_stack_delivery": "after-decisions"}
    table = dealt("pik-it", dict.fromkeys((1, 2), SIDE_BETS["pik-it"]), **options)
    before = table.purses()
    table.pick("Bob", 1, 2, 3)
    table.pick("Ann", 1, 2, 3)
    table.act("Bob", "fold")
    assert table.purses() != before
    table.asks(c.ShoeFault, DEVICE)
    table.run()
    assert (table.round.void, table.purses()) == ("SHOE_FAULT", before)
    table.plays_on()


@pytest.mark.clause("T5-13.D.1", "T5-R41", "T5-5.G.1")
@pytest.mark.parametrize("report", [c.ShufflerFault, c.ShoeFault])
def test_a_device_that_shuffles_and_deals_voids_the_round_when_it_stops_in_the_deal(report: type[Command]) -> None:
    table = scene("top-five", 2, by_hand=(c.Deal,), continuous_shuffler=True, **AUTOMATED).until(c.Deal)
    before = table.purses()
    table.asks(c.Deal, DEALER, count=1)
    table.asks(report, DEVICE)
    assert (table.round.void, table.purses()) == ("SHOE_FAULT", before)
    feeds = scene("top-five", 2, by_hand=(c.Deal,), shuffler_feeds_shoe=True, **AUTOMATED).until(c.Deal)
    feeds.asks(c.Deal, DEALER, count=1)
    feeds.asks(c.ShufflerFault, DEVICE)
    assert not feeds.round.void, "a shuffler that only feeds the shoe has no part in the deal"


@pytest.mark.clause("T5-R69")
def test_a_shoe_that_fails_between_rounds_is_emptied_and_its_deck_counted_and_shuffled() -> None:
    table = scene("top-five", 2, by_hand=(c.CountDeck,), **AUTOMATED).until(c.NoMoreBets)
    _changed, ordered = table.asks(c.ShoeFault, DEVICE)
    assert isinstance(ordered, e.StepsOrdered)
    assert ordered.due[:2] == (Handling.GATHER, Handling.COUNT)
    assert Handling.SHUFFLE in ordered.due
    table.plays_on()


# --- a device leaves the table ---------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-15(g)", "T5-13.E")
@pytest.mark.parametrize("device", ["shuffler", "automated-shoe"])
@pytest.mark.parametrize("game", ["uth", "top-five"])
def test_a_device_that_is_away_is_named_with_how_it_stands(game: str, device: str) -> None:
    options = {**AUTOMATED, "shuffle_method": "automated"}
    table = scene(game, 1, by_hand=(c.NoMoreBets,), **options).until(c.NoMoreBets)
    new = {"game": game, "options": table.state.options}
    for status, words in (("fault", "out of order"), ("removed", "removed"), ("marked", "marked out of order")):
        changed, *_ = table.asks(c.DeviceStatus, DEALER, device=device, status=status)
        says = f"the {device.replace('-', ' ')} is {words}"
        assert told(changed).detail == says
        assert table.refuses(c.NoMoreBets, DEALER).message.startswith(f"{says}: put it right")
        for position, name in table.state.seats.items():
            table.bet(name, position, **dict.fromkeys(reversed(WAGERS[game]), 0))
        assert table.refuses(c.PostSubmission, FLOOR, **new).message.startswith(f"{says}: ")
        table.bet_anew()


@pytest.mark.parametrize(
    "game", [case("HL-R63", "hi-lo"), case("PK-R74", "pik-it"), case("T5-R86", "top-five"), case("UTH-R87", "uth")]
)
@pytest.mark.parametrize(("device", "kind"), [("shuffler", c.ShufflerFault), ("automated-shoe", c.ShoeFault)])
@pytest.mark.parametrize("status", ["removed", "covered", "marked"])
def test_a_device_that_is_away_has_no_faults(game: str, device: str, kind: Any, status: str) -> None:
    options = {**AUTOMATED, "shuffle_method": "automated"}
    table = scene(game, 1, by_hand=(c.NoMoreBets,), **options).until(c.NoMoreBets)
    table.asks(c.DeviceStatus, DEALER, device=device, status=status)
    assert table.refuses(kind, DEVICE)[:2] == ("device-away", table.rules.cite("device-state")[0])
    assert table.refuses(c.DeviceStatus, DEALER, device=device, status="fault").code == "device-away"
    in_order(table, device)
    table.asks(kind, DEVICE)
    in_order(table, device)
    table.dealer.by_hand = frozenset()
    table.plays_on()


@pytest.mark.clause("UTH-R52", "UTH-R87")
def test_a_device_that_is_away_shows_no_number_of_hands() -> None:
    bets = {"ante": 10, "blind": 10, "cover_all": 5}
    table = dealt("uth", {1: bets}, **COVER_ALL)
    table.asks(c.DeviceStatus, DEALER, device="automated-shoe", status="removed")
    assert table.refuses(c.DeviceCount, DEVICE, hands=3).code == "device-away"
    in_order(table, "automated-shoe")
    table.asks(c.DeviceCount, DEVICE, hands=3)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.12(g) HL-R24", "hi-lo", "HL-40.12(g)"),
        case("PK-39.12(g) PK-R48", "pik-it", "PK-39.12(g)"),
        case("T5-13.E T5-R70", "top-five", "T5-13.E"),
        case("UTH-15(g) UTH-R65", "uth", "UTH-15(g)"),
    ],
)
@pytest.mark.parametrize("ordered_first", [True, False])
def test_a_round_that_waits_for_a_shuffler_is_void_when_it_goes_and_not_when_it_jams(
    game: str, clause: str, ordered_first: bool
) -> None:
    table = scene(game, 2, by_hand=(c.Deal,), **METHODS["hand"]).until(c.Deal)
    before = table.purses()
    if ordered_first:
        table.asks(c.OrderShuffle, FLOOR, reason="the cards were left alone")
        table.asks(c.DeviceStatus, DEALER, device="shuffler", status="fault")
        assert not table.round.void
        assert table.refuses(c.Deal, DEALER).code == "deck-not-ready"
    table.asks(c.DeviceStatus, DEALER, device="shuffler", status="removed")
    if not ordered_first:
        assert not table.round.void
        table.asks(c.OrderShuffle, FLOOR, reason="the cards were left alone")
    (void,) = table.seen(e.RoundVoided)
    assert void.clauses[0] == clause
    table.run()
    assert table.round.over
    assert table.purses() == before
    assert table.state.decks[0].due[0] is Handling.INTO_SHUFFLER
    in_order(table, "shuffler")
    table.dealer.by_hand = frozenset()
    table.bet_anew().finish()
    assert (table.round.number, table.round.void) == (2, "")


@pytest.mark.parametrize(
    "game",
    [
        case("HL-R63 HL-40.9(b)1", "hi-lo"),
        case("PK-R74 PK-39.9(b)1", "pik-it"),
        case("T5-R86 T5-10.A(1)", "top-five"),
        case("UTH-R87 UTH-9(b)(1)", "uth"),
    ],
)
@pytest.mark.parametrize("status", ["fault", "removed", "covered", "marked"])
def test_no_deck_goes_into_an_automated_shoe_that_is_away(game: str, status: str) -> None:
    table = scene(game, 1, **AUTOMATED).until_deck(Handling.LOAD)
    table.asks(c.DeviceStatus, DEALER, device="automated-shoe", status=status)
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD)
    assert (refusal.code, refusal.clause) == ("not-now", table.rules.cite("device-away")[0])
    in_order(table, "automated-shoe")
    table.handle(Handling.LOAD)


@pytest.mark.parametrize(
    ("game", "clause", "ways"),
    [
        case("HL-40.12(g) HL-R24", "hi-lo", "HL-40.12(g)", ("removed",)),
        case("PK-39.12(g) PK-R48", "pik-it", "PK-39.12(g)", ("removed",)),
        case("UTH-15(g) UTH-R65", "uth", "UTH-15(g)", ("removed",)),
        case("T5-13.E T5-R70", "top-five", "T5-13.E", ("present", "removed", "covered", "marked")),
    ],
)
@pytest.mark.parametrize(
    ("device", "start", "change"),
    [
        ("shuffler", METHODS["manual-shoe"] | {"shuffle_method": "automated"}, {"shuffle_method": "manual"}),
        ("automated-shoe", AUTOMATED, {"dealing_method": "manual-shoe"}),
    ],
)
def test_another_way_is_used_only_when_the_device_allows_it_and_only_between_rounds(
    game: str, clause: str, ways: tuple[str, ...], device: str, start: dict[str, Any], change: dict[str, Any]
) -> None:
    table = dealt(game, 2, **start)
    new = {"game": game, "options": {**table.state.options, **change}}
    assert table.refuses(c.PostSubmission, FLOOR, **new).code == "round-in-progress"
    table.finish()
    for status in ("present", "fault", "removed", "covered", "marked"):
        table.asks(c.DeviceStatus, DEALER, device=device, status=status)
        if status not in ways:
            assert table.refuses(c.PostSubmission, FLOOR, **new)[:2] == ("device-present", clause)
    table.asks(c.DeviceStatus, DEALER, device=device, status=ways[-1])
    table.bet_anew()
    assert table.refuses(c.NoMoreBets, DEALER).code == "device-away"
    for position, name in table.state.seats.items():
        table.bet(name, position, **dict.fromkeys(reversed(WAGERS[game]), 0))
    table.asks(c.PostSubmission, FLOOR, **new)
    assert Handling.SHUFFLE in table.state.decks[0].due
    assert (Handling.CUT in table.state.decks[0].due) is (device == "shuffler")
    table.plays_on()


@pytest.mark.parametrize(
    ("game", "start"),
    [
        case("HL-R24", "hi-lo", METHODS["hand"]),
        case("PK-R48", "pik-it", TWO_DECKS),
        case("T5-R70", "top-five", METHODS["hand"]),
        case("UTH-R65", "uth", COVER_ALL),
    ],
)
def test_without_the_shuffler_there_is_no_hand_dealing_no_second_deck_and_no_cover_all(
    game: str, start: dict[str, Any]
) -> None:
    table = dealt(game, 2, **start)
    table.finish()
    table.asks(c.DeviceStatus, DEALER, device="shuffler", status="removed")
    options = {**table.state.options, "shuffle_method": "manual"}
    refusal = table.refuses(c.PostSubmission, FLOOR, game=game, options=options)
    assert refusal.code not in ("device-present", "round-in-progress", "display-first")
    for name in [deck.name for deck in table.state.decks if deck.name != "red"]:
        table.asks(c.RemoveDeck, FLOOR, deck=name, reason="one deck stays")
    options |= {"dealing_method": "manual-shoe", "decks": 1, "deck_backs": ["red"]}
    if game == "uth":
        options |= {"dealing_method": "automated-shoe", "cover_all": False, "cover_all_mode": False}
        options = {key: value for key, value in options.items() if not key.startswith("cover_all_m")}
    table.asks(c.PostSubmission, FLOOR, game=game, options=options, displayed=True)
    table.plays_on()


# --- the device's count of hands -------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R52")
def test_a_wrong_count_of_hands_is_put_right_before_the_flop_and_shown_again() -> None:
    table = dealt("uth", 3, **COVER_ALL)
    assert [event.hands for event in table.seen(e.DealClosed)] == [4]
    noted, shown = table.asks(c.DeviceCount, DEVICE, hands=5)
    assert isinstance(noted, e.Noted)
    assert isinstance(shown, e.DealClosed)
    assert (shown.hands, shown.clauses) == (4, ("UTH-R52",))
    table.answer(others="check")
    assert [type(event) for event in table.asks(c.DeviceCount, DEVICE, hands=5)] == [e.Noted, e.DealClosed]
    assert [type(event) for event in table.asks(c.DeviceCount, DEVICE, hands=4)] == [e.Noted]
    for hands in (0, 27):
        assert table.refuses(c.DeviceCount, DEVICE, hands=hands).code == "bounds"
    table.plays_on()


@pytest.mark.clause("UTH-R49")
def test_cover_all_is_not_taken_while_the_device_that_counts_for_it_is_away() -> None:
    table = scene("uth", 1, by_hand=(c.NoMoreBets,), **COVER_ALL).until(c.NoMoreBets)
    table.asks(c.DeviceStatus, FLOOR, device="automated-shoe", status="removed")
    refusal = table.refuses(c.Bet, player("Ann"), position=1, wager="cover_all", amount=500)
    assert refusal[:2] == ("device-away", "UTH-R49")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("HL-40.2(a)-s1d", "UTH-2(a).3", "T5-3.A(2)", "PK-39.2(a)/3")
def test_a_missing_cover_card_is_no_matter_of_devices(game: str) -> None:
    (gone,) = scene(game, 0).asks(c.DeviceStatus, FLOOR, device="cover-card", status="removed")
    rules = scene(game, 0).rules
    assert gone.clauses == (*rules.cite("device-state"), *rules.cite("cover-card"))


@pytest.mark.clause("UTH-R52", "UTH-R53")
def test_a_hand_that_becomes_void_changes_the_column_of_cover_all() -> None:
    bets = {position: {"ante": 10, "blind": 10, "cover_all": 5} for position in (1, 2, 3)}
    table = dealt("uth", bets, **COVER_ALL)
    table.asks(c.HandCount, DEALER, position=2, cards=3)
    assert [event.hands for event in table.seen(e.DealClosed)] == [4, 3]
    assert [line.outcome for line in table.round.hands[2].lines if line.wager == "cover_all"] == ["void"]
    table.finish()
    assert "3 hands in the round" in table.settlement(1)["cover_all"].facts
    table.plays_on()


# --- a device that was taken away ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [case("HL-R63", "hi-lo"), case("PK-R74", "pik-it"), case("T5-R86", "top-five"),
                                  case("UTH-R87", "uth")])  # fmt: skip
@pytest.mark.parametrize("status", ["removed", "covered", "marked"])
@pytest.mark.parametrize(("device", "method"), [("shuffler", "hand"), ("automated-shoe", "automated-shoe")])
def test_a_table_that_waits_for_a_device_that_was_taken_away_says_so_and_leaves_it_to_people(
    game: str, device: str, method: str, status: str
) -> None:
    table = dealt(game, 2, **METHODS[method])
    table.finish()
    table.asks(c.DeviceStatus, DEALER, device=device, status=status)
    table.bet_anew()
    table.run()
    move = table.due
    assert move is not None
    assert (move.command, move.given) == (c.DeviceStatus, {"device": device, "status": "present"})
    assert table.state.playing is None
    table.asks(move.command, DEALER, **move.given)
    table.plays_on()
