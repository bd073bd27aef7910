"""Decks come to the table: two routes, each step in its order, each deck by itself."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, STRANGER, TWO_DECKS, Scene, bare, player, scene, whose

from pitboss.cards import BY_SUIT, DECK, notation
from pitboss.errors import OptionError
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.table import practice_submission
from support import case

STEPS = [
    Handling.INSPECT,
    Handling.VERIFY,
    Handling.SPREAD,
    Handling.OFFER,
    Handling.LOOK,
    Handling.TURN_DOWN,
    Handling.WASH,
    Handling.STACK,
    Handling.SHUFFLE,
]
CLAUSES = {
    "uth": (
        "UTH-3(b).1",
        "UTH-3(b).2",
        "UTH-3(b).3",
        "UTH-3(b).3",
        "UTH-3(c).1",
        "UTH-3(c).1",
        "UTH-3(c).2",
        "UTH-3(c).3",
        "UTH-4(a).1 UTH-3(c).4",
    ),
    "hi-lo": (
        "HL-40.3(b)-s1a",
        "HL-40.3(b)-s1b",
        "HL-40.3(b)-s1c",
        "HL-40.3(c)-s1a",
        "HL-40.3(c)-s1a",
        "HL-40.3(c)-s1b",
        "HL-40.3(c)-s1c",
        "HL-40.3(c)-s1d",
        "HL-40.4(a)-s1a HL-40.3(c)-s2",
    ),
    "top-five": (
        "T5-4.A.1",
        "T5-4.A.2",
        "T5-4.B.1",
        "T5-4.B.3",
        "T5-4.C",
        "T5-4.C(1)",
        "T5-4.C(2)",
        "T5-4.C(3)",
        "T5-5.A(1) T5-4.D",
    ),
    "pik-it": (
        "PK-39.5(b)/1",
        "PK-39.5(b)/1",
        "PK-39.5(b)/2",
        "PK-39.5(b)/2",
        "PK-39.5(c)/1",
        "PK-39.5(c)/1",
        "PK-39.5(c)/2",
        "PK-39.5(c)/3",
        "PK-39.6(a)/1 PK-39.5(c)/4",
    ),
}
ROWS = [
    case(clauses, game, step, clauses.split()[0])
    for game, all_clauses in CLAUSES.items()
    for step, clauses in zip(STEPS, all_clauses, strict=True)
]
CUT_ON_COVER = ["lay-cover", "cut", "cover-away", "load"]
BY_DEVICE = ["into-shuffler", "shuffle", "load"]
PRESHUFFLED: dict[str, Any] = {"opening_route": "preshuffled"}


def tries(table: Scene, step: Handling, deck: str = "red") -> Any:
    """A step that must be refused."""
    if step is Handling.SHUFFLE:
        by = DEVICE if table.rules.shuffler else DEALER
        return table.refuses(c.Shuffle, by, deck=deck, order=DECK, salt="0" * 32)
    if step is Handling.CUT:
        return table.refuses(c.Cut, DEALER, deck=deck, cards=20)
    return table.refuses(c.Handle, whose(step), deck=deck, step=step)


def empty(game: str, **options: Any) -> Scene:
    """An open table to which no player has come; its deck is as far as it can be."""
    table = bare(game, **options)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    table.run()
    return table


# --- the order of the steps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "due", "clause"), ROWS)
def test_any_other_step_than_the_one_that_is_due_is_refused(game: str, due: Handling, clause: str) -> None:
    table = scene(game).until_deck(due)
    for step in Handling:
        if step not in (due, Handling.COUNT):
            refusal = tries(table, step)
            assert (refusal.code, refusal.clause) == ("out-of-order", clause)
            assert due.words in refusal.message
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", clause)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-3(a).1", "uth", "UTH-3(a).1"),
        case("HL-40.3(a)-1", "hi-lo", "HL-40.3(a)-1"),
        case("T5-4.A.1", "top-five", "T5-4.A.1"),
        case("PK-39.5(a)", "pik-it", "PK-39.5(a)"),
    ],
)
def test_nothing_is_done_with_a_deck_before_it_is_received(game: str, clause: str) -> None:
    table = scene(game)
    for step in (Handling.INSPECT, Handling.SPREAD, Handling.SHUFFLE):
        refusal = tries(table, step)
        assert (refusal.code, refusal.clause) == ("no-deck", clause)
    assert table.refuses(c.NoMoreBets, DEALER).code == "no-deck"
    (received,) = table.asks(c.ReceiveDeck, DEALER, deck="red")
    assert clause in received.clauses


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-3(b).2", "uth", "UTH-3(b).2"),
        case("HL-40.3(b)-s1b", "hi-lo", "HL-40.3(b)-s1b"),
        case("T5-4.A.2 T5-R71", "top-five", "T5-4.A.2"),
        case("PK-39.5(b)/1", "pik-it", "PK-39.5(b)/1"),
    ],
)
def test_only_a_floorperson_assigned_to_the_table_verifies_the_inspection(game: str, clause: str) -> None:
    table = scene(game).until_deck(Handling.VERIFY)
    for somebody in (STRANGER, DEALER, player("Ann")):
        refusal = table.refuses(c.Handle, somebody, deck="red", step=Handling.VERIFY)
        assert (refusal.code, refusal.clause) == ("not-assigned", clause)
    table.handle(Handling.VERIFY)
    assert (table.seen(e.DeckHandled)[-1].by, table.seen(e.DeckHandled)[-1].name) == ("floor", "Flo")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-3(b).3", "uth", "UTH-3(b).3"),
        case("HL-40.3(b)-s1c HL-40.3(c)-s1a HL-R28", "hi-lo", "HL-40.3(c)-s1a"),
        case("T5-4.B.1 T5-4.B.3", "top-five", "T5-4.B.3"),
        case("PK-39.5(b)/2", "pik-it", "PK-39.5(b)/2"),
    ],
)
def test_all_52_cards_lie_face_up_until_the_first_player_has_come(game: str, clause: str) -> None:
    table = empty(game)
    assert table.journey() == ["inspect", "verify", "spread"]
    spread = table.seen(e.DeckHandled)[-1]
    assert (spread.face_up, spread.cards, sorted(spread.faces.split())) == (True, 52, sorted(notation(DECK).split()))
    assert table.view(player("Ann"))["decks"]["red"]["spread"] == spread.faces
    nobody = table.refuses(c.Handle, DEALER, deck="red", step=Handling.OFFER)
    assert (nobody.code, nobody.clause) == ("not-now", clause)
    assert tries(table, Handling.WASH).clause == clause
    table.sit("Ann", 100_00)
    table.handle(Handling.OFFER)
    table.sit("Bob", 100_00)
    table.asks(c.Departed, FLOOR, player="Ann")
    second = table.refuses(c.Handle, player("Bob"), deck="red", step=Handling.LOOK)
    assert (second.code, "FreeSeat" in second.message) == ("not-first", True)
    table.asks(c.FreeSeat, FLOOR, player="Ann")
    table.handle(Handling.LOOK, player("Bob"))
    assert table.state.decks[0].due[0] is Handling.TURN_DOWN


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.3(b)-s2", "hi-lo", "HL-40.3(b)-s2"),
        case("PK-39.5(b)/3", "pik-it", "PK-39.5(b)/3"),
    ],
)
def test_the_spread_lies_suit_by_suit_in_sequence(game: str, clause: str) -> None:
    table = scene(game).until_deck(Handling.SPREAD)
    swapped = (BY_SUIT[1], BY_SUIT[0], *BY_SUIT[2:])
    mixed_suits = (*BY_SUIT[:12], *BY_SUIT[13:26], BY_SUIT[12], *BY_SUIT[26:])
    for faces in (DECK, swapped, mixed_suits):
        refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.SPREAD, faces=faces)
        assert (refusal.code, refusal.clause) == ("spread-order", clause)
    table.handle(Handling.SPREAD, faces=BY_SUIT[::-1])
    table = scene(game).until_deck(Handling.OFFER)
    shown = table.seen(e.DeckHandled)[-1].faces.split()
    runs = [shown[start : start + 13] for start in range(0, 52, 13)]
    assert ["".join(card[0] for card in run) for run in runs] == ["23456789TJQKA"] * 4
    assert [len({card[1] for card in run}) for run in runs] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("PK-39.5(b)/2", "pik-it", "PK-39.5(b)/2"),
        case("HL-40.3(b)-s1c", "hi-lo", "HL-40.3(b)-s1c"),
        case("UTH-3(b).3", "uth", "UTH-3(b).3"),
        case("T5-4.B.1", "top-five", "T5-4.B.1"),
    ],
)
def test_a_face_down_spread_at_opening_is_refused(game: str, clause: str) -> None:
    table = scene(game).until_deck(Handling.SPREAD)
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=Handling.SPREAD, face_up=False)
    assert (refusal.code, refusal.clause) == ("facing", clause)


@pytest.mark.parametrize(
    "game",
    [
        case("UTH-3(c).1", "uth"),
        case("HL-40.3(c)-s1b", "hi-lo"),
        case("T5-4.C(1)", "top-five"),
        case("PK-39.5(c)/1", "pik-it"),
    ],
)
def test_cards_turned_face_down_show_no_face_to_anyone(game: str) -> None:
    table = scene(game).until_deck(Handling.WASH)
    turned = table.seen(e.DeckHandled)[-1]
    assert (turned.handling, turned.face_up, turned.faces) == (Handling.TURN_DOWN, False, "")
    for viewer in (None, DEALER, FLOOR, player("Ann")):
        assert table.view(viewer)["decks"]["red"]["spread"] == ""


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-3(c).3 UTH-R78 UTH-R81", "uth", "UTH-R78"),
        case("HL-40.3(c)-s1d HL-R54 HL-R57", "hi-lo", "HL-R54"),
        case("T5-4.C(3) T5-R77 T5-R80", "top-five", "T5-R77"),
        case("PK-39.5(c)/3 PK-R65 PK-R68", "pik-it", "PK-R65"),
    ],
)
@pytest.mark.parametrize("step", [Handling.INSPECT, Handling.STACK])
@pytest.mark.parametrize("second", [51, 52, 53])
def test_a_deck_with_a_wrong_number_is_counted_again_and_then_goes_on_or_leaves(
    game: str, clause: str, step: Handling, second: int
) -> None:
    table = scene(game).until_deck(step)
    (doubted,) = table.do(c.Handle, DEALER, deck="red", step=step, cards=53)
    assert isinstance(doubted, e.DeckCounted)
    assert (doubted.cards, doubted.again, doubted.clauses) == (53, True, (clause,))
    refusal = table.refuses(c.Handle, DEALER, deck="red", step=step)
    assert (refusal.code, refusal.clause) == ("count-again", clause)
    assert not table.step(), "a count is for people"
    table.do(c.CountDeck, DEALER, deck="red", cards=second)
    if second == 52:
        table.handle(step)
        assert table.seen(e.DeckHandled)[-1].cards == 52
    else:
        assert table.state.decks == ()
        assert table.seen(e.IrregularityFound)[-1].kind == "BAD_DECK"
    table.plays_on()


# --- the two routes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "after_the_stack"),
    [
        case("UTH-3(a).2 UTH-R14", "uth", {}, ["shuffle", *CUT_ON_COVER]),
        case("HL-40.3(a)-2 HL-R28", "hi-lo", {}, ["shuffle", *CUT_ON_COVER]),
        case("T5-4.F", "top-five", {}, ["shuffle", "cut", "load"]),
        case("PK-39.5(a) PK-R50", "pik-it", {}, ["shuffle", *CUT_ON_COVER]),
        case("UTH-3(a).2", "uth", METHODS["hand"], BY_DEVICE),
        case("HL-40.3(a)-2", "hi-lo", METHODS["automated-shoe"], BY_DEVICE),
    ],
)
def test_cards_opened_at_the_table_go_through_every_step(
    game: str, options: dict[str, Any], after_the_stack: list[str]
) -> None:
    table = scene(game, **options).until(c.NoMoreBets)
    assert table.journey() == [*STEPS[:8], *after_the_stack]
    (received,) = table.seen(e.DeckReceived)
    assert not received.preshuffled


@pytest.mark.parametrize(
    ("game", "options", "steps"),
    [
        case("UTH-3(a).2 UTH-R14", "uth", {}, ["shuffle", *CUT_ON_COVER]),
        case("UTH-3(a).2 UTH-R14", "uth", METHODS["hand"], BY_DEVICE),
        case("HL-40.3(a)-2 HL-R28 HL-40.4(a)-s1a", "hi-lo", {}, CUT_ON_COVER),
        case("HL-R25", "hi-lo", METHODS["hand"], CUT_ON_COVER),
        case("PK-39.5(a) PK-R50 PK-39.6(a)/1", "pik-it", {}, CUT_ON_COVER),
        case("T5-4.F T5-R52 T5-5.A.2", "top-five", {}, ["cut", "load"]),
        case("T5-4.F T5-R44", "top-five", METHODS["automated-shoe"], ["cut", "load"]),
        case("T5-4.F T5-R44 T5-5.A.2", "top-five", METHODS["hand"], BY_DEVICE),
        case("T5-5.A.2 T5-5.H", "top-five", METHODS["automated-shoe"] | {"continuous_shuffler": True}, BY_DEVICE),
    ],
)
def test_a_preshuffled_deck_skips_the_inspection_and_more(game: str, options: dict[str, Any], steps: list[str]) -> None:
    table = scene(game, **PRESHUFFLED, **options).until(c.NoMoreBets)
    assert table.journey() == steps
    (received,) = table.seen(e.DeckReceived)
    assert received.preshuffled
    assert table.rules.cite("route")[0] in received.clauses
    table.run()
    table.finish()
    table.bet_anew().until(c.NoMoreBets)
    assert table.journey().count("shuffle") == steps.count("shuffle") + 1


@pytest.mark.parametrize("marks", [{"inspected": True}, {"shuffled": True}, {}])
@pytest.mark.parametrize(
    "game",
    [
        case("T5-4.F T5-R52", "top-five"),
        case("HL-40.3(a)-2", "hi-lo"),
        case("PK-39.5(a)", "pik-it"),
        case("UTH-3(a).2", "uth"),
    ],
)
def test_a_deck_that_is_not_both_inspected_and_shuffled_takes_the_full_opening(
    game: str, marks: dict[str, bool]
) -> None:
    table = scene(game, **PRESHUFFLED)
    table.asks(c.ReceiveDeck, DEALER, deck="red", **marks)
    table.until(c.NoMoreBets)
    assert table.journey()[:9] == STEPS


@pytest.mark.clause("PK-39.5(a)")
def test_steps_of_the_two_routes_are_not_mixed() -> None:
    preshuffled = scene("pik-it", **PRESHUFFLED).until_deck(Handling.LAY_COVER)
    for step in STEPS:
        assert tries(preshuffled, step).code == "out-of-order"
    at_table = scene("pik-it")
    at_table.asks(c.ReceiveDeck, DEALER, deck="red", inspected=True, shuffled=True)
    assert not at_table.seen(e.DeckReceived)[0].preshuffled
    assert tries(at_table, Handling.LAY_COVER).code == "out-of-order"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.3(a)-2", "hi-lo", "HL-40.3(a)-2"),
        case("UTH-3(a).2", "uth", "UTH-3(a).2"),
        case("T5-4.F", "top-five", "T5-4.F"),
        case("PK-39.5(a)", "pik-it", "PK-39.5(a)"),
    ],
)
def test_there_is_no_third_route(game: str, clause: str) -> None:
    with pytest.raises(OptionError) as refused:
        practice_submission(game, {"opening_route": "unopened"})
    assert refused.value.clause == clause


# --- two decks -------------------------------------------------------------------------------------------------------


EACH_DECK = [
    case("UTH-3(d)", "uth", "UTH-3(d)"),
    case("HL-40.3(d)", "hi-lo", "HL-40.3(d)"),
    case("T5-4.E", "top-five", "T5-4.E"),
    case("PK-39.5(d)", "pik-it", "PK-39.5(d)"),
]


@pytest.mark.parametrize(("game", "clause"), EACH_DECK)
def test_each_of_two_decks_goes_through_every_step_by_itself(game: str, clause: str) -> None:
    table = scene(game, **TWO_DECKS)
    for step in STEPS:
        table.until_deck(step, deck="red")
        refusal = table.refuses(c.Handle, whose(step), deck="red", step=step, together_with="blue")
        assert (refusal.code, refusal.clause) == ("decks-together", clause)
    table.until(c.NoMoreBets)
    for deck in ("red", "blue"):
        assert [step for step in table.journey(deck) if step in STEPS] == STEPS


@pytest.mark.parametrize(("game", "clause"), EACH_DECK)
def test_no_round_starts_while_the_second_deck_lacks_an_opening_step(game: str, clause: str) -> None:
    table = scene(game, by_hand=(c.ReceiveDeck,), **TWO_DECKS)
    for deck in ("red", "blue"):
        table.asks(c.ReceiveDeck, DEALER, deck=deck)
    table.make_ready()
    for step in STEPS[:8]:
        call = table.refuses(c.NoMoreBets, DEALER)
        assert (call.code, call.clause) == ("other-deck", clause)
        table.handle(step, deck="blue")
    table.until(c.NoMoreBets)


@pytest.mark.parametrize(
    ("game", "starts"),
    [
        case("T5-4.E", "top-five", False),
        case("UTH-3(d)", "uth", False),
        case("HL-R46", "hi-lo", True),
        case("PK-R60", "pik-it", True),
    ],
)
def test_whether_the_second_deck_may_still_be_shuffling_in_the_first_round(game: str, starts: bool) -> None:
    table = scene(game, **TWO_DECKS).until_deck(Handling.SHUFFLE, deck="blue")
    assert table.state.deck("red").where == "loaded"  # type: ignore[union-attr]
    if starts:
        table.asks(c.NoMoreBets, DEALER)
    else:
        assert table.refuses(c.NoMoreBets, DEALER).code == "other-deck"
