"""Ultimate Texas Hold 'Em, Massachusetts: Rules of the Game of Ultimate Texas Hold 'Em."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import UNKNOWN
from pitboss.errors import HandError
from pitboss.games import common as house
from pitboss.games.common import AUTOMATED, AUTOMATED_SHOE, DEALING, SHUFFLING, in_cents, uses
from pitboss.games.game import (
    Area,
    Cap,
    CardField,
    Cites,
    ConductRule,
    EqualTo,
    Exactly,
    Game,
    Layout,
    Needs,
    Notice,
    NumberField,
    OnFold,
    Qualifier,
    Required,
    Times,
    Wager,
    WholeMultiple,
    as_written,
    stated,
)
from pitboss.games.hand import FinishedHand
from pitboss.games.handling import Procedure, Repair
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
from pitboss.games.options import Combination, Flag, NeededApproval, Whole
from pitboss.games.pay_tables import Payout, PayTable, even_money, pay_table
from pitboss.games.progressive import (
    FLOP,
    ProgressiveOption,
    contribution,
    from_meter,
    numbers_of_award,
    progressive_awards,
    progressive_reading,
    seed,
    settle_progressive,
    shares_exceed_meter,
)
from pitboss.games.settlement import Case, Compared, Outcome, Result, by_table, even, forfeit, push, win
from pitboss.games.steps import (
    Action,
    Burn,
    Call,
    Cards,
    CloseDeal,
    Community,
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
    TakeOut,
    Who,
)
from pitboss.games.terms import Terms
from pitboss.hands import five
from pitboss.hands.five import Category, at_least
from pitboss.money import Odds

PROGRESSIVE = in_cents(5)
BLIND_UNIT = 2
"""Cents: 3 to 2 on a multiple of it is whole cents (UTH-R45)."""
FOUR_WAGERS_LIMIT = in_cents(50_000)
ALL_WAGERS_LIMIT = in_cents(75_000)
HOLE_CARDS, LAST_CARDS = 2, 2
POSITIONS, COVER_ALL_POSITIONS = 7, 6
STUB_COUNT_ROUNDS = 5
PREFLOP, AFTER_FLOP, AFTER_RIVER = Multiples((3, 4)), Multiples((2,)), Multiples((1,))
ANY_TIME = Multiples((1, 2, 3, 4))
COVER_ALL_HANDS = (
    "what Cover All pays goes by the number of hands dealt, the dealer's too, but no hand that is void: 7 hands are "
    "those of 6 players and the dealer"
)
COVER_ALL_HIGHEST = (
    "the highest hand is the best of those that the dealer turns up: a fold without trips is not among them"
)
COVER_ALL_PAYS = "Cover All pays if the highest hand is a full house or better; with a lower one it loses"
TRIPS_READING = "trips goes by your own best five of seven cards, whatever the dealer holds, folded or not"
PAIR_RULE = "the dealer needs a pair for the ante to play"

# --- pay tables ------------------------------------------------------------------------------------------------------

_KINDS = tuple((kind.label, at_least(kind)) for kind in reversed(Category))


def _table(name: str, clause: str, *odds: int) -> PayTable:
    """Odds to 1 for the best kinds of hand, royal flush first."""
    rows = [(label, strength, Odds(win)) for (label, strength), win in zip(_KINDS, odds, strict=False)]
    return pay_table(name, clause, *rows)


BLIND = pay_table(
    "blind",
    "UTH-11(c)",
    ("royal flush", at_least(Category.ROYAL_FLUSH), Odds(500), "UTH-11(c)[royal-flush]"),
    ("straight flush", at_least(Category.STRAIGHT_FLUSH), Odds(50), "UTH-11(c)[straight-flush]"),
    ("four of a kind", at_least(Category.FOUR_OF_A_KIND), Odds(10), "UTH-11(c)[four-of-a-kind]"),
    ("full house", at_least(Category.FULL_HOUSE), Odds(3), "UTH-11(c)[full-house]"),
    ("flush", at_least(Category.FLUSH), Odds(3, 2), "UTH-11(c)[flush]"),
    ("straight", at_least(Category.STRAIGHT), Odds(1), "UTH-11(c)[straight]"),
    otherwise="push",
)
TRIPS = Payout(
    {
        "A": _table("A", "UTH-11(d)[A]", 50, 40, 30, 9, 7, 4, 3),
        "B": _table("B", "UTH-11(d)[B]", 50, 40, 30, 8, 6, 5, 3),
        "C": _table("C", "UTH-11(d)[C]", 50, 40, 30, 8, 7, 4, 3),
        "D": _table("D", "UTH-11(d)[D]", 50, 40, 20, 7, 6, 5, 3),
    },
    selected_by="trips_pay_table",
    raised_by="trips_odds",
)
COVER_ALL = Payout(
    {
        7: _table("7 hands", "UTH-13(k)[7]", 70, 30, 20, 4),
        6: _table("6 hands", "UTH-13(k)[6]", 80, 40, 30, 4),
        5: _table("5 hands", "UTH-13(k)[5]", 100, 40, 35, 5),
        4: _table("4 hands", "UTH-13(k)[4]", 125, 70, 40, 6),
        3: _table("3 hands", "UTH-13(k)[3]", 150, 80, 50, 8),
        2: _table("2 hands", "UTH-13(k)[2]", 200, 100, 70, 12),
    }
)

# --- settlement ------------------------------------------------------------------------------------------------------


class Contest(NamedTuple):
    """A player's hand against the dealer's."""

    player: int
    dealer: int
    qualifies: bool
    facts: tuple[str, ...]


@lru_cache(maxsize=16)
def _contest(player: tuple[int, ...], dealer: tuple[int, ...], board: tuple[int, ...]) -> Contest:
    """The same two hands decide several wagers."""
    own, house_hand = five.value(player + board), five.value(dealer + board)
    facts = (f"player {five.name(own)}", f"dealer {five.name(house_hand)}")
    return Contest(own, house_hand, qualifies(house_hand), facts)


def qualifies(dealer: int) -> bool:
    """The dealer needs a pair, be it on the board, for the ante to play (UTH-R5)."""
    return dealer >= at_least(Category.ONE_PAIR)


def _against_dealer(hand: FinishedHand) -> Contest:
    return _contest(hand.cards["player"], hand.cards["dealer"], hand.cards["community"])


def settle_ante(terms: Terms, hand: FinishedHand) -> Result:
    """Even money against a dealer with a pair or better, returned otherwise; given up on a fold."""
    stake = hand.wagers["ante"]
    if hand.folded:
        return forfeit("ante", stake, ("UTH-10(e)(2)", "UTH-R38"), ("the player folded",))
    contest = _against_dealer(hand)
    if not contest.qualifies:
        facts = (*contest.facts, "dealer below a pair: the ante goes back")
        return push("ante", stake, NO_PAIR.clauses, facts)
    return _even("ante", terms, stake, contest)


def settle_blind(terms: Terms, hand: FinishedHand) -> Result:
    """By its own table if the player's hand is the higher, whatever the dealer holds (UTH-R42)."""
    stake = hand.wagers["blind"]
    if hand.folded:
        return forfeit("blind", stake, ("UTH-10(e)(2)",), ("the player folded",))
    contest = _against_dealer(hand)
    if contest.player <= contest.dealer:
        return _even("blind", terms, stake, contest)
    through = _THROUGH[contest.qualifies]
    row = BLIND.row(contest.player)
    if row is None:
        facts = (*contest.facts, "won with less than a straight: the blind goes back")
        return push("blind", stake, (*through, *LOW_BLIND.clauses), facts)
    facts = (*contest.facts, f"blind pays {row.odds} on a {row.label}")
    return win("blind", stake, row.odds, (*through, "UTH-10(h)(2).1", row.clause, BLIND.clause), facts)


def settle_play(terms: Terms, hand: FinishedHand) -> Result:
    """Even money against the dealer's actual hand."""
    return _even("play", terms, hand.wagers["play"], _against_dealer(hand))


_THROUGH: dict[bool, tuple[str, ...]] = {True: (), False: ("UTH-10(g).3", "UTH-R5")}
"""10(h) is reached through 10(g) when the dealer does not qualify."""
_COMPARED = {
    qualifies: Compared(
        (*through, "UTH-10(h)(2).1"), (*through, "UTH-10(h)(1)"), (*through, "UTH-10(h)(3)", "UTH-5(c).3")
    )
    for qualifies, through in _THROUGH.items()
}
NO_PAIR = Case("the dealer has less than a pair, whatever you hold", Outcome.PUSH, ("UTH-10(g).2", "UTH-R5"))
"""What the ante comes to then."""
LOW_BLIND = Case(
    f"it ranks higher with less than a {BLIND.rows[-1].label}",
    Outcome.PUSH,
    ("UTH-10(h)(2).2", "UTH-11(c)[less-than-straight]"),
)
"""What the blind comes to then."""


def outcomes(terms: Terms) -> Iterator[tuple[tuple[str, ...], Case]]:
    """The ante against a dealer without a pair, then the comparison, which decides blind and play either way."""
    yield ("ante",), NO_PAIR
    for case in _COMPARED[True].cases:
        yield ("ante", "blind", "play"), case
        if case.outcome is Outcome.WIN:
            yield ("blind",), LOW_BLIND


def _even(wager: str, terms: Terms, stake: int, contest: Contest) -> Result:
    better, by = contest.player - contest.dealer, _COMPARED[contest.qualifies]
    return even(wager, stake, terms.pay_tables[wager], better, **by._asdict(), facts=contest.facts)


def settle_trips(terms: Terms, hand: FinishedHand) -> Result:
    """The player's own best five, whatever became of the other wagers, folded or not (UTH-R55)."""
    player = five.value(hand.cards["player"] + hand.cards["community"])
    return by_table(
        "trips",
        hand.wagers["trips"],
        terms.pay_tables["trips"],
        player,
        wins=("UTH-10(e)(2)(i)",) if hand.folded else ("UTH-10(h)(4).2",),
        loses=("UTH-1(trips).2", "UTH-R41"),
        facts=(f"player {five.name(player)}",),
    )


def settle_cover_all(terms: Terms, hand: FinishedHand) -> Result:
    """One payment on the highest hand turned up; the column is the number of hands dealt (UTH-R2, UTH-R48)."""
    hands = len(hand.others) + 2
    if hands not in COVER_ALL.tables:
        raise HandError("cover-all-hands", f"Cover All is for 2 to 7 hands with the dealer's, not {hands}", "UTH-13(k)")
    board = hand.cards["community"]
    own = [hand.cards["player"]] if not hand.folded or "trips" in hand.wagers else []
    seen = [other for other in hand.others if UNKNOWN not in other] + own
    dealer = five.value(hand.cards["dealer"] + board)
    highest = max([dealer, *[five.value(cards + board) for cards in seen]])
    whose = " (dealer)" if highest == dealer else ""
    unseen = ("UTH-R48",) if len(seen) < hands - 1 else ()
    return by_table(
        "cover_all",
        hand.wagers["cover_all"],
        COVER_ALL.tables[hands],
        highest,
        wins=("UTH-13(b)", "UTH-13(c)", "UTH-13(g).1", *unseen),
        loses=("UTH-13(b)", "UTH-R1", *unseen),
        facts=(f"{hands} hands in the round", f"highest {five.name(highest)}{whose}"),
    )


def kept_for_cover_all(cards: Cards, board: Cards) -> int | None:
    """A straight or better stays exposed while it is the highest so far (UTH-R51)."""
    strength = five.value(cards + board)
    return strength if strength >= at_least(Category.STRAIGHT) else None


def call_dealer(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The dealer's best five of seven, set out."""
    cards = held.cards + held.board
    return (Call(five.name(five.value(cards)), five.best(cards)),)


def call_player(terms: Terms, held: HeldCards) -> tuple[Call, ...]:
    """The player's best five of seven."""
    return (Call(five.name(five.value(held.cards + held.board)), ()),)


def four_wagers_limit(terms: Terms) -> int:
    """$50,000, or the most one patron could win with each wager at its own minimum, if more (UTH-11(e), UTH-R8)."""
    antes = 1 + max(ANY_TIME.numbers) + BLIND.top.win
    trips = terms.pay_tables["trips"].top.win * terms["trips_minimum"] if terms["trips"] else 0
    return max(FOUR_WAGERS_LIMIT, int(terms["table_minimum"]) * antes + int(trips))


# --- the operator's options ------------------------------------------------------------------------------------------

OPTIONS = (
    *house.house_options(
        operator="UTH-R11",
        positions="UTH-R10",
        positions_most=POSITIONS,
        positions_start=COVER_ALL_POSITIONS,
        dealing="UTH-R15",
        shuffling="UTH-4(a).3",
        feeds_shoe="UTH-4(a).5",
        decks="UTH-2(b)",
        backs="UTH-2(b)(2)",
        cover_card="UTH-2(a).3",
        cover_colours=("yellow", "green"),
        opening="UTH-3(a).2",
    ),
    *house.idle_options("UTH-4(e).1", "UTH-R18"),
    Whole(
        name="stub_count_every",
        help="the stub is counted every so many rounds",
        clause="UTH-7(f).1",
        least=1,
        most=STUB_COUNT_ROUNDS,
        start=STUB_COUNT_ROUNDS,
    ),
    house.attestations_option("UTH-R90"),
    house.cards_option("UTH-R91"),
    house.stakes_option("UTH-R92"),
    house.coupon_option("UTH-R28"),
    *house.limits("table", "ante", "UTH-R9", 10, 500),
    house.betting_unit("UTH-R45", multiple=BLIND_UNIT),
    Flag(name="trips", help="the trips wager is offered", clause="UTH-R44", start=True),
    *house.limits("trips", "trips wager", "UTH-R9", 5, 100, only_if="trips"),
    house.pay_table_option("trips", "trips wager", "UTH-11(d).2", tuple(TRIPS.tables), "C", only_if="trips"),
    house.raised_odds_option("trips", "trips", "UTH-11(d).1", "UTH-R43"),
    Flag(name="cover_all", help="the Cover All wager is offered", clause="UTH-R47", start=False),
    Flag(
        name="cover_all_mode",
        help="the device is an i-Deal Plus (or its stand-in) in Cover All mode",
        clause="UTH-13(d)",
        start=False,
    ),
    *house.limits("cover_all", "Cover All wager", "UTH-R9", 5, 25, only_if="cover_all"),
    ProgressiveOption(
        name="progressive",
        help="the operator's progressive; empty: not offered",
        clause="UTH-R4",
        start={},
        wager=PROGRESSIVE,
    ),
    house.approvals_option(
        "UTH-R12",
        NeededApproval("cards", "the decks meet 205 CMR 146.48", "UTH-2(a).2"),
        *house.manual_shoe_approvals("UTH-7(a).1", "205 CMR 146.51", "UTH-7(a).2"),
        *house.automated_shoe_approvals("UTH-9(a).3"),
        NeededApproval(
            "shuffler_fault_procedure",
            "how cards are reshuffled after a fault of the shuffler",
            "UTH-15(e)",
            uses(AUTOMATED, SHUFFLING),
        ),
        NeededApproval(
            "shoe_fault_procedure",
            "how cards are reshuffled after a fault of the automated shoe",
            "UTH-15(f).2",
            uses(AUTOMATED_SHOE),
        ),
    ),
)

FORBIDDEN = (
    *house.house_rules(
        hand="UTH-8(b)(1)", decks="UTH-2(b)", backs="UTH-2(b)(2)", cover_card="UTH-2(a).3", feeds_shoe="UTH-4(a).5"
    ),
    *house.limit_rules("UTH-R9", "table", "trips", "cover_all", switched=("trips", "cover_all")),
    Combination(
        ("cover_all", "positions"),
        "UTH-R10",
        "Cover All has odds for six players at most; with it a table has 1 to 6 positions",
        lambda t: t["cover_all"] and t["positions"] > COVER_ALL_POSITIONS,
    ),
    Combination(
        ("cover_all", SHUFFLING, DEALING),
        "UTH-R15",
        "Cover All needs an automated shuffler and stacks from the automated shoe",
        lambda t: t["cover_all"] and (t[SHUFFLING], t[DEALING]) != (AUTOMATED, AUTOMATED_SHOE),
    ),
    Combination(
        ("cover_all", "cover_all_mode"),
        "UTH-13(d)",
        "Cover All needs the i-Deal Plus in its Cover All mode (cover_all_mode = true)",
        lambda t: t["cover_all"] and not t["cover_all_mode"],
    ),
    Combination(
        ("progressive", "trips"),
        "UTH-14(b).1",
        "a progressive needs a trips wager, so trips must be offered",
        lambda t: bool(t["progressive"]) and not t["trips"],
    ),
    *house.stakes_rules("UTH-R92", "match_play", "progressive"),
)

CAUTIONS = (
    Combination(
        ("progressive",),
        "UTH-R89",
        "the shares come to more than 100 % of the meter: if they are hit in one round, the last ones are cut",
        shares_exceed_meter,
    ),
)

# --- irregularities and the round ------------------------------------------------------------------------------------

_ALIVE = ("trips", "progressive")
IRREGULARITIES = {
    Irregularity.FACE_UP_CARD: then(Remedy.RACK_AND_REPLACE, "UTH-15(b).1", "UTH-R57"),
    Irregularity.SECOND_FACE_UP_IN_DEAL: round_void("UTH-15(b).2", "UTH-R53"),
    Irregularity.SECOND_FACE_UP_LATER: round_void(
        "UTH-15(b).2", "UTH-15(b).3", "UTH-R53", "UTH-R57", still_settled=_ALIVE
    ),
    Irregularity.FACE_UP_IN_STUB: then(Remedy.NOTHING, "UTH-R66"),
    Irregularity.DRAWN_UNSEEN: then(Remedy.USE_AS_NEXT, "UTH-15(c)"),
    Irregularity.DRAWN_SEEN: then(Remedy.AS_FACE_UP, "UTH-R59", "UTH-15(b).1"),
    Irregularity.PLAYER_COUNT: then(Remedy.VOID_HAND, "UTH-15(d).1", "UTH-R53"),
    Irregularity.DEALER_SHORT: then(Remedy.COMPLETE_DEALER, "UTH-15(d).3", "UTH-R60"),
    Irregularity.DEALER_COUNT: round_void("UTH-15(d).2", "UTH-R53"),
    Irregularity.DEALER_EXPOSED: round_void("UTH-15(a).1", "UTH-15(a).2", "UTH-R53", still_settled=_ALIVE),
    Irregularity.DEALER_EXPOSED_LATE: then(Remedy.NOTHING, "UTH-15(a).1", "UTH-R56"),
    Irregularity.PLAYER_EXPOSED: then(Remedy.STANDS, "UTH-R66"),
    Irregularity.EARLY_COMMUNITY: round_void("UTH-R62", "UTH-R53", still_settled=_ALIVE),
    Irregularity.PASSED_OVER: then(Remedy.VOID_HAND, "UTH-R63", "UTH-15(d).1", "UTH-R53"),
    Irregularity.DEAD_CARDS: then(Remedy.DEAD, "UTH-R63"),
    Irregularity.STUB_MISDEAL: round_void("UTH-7(f)(2).2", "UTH-R35", "UTH-R53"),
    Irregularity.STUB_DECK: deck_void("UTH-7(f)(2).3", "UTH-R36", "UTH-R53"),
    Irregularity.FOREIGN_CARD: deck_void("UTH-R36", "UTH-R53"),
    Irregularity.SHUFFLER_FAULT: shuffle_again("UTH-15(e)", "UTH-R64", counted=True),
    Irregularity.SHOE_FAULT: shoe_void("UTH-15(f).1", "UTH-15(f).2", "UTH-R53", "UTH-R64", counted=True),
    **between_rounds("UTH-R81", "UTH-R82"),
}

_CLOCKWISE = Direction.CLOCKWISE
_CHECK, _FOLD = Action("check"), Action("fold")
SCRIPT: tuple[Step, ...] = (
    NoMoreBets(clauses=("UTH-7(b)", "UTH-8(b)(3).1", "UTH-9(b)(2)", "UTH-6(b).2")),
    Deal(each=HOLE_CARDS, covered=True, clauses=("UTH-7(d)", "UTH-8(c)", "UTH-9(c).1")),
    TakeOut(only_if=uses(AUTOMATED_SHOE), clauses=("UTH-9(d).1",)),
    CloseDeal(option="cover_all", clauses=("UTH-13(e).1", "UTH-13(e).2")),
    Decide(
        when="before the flop",
        actions=(_CHECK, Action("play", "play", PREFLOP)),
        direction=_CLOCKWISE,
        clauses=("UTH-10(a).3", "UTH-10(a).4"),
    ),
    Burn(clauses=("UTH-10(b).1",)),
    Community(count=FLOP, clauses=("UTH-10(b).2", "UTH-1(flop)")),
    Decide(
        when="after the flop",
        actions=(_CHECK, Action("play", "play", AFTER_FLOP)),
        direction=_CLOCKWISE,
        clauses=("UTH-10(c).1", "UTH-10(c).2"),
    ),
    Burn(clauses=("UTH-10(d).1",)),
    Community(count=LAST_CARDS, clauses=("UTH-10(d).2",)),
    Stub(clauses=("UTH-7(e).2", "UTH-7(f).1", "UTH-R33")),
    Decide(
        when="at the end",
        actions=(Action("play", "play", AFTER_RIVER), _FOLD),
        direction=_CLOCKWISE,
        clauses=("UTH-10(e).1", "UTH-10(e).2"),
    ),
    Reveal(
        then="and the dealer's hand is announced",
        announces=call_dealer,
        clauses=("UTH-10(f).1", "UTH-10(f).2", "UTH-10(f).4"),
    ),
    Settle(
        wagers=("ante", "blind", "play", "trips", "progressive"),
        of=Who.PLAYED,
        announces=call_player,
        clauses=("UTH-10(h).1", "UTH-10(g).1", "UTH-10(h).4", "UTH-10(h)(4).1", "UTH-R40"),
    ),
    Settle(wagers=_ALIVE, of=Who.FOLDED, announces=call_player, clauses=("UTH-R39", "UTH-10(e)(2)(i)")),
    Settle(wagers=("cover_all",), clauses=("UTH-13(j)", "UTH-13(h)")),
)

# --- what players are told -------------------------------------------------------------------------------------------


def with_cover_all(words: str, *clauses: str) -> Notice:
    """A notice at a table that offers Cover All."""
    return Notice(lambda terms: words if terms.offers("cover_all") else "", clauses)


# --- the game --------------------------------------------------------------------------------------------------------

COVER_ALL_NOTICES = (
    with_cover_all(COVER_ALL_HANDS, "UTH-13(k)", "UTH-R2", "UTH-R52"),
    with_cover_all(COVER_ALL_HIGHEST, "UTH-R48"),
    with_cover_all(COVER_ALL_PAYS, "UTH-13(b)", "UTH-R1"),
)
_ANTE_AND_BLIND = ("ante", "blind")
GAME = Game(
    name="ultimate-texas-hold-em",
    short="uth",
    title="Ultimate Texas Hold 'Em",
    prefix="UTH",
    summary="Two cards and a five-card board against the dealer's; the sooner you bet, the more you may.",
    cites=Cites(
        deck="UTH-2(a).2",
        area="UTH-6(a).1",
        amount="UTH-R45",
        choices="UTH-R71",
        decide="UTH-10(e).2",
        folded="UTH-1(fold)",
        coupon="UTH-R28",
        void="UTH-R61",
        odds="UTH-11(a).2",
    ),
    wagers=(
        Wager(
            name="ante",
            label="ante",
            clause="UTH-1(ante).1",
            area="UTH-R11",
            conditions=(Required("UTH-1(ante).1"),),
            settle=settle_ante,
            pays=even_money("UTH-11(b)"),
        ),
        Wager(
            name="blind",
            label="blind",
            clause="UTH-1(blind).1",
            area="UTH-R11",
            conditions=(
                Required("UTH-1(blind).1"),
                EqualTo("UTH-1(ante).2", "ante"),
                WholeMultiple("UTH-R45", BLIND_UNIT),
            ),
            settle=settle_blind,
            pays=Payout({"blind": BLIND}),
        ),
        Wager(
            name="play",
            label="play wager",
            clause="UTH-1(play)",
            area="UTH-10(a)(1)",
            conditions=(Times("UTH-R27", "ante", ANY_TIME),),
            after_deal=True,
            settle=settle_play,
            pays=even_money("UTH-11(b)"),
        ),
        Wager(
            name="trips",
            label="trips wager",
            clause="UTH-1(trips).1",
            area="UTH-6(c).2",
            before_deal="UTH-1(trips).1",
            conditions=(Needs("UTH-6(c).1", _ANTE_AND_BLIND),),
            offered="trips",
            on_fold=OnFold.KEEPS_CARDS,
            settle=settle_trips,
            pays=TRIPS,
        ),
        Wager(
            name="progressive",
            label="progressive wager",
            clause="UTH-14(a)",
            area="UTH-R11",
            conditions=(Exactly("UTH-14(a)", PROGRESSIVE), Needs("UTH-14(b).1", (*_ANTE_AND_BLIND, "trips"))),
            offered="progressive",
            on_fold=OnFold.KEEPS_CARDS,
            numbers=numbers_of_award,
            contribution=contribution,
            from_meter=from_meter,
            seed=seed,
            settle=settle_progressive,
            awards=progressive_awards,
        ),
        Wager(
            name="cover_all",
            label="Cover All wager",
            clause="UTH-13(a)",
            area="UTH-R11",
            before_deal="UTH-13(a)",
            conditions=(Needs("UTH-R47", _ANTE_AND_BLIND),),
            offered="cover_all",
            on_fold=OnFold.STAYS,
            keeps_hand=kept_for_cover_all,
            settle=settle_cover_all,
            pays=COVER_ALL,
        ),
    ),
    fields=(
        CardField(name="player", count=HOLE_CARDS, clause="UTH-15(d).1", needed_by=_ALIVE),
        CardField(name="community", count=FLOP + LAST_CARDS, clause="UTH-1(community).1", needed_by=_ALIVE),
        CardField(name="dealer", count=HOLE_CARDS, clause="UTH-15(d).2", if_folded=None, needed_by=("cover_all",)),
        CardField(name="others", count=HOLE_CARDS, clause="UTH-13(b)", if_played=None, if_folded=None, many=True),
    ),
    numbers=(
        NumberField(name="meter", clause="UTH-R54", help="the progressive meter", money=True),
        NumberField(
            name="left", clause="UTH-R89", help="what is left in the meter when this award is paid", money=True
        ),
        NumberField(name="sharers", clause="UTH-R54", help="how many players hit the same share of the meter", least=1),
    ),
    areas=(
        Area("community cards", "UTH-10(b).2", holds="community", apart=True),
        Area("dealer's hand", "UTH-7(d)(2)", holds="dealer", inscribed="dealer's hand"),
        Area("discard rack", "UTH-R11"),
        Area("table inventory container", "UTH-R11"),
    ),
    inscriptions=(
        ("the operator's name", "UTH-R11"),
        ("the game's name", "UTH-R11"),
        ("the blind and trips tables in force", "UTH-R11"),
        (PAIR_RULE, "UTH-R11"),
        ("the limits", "UTH-R11"),
    ),
    duties=(
        ("look at your two cards without letting anyone else see them", "UTH-10(a).1"),
        ("then put them back face down on the layout", "UTH-10(a).2"),
        ("once you have cards, stay seated until the round ends", "UTH-6(e).2"),
    ),
    conduct_rules=(ConductRule(name="show", words="a player shows a hand to somebody", clause="UTH-10(a).1"),),
    layout=Layout(
        rows=(("trips", "cover_all"), ("ante", "blind"), ("progressive", "play")),
        notices=(stated(PAIR_RULE, "UTH-R11"),),
        sign=(
            stated(PAIR_RULE, "UTH-R70"),
            *COVER_ALL_NOTICES,
        ),
        limits="UTH-R11",
    ),
    procedure=Procedure(
        stub_count_rounds=STUB_COUNT_ROUNDS,
        cover_cards=2,
        goes_on_with_one_deck=True,
        repair=Repair(most_missing=HOLE_CARDS, before_board=True, counted=True),
        one_coupon=True,
        clauses=("UTH-4(c)(1)(ii)", "UTH-R16", "UTH-7(f).1", "UTH-R13"),
    ),
    script=SCRIPT,
    outcomes=outcomes,
    reading=(
        as_written("UTH-5(a).2"),
        stated(house.SAME_KIND, "UTH-5(c).1", "UTH-R21"),
        Notice(lambda terms: TRIPS_READING if terms.offers("trips") else "", ("UTH-1(trips).2", "UTH-R55")),
        *COVER_ALL_NOTICES,
        Notice(progressive_reading, ("UTH-R54",)),
    ),
    ranking=(("best five of seven cards", tuple(kind.label for kind in reversed(Category))),),
    qualifier=Qualifier(
        PAIR_RULE,
        ("UTH-10(g).2", "UTH-10(h).1"),
        lambda cards, board: qualifies(five.value(cards + board)),
    ),
    caps=(
        Cap(
            ("ante", "match_play", "blind", "play", "trips"),
            four_wagers_limit,
            ("UTH-11(e).1", "UTH-11(e).2", "UTH-R3"),
            "limit for ante, blind, play and trips",
        ),
        Cap(
            ("ante", "match_play", "blind", "play", "trips", "cover_all"),
            lambda terms: ALL_WAGERS_LIMIT,
            ("UTH-14(d)", "UTH-R3"),
            "limit for all wagers but the progressive",
        ),
    ),
    irregularities=IRREGULARITIES,
    options=OPTIONS,
    forbidden=FORBIDDEN,
    cautions=CAUTIONS,
)
