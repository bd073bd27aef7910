"""The stub: put away unseen, counted at least every five rounds, and what a count that does not fit leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, SIDE_BETS, TWO_DECKS, WAGERS, Scene, player, scene

from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Command
from pitboss.table.legal import due
from pitboss.table.state import changed
from pitboss.table.views import AUDITOR, view
from support import case

STUB = (c.RackStub, c.CountStub)
COUNTING = {"shuffle_method": "automated", "shuffler_counts": True}


def at_stub(game: str, players: int | Mapping[int, Mapping[str, int]] = 2, **options: Any) -> Scene:
    """A round that stands at its stub."""
    return to_stub(scene(game, players, by_hand=STUB, **options))


def to_stub(table: Scene) -> Scene:
    table.run()
    while (move := due(table.rules, table.state)) and move.command is c.Act:
        table.answer(others="check")
    assert move
    assert move.command in STUB
    return table


def play(table: Scene, rounds: int) -> Scene:
    """So many rounds more, the bets of the first one being down if there was none yet."""
    for _ in range(rounds):
        if not table.state.bets:
            table.bet_anew()
        table.finish()
    return table


def counted_rounds(table: Scene) -> list[int]:
    """The rounds whose stub was counted."""
    number, counted = 0, []
    for event in table.happened:
        if isinstance(event, e.BetsClosed):
            number = event.number
        elif isinstance(event, e.StubCounted):
            counted.append(number)
    return counted


def nobody_sees(table: Scene, cards: tuple[int, ...]) -> None:
    """Whatever faces these cards had, everyone would see the same."""
    order = list(table.round.order)
    for card, other in zip(cards, reversed(cards), strict=True):
        order[card] = table.round.order[other]
    swapped = changed(table.state, round=changed(table.round, order=tuple(order)))
    players = [player(name) for name in table.state.seats.values()]
    for viewer in (None, DEALER, FLOOR, DEVICE, AUDITOR, *players):
        assert table.view(viewer) == view(table.rules, swapped, viewer)


# --- put away unseen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "source", "clause", "cards"),
    [
        case("HL-40.7(e)", "hi-lo", "manual-shoe", "shoe", "HL-40.7(e)", 37),
        case("HL-40.8(d)", "hi-lo", "hand", "hand", "HL-40.8(d)", 37),
        case("HL-40.9(d)", "hi-lo", "automated-shoe", "shoe", "HL-40.9(d)", 37),
        case("PK-39.7(d)/1 PK-39.7(d)/2", "pik-it", "manual-shoe", "shoe", "PK-39.7(d)/1", 37),
        case("PK-39.8(d)", "pik-it", "hand", "hand", "PK-39.8(d)", 37),
        case("PK-39.9(d)/1 PK-39.9(d)/2", "pik-it", "automated-shoe", "shoe", "PK-39.9(d)/1", 37),
        case("T5-8.D(3)(a) T5-8.D(3)(b)", "top-five", "manual-shoe", "shoe", "T5-8.D(3)(a)", 31),
        case("T5-9.B(2)(a) T5-9.B(2)(b) T5-R42", "top-five", "hand", "hand", "T5-9.B(2)(a)", 31),
        case("T5-10.B(2)(a) T5-10.B(2)(b)", "top-five", "automated-shoe", "shoe", "T5-10.B(2)(a)", 31),
        case("UTH-7(e).1 UTH-7(e).2", "uth", "manual-shoe", "shoe", "UTH-7(e).1", 39),
        case("UTH-8(d)", "uth", "hand", "hand", "UTH-8(d)", 39),
        case("UTH-9(d).3", "uth", "automated-shoe", "hand", "UTH-9(d).3", 39),
    ],
)
def test_a_stub_that_is_not_due_to_be_counted_goes_unseen_to_the_rack(
    game: str, method: str, source: str, clause: str, cards: int
) -> None:
    table = at_stub(game, **METHODS[method])
    stub = table.round.undealt
    nobody_sees(table, stub)
    taken, racked = table.asks(c.RackStub, DEALER)
    assert isinstance(taken, e.StubTaken)
    assert isinstance(racked, e.StubRacked)
    assert (taken.source, racked.clauses[0]) == (source, clause)
    assert [(group.name, len(group.cards)) for group in table.round.discards if group.name == "stub"] == [
        ("stub", cards)
    ]
    assert table.round.taken_out
    nobody_sees(table, stub)
    table.plays_on()


@pytest.mark.parametrize(
    ("method", "clause"),
    [
        case("UTH-7(e).1", "manual-shoe", "UTH-7(e).1"),
        case("UTH-8(d)", "hand", "UTH-8(d)"),
        case("UTH-9(d).3", "automated-shoe", "UTH-9(d).3"),
    ],
)
def test_the_stub_stays_until_the_board_is_complete(method: str, clause: str) -> None:
    table = scene("uth", by_hand=STUB, **METHODS[method])
    for board in (0, 3):
        table.run()
        assert len(table.round.board) == board
        refusal = table.refuses(c.RackStub, DEALER)
        assert (refusal.code, refusal.clause) == ("out-of-order", clause)
        table.answer(others="check")
    table.asks(c.RackStub, DEALER)


@pytest.mark.parametrize(
    ("game", "method", "clause", "command", "given"),
    [
        case("HL-40.7(e)", "hi-lo", "manual-shoe", "HL-40.7(e)", c.Act, {"action": "fold"}),
        case("HL-40.8(d)", "hi-lo", "hand", "HL-40.8(d)", c.Act, {"action": "fold"}),
        case("HL-40.9(d)", "hi-lo", "automated-shoe", "HL-40.9(d)", c.Act, {"action": "fold"}),
        case("PK-39.7(d)/1", "pik-it", "manual-shoe", "PK-39.7(d)/1", c.Pick, {"places": (1, 2, 3)}),
        case("PK-39.8(d)", "pik-it", "hand", "PK-39.8(d)", c.Pick, {"places": (1, 2, 3)}),
        case("PK-39.9(d)/1", "pik-it", "automated-shoe", "PK-39.9(d)/1", c.Pick, {"places": (1, 2, 3)}),
        case("T5-8.D(3)(a)", "top-five", "manual-shoe", "T5-8.D(3)(a)", c.LayDown, {}),
        case("T5-9.B(2)(a)", "top-five", "hand", "T5-9.B(2)(a)", c.LayDown, {}),
        case("T5-10.B(2)(a)", "top-five", "automated-shoe", "T5-10.B(2)(a)", c.LayDown, {}),
    ],
)
def test_nobody_is_asked_anything_before_the_stub_is_away(
    game: str, method: str, clause: str, command: type[Command], given: dict[str, Any]
) -> None:
    table = at_stub(game, {1: SIDE_BETS[game]}, **METHODS[method])
    refusal = table.refuses(command, player("Ann"), position=1, **given)
    assert (refusal.code, refusal.clause) == ("out-of-order", clause)
    table.asks(c.RackStub, DEALER)
    table.asks(command, player("Ann"), position=1, **given)


# --- when a count is due ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        case("HL-40.7(f)-s1", "hi-lo", METHODS["manual-shoe"], "HL-40.7(f)-s1"),
        case("HL-40.8(e)-s1", "hi-lo", METHODS["hand"], "HL-40.8(e)-s1"),
        case("HL-40.8(e)-s1 HL-R18", "hi-lo", METHODS["hand"] | COUNTING, "HL-40.8(e)-s1"),
        case("HL-40.7(f)-s1 HL-R18", "hi-lo", METHODS["manual-shoe"] | COUNTING, "HL-40.7(f)-s1"),
        case("HL-40.9(e)-s1", "hi-lo", METHODS["automated-shoe"], "HL-40.9(e)-s1"),
        case("PK-39.7(e)/1", "pik-it", METHODS["manual-shoe"], "PK-39.7(e)/1"),
        case("PK-39.8(e)/1", "pik-it", METHODS["hand"], "PK-39.8(e)/1"),
        case("PK-39.9(e)/1", "pik-it", METHODS["automated-shoe"], "PK-39.9(e)/1"),
        case("T5-8.E.1", "top-five", METHODS["manual-shoe"], "T5-8.E.1"),
        case("T5-9.C.1", "top-five", METHODS["hand"], "T5-9.C.1"),
        case("T5-R61", "top-five", METHODS["automated-shoe"], "T5-R61"),
        case("UTH-7(f).1", "uth", METHODS["manual-shoe"], "UTH-7(f).1"),
        case("UTH-8(e).1", "uth", METHODS["hand"], "UTH-8(e).1"),
        case("UTH-9(e).1", "uth", METHODS["automated-shoe"], "UTH-9(e).1"),
    ],
)
def test_the_fifth_stub_in_a_row_is_not_racked_uncounted(game: str, options: dict[str, Any], clause: str) -> None:
    table = play(scene(game, 2, **options), 4)
    assert counted_rounds(table) == []
    table.dealer.by_hand = frozenset(STUB)
    to_stub(table.bet_anew())
    refusal = table.refuses(c.RackStub, DEALER)
    assert (refusal.code, refusal.clause) == ("count-due", clause)
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    table.dealer.by_hand = frozenset()
    table.finish()
    play(table, 7)
    assert counted_rounds(table) == [5, 10]


@pytest.mark.clause("HL-40.7(f)-s1", "PK-39.7(e)/1", "T5-8.E.1", "UTH-7(f).1")
@pytest.mark.parametrize("game", WAGERS)
def test_a_count_made_earlier_restarts_the_five(game: str) -> None:
    table = play(scene(game, 2), 2)
    table.dealer.by_hand = frozenset(STUB)
    to_stub(table.bet_anew())
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    table.dealer.by_hand = frozenset()
    table.finish()
    play(table, 6)
    assert counted_rounds(table) == [3, 8]


@pytest.mark.parametrize(
    "game",
    [case("HL-40.7(f)-s1 HL-R17", "hi-lo"), case("PK-R40", "pik-it"), case("T5-8.E.1 T5-R60", "top-five"),
     case("UTH-R33", "uth")],
)  # fmt: skip
def test_with_two_decks_each_deck_is_counted_within_five_of_its_own_rounds(game: str) -> None:
    table = scene(game, 2, by_hand=STUB, **TWO_DECKS)
    for number in range(1, 10):
        to_stub(table if number == 1 else table.bet_anew())
        if table.round.deck == "red":
            table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
        else:
            table.asks(c.RackStub, DEALER)
        table.finish()
    to_stub(table.bet_anew())
    assert (table.round.deck, table.state.uncounted) == ("blue", 1)
    assert table.refuses(c.RackStub, DEALER).code == "count-due"


@pytest.mark.parametrize(
    "game", [case("HL-R17", "hi-lo"), case("PK-R40", "pik-it"), case("T5-R60", "top-five"), case("UTH-R33", "uth")]
)
def test_a_new_deck_starts_its_own_five_and_not_the_tables(game: str) -> None:
    table = play(scene(game, 2), 3)
    table.asks(c.RemoveDeck, FLOOR, deck="red", reason="worn")
    play(table, 3)
    assert counted_rounds(table) == [5]


@pytest.mark.parametrize(
    "game",
    [
        case("HL-40.7(f)-s1 HL-R17", "hi-lo"),
        case("PK-39.7(e)/1 PK-R40", "pik-it"),
        case("T5-8.E.1 T5-R60", "top-five"),
        case("UTH-7(f).1 UTH-R33", "uth"),
    ],
)
@pytest.mark.parametrize(("options", "deck"), [({}, "red"), (TWO_DECKS, "red"), (TWO_DECKS, "blue")])
def test_a_whole_deck_counted_between_rounds_does_not_put_off_the_count_of_the_stub(
    game: str, options: dict[str, Any], deck: str
) -> None:
    table = scene(game, 2, **options)
    for _ in range(5):
        play(table, 1)
        table.asks(c.CountDeck, DEALER, deck=deck, cards=52)
    assert counted_rounds(play(table, 5)) == [5, 10]


@pytest.mark.clause("UTH-7(f).1", "UTH-R33")
def test_the_operator_may_have_the_stub_counted_more_often() -> None:
    assert counted_rounds(play(scene("uth", 2, stub_count_every=2), 7)) == [2, 4, 6]


@pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        case("T5-8.E.2", "top-five", METHODS["manual-shoe"] | COUNTING, 20),
        case("T5-9.C.2", "top-five", METHODS["hand"] | COUNTING, 10),
        case("PK-39.7(f)/1", "pik-it", METHODS["manual-shoe"] | COUNTING, 7),
        case("PK-39.8(e)/2", "pik-it", METHODS["hand"] | COUNTING, 7),
        case("PK-39.9(e)/2", "pik-it", METHODS["automated-shoe"] | COUNTING, 7),
        case("HL-40.9(f)-s1", "hi-lo", METHODS["automated-shoe"] | COUNTING, 7),
    ],
)
def test_a_shuffler_that_counts_spares_the_count(game: str, options: dict[str, Any], rounds: int) -> None:
    table = play(scene(game, 2, **options), rounds)
    assert counted_rounds(table) == []
    assert {event.count for event in table.seen(e.DeckShuffled)} == {52}


@pytest.mark.clause("HL-40.9(f)-s1", "T5-8.E.2", "PK-39.7(f)/1")
@pytest.mark.parametrize("game", ["hi-lo", "top-five", "pik-it"])
def test_a_deck_that_no_shuffler_has_counted_is_not_spared(game: str) -> None:
    options = {**METHODS["automated-shoe"], "shuffler_counts": True, "opening_route": "preshuffled"}
    table = play(scene(game, 2, **options), 6)
    table.asks(c.RemoveDeck, FLOOR, deck="red", reason="worn")
    table.dealer.by_hand = frozenset(STUB)
    to_stub(table.bet_anew())
    assert table.state.decks[0].device_count is None
    assert table.refuses(c.RackStub, DEALER).code == "count-due"


# --- what a count finds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "method", "players", "cards", "face_down"),
    [
        case("HL-40.7(f)1 HL-40.7(f)-s2 HL-R16", "hi-lo", "manual-shoe", 3, 32, "HL-40.7(f)-s2"),
        case("HL-40.8(e)-s2", "hi-lo", "hand", 3, 32, "HL-40.8(e)-s2"),
        case("HL-40.9(e)-s2", "hi-lo", "automated-shoe", 3, 32, "HL-40.9(e)-s2"),
        case("PK-39.7(e)1 PK-39.7(e)/2 PK-R41", "pik-it", "manual-shoe", 6, 17, "PK-39.7(e)/2"),
        case("PK-39.8(e)/2", "pik-it", "hand", 6, 17, "PK-39.8(e)/2"),
        case("PK-39.9(e)/2", "pik-it", "automated-shoe", 6, 17, "PK-39.9(e)/2"),
        case("T5-8.F(2) T5-8.F(1) T5-R62", "top-five", "manual-shoe", 4, 17, "T5-8.F(1)"),
        case("T5-9.D(2) T5-9.D(1)", "top-five", "hand", 2, 31, "T5-9.D(1)"),
        case("T5-10.C(1)", "top-five", "automated-shoe", 6, 3, "T5-10.C(1)"),
        case("UTH-7(f)(1) UTH-R34", "uth", "manual-shoe", 6, 31, "UTH-7(f).2"),
        case("UTH-8(e).2", "uth", "hand", 6, 31, "UTH-7(f).2"),
        case("UTH-9(e).2", "uth", "automated-shoe", 6, 31, "UTH-7(f).2"),
    ],
)
def test_a_stub_that_fits_is_racked_unseen_and_play_goes_on(
    game: str, method: str, players: int, cards: int, face_down: str
) -> None:
    table = at_stub(game, players, **METHODS[method])
    stub = table.round.undealt
    refusal = table.refuses(c.CountStub, DEALER, cards=tuple(stub))
    assert (refusal.code, refusal.clause) == ("malformed", face_down)
    _, counted, racked = table.asks(c.CountStub, DEALER, cards=cards)
    assert isinstance(counted, e.StubCounted)
    assert (counted.cards, counted.expected, counted.right) == (cards, cards, True)
    assert isinstance(racked, e.StubRacked)
    nobody_sees(table, stub)
    table.plays_on()


RIGHT = {"uth": 2, "hi-lo": 5, "top-five": 7, "pik-it": 5}


def wrong(game: str, method: str, players: int, stub: int, *clauses: str) -> Any:
    """A count that does not fit; clauses: that hands are counted, the void for the deck, the void for a misdeal."""
    return case(" ".join(clauses), game, method, players, stub, clauses[:3])


HI_LO, PIK_IT = ("HL-40.7(f)2-s3", "HL-40.7(f)2-s2"), ("PK-39.7(e)2/3", "PK-39.7(e)2/2")
HOLD_EM = ("UTH-7(f)(2).3", "UTH-7(f)(2).2")


@pytest.mark.parametrize(
    ("game", "method", "players", "stub", "clauses"),
    [
        wrong("hi-lo", "manual-shoe", 3, 31, "HL-40.7(f)2-s1", *HI_LO, "HL-R15"),
        wrong("hi-lo", "manual-shoe", 3, 33, "HL-40.7(f)2-s1", *HI_LO),
        wrong("hi-lo", "hand", 3, 31, "HL-40.8(e)-s2", *HI_LO),
        wrong("hi-lo", "automated-shoe", 3, 31, "HL-40.9(e)-s2", *HI_LO),
        wrong("pik-it", "manual-shoe", 6, 16, "PK-39.7(e)2/1", *PIK_IT),
        wrong("pik-it", "hand", 6, 18, "PK-39.8(e)/2", *PIK_IT),
        wrong("pik-it", "automated-shoe", 6, 16, "PK-39.9(e)/2", *PIK_IT),
        wrong("top-five", "manual-shoe", 4, 16, "T5-8.F(3)", "T5-8.F(5).1", "T5-8.F(4)", "T5-8.F(5).2"),
        wrong("top-five", "manual-shoe", 4, 18, "T5-8.F(3)", "T5-8.F(5).1", "T5-8.F(4)", "T5-8.F(5).2"),
        wrong("top-five", "hand", 2, 30, "T5-9.D(3)", "T5-9.D(5).1", "T5-9.D(4)", "T5-9.D(5).2"),
        wrong("top-five", "automated-shoe", 6, 2, "T5-10.C(2)", "T5-10.C(4).1", "T5-10.C(3)", "T5-10.C(4).2"),
        wrong("uth", "manual-shoe", 6, 30, "UTH-7(f)(2).1", *HOLD_EM, "UTH-R35"),
        wrong("uth", "hand", 6, 30, "UTH-8(e).2", *HOLD_EM),
        wrong("uth", "automated-shoe", 6, 32, "UTH-9(e).2", *HOLD_EM),
    ],
)
@pytest.mark.parametrize("misdealt", [False, True])
def test_a_stub_that_does_not_fit_stops_play_until_every_hand_is_counted_and_then_all_is_void(
    game: str, method: str, players: int, stub: int, clauses: tuple[str, str, str], misdealt: bool
) -> None:
    table = at_stub(game, dict.fromkeys(range(1, players + 1), SIDE_BETS[game]), **METHODS[method])
    before, expected = table.purses(), len(table.round.undealt)
    assert abs(stub - expected) == 1
    taken, doubted = table.do(c.CountStub, DEALER, cards=stub)
    assert (type(taken), type(doubted)) == (e.StubTaken, e.StubCounted)
    again = table.rules.cite("count-again")[0]
    refusal = table.refuses(c.RackStub, DEALER)
    assert (refusal.code, refusal.clause) == ("count-again", again)
    assert [move.command for move in table.legal() if move.role == "dealer"] == [c.CountStub]
    _report, counted = table.do(c.CountStub, DEALER, cards=stub)
    assert isinstance(counted, e.StubCounted)
    assert not counted.right
    everything_else: list[tuple[type[Command], Actor, dict[str, Any]]] = [
        (c.RackStub, DEALER, {}),
        (c.Deal, DEALER, {}),
        (c.Reveal, DEALER, {}),
        (c.Settle, DEALER, {"position": 1}),
        (c.ClearTable, DEALER, {}),
        (c.Act, player("Ann"), {"position": 1, "action": "fold"}),
    ]
    for command, by, given in everything_else:
        refusal = table.refuses(command, by, **given)
        assert (refusal.code, refusal.clause) == ("hands-to-count", clauses[0])
    assert [move.command for move in table.legal() if move.role == "dealer"] == [c.CountHands]
    extra = expected - stub if misdealt else 0
    hands = ((0, RIGHT[game]), *((p, RIGHT[game] + (extra if p == 2 else 0)) for p in range(1, players + 1)))
    for counts in (hands[:-1], (*hands, hands[-1]), (*hands[:-1], (players + 1, 2)), (*hands[:-1], (players, 53))):
        table.refuses(c.CountHands, DEALER, counts=counts)
    table.asks(c.CountHands, DEALER, counts=hands)
    (void,) = table.seen(e.RoundVoided)
    assert void.kind == ("STUB_MISDEAL" if misdealt else "STUB_DECK")
    assert void.clauses[0] == clauses[2 if misdealt else 1]
    table.run()
    assert table.purses() == before
    assert [event.deck for event in table.seen(e.DeckRemoved)] == ([] if misdealt else ["red"])
    assert len(table.seen(e.DeckReceived)) == (1 if misdealt else 2)
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R16", "hi-lo"), case("PK-R42", "pik-it"), case("T5-R62", "top-five"), case("UTH-R36", "uth")]
)
def test_a_misdeal_with_a_total_that_is_not_52_removes_the_deck_too(game: str) -> None:
    table = at_stub(game)
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt) - 2)
    table.asks(c.CountHands, DEALER, counts=((0, RIGHT[game]), (1, RIGHT[game]), (2, RIGHT[game] + 1)))
    assert table.round.void == "STUB_DECK"
    table.plays_on()


@pytest.mark.parametrize(
    "game",
    [
        case("HL-R51 HL-R16", "hi-lo"),
        case("PK-R63 PK-R42", "pik-it"),
        case("T5-R75 T5-R62", "top-five"),
        case("UTH-R63 UTH-R36", "uth"),
    ],
)
@pytest.mark.parametrize("dead", [1, 2])
def test_a_stub_whose_number_fits_with_the_dead_cards_needs_no_count_of_the_hands(game: str, dead: int) -> None:
    table = at_stub(game)
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt) - dead)
    assert table.round.inquiry
    table.asks(c.DeadCards, DEALER, position=5, cards=dead)
    assert (table.round.inquiry, table.round.stub, table.round.void) == (False, "racked", "")
    table.dealer.by_hand = frozenset()
    table.plays_on()


@pytest.mark.parametrize(
    "game",
    [
        case("HL-R51 HL-40.7(f)2-s1 HL-40.7(f)2-s2 HL-40.7(f)2-s3 HL-R56", "hi-lo"),
        case("PK-R63 PK-39.7(e)2/1 PK-39.7(e)2/2 PK-39.7(e)2/3 PK-R67", "pik-it"),
        case("T5-R75 T5-8.F(3) T5-8.F(4) T5-8.F(5).1 T5-R79", "top-five"),
        case("UTH-R63 UTH-7(f)(2).1 UTH-7(f)(2).2 UTH-7(f)(2).3 UTH-R80", "uth"),
    ],
)
@pytest.mark.parametrize("dead_first", [False, True])
@pytest.mark.parametrize(("stub", "hand", "kind"), [(0, 1, "STUB_MISDEAL"), (0, 0, "STUB_DECK"), (1, 0, "")])
def test_after_dead_cards_the_stub_and_every_hand_are_counted_before_a_deck_is_thrown_out(
    game: str, dead_first: bool, stub: int, hand: int, kind: str
) -> None:
    """A card of position 2 lies at position 5, or the deck has 53, or the stub was miscounted: in either order."""
    table = at_stub(game)
    before = table.purses()
    right = len(table.round.undealt)
    if dead_first:
        table.asks(c.DeadCards, DEALER, position=5, cards=1)
    table.asks(c.CountStub, DEALER, cards=right if not (dead_first and stub) else right - 1)
    if not dead_first:
        table.asks(c.DeadCards, DEALER, position=5, cards=1)
        assert not table.round.void
        assert table.refuses(c.ClearTable, DEALER).code == "count-again"
        table.asks(c.CountStub, DEALER, cards=right - stub)
    assert table.round.inquiry is (not stub)
    if not stub:
        each = RIGHT[game]
        table.asks(c.CountHands, DEALER, counts=((0, each), (1, each), (2, each - hand)))
    assert table.round.void == kind
    assert [event.deck for event in table.seen(e.DeckRemoved)] == (["red"] if kind == "STUB_DECK" else [])
    table.dealer.by_hand = frozenset()
    if kind:
        table.run()
        assert table.purses() == before
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R51", "hi-lo"), case("PK-R63", "pik-it"), case("T5-R75", "top-five"), case("UTH-R63", "uth")]
)
def test_dead_cards_found_in_a_void_round_beside_a_counted_stub_have_the_whole_deck_counted(game: str) -> None:
    table = at_stub(game)
    table.asks(c.CountStub, DEALER, cards=len(table.round.undealt))
    table.asks(c.HandCount, DEALER, position=0, cards=RIGHT[game] + 1)
    table.asks(c.CountHands, DEALER, counts=((0, RIGHT[game] + 1), (1, RIGHT[game] - 1), (2, RIGHT[game])))
    assert table.round.void
    table.asks(c.DeadCards, DEALER, position=5, cards=1)
    assert not table.seen(e.DeckRemoved)
    table.asks(c.ClearTable, DEALER)
    assert table.state.decks[0].due[0] is Handling.COUNT


@pytest.mark.parametrize(
    "game", [case("HL-R51", "hi-lo"), case("PK-R63", "pik-it"), case("T5-R75", "top-five"), case("UTH-R63", "uth")]
)
@pytest.mark.parametrize("method", ["manual-shoe", "automated-shoe"])
def test_dead_cards_can_be_found_when_the_stub_is_in_the_rack(game: str, method: str) -> None:
    table = scene(game, 2, by_hand=(c.ClearTable,), **METHODS[method])
    table.finish()
    assert table.refuses(c.DeadCards, DEALER, position=5, cards=RIGHT[game] + 1).code == "bounds"
    for cards, number in ((None, 1), (RIGHT[game], RIGHT[game])):
        stub = table.round.undealt
        table.asks(c.DeadCards, DEALER, position=5, cards=cards)
        assert table.round.undealt == stub[number:]
    assert not table.round.void
    table.asks(c.DeadCards, DEALER, position=5, at_once=True)
    table.plays_on()


@pytest.mark.parametrize(
    "game", [case("HL-R17", "hi-lo"), case("PK-R40", "pik-it"), case("T5-R60", "top-five"), case("UTH-R33", "uth")]
)
@pytest.mark.parametrize("cards", [52, 51])
def test_if_the_round_of_a_due_count_is_void_before_its_stub_the_whole_deck_is_counted(game: str, cards: int) -> None:
    table = play(scene(game, 2), 4)
    table.dealer.by_hand = frozenset((c.Deal, c.CountDeck))
    table.bet_anew().until(c.Deal)
    table.asks(c.Deal, DEALER, count=3)
    table.asks(c.HandCount, DEALER, position=0, cards=3)
    assert table.round.void == "DEALER_COUNT"
    early = table.refuses(c.CountDeck, DEALER, deck="red", cards=cards)
    assert (early.code, "clear the table first" in early.message) == ("in-play", True)
    table.until(c.CountDeck).bet_anew()
    assert table.state.decks[0].due[0] is Handling.COUNT
    refusal = table.refuses(c.NoMoreBets, DEALER)
    assert (refusal.code, refusal.clause) == ("deck-not-ready", table.rules.cite("count")[0])
    table.asks(c.CountDeck, DEALER, deck="red", cards=cards)
    assert [event.deck for event in table.seen(e.DeckRemoved)] == ([] if cards == 52 else ["red"])
    table.dealer.by_hand = frozenset()
    play(table, 4)
    assert counted_rounds(table) == []
    assert counted_rounds(play(table, 1)) == [10]
