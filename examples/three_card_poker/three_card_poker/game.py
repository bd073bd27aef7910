"""Three Card Poker, as a house would submit it."""

from __future__ import annotations

from functools import cache

from pitboss.cards import parse
from pitboss.games import common as house
from pitboss.games.game import (
    Area,
    Bonus,
    CardField,
    Cites,
    ConductRule,
    Game,
    Layout,
    Needs,
    Notice,
    Qualifier,
    Required,
    Times,
    Wager,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.handling import Procedure
from pitboss.games.irregularities import (
    Irregularity,
    Remedy,
    between_rounds,
    deck_void,
    round_void,
    shoe_void,
    shuffle_again,
    then,
)
from pitboss.games.options import Flag, NeededApproval, covering
from pitboss.games.pay_tables import Payout, PayTable, even_money, pay_table
from pitboss.games.settlement import Result, by_table, even, forfeit, push, win
from pitboss.games.steps import (
    Action,
    Call,
    Deal,
    Decide,
    Direction,
    HeldCards,
    Multiples,
    NoMoreBets,
    Reveal,
    Settle,
    Step,
    Stub,
)
from pitboss.games.terms import Terms
from pitboss.hands import three
from pitboss.hands.three import Category
from pitboss.money import Odds

CARDS_EACH = 3
ONE_ANTE = Multiples((1,))
LOWEST_QUALIFYING = "Qc 3d 2h"
"""The dealer plays with this hand or a better one (TC-1.5)."""

# --- pay tables ------------------------------------------------------------------------------------------------------

HANDS = (
    ("straight flush", three.at_least(Category.STRAIGHT_FLUSH)),
    ("three of a kind", three.at_least(Category.THREE_OF_A_KIND)),
    ("straight", three.at_least(Category.STRAIGHT)),
    ("flush", three.at_least(Category.FLUSH)),
    ("pair", three.at_least(Category.ONE_PAIR)),
)


def _pays(name: str, clause: str, *odds: int, otherwise: str = "loses") -> PayTable:
    """Odds to 1 for as many hands, from the straight flush down."""
    rows = [(label, strength, Odds(win)) for (label, strength), win in zip(HANDS, odds, strict=False)]
    return pay_table(name, clause, *rows, otherwise=otherwise)


ANTE_BONUS = Payout(
    {
        "A": _pays("A", "TC-9.2", 5, 4, 1, otherwise="nothing"),
        "B": _pays("B", "TC-9.2", 5, 3, 1, otherwise="nothing"),
    },
    selected_by="ante_bonus_pay_table",
)
PAIR_PLUS = Payout(
    {"A": _pays("A", "TC-9.3", 40, 30, 6, 4, 1), "B": _pays("B", "TC-9.3", 40, 30, 6, 3, 1)},
    selected_by="pair_plus_pay_table",
)

# --- settlement ------------------------------------------------------------------------------------------------------


def qualifies(dealer: int) -> bool:
    """Whether the dealer plays with a hand of this value."""
    return dealer >= lowest_qualifying()


@cache
def lowest_qualifying() -> int:
    """The value of the lowest of them."""
    return three.value(parse(LOWEST_QUALIFYING))


def settle_ante(terms: Terms, hand: FinishedHand) -> Result:
    """Given up on a fold; wins against a dealer who does not play, else as the hands compare."""
    if hand.folded:
        return forfeit("ante", hand.wagers["ante"], ("TC-7.4",), ("the player folded",))
    _, dealer, facts = _compared(hand)
    if not qualifies(dealer):
        return win("ante", hand.wagers["ante"], Odds(1), ("TC-8.2", "TC-9.1"), facts)
    return _against_dealer("ante", terms, hand)


def settle_play(terms: Terms, hand: FinishedHand) -> Result:
    """Goes back if the dealer does not play, else as the hands compare."""
    _, dealer, facts = _compared(hand)
    if not qualifies(dealer):
        return push("play", hand.wagers["play"], ("TC-8.2",), facts)
    return _against_dealer("play", terms, hand)


def _compared(hand: FinishedHand) -> tuple[int, int, tuple[str, ...]]:
    """The value of either hand, and both in words."""
    player, dealer = three.value(hand.cards["player"]), three.value(hand.cards["dealer"])
    short = ("the dealer does not play",) if not qualifies(dealer) else ()
    return player, dealer, (f"player {three.name(player)}", f"dealer {three.name(dealer)}", *short)


def _against_dealer(wager: str, terms: Terms, hand: FinishedHand) -> Result:
    player, dealer, facts = _compared(hand)
    return even(
        wager,
        hand.wagers[wager],
        terms.pay_tables[wager],
        player - dealer,
        wins=("TC-8.3",),
        loses=("TC-8.4",),
        ties=("TC-8.5",),
        facts=facts,
    )


def settle_ante_bonus(terms: Terms, hand: FinishedHand) -> Result | None:
    """Paid on the ante whatever became of it, but not on a fold (TC-R1); it has no stake of its own."""
    row = None if hand.folded else terms.pay_tables["ante_bonus"].row(three.value(hand.cards["player"]))
    if row is None:
        return None
    facts = (f"{row.label}: {row.odds} on the ante",)
    won = win("ante_bonus", hand.wagers["ante"], row.odds, ("TC-8.6", row.clause), facts)
    return won._replace(stake=0, returned=0)


def settle_pair_plus(terms: Terms, hand: FinishedHand) -> Result:
    """By the player's own cards; given up on a fold."""
    stake = hand.wagers["pair_plus"]
    if hand.folded:
        return forfeit("pair_plus", stake, ("TC-7.4",), ("the player folded",))
    strength = three.value(hand.cards["player"])
    return by_table(
        "pair_plus",
        stake,
        terms.pay_tables["pair_plus"],
        strength,
        wins=("TC-8.7",),
        loses=("TC-8.7",),
        facts=(f"player {three.name(strength)}",),
    )


def call_dealer(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The dealer's hand, and whether it plays."""
    value = three.value(held.cards)
    short = (Call("the dealer does not play", ()),) if not qualifies(value) else ()
    return Call(three.name(value), held.cards), *short


def call_player(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The player's hand."""
    return (Call(three.name(three.value(held.cards)), held.cards),)


# --- the operator's options ------------------------------------------------------------------------------------------

OPTIONS = (
    *house.house_options(
        operator="TC-2.4",
        positions="TC-2.1",
        positions_least=6,
        positions_most=7,
        positions_start=7,
        dealing="TC-4.10",
        shuffling="TC-4.5",
        feeds_shoe="TC-4.11",
        decks="TC-3.3",
        backs="TC-3.2",
        cover_card="TC-3.2",
        opening="TC-4.4",
    ),
    house.counting_option("TC-10.8"),
    house.cards_option("TC-R7"),
    house.stakes_option("TC-R8"),
    *house.idle_options("TC-4.9"),
    house.display_option("odds_display", "the odds of Pair Plus and ante bonus", "TC-2.5", "layout"),
    *house.limits("table", "ante", "TC-5.5", 10, 500),
    house.betting_unit("TC-5.5"),
    house.pay_table_option("ante_bonus", "ante bonus", "TC-9.2", tuple(ANTE_BONUS.tables), "A"),
    Flag(name="pair_plus", help="the Pair Plus is offered", clause="TC-5.4", start=True),
    *house.limits("pair_plus", "Pair Plus", "TC-5.5", 5, 100, only_if="pair_plus"),
    house.pay_table_option("pair_plus", "Pair Plus", "TC-9.3", tuple(PAIR_PLUS.tables), "A", only_if="pair_plus"),
    house.approvals_option(
        "TC-2.8",
        NeededApproval(
            "filing",
            "the filing of the operator's choices",
            "TC-2.8",
            covers=covering("ante_bonus_pay_table", "pair_plus", "pair_plus_pay_table"),
        ),
    ),
)

FORBIDDEN = (
    *house.house_rules(hand="TC-4.10", decks="TC-3.3", backs="TC-3.2", cover_card="TC-3.2", feeds_shoe="TC-4.11"),
    house.counting_rule("TC-10.8"),
    *house.limit_rules("TC-5.5", "table", "pair_plus", switched=("pair_plus",)),
    *house.stakes_rules("TC-R8"),
)

# --- irregularities and the round ------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: then(Remedy.RACK_AND_REPLACE, "TC-10.1"),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("TC-10.1"),
    Irregularity.FACE_UP_IN_STUB: then(Remedy.NOTHING, "TC-10.6"),
    Irregularity.DRAWN_UNSEEN: then(Remedy.USE_AS_NEXT, "TC-10.2"),
    Irregularity.DRAWN_SEEN: then(Remedy.AS_FACE_UP, "TC-10.2", "TC-10.1"),
    Irregularity.PLAYER_COUNT: then(Remedy.VOID_HAND, "TC-10.3"),
    Irregularity.DEALER_SHORT: round_void("TC-10.4"),
    Irregularity.DEALER_COUNT: round_void("TC-10.4"),
    Irregularity.DEALER_EXPOSED: round_void("TC-10.5"),
    Irregularity.DEALER_EXPOSED_LATE: then(Remedy.NOTHING, "TC-10.5"),
    Irregularity.PLAYER_EXPOSED: then(Remedy.STANDS, "TC-10.5"),
    Irregularity.PASSED_OVER: then(Remedy.VOID_HAND, "TC-10.3"),
    Irregularity.DEAD_CARDS: then(Remedy.DEAD, "TC-10.3"),
    Irregularity.STUB_MISDEAL: round_void("TC-10.6"),
    Irregularity.STUB_DECK: deck_void("TC-10.7"),
    Irregularity.FOREIGN_CARD: deck_void("TC-10.7"),
    Irregularity.SHUFFLER_FAULT: shuffle_again("TC-10.8"),
    Irregularity.SHUFFLER_COUNT: then(Remedy.REMOVE_DECK, "TC-10.8"),
    Irregularity.SHOE_FAULT: shoe_void("TC-10.9"),
    **between_rounds("TC-R5", "TC-R5"),
}

SCRIPT: tuple[Step, ...] = (
    NoMoreBets(clauses=("TC-6.1", "TC-5.6")),
    Deal(each=CARDS_EACH, clauses=("TC-6.2", "TC-6.3")),
    Stub(clauses=("TC-6.4", "TC-6.5")),
    Decide(
        when="when the stub is away",
        actions=(Action("play", "play", ONE_ANTE), Action("fold")),
        direction=Direction.CLOCKWISE,
        clauses=("TC-7.2", "TC-5.7"),
    ),
    Reveal(then="and the hand is called", announces=call_dealer, clauses=("TC-8.1", "TC-1.5")),
    Settle(
        wagers=("ante", "play", "pair_plus", "ante_bonus"),
        direction=Direction.COUNTERCLOCKWISE,
        announces=call_player,
        clauses=("TC-8.8",),
    ),
)

# --- the game --------------------------------------------------------------------------------------------------------

GAME = Game(
    name="three-card-poker",
    short="three-card",
    title="Three Card Poker",
    prefix="TC",
    summary="Three cards against the dealer's three, who needs queen high to play; a straight beats a flush.",
    cites=Cites(
        deck="TC-3.1",
        area="TC-5.1",
        amount="TC-5.5",
        choices="TC-2.8",
        decide="TC-7.2",
        folded="TC-7.4",
        coupon="TC-5.1",
        void="TC-10.11",
    ),
    wagers=(
        Wager(
            name="ante",
            label="ante",
            clause="TC-5.3",
            area="TC-2.2",
            conditions=(Required("TC-5.3"),),
            settle=settle_ante,
            pays=even_money("TC-9.1"),
        ),
        Wager(
            name="play",
            label="play wager",
            clause="TC-5.7",
            area="TC-2.2",
            conditions=(Times("TC-5.7", "ante", ONE_ANTE),),
            after_deal=True,
            settle=settle_play,
            pays=even_money("TC-9.1"),
        ),
        Wager(
            name="pair_plus",
            label="Pair Plus",
            clause="TC-5.4",
            area="TC-2.2",
            conditions=(Needs("TC-R3", ("ante",)),),
            offered="pair_plus",
            settle=settle_pair_plus,
            pays=PAIR_PLUS,
        ),
    ),
    bonuses=(Bonus(name="ante_bonus", on="ante", clause="TC-8.6", settle=settle_ante_bonus, pays=ANTE_BONUS),),
    fields=(
        CardField(name="player", count=CARDS_EACH, clause="TC-1.1"),
        CardField(name="dealer", count=CARDS_EACH, clause="TC-1.1", if_folded=None),
    ),
    areas=(
        Area("player's cards", "TC-2.3", each_position=True, holds="player"),
        Area("dealer's cards", "TC-2.3", holds="dealer", inscribed="dealer's cards"),
    ),
    inscriptions=(
        ("the operator's name", "TC-2.4"),
        ("the odds of Pair Plus and ante bonus", "TC-2.5"),
        ("with what the dealer plays", "TC-2.6"),
    ),
    duties=(
        ("only you and the dealer touch your cards", "TC-7.1"),
        ("once you have cards, stay in your seat until the round ends", "TC-5.2"),
    ),
    conduct_rules=(ConductRule(name="touch", words="somebody touches a player's cards", clause="TC-7.1"),),
    layout=Layout(
        rows=(("pair_plus",), ("ante", "play")),
        notices=(Notice(lambda terms: "the dealer plays with queen high or better", ("TC-2.6",)),),
        cloth=("#14495a", "#082530"),
    ),
    procedure=Procedure(
        shuffler_counts=lambda terms: bool(terms["shuffler_counts"]),
        deals_preshuffled=lambda terms: True,
        clauses=("TC-4.6", "TC-6.5", "TC-3.2"),
    ),
    script=SCRIPT,
    ranking=(("three cards", (*(label for label, _ in HANDS), Category.HIGH_CARD.label)),),
    qualifier=Qualifier(
        "the dealer needs queen high or better; otherwise the ante wins and play goes back",
        ("TC-1.5", "TC-8.2"),
        lambda cards, board: qualifies(three.value(cards)),
    ),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
)
