"""Combinations that were once judged wrongly, each as the rules have it."""

from __future__ import annotations

from typing import Any

import pytest
from tables import (
    DEALER,
    DEVICE,
    FLOOR,
    METHODS,
    SIDE_BETS,
    STRANGER,
    TWO_DECKS,
    WAGERS,
    arranged,
    bare,
    dealt,
    player,
    scene,
)

from pitboss.cards import DECK
from pitboss.games.handling import Handling
from pitboss.journal.journal import Journal
from pitboss.journal.replay import replay
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Role
from pitboss.table.decide import decide
from pitboss.table.state import changed
from pitboss.table.table import Table
from support import case

COVER_ALL: dict[str, Any] = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True}
COVERED = {"ante": 10, "blind": 10, "cover_all": 5}


@pytest.mark.parametrize(
    "game",
    [case("UTH-2(b)(3) UTH-2(b)(4) UTH-4(e).3", "uth"), case("HL-40.2(b)3 HL-40.2(b)4 HL-40.4(e)-s3b", "hi-lo")],
)
def test_a_deck_that_was_spread_at_an_idle_table_is_no_replacement_one_can_do_without(game: str) -> None:
    table = scene(game, 1, **TWO_DECKS)
    table.finish()
    table.run()
    if game == "hi-lo":
        table.asks(c.Leave, player("Ann"))
    if not table.state.idle:
        table.asks(c.GoIdle, DEALER)
    for deck in ("red", "blue"):
        table.handle(Handling.SPREAD_IDLE, deck=deck)
    if game == "hi-lo":
        table.sit("Ann", 1_000_00, 1)
    table.make_ready("blue")
    table.bet_anew()
    assert table.refuses(c.NoMoreBets, DEALER).code == "other-deck"


@pytest.mark.clause("UTH-R48", "UTH-R50")
def test_cover_all_does_not_count_a_folded_hand_in_the_rack_even_if_its_cards_were_seen() -> None:
    cards = arranged({1: "2c 3d", 2: "As Ah"}, "4c 5h", "Ad Ac 9s 7h Kd", stacks=True)
    table = dealt("uth", {1: COVERED, 2: COVERED}, cards=cards, **COVER_ALL)
    for place in (1, 2):
        table.asks(c.CardExposed, DEALER, where="player", position=2, place=place)
    for action in ("check", "check", "fold"):
        table.answer(others=action)
    table.run()
    outcomes = {line.outcome for p in (1, 2) for line in table.round.hands[p].lines if line.wager == "cover_all"}
    assert outcomes == {"lose"}


@pytest.mark.clause("UTH-13(i).2", "UTH-R51", "UTH-R52", "UTH-10(i)")
def test_a_hand_kept_for_cover_all_that_becomes_void_is_kept_no_longer() -> None:
    cards = arranged({3: "9c 9d", 2: "Kc Qd", 1: "7s 6s"}, "2c 3d", "9s 8s Ts 9h Kh", stacks=True)
    table = dealt("uth", dict.fromkeys((1, 2, 3), COVERED), cards=cards, by_hand=(c.Show,), **COVER_ALL)
    table.answer(others="play")
    table.asks(c.SettlePosition, DEALER, position=3)
    assert [event.position for event in table.seen(e.HandKept)] == [3]
    table.asks(c.HandCount, DEALER, position=3, cards=3)
    assert table.round.kept is None
    table.dealer.by_hand = frozenset()
    table.finish()
    assert sorted(card for group in table.round.discards for card in group.cards) == list(range(52))


@pytest.mark.parametrize("game", [case("UTH-R36", "uth"), case("HL-R16", "hi-lo"), case("PK-R42", "pik-it")])
def test_a_foreign_card_takes_the_deck_away_even_when_the_results_stand(game: str) -> None:
    table = dealt(game, 1, by_hand=(c.ClearTable,))
    for action in ("check", "check", "fold") if game == "uth" else ("fold",):
        table.answer(others=action)
    purses = table.until(c.ClearTable).purses()
    table.asks(c.ForeignCard, DEALER)
    assert table.state.deck("red") is None
    assert table.purses() == purses
    table.dealer.by_hand = frozenset()
    table.finish()
    assert table.round.over


@pytest.mark.clause("UTH-14(b).1")
def test_taking_trips_back_takes_the_progressive_along() -> None:
    rows = {"royal_flush": "100%"}
    progressive = {"seed": 10_000_00, "contribution": 100, "rows": rows}
    table = scene("uth", {1: {"ante": 10, "blind": 10, "trips": 5, "progressive": 5}}, progressive=progressive)
    table.asks(c.Bet, player("Ann"), position=1, wager="trips", amount=0)
    assert set(table.state.bets[1].wagers) == {"ante", "blind"}
    table.run()
    assert table.round.positions == (1,)


@pytest.mark.parametrize("game", [case("UTH-4(e).1 UTH-4(e).3", "uth"), case("T5-5.F(3).1 T5-R56", "top-five")])
def test_a_first_player_who_leaves_in_mid_preparation_leaves_the_look_to_the_next_one(game: str) -> None:
    table = bare(game)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    table.sit("Ann", 1_000_00, 1)
    table.until_deck(Handling.WASH)
    table.asks(c.Leave, player("Ann"))
    table.run()
    table.sit("Bob", 1_000_00, 2)
    table.bet("Bob", ante=1000, **({"blind": 1000} if game == "uth" else {}))
    looked = len([event for event in table.seen(e.DeckHandled) if event.handling is Handling.LOOK])
    table.run()
    assert len([event for event in table.seen(e.DeckHandled) if event.handling is Handling.LOOK]) == looked + 1


@pytest.mark.parametrize("game", [case("UTH-R18 UTH-4(e).3", "uth"), case("HL-R29 HL-40.4(e)-s3b", "hi-lo")])
def test_a_table_without_a_wager_for_the_posted_time_is_idle(game: str) -> None:
    table = scene(game, 1, idle_after_minutes=10)
    table.finish()
    table.run()
    assert not table.state.decks[0].due
    wagers = (("ante", 1000), *((("blind", 1000),) if game == "uth" else ()))
    late = table.now() + 11 * 60_000
    table.try_(c.PlaceBets(by=player("Ann"), at=late, position=1, wagers=wagers))
    assert table.state.idle
    assert table.state.decks[0].due[0] is Handling.SPREAD_IDLE


@pytest.mark.clause("PK-R46")
def test_a_card_seen_when_it_is_the_only_one_of_the_hand_still_takes_the_pick_away() -> None:
    table = scene("pik-it", {1: SIDE_BETS["pik-it"]}, by_hand=(c.Deal,))
    table.run()
    table.asks(c.Deal, DEALER, count=1)
    table.asks(c.CardExposed, DEALER, where="player", position=1)
    table.dealer.by_hand = frozenset()
    table.run()
    assert table.seen(e.CardsPicked)[-1].drawn
    assert table.refuses(c.Pick, player("Ann"), position=1, places=(1, 4, 5)).code == "out-of-order"


@pytest.mark.clause("PK-39.7(e)2/1", "PK-39.7(e)2/2", "PK-R39")
def test_a_late_inquiry_counts_folded_hands_too() -> None:
    by_hand = (c.RackStub, c.CountStub, c.CountHands)
    table = scene("pik-it", 2, by_hand=by_hand, **METHODS["automated-shoe"], dealer_stack_delivery="after-decisions")
    table.run()
    table.act("Bob", "fold")
    table.act("Ann", "play_5")
    table.asks(c.CountStub, DEALER, cards=36)
    assert table.round.hands[2].racked
    assert table.refuses(c.CountHands, DEALER, counts=((1, 5), (0, 5)))[:2] == ("hands-to-count", "PK-39.9(e)/2")
    table.asks(c.CountHands, DEALER, counts=((2, 6), (1, 5), (0, 5)))
    assert table.round.void == "STUB_MISDEAL"
    assert table.state.deck("red")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        case("PK-R61", "pik-it", {"play_5_multiple": 2}),
        case("PK-R61", "pik-it", {"dealer_must_qualify": True}),
        case("UTH-R71", "uth", {"progressive": {"seed": 1_000_00, "contribution": 1, "rows": {"royal_flush": "50%"}}}),
    ],
)
def test_what_players_must_be_told_is_displayed_before_it_changes(game: str, options: dict[str, Any]) -> None:
    progressive = {"seed": 1_000_00, "contribution": 1, "rows": {"royal_flush": "100%"}}
    before: dict[str, Any] = {"progressive": progressive} if game == "uth" else {}
    table = bare(game, **before)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    given = {"game": table.state.game, "options": {**table.state.options, **options}}
    table.refuses(c.PostSubmission, FLOOR, **given, displayed=False)
    table.asks(c.PostSubmission, FLOOR, **given, displayed=True)


@pytest.mark.clause("T5-5.G.2")
def test_an_approval_counts_from_its_date() -> None:
    table = bare("top-five")
    early = c.OpenTable(by=FLOOR, at=0, floor=("Flo",))
    assert decide(table.rules, changed(table.state, at=0), early).code == "approval-missing"  # type: ignore[union-attr]
    table.asks(c.OpenTable, FLOOR, floor=("Flo",))


@pytest.mark.parametrize(
    ("game", "clause", "changes", "odds", "approvals"),
    [
        case(
            "T5-R12 T5-R73 T5-2.B(4).2",
            "top-five",
            "T5-R73",
            {"poker_bonus_pay_table": "B"},
            "sign",
            ["rules_submission"],
        ),
        case(
            "T5-R73 T5-2.B",
            "top-five",
            "T5-R73",
            {"poker_bonus_pay_table": "B"},
            "layout",
            ["layout", "rules_submission"],
        ),
        case(
            "T5-R73 T5-2.B(3)(b)", "top-five", "T5-R73", {"poker_bonus": False}, "sign", ["layout", "rules_submission"]
        ),
        case("T5-R73 T5-2.B(1)", "top-five", "T5-R73", {"operator": "Another name"}, "sign", ["layout"]),
        case(
            "PK-39.10(e)/2 PK-R32",
            "pik-it",
            "PK-R61",
            {"settlement_order": "by-player"},
            "layout",
            ["gaming_submission"],
        ),
        case("HL-40.2(a)-s2b", "hi-lo", "HL-R47", {"cutting_card": "black"}, "layout", ["cutting_and_cover_card"]),
    ],
)
def test_a_choice_that_rests_on_an_approval_changes_only_with_a_new_reference(
    game: str, clause: str, changes: dict[str, Any], odds: str, approvals: list[str]
) -> None:
    table = bare(game, odds_display=odds)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    options = {**table.state.options, **changes}
    for key in approvals:
        refusal = table.refuses(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)
        assert (refusal.code, refusal.clause) == ("new-reference", clause)
        assert f"rests on {key} in approvals" in refusal.message
        options["approvals"] = {**options["approvals"], key: {"reference": "2", "date": "2026-01-01"}}
    table.asks(c.PostSubmission, FLOOR, game=table.state.game, options=options, displayed=True)


@pytest.mark.clause("HL-R22")
def test_a_folded_hand_with_a_wrong_number_of_cards_is_void_until_the_round_is_settled() -> None:
    table = dealt("hi-lo", {1: {"ante": 10, "tie": 5}, 2: {"ante": 10}})
    before = table.chips("Ann")
    table.act("Ann", "fold")
    table.asks(c.HandCount, DEALER, position=1, cards=6)
    assert table.round.hands[1].void
    assert table.chips("Ann") == before + 15_00


@pytest.mark.clause("HL-R48")
def test_a_recut_is_ordered_by_any_supervisor() -> None:
    table = scene("hi-lo", 1, by_hand=(c.NoMoreBets,))
    table.run()
    assert table.refuses(c.OrderRecut, DEALER, reason="uneven").code == "wrong-person"
    may = [move for move in table.legal() if move.command is c.OrderRecut]
    boss = Actor(Role.PIT, "Pat")
    assert [any(move.is_for(actor) for move in may) for actor in (FLOOR, STRANGER, boss)] == [True, True, True]
    for anybody in (boss, STRANGER, FLOOR):
        table.asks(c.OrderRecut, anybody, reason="uneven")
        table.run()


@pytest.mark.parametrize(
    "game",
    [
        case("UTH-4(a).5 UTH-7(a).3", "uth"),
        case("HL-40.4(a)-s2b", "hi-lo"),
        case("PK-39.6(a)/5", "pik-it"),
        case("T5-5.B", "top-five"),
    ],
)
def test_a_shuffler_that_feeds_the_shoe_loads_it_and_nobody_else_does(game: str) -> None:
    feeds: dict[str, Any] = {"shuffle_method": "automated", "shuffler_feeds_shoe": True}
    table = scene(game, 1, **feeds)
    table.until_deck(Handling.LOAD)
    assert table.refuses(c.Handle, DEALER, deck="red", step=Handling.LOAD).code == "wrong-person"
    table.asks(c.Handle, DEVICE, deck="red", step=Handling.LOAD)


@pytest.mark.clause("T5-11.A(5)", "T5-R34")
def test_a_forfeiture_takes_back_what_was_paid_in_the_round() -> None:
    cards = arranged({1: "As Ah Ad Ks Kh 2c 3c", 2: "4c 5c 6c 7c 8c 9c 2d"}, "4d 5d 6d 7d 8d 9d 2h")
    table = dealt("top-five", {1: {"ante": 10}, 2: {"ante": 10}}, cards=cards, by_hand=(c.ClearTable,))
    before = table.chips("Ann") + 10_00
    table.answer(others="play")
    table.run()
    assert table.chips("Ann") > before
    table.asks(c.Breach, DEALER, player="Ann", what="took a card along", rule="out-of-view")
    table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="took a card along")
    assert table.chips("Ann") == before - 20_00


def test_a_command_of_the_wrong_form_is_refused_and_nothing_else_happens() -> None:
    table = dealt("uth", 1)
    for kind, given in (
        (c.Act, {"position": 1, "action": "play", "amount": 4000.0}),
        (c.Act, {"position": True, "action": "check"}),
        (c.Bet, {"position": 1, "wager": [], "amount": 1000}),
        (c.BuyIn, {"amount": "5"}),
        (c.HandCount, {"position": 1, "cards": None}),
    ):
        assert table.refuses(kind, player("Ann"), **given).code == "malformed"
    for name in ("", " "):
        assert "with a name" in table.refuses(c.BuyIn, player(name), amount=500).message


@pytest.mark.parametrize("name", [" Ann", "A" * 65, "A\nB"])
def test_a_player_has_a_name_that_can_be_read(name: str) -> None:
    table = bare("uth")
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    assert table.refuses(c.Sit, player(name), position=1).code == "name"


def test_a_table_goes_on_from_where_its_journal_ends(tmp_path: Any) -> None:
    file = tmp_path / "day.jsonl"
    with Journal(file) as journal:
        table = Table.of("pik-it", seed=4, record=journal.append)
        table.sit("Ann", 500_00)
        table.bet("Ann", ante=1000, five_card_bonus=1000, three_card_bonus=500)
        table.deal()
    with Journal(file) as journal:
        again = Table.resume(replay(file), seed=5, record=journal.append)
        assert (again.state, again.turn) == (table.state, "Ann")
        again.pick("Ann", 1, 2, 3)
        again.act("Ann", "fold")
    assert again.round.over
    assert replay(file) == again.state


@pytest.mark.parametrize("game", WAGERS)
def test_bets_may_be_placed_wherever_any_may_be_put(game: str) -> None:
    """In Pik-It the first wager of the layout may be made only beside another one."""
    table = scene(game, {1: {}, 2: {}})
    places = [move for move in table.legal() if move.command is c.PlaceBets]
    for name, position in (("Ann", 1), ("Bob", 2)):
        assert any(move.player == name and move.given == {"position": position} for move in places)
    table.bet_anew()


@pytest.mark.parametrize("game", WAGERS)
def test_the_deck_that_is_not_in_play_is_seen_to_meanwhile(game: str) -> None:
    table = dealt(game, 1, **TWO_DECKS)
    used = table.round.deck
    table.dealer.by_hand = frozenset((c.Shuffle,))
    table.finish()
    table.bet_anew().run()
    table.asks(c.NoMoreBets, DEALER)
    table.run()
    assert table.round.dealt
    assert table.round.deck != used
    assert [move.command for move in table.legal() if move.given.get("deck") == used] == [c.Shuffle]
    table.asks(c.Shuffle, DEVICE, deck=used, order=DECK, salt="0123456789abcdef")


@pytest.mark.clause("UTH-R82", "HL-R59", "PK-R70", "T5-R82")
@pytest.mark.parametrize("game", WAGERS)
def test_a_player_shows_no_card_of_a_hand_that_has_none_on_the_table(game: str) -> None:
    table = scene(game, 2, by_hand=(c.Deal,)).until(c.Deal)
    given: dict[str, Any] = {"where": "player", "position": 2, "by_player": True}
    if game != "uth":
        table.asks(c.Deal, DEALER, count=1)
    assert "has no cards yet" in table.refuses(c.CardExposed, DEALER, **given).message
    table.dealer.by_hand = frozenset((c.Reveal,))
    for action in ("check", "check", "fold") if game == "uth" else ("fold",):
        table.run()
        table.answer(others=action)
    assert table.round.hands[2].racked
    assert "in the discard rack" in table.refuses(c.CardExposed, DEALER, **given).message
    given["by_player"] = False
    (noted,) = table.asks(c.CardExposed, DEALER, **given)
    assert isinstance(noted, e.Noted)


def test_the_floor_people_of_a_table_have_names_of_their_own() -> None:
    table = bare("uth")
    for floor in (("Flo", "Flo"), ("Flo", " Flo")):
        assert table.refuses(c.OpenTable, FLOOR, floor=floor).code == "same-name"
    table.asks(c.OpenTable, FLOOR, floor=("Flo", "Max"))


def test_a_wager_is_named_once_when_several_are_placed() -> None:
    table = scene("uth", {1: {}})
    twice = (("ante", 1000), ("ante", 1500))
    assert table.refuses(c.PlaceBets, player("Ann"), position=1, wagers=twice).code == "wager-twice"
    assert not table.state.bets


def test_refusals_say_what_to_do_instead() -> None:
    """Slips of the keyboard, and what the sentence says."""
    ann = player("Ann")
    dealing = scene("hi-lo", 1, by_hand=(c.Deal,)).until(c.Deal)
    playing, idle = dealt("pik-it", {1: SIDE_BETS["pik-it"]}), scene("hi-lo", {1: {}})
    playing.asks(c.Pick, ann, position=1, places=(1, 2, 3))
    playing.run()
    idle.run()
    idle.asks(c.Departed, FLOOR, player="Ann")
    slips: tuple[tuple[Any, type[c.Command], Actor, dict[str, Any], str], ...] = (
        (dealing, c.SettingFound, DEALER, {"position": 1, "low": (1, 2)}, "no hand is set"),
        (dealing, c.Deal, DEALER, {"count": 0}, "deal 1 to 10 cards"),
        (dealing, c.Deal, DEALER, {"count": -1}, "not -1"),
        (dealing, c.Forfeit, FLOOR, {"player": "Ann", "why": "rude", "reason": "x"}, "'abandoned' or 'breach'"),
        (playing, c.Act, ann, {"position": 1, "action": ""}, "play 3 or play 5 or fold: say which, not ''"),
        (idle, c.Tip, ann, {"amount": 0}, "more than nothing"),
        (idle, c.NoMoreBets, DEALER, {"deck": "blue"}, "there is no blue deck at the table"),
        (idle, c.GoIdle, DEALER, {}, "FreeSeat"),
    )
    for table, kind, by, given, says in slips:
        assert says in table.refuses(kind, by, **given).message, kind


@pytest.mark.clause("T5-R34", "T5-11.A(5)")
def test_wagers_that_the_floor_took_are_explained_by_its_ruling_and_not_by_the_cards() -> None:
    table = dealt("top-five", 1)
    table.asks(c.Breach, DEALER, player="Ann", what="told Bob the hand", rule="talk")
    table.asks(c.Forfeit, FLOOR, player="Ann", why="breach", reason="seen", rule="talk")
    said = table.explain("Ann")
    assert "by a ruling of the floor" in said
    assert "T5-11.A(4)" in said
    assert "dealer" not in said
