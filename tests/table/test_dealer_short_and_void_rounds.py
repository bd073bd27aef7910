"""Void rounds whose trips live, hands that are counted with fewer cards than were seen, and a dealer's short hand."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from tables import DEALER, FLOOR, METHODS, SIDE_BETS, Scene, dealt, player

import pitboss
from pitboss.cards import parse
from pitboss.table import commands as c
from pitboss.table.table import Table
from support import case

Fact = tuple[type[c.Command], dict[str, Any]]
SETTLING = (c.SettlePosition, c.Show, c.Settle, c.RackHand, c.ClearTable)
AUTOMATED = METHODS["automated-shoe"]
SEED = 1_000_000


# --- the meter in a void round ---------------------------------------------------------------------------------------


class Read:
    """Real cards: the faces in the order in which they are read."""

    def __init__(self) -> None:
        self.coming: list[int] = []
        self.known: dict[int, int] = {}

    def __call__(self, state: object, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([self.known.setdefault(card, self.coming.pop(0)) for card in cards])


def with_meter(reading: str, *facts: Fact, rows: dict[str, Any] | None = None) -> Table:
    """Two players with every wager, the round dealt, these facts reported; then faces are read in this order."""
    reader = Read()
    progressive = {"seed": SEED, "contribution": 100, "rows": rows or {"royal_flush": "100%"}}
    table = pitboss.open_table("uth", {"cards": "real", "progressive": progressive}, seed=3, reader=reader)
    for name in ("Ann", "Bob"):
        table.sit(name, 500_00)
        table.bet(name, ante=1000, blind=1000, trips=500, progressive=500)
    reader.coming = list(parse(reading))
    table.deal()
    for kind, said in facts:
        table.do(kind, DEALER, **said)
    return table


def awards(table: Table) -> dict[str, int]:
    lines = [(hand.player, line) for hand in table.state.round.hands.values() for line in hand.lines]  # type: ignore[union-attr]
    return {player: line.paid for player, line in lines if line.wager == "progressive"}


def face(card: str) -> int:
    return parse(card)[0]


def exposed(card: str) -> Fact:
    return c.CardExposed, {"where": "dealer", "face": face(card)}


ROYAL = "As Ks Qs Js Ts 8c 9d 6c 7d"
FACE_UP = tuple((c.FaceUpCard, {"face": face(card)}) for card in ("2h", "3h"))


@pytest.mark.parametrize(
    ("reading", "facts"),
    [
        case("UTH-R54 UTH-R53 UTH-R91 UTH-15(a).2", ROYAL, (exposed("2d"),)),
        case("UTH-R54 UTH-R53 UTH-15(b).3", ROYAL, FACE_UP),
        case("UTH-R54 UTH-R62", ROYAL[3:], ((c.CardExposed, {"where": "community", "face": face("As")}),)),
    ],
)
def test_two_hands_that_hit_the_same_share_of_the_meter_divide_it_in_a_void_round_too(
    reading: str, facts: tuple[Fact, ...]
) -> None:
    table = with_meter(reading, *facts)
    while table.state.playing:
        assert table.step()
    assert table.round.void
    half = (SEED + 200) // 2
    assert awards(table) == {"Ann": half, "Bob": half}


@pytest.mark.clause("UTH-R54", "UTH-R91", "UTH-15(a).2")
def test_a_hand_that_may_share_an_award_is_turned_up_before_anybody_is_paid_a_share_of_a_void_round() -> None:
    table = with_meter(ROYAL, exposed("2d"))
    table.dealer.by_hand = frozenset((c.Show, c.Settle, c.SettlePosition))
    while table.due and table.due.command is not c.Show:
        assert table.step()
    table.do(c.Show, DEALER, position=2, faces=parse("8c 9d"))
    assert table.due
    assert (table.due.command, table.due.given["position"]) == (c.Show, 1)


@pytest.mark.clause("UTH-R54", "UTH-15(d).1", "UTH-R80")
@pytest.mark.parametrize("paid", [False, True])
def test_an_award_is_divided_among_the_hands_that_are_left_whenever_another_one_becomes_void(paid: bool) -> None:
    """The hand of Ann, which shares the meter, is found with three cards before or after Bob was paid."""
    table = with_meter(ROYAL, exposed("2d"))
    table.dealer.by_hand = frozenset((c.Show, c.Settle, c.SettlePosition))
    table.run()
    if paid:
        table.do(c.Show, DEALER, position=2, faces=parse("8c 9d"))
        table.do(c.Show, DEALER, position=1, faces=parse("6c 7d"))
        table.do(c.Settle, DEALER, position=2, wager="trips")
        table.do(c.Settle, DEALER, position=2, wager="progressive")
        assert awards(table)["Bob"] == (SEED + 200) // 2
    for _ in range(2):
        table.do(c.HandCount, DEALER, position=1, cards=3)
    table.dealer.by_hand = frozenset((c.ClearTable,))
    table.run()
    assert awards(table) == {"Ann": 0, "Bob": SEED + 100}


@pytest.mark.clause("UTH-R91", "UTH-15(a).2", "UTH-R55")
def test_trips_of_a_void_round_are_settled_again_when_a_card_was_misread() -> None:
    table = with_meter("As Ah Qd Js 9s Ad 2c 6c 7d", exposed("2d"))
    table.dealer.by_hand = frozenset((c.ClearTable,))
    table.run()
    before = {hand.player: line for hand in table.round.hands.values() for line in hand.lines if line.wager == "trips"}
    assert (before["Ann"].outcome, before["Bob"].outcome) == ("lose", "win")
    table.do(c.CorrectFaces, FLOOR, faces=((face("Ad"), face("Kd")),), reason="misread")
    after = {hand.player: line for hand in table.round.hands.values() for line in hand.lines if line.wager == "trips"}
    assert (after["Ann"].outcome, after["Bob"].outcome) == ("lose", "lose")
    assert sum(table.state.books.values()) == 0


# --- cards that were turned up were there ----------------------------------------------------------------------------


SEEN = {"uth": 2, "hi-lo": 5, "top-five": 7, "pik-it": 5}
BOUNDS = [
    case("UTH-15(d).1 UTH-R78", "uth"),
    case("HL-40.12(d)-s1 HL-R54", "hi-lo"),
    case("T5-13.C.1 T5-R77", "top-five"),
    case("PK-39.12(c) PK-R65", "pik-it"),
]


@pytest.mark.parametrize("game", BOUNDS)
def test_a_hand_has_no_fewer_cards_than_were_turned_up_of_it(game: str) -> None:
    table = dealt(game, 2, by_hand=(c.ClearTable,))
    table.finish("play")
    for position in (0, 1):
        every = len(table.round.hands[position].cards)
        up = len(table.round.hands[position].up)
        assert up == SEEN[game] == every
        for cards in range(up):
            refusal = table.refuses(c.HandCount, DEALER, position=position, cards=cards)
            assert refusal.code == "bounds"
            assert f"{up} to 52" in refusal.message
    counts = tuple((position, 0) for position in (0, 1, 2))
    assert table.refuses(c.CountHands, DEALER, counts=counts).code == "bounds"
    table.plays_on()


@pytest.mark.clause("UTH-15(d).1", "UTH-R66", "UTH-R78")
def test_a_card_that_was_exposed_before_the_flop_is_in_its_hand() -> None:
    table = dealt("uth", 2)
    for place in (1, 2):
        table.asks(c.CardExposed, DEALER, where="player", position=1, place=place)
        assert f"{place} to 52" in table.refuses(c.HandCount, DEALER, position=1, cards=place - 1).message
    assert table.refuses(c.CountHands, DEALER, counts=((1, 1),)).code == "bounds"
    assert not table.round.hands[1].void


@pytest.mark.clause("PK-39.12(c)", "PK-R65")
def test_cards_that_were_picked_are_in_the_hand() -> None:
    table = dealt("pik-it", {1: SIDE_BETS["pik-it"], 2: SIDE_BETS["pik-it"]})
    assert table.due
    assert table.due.command is c.Pick
    position = table.due.given["position"]
    table.pick(table.due.player, 1, 2, 3)
    up = len(table.round.hands[position].up)
    assert up
    assert f"{up} to 52" in table.refuses(c.HandCount, DEALER, position=position, cards=up - 1).message


@pytest.mark.clause("UTH-15(d).1", "HL-40.12(d)-s1")
@pytest.mark.parametrize("game", ["uth", "hi-lo"])
def test_a_short_hand_keeps_the_card_that_was_seen(game: str) -> None:
    table = dealt(game, 2)
    every = table.round.hands[1].cards
    table.asks(c.CardExposed, DEALER, where="player", position=1, place=len(every))
    table.asks(c.HandCount, DEALER, position=1, cards=len(every) - 1)
    hand = table.round.hands[1]
    assert hand.void
    assert hand.up == every[-1:]
    assert hand.cards == (*every[:-2], every[-1])


# --- the last settlement ---------------------------------------------------------------------------------------------


def one_hand_void(game: str, first: bool) -> Scene:
    """Two players; the hand of one is void, the other one's is settled before it or after it."""
    table = dealt(game, 2, by_hand=(c.RackStub, c.CountStub, *SETTLING)).until(c.RackStub) if game != "uth" else None
    table = table or dealt(game, 2, by_hand=SETTLING)
    if game == "hi-lo":
        table.asks(c.RackStub, DEALER)
    each = table.rules.each
    if first:
        table.asks(c.HandCount, DEALER, position=1, cards=each + 1)
    table.finish("play")
    table.dealer.by_hand = frozenset((c.ClearTable,))
    if not first:
        table.asks(c.SettlePosition, DEALER, position=2)
        table.asks(c.HandCount, DEALER, position=1, cards=each + 1)
    table.run()
    return table


@pytest.mark.parametrize("game", [case("UTH-R61 UTH-R80", "uth"), case("HL-R6 HL-R56", "hi-lo")])
@pytest.mark.parametrize(
    "fact",
    [(c.HandCount, {"position": 0, "cards": 8}), (c.ForeignCard, {}), (c.HandCount, {"position": 2, "cards": 8})],
    ids=["the dealer's hand", "a foreign card", "the settled hand"],
)
def test_a_hand_that_is_void_by_itself_does_not_reopen_what_was_settled_last(game: str, fact: Fact) -> None:
    table = one_hand_void(game, first=True)
    chips = table.purses()
    kind, said = fact
    table.asks(kind, DEALER, **said)
    own = game == "hi-lo" and said.get("position") == 2  # a hand of its own until the table is cleared (HL-R22)
    assert not table.round.void
    assert bool(table.round.hands[2].void) == own
    assert own or table.purses() == chips


@pytest.mark.parametrize("game", [case("UTH-R61 UTH-R80", "uth"), case("HL-R6 HL-R56", "hi-lo")])
def test_the_round_can_be_voided_while_its_last_wagers_went_back_unsettled(game: str) -> None:
    """Which of two facts is reported first does not matter, also when one of them ends the settlement."""
    ended = []
    facts: list[Fact] = [(c.HandCount, {"position": 1, "cards": 8}), (c.HandCount, {"position": 0, "cards": 8})]
    for order in permutations(facts):
        table = dealt(game, 2, by_hand=SETTLING)
        table.finish("play")
        table.asks(c.SettlePosition, DEALER, position=2)
        for kind, said in order:
            table.asks(kind, DEALER, **said)
        assert table.round.void
        ended.append(table.purses())
    assert ended[0] == ended[1]


# --- a dealer's short hand beside something else ---------------------------------------------------------------------


TRIPS = dict.fromkeys((1, 2), SIDE_BETS["uth"])
SHORT, EXPOSED, FACE_UP_CARD, COMMUNITY = "short", "exposed", "face up", "community"
DEAD, THREE, NONE = "dead", "three cards", "no card"


class Felt:
    """A round before the flop as it really is: what is asked of its cards is answered as it is."""

    def __init__(self, table: Scene, facts: tuple[str, ...]) -> None:
        self.table = table
        self.hands = {0: 1 if SHORT in facts else 2, 1: 2, 2: 2}
        self.hands[1] = 3 if THREE in facts else 0 if NONE in facts else 2
        self.elsewhere = 2 if DEAD in facts else 0

    def undealt(self) -> int:
        round_ = self.table.round
        aside = sum(len(group.cards) for group in round_.rack if group.name in ("set aside", "burn"))
        return 52 - sum(self.hands.values()) - self.elsewhere - aside - len(round_.board)

    def reports(self, fact: str) -> None:
        table = self.table
        match fact:
            case "short":
                table.asks(c.HandCount, DEALER, position=0, cards=1, undealt=self.undealt())
            case "exposed":
                table.asks(c.CardExposed, DEALER, where="dealer")
            case "face up":
                table.asks(c.FaceUpCard, DEALER)
            case "community":
                table.asks(c.CardExposed, DEALER, where="community")
            case "dead":
                table.asks(c.DeadCards, DEALER, position=5, cards=2)
            case _ if not table.round.inquiry:
                table.asks(c.HandCount, DEALER, position=1, cards=self.hands[1])

    def answers(self) -> None:
        """Every hand is counted, if that is due."""
        table = self.table
        if table.due and table.due.command is c.CountHands:
            known = [p for p in self.hands if not (table.round.hands[p].void and table.round.hands[p].racked)]
            table.asks(c.CountHands, DEALER, counts=tuple((p, self.hands[p]) for p in known))


TOGETHER = [
    case("UTH-15(d).3 UTH-15(a).2 UTH-R60 UTH-R80", (SHORT, EXPOSED), True),
    case("UTH-15(d).3 UTH-15(b).3 UTH-R57 UTH-R60", (SHORT, FACE_UP_CARD, FACE_UP_CARD), True),
    case("UTH-15(d).3 UTH-R62 UTH-R60", (SHORT, COMMUNITY), True),
    case("UTH-15(d).3 UTH-15(b).1", (SHORT, FACE_UP_CARD), False),
    case("UTH-15(d).3 UTH-15(d).1 UTH-7(f)(2).3 UTH-R60", (SHORT, THREE), False),
    case("UTH-15(d).3 UTH-15(d).1 UTH-R63 UTH-R60", (SHORT, NONE), False),
    case("UTH-15(d).3 UTH-R63 UTH-R60", (SHORT, DEAD), False),
    case("UTH-15(d).3 UTH-R63 UTH-R60 UTH-15(d).1", (SHORT, DEAD, THREE), False),
    case("UTH-15(a).1 UTH-15(d).3 UTH-R63", (SHORT, DEAD, EXPOSED), True),
]


@pytest.mark.parametrize(("facts", "void"), TOGETHER)
def test_a_dealers_short_hand_comes_to_the_same_whatever_is_reported_before_or_after(
    facts: tuple[str, ...], void: bool
) -> None:
    ended = {}
    for order in dict.fromkeys(permutations(facts)):
        table = dealt("uth", TRIPS)
        felt = Felt(table, facts)
        before = table.purses()
        for fact in order:
            felt.reports(fact)
        felt.answers()
        assert bool(table.round.void) is void, order
        table.finish()
        assert table.state.decks, "a deck of 52 stays"
        ended[order] = {
            1: table.round.hands[1].void if not void else "",
            0: len(table.round.dealer.cards) if not void else 0,
        }
        if void:
            assert table.purses() == before, order
        else:
            assert len(table.round.dealer.cards) == 2, order
            assert not table.round.hands[2].void, order
            assert bool(table.round.hands[1].void) == (THREE in facts or NONE in facts), order
    assert len({str(one) for one in ended.values()}) == 1, ended


@pytest.mark.clause("UTH-15(d).3", "UTH-R60", "UTH-R56")
def test_a_dealers_card_that_is_seen_when_all_have_decided_bars_the_completion_of_a_short_hand_too() -> None:
    for order in permutations((SHORT, EXPOSED)):
        table = dealt("uth", TRIPS, by_hand=(c.Burn,))
        table.answer(others="play")
        table.until(c.Burn)
        before = table.purses()
        felt = Felt(table, (SHORT, EXPOSED))
        for fact in order:
            felt.reports(fact)
        assert table.round.void == "DEALER_COUNT", order
        table.finish()
        assert {name: chips for name, chips in table.purses().items() if chips} == before


@pytest.mark.clause("UTH-R62", "UTH-R59", "UTH-R60")
@pytest.mark.parametrize(("due", "void"), [(c.Burn, False), (c.DealCommunity, True)])
def test_a_card_shown_for_the_board_is_a_find_where_a_burn_comes_first_and_bars_the_completion_else(
    due: type[c.Command], void: bool
) -> None:
    table = dealt("uth", TRIPS, by_hand=(due,))
    table.answer(others="play")
    table.until(due)
    felt = Felt(table, (SHORT,))
    felt.reports(SHORT)
    felt.reports(COMMUNITY)
    assert bool(table.round.void) is void
    assert len(table.round.board) == void
    table.plays_on()


@pytest.mark.clause("UTH-R60", "UTH-R36", "UTH-7(f)(2).3")
@pytest.mark.parametrize("undealt", [45, 46, 48])
def test_a_total_that_does_not_fit_has_every_hand_counted_before_the_deck_leaves(undealt: int) -> None:
    table = dealt("uth", 2, by_hand=(c.Deal,)).until(c.Deal)
    table.asks(c.Deal, DEALER)
    table.asks(c.HandCount, DEALER, position=0, cards=1, undealt=undealt)
    assert table.due
    assert table.due.command is c.CountHands
    assert not table.round.void
    assert "every hand is counted" in table.refuses(c.Act, player("Ann"), position=1, action="check").message
    table.asks(c.CountHands, DEALER, counts=((0, 1), (1, 2), (2, 2)))
    assert (table.round.void, table.state.decks) == ("STUB_DECK", ())


@pytest.mark.clause("UTH-R60", "UTH-R79")
def test_the_count_of_the_rest_of_the_deck_can_be_taken_back() -> None:
    table = dealt("uth", 2)
    before = table.round
    table.asks(c.HandCount, DEALER, position=0, cards=1, undealt=45)
    table.asks(c.Withdraw, FLOOR, reason="a slip")
    assert (table.round.inquiry, table.round.undealt) == (False, before.undealt)
    table.asks(c.HandCount, DEALER, position=0, cards=2)
    table.plays_on()


@pytest.mark.clause("UTH-R36", "UTH-R60", "UTH-R80")
def test_the_rest_of_the_deck_that_does_not_fit_in_a_void_round_has_the_deck_counted_as_it_is_gathered() -> None:
    """Ann has three cards. The shoe fails before or after the dealer's hand is counted."""
    for short_first in (True, False):
        table = dealt("uth", 2, by_hand=(c.ClearTable, c.Deal), **AUTOMATED).until(c.Deal)
        while table.due and table.due.command is c.Deal:
            table.asks(c.Deal, DEALER)
        table.dealer.by_hand = frozenset((c.ClearTable, c.CountHands, c.Handle))
        short: Fact = (c.HandCount, {"position": 0, "cards": 1, "undealt": 46})
        facts: list[Fact] = [short, (c.ShoeFault, {})]
        for kind, said in facts if short_first else reversed(facts):
            table.asks(kind, DEALER, **said)
        assert table.round.void
        assert table.state.decks, short_first
        table.asks(c.ClearTable, DEALER)
        assert [step.value for step in table.state.decks[0].due][:2] == ["gather", "count"]
