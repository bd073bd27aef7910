"""5 Card Hi-Lo, New Jersey: proposed N.J.A.C. 13:69F-40, with 13:69E-1.13Z and 1.19."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import HandError
from pitboss.games.common import (
    AUTOMATED,
    AUTOMATED_SHOE,
    MANUAL_SHOE,
    betting_unit,
    counting_option,
    counting_rule,
    coupon_option,
    display_option,
    dollars_to_cents,
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
    Cap,
    CardField,
    Choose,
    Cites,
    Direction,
    Game,
    Needs,
    Procedure,
    Required,
    Step,
    Times,
    Wager,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.irregularities import (
    Irregularity,
    deck_removed,
    deck_void,
    goes_on,
    hand_void,
    round_void,
    shuffled_again,
)
from pitboss.games.options import Approvals, Forbidden, NeededApproval, Options, RaisedOdds
from pitboss.games.paying import PayTable, PayTables, pay_table
from pitboss.games.settlement import Result, by_table, forfeit, lose, push, win
from pitboss.hands import five, hi_lo
from pitboss.hands.five import Category, at_least, at_least_pair
from pitboss.hands.hi_lo import Setting
from pitboss.law import Citation
from pitboss.money import EVEN_MONEY, Odds

POSITIONS = 7
LIMIT = dollars_to_cents(50_000)
TIED_LOW, TIED_HIGH, TIED_BOTH = 1, 2, 3
"""Strengths in the order of the tie bet."""
TWO, SIX, SEVEN = 0, 4, 5
THREE_ACES, FOUR_ACES, FOUR_ACES_AND_A_TWO = 3, 4, 5
"""Strengths in the order of the ante bonus."""

# --- pay tables ------------------------------------------------------------------------------------------------------


def _bonus(name: str, pair: tuple[str, int, Odds, Citation], *odds: int) -> PayTable:
    """Poker bonus: odds to 1 from the royal flush down, and the lowest pair that pays."""
    kinds = (
        ("royal flush", Category.ROYAL_FLUSH, "HL-40.11(d)-royal-flush"),
        ("straight flush", Category.STRAIGHT_FLUSH, "HL-40.11(d)-straight-flush"),
        ("four of a kind", Category.FOUR_OF_A_KIND, "HL-40.11(d)-four-of-a-kind"),
        ("full house", Category.FULL_HOUSE, "HL-40.11(d)-full-house"),
        ("flush", Category.FLUSH, "HL-40.11(d)-flush"),
        ("straight", Category.STRAIGHT, "HL-40.11(d)-straight"),
        ("three of a kind", Category.THREE_OF_A_KIND, "HL-40.11(d)-three-of-a-kind"),
        ("two pair", Category.TWO_PAIR, "HL-40.11(d)-two-pair"),
    )
    rows = [(label, at_least(kind), Odds(win), clause) for (label, kind, clause), win in zip(kinds, odds, strict=True)]
    return pay_table(name, "HL-40.11(d)-2", *rows, pair)


POKER_BONUS: PayTables = {
    1: _bonus(
        "1",
        ("pair of sevens or better", at_least_pair(SEVEN), Odds(1), "HL-40.11(d)-pair-sevens"),
        250, 50, 25, 15, 10, 8, 5, 3,
    ),
    2: _bonus(
        "2",
        ("pair of sixes or better", at_least_pair(SIX), Odds(1), "HL-40.11(d)-pair-sixes"),
        500, 100, 40, 15, 8, 6, 4, 3,
    ),
}  # fmt: skip
TIE = pay_table(
    "tie",
    "HL-R2",
    ("both totals equal", TIED_BOTH, Odds(20), "HL-40.11(c)-both"),
    ("high totals equal", TIED_HIGH, Odds(4), "HL-40.11(c)-high"),
    ("low totals equal", TIED_LOW, Odds(4), "HL-40.11(c)-low"),
)
ANTE_BONUS = pay_table(
    "ante bonus",
    "HL-40.11(e)",
    ("four aces and a two", FOUR_ACES_AND_A_TWO, Odds(100), "HL-40.11(e)-four-aces-two"),
    ("four aces and any other card", FOUR_ACES, Odds(50), "HL-40.11(e)-four-aces-other"),
    ("three aces", THREE_ACES, Odds(5), "HL-40.11(e)-three-aces"),
    otherwise="nothing",
)


# --- settlement ------------------------------------------------------------------------------------------------------


def settle(options: Options, hand: FinishedHand) -> Iterator[Result]:
    """Ante and play, tie bet, poker bonus bet, ante bonus (HL-R44)."""
    if hand.folded:
        yield forfeit("ante", hand.wagers["ante"], ("HL-40.10(a)1-s1a",), ("the player folded",))
        if "tie" in hand.wagers:
            yield forfeit("tie", hand.wagers["tie"], ("HL-40.10(a)1-s1b",), ("the player folded",))
    else:
        yield from _against_dealer(hand)
    if "poker_bonus" in hand.wagers:
        yield settle_poker_bonus(options, hand)
    if not hand.folded and (bonus := ante_bonus_strength(_five(hand))):
        yield _ante_bonus(options, hand, bonus)


def _against_dealer(hand: FinishedHand) -> Iterator[Result]:
    high, low = Setting(hand.cards["high"], hand.cards["low"]).totals
    dealer = hi_lo.house_way(hand.cards["dealer"])
    dealer_high, dealer_low = dealer.totals
    facts = (f"player {hi_lo.name(high, low)}", f"dealer {dealer}")
    wins_high, wins_low = high > dealer_high, low < dealer_low
    for wager in ("ante", "play"):
        stake = hand.wagers[wager]
        if wins_high and wins_low:
            yield win(wager, stake, EVEN_MONEY, ("HL-40.10(d)i", "HL-40.11(b)"), (*facts, "both parts won"))
        elif wins_high:
            yield push(wager, stake, ("HL-40.10(d)iii-a", "HL-R5"), (*facts, "only the high hand won"))
        elif wins_low:
            yield push(wager, stake, ("HL-40.10(d)iii-b", "HL-R5"), (*facts, "only the low hand won"))
        else:
            yield lose(wager, stake, ("HL-40.10(d)ii", "HL-R5"), (*facts, "neither part won"))
    if "tie" in hand.wagers:
        tied = TIED_HIGH * (high == dealer_high) + TIED_LOW * (low == dealer_low)
        yield by_table("tie", hand.wagers["tie"], TIE, tied, loses=("HL-40.1-tie-bet", "HL-R2"), facts=facts)


def settle_poker_bonus(options: Options, hand: FinishedHand) -> Result:
    """The player's own five cards decide, folded or not (HL-40.10(b)-s2)."""
    strength = five.value(_five(hand))
    return by_table(
        "poker_bonus",
        hand.wagers["poker_bonus"],
        options.pay_table("poker_bonus"),
        strength,
        wins=("HL-40.10(b)-s2",) if hand.folded else ("HL-40.1-poker-bonus-bet",),
        loses=("HL-40.1-poker-bonus-bet", "HL-R34"),
        facts=(f"player {five.name(strength)}",),
    )


def _ante_bonus(options: Options, hand: FinishedHand, strength: int) -> Result:
    """Paid on the ante whatever became of it; no wager of its own, so no stake."""
    row = options.pay_table("ante_bonus").row(strength)
    assert row is not None
    ante = hand.wagers["ante"]
    won = win("ante_bonus", ante, row.odds, ("HL-40.10(f)", row.clause), (f"{row.label}: {row.odds} on the ante",))
    return Result("ante_bonus", won.outcome, 0, won.paid, 0, won.clauses, won.facts, row.odds)


def ante_bonus_strength(cards: tuple[int, ...]) -> int:
    """3 for three aces, 4 for four, 5 for four with a two; 0 below."""
    aces = hi_lo.aces(cards)
    with_a_two = aces == FOUR_ACES and any(card >> 2 == TWO for card in cards)
    return FOUR_ACES_AND_A_TWO if with_a_two else aces if aces >= THREE_ACES else 0


def _five(hand: FinishedHand) -> tuple[int, ...]:
    return hand.cards["player"] if "player" in hand.cards else hand.cards["high"] + hand.cards["low"]


def check_hand(hand: FinishedHand) -> None:
    """A player may put one ace in the low hand, never two."""
    if "low" in hand.cards and hi_lo.aces(hand.cards["low"]) > hi_lo.LOW_ACES_AT_MOST:
        raise HandError(
            "two-aces-low", "two aces in the low hand are not allowed: put at least one high", "HL-40.5(b)-s1"
        )


BEST_ROUNDS = (
    ("royal_flush", 0, "both_totals_equal", None),
    ("royal_flush", 2, None, None),
    ("four_of_a_kind", 2, None, "four_aces_and_a_two"),
    ("four_of_a_kind", 0, "low_totals_equal", "four_aces_and_any_other_card"),
    ("full_house", 0, "both_totals_equal", "three_aces"),
)
"""The rounds in which one hand can win most (HL-R32): poker bonus row, antes won by ante and play, tie row, ante bonus
row. Every other round pays no more than one of these on each wager."""


def most_at_minimum(options: Options) -> int:
    """The most one hand can win with each wager at its posted minimum, odds in force."""
    ante, tie, bonus = (int(options[f"{wager}_minimum"]) for wager in ("table", "tie", "poker_bonus"))
    poker, aces = options.pay_table("poker_bonus"), options.pay_table("ante_bonus")
    return max(
        poker[poker_row].odds.pays(bonus)
        + antes * ante
        + (TIE[tie_row].odds.pays(tie) if tie_row else 0)
        + (aces[ace_row].odds.pays(ante) if ace_row else 0)
        for poker_row, antes, tie_row, ace_row in BEST_ROUNDS
    )


def limit(options: Options) -> int:
    """$50,000, or the most one patron could win in a round at the minimum wager if that is more (HL-40.11(f))."""
    return max(LIMIT, most_at_minimum(options))


# --- the operator's options ------------------------------------------------------------------------------------------

_APPROVALS = (
    NeededApproval("box_locations", "where drop box and tip box hang", "HL-1.13Z(d)-2"),
    NeededApproval("cutting_and_cover_card", "the cutting card and the cover card", "HL-40.2(a)-s2b"),
    NeededApproval("manual_shoe", "the manual shoe meets 13:69E-1.19", "HL-40.7(a)-s1a", uses(MANUAL_SHOE)),
    NeededApproval("manual_shoe_location", "where the manual shoe stands", "HL-40.7(a)-s1b", uses(MANUAL_SHOE)),
    NeededApproval("automated_shoe", "the automated shoe", "HL-40.9(a)-2", uses(AUTOMATED_SHOE)),
    NeededApproval("automated_shoe_location", "where it stands", "HL-40.9(a)-2", uses(AUTOMATED_SHOE)),
    NeededApproval("automated_shoe_procedures", "how it is used", "HL-40.9(a)-2", uses(AUTOMATED_SHOE)),
    NeededApproval("shuffler", "the shuffler meets 13:69E-1.19(c)", "HL-1.19(c)", uses(AUTOMATED, "shuffle_method")),
)

OPTIONS = (
    *house_options(
        operator="HL-1.13Z(b)5",
        positions="HL-1.13Z(b)1",
        positions_most=POSITIONS,
        positions_start=POSITIONS,
        dealing="HL-1.19(b)-s1a",
        shuffling="HL-40.4(a)-s1c",
        feeds_shoe="HL-40.4(a)-s2b",
        decks="HL-40.2(b)",
        backs="HL-40.2(b)2",
        cover_card="HL-40.2(a)-s2a",
        opening="HL-40.3(a)-2",
    ),
    positions_per_player("HL-R9", POSITIONS, POSITIONS),
    counting_option("HL-40.9(f)-s1"),
    *idle_options("HL-40.4(e)-s1", "HL-R29"),
    coupon_option("HL-R40"),
    display_option("odds_display", "the odds of tie bet, poker bonus and ante bonus", "HL-R39", "layout"),
    *limits("table", "ante", "HL-R41", 10, 500),
    betting_unit("HL-R41"),
    *limits("tie", "tie bet", "HL-R41", 5, 100),
    *limits("poker_bonus", "poker bonus bet", "HL-R41", 5, 100),
    pay_table_option("poker_bonus", "poker bonus bet", "HL-40.11(d)-1", (1, 2), 1),
    RaisedOdds(name="ante_bonus_odds", help="ante bonus rows paid above their minimum", clause="HL-40.11(e)", start={}),
    Approvals(
        name="approvals",
        help="references of the approvals the table needs to open",
        clause="HL-R48",
        start={},
        needed=_APPROVALS,
    ),
)

FORBIDDEN: tuple[Forbidden, ...] = (
    *house_rules(
        hand="HL-40.8(b)1",
        decks="HL-40.2(b)",
        backs="HL-40.2(b)2",
        cover_card="HL-40.2(a)-s2a",
        feeds_shoe="HL-40.4(a)-s2b",
    ),
    counting_rule("HL-40.9(f)-s1"),
    *limit_rules("HL-R41", "table", "tie", "poker_bonus"),
    Forbidden(
        ("positions_per_player", "positions"),
        "HL-R9",
        "one player cannot hold more hands than the table has positions",
        lambda o: o["positions_per_player"] > o["positions"],
    ),
)

# --- irregularities --------------------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: goes_on(
        "the card is not used and is racked; the next card takes its place",
        "HL-40.12(a)-s1a",
        "HL-40.12(a)-s1b",
        "HL-R19",
    ),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("HL-40.12(a)-s2"),
    Irregularity.FACE_UP_IN_STUB: goes_on("hands stand; the card stays in the stub and is noted", "HL-R19"),
    Irregularity.DRAWN_UNSEEN: goes_on("it is used as the next card", "HL-40.12(c)"),
    Irregularity.DRAWN_SEEN: goes_on("it is treated as a card found face up", "HL-R20", "HL-40.12(a)-s1a"),
    Irregularity.PLAYER_COUNT: hand_void("HL-40.12(d)-s1", "HL-R22"),
    Irregularity.DEALER_SHORT: goes_on("one more card is dealt to the dealer's hand", "HL-40.12(d)-s2", "HL-R21"),
    Irregularity.DEALER_COUNT: round_void("HL-40.12(d)-s3"),
    Irregularity.DEALER_EXPOSED: round_void("HL-R20"),
    Irregularity.DEALER_EXPOSED_LATE: goes_on("it changes nothing", "HL-R20"),
    Irregularity.PLAYER_EXPOSED: goes_on("the card stands and is public", "HL-R20"),
    Irregularity.PASSED_OVER: hand_void("HL-R51", "HL-40.12(d)-s1"),
    Irregularity.DEAD_CARDS: goes_on("they are dead and racked as a group of their own", "HL-R51"),
    Irregularity.STUB_MISDEAL: round_void("HL-40.7(f)2-s2", "HL-R15"),
    Irregularity.STUB_DECK: deck_void("HL-40.7(f)2-s3", "HL-R16"),
    Irregularity.FOREIGN_CARD: deck_void("HL-R16"),
    Irregularity.SHUFFLER_FAULT: shuffled_again("HL-40.12(e)", "HL-R24"),
    Irregularity.SHUFFLER_COUNT: deck_removed("HL-40.9(f)-s2", "HL-R18"),
    Irregularity.SHOE_FAULT: round_void("HL-40.12(f)"),
}

# --- the game --------------------------------------------------------------------------------------------------------

SCRIPT = (
    no_more_bets("HL-40.7(b)", "HL-40.8(b)3", "HL-40.9(b)2", "HL-40.6(b)-s2"),
    Step("deal", "five cards face down to each player and to the dealer",
         ("HL-40.7(d)", "HL-40.7(d)5", "HL-40.9(c)-s1", "HL-R13"), Direction.CLOCKWISE, 5),
    Step("stub", "the stub is set aside, counted at least every fifth round", ("HL-40.7(e)", "HL-40.7(f)-s1")),
    Step("decide", "in any order", ("HL-40.10(a)", "HL-R42"),
         choices=(Choose("play", "play, with a bet equal to the ante, and set the hand", "play", (1,)),
                  Choose("fold", "fold and lose ante and tie bet"))),
    Step("set", "three cards high and two low, at most one ace low",
         ("HL-40.10(a)2-s1b", "HL-40.5(b)-s1")),
    Step("reveal", "the dealer turns up and sets the house hand: aces high, then the biggest cards high",
         ("HL-40.10(c)-1", "HL-40.10(c)-2", "HL-R1")),
    Step("settle", "each player in turn: ante and play, tie bet, poker bonus, ante bonus",
         ("HL-40.10(d)-1", "HL-40.10(e)", "HL-40.10(f)", "HL-R44"), Direction.COUNTERCLOCKWISE),
)  # fmt: skip

GAME = Game(
    name="five-card-hi-lo",
    short="hi-lo",
    title="5 Card Hi-Lo",
    prefix="HL",
    summary="Five cards set as a three-card high hand and a two-card low hand; beat the dealer on both.",
    cites=Cites(
        deck="HL-40.2(a)-s3",
        area="HL-40.6(a)-s1a",
        amount="HL-R41",
        choices="HL-R47",
        decide="HL-40.10(a)",
        folded="HL-40.1-fold",
        coupon="HL-R40",
        void="HL-R6",
    ),
    wagers=(
        Wager(name="ante", label="ante", clause="HL-40.1-ante-bet", conditions=(Required("HL-40.1-ante-bet"),)),
        Wager(
            name="play",
            label="play bet",
            clause="HL-40.1-play-bet",
            conditions=(Times("HL-40.10(a)2-s1a", (1,)),),
            after_deal=True,
        ),
        Wager(name="tie", label="tie bet", clause="HL-40.1-tie-bet", conditions=(Needs("HL-R11", ("ante",)),)),
        Wager(
            name="poker_bonus",
            label="poker bonus bet",
            clause="HL-40.1-poker-bonus-bet",
            conditions=(Needs("HL-R11", ("ante",)),),
        ),
    ),
    extra_results=("ante_bonus",),
    fields=(
        CardField(name="player", count=5, clause="HL-40.1-hand", if_played=False),
        CardField(name="high", count=3, clause="HL-40.1-high-hand", if_folded=False),
        CardField(name="low", count=2, clause="HL-40.1-low-hand", if_folded=False),
        CardField(name="dealer", count=5, clause="HL-40.1-hand", if_folded=None),
    ),
    layout=(
        Area("ante", "HL-1.13Z(b)2.i"),
        Area("play", "HL-1.13Z(b)2.ii"),
        Area("tie", "HL-1.13Z(b)2.iii"),
        Area("poker bonus", "HL-1.13Z(b)2.iv"),
        Area("high", "HL-1.13Z(b)2.v"),
        Area("low", "HL-1.13Z(b)2.vi"),
        Area("dealer's hand", "HL-40.7(d)2", each_position=False),
    ),
    inscriptions=(
        ("the odds of tie bet, poker bonus and ante bonus", "HL-1.13Z(b)3"),
        ("the operator's name or trade name", "HL-1.13Z(b)5"),
        ("the dealer plays aces in the high hand; with four aces one is played low", "HL-1.13Z(c)1"),
        ("ante and play win if your high total is above and your low total below the dealer's", "HL-1.13Z(c)2"),
        ("winning ante and play bets pay 1 to 1", "HL-1.13Z(c)3"),
        ("a player who makes no play bet loses the ante and the tie bet", "HL-1.13Z(c)4"),
        ("a qualifying ante bonus is paid however ante and play turn out", "HL-1.13Z(c)5"),
    ),
    procedure=Procedure(
        cards_each=5,
        stack=5,
        positions_most=POSITIONS,
        clauses=("HL-40.4(c)1.ii", "HL-R26", "HL-40.7(f)-s1", "HL-40.9(a)-1"),
    ),
    script=SCRIPT,
    ranking=(("poker bonus, five cards", (*(kind.label for kind in reversed(Category)),)),),
    even_money={"ante": "HL-40.11(b)", "play": "HL-40.11(b)"},
    pay_tables={"tie": {"tie": TIE}, "poker_bonus": POKER_BONUS, "ante_bonus": {"ante bonus": ANTE_BONUS}},
    selected_by={"poker_bonus": "poker_bonus_pay_table"},
    raised_odds={"ante_bonus": "ante_bonus_odds"},
    settlement_clauses=("HL-40.10(d)-1", "HL-R44"),
    caps=(
        Cap(
            ("ante", "match_play", "play", "tie", "poker_bonus", "ante_bonus"),
            limit,
            ("HL-40.11(f)", "HL-R32"),
            "limit for one hand",
        ),
    ),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
    settle=settle,
    settle_alone={"poker_bonus": settle_poker_bonus},
    check_hand=check_hand,
)
