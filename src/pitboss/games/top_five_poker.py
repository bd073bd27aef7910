"""Top Five Poker, Maryland: Standard Rules of the Lottery and Gaming Control Agency."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import KING
from pitboss.games import common as house
from pitboss.games.common import AUTOMATED, AUTOMATED_SHOE, DEALING, HAND, MANUAL_SHOE, SHUFFLING, uses
from pitboss.games.game import (
    Area,
    CardField,
    Cites,
    ConductRule,
    Elsewhere,
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
from pitboss.games.handling import Handling, Procedure
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
from pitboss.games.options import Combination, Flag, Names, NeededApproval, Text, covering
from pitboss.games.pay_tables import Payout, PayTable, even_money, pay_table
from pitboss.games.settlement import Case, Outcome, Result, by_case, by_table, forfeit
from pitboss.games.steps import (
    Action,
    Call,
    Deal,
    Decide,
    Direction,
    HeldCards,
    LayDown,
    Multiples,
    NoMoreBets,
    Reveal,
    Settle,
    Step,
    Stub,
)
from pitboss.games.terms import Terms
from pitboss.hands import top_five
from pitboss.hands.top_five import Category, at_least, at_least_pair
from pitboss.money import Odds

CARDS_EACH = 7
POSITIONS = 6
ONE_ANTE = Multiples((1,))

# --- pay tables ------------------------------------------------------------------------------------------------------


def _counts(name: str, chapter: str, *odds: int) -> PayTable:
    """Top Five Bonus: odds to 1 for seven, six, five and four cards from ten to ace."""
    rows = [
        (f"{cards} cards", cards, Odds(win), f"T5-12.B({chapter})({letter})")
        for cards, win, letter in zip((7, 6, 5, 4), odds, "abcd", strict=True)
    ]
    return pay_table(name, "T5-12.B", *rows)


_HANDS = (
    ("royal flush", at_least(Category.ROYAL_FLUSH)),
    ("four of a kind", at_least(Category.FOUR_OF_A_KIND)),
    ("full house", at_least(Category.FULL_HOUSE)),
    ("five card straight", at_least(Category.FIVE_CARD_STRAIGHT)),
    ("three of a kind", at_least(Category.THREE_OF_A_KIND)),
    ("two pair", at_least(Category.TWO_PAIR)),
    ("pair of aces or kings", at_least_pair(KING)),
)


def _hands(name: str, chapter: str, *odds: int) -> PayTable:
    """Poker Bonus: odds to 1 by poker rank, royal flush first."""
    rows = [
        (label, strength, Odds(win), f"T5-12.Bbis({chapter})({letter})")
        for (label, strength), win, letter in zip(_HANDS, odds, "abcdefg", strict=False)
    ]
    return pay_table(name, "T5-12.Bbis", *rows)


TOP_FIVE_BONUS = Payout(
    {
        "A": _counts("A", "1", 100, 20, 5, 1),
        "B": _counts("B", "2", 200, 20, 4, 1),
        "C": _counts("C", "3", 100, 15, 5, 1),
    },
    selected_by="top_five_bonus_pay_table",
)
POKER_BONUS = Payout(
    {
        "A": _hands("A", "1", 500, 100, 40, 25, 7, 3, 1),
        "B": _hands("B", "2", 500, 150, 50, 30, 10, 5),
        "C": _hands("C", "3", 500, 100, 40, 25, 5, 3, 1),
    },
    selected_by="poker_bonus_pay_table",
)

# --- settlement ------------------------------------------------------------------------------------------------------

_FEWER, _MORE = "fewer cards than the dealer", "more cards than the dealer"
_LOWER, _HIGHER, _EQUAL = "as many cards, ranked lower", "as many cards, ranked higher", "as many cards of equal rank"
_OUTCOMES = {
    _FEWER: (Outcome.LOSE, "a"),
    _MORE: (Outcome.WIN, "b"),
    _LOWER: (Outcome.LOSE, "c"),
    _HIGHER: (Outcome.WIN, "d"),
    _EQUAL: (Outcome.PUSH, "e"),
}
"""What a comparison with the dealer's hand comes to, and the letter of its clause in 11.C(3) and 11.C(4)."""
BELOW = Case("dealer below queen-jack", Outcome.PUSH, ("T5-11.C(2)", "T5-R3", "T5-R7"))
"""What the ante comes to then, whatever the player holds."""


def compared(words: str, *, qualifies: bool) -> Case:
    """What a comparison comes to, by whether the dealer has queen-jack or better."""
    outcome, letter = _OUTCOMES[words]
    return Case(words, outcome, (f"T5-11.C({4 if qualifies else 3})({letter})",))


def outcomes(terms: Terms) -> Iterator[tuple[tuple[str, ...], Case]]:
    """The ante against a dealer below queen-jack; then each comparison, which play takes part in either way."""
    yield ("ante",), BELOW._replace(words=f"{BELOW.words}, whatever you hold")
    for words in _OUTCOMES:
        below, plays = (compared(words, qualifies=one) for one in (False, True))
        yield ("ante", "play"), plays._replace(clauses=(*plays.clauses, *below.clauses))


def settle_ante(terms: Terms, hand: FinishedHand) -> Result:
    """Even money against a dealer with queen-jack or better, returned otherwise; lost at once on a fold."""
    if hand.folded:
        return forfeit("ante", hand.wagers["ante"], ("T5-11.B(2)(a)", "T5-R7"), ("the player folded",))
    return _against_dealer("ante", terms, hand)


def settle_play(terms: Terms, hand: FinishedHand) -> Result:
    """Even money, whether the dealer qualifies or not."""
    return _against_dealer("play", terms, hand)


def _against_dealer(wager: str, terms: Terms, hand: FinishedHand) -> Result:
    """First the number of cards, then their rank (T5-R2)."""
    player, dealer = top_five.value(hand.cards["player"]), top_five.value(hand.cards["dealer"])
    more = top_five.count(player) - top_five.count(dealer)
    if more:
        case = _MORE if more > 0 else _FEWER
    else:
        case = _EQUAL if player == dealer else _HIGHER if player > dealer else _LOWER
    facts: tuple[str, ...] = (f"player {top_five.name(player)}", f"dealer {top_five.name(dealer)}")
    qualifies = top_five.qualifies(dealer)
    if not qualifies and wager == "ante":
        return by_case(wager, hand.wagers[wager], terms.pay_tables[wager], BELOW, (*facts, case))
    facts = facts if qualifies else (*facts, BELOW.words)
    return by_case(wager, hand.wagers[wager], terms.pay_tables[wager], compared(case, qualifies=qualifies), facts)


def settle_top_five_bonus(terms: Terms, hand: FinishedHand) -> Result:
    """By the number of the player's cards from ten to ace; a fold never loses it (T5-R20)."""
    number = top_five.count(top_five.value(hand.cards["player"]))
    return by_table(
        "top_five_bonus",
        hand.wagers["top_five_bonus"],
        terms.pay_tables["top_five_bonus"],
        number,
        wins=("T5-11.C(7)", "T5-7.E(2)(a)", *_kept(hand)),
        loses=("T5-11.C(7)", "T5-7.E(2)(a)", "T5-R17", *_kept(hand)),
        facts=(f"{number} of the player's cards rank from ten to ace",),
    )


def settle_poker_bonus(terms: Terms, hand: FinishedHand) -> Result:
    """By the poker rank of the player's cards from ten to ace, however many they are (T5-R9)."""
    player = top_five.value(hand.cards["player"])
    return by_table(
        "poker_bonus",
        hand.wagers["poker_bonus"],
        terms.pay_tables["poker_bonus"],
        top_five.poker_rank(player),
        wins=("T5-11.C(9)", "T5-7.E(2)(b)", *_kept(hand)),
        loses=("T5-11.C(9)", "T5-7.E(2)(b)", "T5-R17", *_kept(hand)),
        facts=(f"player {top_five.name(player)}",),
    )


def _kept(hand: FinishedHand) -> tuple[str, ...]:
    """Why a folded hand's bonus is still settled."""
    return ("T5-11.B(3)", "T5-R20") if hand.folded else ()


def call_hand(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The hand that is left when twos to nines are out."""
    return (Call(top_five.name(top_five.value(held.cards)), top_five.kept(held.cards)),)


def counted_by_device(terms: Terms) -> bool:
    """A device that counts the deck at each shuffle, which makes the stub count unnecessary (T5-R59)."""
    return bool(terms["shuffler_counts"] or terms["continuous_shuffler"])


_BONUSES, _PAY_TABLES = ("top_five_bonus", "poker_bonus"), ("top_five_bonus_pay_table", "poker_bonus_pay_table")


def on_layout(terms: Terms) -> tuple[str, ...]:
    """What the layout bears: the operator's name, an area for each bonus, and the odds unless the sign alone does."""
    odds = () if terms["odds_display"] == "sign" else _PAY_TABLES
    return ("operator", "odds_display", *_BONUSES, *odds)


POKER_BONUS_READING = "the Poker Bonus goes by the kind of the cards from ten to ace, however many they are"
QUALIFYING = stated("dealer below queen-jack: the ante pushes", "T5-11.C(2)", "T5-R3")

# --- the operator's options ------------------------------------------------------------------------------------------

OPTIONS = (
    *house.house_options(
        operator="T5-2.B(1)",
        positions="T5-2.A(1)",
        positions_least=POSITIONS,
        positions_most=POSITIONS,
        positions_start=POSITIONS,
        dealing="T5-R44",
        shuffling="T5-5.A.1",
        feeds_shoe="T5-5.B",
        decks="T5-3.B",
        backs="T5-3.B(2)",
        cover_card="T5-3.A(2)",
        opening="T5-4.F",
    ),
    house.positions_per_player("T5-7.F.1", POSITIONS, 1),
    house.stack_delivery("T5-R23", "at-reveal"),
    house.counting_option("T5-5.B(1)"),
    Flag(
        name="continuous_shuffler",
        help="the device reshuffles and counts the cards by itself",
        clause="T5-5.G.1",
        start=False,
    ),
    house.display_option("odds_display", "the payout odds", "T5-2.B(4).2", "layout"),
    Names(
        name="wagering_instruments",
        help="what wagers are made with besides value chips and plaques, as far as the Commission approved it",
        clause="T5-7.A.1",
        start=[],
        such_as='["promotional chip"]',
        may_be_empty=True,
    ),
    Text(
        name="tip_box_place",
        help="another place of the tip box, if equipment blocks the usual one beside the dealer",
        clause="T5-2.E",
        start="",
        may_be_blank=True,
    ),
    Text(
        name="tip_box_blocked_by",
        help="the equipment that blocks the usual place of the tip box",
        clause="T5-2.E",
        start="",
        may_be_blank=True,
    ),
    house.attestations_option("T5-R87"),
    house.cards_option("T5-R89"),
    house.stakes_option("T5-R90"),
    *house.limits("table", "ante", "T5-R31", 10, 500),
    house.betting_unit("T5-R31"),
    Flag(name="top_five_bonus", help="the Top Five Bonus is offered", clause="T5-7.E(2).1", start=True),
    *house.limits("top_five_bonus", "Top Five Bonus", "T5-R31", 5, 100, only_if="top_five_bonus"),
    house.pay_table_option(
        "top_five_bonus", "Top Five Bonus", "T5-12.B", tuple(TOP_FIVE_BONUS.tables), "A", only_if="top_five_bonus"
    ),
    Flag(name="poker_bonus", help="the Poker Bonus is offered", clause="T5-7.E(2).1", start=True),
    *house.limits("poker_bonus", "Poker Bonus", "T5-R31", 5, 100, only_if="poker_bonus"),
    house.pay_table_option(
        "poker_bonus", "Poker Bonus", "T5-12.Bbis", tuple(POKER_BONUS.tables), "A", only_if="poker_bonus"
    ),
    house.approvals_option(
        "T5-R72",
        NeededApproval("layout", "the table layout", "T5-2.B", covers=on_layout),
        NeededApproval("box_locations", "where drop box and tip box are", "T5-2.C(1).2"),
        NeededApproval(
            "tip_box_place",
            "another place of the tip box",
            "T5-2.E",
            lambda terms: bool(terms["tip_box_place"]),
            covers=covering("tip_box_place", "tip_box_blocked_by"),
        ),
        NeededApproval(
            "rules_submission",
            "the Rules Submission for boxes, bonuses and pay tables",
            "T5-7.F.1",
            covers=covering("positions_per_player", *_BONUSES, *_PAY_TABLES),
        ),
        NeededApproval(
            "wagering_instruments",
            "the wagering instruments besides value chips and plaques",
            "T5-7.A.1",
            lambda terms: bool(terms["wagering_instruments"]),
            covers=covering("wagering_instruments"),
        ),
        NeededApproval("manual_shoe_location", "where the manual shoe stands", "T5-8.A", uses(MANUAL_SHOE)),
        NeededApproval(
            "continuous_shuffler",
            "the device that reshuffles and counts by itself",
            "T5-5.G.2",
            lambda terms: bool(terms["continuous_shuffler"]),
        ),
    ),
)

FORBIDDEN = (
    *house.house_rules(
        hand="T5-9.A(1)", decks="T5-3.B", backs="T5-3.B(2)", cover_card="T5-3.A(2)", feeds_shoe="T5-5.B"
    ),
    house.counting_rule("T5-5.B(1)"),
    house.stack_delivery_rule("T5-R23"),
    Combination(
        ("tip_box_place", "tip_box_blocked_by"),
        "T5-2.E",
        "another place of the tip box goes with the equipment that blocks the usual one: name both, or neither",
        lambda t: bool(t["tip_box_place"]) != bool(t["tip_box_blocked_by"]),
    ),
    house.positions_rule("T5-7.F.1"),
    *house.limit_rules("T5-R31", "table", "top_five_bonus", "poker_bonus", switched=("top_five_bonus", "poker_bonus")),
    Combination(
        ("continuous_shuffler", SHUFFLING),
        "T5-5.G.1",
        "a device that reshuffles by itself is an automated shuffler",
        lambda t: t["continuous_shuffler"] and t[SHUFFLING] != AUTOMATED,
    ),
    *house.stakes_rules("T5-R90"),
)

# --- irregularities and the round ------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: round_void("T5-13.A", "T5-R64", "T5-R66"),
    Irregularity.FACE_UP_IN_STUB: then(Remedy.NOTHING, "T5-R66"),
    Irregularity.DRAWN_UNSEEN: then(Remedy.USE_AS_NEXT, "T5-13.B", "T5-R68"),
    Irregularity.DRAWN_SEEN: round_void("T5-R67", "T5-13.A"),
    Irregularity.PLAYER_COUNT: round_void("T5-13.C.1", "T5-13.C.2", "T5-13.C.3"),
    Irregularity.DEALER_SHORT: round_void("T5-13.C.1", "T5-13.C.2", "T5-13.C.3"),
    Irregularity.DEALER_COUNT: round_void("T5-13.C.1", "T5-13.C.2", "T5-13.C.3"),
    Irregularity.DEALER_EXPOSED: round_void("T5-R67", "T5-13.A"),
    Irregularity.PLAYER_EXPOSED: round_void("T5-R67", "T5-13.A"),
    Irregularity.PASSED_OVER: round_void("T5-R75", "T5-13.C.1"),
    Irregularity.DEAD_CARDS: then(Remedy.DEAD, "T5-R75"),
    Irregularity.STUB_MISDEAL: round_void(
        "T5-R62",
        "T5-R65",
        by_dealing={MANUAL_SHOE: ("T5-8.F(4)",), HAND: ("T5-9.D(4)",), AUTOMATED_SHOE: ("T5-10.C(3)",)},
    ),
    Irregularity.STUB_DECK: deck_void(
        "T5-R62",
        by_dealing={
            MANUAL_SHOE: ("T5-8.F(5).1", "T5-8.F(5).2"),
            HAND: ("T5-9.D(5).1", "T5-9.D(5).2"),
            AUTOMATED_SHOE: ("T5-10.C(4).1", "T5-10.C(4).2"),
        },
    ),
    Irregularity.FOREIGN_CARD: deck_void("T5-R62"),
    Irregularity.SHUFFLER_FAULT: shuffle_again("T5-R69", counted=True),
    Irregularity.SHUFFLER_COUNT: then(Remedy.REMOVE_DECK, "T5-5.B(2)", "T5-R54"),
    Irregularity.SHOE_FAULT: shoe_void("T5-13.D.1", "T5-13.D.2", "T5-13.D.3"),
    **between_rounds("T5-R80", "T5-R81"),
}

SCRIPT: tuple[Step, ...] = (
    NoMoreBets(clauses=("T5-8.C", "T5-9.A(5)", "T5-10.A(2)", "T5-7.D.1")),
    Deal(
        each=CARDS_EACH,
        dealer_waits=house.delivered_late,
        waits_apart=True,
        clauses=("T5-8.D(2).1", "T5-8.D(3)", "T5-10.B(1).1", "T5-R38"),
    ),
    Stub(clauses=("T5-8.D(3)(b)", "T5-8.E.1", "T5-R61")),
    LayDown(clauses=("T5-11.B.1", "T5-R35")),
    Decide(
        when="when all have looked and laid their cards down",
        actions=(Action("play", "play", ONE_ANTE), Action("fold")),
        direction=Direction.CLOCKWISE,
        clauses=("T5-11.B.2", "T5-11.B(1)"),
    ),
    Reveal(
        then="and twos to nines are taken out",
        announces=call_hand,
        clauses=("T5-11.B(4).1", "T5-11.B(4).2", "T5-R22"),
    ),
    Settle(
        wagers=("ante", "play", "top_five_bonus", "poker_bonus"),
        announces=call_hand,
        winners_stay=True,
        clauses=("T5-11.C.1", "T5-11.C(5)", "T5-11.C(6)", "T5-11.C(8)", "T5-R19"),
    ),
)

# --- the game --------------------------------------------------------------------------------------------------------

GAME = Game(
    name="top-five-poker",
    short="top-five",
    title="Top Five Poker",
    prefix="T5",
    summary="Seven cards each; twos to nines go out, and more cards beat better cards.",
    cites=Cites(
        deck="T5-R49",
        area="T5-7.A.2",
        amount="T5-R31",
        choices="T5-R73",
        decide="T5-11.B(1)",
        folded="T5-11.B(1)(b)",
        coupon="T5-7.A.1",
        void="T5-R64",
    ),
    wagers=(
        Wager(
            name="ante",
            label="Ante Wager",
            clause="T5-1.B(1).1",
            area="T5-2.B(2)",
            before_deal="T5-1.B(1).2",
            conditions=(Required("T5-1.B(1).1"),),
            settle=settle_ante,
            pays=even_money("T5-12.A.1"),
        ),
        Wager(
            name="play",
            label="Play Wager",
            clause="T5-1.B(2)",
            area="T5-2.B(2)",
            conditions=(Times("T5-11.B(1)(a)", "ante", ONE_ANTE),),
            after_deal=True,
            settle=settle_play,
            pays=even_money("T5-12.A.2"),
        ),
        Wager(
            name="top_five_bonus",
            label="Top Five Bonus Wager",
            clause="T5-7.E(2).1",
            area="T5-2.B(3)(a)",
            before_deal="T5-1.B(3).2",
            conditions=(Needs("T5-R13", ("ante",)),),
            offered="top_five_bonus",
            on_fold=OnFold.KEEPS_CARDS,
            settle=settle_top_five_bonus,
            pays=TOP_FIVE_BONUS,
        ),
        Wager(
            name="poker_bonus",
            label="Poker Bonus Wager",
            clause="T5-7.E(2).1",
            area="T5-2.B(3)(b)",
            before_deal="T5-1.B(3).2",
            conditions=(Needs("T5-R13", ("ante",)),),
            offered="poker_bonus",
            on_fold=OnFold.KEEPS_CARDS,
            settle=settle_poker_bonus,
            pays=POKER_BONUS,
        ),
    ),
    fields=(
        CardField(name="player", count=CARDS_EACH, clause="T5-13.C.1"),
        CardField(name="dealer", count=CARDS_EACH, clause="T5-13.C.1", if_folded=None),
    ),
    areas=(
        Area("player's cards", "T5-R48", each_position=True, holds="player"),
        Area("dealer's hand", "T5-R48", holds="dealer", inscribed="dealer's hand"),
        Area("discard rack", "T5-2.C(2)"),
        Area("table inventory container", "T5-R48"),
    ),
    inscriptions=(
        ("the operator's name or logo", "T5-2.B(1)"),
        ("the payout odds of every wager offered", "T5-2.B(4).1"),
    ),
    duties=(
        (
            "if you bet, you answer for your own hand: if you lose or mix up cards of it, you lose your wagers",
            "T5-11.A(1)",
        ),
        ("only you and the dealer touch your cards", "T5-11.A(2)"),
        ("keep your cards in the dealer's full view", "T5-11.A(3)"),
        ("say nothing of your hand until the dealer's cards are turned up", "T5-11.A(4)"),
        ("who does otherwise loses all wagers of the round", "T5-11.A(5)"),
        ("once you have cards, stay seated until the round is over", "T5-7.B(2)"),
    ),
    conduct_rules=(
        ConductRule(
            name="own-hand",
            words="a player loses or mixes up cards of the own hand",
            clause="T5-11.A(1)",
            forfeits=True,
            explains_number=True,
        ),
        ConductRule(name="touch", words="somebody touches a player's cards", clause="T5-11.A(2)", forfeits=True),
        ConductRule(
            name="out-of-view",
            words="a player takes cards out of the dealer's view",
            clause="T5-11.A(3)",
            forfeits=True,
            explains_number=True,
        ),
        ConductRule(
            name="talk",
            words="a player talks about a hand or shows it",
            clause="T5-11.A(4)",
            until_reveal=True,
            forfeits=True,
            covers_showing=True,
        ),
    ),
    layout=Layout(
        rows=(("top_five_bonus", "poker_bonus"), ("ante", "play")),
        notices=(QUALIFYING,),
        sign=(QUALIFYING,),
        elsewhere=(Elsewhere("tips", "tip box", "tip_box_place"),),
        cloth=("#1f3d60", "#0d1f36"),
    ),
    procedure=Procedure(
        cut_steps=(Handling.CUT,),
        shuffler_counts=counted_by_device,
        device_counts=counted_by_device,
        deals_preshuffled=lambda terms: not (terms[DEALING] == HAND or terms["continuous_shuffler"]),
        spreads_when_idle=lambda terms: not terms["continuous_shuffler"],
        shuffler_deals=lambda terms: bool(terms["continuous_shuffler"]) and terms[DEALING] == AUTOMATED_SHOE,
        turns_up_on_arrival=False,
        dealer_hidden_until_reveal=True,
        voids_until_cleared=True,
        talk_after_reveal=True,
        device_may_stay_covered=True,
        deck_hours_by_hand=4,
        deck_hours_by_shoe=8,
        clauses=("T5-5.D", "T5-R55", "T5-8.E.1", "T5-3.A(2)", "T5-3.C(1)", "T5-3.C(2)"),
    ),
    script=SCRIPT,
    outcomes=outcomes,
    reading=(
        as_written("T5-6.A"),
        stated("the more cards from ten to ace, the better the hand; as many are compared by their kind", "T5-R2"),
        stated(house.SAME_KIND, "T5-R6"),
        stated("a straight, a full house and a royal flush need five cards; there is no other flush", "T5-R1", "T5-R2"),
        Notice(lambda terms: POKER_BONUS_READING if terms.offers("poker_bonus") else "", ("T5-R9",)),
    ),
    ranking=(("number of cards from ten to ace first, then", tuple(kind.label for kind in reversed(Category))),),
    qualifier=Qualifier(
        "the dealer needs three cards from ten to ace, a pair, or two cards that rank at least queen-jack; otherwise "
        "the ante pushes and play is settled",
        ("T5-11.C(2)", "T5-R3"),
        lambda cards, board: top_five.qualifies(top_five.value(cards)),
    ),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
)
