"""The dealer's hand and the settlement: nothing too early, one player at a time, in the order and by the amounts."""

from __future__ import annotations

from typing import Any

import pytest
from playing import BY_PLAYER, POSITIONS, at_the_reveal, next_task, place_of, settle_all
from tables import DEALER, FLOOR, METHODS, arranged, dealt, player

from pitboss.cards import parse
from pitboss.hands.hi_lo import house_way
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.outcome import results
from support import case

# --- the dealer's hand -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-10(f).1 UTH-10(f).2", "uth", "UTH-10(f).1"),
        case("HL-40.10(c)-1", "hi-lo", "HL-40.10(c)-1"),
        case("T5-11.B(4).1", "top-five", "T5-11.B(4).1"),
        case("PK-39.10(d)/1", "pik-it", "PK-39.10(d)/1"),
    ],
)
def test_the_dealers_cards_stay_down_until_every_player_has_decided_and_then_everyone_sees_them(
    game: str, clause: str, method: str
) -> None:
    table = dealt(game, 2, by_hand=(c.Reveal,), **METHODS[method])
    while table.turn:
        refusal = table.refuses(c.Reveal, DEALER)
        assert (refusal.code, refusal.clause) == ("out-of-order", clause)
        move = table.due
        assert move is not None
        if move.command is c.SetHand:
            table.set(table.turn, 1, 2)
        else:
            actions = [m.given["action"] for m in table.legal(table.turn) if m.command is c.Act]
            table.act(table.turn, actions[0])
    viewers = (None, player("Ann"), player("Bob"), DEALER, FLOOR)
    before = {table.view(viewer)["round"]["hands"][0]["cards"] for viewer in viewers}
    assert before == {" ".join(["??"] * table.rules.each)}
    table.asks(c.Reveal, DEALER)
    assert {table.view(viewer)["round"]["hands"][0]["cards"] for viewer in viewers} == {table.cards_at(0)}


@pytest.mark.parametrize(
    ("game", "method", "where"),
    [
        *(case("UTH-10(f).1", "uth", method, "on the layout") for method in METHODS),
        case("PK-39.10(d)/7 PK-R38", "pik-it", "automated-shoe", "beside the shoe"),
    ],
)
def test_the_cover_card_comes_off_before_the_dealers_cards_are_turned_up(game: str, method: str, where: str) -> None:
    table = at_the_reveal(game, **METHODS[method])
    assert table.view()["round"]["cover"] == "on the dealer's cards"
    table.asks(c.Reveal, DEALER)
    assert table.names()[:2] == ["CoverLifted", "CardsTurnedUp"]
    assert table.view()["round"]["cover"] == where


@pytest.mark.clause("PK-39.10(d)/7")
@pytest.mark.parametrize("method", ["manual-shoe", "hand"])
def test_without_an_automated_shoe_no_cover_card_lies_on_pik_its_dealer_hand(method: str) -> None:
    table = at_the_reveal("pik-it", **METHODS[method])
    table.asks(c.Reveal, DEALER)
    assert table.names()[0] == "CardsTurnedUp"
    assert table.round.cover == ""


def revealed(game: str, dealer: str, **options: Any) -> list[tuple[str, str]]:
    """What the dealer announces, with the cards set out."""
    deck = parse(dealer)
    hand = "9h 8h 7c 6c 5c 3h 2c" if len(deck) == 7 else "9h 8h 7c 6c 5d"
    table = at_the_reveal(game, (1,), arranged({1: hand}, dealer), **options)
    table.asks(c.Reveal, DEALER)
    assert table.names()[0] == "CardsTurnedUp"
    return [(event.words, event.cards) for event in table.seen(e.HandAnnounced)]


@pytest.mark.clause("PK-39.10(d)/2", "PK-39.10(d)/3", "PK-39.10(d)/5", "PK-39.10(d)/6")
def test_pik_its_dealer_sets_out_and_announces_the_five_cards_and_then_the_three() -> None:
    (five, set_out), (three, marked) = revealed("pik-it", "4c Kd 4h Ac Ks")
    assert five.startswith("five cards: two pair")
    assert [card[0] for card in set_out.split()] == ["K", "K", "4", "4", "A"]
    assert three.startswith("three cards: pair")
    assert sorted(card[0] for card in marked.split()) == ["A", "K", "K"]


@pytest.mark.parametrize(
    ("must_qualify", "dealer", "called"),
    [
        case("PK-39.10(d)/4", True, "Ac Qd Jh Ts 9c", True),
        case("PK-39.10(d)/4", True, "Ac Kd 4h 3s 2c", False),
        case("PK-39.10(d)/4", False, "Ac Qd Jh Ts 9c", False),
    ],
)
def test_no_qualify_is_announced_only_by_a_dealer_below_ace_king_who_must_qualify(
    must_qualify: bool, dealer: str, called: bool
) -> None:
    words = [words for words, _ in revealed("pik-it", dealer, dealer_must_qualify=must_qualify)]
    assert ("No qualify" in words) is called
    assert words[0].startswith("five cards:")
    assert words[-1].startswith("three cards:")


@pytest.mark.clause("PK-39.10(d)/6", "PK-39.10(d)/3")
def test_both_dealer_hands_are_announced_before_any_settlement_even_if_all_folded_or_played_five() -> None:
    for action in ("fold", "play_5"):
        table = dealt("pik-it", 2, by_hand=(c.Reveal,))
        table.finish(action)
        table.happened.clear()
        table.dealer.by_hand = frozenset()
        table.run()
        assert table.names()[1:3] == ["HandAnnounced", "HandAnnounced"]
        assert table.happened[2].words.startswith("three cards:")  # type: ignore[attr-defined]


@pytest.mark.clause("T5-11.B(4).2", "T5-11.B(4).1")
def test_twos_to_nines_are_out_of_the_dealers_hand_though_all_seven_cards_are_shown() -> None:
    ((words, kept),) = revealed("top-five", "Kc Jd 9s 8c 4h 3s 2d")
    assert kept == "Kc Jd"
    assert words.startswith("2 cards")


@pytest.mark.parametrize(
    ("hand", "dealer", "board", "dealers", "players"),
    [
        case(
            "UTH-10(f).4 UTH-10(f).3",
            *("Ah 9d", "Kc Kd", "Ks 7h 7d 2c 3s", ("full house, kings full of sevens", "Kc Kd Ks 7h 7d"), "pair"),
        ),
        case(
            "UTH-10(h).3 UTH-10(f).3",
            *(
                "9h 9c",
                "Qc Jd",
                "9s 4d 4c Kh 2s",
                ("pair of fours", "4d 4c Kh Qc Jd"),
                "full house, nines full of fours",
            ),
        ),
    ],
)
def test_hold_ems_dealer_sets_out_the_best_five_of_seven_and_announces_every_hand_before_money_moves(
    hand: str, dealer: str, board: str, dealers: tuple[str, str], players: str
) -> None:
    table = at_the_reveal("uth", (1,), arranged({1: hand}, dealer, board))
    settle_all(table)
    own, other = table.seen(e.HandAnnounced)
    assert own.words.startswith(dealers[0])
    assert set(own.cards.split()) == set(dealers[1].split())
    assert players in other.words
    assert table.happened.index(other) < place_of(table, e.WagerSettled, 1)


@pytest.mark.clause("HL-R1", "HL-R37", "HL-40.10(c)-2")
def test_hi_los_dealer_may_only_set_the_totals_of_the_house_way() -> None:
    dealer = "9c 5d 5h Kc As"
    table = at_the_reveal("hi-lo", (1,), arranged({1: "9h 8h 7c 6c 5c"}, dealer))
    faces = parse(dealer)
    low = tuple(faces.index(card) + 1 for card in house_way(faces).low)
    assert low == (2, 3)
    for wrong in ((1, 2), (4, 5), (3, 5), (2,), ()):
        refusal = table.refuses(c.Reveal, DEALER, low=wrong)
        assert (refusal.code, refusal.clause) == ("house-way", "HL-40.10(c)-2")
    table.asks(c.Reveal, DEALER, low=(3, 2))


@pytest.mark.clause("HL-R1")
def test_of_cards_with_equal_values_a_live_dealer_may_lay_either_low() -> None:
    for low in ((2, 4), (3, 4)):
        table = at_the_reveal("hi-lo", (1,), arranged({1: "9h 8h 7c 6c 5c"}, "Ks 5d 5h 2c Qc"))
        table.asks(c.Reveal, DEALER, low=low)


# --- the order of settlement -----------------------------------------------------------------------------------------

_HOLES = {1: "2c 3d", 3: "4h 6c", 6: "9s 7d"}
LOST = arranged(_HOLES, "Ks Kd", "Kh Qc 8d 5s Th")
"""The dealer's three kings beat everyone."""
NO_PAIR = arranged(_HOLES, "Ks Jd", "Qc 8d 5s Ts 2h")
"""The dealer has king high."""
ORDERS: list[Any] = [
    case("UTH-10(h).1", "uth", {}, LOST, "UTH-10(h).1"),
    case("UTH-10(g).1", "uth", {}, NO_PAIR, "UTH-10(h).1"),
    case("HL-40.10(d)-1", "hi-lo", {}, "", "HL-40.10(d)-1"),
    case("T5-11.C.1", "top-five", {}, "", "T5-11.C.1"),
    case("PK-39.10(e)2", "pik-it", BY_PLAYER, "", "PK-39.10(e)2"),
]


@pytest.mark.parametrize(("game", "options", "cards", "clause"), ORDERS)
def test_players_are_settled_from_the_dealers_far_right_counterclockwise(
    game: str, options: dict[str, Any], cards: str, clause: str
) -> None:
    table = at_the_reveal(game, cards=cards, **options)
    table.asks(c.Reveal, DEALER)
    for turn in (6, 3, 1):
        assert next_task(table) == (c.Show, turn)
        for other in set(POSITIONS) - {turn}:
            for command in (c.Show, c.Settle, c.RackHand):
                refusal = table.refuses(command, DEALER, position=other)
                assert (refusal.code, refusal.clause) == ("out-of-order", clause)
        while next_task(table)[1] == turn:
            table.asks(next_task(table)[0], DEALER, position=turn)


@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        case("UTH-10(h).4 UTH-10(h).1", "uth", {}, "UTH-10(h).4"),
        case("HL-R44", "hi-lo", {}, "HL-R44"),
        case("T5-11.C(5)", "top-five", {}, "T5-11.C(5)"),
        case("PK-39.10(e)2", "pik-it", BY_PLAYER, "PK-39.10(e)2"),
    ],
)
def test_nobody_else_is_begun_while_a_player_has_an_open_wager(game: str, options: dict[str, Any], clause: str) -> None:
    table = at_the_reveal(game, (3, 6), **options)
    table.asks(c.Reveal, DEALER)
    table.asks(c.Show, DEALER, position=6)
    for command in (c.Show, c.Settle):
        refusal = table.refuses(command, DEALER, position=3)
        assert (refusal.code, refusal.clause) == ("out-of-order", clause)
    table.asks(c.Settle, DEALER, position=6, wager="ante")
    assert table.refuses(c.Show, DEALER, position=3).clause == clause
    settle_all(table)
    events = [event.position for event in table.seen(e.WagerSettled)]
    assert events == sorted(events, reverse=True)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        case("UTH-10(h).2", "uth", "UTH-10(h).2"),
        case("HL-40.10(d)-2", "hi-lo", "HL-40.10(d)-2"),
        case("T5-11.C.2", "top-five", "T5-11.C.2"),
    ],
)
def test_a_hand_is_turned_up_at_its_turn_before_its_wagers_are_settled(game: str, clause: str) -> None:
    table = at_the_reveal(game)
    table.asks(c.Reveal, DEALER)
    for turn, later in ((6, (3, 1)), (3, (1,)), (1, ())):
        refusal = table.refuses(c.Settle, DEALER, position=turn)
        assert (refusal.code, refusal.clause) == ("out-of-order", clause)
        table.asks(c.Show, DEALER, position=turn)
        for viewer in (None, player("Ann"), DEALER):
            hands = table.view(viewer)["round"]["hands"]
            assert hands[turn]["cards"] == table.cards_at(turn)
            hidden = [p for p in later if viewer != player(table.round.hands[p].player)]
            assert all(set(hands[p]["cards"]) == {"?", " "} for p in hidden)
        while next_task(table)[1] == turn:
            table.asks(next_task(table)[0], DEALER, position=turn)


@pytest.mark.parametrize(
    ("game", "options", "cards"),
    [
        case("UTH-10(h).5", "uth", {}, LOST),
        case(
            "T5-11.C(5)(a).2",
            "top-five",
            {},
            arranged(
                {1: "2c 3d 4h 5s 6c 7d 8c", 3: "2d 3h 4s 5c 6d 7h 8d", 6: "2h 3s 4c 5d 6h 7s 8h"},
                "Ac Ad Kc Kd Qc Jc Tc",
            ),
        ),
        case("PK-39.10(e)2.iii PK-39.10(e)2.i", "pik-it", BY_PLAYER, ""),
        case("HL-40.10(g)", "hi-lo", {}, ""),
    ],
)
def test_a_settled_hand_goes_to_the_rack_before_the_next_one_is_shown(
    game: str, options: dict[str, Any], cards: str
) -> None:
    table = at_the_reveal(game, cards=cards, **options)
    done = settle_all(table)
    assert done == [("Reveal", 0)] + [(step, p) for p in (6, 3, 1) for step in ("Show", "Settle", "RackHand")]
    assert [(event.group, event.position) for event in table.seen(e.CardsRacked)] == [("hand", p) for p in (6, 3, 1)]
    for position in POSITIONS:
        assert place_of(table, e.HandAnnounced, position) < place_of(table, e.WagerSettled, position)


# --- one player's wagers ---------------------------------------------------------------------------------------------

EVERY_WAGER: list[Any] = [
    case("UTH-10(h)(4).1 UTH-R40", "uth", {"trips": 5}, ("ante", "blind", "play", "trips"), "UTH-R40"),
    case("HL-R44", "hi-lo", {"tie": 5, "poker_bonus": 5}, ("ante", "play", "tie", "poker_bonus"), "HL-R44"),
    case(
        "T5-R19",
        "top-five",
        {"top_five_bonus": 5, "poker_bonus": 5},
        ("ante", "play", "top_five_bonus", "poker_bonus"),
        "T5-R19",
    ),
]


@pytest.mark.parametrize(("game", "more", "order", "clause"), EVERY_WAGER)
def test_a_players_wagers_are_settled_in_the_order_of_the_rules(
    game: str, more: dict[str, int], order: tuple[str, ...], clause: str
) -> None:
    table = at_the_reveal(game, (2, 5), wagers=more)
    table.asks(c.Reveal, DEALER)
    table.asks(c.Show, DEALER, position=5)
    for place, wager in enumerate(order):
        for later in order[place + 1 :]:
            refusal = table.refuses(c.Settle, DEALER, position=5, wager=later)
            named = table.rules.cite(f"order-{later}") or (clause,)
            assert (refusal.code, refusal.clause) == ("order", named[0])
        table.asks(c.Settle, DEALER, position=5, wager=wager)
    settle_all(table)
    assert [(event.position, event.wager) for event in table.seen(e.WagerSettled)] == [
        (position, wager) for position in (5, 2) for wager in order
    ]


@pytest.mark.clause("T5-R26", "UTH-11(b)", "HL-40.11(b)")
@pytest.mark.parametrize("game", ["uth", "hi-lo", "top-five", "pik-it"])
def test_a_dealer_who_means_to_pay_a_wrong_amount_is_told_the_right_one(game: str) -> None:
    table = at_the_reveal(game, (2,), **(BY_PLAYER if game == "pik-it" else {}))
    table.asks(c.Reveal, DEALER)
    table.asks(c.Show, DEALER, position=2)
    (line,) = results(table.rules, table.state, 2, ("ante",))
    for wrong in (line.paid + 100, line.paid - 100, 1):
        refusal = table.refuses(c.Settle, DEALER, position=2, wager="ante", pays=wrong)
        assert (refusal.code, refusal.clause) == ("wrong-payment", line.clauses[0])
        assert f"{line.paid / 100:.0f}" in refusal.message
    table.asks(c.Settle, DEALER, position=2, wager="ante", pays=line.paid)


@pytest.mark.clause("T5-11.C(5)(a).1")
def test_a_lost_wager_goes_to_the_rack_before_the_next_one_is_settled() -> None:
    cards = arranged({1: "2c 3d 4h 5s 6c 7d 8c"}, "Ac Ad Kc Kd Qc Jc Tc")
    table = at_the_reveal("top-five", (1,), cards, {"poker_bonus": 5})
    table.asks(c.Reveal, DEALER)
    table.asks(c.Show, DEALER, position=1)
    before = table.state.books["rack"]
    for wager, taken in (("ante", 10_00), ("play", 20_00)):
        table.asks(c.Settle, DEALER, position=1, wager=wager)
        assert table.state.books["rack"] == before + taken
    assert table.state.books["wager:1:poker_bonus"] == 5_00


@pytest.mark.clause("T5-11.C.3", "T5-11.C(1).1", "T5-11.C(1).2")
@pytest.mark.parametrize(
    ("cards", "words", "kept"),
    [
        ("Qc Td 9c 7h 6s 5d 2c", ("2 cards", "queen"), "Qc Td"),
        ("Kc Kd Qh Qs Jc Td 4h", ("6 cards", "two pair", "kings", "queens"), "Kc Kd Qh Qs Jc Td"),
        ("9c 8d 7h 6s 5c 4d 2h", ("no card",), ""),
    ],
)
def test_the_dealer_takes_out_twos_to_nines_and_announces_the_best_hand_before_money_moves(
    cards: str, words: tuple[str, ...], kept: str
) -> None:
    table = at_the_reveal("top-five", (1,), arranged({1: cards}, "As Ah Ks 3c 3d 3h 3s"))
    settle_all(table)
    call = next(event for event in table.seen(e.HandAnnounced) if event.position == 1)
    assert set(call.cards.split()) == set(kept.split())
    assert all(word in call.words for word in words), call.words
    shown = next(event for event in table.seen(e.CardsTurnedUp) if event.position == 1)
    assert shown.faces == table.cards_at(1)
    assert table.happened.index(call) < place_of(table, e.WagerSettled, 1)


@pytest.mark.clause("HL-40.10(e)", "HL-40.10(f)")
def test_three_aces_are_settled_and_every_wager_with_them_is_explained_by_itself() -> None:
    cards = arranged({1: "As Ad Ac Kh 2d"}, "Ks Qs Jd 9c 8d")
    table = at_the_reveal("hi-lo", (1,), cards, {"tie": 5, "poker_bonus": 5})
    table.asks(c.Reveal, DEALER)
    table.asks(c.Show, DEALER, position=1)
    assert table.refuses(c.Settle, DEALER, position=1, wager="tie").clause == "HL-R44"
    settle_all(table)
    settled = {result.wager: result for result in table.settlement(1).results}
    assert set(settled) == {"ante", "play", "tie", "poker_bonus", "ante_bonus"}
    assert settled["ante_bonus"].facts == ("three aces: 5 to 1 on the ante",)
    assert [event.clauses[0] for event in table.seen(e.WagerSettled) if event.wager != "play"] == [
        "HL-40.10(d)-1", "HL-40.10(e)", "HL-40.10(e)", "HL-40.10(f)",
    ]  # fmt: skip
    assert all(result.facts for result in settled.values())
