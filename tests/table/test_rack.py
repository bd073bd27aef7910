"""The discard rack: what goes in when, the best hand that stays out for Cover All, and every hand rebuilt from it."""

from __future__ import annotations

from typing import Any

import pytest
from playing import BY_PLAYER, POSITIONS, at_the_reveal, next_task, seats, settle_all
from tables import DEALER, GAMES, METHODS, TWO_DECKS, WAGERS, Scene, arranged, dealt, player

from pitboss.cards import DECK, notation, parse
from pitboss.hands import hi_lo
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.discard_rack import rebuild
from support import case

COVER_ALL: dict[str, Any] = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True}
BONUS = {"uth": {"trips": 5}, "hi-lo": {"poker_bonus": 5}, "top-five": {"poker_bonus": 5}, "pik-it": {}}


def groups(table: Scene) -> list[tuple[str, int]]:
    """The rack from the bottom up: what lies in it, and whose it was."""
    return [(group.name, group.position) for group in table.round.discards]


def faces(table: Scene) -> tuple[int, ...]:
    """The cards of the rack from the bottom up, as anyone finds them in it."""
    return table.round.faces(card for group in table.round.discards for card in group.cards)


def finished(game: str, choice: dict[str, str], **options: Any) -> Scene:
    """A round of three: Ann at 1, Bob at 3 with the bonus that keeps cards, Cid at 6."""
    bets = {1: WAGERS[game], 3: {**WAGERS[game], **BONUS[game]}, 6: WAGERS[game]}
    table = dealt(game, bets, **options)
    while table.state.playing:
        name, move = table.turn, table.due
        assert move is not None
        if move.command is c.SetHand:
            table.set(name, *_legal_low(table, move.given["position"]))
            continue
        table.act(name, choice[name] if _can(table, name, choice[name]) else "check")
    return table


def _legal_low(table: Scene, position: int) -> tuple[int, int]:
    cards = table.round.faces(table.round.hands[position].cards)
    return (4, 5) if hi_lo.aces(cards[3:]) < 2 else (1, 4)


def _can(table: Scene, name: str, action: str) -> bool:
    return any(move.command is c.Act and move.given["action"] == action for move in table.legal(name))


# --- order -----------------------------------------------------------------------------------------------------------

SIX_WINS = arranged(
    {1: "2d 3d 4d 5d 6d 7d 8d", 3: "2c 3c 4c 5c 6c 7c 8c", 6: "Ac Ad As Kc Kd Qc Jc"}, "2h 3h 4h 5h 6h 7h 8h"
)
ENDS: list[Any] = [
    case(
        "UTH-R68",
        "uth",
        {"Ann": "fold", "Bob": "fold", "Cid": "play"},
        {},
        ["burn", "burn", "stub", "hand 1", "hand 6", "hand 3", "board", "dealer"],
    ),
    case(
        "HL-R44 HL-40.10(b)-s1",
        "hi-lo",
        {"Ann": "fold", "Bob": "fold", "Cid": "play"},
        {},
        ["stub", "hand 1", "hand 6", "hand 3", "dealer"],
    ),
    case(
        "T5-11.D.1 T5-R17",
        "top-five",
        {"Ann": "fold", "Bob": "fold", "Cid": "play"},
        {"cards": SIX_WINS},
        ["stub", "hand 1", "hand 3", "hand 6", "dealer"],
    ),
    case(
        "PK-R57 PK-39.10(g)/1 PK-39.10(e)1.iv PK-39.10(e)/3",
        "pik-it",
        {"Ann": "play_3", "Bob": "fold", "Cid": "play_5"},
        {},
        ["stub", "hand 3", "hand 6", "hand 1", "dealer"],
    ),
    case(
        "PK-R57 PK-39.10(g)/1 PK-39.10(e)/3",
        "pik-it",
        {"Ann": "play_3", "Bob": "play_5", "Cid": "fold"},
        {**BY_PLAYER, **METHODS["automated-shoe"], "dealer_stack_delivery": "after-decisions"},
        ["hand 6", "stub", "hand 3", "hand 1", "dealer"],
    ),
]


@pytest.mark.parametrize(("game", "choice", "options", "order"), ENDS)
def test_groups_lie_in_the_rack_in_the_order_of_their_pick_up_the_dealers_last(
    game: str, choice: dict[str, str], options: dict[str, Any], order: list[str]
) -> None:
    table = finished(game, choice, **options)
    assert [f"{name} {position}" if name == "hand" else name for name, position in groups(table)] == order
    for group in table.round.discards:
        if group.name in ("hand", "dealer"):
            assert set(group.cards) == set(table.round.hands[group.position].cards)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("PK-39.10(e)/3", "pik-it", "PK-39.10(e)/3"),
        case("HL-R44", "hi-lo", "HL-R44"),
        case("UTH-R68", "uth", "UTH-R68"),
        case("T5-11.D.1", "top-five", "T5-11.D.1"),
    ],
)
def test_the_dealers_cards_are_racked_last_and_the_table_cleared_only_when_all_is_settled(
    game: str, clause: str
) -> None:
    table = at_the_reveal(game)
    while True:
        refusal = table.refuses(c.RackHand, DEALER, position=0)
        assert (refusal.code, refusal.clause) == ("dealer-last", clause)
        if next_task(table)[0] is c.ClearTable:
            break
        assert table.refuses(c.ClearTable, DEALER).code == "out-of-order"
        command, position = next_task(table)
        table.asks(command, DEALER, **({} if command is c.Reveal else {"position": position}))
    table.asks(c.ClearTable, DEALER)
    assert groups(table)[-1] == ("dealer", 0)
    dealer, low = table.round.dealer.cards, table.round.dealer.low
    assert table.round.discards[-1].cards == (*(card for card in dealer if card not in low), *low)


@pytest.mark.clause("T5-11.D.1")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_when_a_round_is_over_the_rack_holds_all_52_cards(game: str, method: str) -> None:
    table = dealt(game, 3, **METHODS[method])
    table.finish("play")
    assert sorted(faces(table)) == list(DECK)
    assert all(hand.racked for hand in table.round.hands.values())


# --- rebuilding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [*METHODS.values(), TWO_DECKS], ids=[*METHODS, "two decks"])
@pytest.mark.parametrize(
    ("game", "choice"),
    [
        case("UTH-10(i) UTH-R68", "uth", {"Ann": "fold", "Bob": "fold", "Cid": "play"}),
        case("HL-40.10(g)", "hi-lo", {"Ann": "play", "Bob": "fold", "Cid": "play"}),
        case("T5-11.D.2 T5-R25", "top-five", {"Ann": "play", "Bob": "fold", "Cid": "fold"}),
        case("PK-39.10(g)/2 PK-39.10(g)/1", "pik-it", {"Ann": "play_3", "Bob": "fold", "Cid": "play_5"}),
    ],
)
def test_every_hand_is_rebuilt_from_the_order_of_the_rack_and_the_record(
    game: str, choice: dict[str, str], options: dict[str, Any]
) -> None:
    table = finished(game, choice, **options)
    rebuilt = rebuild(faces(table), table.happened)
    round_ = table.round
    hands = {group.position: group for group in rebuilt if group.name in ("hand", "dealer")}
    assert set(hands) == {0, *POSITIONS}
    for position, group in hands.items():
        assert set(group.cards) == set(parse(table.cards_at(position)))
        assert group.low == round_.faces(round_.hands[position].low)
    streets = {group.name: group.cards for group in rebuilt if group.position == 0}
    assert streets.get("board", ()) == round_.faces(round_.board)
    burned = tuple(card for group in rebuilt if group.name == "burn" for card in group.cards)
    assert burned == round_.faces(round_.burned)
    assert streets["stub"] == round_.faces(round_.undealt)


@pytest.mark.clause("HL-40.10(g)")
def test_a_racked_hand_keeps_its_high_and_its_low_part_in_order() -> None:
    cards = arranged({1: "9c 2d Kc 5h 7s"}, "Ks Qs Jd 9d 8d")
    table = dealt("hi-lo", cards=cards)
    table.act("Ann", "play")
    table.set("Ann", 4, 2)
    (hand,) = [group for group in rebuild(faces(table), table.happened) if group.name == "hand"]
    assert (hand.position, notation(hand.cards[:3]), notation(hand.low)) == (1, "9c Kc 7s", "2d 5h")


@pytest.mark.clause("UTH-10(i)", "HL-R51", "T5-R75")
@pytest.mark.parametrize("game", ["uth", "hi-lo", "pik-it"])
def test_hands_are_rebuilt_after_a_card_set_aside_and_dead_cards_too(game: str) -> None:
    table = dealt(game, seats(game, 1, 3), by_hand=(c.Deal,))
    table.asks(c.Deal, DEALER, count=1)
    table.asks(c.FaceUpCard, DEALER)
    table.asks(c.Deal, DEALER, count=1)
    table.asks(c.DeadCards, DEALER, position=2)
    table.dealer.by_hand = frozenset()
    table.finish("play")
    rebuilt = {(group.name, group.position): group.cards for group in rebuild(faces(table), table.happened)}
    assert {("set aside", 0), ("dead", 2)} < set(rebuilt)
    for position in (1, 3):
        assert set(rebuilt["hand", position]) == set(parse(table.cards_at(position)))


# --- Cover All -------------------------------------------------------------------------------------------------------


def everyone(hands: dict[int, str], dealer: str, board: str, folds: tuple[str, ...] = ()) -> Scene:
    """Everybody has trips and Cover All wagers and plays at once, but those named, who fold at the end."""
    wagers = {**WAGERS["uth"], "trips": 5, "cover_all": 5}
    deck = arranged(hands, dealer, board, stacks=True)
    table = dealt("uth", dict.fromkeys(hands, wagers), cards=deck, by_hand=(c.Reveal,), **COVER_ALL)
    while table.turn:
        stays = table.turn in folds
        table.act(table.turn, ("check" if _can(table, table.turn, "check") else "fold") if stays else "play")
    table.dealer.by_hand = frozenset((c.Reveal, c.Show, c.Settle, c.RackHand))
    return table


def kept_at(table: Scene) -> int | None:
    """Whose hand stays exposed."""
    return table.round.kept[0] if table.round.kept else None


BOARD = "7c 8d 9h 2s 2c"


@pytest.mark.clause("UTH-13(h)(a)", "UTH-R51", "UTH-10(h).5")
def test_with_cover_all_the_best_straight_or_better_stays_exposed_and_lesser_hands_are_collected() -> None:
    table = everyone({3: "2h As", 4: "Td Jd", 5: "Kc 4d"}, "Ah Qs", BOARD)
    table.asks(c.Reveal, DEALER)
    assert kept_at(table) is None
    for position, kept in ((5, None), (4, 4), (3, 4)):
        while next_task(table)[1] == position:
            table.asks(next_task(table)[0], DEALER, position=position)
        assert kept_at(table) == kept
        assert table.round.hands[position].racked is (position != 4)
    assert "?" not in table.view()["round"]["hands"][4]["cards"]


@pytest.mark.clause("UTH-13(i).1", "UTH-13(i).2", "UTH-R51")
def test_a_higher_hand_takes_the_place_of_the_one_kept_and_a_lower_or_equal_one_does_not() -> None:
    table = everyone({2: "6h 5h", 3: "9d 9c", 4: "Ts Jc", 5: "Td Jd"}, "Ah Qs", BOARD)
    kept: list[int | None] = []
    while next_task(table)[0] is not c.ClearTable:
        command, position = next_task(table)
        table.asks(command, DEALER, **({} if command is c.Reveal else {"position": position}))
        kept.append(kept_at(table))
    assert list(dict.fromkeys(kept)) == [None, 5, 3]
    out = [event.position for event in table.seen(e.CardsRacked)]
    assert out == [4, 5, 2, 3]  # 5 when 3 displaces it, 3 when Cover All is settled
    displaced = next(event for event in table.seen(e.CardsRacked) if event.position == 5)
    assert "UTH-13(i).2" in displaced.clauses


@pytest.mark.clause("UTH-13(h)(a)", "UTH-R51", "UTH-R68")
def test_the_dealers_hand_is_the_first_that_may_stay_exposed() -> None:
    table = everyone({2: "Td Jd", 5: "Kc 4d"}, "9d 9c", BOARD)
    settle_all(table)
    assert [event.position for event in table.seen(e.HandKept)] == [0]
    assert [event.position for event in table.seen(e.CardsRacked)] == [5, 2]
    table.asks(c.ClearTable, DEALER)
    assert [name for name, _ in groups(table)][-2:] == ["board", "dealer"]


@pytest.mark.clause("UTH-R51")
def test_without_a_cover_all_wager_no_hand_is_kept() -> None:
    deck = arranged({2: "Td Jd", 5: "Kc 4d"}, "9d 9c", BOARD, stacks=True)
    table = dealt("uth", seats("uth", 2, 5), cards=deck, **COVER_ALL)
    table.finish("play")
    assert not table.seen(e.HandKept)


@pytest.mark.clause("UTH-13(j)", "UTH-13(h)", "UTH-R39", "UTH-R40", "UTH-R67")
def test_cover_all_is_settled_last_even_after_the_trips_of_those_who_folded() -> None:
    table = everyone({2: "Td Jd", 4: "Kc 4d", 5: "Qc 3d"}, "Ah Qs", BOARD, folds=("Bob",))
    while next_task(table) != (c.Settle, 4):
        command, position = next_task(table)
        table.asks(command, DEALER, **({} if command is c.Reveal else {"position": position}))
    refusal = table.refuses(c.Settle, DEALER, position=4, wager="cover_all")
    assert (refusal.code, refusal.clause) == ("order", "UTH-13(j)")
    for position in (5, 2):
        assert table.refuses(c.Settle, DEALER, position=position, wager="cover_all").code == "out-of-order"
    settle_all(table)
    lines = [(event.position, event.wager) for event in table.seen(e.WagerSettled)]
    assert lines == [
        *((4, wager) for wager in ("ante", "blind")),
        *((5, wager) for wager in ("ante", "blind", "play", "trips")),
        *((2, wager) for wager in ("ante", "blind", "play", "trips")),
        (4, "trips"),
        *((position, "cover_all") for position in (5, 4, 2)),
    ]
    assert [event.position for event in table.seen(e.CardsRacked)] == [5, 4, 2]
    assert kept_at(table) == 2


# --- the explanation -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("uth", ("ante", "blind", "play", "UTH-")),
        ("hi-lo", ("ante", "play", "HL-")),
        ("top-five", ("ante", "play", "T5-")),
        ("pik-it", ("ante", "five_card_bonus", "PK-")),
    ],
)
def test_a_settled_round_explains_itself_with_the_results_that_were_paid(game: str, words: tuple[str, ...]) -> None:
    table = at_the_reveal(game, (2,))
    table.dealer.by_hand = frozenset()
    table.finish("play")
    text = table.explain("Ann")
    assert all(word in text or word.replace("_", " ") in text for word in words), text
    lines = {line.wager: (line.outcome, line.paid, line.returned) for line in table.round.hands[2].lines}
    told = {line.wager: (line.outcome.value, line.paid, line.returned) for line in table.settlement(2).results}
    assert told == lines
    assert all(line.facts for line in table.settlement(2).results)
    assert table.view(player("Ann"))["round"]["hands"][2]["results"]


def test_what_turns_on_other_wagers_is_explained_with_them() -> None:
    """A bonus on the ante, what a limit cut, and a folded hand that stays on the table for its trips."""
    table = dealt("hi-lo", {1: {"ante": 10}}, cards="As 2c Ah 3c Ad 4c 6c 5c 2d 6d")
    table.finish("play")
    assert table.settlement(1)["ante_bonus"].facts == ("three aces: 5 to 1 on the ante",)

    table = dealt("uth", {1: {"ante": 500, "blind": 500, "trips": 100}}, cards="As 2c Ks 3d 4h Qs Js Ts 5h 6d 7c")
    table.finish("check")
    assert "$250,000.00 cut to $50,000.00" in table.settlement(1)["blind"].facts[-1]
    assert "$5,000.00 cut to $0.00" in table.settlement(1)["trips"].facts[-1]

    table = dealt("uth", {1: {"ante": 10, "blind": 10, "trips": 5, "cover_all": 5}}, cards="As Ah 2c 7d", **COVER_ALL)
    table.finish("fold")
    assert "(dealer)" not in table.settlement(1)["cover_all"].facts[1]
