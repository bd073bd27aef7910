"""What the rules mean by their words: round, deal, stub, burn, flop, check, rank, face card."""

from __future__ import annotations

from typing import Any

import pytest
from tables import DEALER, DEVICE, FLOOR, METHODS, SIDE_BETS, arranged, dealt, player, scene

from pitboss.cards import FACE_CARDS, notation
from pitboss.games.common import in_cents
from pitboss.hands import five
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.views import AUDITOR
from support import case

ANN = player("Ann")


# --- a round ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "last", "clause"),
    [
        case("HL-40.1-round", "hi-lo", "poker_bonus", "HL-40.1-round"),
        case("PK-39.1/round-of-play", "pik-it", "ante", "PK-39.1/round-of-play"),
        case("T5-1.B(5)", "top-five", "poker_bonus", "T5-1.B(5)"),
        case("UTH-1(round)", "uth", "trips", "UTH-1(round)"),
    ],
)
def test_a_round_lasts_until_every_wager_is_settled(game: str, last: str, clause: str) -> None:
    """The round stands before its last wager, a folded player's side bet where that is kept (in Pik-It an ante)."""
    table = scene(game, {1: SIDE_BETS[game]}, by_hand=(c.Settle,))
    table.run()
    fold = "fold" if game != "pik-it" else "play_5"
    for _ in range(20):
        table.run()
        move = table.due
        assert move is not None
        if move.command is c.Settle:
            hand = table.hand("Ann")
            unsettled = [name for name in hand.wagers if not hand.settled(name)]
            if unsettled == [last] or (last == "ante" and table.round.dealer.announced):
                break
            table.asks(c.Settle, DEALER, position=1, wager=move.open["wager"].values[0])  # type: ignore[union-attr]
        elif move.command is c.Pick:
            table.asks(c.Pick, ANN, position=1, places=(1, 2, 3))
        else:
            actions = [m.given["action"] for m in table.legal("Ann") if m.command is c.Act]
            table.act("Ann", fold if fold in actions else "check")
    assert not table.hand("Ann").settled(last)
    for kind, by, given in (
        (c.ClearTable, DEALER, {}),
        (c.NoMoreBets, DEALER, {}),
        (c.Shuffle, DEALER, {"deck": "red", "order": tuple(range(52)), "salt": "0" * 16}),
    ):
        assert table.refuses(kind, by, **given).clause == clause, kind
    assert table.refuses(c.Bet, ANN, position=1, wager="ante", amount=in_cents(10)).code == "bets-closed"
    assert table.state.rounds == 1
    table.dealer.by_hand = frozenset()
    table.run()
    assert table.state.playing is None
    assert table.seen(e.RoundEnded)[0].number == 1
    assert {line.outcome for line in table.round.hands[1].lines} <= {"win", "lose", "push", "forfeit"}
    table.bet_anew()
    table.run()
    assert table.state.rounds == 2


@pytest.mark.clause("HL-40.1-round", "HL-R6")
def test_a_round_that_is_over_is_not_opened_again() -> None:
    table = dealt("hi-lo", 1)
    table.finish()
    ended = table.round
    for kind, by, given in (
        (c.Settle, DEALER, {"position": 1}),
        (c.Act, ANN, {"position": 1, "action": "play", "amount": in_cents(10)}),
        (c.ClearTable, DEALER, {}),
    ):
        assert table.refuses(kind, by, **given).code == "no-round"
    assert table.refuses(c.HandCount, DEALER, position=1, cards=4).code == "no-round"
    table.asks(c.ForeignCard, FLOOR)
    assert (table.round, table.state.decks) == (ended, ())


# --- the deal and the stub -------------------------------------------------------------------------------------------


@pytest.mark.clause("T5-1.B(4)", "T5-R37")
def test_the_deal_is_the_cards_of_each_position_and_the_dealers() -> None:
    table = dealt("top-five", 3)
    dealt_to: dict[int, list[int]] = {0: [], 1: [], 2: [], 3: []}
    for event in table.seen(e.CardsDealt):
        for position, cards in event.deals:
            dealt_to[position] += cards
    assert {position: tuple(cards) for position, cards in dealt_to.items()} == {
        position: hand.cards for position, hand in table.round.hands.items()
    }
    assert {len(cards) for cards in dealt_to.values()} == {7}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("game", "players", "stub"),
    [
        case("HL-40.1-stub", "hi-lo", 7, 12),
        case("HL-40.1-stub", "hi-lo", 1, 42),
        case("HL-40.1-stub", "hi-lo", 4, 27),
        case("PK-39.1/stub", "pik-it", 6, 17),
        case("PK-39.1/stub", "pik-it", 9, 2),
        *(case("T5-1.B(6)", "top-five", players, 45 - 7 * players) for players in range(1, 7)),
        case("UTH-1(stub)", "uth", 1, 41),
        case("UTH-1(stub)", "uth", 6, 31),
    ],
)
def test_the_stub_is_what_is_left_when_all_cards_of_the_round_are_out(
    game: str, players: int, stub: int, method: str
) -> None:
    nine: dict[str, Any] = {"positions": 9} if game == "pik-it" else {}
    table = scene(game, players, by_hand=(c.RackStub,), **nine, **METHODS[method])
    table.run()
    while table.turn:
        table.answer(others="check")
    assert table.due is not None
    assert table.due.command is c.RackStub
    assert table.view()["round"]["undealt"] == stub
    table.asks(c.CountStub, DEALER, cards=stub)
    assert table.seen(e.StubCounted)[0].right
    assert len(next(group for group in table.round.discards if group.name == "stub").cards) == stub


@pytest.mark.clause("T5-1.B(8)")
def test_face_cards_are_the_twelve_jacks_queens_and_kings() -> None:
    assert notation(FACE_CARDS) == "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks"


# --- Hold 'Em's own words --------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-1(burn)")
def test_a_burned_card_goes_to_the_rack_and_nobody_learns_its_face() -> None:
    table = dealt("uth", 2, by_hand=(c.DealCommunity,))
    table.answer(others="check")
    (burn,) = table.seen(e.CardBurned)
    face = table.round.shown((burn.card,))
    assert type(burn.card) is int
    assert face not in repr(burn)
    assert [(group.name, group.cards) for group in table.round.rack] == [("burn", (burn.card,))]
    for viewer in (None, DEALER, FLOOR, DEVICE, AUDITOR, ANN, player("Bob")):
        seen = table.view(viewer)
        assert seen["round"]["burned"] == 1
        assert face not in str(seen["round"])


@pytest.mark.clause("UTH-1(check)", "UTH-R22")
def test_a_check_keeps_every_wager_and_the_player_is_asked_again() -> None:
    table = dealt("uth", {1: SIDE_BETS["uth"]})
    table.act("Ann", "check")
    hand = table.hand("Ann")
    assert hand.wagers == {name: in_cents(dollars) for name, dollars in SIDE_BETS["uth"].items()}
    assert not hand.lines
    assert len(table.round.board) == 3
    assert {move.given["action"] for move in table.legal("Ann") if move.command is c.Act} == {"check", "play"}


@pytest.mark.clause("UTH-1(flop)", "UTH-1(community).1")
def test_three_community_cards_then_two_and_no_sixth() -> None:
    table = dealt("uth", 2, by_hand=(c.DealCommunity,))
    table.act("Ann", "check")
    early = table.refuses(c.DealCommunity, DEALER)
    assert (early.code, early.clause) == ("out-of-order", "UTH-10(b).2")
    table.act("Bob", "check")
    flop = table.asks(c.DealCommunity, DEALER)
    assert [type(event) for event in flop] == [e.CommunityDealt]
    assert table.view()["round"]["board"] == flop[0].faces  # type: ignore[attr-defined]
    assert len(table.round.board) == 3
    table.answer(others="check")
    table.asks(c.DealCommunity, DEALER)
    table.run()
    sixth = table.refuses(c.DealCommunity, DEALER)
    assert (sixth.code, sixth.clause) == ("board-complete", "UTH-1(community).1")
    table.finish()
    assert [len(event.cards) for event in table.seen(e.CommunityDealt)] == [3, 2]


@pytest.mark.clause("UTH-1(rank)")
def test_every_wager_is_ranked_by_one_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    """If that evaluator takes every hand for a royal flush, so does every wager."""
    royal = five.value((32, 36, 40, 44, 48))
    progressive = {"seed": 100_000, "contribution": 100, "rows": {"royal_flush": "$700"}}
    options = {**METHODS["automated-shoe"], "cover_all": True, "cover_all_mode": True, "progressive": progressive}
    bets = {1: {**SIDE_BETS["uth"], "cover_all": 5, "progressive": 5}}
    cards = arranged({1: "2c 3d"}, "9h Jd", "4h 7s 8s Tc Kd", stacks=True)
    monkeypatch.setattr(five, "value", lambda cards: royal)
    table = dealt("uth", bets, cards=cards, **options)
    table.finish("check")
    lines = {line.wager: (line.outcome, line.paid) for line in table.round.hands[1].lines}
    assert (lines["ante"], lines["play"], lines["blind"]) == (("push", 0),) * 3
    assert lines["trips"] == ("win", in_cents(5 * 50))
    assert lines["progressive"] == ("win", in_cents(700))
    assert lines["cover_all"][1] > in_cents(5 * 100)
