from __future__ import annotations

import re
from typing import Any

import pytest

from pitboss.cards import notation, parse
from pitboss.errors import CardError, WagerError
from pitboss.law import register
from support import case, outcomes, play

WIN, LOSE, PUSH, FORFEIT, VOID = "win", "lose", "push", "forfeit", "void"
PLAYER_LOW = "2c 3c 4c 5c 6c 7c 8c"
DEALER_LOW = "2d 3d 4d 5d 6d 7d 8d"


def filled(top: str, low: str) -> str:
    kept = parse(top)
    return notation(kept + parse(low)[: 7 - len(kept)])


def hand(player: str, dealer: str = "Qh Jh", options: dict[str, Any] | None = None, **kw: Any) -> Any:
    """A hand by its cards from ten to ace; the rest are low cards."""
    wagers = {"ante": 10, **kw.pop("wagers", {})}
    if not kw.get("folded"):
        wagers.setdefault("play", 10)
    return play(
        "top-five",
        options,
        player=filled(player, PLAYER_LOW),
        dealer=filled(dealer, DEALER_LOW),
        wagers=wagers,
        **kw,
    )


@pytest.mark.parametrize(
    ("player", "dealer", "ante", "bet", "net"),
    [
        case("T5-11.C(2) T5-11.C(3)(a) T5-R7", "Ac", "Qh Th", (PUSH, 0), (LOSE, 0), -10),
        case("T5-11.C(2) T5-11.C(3)(b)", "Qc Jd Td", "Qh Th", (PUSH, 0), (WIN, 10), 10),
        case("T5-11.C(2) T5-11.C(3)(c)", "Jc Tc", "Qh Th", (PUSH, 0), (LOSE, 0), -10),
        case("T5-11.C(2) T5-11.C(3)(d)", "Tc Td", "Jh Th", (PUSH, 0), (WIN, 10), 10),
        case("T5-11.C(2) T5-11.C(3)(e)", "Qc Tc", "Qh Th", (PUSH, 0), (PUSH, 0), 0),
        case("T5-11.C(3)(e) T5-R5", "", "", (PUSH, 0), (PUSH, 0), 0),
        case("T5-11.C(2)", "Kc", "Ah", (PUSH, 0), (LOSE, 0), -10),
        case("T5-11.C(4)(a) T5-R2", "Ac Ad", "Qh Jh Th", (LOSE, 0), (LOSE, 0), -20),
        case("T5-11.C(4)(b)", "Qc Jd Td", "Ah As", (WIN, 10), (WIN, 10), 20),
        case("T5-11.C(4)(c)", "Ac Kc", "Ah As", (LOSE, 0), (LOSE, 0), -20),
        case("T5-11.C(4)(d) T5-R3", "Kc Tc", "Qh Jh", (WIN, 10), (WIN, 10), 20),
        case("T5-11.C(4)(e) T5-R2", "Ac Ad Kc Kd Qc Tc", "Ah As Kh Ks Qh Jh", (PUSH, 0), (PUSH, 0), 0),
        case("T5-7.E(1) T5-12.A.1 T5-12.A.2 T5-R8", "Kc Kd", "Qh Jh", (WIN, 10), (WIN, 10), 20),
    ],
)
def test_ante_and_play(
    request: pytest.FixtureRequest,
    player: str,
    dealer: str,
    ante: tuple[str, int],
    bet: tuple[str, int],
    net: int,
) -> None:
    settled = hand(player, dealer)
    assert outcomes(settled) == {"ante": ante, "play": bet}
    assert settled.net == net * 100
    named = next(mark.args for mark in request.node.iter_markers("clause"))
    cases = [clause for clause in named if re.search(r"11\.C\([34]\)\(", clause)]
    assert all(clause in settled["play"].clauses for clause in cases)


@pytest.mark.clause("T5-12.A.1", "T5-12.A.2")
def test_ante_and_play_pay_even_money() -> None:
    assert outcomes(hand("Kc Kd", wagers={"ante": 25, "play": 25})) == {"ante": (WIN, 25), "play": (WIN, 25)}


TOPS = {
    7: "Ac Kc Qd Jd Td Ad Kd",
    6: "Ac Kc Qd Jd Td Ad",
    5: "Ac Kc Qd Jd Td",
    4: "Ac Kc Qd Jd",
    3: "Ac Kc Qd",
}


@pytest.mark.parametrize(
    ("table", "cards"),
    [
        case(f"T5-12.B({chapter})({letter}) T5-12.B T5-11.C(7) T5-7.E(2)(a)", table, cards)
        for chapter, table in ((1, "A"), (2, "B"), (3, "C"))
        for letter, cards in (("a", 7), ("b", 6), ("c", 5), ("d", 4))
    ],
)
def test_every_row_of_every_top_five_bonus_table(table: str, cards: int) -> None:
    win, stake = register("T5").data["top_five_bonus"][table][str(cards)]
    settled = hand(TOPS[cards], wagers={"top_five_bonus": 10}, options={"top_five_bonus_pay_table": table})
    assert outcomes(settled)["top_five_bonus"] == (WIN, 10 * win / stake)
    assert settled["top_five_bonus"].returned == 1000
    few = hand(TOPS[3], wagers={"top_five_bonus": 10}, options={"top_five_bonus_pay_table": table})
    assert outcomes(few)["top_five_bonus"] == (LOSE, 0)


POKER = {
    "royal flush": "As Ks Qs Js Ts",
    "four of a kind": "Jc Jd Jh Js",
    "full house": "Tc Td Th Ac Ad",
    "five card straight": "Ac Kd Qc Jd Tc",
    "three of a kind": "Qc Qd Qh",
    "two pairs": "Kc Kd Tc Td",
    "pair of aces or kings": "Kc Kd",
}


@pytest.mark.parametrize(
    ("table", "row"),
    [
        case(f"T5-12.Bbis({chapter})({letter}) T5-12.Bbis T5-11.C(9) T5-7.E(2)(b)", table, row)
        for chapter, table in ((1, "A"), (2, "B"), (3, "C"))
        for letter, row in zip("abcdefg" if table != "B" else "abcdef", POKER, strict=False)
    ],
)
def test_every_row_of_every_poker_bonus_table(table: str, row: str) -> None:
    win, stake = register("T5").data["poker_bonus"][table][row]
    settled = hand(POKER[row], "", wagers={"poker_bonus": 10}, options={"poker_bonus_pay_table": table})
    assert outcomes(settled)["poker_bonus"] == (WIN, 10 * win / stake)
    assert settled["poker_bonus"].returned == 1000


@pytest.mark.parametrize(
    ("table", "top", "expected"),
    [
        case("T5-12.Bbis(1)(g) T5-R9 T5-R10", "A", "Ac Ad", (WIN, 10)),
        case("T5-12.Bbis(1)(g)", "A", "Qc Qd", (LOSE, 0)),
        case("T5-12.Bbis(1)(g)", "A", "Ac Kd Qc Jd", (LOSE, 0)),
        case("T5-12.Bbis(2)(f)", "B", "Ac Ad", (LOSE, 0)),
        case("T5-12.Bbis(3)(g)", "C", "Tc Td", (LOSE, 0)),
        case("T5-R9 T5-R10", "A", "Ac Ad Kc Kd Qc Qd", (WIN, 30)),
        case("T5-11.C(9)", "C", "Qc Qd", (LOSE, 0)),
    ],
)
def test_what_else_the_poker_bonus_pays(table: str, top: str, expected: tuple[str, int]) -> None:
    settled = hand(top, "", wagers={"poker_bonus": 10}, options={"poker_bonus_pay_table": table})
    assert outcomes(settled)["poker_bonus"] == expected


@pytest.mark.clause("T5-7.E(2)(b)", "T5-7.E(2)(a)")
def test_low_cards_never_help_the_bonuses() -> None:
    settled = play(
        "top-five", player="Kc Kd Tc 9c 9d 9h 2c", dealer=filled("Qh Jh", DEALER_LOW),
        wagers={"ante": 10, "play": 10, "top_five_bonus": 5, "poker_bonus": 5},
    )  # fmt: skip
    assert outcomes(settled)["poker_bonus"] == (WIN, 5), "a pair of kings, not a full house"
    assert outcomes(settled)["top_five_bonus"] == (LOSE, 0)


@pytest.mark.clause("T5-12.B", "T5-12.Bbis", "T5-R12")
def test_the_two_tables_are_chosen_independently() -> None:
    options = {"top_five_bonus_pay_table": "B", "poker_bonus_pay_table": "C"}
    settled = hand("Qc Qd Qh Tc Jc", "", options=options, wagers={"top_five_bonus": 10, "poker_bonus": 10})
    assert (outcomes(settled)["top_five_bonus"], outcomes(settled)["poker_bonus"]) == ((WIN, 40), (WIN, 50))


@pytest.mark.clause("T5-11.B(3)", "T5-R20", "T5-R7", "T5-11.B(2)(a)")
def test_a_fold_loses_the_ante_and_never_a_bonus() -> None:
    settled = hand("Qc Qd Qh Tc", "Qs Ts", folded=True, wagers={"top_five_bonus": 10, "poker_bonus": 10})
    assert outcomes(settled) == {"ante": (FORFEIT, 0), "top_five_bonus": (WIN, 10), "poker_bonus": (WIN, 70)}
    without_dealer = play("top-five", player=filled("", PLAYER_LOW), folded=True, wagers={"ante": 10})
    assert without_dealer.net == -1000


@pytest.mark.parametrize(
    ("wagers", "clause"),
    [
        case("T5-1.B(1).1", {"ante": 0, "play": 0, "poker_bonus": 5}, "T5-1.B(1).1"),
        case("T5-11.B(1)(a)", {"play": 14}, "T5-11.B(1)(a)"),
        case("T5-11.B(1)(a)", {"play": 30}, "T5-11.B(1)(a)"),
        case("T5-1.B(2) T5-11.B(1)", {"play": 0}, "T5-11.B(1)"),
        case("T5-7.A.2", {"blind": 10}, "T5-7.A.2"),
    ],
)
def test_wagers_against_the_rules_are_refused(wagers: dict[str, int], clause: str) -> None:
    with pytest.raises(WagerError) as caught:
        hand("Kc Kd", wagers=wagers)
    assert caught.value.clause == clause


@pytest.mark.clause("T5-11.B(1)(b)", "T5-7.A.1")
def test_no_play_wager_after_a_fold_and_no_coupons() -> None:
    with pytest.raises(WagerError) as caught:
        hand("Kc Kd", folded=True, wagers={"play": 10})
    assert caught.value.clause == "T5-11.B(1)(b)"
    with pytest.raises(WagerError) as caught:
        hand("Kc Kd", match_play=5)
    assert caught.value.clause == "T5-7.A.1"


@pytest.mark.clause("T5-13.C.1", "T5-R49")
def test_a_hand_is_seven_cards_of_one_deck() -> None:
    for player in ("Kc Kd 2c 3c 4c 5c", "Kc Kd 2c 3c 4c 5c 6c 7c"):
        with pytest.raises(CardError) as caught:
            play("top-five", player=player, dealer=filled("", DEALER_LOW), wagers={"ante": 10, "play": 10})
        assert caught.value.clause == "T5-13.C.1"
    with pytest.raises(CardError) as caught:
        play("top-five", player=filled("", PLAYER_LOW), dealer=filled("", PLAYER_LOW), wagers={"ante": 10, "play": 10})
    assert caught.value.clause == "T5-R49"


@pytest.mark.parametrize(
    "irregularity",
    [
        case("T5-13.A T5-R64", "face_up_card"),
        case("T5-13.C.1 T5-13.C.2", "player_count"),
        case("T5-13.C.1 T5-13.C.2", "dealer_count"),
        case("T5-13.D.1 T5-13.D.2", "shoe_fault"),
        case("T5-8.F(4)", "stub_misdeal"),
        case("T5-8.F(5).1", "stub_deck"),
        case("T5-R67", "drawn_seen"),
    ],
)
def test_a_void_round_gives_every_wager_back(irregularity: str) -> None:
    wagers = {"ante": 10, "play": 10, "top_five_bonus": 5, "poker_bonus": 5}
    settled = hand(TOPS[7], wagers=wagers, irregularity=irregularity)
    assert outcomes(settled) == dict.fromkeys(wagers, (VOID, 0))
    assert settled.net == 0


@pytest.mark.parametrize(
    ("method", "misdeal", "deck"),
    [
        case("T5-8.F(4) T5-8.F(5).1", "manual-shoe", "T5-8.F(4)", "T5-8.F(5).1"),
        case("T5-9.D(4) T5-9.D(5).1", "hand", "T5-9.D(4)", "T5-9.D(5).1"),
        case("T5-10.C(3) T5-10.C(4).1", "automated-shoe", "T5-10.C(3)", "T5-10.C(4).1"),
    ],
)
def test_a_void_after_a_stub_count_cites_the_dealing_method_in_use(method: str, misdeal: str, deck: str) -> None:
    for irregularity, clause in (("stub_misdeal", misdeal), ("stub_deck", deck)):
        settled = hand("Kc Kd", options={"dealing_method": method}, irregularity=irregularity)
        assert settled["ante"].clauses[0] == clause
        assert settled.net == 0
