"""Hand-worked cases for consequence_oracle; each cites the clause it rests on.

Three positions are in play: 1 (ann), 2 (bob) and 3 (ann again; at Hold 'Em cyd, since
there a player has one position only, UTH-12).
A case lists only what differs from a quiet outcome.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from consequence_oracle import (
    Dealing,
    Game,
    ImpossibleFactError,
    Moment,
    Outcome,
    Report,
    Round,
    consequences,
)

POS = (1, 2, 3)
DUE: dict[str, int] = {"hi-lo": 5, "top-five": 7, "pik-it": 5, "uth": 2}
WAGERS: dict[str, dict[int, tuple[str, ...]]] = {
    "hi-lo": {1: ("ante", "play"), 2: ("ante", "tie"), 3: ("ante", "poker_bonus")},
    "top-five": {1: ("ante", "play"), 2: ("ante", "poker_bonus"), 3: ("ante",)},
    "pik-it": {
        1: ("ante", "five_card_bonus", "play_3"),
        2: ("ante", "five_card_bonus"),
        3: ("ante", "five_card_bonus", "three_card_bonus"),
    },
    "uth": {
        1: ("ante", "blind", "trips", "progressive"),
        2: ("ante", "blind", "cover_all"),
        3: ("ante", "blind", "trips"),
    },
}
TP = frozenset({"trips", "progressive"})


def every(game: str, *positions: int) -> frozenset[tuple[int, str]]:
    """All wagers of these positions (of all, if none is named)."""
    return frozenset((p, w) for p in (positions or POS) for w in WAGERS[game][p])


def but_trips() -> frozenset[tuple[int, str]]:
    return frozenset(x for x in every("uth") if x[1] not in TP)


def full(game: str) -> dict[int, int]:
    return dict.fromkeys((*POS, 0), DUE[game])


def moment(game: str, **changes: Any) -> Moment:
    """Right after the deal, before any decision; the stub is not taken (uth) or taken."""
    sizes = changes.pop("hand_sizes", full(game))
    changes.setdefault("all_answered", changes.get("all_decided", False))
    base = Moment(
        first_card_dealt=True,
        initial_deal_complete=True,
        hand_sizes=sizes,
        hand_size_due=DUE[game],
        community=0,
        burned=0,
        undealt=52 - sum(sizes.values()),
        stub="not-taken" if game == "uth" else "taken",
        all_decided=False,
        somebody_to_decide_before_next_community=game == "uth",
        dealer_revealed=False,
        dealer_waits_in_shoe=False,
        out_of_shoe=True,
        settled=frozenset(),
        last_wager_settled=False,
        table_cleared=False,
        racked=frozenset(),
        up=frozenset(),
    )
    return replace(base, **changes)


def before(game: str) -> Moment:
    return moment(
        game,
        hand_sizes={},
        first_card_dealt=False,
        initial_deal_complete=False,
        undealt=52,
        stub="not-taken",
        out_of_shoe=False,
    )


def dealing(game: str, sizes: dict[int, int], **changes: Any) -> Moment:
    return moment(
        game,
        hand_sizes=sizes,
        initial_deal_complete=False,
        stub="not-taken",
        out_of_shoe=False,
        **changes,
    )


def first_pass(game: str) -> Moment:
    return dealing(game, {1: 1, 2: 1, 3: 1, 0: 1})


def stacks(game: str, number: int) -> Moment:
    """An automated shoe has given out this many stacks."""
    return dealing(game, dict.fromkeys((*POS, 0)[:number], DUE[game]))


def waiting(game: str, **changes: Any) -> Moment:
    """Players have their cards, the dealer's stack waits in the shoe."""
    return moment(game, dealer_waits_in_shoe=True, out_of_shoe=False, stub="not-taken", **changes)


def decided(game: str, **changes: Any) -> Moment:
    return moment(game, all_decided=True, somebody_to_decide_before_next_community=False, **changes)


def revealed(game: str, **changes: Any) -> Moment:
    extra: dict[str, Any] = {"dealer_revealed": True, "up": frozenset({0})}
    if game == "uth":
        extra |= {"community": 5, "burned": 2, "stub": "racked"}
    return decided(game, **(extra | changes))


def folded(game: str, **changes: Any) -> Moment:
    """Everybody has folded, and the dealer's hand is still to be turned up."""
    return decided(game, last_wager_settled=True, settled=every(game), **changes)


def scarce(game: str) -> Moment:
    """The first pass of the deal is done, and no more cards are left than the round needs."""
    wanted = 4 * (DUE[game] - 1) + (7 if game == "uth" else 0)
    return replace(first_pass(game), undealt=wanted)


def over(game: str, **changes: Any) -> Moment:
    return revealed(game, last_wager_settled=True, settled=every(game), **changes)


def board(cards: int, **changes: Any) -> Moment:
    burned = {0: 0, 3: 1, 5: 2}[cards]
    extra: dict[str, Any] = {
        "somebody_to_decide_before_next_community": cards < 5,
        "stub": "taken" if cards == 5 else "not-taken",
    }
    return moment(
        "uth",
        community=cards,
        burned=burned,
        undealt=44 - cards - burned,
        **(extra | changes),
    )


def short_dealer() -> Moment:
    """Hold 'Em before the flop, the dealer's hand counted as one card and not yet completed."""
    return board(0, initial_deal_complete=False, hand_sizes={**full("uth"), 0: 1})


def table(game: Game, dealt: Dealing, *reports: Report, **changes: Any) -> Round:
    third = "cyd" if game == "uth" else "ann"
    base = Round(
        game=game,
        dealing=dealt,
        delivery_after_decisions=any(r.moment.dealer_waits_in_shoe for r in reports),
        positions=POS,
        player_of={1: "ann", 2: "bob", 3: third},
        wagers=WAGERS[game],
        count_due=False,
        reports=reports,
    )
    return replace(base, **changes)


def face_up(m: Moment) -> Report:
    return Report("face-up", m)


def drawn(m: Moment, seen: bool) -> Report:
    return Report("drawn", m, seen=seen)


def hand(m: Moment, position: int, cards: int, undealt: int | None = None) -> Report:
    return Report("hand-count", m, position=position, cards=cards, undealt=undealt)


def counted(m: Moment, hands: dict[int, int]) -> Report:
    """Every hand, after one was found wrong behind a right stub count."""
    return Report("hand-count", m, hands=hands)


def stub(m: Moment, cards: int, hands: dict[int, int]) -> Report:
    return Report("stub-count-wrong", m, cards=cards, hands=hands)


def shown(m: Moment, where: Any, position: int | None = None, by_player: bool = False) -> Report:
    return Report("exposed", m, where=where, position=position, by_player=by_player)


def dead(m: Moment, at_once: bool, position: int = 5) -> Report:
    return Report("dead-cards", m, position=position, at_once=at_once)


def foreign(m: Moment) -> Report:
    return Report("foreign-card", m)


def shoe(m: Moment) -> Report:
    return Report("shoe-fault", m)


def gone(m: Moment, player: str) -> Report:
    return Report("departed", m, player=player)


def breach(m: Moment, player: str, limb: Any) -> Report:
    return Report("breach", m, player=player, limb=limb)


def ruled(m: Moment, player: str, ruling: Any) -> Report:
    return Report("ruled", m, player=player, ruling=ruling)


def confirmed(m: Moment, player: str, limb: Any) -> Report:
    """The floor confirms that breach."""
    return Report("ruled", m, player=player, limb=limb, ruling="forfeit")


QUIET = Outcome(
    round_void=False,
    alive=frozenset(),
    void_hands=frozenset(),
    returned=frozenset(),
    forfeited=frozenset(),
    waits_for_ruling=frozenset(),
    deck_leaves=False,
    whole_deck_counted=False,
    set_aside=0,
    dead=0,
    dealer_completed=0,
    short_hands_completed=frozenset(),
    reshuffled_before_deal=False,
    public=frozenset(),
    nothing_follows=(),
)


@dataclass(frozen=True)
class Case:
    clause: str
    round_: Round
    expected: dict[str, Any]


def case(clause: str, round_: Round, flags: str, **expected: Any) -> Case:
    """flags: one letter per report, n = nothing follows, e = it has an effect."""
    expected["nothing_follows"] = tuple(letter == "n" for letter in flags)
    return Case(clause, round_, expected)


def voided(game: str, **more: Any) -> dict[str, Any]:
    return {"round_void": True, "returned": every(game)} | more


def trips_live(**more: Any) -> dict[str, Any]:
    return {"round_void": True, "alive": TP, "returned": but_trips()} | more


def hands(game: str, **changes: int) -> dict[int, int]:
    """Hands of the inquiry; h1=6 means hand 1 has six cards."""
    result = full(game)
    for name, cards in changes.items():
        result[int(name[1:])] = cards
    return result


H, T, P, U = "hi-lo", "top-five", "pik-it", "uth"
COUNTED_H, COUNTED_T, COUNTED_P = (moment(game, stub="counted-right") for game in (H, T, P))
COUNTED_U = board(5, stub="counted-right")
MS: Dealing = "manual-shoe"
HD: Dealing = "hand"
AS: Dealing = "automated-shoe"

HI_LO = [
    case("HL-40.12(a): one find is set aside", table("hi-lo", MS, face_up(first_pass(H))), "e", set_aside=1),
    case("HL-40.12(a): one find, from the hand", table("hi-lo", HD, face_up(first_pass(H))), "e", set_aside=1),
    case(
        "HL-R19: two single finds add up",
        table("hi-lo", MS, face_up(first_pass(H)), face_up(first_pass(H))),
        "ee",
        **voided(H, set_aside=1),
    ),
    case("HL-R58: from the call on 40.12(a) applies", table("hi-lo", MS, face_up(before(H))), "e", set_aside=1),
    case(
        "HL-R58, R19: before the first stack, hand 1 is short",
        table("hi-lo", AS, face_up(before(H))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({1}),
    ),
    case(
        "HL-R19: the stack of hand 3 is short",
        table("hi-lo", AS, face_up(stacks(H, 2))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({3}),
    ),
    case(
        "HL-R19: the dealer's stack is short",
        table("hi-lo", AS, face_up(stacks(H, 3))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({0}),
    ),
    case(
        "HL-R19: delivered with four, that stack lost the card",
        table("hi-lo", AS, face_up(dealing(H, {1: 4}))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({1}),
    ),
    case(
        "HL-R19: second find before the stack is completed",
        table("hi-lo", AS, face_up(stacks(H, 1)), face_up(dealing(H, {1: 5, 2: 4}))),
        "ee",
        **voided(H, set_aside=1),
    ),
    case(
        "HL-R19: a short stack is not a wrong hand",
        table("hi-lo", AS, face_up(stacks(H, 0)), hand(dealing(H, {1: 4, 2: 5}), 1, 4)),
        "en",
        set_aside=1,
        short_hands_completed=frozenset({1}),
    ),
    case("HL-R19: in the stub after the deal", table("hi-lo", MS, face_up(moment(H))), "n"),
    case("HL-40.12(c): drawn unseen", table("hi-lo", MS, drawn(first_pass(H), False)), "n"),
    case("HL-R20: drawn and seen is a find", table("hi-lo", MS, drawn(first_pass(H), True)), "e", set_aside=1),
    case(
        "HL-R20: find and drawn seen add up",
        table("hi-lo", MS, face_up(first_pass(H)), drawn(first_pass(H), True)),
        "ee",
        **voided(H, set_aside=1),
    ),
    case("HL-R19: drawn from the stub and seen", table("hi-lo", MS, drawn(moment(H), True)), "n"),
    case(
        "HL-40.12(d): a player's six cards",
        table("hi-lo", MS, hand(moment(H), 1, 6)),
        "e",
        void_hands=frozenset({1}),
        returned=every(H, 1),
    ),
    case(
        "HL-40.12(d): two players, each alone",
        table("hi-lo", MS, hand(moment(H), 1, 6), hand(moment(H), 2, 4)),
        "ee",
        void_hands=frozenset({1, 2}),
        returned=every(H, 1, 2),
    ),
    case(
        "HL-R51: passed over",
        table("hi-lo", MS, hand(moment(H), 2, 0)),
        "e",
        void_hands=frozenset({2}),
        returned=every(H, 2),
    ),
    case(
        "HL-R22: after its settlement, table not cleared",
        table("hi-lo", MS, hand(over(H), 1, 6)),
        "e",
        void_hands=frozenset({1}),
        returned=every(H, 1),
    ),
    case("HL-R22: after the table is cleared", table("hi-lo", MS, hand(over(H, table_cleared=True), 1, 6)), "n"),
    case(
        "HL-40.12(d): the dealer's four are completed",
        table("hi-lo", MS, hand(moment(H), 0, 4)),
        "e",
        dealer_completed=1,
    ),
    case(
        "HL-R21: also when the stub is racked",
        table("hi-lo", MS, hand(decided(H, stub="racked"), 0, 4)),
        "e",
        dealer_completed=1,
    ),
    case("HL-40.12(d): the dealer's three void", table("hi-lo", MS, hand(moment(H), 0, 3)), "e", **voided(H)),
    case("HL-40.12(d): the dealer's six void", table("hi-lo", MS, hand(moment(H), 0, 6)), "e", **voided(H)),
    case(
        "HL-40.12(d): closed shoe, the card comes later",
        table("hi-lo", AS, hand(moment(H, stub="not-taken", out_of_shoe=False), 0, 4)),
        "e",
        dealer_completed=1,
    ),
    case(
        "HL-40.12(f), N3: void before the shoe is emptied",
        table(
            "hi-lo",
            AS,
            hand(moment(H, stub="not-taken", initial_deal_complete=False, out_of_shoe=False), 0, 4),
            shoe(moment(H, stub="not-taken", initial_deal_complete=False, out_of_shoe=False)),
        ),
        "ee",
        **voided(H),
    ),
    case("HL-R6: dealer's six after the last settlement", table("hi-lo", MS, hand(over(H), 0, 6)), "n"),
    case(
        "HL-R16, N11: right stub, one wrong hand: not 52",
        table("hi-lo", MS, hand(moment(H, stub="counted-right"), 1, 6), counted(COUNTED_H, hands(H, h1=6))),
        "ee",
        **voided(H, deck_leaves=True),
    ),
    case(
        "HL-R16, N11: right stub, dealer has four: not 52, no repair",
        table("hi-lo", MS, hand(COUNTED_H, 0, 4), counted(COUNTED_H, full(H) | {0: 4})),
        "ee",
        **voided(H, deck_leaves=True),
    ),
    case(
        "HL-R15, R16, N11: right stub, six and four are 52",
        table("hi-lo", MS, hand(COUNTED_H, 1, 6), counted(COUNTED_H, hands(H, h1=6, h2=4))),
        "ee",
        void_hands=frozenset({1, 2}),
        returned=every(H, 1, 2),
    ),
    case(
        "N11: right stub, a wrong hand, and the round is void before all are counted",
        table("hi-lo", MS, hand(COUNTED_H, 1, 6), shown(COUNTED_H, "dealer")),
        "ee",
        **voided(H, whole_deck_counted=True),
    ),
    case(
        "HL-R16: a void hand counted before the stub counts as it is",
        table("hi-lo", MS, hand(moment(H), 1, 6), hand(moment(H, stub="counted-right"), 2, 5)),
        "en",
        void_hands=frozenset({1}),
        returned=every(H, 1),
    ),
    case(
        "HL-40.7(f)1: in a due round a racked stub was counted right",
        table("hi-lo", MS, hand(decided(H, stub="racked"), 1, 6), count_due=True),
        "e",
    ),
    case(
        "HL-R57, R22: wrong deck after settlement, hand still void",
        table("hi-lo", MS, hand(over(H, stub="counted-right"), 1, 6), counted(over(H), hands(H, h1=6))),
        "ee",
        deck_leaves=True,
        void_hands=frozenset({1}),
        returned=every(H, 1),
    ),
    case(
        "HL-R15: misdeal revealed by the stub count",
        table("hi-lo", MS, stub(moment(H), 31, hands(H, h1=6))),
        "e",
        **voided(H),
    ),
    case(
        "HL-R15: also when only the dealer has four",
        table("hi-lo", MS, stub(moment(H), 33, hands(H, h0=4))),
        "e",
        **voided(H),
    ),
    case(
        "HL-40.7(f)2: no misdeal, the deck goes",
        table("hi-lo", MS, stub(moment(H), 31, full(H))),
        "e",
        **voided(H, deck_leaves=True),
    ),
    case(
        "HL-R16: misdealt and not 52",
        table("hi-lo", MS, stub(moment(H), 31, hands(H, h1=4))),
        "e",
        **voided(H, deck_leaves=True),
    ),
    case(
        "HL-R16: a card set aside belongs to the 52",
        table("hi-lo", MS, face_up(first_pass(H)), stub(moment(H), 32, full(H))),
        "ee",
        **voided(H, deck_leaves=True, set_aside=1),
    ),
    case(
        "HL-R57: stub found wrong after settlement",
        table("hi-lo", MS, stub(over(H), 31, full(H))),
        "e",
        deck_leaves=True,
    ),
    case("HL-R16: foreign card", table("hi-lo", MS, foreign(first_pass(H))), "e", **voided(H, deck_leaves=True)),
    case(
        "HL-R57: foreign card between call and first card",
        table("hi-lo", MS, foreign(before(H))),
        "e",
        **voided(H, deck_leaves=True),
    ),
    case("HL-R57: foreign card after settlement", table("hi-lo", MS, foreign(over(H))), "e", deck_leaves=True),
    case(
        "HL-R56: foreign card after a find too many",
        table("hi-lo", MS, face_up(first_pass(H)), face_up(first_pass(H)), foreign(first_pass(H))),
        "eee",
        **voided(H, deck_leaves=True, set_aside=1),
    ),
    case(
        "HL-R20: a player's card exposed stands",
        table("hi-lo", MS, shown(moment(H), "player", 2)),
        "e",
        public=frozenset({2}),
    ),
    case(
        "HL-R20: by whomever, while dealing",
        table("hi-lo", MS, shown(first_pass(H), "player", 2, True)),
        "e",
        public=frozenset({2}),
    ),
    case("HL-R59: a racked hand", table("hi-lo", MS, shown(decided(H, racked=frozenset({2})), "player", 2)), "n"),
    case(
        "HL-R20: dealer's card while dealing", table("hi-lo", MS, shown(first_pass(H), "dealer", 0)), "e", **voided(H)
    ),
    case("HL-R20: dealer's card after the elections", table("hi-lo", MS, shown(decided(H), "dealer", 0)), "n"),
    case(
        "HL-R20: a player exposed it, ann waits on both hands",
        table("hi-lo", MS, shown(moment(H), "dealer", 1, True)),
        "e",
        round_void=True,
        returned=every(H, 2),
        waits_for_ruling=frozenset({"ann"}),
    ),
    case(
        "HL-R20: ruled lost",
        table("hi-lo", MS, shown(moment(H), "dealer", 1, True), ruled(moment(H), "ann", "forfeit")),
        "ee",
        round_void=True,
        returned=every(H, 2),
        forfeited=every(H, 1, 3),
    ),
    case(
        "HL-R20: ruled back",
        table("hi-lo", MS, shown(moment(H), "dealer", 1, True), ruled(moment(H), "ann", "stand")),
        "ee",
        **voided(H),
    ),
    case(
        "HL-R59: exposed by a player in a void round",
        table("hi-lo", MS, hand(moment(H), 0, 3), shown(moment(H), "dealer", 1, True)),
        "en",
        **voided(H),
    ),
    case(
        "HL-R56: still waits when a second reason voids",
        table("hi-lo", MS, shown(moment(H), "dealer", 2, True), hand(moment(H), 0, 3)),
        "en",
        round_void=True,
        returned=every(H, 1, 3),
        waits_for_ruling=frozenset({"bob"}),
    ),
    case("HL-R51: dead card", table("hi-lo", MS, dead(first_pass(H), False)), "e", dead=1),
    case("HL-R51: too few are left", table("hi-lo", MS, dead(scarce(H), False)), "e", **voided(H, dead=1)),
    case("HL-R51: too few after a find", table("hi-lo", MS, face_up(scarce(H))), "e", **voided(H, set_aside=1)),
    case("HL-R6: everybody folded, the dealer has three", table("hi-lo", MS, hand(folded(H), 0, 3)), "e", **voided(H)),
    case("HL-R51: dead stack", table("hi-lo", AS, dead(stacks(H, 2), False)), "e", dead=5),
    case("HL-R51: noticed at once", table("hi-lo", MS, dead(first_pass(H), True)), "n"),
    case(
        "HL-R51, N11: dead card after a right stub count",
        table("hi-lo", MS, dead(moment(H, stub="counted-right"), False)),
        "e",
        dead=1,
    ),
    case(
        "HL-R51, N11: and the stub's number stands, a hand is short",
        table("hi-lo", MS, dead(moment(H, stub="counted-right"), False), stub(moment(H), 32, full(H) | {2: 4})),
        "ee",
        **voided(H, dead=1),
    ),
    case(
        "HL-R51, N11: and the stub's number stands, no hand is wrong",
        table("hi-lo", MS, dead(moment(H, stub="counted-right"), False), stub(moment(H), 32, full(H))),
        "ee",
        **voided(H, dead=1, deck_leaves=True),
    ),
    case("HL-40.12(f): shoe jams while dealing", table("hi-lo", AS, shoe(stacks(H, 1))), "e", **voided(H)),
    case("HL-R24: once the stub is out", table("hi-lo", AS, shoe(moment(H))), "n"),
    case(
        "HL-R17: void before the stub, count due",
        table("hi-lo", AS, shoe(stacks(H, 1)), count_due=True),
        "e",
        **voided(H, whole_deck_counted=True),
    ),
    case(
        "HL-R17: void after the stub was taken, before it is counted",
        table("hi-lo", MS, hand(moment(H), 0, 3), count_due=True),
        "e",
        **voided(H, whole_deck_counted=True),
    ),
    case(
        "HL-R56: a deck that leaves is not shuffled again",
        table("hi-lo", MS, foreign(first_pass(H)), count_due=True),
        "e",
        **voided(H, deck_leaves=True),
    ),
    case("HL-R18: shuffler with the other deck", table("hi-lo", MS, Report("shuffler-fault", first_pass(H))), "n"),
    case("HL-R42: departed before deciding", table("hi-lo", MS, gone(moment(H), "ann")), "e"),
    case("HL-R42: departed after deciding", table("hi-lo", MS, gone(decided(H), "ann")), "n"),
    case("HL-40.6(d): talk has no consequence", table("hi-lo", MS, breach(moment(H), "ann", "talk")), "n"),
    case(
        "HL-R16: more cards than the stub could have given",
        table("hi-lo", MS, hand(moment(H), 1, 38)),
        "e",
        **voided(H, deck_leaves=True),
    ),
    case(
        "HL-R16: the stub has just enough",
        table("hi-lo", MS, hand(moment(H), 1, 37)),
        "e",
        void_hands=frozenset({1}),
        returned=every(H, 1),
    ),
    case(
        "HL-R51: mid-deal, passed over",
        table("hi-lo", MS, hand(first_pass(H), 2, 0)),
        "e",
        void_hands=frozenset({2}),
        returned=every(H, 2),
    ),
    case(
        "HL-R51: mid-deal, its turn is still to come",
        table("hi-lo", MS, hand(dealing(H, {1: 2, 2: 1, 3: 1, 0: 1}), 2, 1)),
        "n",
    ),
]

PIK_IT = [
    case("PK-39.12(a): one find", table("pik-it", MS, face_up(first_pass(P))), "e", set_aside=1),
    case(
        "PK-39.12(a): two finds",
        table("pik-it", MS, face_up(first_pass(P)), drawn(first_pass(P), True)),
        "ee",
        **voided(P, set_aside=1),
    ),
    case(
        "PK-R45: short stack of hand 2",
        table("pik-it", AS, face_up(stacks(P, 1))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({2}),
    ),
    case("PK-R45: in the waiting dealer's stack", table("pik-it", AS, face_up(waiting(P))), "e", **voided(P)),
    case("PK-39.12(d): however reported", table("pik-it", AS, shown(waiting(P), "dealer", 0)), "e", **voided(P)),
    case("PK-R45: drawn from it and seen", table("pik-it", AS, drawn(waiting(P), True)), "e", **voided(P)),
    case("PK-R47: in the stub after the deal", table("pik-it", MS, face_up(moment(P))), "n"),
    case("PK-39.12(b): drawn unseen", table("pik-it", HD, drawn(first_pass(P), False)), "n"),
    case("PK-39.12(c): a player's four", table("pik-it", MS, hand(moment(P), 2, 4)), "e", **voided(P)),
    case(
        "PK-39.12(c): the dealer's four are not completed", table("pik-it", MS, hand(moment(P), 0, 4)), "e", **voided(P)
    ),
    case("PK-R47: too late", table("pik-it", MS, hand(over(P), 2, 4)), "n"),
    case(
        "PK-R42, N11: right stub, wrong hand",
        table("pik-it", MS, hand(COUNTED_P, 2, 4), counted(COUNTED_P, hands(P, h2=4))),
        "ee",
        **voided(P, deck_leaves=True),
    ),
    case(
        "PK-39.12(c), N11: right stub, six and four",
        table("pik-it", MS, hand(COUNTED_P, 2, 4), counted(COUNTED_P, hands(P, h1=6, h2=4))),
        "ee",
        **voided(P),
    ),
    case(
        "PK-39.7(e)2: misdeal by the count", table("pik-it", MS, stub(moment(P), 33, hands(P, h2=4))), "e", **voided(P)
    ),
    case(
        "PK-39.7(e)2: wrong deck", table("pik-it", MS, stub(moment(P), 33, full(P))), "e", **voided(P, deck_leaves=True)
    ),
    case(
        "PK-R41: the set-aside card is taken off",
        table("pik-it", MS, face_up(first_pass(P)), stub(moment(P), 30, full(P))),
        "ee",
        **voided(P, set_aside=1, deck_leaves=True),
    ),
    case(
        "PK-39.12(d): dealer's card before the reveal",
        table("pik-it", MS, shown(decided(P), "dealer", 0)),
        "e",
        **voided(P),
    ),
    case(
        "PK-R46: exposed by a player, nobody waits",
        table("pik-it", MS, shown(moment(P), "dealer", 1, True)),
        "e",
        **voided(P),
    ),
    case("PK-39.12(d): after the reveal", table("pik-it", MS, shown(revealed(P), "dealer", 0)), "n"),
    case(
        "PK-R46: a player's card stands", table("pik-it", MS, shown(moment(P), "player", 3)), "e", public=frozenset({3})
    ),
    case(
        "PK-39.10(c)1: it lies face up already",
        table("pik-it", MS, shown(moment(P, up=frozenset({3})), "player", 3)),
        "n",
    ),
    case("PK-R43: jam on the waiting dealer's stack", table("pik-it", AS, shoe(waiting(P))), "e", **voided(P)),
    case(
        "PK-R40: that jam with a count due",
        table("pik-it", AS, shoe(waiting(P)), count_due=True),
        "e",
        **voided(P, whole_deck_counted=True),
    ),
    case("PK-R48: stub out", table("pik-it", AS, shoe(moment(P))), "n"),
    case(
        "PK-R42: foreign card in a settled bonus",
        table("pik-it", MS, foreign(moment(P, settled=frozenset({(3, "three_card_bonus")})))),
        "e",
        **voided(P, deck_leaves=True),
    ),
    case("PK-R68: foreign card when all is settled", table("pik-it", MS, foreign(over(P))), "e", deck_leaves=True),
    case("PK-R63: too few are left", table("pik-it", MS, dead(scarce(P), False)), "e", **voided(P, dead=1)),
    case(
        "PK-R47: everybody folded, a dealer's card", table("pik-it", MS, shown(folded(P), "dealer")), "e", **voided(P)
    ),
    case(
        "PK-R47, PK-R39: everybody folded, a late count",
        table("pik-it", AS, stub(folded(P), 31, full(P))),
        "e",
        **voided(P, deck_leaves=True),
    ),
    case("PK-R63: dead stack", table("pik-it", AS, dead(stacks(P, 2), False)), "e", dead=5),
    case("PK-R54: departed", table("pik-it", MS, gone(moment(P), "bob")), "e"),
    case("PK-R9: talk", table("pik-it", MS, breach(moment(P), "bob", "talk")), "n"),
    case("PK-R69: before the first card", table("pik-it", MS, face_up(before(P))), "e", set_aside=1),
    case(
        "PK-R67: void stays void, the deck leaves",
        table("pik-it", MS, hand(moment(P), 2, 4), foreign(moment(P))),
        "ee",
        **voided(P, deck_leaves=True),
    ),
]

TOP_FIVE = [
    case("T5-13.A: one card suffices", table("top-five", MS, face_up(first_pass(T))), "e", **voided(T)),
    case("T5-R66: from the automated shoe too", table("top-five", AS, face_up(stacks(T, 1))), "e", **voided(T)),
    case("T5-R81: before the first card", table("top-five", MS, face_up(before(T))), "e", reshuffled_before_deal=True),
    case(
        "T5-R81: twice before the first card",
        table("top-five", MS, face_up(before(T)), face_up(before(T))),
        "ee",
        reshuffled_before_deal=True,
    ),
    case(
        "T5-R81, 13.A: before and then during the deal",
        table("top-five", MS, face_up(before(T)), face_up(first_pass(T))),
        "ee",
        **voided(T, reshuffled_before_deal=True),
    ),
    case(
        "T5-R80, R81: seen and foreign before the first card",
        table("top-five", MS, face_up(before(T)), foreign(before(T))),
        "ee",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R80, R81: the other order",
        table("top-five", MS, foreign(before(T)), face_up(before(T))),
        "en",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R67, R81: drawn and seen before the first card",
        table("top-five", MS, drawn(before(T), True)),
        "e",
        reshuffled_before_deal=True,
    ),
    case("T5-R66: in the stub", table("top-five", MS, face_up(moment(T))), "n"),
    case("T5-R67: in the waiting dealer's stack", table("top-five", AS, face_up(waiting(T))), "e", **voided(T)),
    case("T5-13.B: drawn unseen", table("top-five", MS, drawn(first_pass(T), False)), "n"),
    case("T5-R68: drawn unseen after the deal", table("top-five", MS, drawn(moment(T), False)), "n"),
    case("T5-R67: drawn and seen", table("top-five", MS, drawn(first_pass(T), True)), "e", **voided(T)),
    case("T5-R63: a player's eight", table("top-five", MS, hand(moment(T), 1, 8)), "e", **voided(T)),
    case("T5-R63: the dealer's six are not completed", table("top-five", MS, hand(moment(T), 0, 6)), "e", **voided(T)),
    case("T5-R64: void until closed under 11.D", table("top-five", MS, hand(over(T), 1, 8)), "e", **voided(T)),
    case("T5-R64: not after closing", table("top-five", MS, hand(over(T, table_cleared=True), 1, 8)), "n"),
    case(
        "T5-R62, N11: right stub, one wrong hand",
        table("top-five", MS, hand(COUNTED_T, 1, 8), counted(COUNTED_T, hands(T, h1=8))),
        "ee",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R63, N11: right stub, eight and six",
        table("top-five", MS, hand(COUNTED_T, 1, 8), counted(COUNTED_T, hands(T, h1=8, h2=6))),
        "ee",
        **voided(T),
    ),
    case(
        "T5-8.F(4): misdeal by the count", table("top-five", MS, stub(moment(T), 23, hands(T, h1=8))), "e", **voided(T)
    ),
    case(
        "T5-8.F(5): wrong deck", table("top-five", MS, stub(moment(T), 23, full(T))), "e", **voided(T, deck_leaves=True)
    ),
    case(
        "T5-R62: both true, (5) applies",
        table("top-five", MS, stub(moment(T), 23, hands(T, h1=6))),
        "e",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R64, N8: foreign card after the last settlement",
        table("top-five", MS, foreign(over(T))),
        "e",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R80: foreign card after the closing",
        table("top-five", MS, foreign(over(T, table_cleared=True))),
        "e",
        deck_leaves=True,
    ),
    case(
        "T5-R62: foreign card in the round",
        table("top-five", MS, foreign(moment(T))),
        "e",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R67: dealer's card before 11.B(4), all decided",
        table("top-five", MS, shown(decided(T), "dealer", 0)),
        "e",
        **voided(T),
    ),
    case("T5-R67: after the reveal", table("top-five", MS, shown(revealed(T), "dealer", 0)), "n"),
    case("T5-R67: flipped on the deal", table("top-five", MS, shown(first_pass(T), "player", 2)), "e", **voided(T)),
    case(
        "T5-R67: shown by the player, round goes on",
        table("top-five", MS, shown(moment(T), "player", 2, True)),
        "e",
        waits_for_ruling=frozenset({"bob"}),
    ),
    case(
        "T5-R67: shown by the player after the reveal",
        table("top-five", MS, shown(revealed(T), "player", 2, True)),
        "n",
    ),
    case("T5-R82: racked", table("top-five", MS, shown(moment(T, racked=frozenset({2})), "player", 2)), "n"),
    case("T5-13.D: shoe jams", table("top-five", AS, shoe(stacks(T, 1))), "e", **voided(T)),
    case("T5-13.D: before the first stack", table("top-five", AS, shoe(before(T))), "e", **voided(T)),
    case("T5-R69: stub out", table("top-five", AS, shoe(moment(T))), "n"),
    case(
        "T5-R60: void with count due",
        table("top-five", MS, face_up(first_pass(T)), count_due=True),
        "e",
        **voided(T, whole_deck_counted=True),
    ),
    case(
        "T5-R33: departed, to be ruled",
        table("top-five", MS, gone(moment(T), "ann")),
        "e",
        waits_for_ruling=frozenset({"ann"}),
    ),
    case(
        "T5-R33: abandoned, both boxes",
        table("top-five", MS, gone(moment(T), "ann"), ruled(moment(T), "ann", "forfeit")),
        "ee",
        forfeited=every(T, 1, 3),
    ),
    case("T5-R33: stands", table("top-five", MS, gone(moment(T), "ann"), ruled(moment(T), "ann", "stand")), "ee"),
    case(
        "T5-11.A(5): breach of (2)",
        table("top-five", MS, breach(moment(T), "bob", "touch")),
        "e",
        waits_for_ruling=frozenset({"bob"}),
    ),
    case(
        "T5-R34: confirmed",
        table("top-five", MS, breach(moment(T), "bob", "touch"), confirmed(moment(T), "bob", "touch")),
        "ee",
        forfeited=every(T, 2),
    ),
    *(
        case(
            f"T5-R34: {limb}, and the hand is short",
            table(
                "top-five",
                MS,
                breach(moment(T), "bob", limb),
                confirmed(moment(T), "bob", limb),
                hand(moment(T), 2, 6),
            ),
            "een",
            forfeited=every(T, 2),
            whole_deck_counted=True,
        )
        for limb in ("own-hand", "out-of-view")
    ),
    case(
        "T5-R34: a hand of a player who had lost all is short",
        table(
            "top-five",
            MS,
            breach(moment(T), "bob", "touch"),
            breach(moment(T), "bob", "own-hand"),
            confirmed(moment(T), "bob", "touch"),
            confirmed(moment(T), "bob", "own-hand"),
            hand(moment(T), 2, 6),
        ),
        "eneen",
        forfeited=every(T, 2),
        whole_deck_counted=True,
    ),
    case(
        "T5-R34: another's hand is short, that is 13.C",
        table(
            "top-five",
            MS,
            breach(moment(T), "bob", "own-hand"),
            confirmed(moment(T), "bob", "own-hand"),
            hand(moment(T), 1, 6),
        ),
        "eee",
        **voided(T, whole_deck_counted=True),
    ),
    case("T5-R34: talk after the reveal", table("top-five", MS, breach(revealed(T), "bob", "talk")), "n"),
    case("T5-R34: another's cards", table("top-five", MS, breach(moment(T), "bob", "look")), "n"),
    case(
        "T5-R64: forfeited wagers go back in a void round",
        table(
            "top-five",
            MS,
            breach(moment(T), "bob", "talk"),
            confirmed(moment(T), "bob", "talk"),
            hand(moment(T), 1, 8),
        ),
        "eee",
        **voided(T),
    ),
    case(
        "T5-R64: a void ends the waiting",
        table("top-five", MS, gone(moment(T), "bob"), foreign(moment(T)), ruled(moment(T), "bob", "forfeit")),
        "een",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-R64: breach in a void round",
        table("top-five", MS, foreign(moment(T)), breach(moment(T), "bob", "talk")),
        "en",
        **voided(T, deck_leaves=True),
    ),
    case(
        "T5-11.A(5), N14: what is settled is lost as well",
        table(
            "top-five",
            MS,
            gone(revealed(T, settled=every(T, 3)), "ann"),
            ruled(revealed(T, settled=every(T, 3)), "ann", "forfeit"),
        ),
        "ee",
        forfeited=every(T, 1, 3),
    ),
    case("T5-R75: dead card", table("top-five", MS, dead(first_pass(T), False)), "e", dead=1),
    case("T5-R75: too few are left", table("top-five", MS, dead(scarce(T), False)), "e", **voided(T, dead=1)),
    case("T5-R75: dead stack", table("top-five", AS, dead(stacks(T, 2), False)), "e", dead=7),
    case(
        "T5-R75, R62: the expected stub allows for the dead card",
        table("top-five", MS, dead(first_pass(T), False), stub(moment(T), 24, full(T))),
        "ee",
        **voided(T, dead=1, deck_leaves=True),
    ),
]

UTH = [
    case("UTH-15(b): one card", table("uth", MS, face_up(first_pass(U))), "e", set_aside=1),
    case(
        "UTH-15(b): two before the hands are dealt",
        table("uth", MS, face_up(first_pass(U)), face_up(first_pass(U))),
        "ee",
        **voided(U, set_aside=1),
    ),
    case(
        "UTH-R57: the second after the deal, trips live",
        table("uth", MS, face_up(first_pass(U)), face_up(board(0))),
        "ee",
        **trips_live(set_aside=2),
    ),
    case(
        "UTH-R57: both after the deal",
        table("uth", MS, face_up(board(0)), face_up(board(3))),
        "ee",
        **trips_live(set_aside=2),
    ),
    case(
        "UTH-R57: a third is skipped",
        table("uth", MS, face_up(board(0)), face_up(board(3)), face_up(board(3))),
        "eee",
        **trips_live(set_aside=3),
    ),
    case("UTH-R66: board complete", table("uth", MS, face_up(board(5))), "n"),
    case(
        "UTH-R56: no trips, no board: nothing is replaced",
        table("uth", MS, face_up(board(0)), face_up(board(0)), wagers=dict.fromkeys(POS, ("ante", "blind"))),
        "ee",
        round_void=True,
        returned=frozenset((p, w) for p in POS for w in ("ante", "blind")),
        set_aside=1,
    ),
    case(
        "UTH-R58: a stack of two",
        table("uth", AS, face_up(stacks(U, 1))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({2}),
    ),
    case(
        "UTH-R58: on its way to the dealer",
        table("uth", AS, face_up(stacks(U, 3))),
        "e",
        set_aside=1,
        short_hands_completed=frozenset({0}),
    ),
    case("UTH-15(c): drawn unseen", table("uth", MS, drawn(board(0), False)), "n"),
    case("UTH-R59: drawn and seen", table("uth", MS, drawn(board(0), True)), "e", set_aside=1),
    case("UTH-R66: a stub card seen before the board", table("uth", MS, shown(board(3), "stub")), "e", set_aside=1),
    case("UTH-R66: a stub card seen after it", table("uth", MS, shown(board(5), "stub")), "n"),
    case("UTH-R66: a burn stays burned", table("uth", MS, shown(board(3), "burn")), "n"),
    case("UTH-R66: a player's card", table("uth", MS, shown(first_pass(U), "player", 2)), "e", public=frozenset({2})),
    case(
        "UTH-15(a): dealer's card before the last decision",
        table("uth", MS, shown(board(3), "dealer", 0)),
        "e",
        **trips_live(),
    ),
    case("UTH-R56: in the deal", table("uth", MS, shown(first_pass(U), "dealer", 0)), "e", **trips_live()),
    case("UTH-R56: after the last decision", table("uth", MS, shown(board(0, all_decided=True), "dealer", 0)), "n"),
    case(
        "UTH-R56: a void hand had not decided",
        table("uth", MS, hand(board(5), 3, 3), shown(board(5, all_decided=True, all_answered=False), "dealer", 0)),
        "ee",
        round_void=True,
        alive=TP,
        returned=but_trips() | every("uth", 3),
    ),
    case(
        "UTH-R62: in a void round the card lies on the board and is not set aside",
        table(
            "uth", MS, shown(board(0), "dealer", 0), shown(board(0, all_decided=True, all_answered=False), "community")
        ),
        "en",
        **trips_live(),
    ),
    case(
        "UTH-R56: however exposed, nobody waits",
        table("uth", MS, shown(board(0), "dealer", 1, True)),
        "e",
        **trips_live(),
    ),
    case(
        "UTH-15(a): nobody bet trips",
        table("uth", MS, shown(board(0), "dealer", 0), wagers=dict.fromkeys(POS, ("ante", "blind"))),
        "e",
        round_void=True,
        returned=frozenset((p, w) for p in POS for w in ("ante", "blind")),
    ),
    case(
        "UTH-R62: community card before due decisions",
        table("uth", MS, shown(board(0), "community")),
        "e",
        **trips_live(),
    ),
    case(
        "UTH-R59: nobody has to decide, and a burn is due",
        table(
            "uth", MS, shown(board(3, somebody_to_decide_before_next_community=False, all_decided=True), "community")
        ),
        "e",
        set_aside=1,
    ),
    case(
        "UTH-15(d): a player's three",
        table("uth", MS, hand(board(0), 1, 3)),
        "e",
        void_hands=frozenset({1}),
        returned=every(U, 1),
    ),
    case(
        "UTH-R61: after its own settlement",
        table("uth", MS, hand(revealed(U, settled=every(U, 3)), 3, 3)),
        "e",
        void_hands=frozenset({3}),
        returned=every(U, 3),
    ),
    case("UTH-R61: after the last settlement", table("uth", MS, hand(over(U), 3, 3)), "n"),
    case(
        "UTH-R63: passed over",
        table("uth", AS, hand(board(0), 2, 0)),
        "e",
        void_hands=frozenset({2}),
        returned=every(U, 2),
    ),
    case("UTH-15(d): dealer's one, whole deck", table("uth", MS, hand(board(0), 0, 1, 45)), "e", dealer_completed=1),
    case("UTH-R60: dealer's none, two cards", table("uth", MS, hand(board(0), 0, 0, 46)), "e", dealer_completed=2),
    case(
        "UTH-R36: dealer's one, deck of 51",
        table("uth", MS, hand(board(0), 0, 1, 44), counted(board(0), hands(U, h0=1))),
        "ee",
        **voided(U, deck_leaves=True),
    ),
    case(
        "UTH-R60: dealer's one, a player's three, whole deck",
        table("uth", MS, hand(board(0), 0, 1, 44), counted(board(0), hands(U, h0=1, h1=3))),
        "ee",
        void_hands=frozenset({1}),
        returned=every(U, 1),
        dealer_completed=1,
    ),
    case(
        "UTH-R60: the dealer's card is seen before the hand is completed",
        table("uth", MS, hand(board(0), 0, 1, 45), shown(short_dealer(), "dealer")),
        "ee",
        **voided(U),
    ),
    case(
        "UTH-R60: a dealer's card is seen, then the hand is found short",
        table("uth", MS, shown(board(0), "dealer"), hand(board(0, up=frozenset({0})), 0, 1, 45)),
        "ee",
        **voided(U),
    ),
    case(
        "UTH-R60, UTH-R62: a card is shown for the board before the dealer's hand is completed",
        table("uth", MS, hand(board(0), 0, 1, 45), shown(short_dealer(), "community")),
        "ee",
        **voided(U),
    ),
    case(
        "UTH-R57, UTH-R60: two cards found, then the dealer's hand is found short",
        table("uth", MS, face_up(board(0)), face_up(board(0)), hand(board(0), 0, 1, 43)),
        "eee",
        set_aside=2,
        **voided(U),
    ),
    case("UTH-15(d), N10: not proved", table("uth", MS, hand(board(0), 0, 1)), "e", **voided(U)),
    case("UTH-R60: too many is never repaired", table("uth", MS, hand(board(0), 0, 3, 43)), "e", **voided(U)),
    case("UTH-R60: a community card lies face up", table("uth", MS, hand(board(3), 0, 1, 41)), "e", **voided(U)),
    case(
        "UTH-R60: the dealer's own card was seen",
        table("uth", MS, shown(board(0, all_decided=True), "dealer", 0), hand(board(0, all_decided=True), 0, 1, 45)),
        "ne",
        **voided(U),
    ),
    case(
        "UTH-15(d), N10: closed shoe, no proof",
        table("uth", AS, hand(board(0, out_of_shoe=False), 0, 1)),
        "e",
        **voided(U),
    ),
    case(
        "UTH-R80, R53: trips end with the dealer's wrong hand",
        table("uth", MS, shown(board(0), "dealer", 0), hand(board(0), 0, 3, 43)),
        "ee",
        **voided(U),
    ),
    case(
        "UTH-R80: the other order",
        table("uth", MS, hand(board(0), 0, 3, 43), shown(board(0), "dealer", 0)),
        "en",
        **voided(U),
    ),
    case(
        "UTH-R80, R53: a void hand loses its trips",
        table("uth", MS, shown(board(0), "dealer", 0), hand(board(0), 1, 3)),
        "ee",
        round_void=True,
        alive=frozenset({"trips"}),
        returned=every(U) - {(3, "trips")},
    ),
    case(
        "UTH-R80: the same in the other order",
        table("uth", MS, hand(board(0), 1, 3), shown(board(0), "dealer", 0)),
        "ee",
        round_void=True,
        alive=frozenset({"trips"}),
        returned=every(U) - {(3, "trips")},
    ),
    case(
        "UTH-R35: noticed before the count",
        table("uth", MS, hand(board(5), 1, 1)),
        "e",
        void_hands=frozenset({1}),
        returned=every(U, 1),
    ),
    case("UTH-7(f)(2): revealed by the count", table("uth", MS, stub(board(5), 38, hands(U, h1=1))), "e", **voided(U)),
    case("UTH-7(f)(2): wrong deck", table("uth", MS, stub(board(5), 36, full(U))), "e", **voided(U, deck_leaves=True)),
    case(
        "UTH-R34: a void hand counts with its cards",
        table("uth", MS, hand(board(0), 1, 3), stub(board(5), 37, hands(U, h1=3))),
        "ee",
        **voided(U, deck_leaves=True),
    ),
    case(
        "UTH-R36, N11: right stub, wrong hand",
        table("uth", MS, hand(COUNTED_U, 1, 3), counted(COUNTED_U, hands(U, h1=3))),
        "ee",
        **voided(U, deck_leaves=True),
    ),
    case(
        "UTH-R80: stub wrong in a round whose trips lived",
        table("uth", MS, shown(board(3), "dealer", 0), stub(board(5), 38, hands(U, h1=1))),
        "ee",
        **voided(U),
    ),
    case(
        "UTH-15(f), R64: shoe fault, counted",
        table("uth", AS, shoe(stacks(U, 1))),
        "e",
        **voided(U, whole_deck_counted=True),
    ),
    case("UTH-R64: remaining cards out", table("uth", AS, shoe(board(0))), "n"),
    case(
        "UTH-R80, R64: counted although void already",
        table("uth", AS, face_up(stacks(U, 1)), face_up(dealing(U, {1: 2, 2: 1})), shoe(dealing(U, {1: 2, 2: 1}))),
        "eee",
        **voided(U, whole_deck_counted=True, set_aside=1),
    ),
    case(
        "UTH-R80, R64: the other order",
        table("uth", AS, shoe(stacks(U, 2)), face_up(stacks(U, 2)), face_up(stacks(U, 2))),
        "enn",
        **voided(U, whole_deck_counted=True),
    ),
    case(
        "UTH-R53: the shoe fault ends trips that lived",
        table("uth", AS, shown(dealing(U, full(U)), "dealer", 0), shoe(dealing(U, full(U)))),
        "ee",
        **voided(U, whole_deck_counted=True),
    ),
    case(
        "UTH-R33: void before the board, count due",
        table("uth", MS, hand(board(0), 0, 3, 43), count_due=True),
        "e",
        **voided(U, whole_deck_counted=True),
    ),
    case(
        "UTH-R36: foreign card ends trips too",
        table("uth", MS, shown(board(0), "dealer", 0), foreign(board(0))),
        "ee",
        **voided(U, deck_leaves=True),
    ),
    case("UTH-R81: foreign card when all is settled", table("uth", MS, foreign(over(U))), "e", deck_leaves=True),
    case("UTH-R63: dead card", table("uth", MS, dead(first_pass(U), False)), "e", dead=1),
    case("UTH-R63: too few are left", table("uth", MS, dead(scarce(U), False)), "e", **voided(U, dead=1)),
    case("UTH-R61: everybody folded, the dealer has three", table("uth", MS, hand(folded(U), 0, 3)), "e", **voided(U)),
    case("UTH-R63: dead stack", table("uth", AS, dead(stacks(U, 1), False)), "e", dead=2),
    case("UTH-R30: departed", table("uth", MS, gone(board(0), "cyd")), "e"),
    case("UTH-R31: talk", table("uth", MS, breach(board(0), "cyd", "talk")), "n"),
    case(
        "UTH-R58, R60: a short stack is not a wrong hand",
        table("uth", AS, face_up(stacks(U, 3)), hand(dealing(U, {1: 2, 2: 2, 3: 2, 0: 1}), 0, 1)),
        "en",
        set_aside=1,
        short_hands_completed=frozenset({0}),
    ),
]

CASES = HI_LO + PIK_IT + TOP_FIVE + UTH


@pytest.mark.parametrize("item", CASES, ids=[c.round_.game + " " + c.clause for c in CASES])
def test_case(item: Case) -> None:
    assert consequences(item.round_) == replace(QUIET, **item.expected)


IMPOSSIBLE = [
    ("T5-R4: no community cards", table("top-five", MS, shown(moment(T), "community"))),
    ("HL: no community cards", table("hi-lo", MS, shown(moment(H), "community"))),
    ("PK: no burns", table("pik-it", MS, shown(moment(P), "burn"))),
    ("UTH: nothing burned yet", table("uth", MS, shown(board(0), "burn"))),
    ("UTH: the board is complete", table("uth", MS, shown(board(5), "community"))),
    ("UTH-R58: the dealer has no card", table("uth", MS, shown(dealing(U, {1: 1}), "dealer", 0))),
    ("HL: the player has no card", table("hi-lo", MS, shown(dealing(H, {1: 1}), "player", 2))),
    ("HL: position not in play", table("hi-lo", MS, shown(moment(H), "player", 7))),
    ("HL: hand not in play", table("hi-lo", MS, hand(moment(H), 7, 5))),
    ("HL: cards before the first card", table("hi-lo", MS, hand(before(H), 1, 1))),
    ("HL: the stub count fits", table("hi-lo", MS, stub(moment(H), 32, full(H)))),
    (
        "UTH-R34: the stub count fits the void hand",
        table("uth", MS, hand(board(0), 1, 3), stub(board(5), 36, hands(U, h1=3))),
    ),
    ("HL: no stub in the deal", table("hi-lo", MS, stub(first_pass(H), 30, full(H)))),
    ("UTH-R33: no stub before the board", table("uth", MS, stub(board(3), 30, full(U)))),
    ("HL: dead cards at a position in play", table("hi-lo", MS, dead(first_pass(H), False, 1))),
    ("T5: no shoe when dealt from the hand", table("top-five", HD, shoe(first_pass(T)))),
    ("T5: nothing to rule on", table("top-five", MS, ruled(moment(T), "bob", "stand"))),
    ("T5: unknown player", table("top-five", MS, gone(moment(T), "zoe"))),
    ("HL-R20: who exposed it?", table("hi-lo", MS, shown(moment(H), "dealer", None, True))),
    ("PK: no cards left", table("pik-it", MS, face_up(moment(P, undealt=0)))),
]


@pytest.mark.parametrize("item", IMPOSSIBLE, ids=[name for name, _ in IMPOSSIBLE])
def test_impossible(item: tuple[str, Round]) -> None:
    with pytest.raises(ImpossibleFactError):
        consequences(item[1])


ORDER_FREE = ("round_void", "alive", "void_hands", "returned", "deck_leaves")
PAIR_MOMENTS: dict[str, Moment] = {
    "hi-lo": moment(H),
    "top-five": moment(T),
    "pik-it": moment(P),
    "uth": board(0),
}


def _pair_facts(game: str) -> list[Report]:
    m = PAIR_MOMENTS[game]
    facts = [
        hand(m, 1, DUE[game] + 1),
        hand(m, 2, DUE[game] - 1),
        hand(m, 0, DUE[game] + 1),
        shown(m, "dealer", 0),
        shown(m, "player", 3),
        foreign(m),
        face_up(m),
        drawn(m, True),
        drawn(m, False),
        dead(m, False),
        dead(m, True),
        Report("shuffler-fault", m),
    ]
    if game == "uth":
        facts.append(shown(m, "community"))
    return facts


@pytest.mark.parametrize("game", ["hi-lo", "top-five", "pik-it", "uth"])
def test_order_of_two_reports_does_not_matter(game: Game) -> None:
    """HL-R56, PK-R67, T5-R79, UTH-R80: what voids, what lives and what leaves."""
    facts = _pair_facts(game)
    for first in facts:
        for second in facts:
            one = consequences(table(game, MS, first, second))
            other = consequences(table(game, MS, second, first))
            for name in ORDER_FREE:
                assert getattr(one, name) == getattr(other, name), (name, first, second)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 120
