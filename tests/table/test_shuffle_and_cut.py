"""Shuffles in an order nobody knows, cuts of ten cards or more, recuts: what makes a deck ready to be dealt."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, Scene, player, scene

from pitboss.cards import DECK, parse
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import Autodealer
from pitboss.table.commands import Actor, Role
from pitboss.table.deck_steps import cover_cards
from pitboss.table.decks import commitment
from pitboss.table.state import Deck
from pitboss.table.table import Table, practice_submission
from support import case

SALT = "0123456789abcdef" * 2
SHOE: dict[str, Any] = METHODS["automated-shoe"]
PRESHUFFLED: dict[str, Any] = {"opening_route": "preshuffled"}
CONTINUOUS: dict[str, Any] = {**SHOE, "continuous_shuffler": True}


def red(table: Scene) -> Deck:
    deck = table.state.deck("red")
    assert deck is not None
    return deck


# --- the shuffle -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, SHOE], ids=["by hand", "by device"])
@pytest.mark.parametrize(
    ("game", "before_play", "after_a_round"),
    [
        case("UTH-4(a).1 UTH-4(a).2", "uth", "UTH-4(a).1", "UTH-4(a).2"),
        case("HL-40.4(a)-s1a HL-40.4(a)-s1b", "hi-lo", "HL-40.4(a)-s1a", "HL-40.4(a)-s1b"),
        case("T5-5.A(1) T5-5.A(2)", "top-five", "T5-5.A(1)", "T5-5.A(2)"),
        case("PK-39.6(a)/1 PK-39.6(a)/2", "pik-it", "PK-39.6(a)/1", "PK-39.6(a)/2"),
    ],
)
def test_cards_are_shuffled_before_play_and_after_every_round(
    game: str, before_play: str, after_a_round: str, options: dict[str, Any]
) -> None:
    table = scene(game, by_hand=(c.Shuffle,), **options)
    table.run()
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", before_play)
    table.asks(c.Shuffle, DEVICE if options else DEALER, deck="red", order=DECK, salt=SALT)
    table.run()
    table.finish()
    table.bet_anew().run()
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", after_a_round)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.4(a)-s1b", "hi-lo", "HL-40.4(a)-s1b"),
        case("PK-39.6(a)/2", "pik-it", "PK-39.6(a)/2"),
        case("T5-5.A.2 T5-R53", "top-five", "T5-5.A(2)"),
    ],
)
def test_a_preshuffled_deck_is_shuffled_before_its_second_round(game: str, clause: str) -> None:
    table = scene(game, by_hand=(c.Shuffle,), **PRESHUFFLED)
    table.run()
    table.finish()
    assert not table.seen(e.DeckShuffled)
    table.bet_anew().run()
    assert table.refuses(c.NoMoreBets, DEALER).clause == clause


@pytest.mark.parametrize(
    ("game", "options", "by", "not_by", "method"),
    [
        case("T5-5.A.1", "top-five", {}, DEALER, DEVICE, "manual"),
        case("T5-5.A.1", "top-five", SHOE, DEVICE, DEALER, "automated"),
    ],
)
def test_the_way_of_shuffling_is_recorded(
    game: str, options: dict[str, Any], by: Actor, not_by: Actor, method: str
) -> None:
    table = scene(game, **options).until(c.Shuffle)
    refusal = table.refuses(c.Shuffle, not_by, deck="red", order=DECK, salt=SALT)
    assert refusal.clause == "T5-5.A(1)"
    counted = table.refuses(c.Shuffle, by, deck="red", order=DECK, salt=SALT, count=52)
    assert (counted.code, counted.clause) == ("count", "T5-5.A(1)")
    (shuffled,) = table.asks(c.Shuffle, by, deck="red", order=DECK, salt=SALT)
    assert isinstance(shuffled, e.DeckShuffled)
    assert (shuffled.method, shuffled.order) == (method, DECK)
    assert "T5-5.A.1" in shuffled.clauses


ONE_STACK = [
    case("UTH-4(a).4", "uth", "UTH-4(a).4"),
    case("HL-40.4(a)-s2a", "hi-lo", "HL-40.4(a)-s2a"),
    case("T5-5.C", "top-five", "T5-5.C"),
    case("PK-39.6(a)/4", "pik-it", "PK-39.6(a)/4"),
]


@pytest.mark.parametrize(("game", "clause"), ONE_STACK)
def test_a_shuffle_leaves_one_stack_of_52_cards(game: str, clause: str) -> None:
    table = scene(game).until(c.Shuffle)
    assert table.refuses(c.Cut, DEALER, deck="red", cards=20).code == "out-of-order"
    for order in (DECK[:51], (*DECK, 0), (*DECK[:51], 0), (*DECK[:51], 52)):
        refusal = table.refuses(c.Shuffle, DEALER, deck="red", order=order, salt=SALT)
        assert (refusal.code, refusal.clause) == ("deck-not-whole", clause)
    table.asks(c.Shuffle, DEALER, deck="red", order=DECK[::-1], salt=SALT)
    deck = red(table)
    assert sorted(deck.pile) == list(DECK)
    assert [deck.order[place] for place in deck.pile] == list(DECK[::-1])
    assert deck.where == "table"


@pytest.mark.clause("HL-40.4(a)-s1d")
def test_an_order_that_its_generator_does_not_make_of_its_seed_is_refused() -> None:
    table = scene("hi-lo").until(c.Shuffle)
    made = Autodealer(seed=1).shuffle()
    wrong = {
        "another order": {**made, "order": made["order"][::-1]},
        "another seed": {**made, "salt": Autodealer(seed=2).shuffle()["salt"]},
        "no seed": {**made, "salt": SALT},
        "no such stream": {**made, "stream": "dice"},
    }
    for given in wrong.values():
        assert table.refuses(c.Shuffle, DEALER, deck="red", **given).code == "stream"
    (shuffled,) = table.asks(c.Shuffle, DEALER, deck="red", **made)
    assert isinstance(shuffled, e.DeckShuffled)
    assert (shuffled.order, shuffled.salt, shuffled.stream) == tuple(made.values())


@pytest.mark.clause("HL-40.4(a)-s1d", "T5-5.A.1")
def test_the_order_is_sealed_before_the_first_card_and_opened_after_the_round() -> None:
    table = scene("hi-lo").until(c.NoMoreBets)
    (shuffled,) = table.seen(e.DeckShuffled)
    assert shuffled.SEALED == ("order", "salt", "stream")
    assert table.view()["decks"]["red"]["commitment"] == shuffled.commitment
    for viewer in (None, DEALER, FLOOR, player("Ann")):
        assert shuffled.salt not in str(table.view(viewer))
    table.run()
    table.finish()
    (opened,) = table.seen(e.DeckOpened)
    assert commitment(parse(opened.order), opened.salt) == shuffled.commitment
    assert parse(opened.order) == shuffled.order
    assert (opened.salt, opened.stream) == (shuffled.salt, shuffled.stream)


@pytest.mark.clause("HL-40.4(a)-s1d")
def test_a_commitment_binds_the_order_and_cannot_be_guessed_without_its_salt() -> None:
    assert commitment(DECK, SALT) == commitment(DECK, SALT)
    assert len({commitment(DECK, SALT), commitment(DECK, SALT[::-1]), commitment(DECK[::-1], SALT)}) == 3
    table = scene("hi-lo").until(c.Shuffle)
    refusal = table.refuses(c.Shuffle, DEALER, deck="red", order=DECK, salt="short")
    assert refusal.code == "salt"


@pytest.mark.clause("HL-40.4(a)-s1d")
def test_a_seeded_table_repeats_its_shuffles_and_an_unseeded_one_does_not() -> None:
    def first_order(seed: int | None) -> tuple[int, ...]:
        table = Table(practice_submission("hi-lo"), seed=seed)
        table.open()
        table.sit("Ann", 100_00)
        table.run()
        deck = table.state.deck("red")
        assert deck is not None
        return deck.order

    assert first_order(1) == first_order(1) != first_order(2)
    assert first_order(None) != first_order(None)


# --- whether there is a cut ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [SHOE, METHODS["hand"]], ids=["automated shoe", "hand"])
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-4(b)(1)", "uth", "UTH-4(b)(1)"),
        case("HL-40.4(b)1", "hi-lo", "HL-40.4(b)1"),
        case("T5-5.C(1)", "top-five", "T5-5.C(1)"),
        case("PK-39.6(b)1", "pik-it", "PK-39.6(b)1"),
    ],
)
def test_cards_from_a_shuffler_are_dealt_without_a_cut(game: str, clause: str, options: dict[str, Any]) -> None:
    table = scene(game, **options).until_deck(Handling.LOAD)
    refusal = table.refuses(c.Cut, DEALER, deck="red", cards=20)
    assert (refusal.code, refusal.clause) == ("no-cut", clause)
    table.run()
    assert not table.seen(e.DeckCut)
    assert table.seen(e.CardsDealt)


@pytest.mark.parametrize("options", [{}, SHOE | {"shuffle_method": "manual"}], ids=["manual shoe", "automated shoe"])
@pytest.mark.parametrize(
    ("game", "route", "clause"),
    [
        case("UTH-4(b)(2)", "uth", "at-table", "UTH-4(b)(2)"),
        case("HL-40.4(b)2", "hi-lo", "at-table", "HL-40.4(b)2"),
        case("HL-40.4(b)2", "hi-lo", "preshuffled", "HL-40.4(b)2"),
        case("T5-5.C(2)", "top-five", "at-table", "T5-5.C(2)"),
        case("T5-5.C(2)", "top-five", "preshuffled", "T5-5.C(2)"),
        case("PK-39.6(b)2", "pik-it", "at-table", "PK-39.6(b)2"),
        case("PK-39.6(b)2", "pik-it", "preshuffled", "PK-39.6(b)2"),
    ],
)
def test_cards_shuffled_by_hand_or_before_must_be_cut(
    game: str, route: str, clause: str, options: dict[str, Any]
) -> None:
    table = scene(game, by_hand=(c.Cut,), opening_route=route, **options)
    for step in table.rules.game.procedure.cut_steps[:2]:
        if step in (Handling.LAY_COVER, Handling.CUT):
            table.until_deck(step)
            call = table.refuses(c.NoMoreBets, DEALER)
            assert (call.code, call.clause) == ("deck-not-ready", clause)
            assert table.refuses(c.Deal, DEALER).code == "no-round"
    table.asks(c.Cut, DEALER, deck="red", cards=20)
    table.run()
    assert table.seen(e.CardsDealt)


@pytest.mark.clause("T5-5.H", "T5-R58")
def test_with_a_device_that_reshuffles_by_itself_cut_recut_and_idle_do_not_apply() -> None:
    table = scene("top-five", **CONTINUOUS).until(c.NoMoreBets)
    for kind, by, given in (
        (c.Cut, DEALER, {"deck": "red", "cards": 20}),
        (c.OrderRecut, FLOOR, {"reason": "improper"}),
        (c.GoIdle, DEALER, {}),
    ):
        refusal = table.refuses(kind, by, **given)
        assert (refusal.code, refusal.clause) == ("does-not-apply", "T5-5.H")
    table.run()
    assert table.seen(e.CardsDealt)


# --- the cut itself --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-4(c)(1)(ii) UTH-R16", "uth", "UTH-4(c)(1)(ii)"),
        case("HL-40.4(c)1.ii HL-R26", "hi-lo", "HL-40.4(c)1.ii"),
        case("T5-5.D T5-R55", "top-five", "T5-5.D"),
        case("PK-39.6(c)1.ii PK-R35", "pik-it", "PK-39.6(c)1.ii"),
    ],
)
def test_a_cut_takes_ten_cards_or_more_and_leaves_at_least_one(game: str, clause: str) -> None:
    for cards in (10, 51):
        scene(game).until(c.Cut).asks(c.Cut, DEALER, deck="red", cards=cards)
    table = scene(game).until(c.Cut)
    for cards in (9, 0, 52):
        refusal = table.refuses(c.Cut, DEALER, deck="red", cards=cards)
        assert (refusal.code, refusal.clause) == ("improper-cut", clause)
    assert table.refuses(c.Cut, player("Ann"), deck="red", cards=20).code == "wrong-person"


@pytest.mark.parametrize("cards", [10, 20])
@pytest.mark.parametrize(
    "game",
    [
        case("UTH-4(c)(1)(iii)", "uth"),
        case("HL-40.4(c)1.iii", "hi-lo"),
        case("T5-5.D(1)", "top-five"),
        case("PK-39.6(c)1.iii", "pik-it"),
    ],
)
def test_the_rest_of_the_deck_goes_on_top_of_the_cards_cut_off(game: str, cards: int) -> None:
    table = scene(game, by_hand=(c.Cut, c.Shuffle)).until(c.Shuffle)
    table.asks(c.Shuffle, DEALER, deck="red", order=DECK, salt=SALT)
    table.until(c.Cut).asks(c.Cut, DEALER, deck="red", cards=cards)
    assert [red(table).order[place] for place in red(table).pile] == [*range(cards, 52), *range(cards)]
    table.run()
    assert table.numbers_at(1)[0] == cards + 1


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-4(c)(1)(i)", "uth", "UTH-4(c)(1)(i)"),
        case("HL-40.4(c)1.i", "hi-lo", "HL-40.4(c)1.i"),
        case("PK-39.6(c)1.i", "pik-it", "PK-39.6(c)1.i"),
    ],
)
def test_the_cover_card_is_laid_down_before_cards_are_taken_off(game: str, clause: str) -> None:
    table = scene(game).until_deck(Handling.LAY_COVER)
    refusal = table.refuses(c.Cut, DEALER, deck="red", cards=20)
    assert (refusal.code, refusal.clause) == ("out-of-order", clause)
    table.handle(Handling.LAY_COVER)
    assert cover_cards(table.rules, table.state)[0] == "on the table"
    table.asks(c.Cut, DEALER, deck="red", cards=20)


@pytest.mark.parametrize(
    ("game", "clause", "covers"),
    [
        case("UTH-4(c)(1)(iv) UTH-R13 UTH-2(a).3", "uth", "UTH-4(c)(1)(iv)", ("in the discard rack", "free")),
        case("HL-40.4(c)1.iv", "hi-lo", "HL-40.4(c)1.iv", ("in the discard rack",)),
        case("PK-39.6(c)1.iv PK-R37", "pik-it", "PK-39.6(c)1.iv", ("in the discard rack",)),
    ],
)
def test_after_the_cut_the_cover_card_goes_to_the_discard_rack(game: str, clause: str, covers: tuple[str, ...]) -> None:
    table = scene(game).until_deck(Handling.COVER_AWAY)
    assert cover_cards(table.rules, table.state)[0] == "under the deck"
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", clause)
    table.until(c.NoMoreBets)
    assert cover_cards(table.rules, table.state) == covers
    assert table.view()["cover_cards"] == list(covers)
    table.asks(c.NoMoreBets, DEALER)
    assert cover_cards(table.rules, table.state) == covers
    assert sorted(red(table).pile) == list(DECK)


@pytest.mark.clause("PK-R37")
def test_the_one_cover_card_of_pik_it_serves_the_cut_and_then_the_dealers_stack() -> None:
    table = scene("pik-it", **SHOE | {"shuffle_method": "manual"})
    places: list[str] = []
    while table.step() or table.state.playing:
        places += cover_cards(table.rules, table.state)
        if table.state.playing and table.turn:
            table.finish()
            places += [table.round.cover]
            break
    assert list(dict.fromkeys(places)) == [
        "free",
        "on the table",
        "under the deck",
        "in the discard rack",
        "on the dealer's cards",
        "beside the shoe",
    ]


@pytest.mark.clause("T5-5.D(1)", "T5-R55")
def test_in_top_five_the_cover_card_ends_up_under_the_stack_and_is_never_dealt() -> None:
    table = scene("top-five").until(c.Cut)
    assert cover_cards(table.rules, table.state) == ("free",)
    table.asks(c.Cut, DEALER, deck="red", cards=10)
    assert cover_cards(table.rules, table.state) == ("under the stack",)
    table.run()
    dealt_cards = 2 * 7
    assert len(table.round.undealt) == 52 - dealt_cards
    assert cover_cards(table.rules, table.state) == ("under the stack",)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("T5-5.D(2)", "top-five", "T5-5.D(2)"),
        case("UTH-4(c)(2)", "uth", "UTH-4(c)(2)"),
        case("PK-39.6(c)2", "pik-it", "PK-39.6(c)2"),
        case("HL-40.4(c)2", "hi-lo", "HL-40.4(c)2"),
    ],
)
def test_after_the_cut_nothing_comes_but_the_deal_or_a_recut(game: str, clause: str) -> None:
    table = scene(game).until_deck(Handling.LOAD)
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("deck-not-ready", clause)
    assert table.refuses(c.Cut, DEALER, deck="red", cards=20).code == "out-of-order"
    assert table.refuses(c.Shuffle, DEALER, deck="red", order=DECK, salt=SALT).code == "out-of-order"
    (loaded,) = table.handle(Handling.LOAD)
    assert clause in loaded.clauses
    for_dealer = {move.command for move in table.legal() if move.role is Role.DEALER}
    assert for_dealer == {c.NoMoreBets}
    assert c.OrderRecut in {move.command for move in table.legal() if move.role is Role.FLOOR}
    table.asks(c.NoMoreBets, DEALER)
