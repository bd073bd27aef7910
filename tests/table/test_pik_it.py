"""Pik-It Poker: hands turned up seat by seat, two procedures of settlement, two deliveries of the dealer's stack."""

from __future__ import annotations

from typing import Any

import pytest
from playing import POSITIONS, STEPS, at_the_reveal, name_at, seats, settle_all
from tables import DEALER, METHODS, WAGERS, Scene, arranged, dealt, player

from pitboss.table import commands as c
from pitboss.table import events as e

# --- Pik-It's two procedures -----------------------------------------------------------------------------------------

# Seat 6 loses on three cards, seat 3 wins on five, seat 1 wins on five.
PIK_IT = arranged({1: "As Ad Ac 7h 2c", 3: "Ks Kd Kc 8h 3c", 6: "2h 4d 6s 8c Tc"}, "Qs Qd 9c 7c 5d")


def pik_it(order: str, **options: Any) -> Scene:
    """Cid at 6 plays three and loses, Bob at 3 and Ann at 1 play five and win; Dan at 2 folds."""
    bets = dict.fromkeys(POSITIONS, WAGERS["pik-it"])
    table = dealt("pik-it", bets, cards=PIK_IT, settlement_order=order, by_hand=(c.Reveal,), **options)
    table.answer(Cid="play_3", others="play_5")
    table.dealer.by_hand = frozenset(STEPS)
    table.happened.clear()
    return table


def shape(table: Scene) -> list[tuple[str, int]]:
    """Announcements, collections, payments and pick-ups after the dealer's hand, by position."""
    words = {e.HandAnnounced: "call", e.CardsRacked: "rack"}
    done = []
    for event in table.happened:
        if isinstance(event, e.WagerSettled):
            done.append(("take" if event.outcome == "lose" else "pay", event.position))
        elif type(event) in words and event.position:  # type: ignore[attr-defined]
            done.append((words[type(event)], event.position))  # type: ignore[attr-defined]
    return list(dict.fromkeys(done))


@pytest.mark.clause("PK-39.10(e)1", "PK-39.10(e)1.i", "PK-39.10(e)1.ii", "PK-39.10(e)1.iii", "PK-39.10(e)1.iv")
def test_procedure_one_goes_round_the_table_step_by_step() -> None:
    table = pik_it("by-step")
    settle_all(table)
    assert shape(table) == [
        *(("call", position) for position in (6, 3, 1)),
        ("take", 6),
        *(("pay", position) for position in (3, 1)),
        *(("rack", position) for position in (6, 3, 1)),
    ]
    paid = {(event.position, event.wager): event.paid // 100 for event in table.seen(e.WagerSettled)}
    assert paid == {
        (6, "ante"): 0,
        (6, "play_3"): 0,
        (3, "ante"): 10,
        (3, "play_5"): 10,
        (1, "ante"): 10,
        (1, "play_5"): 10,
    }


@pytest.mark.clause("PK-39.10(e)2", "PK-39.10(e)2.i", "PK-39.10(e)2.ii", "PK-39.10(e)2.iii")
def test_procedure_two_finishes_one_player_after_the_other() -> None:
    table = pik_it("by-player")
    settle_all(table)
    assert shape(table) == [
        *(("call", 6), ("take", 6), ("rack", 6)),
        *(("call", 3), ("pay", 3), ("rack", 3)),
        *(("call", 1), ("pay", 1), ("rack", 1)),
    ]


@pytest.mark.parametrize("order", ["by-step", "by-player"])
@pytest.mark.clause("PK-39.10(e)1.i", "PK-39.10(e)2.i")
def test_the_hand_that_is_announced_is_the_one_the_play_wager_calls_for(order: str) -> None:
    table = pik_it(order)
    settle_all(table)
    calls = {event.position: event.words.split(":")[0] for event in table.seen(e.HandAnnounced) if event.position}
    assert calls == {6: "three cards", 3: "five cards", 1: "five cards"}


@pytest.mark.clause("PK-39.10(e)1.i")
def test_folded_seats_are_skipped_in_the_announcements() -> None:
    table = dealt("pik-it", dict.fromkeys(POSITIONS, WAGERS["pik-it"]), cards=PIK_IT, by_hand=(c.Reveal,))
    table.answer(Bob="fold", others="play_5")
    table.dealer.by_hand = frozenset(STEPS)
    table.happened.clear()
    settle_all(table)
    assert [event.position for event in table.seen(e.HandAnnounced) if event.position] == [6, 1]


@pytest.mark.clause("PK-39.10(e)1", "PK-39.10(e)1.i", "PK-39.10(e)1.ii", "PK-39.10(e)1.iii", "PK-39.10(e)1.iv")
def test_in_procedure_one_nothing_is_done_before_the_step_before_it_is_complete() -> None:
    table = pik_it("by-step")
    table.asks(c.Reveal, DEALER)

    def clause(command: type[c.Command], position: int) -> str:
        refusal = table.refuses(command, DEALER, position=position)
        assert refusal.code == "out-of-order"
        return refusal.clause

    assert clause(c.Settle, 6) == "PK-39.10(e)1.i"
    for position in (6, 3, 1):
        assert clause(c.Settle, 1 if position != 1 else 3) == "PK-39.10(e)1"
        table.asks(c.Show, DEALER, position=position)
    assert clause(c.RackHand, 6) == "PK-39.10(e)1.ii"
    assert clause(c.Settle, 3) == "PK-39.10(e)1"
    table.asks(c.Settle, DEALER, position=6)
    for position in (3, 1):
        assert clause(c.RackHand, position) == "PK-39.10(e)1.iii"
        table.asks(c.Settle, DEALER, position=position)
    assert clause(c.Settle, 6) == "PK-39.10(e)1.iv"
    for position in (6, 3, 1):
        table.asks(c.RackHand, DEALER, position=position)


@pytest.mark.clause("PK-39.10(e)1.iii", "PK-R32", "PK-39.10(f)/2")
@pytest.mark.parametrize("order", ["by-step", "by-player"])
def test_against_a_dealer_who_does_not_qualify_play_five_goes_back_in_the_payment_step(order: str) -> None:
    cards = arranged({1: "As Ad Ac 7h 2c"}, "Qs Jd 9c 7c 5d")
    options = {"settlement_order": order, "dealer_must_qualify": True}
    table = at_the_reveal("pik-it", (1,), cards, **options)
    settle_all(table)
    lines = [(event.wager, event.outcome, event.paid, event.returned) for event in table.seen(e.WagerSettled)]
    assert lines == [("ante", "win", 10_00, 10_00), ("play_5", "push", 0, 10_00)]


@pytest.mark.clause("PK-R39")
@pytest.mark.parametrize("delivery", ["immediate", "after-decisions"])
def test_both_deliveries_of_the_dealers_stack_settle_alike(delivery: str) -> None:
    bets = dict.fromkeys(POSITIONS, WAGERS["pik-it"])
    hands = {1: "As Ad Ac 7h 2c", 3: "Ks Kd Kc 8h 3c", 6: "2h 4d 6s 8c Tc"}
    deck = arranged(hands, "Qs Qd 9c 7c 5d", stacks=True)
    options = {**METHODS["automated-shoe"], "dealer_stack_delivery": delivery}
    table = dealt("pik-it", bets, cards=deck, by_hand=(c.Deliver, c.Reveal), **options)
    assert table.round.waits is (delivery == "after-decisions")
    if table.round.waits:
        assert table.refuses(c.Deliver, DEALER).code == "out-of-order"
    table.answer(Cid="play_3", others="play_5")
    if table.round.waits:
        refusal = table.refuses(c.Reveal, DEALER)
        assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(d)/1")
        table.asks(c.Deliver, DEALER)
    table.dealer.by_hand = frozenset()
    table.run()
    assert [table.chips(name) - 10_000_00 for name in ("Ann", "Bob", "Cid")] == [40_00, 40_00, -30_00]
    stub, first = (table.names().index(name) for name in ("StubRacked", "Decided"))
    assert (stub < first) is (delivery == "immediate")


# --- Pik-It's reveal, seat by seat -----------------------------------------------------------------------------------


@pytest.mark.clause("PK-39.10(c)1", "PK-39.10(c)", "PK-R9")
def test_pik_its_cards_are_turned_up_seat_by_seat_before_bonus_and_choice() -> None:
    table = dealt("pik-it", seats("pik-it", 3, 6, three_card_bonus=5), by_hand=(c.Show, c.Settle, c.Reveal))
    for position in (6, 3):
        table.asks(c.Pick, player(name_at(table, position)), position=position, places=(1, 3, 5))
        table.until(c.Settle).asks(c.Settle, DEALER, position=position)
    for position in (6, 3):
        name = name_at(table, position)
        shown = table.view()["round"]["hands"][position]["cards"].split()
        assert [card == "??" for card in shown] == [False, True, False, True, False]
        refusal = table.refuses(c.Settle, DEALER, position=position)
        assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(c)1")
        refusal = table.refuses(c.Act, player(name), position=position, action="play_3", amount=10_00)
        assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(c)1")
        table.asks(c.Show, DEALER, position=position)
        assert table.view()["round"]["hands"][position]["cards"] == table.cards_at(position)
        refusal = table.refuses(c.Act, player(name), position=position, action="play_3", amount=10_00)
        assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(c)2")
        table.asks(c.Settle, DEALER, position=position)
        table.asks(c.Act, player(name), position=position, action="play_3", amount=10_00)


@pytest.mark.clause("PK-39.10(c)")
def test_pik_its_dealer_finishes_one_seat_before_the_next() -> None:
    table = dealt("pik-it", seats("pik-it", 1, 6), by_hand=(c.Show, c.Settle))
    for command in (c.Show, c.Settle):
        refusal = table.refuses(command, DEALER, position=1)
        assert (refusal.code, refusal.clause) == ("out-of-order", "PK-39.10(c)")
