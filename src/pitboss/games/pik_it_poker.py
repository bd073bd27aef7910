"""Pik-It Poker, New Jersey: proposed N.J.A.C. 13:69F-39, with 13:69E-1.13Y."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pitboss.cards import parse
from pitboss.games.common import (
    MANUAL_SHOE,
    counting_option,
    counting_rule,
    coupon_option,
    display_option,
    house_options,
    house_rules,
    idle_options,
    limit_rules,
    limits,
    no_more_bets,
    pay_table_option,
    positions_per_player,
    uses,
)
from pitboss.games.game import (
    Area,
    CardField,
    Choose,
    Cites,
    Direction,
    EqualTo,
    Game,
    Needs,
    Procedure,
    Qualifier,
    Required,
    Step,
    Times,
    Wager,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.irregularities import Irregularity, deck_removed, deck_void, goes_on, round_void, shuffled_again
from pitboss.games.options import Approvals, Choice, Flag, Forbidden, NeededApproval, Options, RaisedOdds
from pitboss.games.paying import PayTable, PayTables, pay_table
from pitboss.games.settlement import Result, by_table, forfeit, lose, push, win
from pitboss.hands import five, three
from pitboss.law import Citation
from pitboss.money import EVEN_MONEY, Odds

POSITIONS = 9
LOWEST_QUALIFYING = "As Kd 4h 3c 2s"
"""The dealer qualifies with this hand or a better one (PK-39.1/qualifying-hand)."""

# --- pay tables ------------------------------------------------------------------------------------------------------

_FIVE = (
    ("royal flush", five.at_least(five.Category.ROYAL_FLUSH)),
    ("straight flush", five.at_least(five.Category.STRAIGHT_FLUSH)),
    ("four of a kind", five.at_least(five.Category.FOUR_OF_A_KIND)),
    ("full house", five.at_least(five.Category.FULL_HOUSE)),
    ("flush", five.at_least(five.Category.FLUSH)),
    ("straight", five.at_least(five.Category.STRAIGHT)),
    ("three of a kind", five.at_least(five.Category.THREE_OF_A_KIND)),
    ("two pair", five.at_least(five.Category.TWO_PAIR)),
)
_THREE = (
    ("royal flush", three.at_least(three.Category.ROYAL_FLUSH)),
    ("straight flush", three.at_least(three.Category.STRAIGHT_FLUSH)),
    ("three of a kind", three.at_least(three.Category.THREE_OF_A_KIND)),
    ("straight", three.at_least(three.Category.STRAIGHT)),
    ("flush", three.at_least(three.Category.FLUSH)),
    ("pair", three.at_least(three.Category.ONE_PAIR)),
)


def _table(name: str, clause: str, hands: tuple[tuple[str, int], ...], *odds: int) -> PayTable:
    """Odds to 1 for these hands, best first."""
    rows = [(label, strength, Odds(win)) for (label, strength), win in zip(hands, odds, strict=True)]
    return pay_table(name, clause, *rows)


FIVE_CARD_BONUS: PayTables = {
    1: _table("1", "PK-39.11(b)/table-1", _FIVE, 1000, 250, 50, 10, 8, 5, 2, 1),
    2: _table("2", "PK-39.11(b)/table-2", _FIVE, 750, 250, 50, 10, 6, 4, 2, 1),
}
THREE_CARD_BONUS: PayTables = {
    1: _table("1", "PK-39.11(c)/table-1", _THREE, 200, 40, 30, 6, 3, 1),
    2: _table("2", "PK-39.11(c)/table-2", _THREE, 100, 50, 30, 6, 3, 1),
    3: _table("3", "PK-39.11(c)/table-3", _THREE, 80, 35, 25, 6, 4, 1),
}


# --- settlement ------------------------------------------------------------------------------------------------------


def settle(options: Options, hand: FinishedHand) -> Iterator[Result]:
    """3 card bonus, 5 card bonus, then ante and play wager (PK-39.10)."""
    if "three_card_bonus" in hand.wagers:
        yield settle_three_card_bonus(options, hand)
    yield settle_five_card_bonus(options, hand)
    if hand.folded:
        clauses = ("PK-39.3(b)/2", "PK-39.10(c)3/3")
        yield forfeit("ante", hand.wagers["ante"], clauses, ("the player folded",))
    elif "play_3" in hand.wagers:
        yield from _three_card_contest(hand)
    else:
        yield from _five_card_contest(options, hand)


def settle_three_card_bonus(options: Options, hand: FinishedHand) -> Result:
    """Exactly the three cards picked blind, even if another three would have paid more (PK-R7)."""
    strength = three.value(hand.cards["picked"])
    return by_table(
        "three_card_bonus",
        hand.wagers["three_card_bonus"],
        options.pay_table("three_card_bonus"),
        strength,
        wins=("PK-39.1/3-card-bonus-wager/2", "PK-R7"),
        loses=("PK-39.10(b)/3", "PK-R7", "PK-R24"),
        facts=(f"picked {three.name(strength)}",),
    )


def settle_five_card_bonus(options: Options, hand: FinishedHand) -> Result:
    """The player's five cards, whatever the dealer holds."""
    strength = five.value(hand.cards["player"])
    return by_table(
        "five_card_bonus",
        hand.wagers["five_card_bonus"],
        options.pay_table("five_card_bonus"),
        strength,
        wins=("PK-39.1/5-card-bonus-wager/1",),
        loses=("PK-39.10(c)2", "PK-R24"),
        facts=(f"player {five.name(strength)}",),
    )


def _three_card_contest(hand: FinishedHand) -> Iterator[Result]:
    """Ante and play 3 follow the best three cards of each; qualifying does not touch them (PK-R8)."""
    player, dealer = three.value(hand.cards["player"]), three.value(hand.cards["dealer"])
    facts = (f"player's best three {three.name(player)}", f"dealer's best three {three.name(dealer)}")
    for wager in ("ante", "play_3"):
        yield _compared(wager, hand.wagers[wager], player - dealer, ("PK-39.1/play-3-wager/1", "PK-R8"), facts)


def _five_card_contest(options: Options, hand: FinishedHand) -> Iterator[Result]:
    """Ante and play 5 follow the five-card hands; against a dealer who does not qualify play 5 goes back (PK-R2)."""
    player, dealer = five.value(hand.cards["player"]), five.value(hand.cards["dealer"])
    facts: tuple[str, ...] = (f"player {five.name(player)}", f"dealer {five.name(dealer)}")
    if options["dealer_must_qualify"] and not qualifies(dealer):
        facts = (*facts, "dealer below A-K-4-3-2: no qualify")
        yield _compared("ante", hand.wagers["ante"], player - dealer, ("PK-39.10(f)/1", "PK-R2"), facts)
        yield push("play_5", hand.wagers["play_5"], ("PK-39.10(f)/2", "PK-39.11(a)/3"), facts)
    else:
        for wager in ("ante", "play_5"):
            yield _compared(wager, hand.wagers[wager], player - dealer, ("PK-39.1/play-5-wager/1", "PK-R8"), facts)


def _compared(wager: str, stake: int, better: int, clauses: tuple[Citation, ...], facts: tuple[str, ...]) -> Result:
    if better > 0:
        paid_by = "PK-39.11(a)/1" if wager == "ante" else "PK-39.11(a)/2"
        return win(wager, stake, EVEN_MONEY, (*clauses, paid_by), facts)
    if better < 0:
        return lose(wager, stake, (*clauses, "PK-39.10(e)1.ii", "PK-39.10(e)2.ii"), facts)
    return push(wager, stake, (*clauses, "PK-39.4(d)/2", "PK-R3"), (*facts, "equal hands"))


def qualifies(dealer: int) -> bool:
    """Whether a dealer's five-card value is ace-king or better (PK-R30)."""
    return dealer >= _lowest_qualifying()


@cache
def _lowest_qualifying() -> int:
    return five.value(parse(LOWEST_QUALIFYING))


# --- the operator's options ------------------------------------------------------------------------------------------

_APPROVALS = (
    NeededApproval("cards", "the decks meet 13:69E-1.17", "PK-39.2(a)/5"),
    NeededApproval("manual_shoe", "the manual shoe meets 13:69E-1.19", "PK-39.7(a)/2", uses(MANUAL_SHOE)),
    NeededApproval("gaming_submission", "the submission that names the settlement procedure", "PK-39.10(e)/2"),
)

OPTIONS = (
    *house_options(
        operator="PK-1.13Y(b)4",
        positions="PK-R6",
        positions_most=POSITIONS,
        positions_start=6,
        dealing="PK-39.7(a)/1",
        shuffling="PK-39.6(a)/3",
        feeds_shoe="PK-39.6(a)/5",
        decks="PK-39.2(b)",
        backs="PK-39.2(b)2",
        cover_card="PK-39.2(a)/4",
        opening="PK-39.5(a)",
    ),
    positions_per_player("PK-39.3(e)/1", 3, 1),
    counting_option("PK-39.7(f)/1"),
    Choice(
        name="dealer_stack_delivery",
        help="when the dealer's stack leaves the automated shoe",
        clause="PK-R39",
        values=("immediate", "after-decisions"),
        start="immediate",
    ),
    *idle_options("PK-39.6(e)/1"),
    coupon_option("PK-R53"),
    display_option("odds_display", "the payout odds", "PK-R56", "layout"),
    display_option("notices_display", "the notices on play wagers and qualifying", "PK-R56", "sign"),
    Choice(
        name="settlement_order",
        help="each step round the table, or one player completely before the next",
        clause="PK-39.10(e)/1",
        values=("by-step", "by-player"),
        start="by-step",
    ),
    *limits("table", "ante", "PK-39.3(a)/2", 10, 200),
    *limits("three_card_bonus", "3 card bonus", "PK-39.3(a)/3", 5, 50),
    Choice(
        name="play_3_multiple",
        help="the play 3 wager, in antes",
        clause="PK-39.1/play-3-wager/2",
        values=(1, 2),
        start=1,
    ),
    Choice(name="play_5_multiple", help="the play 5 wager, in antes", clause="PK-39.3(b)/3", values=(1, 2), start=1),
    Flag(
        name="dealer_must_qualify",
        help="the version in which the dealer needs A-K-4-3-2 for play 5 to count",
        clause="PK-R30",
        start=False,
    ),
    pay_table_option("five_card_bonus", "5 card bonus", "PK-39.11(b)/1", (1, 2), 1),
    RaisedOdds(
        name="five_card_bonus_odds",
        help="5 card bonus rows paid above the selected table",
        clause="PK-39.11(b)/2",
        start={},
    ),
    pay_table_option("three_card_bonus", "3 card bonus", "PK-39.11(c)/1", (1, 2, 3), 1),
    RaisedOdds(
        name="three_card_bonus_odds",
        help="3 card bonus rows paid above the selected table",
        clause="PK-39.11(c)/2",
        start={},
    ),
    Approvals(
        name="approvals",
        help="references of the attestations and submissions the table needs to open",
        clause="PK-R13",
        start={},
        needed=_APPROVALS,
    ),
)

FORBIDDEN: tuple[Forbidden, ...] = (
    *house_rules(
        hand="PK-39.8(b)1",
        decks="PK-39.2(b)",
        backs="PK-39.2(b)2",
        cover_card="PK-39.2(a)/4",
        feeds_shoe="PK-39.6(a)/5",
    ),
    counting_rule("PK-39.7(f)/1"),
    *limit_rules("PK-R26", "table", "three_card_bonus", unit=False),
    Forbidden(
        ("positions_per_player", "positions"),
        "PK-39.3(e)/1",
        "one player cannot bet on more positions than the table has",
        lambda o: o["positions_per_player"] > o["positions"],
    ),
)

CAUTIONS = (
    Forbidden(
        ("play_3_multiple", "play_5_multiple", "dealer_must_qualify"),
        "PK-R1",
        "without the qualifier a doubled play wager gives the player the edge",
        lambda o: not o["dealer_must_qualify"] and (o["play_3_multiple"], o["play_5_multiple"]) != (1, 1),
    ),
    Forbidden(
        ("positions", "play_3_multiple", "dealer_must_qualify"),
        "PK-R6",
        "with so many open hands the last player to act can gain the edge",
        lambda o: (
            o["positions"] == POSITIONS
            or (o["positions"] == POSITIONS - 1 and o["dealer_must_qualify"] and o["play_3_multiple"] == 2)
        ),
    ),
)

# --- irregularities --------------------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: goes_on(
        "the card is left out and racked; the next card takes its place", "PK-39.12(a)/1", "PK-R45"
    ),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("PK-39.12(a)/2"),
    Irregularity.FACE_UP_IN_STUB: goes_on("it is logged and changes nothing", "PK-R47"),
    Irregularity.DRAWN_UNSEEN: goes_on("it is used as the next card", "PK-39.12(b)"),
    Irregularity.DRAWN_SEEN: goes_on("it is treated as a card found face up", "PK-R46", "PK-39.12(a)/1"),
    Irregularity.PLAYER_COUNT: round_void("PK-39.12(c)"),
    Irregularity.DEALER_SHORT: round_void("PK-39.12(c)"),
    Irregularity.DEALER_COUNT: round_void("PK-39.12(c)"),
    Irregularity.DEALER_EXPOSED: round_void("PK-39.12(d)", "PK-R46"),
    Irregularity.DEALER_EXPOSED_LATE: goes_on("it is the reveal", "PK-39.10(d)/1"),
    Irregularity.PLAYER_EXPOSED: goes_on(
        "the card stands and is public; a pick still to come is drawn at random", "PK-R46"
    ),
    Irregularity.PASSED_OVER: round_void("PK-R63", "PK-39.12(c)"),
    Irregularity.DEAD_CARDS: goes_on("they are dead and racked as a group of their own", "PK-R63"),
    Irregularity.STUB_MISDEAL: round_void("PK-39.7(e)2/2"),
    Irregularity.STUB_DECK: deck_void("PK-39.7(e)2/3", "PK-R42"),
    Irregularity.FOREIGN_CARD: deck_void("PK-R42"),
    Irregularity.SHUFFLER_FAULT: shuffled_again("PK-39.12(e)", "PK-R48"),
    Irregularity.SHUFFLER_COUNT: deck_removed("PK-39.7(f)/2", "PK-R44"),
    Irregularity.SHOE_FAULT: round_void("PK-39.12(f)/1", "PK-39.12(f)/2"),
}

# --- the game --------------------------------------------------------------------------------------------------------

_RIGHT_TO_LEFT = Direction.COUNTERCLOCKWISE
SCRIPT = (
    no_more_bets("PK-39.7(b)/1", "PK-39.8(b)3/1", "PK-39.9(b)2", "PK-39.3(a)/6"),
    Step("deal", "five cards face down to each player and to the dealer; nobody looks",
         ("PK-39.7(c)/1", "PK-39.7(c)/4", "PK-39.9(a)/2", "PK-R7"), Direction.CLOCKWISE, 5),
    Step("stub", "the stub is set aside, counted at least every fifth round unless the shuffler counts",
         ("PK-39.7(d)/2", "PK-39.7(e)/1", "PK-39.7(f)/1")),
    Step("pick", "each player with a 3 card bonus picks three face-down cards, which are turned up and settled",
         ("PK-39.10(b)/1", "PK-39.10(b)/2", "PK-39.10(b)/3", "PK-R7"), _RIGHT_TO_LEFT, 3),
    Step("decide", "one player at a time: the five cards are turned up, the 5 card bonus is settled, then",
         ("PK-39.10(c)", "PK-39.10(c)1", "PK-39.10(c)2", "PK-39.10(c)3/1"), _RIGHT_TO_LEFT,
         choices=(Choose("play_3", "play 3: best three cards against the dealer's", "play_3", "play_3_multiple"),
                  Choose("play_5", "play 5: five cards against the dealer's", "play_5", "play_5_multiple"),
                  Choose("fold", "fold and lose the ante"))),
    Step("reveal", "the dealer turns up the dealer's cards and announces the five-card and the three-card hand",
         ("PK-39.10(d)/1", "PK-39.10(d)/3", "PK-39.10(d)/6")),
    Step("settle", "ante and play wager of each player still in", ("PK-39.10(e)/1", "PK-39.10(e)1", "PK-39.10(e)2"),
         _RIGHT_TO_LEFT),
)  # fmt: skip

_COMPULSORY = ("ante", "five_card_bonus")
GAME = Game(
    name="pik-it-poker",
    short="pik-it",
    title="Pik-It Poker",
    prefix="PK",
    summary="Five cards, a blind pick of three for a bonus, then three or five cards against the dealer's.",
    cites=Cites(
        deck="PK-39.1/suit",
        area="PK-39.3(c)/1",
        amount="PK-R26",
        choices="PK-R61",
        decide="PK-39.3(b)/1",
        folded="PK-39.1/fold",
        coupon="PK-R53",
        void="PK-R43",
    ),
    wagers=(
        Wager(
            name="three_card_bonus",
            label="3 card bonus",
            clause="PK-39.1/3-card-bonus-wager/1",
            conditions=(Needs("PK-R25", _COMPULSORY),),
        ),
        Wager(
            name="five_card_bonus",
            label="5 card bonus",
            clause="PK-39.1/5-card-bonus-wager/3",
            conditions=(
                Required("PK-39.3(a)/1"),
                EqualTo("PK-39.1/5-card-bonus-wager/2", "ante"),
            ),
        ),
        Wager(name="ante", label="ante", clause="PK-39.1/ante-wager", conditions=(Required("PK-39.3(a)/1"),)),
        Wager(
            name="play_3",
            label="play 3 wager",
            clause="PK-39.1/play-3-wager/1",
            conditions=(Times("PK-39.1/play-3-wager/2", "play_3_multiple"),),
            after_deal=True,
        ),
        Wager(
            name="play_5",
            label="play 5 wager",
            clause="PK-39.1/play-5-wager/1",
            conditions=(Times("PK-39.3(b)/3", "play_5_multiple"),),
            after_deal=True,
        ),
    ),
    fields=(
        CardField(name="player", count=5, clause="PK-39.1/hand"),
        CardField(name="dealer", count=5, clause="PK-39.1/hand", if_folded=None),
        CardField(
            name="picked",
            count=3,
            clause="PK-39.1/3-card-bonus-wager/2",
            if_played=None,
            if_folded=None,
            needed_by=("three_card_bonus",),
            part_of="player",
        ),
    ),
    layout=(
        Area("ante", "PK-1.13Y(b)1.i"),
        Area("5 card bonus", "PK-1.13Y(b)1.ii"),
        Area("3 card bonus", "PK-1.13Y(b)1.iii"),
        Area("play 3", "PK-1.13Y(b)1.iv"),
        Area("play 5", "PK-1.13Y(b)1.v"),
        Area("player's cards", "PK-1.13Y(b)1.vi"),
        Area("dealer's cards", "PK-1.13Y(b)2", each_position=False),
    ),
    inscriptions=(
        ("the payout odds of all wagers", "PK-1.13Y(b)3"),
        ("the licensee's name or trade name", "PK-1.13Y(b)4"),
        ("how large play 3 and play 5 are compared with the ante", "PK-1.13Y(d)1"),
        ("in the qualifier version: the lowest qualifying hand", "PK-1.13Y(d)2.i"),
        ("in the qualifier version: qualifying does not affect play 3", "PK-1.13Y(d)2.ii"),
    ),
    procedure=Procedure(
        cards_each=5,
        stack=5,
        positions_most=POSITIONS,
        clauses=("PK-39.6(c)1.ii", "PK-R35", "PK-39.7(e)/1", "PK-39.9(a)/2"),
    ),
    script=SCRIPT,
    ranking=(
        ("five cards", (*(kind.label for kind in reversed(five.Category)),)),
        ("three cards", (*(kind.label for kind in reversed(three.Category)),)),
    ),
    qualifier=Qualifier(
        "the dealer needs A-K-4-3-2 or better; otherwise play 5 goes back and the ante still plays",
        ("PK-39.1/qualifying-hand", "PK-39.10(f)/1", "PK-39.10(f)/2"),
        option="dealer_must_qualify",
    ),
    even_money={"ante": "PK-39.11(a)/1", "play_3": "PK-39.11(a)/2", "play_5": "PK-39.11(a)/2"},
    pay_tables={"five_card_bonus": FIVE_CARD_BONUS, "three_card_bonus": THREE_CARD_BONUS},
    selected_by={
        "five_card_bonus": "five_card_bonus_pay_table",
        "three_card_bonus": "three_card_bonus_pay_table",
    },
    raised_odds={"five_card_bonus": "five_card_bonus_odds", "three_card_bonus": "three_card_bonus_odds"},
    settlement_clauses=("PK-39.10(e)/1", "PK-R32"),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
    cautions=CAUTIONS,
    settle=settle,
    settle_alone={"five_card_bonus": settle_five_card_bonus, "three_card_bonus": settle_three_card_bonus},
)
