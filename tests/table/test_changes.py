"""The operator's choices change: between rounds, with nothing bet, devices gone first, and only to what is lawful."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, FLOOR, GAMES, METHODS, TWO_DECKS, Scene, bare, dealt, player, scene

from pitboss.errors import OptionError
from pitboss.games.handling import Handling
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.table import practice_submission
from support import case

BY_HAND: dict[str, Any] = {"shuffle_method": "manual", "shuffler_feeds_shoe": False}
MANUAL_SHOE: dict[str, Any] = {"dealing_method": "manual-shoe"}
CHANGES = [
    case("UTH-R71", "uth", "UTH-R71"),
    case("HL-R47", "hi-lo", "HL-R47"),
    case("T5-R73", "top-five", "T5-R73"),
    case("PK-R61", "pik-it", "PK-R61"),
]
AWAY = [
    case("UTH-15(g) UTH-R65", "uth", "UTH-15(g)", ("removed",)),
    case("HL-40.12(g) HL-R24", "hi-lo", "HL-40.12(g)", ("removed",)),
    case("T5-13.E T5-R70", "top-five", "T5-13.E", ("present", "removed", "covered", "marked")),
    case("PK-39.12(g) PK-R48", "pik-it", "PK-39.12(g)", ("removed",)),
]


def between_rounds(game: str, **options: Any) -> Scene:
    """A table after its first round, Ann still seated and nothing bet."""
    table = scene(game, **options)
    table.finish()
    return table


def with_(table: Scene, **options: Any) -> dict[str, Any]:
    """The submission in force with some options changed, as a command has it."""
    return {"game": table.state.game, "options": {**table.state.options, **options}}


def change(table: Scene, **options: Any) -> None:
    table.asks(c.PostSubmission, FLOOR, **with_(table, **options))


# --- when ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "clause"), CHANGES)
def test_choices_change_only_between_rounds_and_before_the_first_wager(game: str, clause: str) -> None:
    table = dealt(game)
    more = {"table_maximum": table.state.options["table_maximum"] + 100_00}
    refusal = table.refuses(c.PostSubmission, FLOOR, displayed=True, **with_(table, **more))
    assert (refusal.code, refusal.clause) == ("round-in-progress", clause)
    table.finish()
    table.bet_anew()
    refusal = table.refuses(c.PostSubmission, FLOOR, displayed=True, **with_(table, **more))
    assert (refusal.code, refusal.clause) == ("round-in-progress", clause)
    for wager in reversed(list(table.state.bets[1].wagers)):
        table.bet("Ann", 1, **{wager: 0})
    for somebody in (DEALER, player("Ann")):
        refusal = table.refuses(c.PostSubmission, somebody, displayed=True, **with_(table, **more))
        assert (refusal.code, refusal.clause) == ("wrong-person", clause)
    table.asks(c.PostSubmission, FLOOR, displayed=True, **with_(table, **more))
    assert table.rules.terms["table_maximum"] == more["table_maximum"]


@pytest.mark.parametrize(("game", "clause"), CHANGES)
def test_changed_limits_and_odds_are_displayed_first(game: str, clause: str) -> None:
    table = between_rounds(game)
    pay_table = next(option for option in table.rules.game.options if option.name.endswith("_pay_table"))
    other = next(value for value in pay_table.values if value != table.rules.terms[pay_table.name])
    minimum = table.state.options["table_minimum"] * 2
    for options in ({"table_minimum": minimum}, {pay_table.name: other}, {"operator": "Another name"}):
        refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, **options))
        assert (refusal.code, refusal.clause) == ("display-first", clause)
        anew = {"reference": f"anew for {next(iter(options))}", "date": "2026-01-01"}
        approvals = dict.fromkeys(table.state.options["approvals"], anew)
        table.asks(c.PostSubmission, FLOOR, displayed=True, **with_(table, **options, approvals=approvals))


@pytest.mark.parametrize(
    ("game", "option", "value"),
    [
        case("T5-2.B(4).2 T5-R73", "top-five", "odds_display", "sign"),
        case("T5-2.B(4).2 T5-R73", "top-five", "odds_display", "both"),
        case("T5-R73", "top-five", "positions_per_player", 2),
        case("PK-1.13Y(c) PK-R61", "pik-it", "odds_display", "sign"),
        case("PK-1.13Y(d)1 PK-R61", "pik-it", "notices_display", "layout"),
        case("PK-R61", "pik-it", "positions_per_player", 2),
        case("HL-R39 HL-R47", "hi-lo", "odds_display", "sign"),
        case("HL-R47", "hi-lo", "positions_per_player", 2),
    ],
)
def test_what_moves_to_the_sign_and_what_it_states_is_displayed_first(game: str, option: str, value: Any) -> None:
    table = between_rounds(game)
    assert table.state.options[option] != value
    anew = {key: {"reference": "anew", "date": "2026-01-01"} for key in table.state.options["approvals"]}
    changed = with_(table, approvals=anew, **{option: value})
    refusal = table.refuses(c.PostSubmission, FLOOR, **changed)
    assert (refusal.code, refusal.clause) == ("display-first", table.rules.game.cites.choices)
    table.asks(c.PostSubmission, FLOOR, displayed=True, **changed)


@pytest.mark.clause("T5-2.E", "T5-R73")
def test_another_place_of_the_tip_box_is_on_the_layout_first() -> None:
    table = between_rounds("top-five")
    anew = {
        key: {"reference": "x", "date": "2026-01-01"} for key in (*table.state.options["approvals"], "tip_box_place")
    }
    refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, approvals=anew, **TIP_BOX))
    assert refusal.code == "display-first"


@pytest.mark.clause("UTH-R71")
def test_a_wager_newly_offered_is_displayed_first() -> None:
    table = between_rounds("uth", trips=False)
    refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, trips=True))
    assert (refusal.code, refusal.clause) == ("display-first", "UTH-R71")


@pytest.mark.clause("T5-R73", "T5-R72")
def test_a_choice_that_needs_an_approval_needs_it_before_it_comes_into_force() -> None:
    table = between_rounds("top-five", **METHODS["automated-shoe"])
    approvals = dict(table.state.options["approvals"])
    del approvals["continuous_shuffler"]
    new = with_(table, continuous_shuffler=True, approvals=approvals)
    refusal = table.refuses(c.PostSubmission, FLOOR, **new)
    assert (refusal.code, refusal.clause) == ("approval-missing", "T5-5.G.2")
    change(table, continuous_shuffler=True)


# --- devices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "clause", "enough"), AWAY)
def test_a_shuffler_that_is_left_behind_goes_first(game: str, clause: str, enough: tuple[str, ...]) -> None:
    for status in ("present", "fault", "removed", "covered", "marked"):
        table = between_rounds(game, shuffle_method="automated")
        table.asks(c.DeviceStatus, FLOOR, device="shuffler", status=status)
        if status in enough:
            change(table, **BY_HAND)
            assert table.state.decks[0].due[0] is Handling.SHUFFLE
            table.bet_anew().until(c.NoMoreBets)
            assert table.seen(e.DeckShuffled)[-1].method == "manual"
            assert "cut" in table.journey()
        else:
            refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, **BY_HAND))
            assert (refusal.code, refusal.clause) == ("device-present", clause)


@pytest.mark.parametrize("new", [MANUAL_SHOE, METHODS["hand"]], ids=["to a manual shoe", "to the hand"])
@pytest.mark.parametrize(("game", "clause", "enough"), AWAY)
def test_an_automated_shoe_that_is_left_behind_goes_first(
    game: str, clause: str, enough: tuple[str, ...], new: dict[str, Any]
) -> None:
    table = between_rounds(game, **METHODS["automated-shoe"])
    table.asks(c.DeviceStatus, FLOOR, device="automated-shoe", status="fault")
    refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, **new))
    assert (refusal.code, refusal.clause) == ("device-present", clause)
    table.asks(c.DeviceStatus, FLOOR, device="automated-shoe", status=enough[-1])
    change(table, **new)
    table.bet_anew().until(c.NoMoreBets)
    (call,) = table.asks(c.NoMoreBets, DEALER)
    assert isinstance(call, e.BetsClosed)
    assert call.dealing == new["dealing_method"]


@pytest.mark.clause("T5-13.E", "T5-R70", "T5-R73")
@pytest.mark.parametrize("other", [MANUAL_SHOE, METHODS["hand"]], ids=["a manual shoe", "the hand"])
def test_devices_that_work_stay_while_another_way_is_used_and_are_used_again(other: dict[str, Any]) -> None:
    table = between_rounds("top-five", **METHODS["automated-shoe"])
    for way in (other, METHODS["automated-shoe"]):
        change(table, **way)
        table.bet_anew().finish()
        assert table.round.dealing == way["dealing_method"]


@pytest.mark.clause("HL-40.12(g)", "PK-39.12(g)", "UTH-15(g)")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it", "uth"])
def test_a_device_that_works_goes_before_another_way_is_used_where_the_rules_name_no_breakdown(game: str) -> None:
    table = between_rounds(game, **METHODS["automated-shoe"])
    assert table.refuses(c.PostSubmission, FLOOR, **with_(table, **MANUAL_SHOE)).code == "device-present"


@pytest.mark.parametrize(("game", "clause", "enough"), AWAY)
def test_a_device_that_is_away_is_not_used(game: str, clause: str, enough: tuple[str, ...]) -> None:
    table = between_rounds(game, shuffle_method="automated")
    table.asks(c.DeviceStatus, FLOOR, device="shuffler", status=enough[-1])
    table.bet_anew()
    call = table.refuses(c.NoMoreBets, DEALER)
    assert (call.code, call.clause) == ("device-away", clause)
    by_hand = scene(game, bets=0)
    by_hand.asks(c.DeviceStatus, FLOOR, device="shuffler", status=enough[-1])
    refusal = by_hand.refuses(c.PostSubmission, FLOOR, **with_(by_hand, shuffle_method="automated"))
    assert (refusal.code, refusal.clause) == ("device-away", clause)
    by_hand.asks(c.DeviceStatus, FLOOR, device="shuffler", status="present")
    change(by_hand, shuffle_method="automated")


@pytest.mark.parametrize(
    ("game", "hand", "two_decks"),
    [
        case("UTH-R65", "uth", "UTH-8(b)(1)", "UTH-2(b)"),
        case("HL-R24", "hi-lo", "HL-40.8(b)1", "HL-40.2(b)"),
        case("T5-R70", "top-five", "T5-9.A(1)", "T5-3.B"),
        case("PK-R48", "pik-it", "PK-39.8(b)1", "PK-39.2(b)"),
    ],
)
def test_without_the_shuffler_only_a_shoe_and_one_deck_are_left(game: str, hand: str, two_decks: str) -> None:
    table = between_rounds(game, **METHODS["hand"])
    table.asks(c.DeviceStatus, FLOOR, device="shuffler", status="removed")
    refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, **BY_HAND))
    assert (refusal.code, refusal.clause) == ("forbidden-combination", hand)
    two = TWO_DECKS | BY_HAND | MANUAL_SHOE
    refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, **two))
    assert (refusal.code, refusal.clause) == ("forbidden-combination", two_decks)
    for shoe in ("manual-shoe", "automated-shoe"):
        table = between_rounds(game, **METHODS["hand"])
        table.asks(c.DeviceStatus, FLOOR, device="shuffler", status="removed")
        change(table, dealing_method=shoe, **BY_HAND)
        table.bet_anew().until(c.NoMoreBets)
        (call,) = table.asks(c.NoMoreBets, DEALER)
        assert isinstance(call, e.BetsClosed)
        assert (call.dealing, table.seen(e.DeckShuffled)[-1].method) == (shoe, "manual")


@pytest.mark.clause("UTH-R65")
def test_cover_all_ends_with_the_shuffler_and_with_the_automated_shoe() -> None:
    cover_all = {"cover_all": True, "cover_all_mode": True}
    table = between_rounds("uth", **cover_all, **METHODS["automated-shoe"])
    table.asks(c.DeviceStatus, FLOOR, device="shuffler", status="removed")
    table.asks(c.DeviceStatus, FLOOR, device="automated-shoe", status="removed")
    for options in (BY_HAND, MANUAL_SHOE, METHODS["hand"]):
        refusal = table.refuses(c.PostSubmission, FLOOR, displayed=True, **with_(table, **options))
        assert refusal.code == "forbidden-combination"
        assert "Cover All" in refusal.message
    without = with_(table, cover_all=False, cover_all_mode=False, **BY_HAND, **MANUAL_SHOE)
    table.asks(c.PostSubmission, FLOOR, displayed=True, **without)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("HL-40.2(a)-s1b", "hi-lo", "HL-40.2(a)-s1b"),
        case("PK-39.2(a)/2", "pik-it", "PK-39.2(a)/2"),
        case("T5-3.A(1)", "top-five", "T5-3.A(1)"),
        case("UTH-R12", "uth", "UTH-R12"),
    ],
)
def test_a_deck_with_other_backs_comes_when_the_old_one_has_gone(game: str, clause: str) -> None:
    table = between_rounds(game)
    refusal = table.refuses(c.PostSubmission, FLOOR, **with_(table, deck_backs=["blue"]))
    assert (refusal.code, refusal.clause) == ("deck-backs", clause)
    table.asks(c.RemoveDeck, FLOOR, deck="red", reason="new backs")
    change(table, deck_backs=["blue"])


@pytest.mark.parametrize(("game", "clause", "enough"), AWAY)
def test_down_to_one_deck_the_other_leaves_the_table_first(game: str, clause: str, enough: tuple[str, ...]) -> None:
    table = between_rounds(game, **TWO_DECKS)
    table.asks(c.DeviceStatus, FLOOR, device="shuffler", status="removed")
    one = BY_HAND | {"decks": 1, "deck_backs": ["red"]}
    assert table.refuses(c.PostSubmission, FLOOR, **with_(table, **one)).code == "deck-too-many"
    table.asks(c.RemoveDeck, FLOOR, deck="blue", reason="one deck is left")
    change(table, **one)
    table.bet_anew().until(c.NoMoreBets)
    assert table.seen(e.DeckShuffled)[-1].method == "manual"
    assert [cut.deck for cut in table.seen(e.DeckCut)] == ["red"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("UTH-R64", "HL-R24", "PK-R48", "T5-R69")
def test_a_change_of_method_does_not_shorten_an_opening_or_an_idle_procedure(game: str) -> None:
    table = scene(game, bets=0)
    table.run()
    change(table, shuffle_method="automated")
    table.sit("Ann", 100_00, 1)
    table.bet_anew().until(c.NoMoreBets)
    assert table.journey()[-4:] == ["stack", "into-shuffler", "shuffle", "load"]
    assert "wash" in table.journey()


# --- the place of the tip box ----------------------------------------------------------------------------------------

TIP_BOX: dict[str, Any] = {"tip_box_place": "beside the discard rack", "tip_box_blocked_by": "the shuffler"}


@pytest.mark.clause("T5-2.E")
def test_another_place_of_the_tip_box_needs_what_blocks_the_usual_one_and_an_approval() -> None:
    bare("top-five", **TIP_BOX).asks(c.OpenTable, FLOOR, floor=("Flo",))
    for one in TIP_BOX:
        with pytest.raises(OptionError) as refused:
            practice_submission("top-five", {one: TIP_BOX[one]})
        assert (refused.value.code, refused.value.clause) == ("forbidden-combination", "T5-2.E")
    approvals = dict(practice_submission("top-five").plain()["approvals"])
    del approvals["tip_box_place"]
    refusal = bare("top-five", approvals=approvals, **TIP_BOX).refuses(c.OpenTable, FLOOR, floor=("Flo",))
    assert (refusal.code, refusal.clause) == ("approval-missing", "T5-2.E")
    bare("top-five", approvals=approvals).asks(c.OpenTable, FLOOR, floor=("Flo",))
    with pytest.raises(OptionError) as drop_box:
        practice_submission("top-five", {"drop_box_place": "elsewhere", "drop_box_blocked_by": "the shuffler"})
    assert drop_box.value.code == "unknown-option"
