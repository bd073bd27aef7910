"""One deck or two, cover cards, and devices that count, stack or break down."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, TWO_DECKS, Scene, bare, dealt, scene

from pitboss.cards import DECK
from pitboss.errors import OptionError
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deck_steps import HOUR, cover_cards
from pitboss.table.state import Deck
from pitboss.table.table import practice_submission
from support import case

SALT = "0123456789abcdef" * 2
SHOE: dict[str, Any] = METHODS["automated-shoe"]
MINUTE = 60_000


def deck_of(table: Scene, name: str) -> Deck:
    deck = table.state.deck(name)
    assert deck is not None
    return deck


def at(table: Scene, time: int) -> Scene:
    """The clock stands at this time."""
    table._clock = lambda: time
    return table


def decks_dealt(table: Scene) -> list[str]:
    return [call.deck for call in table.seen(e.BetsClosed)]


def plays(table: Scene, rounds: int) -> Scene:
    """So many rounds are played, and bets are down for another."""
    for _ in range(rounds):
        table.finish()
        table.bet_anew()
    return table


# --- what a deck is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backs", [("red", "blue"), ("red", "red with another design")], ids=["colours", "designs"])
@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        case("HL-40.2(a)-s1b", "hi-lo", {}, "HL-40.2(a)-s1b"),
        case("PK-39.2(a)/2", "pik-it", {}, "PK-39.2(a)/2"),
        case("T5-3.A(1)", "top-five", {}, "T5-3.A(1)"),
        case("UTH-R12", "uth", {}, "UTH-R12"),
        case("HL-40.2(b)1", "hi-lo", TWO_DECKS, "HL-40.2(b)1"),
        case("PK-39.2(b)1", "pik-it", TWO_DECKS, "PK-39.2(b)1"),
        case("T5-3.B(1) T5-R74", "top-five", TWO_DECKS, "T5-3.B(1)"),
        case("UTH-2(b)(1)", "uth", TWO_DECKS, "UTH-2(b)(1)"),
    ],
)
def test_the_backs_within_a_deck_are_all_alike(
    game: str, options: dict[str, Any], clause: str, backs: tuple[str, ...]
) -> None:
    table = scene(game, **options)
    refusal = table.refuses(c.ReceiveDeck, DEALER, deck="red", backs=backs)
    assert (refusal.code, refusal.clause) == ("mixed-backs", clause)
    table.asks(c.ReceiveDeck, DEALER, deck="red", backs=("red",))


@pytest.mark.parametrize("cards", [DECK[:51], (*DECK[:51], 0), (*DECK, 0)], ids=["51", "a card twice", "53"])
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-2(b)(1)", "uth", "UTH-2(b)(1)"),
        case("HL-40.2(b)1", "hi-lo", "HL-40.2(b)1"),
        case("PK-39.2(b)1", "pik-it", "PK-39.2(b)1"),
        case("T5-3.B(1)", "top-five", "T5-3.B(1)"),
    ],
)
def test_each_of_two_decks_is_whole_by_itself_and_a_failing_one_is_named(
    game: str, clause: str, cards: tuple[int, ...]
) -> None:
    table = scene(game, by_hand=(c.ReceiveDeck,), **TWO_DECKS)
    table.asks(c.ReceiveDeck, DEALER, deck="red")
    refusal = table.refuses(c.ReceiveDeck, DEALER, deck="blue", cards=cards)
    assert (refusal.code, refusal.clause) == ("deck-not-whole", clause)
    assert "blue deck" in refusal.message
    table.make_ready()
    assert table.refuses(c.NoMoreBets, DEALER).code == "deck-missing"


@pytest.mark.clause("PK-39.2(b)1")
def test_pik_it_does_not_open_without_the_attestation_of_its_cards() -> None:
    approvals = practice_submission("pik-it").plain()["approvals"]
    without = {key: value for key, value in approvals.items() if key != "cards"}
    table = bare("pik-it", approvals=without, **TWO_DECKS)
    refusal = table.refuses(c.OpenTable, FLOOR, floor=("Flo",))
    assert (refusal.code, refusal.clause) == ("approval-missing", "PK-39.2(a)/5")


# --- two decks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-2(b)(4)", "uth", "UTH-2(b)(4)"),
        case("HL-40.2(b)4", "hi-lo", "HL-40.2(b)4"),
        case("T5-3.B(4)", "top-five", "T5-3.B(4)"),
        case("PK-39.2(b)4", "pik-it", "PK-39.2(b)4"),
    ],
)
def test_two_decks_take_turns_without_a_break(game: str, clause: str) -> None:
    table = scene(game, **TWO_DECKS)
    for last in ("blue", "red", "blue", "red"):
        table.until(c.NoMoreBets)
        refusal = table.refuses(c.NoMoreBets, DEALER, deck=last)
        assert (refusal.code, refusal.clause) == ("decks-alternate", clause)
        table.finish()
        table.bet_anew()
    assert decks_dealt(table) == ["red", "blue", "red", "blue"]


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-2(b)(3)", "uth", "UTH-2(b)(3)"),
        case("HL-40.2(b)3", "hi-lo", "HL-40.2(b)3"),
        case("T5-3.B(3)", "top-five", "T5-3.B(3)"),
        case("PK-39.2(b)3", "pik-it", "PK-39.2(b)3"),
    ],
)
def test_while_one_deck_is_in_play_the_other_is_in_the_shuffler(game: str, clause: str) -> None:
    table = scene(game, **TWO_DECKS).until(c.NoMoreBets)
    table.asks(c.OrderShuffle, FLOOR, reason="a card was seen")
    table.until_deck(Handling.LOAD)
    assert table.refuses(c.NoMoreBets, DEALER).code == "deck-not-ready"  # still in the shuffler itself
    table.handle(Handling.LOAD)
    assert (deck_of(table, "red").where, deck_of(table, "blue").where) == ("loaded", "table")
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, refusal.clause) == ("other-deck", clause)
    table.handle(Handling.INTO_SHUFFLER, deck="blue")
    table.until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)
    table.asks(c.Deal, DEALER)
    assert (deck_of(table, "red").where, deck_of(table, "blue").where) == ("play", "shuffler")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-2(b)(5)", "uth", "UTH-2(b)(5)"),
        case("HL-40.2(b)5", "hi-lo", "HL-40.2(b)5"),
        case("T5-3.B(5)", "top-five", "T5-3.B(5)"),
        case("PK-39.2(b)5 PK-R60", "pik-it", "PK-39.2(b)5"),
    ],
)
def test_the_discard_rack_is_emptied_before_the_other_deck_is_dealt(game: str, clause: str) -> None:
    table = dealt(game, **TWO_DECKS)
    table.dealer.by_hand = frozenset({c.Handle})
    table.finish()
    assert (deck_of(table, "red").where, sum(len(group.cards) for group in table.round.discards)) == ("rack", 52)
    table.bet_anew()
    table.handle(Handling.LOAD, deck="blue")
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, refusal.clause) == ("other-deck", clause)
    table.handle(Handling.INTO_SHUFFLER)
    table.until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)


@pytest.mark.parametrize("route", ["at-table", "preshuffled"])
@pytest.mark.parametrize(
    "game", [case("HL-40.2(b)3", "hi-lo"), case("PK-39.2(b)3", "pik-it"), case("T5-3.B(3)", "top-five")]
)
def test_of_two_preshuffled_decks_one_is_cut_and_the_other_goes_into_the_shuffler(game: str, route: str) -> None:
    table = scene(game, opening_route=route, **TWO_DECKS).until(c.NoMoreBets)
    assert deck_of(table, "blue").where == "shuffler"
    assert [("cut" in table.journey(deck)) for deck in ("red", "blue")] == [route == "preshuffled", False]
    plays(table, 3)
    assert decks_dealt(table) == ["red", "blue", "red"]


@pytest.mark.parametrize(
    ("game", "goes_on", "clause"),
    [
        case("UTH-R36 UTH-2(b)(4)", "uth", True, ""),
        case("HL-R46 HL-40.2(b)4", "hi-lo", True, ""),
        case("T5-R51 T5-3.B(4)", "top-five", False, "T5-3.B(4)"),
        case("PK-R49 PK-39.2(b)4", "pik-it", False, "PK-39.2(b)4"),
    ],
)
def test_what_follows_when_one_of_two_decks_is_removed(game: str, goes_on: bool, clause: str) -> None:
    table = plays(scene(game, by_hand=(), **TWO_DECKS), 1)
    table.asks(c.RemoveDeck, FLOOR, deck="blue", reason="a marked card")
    table.dealer.by_hand = frozenset({c.ReceiveDeck})
    if goes_on:
        table.make_ready()
        table.asks(c.NoMoreBets, DEALER)
        table.finish()
        table.bet_anew()
        assert decks_dealt(table) == ["red", "red"]
    else:
        refusal = table.refuses(c.NoMoreBets, DEALER)
        assert (refusal.code, refusal.clause) == ("deck-missing", clause)
    rounds = table.state.rounds
    table.dealer.by_hand = frozenset()
    plays(table, 4)
    assert [step for step in table.journey("blue") if step == "inspect"] == ["inspect", "inspect"]
    last = decks_dealt(table)[rounds:]
    assert last[1:] == (["red", "blue", "red"] if last[0] == "blue" else ["blue", "red", "blue"])


@pytest.mark.clause("T5-R51", "PK-R49")
@pytest.mark.parametrize("game", ["top-five", "pik-it"])
def test_a_table_that_waits_for_a_deck_may_change_to_one(game: str) -> None:
    table = scene(game, bets=1, **TWO_DECKS)
    table.finish()
    table.asks(c.RemoveDeck, FLOOR, deck="blue", reason="a marked card")
    one = {key: value for key, value in table.state.options.items() if key not in ("decks", "deck_backs")}
    table.asks(c.PostSubmission, FLOOR, game=game, options=one | {"decks": 1, "deck_backs": ["red"]})
    plays(table.bet_anew(), 2)
    assert decks_dealt(table) == ["red", "red", "red"]


# --- the hours of a deck ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "hours", "clause"),
    [
        case("T5-3.C(1) T5-R50", METHODS["hand"], 4, "T5-3.C(1)"),
        case("T5-3.C(2) T5-R50", METHODS["manual-shoe"], 8, "T5-3.C(2)"),
        case("T5-3.C(2) T5-R50", METHODS["automated-shoe"], 8, "T5-3.C(2)"),
    ],
)
@pytest.mark.parametrize("route", ["at-table", "preshuffled"])
def test_a_round_of_top_five_starts_only_with_cards_in_their_hours(
    options: dict[str, Any], hours: int, clause: str, route: str
) -> None:
    table = scene("top-five", opening_route=route, **options).until(c.NoMoreBets)
    end = deck_of(table, "red").received_at + hours * HOUR
    for late in (0, 1, HOUR):
        refusal = at(table, end + late).refuses(c.NoMoreBets, DEALER)
        assert (refusal.code, refusal.clause) == ("deck-too-old", clause)
    table.asks(c.RemoveDeck, FLOOR, deck="red", reason="its hours are over")
    table.asks(c.ReceiveDeck, DEALER, deck="red")
    table.until(c.NoMoreBets).asks(c.NoMoreBets, DEALER)
    in_time = scene("top-five", opening_route=route, **options).until(c.NoMoreBets)
    at(in_time, end - MINUTE).asks(c.NoMoreBets, DEALER)
    at(in_time, end + HOUR).finish()
    assert in_time.round.over


@pytest.mark.clause("T5-R50", "T5-3.C(1)")
def test_a_deck_that_was_dealt_from_the_hand_once_keeps_its_four_hours() -> None:
    table = scene("top-five", **METHODS["hand"])
    table.finish()
    shoe = {**table.state.options, "dealing_method": "manual-shoe"}
    table.asks(c.PostSubmission, FLOOR, game="top-five", options=shoe)
    table.bet_anew().until(c.NoMoreBets)
    end = deck_of(table, "red").received_at + 4 * HOUR
    refusal = at(table, end).refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, refusal.clause) == ("deck-too-old", "T5-R50")
    at(table, end - 1).asks(c.NoMoreBets, DEALER)


@pytest.mark.clause("T5-R50")
def test_each_of_two_decks_has_its_own_hours() -> None:
    table = scene("top-five", by_hand=(c.ReceiveDeck,), **TWO_DECKS)
    start = table.now()
    for hours, deck in enumerate(("red", "blue")):
        at(table, start + hours * HOUR).asks(c.ReceiveDeck, DEALER, deck=deck)
    plays(table, 1).until(c.NoMoreBets)
    at(table, start + 8 * HOUR).asks(c.NoMoreBets, DEALER)
    plays(table, 1).run()
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (decks_dealt(table), refusal.code) == (["red", "blue"], "deck-too-old")
    assert "red deck" in refusal.message


@pytest.mark.clause("T5-R50")
def test_the_hours_run_while_the_table_is_idle() -> None:
    table = scene("top-five")
    table.finish()
    table.asks(c.GoIdle, DEALER)
    idle = at(table, deck_of(table, "red").received_at + 8 * HOUR)
    idle.bet_anew().run()
    assert "load" in idle.journey()[-1:]
    assert idle.refuses(c.NoMoreBets, DEALER).code == "deck-too-old"


# --- cover cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        case("PK-39.2(c)", "pik-it", SHOE, "PK-39.2(c)"),
        case("PK-39.2(a)/3", "pik-it", {}, "PK-39.2(a)/3"),
        case("T5-3.A(2)", "top-five", {}, "T5-3.A(2)"),
    ],
)
def test_no_table_opens_and_no_cut_is_made_without_a_cover_card(
    game: str, options: dict[str, Any], clause: str
) -> None:
    closed = bare(game, **options)
    closed.asks(c.DeviceStatus, DEALER, device="cover-card", status="removed")
    refusal = closed.refuses(c.OpenTable, FLOOR, floor=("Flo",))
    assert (refusal.code, refusal.clause) == ("cover-card", clause)
    with pytest.raises(OptionError):
        practice_submission(game, {**options, "cover_card": " "})
    table = scene(game, **options)
    step = table.rules.game.procedure.cut_steps[0] if not options else Handling.LOAD
    table.until_deck(step)
    table.asks(c.DeviceStatus, DEALER, device="cover-card", status="removed")
    if not options:
        given = {"deck": "red", **({"step": step} if step is Handling.LAY_COVER else {"cards": 20})}
        refusal = table.refuses(c.Handle if step is Handling.LAY_COVER else c.Cut, DEALER, **given)
        assert (refusal.code, refusal.clause) == ("not-now", clause)
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("cover-card", clause)
    table.asks(c.DeviceStatus, DEALER, device="cover-card", status="present")
    assert len(cover_cards(table.rules, table.state)) == 1
    table.run()
    assert sorted([*table.round.undealt, *(card for h in table.round.hands.values() for card in h.cards)]) == list(DECK)


# --- devices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "each", "clause"),
    [
        case("PK-39.9(a)/2", "pik-it", 5, "PK-39.9(a)/2"),
        case("UTH-9(a).2", "uth", 2, "UTH-9(a).2"),
        case("HL-40.9(a)-1", "hi-lo", 5, "HL-40.9(a)-1"),
        case("T5-10.B(1).2", "top-five", 7, "T5-10.B(1).2"),
    ],
)
def test_an_automated_shoe_gives_out_stacks_of_the_games_size(game: str, each: int, clause: str) -> None:
    table = scene(game, bets=3, **SHOE).until(c.Deal)
    for stack in {2, 3, 4, 5, 6, 7, 8} - {each}:
        refusal = table.refuses(c.Deal, DEVICE, stack=stack)
        assert (refusal.code, refusal.clause) == ("stack-size", clause)
    table.asks(c.Deal, DEVICE, stack=each)
    (event,) = table.seen(e.CardsDealt)
    assert [cards for _, cards in event.deals] == [tuple(range(n * each, (n + 1) * each)) for n in range(4)]


COUNTING: dict[str, Any] = {"shuffler_counts": True}


@pytest.mark.parametrize("count", [51, 53])
@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        case("T5-5.B(2) T5-R54", "top-five", COUNTING, "T5-5.B(2)"),
        case("T5-5.B(2)", "top-five", {"continuous_shuffler": True}, "T5-5.B(2)"),
        case("HL-R18", "hi-lo", COUNTING, "HL-40.9(f)-s2"),
        case("PK-R44", "pik-it", COUNTING, "PK-39.7(f)/2"),
    ],
)
def test_a_deck_that_the_device_counts_wrong_leaves_the_table(
    game: str, options: dict[str, Any], clause: str, count: int
) -> None:
    table = scene(game, **SHOE, **options).until(c.Shuffle)
    assert table.refuses(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT).code == "count"
    events = table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT, count=count)
    assert [event.clauses[0] for event in events if isinstance(event, e.DeckRemoved)] == [clause]
    assert table.state.deck("red") is None
    assert table.refuses(c.NoMoreBets, DEALER).code == "no-deck"
    table.bet("Ann", 1, ante=0)  # the wagers stay the player's to take back
    table.bet_anew().until(c.NoMoreBets)
    assert table.journey().count("inspect") == 2
    assert table.seen(e.DeckShuffled)[-1].count == 52
    table.asks(c.NoMoreBets, DEALER)


@pytest.mark.parametrize("game", [case("PK-R44", "pik-it"), case("HL-R18", "hi-lo"), case("T5-5.B(2)", "top-five")])
def test_a_wrong_count_of_the_other_deck_does_not_touch_the_round(game: str) -> None:
    table = scene(game, by_hand=(c.Shuffle,), **TWO_DECKS, **COUNTING)
    for deck in ("red", "blue"):
        table.until_deck(Handling.SHUFFLE, deck=deck)
        table.asks(c.Shuffle, DEVICE, deck=deck, order=DECK, salt=SALT, count=52)
    table.finish()
    table.bet_anew().until_deck(Handling.SHUFFLE)
    table.asks(c.NoMoreBets, DEALER)
    table.asks(c.Deal, DEALER)
    table.asks(c.Shuffle, DEVICE, deck="red", order=DECK, salt=SALT, count=51)
    assert table.state.deck("red") is None
    table.finish()
    assert (table.round.deck, table.round.over, table.round.void) == ("blue", True, "")
