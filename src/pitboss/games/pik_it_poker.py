"""Pik-It Poker, New Jersey: proposed N.J.A.C. 13:69F-39, with 13:69E-1.13Y."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pitboss.cards import parse
from pitboss.games import common as house
from pitboss.games.common import MANUAL_SHOE, uses
from pitboss.games.game import (
    Area,
    CardField,
    Cites,
    ConductRule,
    EqualTo,
    Game,
    Layout,
    Needs,
    Notice,
    OnFold,
    Qualifier,
    Required,
    Times,
    Wager,
    as_written,
    stated,
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
from pitboss.games.options import Choice, Combination, Flag, NeededApproval, covering
from pitboss.games.pay_tables import Payout, PayTable, even_money, pay_table
from pitboss.games.settlement import Case, Compared, Outcome, Result, by_table, even, forfeit, push
from pitboss.games.steps import (
    Action,
    Call,
    Cards,
    Deal,
    Decide,
    Deliver,
    Direction,
    HeldCards,
    Multiples,
    NoMoreBets,
    Pick,
    Reveal,
    Settle,
    Step,
    Stub,
    Who,
)
from pitboss.games.terms import Terms
from pitboss.hands import five, three
from pitboss.money import Odds

CARDS_EACH, PICKED = 5, 3
POSITIONS = 9
LOWEST_QUALIFYING = "As Kd 4h 3c 2s"
"""The dealer qualifies with this hand or a better one (PK-39.1/qualifying-hand)."""
BY_STEP, BY_PLAYER = "by-step", "by-player"
"""The two settlement procedures."""
PLAY_3, PLAY_5 = Multiples(option="play_3_multiple"), Multiples(option="play_5_multiple")

# --- pay tables ------------------------------------------------------------------------------------------------------

_FIVE = tuple((kind.label, five.at_least(kind)) for kind in reversed(five.Category) if kind >= five.Category.TWO_PAIR)
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


FIVE_CARD_BONUS = Payout(
    {
        1: _table("1", "PK-39.11(b)/table-1", _FIVE, 1000, 250, 50, 10, 8, 5, 2, 1),
        2: _table("2", "PK-39.11(b)/table-2", _FIVE, 750, 250, 50, 10, 6, 4, 2, 1),
    },
    selected_by="five_card_bonus_pay_table",
    raised_by="five_card_bonus_odds",
)
THREE_CARD_BONUS = Payout(
    {
        1: _table("1", "PK-39.11(c)/table-1", _THREE, 200, 40, 30, 6, 3, 1),
        2: _table("2", "PK-39.11(c)/table-2", _THREE, 100, 50, 30, 6, 3, 1),
        3: _table("3", "PK-39.11(c)/table-3", _THREE, 80, 35, 25, 6, 4, 1),
    },
    selected_by="three_card_bonus_pay_table",
    raised_by="three_card_bonus_odds",
)

# --- settlement ------------------------------------------------------------------------------------------------------


def settle_three_card_bonus(terms: Terms, hand: FinishedHand) -> Result:
    """Exactly the three cards picked blind, even if another three would have paid more (PK-R7)."""
    strength = three.value(hand.cards["picked"])
    return by_table(
        "three_card_bonus",
        hand.wagers["three_card_bonus"],
        terms.pay_tables["three_card_bonus"],
        strength,
        wins=("PK-39.1/3-card-bonus-wager/2", "PK-R7", *_kept(hand)),
        loses=("PK-39.10(b)/3", "PK-R7", "PK-R24"),
        facts=(f"picked {three.name(strength)}",),
    )


def settle_five_card_bonus(terms: Terms, hand: FinishedHand) -> Result:
    """The player's five cards, whatever the dealer holds."""
    strength = five.value(hand.cards["player"])
    return by_table(
        "five_card_bonus",
        hand.wagers["five_card_bonus"],
        terms.pay_tables["five_card_bonus"],
        strength,
        wins=("PK-39.1/5-card-bonus-wager/1", *_kept(hand)),
        loses=("PK-39.10(c)2", "PK-R24"),
        facts=(f"player {five.name(strength)}",),
    )


def _kept(hand: FinishedHand) -> tuple[str, ...]:
    """Why a folded hand's bonus is still settled."""
    return ("PK-R24",) if hand.folded else ()


def settle_ante(terms: Terms, hand: FinishedHand) -> Result:
    """It rides on the comparison the play wager chose (PK-R8); a fold gives it up."""
    if hand.folded:
        clauses = ("PK-39.3(b)/2", "PK-39.10(c)3/3")
        return forfeit("ante", hand.wagers["ante"], clauses, ("the player folded",))
    by_three = "play_3" in hand.wagers
    return _three_cards("ante", terms, hand) if by_three else _five_cards("ante", terms, hand)


def settle_play_3(terms: Terms, hand: FinishedHand) -> Result:
    """The best three cards of player and dealer; qualifying does not touch it."""
    return _three_cards("play_3", terms, hand)


def settle_play_5(terms: Terms, hand: FinishedHand) -> Result:
    """The five-card hands; against a dealer who does not qualify it goes back (PK-R2)."""
    if _no_qualify(terms, hand):
        return push("play_5", hand.wagers["play_5"], NO_QUALIFY.clauses, _five_facts(terms, hand))
    return _five_cards("play_5", terms, hand)


def _three_cards(wager: str, terms: Terms, hand: FinishedHand) -> Result:
    player, dealer = three.value(hand.cards["player"]), three.value(hand.cards["dealer"])
    facts = (f"player's best three {three.name(player)}", f"dealer's best three {three.name(dealer)}")
    untouched = ("PK-R2",) if _no_qualify(terms, hand) else ()
    return _compared(wager, terms, hand, player - dealer, (*BY_THREE, *untouched), facts)


def _five_cards(wager: str, terms: Terms, hand: FinishedHand) -> Result:
    better = five.value(hand.cards["player"]) - five.value(hand.cards["dealer"])
    no_qualify = _no_qualify(terms, hand)
    clauses = ("PK-39.10(f)/1", "PK-R2") if no_qualify else BY_FIVE
    return _compared(wager, terms, hand, better, clauses, _five_facts(terms, hand))


def _five_facts(terms: Terms, hand: FinishedHand) -> tuple[str, ...]:
    player, dealer = (five.name(five.value(hand.cards[whose])) for whose in ("player", "dealer"))
    short = ("dealer below A-K-4-3-2: no qualify",) if _no_qualify(terms, hand) else ()
    return f"player {player}", f"dealer {dealer}", *short


def _compared(
    wager: str, terms: Terms, hand: FinishedHand, better: int, clauses: tuple[str, ...], facts: tuple[str, ...]
) -> Result:
    by = _compared_by(terms, clauses)
    return even(wager, hand.wagers[wager], terms.pay_tables[wager], better, **by._asdict(), facts=facts)


def _compared_by(terms: Terms, clauses: tuple[str, ...]) -> Compared:
    collected = "PK-39.10(e)1.ii" if terms["settlement_order"] == BY_STEP else "PK-39.10(e)2.ii"
    return Compared(clauses, (*clauses, collected), (*clauses, "PK-39.4(d)/2", "PK-R3"))


NO_QUALIFY = Case("the dealer does not qualify, whatever you hold", Outcome.PUSH, ("PK-39.10(f)/2", "PK-39.11(a)/3"))
"""What play 5 comes to then."""
BY_THREE, BY_FIVE = ("PK-39.1/play-3-wager/1", "PK-R8"), ("PK-39.1/play-5-wager/1", "PK-R8")


def outcomes(terms: Terms) -> Iterator[tuple[tuple[str, ...], Case]]:
    """Either play wager with the ante, by the comparison that it chooses."""
    if terms["dealer_must_qualify"]:
        yield ("play_5",), NO_QUALIFY
    elif not terms.of_a_table:
        where = "where the table has the dealer qualify (an option)"
        yield ("play_5",), NO_QUALIFY._replace(words=f"{where}, and {NO_QUALIFY.words}")
    for play, number, clauses in (("play_3", "three", BY_THREE), ("play_5", "five", BY_FIVE)):
        for case in _compared_by(terms, clauses).cases:
            yield ("ante", play), case._replace(words=f"by {number} cards, {case.words}")


def _no_qualify(terms: Terms, hand: FinishedHand) -> bool:
    return terms["dealer_must_qualify"] and not qualifies(five.value(hand.cards["dealer"]))


def qualifies(dealer: int) -> bool:
    """Whether a dealer's five-card value is ace-king or better (PK-R30)."""
    return dealer >= _lowest_qualifying()


def call_dealer(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The five-card hand, "No qualify" where it applies, then the three cards marked (PK-R38)."""
    cards, strength = held.cards, five.value(held.cards)
    short = (Call("No qualify", ()),) if terms["dealer_must_qualify"] and not qualifies(strength) else ()
    five_cards = Call(f"five cards: {five.name(strength)}", five.in_reading_order(cards))
    return five_cards, *short, _call_three(cards)


def call_player(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The hand that the play wager calls for."""
    if "play_3" in held.wagers:
        return (_call_three(held.cards),)
    return (Call(f"five cards: {five.name(five.value(held.cards))}", five.in_reading_order(held.cards)),)


def _call_three(cards: Cards) -> Call:
    return Call(f"three cards: {three.name(three.value(cards))}", three.best(cards))


@cache
def _lowest_qualifying() -> int:
    return five.value(parse(LOWEST_QUALIFYING))


def plays_notice(terms: Terms) -> str:
    """How large the play wagers are, compared with the ante."""
    play_3, play_5 = PLAY_3.words(terms), PLAY_5.words(terms)
    return f"play 3 and play 5 are {play_3}" if play_3 == play_5 else f"play 3 is {play_3} and play 5 is {play_5}"


def qualifying_notice(terms: Terms) -> str:
    """The lowest hand that qualifies, where a dealer must."""
    ranks = "-".join(card[0] for card in LOWEST_QUALIFYING.split())
    return f"the dealer qualifies with {ranks} or better" if terms["dealer_must_qualify"] else ""


# --- the operator's options ------------------------------------------------------------------------------------------

OPTIONS = (
    *house.house_options(
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
    house.positions_per_player("PK-39.3(e)/1", 3, 1),
    house.counting_option("PK-39.7(f)/1"),
    house.stack_delivery("PK-R39", "after-decisions"),
    *house.idle_options("PK-39.6(e)/1"),
    house.attestations_option("PK-R76"),
    house.cards_option("PK-R78"),
    house.stakes_option("PK-R79"),
    house.coupon_option("PK-R53"),
    house.display_option("odds_display", "the payout odds", "PK-R56", "layout"),
    house.display_option("notices_display", "the notices on play wagers and qualifying", "PK-R56", "sign"),
    Choice(
        name="settlement_order",
        help="each step round the table, or one player completely before the next",
        clause="PK-39.10(e)/1",
        values=(BY_STEP, BY_PLAYER),
        start=BY_STEP,
        must_be_named=True,
    ),
    *house.limits("table", "ante", "PK-39.3(a)/2", 10, 200),
    *house.limits("three_card_bonus", "3 card bonus", "PK-39.3(a)/3", 5, 50),
    Choice(
        name="play_3_multiple",
        help="the play 3 wager, in antes",
        clause="PK-39.1/play-3-wager/2",
        values=(1, 2),
        start=1,
        must_be_named=True,
    ),
    Choice(
        name="play_5_multiple",
        help="the play 5 wager, in antes",
        clause="PK-39.3(b)/3",
        values=(1, 2),
        start=1,
        must_be_named=True,
    ),
    Flag(
        name="dealer_must_qualify",
        help="the version in which the dealer needs A-K-4-3-2 for play 5 to count",
        clause="PK-R30",
        start=False,
        must_be_named=True,
    ),
    house.pay_table_option("five_card_bonus", "5 card bonus", "PK-39.11(b)/1", tuple(FIVE_CARD_BONUS.tables), 1),
    house.pay_table_option("three_card_bonus", "3 card bonus", "PK-39.11(c)/1", tuple(THREE_CARD_BONUS.tables), 1),
    house.raised_odds_option("five_card_bonus", "5 card bonus", "PK-39.11(b)/2", "PK-R28"),
    house.raised_odds_option("three_card_bonus", "3 card bonus", "PK-39.11(c)/2", "PK-R28"),
    house.approvals_option(
        "PK-R13",
        NeededApproval("cards", "the decks meet 13:69E-1.17", "PK-39.2(a)/5"),
        NeededApproval("manual_shoe", "the manual shoe meets 13:69E-1.19", "PK-39.7(a)/2", uses(MANUAL_SHOE)),
        NeededApproval(
            "gaming_submission",
            "the submission that names the settlement procedure",
            "PK-39.10(e)/2",
            covers=covering("settlement_order"),
        ),
    ),
)

FORBIDDEN = (
    *house.house_rules(
        hand="PK-39.8(b)1",
        decks="PK-39.2(b)",
        backs="PK-39.2(b)2",
        cover_card="PK-39.2(a)/4",
        feeds_shoe="PK-39.6(a)/5",
    ),
    house.counting_rule("PK-39.7(f)/1"),
    house.positions_rule("PK-39.3(e)/1"),
    *house.limit_rules("PK-R26", "table", "three_card_bonus", unit=False),
    house.stack_delivery_rule("PK-39.9(c)2"),
    *house.stakes_rules("PK-R79", "match_play"),
)

CAUTIONS = (
    Combination(
        ("play_3_multiple", "play_5_multiple", "dealer_must_qualify"),
        "PK-R1",
        "without the qualifier a doubled play wager gives the player the edge",
        lambda t: not t["dealer_must_qualify"] and (t["play_3_multiple"], t["play_5_multiple"]) != (1, 1),
    ),
    Combination(
        ("positions", "play_3_multiple", "dealer_must_qualify"),
        "PK-R6",
        "with so many open hands the last player to act can gain the edge",
        lambda t: (
            t["positions"] == POSITIONS
            or (t["positions"] == POSITIONS - 1 and t["dealer_must_qualify"] and t["play_3_multiple"] == 2)
        ),
    ),
)

# --- irregularities and the round ------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: then(Remedy.RACK_AND_REPLACE, "PK-39.12(a)/1", "PK-R45"),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("PK-39.12(a)/2"),
    Irregularity.FACE_UP_IN_STUB: then(Remedy.NOTHING, "PK-R47"),
    Irregularity.DRAWN_UNSEEN: then(Remedy.USE_AS_NEXT, "PK-39.12(b)"),
    Irregularity.DRAWN_SEEN: then(Remedy.AS_FACE_UP, "PK-R46", "PK-39.12(a)/1"),
    Irregularity.PLAYER_COUNT: round_void("PK-39.12(c)"),
    Irregularity.DEALER_SHORT: round_void("PK-39.12(c)"),
    Irregularity.DEALER_COUNT: round_void("PK-39.12(c)"),
    Irregularity.DEALER_EXPOSED: round_void("PK-39.12(d)", "PK-R46"),
    Irregularity.PLAYER_EXPOSED: then(Remedy.STANDS, "PK-R46"),
    Irregularity.PASSED_OVER: round_void("PK-R63", "PK-39.12(c)"),
    Irregularity.DEAD_CARDS: then(Remedy.DEAD, "PK-R63"),
    Irregularity.STUB_MISDEAL: round_void("PK-39.7(e)2/2"),
    Irregularity.STUB_DECK: deck_void("PK-39.7(e)2/3", "PK-R42"),
    Irregularity.FOREIGN_CARD: deck_void("PK-R42"),
    Irregularity.SHUFFLER_FAULT: shuffle_again("PK-39.12(e)", "PK-R48"),
    Irregularity.SHUFFLER_COUNT: then(Remedy.REMOVE_DECK, "PK-39.7(f)/2", "PK-R44"),
    Irregularity.SHOE_FAULT: shoe_void("PK-39.12(f)/1", "PK-39.12(f)/2"),
    **between_rounds("PK-R68", "PK-R69"),
}

_RIGHT_TO_LEFT = Direction.COUNTERCLOCKWISE


SCRIPT: tuple[Step, ...] = (
    NoMoreBets(clauses=("PK-39.7(b)/1", "PK-39.8(b)3/1", "PK-39.9(b)2", "PK-39.3(a)/6")),
    Deal(
        each=CARDS_EACH,
        looked_at=False,
        stack_covered=True,
        dealer_waits=house.delivered_late,
        clauses=("PK-39.7(c)/1", "PK-39.7(c)/4", "PK-39.9(c)/1", "PK-R7"),
    ),
    Stub(
        only_if=lambda terms: not house.delivered_late(terms), clauses=("PK-39.7(d)/2", "PK-39.7(e)/1", "PK-39.7(f)/1")
    ),
    Pick(
        count=PICKED,
        wager="three_card_bonus",
        direction=_RIGHT_TO_LEFT,
        clauses=("PK-39.10(b)/1", "PK-39.10(b)/2", "PK-39.10(b)/3", "PK-R7"),
    ),
    Decide(
        when="one player at a time",
        actions=(Action("play_3", "play_3", PLAY_3), Action("play_5", "play_5", PLAY_5), Action("fold")),
        direction=_RIGHT_TO_LEFT,
        settles_first=("five_card_bonus",),
        clauses=("PK-39.10(c)", "PK-39.10(c)1", "PK-39.10(c)2", "PK-39.10(c)3/1"),
    ),
    Deliver(only_if=house.delivered_late, clauses=("PK-39.9(c)2", "PK-R39")),
    Stub(only_if=house.delivered_late, clauses=("PK-39.9(d)/1", "PK-39.9(d)/2", "PK-R39")),
    Reveal(
        then="and the five-card and the three-card hand are announced",
        announces=call_dealer,
        cover_to="beside the shoe",
        clauses=("PK-39.10(d)/1", "PK-39.10(d)/2", "PK-39.10(d)/3", "PK-39.10(d)/6"),
    ),
    Settle(
        wagers=("ante", "play_3", "play_5"),
        of=Who.PLAYED,
        announces=call_player,
        by_step=lambda terms: bool(terms["settlement_order"] == BY_STEP),
        clauses=("PK-39.10(e)/1", "PK-R32"),
    ),
)

# --- the game --------------------------------------------------------------------------------------------------------

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
            area="PK-1.13Y(b)1.iii",
            before_deal="PK-39.1/3-card-bonus-wager/1",
            conditions=(Needs("PK-R25", _COMPULSORY),),
            on_fold=OnFold.STAYS,
            settle=settle_three_card_bonus,
            pays=THREE_CARD_BONUS,
        ),
        Wager(
            name="five_card_bonus",
            label="5 card bonus",
            clause="PK-39.1/5-card-bonus-wager/3",
            area="PK-1.13Y(b)1.ii",
            conditions=(Required("PK-39.3(a)/1"), EqualTo("PK-39.1/5-card-bonus-wager/2", "ante")),
            on_fold=OnFold.STAYS,
            settle=settle_five_card_bonus,
            pays=FIVE_CARD_BONUS,
        ),
        Wager(
            name="ante",
            label="ante",
            clause="PK-39.1/ante-wager",
            area="PK-1.13Y(b)1.i",
            conditions=(Required("PK-39.1/ante-wager"),),
            settle=settle_ante,
            pays=even_money("PK-39.11(a)/1"),
        ),
        Wager(
            name="play_3",
            label="play 3 wager",
            clause="PK-39.1/play-3-wager/1",
            area="PK-1.13Y(b)1.iv",
            conditions=(Times("PK-39.1/play-3-wager/2", "ante", PLAY_3),),
            after_deal=True,
            settle=settle_play_3,
            pays=even_money("PK-39.11(a)/2"),
        ),
        Wager(
            name="play_5",
            label="play 5 wager",
            clause="PK-39.1/play-5-wager/1",
            area="PK-1.13Y(b)1.v",
            conditions=(Times("PK-39.3(b)/3", "ante", PLAY_5),),
            after_deal=True,
            settle=settle_play_5,
            pays=even_money("PK-39.11(a)/2"),
        ),
    ),
    fields=(
        CardField(name="player", count=CARDS_EACH, clause="PK-39.1/hand"),
        CardField(name="dealer", count=CARDS_EACH, clause="PK-39.1/hand", if_folded=None),
        CardField(
            name="picked",
            count=PICKED,
            clause="PK-39.1/3-card-bonus-wager/2",
            if_played=None,
            if_folded=None,
            needed_by=("three_card_bonus",),
            part_of="player",
        ),
    ),
    areas=(
        Area("player's cards", "PK-1.13Y(b)1.vi", each_position=True, holds="player"),
        Area("dealer's cards", "PK-1.13Y(b)2", holds="dealer", inscribed="dealer's cards"),
    ),
    inscriptions=(
        ("the payout odds of all wagers", "PK-1.13Y(b)3"),
        ("the licensee's name or trade name", "PK-1.13Y(b)4"),
        ("how large play 3 and play 5 are compared with the ante", "PK-1.13Y(d)1"),
        ("in the qualifier version: the lowest qualifying hand", "PK-1.13Y(d)2.i"),
        ("in the qualifier version: qualifying does not affect play 3", "PK-1.13Y(d)2.ii"),
    ),
    duties=(
        ("you answer for your own hand", "PK-39.3(f)/1"),
        ("only you and the dealer touch your cards", "PK-39.3(f)/2"),
        ("once you have cards, stay in your seat until the round ends", "PK-39.3(d)/2"),
    ),
    conduct_rules=(ConductRule(name="touch", words="somebody touches a player's cards", clause="PK-39.3(f)/2"),),
    layout=Layout(
        rows=(("three_card_bonus", "five_card_bonus"), ("ante",), ("play_3", "play_5")),
        notices=(
            Notice(plays_notice, ("PK-1.13Y(d)1",), "notices_display"),
            Notice(qualifying_notice, ("PK-1.13Y(d)2.i",), "notices_display"),
            Notice(
                lambda terms: "qualifying does not affect play 3" if terms["dealer_must_qualify"] else "",
                ("PK-1.13Y(d)2.ii",),
                "notices_display",
            ),
        ),
        cloth=("#462b52", "#23132c"),
    ),
    procedure=Procedure(
        shuffler_counts=lambda terms: bool(terms["shuffler_counts"]),
        device_counts=lambda terms: bool(terms["shuffler_counts"]),
        deals_preshuffled=lambda terms: True,
        keeps_unused_preshuffled=True,
        second_deck_may_be_shuffling=True,
        dealer_hidden_until_reveal=True,
        clauses=("PK-39.6(c)1.ii", "PK-R35", "PK-39.7(e)/1", "PK-39.2(a)/3"),
    ),
    script=SCRIPT,
    outcomes=outcomes,
    reading=(
        as_written("PK-39.4(a)/3"),
        stated(house.SAME_KIND, "PK-39.4(d)/1", "PK-R4"),
        stated("play 3 is for the best three of your five cards, and the ante goes with the play wager", "PK-R8"),
        stated("the 3 card bonus goes by the three cards that you pick unseen", "PK-R7"),
    ),
    ranking=(
        ("five cards", tuple(kind.label for kind in reversed(five.Category))),
        ("three cards", tuple(kind.label for kind in reversed(three.Category))),
    ),
    qualifier=Qualifier(
        "the dealer needs A-K-4-3-2 or better; otherwise play 5 goes back and the ante still plays",
        ("PK-39.1/qualifying-hand", "PK-39.10(f)/1", "PK-39.10(f)/2"),
        lambda cards, board: qualifies(five.value(cards)),
        option="dealer_must_qualify",
    ),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
    cautions=CAUTIONS,
)
