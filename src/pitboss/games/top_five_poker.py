"""Top Five Poker, Maryland: Standard Rules of the Lottery and Gaming Control Agency."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.common import (
    AUTOMATED,
    MANUAL_SHOE,
    betting_unit,
    counting_option,
    counting_rule,
    display_option,
    house_options,
    house_rules,
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
from pitboss.games.options import Approvals, Flag, Forbidden, NeededApproval, Options
from pitboss.games.paying import PayTable, PayTables, pay_table
from pitboss.games.settlement import Result, by_table, forfeit, lose, push, win
from pitboss.hands import top_five
from pitboss.hands.top_five import Category, at_least, at_least_pair
from pitboss.law import Citation
from pitboss.money import EVEN_MONEY, Odds

POSITIONS = 6
KING = 11

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


TOP_FIVE_BONUS: PayTables = {
    "A": _counts("A", "1", 100, 20, 5, 1),
    "B": _counts("B", "2", 200, 20, 4, 1),
    "C": _counts("C", "3", 100, 15, 5, 1),
}
POKER_BONUS: PayTables = {
    "A": _hands("A", "1", 500, 100, 40, 25, 7, 3, 1),
    "B": _hands("B", "2", 500, 150, 50, 30, 10, 5),
    "C": _hands("C", "3", 500, 100, 40, 25, 5, 3, 1),
}


# --- settlement ------------------------------------------------------------------------------------------------------


def settle(options: Options, hand: FinishedHand) -> Iterator[Result]:
    """Ante and play, then the Top Five Bonus, then the Poker Bonus (T5-R19)."""
    if hand.folded:
        yield forfeit("ante", hand.wagers["ante"], ("T5-11.B(2)(a)", "T5-R7"), ("the player folded",))
    else:
        yield from _against_dealer(hand)
    if "top_five_bonus" in hand.wagers:
        yield settle_top_five_bonus(options, hand)
    if "poker_bonus" in hand.wagers:
        yield settle_poker_bonus(options, hand)


_DEALER_BELOW = {
    "fewer cards than the dealer": "T5-11.C(3)(a)",
    "more cards than the dealer": "T5-11.C(3)(b)",
    "as many cards, ranked lower": "T5-11.C(3)(c)",
    "as many cards, ranked higher": "T5-11.C(3)(d)",
    "as many cards of the same rank": "T5-11.C(3)(e)",
}
_DEALER_PLAYS = {
    "fewer cards than the dealer": "T5-11.C(4)(a)",
    "more cards than the dealer": "T5-11.C(4)(b)",
    "as many cards, ranked lower": "T5-11.C(4)(c)",
    "as many cards, ranked higher": "T5-11.C(4)(d)",
    "as many cards of the same rank": "T5-11.C(4)(e)",
}


def _against_dealer(hand: FinishedHand) -> Iterator[Result]:
    player, dealer = top_five.value(hand.cards["player"]), top_five.value(hand.cards["dealer"])
    more = top_five.count(player) - top_five.count(dealer)
    if more:
        case = "more cards than the dealer" if more > 0 else "fewer cards than the dealer"
    elif player == dealer:
        case = "as many cards of the same rank"
    else:
        case = "as many cards, ranked higher" if player > dealer else "as many cards, ranked lower"
    facts: tuple[str, ...] = (f"player {top_five.name(player)}", f"dealer {top_five.name(dealer)}", case)
    if top_five.qualifies(dealer):
        yield _main("ante", hand, player - dealer, _DEALER_PLAYS[case], "T5-12.A.1", facts)
        yield _main("play", hand, player - dealer, _DEALER_PLAYS[case], "T5-12.A.2", facts)
    else:
        facts = (*facts, "dealer below queen-jack")
        yield push("ante", hand.wagers["ante"], ("T5-11.C(2)", "T5-R3", "T5-R7"), facts)
        yield _main("play", hand, player - dealer, _DEALER_BELOW[case], "T5-12.A.2", facts)


def _main(
    wager: str, hand: FinishedHand, better: int, clause: Citation, paid_by: Citation, facts: tuple[str, ...]
) -> Result:
    stake = hand.wagers[wager]
    if better > 0:
        return win(wager, stake, EVEN_MONEY, (clause, paid_by), facts)
    return lose(wager, stake, (clause,), facts) if better < 0 else push(wager, stake, (clause,), facts)


def settle_top_five_bonus(options: Options, hand: FinishedHand) -> Result:
    """By the number of the player's cards from ten to ace; a fold never loses it (T5-R20)."""
    number = top_five.count(top_five.value(hand.cards["player"]))
    return by_table(
        "top_five_bonus",
        hand.wagers["top_five_bonus"],
        options.pay_table("top_five_bonus"),
        number,
        wins=("T5-11.C(7)", "T5-7.E(2)(a)"),
        loses=("T5-11.C(7)", "T5-7.E(2)(a)", "T5-R17"),
        facts=(f"{number} of the player's cards rank from ten to ace",),
    )


def settle_poker_bonus(options: Options, hand: FinishedHand) -> Result:
    """By the poker rank of the player's cards from ten to ace, however many they are (T5-R9)."""
    player = top_five.value(hand.cards["player"])
    return by_table(
        "poker_bonus",
        hand.wagers["poker_bonus"],
        options.pay_table("poker_bonus"),
        top_five.poker_rank(player),
        wins=("T5-11.C(9)", "T5-7.E(2)(b)"),
        loses=("T5-11.C(9)", "T5-7.E(2)(b)", "T5-R17"),
        facts=(f"player {top_five.name(player)}",),
    )


# --- the operator's options ------------------------------------------------------------------------------------------

_APPROVALS = (
    NeededApproval("layout", "the table layout", "T5-2.B"),
    NeededApproval("box_locations", "where drop box and tip box are", "T5-2.C(1).2"),
    NeededApproval("rules_submission", "the Rules Submission for boxes, bonuses and pay tables", "T5-7.F.1"),
    NeededApproval("manual_shoe_location", "where the manual shoe stands", "T5-8.A", uses(MANUAL_SHOE)),
    NeededApproval(
        "continuous_shuffler", "the device that reshuffles and counts by itself", "T5-5.G.2",
        lambda options: bool(options["continuous_shuffler"]),
    ),
)  # fmt: skip

OPTIONS = (
    *house_options(
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
    positions_per_player("T5-7.F.1", POSITIONS, 1, must_be_named=True),
    counting_option("T5-5.B(1)"),
    Flag(
        name="continuous_shuffler",
        help="the device reshuffles and counts the cards by itself",
        clause="T5-5.G.1",
        start=False,
    ),
    display_option("odds_display", "the payout odds", "T5-2.B(4).2", "layout"),
    *limits("table", "ante", "T5-R31", 10, 500),
    betting_unit("T5-R31"),
    Flag(name="top_five_bonus", help="the Top Five Bonus is offered", clause="T5-7.E(2).1", start=True),
    *limits("top_five_bonus", "Top Five Bonus", "T5-R31", 5, 100, only_if="top_five_bonus"),
    pay_table_option("top_five_bonus", "Top Five Bonus", "T5-12.B", ("A", "B", "C"), "A", only_if="top_five_bonus"),
    Flag(name="poker_bonus", help="the Poker Bonus is offered", clause="T5-7.E(2).1", start=True),
    *limits("poker_bonus", "Poker Bonus", "T5-R31", 5, 100, only_if="poker_bonus"),
    pay_table_option("poker_bonus", "Poker Bonus", "T5-12.Bbis", ("A", "B", "C"), "A", only_if="poker_bonus"),
    Approvals(
        name="approvals",
        help="references of the approvals the table needs to open",
        clause="T5-R72",
        start={},
        needed=_APPROVALS,
    ),
)

FORBIDDEN = (
    *house_rules(hand="T5-9.A(1)", decks="T5-3.B", backs="T5-3.B(2)", cover_card="T5-3.A(2)", feeds_shoe="T5-5.B"),
    counting_rule("T5-5.B(1)"),
    *limit_rules("T5-R31", "table", "top_five_bonus", "poker_bonus"),
    Forbidden(
        ("continuous_shuffler", "shuffle_method"),
        "T5-5.G.1",
        "a device that reshuffles by itself is an automated shuffler",
        lambda o: o["continuous_shuffler"] and o["shuffle_method"] != AUTOMATED,
    ),
)

# --- irregularities --------------------------------------------------------------------------------------------------

IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: round_void("T5-13.A", "T5-R64", "T5-R66"),
    Irregularity.FACE_UP_IN_STUB: goes_on("it is turned down and recorded; nothing is void", "T5-R66"),
    Irregularity.DRAWN_UNSEEN: goes_on("it is used as the next card", "T5-13.B", "T5-R68"),
    Irregularity.DRAWN_SEEN: round_void("T5-R67", "T5-13.A"),
    Irregularity.PLAYER_COUNT: round_void("T5-13.C.1", "T5-13.C.2", "T5-13.C.3"),
    Irregularity.DEALER_SHORT: round_void("T5-13.C.1", "T5-13.C.2", "T5-13.C.3"),
    Irregularity.DEALER_COUNT: round_void("T5-13.C.1", "T5-13.C.2", "T5-13.C.3"),
    Irregularity.DEALER_EXPOSED: round_void("T5-R67", "T5-13.A"),
    Irregularity.DEALER_EXPOSED_LATE: goes_on("it is the reveal", "T5-11.B(4).1", "T5-R22"),
    Irregularity.PLAYER_EXPOSED: round_void("T5-R67", "T5-13.A"),
    Irregularity.PASSED_OVER: round_void("T5-R75", "T5-13.C.1"),
    Irregularity.DEAD_CARDS: goes_on("they are dead and racked as a group of their own", "T5-R75"),
    Irregularity.STUB_MISDEAL: round_void("T5-8.F(4)", "T5-9.D(4)", "T5-10.C(3)", "T5-R65"),
    Irregularity.STUB_DECK: deck_void("T5-8.F(5).1", "T5-8.F(5).2", "T5-9.D(5).1", "T5-10.C(4).1"),
    Irregularity.FOREIGN_CARD: deck_void("T5-R62"),
    Irregularity.SHUFFLER_FAULT: shuffled_again("T5-R69"),
    Irregularity.SHUFFLER_COUNT: deck_removed("T5-5.B(2)", "T5-R54"),
    Irregularity.SHOE_FAULT: round_void("T5-13.D.1", "T5-13.D.2", "T5-13.D.3"),
}

# --- the game --------------------------------------------------------------------------------------------------------

SCRIPT = (
    no_more_bets("T5-8.C", "T5-9.A(5)", "T5-10.A(2)", "T5-7.D.1"),
    Step("deal", "seven cards face down to each player and to the dealer",
         ("T5-8.D(2).1", "T5-8.D(3)", "T5-10.B(1).2", "T5-R38"), Direction.CLOCKWISE, 7),
    Step("stub", "the stub is set aside, counted at least every fifth round unless a device counts",
         ("T5-8.D(3)(b)", "T5-8.E.1", "T5-R61")),
    Step("decide", "when all have looked and laid their cards down",
         ("T5-11.B.1", "T5-11.B.2", "T5-11.B(1)"), Direction.CLOCKWISE,
         choices=(Choose("play", "play, with a wager equal to the ante", "play", (1,)),
                  Choose("fold", "fold and lose the ante"))),
    Step("reveal", "the dealer turns up the dealer's cards and takes out twos to nines",
         ("T5-11.B(4).1", "T5-11.B(4).2", "T5-R22")),
    Step("settle", "each player in turn: ante and play, Top Five Bonus, Poker Bonus",
         ("T5-11.C.1", "T5-11.C(5)", "T5-11.C(6)", "T5-11.C(8)"), Direction.COUNTERCLOCKWISE),
)  # fmt: skip

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
        Wager(name="ante", label="Ante Wager", clause="T5-1.B(1).1", conditions=(Required("T5-1.B(1).1"),)),
        Wager(
            name="play",
            label="Play Wager",
            clause="T5-1.B(2)",
            conditions=(Times("T5-11.B(1)(a)", (1,)),),
            after_deal=True,
        ),
        Wager(
            name="top_five_bonus",
            label="Top Five Bonus Wager",
            clause="T5-7.E(2).1",
            conditions=(Needs("T5-R13", ("ante",)),),
            offered="top_five_bonus",
        ),
        Wager(
            name="poker_bonus",
            label="Poker Bonus Wager",
            clause="T5-7.E(2).1",
            conditions=(Needs("T5-R13", ("ante",)),),
            offered="poker_bonus",
        ),
    ),
    fields=(
        CardField(name="player", count=7, clause="T5-13.C.1"),
        CardField(name="dealer", count=7, clause="T5-13.C.1", if_folded=None),
    ),
    layout=(
        Area("ante", "T5-2.B(2)"),
        Area("play", "T5-2.B(2)"),
        Area("top five bonus", "T5-2.B(3)(a)", offered="top_five_bonus"),
        Area("poker bonus", "T5-2.B(3)(b)", offered="poker_bonus"),
        Area("player's cards", "T5-R48"),
        Area("dealer's hand", "T5-R48", each_position=False),
        Area("discard rack", "T5-2.C(2)", each_position=False),
        Area("table inventory container", "T5-R48", each_position=False),
    ),
    inscriptions=(
        ("the operator's name or logo", "T5-2.B(1)"),
        ("the payout odds of every wager offered", "T5-2.B(4).1"),
    ),
    procedure=Procedure(
        cards_each=7,
        stack=7,
        positions_most=POSITIONS,
        deck_hours_by_hand=4,
        deck_hours_by_shoe=8,
        clauses=("T5-5.D", "T5-R55", "T5-8.E.1", "T5-10.B(1).2", "T5-3.C(1)", "T5-3.C(2)"),
    ),
    script=SCRIPT,
    ranking=(
        (
            "number of cards from ten to ace first, then",
            (*(kind.label for kind in reversed(Category)),),
        ),
    ),
    qualifier=Qualifier(
        "the dealer needs three cards from ten to ace, a pair, or two cards that rank at least queen-jack; otherwise "
        "the ante pushes and play is settled",
        ("T5-11.C(2)", "T5-R3"),
    ),
    even_money={"ante": "T5-12.A.1", "play": "T5-12.A.2"},
    pay_tables={"top_five_bonus": TOP_FIVE_BONUS, "poker_bonus": POKER_BONUS},
    selected_by={"top_five_bonus": "top_five_bonus_pay_table", "poker_bonus": "poker_bonus_pay_table"},
    settlement_clauses=("T5-11.C.1", "T5-11.C(5)", "T5-R19"),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
    settle=settle,
    settle_alone={"top_five_bonus": settle_top_five_bonus, "poker_bonus": settle_poker_bonus},
)
