"""5 Card Hi-Lo, New Jersey: proposed N.J.A.C. 13:69F-40, with 13:69E-1.13Z and 1.19."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pitboss.cards import SEVEN, SIX, TWO, rank
from pitboss.errors import HandError
from pitboss.games import common as house
from pitboss.games.common import AUTOMATED, AUTOMATED_SHOE, DEALING, SHUFFLING, in_cents, uses
from pitboss.games.game import (
    Area,
    Bonus,
    Cap,
    CardField,
    Cites,
    ConductRule,
    Game,
    Layout,
    Needs,
    OnFold,
    Required,
    Times,
    Wager,
    as_written,
    stated,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.handling import Procedure, Repair
from pitboss.games.irregularities import (
    Consequence,
    Irregularity,
    Remedy,
    between_rounds,
    deck_void,
    round_void,
    shoe_void,
    shuffle_again,
    then,
)
from pitboss.games.options import NeededApproval, SolidColour, covering
from pitboss.games.pay_tables import Payout, PayTable, even_money, pay_table
from pitboss.games.settlement import Case, Outcome, Result, by_case, by_table, forfeit, win
from pitboss.games.steps import (
    Action,
    Call,
    Cards,
    Deal,
    Decide,
    HeldCards,
    Multiples,
    NoMoreBets,
    Reveal,
    SetHand,
    Settle,
    Step,
    Stub,
)
from pitboss.games.terms import Terms
from pitboss.hands import five, hi_lo
from pitboss.hands.five import Category, at_least, at_least_pair
from pitboss.hands.hi_lo import HIGH_CARDS, LOW_ACES_AT_MOST, LOW_CARDS, Setting
from pitboss.money import Odds

CARDS_EACH = HIGH_CARDS + LOW_CARDS
POSITIONS = 7
LIMIT = in_cents(50_000)
ONE_ANTE = Multiples((1,))
TIED_LOW, TIED_HIGH, TIED_BOTH = 1, 2, 3
"""Strengths in the order of the tie bet."""
THREE_ACES, FOUR_ACES, FOUR_ACES_AND_A_TWO = 3, 4, 5
"""Strengths in the order of the ante bonus."""

# --- pay tables ------------------------------------------------------------------------------------------------------

_KINDS = (
    ("royal flush", Category.ROYAL_FLUSH, "HL-40.11(d)-royal-flush"),
    ("straight flush", Category.STRAIGHT_FLUSH, "HL-40.11(d)-straight-flush"),
    ("four of a kind", Category.FOUR_OF_A_KIND, "HL-40.11(d)-four-of-a-kind"),
    ("full house", Category.FULL_HOUSE, "HL-40.11(d)-full-house"),
    ("flush", Category.FLUSH, "HL-40.11(d)-flush"),
    ("straight", Category.STRAIGHT, "HL-40.11(d)-straight"),
    ("three of a kind", Category.THREE_OF_A_KIND, "HL-40.11(d)-three-of-a-kind"),
    ("two pair", Category.TWO_PAIR, "HL-40.11(d)-two-pair"),
)
_SEVENS = ("pair of sevens or better", at_least_pair(SEVEN), Odds(1), "HL-40.11(d)-pair-sevens")
_SIXES = ("pair of sixes or better", at_least_pair(SIX), Odds(1), "HL-40.11(d)-pair-sixes")


def _bonus(name: str, *odds: int, pair: tuple[str, int, Odds, str]) -> PayTable:
    """Poker bonus: odds to 1 from the royal flush down, and the lowest pair that pays."""
    rows = [(label, at_least(kind), Odds(win), clause) for (label, kind, clause), win in zip(_KINDS, odds, strict=True)]
    return pay_table(name, "HL-40.11(d)-2", *rows, pair)


POKER_BONUS = Payout(
    {
        1: _bonus("1", 250, 50, 25, 15, 10, 8, 5, 3, pair=_SEVENS),
        2: _bonus("2", 500, 100, 40, 15, 8, 6, 4, 3, pair=_SIXES),
    },
    selected_by="poker_bonus_pay_table",
)
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

Totals = tuple[tuple[int, int], tuple[int, int], tuple[str, ...]]
"""The player's and the dealer's totals, and both in words."""


def settle_ante(terms: Terms, hand: FinishedHand) -> Result:
    """Even money if both parts win, returned if one does; given up on a fold."""
    if hand.folded:
        return forfeit("ante", hand.wagers["ante"], ("HL-40.10(a)1-s1a",), ("the player folded",))
    return _both_parts("ante", terms, hand)


def settle_play(terms: Terms, hand: FinishedHand) -> Result:
    """As the ante."""
    return _both_parts("play", terms, hand)


def _both_parts(wager: str, terms: Terms, hand: FinishedHand) -> Result:
    """Each equal total counts for the house (HL-R5)."""
    (high, low), (dealer_high, dealer_low), facts = _totals(hand)
    case = PARTS[high > dealer_high, low < dealer_low]
    return by_case(wager, hand.wagers[wager], terms.pay_tables[wager], case, facts)


PARTS = {
    (True, True): Case("both parts won", Outcome.WIN, ("HL-40.10(d)i",)),
    (True, False): Case("only the high hand won", Outcome.PUSH, ("HL-40.10(d)iii-a", "HL-R5")),
    (False, True): Case("only the low hand won", Outcome.PUSH, ("HL-40.10(d)iii-b", "HL-R5")),
    (False, False): Case("neither part won", Outcome.LOSE, ("HL-40.10(d)ii", "HL-R5")),
}
"""What ante and play come to, by whether the high and the low hand are better than the dealer's."""


def _totals(hand: FinishedHand) -> Totals:
    return _totals_of(hand.cards["high"], hand.cards["low"], hand.cards["dealer"])


@lru_cache(maxsize=16)
def _totals_of(high: tuple[int, ...], low: tuple[int, ...], dealer: tuple[int, ...]) -> Totals:
    """The same two settings decide several wagers."""
    player, house_hand = Setting(high, low), hi_lo.house_way(dealer)
    facts = (f"player {hi_lo.name(*player.totals)}", f"dealer {house_hand}")
    return player.totals, house_hand.totals, facts


def settle_tie(terms: Terms, hand: FinishedHand) -> Result:
    """One row only: both totals equal pays 20 to 1 and nothing besides (HL-R2)."""
    stake = hand.wagers["tie"]
    if hand.folded:
        return forfeit("tie", stake, ("HL-40.10(a)1-s1b",), ("the player folded",))
    (high, low), (dealer_high, dealer_low), facts = _totals(hand)
    tied = TIED_HIGH * (high == dealer_high) + TIED_LOW * (low == dealer_low)
    return by_table("tie", stake, TIE, tied, loses=("HL-40.1-tie-bet", "HL-R2"), facts=facts)


def settle_poker_bonus(terms: Terms, hand: FinishedHand) -> Result:
    """The player's own five cards decide, folded or not (HL-40.10(b)-s2)."""
    strength = five.value(_five(hand))
    return by_table(
        "poker_bonus",
        hand.wagers["poker_bonus"],
        terms.pay_tables["poker_bonus"],
        strength,
        wins=("HL-40.10(b)-s2",) if hand.folded else ("HL-40.1-poker-bonus-bet",),
        loses=("HL-40.1-poker-bonus-bet", "HL-R34"),
        facts=(f"player {five.name(strength)}",),
    )


def settle_ante_bonus(terms: Terms, hand: FinishedHand) -> Result | None:
    """Paid on the ante whatever became of it, but not on a folded hand (HL-R3); it has no stake of its own."""
    row = None if hand.folded else terms.pay_tables["ante_bonus"].row(ante_bonus_strength(_five(hand)))
    if row is None:
        return None
    facts = (f"{row.label}: {row.odds} on the ante",)
    won = win("ante_bonus", hand.wagers["ante"], row.odds, ("HL-40.10(f)", row.clause), facts)
    return won._replace(stake=0, returned=0)


def ante_bonus_strength(cards: tuple[int, ...]) -> int:
    """The number of aces, and one more for four aces with a two."""
    aces = hi_lo.aces(cards)
    with_a_two = aces == FOUR_ACES and any(rank(card) == TWO for card in cards)
    return FOUR_ACES_AND_A_TWO if with_a_two else aces


def _five(hand: FinishedHand) -> tuple[int, ...]:
    return hand.cards["player"] if "player" in hand.cards else hand.cards["high"] + hand.cards["low"]


def check_cards(cards: Mapping[str, tuple[int, ...]]) -> None:
    """A player may put one ace in the low hand, never two."""
    if hi_lo.aces(cards.get("low", ())) > LOW_ACES_AT_MOST:
        message = "two aces in the low hand are not allowed: put at least one high"
        raise HandError("two-aces-low", message, "HL-40.5(b)-s1")


def same_totals(cards: Cards, low: Cards) -> bool:
    """A dealer may set the house hand in any way with the house way's totals (HL-R1)."""
    setting = Setting(tuple(card for card in cards if card not in low), low)
    return hi_lo.is_legal(setting) and setting.totals == hi_lo.house_way(cards).totals


def call_hand(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The setting as it lies, or the five cards of a hand that was folded under a poker bonus bet."""
    if not held.low:
        return (Call(five.name(five.value(held.cards)), ()),)
    setting = Setting(tuple(card for card in held.cards if card not in held.low), held.low)
    return (Call(str(setting), setting.high + setting.low),)


BEST_ROUNDS = (
    ("royal_flush", 0, "both_totals_equal", None),
    ("royal_flush", 2, None, None),
    ("four_of_a_kind", 2, None, "four_aces_and_a_two"),
    ("four_of_a_kind", 0, "low_totals_equal", "four_aces_and_any_other_card"),
    ("full_house", 0, "both_totals_equal", "three_aces"),
)
"""The rounds in which one hand can win most (HL-R32): poker bonus row, antes won by ante and play, tie row, ante bonus
row. Every other round pays no more than one of these on each wager."""


def most_at_minimum(terms: Terms) -> int:
    """The most one hand can win with each wager at its posted minimum, odds in force."""
    ante, tie, bonus = (int(terms[f"{wager}_minimum"]) for wager in ("table", "tie", "poker_bonus"))
    poker, aces = terms.pay_tables["poker_bonus"], terms.pay_tables["ante_bonus"]
    return max(
        poker[poker_row].odds.pays(bonus)
        + antes * ante
        + (TIE[tie_row].odds.pays(tie) if tie_row else 0)
        + (aces[ace_row].odds.pays(ante) if ace_row else 0)
        for poker_row, antes, tie_row, ace_row in BEST_ROUNDS
    )


def limit(terms: Terms) -> int:
    """$50,000, or the most one patron could win in a round at the minimum wager if that is more (HL-40.11(f))."""
    return max(LIMIT, most_at_minimum(terms))


# --- the operator's options ------------------------------------------------------------------------------------------

OPTIONS = (
    *house.house_options(
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
    SolidColour(name="cutting_card", help="the colour of the cutting card", clause="HL-40.2(a)-s2a", start="white"),
    house.positions_per_player("HL-R9", POSITIONS, POSITIONS),
    house.counting_option("HL-40.9(f)-s1"),
    *house.idle_options("HL-40.4(e)-s1", "HL-R29"),
    house.attestations_option("HL-R65"),
    house.cards_option("HL-R67"),
    house.stakes_option("HL-R68"),
    house.coupon_option("HL-R40"),
    house.display_option("odds_display", "the odds of tie bet, poker bonus and ante bonus", "HL-R39", "layout"),
    *house.limits("table", "ante", "HL-R41", 10, 500),
    house.betting_unit("HL-R41"),
    *house.limits("tie", "tie bet", "HL-R41", 5, 100),
    *house.limits("poker_bonus", "poker bonus bet", "HL-R41", 5, 100),
    house.pay_table_option("poker_bonus", "poker bonus bet", "HL-40.11(d)-1", tuple(POKER_BONUS.tables), 1),
    house.raised_odds_option("ante_bonus", "ante bonus", "HL-40.11(e)", "HL-R33"),
    house.approvals_option(
        "HL-R48",
        NeededApproval("box_locations", "where drop box and tip box hang", "HL-1.13Z(d)-2"),
        NeededApproval("cards", "the decks meet 13:69E-1.17", "HL-40.2(a)-s3"),
        NeededApproval(
            "cutting_and_cover_card",
            "the cutting card and the cover card",
            "HL-40.2(a)-s2b",
            covers=covering("cutting_card", "cover_card"),
        ),
        *house.manual_shoe_approvals("HL-40.7(a)-s1a", "13:69E-1.19", "HL-40.7(a)-s1b"),
        *house.automated_shoe_approvals("HL-40.9(a)-2"),
        NeededApproval("shuffler", "the shuffler meets 13:69E-1.19(c)", "HL-1.19(c)", uses(AUTOMATED, SHUFFLING)),
    ),
)

FORBIDDEN = (
    *house.house_rules(
        hand="HL-40.8(b)1",
        decks="HL-40.2(b)",
        backs="HL-40.2(b)2",
        cover_card="HL-40.2(a)-s2a",
        feeds_shoe="HL-40.4(a)-s2b",
    ),
    house.colour_rule("cutting_card", "HL-40.2(a)-s2a"),
    house.counting_rule("HL-40.9(f)-s1"),
    house.positions_rule("HL-R9"),
    *house.limit_rules("HL-R41", "table", "tie", "poker_bonus"),
    *house.stakes_rules("HL-R68", "match_play"),
)

# --- irregularities and the round ------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: then(Remedy.RACK_AND_REPLACE, "HL-40.12(a)-s1a", "HL-40.12(a)-s1b", "HL-R19"),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("HL-40.12(a)-s2"),
    Irregularity.FACE_UP_IN_STUB: then(Remedy.NOTHING, "HL-R19"),
    Irregularity.DRAWN_UNSEEN: then(Remedy.USE_AS_NEXT, "HL-40.12(c)"),
    Irregularity.DRAWN_SEEN: then(Remedy.AS_FACE_UP, "HL-R20", "HL-40.12(a)-s1a"),
    Irregularity.PLAYER_COUNT: then(Remedy.VOID_HAND, "HL-40.12(d)-s1", "HL-R22"),
    Irregularity.DEALER_SHORT: then(Remedy.COMPLETE_DEALER, "HL-40.12(d)-s2", "HL-R21"),
    Irregularity.DEALER_COUNT: round_void("HL-40.12(d)-s3"),
    Irregularity.DEALER_EXPOSED: round_void("HL-R20"),
    Irregularity.DEALER_EXPOSED_LATE: then(Remedy.NOTHING, "HL-R20"),
    Irregularity.PLAYER_EXPOSED: then(Remedy.STANDS, "HL-R20"),
    Irregularity.PASSED_OVER: then(Remedy.VOID_HAND, "HL-R51", "HL-40.12(d)-s1"),
    Irregularity.DEAD_CARDS: then(Remedy.DEAD, "HL-R51"),
    Irregularity.STUB_MISDEAL: round_void("HL-40.7(f)2-s2", "HL-R15"),
    Irregularity.STUB_DECK: deck_void("HL-40.7(f)2-s3", "HL-R16"),
    Irregularity.FOREIGN_CARD: deck_void("HL-R16"),
    Irregularity.SHUFFLER_FAULT: shuffle_again("HL-40.12(e)", "HL-R24"),
    Irregularity.SHUFFLER_COUNT: then(Remedy.REMOVE_DECK, "HL-40.9(f)-s2", "HL-R18"),
    Irregularity.SHOE_FAULT: shoe_void("HL-40.12(f)"),
    **between_rounds("HL-R57", "HL-R58"),
    Irregularity.DEALER_EXPOSED_BY_PLAYER: Consequence(
        (Remedy.VOID_ROUND, Remedy.WAIT_FOR_RULING, Remedy.RESHUFFLE), ("HL-R20",)
    ),
    Irregularity.WRONG_SETTING: then(Remedy.SET_HOUSE_WAY, "HL-R36"),
    Irregularity.DEALER_WRONG_SETTING: Consequence((Remedy.SET_HOUSE_WAY, Remedy.SETTLE_AGAIN), ("HL-R37",)),
}

SCRIPT: tuple[Step, ...] = (
    NoMoreBets(clauses=("HL-40.7(b)", "HL-40.8(b)3", "HL-40.9(b)2", "HL-40.6(b)-s2")),
    Deal(each=CARDS_EACH, clauses=("HL-40.7(d)", "HL-40.7(d)5", "HL-40.9(c)-s1", "HL-R13")),
    Stub(clauses=("HL-40.7(e)", "HL-40.7(f)-s1")),
    Decide(
        when="when the stub is away",
        actions=(Action("play", "play", ONE_ANTE), Action("fold")),
        clauses=("HL-R42", "HL-40.10(a)"),
    ),
    SetHand(
        high=HIGH_CARDS,
        low=LOW_CARDS,
        house_way=lambda cards: hi_lo.house_way(cards).low,
        totals=lambda high, low: Setting(high, low).totals,
        clauses=("HL-40.10(a)2-s1b", "HL-40.5(b)-s1"),
    ),
    Reveal(
        then="and set the house way: aces high, then the biggest cards high",
        announces=call_hand,
        accepts=same_totals,
        clauses=("HL-40.10(c)-1", "HL-40.10(c)-2", "HL-R1"),
    ),
    Settle(
        wagers=("ante", "play", "tie", "poker_bonus", "ante_bonus"),
        announces=call_hand,
        clauses=("HL-40.10(d)-1", "HL-40.10(e)", "HL-40.10(f)", "HL-R44"),
    ),
)

# --- what players are told -------------------------------------------------------------------------------------------

BONUS_STATEMENT = ("an ante bonus that qualifies is paid however the ante and play bets turn out", "HL-1.13Z(c)5")
STATEMENTS = (
    ("the dealer always plays aces in the high hand; with four aces, one of them in the low hand", "HL-1.13Z(c)1"),
    (
        "ante and play bets win if the player's high total is above the dealer's high total and the player's low total "
        "is below the dealer's low total",
        "HL-1.13Z(c)2",
    ),
    ("winning ante and play bets pay 1 to 1", "HL-1.13Z(c)3"),
    ("a player who makes no play bet loses the ante and the tie bet", "HL-1.13Z(c)4"),
    BONUS_STATEMENT,
)
"""The five statements of the sign; the first with the note of HL-R38."""

# --- the game --------------------------------------------------------------------------------------------------------

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
        odds="HL-40.11(a)-2",
    ),
    wagers=(
        Wager(
            name="ante",
            label="ante",
            clause="HL-40.1-ante-bet",
            area="HL-1.13Z(b)2.i",
            conditions=(Required("HL-40.1-ante-bet"),),
            settle=settle_ante,
            pays=even_money("HL-40.11(b)"),
        ),
        Wager(
            name="play",
            label="play bet",
            clause="HL-40.1-play-bet",
            area="HL-1.13Z(b)2.ii",
            conditions=(Times("HL-40.10(a)2-s1a", "ante", ONE_ANTE),),
            after_deal=True,
            settle=settle_play,
            pays=even_money("HL-40.11(b)"),
        ),
        Wager(
            name="tie",
            label="tie bet",
            clause="HL-40.1-tie-bet",
            area="HL-1.13Z(b)2.iii",
            conditions=(Needs("HL-R11", ("ante",)),),
            settle=settle_tie,
            pays=Payout({"tie": TIE}),
        ),
        Wager(
            name="poker_bonus",
            label="poker bonus bet",
            clause="HL-40.1-poker-bonus-bet",
            area="HL-1.13Z(b)2.iv",
            conditions=(Needs("HL-R11", ("ante",)),),
            on_fold=OnFold.KEEPS_CARDS,
            settle=settle_poker_bonus,
            pays=POKER_BONUS,
        ),
    ),
    bonuses=(
        Bonus(
            name="ante_bonus",
            on="ante",
            clause="HL-40.1-ante-bonus",
            settle=settle_ante_bonus,
            pays=Payout({"ante bonus": ANTE_BONUS}, raised_by="ante_bonus_odds"),
        ),
    ),
    outcomes=lambda terms: ((("ante", "play"), case) for case in PARTS.values()),
    reading=(
        *map(
            as_written,
            (
                "HL-40.5(a)1",
                "HL-40.5(a)2",
                "HL-40.5(a)3.i",
                "HL-40.5(a)3.ii",
                "HL-40.5(b)-s1",
                "HL-40.5(b)-s2a",
                "HL-40.5(b)-s2b",
            ),
        ),
        stated(
            "the high hand wins with a higher total than the dealer's high hand, the low hand with a lower total than "
            "the dealer's low hand; an equal total wins neither",
            "HL-40.10(d)i",
            "HL-R5",
        ),
        stated(BONUS_STATEMENT[0], "HL-40.10(f)"),
        stated("a folded hand has no ante bonus", "HL-R3"),
    ),
    fields=(
        CardField(name="player", count=CARDS_EACH, clause="HL-40.1-hand", if_played=False),
        CardField(name="high", count=HIGH_CARDS, clause="HL-40.1-high-hand", if_folded=False),
        CardField(name="low", count=LOW_CARDS, clause="HL-40.1-low-hand", if_folded=False),
        CardField(name="dealer", count=CARDS_EACH, clause="HL-40.1-hand", if_folded=None),
    ),
    check_cards=check_cards,
    areas=(
        Area("high hand", "HL-1.13Z(b)2.v", each_position=True, holds="high", inscribed="high"),
        Area("low hand", "HL-1.13Z(b)2.vi", each_position=True, holds="low", inscribed="low"),
        Area("dealer's hand", "HL-40.7(d)2", holds="dealer", inscribed="dealer's hand"),
    ),
    inscriptions=(
        ("the odds of tie bet, poker bonus and ante bonus", "HL-1.13Z(b)3"),
        ("the operator's name or trade name", "HL-1.13Z(b)5"),
        *STATEMENTS,
    ),
    duties=(
        ("look at your own cards only", "HL-40.6(d)-s1"),
        ("tell no other player what you hold", "HL-40.6(d)-s2"),
        ("once you have cards, stay seated until the round is over", "HL-40.6(h)-s2"),
    ),
    conduct_rules=(
        ConductRule(name="look", words="a player looks at another's cards", clause="HL-40.6(d)-s1"),
        ConductRule(name="talk", words="a player tells another what a hand holds", clause="HL-40.6(d)-s2"),
    ),
    layout=Layout(
        rows=(("tie", "poker_bonus"), ("ante", "play")),
        notices=(stated("high above and low below the dealer's wins", "HL-40.10(d)i"),),
        sign=tuple(stated(words, clause) for words, clause in STATEMENTS),
        cloth=("#5b202b", "#300e16"),
    ),
    procedure=Procedure(
        shuffler_counts=lambda terms: bool(terms["shuffler_counts"]),
        device_counts=lambda terms: bool(terms["shuffler_counts"] and terms[DEALING] == AUTOMATED_SHOE),
        deals_preshuffled=lambda terms: True,
        idle_needs_empty_seats=True,
        keeps_unused_preshuffled=True,
        second_deck_may_be_shuffling=True,
        goes_on_with_one_deck=True,
        hand_voids_until_cleared=True,
        repair=Repair(most_missing=1),
        clauses=("HL-40.4(c)1.ii", "HL-R26", "HL-40.7(f)-s1", "HL-40.2(a)-s1d"),
    ),
    script=SCRIPT,
    ranking=(("poker bonus, five cards", tuple(kind.label for kind in reversed(Category))),),
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
)
